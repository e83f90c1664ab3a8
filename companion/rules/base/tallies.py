"""What the base game adds to the statistics of an evening."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.chance import TWO_DICE
from companion.engine.core import DiceRolled
from companion.engine.extension import Count, Part, Stage, Tally, Term
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.development.knight import LargestArmyHeld, PlayKnight
from companion.rules.base.development.play import DevelopmentPlayed
from companion.rules.base.goods import size
from companion.rules.base.hands import CardsReturned
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.robber import MoveRobber
from companion.rules.base.roll import RED, WHITE, Produced, SevenRolled, barred, claims, total
from companion.rules.base.slice import Base
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.presentation.parts import Breakdown, Honour, Measure

NUMBERS = {number: chance for number, chance in TWO_DICE.items() if number != 7}
"""How likely each number that pays is."""


def rolled(table: Table, event: DiceRolled) -> Iterable[Count]:
    """The number, unless somebody named the dice."""
    white, red = event.dice.get(WHITE), event.dice.get(RED)
    if isinstance(white, int) and isinstance(red, int) and table.value("dice_by_chance"):
        yield Count(event.by, (str(white + red),))


def faces(table: Table, event: DiceRolled) -> Iterable[Count]:
    """Each die, unless somebody named it."""
    for name, face in event.dice.items():
        if name not in (WHITE, RED) or table.value("dice_by_chance"):
            yield Count(event.by, (name, str(face)))


def is_income(table: Table) -> bool:
    """Whether this is what a roll brought, and not the set-up."""
    return total(table) > 0


def produced(table: Table, event: Produced) -> Iterable[Count]:
    """What each player got, by good and number."""
    number = str(total(table))
    if is_income(table):
        for player, cards in event.gains.items():
            yield from (Count(player, (good, number), count) for good, count in cards.items())


def expected(table: Table, event: Produced | SevenRolled) -> Iterable[Count]:
    """What any roll would have brought on average with these pieces: each number by its chance."""
    if not is_income(table):
        return
    for number, chance in NUMBERS.items():
        for player, cards in claims(table, number).items():
            yield from (Count(player, (good, str(number)), chance * count) for good, count in cards.items())


def blocked(table: Table, event: Produced) -> Iterable[Count]:
    """What the robber, or whatever else makes a hex barren, kept from each player."""
    number = total(table)
    if is_income(table):
        for player, cards in barred(table, number).items():
            yield from (Count(player, (good, str(number)), count) for good, count in cards.items())


def robbed(table: Table, command: MoveRobber | PlayKnight) -> Iterable[Count]:
    """Whom somebody robbed; where hands are counted, only of a card that there was."""
    victim = command.victim
    if victim is not None:
        hands = table.slice(Base).hands
        if not hands.counted or hands.total(victim):
            yield Count(command.by, (victim,))


def lost_cards(table: Table, event: CardsReturned) -> Iterable[Count]:
    """Cards that somebody had to give back."""
    yield Count(event.by, (), size(event.cards) + event.unseen)


def with_bank(table: Table, command: TradeWithBank) -> Iterable[Count]:
    """What somebody gave the bank and took for it."""
    yield from (Count(command.by, ("gave", good), count) for good, count in command.give.items())
    yield from (Count(command.by, ("took", good), count) for good, count in command.take.items())


def with_player(table: Table, command: TradeWithPlayer) -> Iterable[Count]:
    """A trade of two players, once for each."""
    yield Count(command.by, (command.partner,))
    yield Count(command.partner, (command.by,))


def road_held(table: Table, event: LongestRoadHeld) -> Iterable[Count]:
    """Longest Road changes hands."""
    if event.by != table.slice(Base).longest_road:
        yield Count(event.by, ("longest_road",))


def army_held(table: Table, event: LargestArmyHeld) -> Iterable[Count]:
    """Largest Army changes hands."""
    if event.by != table.slice(Base).development.largest_army:
        yield Count(event.by, ("largest_army",))


PARTS = (
    Part(
        terms=(Term("dice_by_chance", Stage.BASE, lambda table, old: True),),
        tallies=(Tally("faces", DiceRolled, faces),),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        tallies=(
            Tally("rolls", DiceRolled, rolled),
            Tally("awards", LongestRoadHeld, road_held),
            Tally("awards", LargestArmyHeld, army_held),
            Tally("built", BuildRoad, lambda table, command: (Count(command.by, ("road",)),)),
            Tally("built", BuildSettlement, lambda table, command: (Count(command.by, ("settlement",)),)),
            Tally("built", BuildCity, lambda table, command: (Count(command.by, ("city",)),)),
            Tally(
                "development_played",
                DevelopmentPlayed,
                lambda table, event: (Count(event.by, (event.card,)),),
            ),
        ),
        presentation=(
            Breakdown("built", "built", "piece"),
            Breakdown("awards", "awards", "award"),
            Breakdown("cards", "development_played", "development"),
            Honour("evening.builder", "built"),
        ),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        tallies=(
            Tally("produced", Produced, produced),
            Tally("expected", Produced, expected),
            Tally("expected", SevenRolled, expected),
            Tally("blocked", Produced, blocked),
            Tally("robbed", MoveRobber, robbed),
            Tally("robbed", PlayKnight, robbed),
        ),
        presentation=(
            Measure("luck", "produced"),
            Measure("luck", "expected"),
            Measure("luck", "blocked"),
            Measure("luck", "robbed", suffered=True, label="evening.was_robbed"),
            Breakdown("by_good", "produced", "good", beside="expected"),
            Breakdown("by_number", "produced", place=1, beside="expected"),
            Breakdown("robbed_whom", "robbed"),
            Honour("evening.luckiest", "produced", beyond="expected"),
            Honour("evening.blocked", "blocked"),
            Honour("evening.robbed", "robbed", suffered=True),
        ),
    ),
    Part(
        needs=frozenset({Aspect.HANDS}),
        tallies=(
            Tally("returned", CardsReturned, lost_cards),
            Tally("bank_trades", TradeWithBank, with_bank),
            Tally("trades", TradeWithPlayer, with_player),
        ),
        presentation=(
            Measure("trades", "trades"),
            Measure("trades", "bank_trades"),
            Measure("trades", "returned"),
            Breakdown("partners", "trades"),
            Honour("evening.trader", "trades"),
        ),
    ),
)
