"""A game that is being played: its views, and what is touched in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain

from companion.app.session import GameSession, Update, UpdateKind
from companion.app.storage import StorageError
from companion.engine.command import Command
from companion.engine.ids import EntryId
from companion.engine.state import Phase
from companion.engine.verdict import Refused
from companion.presenters import (
    amend,
    board,
    board_setup,
    card_pad,
    evening,
    forms,
    game,
    happened,
    intents,
    land,
    moving,
    owner,
    palette,
    panel,
    questions,
    seen,
    verdicts,
)
from companion.presenters.board_setup import Setup
from companion.presenters.board_view import BoardView
from companion.presenters.commands import meaning
from companion.presenters.entering import Entering
from companion.presenters.evening import EveningView
from companion.presenters.helping import Topic
from companion.presenters.intents import Intent
from companion.presenters.moving import MoveView
from companion.presenters.per_state import PerState
from companion.presenters.play import Outcome
from companion.presenters.shown_roll import ShownRoll
from companion.presenters.views import (
    AttackView,
    BarView,
    CardPadView,
    FormView,
    PaletteView,
    PanelView,
    PlacesView,
    QuestionView,
    ResultView,
    RollView,
    StripView,
    TableView,
)


class LivePlay:
    """Implements ``Play``. Of the game it keeps nothing, only which roll is still shown and what waits for an
    answer: these follow from the updates of the session, whoever makes them."""

    def __init__(
        self,
        session: GameSession,
        *,
        refused: Callable[[], None] = lambda: None,
        muted: Callable[[], bool] = lambda: False,
        open_hands: Callable[[], bool] = lambda: False,
        go_on_unsaved: Callable[[], None] = lambda: None,
    ) -> None:
        self.session = session
        self._muted = muted
        self._open_hands = open_hands
        self._go_on_unsaved = go_on_unsaved
        self._shown = ShownRoll(session)
        self._entering = Entering(session, refused)
        self._bar = PerState(session, partial(game.bar, session))
        self._table = PerState(session, lambda: game.table_view(session.table))
        self._questions = PerState(session, partial(questions.questions, session))
        self._board = PerState(session, self._board_view)
        self._evening = PerState(session, partial(evening.evening, session))
        self._palette = PerState(session, partial(palette.palette, session))
        self._moves: dict[EntryId, tuple[MoveView, ...]] = {}
        """What was not seen yet, by the entry that it belongs to."""
        self._listeners: list[Callable[[], object]] = []
        session.subscribe(self._heard)

    def subscribe(self, listener: Callable[[], object]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def _heard(self, update: Update) -> None:
        """The game has changed, here or elsewhere."""
        if update.kind is UpdateKind.RESUMED:
            return
        try:
            self._entering.heard(update)
            self._shown.heard(update)
            self._keep_moves(update)
        finally:
            for listener in tuple(self._listeners):
                listener()

    def _keep_moves(self, update: Update) -> None:
        """What was not seen yet is taken back with its entry, and in a corrected past nothing moves."""
        if update.kind is UpdateKind.CORRECTED or update.entry is None:
            self._moves.clear()
        elif update.entry.undo is not None:
            self._moves.pop(update.entry.undo, None)
        elif found := moving.moves(self.session.ruleset, update):
            self._moves[update.entry.entry] = found

    # --- views --------------------------------------------------------------------------------------

    def moves(self) -> tuple[MoveView, ...]:
        told = tuple(chain.from_iterable(self._moves.values()))
        self._moves.clear()
        return told

    def strip(self) -> StripView:
        return game.strip(self.session.table, self._muted())

    def bar(self) -> BarView:
        return self._bar()

    def table(self) -> TableView:
        return self._table()

    def roll(self) -> RollView:
        return game.roll(self.session.table)

    def card_pad(self) -> CardPadView | None:
        return card_pad.card_pad(self.session)

    def questions(self) -> tuple[QuestionView, ...]:
        return self._questions()

    def result(self) -> ResultView | None:
        events = self._shown.events()
        if events is None or not self._shown.is_roll:
            return None
        return happened.result(self.session.table, events, self.questions(), int(self._shown.number))

    def roll_due(self) -> bool:
        core = self.session.state.core
        return core.phase is Phase.BEFORE_ROLL and not core.pending

    def attack(self) -> AttackView | None:
        events = self._shown.events() if self._shown.attack_open else None
        if events is None:
            return None
        return happened.attack(self.session.table, events, self.questions(), int(self._shown.number))

    def over(self) -> bool:
        return self.session.state.core.winner is not None

    def evening(self) -> EveningView:
        return self._evening()

    def panel(self, seat: int, section: str) -> PanelView:
        return panel.panel(self.session, seat, section)

    def board(self) -> BoardView | None:
        return self._board()

    def _board_view(self) -> BoardView | None:
        table = self.session.table
        return board.board(table) if board.laid(table) else None

    def hex(self, hex: int) -> Topic | None:
        view = self.board()
        return None if view is None else land.hex_topic(self.session.table, view, hex)

    def palette(self, seat: int) -> PaletteView:
        return self._palette(seat)

    def board_setup(self, seed: int, old: Setup | None = None) -> Setup | None:
        return board_setup.start(self.session.table, seed, old)

    def form(self, draft: Command) -> FormView:
        return forms.form(self.session.table, draft, self._open_hands())

    # --- touches ------------------------------------------------------------------------------------

    def do(self, intent: Intent) -> Outcome:
        try:
            return self._do(intent)
        except StorageError as error:
            return verdicts.unsaved(error, intent)

    def _do(self, intent: Intent) -> Outcome:
        session = self.session
        match intent:
            # what has been entered
            case intents.Undo():
                return amend.undo(session)
            case intents.Redo():
                session.redo()
            case intents.Whose():
                return owner.whose(session)
            case intents.FixRoll():
                return amend.fix_roll(session, self._shown, intent, self._entering)
            case intents.Correct(wish):
                return amend.correct(session, wish)
            case intents.Tell(entry, command):
                return seen.which(session, entry) if command is None else seen.told(session, entry, command)
            # what is shown
            case intents.GoOn():
                self._go_on()
            case intents.Dismiss():
                self._shown.forget()
            case intents.TouchPiece(place):
                return palette.with_piece(session, place)
            case intents.ShowTrail(seat):
                return palette.trail(session, session.state.core.ids[seat])
            case intents.Answer(key):
                return self._answer(key)
            case intents.Fill():
                return intent
            # what is entered
            case intents.PlayUnsaved(again):
                self._go_on_unsaved()
                return self.do(again) if again is not None else None
            case intents.Overrule(command):
                return self._submit(command, overrule=True)
            case intents.Lay(setup):
                return self._lay(setup)
            case _:
                meant = meaning(session, intent)
                return self._submit(meant) if isinstance(meant, Command) else meant
        return None

    def _submit(self, command: Command, overrule: bool = False) -> Outcome:
        return self._entering.submit(command, overrule)

    def _go_on(self) -> None:
        """The attack has been read; the result stays while it says what the table has still to do."""
        self._shown.attack_open = False
        result = self.result()
        lines = result.lines if result is not None else ()
        if not any(line.to_do for line in lines) and not self.questions():
            self._shown.forget()

    def _answer(self, key: str) -> PlacesView | None:
        """An open question, put on the board."""
        return next((question.places for question in self.questions() if question.key == key), None)

    def _lay(self, setup: Setup) -> Outcome:
        """The board as the table has set it up, unless something speaks against it."""
        asked = board_setup.question(self.session.table)
        if asked is None:
            return None
        command, doubts = board_setup.command(setup, asked.who), board_setup.doubts(setup)
        verdict = self.session.judge(command)
        faults = verdict.violations if isinstance(verdict, Refused) else ()
        if not faults and not doubts:
            return self._submit(command)
        refused = Refused((*faults, *doubts))
        return self._entering.refuse(command, refused, partial(board_setup.where, setup))
