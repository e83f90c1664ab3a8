"""The root of the window: the frame, the screen in it, and what lies over it for a moment."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.app.i18n import _
from companion.app.session import GameSession
from companion.app.settings import Screen as ScreenSettings
from companion.presenters import route
from companion.presenters.board_view import Place
from companion.presenters.context import AppContext
from companion.presenters.deeds import AnswerView, ChoiceView
from companion.presenters.intents import Enter, Fill, Intent, KeepPicture, Open, OpenPanel, Undo, Whose
from companion.presenters.play import Meant, Play
from companion.presenters.views import ActionView, PlacesView, QuestionView, ToastView, WarningView
from kivy_ui import registry
from kivy_ui.care import Care
from kivy_ui.free import boxes_taken, gap_at_top
from kivy_ui.geometry import Box
from kivy_ui.metrics import metrics_for
from kivy_ui.paint import Look, Painted
from kivy_ui.screen import Screen
from kivy_ui.theme import LIVERIES_4, THEMES, liveries
from kivy_ui.widgets.bar import Bar
from kivy_ui.widgets.sheets import ActionSheet, QuestionSheet, WarningSheet
from kivy_ui.widgets.strip import Strip
from kivy_ui.widgets.toast import Toast

logger = logging.getLogger(__name__)

HIDING_SHARE = 0.8
"""A sheet whose card takes more than this of the window hides what is below it."""

LEAST_MESSAGE_MM = 7.0
"""Height of a message of one line."""


class Shell(Widget):
    """Holds the look, the game and one screen at a time. Screens reach everything through it."""

    def __init__(self, settings: ScreenSettings, size: tuple[float, float], play: Play | None = None) -> None:
        super().__init__(size_hint=(None, None), size=size, pos=(0, 0))
        self.settings = settings
        self._play: Play | None = None
        self._stop_listening: Callable[[], None] = lambda: None
        self._follow_soon = Clock.create_trigger(self._followed, -1)
        self.look = Look(metrics_for(settings, *size), THEMES[settings.theme], LIVERIES_4)
        self.screen: Screen | None = None
        self.screen_name = ""
        self._arguments: dict[str, Any] = {}
        self._kept: dict[str, Screen] = {}
        self._kept_for: Play | None = None
        self.overlay: Painted | None = None
        self._hidden: list[Painted] = []
        self.toast: Toast | None = None
        self.came_from = ""
        """The screen from which something was asked on the board."""
        self._at_board = False
        """Whether people play at the board and not at the table: there the game goes on after an attack or a
        form."""
        self.catching_up = False
        """Whether the island is being laid for the pieces that already stand: then they come next."""
        self.board_turn = 0
        """How the picture of the board lies: see ``board.layout_math.BoardMap``. The table says it once."""
        self._visit: tuple[Play | None, Callable[[Meant], object]] | None = None
        self.care = Care(self)
        self._context: AppContext | None = None
        self.on_mute: Callable[[], None] = lambda: None
        self.on_turn: Callable[[int], None] = lambda angle: None
        """Turn the picture by so many degrees, to the left."""
        self.on_keep_picture: Callable[[], None] = lambda: None
        self.strip = Strip(self.look, lambda: self.on_mute())
        self.bar = Bar(
            self.look,
            lambda: self.do(Undo()),
            self.ask_whose,
            lambda: self.leave_for("log"),
            lambda: self.leave_for("more"),
            self._open_roll,
            lambda: self.leave_for("table"),
            self.ask_next,
            lambda: self.leave_for("board"),
        )
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
        self._stop_listening()
        self._follow_soon.cancel()
        self._play = play
        self._stop_listening = play.subscribe(self._follow_soon) if play is not None else lambda: None

    def _followed(self, _elapsed: float) -> None:
        """The game has changed and no touch has shown it yet: nothing is closed that can go on."""
        if self.play is None or self.screen is None:
            return
        sheet = self.overlay
        if not self.screen.of_play:
            self.refresh()
        elif isinstance(sheet, QuestionSheet) and sheet.view in self.play.questions():
            self.refresh()
            self.ask(sheet.view)
        else:
            self.follow()

    # --- where we are -------------------------------------------------------------------------------

    def go(self, name: str, **arguments: Any) -> None:
        """Show a screen, or another one that is of use where it lacks what it needs. One that fails is
        replaced by a card that says so; the game stays as it is."""
        self._follow_soon.cancel()
        self.close_overlay()
        self.drop_toast()
        try:
            name, arguments = self._useful(name, arguments)
            if name not in ("board", "form"):
                self.came_from = ""
            if name in ("board", "table"):
                # a form that leads to the board leads back from it
                self._at_board = name == "board" and (self._at_board or not self.came_from)
            self._arguments = arguments
            self._enter(name, self._made(name, arguments))
        except Exception as error:
            logger.exception("screen %s failed", name)
            self._kept.pop(name, None)
            self._arguments = {
                "failed": name,
                "reason": _reason(error),
                "details": traceback.format_exc(),
            }
            self._enter("error", registry.build("error", self, self._arguments))

    def leave_for(self, name: str) -> None:
        """Go to a screen by the bar, unless something is asked first."""
        if self.screen is None or self.screen.may_leave(name):
            self.go(name)

    def _useful(self, name: str, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The screen that is wanted, or the one in its place; only some show a game of the past."""
        for _other in registry.SCREENS:
            kind = registry.kind(name)
            if not kind.shows_past:
                self._leave_past()
            other = kind.instead(self, **arguments)
            if not other:
                break
            name, arguments = other, {}
        return name, arguments

    def _made(self, name: str, arguments: dict[str, Any]) -> Screen:
        """A screen of play that is still at hand, or a new one: making all its widgets takes a while."""
        if self._kept_for is not self.play:
            self._kept.clear()
            self._kept_for = self.play
        screen = self._kept.get(name)
        if screen is None or not screen.show_again(**arguments):
            screen = registry.build(name, self, arguments)
            if screen.of_play:
                self._kept[name] = screen
        return screen

    def make_ready(self, name: str) -> None:
        """Make a screen of play before it is wanted: its drawings are then at hand at the first touch."""
        if self.play is not None and not (self._kept_for is self.play and name in self._kept):
            self._made(name, {}).place(self._room())

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

    def refresh(self) -> None:
        """Show the game as it is now, everywhere."""
        screen = self.screen
        if screen is None:
            return
        if other := screen.instead(self, **self._arguments):
            follows = self._follow_soon.is_triggered
            self.go(other)
            if follows:
                self._follow_soon()
            return
        if self.play is not None and screen.framed:
            self.look.liveries = liveries(tuple(player.person.colour for player in self.play.table().players))
            self.strip.show(self.play.strip())
            self.bar.show(self.play.bar(), back=screen.back_to_table, quiet=screen.has_primary)
        self._arrange()
        screen.refresh()
        if self.toast is not None:
            self._place_toast()

    def _arrange(self) -> None:
        screen = self.screen
        if screen is None:
            return
        box = Box(0.0, 0.0, self.width, self.height)
        framed = screen.framed and self.play is not None
        for widget in (self.strip, self.bar):
            if framed and widget.parent is None:
                self.add_widget(widget)
            elif not framed and widget.parent is not None:
                self.remove_widget(widget)
        if framed:
            assert self.play is not None
            table = self.play.table()
            self.bar.compact = self.look.metrics.portrait and len(table.players) > 4
            self.strip.large = not table.scored
            top, rest = box.cut_top(self.strip.height_for(self.look, self.strip.large))
            self.strip.place(top)
            self.bar.place(rest.cut_bottom(self.bar.height_for(self.look))[0])
            box = self._room()
        screen.place(box)
        if self.overlay is not None:
            self.overlay.place(Box(0.0, 0.0, self.width, self.height))

    def _room(self) -> Box:
        """What a screen between strip and bar has."""
        box = Box(0.0, 0.0, self.width, self.height)
        _top, box = box.cut_top(self.strip.height_for(self.look, self.strip.large))
        return box.cut_bottom(self.bar.height_for(self.look))[1]

    # --- how it looks -------------------------------------------------------------------------------

    def restyle(self, settings: ScreenSettings) -> None:
        """Another theme, text scale, language or panel: everything is drawn anew where it stands."""
        self.settings = settings
        self._kept.clear()
        self.look.metrics = metrics_for(settings, self.width, self.height)
        self.look.theme = THEMES[settings.theme]
        self.bar.words()
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

    def on_touch_down(self, touch: Any) -> bool:
        return self.care.too_soon(touch) or bool(super().on_touch_down(touch))

    def do(self, intent: Intent) -> bool:
        """Carry out a touch, show what came of it. False when it was refused or something is asked first."""
        if isinstance(intent, Open):
            self.go(intent.screen, **({} if intent.seat is None else {"seat": intent.seat}))
            return True
        if isinstance(intent, OpenPanel):
            self.open_panel(intent.seat, intent.section)
            return True
        if isinstance(intent, KeepPicture):
            self.drop_toast()
            self.on_keep_picture()
            return True
        if self.play is None:
            return False
        outcome = self.play.do(intent)
        self._follow_soon.cancel()
        if isinstance(outcome, WarningView):
            self.refresh()
            self.warn(outcome)
            return False
        if isinstance(outcome, Meant):
            self.leave_past(outcome)
            return False
        if isinstance(outcome, PlacesView):
            self.show_places(outcome)
            return False
        if isinstance(outcome, Fill):
            self.show_form(outcome.draft)
            return False
        if isinstance(outcome, ChoiceView):
            self.choose(outcome)
            return False
        if self.screen is not None:
            self.screen.entered()
        self.follow()
        if isinstance(outcome, ToastView):
            self.tell(outcome)
        else:
            self.drop_toast()
        return True

    @property
    def session(self) -> GameSession:
        """The game that is shown: as it stands, or as it stood once. Only while there is one."""
        shown: GameSession | None = getattr(self.play, "session", None)
        session = self.context.session if shown is None else shown
        assert session is not None
        return session

    def visit(self, past: Play, then: Callable[[Meant], object]) -> None:
        """Show a game as it stood once, until the table has said what was meant in it."""
        self._visit = (self.play, then)
        self.play = past
        self.begin()

    @property
    def visiting(self) -> bool:
        """Whether a game of the past is shown."""
        return self._visit is not None

    def leave_past(self, meant: Meant) -> None:
        """Back to the game as it stands, with what was meant."""
        self.close_overlay()
        then = self._leave_past()
        if then is not None:
            then(meant)

    def _leave_past(self) -> Callable[[Meant], object] | None:
        if self._visit is None:
            return None
        self.play, then = self._visit
        self._visit = None
        return then

    def begin(self) -> None:
        """A game is taken up: its table, or the board where that asks something or is still to be laid."""
        self.catching_up = False
        self.go("table")
        wanted = self._wanted()
        if wanted in ("board", "board_setup"):
            self.go(wanted)
        elif wanted == "form":
            self.ask_next()

    def follow(self) -> None:
        """Go where the game now is: the attack, the result of a roll, an open question, the table."""
        assert self.play is not None
        self.close_overlay()
        if self.screen is not None and self.screen.of_play:
            wanted = self._wanted()
            if self.catching_up and wanted != "board_setup":
                self.catching_up = False
                self.go("catch_up")
                return
            if wanted == "form":
                self.ask_next()
            elif wanted != self.screen_name:
                self.go(wanted)
            else:
                self.refresh()
            if wanted in ("table", "board"):
                self.ask_next()
            return
        self.refresh()

    def ask_whose(self) -> None:
        """Undo is held: the last entry is given to another player, or else the log tells what there is."""
        outcome = self.play.do(Whose()) if self.play is not None else None
        if isinstance(outcome, ChoiceView):
            self.choose(outcome)
        else:
            self.go("log")

    def show_places(self, view: PlacesView) -> None:
        """Ask on the board."""
        self.close_overlay()
        back = self.came_from if self.screen_name == "board" else self.screen_name
        at_board = self._at_board
        self.go("board", asked=view)
        self._at_board = at_board
        self.came_from = "" if back == "board" else back

    def show_form(self, draft: object) -> None:
        """Fill in a form."""
        self.close_overlay()
        back = self.came_from if self.screen_name == "form" else self.screen_name
        self.go("form", draft=draft)
        self.came_from = back

    def return_from_board(self) -> None:
        """Go back to where something was asked on the board, or filled in, from."""
        if self.came_from == "form":
            self.go("form", draft=getattr(self._kept.get("form"), "draft", None))
        else:
            there = self.came_from or "table"
            self.go(there if registry.kind(there).of_play else "table")

    def _wanted(self) -> str:
        assert self.play is not None
        return route.wanted(self.play, self.screen_name, self._at_board)

    def _open_roll(self, row: str | None, face: str | None) -> None:
        assert self.play is not None
        if self.play.event_card() is not None:
            self.go("event_card")
            return
        self.go("roll", chosen={row: face} if row and face else {})

    # --- what lies over it --------------------------------------------------------------------------

    def cover(self, overlay: Painted) -> None:
        """Lay a sheet over everything; touches reach nothing below it."""
        self.close_overlay()
        self.overlay = overlay
        overlay.place(Box(0.0, 0.0, self.width, self.height))
        # what a large sheet hides is not drawn at all: a software renderer would take twice as long
        card: Box = getattr(overlay, "card", Box(0, 0, 0, 0))
        if card.w * card.h > HIDING_SHARE * self.width * self.height:
            self._hidden = [widget for widget in self.children if isinstance(widget, Painted)]
            for widget in self._hidden:
                self.canvas.remove(widget.canvas)
        self.add_widget(overlay)

    def close_overlay(self) -> None:
        """Take the sheet away."""
        if self.overlay is not None:
            self.remove_widget(self.overlay)
            self.overlay = None
            for widget in self._hidden:
                if widget.parent is self and widget.canvas not in self.canvas.children:
                    self.canvas.insert(0, widget.canvas)
            self._hidden = []

    def warn(self, view: WarningView) -> None:
        """Show which rules an entry breaks, and leave the choice to the table."""
        self.cover(
            WarningSheet(
                self.look, view, on_allow=self._allow, on_close=self.close_overlay, on_places=self._point
            )
        )

    def _point(self, places: tuple[Place, ...]) -> None:
        """Show where a rule is broken, on a screen that has a board."""
        if places and self.screen is not None:
            self.close_overlay()
            self.screen.point(places)

    def _allow(self, view: WarningView) -> None:
        self.close_overlay()
        if view.intent is not None:
            self.do(view.intent)

    def choose(self, view: ChoiceView) -> None:
        """Ask what tells several ways of doing something apart; beside the board where that is shown."""
        if self.screen is not None and self.screen.choose(view):
            return
        if view.trail:
            self.go("board", asked=view)
            return
        from kivy_ui.widgets.choice import ChoiceSheet

        def answered(answer: AnswerView) -> None:
            self.close_overlay()
            self.do(answer.intent or Enter(answer.commands))

        self.cover(ChoiceSheet(self.look, view.text, view.answers, answered, self.close_overlay, view.person))

    def ask_next(self) -> None:
        """Put the first open question of the game, if there is one."""
        assert self.play is not None
        for question in self.play.questions()[:1]:
            if question.places is None or self.screen_name != "board":
                self.ask(question)

    def ask(self, question: QuestionView) -> None:
        """Put an open question, on the board where places answer it. Leaving it leaves it open; the bar leads
        back to it."""
        if question.places is not None:
            self.go("board", key=question.key)
            return
        if question.form is not None:
            self.show_form(question.form)
            return
        if question.screen:
            self.go(question.screen)
            return
        assert self.play is not None
        others = tuple(other for other in self.play.questions() if other.key != question.key)
        self.cover(QuestionSheet(self.look, question, self.do, self.close_overlay, others, self.ask))

    def open_panel(self, seat: int, section: str = "all") -> None:
        """Show what a player can do."""

        def chosen(action: ActionView) -> None:
            self.close_overlay()
            if action.intent is not None:
                self.do(action.intent)

        assert self.play is not None
        self.cover(ActionSheet(self.look, self.play.panel(seat, section), chosen, self.close_overlay))

    def tell(self, view: ToastView) -> None:
        """Show a sentence for some seconds."""
        self.drop_toast()
        toast = Toast(self.look, view, on_action=self.do, on_close=self._read_toast)
        self.toast = toast
        self._place_toast()
        self.add_widget(toast)
        # its time begins with the next frame: this one may take long, and nobody sees it before
        self._toast_end = Clock.schedule_once(lambda _elapsed: self._let_read(view.seconds), 0)

    def _let_read(self, seconds: float) -> None:
        self._toast_end = Clock.schedule_once(lambda _elapsed: self.drop_toast(), seconds)

    _toast_end: Any = None

    def drop_toast(self) -> None:
        """Take the sentence away."""
        if self._toast_end is not None:
            self._toast_end.cancel()
            self._toast_end = None
        if self.toast is not None:
            self.remove_widget(self.toast)
            self.toast = None

    def _read_toast(self) -> None:
        """A message that had no room for all its words is shown whole; any other has been read."""
        toast = self.toast
        self.drop_toast()
        if toast is not None and any(text.cut for text in toast.texts):
            from kivy_ui.widgets.choice import TextSheet

            words = tuple(("", line) for line in (toast.view.text, toast.view.remedy) if line)
            self.cover(TextSheet(self.look, _("Message"), words, self.close_overlay))

    def _place_toast(self) -> None:
        """Where nothing can be touched: the strip, the line with the ship, a headline."""
        assert self.toast is not None
        room: Box = getattr(self.overlay, "card", Box(0.0, 0.0, self.width, self.height))
        free = gap_at_top(room, boxes_taken(self, self.toast), self.look.mm(LEAST_MESSAGE_MM))
        self.toast.place(free.cut_top(self.toast.height_for(free.w))[0])


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
