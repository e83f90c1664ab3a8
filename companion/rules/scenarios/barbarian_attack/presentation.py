"""What Barbarian Attack has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

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
    Instrument,
    Land,
    Message,
    Piece,
    Pieces,
    Rank,
    Terrain,
)
from companion.rules.scenarios.barbarian_attack import alerts, motion, report
from companion.rules.scenarios.barbarian_attack.box import FULL, KNIGHTS, deck
from companion.rules.scenarios.barbarian_attack.cards import CARDS, CardLost, DrawCard
from companion.rules.scenarios.barbarian_attack.coast import (
    CASTLE,
    CoastFreed,
    CoastOverrun,
    conquered,
    overrun,
    state_of,
)
from companion.rules.scenarios.barbarian_attack.garrison import OWN_KNIGHTS
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight, knights_of
from companion.rules.scenarios.barbarian_attack.landing import BarbarianLanded, LandingCalled, NobodyLands
from companion.rules.scenarios.barbarian_attack.prisoners import (
    ClaimConquered,
    ClaimFreed,
    ClaimPrisoner,
    lying,
    prisoners,
)

PIECES = ("settlement", "city")
"""What can be conquered."""

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


def _draw(table: Table, player: PlayerId) -> Action:
    cards = tuple(DrawCard(player, card) for card in deck())
    return Action("do_draw_card", "chronicle", "deed.ba_card", cards)


def _ride(table: Table, player: PlayerId) -> Action:
    return Action("do_move_knight", "path_knight", "deed.ba_move", takes=MoveKnight)


def _buy(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _draw(table, player)


def _move(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _ride(table, player)


def _knight_count(table: Table, player: PlayerId) -> int:
    return len(knights_of(table, player))


def _prisoner(table: Table, player: PlayerId) -> Action:
    return Action("do_prisoner", "barbarian", "deed.ba_prisoner", (ClaimPrisoner(player),))


def _fall(piece: str, table: Table, player: PlayerId) -> Action:
    """BA-12: a settlement or a city lies on its side from now on."""
    name, command = f"conquered_{piece}", ClaimConquered(player, piece == "city")
    return Action(f"do_{name}", name, f"deed.ba_{name}", (command,))


def _stand(piece: str, table: Table, player: PlayerId) -> Action:
    """BA-43: one that lay stands again."""
    name, command = f"freed_{piece}", ClaimFreed(player, piece == "city")
    return Action(f"do_{name}", name, f"deed.ba_{name}", (command,))


def _say(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _prisoner(table, player)
    for does in (_fall, _stand):
        yield from (does(piece, table, player) for piece in PIECES)


def _lying(piece: str, table: Table, player: PlayerId) -> int:
    return lying(table, player)[piece == "city"]


SCORE = (Holding("barbarian", prisoners, "fact.prisoner"), alerts.LANDING)
NO_PLACES = (
    Instrument("barbarian", _prisoner, prisoners),
    *(Instrument(f"conquered_{piece}", partial(_fall, piece), partial(_lying, piece)) for piece in PIECES),
    *(Instrument(f"freed_{piece}", partial(_stand, piece), partial(_lying, piece)) for piece in PIECES),
    Actions(_say, Rank.AWARDS),
    Message(LandingCalled, "warn"),
)
PLACES = (
    *alerts.ON_COAST,
    Instrument("path_knight", _ride, _knight_count),
    Terrain(CASTLE, ()),
    Land(face_down=overrun),
    Pieces(
        "hex",
        _barbarians,
        tuple(f"barbarians_{count}" for count in range(1, FULL + 1)),
        thing="barbarian",
    ),
    Adornment("corner", _fallen),
    Actions(_move),
    Battles(report.battle),
    Message(CoastOverrun, "danger"),
    Message(CoastFreed),
    Message(NobodyLands),
    Message(BarbarianLanded, "warn", lambda event: event.hex is None),
    *motion.COAST,
)

OWN = (
    Pieces("edge", _knights, ("path_knight",)),
    Counter(
        "path_knight",
        KNIGHTS,
        _knight_count,
        lambda player: DrawCard(player, ""),
        spare=True,
    ),
)
BOUGHT = (Instrument("chronicle", _draw), Actions(_buy), Message(CardLost, "warn"))

PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), presentation=SCORE),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), presentation=NO_PLACES),
    Part(needs=frozenset({Aspect.PLACES}), name=OWN_KNIGHTS, presentation=OWN),
    Part(needs=frozenset({Aspect.PLACES}), name=CARDS, presentation=BOUGHT),
    Part(needs=frozenset({Aspect.PLACES}), presentation=PLACES),
)
