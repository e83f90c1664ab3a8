"""Signs and figures are SVG files that a person can draw."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from companion.rules import catalogue
from companion.rules.presentation.parts import Deck, Shore
from kivy_ui.art import DRAWINGS, drawing, figures, goods, lies_along, scenery, stands
from kivy_ui.art.brush import Brush
from kivy_ui.art.vector import SignError, parsed, sign_or_plain
from tests.kit.each import each

FILES, FIGURES, LAND = (
    [
        file
        for folder in (files("kivy_ui.art"), *catalogue.folders().values())
        if (folder / room).is_dir()
        for file in (folder / room).iterdir()
    ]
    for room in ("signs", "figures", "land")
)


class Pen:
    """Notes what is drawn, and in which colour."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, object]] = []

    def polygon(self, points: object, colour: object) -> None:
        self.drawn.append(("polygon", colour))

    def line(self, points: object, width: float, colour: object, closed: bool, cap: str) -> None:
        self.drawn.append(("line", colour))

    def circle(self, centre: object, radius: float, colour: object) -> None:
        self.drawn.append(("circle", colour))

    def ring(self, centre: object, radius: float, width: float, colour: object) -> None:
        self.drawn.append(("ring", colour))

    def box(self, *_box: object) -> None:
        self.drawn.append(("box", _box[4]))


def picture(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">{body}</svg>'


@each(FILES)
def test_every_sign_can_be_drawn(file: object) -> None:
    assert file.name.endswith(".svg")  # type: ignore[attr-defined]
    sign = parsed(file.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    pen = Pen()
    sign.draw(pen, "ink", "ground")  # type: ignore[arg-type]
    colours = {colour for _shape, colour in pen.drawn}
    assert colours == ({"ink"} if sign.colours == 1 else {"ink", "ground"}), "white is its second colour"


def test_no_name_is_drawn_twice() -> None:
    names = [file.name.removesuffix(".svg") for file in FILES]
    assert len(names) == len(set(names)) and not set(names) & set(DRAWINGS)


def test_what_drawing_programs_write_is_understood() -> None:
    sign = parsed(
        picture(
            '<g style="fill:none; stroke:#FFFFFF; stroke-width:10">'
            '<path d="M 0 0 L 50 50 M 100 100 h 20 v 20 z"/><circle cx="9" cy="9" r="5"/></g>'
            '<rect x="10" y="10" width="20" height="30" rx="4"/>'
        )
    )
    pen = Pen()
    sign.draw(pen, "ink", "ground")  # type: ignore[arg-type]
    assert pen.drawn == [("line", "ground"), ("line", "ground"), ("ring", "ground"), ("box", "ink")]
    assert (sign.aspect, sign.colours) == (2.0, 2)


def test_coordinates_go_upwards_in_a_height_of_one() -> None:
    points: list[list[tuple[float, float]]] = []

    class Points(Pen):
        def polygon(self, found: object, colour: object) -> None:
            points.append([(round(x, 6), round(y, 6)) for x, y in found])  # type: ignore[attr-defined]

    parsed(picture('<polygon points="0,0 200,0 100,100"/>')).draw(Points(), "ink")  # type: ignore[arg-type]
    assert points == [[(0.0, 1.0), (2.0, 1.0), (1.0, 0.0)]]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no picture", "no SVG file"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "no SVG file with a viewBox"),
        (picture('<path d="M 0 0 L 9 9" fill="red"/>'), "red is neither black nor white"),
        (picture('<path d="M 0 0 L 9 9" transform="scale(2)"/>'), "has a transform"),
        (picture('<ellipse rx="9" ry="4"/>'), "a ellipse is not understood"),
        (picture('<path d="hello"/>'), "a shape cannot be read"),
        (picture('<polygon points="1 2 3"/>'), "a shape cannot be read"),
        (picture('<rect width="9" height="9" rx="2" stroke="black"/>'), "round corners has a stroke"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 0"/>', "it has no size"),
    ],
)
def test_what_is_no_sign_is_said(text: str, reason: str) -> None:
    with pytest.raises(SignError, match=reason):
        parsed(text)


class Points(Pen):
    """Notes where lines and circles are drawn."""

    def line(self, points: object, width: float, colour: object, closed: bool, cap: str) -> None:
        self.drawn.append((cap, points))

    def circle(self, centre: object, radius: float, colour: object) -> None:
        self.drawn.append(("circle", centre))


def test_the_picture_begins_where_its_view_box_does() -> None:
    circle = '<circle cx="60" cy="60" r="9"/>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 10 100 100">{circle}</svg>'
    pen = Points()
    parsed(text).draw(pen, "ink")  # type: ignore[arg-type]
    assert pen.drawn == [("circle", (0.5, 0.5))]


def test_the_style_of_the_whole_file_is_that_of_its_shapes() -> None:
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" '
        'fill="none" stroke="black" stroke-width="1px">'
        '<title>a frame</title><rect x="1" y="1" width="8" height="8"/><path d=""/></svg>'
    )
    pen = Points()
    parsed(text).draw(pen, "ink")  # type: ignore[arg-type]
    assert pen.drawn == [
        ("round", [(0.1, 0.9), (0.9, 0.9), (0.9, pytest.approx(0.1)), (0.1, pytest.approx(0.1))])
    ]


def test_a_name_that_nobody_drew_is_drawn_plainly_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    drawing.cache_clear()
    sign_or_plain.cache_clear()
    drawn, aspect = drawing("nobody_drew_this")
    pen = Pen()
    drawn(pen, "ink", "ground")
    assert aspect == 1 and pen.drawn
    assert "nobody drew 'nobody_drew_this'" in caplog.text


def named_by(module: str) -> set[str]:
    """The drawings that a module names in its data, and in the presentation that depends on no game."""
    file = catalogue.folders()[module] / "presentation.toml"
    entries = catalogue.read(file).values() if file.is_file() else ()
    found = {str(entry["icon"]) for entry in entries if entry.get("icon")}
    for part in catalogue.module(module).parts:
        for one in part.presentation:
            found |= {str(getattr(one, "icon", ""))}
            if isinstance(one, Deck):
                found.add(f"track_{one.track}")
    return found - {""}


@each(sorted(catalogue.folders()))
def test_every_drawing_that_a_module_names_is_drawn(module: str) -> None:
    known = {*DRAWINGS, *(file.name.removesuffix(".svg") for file in FILES)}
    assert named_by(module) <= known, "put the missing ones into the module's signs folder"


def test_what_lies_at_a_coast_is_drawn() -> None:
    parts = (part for name in catalogue.folders() for part in catalogue.module(name).parts)
    shores = [one for part in parts for one in part.presentation if isinstance(one, Shore) and one.drawing]
    assert shores and all(scenery.scenery(shore.drawing) for shore in shores), "put it into the folder land"


# --- cards


def test_every_good_of_a_module_has_a_face() -> None:
    parts = (part for name in catalogue.folders() for part in catalogue.module(name).parts)
    names = {good.name for part in parts for good in part.goods}
    assert {name for name in names if goods.face(name) is None} == set(), "put them into the folder faces"


def test_a_good_that_nobody_drew_has_a_plain_card() -> None:
    pen = Pen()
    goods.good(pen, "nobody_drew_this")  # type: ignore[arg-type]
    assert [shape for shape, _colour in pen.drawn] == ["box", "box", "circle"]


@pytest.mark.parametrize(
    ("shapes", "reason"),
    [
        ('<circle r="9"/>', "has one circle with the id ground"),
        ('<circle id="ground"/>', "the colour that is missing is not #rrggbb"),
        ('<rect id="ground" fill="#ffffff"/>', "what has the id ground is no circle"),
    ],
)
def test_what_is_no_face_is_said(shapes: str, reason: str) -> None:
    with pytest.raises(SignError, match=reason):
        goods.parsed(picture(shapes))


# --- figures on the board


@each(FIGURES)
def test_every_figure_can_be_drawn_in_its_owners_colour(file: object) -> None:
    name = file.name.removesuffix(".svg")  # type: ignore[attr-defined]
    drawn, _aspect = drawing(f"board_{name}")
    pen = Pen()
    drawn(pen, "owner", "label", "square", False)
    colours = [colour for _shape, colour in pen.drawn]
    own = "owner" in colours
    assert own is (colours[-1] == "label"), "the shape of its owner, if it has one, lies on top"
    assert stands(name)


def test_a_piece_without_a_figure_is_a_token() -> None:
    assert figures.figure("lamp") is None and not stands("lamp")


def test_the_owners_shape_is_drawn_where_its_circle_lies() -> None:
    found = figures.parsed(
        picture(
            '<rect width="9" height="9" fill="currentColor" stroke="none"/>'
            '<g><circle id="shape" cx="100" cy="25" r="10"/></g>'
            '<line x2="9" stroke="#ff000080" stroke-width="1"/>'
        )
    )
    assert (found.middle, found.size, found.aspect) == ((1.0, 0.75), 0.2, 2.0)
    pen = Pen()
    found.picture.draw(pen, "owner")  # type: ignore[arg-type]
    assert pen.drawn == [("box", "owner"), ("line", (1.0, 0.0, 0.0, pytest.approx(0.5, abs=0.01)))]


OWN = '<rect width="9" height="9" fill="currentColor"/>'
SHAPE = '<circle id="shape" cx="50" cy="50" r="9"/>'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no picture", "no SVG file"),
        (picture('<circle r="9" fill="currentColor"/>'), "one circle with the id shape"),
        (picture(OWN + SHAPE + SHAPE), "one circle with the id shape"),
        (picture(SHAPE), "any other has none"),
        (picture('<rect id="shape" width="9" height="9"/>'), "what has the id shape is no circle"),
        (
            picture(OWN + '<circle id="shape" cx="50" r="9"/>'),
            "owner's shape cannot be read",
        ),
        (
            picture(OWN + SHAPE + '<path d="M 0 0 L 9 9" fill="red"/>'),
            "red is not #rrggbb, nor currentColor",
        ),
        (f'<svg xmlns="http://www.w3.org/2000/svg">{OWN}{SHAPE}</svg>', "no SVG file with a viewBox"),
    ],
)
def test_what_is_no_figure_is_said(text: str, reason: str) -> None:
    with pytest.raises(SignError, match=reason):
        figures.parsed(text)


def test_a_figure_of_nobody_has_no_owners_shape() -> None:
    found = figures.parsed(picture('<rect width="9" height="9" fill="#804020"/>'))
    pen = Pen()
    found.draw(pen, "owner", "label", "square", False)  # type: ignore[arg-type]
    assert pen.drawn == [("box", pytest.approx((0.5, 0.25, 0.125, 1.0), abs=0.01))]


def test_a_figure_that_lies_along_an_edge_says_so() -> None:
    along = picture('<rect width="9" height="9" fill="#804020"/>').replace("<svg", '<svg id="along"')
    assert figures.parsed(along).along and not lies_along("merchant") and not lies_along("nobody drew it")


@pytest.mark.parametrize("name", ["x" * 300, "../signs/gold", "", "a/b", "Gold"])
def test_what_is_no_name_of_a_drawing_opens_no_file(name: str) -> None:
    """Terrain is named by boards that come from files."""
    assert (figures.figure(name), scenery.scenery(name)) == (None, None)


# --- land that a module draws


WOOD = '<circle id="ground" r="9" fill="#ffffff" stroke="#000000"/><circle r="20" fill="#00ff00"/>'


def land(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200">{body}</svg>'


@each(LAND)
def test_every_land_can_be_painted(file: object) -> None:
    assert painted(file.read_text(encoding="utf-8"))  # type: ignore[attr-defined]


def painted(text: str, *east: Any) -> list[tuple[float, float]]:
    """The points that are painted, to two digits."""
    brush = Brush().at((0.0, 0.0), 1.0)
    scenery.parsed(text).paint(brush, *east)
    corners = brush.parts[-1].shapes.corners
    return [(round(corners[i], 2), round(corners[i + 1], 2)) for i in range(0, len(corners), 6)]


def test_a_terrain_has_its_ground_and_its_picture() -> None:
    found = scenery.parsed(land(WOOD))
    assert found.ground == ((1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0))
    points = painted(land(WOOD))
    assert max(x for x, _y in points) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("east", "mirrored", "expected"),
    [
        ((1.0, 0.0), False, (0.8, 0.4)),
        ((0.0, 1.0), False, (-0.4, 0.8)),
        ((-1.0, 0.0), False, (-0.8, -0.4)),
        ((1.0, 0.0), True, (0.8, -0.4)),
    ],
)
def test_what_lies_on_a_hex_is_turned_with_it(
    east: tuple[float, float], mirrored: bool, expected: tuple[float, float]
) -> None:
    """A square at the upper right; its far corner shows where that has gone."""
    points = painted(land('<rect x="70" y="-40" width="10" height="10" fill="#ff0000"/>'), east, mirrored)
    assert expected in points


@pytest.mark.parametrize(
    "shape",
    [
        '<rect x="-50" y="-50" width="100" height="100" rx="10" fill="#ff0000"/>',
        '<path d="M -50 -50 L 50 -50 L 0 0 L 50 50 L -50 50 Z" fill="#ff0000"/>',
        '<line x1="-50" y1="-50" x2="50" y2="50" stroke="#ff0000" stroke-width="2"/>',
        '<circle r="50" fill="none" stroke="#ff0000" stroke-width="2"/>',
        '<polygon points="-50,-50 50,-50 0,50" fill="none" stroke="#ff0000" stroke-width="2"/>',
    ],
)
def test_every_shape_can_be_painted_as_large_as_it_is(shape: str) -> None:
    points = painted(land(shape))
    assert max(x for x, _y in points) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (land(WOOD + WOOD), "one circle with the id ground"),
        (land('<rect id="ground" width="9" height="9"/>'), "no circle"),
        (land('<circle id="ground" r="9" fill="red" stroke="#000000"/>'), "the colour red is not #rrggbb"),
        (land('<circle id="ground" r="9" stroke="#000000"/>'), "the colour that is missing"),
        (land('<circle id="ground" r="9" transform="scale(2)"/>'), "has a transform"),
        (land('<circle r="9" fill-opacity="0.5"/>'), "fill-opacity"),
        (land('<circle r="9" style="display:none"/>'), "display"),
        (land('<circle r="nan"/>'), "no number to draw with"),
        (land("").replace("-100 -100 200 200", "0 0 nan nan"), "no SVG file with a viewBox"),
    ],
)
def test_what_is_no_land_is_said(text: str, reason: str) -> None:
    with pytest.raises(SignError, match=reason):
        scenery.parsed(text)


def test_a_drawing_program_may_write_colours_as_style() -> None:
    styled = (
        '<circle id="ground" r="9" style="fill:#ffffff;stroke:#000000"/><polygon points="" fill="#00ff00"/>'
    )
    found = scenery.parsed(land(styled).replace("-100 -100 200 200", "-100,-100,200,200"))
    assert found.ground == ((1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0))
    assert painted(land(styled)) == []


def test_a_drawing_that_is_wider_than_a_sheet_is_made_smaller(window: Any) -> None:
    from kivy_ui.art.atlas import SHEET, Atlas

    atlas = Atlas()
    drawn = atlas.texture(lambda pen, *colours: pen.box(0, 0, 4, 1, *colours), 4.0, 400, ((1, 0, 0, 1),))
    atlas.make()
    assert drawn.width <= SHEET and 3.5 < drawn.width / drawn.height < 4.5
