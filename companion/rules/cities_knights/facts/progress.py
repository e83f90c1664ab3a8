"""Progress cards, face down and open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.goods import readable
from companion.rules.base.stating import StateRule, stating
from companion.rules.cities_knights.cards import (
    HAND,
    Card,
    deck_size,
    hand,
    held,
    point_cards,
    progress_cards,
)
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import (
    CitiesKnights,
    CKEvent,
    Deck,
    Held,
    Track,
)


class StateProgress(Command, frozen=True, tag="ck.state_progress"):
    """A player's progress cards: how many face down of each deck, and which lie open."""

    player: PlayerId
    held: Mapping[Track, int] = {}
    opened: tuple[str, ...] = ()


class ProgressStated(CKEvent, frozen=True, tag="ck.progress_stated"):
    """A player's progress cards, face down and open, and what the decks still have."""

    scores: ClassVar[bool] = False
    player: PlayerId
    held: tuple[Held, ...]
    opened: tuple[str, ...]
    decks: dict[Track, Deck]

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        others = {card: who for card, who in state.laid_open.items() if who != self.player}
        return replace(
            state,
            hands=changed(state.hands, self.player, self.held),
            laid_open={**others, **dict.fromkeys(self.opened, self.player)},
            decks=self.decks,
        )


class StateProgressRule(StateRule):
    """CK-04: no more cards than the decks have."""

    command = StateProgress

    def at(self, table: Table, command: StateProgress) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
            return
        for card in command.opened:
            if card not in point_cards(table):
                yield hard("CK-122", "progress.not-laid-open", name=str(card)[:40])
        for track in Track:
            count = command.held.get(track, 0)
            if not 0 <= count <= deck_size(table, track):
                yield hard("CK-04", "progress.no-such-count", count=readable(count))
            elif _left(table, command, track) < 0:
                yield hard("CK-04", "progress.deck-short", track=track.value, count=deck_size(table, track))

    def apply(self, draft: Draft, command: StateProgress) -> None:
        player = command.player
        mine: list[Held] = []
        decks: dict[Track, Deck] = {}
        for track in Track:
            own = [card for card in hand(draft, player) if card.track is track]
            count = command.held.get(track, 0)
            mine += own if len(own) == count else [Held(track)] * count
            decks[track] = _deck(state_of(draft).decks[track], _left(draft, command, track))
        opened = tuple(dict.fromkeys(command.opened))
        draft.emit(ProgressStated(player, tuple(mine), opened, decks))


def _left(table: Table, command: StateProgress, track: Track) -> int:
    """Cards of a deck that are neither in hands nor open."""
    others = [player for player in table.core.ids if player != command.player]
    out = sum(held(table, player, track) for player in others) + command.held.get(track, 0)
    lying = {card for card, who in state_of(table).laid_open.items() if who != command.player}
    cards = progress_cards(table)
    lying = {card for card in lying | set(command.opened) if card in cards and cards[card].track is track}
    return deck_size(table, track) - out - len(lying)


def _deck(deck: Deck, size: int) -> Deck:
    """The deck with so many cards: nobody knows which have come or gone, if it is another number."""
    if size == deck.size:
        return deck
    under = deck.under[:size] if size < len(deck.under) else deck.under
    return Deck(size - len(under), under)


def _held(track: Track, table: Table, player: PlayerId) -> int:
    return held(table, player, track)


def _has_opened(card: str, table: Table, player: PlayerId) -> int:
    return int(state_of(table).laid_open.get(card) == player)


def progress_now(table: Table, player: PlayerId) -> StateProgress:
    """The player's progress cards as they are."""
    counts = {track: held(table, player, track) for track in Track}
    return StateProgress(player, player, counts, _opened(table, player))


def _opened(table: Table, player: PlayerId) -> tuple[str, ...]:
    return tuple(card for card, who in state_of(table).laid_open.items() if who == player)


def _lay_open(card: str, table: Table, player: PlayerId, value: int) -> StateProgress:
    others = tuple(one for one in _opened(table, player) if one != card)
    return replace(progress_now(table, player), opened=(*others, card) if value else others)


def opened(card: Card) -> Fact:
    """Who has laid a point card open (CK-122). A module with such a card adds this to its own parts, and the
    words ``fact.opened_<card>`` to its texts."""
    return Fact(
        f"opened_{card.name}", partial(_has_opened, card.name), partial(_lay_open, card.name), FactSort.FLAG
    )


PROGRESS = (
    *(
        Fact(
            f"progress_{track.value}",
            partial(_held, track),
            stating(progress_now, "held", track),
            most=HAND + 1,
        )
        for track in Track
    ),
    *(opened(card) for card in CARDS.values() if card.point),
)


EVENTS = (ProgressStated,)
PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(StateProgressRule(),), facts=PROGRESS),)
