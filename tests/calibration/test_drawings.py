"""Drawings of the event die, which are followed to a pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration import drawings, reading  # noqa: E402
from calibration.faces import Face  # noqa: E402
from calibration.geometry import Floor, Picture, Square, through  # noqa: E402
from calibration.model import EVENT_FACES, unpack  # noqa: E402
from calibration.reading import Read, Reader, Unsure  # noqa: E402
from tests.kit.dice_pictures import learned, picture, reader_of, roll_of  # noqa: E402

SIZE_PX = 160
EDGE_PX = 100
FLOOR = Floor.of(((0, 0), (SIZE_PX, 0), (SIZE_PX, SIZE_PX), (0, SIZE_PX)), 1.6, 1.6)
TOP = Square(0.8, 0.8, 0.0, 1.0)


def reference(rig: str, name: str) -> Picture:
    return unpack(learned(rig).faces_png[name])


def seen(face: Picture, shorter: float, towards: float = 0.0, turn: float = 0.0) -> Picture:
    """A picture of a face in that turn, so much shorter in one direction (angles in degrees)."""

    def turned(degrees: float) -> Any:
        sine, cosine = np.sin(np.radians(degrees)), np.cos(np.radians(degrees))
        return np.array([[cosine, -sine], [sine, cosine]])

    scale = EDGE_PX * 0.9 / face.shape[0]
    shape = turned(towards) @ np.diag([shorter, 1.0]) @ turned(turn - towards) * scale
    middle = np.full(2, (face.shape[0] - 1) / 2)
    move = np.column_stack([shape, np.full(2, SIZE_PX / 2) - shape @ middle])
    return cv2.warpAffine(
        face, move, (SIZE_PX, SIZE_PX), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )


@pytest.mark.parametrize("rig", ["d01", "d03"])
@pytest.mark.parametrize("name", EVENT_FACES)
@pytest.mark.parametrize(("turn", "towards"), [(3, 0), (93, 30), (178, 70), (268, 110)])
def test_a_flat_face_keeps_its_shape_and_one_that_leans_is_shorter(
    rig: str, name: str, turn: float, towards: float
) -> None:
    face = reference(rig, name)
    flat = drawings.flatter(FLOOR, seen(face, 1.0, towards, turn), TOP, face)
    little, much = (
        drawings.flatter(FLOOR, seen(face, shorter, towards, turn), TOP, face) for shorter in (0.92, 0.87)
    )
    assert flat == pytest.approx(drawings.MOST)
    assert -0.8 < little < -0.1
    assert much < -0.9


@pytest.mark.parametrize("shorter", [1.0, 0.89])
def test_a_lamp_that_lights_one_corner_leaves_its_shape(shorter: float) -> None:
    face = reference("d03", "blue")
    rows, columns = np.mgrid[0:SIZE_PX, 0:SIZE_PX] / SIZE_PX - 0.35
    glow = 0.25 * np.exp(-(rows**2 + columns**2) / 0.12)[..., None]
    lit = (seen(face, shorter) * (1 - glow) + 255 * glow).astype(np.uint8)
    found = drawings.flatter(FLOOR, lit, TOP, face)
    assert (found > 0.3) if shorter == 1.0 else (found < -0.5)


@pytest.mark.parametrize("what", ["blank", "burnt", "noise", "another"])
def test_what_is_not_that_drawing_says_nothing(what: str) -> None:
    face = reference("d03", "blue")
    pictures = {
        "blank": np.full((SIZE_PX, SIZE_PX, 3), 120, np.uint8),
        "burnt": np.full((SIZE_PX, SIZE_PX, 3), 255, np.uint8),
        "noise": np.random.default_rng(18).integers(0, 256, (SIZE_PX, SIZE_PX, 3), np.uint8),
        "another": seen(reference("d03", "ship"), 0.8),
    }
    assert drawings.flatter(FLOOR, pictures[what], TOP, face) == 0.0
    assert drawings.flatter(FLOOR, seen(face, 0.8), TOP, np.full_like(face, 90)) == 0.0, "nothing learned"


def test_what_is_followed_keeps_its_size_and_place() -> None:
    """On blotches a drawing is followed at times that shrinks to a line, turns over or leaves the picture: it
    correlates well on ten of these 400."""
    for number in range(100):
        noise = np.random.default_rng([18, number]).normal(0, 1, (SIZE_PX, SIZE_PX, 3)).astype(np.float32)
        blotches = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 25), None, 0, 255, cv2.NORM_MINMAX)
        faces = [reference("d03", name) for name in EVENT_FACES]
        assert not drawings.is_seen(FLOOR, blotches.astype(np.uint8), TOP, faces), number


@pytest.mark.parametrize("known", [True, False])
def test_a_face_is_followed_by_what_it_is_most_like(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    reader, image = reader_of("d03"), picture(roll_of("d03")["file"])
    assert isinstance(reader.read(image), Read)
    event = next(die for die in reader.dice if die.kind == "event")
    asked = []

    def flatter(_floor: Floor, _image: Picture, face: Square, learned: Picture) -> float:
        asked.append((face.edge, learned.tolist()))
        return -0.3

    monkeypatch.setattr(drawings, "flatter", flatter)
    face = Face(event.square, np.eye(8)[0], (50.0, 0.0, 0.0), known=known)
    assert reader.teller.flatter(reader.floor, image, face) == (-0.3 if known else 0.0)
    own = reader.calibration.event_edge_edges, reader.teller.lit.faces[str(event.face)].tolist()
    assert asked == ([own] if known else [])


@pytest.mark.parametrize("white", [0.0, 0.6], ids=["as it is", "pale"])
def test_a_drawing_is_seen_in_any_turn_however_pale(white: float) -> None:
    ship, blue, green = (reference("d03", name) for name in ("ship", "blue", "green"))
    for turn in (0, 95, 190, 280):
        face = seen(blue, 1.0, turn=turn)
        face = cv2.addWeighted(face, 1 - white, np.full_like(face, 255), white, 0)
        assert drawings.is_seen(FLOOR, face, TOP, [ship, blue])
        assert drawings.is_seen(FLOOR, face, TOP, [green]), "the gates are one drawing"
        assert not drawings.is_seen(FLOOR, face, TOP, [ship])
    assert not drawings.is_seen(FLOOR, seen(blue, 1.0), TOP, [])


# --- in a reading ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flat", "by", "alone", "reason"),
    [
        (0.2, -1.5, False, "cocked"),
        (0.2, -1.5, True, None),
        (-1.1, 0.7, False, None),
        (-1.1, 0.0, False, "cocked"),
        (3.3, -9.0, False, None),
        (-2.1, 9.0, False, "cocked"),
    ],
    ids=[
        *("shortened", "nothing to lean on", "in shape"),
        *("not followed", "flat in any case", "leaning in any case"),
    ],
)
def test_what_may_lean_is_told_by_how_it_is_shortened(
    flat: float, by: float, alone: bool, reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, image = reader_of("d03"), picture(roll_of("d03")["file"])
    assert isinstance(reader.read(image), Read)
    event = next(die.square for die in reader.dice if die.kind == "event")

    def flat_odds(*given: Any) -> Any:
        odds = reader.least_flat + flat
        return np.array([odds if square.away(event) < 0.5 else 5.0 for square in given[4]])

    monkeypatch.setattr(reading, "flat_odds", flat_odds)
    monkeypatch.setattr(reading.sides, "surest", lambda *_: 1.0)
    monkeypatch.setattr(Reader, "_stands_alone", lambda *_: alone)
    monkeypatch.setattr(drawings, "flatter", lambda *_: by)
    told = reader.read(image)
    assert (told.reason if isinstance(told, Unsure) else None) == reason


@pytest.mark.parametrize("shorter", [1.0, 0.86])
def test_a_real_face_that_is_shortened_in_a_picture_is_seen_to_be(shorter: float) -> None:
    reader, image = reader_of("d03"), picture(roll_of("d03")["file"])
    assert isinstance(reader.read(image), Read)
    event = next(die for die in reader.dice if die.kind == "event")
    middle = through(reader.floor.to_image, np.array([[event.square.x, event.square.y]]))[0]
    move = np.array([[shorter, 0, middle[0] * (1 - shorter)], [0, 1, 0]])
    leaning = cv2.warpAffine(image, move, (image.shape[1], image.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    found = drawings.flatter(reader.floor, leaning, event.square, reference("d03", str(event.face)))
    assert (found > 0.2) if shorter == 1.0 else (found < -0.8)
