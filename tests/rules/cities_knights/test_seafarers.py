"""What the book says of ships: there is no sea map here, and a game with one is refused (SF-01, SF-02)."""

from __future__ import annotations

import pytest

from companion.app.narrate import problem_texts
from companion.engine.errors import AssemblyError
from companion.rules import catalogue

WITH_SHIPS = ("base", "cities_knights", "seafarers")


def refusal(modules: tuple[str, ...]) -> str:
    """Why the modules are no game, in one text."""
    with pytest.raises(AssemblyError) as error:
        catalogue.ruleset(modules, "L3")
    return " ".join(problem_texts(error.value))


def test_sf_01_knights_on_ships_are_refused_with_the_reason() -> None:
    assert "the sea map with its ships and gold rivers is not part of Longship" in refusal(WITH_SHIPS)


def test_sf_02_a_game_without_the_sea_has_no_ships_to_move() -> None:
    assert "seafarers" in refusal(("base", "seafarers"))
    tags = {str(kind.__struct_config__.tag) for kind in catalogue.ruleset(WITH_SHIPS[:2], "L3").commands}
    assert not [tag for tag in tags if "ship" in tag and tag != "ck.place_ship"]
