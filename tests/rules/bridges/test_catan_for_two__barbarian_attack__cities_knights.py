"""Catan for two with Barbarian Attack and Cities & Knights (BA-C8)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.ids import PlayerId, Site
from companion.history.timeline import Timeline
from companion.rules.bridges.catan_for_two__barbarian_attack.module import RemoveBarbarian
from companion.rules.bridges.catan_for_two__cities_knights.knights import (
    DismissKnight,
    PlaceNeutralKnight,
    PromoteNeutralKnight,
)
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.scenarios.barbarian_attack.battle import BattleWon
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight
from companion.rules.variants.catan_for_two.queries import tokens
from companion.rules.variants.catan_for_two.slice import CatanForTwo
from tests.kit.coasts import HEX, Coast, coast
from tests.kit.island import edge
from tests.kit.tables import ANNA, only

MODULES = ("base", "cities_knights", "barbarian_attack", "catan_for_two")
WHITE, ORANGE = PlayerId("neutral_white"), PlayerId("neutral_orange")


def duel(**how: object) -> Coast:
    """Anna and Ben, with white and orange as neutral colours; nothing is owed for what stands."""
    table = coast("anna ben", modules=MODULES, **how)  # type: ignore[arg-type]
    two = replace(table.state.slice(CatanForTwo), due=())
    table.session._timeline = Timeline(table.state.with_slice("catan_for_two", two))
    return table


def site(name: str) -> Site:
    return Site(edge(name))


def test_ba_c8_a_recruited_knight_brings_a_neutral_one_of_either_colour_to_the_castle() -> None:
    table = duel(hands={"anna": "1 ore 1 wool"})
    table.enter(RecruitKnight(ANNA, site("16NE")))
    assert table.questions == [("neutral_knight", "anna")]
    found = table.options("anna", PlaceNeutralKnight)
    assert {one.owner for one in found} == {WHITE, ORANGE}  # type: ignore[attr-defined]
    assert len(found) == 10, "five free paths"
    assert table.refused(PlaceNeutralKnight(ANNA, WHITE, site("9E"))) == {"CO-09"}
    table.enter(PlaceNeutralKnight(ANNA, ORANGE, site("16W")))
    assert table.riders("neutral_orange") == {edge("16W"): (1, False)}
    assert "c2ba.place_stranger" not in table.session.ruleset.by_tag
    table.sound()


def test_ba_c8_a_promotion_promotes_a_neutral_one_on_its_path() -> None:
    table = duel(
        hands={"anna": "1 ore 1 wool"}, riders={"anna": "9E", "neutral_white": "9W", "neutral_orange": "8W"}
    )
    table.enter(PromoteKnight(ANNA, site("9E")))
    table.enter(PromoteNeutralKnight(ANNA, site("8W")))
    assert table.riders("neutral_orange") == {edge("8W"): (2, False)}


def test_ba_c8_both_colours_are_moved_three_paths_after_the_own_knights() -> None:
    table = duel(riders={"anna": "9E", "neutral_white": "8W", "neutral_orange": "9W"})
    assert table.refused(MoveKnight(ANNA, edge("9W"), edge("10E"))) == {"CO-09"}
    table.enter(MoveKnight(ANNA, edge("9W"), edge("9NW")))
    table.enter(MoveKnight(ANNA, edge("8W"), edge("7NW")))
    assert table.refused(MoveKnight(ANNA, edge("9E"), edge("9NE"))) == {"BA-70"}


def test_ba_c8_a_neutral_knight_neither_fights_nor_falls() -> None:
    table = duel(riders={"anna": "active strong 7W", "neutral_white": "strong 7E"}, barbarians={12: 1})
    before = tokens(table.table, ANNA)
    assert only(table.end("anna"), BattleWon).knights == {"anna": 2}
    table.die("anna", 3)
    assert table.riders("neutral_white") == {edge("7E"): (2, False)}
    assert table.riders("anna") == {edge("7W"): (1, True)}
    assert (table.gold("anna"), tokens(table.table, ANNA)) == (2, before + 1)


def test_ba_c8_tokens_for_knights_and_for_barbarians() -> None:
    table = duel(riders={"anna": "strong 9E"}, barbarians={3: 3}, pieces="ben: settlement 9N")
    before = tokens(table.table, ANNA)
    table.enter(DismissKnight(ANNA, site("9E")))
    assert tokens(table.table, ANNA) == before + 2
    table.enter(RemoveBarbarian(ANNA, HEX[3]))
    assert table.barbarians == {3: 2}


def test_ba_c8_the_table_says_where_neutral_knights_stand() -> None:
    table = duel()
    facts = {fact.name: fact for fact in table.session.ruleset.facts if fact.wanted(table.table)}
    assert "neutral_white_path_knight" not in facts
    fact = facts["neutral_white_knight_2"]
    table.enter(fact.state(table.table, ANNA, (site("9E"),)))
    assert table.riders("neutral_white") == {edge("9E"): (2, False)}
