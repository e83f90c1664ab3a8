"""One of several: a row of values for a setting, and a sheet that asks a short question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.presenters import helping
from companion.presenters.deeds import AnswerView
from companion.presenters.helping import HelpView
from companion.presenters.views import PersonView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.theme import Colour
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import die_face, draw_chip, draw_icon
from kivy_ui.widgets.paper import Paper
from kivy_ui.widgets.sheets import Sheet, TitledSheet, choice_grid


class AnswerButton(Button):
    """An answer: with a person's chip, a die's face, a knight, or words alone."""

    def __init__(self, look: Look, view: AnswerView, on_tap: Callable[[], None], **properties: Any) -> None:
        self.person: PersonView | None = view.person
        self.die = view.die
        label = "" if view.die else view.label
        icon = view.icon or ("person" if view.person is not None else "die" if view.die else "")
        super().__init__(
            look,
            view.name,
            label,
            icon,
            track=view.track,
            options=view.options,
            lines=3,
            on_tap=on_tap,
            **properties,
        )
        self.says = view.label

    def _draw_icon(self, p: Painter, box: Box, ink: Colour, ground: Colour) -> None:
        if self.die is not None:
            die_face(p, *self.die, box)
        elif self.icon == "person" and self.person is not None:
            draw_chip(p, self.person, box, ground)
        elif self.person is not None:
            left, right = (
                box.columns(2)
                if box.w > 1.2 * box.h
                else (box.cut_left(box.w * 0.4)[0], box.cut_right(box.w * 0.6)[0])
            )
            draw_chip(p, self.person, left.inset(left.w * 0.08), ground)
            draw_icon(p, self.icon, right, ink, ground, track=self.track, options=self.options)
        else:
            super()._draw_icon(p, box, ink, ground)


class ChoiceSheet(TitledSheet):
    """A short question with its answers; the cross and a touch beside the card leave it alone."""

    def __init__(
        self,
        look: Look,
        question: str,
        answers: Sequence[AnswerView],
        on_answer: Callable[[AnswerView], None],
        on_close: Callable[[], None],
        person: PersonView | None = None,
        **properties: Any,
    ) -> None:
        self.answers = tuple(answers)
        self.buttons = [AnswerButton(look, answer, on_tap=partial(on_answer, answer)) for answer in answers]
        super().__init__(look, "choice_sheet", question, on_close, person=person, lines=2, **properties)
        for button in self.buttons:
            self.add_widget(button)

    def shape(self, room: Box) -> Box:
        """No taller than its answers need."""
        look = self.look
        columns = max(1, min(len(self.buttons), int((room.w - look.mm(4)) // look.mm(26)), 5))
        rows = -(-len(self.buttons) // columns)
        return room.middle(room.w, min(room.h, look.mm(TARGET_MM + 8) + rows * look.mm(27)))

    def arrange(self, card: Box) -> None:
        cells = choice_grid(len(self.buttons), self.below_title(card), self.look, 0)
        for button, cell in zip(self.buttons, cells, strict=True):
            button.place(cell)


class TextSheet(Sheet):
    """Sentences to read, each with a heading or none, and the way out."""

    def __init__(
        self,
        look: Look,
        title: str,
        lines: Sequence[tuple[str, str]],
        on_close: Callable[[], None],
        person: PersonView | None = None,
        **properties: Any,
    ) -> None:
        self.title = title
        self.person = person
        self.paper = Paper(look, "text_sheet_paper")
        self.paper.show(lines)
        self.close = Button(look, "close", _("Close"), kind="primary", on_tap=on_close)
        super().__init__(look, "text_sheet", on_close, **properties)
        for widget in (self.paper, self.close):
            self.add_widget(widget)

    def shape(self, room: Box) -> Box:
        """No taller than its sentences need."""
        look = self.look
        around = look.mm(2 * TARGET_MM + 9)
        return room.middle(room.w, min(room.h, around + self.paper.height_for(room.w - look.mm(4))))

    def arrange(self, card: Box) -> None:
        look = self.look
        bottom, room = card.inset(look.mm(2)).cut_bottom(look.mm(TARGET_MM + 3))
        self.close.place(bottom.cut_right(min(bottom.w, look.mm(50)))[0])
        self._head, room = room.cut_top(look.mm(TARGET_MM))
        self.paper.place(room)

    _head = Box(0, 0, 0, 0)

    def paint_card(self, p: Painter, card: Box) -> None:
        theme, look = p.theme, p.look
        head = self._head
        if self.person is not None:
            chip, head = head.cut_left(head.h)
            draw_chip(p, self.person, chip.inset(chip.w * 0.1))
        p.write(
            self.title,
            head.inset(look.mm(2), 0),
            Text.TABLE,
            theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
        )


class HelpSheet(TextSheet):
    """What the rules say of something, and the way to all of them."""

    def __init__(
        self,
        look: Look,
        view: HelpView,
        on_close: Callable[[], None],
        on_all: Callable[[], None] | None,
        **properties: Any,
    ) -> None:
        self.all = Button(look, "all_rules", _("All rules"), icon="search", on_tap=on_all)
        super().__init__(look, view.title, helping.lines(view), on_close, **properties)
        if on_all is not None:
            self.add_widget(self.all)

    def arrange(self, card: Box) -> None:
        super().arrange(card)
        line = Box(card.x + self.look.mm(2), self.close.y, card.w - self.look.mm(4), self.close.height)
        self.all.place(line.cut_left(min(line.w - self.close.width - 1, self.look.mm(50)))[0])


class Segments(Painted):
    """The values of a setting side by side, the chosen one lit."""

    def __init__(
        self,
        look: Look,
        name: str,
        on_choose: Callable[[Any], None],
        may_shorten: bool = False,
        **properties: Any,
    ) -> None:
        self.on_choose = on_choose
        self.may_shorten = may_shorten
        self.label = ""
        self.buttons: list[Button] = []
        self.values: list[Any] = []
        self.columns = 0
        super().__init__(look, name, **properties)

    def show(
        self,
        label: str,
        choices: Sequence[tuple[str, str, Any, bool, str]],
        columns: int = 0,
        pale: Sequence[Any] = (),
    ) -> None:
        """Show a setting: its label, and name, words, value, chosen and drawing of each of its values.
        ``pale`` are values that can be touched and do not go with the rest."""
        self.columns = columns
        if self.values != [choice[2] for choice in choices]:
            for button in self.buttons:
                self.remove_widget(button)
            self.values = [choice[2] for choice in choices]
            self.buttons = [
                Button(self.look, choice[0], lines=3, on_tap=partial(self._chosen, choice[2]))
                for choice in choices
            ]
            for button in self.buttons:
                button.may_shorten = self.may_shorten
                self.add_widget(button)
        for button, (_name, words, value, chosen, icon) in zip(self.buttons, choices, strict=True):
            button.show(words, icon=icon, kind="primary" if chosen else "quiet" if value in pale else "plain")
        if label != self.label:
            self.label = label
            self.repaint()
        self.arrange()

    def place(self, box: Box) -> None:
        super().place(box)
        self.arrange()

    def _chosen(self, value: Any) -> None:
        self.on_choose(value)

    _label_box = Box(0, 0, 0, 0)

    def arrange(self) -> None:
        """Label at the left (or above, in a narrow place), values in a grid."""
        if not self.buttons or self.box.w <= 0:
            return
        look, room = self.look, self.box
        if self.label and room.w >= look.mm(110):
            self._label_box, room = room.cut_left(room.w * 0.22)
        elif self.label:
            self._label_box, room = room.cut_top(max(look.text(Text.SMALL) * 1.25, look.mm(5)))
        columns = self.columns or len(self.buttons)
        rows = -(-len(self.buttons) // columns)
        for button, cell in zip(self.buttons, room.grid(columns, rows), strict=False):
            button.place(cell)
        self.repaint()

    def paint(self, p: Painter) -> None:
        if self.label:
            p.write(
                self.label,
                self._label_box.inset(p.look.mm(1), 0),
                Text.OPERATOR,
                p.theme.quiet,
                align=0.0,
                lines=2,
            )
