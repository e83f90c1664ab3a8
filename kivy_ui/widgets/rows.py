"""A list in whole rows: as many as fit, turned over by buttons at the side or by a finger that drags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.theme import mix
from kivy_ui.widgets.button import Button

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

DRAG_MM = 5.0
"""How far a finger moves before it drags and no longer taps."""


class Row(Tappable):
    """A row of a list. Subclasses write ``draw``."""

    def __init__(self, look: Look, on_tap: Callable[[Any], None], **properties: Any) -> None:
        self.item: Any = None
        self.odd = False
        super().__init__(look, "", lambda: on_tap(self.item), **properties)

    def show(self, item: Any, name: str, odd: bool) -> None:
        """Show another item."""
        if (item, name, odd) != (self.item, self.name, self.odd):
            self.item, self.name, self.odd = item, name, odd
            self.repaint()

    def let_go(self, touch: MotionEvent) -> None:
        """The finger drags the list and no longer taps this row."""
        if self.pressed:
            touch.ungrab(self)
            self.pressed = False
            self.repaint()

    def paint(self, p: Painter) -> None:
        if self.item is None:
            return
        body = self.box.inset(p.look.mm(0.3), p.look.mm(0.3))
        fill = (
            p.theme.pressed
            if self.pressed
            else p.theme.surface
            if self.odd
            else mix(p.theme.surface, p.theme.raised, 0.6)
        )
        p.rect(body, fill, p.look.mm(1.6))
        self.draw(p, body.inset(p.look.mm(1.6), p.look.mm(0.6)))

    def draw(self, p: Painter, room: Box) -> None:
        """Draw the item."""


class RowList(Painted):
    """Shows items in rows of at least a height. ``row`` makes one row's widget.

    The ``key`` of an item tells it from the others and names its row.
    """

    def __init__(
        self, look: Look, name: str, row: Callable[[], Row], row_mm: float = TARGET_MM, **properties: Any
    ) -> None:
        self._make = row
        self.row_mm = row_mm
        self.items: Sequence[Any] = ()
        self.first = 0
        self.per_page = 1
        self.rows: list[Row] = []
        self._dragged: tuple[Any, float, int] | None = None
        self.up = Button(look, f"{name}_up", icon="up", on_tap=lambda: self.turn(-1))
        self.down = Button(look, f"{name}_down", icon="down", on_tap=lambda: self.turn(1))
        super().__init__(look, name, **properties)

    def show(self, items: Sequence[Any], top: bool = False) -> None:
        """Show other items; with ``top`` from the first one on."""
        self.items = items
        self.first = 0 if top else self.first
        self._arrange()

    def place(self, box: Box) -> None:
        super().place(box)
        self._arrange()

    def turn(self, pages: int) -> None:
        """Turn over so many pages."""
        self.scroll(pages * max(1, self.per_page - 1))

    def scroll(self, rows: int) -> None:
        """Move on by so many rows, as far as there are any."""
        self.first += rows
        self._arrange()

    def reveal(self, key: str) -> None:
        """Turn to where the item of that key is, if there is one."""
        place = next((index for index, item in enumerate(self.items) if item.key == key), self.first)
        if not self.first <= place < self.first + self.per_page:
            self.first = place
        self._arrange()

    def _arrange(self) -> None:
        box, look = self.box, self.look
        if box.h <= 0:
            return
        least = look.mm(self.row_mm) + 1
        self.per_page = max(1, int(box.h // least))
        paged = len(self.items) > self.per_page
        self.first = max(0, min(self.first, len(self.items) - self.per_page))
        for button in (self.up, self.down):
            self.have(button, paged)
        if paged:
            side, box = box.cut_right(look.mm(TARGET_MM + 1))
            upper, lower = side.rows(2)
            self.up.place(upper)
            self.down.place(lower)
            self.up.show(enabled=self.first > 0)
            self.down.show(enabled=self.first + self.per_page < len(self.items))
        height = min(box.h / self.per_page, least * 1.45)
        places = box.cut_top(height * self.per_page)[0].rows(self.per_page)
        shown = self.items[self.first : self.first + self.per_page]
        while len(self.rows) < len(shown):
            self.rows.append(self._make())
        for index, row in enumerate(self.rows):
            if index < len(shown):
                row.show(shown[index], f"{self.name}_{shown[index].key}", bool((self.first + index) % 2))
                row.place(places[index])
            self.have(row, index < len(shown))
        self.repaint()

    turned_over = True
    """Its rows move along under the finger that drags them, which is meant."""

    # --- dragging -------------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        taken = bool(super().on_touch_down(touch))
        turned = any(button.collide_point(*touch.pos) for button in (self.up, self.down))
        if self.collide_point(*touch.pos) and not turned and len(self.items) > self.per_page:
            touch.grab(self)
            self._dragged = (touch, touch.y, self.first)
            return True
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._dragged is None:
            return bool(super().on_touch_move(touch))
        _touch, start, first = self._dragged
        moved = touch.y - start
        if abs(moved) < self.look.mm(DRAG_MM):
            return True
        for row in self.rows:
            row.let_go(touch)
        height = self.rows[0].height if self.rows else 1.0
        target = first + round(moved / height)
        if target != self.first:
            self.first = target
            self._arrange()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self._dragged = None
            return True
        return bool(super().on_touch_up(touch))

    def paint(self, p: Painter) -> None:
        """How far down the list is, as a thin bar beside the buttons."""
        if len(self.items) <= self.per_page:
            return
        track = Box(self.up.x - p.look.mm(0.4), self.box.y, p.look.mm(0.8), self.box.h)
        p.rect(track, mix(p.theme.ground, p.theme.line, 0.6), p.look.mm(0.4))
        share = self.per_page / len(self.items)
        height = max(p.look.mm(4), track.h * share)
        top = track.top - (track.h - height) * self.first / max(1, len(self.items) - self.per_page)
        p.rect(Box(track.x, top - height, track.w, height), p.theme.quiet, p.look.mm(0.4))
