"""What the networks are trained on, and how they are judged, without training them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("cv2")

from calibration import networks
from tools.dice_training import figures, make_data, pieces, views
from tools.dice_training.emblems import emblem


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[views.View]:
    folder: Path = tmp_path_factory.mktemp("scenes")
    make_data.draw(6, 5, folder, a_file=6)
    make_data.draw(6, 6, folder, emblems=True, a_file=6)
    return views.scenes(folder)


def test_scenes_are_drawn_once_and_alike_for_a_seed(tmp_path: Path) -> None:
    make_data.draw(2, 7, tmp_path / "one", a_file=2)
    make_data.draw(2, 7, tmp_path / "two", a_file=2)
    (one,), (two,) = (sorted((tmp_path / name).iterdir()) for name in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    written = one.stat().st_mtime_ns
    make_data.draw(2, 7, tmp_path / "one", a_file=2)
    assert one.stat().st_mtime_ns == written


def test_shipped_networks_tell_what_is_drawn_for_training(drawn: list[views.View]) -> None:
    """Pieces and their labels fit together, or networks could not have learned from them."""
    shipped = figures.Files(networks.FINDER, networks.FACES, networks.STANCE)
    seen = figures.figures(shipped, drawn, seed=3, faces=300, windows=40, dice=150)
    assert seen.pips_right > 0.7, "of pieces that are disturbed as they are in training"
    assert seen.pips_wrong_and_sure < 0.02
    assert seen.flat_found > 0.8
    assert seen.flat_kept > 0.75
    assert seen.leaning_kept < 0.25


def test_where_a_die_lies_flat_the_finder_is_told_so(drawn: list[views.View]) -> None:
    random = np.random.default_rng(4)
    for view in drawn:
        _values, target = pieces.window(view, random)
        assert target.shape == (10, pieces.CELLS, pieces.CELLS)
        flat, leaning = target[0] > 0.9, target[1] > 0.9
        assert not (flat & leaning).any()
        assert (target[8][flat] == 1).all(), "its place and its angle are learned there"


def test_emblems_differ_and_come_again() -> None:
    colours = [np.array(colour, np.float32) for colour in ((0.9, 0.9, 0.85), (0.1, 0.3, 0.6), (0, 0, 0))]
    faces = [emblem(np.random.default_rng(seed), *colours) for seed in range(12)]
    again = emblem(np.random.default_rng(5), *colours)
    assert np.array_equal(faces[5], again)
    for number, face in enumerate(faces):
        assert (np.abs(face - colours[0]).max(axis=2) > 0.1).mean() > 0.02, f"nothing on face {number}"
        assert all(np.abs(face - other).mean() > 0.005 for other in faces[:number])
