"""What a panel has, for the self-test page: keys, words and wires."""

from __future__ import annotations

from companion.app import wiring
from companion.app.i18n import _
from companion.app.patterns import BAR_LIGHTS, SEAT_LIGHTS
from companion.app.ports import Part, PartKind
from hardware.panel.protocol import BUTTONS

PREFIX = "panel."
BUZZER = "buzzer"
LIGHTS = (
    *(f"ship[{place}]" for place in range(BAR_LIGHTS)),
    *(f"seats[{place}]" for place in range(SEAT_LIGHTS)),
)


def parts(pins: tuple[int, ...], down: frozenset[str]) -> tuple[Part, ...]:
    """All parts of a connected panel, with the pins that its firmware has told and the buttons that are
    down."""
    found = [
        _part(key, PartKind.LIGHT, wiring.label(key), _light_wire(pins, number))
        for number, key in enumerate(LIGHTS, 1)
    ]
    found.append(_part(BUZZER, PartKind.SOUND, wiring.label(BUZZER), _wire(pins, 1)))
    found += [
        _part(f"button[{button}]", PartKind.BUTTON, _label(button), _wire(pins, place), button in down)
        for place, button in enumerate(BUTTONS, 2)
    ]
    return tuple(found)


def _part(key: str, kind: PartKind, label: str, wire: str, down: bool = False) -> Part:
    return Part(PREFIX + key, kind, _("Panel: {part}").format(part=label), wire, down=down)


def _label(button: str) -> str:
    if button.isdecimal():
        return _("Button of seat {number}").format(number=button)
    return wiring.label(f"{button}_button")


def _light_wire(pins: tuple[int, ...], number: int) -> str:
    return _("light {number} of the strip, {wire}").format(number=number, wire=_wire(pins, 0))


def _wire(pins: tuple[int, ...], place: int) -> str:
    if place >= len(pins):
        return _("on the panel’s board")
    return _("pin GP{number} of the panel’s board").format(number=pins[place])
