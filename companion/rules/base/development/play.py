"""Development cards: what all of them have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Part, Stage, Term, Timing
from companion.engine.ids import PlayerId
from companion.engine.knowledge import least_certain
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.ruleset import Ruleset
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, impossible, soft
from companion.rules.base.slice import Base, BaseEvent, Development


class Card(msgspec.Struct, frozen=True):
    """A development card: its name, and how many copies the deck has (B-07)."""

    name: str
    copies: int


class PlayDevelopment(Command, frozen=True):
    """Base of the plays."""

    card: ClassVar[str]


P = TypeVar("P", bound=PlayDevelopment)


class DevelopmentPlayed(BaseEvent, frozen=True, tag="base.development_played"):
    """A development card lies open; the one held longest of those face down is gone.

    ``turn`` is the turn in which it was played, 0 for a card that does not count as the turn's one.
    """

    by: PlayerId
    card: str
    turn: int = 0

    @property
    def variant(self) -> str:
        return self.card

    def apply(self, state: Base) -> Base:
        old = state.development
        mine = changed(
            old.played.get(self.by, {}), self.card, old.played.get(self.by, {}).get(self.card, 0) + 1
        )
        return replace(
            state,
            development=replace(
                old,
                held=changed(old.held, self.by, old.held.get(self.by, ())[1:]),
                played=changed(old.played, self.by, mine),
                played_in=changed(old.played_in, self.by, self.turn) if self.turn else old.played_in,
            ),
        )


def deck(table: Table) -> Mapping[str, int]:
    """B-07: the cards of the deck by kind; none where nothing but the dice is tracked."""
    found: Mapping[str, int] | None = table.value("development_cards")
    return {} if found is None else found


def base_deck(table: Table, old: None) -> Mapping[str, int]:
    """B-07: all copies of all cards."""
    return _deck(table.ruleset)


@remembered
def _deck(ruleset: Ruleset) -> Mapping[str, int]:
    return {card.name: card.copies for card in ruleset.cards_of(Card)}


def deck_size(table: Table, old: None) -> int:
    """B-07: all copies of all cards."""
    return sum(deck(table).values())


def development_cards(table: Table, old: None) -> Mapping[str, Violation]:
    """B-44: they are never in the hand of resources."""
    return {card: hard("B-44", "trade.development", development=card) for card in deck(table)}


def development(table: Table) -> Development:
    """The development cards, as far as the table knows them."""
    return table.slice(Base).development


def played(table: Table, card: str) -> int:
    """How many copies of a card lie open."""
    return _played(development(table).played).get(card, 0)


@remembered
def _played(cards: Mapping[PlayerId, Mapping[str, int]]) -> Mapping[str, int]:
    """How many copies of each card lie open."""
    found: Counter[str] = Counter()
    for mine in cards.values():
        found.update(mine)
    return found


def out(table: Table, card: str) -> int:
    """Copies of a card that nobody has seen yet."""
    return deck(table).get(card, 0) - played(table, card)


def check_held(table: Table, by: PlayerId, card: str, count: int = 1) -> Iterable[Violation]:
    """B-56: the player holds so many cards face down, and so many of this kind are still unseen."""
    held = len(development(table).held.get(by, ()))
    if held < count:
        yield soft("B-53", "development.none-held", player=by, count=held)
    if out(table, card) < count:
        yield impossible("B-56", "development.all-seen", development=card, count=deck(table).get(card, 0))


def certainty_of_card(table: Table, card: str, count: int, among: int) -> Certainty:
    """B-56: whether ``among`` face-down cards of one hand include so many of a kind."""
    others = sum(out(table, other) for other in deck(table) if other != card)
    return Certainty.SURE if among - others >= count else Certainty.POSSIBLE


class PlayRule(CommandRule[P], Generic[P]):
    """B-53: one card a turn, before or after the roll, not one bought this turn."""

    command: ClassVar[type[PlayDevelopment]]
    timing = Timing.TURN

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        cards, turn = development(table), table.core.turn
        held = cards.held.get(who, ())
        yield from check_held(table, who, self.command.card)
        if held and held[0] == turn:
            yield soft("B-53", "development.just-bought", player=who)
        if cards.played_in.get(who) == turn:
            yield soft("B-53", "development.one-a-turn", player=who)

    def apply(self, draft: Draft, command: P) -> None:
        draft.emit(DevelopmentPlayed(command.by, command.card, draft.core.turn))
        self.effect(draft, command)

    def effect(self, draft: Draft, command: P) -> None:
        """What the card does."""

    def certainty(self, table: Table, command: P) -> Certainty:
        """B-56: sure only when no other card can be meant, and what else it needs is there."""
        held = development(table).held.get(command.by, ())
        ready = sum(turn != table.core.turn for turn in held)
        return least_certain((certainty_of_card(table, command.card, 1, ready), self.needs(table, command)))

    def needs(self, table: Table, command: P) -> Certainty:
        """Whether the cards of hands and bank that the play needs are there."""
        return Certainty.SURE


EVENTS = (DevelopmentPlayed,)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("development_cards", Stage.BASE, base_deck),
            Term("other_cards", Stage.BASE, development_cards),
        ),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("development_deck", Stage.BASE, deck_size),),
    ),
)
