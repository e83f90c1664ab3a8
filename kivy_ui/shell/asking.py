"""What the table is asked, and what it is warned of, over the screen or on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.presenters.board_view import Place
from companion.presenters.deeds import AnswerView, ChoiceView
from companion.presenters.intents import Enter, Whose
from companion.presenters.views import ActionView, QuestionView, WarningView
from kivy_ui.widgets.sheets import ActionSheet, QuestionSheet, WarningSheet

if TYPE_CHECKING:
    from kivy_ui.shell import Shell


class Asking:
    """Puts warnings, choices and open questions to the table, and does what it answers."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def warn(self, view: WarningView) -> None:
        """Show which rules an entry breaks, and leave the choice to the table."""
        shell = self._shell
        shell.sheets.cover(
            WarningSheet(
                shell.look,
                view,
                on_allow=self._allow,
                on_close=shell.sheets.close,
                on_places=self._point,
                on_rule=shell.helping.tell_rule,
            )
        )

    def _point(self, places: tuple[Place, ...]) -> None:
        """Show where a rule is broken, on a screen that has a board."""
        if places and self._shell.screen is not None:
            self._shell.sheets.close()
            self._shell.screen.point(places)

    def _allow(self, view: WarningView) -> None:
        self._shell.sheets.close()
        if view.intent is not None:
            self._shell.do(view.intent)

    def choose(self, view: ChoiceView) -> None:
        """Ask what tells several ways of doing something apart; beside the board where that is shown."""
        shell = self._shell
        if shell.screen is not None and shell.screen.choose(view):
            return
        if view.trail:
            shell.go("board", asked=view)
            return
        from kivy_ui.widgets.choice import ChoiceSheet

        def answered(answer: AnswerView) -> None:
            shell.sheets.close()
            shell.do(answer.intent or Enter(answer.commands))

        shell.sheets.cover(
            ChoiceSheet(shell.look, view.text, view.answers, answered, shell.sheets.close, view.person)
        )

    def whose(self) -> None:
        """Undo is held: the last entry is given to another player, or else the log tells what there is."""
        play = self._shell.play
        outcome = play.do(Whose()) if play is not None else None
        if isinstance(outcome, ChoiceView):
            self.choose(outcome)
        else:
            self._shell.go("log")

    def ask_next(self) -> None:
        """Put the first open question of the game, if there is one."""
        for question in self._shell.game.questions()[:1]:
            if question.places is None or self._shell.screen_name != "board":
                self.ask(question)

    def ask(self, question: QuestionView) -> None:
        """Put an open question, on the board where places answer it. Leaving it leaves it open; the bar leads
        back to it."""
        shell = self._shell
        if question.places is not None:
            shell.go("board", key=question.key)
        elif question.form is not None:
            shell.flow.fill_in(question.form)
        elif question.screen:
            shell.go(question.screen)
        else:
            others = tuple(other for other in shell.game.questions() if other.key != question.key)
            shell.sheets.cover(
                QuestionSheet(
                    shell.look,
                    question,
                    shell.do,
                    shell.sheets.close,
                    others,
                    self.ask,
                    shell.helping.tell_rule,
                )
            )

    def open_panel(self, seat: int, section: str = "all") -> None:
        """Show what a player can do."""
        shell = self._shell

        def chosen(action: ActionView) -> None:
            shell.sheets.close()
            if action.intent is not None:
                shell.do(action.intent)

        view = shell.game.panel(seat, section)
        shell.sheets.cover(ActionSheet(shell.look, view, chosen, shell.sheets.close))
