"""The attack: barbarians against knights, who loses or defends, and why. One tap to go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.i18n import _
from companion.presenters.helping import Topic
from companion.presenters.intents import GoOn, Intent
from companion.presenters.moving import SpotView
from companion.presenters.views import AttackView, DefenceView, QuestionView
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.screen import PlayScreen
from kivy_ui.shell import Shell
from kivy_ui.theme import legible, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_icon
from kivy_ui.widgets.question import QuestionBlock
from kivy_ui.widgets.seat import ChipButton, asked_chips


class Scales(Tappable):
    """The two strengths in large figures, and the outcome in words. A tap tells the rules of it."""

    spare = True

    def __init__(
        self, look: Look, view: AttackView, on_tap: Callable[[Topic], object], **properties: Any
    ) -> None:
        self.view = view
        super().__init__(look, "scales", lambda: on_tap(self.topic()), **properties)

    def topic(self) -> Topic:
        return Topic(("battle", self.view.icon))

    def place_of(self, spot: SpotView) -> Box | None:
        """Those who attack come from off the picture, and so do the words."""
        aside = Box(self.x - self.width, self.y, self.width, self.height)
        return {"shore": aside, "battle": self.box, "outcome": self.box}.get(spot.sort)

    def show(self, view: AttackView) -> None:
        """Show another attack."""
        if view != self.view:
            self.view = view
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme, view = p.theme, self.view
        tone = theme.good if view.won else theme.danger
        ground = mix(theme.ground, tone, 0.12)
        p.rect(self.box, ground)
        room = self.box.inset(p.look.mm(2), p.look.mm(1))
        words, room = room.cut_bottom(p.look.text(40) * 1.3)
        with p.movable("outcome"):
            p.write(view.headline, words, 40, legible(tone, ground), bold=True)
        ship, rest = room.columns(2)
        middle = min(room.h * 0.5, p.look.mm(12))
        figure = 120
        shown = min(room.h / 0.76, p.look.text(figure))
        icon = min(room.h * 0.92, ship.w * 0.48)
        left, number = ship.cut_left(
            ship.w - middle / 2 - shown * 0.62 * len(str(view.strength)) - p.look.mm(1)
        )
        who = left.cut_right(icon * 1.19)[0].middle(icon * 1.19, icon)
        with p.movable("battle"):
            draw_icon(p, view.icon, who, legible(theme.danger, ground), ground)
        p.write(
            str(view.strength),
            Box(number.x, room.y, number.w - middle / 2, room.h),
            figure,
            theme.text,
            bold=True,
            align=1.0,
            least=shown * 0.98,
        )
        centre = Box(room.x + room.w / 2 - middle / 2, room.y + (room.h - middle) / 2, middle, middle)
        p.rect(centre, tone, middle / 2)
        p.write(
            view.sign,
            centre,
            44,
            theme.on_good if view.won else theme.on_danger,
            bold=True,
            least=middle * 0.5,
        )
        number, right = rest.cut_left(middle / 2 + shown * 0.62 * len(str(view.defence)) + p.look.mm(1))
        p.write(
            str(view.defence),
            Box(number.x + middle / 2, room.y, number.w - middle / 2, room.h),
            figure,
            theme.text,
            bold=True,
            align=0.0,
            least=shown * 0.98,
        )
        size = min(icon * 0.86, right.w)
        draw_icon(p, "swords", right.cut_left(size)[0].middle(size, size), legible(tone, ground), ground)


class DefenceRow(Painted):
    """One player's knights as a bar, and what the attack means for them."""

    def __init__(self, look: Look, view: DefenceView, most: int, upright: bool, **properties: Any) -> None:
        self.view, self.most, self.upright = view, most, upright
        super().__init__(look, f"defence_{view.person.seat}", **properties)

    def show(self, view: DefenceView, most: int, upright: bool) -> None:
        """Show another part in the attack."""
        if (view, most, upright) != (self.view, self.most, self.upright):
            self.view, self.most, self.upright = view, most, upright
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme, view = p.theme, self.view
        tone = {"plain": theme.quiet, "good": theme.good, "warn": theme.warn, "danger": theme.danger}[
            view.tone
        ]
        body = self.box.inset(p.look.mm(0.6))
        fill = theme.surface if view.tone == "plain" else mix(theme.surface, tone, 0.20)
        p.rect(body, fill, p.look.mm(2.2))
        tone = legible(tone, fill)
        room = body.inset(p.look.mm(1.0), p.look.mm(0.8))
        if self.upright:
            name, room = room.cut_top(min(room.h * 0.34, p.look.text(Text.TABLE) * 1.25))
            outcome, room = room.cut_bottom(room.h * 0.60)
            self._name(p, name)
            self._bar(p, room)
            p.write(view.outcome, outcome, Text.OPERATOR, tone, bold=view.tone != "plain", lines=3)
            return
        if not view.outcome:
            name, bar = room.columns([1.25, 1.0], p.look.mm(1))
            line = min(room.h, p.look.text(Text.TABLE) * 1.4)
            self._name(p, name.middle(name.w, line))
            self._bar(p, bar.middle(bar.w, line))
            return
        upper, lower = room.rows([1.0, 1.0])
        name, bar = upper.columns([1.25, 1.0], p.look.mm(1))
        self._name(p, name)
        self._bar(p, bar)
        p.write(view.outcome, lower, Text.OPERATOR, tone, bold=view.tone != "plain", lines=2, align=0.0)

    def _name(self, p: Painter, room: Box) -> None:
        chip, rest = room.cut_left(min(room.h, p.look.text(Text.TABLE) * 1.15))
        draw_chip(p, self.view.person, chip)
        p.write(
            self.view.person.name,
            Box(rest.x + chip.w * 0.2, rest.y, rest.w - chip.w * 0.2, rest.h),
            Text.TABLE,
            p.theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
        )

    def _bar(self, p: Painter, room: Box) -> None:
        """A block for each point of strength, and the figure."""
        theme, view = p.theme, self.view
        number, bar = room.cut_right(p.look.text(Text.TABLE) * 0.75 * len(str(view.strength)))
        p.write(str(view.strength), number, Text.TABLE, theme.text, bold=True, align=1.0)
        count = max(self.most, 6)
        side = min(bar.w / count, bar.h * 0.8, p.look.mm(6))
        livery = p.look.livery(view.person.colour)
        for index in range(count):
            spot = Box(bar.x + index * side, bar.y + (bar.h - side) / 2, side, side).inset(side * 0.10)
            filled = index < view.strength
            line = theme.chip_line(livery) if filled else None
            p.rect(
                spot, line or (livery.fill if filled else mix(theme.raised, theme.text, 0.08)), side * 0.22
            )
            if line:
                p.rect(spot.inset(max(1.0, side * 0.07)), livery.fill, side * 0.18)


class AttackScreen(PlayScreen):
    """Full screen. Open questions stand in the place of the reasons until they are answered."""

    framed = False

    @classmethod
    def instead(cls, shell: Shell, view: AttackView | None = None, **arguments: Any) -> str:
        known = view is not None or (shell.play is not None and shell.play.attack() is not None)
        return super().instead(shell) or ("" if known else "table")

    def __init__(self, shell: Shell, view: AttackView | None = None, **rest: Any) -> None:
        super().__init__(shell, **rest)
        view = view or self._now()
        if view is None:
            raise ValueError("there is no attack to show")
        self.view: AttackView = view
        self.scales = Scales(self.look, view, shell.helping.tell)
        self.rows = [DefenceRow(self.look, part, 0, True) for part in view.players]
        self.undo = self.undo_button()
        self.on = Button(
            self.look,
            "go_on",
            icon="forward",
            kind="primary",
            role=Text.TABLE,
            on_tap=lambda: shell.do(GoOn()),
        )
        self.block: QuestionBlock | None = None
        self.others: list[ChipButton] = []
        self.key = ""
        for widget in (self.scales, *self.rows, self.undo, self.on):
            self.add_widget(widget)

    def _now(self) -> AttackView | None:
        return self.shell.play.attack() if self.shell.play is not None else None

    def refresh(self) -> None:
        view = self._now()
        if view is None:
            return
        self.view = view
        self.scales.show(view)
        upright = not self.look.metrics.portrait and len(view.players) <= 4
        most = max(part.strength for part in view.players)
        for row, part in zip(self.rows, view.players, strict=True):
            row.show(part, most, upright)
        self.undo.show_entry(self.play.bar())
        # A question never holds the table: it waits in the bar until somebody answers.
        self.on.show(_("Later") if view.questions else _("Continue"))
        asked = next((question for question in view.questions if question.key == self.key), None)
        self._ask(asked or next(iter(view.questions), None))
        self.arrange(self.box)
        self.repaint()

    def _ask(self, question: QuestionView | None) -> None:
        if self.block is not None and self.block.view == question:
            self._show_others(question)
            return
        if self.block is not None:
            self.remove_widget(self.block)
            self.block = None
        if question is not None:
            self.block = QuestionBlock(self.look, question, self._answer, self.shell.helping.tell_rule)
            self.add_widget(self.block)
        self._show_others(question)

    def _show_others(self, asked: QuestionView | None) -> None:
        """The others to whom something is put: they answer in any order."""
        for chip in self.others:
            self.remove_widget(chip)
        rest = tuple(question for question in self.view.questions if question != asked)
        self.others = asked_chips(self.look, rest, self._choose)
        for chip in self.others:
            self.add_widget(chip)

    def _choose(self, question: QuestionView) -> None:
        self.key = question.key
        self.refresh()

    def _answer(self, intent: Intent) -> None:
        self.shell.do(intent)

    def arrange(self, box: Box) -> None:
        look = self.look
        bottom, room = box.cut_bottom(look.mm(PRIMARY_MM) + 2)
        portrait = look.metrics.portrait
        if self.others:
            line = look.mm(TARGET_MM + 1)
            chips, bottom = bottom.cut_right(0.0 if portrait else line * len(self.others))
            if portrait:
                chips, room = room.cut_bottom(line)
            cells = chips.columns(max(len(self.others), 5 if portrait else 1))
            for chip, cell in zip(self.others, cells, strict=False):
                chip.place(cell)
        undo, on = bottom.columns([1.0, 1.4 if portrait or self.others else 2.2])
        self.undo.place(undo)
        self.on.place(on)
        asking = self.block is not None
        top, room = room.cut_top(room.h * (0.28 if portrait else 0.32 if asking else 0.40))
        self.scales.place(top)
        count = len(self.rows)
        if self.block is not None:
            need = max(look.mm(TARGET_MM + 6), room.h * (0.47 if portrait else 0.46))
            question, room = room.cut_bottom(need)
            self.block.place(question)
            self._reasons = Box(0, 0, 0, 0)
        else:
            self._reasons, room = room.cut_bottom(room.h * (0.26 if portrait else 0.34))
        room = room.inset(look.mm(0.6), look.mm(0.3))
        if portrait:
            cells = room.grid(1, count) if count <= 4 else room.grid(2, 3)
        else:
            cells = room.grid(count, 1) if count <= 4 else room.grid(3, 2)
        for row, cell in zip(self.rows, cells, strict=False):
            row.place(cell)

    _reasons = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        if self._reasons.h:
            p.write(
                " ".join(self.view.reasons),
                self._reasons.inset(p.look.mm(3), p.look.mm(1)),
                Text.OPERATOR,
                p.theme.text,
                lines=5,
            )
