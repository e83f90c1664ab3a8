"""What a coloured die shows through the haze of a lamp that its top mirrors.

The lamp adds light of its own, which is nearly grey. How much of the body's colour is seen at a place, beyond
grey, stays as it was until a colour burns out; white and black pips have none of it.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration import networks
from calibration.faces import TURNS, burnt_part, is_blank
from calibration.geometry import Floats, Floor, Picture, Square
from calibration.light import Ceiling
from calibration.model import Lab

CURVE = 2.2
"""A camera's levels are about the light to the power of one over this."""
LEAST_COLOUR = 0.1
"""The light of a body that differs less from grey, from 0 to 1, is lost in what a lamp adds."""
WHOLE, LEAST_LEFT = 85, 0.1
"""So many percent of a top show no more colour than its body has left; with less of it than the second only
noise is seen."""
MOST_BURNT = 0.02
"""No more of a top may have burnt out, which is less than a pip: there nobody can tell a gleam from one. A
weaker gleam, too, may look like one, with its colour as without: that is why the number must be the likeliest
in any case."""
BODY, PIPS = np.array([30, 30, 190]), np.array([230, 230, 230])
"""Blue, green and red of dice that the network knows well."""
LEAST_CHANCE = 0.55
"""Of 12,000 dice, degraded or not, 29 that were unclear otherwise showed the likeliest number with more, and
none of them another one than it was."""


def pips(floor: Floor, image: Picture, top: Square, body: Lab, ceiling: Ceiling) -> int | None:
    """The number of pips on a top whose body was learned with this colour; None where that is not clear, as
    on a grey die. In the picture nothing is brighter than ``ceiling``."""
    patch = top.whole().patch(floor, image, networks.FACE_PX, networks.FACE_EDGES)
    lifted = None if burnt_part(patch, ceiling) > MOST_BURNT else without(patch, body)
    if lifted is None or is_blank(lifted):
        return None
    turned = np.stack([np.rot90(lifted, turn) for turn in TURNS])
    each = networks.chances(networks.closer(networks.face_inputs(turned))).mean(axis=0)[1:7]
    return int(np.argmax(each)) + 1 if each.max() > LEAST_CHANCE else None


def without(patch: Picture, body: Lab) -> Picture | None:
    """The patch (rows, columns, 3) of a top, as if it were a red die with white pips under no lamp; None for
    a body that is nearly grey or black, whose own light cannot be told from the lamp's."""
    learned = light(255 * cv2.cvtColor(np.array([[body]], np.float32), cv2.COLOR_LAB2BGR))[0, 0]
    colour = learned - learned.mean()
    strength = float(np.linalg.norm(colour))
    if strength < LEAST_COLOUR:
        return None
    seen = light(patch) @ (colour / strength)
    most = max(float(np.percentile(seen[networks.INNER, networks.INNER], WHOLE)), LEAST_LEFT)
    share = np.clip(seen / most, 0, 1)[..., None]
    return (share * BODY + (1 - share) * PIPS).astype(np.uint8)


def light(levels: Picture | Floats) -> Floats:
    """The light that made these levels, from 0 to 1."""
    light: Floats = (np.clip(levels, 0, 255) / 255) ** CURVE
    return light
