"""What modules have for screens to show: values of kinds that screens know, with drawings and words."""

from __future__ import annotations

import msgspec
import pytest

from companion.rules import catalogue
from companion.rules.presentation import answer_drawings, drawings, parts, shown, sort_of
from companion.rules.presentation.alerts import Alert
from companion.rules.presentation.parts import Holding
from kivy_ui.art import drawing

KINDS = (
    Alert,
    *(kind for kind in vars(parts).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)),
)
VALUES = [
    (name, value)
    for name in catalogue.folders()
    for part in catalogue.module(name).parts
    for value in part.presentation
]


def test_screens_know_every_kind_of_value() -> None:
    assert [(name, value) for name, value in VALUES if not isinstance(value, KINDS)] == []


@pytest.mark.parametrize("holding", [value for _name, value in VALUES if isinstance(value, Holding)])
def test_what_players_hold_has_a_drawing_and_words(holding: Holding) -> None:
    assert drawing(holding.icon)
    assert holding.award != bool(holding.label)
    assert not holding.label or holding.label in catalogue.texts()


def test_of_a_card_that_nobody_saw_it_is_said_between_whom_it_went() -> None:
    moves = [kind for kind in catalogue.codec().command_types if shown(kind).hidden]
    assert moves
    for kind in moves:
        assert sort_of(kind, shown(kind).other) == ("player", False), kind


def test_answers_have_drawings_that_there_are() -> None:
    assert all(drawing(drawn.icon) for drawn in answer_drawings().values())


def test_every_track_that_is_always_shown_can_be_put_right() -> None:
    """By the fact of the same name, with a drawing and words for the deed."""
    parts_of_all = [part for name in catalogue.folders() for part in catalogue.module(name).parts]
    facts = {fact.name for part in parts_of_all for fact in part.facts}
    gauges = {gauge.name for part in parts_of_all for gauge in part.gauges}
    assert gauges and gauges <= facts & set(drawings())
    assert all(f"gauge.{name}" in catalogue.texts() for name in gauges)
