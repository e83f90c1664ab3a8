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
from companion.rules.base.goods import names
from companion.rules.base.queries import opponents
from companion.rules.base.robber import victims
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cards import CARDS, DECK, POINT_CARDS, LayOpen, hand, may_hold
from companion.rules.cities_knights.goods import COMMODITY
from companion.rules.cities_knights.progress.play import PlayCard
from companion.rules.cities_knights.progress.politics import GiveGifts, PlayBishop, ReturnHalf
from companion.rules.cities_knights.progress.science import HarvestRule, PlayHarvest
from companion.rules.cities_knights.progress.trade import (
    CountedMonopolyRule,
    OfferForCommodity,
    PlayMasterMerchant,
)
from companion.rules.cities_knights.queries import gentle, part
from companion.rules.cities_knights.slice import (
    CardDrawn,
    CardLaidOpen,
    CardPlayed,
    CardPutBack,
    CardSpied,
    Track,
)
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
            deck = [card.name for card in CARDS.values() for _ in range(card.copies) if card.track is track]
            chance.shuffle(deck)
            self.decks[track] = deck

    # --- what people might enter

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Point cards, which anyone lays open at once, monopolies, and cards given by choice."""
        if table.core.winner is not None:
            return
        unlaid = self._unlaid()
        if unlaid:
            yield from unlaid
            return
        for kind, command in (("saboteur", ReturnHalf), ("wedding", GiveGifts)):
            question = table.question(kind, who)
            if question is not None:
                seen, unseen = self.others["base"].some(who, int(str(question.params["count"])))
                yield command(who, seen, unseen)
        if any(self._goods(other).total() for other in opponents(table, who)):
            yield from self._monopolies(table, who)

    def _unlaid(self) -> list[LayOpen]:
        """CK-122: point cards do not stay in a hand."""
        return [LayOpen(p, card) for p, cards in self.hands.items() for card in cards if card in POINT_CARDS]

    def _monopolies(self, table: Table, who: PlayerId) -> Iterable[Command]:
        for rule in table.ruleset.commands.values():
            if not isinstance(rule, CountedMonopolyRule):
                continue
            command: type[Any] = rule.command
            if command.card in self.hands[who] and self._may_play(table, who, command):
                good = self.chance.choice(names(table, rule.kind))
                given = {other: min(rule.limit, self._goods(other)[good]) for other in opponents(table, who)}
                yield command(who, good, {other: count for other, count in given.items() if count})

    @staticmethod
    def _may_play(table: Table, who: PlayerId, command: type[PlayCard]) -> bool:
        """CK-120, CK-123: in the own turn after the roll, or for a fifth card."""
        core = table.core
        if core.pending:
            question = table.question("fifth_card", who)
            return question is not None and tag_of(command) in question.answers
        return core.on_turn == who and core.phase is Phase.AFTER_ROLL

    def _goods(self, player: PlayerId) -> Counter[str]:
        """The cards that a player really holds."""
        found: Counter[str] = self.others["base"].hands[player]
        return found

    # --- what the real cards say to it

    def complete(self, table: Table, command: Command) -> Command | None:
        """A progress card must really be there, and so must the cards that a play is about.

        The dice of a roll are those that the Alchemist named, and no 7 in a gentle start.
        """
        unlaid = self._unlaid()
        if unlaid:
            return command if command in unlaid else None
        if isinstance(command, RollDice):
            return self._roll(table, command)
        if isinstance(command, LayOpen):
            return None
        if isinstance(command, OfferForCommodity):
            has = any(self._goods(command.opponent)[good] for good in names(table, COMMODITY))
            return command if has is not command.refused else None
        if not isinstance(command, PlayCard):
            return command
        if command.card not in self.hands[command.by]:
            return None
        return self._play(table, command)

    def _roll(self, table: Table, command: RollDice) -> RollDice:
        dice, named = command.dice, part(table).named_dice
        if WHITE not in dice or RED not in dice:
            return command
        if named is not None and table.core.on_turn == command.by:
            return replace(command, dice={**dice, WHITE: named[0], RED: named[1]})
        if gentle(table) and (dice[WHITE], dice[RED]) in SEVENS:
            # Thrown again until it is no 7, which a pair never is.
            return replace(command, dice={**dice, WHITE: dice[RED]})
        return command

    def _play(self, table: Table, command: PlayCard) -> PlayCard | None:
        if not self.others["base"].counted:
            return command
        rule = table.ruleset.commands[type(command)]
        if isinstance(command, PlayHarvest) and command.count is not None and isinstance(rule, HarvestRule):
            paid = min(rule.due(table, command.by)[0], self.others["base"].bank(rule.good))
            return command if command.count == paid else None
        if isinstance(command, PlayBishop) and command.hex is not None and self.chance.random() < SEEN:
            found = [v for v in victims(table, command.by, command.hex) if self._goods(v).total()]
            return replace(command, cards={victim: self._any_card(victim) for victim in found})
        if isinstance(command, PlayMasterMerchant) and self.chance.random() < SEEN:
            seen, _ = self.others["base"].some(command.victim, 2)
            return replace(command, cards=seen)
        return command

    def _any_card(self, player: PlayerId) -> str:
        return self.chance.choice(sorted(self._goods(player).elements()))

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
                    self.decks[track].append(self._gone(by, track))
                case CardLaidOpen(by=by, card=card):
                    self.hands[by].remove(card)
                case CardSpied(by=by, victim=victim, track=track):
                    self.hands[by].append(self._gone(victim, track))

    def _gone(self, player: PlayerId, track: Track) -> str:
        """Any card of a colour, taken from a hand."""
        card = self.chance.choice([name for name in self.hands[player] if CARDS[name].track is track])
        self.hands[player].remove(card)
        return card

    # --- the truth beside what the table knows

    def wrong(self, table: Table) -> Iterable[str]:
        """Cards that the engine thinks elsewhere, and cards lost or made."""
        state = part(table)
        for player, cards in self.hands.items():
            believed = hand(table, player)
            if Counter(held.track for held in believed) != Counter(CARDS[name].track for name in cards):
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
                CARDS[name].track is track for cards in self.hands.values() for name in cards
            )
            count += sum(CARDS[name].track is track for name in state.laid_open)
            if count != DECK:
                yield f"there are {count} {track.value} cards"

    def truth(self) -> Any:
        """Decks from the top, and face-down cards."""
        return {
            "decks": {track.value: list(deck) for track, deck in self.decks.items()},
            "hands": {player: list(cards) for player, cards in self.hands.items()},
        }
