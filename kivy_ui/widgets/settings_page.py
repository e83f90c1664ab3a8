"""What stands on the pages of the settings: switches, sizes, parts of the machine, the dice camera."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.app.dice_log import tally
from companion.app.i18n import _
from companion.presenters import camera
from companion.presenters.settings import ClassView, FindingView, PartView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.theme import SIGN_CONTRAST, dimmed, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import die_face, draw_icon
from kivy_ui.widgets.choice import Segments
from kivy_ui.widgets.rows import Row

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

    from kivy_ui.screens.settings import SettingsScreen

RULER_MM = 50.0
MARKS_KEPT = 12


class ClassSwitch(Tappable):
    """A class of sounds with its switch."""

    def __init__(self, look: Look, view: ClassView, on_tap: Callable[[], object], **properties: Any) -> None:
        self.view = view
        super().__init__(look, f"class_{view.name.value}", on_tap, **properties)

    def show(self, view: ClassView) -> None:
        """Show the switch as it stands."""
        if view != self.view:
            self.view = view
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme, look, view = p.theme, p.look, self.view
        body = self.box.inset(look.mm(GAP_MM) / 4)
        p.rect(body, mix(theme.raised, theme.text, 0.2) if self.pressed else theme.raised, look.mm(1.8))
        room = body.inset(look.mm(1.6), look.mm(0.8))
        switch, words = room.cut_right(look.mm(11))
        knob = look.mm(4.6)
        track = switch.middle(look.mm(9.4), look.mm(5.2))
        off = dimmed(theme.text, theme.raised, SIGN_CONTRAST)
        p.mark(track, theme.accent if view.on else off, track.h / 2)
        left = track.right - knob - look.mm(0.3) if view.on else track.x + look.mm(0.3)
        p.rect(Box(left, track.y + (track.h - knob) / 2, knob, knob), theme.surface, knob / 2)
        upper, lower = words.cut_top(look.metrics.least_text * 1.25)
        p.write(view.label, upper, Text.OPERATOR, theme.text, bold=True, align=0.0)
        p.write(view.detail, lower, Text.LEAST, theme.quiet, align=0.0, rise=0.8, lines=2)


class PanelSize(Painted):
    """How large the panel is, with a line to lay a ruler against."""

    def __init__(self, look: Look, screen: SettingsScreen, **properties: Any) -> None:
        self.words = ""
        self.less = Button(look, "panel_less", icon="minus", on_tap=lambda: screen._resize_panel(-1))
        self.more = Button(look, "panel_more", icon="plus", on_tap=lambda: screen._resize_panel(1))
        self.reset = Button(look, "panel_reset", icon="undo", on_tap=screen._reset_panel)
        super().__init__(look, "panel_size", **properties)
        for button in (self.less, self.more, self.reset):
            self.add_widget(button)

    def show(self, words: str, own: bool) -> None:
        """Show another size."""
        self.reset.show(enabled=own)
        if words != self.words:
            self.words = words
        self.repaint()

    def place(self, box: Box) -> None:
        super().place(box)
        side = self.look.mm(TARGET_MM) + 2
        buttons, self._room = box.cut_right(side * 3)
        for button, cell in zip((self.less, self.more, self.reset), buttons.columns(3), strict=True):
            button.place(cell.middle(cell.w, min(cell.h, side)))

    _room = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        theme, look = p.theme, p.look
        upper, lower = self._room.inset(look.mm(1), look.mm(0.5)).rows([1.3, 1.0])
        p.write(
            _("Screen: {size}. The line is {length} mm long.").format(
                size=self.words, length=round(RULER_MM)
            ),
            upper,
            Text.OPERATOR,
            theme.quiet,
            align=0.0,
            lines=3,
        )
        length = look.mm(RULER_MM)
        middle = lower.y + lower.h * 0.55
        thick = max(2.0, look.mm(0.5))
        p.rect(Box(lower.x, middle, length, thick), theme.accent)
        for end in range(6):
            x = lower.x + round((length - thick) * end / 5)
            tall = look.mm(4 if end in (0, 5) else 2)
            p.rect(Box(x, middle - tall / 2, thick, tall), theme.accent)


class TouchPad(Painted):
    """Shows where it is touched: each touch leaves a numbered ring."""

    def __init__(self, look: Look, **properties: Any) -> None:
        self.marks: list[tuple[int, float, float]] = []
        self.touched = 0
        self.fingers: dict[int, tuple[float, float]] = {}
        self.most = 0
        super().__init__(look, "touch_pad", **properties)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self.touched += 1
        self.marks = [*self.marks, (self.touched, touch.x, touch.y)][-MARKS_KEPT:]
        self.fingers[touch.uid] = (touch.x, touch.y)
        self.most = max(self.most, len(self.fingers))
        self.repaint()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self.fingers[touch.uid] = (touch.x, touch.y)
        self.repaint()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.fingers.pop(touch.uid, None)
        self.repaint()
        return True

    def paint(self, p: Painter) -> None:
        theme, look = p.theme, p.look
        body = self.box.inset(look.mm(GAP_MM) / 2)
        p.frame(body, theme.surface, theme.line, max(1.0, look.mm(0.3)), look.mm(2))
        side = look.mm(TARGET_MM)
        columns, rows = max(1, int(body.w // (side * 1.5))), max(1, int(body.h // (side * 1.5)))
        for cell in body.inset(look.mm(2)).grid(columns, rows):
            dot = look.mm(0.8)
            p.rect(cell.middle(dot, dot), theme.line, dot / 2)
        words = _(
            "Touch here: one tap must leave one ring. Rings so far: {count}. Fingers at once: {fingers}."
        ).format(count=self.touched, fingers=self.most)
        p.write(
            words,
            body.inset(look.mm(3), look.mm(2)).cut_top(look.text(Text.OPERATOR) * 3.6)[0],
            Text.OPERATOR,
            theme.quiet,
            lines=3,
        )
        for number, x, y in self.marks:
            spot = Box(x - side / 2, y - side / 2, side, side)
            p.art("finger", spot, mix(theme.accent, theme.surface, 0.55 if number < self.touched else 0.0))
            p.write(
                str(number),
                Box(spot.x, spot.top, spot.w, look.text(Text.SMALL) * 1.2),
                Text.SMALL,
                theme.text,
                may_shorten=True,
            )
        for x, y in self.fingers.values():
            p.rect(Box(x - look.mm(0.3), body.y, look.mm(0.6), body.h), mix(theme.surface, theme.accent, 0.5))
            p.rect(Box(body.x, y - look.mm(0.3), body.w, look.mm(0.6)), mix(theme.surface, theme.accent, 0.5))


class FindingRow(Row):
    """A part of the machine and how it stands."""

    def draw(self, p: Painter, room: Box) -> None:
        view: FindingView = self.item
        theme, look = p.theme, p.look
        colour = {"good": theme.good, "warn": theme.warn, "danger": theme.danger, "plain": theme.text}[
            view.tone
        ]
        icon, room = room.cut_left(min(room.h, look.mm(7)))
        draw_icon(
            p,
            {"good": "check", "danger": "warning"}.get(view.tone, "minus"),
            icon.inset(icon.w * 0.1),
            colour,
            theme.surface,
        )
        upper, lower = Box(room.x + look.mm(2), room.y, room.w - look.mm(2), room.h).rows([1.0, 0.85])
        p.write(view.label, upper, Text.OPERATOR, theme.text, bold=True, align=0.0)
        p.write(view.found, lower, Text.LEAST, theme.quiet, align=0.0, may_shorten=True)


class PartRow(Row):
    """A light, a buzzer or a button; one that is down is lit."""

    def draw(self, p: Painter, room: Box) -> None:
        view: PartView = self.item
        theme, look = p.theme, p.look
        colour = theme.danger if view.faulty else theme.accent if view.down else theme.text
        if view.down:
            p.rect(room, mix(theme.surface, theme.accent, 0.25), look.mm(1.2))
        icon, words = room.cut_left(min(room.h, look.mm(7)))
        draw_icon(p, view.icon, icon.inset(icon.w * 0.1), colour, theme.surface)
        upper, lower = words.inset(look.mm(1), 0).rows([1.0, 0.85])
        p.write(view.label, upper, Text.OPERATOR, theme.text, bold=True, align=0.0)
        ink = theme.text if view.down else theme.quiet
        p.write(view.detail, lower, Text.LEAST, ink, align=0.0, may_shorten=True)


class DiceSection(Painted):
    """The dice camera: which one, its calibration, what may be kept, and how often it was right."""

    def __init__(self, look: Look, screen: SettingsScreen) -> None:
        self.screen = screen
        self.lines: tuple[str, ...] = ()
        self.counts: tuple[tuple[str, int, int], ...] = ()
        super().__init__(look, "dice_section")
        self.cameras = Segments(look, "cameras", partial(screen._set, "dice.camera"), may_shorten=True)
        self.keeping = Segments(look, "keeping", partial(screen._set, "dice.keep_pictures"))
        self.calibrate = Button(look, "calibrate", icon="camera", on_tap=screen._calibrate)
        for widget in (self.cameras, self.keeping, self.calibrate):
            self.add_widget(widget)

    def refresh(self) -> None:
        """Show the settings and the log as they are."""
        context = self.screen.context
        found = camera.cameras(context.dice.cameras(), context.settings.dice.camera, none=True)
        for segments, view in ((self.cameras, found), (self.keeping, camera.keeping(context.settings))):
            choices = [(one.name, one.label, one.value, one.chosen, one.icon) for one in view.choices]
            segments.show(view.label, choices, min(2, len(choices)))
        self.calibrate.show(_("Calibrate"), enabled=len(found.choices) > 1)
        counts = tally(context.dice_log.throws)
        self.lines, self.counts = camera.tally_lines(counts), counts.dice if counts.throws else ()
        self.repaint()

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        line = look.mm(TARGET_MM + 2)
        label = look.text(Text.SMALL) * 1.3 if box.w < look.mm(110) else 0
        rows = -(-len(self.cameras.buttons) // 2)
        cameras, room = box.cut_top(min(box.h * 0.4, rows * line + label))
        self.cameras.place(cameras)
        keeping, room = room.cut_top(line + label)
        self.keeping.place(keeping)
        button, room = room.cut_top(line)
        self.calibrate.place(button.cut_left(min(button.w, look.mm(60)))[0])
        self._words, self._dice = room.inset(look.mm(1), look.mm(0.5)).cut_top(room.h * 0.6)

    _words = Box(0, 0, 0, 0)
    _dice = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        theme = p.theme
        p.write("\n".join(self.lines), self._words, Text.SMALL, theme.quiet, align=0.0, rise=1.0, lines=6)
        shown = {"red": "1", "white": "1", "event": "ship"}
        for (die, right, read), cell in zip(self.counts, self._dice.columns(3), strict=False):
            spot, words = cell.cut_left(min(cell.h, p.look.mm(9)))
            die_face(p, die, shown[die], spot.inset(p.look.mm(0.5)))
            p.write(f"{right} / {read}", words.inset(p.look.mm(1), 0), Text.SMALL, theme.text, align=0.0)
