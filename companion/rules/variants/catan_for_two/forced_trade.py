"""The forced trade, paid for with trade tokens (C2-05)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.cells import Holder
from companion.engine.command import Command
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.knowledge import least_certain
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, impossible, soft
from companion.rules.base.goods import RESOURCE, Bag, check_bag, names, size
from companion.rules.base.hands import CardsChosen, CardsDrawn, CardsExchanged, CardsMoved
from companion.rules.base.slice import Base
from companion.rules.base.trade import check_together
from companion.rules.variants.catan_for_two.queries import opponent
from companion.rules.variants.catan_for_two.tokens import check_action, pay, price

CARDS = 2
"""Cards that go from hand to hand either way."""


class ForceTrade(Command, frozen=True, tag="c2.force_trade"):
    """The player drew cards from the opponent's hand, and gave two others for them.

    ``count`` is how many were drawn: two, or the only one. ``drawn`` and ``returned`` are those that the
    table saw. With ``all_kinds`` any card might be drawn, otherwise only resources.
    """

    count: int = CARDS
    drawn: Mapping[str, int] = {}
    returned: Mapping[str, int] = {}
    all_kinds: bool = False


def others_only(table: Table) -> bool:
    """Whether none of the cards drawn may be given back."""
    return bool(table.option("forced_trade_return") == "others")


def drawable(table: Table, player: PlayerId, all_kinds: bool) -> tuple[int, int]:
    """The least and the most cards that the player may have among those that may be drawn."""
    hands = table.slice(Base).hands
    total = hands.total(player)
    apart = [] if all_kinds else [good for good in names(table) if good not in names(table, RESOURCE)]
    least = total - sum(hands.high(player, good) for good in apart)
    most = total - sum(hands.low(player, good) for good in apart)
    return max(0, least), most


class ForceTradeRule(CommandRule[ForceTrade]):
    """C2-05: two cards drawn unseen, or the only one, and two others given for them."""

    command = ForceTrade
    timing = Timing.TURN
    too_many_forms = True

    def at(self, table: Table, command: ForceTrade) -> Iterable[Violation]:
        by = command.by
        kind = None if command.all_kinds else RESOURCE
        faults = [
            *check_bag(table, command.drawn, kind),
            *check_bag(table, command.returned),
        ]
        if not 1 <= command.count <= CARDS or size(command.drawn) > command.count:
            faults.append(hard("C2-05", "forced.two-drawn", player=by))
        if size(command.returned) > CARDS:
            faults.append(hard("C2-05", "forced.two-returned", player=by))
        yield from faults
        yield from check_action(table, by, price(table, by, command.all_kinds))
        if not faults and table.slice(Base).hands.counted:
            yield from self._check_cards(table, command)

    @staticmethod
    def _check_cards(table: Table, command: ForceTrade) -> Iterable[Violation]:
        """Both hands must allow it."""
        by, other = command.by, opponent(table, command.by)
        least, most = drawable(table, other, command.all_kinds)
        if not most:
            yield impossible("C2-05", "forced.nothing-to-draw", player=other)
        elif not min(CARDS, least) <= command.count <= most:
            yield impossible("C2-05", "forced.number", player=other, count=command.count)
        own = table.slice(Base).hands.total(by)
        if own + (0 if others_only(table) else command.count) < CARDS:
            yield soft("C2-05", "forced.nothing-to-return", player=by, total=own)
        yield from check_together(table, _seen(table, command), "C2-05")

    def apply(self, draft: Draft, command: ForceTrade) -> None:
        by, other, hands = command.by, opponent(draft, command.by), draft.slice(Base).hands
        pay(draft, by, price(draft, by, command.all_kinds))
        among = None if command.all_kinds else names(draft, RESOURCE)
        unseen, hidden = command.count - size(command.drawn), CARDS - size(command.returned)
        if hands.counted:
            # Only a house ruling draws or gives more than there is.
            unseen = max(0, min(unseen, hands.total(other) - size(command.drawn)))
            own = hands.total(by) + (0 if others_only(draft) else size(command.drawn) + unseen)
            hidden = max(0, min(hidden, own - size(command.returned)))
        if others_only(draft):
            draft.emit(
                CardsExchanged(other, by, dict(command.drawn), unseen, dict(command.returned), hidden, among)
            )
            return
        if command.drawn:
            draft.emit(CardsMoved(other, by, dict(command.drawn)))
        if unseen:
            draft.emit(CardsDrawn(other, by, unseen, among))
        if command.returned:
            draft.emit(CardsMoved(by, other, dict(command.returned)))
        if hidden:
            draft.emit(CardsChosen(by, other, hidden))

    def certainty(self, table: Table, command: ForceTrade) -> Certainty:
        hands = table.slice(Base).hands
        if not hands.counted:
            return Certainty.SURE
        least, most = drawable(table, opponent(table, command.by), command.all_kinds)
        number = Certainty.SURE if min(CARDS, least) == min(CARDS, most) else Certainty.POSSIBLE
        return least_certain((number, hands.have(_seen(table, command))))

    def forms(self, table: Table, who: PlayerId) -> Iterable[ForceTrade]:
        dearer = price(table, who, True) != price(table, who, False)
        counts = range(CARDS, 0, -1) if table.slice(Base).hands.counted else (CARDS,)
        kinds = (False, True) if dearer else (False,)
        return [ForceTrade(who, count, all_kinds=all_kinds) for all_kinds in kinds for count in counts]


def _seen(table: Table, command: ForceTrade) -> dict[Holder, Bag]:
    """What the table saw of both hands as they were before."""
    return {opponent(table, command.by): command.drawn, command.by: _from_own_hand(table, command)}


def _from_own_hand(table: Table, command: ForceTrade) -> Bag:
    """The cards given that must have been in the own hand before the draw, as far as the table can tell."""
    if others_only(table):
        return command.returned
    if size(command.drawn) < command.count:
        return {}
    drawn = command.drawn
    return {
        good: count - drawn.get(good, 0)
        for good, count in command.returned.items()
        if count > drawn.get(good, 0)
    }
