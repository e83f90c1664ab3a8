"""The pins themselves: lights, buzzers and buttons on gpiozero, and what is said when they fail."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import tempfile
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.app.i18n import _, ngettext
from companion.app.patterns import Frame
from companion.app.ports import Notice, PartKind
from companion.app.settings import Pins
from companion.app.wiring import ACTIVE_BUZZER, BUTTONS, PIEZO, wires
from companion.engine.errors import LongshipError
from companion.rules.presentation.alerts import Note

DEVICES = Path("/dev")
MOST_PINS_NAMED = 3

MakeFactory = Callable[[], Any]
OnEdge = Callable[[str, bool], None]
"""Hears the key of a button whose pin has changed, and whether it is down; in a thread of gpiozero."""


class UnavailableError(LongshipError, OSError):
    """No light and no sound at all; ``notice`` says why, unless there is nothing amiss."""

    def __init__(self, notice: Notice | None) -> None:
        super().__init__("" if notice is None else notice.text)
        self.notice = notice


class Failure(msgspec.Struct, frozen=True):
    """A part that did not open: its key, its GPIO number, and why."""

    key: str
    number: int
    error: Exception


class Outputs(Protocol):
    """Open lights, buzzers and buttons. All but ``close`` may raise whatever a driver raises."""

    @property
    def failures(self) -> Sequence[Failure]:
        """What has not opened."""

    @property
    def buttons(self) -> Sequence[str]:
        """The keys of the buttons that have opened."""

    def show(self, frame: Frame) -> None:
        """Set all lights."""

    def sound(self, note: Note | None, only: str = "") -> None:
        """Sound one note until told otherwise, on ``only`` one buzzer or on all; None is silence."""

    def is_down(self, key: str) -> bool:
        """Whether a button reads as pressed at this instant."""

    def close(self) -> None:
        """Everything off and the pins given back. Never raises."""


class GpioOutputs:
    """gpiozero's PWMLED for each light, its TonalBuzzer, Buzzer and Buttons; those that opened."""

    def __init__(self) -> None:
        self._failures: list[Failure] = []
        self._lights: dict[str, Any] = {}
        self._levels: dict[str, float] = {}
        self._buzzers: dict[str, Any] = {}
        self._notes: dict[str, Note | None] = {}
        self._buttons: dict[str, Any] = {}
        self._own_factory: Any = None

    @property
    def empty(self) -> bool:
        """Whether nothing opened that the table could see, hear or press."""
        return not self._lights and not self._buzzers and not self._buttons

    @property
    def failures(self) -> Sequence[Failure]:
        """What has not opened."""
        return self._failures

    @property
    def buttons(self) -> Sequence[str]:
        """The keys of the buttons that have opened."""
        return tuple(self._buttons)

    def default_factory(self) -> Any:
        """The pin factory gpiozero chooses, closed with the outputs unless others had it before."""
        from gpiozero import Device

        unused = Device.pin_factory is None
        Device.ensure_pin_factory()
        self._own_factory = Device.pin_factory if unused else None
        return Device.pin_factory

    def open(self, pins: Pins, factory: Any, on_edge: OnEdge | None) -> None:
        """Open each device; those that fail are left out and kept as failures. Buttons only if somebody hears
        them."""
        from gpiozero import PWMLED, Button, Buzzer, TonalBuzzer

        kinds: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
            PIEZO: (TonalBuzzer, self._buzzers),
            ACTIVE_BUZZER: (Buzzer, self._buzzers),
            **dict.fromkeys(BUTTONS, (Button, self._buttons)),
        }
        for wire in wires(pins):
            make, place = kinds.get(wire.key, (PWMLED, self._lights))
            if wire.kind is PartKind.BUTTON and on_edge is None:
                continue
            try:
                place[wire.key] = made = make(wire.number, pin_factory=factory)
            except Exception as error:
                self._failures.append(Failure(wire.key, wire.number, error))
                continue
            if wire.kind is PartKind.BUTTON and on_edge is not None:
                # gpiozero passes itself to a callback with a free parameter
                made.when_pressed = partial(_call, on_edge, wire.key, True)
                made.when_released = partial(_call, on_edge, wire.key, False)

    def show(self, frame: Frame) -> None:
        """Write the lights that have changed by at least a hundredth."""
        for part, levels in (("ship", frame.bar), ("seats", frame.seats)):
            for place, exact in enumerate(levels):
                key, level = f"{part}[{place}]", round(exact, 2)
                if key in self._lights and self._levels.get(key) != level:
                    self._lights[key].value = level
                    self._levels[key] = level

    def sound(self, note: Note | None, only: str = "") -> None:
        """Start or end a note on each buzzer on which it differs from the one that sounds. An active buzzer
        has one tone: it keeps the rhythm."""
        for key, buzzer in self._buzzers.items():
            wanted = note if only in ("", key) else None
            if wanted == self._notes.get(key):
                continue
            if key == ACTIVE_BUZZER:
                buzzer.off() if wanted is None else buzzer.on()
            elif wanted is None:
                buzzer.stop()
                # without PWM the pin would keep the level of that instant, and a buzzer its current
                buzzer.pwm_device.pin.state = 0
            else:
                buzzer.play(_tone(wanted))
            self._notes[key] = wanted

    def is_down(self, key: str) -> bool:
        """Whether a button reads as pressed at this instant."""
        return bool(self._buttons[key].is_pressed)

    def close(self) -> None:
        """Lights dark, buzzers silent, pins and chip given back."""
        devices = (*self._lights.values(), *self._buzzers.values(), *self._buttons.values())
        for device in (*devices, self._own_factory):
            if device is not None:
                with contextlib.suppress(Exception):
                    device.close()
        if self._own_factory is not None:
            from gpiozero import Device

            Device.pin_factory = None
        self._lights, self._levels, self._buzzers, self._notes, self._buttons = {}, {}, {}, {}, {}
        self._own_factory = None


def open_outputs(
    pins: Pins, make_factory: MakeFactory | None = None, on_edge: OnEdge | None = None
) -> tuple[Outputs, Notice | None]:
    """Open what can be opened; the notice tells what cannot. Raises UnavailableError when that is everything.

    ``make_factory`` makes the gpiozero pin factory to use; without it gpiozero chooses one.
    """
    if make_factory is None and not os.environ.get("GPIOZERO_PIN_FACTORY") and not has_gpio():
        # Nobody connected lights to a machine that has no pins: there is nothing to put right.
        raise UnavailableError(None)
    try:
        import gpiozero
    except ImportError as error:
        raise UnavailableError(_not_installed("gpiozero")) from error
    warnings.filterwarnings("ignore", category=gpiozero.exc.PinFactoryFallback)
    warnings.filterwarnings("ignore", category=gpiozero.exc.NativePinFactoryFallback)
    outputs = GpioOutputs()
    try:
        factory = make_factory() if make_factory is not None else outputs.default_factory()
        outputs.open(pins, factory, on_edge)
    except Exception as error:
        outputs.close()
        raise UnavailableError(_no_factory(error)) from error
    notice = _about(outputs.failures) if outputs.failures else None
    if notice is not None and outputs.empty:
        outputs.close()
        raise UnavailableError(notice)
    return outputs, notice


def has_gpio() -> bool:
    """Whether the system shows a GPIO chip."""
    return any(DEVICES.glob("gpiochip*"))


def give_lgpio_a_folder() -> None:
    """Let lgpio make its fifo in a folder of ours: at import it writes one into the working directory.

    To be called before lgpio is imported. Leaves LG_WD alone when it is set; never raises.
    """
    if os.environ.get("LG_WD"):
        return
    candidates = (
        os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0],
        os.environ.get("XDG_RUNTIME_DIR", ""),
        f"{tempfile.gettempdir()}/longship-{os.getuid()}",
    )
    for candidate in filter(None, candidates):
        with contextlib.suppress(OSError):
            folder = Path(candidate)
            folder.mkdir(mode=0o700, exist_ok=True)
            if folder.stat().st_uid == os.getuid():
                with tempfile.TemporaryFile(dir=folder):
                    os.environ["LG_WD"] = candidate
                    return
    with contextlib.suppress(OSError):
        os.environ["LG_WD"] = tempfile.mkdtemp(prefix="longship-")


def _tone(note: Note) -> Any:
    from gpiozero.tones import Tone

    return Tone.from_frequency(note.frequency_hz)


def _call(on_edge: OnEdge, key: str, down: bool) -> None:
    with contextlib.suppress(Exception):
        on_edge(key, down)


# --- What the table is told ---------------------------------------------------------------------------


def _not_installed(library: str) -> Notice:
    return Notice(
        _("{library} is not installed: no lights, no buzzer. The screen shows every alert.").format(
            library=library
        ),
        _("Run: {command}").format(command="./longship setup gpio"),
    )


def _no_factory(error: Exception) -> Notice:
    chips = list(DEVICES.glob("gpiochip*"))
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Notice(
            _("This user may not use the GPIO pins: no lights, no buzzer. The screen shows every alert."),
            _("Run: {command}").format(command="sudo usermod -aG gpio $USER"),
        )
    if importlib.util.find_spec("lgpio") is None:
        return _not_installed("lgpio")
    return Notice(
        _("The GPIO pins cannot be opened ({reason}). The screen shows every alert.").format(reason=error),
        _("To find the cause, run: {command}").format(command="./longship doctor"),
    )


def _about(failures: Sequence[Failure]) -> Notice:
    """One notice for all pins that did not open."""
    from gpiozero.exc import PinPWMUnsupported

    error = failures[0].error
    if isinstance(error, PinPWMUnsupported):
        if importlib.util.find_spec("lgpio") is None:
            return _not_installed("lgpio")
        return Notice(
            _("The GPIO driver in use cannot dim lights or play notes. The screen shows every alert."),
            _("Let gpiozero use lgpio: unset GPIOZERO_PIN_FACTORY."),
        )
    pins = ", ".join(f"GPIO {failure.number} (pins.{failure.key})" for failure in failures[:MOST_PINS_NAMED])
    if len(failures) > MOST_PINS_NAMED:
        pins += ", …"
    count = len(failures)
    if _busy(error):
        return Notice(
            ngettext(
                "Something else uses {pins}, so {count} part of the light panel is off.",
                "Something else uses {pins}, so {count} parts of the light panel are off.",
                count,
            ).format(pins=pins, count=count),
            _("Close the other program, or choose other pins in the settings."),
        )
    return Notice(
        ngettext(
            "{pins} cannot be used ({reason}), so {count} part of the light panel is off.",
            "{pins} cannot be used ({reason}), so {count} parts of the light panel are off.",
            count,
        ).format(pins=pins, reason=error, count=count),
        _("Check the section [pins] of the settings."),
    )


def fault_text(failure: Failure) -> str:
    """Why one part did not open."""
    if _busy(failure.error):
        return _("Something else uses GPIO {number}.").format(number=failure.number)
    return _("GPIO {number} cannot be used ({reason}).").format(number=failure.number, reason=failure.error)


def _busy(error: Exception) -> bool:
    from gpiozero.exc import GPIOPinInUse

    return isinstance(error, GPIOPinInUse) or "busy" in str(error).lower()


def failed_in_the_middle(error: Exception) -> Notice:
    """The pins worked and then failed."""
    return Notice(
        _("The lights and the buzzer have stopped ({reason}). The screen shows every alert.").format(
            reason=error
        ),
        _("Longship tries them again every half minute."),
    )
