"""Knights: recruit, activate, promote, and the actions that make them inactive (CK-90 to CK-98)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.queries import places
from companion.rules.cities_knights.queries import (
    FIGURES,
    FORTRESS,
    MIGHTY,
    knights,
    knights_left,
    level,
    part,
)
from companion.rules.cities_knights.slice import (
    Knight,
    KnightActed,
    KnightActivated,
    KnightDisplaced,
    KnightPromoted,
    KnightRecruited,
    KnightRemoved,
    Track,
)

replace = msgspec.structs.replace


class RecruitKnight(Command, frozen=True, tag="ck.recruit_knight"):
    """The player put a basic knight on the board, without its helmet."""

    site: Site | None = None


class ActivateKnights(Command, frozen=True, tag="ck.activate_knights"):
    """The player paid grain for the helmets of these knights."""

    knights: tuple[Site, ...]


class PromoteKnight(Command, frozen=True, tag="ck.promote_knight"):
    """The player made a knight one stronger."""

    knight: Site


class MoveKnight(Command, frozen=True, tag="ck.move_knight"):
    """The player moved an active knight along own roads."""

    knight: Site


class DisplaceKnight(Command, frozen=True, tag="ck.displace_knight"):
    """The player's knight drove a weaker one away; ``removed`` if that one found no place."""

    knight: Site
    victim: Site
    removed: bool = False


class ChaseRobber(Command, frozen=True, tag="ck.chase_robber"):
    """The player's knight drove the robber away."""

    knight: Site


def check_own(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """The knight named must be there and be the player's own."""
    knight = part(table).knights.get(site)
    if knight is None or knight.owner != by:
        yield hard("CK-90", "knight.not-own", player=by)


def check_promotion(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """CK-93, for a promotion paid for as for a free one."""
    yield from check_own(table, by, site)
    knight = knights(table, by).get(site)
    if knight is None:
        return
    if knight.strength >= MIGHTY:
        yield hard("CK-93", "knight.strongest", player=by)
        return
    if knights_left(table, by, knight.strength + 1) < 1:
        yield soft("CK-93", "knight.none-of-strength", player=by, strength=knight.strength + 1, count=FIGURES)
    if knight.strength + 1 == MIGHTY and level(table, by, Track.POLITICS) < FORTRESS:
        yield soft("CK-93", "knight.needs-fortress", player=by)
    most = table.option("knight_promotions_per_turn")
    if knight.promoted == table.core.turn and knight.promotions >= most:
        yield soft("CK-93", "knight.promoted-already", player=by, count=most)


def promote(draft: Draft, by: PlayerId, site: Site) -> None:
    """One strength up, state kept."""
    knight = part(draft).knights[site]
    turn = draft.core.turn
    times = knight.promotions + 1 if knight.promoted == turn else 1
    stronger = replace(knight, strength=knight.strength + 1, promoted=turn, promotions=times)
    draft.emit(KnightPromoted(by, site, stronger))


def check_action(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """CK-94 and CK-95: who may act."""
    yield from check_own(table, by, site)
    knight = knights(table, by).get(site)
    if knight is None:
        return
    if not knight.active:
        yield soft("CK-94", "knight.inactive", player=by)
    elif knight.activated == table.core.turn:
        yield soft("CK-94", "knight.just-activated", player=by)
    if knight.acted == table.core.turn:
        yield soft("CK-95", "knight.acted-already", player=by)


def act(draft: Draft, by: PlayerId, site: Site, action: str) -> None:
    """CK-94: the action makes the knight inactive."""
    knight = part(draft).knights[site]
    draft.emit(KnightActed(by, site, replace(knight, active=False, acted=draft.core.turn), action))


def activate(draft: Draft, by: PlayerId, sites: Iterable[Site]) -> None:
    """Helmets on, from this turn."""
    for site in sites:
        knight = part(draft).knights[site]
        draft.emit(KnightActivated(by, site, replace(knight, active=True, activated=draft.core.turn)))


def can_act(table: Table, by: PlayerId) -> tuple[Site, ...]:
    """The knights with which the player may act now, the alike ones once."""
    return _told_apart(table, by, lambda site: not any(True for _ in check_action(table, by, site)))


def _told_apart(table: Table, by: PlayerId, fits: object) -> tuple[Site, ...]:
    chosen: dict[Knight, Site] = {}
    for site, knight in knights(table, by).items():
        if callable(fits) and fits(site):
            chosen.setdefault(knight, site)
    return tuple(chosen.values())


class RecruitKnightRule(CommandRule[RecruitKnight]):
    """CK-90."""

    command = RecruitKnight

    def check(self, table: Table, command: RecruitKnight) -> Iterable[Violation]:
        if knights_left(table, command.by, 1) < 1:
            yield soft("CK-90", "knight.none-of-strength", player=command.by, strength=1, count=FIGURES)
        yield from places(table).check(table, command.by, command.site, "CK-90")

    def apply(self, draft: Draft, command: RecruitKnight) -> None:
        site = places(draft).new(draft, command.by, command.site)
        draft.emit(KnightRecruited(command.by, site, Knight(command.by)))

    def candidates(self, table: Table, who: PlayerId) -> Iterable[RecruitKnight]:
        yield from (RecruitKnight(who, site) for site in places(table).open(table, who))


class ActivateKnightsRule(CommandRule[ActivateKnights]):
    """CK-92."""

    command = ActivateKnights

    def check(self, table: Table, command: ActivateKnights) -> Iterable[Violation]:
        if not command.knights or len(set(command.knights)) < len(command.knights):
            yield hard("CK-92", "knight.none-named")
        for site in command.knights:
            yield from check_own(table, command.by, site)
            knight = part(table).knights.get(site)
            if knight is not None and knight.active:
                yield soft("CK-92", "knight.active-already", player=command.by)

    def apply(self, draft: Draft, command: ActivateKnights) -> None:
        activate(draft, command.by, command.knights)

    def candidates(self, table: Table, who: PlayerId) -> Iterable[ActivateKnights]:
        resting = tuple(site for site, knight in knights(table, who).items() if not knight.active)
        if len(resting) > 1:
            yield ActivateKnights(who, resting)
        for site in _told_apart(table, who, lambda site: site in resting):
            yield ActivateKnights(who, (site,))


class PromoteKnightRule(CommandRule[PromoteKnight]):
    """CK-93."""

    command = PromoteKnight

    def check(self, table: Table, command: PromoteKnight) -> Iterable[Violation]:
        yield from check_promotion(table, command.by, command.knight)

    def apply(self, draft: Draft, command: PromoteKnight) -> None:
        promote(draft, command.by, command.knight)

    def candidates(self, table: Table, who: PlayerId) -> Iterable[PromoteKnight]:
        yield from (PromoteKnight(who, site) for site in _told_apart(table, who, lambda site: True))


class MoveKnightRule(CommandRule[MoveKnight]):
    """CK-94 to CK-96."""

    command = MoveKnight

    def check(self, table: Table, command: MoveKnight) -> Iterable[Violation]:
        yield from check_action(table, command.by, command.knight)

    def apply(self, draft: Draft, command: MoveKnight) -> None:
        act(draft, command.by, command.knight, "move")

    def candidates(self, table: Table, who: PlayerId) -> Iterable[MoveKnight]:
        yield from (MoveKnight(who, site) for site in can_act(table, who))


class DisplaceKnightRule(CommandRule[DisplaceKnight]):
    """CK-97."""

    command = DisplaceKnight

    def check(self, table: Table, command: DisplaceKnight) -> Iterable[Violation]:
        yield from check_action(table, command.by, command.knight)
        own, victim = (part(table).knights.get(site) for site in (command.knight, command.victim))
        if victim is None:
            yield hard("CK-97", "displace.nobody-there")
        elif victim.owner == command.by:
            yield hard("CK-97", "displace.own", player=command.by)
        elif own is not None and victim.strength >= own.strength:
            yield soft(
                "CK-97",
                "displace.not-weaker",
                player=victim.owner,
                strength=victim.strength,
                own=own.strength,
            )

    def apply(self, draft: Draft, command: DisplaceKnight) -> None:
        act(draft, command.by, command.knight, "displace")
        drive_away(draft, command.victim, command.removed)

    def candidates(self, table: Table, who: PlayerId) -> Iterable[DisplaceKnight]:
        for site in can_act(table, who):
            for victim, knight in part(table).knights.items():
                if knight.owner != who:
                    yield DisplaceKnight(who, site, victim)
                    yield DisplaceKnight(who, site, victim, removed=True)


class ChaseRobberRule(CommandRule[ChaseRobber]):
    """CK-98, CK-51; OPT-2 allows it before the roll."""

    command = ChaseRobber
    timings = (Timing.MAIN, Timing.TURN)

    def when(self, table: Table) -> Timing:
        return Timing.TURN if table.option("swift_knights") else Timing.MAIN

    def check(self, table: Table, command: ChaseRobber) -> Iterable[Violation]:
        yield from check_action(table, command.by, command.knight)
        if not table.value("robber_moves"):
            yield soft("CK-51", "robber.frozen")

    def apply(self, draft: Draft, command: ChaseRobber) -> None:
        act(draft, command.by, command.knight, "chase")

    def candidates(self, table: Table, who: PlayerId) -> Iterable[ChaseRobber]:
        yield from (ChaseRobber(who, site) for site in can_act(table, who))


def drive_away(draft: Draft, victim: Site, removed: bool) -> None:
    """CK-97: a displaced knight keeps its state; without a place it leaves the board."""
    owner = part(draft).knights[victim].owner
    draft.emit(KnightRemoved(owner, victim) if removed else KnightDisplaced(owner, victim))


def knight_places(table: Table, old: frozenset[Site]) -> frozenset[Site]:
    """Places with a knight are occupied too."""
    return old | frozenset(part(table).knights)


def figures_kept(table: Table) -> list[str]:
    """CK-02: nobody has more than two knights of a strength."""
    return [
        f"{player}: {knights_left(table, player, strength)} knights of strength {strength} left"
        for player in table.core.ids
        for strength in (1, 2, 3)
        if not 0 <= knights_left(table, player, strength) <= FIGURES
    ]


COMMANDS = (
    RecruitKnightRule(),
    ActivateKnightsRule(),
    PromoteKnightRule(),
    MoveKnightRule(),
    DisplaceKnightRule(),
    ChaseRobberRule(),
)
