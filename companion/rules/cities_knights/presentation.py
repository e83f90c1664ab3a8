"""What Cities & Knights has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.table import Table
from companion.rules.cities_knights.barbarians import times_defender
from companion.rules.cities_knights.cards import point_card_points
from companion.rules.cities_knights.progress.trade import merchant_points
from companion.rules.cities_knights.queries import part
from companion.rules.cities_knights.slice import Track
from companion.rules.presentation.parts import Adornment, Holding, Piece, Pieces


def _knights(table: Table) -> Iterator[Piece]:
    for site, knight in part(table).knights.items():
        yield Piece(site, "knight", knight.owner, strength=knight.strength, active=knight.active)


def _merchant(table: Table) -> Iterator[Piece]:
    state = part(table)
    if state.merchant is not None and state.merchant_hex is not None:
        yield Piece(state.merchant_hex, "merchant", state.merchant)


def _adorned(table: Table, piece: Piece) -> Piece:
    """Walls, metropolises, and cities that lie on their side as settlements (CK-113)."""
    state = part(table)
    track = next((track for track, site in state.metropolises.items() if site == piece.place), None)
    return replace(
        piece,
        wall=piece.place in state.walls,
        on_side=piece.place in state.lying,
        track=track.value if track is not None and piece.figure == "city" else "",
    )


SCORE = (
    Holding("defender", times_defender, award=True),
    Holding("merchant", merchant_points, award=True, track=Track.TRADE.value),
    Holding("point", point_card_points, award=True),
)
PLACES = (Pieces("corner", _knights), Pieces("hex", _merchant), Adornment("corner", _adorned))
