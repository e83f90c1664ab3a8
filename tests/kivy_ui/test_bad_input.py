"""What comes from outside and is wrong, through the real doors: the settings file that the app starts with,
and the line of a panel. One sentence, nothing lost, nothing done."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app.buttons import GuardedButtons
from companion.app.ports import Buttons, Device, NoticeSink
from companion.app.roster import Person
from companion.app.settings import PanelSettings, Settings
from companion.engine.ids import PlayerId
from companion.presenters.new_game import NewGame
from companion.rules.base.turn import EndTurn, RollDice
from hardware.panel.device import PanelDevice
from hardware.panel.protocol import Message, encode
from tests.kit.household import Household, household
from tests.kit.panel_peer import DEADLINE_S, Peer, Socket

PEOPLE = NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))
ANNA, BEN = PlayerId("anna"), PlayerId("ben")
ROLL = RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"})
LONG = "/" + "x" * 5000
NUMBERS = itertools.count(100)
"""A panel counts its lines; one with a number that was heard already is the same one again."""


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        yield home


# --- settings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[pins]\nbuzzer = 17\n", "pins.ship[0] and pins.buzzer both name GPIO 17"),
        ("[pins]\nnext_button = 28\n", "pins.next_button must be a GPIO number (0 to 27), not 28"),
        ("[speaker]\nvolume = 300\n", "speaker.volume must be a percentage (1 to 100), not 300"),
        ('[panel]\nport = "/tmp"\n', "/tmp cannot be opened as a serial port (Is a directory)"),
        (f'[panel]\nport = "{LONG}"\n', "cannot be opened as a serial port (File name too long)"),
        ('[mqtt]\nenabled = true\nhost = "127.0.0.1"\nport = 1\n', "127.0.0.1:1"),
    ],
)
def test_a_wrong_setting_is_one_sentence_and_the_table_plays(text: str, words: str, house: Household) -> None:
    from companion.app.devices import open_devices

    house.config.write_text(text)
    house.open_device = open_devices
    house.start()
    house.driver.wait(lambda: told(house, words), 20)
    assert len([one.text for one in house.notices() if words in one.text]) <= 1
    assert house.app.context.begin(PEOPLE)
    house.driver.frames()
    house.session.submit(ROLL)
    assert [entry.command for entry in house.session.standing] == [ROLL]


def told(house: Household, words: str) -> bool:
    """Whether the first screen has it to tell, or a message on it does."""
    toast = house.shell.messages.shown
    said = [one.text for one in house.notices()] + ([] if toast is None else [toast.view.text])
    return any(words in sentence for sentence in said)


# --- a panel ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def socket(tmp_path_factory: pytest.TempPathFactory) -> Socket:
    return Socket(tmp_path_factory.mktemp("socket"))


@pytest.fixture
def peer(socket: Socket) -> Iterator[Peer]:
    with socket.panel() as plugged:
        yield plugged


@pytest.fixture
def table(house: Household, socket: Socket, peer: Peer) -> Household:
    """A game of three, with the panel on the table, its first roll entered."""
    devices: list[PanelDevice] = []

    def open_device(settings: Settings, notice: NoticeSink, buttons: Buttons) -> Device:
        settings = msgspec.structs.replace(settings, panel=PanelSettings(port=str(socket.path)))
        devices.append(PanelDevice(settings, notice, GuardedButtons("panel", buttons, notice)))
        return devices[0]

    house.open_device = open_device
    house.start()
    assert devices[0].wait_until_connected(DEADLINE_S)
    house.app.context.begin(PEOPLE)
    house.driver.frames()
    house.session.submit(ROLL)
    house.driver.frames(2)
    return house


def sends(peer: Peer, *messages: tuple[str, ...]) -> None:
    """Whoever is at the other end says this, by the rules of the line."""
    peer.write(b"".join(encode(Message(next(NUMBERS), verb, tuple(words))) for verb, *words in messages))


def test_presses_of_others_do_nothing_and_say_why(table: Household, peer: Peer) -> None:
    before = table.session.entries
    for verb, button, words in (
        ("PRESS", "6", "Nobody sits at this button."),
        ("HOLD", "6", "Nobody sits at this button."),
        ("HOLD", "2", "Ben has entered nothing."),
        ("PRESS", "3", "It is Ben’s turn."),
    ):
        sends(peer, (verb, button))
        table.driver.wait(lambda words=words: words in table.everything_said(), 20)
        assert table.session.entries == before
        table.shell.messages.drop()
        table.driver.frames()


def test_what_no_panel_says_means_nothing(table: Household, peer: Peer) -> None:
    before = table.session.entries
    buttons = ("7", "0", "-1", "next", "__import__", "undo;mute", "1" * 100)
    sends(peer, *(("PRESS", button) for button in buttons), ("HOLD", "99999999999999999999"))
    sends(peer, ("PRESS",), ("HOLD",), ("DOWN",), ("DOWN", "ZZ"), ("OK",), ("OK", "x"), ("GO", "away"))
    sends(peer, ("PRESS", "2"))  # it is heard as ever
    table.driver.wait(lambda: len(table.session.entries) > len(before), 20)
    assert [entry.command for entry in table.session.entries[len(before) :]] == [EndTurn(ANNA)]
    assert table.notices() == []


def test_a_flood_of_all_buttons_costs_one_entry_at_most_which_is_taken_back(
    table: Household, peer: Peer
) -> None:
    before = table.session.entries
    peer.write(b"".join(encode(Message(number, "PRESS", ("2",))) for number in range(200)))
    table.driver.wait(lambda: "faster than hands can" in table.everything_said(), 20)
    table.driver.frames(5)
    assert table.session.entries[: len(before)] == before
    assert [entry.command for entry in table.session.entries[len(before) :]] in ([], [EndTurn(ANNA)])
    while len(table.session.standing) > 1:
        table.session.undo()
    assert table.session.standing[0].command == ROLL


def test_a_line_that_is_no_text_harms_nothing(table: Household, peer: Peer) -> None:
    before = table.session.entries
    noise = random.Random(16).randbytes(600)
    for chunk in (noise, b"!" * 600, b"\xff" * 600 + b"\n", b"!00 PRESS 1 0000\n" * 30, b"\r\n" * 300):
        peer.write(chunk)
    sends(peer, ("PRESS", "2"))
    table.driver.wait(lambda: len(table.session.entries) > len(before), 20)
    assert table.session.entries[-1].command == EndTurn(ANNA)
