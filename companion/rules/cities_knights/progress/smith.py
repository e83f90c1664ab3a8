"""The Smith: up to two own knights rise by one, free."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, clear, hard
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.knights.promote import check_promotion, check_rise, promotable, promote
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.queries import knights
from companion.rules.cities_knights.slice import Post, Track

CARD = Card("smith", Track.SCIENCE, copies=2, rule=RuleId("PC-G09"))


class PlaySmith(PlayCard, frozen=True, tag="ck.play_smith"):
    """The player promotes one or two knights free."""

    card: ClassVar[str] = CARD.name
    knights: tuple[Post, ...]


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


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(SmithRule(),)),)
