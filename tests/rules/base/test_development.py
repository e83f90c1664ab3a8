"""Development cards: bought face down, played one a turn, and what they do."""

from __future__ import annotations

import pytest

from companion.app.narrate import violation_text
from companion.engine.command import Command
from companion.engine.core import GameWon
from companion.engine.ids import HexId, PlayerId
from companion.engine.verdict import Accepted, Certainty
from companion.presenters.holdings import holdings
from companion.rules.base.building import BuildRoad
from companion.rules.base.development import DECK
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.knight import LargestArmyHeld, PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.play import PlayDevelopment, out
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.robber import MoveRobber, RobberMoved
from companion.rules.base.trade import TradeWithBank
from tests.kit.island import Island, bag, edge, edges, island
from tests.kit.tables import ANNA, BEN, CARLA, CITIES_KNIGHTS, DAVID, none, only, told

PRICE = "1 ore 1 wool 1 grain"


def knight(
    by: PlayerId = ANNA, hex: int = 7, victim: PlayerId | None = None, taken: str | None = None
) -> PlayKnight:
    """Nobody lives at hex 7 in most of these tests."""
    return PlayKnight(by, HexId(hex), victim, taken)


def certainty(table: Island, command: Command) -> Certainty:
    verdict = table.session.judge(command)
    assert isinstance(verdict, Accepted), verdict
    return verdict.certainty


def plays(table: Island, who: str = "anna") -> set[str]:
    """The kinds of cards that are offered to be played."""
    return {
        option.card for option in table.options(who, PlayDevelopment) if isinstance(option, PlayDevelopment)
    }


# --- B-07: the deck


def test_b_07_the_deck_has_25_cards() -> None:
    assert DECK == {"knight": 14, "victory_point": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2}
    assert sum(DECK.values()) == 25
    assert island().base.development.deck == 25


def test_b_07_each_card_bought_is_one_fewer_in_the_deck() -> None:
    table = island(hands={"anna": "2 ore 2 wool 2 grain"})
    table.enter(BuyDevelopmentCard(ANNA))
    table.enter(BuyDevelopmentCard(ANNA))
    assert table.base.development.deck == 23
    assert len(table.base.development.held[ANNA]) == 2


@pytest.mark.parametrize("level", ["L2", "L3"])
def test_b_07_not_with_cities_and_knights(level: str) -> None:
    table = island(modules=CITIES_KNIGHTS, level=level)
    if level == "L3":
        table.given_hands({"anna": PRICE})
    assert table.options("anna", BuyDevelopmentCard) == []
    assert table.refused(BuyDevelopmentCard(ANNA))
    assert table.refused(knight())


# --- B-53: buying


def test_b_53_a_card_costs_ore_wool_and_grain() -> None:
    table = island(hands={"anna": f"{PRICE} 1 brick"})
    table.enter(BuyDevelopmentCard(ANNA))
    assert table.cards("anna") == "1 brick"


@pytest.mark.parametrize("hand", ["1 ore 1 wool", "1 ore 1 wool 1 brick", "2 ore 2 wool", ""])
def test_b_53_not_without_its_price(hand: str) -> None:
    table = island(hands={"anna": hand})
    assert table.refused(BuyDevelopmentCard(ANNA)) == {"B-53"}
    assert table.options("anna", BuyDevelopmentCard) == []


def test_b_53_while_the_deck_lasts() -> None:
    table = island(hands={"anna": "2 ore 2 wool 2 grain"}).given_development_deck(1)
    table.enter(BuyDevelopmentCard(ANNA))
    (violation,) = table.violations(BuyDevelopmentCard(ANNA))
    assert violation_text(violation, table.core.players) == "No development card is left to buy."
    assert table.impossible(BuyDevelopmentCard(ANNA)) == {"B-53"}
    assert table.options("anna", BuyDevelopmentCard) == []


def test_b_53_cards_are_bought_after_the_roll() -> None:
    table = island(hands={"anna": PRICE}, rolled=False)
    assert table.refused(BuyDevelopmentCard(ANNA)) == {"B-21"}


# --- B-53: playing


def test_b_53_not_in_the_turn_in_which_it_was_bought() -> None:
    table = island(hands={"anna": PRICE})
    table.enter(BuyDevelopmentCard(ANNA))
    (violation,) = table.violations(knight())
    assert violation_text(violation, table.core.players) == (
        "Anna bought this development card in this turn, and has none from before."
    )
    assert plays(table) == set()
    table.turn_of("ben").turn_of("anna")
    table.enter(knight())


def test_b_53_an_older_card_may_be_played_beside_a_new_one() -> None:
    table = island(hands={"anna": PRICE}).given_development("anna")
    table.enter(BuyDevelopmentCard(ANNA))
    table.enter(knight())
    assert table.base.development.held[ANNA] == (1,), "the new one is left"


def test_b_53_one_a_turn() -> None:
    table = island().given_development("anna", 3)
    table.enter(knight())
    (violation,) = table.violations(PlayMonopoly(ANNA, "ore", {}))
    assert violation_text(violation, table.core.players) == "Anna has played a development card in this turn."
    assert plays(table) == set()
    table.turn_of("ben").turn_of("anna")
    assert plays(table) == {"knight", "year_of_plenty"}, "no roads, and a monopoly is filled in like a form"
    table.enter(PlayMonopoly(ANNA, "ore", {}))


@pytest.mark.parametrize("rolled", [False, True])
def test_b_53_before_or_after_the_roll(rolled: bool) -> None:
    table = island(rolled=rolled).given_development("anna")
    table.enter(knight())
    if not rolled:
        table.roll("anna")
    assert table.refused(knight(hex=8)) == {"B-53"}


def test_b_21_a_knight_before_the_roll_keeps_the_robber_off_the_own_hills() -> None:
    """The robber stands on Anna's hex; she plays a knight, then rolls its number and is paid."""
    table = island(pieces="anna: city 4N", robber=4, rolled=False).given_development("anna")
    table.enter(knight(hex=9))
    table.roll("anna", 3, 3)
    assert table.cards("anna") == "2 brick"


def test_b_53_only_in_ones_own_turn() -> None:
    table = island().given_development("ben", 2)
    assert table.refused(knight(BEN)) == {"B-20"}


def test_b_53_only_who_holds_a_card() -> None:
    table = island().given_development("ben")
    (violation,) = table.violations(knight())
    assert violation.rule == "B-53"
    assert violation_text(violation, table.core.players) == (
        "Anna does not hold so many development cards, only 0."
    )


def test_b_53_not_while_a_question_is_open() -> None:
    table = island(rolled=False).given_development("anna")
    table.roll("anna", 3, 4)
    assert table.questions == [("robber", "anna")]
    assert table.refused(knight()) == {"B-24"}
    table.enter(MoveRobber(ANNA, HexId(8)))
    table.enter(knight())


# --- B-53: victory points


def test_b_53_victory_points_are_shown_only_to_win() -> None:
    table = island(pieces="anna: settlements 0N 2N").given_development("anna", 2)
    (violation,) = table.violations(ShowVictoryPoints(ANNA, 2))
    assert violation_text(violation, table.core.players) == (
        "Victory-point cards are revealed only to win: Anna would have 4 points of 10."
    )


def test_b_53_they_win_in_the_turn_in_which_they_were_bought() -> None:
    table = island(hands={"anna": PRICE}).given_points("anna", 9)
    assert isinstance(table, Island)
    table.enter(BuyDevelopmentCard(ANNA))
    events = table.enter(ShowVictoryPoints(ANNA, 1))
    assert only(events, GameWon) == GameWon(ANNA, 10)
    assert table.score("anna")["victory_point_cards"] == 1


def test_b_53_several_and_beside_another_card_of_the_turn() -> None:
    table = island().given_development("anna", 3)
    table.given_points("anna", 8)
    table.enter(knight())
    events = table.enter(ShowVictoryPoints(ANNA, 2))
    assert only(events, GameWon).points == 10


def test_b_53_no_more_points_than_cards_held() -> None:
    table = island().given_development("anna", 1)
    table.given_points("anna", 9)
    assert table.refused(ShowVictoryPoints(ANNA, 2)) == {"B-53"}
    assert table.impossible(ShowVictoryPoints(ANNA, 6)) == {"B-53"}
    assert table.impossible(ShowVictoryPoints(ANNA, 0)) == {"B-53"}


def test_b_53_before_the_roll_they_win_too_but_not_in_anothers_turn() -> None:
    table = island(rolled=False).given_development("anna").given_development("ben")
    table.given_points("anna", 9).given_points("ben", 9)
    assert table.refused(ShowVictoryPoints(BEN, 1)) == {"B-20"}
    table.enter(ShowVictoryPoints(ANNA, 1))
    assert table.core.winner == ANNA


# --- B-56: what a face-down card can be


@pytest.mark.parametrize(("card", "copies"), sorted(DECK.items()))
def test_b_56_a_card_of_which_all_copies_have_been_played(card: str, copies: int) -> None:
    table = island().given_development("anna").given_played("ben", card, copies)
    assert out(table.table, card) == 0
    commands: dict[str, Command] = {
        "knight": knight(),
        "road_building": PlayRoadBuilding(ANNA, edges("9NE 9E")),
        "year_of_plenty": PlayYearOfPlenty(ANNA, {"ore": 2}),
        "monopoly": PlayMonopoly(ANNA, "ore", {}),
        "victory_point": ShowVictoryPoints(ANNA, 1),
    }
    assert "B-56" in table.refused(commands[card])
    assert card not in plays(table)


def test_b_56_all_monopolies_played_in_words() -> None:
    table = island().given_development("anna").given_played("ben", "monopoly", 2)
    (violation,) = table.violations(PlayMonopoly(ANNA, "ore", {}))
    assert violation_text(violation, table.core.players) == (
        "All cards of this kind have been played already: Monopoly, 2 in the deck."
    )


def test_b_56_a_face_down_card_is_possible_until_no_other_can_be_meant() -> None:
    """All cards but one knight lie open: what Anna holds can only be the knight."""
    table = island().given_development("anna")
    assert certainty(table, knight()) is Certainty.POSSIBLE
    for card, copies in DECK.items():
        table.given_played("ben", card, copies - (card == "knight"))
    assert certainty(table, knight()) is Certainty.SURE


# --- B-62: the knight and Largest Army


def test_b_62_a_knight_moves_the_robber_and_takes_a_card() -> None:
    table = island(pieces="ben: settlement 4N", hands={"ben": "1 wool"}).given_development("anna")
    events = table.enter(knight(hex=4, victim=BEN))
    assert only(events, RobberMoved).to == 4
    assert (table.cards("anna"), table.cards("ben")) == ("1 wool", "")


@pytest.mark.parametrize(
    ("hex", "victim", "taken", "rule"),
    [
        (9, None, None, "B-31"),  # the robber stands there
        (4, None, None, "B-62"),  # Ben has cards
        (4, CARLA, None, "B-62"),  # Carla lives elsewhere
        (4, BEN, "ore", "B-62"),  # Ben has wool
        (14, CARLA, None, "B-31"),  # Carla has no cards, Ben has
    ],
)
def test_b_62_as_on_a_seven(hex: int, victim: PlayerId | None, taken: str | None, rule: str) -> None:
    table = island(
        pieces="ben: settlements 4N 14S; carla: settlement 14N", hands={"ben": "2 wool"}
    ).given_development("anna")
    assert table.refused(knight(ANNA, hex, victim, taken)) == {rule}


def test_b_62_nobody_returns_cards_for_a_knight() -> None:
    table = island(hands={"ben": "9 wool", "anna": "9 ore"}).given_development("anna")
    table.enter(knight())
    assert table.questions == []


def test_b_62_all_knight_moves_are_offered() -> None:
    table = island(pieces="ben: settlement 4N; carla: city 4SE", hands={"ben": "1 ore"}).given_development(
        "anna"
    )
    offered = {(o.hex, o.victim) for o in table.options("anna", PlayKnight) if isinstance(o, PlayKnight)}
    assert {victim for hex, victim in offered if hex == 5} == {None, CARLA}, "Carla has no cards"
    assert len(offered) == 18 + 1
    assert {victim for hex, victim in offered if hex == 4} == {BEN}


def test_b_62_the_third_knight_takes_largest_army() -> None:
    table = island().given_development("anna").given_played("anna", "knight", 2)
    assert table.points("anna") == 0
    events = table.enter(knight())
    assert only(events, LargestArmyHeld).by == ANNA
    assert table.score("anna") == {"largest_army": 2}


def test_b_62_largest_army_lies_before_its_holder() -> None:
    table = island().given_army("ben", 3)
    assert [holding.icon for holding in holdings(table.table, BEN)] == ["army"]
    assert holdings(table.table, ANNA) == ()


def test_b_62_two_knights_do_not() -> None:
    table = island().given_development("anna").given_played("anna", "knight", 1)
    assert none(table.enter(knight()), LargestArmyHeld)


def test_b_62_the_same_number_does_not_take_it() -> None:
    table = island().given_army("ben", 3).given_development("anna", 2).given_played("anna", "knight", 2)
    assert none(table.enter(knight()), LargestArmyHeld)
    assert table.base.development.largest_army == BEN
    table.turn_of("ben").turn_of("anna")
    events = table.enter(knight(hex=8))
    assert only(events, LargestArmyHeld).by == ANNA
    assert (table.points("anna"), table.points("ben")) == (2, 0)


def test_b_62_its_holder_keeps_it_with_more_knights() -> None:
    table = island().given_army("anna", 3).given_development("anna")
    assert none(table.enter(knight()), LargestArmyHeld)
    assert table.points("anna") == 2


def test_b_62_other_cards_are_no_knights() -> None:
    table = island().given_development("anna").given_played("anna", "knight", 2)
    table.given_played("anna", "monopoly", 1)
    assert table.base.development.largest_army is None
    table.enter(PlayYearOfPlenty(ANNA, {"ore": 2}))
    assert table.base.development.largest_army is None


def test_b_62_the_knight_that_takes_largest_army_can_win_at_once() -> None:
    table = island(pieces="ben: settlement 4N", hands={"ben": "1 wool"}).given_development("anna")
    table.given_played("anna", "knight", 2)
    table.given_points("anna", 8)
    events = table.enter(knight(hex=4, victim=BEN))
    assert only(events, GameWon) == GameWon(ANNA, 10)


# --- B-63: road building


def test_b_63_two_free_roads() -> None:
    table = island(pieces="anna: settlement 9N").given_development("anna")
    table.enter(PlayRoadBuilding(ANNA, edges("9NE 9E")))
    assert table.roads("anna") == set(edges("9NE 9E")), "the second goes on from the first"
    assert table.cards("anna") == ""


@pytest.mark.parametrize(
    ("places", "rules"),
    [
        ("9NE 9SE", {"B-50"}),  # the second joins nothing
        ("9E 9NE", {"B-50"}),  # nor does the first in this order
        ("9NE 9SW", {"B-50"}),
        ("9NE", {"B-63"}),  # there is room for another
        ("4E 9W", {"B-50"}),  # Ben's city at 9NW is in the way
    ],
)
def test_b_63_by_the_rules_of_roads(places: str, rules: set[str]) -> None:
    table = island(pieces="anna: settlement 9N; ben: city 9NW").given_development("anna")
    assert table.refused(PlayRoadBuilding(ANNA, edges(places))) == rules


@pytest.mark.parametrize("places", ["", "9NE 9NE", "9NE 9NW 4E"])
def test_b_63_neither_none_nor_three_nor_one_twice(places: str) -> None:
    table = island(pieces="anna: settlement 9N").given_development("anna")
    assert table.impossible(PlayRoadBuilding(ANNA, edges(places))) == {"B-63"}


def test_b_63_the_last_road_alone() -> None:
    """Fourteen of Anna's roads are on the board."""
    pieces = "anna: way 0N 0NE 1N 1NE 2N 2NE 2SE, way 3N 3NE 3SE 3S 3SW, way 7S 7SE 8S 8SE 9S"
    table = island(pieces=pieces).given_development("anna")
    assert table.roads_left("anna") == 1
    offered = [o.edges for o in table.options("anna", PlayRoadBuilding) if isinstance(o, PlayRoadBuilding)]
    assert offered and {len(places) for places in offered} == {1}
    table.enter(PlayRoadBuilding(ANNA, edges("9SE")))
    assert table.roads_left("anna") == 0


def test_b_63_where_only_one_more_road_has_room() -> None:
    """Ben has shut Anna in: one edge is free at her only corner, and it leads into his city."""
    table = island(pieces="anna: settlement 0N, road 0NE; ben: roads 0E 1NW, city 0NW, settlement 0NE")
    table.given_development("anna")
    offered = [o.edges for o in table.options("anna", PlayRoadBuilding) if isinstance(o, PlayRoadBuilding)]
    assert offered == [edges("0NW")]
    table.enter(PlayRoadBuilding(ANNA, edges("0NW")))


def test_b_05_all_reasons_against_two_free_roads_are_said_at_once() -> None:
    """The first one is not joined to anything, and there is no figure for the second one."""
    pieces = "anna: way 0N 0NE 1N 1NE 2N 2NE 2SE, way 3N 3NE 3SE 3S 3SW, way 7S 7SE 8S 8SE 9S"
    table = island(pieces=pieces).given_development("anna")
    assert table.roads_left("anna") == 1
    assert table.refused(PlayRoadBuilding(ANNA, edges("17SW 17SE"))) == {"B-05", "B-50"}


def test_b_63_free_roads_can_take_longest_road_and_win() -> None:
    table = island(pieces="anna: way 9N 9NE 9SE 9S").given_development("anna")
    table.given_points("anna", 8)
    events = table.enter(PlayRoadBuilding(ANNA, edges("9SW 9W")))
    assert told(events, LongestRoadHeld) == [LongestRoadHeld(ANNA, 5)]
    assert only(events, GameWon) == GameWon(ANNA, 10)


def test_b_63_what_is_offered_is_what_is_allowed() -> None:
    """Every pair of edges of the board, in both orders, against the options."""
    table = island(pieces="anna: settlement 9N, road 9NE; ben: settlement 9SE, road 9E").given_development(
        "anna"
    )
    offered = {o.edges for o in table.options("anna", PlayRoadBuilding) if isinstance(o, PlayRoadBuilding)}
    near = [e for e in table.land.edges if any(h in (4, 5, 8, 9, 10, 14) for h in table.land.edge_hexes[e])]
    allowed = {
        (one, two)
        for one in near
        for two in near
        if isinstance(table.session.judge(PlayRoadBuilding(ANNA, (one, two))), Accepted)
    }
    assert offered == allowed


# --- B-63: year of plenty


@pytest.mark.parametrize("cards", ["2 ore", "1 ore 1 brick"])
def test_b_63_two_cards_of_choice_from_the_bank(cards: str) -> None:
    table = island(hands={"anna": "1 wool"}).given_development("anna")
    table.enter(PlayYearOfPlenty(ANNA, bag(cards)))
    assert sorted(table.cards("anna").split()) == sorted(f"1 wool {cards}".split())


@pytest.mark.parametrize("cards", ["1 ore", "3 ore", "1 ore 1 wool 1 grain", ""])
def test_b_63_neither_more_nor_fewer(cards: str) -> None:
    table = island().given_development("anna")
    (violation,) = table.violations(PlayYearOfPlenty(ANNA, bag(cards)))
    assert violation.rule == "B-63"
    assert violation_text(violation, table.core.players).startswith("Two cards are taken, not ")


def test_b_63_only_what_the_bank_has() -> None:
    table = island(hands={"david": "18 ore"}).given_development("anna")
    assert table.refused(PlayYearOfPlenty(ANNA, {"ore": 2})) == {"B-63"}
    offered = [o.cards for o in table.options("anna", PlayYearOfPlenty) if isinstance(o, PlayYearOfPlenty)]
    assert {"ore": 2} not in offered
    assert {"brick": 1, "ore": 1} in offered
    assert len(offered) == 14
    table.enter(PlayYearOfPlenty(ANNA, {"ore": 1, "wool": 1}))


def test_b_63_plenty_without_counted_hands() -> None:
    table = island(level="L2").given_development("anna")
    assert len(table.options("anna", PlayYearOfPlenty)) == 15
    table.enter(PlayYearOfPlenty(ANNA, {"ore": 2}))


# --- B-63: monopoly


def test_b_63_everyone_gives_all_of_one_resource() -> None:
    table = island(hands={"anna": "1 ore", "ben": "2 ore 1 wool", "carla": "3 ore", "david": "1 grain"})
    table.given_development("anna")
    table.enter(PlayMonopoly(ANNA, "ore", {BEN: 2, CARLA: 3}))
    assert [table.cards(who) for who in table.core.ids] == ["6 ore", "1 wool", "", "1 grain"]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({BEN: 1, CARLA: 3}, "Ben cannot have given 1 of ore: by what was entered it was 2."),
        ({BEN: 3, CARLA: 3}, "Ben cannot have given 3 of ore: by what was entered it was 2."),
        ({BEN: 2}, "Carla cannot have given 0 of ore: by what was entered it was 3."),
        (
            {BEN: 2, CARLA: 3, DAVID: 1},
            "David cannot have given 1 of ore: by what was entered it was 0.",
        ),
    ],
)
def test_b_63_neither_fewer_nor_more_than_one_has(given: dict[PlayerId, int], wrong: str) -> None:
    table = island(hands={"ben": "2 ore 1 wool", "carla": "3 ore", "david": "1 grain"}).given_development(
        "anna"
    )
    violations = table.violations(PlayMonopoly(ANNA, "ore", given))
    assert [violation_text(v, table.core.players) for v in violations] == [wrong]
    assert {v.rule for v in violations} == {"B-56"}


@pytest.mark.parametrize(("given", "left"), [(0, "1 wool 2 ?"), (1, "1 wool 1 ?"), (2, "1 wool")])
def test_b_63_what_is_given_shows_what_was_unknown(given: int, left: str) -> None:
    """Ben holds a wool and two unknown cards; whoever gives fewer than all has none left."""
    table = island(hands={"ben": "1 wool 2 ?"}).given_development("anna")
    command = PlayMonopoly(ANNA, "ore", {BEN: given})
    assert certainty(table, command) is Certainty.POSSIBLE
    table.enter(command)
    assert table.cards("ben") == left
    assert table.hands.high(BEN, "ore") == 0


def test_b_56_two_hands_cannot_both_give_the_same_card() -> None:
    """Carla stole one of Ben's two cards, an ore and a wool: one of the two has the ore."""
    table = island(hands={"ben": "1 ore 1 wool"}).given_hidden(lambda known: known.draw(BEN, CARLA))
    table.given_development("anna")
    assert table.refused(PlayMonopoly(ANNA, "ore", {BEN: 1, CARLA: 1})) == {"B-56"}
    assert table.refused(PlayMonopoly(ANNA, "ore", {})) == {"B-56"}
    table.enter(PlayMonopoly(ANNA, "ore", {CARLA: 1}))
    assert (table.cards("ben"), table.cards("carla")) == ("1 wool", "")


def test_b_63_monopoly_without_counted_hands() -> None:
    table = island(level="L2").given_development("anna")
    table.enter(PlayMonopoly(ANNA, "ore", {BEN: 3}))


@pytest.mark.parametrize(
    ("good", "given", "rules"),
    [
        ("gold", {}, {"B-63"}),
        ("ore", {ANNA: 1}, {"B-63"}),
        ("ore", {PlayerId("zoe"): 1}, {"B-14"}),
        ("ore", {BEN: -1}, {"B-56", "B-63"}),
        ("ore", {BEN: 100}, {"B-56", "B-63"}),
    ],
)
def test_b_63_a_monopoly_on_nothing_or_of_nobody(
    good: str, given: dict[PlayerId, int], rules: set[str]
) -> None:
    table = island().given_development("anna")
    assert table.impossible(PlayMonopoly(ANNA, good, given)) == rules


def test_b_53_a_card_and_what_it_brings_are_used_in_the_same_turn() -> None:
    table = island(pieces="anna: settlement 9N", hands={"ben": "3 brick"}).given_development("anna")
    table.given_hands({"anna": "1 lumber"})
    table.enter(PlayMonopoly(ANNA, "brick", {BEN: 3}))
    table.enter(BuildRoad(ANNA, edge("9NE")))
    assert table.cards("anna") == "2 brick"
    assert table.refused(TradeWithBank(ANNA, {"brick": 2}, {"ore": 1})) == {"B-42"}
