"""The rules of a new game: an edition as the preset, and every option over it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.presenters import modules, new_game
from companion.presenters.new_game import NewGame, OptionView, Value
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import Colour
from kivy_ui.widgets.button import Button, Kind
from kivy_ui.widgets.chip import draw_icon
from kivy_ui.widgets.choice import Segments, TextSheet
from kivy_ui.widgets.line import FixButton, ProblemLine
from kivy_ui.widgets.rows import Row, RowList
from kivy_ui.widgets.sheets import TitledSheet

STEPS = (-5, -1, 1, 5)
"""How far a number is moved by a tap."""


class OptionRow(Row):
    """An option: what it is about, its rule, its value; a house rule stands out."""

    def draw(self, p: Painter, room: Box) -> None:
        view: OptionView = self.item
        theme, look = p.theme, p.look
        if look.metrics.portrait:
            words, lower = room.rows([0.85, 1.0])
            note, value = lower.columns([0.42, 1.0], look.mm(1))
        else:
            left, value = room.columns([1.35, 1.0], look.mm(2))
            note, words = left.cut_bottom(look.metrics.least_text * 1.1)
        ink = theme.accent if view.house else theme.text
        p.write(view.label, words, Text.OPERATOR, theme.text, bold=True, align=0.0, lines=2)
        if view.house:
            icon, note = note.cut_left(look.metrics.least_text * 1.3)
            draw_icon(p, "home", icon.inset(icon.w * 0.1, icon.h * 0.08), theme.accent, theme.surface)
        p.write(view.rule, note, Text.LEAST, theme.quiet, align=0.0)
        p.write(view.shown, value, Text.OPERATOR, ink, bold=view.house, align=1.0, lines=3)


class OptionSheet(TitledSheet):
    """The values of an option, with the sentence of its rule; that of the edition is marked."""

    def __init__(
        self,
        look: Look,
        view: OptionView,
        on_value: Callable[[Value], None],
        on_close: Callable[[], None],
        **properties: Any,
    ) -> None:
        self.view = view
        self.on_value = on_value
        self.buttons: list[Button] = []
        self.steps: list[Button] = []
        if view.kind == "number":
            self.steps = [
                Button(
                    look,
                    f"step_{step}",
                    f"{step:+d}".replace("-", "−"),
                    role=Text.TABLE,
                    on_tap=partial(self._step, step),
                )
                for step in STEPS
            ]
            # there from the start, so that nothing moves under the finger that steps
            self.buttons = [
                Button(
                    look,
                    "usual",
                    _("Back to {value}").format(value=view.usual),
                    "undo",
                    on_tap=lambda: on_value(int(self._usual())),
                )
            ]
        else:
            self.buttons = [
                Button(
                    look,
                    f"value_{choice.value}",
                    choice.label,
                    "check" if choice.chosen else "",
                    kind="primary" if choice.chosen else "plain",
                    lines=3,
                    on_tap=partial(on_value, choice.value),
                )
                for choice in view.choices
            ]
        super().__init__(look, "option_sheet", view.label, on_close, lines=2, at_once=True, **properties)
        for button in (*self.buttons, *self.steps):
            self.add_widget(button)
        self.show(view)

    def show(self, view: OptionView) -> None:
        """Show another value; whoever steps quickly has the same buttons under the finger."""
        self.view = view
        if view.kind == "number":
            self.buttons[0].show(enabled=view.house)
            for step, button in zip(STEPS, self.steps, strict=True):
                further = int(view.value) < view.high if step > 0 else int(view.value) > view.low
                button.show(enabled=further)
        self.repaint()

    def _step(self, step: int) -> None:
        view = self.view
        self.on_value(min(view.high, max(view.low, int(view.value) + step)))

    def _usual(self) -> str:
        return next(
            (
                str(number)
                for number in range(self.view.low, self.view.high + 1)
                if new_game.value_text(self.view.name, number) == self.view.usual
            ),
            str(self.view.low),
        )

    def arrange(self, card: Box) -> None:
        look, room = self.look, self.below_title(card)
        rows = -(-len(self.buttons) // (1 if look.metrics.portrait else 2)) + bool(self.steps)
        self._words = room
        if rows:
            # a number's sentence needs room above its two lines of buttons
            line_mm = TARGET_MM + (2.5 if self.steps else 8)
            buttons, self._words = room.cut_bottom(min(room.h * 0.72, rows * look.mm(line_mm)))
            if self.steps:
                line = buttons.rows(rows)[0]
                cells = line.columns([1.0, 1.0, 1.4, 1.0, 1.0])
                self._value = cells[2]
                for button, cell in zip(self.steps, (*cells[:2], *cells[3:]), strict=True):
                    button.place(cell)
                buttons = buttons.rows(rows)[1] if rows > 1 else buttons
            if self.buttons:
                lines = rows - bool(self.steps)
                columns = -(-len(self.buttons) // lines)
                for button, cell in zip(self.buttons, buttons.grid(columns, lines), strict=False):
                    button.place(cell)

    _words = Box(0, 0, 0, 0)
    _value = Box(0, 0, 0, 0)

    def paint_card(self, p: Painter, card: Box) -> None:
        super().paint_card(p, card)
        theme, look = p.theme, p.look
        usual = _("In this edition: {value}").format(value=self.view.usual)
        lower, upper = self._words.inset(look.mm(2), 0).cut_bottom(look.text(Text.OPERATOR) * 2.5)
        sentence = f"{self.view.explained} ({self.view.rule})" if self.view.explained else self.view.rule
        p.write(sentence, upper, Text.OPERATOR, theme.quiet, align=0.0, lines=6)
        p.write(usual, lower, Text.OPERATOR, theme.accent, bold=True, align=0.0, lines=2)
        if self.view.kind == "number":
            p.write(self.view.shown, self._value, Text.STRENGTH, theme.text, bold=True)


class ModuleButton(Button):
    """A module, and below it what else it brings."""

    def paint_content(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        if not self.detail:
            super().paint_content(p, room, fill, ink)
            return
        upper, lower = room.inset(p.look.mm(1), 0).rows([2.4, 1.0])
        p.write(self.label, upper, self.role, ink, bold=True, lines=self.lines + 1)
        p.write(self.detail, lower, Text.SMALL, ink, rise=1.0, lines=3, may_shorten=True)


class ModulesSheet(TitledSheet):
    """Expansions, variants and scenarios: a tap adds one or takes it away. One that does not fit is pale, and
    says why when it is touched."""

    def __init__(self, look: Look, screen: RulesScreen, **properties: Any) -> None:
        self.screen = screen
        self.said = ""
        self.buttons = [
            ModuleButton(look, f"module_{view.name}", lines=3, on_tap=partial(self._tap, view.name))
            for view in modules.modules(screen.game)
        ]
        close = screen.shell.sheets.close
        super().__init__(
            look, "modules_sheet", _("Rules in play"), close, lines=2, at_once=True, **properties
        )
        for button in self.buttons:
            self.add_widget(button)
        self._show()

    def _show(self) -> None:
        for button, view in zip(self.buttons, modules.modules(self.screen.game), strict=True):
            kind: Kind = "primary" if view.chosen else "quiet" if view.refused else "plain"
            button.show(view.label, icon="check" if view.chosen else "", kind=kind, detail=view.note)
        self.repaint()

    def _tap(self, name: str) -> None:
        game = self.screen.game
        self.said = modules.refusal(game, name)
        if not self.said:
            self.screen.game = modules.toggled(game, name)
            self.screen.refresh()
        self._show()

    def arrange(self, card: Box) -> None:
        look, room = self.look, self.below_title(card)
        self._foot, room = room.cut_bottom(look.text(Text.OPERATOR) * 2.6)
        # names are long, so that wide buttons hold more than tall ones
        columns = 2 if look.metrics.portrait else 4
        cells = room.grid(columns, -(-len(self.buttons) // columns))
        for button, cell in zip(self.buttons, cells, strict=False):
            button.place(cell)

    _foot = Box(0, 0, 0, 0)

    def paint_card(self, p: Painter, card: Box) -> None:
        super().paint_card(p, card)
        foot = self._foot.inset(p.look.mm(2), 0)
        p.write(self.said, foot, Text.OPERATOR, p.theme.warn, bold=True, align=0.0, lines=2)


class RulesScreen(Screen):
    """Presets first; a change takes effect on the game at once."""

    framed = False
    of_game = False

    def __init__(self, shell: Shell, game: NewGame | None = None, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.game = game or NewGame()
        self.back = Button(
            look, "back", icon="check", kind="primary", on_tap=lambda: shell.go("new_game", game=self.game)
        )
        self.profiles = Segments(
            look, "profiles", lambda name: self.take(new_game.with_profile(self.game, name))
        )
        self.list = RowList(look, "option", lambda: OptionRow(look, self._tap), row_mm=13)
        self.line = ProblemLine(look, "rules_problem", self._fix, self._tell)
        self.modules = FixButton(
            look, "modules", icon="plus", on_tap=lambda: shell.sheets.cover(ModulesSheet(look, self))
        )
        for widget in (self.back, self.profiles, self.modules, self.list, self.line):
            self.add_widget(widget)

    def take(self, game: NewGame) -> None:
        """Go on with the game as it has been changed."""
        self.game = game
        self.shell.refresh()

    def refresh(self) -> None:
        found = new_game.problems(self.game)
        self.back.show(_("Done"))
        self.profiles.show(
            "",
            [
                (f"profile_{view.name}", view.title, view.name, view.name == self.game.profile, "")
                for view in new_game.profiles()
            ],
        )
        self.list.row_mm = 22 if self.look.metrics.portrait else 15
        self.modules.show(modules.summary(self.game.modules))
        self.list.show(new_game.options(self.game))
        edition = next((view.edition for view in new_game.profiles() if view.name == self.game.profile), "")
        if found:
            self.line.show(found[0].text, found[0].fix, warns=True, more=len(found) - 1)
        else:
            self.line.show(edition)
        self.arrange(self.box)

    def arrange(self, box: Box) -> None:
        look = self.look
        room = box.inset(look.mm(0.6))
        line = look.mm(TARGET_MM) + 2
        top, room = room.cut_top(3 * line + look.mm(6) if look.metrics.portrait else line)
        if look.metrics.portrait:
            upper, profiles = top.cut_top(line)
            done, words = upper.cut_right(look.mm(34))
            played, profiles = profiles.cut_top(line)
        else:
            done, profiles = top.cut_right(look.mm(34))
            words, room = room.cut_top(look.mm(TARGET_MM))
            played, words = words.cut_right(words.w * 0.42)
        self.modules.place(played)
        self.back.place(done)
        self.profiles.place(profiles)
        self.line.place(words)
        self.list.place(room)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what is touched ----------------------------------------------------------------------------

    def _tap(self, view: OptionView) -> None:
        if view.kind == "switch":
            self.take(new_game.with_option(self.game, view.name, not view.value))
        else:
            self._open(view.name)

    def _open(self, name: str) -> None:
        view = next(view for view in new_game.options(self.game) if view.name == name)

        def chosen(value: Value) -> None:
            self.take(new_game.with_option(self.game, name, value))
            if view.kind == "number":
                sheet.show(next(view for view in new_game.options(self.game) if view.name == name))
            else:
                self.shell.sheets.close()

        sheet = OptionSheet(self.look, view, chosen, self.shell.sheets.close)
        self.shell.sheets.cover(sheet)

    def _tell(self) -> None:
        lines = [("", problem.text) for problem in new_game.problems(self.game)]
        sheets = self.shell.sheets
        sheets.cover(TextSheet(self.look, _("What is still in the way"), lines, sheets.close))

    def _fix(self) -> None:
        found = new_game.problems(self.game)
        if found and found[0].fixed is not None:
            self.take(found[0].fixed)
