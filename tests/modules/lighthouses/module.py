"""The Lighthouses' contributions to the extension points."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.extension import CueRule, Invariant, Part, PointSource, Step
from companion.engine.ids import RuleId
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Draft, Table
from companion.rules.base.tracking import on_board
from tests.modules.lighthouses import alerts, facts, play, presentation
from tests.modules.lighthouses.slice import EVENTS, Lighthouses, LighthousesCarried, StormRose

JARS = 3
"""LH-01: jars of oil at the beginning."""


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """LH-01: three jars for everyone."""
    return Lighthouses(oil={player.id: JARS for player in players})


def carry(before: Table, draft: Draft) -> None:
    """Places are forgotten where nobody enters them any more, and asked for where they are entered anew."""
    if on_board(before) is not on_board(draft):
        draft.emit(LighthousesCarried())


def kept(table: Table) -> Iterable[str]:
    """LH-02, LH-05: no more lamps and letters than there are."""
    for player in table.core.ids:
        if not 0 <= play.burning(table, player) <= play.LAMPS:
            yield f"{player} has {play.burning(table, player)} lamps"
    if play.left(table) < 0:
        yield "there are too many letters"


SCORE = Part(
    needs=frozenset({Aspect.SCORE}),
    steps=(Step("end", "lh.vote", play.ask_for_votes),),
    commands=(
        play.SetLampRule(),
        play.TakeLetterRule(),
        play.PlayGiftRule(),
        play.OpenLogbookRule(),
        play.VoteRule(),
        facts.StateOilRule(),
        facts.StateLampsRule(),
        facts.StateLettersRule(),
    ),
    points=(
        PointSource("lamps", RuleId("LH-06"), play.lamp_points),
        PointSource("logbooks", RuleId("LH-06"), play.logbooks),
    ),
    cues=(CueRule(StormRose, alerts.STORM.name, lambda table, event: table.core.ids),),
    invariants=(Invariant("lh.kept", kept),),
    facts=(facts.OIL, facts.LETTER),
    presentation=(*presentation.SCORE, alerts.STORM),
)

NO_PLACES = Part(
    needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=(facts.COUNTED_LAMPS,)
)

PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    commands=(play.PlaceKeeperRule(), play.WalkKeeperRule(), facts.StateKeeperRule()),
    facts=(facts.LAMPS_ON_EDGES, facts.KEEPER),
    presentation=presentation.PLACES,
)

__all__ = ["EVENTS", "PARTS", "carry", "start"]

PARTS = (SCORE, NO_PLACES, PLACES)
