"""What a coloured die shows through the haze of a lamp."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration import haze, networks  # noqa: E402
from calibration.faces import Face, body_lab  # noqa: E402
from calibration.geometry import Floats, Floor, Picture, Square, through  # noqa: E402
from calibration.light import WHITE, Ceiling  # noqa: E402
from calibration.pips import Places  # noqa: E402
from calibration.reading import Read, Reader, Unsure  # noqa: E402
from calibration.telling import Teller  # noqa: E402
from tests.kit.dice_pictures import LABELS, learned, picture, reader_of  # noqa: E402

PX = networks.FACE_PX
RED, PALE, DARK = (30, 30, 190), (200, 200, 200), (20, 20, 20)
MIDDLE = (slice(18, 22), slice(18, 22))
"""Where a one has its pip."""
BESIDE = (slice(14, 26), slice(26, 29))


def a_one(body: tuple[int, int, int], pip: tuple[int, int, int] = PALE) -> Picture:
    """The top of a die, as blue, green and red, on a dark floor."""
    face = np.full((PX, PX, 3), 25, np.uint8)
    face[8:-8, 8:-8] = body
    face[MIDDLE] = pip
    return face


def with_light(face: Picture, light: Floats | float) -> Picture:
    """With as much light more, from 0 to 1."""
    lit = (face / 255) ** haze.CURVE + light
    return np.round(255 * np.clip(lit, 0, 1) ** (1 / haze.CURVE)).astype(np.uint8)


@pytest.mark.parametrize("pip", [PALE, DARK], ids=["pale pips", "dark pips"])
@pytest.mark.parametrize("body", [RED, (190, 70, 30), (40, 150, 40)], ids=["red", "blue", "green"])
@pytest.mark.parametrize("warm", [0.0, 0.1], ids=["grey", "warm"])
def test_light_that_is_uneven_is_taken_away(
    body: tuple[int, int, int], pip: tuple[int, int, int], warm: float
) -> None:
    face = a_one(body, pip)
    light = np.linspace(0.1, 0.35, PX)[:, None, None] * np.array([1 - warm, 1, 1 + warm])
    cleared = haze.without(with_light(face, light), body_lab(face))
    assert cleared is not None
    assert cleared[MIDDLE].mean(axis=(0, 1)) == pytest.approx(haze.PIPS, abs=30)
    assert cleared[BESIDE].mean(axis=(0, 1)) == pytest.approx(haze.BODY, abs=30)


def test_where_hardly_any_colour_is_left_noise_is_not_made_larger() -> None:
    face = np.clip(np.random.default_rng(18).normal(250, 1, (PX, PX, 3)), 0, 255).astype(np.uint8)
    cleared = haze.without(face, body_lab(a_one(RED)))
    assert cleared is not None and cleared[..., 1].min() > 150, "all of it is as good as a pip"


@pytest.mark.parametrize("body", [(220, 225, 230), (40, 40, 40)], ids=["white", "black"])
def test_a_grey_die_is_left_to_what_sees_it_as_it_is(body: tuple[int, int, int]) -> None:
    face = a_one(body, pip=(128, 128, 128))
    assert haze.without(with_light(face, 0.3), body_lab(face)) is None


# --- on real dice ------------------------------------------------------------------------------------


def hazy(image: Picture, floor: Floor, top: Square, light: float, grain: float) -> Picture:
    """A picture with a lamp mirrored in a top, more or less in one place or another as its surface is."""
    mirrored = np.zeros(image.shape[:2], np.float32)
    outline = through(floor.to_image, top.corners(0.95))
    cv2.fillConvexPoly(mirrored, np.round(outline * 16).astype(np.int32), 1.0, shift=4)
    uneven = np.random.default_rng(1).normal(0, 1, mirrored.shape).astype(np.float32)
    uneven = cv2.GaussianBlur(uneven, (0, 0), 3)
    strength = light * cv2.GaussianBlur(mirrored, (0, 0), 1)
    return with_light(image, (strength * np.clip(1 + grain * uneven / uneven.std(), 0, 3))[..., None])


def red_die(file: str) -> tuple[Reader, Picture, Square]:
    """The reader of a picture's tray, the picture, and the top of its red die."""
    image = picture(file)
    reader = reader_of(next(roll["rig"] for roll in LABELS["rolls"] if roll["file"] == file))
    assert isinstance(reader.read(image), Read)
    return reader, image, next(die.square for die in reader.dice if die.kind == "red")


@pytest.mark.parametrize(
    ("file", "pips", "light", "grain"),
    [("d01_02.jpg", 2, 0.15, 0.6), ("d01_11.jpg", 1, 0.2, 0.5), ("d07_04.jpg", 4, 0.2, 0.8)],
)
def test_a_red_top_that_is_too_hazy_to_read_is_read_by_its_colour(
    file: str, pips: int, light: float, grain: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, image, top = red_die(file)
    seen = hazy(image, reader.floor, top, light, grain)
    read = reader.read(seen)
    assert isinstance(read, Read) and read.red == pips
    with monkeypatch.context() as other:
        other.setattr(Places, "possible", lambda _: frozenset({7 - pips}))
        assert isinstance(reader.read(seen), Unsure), "nor where its pips are seen to be another number's"
    monkeypatch.setattr(haze, "pips", lambda *_: None)
    unclear = reader.read(seen)
    assert isinstance(unclear, Unsure) and unclear.reason == "unclear_red", "without that it is not"
    monkeypatch.setattr(haze, "pips", lambda *_: 7 - pips)
    assert isinstance(reader.read(seen), Unsure), "nor where colour and all else say different numbers"


@pytest.mark.parametrize(("spot", "found"), [(0.0, 2), (0.13, None)], ids=["none", "in the middle"])
def test_a_gleam_is_taken_for_no_pip(spot: float, found: int | None) -> None:
    """A two with a burnt spot in its middle looks like a three, with its colour and without."""
    reader, image, top = red_die("d01_02.jpg")
    if spot:
        middle = through(reader.floor.to_image, np.array([[top.x, top.y]]))[0]
        radius = spot * reader.calibration.quality.edge_px
        cv2.circle(image, np.round(middle).astype(int).tolist(), round(radius), (255, 255, 255), -1)
    assert haze.pips(reader.floor, image, top, reader.calibration.red_lab, WHITE) == found


def test_a_top_that_is_as_bright_as_can_be_in_other_light_is_burnt() -> None:
    reader, image, top = red_die("d01_02.jpg")
    ceiling: Ceiling = (150, 170, 190)
    dimmer = np.minimum(hazy(image, reader.floor, top, 0.3, 0.0), ceiling).astype(np.uint8)
    body = reader.calibration.red_lab
    assert haze.pips(reader.floor, dimmer, top, body, WHITE) is not None, "as if all of it were seen"
    assert haze.pips(reader.floor, dimmer, top, body, ceiling) is None


# --- when it is asked --------------------------------------------------------------------------------

FLOOR = Floor.of(((0, 0), (90, 0), (90, 90), (0, 90)), 9.0, 9.0)
PICTURE = np.full((90, 90, 3), 60, np.uint8)
ABOVE = np.array([4.5, 4.5, 12.0])


def a_top(kind: str, four: float, **changes: Any) -> Face:
    """A top of the die of that kind which shows a four with so much of a chance, or else a five."""
    chances = np.array([0.02, 0, 0, 0, four, 0.95 - four, 0, 0.03])
    top = Face(Square(3.0, 3.0, 0.0, 1.0), chances, Teller(learned("d03")).labs[kind][0])
    return dataclasses.replace(top, **changes)


@pytest.mark.parametrize("kind", ["white", "red"])
@pytest.mark.parametrize(
    ("changes", "sure"),
    [
        ({}, True),
        ({"square": Square(3.0, 3.0, 0.0, 0.8)}, True),
        ({"spoken_against": True}, False),
        ({"surely_flat": False}, False),
        ({"glanced": np.full(8, 0.125)}, False),
    ],
    ids=["in doubt", "seen in part", "spoken against", "may lean", "in haste"],
)
def test_what_is_seen_through_haze_settles_a_doubt_but_overrules_nothing(
    kind: str, changes: dict[str, Any], sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def pips(_floor: Floor, _image: Picture, _top: Square, body: Any, _ceiling: Ceiling) -> int:
        asked.append(body)
        return 4

    monkeypatch.setattr(haze, "pips", pips)
    monkeypatch.setattr("calibration.sides.seen", lambda *_: {})
    teller = Teller(learned("d03"))
    told = teller.told(FLOOR, PICTURE, [a_top(kind, 0.6, **changes)], ABOVE)[kind]
    assert (told.face, teller.is_sure(told)) == (4, sure)
    assert asked == (teller.labs[kind] if sure else []), "the colour is that die's own"


def test_sides_that_say_otherwise_are_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(haze, "pips", lambda *_: 4)
    teller = Teller(learned("d03"))
    for side, sure in ((6, True), (3, False)):
        around = np.eye(6)[side - 1]
        monkeypatch.setattr("calibration.sides.seen", lambda *_, around=around: {1: around})
        told = teller.told(FLOOR, PICTURE, [a_top("red", 0.6)], ABOVE)["red"]
        assert (told.face == 4 and teller.is_sure(told)) == sure


def test_dice_that_are_mixed_up_are_not_told_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(haze, "pips", lambda *_: 4)
    teller = Teller(learned("d03"))
    grey = [a_top("red", 0.6, lab=(50.0, 0.0, 0.0), square=Square(x, 3.0, 0.0, 1.0)) for x in (2.0, 6.0)]
    assert not any(teller.is_sure(die) for die in teller.told(FLOOR, PICTURE, grey, ABOVE).values())


@pytest.mark.parametrize(
    ("four", "lighter", "found", "sure"),
    [
        (0.92, 30.0, 5, False),
        (0.92, 30.0, None, True),
        (0.92, 30.0, 4, True),
        (0.92, 5.0, 5, True),
        (0.945, 30.0, 5, True),
    ],
    ids=["another", "nothing clear", "the same", "no haze", "a sure network"],
)
def test_a_hazy_four_is_not_read_where_a_five_is_seen_through_the_haze(
    four: float, lighter: float, found: int | None, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the middle pip of a red five a lamp left hardly anything, and the network was sure of a four."""
    monkeypatch.setattr(haze, "pips", lambda *_: found)
    monkeypatch.setattr("calibration.sides.seen", lambda *_: {})
    teller = Teller(learned("d03"))
    bright, first, second = teller.labs["red"][0]
    top = a_top("red", four, lab=(bright + lighter, first, second))
    told = teller.told(FLOOR, PICTURE, [top], ABOVE)["red"]
    assert (told.face, teller.is_sure(told)) == (4, sure)
