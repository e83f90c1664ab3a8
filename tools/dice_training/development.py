"""Makes a camera's picture of light: exposure, white balance, noise, sharpening, dark corners, JPEG."""

from __future__ import annotations

import math

import cv2
import numpy as np

from tools.dice_training.drawings import Floats, Random
from tools.dice_training.looks import Development

BRIGHTNESS = np.array([0.25, 0.6, 0.15], np.float32)
MIDDLE_GREY, NEARLY_WHITE = 0.16, 0.6


def kelvin(temperature: float) -> Floats:
    """The linear colour of a lamp, as bright as white light (after Tanner Helland's fit to a black body)."""
    hundreds = temperature / 100
    red = 255.0 if hundreds <= 66 else 329.7 * (hundreds - 60) ** -0.1332
    green = 99.47 * math.log(hundreds) - 161.1 if hundreds <= 66 else 288.1 * (hundreds - 60) ** -0.0755
    blue = 255.0 if hundreds >= 66 else 138.5 * math.log(max(hundreds - 10, 1.01)) - 305.0
    colour = linear(np.clip(np.array([red, green, blue]), 3, 255) / 255)
    return colour / float(colour @ BRIGHTNESS)


def linear(colour: Floats) -> Floats:
    """Light of an sRGB colour."""
    return np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)


def encoded(light: Floats) -> Floats:
    """The sRGB colour of light."""
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 1e-8) ** (1 / 2.4) - 0.055)


def exposure_for(light: Floats) -> float:
    """The gain with which a camera takes this picture, so that it is neither dark nor burnt out."""
    high, wide = light.shape[:2]
    bright = (light @ BRIGHTNESS)[high // 8 : -high // 8, wide // 8 : -wide // 8]
    mean, high_light = float(bright.mean()), float(np.percentile(bright, 97))
    return min(MIDDLE_GREY / max(mean, 1e-5), NEARLY_WHITE / max(high_light, 1e-5))


def _noise(light: Floats, how: Development, random: Random) -> Floats:
    """Shot and readout noise: fine grain, and blotches as a camera's own noise filter leaves them."""
    high, wide = light.shape[:2]
    deviation = np.sqrt(np.maximum(light, 0) + 0.004)
    fine = random.standard_normal(light.shape).astype(np.float32)
    made = how.grain * (0.75 * fine + 0.65 * fine.mean(2, keepdims=True)) * deviation
    if how.blotches:
        reach = how.blotch_px
        small = (max(2, round(high / reach)), max(2, round(wide / reach)))
        grey = random.standard_normal((*small, 1)).astype(np.float32)
        coloured = random.standard_normal((*small, 3)).astype(np.float32)
        coarse = cv2.resize(0.8 * grey + 0.5 * coloured, (wide, high), interpolation=cv2.INTER_CUBIC)
        made = made + how.blotches * coarse * deviation
    return made


def developed(light: Floats, gain: float, how: Development, random: Random) -> Floats:
    """The picture (BGR, bytes) of linear light (RGB) that is taken with a gain."""
    high, wide = light.shape[:2]
    rows, columns = np.mgrid[0:high, 0:wide].astype(np.float32)
    off = ((columns - wide / 2) ** 2 + (rows - high / 2) ** 2) / (wide**2 / 4 + high**2 / 4)
    light = np.maximum(light, 0) * (gain / kelvin(how.kelvin) ** how.balance).astype(np.float32)
    light = light * (1 - how.vignette * off)[..., None]
    light = cv2.GaussianBlur(light.astype(np.float32), (0, 0), max(how.blur_px, 0.1))
    light = light + _noise(light, how, random)
    seen = encoded(np.clip(light, 0, 1)).astype(np.float32)
    if how.filtered:
        calm = cv2.bilateralFilter(seen, 5, 0.08 * how.filtered, 2.0)
        seen = seen + how.filtered * (calm - seen)
    seen = seen + how.contrast * (seen * seen * (3 - 2 * seen) - seen)
    grey = seen.mean(2, keepdims=True)
    seen = grey + (seen - grey) * how.saturation
    if how.sharpening:
        seen = seen + how.sharpening * (seen - cv2.GaussianBlur(seen, (0, 0), 1.3))
    return (np.clip(seen[..., ::-1], 0, 1) * 255 + 0.5).astype(np.uint8)


def jpeg(picture: Floats, quality: int) -> bytes:
    """The picture as a JPEG file."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
