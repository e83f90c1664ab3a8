"""Medicine: a settlement becomes a city for less."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard
from companion.rules.base.building import CityBuilt, check_city, choose_settlement
from companion.rules.base.purse import purse
from companion.rules.base.queries import places, settlements
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.goods import PRICES
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.slice import Track

CARD = Card("medicine", Track.SCIENCE, copies=2, rule=RuleId("PC-G08"))


class PlayMedicine(PlayCard, frozen=True, tag="ck.play_medicine"):
    """The player builds a city for less; without a place, any one that can be told from no other."""

    card: ClassVar[str] = CARD.name
    settlement: Site | None = None


class MedicineRule(PlayRule[PlayMedicine]):
    """PC-G08: a city by the rules of cities (B-52), for 2 ore and 1 grain."""

    command = PlayMedicine
    price = PRICES["medicine"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from purse(table).check(table, who, self.price, "PC-G08")

    def at(self, table: Table, command: PlayMedicine) -> Iterable[Violation]:
        if command.settlement is None and places(table).named:
            return [hard("PC-G08", "place.missing")]
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


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(MedicineRule(),)),)
