"""Takes pictures of a rig with its camera, which keeps the exposure that it chose for the empty tray."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tools.dice_training.camera import Camera
from tools.dice_training.development import developed, exposure_for, jpeg
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.looks import Hand, Lamp, Rig
from tools.dice_training.poses import LEANS, Lying, Thrower, labels, rounded


class Shoot:
    """A rig in the studio, its camera and what it photographs. Needs Blender (``renderer``).

    A picture that is in the folder already is not rendered again, only labelled, as everything follows from
    the seed and from the name of its file.
    """

    def __init__(
        self, rig: Rig, size_px: tuple[int, int], folder: Path, seed: int, detail: float = 1.0
    ) -> None:
        from tools.dice_training.renderer import Studio  # all else here works without Blender

        self.rig, self.folder, self.seed = rig, folder, seed
        self.camera = Camera(rig.eye, rig.tray, size_px)
        self.studio = Studio(rig, self.camera, detail)
        self.brightness = 1.0
        self._bare = self.studio.photograph([])
        self._gain = exposure_for(self._bare) * rig.development.exposure

    def thrower(self, random: Random, leans: tuple[float, float] = LEANS) -> Thrower:
        """Finds places for dice of this rig."""
        return Thrower(self.rig.tray, self.camera, self.rig.dice, random, leans)

    def light(self, lamps: Sequence[Lamp], brightness: float) -> None:
        """Other light from now on; the camera's exposure stays."""
        self.studio.light(lamps)
        self.brightness = brightness

    def empty(self, file: str) -> dict[str, object]:
        """The empty tray, as it was when the camera chose its exposure."""
        if not (self.folder / file).exists():
            self._keep(file, self._bare)
        return self._labelled(file, [])

    def take(
        self, file: str, lying: list[Lying], hand: Hand | None = None, darker: int = 0
    ) -> dict[str, object]:
        """A picture of dice that lie there, with its labels; and so many ``darker`` ones beside it, each with
        half the light of the one before."""
        place = Path(file)
        beside = [f"darker/{place.with_suffix('')}_{stops}{place.suffix}" for stops in range(1, darker + 1)]
        files = [file, *beside]
        if not all((self.folder / one).exists() for one in files):
            light = self.studio.photograph(lying, hand)
            for stops, one in enumerate(files):
                self._keep(one, light, stops)
        return self._labelled(file, lying) | ({"darker": beside} if beside else {})

    def _keep(self, file: str, light: Floats, stops: int = 0) -> None:
        """Develop what the lens let through, after so many halvings of it."""
        how, path = self.rig.development, self.folder / file
        noise = np.random.default_rng([self.seed, *file.encode()])
        picture = developed(light, self._gain * self.brightness / 2**stops, how, noise)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(jpeg(picture, how.quality))

    def _labelled(self, file: str, lying: list[Lying]) -> dict[str, object]:
        return {
            "file": file,
            "rig": self.rig.name,
            "tray_corners": self.corners,
            "tray_corners_cm": self._in_order(self.rig.tray.corners).tolist(),
            "dice": labels(lying, self.rig.dice, self.camera),
        }

    @property
    def corners(self) -> list[object]:
        """Of the tray's floor in pixels, clockwise from the one that is nearest to the top left."""
        return rounded(self._in_order(self.camera.seen(self.rig.tray.corners)))

    def _in_order(self, of_corners: Floats) -> Floats:
        seen = self.camera.seen(self.rig.tray.corners)
        return np.roll(of_corners, -int(seen.sum(1).argmin()), axis=0)


def drifted(lamps: Sequence[Lamp], strength: float, random: Random) -> tuple[tuple[Lamp, ...], float]:
    """The lamps a while later, and how much brighter all is."""
    moved = tuple(
        replace(
            lamp,
            azimuth=lamp.azimuth + strength * random.normal(0, 4),
            kelvin=float(np.clip(lamp.kelvin * (1 + strength * random.normal(0, 0.04)), 2500, 8000)),
            strength=lamp.strength * math.exp(strength * random.normal(0, 0.06)),
        )
        for lamp in lamps
    )
    return moved, math.exp(strength * random.normal(0, 0.1))
