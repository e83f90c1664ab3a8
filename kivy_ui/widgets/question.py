"""A pending decision in place: who, what, and the answers as buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.i18n import _
from companion.presenters.intents import Intent
from companion.presenters.views import QuestionView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.widgets.chip import draw_chip
from kivy_ui.widgets.sheets import action_button, choice_grid


class AskedKey(Tappable):
    """The question as a target: a tap tells the rule that asks it. Its words are drawn by the block."""

    spare = True

    def spoken(self) -> str:
        return _("More about it")


class QuestionBlock(Painted):
    """One question on a screen, until it is answered or undone; the rest of the screen stays usable."""

    def __init__(
        self,
        look: Look,
        view: QuestionView,
        on_answer: Callable[[Intent], object],
        on_rule: Callable[[str], object] = lambda _rule: None,
        **properties: Any,
    ) -> None:
        self.view = view
        self.asked = AskedKey(look, "asked", lambda: on_rule(view.rule))
        self.asked.enabled = bool(view.rule)
        self.buttons = [action_button(look, choice, on_answer) for choice in view.choices]
        super().__init__(look, f"question_{view.key}", **properties)
        for widget in (self.asked, *self.buttons):
            self.add_widget(widget)

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        room = box.inset(look.mm(1.6), look.mm(1))
        if box.w > look.mm(120) and len(self.buttons) <= 3 and box.h < look.mm(34):
            self._text, answers = room.columns([0.8, 1.2], look.mm(1))
        else:
            answers, self._text = room.cut_bottom(max(look.mm(TARGET_MM) + 2, room.h * 0.56))
        for button, cell in zip(self.buttons, choice_grid(len(self.buttons), answers, look, 0), strict=True):
            button.place(cell)
        self.asked.place(self._text)

    _text = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        p.rect(self.box.inset(p.look.mm(0.5)), p.theme.surface, p.look.mm(2.4))
        room = self._text
        if self.view.person is not None:
            chip, room = room.cut_left(min(room.h, p.look.mm(11)))
            draw_chip(p, self.view.person, chip.middle(chip.w * 0.9, chip.w * 0.9))
        p.write(
            self.view.text,
            Box(room.x + p.look.mm(1.5), room.y, room.w - p.look.mm(2), room.h),
            Text.TABLE,
            p.theme.text,
            bold=True,
            align=0.0,
            lines=4,
        )
