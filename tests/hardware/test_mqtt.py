"""The smart home is told by a real mosquitto; whatever befalls broker or network costs the game nothing."""

from __future__ import annotations

import builtins
import errno
import logging
import os
import random
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import paho.mqtt.client
import pytest

from companion.app.alerts import REFUSED, WIN
from companion.app.doctor import State
from companion.app.ports import Cue, PartKind, Scene, Spoken, Standing
from companion.app.settings import MqttSettings, Settings
from companion.rules.cities_knights.alerts import ATTACK, ATTACK_LOST
from hardware.mqtt import access, line
from hardware.mqtt.careful import CarefulClient
from hardware.mqtt.device import MOST_EVENTS, MOST_UNCONFIRMED, MqttDevice, Pauses, open_mqtt
from hardware.mqtt.doctor import look
from hardware.mqtt.faults import BrokerError
from hardware.mqtt.line import Times
from tests.kit.brokers import (
    CONNACK,
    DEADLINE_S,
    HERE,
    Heard,
    Listener,
    Mosquitto,
    Network,
    Socket,
    Told,
    certificate,
    free_port,
    let_in,
    mosquitto,
    packet,
    take_everything,
)
from tests.kit.each import each
from tests.kit.fakes import NO_BUTTONS
from tests.kit.held import held

PATIENT = Pauses(again_s=0.01, longest_s=0.05, lasted_s=0, times=Times(answer_s=DEADLINE_S))
"""Nobody gives up on a broker because the machine is busy."""
HASTY = Pauses(
    again_s=0.01,
    longest_s=0.02,
    lasted_s=60,
    times=Times(answer_s=0.2, confirm_s=0.2, look_s=0.02),
)
PEOPLE = (Standing("Anna", 5, {"city": 2}), Standing("Ben", 3, {"city": 1}, {"defender": 1}))
SCENE = Scene(
    step=3,
    seats=2,
    on_turn=1,
    waiting=(0,),
    colours=("red", "blue"),
    standings=PEOPLE,
    gauges={"ship": (3, 7)},
    strength=3,
    defence=1,
)
AVAILABILITY, STATE, EVENT = "longship/availability", "longship/state", "longship/event"
CONFIG = "homeassistant/device/longship/config"


def says(topic: str, payload: bytes | None = None) -> Callable[[Heard], object]:
    return lambda heard: heard.topic == topic and payload in (None, heard.payload)


def at_step(step: int) -> Callable[[Heard], object]:
    return lambda heard: heard.topic == STATE and heard.json["gauges"].get("ship", {}).get("position") == step


def scene_at(step: int) -> Scene:
    return msgspec.structs.replace(SCENE, step=step, gauges={"ship": (step, 7)})


def events(listener: Listener) -> list[str]:
    return [msgspec.json.decode(payload)["event_type"] for payload in listener.said(EVENT)]


def until(condition: Callable[[], object]) -> None:
    """Wait for what nobody tells, turn after turn."""
    turn = threading.Event()
    for _turn in range(10_000):
        if condition():
            return
        turn.wait(0.002)
    raise AssertionError("it never happened")


class House:
    """Devices of the test, with what they tell the table."""

    def __init__(self) -> None:
        self.told = Told()
        self._devices: list[MqttDevice] = []

    def open(self, port: int, pauses: Pauses = PATIENT, **settings: Any) -> MqttDevice:
        chosen = MqttSettings(**{"enabled": True, "host": HERE, "port": port, **settings})
        made = MqttDevice(Settings(mqtt=chosen), self.told.notice, pauses=pauses)
        self._devices.append(made)
        return made

    @property
    def said(self) -> list[str]:
        return [notice.text for notice in self.told.notices]

    def close(self) -> None:
        for made in self._devices:
            made.close()
        until(lambda: not own_threads())


def own_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "longship-mqtt"]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path) as made:
        yield made


@pytest.fixture(autouse=True)
def nobody_elses_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has settings, and so a password, of its own."""
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "config.toml"))


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    made.close()


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    with broker.listener() as found:
        yield found


# --- what is told -------------------------------------------------------------------------------------


def test_a_house_hears_how_the_table_stands_and_what_happens(
    broker: Mosquitto, listener: Listener, house: House
) -> None:
    table = house.open(broker.port)
    listener.wait(says(AVAILABILITY, b"online"))
    table.scene(SCENE)
    table.cue(Cue(ATTACK_LOST, (1,), spoken=Spoken("Ben loses a city.", "en")))
    happened = listener.wait(says(EVENT)).json
    assert happened == {
        "schema": 1,
        "event_type": "attack_lost",
        "label": "Attack lost",
        "sound": "result",
        "players": [{"seat": 2, "name": "Ben", "colour": "blue"}],
        "text": "Ben loses a city.",
        "test": False,
    }
    stands = listener.wait(at_step(3)).json
    assert (stands["game"], stands["on_turn"]["name"], stands["winner"]) == ("running", "Ben", None)
    assert [person["name"] for person in stands["waiting"]] == ["Anna"]
    assert (stands["strength"], stands["defence"], stands["near"]) == (3, 1, False)
    assert stands["players"][1] == {
        "seat": 2,
        "name": "Ben",
        "colour": "blue",
        "points": 3,
        "pieces": {"city": 1},
        "holdings": {"defender": 1},
    }
    kinds = [one.topic for one in listener.heard]
    assert kinds.index(CONFIG) < kinds.index(STATE) < kinds.index(AVAILABILITY), (
        "all is right when it is there"
    )
    assert house.said == []


def test_who_comes_later_hears_how_it_stands_and_nothing_of_what_happened(
    broker: Mosquitto, listener: Listener, house: House
) -> None:
    table = house.open(broker.port)
    listener.wait(says(AVAILABILITY))
    table.scene(SCENE)
    table.cue(Cue(ATTACK))
    listener.wait(says(EVENT))
    with broker.listener() as late:
        late.wait(says(AVAILABILITY, b"online"))
        late.wait(at_step(3))
        late.wait(says(CONFIG))
        table.cue(Cue(WIN, (0,)))
        late.wait(says(EVENT))
        assert events(late) == ["win"]
        assert all(heard.kept for heard in late.heard[:3])


def test_what_is_so_already_is_not_told_again(broker: Mosquitto, listener: Listener, house: House) -> None:
    table = house.open(broker.port)
    listener.wait(says(AVAILABILITY))
    for _again in range(3):
        table.scene(SCENE)
    table.scene(msgspec.structs.replace(SCENE, seats=2))
    table.cue(Cue(REFUSED))
    listener.wait(says(EVENT))
    assert len(listener.said(STATE)) == 2, "before the game, and in it"


def test_the_game_is_open_won_or_none(broker: Mosquitto, listener: Listener, house: House) -> None:
    table = house.open(broker.port)
    assert listener.wait(says(STATE)).json["game"] == "none"
    table.scene(SCENE)
    assert listener.wait(says(STATE), 2).json["game"] == "running"
    table.scene(msgspec.structs.replace(SCENE, winner=0, waiting=()))
    won = listener.wait(says(STATE), 3).json
    assert (won["game"], won["winner"]["name"]) == ("won", "Anna")


def test_an_alert_that_is_tried_says_so(broker: Mosquitto, listener: Listener, house: House) -> None:
    table = house.open(broker.port)
    listener.wait(says(AVAILABILITY))
    table.cue(Cue(ATTACK, (0, 1), test=True))
    tried = listener.wait(says(EVENT)).json
    assert tried["test"] and tried["event_type"] == "attack"
    assert tried["players"] == [], "nobody sits there without a game"


def test_an_undo_takes_back_what_was_not_told_yet(house: House) -> None:
    taken: list[int] = []
    hold = threading.Event()

    def behave(called: socket.socket) -> None:
        let_in(called)
        for _message in range(MOST_UNCONFIRMED):
            taken.append(packet(called)[0])
        hold.wait(DEADLINE_S)
        called.sendall(b"".join(b"\x40\x02" + number.to_bytes(2, "big") for number in range(1, 9)))
        taken.append(packet(called)[1].count(b"refused"))

    with Socket(behave) as slow:
        table = house.open(slow.port)
        until(lambda: len(taken) == 3)  # device, state, online
        for _event in range(MOST_UNCONFIRMED):
            table.cue(Cue(ATTACK))
        until(lambda: len(taken) == MOST_UNCONFIRMED)
        table.cancel()
        table.cue(Cue(REFUSED))
        hold.set()
        until(lambda: len(taken) > MOST_UNCONFIRMED)
        assert taken[-1] == 1, "what waited before is forgotten"


# --- beginning and end --------------------------------------------------------------------------------


def test_closing_says_so_and_leaves_nothing_behind(
    broker: Mosquitto, listener: Listener, house: House
) -> None:
    before = held()
    table = house.open(broker.port)
    listener.wait(says(AVAILABILITY, b"online"))
    table.scene(SCENE)
    table.close()
    listener.wait(says(AVAILABILITY, b"offline"))
    assert listener.said(AVAILABILITY) == [b"online", b"offline"], "said by us, not by our will"
    assert listener.wait(at_step(3)), "the last state, too"
    assert not own_threads()
    assert held().more_than(before) == []
    table.scene(scene_at(4))
    table.cue(Cue(ATTACK))
    table.cancel()
    table.close()
    assert table.parts() == () and house.said == []


def test_switched_off_it_is_nothing_at_all(broker: Mosquitto, listener: Listener, house: House) -> None:
    before = held()
    off = house.open(broker.port, enabled=False)
    off.scene(SCENE)
    off.cue(Cue(ATTACK))
    assert off.parts() == () and not own_threads()
    assert held().more_than(before) == []
    opened = open_mqtt(Settings(), house.told.notice, NO_BUTTONS)
    opened.close()
    assert house.said == [] and listener.heard == []


def test_it_is_switched_on_and_off_and_to_another_topic_during_a_game(
    broker: Mosquitto, listener: Listener, house: House
) -> None:
    def choose(**settings: Any) -> None:
        chosen = MqttSettings(host=HERE, port=broker.port, **settings)
        table.configure(Settings(mqtt=chosen))

    table = house.open(broker.port, enabled=False)
    table.scene(SCENE)
    choose(enabled=True)
    listener.wait(at_step(3))
    choose(enabled=True, topic="house/table")
    listener.wait(says(AVAILABILITY, b"offline"))
    listener.wait(says("house/table/availability", b"online"))
    assert listener.wait(says("house/table/state")).json["gauges"]["ship"] == {"position": 3, "length": 7}
    choose(enabled=True, topic="house/table", discovery="")
    listener.wait(says("house/table/availability", b"online"), 2)
    choose(enabled=False, topic="house/table")
    listener.wait(says("house/table/availability", b"offline"), 2)
    until(lambda: not own_threads())
    table.scene(scene_at(4))
    configs = [heard.topic for heard in listener.heard if heard.topic.startswith("homeassistant/")]
    assert configs == [CONFIG, "homeassistant/device/house_table_a7efc5/config"]
    assert house.said == []


def test_however_fast_it_is_switched_the_last_word_holds(
    broker: Mosquitto, listener: Listener, house: House
) -> None:
    table = house.open(broker.port)
    on = Settings(mqtt=table._settings)
    for _time in range(5):
        table.configure(Settings())
        table.configure(on)
    table.scene(SCENE)
    listener.wait(at_step(3))
    listener.wait(lambda heard: listener.said(AVAILABILITY)[-1:] == [b"online"])
    table.cue(Cue(REFUSED))
    until(lambda: events(listener) or table.cue(Cue(REFUSED)))
    assert listener.said(AVAILABILITY)[-1] == b"online" and len(own_threads()) == 1


def test_settings_of_others_change_nothing_here(broker: Mosquitto, listener: Listener, house: House) -> None:
    table = house.open(broker.port)
    listener.wait(says(AVAILABILITY))
    table.configure(Settings(mqtt=table._settings))
    table.mute(True)
    table.try_part("mqtt.broker")
    table.cue(Cue(REFUSED))
    listener.wait(says(EVENT))
    assert listener.said(AVAILABILITY) == [b"online"]


# --- broker and network fail --------------------------------------------------------------------------


def test_a_broker_that_was_restarted_knows_everything_again(
    broker: Mosquitto, house: House, tmp_path: Path
) -> None:
    table = house.open(broker.port)
    with broker.listener() as listener:
        listener.wait(says(AVAILABILITY, b"online"))
    for step in (1, 2, 3):
        broker.stop()
        table.cue(Cue(ATTACK))
        table.scene(scene_at(step))
        broker.start()
        with broker.listener() as listener:
            listener.wait(says(AVAILABILITY, b"online"))
            listener.wait(at_step(step))
            listener.wait(says(CONFIG))
            table.cue(Cue(REFUSED))
            listener.wait(says(EVENT))
            assert events(listener) == ["refused"], "what happened meanwhile is told nobody"
    assert house.said in ([], [f"No MQTT broker answers at {HERE}:{broker.port}."]), "once at most"


def test_a_broker_that_starts_later_is_found(house: House, tmp_path: Path) -> None:
    port = free_port()
    table = house.open(port)
    table.scene(SCENE)
    assert house.told.wait(1) == [f"No MQTT broker answers at {HERE}:{port}."]
    until(lambda: table.parts())
    (link,) = table.parts()
    assert link.fault.startswith(house.said[0]) and "mqtt.host" in link.fault
    with mosquitto(tmp_path, port=port) as broker, broker.listener() as listener:
        listener.wait(says(AVAILABILITY, b"online"))
        listener.wait(at_step(3))
        (link,) = table.parts()
        assert (link.key, link.kind, link.fault) == ("mqtt.broker", PartKind.LINK, "")
        assert link.wire == f"{HERE}:{port}"
    assert len(house.said) == 1


def test_when_the_connection_breaks_the_will_says_so_until_it_is_back(
    broker: Mosquitto, listener: Listener, house: House
) -> None:
    with Network(broker.port) as network:
        table = house.open(network.port)
        for times in range(1, 4):
            listener.wait(says(AVAILABILITY, b"online"), times)
            table.scene(scene_at(times))
            listener.wait(at_step(times))
            network.cut()
            listener.wait(says(AVAILABILITY, b"offline"), times)
        listener.wait(says(AVAILABILITY, b"online"), 4)
        assert house.said == [], "it was back before anybody could have read it"


@pytest.mark.parametrize("speaks", [True, False], ids=["telling", "waiting"])
def test_a_connection_that_goes_dead_is_given_up_and_made_anew(
    broker: Mosquitto, listener: Listener, house: House, speaks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has pulled a cable far away: nothing comes back, neither a word nor the end."""
    times = Times(answer_s=DEADLINE_S, confirm_s=0.1 if speaks else DEADLINE_S, silent_s=1, look_s=0.01)
    with Network(broker.port) as network:
        table = house.open(network.port, msgspec.structs.replace(PATIENT, times=times))
        listener.wait(says(AVAILABILITY, b"online"))
        network.deaden()
        if speaks:
            table.scene(scene_at(5))
        else:  # its clock runs a hundred times as fast
            real = paho.mqtt.client.time_func
            monkeypatch.setattr(paho.mqtt.client, "time_func", lambda: real() * 100)
        network.wait(calls=2)
        monkeypatch.undo()
        listener.wait(says(AVAILABILITY, b"online"), 2)
        table.scene(scene_at(6))
        listener.wait(at_step(6))
        assert listener.said(AVAILABILITY)[-1] == b"online", "the old connection's will is no last word"


# --- being let in -------------------------------------------------------------------------------------


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets in "table", which may write below longship, and "ear", which may hear all."""
    passwords = tmp_path / "passwords"
    passwords.touch()
    for user in ("table", "ear"):
        subprocess.run(["mosquitto_passwd", "-b", passwords, user, "swordfish 1"], check=True)
    rules = tmp_path / "rules"
    rules.write_text("user table\ntopic write longship/#\nuser ear\ntopic read #\n")
    with mosquitto(tmp_path, f"password_file {passwords}", f"acl_file {rules}") as made:
        yield made


def test_user_and_password_let_in_and_the_password_is_shown_nowhere(
    guarded: Mosquitto, house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table = house.open(guarded.port, user="table")
    refused = f"The MQTT broker ({HERE}:{guarded.port}) does not let Longship in: Not authorized."
    assert house.told.wait(1) == [refused], "without a password"
    (tmp_path / "mqtt_password").write_text("sailfish 2\n")
    (tmp_path / "other").write_text("swordfish 1\n")
    table.close()
    with guarded.listener("ear", "swordfish 1") as ear:
        wrong = house.open(guarded.port, user="table")
        assert house.told.wait(2) == [refused, refused]
        wrong.close()
        right = house.open(guarded.port, user="table", password_file=str(tmp_path / "other"), discovery="")
        ear.wait(says(AVAILABILITY, b"online"))
        shown = (
            caplog.text,
            repr(right),
            repr(house.told.notices),
            repr(right.parts()),
            repr(access.access(right._settings)),
        )
    assert not any("fish" in text for text in shown)


@each(
    [
        (None, "No such file or directory"),
        ("", "it is not one line"),
        ("\n", "it is not one line"),
        ("one\ntwo\n", "it is not one line"),
        ("x" * 1001, "it is not one line"),
        (b"\xff\xfe", "it is not one line"),
        (..., "Is a directory"),
    ]
)
def test_a_password_s_file_that_is_none_is_said(content: Any, reason: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "password"
        match content:
            case bytes():
                file.write_bytes(content)
            case str():
                file.write_text(content)
            case builtins.Ellipsis:
                file.mkdir()
        with pytest.raises(BrokerError) as error:
            access.access(MqttSettings(host="here", password_file=str(file)))
        assert str(error.value) == f"The password for the MQTT broker cannot be read from {file}: {reason}."
        assert "fish" not in str(error.value)


def test_tls_asks_for_a_certificate_that_is_trusted(house: House, tmp_path: Path) -> None:
    ours, key = certificate(tmp_path)
    options = (f"certfile {ours}", f"keyfile {key}", "allow_anonymous true")
    with mosquitto(tmp_path, *options) as broker:
        where = f"localhost:{broker.port}"
        house.open(broker.port, host="localhost", tls=True)
        assert house.told.wait(1)[0].startswith(
            f"The certificate of the MQTT broker ({where}) is not trusted: "
        )
        stranger, _key = certificate(tmp_path, "stranger")
        house.open(broker.port, host="localhost", tls=True, ca_file=str(stranger))
        assert "is not trusted" in house.told.wait(2)[1]
        house.open(broker.port, tls=True, ca_file=str(ours))
        assert f"certificate is not valid for '{HERE}'" in house.told.wait(3)[2], "another name"
        house.open(broker.port)
        assert (
            house.told.wait(4)[3]
            == f"The MQTT broker ({HERE}:{broker.port}) ends the connection without a word."
        )
        good = house.open(broker.port, host="localhost", tls=True, ca_file=str(ours))
        good.scene(SCENE)
        until(lambda: good.parts() and not good.parts()[0].fault)
        until(lambda: good._teller is not None and good._teller._told.payload != b"")
        assert len(house.said) == 4


def test_a_broker_without_tls_is_told_apart(broker: Mosquitto, house: House) -> None:
    house.open(broker.port, tls=True)
    (said,) = house.told.wait(1)
    assert said.startswith(f"The MQTT broker ({HERE}:{broker.port}) ")
    assert "mqtt.tls" in house.told.notices[0].remedy


@each(
    [
        (None, "No such file or directory"),
        (..., "Is a directory"),
        ("", "it holds no certificate"),
        ("a few words", "it holds no certificate"),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "it holds no certificate"),
        ("größer", "it holds no certificate"),
    ]
)
def test_a_certificate_s_file_that_is_none_is_said(content: Any, reason: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ca.pem"
        if content is ...:
            file.mkdir()
        elif content is not None:
            file.write_text(content)
        with pytest.raises(BrokerError) as error:
            access.access(MqttSettings(host="here", tls=True, ca_file=str(file)))
        expected = f"The certificate for the MQTT broker cannot be read from {file}: {reason}."
        assert str(error.value) == expected


def test_the_broker_knows_a_table_by_one_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also after a power cut; and two tables, or two machines, never share one."""
    (tmp_path / "one").write_text("a\n")
    (tmp_path / "two").write_text("b\n")
    names = []
    for machine in ("one", "two", "none"):
        monkeypatch.setattr(access, "MACHINE_ID", tmp_path / machine)
        names += [access.client_id("longship"), access.client_id("house/table")]
        assert names[-2] == access.client_id("longship")
    assert len(set(names)) == 6
    assert all(len(name) <= 23 and name.isalnum() for name in names)


# --- what answers is wrong ----------------------------------------------------------------------------


def test_nothing_to_call_is_said(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.open(1, host="")
    assert house.told.wait(1)[0] == "MQTT is switched on, but no broker is named."
    house.open(1, host="a..b")
    assert house.told.wait(2)[1] == "The name of the MQTT broker (a..b) is not known in this network."

    def unknown(*_where: object, **_how: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    house.open(1, host="table.local")
    assert house.told.wait(3)[2] == "The name of the MQTT broker (table.local) is not known in this network."
    monkeypatch.undo()
    monkeypatch.setattr(line, "load", lambda: None)
    house.open(1)
    assert "paho-mqtt" in house.told.wait(4)[3]
    assert house.told.notices[3].remedy == "Run: ./longship setup mqtt"


def test_a_service_that_may_not_use_the_network_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shut(*_where: object, **_how: object) -> None:
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))

    monkeypatch.setattr(socket, "socket", shut)
    house.open(1)
    said = house.told.wait(1)[0]
    monkeypatch.undo()
    assert said == "Longship may not use the network here, so it cannot reach the MQTT broker."


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
def test_one_that_takes_the_call_and_says_nothing_is_said_once(house: House, tls: bool) -> None:
    with Socket(lambda called: called.recv(1) and threading.Event().wait(DEADLINE_S)) as mute:
        table = house.open(mute.port, HASTY, tls=tls)
        mute.wait(calls=3)
        table.scene(SCENE)
        table.cue(Cue(ATTACK))
        mute.wait(calls=4)
        table.close()
    assert house.said == [f"The MQTT broker ({HERE}:{mute.port}) does not answer."]


def chatter(chance: random.Random) -> bytes:
    """Anything at all."""
    return chance.randbytes(chance.randrange(1, 200))


def publish(topic: bytes, payload: bytes, flags: int = 0) -> bytes:
    """A message of the broker's, with the length that it really has."""
    body = len(topic).to_bytes(2, "big") + topic + (b"\x00\x01" if flags & 6 else b"") + payload
    length, left = b"", len(body)
    while True:
        left, low = divmod(left, 128)
        length += bytes([low | (128 if left else 0)])
        if not left:
            return bytes([0x30 | flags]) + length + body


@pytest.mark.parametrize(
    "greeting",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2p1\r\n",
        b"\x20\xff\xff\xff\xff\x7f",
        b"\x00" * 50,
        b"\x15\x03\x03\x00\x02\x02\x28",
        CONNACK[:1],
    ],
)
def test_what_answers_and_is_no_broker_is_said_once(house: House, greeting: bytes) -> None:
    def behave(called: socket.socket) -> None:
        packet(called)
        called.sendall(greeting)
        called.close()

    with Socket(behave) as strange:
        house.open(strange.port, HASTY)
        strange.wait(calls=4)
        said = house.told.wait(1)
        where = f"{HERE}:{strange.port}"
        assert said[0] in (
            f"What answers at {where} is no MQTT broker.",
            f"The MQTT broker ({where}) ends the connection without a word.",
        )
        assert len(said) == 1


@each([(2, "identifier"), (3, "unavailable"), (4, "user name or password"), (5, "authorized")])
def test_each_reason_not_to_be_let_in_is_said(number: int, reason: str) -> None:
    def behave(called: socket.socket) -> None:
        packet(called)
        called.sendall(b"\x20\x02\x00" + bytes([number]))

    home = House()
    with Socket(behave) as stern:
        home.open(stern.port, HASTY)
        (said,) = home.told.wait(1)
        home.close()
    assert reason.lower() in said.lower(), said


FLOODS = {
    "one endless message": lambda: publish(b"longship/state", bytes(1_000_000)),
    "a length that is a lie": lambda: b"\x30\xff\xff\xff\x7f" + bytes(1_000_000),
    "a million answers": lambda: b"\xd0\x00" * 500_000,
    "messages without end": lambda: publish(b"homeassistant/status", b"online") * 20_000,
    "messages to be confirmed": lambda: publish(b"a", b"b" * 50, flags=4) * 20_000,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
def test_a_flood_ends_the_connection_and_is_left_alone(
    house: House, flood: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []
    recv = CarefulClient._sock_recv

    def count(self: CarefulClient, size: int) -> bytes:
        data = recv(self, size)
        heard.append(len(data))
        return data

    monkeypatch.setattr(CarefulClient, "_sock_recv", count)

    def behave(called: socket.socket) -> None:
        let_in(called)
        called.sendall(flood())
        take_everything(called)

    with Socket(behave) as hostile:
        table = house.open(hostile.port, msgspec.structs.replace(PATIENT, hostile_s=DEADLINE_S))
        said = house.told.wait(1)
        assert said == [
            f"The MQTT broker ({HERE}:{hostile.port}) sends much that nobody asked for; it is left alone."
        ]
        table.scene(SCENE)
        table.close()
        assert hostile.calls == 1
    assert sum(heard) <= line.HEARD_BYTES


def test_what_a_broker_publishes_changes_nothing(house: House) -> None:
    """Nothing is subscribed to, and what comes all the same is for nobody."""
    asked: list[int] = []

    def behave(called: socket.socket) -> None:
        let_in(called)
        for topic in (b"homeassistant/status", b"longship/state", b"longship/command", b"$SYS/x"):
            for flags in (0, 1, 2, 4):
                called.sendall(publish(topic, b'{"game":"none"}', flags))
        while True:
            kind, data = packet(called)
            asked.append(kind & 0xF0)
            if kind & 0xF0 == 0x30:
                length = int.from_bytes(data[:2], "big")
                called.sendall(b"\x40\x02" + data[2 + length : 4 + length])

    with Socket(behave) as busy:
        table = house.open(busy.port)
        table.scene(SCENE)
        until(lambda: asked.count(0x30) >= 3)
        table.scene(scene_at(4))
        table.cue(Cue(REFUSED))
        until(lambda: asked.count(0x30) >= 5)
        table.close()
    assert 0x80 not in asked, "a subscription"
    assert house.said == [] and busy.calls == 1


def test_chatter_in_the_middle_of_a_game_costs_the_connection_alone(house: House) -> None:
    chance = random.Random(0x5A17)  # the seed

    def behave(called: socket.socket) -> None:
        let_in(called)
        packet(called)
        called.sendall(chatter(chance))
        take_everything(called)

    with Socket(behave) as strange:
        times = msgspec.structs.replace(HASTY.times, confirm_s=0.03, look_s=0.01)
        table = house.open(strange.port, msgspec.structs.replace(HASTY, hostile_s=0.01, times=times))
        for call in range(1, 25):
            table.scene(scene_at(call % 7))
            strange.wait(calls=call)
        table.close()
    known = ("is no MQTT broker", "breaks again and again", "does not let Longship in", "sends much")
    assert all(any(words in text for words in known) for text in house.said), house.said
    assert len(set(house.said)) == len(house.said), "each once"


def test_a_connection_that_breaks_again_and_again_is_said_once(house: House) -> None:
    def behave(called: socket.socket) -> None:
        let_in(called)
        packet(called)
        called.shutdown(socket.SHUT_RDWR)

    with Socket(behave) as shaky:
        house.open(shaky.port, HASTY)
        shaky.wait(calls=6)
        where = f"{HERE}:{shaky.port}"
        assert house.told.wait(1) == [f"The connection to the MQTT broker ({where}) breaks again and again."]
        assert "mqtt.topic" in house.told.notices[0].remedy


# --- the doctor ---------------------------------------------------------------------------------------


def doctors(tmp_path: Path, port: int, more: str = "") -> tuple[State, str, str]:
    """What the doctor finds with these settings."""
    text = f'[mqtt]\nenabled = true\nhost = "{HERE}"\nport = {port}\n{more}'
    (tmp_path / "config.toml").write_text(text)
    found = look()
    return found.state, found.found, found.remedy


def test_the_doctor_calls_the_broker(broker: Mosquitto, listener: Listener, tmp_path: Path) -> None:
    assert look().state is State.OK and "switched off" in look().found
    state, found, _remedy = doctors(tmp_path, broker.port)
    assert (state, found) == (
        State.OK,
        f"The MQTT broker ({HERE}:{broker.port}) lets Longship in and takes what it is told.",
    )
    listener.wait(says("homeassistant/device/longship/doctor"))
    assert {heard.topic for heard in listener.heard} == {
        "longship/doctor",
        "homeassistant/device/longship/doctor",
    }, "nothing that anybody would act upon"


def test_the_doctor_does_not_disturb_a_longship_that_runs(
    broker: Mosquitto, listener: Listener, house: House, tmp_path: Path
) -> None:
    table = house.open(broker.port)
    listener.wait(says(AVAILABILITY, b"online"))
    assert doctors(tmp_path, broker.port)[0] is State.OK
    table.cue(Cue(REFUSED))
    listener.wait(says(EVENT))
    assert listener.said(AVAILABILITY) == [b"online"]


def test_the_doctor_says_which_thing_to_mend(guarded: Mosquitto, tmp_path: Path) -> None:
    port, user = guarded.port, 'user = "table"\n'
    where = f"The MQTT broker ({HERE}:{port})"
    assert doctors(tmp_path, port)[:2] == (
        State.BROKEN,
        f"{where} does not let Longship in: Not authorized.",
    )
    (tmp_path / "mqtt_password").write_text("swordfish 1\n")
    (tmp_path / "mqtt_password").chmod(0o600)
    _state, found, remedy = doctors(tmp_path, port, user)
    assert found == f"{where} does not let this user write to homeassistant/device/longship/#."
    assert "access control" in remedy
    assert "write to garden/#" in doctors(tmp_path, port, f'{user}topic = "garden"')[1]
    quiet = f'{user}discovery = ""'
    assert doctors(tmp_path, port, quiet)[0] is State.OK
    (tmp_path / "mqtt_password").chmod(0o644)
    _state, found, remedy = doctors(tmp_path, port, quiet)
    assert "Others on this machine can read the password" in found
    assert remedy == f"Run: chmod 600 {tmp_path / 'mqtt_password'}"
    assert doctors(tmp_path, free_port())[1].startswith("No MQTT broker answers at")


def test_the_doctor_speaks_as_old_a_language_as_the_broker(tmp_path: Path) -> None:
    """One that knows MQTT 3.1.1 alone."""

    def behave(called: socket.socket) -> None:
        _kind, data = packet(called)
        if data[6] == 4:
            called.sendall(CONNACK)
            take_everything(called)
        called.sendall(b"\x20\x02\x00\x01")

    with Socket(behave) as old:
        assert doctors(tmp_path, old.port)[0] is State.OK
        assert old.calls == 2


# --- bounds -------------------------------------------------------------------------------------------


def test_a_broker_that_confirms_nothing_is_told_a_little_and_then_what_is_so(house: House) -> None:
    """However much happens meanwhile: no more waits than there is room for, and no event is told late."""
    told: list[bytes] = []
    calls: list[int] = []

    def behave(called: socket.socket) -> None:
        let_in(called)
        calls.append(1)
        if len(calls) == 1:
            while True:
                told.append(packet(called)[1])
        take_everything(called)

    with Socket(behave) as slow:
        times = Times(answer_s=DEADLINE_S, confirm_s=DEADLINE_S)
        table = house.open(slow.port, msgspec.structs.replace(PATIENT, times=times))
        until(lambda: len(told) == 3)
        for step in range(400):
            table.scene(scene_at(step % 8))
            table.cue(Cue(ATTACK))
        until(lambda: len(told) == MOST_UNCONFIRMED)
        teller = table._teller
        assert teller is not None and len(teller._events) <= MOST_EVENTS
        table.scene(scene_at(5))
        assert len(told) == MOST_UNCONFIRMED
        slow.close()


def test_many_failures_leave_nothing_behind(house: House, tmp_path: Path) -> None:
    ours, key = certificate(tmp_path)

    def behave(called: socket.socket) -> None:
        let_in(called)
        packet(called)
        called.shutdown(socket.SHUT_RDWR)

    with Socket(behave, tls=(ours, key)) as shaky, Socket(behave) as plain:
        quick = msgspec.structs.replace(HASTY, again_s=0.0, longest_s=0.0)
        secure = {"host": "localhost", "tls": True}
        house.open(plain.port, quick)
        house.open(shaky.port, quick, ca_file=str(ours), **secure)
        house.open(shaky.port, quick, **secure)
        house.open(plain.port, quick, tls=True)
        house.open(free_port(), quick)
        plain.wait(calls=10)
        shaky.wait(calls=5)
        assert len(own_threads()) == 5
        before = held()
        plain.wait(calls=60)
        shaky.wait(calls=30)
        assert len(own_threads()) == 5
        assert len(held().more_than(before)) <= 15, "a connection has a file at either end"
