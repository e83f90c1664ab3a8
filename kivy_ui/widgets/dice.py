"""Faces of dice to tap, and rows of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.presenters.helping import Topic
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.theme import mix
from kivy_ui.widgets.chip import PIPS, die_face


class FaceButton(Tappable):
    """One face of a die. ``chosen`` lights it, ``dimmed`` steps it back behind the chosen one."""

    def __init__(
        self,
        look: Look,
        name: str,
        row: str,
        face: str,
        on_tap: Callable[[], object] | None = None,
        **properties: Any,
    ) -> None:
        self.row = row
        self.face = face
        self.chosen = False
        self.dimmed = False
        self.plate = False
        super().__init__(look, name, on_tap, **properties)

    def topic(self) -> Topic:
        return Topic(("dice",) if self.face in PIPS else (self.face,))

    def show(
        self,
        *,
        chosen: bool | None = None,
        dimmed: bool | None = None,
        enabled: bool | None = None,
        face: str | None = None,
    ) -> None:
        """Change how the face stands; what is None stays."""
        before = self.chosen, self.dimmed, self.enabled, self.face
        self.chosen = self.chosen if chosen is None else chosen
        self.dimmed = self.dimmed if dimmed is None else dimmed
        self.enabled = self.enabled if enabled is None else enabled
        self.face = self.face if face is None else face
        if before != (self.chosen, self.dimmed, self.enabled, self.face):
            self.repaint()

    def paint(self, p: Painter) -> None:
        body = self.box.inset(p.look.mm(GAP_MM) / 2)
        theme = p.theme
        radius = p.look.mm(2.4)
        if self.chosen:
            p.rect(body, theme.accent, radius)
        elif self.pressed:
            p.rect(body, theme.pressed, radius)
        elif self.plate:
            p.rect(body, theme.raised, radius)
        share = 0.10 if self.plate or self.chosen else 0.0
        die_face(p, self.row, self.face, body.inset(body.w * share, body.h * share))
        if (self.dimmed and not self.pressed) or not self.enabled:
            cover = mix(theme.surface, theme.ground, 0.5)
            p.rect(body, (*cover[:3], 0.66), radius)


def place_row(buttons: list[FaceButton], box: Box) -> None:
    """Lay the faces of a row side by side: the ship, on half of its die, is twice as wide as a gate."""
    weights = [2.0 if button.face == "ship" else 1.0 for button in buttons]
    for button, part in zip(buttons, box.columns(weights), strict=True):
        button.place(part)


class DicePad(Painted):
    """A row of faces for each die; what is chosen is lit, the others step back."""

    def __init__(
        self,
        look: Look,
        rows: Sequence[str],
        faces: Mapping[str, Sequence[str]],
        on_face: Callable[[str, str], object],
        **properties: Any,
    ) -> None:
        self.rows: dict[str, list[FaceButton]] = {}
        super().__init__(look, "dice_pad", **properties)
        for row in rows:
            self.rows[row] = [
                FaceButton(look, f"{row}_{face}", row, face, on_tap=partial(on_face, row, face))
                for face in faces[row]
            ]
            for button in self.rows[row]:
                button.plate = True
                self.add_widget(button)

    def show(self, chosen: Mapping[str, str]) -> None:
        """Light these faces."""
        for row, buttons in self.rows.items():
            for button in buttons:
                lit = chosen.get(row) == button.face
                button.show(chosen=lit, dimmed=row in chosen and not lit)

    def place(self, box: Box) -> None:
        super().place(box)
        if self.rows:
            for buttons, part in zip(self.rows.values(), box.rows(len(self.rows)), strict=True):
                place_row(buttons, part)
