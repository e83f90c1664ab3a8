"""A smart home hears of a real game, entered by touch, and of what the table takes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.roster import Person
from companion.presenters.new_game import NewGame
from hardware.mqtt.device import open_mqtt
from tests.kit.brokers import HERE, Heard, mosquitto
from tests.kit.household import Household, household

PEOPLE = NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.open_device = open_mqtt
        yield home


def at_step(step: int) -> Callable[[Heard], object]:
    """The state in which the ship has come so far."""
    return lambda heard: (
        heard.topic == "longship/state" and heard.json["gauges"] == {"ship": {"position": step, "length": 7}}
    )


def event(kind: str) -> Callable[[Heard], object]:
    return lambda heard: heard.topic == "longship/event" and heard.json["event_type"] == kind


def test_the_barbarians_land_in_the_house(house: Household, tmp_path: Path) -> None:
    with mosquitto(tmp_path) as broker, broker.listener() as listener:
        house.config.write_text(f'[mqtt]\nhost = "{HERE}"\nport = {broker.port}\n')
        house.start()
        house.tap("settings", "section_machine", "to_smart_home", "enabled_True", "back", "back")
        listener.wait(lambda heard: heard.payload == b"online")
        house.app.context.begin(PEOPLE)
        house.driver.frames()
        listener.wait(at_step(0))
        house.roll(3, 5, "ship")
        listener.wait(at_step(1))
        house.tap("undo")
        listener.wait(at_step(0), 2)
        for step in range(1, 8):
            house.driver.wait(lambda: house.driver.shows("bar_red_3"))
            house.roll(3, 5, "ship")
            if step < 7:
                listener.wait(at_step(step), 2 if step == 1 else 1)
        landed = listener.wait(event("attack")).json
        assert landed["label"] == "Attack" and landed["text"] and not landed["test"]
        listener.wait(event("attack_lost"))
        assert house.notices() == []
        house.stop()
        listener.wait(lambda heard: heard.payload == b"offline")
