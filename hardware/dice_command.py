"""``longship dice``: calibrate the dice camera, read pictures, watch a camera.

OpenCV is imported only when one of these is asked for: it is an optional part.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app.i18n import _
from companion.app.terminal import complain, say, say_json
from hardware.camera_job import no_opencv
from hardware.cameras import LIVE, kind_of, name_of, open_camera

if TYPE_CHECKING:
    from calibration.geometry import Picture
    from calibration.model import Calibration
    from calibration.reading import Read, Unsure
    from hardware.frames import Frame, FrameSource

PICTURES = ("ship", "yellow", "blue", "green")


def add_command(commands: Any) -> None:
    """Add ``dice`` to the sub-commands of the command line."""
    text = _("Calibrate the dice camera, read pictures of dice, watch a camera.")
    dice = commands.add_parser("dice", help=text, description=text)
    deeds = dice.add_subparsers(required=True, metavar=_("COMMAND"))

    text = _("Learn a tray and its dice from five pictures.")
    calibrate = deeds.add_parser("calibrate", help=text, description=text)
    calibrate.set_defaults(answer=_calibrate)
    calibrate.add_argument("--empty", type=Path, required=True, metavar=_("FILE"), help=_("the empty tray"))
    for name in PICTURES:
        calibrate.add_argument(
            f"--{name}",
            type=Path,
            required=True,
            metavar=_("FILE"),
            help=_("this face of the event die on top"),
        )
    calibrate.add_argument(
        "--corners",
        nargs=4,
        metavar="X,Y",
        help=_("the corners of the tray’s floor in pixels, if they are not found"),
    )
    calibrate.add_argument("--out", type=Path, required=True, metavar=_("FILE"), help=_("the calibration"))
    calibrate.add_argument(
        "--report", type=Path, metavar=_("FILE"), help=_("write a picture of what was found there")
    )
    calibrate.add_argument("--json", action="store_true", help=_("print one JSON object per line"))

    text = _("Read pictures of three dice at rest.")
    read = deeds.add_parser("read", help=text, description=text)
    read.set_defaults(answer=_read)
    read.add_argument("--calibration", type=Path, required=True, metavar=_("FILE"))
    read.add_argument("images", type=Path, nargs="+", metavar=_("PICTURE"))
    read.add_argument("--json", action="store_true", help=_("print one JSON object per line"))

    text = _("Print each roll once the dice have come to rest.")
    watch = deeds.add_parser("watch", help=text, description=text)
    watch.set_defaults(answer=_watch)
    watch.add_argument("--calibration", type=Path, required=True, metavar=_("FILE"))
    watch.add_argument(
        "--source",
        required=True,
        metavar=_("SOURCE"),
        help=_("the number of a USB camera, “pi” for the Raspberry Pi’s own, a folder, a picture or a video"),
    )
    watch.add_argument("--json", action="store_true", help=_("print one JSON object per line"))

    text = _("Read single dice with pips, without a calibration.")
    pips = deeds.add_parser("pips", help=text, description=text)
    pips.set_defaults(answer=_pips)
    pips.add_argument("image", type=Path, metavar=_("PICTURE"))
    pips.add_argument(
        "--box",
        action="append",
        default=[],
        metavar="X,Y,WIDTH,HEIGHT",
        help=_(
            "where a die or the pips of its top face are; without it dice on a plain ground are looked for"
        ),
    )
    pips.add_argument("--json", action="store_true", help=_("print one JSON object per line"))


def _vision() -> bool:
    """Whether OpenCV is there; if not, one sentence."""
    try:
        import cv2
    except ImportError as error:
        complain(no_opencv(error, "./longship setup"))
        return False
    cv2.utils.logging.setLogLevel(
        cv2.utils.logging.LOG_LEVEL_SILENT
    )  # what cannot be decoded is said in one sentence of ours
    return True


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """The libraries behind OpenCV write by themselves what they cannot decode; that is said by a sentence of
    ours."""
    try:
        kept = os.dup(2)
    except OSError:  # nobody listens
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _load(file: Path) -> tuple[Picture, float]:
    """A picture that can be read, and how many of the file's pixels one of it is wide. Raises
    CalibrationError or FrameError with the file's name."""
    from calibration.reading import checked
    from hardware.frames import load_scaled

    with _quietly():
        picture, scale = load_scaled(file)
    seen = checked(picture, file)
    return seen, scale * picture.shape[1] / seen.shape[1]


def _camera(source: str) -> str:
    """A camera as the settings name it; empty for a folder, a picture or a video."""
    if Path(source).is_file() or Path(source).is_dir():
        return ""
    number = re.fullmatch(r"(?:/dev/video)?(\d+)", source)
    if number:
        return f"usb:{number[1]}"
    return source if kind_of(source) in LIVE else ""


def _open(name: str, calibration: Calibration) -> FrameSource:
    """Open what is named; a camera is to see as it did when it was calibrated."""
    from hardware.eye import belongs, settle
    from hardware.frames import open_frames

    camera = _camera(name)
    if not camera:
        return open_frames(name)
    belongs(calibration, kind_of(camera), name_of(camera))
    source = open_camera(camera, (calibration.camera.width_px, calibration.camera.height_px))
    settle(source, calibration.camera)
    return source


def _frames(source: FrameSource) -> Iterator[Frame]:
    frames = source.frames()
    while True:
        with _quietly():
            frame = next(frames, None)
        if frame is None:
            return
        yield frame


def _print(as_json: bool, plain: dict[str, Any], *words: str) -> None:
    if as_json:
        say_json(plain)
    else:
        say(*words)


def _numbers(text: str, count: int) -> list[float] | None:
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        return None
    return numbers if len(numbers) == count and all(map(math.isfinite, numbers)) else None


def _calibrate(options: argparse.Namespace) -> int:
    if not _vision():
        return 2
    from calibration.calibrate import calibrate, report
    from calibration.model import FOR_CORNERS, CalibrationError, save
    from hardware.dice_texts import error_text
    from hardware.frames import FrameError

    corners = None
    try:
        if options.corners is not None:
            found = [_numbers(text, 2) for text in options.corners]
            if any(corner is None for corner in found):
                raise CalibrationError("corners", reason="count")
            corners = [corner for corner in found if corner is not None]
        empty, scale = _load(options.empty)
        faces = {name: _load(getattr(options, name))[0] for name in PICTURES}
        if corners is not None:
            corners = [[number / scale for number in corner] for corner in corners]
        calibration = calibrate(empty, faces, corners)
        save(calibration, options.out)
        if options.report is not None:
            import cv2

            options.report.write_bytes(cv2.imencode(".png", report(calibration, empty, faces))[1].tobytes())
    except (CalibrationError, FrameError) as error:
        if options.json:
            say_json({"refused": error.key})
        complain(error_text(error))
        if error.key in FOR_CORNERS or (error.key == "dice_not_found" and corners is None):
            complain(
                _("Corners are given with --corners X,Y X,Y X,Y X,Y, in pixels of the empty tray’s picture.")
            )
        return 2
    except OSError as error:
        complain(
            _("{file} cannot be written: {reason}.").format(
                file=options.report, reason=error.strerror or error
            )
        )
        return 2
    quality = msgspec.to_builtins(calibration.quality)
    corners_px = [[round(x * scale, 1), round(y * scale, 1)] for x, y in calibration.corners_px]
    words = [
        _("The calibration is in {file}.").format(file=options.out),
        _("Dice are {edge} pixels wide; the weakest pip differs by {contrast} units of colour.").format(
            edge=round(calibration.quality.edge_px), contrast=round(calibration.quality.pip_contrast_lab)
        ),
    ]
    _print(
        options.json,
        {"calibration": str(options.out), "corners_px": corners_px, "quality": quality},
        *words,
    )
    return 0


def _outcome(outcome: Read | Unsure) -> dict[str, Any]:
    from calibration.reading import Unsure
    from hardware.dice_texts import reason_text

    if isinstance(outcome, Unsure):
        return {"unsure": outcome.reason, "words": reason_text(outcome.reason)}
    return {
        "white": outcome.white,
        "red": outcome.red,
        "event": outcome.event,
        "confidence": outcome.confidence,
    }


def _in_words(outcome: Read | Unsure) -> str:
    from calibration.reading import Unsure
    from hardware.dice_texts import reason_text

    if isinstance(outcome, Unsure):
        return f"{reason_text(outcome.reason)} ({outcome.reason})"
    faces = {"ship": _("ship"), "yellow": _("yellow gate"), "blue": _("blue gate"), "green": _("green gate")}
    least = min(outcome.confidence.values())
    return _("white {white}, red {red}, {event}, confidence {confidence}").format(
        white=outcome.white, red=outcome.red, event=faces[outcome.event], confidence=round(least, 3)
    )


def _read(options: argparse.Namespace) -> int:
    if not _vision():
        return 2
    from calibration.model import CalibrationError, load
    from calibration.reading import Reader
    from hardware.dice_texts import error_text
    from hardware.frames import FrameError

    try:
        reader = Reader(load(options.calibration))
    except CalibrationError as error:
        complain(error_text(error))
        return 2
    status = 0
    for file in options.images:
        try:
            outcome = reader.read(_load(file)[0])
        except (CalibrationError, FrameError) as error:
            if options.json:
                say_json({"file": str(file), "unsure": error.key, "words": error_text(error)})
            complain(error_text(error))
            status = 2
            continue
        _print(options.json, {"file": str(file), **_outcome(outcome)}, f"{file}: {_in_words(outcome)}")
    return status


def _watch(options: argparse.Namespace) -> int:
    if not _vision():
        return 2
    from calibration.model import CalibrationError, load
    from calibration.reading import Reader, checked
    from calibration.rest import Watcher
    from hardware.bracket import Watching
    from hardware.dice_texts import error_text
    from hardware.frames import FrameError

    try:
        calibration = load(options.calibration)
        reader = Reader(calibration)
        watching = Watching(Watcher(reader), reader)
        live = bool(_camera(options.source))
        with _quietly():
            source = _open(options.source, calibration)
        watching.use(source)
    except (CalibrationError, FrameError) as error:
        complain(error_text(error))
        return 2
    try:
        for frame in _frames(source):
            picture = checked(frame.picture, options.source, dark=watching.busy)
            rolled = watching.feed(frame.number, frame.seconds, picture)
            if rolled is not None:
                when: dict[str, Any] = {"frame": rolled.frame, "seconds": round(frame.seconds, 3)}
                if live:
                    when["time"] = datetime.now().astimezone().isoformat(timespec="milliseconds")
                if rolled.set_right:
                    when["set_right"] = True
                plain = {**when, **_outcome(rolled.outcome)}
                again = f", {_('set right')}" if rolled.set_right else ""
                _print(options.json, plain, f"{rolled.frame}: {_in_words(rolled.outcome)}{again}")
    except (CalibrationError, FrameError) as error:
        complain(error_text(error))
        return 2
    except KeyboardInterrupt:
        return 0
    finally:
        source.close()
    return 0


def _pips(options: argparse.Namespace) -> int:
    if not _vision():
        return 2
    from calibration.loose import read_loose
    from calibration.model import CalibrationError
    from hardware.dice_texts import error_text
    from hardware.frames import FrameError

    boxes = [_numbers(text, 4) for text in options.box]
    if any(box is None for box in boxes):
        complain(_("A box has four numbers: left, top, width, height."))
        return 2
    try:
        picture, scale = _load(options.image)
    except (CalibrationError, FrameError) as error:
        complain(error_text(error))
        return 2
    places = [[number / scale for number in box] for box in boxes if box is not None]
    for found in read_loose(picture, places or None):
        box = [round(number * scale) for number in found.box]
        plain: dict[str, Any] = {
            "file": str(options.image),
            "box": box,
            "value": found.value,
            "confidence": found.confidence,
        }
        if found.value is None:
            plain = {"file": str(options.image), "box": box, "unsure": "unclear"}
        words = _("no number can be told") if found.value is None else str(found.value)
        _print(options.json, plain, f"{box}: {words}")
    return 0
