"""Sheets that lie over the screen: a warning, a question, what a player can do. Each has a way out."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.app.i18n import _
from companion.presenters.board_view import Place
from companion.presenters.helping import Topic
from companion.presenters.intents import Intent
from companion.presenters.views import (
    ActionView,
    BreachView,
    PanelView,
    PersonView,
    QuestionView,
    WarningView,
)
from kivy_ui.geometry import Box
from kivy_ui.metrics import LEAST_TARGET_MM, PRIMARY_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable, fit, wrap
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_icon
from kivy_ui.widgets.rows import Row, RowList

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent


class Sheet(Painted):
    """A card over a veil. A touch beside the card is the way out; nothing below is touched."""

    modal = True
    waits = True
    """It stays until it is answered or closed, so another may cover it for a while."""

    def __init__(self, look: Look, name: str, on_close: Callable[[], object], **properties: Any) -> None:
        self.on_close = on_close
        self.card = Box(0, 0, 0, 0)
        super().__init__(look, name, **properties)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if super().on_touch_down(touch):
            return True
        if not self.card.holds(*touch.pos):
            self.on_close()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        super().on_touch_up(touch)
        return True

    def place(self, box: Box) -> None:
        super().place(box)
        margin = self.look.mm(3)
        self.card = self.shape(box.inset(margin))
        self.arrange(self.card)

    def shape(self, room: Box) -> Box:
        """The card's place in the window."""
        return room

    def arrange(self, card: Box) -> None:
        """Put the widgets on the card."""

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.veil)
        p.frame(self.card, p.theme.surface, p.theme.line, max(1.0, p.look.mm(0.3)), p.look.mm(3))
        self.paint_card(p, self.card)

    def paint_card(self, p: Painter, card: Box) -> None:
        """Draw what stands on the card."""


class TitledSheet(Sheet):
    """A card with a title at its top, after the chip of whom it is about, and its way out behind that.

    A title takes ``lines`` of which none is cut, or one that may be shortened, such as a name. Where each
    touch counts ``at_once`` the way out is a check mark, elsewhere a cross.
    """

    def __init__(
        self,
        look: Look,
        name: str,
        title: str,
        on_close: Callable[[], object],
        *,
        person: PersonView | None = None,
        lines: int = 1,
        may_shorten: bool = False,
        at_once: bool = False,
        **properties: Any,
    ) -> None:
        self.title, self.person, self.lines, self.may_shorten = title, person, lines, may_shorten
        self.close = Button(look, "close", icon="cross", kind="quiet", on_tap=on_close)
        if at_once:
            self.close.show(icon="check", kind="primary")
        self.head = Box(0, 0, 0, 0)
        super().__init__(look, name, on_close, **properties)
        self.add_widget(self.close)

    def below_title(self, card: Box) -> Box:
        """Put the title and the way out in their places: the room that is left."""
        look = self.look
        head, room = card.inset(look.mm(2)).cut_top(look.mm(TARGET_MM) + 2)
        close, self.head = head.cut_right(look.mm(TARGET_MM + 2))
        self.close.place(close)
        return room

    def paint_card(self, p: Painter, card: Box) -> None:
        room = self.head
        if self.person is not None:
            chip, room = room.cut_left(room.h)
            draw_chip(p, self.person, chip.inset(chip.w * 0.1))
        p.write(
            self.title,
            room.inset(p.look.mm(2), 0),
            Text.TABLE,
            p.theme.text,
            bold=True,
            align=0.0,
            lines=self.lines,
            may_shorten=self.may_shorten,
        )


FEW = 4
"""As many sentences stand under each other in large letters; more are turned over in rows."""


@dataclass(frozen=True, slots=True)
class _Breach:
    """A broken rule in a list."""

    key: str
    view: BreachView


class BreachRow(Row):
    """A broken rule in its sentence, and its id. Held, it tells the rule."""

    def topic(self) -> Topic | None:
        return None if self.item is None else Topic(rules=(self.item.view.rule,))

    def draw(self, p: Painter, room: Box) -> None:
        view: BreachView = self.item.view
        if view.places:
            spot, room = room.cut_left(p.look.mm(8))
            draw_icon(p, "board", spot.inset(spot.w * 0.12), p.theme.accent, p.theme.surface)
        rule, words = room.cut_right(p.look.mm(15))
        p.write(view.text, words, Text.OPERATOR, p.theme.text, align=0.0, lines=4)
        p.write(view.rule, rule, Text.LEAST, p.theme.quiet, align=1.0)


RULE_MM = 17.0
"""Room of a rule's id."""


class BreachLine(Tappable):
    """A broken rule in its sentence and its id, in large letters; a tap tells the rule."""

    def __init__(self, look: Look, name: str, view: BreachView, on_tap: Callable[[], object]) -> None:
        self.view = view
        self.role: float = Text.TABLE
        super().__init__(look, name, on_tap)

    def height_for(self, width: float, role: float) -> float:
        """Pixels that it takes at that size of its letters."""
        look = self.look
        pixels = look.text(role)
        count = len(wrap(self.view.text, width - look.mm(RULE_MM + 2), int(pixels), False))
        return max(look.mm(LEAST_TARGET_MM) + 1, (count * 1.2 + 0.5) * pixels)

    def paint(self, p: Painter) -> None:
        look, theme = p.look, p.theme
        if self.pressed:
            p.rect(self.box, theme.pressed, look.mm(1.6))
        rule, text = self.box.cut_right(look.mm(RULE_MM))
        words = Box(text.x, text.y, text.w - look.mm(2), text.h)
        p.write(self.view.text, words, self.role, theme.text, align=0.0, lines=6)
        sign, number = rule.cut_right(look.mm(4.5))
        p.write(self.view.rule, number, Text.SMALL, theme.quiet, align=1.0)
        draw_icon(p, "help", sign.middle(look.mm(3.6), look.mm(3.6)), theme.quiet, theme.surface)


class WarningSheet(Sheet):
    """Every broken rule in its sentence, what would be allowed, and the two answers."""

    def __init__(
        self,
        look: Look,
        view: WarningView,
        on_allow: Callable[[WarningView], None],
        on_close: Callable[[], object],
        on_places: Callable[[tuple[Place, ...]], None] = lambda _places: None,
        on_rule: Callable[[str], object] = lambda _rule: None,
        **properties: Any,
    ) -> None:
        self.view = view
        self.lines = [
            BreachLine(look, f"breach_{number}", breach, partial(on_rule, breach.rule))
            for number, breach in enumerate(view.breaches[:FEW])
        ]
        self.dont = Button(look, "dont", _("Don’t"), "back", kind="primary", role=Text.TABLE, on_tap=on_close)
        self.allow = Button(
            look,
            "allow",
            view.allow_label or _("Allow anyway"),
            "check",
            kind="plain",
            role=Text.OPERATOR,
            on_tap=lambda: on_allow(view),
        )
        self.list = RowList(look, "breach", lambda: BreachRow(look, lambda item: on_places(item.view.places)))
        super().__init__(look, "warning_sheet", on_close, **properties)
        self.add_widget(self.dont)
        if len(view.breaches) > FEW or any(breach.places for breach in view.breaches):
            self.list.show([_Breach(str(number), breach) for number, breach in enumerate(view.breaches)])
            self.add_widget(self.list)
        else:
            for line in self.lines:
                self.add_widget(line)
        if view.intent is not None:
            self.add_widget(self.allow)

    def arrange(self, card: Box) -> None:
        look = self.look
        narrow = card.w < look.mm(110)
        line = look.mm(PRIMARY_MM + 1)
        stacked = narrow and self.view.intent is not None
        bottom, self._room = card.inset(look.mm(2.5)).cut_bottom(line * (2 if stacked else 1))
        if self.view.intent is not None:
            allow, dont = bottom.rows(2) if stacked else bottom.columns(2, look.mm(2))
            self.allow.place(allow)
            self.dont.place(dont)
        else:
            self.dont.place(bottom)
        _head, room = self._cut(self._room)
        if self.list.parent is not None:
            self.list.row_mm = 20 if look.metrics.portrait else 14
            self.list.place(room)
            return
        self._allowed = Box(0, 0, 0, 0)
        if self.view.allowed:
            size = look.text(Text.OPERATOR)
            least = look.metrics.least_text
            size, lines, _cut = fit(self.view.allowed, room.w, room.h * 0.5, size, least, 3, False)
            self._allowed, room = room.cut_bottom(len(lines) * size * 1.2 + look.mm(1.5))
        # as large as all sentences can be, under each other without gaps
        role: float = Text.TABLE
        while role > Text.LEAST and sum(line.height_for(room.w, role) for line in self.lines) > room.h:
            role -= 1
        for line in self.lines:
            row, room = room.cut_top(min(line.height_for(room.w, role), room.h))
            line.role = role
            line.place(row)
            line.repaint()

    _allowed = Box(0, 0, 0, 0)

    def _cut(self, room: Box) -> tuple[Box, Box]:
        """The room of the title, and the rest."""
        room = room.inset(self.look.mm(1.5), self.look.mm(0.5))
        return room.cut_top(max(self.look.text(Text.TABLE) * 1.35, self.look.mm(9)))

    _room = Box(0, 0, 0, 0)

    def paint_card(self, p: Painter, card: Box) -> None:
        theme, view = p.theme, self.view
        head, _room = self._cut(self._room)
        icon, rest = head.cut_left(head.h)
        draw_icon(p, "warning", icon.inset(head.h * 0.1), theme.warn, theme.surface)
        p.write(
            view.title,
            Box(rest.x + p.look.mm(2), rest.y, rest.w - p.look.mm(2), rest.h),
            Text.TABLE,
            theme.text,
            bold=True,
            align=0.0,
        )
        if self._allowed.h:
            p.write(view.allowed, self._allowed, Text.OPERATOR, theme.good, align=0.0, lines=3)


def choice_grid(count: int, box: Box, look: Look, gap: float) -> list[Box]:
    """Cells for a number of answers: the arrangement whose cells stay large enough and come nearest to a
    pleasant shape."""
    if count == 0:
        return []

    def strain(columns: int) -> float:
        rows = -(-count // columns)
        width, height = box.w / columns, box.h / rows
        too_small = max(0.0, look.mm(TARGET_MM) - height) * 20 + max(0.0, look.mm(22) - width) * 4
        return (
            too_small
            + abs(math.log(max(1.0, width) / max(1.0, height) / 1.5))
            + 0.8 * (columns * rows - count)
        )

    columns = min(range(1, count + 1), key=strain)
    return box.grid(columns, -(-count // columns), gap)[:count]


class Asked(Tappable):
    """A question and who is asked; a tap tells the rule that asks it."""

    spare = True

    def __init__(
        self, look: Look, view: QuestionView, on_tap: Callable[[], object], **properties: Any
    ) -> None:
        self.view = view
        super().__init__(look, "asked", on_tap, **properties)
        self.enabled = bool(view.rule)

    def words_room(self) -> Box:
        """Where the question stands, between the chip and the sign."""
        look, room = self.look, self.box
        if self.view.person is not None:
            room = room.cut_left(min(room.h, look.mm(13)))[1]
        if self.view.rule:
            room = room.cut_right(look.mm(6))[1]
        return room.inset(look.mm(1.5), look.mm(1))

    def paint(self, p: Painter) -> None:
        look, theme, room = p.look, p.theme, self.box
        if self.pressed:
            p.rect(room, theme.pressed, look.mm(1.6))
        if self.view.person is not None:
            side = min(room.h, look.mm(13)) * 0.88
            draw_chip(p, self.view.person, room.cut_left(side * 1.13)[0].middle(side, side))
        if self.view.rule:
            sign = room.cut_right(look.mm(6))[0].middle(look.mm(4.5), look.mm(4.5))
            draw_icon(p, "help", sign, theme.quiet, theme.surface)
        words = self.words_room()
        p.write(self.view.text, words, Text.TABLE, theme.text, bold=True, align=0.0, lines=6)


class QuestionSheet(Sheet):
    """A pending decision. ``on_close`` leaves it open for later; ``others`` are open beside it."""

    def __init__(
        self,
        look: Look,
        view: QuestionView,
        on_answer: Callable[[Intent], object],
        on_close: Callable[[], object],
        others: tuple[QuestionView, ...] = (),
        on_other: Callable[[QuestionView], object] = lambda _question: None,
        on_rule: Callable[[str], object] = lambda _rule: None,
        **properties: Any,
    ) -> None:
        from kivy_ui.widgets.seat import asked_chips

        self.view = view
        self.asked = Asked(look, view, lambda: on_rule(view.rule))
        self.others = asked_chips(look, others, on_other)
        self.choices = [action_button(look, choice, on_answer) for choice in view.choices]
        self.later = Button(look, "later", _("Later"), "clock", kind="quiet", on_tap=on_close)
        super().__init__(look, "question_sheet", on_close, **properties)
        for widget in (self.asked, *self.choices, self.later, *self.others):
            self.add_widget(widget)

    def arrange(self, card: Box) -> None:
        look = self.look
        room = card.inset(look.mm(2.5))
        if self.others:
            chips, room = room.cut_bottom(look.mm(TARGET_MM + 2))
            chips = chips.cut_bottom(look.mm(TARGET_MM) + 1)[0]
            width = min(chips.w, len(self.others) * look.mm(TARGET_MM + 3))
            for button, cell in zip(
                self.others, chips.cut_left(width)[0].columns(len(self.others)), strict=True
            ):
                button.place(cell)
        chip = look.mm(13) if self.view.person is not None else 0.0
        chip += look.mm(6) if self.view.rule else 0.0
        if card.w < look.mm(110):
            bottom, room = room.cut_bottom(look.mm(TARGET_MM) + 2)
            self.later.place(bottom.cut_right(look.mm(34))[0])
            beside = 0.0
        else:
            beside = look.mm(28)
        size, lines, _cut = fit(
            self.view.text,
            room.w - chip - beside - look.mm(6),
            room.h * 0.4,
            look.text(Text.TABLE),
            look.metrics.least_text,
            6,
            True,
        )
        head, room = room.cut_top(max(look.mm(TARGET_MM) + 1, size * 1.2 * len(lines) + look.mm(2.5)))
        if beside:
            later, head = head.cut_right(beside)
            self.later.place(later.cut_top(look.mm(TARGET_MM) + 1)[0])
        self.asked.place(head)
        for button, cell in zip(self.choices, choice_grid(len(self.choices), room, look, 0), strict=True):
            button.place(cell)


class ActionSheet(TitledSheet):
    """What a player can do, as large buttons."""

    def __init__(
        self,
        look: Look,
        view: PanelView,
        on_action: Callable[[ActionView], None],
        on_close: Callable[[], object],
        **properties: Any,
    ) -> None:
        self.view = view
        self.buttons = [self._button(action, look, on_action) for action in view.actions]
        super().__init__(
            look, "action_sheet", view.title, on_close, person=view.person, may_shorten=True, **properties
        )
        for button in self.buttons:
            self.add_widget(button)

    @staticmethod
    def _button(action: ActionView, look: Look, on_action: Callable[[ActionView], None]) -> Button:
        button = Button(look, action.name, lines=3, on_tap=lambda: on_action(action))
        button.show_action(action)
        return button

    def arrange(self, card: Box) -> None:
        cells = choice_grid(len(self.buttons), self.below_title(card), self.look, 0)
        for button, cell in zip(self.buttons, cells, strict=True):
            button.place(cell)


def action_button(look: Look, action: ActionView, on_answer: Callable[[Intent], object]) -> Button:
    """The button of one answer."""

    def answer() -> None:
        if action.intent is not None:
            on_answer(action.intent)

    button = Button(look, action.name, lines=3, on_tap=answer)
    button.show_action(action)
    return button
