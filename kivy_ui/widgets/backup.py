"""The backup among the settings: copy to a stick, restore from one, and how far that is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.app.backup import Contents
from companion.app.i18n import _
from companion.presenters import backup
from companion.presenters.backup import BackupView
from companion.presenters.deeds import AnswerView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, PRIMARY_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.choice import ChoiceSheet
from kivy_ui.widgets.sheets import Sheet

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent


def draw_progress(p: Painter, view: BackupView, room: Box) -> None:
    """What is being done, over a bar that shows how much of it is."""
    words, rest = room.cut_top(max(room.h * 0.5, p.look.text(Text.OPERATOR) * 2.4))
    p.write(view.text, words, Text.TABLE, p.theme.text, bold=True, lines=3)
    track = rest.middle(min(rest.w, p.look.mm(100)), p.look.mm(4))
    p.rect(track, p.theme.raised, track.h / 2)
    if view.share > 0:
        done = Box(track.x, track.y, max(track.h, track.w * view.share), track.h)
        p.rect(done, p.theme.accent, track.h / 2)


class BackupSection(Painted):
    """Two buttons, and what came of the last touch."""

    def __init__(self, look: Look, shell: Shell) -> None:
        self.shell = shell
        self.job = shell.context.backups
        self.view = backup.view(self.job)
        self.sheet: WaitSheet | None = None
        super().__init__(look, "backup_section")
        self.copy = Button(look, "backup_copy", icon="stick", role=Text.TABLE, lines=3, on_tap=self._copy)
        self.restore = Button(
            look, "backup_restore", icon="archive", role=Text.TABLE, lines=3, on_tap=self._look
        )
        self.stop = Button(look, "backup_stop", icon="cross", kind="quiet", on_tap=self.job.stop)

    def listen(self, wanted: bool) -> None:
        """Follow what is done, while it is shown."""
        self.job.on_change = self._changed if wanted else lambda: None
        self.job.on_found = self._ask if wanted else lambda _contents: self.job.forget()

    def _changed(self) -> None:
        self.refresh()
        waits = self.view.waits
        if waits and self.sheet is None:
            self.sheet = WaitSheet(self.look, self.view, self.job.stop)
            self.shell.sheets.cover(self.sheet)
        elif waits and self.sheet is not None:
            self.sheet.show(self.view)
        elif self.sheet is not None:
            if self.shell.sheets.shown is self.sheet:
                self.shell.sheets.close()
            self.sheet = None

    def refresh(self) -> None:
        """Show how far it is."""
        self.view = backup.view(self.job)
        busy = bool(self.view.text)
        self.copy.show(_("Copy to USB stick"), enabled=not busy, kind="plain" if busy else "primary")
        self.restore.show(_("Restore"), enabled=not busy)
        self.stop.show(_("Stop"))
        self.keep(self.copy, self.restore, *([self.stop] if busy and not self.view.waits else []))
        self.repaint()

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        narrow = box.w < look.mm(100)
        tall = look.mm(PRIMARY_MM + 7)
        buttons, room = box.cut_top(min(box.h * 0.55, tall * (2 if narrow else 1)))
        cells = buttons.rows(2) if narrow else buttons.columns(2)
        for button, cell in zip((self.copy, self.restore), cells, strict=True):
            button.place(cell)
        stop, self._words = room.inset(look.mm(GAP_MM), look.mm(1)).cut_bottom(look.mm(TARGET_MM + 2))
        self.stop.place(stop.middle(min(stop.w, look.mm(50)), stop.h))

    _words = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        theme = p.theme
        if self.view.text:
            draw_progress(p, self.view, self._words)
            return
        told = self.view.told
        if told is None:
            words = _(
                "Plug in a USB stick (FAT32 or exFAT). All games, players, boards and settings go into one "
                "file; nothing on the stick or here is overwritten."
            )
            p.write(words, self._words, Text.OPERATOR, theme.quiet, lines=7)
            return
        colour = theme.good if told.tone == "good" else theme.warn
        upper, lower = self._words.rows([1.4, 1.0])
        p.write(told.text, upper, Text.OPERATOR, colour, bold=True, rise=0.3, lines=5, may_shorten=True)
        p.write(told.remedy, lower, Text.OPERATOR, theme.quiet, rise=0.8, lines=4, may_shorten=True)

    # --- what is touched ------------------------------------------------------------------------------

    def _copy(self) -> None:
        self.job.copy(self.shell.context.household)

    def _look(self) -> None:
        self.job.look(self.shell.context.household)

    def _ask(self, contents: Contents) -> None:
        text, answers = backup.question(contents)

        def answered(answer: AnswerView) -> None:
            self.shell.sheets.close()
            self.job.restore(self.shell.context.household, answer.name == backup.ALL)

        def left() -> None:
            self.shell.sheets.close()
            self.job.forget()

        self.shell.sheets.cover(ChoiceSheet(self.look, text, answers, answered, left))


class WaitSheet(Sheet):
    """Nothing else is done meanwhile; it can only be stopped."""

    def __init__(
        self, look: Look, view: BackupView, on_stop: Callable[[], object], **properties: Any
    ) -> None:
        self.view = view
        self.stop = Button(look, "backup_stop", _("Stop"), "cross", kind="quiet", on_tap=on_stop)
        super().__init__(look, "wait_sheet", on_stop, **properties)
        self.add_widget(self.stop)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self.stop.dispatch("on_touch_down", touch)
        return True

    def show(self, view: BackupView) -> None:
        """Show how far it is now."""
        self.view = view
        self.repaint()

    def shape(self, room: Box) -> Box:
        return room.middle(min(room.w, self.look.mm(130)), min(room.h, self.look.mm(60)))

    def arrange(self, card: Box) -> None:
        look = self.look
        bottom, self._words = card.inset(look.mm(3)).cut_bottom(look.mm(PRIMARY_MM))
        self.stop.place(bottom.middle(min(bottom.w, look.mm(50)), bottom.h))

    _words = Box(0, 0, 0, 0)

    def paint_card(self, p: Painter, card: Box) -> None:
        draw_progress(p, self.view, self._words)
