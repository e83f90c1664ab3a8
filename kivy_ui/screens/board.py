"""The board: pieces go to their places, and questions are answered where they are asked: on the island."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.app.i18n import _
from companion.presenters.board_view import BoardView, Marks, Place
from companion.presenters.deeds import AnswerView, ChoiceView
from companion.presenters.helping import Topic
from companion.presenters.intents import Enter, Intent, NextTurn, TouchPiece, Try
from companion.presenters.views import (
    ActionView,
    AskedView,
    LineView,
    PersonView,
    PlacesView,
    PlayerView,
    QuestionView,
    StripView,
)
from kivy_ui.board.board import BoardPicture
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, plain, width_of
from kivy_ui.screen import PlayScreen
from kivy_ui.shell import Shell
from kivy_ui.theme import Colour, liveries
from kivy_ui.widgets.bar import BAR_MM
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.cells import Cell, LadderCell
from kivy_ui.widgets.chip import draw_chip, draw_icon
from kivy_ui.widgets.choice import AnswerButton
from kivy_ui.widgets.column import CardsCell
from kivy_ui.widgets.result_card import draw_line
from kivy_ui.widgets.seat import ChipButton, asked_chips, chips_height
from kivy_ui.widgets.sheets import action_button, choice_grid
from kivy_ui.widgets.strip import draw_balance, draw_track

SHIP_MM = 9.2
"""Height of the line with the ship."""
COLUMN_SHARE = 0.4
"""Of a wide window, what the board leaves."""
MOST_CHIPS = 5
INSTRUMENTS_MM = 12.6
"""Width of the ladders and cards beside the pieces, whose words need the rest."""
LANDSCAPE_ROWS = 4
PORTRAIT_ROWS = 2
"""Rows of pieces for which there is always room, so that a piece keeps its place and size."""


class BoardScreen(PlayScreen):
    """No frame: the board has all the height. Beside it stand the pieces, or what is asked."""

    framed = False

    @classmethod
    def instead(cls, shell: Shell, **arguments: Any) -> str:
        if shell.play is None or shell.play.board() is not None:
            return super().instead(shell)
        return "table" if shell.play.board_setup(0) is None else "board_setup"

    def __init__(
        self, shell: Shell, asked: PlacesView | ChoiceView | None = None, key: str = "", **rest: Any
    ) -> None:
        super().__init__(shell, **rest)
        self.asked: PlacesView | ChoiceView | None = asked
        self.key = key
        self.others: list[ChipButton] = []
        self.seat = -1
        self._turn = (-1, -1)
        self._fresh: tuple[str, PersonView | None] | None = None
        self.picture = BoardPicture(
            self.look,
            self._placed,
            still=shell.settings.reduced_motion,
            hexes=self._told_of,
        )
        self.ship = ShipLine(self.look)
        self.chips: list[ChipButton] = []
        self.pieces: list[PieceButton] = []
        self.ladders: list[LadderCell] = []
        self.cards: CardsCell | None = None
        self.head = Question(self.look)
        self.answers: list[Button] = []
        self.voices: list[Voice] = []
        self.undo = self.undo_button()
        self.table = Button(self.look, "table", icon="table", kind="primary", on_tap=self._leave)
        self.ending = Button(self.look, "end_turn", kind="primary", on_tap=lambda: shell.do(NextTurn()))
        self._room = Box(0, 0, 0, 0)

    # --- what it shows ------------------------------------------------------------------------------

    def show_again(
        self, asked: PlacesView | ChoiceView | None = None, key: str = "", **_arguments: Any
    ) -> bool:
        self.asked, self.key = asked, key
        return True

    def entered(self) -> None:
        self.asked = None

    def choose(self, view: ChoiceView) -> bool:
        self.asked = view
        self.refresh()
        return True

    def question(self) -> PlacesView | ChoiceView | None:
        """What is asked now: what a touch has begun, or else an open question of the game."""
        if self.asked is not None:
            return self.asked
        first = self._open_question()
        return None if first is None else first.places

    def _open_question(self) -> QuestionView | None:
        """The open question that is put here: the one that was chosen, or the first one."""
        questions = self.play.questions()
        chosen = next((question for question in questions if question.key == self.key), None)
        return chosen or next(iter(questions), None)

    def refresh(self) -> None:
        board = self.play.board()
        view = self.play.table()
        self.look.liveries = liveries(tuple(player.person.colour for player in view.players))
        strip = self.play.strip()
        if strip.on_turn is not None and self._turn != (strip.turn, strip.on_turn.seat):
            self._turn = strip.turn, strip.on_turn.seat
            self.seat = strip.on_turn.seat
        asked = self.question()
        bar = self.play.bar()
        if self._fresh != (bar.undo, bar.undo_by):
            if self._fresh is not None:
                self.undo.light()
            self._fresh = bar.undo, bar.undo_by
        self.undo.show_entry(bar)
        wanted: list[Painted] = [self.picture, self.ship, self.undo, self.table]
        if bar.ending is not None:
            self.ending.show_action(bar.ending)
            wanted.append(self.ending)
        self.table.show("" if bar.ending else _("Table"), kind="plain" if bar.ending else "primary")
        goals: frozenset[str] = frozenset()
        if asked is None:
            palette = self.play.palette(max(0, self.seat))
            self.ship.show(strip, palette.person)
            self._show_chips(palette.people)
            self._show_pieces(palette.pieces, palette.lit, palette.person)
            self._show_instruments(view.players[palette.person.seat])
            goals = palette.goals
            wanted += [*self.chips, *self.pieces, *self.instruments]
        else:
            self.ship.show(strip, None)
            self.head.show(asked.text, asked.person, self._told())
            self._show_answers(asked)
            self._show_others()
            wanted += [self.head, *self.answers, *self.others]
            for voice in self.voices:
                wanted += [voice, *voice.buttons]
        self.keep(*wanted)
        self.arrange(self.box)
        if isinstance(board, BoardView):
            self.picture.show(board, marks(asked, self.seat, goals), self.shell.board_turn)

    def _told(self) -> tuple[LineView, ...]:
        """What the roll says, beside the question that it asks."""
        result = self.play.result()
        if result is None or self.asked is not None:
            return ()
        return tuple(line for line in result.lines if line.tone == "warn" or line.values)

    def _show_chips(self, people: tuple[PersonView, ...]) -> None:
        shown = people if len(people) <= MOST_CHIPS else tuple(p for p in people if p.seat != self.seat)
        if [chip.person for chip in self.chips] != list(shown):
            self.chips = [
                ChipButton(self.look, f"seat_{person.seat}", person, partial(self._choose, person.seat))
                for person in shown
            ]
        for chip in self.chips:
            chip.show(chip.person.seat == self.seat)

    def _show_pieces(self, pieces: tuple[ActionView, ...], lit: frozenset[str], person: PersonView) -> None:
        if [button.name for button in self.pieces] != [piece.name for piece in pieces]:
            self.pieces = [PieceButton(self.look, piece.name) for piece in pieces]
        for button, piece in zip(self.pieces, pieces, strict=True):
            button.on_tap = partial(self._take, piece)
            button.show_piece(piece, piece.name in lit, person)

    @property
    def instruments(self) -> list[Cell]:
        """What is bought and played without a place to begin with, as it stands in the player's column."""
        return [*self.ladders, *([self.cards] if self.cards is not None else [])]

    def _show_instruments(self, player: PlayerView) -> None:
        """Whoever is at the board need not go to the table for an improvement or a card."""
        seat, colour = player.person.seat, player.person.colour
        names = [f"ladder_{seat}_{ladder.track}" for ladder in player.ladders]
        if [cell.name for cell in self.ladders] != names:
            self.ladders = [
                LadderCell(self.look, name, colour, ladder, self._touched)
                for name, ladder in zip(names, player.ladders, strict=True)
            ]
        for cell, ladder in zip(self.ladders, player.ladders, strict=True):
            cell.show(ladder)
        held = any(count for _track, count in player.cards)
        if not held:
            self.cards = None
        elif self.cards is None or self.cards.name != f"cards_{seat}":
            hand = partial(self.shell.asking.open_panel, seat, "cards")
            self.cards = CardsCell(self.look, f"cards_{seat}", colour, hand)
        if self.cards is not None:
            self.cards.show(player.cards)

    def _touched(self, intent: Intent | None) -> None:
        if intent is not None:
            self.shell.do(intent)

    def _show_others(self) -> None:
        shown = self._open_question()
        others = self.play.questions() if self.asked is None and shown is not None else ()
        others = tuple(question for question in others if question != shown)
        self.others = asked_chips(self.look, others, self.shell.asking.ask)

    def _show_answers(self, asked: PlacesView | ChoiceView) -> None:
        self.answers = []
        if isinstance(asked, ChoiceView):
            for answer in asked.answers:
                self.answers.append(AnswerButton(self.look, answer, on_tap=partial(self._answered, answer)))
        else:
            self.answers += [action_button(self.look, answer, self.shell.do) for answer in asked.besides]
            if asked.done:
                done = partial(self.shell.do, Enter(asked.done))
                self.answers.append(Button(self.look, "board_done", asked.done_label, "check", on_tap=done))
        self._show_voices(() if isinstance(asked, ChoiceView) else asked.together)
        if self.asked is not None:
            self.answers.append(
                Button(self.look, "board_back", _("Not now"), "back", kind="quiet", on_tap=self._drop)
            )

    def _show_voices(self, together: tuple[AskedView, ...]) -> None:
        """What each of several can answer: a finger that is quick finds the same buttons again."""
        if [voice.view.person for voice in self.voices] != [view.person for view in together]:
            self.voices = [Voice(self.look, view, self.shell.do) for view in together]
        for voice, view in zip(self.voices, together, strict=True):
            voice.show(view)

    # --- where it stands ----------------------------------------------------------------------------

    def arrange(self, box: Box) -> None:
        look = self.look
        if look.metrics.portrait:
            ship, rest = box.cut_top(look.mm(SHIP_MM))
            rows = 1 + PORTRAIT_ROWS + bool(self.play.table().players[0].ladders)
            if self.head.parent is self and self.voices:
                rows = 1 + self._voice_rows(box.w) + bool(self.answers)
            board, rest = rest.cut_top(min(box.w, rest.h - look.mm(BAR_MM) - rows * (look.mm(TARGET_MM) + 1)))
        else:
            # the column stands on the left, since there Undo is where it is on every screen
            board, rest = box.cut_right(min(box.h, box.w * (1 - COLUMN_SHARE)))
            ship, rest = rest.cut_top(look.mm(SHIP_MM))
        self.picture.place(board)
        self.ship.place(ship)
        bottom, self._room = rest.cut_bottom(look.mm(BAR_MM))
        below: list[Button] = [self.undo, self.table]
        shares = [1.32, 1.0]
        if self.ending.parent is self:
            below, shares = [self.undo, self.table, self.ending], [1.0, 0.62, 1.0]
        for button, part in zip(below, bottom.columns(shares), strict=True):
            button.place(part)
        if self.head.parent is self:
            self._arrange_question(self._room)
        else:
            self._arrange_pieces(self._room)
        self.repaint()

    def _arrange_pieces(self, room: Box) -> None:
        top, room = room.cut_top(self.look.mm(TARGET_MM) + 1)
        for chip, cell in zip(self.chips, top.columns(len(self.chips) or 1), strict=False):
            chip.place(cell)
        portrait = self.look.metrics.portrait
        columns = 4 if portrait else 2
        rows = max(-(-len(self.pieces) // columns), PORTRAIT_ROWS if portrait else LANDSCAPE_ROWS)
        if self.ladders:
            places = len(self.ladders) + 1
            if portrait:
                side, room = room.cut_bottom(room.h / (rows + 1))
                cells = side.columns(places)
            else:
                side, room = room.cut_right(self.look.mm(INSTRUMENTS_MM))
                cells = side.rows(max(rows, places))
            for instrument, cell in zip(self.instruments, cells, strict=False):
                instrument.place(cell)
        for piece, cell in zip(self.pieces, room.grid(columns, rows), strict=False):
            piece.place(cell)

    def _voice_rows(self, width: float) -> int:
        """Lines that the voices of all who are asked take."""
        columns = max(
            1, int(width // (len(self.voices[0].buttons) * self.look.mm(TARGET_MM) + self.look.mm(6)))
        )
        return -(-len(self.voices) // min(columns, len(self.voices)))

    def _arrange_voices(self, room: Box) -> Box:
        """Each has a line or a part of one; what is left is the question's."""
        rows = self._voice_rows(room.w)
        below, rest = room.cut_bottom(rows * (self.look.mm(TARGET_MM) + 1))
        cells = below.grid(-(-len(self.voices) // rows), rows)
        for voice, cell in zip(self.voices, cells, strict=False):
            voice.place(cell)
        return rest

    def _arrange_question(self, room: Box) -> None:
        look = self.look
        if self.voices:
            room = self._arrange_voices(room)
        chips, room = room.cut_bottom(chips_height(look, self.others))
        for chip, cell in zip(self.others, chips.columns(max(4, len(self.others))), strict=False):
            chip.place(cell)
        count = len(self.answers)
        if not count:
            self.head.place(room)
            return
        line = look.mm(TARGET_MM) + 2
        if not isinstance(self.question(), ChoiceView):
            side_by_side = look.metrics.portrait or bool(self.voices)
            buttons, rest = room.cut_bottom(line if side_by_side else count * line)
            self.head.place(rest)
            cells = buttons.columns(count) if side_by_side else buttons.rows(count)
            for button, cell in zip(self.answers, cells, strict=True):
                button.place(cell)
            return
        choices = self.answers[:-1] if self.asked is not None else self.answers
        head = min(room.h * 0.34, look.text(Text.OPERATOR) * 3.6)
        top, rest = room.cut_top(head)
        self.head.place(top)
        if self.asked is not None:
            bottom, rest = rest.cut_bottom(line)
            self.answers[-1].place(bottom)
        for button, cell in zip(choices, choice_grid(len(choices), rest, look, 0), strict=True):
            button.place(cell)

    # --- what is touched ----------------------------------------------------------------------------

    def _told_of(self, hex: int) -> Topic | None:
        return self.play.hex(hex)

    def _choose(self, seat: int) -> None:
        """Another player's pieces: people enter late."""
        self.seat = seat
        self.refresh()

    def _take(self, piece: ActionView) -> None:
        if piece.intent is not None:
            self.shell.do(piece.intent)

    def _drop(self) -> None:
        self.asked = None
        if self.shell.flow.came_from:
            self.shell.flow.go_back()
        else:
            self.refresh()

    def _leave(self) -> None:
        self.asked = None
        self.shell.go("table")

    def _answered(self, answer: AnswerView) -> None:
        self.shell.do(answer.intent or Enter(answer.commands))

    def _placed(self, place: Place, lit: bool) -> None:
        asked = self.question()
        if isinstance(asked, ChoiceView) and asked.again == place:
            self._answered(asked.answers[0])
            return
        if not isinstance(asked, PlacesView):
            self.asked = None
            self.shell.do(TouchPiece(place))
            return
        if lit:
            for answer in asked.answers:
                if answer.place == place:
                    self.shell.do(Enter(answer.commands))
                    return
        for template in asked.templates:
            if template.sort == place.sort:
                self.shell.do(Try(template, place, asked.chosen))
                return


def marks(asked: PlacesView | ChoiceView | None, seat: int, goals: frozenset[str] = frozenset()) -> Marks:
    """What a question lights on the board; without one the ``goals`` can be touched."""
    if isinstance(asked, ChoiceView):
        chosen = () if asked.piece is None else (asked.piece,)
        marked = Marks(seat=seat, chosen=chosen, trail=asked.trail, blocked=asked.blocked, reach=asked.reach)
        return marked if asked.again is None else lit(marked, (asked.again,))
    if asked is None:
        return Marks(seat=seat, goals=goals)
    marked = Marks(
        possible=frozenset(answer.place for answer in asked.answers if answer.possible),
        wanted=tuple(template.sort for template in asked.templates),
        seat=seat,
        ghost=asked.ghost,
        chosen=asked.chosen,
    )
    return lit(marked, [answer.place for answer in asked.answers])


def lit(marked: Marks, places: Collection[Place]) -> Marks:
    """The marks with these places lit."""
    return replace(
        marked,
        corners=frozenset(str(place.id) for place in places if place.sort == "corner"),
        edges=frozenset(str(place.id) for place in places if place.sort == "edge"),
        hexes=frozenset(int(place.id) for place in places if place.sort == "hex"),
    )


class ShipLine(Painted):
    """The ship, cities against knights, and whose pieces are at hand: what is always seen."""

    def __init__(self, look: Look) -> None:
        self.view = StripView()
        self.person: PersonView | None = None
        super().__init__(look, "ship_line")

    def show(self, view: StripView, person: PersonView | None) -> None:
        """Show another state of the ship, and the player whose pieces are shown."""
        if (view, person) != (self.view, self.person):
            self.view, self.person = view, person
            self.repaint()

    def paint(self, p: Painter) -> None:
        box, view = self.box.inset(p.look.mm(0.8), p.look.mm(0.6)), self.view
        if box.h <= 0:  # on a very low window there is none left
            return
        person = self.person or view.on_turn
        if person is not None:
            chip, box = box.cut_left(box.h * 1.15)
            draw_chip(p, person, chip.middle(box.h * 0.94, box.h * 0.94))
        if view.strength is None or view.defence is None:
            if person is not None:
                p.write(
                    person.name,
                    box.inset(p.look.mm(1), 0),
                    Text.TABLE,
                    p.theme.text,
                    bold=True,
                    align=0.0,
                    may_shorten=True,
                )
            return
        track, balance = box.columns([1.0, 0.72], p.look.mm(1))
        draw_track(p, track, view.step, view.track, view.near)
        draw_balance(p, balance, view.strength, view.defence, Text.TABLE)


class PieceButton(Button):
    """A piece in the colour of its player; what has no place by the rules is pale, and says why."""

    may_shorten = True
    person: PersonView | None = None
    able = True

    def show_piece(self, piece: ActionView, able: bool, person: PersonView) -> None:
        """Become this piece of this player."""
        before = (self.label, self.icon, self.able, self.person)
        self.label, self.icon, self.able, self.person = piece.label, piece.icon, able, person
        self.kind = "plain" if able else "quiet"
        if before != (self.label, self.icon, self.able, self.person):
            self.repaint()

    def _beside(self, p: Painter, room: Box) -> tuple[Box, Box]:
        """A small drawing leaves the words as much as they can have."""
        spot, words = room.cut_left(min(room.h * 0.72, room.w * 0.25))
        return spot.middle(spot.w, spot.w), words.inset(p.look.mm(0.3), 0)

    def _parts(self, p: Painter, room: Box) -> tuple[Box, Box] | None:
        """In a narrow place a word stands below its drawing rather than divided beside it."""
        spot, words = self._beside(p, room)
        least = int(p.look.metrics.least_text)
        longest = max((width_of(plain(word), least, True) for word in self.label.split()), default=0)
        if longest > words.w and width_of(plain(self.label), least, True) <= room.w:
            spot, words = room.cut_top(room.h * 0.46)
            return spot, words
        return super()._parts(p, room)

    def _draw_icon(self, p: Painter, box: Box, ink: Colour, ground: Colour) -> None:
        livery = p.look.livery(self.person.colour) if self.person is not None else None
        if livery is None or not self.able or self.icon not in ("settlement", "city", "road", "wall"):
            options: tuple[object, ...] = (1, self.icon == "helmet") if self.icon == "knight" else ()
            draw_icon(p, self.icon, box, ink, ground, options=options)
            return
        line = p.theme.chip_line(livery) or p.theme.ground
        draw_icon(p, self.icon, box, ink, ground, options=(livery.fill, line))


class Voice(Painted):
    """What one of several can answer: a chip, how often it was answered, and the answers as buttons."""

    def __init__(self, look: Look, view: AskedView, do: Callable[[Intent], object]) -> None:
        self.view = view
        self.buttons = [action_button(look, answer, do) for answer in view.answers]
        for button in self.buttons:
            button.show("")
        super().__init__(look, f"voice_{view.person.seat}")

    def show(self, view: AskedView) -> None:
        """Show other answers and another number."""
        for button, lit in zip(self.buttons, view.lit, strict=True):
            button.show(kind="plain" if lit else "quiet")
        if view != self.view:
            self.view = view
            self.repaint()

    def place(self, box: Box) -> None:
        super().place(box)
        target = self.look.mm(TARGET_MM)
        room = box.cut_right(max(box.w * 0.7, len(self.buttons) * target))[0]
        for button, cell in zip(self.buttons, room.columns(len(self.buttons)), strict=True):
            button.place(cell)

    def paint(self, p: Painter) -> None:
        room = self.box.cut_left(self.buttons[0].x - self.box.x)[0]
        side = min(room.w * 0.9, room.h * 0.5, p.look.mm(8))
        if not self.view.said:
            draw_chip(p, self.view.person, room.middle(side, side))
            return
        if room.w > 1.6 * side:
            chip, number = room.columns(2)
        else:
            chip, number = room.rows(2)
        draw_chip(p, self.view.person, chip.middle(side, side))
        p.write(self.view.said, number, Text.TABLE, p.theme.text, bold=True)


class Question(Painted):
    """What is asked, of whom, and what the roll has to do with it."""

    def __init__(self, look: Look) -> None:
        self.text = ""
        self.person: PersonView | None = None
        self.lines: tuple[LineView, ...] = ()
        super().__init__(look, "board_question")

    def show(self, text: str, person: PersonView | None, lines: tuple[LineView, ...] = ()) -> None:
        """Ask something else."""
        if (text, person, lines) != (self.text, self.person, self.lines):
            self.text, self.person, self.lines = text, person, lines
            self.repaint()

    def paint(self, p: Painter) -> None:
        look, theme = p.look, p.theme
        body = self.box.inset(look.mm(0.6))
        p.rect(body, theme.surface, look.mm(2.4))
        room = body.inset(look.mm(1.8), look.mm(1.2))
        roomy = room.h > look.mm(40)
        # upright there is room for who discards, which no question says
        lines = [line for line in self.lines if roomy or (line.values and room.h > look.mm(20))]
        if lines:
            told, room = room.cut_top(room.h * (0.52 if roomy else 0.4))
            heights = [2.0 if line.text else 1.0 for line in lines]
            for line, part in zip(lines, told.rows(heights), strict=True):
                if line.text and not line.values:
                    p.write(line.text, part, Text.OPERATOR, theme.warn, bold=True, align=0.0, lines=6)
                else:
                    draw_line(p, line, part, theme.surface)
        if self.person is not None:
            side = min(look.mm(11), room.h * 0.4)
            if room.h > look.mm(24):
                chip, room = room.cut_top(side * 1.2)
                chip = chip.cut_left(side)[0]
            else:
                chip, room = room.cut_left(side * 1.15)
            draw_chip(p, self.person, chip.middle(side, side))
        p.write(self.text, room, Text.TABLE, theme.text, bold=True, align=0.0, rise=0.8, lines=6)
