"""Puts the touchscreen together: settings, window, journal, devices, and the first screen."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app import i18n
from companion.app.dice import DiceCamera, NullDice, Reading, ReadingSink
from companion.app.i18n import _
from companion.app.life import Life
from companion.app.ports import Buttons, Device, Notice, NoticeSink, NullDevice, OpenDevice, Press
from companion.app.settings import Screen as ScreenSettings
from companion.app.settings import Settings, data_folder, load
from companion.app.terminal import complain
from kivy_ui.window import ask_first_frames, open_window, prepare
from kivy_ui.window.input import why_not
from kivy_ui.window.sides import side_of

if TYPE_CHECKING:
    from companion.app.backup import Written
    from companion.app.cues import AlertListener
    from companion.app.restore import Restored
    from companion.app.session import GameSession
    from companion.engine.state import GameState
    from companion.presenters.context import AppContext
    from kivy_ui.prerender import Prerenderer
    from kivy_ui.shell import Shell

logger = logging.getLogger(__name__)


OpenDice = Callable[[Settings, NoticeSink, ReadingSink], DiceCamera]

READY_SECONDS = 0.4
"""After the table is shown and before somebody has rolled: what comes next is made ready."""


def no_devices(_settings: Settings, _notice: NoticeSink, _buttons: Buttons) -> Device:
    """Neither lights nor buttons."""
    return NullDevice()


def no_dice(_settings: Settings, _notice: NoticeSink, _on_reading: ReadingSink) -> DiceCamera:
    """No camera for the dice."""
    return NullDice()


def run(
    open_devices: OpenDevice = no_devices, open_dice: OpenDice = no_dice, life: Life | None = None
) -> int:
    """Open the window and stay until it is closed. Returns the exit status."""
    settings, notices = load()
    i18n.set_language(settings.screen.language)
    passing = TemporaryDirectory(prefix="longship-kivy-", ignore_cleanup_errors=True)
    with passing:
        home = _kivy_home(settings) or Path(passing.name)
        return _run(settings, notices, home, open_devices, open_dice, life or Life())


def _run(
    settings: Settings,
    notices: list[Notice],
    home: Path,
    open_devices: OpenDevice,
    open_dice: OpenDice,
    life: Life,
) -> int:
    driver = os.environ.get("SDL_VIDEODRIVER")
    prepare(home, driver)
    screen = settings.screen
    if screen.input.startswith("/") and (reason := why_not(screen.input)):
        notices.append(_no_touches(screen.input, reason))
        screen = msgspec.structs.replace(screen, input="auto")
    try:
        window = open_window(screen, driver, _window_size())
    except Exception as error:
        logger.debug("no window", exc_info=True)
        complain(_("The window could not be opened: {reason}.").format(reason=error))
        return 1
    application = Application(window, settings, notices, open_devices, open_dice, life)
    from kivy.base import runTouchApp, stopTouchApp

    try:
        runTouchApp(application.shell)
    except KeyboardInterrupt:
        stopTouchApp()
    finally:
        application.close()
    return 0


def _no_touches(device: str, reason: str) -> Notice:
    return Notice(
        _("No touches come from {device} ({reason}), so another device is used.").format(
            device=device, reason=reason
        ),
        _("Name another one in the settings with screen.input, or “auto”."),
    )


def _kivy_home(settings: Settings) -> Path | None:
    """Kivy wants a folder of its own; None where ours cannot be written."""
    folder = data_folder(settings) / "kivy"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return None


def _window_size() -> tuple[int, int] | None:
    """LONGSHIP_WINDOW=WIDTHxHEIGHT, for trying another panel on a desktop."""
    width, _by, height = os.environ.get("LONGSHIP_WINDOW", "").partition("x")
    return (int(width), int(height)) if width.isdigit() and height.isdigit() else None


def has_whole_screen(screen: ScreenSettings) -> bool:
    """Whether there is nothing on the screen but this."""
    return screen.fullscreen or os.environ.get("SDL_VIDEODRIVER", "").lower() == "kmsdrm"


class Application:
    """Joins the context, the shell and the game that is being played."""

    def __init__(
        self,
        window: Any,
        settings: Settings,
        notices: list[Notice],
        open_devices: OpenDevice,
        open_dice: OpenDice = no_dice,
        life: Life | None = None,
    ) -> None:
        from kivy.clock import Clock

        from companion.app.backlight import Backlight, find_backlight
        from companion.app.storage import open_store
        from companion.presenters.context import AppContext
        from kivy_ui.demo import Demo
        from kivy_ui.dice_reader import DiceReader
        from kivy_ui.shell import Shell
        from kivy_ui.window.housekeeping import Housekeeping
        from kivy_ui.window.inbox import Inbox
        from kivy_ui.window.input import TouchFilter
        from kivy_ui.window.pulse import Pulse
        from kivy_ui.window.rest import Rest
        from kivy_ui.window.seats import Keys, TableButtons
        from kivy_ui.window.turn_timer import TurnTimer

        self.window = window
        self.life = life or Life()
        self.inbox = Inbox()
        self.shell: Shell = Shell(settings.screen, tuple(window.size))
        self._whole_screen = self.life.service.runs or has_whole_screen(settings.screen)
        # before the filter, which hears touches first then: one that is told twice wakes once
        backlight = find_backlight() if self._whole_screen else Backlight([])
        self.rest = Rest(window, backlight, self._dims_after, self._playing)
        self.filter = TouchFilter(self.shell.look.metrics.px_per_mm)
        self.filter.install(window)
        # what is said before there is a screen waits for the first one
        self._say: NoticeSink = notices.append
        self.store = open_store(data_folder(settings), lambda notice: self._say(notice))
        self.context: AppContext = AppContext(settings, self.store)
        self.context.in_window = self.inbox.put
        self.context.on_backup = self._backup_ended
        self.context.notices.extend(notices)
        self.context.load_people()
        self.context.on_game = self._play
        self.context.on_no_game = self._play_nothing
        self.context.on_look = self._look_changed
        self.context.devices = open_devices(settings, self._notice_from_afar, self)
        self.context.on_notice = self._notice
        # with the next frame: the screen of a game that just began would take the message away
        self._say = self._notice_from_afar
        self.listener: AlertListener | None = None
        self.prerenderer: Prerenderer | None = None
        self.shell.context = self.context
        self.dice_reader = DiceReader(self.shell)
        self.context.dice = open_dice(settings, self._notice_from_afar, self._reading_from_afar)
        self.demo = Demo(self.shell, self.rest.stir)
        self.shell.on_demo = self.demo.begin
        self.greets = True
        """Whether the first game of all begins with a word about hints."""
        self.timer = TurnTimer(
            self.shell.frame.strip,
            lambda: self.context.settings.screen,
            self._ring,
            away=lambda: self.demo.plays,
        )
        self.shell.on_mute = self.toggle_mute
        self.shell.on_turn = self.turn
        self.turned = 0
        self.turned_to = -1
        self._stop_turning: Callable[[], None] = lambda: None
        self.buttons = TableButtons(self.shell, self.turn_to)
        self.keys = Keys(self.buttons, self._hear)
        self.keys.install(window)
        self.rest.hear_keys()
        window.bind(on_resize=self._resized)
        window.clearcolor = self.shell.look.theme.ground
        self._catch_errors()
        ask_first_frames(window)
        self.housekeeping = Housekeeping(window)  # first, so that nothing is tidied up meanwhile
        self.pulse = Pulse(window, self.life)
        self.rest.stir()
        self.shell.go("home")
        self._ready = Clock.schedule_once(self._make_ready, 0)
        if file := os.environ.get("LONGSHIP_SCREEN_MAP"):
            from kivy_ui.window.screen_map import MapWriter

            self.screen_map = MapWriter(Path(file), window, self.shell)
        self._go_on_where_it_stopped()
        if self.life.demo:
            self.demo.begin()

    def close(self) -> None:
        """Lights dark, journal closed."""
        from kivy.base import ExceptionManager

        self.life.stopping()
        self.demo.end()
        self.pulse.close()
        self.rest.close()
        self.keys.remove()
        self.filter.remove(self.window)
        self.window.unbind(on_resize=self._resized)
        if self._go_on in ExceptionManager.handlers:
            ExceptionManager.remove_handler(self._go_on)
        self._stop_turning()
        self.housekeeping.close()
        if self.prerenderer is not None:
            self.prerenderer.stop()
        self._ready.cancel()
        if self.listener is not None:
            self.listener.close()
        self.timer.close()
        self.dice_reader.close()
        self.context.dice.close()
        self.context.devices.close()
        self.context.close()
        self.store.close()

    # --- games --------------------------------------------------------------------------------------

    def _go_on_where_it_stopped(self) -> None:
        """After a crash the game is on the table again, without a touch."""
        notice = self.life.notice()
        if not (self.life.game and self.context.resume(self.life.game)):
            self.life.at_home()
        if notice is not None:
            self._say(notice)

    def _play(self, session: GameSession) -> None:
        """A game begins or goes on."""
        from kivy.clock import Clock

        from companion.app.cues import AlertListener
        from companion.presenters.live import LivePlay

        if self.listener is not None:
            self.listener.close()
        self.life.plays(session.header)
        self.listener = AlertListener(session, self.context.devices)
        journal = self.context.journal
        self.shell.play = LivePlay(
            session,
            refused=self.listener.refused,
            muted=lambda: self.context.settings.alerts.muted,
            open_hands=lambda: self.context.settings.screen.open_hands,
            go_on_unsaved=journal.go_on_unsaved if journal is not None else lambda: None,
        )
        self.dice_reader.watch(session)
        self.timer.watch(session)
        self._stop_turning()
        self._stop_turning = session.subscribe(lambda update: self._on_turn(update.state))
        self.shell.flow.begin()
        if self.greets and not session.standing and len(self.context.games()) == 1:
            self.shell.helping.greet()
        self._ready.cancel()
        if self.prerenderer is not None:
            self.prerenderer.stop()
        self._ready = Clock.schedule_once(self._make_ready, READY_SECONDS)

    def _make_ready(self, _elapsed: float) -> None:
        """Make what comes next, while nobody has asked for it yet."""
        from kivy_ui import prerender

        steps = prerender.at_home() if self.shell.play is None else prerender.of_play(self.shell)
        self.prerenderer = prerender.Prerenderer(steps)

    # --- whom the picture faces -----------------------------------------------------------------------

    def turn(self, angle: int) -> None:
        """Turn the picture on, until the next start."""
        if angle % 360 == 0:
            return
        self.turned = (self.turned + angle) % 360
        self._restyle(self.context.settings.screen)

    def turn_to(self, seat: int) -> None:
        """Turn the picture to a seat, where the table wants that."""
        session = self.context.session
        if session is not None and self.context.settings.screen.auto_turn:
            self.turn(side_of(seat, len(session.state.core.ids)) - self.turned)

    def _on_turn(self, state: GameState) -> None:
        core = state.core
        seat = core.ids.index(core.on_turn)
        if seat != self.turned_to and self.context.settings.screen.auto_turn:
            self.turned_to = seat
            self.turn_to(seat)

    # --- light --------------------------------------------------------------------------------------

    def _dims_after(self) -> int | None:
        """After how many minutes the light is dimmed. In a window it is the desktop's business."""
        return self.context.settings.screen.dim_after_minutes if self._whole_screen else None

    def _play_nothing(self) -> None:
        """The game is gone: no light, no bell and no last words tell of it."""
        if self.listener is not None:
            self.listener.close()
            self.listener = None
        self.timer.close()
        self._stop_turning()
        self._stop_turning = lambda: None
        self.life.at_home()
        self.shell.play = None

    def _playing(self) -> bool:
        session = self.context.session
        return session is not None and session.state.core.winner is None

    # --- look and sound -----------------------------------------------------------------------------

    def _ring(self, seat: int) -> None:
        """A turn is long: a bell, a light at the seat, and the time in another colour."""
        from companion.app.alerts import LONG_TURN
        from companion.app.ports import Cue

        self.context.devices.cue(Cue(LONG_TURN, (seat,)))

    def _look_changed(self, screen: ScreenSettings) -> None:
        self.timer.look()
        self._restyle(screen)
        self.rest.stir()
        if not screen.auto_turn:
            self.turned_to = -1
        elif self.context.session is not None:
            self._on_turn(self.context.session.state)

    def toggle_mute(self) -> None:
        """Silence at once, or sound again; the settings remember it."""
        muted = not self.context.settings.alerts.muted
        self.context.devices.mute(muted)
        alerts = msgspec.structs.replace(self.context.settings.alerts, muted=muted)
        self.context.change(msgspec.structs.replace(self.context.settings, alerts=alerts))
        self.shell.refresh()

    def press(self, press: Press) -> None:
        """Somebody has pressed a button; from a device's thread."""

        def hear() -> None:
            self.rest.stir()
            self._hear(press)

        self.inbox.put(hear)

    def _hear(self, press: Press) -> None:
        """What a press does; while a demo plays it ends it, and nothing else."""
        if self.demo.plays:
            self.demo.end()
        else:
            self.buttons.hear(press)

    def _restyle(self, screen: ScreenSettings) -> None:
        rotation = (screen.rotation + self.turned) % 360
        self.shell.restyle(msgspec.structs.replace(screen, rotation=rotation))
        self.window.clearcolor = self.shell.look.theme.ground
        if self.window.rotation != rotation:
            self.window.rotation = rotation
        self.filter.px_per_mm = self.shell.look.metrics.px_per_mm

    def _resized(self, _window: Any, _width: int, _height: int) -> None:
        # the window's own numbers are before its turning
        self.shell.resize(*self.window.size)
        self.filter.px_per_mm = self.shell.look.metrics.px_per_mm

    # --- what went wrong ----------------------------------------------------------------------------

    def _notice(self, notice: Notice) -> None:
        from companion.presenters.views import ToastView

        self.shell.messages.tell(ToastView(notice.text, notice.remedy, "warn", seconds=12))

    def _backup_ended(self, result: Written | Restored | Notice) -> None:
        """Say what came of a backup where that is not on the screen anyway."""
        from companion.presenters import backup

        self.shell.refresh()
        if self.shell.screen is None or not self.shell.screen.tells_backups:
            self.shell.messages.tell(backup.ended(result))

    def _notice_from_afar(self, notice: Notice) -> None:
        """From a device's thread."""
        self.inbox.put(lambda: self.context.on_notice(notice))

    def _reading_from_afar(self, reading: Reading) -> None:
        """From the camera's thread."""

        def read() -> None:
            self.rest.stir()
            if self.context.session is not None:
                self.demo.end()  # the roll is of the game behind it
            self.dice_reader.read(reading)

        self.inbox.put(read)

    def _catch_errors(self) -> None:
        """A fault in a touch or a drawing must not end the evening: it is logged, the table goes on."""
        from kivy.base import ExceptionHandler, ExceptionManager

        shell = self.shell

        class GoOn(ExceptionHandler):
            """Shows the card in place of the screen that failed."""

            def handle_exception(self, inst: BaseException) -> int:
                if not isinstance(inst, Exception):
                    return int(ExceptionManager.RAISE)
                logger.error("a touch or a drawing failed", exc_info=inst)
                if shell.screen_name != "error":
                    shell.fail(shell.screen_name, inst)
                return int(ExceptionManager.PASS)

        self._go_on = GoOn()
        ExceptionManager.add_handler(self._go_on)
