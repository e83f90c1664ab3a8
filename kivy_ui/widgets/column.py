"""A player on the table: name, points, awards, and the instruments that are tapped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.theme import mix
from kivy_ui.views import PersonView, PlayerView
from kivy_ui.widgets.cells import Cell, KnightCell, LadderCell, PieceCell
from kivy_ui.widgets.chip import draw_chip, draw_icon


@dataclass(frozen=True, slots=True)
class ColumnActions:
    """What a touch in a column calls; the seat is the first argument of each."""

    head: Callable[[int], None]
    piece: Callable[[int, str], None]
    knights: Callable[[int, int], None]
    ladder: Callable[[int, str], None]


class Head(Tappable):
    """Name, points and awards; a tap opens what the player can do."""

    def __init__(
        self, look: Look, name: str, view: PlayerView, on_tap: Callable[[], object], **properties: Any
    ) -> None:
        self.view = view
        self.mode = "tall"
        super().__init__(look, name, on_tap, **properties)

    def show(self, view: PlayerView) -> None:
        """Show another score."""
        if view != self.view:
            self.view = view
            self.repaint()

    def paint(self, p: Painter) -> None:
        if self.pressed:
            p.rect(self.box.inset(p.look.mm(0.6)), p.theme.pressed, p.look.mm(2))
        room = self.box.inset(p.look.mm(1.4), p.look.mm(0.5))
        {"tall": self._tall, "flat": self._flat, "narrow": self._narrow}[self.mode](p, room)

    def arrange(self, mode: str) -> None:
        """Draw as a tall, flat or narrow head."""
        if mode != self.mode:
            self.mode = mode
            self.repaint()

    def _name(self, p: Painter, room: Box) -> None:
        side = min(room.h, p.look.text(Text.TABLE) * 1.12)
        chip, rest = room.cut_left(side)
        draw_chip(p, self.view.person, chip)
        p.write(
            self.view.person.name,
            Box(rest.x + side * 0.2, rest.y, rest.w - side * 0.2, rest.h),
            Text.TABLE,
            p.theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
            least=p.look.metrics.least_text * 1.15,
        )

    def _points(self, p: Painter, room: Box, align: float = 0.5, role: float = Text.POINTS) -> None:
        winner = self.view.winner
        p.write(
            str(self.view.points),
            room,
            role,
            p.theme.accent if winner else p.theme.text,
            bold=True,
            align=align,
            least=room.h / 0.76 if room.h / 0.76 < p.look.text(role) else None,
        )

    def _tall(self, p: Painter, room: Box) -> None:
        """Name above, points and awards beside each other, cards below."""
        name, room = room.cut_top(p.look.text(Text.TABLE) * 1.12)
        self._name(p, name)
        cards, room = room.cut_bottom(p.look.mm(6.2))
        self._strength_and_cards(p, cards)
        points, awards = room.cut_left(max(room.w * 0.56, p.look.text(Text.POINTS) * 1.14))
        self._points(p, points, 0.0)
        self._awards(p, awards)

    def _flat(self, p: Painter, room: Box) -> None:
        """Name and cards at the left, points at the right."""
        points, room = room.cut_right(min(room.w * 0.40, p.look.text(Text.POINTS) * 1.16))
        self._points(p, points, 1.0)
        if room.h < p.look.text(Text.TABLE) * 1.15 + p.look.mm(5):
            self._name(p, room)
            return
        upper, lower = room.rows([1.15, 1.0])
        self._name(p, upper)
        self._strength_and_cards(p, lower, awards=True)

    def _narrow(self, p: Painter, room: Box) -> None:
        """Chip above the points; the name stands beside the instruments."""
        chip, room = room.cut_top(min(room.h * 0.36, p.look.mm(10)))
        draw_chip(p, self.view.person, chip)
        awards, points = room.cut_bottom(p.look.mm(6.0))
        self._points(p, points)
        self._awards(p, awards)

    def _award_list(self) -> list[tuple[str, str]]:
        view = self.view
        found = []
        if view.longest_road:
            found.append(("road", str(view.longest_road)))
        if view.defender:
            found.append(("defender", str(view.defender) if view.defender > 1 else ""))
        if view.merchant:
            found.append(("merchant", ""))
        if view.point_cards:
            found.append(("point", str(view.point_cards) if view.point_cards > 1 else ""))
        return found

    def _awards(self, p: Painter, room: Box) -> None:
        found = self._award_list()
        if not found:
            return
        wide = room.w > room.h * 1.6
        columns = len(found) if wide else min(2, len(found))
        rows = -(-len(found) // columns)
        side = min(room.w / columns, room.h / rows, p.look.mm(8))
        grid = Box(
            room.right - side * columns, room.y + (room.h - side * rows) / 2, side * columns, side * rows
        )
        if wide:
            grid = room.middle(side * columns, side)
        for (icon, number), cell in zip(found, grid.grid(columns, rows), strict=False):
            self._award(p, icon, number, cell)

    def _award(self, p: Painter, icon: str, number: str, cell: Box) -> None:
        theme = p.theme
        ink = theme.track["trade"] if icon == "merchant" else theme.accent
        spot = draw_icon(p, icon, cell.inset(cell.w * 0.08), ink, theme.surface)
        if number and icon != "road":
            side = cell.w * 0.46
            badge = Box(spot.right - side * 0.8, spot.y - side * 0.1, side, side)
            p.rect(badge, theme.text, side / 2)
            p.write(number, badge, 20, theme.ground, bold=True, least=side * 0.7, may_shorten=True)

    def _strength_and_cards(self, p: Painter, room: Box, awards: bool = False) -> None:
        """Active and all knight strength, and face-down cards by colour."""
        theme, view = p.theme, self.view
        parts: list[tuple[str, str, str]] = [("swords", "", f"{view.active_strength}/{view.total_strength}")]
        parts += [("card", track, str(count)) for track, count in view.cards if count]
        height = min(room.h, p.look.mm(6))
        x = room.x
        weights = [len(text) * 0.62 + 1.0 for _icon, _track, text in parts]
        extra = self._award_list() if awards else []
        need = sum(weights) * height * 0.82 + len(extra) * height * 1.1
        unit = height * 0.82 * min(1.0, room.w / max(1.0, need))
        tall = min(height, unit / 0.82)
        for (icon, track, text), weight in zip(parts, weights, strict=True):
            cell = Box(x, room.y + (room.h - tall) / 2, unit * weight, tall)
            spot, rest = cell.cut_left(tall * (0.72 if icon == "card" else 0.86))
            draw_icon(
                p, icon, spot, theme.text if icon == "card" else theme.quiet, theme.surface, track=track
            )
            p.write(
                text,
                rest,
                28,
                theme.text,
                bold=True,
                align=0.15,
                least=min(p.look.metrics.least_text, tall * 0.8),
            )
            x += unit * weight + unit * 0.12
        for icon, number in reversed(extra):
            cell, room = room.cut_right(tall * 1.08)
            self._award(p, icon, number, cell)


class NameLine(Painted):
    """The name by itself, for a flat cell."""

    def __init__(self, look: Look, name: str, person: PersonView, **properties: Any) -> None:
        self.person = person
        super().__init__(look, name, **properties)

    def paint(self, p: Painter) -> None:
        p.write(
            self.person.name,
            self.box.inset(p.look.mm(1), 0),
            Text.TABLE,
            p.theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
            least=p.look.metrics.least_text * 1.1,
        )


class PlayerColumn(Painted):
    """One player. The same parts in three arrangements, by how much room there is."""

    def __init__(self, look: Look, view: PlayerView, actions: ColumnActions, **properties: Any) -> None:
        seat, colour = view.person.seat, view.person.colour
        self.view = view
        self.head = Head(look, f"head_{seat}", view, lambda: actions.head(seat))
        self.name_line = NameLine(look, f"name_{seat}", view.person)
        self.pieces = [
            PieceCell(look, f"{piece}_{seat}", colour, piece, partial(actions.piece, seat, piece))
            for piece in ("settlement", "city", "wall")
        ]
        self.knights = [
            KnightCell(
                look,
                f"knights_{seat}_{group.strength}",
                colour,
                partial(actions.knights, seat, group.strength),
            )
            for group in view.knights
        ]
        self.ladders = [
            LadderCell(
                look,
                f"ladder_{seat}_{ladder.track}",
                colour,
                partial(actions.ladder, seat, ladder.track),
            )
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
            self.repaint()

    def update(self) -> None:
        """Hand the parts their views."""
        view = self.view
        self.head.show(view)
        for cell, count in zip(self.pieces, (view.settlements, view.cities, view.walls), strict=True):
            cell.show(count)
        for knights, group in zip(self.knights, view.knights, strict=True):
            knights.show(group)
        for rung, ladder in zip(self.ladders, view.ladders, strict=True):
            rung.show(ladder)

    def cells(self) -> list[Cell]:
        """All the instruments."""
        return [*self.pieces, *self.knights, *self.ladders]

    def mark(self, old: PlayerView, new: PlayerView) -> None:
        """Light the instruments whose value differs."""
        before = (old.settlements, old.cities, old.walls, *old.knights, *old.ladders)
        after = (new.settlements, new.cities, new.walls, *new.knights, *new.ladders)
        for cell, was, now in zip(self.cells(), before, after, strict=True):
            if was != now:
                cell.flash(True)

    def unmark(self) -> None:
        """Nothing is new any more."""
        for cell in self.cells():
            cell.flash(False)

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        target = look.mm(TARGET_MM) + 1
        room = box.inset(look.mm(GAP_MM) / 4)
        wanted: list[Painted] = [self.head]
        head = look.mm(9)
        rows: list[Any] = [self.pieces, self.knights, self.ladders]
        if room.h < 3 * target + head:
            rows = [self.knights, self.ladders]
        if room.h >= len(rows) * target + head:
            # room to spare goes to the head first, then to the instruments
            tall = look.text(Text.TABLE) * 1.1 + look.mm(17.5)
            height = min(max(target, (room.h - max(tall, look.mm(24))) / len(rows)), target * 1.35)
            self.head.arrange("tall" if room.h - height * len(rows) >= tall else "flat")
        else:
            self.head.arrange("narrow")
            # flat: the head becomes a column at the left, the name stands over the instruments
            side, room = room.cut_left(max(room.w - 3 * target, look.mm(13)))
            self.head.place(side)
            top, room = room.cut_top(room.h - 2 * target)
            self.name_line.place(top)
            for cells, row in zip((self.knights, self.ladders), room.rows(2), strict=True):
                for cell, part in zip(cells, row.columns(3), strict=True):
                    cell.place(part)
            self._keep([self.head, self.name_line, *self.knights, *self.ladders])
            return
        grid, top = room.cut_bottom(height * len(rows))
        self.head.place(top)
        for row_cells, row in zip(rows, grid.rows(len(rows)), strict=True):
            for one, part in zip(row_cells, row.columns(3), strict=True):
                one.place(part)
            wanted.extend(row_cells)
        self._keep(wanted)

    def _keep(self, wanted: list[Any]) -> None:
        for child in list(self.children):
            if child not in wanted:
                self.remove_widget(child)
        for widget in wanted:
            if widget.parent is None:
                self.add_widget(widget)

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
