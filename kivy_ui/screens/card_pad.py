"""The card in the place of a roll: its number, and what it brings where cards of that number differ."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.presenters.helping import Topic
from companion.presenters.intents import Intent
from companion.presenters.views import CardNumberView, CardPadView
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Painter
from kivy_ui.screen import PlayScreen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button


class CardPadScreen(PlayScreen):
    """Numbers above, what the card brings below; no OK."""

    takes_dice = False

    @classmethod
    def instead(cls, shell: Shell, **arguments: Any) -> str:
        due = shell.play is not None and shell.play.card_pad() is not None
        return super().instead(shell) or ("" if due else "table")

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        self.chosen: int | None = None
        self.numbers: list[Button] = []
        self.events: list[Button] = []
        self.besides = Button(self.look, "card_besides", icon="turn", lines=2)
        self._head = Box(0, 0, 0, 0)

    @property
    def view(self) -> CardPadView | None:
        """The cards that may come; None when it is no time for one any more."""
        return self.shell.game.card_pad()

    def show_again(self, **_arguments: Any) -> bool:
        self.chosen = None
        return True

    def entered(self) -> None:
        self.chosen = None

    def refresh(self) -> None:
        view = self.view
        if view is None:
            self.keep()
            return
        if not self.numbers:
            self.numbers = [
                Button(
                    self.look,
                    f"card_number_{one.number}",
                    str(one.number),
                    role=Text.STRENGTH,
                    on_tap=partial(self._number, one.number),
                )
                for one in view.numbers
            ]
        for button, one in zip(self.numbers, view.numbers, strict=True):
            chosen = one.number == self.chosen
            button.show(kind="primary" if chosen else "plain" if one.lit else "quiet")
        found = self._of_number(view)
        self.events = [
            Button(
                self.look,
                event.name,
                event.label,
                kind="plain" if event.primary else "quiet",
                lines=3,
                on_tap=partial(self._do, event.intent),
            )
            for event in (found.events if found is not None else ())
        ]
        for button, event in zip(self.events, found.events if found is not None else (), strict=True):
            button.told_of = Topic(event.things)
        self.besides.show(view.besides.label, kind="plain" if view.besides.primary else "quiet")
        self.besides.on_tap = partial(self._do, view.besides.intent)
        self.keep(*self.numbers, self.besides, *self.events)
        self.arrange(self.box)
        self.repaint()

    def _of_number(self, view: CardPadView) -> CardNumberView | None:
        return next((one for one in view.numbers if one.number == self.chosen), None)

    def arrange(self, box: Box) -> None:
        look = self.look
        numbers, events = box.inset(look.mm(1)).rows([2.0, 1.2])
        columns = 3 if look.metrics.portrait else 6
        keys = [*self.numbers, self.besides]
        for button, cell in zip(keys, numbers.grid(columns, -(-len(keys) // columns)), strict=False):
            button.place(cell)
        self._head, events = events.cut_top(look.text(Text.OPERATOR) * 1.5)
        columns = 2 if look.metrics.portrait else 4
        for button, cell in zip(
            self.events, events.grid(columns, -(-max(4, len(self.events)) // columns)), strict=False
        ):
            button.place(cell)

    def paint(self, p: Painter) -> None:
        text = _("Which number is on the card?") if self.chosen is None else _("Which event is on the card?")
        p.write(text, self._head, Text.OPERATOR, p.theme.quiet)

    # --- what is touched ----------------------------------------------------------------------------

    def _number(self, number: int) -> None:
        view = self.view
        found = next((one for one in view.numbers if one.number == number), None) if view else None
        if found is None:
            return
        if found.intent is not None:
            self._do(found.intent)
            return
        self.chosen = number
        self.refresh()

    def _do(self, intent: Intent | None) -> None:
        if intent is not None:
            self.shell.do(intent)
