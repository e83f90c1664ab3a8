"""What the dice camera says to people."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.model import CalibrationError
from companion.app.i18n import _, ngettext
from hardware.frames import FrameError


def reason_text(reason: str) -> str:
    """A reason of ``calibration.reading.REASONS`` in a sentence."""
    return {
        "empty": _("There are no dice in the tray."),
        "missing": _("A die is missing, or lies under another."),
        "fourth": _("There are more than three dice in the tray."),
        "cocked": _("A die does not lie flat."),
        "stacked": _("One die lies on another."),
        "hand": _("Something lies in front of the dice."),
        "moving": _("The dice are still moving."),
        "dark": _("It is too dark for the dice camera."),
        "bright": _("It is too bright for the dice camera."),
        "blurred": _("The dice camera’s picture is blurred."),
        "light_changed": _("The light has changed too much for the dice camera: calibrate again."),
        "tray_moved": _("The tray or the dice camera has moved: calibrate again."),
        "other_tray": _(
            "This is another tray than the one that was learned, or it has moved far: calibrate again."
        ),
        "blocked": _("The dice camera is covered."),
        "glare_white": _("Too much light falls on the white or yellow die."),
        "glare_red": _("Too much light falls on the red die."),
        "glare_event": _("Too much light falls on the event die."),
        "unclear_white": _("The white or yellow die cannot be read."),
        "unclear_red": _("The red die cannot be read."),
        "unclear_event": _("The event die cannot be read."),
    }[reason]


def advice(reason: str, unread: Sequence[str] = ()) -> str:
    """The same with what the table can do, where it can. The die that leans is named where one alone is
    ``unread``."""
    told = reason_text(reason)
    if reason == "cocked" and len(unread) == 1:
        told = {
            "white": _("The white or yellow die seems to lean."),
            "red": _("The red die seems to lean."),
            "event": _("The event die seems to lean."),
        }[unread[0]]
    return " ".join(text for text in (told, _way_out(reason)) if text)


def _way_out(reason: str) -> str:
    if reason.startswith("glare_"):
        return _("Push it out of the light, or tap what it shows.")
    if reason.startswith("unclear_"):
        return _("Push it aside a little, or tap what it shows.")
    return {
        "cocked": _("Lay it flat, roll it again, or tap the roll."),
        "stacked": _("Lay it flat, roll it again, or tap the roll."),
        "missing": _("Put it beside the others, or tap the roll."),
        "fourth": _("Take out what does not belong there, or tap the roll."),
    }.get(reason, "")


def corners_text(reason: str) -> str:
    """What ``calibration.geometry.fault`` found, in words that end a sentence."""
    return {
        "count": _("a tray has four corners, each with two numbers"),
        "outside": _("they lie outside the picture"),
        "shape": _("they do not make a quadrangle"),
        "small": _("the tray would be too small for dice to be seen"),
    }[reason]


def picture_text(what: str) -> str:
    """The name of one of the five pictures of a calibration."""
    return {
        "empty": _("of the empty tray"),
        "ship": _("with the ship"),
        "yellow": _("with the yellow gate"),
        "blue": _("with the blue gate"),
        "green": _("with the green gate"),
    }.get(what, what)


def error_text(error: CalibrationError | FrameError) -> str:
    """One sentence about why something does not go."""
    if isinstance(error, FrameError):
        return _frame_error_text(error)
    details = dict(error.details)
    for name in ("what", "one", "two"):
        if name in details:
            details[name] = picture_text(str(details[name]))
    if error.key == "corners":
        details["reason"] = corners_text(str(details["reason"]))
    if error.key == "dice_not_found":
        found = int(str(details["found"]))
        return ngettext(
            "In the picture {what}, {count} die was found lying flat in the tray instead of three.",
            "In the picture {what}, {count} dice were found lying flat in the tray instead of three.",
            found,
        ).format(what=details["what"], count=found)
    if error.key == "damaged" and not details["file"]:
        return _("The calibration does not fit this version of Longship: calibrate again.")
    if error.key == "dice_small":
        details = {name: round(float(str(value))) for name, value in details.items()}
    return {
        "no_file": _("There is no calibration {file}."),
        "unreadable": _("The calibration {file} cannot be read: {reason}."),
        "damaged": _("The calibration {file} is damaged: calibrate again."),
        "newer": _("The calibration {file} comes from a newer Longship (version {found}): update Longship."),
        "unwritable": _("The calibration {file} cannot be written: {reason}."),
        "other_device": _("The calibration is of the camera “{wanted}”, and this is “{found}”."),
        "other_camera": _(
            "The calibration is of another camera: its pictures have {wanted} pixels, these have {found}."
        ),
        "no_picture": _("{file} is not a picture."),
        "small_picture": _("{file} is too small for dice to be seen: it has {found} pixels."),
        "no_colours": _("{file} has no colours, and the event die is told by its colours."),
        "sizes": _("The pictures have different sizes, {wanted} and {found} pixels."),
        "dark": _("The picture {what} is too dark."),
        "bright": _("The picture {what} is too bright."),
        "blurred": _("The picture {what} is blurred."),
        "no_tray": _("The tray was not found in the picture of the empty tray: give its four corners."),
        "no_dice": _(
            "Too few dice are seen in the pictures to tell where the tray is: take them again with all three "
            "dice in it, or give the four corners of the tray."
        ),
        "corners": _("These cannot be the corners of the tray: {reason}."),
        "corners_unlike": _(
            "The dice do not fit the corners of the tray: they lie outside or would be of different sizes. "
            "Give the corners of its floor."
        ),
        "dice_unlike": _("In the picture {what} the three dice cannot be told apart."),
        "dice_small": _(
            "The dice are too small in the pictures: {found} pixels wide, and {wanted} are needed."
        ),
        "faces_alike": _("The event die looks alike in the pictures {one} and {two}."),
        "faces_mistaken": _(
            "In the pictures {one} and {two} the event die shows other faces than these: take both again."
        ),
        "glare": _(
            "A lamp is reflected in the event die in the picture {what}: put it elsewhere in the tray."
        ),
        "colours_alike": _("The two dice with pips have the same colour."),
    }[error.key].format(**details)


def failure_text(error: Exception) -> str:
    """Whatever went wrong with a camera or its pictures, in a sentence."""
    if isinstance(error, (CalibrationError, FrameError)):
        return error_text(error)
    return _("The dice camera failed: {reason}.").format(reason=f"{type(error).__name__}: {error}")


def _frame_error_text(error: FrameError) -> str:
    return {
        "no_source": _("There is no camera, folder, picture or video {source}."),
        "no_camera": _("There is no camera {source}, or another program uses it."),
        "no_permission": _(
            "You may not use the camera {source}: add yourself to the group that may use cameras."
        ),
        "no_picture": _("{file} is not a picture."),
        "no_pictures": _("There are no pictures in the folder {file}."),
        "unreadable": _("{file} cannot be read: {reason}."),
        "camera_stopped": _("The camera {source} delivers no more pictures."),
    }[error.key].format(source=error.source, file=error.source, reason=error.reason)
