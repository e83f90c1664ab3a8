"""The dice camera as the table sees it: what it reads, and what is asked of it. A device implements the port.

Nothing here raises into the game. What comes from the camera comes from another thread, at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from companion.app.i18n import _

if TYPE_CHECKING:
    from companion.app.settings import Settings

DICE = ("red", "white", "event")
"""The dice that a camera reads, in the order in which they are shown."""
COLOURS = {"ship": "ship", "trade": "yellow", "politics": "blue", "science": "green"}
"""The faces of the event die as the game calls them, and as they look."""
VIEWS = ("empty", *COLOURS.values())
"""The pictures of a calibration, in the order in which they are taken."""
SIZES_PX = ((960, 720), (640, 480), (1280, 720))
"""Sizes of pictures to choose from; the first is what the reader is made for."""

Corners = tuple[tuple[float, float], ...]
"""Four corners of a tray, in pixels from the left and the top."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that came to rest, read once. A die that is not sure is None; ``unsure`` says why, in a sentence.

    ``reason`` is its key, ``picture`` a JPEG of what was read, where pictures are kept. ``set_right``: it is
    the roll of the reading before, which was unsure, once somebody has set its dice right.
    """

    white: int | None = None
    red: int | None = None
    event: str | None = None
    reason: str = ""
    unsure: str = ""
    picture: bytes = b""
    set_right: bool = False

    @property
    def faces(self) -> dict[str, str]:
        """The dice that are sure, by name."""
        found = {"red": self.red, "white": self.white, "event": self.event}
        return {die: str(face) for die, face in found.items() if face is not None}


class CameraChoice(msgspec.Struct, frozen=True):
    """A camera that is there, as the settings name it and as people do."""

    camera: str
    name: str


class LiveView(msgspec.Struct, frozen=True):
    """A picture as the camera sees it: rows from the top, three bytes (red, green, blue) a pixel.

    ``scale`` is how many of the camera's pixels one of these is wide.
    """

    width: int
    height: int
    rgb: bytes
    scale: float = 1.0


class Taken(msgspec.Struct, frozen=True):
    """A picture of a calibration was taken: one of ``VIEWS``, and the tray where it was found in it."""

    what: str
    view: LiveView
    corners: Corners = ()


class Report(msgspec.Struct, frozen=True):
    """A calibration was made, and is not saved yet: its figures in sentences, and what was found."""

    lines: tuple[str, ...]
    view: LiveView


class RefusedViews(msgspec.Struct, frozen=True):
    """No calibration: why, and which picture is to be taken again, and which after it. "corners" are to be
    shown again."""

    text: str
    what: str = ""
    then: str = ""


class Saved(msgspec.Struct, frozen=True):
    """The calibration is kept, and the camera reads by it."""

    file: str


Told = LiveView | Taken | Report | RefusedViews | Saved
"""What a calibration has to say."""


class Calibrating(Protocol):
    """A calibration under way. Every call returns at once and never raises; the answers come as ``Told``."""

    def take(self, what: str) -> None:
        """Keep what the camera sees as one of ``VIEWS``."""

    def make(self, corners: Corners) -> None:
        """Learn from the pictures, with these corners of the tray."""

    def save(self) -> None:
        """Keep what was learned."""

    def close(self) -> None:
        """Leave the camera to the table again."""


class DiceCamera(Protocol):
    """Reads dice. Every call returns at once and never raises."""

    def configure(self, settings: Settings) -> None:
        """Take over another camera, or none."""

    def cameras(self) -> tuple[CameraChoice, ...]:
        """The cameras that are connected."""

    def calibrate(self, camera: str, size_px: tuple[int, int], tell: Callable[[Told], None]) -> Calibrating:
        """Have the camera for a calibration. ``tell`` is called from another thread."""

    def close(self) -> None:
        """Let go of the camera."""


class NullCalibrating:
    """No calibration: every call does nothing."""

    def take(self, what: str) -> None:
        """There is no picture."""

    def make(self, corners: Corners) -> None:
        """There is nothing to learn from."""

    def save(self) -> None:
        """There is nothing to keep."""

    def close(self) -> None:
        """Nothing is held."""


class NullDice:
    """No camera: dice are entered by hand."""

    def configure(self, settings: Settings) -> None:
        """Nothing to set."""

    def cameras(self) -> tuple[CameraChoice, ...]:
        """There are none to choose from."""
        return ()

    def calibrate(self, camera: str, size_px: tuple[int, int], tell: Callable[[Told], None]) -> Calibrating:
        """Say that there is none."""
        tell(
            RefusedViews(
                _("The dice camera is not installed: run {command}").format(command="./longship setup")
            )
        )
        return NullCalibrating()

    def close(self) -> None:
        """Nothing is held."""


ReadingSink = Callable[[Reading], None]
