"""Which die is which, and what it shows, where networks and colours leave doubts."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from msgspec.structs import replace

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration import faces  # noqa: E402
from calibration.faces import Face, sides_lab  # noqa: E402
from calibration.geometry import Floor, Picture, Square, through  # noqa: E402
from calibration.model import EVENT_FACES, REFERENCE_PX, Lab  # noqa: E402
from calibration.telling import Teller  # noqa: E402
from tests.kit.dice_pictures import learned  # noqa: E402

FLOOR = Floor.of(((0, 0), (90, 0), (90, 90), (0, 90)), 9.0, 9.0)
PICTURE = np.zeros((90, 90, 3), np.uint8)
ABOVE = np.array([4.5, 4.5, 12.0])
NOT_DRAWN = dict.fromkeys(EVENT_FACES, 0.3)


def a_face(lab: Lab, drawing: float, pips: float) -> Face:
    chances = np.array([drawing, 0, pips, 0, 0, 0, 0, 1 - drawing - pips])
    return Face(Square(3.0, 3.0, 0.0, 1.0), chances, lab)


def event_told(
    monkeypatch: pytest.MonkeyPatch, far: dict[str, float], shapes: dict[str, float], burnt: bool = False
) -> tuple[int | str, bool]:
    """What a face of the event die is taken for, and whether that is sure. It is ``far`` from the four, in
    parts of what lies between them, and shows so much of their drawings, and little of the others."""
    teller = Teller(learned("d03"))
    apart = teller.calibration.quality.event_distance
    distances = {name: part * apart for name, part in far.items()}
    monkeypatch.setattr(teller, "_distances", lambda *_: distances)
    monkeypatch.setattr(teller, "_shapes", lambda *_: NOT_DRAWN | shapes)
    teller.lit = dataclasses.replace(teller.events, burnt=burnt)
    face = a_face(teller.labs["event"][0], drawing=0.99, pips=0.0)
    die = teller.told(FLOOR, PICTURE, [face], ABOVE)["event"]
    return die.face, teller.is_sure(die)


@pytest.mark.parametrize(("dice", "pips", "well", "sure"), [
    (1, 0.85, False, False), (2, 0.85, False, False), (2, 0.2, False, True),
    (2, 0.85, True, True), (3, 0.85, False, True),
], ids=["alone", "pips", "no pips", "well known", "all three"])  # fmt: skip
def test_where_fewer_than_three_dice_lie_flat_one_with_pips_is_hardly_the_event_die(
    dice: int, pips: float, well: bool, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    teller = Teller(learned("d03"))
    near = {name: (0.1 if name == "ship" else 3.0) for name in EVENT_FACES}
    apart = teller.calibration.quality.event_distance
    monkeypatch.setattr(teller, "_distances", lambda *_: {name: far * apart for name, far in near.items()})
    doubted = dataclasses.replace(
        a_face(teller.labs["event"][0], drawing=0.1, pips=pips), known=True, well_known=well
    )
    others = [a_face(teller.labs[kind][0], 0.0, 0.97) for kind in ("white", "red")]
    die = teller.told(FLOOR, PICTURE, [doubted, *others[: dice - 1]], ABOVE)["event"]
    assert die.square is doubted.square and die.face == "ship"
    assert teller.is_sure(die) == sure


@pytest.mark.parametrize(
    ("unlike", "next_one", "shape", "burnt", "told"),
    [
        (0.70, 1.3, 0.4, False, True),
        (0.80, 1.3, 0.4, False, False),
        (0.80, 1.3, 0.6, False, True),
        (0.80, 1.6, 0.4, False, True),
        (0.80, 1.6, 0.4, True, True),
        (1.20, 3.0, 0.4, False, False),
        (1.20, 3.0, 0.6, False, True),
        (1.20, 3.0, 0.6, True, False),
        (0.50, 1.6, 0.3, True, False),
    ],
    ids=[
        "alike",
        "less alike",
        "less alike, but so drawn",
        "less alike, but surely that",
        "much burnt out",
        "like none",
        "like none, but so drawn",
        "like none, and burnt out",
        "alike, and nothing is left of it",
    ],
)
def test_a_face_that_is_little_like_its_reference_must_show_its_drawing(
    unlike: float, next_one: float, shape: float, burnt: bool, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = {"ship": unlike, "yellow": next_one * unlike, "blue": 9 * unlike, "green": 9 * unlike}
    assert event_told(monkeypatch, far, {"ship": shape}, burnt) == ("ship", told)


@pytest.mark.parametrize(
    ("unlike", "next_one", "asked"),
    [(0.45, 1.6, False), (0.55, 1.6, True), (0.45, 1.5, True)],
    ids=["neither", "little like its reference", "not surely that one"],
)
def test_only_a_face_that_is_in_doubt_is_asked_for_its_drawing(
    unlike: float, next_one: float, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = {"ship": unlike, "yellow": next_one * unlike, "blue": 9 * unlike, "green": 9 * unlike}
    told, _ = event_told(monkeypatch, far, {"blue": 2.0})
    assert told == ("blue" if asked else "ship")


def test_a_face_that_a_lamp_made_like_another_is_told_by_its_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a ship whose picture at the calibration was grey, and that is black now."""
    far = {"ship": 0.9, "blue": 0.85, "yellow": 2.0, "green": 2.0}
    assert event_told(monkeypatch, far, {"ship": 0.3}) == ("blue", False)
    assert event_told(monkeypatch, far, {"ship": 0.65}) == ("ship", True)


def test_a_gate_of_which_a_lamp_leaves_nothing_is_no_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is white, as most of a ship's face is; what little is seen is of a gate."""
    far = {"ship": 0.65, "blue": 1.0, "yellow": 1.1, "green": 1.1}
    assert event_told(monkeypatch, far, {"ship": 0.42, "blue": 0.44}) == ("ship", True)
    assert event_told(monkeypatch, far, {"ship": 0.42, "blue": 0.54}) == ("ship", False)


def test_a_lamp_makes_a_ship_of_a_gate_and_no_gate_of_a_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a ship that is not much like its reference must show more of its drawing than a gate."""
    far = {"ship": 0.6, "blue": 0.9, "yellow": 1.1, "green": 1.1}
    assert event_told(monkeypatch, far, {"ship": 0.32, "blue": 0.32}) == ("ship", False)
    assert event_told(monkeypatch, far, {"ship": 0.45, "blue": 0.32}) == ("ship", True)
    far = {"blue": 0.6, "ship": 0.9, "yellow": 1.1, "green": 1.1}
    assert event_told(monkeypatch, far, {"ship": 0.32, "blue": 0.32}) == ("blue", True)


@pytest.mark.parametrize(
    ("far", "shapes", "sure"),
    [
        ({"ship": 0.85, "yellow": 0.86}, {"yellow": 0.45}, True),
        ({"ship": 0.7, "yellow": 0.86}, {"yellow": 0.45}, False),
        ({"ship": 1.2, "yellow": 1.2}, {"yellow": 0.45}, False),
        ({"ship": 0.85, "yellow": 0.86}, {"yellow": 0.35, "ship": 0.36}, False),
        ({"ship": 0.85, "yellow": 0.86}, {"yellow": 0.2, "ship": 0.1}, False),
    ],
    ids=["as the hue has it", "much more like a ship", "like no face", "drawn as a ship", "not drawn"],
)
@pytest.mark.parametrize("burnt", [False, True])
def test_a_gate_of_which_a_lamp_leaves_the_hue_is_told_by_that(
    far: dict[str, float],
    shapes: dict[str, float],
    sure: bool,
    burnt: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Blotches of orange are left of a yellow gate, and nothing of its lines."""
    monkeypatch.setattr(faces.EventReader, "gate_of_hue", lambda *_: "yellow")
    told, is_sure = event_told(monkeypatch, {"blue": 1.5, "green": 1.5} | far, shapes, burnt)
    assert is_sure == sure
    assert told == "yellow" or not sure


def face_of(colour: tuple[int, int, int], white: float = 0.8) -> Picture:
    """A white face with a bar in a colour that a lamp makes paler."""
    face = np.full((96, 96, 3), 235, np.uint8)
    face[16:80, 30:66] = colour
    return cv2.addWeighted(face, 1 - white, np.full_like(face, 235), white, 0)


INKS = {"ship": (40, 40, 40), "yellow": (30, 150, 230), "blue": (190, 70, 40), "green": (60, 130, 40)}


@pytest.mark.parametrize(
    ("colour", "white", "gate"),
    [
        (INKS["yellow"], 0.5, "yellow"),
        (INKS["blue"], 0.5, "blue"),
        (INKS["green"], 0.4, "green"),
        (INKS["ship"], 0.0, None),
        (INKS["yellow"], 0.9, None),
        ((200, 60, 200), 0.2, None),
        ((30, 170, 150), 0.2, None),
    ],
    ids=["yellow", "blue", "green", "a ship has no hue", "hardly any left", "of no gate", "of two gates"],
)
def test_a_hue_is_a_gates_if_it_is_clear_and_no_other_ones(
    colour: tuple[int, int, int], white: float, gate: str | None
) -> None:
    references = {name: cv2.resize(face_of(ink, 0.0), (REFERENCE_PX,) * 2) for name, ink in INKS.items()}
    reader = faces.EventReader.of(references)
    floor = Floor.of(((0, 0), (95, 0), (95, 95), (0, 95)), 1.0, 1.0)
    assert reader.gate_of_hue(floor, face_of(colour, white), Square(0.5, 0.5, 0.0, 1.0)) == gate
    blue_ship = faces.EventReader.of(references | {"ship": references["blue"]})
    seen = blue_ship.gate_of_hue(floor, face_of(colour, white), Square(0.5, 0.5, 0.0, 1.0))
    assert seen == (None if gate == "blue" else gate), "a ship may have a colour, too"


def test_dice_of_which_a_lamp_made_one_white_are_not_told() -> None:
    """The red die is whiter than the bone one, which would be the redder of the two then."""
    bone, red, burnt = (80.0, 4.0, 12.0), (45.0, 50.0, 25.0), (95.0, 0.0, 2.0)
    teller = Teller(replace(learned("d03"), white_lab=bone, red_lab=red))
    event = a_face(teller.labs["event"][0], drawing=0.99, pips=0.0)
    for seen, sure in ((red, True), (burnt, False)):
        faces = [a_face(bone, 0.0, 0.99), a_face(seen, 0.0, 0.99), event]
        told = teller.told(FLOOR, PICTURE, faces, ABOVE)
        assert [teller.is_sure(told[kind]) for kind in ("white", "red")] == [sure, sure]
        two = teller.told(FLOOR, PICTURE, faces[:2], ABOVE)
        assert any(teller.is_sure(die) for die in two.values()) == sure, "nor where the third is hidden"


Sides = list[tuple[Square, tuple[Lab, ...]]]
LOW = np.array([4.5, 30.0, 20.0])
"""A camera that sees the sides of dice which face the lower end of the floor."""
BONE, RED, BURNT, GREEN = (80.0, 4.0, 12.0), (45.0, 50.0, 25.0), (95.0, 0.0, 2.0), (60.0, -50.0, 30.0)


def shaded(lab: Lab, light: float, cast: float) -> list[float]:
    """The pixel of a colour in so much of the light, which is that much redder than it is blue."""
    pixel = cv2.cvtColor(np.float32([[lab]]), cv2.COLOR_LAB2BGR)[0, 0] ** 2.2
    dimmed = pixel * light * np.array([1 / cast, 1, cast])
    return [float(255 * part) for part in dimmed ** (1 / 2.2)]


def painted(dice: Sides, light: float = 1.0, cast: float = 1.0) -> Picture:
    """A picture of dice whose sides, one after another, have these colours in such light."""
    picture = PICTURE.copy()
    for square, labs in dice:
        for (above, below), lab in zip(square.seen_sides(LOW).values(), labs, strict=False):
            side = through(FLOOR.to_image, np.array([above[0], above[1], below[1], below[0]]))
            cv2.fillConvexPoly(picture, np.round(side).astype(np.int32), shaded(lab, light, cast))
    return picture


AT = [Square(2.0, 3.0, 0.2, 1.0), Square(5.0, 4.0, 0.6, 1.0), Square(7.0, 6.0, 0.9, 1.0)]


def made_alike(event_at: Square = AT[2]) -> tuple[Teller, list[Face]]:
    """Two dice that a lamp made alike, the first like the bone one, and the event die, known as drawn."""
    teller = Teller(replace(learned("d03"), white_lab=BONE, red_lab=RED))
    event = dataclasses.replace(a_face(teller.labs["event"][0], 0.99, 0.0), known=True)
    tops = [a_face(BONE, 0.0, 0.99), a_face(BURNT, 0.0, 0.98), event]
    return teller, [
        dataclasses.replace(top, square=place) for top, place in zip(tops, [*AT[:2], event_at], strict=True)
    ]


@pytest.mark.parametrize("light", [0.3, 0.08])
@pytest.mark.parametrize("cast", [1.0, 1.25])
@pytest.mark.parametrize("red", [0, 1])
def test_of_dice_that_a_lamp_made_alike_the_sides_tell_which_is_red(
    red: int, cast: float, light: float
) -> None:
    """They lie in the shade, where all that is left of their colour is its hue; the table may tinge it."""
    teller, faces = made_alike()
    labs = [(BONE,) * 2, (BONE,) * 2]
    labs[red] = (RED,) * 2
    picture = painted([*zip(AT[:2], labs, strict=True), (AT[2], (BONE,) * 2)], light, cast)
    told = teller.told(FLOOR, picture, faces, LOW)
    assert all(teller.is_sure(told[kind]) for kind in ("white", "red"))
    assert told["red"].square is AT[red] and told["white"].square is AT[1 - red]
    two = teller.told(FLOOR, picture, faces[:2], LOW)
    assert two["red"].square is AT[red], "and where the third is hidden"


@pytest.mark.parametrize("labs", [(BONE, BONE), (RED, RED), (GREEN, RED)], ids=["bone", "red", "of no die"])
def test_sides_of_one_colour_or_of_another_one_tell_nothing(labs: tuple[Lab, Lab]) -> None:
    teller, faces = made_alike()
    picture = painted([(place, (lab,) * 2) for place, lab in zip(AT, (*labs, BONE), strict=True)], 0.3)
    told = teller.told(FLOOR, picture, faces, LOW)
    assert not any(teller.is_sure(told[kind]) for kind in ("white", "red") if kind in told)


def test_no_side_need_be_seen_of_a_die_that_its_drawing_tells_but_of_the_others() -> None:
    """A side that the picture cuts off is not seen."""
    low = Square(7.0, 8.9, 0.9, 1.0)
    sides = [(AT[0], (BONE,) * 2), (AT[1], (RED,) * 2)]
    teller, faces = made_alike(event_at=low)
    assert sides_lab(FLOOR, painted(sides), low, LOW) is None
    assert teller.told(FLOOR, painted(sides), faces, LOW)["red"].square is AT[1]
    unknown = [*faces[:2], dataclasses.replace(faces[2], known=False)]
    told = teller.told(FLOOR, painted(sides), unknown, LOW)
    assert not any(teller.is_sure(told[kind]) for kind in ("white", "red"))


def test_dice_whose_tops_tell_them_are_not_told_by_sides_that_mirror_the_table() -> None:
    teller, faces = made_alike()
    red = dataclasses.replace(faces[1], lab=RED)
    picture = painted([(AT[0], (RED,) * 2), (AT[1], (BONE,) * 2), (AT[2], (BONE,) * 2)])
    assert teller.told(FLOOR, picture, [faces[0], red, faces[2]], LOW)["red"].square is AT[1]


def test_the_brightest_side_has_the_colour_of_a_die() -> None:
    die = Square(4.5, 4.0, np.pi / 4, 1.0)
    for labs in ((RED, (10.0, 2.0, 2.0)), ((10.0, 2.0, 2.0), RED)):
        assert sides_lab(FLOOR, painted([(die, labs)]), die, LOW) == pytest.approx(RED, abs=2)
    assert sides_lab(FLOOR, PICTURE, die, ABOVE) is None


def test_a_face_that_its_drawing_made_another_needs_more_than_what_spoke_for_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That it was surely a ship by its colours says nothing for a blue gate that is hardly like one."""
    far = {"ship": 0.64, "blue": 0.94, "yellow": 3.0, "green": 3.0}
    assert event_told(monkeypatch, far, {"ship": 0.05, "blue": 0.45}) == ("blue", False)


@pytest.mark.parametrize(
    ("labs", "seen"),
    [
        (((80, 4, 12), (75, 10, 16)), ((80, 4, 12), (75, 10, 16))),
        (((80, 4, 12), (45, 50, 25)), ((80, 4, -24), (45, 50, 61))),
    ],
    ids=["of colours that are near, but just so", "of other colours, but no nearer to one another's"],
)
def test_dice_that_have_their_colours_or_can_be_no_others_are_told(
    labs: tuple[Lab, Lab], seen: tuple[Lab, Lab]
) -> None:
    teller = Teller(replace(learned("d03"), white_lab=labs[0], red_lab=labs[1]))
    event = a_face(teller.labs["event"][0], drawing=0.99, pips=0.0)
    told = teller.told(FLOOR, PICTURE, [*(a_face(lab, 0.0, 0.99) for lab in seen), event], ABOVE)
    assert [teller.is_sure(told[kind]) for kind in ("white", "red")] == [True, True]


def test_a_face_that_is_known_may_have_any_colour() -> None:
    """As under a lamp, or where a gate covers it."""
    teller = Teller(learned("d03"))
    strange = a_face((20.0, 90.0, -90.0), drawing=0.99, pips=0.0)
    assert teller.told(FLOOR, PICTURE, [strange], ABOVE) == {}
    assert set(teller.told(FLOOR, PICTURE, [dataclasses.replace(strange, known=True)], ABOVE)) == {"event"}


@pytest.mark.parametrize(("drawing", "told"), [(0.6, True), (0.5, False)])
def test_what_is_hardly_a_drawing_is_no_face(
    drawing: float, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    teller = Teller(learned("d03"))
    monkeypatch.setattr(teller, "_distances", lambda *_: {**dict.fromkeys(EVENT_FACES, 99.0), "ship": 0.1})
    die = teller.told(FLOOR, PICTURE, [a_face(teller.labs["event"][0], drawing, pips=0.0)], ABOVE)["event"]
    assert die.face == "ship"
    assert teller.is_sure(die) == told


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("name", EVENT_FACES)
def test_a_drawing_is_found_however_it_lies(name: str, turns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    events = Teller(learned("d03")).events
    seen = cv2.copyMakeBorder(np.rot90(events.faces[name], turns), 4, 4, 4, 4, cv2.BORDER_REPLICATE)
    monkeypatch.setattr(faces, "_surrounded", lambda *_: seen)
    shapes = events.shapes(FLOOR, PICTURE, Square(3.0, 3.0, 0.0, 1.0))
    assert max(shapes, key=lambda other: shapes[other]) == name
    assert shapes[name] > 0.9


@pytest.mark.parametrize(
    ("unlike", "next_one", "known", "well_known"),
    [(0.35, 2.0, True, True), (0.5, 2.0, True, False), (0.7, 2.0, False, False), (0.35, 1.5, False, False)],
    ids=["well", "less well", "not", "like two of them"],
)
def test_a_face_is_known_by_how_like_it_is_and_how_unlike_the_next(
    unlike: float, next_one: float, known: bool, well_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    teller = Teller(learned("d03"))
    ship = unlike * teller.calibration.quality.event_distance
    far = {"ship": ship, "yellow": next_one * ship, "blue": 9 * ship, "green": 9 * ship}
    monkeypatch.setattr(teller, "_distances", lambda *_: far)
    face = teller.known(FLOOR, PICTURE, a_face((50.0, 0.0, 0.0), drawing=0.1, pips=0.0))
    assert (face.known, face.well_known) == (known, well_known)


@pytest.mark.parametrize(("pips", "known"), [(0.85, True), (0.93, False)])
def test_pips_that_are_nearly_sure_are_no_drawing(
    pips: float, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a black die with two pips is very like a ship of which only the grey is left."""
    teller = Teller(learned("d03"))
    far = {"ship": 0.1, "yellow": 99.0, "blue": 99.0, "green": 99.0}
    monkeypatch.setattr(teller, "_distances", lambda *_: far)
    face = a_face((10.0, 0.0, 0.0), drawing=0.0, pips=pips)
    assert teller.known(FLOOR, PICTURE, face).known == known
