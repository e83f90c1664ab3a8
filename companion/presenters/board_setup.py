"""Setting up the board: made up by chance, from a book, kept from before, or entered as it lies on the table.

Everything is a frozen value and a pure function; the screen only shows them. Places keep their names however
the picture is turned or mirrored; what a person sees as clockwise, or as a row, goes by the picture.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from companion.app import board_entry, narrate
from companion.app.board_code import Recipe, Stream, code_of, kind_for, made
from companion.app.board_entry import (
    Filling,
    Hand,
    asked,
    back,
    empty,
    frames,
    numbers,
    pointed,
    pointed_side,
    put,
    values,
    whole,
)
from companion.app.i18n import _, language
from companion.engine.command import Command, tag_of
from companion.engine.decision import Decision
from companion.engine.geometry import geometry
from companion.engine.ids import EdgeId, HexId, PlayerId
from companion.engine.remember import remembered
from companion.engine.table import Table
from companion.engine.verdict import Violation
from companion.presenters import board as pictured
from companion.presenters.board_view import TURNS, BoardView, HarbourView, Marks, Place, ShoreView
from companion.presenters.deeds import question_text
from companion.rules.common import ANY_GOOD, PRODUCES, Board, Island, LayBoard, board_faults, board_making
from companion.rules.common import board as island_of
from companion.rules.presentation import fields
from companion.rules.presentation.parts import PlaceSort, Shore

BOOKS = {"en": "english"}
"""The layout for beginners by language, where it is not that of most editions."""


# --- the whole screen ---------------------------------------------------------------------------------

Page = str
"""Which keys are shown: made, turn, options, rows, boards, code, those of BY_HAND, or shore."""

BY_HAND = ("terrain", "letters", "numbers", "harbours", "goods")
"""The pages of a board that is entered as it lies."""


class Setup(msgspec.Struct, frozen=True):
    """All that the screen shows.

    Args:
        island: what the box holds in this game.
        recipe: the board that chance has made.
        shown: the board from elsewhere that is shown in its place, and what it is called.
        hand: the board that is entered.
        turn: by how many sixths the picture is turned clockwise; from TURNS on it is mirrored before.
        row: which row is read out; one further than the last are the harbours.
        typed: letters of a code.
        number: counts the saved boards' pages.
        clockwise: which way the letters go, as the island has it.
        before: the page that the board was laid from.
        laid: the board on the table already, while more is laid on it.
        looks: what is seen of its hexes besides the number tokens.
        shore: what is laid along its coast, and ``shore_numbers`` how far that has come.
    """

    island: Island
    recipe: Recipe
    hand: Hand
    page: Page = "made"
    shown: tuple[str, Board] | None = None
    turn: int = 0
    row: int = 0
    typed: str = ""
    number: int = 0
    clockwise: bool = False
    before: Page = "made"
    laid: Board | None = None
    looks: tuple[pictured.Look, ...] = ()
    shore: Shore | None = None
    shore_numbers: Filling[EdgeId, int] | None = None


def question(table: Table) -> Decision | None:
    """What is asked about the board and is answered on this screen, if anything is."""
    return next((one for one in table.core.pending if asks(table, one)), None)


def asks(table: Table, question: Decision) -> bool:
    """Whether a question is about the board, or what is laid along its coast."""
    shores = (tag_of(shore.command) for shore in table.ruleset.presented(Shore))
    return not {tag_of(LayBoard), *shores}.isdisjoint(question.answers)


def start(table: Table, seed: int, old: Setup | None = None) -> Setup | None:
    """The screen for what is asked about the board, with what was chosen before; None if nothing is asked.

    ``seed`` stands for chance: the board that is shown first.
    """
    asked_now = question(table)
    if asked_now is None:
        return None
    island: Island = table.value("island")
    kept = old if old is not None and old.island == island else None
    ruleset = table.ruleset
    looks = pictured.looks(ruleset)
    setup = kept or Setup(island, kind_for(island, Recipe(seed)), empty(island), looks=looks)
    shores = ruleset.presented(Shore)
    shore = next((one for one in shores if tag_of(one.command) in asked_now.answers), None)
    if shore is None:
        page = setup.before if setup.page == "shore" else setup.page
        return replace(setup, page=page, laid=None, shore=None, shore_numbers=None)
    laid = island_of(table)
    if setup.shore == shore and setup.laid == laid:
        return setup
    counts = tuple(sorted(Counter(shore.numbers).items()))
    filling = Filling(shore.sides(laid.geometry), counts)
    return replace(setup, page="shore", before=setup.page, laid=laid, shore=shore, shore_numbers=filling)


_made = remembered(made)
"""A page asks several times for the board that it shows."""


def board(setup: Setup) -> Board:
    """The board that is shown, whole or not."""
    if setup.laid is not None:
        return setup.laid
    if setup.page in BY_HAND:
        return board_entry.board(setup.hand, setup.island)
    if setup.shown is not None:
        return setup.shown[1]
    return _made(setup.recipe, setup.island)


def ready(setup: Setup) -> bool:
    """Whether what is shown can be laid."""
    if setup.shore_numbers is not None:
        return whole(setup.shore_numbers)
    if setup.page not in BY_HAND:
        return True
    return board_entry.ready(setup.hand)


def command(setup: Setup, by: PlayerId) -> Command:
    """What the table says with it."""
    if setup.shore is not None and setup.shore_numbers is not None:
        found = values(setup.shore_numbers)
        return setup.shore.lay(
            by, {side: found[side] for side in setup.shore_numbers.places if side in found}
        )
    return LayBoard(by, board(setup))


def doubts(setup: Setup) -> tuple[Violation, ...]:
    """What speaks against the board besides the rules that judge every board: red numbers side by side, where
    the number tokens did not go by their letters."""
    island = setup.island
    if (
        setup.page not in BY_HAND
        or setup.hand.letters is not None
        or island.tokens_by_hex
        or island.by_letters
    ):
        return ()
    found = board_faults(board(setup), island, random_tokens=True)
    return tuple(fault for fault in found if fault.key == "board.red-neighbours")


def where(setup: Setup, fault: Violation) -> tuple[Place, ...]:
    """The places that a fault is about: those that it names, or all with what there is too much or too little
    of."""
    laid, params = board(setup), fault.params
    hexes = [*_several(params.get("hexes")), *_several(params.get("hex"))]
    sides = [*_several(params.get("edge")), *_several(params.get("side")), *_several(params.get("sides"))]
    (hexes if "hex" in params else sides).extend(_several(params.get("other")))
    if "given" in params:
        hexes += [hex for hex, one in enumerate(laid.terrain) if one == params.get("terrain")]
        hexes += [hex for hex, one in enumerate(laid.tokens) if one == params.get("number")]
        sides += [harbour.edge for harbour in laid.harbours if harbour.good == params.get("harbour")]
    land = geometry(laid.rows)
    named = [int(hex) for hex in map(str, hexes) if hex.isdigit()]
    known = [hex for hex in named if hex < len(land.hexes)]
    return (
        *(Place("hex", hex) for hex in dict.fromkeys(known)),
        *(Place("edge", side) for side in dict.fromkeys(map(str, sides)) if side in land.ends),
    )


def _several(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


# --- what is touched ----------------------------------------------------------------------------------


def another(setup: Setup, seed: int) -> Setup:
    """Another board made up by chance."""
    return replace(setup, shown=None, recipe=msgspec.structs.replace(setup.recipe, seed=seed), row=0)


def unshown(setup: Setup) -> Setup:
    """Without the board that was kept."""
    return replace(setup, shown=None, row=0)


def chosen(setup: Setup, option: str) -> Setup:
    """With an option of chance switched over."""
    recipe = setup.recipe
    return replace(
        setup,
        shown=None,
        row=0,
        recipe=msgspec.structs.replace(recipe, **{option: not getattr(recipe, option)}),
    )


def by_code(setup: Setup, recipe: Recipe) -> Setup:
    """The board of a code."""
    return replace(setup, page="made", shown=None, recipe=kind_for(setup.island, recipe), typed="", row=0)


def with_board(setup: Setup, name: str, laid: Board) -> Setup:
    """A board that was kept. What produces nothing is what it is in this game."""
    return replace(setup, shown=(name, suited(laid, setup.island)), row=0)


def suited(laid: Board, island: Island) -> Board:
    """The board with the desert, or what this game has in its place, where nothing is produced."""
    bare = [name for name in island.terrain if name not in PRODUCES]
    if len(bare) != 1:
        return laid
    known = {*island.terrain, *PRODUCES}
    terrain = tuple(name if name in known or not name else bare[0] for name in laid.terrain)
    return Board(laid.rows, terrain, laid.tokens, laid.harbours)


def books(setup: Setup) -> tuple[str, ...]:
    """The layouts for beginners that this island can be laid by."""
    return tuple(
        name
        for name, layout in board_making.layouts().items()
        if board_making.islands()[layout.island].rows == setup.island.rows
        and not (setup.island.areas or setup.island.tokens_by_hex)
    )


def usual_book() -> str:
    """The layout that the book shows in the language in use."""
    return BOOKS.get(language(), "kosmos")


def beginners(setup: Setup, name: str) -> Setup:
    """The layout of a book. Where the book does not say which harbours lie where, they are asked."""
    laid = suited(board_making.beginners_board(name, Stream(0)), setup.island)
    if board_making.layouts()[name].harbours:
        return with_board(setup, book_name(name), laid)
    return replace(setup, page="harbours", hand=board_entry.copied(empty(setup.island), laid))


def by_hand(setup: Setup) -> Setup:
    """Enter the board as it lies, or go on with it."""
    return stepped(replace(setup, page="terrain"))


def stepped(setup: Setup) -> Setup:
    """Go on to the next page when the one that is shown is done."""
    hand = setup.hand
    if setup.page == "terrain" and whole(hand.terrain) and (hand.terrain.entries or not hand.terrain.places):
        return to_harbours(setup) if setup.island.tokens_by_hex else replace(setup, page="letters")
    if setup.page == "numbers" and whole(numbers(hand)):
        return to_harbours(setup)
    return setup


def to_harbours(setup: Setup) -> Setup:
    """Go on to the harbours, in the way in which they are entered."""
    return replace(setup, page="harbours" if setup.hand.frame is not None else "goods")


def laid_terrain(setup: Setup, terrain: str) -> Setup:
    """The terrain of the hex that is asked."""
    return stepped(_with(setup, terrain=put(setup.hand.terrain, terrain)))


def laid_number(setup: Setup, number: int) -> Setup:
    """The number token of the hex that is asked."""
    hand = setup.hand
    laid = replace(hand.numbers, entries=put(numbers(hand), number).entries, at=None)
    return stepped(replace(setup, hand=replace(hand, numbers=laid, letters=None)))


def laid_letters(setup: Setup, start_at: HexId) -> Setup:
    """The number tokens by their letters from where they may begin. Another hex changes nothing."""
    if start_at not in board_making.starts(setup.island):
        return setup
    hand = replace(setup.hand, letters=(start_at, setup.clockwise))
    return to_harbours(replace(setup, hand=hand))


def one_by_one(setup: Setup) -> Setup:
    """Number tokens, or harbours, one by one."""
    if setup.page == "letters":
        return replace(setup, page="numbers", hand=replace(setup.hand, letters=None))
    return replace(setup, page="goods", hand=replace(setup.hand, frame=None))


def laid_good(setup: Setup, good: str) -> Setup:
    """What the harbour is for that is asked."""
    return _with(setup, harbours=put(setup.hand.harbours, good))


def frame_turned(setup: Setup) -> Setup:
    """The printed frame lies turned by a sixth more."""
    fitting = frames(setup.island)
    at = fitting.index(setup.hand.frame) if setup.hand.frame in fitting else -1
    hand = replace(setup.hand, frame=fitting[(at + 1) % len(fitting)])
    return replace(setup, page="harbours", hand=hand)


def laid_at_shore(setup: Setup, number: int) -> Setup:
    """The number at the place of the coast that is asked."""
    assert setup.shore_numbers is not None
    return replace(setup, shore_numbers=put(setup.shore_numbers, number))


def _with(setup: Setup, **fillings: Filling[HexId, str] | Filling[EdgeId, str]) -> Setup:
    return replace(setup, hand=replace(setup.hand, **fillings))


def erased(setup: Setup) -> Setup:
    """Take back what was entered last on this page, or leave the page where nothing was."""
    hand = setup.hand
    match setup.page:
        case "terrain" if hand.terrain.entries:
            return _with(setup, terrain=back(hand.terrain))
        case "numbers" if hand.numbers.entries:
            return replace(setup, hand=replace(hand, numbers=back(hand.numbers)))
        case "goods" if hand.harbours.entries:
            return _with(setup, harbours=back(hand.harbours))
        case "shore" if setup.shore_numbers is not None:
            return replace(setup, shore_numbers=back(setup.shore_numbers))
        case "code" if setup.typed:
            return replace(setup, typed=setup.typed[:-1])
    return returned(setup)


def returned(setup: Setup) -> Setup:
    """Back to the page before."""
    hand = setup.hand
    match setup.page:
        case "goods":
            return frame_turned(setup)
        case "harbours" if setup.island.tokens_by_hex:
            return replace(setup, page="terrain")
        case "harbours":
            return replace(setup, page="numbers" if hand.letters is None else "letters")
        case "numbers":
            return replace(setup, page="letters")
        case "letters":
            return replace(setup, page="terrain")
        case "rows" | "turn" | "code" if setup.shown is not None:
            return replace(setup, page="boards")
        case "boards":
            return replace(setup, page="made", shown=None, row=0)
    return replace(setup, page="made")


def touched(setup: Setup, sort: str, place: HexId | EdgeId) -> Setup:
    """A place of the picture was touched."""
    if sort == "hex":
        hex = HexId(int(place))
        if setup.page == "terrain":
            return _with(setup, terrain=pointed(setup.hand.terrain, hex))
        if setup.page == "letters":
            return laid_letters(setup, hex)
        if setup.page == "numbers":
            at = pointed(numbers(setup.hand), hex).at
            return replace(setup, hand=replace(setup.hand, numbers=replace(setup.hand.numbers, at=at)))
        if setup.page == "rows":
            rows = reading_rows(setup)
            return replace(setup, row=next((at for at, row in enumerate(rows) if hex in row), setup.row))
    elif setup.page == "goods" and place in geometry(setup.island.rows).coast:
        return _with(setup, harbours=pointed_side(setup.hand.harbours, EdgeId(str(place))))
    elif setup.page == "shore" and setup.shore and setup.shore_numbers and setup.laid:
        land = setup.laid.geometry
        for side in setup.shore_numbers.places:
            if place in setup.shore.covered(land, side):
                return replace(setup, shore_numbers=pointed(setup.shore_numbers, side))
    return setup


# --- as the picture shows it --------------------------------------------------------------------------


def mirrored(setup: Setup) -> bool:
    """Whether left and right of the picture have changed places."""
    return setup.turn >= TURNS


def turned(setup: Setup, by: int) -> Setup:
    """The picture turned on, clockwise by so many sixths."""
    return replace(setup, turn=mirrored(setup) * TURNS + (setup.turn + by) % TURNS)


def flipped(setup: Setup) -> Setup:
    """The picture as a mirror shows it."""
    # a turn seen in a mirror goes the other way round
    turn = -setup.turn % TURNS
    return replace(setup, turn=turn if mirrored(setup) else turn + TURNS)


def seen(setup: Setup, point: tuple[float, float]) -> tuple[float, float]:
    """A point of the geometry after mirroring and turning; y still goes down."""
    x, y = (-point[0], point[1]) if mirrored(setup) else point
    angle = math.radians(60 * (setup.turn % TURNS))
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def reading_rows(setup: Setup) -> tuple[tuple[HexId, ...], ...]:
    """The hexes as they are read from the picture: rows from the top, each from the left."""
    land = geometry(board(setup).rows)
    at = {hex: seen(setup, land.centre[hex]) for hex in land.hexes}
    middle = sum(y for _x, y in at.values()) / len(at)
    rows: dict[int, list[HexId]] = {}
    for hex, (_x, y) in at.items():
        # rows are 1.5 sides apart; counted in quarters none is torn by a rounding
        rows.setdefault(round((y - middle) * 4), []).append(hex)
    return tuple(tuple(sorted(rows[y], key=lambda hex: at[hex][0])) for y in sorted(rows))


def around(setup: Setup, sides: Iterable[EdgeId]) -> tuple[EdgeId, ...]:
    """Sides at the sea as they are read from the picture: clockwise from the top."""
    land = geometry(board(setup).rows)
    points = [seen(setup, land.centre[hex]) for hex in land.hexes]
    middle = sum(x for x, _y in points) / len(points), sum(y for _x, y in points) / len(points)

    def angle(side: EdgeId) -> float:
        ends = [seen(setup, land.point[corner]) for corner in land.ends[side]]
        x, y = (ends[0][0] + ends[1][0]) / 2 - middle[0], (ends[0][1] + ends[1][1]) / 2 - middle[1]
        return (math.atan2(x, -y) + 2 * math.pi) % (2 * math.pi)

    return tuple(sorted(sides, key=angle))


def clockwise_seen(setup: Setup) -> bool:
    """Whether the letters go clockwise as the picture shows them."""
    return setup.clockwise != mirrored(setup)


def picture(setup: Setup) -> BoardView:
    """The board as it is drawn."""
    view = pictured.bare(board(setup), setup.looks)
    if setup.page == "goods":
        # all places of the frame are seen, so that the picture stays as large as it was
        known = {harbour.edge for harbour in view.harbours}
        unknown = tuple(HarbourView(side, "") for side in setup.hand.harbours.places if side not in known)
        return replace(view, harbours=(*view.harbours, *unknown))
    if setup.shore is None or setup.shore_numbers is None or setup.laid is None:
        return view
    land, found = setup.laid.geometry, values(setup.shore_numbers)
    shore = setup.shore
    shores = tuple(ShoreView(shore.corners(land, side), found[side], shore.drawing) for side in found)
    return replace(view, shores=shores)


def marks(setup: Setup) -> Marks:
    """What is marked on it: what is asked, or read out."""
    hand = setup.hand
    match setup.page:
        case "terrain":
            return _asked("hex", asked(hand.terrain))
        case "numbers":
            return _asked("hex", asked(numbers(hand)))
        case "letters":
            return Marks(hexes=frozenset(board_making.starts(setup.island)), wanted=("hex",))
        case "goods":
            return _asked("edge", asked(hand.harbours))
        case "shore" if setup.shore and setup.shore_numbers and setup.laid:
            side = asked(setup.shore_numbers)
            sides = () if side is None else setup.shore.covered(setup.laid.geometry, side)
            return Marks(chosen=tuple(Place("edge", one) for one in sides), wanted=("edge",))
        case "rows":
            rows = reading_rows(setup)
            if setup.row < len(rows):
                return Marks(chosen=tuple(Place("hex", hex) for hex in rows[setup.row]), wanted=("hex",))
            return Marks(chosen=tuple(Place("edge", harbour.edge) for harbour in board(setup).harbours))
    return Marks()


def _asked(sort: PlaceSort, place: HexId | EdgeId | None) -> Marks:
    return Marks(chosen=() if place is None else (Place(sort, place),), wanted=(sort,))


def going(setup: Setup, *, clockwise: bool) -> Setup:
    """The letters go this way as the picture shows it."""
    return replace(setup, clockwise=clockwise != mirrored(setup))


# --- in words -----------------------------------------------------------------------------------------


def book_name(name: str) -> str:
    """A layout for beginners, and the editions whose book shows it."""
    return _("Beginners: {edition}").format(edition=narrate.term("layout", name))


def terrain_name(terrain: str) -> str:
    """A terrain in words."""
    return narrate.term("terrain", terrain)


def good_name(good: str) -> str:
    """What a harbour is for, in as few words as there are."""
    return "3:1" if good == ANY_GOOD else narrate.term("good", good)


def row_count(setup: Setup) -> int:
    """How many lines are read out: the rows, and the harbours if there are any."""
    return len(reading_rows(setup)) + bool(board(setup).harbours)


def row_title(setup: Setup) -> str:
    """What is read out."""
    rows = reading_rows(setup)
    if setup.row >= len(rows):
        return _("Harbours, clockwise from the top")
    return _("Row {number} of {count}").format(number=setup.row + 1, count=len(rows))


def row_lines(setup: Setup) -> tuple[str, ...]:
    """A row in words, hex by hex from the left; or the harbours, all in one line."""
    laid = board(setup)
    rows = reading_rows(setup)
    if setup.row >= len(rows):
        goods = {harbour.edge: harbour.good for harbour in laid.harbours}
        return (", ".join(good_name(goods[side]) for side in around(setup, goods)),)
    return tuple(
        f"{terrain_name(laid.terrain[hex])} {laid.tokens[hex] or ''}".strip() for hex in rows[setup.row]
    )


def title(setup: Setup) -> str:
    """What the board is that is shown."""
    if setup.shown is not None:
        return setup.shown[0]
    return code_of(setup.recipe)


def missing(setup: Setup) -> str:
    """What to do on this page, in one sentence."""
    match setup.page:
        case "terrain":
            return _("Which terrain?")
        case "letters" if setup.island.from_any_coast:
            return _("Tap the coast hex where A lies.")
        case "letters":
            return _("Tap the corner hex where A lies.")
        case "numbers":
            return _("Which number?")
        case "harbours":
            return _("Are the harbours right?")
        case "goods":
            return _("Which harbour?")
        case "shore" if setup.shore is not None:
            kind = setup.shore.command
            return question_text(kind, next(name for name in fields(kind) if name != "by"))
        case "turn":
            return _("Turn it to match your table.")
        case "code":
            return _("Type the letters of the code.")
    return ""
