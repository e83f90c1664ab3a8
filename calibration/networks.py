"""The small trained networks, run by OpenCV.

One finds dice, one reads a top face, and a larger one reads it again where that leaves a doubt. One reads a
side, one tells which face of an event die is seen, one tells dice that lean, and one the floor of a tray.
They lie beside this file and are made by ``python -m tools.dice_training``.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Square

Floats = NDArray[Any]

FINDER = Path(__file__).with_name("finder.onnx")
FACES = Path(__file__).with_name("faces.onnx")
CLOSER = Path(__file__).with_name("closer.onnx")
SIDES = Path(__file__).with_name("sides.onnx")
EVENTS = Path(__file__).with_name("events.onnx")
STANCE = Path(__file__).with_name("stance.onnx")
TRAY = Path(__file__).with_name("tray.onnx")

FINDER_PX_PER_EDGE = 18.0
"""How large dice are in what the finder looks at."""
FINDER_STRIDE = 4
FACE_PX = 40
FACE_EDGES = 1.6
"""How much of a die's surroundings belongs to the picture of a face: its sides and its shadow tell whether it
lies flat."""
INNER = slice(10, -10)
"""The rows and columns of such a picture that show nothing but the face."""

STANCE_PX = 64
STANCE_EDGES = 2.4
"""How much is looked at to tell how a die stands: its top in the middle, its sides, its shadow."""

TRAY_PX = 168
TRAY_PX_PER_EDGE = 7.0
"""How large dice are in what is looked at to find the floor of a tray."""
TRAY_STRIDE = 2

MOST_ODDS = 9.2
"""By the logarithm; surer than one in ten thousand no network is."""

_ONE_AT_A_TIME = threading.Lock()
"""A network of OpenCV keeps what it is given until it is run."""


@cache
def _network(file: Path) -> Any:
    return cv2.dnn.readNetFromONNX(str(file))


def run(file: Path, values: Floats) -> Floats:
    """What a network makes of values: (count, planes, rows, columns)."""
    with _ONE_AT_A_TIME:
        network = _network(file)
        network.setInput(values)
        out: Floats = network.forward()
    return out


def planes(picture: NDArray[np.uint8], gain: Floats | None = None) -> Floats:
    """A picture (rows, columns, 3) as (3, rows, columns) from -1 to 1, colours ``gain`` times as bright."""
    values = np.arange(256, dtype=np.float32)[:, None]
    table = values if gain is None else np.minimum((values + 8) * gain - 8, 255)
    scaled = cv2.LUT(picture, np.ascontiguousarray(np.broadcast_to(table / 128 - 1, (256, 3)))[None])
    return np.ascontiguousarray(scaled.transpose(2, 0, 1), np.float32)


def light_of(picture: NDArray[np.uint8]) -> Floats:
    """A few of its pixels, with which the light of pictures is compared."""
    return picture[::4, ::4].reshape(-1, 3).astype(np.float32) + 8


def gain_to(light: Floats, picture: NDArray[np.uint8]) -> Floats:
    """How much brighter each colour of the picture must be to be lit as that ``light_of`` another."""
    gain: Floats = np.clip(np.median(light / light_of(picture), axis=0), 0.6, 1.65).astype(np.float32)
    return gain


@dataclass(frozen=True)
class Ground:
    """What the finder is told of an empty tray: the same for every picture."""

    light: Floats
    planes: Floats

    @staticmethod
    def of(empty: NDArray[np.uint8], slopes: Floats) -> Ground:
        """From the rectified picture of the empty tray and ``geometry.slopes`` (2, rows, columns).

        These say how far to the right and down the camera sees what is an edge above the floor, in edges: a
        steep camera sees a die's side nearly as well as its top, and only its direction tells them apart.
        """
        return Ground(light_of(empty), np.concatenate([planes(empty), slopes]))


def finder_input(picture: NDArray[np.uint8], ground: Ground) -> Floats:
    """The picture in the light of the empty tray, that tray, and the slopes: (8, rows, columns)."""
    return np.concatenate([planes(picture, gain_to(ground.light, picture)), ground.planes])


def finder(picture: NDArray[np.uint8], ground: Ground) -> Floats:
    """What lies where, in (rows, columns, 8), for a picture of (4 rows, 4 columns, 3).

    Logits of: a die lying flat, a die lying otherwise, something else; then the place of the middle in cells
    to the right and down, cosine and sine of four times the angle, the logarithm of the size.
    """
    out: Floats = run(FINDER, finder_input(picture, ground)[None])[0].transpose(1, 2, 0)
    return out


def faces(inputs: Floats) -> Floats:
    """What patches show, given their ``face_inputs``: (count, 12).

    Eight logits for a drawing, 1 to 6 pips, or no flat top face, and four measures: how far the face's middle
    lies to the right and down (in edges), its angle, the logarithm of its size.
    """
    return run(FACES, inputs)


def chances(out: Floats) -> Floats:
    """The eight logits of what ``faces`` and the like say as chances: (count, 8)."""
    likely: Floats = np.exp(out[:, :8] - out[:, :8].max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def closer(inputs: Floats) -> Floats:
    """The same by a larger network, which takes four times as long."""
    return run(CLOSER, inputs)


def sides(inputs: Floats) -> Floats:
    """The same of sides of dice, which are seen aslant, by a network like ``closer``."""
    return run(SIDES, inputs)


def alike(seen: Floats, faces: Floats, network: Path | None = None) -> Floats:
    """How likely what is ``seen`` is each of the faces of an event die, in whatever turn: (count,), together
    1 at most. Given are the ``planes`` of what is seen, (3, rows, columns), and those of the faces."""
    turned = np.stack([np.rot90(faces, turn, (2, 3)) for turn in range(4)], axis=1)
    pairs = np.concatenate([np.broadcast_to(seen, turned.shape), turned], axis=2)
    logits = run(network or EVENTS, pairs.reshape(-1, *pairs.shape[2:])).reshape(len(faces), 4).max(axis=1)
    most = max(float(logits.max()), 0.0)  # 0 is the logit of none of them
    odds: Floats = np.exp(logits - most)
    return odds / (odds.sum() + math.exp(-most))


def middle_of(values: Floats) -> Floats:
    """The median along the last axis, which has an even length; ``np.median`` takes longer."""
    half = values.shape[-1] // 2
    middle: Floats = np.partition(values, (half - 1, half), axis=-1)[..., half - 1 : half + 1].mean(axis=-1)
    return middle


def face_inputs(patches: NDArray[np.uint8]) -> Floats:
    """The face reader's input (count, 5, rows, columns) for patches (count, rows, columns, 3).

    How far they are from the face's commonest colour, in which direction (three colours: pips have one, and a
    mirrored lamp has another), and their brightness.
    """
    count = len(patches)
    seen = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32)
    inner = seen[:, :, INNER, INNER].reshape(count, 3, -1)[..., ::2]
    body = middle_of(inner)
    off = seen - body[..., None, None]
    far = np.sqrt((off * off).sum(axis=1, keepdims=True))
    inside = far[:, 0, INNER, INNER].reshape(count, -1)
    place = int(0.92 * inside.shape[1])
    scale = np.maximum(np.partition(inside, place, axis=1)[:, place], 12.0)[:, None, None, None]
    level = seen.sum(axis=1, keepdims=True) / 384
    made: Floats = np.concatenate([far / scale, off / scale, level - 1], axis=1)
    return np.clip(made, -3, 3, out=made)


def stance_input(
    seen: NDArray[np.uint8], bare: NDArray[np.uint8], top: Square, slope: float, high: float
) -> Floats:
    """What tells how a die stands: (8, rows, columns).

    ``seen`` and the ``bare`` tray there are turned so that the camera is below the picture. Beside them it is
    told where the ``top`` face is thought to be, and where all of the die would be seen if it lay flat, by
    ``slope`` and ``high`` as ``Square.cube_mask`` has them.
    """
    top_mask = top.mask(STANCE_PX, STANCE_EDGES)
    cube_mask = top.cube_mask(STANCE_PX, STANCE_EDGES, slope, high)
    masks = np.stack([top_mask, cube_mask]).astype(np.float32) / 255
    return np.concatenate([planes(seen), planes(bare), masks])


def stance(inputs: Floats) -> Floats:
    """The logarithm of the odds of each die that it lies flat, given (count, 8, rows, columns).

    The network also says in which direction leaning dice point, from which it learned to tell them.
    """
    odds: Floats = np.clip(run(STANCE, inputs)[:, 0], -MOST_ODDS, MOST_ODDS)
    return odds


def tray_input(picture: NDArray[np.uint8], known: NDArray[np.uint8], spots: Floats, slopes: Floats) -> Floats:
    """What tells the floor of a tray: (7, rows, columns), as ``inside.Window`` has it."""
    masks = np.stack([known.astype(np.float32) / 255, spots])
    return np.concatenate([planes(picture), masks, slopes])


def tray(values: Floats) -> Floats:
    """The logarithm of the odds of each cell of two by two pixels to belong to the tray's floor."""
    odds: Floats = run(TRAY, values[None])[0, 0]
    return odds
