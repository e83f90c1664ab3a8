"""What Barbarian Attack and Cities & Knights change in one another (CO-09).

Gold buys resources alone and commodities are sold for it, as gold always does; activating, promoting and all
cards that name knights need nothing here, wherever these stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from companion.engine.extension import Constraint, FactSort, Part, Reaction, Slot, Stage, Step, Term
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.rules.base.queries import cities
from companion.rules.bridges.barbarian_attack__cities_knights import cards, knights, landing
from companion.rules.cities_knights.barbarians import BY_SHIP
from companion.rules.cities_knights.facts.knights import KNIGHTS_PLACED
from companion.rules.cities_knights.improvements import Improved
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight
from companion.rules.cities_knights.knights.move import MoveKnight as MoveAlongRoads
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from companion.rules.cities_knights.presentation import knights_standing
from companion.rules.cities_knights.progress import bishop, intrigue
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.queries import knights as knights_of
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.ways import ON_ROADS
from companion.rules.presentation.parts import Action, Actions, EventLine, Pieces
from companion.rules.scenarios.barbarian_attack.battle import BATTLES
from companion.rules.scenarios.barbarian_attack.cards import CARDS
from companion.rules.scenarios.barbarian_attack.coast import overrun, unconquerable
from companion.rules.scenarios.barbarian_attack.garrison import OWN_KNIGHTS
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight
from companion.rules.scenarios.barbarian_attack.landing import LandingCalled, LandingDue, NobodyLands
from companion.rules.scenarios.barbarian_attack.prisoners import ConqueredCounted, lying

FOR_A_POINT = 3
"""CO-09: prisoners that are worth a point."""

EVENTS = knights.EVENTS


def with_metropolises(table: Table, old: frozenset[Site]) -> frozenset[Site]:
    """CO-09: a metropolis keeps its points."""
    return _and_bearing(old, state_of(table).metropolises)


@remembered
def _and_bearing(old: frozenset[Site], metropolises: Mapping[Track, Site]) -> frozenset[Site]:
    return old.union(metropolises.values())


def raised(draft: Draft, event: MetropolisPlaced) -> None:
    """BA-C6: a conquered city that becomes a metropolis stands up, where it is counted what lies."""
    low, high = lying(draft, event.by)
    if high > len(frozenset(cities(draft, event.by)) - unconquerable(draft)):
        draft.emit(ConqueredCounted(event.by, low, high - 1))


def overrun_land(table: Table, old: frozenset[HexId]) -> frozenset[HexId]:
    """BA-C7: what is overrun brings nothing for Mining and Irrigation."""
    lost: Collection[HexId] = overrun(table)
    return old.union(lost) if lost else old


def in_order(draft: Draft) -> None:
    """BA-C4: knights move and fight before anything that Cities & Knights asks at the end of a turn."""


def without_board(table: Table, player: PlayerId) -> Iterator[Action]:
    """What the table says of a player's knights where nobody enters places."""
    own = knights_of(table, player)
    active = tuple(knights.MarchFar(player, site) for site, knight in own.items() if knight.active)
    if active:
        yield Action("do_march_far", "forward", "deed.back_march", active)
    if own:
        struck = tuple(knights.WeakenKnight(player, site) for site in own)
        yield Action("do_weaken_knight", "down", "deed.back_weaken", struck)


def on_paths(table: Table, player: PlayerId) -> Iterator[Action]:
    """That knights move is offered where all else is that they do."""
    yield Action("do_move_knight", "forward", "deed.ba_move", takes=MoveKnight)


PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        # no ship sails, no robber is there to be chased, and nobody is displaced
        withdraws=(
            BY_SHIP,
            MoveAlongRoads,
            DisplaceKnight,
            ChaseRobber,
            bishop.PlayBishop,
            intrigue.PlayIntrigue,
        ),
        steps=(Step("roll", "back.ship", landing.with_ship, before=("ck.gates",)),),
        terms=(
            Term("prisoners_for_a_point", Stage.REPLACE, lambda table, old: FOR_A_POINT),
            Term("unconquerable", Stage.ADD, with_metropolises),
        ),
        commands=(cards.IntrigueRule(), cards.BishopRule()),
        constraints=(Constraint("back.inner_tokens", cards.inner_tokens, commands=(PlayInventor,)),),
        reactions=(Reaction(Improved, landing.with_improvement),),
        presentation=(
            EventLine(LandingDue, landing.told),
            EventLine(LandingCalled, landing.told),
            EventLine(NobodyLands, landing.told_in_vain),
        ),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        commands=(knights.MarchFarRule(), knights.WeakenKnightRule()),
        reactions=(Reaction(MetropolisPlaced, raised),),
        presentation=(Actions(without_board, section="knights"),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        withdraws=(ON_ROADS, OWN_KNIGHTS, CARDS),
        steps=(
            Step("end", "back.order", in_order, after=(BATTLES,), before=("ck.named_dice", "ck.fifth_card")),
        ),
        slots=(
            Slot("field", knights.PathField(), replaces=True),
            Slot("garrison", knights.CityKnights()),
        ),
        terms=(Term("fruitless", Stage.ADD, overrun_land),),
        facts=tuple(replace(fact, sort=FactSort.EDGES) for fact in KNIGHTS_PLACED),
        presentation=(
            Pieces("edge", knights_standing, ("knight",)),
            Actions(on_paths, section="knights"),
        ),
    ),
)

__all__ = ["EVENTS", "PARTS"]
