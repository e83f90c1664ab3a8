"""Catch-up: how everything lies, player by player, and one list of what does not fit at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.engine.command import Command
from companion.presenters import board_setup, catch_up
from companion.presenters.board_view import BoardView, Place
from companion.presenters.catch_up import TABLE, CatchUpView, ChangeView, FactView, FaultView
from companion.presenters.intents import Enter, Overrule
from companion.presenters.views import PersonView
from kivy_ui.board.board import BoardPicture
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.screen import Screen
from kivy_ui.screens.board import COLUMN_SHARE
from kivy_ui.shell import Shell
from kivy_ui.theme import Colour, liveries
from kivy_ui.widgets.bar import BAR_MM
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.cells import draw_knight
from kivy_ui.widgets.chip import draw_icon, draw_tile
from kivy_ui.widgets.rows import Row, RowList
from kivy_ui.widgets.seat import ChipButton

PIECES, NUMBERS, CHECK = "pieces", "numbers", "check"
"""What the screen shows: the board with its pieces, the numbers of a player or of the table, or what has
changed and what does not fit."""
UNDO_WIDTH = 8.5
"""Text sizes that an undo needs to say what it takes back."""
UNDO_MM = 19.0
UNDO_SHARE = 0.27
PIECE_MM = 13.0
"""Width of a piece's button, where there is room."""


class FactTile(Tappable):
    """Something that lies on the table, in the colour of its player, and how many; the one at hand is framed.
    What is or is not has a tick instead of a number."""

    def __init__(self, look: Look, on_tap: Callable[[], object]) -> None:
        self.view: FactView | None = None
        self.person: PersonView | None = None
        self.chosen = False
        super().__init__(look, "", on_tap)

    def spoken(self) -> str:
        return "" if self.view is None else self.view.label

    def show(self, view: FactView, person: PersonView, chosen: bool) -> None:
        """Show another kind, player or number."""
        if (view, person, chosen) != (self.view, self.person, self.chosen):
            self.view, self.person, self.chosen = view, person, chosen
            self.name = f"{'piece' if view.placed else 'fact'}_{view.name}"
            self.repaint()

    def paint(self, p: Painter) -> None:
        view, look = self.view, p.look
        if view is None or self.person is None:
            return
        body, fill = draw_tile(p, self.box, self.chosen, self.pressed)
        room = body.inset(look.mm(0.7))
        if room.w > 1.3 * room.h:
            number, what = room.cut_right(min(room.w * 0.45, look.text(Text.TABLE) * 1.6))
        else:
            number, what = room.cut_bottom(look.metrics.least_text * 1.15)
        if not view.flag:
            role = Text.OPERATOR if number.h > look.text(Text.OPERATOR) else Text.LEAST
            p.write(view.text, number, role, p.theme.text, bold=True)
        elif view.number:
            side = min(number.w, number.h, look.mm(7))
            draw_icon(p, "check", number.middle(side, side), p.theme.good, fill)
        self._draw(p, view, what, fill)

    def _draw(self, p: Painter, view: FactView, what: Box, fill: Colour) -> None:
        theme, look, drawn = p.theme, p.look, view.drawn
        if drawn is None:
            p.write(view.label, what, Text.LEAST, theme.text, lines=3, may_shorten=True)
            return
        side = min(what.w, what.h)
        spot = what.middle(side, side)
        assert self.person is not None
        if drawn.icon == "knight":
            draw_knight(p, spot, drawn.strength, drawn.active, self.person.colour)
            return
        livery = look.livery(self.person.colour)
        line = theme.chip_line(livery) or theme.ground
        options = (livery.fill, line) if drawn.icon in ("settlement", "city", "road", "wall") else ()
        draw_icon(p, drawn.icon, spot, theme.text, fill, track=drawn.track, options=options)


class FaultRow(Row):
    """What does not fit; a tick once the table lets it stand. Or what has changed, which needs none."""

    def draw(self, p: Painter, room: Box) -> None:
        view: FaultView | ChangeView = self.item.view
        tick, room = room.cut_left(min(room.h, p.look.mm(8)))
        if isinstance(view, ChangeView):
            draw_icon(p, "pencil", tick.inset(tick.w * 0.14), p.theme.quiet, p.theme.surface)
            p.write(view.text, room.inset(p.look.mm(0.6), 0), Text.SMALL, p.theme.text, align=0.0, lines=3)
            return
        rule, words = room.cut_right(p.look.mm(13))
        if self.item.left:
            draw_icon(p, "check", tick.inset(tick.w * 0.14), p.theme.good, p.theme.surface)
        else:
            draw_icon(p, "warning", tick.inset(tick.w * 0.1), p.theme.warn, p.theme.surface)
        p.write(view.text, words.inset(p.look.mm(0.6), 0), Text.SMALL, p.theme.text, align=0.0, lines=3)
        p.write(view.rule, rule, Text.LEAST, p.theme.quiet, align=1.0)


@dataclass(frozen=True, slots=True)
class _Listed:
    """A fault in the list, and whether the table lets it stand; or a change."""

    view: FaultView | ChangeView
    left: bool

    @property
    def key(self) -> str:
        """Its name in the list."""
        return self.view.key if isinstance(self.view, FaultView) else f"change_{self.view.key}"


class CatchUpScreen(Screen):
    """No frame: the board has all the height. What is touched is entered at once."""

    framed = False

    def __init__(self, shell: Shell, seat: int = 0, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.seat = seat
        self.shown = PIECES
        self._checked_from = (PIECES, 0)
        self.piece = ""
        self.number = ""
        self.left: set[tuple[str, str]] = set()
        self.wanted: list[Painted] = []
        self.view: CatchUpView = catch_up.catch_up(self.session, seat)
        self.faults: tuple[FaultView, ...] = ()
        self.picture = BoardPicture(
            look, self._placed, still=shell.settings.reduced_motion, hexes=lambda hex: shell.game.hex(hex)
        )
        self.chips = [
            ChipButton(look, f"seat_{person.seat}", person, partial(self._choose, person.seat))
            for person in self.view.people
        ]
        self.chip_of_table = Button(look, "seat_table", icon="table", on_tap=partial(self._choose, TABLE))
        self.tiles: list[FactTile] = []
        self.title = Title(look)
        self.rows = RowList(look, "fault", lambda: FaultRow(look, self._leave), TARGET_MM + 1)
        self.undo = self.undo_button()
        self.undo.may_shorten = True
        self.turn = Button(look, "numbers", on_tap=self._turn)
        self.less = Button(look, "fact_less", icon="minus", on_tap=partial(self._step, -1))
        self.more = Button(look, "fact_more", icon="plus", on_tap=partial(self._step, 1))
        self.done = Button(look, "done", icon="check", kind="primary", on_tap=self._done)
        self.table = Button(look, "table", icon="table", kind="quiet", on_tap=self._leave_for_table)
        self.lay = Button(look, "lay_board", icon="board", kind="primary", on_tap=self._lay)

    # --- what it shows ------------------------------------------------------------------------------

    def refresh(self) -> None:
        session = self.session
        self.view = view = catch_up.catch_up(session, self.seat)
        self.look.liveries = liveries(tuple(person.colour for person in view.people))
        if not view.board and self.shown == PIECES:
            self.shown = NUMBERS
        if self.shown == PIECES and self.piece not in [piece.name for piece in view.pieces]:
            self.piece = catch_up.first(view.pieces)
        for chip in self.chips:
            chip.show(chip.person.seat == self.seat)
        self.chip_of_table.show(lit=self.seat == TABLE)
        bar = self.shell.game.bar()
        self.undo.show_entry(bar)
        wanted: list[Painted] = [self.title, self.undo, self.turn, self.table, self.done]
        if self.shown == CHECK:
            wanted.insert(0, self.rows)
            self._show_faults()
        elif self.shown == NUMBERS:
            if not view.board:
                wanted.remove(self.turn)
            chips = [*self.chips, *([self.chip_of_table] if view.of_table else [])]
            wanted = [*chips, *wanted, self.less, self.more, *self._show_tiles(view.numbers, self.number)]
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
            self._label_number()
        self.lay.show(_("Set up the board"))
        if self.shown == PIECES:
            self.turn.show("", icon="plus")
        elif self._narrow:
            self.turn.show("", icon="back")
        else:
            self.turn.show(_("Back") if self.shown == CHECK else _("Pieces"), icon="back")
        self.table.show("" if self._narrow else _("Table"))
        open_faults = [fault for fault in self.faults if not self._is_left(fault)]
        label = _("Done") if self.shown == CHECK else _("Next") if self._pages_left else _("Check")
        self.done.show(label, enabled=self.shown != CHECK or not open_faults)
        self.done.purpose = self.table.purpose = self.shown, self.seat
        self.less.purpose = self.more.purpose = self.seat, self.number

    def _label_number(self) -> None:
        whose = _("The table") if self.seat == TABLE else self.view.person.name
        fact = next((fact for fact in self.view.numbers if fact.name == self.number), None)
        counted = None if fact is None or fact.flag else fact
        self.less.show(enabled=counted is not None and counted.number > 0)
        self.more.show(enabled=counted is not None and counted.number < counted.most)
        self.title.show(whose if fact is None else f"{whose} · {fact.label}")

    @property
    def _pages_left(self) -> bool:
        """Whether numbers alone are said, a page a player and then the table, and this is not the last."""
        return self.shown == NUMBERS and not self.view.board and self.seat != self._last_page

    @property
    def _last_page(self) -> int:
        return TABLE if self.view.of_table else len(self.view.people) - 1

    def _show_tiles(self, facts: tuple[FactView, ...], chosen: str) -> list[Painted]:
        while len(self.tiles) < len(facts):
            self.tiles.append(FactTile(self.look, partial(self._take, len(self.tiles))))
        for tile, fact in zip(self.tiles, facts, strict=False):
            tile.show(fact, self.view.person, fact.name == chosen)
            tile.purpose = self.seat
        return list(self.tiles[: len(facts)])

    def _show_pieces(self) -> list[Painted]:
        tiles = self._show_tiles(self.view.pieces, self.piece)
        board = self.shell.play.board() if self.shell.play is not None else None
        if isinstance(board, BoardView):
            marks = catch_up.marks(self.session, self.seat, self.piece)
            self.picture.show(board, marks, self.shell.board_turn)
        return tiles

    def _show_faults(self) -> None:
        self.faults = catch_up.faults(self.session)
        changed = [_Listed(change, False) for change in catch_up.changes(self.session)]
        self.rows.show([*(_Listed(fault, self._is_left(fault)) for fault in self.faults), *changed])

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
        if self.shown != CHECK:
            top, room = room.cut_top(look.mm(TARGET_MM) + 1)
            chips = [*self.chips, *([self.chip_of_table] if self.chip_of_table in self.wanted else [])]
            for chip, cell in zip(chips, top.columns(len(chips)), strict=True):
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
            self._arrange_numbers(room)
        ways = [one for one in (self.turn, self.less, self.more, self.table) if one in self.wanted]
        buttons = [self.undo, *ways, self.done]
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
        self.keep(*self.wanted)
        self.repaint()

    def _arrange_pieces(self, room: Box) -> None:
        count = len(self.view.pieces)
        columns = max(4, min(8, int(room.w // self.look.mm(PIECE_MM))))
        rows = max(1, -(-count // columns))
        cells = room.cut_top(min(room.h, rows * self.look.mm(TARGET_MM + 6)))[0].grid(columns, rows)
        for tile, cell in zip(self.tiles, cells, strict=False):
            tile.place(cell)

    def _arrange_numbers(self, room: Box) -> None:
        """All of a player on one page: as few columns as the height allows."""
        count = len(self.view.numbers)
        rows = max(1, min(count, int(room.h // (self.look.mm(TARGET_MM) + 3))))
        columns = max(-(-count // rows), min(4, count))
        cells = room.cut_top(min(room.h, rows * self.look.mm(TARGET_MM + 5)))[0].grid(columns, rows)
        for tile, cell in zip(self.tiles[:count], cells, strict=False):
            tile.place(cell)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what is touched ----------------------------------------------------------------------------

    def _choose(self, seat: int) -> None:
        self.seat, self.number = seat, ""  # nothing is at hand until it is touched
        self.shell.refresh()

    def _take(self, index: int) -> None:
        if self.shown == PIECES:
            self.piece = self.view.pieces[index].name
            self.shell.refresh()
            return
        fact = self.view.numbers[index]
        again = fact.name == self.number
        self.number = fact.name
        if fact.flag or again:  # once at hand, a tile counts up
            self._enter(catch_up.step(self.session, self.seat, fact.name, 1))
        else:
            self.shell.refresh()

    def _turn(self) -> None:
        if self.shown == CHECK:
            self.shown, self.seat = self._checked_from
        else:
            self.seat = max(0, self.seat)
            self.shown = NUMBERS if self.shown == PIECES else PIECES
        self.shell.refresh()

    def _placed(self, place: Place, _lit: bool) -> None:
        self._enter(catch_up.touch(self.session, self.seat, self.piece, place))
        piece = next(one for one in self.view.pieces if one.name == self.piece)
        if piece.wanted is not None and piece.number == piece.wanted:  # on to what is still asked for
            self.piece = catch_up.first(self.view.pieces, self.piece)
            self.shell.refresh()

    def _step(self, by: int) -> None:
        self._enter(catch_up.step(self.session, self.seat, self.number, by))

    def _enter(self, command: Command | None) -> None:
        if command is not None:
            self.shell.do(Enter((command,)))

    def _leave(self, item: _Listed) -> None:
        if isinstance(item.view, ChangeView):
            return
        key = (item.view.rule, item.view.text)
        self.left ^= {key}
        self.shell.refresh()

    def _check(self) -> None:
        self._checked_from = self.shown, self.seat
        self.shown = CHECK
        self.shell.refresh()

    def _done(self) -> None:
        if self._pages_left:
            self._choose(self.seat + 1 if self.seat + 1 < len(self.view.people) else TABLE)
            return
        if self.shown != CHECK:
            self._check()
            return
        if self.shell.do(Overrule(catch_up.confirm(self.session))):
            self.shell.go("table")

    def _leave_for_table(self) -> None:
        """Not without a word about what does not fit; from that list it is the way out."""
        if self.shown != CHECK and (catch_up.faults(self.session) or catch_up.changes(self.session)):
            self._check()
            return
        self.shell.go("table")

    def _lay(self) -> None:
        self.shell.flow.catching_up = True
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
