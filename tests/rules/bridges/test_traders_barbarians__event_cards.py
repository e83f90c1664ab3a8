"""Traders & Barbarians with Event cards (TB-41, TB-23)."""

from __future__ import annotations

from companion.rules.base.hands import CardsDrawn
from companion.rules.base.robber import DiscardCards, RobberMoved
from companion.rules.base.roll import Produced
from companion.rules.scenarios.traders_barbarians.barbarians import MoveBarbarian
from companion.rules.scenarios.traders_barbarians.moving import WagonMoved
from companion.rules.variants.event_cards.damage import RoadDamaged
from companion.rules.variants.event_cards.giving import DrawCard, TakeResource
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.tables import ANNA, BEN, none, only
from tests.kit.traders import TRADERS, edge, trading

MODULES = (*TRADERS, "event_cards")


def test_tb_41_a_robber_attack_brings_discards_and_moves_a_barbarian() -> None:
    table = trading(modules=MODULES, rolled=False, hands={"ben": "8 ore"}, pieces="ben: road 9E")
    table.enter(TurnCard(ANNA, 7, "robber_attack"))
    assert table.questions == [("discard", "ben")]
    table.enter(DiscardCards(BEN, {"ore": 4}))
    events = table.enter(MoveBarbarian(ANNA, edge("8SW"), edge("9E"), BEN))
    assert only(events, CardsDrawn) == CardsDrawn(BEN, ANNA)


def test_tb_41_when_the_robber_flees_nothing_happens() -> None:
    table = trading(modules=MODULES, rolled=False)
    before = table.tb.barbarians
    assert none(table.enter(TurnCard(ANNA, 4, "robber_flees")), RobberMoved)
    assert (table.base.robber, table.tb.barbarians) == (None, before)


def test_tb_41_a_damaged_road_costs_a_wagon_two_points_and_no_gold() -> None:
    table = trading(
        modules=MODULES, pieces="anna: road 9NE; ben: road 9E", wagons={"anna": "9N"}, barbarians=""
    )
    table.given(RoadDamaged(ANNA, edge("9NE")), RoadDamaged(BEN, edge("9E")))
    events = table.go("anna", "9SE")
    assert only(events, WagonMoved).points == 4
    assert (table.gold("anna"), table.gold("ben")) == (5, 5)


def test_tb_23_a_two_and_a_twelve_stand_with_event_cards() -> None:
    table = trading(modules=MODULES, rolled=False, pieces="anna: settlement 9N")
    table.enter(TurnCard(ANNA, 2, "plentiful_year"))
    while table.core.pending:
        table.enter(TakeResource(table.core.pending[0].who, "ore"))
    assert table.core.phase == "after_roll"
    table.end()
    events = table.enter(TurnCard(BEN, 12, "calm_seas"))
    assert only(events, Produced).gains == {}


def test_tb_04_knight_cards_count_in_a_conflict() -> None:
    table = trading(modules=MODULES, rolled=False, hands={"ben": "1 ore"})
    table.given_played("anna", "knight", 1)
    table.enter(TurnCard(ANNA, 3, "conflict"))
    table.enter(DrawCard(ANNA, BEN))
    assert table.cards("anna") == "1 ore"
