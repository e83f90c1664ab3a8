"""Each module describes the signs that it gives, and no two mean different ones by the same name."""

from __future__ import annotations

from collections import Counter

from companion.app.alerts import installed
from companion.app.narrate import texts
from companion.engine.extension import Part
from companion.engine.level import Level
from companion.rules import catalogue
from companion.rules.presentation.alerts import Alert
from tests.kit.each import each


def parts_at(name: str, level: Level) -> list[Part]:
    """The parts of a module that hold at a level."""
    return [
        part
        for part in catalogue.module(name).parts
        if part.needs <= level.aspects and not part.without & level.aspects
    ]


@each(sorted(catalogue.folders()))
def test_a_module_describes_every_sign_that_it_gives(name: str) -> None:
    for level in Level:
        parts = parts_at(name, level)
        given = {rule.sign for part in parts for rule in part.cues}
        described = {value.name for part in parts for value in part.presentation if isinstance(value, Alert)}
        assert given == described, f"{name} at {level}"


def test_no_two_alerts_have_the_same_name() -> None:
    names = Counter(alert.name for alert in installed())
    assert [name for name, times in names.items() if times > 1] == []


def test_every_alert_has_its_words() -> None:
    assert {alert.label for alert in installed()} <= set(texts())
