"""The frame around a screen of a game: the ship strip above, the bar below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.presenters.intents import NextTurn, Undo
from companion.presenters.play import Play
from kivy_ui.geometry import Box
from kivy_ui.screen import Screen
from kivy_ui.theme import liveries
from kivy_ui.widgets.bar import Bar
from kivy_ui.widgets.strip import Strip

if TYPE_CHECKING:
    from kivy_ui.shell import Shell


class Frame:
    """Shows strip and bar, and what their keys do."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._look = shell.look
        self.strip = Strip(
            shell.look, lambda: shell.on_mute(), lambda topic: shell.helping.tell(topic), self._statistics
        )
        self.bar = Bar(
            shell.look,
            on_undo=lambda: shell.do(Undo()),
            on_whose=shell.asking.whose,
            on_log=lambda: shell.leave_for("log"),
            on_more=lambda: shell.leave_for("more"),
            on_roll=self._roll,
            on_table=lambda: shell.leave_for("table"),
            on_waiting=shell.asking.ask_next,
            on_board=lambda: shell.leave_for("board"),
            on_ending=lambda: shell.do(NextTurn()),
            on_result=lambda: shell.leave_for("evening"),
        )

    def _statistics(self) -> None:
        """What the evening is made of so far; from there the way leads back here."""
        shell = self._shell
        if shell.screen is not None and shell.screen.may_leave("evening"):
            shell.go("evening", origin=shell.screen_name, back=shell.arguments)

    def _roll(self, row: str | None, face: str | None) -> None:
        """Go where the next roll is entered, with the face that was tapped in the bar."""
        if self._shell.game.card_pad() is not None:
            self._shell.go("card_pad")
        else:
            self._shell.go("roll", chosen={row: face} if row and face else {})

    def show(self, play: Play, screen: Screen) -> None:
        """Show the game as it is now."""
        self._look.liveries = liveries(tuple(player.person.colour for player in play.table().players))
        self.strip.show(play.strip(), past=self._shell.past.visited)
        self.bar.show(play.bar(), back=screen.back_to_table, quiet=screen.has_primary)

    def arrange(self, play: Play | None) -> Box:
        """Stand around the screen of a game, or nowhere without one; the room that is left for the screen."""
        for widget in (self.strip, self.bar):
            if play is not None and widget.parent is None:
                self._shell.add_widget(widget)
            elif play is None and widget.parent is not None:
                self._shell.remove_widget(widget)
        if play is None:
            return self._window
        table = play.table()
        self.bar.compact = self._look.metrics.portrait and len(table.players) > 4
        self.strip.large = not table.scored
        top, rest = self._window.cut_top(self.strip.height_for(self._look, self.strip.large))
        self.strip.place(top)
        self.bar.place(rest.cut_bottom(self.bar.height_for(self._look))[0])
        return self.room

    @property
    def room(self) -> Box:
        """What a screen between strip and bar has."""
        _top, box = self._window.cut_top(self.strip.height_for(self._look, self.strip.large))
        return box.cut_bottom(self.bar.height_for(self._look))[1]

    @property
    def _window(self) -> Box:
        return Box(0.0, 0.0, self._shell.width, self._shell.height)
