"""What modules say of their commands for the screens names commands, fields and drawings that there are."""

from __future__ import annotations

from companion.engine.command import Command
from companion.engine.extension import FactSort
from companion.rules import catalogue
from companion.rules.base.development import PlayYearOfPlenty
from companion.rules.base.robber import MoveRobber
from companion.rules.cities_knights.knights import ActivateKnights, DisplaceKnight, MoveKnight
from companion.rules.cities_knights.progress.science import PlayInventor
from companion.rules.presentation import drawings, fields, may_be_none, presentation, shown, sort_of
from tests.kit.each import each

KINDS = {str(kind.__struct_config__.tag): kind for kind in catalogue.codec().command_types}


@each(sorted(presentation()))
def test_what_is_presented_exists(tag: str) -> None:
    assert set(shown(KINDS[tag]).fields) <= set(KINDS[tag].__struct_fields__)
    assert shown(KINDS[tag]).rank >= 0


@each(KINDS.values())
def test_every_field_is_asked_once(kind: type[Command]) -> None:
    assert sorted(fields(kind)) == sorted(kind.__struct_fields__)
    for name in fields(kind):
        sort_of(kind, name)


def test_places_players_and_cards_are_told_by_their_types() -> None:
    assert sort_of(MoveRobber, "hex") == ("hex", False)
    assert sort_of(MoveRobber, "victim") == ("player", False)
    assert may_be_none(MoveRobber, "victim") and not may_be_none(MoveRobber, "hex")
    assert sort_of(MoveKnight, "to") == sort_of(DisplaceKnight, "victim") == ("corner", False)
    assert sort_of(ActivateKnights, "knights") == ("corner", True)
    assert sort_of(PlayInventor, "hexes") == ("hex", True)
    assert sort_of(PlayYearOfPlenty, "cards") == ("bag", True)


def test_what_stands_on_the_board_has_a_drawing() -> None:
    modules = [catalogue.module(name) for name in catalogue.folders()]
    facts = {fact.name: fact for module in modules for part in module.parts for fact in part.facts}
    assert set(drawings()) <= set(facts)
    placed = {name for name, fact in facts.items() if fact.sort not in (FactSort.COUNT, FactSort.FLAG)}
    assert placed <= set(drawings())
