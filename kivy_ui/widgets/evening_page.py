"""The pages of an evening, as they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app.i18n import _
from companion.presenters.evening_pages import (
    Curves,
    Dice,
    Honours,
    ListedRow,
    Listing,
    Nothing,
    Numbers,
    Page,
    Places,
    PlaceView,
    RowView,
)
from companion.presenters.views import PersonView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.theme import legible, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.charts import draw_curves, draw_dice
from kivy_ui.widgets.chip import draw_chip, draw_icon
from kivy_ui.widgets.list_sheet import ListSheet
from kivy_ui.widgets.rows import Row

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

    from kivy_ui.shell.sheets import Sheets


class PageArea(Tappable):
    """A page that a swipe turns, or a tap: on its left half back, on its right half on."""

    def __init__(self, look: Look, view: Page, on_turn: Callable[[int], None], **properties: Any) -> None:
        self.view = view
        self._on_turn = on_turn
        self._from_x = self._to_x = 0.0
        super().__init__(look, "page", **properties)

    def show(self, view: Page) -> None:
        """Another page."""
        if view != self.view:
            self.view = view
            self.repaint()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self._from_x = touch.x
        return super().on_touch_down(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        self._to_x = touch.x
        return super().on_touch_up(touch)

    def tapped(self) -> None:
        """A finger was lifted, with or without having gone aside."""
        way = self._to_x - self._from_x
        if abs(way) < self.look.mm(TARGET_MM / 2):
            self._on_turn(1 if self._to_x >= self.center_x else -1)
        else:
            self._on_turn(1 if way < 0 else -1)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)
        room = self.box.inset(p.look.mm(2.5), p.look.mm(1))
        match self.view:
            case Places(places=places):
                _places(p, room, places)
            case Curves():
                draw_curves(p, room, self.view)
            case Dice():
                draw_dice(p, room, self.view)
            case Numbers():
                _numbers(p, room, self.view)
            case Listing():
                _listing(p, room, self.view)
            case Honours():
                _honours(p, room, self.view)
            case Nothing(words=words):
                p.write(words, room, Text.TABLE, p.theme.text, lines=4)


class PageTitle(Tappable):
    """Title and dots; a tap lists all pages."""

    def __init__(self, look: Look, on_tap: Callable[[], object], **properties: Any) -> None:
        self.title, self.number, self.count = "", 0, 1
        super().__init__(look, "page_index", on_tap, **properties)

    def show(self, title: str, number: int, count: int) -> None:
        """Of another page, of so many."""
        if (title, number, count) != (self.title, self.number, self.count):
            self.title, self.number, self.count = title, number, count
            self.repaint()

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.raised if self.pressed else p.theme.ground)
        dots, words = self.box.cut_bottom(p.look.mm(2.2) if self.count > 1 else 0.0)
        words = words.inset(p.look.mm(0.5), p.look.mm(1))
        p.write(self.title, words, Text.TABLE, p.theme.text, bold=True, lines=2, may_shorten=self.number == 0)
        side = min(p.look.mm(1.6), dots.w / (2 * self.count))
        row = dots.middle(self.count * side * 2, dots.h).columns(self.count) if self.count > 1 else []
        for number, cell in enumerate(row):
            colour = p.theme.accent if number == self.number else mix(p.theme.ground, p.theme.text, 0.35)
            p.rect(cell.middle(side, side), colour, side / 2)


class PageName(msgspec.Struct, frozen=True):
    """A page in the list of pages."""

    key: int
    title: str


class PageRow(Row):
    """The title of a page."""

    def draw(self, p: Painter, room: Box) -> None:
        name: PageName = self.item
        p.write(name.title, room, Text.TABLE, p.theme.text, align=0.0, may_shorten=True)


class Pages(Painted):
    """Pages with their title, arrows at its sides and a dot for each. ``sheets`` is where the list of all
    pages is laid over the screen."""

    def __init__(self, look: Look, sheets: Sheets, **properties: Any) -> None:
        self.views: Sequence[Page] = (Nothing("", ""),)
        self.number = 0
        self._sheets = sheets
        self.page = PageArea(look, self.views[0], self.turn)
        self.title = PageTitle(look, self._list)
        self.before = Button(look, "page_before", icon="back", on_tap=lambda: self.turn(-1))
        self.after = Button(look, "page_after", icon="forward", on_tap=lambda: self.turn(1))
        super().__init__(look, "pages", **properties)

    def show(self, views: Sequence[Page]) -> None:
        """Show other pages, where there is one of that number the same."""
        self.views = views
        several = len(views) > 1
        self.page.on_tap = self.page.tapped if several else None
        self.title.on_tap = self._list if several else None
        self.keep(self.page, self.title, *((self.before, self.after) if several else ()))
        self.go(min(self.number, len(views) - 1))

    def turn(self, by: int) -> None:
        """Another page; after the last one comes the first."""
        self.go((self.number + by) % len(self.views))

    def go(self, number: int) -> None:
        """The page of that number."""
        self.number = number
        self.page.show(self.views[number])
        self.title.show(self.views[number].title, number, len(self.views))

    def _list(self) -> None:
        names = tuple(PageName(number, view.title) for number, view in enumerate(self.views))
        # pages of one title follow each other: the first of them leads to all
        firsts = tuple(one for one in names if not one.key or names[one.key - 1].title != one.title)

        def chosen(name: PageName) -> None:
            self._sheets.close()
            self.go(name.key)

        row = partial(PageRow, self.look, chosen)
        self._sheets.cover(ListSheet(self.look, _("Pages"), firsts, row, self._sheets.close))

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        head, room = box.cut_top(look.mm(TARGET_MM + 1))
        left, rest = head.cut_left(look.mm(TARGET_MM + 6))
        right, middle = rest.cut_right(look.mm(TARGET_MM + 6))
        self.before.place(left)
        self.after.place(right)
        self.title.place(middle)
        self.page.place(room)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)


def _person(p: Painter, person: PersonView, box: Box, bold: bool = False) -> None:
    """Chip and name."""
    chip, name = box.cut_left(min(box.h * 0.8, p.look.mm(9), box.w * 0.4))
    draw_chip(p, person, chip)
    gap = p.look.mm(1.2)
    name = Box(name.x + gap, name.y, name.w - gap, name.h)
    p.write(person.name, name, Text.TABLE, p.theme.text, bold=bold, align=0.0, may_shorten=True)


def _places(p: Painter, room: Box, places: tuple[PlaceView, ...]) -> None:
    """The winner's line is higher, and bright."""
    winner = places[0].winner
    shares = [1.5 if place.winner else 1.0 for place in places]
    most = p.look.mm(20) * sum(shares)
    rows = room.cut_top(min(room.h, most))[0].rows([*shares])
    for place, row in zip(places, rows, strict=True):
        body = row.inset(0, p.look.mm(0.6))
        ground = mix(p.theme.surface, p.theme.accent, 0.22) if place.winner and winner else p.theme.surface
        p.rect(body, ground, p.look.mm(2.2))
        inside = body.inset(p.look.mm(2), p.look.mm(0.8))
        rank, rest = inside.cut_left(p.look.mm(12))
        if place.winner:
            draw_icon(p, "trophy", rank.inset(0, rank.h * 0.1), legible(p.theme.accent, ground), ground)
        else:
            p.write(f"{place.rank}.", rank, Text.TABLE, p.theme.text)
        rest = Box(rest.x + p.look.mm(2), rest.y, rest.w - p.look.mm(2), rest.h)
        points, who = rest.cut_right(p.look.mm(22) if place.points is not None else 0.0)
        _person(p, place.person, who, bold=place.winner)
        if place.points is not None:
            p.write(str(place.points), points, Text.STRENGTH, p.theme.text, bold=True, align=1.0)


def _numbers(p: Painter, room: Box, view: Numbers) -> None:
    """A line for each kind, a column for each player; in a narrow window words stand above numbers."""
    for note in view.notes:
        line, room = room.cut_top(p.look.text(Text.OPERATOR) * (2.6 if p.look.metrics.portrait else 1.5))
        p.write(note, line, Text.OPERATOR, p.theme.text, align=0.0, lines=2)
    if not view.rows:
        return
    stacked = p.look.metrics.portrait
    pairs = any(len(value) > LONGEST_NUMBER for row in view.rows for value in row.values)
    share = 0.0 if stacked else 0.26 if pairs else 0.46
    role = Text.OPERATOR if pairs else Text.TABLE
    chips, room = room.cut_top(min(room.h * 0.2, p.look.mm(9)))
    for person, cell in zip(view.people, _cells(chips, share, len(view.people)), strict=True):
        draw_chip(p, person, cell.inset(0, cell.h * 0.06))
    room = room.cut_top(min(room.h, p.look.mm(18 if stacked else 13) * len(view.rows)))[0]
    for row, box in zip(view.rows, room.rows(len(view.rows)), strict=True):
        _row(p, row, box.inset(0, p.look.mm(0.4)), share, role)


LONGEST_NUMBER = 5
"""Letters of a number; what is longer is two of them, and needs more room than its label."""


def _row(p: Painter, row: RowView, box: Box, share: float, role: Text) -> None:
    p.rect(box, p.theme.surface, p.look.mm(1.6))
    numbers = box
    if share:
        words = box.cut_left(box.w * share)[0].inset(p.look.mm(1.5), 0)
    else:
        words, numbers = box.rows([1.0, 1.0])
        words = words.inset(p.look.mm(1.5), 0)
    p.write(row.label, words, Text.OPERATOR, p.theme.text, align=0.0, lines=2)
    for value, cell in zip(row.values, _cells(numbers, share, len(row.values)), strict=True):
        p.write(value, cell.inset(p.look.mm(0.3), 0), role, p.theme.text, bold=True)


LABEL_SHARE = 0.42


def _listing(p: Painter, room: Box, view: Listing) -> None:
    """Heads above their values; in a narrow window labels stand above values."""
    stacked = p.look.metrics.portrait
    for note in view.notes:
        line, room = room.cut_top(p.look.text(Text.OPERATOR) * (2.6 if stacked else 1.5))
        p.write(note, line, Text.OPERATOR, p.theme.text, align=0.0, lines=2)
    share = 0.0 if stacked else LABEL_SHARE
    heads, room = room.cut_top(p.look.text(Text.SMALL) * 2.5)
    for head, cell in zip(view.heads, _cells(heads, share, len(view.heads)), strict=True):
        name = cell.inset(p.look.mm(0.4), 0)
        p.write(head, name, Text.SMALL, p.theme.quiet, lines=2, may_shorten=view.named)
    room = room.cut_top(min(room.h, p.look.mm(18 if stacked else 13) * len(view.rows)))[0]
    for row, box in zip(view.rows, room.rows(len(view.rows)), strict=True):
        _listed(p, row, box.inset(0, p.look.mm(0.4)), share)


def _listed(p: Painter, row: ListedRow, box: Box, share: float) -> None:
    p.rect(box, p.theme.surface, p.look.mm(1.6))
    words, numbers = (box.cut_left(box.w * share)[0], box) if share else box.rows([1.0, 1.0])
    words = words.inset(p.look.mm(1.5), 0)
    if row.person is not None:
        _person(p, row.person, words)
    else:
        p.write(row.label, words, Text.OPERATOR, p.theme.text, align=0.0, lines=2, may_shorten=True)
    for value, cell in zip(row.values, _cells(numbers, share, len(row.values)), strict=True):
        p.write(value, cell, Text.TABLE, p.theme.text, bold=True)


def _cells(box: Box, share: float, count: int) -> list[Box]:
    return box.cut_left(box.w * share)[1].columns(count)


def _honours(p: Painter, room: Box, view: Honours) -> None:
    count = len(view.honours)
    room = room.cut_top(min(room.h, p.look.mm(18) * count))[0]
    for honour, box in zip(view.honours, room.rows(count), strict=True):
        body = box.inset(0, p.look.mm(0.5))
        p.rect(body, p.theme.surface, p.look.mm(1.8))
        inside = body.inset(p.look.mm(1.5), p.look.mm(0.2))
        amount, rest = inside.cut_right(p.look.text(Text.TABLE) * 2.0)
        p.write(honour.amount, amount, Text.TABLE, p.theme.text, bold=True, align=1.0)
        words, who = rest.columns([1.3, 1.0])
        p.write(honour.words, words, Text.OPERATOR, p.theme.text, align=0.0, lines=3)
        if len(honour.people) == 1:
            _person(p, honour.people[0], who)
            continue
        for person, cell in zip(honour.people, who.columns(max(5, len(honour.people))), strict=False):
            draw_chip(p, person, cell.inset(0, cell.h * 0.1))
