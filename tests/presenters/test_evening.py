"""The pages of an evening as values, for games as they are and as they had better not be."""

from __future__ import annotations

from typing import TypeVar

import pytest

from companion.engine.core import AdjustPoints, ChangeLevel, DeclareWinner, PlayOn
from companion.engine.level import Level
from companion.history.correction import remove
from companion.presenters.evening import (
    Curves,
    Dice,
    EveningView,
    Honours,
    Nothing,
    Numbers,
    Page,
    Places,
    evening,
)
from companion.presenters.live import LivePlay
from companion.presenters.route import wanted
from companion.rules.base.turn import RollDice
from tests.kit import tables
from tests.kit.each import each
from tests.kit.tables import ANNA, BEN
from tests.scenes.evening_stages import standing_still

P = TypeVar("P", bound=Page)


def pages(view: EveningView, kind: type[P]) -> tuple[P, ...]:
    return tuple(page for page in view.pages if isinstance(page, kind))


def test_a_whole_evening_has_all_its_pages() -> None:
    """At L2: places, curve, sources of points, dice, attacks, luck and awards, each as the table knows it."""
    session = standing_still("evening_l2")
    view = evening(session)
    (places,) = pages(view, Places)
    assert [(place.rank, place.person.name, place.points) for place in places.places] == [
        (1, "Ben", 13),
        (2, "David", 12),
        (3, "Carla", 8),
        (4, "Anna", 5),
    ]
    (curves,) = pages(view, Curves)
    assert {curve.person.name: curve.points for curve in curves.curves}["Ben"] == 13
    assert all(0 <= at <= 1 for curve in curves.curves for at, _points in curve.steps)
    assert curves.moments[0].words == "Turn 26: Longest Road +2"
    (dice,) = pages(view, Dice)
    assert sum(number.count for number in dice.numbers) == 82
    assert dice.verdict == "In 82 rolls 7 came 7 times. In 1 of 3 evenings some number is as far off."
    titles = [page.title for page in pages(view, Numbers)]
    assert titles == ["What made the points", "What made the points", "Barbarian attacks", "Luck"]
    luck = {row.label: row.values for row in pages(view, Numbers)[-1].rows}
    assert luck["Cards from rolls"] == ("64", "59", "82", "66")
    assert luck["Robbed by others"] == ("1", "2", "0", "0")
    said = {
        honour.words: [person.name for person in honour.people]
        for page in pages(view, Honours)
        for honour in page.honours
    }
    assert said["Defended most"] == ["Carla"] and said["Luckiest with the dice"] == ["Anna"]


@each(["evening_4p", "evening_l0", "evening_l2", "evening_l3"])
def test_the_sources_of_points_add_up_to_them(name: str) -> None:
    session = standing_still(name)
    rows = [row for page in pages(evening(session), Numbers) for row in page.rows if "points" in page.title]
    summed = [sum(int(row.values[seat]) for row in rows) for seat in range(4)]
    table = session.table
    points = [table.points(player) for player in table.core.ids] if table.ruleset.scored else [0] * 4
    assert summed == points


@each(list(Level))
def test_a_game_of_no_entries_has_a_page(level: Level) -> None:
    view = evening(tables.evening(level=level).session)
    assert len(view.pages) == 1 and isinstance(view.pages[0], Nothing)
    assert not view.over


@each(list(Level))
def test_a_game_that_is_won_at_once_names_its_winner(level: Level) -> None:
    session = tables.evening(level=level).session
    session.submit(DeclareWinner(BEN), overrule=True)
    view = evening(session)
    (places,) = pages(view, Places)
    assert places.title == "Ben has won" and places.places[0].person.name == "Ben"
    assert view.over and view.play_on is not None


def test_one_roll_is_not_called_odd() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    (dice,) = pages(evening(session), Dice)
    assert dice.verdict == "1 roll, and each number came about as often as dice would have it."


def test_who_has_as_many_points_shares_a_place_but_not_the_winners() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(DeclareWinner(BEN), overrule=True)
    (places,) = pages(evening(session), Places)
    assert [place.rank for place in places.places][:3] == [1, 2, 2]


def test_levels_changed_in_the_middle_show_what_was_known() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(AdjustPoints(ANNA, ANNA, 2), overrule=True)
    session.submit(AdjustPoints(BEN, BEN, 1), overrule=True)
    known = evening(session)
    session.submit(ChangeLevel(ANNA, Level.L0), overrule=True)
    below = evening(session)
    assert pages(known, Places) and not pages(below, Places)
    assert pages(below, Curves)[0].curves[0].points == pages(known, Curves)[0].curves[0].points
    session.submit(ChangeLevel(ANNA, Level.L1), overrule=True)
    assert pages(evening(session), Places)


def test_a_corrected_past_is_another_evening() -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(AdjustPoints(ANNA, ANNA, 2), overrule=True)
    given = session.standing[-1].entry
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    before = pages(evening(session), Places)[0].places[0].points
    session.correct(remove(given))
    after = pages(evening(session), Places)[0].places[0].points
    assert before is not None and after == before - 2


@each(["L0", "L1"])
def test_play_leads_to_the_result_and_back(level: str) -> None:
    session = tables.evening(level=Level(level)).session
    play = LivePlay(session)
    assert wanted(play, "table", at_board=False) == "table" and not play.bar().over
    session.submit(DeclareWinner(BEN), overrule=True)
    assert wanted(play, "table", at_board=False) == "evening" and play.bar().over
    session.undo()
    assert wanted(play, "evening", at_board=False) == "table"
    session.redo()
    session.submit(PlayOn(BEN))
    assert wanted(play, "evening", at_board=False) == "table" and not play.bar().over


def test_nothing_is_honoured_that_all_did_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    session = tables.evening(level=Level.L1).session
    session.submit(DeclareWinner(BEN), overrule=True)
    assert not pages(evening(session), Honours)
