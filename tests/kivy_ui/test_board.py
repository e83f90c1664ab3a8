"""The board under fingers, on a real window."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.engine.geometry import geometry
from companion.presenters.board_view import (
    BoardView,
    FigureView,
    Ghost,
    HarbourView,
    HexView,
    Marks,
    PieceView,
    Place,
    RoadView,
)
from kivy_ui.board.layout_math import REACH_MM, WHOLE, ZOOM, View

pytestmark = pytest.mark.usefixtures("painted_island")

STANDARD = (3, 4, 5, 4, 3)
THIRTY = (3, 4, 5, 6, 5, 4, 3)
TERRAINS = ("forest", "pasture", "fields", "hills", "mountains", "desert")


def island(rows: tuple[int, ...] = STANDARD, **changes: Any) -> BoardView:
    land = geometry(rows)
    hexes = tuple(HexView(hex, TERRAINS[hex % 6], (2, 3, 4, 5, 6, 0)[hex % 6]) for hex in land.hexes)
    return BoardView(rows, hexes, corner_figures=frozenset({"settlement", "city", "knight"}), **changes)


class Told(list[tuple[str, Any, bool]]):
    """What the board reported."""

    def __call__(self, place: Place, lit: bool) -> None:
        self.append((*place, lit))


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def stand(ui: Any, told: Told) -> Iterator[Callable[..., Any]]:
    """Puts a board on the screen and returns it; afterwards none of them goes on painting."""
    boards = []

    def put(view: BoardView, marks: Marks, turn: int = 0, still: bool = True, **screen: Any) -> Any:
        from kivy_ui.geometry import Box
        from tests.scenes.board_stage import Stand

        shell = ui.open(**screen)
        made = Stand(shell, view, marks, turn)
        made.picture.on_place = told
        made.picture.still = still
        shell._enter("board_stand", made)
        made.place(Box(0, 0, shell.width, shell.height))
        boards.append(made.picture)
        ui.frames()
        return made.picture

    yield put
    for board in boards:
        if board._painting is not None:
            board._painting.cancel()


def finger(x: float, y: float) -> Any:
    from kivy.tests.common import UnitTestTouch

    return UnitTestTouch(x, y)


LAND = geometry(STANDARD)


def corners(*names: str, rows: tuple[int, ...] = STANDARD) -> Marks:
    """These corners lit for a settlement."""
    lit = frozenset(geometry(rows).corner(name) for name in names)
    return Marks(lit, wanted=("corner",), ghost=Ghost("settlement", "red", 0))


def edges(*names: str) -> Marks:
    """These edges lit for a road."""
    return Marks(edges=frozenset(map(LAND.edge, names)), wanted=("edge",), ghost=Ghost("road", "red", 0))


def at(sort: str, name: str) -> Place:
    """A place by any of its names."""
    return Place("corner", LAND.corner(name)) if sort == "corner" else Place("edge", LAND.edge(name))


CORNERS = corners("4N", "9S", "12SW")


@pytest.mark.parametrize("turn", range(6))
def test_a_tap_on_a_lit_place_takes_it(ui: Any, stand: Any, told: Told, turn: int) -> None:
    board = stand(island(), CORNERS, turn)
    ui.touch(*board.spot(at("corner", "9S")))
    assert told == [(*at("corner", "9S"), True)]


def test_the_nearest_lit_place_within_nine_millimetres_is_taken(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), CORNERS)
    x, y = board.spot(at("corner", "9S"))
    reach = REACH_MM * board.look.metrics.px_per_mm
    ui.touch(x, y - reach + 1)
    assert told == [(*at("corner", "9S"), True)]
    told.clear()
    ui.touch(x, y - reach - 1)
    assert [lit for _sort, _place, lit in told] == [False]


def test_the_preview_follows_the_finger_and_the_place_is_taken_on_release(
    ui: Any, stand: Any, told: Told
) -> None:
    board = stand(island(), CORNERS)
    touch = finger(*board.spot(at("corner", "4N")))
    touch.touch_down()
    ui.frames(1)
    assert board.preview == at("corner", "4N")
    assert not told
    touch.touch_move(*board.spot(at("corner", "9S")))
    ui.frames(1)
    assert board.preview == at("corner", "9S")
    assert not told
    touch.touch_up()
    assert told == [(*at("corner", "9S"), True)]
    assert board.preview is None


def test_sliding_off_takes_nothing(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), CORNERS)
    touch = finger(*board.spot(at("corner", "4N")))
    touch.touch_down()
    touch.touch_move(*board.spot(Place("hex", 17)))
    assert board.preview is None
    touch.touch_up()
    ui.frames(1)
    assert not told


def test_a_tap_beside_the_lit_places_reports_the_nearest_that_is_wanted(
    ui: Any, stand: Any, told: Told
) -> None:
    board = stand(island(), CORNERS)
    ui.touch(*board.spot(at("corner", "18S")))
    assert told == [(*at("corner", "18S"), False)]


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.6, 1.0])
def test_what_is_taken_was_shown_under_the_finger(ui: Any, stand: Any, told: Told, share: float) -> None:
    """From the middle of each hex, where no corner is near enough, to one of its corners, lit or not."""
    board = stand(island(), CORNERS)
    for hex in LAND.hexes:
        (x, y), (right, up) = board.spot(Place("hex", hex)), board.spot(at("corner", f"{hex}N"))
        touch = finger(x + (right - x) * share, y + (up - y) * share)
        touch.touch_down()
        shown = board.preview
        assert (shown is None) is (share == 0.0)
        touch.touch_up()
        assert [(sort, id) for sort, id, _lit in told] == ([] if shown is None else [(shown.sort, shown.id)])
        told.clear()


def drawn_at(board: Any, sheet: str, spot: tuple[float, float]) -> list[Any]:
    """What one of the board's sheets has with its middle there."""
    from kivy.graphics import Ellipse, Rectangle

    return [
        one
        for one in board._sheets[sheet].children
        if isinstance(one, Rectangle | Ellipse)
        and math.dist([at + size / 2 for at, size in zip(one.pos, one.size, strict=True)], spot) < 2
    ]


def test_a_piece_is_seen_where_another_touch_would_take_it_away(ui: Any, stand: Any) -> None:
    """Its corner or edge stays lit: around the piece, not over it."""
    pieces = ((LAND.corner("9S"), PieceView("knight", "red", 0, 1)),)
    roads = (RoadView(LAND.edge("9NE"), "red", 0),)
    lit = Marks(
        frozenset({LAND.corner("9S"), LAND.corner("4N")}),
        frozenset({LAND.edge("9NE"), LAND.edge("4E")}),
        wanted=("corner", "edge"),
    )
    board = stand(island(corners=pieces, roads=roads), lit)
    for name, sort in (("9S", "corner"), ("9NE", "edge")):
        spot = board.map.spot(at(sort, name))
        assert drawn_at(board, "under", spot) and not drawn_at(board, "marks", spot)
    for name, sort in (("4N", "corner"), ("4E", "edge")):
        spot = board.map.spot(at(sort, name))
        assert drawn_at(board, "marks", spot) and not drawn_at(board, "under", spot)


@pytest.fixture
def unpainted() -> None:
    """No ground is painted yet."""
    from kivy_ui.board import ground

    ground._KEPT.clear()


@pytest.mark.usefixtures("unpainted")
def test_harbours_are_there_before_the_ground_is_painted(ui: Any, stand: Any) -> None:
    harbours = tuple(
        HarbourView(LAND.edge(name), good) for name, good in (("0NW", "any"), ("2E", "ore"), ("18SE", ""))
    )
    board = stand(island(harbours=harbours), Marks())
    assert board._ground_job is not None
    for harbour in harbours:
        assert drawn_at(board, "flat", board.map.harbour(harbour.edge))


def test_without_a_piece_in_hand_the_own_piece_is_reported(ui: Any, stand: Any, told: Told) -> None:
    view = island(
        corners=(
            (LAND.corner("9N"), PieceView("city", "red", 0)),
            (LAND.corner("9NE"), PieceView("knight", "blue", 1, 1)),
        ),
        roads=(RoadView(LAND.edge("9NE"), "red", 0), RoadView(LAND.edge("12SW"), "blue", 1)),
    )
    board = stand(view, Marks(seat=0))
    ui.touch(*board.spot(at("corner", "9N")))
    ui.touch(*board.spot(at("corner", "9NE")))
    ui.touch(*board.spot(at("edge", "12SW")))
    ui.touch(*board.spot(Place("hex", 16)))
    assert told == [
        (*at("corner", "9N"), False),
        (*at("corner", "9NE"), False),
        (*at("edge", "12SW"), False),
        ("hex", 16, False),
    ]


def test_a_tap_on_the_open_sea_means_nothing(ui: Any, stand: Any, told: Told) -> None:
    stand(island(), CORNERS)
    ui.touch(470, 470)
    ui.touch(700, 200)
    assert not told


def test_lit_edges_are_seen_nearer_and_the_whole_again_after(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), edges("4NE", "4E", "9W"))
    assert board.zoomed
    assert board.seen.scale == pytest.approx(2.0)
    ui.touch(*board.spot(at("edge", "4E")))
    assert told == [(*at("edge", "4E"), True)]
    board.mark(Marks())
    ui.frames(1)
    assert not board.zoomed
    assert board.seen == WHOLE


def test_corners_are_seen_nearer_only_on_a_large_island(stand: Any) -> None:
    assert not stand(island(), CORNERS).zoomed
    assert stand(island(THIRTY), corners("4N", "5N", rows=THIRTY)).zoomed
    assert not stand(island(THIRTY), Marks(hexes=frozenset({3, 4}))).zoomed


def test_one_tap_shows_the_whole_board_and_one_the_lit_places_again(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), edges("4NE", "4E"))
    nearer = board.seen
    ui.tap("board_zoom")
    assert board.seen == WHOLE
    ui.tap("board_zoom")
    assert board.seen == nearer
    assert not told


def test_the_board_moves_under_a_finger_that_is_on_nothing_lit(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), edges("4NE", "4E"))
    before = board.spot(Place("hex", 9))
    touch = finger(*before)
    touch.touch_down()
    touch.touch_move(before[0] - 40, before[1] + 70)
    ui.frames(1)
    assert board.spot(Place("hex", 9)) == pytest.approx((before[0] - 40, before[1] + 70))
    touch.touch_up()
    ui.frames(1)
    assert not told
    assert board.spot(Place("hex", 9)) == pytest.approx((before[0] - 40, before[1] + 70))


def test_a_finger_on_a_lit_place_does_not_move_the_board(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), edges("4NE", "4E"))
    before = board.seen
    touch = finger(*board.spot(at("edge", "4NE")))
    touch.touch_down()
    touch.touch_move(*board.spot(at("edge", "4E")))
    touch.touch_up()
    assert board.seen == before
    assert told == [(*at("edge", "4E"), True)]


def test_two_fingers_keep_their_points_of_the_board(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), CORNERS)
    one, two = finger(200, 240), finger(280, 240)
    one.touch_down()
    two.touch_down()
    assert board.preview is None
    two.touch_move(281, 240)
    under = board.map.seen(board.seen).to_board((200, 240))
    one.touch_move(160, 240)
    two.touch_move(320, 240)
    ui.frames(1)
    assert board.seen.scale == pytest.approx(160 / 81, rel=0.02)
    assert board.map.seen(board.seen).to_board((160, 240)) == pytest.approx(under, abs=0.05)
    one.touch_up()
    two.touch_up()
    assert not told
    assert board.zoomed


def test_a_second_finger_takes_nothing(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), CORNERS)
    one, two = finger(*board.spot(at("corner", "4N"))), finger(*board.spot(at("corner", "9S")))
    one.touch_down()
    two.touch_down()
    two.touch_up()
    one.touch_up()
    assert not told
    ui.touch(*board.spot(at("corner", "4N")))
    assert told == [(*at("corner", "4N"), True)]


def test_zooming_takes_at_most_a_quarter_of_a_second_and_never_blocks(
    ui: Any, stand: Any, told: Told
) -> None:
    from kivy_ui.board.board import ZOOM_SECONDS

    assert ZOOM_SECONDS <= 0.25
    board = stand(island(), Marks(), still=False)
    board.mark(edges("4NE", "4E"))
    assert board.zoomed
    # what is seen is what is touched, on the way too
    ui.touch(*board.spot(at("edge", "4NE")), frames=0)
    assert told == [(*at("edge", "4NE"), True)]
    ui.wait(lambda: board.seen == board._goal)
    assert board.seen.scale == pytest.approx(2.0)


def test_what_does_not_change_is_not_drawn_again(ui: Any, stand: Any) -> None:
    view = island(corners=((LAND.corner("9N"), PieceView("city", "red", 0)),))
    board = stand(view, CORNERS)
    figures = list(board._sheets["figures"].children)
    board.show(view, corners("4N"))
    touch = finger(*board.spot(at("corner", "4N")))
    touch.touch_down()
    ui.frames(1)
    touch.touch_up()
    ui.frames(1)
    assert list(board._sheets["figures"].children) == figures


@pytest.mark.usefixtures("unpainted")
def test_the_ground_is_painted_in_the_frames_that_follow(ui: Any, stand: Any) -> None:
    from kivy_ui.board import ground

    board = stand(island(), CORNERS)
    assert board._ground_job is not None
    ui.wait(lambda: board._ground_job is None, 20)
    painted = board._ground.texture
    assert max(painted.size) <= ground.SHARPEST
    assert stand(island(), CORNERS)._ground.texture is painted


@pytest.mark.parametrize("rows", [STANDARD, THIRTY, (1,), (2, 3, 2)])
@pytest.mark.parametrize("theme", ["dark", "bright"])
def test_every_piece_on_every_island(ui: Any, stand: Any, rows: tuple[int, ...], theme: str) -> None:
    land = geometry(rows)
    kinds = [
        PieceView("settlement", "red", 0),
        PieceView("settlement", "red", 0, on_side=True),
        PieceView("city", "blue", 1, wall=True),
        *(PieceView("city", "white", 2, track=track) for track in ("trade", "politics", "science")),
        *(
            PieceView("knight", "orange", None, strength, active)
            for strength in (1, 2, 3)
            for active in (0, 1)
        ),
    ]
    view = island(
        rows,
        corners=tuple(zip(land.corners, kinds, strict=False)),
        roads=tuple(RoadView(edge, "red", 0, number == 2) for number, edge in enumerate(land.edges[:6])),
        robber=0,
        figures=(FigureView(0, "merchant", "red", 0),),
    )
    everything = Marks(
        frozenset(land.corners),
        frozenset(land.edges),
        frozenset(land.hexes),
        frozenset({Place("corner", land.corners[0]), Place("edge", land.edges[0]), Place("hex", 0)}),
        chosen=(Place("corner", land.corners[1]),),
        trail=land.edges[:3],
        blocked=frozenset(land.corners[:1]),
        reach=frozenset(land.corners[2:4]),
    )
    board = stand(view, everything, theme=theme)
    for place in (Place("corner", land.corners[0]), Place("edge", land.edges[1]), Place("hex", 0)):
        for kind in ("", "road", "settlement", "city", "knight", "wall", "robber", "merchant"):
            board.mark(Marks(everything.corners, ghost=Ghost(kind, "red", 0)))
            board.preview = place
            board._draw_preview()
    ui.frames(1)


def test_nothing_is_taken_that_was_not_shown(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), corners("4N"))
    touch = finger(*board.spot(at("corner", "4N")))
    touch.touch_down()
    board.mark(corners("4NE"))
    ui.frames(1)
    assert board.preview is None
    touch.touch_up()
    assert not told


def test_what_was_shown_is_not_taken_for_another_place_that_is_lit_meanwhile(
    ui: Any, stand: Any, told: Told
) -> None:
    board = stand(island(), corners("4N"))
    (x, y), (other, above) = board.spot(at("corner", "4N")), board.spot(at("corner", "4NE"))
    touch = finger(x + 0.6 * (other - x), y + 0.6 * (above - y))
    touch.touch_down()
    assert board.preview == at("corner", "4N")
    board.mark(corners("4N", "4NE"))
    touch.touch_up()
    assert not told


def test_a_finger_that_came_for_a_wanted_place_tells_no_other_thing(ui: Any, stand: Any, told: Told) -> None:
    board = stand(island(), Marks(wanted=("corner",)))
    touch = finger(*board.spot(at("corner", "18S")))
    touch.touch_down()
    board.mark(Marks(seat=0))
    touch.touch_up()
    assert not told


def test_what_stands_on_an_edge_is_touched_like_a_road(ui: Any, stand: Any, told: Told) -> None:
    lamp = (LAND.edge("9NE"), PieceView("lamp", "red", 0))
    board = stand(island(edges=(lamp,)), Marks(seat=0))
    ui.touch(*board.spot(at("edge", "9NE")))
    assert told == [(*at("edge", "9NE"), False)]


@pytest.mark.parametrize("size", [(800, 480), (1280, 800)])
def test_the_sign_brings_the_board_nearer_wherever_lit_places_lie(
    ui: Any, stand: Any, size: tuple[int, int]
) -> None:
    board = stand(island(), Marks(frozenset(LAND.corners), wanted=("corner",)), size=size)
    board.zoom_out()
    ui.tap("board_zoom")
    assert board.zoomed and board.seen.scale == ZOOM
    ui.tap("board_zoom")
    assert not board.zoomed


def test_two_fingers_during_a_zoom_do_not_stop_it_half_way(ui: Any, stand: Any) -> None:
    board = stand(island(), Marks(), still=False)
    board._go(View(ZOOM))
    ui.wait(lambda: not board.moving)
    board.zoom_out()
    ui.frames(1)
    fingers = [finger(100, 100), finger(200, 200)]
    for one in fingers:
        one.touch_down()
    for one in fingers:
        one.touch_up()
    ui.wait(lambda: not board.moving)
    assert board.seen == WHOLE and not board.zoomed


def test_a_picture_is_finished_at_once_even_after_a_touch(ui: Any, stand: Any) -> None:
    board = stand(island(), Marks())
    board.finish()
    ui.touch(*board.spot(at("corner", "9S")))
    board.show(island(harbours=(HarbourView("0NW", "ore"),)))
    board.finish()
    assert board._ground_job is None


def test_marks_move_with_the_board_when_harbours_make_it_smaller(ui: Any, stand: Any) -> None:
    board = stand(island(), CORNERS)
    before = board._drawn["marks"]
    board.show(island(harbours=(HarbourView("0NW", "ore"),)))
    ui.frames(1)
    assert board._drawn["marks"] != before


def test_random_fingers_leave_nothing_behind(ui: Any, stand: Any, told: Told) -> None:
    chance = random.Random(3)
    board = stand(island(), edges("4NE", "4E", "12SW"))
    down: list[Any] = []
    for _step in range(600):
        where = chance.uniform(0, 480), chance.uniform(0, 480)
        if down and chance.random() < 0.4:
            down.pop(chance.randrange(len(down))).touch_up()
        elif down and chance.random() < 0.5:
            chance.choice(down).touch_move(*where)
        elif len(down) < 3:
            down.append(finger(*where))
            down[-1].touch_down()
    for touch in down:
        touch.touch_up()
    ui.frames(1)
    assert not board._fingers
    assert board.preview is None
    told.clear()
    board.zoom_out()
    ui.touch(*board.spot(at("edge", "4E")))
    assert told == [(*at("edge", "4E"), True)]


def test_lit_places_are_told_to_tests_from_outside(ui: Any, stand: Any, told: Told) -> None:
    from kivy_ui.window.screen_map import look_at

    board = stand(island(), CORNERS)
    ui.shell.screen.picture = board
    places = {(place.sort, place.id): place for place in look_at(ui.shell).places}
    assert places.keys() == {("corner", corner) for corner in CORNERS.corners}
    chosen = places[at("corner", "9S")]
    ui.touch(chosen.x, ui.shell.height - chosen.y)
    assert told == [(*at("corner", "9S"), True)]


def test_what_may_be_built_is_drawn_ahead(ui: Any, stand: Any) -> None:
    from kivy_ui.art.atlas import ATLAS

    house = (LAND.corner("9N"), PieceView("settlement", "red", 0))
    board = stand(island(corners=(house,)), corners("4N"))
    ui.wait(lambda: board._painting is None, 30)
    made = set(ATLAS._drawings)
    town = (LAND.corner("4N"), PieceView("city", "red", 0))
    built = island(corners=(house, town), roads=(RoadView(LAND.edge("9NE"), "red", 0),))
    board.show(built, Marks())
    ui.frames(1)
    assert not [key for key in ATLAS._drawings if key not in made]


def test_the_sign_lies_over_no_lit_place(ui: Any, stand: Any, told: Told) -> None:
    lit = edges("12SW", "16SW", "16W", "3W", "7W")
    board = stand(island(), lit)
    for edge in lit.edges:
        assert not board.sign.collide_point(*board.spot(Place("edge", edge)))
    ui.touch(*board.spot(at("edge", "16SW")))
    assert told == [(*at("edge", "16SW"), True)]


def test_the_ground_waits_while_somebody_touches_anything(
    ui: Any, stand: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.clock import Clock

    board = stand(island(), CORNERS)
    steps = iter(range(1))
    now = Clock.get_time()
    monkeypatch.setattr(Clock, "get_time", lambda: now)
    board._touched()
    board._ground_job = (None for _step in steps)
    board._paint_ground(0)
    assert next(steps, None) == 0, "what the touch does is drawn first"
    steps = iter(range(1))
    monkeypatch.setattr(Clock, "get_time", lambda: now + 1)
    board._ground_job = (None for _step in steps)
    board._paint_ground(0)
    assert next(steps, None) is None


@pytest.mark.usefixtures("unpainted")
def test_whoever_touches_while_the_ground_is_painted_is_heard_of(ui: Any, stand: Any) -> None:
    board = stand(island(), Marks())
    assert board._painting is not None
    before = board._paint_from
    ui.touch(2, 2)
    assert board._paint_from > before
    ui.wait(lambda: board._painting is None, 30)
    before = board._paint_from
    ui.touch(2, 2)
    assert board._paint_from == before


def test_a_key_shows_its_terrain_and_nothing_else(ui: Any) -> None:
    from kivy.graphics import Canvas

    from kivy_ui.board import tiles

    tiles._textures.clear()
    key = Canvas()
    with key:
        tiles.terrain("forest", 60, (1.0, 1.0, 1.0, 1.0), dark=False)
    assert key.children == []
