"""Hidden cards: what is secret, what is public, and what can be told without a contradiction."""

from __future__ import annotations

import pytest

from companion.app.narrate import event_text, violation_text
from companion.engine.command import Command
from companion.engine.ids import HexId
from companion.engine.verdict import Accepted, Certainty
from companion.rules.base.building import BuildCity, BuildRoad
from companion.rules.base.hands import CardsShown
from companion.rules.base.robber import MoveRobber
from companion.rules.base.showing import CountBank, CountHand, ShowCards
from companion.rules.base.trade import TradeWithPlayer
from tests.kit.island import Island, bag, corner, edge, island
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, only


def sentences(table: Island, command: Command) -> list[str]:
    """Why a command is refused, in words."""
    return [violation_text(violation, table.core.players) for violation in table.violations(command)]


def certainty(table: Island, command: Command) -> Certainty:
    verdict = table.session.judge(command)
    assert isinstance(verdict, Accepted), verdict
    return verdict.certainty


# --- B-55: secret and public


def test_b_55_the_kind_of_a_stolen_card_is_secret_its_number_is_not() -> None:
    table = island(pieces="ben: settlement 4N", hands={"ben": "1 ore 1 wool"}, rolled=False)
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, HexId(4), BEN))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ?", "1 ?")
    assert (table.hands.total(ANNA), table.hands.total(BEN)) == (1, 1)


def test_b_55_the_kinds_of_development_cards_are_secret_their_number_is_not() -> None:
    table = island(hands={"anna": "2 ore 2 wool 2 grain"}).given_development("anna", 2)
    assert len(table.base.development.held[ANNA]) == 2
    assert (
        len(
            {type(option).__name__ for option in table.options("anna", Command)}
            & {"PlayKnight", "PlayYearOfPlenty"}
        )
        == 2
    )


@pytest.mark.parametrize("who", ["anna", "ben"])
def test_b_55_a_player_may_show_cards_at_any_time(who: str) -> None:
    """In the own turn and in another's, and while a question is open."""
    table = island(hands={who: "2 ?"}, rolled=False)
    table.roll("anna", 3, 4)
    assert table.questions == [("robber", "anna")]
    shown = only(table.enter(ShowCards(table.core.ids[who == "ben"], {"ore": 1})), CardsShown)
    assert event_text(shown, table.core.players) == f"{who.title()} shows 1 ore."
    assert table.cards(who) == "1 ore 1 ?"
    assert table.questions == [("robber", "anna")]


def test_b_55_a_whole_hand_is_shown() -> None:
    table = island(hands={"ben": "3 ?"})
    assert sentences(table, ShowCards(BEN, {"ore": 2}, whole=True)) == [
        "Ben shows 2 cards, but has 3 in hand."
    ]
    table.enter(ShowCards(BEN, {"ore": 2, "wool": 1}, whole=True))
    assert table.cards("ben") == "1 wool 2 ore"


def test_b_55_nobody_shows_more_cards_than_he_has() -> None:
    table = island(hands={"ben": "1 ore"})
    assert table.refused(ShowCards(BEN, {"ore": 2})) == {"B-55"}


def test_b_55_a_hand_may_be_counted() -> None:
    table = island(hands={"ben": "2 ore 1 ?"})
    table.enter(CountHand(ANNA, BEN, 3))
    assert table.cards("ben") == "2 ore 1 ?"
    assert sentences(table, CountHand(ANNA, BEN, 4)) == [
        "Ben has 4 cards by this count, but 3 by all that was entered."
    ]


def test_b_55_the_tables_count_stands_and_the_contents_are_forgotten() -> None:
    table = island(hands={"ben": "2 ore 1 wool", "anna": "1 ore"})
    table.overrule(CountHand(ANNA, BEN, 4))
    assert table.hands.total(BEN) == 4
    assert table.hands.sure_cards(BEN) == {}
    assert table.cards("anna") == "1 ore", "nothing was said of Anna"
    table.sound()


# --- B-56: what is possible


@pytest.mark.parametrize(
    ("hand", "shown", "certain"),
    [
        ("2 wool", "1 wool", Certainty.SURE),
        ("2 wool", "1 ore", Certainty.IMPOSSIBLE),
        ("1 wool 1 ?", "1 ore", Certainty.POSSIBLE),
        ("1 wool 1 ?", "2 ore", Certainty.IMPOSSIBLE),
        ("1 wool 1 ?ore/grain", "1 ore", Certainty.POSSIBLE),
        ("1 wool 1 ?ore/grain", "1 brick", Certainty.IMPOSSIBLE),
        ("1 wool 1 ?ore/grain", "1 ore 1 grain", Certainty.IMPOSSIBLE),
        ("3 ?", "1 ore 1 grain 1 brick", Certainty.POSSIBLE),
    ],
)
def test_b_56_a_report_is_sure_possible_or_impossible(hand: str, shown: str, certain: Certainty) -> None:
    table = island(hands={"ben": hand})
    command = ShowCards(BEN, bag(shown))
    assert table.hands.has(BEN, bag(shown)) is certain
    if certain is Certainty.IMPOSSIBLE:
        assert table.refused(command) == {"B-56"}
    else:
        table.enter(command)


def test_b_56_a_contradiction_says_what_is_known() -> None:
    table = island(hands={"ben": "2 wool", "carla": "1 wool 1 ?ore/grain", "david": "1 wool 2 ?"})
    assert sentences(table, ShowCards(BEN, {"ore": 1})) == [
        "Ben cannot have ore, since the whole hand is known: 2 wool."
    ]
    assert sentences(table, ShowCards(CARLA, {"brick": 1})) == [
        "Carla cannot have brick: of the cards in hand (2) these are known: 1 wool, "
        "and what was entered leaves no brick for the others."
    ]
    assert sentences(table, ShowCards(DAVID, {"ore": 3})) == [
        "David cannot have 3 of ore, but 2 at most: of the cards in hand (3) these are known: 1 wool."
    ]
    assert sentences(table, ShowCards(CARLA, {"ore": 1, "grain": 1})) == [
        "Carla cannot have all of these at once: of the cards in hand (2) these are known: 1 wool."
    ]
    assert sentences(table, TradeWithPlayer(ANNA, BEN, {"ore": 1}, {"wool": 1})) == [
        "Anna has no cards in hand."
    ]


def test_b_56_a_contradiction_names_the_entry_that_excludes_it() -> None:
    """Carla has shown that her last card is wool; later somebody says that she paid with ore."""
    table = island(hands={"anna": "2 grain", "carla": "1 wool 1 ?"})
    table.enter(ShowCards(CARLA, {"wool": 1}))
    count = CountHand(ANNA, CARLA, 3)
    assert table.session.excluded_by(count, table.violations(count)) == (None,)
    table.enter(ShowCards(CARLA, {"wool": 2}))
    excluding = table.session.standing[-1]
    table.enter(CountHand(ANNA, BEN, 0))
    claim = TradeWithPlayer(ANNA, CARLA, {"grain": 1}, {"ore": 1})
    assert table.session.excluded_by(claim, table.violations(claim)) == (excluding,)


def test_b_56_what_one_shows_tells_what_another_stole() -> None:
    """Anna stole one of Ben's ore and wool; Ben shows the wool that is left."""
    table = island(hands={"ben": "1 ore 1 wool"}).given_hidden(lambda known: known.draw(BEN, ANNA))
    assert table.cards("anna") == "1 ?"
    table.enter(ShowCards(BEN, {"wool": 1}))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ore", "1 wool")


def test_b_56_a_payment_tells_what_a_hand_held() -> None:
    table = island(pieces="anna: settlement 9N", hands={"anna": "1 ?", "ben": "1 lumber 1 brick"})
    table.given_hands({"anna": "1 brick"})
    command = BuildRoad(ANNA, edge("9NE"))
    assert certainty(table, command) is Certainty.POSSIBLE
    table.enter(command)
    assert table.cards("anna") == ""


def test_b_56_the_cards_in_the_box_limit_what_a_hand_can_hold() -> None:
    """All brick is in known hands but one: only one unknown card can be brick."""
    table = island(hands={"david": "18 brick", "ben": "2 ?", "carla": "2 ?"})
    assert table.hands.high(BEN, "brick") == 1
    assert table.refused(ShowCards(BEN, {"brick": 2})) == {"B-56"}
    table.enter(ShowCards(BEN, {"brick": 1}))
    assert table.hands.high(CARLA, "brick") == 0
    assert table.refused(ShowCards(CARLA, {"brick": 1})) == {"B-56"}
    assert table.bank("brick") == (0, 0)


def test_b_56_what_the_bank_has_tells_what_a_hand_holds() -> None:
    table = island(hands={"ben": "1 ?ore/wool"})
    table.enter(CountBank(ANNA, {"ore": 18}))
    assert table.cards("ben") == "1 ore"


def test_b_56_several_things_of_one_hand_must_be_possible_together() -> None:
    """Two ore and a grain are known, two cards are not: five are enough for a city, if both are right."""
    table = island(pieces="anna: settlement 9N", hands={"anna": "2 ore 1 grain 2 ?ore/grain"})
    command = BuildCity(ANNA, corner("9N"))
    assert certainty(table, command) is Certainty.POSSIBLE
    poor = island(pieces="anna: settlement 9N", hands={"anna": "1 ore 1 grain 2 ?ore/grain"})
    assert "B-52" in poor.refused(BuildCity(ANNA, corner("9N"))), "four cards are no five"
    table.enter(command)
    assert table.cards("anna") == ""


def test_b_56_the_tables_word_against_what_was_entered() -> None:
    """Ben's cards were known as wool. The table insists on ore: the rest of his hand is forgotten."""
    table = island(hands={"ben": "2 wool", "carla": "1 grain"})
    table.overrule(ShowCards(BEN, {"ore": 1}))
    assert table.cards("ben") == "1 ore 1 ?"
    assert table.cards("carla") == "1 grain"
    table.sound()


def test_b_56_what_is_known_is_dropped_by_undo() -> None:
    table = island(hands={"ben": "2 ?"})
    table.enter(ShowCards(BEN, {"ore": 2}))
    assert table.cards("ben") == "2 ore"
    table.session.undo()
    assert table.cards("ben") == "2 ?"


def test_b_56_a_hands_number_is_exact_whatever_is_unknown() -> None:
    table = island(hands={"anna": "3 ore 2 ?", "ben": "4 ?"}).given_hidden(
        lambda known: known.draw(ANNA, BEN, 2).hand_over(BEN, DAVID, 1).give_back(ANNA, 1)
    )
    assert [table.hands.total(who) for who in table.core.ids] == [2, 5, 0, 1]
    table.sound()
