"""Science cards (green), PC-G01 to PC-G10."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.command import Command
from companion.engine.extension import Timing
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.building import check_city, choose_settlement
from companion.rules.base.queries import settlements
from companion.rules.base.slice import CityBuilt
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.cities import build_wall, check_wall, wall_candidates
from companion.rules.cities_knights.knights import check_promotion, promote
from companion.rules.cities_knights.progress.play import PlayCard, PlayRule
from companion.rules.cities_knights.queries import knights, part
from companion.rules.cities_knights.slice import CraneRaised, DiceNamed


class PlayAlchemist(PlayCard, frozen=True, tag="ck.play_alchemist"):
    """PC-G01: before the roll, the player names the white and the red die."""

    card: ClassVar[str] = "alchemist"
    white: int
    red: int


class PlayCrane(PlayCard, frozen=True, tag="ck.play_crane"):
    """PC-G02: one improvement this turn costs one commodity less."""

    card: ClassVar[str] = "crane"


class PlayMining(PlayCard, frozen=True, tag="ck.play_mining"):
    """PC-G03: two ore for each own mountain hex."""

    card: ClassVar[str] = "mining"


class PlayIrrigation(PlayCard, frozen=True, tag="ck.play_irrigation"):
    """PC-G04: two grain for each own field hex."""

    card: ClassVar[str] = "irrigation"


class PlayInventor(PlayCard, frozen=True, tag="ck.play_inventor"):
    """PC-G06: two number tokens change places."""

    card: ClassVar[str] = "inventor"


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
    """PC-G10: two free roads."""

    card: ClassVar[str] = "road_building"


class AlchemistRule(PlayRule[PlayAlchemist]):
    """PC-G01: not after the roll (CK-20)."""

    command = PlayAlchemist
    timing = Timing.BEFORE_ROLL
    opens_turn = True

    def conditions(self, table: Table, command: PlayAlchemist) -> Iterable[Violation]:
        for face in (command.white, command.red):
            if not 1 <= face <= 6:
                yield hard("PC-G01", "alchemist.no-such-face", face=face)
        if part(table).named_dice is not None and table.core.on_turn == command.by:
            yield soft("PC-G01", "alchemist.named-already", player=command.by)

    def effect(self, draft: Draft, command: PlayAlchemist) -> None:
        draft.emit(DiceNamed((command.white, command.red)))

    def plays(self, table: Table, who: PlayerId) -> Iterable[PlayAlchemist]:
        yield from (PlayAlchemist(who, white, red) for white in range(1, 7) for red in range(1, 7))


class CraneRule(PlayRule[PlayCrane]):
    """PC-G02; one a turn where the edition says so."""

    command = PlayCrane

    def conditions(self, table: Table, command: PlayCrane) -> Iterable[Violation]:
        turn, count = part(table).cranes
        if table.option("crane") == "one_a_turn" and turn == table.core.turn and count:
            yield soft("PC-G02", "crane.one-a-turn", player=command.by)

    def effect(self, draft: Draft, command: PlayCrane) -> None:
        turn, count = part(draft).cranes
        draft.emit(CraneRaised((draft.core.turn, count + 1 if turn == draft.core.turn else 1)))


class MiningRule(PlayRule[PlayMining]):
    """PC-G03."""

    command = PlayMining


class IrrigationRule(PlayRule[PlayIrrigation]):
    """PC-G04."""

    command = PlayIrrigation


class InventorRule(PlayRule[PlayInventor]):
    """PC-G06."""

    command = PlayInventor


class EngineerRule(PlayRule[PlayEngineer]):
    """PC-G07: by the rules of walls (CK-70)."""

    command = PlayEngineer

    def conditions(self, table: Table, command: PlayEngineer) -> Iterable[Violation]:
        yield from check_wall(table, command.by, command.city)

    def effect(self, draft: Draft, command: PlayEngineer) -> None:
        build_wall(draft, command.by, command.city)

    def plays(self, table: Table, who: PlayerId) -> Iterable[PlayEngineer]:
        yield from (PlayEngineer(who, city) for city in wall_candidates(table, who))


class MedicineRule(PlayRule[PlayMedicine]):
    """PC-G08: a city by the rules of cities (B-52)."""

    command = PlayMedicine

    def conditions(self, table: Table, command: PlayMedicine) -> Iterable[Violation]:
        yield from check_city(table, command.by, command.settlement)

    def effect(self, draft: Draft, command: PlayMedicine) -> None:
        site = choose_settlement(draft, command.by, command.settlement)
        assert site is not None
        draft.emit(CityBuilt(command.by, site))

    def plays(self, table: Table, who: PlayerId) -> Iterable[PlayMedicine]:
        yield from (PlayMedicine(who, site) for site in settlements(table, who))


class SmithRule(PlayRule[PlaySmith]):
    """PC-G09: each promotion by CK-93, but free."""

    command = PlaySmith

    def conditions(self, table: Table, command: PlaySmith) -> Iterable[Violation]:
        if not 1 <= len(command.knights) <= 2:
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

    def plays(self, table: Table, who: PlayerId) -> Iterable[PlaySmith]:
        own = tuple(knights(table, who))
        yield from (PlaySmith(who, (site,)) for site in own)
        yield from (PlaySmith(who, (a, b)) for i, a in enumerate(own) for b in own[i + 1 :])


class RoadBuildingRule(PlayRule[PlayRoadBuilding]):
    """PC-G10."""

    command = PlayRoadBuilding


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


COMMANDS = (
    AlchemistRule(),
    CraneRule(),
    MiningRule(),
    IrrigationRule(),
    InventorRule(),
    EngineerRule(),
    MedicineRule(),
    SmithRule(),
    RoadBuildingRule(),
)
