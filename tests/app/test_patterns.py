"""How each alert looks and sounds, second by second, and how alerts make way for each other."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Callable
from itertools import pairwise
from operator import attrgetter, itemgetter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.alerts import ACCEPTED, LONG_TURN, REFUSED, WIN, installed
from companion.app.narrate import texts
from companion.app.patterns import (
    AMBER_LIGHT,
    BAR_LIGHTS,
    DARK,
    ON_TURN_LEVEL,
    SEAT_LIGHTS,
    Frame,
    frame,
    is_quiet,
    level,
    lit_bar_lights,
    moves,
    note_at,
    sounding_classes,
    sounds,
)
from companion.app.player import Player
from companion.app.ports import Cue, Scene
from companion.app.settings import AlertSettings, SoundClasses
from companion.engine.command import tag_of
from companion.engine.extension import CueRule
from companion.rules import catalogue
from companion.rules.base.alerts import SEVEN
from companion.rules.cities_knights.alerts import (
    ATTACK,
    ATTACK_LOST,
    ATTACK_WON,
    METROPOLIS,
    SHIP_NEAR,
    SHIP_STEP,
)
from companion.rules.presentation.alerts import Alert, SoundClass, Tint
from companion.rules.scenarios.barbarian_attack.alerts import LANDING, OVERRUN, VICTORY
from tests.kit.each import each

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "alerts.md"
ALERTS = installed()
NOON = datetime.time(12)
example_settings = settings(deadline=None, print_blob=True)  # a loaded machine is no mistake
STEP_S = 0.02


def shown(cue: Cue, scene: Scene, t: float) -> Frame:
    """The frame of a cue over the level of a scene."""
    return frame(cue, t, level(scene, 0.0), scene)


def lit(levels: tuple[float, ...]) -> list[int]:
    """The places of lights that are plainly on."""
    return [place for place, bright in enumerate(levels) if bright > 0.1]


def times(seconds: float) -> list[float]:
    """Moments at the rate at which lights are looked at."""
    return [i * STEP_S for i in range(round(seconds / STEP_S))]


# --- Levels -------------------------------------------------------------------------------------------


def test_the_bar_shows_the_way_of_the_ship() -> None:
    for ship in range(7):
        assert lit(level(Scene(step=ship), 0.0).bar) == list(range(ship))
        assert not moves(Scene(step=ship))
    assert [lit_bar_lights(Scene(step=s, track=5)) for s in range(6)] == [0, 1, 3, 4, 6, 7]
    assert [lit_bar_lights(Scene(step=s, track=20)) for s in (0, 1, 19, 20, 99)] == [0, 1, 6, 7, 7]
    assert lit_bar_lights(Scene(step=3, track=0)) == lit_bar_lights(Scene(step=-1)) == 0


def test_when_the_next_ship_attacks_the_bar_pulses_slowly() -> None:
    scene = Scene(step=6, near=True)
    assert moves(scene)
    one_turn = [level(scene, t).bar[0] for t in times(2.0)]
    assert max(one_turn) == 1.0 and min(one_turn) == pytest.approx(0.1)
    assert one_turn[50] == min(one_turn), "down after one second and up again after two: 0.5 Hz"
    assert level(scene, 0.0).tint is Tint.AMBER
    assert {bright for t in times(2.0) for bright in level(scene, t).bar[6:]} == {0.0}


def test_while_an_attack_waits_for_its_end_the_whole_bar_pulses_red() -> None:
    scene = Scene(step=7)
    assert moves(scene)
    assert level(scene, 0.0) == Frame((1.0,) * 7, DARK.seats, Tint.RED)
    assert level(scene, 0.5).bar == pytest.approx((0.0,) * 7)


def test_seats_show_whose_turn_it_is_and_who_owes_an_answer() -> None:
    scene = Scene(seats=4, on_turn=1, waiting=(0, 3))
    assert moves(scene)
    assert level(scene, 0.0).seats == (1.0, ON_TURN_LEVEL, 0.0, 1.0, 0.0, 0.0)
    assert level(scene, 0.5).seats == pytest.approx((0.1, ON_TURN_LEVEL, 0.0, 0.1, 0.0, 0.0))
    assert level(Scene(on_turn=9, waiting=(7, -1)), 0.0) == DARK


def test_after_a_win_only_the_winner_is_lit_and_nothing_moves() -> None:
    scene = Scene(step=6, near=True, seats=4, on_turn=1, waiting=(0,), winner=2)
    assert not moves(scene)
    assert level(scene, 0.3).seats == (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    assert level(scene, 0.3) == level(scene, 0.9)


# --- Cues ---------------------------------------------------------------------------------------------


def test_a_step_fades_the_newest_light_in() -> None:
    cue, scene = Cue(SHIP_STEP), Scene(step=3)
    newest = [shown(cue, scene, t).bar[2] for t in times(0.4)]
    assert newest == sorted(newest) and newest[0] > 0.1 and newest[-1] == 1.0
    assert shown(cue, scene, 0.15).bar[2] == pytest.approx(0.5)
    assert shown(cue, scene, 0.29).bar[2] < 1.0 == shown(cue, scene, 0.3).bar[2]
    assert all(shown(cue, scene, t).bar[:2] == (1.0, 1.0) for t in times(0.4))
    assert shown(cue, Scene(), 0.1) == DARK


def test_the_warning_lights_the_way_so_far_in_amber() -> None:
    assert shown(Cue(SHIP_NEAR), Scene(step=6, near=True), 0.5) == Frame(
        (1.0,) * 6 + (0.0,), DARK.seats, Tint.AMBER
    )


def test_an_attack_pulses_the_whole_bar_red_once_a_second() -> None:
    cue, scene = Cue(ATTACK), Scene(seats=4, on_turn=2)
    for t, bright in ((0.0, 1.0), (0.5, 0.0), (1.0, 1.0), (1.5, 0.0), (2.0, 1.0), (2.49, 0.001)):
        assert shown(cue, scene, t).bar == pytest.approx((bright,) * 7, abs=0.001)
        assert shown(cue, scene, t).tint is Tint.RED


def test_an_attack_runs_round_the_table_once_a_second() -> None:
    cue, scene = Cue(ATTACK), Scene(seats=4, on_turn=2, waiting=(1,))
    for t, seat in ((0.0, 0), (0.26, 1), (0.51, 2), (0.76, 3), (1.01, 0), (2.49, 1)):
        assert lit(shown(cue, scene, t).seats) == [seat]
    assert lit(shown(cue, Scene(), 0.9).seats) == [5]
    assert shown(cue, Scene(seats=4), 2.5) == DARK


def test_a_victory_sweeps_green_and_lights_the_defender_for_three_seconds() -> None:
    cue, scene = Cue(ATTACK_WON, (2,)), Scene(seats=4, on_turn=0)
    assert lit(shown(cue, scene, 0.0).bar) == [0]
    assert lit(shown(cue, scene, 0.35).bar) == [0, 1, 2, 3]
    assert lit(shown(cue, scene, 1.0).bar) == list(range(7))
    assert lit(shown(cue, scene, 1.95).bar) == [5, 6]
    assert shown(cue, scene, 1.0).tint is Tint.GREEN
    assert all(lit(shown(cue, scene, t).seats) == [2] for t in times(3.0))
    assert shown(cue, scene, 3.0) == level(scene, 0.0)
    nobody = Cue(ATTACK_WON)
    assert shown(nobody, scene, 1.0).seats == level(scene, 0.0).seats


def test_a_defeat_fades_to_dark_while_the_losers_blink() -> None:
    cue, scene = Cue(ATTACK_LOST, (0, 3)), Scene(seats=4)
    fade = [shown(cue, scene, t).bar[0] for t in times(3.0)]
    assert fade == sorted(fade, reverse=True) and fade[0] == 1.0
    assert shown(cue, scene, 1.5).bar == (0.0,) * 7
    assert shown(cue, scene, 0.1).tint is Tint.RED
    for second in range(3):
        assert lit(shown(cue, scene, second + 0.25).seats) == [0, 3]
        assert lit(shown(cue, scene, second + 0.75).seats) == []


def test_a_seven_lights_those_who_discard_or_the_one_who_moves_the_robber() -> None:
    scene = Scene(step=2, seats=4, on_turn=0)
    assert shown(Cue(SEVEN, (1, 3)), scene, 1.0).seats == (0.0, 1.0, 0.0, 1.0, 0.0, 0.0)
    assert shown(Cue(SEVEN), scene, 1.0).seats == (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert lit(shown(Cue(SEVEN), scene, 1.0).bar) == [0, 1]


def test_a_refusal_is_the_amber_light_alone_for_300_ms() -> None:
    cue, scene = Cue(REFUSED), Scene(step=3)
    assert lit(shown(cue, scene, 0.0).bar) == lit(shown(cue, scene, 0.29).bar) == [AMBER_LIGHT]
    assert shown(cue, scene, 0.1).tint is Tint.AMBER
    assert shown(cue, scene, 0.31) == level(scene, 0.0)


def test_a_metropolis_lights_its_seats() -> None:
    scene = Scene(step=2, seats=4, on_turn=0)
    assert lit(shown(Cue(METROPOLIS, (1, 2)), scene, 1.0).seats) == [1, 2]
    assert lit(shown(Cue(METROPOLIS, (1, 2)), scene, 1.0).bar) == [0, 1]


def test_a_win_sweeps_over_all_lights_in_play_and_keeps_the_winner_lit() -> None:
    cue, scene = Cue(WIN, (1,)), Scene(seats=4)
    assert lit(shown(cue, scene, 0.0).bar) == [0] and lit(shown(cue, scene, 0.0).seats) == [1]
    assert lit(shown(cue, scene, 2.0).bar) == list(range(7))
    assert lit(shown(cue, scene, 2.0).seats) == [0, 1, 2, 3]
    assert lit(shown(cue, scene, 3.9).bar) == [] and lit(shown(cue, scene, 3.9).seats) == [1]
    assert lit(shown(cue, Scene(), 2.0).seats) == list(range(SEAT_LIGHTS)), "the self-test has no game"


def test_an_accepted_entry_changes_no_light() -> None:
    assert all(shown(Cue(ACCEPTED), Scene(step=3), t) == level(Scene(step=3), 0.0) for t in times(0.2))


# (start ms, length ms, note) as the table in docs/alerts.md has them
MELODIES: dict[Alert, list[tuple[int, int, str]]] = {
    SHIP_STEP: [(100, 80, "E4")],
    SHIP_NEAR: [(100, 120, "A4"), (340, 120, "A4")],
    ATTACK: [
        (400, 180, "E4"),
        (580, 180, "A4"),
        (960, 180, "E4"),
        (1140, 180, "A4"),
        (1520, 180, "E4"),
        (1700, 180, "A4"),
    ],
    ATTACK_WON: [(100, 150, "C4"), (250, 150, "E4"), (400, 150, "G4")],
    ATTACK_LOST: [(100, 250, "G4"), (350, 250, "E4"), (600, 250, "C4")],
    SEVEN: [(100, 80, "A3"), (300, 80, "A3")],
    LANDING: [(100, 150, "E4"), (330, 150, "A4")],
    OVERRUN: [(100, 250, "A4"), (400, 250, "E4"), (700, 250, "A3")],
    VICTORY: [(100, 200, "E4"), (340, 200, "G4"), (580, 200, "C5")],
    REFUSED: [(100, 120, "A3")],
    ACCEPTED: [(0, 40, "E4")],
    METROPOLIS: [(100, 150, "C4"), (250, 150, "G4")],
    LONG_TURN: [(100, 250, "E4"), (350, 250, "C4")],
    WIN: [(100, 150, "C4"), (250, 150, "E4"), (400, 150, "G4"), (550, 150, "E4"), (700, 450, "C5")],
}
FREQUENCIES_HZ = {"A3": 220.0, "C4": 261.626, "E4": 329.628, "G4": 391.995, "A4": 440.0, "C5": 523.251}


@pytest.mark.parametrize("kind", ALERTS, ids=attrgetter("name"))
def test_no_sound_comes_without_a_light(kind: Alert) -> None:
    """What confirms an entry is the entry itself, which is on the screen."""
    assert kind.shows or kind is ACCEPTED
    assert kind.notes, "and no light without a sound, which each table may silence"


def cues_of_modules() -> list[CueRule]:
    parts = (part for name in catalogue.folders() for part in catalogue.module(name).parts)
    return [cue for part in parts for cue in part.cues]


@each(cues_of_modules)
def test_what_lights_and_buzzer_tell_has_words_on_the_screen_too(cue: CueRule) -> None:
    """In the message of the entry, the lines of a roll, or the log."""
    tag = tag_of(cue.event)
    assert any(key == tag or key.startswith(f"{tag}.") for key in texts())


@pytest.mark.parametrize("kind", ALERTS, ids=attrgetter("name"))
def test_the_notes(kind: Alert) -> None:
    notes = kind.notes
    assert [(round(n.start_s * 1000), round(n.duration_s * 1000)) for n in notes] == [
        (start, length) for start, length, _name in MELODIES[kind]
    ]
    expected = [FREQUENCIES_HZ[name] for _start, _length, name in MELODIES[kind]]
    assert [n.frequency_hz for n in notes] == pytest.approx(expected, abs=0.001)
    assert all(220.0 <= n.frequency_hz <= 880.01 for n in notes), "what a TonalBuzzer can play"
    for start, length, _name in MELODIES[kind]:
        assert note_at(kind, (start + length / 2) / 1000) is not None
    assert note_at(kind, kind.duration_s) is None
    assert notes[-1].start_s + notes[-1].duration_s <= kind.duration_s


@pytest.mark.parametrize("kind", [kind for kind in ALERTS if kind is not ACCEPTED], ids=attrgetter("name"))
def test_light_comes_before_sound(kind: Alert) -> None:
    scene = Scene(step=3, seats=4, on_turn=1)
    first_note = kind.notes[0].start_s
    assert first_note >= (0.4 if kind is ATTACK else 0.1)
    changed = [t for t in times(1.0) if shown(Cue(kind, (2,)), scene, t) != level(scene, 0.0)]
    assert changed[0] == 0.0


def test_the_attack_sounds_for_at_most_two_seconds() -> None:
    notes = ATTACK.notes
    assert notes[-1].start_s + notes[-1].duration_s - notes[0].start_s <= 2.0


def rise_times(levels: list[tuple[float, float]]) -> list[float]:
    """When a light goes from plainly dark to plainly bright."""
    found, dark = [], False
    for t, bright in levels:
        if bright < 0.35:
            dark = True
        elif bright > 0.65 and dark:
            found.append(t)
            dark = False
    return found


@example_settings
@given(
    cues=st.lists(
        st.tuples(
            st.floats(0, 6), st.sampled_from(ALERTS), st.lists(st.integers(0, 5), max_size=2).map(tuple)
        ),
        max_size=25,
    ),
    scene=st.builds(
        Scene,
        step=st.integers(0, 7),
        near=st.booleans(),
        seats=st.integers(2, 6),
        on_turn=st.none() | st.integers(0, 5),
        waiting=st.lists(st.integers(0, 5), max_size=3).map(tuple),
    ),
)
def test_no_light_flashes_more_than_three_times_a_second(
    cues: list[tuple[float, Alert, tuple[int, ...]]], scene: Scene
) -> None:
    player = Player(AlertSettings(preset="all"), lambda: NOON)
    player.scene = scene
    coming = sorted(cues, key=itemgetter(0))
    history: list[tuple[float, tuple[float, ...]]] = []
    for now in times(10.0):
        while coming and coming[0][0] <= now:
            _at, kind, seats = coming.pop(0)
            player.cue(Cue(kind, seats), now)
        lights = player.frame(now)
        history.append((now, lights.bar + lights.seats))
    for light in range(BAR_LIGHTS + SEAT_LIGHTS):
        found = rise_times([(t, levels[light]) for t, levels in history])
        for first, fourth in zip(found, found[3:], strict=False):
            assert fourth - first >= 1.0 - STEP_S, (light, found)


# --- Which classes sound ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "kinds"),
    [
        ("off", set()),
        (
            "alerts",
            set(ALERTS) - {SHIP_STEP, SEVEN, REFUSED, ACCEPTED},
        ),
        ("alerts_errors", set(ALERTS) - {SHIP_STEP, ACCEPTED}),
        ("all", set(ALERTS)),
    ],
)
def test_presets(preset: str, kinds: set[Alert]) -> None:
    alerts = AlertSettings(preset=preset)  # type: ignore[arg-type]
    assert {kind for kind in ALERTS if sounds(Cue(kind), alerts, NOON)} == kinds
    assert {kind.sound for kind in kinds} == sounding_classes(alerts)


def test_single_classes_override_the_preset_except_off() -> None:
    classes = SoundClasses(alert=False, confirm=True, info=True)
    alerts = AlertSettings(preset="alerts", classes=classes)
    assert sounding_classes(alerts) == {
        SoundClass.WARNING,
        SoundClass.RESULT,
        SoundClass.CONFIRM,
        SoundClass.INFO,
    }
    assert sounds(Cue(SHIP_STEP), alerts, NOON), "who asks for news hears each step"
    assert not sounds(Cue(ATTACK), alerts, NOON)
    assert sounding_classes(AlertSettings(preset="off", classes=classes)) == frozenset()


def test_quiet_hours_may_run_over_midnight() -> None:
    night = AlertSettings(quiet_from=datetime.time(22), quiet_to=datetime.time(7))
    for hour, quiet in ((21, False), (22, True), (0, True), (6, True), (7, False), (12, False)):
        assert is_quiet(night, datetime.time(hour)) is quiet
        assert sounds(Cue(ATTACK), night, datetime.time(hour)) is not quiet
    nap = AlertSettings(quiet_from=datetime.time(13), quiet_to=datetime.time(15))
    assert [is_quiet(nap, datetime.time(hour)) for hour in (12, 13, 14, 15)] == [False, True, True, False]
    for unset in (
        AlertSettings(quiet_from=datetime.time(22)),
        AlertSettings(quiet_to=datetime.time(22)),
        AlertSettings(quiet_from=datetime.time(22), quiet_to=datetime.time(22)),
    ):
        assert not any(is_quiet(unset, datetime.time(hour)) for hour in range(24))


def test_the_self_test_sounds_whatever_the_preset_and_the_hour() -> None:
    silent = AlertSettings(preset="off", quiet_from=datetime.time(0), quiet_to=datetime.time(23))
    assert all(sounds(Cue(kind, test=True), silent, NOON) for kind in ALERTS)


# --- The player ---------------------------------------------------------------------------------------


def player(**alerts: object) -> Player:
    return Player(AlertSettings(**{"preset": "all", **alerts}), lambda: NOON)  # type: ignore[arg-type]


def is_playing(kind: Alert) -> Callable[[Player, float], bool]:
    """Whether a player shows what the kind shows over an empty scene at some of its moments."""
    frames = {shown(Cue(kind), Scene(), t) for t in times(kind.duration_s)} - {level(Scene(), 0.0)}
    return lambda player, now: player.frame(now) in frames


def heard(player: Player, start: float, seconds: float) -> list[tuple[float, float]]:
    """When which frequencies begin, as a list of (seconds since start, Hz)."""
    found: list[tuple[float, float]] = []
    last = None
    for t in times(seconds):
        note = player.note(start + t)
        if note is not None and note is not last:
            found.append((t, note.frequency_hz))
        last = note
    return found


def test_a_result_follows_the_attack() -> None:
    alerts = player()
    alerts.cue(Cue(ATTACK), 0.0)
    alerts.cue(Cue(ATTACK_WON, (2,)), 0.001)
    assert alerts.frame(2.4).tint is Tint.RED
    assert lit(alerts.frame(2.5).bar) == [0] and alerts.frame(2.5).tint is Tint.GREEN
    assert lit(alerts.frame(4.0).seats) == [2]
    assert alerts.frame(5.6) == DARK
    assert alerts.next_look_s(5.6) is None


def test_an_attack_breaks_into_anything_but_an_attack() -> None:
    for kind in set(ALERTS) - {ATTACK, ATTACK_WON, ATTACK_LOST}:
        alerts = player()
        alerts.cue(Cue(kind, (1,)), 0.0)
        alerts.cue(Cue(SEVEN, (3,)), 0.01)
        alerts.cue(Cue(ATTACK), 0.05)
        assert alerts.frame(0.05).bar == (1.0,) * 7, kind
        assert alerts.frame(2.7) == DARK, "small news is forgotten"
    alerts = player()
    alerts.cue(Cue(ATTACK_LOST), 0.0)
    alerts.cue(Cue(ATTACK), 0.5)
    assert alerts.frame(0.6).bar[0] == pytest.approx(0.6)
    assert alerts.frame(3.0).bar == (1.0,) * 7


def test_results_that_wait_outlive_an_attack() -> None:
    alerts = player()
    alerts.cue(Cue(METROPOLIS, (0,)), 0.0)
    alerts.cue(Cue(WIN, (1,)), 0.0)
    alerts.cue(Cue(ATTACK), 0.1)
    assert alerts.frame(0.1).tint is Tint.RED
    assert alerts.frame(2.7).tint is Tint.GREEN
    assert lit(alerts.frame(2.7).seats) == [1]


def test_a_refusal_breaks_into_small_news_only() -> None:
    playing = is_playing(REFUSED)
    for kind in ALERTS:
        alerts = player()
        alerts.cue(Cue(kind), 0.0)
        alerts.cue(Cue(REFUSED), 0.05)
        small = kind.sound in {SoundClass.INFO, SoundClass.WARNING, SoundClass.CONFIRM}
        assert playing(alerts, 0.06) is (small or kind is REFUSED), kind


def test_a_hundred_refusals_in_a_second_are_few_and_none_is_left_over() -> None:
    alerts = player()
    for i in range(100):
        alerts.cue(Cue(REFUSED), i / 100)
    assert alerts.frame(1.3) == DARK
    assert alerts.next_look_s(1.3) is None


def test_news_that_waited_too_long_is_dropped_and_results_are_not() -> None:
    alerts = player()
    alerts.cue(Cue(ATTACK), 0.0)
    for kind in (REFUSED, SHIP_STEP, ACCEPTED, ATTACK_LOST, SEVEN):
        alerts.cue(Cue(kind, (4,)), 0.1)
    assert alerts.frame(2.5).bar == (1.0,) * 7 and alerts.frame(2.5).seats[4] == 1.0, "the defeat"
    late = heard(alerts, 5.5, 2.0)
    assert [hz for _t, hz in late] == [220.0, 220.0], "the seven"
    assert [t for t, _hz in late] == pytest.approx([0.1, 0.3], abs=0.021)


def test_a_flood_of_cues_ends() -> None:
    alerts = player()
    chooser = random.Random(7)
    for i in range(1000):
        alerts.cue(Cue(chooser.choice(ALERTS)), i / 1000)
    end = next(now for now in times(100.0) if now > 1.0 and alerts.next_look_s(now) is None)
    assert end < 1.0 + 17 * 4.0
    assert alerts.frame(end) == DARK


def test_mute_silences_at_once_and_unmute_lets_the_rest_sound() -> None:
    alerts = player()
    alerts.cue(Cue(ATTACK), 0.0)
    assert alerts.note(0.45) is not None
    alerts.muted = True
    assert alerts.note(0.46) is None and alerts.frame(1.0).bar == (1.0,) * 7
    alerts.muted = False
    assert alerts.note(1.2) is not None
    assert player(muted=True).muted


def test_a_cancelled_cue_gives_the_lights_back_to_the_scene() -> None:
    alerts = player()
    alerts.scene = Scene(step=6, near=True)
    alerts.cue(Cue(ATTACK), 0.0)
    alerts.cue(Cue(ATTACK_LOST), 0.0)
    alerts.scene = Scene(step=5)
    alerts.cancel()
    assert alerts.frame(0.2) == level(Scene(step=5), 0.0)
    assert alerts.note(0.5) is None
    assert alerts.next_look_s(0.5) is None


def test_quiet_hours_that_begin_in_the_game_are_kept() -> None:
    now = [datetime.time(21, 59)]
    alerts = Player(AlertSettings(quiet_from=datetime.time(22), quiet_to=datetime.time(6)), lambda: now[0])
    alerts.cue(Cue(ATTACK), 0.0)
    alerts.cue(Cue(ATTACK_WON), 0.0)
    assert heard(alerts, 0.0, 2.5)
    now[0] = datetime.time(22, 0)
    assert heard(alerts, 2.5, 3.0) == []


def test_a_silent_acceptance_takes_no_time() -> None:
    alerts = Player(AlertSettings(), lambda: NOON)
    alerts.cue(Cue(ACCEPTED), 0.0)
    assert alerts.next_look_s(0.0) is None


def test_it_asks_to_be_looked_at_exactly_when_something_changes() -> None:
    for kind in ALERTS:
        alerts = player()
        alerts.cue(Cue(kind), 0.0)
        now, seen = 0.0, [0.0]
        while (wait := alerts.next_look_s(now)) is not None:
            assert 0 < wait <= 0.02
            now += wait
            seen.append(now)
        assert seen[-1] == pytest.approx(kind.duration_s, abs=0.002)
        edges = [edge for note in kind.notes for edge in (note.start_s, note.start_s + note.duration_s)]
        for edge in edges:
            assert min(abs(edge - t) for t in seen) < 0.002
        assert all(later > earlier for earlier, later in pairwise(seen))


def test_the_documentation_tells_every_alert_and_its_class() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| .* \| ([a-z]+) \|$", DOCUMENTATION.read_text(), re.MULTILINE)
    assert rows == [(kind.name, kind.sound.value) for kind in ALERTS]
