"""Floors, rims and tables of the rigs u40 to u47."""

from __future__ import annotations

import cv2
import numpy as np

from tools.dice_training.drawings import Random
from tools.dice_training.looks import Finish, Surface
from tools.dice_training.written import floors
from tools.dice_training.written.textures import (
    SURFACE_PX,
    cells,
    cloud,
    grid,
    made,
    mixed,
    net,
    shaded,
    streaks,
    threads,
)


def compass_flock(random: Random) -> Surface:
    """Royal blue flock of a tray that is bought flat, a compass rose printed on it in silver."""
    x, y = grid()
    nap = 0.6 * cloud(random, SURFACE_PX, 0.3) + 0.5 * cloud(random, SURFACE_PX, 1.6)
    far, angle = np.hypot(x - 0.5, y - 0.5), np.arctan2(y - 0.5, x - 0.5)
    points = far < 0.05 + 0.13 * np.abs(np.cos(2 * angle)) ** 9 + 0.07 * np.abs(np.sin(2 * angle)) ** 9
    rings = (np.abs(far - 0.205) < 0.004) | ((np.abs(far - 0.222) < 0.008) & (angle * 36 / np.pi % 1 < 0.2))
    colours = shaded((0.11, 0.20, 0.50), 0.1 * nap)
    colours[(points & (far > 0.025)) | rings] = (0.56, 0.60, 0.66)
    return made(colours, 0.5 + 0.1 * nap, Finish(0.95, relief=0.3))


def snap_hide(random: Random) -> Surface:
    """The outside of such a tray: imitated leather, dark brown."""
    creases = np.minimum(np.abs(cloud(random, SURFACE_PX, 1.1)), 1.2)
    return made(
        shaded((0.24, 0.15, 0.10), 0.2 * (creases - 0.6)), 0.3 + 0.4 * creases, Finish(0.45, 0.15, 0.4)
    )


def craft_felt(random: Random) -> Surface:
    """A sheet of felt from a craft box, apple green, with fluff on it."""
    fibres, fluff = threads(random, SURFACE_PX, 12, 0.8), cloud(random, SURFACE_PX, 0.8)
    amount = 0.06 * fibres + 0.04 * fluff
    colours = shaded((0.42, 0.60, 0.20), amount)
    colours[streaks(random, SURFACE_PX, 7, 0.7) > 3.6] = (0.72, 0.74, 0.66)
    return made(colours, 0.5 + 0.1 * fibres, Finish(0.97))


def woven_vinyl(random: Random) -> Surface:
    """A place mat of flat vinyl bands, silver-grey and bronze, woven in pairs."""
    x, y = grid()
    count = 44
    column, row = (x * count).astype(int), (y * count).astype(int)
    over = (column // 2 + row) % 2 == 0
    bulge = np.sin(np.where(over, y, x) * count % 1 * np.pi)
    shade = random.normal(0, 0.08, 2 * count)[np.where(over, row, count + column)]
    colours = np.where(over[..., None], (0.60, 0.58, 0.54), (0.42, 0.33, 0.25))
    return made(shaded(colours, 0.35 * (bulge - 0.7) + shade), 0.2 + 0.6 * bulge, Finish(0.45, 0.1, 0.6))


def backgammon(random: Random) -> Surface:
    """One half of a backgammon case: six points from either side, ochre and dark red by turns, on green."""
    x, y = grid()
    weave = threads(random, SURFACE_PX, 5, 0.7)
    colours = np.broadcast_to(np.array((0.20, 0.32, 0.24)), (*x.shape, 3)).copy()
    place = (x - 0.075) / 0.85 * 6
    inside = (place > 0) & (place < 6)
    far = np.minimum(y - 0.16, 0.84 - y)
    point = inside & (far > 0) & (np.abs(place % 1 - 0.5) < 0.44 * (1 - far / 0.27))
    odd = (place.astype(int) + (y > 0.5)) % 2 == 0
    colours[point & odd], colours[point & ~odd] = (0.72, 0.54, 0.28), (0.40, 0.10, 0.09)
    return made(shaded(colours, 0.06 * weave), 0.5 + 0.08 * weave, Finish(0.9))


def acacia(random: Random) -> Surface:
    """A serving tray of three glued boards: honey brown with dark veins, and pale sapwood along one."""
    x, y = grid()
    board = np.minimum((y * 3.6 + 0.2).astype(int), 3)
    bend = 0.03 * streaks(random, SURFACE_PX, 130, 30) + 0.05 * np.sin(3 * x + 2 * board)
    veins = np.sin((y + bend) * 30 * 2 * np.pi + 2 * cloud(random, SURFACE_PX, 2.0))
    sapwood = 0.7 * np.clip((y + 1.5 * bend - 0.64) * 30, 0, 1) * (board == 2)
    colours = mixed((0.47, 0.29, 0.16), (0.25, 0.14, 0.08), 0.45 * np.clip(veins, 0, 1) ** 2)
    colours = mixed(colours, (0.72, 0.56, 0.36), sapwood)
    joint = (y * 3.6 + 0.2) % 1 < 0.008
    amount = 0.05 * streaks(random, SURFACE_PX, 30, 0.8) - 0.4 * joint
    return made(shaded(colours, amount), 0.5 - 0.2 * joint, Finish(0.4, 0.2))


def box_lid(random: Random) -> Surface:
    """The lid of a storage box, upside down: smoky blue plastic with a net of ribs and the maker's ring."""
    x, y = grid()
    rib, sink = net(6, 0.03), cloud(random, SURFACE_PX, 2.0)
    far = np.hypot(x - 0.58, y - 0.42)
    ring_ = (np.abs(far - 0.045) < 0.004) | (far < 0.01)
    amount = 0.03 * sink + 0.1 * rib - 0.1 * ring_ + 0.02 * streaks(random, SURFACE_PX, 50, 0.8)
    return made(shaded((0.50, 0.58, 0.65), amount), 0.4 + 0.4 * rib, Finish(0.3, 0.1, 0.4))


def pizza_board(random: Random) -> Surface:
    """The inside of a pizza box that nobody ate from: brown board with the shadow of its flutes."""
    x, y = grid()
    flutes = np.sin(x * 48 * 2 * np.pi)
    fibres = streaks(random, SURFACE_PX, 8, 0.8)
    amount = 0.02 * flutes + 0.03 * cloud(random, SURFACE_PX, 1.0) - 0.12 * (fibres > 2.9)
    crease = np.exp(-(((y - 0.3) / 0.004) ** 2))
    return made(shaded((0.66, 0.53, 0.38), amount - 0.15 * crease), 0.5 + 0.05 * flutes, Finish(0.9))


def pizza_print(random: Random) -> Surface:
    """The white outside of that box, printed in tomato red and basil green."""
    x, y = grid()
    colours = shaded((0.84, 0.83, 0.80), 0.02 * cloud(random, SURFACE_PX, 0.8))
    colours[(np.abs(y - 0.5) < 0.2) & (x * 5 % 1 < 0.4)] = (0.70, 0.14, 0.10)
    colours[(np.abs(y - 0.5) < 0.2) & (np.abs(x * 5 % 1 - 0.7) < 0.12)] = (0.18, 0.40, 0.20)
    return made(colours, 0.5, Finish(0.6, 0.1), 12.0)


def leaf_print(random: Random) -> Surface:
    """A tray of laminated birch with a print of large grey-green leaves."""
    x, y = grid()
    colours = shaded((0.82, 0.78, 0.69), 0.02 * streaks(random, SURFACE_PX, 60, 0.9))
    for number in range(16):
        turn, at = random.uniform(0, np.pi), random.uniform(0.05, 0.95, 2)
        along = (x - at[0]) * np.cos(turn) + (y - at[1]) * np.sin(turn)
        aside = (y - at[1]) * np.cos(turn) - (x - at[0]) * np.sin(turn)
        half = 0.045 * np.clip(1 - (along / 0.15) ** 2, 0, None)
        vein = (np.abs(aside) < 0.0025) | (np.abs((along - 0.8 * np.abs(aside)) * 60 % 1 - 0.5) < 0.06)
        colours[(np.abs(aside) < half) & ~vein] = ((0.36, 0.47, 0.40), (0.55, 0.60, 0.50))[number % 2]
    return made(colours, 0.5, Finish(0.25, 0.3))


def ply_edge(random: Random) -> Surface:
    """Bent plywood seen on its edge: pale and brown layers."""
    _, y = grid()
    layer = (y * 40).astype(int) % 2
    colours = mixed((0.78, 0.66, 0.48), (0.56, 0.42, 0.28), 0.7 * layer)
    return made(shaded(colours, 0.05 * streaks(random, SURFACE_PX, 60, 1.0)), 0.5, Finish(0.4, 0.2), 10.0)


def wire_mesh(random: Random) -> Surface:
    """Black steel wire of a tray for letters, with what is behind it showing through as grey."""
    x, y = grid()
    hole = np.hypot((x + y) * 40 % 1 - 0.5, (x - y) * 40 % 1 - 0.5) < 0.33
    colours = np.where(hole[..., None], (0.22, 0.22, 0.23), (0.06, 0.06, 0.07))
    return made(
        shaded(colours, 0.05 * cloud(random, SURFACE_PX, 1.0)), 0.8 - 0.5 * hole, Finish(0.4, 0.1), 10.0
    )


def oak_planks(random: Random) -> Surface:
    """A living room's table of oiled oak: broad planks with pores, and rays that shine."""
    _, y = grid()
    plank = np.minimum((y * 4).astype(int), 3)
    pores, rays = streaks(random, SURFACE_PX, 16, 0.7), streaks(random, SURFACE_PX, 5, 2)
    joint = y * 4 % 1 < 0.01
    grain = 0.08 * streaks(random, SURFACE_PX, 150, 3) - 0.2 * (pores > 1.9) + 0.08 * (rays > 2.2)
    amount = random.normal(0, 0.05, 4)[plank] + grain - 0.4 * joint
    return made(shaded((0.62, 0.47, 0.30), amount), 0.5 - 0.2 * joint, Finish(0.5, 0.1), 48.0)


def spotted_cloth(random: Random) -> Surface:
    """A kitchen's tablecloth, dove blue with white spots."""
    x, y = grid()
    row = y * 22
    spot = np.hypot((x * 22 + 0.5 * (row.astype(int) % 2)) % 1 - 0.5, row % 1 - 0.5) < 0.2
    weave = threads(random, SURFACE_PX, 20, 0.8)
    colours = np.where(spot[..., None], (0.86, 0.86, 0.84), (0.46, 0.56, 0.66))
    return made(shaded(colours, 0.03 * weave), 0.5 + 0.1 * weave, Finish(0.9), 40.0)


def beech_veneer(random: Random) -> Surface:
    """A school desk's veneer of steamed beech with its short brown dashes, and a line of ink."""
    dashes, ink = streaks(random, SURFACE_PX, 6, 0.8), np.zeros((SURFACE_PX, SURFACE_PX), np.float32)
    path = np.cumsum(random.normal(0, SURFACE_PX / 30, (12, 2)), 0) + SURFACE_PX * np.array((0.3, 0.7))
    cv2.polylines(ink, [path.astype(np.int32)], False, 1.0, max(1, SURFACE_PX // 300))
    amount = 0.05 * streaks(random, SURFACE_PX, 120, 5) - 0.16 * (dashes > 1.7)
    colours = shaded((0.76, 0.58, 0.42), amount)
    return made(mixed(colours, (0.16, 0.20, 0.46), 0.8 * ink), 0.5, Finish(0.35, 0.2), 46.0)


def black_glass(random: Random) -> Surface:
    """A coffee table of black glass, dusty."""
    dust = cloud(random, SURFACE_PX, 0.5) + cloud(random, SURFACE_PX, 1.8)
    colours = mixed((0.03, 0.03, 0.035), (0.40, 0.40, 0.40), np.clip(0.06 * dust, 0, 0.4))
    return made(colours, 0.5, Finish(0.1, 0.5, 0.0), 44.0)


def black_brown(random: Random) -> Surface:
    """A dining table of ash stained almost black, its open grain darker still."""
    x, y = grid()
    bow = y + 0.25 * (x - 0.4) ** 2 + 0.02 * cloud(random, SURFACE_PX, 2.2)
    grain = np.sin(bow * 80 * 2 * np.pi) * (streaks(random, SURFACE_PX, 30, 0.7) > -0.4)
    amount = 0.2 * grain + 0.08 * streaks(random, SURFACE_PX, 60, 1.0)
    return made(shaded((0.17, 0.13, 0.11), amount), 0.5 + 0.1 * grain, Finish(0.45, 0.15), 46.0)


def kilim(random: Random) -> Surface:
    """A woven runner: stripes of brick, cream, indigo and ochre, some of them toothed."""
    x, y = grid()
    tooth = np.abs(x * 24 % 1 - 0.5) * (np.sin(y * 6 * np.pi) > 0)
    stripe = (y * 18 + 1.2 * tooth).astype(int)
    paints = np.array(((0.55, 0.22, 0.16), (0.78, 0.72, 0.60), (0.18, 0.22, 0.36), (0.70, 0.50, 0.22)))
    weft = threads(random, SURFACE_PX, 12, 0.8)
    return made(shaded(paints[stripe * 7 % 4], 0.07 * weft), 0.5 + 0.15 * weft, Finish(0.95), 42.0)


def map_mat(random: Random) -> Surface:
    """A writing mat for a desk with a map of the world in faded colours."""
    land, height = cloud(random, SURFACE_PX, 2.5), cloud(random, SURFACE_PX, 1.8)
    colours = shaded((0.60, 0.70, 0.74), 0.02 * height)
    country, border = cells(random, 60)
    paints = np.array(((0.80, 0.74, 0.56), (0.72, 0.60, 0.50), (0.62, 0.68, 0.50), (0.78, 0.66, 0.60)))
    dry = land > 0.2
    colours[dry] = paints[(country * 3.999).astype(int)][dry]
    colours[(dry & border) | (np.abs(land - 0.2) < 0.02) | net(8, 0.004)] = (0.46, 0.48, 0.48)
    return made(colours, 0.5, Finish(0.5, 0.1), 60.0)


smoky_rim = floors.moulded((0.46, 0.54, 0.61))
rosewood = floors.sawn((0.33, 0.15, 0.12))
