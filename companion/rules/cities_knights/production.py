"""What the hexes bring, the Aqueduct, and where the robber may go (CK-40 to CK-42, CK-52)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import (
    CommandRule,
    Part,
    Reaction,
    Stage,
    Term,
    Timing,
)
from companion.engine.geometry import Geometry
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.board import NO_TOKEN, PRODUCES, Board
from companion.rules.base.goods import RESOURCE, names
from companion.rules.base.hands import CardsGained
from companion.rules.base.network import board, geometry
from companion.rules.base.robber import Faults
from companion.rules.base.roll import Produced, Yields, claims, total
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.base.trade import check_bank, void_if_dry
from companion.rules.cities_knights.goods import YIELDS
from companion.rules.cities_knights.queries import level
from companion.rules.cities_knights.slice import Track

AQUEDUCT = 3
"""The level of science that brings the Aqueduct (CK-42)."""


class UseAqueduct(Command, frozen=True, tag="ck.use_aqueduct"):
    """The player took a resource from the bank, since the roll brought no card."""

    good: str


def city_yields(table: Table, old: Yields) -> Yields:
    """CK-40: at mountains, forest and pasture a city gets a commodity in the place of the second card."""
    return _with_commodities(old)


@remembered
def _with_commodities(old: Yields) -> Yields:
    mixed = {terrain: {PRODUCES[terrain]: 1, commodity: 1} for terrain, commodity in YIELDS.items()}
    return {**old, BuildingKind.CITY: {**old[BuildingKind.CITY], **mixed}}


def robber_needs_token(table: Table, old: Faults, by: PlayerId) -> Faults:
    """CK-52: the robber goes to a hex with a number token, so never to the desert."""
    if table.option("robber_to_desert"):
        return old
    return _with_bare(old, geometry(table), table.value("numbered_hexes"))


@remembered
def _with_bare(old: Faults, land: Geometry, numbered: frozenset[HexId]) -> Faults:
    fault = soft("CK-52", "robber.no-token")
    bare = [hex for hex in land.hexes if hex not in numbered]
    return {**old, **{hex: (*old.get(hex, ()), fault) for hex in bare}}


def hexes_with_token(table: Table, old: None) -> frozenset[HexId]:
    """CK-52: the hexes with a number token."""
    return _with_token(board(table))


@remembered
def _with_token(island: Board) -> frozenset[HexId]:
    return frozenset(hex for hex in island.geometry.hexes if island.tokens[hex] != NO_TOKEN)


_NOTHING: frozenset[HexId] = frozenset()


def nothing_fruitless(table: Table, old: None) -> frozenset[HexId]:
    """PC-G03, PC-G04: hexes that bring nothing, whatever card is played for them."""
    return _NOTHING


def aqueduct_builders(table: Table) -> tuple[PlayerId, ...]:
    """CK-42: who has the Aqueduct, in turn order."""
    return tuple(p for p in table.core.in_turn_order() if level(table, p, Track.SCIENCE) >= AQUEDUCT)


def left_dry(table: Table, event: Produced) -> tuple[PlayerId, ...]:
    """CK-42: those of them who got no card from this roll, and so take a resource."""
    builders = aqueduct_builders(table)
    if not builders:
        return ()
    served = event.gains.keys() if table.option("aqueduct") == "no_card" else claims(table, total(table))
    return tuple(player for player in builders if player not in served)


def aqueducts(draft: Draft, event: Produced) -> None:
    """CK-42: whoever has the Aqueduct and got no card is asked for a resource."""
    dry = left_dry(draft, event)
    for player in dry:
        draft.ask("aqueduct", player, "CK-42", "ck.use_aqueduct")
    if dry:
        void_if_dry(draft, "aqueduct")


class UseAqueductRule(CommandRule[UseAqueduct]):
    """CK-42: any one resource that the bank has."""

    command = UseAqueduct
    timing = Timing.ANSWER

    def at(self, table: Table, command: UseAqueduct) -> Iterable[Violation]:
        if command.good not in names(table, RESOURCE):
            yield hard("CK-42", "aqueduct.no-resource", good=str(command.good)[:40])
        else:
            yield from check_bank(table, {command.good: 1}, "CK-42")

    def certainty(self, table: Table, command: UseAqueduct) -> Certainty:
        return table.slice(Base).hands.bank_has({command.good: 1})

    def apply(self, draft: Draft, command: UseAqueduct) -> None:
        draft.emit(CardsGained(command.by, {command.good: 1}))
        draft.settle("aqueduct", command.by)
        void_if_dry(draft, "aqueduct")

    def forms(self, table: Table, who: PlayerId) -> Iterable[UseAqueduct]:
        return [UseAqueduct(who, good) for good in names(table, RESOURCE)]


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(
            Term("yields", Stage.TRANSFORM, city_yields),
            Term("robber_faults", Stage.ADD, robber_needs_token),
            Term("numbered_hexes", Stage.BASE, hexes_with_token),
            Term("fruitless", Stage.BASE, nothing_fruitless),
        ),
    ),
    Part(
        needs=frozenset({Aspect.HANDS}),
        commands=(UseAqueductRule(),),
        reactions=(Reaction(Produced, aqueducts),),
    ),
)
