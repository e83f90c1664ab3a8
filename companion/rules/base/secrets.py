"""The real hands and development cards of a simulated game, and what people might enter of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.engine.verdict import Certainty
from companion.rules.base.board import Island
from companion.rules.base.board_making import random_board, variable_board
from companion.rules.base.development import monopoly, victory_point
from companion.rules.base.development.buy import DevelopmentBought
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.play import DevelopmentPlayed, PlayDevelopment, deck, development
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.goods import RESOURCE, names
from companion.rules.base.hands import (
    CardsChosen,
    CardsDrawn,
    CardsExchanged,
    CardsGained,
    CardsMoved,
    CardsPaid,
    CardsReturned,
    CardsShown,
    CardsSurrendered,
    NoneHeld,
)
from companion.rules.base.queries import opponents
from companion.rules.base.robber import DiscardCards
from companion.rules.base.roll import Produced
from companion.rules.base.setup import LayBoard
from companion.rules.base.showing import CountBank, CountHand, ShowCards
from companion.rules.base.slice import Base
from companion.rules.base.trade import TradeWithPlayer, trading_over
from companion.rules.base.turn import RollDice
from companion.rules.secrets import Chance

SHOWING = 0.01
"""How often somebody lets the table see cards, or the table counts."""

TRADING = 0.25
"""How often somebody would trade."""


class Secrets:
    """Hands as they really are, the order of the development deck, and the face-down cards."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.chance = chance
        self.supply = dict(table.slice(Base).hands.supply)
        self.hands: dict[PlayerId, Counter[str]] = {player: Counter() for player in table.core.ids}
        self.deck = [card for card, count in deck(table).items() for _ in range(count)]
        chance.shuffle(self.deck)
        self.held: dict[PlayerId, list[tuple[int, str]]] = {player: [] for player in table.core.ids}
        self.counted = bool(self.supply)

    # --- what people might enter

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Boards, rolls, discards, trades, shown cards, monopolies, and the points that win."""
        for question in table.core.pending:
            if question.who == who:
                yield from self._answers(table, question)
        if table.core.pending or table.core.winner is not None:
            return
        if table.core.phase is Phase.BEFORE_ROLL and RollDice in table.ruleset.commands:
            yield self.roll(table, who)
        if self.counted:
            yield from self._trades(table, who)
            yield from self._sights(table, who)
        yield from self._plays(table, who)

    def roll(self, table: Table, who: PlayerId) -> RollDice:
        """A roll of all dice that are wanted now."""
        dice = table.ruleset.dice_wanted(table.state)
        return RollDice(who, {die.name: self.chance.choice(die.faces) for die in dice})

    def _answers(self, table: Table, question: Decision) -> Iterable[Command]:
        if question.kind == "board":
            island: Island = table.value("island")
            made = (variable_board, random_board)[self.chance.randrange(2)]
            yield LayBoard(question.who, made(island, self.chance))
        elif question.kind == "discard":
            seen, unseen = self.some(question.who, int(str(question.params["count"])))
            yield DiscardCards(question.who, seen, unseen)
        elif question.kind == "bank":
            goods = question.params["goods"]
            assert isinstance(goods, tuple)
            yield CountBank(question.who, {good: self.bank(good) for good in goods})
        elif question.kind == "dice":
            yield self.roll(table, question.who)

    def some(
        self, who: PlayerId, count: int, among: Sequence[str] | None = None
    ) -> tuple[dict[str, int], int]:
        """Cards of the player's choice: those that the table sees, and how many more it does not see."""
        cards = self._any(who, count, among)
        seen = [card for card in cards if self.chance.random() < 0.7]
        return dict(Counter(seen)), len(cards) - len(seen)

    def _any(self, who: PlayerId, count: int, among: Sequence[str] | None = None) -> list[str]:
        cards = [good for good in self.hands[who].elements() if among is None or good in among]
        self.chance.shuffle(cards)
        return cards[:count]

    def _trades(self, table: Table, who: PlayerId) -> Iterable[Command]:
        if trading_over(table):
            return
        if table.core.phase is Phase.AFTER_ROLL and self.chance.random() < TRADING:
            partner = self.chance.choice(opponents(table, who))
            give = self._any(who, 1 + self.chance.randrange(2))
            take = [card for card in self._any(partner, 1 + self.chance.randrange(2)) if card not in give]
            if give and take:
                yield TradeWithPlayer(who, partner, dict(Counter(give)), dict(Counter(take)))

    def _sights(self, table: Table, who: PlayerId) -> Iterable[Command]:
        if self.chance.random() < SHOWING:
            hand = self.hands[who]
            yield ShowCards(who, dict(+hand), whole=True)
            yield ShowCards(who, dict(Counter(self._any(who, 1))))
            yield CountHand(who, who, hand.total())
            good = self.chance.choice(sorted(self.supply))
            yield CountBank(who, {good: self.bank(good)})

    def _plays(self, table: Table, who: PlayerId) -> Iterable[Command]:
        kinds = table.ruleset.commands
        if ShowVictoryPoints in kinds and self.held[who]:
            points = sum(card == victory_point.CARD.name for _, card in self.held[who])
            if points and table.points(who) + points >= table.value("points_to_win", who):
                yield ShowVictoryPoints(who, points)
        if PlayMonopoly in kinds and self._playable(table, who, monopoly.CARD.name):
            good = self.chance.choice(names(table, RESOURCE) or ("ore",))
            if good in self.supply:
                given = {other: self.hands[other][good] for other in opponents(table, who)}
                yield PlayMonopoly(who, good, {other: count for other, count in given.items() if count})

    def _playable(self, table: Table, who: PlayerId, card: str) -> bool:
        cards = development(table)
        return cards.played_in.get(who) != table.core.turn and any(
            name == card and turn != table.core.turn for turn, name in self.held[who]
        )

    # --- what the real cards say to it

    def complete(self, table: Table, command: Command) -> Command | None:
        """A development card must really be there; nobody else can be told what was drawn."""
        if isinstance(command, PlayDevelopment) and not self._playable(table, command.by, command.card):
            return None
        return command

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """Whether everyone has the cards that leave a hand here."""
        if not self.counted:
            return True
        hands = {player: Counter(hand) for player, hand in self.hands.items()}
        return all(self._moved(hands, event) for event in events)

    def _moved(self, hands: dict[PlayerId, Counter[str]], event: Event) -> bool:
        """Move the cards whose faces are seen; False if they are not there."""
        giver: PlayerId | None = None
        taker: PlayerId | None = None
        cards: dict[str, int] = {}
        match event:
            case Produced(gains=gains):
                for player, gained in gains.items():
                    hands[player].update(gained)
                return True
            case CardsGained(by=by, cards=cards):
                taker = by
                if any(self.supply[g] - sum(h[g] for h in hands.values()) < n for g, n in cards.items()):
                    return False
            case CardsPaid(by=by, cards=cards) | CardsReturned(by=by, cards=cards):
                giver = by
            case CardsMoved(giver=one, by=by, cards=cards):
                giver, taker = one, by
            case CardsExchanged(giver=other, by=by, drawn=drawn, returned=returned):
                return Counter(drawn) <= hands[other] and Counter(returned) <= hands[by]
            case CardsShown(by=by, cards=shown, whole=whole):
                hand = +hands[by]
                return hand == Counter(shown) if whole else Counter(shown) <= hand
            case NoneHeld(by=by, goods=goods):
                return not any(hands[by][good] for good in goods)
            case CardsSurrendered(by=by, good=good, limit=limit, given=given):
                for other, count in given.items():
                    has = hands[other][good]
                    if count != (has if limit is None else min(limit, has)):
                        return False
                    hands[other][good] -= count
                    hands[by][good] += count
                return True
        if giver is not None:
            if any(hands[giver][good] < count for good, count in cards.items()):
                return False
            hands[giver].subtract(cards)
        if taker is not None:
            hands[taker].update(cards)
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """Move the real cards, the unseen ones by chance."""
        for event in events:
            if self.counted and isinstance(event, CardsExchanged):
                self._exchanged(event)
            elif self.counted:
                self._moved(self.hands, event)
            match event:
                case CardsReturned(by=by, unseen=unseen):
                    self.hands[by].subtract(self._any(by, unseen))
                case (
                    CardsDrawn(giver=giver, by=by, count=count, among=among)
                    | CardsChosen(giver=giver, by=by, count=count, among=among)
                ) if self.counted:
                    cards = self._any(giver, count, among)
                    self.hands[giver].subtract(cards)
                    self.hands[by].update(cards)
                case DevelopmentBought(by=by, turn=turn):
                    self.held[by].append((turn, self.deck.pop()))
                case DevelopmentPlayed(by=by, card=card) if any(name == card for _, name in self.held[by]):
                    self.held[by].remove(next(pair for pair in self.held[by] if pair[1] == card))

    def _exchanged(self, event: CardsExchanged) -> None:
        """Both hands give before either takes."""
        sides = (
            (event.giver, event.by, event.drawn, event.unseen, event.among),
            (event.by, event.giver, event.returned, event.hidden, None),
        )
        leaving = []
        for giver, taker, seen, unseen, among in sides:
            self.hands[giver].subtract(seen)
            cards = Counter(seen) + Counter(self._any(giver, unseen, among))
            self.hands[giver].subtract(cards - Counter(seen))
            leaving.append((taker, cards))
        for taker, cards in leaving:
            self.hands[taker].update(cards)

    def bank(self, good: str) -> int:
        """Cards of a good that the bank really has."""
        return self.supply[good] - sum(hand[good] for hand in self.hands.values())

    # --- the truth beside what the table knows

    def wrong(self, table: Table) -> Iterable[str]:
        """Hands that the engine thinks impossible, and cards lost or made."""
        if not self.counted:
            return
        hands = table.slice(Base).hands
        for player, hand in self.hands.items():
            if hand.total() != hands.total(player):
                yield f"{player} holds {hand.total()} cards, not {hands.total(player)}"
            for good in self.supply:
                low, high = hands.low(player, good), hands.high(player, good)
                if not low <= hand[good] <= high:
                    yield f"{player} holds {hand[good]} {good}, not {low} to {high}"
        if hands.have({player: dict(+hand) for player, hand in self.hands.items()}) is Certainty.IMPOSSIBLE:
            yield f"impossible hands: {self.hands}"
        for good in self.supply:
            if not 0 <= self.bank(good) <= self.supply[good]:
                yield f"the bank has {self.bank(good)} {good}"
            if not hands.bank_low(good) <= self.bank(good) <= hands.bank_high(good):
                yield f"the bank has {self.bank(good)} {good}, not as the engine thinks"

    def truth(self) -> Any:
        """Hands, face-down cards and deck."""
        return {
            "hands": {player: dict(sorted((+hand).items())) for player, hand in self.hands.items()},
            "development": {player: [card for _, card in held] for player, held in self.held.items()},
            "deck": list(self.deck),
        }


class HandsAlone:
    """The secrets of a module in which nothing is hidden but the hands, which are the base game's: only its
    proposals are its own."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.chance = chance
        self.base: Secrets = others["base"]

    def complete(self, table: Table, command: Command) -> Command | None:
        """As it is."""
        return command

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """The base game's hands say so."""
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """The base game's hands keep it."""

    def wrong(self, table: Table) -> Iterable[str]:
        """Nothing but what the base game finds."""
        return ()

    def truth(self) -> Any:
        """Nothing more than the base game's hands."""
        return {}
