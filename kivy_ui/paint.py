"""Drawing with a memory: text that fits, art, rounded boxes, and what was written where.

Widgets are not built from Kivy's labels and images. Each paints itself in one go with a ``Painter`` whenever
its view, its place or the look changes, and at no other time. The painter notes every text that it places, so
that a test can ask any screen in any language whether something was cut off.
"""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import BorderImage, Color, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.graphics.texture import Texture
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from kivy_ui import art
from kivy_ui.geometry import Box
from kivy_ui.metrics import Metrics, Text
from kivy_ui.theme import LIVERIES_4, Colour, Livery, Theme
from kivy_ui.window.input import moment

if TYPE_CHECKING:
    from kivy.clock import ClockEvent
    from kivy.input.motionevent import MotionEvent

    from companion.presenters.helping import Topic
    from companion.presenters.moving import SpotView

LINE_HEIGHT = 1.17
"""Height of a line of Roboto, in units of its size."""
CAP_HEIGHT = 0.711
"""Height of Roboto's capitals and figures, in units of its size."""

_TEXTURES: OrderedDict[tuple[str, int, bool], Texture] = OrderedDict()
_TEXTURES_KEPT = 240


@dataclass(slots=True)
class Look:
    """How everything is drawn now: sizes, colours, and the liveries of this table. Shared by all widgets."""

    metrics: Metrics
    theme: Theme
    liveries: dict[str, Livery]

    def mm(self, length: float) -> float:
        """Pixels of a length in millimetres."""
        return self.metrics.mm(length)

    def text(self, role: Text | float) -> float:
        """Pixels of a text role."""
        return self.metrics.text(role)

    def marks(self) -> tuple[object, ...]:
        """What makes it another look: what was painted in one is painted anew in the other."""
        return self.theme, self.metrics, self.liveries

    def livery(self, colour: str) -> Livery:
        """The livery of a player's colour; an unknown colour looks like the first."""
        return self.liveries.get(colour) or next(iter(LIVERIES_4.values()))


@dataclass(frozen=True, slots=True)
class PlacedText:
    """One text as it was drawn: where it may be, where its ink is, and whether something was cut off."""

    text: str
    room: Box
    ink: Box
    size: float
    cut: bool
    may_shorten: bool


_ROBOTO = (
    (0x0000, 0x0530),
    (0x1E00, 0x1F00),
    (0x2000, 0x2070),
    (0x20A0, 0x20C0),
    (0x2100, 0x2190),
    (0x2200, 0x2300),
)
"""Letters that Roboto has: Latin, Greek, Cyrillic, and signs."""
_DEJAVU = (
    (0x0530, 0x0700),
    (0x0E80, 0x0F00),
    (0x10A0, 0x1100),
    (0x1D00, 0x2E80),
    (0xA640, 0xA800),
    (0xFB00, 0xFDD0),
    (0xFE70, 0xFF00),
)
"""Letters that only DejaVu has, which comes with Kivy too: Armenian, Hebrew, Arabic, Georgian and more."""


def _within(letter: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= ord(letter) < end for first, end in ranges)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The text as it can be drawn: without what no font here has, and from left to right.

    Pictograms, controls and East Asian scripts are left out; a name made of nothing else becomes a dash.
    """
    kept = "".join(
        letter
        for letter in text
        if letter == "\n"
        or (
            letter.isprintable()
            and unicodedata.category(letter) not in ("Cf", "Co", "Cs", "Cn")
            and (_within(letter, _ROBOTO) or _within(letter, _DEJAVU))
        )
    )
    return _in_drawing_order(" ".join(part for part in kept.split(" ") if part)) or (
        "–" if text.strip() else ""
    )


def _in_drawing_order(text: str) -> str:
    """Runs of right-to-left letters turned round, as fonts are drawn from left to right only.

    Enough for names; it is not the whole of Unicode's rules for text of both directions.
    """
    if not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        return text
    runs: list[tuple[bool, str]] = []
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        known = kind in ("R", "AL", "L", "EN", "AN")
        turned = kind in ("R", "AL") if known else runs[-1][0] if runs else False
        if runs and runs[-1][0] == turned:
            runs[-1] = (turned, runs[-1][1] + letter)
        else:
            runs.append((turned, letter))
    first = next(kind for letter in text if (kind := unicodedata.bidirectional(letter)) in ("R", "AL", "L"))
    if first != "L":
        runs.reverse()
    return "".join(run[::-1] if turned else run for turned, run in runs)


@lru_cache(maxsize=2048)
def _font(text: str) -> str:
    return "Roboto" if all(letter == "\n" or _within(letter, _ROBOTO) for letter in text) else "DejaVuSans"


_MEASURERS: dict[tuple[int, bool, str], CoreLabel] = {}


@lru_cache(maxsize=8192)
def width_of(text: str, size: int, bold: bool) -> int:
    """Width in pixels of one line of text."""
    if not text:
        return 0
    key = size, bold, _font(text)
    measurer = _MEASURERS.get(key)
    if measurer is None:
        measurer = _MEASURERS[key] = CoreLabel(font_size=size, bold=bold, font_name=key[2])
        measurer.resolve_font_name()
    return int(measurer.get_extents(text)[0])


def text_texture(text: str, size: int, bold: bool) -> Texture:
    """One line of text in white, to be tinted; the latest are kept."""
    key = text, size, bold
    texture = _TEXTURES.get(key)
    if texture is not None:
        _TEXTURES.move_to_end(key)
        return texture
    label = CoreLabel(text=text, font_size=size, bold=bold, font_name=_font(text))
    label.refresh()
    texture = _TEXTURES[key] = label.texture
    if len(_TEXTURES) > _TEXTURES_KEPT:
        _TEXTURES.popitem(last=False)
    return texture


@lru_cache(maxsize=2048)
def wrap(text: str, width: float, size: int, bold: bool) -> tuple[str, ...]:
    """The text broken at spaces into lines of at most this width, as far as its words allow."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width_of(longer, size, bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


NARROW_LETTERS = 6
"""No letter is narrower than its size divided by this, so that nobody measures words of thousands of them."""


@lru_cache(maxsize=1024)
def divide(text: str, width: float, size: int, bold: bool) -> tuple[str, ...]:
    """As ``wrap``, with words that are too long for a line divided by a hyphen: the last resort."""
    return tuple(line for paragraph in text.split("\n") for line in _divided(paragraph, width, size, bold))


def _divided(text: str, width: float, size: int, bold: bool) -> list[str]:
    most = max(8, int(NARROW_LETTERS * width / size))
    pieces: list[str] = []
    for word in text.split(" "):
        rest = word
        while len(rest) > most or (len(rest) > 6 and width_of(rest, size, bold) > width):
            short, long = 3, min(most, len(rest) - 3)
            while short < long:
                middle = (short + long + 1) // 2
                if width_of(rest[:middle] + "-", size, bold) <= width:
                    short = middle
                else:
                    long = middle - 1
            pieces.append(rest[:short] + "-")
            rest = rest[short:]
        pieces.append(rest)
    lines: list[str] = []
    for piece in pieces:
        longer = f"{lines[-1]} {piece}" if lines else piece
        if lines and not lines[-1].endswith("-") and width_of(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines


@lru_cache(maxsize=2048)
def shorten(text: str, width: float, size: int, bold: bool) -> str:
    """The text cut by width, with an ellipsis."""
    if width_of(text, size, bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[:middle].rstrip() + "…", size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


@lru_cache(maxsize=4096)
def fit(
    text: str, width: float, height: float, size: float, least: float, lines: int, bold: bool
) -> tuple[int, tuple[str, ...], bool]:
    """Size in pixels, lines and whether something was cut, for a text in a room.

    Shrinks from ``size`` to ``least`` until the text stands in at most ``lines`` lines; below that it is cut.
    """
    current = size
    while True:
        whole = max(1, int(current))
        allowed = max(1, min(lines, int((height + 0.18 * whole) // (LINE_HEIGHT * whole)) or 1))
        broken = wrap(text, width, whole, bold)
        if (
            len(broken) <= allowed
            and all(width_of(line, whole, bold) <= width for line in broken)
            and (len(broken) > 1 or CAP_HEIGHT * whole <= height)
        ):
            return whole, broken, False
        if current <= least or whole <= 1:
            break
        current = max(least, current * 0.94)
    if allowed > 1:
        divided = divide(text, width, whole, bold)
        if len(divided) <= allowed and all(width_of(line, whole, bold) <= width for line in divided):
            return whole, divided, False
    kept = [*broken[: allowed - 1], " ".join(broken[allowed - 1 :])]
    return whole, tuple(shorten(line, width, whole, bold) for line in kept), True


class Painter:
    """Draws one widget anew: opens its canvas, clears it, and notes the texts it places."""

    def __init__(self, widget: Painted) -> None:
        self.widget = widget
        self.look = widget.look
        self.theme = widget.look.theme
        self.texts: list[PlacedText] = []
        self.movables: dict[str, Translate] = {}

    @contextmanager
    def movable(self, name: str) -> Iterator[None]:
        """What is drawn meanwhile can be moved for a moment without being painted anew."""
        PushMatrix()
        self.movables[name] = Translate(0, 0)
        yield
        PopMatrix()

    def rect(self, box: Box, colour: Colour, radius: float = 0.0) -> None:
        """A filled box, its corners rounded by ``radius`` pixels."""
        if box.w <= 0 or box.h <= 0:
            return
        Color(*colour)
        corner = int(min(radius, box.w / 2, box.h / 2))
        if corner <= 0:
            Rectangle(pos=(box.x, box.y), size=(box.w, box.h))
        else:
            # a disc cut in nine: a software renderer draws that three times as fast as a smoothed outline
            disc = art.texture("disc", 2 * corner, ((1.0, 1.0, 1.0, 1.0),))
            edge = disc.height / 2
            BorderImage(
                pos=(box.x, box.y), size=(box.w, box.h), texture=disc, border=(edge, edge, edge, edge)
            )

    def mark(self, box: Box, colour: Colour, radius: float = 0.0) -> None:
        """A filled box that says something by itself, unlike a plate or a line between: it has to be seen."""
        self.rect(box, colour, radius)

    def frame(self, box: Box, fill: Colour, line: Colour, width: float, radius: float) -> None:
        """A filled box with an outline inside its edge."""
        self.rect(box, line, radius)
        self.rect(box.inset(width), fill, max(0.0, radius - width))

    def texture(self, box: Box, texture: Texture, colour: Colour = (1.0, 1.0, 1.0, 1.0)) -> None:
        """A texture stretched over a box."""
        Color(*colour)
        Rectangle(pos=(box.x, box.y), size=(box.w, box.h), texture=texture)

    def art(
        self,
        name: str,
        box: Box,
        *colours: Colour,
        options: tuple[object, ...] = (),
        align: float = 0.5,
        opacity: float = 1.0,
    ) -> Box:
        """A drawing as large as fits the box; ``align`` 0 is left, 1 right. Returns where it is."""
        _drawn, ratio = art.drawing(name)
        height = max(4.0, min(box.h, box.w / ratio))
        texture = art.texture(name, height, colours, options)
        width, height = texture.size
        place = Box(
            round(box.x + (box.w - width) * align), round(box.y + (box.h - height) / 2), width, height
        )
        self.texture(place, texture, (1.0, 1.0, 1.0, opacity))
        return place

    def write(
        self,
        text: str,
        box: Box,
        role: Text | float,
        colour: Colour,
        *,
        bold: bool = False,
        align: float = 0.5,
        rise: float = 0.5,
        lines: int = 1,
        least: float | None = None,
        may_shorten: bool = False,
    ) -> Box:
        """Text in a box; returns the box of its ink.

        ``role`` is scaled by the panel and the table's choice. ``align`` 0 is left and 1 right,
        ``rise`` 0 is the bottom and 1 the top. The text shrinks to ``least`` pixels (the panel's floor if not
        given) and is cut after that; only names and what people typed ``may_shorten``.
        """
        text = plain(text)
        floor = self.look.metrics.least_text if least is None else least
        size, broken, cut = fit(text, box.w, box.h, max(floor, self.look.text(role)), floor, lines, bold)
        line_height = size * LINE_HEIGHT
        height = line_height * len(broken)
        top = box.y + (box.h - height) * rise + height
        widest, left_edge = 0.0, box.right
        Color(*colour)
        for line in broken:
            top -= line_height
            if not line:
                continue
            texture = text_texture(line, size, bold)
            left = round(box.x + (box.w - texture.width) * align)
            Rectangle(
                pos=(left, round(top + (line_height - texture.height) / 2)),
                size=texture.size,
                texture=texture,
            )
            widest, left_edge = max(widest, texture.width), min(left_edge, left)
        # the ink of one line is its capitals: the room above them is the font's, not the text's
        ink_height = height if len(broken) > 1 else size * CAP_HEIGHT
        ink = Box(
            left_edge if widest else box.x,
            box.y + (box.h - height) * rise + (height - ink_height) / 2,
            widest,
            ink_height,
        )
        self.texts.append(PlacedText(text, box, ink, size, cut, may_shorten))
        return ink


class Painted(Widget):
    """A widget that paints itself. Subclasses write ``paint`` and call ``repaint`` for another view."""

    name = StringProperty("")

    def __init__(self, look: Look, name: str = "", **properties: Any) -> None:
        super().__init__(size_hint=(None, None), **properties)
        self.look = look
        self.name = name
        self.texts: list[PlacedText] = []
        self.movables: dict[str, Translate] = {}
        """What of its picture can be moved for a moment, by the sort of the spot where it stands."""
        self._painted_in: tuple[object, ...] = ()
        self._trigger = Clock.create_trigger(self._paint, -1)
        self.fbind("parent", self._attached)
        self.fbind("pos", self.repaint)
        self.fbind("size", self.repaint)
        self.repaint()

    def apply_class_lang_rules(self, *_arguments: Any, **_options: Any) -> None:
        """None of Kivy's style rules, which go by class names, are for us."""

    @property
    def box(self) -> Box:
        """Where the widget is, in the window's pixels."""
        return Box(self.x, self.y, self.width, self.height)

    def place(self, box: Box) -> None:
        """Put the widget there."""
        if (self.x, self.y, self.width, self.height) != box:
            self.size = (box.w, box.h)
            self.pos = (box.x, box.y)

    def keep(self, *wanted: Painted) -> None:
        """Have exactly these children, in this order, without touching those already there."""
        if list(reversed(self.children)) == list(wanted):
            return
        for child in list(self.children):
            if child not in wanted:
                self.remove_widget(child)
        for widget in wanted:
            self.have(widget)

    def have(self, child: Painted, wanted: bool = True) -> None:
        """Have this child, or not, without touching it if that is so already."""
        if wanted and child.parent is None:
            self.add_widget(child)
        elif not wanted and child.parent is not None:
            self.remove_widget(child)

    def in_reach(self) -> bool:
        """Whether a finger could touch it now: another finger may have led to another screen, or laid a
        sheet over this one, since it was touched."""
        if self.get_root_window() is None:
            return False
        widget: Widget = self
        while isinstance(widget, Widget) and widget.parent is not None:
            for other in widget.parent.children:
                if other is widget:
                    break
                if getattr(other, "modal", False):
                    return False
            widget = widget.parent
        return True

    def teller(self) -> Any:
        """Whoever above can tell what things are; None in a picture of a part."""
        widget = self.parent
        while isinstance(widget, Widget) and not hasattr(widget, "helping"):
            widget = widget.parent
        return getattr(widget, "helping", None)

    def _attached(self, _widget: Widget, parent: Widget | None) -> None:
        """What was painted in another look, while it or its parent stood nowhere, is painted anew."""
        if parent is not None:
            now = self.look.marks()
            for widget in self.walk(restrict=True):
                if isinstance(widget, Painted) and widget._painted_in not in ((), now):
                    widget.repaint()

    def repaint(self, *_: object) -> None:
        """Paint anew before the next frame."""
        self._trigger()

    def cancel_repaint(self) -> None:
        """Paint nothing for now, until the next change."""
        self._trigger.cancel()

    def paint_now(self) -> None:
        """Paint at once, shown or not."""
        self.cancel_repaint()
        self._paint()

    def _paint(self, *_: object) -> None:
        self._painted_in = self.look.marks()
        painter = Painter(self)
        self.canvas.before.clear()
        if self.width >= 4 and self.height >= 4:
            with self.canvas.before:
                self.paint(painter)
        self.texts, self.movables = painter.texts, painter.movables

    def place_of(self, spot: SpotView) -> Box | None:
        """Where a spot is, if it is a part of this widget."""
        return None

    def paint(self, p: Painter) -> None:
        """Draw the widget as its view says."""


class Tappable(Painted):
    """A painted widget that takes taps. Its whole box is the target; the drawing may be smaller.

    ``on_tap`` is called when a finger that came down inside is lifted inside, ``on_hold`` (if any) when it
    has rested for ``HOLD_SECONDS``, in which case no tap follows. Without one a finger that rests is told
    what the widget is: the rules of its ``topic``, or in words what it shows as a drawing.
    """

    HOLD_SECONDS = 0.6
    spare = False
    """Whether it only tells something, so that a message may lie over it for a while."""

    def __init__(
        self,
        look: Look,
        name: str = "",
        on_tap: Callable[[], object] | None = None,
        on_hold: Callable[[], object] | None = None,
        **properties: Any,
    ) -> None:
        self.on_tap = on_tap
        self.on_hold = on_hold
        self.pressed = False
        self.enabled = True
        self.purpose: object = None
        """What it is for just now, where the same widget serves for one thing after another."""
        self._hold: ClockEvent | None = None
        self._since = 0.0
        self._finger: MotionEvent | None = None
        super().__init__(look, name, **properties)

    def targets(self) -> list[Box]:
        """The boxes that take a touch: all of the widget, unless another target is let into it."""
        return [self.box]

    def topic(self) -> Topic | None:
        """What help tells of; None where it has nothing to say."""
        return None

    def spoken(self) -> str:
        """What it is in words, where it shows them not at all, or not whole."""
        return " ".join(text.text for text in self.texts) if any(text.cut for text in self.texts) else ""

    def hit(self, x: float, y: float) -> bool:
        """Whether a touch there is for this widget."""
        return any(box.holds(x, y) for box in self.targets())

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.enabled or not self.hit(*touch.pos) or touch.is_mouse_scrolling:
            return False
        if self._finger is not None and self._finger.time_end == -1:
            return True  # one finger is on it already, and a second one is no second tap
        self._finger = touch
        touch.grab(self)
        self.pressed = True
        self.repaint()
        if self.on_hold is not None or self.topic() is not None or self.spoken():
            self._since = moment(touch)
            self._hold = Clock.schedule_once(self._may_be_held, self.HOLD_SECONDS)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        inside = self.hit(*touch.pos)
        if inside != self.pressed:
            self.pressed = inside
            self.repaint()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._finger = None
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None
        if self.pressed:
            self.pressed = False
            self.repaint()
            if self.enabled and self.on_tap is not None and self.in_reach():
                self.on_tap()
        return True

    def _may_be_held(self, *_: object) -> None:
        """Time has passed, but frames may be long: the finger must have rested so long itself, and if it was
        lifted during the last frame, that is told before this one is drawn."""
        left = self._since + self.HOLD_SECONDS - Clock.time()
        if left > 0:
            self._hold = Clock.schedule_once(self._may_be_held, left)
        else:
            self._hold = Clock.schedule_once(self._held, -1)

    def _held(self, *_: object) -> None:
        self._hold = None
        if not self.pressed or (self.on_hold is None and not self._can_tell()):
            return
        self.pressed = False
        self.repaint()
        if self.in_reach():
            (self.on_hold or self._tell)()

    def _can_tell(self) -> bool:
        teller = self.teller()
        return teller is not None and bool(teller.can_tell(self))

    def _tell(self) -> None:
        self.teller().tell_of(self)


def touchable(root: Widget, *without: Widget) -> list[tuple[Widget, list[Box]]]:
    """All widgets below one that take touches themselves, with the boxes in which they do, in the order in
    which they get a touch, down to a sheet that lets none through. What is disabled is among them; what is
    inside a list whose rows move along under the finger is not."""
    found: list[tuple[Widget, list[Box]]] = []
    _add_touchable(root, without, found)
    return found


def _add_touchable(root: Widget, without: tuple[Widget, ...], found: list[tuple[Widget, list[Box]]]) -> None:
    for child in root.children:
        if child in without:
            continue
        if child.children and not getattr(child, "turned_over", False):
            _add_touchable(child, without, found)
        if isinstance(child, Tappable):
            found.append((child, child.targets()))
        elif type(child).on_touch_down is not Widget.on_touch_down:
            found.append((child, [Box(child.x, child.y, child.width, child.height)]))
        if getattr(child, "modal", False):
            return
