"""The rigs u40 to u47, written down by hand, of things as they are at hand at home."""

from __future__ import annotations

from dataclasses import replace

from tools.dice_training.looks import Lamp, Sun
from tools.dice_training.written import boats, doors, homes, tables
from tools.dice_training.written.parts import DIM, GLOSS, GOOD, SATIN, WEB, Drawings, Pips, Plan, eye

HOME_PLANS = (
    Plan(
        name="u40", tray=("a snap tray with a compass rose", homes.compass_flock, homes.snap_hide),
        size=(19.0, 15.0, 2.0, 0.4), table=("oak planks", homes.oak_planks),
        white=Pips((0.93, 0.92, 0.90), (0.04, 0.04, 0.05), "drilled", 0.19, 0.5),
        red=Pips((0.73, 0.04, 0.06), (0.95, 0.94, 0.93), "drilled", 0.19, 0.5),
        event=Drawings(boats.corsair, doors.gate_tower, (0.91, 0.89, 0.84)), die=1.6, bevel=0.13, ball=1.65,
        finish=GLOSS, eye=eye(11, -90, 60, 0.9, -0.12, 2),
        lamps=(Lamp(30, 48, 130, 45, 3500, 0.9), Lamp(-160, 24, 150, 90, 6300, 0.25)), sky=0.15,
        camera=replace(GOOD, kelvin=3900, exposure=0.62), things=7,
        fourth=Pips((0.14, 0.36, 0.24), (0.95, 0.94, 0.93)),
    ),
    Plan(
        name="u41", tray=("a serving tray of acacia from straight above", homes.acacia, homes.acacia),
        size=(20.0, 15.0, 1.5, 0.8), table=("a spotted cloth", homes.spotted_cloth),
        white=Pips((0.07, 0.07, 0.08), (0.94, 0.93, 0.90), "drilled", 0.18, 0.52),
        red=Pips((0.68, 0.05, 0.05), (0.94, 0.93, 0.90), "drilled", 0.18, 0.52),
        event=Drawings(boats.rowers, doors.picket, (0.92, 0.90, 0.86)), die=1.6, bevel=0.12, ball=1.7,
        finish=GLOSS, eye=eye(1, -90, 56, 0.9, -0.08, 2),
        lamps=(Lamp(160, 38, 120, 90, 6000, 1.0),), sky=0.3,
        camera=replace(GOOD, kelvin=5600, exposure=0.85), fourth=Pips((0.93, 0.92, 0.88), (0.07, 0.07, 0.08)),
    ),
    Plan(
        name="u42", tray=("a storage box's lid through a USB webcam", homes.box_lid, homes.smoky_rim),
        size=(18.0, 13.0, 1.2, 0.4), table=("a school desk", homes.beech_veneer),
        white=Pips((0.94, 0.94, 0.94), (0.06, 0.06, 0.07), "printed", 0.18, 0.5),
        red=Pips((0.77, 0.06, 0.08), (0.96, 0.96, 0.95), "printed", 0.18, 0.5),
        event=Drawings(boats.bottled, doors.lock_gates, (0.93, 0.93, 0.92)), die=1.6, bevel=0.1, ball=1.7,
        finish=SATIN, eye=eye(24, -88, 66, 0.9, -0.16, -2),
        lamps=(Lamp(110, 68, 140, 40, 4000, 0.9), Lamp(-30, 40, 130, 60, 4000, 0.3)), sky=0.2,
        camera=replace(WEB, exposure=1.15), things=9, fourth=Pips((0.16, 0.32, 0.66), (0.96, 0.96, 0.95)),
    ),
    Plan(
        name="u43", tray=("a pizza box by a floor lamp, small dice", homes.pizza_board, homes.pizza_print),
        size=(17.0, 15.0, 2.4, 0.3), table=("a coffee table of black glass", homes.black_glass),
        white=Pips((0.92, 0.89, 0.80), (0.07, 0.06, 0.06), "drilled", 0.19, 0.5),
        red=Pips((0.67, 0.05, 0.07), (0.94, 0.91, 0.84), "drilled", 0.19, 0.5),
        event=Drawings(boats.ark, doors.swing_doors, (0.91, 0.88, 0.80), (0.08, 0.06, 0.05)), die=1.4,
        bevel=0.16, ball=1.55, finish=SATIN, eye=eye(19, 177, 60, 0.9, -0.1, -2),
        lamps=(Lamp(50, 42, 110, 36, 3000, 1.0),), sky=0.1,
        camera=replace(GOOD, kelvin=3300, exposure=0.95), things=4,
        fourth=Pips((0.12, 0.26, 0.50), (0.94, 0.92, 0.86)),
    ),
    Plan(
        name="u44", tray=("a place mat of woven vinyl", homes.woven_vinyl, homes.woven_vinyl),
        size=(20.0, 15.0, 0.0, 0.0), table=("a black-brown dining table", homes.black_brown),
        white=Pips((0.80, 0.86, 0.80), (0.08, 0.26, 0.20), "leaf", 0.17, 0.5, "pearl"),
        red=Pips((0.74, 0.09, 0.12), (0.96, 0.95, 0.92), "leaf", 0.17, 0.5, "pearl"),
        event=Drawings(boats.gondola, doors.tunnel, (0.90, 0.90, 0.87), (0.06, 0.08, 0.10)), die=1.7,
        bevel=0.14, ball=1.6, finish=GLOSS, eye=eye(14, 93, 62, 0.88, -0.12, 2),
        lamps=(Lamp(-60, 34, 140, 90, 6200, 0.8), Lamp(70, 74, 80, 30, 3200, 0.35)), sky=0.25,
        camera=replace(GOOD, kelvin=5000, exposure=0.8), things=12,
        fourth=Pips((0.20, 0.20, 0.42), (0.94, 0.94, 0.92)),
    ),
    Plan(
        name="u45", tray=("a birch tray with leaves in the sun", homes.leaf_print, homes.ply_edge),
        size=(19.0, 14.0, 1.6, 0.5), table=("a woven runner", homes.kilim),
        white=Pips((0.30, 0.46, 0.66), (0.96, 0.94, 0.86), "crescent", 0.2, 0.52),
        red=Pips((0.78, 0.12, 0.10), (0.97, 0.95, 0.88), "crescent", 0.2, 0.52),
        event=Drawings(boats.regatta, doors.ajar, (0.92, 0.91, 0.88), (0.08, 0.08, 0.14)), die=1.8,
        bevel=0.15, ball=1.6, finish=SATIN, eye=eye(43, -92, 60, 0.88, -0.1, -2),
        lamps=(Lamp(120, 50, 110, 90, 6200, 0.8),), sky=0.4,
        camera=replace(GOOD, kelvin=5500, exposure=0.95), sun=Sun(130, 40, 5300, 1.5, 6.5, 1.5, 1), things=6,
        fourth=Pips((0.92, 0.76, 0.20), (0.10, 0.09, 0.09)),
    ),
    Plan(
        name="u46", tray=("half a backgammon case in the evening", homes.backgammon, homes.rosewood),
        size=(17.0, 13.5, 2.2, 1.0), table=("rug", tables.rug),
        white=Pips((0.91, 0.87, 0.76), (0.10, 0.06, 0.05), "drilled", 0.17, 0.5),
        red=Pips((0.62, 0.04, 0.05), (0.93, 0.88, 0.76), "drilled", 0.17, 0.5),
        event=Drawings(boats.barge, doors.lion_gate, (0.90, 0.86, 0.76), (0.09, 0.06, 0.05)), die=1.5,
        bevel=0.15, ball=1.55, finish=GLOSS, eye=eye(31, 91, 62, 0.9, -0.1, -3),
        lamps=(Lamp(-40, 54, 65, 20, 2700, 1.0),), sky=0.05, camera=replace(DIM, exposure=0.55), things=4,
        fourth=Pips((0.10, 0.10, 0.11), (0.93, 0.88, 0.76)),
    ),
    Plan(
        name="u47", tray=("a tray for letters with felt by a desk lamp", homes.craft_felt, homes.wire_mesh),
        size=(18.0, 14.0, 2.4, 0.3), table=("a desk's map of the world", homes.map_mat),
        white=Pips((0.95, 0.95, 0.94), (0.70, 0.08, 0.07), "cross", 0.17, 0.5),
        red=Pips((0.75, 0.06, 0.09), (0.96, 0.96, 0.95), "cross", 0.17, 0.5),
        event=Drawings(boats.crest, doors.child_castle, (0.93, 0.92, 0.90), (0.07, 0.07, 0.09)), die=1.55,
        bevel=0.09, ball=1.75, finish=SATIN, eye=eye(36, -46, 62, 0.88, -0.12),
        lamps=(Lamp(62, 50, 55, 14, 4200, 0.9), Lamp(-20, 60, 160, 50, 3000, 0.25)), sky=0.2,
        camera=replace(GOOD, kelvin=4200, exposure=0.85), things=8,
        fourth=Pips((0.10, 0.10, 0.12), (0.95, 0.95, 0.94)),
    ),
)  # fmt: skip
