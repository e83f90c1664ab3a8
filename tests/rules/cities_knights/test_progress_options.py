"""What may be played, against a judgement of every form that a play could be given at all."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, islice, permutations, product
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.decide import judge, options
from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.state import GameState, Phase
from companion.engine.table import Table
from companion.rules import catalogue
from companion.rules.base.goods import names
from companion.rules.base.network import geometry
from companion.rules.base.slice import Base
from companion.rules.cities_knights.cards import plays
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.cities_knights.progress.commercial_harbour import (
    HarbourOpened,
    OfferForCommodity,
    PlayCommercialHarbour,
)
from companion.rules.cities_knights.progress.crane import PlayCrane
from companion.rules.cities_knights.progress.deserter import PlayDeserter
from companion.rules.cities_knights.progress.diplomat import PlayDiplomat
from companion.rules.cities_knights.progress.engineer import PlayEngineer
from companion.rules.cities_knights.progress.harvest import HarvestRule, PlayHarvest
from companion.rules.cities_knights.progress.intrigue import PlayIntrigue
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.progress.irrigation import PlayIrrigation
from companion.rules.cities_knights.progress.master_merchant import PlayMasterMerchant
from companion.rules.cities_knights.progress.medicine import PlayMedicine
from companion.rules.cities_knights.progress.merchant import PlayMerchant
from companion.rules.cities_knights.progress.merchant_fleet import PlayMerchantFleet
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.progress.road_building import PlayRoadBuilding
from companion.rules.cities_knights.progress.saboteur import PlaySaboteur
from companion.rules.cities_knights.progress.smith import PlaySmith
from companion.rules.cities_knights.progress.spy import PlaySpy
from companion.rules.cities_knights.progress.warlord import PlayWarlord
from companion.rules.cities_knights.progress.wedding import PlayWedding
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import Held, Track
from tests.kit.tables import CITIES_KNIGHTS

Forms = Iterable[Command]


class Scene:
    """A position, and everything in it that an entry could name, sensible or not."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.me = table.core.on_turn
        self.land: Geometry = geometry(table)
        self.people: list[PlayerId] = [*table.core.ids, PlayerId("zoe")]
        self.hexes = [*self.land.hexes, HexId(-1), HexId(99)]
        self.corners = [*self.land.corners, Site("nowhere")]
        self.edges = [*self.land.edges, EdgeId("nowhere")]
        self.roads = list(table.slice(Base).roads)
        self.knights = [*state_of(table).knights, Site("nowhere")]
        self.goods = [*names(table), "gold"]


FORMS: dict[type[Command], Callable[[Scene], Forms]] = {
    PlayAlchemist: lambda s: (PlayAlchemist(s.me, a, b) for a, b in product(range(8), repeat=2)),
    PlayCrane: lambda s: [PlayCrane(s.me)],
    PlayMining: lambda s: (PlayMining(s.me, count) for count in (None, *range(-1, 9))),
    PlayIrrigation: lambda s: (PlayIrrigation(s.me, count) for count in (None, *range(-1, 9))),
    PlayInventor: lambda s: (
        PlayInventor(s.me, (one, other)) for one, other in product(s.hexes, repeat=2) if one <= other
    ),
    PlayEngineer: lambda s: (PlayEngineer(s.me, city) for city in (None, *s.corners)),
    PlayMedicine: lambda s: (PlayMedicine(s.me, site) for site in (None, *s.corners)),
    PlaySmith: lambda s: (
        PlaySmith(s.me, sites) for count in range(4) for sites in combinations(s.knights, count)
    ),
    PlayRoadBuilding: lambda s: (
        PlayRoadBuilding(s.me, edges)
        for edges in chain([None, ()], ((e,) for e in s.edges), permutations(s.edges, 2))
    ),
    PlayBishop: lambda s: (PlayBishop(s.me, hex) for hex in (None, *s.hexes)),
    PlayDeserter: lambda s: (
        PlayDeserter(s.me, victim, knight, placed, site)
        for victim in s.people
        for knight in s.knights
        for placed in range(-1, 5)
        for site in (None, *s.corners)
    ),
    PlayDiplomat: lambda s: (
        PlayDiplomat(s.me, edge, to)
        for edge, to in chain(
            product((None, EdgeId("nowhere"), *s.land.edges), (None,)), product(s.roads, s.edges)
        )
    ),
    PlayIntrigue: lambda s: (
        PlayIntrigue(s.me, site, gone) for site, gone in product(s.corners, (False, True))
    ),
    PlaySaboteur: lambda s: [PlaySaboteur(s.me)],
    PlaySpy: lambda s: (PlaySpy(s.me, victim, track) for victim, track in product(s.people, Track)),
    PlayWarlord: lambda s: [PlayWarlord(s.me)],
    PlayWedding: lambda s: [PlayWedding(s.me)],
    PlayCommercialHarbour: lambda s: [PlayCommercialHarbour(s.me)],
    OfferForCommodity: lambda s: (
        OfferForCommodity(s.me, who, good, commodity, refused)
        for who in s.people
        for good in s.goods
        for commodity in (None, *s.goods)
        for refused in (False, True)
    ),
    PlayMasterMerchant: lambda s: (PlayMasterMerchant(s.me, victim) for victim in s.people),
    PlayMerchantFleet: lambda s: (PlayMerchantFleet(s.me, good) for good in (None, *s.goods)),
    PlayMerchant: lambda s: (PlayMerchant(s.me, hex) for hex in (None, *s.hexes)),
}
"""Every form of a play; cards that the table saw are left out, since everything is allowed unseen."""

PROFILES = ("hobbyworld", "colonist", "official2025")


def positions(seed: int, level: str = "L3") -> Iterator[Table]:
    """Positions of a game played by chance, in which whoever is on turn holds a card of each colour."""
    chance = random.Random(seed)
    game = Simulation(header(CITIES_KNIGHTS, 2 + seed % 3, seed, level, PROFILES[seed % 3]), chance, False)
    for number, _ in enumerate(game.play()):
        core = game.state.core
        if number > 40 and not core.pending and core.winner is None and chance.random() < 0.05:
            yield Table(game.ruleset, with_cards(game.state))


def with_cards(state: GameState) -> GameState:
    """The position with a face-down card of each colour in the hand of whoever is on turn."""
    ck: Any = state.slices["cities_knights"]
    held = tuple(Held(track) for track in Track)
    return state.with_slice("cities_knights", replace(ck, hands={**ck.hands, state.core.on_turn: held}))


def same(table: Table, command: Command) -> Command:
    """The form that is offered of those that mean the same: nothing is named that goes without saying."""
    if isinstance(command, PlayMerchantFleet) and table.option("merchant_fleet") == "any_pair":
        return PlayMerchantFleet(command.by)
    rule = table.ruleset.commands[type(command)]
    if isinstance(command, PlayHarvest) and isinstance(rule, HarvestRule):
        _, low, high = rule.due(table, command.by)
        return replace(command, count=None) if low == high else command
    return command


def compare(table: Table, kinds: Iterable[type[Command]]) -> int:
    """Assert that exactly the allowed forms are offered, each once; how many these are."""
    scene = Scene(table)
    offered = options(table.ruleset, table.state, scene.me)
    assert len(offered) == len({repr(command) for command in offered}), "something is offered twice"
    count = 0
    for kind in kinds:
        mine = {repr(command) for command in offered if isinstance(command, kind)}
        allowed = {
            repr(same(table, command))
            for command in FORMS[kind](scene)
            if not judge(table.ruleset, table.state, command)
        }
        assert mine == allowed, f"{kind.__name__}: {sorted(mine ^ allowed)[:5]}"
        count += len(mine)
    return count


MANY = (PlayRoadBuilding, PlayDeserter)
"""Thousands of forms."""


@pytest.mark.parametrize("seed", range(6))
def test_ck_120_exactly_the_plays_that_are_allowed_are_offered(seed: int) -> None:
    few = [kind for kind in FORMS if kind not in MANY]
    looked = sum(compare(table, few) for table, _ in zip(positions(seed), range(12), strict=False))
    assert looked > 50, f"seed {seed}: hardly anything was offered"


@pytest.mark.parametrize("seed", (10, 11, 12))
def test_pc_g10_and_pc_b03_exactly_the_places_that_are_allowed_are_offered(seed: int) -> None:
    some = (table for table in positions(seed) if any(isinstance(c, MANY) for c in offered(table)))
    assert sum(compare(table, MANY) for table in islice(some, 2, 12, 5)) > 10


def offered(table: Table) -> tuple[Command, ...]:
    """What the player on turn may do."""
    return options(table.ruleset, table.state, table.core.on_turn)


@pytest.mark.parametrize("seed", (20, 21, 22))
def test_ck_120_exactly_the_plays_that_are_allowed_are_offered_without_hands(seed: int) -> None:
    kinds = [kind for kind in FORMS if kind not in (*MANY, OfferForCommodity, PlayMerchantFleet)]
    looked = 0
    for count, table in enumerate(islice(positions(seed, "L2"), 80)):
        if count >= 12 and looked > 20:
            break
        looked += compare(table, kinds)
    assert looked > 20


def test_pc_y01_exactly_the_offers_that_are_allowed_are_offered() -> None:
    looked = 0
    for seed in (30, 31, 32):
        print(f"seed {seed}")
        for table, _ in zip(positions(seed), range(20), strict=False):
            if table.core.phase is Phase.AFTER_ROLL:
                event = HarbourOpened(table.core.on_turn, table.core.turn)
                ck: Any = event.apply(state_of(table))
                open_now = Table(table.ruleset, table.state.with_slice("cities_knights", ck))
                looked += compare(open_now, [OfferForCommodity, PlayCommercialHarbour])
    assert looked > 40


def test_every_play_is_looked_at() -> None:
    """The monopolies alone have more forms than anyone would list."""
    played = set(plays(catalogue.ruleset(("base", "cities_knights"), "L3")).values())
    assert {kind.__name__ for kind in played - set(FORMS)} == {
        "PlayResourceMonopoly",
        "PlayCommodityMonopoly",
    }
