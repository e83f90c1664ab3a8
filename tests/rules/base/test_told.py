"""What people read of entries and events on a board: whole sentences with names, cards and places."""

from __future__ import annotations

import pytest

from companion.app.narrate import command_short, command_text, event_text
from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import HexId
from companion.rules.base.building import BuildRoad, RoadBuilt
from companion.rules.base.development.buy import DevelopmentBought
from companion.rules.base.development.knight import LargestArmyHeld, PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.play import DevelopmentPlayed
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.hands import (
    BankCounted,
    CardsChosen,
    CardsDrawn,
    CardsGained,
    CardsMoved,
    CardsPaid,
    CardsReturned,
    CardsShown,
    CardsSurrendered,
    HandCounted,
    NoneHeld,
)
from companion.rules.base.purse import BuildingBegun
from companion.rules.base.robber import DiscardCards, RobberMoved
from companion.rules.base.roll import Produced
from companion.rules.base.setup import BoardLaid, LayBoard, StartPieceDue
from companion.rules.base.showing import CountBank, CountHand, ShowCards
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.base.trail import TrailsMeasured
from companion.rules.cities_knights.progress.inventor import TokensSwapped
from tests.kit.each import each
from tests.kit.island import BEGINNERS, edge
from tests.kit.tables import ANNA, BEN, CARLA, people

PLAYERS = people("anna ben carla david")


@each(
    [
        (BoardLaid(BEGINNERS, HexId(9)), "The board is set up."),
        (TokensSwapped((HexId(3), HexId(12))), "Two number tokens are swapped, on the hexes 3, 12."),
        (RoadBuilt(ANNA, edge("4NE")), "Anna has a new road."),
        (BuildingBegun(ANNA, 3), "Anna has begun to build: trading is over for this turn."),
        (RobberMoved(HexId(4)), "The robber goes to hex 4."),
        (RobberMoved(None), "The robber leaves the island."),
        (
            Produced({ANNA: {"ore": 2, "wool": 1}, BEN: {"grain": 1}}),
            "The hexes produce: Anna 2 ore, 1 wool; Ben 1 grain.",
        ),
        (Produced({}), "The hexes produce nothing."),
        (
            Produced({ANNA: {"ore": 1}}, ("wool",)),
            "The hexes produce: Anna 1 ore. The bank is short of: wool.",
        ),
        (Produced({}, ("ore", "wool")), "The hexes produce nothing. The bank is short of: ore, wool."),
        (CardsGained(ANNA, {"ore": 2}), "Anna takes 2 ore from the bank."),
        (CardsPaid(ANNA, {"brick": 1, "lumber": 1}), "Anna gives the bank 1 brick, 1 lumber."),
        (CardsReturned(ANNA, {"ore": 4}), "Anna discards 4 ore."),
        (CardsReturned(ANNA, {}, 4), "Anna discards unseen cards: 4."),
        (CardsReturned(ANNA, {"ore": 1}, 3), "Anna discards 1 ore, and unseen ones: 3."),
        (CardsMoved(ANNA, BEN, {"ore": 1}), "Ben gets 1 ore from Anna."),
        (CardsDrawn(ANNA, BEN), "Ben draws a card from Anna."),
        (CardsDrawn(ANNA, BEN, 2), "Ben draws 2 cards from Anna."),
        (CardsChosen(ANNA, BEN), "Ben gets an unseen card from Anna."),
        (CardsChosen(ANNA, BEN, 2), "Ben gets 2 unseen cards from Anna."),
        (
            CardsSurrendered(ANNA, "ore", None, {BEN: 2, CARLA: 0}),
            "Anna gets ore from the others: Ben 2, Carla 0.",
        ),
        (CardsShown(ANNA, {"ore": 1}), "Anna shows 1 ore."),
        (CardsShown(ANNA, {"ore": 1}, True), "Anna shows the whole hand: 1 ore."),
        (CardsShown(ANNA, {}, True), "Anna shows the whole hand: nothing."),
        (NoneHeld(ANNA, ("ore", "wool")), "Anna has none of: ore, wool."),
        (HandCounted(ANNA, 3), "Anna has this many cards in hand: 3."),
        (BankCounted({"ore": 3, "wool": 0}), "Left in the bank: 3 ore, 0 wool."),
        (DevelopmentBought(ANNA, 3), "Anna has a new development card."),
        (DevelopmentPlayed(ANNA, "knight", 3), "Anna has played a Knight."),
        (DevelopmentPlayed(ANNA, "victory_point"), "Anna reveals a victory point."),
        (LargestArmyHeld(ANNA), "Anna has Largest Army."),
        (LargestArmyHeld(None), "Nobody has Largest Army."),
        (StartPieceDue(), None),
        (TrailsMeasured({ANNA: 5}), None),
    ]
)
def test_what_happened_is_told_in_a_sentence(event: Event, text: str | None) -> None:
    assert event_text(event, PLAYERS) == text


@pytest.mark.parametrize(
    ("command", "text", "short"),
    [
        (LayBoard(ANNA, BEGINNERS), "The board is set up", "Board"),
        (BuildRoad(ANNA, edge("4NE")), "Anna builds a road", "Road"),
        (DiscardCards(ANNA, {"ore": 4}), "Anna discards cards", "Discard"),
        (TradeWithBank(ANNA, {"ore": 4}, {"wool": 1}), "Anna gives the bank 4 ore for 1 wool", "Bank"),
        (
            TradeWithPlayer(ANNA, BEN, {"ore": 1, "wool": 1}, {"grain": 2}),
            "Anna gives Ben 1 ore, 1 wool for 2 grain",
            "Trade",
        ),
        (ShowCards(ANNA, {"ore": 1}), "Anna shows 1 ore", "Show cards"),
        (CountHand(ANNA, BEN, 3), "Cards of Ben, counted: 3", "Count cards"),
        (CountBank(ANNA, {"ore": 3}), "Left in the bank: 3 ore", "Count bank"),
        (PlayKnight(ANNA, HexId(4), BEN), "Anna plays a Knight", "Knight"),
        (PlayYearOfPlenty(ANNA, {"ore": 2}), "Anna plays Year of Plenty for 2 ore", "Year of Plenty"),
        (PlayMonopoly(ANNA, "ore", {}), "Anna plays Monopoly on ore", "Monopoly"),
        (ShowVictoryPoints(ANNA, 2), "Anna reveals victory points: 2", "Victory points"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Command) else "",
)
def test_what_was_entered_is_told_in_a_few_words(command: Command, text: str, short: str) -> None:
    assert command_text(command, PLAYERS) == text
    assert command_short(command) == short
