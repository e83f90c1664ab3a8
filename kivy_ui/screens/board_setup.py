"""Setting up the board: the picture as large as it can be, and beside it the keys of one page at a time."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.app import board_file
from companion.app.board_code import SEEDS
from companion.app.i18n import _
from companion.engine.ids import EdgeId, HexId
from companion.presenters import board_keys, board_setup
from companion.presenters.board_keys import KeyView
from companion.presenters.board_setup import Setup
from companion.presenters.board_view import Place
from companion.presenters.intents import Lay
from kivy_ui.board.board import BoardPicture
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, PRIMARY_MM, TARGET_MM, Text
from kivy_ui.paint import LINE_HEIGHT, Look, Painted, Painter
from kivy_ui.screen import PlayScreen
from kivy_ui.shell import Shell
from kivy_ui.theme import Colour
from kivy_ui.widgets.board_key import BoardKey
from kivy_ui.widgets.button import Button

TOLD = ("rows", "boards", "code")
"""Pages with more to read than their head."""

ERASED = ("terrain", "numbers", "goods", "shore", "code")
"""Pages on which the last entry can be taken back."""


Arranged = tuple[tuple[KeyView, ...], list[BoardKey], list[tuple[Button, Button]], bool]
"""The keys of the page, its kept boards with the buttons that lay them, and whether the board can be laid."""


class Words(Painted):
    """Lines of text, each as large as all of them can be."""

    def __init__(self, look: Look, name: str, **properties: Any) -> None:
        self.lines: tuple[str, ...] = ()
        self.role: float = Text.OPERATOR
        self.bold = False
        self.may_shorten = False
        super().__init__(look, name, **properties)

    def show(
        self,
        lines: tuple[str, ...],
        role: float = Text.OPERATOR,
        bold: bool = False,
        may_shorten: bool = False,
    ) -> None:
        """Show other lines."""
        if (lines, role, bold, may_shorten) != (self.lines, self.role, self.bold, self.may_shorten):
            self.lines, self.role, self.bold, self.may_shorten = lines, role, bold, may_shorten
            self.repaint()

    def paint(self, p: Painter) -> None:
        room = self.box.inset(p.look.mm(GAP_MM), p.look.mm(0.5))
        if len(self.lines) == 1:
            shorten = self.may_shorten
            p.write(
                self.lines[0], room, self.role, p.theme.text, bold=self.bold, lines=5, may_shorten=shorten
            )
        elif self.lines:
            height = min(room.h / len(self.lines), p.look.text(self.role) * 1.35)
            # one size for all of them, whatever the scale makes of a role
            role = min(float(self.role), height / LINE_HEIGHT / p.look.text(1000) * 1000)
            room = room.middle(room.w, height * len(self.lines))
            for line, place in zip(self.lines, room.rows(len(self.lines)), strict=True):
                p.write(line, place, role, p.theme.text, bold=self.bold, align=0.0)


class NameButton(Button):
    """The name that somebody gave a board."""

    def paint_content(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        room = room.inset(p.look.mm(1), 0)
        p.write(self.label, room, self.role, ink, bold=True, align=0.0, lines=2, may_shorten=True)


class BoardSetupScreen(PlayScreen):
    """Holds what has been chosen and entered so far, until the board lies."""

    framed = False
    takes_dice = False

    @classmethod
    def instead(cls, shell: Shell, setup: Setup | None = None, **arguments: Any) -> str:
        if shell.play is None or shell.play.board_setup(0, setup) is not None:
            return super().instead(shell)
        return "table" if shell.play.board() is None else "board"

    def __init__(self, shell: Shell, setup: Setup | None = None, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.setup = setup or self._so_far()
        self.draw: Callable[[], int] = lambda: secrets.randbelow(SEEDS)
        """Chance; a test may put its own here."""
        self.pointed: tuple[Place, ...] = ()
        self.picture = BoardPicture(look, self._placed, still=shell.settings.reduced_motion)
        self.back = Button(look, "setup_back", icon="back", kind="quiet", on_tap=self._back)
        self.head = Words(look, "setup_head")
        self.words = Words(look, "setup_words")
        self.erase = Button(look, "setup_erase", icon="erase", on_tap=self._erase)
        self.lay = Button(look, "lay", icon="check", kind="primary", role=Text.TABLE, on_tap=self._lay)
        self.undo = self.undo_button()
        self._keys: dict[str, BoardKey] = {}
        self._kept: list[tuple[Button, Button]] = []

    def _so_far(self) -> Setup | None:
        """What was entered for this game before."""
        game, setup = self.shell.context.laying or ("", None)
        return setup if game == self.session.header.game else None

    def show_again(self, setup: Setup | None = None, **_arguments: Any) -> bool:
        """Go on with what was entered."""
        if setup is not None:
            self.setup = setup
        return True

    def take(self, setup: Setup) -> None:
        """Go on with something changed."""
        self.setup = setup
        self.pointed = ()
        self.shell.refresh()

    def point(self, places: tuple[Place, ...]) -> None:
        self.pointed = places
        self.shell.refresh()

    # --- what is shown ------------------------------------------------------------------------------

    def refresh(self) -> None:
        seed = self.draw() if self.setup is None else 0
        self.setup = self.play.board_setup(seed, self.setup)
        setup = self.setup
        if setup is None:
            self.keep()
            return
        context = self.shell.context
        context.laying = self.session.header.game, setup
        self.shell.board_turn = setup.turn
        kept = context.boards
        views = board_keys.keys(setup, kept)
        keys = [self._key(view) for view in views]
        saved = self._saved() if setup.page == "boards" else []
        marks = board_setup.marks(setup)
        if self.pointed:
            marks = replace(marks, chosen=self.pointed)
        self.picture.show(board_setup.picture(setup), marks, setup.turn)
        self._show_words()
        bar = self.play.bar()
        self.undo.show_entry(bar)
        self.lay.show(_("Use it"), enabled=board_setup.ready(setup))
        lays = setup.page in board_keys.LAID_FROM
        wanted: list[Painted] = [self.picture, self.back, self.head]
        wanted += [self.words] if setup.page in TOLD else []
        wanted += [self.erase] if setup.page in ERASED else []
        wanted += [button for pair in saved for button in pair]
        wanted += keys
        wanted += [self.undo, self.lay] if lays else []
        self.keep(*wanted)
        self._arranged = (views, keys, saved, lays)
        self.arrange(self.box)

    _arranged: Arranged = (
        (),
        [],
        [],
        False,
    )

    def _key(self, view: KeyView) -> BoardKey:
        key = self._keys.get(view.name)
        if key is None:
            key = self._keys[view.name] = BoardKey(self.look, view.name, partial(self._press, view.name))
        key.show_key(view)
        return key

    def _saved(self) -> list[tuple[Button, Button]]:
        """For each kept board on the page its name, and a button that lays it at once."""
        assert self.setup is not None
        views = board_keys.kept_views(self.setup, self.shell.context.boards)
        while len(self._kept) < len(views):
            self._kept.append((NameButton(self.look, ""), Button(self.look, "", icon="check")))
        shown = self._kept[: len(views)]
        for (show, lay), view in zip(shown, views, strict=True):
            show.name, lay.name = view.name, f"lay_{view.name}"
            show.on_tap = partial(self._show_kept, view.name)
            lay.on_tap = partial(self._lay_kept, view.name)
            show.show(view.label, lit=view.lit)
        return shown

    def _show_words(self) -> None:
        setup = self.setup
        assert setup is not None
        head = board_setup.missing(setup)
        match setup.page:
            case "made" | "options":
                self.head.show((board_setup.title(setup),), Text.TABLE, bold=True)
            case "rows":
                self.head.show((board_setup.row_title(setup),), Text.OPERATOR)
                self.words.show(board_setup.row_lines(setup), Text.TABLE, bold=True)
            case "boards":
                self.head.show((board_setup.title(setup),), Text.OPERATOR, bold=True, may_shorten=True)
                empty = not board_keys.kept_views(setup, self.shell.context.boards)
                self.words.show((_("No boards saved yet."),) if empty else ())
            case "code":
                typed = setup.typed[:4] + ("-" if len(setup.typed) > 4 else "") + setup.typed[4:]
                self.head.show((typed or head,), Text.TABLE if typed else Text.OPERATOR, bold=bool(typed))
                whole = len(setup.typed) == 8
                self.words.show((board_keys.code_problem(setup),) if whole else ())
            case _:
                self.head.show((head,), Text.OPERATOR)

    def arrange(self, box: Box) -> None:
        look, portrait = self.look, self.look.metrics.portrait
        if self.setup is None or box.w <= 0:
            return
        if portrait:
            board, side = box.cut_top(box.h * 0.42 if self.setup.page in TOLD else box.w)
        else:
            board, side = box.cut_right(min(box.h, box.w * 0.62))
        self.picture.place(board)
        views, keys, saved, lays = self._arranged
        line = look.mm(TARGET_MM) + 1
        head, room = side.cut_top(max(line, min(look.mm(PRIMARY_MM) + 1, side.h * 0.17)))
        back, head = head.cut_left(line)
        self.back.place(back.cut_top(line)[0])
        if self.erase.parent is not None:
            erase, head = head.cut_right(line)
            self.erase.place(erase.cut_top(line)[0])
        self.head.place(head)
        if lays:
            bottom, room = room.cut_bottom(max(line, min(look.mm(PRIMARY_MM) + 1, room.h * 0.22)))
            undo, lay = bottom.columns([1.0, 1.6])
            self.undo.place(undo)
            self.lay.place(lay)
        columns = self._columns(self.setup, views, room)
        rows = -(-len(keys) // columns)
        if self.words.parent is not None:
            few = self.setup.page == "rows" or (self.setup.page == "boards" and not saved)
            told = look.mm(PRIMARY_MM) if self.setup.page == "code" else 0.0
            height = room.h - rows * line if few else told
            words, room = room.cut_top(max(0.0, height))
            self.words.place(words)
        for show, lay in saved:
            place, room = room.cut_top(line)
            right, left = place.cut_right(line)
            show.place(left)
            lay.place(right)
        if keys:
            height = min(room.h, rows * look.mm(22))
            for key, cell in zip(keys, room.cut_top(height)[0].grid(columns, rows), strict=False):
                key.place(cell)

    def _columns(self, setup: Setup, views: tuple[KeyView, ...], room: Box) -> int:
        """Keys side by side: as many as leave each one room for a finger, and for its words."""
        if any(view.sort == "letter" for view in views):
            return max(1, int(room.w // (self.look.mm(TARGET_MM) + 0.5)))
        if len(views) in (1, 3) and setup.page != "boards":
            return 1
        return max(1, min(len(views), int(room.w // self.look.mm(29))))

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what is touched ----------------------------------------------------------------------------

    def _placed(self, place: Place, _lit: bool) -> None:
        assert self.setup is not None
        at = HexId(int(place.id)) if place.sort == "hex" else EdgeId(str(place.id))
        self.take(board_setup.touched(self.setup, place.sort, at))

    def _press(self, name: str) -> None:
        setup, context = self.setup, self.shell.context
        assert setup is not None
        view = self._keys[name].view
        if name == "another":
            self.take(board_setup.another(setup, self.draw()))
        elif name == "beginners":
            self._lay_if_known(board_keys.pressed(setup, view, context.boards))
        elif name == "save":
            self.shell.go("board_name", board=board_setup.board(setup), text=board_setup.title(setup))
        elif name == "forget" and setup.shown is not None:
            context.keep_boards(board_file.without(context.boards, setup.shown[0]))
            self.take(board_setup.unshown(setup))
        else:
            self.take(board_keys.pressed(setup, view, context.boards))

    def _back(self) -> None:
        assert self.setup is not None
        if self.setup.page in ("made", "shore"):
            # what was entered before, or taken back with the board, is reached from the table
            self.shell.go("table" if self.session.entries else "home")
        else:
            self.take(board_setup.returned(self.setup))

    def _erase(self) -> None:
        assert self.setup is not None
        self.take(board_setup.erased(self.setup))

    def _show_kept(self, name: str) -> None:
        assert self.setup is not None
        self.take(board_keys.opened(self.setup, self.shell.context.boards, name))

    def _lay_kept(self, name: str) -> None:
        assert self.setup is not None
        self._lay_if_known(board_keys.opened(self.setup, self.shell.context.boards, name))

    def _lay_if_known(self, setup: Setup) -> None:
        """Lay a board that people know from before at once, unless something of it has to be asked."""
        asked = setup.page in board_setup.BY_HAND
        self.setup = setup
        if asked:
            self.shell.refresh()
        else:
            self._lay()

    def _lay(self) -> None:
        assert self.setup is not None
        if board_setup.ready(self.setup):
            self.shell.do(Lay(self.setup))
