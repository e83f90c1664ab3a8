"""The two small trained networks, worked out with numpy: one finds dice, the other reads a top face.

Their weights lie in ``networks.npz``, made by ``calibration.training.train``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

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
    """A 3 by 3 convolution of (batch, rows, columns, channels), with zeros around."""
    batch, rows, columns, channels = values.shape
    padded = np.zeros((batch, rows + 2 * dilation, columns + 2 * dilation, channels), np.float32)
    padded[:, dilation:-dilation, dilation:-dilation] = values
    high, wide = (rows - 1) // stride + 1, (columns - 1) // stride + 1
    gathered = np.empty((batch, high, wide, 9, channels), np.float32)
    for row in range(3):
        for column in range(3):
            top, left = row * dilation, column * dilation
            gathered[:, :, :, row * 3 + column] = padded[
                :,
                top : top + (high - 1) * stride + 1 : stride,
                left : left + (wide - 1) * stride + 1 : stride,
            ]
    flat = gathered.reshape(batch * high * wide, 9 * channels) @ kernel.reshape(9 * channels, -1)
    return (flat + bias).reshape(batch, high, wide, -1)


def _rectified(values: Floats) -> Floats:
    return np.maximum(values, 0, out=values)


@cache
def weights() -> dict[str, Floats]:
    """The trained numbers by name."""
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def finder(pair: Floats) -> Floats:
    """What lies where, in (rows, columns, 8), for (4 rows, 4 columns, 6) of the picture and the empty tray.

    Logits of: a die lying flat, a die lying otherwise, something else; then the place of the middle in cells
    to the right and down, cosine and sine of four times the angle, the logarithm of the size.
    """
    given = weights()
    values = pair[None].astype(np.float32)
    values = _rectified(convolve(values, given["finder.0.kernel"], given["finder.0.bias"], stride=2))
    values = _rectified(convolve(values, given["finder.1.kernel"], given["finder.1.bias"], stride=2))
    for number, dilation in enumerate(FINDER_DILATIONS, start=2):
        more = convolve(
            values, given[f"finder.{number}.kernel"], given[f"finder.{number}.bias"], dilation=dilation
        )
        values = _rectified(values + more)
    out: Floats = values[0] @ given["finder.out.kernel"] + given["finder.out.bias"]
    return out


def faces(patches: Floats) -> Floats:
    """What patches (count, 32, 32, 3) show: eight logits for a drawing, 1 to 6 pips, or no flat top face, and
    four measures: how far the face's middle lies to the right and down (in edges), its angle, the logarithm
    of its size."""
    given = weights()
    values = patches.astype(np.float32)
    values = _rectified(convolve(values, given["faces.0.kernel"], given["faces.0.bias"], stride=2))
    values = _rectified(convolve(values, given["faces.1.kernel"], given["faces.1.bias"]))
    values = _rectified(convolve(values, given["faces.2.kernel"], given["faces.2.bias"], stride=2))
    values = values.reshape(len(values), -1)
    values = _rectified(values @ given["faces.3.kernel"] + given["faces.3.bias"])
    out: Floats = values @ given["faces.out.kernel"] + given["faces.out.bias"]
    return out


def pair_of(picture: NDArray[np.uint8], empty: NDArray[np.uint8]) -> Floats:
    """The finder's input: the picture, brought to the light of the empty tray, and the empty tray."""
    step = 4
    few, before = (part[::step, ::step].reshape(-1, 3).astype(np.float32) + 8 for part in (picture, empty))
    gain = np.clip(np.median(before / few, axis=0), 0.6, 1.65)
    pair = np.empty((*picture.shape[:2], 6), np.float32)
    values = np.arange(256, dtype=np.float32)
    for channel in range(3):
        lit = np.minimum((values + 8) * gain[channel] - 8, 255) / 128 - 1
        pair[..., channel] = lit[picture[..., channel]]
    pair[..., 3:] = (values / 128 - 1)[empty]
    return pair


def face_inputs(patches: NDArray[np.uint8]) -> Floats:
    """The face reader's input: how patches differ from their commonest colour, and their brightness."""
    seen = patches.astype(np.float32)
    inner = seen[:, 6:-6, 6:-6].reshape(len(seen), -1, 3)
    body = np.median(inner[:, ::2], axis=1)[:, None]
    off = seen - body[:, None]
    far = np.sqrt(np.einsum("nhwc,nhwc->nhw", off, off))
    inside = far[:, 6:-6, 6:-6].reshape(len(seen), -1)
    place = int(0.92 * inside.shape[1])
    scale = np.maximum(np.partition(inside, place, axis=1)[:, place], 12.0)[:, None, None]
    bright = off @ np.array([0.3, 0.5, 0.2], np.float32)
    level = seen @ np.full(3, 1 / 384, np.float32)
    made: Floats = np.stack([far / scale, bright / scale, level - 1], axis=3)
    return np.clip(made, -3, 3, out=made)
