"""Cargo: turned up at a destination, and delivered to another one (TB-11, TB-12)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Invariant, Part, PointSource, Timing
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, impossible
from companion.rules.gold import purse as gold
from companion.rules.scenarios.traders_barbarians.box import PILE, cargoes, destinations, wanted_at
from companion.rules.scenarios.traders_barbarians.slice import TradersBarbarians, TradersEvent
from companion.rules.scenarios.traders_barbarians.wagons import card, state_of


class TurnUpCargo(Command, frozen=True, tag="tb.turn_up_cargo"):
    """The player turned up the next cargo card of the destination that the wagon has reached."""

    cargo: str


class Deliver(Command, frozen=True, tag="tb.deliver"):
    """The player has delivered a cargo, where nobody enters where the wagons go."""


class CargoTurnedUp(TradersEvent, frozen=True, tag="tb.cargo_turned_up"):
    """A cargo card lies open before a player."""

    by: PlayerId
    supplier: str
    cargo: str

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        there = state.turned.get(self.supplier, {})
        there = changed(there, self.cargo, there.get(self.cargo, 0) + 1)
        return replace(
            state,
            cargo=changed(state.cargo, self.by, self.cargo),
            turned=changed(state.turned, self.supplier, there),
        )


class CargoDelivered(TradersEvent, frozen=True, tag="tb.cargo_delivered"):
    """A cargo card is turned over: 1 point."""

    by: PlayerId

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(
            state,
            cargo=without(state.cargo, self.by),
            delivered=changed(state.delivered, self.by, state.delivered.get(self.by, 0) + 1),
        )


def delivered(table: Table, player: PlayerId) -> int:
    """TB-12: the cargo cards that a player has turned over, a point each."""
    return state_of(table).delivered.get(player, 0)


def carried(table: Table, player: PlayerId) -> str | None:
    """TB-12: the cargo of a player's wagon."""
    return state_of(table).cargo.get(player)


def left(table: Table, supplier: str, cargo: str) -> int:
    """TB-12: how many cards of a cargo nobody has turned up yet at a supplier."""
    return PILE - state_of(table).turned.get(supplier, {}).get(cargo, 0)


def coming(table: Table, supplier: str) -> tuple[str, ...]:
    """TB-12: what the next cargo card of a supplier can show."""
    return tuple(kind for kind in destinations()[supplier].supplies if left(table, supplier, kind) > 0)


def arrive(draft: Draft, by: PlayerId, place: str) -> None:
    """TB-11, TB-12: what was wanted is delivered; a wagon without cargo gets its next one."""
    has = carried(draft, by)
    if has is not None:
        if wanted_at(has) != place:
            return
        draft.emit(CargoDelivered(by))
        gold.get(draft, by, card(draft, by).gold)
    kinds = coming(draft, place)
    if len(kinds) == 1:
        draft.emit(CargoTurnedUp(by, place, kinds[0]))
    elif kinds:
        rule = "TB-11" if has is None else "TB-12"
        draft.ask("cargo", by, rule, "tb.turn_up_cargo", supplier=place)


class TurnUpCargoRule(CommandRule[TurnUpCargo]):
    """TB-11, TB-12: one of the two kinds that the destination supplies, as long as it has any."""

    command = TurnUpCargo
    timing = Timing.ANSWER

    def at(self, table: Table, command: TurnUpCargo) -> Iterable[Violation]:
        question = table.question("cargo", command.by)
        if question is None:
            return
        supplier = str(question.params["supplier"])
        if command.cargo not in destinations()[supplier].supplies:
            yield hard("TB-12", "cargo.not-there", supplier=supplier, name=str(command.cargo)[:40])
        elif left(table, supplier, command.cargo) < 1:
            yield impossible("TB-12", "cargo.all-seen", supplier=supplier, cargo=command.cargo, count=PILE)

    def apply(self, draft: Draft, command: TurnUpCargo) -> None:
        question = draft.question("cargo", command.by)
        assert question is not None
        draft.emit(CargoTurnedUp(command.by, str(question.params["supplier"]), command.cargo))
        draft.settle("cargo", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TurnUpCargo]:
        question = table.question("cargo", who)
        if question is None:
            return ()
        return [TurnUpCargo(who, kind) for kind in destinations()[str(question.params["supplier"])].supplies]


class DeliverRule(CommandRule[Deliver]):
    """TB-12: a point for each delivery; the table sees to wagon and gold."""

    command = Deliver

    def apply(self, draft: Draft, command: Deliver) -> None:
        draft.emit(CargoDelivered(command.by))

    def forms(self, table: Table, who: PlayerId) -> Iterable[Deliver]:
        return (Deliver(who),)


def cargo_kept(table: Table) -> Iterable[str]:
    """TB-12: there are four kinds of cargo, and nobody has delivered less than nothing."""
    state = state_of(table)
    for player, kind in state.cargo.items():
        if kind not in cargoes():
            yield f"{player} carries {kind}"
    yield from (f"{player} has delivered {count}" for player, count in state.delivered.items() if count < 0)
    for supplier, turned in state.turned.items():
        if not set(turned) <= set(destinations()[supplier].supplies):
            yield f"{supplier} has supplied {dict(turned)}"


EVENTS: tuple[type[Event], ...] = (CargoTurnedUp, CargoDelivered)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        points=(PointSource("deliveries", RuleId("TB-12"), delivered),),
        invariants=(Invariant("tb.cargo", cargo_kept),),
    ),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), commands=(DeliverRule(),)),
    Part(needs=frozenset({Aspect.PLACES}), commands=(TurnUpCargoRule(),)),
)
