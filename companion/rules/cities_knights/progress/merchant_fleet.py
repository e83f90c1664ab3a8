"""The Merchant Fleet: 2:1 with the bank for the rest of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.extension import Part, Stage, Term
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.goods import check_named, names
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule, hands
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.rates import with_special_rate
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Track

CARD = Card("merchant_fleet", Track.TRADE, copies=2, rule=RuleId("PC-Y03"))


class PlayMerchantFleet(PlayCard, frozen=True, tag="ck.play_merchant_fleet"):
    """The player trades 2:1 with the bank for the rest of the turn, in some editions one ``good`` alone."""

    card: ClassVar[str] = CARD.name
    good: str | None = None


class FleetHired(CKEvent, frozen=True, tag="ck.fleet_hired"):
    """In this turn the player trades these goods 2:1 with the bank."""

    scores: ClassVar[bool] = False
    by: PlayerId
    turn: int
    goods: tuple[str, ...]

    @property
    def variant(self) -> str:
        return "one" if len(self.goods) == 1 else ""

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        turn, goods = state.fleet
        return replace(state, fleet=(self.turn, (*goods, *self.goods) if turn == self.turn else self.goods))


class MerchantFleetRule(PlayRule[PlayMerchantFleet]):
    """PC-Y03; a second one that serves no other goods does nothing (CK-125). Where hands are not counted the
    table sees to it."""

    command = PlayMerchantFleet

    def at(self, table: Table, command: PlayMerchantFleet) -> Iterable[Violation]:
        faults = list(check_named(table, command.good))
        counted = hands(table).counted
        if counted and _for_one_good(table) and command.good is None:
            faults.append(hard("PC-Y03", "fleet.which-good"))
        yield from faults
        if not faults and counted and set(self._goods(table, command)) <= set(fleet_goods(table)):
            yield soft("CK-125", "fleet.hired-already", player=command.by)

    def effect(self, draft: Draft, command: PlayMerchantFleet) -> None:
        if hands(draft).counted:
            draft.emit(FleetHired(command.by, draft.core.turn, self._goods(draft, command)))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMerchantFleet]:
        if hands(table).counted and _for_one_good(table):
            return [PlayMerchantFleet(who, good) for good in names(table)]
        return super().forms(table, who)

    @staticmethod
    def _goods(table: Table, command: PlayMerchantFleet) -> tuple[str, ...]:
        return (command.good,) if _for_one_good(table) and command.good is not None else names(table)


def _for_one_good(table: Table) -> bool:
    return bool(table.option("merchant_fleet") == "one_named_type")


def fleet_goods(table: Table) -> tuple[str, ...]:
    """PC-Y03: the goods that the player on turn trades 2:1 in this turn."""
    turn, goods = state_of(table).fleet
    return goods if turn == table.core.turn else ()


def fleet_rates(table: Table, old: Mapping[str, int], player: PlayerId) -> Mapping[str, int]:
    """PC-Y03: 2:1 for the rest of the turn."""
    goods = fleet_goods(table) if player == table.core.on_turn else ()
    return with_special_rate(old, goods) if goods else old


EVENTS = (FleetHired,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(MerchantFleetRule(),)),
    Part(needs=frozenset({Aspect.HANDS}), terms=(Term("trade_rates", Stage.LIMIT, fleet_rates),)),
)
