"""Progress cards face down: drawing, holding, putting back, and what a hand can hold at all.

The table never shows a drawn card. A card is known only when it is played, laid open, or drawn
again from a deck that has gone round (CK-121).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.engine.command import Command, tag_of
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    Invariant,
    Part,
    PointSource,
    Step,
    Timing,
)
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.ruleset import Ruleset
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, impossible, soft
from companion.rules.cities_knights.queries import level, state_of
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Deck, Held, Track

HAND = 4
"""Face-down progress cards that a player may hold (CK-123)."""


class CardsPlaced(CKEvent, frozen=True):
    """Base of the events that change a hand of progress cards and its deck together."""

    by: PlayerId
    track: Track
    hand: tuple[Held, ...]
    deck: Deck

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(
            state,
            hands=changed(state.hands, self.by, self.hand),
            decks=changed(state.decks, self.track, self.deck),
        )


class CardDrawn(CardsPlaced, frozen=True, tag="ck.card_drawn"):
    """A player drew the top card of a progress deck, face down (CK-31)."""

    scores: ClassVar[bool] = False


class CardPlayed(CardsPlaced, frozen=True, tag="ck.card_played"):
    """A player played a progress card; it goes under its deck (CK-120, CK-121)."""

    scores: ClassVar[bool] = False
    card: str


class CardPutBack(CardsPlaced, frozen=True, tag="ck.card_put_back"):
    """A player put a face-down progress card under its deck (CK-121, CK-123)."""

    scores: ClassVar[bool] = False


class CardLaidOpen(CardsPlaced, frozen=True, tag="ck.card_laid_open"):
    """A point card lies open before its owner (CK-122)."""

    card: str

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(super().apply(state), laid_open=changed(state.laid_open, self.card, self.by))


class Card(msgspec.Struct, frozen=True):
    """A progress card: its deck, how many copies it has there, and the rule that describes it.

    A ``point`` card is laid open at once, for a point (CK-122). ``as_fifth`` says whether it may be played in
    the place of a card too many (CK-123).
    """

    name: str
    track: Track
    copies: int
    rule: RuleId
    point: bool = False
    as_fifth: bool = True


class PlayCard(Command, frozen=True):
    """Base of the plays. Fields that say where, or which cards, are needed only where places, or hands, are
    tracked."""

    card: ClassVar[str]


@remembered
def plays(ruleset: Ruleset) -> Mapping[str, type[PlayCard]]:
    """The commands that play the progress cards, by the name of the card."""
    return {kind.card: kind for kind in ruleset.commands if issubclass(kind, PlayCard)}


def progress_cards(table: Table) -> Mapping[str, Card]:
    """The progress cards of this game by name."""
    return _by_name(table.ruleset)


@remembered
def _by_name(ruleset: Ruleset) -> Mapping[str, Card]:
    return {card.name: card for card in ruleset.cards_of(Card)}


def deck_of(table: Table, track: Track) -> Sequence[Card]:
    """The cards of a colour."""
    return _decks(table.ruleset)[track]


@remembered
def _decks(ruleset: Ruleset) -> Mapping[Track, Sequence[Card]]:
    cards = ruleset.cards_of(Card)
    return {track: [card for card in cards if card.track is track] for track in Track}


def deck_size(table: Table, track: Track) -> int:
    """CK-04: cards of a deck, all copies counted; eighteen without cards of other modules."""
    return sum(card.copies for card in deck_of(table, track))


class LayOpen(Command, frozen=True, tag="ck.lay_open"):
    """The player laid a point card open."""

    card: str


class PutBack(Command, frozen=True, tag="ck.put_back"):
    """The player put a face-down card of that colour under its deck."""

    track: Track


def point_cards(table: Table) -> list[str]:
    """CK-122: the cards that are laid open at once."""
    return [name for name, card in progress_cards(table).items() if card.point]


def hand(table: Table, player: PlayerId) -> tuple[Held, ...]:
    """The player's face-down cards."""
    return state_of(table).hands.get(player, ())


def held(table: Table, player: PlayerId, track: Track) -> int:
    """How many face-down cards of a colour the player has; everyone sees their backs."""
    return sum(card.track is track for card in hand(table, player))


def unaccounted(table: Table, name: str) -> int:
    """Copies of a card that nobody can place: not open, not known in a hand, not known in the deck."""
    state = state_of(table)
    return progress_cards(table)[name].copies - _accounted(state.hands, state.decks, state.laid_open).get(
        name, 0
    )


@remembered
def _accounted(
    hands: Mapping[PlayerId, tuple[Held, ...]],
    decks: Mapping[Track, Deck],
    laid_open: Mapping[str, PlayerId],
) -> Mapping[str, int]:
    """How many copies of each card are known to be somewhere."""
    known: list[str | None] = [*laid_open]
    for cards in hands.values():
        known += [held.name for held in cards]
    for deck in decks.values():
        known += deck.under
    found: dict[str, int] = {}
    for name in known:
        if name is not None:
            found[name] = found.get(name, 0) + 1
    return found


def unseen(table: Table, track: Track) -> int:
    """Cards of a colour that nobody can place, in hands and in the deck together."""
    return sum(unaccounted(table, card.name) for card in deck_of(table, track))


def may_hold(table: Table, player: PlayerId, name: str) -> bool:
    """Whether the player can have that card, by all that the table has seen (B-56)."""
    return name in possible_cards(table, player)


def possible_cards(table: Table, player: PlayerId) -> Collection[str]:
    """The names of all cards that the player can have, by all that the table has seen (B-56)."""
    state = state_of(table)
    own = state.hands.get(player)
    known = _accounted(state.hands, state.decks, state.laid_open)
    return _possible(own, known, _decks(table.ruleset)) if own else ()


@remembered
def _possible(
    own: tuple[Held, ...], accounted: Mapping[str, int], decks: Mapping[Track, Sequence[Card]]
) -> Collection[str]:
    """Known cards, and those of the colours of unknown ones that nobody can place."""
    found = {card.name for card in own if card.name is not None}
    for track in {card.track for card in own if card.name is None}:
        found.update([card.name for card in decks[track] if card.copies > accounted.get(card.name, 0)])
    return found


def holds(table: Table, player: PlayerId, name: str) -> Certainty:
    """Whether the player has that card: known to, possibly, or not (B-56)."""
    if not may_hold(table, player, name):
        return Certainty.IMPOSSIBLE
    track = progress_cards(table)[name].track
    own = [card for card in hand(table, player) if card.track is track]
    if any(card.name == name for card in own):
        return Certainty.SURE
    # With more unknown cards than there are of all other names, one of them is this one.
    others = unseen(table, track) - unaccounted(table, name)
    unknown = sum(card.name is None for card in own)
    return Certainty.SURE if unknown > others else Certainty.POSSIBLE


def remaining(cards: tuple[Held, ...], track: Track, name: str | None) -> tuple[tuple[Held, ...], str | None]:
    """A hand without one card of a colour, and what is known of the card that went.

    ``name`` is the card's name if the table saw it. Where a card went unseen from among known and
    unknown ones, the known ones may be the ones that went, so they are unknown from then on.
    """
    same = [h for h in cards if h.track is track]
    others = tuple(h for h in cards if h.track is not track)
    if name is not None:
        gone = next((h for h in same if h.name == name), None) or next(h for h in same if h.name is None)
    else:
        names = {h.name for h in same}
        gone = Held(track, names.pop() if len(names) == 1 else None)
        if gone not in same or len({h.name for h in same}) > 1:
            same = [Held(track)] * len(same)
            gone = same[0]
    same.remove(gone)
    return (*others, *same), gone.name if name is None else name


def draw(draft: Draft, player: PlayerId, track: Track) -> None:
    """CK-31, CK-32: the top card of a deck, if there is one; a fifth card asks its question (CK-123)."""
    deck = state_of(draft).decks[track]
    if deck.size:
        card, deck = _off_the_top(deck, track)
        draft.emit(CardDrawn(player, track, (*hand(draft, player), card), deck))
        watch_hand(draft, player)


def _off_the_top(deck: Deck, track: Track) -> tuple[Held, Deck]:
    """The top card, known only if the deck has gone round (CK-121), and the deck without it."""
    if deck.fresh:
        return Held(track), Deck(deck.fresh - 1, deck.under)
    return Held(track, deck.under[0]), Deck(0, deck.under[1:])


def put_under(draft: Draft, player: PlayerId, track: Track) -> None:
    """CK-121: a card goes face down under its deck, unseen."""
    cards, name = remaining(hand(draft, player), track, None)
    deck = state_of(draft).decks[track]
    draft.emit(CardPutBack(player, track, cards, Deck(deck.fresh, (*deck.under, name))))
    watch_hand(draft, player)


def spend(draft: Draft, player: PlayerId, name: str) -> None:
    """CK-120, CK-121: a card is played and goes under its deck."""
    card = progress_cards(draft)[name]
    cards, deck = _shown(draft, player, card)
    draft.emit(CardPlayed(player, card.track, cards, Deck(deck.fresh, (*deck.under, name)), name))
    watch_hand(draft, player)


def _shown(table: Table, player: PlayerId, card: Card) -> tuple[tuple[Held, ...], Deck]:
    """Hand and deck after the player has shown a card of the hand.

    A card that by all that was entered cannot be there was drawn all the same, and nobody entered it.
    """
    cards, deck = hand(table, player), state_of(table).decks[card.track]
    if any(h.track is card.track and h.name in (None, card.name) for h in cards):
        return remaining(cards, card.track, card.name)[0], deck
    return cards, _off_the_top(deck, card.track)[1] if deck.size else deck


def watch_hand(draft: Draft, player: PlayerId) -> None:
    """CK-123: ask about a card too many, or close the question when there is none any more.

    The question remembers (``most``) how many may stay where that is more than the limit.
    """
    count = len(hand(draft, player))
    question = draft.question("fifth_card", player)
    if question is not None:
        if count <= int(str(question.params.get("most", HAND))):
            draft.settle("fifth_card", player)
        return
    answers = ["ck.put_back", "ck.lay_open"]
    if draft.core.on_turn != player:
        most = HAND
    else:
        answers += plays_as_fifth(draft)
        most = HAND + (draft.option("fifth_progress_card") == "keep_to_end_of_turn")
    if count > most > HAND:
        draft.ask("fifth_card", player, "CK-123", *answers, most=most)
    elif count > most:
        draft.ask("fifth_card", player, "CK-123", *answers)


def plays_as_fifth(table: Table) -> list[str]:
    """CK-123: what may be played at once instead of putting a card back; never Alchemist."""
    cards = progress_cards(table)
    return [tag_of(kind) for name, kind in plays(table.ruleset).items() if cards[name].as_fifth]


def end_of_turn(draft: Draft) -> None:
    """CK-123, in the editions that let five be held: one is put back when the turn ends."""
    player = draft.core.on_turn
    if len(hand(draft, player)) > HAND and draft.question("fifth_card", player) is None:
        draft.ask("fifth_card", player, "CK-123", "ck.put_back", "ck.lay_open")


def gates(draft: Draft) -> None:
    """CK-31: everyone whose level and red die fit draws, in turn order from the player on turn."""
    face, red = draft.core.dice.get("event"), draft.core.dice.get("red")
    if face not in set(Track) or not isinstance(red, int):
        return
    track = Track(str(face))
    for player in draft.core.in_turn_order():
        reached = level(draft, player, track)
        if reached >= 1 and red <= reached + 1:
            draw(draft, player, track)


def check_holds(table: Table, player: PlayerId, name: str) -> Iterable[Violation]:
    """B-56: a card that the player cannot have is refused with the reason."""
    card = progress_cards(table)[name]
    of_colour = held(table, player, card.track)
    if not of_colour:
        yield soft(card.rule, "card.no-such-colour", player=player, card=name, track=card.track.value)
    if not may_hold(table, player, name) and (of_colour or unaccounted(table, name) < 1):
        yield impossible(card.rule, "card.all-seen", player=player, card=name, count=card.copies)


class LayOpenRule(CommandRule[LayOpen]):
    """CK-122, PC-G05, PC-B02: at once, whoever is on turn."""

    command = LayOpen
    timing = Timing.ANY

    def at(self, table: Table, command: LayOpen) -> Iterable[Violation]:
        if command.card not in point_cards(table):
            yield hard("CK-122", "card.no-point-card")
        elif command.card in state_of(table).laid_open:
            yield hard("CK-122", "card.open-already", card=command.card)
        else:
            yield from check_holds(table, command.by, command.card)

    def apply(self, draft: Draft, command: LayOpen) -> None:
        card = progress_cards(draft)[command.card]
        cards, deck = _shown(draft, command.by, card)
        draft.emit(CardLaidOpen(command.by, card.track, cards, deck, card.name))
        watch_hand(draft, command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[LayOpen]:
        return [LayOpen(who, name) for name in point_cards(table)]


class PutBackRule(CommandRule[PutBack]):
    """CK-123: only a card too many is put back."""

    command = PutBack
    timing = Timing.ANSWER

    def not_asked(self, table: Table, who: PlayerId) -> Violation:
        """CK-123: no other discarding is allowed."""
        return hard("CK-123", "card.none-too-many", player=who)

    def at(self, table: Table, command: PutBack) -> Iterable[Violation]:
        if not held(table, command.by, command.track):
            yield hard("CK-123", "card.none-of-colour", player=command.by, track=command.track.value)

    def apply(self, draft: Draft, command: PutBack) -> None:
        put_under(draft, command.by, command.track)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PutBack]:
        return [PutBack(who, track) for track in Track]


def point_card_points(table: Table, player: PlayerId) -> int:
    """CK-122: Printer and Constitution, 1 point each."""
    return sum(owner == player for owner in state_of(table).laid_open.values())


def decks_kept(table: Table) -> list[str]:
    """CK-04: the cards of every deck are in it, in hands, or open."""
    state, cards = state_of(table), progress_cards(table)
    wrong = []
    for track in Track:
        in_hands = sum(held(table, player, track) for player in table.core.ids)
        laid_open = sum(cards[name].track is track for name in state.laid_open)
        count = state.decks[track].size + in_hands + laid_open
        if count != deck_size(table, track):
            wrong.append(f"{track.value}: {count} progress cards")
    for name in cards:
        if unaccounted(table, name) < 0:
            wrong.append(f"{name}: more than {cards[name].copies} copies")
    return wrong


EVENTS: tuple[type[Event], ...] = (
    CardDrawn,
    CardPlayed,
    CardPutBack,
    CardLaidOpen,
)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        steps=(
            Step("roll", "ck.gates", gates, after=("ck.ship",), before=("base.seven",)),
            Step("end", "ck.fifth_card", end_of_turn),
        ),
        commands=(LayOpenRule(), PutBackRule()),
        points=(PointSource("point_cards", RuleId("CK-122"), point_card_points),),
        invariants=(Invariant("ck.progress_cards", decks_kept),),
    ),
)
