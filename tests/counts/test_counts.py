"""How many moves fixed positions have, one deep and two deep, by kind of command."""

from __future__ import annotations

import tomllib

import pytest

from tests.counts.positions import EXPECTED, POSITIONS, by_engine, by_force

NUMBERS = tomllib.loads(EXPECTED.read_text(encoding="utf-8"))


def split(found: dict[str, int], expected: dict[str, int]) -> str:
    """All kinds with both numbers, those that differ marked."""
    kinds = sorted({*found, *expected})
    rows = [(kind, found.get(kind, 0), expected.get(kind, 0)) for kind in kinds]
    return "\n".join(f"{'!!' if a != b else '  '} {kind:50} {a:6} of {b:6}" for kind, a, b in rows)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_engine_finds_as_many_moves(name: str) -> None:
    table, _ = POSITIONS[name]()
    found = by_engine(table.session.ruleset, table.state)
    for depth, numbers in NUMBERS[name].items():
        assert found[depth] == numbers, f"{name}, {depth}:\n{split(found[depth], numbers)}"


@pytest.mark.parametrize("name", POSITIONS)
def test_the_numbers_are_those_of_the_brute_force(name: str) -> None:
    """Nobody has changed them by hand."""
    assert by_force(POSITIONS[name]()[1]) == NUMBERS[name]


def test_what_everyone_can_count() -> None:
    """54 corners; 72 edges, each beside both of its ends; 19 hexes."""
    assert NUMBERS["empty board"]["one"] == {"base.place_building": 54}
    assert NUMBERS["empty board"]["two"] == {"base.place_building, base.place_road": 2 * 72}
    assert set(NUMBERS) == set(POSITIONS)
