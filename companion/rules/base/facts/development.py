"""Development cards, face down and open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base.development import DECK
from companion.rules.base.development.play import deck, development, played
from companion.rules.base.goods import HUGE, readable
from companion.rules.base.slice import Base, BaseEvent
from companion.rules.base.stating import StateRule, deck_in_play, stating


class StateDevelopment(Command, frozen=True, tag="base.state_development"):
    """A player's development cards: how many face down, and which lie open."""

    player: PlayerId
    held: int = 0
    played: Mapping[str, int] = {}


class DevelopmentStated(BaseEvent, frozen=True, tag="base.development_stated"):
    """A player's development cards, face down and open, and how many the stack still has."""

    scores: ClassVar[bool] = False
    player: PlayerId
    held: int
    played: dict[str, int]
    deck: int

    def apply(self, state: Base) -> Base:
        old = state.development
        stated = replace(
            old,
            deck=self.deck,
            held=changed(old.held, self.player, (0,) * self.held),
            played=changed(old.played, self.player, self.played),
        )
        return replace(state, development=stated)


class StateDevelopmentRule(StateRule):
    """B-07: no more cards than the stack had."""

    command = StateDevelopment

    def at(self, table: Table, command: StateDevelopment) -> Iterable[Violation]:
        player = command.player
        if player not in table.core.ids:
            yield no_player(player)
            return
        mine, cards = development(table).played.get(player, {}), deck(table)
        for card, count in command.played.items():
            if card not in cards or not 0 <= count <= HUGE:
                yield hard("B-07", "development.unknown", name=str(card)[:40])
            elif played(table, card) - mine.get(card, 0) + count > cards[card]:
                yield soft("B-07", "development.too-many", development=card, count=cards[card])
        if not 0 <= command.held <= sum(cards.values()):
            yield hard("B-07", "development.count", count=readable(command.held))
        elif self._left(table, command) < 0:
            yield soft("B-07", "development.stack-short", count=sum(cards.values()))

    def apply(self, draft: Draft, command: StateDevelopment) -> None:
        lying = {card: count for card, count in command.played.items() if count}
        left = max(0, self._left(draft, command))
        draft.emit(DevelopmentStated(command.player, command.held, lying, left))

    @staticmethod
    def _left(table: Table, command: StateDevelopment) -> int:
        """Cards that are neither in hands nor open."""
        state = development(table)
        others = [player for player in table.core.ids if player != command.player]
        out = sum(len(state.held.get(player, ())) for player in others)
        out += sum(sum(state.played.get(player, {}).values()) for player in others)
        return sum(deck(table).values()) - out - command.held - sum(command.played.values())


def development_now(table: Table, player: PlayerId) -> StateDevelopment:
    """The player's development cards as they are."""
    state = development(table)
    held = len(state.held.get(player, ()))
    return StateDevelopment(player, player, held, state.played.get(player, {}))


def _lying(card: str, table: Table, player: PlayerId) -> int:
    return development(table).played.get(player, {}).get(card, 0)


def _copies(card: str, table: Table) -> int:
    return deck(table).get(card, 0)


def in_deck(card: str, table: Table) -> bool:
    """Whether the game has development cards, and such a one among them."""
    return deck_in_play(table) and card in deck(table)


DEVELOPMENT = (
    Fact(
        "development_card",
        lambda table, player: len(development(table).held.get(player, ())),
        stating(development_now, "held"),
        most=sum(DECK.values()),
        wanted=deck_in_play,
    ),
    *(
        Fact(
            f"played_{card}",
            partial(_lying, card),
            stating(development_now, "played", card),
            most=copies,
            wanted=partial(in_deck, card),
            most_here=partial(_copies, card),
        )
        for card, copies in DECK.items()
    ),
)


EVENTS = (DevelopmentStated,)
PARTS = (Part(needs=frozenset({Aspect.PLACES}), commands=(StateDevelopmentRule(),), facts=DEVELOPMENT),)
