"""The pins themselves: lights, buzzer and mute button on gpiozero, and what is said when they fail."""

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
from companion.app.ports import Notice
from companion.app.settings import Pins
from companion.engine.errors import LongshipError
from companion.rules.presentation.alerts import Note

DEVICES = Path("/dev")
BOUNCE_S = 0.05
MOST_PINS_NAMED = 3

MakeFactory = Callable[[], Any]


class UnavailableError(LongshipError, OSError):
    """No light and no sound at all; ``notice`` says why, unless there is nothing amiss."""

    def __init__(self, notice: Notice | None) -> None:
        super().__init__("" if notice is None else notice.text)
        self.notice = notice


class Outputs(Protocol):
    """Open lights and buzzer. Showing and sounding may raise whatever a driver raises."""

    def show(self, frame: Frame) -> None:
        """Set all lights."""

    def sound(self, note: Note | None) -> None:
        """Sound one note until told otherwise; None is silence."""

    def close(self) -> None:
        """Everything off and the pins given back. Never raises."""


class Failure(msgspec.Struct, frozen=True):
    """A pin that did not open: its key in the settings, its GPIO number, and why."""

    key: str
    number: int
    error: Exception


class GpioOutputs:
    """gpiozero's PWMLED for each light, its TonalBuzzer and its Button; those that opened."""

    def __init__(self) -> None:
        self._lights: dict[str, Any] = {}
        self._levels: dict[str, float] = {}
        self._buzzer: Any = None
        self._button: Any = None
        self._note: Note | None = None
        self._own_factory: Any = None

    @property
    def empty(self) -> bool:
        """Whether nothing opened that could tell the table anything."""
        return not self._lights and self._buzzer is None

    def default_factory(self) -> Any:
        """The pin factory gpiozero chooses, closed with the outputs unless others had it before."""
        from gpiozero import Device

        unused = Device.pin_factory is None
        Device.ensure_pin_factory()
        self._own_factory = Device.pin_factory if unused else None
        return Device.pin_factory

    def open(self, pins: Pins, factory: Any, on_mute_button: Callable[[], None] | None) -> list[Failure]:
        """Open each device; those that fail are left out and returned."""
        from gpiozero import PWMLED, Button, TonalBuzzer

        failures: list[Failure] = []

        def attempt(key: str, number: int, make: Callable[..., Any], **options: Any) -> Any:
            try:
                return make(number, pin_factory=factory, **options)
            except Exception as error:
                failures.append(Failure(f"pins.{key}", number, error))
                return None

        for part, numbers in (("ship", pins.ship), ("seats", pins.seats)):
            for place, number in enumerate(numbers):
                key = f"{part}[{place}]"
                if (light := attempt(key, number, PWMLED)) is not None:
                    self._lights[key] = light
        if pins.buzzer is not None:
            self._buzzer = attempt("buzzer", pins.buzzer, TonalBuzzer)
        if pins.mute_button is not None and on_mute_button is not None:
            self._button = attempt("mute_button", pins.mute_button, Button, bounce_time=BOUNCE_S)
            if self._button is not None:
                # gpiozero passes itself to a callback with a free parameter
                self._button.when_pressed = partial(_call, on_mute_button)
        return failures

    def show(self, frame: Frame) -> None:
        """Write the lights that have changed by at least a hundredth."""
        for part, levels in (("ship", frame.bar), ("seats", frame.seats)):
            for place, exact in enumerate(levels):
                key, level = f"{part}[{place}]", round(exact, 2)
                if key in self._lights and self._levels.get(key) != level:
                    self._lights[key].value = level
                    self._levels[key] = level

    def sound(self, note: Note | None) -> None:
        """Start or end a note when it differs from the one that sounds."""
        if self._buzzer is None or note == self._note:
            return
        if note is None:
            self._buzzer.stop()
            # without PWM the pin would keep the level of that instant, and a buzzer its current
            self._buzzer.pwm_device.pin.state = 0
        else:
            self._buzzer.play(_tone(note))
        self._note = note

    def close(self) -> None:
        """Lights dark, buzzer silent, pins and chip given back."""
        for device in (*self._lights.values(), self._buzzer, self._button, self._own_factory):
            if device is not None:
                with contextlib.suppress(Exception):
                    device.close()
        if self._own_factory is not None:
            from gpiozero import Device

            Device.pin_factory = None
        self._lights, self._levels, self._note = {}, {}, None
        self._buzzer = self._button = self._own_factory = None


def open_outputs(
    pins: Pins, make_factory: MakeFactory | None = None, on_mute_button: Callable[[], None] | None = None
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
        failures = outputs.open(pins, factory, on_mute_button)
    except Exception as error:
        outputs.close()
        raise UnavailableError(_no_factory(error)) from error
    notice = _about(failures) if failures else None
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


def _call(callback: Callable[[], None]) -> None:
    with contextlib.suppress(Exception):
        callback()


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
    from gpiozero.exc import GPIOPinInUse, PinPWMUnsupported

    error = failures[0].error
    if isinstance(error, PinPWMUnsupported):
        if importlib.util.find_spec("lgpio") is None:
            return _not_installed("lgpio")
        return Notice(
            _("The GPIO driver in use cannot dim lights or play notes. The screen shows every alert."),
            _("Let gpiozero use lgpio: unset GPIOZERO_PIN_FACTORY."),
        )
    pins = ", ".join(f"GPIO {failure.number} ({failure.key})" for failure in failures[:MOST_PINS_NAMED])
    if len(failures) > MOST_PINS_NAMED:
        pins += ", …"
    count = len(failures)
    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
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


def failed_in_the_middle(error: Exception) -> Notice:
    """The pins worked and then failed."""
    return Notice(
        _("The lights and the buzzer have stopped ({reason}). The screen shows every alert.").format(
            reason=error
        ),
        _("Longship tries them again every half minute."),
    )
