"""What a move comes to is shown before it is entered."""

from __future__ import annotations

from companion.presenters import deeds
from companion.presenters.board import board, pieces
from companion.presenters.deeds import ChoiceView
from companion.presenters.intents import Commit
from companion.presenters.views import PlacesView
from companion.rules.scenarios.traders_barbarians.moving import MoveWagon
from tests.kit.tables import ANNA
from tests.kit.traders import edge, trading


def test_a_place_is_asked_first_and_then_the_way_is_shown() -> None:
    table = trading(
        pieces="anna: way 9N 9NE; ben: way 9NE 9SE", wagons={"anna": "9N"}, barbarians="", level="L2"
    )
    ways = tuple(table.options("anna", MoveWagon))
    assert isinstance(deeds.ask(table.table, ways), PlacesView)
    there = tuple(way for way in ways if way.to == table.land.corner("9SE"))  # type: ignore[attr-defined]
    asked = deeds.ask(table.table, there)
    assert isinstance(asked, ChoiceView)
    assert set(asked.trail) == {edge("9NE"), edge("9E")}
    labels = {answer.label: answer.intent for answer in asked.answers}
    assert labels["Points: 2, gold: 1"] == Commit(MoveWagon(ANNA, table.land.corner("9N"), there[0].to))  # type: ignore[attr-defined]


def test_with_and_without_a_grain_are_two_answers() -> None:
    table = trading(
        pieces="ben: way 9N 9NE 9SE 9S", wagons={"anna": "9N"}, barbarians="", hands={"anna": "1 grain"}
    )
    there = tuple(way for way in table.options("anna", MoveWagon) if way.to == table.land.corner("9S"))  # type: ignore[attr-defined]
    asked = deeds.ask(table.table, there)
    assert isinstance(asked, ChoiceView)
    assert {answer.label for answer in asked.answers} == {"Points: 3, gold: 3", "Points: 6, and a grain"}


def test_pieces_that_share_a_corner_stand_beside_each_other() -> None:
    table = trading(
        pieces="carla: settlement 9N", wagons={"anna": "9N", "ben": "9N", "david": "9S"}, barbarians=""
    )
    wagons = {piece.owner: piece.beside for piece in pieces(table.table, "corner") if piece.figure == "wagon"}
    assert wagons == {"anna": 1, "ben": 2, "david": 0}
    drawn = [piece.beside for _corner, piece in board(table.table).corners if piece.kind == "wagon"]
    assert sorted(drawn) == [0, 1, 2]
