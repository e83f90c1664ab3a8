"""The sides of a tray's floor, as a network and the looks of a mat tell them."""

from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration import mats, networks, tray  # noqa: E402
from calibration.geometry import Floats, Picture, filled, through  # noqa: E402
from calibration.inside import Window  # noqa: E402
from calibration.plane import Dice, floor_under  # noqa: E402

MAT = np.array([[170, 130], [480, 120], [490, 345], [160, 350]], float)
"""Corners of a mat on a table, in pixels."""
DIE_PX = 38.0


def table_with_mat(rim_px: int = 0, corners: Floats = MAT) -> tuple[Picture, Dice]:
    """A violet mat, or the floor of a tray with a rim of the same cloth, on a brown table, and dice there."""
    grain = np.random.default_rng(4).normal(0, 6, (480, 640, 1))
    seen = np.empty((480, 640, 3))
    seen[:] = (70, 110, 150)
    middle = corners.mean(axis=0)
    outer = middle + (corners - middle) * (1 + rim_px / 100)
    cv2.fillConvexPoly(seen, np.round(outer).astype(np.int32), (130, 75, 90))
    shares = np.array([[x, y] for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)])
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    places = through(cv2.getPerspectiveTransform(unit, corners.astype(np.float32)), shares)
    return np.clip(seen + grain, 0, 255).astype(np.uint8), Dice(
        places, np.full(9, DIE_PX**2), np.zeros(9, bool)
    )


def seen_by_network(picture: Picture, dice: Dice, outline: Floats) -> Floats:
    """What the network would say where it takes this outline, in pixels of the picture, for the floor's."""
    window = Window.of(picture, floor_under(dice, *picture.shape[1::-1]), dice)
    likely = np.zeros(window.known.shape, np.uint8)
    cv2.fillPoly(likely, [np.round(through(window.from_image, outline)).astype(np.int32)], 1)
    likely = cv2.GaussianBlur(likely.astype(np.float32), (0, 0), 3)
    return cv2.resize(5 * likely - 2.5, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def off(found: Floats, wanted: Floats) -> float:
    """How far the worst corner is off, in pixels."""
    turns = [np.roll(found, turn, axis=0) for turn in range(4)]
    return float(min(np.linalg.norm(each - wanted, axis=1).max() for each in turns))


UNCLEAR = np.array(
    [[170, 130], [330, 126], [440, 170], [485, 230], [490, 390], [300, 400], [160, 350]], float
)
"""An outline that leaves out a corner of the mat and takes in a piece of the table."""
CUT = np.array([[170, 130], [400, 122], [480, 190], [490, 345], [230, 349], [160, 290]], float)
"""One that leaves out two corners, but follows the sides."""
BENT = np.array([[190, 176], [270, 130], [478, 122], [490, 345], [160, 350]], float)
"""One that leaves out a piece of a corner, so that its sides run askew."""
NEAR_PX = 10.0


@pytest.mark.parametrize("outline", [UNCLEAR, BENT], ids=["unclear", "bent"])
def test_a_mat_whose_outline_is_unclear_is_told_by_its_looks(
    outline: Floats, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, dice = table_with_mat()
    monkeypatch.setattr(networks, "tray", lambda _: seen_by_network(picture, dice, outline))
    assert off(np.array(tray.find(picture, dice)[0].corners), MAT) < NEAR_PX


def test_a_rim_of_the_floors_own_cloth_is_no_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the cloth would be a clearer quadrangle than the floor, of whose outline corners are missing."""
    picture, dice = table_with_mat(rim_px=20)
    ends = zip(MAT, np.roll(MAT, 1, axis=0), np.roll(MAT, -1, axis=0), strict=True)
    cut = [
        at + share * (end - at) for at, *both in ends for end, share in zip(both, (0.11, 0.08), strict=True)
    ]
    monkeypatch.setattr(networks, "tray", lambda _: seen_by_network(picture, dice, np.array(cut)))
    assert off(np.array(tray.find(picture, dice)[0].corners), MAT) < NEAR_PX


@pytest.mark.parametrize("is_mat", [False, True])
def test_what_goes_round_all_that_the_network_takes_for_the_floor_is_a_rim(
    is_mat: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much clearer its outline is. A mat without a rim misses some of that."""
    picture, dice = table_with_mat(rim_px=20)
    outer = MAT.mean(axis=0) + 1.2 * (MAT - MAT.mean(axis=0))
    if is_mat:
        outer[:2, 1] = MAT[:2, 1] + 30
    ends = zip(MAT, np.roll(MAT, 1, axis=0), np.roll(MAT, -1, axis=0), strict=True)
    cut = np.array([at + 0.15 * (end - at) for at, *both in ends for end in both])
    monkeypatch.setattr(networks, "tray", lambda _: seen_by_network(picture, dice, cut))

    def floor(window: Window, odds: Floats) -> Picture:
        corners = through(window.from_image, outer)
        return filled(corners, odds.shape).astype(np.uint8)

    monkeypatch.setattr(mats, "floor", floor)
    found = np.array(tray.find(picture, dice)[0].corners)
    assert (off(found, outer) < NEAR_PX) == is_mat
    assert is_mat or off(found, MAT) < 2 * NEAR_PX


def test_cloth_beside_a_mat_of_the_same_cloth_is_not_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, dice = table_with_mat()
    picture[170:220, 480:600] = picture[170:220, 300:420]  # a strip of its cloth
    monkeypatch.setattr(networks, "tray", lambda _: seen_by_network(picture, dice, CUT))
    assert off(np.array(tray.find(picture, dice)[0].corners), MAT) < NEAR_PX


def test_a_mat_that_only_its_weave_tells_from_the_table_is_found_at_any_angle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A smooth cloth on a speckled table of the same colour, at 45 degrees to the picture; the network takes
    all that is round about it for the floor."""
    mat = np.array([[320, 60], [520, 250], [330, 420], [130, 230]], float)
    _, dice = table_with_mat(corners=mat)
    random = np.random.default_rng(5)
    speckles = cv2.GaussianBlur(random.normal(0, 400, (480, 640)), (0, 0), 5)
    picture = np.clip(110 + random.normal(0, 2, (480, 640, 3)) + speckles[..., None], 0, 255).astype(np.uint8)
    smooth = np.clip(110 + random.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    on = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), mat.astype(np.int32), 1)
    picture[on > 0] = smooth[on > 0]
    wrong = np.array(cv2.ellipse2Poly((340, 290), (230, 170), 0, 0, 360, 10), float)
    monkeypatch.setattr(networks, "tray", lambda _: seen_by_network(picture, dice, wrong))
    assert off(np.array(tray.find(picture, dice)[0].corners), mat) < DIE_PX


def test_a_floor_without_looks_of_its_own_is_told_by_its_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, dice = table_with_mat()
    picture[:] = picture[250, 300]
    monkeypatch.setattr(networks, "tray", lambda _: seen_by_network(picture, dice, CUT))
    assert off(np.array(tray.find(picture, dice)[0].corners), MAT) < NEAR_PX


def test_where_hardly_any_of_the_dice_are_in_sight_the_outline_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where they lay far apart, so that what is looked at shows only what is between them."""
    picture, _ = table_with_mat()
    few = np.array([[30, 30], [610, 30], [610, 450], [30, 450]], float)
    far = Dice(few, np.full(4, 18.0**2), np.zeros(4, bool))
    monkeypatch.setattr(networks, "tray", lambda _: seen_by_network(picture, far, UNCLEAR))
    assert not Window.of(picture, floor_under(far, 640, 480), far).spots.any()
    left, top, right, bottom = np.array(tray.find(picture, far)[0].corners)[[0, 0, 2, 2], [0, 1, 0, 1]]
    assert left < 35 and top < 35 and right > 600 and bottom > 440
