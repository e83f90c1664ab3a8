"""Alerts on GPIO pins: a bar of seven lights, one light for each seat, a buzzer, a mute button.

One thread owns the pins: it opens them (importing gpiozero takes longer than a frame), shows what
``companion.app.player`` says, and puts them out at the end. Nothing that fails here reaches the game:
it becomes one ``Notice``, and what still works goes on.
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

from companion.app.player import LONGEST_QUEUE, Player
from companion.app.ports import Alerts, Cue, Notice, NoticeSink, NullAlerts, Scene
from companion.app.settings import AlertSettings, Settings
from hardware.outputs import (
    MakeFactory,
    Outputs,
    UnavailableError,
    failed_in_the_middle,
    give_lgpio_a_folder,
    open_outputs,
)

RETRY_S = 30.0
LATE_S = 0.05
"""Who is later than this was held up: shorter than any note, longer than the thread's usual waking."""
CLOSE_WITHIN_S = 2.0

OpenOutputs = Callable[[], tuple[Outputs, Notice | None]]


def open_alerts(
    settings: Settings,
    notice: NoticeSink,
    *,
    on_mute_button: Callable[[], None] | None = None,
    pin_factory: Any = None,
) -> Alerts:
    """Lights and buzzer as the settings describe them. Returns at once and never raises.

    The pins are opened by a thread of their own, so ``notice`` is called **from that thread**, at any time
    until ``close``: at most once for the opening and once for a failure later on. ``on_mute_button`` is
    called from a thread of gpiozero. ``pin_factory`` is gpiozero's, for tests. The environment variable
    ``LONGSHIP_ALERTS`` may say ``off``, or ``mock:FILE`` to use pretended pins and write what happens on
    them to FILE (see ``hardware.fakes``).
    """
    wish, _, file = os.environ.get("LONGSHIP_ALERTS", "").partition(":")
    if not settings.alerts.enabled or wish == "off":
        return NullAlerts()
    make_factory: MakeFactory | None = None
    if pin_factory is not None:
        make_factory = lambda: pin_factory  # noqa: E731
    elif wish == "mock":

        def make_factory() -> Any:
            from hardware.fakes import recording_factory

            return recording_factory(file, settings.pins)
    else:
        give_lgpio_a_folder()
    return ThreadedAlerts(
        settings.alerts, notice, lambda: open_outputs(settings.pins, make_factory, on_mute_button)
    )


class ThreadedAlerts:
    """The port: takes scenes and cues from any thread, and one thread of its own shows them.

    After a failure in the middle the pins are tried again every ``retry_s`` seconds without another word.
    """

    def __init__(
        self,
        alerts: AlertSettings,
        notice: NoticeSink,
        open_outputs: OpenOutputs,
        *,
        retry_s: float = RETRY_S,
    ) -> None:
        self._notice = notice
        self._open_outputs = open_outputs
        self._retry_s = retry_s
        self._player = Player(alerts)
        self._coming: deque[Cue] = deque(maxlen=LONGEST_QUEUE)
        self._changed = threading.Condition()
        self._news = False
        self._closing = False
        self._usable: bool | None = None
        self._thread = threading.Thread(target=self._run, name="longship-alerts", daemon=True)
        self._thread.start()

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
        """Forget the cue that plays and those that wait."""
        with self._changing():
            self._coming.clear()
            self._player.cancel()

    def mute(self, muted: bool) -> None:
        """Silence the buzzer at once, or let it sound again."""
        with self._changing():
            self._player.muted = muted

    def configure(self, alerts: AlertSettings) -> None:
        """Take over preset, sound classes, quiet hours and mute."""
        with self._changing():
            self._player.alerts = alerts
            self._player.muted = alerts.muted

    def close(self) -> None:
        """Lights dark, buzzer silent, pins released; waits for that at most two seconds."""
        with self._changing():
            self._closing = True
        if self._thread is not threading.current_thread():
            self._thread.join(CLOSE_WITHIN_S)

    def wait_until_open(self, timeout_s: float) -> bool:
        """Whether lights or buzzer work, once that is known or the seconds are over."""
        with self._changed:
            self._changed.wait_for(lambda: self._usable is not None, timeout_s)
            return self._usable is True

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        with self._changed:
            yield
            self._news = True
            self._changed.notify_all()

    def _run(self) -> None:
        """A driver that failed may come back in the middle of an opening, and then only some pins open: those
        are kept when the next attempt finds the same pins missing, or else it is tried again."""
        failed, missing = False, None
        while not self._closing:
            try:
                outputs, notice = self._open_outputs()
            except UnavailableError as unavailable:
                self._set_usable(False)
                missing = None
                if not failed:
                    if unavailable.notice is not None:
                        self._say(unavailable.notice)
                    return
            else:
                try:
                    if not failed or notice in (None, missing):
                        self._set_usable(True)
                        if notice is not None and not failed:
                            self._say(notice)
                        self._show_until_closed(outputs)
                except Exception as error:
                    self._set_usable(False)
                    if not failed:
                        self._say(failed_in_the_middle(error))
                    failed = True
                finally:
                    outputs.close()
                missing = notice
            with self._changed:
                self._changed.wait_for(lambda: self._closing, self._retry_s)

    def _show_until_closed(self, outputs: Outputs) -> None:
        """On a machine that is busy with something else what plays goes on where it was: no note is left out,
        and an attack is never heard sooner after its light."""
        held_up, due = 0.0, math.inf
        while True:
            with self._changed:
                if self._closing:
                    return
                self._news = False
                now = time.monotonic() - held_up
                if now > due + LATE_S:
                    held_up += now - due
                    now = due
                for cue in self._coming:  # only now, so that its light comes first however late it is
                    self._player.cue(cue, now)
                self._coming.clear()
                frame, note = self._player.frame(now), self._player.note(now)
                next_look_s = self._player.next_look_s(now)
                due = math.inf if next_look_s is None else now + next_look_s
            outputs.show(frame)
            outputs.sound(note)
            with self._changed:
                self._changed.wait_for(lambda: self._news, next_look_s)

    def _set_usable(self, usable: bool) -> None:
        with self._changed:
            self._usable = usable
            if not usable:
                self._coming.clear()
                self._player.cancel()
            self._changed.notify_all()

    def _say(self, notice: Notice) -> None:
        with contextlib.suppress(Exception):
            self._notice(notice)
