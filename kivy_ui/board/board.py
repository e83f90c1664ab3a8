"""The board as a widget: draws a ``BoardView`` with ``Marks``, and tells which place a finger means.

```python
self.picture = BoardPicture(self.look, self.placed, still=shell.settings.reduced_motion)
self.picture.place(Box(0, 0, 480, 480))
marks = Marks(corners=legal, wanted=("corner",), ghost=Ghost("settlement", "red", 0))
self.picture.show(presenters.board.board(table), marks, turn=2)

def placed(self, place: Place, lit: bool) -> None: ...
```

* While a finger is down, the nearest lit place within 9 mm is shown large, and follows it. When it is lifted,
  ``on_place`` is called with ``lit=True``. Slid further than 9 mm from all of them it takes nothing.
* Where a finger comes down and is lifted with nothing lit within 9 mm, ``on_place`` is called with
  ``lit=False`` and the nearest place of the sorts in ``marks.wanted`` within 9 mm, shown all the while as a
  lit one is, so that the screen can take it or say why not; without ``wanted`` it is the nearest piece (one
  of ``marks.seat`` before others), or else the hex. What was not shown is never told.
* Lit places that lie too close for a finger are shown twice as large by itself (``zoom_to``), and the whole
  board again when they are gone. Two fingers zoom and move, one finger moves what is enlarged where it does
  not come down on a lit place. The sign in the corner (``board_zoom``) goes from one to the other.
* A finger that rests is told what stands or lies there, of a hex what ``hexes`` says of it.
* ``show`` costs nothing for what did not change. Nothing moves with ``still``.
* ``spot(Place(...))`` is where a place is seen now, in pixels of the window, for tests and what points at it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import (
    Canvas,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    Translate,
)
from kivy.graphics.texture import Texture

from companion.app.i18n import _
from companion.presenters import land
from companion.presenters.board_view import TURNS, BoardView, Marks, Place
from companion.presenters.helping import Topic
from companion.presenters.moving import SpotView
from kivy_ui.board import figures, ground
from kivy_ui.board.layout_math import HARBOUR_RADIUS, REACH_MM, WHOLE, ZOOM, BoardMap, Point, View
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM
from kivy_ui.paint import Look, Painted, Painter, Tappable

if TYPE_CHECKING:
    from kivy.clock import ClockEvent
    from kivy.input.motionevent import MotionEvent

ZOOM_SECONDS = 0.2
PAINT_SECONDS = 0.008
"""How long the ground is painted in one frame, until the step that is being done is finished."""
PAUSE_SECONDS = 0.15
"""For this long after a touch, wherever it was, painting the ground pauses."""
DRAG_MM = 2.5
"""A finger that goes less far has not moved the board."""

SPOT_MM = 7.0
"""How large something is drawn that moves to a place, on the whole board."""

OnPlace = Callable[[Place, bool], object]


class BoardPicture(Painted):
    """The board with its marks. See the module's text for how it is used."""

    def __init__(
        self,
        look: Look,
        on_place: OnPlace | None = None,
        name: str = "board",
        *,
        turn: int = 0,
        still: bool = False,
        hexes: Callable[[int], Topic | None] = lambda hex: None,
    ) -> None:
        self.on_place = on_place
        self.hexes = hexes
        self.turn = turn
        self.still = still
        self.view: BoardView | None = None
        self.marks = Marks()
        self.preview: Place | None = None
        self.seen = WHOLE
        self._goal = WHOLE
        self._began, self._from = 0.0, WHOLE
        self._moving: ClockEvent | None = None
        self._rest: ClockEvent | None = None
        self._map: BoardMap | None = None
        self._fingers: dict[int, Point] = {}
        self._paint_from = 0.0
        self._aim = "idle"
        self._wanting = False
        self._down: Point = (0.0, 0.0)
        self._grip: tuple[View, Point, float] | None = None
        self._fbo: Fbo | None = None
        self._drawn: dict[str, tuple[object, ...]] = {}
        self._sheets: dict[str, Canvas] = {}
        self._land: tuple[object, ...] = ()
        self._coming_land: tuple[object, ...] = ()
        self._ground_job: Iterator[Texture | None] | None = None
        self._ahead: Iterator[str] = iter(())
        self._painting: ClockEvent | None = None
        super().__init__(look, name)
        self.sign = ZoomSign(look, "board_zoom", on_tap=self._toggle)

    # --- what is shown ------------------------------------------------------------------------------

    @property
    def purpose(self) -> object:
        """What a tap on the board is for just now: what is lit."""
        return self.marks

    def show(self, view: BoardView, marks: Marks | None = None, turn: int | None = None) -> None:
        """Show this, turned clockwise by sixths; nearer, if lit places lie too close for a finger."""
        marks = self.marks if marks is None else marks
        turn = self.turn if turn is None else turn % (2 * TURNS)
        before = self.marks.lit, self.turn, self.view and self.view.land
        if (view, marks, turn) == (self.view, self.marks, self.turn):
            return
        self.view, self.marks, self.turn = view, marks, turn
        self._map = None
        if self.preview is not None and self.preview not in marks.lit:
            self.preview = None
        self.repaint()
        if before != (marks.lit, turn, view.land):
            self._follow_marks()

    def mark(self, marks: Marks) -> None:
        """Show the same board with other marks."""
        if self.view is not None:
            self.show(self.view, marks)

    @property
    def map(self) -> BoardMap:
        """Where everything would be if the whole board were seen, from the widget's bottom left corner."""
        assert self.view is not None
        if self._map is None:
            self._map = BoardMap(
                self.view.land,
                Box(0, 0, self.width, self.height),
                self.turn,
                WHOLE,
                tuple(harbour.edge for harbour in self.view.harbours),
            )
        return self._map

    def spot(self, place: Place) -> Point:
        """Where the middle of a place is seen now, in pixels of the window."""
        x, y = self.map.seen(self.seen).spot(place)
        return x + self.x, y + self.y

    def place_of(self, spot: SpotView) -> Box | None:
        if self.view is None or spot.sort not in ("corner", "edge", "hex", "sea"):
            return None
        seen = self.map.seen(self._goal)  # as soon as the board has come to rest
        x, y = seen.sea(int(spot.at)) if spot.sort == "sea" else seen.spot(Place(spot.sort, spot.at))
        side = self.look.mm(SPOT_MM) * self._goal.scale
        return Box(self.x + x - side / 2, self.y + y - side / 2, side, side)

    # --- nearer and farther -------------------------------------------------------------------------

    @property
    def zoomed(self) -> bool:
        """Whether less than the whole board is seen, or soon will be."""
        return self._goal.scale > 1.001

    @property
    def moving(self) -> bool:
        """Whether the board is on its way to another view."""
        return self.seen != self._goal

    def zoom_to(self, places: tuple[Place, ...]) -> None:
        """Show these places as large as a finger needs them."""
        self._go(self.map.view_of(places, self.look.metrics.px_per_mm))

    def zoom_out(self) -> None:
        """Show the whole board."""
        self._go(WHOLE)

    def _follow_marks(self) -> None:
        lit = self.marks.lit
        if self.width < 4 or self.view is None:
            return
        if lit and self.map.too_close(lit, self.look.metrics.px_per_mm):
            self.zoom_to(lit)
        else:
            self.zoom_out()

    def _toggle(self) -> None:
        if self.zoomed:
            self.zoom_out()
        elif self.view is not None:
            view = self.map.view_of(self.marks.lit, self.look.metrics.px_per_mm)
            self._go(view if view.scale > ZOOM else View(ZOOM, view.centre))

    def _go(self, goal: View) -> None:
        self._goal = self.map.clamped(goal)
        self.sign.show(self.zoomed)
        self._place_sign()
        self._halt()
        if self.still or not self._drawn:
            self._see(self._goal)
        elif self._goal != self.seen:
            self._began, self._from = perf_counter(), self.seen
            self._moving = Clock.schedule_interval(self._move, 0)

    def _move(self, _elapsed: float) -> bool:
        done = min(1.0, (perf_counter() - self._began) / ZOOM_SECONDS)
        self._see(self._goal if done >= 1 else between(self._from, self._goal, 1 - (1 - done) ** 3))
        return done < 1.0

    def _halt(self) -> None:
        if self._moving is not None:
            self._moving.cancel()
            self._moving = None

    def _see(self, view: View) -> None:
        self.seen = view
        self._put()

    # --- fingers ------------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.view is None or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        if super().on_touch_down(touch):
            return True
        touch.grab(self)
        self._halt()
        self._fingers[touch.uid] = touch.pos
        if len(self._fingers) > 1:
            self._aim = "pinch"
            self._grip = None
            self._stop_resting()
            self._aimed(None)
            return True
        self._down = touch.pos
        self._wanting = bool(self.marks.wanted)
        place = self._lit_at(touch.pos)
        self._aim = "aim" if place is not None else "drag?" if self.zoomed else "tap"
        self._aimed(place or self._wanted_at(touch.pos))
        if self.preview is None:
            self._rest = Clock.schedule_once(lambda _elapsed: self._rested(touch.pos), Tappable.HOLD_SECONDS)
        return True

    def _stop_resting(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _rested(self, pixel: Point) -> None:
        """A finger has rested: it is told what lies there, and on the open sea the picture can be turned."""
        self._rest = None
        teller = self.teller()
        if teller is None or not self.in_reach():
            return
        topic = self._off_shore(pixel)
        place = None if topic is not None else self._piece_at(pixel)
        if topic is None and place is None:
            teller.offer_turning()
            self._aim = "rested"
            return
        if place is not None:
            topic = self.hexes(int(place.id)) if place.sort == "hex" else Topic(self._things_at(place))
        if topic is not None and teller.tell(topic):
            self._aim = "rested"

    def _off_shore(self, pixel: Point) -> Topic | None:
        """What help tells of a harbour or anything else that lies along the coast under a finger."""
        assert self.view is not None
        whole = self.map
        finger = whole.to_screen(whole.seen(self.seen).to_board(self._here(pixel)))
        reach = HARBOUR_RADIUS * whole.whole_side
        for harbour in self.view.harbours:
            if math.dist(finger, whole.harbour(harbour.edge)) <= reach:
                return land.harbour_topic(harbour)
        for shore in self.view.shores:
            if math.dist(finger, ground.shore_spot(shore, whole)) <= reach:
                return land.shore_topic(shore)
        return None

    def _things_at(self, place: Place) -> tuple[str, ...]:
        """What stands there, by its drawing."""
        assert self.view is not None
        if place.sort == "corner":
            found = (piece for corner, piece in self.view.corners if corner == place.id)
            return tuple(name for piece in found for name in (piece.kind, piece.track) if name)
        roads = ("road",) if any(road.edge == place.id for road in self.view.roads) else ()
        return (*(piece.kind for edge, piece in self.view.edges if edge == place.id), *roads)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        before = self._fingers.get(touch.uid, touch.pos)
        self._fingers[touch.uid] = touch.pos
        far = math.dist(touch.pos, self._down) > self.look.mm(DRAG_MM)
        if far:
            self._stop_resting()
        if self._aim == "pinch":
            self._pinch()
        elif self._aim == "drag?" and far:
            self._aim = "drag"
            self._aimed(None)
            self._pan(self._down, touch.pos)
        elif self._aim == "drag":
            self._pan(before, touch.pos)
        elif self._aim in ("aim", "tap") and (self._aim == "aim" or far):
            self._aim = "aim"
            self._aimed(self._lit_at(touch.pos))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._stop_resting()
        last = self._fingers.pop(touch.uid, touch.pos)
        aim, self._aim = self._aim, ("pinch" if self._fingers else "idle")
        self._grip = None
        if aim != "pinch":
            self._take(aim, last, touch.pos)
        if not self._fingers and self._moving is None:
            if self._goal != self.seen:
                self._go(self._goal)
            else:
                self._place_sign()
        return True

    def _take(self, aim: str, last: Point, pixel: Point) -> None:
        """Tell the place that a finger meant: what was not shown under it is not taken, should the marks have
        changed meanwhile."""
        shown = self.preview
        self._aimed(None)
        if aim == "aim":
            if shown is not None and shown == self._lit_at(last) and self._lit_at(pixel) is not None:
                self._tell(shown, True)
        elif aim in ("tap", "drag?") and self._wanting is bool(self.marks.wanted):
            place = shown if self._wanting else self._piece_at(pixel)
            if place is not None:
                self._tell(place, False)

    def _tell(self, place: Place, lit: bool) -> None:
        if self.on_place is not None and self.in_reach():
            self.on_place(place, lit)

    def _here(self, pixel: Point) -> Point:
        return pixel[0] - self.x, pixel[1] - self.y

    def _lit_at(self, pixel: Point) -> Place | None:
        reach = REACH_MM * self.look.metrics.px_per_mm
        return self.map.seen(self.seen).nearest(self._here(pixel), self.marks.lit, reach)

    def _wanted_at(self, pixel: Point) -> Place | None:
        """The place of a wanted sort that a finger beside all lit ones means."""
        seen, reach = self.map.seen(self.seen), REACH_MM * self.look.metrics.px_per_mm
        return seen.nearest(self._here(pixel), seen.places(self.marks.wanted), reach)

    def _piece_at(self, pixel: Point) -> Place | None:
        """The piece, the goal, or else the hex, that a finger means where no place is wanted."""
        assert self.view is not None
        seen, at = self.map.seen(self.seen), self._here(pixel)
        figures = [(Place("corner", corner), piece.seat) for corner, piece in self.view.corners]
        roads = [(Place("edge", road.edge), road.seat) for road in self.view.roads]
        roads += [(Place("edge", edge), piece.seat) for edge, piece in self.view.edges]
        close = seen.side * 0.45
        goals: list[tuple[Place, int | None]] = [(Place("corner", goal), None) for goal in self.marks.goals]
        for pieces in (figures, goals, roads):
            own = [place for place, seat in pieces if seat == self.marks.seat]
            found = seen.nearest(at, own, close) or seen.nearest(at, [place for place, _ in pieces], close)
            if found is not None:
                return found
        return seen.nearest(at, seen.places(("hex",)), max(REACH_MM * self.look.metrics.px_per_mm, seen.side))

    def _aimed(self, place: Place | None) -> None:
        if place != self.preview:
            self.preview = place
            self._draw_preview()

    def _pan(self, before: Point, after: Point) -> None:
        side = self.map.whole_side * self.seen.scale
        x, y = self.seen.centre
        moved = View(self.seen.scale, (x - (after[0] - before[0]) / side, y - (after[1] - before[1]) / side))
        self._goal = self.map.clamped(moved)
        self._see(self._goal)

    def _pinch(self) -> None:
        """Keep the two points of the board under the two fingers."""
        if len(self._fingers) < 2:
            return
        one, two = list(self._fingers.values())[:2]
        middle = self._here(((one[0] + two[0]) / 2, (one[1] + two[1]) / 2))
        apart = max(1.0, math.dist(one, two))
        if self._grip is None:
            self._grip = self.seen, self.map.seen(self.seen).to_board(middle), apart
        view, point, before = self._grip
        scale = self.map.clamped(View(view.scale * apart / before)).scale
        side = self.map.whole_side * scale
        x, y = self.map.box.centre
        centre = point[0] - (middle[0] - x) / side, point[1] - (middle[1] - y) / side
        self._goal = self.map.clamped(View(scale, centre))
        self.sign.show(self.zoomed)
        self._see(self._goal)

    # --- drawing ------------------------------------------------------------------------------------

    def place(self, box: Box) -> None:
        """Take this room."""
        resized = (self.width, self.height) != (box.w, box.h)
        super().place(box)
        self.have(self.sign)
        self._place_sign()
        if resized:
            self._map = None
            self._drawn = {}
            self.seen = self._goal = WHOLE
            self._follow_marks()

    def _place_sign(self) -> None:
        """Put the sign where it lies over no lit place, if there is such a corner."""
        size = self.look.mm(TARGET_MM) + 1
        right, top = self.right - size, self.top - size
        corners = [Box(x, y, size, size) for x in (self.x, right) for y in (self.y, top)]
        lit: list[Point] = []
        if self.view is not None:
            seen = self.map.seen(self._goal)
            lit = [seen.spot(place) for place in self.marks.lit]

        def covers(box: Box) -> int:
            return sum(box.x <= x + self.x < box.right and box.y <= y + self.y < box.top for x, y in lit)

        self.sign.place(min(corners, key=covers))

    def _paint(self, *_: object) -> None:
        """Draw what has changed since it was drawn last."""
        if self.view is None or self.width < 4 or self.height < 4:
            return
        theme = self.look.theme
        size = int(self.width), int(self.height)
        if self._fbo is None or tuple(self._fbo.size) != size:
            self._build(size)
        self._rect.pos = round(self.x), round(self.y)
        wanted: dict[str, tuple[object, ...]] = {
            "ground": ground.key(self.view, self.map, theme),
            "figures": (self.view, self.turn, theme.name, tuple(self.look.liveries), size),
            "marks": (
                *(self.marks, self.turn, theme.name, tuple(self.look.liveries), size, self.view.land),
                *(self.view.harbours, self.view.occupied),
            ),
        }
        drawn = self._drawn
        if drawn.get("ground") != wanted["ground"]:
            self._begin_ground(wanted["ground"])
        if drawn.get("figures") != wanted["figures"]:
            with self._fresh("figures"):
                figures.draw(self.view, self.map, self.look)
        if drawn.get("marks") != wanted["marks"]:
            with self._fresh("under"):
                figures.draw_under(self.marks, self.map, self.look, self.view.occupied)
            with self._fresh("marks"):
                figures.draw_marks(self.marks, self.map, self.look, self.view.occupied)
        self._drawn = wanted
        self._put()

    def _begin_ground(self, wanted: tuple[object, ...]) -> None:
        """Show the painted ground, or begin to paint it, a little in each frame."""
        assert self.view is not None
        self._ground_job = None
        self._ahead = figures.ahead(self.view, self.map, self.look)
        if self._painting is None:
            self._painting = Clock.schedule_interval(self._paint_ground, 0)
            EventLoop.window.bind(on_touch_down=self._touched, on_touch_up=self._touched)
        found = ground.kept(wanted)
        self._coming_land = ground.land_key(self.view, self.map)
        if found is not None:
            self._show_ground(found)
            return
        if self._land != self._coming_land:
            self._ground.size = (0, 0)
            with self._fresh("flat"):
                ground.flat(self.view, self.map, self.look.theme)
        self._ground_job = ground.painting(self.view, self.map, self.look.theme)

    def _paint_ground(self, _elapsed: float) -> bool:
        """Paint on while nobody touches the screen: first the ground, then the pieces that may be built.

        Most steps are short, so a frame takes as many as fit: else the ground came in seconds.
        """
        if self._fingers or Clock.get_time() < self._paint_from:
            return True
        end = perf_counter() + PAINT_SECONDS
        for found in self._ground_job or ():
            if found is not None:
                self._show_ground(found)
            if perf_counter() >= end:
                return True
        self._ground_job = None
        if next(self._ahead, None) is None:
            self._painting = None
            EventLoop.window.unbind(on_touch_down=self._touched, on_touch_up=self._touched)
            return False
        return True

    def _touched(self, *_: object) -> None:
        """Somebody touches anything: what that does is drawn first."""
        self._paint_from = Clock.get_time() + PAUSE_SECONDS

    def _show_ground(self, found: Texture) -> None:
        self._ground_job = None
        self._ground.texture = found
        self._ground.size = self.map.box.w, self.map.box.h
        self._land = self._coming_land
        self._fresh("flat")

    def finish(self) -> None:
        """Paint at once whatever is still to be painted: for pictures."""
        for _step in self.finishing():
            pass

    def finishing(self) -> Iterator[None]:
        """The same, a little at a time."""
        self.paint_now()
        for found in self._ground_job or ():
            if found is not None:
                self._show_ground(found)
            yield
        self._ground_job = None

    def _fresh(self, name: str) -> Canvas:
        canvas = self._sheets[name]
        canvas.clear()
        return canvas

    def _build(self, size: tuple[int, int]) -> None:
        self.canvas.before.clear()
        self._drawn = {}
        with self.canvas.before:
            Color(1, 1, 1, 1)
            self._fbo = Fbo(size=size)
            # copied pixel for pixel; smoothing would take longer and change nothing
            self._fbo.texture.mag_filter = self._fbo.texture.min_filter = "nearest"
            self._rect = Rectangle(pos=self.pos, size=size, texture=self._fbo.texture)
        self._sheets = {name: Canvas() for name in ("flat", "under", "figures", "marks", "preview")}
        with self._fbo:
            ClearColor(0, 0, 0, 0)
            ClearBuffers()
            PushMatrix()
            self._to_middle = Translate(0, 0)
            self._scale = Scale(1, 1, 1)
            self._to_origin = Translate(0, 0)
            Color(1, 1, 1, 1)
            self._ground = Rectangle(pos=(0, 0), size=(0, 0))
        self._land = ()
        for name in ("flat", "under", "figures", "marks"):
            self._fbo.add(self._sheets[name])
        with self._fbo:
            PopMatrix()
        self._fbo.add(self._sheets["preview"])

    def _put(self) -> None:
        """Let the drawn board be seen in the view of now."""
        if self._fbo is None:
            return
        x, y = self.map.box.centre
        side = self.map.whole_side
        self._to_middle.xy = x, y
        self._scale.xyz = self.seen.scale, self.seen.scale, 1
        self._to_origin.xy = -x - self.seen.centre[0] * side, -y - self.seen.centre[1] * side
        self._draw_preview()

    def _draw_preview(self) -> None:
        if self._fbo is None:
            return
        canvas = self._fresh("preview")
        if self.preview is not None:
            with canvas:
                figures.draw_preview(self.preview, self.marks, self.map.seen(self.seen), self.look)


class ZoomSign(Tappable):
    """Goes from the whole board to a part of it and back."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[], object]) -> None:
        self.zoomed = False
        super().__init__(look, name, on_tap)

    def spoken(self) -> str:
        return _("The whole board") if self.zoomed else _("A part of the board, larger")

    def show(self, zoomed: bool) -> None:
        """Say what a tap does."""
        if zoomed != self.zoomed:
            self.zoomed = zoomed
            self.repaint()

    def paint(self, p: Painter) -> None:
        box = self.box.inset(p.look.mm(1.5))
        p.rect(box, p.theme.pressed if self.pressed else p.theme.raised, p.look.mm(2))
        p.art("magnifier", box.inset(box.w * 0.18), p.theme.text, options=(not self.zoomed,))


def between(one: View, other: View, share: float) -> View:
    """A view on the way from one to another."""
    scale = one.scale * (other.scale / one.scale) ** share
    # so that the way is straight as it is seen, the middle moves as the inverse of the scale does
    before, after = 1 / one.scale, 1 / other.scale
    along = share if abs(before - after) < 1e-6 else (before - 1 / scale) / (before - after)
    return View(
        scale,
        (
            one.centre[0] + (other.centre[0] - one.centre[0]) * along,
            one.centre[1] + (other.centre[1] - one.centre[1]) * along,
        ),
    )
