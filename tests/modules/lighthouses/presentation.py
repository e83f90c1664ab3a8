"""What the Lighthouses have for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.base.network import travel
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Card,
    Counter,
    Deck,
    Figure,
    Figures,
    Holding,
    LaidOpen,
    Message,
    Piece,
    Pieces,
    Rank,
)
from tests.modules.lighthouses import alerts
from tests.modules.lighthouses.keeper import PlaceKeeper, WalkKeeper
from tests.modules.lighthouses.lamps import LAMPS, SetLamp, burning
from tests.modules.lighthouses.letters import OpenLogbook, PlayGift, TakeLetter, letters, logbooks, read
from tests.modules.lighthouses.oil import oil, state_of
from tests.modules.lighthouses.slice import LETTERS
from tests.modules.lighthouses.vote import StormRose


def _lamps(table: Table) -> Iterator[Piece]:
    for edge, owner in state_of(table).lamps.items():
        yield Piece(edge, "lamp", owner)


def _keepers(table: Table) -> Iterator[Piece]:
    for owner, corner in state_of(table).keepers.items():
        yield Piece(corner, "keeper", owner)


def _reach(table: Table, keeper: Piece) -> frozenset[Site]:
    return frozenset(Site(corner) for corner in travel(table, keeper.owner, Site(str(keeper.place))))


def _cards(table: Table, player: PlayerId) -> Iterator[Card]:
    plays = {"gift": PlayGift(player), "logbook": OpenLogbook(player)}
    for letter, copies in LETTERS.items():
        unread = copies - read(table, letter)
        possible = bool(unread and letters(table, player))
        yield Card(
            letter, f"term.letter.{letter}", unread, possible, "LH-05", plays[letter], letter == "logbook"
        )


def _laid_open(table: Table, player: PlayerId) -> Iterator[str]:
    for letter in state_of(table).read.get(player, ()):
        yield f"term.letter.{letter}"


def _stand(table: Table, player: PlayerId) -> Iterator[Figure]:
    corner = state_of(table).keepers.get(player)
    if corner is not None:
        tired = state_of(table).walked.get(player) == table.core.turn
        note = "figure.keeper_tired" if tired else "figure.keeper_ready"
        walk = Action("keeper_walk", "forward", begins=WalkKeeper(player, corner, Site("")))
        yield Figure(corner, "keeper", "figure.keeper", note, (walk,), active=not tired)


def _besides(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_keeper", "keeper", begins=PlaceKeeper(player, Site("")))


def _build(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_lamp", "lamp", begins=SetLamp(player))
    yield Action("do_letter", "card", commands=(TakeLetter(player),), track="letter")


def _play(table: Table, player: PlayerId) -> Iterator[Action]:
    if letters(table, player):
        yield Action("do_letters", "card", "term.track.letter", section="cards", track="letter")


SCORE = (
    Holding("oil", oil, "fact.oil"),
    Holding("point", logbooks, award=True),
    Counter("lamp", LAMPS, burning, SetLamp),
    Deck("letter", "term.track.letter", letters, _cards),
    LaidOpen(_laid_open),
    Actions(_build),
    Actions(_play, Rank.PLAY),
    Message(StormRose, "warn"),
)
PLACES = (
    Pieces("edge", _lamps, ("lamp",)),
    Pieces("corner", _keepers, ("keeper",), _reach),
    Figures("keeper", "keeper", "figure.no_keeper", _stand, _besides),
)

PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), presentation=(*SCORE, alerts.STORM)),
    Part(needs=frozenset({Aspect.PLACES}), presentation=PLACES),
)
