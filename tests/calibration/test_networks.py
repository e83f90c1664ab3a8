from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration import finding, networks  # noqa: E402
from calibration.geometry import Floor  # noqa: E402
from calibration.reading import empty_grid  # noqa: E402


def patch_of_a_die() -> np.ndarray:
    random = np.random.default_rng(1)
    patch = np.full((networks.FACE_PX, networks.FACE_PX, 3), (40, 200, 230), np.uint8)
    cv2.circle(patch, (20, 20), 4, (30, 30, 120), -1)
    return np.clip(patch + random.normal(0, 2, patch.shape), 0, 255).astype(np.uint8)


def test_the_networks_are_small() -> None:
    files = (networks.FINDER, networks.FACES, networks.STANCE, networks.TRAY)
    assert sum(file.stat().st_size for file in files) < 6e6


def test_another_colour_or_brightness_of_a_die_gives_about_the_same_input() -> None:
    patch = patch_of_a_die()
    dimmer = (patch * 0.8).astype(np.uint8)
    one, two = networks.face_inputs(np.stack([patch, dimmer]))[:, :4]
    assert np.abs(one - two).mean() < 0.1


def test_a_patch_is_told_alike_alone_and_among_others() -> None:
    patch = patch_of_a_die()
    inputs = networks.face_inputs(np.stack([np.rot90(patch, turns) for turns in range(4)] * 2))
    together = networks.faces(inputs)
    assert together.shape == (8, 12)
    for number in (0, 3, 7):
        assert np.allclose(networks.faces(inputs[number : number + 1])[0], together[number], atol=1e-3)


@pytest.mark.parametrize("size", [(96, 128), (212, 264)])
def test_the_finder_takes_a_tray_of_any_size(size: tuple[int, int]) -> None:
    empty = np.random.default_rng(2).integers(60, 90, (*size, 3)).astype(np.uint8)
    seen = networks.finder(empty, networks.Ground.of(empty, np.zeros((2, *size), np.float32)))
    assert seen.shape == (size[0] // 4, size[1] // 4, 8)


def test_the_finder_is_told_where_the_camera_looks_down_and_how_steeply_elsewhere() -> None:
    corners = ((0.0, 0.0), (800.0, 0.0), (800.0, 600.0), (0.0, 600.0))
    grid = empty_grid(Floor.of(corners, 8.0, 6.0))
    columns, rows = grid.size
    empty = np.full((rows, columns, 3), 90, np.uint8)
    slopes = finding.ground(grid, empty, np.array([4.0, 8.0, 10.0])).planes[3:]
    right, down = (round((at + grid.margin) * grid.px_per_edge) for at in (4.0, 6.0))
    assert slopes[:, down, right] == pytest.approx([0, -0.2], abs=0.01), "the camera is below this place"
    assert slopes[1, 0, right] < slopes[1, down, right]
    assert slopes[0, down, -1] > 0 > slopes[0, down, 0]
