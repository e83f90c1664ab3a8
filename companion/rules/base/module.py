"""The base game's contributions to the extension points."""

from __future__ import annotations

from companion.engine.extension import (
    CueRule,
    Die,
    Invariant,
    Part,
    PointSource,
    Slot,
    Stage,
    Step,
    Term,
)
from companion.engine.ids import PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.base import building, longest_road, roll, turn
from companion.rules.base.places import NamelessPlaces
from companion.rules.base.queries import SUPPLY, figures_left
from companion.rules.base.slice import EVENTS, Base, Building, BuildingKind, SevenRolled


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """The pieces that stand after the set-up, where places are not entered (B-10)."""
    kinds: tuple[BuildingKind, ...] = (
        table.value("start_buildings") if "start_buildings" in table.ruleset.terms else ()
    )
    return Base(
        buildings={
            Site(f"{player.id}-{number}"): Building(player.id, kind)
            for player in players
            for number, kind in enumerate(kinds, start=1)
        }
    )


def supply_kept(table: Table) -> list[str]:
    """B-05: nobody has more pieces on the board than own."""
    return [
        f"{player}: {figures_left(table, player, kind)} {kind.value} left"
        for player in table.core.ids
        for kind in SUPPLY
        if not 0 <= figures_left(table, player, kind) <= SUPPLY[kind]
    ]


def adjustment(table: Table, player: PlayerId) -> int:
    """What the table gave or took by its own ruling."""
    return table.core.adjustments.get(player, 0)


ALWAYS = Part(
    commands=(turn.RollDiceRule(), turn.EndTurnRule(), turn.DeclareWinnerRule(), *turn.COMMANDS),
    constraints=(turn.TurnRules().constraint(),),
)

SCORE = Part(
    needs=frozenset({Aspect.SCORE}),
    dice=(Die(roll.WHITE, tuple(range(1, 7))), Die(roll.RED, tuple(range(1, 7)))),
    steps=(Step("roll", "base.income", roll.income),),
    terms=(
        Term("hand_limit", Stage.BASE, roll.base_hand_limit),
        Term("robber_moves", Stage.BASE, roll.base_robber_moves),
        Term("points_to_win", Stage.BASE, lambda table, old, player: table.option("points_to_win")),
        Term("figures_used", Stage.BASE, building.figures_used),
        Term("city_figure_needed", Stage.BASE, lambda table, old, site: True),
        Term("occupied", Stage.BASE, building.occupied),
    ),
    commands=(building.BuildSettlementRule(), building.BuildCityRule()),
    points=(
        PointSource("buildings", RuleId("B-70"), building.building_points),
        PointSource("longest_road", RuleId("B-60"), longest_road.longest_road_points),
        PointSource("table", RuleId("B-70"), adjustment),
    ),
    cues=(CueRule(SevenRolled, lambda table, event: [("seven", tuple(event.limits))]),),
    invariants=(Invariant("base.supply", supply_kept),),
)

NO_PLACES = Part(
    needs=frozenset({Aspect.SCORE}),
    without=frozenset({Aspect.PLACES}),
    slots=(Slot("places", NamelessPlaces()),),
    terms=(
        Term(
            "start_buildings",
            Stage.BASE,
            lambda table, old: (BuildingKind.SETTLEMENT, BuildingKind.SETTLEMENT),
        ),
    ),
    commands=(longest_road.ClaimLongestRoadRule(), longest_road.CutLongestRoadRule()),
)

__all__ = ["EVENTS", "PARTS", "start"]

PARTS = (ALWAYS, SCORE, NO_PLACES)
