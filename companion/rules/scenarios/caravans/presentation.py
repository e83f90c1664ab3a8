"""What the Caravans have for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.extension import Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.base.queries import laid
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Holding,
    Instrument,
    Message,
    Piece,
    Pieces,
    Rank,
    Terrain,
)
from companion.rules.scenarios.caravans import camels, vote
from companion.rules.scenarios.caravans.claims import ClaimCamelPoint, told_points
from companion.rules.scenarios.caravans.oasis import OASIS, arrows, state_of

NOBODY = PlayerId("")
"""Whose camels are."""

CAMEL = "camel"
ARROW = "arrow"


def _pieces(table: Table) -> Iterator[Piece]:
    """The camels, and an arrow for each caravan that has not begun."""
    found = camels.camels(table)
    for edge in found:
        yield Piece(edge, CAMEL, NOBODY)
    for start, trail in zip(arrows(table) if laid(table) else (), state_of(table).trails, strict=False):
        if start is not None and not trail and start[1] not in found:
            yield Piece(start[1], ARROW, NOBODY)


def _point(table: Table, player: PlayerId) -> Action:
    return Action("do_camel_point", CAMEL, "deed.camel_point", (ClaimCamelPoint(player),))


def _claim(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _point(table, player)


PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        presentation=(
            Holding(CAMEL, told_points, award=True),
            Instrument(CAMEL, _point, told_points),
            Actions(_claim, Rank.AWARDS),
            Message(vote.CamelDue, "warn"),
        ),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        presentation=(
            Terrain(OASIS, ()),
            Pieces("edge", _pieces, (CAMEL, ARROW)),
            Holding("vote", vote.votes, "term.votes"),
            Holding(CAMEL, camels.between_camels, award=True),
            Message(vote.VotesCounted),
            Message(vote.Agreed),
        ),
    ),
)
