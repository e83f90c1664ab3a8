"""The base game's contributions to the extension points."""

from __future__ import annotations

from companion.engine.extension import (
    Audit,
    Constraint,
    CueRule,
    Die,
    Invariant,
    Part,
    PointSource,
    Reaction,
    Slot,
    Stage,
    Step,
    Term,
)
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.engine.verdict import Severity
from companion.rules.base import (
    alerts,
    building,
    development,
    facts,
    fit,
    longest_road,
    network,
    presentation,
    robber,
    roll,
    setup,
    showing,
    tracking,
    trade,
    trail,
    turn,
)
from companion.rules.base.board import Board, Island
from companion.rules.base.board_faults import board_faults
from companion.rules.base.board_making import islands
from companion.rules.base.goods import GOODS, development_cards
from companion.rules.base.places import NamelessPlaces
from companion.rules.base.purse import CountedPurse, OpenPurse, purse
from companion.rules.base.queries import ROADS, SUPPLY, figures_left, places, roads_left
from companion.rules.base.slice import (
    EVENTS,
    Base,
    CityBuilt,
    Development,
    DevelopmentPlayed,
    RoadBuilt,
    RoadMoved,
    RoadRemoved,
    SettlementBuilt,
    SevenRolled,
)


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """Full supplies; the pieces that stand after the set-up, where places are not entered (B-10)."""
    rules = table.ruleset
    if "places" not in rules.slots:
        return Base()
    people = tuple(player.id for player in players)
    return Base(
        buildings=places(table).start(players, table.value("start_buildings")),
        hands=purse(table).start(people, {good.name: good.supply for good in rules.goods}),
        development=Development(deck=table.value("development_deck") or 0),
    )


def supply_kept(table: Table) -> list[str]:
    """B-05: nobody has more pieces on the board than own."""
    return [
        f"{player}: {figures_left(table, player, kind)} {kind.value} left"
        for player in table.core.ids
        for kind in SUPPLY
        if not 0 <= figures_left(table, player, kind) <= SUPPLY[kind]
    ]


def board_possible(table: Table) -> list[str]:
    """B-01 to B-04: the board can lie on a table, and all pieces are on it."""
    base = table.slice(Base)
    if base.board is None:
        return [*base.buildings, *base.roads]
    faults = hard_faults(base.board, table.value("island"))
    if faults:
        return list(faults)
    land = base.board.geometry
    wrong: list[str] = [site for site in base.buildings if site not in land.neighbours]
    wrong += [edge for edge in base.roads if edge not in land.ends]
    return wrong if base.robber in (None, *land.hexes) else [*wrong, f"robber: {base.robber}"]


@remembered
def hard_faults(board: Board, island: Island) -> tuple[str, ...]:
    """Why a board cannot lie on a table, by key."""
    return tuple(v.key for v in board_faults(board, island) if v.severity is Severity.HARD)


def roads_kept(table: Table) -> list[str]:
    """B-05: nobody has more roads on the board than own."""
    return [
        f"{player}: {roads_left(table, player)} roads left"
        for player in table.core.ids
        if not 0 <= roads_left(table, player) <= ROADS
    ]


def cards_kept(table: Table) -> list[str]:
    """B-06: hands and bank together are what the box holds, and no hand holds more than its total."""
    hands = table.slice(Base).hands
    wrong = []
    for good, supply in hands.supply.items():
        least = sum(hands.low(player, good) for player in hands.holders) + hands.bank_low(good)
        most = sum(hands.high(player, good) for player in hands.holders) + hands.bank_high(good)
        if not least <= supply <= most:
            wrong.append(f"{good}: {least} to {most} cards of {supply}")
    for player in hands.holders:
        low = sum(hands.low(player, good) for good in hands.goods)
        high = sum(hands.high(player, good) for good in hands.goods)
        if not low <= hands.total(player) <= high:
            wrong.append(f"{player}: {low} to {high} cards of {hands.total(player)}")
    return wrong


def adjustment(table: Table, player: PlayerId) -> int:
    """What the table gave or took by its own ruling."""
    return table.core.adjustments.get(player, 0)


ALWAYS = Part(
    steps=(Step("after_roll", turn.AFTER_ROLL, turn.after_roll),),
    terms=(
        Term("roll_again", Stage.BASE, lambda table, old: False),
        Term("stated", Stage.BASE, lambda table, old, rule: rule),
    ),
    commands=(
        turn.RollDiceRule(),
        turn.EndTurnRule(),
        turn.DeclareWinnerRule(),
        *turn.COMMANDS,
        *tracking.COMMANDS,
    ),
    constraints=(Constraint("turn", before=turn.in_time),),
    facts=(tracking.TURN,),
)

SCORE = Part(
    needs=frozenset({Aspect.SCORE}),
    dice=(
        Die(roll.WHITE, tuple(range(1, 7)), lambda table: roll.WHITE in table.value("number_dice")),
        Die(roll.RED, tuple(range(1, 7)), lambda table: roll.RED in table.value("number_dice")),
    ),
    steps=(Step("roll", "base.seven", roll.seven),),
    terms=(
        Term("number_dice", Stage.BASE, lambda table, old: (roll.WHITE, roll.RED)),
        Term("roll_total", Stage.BASE, roll.dice_total),
        Term("hand_limit", Stage.BASE, roll.base_hand_limit),
        Term("robber_frozen", Stage.BASE, robber.nothing_holds_robber),
        Term("points_to_win", Stage.BASE, lambda table, old, player: table.option("points_to_win")),
        Term("start_buildings", Stage.BASE, setup.base_rounds),
        Term("figures_used", Stage.BASE, building.figures_used),
        Term("city_figure_needed", Stage.BASE, lambda table, old, site: True),
        Term("occupied", Stage.BASE, building.occupied),
        Term("in_the_way", Stage.BASE, building.building_in_the_way),
        Term("other_owners", Stage.BASE, lambda table, old: ()),
        Term("other_cards", Stage.BASE, development_cards),
    ),
    commands=(
        building.BuildSettlementRule(),
        building.BuildCityRule(),
        facts.StatePiecesRule(),
        facts.StateAwardRule(),
    ),
    points=(
        PointSource("buildings", RuleId("B-70"), building.building_points),
        PointSource("longest_road", RuleId("B-60"), longest_road.longest_road_points),
        PointSource("table", RuleId("B-70"), adjustment),
    ),
    cues=(CueRule(SevenRolled, "seven", lambda table, event: tuple(event.limits)),),
    invariants=(Invariant("base.supply", supply_kept),),
    audits=(Audit("base.supply", fit.supply),),
    presentation=(*presentation.SCORE, alerts.SEVEN),
)

NO_PLACES = Part(
    needs=frozenset({Aspect.SCORE}),
    without=frozenset({Aspect.PLACES}),
    slots=(Slot("places", NamelessPlaces()),),
    commands=(longest_road.ClaimLongestRoadRule(), longest_road.CutLongestRoadRule()),
    facts=facts.NAMELESS,
    presentation=presentation.NO_PLACES,
)

NO_HANDS = Part(
    needs=frozenset({Aspect.SCORE}),
    without=frozenset({Aspect.HANDS}),
    slots=(Slot("purse", OpenPurse()),),
)

PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    goods=GOODS,
    slots=(Slot("places", network.BoardPlaces()),),
    steps=(
        Step("setup", "base.board", setup.ask_for_board),
        Step("setup", setup.PLACE, setup.ask_for_piece, after=("base.board",)),
        Step("roll", "base.robber", robber.ask_for_robber, after=("base.seven",)),
        Step("roll", "base.produce", roll.produce, after=("base.robber",)),
    ),
    terms=(
        Term("island", Stage.BASE, lambda table, old: islands()["standard"]),
        Term("robber_start", Stage.BASE, setup.base_robber_start),
        Term("barriers", Stage.BASE, network.base_barriers),
        Term("road_faults", Stage.BASE, lambda table, old, owner: ()),
        Term("barren", Stage.BASE, roll.base_barren),
        Term("yields", Stage.BASE, roll.base_yields),
        Term("robber_faults", Stage.BASE, robber.base_robber_faults),
        Term("robber_refuge", Stage.BASE, robber.base_refuge),
        Term("robbery_exempt", Stage.BASE, robber.nobody_exempt),
        Term("army", Stage.BASE, development.base_army),
        Term("development_deck", Stage.BASE, lambda table, old: sum(development.DECK.values())),
    ),
    commands=(
        setup.LayBoardRule(),
        setup.PlaceBuildingRule(),
        setup.PlaceRoadRule(),
        building.BuildRoadRule(),
        robber.MoveRobberRule(),
        facts.StateRobberRule(),
        facts.StateDevelopmentRule(),
        *development.COMMANDS,
    ),
    reactions=(
        Reaction(RoadBuilt, trail.after_road),
        Reaction(RoadRemoved, trail.after_road),
        Reaction(RoadMoved, trail.after_road),
        Reaction(SettlementBuilt, trail.after_building),
        Reaction(CityBuilt, trail.after_building),
        Reaction(DevelopmentPlayed, development.judge_army),
    ),
    points=(
        PointSource("largest_army", RuleId("B-62"), development.army_points),
        PointSource("victory_point_cards", RuleId("B-53"), development.shown_points),
    ),
    invariants=(
        Invariant("base.board", board_possible, always=True),
        Invariant("base.roads", roads_kept),
    ),
    audits=(
        Audit("base.distance", fit.distance),
        Audit("base.connection", fit.connection),
        Audit("base.longest_road", fit.awards),
    ),
    facts=facts.PLACED,
    presentation=presentation.PLACES,
)

HANDS = Part(
    needs=frozenset({Aspect.HANDS}),
    slots=(Slot("purse", CountedPurse()),),
    steps=(
        Step(
            "roll", "base.discards", robber.ask_for_discards, after=("base.seven",), before=("base.robber",)
        ),
        Step("roll", "base.bank", roll.count_bank, after=("base.robber",), before=("base.produce",)),
    ),
    terms=(Term("trade_rates", Stage.BASE, trade.base_rates),),
    commands=(
        robber.DiscardCardsRule(),
        trade.TradeWithBankRule(),
        trade.TradeWithPlayerRule(),
        showing.ShowCardsRule(),
        showing.CountHandRule(),
        showing.CountBankRule(),
        facts.StateHandRule(),
    ),
    invariants=(Invariant("base.cards", cards_kept),),
    audits=(Audit("base.cards", fit.cards),),
    facts=facts.COUNTED,
)

carry = tracking.carry

__all__ = ["EVENTS", "PARTS", "carry", "start"]

PARTS = (ALWAYS, SCORE, NO_PLACES, NO_HANDS, PLACES, HANDS)
