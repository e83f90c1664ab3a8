"""The profiles: where the editions differ."""

from __future__ import annotations

import pytest

from companion.rules import catalogue
from tests.kit.tables import BASE, evening

DIFFERENCES = {
    # option: (hobbyworld, colonist, official2025)
    "points_to_win": (13, 13, 13),
    "split_phases": (False, False, False),
    "knight_promotions_per_turn": (1, 2, 1),
    "fifth_progress_card": ("discard_or_play", "keep_to_end_of_turn", "keep_to_end_of_turn"),
    "deserter_place": ("anywhere", "anywhere", "anywhere"),
    "merchant_fleet": ("any_pair", "one_named_type", "one_named_type"),
    "diplomat": ("open_road", "open_road", "not_between_own_pieces"),
    "robber_to_desert": (False, True, True),
    "aqueduct": ("no_card", "no_claim", "no_card"),
    "crane": ("one_an_improvement", "one_a_turn", "one_an_improvement"),
    "city_on_its_side": ("replaced", "replaced", "rebuilt_first"),
    "city_for_level_5": ("always", "only_if_it_moves", "always"),
    "defender_cards": (6, 6, 99),
    "committed_knights": (False, False, False),
    "swift_knights": (False, False, False),
    "gentle_start": (False, False, False),
}


def test_there_are_three_profiles() -> None:
    assert set(catalogue.profiles()) == {"hobbyworld", "colonist", "official2025"}


@pytest.mark.parametrize(("number", "profile"), [(0, "hobbyworld"), (1, "colonist"), (2, "official2025")])
def test_the_options_of_a_profile(number: int, profile: str) -> None:
    options = evening(profile=profile).session.ruleset.options
    assert dict(options) == {name: values[number] for name, values in DIFFERENCES.items()}


@pytest.mark.parametrize("profile", ["hobbyworld", "colonist", "official2025"])
def test_the_base_game_is_played_to_ten_points_in_every_profile(profile: str) -> None:
    options = {"points_to_win": 10, "split_phases": False}
    assert evening(modules=BASE, profile=profile).session.ruleset.options == options


@pytest.mark.parametrize("profile", ["hobbyworld", "colonist", "official2025"])
def test_every_option_of_a_profile_is_one_that_the_rules_know(profile: str) -> None:
    given = catalogue.profiles()[profile].options
    assert catalogue.profile_options(profile, tuple(catalogue.manifests())) == given


def test_an_option_by_itself_is_a_house_rule_over_the_profile() -> None:
    table = evening(profile="colonist", knight_promotions_per_turn=1, points_to_win=10)
    assert table.session.ruleset.options["knight_promotions_per_turn"] == 1
    assert table.session.ruleset.options["points_to_win"] == 10
    assert table.session.ruleset.options["crane"] == "one_a_turn"
