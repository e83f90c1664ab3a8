"""A new game: tap the people as they sit, and start. All else has its usual value until it is touched."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.app.i18n import _, pgettext
from companion.app.roster import Person, same_name
from companion.engine.state import COLOURS
from companion.presenters import home, new_game
from companion.presenters.deeds import AnswerView
from companion.presenters.names import colour_name
from companion.presenters.new_game import MOST_SEATS, NewGame
from companion.presenters.views import PersonView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, PRIMARY_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painter, Tappable
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import Colour, dimmed, liveries, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_icon
from kivy_ui.widgets.choice import ChoiceSheet, Segments, TextSheet
from kivy_ui.widgets.line import ProblemLine
from kivy_ui.widgets.sheets import TitledSheet


class SeatCard(Tappable):
    """A place at the table: who sits there, and whether they begin."""

    def __init__(self, look: Look, seat: int, on_tap: Callable[[int], None], **properties: Any) -> None:
        self.seat = seat
        self.person: PersonView | None = None
        self.begins = False
        super().__init__(look, f"seat_{seat}", lambda: on_tap(seat), **properties)

    def show(self, person: PersonView | None, begins: bool) -> None:
        """Show who sits there."""
        self.enabled = person is not None
        if (person, begins) != (self.person, self.begins):
            self.person, self.begins = person, begins
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme, look = p.theme, p.look
        body = self.box.inset(look.mm(GAP_MM) / 2)
        radius = look.mm(2)
        if self.person is None:
            p.frame(body, theme.ground, theme.line, max(1.0, look.mm(0.3)), radius)
            p.write(str(self.seat + 1), body, Text.TABLE, dimmed(theme.text, theme.ground), bold=True)
            return
        fill = theme.pressed if self.pressed else theme.surface
        p.rect(body, theme.accent if self.begins else fill, radius)
        if self.begins:
            p.rect(body.inset(max(2.0, look.mm(0.5))), fill, radius * 0.8)
        room = body.inset(look.mm(1.2), look.mm(0.9))
        if room.w < room.h * 2.2:
            top, bottom = room.rows([1.25, 1.0])
            draw_chip(p, self.person, top)
            p.write(self.person.name, bottom, Text.TABLE, theme.text, bold=True, may_shorten=True)
            spot = Box(room.x, room.top - look.mm(6), look.mm(6), look.mm(6))
        else:
            chip, rest = room.cut_left(min(room.h, look.mm(9)))
            draw_chip(p, self.person, chip)
            spot, rest = rest.cut_right(look.mm(6) if self.begins else 0)
            p.write(
                self.person.name,
                rest.inset(look.mm(1), 0),
                Text.TABLE,
                theme.text,
                bold=True,
                align=0.0,
                may_shorten=True,
            )
        if self.begins:
            draw_icon(
                p,
                "roll",
                spot.middle(min(spot.w, look.mm(5.6)), min(spot.h, look.mm(5.6))),
                theme.accent,
                fill,
            )


class PersonCard(Tappable):
    """Somebody who has played here; lit and ticked while at the table."""

    def __init__(
        self,
        look: Look,
        name: str,
        on_tap: Callable[[], None],
        on_hold: Callable[[], None],
        **properties: Any,
    ) -> None:
        self.person: PersonView | None = None
        self.seated = False
        super().__init__(look, name, on_tap, on_hold, **properties)

    def show(self, person: PersonView, seated: bool) -> None:
        """Show somebody else, or somebody at the table."""
        if (person, seated) != (self.person, self.seated):
            self.person, self.seated = person, seated
            self.repaint()

    def paint(self, p: Painter) -> None:
        if self.person is None:
            return
        theme, look = p.theme, p.look
        body = self.box.inset(look.mm(GAP_MM) / 2)
        fill = mix(theme.raised, theme.accent, 0.22) if self.seated else theme.raised
        p.rect(body, mix(fill, theme.text, 0.2) if self.pressed else fill, look.mm(2))
        room = body.inset(look.mm(0.9), look.mm(1))
        chip, rest = room.cut_left(min(room.h, look.mm(6.4)))
        if self.seated:
            draw_icon(p, "check", chip.inset(chip.w * 0.12, 0), theme.accent, fill)
        else:
            draw_chip(p, self.person, chip)
        p.write(
            self.person.name,
            Box(rest.x + look.mm(1.2), rest.y, rest.w - look.mm(1.2), rest.h),
            Text.OPERATOR,
            theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
        )


class ColourButton(Button):
    """A colour with its shape, and its name."""

    person: PersonView | None = None

    def paint_content(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        side = min(room.h, p.look.mm(8), room.w * 0.3)
        chip, words = room.cut_left(side)
        if self.person is not None:
            draw_chip(p, self.person, chip, fill)
        words = Box(words.x + p.look.mm(0.8), words.y, words.w - p.look.mm(0.8), words.h)
        p.write(self.label, words, Text.OPERATOR, ink, align=0.0, lines=2)


class SeatSheet(TitledSheet):
    """Everything about one place: colour, order, who begins, name."""

    def __init__(self, look: Look, screen: NewGameScreen, seat: int, **properties: Any) -> None:
        self.screen, self.seat = screen, seat
        game, shell = screen.game, screen.shell
        person = person_view(game.seats[seat], seat)
        self.colours = [
            ColourButton(
                look,
                f"colour_{colour}",
                colour_name(colour),
                kind="primary" if colour == person.colour else "plain",
                on_tap=partial(self._recolour, colour),
            )
            for colour in COLOURS
        ]
        for button, colour in zip(self.colours, COLOURS, strict=True):
            button.person = PersonView(seat, person.name, colour)
        several = len(game.seats) > 1
        self.deeds = [
            Button(
                look,
                "seat_begins",
                _("Goes first"),
                "roll",
                kind="primary" if game.first == seat else "plain",
                on_tap=lambda: self._done(replace(game, first=seat)),
            ),
            Button(
                look,
                "seat_back",
                pgettext("seat", "Earlier"),
                "back",
                on_tap=lambda: self._done(new_game.moved(game, seat, -1), stay=-1),
            ),
            Button(
                look,
                "seat_on",
                pgettext("seat", "Later"),
                "forward",
                on_tap=lambda: self._done(new_game.moved(game, seat, 1), stay=1),
            ),
            Button(
                look,
                "seat_rename",
                _("Name"),
                "pencil",
                on_tap=lambda: shell.go("name", game=game, rename=seat, text=person.name),
            ),
            Button(
                look,
                "seat_remove",
                _("Remove"),
                "cross",
                on_tap=lambda: self._done(new_game.without(game, seat)),
            ),
        ]
        for button in self.deeds[1:3]:
            button.enabled = several
        super().__init__(
            look,
            "seat_sheet",
            person.name,
            shell.sheets.close,
            person=person,
            may_shorten=True,
            at_once=True,
            **properties,
        )
        for button in (*self.colours, *self.deeds):
            self.add_widget(button)

    def _recolour(self, colour: str) -> None:
        self._done(new_game.recoloured(self.screen.game, self.seat, colour))

    def _done(self, game: NewGame, stay: int = 0) -> None:
        self.screen.take(game)
        if stay:
            self.screen._seat((self.seat + stay) % len(game.seats))
        else:
            self.screen.shell.sheets.close()

    def arrange(self, card: Box) -> None:
        look, room = self.look, self.below_title(card)
        if look.metrics.portrait:
            upper, lower = room.rows([3.0, 5.0])
            colours, deeds = upper.grid(2, 3), lower.grid(1, 5)
        else:
            upper, lower = room.rows([1.7, 1.0])
            colours, deeds = upper.grid(3, 2), lower.columns(5)
        for button, cell in zip((*self.colours, *self.deeds), (*colours, *deeds), strict=True):
            button.place(cell)


def person_view(person: Person, seat: int) -> PersonView:
    """A remembered person as a chip."""
    return PersonView(seat, person.name, person.colour)


class NewGameScreen(Screen):
    """Holds the game that is being made up; ``game`` comes along from the screens that change it."""

    framed = False
    of_game = False

    def __init__(self, shell: Shell, game: NewGame | None = None, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.context = shell.context
        self.game = game or self._usual()
        self.page = 0
        self.back = Button(look, "back", icon="back", kind="quiet", on_tap=lambda: shell.go("home"))
        self.levels = Segments(look, "levels", lambda level: self.take(new_game.with_level(self.game, level)))
        self.rules = Button(look, "rules", icon="gear", on_tap=lambda: shell.go("rules", game=self.game))
        self.rules.wraps_detail = True
        self.seats = [SeatCard(look, seat, self._seat) for seat in range(MOST_SEATS)]
        self.add = Button(look, "new_name", icon="plus", on_tap=lambda: shell.go("name", game=self.game))
        self.turn = Button(look, "more_people", icon="forward", on_tap=self._turn)
        self.people: list[PersonCard] = []
        self.line = ProblemLine(look, "problem", self._fix, self._tell)
        self.start = Button(look, "start", icon="play", kind="primary", role=Text.TABLE, on_tap=self._start)
        for widget in (self.back, self.levels, self.rules, *self.seats, self.add, self.line, self.start):
            self.add_widget(widget)

    def _usual(self) -> NewGame:
        """Level and rules as last time; nobody at the table yet."""
        last = home.again(self.context.games())
        return replace(last, seats=(), first=0) if last is not None else NewGame()

    def take(self, game: NewGame) -> None:
        """Go on with the game as it has been changed."""
        self.game = game
        self.shell.refresh()

    # --- what is shown ------------------------------------------------------------------------------

    def refresh(self) -> None:
        game = self.game
        self.look.liveries = liveries(COLOURS)
        levels = new_game.levels(game.modules)
        self.levels.show(
            "",
            [
                (f"level_{view.level}", view.label, view.level, view.level == game.level, "")
                for view in levels
            ],
            pale=tuple(view.level for view in levels if view.refused),
        )
        self.rules.show(_("Rules"), detail=new_game.rules_summary(game))
        for seat, card in enumerate(self.seats):
            person = game.seats[seat] if seat < len(game.seats) else None
            card.show(
                None if person is None else person_view(person, seat),
                seat == game.first and person is not None,
            )
        self.add.show(_("New"))
        self.turn.show(_("More"))
        self.start.show(_("Start"), enabled=new_game.can_start(game))
        found = new_game.problems(game)
        if found:
            self.line.show(found[0].text, found[0].fix, warns=True, more=len(found) - 1)
        else:
            self.line.show(new_game.missing(game) or new_game.house_rule(game) or self._ready())
        self.arrange(self.box)

    def _ready(self) -> str:
        level = next(view for view in new_game.levels(self.game.modules) if view.level == self.game.level)
        return level.detail

    def arrange(self, box: Box) -> None:
        look = self.look
        portrait = look.metrics.portrait
        room = box.inset(look.mm(0.6))
        line = look.mm(TARGET_MM) + 2
        top, room = room.cut_top(line)
        back, top = top.cut_left(line)
        self.back.place(back)
        if portrait:
            self.rules.place(top)
            levels, room = room.cut_top(line)
            self.levels.place(levels)
        else:
            levels, rules = top.columns([1.7, 1.0])
            self.levels.place(levels)
            self.rules.place(rules)
        bottom, room = room.cut_bottom(
            look.mm(PRIMARY_MM) + 2 if not portrait else 2 * (look.mm(PRIMARY_MM) + 2)
        )
        if portrait:
            problem, start = bottom.rows(2)
        else:
            start, problem = bottom.cut_right(bottom.w * 0.32)
        self.line.place(problem)
        self.start.place(start)
        shown = max(4, len(self.game.seats)) if len(self.game.seats) < MOST_SEATS - 1 else MOST_SEATS
        shown = min(MOST_SEATS, max(shown, len(self.game.seats) + (0 if len(self.game.seats) < 4 else 1)))
        columns = 2 if portrait else shown
        rows = -(-shown // columns)
        seats, room = room.cut_top(rows * (line if portrait else look.mm(17)))
        for seat, card in enumerate(self.seats):
            if seat < shown:
                card.place(seats.grid(columns, rows)[seat])
            self.have(card, seat < shown)
        self._arrange_people(room)

    def _arrange_people(self, room: Box) -> None:
        look = self.look
        columns = max(2, int(room.w // look.mm(28)))
        rows = max(1, int(room.h // (look.mm(TARGET_MM) + 2)))
        room, _rest = room.cut_top(min(room.h, rows * look.mm(TARGET_MM + 4)))
        cells = room.grid(columns, rows)
        people = self.context.people
        fit = len(cells) - 1
        paged = len(people) > fit
        if paged:
            fit -= 1
        pages = max(1, -(-len(people) // max(1, fit)))
        self.page %= pages
        shown = people[self.page * fit : (self.page + 1) * fit]
        self.add.place(cells[0])
        while len(self.people) < len(shown):
            index = len(self.people)
            self.people.append(
                PersonCard(
                    look,
                    f"person_{index}",
                    partial(self._tap, index),
                    partial(self._hold, index),
                )
            )
        for index, card in enumerate(self.people):
            if index < len(shown):
                person = shown[index]
                card.show(person_view(person, 0), new_game.seat_of(self.game, person.name) is not None)
                card.place(cells[index + 1])
            self.have(card, index < len(shown))
        self._shown = shown
        if paged:
            self.turn.place(cells[-1])
        self.have(self.turn, paged)

    _shown: tuple[Person, ...] = ()

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what is touched ----------------------------------------------------------------------------

    def _tap(self, index: int) -> None:
        self.take(new_game.toggled(self.game, self._shown[index]))

    def _turn(self) -> None:
        self.page += 1
        self.shell.refresh()

    def _seat(self, seat: int) -> None:
        self.shell.sheets.cover(SeatSheet(self.look, self, seat))

    def _hold(self, index: int) -> None:
        """Somebody who will not come again can be forgotten."""
        person = self._shown[index]

        def answered(answer: AnswerView) -> None:
            self.shell.sheets.close()
            if answer.name == "forget":
                self.context.remember(tuple(other for other in self.context.people if other != person))
                seat = new_game.seat_of(self.game, person.name)
                self.take(self.game if seat is None else new_game.without(self.game, seat))

        answers = (
            AnswerView("keep", _("Keep"), (), "check"),
            AnswerView("forget", _("Forget the name"), (), "bin"),
        )
        self.shell.sheets.cover(
            ChoiceSheet(
                self.look, person.name, answers, answered, self.shell.sheets.close, person_view(person, 0)
            )
        )

    def _tell(self) -> None:
        lines = [("", problem.text) for problem in new_game.problems(self.game)]
        sheets = self.shell.sheets
        sheets.cover(TextSheet(self.look, _("What is still in the way"), lines, sheets.close))

    def _fix(self) -> None:
        found = new_game.problems(self.game)
        if found and found[0].fixed is not None:
            self.take(found[0].fixed)

    def _start(self) -> None:
        if new_game.can_start(self.game):
            self.context.begin(self.game)


def remembered(people: tuple[Person, ...], person: Person, instead_of: str = "") -> tuple[Person, ...]:
    """The people with somebody new at the front, or with a new name in place of the old one."""
    kept = tuple(other for other in people if not same_name(other.name, person.name))
    if instead_of and any(same_name(other.name, instead_of) for other in kept):
        return tuple(person if same_name(other.name, instead_of) else other for other in kept)
    return (person, *kept)
