"""The root of the window, through which screens reach the game and everything else."""

from __future__ import annotations

import logging
import math
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.i18n import _
from companion.app.session import GameSession
from companion.app.settings import Screen as ScreenSettings
from companion.presenters.context import AppContext
from companion.presenters.deeds import ChoiceView
from companion.presenters.intents import Fill, Intent, KeepPicture, Open, OpenPanel, ShowHints
from companion.presenters.play import Meant, Play
from companion.presenters.views import PlacesView, ToastView, WarningView
from kivy_ui import registry
from kivy_ui.metrics import metrics_for
from kivy_ui.paint import Look, Painted, Tappable
from kivy_ui.screen import Screen
from kivy_ui.shell.asking import Asking
from kivy_ui.shell.flow import Flow
from kivy_ui.shell.frame import Frame
from kivy_ui.shell.helping import Helping
from kivy_ui.shell.kept_screens import KeptScreens
from kivy_ui.shell.messages import Messages
from kivy_ui.shell.past import Past
from kivy_ui.shell.sheets import Sheets
from kivy_ui.shell.stage import Stage
from kivy_ui.theme import LIVERIES_4, THEMES
from kivy_ui.window.care import Care

if TYPE_CHECKING:
    from kivy.clock import ClockEvent
    from kivy.input.motionevent import MotionEvent

logger = logging.getLogger(__name__)

DRAG_MM = 2.5
"""A finger that goes further does not rest."""


class Shell(Widget):
    """Holds the look, the game and one screen at a time, and carries out what is touched.

    What else a screen may need has an object of its own: ``sheets`` that lie over the screen, ``messages`` in
    front of everything, ``asking`` the table and ``helping`` it, the ``flow`` of play from screen to screen,
    the ``past``, and the ``stage`` of what moves for a moment.
    """

    def __init__(self, settings: ScreenSettings, size: tuple[float, float], play: Play | None = None) -> None:
        super().__init__(size_hint=(None, None), size=size, pos=(0, 0))
        self.settings = settings
        self.look = Look(metrics_for(settings, *size), THEMES[settings.theme], LIVERIES_4)
        self.screen: Screen | None = None
        self.screen_name = ""
        self.arguments: dict[str, Any] = {}
        """With what the screen was asked for."""
        self.board_turn = 0
        """How the picture of the board lies: see ``board.layout_math.BoardMap``. The table says it once."""
        self.on_mute: Callable[[], None] = lambda: None
        self.on_turn: Callable[[int], None] = lambda angle: None
        """Turn the picture by so many degrees, to the left."""
        self.on_demo: Callable[[], None] = lambda: None
        """Let a game play by itself."""
        self._resting: ClockEvent | None = None
        self.on_keep_picture: Callable[[], None] = lambda: None
        self.care = Care(self)
        self.sheets = Sheets(self)
        self.messages = Messages(self, self.look, self.sheets, self.do)
        self.sheets.on_change = self._sheet_changed
        self.asking = Asking(self)
        self.helping = Helping(self)
        self.flow = Flow(self)
        self.stage = Stage(self)
        self.past = Past(self)
        self.frame = Frame(self)
        self._kept = KeptScreens(self)
        self._context: AppContext | None = None
        self._play: Play | None = None
        self.play = play

    @property
    def context(self) -> AppContext:
        """Settings, games, people, lights and buzzer, for the screens outside of play."""
        assert self._context is not None, "pictures of play alone have none"
        return self._context

    @context.setter
    def context(self, context: AppContext) -> None:
        self._context = context

    @property
    def play(self) -> Play | None:
        """The game that is shown. Whoever changes it, the next frame shows it as it is then."""
        return self._play

    @play.setter
    def play(self, play: Play | None) -> None:
        self._play = play
        self.flow.listen_to(play)

    @property
    def game(self) -> Play:
        """The game that is shown, for what is never shown without one."""
        assert self._play is not None
        return self._play

    @property
    def session(self) -> GameSession:
        """The session of the game that is shown, as it stands or stood once. Only while there is one."""
        shown = self._play.session if self._play is not None else None
        session = self.context.session if shown is None else shown
        assert session is not None
        return session

    # --- where we are -------------------------------------------------------------------------------

    def go(self, name: str, **arguments: Any) -> None:
        """Show a screen, or the one that serves in its place where something is missing. One that fails is
        replaced by a card that says so; the game stays as it is."""
        self.flow.soon.cancel()
        self.sheets.close()
        self.messages.drop()
        try:
            name, arguments = self._useful(name, arguments)
            self.flow.goes_to(name)
            self.arguments = arguments
            self._enter(name, self._kept.screen(name, arguments))
        except Exception as error:
            logger.exception("screen %s failed", name)
            self.fail(name, error)

    def fail(self, name: str, error: Exception) -> None:
        """Show the card that says why in place of a screen that failed, and make it anew the next time."""
        self.sheets.close()
        self.messages.drop()
        self._kept.drop(name)
        self.arguments = {
            "failed": name,
            "reason": _reason(error),
            "details": "".join(traceback.format_exception(error)),
        }
        self._enter("error", registry.build("error", self, self.arguments))

    def leave_for(self, name: str) -> None:
        """Go to a screen by the bar, unless something is asked first."""
        if self.screen is None or self.screen.may_leave(name):
            self.go(name)

    def make_ready(self, name: str) -> None:
        """Make a screen of play before it is wanted: its drawings are then at hand at the first touch."""
        if self.play is not None and name not in self._kept:
            self._kept.screen(name, {}).place(self.frame.room)

    def _useful(self, name: str, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The screen that is wanted, or the one in its place; only some show a game of the past."""
        for _other in registry.SCREENS:
            kind = registry.kind(name)
            if not kind.shows_past:
                self.past.end()
            other = kind.instead(self, **arguments)
            if not other:
                break
            name, arguments = other, {}
        return name, arguments

    def _enter(self, name: str, screen: Screen) -> None:
        old, self.screen = self.screen, screen
        try:
            self.screen_name = name
            self.refresh()
        except Exception:
            self.screen = old
            raise
        if old is not None and old is not screen:
            self.remove_widget(old)
        if screen.parent is None:
            self.add_widget(screen, index=len(self.children))

    def _sheet_changed(self) -> None:
        """A sheet has come or gone."""
        self.messages.to_front()
        self.stage.uncovered()

    # --- how it looks -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the game as it is now, everywhere."""
        screen = self.screen
        if screen is None:
            return
        if other := screen.instead(self, **self.arguments):
            follows = self.flow.soon.is_triggered
            self.go(other)
            if follows:
                self.flow.soon()
            return
        framed = self.play if screen.framed else None
        if framed is not None:
            self.frame.show(framed, screen)
        screen.place(self.frame.arrange(framed))
        self.sheets.arrange()
        screen.refresh()
        self.messages.arrange()

    def restyle(self, settings: ScreenSettings) -> None:
        """Another theme, text scale, language or panel: everything is drawn anew where it stands."""
        self.settings = settings
        self.stage.end()
        self._kept.clear()
        self.look.metrics = metrics_for(settings, self.width, self.height)
        self.look.theme = THEMES[settings.theme]
        self.frame.bar.words()
        self.refresh()
        for widget in self.walk():
            if isinstance(widget, Painted):
                widget.repaint()

    def resize(self, width: float, height: float) -> None:
        """The window has another size, in pixels as people see it."""
        if (width, height) != (self.width, self.height) and width > 0 and height > 0:
            self.size = (width, height)
            self.restyle(self.settings)

    # --- what is touched ----------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self.stage.end()
        if self.care.too_soon(touch) or super().on_touch_down(touch):
            return True
        self._stop_resting()
        self._resting = Clock.schedule_once(self.offer_turning, Tappable.HOLD_SECONDS)
        return False

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if math.dist(touch.pos, touch.opos) > self.look.mm(DRAG_MM):
            self._stop_resting()
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        self._stop_resting()
        return bool(super().on_touch_up(touch))

    def _stop_resting(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
            self._resting = None

    def offer_turning(self, _elapsed: float = 0.0) -> None:
        """A finger rests where nothing is: the picture can be turned to whoever that is, on any screen."""
        from kivy_ui.widgets.turn_keys import TurnSheet

        self.sheets.cover(TurnSheet(self.look, self.turn_to_me, self.toggle_auto_turn, self.sheets.close))
        sheet = self.sheets.shown
        if isinstance(sheet, TurnSheet):
            sheet.show(self.settings.auto_turn)

    def turn_to_me(self, angle: int) -> None:
        """Turn the picture by so many degrees, to the left."""
        self.sheets.close()
        self.on_turn(angle)

    def toggle_auto_turn(self) -> None:
        """Have the picture turn to whoever is on turn, or leave it where it is."""
        self.sheets.close()
        context = self.context
        on = not context.settings.screen.auto_turn
        screen = msgspec.structs.replace(context.settings.screen, auto_turn=on)
        context.change(msgspec.structs.replace(context.settings, screen=screen))
        self.refresh()
        turns = _("The screen turns to face the player on turn.")
        self.messages.tell(ToastView(turns if on else _("The screen stays as it is.")))

    def do(self, intent: Intent) -> bool:
        """Carry out a touch, show what came of it. False when it was refused or something is asked first."""
        match intent:
            case Open(screen, seat):
                self.go(screen, **({} if seat is None else {"seat": seat}))
            case ShowHints():
                self.helping.hint()
            case OpenPanel(seat, section):
                self.asking.open_panel(seat, section)
            case KeepPicture():
                self.messages.drop()
                self.on_keep_picture()
            case _:
                return self.play is not None and self._do_in_game(self.play, intent)
        return True

    def _do_in_game(self, play: Play, intent: Intent) -> bool:
        outcome = play.do(intent)
        self.flow.soon.cancel()
        match outcome:
            case WarningView():
                self.refresh()
                self.asking.warn(outcome)
            case ChoiceView():
                self.asking.choose(outcome)
            case PlacesView():
                self.flow.ask_on_board(outcome)
            case Fill(draft):
                self.flow.fill_in(draft)
            case Meant():
                self.past.leave(outcome)
            case ToastView() | None:
                if self.screen is not None:
                    self.screen.entered()
                self.flow.follow()
                if outcome is None:
                    self.messages.drop()
                else:
                    self.messages.tell(outcome)
                return True
        return False


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
