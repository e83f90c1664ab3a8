"""Correction by touch: any entry, at any level, with what follows said before it is applied."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.correction_text import report_lines
from companion.app.session import GameSession, Nowhere, Update, UpdateKind
from companion.app.simulate import Simulation, header
from companion.engine.ids import PlayerId
from companion.history.correction import change
from companion.history.log import Entry, Header
from companion.presenters.board_view import Place
from companion.presenters.game import roller
from companion.presenters.helping import Topic
from companion.presenters.intents import Enter, Roll
from companion.presenters.live import LivePlay
from companion.presenters.seen import tellable
from companion.rules.base.building import BuildRoad
from companion.rules.base.robber import MoveRobber
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from tests.kit.evening import PEOPLE, play
from tests.kit.once import once
from tests.kit.tables import CITIES_KNIGHTS
from tests.scenes.board_stages import Lent

ANNA, BEN = PlayerId("anna"), PlayerId("ben")
COUNT = 140
SEEDS = {"L2": 3, "L3": 5, "base": 9}
"""Games with a theft nobody saw, and rolls whose correction is and is not at odds with what follows."""


@once
def played(level: str) -> tuple[Header, tuple[Entry, ...]]:
    """A part of a game at a level, or of the base game alone on a board."""
    if level == "L1":
        session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
        for _entry in play(session, 3):
            if len(session.entries) >= COUNT:
                break
        return session.header, session.entries
    seed = SEEDS[level]
    modules, level = (("base",), "L2") if level == "base" else (("base", "cities_knights"), level)
    game = Simulation(header(modules, 4, seed, level), random.Random(seed), checked=False)
    # the base game alone ends early
    while len(game.entries) < (95 if modules == ("base",) else COUNT):
        game.step()
    return game.header, tuple(game.entries)


@pytest.fixture
def table(ui: Any) -> Callable[..., GameSession]:
    """Puts a game of a level on the table."""

    def put(level: str, size: tuple[int, int] = (800, 480)) -> GameSession:
        game, entries = played(level)
        session = GameSession(game, Nowhere(), entries, clock=lambda: 0)
        shell = ui.open(LivePlay(session), size)
        shell.context = Lent(session)
        shell.flow.begin()
        while session.state.core.pending and ui.shows("later"):
            ui.tap("later")
        if shell.screen_name != "table":
            shell.go("table")
        ui.frames()
        ui.taps = 0
        return session

    return put


def tap(ui: Any, *names: str) -> None:
    """Tap one after another, as soon as each is there."""
    for name in names:
        ui.wait(lambda: ui.shows(name))  # noqa: B023
        ui.tap(name)
        ui.frames(1)


def words(ui: Any) -> str:
    ui.paint()
    return " ".join(
        text.text.replace("\n", " ") for widget in ui.shell.walk() for text in getattr(widget, "texts", ())
    )


def rolls(session: GameSession) -> list[Entry]:
    return [entry for entry in session.standing if isinstance(entry.command, RollDice)]


def wrong_roll(session: GameSession, conflicts: bool = False) -> tuple[Entry, int]:
    """A roll of some turns ago and another face of its white die, with or without conflicts later."""
    for entry in reversed(rolls(session)[:-3]):
        assert isinstance(entry.command, RollDice)
        for face in range(1, 7):
            other = replace(entry.command, dice={**entry.command.dice, "white": face})
            report = session.preview(change(entry.entry, other))
            if report.changes and bool(report.unsettled) is conflicts:
                return entry, face
    raise AssertionError("no such roll")


@pytest.mark.parametrize("level", ["L1", "L2", "L3", "base"])
def test_a_wrong_roll_three_turns_ago_takes_four_taps(ui: Any, table: Any, level: str) -> None:
    session = table(level)
    wrong, face = wrong_roll(session)
    assert isinstance(wrong.command, RollDice) and wrong in rolls(session)[-5:-3]
    tap(ui, "log", f"roll_{wrong.entry}", f"white_{face}", "apply")
    assert ui.taps == 4
    corrected = next(entry for entry in session.standing if entry.entry == wrong.entry)
    assert corrected.command == RollDice(wrong.command.by, {**wrong.command.dice, "white": face})
    assert corrected.corrected_by == session.entries[-1].entry
    assert ui.shell.screen_name == "log"
    row = next(row for row in ui.shell.screen.view.rows if row.entry == wrong.entry)
    assert row.corrected and dict(row.dice)["white"] == str(face)
    assert "Correction" in words(ui)
    tap(ui, "undo")
    assert next(entry for entry in session.standing if entry.entry == wrong.entry) == wrong


@pytest.mark.parametrize("level", ["L1", "L2", "L3"])
def test_the_last_roll_takes_two_taps(ui: Any, table: Any, level: str) -> None:
    session = table(level)
    count = len(session.standing)
    by = roller(session.table)
    assert ui.shell.do(Roll({"red": 2, "white": 3, "event": "trade"}))
    ui.wait(lambda: ui.shows("result_white"))
    ui.taps = 0
    tap(ui, "result_white", "white_2")
    assert ui.taps == 2 and len(session.standing) == count + 1
    assert session.standing[-1].command == RollDice(by, {"white": 2, "red": 2, "event": "trade"})


@pytest.mark.parametrize("level", ["L1", "L2", "L3"])
def test_what_follows_is_said_and_nothing_is_changed_before_it_is_applied(
    ui: Any, table: Any, level: str
) -> None:
    session = table(level)
    wrong, face = wrong_roll(session)
    before = session.entries
    tap(ui, "log", f"roll_{wrong.entry}", f"white_{face}")
    ui.wait(lambda: ui.shows("apply"))
    assert isinstance(wrong.command, RollDice)
    told = words(ui)
    for line in report_lines(
        session.preview(
            change(wrong.entry, replace(wrong.command, dice={**wrong.command.dice, "white": face}))
        ),
        session.state.core.players,
    )[:1]:
        assert line.split(";")[0] in told
    tap(ui, f"white_{wrong.command.dice['white']}")
    assert ui.shows("delete"), "the face as it was is no correction"
    tap(ui, "close", "table")
    assert session.entries == before


@pytest.mark.parametrize("level", ["L1", "L2", "L3", "base"])
def test_any_entry_is_removed_and_brought_back_by_undo(ui: Any, table: Any, level: str) -> None:
    session = table(level)
    last = session.standing[-1]
    tap(ui, "log", f"entry_{last.entry}", "delete", "apply")
    assert last not in session.standing
    assert ui.taps == 4
    tap(ui, "undo")
    assert session.standing[-1] == last


def test_only_the_record_is_corrected_where_what_happened_stays(ui: Any, table: Any) -> None:
    session = table("L2")
    wrong, face = wrong_roll(session)
    state = session.state
    tap(ui, "log", f"roll_{wrong.entry}", f"white_{face}", "record")
    assert session.state == state
    corrected = next(entry for entry in session.standing if entry.entry == wrong.entry)
    assert isinstance(corrected.command, RollDice) and corrected.command.dice["white"] == face
    assert corrected.happened == (wrong.command,)


@pytest.mark.parametrize("level", ["L2", "L3"])
def test_conflicts_are_answered_one_by_one_or_the_whole_is_left(ui: Any, table: Any, level: str) -> None:
    session = table(level)
    wrong, face = wrong_roll(session, conflicts=True)
    before = session.entries
    tap(ui, "log", "filter_rolls")
    while not ui.shows(f"entry_{wrong.entry}"):
        tap(ui, "entry_down")
    tap(ui, f"entry_{wrong.entry}", f"white_{face}")
    ui.wait(lambda: ui.shows("conflict_remove"))
    assert "No longer fits" in words(ui)
    tap(ui, "close")
    assert ui.shows("delete") and session.entries == before
    tap(ui, f"white_{face}")
    for _conflict in range(40):
        ui.wait(lambda: ui.shows("conflict_remove") or ui.shows("apply"))
        if ui.shows("apply"):
            break
        tap(ui, "conflict_keep" if ui.shows("conflict_keep") else "conflict_remove")
        ui.wait(lambda: not ui.shows("progress"))
    tap(ui, "apply")
    assert session.entries[-1].correction and len(session.entries) == len(before) + 1


def test_whoever_corrects_only_the_record_has_no_conflict_to_settle(ui: Any, table: Any) -> None:
    session = table("L3")
    wrong, face = wrong_roll(session, conflicts=True)
    state = session.state
    ui.shell.go("correction", entry=wrong.entry)
    tap(ui, f"white_{face}")
    ui.wait(lambda: ui.shows("conflict_remove"))
    tap(ui, "record")
    assert session.state == state
    corrected = next(entry for entry in session.standing if entry.entry == wrong.entry)
    assert isinstance(corrected.command, RollDice) and corrected.command.dice["white"] == face
    assert corrected.happened == (wrong.command,)


def find(session: GameSession, kind: type) -> Entry:
    return next(entry for entry in reversed(session.standing) if isinstance(entry.command, kind))


def show(ui: Any, entry: Entry) -> None:
    """Turn over the log until the entry is seen, and open it."""
    tap(ui, "log")
    while not ui.shows(f"entry_{entry.entry}"):
        tap(ui, "entry_down")
    tap(ui, f"entry_{entry.entry}")


@pytest.mark.parametrize("level", ["L2", "L3", "base"])
def test_a_road_is_moved_on_the_board_as_it_was_then(ui: Any, table: Any, level: str) -> None:
    session = table(level)
    road = find(session, BuildRoad)
    assert isinstance(road.command, BuildRoad)
    show(ui, road)
    tap(ui, "change")
    ui.frames(4)
    screen = ui.shell.screen
    assert ui.shell.screen_name == "board"
    assert road.command.edge not in {one.edge for one in screen.picture.view.roads}
    lit = screen.picture.marks.edges
    assert road.command.edge in lit
    other = next(edge for edge in sorted(lit) if edge != road.command.edge)
    put(ui, Place("edge", other))
    ui.wait(lambda: ui.shell.screen_name == "correction")
    ui.wait(lambda: ui.shows("apply") or ui.shows("conflict_remove"))
    while not ui.shows("apply"):
        tap(ui, "conflict_keep" if ui.shows("conflict_keep") else "conflict_remove")
        ui.wait(lambda: not ui.shows("progress"))
    tap(ui, "apply")
    corrected = next(entry for entry in session.standing if entry.entry == road.entry)
    assert isinstance(corrected.command, BuildRoad) and corrected.command.edge == other
    tap(ui, "undo")
    assert road in session.standing


def put(ui: Any, place: Place) -> None:
    """Touch a lit place of the board as it lies on the screen."""
    from kivy.tests.common import UnitTestTouch

    picture = ui.shell.screen.picture
    ui.wait(lambda: picture.spot(place) is not None)
    touch = UnitTestTouch(*picture.spot(place))
    touch.touch_down()
    ui.frames(1)
    touch.touch_up()
    ui.frames(2)


def test_the_past_is_left_by_its_own_button(ui: Any, table: Any) -> None:
    session = table("L2")
    road = find(session, BuildRoad)
    before = session.entries
    show(ui, road)
    tap(ui, "change", "undo")
    assert ui.shell.screen_name == "correction" and ui.shell.play.session is session
    assert session.entries == before
    tap(ui, "change")
    ui.shell.go("log")
    assert ui.shell.play.session is session, "nothing but play is shown of the past"


@pytest.mark.parametrize("level", ["L1", "L2", "L3"])
def test_a_forgotten_knight_is_inserted(ui: Any, table: Any, level: str) -> None:
    """Anna recruited after her roll, and nobody entered it."""
    session = table(level)
    at = next(
        index
        for index, entry in reversed(list(enumerate(session.standing)))
        if isinstance(entry.command, RollDice)
        and any(isinstance(way, RecruitKnight) for way in session.past(index + 1).options(entry.command.by))
    )
    roll = session.standing[at]
    show(ui, roll)
    tap(ui, "insert", "insert_after")
    assert ui.shell.play.session.state == session.states[at + 1]
    assert ui.shell.play.bar().undo.startswith("After:"), "the roll has been thrown"
    assert not ui.shows("log") and not ui.shows("more"), "only what was meant can be said"
    assert roll.command is not None
    ways = [way for way in ui.shell.play.session.options(roll.command.by) if isinstance(way, RecruitKnight)]
    ui.shell.do(Enter((ways[0],)))
    ui.wait(lambda: ui.shows("apply") or ui.shows("conflict_remove"))
    while not ui.shows("apply"):
        tap(ui, "conflict_keep" if ui.shows("conflict_keep") else "conflict_remove")
        ui.wait(lambda: not ui.shows("progress"))
    tap(ui, "apply")
    assert session.standing[at + 1].command == ways[0]
    assert session.standing[at + 1].entry == session.entries[-1].entry


def test_another_step_is_chosen_from_the_table_as_it_was(ui: Any, table: Any) -> None:
    """L1: the table meant politics, and somebody touched trade."""
    session = table("L1")
    step = find(session, Improve)
    assert isinstance(step.command, Improve)
    seat = session.state.core.ids.index(step.command.by)
    show(ui, step)
    tap(ui, "change")
    ui.wait(lambda: ui.shell.play.session is not session)
    ui.shell.sheets.close()
    other = next(
        way
        for way in ui.shell.play.session.options(step.command.by)
        if isinstance(way, Improve) and way.track is not step.command.track
    )
    tap(ui, f"ladder_{seat}_{other.track.value}")
    ui.wait(lambda: ui.shows("apply") or ui.shows("conflict_remove"))
    assert ui.shell.screen_name == "correction" and ui.shell.screen.wish.command == other


def test_b_56_a_stolen_card_is_told_later(ui: Any, table: Any) -> None:
    session = table("L3")
    theft = next(
        entry
        for entry in reversed(session.standing)
        if isinstance(entry.command, MoveRobber) and tellable(session, entry)
    )
    show(ui, theft)
    tap(ui, "tell")
    ways = tellable(session, theft)
    if ui.shows("choice_sheet"):
        tap(ui, ui.shell.sheets.shown.buttons[0].name)
    ui.wait(lambda: ui.shows("apply") or ui.shows("conflict_remove"))
    while not ui.shows("apply"):
        tap(ui, "conflict_keep" if ui.shows("conflict_keep") else "conflict_remove")
        ui.wait(lambda: not ui.shows("progress"))
    tap(ui, "apply")
    told = next(entry for entry in session.standing if entry.entry == theft.entry)
    assert told.command == ways[0] and told.corrected_by is not None


def test_at_levels_without_hands_no_card_is_told(table: Any) -> None:
    session = table("L2")
    assert not any(tellable(session, entry) for entry in session.standing)


def test_the_preview_is_worked_out_between_frames(ui: Any, table: Any, monkeypatch: Any) -> None:
    """However slow it is, a frame passes between its pieces; who leaves it meanwhile hears no more of it."""
    monkeypatch.setattr("kivy_ui.background.BUDGET_SECONDS", 0.0)
    monkeypatch.setattr("kivy_ui.background.TELL_SECONDS", 0.0)
    session = table("L3")
    first = rolls(session)[0]
    assert isinstance(first.command, RollDice)
    show(ui, first)
    face = f"white_{next(face for face in range(1, 7) if face != first.command.dice['white'])}"
    tap(ui, face)
    done = []
    while ui.shows("progress"):
        done.append(ui.find("progress").done)
        ui.frames(1)
    assert len(set(done)) > 5 and done == sorted(done)
    tap(ui, "close", face)
    assert ui.shows("progress")
    tap(ui, "close")
    ui.frames(5)
    assert ui.shows("delete") and not ui.shows("conflict_remove") and not ui.shows("apply")


def test_lights_follow_a_correction_and_nobody_hears_anything(table: Any, ui: Any) -> None:
    session = table("L1")
    heard: list[Update] = []
    session.subscribe(heard.append)
    wrong, face = wrong_roll(session)
    tap(ui, "log", f"roll_{wrong.entry}", f"white_{face}", "apply")
    assert heard[-1].kind is UpdateKind.CORRECTED and heard[-1].events == ()


def test_help_does_not_lead_away_from_a_correction(ui: Any, table: Any) -> None:
    """Else what the past had asked would be entered into the game as it is now."""
    session = table("L2")
    show(ui, find(session, BuildRoad))
    tap(ui, "change")
    ui.frames()
    assert ui.shell.past.visited
    assert ui.shell.helping.tell(Topic(("road",)))
    ui.frames()
    assert ui.shell.sheets.shown.all.parent is None
    tap(ui, "close")
    assert ui.shell.past.visited
