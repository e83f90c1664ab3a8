"""The serial port of the panel: which one it is, opening it, and what is raised when the plug is pulled."""

from __future__ import annotations

import contextlib
import errno
import os
import termios
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.i18n import _
from companion.app.ports import Notice
from companion.engine.errors import LongshipError

if TYPE_CHECKING:
    from serial import Serial

DEVICES = Path("/dev")
FIXED_NAME = "longship-panel"
"""That of the udev rule (systemd/70-longship-panel.rules)."""
BAUD = 115200
WRITE_TIMEOUT_S = 0.5


class PortError(LongshipError, OSError):
    """The port cannot be opened; ``notice`` says why, and is None where nothing is connected or amiss.

    ``missing``: it is not there, so that nothing can be said about it which its being unplugged did not say.
    """

    def __init__(self, notice: Notice | None, *, missing: bool = False) -> None:
        super().__init__("" if notice is None else notice.text)
        self.notice = notice
        self.missing = missing


def unplugged() -> tuple[type[Exception], ...]:
    """What reading, writing and closing raise when the plug is pulled or nobody listens."""
    from serial import SerialException

    return (SerialException, OSError, termios.error)


def find(setting: str) -> str | None:
    """The port that the settings mean. "auto" is the udev rule's name or else a MicroPython board, None if
    there is neither; "off" is none."""
    if setting != "auto":
        return None if setting == "off" else setting
    if (fixed := DEVICES / FIXED_NAME).exists():
        return str(fixed)
    return next((str(port) for port in sorted((DEVICES / "serial/by-id").glob("*MicroPython*"))), None)


def open_port(setting: str) -> Serial:
    """Open the port that the settings mean, for nobody else as long as it is open. Raises PortError."""
    port = find(setting)
    if port is None:
        raise PortError(None)
    try:
        Path(port).stat()
    except OSError as error:
        raise _about(port, error) from error
    try:
        from serial import Serial
    except ImportError as error:
        raise PortError(not_installed("pyserial")) from error
    try:
        opened = Serial(port, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
    except Exception as error:  # also what a strange port makes pyserial stumble over
        raise _about(port, error) from error
    with contextlib.suppress(*unplugged()):
        opened.reset_input_buffer()
    return opened


# --- What the table is told ---------------------------------------------------------------------------


def not_installed(library: str) -> Notice:
    """The part of the packages that speaks to the panel is missing."""
    return Notice(
        _("A panel is connected, but {library}, which speaks to it, is not installed.").format(
            library=library
        ),
        _("Run: {command}").format(command="./longship setup panel"),
    )


def _missing(port: str) -> Notice:
    return Notice(
        _("The panel ({port}) is not connected; the touchscreen does it all.").format(port=port),
        _("Plug it in: it is used as soon as it is there. Or change panel.port in the settings."),
    )


def _about(port: str, error: Exception) -> PortError:
    number = _number(error)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO):
        return PortError(_missing(port), missing=True)
    return PortError(_refused(port, error, number))


def _refused(port: str, error: Exception, number: int | None) -> Notice:
    if number in (errno.EACCES, errno.EPERM):
        return Notice(
            _("This user may not use the panel’s port ({port}).").format(port=port),
            _("Run: sudo usermod -aG {groups} $USER; then log in again.").format(groups="dialout"),
        )
    if number in (errno.EAGAIN, errno.EBUSY):
        return Notice(
            _("Another program uses the panel’s port ({port}).").format(port=port),
            _("Close the other program; the panel is tried again by itself."),
        )
    reason = error if number is None else os.strerror(number)
    return Notice(
        _("{port} cannot be opened as a serial port ({reason}), so there is no panel.").format(
            port=port, reason=reason
        ),
        _("Name the panel’s port in the settings with panel.port, or “auto”."),
    )


def _number(error: Exception) -> int | None:
    """The system's number of an error. pyserial hands on that of opening, and hides that of setting up."""
    context = error.__context__
    hidden = context.args[0] if isinstance(context, termios.error) else None
    number = getattr(error, "errno", None) or hidden
    return number if isinstance(number, int) else None
