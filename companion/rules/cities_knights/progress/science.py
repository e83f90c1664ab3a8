"""Science cards (green), PC-G01 to PC-G10."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, ClassVar, Generic, TypeVar

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Severity, Violation, clear, hard, impossible, soft
from companion.rules.base.board import NO_TOKEN, Board, hexes_of
from companion.rules.base.building import check_city, check_roads, choose_settlement
from companion.rules.base.development import check_free_roads, free_roads
from companion.rules.base.goods import HUGE, readable
from companion.rules.base.network import board, geometry
from companion.rules.base.purse import purse
from companion.rules.base.queries import buildings, settlements
from companion.rules.base.slice import BankCounted, Building, CardsGained, CityBuilt, RoadBuilt, TokensSwapped
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cities import build_wall, check_wall, check_walls, wall_places
from companion.rules.cities_knights.goods import PRICES
from companion.rules.cities_knights.knights import check_promotion, check_rise, promotable, promote
from companion.rules.cities_knights.progress.play import PlayCard, PlayRule, hands
from companion.rules.cities_knights.queries import (
    SEVEN,
    TOP_LEVEL,
    gentle,
    knights,
    level,
    part,
    unlike,
)
from companion.rules.cities_knights.slice import CraneRaised, DiceNamed, Track

FACES = range(1, 7)
"""Of a number die."""

HARVEST = 2
"""Cards for each hex (PC-G03, PC-G04)."""

FIXED_TOKENS = (2, 6, 8, 12)
"""Number tokens that the Inventor leaves where they are (PC-G06)."""


class PlayAlchemist(PlayCard, frozen=True, tag="ck.play_alchemist"):
    """PC-G01: before the roll, the player names the white and the red die."""

    card: ClassVar[str] = "alchemist"
    white: int
    red: int


class PlayCrane(PlayCard, frozen=True, tag="ck.play_crane"):
    """PC-G02: one improvement this turn costs one commodity less."""

    card: ClassVar[str] = "crane"


class PlayHarvest(PlayCard, frozen=True):
    """Two cards for each own hex of a terrain; ``count`` is how many the bank had for it, needed only where
    that is not known."""

    count: int | None = None


class PlayMining(PlayHarvest, frozen=True, tag="ck.play_mining"):
    """PC-G03: two ore for each own mountain hex."""

    card: ClassVar[str] = "mining"


class PlayIrrigation(PlayHarvest, frozen=True, tag="ck.play_irrigation"):
    """PC-G04: two grain for each own field hex."""

    card: ClassVar[str] = "irrigation"


class PlayInventor(PlayCard, frozen=True, tag="ck.play_inventor"):
    """PC-G06: the number tokens of two hexes change places."""

    card: ClassVar[str] = "inventor"
    hexes: tuple[HexId, HexId] | None = None


class PlayEngineer(PlayCard, frozen=True, tag="ck.play_engineer"):
    """PC-G07: a wall for nothing."""

    card: ClassVar[str] = "engineer"
    city: Site | None = None


class PlayMedicine(PlayCard, frozen=True, tag="ck.play_medicine"):
    """PC-G08: a settlement becomes a city for less."""

    card: ClassVar[str] = "medicine"
    settlement: Site | None = None


class PlaySmith(PlayCard, frozen=True, tag="ck.play_smith"):
    """PC-G09: up to two own knights rise by one, free."""

    card: ClassVar[str] = "smith"
    knights: tuple[Site, ...]


class PlayRoadBuilding(PlayCard, frozen=True, tag="ck.play_road_building"):
    """PC-G10: two free roads, or one if no more can be placed."""

    card: ClassVar[str] = "road_building"
    edges: tuple[EdgeId, ...] | None = None


H = TypeVar("H", bound=PlayHarvest)


class AlchemistRule(PlayRule[PlayAlchemist]):
    """PC-G01: not after the roll (CK-20)."""

    command = PlayAlchemist
    timing = Timing.BEFORE_ROLL
    opens_turn = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if part(table).named_dice is not None and table.core.on_turn == who:
            yield soft("PC-G01", "alchemist.named-already", player=who)

    def at(self, table: Table, command: PlayAlchemist) -> Iterable[Violation]:
        for face in (command.white, command.red):
            if face not in FACES:
                yield hard("PC-G01", "alchemist.no-such-face", face=readable(face))
        if command.white + command.red == SEVEN and gentle(table):
            yield soft("OPT-3", "alchemist.gentle-seven", player=command.by)

    def effect(self, draft: Draft, command: PlayAlchemist) -> None:
        draft.emit(DiceNamed((command.white, command.red)))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayAlchemist]:
        return [PlayAlchemist(who, white, red) for white in FACES for red in FACES]


class CraneRule(PlayRule[PlayCrane]):
    """PC-G02; one a turn where the edition says so. With no level left to reach it does nothing (CK-125)."""

    command = PlayCrane

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        turn, count = part(table).cranes
        if table.option("crane") == "one_a_turn" and turn == table.core.turn and count:
            yield soft("PC-G02", "crane.one-a-turn", player=who)
        if all(level(table, who, track) >= TOP_LEVEL for track in Track):
            yield soft("CK-125", "crane.nothing-left", player=who)

    def effect(self, draft: Draft, command: PlayCrane) -> None:
        turn, count = part(draft).cranes
        draft.emit(CraneRaised((draft.core.turn, count + 1 if turn == draft.core.turn else 1)))


class MiningRule(PlayRule[PlayMining]):
    """PC-G03: 2 ore for each mountain hex with an own building."""

    command = PlayMining


class IrrigationRule(PlayRule[PlayIrrigation]):
    """PC-G04: 2 grain for each field hex with an own building."""

    command = PlayIrrigation


class HarvestRule(PlayRule[H], Generic[H]):
    """What Mining and Irrigation bring where places are tracked. The robber does not matter; a short bank
    pays what it has (B-23); without a hex, or from an empty stack, there is nothing to play for (CK-125)."""

    terrain: ClassVar[str]
    good: ClassVar[str]

    def at(self, table: Table, command: H) -> Iterable[Violation]:
        by, count = command.by, command.count
        due, low, high = self.due(table, by)
        if count is not None and not 0 <= count <= HUGE:
            yield hard("B-06", "cards.count", count=readable(count))
        elif not due:
            yield soft("CK-125", "harvest.no-hex", player=by, terrain=self.terrain, card=command.card)
        elif not high:
            yield impossible("CK-125", "harvest.none-left", player=by, good=self.good, card=command.card)
        elif count is None:
            if low < high:
                yield hard("B-23", "bank.count-missing", goods=(self.good,))
        elif not low <= count <= high:
            yield impossible(
                "B-23", "harvest.number", player=by, good=self.good, count=count, low=low, high=high
            )

    def effect(self, draft: Draft, command: H) -> None:
        due, low, _ = self.due(draft, command.by)
        count, known = low if command.count is None else command.count, hands(draft)
        if count < due and known.counted and known.bank_low(self.good) < known.bank_high(self.good):
            draft.emit(BankCounted({self.good: count}))
        if count:
            draft.emit(CardsGained(command.by, {self.good: count}))

    def forms(self, table: Table, who: PlayerId) -> Iterable[H]:
        """The plain play, and where it is not known what the bank has each number that it may have."""
        _, low, high = self.due(table, who)
        kind: type[Any] = self.command
        return [kind(who), *(kind(who, count) for count in range(low, high + 1) if low < high)]

    def due(self, table: Table, by: PlayerId) -> tuple[int, int, int]:
        """Cards for all hexes, and the least and the most that the bank pays of them.

        An empty stack is seen by everyone, so that nobody plays for nothing where there may be a card.
        """
        due = HARVEST * _hexes_beside(board(table), self.terrain, buildings(table, by))
        known = hands(table)
        if not due or not known.counted:
            return due, due, due
        high = min(due, known.bank_high(self.good))
        return due, min(high, max(1, known.bank_low(self.good))), high


@remembered
def _hexes_beside(island: Board, terrain: str, own: Mapping[Site, Building]) -> int:
    """How many hexes of a terrain the buildings stand at."""
    corners = island.geometry.hex_corners
    return sum(not own.keys().isdisjoint(corners[hex]) for hex in hexes_of(island, terrain))


class PlacedMiningRule(HarvestRule[PlayMining]):
    """PC-G03, CK-125, B-23: two ore a hex, however many buildings stand at it."""

    command = PlayMining
    terrain = "mountains"
    good = "ore"


class PlacedIrrigationRule(HarvestRule[PlayIrrigation]):
    """PC-G04, CK-125, B-23: two grain a hex, however many buildings stand at it."""

    command = PlayIrrigation
    terrain = "fields"
    good = "grain"


class InventorRule(PlayRule[PlayInventor]):
    """PC-G06: two number tokens change places, none of them a 2, 6, 8 or 12."""

    command = PlayInventor


class PlacedInventorRule(InventorRule):
    """PC-G06: none of 2, 6, 8 and 12; the robber's hex may be one of them. Alike ones change nothing
    (CK-125)."""

    def at(self, table: Table, command: PlayInventor) -> Iterable[Violation]:
        if command.hexes is None:
            yield hard("PC-G06", "place.missing")
            return
        one, other = command.hexes
        faults = [fault for hex in command.hexes for fault in self._check_token(table, hex)]
        yield from faults
        if any(fault.severity is Severity.HARD for fault in faults):
            return
        if one == other:
            yield hard("PC-G06", "inventor.one-hex")
        elif board(table).tokens[one] == board(table).tokens[other]:
            yield soft("CK-125", "inventor.alike", token=board(table).tokens[one])

    @staticmethod
    def _check_token(table: Table, hex: HexId) -> Iterable[Violation]:
        """PC-G06: a hex with a token that may be moved."""
        if hex not in geometry(table).hex_corners:
            yield hard("B-04", "place.off-board", place=str(hex)[:40])
        elif (token := board(table).tokens[hex]) == NO_TOKEN:
            yield hard("PC-G06", "inventor.no-token")
        elif token in FIXED_TOKENS:
            yield soft("PC-G06", "inventor.fixed-token", token=token)

    def effect(self, draft: Draft, command: PlayInventor) -> None:
        assert command.hexes is not None
        draft.emit(TokensSwapped(command.hexes))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayInventor]:
        movable = [hex for hex in geometry(table).hexes if clear(self._check_token(table, hex))]
        return [PlayInventor(who, pair) for pair in combinations(movable, 2)]


class EngineerRule(PlayRule[PlayEngineer]):
    """PC-G07: by the rules of walls (CK-70); CK-125 where no wall can be built at all."""

    command = PlayEngineer

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_walls(table, who, "CK-125")

    def at(self, table: Table, command: PlayEngineer) -> Iterable[Violation]:
        return check_wall(table, command.by, command.city)

    def effect(self, draft: Draft, command: PlayEngineer) -> None:
        build_wall(draft, command.by, command.city)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayEngineer]:
        return [PlayEngineer(who, city) for city in unlike(table, wall_places(table, who))]


class MedicineRule(PlayRule[PlayMedicine]):
    """PC-G08: a city by the rules of cities (B-52), for 2 ore and 1 grain."""

    command = PlayMedicine
    price = PRICES["medicine"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from purse(table).check(table, who, self.price, "PC-G08")

    def at(self, table: Table, command: PlayMedicine) -> Iterable[Violation]:
        return check_city(table, command.by, command.settlement)

    def needs(self, table: Table, command: PlayMedicine) -> Certainty:
        """The price."""
        return purse(table).certainty(table, command.by, self.price)

    def effect(self, draft: Draft, command: PlayMedicine) -> None:
        site = choose_settlement(draft, command.by, command.settlement)
        assert site is not None
        purse(draft).pay(draft, command.by, self.price)
        draft.emit(CityBuilt(command.by, site))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayMedicine]:
        return [PlayMedicine(who, site) for site in settlements(table, who)]


class PlacedMedicineRule(MedicineRule):
    """PC-G08, on a board where settlements are told apart."""

    def at(self, table: Table, command: PlayMedicine) -> Iterable[Violation]:
        if command.settlement is None:
            yield hard("PC-G08", "place.missing")
        else:
            yield from super().at(table, command)


class SmithRule(PlayRule[PlaySmith]):
    """PC-G09: each promotion by CK-93, but free."""

    command = PlaySmith

    def at(self, table: Table, command: PlaySmith) -> Iterable[Violation]:
        by = command.by
        if not command.knights and not promotable(table, by):
            yield hard("CK-125", "smith.nobody-rises", player=by)
        elif not 1 <= len(command.knights) <= 2:
            yield hard("PC-G09", "smith.one-or-two")
        if len(set(command.knights)) < len(command.knights):
            yield hard("PC-G09", "smith.same-knight", player=command.by)
            return
        trial = Draft(table.ruleset, table.state)
        for site in self._in_order(table, command):
            found = tuple(check_promotion(trial, command.by, site))
            yield from found
            if not found:
                promote(trial, command.by, site)

    @staticmethod
    def _in_order(table: Table, command: PlaySmith) -> list[Site]:
        """The stronger knight first: the figure it gives back may serve the other one."""
        own = knights(table, command.by)
        return sorted(command.knights, key=lambda site: -own[site].strength if site in own else 0)

    def effect(self, draft: Draft, command: PlaySmith) -> None:
        for site in self._in_order(draft, command):
            promote(draft, command.by, site)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaySmith]:
        able = [site for site in knights(table, who) if clear(check_rise(table, who, site))]
        return [PlaySmith(who, some) for count in (1, 2) for some in combinations(able, count)]


class RoadBuildingRule(PlayRule[PlayRoadBuilding]):
    """PC-G10: two roads that cost nothing."""

    command = PlayRoadBuilding


class PlacedRoadBuildingRule(RoadBuildingRule):
    """PC-G10: by the rules of roads (B-50); only one where no second one can be placed."""

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_roads(table, who)

    def at(self, table: Table, command: PlayRoadBuilding) -> Iterable[Violation]:
        if command.edges is None:
            return [hard("PC-G10", "place.missing")]
        return check_free_roads(table, command.by, command.edges, "PC-G10")

    def effect(self, draft: Draft, command: PlayRoadBuilding) -> None:
        for edge in command.edges or ():
            draft.emit(RoadBuilt(command.by, edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayRoadBuilding]:
        return [PlayRoadBuilding(who, edges) for edges in free_roads(table, who)]


def named_dice_kept(table: Table, command: Command) -> Iterable[Violation]:
    """PC-G01: the roll shows what the Alchemist named."""
    named = part(table).named_dice
    if named is None or not isinstance(command, RollDice) or table.core.on_turn != command.by:
        return
    if (command.dice.get("white"), command.dice.get("red")) != named:
        yield soft("PC-G01", "alchemist.other-dice", player=command.by, white=named[0], red=named[1])


def forget_named_dice(draft: Draft, event: object = None) -> None:
    """The named dice are for one roll, and for the turn in which they were named."""
    if part(draft).named_dice is not None:
        draft.emit(DiceNamed(None))


COMMANDS = (AlchemistRule(), CraneRule(), EngineerRule(), SmithRule())
"""The same whether places are tracked or not."""

NAMELESS: tuple[CommandRule[Any], ...] = (
    MiningRule(),
    IrrigationRule(),
    InventorRule(),
    MedicineRule(),
    RoadBuildingRule(),
)
"""Where nobody enters places."""

PLACED: tuple[CommandRule[Any], ...] = (
    PlacedMiningRule(),
    PlacedIrrigationRule(),
    PlacedInventorRule(),
    PlacedMedicineRule(),
    PlacedRoadBuildingRule(),
)
"""On a tracked board."""
