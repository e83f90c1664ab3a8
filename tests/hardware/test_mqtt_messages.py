"""What is published: nothing that hangs on a hidden card, and all in the form that docs/mqtt.md describes."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from jinja2 import Environment, StrictUndefined

from companion.app.alerts import UNKNOWN, installed
from companion.app.cues import cues, scene
from companion.app.i18n import LANGUAGES, set_language
from companion.app.ports import Cue, Scene, Standing
from companion.app.session import Update, UpdateKind
from companion.app.simulate import Simulation, header
from companion.engine.cells import cells
from companion.engine.knowledge import Knowledge
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.rules.base.development import DECK as DEVELOPMENT
from companion.rules.base.goods import RESOURCES
from companion.rules.cities_knights.goods import COMMODITIES
from companion.rules.cities_knights.progress import CARDS as PROGRESS
from companion.rules.presentation.parts import Counter, Holding
from hardware.mqtt.messages import NOBODY, Message, Topics, discovery, event, schema, state

DOCS = Path(__file__).parents[2] / "docs"
TOPICS = Topics("longship")
GAMES = (
    (("base",), 3, 1),
    (("base", "cities_knights", "event_cards", "fishermen"), 3, 2),
    (("base", "catan_for_two"), 2, 1),
)


OPEN = ("laid_open", "development")
"""What lies open, although a module keeps it with what is hidden."""


def published(ruleset: Ruleset, update: Update) -> list[Message]:
    """What the broker is told of an update."""
    shown = scene(ruleset, update.state)
    return [state(TOPICS, shown), *(event(TOPICS, cue, shown) for cue in cues(ruleset, update))]


# --- secrets ------------------------------------------------------------------------------------------


@cache
def other_cards() -> Mapping[str, str]:
    """Another card for each that can be hidden, one with the same back."""
    backs: dict[str, list[str]] = defaultdict(list)
    for card in PROGRESS.values():
        backs[card.track].append(card.name)
    backs["good"] = [*RESOURCES, *COMMODITIES]
    backs["development"] = list(DEVELOPMENT)
    return {one: other for names in backs.values() for one, other in pairwise([*names, names[0]])}


def swapped(value: Any) -> Any:
    """The value with other cards in it, however deep."""
    match value:
        case Knowledge():
            table = value._cells
            others = (*table.goods[1:], *table.goods[:1])
            return msgspec.structs.replace(
                value, _cells=cells(table.holders, others, table.supply, table.budget)
            )
        case msgspec.Struct():
            fields = {name: swapped(getattr(value, name)) for name in value.__struct_fields__}
            return msgspec.structs.replace(value, **fields)
        case str():
            return type(value)(other_cards().get(value, value))
        case tuple() | frozenset():
            return type(value)(swapped(one) for one in value)
        case Mapping():
            return {swapped(key): swapped(one) for key, one in value.items()}
    return value


def twin(now: GameState) -> GameState:
    """The same table with other cards in hands and decks. What lies open before the players stays."""
    slices = {
        module: msgspec.structs.replace(
            part,
            **{name: swapped(getattr(part, name)) for name in part.hidden if name not in OPEN},
        )
        for module, part in now.slices.items()
    }
    return GameState(now.core, slices)


def texts(value: Any) -> Iterator[str]:
    """All words of a message."""
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from texts(one)
        case dict():
            for key, one in value.items():
                yield key
                if key != "text":  # whole sentences; none of them hangs on a card
                    yield from texts(one)


def words_of(message: Message) -> set[str]:
    return set(texts(msgspec.json.decode(message.payload)))


def known_words(game: Simulation) -> set[str]:
    """All that the screen shows of this game: people, pieces, tracks, alerts."""
    presented = game.ruleset.presented
    told = [event(TOPICS, Cue(alert), Scene()) for alert in (*installed(), UNKNOWN)]
    standing = Standing("Anna", 1, {"road": 1}, {"road": 1})
    shown = Scene(seats=1, winner=0, colours=("red",), standings=(standing,), gauges={"ship": (1, 7)})
    return set().union(
        *(words_of(message) for message in (state(TOPICS, Scene()), state(TOPICS, shown), *told)),
        ("running",),
        *((player.name, player.colour) for player in game.header.players),
        (piece.icon for piece in presented(Counter)),
        (holding.icon for holding in presented(Holding)),
    )


@pytest.mark.parametrize(("modules", "players", "seed"), GAMES, ids=str)
def test_nothing_published_hangs_on_a_hidden_card(modules: tuple[str, ...], players: int, seed: int) -> None:
    """Whole games with all hands counted. The broker would be told the same if every card in hands and decks,
    and every card that an entry names, were another one; and it is told no word that the screen does not
    show."""
    game = Simulation(header(modules, players, seed), random.Random(seed), checked=False)
    known = known_words(game)
    figures = {"merchant"}  # which stands on the board, and is also a card
    assert not known & {*RESOURCES, *PROGRESS} - figures
    others = named = 0
    for entry in game.play():
        now, other = game.state, twin(game.state)
        happened = tuple(swapped(one) for one in entry.events)
        others += other != now
        named += happened != entry.events
        told = published(game.ruleset, Update(UpdateKind.NEW, now, now, entry))
        changed = Update(UpdateKind.NEW, other, other, msgspec.structs.replace(entry, events=happened))
        assert published(game.ruleset, changed) == told
        words = set().union(*map(words_of, told))
        assert words <= known, words - known
    assert game.state.core.winner is not None, f"seed {seed} plays a whole game"
    assert others == len(game.entries) and named > 100, "the other table is another one"


# --- the form -----------------------------------------------------------------------------------------

PEOPLE = (
    Standing("Anna", 5, {"city": 2}, {"road": 1}),
    Standing("Ben", None),
    Standing('Żaneta "Z"'),
)
SCENES = (
    Scene(),
    Scene(
        step=6,
        near=True,
        seats=3,
        on_turn=2,
        waiting=(0, 2),
        colours=("red", "blue", "white"),
        standings=PEOPLE,
        gauges={"ship": (6, 7)},
        strength=4,
        defence=0,
    ),
    Scene(seats=3, on_turn=0, winner=0, colours=("red", "blue", "white"), standings=PEOPLE),
)


def test_the_documented_schema_is_what_is_published() -> None:
    documented = msgspec.json.decode((DOCS / "mqtt.schema.json").read_bytes())
    assert documented == schema(), "run: python -m hardware.mqtt.messages > docs/mqtt.schema.json"
    check = jsonschema.Draft202012Validator(documented)
    for shown in SCENES:
        check.validate(msgspec.json.decode(state(TOPICS, shown).payload))
        for alert in (*installed(), UNKNOWN):
            check.validate(msgspec.json.decode(event(TOPICS, Cue(alert, (0, 5)), shown).payload))
    assert not check.is_valid({"schema": 1})


def test_each_topic_gives_a_name_that_no_other_gives() -> None:
    """Home Assistant takes letters, digits and few signs. The names stay, or its devices would come twice."""
    topics = ("longship", "house/longship", "house_longship", "House/Longship", "Стол", "стол", "a b", "a/b")
    names = [Topics(topic).id for topic in topics]
    assert names[:3] == ["longship", "house_longship_4174cd", "house_longship"]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z0-9_]+", name) for name in names), names


def device_of(message: Message) -> Any:
    assert re.fullmatch("homeassistant/device/[a-zA-Z0-9_-]+/config", message.topic) and message.retained
    return msgspec.json.decode(message.payload)


def test_the_examples_of_the_documentation_are_what_is_published() -> None:
    page = (DOCS / "mqtt.md").read_text(encoding="utf-8")
    examples = [msgspec.json.decode(text) for text in re.findall("```json\n(.*?)```", page, re.DOTALL)]
    check = jsonschema.Draft202012Validator(schema())
    for example, message in zip(
        examples, (state(TOPICS, SCENES[1]), event(TOPICS, Cue(UNKNOWN), Scene())), strict=True
    ):
        check.validate(example)
        assert example.keys() == msgspec.json.decode(message.payload).keys()
    assert set(re.findall("`(longship/[a-z]+)`", page)) >= {TOPICS.availability, TOPICS.state, TOPICS.event}


def test_home_assistant_is_told_of_a_device_with_its_entities() -> None:
    found = device_of(discovery(TOPICS, "homeassistant"))
    assert found["device"]["identifiers"] == ["longship"] and found["origin"]["name"] == "Longship"
    assert (found["state_topic"], found["availability_topic"]) == ("longship/state", "longship/availability")
    components = found["components"]
    assert {component["platform"] for component in components.values()} == {
        "sensor",
        "binary_sensor",
        "event",
        "device_automation",
    }
    entities = {key: one for key, one in components.items() if one["platform"] != "device_automation"}
    assert len({one["unique_id"] for one in entities.values()}) == len(entities)
    assert len({one["name"] for one in entities.values()}) == len(entities)
    alerts = {alert.name for alert in (*installed(), UNKNOWN)}
    assert set(components["event"]["event_types"]) == alerts
    triggers = [one for one in components.values() if one["platform"] == "device_automation"]
    chosen = {one["payload"] for one in triggers}
    assert chosen == {one["subtype"] for one in triggers} == alerts - {UNKNOWN.name}
    assert not any("command_topic" in one for one in components.values()), "nothing is taken"


def test_its_templates_read_what_is_published() -> None:
    """As Home Assistant fills them in; what cannot be filled in raises here."""
    environment = Environment(undefined=StrictUndefined, autoescape=False)
    components = device_of(discovery(TOPICS, "homeassistant"))["components"]
    shown: list[dict[str, str]] = []
    for one in SCENES:
        value = msgspec.json.decode(state(TOPICS, one).payload)
        shown.append(
            {
                key: environment.from_string(component["value_template"]).render(value_json=value)
                for key, component in components.items()
                if component["platform"] in ("sensor", "binary_sensor")
            }
        )
        for seat in range(1, 7):
            template = components[f"points_{seat}"]["json_attributes_template"]
            told = msgspec.json.decode(environment.from_string(template).render(value_json=value))
            assert told == (value["players"][seat - 1] if seat <= len(value["players"]) else {})
    none, running, won = shown
    assert set(none.values()) == {"OFF", NOBODY, "None"}
    assert running == {
        "game": "ON",
        "on_turn": 'Żaneta "Z"',
        "waiting": 'Anna, Żaneta "Z"',
        "winner": NOBODY,
        "gauge_ship": "6",
        "near": "ON",
        "strength": "4",
        "defence": "0",
        "points_1": "5",
        **{f"points_{seat}": "None" for seat in range(2, 7)},
    }
    assert (won["game"], won["winner"], won["near"], won["waiting"]) == ("OFF", "Anna", "OFF", NOBODY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_names_are_in_the_language_of_the_screen(language: str) -> None:
    set_language(language)
    components = device_of(discovery(TOPICS, "homeassistant"))["components"]
    names = [one["name"] for one in components.values() if "name" in one]
    assert len(set(names)) == len(names)
    if language != "en":
        set_language("en")
        english = device_of(discovery(TOPICS, "homeassistant"))["components"]
        assert components["winner"]["name"] != english["winner"]["name"]
