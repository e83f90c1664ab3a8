"""The table: the home of play. Everything that a player can do is one or two taps away."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.app.i18n import _
from companion.presenters.intents import Intent, Roll, Take
from companion.presenters.palette import TRADE
from companion.presenters.views import PlayerView, TableView
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Painter
from kivy_ui.screen import PlayScreen
from kivy_ui.shell import Shell
from kivy_ui.widgets.column import ColumnActions, PlayerColumn
from kivy_ui.widgets.dice import FaceButton, place_row

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

FRESH_SECONDS = 2.5


def grid_shape(players: int, portrait: bool) -> tuple[int, int]:
    """Columns and rows for a number of players."""
    if portrait:
        return (1, players) if players == 2 else (2, -(-players // 2))
    return (players, 1) if players <= 4 else (3, 2)


class TableScreen(PlayScreen):
    """A column for each player; where only the event die is tracked, its faces as large buttons."""

    back_to_table = False

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        self.columns: list[PlayerColumn] = []
        self.faces: list[FaceButton] = []
        self._unmark: ClockEvent | None = None
        self._view: TableView | None = None

    def show_again(self, **_arguments: Any) -> bool:
        return True

    def arrange(self, box: Box) -> None:
        view = self.play.table()
        if view.scored:
            self._build_columns(view.players)
            self.arrange_columns(box)
        else:
            self._build_faces()
            self._arrange_faces(box)

    def arrange_columns(self, box: Box) -> None:
        """The columns fill the room."""
        shape = grid_shape(len(self.columns), self.look.metrics.portrait)
        for column, cell in zip(self.columns, box.inset(self.look.mm(0.4)).grid(*shape), strict=False):
            column.place(cell)

    def refresh(self) -> None:
        view = self.play.table()
        if view.scored:
            fresh = self._view is not None
            for column, player in zip(self.columns, view.players, strict=False):
                column.show(player, fresh)
            if fresh and view != self._view:
                if self._unmark is not None:
                    self._unmark.cancel()
                self._unmark = Clock.schedule_once(self._let_fade, FRESH_SECONDS)
        self._view = view
        if self.faces:
            self.repaint()

    def _let_fade(self, _elapsed: float) -> None:
        for column in self.columns:
            column.unmark()

    # --- columns ------------------------------------------------------------------------------------

    def _build_columns(self, players: tuple[PlayerView, ...]) -> None:
        fit = (column.fits(player) for column, player in zip(self.columns, players, strict=False))
        if len(self.columns) == len(players) and all(fit):
            for column in self.columns:
                self.have(column)
            return
        actions = ColumnActions(
            head=lambda seat: self.shell.asking.open_panel(seat, "all"),
            cards=lambda seat: self.shell.asking.open_panel(seat, "cards"),
            hand=lambda seat: self._do(Take(seat, TRADE)),
            held=lambda seat: self.shell.asking.open_panel(seat, "hand"),
            do=self._do,
        )
        for widget in (*self.columns, *self.faces):
            self.remove_widget(widget)
        self.faces = []
        self.columns = [PlayerColumn(self.look, player, actions) for player in players]
        for column in self.columns:
            self.add_widget(column)

    def _do(self, intent: Intent | None) -> None:
        if intent is not None:
            self.shell.do(intent)

    # --- the event die alone ------------------------------------------------------------------------

    def _build_faces(self) -> None:
        if self.faces:
            return
        for column in self.columns:
            self.remove_widget(column)
        self.columns = []
        roll = self.play.roll()
        self.faces = [
            FaceButton(self.look, f"{row}_{face}", row, face, on_tap=partial(self._do, Roll({row: face})))
            for row in roll.rows[:1]
            for face in roll.faces[row]
        ]
        for button in self.faces:
            button.plate = True
            self.add_widget(button)

    def _arrange_faces(self, box: Box) -> None:
        room = box.inset(self.look.mm(1))
        self._line, room = room.cut_top(self.look.text(Text.TABLE) * 1.7)
        if self.look.metrics.portrait:
            ship, gates = room.rows([1.0, 1.0])
            self.faces[0].place(ship)
            for button, part in zip(self.faces[1:], gates.columns(len(self.faces) - 1), strict=True):
                button.place(part)
        else:
            place_row(self.faces, room)
        self.repaint()

    _line = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        theme = p.theme
        if not self.faces:
            return
        result = self.play.result()
        lines = result.lines if result is not None else ()
        if not lines:
            p.write(_("What does the event die show?"), self._line, Text.TABLE, theme.quiet)
        for line in lines[:1]:
            alarm = line.tone in ("warn", "danger")
            fill = theme.danger if line.tone == "danger" else theme.accent if alarm else theme.surface
            ink = theme.on_danger if line.tone == "danger" else theme.on_accent if alarm else theme.text
            body = self._line.inset(p.look.mm(1), 0)
            p.rect(body, fill, p.look.mm(2.2))
            p.write(line.text, body.inset(p.look.mm(2), 0), 40, ink, bold=True)
