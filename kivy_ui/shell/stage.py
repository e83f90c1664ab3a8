"""What moves for a moment: the ship, gates, a landing, a metropolis, the longest road.

The picture is painted as it is in the end before anything moves. What is a part of it is pushed away and
comes back by one translation (``Painter.movable``), all else is drawn into a canvas of the stage's own, in
front. So nothing is painted anew while something moves, touches reach what they always do, and to end early
means to let go: the picture is right already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle, Translate
from kivy.uix.widget import Widget

from companion.presenters.moving import MoveView, SpotView
from kivy_ui import art
from kivy_ui.geometry import Box
from kivy_ui.paint import Painted

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

    from kivy_ui.shell import Shell

SECONDS = 0.5
"""How long everything moves that moves at once."""
LONG_FRAME = 0.1
"""Where a frame takes more seconds than this, nothing is seen to move, and the next touch would wait."""

Actor = Callable[[float], object]
"""Puts something where it is when that share of the time has passed, 0 to 1; at 1 all is as painted."""


class Stage:
    """Plays what moves on the screen that is shown, one entry at a time."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._actors: list[Actor] = []
        self._front = InstructionGroup()
        self._began = self._drawn = 0.0
        self._clock: ClockEvent | None = None
        self._wanted: tuple[MoveView, ...] = ()
        self._waits = 0
        # in the same frame as the screen that shows what came of the entry, but after that is painted
        self._start = Clock.create_trigger(self._begin, -1)
        self.uncovered = Clock.create_trigger(lambda _elapsed: self.play(), -1)

    @property
    def moving(self) -> bool:
        """Whether something moves, or is about to."""
        return self._clock is not None or bool(self._start.is_triggered)

    def play(self) -> None:
        """Let what was entered move from the next frame on, unless the table wants no motion.

        Below a sheet nobody would see it: it waits until that is gone.
        """
        shell = self._shell
        if shell.play is None or shell.sheets.shown is not None:
            return
        wanted = shell.play.moves()
        if wanted and not shell.settings.reduced_motion:
            self.end()
            self._wanted, self._waits = wanted, 2
            self._start()

    def end(self) -> None:
        """All is where it belongs, at once."""
        self._start.cancel()
        if self._clock is None:
            return
        self._clock.cancel()
        self._clock = None
        for actor in self._actors:
            actor(1.0)
        self._actors = []
        self._front.clear()
        self._shell.canvas.after.remove(self._front)

    def _begin(self, _elapsed: float) -> None:
        if self._waits:
            self._waits -= 1
            self._start()
            return
        if self._shell.sheets.shown is None:
            self._actors = [actor for move in self._wanted for actor in self._cast(move)]
        if not self._actors:
            return
        self._shell.canvas.after.add(self._front)
        self._began = self._drawn = Clock.time()
        self._clock = Clock.schedule_interval(self._go_on, 0)
        self._go_on(0.0)

    def _go_on(self, _elapsed: float) -> None:
        now = Clock.time()
        share, frame, self._drawn = (now - self._began) / SECONDS, now - self._drawn, now
        if share >= 1 or frame > LONG_FRAME:
            self.end()
            return
        for actor in self._actors:
            actor(share)

    # --- who moves ----------------------------------------------------------------------------------

    def _cast(self, move: MoveView) -> Iterator[Actor]:
        """Who plays a move here; nobody where its spots are not shown."""
        found = [place for spot in move.way if (place := self._find(spot)) is not None]
        if len(found) < len(move.way) or not found:
            return
        boxes = [box for _, box in found]
        if move.how == "goes":
            widget = found[-1][0]
            drawn = widget.movables.get(move.way[-1].sort)
            if drawn is not None:
                yield _comes(drawn, boxes[0], boxes[-1])
            elif move.icon:
                yield self._icon(move, boxes[0], boxes[-1])
        elif move.how == "rises":
            yield self._icon(move, Box(boxes[0].x + boxes[0].w / 2, boxes[0].y, 0, 0), boxes[0])
        elif move.how == "opens":
            yield self._doors(move, boxes[0])
        else:
            yield self._line(move, boxes)

    def _find(self, spot: SpotView) -> tuple[Painted, Box] | None:
        """The shown widget that has a spot, and where it is."""
        for widget in _shown(self._shell):
            box = widget.place_of(spot)
            if box is not None:
                return widget, box
        return None

    def _icon(self, move: MoveView, start: Box, end: Box) -> Actor:
        """A drawing that comes from one box to another; it is gone when it has arrived."""
        theme = self._shell.look.theme
        name, colours = move.icon, (theme.accent, theme.ground)
        options: tuple[object, ...] = ()
        if move.track:
            colours, options = (theme.track[move.track], theme.on_track[move.track]), (move.track,)
        elif art.figure(move.icon) is not None:
            livery = self._shell.look.livery(move.owner.colour if move.owner is not None else "")
            name, colours = f"{art.ON_BOARD}{move.icon}", (livery.fill, livery.label)
            options = (livery.shape, False)
        texture = art.texture(name, max(4.0, end.h), colours, options)
        colour, shape = Color(1, 1, 1, 1), Rectangle(texture=texture)
        self._front.add(colour)
        self._front.add(shape)

        def step(share: float) -> None:
            box = _between(start, end, _eased(share))
            ratio = texture.width / texture.height
            height = min(box.h, box.w / ratio)
            shape.size = (height * ratio, height)
            shape.pos = (box.x + (box.w - height * ratio) / 2, box.y + (box.h - height) / 2)
            colour.a = min(1.0, (1.0 - share) * 4)

        return step

    def _doors(self, move: MoveView, box: Box) -> Actor:
        """The two leaves of a gate, which open to the sides."""
        tint = self._shell.look.theme.track_deep[move.track]
        inner = box.inset(box.w * 0.12, box.h * 0.12)
        leaves = [Rectangle(), Rectangle()]
        self._front.add(Color(*tint))
        for leaf in leaves:
            self._front.add(leaf)

        def step(share: float) -> None:
            width = inner.w / 2 * (1 - _eased(share))
            leaves[0].pos, leaves[0].size = (inner.x, inner.y), (width, inner.h)
            leaves[1].pos, leaves[1].size = (inner.right - width, inner.y), (width, inner.h)

        return step

    def _line(self, move: MoveView, boxes: list[Box]) -> Actor:
        """A line that grows along the middles of edges."""
        look = self._shell.look
        fill = look.livery(move.owner.colour).fill if move.owner is not None else look.theme.accent
        points = [value for box in boxes for value in (box.x + box.w / 2, box.y + box.h / 2)]
        glow, line = Line(width=look.mm(1.3), cap="round"), Line(width=look.mm(0.7), cap="round")
        for colour, drawn in ((look.theme.accent, glow), (fill, line)):
            self._front.add(Color(*colour))
            self._front.add(drawn)

        def step(share: float) -> None:
            glow.points = line.points = _along(points, min(1.0, share * 1.4))

        return step


def _comes(drawn: Translate, start: Box, end: Box) -> Actor:
    """A part of the picture that comes to where it belongs."""
    away = start.x - end.x, start.y - end.y

    def step(share: float) -> None:
        left = 1.0 - _eased(share)
        drawn.xy = away[0] * left, away[1] * left

    return step


def _along(points: list[float], share: float) -> list[float]:
    """The first part of a way through points, by the number of its pieces."""
    pieces = len(points) // 2 - 1
    if pieces < 1:
        return points * 2
    done = share * pieces
    whole = min(int(done), pieces - 1)
    x, y, to_x, to_y = points[2 * whole : 2 * whole + 4]
    rest = done - whole
    return [*points[: 2 * whole + 2], x + (to_x - x) * rest, y + (to_y - y) * rest]


def _between(one: Box, other: Box, share: float) -> Box:
    return Box(*(a + (b - a) * share for a, b in zip(one, other, strict=True)))


def _eased(share: float) -> float:
    """Quick at first, and slower towards the end."""
    return 1.0 - (1.0 - min(1.0, share)) ** 3


def _shown(root: Widget) -> Iterator[Painted]:
    for child in root.children:
        if isinstance(child, Painted):
            yield child
        yield from _shown(child)
