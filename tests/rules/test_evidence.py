"""B-56: a claim that contradicts what was seen names the earlier entry that excludes it, in every game."""

from __future__ import annotations

from companion.app.narrate import reason_texts
from companion.engine.command import Command
from companion.engine.ids import HexId
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.robber import MoveRobber
from companion.rules.base.showing import CountBank, CountHand, ShowCards
from companion.rules.base.trade import TradeWithPlayer
from companion.rules.cities_knights.progress.commercial_harbour import (
    OfferForCommodity,
    PlayCommercialHarbour,
)
from companion.rules.cities_knights.progress.crane import PlayCrane
from companion.rules.cities_knights.progress.resource_monopoly import PlayResourceMonopoly as ResourceMonopoly
from companion.rules.cities_knights.slice import Track
from companion.rules.scenarios.fishermen.tokens import ShowTokens
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.fishing import fishing
from tests.kit.island import island
from tests.kit.progress import holding
from tests.kit.tables import ANNA, BEN, CARLA, Evening


def since(table: Evening, claim: Command) -> list[str | int]:
    """What is wrong with a claim, each reason with the number of the entry that makes it so (0: none)."""
    violations = table.violations(claim)
    found: list[str | int] = []
    for violation, entry in zip(violations, table.session.excluded_by(claim, violations), strict=True):
        found += [violation.key, 0 if entry is None else entry.entry]
    return found


def last(table: Evening) -> int:
    """The number of the last entry."""
    return table.session.standing[-1].entry


def test_b_56_a_stolen_card_is_excluded_by_what_its_owner_shows_later() -> None:
    """Anna steals one of Ben's ore and wool; Ben shows that he still has the wool."""
    table = island(pieces="ben: settlement 4N", hands={"ben": "1 ore 1 wool"}, rolled=False)
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, HexId(4), BEN))
    table.enter(ShowCards(BEN, {"wool": 1}))
    shown = last(table)
    table.enter(CountHand(CARLA, BEN, 1))
    claim = ShowCards(ANNA, {"wool": 1})
    assert since(table, claim) == ["cards.none", shown]
    violations = table.violations(claim)
    entries = table.session.excluded_by(claim, violations)
    assert reason_texts(violations, entries, table.core.players) == [
        "Anna cannot have wool, since the whole hand is known: 1 ore. "
        f"That has been so since entry {shown}: Ben shows 1 wool."
    ]


def test_b_56_a_trade_that_emptied_the_hand_is_named() -> None:
    table = island(hands={"anna": "1 wool", "ben": "1 ore"})
    table.enter(TradeWithPlayer(ANNA, BEN, {"wool": 1}, {"ore": 1}))
    traded = last(table)
    table.enter(CountHand(ANNA, BEN, 1))
    assert since(table, TradeWithPlayer(ANNA, BEN, {"ore": 1}, {"brick": 1})) == ["cards.none", 0]
    assert since(table, ShowCards(BEN, {"ore": 1})) == ["cards.none", traded]


def test_b_56_several_cards_go_back_each_to_its_own_entry() -> None:
    """Of Carla's three cards one is shown after the other: first ore goes, then brick."""
    table = island(hands={"carla": "2 ?ore/brick/wool"})
    table.enter(ShowCards(CARLA, {"wool": 1}))
    first = last(table)
    assert since(table, ShowCards(CARLA, {"ore": 1, "brick": 1})) == ["cards.not-together", first]
    assert since(table, ShowCards(CARLA, {"ore": 2})) == ["cards.too-few", first]
    table.enter(ShowCards(CARLA, {"wool": 2}))
    second = last(table)
    assert since(table, ShowCards(CARLA, {"ore": 1})) == ["cards.none", second]
    # both at once were no longer possible when only one card was unknown
    both = since(table, ShowCards(CARLA, {"ore": 1, "brick": 1}))
    assert both == ["cards.none", first, "cards.none", first]


def test_b_56_too_few_cards_given_to_a_monopoly_go_back_to_what_showed_them() -> None:
    table = island(hands={"ben": "2 ?", "carla": "1 ?"}).given_development("anna")
    table.enter(ShowCards(BEN, {"ore": 1}))
    shown = last(table)
    table.enter(CountHand(ANNA, CARLA, 1))
    assert since(table, PlayMonopoly(ANNA, "ore", {CARLA: 1})) == ["surrender.number", shown]
    assert since(table, PlayMonopoly(ANNA, "ore", {BEN: 1, CARLA: 2})) == ["surrender.number", 0]


def test_b_56_too_few_cards_given_to_a_resource_monopoly() -> None:
    table = holding("anna: trade", hands={"ben": "2 ?"})
    table.enter(ShowCards(BEN, {"ore": 2}))
    shown = last(table)
    table.enter(CountHand(ANNA, CARLA, 0))
    assert since(table, ResourceMonopoly(ANNA, "ore", {BEN: 1})) == ["surrender.number", shown]


def test_b_56_whoever_showed_a_commodity_cannot_refuse_one() -> None:
    table = holding("anna: trade", hands={"anna": "1 ore", "ben": "1 ?coin/wool 1 ?"})
    table.enter(PlayCommercialHarbour(ANNA))
    table.enter(ShowCards(BEN, {"coin": 1}))
    shown = last(table)
    assert since(table, OfferForCommodity(ANNA, BEN, "ore", refused=True)) == ["offer.has-commodity", shown]


def test_b_56_whoever_showed_only_resources_has_no_commodity() -> None:
    table = holding("anna: trade", hands={"anna": "1 ore", "ben": "2 ?"})
    table.enter(PlayCommercialHarbour(ANNA))
    table.enter(ShowCards(BEN, {"wool": 2}))
    shown = last(table)
    assert since(table, OfferForCommodity(ANNA, BEN, "ore")) == ["offer.no-commodity", shown]
    assert since(table, OfferForCommodity(ANNA, BEN, "ore", "coin")) == ["cards.none", shown]


def test_b_56_a_count_of_the_bank_excludes_another() -> None:
    table = island(hands={"ben": "2 ?"})
    table.enter(CountBank(ANNA, {"ore": 18}))
    counted = last(table)
    table.enter(CountHand(ANNA, BEN, 2))
    assert since(table, CountBank(ANNA, {"ore": 19})) == ["bank.count-differs", counted]


def test_b_56_fish_tokens_go_back_to_what_showed_the_others() -> None:
    table = fishing(tokens={"ben": "? ?"})
    table.enter(ShowTokens(BEN, (3,)))
    table.enter(ShowTokens(BEN, (1, 3), whole=True))
    shown = last(table)
    table.enter(CountHand(ANNA, BEN, 0))
    assert since(table, ShowTokens(BEN, (2,))) == ["fish.impossible", shown]


def test_b_56_a_progress_card_goes_back_to_the_last_of_its_kind() -> None:
    """Both Cranes have been played before Carla draws at all, so her card is none."""
    table = holding("anna: science; ben: science")
    table.given_level("carla", Track.SCIENCE, 2)
    table.enter(PlayCrane(ANNA))
    table.turn_of("ben")
    table.enter(PlayCrane(BEN))
    second = last(table)
    table.end()
    table.roll("carla", 6, 2, "science")
    assert table.colours("carla") == ["science"]
    assert since(table, PlayCrane(CARLA)) == ["card.all-seen", second]


def test_b_56_a_development_card_goes_back_to_the_last_of_its_kind() -> None:
    """Ben has played the second Monopoly before Anna buys a card."""
    table = island(hands={"anna": "1 ore 1 wool 1 grain"}).given_played("carla", "monopoly", 1)
    table.given_development("ben").given_development("anna")
    table.turn_of("ben")
    table.enter(PlayMonopoly(BEN, "brick", {}))
    second = last(table)
    table.turn_of("anna")
    assert since(table, PlayMonopoly(ANNA, "brick", {})) == ["development.all-seen", second]


def test_b_56_an_event_card_goes_back_to_where_the_last_of_its_kind_came() -> None:
    table = island(modules=("base", "event_cards"), rolled=False)
    table.enter(TurnCard(ANNA, 12, "calm_seas"))
    came = last(table)
    table.end()
    assert since(table, TurnCard(BEN, 12, "calm_seas")) == ["event.all-seen", came]
