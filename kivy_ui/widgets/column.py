"""A player on the table: name, points, awards, and the instruments that are tapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.presenters.helping import Topic
from companion.presenters.intents import Intent
from companion.presenters.moving import SpotView
from companion.presenters.views import CounterView, KnightsView, LadderView, PlayerView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.theme import Colour, dimmed, mix
from kivy_ui.widgets.cells import Cell, KnightCell, LadderCell, PieceCell
from kivy_ui.widgets.chip import draw_chip, draw_icon


@dataclass(frozen=True, slots=True)
class ColumnActions:
    """What a touch in a column calls: with the seat, or with what the instrument that was touched means."""

    head: Callable[[int], None]
    cards: Callable[[int], None]
    hand: Callable[[int], None]
    held: Callable[[int], None]
    do: Callable[[Intent | None], object]


class Item(NamedTuple):
    """A small drawing in a line, with its number beside it where there are several."""

    icon: str
    number: int
    ink: Colour
    track: str = ""
    always: bool = False

    @property
    def digits(self) -> str:
        """The number, where it says something."""
        return str(self.number) if self.always or self.number > 1 else ""

    @property
    def width(self) -> float:
        """Room in a line, in heights of it."""
        return ITEM_SHARE + DIGIT_SHARE * len(self.digits)


ITEM_SHARE, DIGIT_SHARE = 0.94, 0.50
"""Widths of a drawing with its gap, and of a digit, in heights of the line."""


def held_items(p: Painter, view: PlayerView) -> list[Item]:
    """What the player holds."""
    theme = p.theme
    return [
        Item(
            holding.icon,
            holding.count,
            theme.track[holding.track] if holding.track else theme.accent if holding.bright else theme.quiet,
        )
        for holding in view.holdings
    ]


def card_items(p: Painter, view: PlayerView) -> list[Item]:
    """The face-down progress cards by colour."""
    return [Item("card", count, p.theme.text, track, always=True) for track, count in view.cards if count]


def draw_items(p: Painter, items: list[Item], room: Box, align: float = 1.0) -> None:
    """Everything in its own place, in one line or two, as large as that allows: nothing lies over another."""
    if not items or room.h < p.look.mm(2) or room.w < p.look.mm(2):
        return
    largest = p.look.mm(6.4)

    def size(lines: list[list[Item]]) -> float:
        widest = max(sum(item.width for item in line) for line in lines)
        return min(largest, room.h / len(lines), room.w / widest)

    half = -(-len(items) // 2)
    ways = [[items]] if len(items) < 2 else [[items], [items[:half], items[half:]]]
    lines = max(ways, key=size)
    side = size(lines)
    grid = room.middle(room.w, side * len(lines))
    for line, row in zip(lines, grid.rows(len(lines)), strict=True):
        left = row.x + (row.w - side * sum(item.width for item in line)) * align
        for item in line:
            spot = Box(left, row.y, side * (ITEM_SHARE - 0.06), side)
            inner = spot.inset(side * 0.02, side * 0.04)
            draw_icon(p, item.icon, inner, item.ink, p.theme.surface, track=item.track)
            if item.digits:
                number = Box(spot.right, row.y, side * DIGIT_SHARE * len(item.digits), side)
                _draw_count(p, item.digits, number)
            left += side * item.width


def _draw_count(p: Painter, digits: str, room: Box) -> None:
    """A number as high as its line."""
    size = room.h * 0.86
    role = size / p.look.text(1000) * 1000
    p.write(digits, room, role, p.theme.text, bold=True, least=1, may_shorten=True)


class Head(Tappable):
    """Name, points and awards; a tap opens what the player can do.

    ``cards`` is the part of the box that another target takes, the player's progress cards.
    """

    def __init__(
        self, look: Look, name: str, view: PlayerView, on_tap: Callable[[], object], **properties: Any
    ) -> None:
        self.view = view
        self.mode = "tall"
        self.cards: Box | None = None
        self.awards = False
        super().__init__(look, name, on_tap, **properties)

    def topic(self) -> Topic:
        held = dict.fromkeys(holding.icon for holding in self.view.holdings)
        return Topic(("points", *held))

    def show(self, view: PlayerView) -> None:
        """Show another score."""
        if view != self.view:
            self.view = view
            self.repaint()

    def arrange(self, mode: str, cards: Box | None = None, awards: bool = False) -> None:
        """Draw as a tall, flat or narrow head, around the cards; a narrow one with its awards or without."""
        if (mode, cards, awards) != (self.mode, self.cards, self.awards):
            self.mode, self.cards, self.awards = mode, cards, awards
            self.repaint()

    def targets(self) -> list[Box]:
        cards, box = self.cards, self.box
        if cards is None:
            return [box]
        above, rest = box.cut_top(box.top - cards.top)
        return [above, rest.cut_left(cards.x - box.x)[0]]

    def paint(self, p: Painter) -> None:
        if self.pressed:
            p.rect(self.box.inset(p.look.mm(0.6)), p.theme.pressed, p.look.mm(2))
        room = self.box.inset(p.look.mm(1.4), p.look.mm(0.5))
        {"tall": self._tall, "handed": self._handed, "flat": self._flat, "narrow": self._narrow}[self.mode](
            p, room
        )

    def _name(self, p: Painter, room: Box) -> None:
        side = min(room.h, float(Text.TABLE) * 1.15 * p.look.metrics.density)
        chip, rest = room.cut_left(side)
        draw_chip(p, self.view.person, chip.middle(side, side))
        words = Box(rest.x + side * 0.16, rest.y, rest.w - side * 0.16, rest.h)
        if words.w < p.look.metrics.least_text:
            return  # not even a letter: the chip has the first one
        p.write(
            self.view.person.name,
            words,
            Text.TABLE,
            p.theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
        )

    def _points_size(self, p: Painter, room: Box) -> float:
        """Pixels of the figure. It is large as it is and does not grow with the text."""
        return min(float(Text.POINTS) * p.look.metrics.density, room.h / 0.80)

    def _points(self, p: Painter, room: Box, align: float = 0.5) -> None:
        """As large as fits: the figure has no part below the line, so its line may stand out of the room."""
        size = self._points_size(p, room)
        colour = p.theme.accent if self.view.winner else p.theme.text
        least = min(p.look.metrics.least_text, size)
        role = size / p.look.text(1000) * 1000
        p.write(str(self.view.points), room, role, colour, bold=True, align=align, least=least)

    def _tall(self, p: Painter, room: Box) -> None:
        """Name above, the points large at the left; strength, cards and awards at the right."""
        name, room = room.cut_top(min(p.look.text(Text.TABLE) * 1.12, room.h * 0.34))
        if self.cards is not None:
            wanted = sum(item.width for item in held_items(p, self.view)) * p.look.metrics.least_text * 1.2
            awards, name = name.cut_right(min(name.w * 0.5, wanted))
        side = self.cards.w if self.cards is not None else max(room.w * 0.40, p.look.mm(15))
        right, points = room.cut_right(side)
        height = right.top - self.cards.top if self.cards is not None else right.h * 0.36
        strength, rest = right.cut_top(min(height, p.look.text(30) * 1.2))
        self._name(p, name)
        self._points(p, points, 0.0)
        if self.view.knights:
            self._strength(p, strength)
        draw_items(p, held_items(p, self.view), rest if self.cards is None else awards)

    def _handed(self, p: Painter, room: Box) -> None:
        """Name above, the points large below it, strength and awards at the bottom: beside cards in hand."""
        name, room = room.cut_top(min(p.look.text(Text.TABLE) * 1.12, room.h * 0.34))
        below, points = room.cut_bottom(min(p.look.text(30) * 1.1, room.h * 0.36))
        self._name(p, name)
        self._points(p, points, 0.0)
        if self.view.knights:
            strength, below = below.cut_left(min(below.w * 0.62, below.h * 2.7))
            self._strength(p, strength)
        draw_items(p, held_items(p, self.view), below)

    def _flat(self, p: Painter, room: Box) -> None:
        """Name, cards and awards at the left, points at the right."""
        figures = 0.58 * len(str(self.view.points)) + 0.10
        points, room = room.cut_right(min(room.w * 0.45, figures * self._points_size(p, room)))
        self._points(p, points, 1.0)
        line = p.look.text(Text.TABLE) * 1.1
        items = [*card_items(p, self.view), *held_items(p, self.view)]
        low = room.h < line + p.look.metrics.least_text
        if low and not items:
            self._name(p, room)
            return
        upper, lower = room.cut_top(room.h * 0.56 if low else max(line, room.h * 0.54))
        self._name(p, upper)
        draw_items(p, items, lower, 0.0)

    def _narrow(self, p: Painter, room: Box) -> None:
        """Chip above the points; the name stands over the instruments."""
        chip, room = room.cut_top(min(room.h * 0.32, p.look.mm(10)))
        draw_chip(p, self.view.person, chip)
        if self.awards:
            awards, room = room.cut_bottom(min(room.h * 0.4, p.look.metrics.least_text * 1.3))
            draw_items(p, held_items(p, self.view), awards, 0.5)
        self._points(p, room)

    def _strength(self, p: Painter, room: Box) -> None:
        """Active and all knight strength."""
        icon, rest = room.cut_left(room.h * 0.95)
        p.art("swords", icon.inset(room.h * 0.08), p.theme.quiet, align=0.0)
        words = f"{self.view.active_strength}/{self.view.total_strength}"
        p.write(
            words, Box(rest.x + room.h * 0.1, rest.y, rest.w, rest.h), 30, p.theme.text, bold=True, align=0.0
        )


class CardsCell(Cell):
    """The player's face-down progress cards by colour; a tap plays one."""

    def __init__(
        self,
        look: Look,
        name: str,
        colour: str,
        on_tap: Callable[[], object] | None = None,
        **properties: Any,
    ) -> None:
        self.cards: tuple[tuple[str, int], ...] = ()
        super().__init__(look, name, colour, on_tap, **properties)

    def topic(self) -> Topic:
        return Topic(tuple(track for track, count in self.cards if count))

    def show(self, cards: tuple[tuple[str, int], ...]) -> None:
        """Show other cards."""
        if cards != self.cards:
            self.cards = cards
            self.repaint()

    def paint(self, p: Painter) -> None:
        room = self.plate(p)
        held = [(track, count) for track, count in self.cards if count]
        width = min(room.w / max(1, len(held)), room.w / 2.4)
        for (track, count), part in zip(
            held, room.middle(width * len(held), room.h).columns(len(held) or 1), strict=False
        ):
            upper, lower = part.cut_top(part.h * 0.54)
            draw_icon(p, "card", upper.inset(0, upper.h * 0.02), p.theme.text, p.theme.raised, track=track)
            p.write(str(count), lower, Text.OPERATOR, p.theme.text, bold=True)


class HandCell(Cell):
    """How many cards the player has in hand; a tap trades, holding it says what is known of them."""

    def __init__(self, look: Look, name: str, colour: str, *taps: Callable[[], object]) -> None:
        self.count: int | None = None
        super().__init__(look, name, colour, *taps)

    def show(self, count: int | None) -> None:
        """Show another number."""
        if count != self.count:
            self.count = count
            self.repaint()

    def paint(self, p: Painter) -> None:
        room = self.plate(p)
        upper, lower = room.cut_top(room.h * 0.44) if room.h > room.w * 0.7 else room.cut_left(room.w * 0.42)
        p.art("hand", upper.inset(0, upper.h * 0.06), p.theme.quiet)
        ink = p.theme.text if self.count else dimmed(p.theme.text, p.theme.raised)
        p.write(str(self.count or 0), lower, Text.TABLE, ink, bold=True)


class NameLine(Painted):
    """Name, cards and awards over the instruments of a flat cell."""

    def __init__(self, look: Look, name: str, view: PlayerView, **properties: Any) -> None:
        self.view = view
        self.awards = True
        super().__init__(look, name, **properties)

    def show(self, view: PlayerView, awards: bool | None = None) -> None:
        """Show other cards and awards; these only where the head has no room for them."""
        if awards is not None and awards != self.awards:
            self.awards = awards
            self.repaint()
        if view != self.view:
            self.view = view
            self.repaint()

    def paint(self, p: Painter) -> None:
        room = self.box.inset(p.look.mm(1), p.look.mm(0.4))
        size = p.look.metrics.least_text
        items = card_items(p, self.view)
        if self.awards:
            items += held_items(p, self.view)
        extra, name = room.cut_right(min(room.w * 0.64, sum(item.width for item in items) * size * 1.2))
        draw_items(p, items, extra)
        p.write(
            self.view.person.name,
            name,
            Text.TABLE,
            p.theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
            least=size * 1.1,
        )


def _instruments(view: PlayerView) -> tuple[object, ...]:
    """What the instruments are for, whatever they show."""
    return (
        *((counter.icon, counter.name) for counter in (*view.counters, *view.instruments)),
        *(group.strength for group in view.knights),
        *(ladder.track for ladder in view.ladders),
    )


def _values(view: PlayerView) -> list[CounterView | KnightsView | LadderView]:
    """What the instruments show, in their order, whatever a touch on them means."""
    counters = [replace(counter, intent=None) for counter in view.counters]
    knights = [replace(group, intent=None) for group in view.knights]
    ladders = [replace(ladder, intent=None) for ladder in view.ladders]
    instruments = [replace(counter, intent=None) for counter in view.instruments]
    return [*counters, *instruments, *knights, *ladders]


class _Held(NamedTuple):
    """What a column needs room for beside the pieces."""

    progress: bool
    hand: bool


PER_LINE = 3
"""Instruments side by side in a column."""
NARROW_MM = 13.0
"""The least width of a head beside them."""


def _lines(cells: Sequence[Cell]) -> list[Sequence[Cell]]:
    """As many lines as they need, and as many in each as can be."""
    count = -(-len(cells) // PER_LINE)
    share = -(-len(cells) // count) if count else 1
    return [cells[start : start + share] for start in range(0, len(cells), share)]


def _held(view: PlayerView) -> _Held:
    return _Held(any(count for _track, count in view.cards), view.hand is not None)


class PlayerColumn(Painted):
    """One player. The same parts in three arrangements, by how much room there is."""

    def __init__(self, look: Look, view: PlayerView, actions: ColumnActions, **properties: Any) -> None:
        seat, colour = view.person.seat, view.person.colour
        self.view = view
        self.head = Head(look, f"head_{seat}", view, lambda: actions.head(seat))
        self.cards = CardsCell(look, f"cards_{seat}", colour, lambda: actions.cards(seat))
        self.hand = HandCell(
            look, f"hand_{seat}", colour, lambda: actions.hand(seat), lambda: actions.held(seat)
        )
        self.name_line = NameLine(look, f"name_{seat}", view)
        self.pieces = [
            PieceCell(look, f"{counter.icon}_{seat}", colour, counter, actions.do)
            for counter in view.counters
        ]
        self.instruments = [
            PieceCell(look, f"{one.name}_{seat}", colour, one, actions.do) for one in view.instruments
        ]
        self._held = _held(view)
        self.knights = [
            KnightCell(look, f"knights_{seat}_{group.strength}", colour, group, actions.do)
            for group in view.knights
        ]
        self.ladders = [
            LadderCell(look, f"ladder_{seat}_{ladder.track}", colour, ladder, actions.do)
            for ladder in view.ladders
        ]
        super().__init__(look, f"column_{seat}", **properties)
        self.update()

    def show(self, view: PlayerView, fresh: bool = False) -> None:
        """Show another state of the player; with ``fresh`` what differs is marked as new."""
        old = self.view
        if view != old:
            if fresh:
                self.mark(old, view)
            self.view = view
            self.update()
            if self._held != _held(view):
                self.place(self.box)
            self.repaint()

    def update(self) -> None:
        """Hand the parts their views."""
        view = self.view
        self.cards.show(view.cards)
        self.hand.show(view.hand)
        self._show_held()
        for cell, counter in zip(self.pieces, view.counters, strict=True):
            cell.show(counter)
        for cell, counter in zip(self.instruments, view.instruments, strict=True):
            cell.show(counter)
        for knights, group in zip(self.knights, view.knights, strict=True):
            knights.show(group)
        for rung, ladder in zip(self.ladders, view.ladders, strict=True):
            rung.show(ladder)

    def _show_held(self) -> None:
        """What an instrument tells need not be told twice."""
        view = self.view
        if any(cell.parent is self for cell in self.instruments):
            told = {one.icon for one in view.instruments}
            view = replace(view, holdings=tuple(one for one in view.holdings if one.icon not in told))
        self.head.show(view)
        self.name_line.show(view)

    def fits(self, view: PlayerView) -> bool:
        """Whether it has the instruments of this player; with another level it needs others."""
        return self.view.person == view.person and _instruments(self.view) == _instruments(view)

    def place_of(self, spot: SpotView) -> Box | None:
        if spot.seat != self.view.person.seat:
            return None
        if spot.sort == "player":
            side = self.look.mm(TARGET_MM)
            return self.head.box.middle(side, side)
        ladders = [cell for cell in self.ladders if cell.view.track == spot.at and cell.parent is self]
        return ladders[0].box if spot.sort == "ladder" and ladders else None

    def cells(self) -> list[Cell]:
        """All the instruments."""
        return [*self.pieces, *self.instruments, *self.knights, *self.ladders]

    def mark(self, old: PlayerView, new: PlayerView) -> None:
        """Light the instruments whose value differs."""
        for cell, was, now in zip(self.cells(), _values(old), _values(new), strict=True):
            if was != now:
                cell.flash(True)

    def unmark(self) -> None:
        """Nothing is new any more."""
        for cell in self.cells():
            cell.flash(False)

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        target = look.mm(TARGET_MM)
        room = box.inset(look.mm(GAP_MM) / 4)
        wanted: list[Painted] = [self.head]
        head = target - 1
        rows: list[Sequence[Cell]] = [row for row in (self.pieces, self.knights, self.ladders) if row]
        more = _lines(self.instruments)
        # a flat column has its head beside the instruments, so one more line of these may find room
        beside = room.w >= PER_LINE * target + look.mm(NARROW_MM)
        if more and room.h >= (len(rows) + len(more)) * target + (
            look.metrics.least_text if beside else head
        ):
            rows[1:1] = more
        elif room.h < len(rows) * target + head and len(rows) > 2:
            rows = rows[1:]
        self._held = _held(self.view)
        cards: Box | None = None
        if room.h >= len(rows) * target + head:
            # room to spare goes to the head first, then to the instruments
            tall = look.text(Text.TABLE) * 1.05 + look.mm(16)
            height = min(max(target, (room.h - max(tall, look.mm(24))) / len(rows)), target * 1.35)
            grid, top = room.cut_bottom(height * len(rows))
            if self._held.hand:
                top = self._arrange_hand(top, tall, wanted)
            elif top.h >= tall:
                if self._held.progress:
                    side = max(target, min(top.w * 0.42, look.mm(24)))
                    cards = Box(top.right - side, top.y, side, target)
                    self.cards.place(cards)
                    wanted.append(self.cards)
                self.head.arrange("tall", cards)
            else:
                self.head.arrange("flat")
        else:
            # flat: the head becomes a column at the left, the name stands over the instruments
            left, room = room.cut_left(max(room.w - PER_LINE * target, look.mm(NARROW_MM)))
            if self._held.hand:
                bottom, left = left.cut_bottom(target)
                self.hand.place(bottom)
                wanted.append(self.hand)
            self.head.place(left)
            in_head = not self._held.hand
            self.head.arrange("narrow", awards=in_head)
            self.name_line.show(self.view, awards=not in_head)
            top, room = room.cut_top(room.h - len(rows) * target)
            self.name_line.place(top)
            for row_cells, row in zip(rows, room.rows(len(rows)), strict=True):
                for one, part in zip(row_cells, row.columns(len(row_cells)), strict=True):
                    one.place(part)
            self.keep(*wanted, self.name_line, *(cell for row in rows for cell in row))
            self._show_held()
            return
        self.head.place(top)
        for row_cells, row in zip(rows, grid.rows(len(rows)), strict=True):
            for one, part in zip(row_cells, row.columns(len(row_cells)), strict=True):
                one.place(part)
            wanted.extend(row_cells)
        self.keep(*wanted)
        self._show_held()

    def _arrange_hand(self, top: Box, tall: float, wanted: list[Painted]) -> Box:
        """The cards in hand at the right of the head, those of progress below them where there is room; what
        is left for the head."""
        target = self.look.mm(TARGET_MM)
        right, rest = top.cut_right(target)
        wanted.append(self.hand)
        if self._held.progress and top.h >= 2 * target:
            upper, lower = right.rows(2)
            self.hand.place(upper)
            self.cards.place(lower)
            wanted.append(self.cards)
        else:
            self.hand.place(right.middle(target, min(right.h, target * 1.4)))
        self.head.arrange("handed" if top.h >= tall else "flat")
        return rest

    def paint(self, p: Painter) -> None:
        view, theme = self.view, p.theme
        body = self.box.inset(p.look.mm(GAP_MM) / 4)
        radius = p.look.mm(2.4)
        livery = p.look.livery(view.person.colour)
        if view.on_turn:
            p.rect(body, theme.accent, radius)
            p.rect(body.inset(max(2.0, p.look.mm(0.6))), mix(theme.surface, theme.raised, 0.45), radius * 0.8)
        else:
            p.rect(body, theme.surface, radius)
        band = Box(body.x + radius, body.top - p.look.mm(0.9), body.w - 2 * radius, p.look.mm(0.9))
        p.rect(band, livery.fill, p.look.mm(0.4))
