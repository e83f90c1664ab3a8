"""The keys beside the board while it is set up, page by page, and what each of them does to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.app.board_code import LETTERS, CodeError, letters_of, recipe_of
from companion.app.board_entry import left, numbers
from companion.app.board_file import Boards
from companion.app.i18n import _
from companion.presenters import board_setup
from companion.presenters.board_setup import Setup, good_name, terrain_name

Sort = Literal["plain", "terrain", "number", "good", "letter"]
BOARDS_SHOWN = 3
"""Kept boards on a page."""

LAID_FROM = ("made", "options", "rows", "boards", "harbours", "goods", "shore")
"""Pages on which the board can be laid."""


class KeyView(msgspec.Struct, frozen=True):
    """A key: what stands on it, and how many of that are left in the box."""

    name: str
    label: str
    icon: str = ""
    detail: str = ""
    sort: Sort = "plain"
    value: str | int = ""
    count: int | None = None
    lit: bool = False
    enabled: bool = True


class KeptView(msgspec.Struct, frozen=True):
    """A kept board in the list."""

    name: str
    label: str
    lit: bool


def keys(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    """The keys of the page, in reading order."""
    make = _PAGES.get(setup.page)
    return () if make is None else make(setup, kept)


def _made(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    return (
        KeyView("another", _("Another"), "roll"),
        KeyView("options", _("Options"), "gear"),
        KeyView("rows", _("Row by row"), "log"),
        KeyView("turn", _("Turn"), "turn"),
        KeyView("beginners", _("Beginners"), enabled=bool(board_setup.books(setup))),
        KeyView("boards", _("Boards"), "archive"),
        KeyView("code", _("Enter a code"), "letters"),
        KeyView("by_hand", _("By hand"), "pencil"),
    )


def _options(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    recipe, island = setup.recipe, setup.island
    told = bool(island.tokens_by_hex) or island.by_letters
    letters = recipe.letters or island.by_letters
    return (
        KeyView("apart", _("6 and 8 apart"), _tick(recipe.apart or letters), enabled=not (letters or told)),
        KeyView("spread", _("Terrain spread"), _tick(recipe.spread)),
        KeyView("shuffled", _("Harbours shuffled"), _tick(recipe.shuffled)),
        KeyView("letters", _("Numbers by letters"), _tick(letters), enabled=not told),
        KeyView("another", _("Another"), "roll"),
    )


def _tick(on: bool) -> str:
    return "check" if on else "cross"


def _turn(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    return (
        KeyView("turn_left", _("To the left"), "undo"),
        KeyView("turn_right", _("To the right"), "redo"),
        KeyView("mirror", _("Mirrored"), "turn", lit=board_setup.mirrored(setup)),
    )


def _rows(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    return (
        KeyView("row_back", _("Back"), "up", enabled=setup.row > 0),
        KeyView("row_on", _("Next"), "down", enabled=setup.row + 1 < board_setup.row_count(setup)),
    )


def _boards(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    saved = setup.shown is not None and any(board.name == setup.shown[0] for board in kept.saved)
    more = len(kept_views(setup, kept, every=True)) > BOARDS_SHOWN
    return (
        KeyView("forget", _("Remove"), "bin") if saved else KeyView("save", _("Save"), "plus"),
        KeyView("rows", _("Row by row"), "log"),
        KeyView("more_boards", _("More"), "forward", enabled=more),
    )


def kept_views(setup: Setup, kept: Boards, every: bool = False) -> tuple[KeptView, ...]:
    """The kept boards that are shown, the one laid last first; ``every`` for all of them."""
    shown = setup.shown[0] if setup.shown is not None else None
    found = [] if kept.last is None else [KeptView("last", _("Last board"), shown == _("Last board"))]
    found += [
        KeptView(f"saved_{number}", board.name, shown == board.name)
        for number, board in enumerate(kept.saved)
    ]
    for book in board_setup.books(setup):
        label = board_setup.book_name(book)
        found.append(KeptView(f"book_{book}", label, shown == label))
    if every:
        return tuple(found)
    pages = max(1, -(-len(found) // BOARDS_SHOWN))
    start = setup.number % pages * BOARDS_SHOWN
    return tuple(found[start : start + BOARDS_SHOWN])


def opened(setup: Setup, kept: Boards, name: str) -> Setup:
    """With the kept board of that name shown; a layout whose harbours are not known asks for them."""
    if name.startswith("book_"):
        return board_setup.beginners(setup, name.removeprefix("book_"))
    if name == "last":
        return setup if kept.last is None else board_setup.with_board(setup, _("Last board"), kept.last)
    board = kept.saved[int(name.removeprefix("saved_"))]
    return board_setup.with_board(setup, board.name, board.board)


def _code(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    letters = tuple(KeyView(f"letter_{letter}", letter, sort="letter", value=letter) for letter in LETTERS)
    return (*letters, KeyView("code_done", "", "check", enabled=code_problem(setup) == ""))


def code_problem(setup: Setup) -> str:
    """Why the letters typed are no code, "" when they are one."""
    try:
        recipe_of(setup.typed)
    except CodeError as error:
        return str(error)
    return ""


def _terrain(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    return tuple(
        KeyView(f"terrain_{terrain}", terrain_name(terrain), sort="terrain", value=terrain, count=count)
        for terrain, count in left(setup.hand.terrain).items()
    )


def _letters(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    clockwise = board_setup.clockwise_seen(setup)
    return (
        KeyView("way_counter", _("Counter-clockwise"), "undo", lit=not clockwise),
        KeyView("way_clock", _("Clockwise"), "redo", lit=clockwise),
        KeyView("one_by_one", _("One by one"), "pencil"),
    )


def _numbers(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    return tuple(
        KeyView(f"number_{number}", str(number), sort="number", value=number, count=count)
        for number, count in left(numbers(setup.hand)).items()
    )


def _harbours(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    return (
        KeyView("frame", _("Turn the frame"), "turn"),
        KeyView("one_by_one", _("One by one"), "pencil"),
    )


def _goods(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    return tuple(
        KeyView(f"good_{good}", good_name(good), sort="good", value=good, count=count)
        for good, count in left(setup.hand.harbours).items()
    )


def _shore(setup: Setup, kept: Boards) -> tuple[KeyView, ...]:
    if setup.shore_numbers is None:
        return ()
    return tuple(
        KeyView(f"shore_{number}", str(number), sort="number", value=number, count=count)
        for number, count in left(setup.shore_numbers).items()
    )


_PAGES: Mapping[str, Callable[[Setup, Boards], tuple[KeyView, ...]]] = {
    "made": _made,
    "options": _options,
    "turn": _turn,
    "rows": _rows,
    "boards": _boards,
    "code": _code,
    "terrain": _terrain,
    "letters": _letters,
    "numbers": _numbers,
    "harbours": _harbours,
    "goods": _goods,
    "shore": _shore,
}


# --- what they do -------------------------------------------------------------------------------------


def pressed(setup: Setup, key: KeyView, kept: Boards) -> Setup:
    """After a key that does no more than change what is shown."""
    if key.sort == "terrain":
        return board_setup.laid_terrain(setup, str(key.value))
    if key.sort == "good":
        return board_setup.laid_good(setup, str(key.value))
    if key.sort == "number":
        enter = board_setup.laid_at_shore if setup.page == "shore" else board_setup.laid_number
        return enter(setup, int(key.value))
    if key.sort == "letter":
        typed = letters_of(setup.typed + str(key.value))[:8]
        return replace(setup, typed=typed)
    do = _DEEDS.get(key.name)
    return setup if do is None else do(setup, kept)


def _show_boards(setup: Setup, kept: Boards) -> Setup:
    setup = replace(setup, page="boards", number=0)
    return opened(setup, kept, "last") if kept.last is not None else setup


_DEEDS: Mapping[str, Callable[[Setup, Boards], Setup]] = {
    "options": lambda setup, kept: replace(setup, page="options"),
    "turn": lambda setup, kept: replace(setup, page="turn"),
    "rows": lambda setup, kept: replace(setup, page="rows", row=0),
    "boards": _show_boards,
    "beginners": lambda setup, kept: board_setup.beginners(setup, board_setup.usual_book()),
    "code": lambda setup, kept: replace(setup, page="code", typed=""),
    "by_hand": lambda setup, kept: board_setup.by_hand(setup),
    "apart": lambda setup, kept: board_setup.chosen(setup, "apart"),
    "spread": lambda setup, kept: board_setup.chosen(setup, "spread"),
    "shuffled": lambda setup, kept: board_setup.chosen(setup, "shuffled"),
    "letters": lambda setup, kept: board_setup.chosen(setup, "letters"),
    "turn_left": lambda setup, kept: board_setup.turned(setup, -1),
    "turn_right": lambda setup, kept: board_setup.turned(setup, 1),
    "mirror": lambda setup, kept: board_setup.flipped(setup),
    "row_back": lambda setup, kept: replace(setup, row=max(0, setup.row - 1)),
    "row_on": lambda setup, kept: replace(setup, row=min(setup.row + 1, board_setup.row_count(setup) - 1)),
    "more_boards": lambda setup, kept: replace(setup, number=setup.number + 1),
    "way_counter": lambda setup, kept: board_setup.going(setup, clockwise=False),
    "way_clock": lambda setup, kept: board_setup.going(setup, clockwise=True),
    "one_by_one": lambda setup, kept: board_setup.one_by_one(setup),
    "frame": lambda setup, kept: board_setup.frame_turned(setup),
    "code_done": lambda setup, kept: board_setup.by_code(setup, recipe_of(setup.typed)),
}
