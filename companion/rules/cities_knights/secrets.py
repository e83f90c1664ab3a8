"""The real progress cards of a simulated game, and what people might enter of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.command import Command, tag_of
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cards import (
    CardDrawn,
    CardLaidOpen,
    CardPlayed,
    CardPutBack,
    LayOpen,
    PlayCard,
    deck_of,
    deck_size,
    hand,
    may_hold,
    point_cards,
    progress_cards,
)
from companion.rules.cities_knights.progress.play import Simulated
from companion.rules.cities_knights.progress.spy import CardSpied
from companion.rules.cities_knights.queries import gentle, state_of
from companion.rules.cities_knights.slice import Track
from companion.rules.secrets import Chance

SEVENS = {(white, 7 - white) for white in range(1, 7)}

SEEN = 0.3
"""How often the table sees a card that a play moves from hand to hand."""


class Secrets:
    """The order of the progress decks and the face-down cards. Hands of goods are the base game's secret."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.chance = chance
        self.others = others
        self.hands: dict[PlayerId, list[str]] = {player: [] for player in table.core.ids}
        self.decks: dict[Track, list[str]] = {}
        for track in Track:
            deck = [card.name for card in deck_of(table, track) for _ in range(card.copies)]
            chance.shuffle(deck)
            self.decks[track] = deck

    # --- what people might enter

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Point cards, which anyone lays open at once, and what the rules of hidden cards propose."""
        if table.core.winner is not None:
            return
        unlaid = self._unlaid(table)
        if unlaid:
            yield from unlaid
            return
        for rule in table.ruleset.commands.values():
            if isinstance(rule, Simulated):
                yield from rule.proposals(table, who, self)

    def _unlaid(self, table: Table) -> list[LayOpen]:
        """CK-122: point cards do not stay in a hand."""
        points = point_cards(table)
        return [LayOpen(p, card) for p, cards in self.hands.items() for card in cards if card in points]

    # --- what the real cards say to it

    def complete(self, table: Table, command: Command) -> Command | None:
        """A progress card must really be there, and so must the cards that a play is about.

        The dice of a roll are those that the Alchemist named, and no 7 in a gentle start.
        """
        unlaid = self._unlaid(table)
        if unlaid:
            return command if command in unlaid else None
        if isinstance(command, RollDice):
            return self._roll(table, command)
        if isinstance(command, LayOpen):
            return None
        if isinstance(command, PlayCard) and command.card not in self.hands[command.by]:
            return None
        rule = table.ruleset.commands[type(command)]
        return rule.complete(table, command, self) if isinstance(rule, Simulated) else command

    def _roll(self, table: Table, command: RollDice) -> RollDice:
        dice, named = command.dice, state_of(table).named_dice
        if WHITE not in dice or RED not in dice:
            return command
        if named is not None and table.core.on_turn == command.by:
            return replace(command, dice={**dice, WHITE: named[0], RED: named[1]})
        if gentle(table) and (dice[WHITE], dice[RED]) in SEVENS:
            # Thrown again until it is no 7, which a pair never is.
            return replace(command, dice={**dice, WHITE: dice[RED]})
        return command

    # --- what rules ask

    @property
    def counted(self) -> bool:
        """Whether hands of goods are tracked."""
        return bool(self.others["base"].counted)

    def goods(self, player: PlayerId) -> Counter[str]:
        """The goods that a player really holds."""
        found: Counter[str] = self.others["base"].hands[player]
        return found

    def bank(self, good: str) -> int:
        """How many the bank has left."""
        return int(self.others["base"].bank(good))

    def some(self, player: PlayerId, count: int) -> tuple[dict[str, int], int]:
        """This many goods of a hand: those that the table sees, and the number of the others."""
        found: tuple[dict[str, int], int] = self.others["base"].some(player, count)
        return found

    def any_good(self, player: PlayerId) -> str:
        """A card drawn from a hand."""
        return self.choice(sorted(self.goods(player).elements()))

    def may_play(self, table: Table, who: PlayerId, kind: type[PlayCard]) -> bool:
        """CK-120, CK-123: who has the card, in the own turn while anything may be traded or built, or for a
        fifth card."""
        core = table.core
        if kind.card not in self.hands[who]:
            return False
        if core.pending:
            question = table.question("fifth_card", who)
            return question is not None and tag_of(kind) in question.answers
        begun = core.on_turn == who and core.phase is Phase.AFTER_ROLL
        return begun and table.value("main_closed") is None

    def seen(self) -> bool:
        """Whether the table sees a card that goes from hand to hand."""
        return self.chance.random() < SEEN

    def choice(self, among: Iterable[str]) -> str:
        """One of them."""
        return self.chance.choice(list(among))

    # --- what happens to the cards

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """What the cards of a hand are is asked for before (``complete``)."""
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """Move the real cards; which one goes back, or is spied out, is chance."""
        for event in events:
            match event:
                case CardDrawn(by=by, track=track):
                    self.hands[by].append(self.decks[track].pop(0))
                case CardPlayed(by=by, track=track, card=card):
                    self.hands[by].remove(card)
                    self.decks[track].append(card)
                case CardPutBack(by=by, track=track):
                    self.decks[track].append(self._gone(table, by, track))
                case CardLaidOpen(by=by, card=card):
                    self.hands[by].remove(card)
                case CardSpied(by=by, victim=victim, track=track):
                    self.hands[by].append(self._gone(table, victim, track))

    def _gone(self, table: Table, player: PlayerId, track: Track) -> str:
        """Any card of a colour, taken from a hand."""
        cards = progress_cards(table)
        card = self.choice(name for name in self.hands[player] if cards[name].track is track)
        self.hands[player].remove(card)
        return card

    # --- the truth beside what the table knows

    def wrong(self, table: Table) -> Iterable[str]:
        """Cards that the engine thinks elsewhere, and cards lost or made."""
        state, known_cards = state_of(table), progress_cards(table)
        for player, cards in self.hands.items():
            believed = hand(table, player)
            if Counter(held.track for held in believed) != Counter(known_cards[name].track for name in cards):
                yield f"{player} holds {cards}, not {believed}"
            if Counter(held.name for held in believed if held.name is not None) - Counter(cards):
                yield f"{player} holds {cards}, none of {believed}"
            yield from (
                f"{player} holds {name} all the same" for name in cards if not may_hold(table, player, name)
            )
        for track, deck in self.decks.items():
            known = (None,) * state.decks[track].fresh + state.decks[track].under
            if len(known) != len(deck) or any(a not in (None, b) for a, b in zip(known, deck, strict=False)):
                yield f"the {track.value} deck is {deck}, not {known}"
            count = len(deck) + sum(
                known_cards[name].track is track for cards in self.hands.values() for name in cards
            )
            count += sum(known_cards[name].track is track for name in state.laid_open)
            if count != deck_size(table, track):
                yield f"there are {count} {track.value} cards"

    def truth(self) -> Any:
        """Decks from the top, and face-down cards."""
        return {
            "decks": {track.value: list(deck) for track, deck in self.decks.items()},
            "hands": {player: list(cards) for player, cards in self.hands.items()},
        }
