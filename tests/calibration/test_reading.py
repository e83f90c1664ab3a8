from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

cv2 = pytest.importorskip("cv2")

from calibration import candidates, finding, networks, reading, telling  # noqa: E402
from calibration.calibrate import calibrate  # noqa: E402
from calibration.candidates import Candidate  # noqa: E402
from calibration.faces import DRAWING, JUNK, EventReader, Face, look_closer, read_faces  # noqa: E402
from calibration.geometry import Floats, Floor, Picture, Square, through  # noqa: E402
from calibration.model import DICE, CalibrationError  # noqa: E402
from calibration.reading import REASONS, Read, Reader, Unsure, checked  # noqa: E402
from tests.kit.candidates import candidate, face_at  # noqa: E402
from tests.kit.dice_pictures import LABELS, learned, picture, reader_of, roll_of, views  # noqa: E402

ROLLS = LABELS["rolls"]


def by_file(entry: dict[str, Any]) -> str:
    return str(entry["file"])


def said(outcome: Read | Unsure) -> tuple[int | None, int | None, str | None]:
    return outcome.white, outcome.red, outcome.event


@pytest.mark.parametrize("roll", ROLLS, ids=by_file)
def test_a_roll_is_read(roll: dict[str, Any]) -> None:
    outcome = reader_of(roll["rig"]).read(picture(roll["file"]))
    assert isinstance(outcome, Read), outcome
    assert said(outcome) == (roll["white"], roll["red"], roll["event"])
    assert set(outcome.confidence) == {"white", "red", "event"}
    assert all(0 < chance <= 1 for chance in outcome.confidence.values())


@pytest.mark.parametrize("negative", LABELS["negatives"], ids=by_file)
def test_what_is_no_roll_is_refused_with_a_reason(negative: dict[str, Any]) -> None:
    outcome = reader_of(negative["rig"]).read(picture(negative["file"]))
    assert isinstance(outcome, Unsure), outcome
    assert outcome.reason in REASONS
    if negative["reason"] in ("missing", "fourth", "hand"):
        assert outcome.reason == negative["reason"]


def test_a_die_on_another_is_no_roll_where_only_the_rim_of_the_tray_was_found() -> None:
    empty, faces = views("p02")
    reader = Reader(calibrate(empty, faces))
    roll = roll_of("p02")
    assert said(reader.read(picture(roll["file"]))) == (roll["white"], roll["red"], roll["event"])
    outcome = reader.read(picture("p02_stacked0.jpg"))
    assert isinstance(outcome, Unsure) and outcome.reason in ("stacked", "missing", "cocked")


@pytest.mark.parametrize(("apart", "stacked"), [(0.94, True), (0.96, False)])
def test_tops_that_are_nearer_than_dice_can_lie_belong_to_a_stack(apart: float, stacked: bool) -> None:
    """As near as dice that touch are seen, and as far as the side of a die is from the top of one on it."""
    tops = [Square(3, 2, 0.2, 1.05), Square(3, 2 + apart, 0.9, 1.0), Square(7, 5, 0, 1.0)]
    assert (reading._nearest(tops) < reading.LEAST_APART_EDGES) == stacked


def never_known(monkeypatch: pytest.MonkeyPatch, kinds: slice) -> None:
    """The network takes what it knows as these for nothing that lies flat."""

    def faces(*given: Any, hastily: bool) -> list[Face]:
        found = read_faces(*given)  # never in haste, so that a picture is judged once
        for face in found:
            chance = face.chances[kinds].sum()
            face.chances[kinds] *= 0.02
            face.chances[JUNK] += 0.98 * chance
        return found

    monkeypatch.setattr(reading, "read_faces", faces)


def test_a_drawing_that_no_network_has_seen_is_known_from_the_calibration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    never_known(monkeypatch, slice(DRAWING, DRAWING + 1))
    for roll in ROLLS[:4]:
        outcome = reader_of(roll["rig"]).read(picture(roll["file"]))
        assert said(outcome) == (roll["white"], roll["red"], roll["event"])


def test_pips_that_no_network_has_seen_are_no_face_of_the_event_die(monkeypatch: pytest.MonkeyPatch) -> None:
    never_known(monkeypatch, slice(1, 7))
    for roll in ROLLS[:4]:
        outcome = reader_of(roll["rig"]).read(picture(roll["file"]))
        assert isinstance(outcome, Unsure)
        assert said(outcome) == (None, None, roll["event"])


def test_the_empty_tray_is_empty() -> None:
    assert reader_of("d03").read(picture("d03_empty.jpg")) == Unsure("empty")


@pytest.mark.parametrize("size", [(640, 480), (1280, 960)])
def test_a_picture_of_another_size_reads_alike(size: tuple[int, int]) -> None:
    roll = ROLLS[0]
    outcome = reader_of(roll["rig"]).read(
        cv2.resize(picture(roll["file"]), size, interpolation=cv2.INTER_AREA)
    )
    assert said(outcome) == (roll["white"], roll["red"], roll["event"])


@pytest.mark.parametrize("turns", [1, 2])
def test_a_camera_that_is_mounted_turned_reads_alike(turns: int) -> None:
    roll = ROLLS[0]
    empty, faces = views(roll["rig"])

    def turned(seen: np.ndarray) -> np.ndarray:
        return np.ascontiguousarray(np.rot90(seen, turns))

    corners = np.array(LABELS["rigs"][roll["rig"]]["corners"])
    for turn in range(turns):
        width = (960, 720)[turn % 2]
        corners = np.stack([corners[:, 1], width - 1 - corners[:, 0]], axis=1)
    found = calibrate(turned(empty), {name: turned(face) for name, face in faces.items()}, corners.tolist())
    outcome = Reader(found).read(turned(picture(roll["file"])))
    assert said(outcome) == (roll["white"], roll["red"], roll["event"])


def test_a_little_more_light_and_a_little_shift_change_nothing() -> None:
    roll = ROLLS[0]
    seen = picture(roll["file"])
    brighter = np.clip(seen * 1.12, 0, 255).astype(np.uint8)
    moved = cv2.warpAffine(
        seen, np.array([[1, 0, 5.0], [0, 1, -4.0]]), (960, 720), borderMode=cv2.BORDER_REPLICATE
    )
    for other in (brighter, moved):
        assert said(reader_of(roll["rig"]).read(other)) == (roll["white"], roll["red"], roll["event"])


def test_a_tray_somewhere_else_is_no_roll() -> None:
    roll = ROLLS[0]
    far = cv2.warpAffine(picture(roll["file"]), np.array([[1, 0, 190.0], [0, 1, 120.0]]), (960, 720))
    assert isinstance(reader_of(roll["rig"]).read(far), Unsure)


@pytest.mark.parametrize("rig", ["d01", "d03", "d04", "d07"])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_camera_that_was_turned_since_is_said(rig: str, turns: int) -> None:
    roll = next(roll for roll in ROLLS if roll["rig"] == rig)
    seen = np.ascontiguousarray(picture(roll["file"]))
    height, width = seen.shape[:2]
    middle = (width - 1) / 2, (height - 1) / 2
    turned = cv2.warpAffine(
        seen, cv2.getRotationMatrix2D(middle, 90 * turns, 1), (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    outcome = reader_of(rig).read(turned)
    if isinstance(outcome, Read):
        assert said(outcome) == (roll["white"], roll["red"], roll["event"]), "it is as plain from all sides"
    else:
        assert outcome.reason in ("tray_moved", "light_changed", "blocked")


def test_dark_bright_and_covered_pictures_are_told_apart() -> None:
    seen = picture("d03_empty.jpg")
    eye = reader_of("d03")
    assert eye.read((picture("d03_ship.jpg") * 0.12).astype(np.uint8)) == Unsure("dark")
    assert eye.read(np.full_like(seen, 254)) == Unsure("bright")
    assert eye.read(np.zeros_like(seen)) == Unsure("blocked")


@pytest.mark.parametrize(
    ("image", "key"),
    [
        (None, "no_picture"),
        (np.zeros((1, 1, 3), np.uint8), "small_picture"),
        (np.zeros((480, 640), np.uint8), "no_colours"),
        (np.tile(np.arange(640, dtype=np.uint8)[None, :, None], (480, 1, 3)), "no_colours"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(image: np.ndarray | None, key: str) -> None:
    with pytest.raises(CalibrationError) as refused:
        checked(image, "dice.jpg")
    assert refused.value.key == key


def test_a_picture_of_another_camera_is_refused() -> None:
    with pytest.raises(CalibrationError) as refused:
        reader_of("d03").read(np.zeros((720, 1280, 3), np.uint8))
    assert refused.value.key == "other_camera"


# --- light and focus ----------------------------------------------------------------------------------

LAMP = np.array([0.38, 0.48, 0.55])
"""Blue, green and red of a picture by a warm lamp beside one by the window: half as bright, and warmer."""


@cache
def grain(shape: tuple[int, ...]) -> Floats:
    noise: Floats = np.random.default_rng(0).normal(0, 1.5, shape)
    return noise


def relit(name: str, factors: Any, gamma: float = 1.0) -> Any:
    lit = (255 * (np.arange(256) / 255.0) ** gamma)[picture(name)] * np.asarray(factors)
    return np.clip(lit + grain(lit.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("rig", ["d01", "d03", "d04", "d07"])
def test_an_evening_from_the_window_to_a_lamp_is_followed(rig: str) -> None:
    rolls = [roll for roll in ROLLS if roll["rig"] == rig]
    for step, share in enumerate(np.linspace(0.25, 1, 4)):
        roll = rolls[step % len(rolls)]
        seen = relit(roll["file"], 1 - share * (1 - LAMP))
        assert said(reader_of(rig).read(seen)) == (roll["white"], roll["red"], roll["event"]), share


@pytest.mark.parametrize(
    ("factors", "gamma"),
    [((0.5, 0.5, 0.5), 1.0), ((1.2, 1.0, 0.75), 1.0), ((1.0, 1.0, 1.0), 1.3)],
    ids=["half as bright", "colder", "harder"],
)
def test_another_light_is_followed_or_refused_and_never_misread(factors: Any, gamma: float) -> None:
    right = 0
    for roll in ROLLS[::2]:
        outcome = reader_of(roll["rig"]).read(relit(roll["file"], factors, gamma))
        if isinstance(outcome, Read):
            assert said(outcome) == (roll["white"], roll["red"], roll["event"])
            right += 1
    assert right >= len(ROLLS[::2]) - 1


@pytest.mark.parametrize(("factor", "gamma"), [(1.4, 1.0), (1.0, 0.6), (1.0, 1.6)])
def test_what_burns_out_is_refused_and_never_misread(factor: float, gamma: float) -> None:
    right = 0
    for roll in ROLLS:
        outcome = reader_of(roll["rig"]).read(relit(roll["file"], factor, gamma))
        if isinstance(outcome, Read):
            assert said(outcome) == (roll["white"], roll["red"], roll["event"]), roll["file"]
            right += 1
    assert right >= len(ROLLS) / 2


def test_event_faces_are_prepared_once_for_each_light() -> None:
    reader, seen = reader_of("d03"), relit("d03_01.jpg", 1.15)
    lights = []
    for factor in (1.0, 1.3, 1.0):
        reader.read(cv2.convertScaleAbs(seen, alpha=factor))
        lights.append(reader.teller.lit)
    assert lights[0] is lights[2] is not lights[1] is not reader.teller.events


def test_tops_and_what_their_sides_leave_are_judged_by_what_burns_out_in_that_light(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was learned at 255 is seen at 255 again, and at about 182 in light that is brighter by 40 %."""
    told, with_sides = [], telling.with_sides

    def tops(*given: Any, hastily: bool) -> list[Face]:
        told.append(given[-1])
        return read_faces(*given)  # never in haste, so that a picture is judged once

    def left(*given: Any) -> Face:
        told.append(given[-1])
        return with_sides(*given)

    monkeypatch.setattr(reading, "read_faces", tops)
    monkeypatch.setattr(telling, "with_sides", left)
    monkeypatch.setattr(telling, "_may_have_more", lambda *_: True)
    reader = reader_of("d03")
    for factor, least, most in ((1.0, 255, 255), (1.4, 170, 195), (1.0, 255, 255)):
        reader.read(relit("d03_01.jpg", factor))
        assert len(told) == 3, "the tops, and the sides of the two dice with pips"
        assert all(least <= min(each) and max(each) <= most for each in told)
        told.clear()


def test_light_that_has_changed_too_much_is_said() -> None:
    for rig, name in (("d01", "d01_02.jpg"), ("d03", "d03_01.jpg")):
        assert reader_of(rig).read(relit(name, (0.3, 0.6, 1.0))) == Unsure("light_changed")


def test_what_a_polished_floor_mirrors_beside_three_sure_dice_is_no_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    roll = roll_of("d01")
    reader = Reader(reader_of("d01").calibration)
    for foreign, read in ((1.0, True), (2.0, False)):
        monkeypatch.setattr(reader, "_foreign_edges", lambda _view, foreign=foreign: foreign)
        outcome = reader.read(picture(roll["file"]))
        assert isinstance(outcome, Read) == read
    monkeypatch.setattr(reader, "_foreign_edges", lambda _view: 1.0)
    monkeypatch.setattr(reading, "are_all_rolled", lambda _dice: False)
    outcome = reader.read(picture(roll["file"]))
    assert isinstance(outcome, Unsure) and outcome.reason == "hand"


@pytest.mark.parametrize("file", ["d04_03.jpg", "d04_09.jpg"])
def test_a_hand_that_only_lies_over_the_rim_is_one(file: str) -> None:
    """Fingers between the dice and the rim may still move them, though they cover nothing of the floor."""
    reader, roll = reader_of("d04"), picture(file)
    assert isinstance(reader.read(roll), Read)
    seen = reader.floor.mask(roll.shape, 1.0, 0.0)[..., None] > 0
    outcome = reader.read(np.where(seen, roll, picture("d04_hand0.jpg")))
    assert isinstance(outcome, Unsure) and outcome.reason == "hand"


@pytest.mark.parametrize(
    ("beside", "cells", "chance", "hand"),
    [(True, 10, 0.1, True), (True, 8, 0.1, False), (True, 30, 0.04, False), (False, 30, 0.1, False)],
    ids=["beside it", "little", "surely the tray", "on the floor"],
)
def test_what_the_floor_mirrors_does_not_lie_beside_it(
    beside: bool, cells: int, chance: float, hand: bool
) -> None:
    reader = reader_of("d01")
    columns, rows = (size // networks.FINDER_STRIDE for size in reader.grid.size)
    foreign = np.zeros((rows, columns), np.float32)
    foreign[1 if beside else rows // 2, 6 : 6 + cells] = chance
    assert reader._is_reached_into(finding.View((), foreign)) == hand


def test_a_sheet_over_the_tray_is_no_light() -> None:
    seen = picture("d01_02.jpg").copy()
    seen[:] = (40, 90, 200)
    outcome = reader_of("d01").read(seen)
    assert isinstance(outcome, Unsure) and outcome.reason in ("blocked", "hand")


@pytest.mark.parametrize("rig", ["d01", "d04"])
def test_a_picture_out_of_focus_is_blurred(rig: str) -> None:
    roll = next(roll for roll in ROLLS if roll["rig"] == rig)
    outcome = reader_of(rig).read(cv2.GaussianBlur(picture(roll["file"]), (0, 0), 7))
    assert isinstance(outcome, Unsure) and outcome.reason == "blurred"


@pytest.mark.parametrize("rig", LABELS["rigs"])
def test_a_picture_of_another_tray_is_said(rig: str) -> None:
    for roll in ROLLS:
        if roll["rig"] != rig:
            assert reader_of(rig).read(picture(roll["file"])) == Unsure("other_tray"), roll["file"]


def top_of(reader: Reader, image: Picture, kind: str) -> Square:
    """The top of a die of a roll that is read."""
    assert isinstance(reader.read(image), Read)
    return next(die.square for die in reader.dice if die.kind == kind)


def around(image: Picture, floor: Floor, top: Square, edges: float) -> np.ndarray:
    """Where in the picture a top lies, so many times as wide: (rows, columns)."""
    corners = through(floor.to_image, dataclasses.replace(top, edge=edges * top.edge).corners())
    mask = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), np.round(corners).astype(np.int32), 1)
    return np.asarray(mask > 0)


def under_lamp(image: Picture, floor: Floor, top: Square, added: int, edges: float = 0.9) -> Picture:
    """The picture with so much more light on a top, but for its rim."""
    lamp = around(image, floor, top, edges)[..., None] * np.full(3, added, np.uint8)
    return np.asarray(cv2.add(image, lamp))


def blank(image: Picture, floor: Floor, top: Square, kind: str) -> Picture:
    """The picture with nothing but the colour of its body on a top, of which pips cover little."""
    plain, place = image.copy(), around(image, floor, top, 0.9)
    colours = plain[place]
    light = colours.sum(axis=1)
    body = colours[light > np.percentile(light, 60)] if kind == "event" else colours
    plain[place] = np.median(body, axis=0)
    return plain


@pytest.mark.parametrize(
    ("rig", "kind", "added"),
    [
        ("d04", "white", 255),
        ("d04", "red", 255),
        ("d03", "red", 180),
        ("d04", "event", 255),
        ("p02", "event", 150),
    ],
)
def test_where_light_hides_what_a_die_shows_that_is_the_reason(rig: str, kind: str, added: int) -> None:
    """It has burnt out or is pale."""
    roll, reader = roll_of(rig), reader_of(rig)
    image = picture(roll["file"])
    top = top_of(reader, image, kind)
    outcome = reader.read(under_lamp(image, reader.floor, top, added))
    known = {die: roll[die] for die in DICE if die != kind}
    assert outcome == Unsure(f"glare_{kind}", **known)


@pytest.mark.parametrize(("name", "known"), [("d04_09.jpg", {"white": 5}), ("d07_08.jpg", {})])
def test_where_light_leaves_nothing_of_a_red_dies_colour_that_is_the_reason_too(
    name: str, known: dict[str, int]
) -> None:
    """No top is told as its own then, and where colours are mixed up the white one is not said either."""
    roll = next(roll for roll in ROLLS if roll["file"] == name)
    reader, image = reader_of(roll["rig"]), picture(name)
    top = top_of(reader, image, "red")
    outcome = reader.read(under_lamp(image, reader.floor, top, 255))
    assert outcome == Unsure("glare_red", event=roll["event"], **known)
    assert "red" not in {die.kind for die in reader.dice}


def test_of_dice_that_light_mixes_up_nobody_knows_which_it_hides() -> None:
    """A lamp makes the red die look more like the white one than that does."""
    roll, reader = roll_of("d03"), reader_of("d03")
    image = picture(roll["file"])
    top = top_of(reader, image, "red")
    outcome = reader.read(under_lamp(image, reader.floor, top, 255))
    assert outcome == Unsure("unclear_white", event=roll["event"])


def test_where_two_dice_are_not_told_nobody_knows_which_of_them_light_hides() -> None:
    """A green die lies in place of the white one."""
    roll, reader = roll_of("d04"), reader_of("d04")
    image = picture(roll["file"])
    lit = under_lamp(image, reader.floor, top_of(reader, image, "red"), 255)
    die = around(image, reader.floor, top_of(reader, image, "white"), 1.9)
    lit[die] = lit[die] // np.array([6, 1, 6], np.uint8)
    outcome = reader.read(lit)
    assert {die.kind for die in reader.dice} == {"event"}
    assert outcome == Unsure("unclear_white", event=roll["event"])


@pytest.mark.parametrize(
    ("rig", "kind"), [("d01", "event"), ("d07", "event"), ("d01", "white"), ("d07", "red")]
)
def test_where_a_die_shows_nothing_though_no_light_hides_it_that_is_not_the_reason(
    rig: str, kind: str
) -> None:
    roll, reader = roll_of(rig), reader_of(rig)
    image = picture(roll["file"])
    outcome = reader.read(blank(image, reader.floor, top_of(reader, image, kind), kind))
    assert outcome == Unsure(f"unclear_{kind}", **{die: roll[die] for die in DICE if die != kind})


def test_of_two_dice_that_are_not_read_the_one_that_light_hides_is_said() -> None:
    """The lamp can be moved."""
    roll, reader = roll_of("d03"), reader_of("d03")
    image = picture(roll["file"])
    white, event = (top_of(reader, image, kind) for kind in ("white", "event"))
    lit = under_lamp(blank(image, reader.floor, white, "white"), reader.floor, event, 255)
    assert reader.read(lit) == Unsure("glare_event", red=roll["red"])


@pytest.mark.parametrize(
    ("kind", "edges", "hidden"), [("red", 0.35, False), ("white", 0.35, False), ("white", 0.6, True)]
)
def test_light_hides_what_a_die_shows_where_it_falls_on_enough_of_its_top(
    kind: str, edges: float, hidden: bool
) -> None:
    roll, reader = roll_of("d07"), reader_of("d07")
    image = picture(roll["file"])
    top = top_of(reader, image, kind)
    lit = under_lamp(image, reader.floor, top, 255, edges)
    assert reader.teller.is_hidden_by_light(reader.floor, lit, top, kind) == hidden


def test_of_a_blue_die_in_place_of_the_red_one_no_light_is_said() -> None:
    """Nor because the white die is lighter than a red one."""
    roll, reader = roll_of("d01"), reader_of("d01")
    image = picture(roll["file"]).copy()
    die = around(image, reader.floor, top_of(reader, image, "red"), 1.9)
    image[die] = image[die][:, ::-1]
    assert reader.read(image) == Unsure("unclear_red", white=roll["white"], event=roll["event"])


def test_an_event_face_that_is_like_none_of_the_four_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    roll = roll_of("d03")
    reader = Reader(reader_of("d03").calibration)
    apart = reader.calibration.quality.event_distance
    strange = {"ship": 1.25 * apart, "yellow": 3 * apart, "blue": 3 * apart, "green": 3 * apart}
    monkeypatch.setattr(reader.teller, "_distances", lambda *_: strange)
    monkeypatch.setattr(EventReader, "chances", lambda *_: {"ship": 0.99})
    outcome = reader.read(picture(roll["file"]))
    assert outcome == Unsure("unclear_event", white=roll["white"], red=roll["red"])


def test_a_file_that_says_event_faces_are_not_apart_has_none_told() -> None:
    calibration = learned("d03")
    reader = Reader(replace(calibration, quality=replace(calibration.quality, event_distance=0.0)))
    roll = roll_of("d03")
    assert reader.read(picture(roll["file"])) == Unsure("unclear_event", white=roll["white"], red=roll["red"])


def test_another_white_die_is_not_told_as_the_event_die() -> None:
    """A plain one with a single pip is a drawing, too, to what compares drawings."""
    roll = next(roll for roll in ROLLS if roll["file"].endswith("p02_01.jpg"))
    reader = Reader(reader_of("p02").calibration)
    image = picture(roll["file"])
    assert isinstance(reader.read(image), Read)
    squares = {die.kind: die.square for die in reader.dice}
    floor = reader.floor
    places = [
        through(floor.to_image, np.array([[one.x, one.y]]))[0] for one in (squares["white"], squares["event"])
    ]
    reach = round(1.35 * floor.edge_px())
    (left, top), (right, bottom) = [np.round(place).astype(int) - reach for place in places]
    soft = np.zeros((2 * reach, 2 * reach), np.uint8)
    cv2.circle(soft, (reach, reach), round(0.95 * reach), 255, -1)
    part = cv2.GaussianBlur(soft, (0, 0), 4)[..., None] / 255
    white = image[top : top + 2 * reach, left : left + 2 * reach]
    there = image[bottom : bottom + 2 * reach, right : right + 2 * reach]
    pasted = image.copy()
    pasted[bottom : bottom + 2 * reach, right : right + 2 * reach] = part * white + (1 - part) * there
    outcome = reader.read(pasted)
    assert isinstance(outcome, Unsure) and outcome.event is None


@pytest.mark.parametrize(
    ("x", "edge", "drawing", "flat", "on_floor"),
    [
        *[(0.2, 1.0, 0.0, 1.0, False), (0.2, 1.0, 0.0, 2.0, True), (0.5, 1.0, 0.0, 1.0, True)],
        *[(2.0, 1.08, 0.0, 1.0, False), (2.0, 1.05, 0.0, 1.0, True)],
        *[(2.0, 1.08, 0.0, 2.0, True), (2.0, 1.08, 0.9, 1.0, True)],
    ],
    ids=["at a wall", "flat at a wall", "inside", "larger", "hardly larger", "flat and larger", "event die"],
)
def test_what_may_lean_stands_no_nearer_to_a_wall_and_to_the_camera_than_a_flat_die(
    x: float, edge: float, drawing: float, flat: float, on_floor: bool
) -> None:
    reader = reader_of("d03")
    one = candidate(x, 0.9, 0.02, flat)
    above = np.array([x, 4.0, 20.0])
    square = dataclasses.replace(one.face.square, y=4.0, edge=edge)
    chances = np.array([drawing, *6 * [(1 - drawing) / 6], 0.0])
    placed = dataclasses.replace(one, face=dataclasses.replace(one.face, square=square, chances=chances))
    near = Reader(reader.calibration)
    near.seen_from = above  # where its foot is below it
    assert near._is_on_floor(placed) == on_floor


def test_a_die_is_alone_away_from_walls_dice_and_hands() -> None:
    reader = reader_of("d01")
    floor, (columns, rows) = reader.floor, reader.grid.size
    middle = Square(floor.width / 2, floor.depth / 2, 0.0, 1.0)
    bare = np.zeros((rows // networks.FINDER_STRIDE, columns // networks.FINDER_STRIDE), np.float32)

    def alone(square: Square, *others: Square, foreign: np.ndarray = bare) -> bool:
        seen = tuple(finding.Sighting(one, 0.6) for one in (square, *others))
        return reader._stands_alone(square, finding.View(seen, foreign))

    def beside(edges: float) -> Square:
        return dataclasses.replace(middle, x=middle.x + edges)

    assert alone(middle) and alone(middle, beside(reading.FROM_DICE_EDGES + 0.01))
    assert not alone(middle, beside(1.3)), "one may lean on the other"
    near, far = dataclasses.replace(middle, y=1.2), dataclasses.replace(middle, y=floor.depth - 1.4)
    assert reader.seen_from[1] > floor.depth, "so that tops are seen farther away than their feet"
    assert alone(near) and not alone(far), "by where the foot is"
    reach = round(reading.FROM_DICE_EDGES * reader.grid.px_per_edge / networks.FINDER_STRIDE)
    aside = dataclasses.replace(middle, x=middle.x + 2.0)
    for die in (middle, aside):
        row, column = (
            round((at + reader.grid.margin) * reader.grid.px_per_edge / networks.FINDER_STRIDE)
            for at in (die.y, die.x)
        )
        for down, right in itertools.product((-1, 0, 1), repeat=2):
            for away, counts in ((reach - 2, True), (reach + 2, False)):
                if down or right:
                    hand = bare.copy()
                    hand[row + away * down, column + away * right] = 0.9
                    assert alone(die, foreign=hand) != counts, (down, right, away)


def test_a_raised_die_is_no_part_of_a_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    roll = roll_of("d03")
    monkeypatch.setattr(reading, "raised", lambda *_: ["red"])
    assert reader_of("d03").read(picture(roll["file"])) == Unsure(
        "cocked", roll["white"], None, roll["event"]
    )


@pytest.mark.parametrize("largest", [0.5, 2.0])
def test_dice_that_are_too_large_are_looked_for_among_those_that_lie(
    largest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "_largest", lambda *_: largest)
    outcome = reader_of("d03").read(picture(roll_of("d03")["file"]))
    assert outcome == Unsure("cocked") if largest < 1 else isinstance(outcome, Read)


@pytest.mark.parametrize(
    ("chance", "missing", "found"), [(0.25, False, True), (0.25, True, False), (0.5, True, True)]
)
def test_what_looks_little_like_a_die_must_show_its_sides(
    chance: float, missing: bool, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    third_looks_like_a_die(monkeypatch, chance)
    monkeypatch.setattr(reading, "HARDLY_DIE_BESIDE", 4.0)
    monkeypatch.setattr(reading.sides, "are_missing", lambda *_: missing)
    outcome = reader_of("d03").read(picture(roll_of("d03")["file"]))
    assert isinstance(outcome, Read) if found else outcome.reason == "missing"


@pytest.mark.parametrize(
    ("chance", "sure_odds", "found"), [(0.25, 4.0, True), (0.25, 99.0, False), (0.5, 99.0, True)]
)
def test_one_of_the_three_likeliest_is_a_die_if_its_face_is_surely_one(
    chance: float, sure_odds: float, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A black die in the shade beside a white one looked less like a die than pieces of many floors do."""
    third_looks_like_a_die(monkeypatch, chance)
    monkeypatch.setattr(reading, "SURE_ODDS", sure_odds)
    outcome = reader_of("d03").read(picture(roll_of("d03")["file"]))
    assert isinstance(outcome, Read) if found else outcome.reason == "missing"


def third_looks_like_a_die(monkeypatch: pytest.MonkeyPatch, chance: float) -> None:
    """The finder gives the third of the dice that chance, and sees nothing else. With their faces the odds of
    all three are 4.5."""
    look = finding.look

    def doubted(*given: Any) -> finding.View:
        view = look(*given)
        third = dataclasses.replace(view.sightings[2], chance=chance)
        return dataclasses.replace(view, sightings=(*view.sightings[:2], third))

    monkeypatch.setattr(finding, "look", doubted)
    monkeypatch.setattr(finding.Sighting, "odds", lambda *_: 4.5)


def test_dice_are_told_by_sides_where_the_camera_seems_to_see_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """By how dice look that lie flat, and not by the corners alone."""
    reader = reading.Reader(replace(learned("d03"), slant=1.2))
    seen_from: list[object] = []
    monkeypatch.setattr(reader.teller, "told", lambda *given: seen_from.append(given[-1]) or {})
    reader.read(picture("d03_01.jpg"))
    assert seen_from[0] is reader.seen_from and not np.allclose(reader.seen_from, reader.camera)


def test_a_side_is_known_by_where_it_is_seen_and_looks_like_no_top() -> None:
    reader = reader_of("d03")
    die = Square(1.5, 1.5, 0.1, 1.0)
    side = next(iter(die.seen_sides(reader.seen_from).values())).mean(axis=(0, 1))
    assert math.hypot(*(side - [die.x, die.y])) > 0.5
    flat = dataclasses.replace(candidate(0.0, 0.66, 0.02, 4.0), face=face_at(die))

    def is_side(right: float, odds: float, of: Candidate = flat) -> bool:
        square = Square(float(side[0]) + right, float(side[1]), 0.1, 1.0)
        seen = dataclasses.replace(candidate(0.0, 0.5, 0.2, odds), face=face_at(square))
        return reader._is_side(seen, [of])

    assert is_side(0.0, -5.0)
    assert not is_side(0.4, -5.0), "another die beside it"
    assert not is_side(0.0, -1.0), "the top of one that leans there"
    assert not is_side(0.0, -5.0, dataclasses.replace(flat, flat=1.0)), "the die itself may lean"


@pytest.mark.parametrize(("flat", "told"), [(4.0, True), (1.3, False)])
def test_a_number_whose_pips_are_misplaced_is_read_only_where_its_die_surely_lies_flat(
    flat: float, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faces(*given: Any, hastily: bool) -> list[Face]:
        found = read_faces(*given)  # never in haste, so that a picture is judged once
        return [dataclasses.replace(face, misplaced=True) for face in found]

    monkeypatch.setattr(reading, "read_faces", faces)
    monkeypatch.setattr(reading, "flat_odds", lambda *given: np.full(len(given[4]), flat))
    roll = roll_of("d03")
    outcome = reader_of("d03").read(picture(roll["file"]))
    numbers = (roll["white"], roll["red"]) if told else (None, None)
    assert said(outcome) == (*numbers, roll["event"])


@pytest.mark.parametrize(
    ("flat", "sure", "told"),
    [(4.0, candidates.SURE_ODDS, True), (1.3, candidates.SURE_ODDS, False), (4.0, 99.0, False)],
)
def test_a_gleam_beside_three_dice_is_passed_over_only_where_they_are_sure(
    flat: float, sure: float, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "SURE_ODDS", sure)
    roll = roll_of("d01")
    reader = reader_of("d01")
    seen_beside_dice(reader, roll, monkeypatch)
    monkeypatch.setattr(reading, "flat_odds", lambda *given: np.array([flat, flat, flat, -5.0]))
    outcome = reader.read(picture(roll["file"]))
    assert len(reader.seen) == 4
    assert said(outcome) == (roll["white"], roll["red"], roll["event"])
    assert isinstance(outcome, Read) if told else outcome == Unsure("cocked", *said(outcome))


@pytest.mark.parametrize(("flat", "alone", "told"), [(-1.0, True, True), (-1.0, False, False)])
def test_a_doubted_roll_is_read_where_its_dice_have_nothing_to_lean_on(
    flat: float, alone: bool, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reader, "_stands_alone", lambda *_: alone)
    monkeypatch.setattr(reading, "flat_odds", lambda *given: np.full(len(given[4]), flat))
    roll = roll_of("d01")
    assert isinstance(reader_of("d01").read(picture(roll["file"])), Read) == told


@pytest.mark.parametrize("is_side", [True, False])
def test_the_side_of_a_flat_die_leaves_a_roll_that_is_less_sure_in_no_doubt(
    is_side: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll = roll_of("d01")
    reader = reader_of("d01")
    seen_beside_dice(reader, roll, monkeypatch)
    monkeypatch.setattr(Reader, "_stands_alone", lambda *_: False)
    monkeypatch.setattr(Reader, "_is_side", lambda *_: is_side)
    monkeypatch.setattr(reading, "flat_odds", lambda *given: np.array([1.3, 1.3, 1.3, -5.0]))
    outcome = reader.read(picture(roll["file"]))
    assert isinstance(outcome, Read) == is_side, outcome


def seen_beside_dice(reader: Reader, roll: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Something like a die is seen where none lies, beside the three of a roll."""
    look, other = finding.look, finding.Sighting(_bare_place(reader, roll), 0.55)

    def with_other(*given: Any) -> finding.View:
        view = look(*given)
        return dataclasses.replace(view, sightings=(*view.sightings[:3], other))

    monkeypatch.setattr(finding, "look", with_other)


@pytest.mark.parametrize(("odds", "fourth"), [(4.8, False), (5.2, True)])
def test_beside_three_dice_that_were_rolled_only_what_surely_is_a_die_is_a_fourth(
    odds: float, fourth: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that stood on the rim of the tray was too large to lie flat, and the roll was read without it."""
    roll = roll_of("d01")
    reader = reader_of("d01")
    seen_beside_dice(reader, roll, monkeypatch)
    monkeypatch.setattr(Candidate, "odds", property(lambda one: odds if one.flat < 1 else 7.0))
    monkeypatch.setattr(reading, "flat_odds", lambda *given: np.array([4.0, 4.0, 4.0, 0.6]))
    monkeypatch.setattr(Candidate, "is_larger", property(lambda one: one.flat < 1))
    monkeypatch.setattr(Candidate, "lies", True)
    monkeypatch.setattr(Reader, "_stands_alone", lambda *_: False)
    outcome = reader.read(picture(roll["file"]))
    assert isinstance(outcome, Read) != fourth
    assert not fourth or (isinstance(outcome, Unsure) and outcome.reason == "fourth")


@pytest.mark.parametrize(
    ("hasty", "spoilt", "is_again"),
    [
        (slice(0, 3), False, False),
        (slice(0, 3), True, True),
        (slice(3, 4), False, True),
        (slice(0, 0), True, False),
    ],
    ids=["a roll", "no roll", "a roll beside something else", "no haste"],
)
def test_what_was_looked_at_in_haste_is_looked_at_again_unless_it_is_part_of_a_roll(
    hasty: slice, spoilt: bool, is_again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll = roll_of("d01")
    reader = reader_of("d01")
    seen_beside_dice(reader, roll, monkeypatch)
    closely: list[Face] = []
    again: list[Sequence[Face]] = []

    def glances(*given: Any, hastily: bool) -> list[Face]:
        assert hastily
        closely.extend(read_faces(*given))
        found = [dataclasses.replace(face, chances=face.chances.copy()) for face in closely]
        found[hasty] = [dataclasses.replace(face, glanced=face.chances) for face in found[hasty]]
        for face in found if spoilt else ():
            face.chances[:] = np.eye(8)[JUNK]
        return found

    def closer(_floor: Floor, _image: np.ndarray, faces: Sequence[Face], *_: Any) -> list[Face]:
        again.append(faces)
        return closely

    monkeypatch.setattr(reading, "read_faces", glances)
    monkeypatch.setattr(reading, "look_closer", closer)
    outcome = reader.read(picture(roll["file"]))
    assert bool(again) == is_again
    assert all(face.hasty for faces in again for face in faces[hasty])
    assert isinstance(outcome, Unsure) == (spoilt and not is_again)


def test_a_closer_look_after_haste_finds_what_is_found_without_it() -> None:
    hasty = 0
    for roll in ROLLS:
        reader, image = reader_of(roll["rig"]), picture(roll["file"])
        reader.read(image)
        given = (reader.floor, image, reader.seen, networks.faces, networks.closer)
        glanced = read_faces(*given, hastily=True)
        for found, wanted in zip(
            look_closer(reader.floor, image, glanced, networks.closer), read_faces(*given), strict=True
        ):
            assert not found.hasty and found.square == wanted.square
            assert found.chances == pytest.approx(wanted.chances, abs=1e-4)
            assert (found.possible, found.lab) == (wanted.possible, wanted.lab)
        hasty += sum(face.hasty for face in glanced)
    assert hasty > 5


@pytest.mark.parametrize("least_seen", [0.4, 0.6], ids=["seen", "hardly seen"])
def test_a_fourth_die_that_hardly_looks_flat_is_not_overlooked(
    least_seen: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LEAST_SEEN", least_seen)
    roll = roll_of("d01")
    reader = reader_of("d01")
    seen_beside_dice(reader, roll, monkeypatch)
    monkeypatch.setattr(Candidate, "odds", property(lambda one: 4.5 if one.flat < 1 else 7.0))
    monkeypatch.setattr(reading, "flat_odds", lambda *given: np.array([4.0, 4.0, 4.0, 0.9]))
    monkeypatch.setattr(Reader, "_stands_alone", lambda *_: False)
    monkeypatch.setattr(Reader, "_is_on_floor", lambda *_: True)
    monkeypatch.setattr(Candidate, "lies", True)
    monkeypatch.setattr(reading.sides, "are_missing", lambda *_: False)
    monkeypatch.setattr(reading.sides, "surest", lambda *_: 0.3)
    outcome = reader.read(picture(roll["file"]))
    assert isinstance(outcome, Unsure) and outcome.reason == "cocked"


FOURTH_DICE = [("d04_fourth0.jpg", 0), ("d04_fourth0.jpg", 2), ("d07_fourth0.jpg", 0)]
"""Which of four dice leave a roll without them, as numbers of the finder's sightings."""
Faint = Callable[[list[finding.Sighting]], finding.Sighting]
"""Takes one of the sightings, and gives one that the finder hardly sees."""


def hardly_seen(number: int, beyond: float) -> Faint:
    """That one, with a chance that is so much greater than ``MAYBE_FOURTH``."""
    return lambda seen: dataclasses.replace(seen.pop(number), chance=reading.MAYBE_FOURTH + beyond)


def read_with(file: str, faint: Faint, monkeypatch: pytest.MonkeyPatch) -> Read | Unsure:
    look, reader = finding.look, reader_of(file.partition("_")[0])

    def hardly(*given: Any) -> finding.View:
        view = look(*given)
        seen = list(view.sightings)
        least = faint(seen)
        return dataclasses.replace(view, sightings=(*seen, least))

    with monkeypatch.context() as patched:
        patched.setattr(finding, "look", hardly)
        return reader.read(picture(file))


@pytest.mark.parametrize(("file", "number"), FOURTH_DICE)
def test_a_fourth_die_that_hardly_looks_like_one_beside_a_roll_is_not_passed_over(
    file: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a blue one on a blue pattern looked. What looks still less like a die is not looked at."""
    roll = read_with(file, hardly_seen(number, -0.01), monkeypatch)
    fourth = read_with(file, hardly_seen(number, 0.05), monkeypatch)
    assert isinstance(roll, Read) and isinstance(fourth, Unsure)
    assert fourth.reason == "fourth" and said(fourth) == said(roll)


@pytest.mark.parametrize("kind", DICE)
def test_nor_is_it_where_a_face_of_the_roll_is_unclear(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other pictures may show that face."""
    monkeypatch.setattr(telling.Teller, "is_sure", lambda _self, die: die.kind != kind)
    monkeypatch.setattr(telling.Teller, "is_hidden_by_light", lambda *_: True)
    file, number = FOURTH_DICE[0]
    outcome = read_with(file, hardly_seen(number, 0.05), monkeypatch)
    assert isinstance(outcome, Unsure) and outcome.reason == "fourth"
    assert not reader_of("d04").hidden
    assert getattr(outcome, kind) is None and said(outcome).count(None) == 1


@pytest.mark.parametrize("what", ["floor", "no die", "leaning", "too high", "no side", "the same die"])
def test_what_hardly_looks_like_a_die_and_is_none_leaves_a_roll(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, number = FOURTH_DICE[0]

    def faint(seen: list[finding.Sighting]) -> finding.Sighting:
        fourth = hardly_seen(number, 0.05)(seen)
        if what == "floor":
            return dataclasses.replace(fourth, square=_away_from([one.square for one in (*seen, fourth)]))
        return dataclasses.replace(fourth, square=seen[1].square) if what == "the same die" else fourth

    flat, on_floor, missing = reading.flat_odds, Reader._is_on_floor, reading.sides.are_missing
    if what == "no die":
        monkeypatch.setattr(
            Candidate, "odds", property(lambda one: 5.0 if one.sighting.chance > 0.4 else -0.1)
        )
    if what == "leaning":
        monkeypatch.setattr(reading, "flat_odds", lambda *given: flat(*given) - 9.0 * (len(given[4]) == 1))
    if what == "too high":
        monkeypatch.setattr(
            Reader, "_is_on_floor", lambda self, one: one.sighting.chance > 0.4 and on_floor(self, one)
        )
    if what == "no side":
        monkeypatch.setattr(
            reading.sides, "are_missing", lambda *given: len(given[-1]) == len(DICE) or missing(*given)
        )
    assert isinstance(read_with(file, faint, monkeypatch), Read)


def _away_from(dice: Sequence[Square]) -> Square:
    """Where no die lies."""
    places = [Square(x, y, 0.0, 1.0) for x in (2.0, 4.0, 6.0) for y in (2.0, 4.0)]
    return max(places, key=lambda place: min(place.away(die) for die in dice))


def _bare_place(reader: Reader, roll: dict[str, Any]) -> Square:
    """Where no die lies."""
    reader.read(picture(roll["file"]))
    return _away_from(reader.seen)


def test_a_calibration_from_before_is_read_without_its_odds() -> None:
    roll = ROLLS[0]
    older = replace(learned(roll["rig"]), slant=0.0, usual_flat_odds=-20.0)
    assert said(Reader(older).read(picture(roll["file"]))) == (roll["white"], roll["red"], roll["event"])
