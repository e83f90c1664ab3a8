"""The contributions of Cities & Knights to the extension points."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.core import Settled
from companion.engine.extension import (
    Audit,
    Constraint,
    CueRule,
    Die,
    Gauge,
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
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base import development
from companion.rules.base.building import BuildCity, choose_settlement
from companion.rules.base.facts import StateDevelopment
from companion.rules.base.slice import BuildingKind, CityBuilt, Produced
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights import (
    alerts,
    barbarians,
    cards,
    cities,
    facts,
    knights,
    presentation,
    production,
    progress,
    rates,
)
from companion.rules.cities_knights.field import BoardField, NamelessField
from companion.rules.cities_knights.goods import GOODS
from companion.rules.cities_knights.progress.medicine import PlayMedicine
from companion.rules.cities_knights.queries import SEVEN, gentle
from companion.rules.cities_knights.slice import EVENTS as STATE_EVENTS
from companion.rules.cities_knights.slice import (
    SHIP_FACE,
    TRACK_LENGTH,
    AttackFought,
    BarbariansLanded,
    CitiesKnights,
    Deck,
    KnightActed,
    KnightRecruited,
    KnightRehoused,
    KnightRemoved,
    MetropolisPlaced,
    ShipMoved,
    Track,
)

Concerned = tuple[PlayerId, ...] | None


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """Full decks, empty hands, the ship at its start (CK-13)."""
    return CitiesKnights(decks={track: Deck(cards.deck_size(table, track)) for track in Track})


def settlement_and_city(table: Table, old: object) -> tuple[BuildingKind, ...]:
    """CK-11, CK-12: a settlement in the first round, a city in the second, which goes in reverse."""
    return (BuildingKind.SETTLEMENT, BuildingKind.CITY)


def no_deck(table: Table, old: int) -> int:
    """CK-01: no development card is left from the beginning."""
    return 0


RESTATED = {"B-20": "CK-20", "B-21": "CK-20", "B-30": "CK-50", "B-31": "CK-52", "B-71": "CK-22"}
"""Rules of the base game that this one states anew."""


def restated(table: Table, old: str, rule: str) -> str:
    """CK-20, CK-22, CK-50, CK-52: what is said here of a turn, its 7, and the end."""
    return RESTATED.get(old, old)


def no_early_seven(table: Table, command: Command) -> Iterable[Violation]:
    """OPT-3: a 7 is rolled again until it is no 7, and the event die stays on the table."""
    if isinstance(command, RollDice) and gentle(table):
        numbers = [face for name, face in command.dice.items() if name in ("white", "red")]
        if sum(face for face in numbers if isinstance(face, int)) == SEVEN:
            yield soft("OPT-3", "gentle.no-seven", player=command.by)
        if "event" in command.dice:
            yield soft("OPT-3", "gentle.no-event-die", player=command.by)


def no_development_cards(table: Table, kind: type[Command], by: PlayerId) -> Iterable[Violation]:
    """CK-01: there are no development cards, and so no Largest Army."""
    yield hard("CK-01", "development.not-in-box")


def rebuild_first(table: Table, command: Command) -> Iterable[Violation]:
    """CK-113, in the edition that says so: the city on its side comes before any other upgrade."""
    if isinstance(command, BuildCity):
        chosen = command.site
    elif isinstance(command, PlayMedicine):
        chosen = command.settlement
    else:
        return
    lying = cities.lying_cities(table, command.by)
    site = choose_settlement(table, command.by, chosen)
    if lying and site not in lying and table.option("city_on_its_side") == "rebuilt_first":
        yield soft("CK-113", "city.rebuild-first", player=command.by)


def on_its_way(table: Table, event: ShipMoved) -> Concerned:
    """A step that is not the last one before the attack."""
    return () if event.to < TRACK_LENGTH - 1 else None


def attack_next(table: Table, event: ShipMoved) -> Concerned:
    """The last step before the attack."""
    return () if event.to == TRACK_LENGTH - 1 else None


def winner_and_loser(table: Table, event: MetropolisPlaced) -> Concerned:
    """Those who gain and lose a metropolis."""
    return (event.by,) if event.loser is None else (event.by, event.loser)


ALWAYS = Part(
    dice=(
        Die(
            "event",
            (SHIP_FACE, Track.TRADE.value, Track.POLITICS.value, Track.SCIENCE.value),
            lambda t: not gentle(t),
        ),
    ),
    steps=(Step("roll", "ck.ship", barbarians.sail),),
    terms=(Term("stated", Stage.TRANSFORM, restated),),
    commands=(barbarians.PlaceShipRule(),),
    constraints=(Constraint("ck.gentle_start", no_early_seven, commands=(RollDice,)),),
    cues=(
        CueRule(ShipMoved, "ship_step", on_its_way),
        CueRule(ShipMoved, "ship_near", attack_next),
        CueRule(BarbariansLanded, "attack"),
    ),
    facts=facts.SHIP,
    gauges=(Gauge("ship", TRACK_LENGTH, lambda table: table.slice(CitiesKnights).ship),),
    presentation=(*presentation.SHIP, *alerts.SHIP),
)

UNSEEN = Part(
    without=frozenset({Aspect.SCORE}),
    slots=(Slot("landing", barbarians.land_unseen),),
)

SCORE = Part(
    needs=frozenset({Aspect.SCORE}),
    slots=(Slot("landing", barbarians.land),),
    steps=(
        Step("roll", "ck.gates", cards.gates, after=("ck.ship",), before=("base.seven",)),
        Step("end", "ck.fifth_card", cards.end_of_turn),
    ),
    terms=(
        Term("start_buildings", Stage.REPLACE, settlement_and_city),
        Term("hand_limit", Stage.ADD, cities.wall_hand_limit),
        Term("other_cards", Stage.ADD, rates.never_traded),
        Term("robber_frozen", Stage.LIMIT, barbarians.frozen_robber),
        Term("figures_used", Stage.ADD, barbarians.lying_figures),
        Term("city_figure_needed", Stage.TRANSFORM, barbarians.needs_figure),
        Term("occupied", Stage.ADD, knights.knight_places),
        Term("in_the_way", Stage.ADD, knights.knight_in_the_way),
        Term("improvement_price", Stage.BASE, cities.base_improvement_price),
    ),
    commands=(
        *barbarians.COMMANDS,
        *knights.COMMANDS,
        cities.BuildWallRule(),
        cities.ImproveRule(),
        cities.PlaceMetropolisRule(),
        *cards.COMMANDS,
        *facts.COMMANDS,
    ),
    constraints=(Constraint("ck.rebuild_first", rebuild_first, commands=(BuildCity, PlayMedicine)),),
    reactions=(
        Reaction(CityBuilt, cities.stand_up),
        Reaction(Settled, barbarians.fight_when_all_said),
    ),
    points=(
        PointSource("metropolises", RuleId("CK-82"), cities.metropolis_points),
        PointSource("defender", RuleId("CK-114"), barbarians.times_defender),
        PointSource("point_cards", RuleId("CK-122"), cards.point_card_points),
    ),
    cues=(
        CueRule(AttackFought, "attack_won", lambda table, event: event.leaders if event.won else None),
        CueRule(AttackFought, "attack_lost", lambda table, event: None if event.won else event.losers),
        CueRule(MetropolisPlaced, "metropolis", winner_and_loser),
    ),
    invariants=(
        Invariant("ck.knights", knights.figures_kept),
        Invariant("ck.progress_cards", cards.decks_kept),
    ),
    audits=(Audit("ck.figures", facts.figures), Audit("ck.cities", facts.cities_bearing)),
    facts=facts.SCORED,
    presentation=(*presentation.SCORE, *alerts.SCORE),
)

NO_PLACES = Part(
    needs=frozenset({Aspect.SCORE}),
    without=frozenset({Aspect.PLACES}),
    slots=(Slot("field", NamelessField()),),
    facts=facts.NAMELESS,
)

NO_HANDS = Part(
    needs=frozenset({Aspect.SCORE}),
    without=frozenset({Aspect.HANDS}),
    presentation=presentation.NO_HANDS,
)

PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    goods=GOODS,
    slots=(Slot("field", BoardField()),),
    terms=(
        Term("development_deck", Stage.REPLACE, no_deck),
        Term("barriers", Stage.ADD, knights.knight_barriers),
        Term("yields", Stage.TRANSFORM, production.city_yields),
        Term("robber_faults", Stage.ADD, production.robber_needs_token),
        Term("numbered_hexes", Stage.BASE, production.hexes_with_token),
    ),
    commands=(knights.PlaceDisplacedRule(),),
    constraints=(
        Constraint(
            "ck.no_development",
            before=no_development_cards,
            commands=(StateDevelopment, *(rule.command for rule in development.COMMANDS)),
        ),
    ),
    reactions=(
        Reaction(KnightRecruited, knights.after_knight),
        Reaction(KnightRemoved, knights.after_knight),
        Reaction(KnightActed, knights.after_knight),
        Reaction(KnightRehoused, knights.after_displacement),
        Reaction(Settled, knights.give_up_place),
    ),
    invariants=(Invariant("ck.knights_alone", knights.knights_stand_alone),),
    audits=(Audit("ck.on_roads", facts.on_roads),),
    facts=facts.PLACED,
    presentation=presentation.PLACES,
)

HANDS = Part(
    needs=frozenset({Aspect.HANDS}),
    terms=(
        Term("trade_rates", Stage.TRANSFORM, rates.special_rates),
        Term("improvement_price", Stage.TRANSFORM, cities.crane_discount),
    ),
    commands=(production.UseAqueductRule(),),
    reactions=(Reaction(Produced, production.aqueducts),),
)

carry = facts.carry

__all__ = ["EVENTS", "PARTS", "carry", "start"]

EVENTS = (*STATE_EVENTS, *progress.EVENTS)
PARTS = (ALWAYS, UNSEEN, SCORE, NO_PLACES, NO_HANDS, PLACES, HANDS, *progress.PARTS)
"""The contributions by what is tracked."""
