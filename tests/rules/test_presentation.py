"""What modules say of their commands for the screens names commands, fields and drawings that there are."""

from __future__ import annotations

from companion.engine.command import Command
from companion.engine.extension import FactSort
from companion.rules import catalogue
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.robber import MoveRobber
from companion.rules.cities_knights.barbarians import CommitKnights
from companion.rules.cities_knights.cards import PlayCard, PutBack
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.displace import DisplaceKnight
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.progress.merchant import PlayMerchant
from companion.rules.cities_knights.slice import Track
from companion.rules.presentation import (
    answer_drawing,
    answer_drawings,
    drawings,
    fields,
    is_for,
    may_be_none,
    presentation,
    shown,
    sort_of,
)
from tests.kit.each import each

KINDS = {str(kind.__struct_config__.tag): kind for kind in catalogue.codec().command_types}


@each(sorted(presentation()))
def test_what_is_presented_exists(entry: str) -> None:
    about = [kind for tag, kind in KINDS.items() if is_for(entry, tag)]
    assert about
    for kind in about:
        assert set(shown(kind).fields) <= set(kind.__struct_fields__)
        assert shown(kind).rank >= 0


def test_what_is_said_of_a_command_adds_to_what_is_said_of_all_of_its_kind() -> None:
    assert (shown(PlayInventor).panel, shown(PlayInventor).icon) == ("cards", "")
    assert (shown(PlayMerchant).panel, shown(PlayMerchant).icon) == ("cards", "merchant")


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


def test_what_is_said_of_answers_names_fields_of_commands() -> None:
    named = {name for kind in KINDS.values() for name in kind.__struct_fields__}
    of_kind = {f"{tag}.{name}" for tag, kind in KINDS.items() for name in kind.__struct_fields__}
    assert all(key in of_kind or key.partition(".")[0] in named for key in answer_drawings())


def test_an_answer_is_drawn_by_its_command_by_its_value_or_by_its_field() -> None:
    assert [
        None if drawn is None else drawn.icon
        for drawn in (
            answer_drawing(CommitKnights, "knights", ()),
            answer_drawing(ActivateKnights, "knights", ()),
            answer_drawing(PutBack, "track", Track.TRADE),
            answer_drawing(DisplaceKnight, "removed", False),
            answer_drawing(MoveKnight, "to", None),
        )
    ] == ["swords", "up", "card", "forward", None]


def test_every_progress_card_is_chosen_among_the_cards_of_the_panel() -> None:
    plays = [kind for kind in KINDS.values() if issubclass(kind, PlayCard)]
    assert len(plays) > 20 and {shown(kind).panel for kind in plays} == {"cards"}


def test_what_is_bought_for_cards_is_marked_for_the_log() -> None:
    builds = {tag for tag, kind in KINDS.items() if shown(kind).builds}
    assert {tag for tag in builds if tag.startswith(("base.", "ck."))} == {
        "base.build_road",
        "base.build_settlement",
        "base.build_city",
        "ck.build_wall",
        "ck.improve",
        "ck.recruit_knight",
        "ck.promote_knight",
        "ck.activate_knights",
    }
