"""What the modules of a game do, point by point, as ``longship explain --combination`` lists it."""

from __future__ import annotations

import json
from itertools import chain, combinations
from typing import Any

import pytest

from companion.app.cli import main
from companion.rules import catalogue

VARIANTS = ("friendly_robber", "event_cards", "harbourmaster", "catan_for_two")
TOGETHER = {
    "CO-02": "event_cards",
    "CO-03": "harbourmaster",
    "CO-04": "friendly_robber",
    "CO-05": "catan_for_two",
    "CO-06": "fishermen",
}
"""Which rule tells of a module with Cities & Knights."""


def explained(capsys: pytest.CaptureFixture[str], *modules: str) -> list[dict[str, Any]]:
    """The lines of an answer."""
    assert main(["explain", "--json", "--combination", *modules]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(("rule", "module"), TOGETHER.items())
def test_a_module_with_cities_and_knights_names_the_rule_of_both(
    capsys: pytest.CaptureFixture[str], rule: str, module: str
) -> None:
    lines = explained(capsys, "base", "cities_knights", module)
    both = f"{module}__cities_knights"
    assert rule in {name for line in lines if line["module"] == both for name in line.get("rules", ())}
    alone = explained(capsys, "base", module)
    assert not any(rule in line.get("rules", ()) for line in alone)


@pytest.mark.parametrize("scenario", [(), ("fishermen",)], ids="-".join)
@pytest.mark.parametrize(
    "variants", list(chain.from_iterable(combinations(VARIANTS, size) for size in range(5))), ids="-".join
)
def test_co_01_only_rules_of_the_game_are_named(
    capsys: pytest.CaptureFixture[str], variants: tuple[str, ...], scenario: tuple[str, ...]
) -> None:
    chosen = ("base", *variants, *scenario)
    lines = explained(capsys, *chosen)
    in_play = set(catalogue.ruleset(chosen, "L3").module_ids)
    assert {line["module"] for line in lines} == in_play
    known = {str(rule) for module in in_play for rule in catalogue.rules_of(module)}
    assert {rule for line in lines for rule in line.get("rules", ())} <= known


@pytest.mark.parametrize("scenario", ["rivers", "caravans", "barbarian_attack", "traders_barbarians"])
def test_co_01_a_scenario_is_explained_by_itself_and_in_every_pair(
    capsys: pytest.CaptureFixture[str], scenario: str
) -> None:
    """Its rules stand there as sentences, and every line below them says what it is about."""
    for more in ((), *((variant,) for variant in VARIANTS), ("cities_knights",)):
        chosen = ("base", *more, scenario)
        if set(more) & catalogue.manifests()[scenario].conflicts.keys():
            continue
        assert main(["explain", "--combination", *chosen]) == 0
        lines = capsys.readouterr().out.splitlines()
        for module in catalogue.ruleset(chosen, "L3").module_ids:
            assert f"{module}: {catalogue.manifests()[module].title}" in lines
            for name, rule in catalogue.rules_of(module).items():
                assert f"  {name:6} {rule.text}" in lines
        assert not [line for line in lines if line.startswith("    ") and len(line.split()) < 3]


@pytest.mark.parametrize(
    ("modules", "said"),
    [
        (("cities_knights",), "“Cities & Knights” needs “Base game”."),
        (("base", "jungles"), "There is no game called “jungles” here."),
        (("base", "fishermans"), "There is no game called “fishermans” here; “fishermen” may be meant."),
    ],
    ids=" ".join,
)
def test_a_combination_that_is_none_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], modules: tuple[str, ...], said: str
) -> None:
    assert main(["explain", "--combination", *modules]) == 2
    assert capsys.readouterr().err == f"longship: {said}\n"


@pytest.mark.parametrize("players", [3, 4])
def test_co_05_catan_for_two_is_refused_to_more_by_its_name(
    capsys: pytest.CaptureFixture[str], players: int
) -> None:
    modules = "base,cities_knights,catan_for_two"
    assert main(["simulate", "--modules", modules, "--players", str(players)]) == 2
    said = capsys.readouterr().err
    assert said == f"longship: “Catan for two” is for exactly 2, not for {players}.\n"


def test_b_14_a_game_for_any_number_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--players", "7"]) == 2
    assert capsys.readouterr().err == "longship: 7 players are not possible; 2 to 6 are.\n"
