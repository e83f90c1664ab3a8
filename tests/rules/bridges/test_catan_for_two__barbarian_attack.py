"""Catan for two with Barbarian Attack (BA-70)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.ids import PlayerId
from companion.history.timeline import Timeline
from companion.rules.base.building import BuildSettlement
from companion.rules.bridges.catan_for_two__barbarian_attack.module import (
    PlaceStranger,
    RemoveBarbarian,
)
from companion.rules.scenarios.barbarian_attack.battle import TellPrisoner
from companion.rules.scenarios.barbarian_attack.cards import DrawCard
from companion.rules.scenarios.barbarian_attack.facts import StateKnights
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight, PlaceKnight
from companion.rules.variants.catan_for_two.neutral import BuildNeutralSettlement
from companion.rules.variants.catan_for_two.queries import neutrals, tokens
from companion.rules.variants.catan_for_two.slice import CatanForTwo
from tests.kit.coasts import BARBARIANS, HEX, Coast, coast
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN

MODULES = (*BARBARIANS, "catan_for_two")
STRANGER = PlayerId("neutral_white")


def duel(**how: object) -> Coast:
    """Anna and Ben, with white and orange as neutral colours."""
    table = coast("anna ben", modules=MODULES, **how)  # type: ignore[arg-type]
    # what stands already has brought its neutral pieces
    two = replace(table.state.slice(CatanForTwo), due=())
    table.session._timeline = Timeline(table.state.with_slice("catan_for_two", two))
    assert neutrals(table.table)[0] == STRANGER
    return table


def test_ba_70_with_each_knight_a_stranger_comes_to_the_castle() -> None:
    table = duel(hands={"anna": "1 ore 1 wool 1 grain"})
    table.enter(DrawCard(ANNA, "black_knight"))
    table.enter(PlaceKnight(ANNA, edge("0E")))
    assert table.questions == [("stranger", "anna")]
    assert len(table.options("anna", PlaceStranger)) == 6
    assert table.refused(PlaceStranger(ANNA, edge("1E"))) == {"BA-70"}
    table.enter(PlaceStranger(ANNA, edge("16W")))
    assert table.knights("neutral_white") == {"16W"}


def test_ba_70_there_are_six_strangers() -> None:
    six = "1E 3E 4E 5E 8E 9E"
    table = duel(hands={"anna": "1 ore 1 wool 1 grain"}, knights={"neutral_white": six})
    table.enter(DrawCard(ANNA, "black_knight"))
    table.enter(PlaceKnight(ANNA, edge("0E")))
    assert not table.questions


def test_ba_70_the_player_on_turn_moves_them_after_the_own_ones() -> None:
    table = duel(knights={"anna": "0E", "neutral_white": "1E", "ben": "3E"})
    table.enter(MoveKnight(ANNA, edge("1E"), edge("1SE")))
    assert table.refused(MoveKnight(ANNA, edge("0E"), edge("0NE"))) == {"BA-70"}
    assert table.impossible(MoveKnight(ANNA, edge("3E"), edge("0NE"))) >= {"BA-30"}
    table.overrule(MoveKnight(ANNA, edge("0E"), edge("0NE")))


def test_ba_70_a_stranger_leaves_the_castle_at_the_end_of_a_turn() -> None:
    table = duel(knights={"neutral_white": "16W"})
    table.end("anna")
    assert table.questions == [("leave_castle", "anna")]
    table.enter(MoveKnight(ANNA, edge("16W"), edge("12W")))
    assert table.over


def test_ba_70_he_fights_takes_a_prisoner_and_never_falls() -> None:
    table = duel(knights={"anna": "7W", "neutral_white": "7E"}, barbarians={12: 2})
    before = tokens(table.table, ANNA)
    table.end("anna")
    assert table.prisoners == {"anna": 1, "neutral_white": 1}
    table.die("anna", 3)
    assert (table.knights("anna"), table.knights("neutral_white")) == (set(), {"7E"})
    assert (table.gold("anna"), tokens(table.table, ANNA)) == (2, before + 1)


def test_ba_70_for_a_prisoner_that_is_disputed_he_may_win_the_roll() -> None:
    table = duel(knights={"anna": "7W", "neutral_white": "7E"}, barbarians={12: 1})
    table.end("anna")
    assert table.questions == [("prisoner", "anna")]
    table.enter(TellPrisoner(ANNA, STRANGER))
    assert (table.prisoners, table.gold("anna")) == ({"neutral_white": 1}, 3)


def test_ba_70_a_neutral_settlement_brings_a_landing_too_after_the_own_one() -> None:
    table = duel(
        pieces="anna: roads 9NE; neutral_white: settlement 3N, roads 3NW 3W",
        hands={"anna": "1 brick 1 lumber 1 wool 1 grain"},
    )
    table.enter(BuildSettlement(ANNA, table.land.corner("9N")))
    assert table.questions == [("landing", "anna")]
    table.landing("anna", 2, 3, 4)
    assert table.questions == [("neutral_settlement", "anna")]
    table.enter(table.options("anna", BuildNeutralSettlement)[0])
    assert table.questions == [("landing", "anna")]
    table.landing("anna", 2, 3, 4)
    assert table.barbarians == {2: 2, 3: 2, 4: 2}


def test_ba_70_tokens_remove_a_barbarian() -> None:
    table = duel(barbarians={3: 3, 4: 1}, pieces="ben: settlement 0N, settlement 9N")
    before = tokens(table.table, ANNA)
    table.enter(RemoveBarbarian(ANNA, HEX[3]))
    assert (table.barbarians, tokens(table.table, ANNA)) == ({3: 2, 4: 1}, before - 1)
    assert table.points("ben") == 2, "the coast is free again"
    assert "C2-05" in table.refused(RemoveBarbarian(ANNA, HEX[4]))
    table = duel(barbarians={3: 1}, pieces="anna: settlement 9N")
    before = tokens(table.table, ANNA)
    table.enter(RemoveBarbarian(ANNA, HEX[3]))
    assert tokens(table.table, ANNA) == before - 2, "whoever is ahead pays two"


def test_ba_70_nobody_chases_a_robber_or_throws_knights_away() -> None:
    tags = set(duel().session.ruleset.by_tag)
    assert not tags & {"c2.chase_robber", "c2.throw_away_knight"}


def test_ba_70_the_table_says_where_the_strangers_stand() -> None:
    table = duel()
    table.enter(StateKnights(ANNA, STRANGER, (edge("0E"), edge("1E"))))
    assert len(table.knights("neutral_white")) == 2
    facts = {fact.name for fact in table.session.ruleset.facts if fact.wanted(table.table)}
    assert "neutral_white_path_knight" in facts
    assert "neutral_red_path_knight" not in facts
    assert BEN in table.core.ids
