"""What nobody has seen, judged against every way in which the cards can really lie (B-56).

The engine reasons about face-down cards by what is accounted for. Here the same is found by brute
force: every order in which a small deck can lie is a world, each move is made in all of them, and
what was seen throws out the worlds that do not fit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.ids import PlayerId
from companion.engine.table import Draft
from companion.engine.verdict import Certainty
from companion.rules.cities_knights.cards import (
    LayOpen,
    LayOpenRule,
    draw,
    hand,
    holds,
    may_hold,
    put_under,
    spend,
)
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.progress.spy import PlaySpy, SpyRule
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, BEN, evening

PLAYERS = (ANNA, BEN)

Hands = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class World:
    """One way in which the cards of a deck can lie: the deck from the top, and every hand, sorted."""

    deck: tuple[str, ...]
    hands: Hands = ((), ())

    def give(self, player: int, card: str) -> World:
        return self._with(player, (*self.hands[player], card))

    def take(self, player: int, card: str) -> World:
        cards = list(self.hands[player])
        cards.remove(card)
        return self._with(player, tuple(cards))

    def _with(self, player: int, cards: tuple[str, ...]) -> World:
        hands = list(self.hands)
        hands[player] = tuple(sorted(cards))
        return World(self.deck, tuple(hands))

    def under(self, card: str) -> World:
        return World((*self.deck, card), self.hands)


def orders(track: Track, size: int) -> Iterator[tuple[str, ...]]:
    """Every order in which the top cards of a shuffled deck can lie."""
    names = {name: card.copies for name, card in CARDS.items() if card.track is track}

    def more(start: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(start) == size:
            yield start
            return
        used = Counter(start)
        for name, copies in names.items():
            if used[name] < copies:
                yield from more((*start, name))

    return more(())


def drawn(worlds: Iterable[World], player: int) -> set[World]:
    return {World(world.deck[1:], world.hands).give(player, world.deck[0]) for world in worlds}


def gone_unseen(worlds: Iterable[World], player: int) -> set[World]:
    return {world.take(player, card).under(card) for world in worlds for card in set(world.hands[player])}


def stolen(worlds: Iterable[World], thief: int, victim: int) -> set[World]:
    return {
        world.take(victim, card).give(thief, card) for world in worlds for card in set(world.hands[victim])
    }


def played(worlds: Iterable[World], player: int, card: str) -> set[World]:
    return {world.take(player, card).under(card) for world in worlds if card in world.hands[player]}


def laid_open(worlds: Iterable[World], player: int, card: str) -> set[World]:
    return {world.take(player, card) for world in worlds if card in world.hands[player]}


class Run:
    """The engine's view, all possible worlds, and the one that is true."""

    def __init__(self, track: Track, size: int, truth: tuple[str, ...]) -> None:
        self.track = track
        table = evening("anna ben")
        table.given_deck(track, size)
        self.draft = Draft(table.session.ruleset, table.state)
        self.truth = World(truth)
        self.worlds = {World(order) for order in orders(track, size)}
        self.unseen = False

    def draw(self, player: int) -> None:
        draw(self.draft, PLAYERS[player], self.track)
        self.worlds = drawn(self.worlds, player)
        (self.truth,) = drawn([self.truth], player)

    def put_back(self, player: int, card: str) -> None:
        put_under(self.draft, PLAYERS[player], self.track)
        self.worlds = gone_unseen(self.worlds, player)
        self.truth = self.truth.take(player, card).under(card)
        self.unseen = True

    def steal(self, thief: int, victim: int, card: str) -> None:
        spy = PlaySpy(PLAYERS[thief], PLAYERS[victim], self.track)
        SpyRule().effect(self.draft, spy)
        self.worlds = stolen(self.worlds, thief, victim)
        self.truth = self.truth.take(victim, card).give(thief, card)
        self.unseen = True

    def play(self, player: int, card: str) -> None:
        if card in ("printer", "constitution"):
            LayOpenRule().apply(self.draft, LayOpen(PLAYERS[player], card))
            self.worlds = laid_open(self.worlds, player, card)
            self.truth = self.truth.take(player, card)
            return
        spend(self.draft, PLAYERS[player], card)
        self.worlds = played(self.worlds, player, card)
        self.truth = self.truth.take(player, card).under(card)

    def check(self) -> None:
        """Nothing possible is called impossible, and nothing is called known that may be otherwise."""
        assert self.truth in self.worlds
        names = [name for name, card in CARDS.items() if card.track is self.track]
        for number, player in enumerate(PLAYERS):
            possible = {card for world in self.worlds for card in world.hands[number]}
            for name in names:
                claimed = may_hold(self.draft, player, name)
                assert claimed or name not in possible, f"{player} may hold {name} after all"
                if not self.unseen:
                    assert claimed is (name in possible), f"{player} cannot hold {name}"
                if holds(self.draft, player, name) is Certainty.SURE:
                    assert all(name in world.hands[number] for world in self.worlds), f"{player}: {name}"
            self._known_is_true(number, player)
        deck = state_of(self.draft).decks[self.track]
        for world in self.worlds:
            assert len(world.deck) == deck.size
            for known, real in zip(deck.under, world.deck[deck.fresh :], strict=True):
                assert known in (None, real), f"{known} lies under the deck, or {real}"

    def _known_is_true(self, number: int, player: PlayerId) -> None:
        cards = hand(self.draft, player)
        known = Counter(held.name for held in cards if held.name is not None)
        for world in self.worlds:
            assert len(world.hands[number]) == len(cards)
            assert not known - Counter(world.hands[number]), f"{player} holds {dict(known)}, or does not"


@settings(max_examples=150, deadline=None, print_blob=True)
@given(st.data())
def test_b_56_nothing_possible_is_called_impossible(data: st.DataObject) -> None:
    track = data.draw(st.sampled_from(list(Track)), label="deck")
    size = data.draw(st.integers(1, 3), label="cards in it")
    truth = data.draw(st.sampled_from(list(orders(track, size))), label="how they really lie")
    run = Run(track, size, truth)
    for _ in range(data.draw(st.integers(1, 12), label="moves")):
        player = data.draw(st.integers(0, 1), label="player")
        own, others = run.truth.hands[player], run.truth.hands[1 - player]
        moves = ["draw"] * bool(run.truth.deck) + ["play", "put back"] * bool(own) + ["steal"] * bool(others)
        if not moves:
            return
        move = data.draw(st.sampled_from(moves), label="move")
        if move == "draw":
            run.draw(player)
        elif move == "play":
            run.play(player, data.draw(st.sampled_from(own), label="card"))
        elif move == "put back":
            run.put_back(player, data.draw(st.sampled_from(own), label="card"))
        else:
            run.steal(player, 1 - player, data.draw(st.sampled_from(others), label="card"))
        run.check()


def test_b_56_two_of_two_played_leave_none_in_a_whole_deck() -> None:
    """The whole deck is drawn by two players who play both Cranes: nobody can hold a third."""
    table = evening("anna ben")
    draft = Draft(table.session.ruleset, table.state)
    for _ in range(9):
        for player in PLAYERS:
            draw(draft, player, Track.SCIENCE)
    spend(draft, ANNA, "crane")
    assert may_hold(draft, ANNA, "crane")
    assert may_hold(draft, BEN, "crane")
    spend(draft, BEN, "crane")
    assert not may_hold(draft, ANNA, "crane")
    assert not may_hold(draft, BEN, "crane")


def test_b_56_the_last_cards_of_a_deck_are_sure() -> None:
    """Seventeen green cards have been seen: whoever holds the last one holds the Engineer."""
    table = evening("anna ben")
    others = [name for name, card in CARDS.items() for _ in range(card.copies) if card.track is Track.SCIENCE]
    others.remove("engineer")
    table.given_deck(Track.SCIENCE, 1, *others).given_cards("ben", Track.SCIENCE)
    assert holds(table.table, BEN, "engineer") is Certainty.SURE
    assert holds(table.table, BEN, "crane") is Certainty.IMPOSSIBLE
    assert holds(table.table, ANNA, "engineer") is Certainty.IMPOSSIBLE
