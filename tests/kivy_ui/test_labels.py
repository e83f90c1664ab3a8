"""Labels that are never cut: what Undo would take back, and the rules that a game is played by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app import narrate
from companion.app.i18n import LANGUAGES
from companion.presenters import new_game
from companion.presenters.views import BarView, PersonView
from companion.rules import catalogue
from companion.rules.base.board import PRODUCES
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.event_cards.happenings import DECK
from tests.kivy_ui.test_layout import SCALES, text_faults
from tests.scenes.pictures import SIZES, scenes, speak

FILLED = {
    "good": [*PRODUCES.values(), "coin", "paper", "cloth"],
    "card": list(CARDS),
    "track": [track.value for track in Track],
    "event": sorted({card.event for card in DECK}),
}
"""The words that a label may name."""


def labels() -> Iterator[str]:
    """Everything that Undo may take back, in the language in use."""
    yield narrate.say("correction", {})
    for key, entry in narrate.texts().items():
        if "short" in entry:
            blanks = [name for name in re.findall(r"{(\w+)}", entry["short"]) if name in FILLED]
            for values in product(*(FILLED[name] for name in blanks)):
                words = dict(zip(blanks, values, strict=True))
                yield narrate.say(key, {"level": 5, "number": 12, **words}, form="short")


def faults(button: Any, shell: Any) -> Iterator[str]:
    """What is cut, which the screens forgive where people may have typed it, or stands out of the button."""
    yield from (f"“{text.text}” is cut" for text in button.texts if text.cut)
    yield from text_faults(button, shell.look.metrics.least_text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_undo_takes_back_is_never_cut(ui: Any, size: tuple[int, int], language: str) -> None:
    found: set[str] = set()
    for scale in SCALES:
        for scene in ("table_4", "board"):
            scenes()[scene](ui.open(size=size, text_scale=scale))
            speak(language)
            undo = ui.find("undo")
            for label in sorted(set(labels())):
                undo.show_entry(BarView(undo=label, undo_by=PersonView(0, "Anna", "red")))
                ui.paint()
                found.update(f"{scene}, {scale}: {fault}" for fault in faults(undo, ui.shell))
    assert not found, "\n" + "\n".join(sorted(found))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_rules_of_a_new_game_are_never_cut(ui: Any, size: tuple[int, int], language: str) -> None:
    found: set[str] = set()
    for scale in SCALES:
        scenes()["new_game"](ui.open(size=size, text_scale=scale))
        speak(language)
        screen = ui.shell.screen
        for profile in catalogue.profiles():
            for options in ({}, {"points_to_win": 20}):
                game = replace(new_game.with_profile(screen.game, profile), options=options)
                screen.rules.show(detail=new_game.rules_summary(game))
                ui.paint()
                found.update(f"{scale}: {fault}" for fault in faults(screen.rules, ui.shell))
    assert not found, "\n" + "\n".join(sorted(found))
