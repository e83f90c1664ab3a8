"""The first screen: go on, begin anew, the same table once more, settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.i18n import _
from companion.app.ports import Notice
from companion.presenters import home, new_game
from companion.presenters.home import GameView, HomeView
from companion.presenters.views import PersonView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, PRIMARY_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painter, Tappable
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import Colour, liveries, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_chips, draw_icon, ship_colours
from kivy_ui.widgets.choice import TextSheet


class ResumeCard(Tappable):
    """The game to go on with: who plays, the points, the turn. The whole card is the button."""

    def __init__(self, look: Look, on_tap: Callable[[], None], **properties: Any) -> None:
        self.view: GameView | None = None
        super().__init__(look, "resume", on_tap, **properties)

    def show(self, view: GameView | None) -> None:
        """Show a game."""
        self.view = view
        self.repaint()

    def paint(self, p: Painter) -> None:
        if self.view is None:
            return
        theme, look = p.theme, p.look
        body = self.box.inset(look.mm(GAP_MM) / 2)
        radius = look.mm(2.6)
        p.frame(
            body,
            mix(theme.surface, theme.text, 0.12) if self.pressed else theme.surface,
            theme.accent,
            max(2.0, look.mm(0.6)),
            radius,
        )
        room = body.inset(look.mm(1.4))
        bar, room = room.cut_bottom(max(look.mm(PRIMARY_MM - 1), look.text(Text.TABLE) * 1.5))
        p.rect(bar, theme.accent_pressed if self.pressed else theme.accent, radius * 0.7)
        inner = bar.inset(look.mm(2), look.mm(0.8))
        icon, inner = inner.cut_left(min(inner.h, look.mm(9)))
        draw_icon(p, "play", icon.inset(icon.w * 0.08), theme.on_accent, theme.accent)
        word, turn = inner.columns([1.0, 0.62])
        p.write(_("Resume"), word.inset(look.mm(1), 0), Text.TABLE, theme.on_accent, bold=True, align=0.0)
        p.write(self.view.standing, turn, Text.OPERATOR, theme.on_accent, align=1.0)
        self._people(p, room.inset(look.mm(1), look.mm(0.5)))

    def _people(self, p: Painter, room: Box) -> None:
        assert self.view is not None
        people = self.view.people
        columns = (
            2
            if len(people) > 4 or (len(people) > 2 and room.h < len(people) * p.look.text(Text.TABLE) * 1.05)
            else 1
        )
        rows = -(-len(people) // columns)
        scored = any(points is not None for _person, points in people)
        best = max((points or 0 for _person, points in people), default=0)
        cells = [cell for row in room.rows(rows, p.look.mm(1)) for cell in row.columns(columns, p.look.mm(5))]
        for (person, points), cell in zip(people, cells, strict=False):
            side = min(cell.h * 0.86, p.look.text(Text.TABLE) * 1.3)
            chip, rest = cell.cut_left(side)
            draw_chip(p, person, chip)
            rest = Box(rest.x + side * 0.22, rest.y, rest.w - side * 0.22, rest.h)
            if scored:
                score, rest = rest.cut_right(p.look.text(Text.TABLE) * 1.5)
                p.write(
                    "" if points is None else str(points),
                    score,
                    44 if cell.h > p.look.text(44) else Text.TABLE,
                    p.theme.accent if points == best else p.theme.text,
                    bold=True,
                    align=1.0,
                )
            p.write(person.name, rest, Text.TABLE, p.theme.text, bold=True, align=0.0, may_shorten=True)


class AgainButton(Button):
    """The same table once more: its words and its people."""

    people: tuple[PersonView, ...] = ()

    def paint_content(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        if not self.people or room.h < p.look.mm(11):
            super().paint_content(p, room, fill, ink)
            return
        words, chips = room.rows([1.0, 0.9])
        super().paint_content(p, words, fill, ink)
        draw_chips(p, self.people, chips, p.look.mm(8), align=0.5)


class NoticeLine(Tappable):
    """What went wrong at the start, in a line that is never in the way. A tap tells everything."""

    def __init__(self, look: Look, on_tap: Callable[[], None], **properties: Any) -> None:
        self.notices: tuple[Notice, ...] = ()
        super().__init__(look, "notices", on_tap, **properties)

    def show(self, notices: tuple[Notice, ...]) -> None:
        """Show other notices."""
        if notices != self.notices:
            self.notices = notices
            self.repaint()

    def paint(self, p: Painter) -> None:
        if not self.notices:
            return
        theme = p.theme
        body = self.box.inset(p.look.mm(GAP_MM) / 2, p.look.mm(0.6))
        p.frame(
            body,
            mix(theme.surface, theme.warn, 0.30 if self.pressed else 0.10),
            theme.warn,
            max(1.0, p.look.mm(0.3)),
            p.look.mm(1.8),
        )
        icon, room = body.inset(p.look.mm(1.5), p.look.mm(0.5)).cut_left(min(body.h, p.look.mm(8)))
        draw_icon(p, "warning", icon.inset(icon.w * 0.1), theme.warn, theme.surface)
        more = len(self.notices) - 1
        if more:
            count, room = room.cut_right(p.look.mm(11))
            p.write(f"+{more}", count, Text.OPERATOR, theme.text, bold=True)
        p.write(
            self.notices[0].text,
            room.inset(p.look.mm(1), 0),
            Text.OPERATOR,
            theme.text,
            align=0.0,
            lines=2,
            may_shorten=True,
        )


class HomeScreen(Screen):
    """Where the app begins."""

    framed = False
    of_game = False
    back_to_table = False

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.context = shell.context
        self.records = self.context.games()
        self.view: HomeView = home.home(self.records, self.context.notices)
        self.resume = ResumeCard(look, self._resume)
        self.new = Button(look, "new_game", icon="play", role=Text.TABLE, on_tap=lambda: shell.go("new_game"))
        self.same = AgainButton(look, "again", icon="people", role=Text.TABLE, on_tap=self._again)
        self.earlier = Button(
            look, "earlier", icon="archive", kind="quiet", on_tap=lambda: shell.go("archive")
        )
        self.settings = Button(look, "settings", icon="gear", on_tap=lambda: shell.go("settings"))
        self.help = Button(look, "help", icon="help", on_tap=lambda: shell.go("help"))
        self.notices = NoticeLine(look, self._tell)

    def refresh(self) -> None:
        view = self.view = home.home(self.records, self.context.notices)
        shown = [person.colour for person in view.again]
        shown += [person.colour for person, _points in view.resume.people] if view.resume else []
        self.look.liveries = liveries(tuple(shown))
        self.resume.show(view.resume)
        self.new.show(_("New game"), kind="plain" if view.resume else "primary")
        self.same.people = view.again
        self.same.show(_("Same players again"))
        self.earlier.show(view.earlier_label)
        self.settings.show(_("Settings"))
        self.help.show(_("Help"))
        self.notices.show(view.notices)
        wanted: list[Any] = [self.new, self.settings, self.help]
        wanted += [
            widget
            for widget, there in (
                (self.resume, view.resume),
                (self.same, view.again),
                (self.earlier, view.earlier),
                (self.notices, view.notices),
            )
            if there
        ]
        self.keep(*wanted)
        self.arrange(self.box)

    def arrange(self, box: Box) -> None:
        look, view = self.look, self.view
        room = box.inset(look.mm(1))
        if view.notices:
            line, room = room.cut_bottom(look.mm(TARGET_MM) + 2)
            self.notices.place(line)
        portrait = look.metrics.portrait
        first = self._first
        self._head, room = room.cut_top(room.h * (0.56 if first else 0.17 if portrait else 0.19))
        if portrait:
            shares = [
                (self.resume, 2.7 if view.resume else 0.0),
                (self.earlier, 0.75 if view.earlier else 0.0),
                (self.new, 1.0 if view.resume else 1.4),
                (self.same, 1.15 if view.again else 0.0),
                (self.settings, 0.8),
            ]
            shown = [(widget, share) for widget, share in shares if share]
            room = room.cut_top(min(room.h, look.mm(90)))[0] if first else room
            for (widget, _share), part in zip(shown, room.rows([share for _w, share in shown]), strict=True):
                widget.place(part)
            self._share_last()
            return
        left, right = room.columns([1.22, 1.0])
        if view.earlier:
            earlier, left = left.cut_bottom(look.mm(TARGET_MM) + 4)
            self.earlier.place(earlier)
        if view.resume is None:
            self.new.place(left)
            self.settings.place(right)
            if view.again:
                again, settings = right.rows(2)
                self.same.place(again)
                self.settings.place(settings)
            self._share_last()
            return
        self.resume.place(left)
        new, again, settings = right.rows([1.0, 1.2, 0.8])
        self.new.place(new)
        self.same.place(again)
        self.settings.place(settings)
        self._share_last()

    def _share_last(self) -> None:
        """Settings and help stand side by side."""
        settings, beside = self.settings.box.columns([1.25, 1.0])
        self.settings.place(settings)
        self.help.place(beside)

    @property
    def _first(self) -> bool:
        """Whether there is no game yet."""
        return self.view.resume is None and not self.view.earlier

    _head = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        theme, look = p.theme, p.look
        p.rect(self.box, theme.ground)
        band = Box(
            self.box.x, self._head.y + look.mm(1), self.box.w, self.box.top - self._head.y - look.mm(1)
        )
        p.rect(band, theme.sea)
        for row, share in ((0.0, 0.34), (0.16, 0.22)):
            p.rect(
                Box(band.x, band.y + band.h * row * 0.5, band.w, band.h * share * 0.5),
                mix(theme.sea, theme.sea_light, 0.20 + row),
            )
        if self._first:
            self._welcome(p, band.inset(look.mm(6), look.mm(3)))
            return
        ship_height = band.h * 0.86
        spot = p.art(
            "ship",
            Box(band.x + look.mm(5), band.y + band.h * 0.08, ship_height * 1.3, ship_height),
            *ship_colours(p),
            align=0.0,
        )
        p.write(
            "Longship",
            Box(spot.right + look.mm(4), band.y, band.right - spot.right - look.mm(8), band.h),
            60,
            theme.text,
            bold=True,
            align=0.0,
        )

    def _welcome(self, p: Painter, room: Box) -> None:
        """Before the first game: what this is, in one sentence."""
        look = p.look
        side = min(room.h, room.w * (0.34 if not look.metrics.portrait else 0.6))
        if look.metrics.portrait:
            ship, words = room.cut_top(side * 0.9)
        else:
            ship, words = room.cut_left(side * 1.15)
            words = Box(words.x + look.mm(6), words.y, words.w - look.mm(6), words.h)
        p.art("ship", ship, *ship_colours(p))
        name, sentence = words.rows([1.0, 1.25])
        align = 0.5 if look.metrics.portrait else 0.0
        p.write("Longship", name, Text.POINTS * 0.8, p.theme.text, bold=True, align=align, rise=0.2)
        p.write(
            _("Keeps track of the ship, the knights and the score beside your board."),
            sentence,
            Text.TABLE,
            p.theme.text,
            align=align,
            rise=0.9,
            lines=3,
        )

    # --- what is touched ----------------------------------------------------------------------------

    def _resume(self) -> None:
        if self.view.resume is not None:
            self.context.resume(self.view.resume.game)

    def _again(self) -> None:
        game = home.again(self.records)
        if game is None:
            return
        if new_game.can_start(game):
            self.context.begin(game)
        else:
            self.shell.go("new_game", game=game)

    def _tell(self) -> None:
        lines = [("", f"{notice.text} {notice.remedy}".strip()) for notice in self.context.notices]

        def read() -> None:
            self.context.notices.clear()
            self.shell.sheets.close()
            self.shell.refresh()

        self.shell.sheets.cover(TextSheet(self.look, _("Please note"), lines, read))
