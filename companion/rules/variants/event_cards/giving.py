"""Cards that events move: taken from the bank, given away, drawn from a hand (EV-13 to EV-20).

Where hands are not entered nobody is asked for any.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, impossible, no_player, soft
from companion.rules.base.goods import RESOURCE, names, no_such_card
from companion.rules.base.hands import CardsChosen, CardsGained, CardsMoved, NoneHeld
from companion.rules.base.queries import opponents
from companion.rules.base.robber import certainty_of_robbing, check_card, take_card
from companion.rules.base.slice import Base
from companion.rules.base.trade import check_bank, void_if_dry


class TakeResource(Command, frozen=True, tag="ev.take_resource"):
    """The player took a resource of choice from the bank."""

    good: str


class GiveCard(Command, frozen=True, tag="ev.give_card"):
    """The player gave a card of choice to another; ``card`` if the table saw it."""

    to: PlayerId
    card: str | None = None


class KeepCards(Command, frozen=True, tag="ev.keep_cards"):
    """The player has no resource to give."""


class DrawCard(Command, frozen=True, tag="ev.draw_card"):
    """The player drew a card from the hand of another; ``card`` if the table saw it."""

    victim: PlayerId
    card: str | None = None


# --- questions


def holders(table: Table, players: Iterable[PlayerId]) -> list[PlayerId]:
    """Those of the players who have cards, as far as hands are entered."""
    hands = table.slice(Base).hands
    return [player for player in players if hands.counted and hands.total(player)]


def ask_to_take(draft: Draft, players: Iterable[PlayerId], rule: str) -> None:
    """A resource of choice for each of the players."""
    if draft.slice(Base).hands.counted:
        for player in players:
            draft.ask("take_resource", player, rule, "ev.take_resource")
        void_if_dry(draft, "take_resource")


Receivers = Callable[[Table, PlayerId], Sequence[PlayerId]]
"""Who may get the card that a player gives."""


def ask_to_give(
    draft: Draft, players: Collection[PlayerId], rule: str, receivers: Receivers, owed: tuple[str, ...]
) -> None:
    """A card of choice of each of the players goes to another; without any of the ``owed`` goods all may be
    kept.

    The question says to whom it may go (``players``), of which goods one is owed (``goods``), whether there
    certainly is one to give (``due``), and whose card may come first (``givers``).
    """
    hands = draft.slice(Base).hands
    ways = {player: tuple(receivers(draft, player)) for player in players}
    for player, to in ways.items():
        due = int(hands.has_any(player, owed) is Certainty.SURE)
        givers = tuple(giver for giver, takers in ways.items() if player in takers)
        tags = ("ev.give_card", "ev.keep_cards")
        draft.ask("give_card", player, rule, *tags, players=to, goods=owed, due=due, givers=givers)


def ask_to_draw(draft: Draft, player: PlayerId, rule: str) -> None:
    """The player draws from another's hand, if somebody has a card."""
    if holders(draft, opponents(draft, player)):
        draft.ask("draw_card", player, rule, "ev.draw_card")


# --- answers


class TakeResourceRule(CommandRule[TakeResource]):
    """EV-14, EV-16, EV-20: one resource, no commodity, that the bank has."""

    command = TakeResource
    timing = Timing.ANSWER

    def at(self, table: Table, command: TakeResource) -> Iterable[Violation]:
        question = table.question("take_resource", command.by)
        if command.good not in names(table):
            yield no_such_card(table, command.good)
        elif question is not None:
            if command.good not in names(table, RESOURCE):
                yield soft(question.rule, "event.resource-only", good=command.good)
            yield from check_bank(table, {command.good: 1}, question.rule)

    def apply(self, draft: Draft, command: TakeResource) -> None:
        draft.emit(CardsGained(command.by, {command.good: 1}))
        draft.settle("take_resource", command.by)
        void_if_dry(draft, "take_resource")

    def certainty(self, table: Table, command: TakeResource) -> Certainty:
        return table.slice(Base).hands.bank_has({command.good: 1})

    def forms(self, table: Table, who: PlayerId) -> Iterable[TakeResource]:
        return [TakeResource(who, good) for good in names(table, RESOURCE)]


def base_gifts(table: Table, old: None) -> tuple[str, ...]:
    """EV-13, EV-18: resources."""
    return names(table, RESOURCE)


def gifts(table: Table) -> tuple[str, ...]:
    """EV-13, EV-18: cards that may be given."""
    goods: tuple[str, ...] = table.value("event_gifts")
    return goods


def named(question: Decision, param: str) -> tuple[str, ...]:
    """People or goods that a question names."""
    found = question.params[param]
    return found if isinstance(found, tuple) else ()


class GiveCardRule(CommandRule[GiveCard]):
    """EV-13, EV-18: one card of choice to whom the event names."""

    command = GiveCard
    timing = Timing.ANSWER

    def at(self, table: Table, command: GiveCard) -> Iterable[Violation]:
        by, to, question = command.by, command.to, table.question("give_card", command.by)
        if to not in table.core.ids or to == by:
            yield no_player(to)
            return
        if question is None:
            return
        if to not in named(question, "players"):
            yield soft(question.rule, "gift.not-to", player=by, players=named(question, "players"))
        if command.card is None and self.certainty(table, command) is Certainty.IMPOSSIBLE:
            yield impossible(question.rule, "gift.none", player=by)
        yield from check_card(table, by, command.card, question.rule)

    def apply(self, draft: Draft, command: GiveCard) -> None:
        by, to = command.by, command.to
        if command.card is not None:
            draft.emit(CardsMoved(by, to, {command.card: 1}))
        else:
            goods = gifts(draft)
            draft.emit(CardsChosen(by, to, 1, None if goods == names(draft) else goods))
        draft.settle("give_card", by)

    def certainty(self, table: Table, command: GiveCard) -> Certainty:
        hands = table.slice(Base).hands
        if command.card is None:
            return hands.has_any(command.by, gifts(table))
        return hands.has(command.by, {command.card: 1})

    def forms(self, table: Table, who: PlayerId) -> Iterable[GiveCard]:
        question = table.question("give_card", who)
        if question is not None:
            for to in map(PlayerId, named(question, "players")):
                yield GiveCard(who, to)
                yield from (GiveCard(who, to, card) for card in gifts(table))


def received_already(table: Table, question: Decision) -> bool:
    """EV-13: whether another's card may lie in the hand already, of which nothing is to be given."""
    return any(table.question("give_card", PlayerId(giver)) is None for giver in named(question, "givers"))


def has_to_give(table: Table, by: PlayerId, question: Decision) -> bool:
    """EV-13: whether there was certainly a card to give when the event came, by all that is known now."""
    if received_already(table, question):
        return bool(question.params["due"])
    return table.slice(Base).hands.has_any(by, named(question, "goods")) is Certainty.SURE


class KeepCardsRule(CommandRule[KeepCards]):
    """EV-13: whoever has no resource need not give anything."""

    command = KeepCards
    timing = Timing.ANSWER

    def at(self, table: Table, command: KeepCards) -> Iterable[Violation]:
        question, by = table.question("give_card", command.by), command.by
        if question is not None and has_to_give(table, by, question):
            yield impossible(question.rule, "gift.due", player=by)

    def apply(self, draft: Draft, command: KeepCards) -> None:
        question = draft.question("give_card", command.by)
        assert question is not None
        if not received_already(draft, question):
            draft.emit(NoneHeld(command.by, named(question, "goods")))
        draft.settle("give_card", command.by)

    def certainty(self, table: Table, command: KeepCards) -> Certainty:
        return Certainty.POSSIBLE

    def forms(self, table: Table, who: PlayerId) -> Iterable[KeepCards]:
        return (KeepCards(who),)


class DrawCardRule(CommandRule[DrawCard]):
    """EV-15, EV-19: one card from any hand, by chance."""

    command = DrawCard
    timing = Timing.ANSWER

    def at(self, table: Table, command: DrawCard) -> Iterable[Violation]:
        by, victim, question = command.by, command.victim, table.question("draw_card", command.by)
        if victim not in table.core.ids or victim == by:
            yield no_player(victim)
            return
        if question is None:
            return
        if not holders(table, (victim,)):
            yield soft(question.rule, "draw.nothing", victim=victim)
        yield from check_card(table, victim, command.card, question.rule)

    def apply(self, draft: Draft, command: DrawCard) -> None:
        take_card(draft, command.by, command.victim, command.card)
        draft.settle("draw_card", command.by)

    def certainty(self, table: Table, command: DrawCard) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.card)

    def forms(self, table: Table, who: PlayerId) -> Iterable[DrawCard]:
        return [DrawCard(who, victim) for victim in opponents(table, who)]
