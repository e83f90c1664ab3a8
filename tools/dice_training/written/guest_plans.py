"""The rigs u60 to u71, written down by hand, of things as guests find them: at friends' and in a club."""

from __future__ import annotations

from dataclasses import replace

from tools.dice_training.looks import Lamp, Sun
from tools.dice_training.written import edges, gateways, hulls, linings, tabletops
from tools.dice_training.written.parts import (
    CLEAR,
    DIM,
    DULL,
    GLOSS,
    GOOD,
    SATIN,
    WEB,
    Drawings,
    Pips,
    Plan,
    eye,
)

GUEST_PLANS = (
    Plan(
        name="u60", tray=("ink-blue felt in a box of padauk", linings.heather_felt, edges.padauk),
        size=(18.0, 14.0, 2.0, 0.8), table=("a table of elm", tabletops.elm),
        white=Pips((0.95, 0.91, 0.80), (0.10, 0.07, 0.09), "drilled", 0.19, 0.5),
        red=Pips((0.70, 0.08, 0.11), (0.96, 0.92, 0.82), "drilled", 0.19, 0.5),
        event=Drawings(
            hulls.porthole, gateways.vault, (0.94, 0.91, 0.82), (0.07, 0.09, 0.13),
            yellow=(0.90, 0.64, 0.05), blue=(0.08, 0.29, 0.64), green=(0.09, 0.42, 0.18),
        ),
        die=1.6, bevel=0.13, ball=1.64, finish=GLOSS, eye=eye(8, -91, 60, 0.9, -0.12, 2),
        lamps=(Lamp(60, 46, 90, 40, 3200, 0.9), Lamp(-120, 40, 140, 70, 5000, 0.3)), sky=0.15,
        camera=replace(GOOD, kelvin=3700, exposure=0.34), things=8,
        fourth=Pips((0.22, 0.44, 0.32), (0.96, 0.92, 0.82)),
    ),
    Plan(
        name="u61", tray=("a burgundy snap tray with gilt lines", linings.gilt_lattice, edges.piped_edge),
        size=(19.0, 15.0, 2.3, 0.3), table=("a cloth of chambray", tabletops.chambray),
        white=Pips((0.07, 0.24, 0.30), (0.93, 0.84, 0.56), "clover", 0.18, 0.5, "pearl"),
        red=Pips((0.76, 0.13, 0.16), (0.94, 0.87, 0.64), "clover", 0.18, 0.5, "pearl"),
        event=Drawings(
            hulls.neon, gateways.neon_door, (0.93, 0.89, 0.79), (0.06, 0.11, 0.17),
            yellow=(0.84, 0.54, 0.04), blue=(0.06, 0.26, 0.60), green=(0.06, 0.42, 0.26),
        ),
        die=1.7, bevel=0.12, ball=1.66, finish=SATIN, eye=eye(17, 88, 62, 0.9, -0.12, -2),
        lamps=(Lamp(-50, 42, 100, 50, 4000, 0.9), Lamp(120, 36, 130, 60, 5500, 0.3)), sky=0.2,
        camera=replace(GOOD, exposure=0.68), things=7, fourth=Pips((0.58, 0.44, 0.20), (0.06, 0.11, 0.17)),
    ),
    Plan(
        name="u62", tray=("the lid of a puzzle, a webcam", linings.bare_card, edges.lid_print),
        size=(19.0, 13.5, 2.6, 0.25), table=("a desk like cherry", tabletops.cherry_desk),
        white=Pips((0.97, 0.96, 0.93), (0.03, 0.04, 0.05), "printed", 0.18, 0.51),
        red=Pips((0.79, 0.08, 0.04), (0.98, 0.97, 0.95), "printed", 0.18, 0.51),
        event=Drawings(
            hulls.halftone, gateways.dotted_tower, (0.96, 0.95, 0.92), (0.04, 0.05, 0.06),
            yellow=(0.92, 0.66, 0.04), blue=(0.11, 0.34, 0.70), green=(0.12, 0.46, 0.20),
        ),
        die=1.6, bevel=0.09, ball=1.74, finish=SATIN, eye=eye(22, -90, 64, 0.9, -0.16, 3),
        lamps=(Lamp(40, 58, 80, 24, 4200, 0.9), Lamp(-150, 60, 150, 50, 4200, 0.35)), sky=0.2,
        camera=replace(WEB, exposure=1.3), things=10, fourth=Pips((0.16, 0.46, 0.62), (0.98, 0.97, 0.95)),
    ),
    Plan(
        name="u63", tray=("a dish of smoked glass, clear dice", linings.smoked_glass, edges.glass_edge),
        size=(18.0, 14.5, 2.8, 0.6), table=("a crocheted cloth", tabletops.crochet),
        white=Pips((0.70, 0.86, 0.84), (0.04, 0.09, 0.15), "drilled", 0.19, 0.5, "smoke"),
        red=Pips((0.83, 0.09, 0.16), (0.98, 0.97, 0.98), "drilled", 0.19, 0.5, "smoke"),
        event=Drawings(
            hulls.reflected, gateways.noren, (0.93, 0.95, 0.94), (0.05, 0.08, 0.12),
            yellow=(0.89, 0.65, 0.08), blue=(0.10, 0.30, 0.68), green=(0.08, 0.45, 0.24),
        ),
        die=1.6, bevel=0.11, ball=1.7, finish=CLEAR, eye=eye(12, 90, 60, 0.9, -0.1, -2),
        lamps=(Lamp(-30, 60, 110, 50, 3800, 0.9), Lamp(150, 50, 140, 60, 3800, 0.3)), sky=0.25,
        camera=replace(GOOD, kelvin=4200, exposure=1.0), things=6,
        fourth=Pips((0.86, 0.64, 0.26), (0.04, 0.09, 0.15)),
    ),
    Plan(
        name="u64", tray=("a lap tray in the evening", linings.sprigged_cotton, edges.cream_paint),
        size=(17.0, 13.5, 1.5, 1.0), table=("a candlewick bedspread", tabletops.candlewick),
        white=Pips((0.82, 0.68, 0.48), (0.14, 0.07, 0.03), "burnt", 0.18, 0.49, "beech"),
        red=Pips((0.60, 0.13, 0.09), (0.94, 0.87, 0.70), "drilled", 0.18, 0.49, "beech"),
        event=Drawings(
            hulls.scorched, gateways.corbelled, (0.91, 0.83, 0.67), (0.16, 0.08, 0.04),
            yellow=(0.89, 0.55, 0.01), blue=(0.08, 0.22, 0.56), green=(0.06, 0.36, 0.16), kind="beech",
        ),
        die=1.5, bevel=0.12, ball=1.72, finish=DULL, eye=eye(19, -93, 58, 0.91, -0.1, 2),
        lamps=(Lamp(130, 48, 70, 26, 2700, 1.0),), sky=0.06, camera=replace(DIM, exposure=0.95), things=4,
        fourth=Pips((0.28, 0.38, 0.22), (0.94, 0.87, 0.70)),
    ),
    Plan(
        name="u65", tray=("a runner from a bar, marbled dice", linings.bar_runner, linings.bar_runner),
        size=(20.0, 14.0, 0.0, 0.0), table=("a pub's table", tabletops.pub_table),
        white=Pips((0.71, 0.72, 0.76), (0.07, 0.07, 0.12), "drilled", 0.19, 0.5, "pearl"),
        red=Pips((0.73, 0.11, 0.09), (0.95, 0.91, 0.88), "drilled", 0.19, 0.5, "pearl"),
        event=Drawings(
            hulls.one_line, gateways.spiral_doors, (0.90, 0.90, 0.91), (0.09, 0.07, 0.11),
            yellow=(0.87, 0.60, 0.06), blue=(0.12, 0.28, 0.66), green=(0.11, 0.47, 0.23),
        ),
        die=1.65, bevel=0.14, ball=1.62, finish=GLOSS, eye=eye(13, 178, 62, 0.9, -0.12, 2),
        lamps=(Lamp(20, 62, 90, 34, 3200, 0.9), Lamp(-170, 54, 120, 40, 3000, 0.4)), sky=0.12,
        camera=replace(GOOD, kelvin=3500, exposure=0.6), things=10,
        fourth=Pips((0.30, 0.42, 0.60), (0.95, 0.91, 0.88)),
    ),
    Plan(
        name="u66", tray=("beaten copper in the sun", linings.hammered_copper, edges.rolled_copper),
        size=(18.5, 14.0, 1.4, 0.3), table=("a table of cane", tabletops.cane),
        white=Pips((0.15, 0.15, 0.17), (0.96, 0.92, 0.84), "drilled", 0.18, 0.5),
        red=Pips((0.71, 0.10, 0.09), (0.97, 0.93, 0.86), "drilled", 0.18, 0.5),
        event=Drawings(
            hulls.dragon_boat, gateways.rosettes, (0.15, 0.14, 0.16), (0.93, 0.89, 0.79),
            yellow=(0.94, 0.72, 0.12), blue=(0.28, 0.52, 0.92), green=(0.24, 0.66, 0.32),
        ),
        die=1.6, bevel=0.13, ball=1.65, finish=SATIN, eye=eye(24, -88, 60, 0.9, -0.1, -2),
        lamps=(Lamp(50, 42, 120, 90, 6000, 0.9),), sky=0.35,
        camera=replace(GOOD, kelvin=5400, exposure=0.85), sun=Sun(40, 40, 5200, 1.3, 5.5, -2.0, 1), things=5,
        fourth=Pips((0.24, 0.30, 0.52), (0.96, 0.92, 0.84)),
    ),
    Plan(
        name="u67", tray=("green tiles framed in iron, in a garden", linings.zellige, edges.wrought_iron),
        size=(18.0, 14.0, 1.2, 0.4), table=("a table of pierced metal", tabletops.pierced_metal),
        white=Pips((0.80, 0.91, 0.82), (0.04, 0.20, 0.18), "drilled", 0.19, 0.5),
        red=Pips((0.81, 0.14, 0.11), (0.97, 0.95, 0.86), "drilled", 0.19, 0.5),
        event=Drawings(
            hulls.cross_stitched, gateways.stitched_gate, (0.93, 0.93, 0.87), (0.10, 0.05, 0.08),
            yellow=(0.91, 0.62, 0.02), blue=(0.07, 0.25, 0.66), green=(0.05, 0.42, 0.17),
        ),
        die=1.75, bevel=0.12, ball=1.66, finish=SATIN, eye=eye(43, -92, 62, 0.88, -0.12, -2),
        lamps=(Lamp(80, 60, 120, 90, 6300, 0.8),), sky=0.4,
        camera=replace(GOOD, kelvin=5600, exposure=0.56), sun=Sun(160, 46, 5300, 1.4, 6.5, 1.5), things=6,
        fourth=Pips((0.94, 0.70, 0.36), (0.04, 0.20, 0.18)),
    ),
    Plan(
        name="u68", tray=("a drawer with wallpaper, nailed dice", linings.wallpaper, edges.drawer_side),
        size=(17.5, 13.0, 2.4, 0.9), table=("painted floorboards", tabletops.floorboards),
        white=Pips((0.32, 0.20, 0.12), (0.88, 0.73, 0.38), "studded", 0.165, 0.5, "beech"),
        red=Pips((0.66, 0.12, 0.07), (0.90, 0.78, 0.46), "studded", 0.165, 0.5, "beech"),
        event=Drawings(
            hulls.chip_carved, gateways.chip_gate, (0.87, 0.76, 0.58), (0.14, 0.07, 0.05),
            yellow=(0.90, 0.55, 0.00), blue=(0.06, 0.23, 0.58), green=(0.05, 0.38, 0.18), kind="olive",
        ),
        die=1.55, bevel=0.1, ball=1.74, finish=SATIN, eye=eye(3, 91, 58, 0.9, -0.08, 3),
        lamps=(Lamp(-120, 46, 90, 36, 4400, 0.9), Lamp(50, 34, 150, 80, 6200, 0.3)), sky=0.2,
        camera=replace(GOOD, kelvin=4800, exposure=1.15), things=6,
        fourth=Pips((0.78, 0.60, 0.36), (0.14, 0.07, 0.05)),
    ),
    Plan(
        name="u69", tray=("a painter's case from a corner", linings.cubed_foam, edges.ribbed_aluminium),
        size=(18.5, 14.5, 1.8, 0.5), table=("a club's table-tennis table", tabletops.table_tennis),
        white=Pips((0.82, 0.90, 0.30), (0.03, 0.05, 0.03), "printed", 0.17, 0.5),
        red=Pips((0.86, 0.13, 0.10), (0.99, 0.97, 0.96), "printed", 0.17, 0.5),
        event=Drawings(
            hulls.comic, gateways.garage, (0.95, 0.95, 0.97), (0.05, 0.05, 0.09),
            yellow=(0.94, 0.68, 0.08), blue=(0.14, 0.38, 0.78), green=(0.16, 0.54, 0.22),
        ),
        die=1.75, bevel=0.08, ball=1.76, finish=SATIN, eye=eye(33, 135, 62, 0.88, -0.12),
        lamps=(Lamp(-80, 66, 140, 60, 4000, 0.8), Lamp(110, 62, 150, 60, 4000, 0.5)), sky=0.2,
        camera=replace(GOOD, kelvin=4300, exposure=0.6), things=12,
        fourth=Pips((0.96, 0.52, 0.10), (0.03, 0.05, 0.03)),
    ),
    Plan(
        name="u70", tray=("woven leather, a webcam", linings.woven_straps, edges.plaited_edge),
        size=(18.0, 14.0, 1.7, 0.5), table=("a table of travertine", tabletops.travertine),
        white=Pips((0.74, 0.68, 0.86), (0.18, 0.08, 0.34), "pinched", 0.185, 0.51),
        red=Pips((0.75, 0.09, 0.14), (0.97, 0.93, 0.95), "pinched", 0.185, 0.51),
        event=Drawings(
            hulls.mosaic_ship, gateways.mosaic_gate, (0.94, 0.92, 0.95), (0.11, 0.06, 0.17),
            yellow=(0.89, 0.60, 0.00), blue=(0.09, 0.31, 0.72), green=(0.08, 0.47, 0.20),
        ),
        die=1.8, bevel=0.15, ball=1.6, finish=GLOSS, eye=eye(15, -87, 66, 0.9, -0.15, 3),
        lamps=(Lamp(100, 50, 75, 24, 4800, 0.9), Lamp(-70, 38, 140, 70, 6000, 0.3)), sky=0.22,
        camera=replace(WEB, kelvin=5000, exposure=0.8), things=8,
        fourth=Pips((0.46, 0.70, 0.60), (0.18, 0.08, 0.34)),
    ),
    Plan(
        name="u71", tray=("a mat of rushes, small dice of stone", linings.rush_mat, linings.rush_mat),
        size=(17.0, 13.0, 0.0, 0.0), table=("a desk of linoleum", tabletops.desk_lino),
        white=Pips((0.84, 0.80, 0.70), (0.19, 0.10, 0.07), "drilled", 0.2, 0.49, "smoke"),
        red=Pips((0.61, 0.12, 0.12), (0.93, 0.89, 0.81), "drilled", 0.2, 0.49, "smoke"),
        event=Drawings(
            hulls.pricked, gateways.pricked_door, (0.85, 0.81, 0.72), (0.13, 0.07, 0.06),
            yellow=(0.83, 0.50, 0.00), blue=(0.05, 0.22, 0.54), green=(0.06, 0.35, 0.15), kind="smoke",
        ),
        die=1.35, bevel=0.14, ball=1.58, finish=DULL, eye=eye(26, 3, 58, 0.92, -0.1, -2),
        lamps=(Lamp(-40, 50, 110, 40, 3500, 0.9), Lamp(160, 30, 150, 90, 5600, 0.3)), sky=0.18,
        camera=replace(GOOD, kelvin=3900, exposure=1.0), things=5,
        fourth=Pips((0.26, 0.34, 0.40), (0.93, 0.89, 0.81)),
    ),
)  # fmt: skip
