"""What is said aloud of a game: whole sentences in the language in use, and nothing that is secret."""

from __future__ import annotations

import re

from companion.app import i18n, narrate
from companion.app.cues import ALOUD, cues
from companion.app.i18n import LANGUAGES
from companion.app.session import GameSession, Update
from companion.engine.core import DeclareWinner
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.rules import catalogue
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.barbarians import PlaceShip
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.slice import Track
from companion.rules.presentation.alerts import Alert
from companion.rules.presentation.parts import Aloud
from tests.kit.each import each
from tests.kit.players import play
from tests.kit.tables import Evening, dice, evening

SECRET = {"card", "cards", "good", "goods", "known", "short", "hand"}
"""Blanks that could tell what is in a hand."""
SEED = 20261124


class Heard:
    """Everything that is said aloud of a game from now on."""

    def __init__(self, session: GameSession) -> None:
        self.said: list[str] = []
        self.languages: list[str] = []
        self.session = session
        session.subscribe(self.hear)

    def hear(self, update: Update) -> None:
        for cue in cues(self.session.ruleset, update):
            if cue.spoken is not None:
                self.said.append(cue.spoken.text)
                self.languages.append(cue.spoken.language)


def rolled(table: Evening, by: str = "anna", event: str = "ship") -> list[str]:
    """What a roll has said."""
    heard = Heard(table.session)
    table.enter(dice(by, event=event))
    return heard.said


def test_the_ship_is_worth_a_sentence_one_step_before_the_attack_only() -> None:
    table = evening().given_ship(4)
    assert rolled(table) == []
    assert rolled(table, "ben") == ["One more ship and the barbarians attack!"]


def test_an_attack_that_was_held_says_who_was_strongest() -> None:
    table = evening().given_ship(6)
    for _knight in range(2):
        table.given_knight("ben", strength=2, active=True)
    assert rolled(table) == [
        "The barbarians attack!",
        "The knights win with strength 4 against 4. Ben has the strongest defence.",
    ]


def test_an_attack_says_who_draws_a_card_and_never_which() -> None:
    table = evening().given_ship(6)
    for who in ("ben", "carla"):
        table.given_knight(who, strength=2, active=True)
    (_attack, won) = rolled(table)
    assert won == (
        "The knights win with strength 4 against 4. "
        "Ben, Carla tie for the strongest defence, so each draws a progress card of their choice."
    )


@each(
    [
        ("en", "The barbarians win with strength 4 against 1. Anna, Ben, Carla lose a city each."),
        ("ru", "Варвары побеждают: их сила 4, сила рыцарей 1. Теряют по городу: Anna, Ben, Carla."),
        (
            "pl",
            "Barbarzyńcy zwyciężają: ich siła to 4, a rycerzy 1. Po jednym mieście tracą: Anna, Ben, Carla.",
        ),
        ("de", "Die Barbaren siegen: Stärke 4 gegen 1. Je eine Stadt verlieren: Anna, Ben, Carla."),
    ]
)
def test_an_attack_that_was_lost_says_who_loses_a_city(language: str, sentences: str) -> None:
    table = evening().given_ship(6)
    table.given_knight("david", strength=1, active=True)
    i18n.set_language(language)
    try:
        heard = Heard(table.session)
        table.enter(dice("anna", event="ship"))
    finally:
        i18n.set_language("en")
    assert heard.said[1] == sentences
    assert heard.languages == [language, language]


def test_an_attack_that_costs_nobody_anything_says_so() -> None:
    table = evening("anna ben").given_ship(6)
    for who in ("anna", "ben"):
        table.given_metropolis(who, Track.TRADE if who == "anna" else Track.POLITICS)
    assert rolled(table)[1].endswith("Nobody has a city to lose, so nothing is lost.")


def test_where_only_the_event_die_is_entered_the_attack_is_said() -> None:
    table = evening(level=Level.L0)
    table.enter(PlaceShip(PlayerId("anna"), 6))
    heard = Heard(table.session)
    table.enter(RollDice(PlayerId("anna"), {"event": "ship"}))
    assert heard.said == ["The barbarians attack!"]


def test_whose_metropolis_it_is_and_who_has_won() -> None:
    table = evening("anna ben").given_level("anna", Track.SCIENCE, 3).rolled()
    heard = Heard(table.session)
    table.enter(Improve(PlayerId("anna"), Track.SCIENCE, 4))
    table.overrule(DeclareWinner(PlayerId("anna")))
    assert heard.said[0] == "Anna has the metropolis: Science."
    assert heard.said[1].startswith("Anna wins with ") and len(heard.said) == 2


def test_what_was_taken_back_is_not_said_again() -> None:
    table = evening().given_ship(5)
    heard = Heard(table.session)
    table.enter(dice("anna", event="ship"))
    table.session.undo()
    table.session.redo()
    assert heard.said == ["One more ship and the barbarians attack!"]


def test_a_whole_game_is_said_in_whole_sentences() -> None:
    table = evening("anna ben carla", points_to_win=30)
    heard = Heard(table.session)
    for _command in play(table.session, SEED):
        if len(heard.said) > 12 or table.core.winner is not None:
            break
    assert len(set(heard.said)) > 4, f"seed {SEED}"
    for text in heard.said:
        assert re.fullmatch(r"[A-Z“].*[.!]", text) and "{" not in text, text


@each(lambda: sorted(catalogue.folders()))
def test_no_module_has_anything_said_that_could_be_secret(name: str) -> None:
    """Which cards somebody holds, draws or steals fills no blank of what is said."""
    classes = {value.name: value.sound for value in every_alert()}
    for part in catalogue.module(name).parts:
        for rule in part.cues:
            if classes[rule.sign] not in ALOUD or rule.event in own_words():
                continue
            tag = str(rule.event.__struct_config__.tag)
            keys = [key for key in narrate.texts() if key == tag or key.startswith(f"{tag}.")]
            assert keys, f"{tag} has no sentence to say"
            for key in keys:
                assert not blanks(key) & SECRET, key


def every_alert() -> list[Alert]:
    return [
        value
        for name in catalogue.folders()
        for part in catalogue.module(name).parts
        for value in part.presentation
        if isinstance(value, Alert)
    ]


def own_words() -> set[type]:
    """Events that are said in words of their own, of any part."""
    parts = [part for name in catalogue.folders() for part in catalogue.module(name).parts]
    return {value.event for part in parts for value in part.presentation if isinstance(value, Aloud)}


def blanks(key: str) -> set[str]:
    return {name for form in narrate.texts()[key].values() for name in re.findall(r"{(\w+)}", form)}


def test_every_language_has_a_voice() -> None:
    from hardware.sound.device import VOICES

    assert set(VOICES) == set(LANGUAGES)
