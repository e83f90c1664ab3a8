"""Trade with the bank, at harbours and with one another, with counted hands."""

from __future__ import annotations

import pytest

from companion.app.narrate import command_text, violation_text
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted, Certainty
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.hands import CardsMoved
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer, rate
from tests.kit.island import Island, bag, corner, edge, island
from tests.kit.tables import ANNA, BEN, CARLA, DAVID

HARBOURS = {
    "any": "16SW",
    "grain": "1N",
    "ore": "6N",
    "wool": "15S",
    "brick": "12SW",
    "lumber": "3NW",
}
"""A corner at each kind of harbour of the beginners' board."""


def offered(table: Island, who: str = "anna") -> set[tuple[str, str]]:
    """What the bank takes and gives, of the trades that are offered."""
    found = [option for option in table.options(who, TradeWithBank) if isinstance(option, TradeWithBank)]
    return {(words(option.give), words(option.take)) for option in found}


def words(cards: dict[str, int]) -> str:
    return " ".join(f"{count} {good}" for good, count in cards.items())


def bank(give: str, take: str, by: PlayerId = ANNA) -> TradeWithBank:
    return TradeWithBank(by, bag(give), bag(take))


def swap(give: str, take: str, partner: PlayerId = BEN, by: PlayerId = ANNA) -> TradeWithPlayer:
    return TradeWithPlayer(by, partner, bag(give), bag(take))


# --- B-42: the bank


def test_b_42_four_alike_for_one() -> None:
    table = island(hands={"anna": "4 wool 3 ore"})
    table.enter(bank("4 wool", "1 grain"))
    assert table.cards("anna") == "1 grain 3 ore"
    assert (table.bank("wool"), table.bank("grain")) == ((19, 19), (18, 18))


@pytest.mark.parametrize(
    ("give", "take"),
    [
        ("3 wool", "1 grain"),  # too few
        ("5 wool", "1 grain"),  # no whole lot
        ("2 wool 2 ore", "1 grain"),  # four, but not alike
        ("4 wool", "2 grain"),  # two for one lot
        ("8 wool", "1 grain"),  # one for two lots
        ("8 wool", "1 grain 2 lumber"),
    ],
)
def test_b_42_nothing_else_without_a_harbour(give: str, take: str) -> None:
    table = island(hands={"anna": "9 wool 4 ore"})
    assert table.refused(bank(give, take)) == {"B-42"}


def test_b_42_several_lots_at_once() -> None:
    table = island(hands={"anna": "8 wool 4 ore"})
    table.enter(bank("8 wool 4 ore", "2 grain 1 brick"))
    assert table.cards("anna") == "1 brick 2 grain"


def test_b_42_a_wrong_rate_in_words() -> None:
    table = island(hands={"anna": "9 wool"})
    sentences = [violation_text(v, table.core.players) for v in table.violations(bank("3 wool", "1 ore"))]
    assert sentences == [
        "For each card Anna gives the bank 4 of wool, so 3 cannot be shared out evenly.",
        "Anna gets 0 cards from the bank for this, not 1.",
    ]


@pytest.mark.parametrize("figure", ["settlement", "city"])
@pytest.mark.parametrize(
    ("kind", "rates"),
    [
        ("any", {"lumber": 3, "brick": 3, "wool": 3, "grain": 3, "ore": 3}),
        *((good, {**dict.fromkeys(("lumber", "brick", "wool", "grain", "ore"), 4), good: 2})
          for good in ("lumber", "brick", "wool", "grain", "ore")),
    ],
)  # fmt: skip
def test_b_42_harbours(figure: str, kind: str, rates: dict[str, int]) -> None:
    table = island(pieces=f"anna: {figure} {HARBOURS[kind]}; ben: road 9E")
    assert {good: rate(table.table, ANNA, good) for good in rates} == rates
    assert {rate(table.table, BEN, good) for good in rates} == {4}, "it serves its owner alone"


def test_b_42_the_best_harbour_counts() -> None:
    table = island(pieces="anna: settlement 16SW, city 6N", hands={"anna": "3 ore 3 wool", "ben": "9 brick"})
    assert [rate(table.table, ANNA, good) for good in ("ore", "wool")] == [2, 3]
    assert table.refused(bank("3 ore", "1 grain")) == {"B-42"}
    table.enter(bank("2 ore 3 wool", "1 grain 1 lumber"))
    assert table.cards("anna") == "1 lumber 1 grain 1 ore"


def test_b_42_a_road_at_a_harbour_does_not_trade() -> None:
    table = island(pieces="anna: roads 6NE 6E", hands={"anna": "4 ore"})
    assert rate(table.table, ANNA, "ore") == 4


@pytest.mark.parametrize("site", ["0N", "0NW"])
def test_b_03_a_harbour_serves_both_of_its_corners(site: str) -> None:
    assert rate(island(pieces=f"anna: settlement {site}").table, ANNA, "wool") == 3


@pytest.mark.parametrize("site", ["0NE", "0SW", "9N"])
def test_b_03_and_no_other_corner(site: str) -> None:
    assert rate(island(pieces=f"anna: settlement {site}").table, ANNA, "wool") == 4


def test_b_42_the_bank_must_have_what_is_asked_for() -> None:
    table = island(hands={"anna": "4 wool", "david": "19 ore"})
    (violation,) = table.violations(bank("4 wool", "1 ore"))
    assert violation.rule == "B-42"
    assert violation_text(violation, table.core.players) == "The bank cannot have 1 of ore, but 0 at most."
    assert ("4 wool", "1 ore") not in offered(table)
    table.enter(bank("4 wool", "1 grain"))


def test_b_42_a_bank_that_may_have_it_is_tried() -> None:
    """David holds 18 ore and one more card that may be the last one."""
    table = island(hands={"anna": "4 wool", "david": "18 ore 1 ?ore/wool"})
    verdict = table.session.judge(bank("4 wool", "1 ore"))
    assert isinstance(verdict, Accepted) and verdict.certainty is Certainty.POSSIBLE
    table.enter(bank("4 wool", "1 ore"))
    assert table.cards("david") == "1 wool 18 ore", "so it was not the ore"


def test_b_42_what_is_offered() -> None:
    table = island(pieces="anna: settlement 16SW", hands={"anna": "3 wool 2 ore", "david": "19 brick"})
    assert offered(table) == {("3 wool", f"1 {good}") for good in ("lumber", "grain", "ore")}
    assert offered(table, "ben") == set()


@pytest.mark.parametrize(
    ("hand", "certain"),
    [("4 wool", Certainty.SURE), ("3 wool 1 ?wool/ore", Certainty.POSSIBLE), ("4 ?", Certainty.POSSIBLE)],
)
def test_b_42_unknown_cards_may_be_what_is_needed(hand: str, certain: Certainty) -> None:
    table = island(hands={"anna": hand})
    command = bank("4 wool", "1 grain")
    assert table.session.ruleset.commands[TradeWithBank].certainty(table.table, command) is certain
    assert ("4 wool", "1 grain") in offered(table)
    table.enter(command)
    assert table.cards("anna") == "1 grain"


def test_b_42_only_with_cards_that_one_can_have() -> None:
    table = island(hands={"anna": "3 wool 1 ore"})
    assert table.refused(bank("4 wool", "1 grain")) == {"B-42"}


# --- B-41: both sides give, and never like for like


@pytest.mark.parametrize(("give", "take"), [("", "1 ore"), ("1 wool", ""), ("", "")])
def test_b_41_no_gifts_between_players(give: str, take: str) -> None:
    table = island(hands={"anna": "2 wool", "ben": "2 ore"})
    assert table.refused(swap(give, take)) == {"B-41"}


def test_b_41_no_gifts_to_the_bank_or_from_it() -> None:
    table = island(hands={"anna": "4 wool"})
    assert "B-41" in table.refused(bank("4 wool", ""))
    assert "B-41" in table.refused(bank("", "1 ore"))


@pytest.mark.parametrize(
    ("give", "take"),
    [("1 wool", "1 wool"), ("2 wool", "1 wool"), ("1 wool 1 grain", "1 ore 1 wool"), ("1 wool", "2 wool")],
)
def test_b_41_never_like_for_like_between_players(give: str, take: str) -> None:
    table = island(hands={"anna": "2 wool 2 grain", "ben": "2 ore 2 wool"})
    assert table.refused(swap(give, take)) == {"B-41"}


def test_b_41_never_like_for_like_with_the_bank() -> None:
    table = island(hands={"anna": "4 wool 4 ore"})
    assert table.refused(bank("4 wool", "1 wool")) == {"B-41"}
    assert table.refused(bank("4 wool 4 ore", "1 wool 1 grain")) == {"B-41"}
    assert not {give for give, take in offered(table) if give.split()[1] == take.split()[1]}


@pytest.mark.parametrize(
    ("give", "take", "anna", "ben"),
    [
        ("1 wool", "1 ore", "1 wool 1 ore", "1 wool 1 ore"),
        ("2 wool", "1 ore", "1 ore", "2 wool 1 ore"),
        ("1 wool", "2 ore", "1 wool 2 ore", "1 wool"),
    ],
)
def test_b_41_any_numbers_of_different_cards(give: str, take: str, anna: str, ben: str) -> None:
    table = island(hands={"anna": "2 wool", "ben": "2 ore"})
    table.enter(swap(give, take))
    assert (table.cards("anna"), table.cards("ben")) == (anna, ben)


def test_b_41_a_trade_is_told_with_its_cards() -> None:
    table = island(hands={"anna": "2 wool", "ben": "2 ore"})
    command = swap("2 wool", "1 ore")
    assert command_text(command, table.core.players) == "Anna gives Ben 2 wool for 1 ore"
    events = table.enter(command)
    assert [event for event in events if isinstance(event, CardsMoved)] == [
        CardsMoved(ANNA, BEN, {"wool": 2}),
        CardsMoved(BEN, ANNA, {"ore": 1}),
    ]


@pytest.mark.parametrize(
    ("give", "take", "who"),
    [("1 grain", "1 ore", "Anna"), ("1 wool", "1 brick", "Ben")],
)
def test_b_41_each_side_gives_what_it_can_have(give: str, take: str, who: str) -> None:
    table = island(hands={"anna": "2 wool", "ben": "2 ore"})
    (violation,) = table.violations(swap(give, take))
    assert violation.rule == "B-41"
    assert violation_text(violation, table.core.players).startswith(f"{who} cannot have ")


def test_b_41_a_trade_shows_cards_that_nobody_had_seen() -> None:
    table = island(hands={"anna": "1 wool", "ben": "2 ?"})
    verdict = table.session.judge(swap("1 wool", "1 ore"))
    assert isinstance(verdict, Accepted) and verdict.certainty is Certainty.POSSIBLE
    table.enter(swap("1 wool", "1 ore"))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "1 wool 1 ?")


def test_b_56_what_both_sides_give_must_be_possible_together() -> None:
    """Anna had ore, wool and grain; Ben stole one card, Carla another, and Carla has no ore.

    So Anna may have the wool and Ben the grain, but not both: Carla would have the ore then.
    """
    table = island(hands={"anna": "1 ore 1 wool 1 grain"}).given_hidden(
        lambda known: known.draw(ANNA, BEN).draw(ANNA, CARLA).has_none(CARLA, ["ore"])
    )
    (violation,) = table.violations(swap("1 wool", "1 grain"))
    assert violation.rule == "B-56"
    assert violation_text(violation, table.core.players) == (
        "Both sides cannot have had these cards at the same time, by what was entered."
    )
    table.enter(swap("1 wool", "1 ore"))
    assert (table.cards("anna"), table.cards("carla")) == ("1 ore", "1 grain")


def test_b_56_what_the_bank_gives_must_be_there_together() -> None:
    """Ore and grain had run out; David has put one of the two back, and nobody saw which."""
    table = island(
        hands={"anna": "8 wool", "carla": "18 ore 18 grain", "david": "1 ore 1 grain"}
    ).given_hidden(lambda known: known.give_back(DAVID, 1))
    (violation,) = table.violations(bank("8 wool", "1 ore 1 grain"))
    assert violation_text(violation, table.core.players) == (
        "The bank cannot have all of these at once, by what was entered: ore, grain."
    )
    table.enter(bank("4 wool", "1 grain"))
    assert table.cards("david") == "1 ore"


# --- B-40: the player on turn


def test_b_40_only_the_player_on_turn_trades() -> None:
    table = island(hands={"ben": "2 ore", "carla": "2 wool"})
    assert table.refused(swap("1 ore", "1 wool", CARLA, by=BEN)) == {"B-20", "B-40"}
    sentences = [
        violation_text(v, table.core.players)
        for v in table.violations(swap("1 ore", "1 wool", CARLA, by=BEN))
    ]
    assert "In this turn nobody trades without Anna." in sentences


def test_b_40_who_trades_with_the_player_on_turn_is_only_not_on_turn() -> None:
    table = island(hands={"anna": "2 wool", "ben": "2 ore"})
    (violation,) = table.violations(swap("1 ore", "1 wool", ANNA, by=BEN))
    assert violation_text(violation, table.core.players) == "Ben is not on turn: it is Anna’s turn."


def test_b_40_with_any_of_the_others() -> None:
    table = island(hands={"anna": "3 grain", "ben": "1 ore", "carla": "1 wool", "david": "1 brick"})
    table.enter(swap("1 grain", "1 ore", BEN))
    table.enter(swap("1 grain", "1 wool", CARLA))
    table.enter(swap("1 grain", "1 brick", DAVID))
    assert table.cards("anna") == "1 brick 1 wool 1 ore"


def test_b_40_nobody_trades_with_himself_or_a_stranger() -> None:
    table = island(hands={"anna": "1 wool 1 ore"})
    assert table.impossible(swap("1 wool", "1 ore", ANNA)) == {"B-40"}
    assert table.impossible(swap("1 wool", "1 ore", PlayerId("zoe"))) == {"B-14"}


def test_b_40_nobody_trades_before_the_roll_or_in_anothers_turn() -> None:
    table = island(hands={"anna": "4 wool", "ben": "4 ore"}, rolled=False)
    assert table.refused(swap("1 wool", "1 ore")) == {"B-21"}
    assert table.refused(bank("4 wool", "1 ore")) == {"B-21"}
    table = island(hands={"anna": "4 wool", "ben": "4 ore"})
    assert table.refused(bank("4 ore", "1 wool", by=BEN)) == {"B-20"}


# --- B-43: a new harbour


def test_b_43_a_harbour_serves_in_the_turn_in_which_the_settlement_was_built() -> None:
    table = island(
        pieces="anna: settlement 11N, roads 6E 6NE",
        hands={"anna": "1 brick 1 lumber 1 wool 1 grain 2 ore"},
    )
    assert rate(table.table, ANNA, "ore") == 4
    assert table.refused(bank("2 ore", "1 brick")) == {"B-42"}
    table.enter(BuildSettlement(ANNA, corner("6N")))
    table.enter(bank("2 ore", "1 brick"))
    assert table.cards("anna") == "1 brick"


# --- B-44: development cards


@pytest.mark.parametrize("card", ["knight", "victory_point", "monopoly"])
def test_b_44_development_cards_are_no_goods(card: str) -> None:
    table = island(hands={"anna": "4 wool", "ben": "2 ore"}).given_development("anna", 2)
    assert table.impossible(TradeWithPlayer(ANNA, BEN, {card: 1}, {"ore": 1})) == {"B-44"}
    assert table.impossible(TradeWithPlayer(ANNA, BEN, {"wool": 1}, {card: 1})) == {"B-44"}
    assert table.impossible(TradeWithBank(ANNA, {"wool": 4}, {card: 1})) == {"B-44"}


# --- B-20: split phases


def test_b_20_trade_and_build_in_any_order() -> None:
    table = island(
        pieces="anna: settlement 4N, road 4NE", hands={"anna": "5 wool 2 brick 1 lumber", "ben": "1 lumber"}
    )
    table.enter(BuildRoad(ANNA, edge("4E")))
    table.enter(swap("1 wool", "1 lumber"))
    table.enter(BuildRoad(ANNA, edge("4NW")))
    table.enter(bank("4 wool", "1 ore"))


def test_b_20_with_split_phases_trading_comes_before_building() -> None:
    table = island(
        pieces="anna: settlement 4N, road 4NE; ben: settlement 9SE",
        hands={"anna": "9 wool 2 brick 2 lumber", "ben": "4 ore"},
        split_phases=True,
    )
    table.enter(swap("1 wool", "1 ore"))
    table.enter(bank("4 wool", "1 grain"))
    table.enter(BuildRoad(ANNA, edge("4E")))
    assert table.refused(swap("1 wool", "1 ore")) == {"B-20"}
    assert table.refused(bank("4 wool", "1 ore")) == {"B-20"}
    assert offered(table) == set()
    table.enter(BuildRoad(ANNA, edge("4NW")))
    table.end()
    table.roll("ben", 1, 1)
    assert offered(table, "ben") == set(), "three ore"
    table.enter(swap("1 ore", "1 wool", ANNA, by=BEN))


def test_b_20_buying_a_development_card_ends_trading_too() -> None:
    table = island(hands={"anna": "5 wool 1 ore 1 grain"}, split_phases=True)
    table.enter(BuyDevelopmentCard(ANNA))
    assert table.refused(bank("4 wool", "1 ore")) == {"B-20"}
    table.end()
