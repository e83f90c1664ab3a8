"""What is published: the state and the events of a table, and what Home Assistant is told of them.

docs/mqtt.md describes it, and docs/mqtt.schema.json is made of these values. Everything comes from a
``Scene`` or a ``Cue``, which hold what is on the screen that everyone sees: no card in hand is among it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

import companion
from companion.app import narrate
from companion.app.alerts import UNKNOWN, installed
from companion.app.i18n import _
from companion.app.patterns import SEAT_LIGHTS as SEATS
from companion.app.ports import Cue, Scene
from companion.app.terminal import say
from companion.rules import catalogue

SCHEMA: Literal[1] = 1
"""Goes up when something that was published before is called or means something else."""

ONLINE, OFFLINE = b"online", b"offline"
NOBODY = "-"
"""What Home Assistant shows where there is nobody: there, a number can be unknown, but not a text."""


class Message(NamedTuple):
    """One message: a topic, what is said, and whether the broker keeps it for those who come later."""

    topic: str
    payload: bytes
    retained: bool = True


class Topics(msgspec.Struct, frozen=True):
    """Where it all goes, below the topic of the settings."""

    root: str

    @property
    def availability(self) -> str:
        """Whether Longship is there: ``ONLINE``, or ``OFFLINE`` when it is closed or gone."""
        return f"{self.root}/availability"

    @property
    def state(self) -> str:
        """How the table stands, retained."""
        return f"{self.root}/state"

    @property
    def event(self) -> str:
        """What has just happened."""
        return f"{self.root}/event"

    @property
    def id(self) -> str:
        """A name for the table of letters and digits, which two topics never share."""
        plain = re.sub("[^a-z0-9]+", "_", self.root.lower()).strip("_")
        if plain == self.root:
            return plain
        return f"{plain}_{hashlib.sha256(self.root.encode()).hexdigest()[:6]}".lstrip("_")


# --- State and events ---------------------------------------------------------------------------------


class Person(msgspec.Struct, frozen=True):
    """Somebody at the table. Seats count from 1, in turn order."""

    seat: int
    name: str
    colour: str


class Player(Person, frozen=True):
    """A person with what everyone sees: ``points`` are null where they are not counted, ``pieces`` those on
    the board, ``holdings`` what else lies before the player."""

    points: int | None
    pieces: Mapping[str, int]
    holdings: Mapping[str, int]


class Track(msgspec.Struct, frozen=True):
    """How far something has come, such as the ship: ``position`` of ``length``."""

    position: int
    length: int


class State(msgspec.Struct, frozen=True):
    """How the table stands.

    ``game`` is "none" before one is opened, "running", or "won". ``near``: the first of the ``gauges`` is one
    step before its end. ``waiting`` are those who owe an answer. ``strength`` is that of those who come with
    the ship, ``defence`` that of the players, both null where no such attack comes.
    """

    schema: Literal[1]
    game: Literal["none", "running", "won"]
    on_turn: Person | None
    waiting: tuple[Person, ...]
    winner: Person | None
    players: tuple[Player, ...]
    gauges: Mapping[str, Track]
    near: bool
    strength: int | None
    defence: int | None


class Event(msgspec.Struct, frozen=True):
    """What has just happened: the name of an alert as docs/alerts.md lists them, its words in the language of
    the screen, its class of sound, those whom it concerns, and what a voice would say of it, if anything. A
    ``test`` comes from the settings screen."""

    schema: Literal[1]
    event_type: str
    label: str
    sound: str
    players: tuple[Person, ...]
    text: str
    test: bool


def state(topics: Topics, scene: Scene) -> Message:
    """How the table stands."""
    people = _people(scene)
    game: Literal["none", "running", "won"] = "running" if scene.winner is None else "won"
    value = State(
        SCHEMA,
        game if scene.seats else "none",
        next(_at(people, scene.on_turn), None),
        tuple(_at(people, *scene.waiting)),
        next(_at(people, scene.winner), None),
        tuple(
            Player(one.seat, one.name, one.colour, stands.points, stands.pieces, stands.holdings)
            for one, stands in zip(people, scene.standings, strict=True)
        ),
        {name: Track(*gauge) for name, gauge in scene.gauges.items()},
        scene.near,
        scene.strength,
        scene.defence,
    )
    return Message(topics.state, msgspec.json.encode(value))


def event(topics: Topics, cue: Cue, scene: Scene) -> Message:
    """What has just happened. Nobody hears of it who comes later."""
    value = Event(
        SCHEMA,
        cue.alert.name,
        _label(cue.alert.label),
        cue.alert.sound.value,
        tuple(_at(_people(scene), *cue.seats)),
        "" if cue.spoken is None else cue.spoken.text,
        cue.test,
    )
    return Message(topics.event, msgspec.json.encode(value), retained=False)


def _people(scene: Scene) -> tuple[Person, ...]:
    pairs = zip(scene.standings, scene.colours, strict=True)
    return tuple(Person(seat, stands.name, colour) for seat, (stands, colour) in enumerate(pairs, 1))


def _at(people: tuple[Person, ...], *seats: int | None) -> Iterator[Person]:
    """Those who sit there: the self-test means seats where nobody does."""
    return (people[seat] for seat in seats if seat is not None and seat < len(people))


def _label(key: str) -> str:
    return narrate.say(key, {}) if key else ""


def schema() -> dict[str, Any]:
    """The JSON Schema of both, for docs/mqtt.schema.json."""
    (at_state, at_event), parts = msgspec.json.schema_components(
        (State, Event), ref_template="#/$defs/{name}"
    )
    for part in parts.values():
        # indented or not, by version of Python
        part["description"] = " ".join(part["description"].split())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What Longship publishes, version {SCHEMA}",
        "anyOf": [at_state, at_event],
        "$defs": parts,
    }


# --- Home Assistant -----------------------------------------------------------------------------------


def discovery(topics: Topics, prefix: str) -> Message:
    """The device with its entities, for Home Assistant to set up by itself; names in the language in use."""
    name = "Longship" if topics.root == "longship" else f"Longship ({topics.root})"
    value = {
        "device": {
            "identifiers": [topics.id],
            "name": name,
            "manufacturer": "Longship",
            "model": _("Companion at the table"),
            "sw_version": companion.__version__,
        },
        "origin": {"name": "Longship", "sw_version": companion.__version__},
        "components": dict(_components(topics)),
        "state_topic": topics.state,
        "availability_topic": topics.availability,
        "qos": 1,
    }
    return Message(f"{prefix}/device/{topics.id}/config", msgspec.json.encode(value))


def _components(topics: Topics) -> Iterable[tuple[str, dict[str, Any]]]:
    for key, component in _entities(topics):
        yield key, {"unique_id": f"{topics.id}_{key}", **component}
    for alert in _alerts():
        if alert == UNKNOWN.name:
            continue
        # a trigger is no entity, so it has no id of its own
        yield (
            f"trigger_{alert}",
            {
                "platform": "device_automation",
                "automation_type": "trigger",
                "type": "alert",
                "subtype": alert,
                "topic": topics.event,
                "payload": alert,
                "value_template": "{{ value_json.event_type }}",
            },
        )


def _entities(topics: Topics) -> Iterable[tuple[str, dict[str, Any]]]:
    yield "game", _binary(_("Game"), "mdi:dice-multiple", "value_json.game == 'running'")
    yield "on_turn", _sensor(_("On turn"), "mdi:account", _name("on_turn"))
    waiting = f"value_json.waiting | map(attribute='name') | join(', ') | default('{NOBODY}', true)"
    yield "waiting", _sensor(_("Owes an answer"), "mdi:account-question", waiting)
    yield "winner", _sensor(_("Winner"), "mdi:trophy", _name("winner"))
    for gauge in _gauges():
        label = narrate.term("gauge", gauge)
        position = f"(value_json.gauges.{gauge} | default({{}})).position"
        yield f"gauge_{gauge}", _number(label, "mdi:sail-boat", f"{position} | default(None)")
    yield "near", _binary(_("Attack next"), "mdi:alert", "value_json.near")
    yield "strength", _number(_("Strength of the attack"), "mdi:sword-cross", "value_json.strength")
    yield "defence", _number(_("Strength of the defence"), "mdi:shield", "value_json.defence")
    for seat in range(SEATS):
        player = f"value_json.players[{seat}] | default({{}})"
        label = _("Points of seat {number}").format(number=seat + 1)
        yield (
            f"points_{seat + 1}",
            {
                **_number(label, "mdi:star", f"({player}).points | default(None)"),
                "json_attributes_topic": topics.state,
                "json_attributes_template": f"{{{{ ({player}) | tojson }}}}",
            },
        )
    yield (
        "event",
        {
            "platform": "event",
            "name": _("Event"),
            "icon": "mdi:bell",
            "state_topic": topics.event,
            "event_types": list(_alerts()),
        },
    )


def _sensor(name: str, icon: str, value: str) -> dict[str, Any]:
    return {"platform": "sensor", "name": name, "icon": icon, "value_template": f"{{{{ {value} }}}}"}


def _number(name: str, icon: str, value: str) -> dict[str, Any]:
    return {**_sensor(name, icon, value), "state_class": "measurement"}


def _binary(name: str, icon: str, holds: str) -> dict[str, Any]:
    template = f"{{{{ 'ON' if {holds} else 'OFF' }}}}"
    return {"platform": "binary_sensor", "name": name, "icon": icon, "value_template": template}


def _name(field: str) -> str:
    return f"(value_json.{field} or {{}}).name | default('{NOBODY}')"


def _alerts() -> tuple[str, ...]:
    """The names of all alerts that any module may give, each once."""
    return tuple(dict.fromkeys((*(alert.name for alert in installed()), UNKNOWN.name)))


def _gauges() -> tuple[str, ...]:
    """The gauges of all modules that there are."""
    parts = (part for name in catalogue.folders() for part in catalogue.module(name).parts)
    return tuple(dict.fromkeys(gauge.name for part in parts for gauge in part.gauges))


if __name__ == "__main__":
    say(*msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=2).decode().splitlines())
