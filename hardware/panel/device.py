"""The panel as one of the app's devices: a thread of its own owns the port.

It comes back by itself, whatever happens on the line, and shows then what is so now. Nothing that fails
reaches the game: each trouble becomes one ``Notice``, and is said again only after the panel has worked for a
while.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from companion.app import wiring
from companion.app.i18n import _
from companion.app.ports import (
    Buttons,
    Cue,
    Device,
    Notice,
    NoticeSink,
    NullDevice,
    Part,
    Press,
    PressKind,
    Scene,
)
from companion.app.settings import Settings
from companion.rules.presentation.alerts import A4, Note
from hardware.panel.colours import colours
from hardware.panel.parts import BUZZER, LIGHTS, PREFIX, parts
from hardware.panel.port import PortError, open_port, unplugged
from hardware.panel.talk import BrokenTalkError, Pressed, Talk, Times, Trouble
from hardware.stage import TRIAL_S, Look, Stage
from hardware.troubles import Troubles
from hardware.wake import Wake

if TYPE_CHECKING:
    from serial import Serial

CHUNK_BYTES = 4096
"""What is read at once. Who sends more waits for ``FLOOD_S``: no flood takes the time of the screen."""
FLOOD_S = 0.05
FAREWELL_S = 0.2
CLOSE_WITHIN_S = 2.0
LONG_S = 3600.0
"""Where no panel is wanted nothing is looked for until one is."""

TRIAL_NOTE = Note(0.0, TRIAL_S, A4)

Open = Callable[[str], "Serial"]


class Pauses(msgspec.Struct, frozen=True):
    """How long the thread waits, in seconds."""

    again_s: float = 0.5
    """Until the port is looked for again."""
    stranger_s: float = 15.0
    """Until a port is tried again on which no panel answered: it may be somebody else's."""
    well_s: float = 60.0
    """What was said is said again only after it has worked for so long, and twice as long each time."""
    talk: Times = Times()


def open_panel(settings: Settings, notice: NoticeSink, buttons: Buttons) -> Device:
    """The panel that the settings mean, which need not be connected. Returns at once and never raises.

    ``LONGSHIP_ALERTS=off`` leaves it alone, as it does the pins.
    """
    if os.environ.get("LONGSHIP_ALERTS") == "off":
        return NullDevice()
    return PanelDevice(settings, notice, buttons)


class PanelDevice:
    """The device: is told of scenes and cues by any thread, and one thread of its own has the port.

    ``notice`` and ``buttons`` are called from the panel's thread. With ``alerts.enabled`` off its lights
    stay dark, and its buttons are heard.
    """

    def __init__(
        self,
        settings: Settings,
        notice: NoticeSink,
        buttons: Buttons,
        *,
        pauses: Pauses | None = None,
        open_serial: Open = open_port,
    ) -> None:
        self._settings = settings
        self._port = settings.panel.port
        """The setting by which a panel is looked for, or was found."""
        self._buttons = buttons
        self._pauses = pauses or Pauses()
        self._troubles = Troubles(notice, self._pauses.well_s)
        self._open_serial = open_serial
        self._wake = Wake()
        self._stage = Stage(settings.alerts, self._wake.wake)
        self._closing = False
        self._gone = False
        self._state = threading.Condition()
        self._firmware: tuple[int, ...] | None = None
        self._pins: tuple[int, ...] = ()
        self._down: frozenset[str] = frozenset()
        self._tried = self._shown = 0
        self._thread = threading.Thread(target=self._run, name="longship-panel", daemon=True)
        self._thread.start()

    # --- the port, from any thread --------------------------------------------------------------------

    def scene(self, scene: Scene) -> None:
        """Show the level that belongs to a state."""
        self._stage.scene(scene)

    def cue(self, cue: Cue) -> None:
        """Play one edge: light first, then sound."""
        self._stage.cue(cue)

    def cancel(self) -> None:
        """Forget the cue that plays and those that wait, and what is tried."""
        self._stage.cancel()

    def mute(self, muted: bool) -> None:
        """Silence the buzzer at once, or let it sound again."""
        self._stage.mute(muted)

    def configure(self, settings: Settings) -> None:
        """Take over preset, sound classes, quiet hours and mute, brightness, and another port."""
        self._settings = settings
        self._stage.configure(settings.alerts)

    def close(self) -> None:
        """Lights dark, port given back; waits for that at most two seconds."""
        self._closing = True
        self._wake.wake()
        if self._thread is not threading.current_thread():
            self._thread.join(CLOSE_WITHIN_S)

    def parts(self) -> tuple[Part, ...]:
        """All that a panel has, while one is connected."""
        with self._state:
            return () if self._firmware is None else parts(self._pins, self._down)

    def try_part(self, key: str) -> None:
        """Let one light shine or the buzzer sound alone for a second."""
        name = key.removeprefix(PREFIX) if key.startswith(PREFIX) else ""
        if name in LIGHTS or name == BUZZER:
            self._stage.trial(wiring.alone(name), TRIAL_NOTE if name == BUZZER else None)
        else:
            self._stage.end_trial()
        self._tried += 1  # after it is to be seen: whoever reads this number shows it

    def wait_until_connected(self, timeout_s: float) -> tuple[int, ...] | None:
        """The firmware of the panel, once one has answered, or None when the seconds are over."""
        with self._state:
            self._state.wait_for(lambda: self._firmware is not None, timeout_s)
            return self._firmware

    def wait_until_shown(self, timeout_s: float) -> bool:
        """Whether the panel has confirmed what was tried last before the seconds are over."""
        wanted = self._tried
        with self._state:
            return self._state.wait_for(lambda: self._shown >= wanted, timeout_s)

    # --- the thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._closing:
                self._port = self._settings.panel.port
                self._pause(LONG_S if self._port == "off" else self._visit())
        finally:
            self._wake.close()

    def _visit(self) -> float:
        """Open the port and talk as long as that goes. Seconds until the next time."""
        try:
            port = self._open_serial(self._port)
        except PortError as error:
            if error.notice is not None and not (error.missing and self._gone):
                self._say(error.notice)
            return self._pauses.again_s
        except Exception as error:  # whatever comes up, the game goes on
            self._say(_failed(error))
            return self._pauses.again_s
        try:
            self._converse(port)
        except BrokenTalkError as error:
            self._say(_trouble(error.trouble, port.port or ""))
            return self._pauses.again_s if error.trouble is Trouble.HANGS else self._pauses.stranger_s
        except unplugged():
            self._gone = True
            self._say(_unplugged())
        except Exception as error:  # whatever comes up, the game goes on
            self._say(_failed(error))
        finally:
            self._disconnected()
            with contextlib.suppress(*unplugged()):
                port.reset_output_buffer()  # or the system would wait for a panel that hangs
            with contextlib.suppress(*unplugged()):
                port.close()
        return self._pauses.again_s

    def _converse(self, port: Serial) -> None:
        coming = select.poll()
        coming.register(port.fileno(), select.POLLIN)
        coming.register(self._wake, select.POLLIN)
        talk = Talk(time.monotonic(), self._pauses.talk)
        well_since: float | None = None
        while True:
            now = time.monotonic()
            if talk.firmware is not None:
                if well_since is None:
                    well_since = now
                    self._connected(talk)
                self._troubles.well_for(now - well_since)
            if self._closing or self._moved:
                coming.unregister(self._wake)
                port.write(talk.farewell())
                coming.poll(FAREWELL_S * 1000)  # until it is confirmed
                return
            tried = self._tried  # before the look that shows it
            look = self._stage.look(now)
            talk.show(_tone(look), self._colours(look))
            if out := talk.say(now):
                port.write(out)
            waits = [talk.wait_s(now)] + ([] if look.next_s is None else [look.next_s])
            ready = {handle for handle, _events in coming.poll(min(waits) * 1000)}
            if self._wake.fileno() in ready:
                self._wake.heard()
            if port.fileno() in ready:
                data = port.read(CHUNK_BYTES)
                talk.hear(data, time.monotonic())
                self._pins, self._down = talk.pins, talk.down
                self._hand_on(talk)
                if talk.settled and self._shown != tried:
                    with self._state:
                        self._shown = tried
                        self._state.notify_all()
                if len(data) == CHUNK_BYTES:
                    self._pause(FLOOD_S)

    def _colours(self, look: Look) -> bytes:
        brightness = self._settings.panel.brightness / 100 if self._settings.alerts.enabled else 0.0
        return colours(look.frame, look.scene.colours, brightness)

    def _hand_on(self, talk: Talk) -> None:
        while talk.presses:
            with contextlib.suppress(Exception):
                self._buttons.press(_meant(talk.presses.popleft()))

    def _connected(self, talk: Talk) -> None:
        self._stage.lit()
        self._gone = False
        if talk.outdated:
            self._say(
                Notice(
                    _("The panel’s firmware is older than this Longship; it works all the same."),
                    _("To renew it, close Longship and run: {command}").format(
                        command="./longship panel flash"
                    ),
                )
            )
        with self._state:
            self._firmware = talk.firmware
            self._state.notify_all()

    def _disconnected(self) -> None:
        self._stage.dark()
        with self._state:
            self._firmware = None

    @property
    def _moved(self) -> bool:
        """Whether another port is set than the one that is in use."""
        return self._settings.panel.port != self._port

    def _pause(self, seconds: float) -> None:
        """Do nothing for a while, unless the app closes or another port is set."""
        until = time.monotonic() + seconds
        while not self._closing and not self._moved and (left := until - time.monotonic()) > 0:
            self._wake.wait(left)

    def _say(self, notice: Notice) -> None:
        if not self._closing:
            self._troubles.say(notice)


def _meant(pressed: Pressed) -> Press:
    if pressed.button == "undo":
        return Press(PressKind.UNDO)
    if pressed.button == "mute":
        return Press(PressKind.MUTE)
    return Press(PressKind.SEAT_UNDO if pressed.held else PressKind.SEAT, int(pressed.button) - 1)


def _tone(look: Look) -> int:
    return 0 if look.note is None else round(look.note.frequency_hz)


# --- What the table is told ---------------------------------------------------------------------------


def _unplugged() -> Notice:
    return Notice(
        _("The panel was unplugged; the touchscreen does it all."),
        _("Plug it in again: its lights come back by themselves."),
    )


def _failed(error: Exception) -> Notice:
    return Notice(
        _("The panel has stopped ({reason}); the touchscreen does it all.").format(reason=error),
        _("It is tried again by itself."),
    )


def _trouble(trouble: Trouble, port: str) -> Notice:
    flash = _("Close Longship and run: {command}").format(command="./longship panel flash")
    match trouble:
        case Trouble.HANGS:
            return Notice(
                _("The panel does not answer any more; it is greeted again by itself."),
                _("If that does not help, unplug it and plug it in again."),
            )
        case Trouble.OLDER:
            return Notice(_("The panel’s firmware is too old for this Longship."), flash)
        case Trouble.NEWER:
            return Notice(
                _("The panel’s firmware is too new for this Longship."),
                _("Update Longship, or close it and run: {command}").format(command="./longship panel flash"),
            )
        case Trouble.FOREIGN:
            return Notice(
                _("What is connected to {port} is not the panel.").format(port=port),
                _("Name the panel’s port in the settings with panel.port, or “off” for none."),
            )
        case Trouble.NOBODY:
            return Notice(_("The panel on {port} does not answer.").format(port=port), flash)
