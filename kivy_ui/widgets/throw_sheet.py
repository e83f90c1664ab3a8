"""Dice as the camera read them: shown large for a few seconds, then taken unless somebody touches them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import Color, Line

from companion.app.i18n import _
from companion.presenters.throw import ThrowView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_icon
from kivy_ui.widgets.dice import FaceButton
from kivy_ui.widgets.sheets import Sheet

if TYPE_CHECKING:
    from kivy.clock import ClockEvent
    from kivy.input.motionevent import MotionEvent
    from kivy.uix.widget import Widget

RING_FPS = 15
STEPS = 3
"""With less movement the ring shrinks in so many steps."""
DEAF_SECONDS = 0.4
"""A finger that was on its way to what lay below is not meant for the sheet."""


class Ring(Painted):
    """A ring that shrinks; in its middle a tick: what it stands for will be done."""

    def __init__(self, look: Look, **properties: Any) -> None:
        self.share = 1.0
        super().__init__(look, "ring", **properties)

    def show(self, share: float) -> None:
        """How much of it is left, 1 to 0."""
        if share != self.share:
            self.share = share
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme = p.theme
        width = max(2.0, p.look.mm(0.9))
        side = min(self.width, self.height) - 2 * width
        x, y = self.box.centre
        Color(*theme.line)
        Line(circle=(x, y, side / 2), width=width / 2)
        if self.share > 0:
            Color(*theme.accent)
            Line(circle=(x, y, side / 2, 0, 360 * self.share), width=width)
        draw_icon(p, "check", Box(x, y, 0, 0).middle(side * 0.5, side * 0.5), theme.text, theme.surface)


class ThrowSheet(Sheet):
    """Three dice, a ring, and the way out. A tap on a die opens its faces, a tap on a face corrects it."""

    waits = False

    def __init__(
        self,
        look: Look,
        view: ThrowView,
        on_take: Callable[[ThrowView], object],
        on_let_go: Callable[[], object],
        *,
        seconds: float,
        in_steps: bool = False,
        **properties: Any,
    ) -> None:
        self.view = view
        self._on_take = on_take
        self.seconds = seconds
        self.in_steps = in_steps
        self.open_row = ""
        self.elapsed = 0.0
        self._age = 0.0
        self.ring = Ring(look)
        self.dice = {
            row: FaceButton(look, f"throw_{row}", row, face, partial(self.open, row))
            for row, face in view.dice
        }
        self.faces = {
            row: [
                FaceButton(look, f"{row}_{face}", row, face, partial(self.correct, row, face))
                for face in view.faces[row]
            ]
            for row in self.dice
        }
        self.cancel = Button(look, "throw_cancel", _("Cancel"), "cross", kind="quiet", on_tap=on_let_go)
        super().__init__(look, "throw_sheet", on_let_go, **properties)
        for buttons in self.faces.values():
            for button in buttons:
                button.plate = True
        self.keep(self.ring, self.cancel, *self.dice.values())
        self._clock: ClockEvent = Clock.schedule_interval(self._step, 1 / RING_FPS)
        self.fbind("parent", self._left)

    # --- time ---------------------------------------------------------------------------------------

    def _step(self, elapsed: float) -> None:
        self._age += elapsed
        if self.open_row:
            return
        self.elapsed += elapsed
        left = 1.0 - self.elapsed / self.seconds if self.seconds > 0 else 0.0
        if left <= 0:
            self.stop()
            self._on_take(self.view)
            return
        self.ring.show(-(-left * STEPS // 1) / STEPS if self.in_steps else left)

    def stop(self) -> None:
        """Nothing is taken any more."""
        self._clock.cancel()
        self._over = True

    _over = False

    def _left(self, _sheet: Sheet, parent: Widget | None) -> None:
        if parent is None and not self._over:  # another way led elsewhere
            self.on_close()

    # --- what is touched ----------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self._age < DEAF_SECONDS:
            return True
        if any(child.dispatch("on_touch_down", touch) for child in self.children):
            return True
        self.on_close()
        return True

    def open(self, row: str) -> None:
        """Show the faces of a die; time stands still."""
        self.open_row = row
        self.keep(self.ring, self.cancel, *self.dice.values(), *self.faces[row])
        self.ring.show(0.0)
        self._show()

    def correct(self, row: str, face: str) -> None:
        """This die shows another face. The ring starts anew, so that another die can be corrected too."""
        self.view = self.view.other(row, face)
        self.open_row = ""
        self.elapsed = 0.0
        self.keep(self.ring, self.cancel, *self.dice.values())
        self.ring.show(1.0)
        self._show()

    def _show(self) -> None:
        for row, face in self.view.dice:
            self.dice[row].show(face=face, dimmed=self.open_row not in ("", row))
            for button in self.faces[row]:
                button.show(chosen=button.face == face)
        self.arrange(self.card)
        self.repaint()

    # --- where it stands ----------------------------------------------------------------------------

    def arrange(self, card: Box) -> None:
        look = self.look
        portrait = look.metrics.portrait
        head, room = card.inset(look.mm(2)).cut_top(look.mm(TARGET_MM + 4))
        if portrait:
            cancel, room = room.cut_bottom(look.mm(TARGET_MM + 3))
        else:
            cancel, head = head.cut_right(look.mm(44))
        self.cancel.place(cancel)
        ring, self._title = head.cut_left(head.h)
        self.ring.place(ring)
        self._note, room = room.cut_bottom(look.metrics.least_text * (2.5 if portrait else 1.3))
        if self.open_row:
            faces = self.faces[self.open_row]
            columns = len(faces) if not portrait else 3 if len(faces) == 6 else 2
            rows = len(faces) // columns
            lower, room = room.cut_bottom(room.h * (0.56 if rows > 1 else 0.5))
            for button, cell in zip(faces, lower.inset(0, look.mm(1)).grid(columns, rows), strict=True):
                button.place(_square(cell))
        dice = list(self.dice.values())
        if portrait and len(dice) == 3 and not self.open_row:
            upper, lower = room.rows(2)
            cells = [*upper.columns(2), lower]
        else:
            cells = room.columns(len(dice))
        for die, cell in zip(dice, cells, strict=True):
            die.place(_square(cell))

    _title = Box(0, 0, 0, 0)
    _note = Box(0, 0, 0, 0)

    def paint_card(self, p: Painter, card: Box) -> None:
        look, view = p.look, self.view
        chip, words = self._title.cut_left(look.mm(13))
        draw_chip(p, view.person, chip.inset(look.mm(1.4)))
        words = words.inset(look.mm(1), 0)
        p.write(view.title, words, Text.TABLE, p.theme.text, bold=True, align=0.0, lines=2, may_shorten=True)
        p.write(view.note, self._note, Text.LEAST, p.theme.quiet, lines=2)


def _square(cell: Box) -> Box:
    side = min(cell.w, cell.h)
    return cell.middle(side, side)
