"""Knights: recruit, activate, promote, and the actions that make them inactive (CK-90 to CK-98)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import combinations

import msgspec

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table, kept
from companion.engine.verdict import Certainty, Violation, clear, hard, soft
from companion.rules.base import trail
from companion.rules.base.building import Priced
from companion.rules.base.goods import Bag
from companion.rules.base.places import InTheWay
from companion.rules.base.purse import purse
from companion.rules.base.queries import places
from companion.rules.base.robber import check_frozen
from companion.rules.base.slice import Base
from companion.rules.cities_knights.field import check_journey, field, homes
from companion.rules.cities_knights.goods import PRICES
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
    KnightPromoted,
    KnightRecruited,
    KnightRehoused,
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
    """The player moved an active knight along own roads; ``to`` says where where places are tracked."""

    knight: Site
    to: Site | None = None


class DisplaceKnight(Command, frozen=True, tag="ck.displace_knight"):
    """The player's knight drove a weaker one away; ``removed`` if the table says that it found no place."""

    knight: Site
    victim: Site
    removed: bool = False


class PlaceDisplaced(Command, frozen=True, tag="ck.place_displaced"):
    """The player placed the own knight that was driven away."""

    site: Site


class ChaseRobber(Command, frozen=True, tag="ck.chase_robber"):
    """The player's knight drove the robber away, where places are tracked to a hex, where the player took a
    card from the victim; ``card`` if the table saw it."""

    knight: Site
    hex: HexId | None = None
    victim: PlayerId | None = None
    card: str | None = None


def check_own(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """The knight named must be there and be the player's own."""
    knight = part(table).knights.get(site)
    if knight is None or knight.owner != by:
        yield hard("CK-90", "knight.not-own", player=by)


def check_figures(table: Table, owner: PlayerId, strength: int, rule: str) -> Iterable[Violation]:
    """CK-02: a knight of that strength must be in the supply."""
    if knights_left(table, owner, strength) < 1:
        yield soft(rule, "knight.none-of-strength", player=owner, strength=strength, count=FIGURES)


def check_promotion(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """CK-93, for a promotion paid for as for a free one."""
    yield from check_rise(table, by, site)
    knight = knights(table, by).get(site)
    if knight is not None and knight.strength < MIGHTY:
        yield from check_figures(table, by, knight.strength + 1, "CK-93")


def check_rise(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """CK-93: what stands against a promotion, whatever figures there are."""
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


def activate(draft: Draft, by: PlayerId, sites: Iterable[Site]) -> None:
    """Helmets on, from this turn."""
    for site in sites:
        knight = part(draft).knights[site]
        draft.emit(KnightActivated(by, site, replace(knight, active=True, activated=draft.core.turn)))


@kept
def can_act(table: Table, by: PlayerId) -> tuple[Site, ...]:
    """The knights with which the player may act now, the alike ones once."""
    own = knights(table, by)
    able = [site for site in own if clear(check_action(table, by, site))]
    return told_apart(table, able, own.__getitem__)


def told_apart(table: Table, sites: Iterable[Site], state: Callable[[Site], Hashable]) -> tuple[Site, ...]:
    """The first of the places that are alike, as far as the table is tracked."""
    if places(table).named:
        return tuple(sites)
    known = field(table)
    chosen: dict[Hashable, Site] = {}
    for site in sites:
        chosen.setdefault(known.likeness(site, state(site)), site)
    return tuple(chosen.values())


def resting(table: Table, by: PlayerId) -> tuple[Site, ...]:
    """The player's knights without helmets."""
    return _resting(knights(table, by))


@remembered
def _resting(own: Mapping[Site, Knight]) -> tuple[Site, ...]:
    return tuple(site for site, knight in own.items() if not knight.active)


class RecruitKnightRule(Priced[RecruitKnight]):
    """CK-90: a basic knight, inactive, on a free corner at an own road, for ore and wool."""

    command = RecruitKnight
    rule = "CK-90"
    cost = PRICES["knight"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from check_figures(table, who, 1, "CK-90")
        yield from super().before(table, who)

    def at(self, table: Table, command: RecruitKnight) -> Iterable[Violation]:
        return places(table).check(table, command.by, command.site, "CK-90")

    def apply(self, draft: Draft, command: RecruitKnight) -> None:
        self.pay(draft, command.by)
        site = places(draft).new(draft, command.by, command.site)
        draft.emit(KnightRecruited(command.by, site, Knight(command.by)))

    def forms(self, table: Table, who: PlayerId) -> Iterable[RecruitKnight]:
        return [RecruitKnight(who, site) for site in places(table).open(table, who)]


class ActivateKnightsRule(CommandRule[ActivateKnights]):
    """CK-92: a helmet for each of these knights, for one grain each."""

    command = ActivateKnights

    @staticmethod
    def _price(count: int) -> Bag:
        """CK-92: a grain for each knight."""
        return {good: count * cards for good, cards in PRICES["activation"].items()} if count else {}

    def _check_price(self, table: Table, by: PlayerId, count: int) -> Iterable[Violation]:
        return purse(table).check(table, by, self._price(count), "CK-92")

    def at(self, table: Table, command: ActivateKnights) -> Iterable[Violation]:
        if not command.knights or len(set(command.knights)) < len(command.knights):
            yield hard("CK-92", "knight.none-named")
        for site in command.knights:
            yield from check_own(table, command.by, site)
            knight = part(table).knights.get(site)
            if knight is not None and knight.active:
                yield soft("CK-92", "knight.active-already", player=command.by)
        yield from self._check_price(table, command.by, len(command.knights))

    def certainty(self, table: Table, command: ActivateKnights) -> Certainty:
        return purse(table).certainty(table, command.by, self._price(len(command.knights)))

    def apply(self, draft: Draft, command: ActivateKnights) -> None:
        purse(draft).pay(draft, command.by, self._price(len(command.knights)))
        activate(draft, command.by, command.knights)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ActivateKnights]:
        """All of them together, and fewer as far as it makes a difference which."""
        able = resting(table, who)
        paid = [n for n in range(1, len(able) + 1) if clear(self._check_price(table, who, n))]
        groups = [able] if len(able) > 1 else []
        groups += [(site,) for site in told_apart(table, able, knights(table, who).__getitem__)]
        if places(table).named:
            groups += [some for size in paid if 1 < size < len(able) for some in combinations(able, size)]
        return [ActivateKnights(who, some) for some in groups if len(some) in paid]


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


class MoveKnightRule(CommandRule[MoveKnight]):
    """CK-94 to CK-96, CK-99: an active knight goes along own roads, and is inactive then."""

    command = MoveKnight

    def at(self, table: Table, command: MoveKnight) -> Iterable[Violation]:
        yield from check_action(table, command.by, command.knight)
        if command.knight in knights(table, command.by):
            yield from field(table).check_move(table, command.by, command.knight, command.to)

    def apply(self, draft: Draft, command: MoveKnight) -> None:
        field(draft).move(draft, command.by, command.knight, command.to)

    def forms(self, table: Table, who: PlayerId) -> Iterable[MoveKnight]:
        known = field(table)
        for site in can_act(table, who):
            yield from (MoveKnight(who, site, to) for to in known.moves(table, who, site))


class DisplaceKnightRule(CommandRule[DisplaceKnight]):
    """CK-97, by CK-94 and CK-95."""

    command = DisplaceKnight

    def at(self, table: Table, command: DisplaceKnight) -> Iterable[Violation]:
        by = command.by
        yield from check_action(table, by, command.knight)
        yield from field(table).check_removal(command.removed, "CK-97")
        own, victim = (part(table).knights.get(site) for site in (command.knight, command.victim))
        if victim is None:
            yield hard("CK-97", "displace.nobody-there")
        elif victim.owner == by:
            yield hard("CK-97", "displace.own", player=by)
        elif own is not None and own.owner == by:
            if victim.strength >= own.strength:
                yield soft(
                    "CK-97",
                    "displace.not-weaker",
                    player=victim.owner,
                    strength=victim.strength,
                    own=own.strength,
                )
            if command.victim not in field(table).in_reach(table, by, command.knight):
                yield soft("CK-97", "displace.no-way", player=by)

    def apply(self, draft: Draft, command: DisplaceKnight) -> None:
        field(draft).displace(draft, command.by, command.knight, command.victim, command.removed)

    def forms(self, table: Table, who: PlayerId) -> Iterable[DisplaceKnight]:
        known = field(table)
        for site in can_act(table, who):
            for victim in known.in_reach(table, who, site):
                yield from (DisplaceKnight(who, site, victim, gone) for gone in known.removals())


class PlaceDisplacedRule(CommandRule[PlaceDisplaced]):
    """CK-97: by the move rule along the roads of its owner, who chooses."""

    command = PlaceDisplaced
    timing = Timing.ANSWER

    def at(self, table: Table, command: PlaceDisplaced) -> Iterable[Violation]:
        away = part(table).displaced.get(command.by)
        if away is not None:
            owner = away.knight.owner
            yield from check_journey(table, owner, away.site, command.site, "CK-97")

    def apply(self, draft: Draft, command: PlaceDisplaced) -> None:
        owner = part(draft).displaced[command.by].knight.owner
        draft.emit(KnightRehoused(owner, command.by, command.site))
        draft.settle("place_displaced", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaceDisplaced]:
        if who in part(table).displaced:
            yield from (PlaceDisplaced(who, site) for site in homes(table, who) if site is not None)


class ChaseRobberRule(CommandRule[ChaseRobber]):
    """CK-98, by CK-94, CK-95, CK-51 and CK-52; OPT-2 allows it before the roll."""

    command = ChaseRobber
    timings = (Timing.MAIN, Timing.TURN)

    def when(self, table: Table) -> Timing:
        return Timing.TURN if table.option("swift_knights") else Timing.MAIN

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_frozen(table)

    def at(self, table: Table, command: ChaseRobber) -> Iterable[Violation]:
        by = command.by
        yield from check_action(table, by, command.knight)
        yield from field(table).check_chase(
            table, by, command.knight, command.hex, command.victim, command.card
        )

    def apply(self, draft: Draft, command: ChaseRobber) -> None:
        field(draft).chase(draft, command.by, command.knight, command.hex, command.victim, command.card)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ChaseRobber]:
        known = field(table)
        for site in can_act(table, who):
            yield from (ChaseRobber(who, site, *theft) for theft in known.chases(table, who, site))


def drive_away(draft: Draft, victim: Site, removed: bool) -> None:
    """CK-97, PC-B05: a displaced knight keeps its state; without a place it leaves the board."""
    field(draft).drive_away(draft, victim, removed)


def give_up_place(draft: Draft, event: object) -> None:
    """CK-97: a displaced knight that the table does not place leaves the board."""
    for decider, away in part(draft).displaced.items():
        if draft.question("place_displaced", decider) is None:
            draft.emit(KnightRehoused(away.knight.owner, decider))


def knight_places(table: Table, old: frozenset[Site]) -> frozenset[Site]:
    """CK-90, CK-91: places with a knight are occupied too, for its owner's pieces as well."""
    return _with_knights(old, part(table).knights)


def knight_in_the_way(table: Table, old: InTheWay | None, site: Site, rule: str) -> InTheWay | None:
    """CK-91: a knight keeps roads and buildings away; where knights come to, their own rules say so."""
    knight = part(table).knights.get(site)
    if knight is None:
        return old
    return InTheWay("CK-91" if rule in ("B-50", "B-51") else rule, "knight", knight.owner)


@remembered
def _with_knights(old: frozenset[Site], standing: Mapping[Site, Knight]) -> frozenset[Site]:
    return old | frozenset(standing)


def knight_barriers(table: Table, old: frozenset[Site], owner: PlayerId) -> frozenset[Site]:
    """CK-91: nobody's roads go on, and nobody's trail goes, through the corner of an opponent's knight."""
    return _with_opposing(old, part(table).knights, owner)


@remembered
def _with_opposing(old: frozenset[Site], standing: Mapping[Site, Knight], owner: PlayerId) -> frozenset[Site]:
    return old | {site for site, knight in standing.items() if knight.owner != owner}


def after_knight(draft: Draft, event: KnightRecruited | KnightRemoved | KnightActed) -> None:
    """CK-91, B-60: a knight that comes or goes may cut the trails of others, or join them again.

    While a knight displaces another one nothing is judged before that one has found its place.
    """
    if isinstance(event, KnightActed):
        if event.to is not None and event.action == "move":
            trail.measure_around(draft, event.by, event.site, event.to)
    else:
        trail.measure_around(draft, event.by, event.site)


def after_displacement(draft: Draft, event: KnightRehoused) -> None:
    """CK-91, B-60: two or three corners have changed hands at once."""
    trail.measure(draft, dict.fromkeys(draft.slice(Base).roads.values()))


def figures_kept(table: Table) -> list[str]:
    """CK-02: nobody has more than two knights of a strength."""
    return [
        f"{player}: {knights_left(table, player, strength)} knights of strength {strength} left"
        for player in table.core.ids
        for strength in (1, 2, 3)
        if not 0 <= knights_left(table, player, strength) <= FIGURES
    ]


def knights_stand_alone(table: Table) -> list[str]:
    """CK-90: no knight stands where a settlement or city is."""
    built = table.slice(Base).buildings
    return [f"{site}: a knight and a building" for site in part(table).knights if site in built]


COMMANDS = (
    RecruitKnightRule(),
    ActivateKnightsRule(),
    PromoteKnightRule(),
    MoveKnightRule(),
    DisplaceKnightRule(),
    ChaseRobberRule(),
)
