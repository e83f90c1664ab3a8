"""A game that is being played: views from its session, and touches into commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.app import narrate
from companion.app.correction_text import problem_text
from companion.app.i18n import _
from companion.app.session import GameSession, Update, UpdateKind
from companion.app.storage import StorageError
from companion.engine.command import Command, tag_of
from companion.engine.core import Asked, DiceRolled, GameWon
from companion.engine.decide import answers
from companion.engine.event import Event
from companion.engine.ids import EntryId, PlayerId
from companion.engine.state import GameState, Phase
from companion.engine.verdict import Accepted, Refused, Violation
from companion.history.correction import CorrectionError, CorrectionReport, Wish, change
from companion.history.log import Entry
from companion.presenters import (
    board,
    board_setup,
    deeds,
    event_card,
    forms,
    game,
    happened,
    intents,
    owner,
    palette,
    panel,
    questions,
    seen,
)
from companion.presenters.board_setup import Setup
from companion.presenters.board_view import BoardView, Place
from companion.presenters.intents import Intent
from companion.presenters.play import Outcome
from companion.presenters.views import (
    ActionView,
    AttackView,
    BarView,
    BreachView,
    EventCardView,
    FormView,
    PaletteView,
    PanelView,
    PlaceTemplate,
    QuestionView,
    ResultView,
    RollView,
    StripView,
    TableView,
    ToastView,
    WarningView,
)
from companion.presenters.ways import goes_on
from companion.rules.common import EndTurn, RollDice
from companion.rules.presentation import shown
from companion.rules.presentation.parts import Message

GAME_WON = Message(GameWon)
REDO_SECONDS = 10.0
MOST_MOVES = 8


class LivePlay:
    """Implements ``Play``. Of the game it keeps nothing, only which result and attack are still shown
    and what waits for an answer: these follow from the updates of the session, whoever makes them."""

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
        self._on_refused = refused
        self._muted = muted
        self._open_hands = open_hands
        self._go_on_unsaved = go_on_unsaved
        self._shown: list[EntryId] = []
        """The roll that is shown, and the answers after it."""
        self._attack_open = False
        self._held: Command | None = None
        """What opens the next turn, and waits for what the end of this one asks."""
        self._views: dict[str, Any] = {}
        self._seen: EntryId | None = None
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
            if update.kind is UpdateKind.NEW:
                self._entered(update)
            else:
                self._mended(update)
        finally:
            for listener in tuple(self._listeners):
                listener()

    def _rolls(self, events: tuple[Event, ...]) -> bool:
        """Whether dice were rolled, or a card turned up in their place."""
        ruleset = self.session.ruleset
        return any(isinstance(event, DiceRolled) or event_card.counts(ruleset, event) for event in events)

    def _entered(self, update: Update) -> None:
        entry = update.entry
        assert entry is not None and entry.command is not None
        if not update.state.core.pending:
            self._held = None
        if self._answers_roll(entry.command, update.before):
            self._shown.append(entry.entry)
        else:
            self._forget_roll()
            if self._rolls(entry.events):
                self._shown.append(entry.entry)
        if self._rolls(entry.events):
            self._attack_open = True
            self._attack_open = self.attack() is not None

    def _mended(self, update: Update) -> None:
        """An undo, a redo or a correction. The roll is still shown if only answers to it stand after it; what
        was to open the next turn waits on if the end of this one still asks something."""
        if update.kind is UpdateKind.UNDONE or not update.state.core.pending:
            self._held = None
        entries = [entry.entry for entry in self.session.standing]
        roll = self._shown[0] if self._shown else None
        if roll not in entries or not set(entries[entries.index(roll) :]) <= set(self._shown):
            self._forget_roll()

    # --- views --------------------------------------------------------------------------------------

    def _kept(self, name: str, make: Callable[[], Any]) -> Any:
        """A view is made once for each state of the log and language."""
        from companion.app.i18n import language

        key = f"{name}.{language()}"
        latest = self.session.entries[-1].entry if self.session.entries else EntryId(0)
        if latest != self._seen:
            self._views.clear()
            self._seen = latest
        if key not in self._views:
            self._views[key] = make()
        return self._views[key]

    def strip(self) -> StripView:
        return game.strip(self.session.table, self._muted())

    def bar(self) -> BarView:
        view: BarView = self._kept("bar", lambda: game.bar(self.session))
        return view

    def table(self) -> TableView:
        view: TableView = self._kept("table", lambda: game.table_view(self.session.table))
        return view

    def roll(self) -> RollView:
        return game.roll(self.session.table)

    def event_card(self) -> EventCardView | None:
        return event_card.event_card(self.session)

    def questions(self) -> tuple[QuestionView, ...]:
        view: tuple[QuestionView, ...] = self._kept("questions", lambda: questions.questions(self.session))
        return view

    def result(self) -> ResultView | None:
        events = self._roll_events()
        if events is None:
            return None
        return happened.result(self.session, events, self.questions(), int(self._roll))

    def first_roll_due(self) -> bool:
        core = self.session.state.core
        return core.turn == 1 and core.phase is Phase.BEFORE_ROLL and not core.pending

    def attack(self) -> AttackView | None:
        events = self._roll_events() if self._attack_open else None
        if events is None:
            return None
        return happened.attack(self.session, events, self.questions(), int(self._roll))

    def panel(self, seat: int, section: str) -> PanelView:
        return panel.panel(self.session, seat, section)

    def board(self) -> BoardView | None:
        view: BoardView | None = self._kept("board", lambda: self._board())
        return view

    def _board(self) -> BoardView | None:
        table = self.session.table
        return board.board(table) if board.laid(table) else None

    def palette(self, seat: int) -> PaletteView:
        view: PaletteView = self._kept(f"palette.{seat}", lambda: palette.palette(self.session, seat))
        return view

    def board_setup(self, seed: int, old: Setup | None = None) -> Setup | None:
        return board_setup.start(self.session.table, seed, old)

    def form(self, draft: object) -> FormView:
        assert isinstance(draft, Command)
        return forms.form(self.session.table, draft, self._open_hands())

    @property
    def _roll(self) -> EntryId:
        """The number of the roll that is shown; 0 when none is."""
        return self._shown[0] if self._shown else EntryId(0)

    def _roll_events(self) -> tuple[Event, ...] | None:
        """The events of the roll that is shown and of the answers after it; None when none is shown."""
        if not self._shown:
            return None
        shown = [entry for entry in self.session.standing if entry.entry in self._shown]
        return tuple(event for entry in shown for event in entry.events)

    # --- touches ------------------------------------------------------------------------------------

    def do(self, intent: Intent) -> Outcome:
        try:
            return self._do(intent)
        except StorageError as error:
            return WarningView(
                _("This could not be saved"),
                (BreachView("", error.notice.text),),
                error.notice.remedy,
                intents.PlayUnsaved(intent),
                _("Play on without saving"),
            )

    def _do(self, intent: Intent) -> Outcome:
        match intent:
            case intents.Undo():
                return self._undo()
            case intents.Whose():
                return owner.whose(self.session)
            case intents.Redo():
                self.session.redo()
            case intents.GoOn():
                self._attack_open = False
                if not any(line.icon == "robber" for line in self._lines()) and not self.questions():
                    self._forget_roll()
            case intents.Dismiss():
                self._forget_roll()
            case intents.PlayUnsaved(again):
                self._go_on_unsaved()
                return self.do(again) if again is not None else None
            case intents.FixRoll():
                return self._fix_roll(intent)
            case intents.Lay(setup):
                assert isinstance(setup, Setup)
                return self._lay(setup)
            case intents.Overrule(command):
                assert isinstance(command, Command)
                return self._submit(command, overrule=True)
            case intents.Fill():
                return intent
            case intents.Commit(command):
                assert isinstance(command, Command)
                return self._submit(command)
            case intents.Tell(entry, None):
                return seen.which(self.session, entry)
            case intents.Tell():
                words = seen.told(self.session, intent)
                return ToastView(words, tone="warn") if words else None
            case intents.Take(seat, rank):
                ways = palette.taken(self.session, seat, rank)
                if ways and all(self._is_form(way) for way in ways):
                    return intents.Fill(ways[0])
                if not ways:
                    kinds = palette.ranks(self.session)[rank]
                    return deeds.nowhere(self.session.table, self.session.state.core.ids[seat], kinds)
                if len(ways) == 1 and palette.own_pieces_only(self.session, ways[0]):
                    return self._submit(ways[0])
                return self._ask(ways)
            case intents.TouchPiece(sort, place):
                return palette.with_piece(self.session, Place(sort, place))  # type: ignore[arg-type]
            case intents.ShowTrail(seat):
                return palette.trail(self.session, self.session.state.core.ids[seat])
            case intents.MyTurn(seat):
                return self._my_turn(seat)
            case intents.Correct(wish):
                assert isinstance(wish, Wish | CorrectionReport)
                return self._correct(wish)
            case intents.Answer(key):
                return self._answer(key)
            case intents.Try(template, place, chosen):
                assert isinstance(template, PlaceTemplate) and isinstance(place, Place)
                return self._submit(deeds.with_place(template, chosen, place))  # type: ignore[arg-type]
            case _:
                return self._enter(self._commands(intent))
        return None

    def _lines(self) -> tuple[Any, ...]:
        result = self.result()
        return result.lines if result is not None else ()

    def _commands(self, intent: Intent) -> tuple[Command, ...]:
        """The commands that a touch may mean; the allowed ones if there are any."""
        match intent:
            case intents.Roll(red, white, event):
                faces = (("white", white), ("red", red), ("event", event))
                return (
                    RollDice(
                        game.roller(self.session.table),
                        {name: face for name, face in faces if face is not None},
                    ),
                )
            case intents.Begin(command):
                assert isinstance(command, Command)
                return self._ways(command)
            case intents.Enter(commands):
                found = tuple(command for command in commands if isinstance(command, Command))
                allowed = tuple(
                    way
                    for way in found
                    if self._is_form(way) or isinstance(self.session.judge(way), Accepted)
                )
                return allowed or found
        raise TypeError(f"nothing is known of {intent!r}")

    def _ways(self, begun: Command) -> tuple[Command, ...]:
        """The ways of doing it that the rules allow; if none, the command itself, for them to say why not."""
        if not board.laid(self.session.table) and isinstance(self.session.judge(begun), Accepted):
            return (begun,)
        return tuple(way for way in self.session.options(begun.by) if goes_on(begun, way)) or (begun,)

    def _enter(self, commands: tuple[Command, ...]) -> Outcome:
        if not commands:
            return None
        table = self.session.table
        if board.laid(table) and len(commands) == 1 and not deeds.placed(commands[0]):
            return deeds.nowhere(table, commands[0].by, (type(commands[0]),))
        if all(self._is_form(command) for command in commands) and len({type(one) for one in commands}) == 1:
            return intents.Fill(forms.begun(table, commands))
        if len(commands) == 1:
            return self._submit(commands[0])
        asked = deeds.ask(self.session.table, commands)
        return self._submit(asked) if isinstance(asked, Command) else asked

    def _is_form(self, command: Command) -> bool:
        return forms.is_form(self.session.table, type(command))

    def _ask(self, commands: tuple[Command, ...]) -> Outcome:
        """As ``_enter``, but a place is touched on the board even if it is the only one."""
        asked = deeds.ask_on_board(self.session.table, commands)
        return self._submit(asked) if isinstance(asked, Command) else asked

    def _answer(self, key: str) -> Outcome:
        """An open question, put on the board."""
        found = next((question for question in self.questions() if question.key == key), None)
        return found.places if found is not None else None

    def _submit(self, command: Command, overrule: bool = False) -> Outcome:
        held, self._held = self._held, None
        try:
            verdict = self.session.submit(command, overrule)
        except StorageError:
            self._held = held
            raise
        if isinstance(verdict, Refused):
            if self._ends_first(command, verdict):
                outcome = self._submit(EndTurn(self.session.state.core.on_turn))
                self._held = command
                return outcome
            self._held = held
            self._on_refused()
            return self._warning(command, verdict)
        if held is not None and not self.session.state.core.pending:
            return self._submit(held)
        self._held = held
        return self._told(verdict.events, bool(verdict.overruled))

    def _ends_first(self, command: Command, verdict: Refused) -> bool:
        """Whether nothing stands against the next turn but what the end of this one asks, such as a card too
        many: then that is asked at once, and the next turn begins with the answer."""
        core = self.session.state.core
        if not self.session.ruleset.commands[type(command)].opens_turn or core.pending:
            return False
        ended = self.session.judge(EndTurn(core.on_turn))
        if core.phase is not Phase.AFTER_ROLL or not isinstance(ended, Accepted):
            return False
        asked = {event.decision.rule for event in ended.events if isinstance(event, Asked)}
        return bool(asked) and {violation.rule for violation in verdict.violations} <= asked

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
        self._on_refused()
        return self._warning(command, Refused((*faults, *doubts)), partial(board_setup.where, setup))

    def _answers_roll(self, command: Command, before: GameState) -> bool:
        """Whether the command answered a question of the roll that is shown, so that its result stays."""
        tag = tag_of(type(command))
        pending = before.core.pending
        return bool(self._shown) and any(
            tag in question.answers and question.who == command.by for question in pending
        )

    def _told(self, events: tuple[Event, ...], overruled: bool) -> Outcome:
        players = self.session.state.core.players
        said = [(event, message) for event in events if (message := self._message(event)) is not None]
        words = " ".join(filter(None, (narrate.event_text(event, players) for event, _message in said)))
        if words:
            return ToastView(
                words, tone="warn" if any(one.tone == "warn" for _event, one in said) else "good"
            )
        if overruled:
            return ToastView(_("The table lets it stand. The log marks it as a table ruling."), tone="warn")
        return None

    def _message(self, event: Event) -> Message | None:
        """How an event is told that an entry brings; None for what the table sees by itself."""
        told = (GAME_WON, *self.session.ruleset.presented(Message))
        return next((one for one in told if isinstance(event, one.event) and one.said(event)), None)

    def _warning(
        self,
        command: Command,
        verdict: Refused,
        where: Callable[[Violation], tuple[Place, ...]] = lambda _violation: (),
    ) -> WarningView:
        players = self.session.state.core.players
        since = self.session.excluded_by(command, verdict.violations)
        texts = narrate.reason_texts(verdict.violations, since, players)
        breaches = tuple(
            BreachView(violation.rule, text, where(violation))
            for violation, text in zip(verdict.violations, texts, strict=True)
        )
        title = _("Against the rules") if verdict.overrulable else _("That cannot be")
        return WarningView(
            title,
            breaches,
            ""
            if deeds.about_places(type(command)) and board.laid(self.session.table)
            else self._moves(command.by),
            intents.Overrule(command) if verdict.overrulable else None,
        )

    def _moves(self, who: PlayerId) -> str:
        """What the player may do now, in a few words: before all answer what is asked."""
        if who not in self.session.state.core.ids:
            return ""
        allowed = self.session.options(who)
        asked = [command for command in allowed if answers(self.session.table, command)]
        moves = [
            narrate.command_short(command)
            for command in asked or allowed
            if not tag_of(type(command)).startswith("core.")
            and not shown(type(command)).panel
            and not shown(type(command)).obvious
        ]
        unique = list(dict.fromkeys(moves))[:MOST_MOVES]
        return _("Possible now: {moves}.").format(moves=", ".join(unique)) if unique else ""

    def _undo(self) -> Outcome:
        words = game.entry_words(self.session, self.session.to_undo)
        if self.session.undo() is None:
            return None
        return ToastView(
            _("Undone: {entry}").format(entry=words),
            seconds=REDO_SECONDS,
            action=ActionView("redo", _("Redo"), "redo", intents.Redo()),
        )

    def _my_turn(self, seat: int) -> Outcome:
        """The turn before ends, if it is the turn of the one who says so."""
        core = self.session.state.core
        who = core.ids[seat]
        ends = core.phase is Phase.AFTER_ROLL
        if ends and who == core.after(core.on_turn):
            return self._submit(EndTurn(core.on_turn))
        if who == core.on_turn:
            return None
        player = core.after(core.on_turn) if ends else core.on_turn
        return ToastView(_("It is {player}’s turn.").format(player=core.players[core.ids.index(player)].name))

    def _correct(self, wish: Wish | CorrectionReport) -> Outcome:
        try:
            self.session.correct(wish)
        except CorrectionError as error:
            text = problem_text(error, self.session.state.core.players)
            return WarningView(_("Nothing was corrected"), (BreachView("", text),))
        return ToastView(_("Corrected. Undo reverses all of it."), tone="good")

    def _fix_roll(self, intent: intents.FixRoll) -> Outcome:
        """The last roll anew. The answers to its questions are asked again; if anything was corrected since,
        the roll is corrected too, so that none of that is lost."""
        standing = {entry.entry: entry.command for entry in self.session.standing}
        if any(
            entry.correction for entry in self.session.entries if self._shown and entry.entry > self._roll
        ):
            return self._correct(change(self._roll, self._roll_again(intent, standing[self._roll])))
        taken: list[Entry] = []
        shown, attack_open = list(self._shown), self._attack_open
        while shown and self.session.to_undo is not None:
            entry = self.session.undo()
            assert entry is not None
            taken.append(entry)
            if entry.entry == shown[0] or isinstance(entry.command, RollDice):
                break
        again = self._roll_again(intent, taken[-1].command if taken else None)
        outcome = self._submit(again, intent.overrule)
        if isinstance(outcome, WarningView):
            try:
                for _entry in taken:
                    self.session.redo()
            finally:
                if shown and any(entry.entry == shown[0] for entry in self.session.standing):
                    self._shown, self._attack_open = shown, attack_open
            can = outcome.intent is not None
            fixed = intents.FixRoll(intent.red, intent.white, intent.event, overrule=True)
            return WarningView(outcome.title, outcome.breaches, outcome.allowed, fixed if can else None)
        return outcome

    def _roll_again(self, intent: intents.FixRoll, before: Command | None) -> RollDice:
        """The roll of whoever rolled before."""
        by = before.by if before is not None else game.roller(self.session.table)
        faces = (("white", intent.white), ("red", intent.red), ("event", intent.event))
        return RollDice(by, {name: face for name, face in faces if face is not None})

    def _forget_roll(self) -> None:
        self._shown = []
        self._attack_open = False
