"""The bar at the bottom: undo, log, more, and the dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.app.i18n import _
from companion.presenters.views import BarView, PersonView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.theme import Colour
from kivy_ui.widgets.button import WRAPPED_LINES, Button
from kivy_ui.widgets.chip import draw_chip
from kivy_ui.widgets.dice import FaceButton

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

FRESH_SECONDS = 5.0
BAR_MM = 14.5
"""Height of a line of the bar: every millimetre more is one less for the table."""


class UndoButton(Button):
    """Undo, and below it what it takes back and whose that is."""

    person: PersonView | None = None
    what = ""
    brief = False
    past = ""
    wraps_detail = True

    def __init__(
        self,
        look: Look,
        on_undo: Callable[[], object],
        on_whose: Callable[[], object] | None,
        **properties: Any,
    ) -> None:
        super().__init__(look, "undo", icon="undo", on_tap=on_undo, on_hold=on_whose, **properties)

    def show_entry(self, bar: BarView) -> None:
        """Name another entry; without one there is nothing to undo. In the past it is the way out of it."""
        self.past = bar.past
        if bar.undo_by != self.person:
            self.person = bar.undo_by
            self.repaint()
        self.what = bar.undo
        self.say()

    def say(self, brief: bool | None = None) -> None:
        """Say the words; ``brief`` where there is no room to say what is taken back."""
        self.brief = self.brief if brief is None else brief
        self.show(
            self.past or _("Undo"),
            icon="back" if self.past else "undo",
            kind="danger" if self.past else "plain",
            detail="" if self.brief else self.what,
            enabled=bool(self.what or self.past),
        )

    _unlight: ClockEvent | None = None

    def light(self) -> None:
        """Mark for some seconds what has just been entered and can be taken back."""
        if self._unlight is not None:
            self._unlight.cancel()
        self.show(lit=True)
        self._unlight = Clock.schedule_once(lambda _elapsed: self.show(lit=False), FRESH_SECONDS)

    def write_detail(self, p: Painter, room: Box, ink: Colour, align: float) -> None:
        if self.person is not None:
            chip, room = self._beside_chip(p, room)
            draw_chip(p, self.person, chip.middle(chip.w, chip.w), self.colours()[0])
        super().write_detail(p, room, ink, align)

    def paint_wrapped(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        """The arrow says as much as the word, which makes way; the chip goes below the arrow."""
        column, words = self._narrow(p, room)
        if self.person is not None:
            column, below = column.rows(2)
            draw_chip(p, self.person, below.inset(below.h * 0.06), fill)
        self._draw_icon(p, column, ink, fill)
        p.write(self.detail, words, Text.SMALL, ink, align=0.0, lines=WRAPPED_LINES, may_shorten=True)

    def _detail_room(self, p: Painter, room: Box) -> Box:
        line = super()._detail_room(p, room)
        return line if self.person is None else self._beside_chip(p, line)[1]

    def _beside_chip(self, p: Painter, room: Box) -> tuple[Box, Box]:
        """Rooms of the chip of who entered it and of the words."""
        side = min(room.h, p.look.text(Text.SMALL) * 1.25)
        chip, words = room.cut_left(side)
        return chip, Box(words.x + side * 0.2, words.y, words.w - side * 0.2, words.h)


class Bar(Painted):
    """What is always at hand. Nothing in it ever changes place or meaning.

    Where there is room the red die lies open in the bar: a tap on what was rolled is at once the way to the
    roll pad and the first of its three taps. Elsewhere one button opens the pad.
    """

    def __init__(
        self,
        look: Look,
        on_undo: Callable[[], object],
        on_whose: Callable[[], object],
        on_log: Callable[[], object],
        on_more: Callable[[], object],
        on_roll: Callable[[str | None, str | None], None],
        on_table: Callable[[], object],
        on_waiting: Callable[[], object],
        on_board: Callable[[], object],
        on_ending: Callable[[], object],
        on_result: Callable[[], object],
        **properties: Any,
    ) -> None:
        self.view = BarView()
        self.compact = False
        self.undo = UndoButton(look, on_undo, on_whose)
        self.log = Button(look, "log", icon="log", on_tap=on_log)
        self.more = Button(look, "more", icon="more", on_tap=on_more)
        self.roll = Button(
            look, "roll", icon="roll", kind="primary", role=Text.TABLE, on_tap=lambda: on_roll(None, None)
        )
        self.table = Button(look, "table", icon="table", kind="primary", role=Text.TABLE, on_tap=on_table)
        self.waiting = Button(look, "waiting", icon="info", kind="primary", on_tap=on_waiting)
        self.board = Button(look, "board_button", icon="board", on_tap=on_board)
        self.ending = Button(look, "end_turn", kind="primary", role=Text.TABLE, on_tap=on_ending)
        self.result = Button(
            look, "evening", icon="trophy", kind="primary", role=Text.TABLE, on_tap=on_result
        )
        self.back = False
        self.faces = [
            FaceButton(look, f"bar_red_{face}", "red", str(face), on_tap=partial(on_roll, "red", str(face)))
            for face in range(1, 7)
        ]
        super().__init__(look, "bar", **properties)
        for button in (self.undo, self.log, self.more):
            self.add_widget(button)
        self.words()

    @staticmethod
    def _line(look: Look) -> float:
        return look.mm(BAR_MM)

    def height_for(self, look: Look) -> float:
        """Pixels that the bar needs in this window. The same on every screen, so that nothing jumps."""
        two_lines = look.metrics.portrait and not self.compact and self.view.pad
        return self._line(look) * (2 if two_lines else 1)

    def words(self) -> None:
        """Say the fixed words in the language in use."""
        self.log.show("" if self.view.board else _("Log"))
        self.more.show("" if self.view.board else _("More"))
        self.board.show(_("Board"))
        self.roll.show(_("Card"), icon="hand") if self.view.card else self.roll.show(_("Roll"), icon="roll")
        self.table.show(_("Table"))
        self.waiting.show(_("Answer"))
        self.result.show(_("Result"))
        if self.view.ending is not None:
            self.ending.show_action(self.view.ending)
        self._undo_words()

    def _undo_words(self) -> None:
        self.undo.show_entry(self.view)

    def show(self, view: BarView, back: bool = False, quiet: bool = False) -> None:
        """Show another state; with ``back`` the way to the table stands in place of the dice, ``quiet`` where
        the screen has a bright button of its own."""
        self.table.show(kind="plain" if quiet else "primary")
        if (view, back) == (self.view, self.back):
            return
        old, self.view, self.back = self.view, view, back
        self.words()
        if view.undo and (view.undo, view.undo_by) != (old.undo, old.undo_by):
            self.undo.light()
        self.arrange()

    def place(self, box: Box) -> None:
        super().place(box)
        self.arrange()

    def arrange(self) -> None:
        """Put the buttons where they belong."""
        box, look = self.box, self.look
        view = self.view
        tray = view.tray and not self.compact
        self.undo.say(self.compact)
        self.board.show("" if self.compact else _("Board"))
        right = self._right(tray)
        if right is self.roll and not view.pad:
            dice, left = Box(box.right, box.y, 0, 0), box
        elif look.metrics.portrait and not self.compact and view.pad:
            dice, left = box.rows(2)
        elif self.compact:
            left, dice = box.columns([345.0, 135.0])
        else:
            dice, left = box.cut_right(6 * (look.mm(TARGET_MM) + 2))
        keys: tuple[Button, ...] = (self.undo, self.log, self.more)
        shares = [1.27, 1.0, 1.23] if self.compact else [1.8, 0.96, 1.0]
        if view.board:
            keys = (self.undo, self.log, self.board, self.more)
            shares = [1.28, 0.66, 0.9, 0.66] if self.compact else [1.78, 0.66, 1.0, 0.66]
        if view.past:
            keys, shares = ((self.undo, self.board), [2.7, 1.2]) if view.board else ((self.undo,), [1.0])
        for button, part in zip(keys, left.columns(shares), strict=True):
            button.place(part)
        self._tray_box = None
        wanted: list[Button] = [self.board] if view.board else []
        wanted += [] if view.past else [self.log, self.more]
        if right is None:
            wanted += self.faces
            self._tray_box = dice
            for face, part in zip(self.faces, dice.inset(look.mm(0.6), 0).columns(6), strict=True):
                face.place(part)
        elif dice.w:
            wanted.append(right)
            right.place(dice)
            if right is self.waiting:
                right.show(detail=view.waiting)
        buttons = (
            self.log,
            self.more,
            self.board,
            self.roll,
            self.table,
            self.waiting,
            self.ending,
            self.result,
        )
        for widget in (*buttons, *self.faces):
            self.have(widget, widget in wanted)
        self.repaint()

    def _right(self, tray: bool) -> Button | None:
        """What stands at the right: the way back, to the result of a game that is over, to what is asked, or
        to the dice; None for the dice."""
        if self.back:
            return self.table
        if self.view.over:
            return self.result
        if self.view.waiting:
            return self.waiting
        if self.view.ending is not None:
            return self.ending
        return None if tray else self.roll

    _tray_box: Box | None = None

    def paint(self, p: Painter) -> None:
        if self._tray_box is not None:
            body = self._tray_box.inset(p.look.mm(0.4), p.look.mm(0.8))
            p.frame(body, p.theme.surface, p.theme.line, max(1.0, p.look.mm(0.3)), p.look.mm(2.4))
