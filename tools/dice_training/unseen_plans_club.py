"""The rigs u48 to u59, written down by hand; ``unseen_plans`` puts them behind those before."""

from __future__ import annotations

from dataclasses import replace

from tools.dice_training import unseen_grounds as grounds
from tools.dice_training import unseen_portals as portals
from tools.dice_training import unseen_vessels as vessels
from tools.dice_training import unseen_worktops as worktops
from tools.dice_training.looks import Finish, Lamp, Sun
from tools.dice_training.unseen_parts import DIM, GLOSS, GOOD, SATIN, WEB, Drawings, Pips, Plan, eye

CLUB_PLANS = (
    Plan(
        name="u48", tray=("a folding tray of black leather", grounds.black_leather, grounds.red_stitched),
        size=(18.5, 14.5, 1.9, 0.4), table=("a table of oak foil", worktops.oak_foil),
        white=Pips((0.93, 0.91, 0.85), (0.05, 0.05, 0.07), "drilled", 0.19, 0.5),
        red=Pips((0.72, 0.07, 0.07), (0.94, 0.92, 0.87), "drilled", 0.19, 0.5),
        event=Drawings(vessels.outlined, portals.line_towers, (0.93, 0.91, 0.86), (0.07, 0.06, 0.06)),
        die=1.6, bevel=0.14, ball=1.6, finish=GLOSS, eye=eye(9, -89, 60, 0.9, -0.12, -2),
        lamps=(Lamp(75, 38, 95, 40, 3000, 0.9), Lamp(-130, 40, 140, 60, 4500, 0.25)), sky=0.15,
        camera=replace(GOOD, kelvin=3500, exposure=0.36), things=9,
        fourth=Pips((0.16, 0.30, 0.56), (0.94, 0.92, 0.87)),
    ),
    Plan(
        name="u49", tray=("mossy felt in a box of limed oak", grounds.moss_felt, grounds.limed_oak),
        size=(17.0, 14.0, 2.2, 0.9), table=("a white table", worktops.white_table),
        white=Pips((0.94, 0.94, 0.92), (0.06, 0.05, 0.07), "drilled", 0.18, 0.51),
        red=Pips((0.69, 0.04, 0.08), (0.96, 0.95, 0.94), "drilled", 0.18, 0.51),
        event=Drawings(
            vessels.stencilled, portals.iron_bound, (0.92, 0.92, 0.90), (0.08, 0.08, 0.10),
            yellow=(0.90, 0.68, 0.10), blue=(0.10, 0.32, 0.66), green=(0.13, 0.48, 0.22),
        ),
        die=1.5, bevel=0.15, ball=1.58, finish=SATIN, eye=eye(16, 177, 60, 0.92, -0.1, 2),
        lamps=(Lamp(-70, 36, 130, 90, 6000, 0.9), Lamp(100, 66, 110, 30, 3200, 0.35)), sky=0.25,
        camera=replace(GOOD, kelvin=5000, exposure=0.85), things=6,
        fourth=Pips((0.92, 0.60, 0.16), (0.06, 0.05, 0.07)),
    ),
    Plan(
        name="u50", tray=("a silvery printed tray, a webcam", grounds.concentric_print, grounds.silk_layers),
        size=(17.5, 14.0, 1.6, 0.4), table=("strand board", worktops.strand_board),
        white=Pips((0.16, 0.26, 0.42), (0.94, 0.95, 0.96), "triangle", 0.19, 0.5),
        red=Pips((0.82, 0.13, 0.08), (0.95, 0.96, 0.96), "triangle", 0.19, 0.5),
        event=Drawings(vessels.wheel, portals.entrance, (0.95, 0.95, 0.94), (0.06, 0.06, 0.07)), die=1.65,
        bevel=0.08, ball=1.78, finish=SATIN, eye=eye(27, -91, 66, 0.9, -0.16, 2),
        lamps=(Lamp(30, 50, 75, 20, 4200, 0.9), Lamp(-110, 56, 150, 60, 4200, 0.3)), sky=0.2,
        camera=replace(WEB, exposure=0.95), things=9, fourth=Pips((0.93, 0.94, 0.94), (0.16, 0.26, 0.42)),
    ),
    Plan(
        name="u51", tray=("a potter's deep dish", grounds.oatmeal_glaze, grounds.bare_clay),
        size=(18.0, 15.0, 3.2, 0.7), table=("terracotta tiles", worktops.terracotta),
        white=Pips((0.88, 0.86, 0.90), (0.10, 0.10, 0.16), "drilled", 0.19, 0.5, "pearl"),
        red=Pips((0.63, 0.08, 0.13), (0.93, 0.91, 0.86), "drilled", 0.19, 0.5, "pearl"),
        event=Drawings(vessels.from_above, portals.bell_arch, (0.91, 0.90, 0.84), (0.10, 0.08, 0.08)),
        die=1.55, bevel=0.16, ball=1.55, finish=GLOSS, eye=eye(4, -92, 58, 0.9, -0.1, -3),
        lamps=(Lamp(140, 58, 90, 40, 4000, 0.9), Lamp(-20, 30, 150, 90, 6200, 0.3)), sky=0.25,
        camera=replace(GOOD, exposure=1.15), things=5, fourth=Pips((0.20, 0.40, 0.36), (0.93, 0.91, 0.86)),
    ),
    Plan(
        name="u52", tray=("a neoprene mat of hexes", grounds.terrain_mat, grounds.terrain_mat),
        size=(20.0, 15.0, 0.0, 0.0), table=("a hall's trestle table", worktops.grey_laminate),
        white=Pips((0.52, 0.66, 0.82), (0.95, 0.96, 0.97), "drilled", 0.18, 0.5, "smoke"),
        red=Pips((0.78, 0.05, 0.10), (0.97, 0.96, 0.97), "drilled", 0.18, 0.5, "smoke"),
        event=Drawings(vessels.monogram, portals.letter_g, (0.94, 0.94, 0.95), (0.09, 0.08, 0.16)), die=1.6,
        bevel=0.12, ball=1.68, finish=Finish(0.14, 0.3, 0.5, clear=0.3), eye=eye(21, 91, 64, 0.88, -0.14, 2),
        lamps=(Lamp(0, 70, 150, 60, 4000, 0.8), Lamp(170, 56, 160, 60, 4000, 0.4)), sky=0.25,
        camera=replace(GOOD, exposure=0.9), things=14, fourth=Pips((0.30, 0.55, 0.34), (0.95, 0.96, 0.97)),
    ),
    Plan(
        name="u53", tray=("a computer's mouse pad, a webcam", grounds.contour_pad, grounds.contour_pad),
        size=(20.0, 14.0, 0.0, 0.0), table=("a desk of rubberwood", worktops.rubberwood),
        white=Pips((0.84, 0.90, 0.95), (0.13, 0.20, 0.48), "asterisk", 0.175, 0.51, "pearl"),
        red=Pips((0.79, 0.11, 0.15), (0.98, 0.96, 0.96), "asterisk", 0.175, 0.51, "pearl"),
        event=Drawings(
            vessels.faceted, portals.toll_bar, (0.95, 0.96, 0.96), (0.10, 0.11, 0.13),
            yellow=(0.93, 0.70, 0.12), blue=(0.12, 0.36, 0.74), green=(0.15, 0.52, 0.26),
        ),
        die=1.7, bevel=0.1, ball=1.7, finish=SATIN, eye=eye(14, -93, 66, 0.88, -0.16, 3),
        lamps=(Lamp(130, 44, 70, 24, 4800, 0.9), Lamp(-40, 34, 140, 90, 6500, 0.3)), sky=0.25,
        camera=replace(WEB, kelvin=5000, exposure=0.6), things=11,
        fourth=Pips((0.94, 0.84, 0.30), (0.10, 0.11, 0.13)),
    ),
    Plan(
        name="u54", tray=("a canteen of cutlery in the evening, old dice", grounds.sand_flock, grounds.teak),
        size=(17.0, 13.0, 1.8, 0.8), table=("a tablecloth of plush", worktops.plush_cloth),
        white=Pips((0.88, 0.81, 0.65), (0.09, 0.07, 0.06), "worn", 0.19, 0.49),
        red=Pips((0.59, 0.08, 0.06), (0.91, 0.87, 0.77), "worn", 0.19, 0.49),
        event=Drawings(vessels.xebec, portals.palisade, (0.88, 0.84, 0.71), (0.12, 0.08, 0.06)), die=1.45,
        bevel=0.17, ball=1.52, finish=SATIN, eye=eye(23, 94, 60, 0.91, -0.1, -2),
        lamps=(Lamp(60, 50, 65, 22, 2700, 1.0),), sky=0.05, camera=replace(DIM, exposure=0.7), things=4,
        fourth=Pips((0.13, 0.22, 0.18), (0.91, 0.87, 0.77)),
    ),
    Plan(
        name="u55", tray=("a parcel on the floor, small dice", grounds.parcel, grounds.flute_edge),
        size=(15.0, 13.0, 2.8, 0.3), table=("a flat's carpet", worktops.loop_carpet),
        white=Pips((0.95, 0.93, 0.88), (0.04, 0.05, 0.04), "drilled", 0.2, 0.5),
        red=Pips((0.75, 0.05, 0.04), (0.96, 0.94, 0.89), "drilled", 0.2, 0.5),
        event=Drawings(vessels.linocut, portals.linocut_gate, (0.93, 0.91, 0.84), (0.07, 0.07, 0.07)),
        die=1.25, bevel=0.16, ball=1.54, finish=GLOSS, eye=eye(18, 2, 58, 0.93, -0.1, -2),
        lamps=(Lamp(-60, 54, 120, 36, 3200, 1.0), Lamp(60, 30, 150, 90, 5800, 0.3)), sky=0.15,
        camera=replace(GOOD, kelvin=3600, exposure=0.85), things=5,
        fourth=Pips((0.10, 0.36, 0.62), (0.95, 0.93, 0.88)),
    ),
    Plan(
        name="u56", tray=("a canteen's tray on a terrace", grounds.canteen_tray, grounds.canteen_rim),
        size=(19.5, 14.5, 1.2, 0.6), table=("paving", worktops.paving),
        white=Pips((0.94, 0.79, 0.22), (0.10, 0.08, 0.05), "drilled", 0.19, 0.51),
        red=Pips((0.70, 0.10, 0.06), (0.96, 0.93, 0.85), "drilled", 0.19, 0.51),
        event=Drawings(vessels.cross_sail, portals.stencil_arch, (0.93, 0.92, 0.87), (0.06, 0.07, 0.09)),
        die=1.7, bevel=0.13, ball=1.62, finish=SATIN, eye=eye(42, -88, 62, 0.88, -0.12, 2),
        lamps=(Lamp(-60, 62, 120, 90, 6300, 0.8),), sky=0.4,
        camera=replace(GOOD, kelvin=5600, exposure=1.1), sun=Sun(-150, 44, 5300, 1.5, 7.0, -1.0), things=7,
        fourth=Pips((0.16, 0.42, 0.70), (0.96, 0.93, 0.85)),
    ),
    Plan(
        name="u57", tray=("dark cork in steel from a corner", grounds.expanded_cork, grounds.brushed_steel),
        size=(17.5, 14.0, 1.0, 0.2), table=("a cloth of ticking", worktops.ticking),
        white=Pips((0.96, 0.96, 0.94), (0.08, 0.07, 0.09), "printed", 0.17, 0.5),
        red=Pips((0.65, 0.03, 0.07), (0.97, 0.97, 0.95), "printed", 0.17, 0.5),
        event=Drawings(vessels.hatched, portals.concentric, (0.94, 0.93, 0.91), (0.05, 0.06, 0.08)), die=1.6,
        bevel=0.1, ball=1.72, finish=GLOSS, eye=eye(34, -137, 62, 0.88, -0.12),
        lamps=(Lamp(100, 56, 80, 30, 4000, 0.9), Lamp(-160, 46, 120, 40, 3000, 0.35)), sky=0.2,
        camera=replace(GOOD, kelvin=4200, exposure=0.65), things=6,
        fourth=Pips((0.40, 0.40, 0.44), (0.97, 0.97, 0.95)),
    ),
    Plan(
        name="u58", tray=("a chopping board by a window", grounds.end_grain, grounds.maple),
        size=(19.0, 14.0, 0.9, 0.9), table=("a worktop of quartz", worktops.quartz),
        white=Pips((0.87, 0.89, 0.84), (0.13, 0.11, 0.18), "spade", 0.185, 0.52),
        red=Pips((0.73, 0.08, 0.11), (0.98, 0.95, 0.91), "spade", 0.185, 0.52),
        event=Drawings(
            vessels.roofed, portals.steps, (0.88, 0.80, 0.64), (0.13, 0.08, 0.05),
            yellow=(0.86, 0.56, 0.02), kind="beech",
        ),
        die=1.65, bevel=0.11, ball=1.7, finish=SATIN, eye=eye(2, 89, 57, 0.9, -0.08, 3),
        lamps=(Lamp(-140, 40, 120, 90, 6000, 0.9),), sky=0.35,
        camera=replace(GOOD, kelvin=5500, exposure=0.85), sun=Sun(210, 38, 5200, 1.4, 6.0, 2.0, 2), things=5,
        fourth=Pips((0.20, 0.34, 0.30), (0.97, 0.95, 0.90)),
    ),
    Plan(
        name="u59", tray=("a basket of mustard felt, a webcam", grounds.mustard_felt, grounds.blanket_stitch),
        size=(18.5, 14.0, 2.4, 0.5), table=("a table of birch plywood", worktops.birch_ply),
        white=Pips((0.92, 0.90, 0.81), (0.07, 0.08, 0.07), "drilled", 0.18, 0.49),
        red=Pips((0.67, 0.07, 0.09), (0.93, 0.92, 0.86), "drilled", 0.18, 0.49),
        event=Drawings(
            vessels.carving, portals.scrolls, (0.92, 0.91, 0.86), (0.08, 0.07, 0.08),
            yellow=(0.91, 0.66, 0.06), blue=(0.07, 0.24, 0.56), green=(0.08, 0.40, 0.22),
        ),
        die=1.8, bevel=0.16, ball=1.58, finish=GLOSS, eye=eye(11, -87, 64, 0.9, -0.14, -3),
        lamps=(Lamp(90, 60, 85, 30, 3500, 0.9), Lamp(-60, 52, 130, 40, 3500, 0.35)), sky=0.15,
        camera=replace(WEB, kelvin=3800, exposure=0.85), things=8,
        fourth=Pips((0.12, 0.13, 0.32), (0.93, 0.92, 0.86)),
    ),
)  # fmt: skip
