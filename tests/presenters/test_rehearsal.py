"""Results of rolls that nobody has made."""

from __future__ import annotations

import pytest

from companion.presenters import rehearsal
from tests.scenes.board_stages import played

DIGITS = set("123456")


@pytest.mark.parametrize(
    ("modules", "faces"),
    [
        (("base",), {"red": DIGITS, "white": DIGITS}),
        (
            ("base", "cities_knights"),
            {"red": DIGITS, "white": DIGITS, "event": {"ship", "trade", "politics", "science"}},
        ),
        (("base", "event_cards"), {}),
    ],
)
def test_every_face_of_every_die_is_rolled_and_nothing_is_entered(
    modules: tuple[str, ...], faces: dict[str, set[str]]
) -> None:
    session = played(modules, count=30)
    before = session.state, session.entries
    seen: dict[str, set[str]] = {}
    for result in rehearsal.results(session):
        for die, face in result.dice:
            seen.setdefault(die, set()).add(face)
    assert seen == faces
    assert (session.state, session.entries) == before


def test_a_7_and_what_a_module_tells_are_among_them() -> None:
    results = list(rehearsal.results(played(("base", "cities_knights"), count=30)))
    assert any(sum(int(face) for die, face in result.dice if die != "event") == 7 for result in results)
    lines = {line.icon for result in results for line in result.lines}
    assert {"ship", "robber"} <= lines, lines
