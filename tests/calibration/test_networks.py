from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration import faces, finding, networks  # noqa: E402
from calibration.geometry import Floor, Square  # noqa: E402
from calibration.reading import empty_grid  # noqa: E402


def patch_of_a_die() -> np.ndarray:
    random = np.random.default_rng(1)
    patch = np.full((networks.FACE_PX, networks.FACE_PX, 3), (40, 200, 230), np.uint8)
    cv2.circle(patch, (20, 20), 4, (30, 30, 120), -1)
    return np.clip(patch + random.normal(0, 2, patch.shape), 0, 255).astype(np.uint8)


def test_the_networks_are_small() -> None:
    files = list(networks.FINDER.parent.glob("*.onnx"))
    assert len(files) == 7 and sum(file.stat().st_size for file in files) < 18e6


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


def looked_at(
    monkeypatch: pytest.MonkeyPatch,
    small: list[float],
    large: list[float] | None,
    before: list[float] | None = None,
    *,
    hastily: bool = False,
) -> tuple[faces.Face, list[int]]:
    """A face of which the networks say that, and how many patches the larger one was given. ``before`` is
    what the smaller one said until the face was set right, if that was something else."""
    given: list[int] = []
    said = iter([before or small] * faces.ROUNDS)

    def says(chances: list[float]) -> faces.Network:
        return lambda inputs: np.tile(np.array(chances, float), (len(inputs), 1))

    closer = None if large is None else says(large)

    def look(
        _floor: Floor,
        _image: np.ndarray,
        squares: list[Square],
        network: faces.Network,
        turns: tuple[int, ...] = faces.TURNS,
    ) -> tuple[np.ndarray, ...]:
        if network is closer:
            given.append(len(squares))
            assert turns == faces.CLOSER_TURNS
        patches = np.full((len(squares), networks.FACE_PX, networks.FACE_PX, 3), 90, np.uint8)
        if network is not closer and (one := next(said, None)) is not None:
            network = says(one)
        return network(patches), np.zeros((len(squares), 4)), patches

    monkeypatch.setattr(faces, "_look", look)
    floor, square = Floor(np.eye(3), 1.0, 1.0), Square(0, 0, 0, 1)
    picture = np.zeros((9, 9, 3), np.uint8)
    (face,) = faces.read_faces(floor, picture, [square], says(small), closer, hastily=hastily)
    return face, given


def test_only_what_is_in_doubt_is_looked_at_by_the_larger_network(monkeypatch: pytest.MonkeyPatch) -> None:
    doubted, sure = [0, 0, 0, 0.5, 0.3, 0, 0, 0.2], [0, 0, 0, 0.96, 0.02, 0, 0, 0.02]
    large = [0, 0, 0, 0.02, 0.97, 0, 0, 0.01]
    face, given = looked_at(monkeypatch, doubted, large)
    assert given == [len(faces.CLOSER_VIEWS)] and face.pips == 4 and face.chances[4] > 0.95
    face, given = looked_at(monkeypatch, sure, large)
    assert given == [] and face.pips == 3
    face, given = looked_at(monkeypatch, doubted, None)
    assert given == [] and face.pips == 3, "as at the calibration"


@pytest.mark.parametrize(
    ("before", "small", "spared"),
    [
        ([0, 0, 0, 0.84, 0, 0, 0, 0.16], [0, 0, 0, 0.9, 0, 0, 0, 0.1], True),
        ([0, 0, 0, 0.84, 0.08, 0, 0, 0.08], [0, 0, 0, 0.9, 0, 0, 0, 0.1], False),
        ([0, 0, 0, 0.84, 0, 0, 0, 0.16], [0, 0, 0, 0.84, 0.14, 0, 0, 0.02], False),
        ([0, 0, 0, 0.78, 0, 0, 0, 0.22], [0, 0, 0, 0.84, 0, 0, 0, 0.16], False),
        ([0, 0, 0, 0.9, 0, 0, 0, 0.1], [0, 0, 0, 0, 0.9, 0, 0, 0.1], False),
    ],
    ids=["maybe no top", "maybe another number", "maybe one at last", "hardly a top", "another number"],
)
def test_in_haste_the_larger_network_is_not_asked_where_the_first_looks_agree_on_what_is_seen(
    before: list[float], small: list[float], spared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = [0, 0, 0, 0.98, 0.01, 0, 0, 0.01]
    face, given = looked_at(monkeypatch, small, large, before, hastily=True)
    assert face.hasty == spared == (not given)
    face, given = looked_at(monkeypatch, small, large, before)
    assert given and not face.hasty


def test_in_haste_a_face_is_no_more_surely_a_top_than_when_it_is_looked_at_closely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, small = [0, 0, 0, 0.82, 0, 0, 0, 0.18], [0, 0, 0, 0.92, 0, 0, 0, 0.08]
    large = [0, 0, 0, 0.5, 0, 0, 0, 0.5]
    hasty, _ = looked_at(monkeypatch, small, large, before, hastily=True)
    close, _ = looked_at(monkeypatch, small, large, before)
    assert hasty.hasty and hasty.junk == pytest.approx(0.18) and hasty.chances.sum() == pytest.approx(1)
    assert hasty.junk >= close.junk
    assert hasty.spoken_against, "what is seen of its pips was asked: nothing"


def test_a_face_is_looked_at_in_the_same_turns_whatever_is_looked_at_beside_it() -> None:
    floor, turns = Floor.of(((0, 0), (90, 0), (90, 90), (0, 90)), 9.0, 9.0), []
    picture = np.random.default_rng(3).integers(0, 255, (90, 90, 3)).astype(np.uint8)
    squares = [Square(2.0 + number, 3.0, 0.0, 1.0) for number in range(3)]
    for some in (squares, squares[1:], squares[2:]):
        given: list[np.ndarray] = []

        def network(inputs: np.ndarray, given: list[np.ndarray] = given) -> np.ndarray:
            given.append(inputs)
            return np.zeros((len(inputs), 12), np.float32)

        faces._seen_beside(floor, picture, some, network, faces.CLOSER_VIEWS, faces.CLOSER_TURNS)
        turns.append(given[0][-len(faces.CLOSER_VIEWS) :])
    assert np.array_equal(turns[0], turns[1]) and np.array_equal(turns[0], turns[2])


def test_networks_that_contradict_each_other_are_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    face, _ = looked_at(monkeypatch, [0, 0, 0, 0.85, 0, 0, 0, 0.15], [0, 0, 0, 0, 0.98, 0, 0, 0.02])
    assert face.pips_chance < 0.6


def test_the_larger_network_does_not_take_a_top_for_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does so close to the camera; but it may be surer that something is a top."""
    face, _ = looked_at(monkeypatch, [0, 0, 0, 0.6, 0, 0, 0, 0.4], [0, 0, 0, 0.08, 0, 0, 0, 0.92])
    assert face.junk == pytest.approx(0.4) and face.chances.sum() == pytest.approx(1)
    face, _ = looked_at(monkeypatch, [0, 0, 0, 0.6, 0, 0, 0, 0.4], [0, 0, 0, 0.9, 0, 0, 0, 0.1])
    assert face.junk == pytest.approx(0.1)


def test_faces_are_alike_in_whatever_turn_they_are_given() -> None:
    random = np.random.default_rng(3)
    shown = [random.normal(0, 0.4, (3, 32, 32)).astype(np.float32) for _ in range(4)]
    told = networks.alike(shown[0], np.stack(shown))
    assert told.shape == (4,) and told.argmax() == 0
    for turn in range(1, 4):
        turned = np.stack([np.rot90(face, turn, (1, 2)) for face in shown])
        assert networks.alike(shown[0], turned) == pytest.approx(told, abs=1e-4)
