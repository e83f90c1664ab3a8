"""Help over whatever is shown: what the rules say of it, or in words what a drawing is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.i18n import _
from companion.presenters import helping
from companion.presenters.helping import HelpView, Topic
from companion.presenters.intents import ShowHints
from companion.presenters.views import ActionView, ToastView
from kivy_ui.paint import Tappable

if TYPE_CHECKING:
    from kivy_ui.shell import Shell

GREETING_SECONDS = 20.0


class Helping:
    """Tells what is asked for, in front of everything; what lay there before comes back afterwards."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def can_tell(self, widget: Tappable) -> bool:
        """Whether there is anything to tell of a widget. Over a sheet that waits for nobody there is not."""
        sheet = self._shell.sheets.shown
        if sheet is not None and not sheet.waits:
            return False
        return self.about(widget) is not None or bool(widget.spoken())

    def about(self, widget: Tappable) -> HelpView | None:
        """What the rules say of a widget; None where they say nothing."""
        return self._view(widget.topic())

    def tell_of(self, widget: Tappable) -> None:
        """A finger rests on a widget: tell the rules about it, or say in words what it is."""
        topic = widget.topic()
        if topic is None or not self.tell(topic):
            self._shell.messages.tell(ToastView(widget.spoken()))

    def tell(self, topic: Topic) -> bool:
        """Tell what the rules say of a topic. False where they say nothing."""
        view = self._view(topic)
        if view is not None:
            self.show(view)
        return view is not None

    def tell_rule(self, rule: str) -> None:
        """Tell a rule, by its id."""
        self.tell(Topic(rules=(rule,)))

    def show(self, view: HelpView) -> None:
        """Lay it over everything."""
        from kivy_ui.widgets.choice import HelpSheet

        shell = self._shell
        below = shell.sheets.shown

        def closed() -> None:
            shell.sheets.close()
            if below is not None:
                shell.sheets.cover(below)

        def everything() -> None:
            if shell.screen_name == "help":
                closed()
            else:
                shell.go("help", origin=shell.screen_name, back=shell.arguments)

        # where the past is shown, whoever leaves the screen leaves the correction
        elsewhere = None if shell.past.visited else everything
        shell.sheets.cover(HelpSheet(shell.look, view, closed, elsewhere))

    def hint(self) -> None:
        """Show the first evening's hints."""
        from kivy_ui.widgets.hints import HintsSheet

        self._shell.messages.drop()
        self._shell.sheets.cover(HintsSheet(self._shell.look, self._shell.sheets.close))

    def offer_turning(self) -> None:
        """A finger rests where nothing is."""
        self._shell.offer_turning()

    def greet(self) -> None:
        """Before the first game of all: say that there are hints; in nobody's way, and gone by itself."""
        self._shell.messages.tell(
            ToastView(
                _("New here? Six hints take a minute."),
                action=ActionView("hints", _("Hints"), "help", ShowHints()),
                seconds=GREETING_SECONDS,
            )
        )

    def _view(self, topic: Topic | None) -> HelpView | None:
        if topic is None:
            return None
        session = self._shell.play.session if self._shell.play is not None else None
        return helping.about(topic, None if session is None else session.ruleset)
