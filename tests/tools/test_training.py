"""What the networks are trained on, and how they are judged, without training them."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("cv2")

import cv2

from calibration import networks
from calibration.finding import ground
from calibration.geometry import Floor, Grid, Square
from calibration.stance import flat_odds
from tools.dice_training import events, figures, make_data, pieces, sides, sightings, trays, views
from tools.dice_training.boxes import Box
from tools.dice_training.development import encoded
from tools.dice_training.emblems import emblem


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[views.View]:
    folder: Path = tmp_path_factory.mktemp("scenes")
    make_data.draw(6, 5, folder, a_file=6)
    make_data.draw(6, 6, folder, emblems=True, a_file=6)
    return views.scenes(folder)


def test_scenes_are_drawn_once_and_alike_for_a_seed_in_however_many_processes(tmp_path: Path) -> None:
    make_data.draw(4, 7, tmp_path / "one", a_file=2)
    make_data.draw(4, 7, tmp_path / "two", a_file=2, processes=2)
    files = [sorted((tmp_path / name).iterdir()) for name in ("one", "two")]
    drawn = [[file.read_bytes() for file in folder] for folder in files]
    assert drawn[0] == drawn[1]
    assert drawn[0][0] != drawn[0][1]
    written = files[0][0].stat().st_mtime_ns
    make_data.draw(4, 7, tmp_path / "one", a_file=2)
    assert files[0][0].stat().st_mtime_ns == written


def test_shipped_networks_tell_what_is_drawn_for_training(drawn: list[views.View]) -> None:
    """Pieces and their labels fit together, or networks could not have learned from them."""
    seen = figures.figures(figures.SHIPPED, drawn, [], seed=3, faces=300, windows=40, dice=150)
    assert seen.pips_right > 0.7, "of pieces that are disturbed as they are in training"
    assert seen.closer_right > seen.pips_right
    assert max(seen.pips_wrong_and_sure, seen.closer_wrong_and_sure) < 0.02
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


class Still:
    """Randomness that disturbs nothing, after some chances that are ``first``."""

    def __init__(self, *first: float) -> None:
        self.first = list(first)

    def normal(self, middle: float, _spread: object, size: object = None) -> object:
        return middle if size is None else np.full(size, middle)  # type: ignore[call-overload]

    def random(self) -> float:
        return self.first.pop(0) if self.first else 0.99

    def choice(self, among: np.ndarray) -> object:
        return among[0]

    def integers(self, *_: int) -> int:
        return 0


def test_a_die_is_cut_for_training_as_the_reader_cuts_it(
    drawn: list[views.View], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[np.ndarray] = []

    def noted(inputs: np.ndarray) -> np.ndarray:
        given.append(inputs[0])
        return np.zeros(len(inputs))

    monkeypatch.setattr(networks, "stance", noted)
    steep = 0
    for view in drawn:
        if not len(view.quads) or view.states[0] != 0:
            continue
        made = pieces.stance_piece(view, Still())  # type: ignore[arg-type]
        assert made is not None
        size = view.px_per_edge
        rows, columns = view.picture.shape[:2]
        floor = Floor(np.diag([size, size, 1.0]), columns / size, rows / size)
        grid = Grid(floor, size, 0.0)
        quad = view.quads[0] / size
        edge, (x, y) = quad[1] - quad[0], quad.mean(0)
        top = Square(x, y, math.atan2(edge[1], edge[0]), math.sqrt(cv2.contourArea(quad)))
        camera = np.array([*view.camera[:2] / size, view.camera[2]])
        flat_odds(floor, view.picture, grid, view.empty, [top], camera)
        slope = math.hypot(x - camera[0], y - camera[1]) / camera[2]
        steep += slope > 0.3
        for plane in (6, 7):
            assert np.abs(made[0][plane] - given[-1][plane]).mean() < 0.02
        assert np.abs(made[0][:3] - given[-1][:3]).mean() < 0.08, "turned alike"
    assert steep


def a_die(degrees: float) -> tuple[views.View, Box]:
    """One die of 26 pixels that leans so far towards a camera below it in the picture."""
    lean = cv2.Rodrigues(np.array([math.radians(-degrees), 0.0, 0.0]))[0]
    box = Box(lean, np.array([100.0, 80.0, 0.0]), np.full(3, 26.0)).dropped()
    bare = np.full((160, 200, 3), 128, np.uint8)
    quad, state = np.zeros((1, 4, 2), np.float32), np.array([int(degrees > 0)])
    camera, centres = np.array([100.0, 300.0, 12.0]), (60.0, 60.0, 140.0, 100.0)
    view = views.View(bare, bare, None, quad, state, np.array([1]), 26.0, camera, centres)
    view.solids = box.corners[None]
    return view, box


@pytest.mark.parametrize("degrees", [0.0, 20.0, 40.0])
def test_which_side_of_a_die_is_seen_at_a_place_is_known(degrees: float) -> None:
    view, box = a_die(degrees)
    seen = 0
    for way in (*box.turn.T, *-box.turn.T):
        middle = box.centre + 13 * way
        if way @ (view.eye - middle) > 0:
            assert view.normal_at(view.appear(middle)) == pytest.approx(way)
            seen += 1
    assert seen == 2, "its top and the side towards the camera"
    assert view.normal_at(np.array([100.0, 130.0])) is None


@pytest.mark.parametrize(("degrees", "flat"), [(0.0, 1.0), (20.0, 0.0), (40.0, 0.0)])
def test_what_was_taken_for_a_top_is_learned_with_where_it_points(degrees: float, flat: float) -> None:
    """The camera is below the piece, wherever it is in the picture."""
    view, box = a_die(degrees)
    top = box.centre + 13 * box.turn[:, 2]
    view.seen = np.array([[*view.appear(top), 0.0, 26.0, flat]], np.float32)
    made = pieces.stance_piece(view, Still(0.0, 1 - flat))  # type: ignore[arg-type]
    assert made is not None
    assert made[1] == pytest.approx([flat, 0.0, math.sin(math.radians(degrees)), 1.0], abs=1e-5)


@pytest.mark.parametrize(("wrongly", "share"), [(True, 1.0), (True, 0.0), (False, 1.0)])
def test_what_was_taken_for_a_top_wrongly_is_learned_as_no_face(
    wrongly: bool, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, box = a_die(0.0)
    view.picture = view.picture.copy()
    view.picture[20:46, 30:56] = (250, 10, 10)
    view.quads = view.appear(box.corners[box.corners[:, 2] > 13])[None][:, [0, 1, 3, 2]].astype(np.float32)
    cut: list[np.ndarray] = []
    monkeypatch.setattr(pieces, "WRONG_TOPS", share)

    def kept(patch: np.ndarray, _random: np.random.Generator) -> np.ndarray:
        cut.append(patch)
        return patch

    monkeypatch.setattr(pieces, "disturbed", kept)
    random = np.random.default_rng(18)
    print("seed 18")
    view.seen = np.array([[43.0, 33.0, 0.6, 26.0, not wrongly]], np.float32)
    made = [pieces.face_patch(view, random) for _ in range(20)]
    shown = [one[1][0] for one in made if one is not None]
    there = [(patch[16:24, 16:24] == (250, 10, 10)).all() for patch in cut]
    if wrongly and share:
        assert shown == [pieces.JUNK] * 20 and all(there), "cut where it was seen"
        marked = [(patch == (250, 10, 10)).all(axis=2) for patch in cut]
        edges = networks.FACE_PX / np.sqrt([one.sum() for one in marked])
        assert edges.mean() == pytest.approx(networks.FACE_EDGES, rel=0.1), "as large as it was seen"
        boxes = [cv2.minAreaRect(np.argwhere(one).astype(np.float32)) for one in marked]
        turned = np.radians([min(box[2] % 90, 90 - box[2] % 90) for box in boxes])
        assert turned.mean() == pytest.approx(0.6, abs=0.1), "and as it was turned"
    else:
        assert shown.count(1) > 10 and not any(there)


def test_what_the_reader_takes_for_a_top_is_one_only_where_a_die_lies_flat(drawn: list[views.View]) -> None:
    right = wrong = dice = 0
    for number, view in enumerate(drawn):
        random = np.random.default_rng(number)
        middles = view.quads[view.states == 0].mean(axis=1) / view.px_per_edge
        dice += len(middles)
        for x, y, _angle, edge, flat in sightings.sightings(view, random):
            far = np.linalg.norm(middles - np.array([x, y]) / view.px_per_edge, axis=1)
            assert (far.min(initial=9) < sightings.MAYBE_EDGES) == bool(flat)
            assert 0.7 < edge / view.px_per_edge < 1.4
            right, wrong = right + bool(flat), wrong + (not flat)
    assert right > 0.8 * dice, "where they are, however large an edge is thought to be"
    assert wrong, "dice that lean are among them"


@pytest.mark.parametrize(
    ("off", "turned", "states", "stacked", "flat"),
    [
        (0.1, math.pi / 2, (0, 0), (), True),
        (0.1, 0.4, (0, 0), (), None),
        (0.3, 0.0, (0, 0), (), None),
        (0.6, 0.0, (0, 0), (), False),
        (0.1, 0.0, (1, 0), (), False),
        (0.1, 0.0, (2, 0), (), None),
        (0.1, 0.0, (2, 0), (True, False), False),
        (0.1, 0.0, (1, 2), (), False),
    ],
    ids=["met", "askew", "near", "beside", "leans", "hardly leans", "stacked", "another hardly leans"],
)
def test_a_place_is_flat_where_a_top_is_met_and_left_open_where_one_may_be(
    off: float, turned: float, states: tuple[int, int], stacked: tuple[bool, ...], flat: bool | None
) -> None:
    view, _ = a_die(0.0)
    quad = 26 * np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    view.quads, view.states = np.array([quad + 60, quad + 120]), np.array(states)
    view.stacked = np.array(stacked) if stacked else None
    assert sightings._lies_flat(view, np.array([60 + 26 * off, 60.0]), turned) is flat


def test_what_is_taken_for_tops_is_kept_by_picture_and_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, _ = a_die(0.0)
    view.name = "images/one.jpg"
    looked: list[tuple[Path, Path]] = []

    def look(*_: object) -> np.ndarray:
        looked.append((networks.FINDER, networks.FACES))
        return np.full((2, 5), len(looked), np.float32)

    monkeypatch.setattr(sightings, "pictures", lambda *_, only: [view] if only == {"a"} else [])
    monkeypatch.setattr(sightings, "sightings", look)
    shipped, reader = (networks.FINDER, networks.FACES), (tmp_path / "finder.onnx", tmp_path / "faces.onnx")
    for _ in range(2):
        sightings.write(tmp_path, ["a"], 3, reader, tmp_path / "0000.npz")
    assert looked == [reader] * sightings.TIMES
    assert shipped == (networks.FINDER, networks.FACES)
    assert sightings.read(tmp_path)["images/one.jpg"][:, 4].tolist() == [1, 1, 2, 2, 3, 3]


def test_where_the_camera_looks_steeply_is_told_in_training_as_to_the_reader(drawn: list[views.View]) -> None:
    view, size = drawn[0], drawn[0].px_per_edge
    rows, columns = view.picture.shape[:2]
    grid = Grid(Floor(np.diag([size, size, 1.0]), columns / size, rows / size), size, 0.0)
    camera = np.array([*view.camera[:2] / size, view.camera[2]])
    columns, rows = grid.size
    told = ground(grid, np.zeros((rows, columns, 3), np.uint8), camera).planes[3:]
    same = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    learned = pieces._slopes(view, same, same[:, :2], Still())  # type: ignore[arg-type]
    high, wide = (min(one, other) for one, other in zip(told.shape[1:], learned.shape[1:], strict=True))
    assert np.abs(learned[:, :high, :wide] - told[:, :high, :wide]).max() < 0.01


def test_emblems_differ_and_come_again() -> None:
    colours = [np.array(colour, np.float32) for colour in ((0.9, 0.9, 0.85), (0.1, 0.3, 0.6), (0, 0, 0))]
    faces = [emblem(np.random.default_rng(seed), *colours) for seed in range(12)]
    again = emblem(np.random.default_rng(5), *colours)
    assert np.array_equal(faces[5], again)
    for number, face in enumerate(faces):
        assert (np.abs(face - colours[0]).max(axis=2) > 0.1).mean() > 0.02, f"nothing on face {number}"
        assert all(np.abs(face - other).mean() > 0.005 for other in faces[:number])


EVENT_PAINTS = ((20, 20, 20), (20, 160, 210), (180, 60, 20), (40, 130, 30))


def a_view_of(rig: str, *dice: tuple[int, int]) -> views.View:
    """A picture of a rig with a row of dice: the state of each and what it shows. Event dice are painted."""
    picture = np.full((80, 60 * len(dice) + 20, 3), 200, np.uint8)
    quads = []
    for number, (_, face) in enumerate(dice):
        left = 20 + 60 * number
        if face >= 10:
            picture[20:60, left : left + 20] = EVENT_PAINTS[face - 10]
        quads.append([[left, 20], [left + 40, 20], [left + 40, 60], [left, 60]])
    states, faces = np.array(dice).T
    everywhere = (0.0, 0.0, 1.0, 1.0)
    corners = np.array(quads, np.float32)
    camera = np.zeros(3)
    return views.View(
        picture, picture, None, corners, states, faces, 40.0, camera, everywhere, name=f"images/{rig}_00.jpg"
    )


def test_event_dice_are_taken_from_pictures_by_rig_where_their_set_lies_flat() -> None:
    seen = [
        a_view_of("a", (0, 5), (0, 10), (0, 2), (0, 12)),
        a_view_of("a", (0, 10), (0, 1), (0, 1)),
        a_view_of("a", (0, 12), (0, 1), (0, 1)),
        a_view_of("a", (1, 11), (0, 1), (0, 1)),
        a_view_of("b", (0, 11), (0, 1), (0, 1)),
        a_view_of("b", (0, 12), (0, 1), (0, 1)),
    ]
    nowhere = dataclasses.replace(a_view_of("", (0, 10), (0, 11)), name="")
    (die,) = events.taken([*seen, nowhere, nowhere])
    counts = [len(looks) for looks in die.looks]
    assert counts == [2, 0, 1, 0], "of rig b no face is seen twice, a fourth die is of another set"
    for looks, paint in ((die.looks[0], EVENT_PAINTS[0]), (die.looks[2], EVENT_PAINTS[2])):
        middle = looks[0].shape[0] // 2
        there = encoded(looks[0][middle, middle - 8]) * 255
        assert np.abs(there - paint).max() < 3, "as it was seen"


def test_a_face_is_learned_beside_those_of_its_die_that_are_known() -> None:
    (die,) = events.drawn(1, 4)
    partly = dataclasses.replace(die, looks=(die.looks[0], (), die.looks[2], ()))
    shown = set()
    for seed in range(40):
        planes, target = events.event_piece(partly, np.random.default_rng(seed))
        seen, *faces = planes.reshape(5, 3, *planes.shape[1:])
        assert target[1:].tolist() == [1, 0, 1, 0]
        assert (
            not faces[1].any() and not faces[3].any() and all(one.any() for one in (seen, faces[0], faces[2]))
        )
        shown.add(int(target[0]))
    assert shown == {0, 2, events.OTHER}


def test_the_shipped_network_tells_event_dice_that_are_drawn() -> None:
    dice, random = events.drawn(16, 77), np.random.default_rng(5)
    told, wrong = figures._events_told(networks.EVENTS, dice, random, 200)
    assert told > 0.85, "under lamps that hide much of them"
    assert wrong < 0.03


def a_tray(folder: Path) -> trays.Tray:
    """A green floor of 12 by 8 edges on a grey table, seen from straight above."""
    image = np.full((420, 560, 3), 90, np.uint8)
    image[90:330, 100:460] = (60, 150, 50)
    places = [(x, y) for x in (130, 230, 330, 430) for y in (120, 210, 300)]
    corners = [[100, 90], [460, 90], [460, 330], [100, 330]]
    dice = []
    for number, (x, y) in enumerate(places):
        quad = [[x - 15, y - 15], [x + 15, y - 15], [x + 15, y + 15], [x - 15, y + 15]]
        dice.append({"kind": "event" if number % 3 else "white", "top_quad": quad, "flat": True})
    for name in ("empty.png", "one.png"):
        assert cv2.imwrite(str(folder / name), image)
    labels = {
        "rigs": {"a": {"tray_corners": corners}},
        "calib": [{"rig": "a", "file": "empty.png", "dice": []}],
        "images": [{"rig": "a", "file": "one.png", "dice": dice}],
    }
    (folder / "labels.json").write_text(json.dumps(labels))
    (tray,) = trays.trays(folder)
    return tray


def test_the_floor_is_learned_where_it_is(tmp_path: Path) -> None:
    tray = a_tray(tmp_path)
    cells = 12 * 8 * (networks.TRAY_PX_PER_EDGE / networks.TRAY_STRIDE) ** 2
    for seed in range(12):
        made = trays.tray_piece(tray, np.random.default_rng(seed))
        assert made is not None
        values, (floor, weight) = made
        assert values.shape == (7, networks.TRAY_PX, networks.TRAY_PX)
        assert 0.6 * cells < floor.sum() < 1.6 * cells
        spots = cv2.resize(values[4], floor.shape, interpolation=cv2.INTER_AREA) > 0.9
        assert spots.any() and (floor[spots] == 1).all(), "dice lie on it"
        assert (weight[(floor > 0.1) & (floor < 0.9)] > trays.NEAR_WEIGHT).all()
        assert weight[spots].min() <= 1


FRONT = (20, 200, 90)


def a_flat_die(monkeypatch: pytest.MonkeyPatch) -> views.View:
    """One die with a one on top and a three in front, which is painted."""
    view, box = a_die(0.0)
    top = np.array([[-13, -13, 13], [13, -13, 13], [13, 13, 13], [-13, 13, 13]]) + box.centre
    front = np.array([[-13, 13, 13], [13, 13, 13], [13, 13, -13], [-13, 13, -13]]) + box.centre
    view.quads = view.appear(top)[None].astype(np.float32)
    cv2.fillConvexPoly(view.picture, np.round(view.appear(front)).astype(np.int32), FRONT)
    monkeypatch.setattr(networks, "face_inputs", lambda patches: patches)
    monkeypatch.setattr(sides, "disturbed", lambda patch, _: patch)
    return view


def still_side(view: views.View, *first: float) -> tuple[np.ndarray, np.ndarray] | None:
    random = Still(*first)
    return sides.side_piece(view, random)  # type: ignore[arg-type]  # it has what is asked of a generator


def test_a_side_is_cut_upright_with_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    view = a_flat_die(monkeypatch)
    made = still_side(view)
    assert made is not None
    patch, target = made
    assert target == pytest.approx([3, 1, 0, 0, 0, 0], abs=0.08)
    edge = networks.FACE_PX / networks.FACE_EDGES / 2 - 2
    middle = slice(round(20 - edge), round(20 + edge))
    assert np.abs(patch[middle, middle].astype(int) - FRONT).max() < 10
    assert (np.abs(patch[:5].astype(int) - FRONT).max(axis=2) > 50).all()
    view.faces = np.array([11])
    drawn = still_side(view)
    assert drawn is not None and drawn[1][0] == pieces.DRAWING


def test_a_side_that_another_die_hides_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    view = a_flat_die(monkeypatch)
    assert view.solids is not None
    for down, shows in ((30, pieces.JUNK), (90, 3)):
        before = view.solids[0] + [0, down, 0]
        nearer = dataclasses.replace(view, solids=np.stack([view.solids[0], before]))
        made = still_side(nearer)
        assert made is not None and made[1][0] == shows


def test_what_lies_beside_a_wrong_top_is_no_side(monkeypatch: pytest.MonkeyPatch) -> None:
    view = a_flat_die(monkeypatch)
    assert still_side(view, 0.0) is None, "nothing was taken wrongly"
    view.seen = np.array([[100, 80, 0, 26, 0]], np.float32)
    made = still_side(view, 0.0)
    assert made is not None and made[1].tolist() == [pieces.JUNK, 0, 0, 0, 0, 0]


def test_where_a_side_lies_in_what_is_cut_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is moved, turned and mirrored."""
    view, random, cut = a_flat_die(monkeypatch), np.random.default_rng(5), 0
    for _ in range(40):
        made = sides.side_piece(view, random)
        if made is None or made[1][1] == 0 or np.abs(made[1][2:4]).max() > 0.2:
            continue  # it is no side, or is cut off
        rows, columns = np.nonzero(np.abs(made[0].astype(int) - FRONT).max(axis=2) < 60)
        middle = np.array([columns.mean(), rows.mean()]) - (networks.FACE_PX - 1) / 2
        off = middle * networks.FACE_EDGES / networks.FACE_PX
        assert off == pytest.approx(made[1][2:4], abs=0.06)
        cut += 1
    assert cut > 10
