"""A name for somebody at the table."""

from __future__ import annotations

from typing import Any

from companion.app.i18n import _
from companion.app.roster import Person, clean_name, same_name
from companion.history.log import LONGEST_NAME
from companion.presenters import new_game
from companion.presenters.new_game import NewGame
from companion.presenters.views import PersonView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM
from kivy_ui.screens.new_game import remembered
from kivy_ui.shell import Shell
from kivy_ui.widgets.line import ProblemLine
from kivy_ui.writing import WritingScreen


class NameScreen(WritingScreen):
    """A new person for the game, or with ``rename`` another name for the one at that seat."""

    longest = LONGEST_NAME

    def __init__(
        self,
        shell: Shell,
        game: NewGame | None = None,
        rename: int | None = None,
        text: str = "",
        layout: str = "",
        **rest: Any,
    ) -> None:
        self.context = shell.context
        self.game = game or NewGame()
        self.rename = rename
        super().__init__(shell, text, layout, **rest)
        self.line = ProblemLine(shell.look, "name_problem", self._fix)
        self.add_widget(self.line)

    @property
    def _old(self) -> str:
        """The name that is to be changed; empty for somebody new."""
        return "" if self.rename is None else self.game.seats[self.rename].name

    # --- what is shown ------------------------------------------------------------------------------

    def refresh(self) -> None:
        name = clean_name(self.text)
        colour = (
            new_game.free_colour(self.game) if self.rename is None else self.game.seats[self.rename].colour
        )
        known = next((person for person in self.context.people if same_name(person.name, name)), None)
        if known is not None and self.rename is None:
            colour = known.colour
        self.field.show(self.text, PersonView(0, name, colour))
        seat = new_game.seat_of(self.game, name) if name else None
        other = new_game.other_name(name, self._names()) if name else ""
        if seat is not None and seat != self.rename:
            self.line.show(
                _("{name} is at the table already.").format(name=name),
                _("Use {name}").format(name=other),
                warns=True,
            )
        elif known is not None and not same_name(self._old, name):
            self.line.show(
                _("{name} has played here before. If this is somebody else, choose another name.").format(
                    name=name
                ),
                _("Use {name}").format(name=other),
            )
        elif len(self.text) >= LONGEST_NAME:
            self.line.show(_("A name has at most {count} letters.").format(count=LONGEST_NAME))
        else:
            self.line.show("")
        self.show_keys(ready=self._ready(name))

    def _ready(self, name: str) -> bool:
        seat = new_game.seat_of(self.game, name) if name else None
        return bool(name) and (seat is None or seat == self.rename)

    def _names(self) -> tuple[str, ...]:
        return (
            *(person.name for person in self.context.people),
            *(person.name for person in self.game.seats),
        )

    def arrange_between(self, room: Box) -> Box:
        look = self.look
        line, room = room.cut_top(look.mm(TARGET_MM if look.metrics.portrait else TARGET_MM - 1) + 1)
        self.line.place(line)
        return room

    # --- what becomes of it -------------------------------------------------------------------------

    def _fix(self) -> None:
        self.text = new_game.other_name(clean_name(self.text), self._names())
        self.refresh()

    def _leave(self) -> None:
        self.shell.go("new_game", game=self.game)

    def _done(self) -> None:
        name = clean_name(self.text)
        if not self._ready(name):
            return
        if self.rename is not None:
            old = self.game.seats[self.rename]
            game = new_game.renamed(self.game, self.rename, name)
            self.context.remember(
                remembered(self.context.people, game.seats[self.rename], instead_of=old.name)
            )
        else:
            known = next((person for person in self.context.people if same_name(person.name, name)), None)
            person = known or Person(name, new_game.free_colour(self.game))
            game = new_game.toggled(self.game, person)
            if known is None:
                self.context.remember(remembered(self.context.people, person))
        self.shell.go("new_game", game=game)
