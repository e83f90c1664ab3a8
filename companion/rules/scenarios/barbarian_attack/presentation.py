"""What Barbarian Attack has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.extension import Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Adornment,
    Battles,
    Counter,
    Holding,
    Land,
    Message,
    Piece,
    Pieces,
    Rank,
    Terrain,
)
from companion.rules.scenarios.barbarian_attack import alerts, report
from companion.rules.scenarios.barbarian_attack.box import FULL, KNIGHTS, deck
from companion.rules.scenarios.barbarian_attack.cards import CardLost, DrawCard
from companion.rules.scenarios.barbarian_attack.coast import (
    CASTLE,
    CoastFreed,
    CoastOverrun,
    conquered,
    overrun,
    state_of,
)
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight, knights_of
from companion.rules.scenarios.barbarian_attack.landing import BarbarianLanded
from companion.rules.scenarios.barbarian_attack.prisoners import (
    ClaimConquered,
    ClaimFreed,
    ClaimPrisoner,
    prisoners,
)

NOBODY = PlayerId("")
"""Whose the barbarians are."""


def _barbarians(table: Table) -> Iterator[Piece]:
    for hex, count in state_of(table).barbarians.items():
        if count:
            yield Piece(hex, f"barbarians_{min(count, FULL)}", NOBODY)


def _knights(table: Table) -> Iterator[Piece]:
    for path, owner in state_of(table).knights.items():
        yield Piece(path, "path_knight", owner)


def _fallen(table: Table, piece: Piece) -> Piece:
    """BA-12: what is conquered lies on its side."""
    down = piece.figure in ("settlement", "city") and piece.place in conquered(table)
    return replace(piece, fallen=True) if down else piece


def _buy(table: Table, player: PlayerId) -> Iterator[Action]:
    cards = tuple(DrawCard(player, card) for card in deck())
    yield Action("do_draw_card", "chronicle", "deed.ba_card", cards)
    yield Action("do_move_knight", "path_knight", "deed.ba_move", takes=MoveKnight)


def _say(table: Table, player: PlayerId) -> Iterator[Action]:
    """BA-12, BA-42: a tap each."""
    yield Action("do_prisoner", "barbarian", "deed.ba_prisoner", (ClaimPrisoner(player),))
    for name, icon, command in (
        ("conquered_settlement", "down", ClaimConquered(player, False)),
        ("conquered_city", "down", ClaimConquered(player, True)),
        ("freed_settlement", "up", ClaimFreed(player, False)),
        ("freed_city", "up", ClaimFreed(player, True)),
    ):
        yield Action(f"do_{name}", icon, f"deed.ba_{name}", (command,))


SCORE = (Holding("barbarian", prisoners, "fact.prisoner"),)
NO_PLACES = (Actions(_say, Rank.AWARDS),)
PLACES = (
    *alerts.ALL,
    Terrain(CASTLE, ()),
    Land(face_down=overrun),
    Pieces("hex", _barbarians, tuple(f"barbarians_{count}" for count in range(1, FULL + 1))),
    Pieces("edge", _knights, ("path_knight",)),
    Adornment("corner", _fallen),
    Counter(
        "path_knight",
        KNIGHTS,
        lambda table, player: len(knights_of(table, player)),
        lambda player: DrawCard(player, ""),
        column=lambda table: False,
    ),
    Actions(_buy),
    Battles(report.battle),
    Message(CoastOverrun, "danger"),
    Message(CoastFreed),
    Message(CardLost, "warn"),
    Message(BarbarianLanded, "warn", lambda event: event.hex is None),
)

PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), presentation=SCORE),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), presentation=NO_PLACES),
    Part(needs=frozenset({Aspect.PLACES}), presentation=PLACES),
)
