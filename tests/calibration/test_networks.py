from __future__ import annotations

from itertools import product

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration import networks  # noqa: E402


@pytest.mark.parametrize(("stride", "dilation"), [(1, 1), (2, 1), (1, 2)])
def test_a_convolution_is_what_opencv_makes_of_it(stride: int, dilation: int) -> None:
    random = np.random.default_rng(3)
    values = random.normal(size=(2, 3, 12, 16)).astype(np.float32)
    kernel = random.normal(size=(3, 3, 2, 3)).astype(np.float32)
    made = networks.convolve(values, kernel, np.array([0.5, -1, 2], np.float32), stride, dilation)
    for out, one in product(range(3), range(3)):
        wanted = np.full((12, 16), (0.5, -1, 2)[out], np.float32)
        for channel in range(2):
            spread = np.zeros((2 * dilation + 1, 2 * dilation + 1), np.float32)
            spread[::dilation, ::dilation] = kernel[:, :, channel, out]
            wanted += cv2.filter2D(values[channel, one], -1, spread, borderType=cv2.BORDER_CONSTANT)
        assert np.allclose(made[out, one], wanted[::stride, ::stride], atol=1e-4)


def test_the_weights_are_small() -> None:
    assert networks.WEIGHTS.stat().st_size < 5e6


def test_another_colour_or_brightness_of_a_die_gives_about_the_same_input() -> None:
    random = np.random.default_rng(1)
    patch = np.full((32, 32, 3), (40, 200, 230), np.uint8)
    cv2.circle(patch, (16, 16), 4, (30, 30, 120), -1)
    patch = np.clip(patch + random.normal(0, 2, patch.shape), 0, 255).astype(np.uint8)
    dimmer = (patch * 0.8).astype(np.uint8)
    one, two = networks.face_inputs(np.stack([patch, dimmer]))[:4].swapaxes(0, 1)
    assert np.abs(one - two).mean() < 0.1
