"""The calibration of the dice camera, page by page: what is asked, what has been taken, what comes next."""

from __future__ import annotations

from math import atan2

import msgspec
from msgspec.structs import replace

from companion.app.dice import SIZES_PX, VIEWS, CameraChoice, Corners, LiveView, RefusedViews, Report, Taken
from companion.app.dice_log import Tally
from companion.app.i18n import _
from companion.app.settings import Settings
from companion.presenters.settings import SettingValueView, SettingView

EMPTY = VIEWS[0]
ORDER = ("camera", EMPTY, "corners", *VIEWS[1:], "making", "report")
NEAR_SHARE = 0.06
"""A finger so near to a corner, in widths of the picture, moves that corner."""


class Wizard(msgspec.Struct, frozen=True):
    """How far the calibration has come.

    ``still`` is the picture that is looked at where it is not the live one, ``tray`` that of the empty tray,
    ``found`` are the corners that were found in it, ``again`` is what a refusal wants anew.
    """

    step: str = "camera"
    camera: str = ""
    size_px: tuple[int, int] = SIZES_PX[0]
    taken: frozenset[str] = frozenset()
    corners: Corners = ()
    found: Corners = ()
    refused: str = ""
    again: str = ""
    still: LiveView | None = None
    tray: LiveView | None = None
    lines: tuple[str, ...] = ()


class WizardView(msgspec.Struct, frozen=True):
    """What stands on the page; ``ready`` is whether the main button does anything."""

    title: str
    text: str
    button: str
    icon: str
    ready: bool
    lines: tuple[str, ...] = ()
    warning: bool = False


def view(wizard: Wizard, live: bool) -> WizardView:
    """The page, with or without a picture from the camera."""
    title, text, button, icon, ready = _words(wizard, live)
    if wizard.refused:
        return WizardView(title, wizard.refused, button, icon, ready, wizard.lines, warning=True)
    return WizardView(title, text, button, icon, ready, wizard.lines)


def _words(wizard: Wizard, live: bool) -> tuple[str, str, str, str, bool]:
    put = _("Put all three dice into the tray, flat and apart, with this face of the event die on top.")
    take = _("Take picture")
    return {
        "camera": (
            _("Camera"),
            _("It must see the whole tray from above, and not move."),
            _("Continue"),
            "forward",
            bool(wizard.camera) and live,
        ),
        EMPTY: (_("Empty tray"), _("Take everything out of the tray."), take, "check", live),
        "corners": (
            _("Corners of the tray"),
            {
                0: _("Tap the four corners of the tray’s floor, or go on: the dice will show where it is."),
                4: _("Is this the floor of the tray? If not, move its corners with a finger."),
            }.get(
                len(wizard.corners),
                _("Tap the four corners of the tray’s floor: {count} of 4.").format(
                    count=len(wizard.corners)
                ),
            ),
            _("Continue"),
            "forward",
            len(wizard.corners) in (0, 4),
        ),
        "ship": (_("Ship"), put, take, "check", live),
        "yellow": (_("Yellow gate"), put, take, "check", live),
        "blue": (_("Blue gate"), put, take, "check", live),
        "green": (_("Green gate"), put, take, "check", live),
        "making": (
            _("Learning"),
            _("Learning from the pictures …"),
            _("Continue"),
            "forward",
            bool(wizard.refused),
        ),
        "report": (_("Calibrated"), _("Are all dice framed and named correctly?"), _("Save"), "check", True),
    }[wizard.step]


def chosen(wizard: Wizard, camera: str) -> Wizard:
    """Another camera: everything begins anew."""
    return Wizard(camera=camera, size_px=wizard.size_px)


def sized(wizard: Wizard, size_px: tuple[int, int]) -> Wizard:
    """Another size of picture."""
    return Wizard(camera=wizard.camera, size_px=size_px)


def onward(wizard: Wizard) -> Wizard:
    """The next page, without the pictures that are there: after one was taken anew that is mostly the end."""
    if wizard.step == "making" and wizard.again:
        return replace(
            wizard, step=wizard.again, refused="", still=wizard.tray if wizard.again == "corners" else None
        )
    after = next(step for step in ORDER[ORDER.index(wizard.step) + 1 :] if step not in wizard.taken)
    still = wizard.tray if after == "corners" else None
    return replace(wizard, step=after, refused="", again="", still=still)


def back(wizard: Wizard) -> Wizard | None:
    """The page before; None where the calibration is left."""
    place = ORDER.index(wizard.step)
    if place == 0:
        return None
    before = {"making": ORDER[-3], "report": ORDER[-3]}.get(wizard.step, ORDER[place - 1])
    still = wizard.tray if before == "corners" else None
    taken = wizard.taken if before not in VIEWS else wizard.taken - {before}
    return replace(wizard, step=before, refused="", again="", still=still, taken=taken, lines=())


def took(wizard: Wizard, taken: Taken) -> Wizard:
    """A picture was taken."""
    if taken.what != wizard.step:
        return wizard
    wizard = replace(wizard, taken=wizard.taken | {taken.what})
    if taken.what == EMPTY:
        shown = len(wizard.corners) == 4 and wizard.corners != wizard.found
        corners = taken.corners or (wizard.corners if shown else ())
        wizard = replace(wizard, tray=taken.view, corners=corners, found=taken.corners)
    return onward(wizard)


def reported(wizard: Wizard, report: Report) -> Wizard:
    """It was learned."""
    return replace(wizard, step="report", refused="", again="", still=report.view, lines=report.lines)


def refused(wizard: Wizard, refusal: RefusedViews) -> Wizard:
    """It was not: what is wrong, and where to go on."""
    again = refusal.what if refusal.what in ORDER else ""
    taken = wizard.taken - {again, refusal.then}
    return replace(
        wizard, refused=refusal.text, again=again or (EMPTY if wizard.step == "making" else ""), taken=taken
    )


def pointed(wizard: Wizard, x: float, y: float, width_px: float) -> tuple[Wizard, int]:
    """A finger on the picture, in the camera's pixels, and which corner it moves from now on: the next one
    to be shown, or one close by."""
    distances = [abs(x - cx) + abs(y - cy) for cx, cy in wizard.corners]
    nearest = min(range(len(distances)), key=distances.__getitem__, default=0)
    if len(wizard.corners) == 4 or (distances and distances[nearest] < NEAR_SHARE * width_px):
        return moved(wizard, nearest, x, y), nearest
    return replace(wizard, corners=(*wizard.corners, (x, y)), refused=""), len(wizard.corners)


def moved(wizard: Wizard, corner: int, x: float, y: float) -> Wizard:
    """A corner lies elsewhere."""
    corners = tuple((x, y) if place == corner else old for place, old in enumerate(wizard.corners))
    return replace(wizard, corners=corners, refused="")


def without_corners(wizard: Wizard) -> Wizard:
    """The corners are to be shown anew."""
    return replace(wizard, corners=(), refused="")


def cleared(wizard: Wizard) -> Wizard:
    """What was refused is of no account any more: the camera has come."""
    return replace(wizard, refused="")


def asked_corners(wizard: Wizard) -> Corners:
    """The corners in order around the tray, so that its outline does not cross itself."""
    if len(wizard.corners) < 4:
        return wizard.corners
    x, y = (sum(corner[axis] for corner in wizard.corners) / 4 for axis in (0, 1))
    return tuple(sorted(wizard.corners, key=lambda corner: atan2(corner[1] - y, corner[0] - x)))


def cameras(found: tuple[CameraChoice, ...], now: str, none: bool) -> SettingView:
    """The cameras to choose from, with none at all first if that can be chosen."""
    choices = [SettingValueView("camera_none", _("No camera"), "", now == "", "cross")] if none else []
    choices += [
        SettingValueView(f"camera_{number}", choice.name, choice.camera, choice.camera == now)
        for number, choice in enumerate(found)
    ]
    return SettingView("dice.camera", _("Camera"), tuple(choices))


def sizes(now: tuple[int, int]) -> SettingView:
    """The sizes of pictures to choose from."""
    choices = tuple(
        SettingValueView(f"size_{width}", f"{width} × {height}", (width, height), (width, height) == now)
        for width, height in SIZES_PX
    )
    return SettingView("size", _("Pixels"), choices)


def keeping(settings: Settings) -> SettingView:
    """Whether pictures of corrected rolls may be kept."""
    now = settings.dice.keep_pictures
    return SettingView(
        "dice.keep_pictures",
        _("Pictures of corrected rolls"),
        (
            SettingValueView("keep_False", _("Save none"), False, not now),
            SettingValueView("keep_True", _("Ask each time"), True, now),
        ),
    )


def tally_lines(tally: Tally) -> tuple[str, ...]:
    """How often the camera was right, in sentences."""
    if not tally.throws:
        return (_("The camera has read no rolls yet."),)
    return (
        _(
            "Rolls seen: {count}. Read correctly: {right}, corrected: {wrong}, unsure: "
            "{unsure}, ignored: {gone}."
        ).format(
            count=tally.throws, right=tally.right, wrong=tally.wrong, unsure=tally.unsure, gone=tally.let_go
        ),
    )
