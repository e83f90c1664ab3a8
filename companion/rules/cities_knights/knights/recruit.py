"""Recruiting a knight: a basic one comes to the board."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation
from companion.rules.base.building import Priced
from companion.rules.base.queries import places
from companion.rules.cities_knights.field import KnightChanged, field
from companion.rules.cities_knights.goods import PRICES
from companion.rules.cities_knights.knights.checks import check_figures
from companion.rules.cities_knights.slice import Knight, Post


class RecruitKnight(Command, frozen=True, tag="ck.recruit_knight"):
    """The player put a basic knight on the board, without its helmet."""

    site: Post | None = None


class KnightRecruited(KnightChanged, frozen=True, tag="ck.knight_recruited"):
    """A knight comes to the board (CK-90)."""


class RecruitKnightRule(Priced[RecruitKnight]):
    """CK-90: a basic knight, inactive, on a free corner at an own road, for ore and wool."""

    command = RecruitKnight
    rule = "CK-90"
    cost = PRICES["knight"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from check_figures(table, who, 1, "CK-90")
        yield from super().before(table, who)

    def at(self, table: Table, command: RecruitKnight) -> Iterable[Violation]:
        return field(table).check_post(table, command.by, command.site, "CK-90")

    def apply(self, draft: Draft, command: RecruitKnight) -> None:
        self.pay(draft, command.by)
        site = places(draft).new(draft, command.by, command.site)
        draft.emit(KnightRecruited(command.by, site, Knight(command.by)))

    def forms(self, table: Table, who: PlayerId) -> Iterable[RecruitKnight]:
        return [RecruitKnight(who, site) for site in field(table).posts(table, who)]


EVENTS = (KnightRecruited,)
PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(RecruitKnightRule(),)),)
