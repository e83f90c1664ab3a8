"""Which parts there are on the pins, what they are called and where their wires go: the one home of that.

Keys are those of the section ``[pins]`` of the settings. docs/alerts.md tells the same in words and has the
drawing.
"""

from __future__ import annotations

import msgspec

from companion.app.i18n import _
from companion.app.patterns import BAR_LIGHTS, SEAT_LIGHTS, Frame
from companion.app.ports import HOLD_S, Part, PartKind, PressKind
from companion.app.settings import Pins

PIEZO, ACTIVE_BUZZER = "buzzer", "active_buzzer"

BUTTONS: dict[str, tuple[PressKind, float]] = {
    "next_button": (PressKind.NEXT, 0.0),
    "undo_button": (PressKind.UNDO, HOLD_S),
    "mute_button": (PressKind.MUTE, 0.0),
}
"""What each button means, and how many seconds it has to be held."""

HEADER = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
    14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
"""The pin of the 40-pin header that each GPIO number has, on every Raspberry Pi with that header."""


BUSES = frozenset({0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15})
"""GPIO numbers of the memory of a HAT, I2C, SPI and the serial port."""


class Wire(msgspec.Struct, frozen=True):
    """One part on a pin: its key without the section, as in "ship[0]", and its GPIO number."""

    key: str
    kind: PartKind
    number: int

    @property
    def setting(self) -> str:
        """Its key in the settings."""
        return f"pins.{self.key}"

    @property
    def words(self) -> str:
        """Where it is connected, in the language in use."""
        return _("GPIO {number} (pin {pin} of the header)").format(
            number=self.number, pin=HEADER[self.number]
        )

    def part(self, fault: str = "", down: bool = False) -> Part:
        """The part as it is shown and tried."""
        return Part(self.setting, self.kind, label(self.key), self.words, fault, down)


def wires(pins: Pins) -> tuple[Wire, ...]:
    """All parts that are set: lights, buzzers, buttons."""
    found = [Wire(f"ship[{place}]", PartKind.LIGHT, number) for place, number in enumerate(pins.ship)]
    found += [Wire(f"seats[{place}]", PartKind.LIGHT, number) for place, number in enumerate(pins.seats)]
    numbers: dict[str, int | None] = msgspec.structs.asdict(pins)
    for kind, keys in ((PartKind.SOUND, (PIEZO, ACTIVE_BUZZER)), (PartKind.BUTTON, tuple(BUTTONS))):
        found += [Wire(key, kind, number) for key in keys if (number := numbers[key]) is not None]
    return tuple(found)


def free(pins: Pins, key: str) -> tuple[int, ...]:
    """The GPIO numbers that a part could have: its own, and those that no other part has and no bus needs."""
    others = {wire.number for wire in wires(pins) if wire.key != key}
    own = {wire.number for wire in wires(pins) if wire.key == key}
    return tuple(sorted((set(HEADER) - BUSES - others) | own))


def label(key: str) -> str:
    """What people call a part, in the language in use."""
    name, _bracket, place = key.partition("[")
    number = int(place.rstrip("]")) + 1 if place else 0
    match name:
        case "ship":
            return _("Ship, light {number}").format(number=number)
        case "seats":
            return _("Light of seat {number}").format(number=number)
        case "buzzer":
            return _("Piezo buzzer")
        case "active_buzzer":
            return _("Active buzzer")
        case "next_button":
            return _("Button NEXT")
        case "undo_button":
            return _("Button UNDO")
    return _("Button MUTE")


def alone(key: str) -> Frame:
    """Only this light shines; none, where the part is no light."""
    return Frame(
        tuple(float(key == f"ship[{place}]") for place in range(BAR_LIGHTS)),
        tuple(float(key == f"seats[{place}]") for place in range(SEAT_LIGHTS)),
    )
