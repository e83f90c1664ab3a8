"""An evening to hand on: its card, a code for the diary on a telephone, and files on a stick."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kivy.graphics import Fbo
from kivy.graphics.texture import Texture

from companion.app import bgstats
from companion.app.i18n import _
from companion.app.ports import Notice
from companion.app.share_files import stem
from companion.presenters import sharing
from companion.presenters.share_card import card
from companion.presenters.views import ToastView
from kivy_ui.background import Background
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, Text
from kivy_ui.paint import Painter
from kivy_ui.screen import Screen
from kivy_ui.share import files
from kivy_ui.share.card import HEIGHT, WIDTH
from kivy_ui.share.picture import drawing, picture
from kivy_ui.shell import Shell
from kivy_ui.theme import BLACK, WHITE
from kivy_ui.widgets.button import Button

SECONDS = 12.0


class ShareScreen(Screen):
    """The card is drawn a little in each frame, and written in a thread of its own."""

    framed = False
    hears_buttons = True
    takes_dice = True

    def __init__(self, shell: Shell, back: Mapping[str, Any] | None = None, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.canvas_drawn: Fbo | None = None
        self.saving = False
        self._code: Texture | None = None
        self._drawing: Background | None = None
        self._drawn_of: object = None
        self.back = Button(look, "back", icon="back", on_tap=lambda: shell.go("evening", **(back or {})))
        self.save = Button(look, "save", icon="stick", kind="primary", role=Text.TABLE, on_tap=self._save)
        for button in (self.back, self.save):
            self.add_widget(button)

    def refresh(self) -> None:
        self.back.show(_("Back"))
        self._words()
        wanted = (self.session.entries, self.look.theme.name, self.shell.settings.language)
        if wanted != self._drawn_of:
            self._drawn_of = wanted
            self._draw_anew()
        self.repaint()

    def _draw_anew(self) -> None:
        if self._drawing is not None:
            self._drawing.stop()
        self.canvas_drawn = None
        rows = bgstats.qr(bgstats.link(sharing.played(self.session)))
        self._code = _code(rows) if rows else None
        steps = drawing(card(self.session), self.look.theme)
        self._drawing = Background(steps, self._drawn, self._failed)

    def finish(self) -> None:
        """Draw the card at once: for pictures."""
        if self._drawing is not None and self.canvas_drawn is None:
            self._drawing.finish()

    def _drawn(self, canvas: Fbo) -> None:
        self.canvas_drawn = canvas
        self._words()
        self.repaint()

    def _failed(self, error: Exception) -> None:
        self.shell.fail("share", error)

    def _words(self) -> None:
        self.save.show(_("Save"), enabled=self.canvas_drawn is not None and not self.saving)

    def arrange(self, box: Box) -> None:
        look = self.look
        keys, room = box.cut_bottom(look.mm(PRIMARY_MM) + 2)
        back, save = keys.columns([1.0, 1.6])
        self.back.place(back)
        self.save.place(save)
        room = room.inset(look.mm(2), look.mm(1))
        if look.metrics.portrait:
            self._card, self._side = room.rows([1.25, 1.0], look.mm(2))
        else:
            self._card, self._side = room.columns([1.0, 1.15], look.mm(3))

    _card = Box(0, 0, 0, 0)
    _side = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)
        scale = min(self._card.w / WIDTH, self._card.h / HEIGHT)
        place = self._card.middle(WIDTH * scale, HEIGHT * scale)
        if self.canvas_drawn is None:
            p.rect(place, p.theme.surface, p.look.mm(2))
            p.write("…", place, Text.STRENGTH, p.theme.quiet)
        else:
            p.texture(place, self.canvas_drawn.texture)
        words, code = self._side.cut_bottom(p.look.mm(15))
        if self._code is not None:
            # whole pixels for each dot, so that no telephone has to guess
            dots = self._code.width
            side = dots * max(1, int(min(code.w, code.h) // dots))
            p.texture(code.middle(side, side), self._code)
        p.write(
            _("For BG Stats: read this with a phone. Save writes the card and all files."),
            words,
            Text.SMALL,
            p.theme.text,
            lines=4,
        )

    def _save(self) -> None:
        if self.canvas_drawn is None:
            return
        drawn, others = picture(self.canvas_drawn), sharing.files(self.session)
        name = stem(self.session.header.game)
        self.saving = True
        self._words()

        def make() -> dict[str, bytes]:
            return {name + sharing.PNG: files.png(drawn), name + sharing.PDF: files.pdf(drawn), **others}

        self.shell.context.hand_on(make, self._saved)

    def _saved(self, result: Path | Notice) -> None:
        self.saving = False
        self._words()
        if isinstance(result, Notice):
            view = ToastView(result.text, result.remedy, tone="warn", seconds=SECONDS)
        else:
            view = ToastView(
                _("The card and the game are in {folder}.").format(folder=result),
                tone="good",
                seconds=SECONDS,
            )
        self.shell.messages.tell(view)


def _code(rows: tuple[tuple[bool, ...], ...]) -> Texture:
    """A dot a pixel, black on white whatever the theme is: cameras expect that."""
    ink, paper = (bytes(round(255 * part) for part in colour[:3]) for colour in (BLACK, WHITE))
    texture = Texture.create(size=(len(rows[0]), len(rows)), colorfmt="rgb")
    texture.mag_filter = texture.min_filter = "nearest"
    texture.blit_buffer(
        b"".join(ink if dark else paper for row in reversed(rows) for dark in row), colorfmt="rgb"
    )
    return texture
