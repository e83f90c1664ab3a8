"""One entry of the log: what it meant, and what would follow if it had been another one.

A roll has its dice at hand: a tap on another face says at once what follows. Any other entry is asked for
anew in the game as it stood before it. Nothing is changed until the table applies it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app.correction_text import problem_text
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.ids import EntryId
from companion.engine.state import GameState
from companion.history.correction import (
    KEEP,
    REMOVE,
    Answer,
    CorrectionError,
    CorrectionReport,
    Reply,
    Wish,
    WishKind,
    change,
    insert,
    remove,
)
from companion.history.log import Entry
from companion.presenters import board, correction, deeds, seen
from companion.presenters.correction import EntryView, PreviewView
from companion.presenters.deeds import AnswerView
from companion.presenters.dice import as_entered
from companion.presenters.helping import Topic
from companion.presenters.intents import Correct, Enter
from companion.presenters.past import PastPlay
from companion.presenters.play import Meant
from companion.presenters.views import PersonView, ToastView
from companion.rules.common import RollDice
from kivy_ui.background import Background
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip
from kivy_ui.widgets.choice import ChoiceSheet
from kivy_ui.widgets.dice import DicePad
from kivy_ui.widgets.paper import Paper

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

logger = logging.getLogger(__name__)

PAD_SHARE = 0.49
"""Of a wide window: so that a face is large enough, and sentences have the rest."""
ROW_MM = 12.6
"""Height of a row of faces in a tall window."""


class CorrectionScreen(Screen):
    """Shows an entry until something is wished, then what follows from that, conflict by conflict."""

    has_primary = True
    hears_buttons = True

    @classmethod
    def instead(cls, shell: Shell, entry: int = 0, **arguments: Any) -> str:
        if shell.play is None:
            return super().instead(shell)
        return "" if any(one.entry == entry for one in shell.session.standing) else "log"

    def __init__(self, shell: Shell, entry: int, wish: Wish | None = None, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.entry = EntryId(entry)
        self.wish: Wish | None = None
        self.report: CorrectionReport | None = None
        self._work: Background | None = None
        self.view: EntryView = correction.entry_view(self.session, entry)
        self.preview: PreviewView | None = None
        self.head = Head(look)
        self.close = Button(look, "close", icon="cross", kind="quiet", on_tap=self._close)
        self.about = Button(look, "about", icon="help", kind="quiet", on_tap=self._explain)
        self.paper = Paper(look, "paper")
        self.progress = Progress(look)
        self.pad = DicePad(look, tuple(dict(self.view.dice)), self.view.faces, self._face)
        self.tell = Button(look, "tell", icon="info", kind="primary", lines=3, on_tap=self._tell)
        self.change = Button(look, "change", icon="pencil", kind="primary", on_tap=self._change)
        self.delete = Button(look, "delete", icon="bin", on_tap=self._delete)
        self.insert = Button(look, "insert", icon="plus", on_tap=self._insert)
        self.apply = Button(look, "apply", icon="check", kind="primary", on_tap=self._apply)
        self.record = Button(look, "record", lines=3, on_tap=self._record)
        self.keep_one = Button(look, "conflict_keep", icon="check", on_tap=lambda: self._answer(KEEP))
        self.keep_all = Button(look, "conflict_keep_all", icon="check", on_tap=self._keep_all)
        self.change_one = Button(look, "conflict_change", icon="pencil", on_tap=self._change_one)
        self.remove_one = Button(look, "conflict_remove", icon="bin", on_tap=lambda: self._answer(REMOVE))
        self.bind(parent=self._left)
        if wish is not None:
            self._ask(wish)

    # --- what it shows ------------------------------------------------------------------------------

    def refresh(self) -> None:
        self.shell.arguments = {"entry": self.entry, "wish": self.wish}  # so that all rules lead back here
        if self.wish is None:
            self.view = correction.entry_view(self.session, self.entry)
        else:
            self.preview = None if self.report is None else correction.preview_view(self.session, self.report)
        self._words()
        # one conflict may come at once after another, in the same place
        conflict = None if self.preview is None else self.preview.conflict
        purpose = None if conflict is None else conflict.entry
        for button in (*self._settling, self.record):
            button.purpose = purpose
        buttons = self.buttons()
        middle: list[Painted] = [self.pad] if self.padded else []
        middle.append(self.progress if self.wish is not None and self.preview is None else self.paper)
        about = [] if self.preview is None else [self.about]
        self.keep(self.head, *about, self.close, *middle, *buttons)
        self.pad.show(self.chosen())
        self.arrange(self.box)
        self.repaint()

    def _words(self) -> None:
        self.tell.show(_("Name the card"))
        self.change.show(_("Change"), kind="plain" if self.view.tellable else "primary")
        self.delete.show(_("Remove"))
        self.insert.show(_("Insert"))
        self.apply.show(_("Recalculate"))
        self.record.show(_("Correct the log only"))
        self.keep_one.show(_("Keep"))
        self.keep_all.show(_("Keep all"))
        self.change_one.show(_("Change"))
        self.remove_one.show(_("Remove"))
        for button in (self.apply, self.record, *self._settling):
            button.told_of = Topic(said=(correction.meaning(button.name),), title=button.label)
        if self.wish is None:
            self.head.show(self.view.title, self.view.person)
            self.paper.show(self.view.lines)
            return
        self.head.show(correction.wish_title(self.session, self.wish), None)
        if self.preview is None:
            return
        conflict = self.preview.conflict
        if conflict is None:
            self.paper.show(self.preview.lines)
            self.apply.show(enabled=self.preview.changes)
            self.record.show(enabled=self.preview.changes)
        else:
            self.paper.show(
                ((_("No longer fits ({count} left)").format(count=conflict.left), conflict.text),)
            )
            self.record.show(enabled=True)

    @property
    def _settling(self) -> tuple[Button, ...]:
        """What can be answered to a conflict."""
        return self.keep_one, self.keep_all, self.change_one, self.remove_one

    def buttons(self) -> list[Button]:
        """What can be touched now."""
        if self.wish is None:
            shown = [self.tell] if self.view.tellable else []
            shown += [] if self.view.dice else [self.change]
            return [*shown, self.delete, self.insert]
        if self.preview is None:
            return []
        conflict = self.preview.conflict
        if conflict is None:
            return [self.record, self.apply]
        shown = [self.keep_one] if conflict.keepable else []
        shown += [self.keep_all] if conflict.all_keepable else []
        # whoever corrects only the record has no conflict to settle
        return [*shown, self.change_one, self.remove_one, self.record]

    @property
    def padded(self) -> bool:
        """Whether the dice are at hand: not where a conflict needs the room."""
        if not self.view.dice or (self.preview is not None and self.preview.conflict is not None):
            return False
        return self.wish is None or self._of_the_roll(self.wish)

    def _of_the_roll(self, wish: Wish) -> bool:
        return wish.entry == self.entry and isinstance(wish.command, RollDice)

    def chosen(self) -> dict[str, str]:
        """The faces that are lit: as they were, or as wished."""
        dice = dict(self.view.dice)
        if self.wish is not None and isinstance(self.wish.command, RollDice):
            dice |= {row: str(self.wish.command.dice[row]) for row in dice if row in self.wish.command.dice}
        return dice

    def entered(self) -> None:
        """A correction was made, or something was taken back: this entry may stand no longer."""
        self.wish = None
        self.shell.go("log")

    # --- where it stands ----------------------------------------------------------------------------

    def arrange(self, box: Box) -> None:
        look = self.look
        room = box.inset(look.mm(0.4))
        head, room = room.cut_top(look.mm(TARGET_MM) + 1)
        close, head = head.cut_right(look.mm(TARGET_MM) + 1)
        self.close.place(close)
        if self.about.parent is self:
            about, head = head.cut_right(look.mm(TARGET_MM) + 1)
            self.about.place(about)
        self.head.place(head)
        if self.padded:
            if look.metrics.portrait:
                pad, room = room.cut_top(look.mm(ROW_MM) * len(self.view.dice))
            else:
                pad, room = room.cut_left(room.w * PAD_SHARE)
            self.pad.place(pad)
        buttons = self.buttons()
        line = look.mm(TARGET_MM + 1.4)
        rows = -(-len(buttons) // 2) if len(buttons) > 3 and room.w < look.mm(110) else 1
        bottom, room = room.cut_bottom(line * rows)
        cells = bottom.grid(-(-len(buttons) // rows) or 1, rows)
        if rows == 1 and len(buttons) > 3:
            # the record's button has more to say than a word
            cells = bottom.columns([1.3 if button is self.record else 1.0 for button in buttons])
        for button, cell in zip(buttons, cells, strict=False):
            button.place(cell)
        self.paper.place(room)
        self.progress.place(room)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what follows ---------------------------------------------------------------------------------

    def _ask(self, wish: Wish) -> None:
        """Work out what would follow, a little in each frame."""
        self._stop()
        self.wish, self.report, self.preview = wish, None, None
        first = correction.place(self.session, wish.entry) if wish.entry else 0
        self.progress.begin(len(self.session.standing) - first)
        try:
            steps = self.session.preview_steps(wish)
        except CorrectionError as error:
            self._failed(error)
            return
        self._work = Background(steps, self._known, self._failed, self.progress.show)

    def _known(self, report: CorrectionReport) -> None:
        self._work, self.report = None, report
        self.shell.refresh()

    def _failed(self, error: Exception) -> None:
        self._work = self.wish = None
        if not isinstance(error, CorrectionError):
            raise error
        logger.warning("no preview", exc_info=error)
        self.shell.refresh()
        self.shell.messages.tell(ToastView(problem_text(error, self.session.state.core.players), tone="warn"))

    def _stop(self) -> None:
        if self._work is not None:
            self._work.stop()
            self._work = None

    def _left(self, _screen: Screen, parent: Widget | None) -> None:
        if parent is None:
            self._stop()

    # --- what is touched ------------------------------------------------------------------------------

    def may_leave(self, name: str) -> bool:
        """A correction that is begun is not dropped without a word."""
        if self.wish is None:
            return True
        answers = (
            AnswerView("correction_on", _("Go on correcting"), (), "pencil"),
            AnswerView("correction_drop", _("Drop it"), (), "bin"),
        )

        def then(answer: AnswerView) -> None:
            if answer.name == "correction_drop":
                self._drop()
                self.shell.go(name)

        self._choose(_("This correction has not been made yet."), answers, then)
        return False

    def _drop(self) -> None:
        self._stop()
        self.wish = self.report = self.preview = None

    def _close(self) -> None:
        """Leave the correction alone, or else the entry."""
        if self.wish is not None:
            self._drop()
            self.shell.refresh()
        else:
            self.shell.go("log")

    def _explain(self) -> None:
        """What follows, in the words of the rules: why an entry no longer fits, and what each answer does."""
        if self.preview is not None:
            told = (button.name for button in self.buttons())
            self.shell.helping.tell(correction.help_topic(self.preview, told))

    def _face(self, row: str, face: str) -> None:
        command = self._command
        assert isinstance(command, RollDice)
        dice = self.chosen() | {row: face}
        said = {die: dice.get(die, str(value)) for die, value in command.dice.items()}
        self._wish(change(self.entry, msgspec.structs.replace(command, dice=as_entered(said))))

    def _wish(self, wish: Wish) -> None:
        """What is as it was already is no wish."""
        if wish.command is not None and wish.entry == self.entry and self._same(wish):
            self._stop()
            self.wish = self.report = self.preview = None
        else:
            self._ask(wish)
        self.shell.refresh()

    def _same(self, wish: Wish) -> bool:
        return wish == change(self.entry, self._command)

    def _standing(self) -> Entry:
        return self.session.standing[correction.place(self.session, self.entry)]

    @property
    def _command(self) -> Command:
        """What the entry says as it stands."""
        command = self._standing().command
        assert command is not None
        return command

    def _tell(self) -> None:
        """A card that nobody saw may be told later."""
        entry = self._standing()
        ways = seen.tellable(self.session, entry)
        asked = deeds.ask(self.session.past(correction.place(self.session, self.entry)).table, ways)
        if isinstance(asked, Command):
            self._wish(change(self.entry, asked))
        elif isinstance(asked, deeds.ChoiceView):
            self._choose(asked.text, asked.answers, lambda answer: self._told(answer.commands))

    def _told(self, commands: tuple[Command, ...]) -> None:
        self._wish(change(self.entry, commands[0]))

    def _choose(
        self, text: str, answers: tuple[AnswerView, ...], then: Callable[[AnswerView], object]
    ) -> None:
        def answered(answer: AnswerView) -> None:
            self.shell.sheets.close()
            then(answer)

        self.shell.sheets.cover(ChoiceSheet(self.look, text, answers, answered, self.shell.sheets.close))

    def _delete(self) -> None:
        self._wish(remove(self.entry))

    def _insert(self) -> None:
        def then(answer: AnswerView) -> None:
            place = correction.place(self.session, self.entry) + (answer.name == "insert_after")
            before = self.session.standing[place - 1].entry if place else EntryId(0)
            after = answer.name == "insert_after"
            self._compose(
                self.session.past(place), (), lambda command: insert(before, command), self._beside(after)
            )

        self._choose(
            _("Where does the new entry belong?"),
            (
                AnswerView("insert_before", _("Before this one"), (), "up"),
                AnswerView("insert_after", _("After this one"), (), "down"),
            ),
            then,
        )

    def _change(self) -> None:
        place = correction.place(self.session, self.entry)
        past = self.session.past(place)
        ways = correction.alternatives(past, self._command, past.state)
        self._compose(past, ways, lambda other: change(self.entry, other), self._beside())

    def _beside(self, after: bool = False) -> str:
        """Where in the game somebody is asked: right before the entry, or after it."""
        words = _("After: {entry}") if after else _("Before: {entry}")
        return words.format(entry=self.view.title)

    def _compose(
        self, past: GameSession, ways: tuple[Command, ...], wish: Callable[[Command], Wish], title: str
    ) -> None:
        """Ask in the game as it stood then. Several ways of the same kind are asked for at once."""
        shell, entry, old = self.shell, self.entry, self.wish

        def then(meant: Meant) -> None:
            found = old if meant.command is None else wish(meant.command)
            if found is not None and meant.overruled and found is not old:
                # what the table has just let stand is not asked again
                number = self.session.entries[-1].entry + 1 if found.kind is WishKind.INSERT else found.entry
                found = found.answered({EntryId(number): KEEP})
            shell.go("correction", entry=entry, wish=found)

        shell.past.visit(PastPlay(past, title, _("Back")), then)
        table = past.table
        if len(ways) > 1 and not isinstance(deeds.ask(table, ways), Command):
            shell.do(Enter(ways))
        elif not board.laid(table) and ways:
            shell.asking.open_panel(table.core.ids.index(ways[0].by))

    # --- conflicts ------------------------------------------------------------------------------------

    def _answer(self, answer: Answer) -> None:
        assert self.wish is not None and self.preview is not None and self.preview.conflict is not None
        self._ask(self.wish.answered({EntryId(self.preview.conflict.entry): answer}))
        self.shell.refresh()

    def _keep_all(self) -> None:
        assert self.wish is not None and self.report is not None
        self._ask(self.wish.answered({one.entry: KEEP for one in self.report.unsettled if one.keepable}))
        self.shell.refresh()

    def _change_one(self) -> None:
        assert self.wish is not None and self.report is not None
        found, wish = self.report.unsettled[0], self.wish
        state: GameState = found.state
        standing = {entry.entry: index for index, entry in enumerate(self.session.standing)}
        past = self.session.past(standing.get(found.entry, len(standing)), state)
        command = found.command
        ways = () if command is None else correction.alternatives(past, command, state)
        assert self.preview is not None and self.preview.conflict is not None

        def changed(other: Command) -> Wish:
            return wish.answered({found.entry: Answer(Reply.CHANGE, other, overrule=True)})

        self._compose(past, ways, changed, self.preview.conflict.text)

    # --- the end --------------------------------------------------------------------------------------

    def _apply(self) -> None:
        if self.report is not None:
            self.shell.do(Correct(self.report))

    def _record(self) -> None:
        assert self.wish is not None
        self.shell.do(Correct(replace(self.wish, record_only=True)))


class Head(Painted):
    """Whose entry it is, and what it says."""

    def __init__(self, look: Look) -> None:
        self.text = ""
        self.person: PersonView | None = None
        super().__init__(look, "correction_head")

    def show(self, text: str, person: PersonView | None) -> None:
        """Another entry."""
        if (text, person) != (self.text, self.person):
            self.text, self.person = text, person
            self.repaint()

    def paint(self, p: Painter) -> None:
        room = self.box.inset(p.look.mm(1), p.look.mm(0.6))
        if self.person is not None:
            chip, room = room.cut_left(min(room.h, p.look.mm(10)))
            draw_chip(p, self.person, chip.inset(chip.w * 0.06))
            room = room.cut_right(room.w - p.look.mm(1.4))[0]
        p.write(self.text, room, Text.TABLE, p.theme.text, bold=True, align=0.0, lines=2, may_shorten=True)


class Progress(Painted):
    """How far the preview is; the game goes on standing as it does."""

    def __init__(self, look: Look) -> None:
        self.done, self.all = 0, 1
        super().__init__(look, "progress")

    def begin(self, count: int) -> None:
        """Start the count: this many entries are to be judged."""
        self.done, self.all = 0, max(1, count)
        self.repaint()

    def show(self, done: int) -> None:
        """Show how many have been judged."""
        self.done = done
        self.repaint()

    def paint(self, p: Painter) -> None:
        theme, look = p.theme, p.look
        p.rect(self.box.inset(look.mm(0.4)), theme.surface, look.mm(1.8))
        words, _rest = self.box.inset(look.mm(2)).cut_top(self.box.h * 0.45)
        p.write(_("Working out what follows …"), words, Text.OPERATOR, theme.quiet, lines=3)
        bar = self.box.middle(self.box.w * 0.7, look.mm(2.4))
        p.rect(bar, theme.line, bar.h / 2)
        p.rect(Box(bar.x, bar.y, bar.w * min(1.0, self.done / self.all), bar.h), theme.accent, bar.h / 2)
