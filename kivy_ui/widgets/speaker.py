"""The speaker's page of the settings: what sounds, how loud, what speaks, and a test of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from companion.app.i18n import _
from companion.app.settings import Settings
from companion.app.speaker import SPEAKER_KEY, VOICE_KEY, Card
from companion.presenters.speaker import rows
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Look, Painted
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.choice import Segments

OUTPUT = "speaker.output"
COLUMNS = 3
"""Outputs stand in so many columns, as there may be several and their names are long."""


class SpeakerSection(Painted):
    """``on_set`` takes a key and its value, ``on_try`` the key of the part that is tried."""

    def __init__(
        self, look: Look, on_set: Callable[[str, object], None], on_try: Callable[[str], None]
    ) -> None:
        super().__init__(look, "speaker_section")
        self.rows = {
            view.key: Segments(look, view.key, partial(on_set, view.key), may_shorten=view.key == OUTPUT)
            for view in rows(Settings(), ())
        }
        self.tests = {
            key: Button(look, f"try_{key}", icon=icon, on_tap=partial(on_try, key))
            for key, icon in ((SPEAKER_KEY, "play"), (VOICE_KEY, "people"))
        }
        for widget in (*self.rows.values(), *self.tests.values()):
            self.add_widget(widget)

    def refresh(self, settings: Settings, cards: Iterable[Card]) -> None:
        """Show the settings as they are, and the sound cards that there are."""
        for view in rows(settings, cards):
            choices = [(one.name, one.label, one.value, one.chosen, one.icon) for one in view.choices]
            columns = min(COLUMNS, len(choices)) if view.key == OUTPUT else 0
            self.rows[view.key].show(view.label, choices, columns)
        self.tests[SPEAKER_KEY].show(_("Play a test"))
        self.tests[VOICE_KEY].show(_("Say a test"))
        self.place(self.box)

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        outputs = -(-len(self.rows[OUTPUT].buttons) // COLUMNS)
        label = max(look.text(Text.SMALL) * 1.25, look.mm(5))
        lines = [1, 1, 1, outputs, 1]
        line = (box.h - 4 * label) / sum(lines)
        *places, tests = box.rows([count * line + label for count in lines[:-1]] + [line])
        for segments, place in zip(self.rows.values(), places, strict=True):
            segments.place(place)
        for button, cell in zip(self.tests.values(), tests.columns(2), strict=True):
            button.place(cell)
