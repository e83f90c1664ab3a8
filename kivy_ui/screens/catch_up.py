"""Catch-up: how everything lies, player by player, and one list of what does not fit at the end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from kivy_ui.board.board import BoardPicture
from kivy_ui.board.view import BoardView, Place
from kivy_ui.geometry import Box
from kivy_ui.intents import Enter, Overrule, Undo
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.screen import Screen
from kivy_ui.screens.board import COLUMN_SHARE
from kivy_ui.selectors import board_setup, catch_up
from kivy_ui.selectors.catch_up import CatchUpView, FactView, FaultView
from kivy_ui.shell import Shell
from kivy_ui.theme import liveries
from kivy_ui.views import PersonView
from kivy_ui.widgets.bar import BAR_MM, UndoButton
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.cells import draw_knight
from kivy_ui.widgets.chip import draw_icon, draw_tile
from kivy_ui.widgets.rows import Row, RowList
from kivy_ui.widgets.seat import ChipButton
from kivy_ui.widgets.stepper import Stepper

PIECES, NUMBERS, CHECK = "pieces", "numbers", "check"
"""What the screen shows: the board with its pieces, the numbers, or what does not fit."""
UNDO_WIDTH = 8.5
"""Text sizes that an undo needs to say what it takes back."""
UNDO_MM = 19.0
UNDO_SHARE = 0.27
PIECE_MM = 13.0
"""Width of a piece's button, where there is room."""


class PieceTile(Tappable):
    """A kind of piece in the colour of its player, with how many stand; the one at hand is framed."""

    def __init__(self, look: Look, on_tap: Any) -> None:
        self.view: FactView | None = None
        self.person: PersonView | None = None
        self.chosen = False
        super().__init__(look, "", on_tap)

    def show(self, view: FactView, person: PersonView, chosen: bool) -> None:
        """Show another kind, player or number."""
        if (view, person, chosen) != (self.view, self.person, self.chosen):
            self.view, self.person, self.chosen = view, person, chosen
            self.name = f"piece_{view.name}"
            self.repaint()

    def paint(self, p: Painter) -> None:
        if self.view is None or self.person is None or self.view.drawn is None:
            return
        theme, look, drawn = p.theme, p.look, self.view.drawn
        body, fill = draw_tile(p, self.box, self.chosen, self.pressed)
        room = body.inset(look.mm(0.7))
        number, icon = room.cut_bottom(look.metrics.least_text * 1.15)
        p.write(self.view.text, number, Text.LEAST, theme.text, bold=True)
        side = min(icon.w, icon.h)
        spot = icon.middle(side, side)
        if drawn.icon == "knight":
            draw_knight(p, spot, drawn.strength, drawn.active, self.person.colour)
            return
        livery = look.livery(self.person.colour)
        line = theme.chip_line(livery) or theme.ground
        options = (livery.fill, line) if drawn.icon in ("settlement", "city", "road", "wall") else ()
        draw_icon(p, drawn.icon, spot, theme.text, fill, track=drawn.track, options=options)


class FaultRow(Row):
    """What does not fit; a tick once the table lets it stand."""

    def draw(self, p: Painter, room: Box) -> None:
        view: FaultView = self.item.view
        tick, room = room.cut_left(min(room.h, p.look.mm(8)))
        rule, words = room.cut_right(p.look.mm(13))
        if self.item.left:
            draw_icon(p, "check", tick.inset(tick.w * 0.14), p.theme.good, p.theme.surface)
        else:
            draw_icon(p, "warning", tick.inset(tick.w * 0.1), p.theme.warn, p.theme.surface)
        p.write(view.text, words.inset(p.look.mm(0.6), 0), Text.SMALL, p.theme.text, align=0.0, lines=3)
        p.write(view.rule, rule, Text.LEAST, p.theme.quiet, align=1.0)


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault in the list, and whether the table lets it stand."""

    view: FaultView
    left: bool

    @property
    def key(self) -> str:
        """Its name in the list."""
        return self.view.key


class CatchUpScreen(Screen):
    """No frame: the board has all the height. What is touched is entered at once."""

    framed = False

    def __init__(self, shell: Shell, seat: int = 0, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.seat = seat
        self.shown = PIECES
        self.piece = ""
        self.page = 0
        self.left: set[tuple[str, str]] = set()
        self._on_page: list[Painted] = []
        self.wanted: list[Painted] = []
        self.view: CatchUpView = catch_up.catch_up(self.session, seat)
        self.faults: tuple[FaultView, ...] = ()
        self.picture = BoardPicture(look, self._placed, still=shell.settings.reduced_motion)
        self.chips = [
            ChipButton(look, f"seat_{person.seat}", person, partial(self._choose, person.seat))
            for person in self.view.people
        ]
        self.tiles: list[PieceTile] = []
        self.steppers: dict[str, Stepper | Button] = {}
        self.title = Title(look)
        self.rows = RowList(look, "fault", lambda: FaultRow(look, self._leave), TARGET_MM + 1)
        self.undo = UndoButton(look, "undo", icon="undo", on_tap=lambda: shell.do(Undo()))
        self.undo.may_shorten = True
        self.turn = Button(look, "numbers", on_tap=self._turn)
        self.next_page = Button(look, "next_page", icon="forward", on_tap=self._next_page)
        self.done = Button(look, "done", icon="check", kind="primary", on_tap=self._done)
        self.table = Button(look, "table", icon="table", kind="quiet", on_tap=lambda: shell.go("table"))
        self.lay = Button(look, "lay_board", icon="board", kind="primary", on_tap=self._lay)

    @property
    def session(self) -> GameSession:
        """The game that is being played."""
        session: GameSession | None = self.shell.desk.session
        assert session is not None
        return session

    # --- what it shows ------------------------------------------------------------------------------

    def refresh(self) -> None:
        session = self.session
        self.view = view = catch_up.catch_up(session, self.seat)
        self.look.liveries = liveries(tuple(person.colour for person in view.people))
        if not view.board and self.shown == PIECES:
            self.shown = NUMBERS
        if view.board and self.piece not in [piece.name for piece in view.pieces]:
            self.piece = catch_up.first(view.pieces)
        for chip in self.chips:
            chip.show(chip.person.seat == self.seat)
        assert self.shell.play is not None
        bar = self.shell.play.bar()
        self.undo.show_entry(bar.undo, bar.undo_by)
        wanted: list[Painted] = [self.title, self.undo, self.turn, self.table, self.done]
        if self.shown == CHECK:
            wanted.insert(0, self.rows)
            self._show_faults()
        elif self.shown == NUMBERS:
            if not view.board:
                wanted = [self.title, self.undo, self.table, self.done]
            wanted = [*self.chips, *wanted, *self._show_numbers()]
        else:
            wanted = [self.picture, *self.chips, *wanted, *self._show_pieces()]
        if not view.board and view.pieces and board_setup.question(session.table) is not None:
            wanted.append(self.lay)
        self._label()
        self.wanted = wanted
        self.arrange(self.box)

    @property
    def _narrow(self) -> bool:
        """Whether the buttons have no room for words: their drawings say enough."""
        return self.shown == PIECES or (self.look.metrics.portrait and self.shown == NUMBERS)

    def _label(self) -> None:
        chosen = next((piece for piece in self.view.pieces if piece.name == self.piece), None)
        if self.shown == CHECK:
            text = (
                _("These do not fit. Tap those that are right anyway.")
                if self.faults
                else _("Everything fits.")
            )
            self.title.show(text)
        elif self.shown == PIECES and chosen is not None:
            self.title.show(chosen.label)
        else:
            self.title.show(self.view.person.name)
        self.lay.show(_("Set up the board"))
        if self.shown == PIECES:
            self.turn.show("", icon="plus")
        elif self._narrow:
            self.turn.show("", icon="back")
        else:
            self.turn.show(_("Back") if self.shown == CHECK else _("Pieces"), icon="back")
        self.table.show("" if self._narrow else _("Table"))
        open_faults = [fault for fault in self.faults if not self._is_left(fault)]
        self.done.show(
            _("Done") if self.shown == CHECK else _("Check"),
            enabled=self.shown != CHECK or not open_faults,
        )

    def _show_pieces(self) -> list[Painted]:
        while len(self.tiles) < len(self.view.pieces):
            self.tiles.append(PieceTile(self.look, partial(self._take, len(self.tiles))))
        for tile, piece in zip(self.tiles, self.view.pieces, strict=False):
            tile.show(piece, self.view.person, piece.name == self.piece)
        board = self.shell.play.board() if self.shell.play is not None else None
        if isinstance(board, BoardView):
            marks = catch_up.marks(self.session, self.seat, self.piece)
            self.picture.show(board, marks, self.shell.board_turn)
        return list(self.tiles[: len(self.view.pieces)])

    def _show_numbers(self) -> list[Painted]:
        found: list[Painted] = []
        for fact in self.view.numbers:
            widget = self.steppers.get(fact.name)
            if widget is None:
                widget = self.steppers[fact.name] = self._made(fact)
            if isinstance(widget, Stepper):
                widget.show(fact.label, fact.text, fact.number > 0, fact.number < fact.most, True)
            else:
                widget.show(fact.label, icon="check" if fact.number else "", lit=bool(fact.number))
            found.append(widget)
        return found

    def _made(self, fact: FactView) -> Stepper | Button:
        if fact.flag:
            return Button(
                self.look,
                f"fact_{fact.name}",
                role=Text.SMALL,
                on_tap=partial(self._step, fact.name, 1),
            )
        return Stepper(self.look, f"fact_{fact.name}", partial(self._step, fact.name))

    def _show_faults(self) -> None:
        self.faults = catch_up.faults(self.session)
        self.rows.show([_Fault(fault, self._is_left(fault)) for fault in self.faults])

    def _is_left(self, fault: FaultView) -> bool:
        return (fault.rule, fault.text) in self.left

    # --- where it stands ----------------------------------------------------------------------------

    def arrange(self, box: Box) -> None:
        look = self.look
        room = box
        if not self.wanted:
            return
        if self.shown == PIECES:
            if look.metrics.portrait:
                board, room = box.cut_top(min(box.w, box.h - look.mm(6 * TARGET_MM)))
            else:
                board, room = box.cut_right(min(box.h, box.w * (1 - COLUMN_SHARE)))
            self.picture.place(board)
        bottom, room = room.cut_bottom(look.mm(BAR_MM))
        pages = 1
        if self.shown != CHECK:
            top, room = room.cut_top(look.mm(TARGET_MM) + 1)
            for chip, cell in zip(self.chips, top.columns(len(self.chips)), strict=True):
                chip.place(cell)
        title, room = room.cut_top(look.text(Text.OPERATOR) * 1.5)
        self.title.place(title)
        if self.lay in self.wanted:
            lay, room = room.cut_top(look.mm(TARGET_MM) + 2)
            self.lay.place(lay)
        if self.shown == CHECK:
            self.rows.place(room)
        elif self.shown == PIECES:
            self._arrange_pieces(room)
        else:
            pages = self._arrange_numbers(room)
        ways = [one for one in (self.turn, self.table) if one in self.wanted]
        buttons = [self.undo, *ways, *([self.next_page] if pages > 1 else []), self.done]
        narrow = self._narrow
        # where Undo is on the other screens, too
        undo, ways_box = bottom.cut_left(max(look.mm(UNDO_MM), bottom.w * UNDO_SHARE))
        self.undo.place(undo)
        shares = [*[1.0] * (len(buttons) - 2), 2.0 if narrow else 1.0]
        for button, cell in zip(buttons[1:], ways_box.columns(shares), strict=True):
            button.place(cell)
        self.undo.say(brief=self.undo.width < look.text(Text.OPERATOR) * UNDO_WIDTH)
        if narrow:
            self.undo.show("")  # the drawing says enough
        shown = [one for one in self.wanted if not self._elsewhere(one)]
        self.keep(*shown, *([self.next_page] if pages > 1 else []))
        self.repaint()

    def _elsewhere(self, widget: Painted) -> bool:
        """Whether a number stands on another page."""
        return any(one is widget for one in self.steppers.values()) and widget not in self._on_page

    def _arrange_pieces(self, room: Box) -> None:
        count = len(self.view.pieces)
        columns = max(4, min(8, int(room.w // self.look.mm(PIECE_MM))))
        rows = max(1, -(-count // columns))
        cells = room.cut_top(min(room.h, rows * self.look.mm(TARGET_MM + 6)))[0].grid(columns, rows)
        for tile, cell in zip(self.tiles, cells, strict=False):
            tile.place(cell)

    def _arrange_numbers(self, room: Box) -> int:
        look = self.look
        widgets: list[Any] = [self.steppers[fact.name] for fact in self.view.numbers]
        columns = max(1, int(room.w // (look.text(Text.SMALL) * 7 + look.mm(2 * TARGET_MM + 10))))
        rows = max(1, int(room.h // (look.mm(TARGET_MM) + 3)))
        pages = max(1, -(-len(widgets) // (columns * rows)))
        self.page = min(self.page, pages - 1)
        here = widgets[self.page * columns * rows : (self.page + 1) * columns * rows]
        self._on_page = here
        self.next_page.show(f"{self.page + 1}/{pages}")
        cells = room.cut_top(min(room.h, rows * look.mm(TARGET_MM + 4)))[0].grid(columns, rows)
        for widget, cell in zip(here, cells, strict=False):
            widget.place(cell.inset(look.mm(0.5), look.mm(0.1)))
        return pages

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what is touched ----------------------------------------------------------------------------

    def _choose(self, seat: int) -> None:
        self.seat = seat
        self.refresh()

    def _take(self, index: int) -> None:
        self.piece = self.view.pieces[index].name
        self.refresh()

    def _turn(self) -> None:
        self.shown = NUMBERS if self.shown == PIECES else PIECES
        self.refresh()

    def _next_page(self) -> None:
        self.page += 1
        self.refresh()

    def _placed(self, sort: str, id: str | int, _lit: bool) -> None:
        place = Place(sort, id)  # type: ignore[arg-type]
        self._enter(catch_up.touch(self.session, self.seat, self.piece, place))

    def _step(self, name: str, by: int) -> None:
        self._enter(catch_up.step(self.session, self.seat, name, by))

    def _enter(self, command: Command | None) -> None:
        if command is not None:
            self.shell.do(Enter((command,)))

    def _leave(self, item: _Fault) -> None:
        key = (item.view.rule, item.view.text)
        self.left ^= {key}
        self.refresh()

    def _done(self) -> None:
        if self.shown != CHECK:
            self.shown = CHECK
            self.refresh()
            return
        if self.shell.do(Overrule(catch_up.confirm(self.session))):
            self.shell.go("table")

    def _lay(self) -> None:
        self.shell.catching_up = True
        self.shell.go("board_setup")


class Title(Painted):
    """What is at hand: a piece, a player, or the list."""

    def __init__(self, look: Look) -> None:
        self.text = ""
        super().__init__(look, "catch_up_title")

    def show(self, text: str) -> None:
        """Say something else."""
        if text != self.text:
            self.text = text
            self.repaint()

    def paint(self, p: Painter) -> None:
        p.write(
            self.text,
            self.box.inset(p.look.mm(1.5), 0),
            Text.OPERATOR,
            p.theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
        )
