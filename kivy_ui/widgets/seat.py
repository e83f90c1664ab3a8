"""A player's chip as a button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.presenters.views import PersonView, QuestionView
from kivy_ui.metrics import TARGET_MM
from kivy_ui.paint import Look, Painter, Tappable
from kivy_ui.theme import mix
from kivy_ui.widgets.chip import draw_chip


class ChipButton(Tappable):
    """A player who can be chosen; the chosen one is framed."""

    def __init__(self, look: Look, name: str, person: PersonView, on_tap: Callable[[], object]) -> None:
        self.person = person
        self.chosen = False
        super().__init__(look, name, on_tap)

    def show(self, chosen: bool) -> None:
        """Show whether this is the chosen one."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme = p.theme
        body = self.box.inset(p.look.mm(0.5))
        if self.chosen:
            p.frame(body, mix(theme.raised, theme.accent, 0.22), theme.accent, p.look.mm(0.6), p.look.mm(2.2))
        else:
            p.rect(body, mix(theme.raised, theme.text, 0.2 if self.pressed else 0.0), p.look.mm(2.2))
        side = min(body.w, body.h) * 0.74
        draw_chip(p, self.person, body.middle(side, side))


def asked_chips(
    look: Look, others: tuple[QuestionView, ...], on_choose: Callable[[QuestionView], object]
) -> list[ChipButton]:
    """The people to whom other questions are open: they may be answered in any order."""
    return [
        ChipButton(
            look,
            f"asked_{question.person.seat}_{question.key}",
            question.person,
            partial(on_choose, question),
        )
        for question in others
        if question.person is not None
    ][:5]


def chips_height(look: Look, chips: list[ChipButton]) -> float:
    """Pixels of a row of them, none for no chips."""
    return look.mm(TARGET_MM) + 1 if chips else 0.0
