"""Trying the parts of all devices one by one, by hand and eye: on the self-test page, by ``doctor --try``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import msgspec

from companion.app.i18n import _
from companion.app.ports import Device, Part, PartKind

OPEN_S = 3.0
"""A device that has not come by then is not there."""
REST_S = 0.5
"""Others may come so much later than the first one."""
EACH_S = 1.2
SENTENCE_S = 5.0
BUTTONS_S = 15.0
LOOK_S = 0.02


class Tried(msgspec.Struct, frozen=True):
    """A part after it was tried; ``pressed`` is whether a button was seen to go down, None for the rest."""

    part: Part
    pressed: bool | None = None

    @property
    def good(self) -> bool:
        """Whether nothing is known against it. Of lights and buzzers only people can say more."""
        return not self.part.fault and self.pressed is not False


def what_to_check(part: Part) -> str:
    """What is tried now, and which wire to check where it does not work. One or two sentences."""
    if part.fault:
        return part.fault
    match part.kind:
        case PartKind.LIGHT:
            words = _(
                "{label} shines alone for a second now. If it stays dark, check the wire at {wire}, and "
                "which way round it is connected."
            )
        case PartKind.SOUND:
            words = _(
                "{label} sounds alone for a second now. If you hear nothing, check the wire at {wire}, and "
                "which way round it is connected."
            )
        case PartKind.SPEAKER:
            words = _(
                "{label}: three notes sound now. If you hear nothing, see that it is switched on and turned "
                "up, and that its output is chosen in the settings: {wire}."
            )
        case PartKind.VOICE:
            words = _("{label}: a sentence is said now. If you hear nothing, try the speaker first: {wire}.")
        case PartKind.BUTTON:
            words = _(
                "{label} shows here as long as it is down. If it does not, check the wires from {wire} to "
                "the button and from the button to ground."
            )
        case PartKind.LINK:
            words = _("{label}: connected to {wire}.")
    return words.format(label=part.label, wire=part.wire)


def wait_for_parts(device: Device, clock: Callable[[], float] = time.monotonic) -> tuple[Part, ...]:
    """The parts of all devices, once these have had time to open."""
    start = clock()
    found: tuple[Part, ...] = ()
    since = start
    while clock() - start < OPEN_S and not (found and clock() - since >= REST_S):
        time.sleep(LOOK_S)
        now = device.parts()
        if len(now) != len(found):
            found, since = now, clock()
    return device.parts()


def try_each(
    device: Device, parts: tuple[Part, ...], say: Callable[[str], object], pause: Callable[[float], object]
) -> Iterator[Tried]:
    """Try lights and buzzers one after another, then wait until each button was down once. What is tried is
    said before it is; ``pause`` waits."""
    for part in parts:
        if part.fault:
            say(f"{part.label}: {part.fault}")
            yield Tried(part)
        elif part.kind is PartKind.LINK:
            say(what_to_check(part))
            yield Tried(part)
        elif part.kind is not PartKind.BUTTON:
            say(what_to_check(part))
            device.try_part(part.key)
            pause(SENTENCE_S if part.kind is PartKind.VOICE else EACH_S)
            yield Tried(part)
    device.try_part("")
    left = {part.key: part for part in parts if part.kind is PartKind.BUTTON and not part.fault}
    if left:
        names = ", ".join(part.label for part in left.values())
        say(_("Press each button once, within {seconds} seconds: {names}.").format(
            seconds=round(BUTTONS_S), names=names
        ))  # fmt: skip
    for _look in range(round(BUTTONS_S / LOOK_S)):
        for part in device.parts():
            if part.down and part.key in left:
                say(_("{label} works.").format(label=part.label))
                yield Tried(left.pop(part.key), True)
        if not left:
            return
        pause(LOOK_S)
    for part in left.values():
        say(
            _(
                "{label} was not pressed. If you did press it, check the wires from {wire} to the button and "
                "from the button to ground."
            ).format(label=part.label, wire=part.wire)
        )
        yield Tried(part, False)
