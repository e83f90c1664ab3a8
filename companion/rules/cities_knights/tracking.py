"""What is known of Cities & Knights at another tracking level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.ids import Site
from companion.engine.table import Draft, Table
from companion.rules.base.slice import Base
from companion.rules.base.tracking import on_board, renamed
from companion.rules.cities_knights.cards import deck_size
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import (
    CitiesKnights,
    CKEvent,
    Deck,
    Knight,
    Track,
)


class CKCarried(CKEvent, frozen=True, tag="ck.carried"):
    """What is known at another tracking level: where there are places, by their new names, or nothing.

    Without ``score`` only the ship is known.
    """

    scores: ClassVar[bool] = False
    score: bool
    knights: Mapping[Site, Knight] = {}
    walls: tuple[Site, ...] = ()
    lying: tuple[Site, ...] = ()
    metropolises: Mapping[Track, Site] = {}
    decks: Mapping[Track, Deck] = {}

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        known = (
            state if self.score else CitiesKnights(ship=state.ship, attacks=state.attacks, decks=self.decks)
        )
        return replace(
            known,
            knights=self.knights,
            walls=frozenset(self.walls),
            lying=frozenset(self.lying),
            metropolises=self.metropolises,
            merchant_hex=None,
            committed=None,
            displaced={},
        )


def carry(before: Table, draft: Draft) -> None:
    """Knights, walls and metropolises lose their places where nobody enters them any more; on a board they
    have still to be said. A knight that waited for its place has one somewhere."""
    if "places" not in draft.ruleset.slots:
        decks = {track: Deck(deck_size(draft, track)) for track in Track}
        draft.emit(CKCarried(False, decks=decks))
        return
    if on_board(draft) is on_board(before):
        return
    if on_board(draft):
        draft.emit(CKCarried(True))
        return
    state = state_of(before)
    names = dict(zip(before.slice(Base).buildings, draft.slice(Base).buildings, strict=False))
    standing = [*state.knights.values(), *(away.knight for away in state.displaced.values())]
    sites = renamed((knight.owner for knight in standing), draft.slice(Base).buildings)
    stands = dict(zip(sites, standing, strict=True))
    draft.emit(
        CKCarried(
            True,
            stands,
            tuple(names[site] for site in sorted(state.walls) if site in names),
            tuple(names[site] for site in sorted(state.lying) if site in names),
            {track: names[site] for track, site in state.metropolises.items() if site in names},
        )
    )


EVENTS = (CKCarried,)
