"""The wizard that calibrates the dice camera: camera, empty tray, corners, four faces, a report, saved."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app.dice import (
    COLOURS,
    VIEWS,
    Calibrating,
    CameraChoice,
    LiveView,
    RefusedViews,
    Report,
    Saved,
    Taken,
    Told,
)
from companion.app.i18n import _
from companion.presenters import camera
from companion.presenters.camera import Wizard, WizardView
from companion.presenters.views import ToastView
from kivy_ui.geometry import Box
from kivy_ui.metrics import LEAST_TARGET_MM, PRIMARY_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, fit
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.camera_picture import CameraPicture
from kivy_ui.widgets.chip import draw_icon, event_face
from kivy_ui.widgets.choice import Segments
from kivy_ui.window.inbox import Inbox

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

FACES = {look: face for face, look in COLOURS.items()}


class Progress(Painted):
    """The five pictures: which have been taken, and which is asked."""

    def __init__(self, look: Look, **properties: Any) -> None:
        self.taken: frozenset[str] = frozenset()
        self.step = ""
        super().__init__(look, "progress", **properties)

    def show(self, taken: frozenset[str], step: str) -> None:
        """Show how far it has come."""
        if (taken, step) != (self.taken, self.step):
            self.taken, self.step = taken, step
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme, look = p.theme, p.look
        for what, cell in zip(VIEWS, self.box.columns(len(VIEWS)), strict=True):
            body = cell.inset(look.mm(0.5))
            edge = theme.accent if what == self.step else theme.good if what in self.taken else theme.line
            p.frame(body, theme.surface, edge, max(2.0, look.mm(0.6)), look.mm(1.8))
            room = body.inset(look.mm(1.2))
            if what in self.taken:
                draw_icon(p, "check", room, theme.good, theme.surface)
            elif what in FACES:
                event_face(p, FACES[what], room)
            else:
                tray = room.middle(room.h * 1.3, room.h * 0.8)
                p.frame(tray, theme.ground, theme.quiet, max(1.0, look.mm(0.4)), look.mm(0.8))


class Instructions(Painted):
    """What is to be done now, or why something did not go, and the figures of the report."""

    def __init__(self, look: Look, **properties: Any) -> None:
        self.view = WizardView("", "", "", "", False)
        super().__init__(look, "instructions", **properties)

    def show(self, view: WizardView) -> None:
        """Say something else."""
        if view != self.view:
            self.view = view
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme, look, view = p.theme, p.look, self.view
        room = self.box.cut_top(self.box.h - look.metrics.least_text * 0.4)[0]
        head, room = room.cut_top(look.text(Text.TABLE) * 1.3)
        p.write(view.title, head, Text.TABLE, theme.text, bold=True, align=0.0)
        ink = theme.warn if view.warning else theme.text
        text, lines = view.text, view.lines
        if not lines:
            p.write(text, room, Text.OPERATOR, ink, align=0.0, rise=1.0, lines=9)
            return
        size, broken, _cut = fit(
            text, room.w, room.h, look.text(Text.SMALL), look.metrics.least_text, 4, False
        )
        upper, lower = room.cut_top(size * 1.2 * len(broken))
        p.write(text, upper, Text.SMALL, ink, align=0.0, rise=1.0, lines=4)
        p.write("\n".join(lines), lower, Text.SMALL, theme.quiet, align=0.0, rise=1.0, lines=16)


class CameraScreen(Screen):
    """One page after another. The camera is its own until it is left."""

    framed = False
    of_game = False

    def __init__(self, shell: Shell, origin: str = "home", **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.context = shell.context
        self.origin = origin
        self.inbox = Inbox()
        self.found: tuple[CameraChoice, ...] = self.context.dice.cameras()
        own = self.context.settings.dice.camera or (self.found[0].camera if self.found else "")
        self.wizard = Wizard(camera=own)
        self.live: LiveView | None = None
        self.job: Calibrating | None = None
        self._opened = 0
        self._held = 0
        self.picture = CameraPicture(look, self._point)
        self.words = Instructions(look)
        self.progress = Progress(look)
        self.cameras = Segments(look, "cameras", self._choose, may_shorten=True)
        self.sizes = Segments(look, "sizes", self._resize)
        self.back = Button(look, "back", icon="back", kind="quiet", on_tap=self._back)
        self.again = Button(look, "corners_again", _("Start over"), "undo", on_tap=self._corners_again)
        self.main = Button(look, "wizard_main", kind="primary", on_tap=self._main)
        self.fbind("parent", self._left)
        self._open()

    # --- the camera ---------------------------------------------------------------------------------

    def _open(self) -> None:
        self._close()
        self.live = None
        if self.wizard.camera:
            self._opened += 1
            from_afar = partial(self._from_afar, self._opened)
            self.job = self.context.dice.calibrate(self.wizard.camera, self.wizard.size_px, from_afar)

    def _close(self) -> None:
        if self.job is not None:
            self.job.close()
            self.job = None

    def _from_afar(self, opened: int, told: Told) -> None:
        """From the camera's thread. What a camera says that has been closed meanwhile is not heard."""

        def heard() -> None:
            if self.job is not None and opened == self._opened:
                self.told(told)

        self.inbox.put(heard)

    def told(self, told: Told) -> None:
        """Something came from the camera."""
        if isinstance(told, LiveView):
            first, self.live = self.live is None, told
            over = bool(self.wizard.refused) and not self.wizard.again
            if over:
                self.wizard = camera.cleared(self.wizard)
            if not first and not over:
                if self.wizard.still is None:
                    self.picture.show(told, self.picture.corners, self.picture.touchable)
                return
        elif isinstance(told, Taken):
            self.wizard = camera.took(self.wizard, told)
            if self.wizard.step == "making":
                self._make()
        elif isinstance(told, Report):
            self.wizard = camera.reported(self.wizard, told)
        elif isinstance(told, RefusedViews):
            self.wizard = camera.refused(self.wizard, told)
        elif isinstance(told, Saved):
            self._saved()
            return
        self.refresh()

    def _make(self) -> None:
        if self.job is not None:
            self.job.make(camera.asked_corners(self.wizard))

    def _saved(self) -> None:
        settings = self.context.settings
        dice = msgspec.structs.replace(settings.dice, camera=self.wizard.camera)
        self.context.change(msgspec.structs.replace(settings, dice=dice))
        self._close()
        self.shell.go("settings", section="camera", origin=self.origin)
        self.shell.messages.tell(ToastView(_("The camera reads the dice from now on."), tone="good"))

    def _left(self, _screen: Screen, parent: Widget | None) -> None:
        if parent is None:
            self._close()

    # --- what is shown ------------------------------------------------------------------------------

    def refresh(self) -> None:
        view = camera.view(self.wizard, self.live is not None)
        self.words.show(view)
        self.main.show(view.button, icon=view.icon, enabled=view.ready)
        self.progress.show(self.wizard.taken, self.wizard.step)
        choosing = self.wizard.step == "camera"
        marking = self.wizard.step == "corners"
        corners = camera.asked_corners(self.wizard)
        shown = self.wizard.still or self.live
        on_tray = self.wizard.step in VIEWS[1:] and len(corners) == 4
        self.picture.show(shown, corners if marking or on_tray else (), touchable=marking)
        if choosing:
            self._show_choices()
        wanted: list[Painted] = [self.picture, self.words, self.progress, self.back, self.main]
        if choosing:
            wanted += [self.cameras, self.sizes] if self.found else []
        if marking:
            wanted.append(self.again)
        self.keep(*wanted)
        self.arrange(self.box)

    def _show_choices(self) -> None:
        for segments, setting in (
            (self.cameras, camera.cameras(self.found, self.wizard.camera, none=False)),
            (self.sizes, camera.sizes(self.wizard.size_px)),
        ):
            segments.show(
                "" if segments is self.cameras else setting.label,
                [(one.name, one.label, one.value, one.chosen, one.icon) for one in setting.choices],
                len(setting.choices) if segments is self.sizes else 1,
            )

    def arrange(self, box: Box) -> None:
        look = self.look
        room = box.inset(look.mm(1.5))
        line = look.mm(TARGET_MM + 2)
        if look.metrics.portrait:
            self._arrange_upright(room, line)
        else:
            # a report has more to read than the other pages
            left, right = room.cut_left(room.w * (0.48 if self.words.view.lines else 0.6))
            bottom, upper = left.cut_bottom(line)
            self.progress.place(bottom)
            self.picture.place(upper.inset(look.mm(0.5)))
            self._arrange_words(Box(right.x + look.mm(2), right.y, right.w - look.mm(2), right.h), line)
        self.repaint()

    def _arrange_upright(self, room: Box, line: float) -> None:
        share = 0.3 if self.wizard.step == "camera" else 0.45
        picture, room = room.cut_top(min(room.w * 0.75, room.h * share))
        self.picture.place(picture)
        progress, room = room.cut_top(line)
        self.progress.place(progress)
        self._arrange_words(room, line)

    def _arrange_words(self, room: Box, line: float) -> None:
        look = self.look
        bottom, room = room.cut_bottom(look.mm(PRIMARY_MM + 1))
        back, main = bottom.cut_left(look.mm(TARGET_MM + 4))
        self.back.place(back)
        self.main.place(main)
        if self.wizard.step == "corners":
            again, room = room.cut_bottom(line)
            self.again.place(again)
        if self.wizard.step == "camera" and self.found:
            size = look.mm(TARGET_MM) + look.text(Text.SMALL) * 1.3
            sizes, room = room.cut_bottom(size)
            self.sizes.place(sizes)
            count = len(self.found)
            height = min(room.h * 0.5, count * look.mm(LEAST_TARGET_MM + 1))
            cameras, room = room.cut_bottom(height)
            self.cameras.place(cameras)
        self.words.place(room)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what is touched ----------------------------------------------------------------------------

    def _choose(self, name: str) -> None:
        self.wizard = camera.chosen(self.wizard, name)
        self._open()
        self.refresh()

    def _resize(self, size_px: tuple[int, int]) -> None:
        self.wizard = camera.sized(self.wizard, size_px)
        self._open()
        self.refresh()

    def _main(self) -> None:
        step = self.wizard.step
        if step in VIEWS:
            if self.job is not None:
                self.job.take(step)
            return
        if step == "report":
            if self.job is not None:
                self.job.save()
            return
        self.wizard = camera.onward(self.wizard)
        if self.wizard.step == "making":
            self._make()
        self.refresh()

    def _back(self) -> None:
        before = camera.back(self.wizard)
        if before is None:
            self.shell.go("settings", section="camera", origin=self.origin)
            return
        self.wizard = before
        self.refresh()

    def _corners_again(self) -> None:
        self.wizard = camera.without_corners(self.wizard)
        self.refresh()

    def _point(self, x: float, y: float, down: bool) -> None:
        if down:
            width = self.wizard.size_px[0]
            self.wizard, self._held = camera.pointed(self.wizard, x, y, width)
        else:
            self.wizard = camera.moved(self.wizard, self._held, x, y)
        self.refresh()
