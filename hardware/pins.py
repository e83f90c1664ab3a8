"""The device on the Pi's pins: a bar of seven lights, one light for each seat, buzzers and three buttons.

One thread owns the pins: it opens them (importing gpiozero takes longer than a frame), shows what
``companion.app.player`` says, finds the presses in what the buttons' pins do, and puts all out at the end.
Nothing that fails here reaches the game: it becomes one ``Notice``, and what still works goes on.
"""

from __future__ import annotations

import contextlib
import math
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from companion.app.i18n import _
from companion.app.patterns import Frame
from companion.app.player import LONGEST_QUEUE, Player
from companion.app.ports import (
    Buttons,
    Cue,
    Device,
    Notice,
    NoticeSink,
    NullDevice,
    Part,
    PartKind,
    Press,
    Scene,
)
from companion.app.settings import Pins, Settings
from companion.app.wiring import ACTIVE_BUZZER, BUTTONS, PIEZO, Wire, alone, wires
from companion.rules.presentation.alerts import A4, Note
from hardware.contacts import Contact
from hardware.outputs import (
    MakeFactory,
    OnEdge,
    Outputs,
    UnavailableError,
    failed_in_the_middle,
    fault_text,
    give_lgpio_a_folder,
    open_outputs,
)

RETRY_S = 30.0
LATE_S = 0.05
"""Who is later than this was held up: shorter than any note, longer than the thread's usual waking."""
CLOSE_WITHIN_S = 2.0
TRIAL_S = 1.0
TRIAL_NOTE = Note(0.0, TRIAL_S, A4)
SHORTLY_S = 0.001
MOST_EDGES = 256
"""Of more than that the newest count: how a pin stands is read anyway."""

OpenOutputs = Callable[[Pins, OnEdge], tuple[Outputs, Notice | None]]


def open_pins(settings: Settings, notice: NoticeSink, buttons: Buttons, *, pin_factory: Any = None) -> Device:
    """Lights, buzzers and buttons as the settings describe them. Returns at once and never raises.

    The pins are opened by a thread of their own, so ``notice`` and ``buttons`` are called **from that
    thread**, at any time until ``close``: ``notice`` at most once for the opening, once for a failure later
    on and once for each button with a bad contact. ``pin_factory`` is gpiozero's, for tests. The environment
    variable ``LONGSHIP_ALERTS`` may say ``off``, or ``mock:FILE`` to use pretended pins and write what
    happens on them to FILE (see ``hardware.fakes``).
    """
    wish, _colon, file = os.environ.get("LONGSHIP_ALERTS", "").partition(":")
    if not settings.alerts.enabled or wish == "off":
        return NullDevice()
    make_factory: MakeFactory | None = None
    if pin_factory is not None:
        make_factory = lambda: pin_factory  # noqa: E731 - the other one is a function of that name
    elif wish == "mock":

        def make_factory() -> Any:
            from hardware.fakes import recording_factory

            return recording_factory(file, settings.pins)
    else:
        give_lgpio_a_folder()
    return PinDevice(
        settings, notice, buttons, lambda pins, on_edge: open_outputs(pins, make_factory, on_edge)
    )


class PinDevice:
    """The port: is told of scenes and cues by any thread, and one thread of its own has the pins.

    After a failure in the middle the pins are tried again every ``retry_s`` seconds without another word.
    Where nothing could be opened at all the thread ends, until other pins are set.
    """

    def __init__(
        self,
        settings: Settings,
        notice: NoticeSink,
        buttons: Buttons,
        open_outputs: OpenOutputs,
        *,
        retry_s: float = RETRY_S,
    ) -> None:
        self._pins: Pins = settings.pins
        """Those that are open, or that it was tried with last."""
        self._wanted: Pins = settings.pins
        self._notice = notice
        self._buttons = buttons
        self._open_outputs = open_outputs
        self._retry_s = retry_s
        self._player = Player(settings.alerts)
        self._coming: deque[Cue] = deque(maxlen=LONGEST_QUEUE)
        self._edges: deque[tuple[str, bool, float]] = deque(maxlen=MOST_EDGES)
        self._contacts: dict[str, Contact] = {}
        self._faults: dict[str, str] = {}
        self._fluttered: set[str] = set()
        self._tried = ""
        self._tried_until: float | None = None
        self._changed = threading.Condition()
        self._news = False
        self._closing = self._ended = False
        self._usable: bool | None = None
        self._thread = self._started()

    def _started(self) -> threading.Thread:
        thread = threading.Thread(target=self._run, name="longship-pins", daemon=True)
        thread.start()
        return thread

    def scene(self, scene: Scene) -> None:
        """Show the level that belongs to a state."""
        with self._changing():
            self._player.scene = scene

    def cue(self, cue: Cue) -> None:
        """Play one edge: light first, then sound."""
        with self._changing():
            if self._usable is not False:
                self._coming.append(cue)

    def cancel(self) -> None:
        """Forget the cue that plays and those that wait, and what is tried."""
        with self._changing():
            self._coming.clear()
            self._player.cancel()
            self._tried = ""

    def mute(self, muted: bool) -> None:
        """Silence the buzzers at once, or let them sound again."""
        with self._changing():
            self._player.muted = muted

    def configure(self, settings: Settings) -> None:
        """Take over preset, sound classes, quiet hours and mute; other pins are opened at once."""
        with self._changing():
            self._player.alerts = settings.alerts
            self._player.muted = settings.alerts.muted
            self._wanted = settings.pins
            if self._ended and self._moved and not self._closing:
                self._ended = False
                self._thread = self._started()

    def close(self) -> None:
        """Lights dark, buzzers silent, pins released; waits for that at most two seconds."""
        with self._changing():
            self._closing = True
        if self._thread is not threading.current_thread():
            self._thread.join(CLOSE_WITHIN_S)

    def parts(self) -> tuple[Part, ...]:
        """Every part that is set, once the pins were there; nothing on a machine that has none."""
        with self._changed:
            faults = dict(self._faults)
            contacts = {key: (one.down, one.stuck) for key, one in self._contacts.items()}
        if not faults and self._usable is not True:
            return ()
        return tuple(
            _part(wire, faults.get(wire.key, ""), *contacts.get(wire.key, (False, False)))
            for wire in wires(self._pins)
        )

    def try_part(self, key: str) -> None:
        """Let one part shine or sound alone for a second."""
        known = {wire.setting: wire.key for wire in wires(self._pins) if wire.kind is not PartKind.BUTTON}
        with self._changing():
            self._tried, self._tried_until = known.get(key, ""), None

    def wait_until_open(self, timeout_s: float) -> bool:
        """Whether lights, buzzers or buttons work, once that is known or the seconds are over."""
        with self._changed:
            self._changed.wait_for(lambda: self._usable is not None, timeout_s)
            return self._usable is True

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        with self._changed:
            yield
            self._news = True
            self._changed.notify_all()

    def _edge(self, key: str, down: bool) -> None:
        """A button's pin has changed. From a thread of gpiozero."""
        with self._changing():
            self._edges.append((key, down, time.monotonic()))

    def _run(self) -> None:
        """A driver that failed may come back in the middle of an opening, and then only some pins open: those
        are kept when the next attempt finds the same pins missing, or else it is tried again."""
        failed, missing = False, None
        while not self._closing:
            with self._changed:
                if self._moved:
                    self._usable, self._faults, self._contacts = None, {}, {}
                pins = self._pins = self._wanted
            try:
                outputs, notice = self._open_outputs(pins, self._edge)
            except UnavailableError as unavailable:
                self._set_usable(False)
                missing = None
                if not failed:
                    if unavailable.notice is not None:
                        self._set_faults(dict.fromkeys(self._keys(), unavailable.notice.text))
                        self._say(unavailable.notice)
                    with self._changed:
                        if not self._moved:
                            self._ended = True
                            return
            else:
                try:
                    if not failed or notice in (None, missing):
                        self._take(outputs)
                        self._set_usable(True)
                        if notice is not None and not failed:
                            self._say(notice)
                        self._show_until_over(outputs)
                except Exception as error:
                    stopped = failed_in_the_middle(error)
                    self._set_faults(dict.fromkeys(self._keys(), stopped.text))
                    self._set_usable(False)
                    if not failed:
                        self._say(stopped)
                    failed = True
                finally:
                    outputs.close()
                missing = notice
            if failed:
                with self._changed:
                    self._changed.wait_for(lambda: self._closing or self._moved, self._retry_s)
            failed = failed and not self._moved

    @property
    def _moved(self) -> bool:
        """Whether other pins are set than those that are in use."""
        return self._wanted != self._pins

    def _take(self, outputs: Outputs) -> None:
        """Take over what has opened: each button as it stands now."""
        contacts = {key: Contact(outputs.is_down(key), BUTTONS[key][1]) for key in outputs.buttons}
        self._set_faults({failure.key: fault_text(failure) for failure in outputs.failures})
        with self._changed:
            self._edges.clear()
            self._contacts = contacts

    def _show_until_over(self, outputs: Outputs) -> None:
        """Until the app closes or other pins are set. On a machine that is busy with something else what
        plays goes on where it was: no note is left out, and an attack is never heard sooner after its
        light."""
        held_up, due = 0.0, math.inf
        while True:
            with self._changed:
                if self._closing or self._moved:
                    return
                self._news = False
                edges = tuple(self._edges)
                self._edges.clear()
                now = time.monotonic() - held_up
                if now > due + LATE_S:
                    held_up += now - due
                    now = due
                for cue in self._coming:  # only now, so that its light comes first however late it is
                    self._player.cue(cue, now)
                self._coming.clear()
                frame, note, only = self._player.frame(now), self._player.note(now), ""
                next_look_s = self._player.next_look_s(now)
                if self._tried:
                    frame, note, only, next_look_s = self._trial(now)
                due = math.inf if next_look_s is None else now + next_look_s
            outputs.show(frame)
            outputs.sound(note, only)
            next_look_s = _sooner(next_look_s, self._hear(outputs, edges))
            with self._changed:
                self._changed.wait_for(lambda: self._news, next_look_s)

    def _trial(self, now: float) -> tuple[Frame, Note | None, str, float]:
        """What one part that is tried shows and sounds, which buzzer that is, and how long it still takes."""
        key = self._tried
        if self._tried_until is None:
            self._tried_until = now + TRIAL_S
        left = self._tried_until - now
        if left <= 0:
            self._tried = ""
            return self._player.frame(now), self._player.note(now), "", SHORTLY_S
        sounds = key in (PIEZO, ACTIVE_BUZZER) and not self._player.muted
        return alone(key), TRIAL_NOTE if sounds else None, key, left

    def _hear(self, outputs: Outputs, edges: tuple[tuple[str, bool, float], ...]) -> float | None:
        """Find the presses in what the buttons did; seconds until one of them may be pressed by itself."""
        soonest: float | None = None
        for key, contact in self._contacts.items():
            for _key, down, at in (edge for edge in edges if edge[0] == key):
                contact.edge(down, at)
            now = time.monotonic()
            if contact.look(outputs.is_down(key), now):
                self._press(key)
            elif contact.flutters() and key not in self._fluttered:
                self._fluttered.add(key)
                self._say(_flutters(next(wire for wire in wires(self._pins) if wire.key == key)))
            soonest = _sooner(soonest, contact.next_look_s(now))
        return soonest

    def _press(self, key: str) -> None:
        with contextlib.suppress(Exception):
            self._buttons.press(Press(BUTTONS[key][0]))

    def _keys(self) -> tuple[str, ...]:
        return tuple(wire.key for wire in wires(self._pins))

    def _set_faults(self, faults: dict[str, str]) -> None:
        with self._changed:
            self._faults = faults

    def _set_usable(self, usable: bool) -> None:
        with self._changed:
            self._usable = usable
            if not usable:
                self._coming.clear()
                self._player.cancel()
                self._contacts = {}
                self._tried = ""
            self._changed.notify_all()

    def _say(self, notice: Notice) -> None:
        with contextlib.suppress(Exception):
            self._notice(notice)


def _sooner(one: float | None, other: float | None) -> float | None:
    return min((value for value in (one, other) if value is not None), default=None)


def _part(wire: Wire, fault: str, down: bool, stuck: bool) -> Part:
    """A part as it is shown. A button that was down from the start is most likely wired wrongly."""
    if stuck and not fault:
        fault = _(
            "It reads as pressed although nobody presses it: look for a short circuit at {wire}."
        ).format(wire=wire.words)
    return wire.part(fault, down)


def _flutters(wire: Wire) -> Notice:
    part = wire.part()
    return Notice(
        _("{label} does not come to rest, so it is not heard.").format(label=part.label),
        _("Check the wire from {wire} to the button and to ground.").format(wire=part.wire),
    )
