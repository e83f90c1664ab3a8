"""The conversation with a panel without port and clock: with its firmware, and with strangers."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.patterns import DARK as ALL_DARK
from companion.app.patterns import Frame
from companion.app.roster import COLOURS
from companion.rules.presentation.alerts import Tint
from hardware.firmware.panel import BOUNCE_MS, BUTTONS, HOLD_MS, Panel
from hardware.panel.colours import AMBER, GREEN, PIECES, RED, WHITE, colours
from hardware.panel.protocol import LONGEST_LINE, Message, Reader, encode
from hardware.panel.talk import (
    DARK,
    MOST_GARBAGE,
    BrokenTalkError,
    Pressed,
    Talk,
    Times,
    Trouble,
)
from tests.kit.each import each

TIMES = Times()
STEP_MS = 10
BLUE = bytes((0, 0, 255)) * 13

Line = Callable[[bytes], bytes]
"""What becomes of what is said."""


def sound(data: bytes) -> bytes:
    """A line that loses nothing."""
    return data


class Joined:
    """Both ends of a line, and a clock in the test's hand."""

    def __init__(self, line: Line = sound, panel: Panel | None = None) -> None:
        self.panel = panel or Panel()
        self.talk = Talk(0.0, TIMES)
        self.line = line
        self.ms = 0
        self.down = 0
        self.presses: list[Pressed] = []

    def run(self, milliseconds: int, line: Line | None = None) -> None:
        self.line = line or self.line
        for _step in range(milliseconds // STEP_MS):
            self.ms += STEP_MS
            now = self.ms / 1000
            try:
                said = self.talk.say(now)
            except BrokenTalkError as error:  # nothing came through for two seconds: the port is opened again
                assert error.trouble is Trouble.HANGS
                wanted, self.talk = self.talk._wanted, Talk(now, TIMES)
                self.talk.show(*wanted)
                said = b""
            self.panel.hear(self.line(said), self.ms)
            self.panel.buttons(self.down, self.ms)
            self.panel.tick(self.ms)
            self.talk.hear(self.line(self.panel.out()), now)
            while self.talk.presses:
                self.presses.append(self.talk.presses.popleft())

    def press(self, button: str, milliseconds: int = 100) -> None:
        self.down |= 1 << BUTTONS.index(button)
        self.run(milliseconds)
        self.down &= ~(1 << BUTTONS.index(button))
        self.run(2 * BOUNCE_MS + STEP_MS)


def line(verb: str, *words: str, number: int = 1) -> bytes:
    return encode(Message(number, verb, words))


def answered(now: float = 0.0) -> Talk:
    """A talk with somebody who says that he is a panel."""
    talk = Talk(now, TIMES)
    talk.say(now)
    talk.hear(line("PANEL", "1", "1.0", "13"), now)
    return talk


def trouble(action: Callable[[], object]) -> Trouble:
    with pytest.raises(BrokenTalkError) as broken:
        action()
    return broken.value.trouble


# --- with the firmware --------------------------------------------------------------------------------


def test_what_is_shown_reaches_the_lights_at_once_and_the_confirmation_comes_back() -> None:
    both = Joined()
    both.run(20)
    assert both.talk.firmware == (1, 0) and not both.talk.outdated
    both.talk.show(440, BLUE)
    both.run(STEP_MS)
    assert bytes(both.panel.colours) == BLUE and both.panel.hz == 440
    assert both.talk.settled


def test_nothing_changes_and_the_panel_stays_lit() -> None:
    both = Joined()
    both.talk.show(0, BLUE)
    both.run(60_000)
    assert bytes(both.panel.colours) == BLUE and both.talk.settled


def test_the_farewell_leaves_it_dark() -> None:
    both = Joined()
    both.talk.show(440, BLUE)
    both.run(100)
    both.panel.hear(both.talk.farewell(), both.ms)
    assert bytes(both.panel.colours) == DARK and both.panel.hz == 0


def test_a_panel_that_starts_anew_gets_its_lights_again() -> None:
    both = Joined()
    both.talk.show(0, BLUE)
    both.run(1000)
    both.panel = Panel()
    both.run(50)
    assert bytes(both.panel.colours) == BLUE


@each(BUTTONS)
def test_every_button_is_heard_once_when_pressed_and_once_when_held(button: str) -> None:
    both = Joined()
    both.run(100)
    both.press(button)
    assert both.presses == [Pressed(button)]
    both.press(button, HOLD_MS + 100)
    both.run(2000)
    assert both.presses == [Pressed(button), Pressed(button, held=True)]


def test_the_buttons_that_are_down_are_known() -> None:
    both = Joined()
    both.run(100)
    both.down = 0b1000_0001
    both.run(100)
    assert both.talk.down == {"1", "mute"}
    both.down = 0
    both.run(100)
    assert both.talk.down == set()


def test_a_hundred_presses_are_all_told_apart() -> None:
    """Numbers come back after 256 lines, and the same number soon after is the same press said again."""
    both = Joined()
    both.run(100)
    for number in range(100):
        both.press(BUTTONS[number % 8])
        both.run(200)
    assert both.presses == [Pressed(BUTTONS[number % 8]) for number in range(100)]


def bad(seed: int) -> Line:
    """A line that drops, changes and adds bytes."""
    chance = random.Random(seed)

    def carried(data: bytes) -> bytes:
        kind = chance.random()
        if not data or kind < 0.7:
            return data
        if kind < 0.8:
            return b""
        place = chance.randrange(len(data))
        if kind < 0.9:
            return data[:place]
        return data[:place] + chance.randbytes(chance.randrange(1, 40)) + data[place + 1 :]

    return carried


@pytest.mark.parametrize("seed", range(20))
def test_over_a_bad_line_the_lights_become_right_and_no_press_counts_twice(seed: int) -> None:
    both, chance = Joined(bad(seed)), random.Random(seed)
    both.run(2000)
    pressed = []
    for _round in range(20):
        both.talk.show(chance.choice((0, 440)), chance.randbytes(39))
        pressed.append(Pressed(chance.choice(BUTTONS)))
        both.press(pressed[-1].button)
        both.run(1500)
    rest = iter(pressed)
    assert all(press in rest for press in both.presses), "in their order, none twice, none that was not"
    assert len(both.presses) >= 16, "nearly all: each is said again for a second"
    both.talk.show(0, BLUE)
    both.run(1000, sound)
    assert bytes(both.panel.colours) == BLUE and both.talk.settled


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_whatever_noise_is_on_the_line_the_lights_become_right(noise: list[bytes]) -> None:
    both = Joined()
    both.run(50)
    for chunk in noise:
        both.panel.hear(chunk, both.ms)
        both.talk.hear(chunk[:LONGEST_LINE], both.ms / 1000)
        both.run(STEP_MS)
    both.talk.show(0, BLUE)
    both.run(500)
    assert bytes(both.panel.colours) == BLUE


def test_a_slow_line_carries_what_is_so_now_and_no_queue() -> None:
    both = Joined()
    both.run(50)
    sent: list[bytes] = []
    for number in range(50):  # nothing is confirmed meanwhile
        both.talk.show(0, bytes((number,)) * 39)
        sent += both.talk.say(both.ms / 1000 + number / 1000).splitlines()
    assert len(sent) <= 2
    both.ms += 100
    both.talk.hear(b"".join(line("OK", one[1:3].decode(), "00") for one in sent), both.ms / 1000)
    assert b"313131" in both.talk.say(both.ms / 1000), "the last of them is next"


# --- with others --------------------------------------------------------------------------------------


def test_a_board_that_says_nothing_is_started_again_once() -> None:
    talk = Talk(0.0, TIMES)
    said = [talk.say(tenth / 10) for tenth in range(40)]
    assert [place for place, out in enumerate(said) if out == b"\r\x02\x03\x04"] == [20]


def test_where_nobody_answers_it_asks_again_and_gives_up() -> None:
    talk = Talk(0.0, TIMES)
    asked = [now for now in range(0, 4000, 10) if talk.say(now / 1000)]
    assert asked == list(range(0, 4000, 500))
    assert trouble(lambda: talk.say(4.0)) is Trouble.NOBODY


@each([b"$GPGGA,123519,4807.038,N\r\n", b"login: ", b"\x00" * 50, b"!01 DANCE A0A0\n", b"ok\n"])
def test_who_talks_otherwise_is_no_panel(words: bytes) -> None:
    talk = Talk(0.0, TIMES)
    for now in range(0, 4000, 100):
        talk.say(now / 1000)
        talk.hear(words, now / 1000)
    assert trouble(lambda: talk.say(4.0)) is Trouble.FOREIGN


def test_an_echo_is_no_panel() -> None:
    talk = Talk(0.0, TIMES)
    for now in range(0, 4000, 100):
        talk.hear(talk.say(now / 1000), now / 1000)
    assert trouble(lambda: talk.say(4.0)) is Trouble.FOREIGN


def test_a_flood_of_garbage_is_no_panel_even_after_it_was_one() -> None:
    talk = answered()
    assert trouble(lambda: talk.hear(b"\xff" * (2 * MOST_GARBAGE), 0.1)) is Trouble.FOREIGN


def test_a_bad_line_now_and_then_for_hours_is_nothing() -> None:
    talk = answered()
    for second in range(10_000):
        talk.say(second / 10)
        talk.hear(b"!noise\n" + line("OK", "00", "00"), second / 10)
    assert talk.firmware == (1, 0)


def test_a_panel_that_says_nothing_more_hangs() -> None:
    talk = answered()
    talk.say(1.9)
    assert trouble(lambda: talk.say(2.0)) is Trouble.HANGS


@each(
    [
        ("0", Trouble.OLDER),
        ("2", Trouble.NEWER),
        ("17", Trouble.NEWER),
        ("new", Trouble.OLDER),
        ("9" * 120, Trouble.OLDER),
    ]
)
def test_another_protocol_is_told_from_nobody(protocol: str, expected: Trouble) -> None:
    talk = Talk(0.0, TIMES)
    assert trouble(lambda: talk.hear(line("PANEL", protocol, "1.0", "13"), 0.0)) is expected


def test_a_line_that_is_longer_than_any_is_garbage_though_its_checksum_is_right() -> None:
    reader = Reader()
    assert reader.read(encode(Message(1, "PANEL", ("9" * 5000, "1.0")))) == []
    assert reader.garbage > 5000
    assert reader.read(encode(Message(2, "PANEL", ("1", "1.0")))) == [Message(2, "PANEL", ("1", "1.0"))]


def test_an_older_firmware_of_the_same_protocol_works_and_is_known() -> None:
    for firmware, outdated in (("0.9", True), ("1.0", False), ("1.1", False), ("old", True)):
        talk = Talk(0.0, TIMES)
        talk.hear(line("PANEL", "1", firmware, "13"), 0.0)
        assert talk.outdated is outdated and talk.say(0.0), firmware


def test_a_panel_that_does_not_know_what_it_is_told_is_too_old() -> None:
    talk = answered()
    assert trouble(lambda: talk.hear(line("NO", "02"), 0.0)) is Trouble.OLDER


def test_a_panel_whose_program_was_ended_is_started_again() -> None:
    talk = Talk(0.0, TIMES)
    talk.hear(b"MicroPython v1.27.0; Raspberry Pi Pico\r\n>>> ", 0.1)
    assert talk.say(0.5) == b"\r\x02\x03\x04"
    talk.hear(b">>> ", 0.6)
    assert talk.say(1.0).startswith(b"\r!"), "once"
    talk.hear(line("PANEL", "1", "1.0", "13"), 1.1)
    assert talk.firmware == (1, 0)


@each(["7", "0", "enter", "MUTE", "--"])
def test_a_button_that_there_is_not_is_no_press(button: str) -> None:
    talk = answered()
    talk.hear(line("PRESS", button), 0.1)
    assert not talk.presses


def test_a_press_before_the_panel_has_said_who_it_is_is_none() -> None:
    talk = Talk(0.0, TIMES)
    talk.hear(line("PRESS", "1"), 0.1)
    assert not talk.presses


@given(st.lists(st.binary(max_size=400), max_size=30))
def test_garbage_makes_no_press_and_takes_no_memory(chunks: list[bytes]) -> None:
    talk = answered()
    try:
        for chunk in chunks:
            talk.hear(chunk, 0.1)
    except BrokenTalkError as error:
        assert error.trouble is Trouble.FOREIGN
    assert not talk.presses and len(talk._reader._rest) <= 2 * LONGEST_LINE


def test_what_is_to_be_said_next_is_never_waited_for_too_long() -> None:
    talk = Talk(0.0, TIMES)
    now, said = 0.0, []
    talk.hear(line("PANEL", "1", "1.0", "13"), now)
    for _step in range(100):
        if out := talk.say(now):
            said.append(now)
            talk.hear(line("OK", out[1:3].decode(), "00"), now)
        now += max(talk.wait_s(now), 0.001)
    assert all(late - early <= TIMES.beat_s + 0.01 for early, late in itertools.pairwise(said))


# --- colours ------------------------------------------------------------------------------------------


def test_every_colour_of_the_pieces_has_one_of_the_lights() -> None:
    assert set(PIECES) == set(COLOURS)
    assert len(set(PIECES.values())) == len(PIECES)


def test_the_lights_have_the_colours_of_the_way_and_of_the_players() -> None:
    shown = colours(Frame((1.0,) * 7, (1.0,) * 6), ("blue", "red"), 1.0)
    lights = [tuple(shown[place : place + 3]) for place in range(0, 39, 3)]
    assert lights[:7] == [GREEN] * 5 + [AMBER, RED]
    assert lights[7:] == [PIECES["blue"], PIECES["red"], *[WHITE] * 4]
    tinted = colours(Frame((1.0,) * 7, ALL_DARK.seats, Tint.AMBER), (), 1.0)
    assert tinted == bytes(AMBER) * 7 + bytes(18)


def test_half_a_level_looks_half_as_bright_and_the_whole_can_be_dimmed() -> None:
    full = colours(Frame((1.0,) * 7, ALL_DARK.seats), (), 1.0)
    half = colours(Frame((0.5,) * 7, ALL_DARK.seats), (), 1.0)
    dim = colours(Frame((1.0,) * 7, ALL_DARK.seats), (), 0.4)
    assert (full[1], half[1], dim[1]) == (255, 55, 102)
