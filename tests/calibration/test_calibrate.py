from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration import tray  # noqa: E402
from calibration.calibrate import _size_error, calibrate, report  # noqa: E402
from calibration.faces import Face  # noqa: E402
from calibration.geometry import Floats, Floor, Picture, Square, in_order, through  # noqa: E402
from calibration.model import EVENT_FACES, CalibrationError, Lab, unpack  # noqa: E402
from calibration.plane import dice_seen  # noqa: E402
from calibration.reading import Read, Reader, empty_grid  # noqa: E402
from calibration.rectangle import Fit  # noqa: E402
from tests.kit.dice_pictures import LABELS, learned, picture, reader_of, roll_of, views  # noqa: E402
from tests.kit.glare import Glare  # noqa: E402

WHITE_OF_D03 = (92, 117, 125)


def refusal(empty: np.ndarray, faces: dict, corners: list | None) -> str:
    with pytest.raises(CalibrationError) as refused:
        calibrate(empty, faces, corners)
    return refused.value.key


@pytest.mark.parametrize("rig", LABELS["rigs"])
def test_dice_of_every_tray_are_learned(rig: str) -> None:
    found = learned(rig)
    assert 8 < found.tray_width_edges < 14 and 5 < found.tray_depth_edges < 12
    assert found.red_lab[1] > 20, "red is red"
    assert found.quality.edge_px > 30 and found.quality.pip_contrast_lab > 20


def worst(corners: Sequence[Sequence[float]], rig: str) -> float:
    """How far the worst of these corners is off, in parts of the floor's sides."""
    floor = Floor.of(in_order(LABELS["rigs"][rig]["corners"]), 1.0, 1.0)
    off = through(floor.from_image, np.array(corners)) - [[0, 0], [1, 0], [1, 1], [0, 1]]
    return float(np.abs(off).max())


@pytest.mark.parametrize("rig", LABELS["rigs"])
def test_a_tray_is_found_around_the_dice_that_lie_in_it(rig: str) -> None:
    empty, faces = views(rig)
    dice = dice_seen(empty, faces)
    assert dice is not None and len(dice.areas) == 12
    corners = tray.find(empty, dice)[0].corners
    assert worst(corners, rig) < 0.1
    inside = through(Floor.of(corners, 1.0, 1.0).from_image, dice.places)
    assert inside.min() > 0 and inside.max() < 1


def test_a_tray_is_found_so_large_that_the_dice_lie_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    empty, faces = views("d03")
    dice = dice_seen(empty, faces)
    assert dice is not None
    right = np.array(tray.find(empty, dice)[0].corners)
    nearest = float(through(Floor.of(right.tolist(), 1.0, 1.0).from_image, dice.places)[:, 0].min())
    fitted = tray.fitted

    def cut(*given: Any) -> Fit:
        """Without a stripe at the left, in which one of the dice lies."""
        fit = fitted(*given)
        floor = Floor.of(fit.corners.tolist(), 1.0, 1.0)
        return replace(fit, corners=floor.rectangle_px(nearest + 0.03, 0.0, 1.0, 1.0))

    monkeypatch.setattr(tray, "fitted", cut)
    inside = through(Floor.of(tray.find(empty, dice)[0].corners, 1.0, 1.0).from_image, dice.places)
    assert inside.min() > 0 and inside.max() < 1


LEARNING = sys.modules[calibrate.__module__]


def places_of(rig: str) -> list[tray.Found]:
    """Where the floor of a tray may lie, by the usual lens first."""
    places: list[tray.Found] = LEARNING._find_tray(*views(rig))
    return places


def tilted_wrongly(rig: str, monkeypatch: pytest.MonkeyPatch) -> tray.Found:
    """The floor of a tray as it is found where its outline is bent: on a plane that lies otherwise."""
    wrong = places_of(rig)[0].changed(np.array([0.0, -0.2, -0.25]))
    assert wrong is not None
    monkeypatch.setattr(tray, "find", lambda *_: [wrong])
    return wrong


@pytest.mark.parametrize("rig", ["d07", "p02"])
def test_a_floor_is_tilted_until_the_dice_on_it_lie_flat(rig: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tilted_wrongly(rig, monkeypatch)
    levelled = calibrate(*views(rig))
    assert levelled.usual_flat_odds > LEARNING.LEVEL
    assert worst(levelled.corners_px, rig) < 0.6 * worst(wrong.corners, rig)


@pytest.mark.parametrize(("rig", "within"), [("d01", 0.05), ("d07", 0.1)])
def test_a_tray_under_a_wide_lens_is_learned_about_as_it_is(rig: str, within: float) -> None:
    """It stands square to the camera, so that its sides hardly tell the lens: a picture that is made smaller,
    and its rim longer, is what a wider lens sees. One was learned as too deep, the other not at all."""
    right = learned(rig)
    empty, faces = views_by_wider_lens(rig)
    found = calibrate(empty, faces)
    ratio = found.tray_width_edges / found.tray_depth_edges
    assert ratio == pytest.approx(right.tray_width_edges / right.tray_depth_edges, rel=within)
    assert all(isinstance(Reader(found).read(face), Read) for face in faces.values())


def test_where_corners_are_shown_a_wide_lens_is_found() -> None:
    """By the one that its corners tell this tray was learned as too deep, by a twenty-third; how wide and
    deep it is was written down when it was drawn."""
    found = learned("d07")
    assert found.tray_width_edges / found.tray_depth_edges == pytest.approx(19.06 / 15.53, rel=0.015)


def test_where_corners_are_shown_dice_are_flat_by_a_wide_lens() -> None:
    """By the usual one they looked hardly flat."""
    empty, faces = views_by_wider_lens("d04")
    height, width = empty.shape[:2]
    middle = np.array([width - 1, height - 1]) / 2
    corners = middle + 0.7 * (np.array(LABELS["rigs"]["d04"]["corners"]) - middle)
    found = calibrate(empty, faces, corners.tolist())
    assert found.corners_px == pytest.approx(np.array(in_order(corners.tolist())))
    assert found.usual_flat_odds > LEARNING.LEVEL


def views_by_wider_lens(rig: str) -> tuple[Picture, dict[str, Picture]]:
    """The views of a tray by a lens of seven tenths of the focal length."""
    empty, faces = views(rig)
    height, width = empty.shape[:2]
    smaller = np.array([[0.7, 0, 0.3 * (width - 1) / 2], [0, 0.7, 0.3 * (height - 1) / 2]])

    def by_it(seen: Picture) -> Picture:
        mode = cv2.BORDER_REPLICATE
        return np.asarray(
            cv2.warpAffine(seen, smaller, (width, height), flags=cv2.INTER_LINEAR, borderMode=mode)
        )

    return by_it(empty), {name: by_it(face) for name, face in faces.items()}


def levelled(
    start: tray.Found,
    flatness: Callable[[tray.Found], float],
    monkeypatch: pytest.MonkeyPatch,
    others: Sequence[tray.Found] = (),
) -> tray.Found:
    """The floor at which levelling ends, given where it starts, the other floors where it may start, and how
    flat dice look on each."""
    empty, faces = views("d01")
    bare = LEARNING._Bare(empty_grid(learned("d01").floor()), empty, np.zeros(3))

    def placed(place: tray.Found, *_: Any) -> Any:
        return LEARNING._Placed(place, bare, {}, flatness(place))

    monkeypatch.setattr(LEARNING, "_flatness_on", lambda place, *_: flatness(place))
    monkeypatch.setattr(LEARNING._Placed, "at", placed)
    place: tray.Found = LEARNING._levelled(placed(start), others, empty, faces).place
    return place


def test_slopes_and_lens_are_looked_for_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the dice look flattest by a lens and on a plane that are known."""
    start = places_of("d01")[0]
    assert start.slopes is not None
    slopes, focal = start.slopes + np.array([0.07, -0.12]), 1.2 * start.focal_widths

    def flatness(place: tray.Found) -> float:
        assert place.slopes is not None
        off = [*(place.slopes - slopes), math.log(place.focal_widths / focal)]
        return 4.0 - 30.0 * float(np.square(off).sum())

    place = levelled(start, flatness, monkeypatch)
    assert place.slopes == pytest.approx(slopes, abs=0.02)
    assert place.focal_widths == pytest.approx(focal, rel=0.03)


@pytest.mark.parametrize(("gain", "is_changed"), [(0.2, False), (0.4, True)])
def test_shown_corners_keep_their_lens_unless_the_dice_look_much_flatter_by_another(
    gain: float, is_changed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = views("d01")[0].shape[1::-1]
    shown = tray.Found.between(in_order(LABELS["rigs"]["d01"]["corners"]), *size)

    def flatness(place: tray.Found) -> float:
        """Highest by a lens that is longer by a fifth, as a logarithm."""
        return 2.0 + gain - gain * (math.log(place.focal_widths / shown.focal_widths) / 0.2 - 1) ** 2

    place = levelled(shown, flatness, monkeypatch)
    assert (place != shown) == is_changed
    assert place.corners == shown.corners
    assert not is_changed or place.focal_widths == pytest.approx(math.exp(0.2) * shown.focal_widths, rel=0.03)


@pytest.mark.parametrize(
    ("tops", "away", "taken"),
    [
        ((1.9, 2.5, 3.0), 1.06, 2),
        ((1.9, 3.0, 2.5), 1.06, 1),
        ((2.2, 3.0, 2.5), 1.06, 0),  # flat enough
        ((1.9, 1.2, 1.5), 1.06, 0),  # flattest all the same
        ((1.9, 1.95, 1.2), 1.01, 0),  # hardly less flat
    ],
)
def test_only_where_dice_look_hardly_flat_by_the_usual_lens_others_are_tried(
    tops: Sequence[float], away: float, taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each lens is so far away from the top of a hill of its own, as a factor."""
    places = places_of("d01")
    hills = [away * place.focal_widths for place in places]
    assert len(hills) == len(tops)

    def flatness(place: tray.Found) -> float:
        return max(
            top - 40.0 * math.log(place.focal_widths / hill) ** 2
            for top, hill in zip(tops, hills, strict=True)
        )

    place = levelled(places[0], flatness, monkeypatch, places[1:])
    assert place.focal_widths == pytest.approx(hills[taken], rel=0.025)


@pytest.mark.parametrize("seen", ["at the start", "nowhere else"])
def test_where_no_dice_are_found_at_the_top_the_start_or_the_first_floor_is_taken(
    seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wide lens, by which the dice look flat, is where the climb starts."""
    empty, faces = views_by_wider_lens("d01")
    found = LEARNING._find_tray(empty, faces)
    first, at = LEARNING._Placed.at(found[0], empty, faces), LEARNING._Placed.at
    assert first.flatness < LEARNING.LEVEL and found[1].focal_widths < 0.7

    def placed(place: tray.Found, *given: Any) -> Any:
        if seen == "nowhere else" or place is not found[1]:
            raise CalibrationError("dice_not_found", what="blue", found=2)
        return at(place, *given)

    monkeypatch.setattr(LEARNING._Placed, "at", placed)
    placed_at = LEARNING._levelled(first, found[1:], empty, faces).place
    assert placed_at is (found[1] if seen == "at the start" else found[0])


def test_a_lens_by_which_no_dice_are_found_makes_way_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    empty, faces = views("d01")
    places = [tray.Found(((0, 0), (9, 0), (9, 9), (0, 9)), focal) for focal in (0.9, 0.7, 1.2)]

    def found(blind: int) -> tuple[int, list[int]]:
        """The first place where dice are found, which is none of so many, and the places after it."""

        def placed(place: tray.Found, *_: Any) -> Any:
            if places.index(place) < blind:
                raise CalibrationError("dice_not_found", what="blue", found=places.index(place))
            return LEARNING._Placed(place, None, {}, 3.0)

        monkeypatch.setattr(LEARNING._Placed, "at", placed)
        first, others = LEARNING._first_floor(places, empty, faces)
        return places.index(first.place), [places.index(other) for other in others]

    assert found(blind=0) == (0, [1, 2])
    assert found(blind=1) == (1, [2])
    monkeypatch.setattr(LEARNING, "_unlike", lambda *_: False)
    with pytest.raises(CalibrationError) as refused:
        found(blind=3)
    assert refused.value.details["found"] == 0, "the reason is the usual lens's"


@pytest.mark.parametrize(
    "reason", ["hardly flatter", "none are found there", "they are found where they were"]
)
def test_a_floor_stays_where_tilting_it_makes_no_better_one(
    reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tilted_wrongly("p02", monkeypatch)
    if reason == "hardly flatter":
        monkeypatch.setattr(LEARNING, "CLEARLY_FLATTER", 99.0)
    elif reason == "they are found where they were":
        at = LEARNING._Placed.at
        there = at(wrong, *views("p02"))
        monkeypatch.setattr(LEARNING._Placed, "at", lambda place, *_: replace(there, place=place))
    else:
        find_dice = LEARNING._find_dice

        def found(place: tray.Found, *given: Any) -> Any:
            if place is not wrong:
                raise CalibrationError("dice_not_found", what="blue", found=2)
            return find_dice(place, *given)

        monkeypatch.setattr(LEARNING, "_find_dice", found)
    assert calibrate(*views("p02")).corners_px == wrong.corners


def test_of_a_floor_without_sides_only_the_lens_can_be_another() -> None:
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    place = tray.Found(corners, 0.9)
    assert place.ways == 1
    assert place.changed(np.array([0.1])) == tray.Found(corners, 0.9 * math.exp(0.1))
    assert place.changed(np.array([0.7])) == tray.Found(corners, 1.6), "no camera has a longer lens"
    assert place.changed(np.array([-0.7])) == tray.Found(corners, 0.55), "or a wider one"


def test_a_longer_lens_sees_a_floor_of_the_same_horizon() -> None:
    """Which is as far away, in focal lengths, as the plane's slopes say."""
    usual = places_of("d07")[0]
    longer = usual.changed(np.array([0.3, 0.0, 0.0]))
    assert longer is not None and longer.slopes is not None and usual.slopes is not None
    assert longer.focal_widths == pytest.approx(math.exp(0.3) * usual.focal_widths)
    horizons = [place.slopes / place.focal_widths for place in (usual, longer)]
    assert horizons[1] == pytest.approx(horizons[0])
    assert np.array(longer.corners) == pytest.approx(np.array(usual.corners), abs=15), "as they are seen"
    longest = usual.changed(np.array([0.9, 0.0, 0.0]))
    assert longest is not None and longest.focal_widths == pytest.approx(1.6), "no camera has a longer lens"


@pytest.mark.parametrize("first", [True, False])
def test_of_several_lenses_the_one_counts_under_which_the_dice_lie_flat(
    first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty, faces = views("d01")
    right = in_order(LABELS["rigs"]["d01"]["corners"])
    (left, top), (far_right, also_top), *below = right
    wrong = in_order([(left - 30, top - 25), (far_right + 30, also_top - 25), *below])  # seen steeply
    both = [tray.Found.between(corners, *empty.shape[1::-1]) for corners in (right, wrong)]
    monkeypatch.setattr(tray, "find", lambda *_: both if first else both[::-1])
    assert calibrate(empty, faces).corners_px == right


@pytest.mark.parametrize("rig", LABELS["rigs"])
def test_about_where_a_tray_is_shows_before_dice_lie_in_it(rig: str) -> None:
    corners = tray.find_empty(picture(f"{rig}_empty.jpg"))
    assert corners is not None
    assert np.abs(np.array(corners) - in_order(LABELS["rigs"][rig]["corners"])).max() < 30


def test_where_nothing_is_no_tray_is_found() -> None:
    assert tray.find_empty(np.full((720, 960, 3), 128, np.uint8)) is None
    noise = np.random.default_rng(3).integers(0, 255, (720, 960, 3)).astype(np.uint8)
    assert tray.find_empty(noise) is None


def test_a_mat_without_sides_is_learned_where_the_dice_lie() -> None:
    empty, faces = views("d03")
    corners = np.round(in_order(LABELS["rigs"]["d03"]["corners"])).astype(np.int32)
    table = np.zeros(empty.shape[:2], np.uint8)
    cv2.fillConvexPoly(table, corners, 255)
    table = cv2.erode(table, np.ones((9, 9), np.uint8)) == 0
    paper = np.random.default_rng(1).normal(np.median(empty[~table], axis=0), 3, empty.shape)
    for view in (empty, *faces.values()):
        view[table] = paper[table].clip(0, 255)
    found = calibrate(empty, faces)
    assert found.quality.square_error_percent < 8
    assert all(isinstance(Reader(found).read(face), Read) for face in faces.values())


def test_corners_that_the_dice_do_not_fit_are_refused() -> None:
    empty, faces = views("d03")
    (x, y), (right, _), (_, bottom), _ = in_order(LABELS["rigs"]["d03"]["corners"])
    middle = (x + right) / 2, (y + bottom) / 2
    beside = [[x, y], [middle[0], y], [middle[0], middle[1]], [x, middle[1]]]
    assert refusal(empty, faces, beside) == "corners_unlike"
    askew = [[x, y], [right, y], [right - 150, bottom], [x + 150, bottom]]
    assert refusal(empty, faces, askew) == "corners_unlike"


@pytest.mark.parametrize(("larger", "worst"), [((1.3, 0.7), 2.0), ((1.3, 0.7, 1.2), 20.0)])
def test_two_dice_that_were_measured_badly_do_not_count_but_three_do(
    larger: tuple[float, ...], worst: float
) -> None:
    edges = [*larger, *(0.98, 1.01, 1.0, 0.99, 1.02, 1.0)][:8]
    faces = [Face(Square(0.0, 0.0, 0.0, edge), np.eye(8)[1], (50.0, 0.0, 0.0)) for edge in edges]
    event = Face(Square(0.0, 0.0, 0.0, 1.5), np.eye(8)[0], (50.0, 0.0, 0.0))
    told = {
        name: (white, red, event)
        for name, white, red in zip(EVENT_FACES, faces[::2], faces[1::2], strict=True)
    }
    assert _size_error(told) == pytest.approx(worst)


def test_views_without_three_dice_are_refused() -> None:
    empty, faces = views("d03")
    corners = LABELS["rigs"]["d03"]["corners"]
    assert refusal(empty, {**faces, "blue": empty}, corners) == "dice_not_found"
    assert refusal(empty, {**faces, "blue": picture("d03_missing0.jpg")}, corners) == "dice_not_found"
    assert refusal(empty, dict.fromkeys(faces, empty), None) == "no_dice"


def test_one_event_face_shown_twice_is_refused() -> None:
    empty, faces = views("d03")
    assert (
        refusal(empty, {**faces, "blue": faces["green"]}, LABELS["rigs"]["d03"]["corners"]) == "faces_alike"
    )


def test_two_event_faces_shown_in_the_wrong_order_are_refused_with_their_names() -> None:
    empty, faces = views("d03")
    with pytest.raises(CalibrationError) as refused:
        calibrate(
            empty, {**faces, "ship": faces["blue"], "blue": faces["ship"]}, LABELS["rigs"]["d03"]["corners"]
        )
    assert refused.value.key == "faces_mistaken"
    assert refused.value.details == {"one": "ship", "two": "blue"}


def top_px(seen: Picture, kind: str, share: float) -> np.ndarray:
    """The corners of so much of a die's top in a picture of d03."""
    reader = reader_of("d03")
    assert isinstance(reader.read(seen), Read)
    (square,) = [die.square for die in reader.dice if die.kind == kind]
    return np.round(through(reader.floor.to_image, square.corners(share))).astype(np.int32)


def test_a_lamp_mirrored_in_the_event_die_is_refused() -> None:
    empty, faces = views("d03")
    corners = LABELS["rigs"]["d03"]["corners"]
    shining = dict(faces)
    for name in ("ship", "green"):
        lamp = np.zeros(empty.shape[:2], np.float32)
        cv2.fillPoly(lamp, [top_px(faces[name], "event", 0.86)], 1.0)
        lit = faces[name] + 230 * cv2.GaussianBlur(lamp, (0, 0), 2)[..., None]
        shining[name] = np.clip(lit, 0, 255).astype(np.uint8)
    assert refusal(empty, shining, corners) == "glare"


def whitened(faces: dict[str, Picture], names: Sequence[str]) -> dict[str, Picture]:
    """With a lamp mirrored in the red die of d03 in these pictures, so that it is as white as the other."""
    tops = {name: top_px(faces[name], "red", 0.9) for name in names}
    return faces | {name: cv2.fillPoly(faces[name].copy(), [top], WHITE_OF_D03) for name, top in tops.items()}


@pytest.mark.parametrize("names", [("ship", "blue"), ("ship", "green"), ("blue", "green")])
def test_a_lamp_may_make_the_red_die_white_in_two_of_four_pictures(names: tuple[str, str]) -> None:
    empty, faces = views("d03")
    made = calibrate(empty, whitened(faces, names), LABELS["rigs"]["d03"]["corners"])
    assert made.red_lab == pytest.approx(learned("d03").red_lab, abs=6)
    roll = roll_of("d03")
    found = Reader(made).read(picture(roll["file"]))
    assert (found.white, found.red, found.event) == (roll["white"], roll["red"], roll["event"])


@pytest.mark.parametrize("names", [("ship", "blue", "green"), EVENT_FACES])
def test_with_a_red_die_that_a_lamp_makes_white_in_more_pictures_the_tray_is_refused(
    names: tuple[str, ...],
) -> None:
    empty, faces = views("d03")
    assert refusal(empty, whitened(faces, names), LABELS["rigs"]["d03"]["corners"]) == "colours_alike"


def test_where_a_gate_looks_more_like_the_red_die_than_that_does_under_a_lamp_it_is_asked_for_again() -> None:
    """So it is with the yellow gate of d03, which has the light of an evening."""
    empty, faces = views("d03")
    with pytest.raises(CalibrationError) as refused:
        calibrate(empty, whitened(faces, ("yellow",)), LABELS["rigs"]["d03"]["corners"])
    assert (refused.value.key, refused.value.details) == ("glare", {"what": "yellow"})


def seen_at(place: int, lab: Lab, drawing: float, pips: float, odds: float) -> Any:
    chances = np.array([drawing, 0, 0, 0, 0, pips, 0, 1 - drawing - pips])
    return LEARNING._Seen(Square(float(place), 3.0, 0.0, 1.0), chances, lab, odds=odds)


WHITE_DIE = seen_at(1, (80.0, -25.0, 7.0), 0.0, 0.94, 8.1)
RED_DIE = seen_at(3, (45.0, 60.0, 43.0), 0.0, 0.92, 7.1)
SHIP = seen_at(5, (57.0, -1.0, 1.0), 0.55, 0.02, 3.2)


@pytest.mark.parametrize(
    ("drawing", "odds", "wrong"),
    [(0.74, 2.1, False), (0.74, 3.1, True), (0.1, 9.0, False)],
    ids=["a shadow", "as likely a die", "surely something that shows little"],
)
def test_the_shadow_of_a_die_is_not_learned_as_the_ship(drawing: float, odds: float, wrong: bool) -> None:
    """A white die's shadow looked a little more like a drawing than the striped ship that lay beside it. So
    much counts only where they are about as surely dice; how surely they are counts little."""
    other = seen_at(7, (28.0, -1.0, -7.0), drawing, 0.18, odds)
    faces = [WHITE_DIE, RED_DIE, SHIP, other]
    told = {name: LEARNING._tell(name, faces) for name in EVENT_FACES}
    three = (WHITE_DIE, RED_DIE, other if wrong else SHIP)
    assert told["ship"] == three
    again = LEARNING._same_colours(None, {}, dict.fromkeys(EVENT_FACES, faces), told)
    assert again["ship"] == three


def test_three_that_are_surely_dice_and_show_nothing_are_refused() -> None:
    faces = [seen_at(place, (50.0, 0.0, 0.0), 0.0, 0.001, 30.0) for place in range(3)]
    with pytest.raises(CalibrationError) as refused:
        LEARNING._tell("ship", faces)
    assert (refused.value.key, refused.value.details) == ("dice_unlike", {"what": "ship"})


def test_of_what_is_seen_it_is_known_how_surely_it_is_a_die() -> None:
    empty, faces = views("d03")
    dice = LEARNING._dice_of(LEARNING._Bare.of(learned("d03").floor(), empty), faces["ship"])
    odds = [die.odds for die in dice]
    assert len(odds) == 3 and odds == sorted(odds, reverse=True) and odds[0] > odds[2] + 1


def test_a_red_die_under_a_lamp_is_told_by_a_red_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """The camera of d03 sees none of its sides; one that does sees that the other die is the event die."""
    empty, faces = views("d03")
    reader = reader_of("d03")
    assert isinstance(reader.read(faces["yellow"]), Read)
    (red,) = [die.square for die in reader.dice if die.kind == "red"]

    def side(_floor: Floor, _image: Picture, square: Square, _camera: Floats) -> Lab:
        is_red = math.hypot(square.x - red.x, square.y - red.y) < 0.5
        return (15.0, 32.0, 20.0) if is_red else (30.0, 0.0, 10.0)

    monkeypatch.setattr(LEARNING, "sides_lab", side)
    made = calibrate(empty, whitened(faces, ("yellow",)), LABELS["rigs"]["d03"]["corners"])
    gate, wanted = (unpack(each.faces_png["yellow"]).astype(int) for each in (made, learned("d03")))
    assert np.abs(gate - wanted).mean() < 5


@pytest.mark.parametrize(
    ("top", "side", "far"),
    [
        ((90.0, 5.0, 10.0), (8.0, 20.0, 15.0), 0.0),
        ((90.0, 5.0, 10.0), None, 45.13),
        ((32.0, 40.0, 30.0), (30.0, 0.0, 0.0), 0.0),
    ],
    ids=["a dark red side", "no side is seen", "its top is red"],
)
def test_how_far_a_die_is_from_red_is_told_by_its_top_or_by_a_side_as_bright_as_that(
    top: Lab, side: Lab | None, far: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LEARNING, "sides_lab", lambda *_: side)
    floor = Floor.of(((0, 0), (90, 0), (90, 90), (0, 90)), 9.0, 9.0)
    die = Face(Square(4.0, 4.0, 0.0, 1.0), np.eye(8)[1], top)
    red = (32.0, 40.0, 30.0)
    found = LEARNING._from_red(floor, np.zeros((90, 90, 3), np.uint8), die, np.array([4.5, 9, 12]), red)
    assert found == pytest.approx(far, abs=0.1)


def test_where_a_top_is_red_no_side_is_asked_which_another_die_may_hide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def side(*_: object) -> Lab:
        raise AssertionError

    monkeypatch.setattr(LEARNING, "sides_lab", side)
    calibrate(*views("d03"), LABELS["rigs"]["d03"]["corners"])


def blanked(faces: dict[str, Picture]) -> dict[str, Picture]:
    """With nothing left of the yellow gate of d03."""
    seen = top_px(faces["yellow"], "event", 0.94)
    blank = faces["yellow"].copy()
    around = np.median(
        blank[seen[:, 1].min() : seen[:, 1].max(), seen[:, 0].min() : seen[:, 0].max()], (0, 1)
    )
    cv2.fillConvexPoly(blank, seen, around.tolist())
    return {**faces, "yellow": blank}


def test_a_gate_of_which_a_lamp_leaves_nothing_is_refused() -> None:
    empty, faces = views("d03")
    with pytest.raises(CalibrationError) as refused:
        calibrate(empty, blanked(faces), LABELS["rigs"]["d03"]["corners"])
    assert (refused.value.key, refused.value.details) == ("glare", {"what": "yellow"})


def with_paled_gate(light: float) -> tuple[Picture, dict[str, Picture]]:
    """The views of d07, with so much light on the blue gate."""
    empty, faces = views("d07")
    return empty, {**faces, "blue": Glare.on("d07_blue.jpg", event=light).seen()}


def test_a_gate_that_a_lamp_has_paled_is_asked_for_again() -> None:
    """Nothing that is shown later would look like it."""
    with pytest.raises(CalibrationError) as refused:
        calibrate(*with_paled_gate(0.55), LABELS["rigs"]["d07"]["corners"])
    assert (refused.value.key, refused.value.details) == ("glare", {"what": "blue"})


@pytest.mark.parametrize(("name", "no_reason"), [("LESS_DRAWN", 0.3), ("LAMP_ADDS", 99.0)])
def test_a_gate_of_which_enough_is_seen_or_that_is_no_lighter_is_learned(
    name: str, no_reason: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is drawn faintly shows little in any light."""
    monkeypatch.setattr(LEARNING, name, no_reason)
    made = calibrate(*with_paled_gate(0.55), LABELS["rigs"]["d07"]["corners"])
    assert set(made.faces_png) == set(EVENT_FACES)


def whitened_ship(faces: dict[str, Picture], level: int) -> dict[str, Picture]:
    """With all of the ship of d03 made so white."""
    white = faces["ship"].copy()
    cv2.fillConvexPoly(white, top_px(white, "event", 0.98), (level, level, level))
    return {**faces, "ship": white}


def test_a_ship_that_a_lamp_burns_out_is_refused() -> None:
    """Nothing that is shown later looks like it."""
    empty, faces = views("d03")
    with pytest.raises(CalibrationError) as refused:
        calibrate(empty, whitened_ship(faces, 255), LABELS["rigs"]["d03"]["corners"])
    assert (refused.value.key, refused.value.details) == ("glare", {"what": "ship"})


def test_a_ship_that_is_only_faint_or_only_white_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    empty, faces = views("d03")
    corners = LABELS["rigs"]["d03"]["corners"]
    calibrate(empty, whitened_ship(faces, 225), corners)
    monkeypatch.setattr(LEARNING, "BURNT_OUT", -1.0)
    calibrate(empty, faces, corners)


def test_of_dim_faces_one_of_which_a_lamp_leaves_nothing_is_refused_if_they_are_hardly_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """None of them shows much, so the others do not show clearly more."""
    empty, faces = views("d03")
    corners = LABELS["rigs"]["d03"]["corners"]
    monkeypatch.setattr("calibration.faces.CLEARLY_MORE_DRAWN", np.inf)
    monkeypatch.setattr(LEARNING, "LEAST_DIM_DISTANCE", 30.0)
    assert refusal(empty, blanked(faces), corners) == "glare"
    assert calibrate(empty, faces, corners).quality.event_distance < 30, "that alone is no reason"


def test_bad_views_are_refused_with_their_reason() -> None:
    empty, faces = views("d03")
    corners = LABELS["rigs"]["d03"]["corners"]
    assert refusal(empty, {**faces, "ship": np.zeros_like(empty)}, corners) == "dark"
    assert refusal(np.full_like(empty, 255), faces, corners) == "bright"
    assert refusal(cv2.GaussianBlur(empty, (0, 0), 25), faces, corners) == "blurred"
    assert refusal(empty, {**faces, "ship": faces["ship"][:500]}, corners) == "sizes"
    assert refusal(empty, faces, [[0, 0], [1, 1], [2, 2], [3, 3]]) == "corners"
    assert refusal(empty[:1, :1], faces, corners) == "small_picture"
    plain = np.random.default_rng(0).normal(128, 12, empty.shape).clip(0, 255).astype(np.uint8)
    assert refusal(plain, faces, None) == "no_dice"


def test_grey_pictures_are_refused() -> None:
    empty, faces = views("d03")
    grey = cv2.cvtColor(cv2.cvtColor(empty, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert refusal(grey, faces, None) == "no_colours"


def test_the_report_shows_the_five_pictures() -> None:
    empty, faces = views("d03")
    drawn = report(learned("d03"), empty, faces)
    assert drawn.shape == (720, 1440, 3) and set(faces) == set(EVENT_FACES)
