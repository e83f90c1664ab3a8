"""The two small trained networks, worked out with numpy: one finds dice, the other reads a top face.

Their weights lie in ``networks.npz``, made by ``tools.dice_training.train``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]

WEIGHTS = Path(__file__).with_name("networks.npz")

FINDER_PX_PER_EDGE = 18.0
"""How large dice are in what the finder looks at."""
FINDER_STRIDE = 4
FINDER_DILATIONS = (1, 2, 2, 1)
FACE_PX = 32
FACE_EDGES = 1.28
"""How much of the die's surroundings belongs to the picture of a face."""


def convolve(values: Floats, kernel: Floats, bias: Floats, stride: int = 1, dilation: int = 1) -> Floats:
    """A 3 by 3 convolution of (channels, batch, rows, columns), with zeros around.

    Planes lie one behind the other, so that a neighbour is the same plane read from a little further on: nine
    such readings and a product of matrices are the whole convolution. What is read across the end of a row
    falls into the margin, which is cut off.
    """
    channels, batch, rows, columns = values.shape
    high, wide = (rows - 1) // stride + 1, (columns - 1) // stride + 1
    margin = 2 * dilation // stride
    deep, broad = high + margin, wide + margin
    padded = np.zeros((channels, batch, deep * stride, broad * stride), np.float32)
    padded[:, :, dilation : dilation + rows, dilation : dilation + columns] = values
    whole = batch * deep * broad
    count = whole - margin * (broad + 1)
    made = np.zeros((kernel.shape[3], whole), np.float32)
    shown = made[:, :count]
    if stride == 1:  # what is read for one row of the kernel serves the others from a little further on
        flat, reach = padded.reshape(channels, -1), count + margin * broad
        beside = np.concatenate([flat[:, tap * dilation : tap * dilation + reach] for tap in range(3)])
        for tap in range(3):
            start = tap * dilation * broad
            shown += kernel[tap].reshape(3 * channels, -1).T @ beside[:, start : start + count]
    else:
        phases = {
            (down, right): padded[:, :, down::stride, right::stride].reshape(channels, -1)
            for down in range(stride)
            for right in range(stride)
        }
        read = np.empty((9, channels, count), np.float32)
        for tap in range(9):
            down, right = tap // 3 * dilation, tap % 3 * dilation
            start = down // stride * broad + right // stride
            read[tap] = phases[down % stride, right % stride][:, start : start + count]
        np.matmul(kernel.reshape(9 * channels, -1).T, read.reshape(9 * channels, count), out=shown)
    made += bias[:, None]
    return made.reshape(-1, batch, deep, broad)[:, :, :high, :wide]


def _rectified(values: Floats) -> Floats:
    return np.maximum(values, 0, out=values)


@cache
def weights() -> dict[str, Floats]:
    """The trained numbers by name."""
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


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
    """What the finder makes of an empty tray: the same for every picture, so it is worked out once."""

    light: Floats
    first: Floats
    """Its share in the first layer."""

    @staticmethod
    def of(empty: NDArray[np.uint8]) -> Ground:
        """From the rectified picture of the empty tray."""
        given = weights()
        kernel, bias = given["finder.0.kernel"][:, :, 3:], given["finder.0.bias"]
        return Ground(light_of(empty), convolve(planes(empty)[:, None], kernel, bias, stride=2))


def finder(picture: NDArray[np.uint8], ground: Ground) -> Floats:
    """What lies where, in (rows, columns, 8), for a picture of (4 rows, 4 columns, 3).

    Logits of: a die lying flat, a die lying otherwise, something else; then the place of the middle in cells
    to the right and down, cosine and sine of four times the angle, the logarithm of the size.
    """
    given = weights()
    seen = planes(picture, gain_to(ground.light, picture))[:, None]
    kernel = given["finder.0.kernel"][:, :, :3]
    first = convolve(seen, kernel, np.zeros(kernel.shape[3], np.float32), stride=2)
    values = _rectified(first + ground.first)
    values = _rectified(convolve(values, given["finder.1.kernel"], given["finder.1.bias"], stride=2))
    for number, dilation in enumerate(FINDER_DILATIONS, start=2):
        more = convolve(
            values, given[f"finder.{number}.kernel"], given[f"finder.{number}.bias"], dilation=dilation
        )
        values = _rectified(values + more)
    out: Floats = values[:, 0].transpose(1, 2, 0) @ given["finder.out.kernel"] + given["finder.out.bias"]
    return out


def faces(inputs: Floats) -> Floats:
    """What patches show, given their ``face_inputs``: (count, 12).

    Eight logits for a drawing, 1 to 6 pips, or no flat top face, and four measures: how far the face's middle
    lies to the right and down (in edges), its angle, the logarithm of its size.
    """
    given = weights()
    values = _rectified(convolve(inputs, given["faces.0.kernel"], given["faces.0.bias"], stride=2))
    values = _rectified(convolve(values, given["faces.1.kernel"], given["faces.1.bias"]))
    values = _rectified(convolve(values, given["faces.2.kernel"], given["faces.2.bias"], stride=2))
    flat = values.transpose(1, 2, 3, 0).reshape(values.shape[1], -1)
    flat = _rectified(flat @ given["faces.3.kernel"] + given["faces.3.bias"])
    out: Floats = flat @ given["faces.out.kernel"] + given["faces.out.bias"]
    return out


def face_inputs(patches: NDArray[np.uint8]) -> Floats:
    """The face reader's input (5, count, rows, columns) for patches (count, rows, columns, 3).

    How far they are from their commonest colour, in which direction (three colours: pips have one, and a
    mirrored lamp has another), and their brightness.
    """
    count = len(patches)
    seen = np.ascontiguousarray(patches.transpose(3, 0, 1, 2), np.float32)
    inner = seen[:, :, 6:-6, 6:-6].reshape(3, count, -1)[..., ::2]
    half = inner.shape[2] // 2
    body = np.partition(inner, (half - 1, half), axis=2)[..., half - 1 : half + 1].mean(axis=2)
    off = seen - body[..., None, None]
    far = np.sqrt((off * off).sum(axis=0))
    inside = far[:, 6:-6, 6:-6].reshape(count, -1)
    place = int(0.92 * inside.shape[1])
    scale = np.maximum(np.partition(inside, place, axis=1)[:, place], 12.0)[:, None, None]
    level = seen.sum(axis=0) / 384
    made: Floats = np.stack([far / scale, *(off / scale), level - 1])
    return np.clip(made, -3, 3, out=made)
