"""What the Rivers of Catan have for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Part
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Adornment,
    Counter,
    Holding,
    Instrument,
    Message,
    Piece,
    Rank,
)
from companion.rules.scenarios.rivers.bridges import BRIDGES, BuildBridge, bridges
from companion.rules.scenarios.rivers.course import bridge_sites
from companion.rules.scenarios.rivers.riches import (
    ClaimWealth,
    PovertyHeld,
    ReturnPoverty,
    ReturnWealth,
    TakePoverty,
    WealthHeld,
    state_of,
)


def _wealthiest(table: Table, player: PlayerId) -> int:
    return int(state_of(table).wealthiest == player)


def _poor(table: Table, player: PlayerId) -> int:
    return int(player in state_of(table).poor)


def _bridge_count(table: Table, player: PlayerId) -> int:
    return len(bridges(table, player))


def _bridge(player: PlayerId) -> Command:
    return BuildBridge(player, EdgeId(""))


def _adorned(table: Table, piece: Piece) -> Piece:
    """What lies on a bridge site is a bridge."""
    return replace(piece, figure="bridge") if piece.place in bridge_sites(table) else piece


def _span(table: Table, player: PlayerId) -> Action:
    return Action("do_build_bridge", "bridge", begins=_bridge(player))


def _build(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _span(table, player)


def _wealth(table: Table, player: PlayerId) -> Action:
    """RI-06: taken, or laid aside."""
    wealth = ReturnWealth(player) if _wealthiest(table, player) else ClaimWealth(player)
    return Action("do_wealth", "wealthiest", commands=(wealth,))


def _poverty(table: Table, player: PlayerId) -> Action:
    """RI-07: taken, or returned."""
    poverty = ReturnPoverty(player) if _poor(table, player) else TakePoverty(player)
    return Action("do_poverty", "poor", commands=(poverty,))


def _say(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _wealth(table, player)
    yield _poverty(table, player)


SCORE = (
    Holding("wealthiest", _wealthiest, award=True),
    Holding("poor", _poor, award=True),
    Message(WealthHeld),
    Message(PovertyHeld, "warn"),
)
PLACES = (
    Adornment("edge", _adorned, ("bridge",)),
    Instrument("bridge", _span, _bridge_count),
    Actions(_build, Rank.ROADS),
    Counter("bridge", BRIDGES, _bridge_count, _bridge, Rank.ROADS, spare=True),
)

PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), presentation=SCORE),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        presentation=(
            Instrument("wealthiest", _wealth, _wealthiest),
            Instrument("poor", _poverty, _poor),
            Actions(_say, Rank.AWARDS),
        ),
    ),
    Part(needs=frozenset({Aspect.PLACES}), presentation=PLACES),
)
