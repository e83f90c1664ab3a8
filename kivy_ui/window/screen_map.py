"""What can be touched just now, told to somebody outside of the app.

With LONGSHIP_SCREEN_MAP=FILE the app writes, after each frame that it draws, where its widgets are. The
file only tells; nothing is read back. Tests that touch the screen from outside find their way by it, and
read it with the structs here, without Kivy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.presenters.board_view import Place

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.presenters.board_view import Marks
    from kivy_ui.paint import Painted
    from kivy_ui.shell import Shell


class Spot(msgspec.Struct, frozen=True):
    """A widget that takes taps: its box in pixels, y counted from the top, and the words on it."""

    name: str
    x: float
    y: float
    width: float
    height: float
    text: str = ""


class PlaceSpot(msgspec.Struct, frozen=True):
    """A lit place of the board, or one that a touch may mean where nothing is asked, that is in sight, in
    pixels, y counted from the top."""

    sort: str
    id: str | int
    x: float
    y: float


class ScreenMap(msgspec.Struct, frozen=True):
    """The screen as it was drawn, at this moment of CLOCK_MONOTONIC (``at``, in seconds).

    ``overlay`` is the sheet over it and ``said`` what stands there. ``touches`` counts the fingers lifted so
    far, ``entry`` is the id of the game's last entry, 0 where there is none. ``spots`` are in the order in
    which they get a touch: of two that overlap the first one has it. ``places`` are lit; these and ``goals``
    are empty while the board is ``moving`` or covered.
    """

    screen: str
    overlay: str
    width: int
    height: int
    frame: int
    touches: int
    entry: int
    at: float
    said: str
    spots: tuple[Spot, ...]
    places: tuple[PlaceSpot, ...] = ()
    goals: tuple[PlaceSpot, ...] = ()
    moving: bool = False


def look_at(shell: Shell, frame: int = 0, touches: int = 0) -> ScreenMap:
    """The map of the screen as it is now."""
    from kivy_ui.paint import Tappable

    session = shell.play.session if shell.play is not None else None
    entries = session.entries if session is not None else ()
    sheet = shell.sheets.shown
    return ScreenMap(
        screen=shell.screen_name,
        overlay=sheet.name if sheet is not None else "",
        width=round(shell.width),
        height=round(shell.height),
        frame=frame,
        touches=touches,
        entry=int(entries[-1].entry) if entries else 0,
        at=time.monotonic(),
        said=_words(sheet) if sheet is not None else "",
        spots=tuple(
            _spot(widget, shell.height) for widget in _in_reach(shell) if isinstance(widget, Tappable)
        ),
        moving=getattr(getattr(shell.screen, "picture", None), "moving", False),
        places=tuple(_in_sight(shell, lambda marks: marks.lit)),
        goals=tuple(_in_sight(shell, lambda marks: tuple(Place("corner", goal) for goal in marks.goals))),
    )


def _in_sight(shell: Shell, places: Callable[[Marks], Iterable[Place]]) -> Iterator[PlaceSpot]:
    from kivy_ui.board.board import BoardPicture

    picture = getattr(shell.screen, "picture", None)
    if not isinstance(picture, BoardPicture) or shell.sheets.shown is not None or picture.moving:
        return
    for place in places(picture.marks):
        x, y = picture.spot(place)
        if picture.collide_point(x, y):
            yield PlaceSpot(place.sort, place.id, round(x, 1), round(shell.height - y, 1))


def _in_reach(root: Widget) -> list[Widget]:
    """All widgets that a touch may reach, those in front first, ending with a sheet that holds everything."""
    found: list[Widget] = []
    _add_in_reach(root, found)
    return found


def _add_in_reach(root: Widget, found: list[Widget]) -> bool:
    """Whether there may be more behind."""
    from kivy_ui.paint import Tappable

    for child in root.children:
        if not _add_in_reach(child, found):
            return False
    if isinstance(root, Tappable) and (not root.enabled or root.width < 1 or root.height < 1):
        return True
    found.append(root)
    return not getattr(root, "modal", False)


def _spot(widget: Painted, height: float) -> Spot:
    return Spot(widget.name, widget.x, height - widget.top, widget.width, widget.height, _words(widget))


def _words(widget: Painted) -> str:
    return " ".join(placed.text for placed in widget.texts)


class MapWriter:
    """Writes the map of each drawn frame to a file, whole or not at all."""

    def __init__(self, file: Path, window: Any, shell: Shell) -> None:
        self.file = file
        self.shell = shell
        self.frame = 0
        self.touches = 0
        self._next = file.with_name(f"{file.name}.next")
        window.bind(on_flip=self._drawn, on_touch_up=self._lifted)

    def _lifted(self, *_: object) -> None:
        self.touches += 1

    def _drawn(self, *_: object) -> None:
        self.frame += 1
        self._next.write_bytes(msgspec.json.encode(look_at(self.shell, self.frame, self.touches)))
        self._next.replace(self.file)
