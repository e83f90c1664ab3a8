"""The rigs of ``unseen``, written down by hand. New ones go to the end: a rig's place says what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tools.dice_training import unseen_floors as floors
from tools.dice_training import unseen_gates as gates
from tools.dice_training import unseen_ships as ships
from tools.dice_training import unseen_tables as tables
from tools.dice_training.drawings import Random
from tools.dice_training.looks import Colour, Development, Eye, Finish, Lamp, Sun, Surface
from tools.dice_training.unseen_sheet import Sheet

Make = Callable[[Random], Surface]
Drawn = Callable[[Sheet, Colour], None]

GLOSS, SATIN, DULL = Finish(0.18, 0.6, 0.6), Finish(0.38, 0.1, 0.6), Finish(0.62, 0.0, 0.5)
CLEAR = Finish(0.12, 0.3, 0.5, clear=0.45)
GOOD = Development(
    kelvin=4500, balance=0.85, exposure=0.8, grain=0.012, blotches=0.0, blotch_px=3.0, filtered=0.0,
    blur_px=0.6, sharpening=0.3, contrast=0.2, saturation=1.05, vignette=0.2, quality=84,
)  # fmt: skip
WEB = Development(
    kelvin=4500, balance=0.8, exposure=0.85, grain=0.014, blotches=0.022, blotch_px=4.5, filtered=0.6,
    blur_px=0.9, sharpening=1.1, contrast=0.3, saturation=1.1, vignette=0.25, quality=66,
)  # fmt: skip
DIM = Development(
    kelvin=2700, balance=0.6, exposure=0.7, grain=0.04, blotches=0.02, blotch_px=3.0, filtered=0.4,
    blur_px=0.8, sharpening=0.5, contrast=0.1, saturation=0.95, vignette=0.3, quality=74,
)  # fmt: skip


@dataclass(frozen=True)
class Pips:
    """How a die with pips looks."""

    body: Colour
    pip: Colour
    manner: str = "drilled"
    radius: float = 0.19
    reach: float = 0.5
    kind: str = "plain"


@dataclass(frozen=True)
class Drawings:
    """How an event die looks."""

    ship: Drawn
    gate: Drawn
    body: Colour = (0.90, 0.88, 0.82)
    ink: Colour = (0.06, 0.05, 0.05)
    yellow: Colour = (0.88, 0.62, 0.03)
    blue: Colour = (0.09, 0.27, 0.62)
    green: Colour = (0.10, 0.44, 0.19)
    kind: str = "plain"


@dataclass(frozen=True)
class Plan:
    """One rig, written down by hand."""

    name: str
    tray: tuple[str, Make, Make]  # in words, its floor, its rim
    size: tuple[float, float, float, float]  # wide, deep, wall, thick
    table: tuple[str, Make]
    white: Pips
    red: Pips
    event: Drawings
    die: float
    bevel: float
    ball: float
    finish: Finish
    eye: Eye
    lamps: tuple[Lamp, ...]
    sky: float
    camera: Development
    sun: Sun | None = None
    things: int = 5
    fourth: Pips = field(default_factory=lambda: Pips((0.12, 0.24, 0.55), (0.92, 0.92, 0.90)))


def _eye(tilt: float, azimuth: float, angle: float, fill: float, bend: float, roll: float = 0.0) -> Eye:
    return Eye(tilt, azimuth, roll, angle, fill, (bend, 0.02))


PLANS = (
    Plan(
        name="u00", tray=("green baize with a print", floors.printed_baize, tables.scrubbed),
        size=(18.5, 14.0, 1.8, 0.9), table=("parquet", tables.parquet),
        white=Pips((0.90, 0.87, 0.76), (0.05, 0.05, 0.06)),
        red=Pips((0.70, 0.05, 0.07), (0.93, 0.92, 0.88)), event=Drawings(ships.caravel, gates.bricks),
        die=1.6, bevel=0.13, ball=1.8, finish=GLOSS, eye=_eye(8, -84, 58, 0.9, -0.1),
        lamps=(Lamp(40, 44, 75, 20, 4000, 1.0),), sky=0.2, camera=replace(GOOD, exposure=0.7),
    ),
    Plan(
        name="u01", tray=("slate", floors.slate, floors.slate), size=(17.0, 13.0, 0.8, 0.7),
        table=("oilcloth", tables.oilcloth),
        white=Pips((0.91, 0.72, 0.10), (0.52, 0.07, 0.05), "drilled", 0.2, 0.46),
        red=Pips((0.60, 0.04, 0.05), (0.90, 0.72, 0.18), "drilled", 0.2, 0.46),
        event=Drawings(ships.head_on, gates.doors, (0.92, 0.92, 0.90)), die=1.7, bevel=0.2, ball=1.42,
        finish=GLOSS, eye=_eye(18, 95, 66, 0.92, -0.16, 3), lamps=(Lamp(200, 50, 70, 35, 3300, 1.0),),
        sky=0.15, camera=GOOD, things=4,
    ),
    Plan(
        name="u02", tray=("burlap in a cardboard box", floors.burlap, floors.cardboard),
        size=(19.5, 15.0, 2.6, 0.4), table=("scrubbed boards", tables.scrubbed),
        white=Pips((0.10, 0.46, 0.48), (0.94, 0.94, 0.90), "printed", 0.16, 0.52),
        red=Pips((0.78, 0.14, 0.10), (0.06, 0.05, 0.05), "printed", 0.16, 0.52),
        event=Drawings(ships.junk, gates.quartered, (0.86, 0.78, 0.62), (0.24, 0.11, 0.06), kind="beech"),
        die=1.6, bevel=0.07, ball=1.8, finish=SATIN, eye=_eye(3, -95, 52, 0.93, -0.05, -4),
        lamps=(Lamp(120, 70, 80, 12, 5000, 1.0), Lamp(-60, 30, 80, 45, 6500, 0.3)), sky=0.25,
        camera=GOOD,
    ),
    Plan(
        name="u03", tray=("red plastic", floors.red_plastic, floors.red_plastic),
        size=(16.5, 12.5, 1.5, 0.5), table=("concrete", tables.concrete),
        white=Pips((0.93, 0.93, 0.92), (0.10, 0.10, 0.42), "eastern", 0.2, 0.5),
        red=Pips((0.45, 0.03, 0.10), (0.93, 0.90, 0.86), "eastern", 0.2, 0.5),
        event=Drawings(ships.dragon, gates.roundel, (0.88, 0.89, 0.90)), die=1.5, bevel=0.16,
        ball=1.55, finish=GLOSS, eye=_eye(25, -90, 70, 0.9, -0.18),
        lamps=(Lamp(-30, 55, 70, 25, 5500, 1.0),), sky=0.35, camera=GOOD,
    ),
    Plan(
        name="u04", tray=("bamboo", floors.bamboo, floors.bamboo), size=(20.0, 14.5, 1.1, 1.0),
        table=("denim", tables.denim),
        white=Pips((0.93, 0.90, 0.84), (0.45, 0.22, 0.08), "drilled", 0.15, 0.5, "beech"),
        red=Pips((0.58, 0.15, 0.09), (0.92, 0.86, 0.70), "drilled", 0.15, 0.5, "beech"),
        event=Drawings(
            ships.helm, gates.skyline, body=(0.93, 0.88, 0.78), ink=(0.10, 0.06, 0.05),
            yellow=(0.85, 0.55, 0.02), kind="beech",
        ),
        die=1.6, bevel=0.1, ball=1.8, finish=DULL, eye=_eye(13, -88, 60, 0.9, -0.12, 2),
        lamps=(Lamp(80, 45, 70, 15, 4500, 1.0),), sky=0.2, camera=GOOD,
    ),
    Plan(
        name="u05", tray=("quilted satin", floors.quilt, floors.cream_plastic),
        size=(17.5, 13.5, 2.2, 0.8), table=("terrazzo", tables.terrazzo),
        white=Pips((0.90, 0.50, 0.12), (0.96, 0.94, 0.90), "ringed", 0.16, 0.5),
        red=Pips((0.80, 0.06, 0.10), (0.95, 0.93, 0.90), "ringed", 0.16, 0.5),
        event=Drawings(ships.galley, gates.initial, (0.91, 0.87, 0.78), (0.10, 0.10, 0.22)), die=1.65,
        bevel=0.18, ball=1.5, finish=SATIN, eye=_eye(31, 88, 64, 0.88, -0.1),
        lamps=(Lamp(150, 60, 75, 30, 3700, 1.0), Lamp(-90, 62, 70, 9, 5200, 0.25)), sky=0.2, camera=GOOD,
    ),
    Plan(
        name="u06", tray=("linen, a stripe of sun", floors.linen, tables.scrubbed),
        size=(18.0, 14.0, 1.6, 0.8), table=("parquet", tables.parquet),
        white=Pips((0.14, 0.15, 0.17), (0.92, 0.92, 0.90)),
        red=Pips((0.66, 0.08, 0.05), (0.95, 0.93, 0.86)), event=Drawings(ships.hammer, gates.bridge),
        die=1.6, bevel=0.14, ball=1.6, finish=SATIN, eye=_eye(14, -92, 60, 0.9, -0.1),
        lamps=(Lamp(30, 65, 75, 40, 5200, 0.8),), sky=0.3, camera=replace(GOOD, exposure=1.0),
        sun=Sun(160, 42, 5400, 2.0, 5.5, 1.5),
    ),
    Plan(
        name="u07", tray=("suede under a warm dim lamp", floors.suede, floors.bamboo),
        size=(17.5, 13.0, 1.9, 0.9), table=("rug", tables.rug),
        white=Pips((0.92, 0.88, 0.74), (0.30, 0.04, 0.05)),
        red=Pips((0.62, 0.05, 0.05), (0.92, 0.80, 0.40)), event=Drawings(ships.caravel, gates.pennant),
        die=1.65, bevel=0.17, ball=1.5, finish=GLOSS, eye=_eye(20, -80, 62, 0.92, -0.12, -3),
        lamps=(Lamp(20, 46, 60, 14, 2700, 1.0),), sky=0.04, camera=DIM,
    ),
    Plan(
        name="u08", tray=("striped wood", floors.zebrano, floors.zebrano), size=(18.5, 13.5, 1.4, 1.0),
        table=("newspaper", tables.newsprint), white=Pips((0.88, 0.82, 0.68), (0.08, 0.06, 0.05)),
        red=Pips((0.55, 0.10, 0.07), (0.92, 0.88, 0.76)),
        event=Drawings(ships.pixel_ship, gates.pixel_gate, (0.90, 0.86, 0.78)), die=1.6, bevel=0.12,
        ball=1.7, finish=SATIN, eye=_eye(10, 92, 58, 0.9, -0.08),
        lamps=(Lamp(-20, 52, 70, 20, 4200, 1.0),), sky=0.2, camera=WEB,
    ),
    Plan(
        name="u09", tray=("painted tiles, small dice", floors.azulejo, tables.scrubbed),
        size=(16.0, 12.0, 1.5, 0.9), table=("linen", floors.linen),
        white=Pips((0.08, 0.08, 0.09), (0.94, 0.94, 0.92), "drilled", 0.2, 0.5),
        red=Pips((0.72, 0.06, 0.08), (0.95, 0.95, 0.92), "drilled", 0.2, 0.5),
        event=Drawings(ships.helm, gates.padlock, (0.90, 0.80, 0.60)), die=1.2, bevel=0.15, ball=1.6,
        finish=GLOSS, eye=_eye(12, -90, 56, 0.94, -0.1), lamps=(Lamp(10, 50, 75, 22, 5000, 1.0),),
        sky=0.25, camera=GOOD,
    ),
    Plan(
        name="u10", tray=("black lacquer, resin dice", floors.lacquer, floors.lacquer),
        size=(17.0, 13.0, 1.4, 0.8), table=("denim", tables.denim),
        white=Pips((0.80, 0.86, 0.88), (0.12, 0.12, 0.30), "drilled", 0.19, 0.5, "swirl"),
        red=Pips((0.82, 0.10, 0.12), (0.97, 0.96, 0.92), "printed", 0.19, 0.5, "glitter"),
        event=Drawings(ships.galley, gates.doors, (0.90, 0.90, 0.86), kind="swirl"), die=1.6,
        bevel=0.12, ball=1.6, finish=CLEAR, eye=_eye(16, -94, 60, 0.9, -0.12),
        lamps=(Lamp(20, 46, 70, 40, 4800, 1.0),), sky=0.35, camera=replace(GOOD, exposure=0.45),
    ),
    Plan(
        name="u11", tray=("rubber on a cluttered table, 45 degrees", floors.rubber, floors.cardboard),
        size=(17.0, 13.0, 1.2, 0.8), table=("rug", tables.rug),
        white=Pips((0.92, 0.90, 0.86), (0.06, 0.06, 0.07)),
        red=Pips((0.74, 0.07, 0.06), (0.94, 0.92, 0.88)), event=Drawings(ships.junk, gates.bricks),
        die=1.65, bevel=0.14, ball=1.6, finish=SATIN, eye=_eye(45, -90, 62, 0.86, -0.15, 2),
        lamps=(Lamp(50, 60, 75, 25, 4300, 1.0), Lamp(200, 35, 80, 40, 6200, 0.3)), sky=0.25, camera=WEB,
        things=24,
    ),
    Plan(
        name="u12", tray=("grey felt", floors.felt, floors.felt), size=(18.0, 13.5, 2.0, 0.4),
        table=("granite", tables.granite),
        white=Pips((0.92, 0.91, 0.88), (0.06, 0.06, 0.07), "square", 0.19, 0.52),
        red=Pips((0.74, 0.05, 0.08), (0.94, 0.93, 0.90), "square", 0.19, 0.52),
        event=Drawings(ships.cog, gates.turret, (0.93, 0.93, 0.91)), die=1.6, bevel=0.1, ball=1.8,
        finish=GLOSS, eye=_eye(4, -87, 56, 0.9, -0.08, 3),
        lamps=(Lamp(100, 58, 80, 24, 4000, 0.8), Lamp(-70, 50, 90, 24, 4000, 0.4)), sky=0.2,
        camera=replace(GOOD, exposure=0.7),
    ),
    Plan(
        name="u13", tray=("cork in walnut, dice of a casino", floors.cork, floors.walnut),
        size=(19.0, 14.0, 2.4, 1.0), table=("butcher's block", tables.butcher_block),
        white=Pips((0.04, 0.50, 0.30), (0.95, 0.95, 0.93), "printed", 0.22, 0.52),
        red=Pips((0.80, 0.03, 0.06), (0.95, 0.95, 0.93), "printed", 0.22, 0.52),
        event=Drawings(ships.medal, gates.key, (0.92, 0.89, 0.80), (0.30, 0.05, 0.20)), die=1.8, bevel=0.035,
        ball=1.8, finish=Finish(0.1, 0.5, 0.3, clear=0.3), eye=_eye(20, 94, 64, 0.9, -0.14, -2),
        lamps=(Lamp(5, 28, 90, 80, 6500, 1.0), Lamp(160, 60, 80, 15, 3000, 0.25)), sky=0.15,
        camera=replace(GOOD, kelvin=5500, exposure=0.7), fourth=Pips((0.10, 0.16, 0.52), (0.93, 0.93, 0.90)),
    ),
    Plan(
        name="u14", tray=("enamelled tin, small dice with hearts", floors.white_enamel, floors.blue_enamel),
        size=(14.0, 10.5, 2.2, 0.4), table=("tartan", tables.tartan),
        white=Pips((0.52, 0.80, 0.68), (0.34, 0.20, 0.07), "heart", 0.21, 0.5),
        red=Pips((0.68, 0.04, 0.10), (0.84, 0.80, 0.72), "heart", 0.21, 0.5),
        event=Drawings(ships.paper_boat, gates.railings, (0.74, 0.78, 0.82), (0.08, 0.08, 0.20)), die=1.3,
        bevel=0.2, ball=1.46, finish=SATIN, eye=_eye(11, -98, 60, 0.92, -0.12),
        lamps=(Lamp(-140, 55, 75, 30, 5000, 1.0),), sky=0.3,
        camera=replace(GOOD, kelvin=5000, exposure=1.2),
    ),
    Plan(
        name="u15", tray=("a printed sea, large pips", floors.sea_chart, floors.walnut),
        size=(18.0, 14.0, 1.0, 0.6), table=("linoleum", tables.linoleum),
        white=Pips((0.93, 0.87, 0.70), (0.07, 0.10, 0.34), "painted", 0.225, 0.56),
        red=Pips((0.66, 0.09, 0.05), (0.93, 0.88, 0.74), "painted", 0.225, 0.56),
        event=Drawings(ships.shields, gates.rampart, (0.88, 0.83, 0.70), (0.16, 0.08, 0.05)), die=1.7,
        bevel=0.17, ball=1.52, finish=GLOSS, eye=_eye(33, -86, 66, 0.88, -0.14, -2),
        lamps=(Lamp(60, 62, 80, 35, 5600, 0.8), Lamp(-160, 40, 90, 20, 3200, 0.4)), sky=0.25,
        camera=replace(WEB, exposure=0.7), things=8, fourth=Pips((0.10, 0.38, 0.20), (0.94, 0.93, 0.88)),
    ),
    Plan(
        name="u16", tray=("velvet in leather under a dim lamp", floors.velvet, floors.leather),
        size=(15.0, 11.5, 1.8, 1.0), table=("butcher's block", tables.butcher_block),
        white=Pips((0.93, 0.91, 0.88), (0.20, 0.06, 0.24), "lozenge", 0.2, 0.54, "pearl"),
        red=Pips((0.66, 0.04, 0.06), (0.94, 0.84, 0.52), "lozenge", 0.2, 0.54),
        event=Drawings(ships.skull, gates.torii, (0.86, 0.82, 0.74)), die=1.45, bevel=0.12, ball=1.65,
        finish=GLOSS, eye=_eye(16, 84, 58, 0.92, -0.1, 4), lamps=(Lamp(-50, 52, 65, 18, 2700, 1.0),),
        sky=0.05, camera=replace(DIM, exposure=0.3), fourth=Pips((0.16, 0.50, 0.50), (0.94, 0.94, 0.90)),
    ),
    Plan(
        name="u17", tray=("a basket with a checked cloth in the garden", floors.gingham, floors.wicker),
        size=(18.5, 14.0, 1.3, 0.8), table=("slats", tables.slats),
        white=Pips((0.52, 0.36, 0.74), (0.96, 0.95, 0.93), "star", 0.19, 0.5),
        red=Pips((0.76, 0.10, 0.07), (0.96, 0.94, 0.88), "star", 0.19, 0.5),
        event=Drawings(ships.schooner, gates.drawbridge, (0.90, 0.85, 0.73), (0.18, 0.09, 0.05)),
        die=1.55, bevel=0.14, ball=1.7, finish=DULL, eye=_eye(42, -93, 60, 0.88, -0.1),
        lamps=(Lamp(130, 60, 90, 70, 6000, 0.8),), sky=0.4, camera=replace(GOOD, kelvin=5500, exposure=1.1),
        sun=Sun(20, 38, 5200, 1.8, 6.0, 1.0), things=10,
    ),
    Plan(
        name="u18", tray=("corduroy in a cigar box, dice of wood", floors.corduroy, floors.cedar),
        size=(18.0, 13.5, 2.0, 0.6), table=("herringbone", tables.herringbone),
        white=Pips((0.80, 0.64, 0.43), (0.14, 0.07, 0.04), "drilled", 0.13, 0.5, "olive"),
        red=Pips((0.60, 0.10, 0.08), (0.95, 0.89, 0.76), "drilled", 0.13, 0.5, "beech"),
        event=Drawings(ships.raft, gates.planks, (0.83, 0.73, 0.54), (0.17, 0.09, 0.05), kind="beech"),
        die=1.6, bevel=0.11, ball=1.62, finish=DULL, eye=_eye(5, -92, 58, 0.91, -0.1, 2),
        lamps=(Lamp(70, 55, 80, 26, 4200, 0.9), Lamp(-110, 48, 85, 22, 5200, 0.3)), sky=0.2,
        camera=replace(GOOD, exposure=0.68), fourth=Pips((0.24, 0.22, 0.20), (0.92, 0.88, 0.78)),
    ),
    Plan(
        name="u19", tray=("a glazed dish, pips in brass", floors.celadon, floors.celadon),
        size=(14.0, 10.5, 1.2, 0.7), table=("terrazzo", tables.terrazzo),
        white=Pips((0.07, 0.13, 0.33), (0.95, 0.93, 0.85), "inlaid", 0.16, 0.5),
        red=Pips((0.62, 0.04, 0.09), (0.95, 0.93, 0.85), "inlaid", 0.16, 0.5),
        event=Drawings(ships.trireme, gates.portcullis, (0.91, 0.89, 0.80), (0.09, 0.08, 0.16)), die=1.3,
        bevel=0.09, ball=1.8, finish=SATIN, eye=_eye(12, 94, 60, 0.9, -0.12, -3),
        lamps=(Lamp(-60, 58, 75, 45, 4600, 0.9), Lamp(110, 35, 90, 16, 5600, 0.35)), sky=0.25,
        camera=replace(GOOD, exposure=0.8), fourth=Pips((0.93, 0.92, 0.88), (0.10, 0.10, 0.12)),
    ),
    Plan(
        name="u20", tray=("knitting in a biscuit tin, a child's large dice", floors.knit, floors.biscuit_tin),
        size=(19.5, 15.0, 2.8, 0.3), table=("formica", tables.formica),
        white=Pips((0.60, 0.78, 0.24), (0.05, 0.06, 0.06), "printed", 0.24, 0.54),
        red=Pips((0.84, 0.17, 0.13), (0.97, 0.96, 0.93), "printed", 0.24, 0.54),
        event=Drawings(ships.steamer, gates.arches, (0.94, 0.94, 0.91), (0.10, 0.10, 0.12)), die=1.8,
        bevel=0.16, ball=1.55, finish=SATIN, eye=_eye(18, -85, 62, 0.9, -0.14, -2),
        lamps=(Lamp(160, 52, 75, 30, 3800, 1.0),), sky=0.25, camera=replace(WEB, exposure=0.75), things=7,
        fourth=Pips((0.20, 0.42, 0.78), (0.97, 0.96, 0.93)),
    ),
    Plan(
        name="u21", tray=("a mat with a night sky, clear dice", floors.night_sky, floors.night_sky),
        size=(20.0, 15.0, 0.0, 0.0), table=("scrubbed boards", tables.scrubbed),
        white=Pips((0.58, 0.84, 0.88), (0.05, 0.08, 0.26), "crown", 0.22, 0.53, "smoke"),
        red=Pips((0.80, 0.07, 0.13), (0.97, 0.96, 0.94), "crown", 0.22, 0.53, "smoke"),
        event=Drawings(ships.crew, gates.star_fort, (0.90, 0.91, 0.92), (0.07, 0.07, 0.10)), die=1.7,
        bevel=0.08, ball=1.8, finish=Finish(0.14, 0.3, 0.4, clear=0.35), eye=_eye(24, 90, 64, 0.88, -0.12, 3),
        lamps=(Lamp(30, 54, 80, 34, 5000, 0.9), Lamp(-130, 44, 80, 18, 3400, 0.3)), sky=0.3,
        camera=replace(GOOD, exposure=0.55), things=14, fourth=Pips((0.90, 0.62, 0.14), (0.06, 0.06, 0.08)),
    ),
    Plan(
        name="u22", tray=("a school's board in the evening", floors.chalkboard, floors.ash),
        size=(17.0, 12.5, 1.5, 0.9), table=("rug", tables.rug),
        white=Pips((0.93, 0.91, 0.84), (0.05, 0.26, 0.16), "shield", 0.2, 0.52, "pearl"),
        red=Pips((0.56, 0.03, 0.06), (0.93, 0.80, 0.44), "shield", 0.2, 0.52),
        event=Drawings(ships.horned, gates.mural_crown, (0.90, 0.86, 0.76), (0.12, 0.06, 0.05)), die=1.55,
        bevel=0.15, ball=1.6, finish=GLOSS, eye=_eye(33, -94, 62, 0.9, -0.1, 2),
        lamps=(Lamp(40, 50, 65, 16, 2700, 1.0),), sky=0.05, camera=replace(DIM, exposure=0.5),
        fourth=Pips((0.22, 0.26, 0.34), (0.93, 0.91, 0.84)),
    ),
    Plan(
        name="u23", tray=("a drawer by a window", floors.net_liner, floors.bottle_green),
        size=(16.5, 12.5, 1.4, 0.6), table=("linoleum", tables.linoleum),
        white=Pips((0.80, 0.77, 0.87), (0.28, 0.07, 0.26), "flower", 0.2, 0.53),
        red=Pips((0.76, 0.07, 0.05), (0.97, 0.94, 0.84), "flower", 0.2, 0.53),
        event=Drawings(ships.sloop, gates.triumph, (0.90, 0.89, 0.86), (0.07, 0.08, 0.14)), die=1.45,
        bevel=0.13, ball=1.7, finish=SATIN, eye=_eye(42, 86, 62, 0.88, -0.12, -2),
        lamps=(Lamp(-150, 58, 85, 50, 5600, 0.8),), sky=0.35, camera=replace(WEB, kelvin=5200, exposure=0.9),
        sun=Sun(200, 44, 5300, 1.6, 7.0, -1.0, 2), things=9,
        fourth=Pips((0.13, 0.42, 0.46), (0.95, 0.94, 0.90)),
    ),
    Plan(
        name="u24", tray=("a folding tray of microfibre", floors.microfibre, floors.leatherette),
        size=(19.0, 14.0, 2.2, 0.9), table=("butcher's block", tables.butcher_block),
        white=Pips((0.93, 0.92, 0.90), (0.05, 0.05, 0.05)),
        red=Pips((0.72, 0.06, 0.07), (0.95, 0.94, 0.92)),
        event=Drawings(ships.longship, gates.gatehouse, (0.91, 0.89, 0.83)), die=1.6, bevel=0.14, ball=1.62,
        finish=GLOSS, eye=_eye(7, -91, 60, 0.9, -0.1, 2),
        lamps=(Lamp(60, 44, 90, 35, 3000, 1.0), Lamp(-150, 30, 110, 60, 6000, 0.25)), sky=0.15,
        camera=replace(GOOD, kelvin=3700, exposure=0.65), fourth=Pips((0.15, 0.33, 0.62), (0.95, 0.94, 0.92)),
    ),
    Plan(
        name="u25", tray=("a lid of a game's box, small dice", floors.grey_board, floors.box_print),
        size=(14.0, 13.0, 1.8, 0.25), table=("herringbone", tables.herringbone),
        white=Pips((0.92, 0.86, 0.71), (0.06, 0.05, 0.05)),
        red=Pips((0.64, 0.04, 0.06), (0.94, 0.91, 0.82)),
        event=Drawings(ships.anchor, gates.keyhole, (0.92, 0.90, 0.84)), die=1.2, bevel=0.17, ball=1.55,
        finish=SATIN, eye=_eye(15, 178, 58, 0.93, -0.1), lamps=(Lamp(-40, 62, 80, 60, 6500, 1.0),), sky=0.2,
        camera=replace(GOOD, kelvin=5800, exposure=1.1), fourth=Pips((0.10, 0.36, 0.22), (0.94, 0.93, 0.88)),
    ),
    Plan(
        name="u26", tray=("a breakfast tray of pine, dice of wood", floors.pine, floors.pine),
        size=(20.0, 15.0, 1.6, 1.1), table=("damask", tables.damask),
        white=Pips((0.86, 0.72, 0.52), (0.13, 0.06, 0.03), "drilled", 0.17, 0.52, "beech"),
        red=Pips((0.66, 0.09, 0.07), (0.94, 0.90, 0.82), "drilled", 0.17, 0.52, "beech"),
        event=Drawings(ships.moon_boat, gates.trellis, (0.90, 0.81, 0.65), (0.15, 0.07, 0.04), kind="beech"),
        die=1.65, bevel=0.09, ball=1.75, finish=DULL, eye=_eye(0, 90, 56, 0.91, -0.08, -3),
        lamps=(Lamp(100, 42, 110, 90, 5500, 0.9),), sky=0.35,
        camera=replace(GOOD, kelvin=5800, exposure=1.15),
        fourth=Pips((0.18, 0.30, 0.22), (0.93, 0.90, 0.80), kind="beech"),
    ),
    Plan(
        name="u27", tray=("a battle mat in a club", floors.battle_mat, floors.aluminium),
        size=(18.5, 14.5, 1.2, 0.5), table=("a club's table", tables.club_table),
        white=Pips((0.94, 0.94, 0.94), (0.07, 0.06, 0.10), "hexagon", 0.19, 0.52),
        red=Pips((0.78, 0.05, 0.09), (0.96, 0.96, 0.95), "hexagon", 0.19, 0.52),
        event=Drawings(ships.axes, gates.hexed, (0.93, 0.92, 0.89), (0.06, 0.06, 0.08)), die=1.6, bevel=0.1,
        ball=1.7, finish=GLOSS, eye=_eye(27, -87, 66, 0.9, -0.16, 3),
        lamps=(Lamp(20, 52, 150, 70, 4000, 0.8), Lamp(-160, 50, 160, 70, 4000, 0.5)), sky=0.2,
        camera=replace(WEB, exposure=1.0), things=15, fourth=Pips((0.12, 0.13, 0.15), (0.95, 0.95, 0.93)),
    ),
    Plan(
        name="u28", tray=("a towel in a baking tin on the lawn", floors.tea_towel, floors.baking_tin),
        size=(17.5, 13.0, 2.0, 0.3), table=("lawn", tables.lawn),
        white=Pips((0.95, 0.94, 0.91), (0.09, 0.09, 0.10), "red one", 0.17, 0.5),
        red=Pips((0.70, 0.04, 0.05), (0.96, 0.95, 0.93), "drilled", 0.17, 0.5),
        event=Drawings(ships.galleon, gates.pagoda, (0.92, 0.90, 0.85)), die=1.45, bevel=0.16, ball=1.5,
        finish=SATIN, eye=_eye(36, -95, 60, 0.88, -0.1, -2), lamps=(Lamp(130, 60, 95, 80, 6200, 0.8),),
        sky=0.4, camera=replace(GOOD, kelvin=5500, exposure=0.9), sun=Sun(-30, 46, 5300, 1.5, 6.0, 2.0),
        things=6, fourth=Pips((0.94, 0.66, 0.12), (0.08, 0.07, 0.07)),
    ),
    Plan(
        name="u29", tray=("a desk's leather by a lamp", floors.tooled_leather, floors.mahogany),
        size=(16.5, 12.0, 1.7, 1.0), table=("rug", tables.rug),
        white=Pips((0.90, 0.83, 0.66), (0.11, 0.07, 0.05), "drilled", 0.18, 0.5),
        red=Pips((0.58, 0.05, 0.05), (0.92, 0.86, 0.70), "drilled", 0.18, 0.5),
        event=Drawings(ships.proa, gates.banner, (0.90, 0.86, 0.77), (0.10, 0.06, 0.04)), die=1.5, bevel=0.13,
        ball=1.6, finish=SATIN, eye=_eye(19, 96, 60, 0.92, -0.1, 3),
        lamps=(Lamp(150, 48, 55, 14, 2700, 1.0),), sky=0.06, camera=replace(DIM, exposure=0.6),
        fourth=Pips((0.10, 0.12, 0.20), (0.90, 0.86, 0.74)),
    ),
    Plan(
        name="u30", tray=("foam in a toy's crate, a child's dice", floors.foam, floors.coral_plastic),
        size=(16.0, 14.0, 2.6, 0.4), table=("linoleum", tables.linoleum),
        white=Pips((0.93, 0.76, 0.14), (0.66, 0.06, 0.05), "printed", 0.2, 0.52),
        red=Pips((0.80, 0.08, 0.07), (0.97, 0.95, 0.90), "printed", 0.2, 0.52),
        event=Drawings(ships.fleet, gates.moon_gate, (0.94, 0.93, 0.90), (0.08, 0.07, 0.09)), die=1.8,
        bevel=0.19, ball=1.5, finish=SATIN, eye=_eye(23, 3, 62, 0.9, -0.12), things=8,
        lamps=(Lamp(-100, 55, 80, 30, 5000, 0.9), Lamp(80, 40, 90, 30, 3500, 0.25)), sky=0.25,
        camera=replace(GOOD, exposure=0.95), fourth=Pips((0.34, 0.62, 0.26), (0.97, 0.95, 0.90)),
    ),
    Plan(
        name="u31", tray=("a 3D-printed tray on a workbench", floors.mint_print, floors.mint_layers),
        size=(16.5, 12.5, 1.5, 0.5), table=("cutting mat", tables.cutting_mat),
        white=Pips((0.12, 0.12, 0.13), (0.95, 0.95, 0.94), "loops", 0.2, 0.52),
        red=Pips((0.74, 0.07, 0.05), (0.96, 0.95, 0.92), "loops", 0.2, 0.52),
        event=Drawings(ships.catamaran, gates.pylons, (0.92, 0.92, 0.91), (0.07, 0.07, 0.08)), die=1.7,
        bevel=0.07, ball=1.8, finish=GLOSS, eye=_eye(42, -89, 64, 0.88, -0.14, 2),
        lamps=(Lamp(10, 48, 60, 12, 4500, 0.9), Lamp(-120, 50, 120, 60, 4000, 0.35)), sky=0.2,
        camera=replace(GOOD, exposure=1.0), things=10, fourth=Pips((0.93, 0.93, 0.91), (0.07, 0.07, 0.08)),
    ),
)  # fmt: skip
