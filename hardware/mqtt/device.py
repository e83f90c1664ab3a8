"""The broker as one of the app's devices: a thread of its own has the connection.

It comes back by itself, whatever happens to broker or network, and says then what is so now. Nothing that
fails reaches the game: each trouble becomes one ``Notice``.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque

import msgspec

from companion.app.i18n import _
from companion.app.ports import (
    Buttons,
    Cue,
    Device,
    Notice,
    NoticeSink,
    NullDevice,
    Part,
    PartKind,
    Scene,
)
from companion.app.settings import MqttSettings, Settings
from hardware.mqtt import faults, messages
from hardware.mqtt.access import access, client_id, port, where
from hardware.mqtt.faults import BrokerError
from hardware.mqtt.line import Line, Times, load
from hardware.mqtt.messages import OFFLINE, ONLINE, Message, Topics
from hardware.troubles import Troubles
from hardware.wake import Wake

MOST_UNCONFIRMED = 8
"""The most messages on their way: a slow broker hears how things are, not a queue of how they were."""
MOST_EVENTS = 32
LATE_S = 5.0
"""What has happened longer ago is told nobody: a lamp that turns red then means nothing."""
FAREWELL_S = 0.5
CLOSE_WITHIN_S = 2.0
KEY = "mqtt.broker"

log = logging.getLogger(__name__)


class Pauses(msgspec.Struct, frozen=True):
    """How long the thread waits, in seconds."""

    again_s: float = 1.0
    """Until it tries again, twice as long each time up to ``longest_s``, until a connection has lasted."""
    longest_s: float = 60.0
    lasted_s: float = 10.0
    """A connection that has held so long is a good one. One that breaks sooner, ``drops`` times, is said."""
    drops: int = 3
    hostile_s: float = 600.0
    """Until it tries again with a broker that floods."""
    well_s: float = 60.0
    """What was said is said again only after it has worked for so long, and twice as long each time."""
    times: Times = Times()


def open_mqtt(settings: Settings, notice: NoticeSink, _buttons: Buttons) -> Device:
    """The broker that the settings name, now or later. Returns at once and never raises."""
    return MqttDevice(settings, notice)


class MqttDevice(NullDevice):
    """The device: switched on, it has a ``Teller``; off, nothing at all. ``notice`` is called from the
    teller's thread."""

    def __init__(self, settings: Settings, notice: NoticeSink, *, pauses: Pauses | None = None) -> None:
        self._settings = settings.mqtt
        self._notice = notice
        self._pauses = pauses or Pauses()
        self._lock = threading.Lock()
        self._scene = Scene()
        self._teller: Teller | None = None
        self._before: Teller | None = None
        self._begin()

    def scene(self, scene: Scene) -> None:
        """Tell how the table stands."""
        with self._lock:
            self._scene = scene
            if self._teller is not None:
                self._teller.scene(scene)

    def cue(self, cue: Cue) -> None:
        """Tell what has just happened."""
        with self._lock:
            if self._teller is not None:
                self._teller.cue(cue)

    def cancel(self) -> None:
        """Forget what has not been told yet."""
        with self._lock:
            if self._teller is not None:
                self._teller.cancel()

    def configure(self, settings: Settings) -> None:
        """Switch on or off, or go on with another broker."""
        with self._lock:
            if settings.mqtt != self._settings:
                self._settings = settings.mqtt
                self._end()
                self._begin()

    def close(self) -> None:
        """Say that Longship is gone; waits for that at most two seconds."""
        with self._lock:
            self._end()
        if self._before is not None:
            self._before.join(CLOSE_WITHIN_S)

    def parts(self) -> tuple[Part, ...]:
        """The connection, as soon as it is known whether there is one."""
        with self._lock:
            link = None if self._teller is None else self._teller.link
        return () if link is None else (link,)

    def _begin(self) -> None:
        if self._settings.enabled:
            self._teller = Teller(self._settings, self._scene, self._notice, self._pauses, self._before)

    def _end(self) -> None:
        if self._teller is not None:
            self._teller.close()
            self._teller, self._before = None, self._teller


class Teller:
    """Tells one broker, from a thread of its own, which begins when the one ``before`` has taken its leave.

    A scene holds however late it is told. A cue counts only while there is a connection.
    """

    def __init__(
        self,
        settings: MqttSettings,
        scene: Scene,
        notice: NoticeSink,
        pauses: Pauses,
        before: Teller | None = None,
    ) -> None:
        self._settings = settings
        self._pauses = pauses
        self._troubles = Troubles(notice, pauses.well_s)
        self._topics = Topics(settings.topic)
        # here, since what is loaded now holds up nobody, and later would hold up the screen
        load()
        self._greeting = messages.discovery(self._topics, settings.discovery) if settings.discovery else None
        self._before = before
        self._lock = threading.Lock()
        self._scene = scene
        self._told = Message("", b"")
        self._events: deque[tuple[float, Message]] = deque(maxlen=MOST_EVENTS)
        self._usable = False
        self._again_s = pauses.again_s
        self._drops = 0
        self.link: Part | None = None
        """The connection as a part of the device, once something is known of it."""
        self._closing = False
        self._wake = Wake()
        self._thread = threading.Thread(target=self._run, name="longship-mqtt", daemon=True)
        self._thread.start()

    # --- from any thread ------------------------------------------------------------------------------

    def scene(self, scene: Scene) -> None:
        """How the table stands now."""
        with self._lock:
            self._scene = scene
        self._wake.wake()

    def cue(self, cue: Cue) -> None:
        """What has just happened, while there is a connection."""
        with self._lock:
            if not self._usable:
                return
            self._events.append((time.monotonic(), messages.event(self._topics, cue, self._scene)))
        self._wake.wake()

    def cancel(self) -> None:
        """Forget what has happened and is not told yet."""
        with self._lock:
            self._events.clear()

    def close(self) -> None:
        """Take leave, soon."""
        self._closing = True
        self._wake.wake()

    def join(self, within_s: float | None = None) -> None:
        """Wait until it has taken its leave. One that waits for a name to be found may take longer."""
        if self._thread is not threading.current_thread():
            self._thread.join(within_s)

    # --- the thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            if self._before is not None:
                self._before.join()
                self._before = None
            while not self._closing:
                self._pause(self._visit())
        finally:
            self._wake.close()

    def _visit(self) -> float:
        """Connect, and tell as long as that goes. Seconds until the next time."""
        line: Line | None = None
        try:
            line = Line(
                access(self._settings),
                client_id(self._settings.topic),
                Message(self._topics.availability, OFFLINE),
                self._pauses.times,
            )
            self._converse(line)
        except BrokerError as error:
            return self._failed(error)
        except Exception as error:  # whatever comes up, the game goes on
            log.exception("the MQTT broker is told nothing more")
            return self._failed(BrokerError(faults.stopped(error)))
        finally:
            self._disconnected()
            if line is not None:
                line.close()
        return 0.0

    def _converse(self, line: Line) -> None:
        since: float | None = None
        while not self._closing:
            if line.connected:
                now = time.monotonic()
                if since is None:
                    since = now
                    self._connected(line)
                self._lasted(now - since)
                self._tell(line)
            line.attend(self._wake)
        if line.connected:
            self._take_leave(line)

    def _connected(self, line: Line) -> None:
        """Tell what a broker has to know that may have forgotten everything; that Longship is there when all
        else is right."""
        self._told = Message("", b"")
        with self._lock:
            self._usable = True
        if self._greeting is not None:
            line.publish(self._greeting)
        self._tell(line)
        self._show()
        line.publish(Message(self._topics.availability, ONLINE))

    def _lasted(self, seconds: float) -> None:
        if seconds >= self._pauses.lasted_s:
            self._again_s = self._pauses.again_s
            self._drops = 0
        self._troubles.well_for(seconds)

    def _tell(self, line: Line) -> None:
        """How the table stands, if that is new, and then what has happened."""
        while line.unconfirmed < MOST_UNCONFIRMED and (message := self._next()) is not None:
            line.publish(message)

    def _next(self) -> Message | None:
        with self._lock:
            scene = self._scene
        state = messages.state(self._topics, scene)
        if state != self._told:
            self._told = state
            return state
        with self._lock:
            while self._events:
                at, event = self._events.popleft()
                if time.monotonic() - at < LATE_S:
                    return event
        return None

    def _take_leave(self, line: Line) -> None:
        """The broker would miss us by itself, but later."""
        self._tell(line)
        line.publish(Message(self._topics.availability, OFFLINE))
        until = time.monotonic() + FAREWELL_S
        while line.unconfirmed and (left := until - time.monotonic()) > 0:
            line.attend(within_s=left)

    def _disconnected(self) -> None:
        with self._lock:
            self._usable = False
            self._events.clear()

    def _failed(self, error: BrokerError) -> float:
        """Say why, and how long it is better to wait."""
        notice = error.notice
        if notice is None:
            self._drops += 1
            if self._drops >= self._pauses.drops:
                notice = faults.unsteady(where(self._settings.host, port(self._settings)))
        if notice is not None and not self._closing:
            self._show(notice)
            self._troubles.say(notice)
        if error.hostile:
            return self._pauses.hostile_s
        again_s, self._again_s = self._again_s, min(2 * self._again_s, self._pauses.longest_s)
        return again_s

    def _show(self, fault: Notice | None = None) -> None:
        self.link = Part(
            KEY,
            PartKind.LINK,
            _("MQTT broker"),
            where(self._settings.host, port(self._settings)),
            "" if fault is None else f"{fault.text} {fault.remedy}",
        )

    def _pause(self, seconds: float) -> None:
        """Do nothing for a while, unless it is over."""
        until = time.monotonic() + seconds
        while not self._closing and (left := until - time.monotonic()) > 0:
            self._wake.wait(left)
