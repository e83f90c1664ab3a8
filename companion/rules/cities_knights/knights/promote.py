"""Promoting a knight: it is one stronger."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Part
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, clear, hard, soft
from companion.rules.base.building import Priced
from companion.rules.cities_knights.field import KnightChanged
from companion.rules.cities_knights.goods import PRICES
from companion.rules.cities_knights.knights.checks import check_figures, check_own, told_apart
from companion.rules.cities_knights.queries import (
    FORTRESS,
    MIGHTY,
    knights,
    level,
    state_of,
)
from companion.rules.cities_knights.slice import Post, Track


class PromoteKnight(Command, frozen=True, tag="ck.promote_knight"):
    """The player made a knight one stronger."""

    knight: Post


class KnightPromoted(KnightChanged, frozen=True, tag="ck.knight_promoted"):
    """A knight is one stronger (CK-93)."""


def check_promotion(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """CK-93, for a promotion paid for as for a free one."""
    yield from check_rise(table, by, site)
    knight = knights(table, by).get(site)
    if knight is not None and knight.strength < MIGHTY:
        yield from check_figures(table, by, knight.strength + 1, "CK-93")


def check_rise(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """CK-93: why a knight cannot be promoted, whatever figures there are."""
    yield from check_own(table, by, site)
    knight = knights(table, by).get(site)
    if knight is None:
        return
    if knight.strength >= MIGHTY:
        yield hard("CK-93", "knight.strongest", player=by)
        return
    if knight.strength + 1 == MIGHTY and level(table, by, Track.POLITICS) < FORTRESS:
        yield soft("CK-93", "knight.needs-fortress", player=by)
    most = table.option("knight_promotions_per_turn")
    if knight.promoted == table.core.turn and knight.promotions >= most:
        yield soft("CK-93", "knight.promoted-already", player=by, count=most)


def promotable(table: Table, by: PlayerId) -> list[Site]:
    """The player's knights against whose promotion nothing stands."""
    return [site for site in knights(table, by) if clear(check_promotion(table, by, site))]


def promote(draft: Draft, by: PlayerId, site: Site) -> None:
    """One strength up, state kept."""
    knight = state_of(draft).knights[site]
    turn = draft.core.turn
    times = knight.promotions + 1 if knight.promoted == turn else 1
    stronger = replace(knight, strength=knight.strength + 1, promoted=turn, promotions=times)
    draft.emit(KnightPromoted(by, site, stronger))


class PromoteKnightRule(Priced[PromoteKnight]):
    """CK-93: one strength more, for ore and wool."""

    command = PromoteKnight
    rule = "CK-93"
    cost = PRICES["promotion"]

    def at(self, table: Table, command: PromoteKnight) -> Iterable[Violation]:
        return check_promotion(table, command.by, command.knight)

    def apply(self, draft: Draft, command: PromoteKnight) -> None:
        self.pay(draft, command.by)
        promote(draft, command.by, command.knight)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PromoteKnight]:
        own = knights(table, who)
        return [PromoteKnight(who, site) for site in told_apart(table, own, own.__getitem__)]


EVENTS = (KnightPromoted,)
PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(PromoteKnightRule(),)),)
