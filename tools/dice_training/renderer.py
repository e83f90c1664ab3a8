"""Draws rigs with Blender's Cycles, of which the package ``bpy`` has all that is needed.

One thread, few rays and a denoiser: a picture of 960x720 takes some seconds on one core.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix

from tools.dice_training.boxes import Box
from tools.dice_training.camera import Camera
from tools.dice_training.development import kelvin
from tools.dice_training.drawings import Floats
from tools.dice_training.looks import DieLook, Finish, Hand, Lamp, Rig, Sun, Surface, Thing
from tools.dice_training.poses import Lying
from tools.dice_training.scenes import ACROSS, NORMALS, UP

RAYS = 3
SIDE_PX = 256
ROUNDING_STEPS = 5
TABLE = 240.0
SUN_GAP_AWAY = 150.0
LAMP_POWER = 5.0  # for each square centimetre of distance, of a lamp of strength 1
RELIEF_DEPTH = 0.09
Node = Any  # Blender publishes no types


class Studio:
    """A rig built in Blender, ready to be photographed.

    ``detail`` is how many pixels are rendered along one of the camera's.
    """

    def __init__(self, rig: Rig, camera: Camera, detail: float = 1.0) -> None:
        self.rig, self.camera, self.detail = rig, camera, detail
        self.scene = _emptied()
        self.dice = {look: self._die(look, die) for look, die in rig.dice.items()}
        self._tray()
        for thing in rig.things:
            self._thing(thing)
        self._eye()
        self.lamps = [self._lamp() for _ in rig.lamps]
        self.world = bpy.data.worlds.new("sky")
        self.scene.world = self.world
        if rig.sun is not None:
            self._sun(rig.sun)
        self.light(rig.lamps)

    # --- photographing -----------------------------------------------------------------------------------

    def photograph(self, lying: Sequence[Lying], hand: Hand | None = None) -> Floats:
        """Linear light (RGB) as the camera's lens lets it through, of the dice that lie there."""
        reaching = [_hand(hand)] if hand is not None else []
        for thing in self.dice.values():
            thing.hide_render = True
        for die in lying:
            thing = self.dice[die.look]
            thing.hide_render = False
            _put(thing, die.box.turn, die.box.centre)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "light.exr"
            self.scene.render.filepath = str(file)
            bpy.ops.render.render(write_still=True)
            made = bpy.data.images.load(str(file))
            wide, high = made.size
            values = np.empty(wide * high * 4, np.float32)
            made.pixels.foreach_get(values)
            bpy.data.images.remove(made)
        for thing in reaching:
            bpy.data.objects.remove(thing)
        return self.camera.through_lens(np.ascontiguousarray(values.reshape(high, wide, 4)[::-1, :, :3]))

    def light(self, lamps: Sequence[Lamp]) -> None:
        """Lights the rig with these lamps, as many as it was built with, and its sky."""
        for thing, lamp in zip(self.lamps, lamps, strict=True):
            towards = _direction(lamp.azimuth, lamp.elevation)
            _put(thing, _facing(towards), towards * lamp.away)
            thing.data.size = lamp.size
            thing.data.energy = LAMP_POWER * lamp.strength * lamp.away**2
            thing.data.color = kelvin(lamp.kelvin).tolist()
        (red, green, blue), strength = self.rig.sky
        nodes = self._nodes(self.world)
        background = nodes.new("ShaderNodeBackground")
        background.inputs["Color"].default_value = (red, green, blue, 1)
        background.inputs["Strength"].default_value = strength
        self.world.node_tree.links.new(
            background.outputs[0], nodes.new("ShaderNodeOutputWorld").inputs["Surface"]
        )

    # --- building ----------------------------------------------------------------------------------------

    def _die(self, name: str, look: DieLook) -> Node:
        """A cube with round edges; its sides lie in one picture, three beside each other in two rows."""
        sides = [[cv2.resize(part, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA) for part in side]
                 for side in look.sides]  # fmt: skip
        colours, heights = (
            np.vstack([np.hstack([side[part] for side in sides[row : row + 3]]) for row in (0, 3)])
            for part in (0, 1)
        )
        heights = cv2.GaussianBlur(heights.astype(np.float32), (0, 0), 1.2)
        points, faces, normals, places = rounded_cube(look.size, look.bevel, look.ball)
        thing = _mesh(name, points, faces, places, _material(Surface(colours, heights, look.finish)))
        thing.data.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
        thing.data.normals_split_custom_set_from_vertices(normals.tolist())
        return thing

    def _tray(self) -> None:
        tray = self.rig.tray
        floor = _material(tray.floor)
        self._plane("floor", tray.wide, tray.deep, 0.0, floor, tray.floor.tile)
        rim = floor if tray.rim is tray.floor else _material(tray.rim)
        for wall in tray.walls:
            _softened(_box("wall", wall, rim, tray.rim.tile), 0.15)
        self.table_height = -0.35 if tray.wall else -0.05
        table = self.rig.table
        self._plane("table", TABLE, TABLE, self.table_height, _material(table), table.tile)

    def _plane(self, name: str, wide: float, deep: float, height: float, material: Node, tile: float) -> None:
        points = np.array([[-wide, -deep, 0], [wide, -deep, 0], [wide, deep, 0], [-wide, deep, 0]]) / 2
        thing = _mesh(name, points, np.array([[0, 1, 2, 3]]), points[None, :, :2] / tile + 0.5, material)
        thing.location = (0, 0, height)

    def _thing(self, thing: Thing) -> None:
        made = SHAPES[thing.shape](thing, _material(thing.surface))
        made.location = (*thing.at, self.table_height + thing.size[2] / 2 + 0.01)
        made.rotation_euler = (0, 0, math.radians(thing.turn))

    def _eye(self) -> None:
        lens = bpy.data.cameras.new("eye")
        lens.sensor_fit, lens.sensor_width, lens.clip_end = "HORIZONTAL", 36, 1000
        lens.lens = 18 / self.camera.half_width
        eye = bpy.data.objects.new("eye", lens)
        self.scene.collection.objects.link(eye)
        _put(eye, self.camera.axes.T, self.camera.place)
        self.scene.camera = eye
        render = self.scene.render
        render.resolution_x, render.resolution_y = (round(px * self.detail) for px in self.camera.size_px)

    def _lamp(self) -> Node:
        data = bpy.data.lights.new("lamp", "AREA")
        data.shape = "DISK"
        lamp = bpy.data.objects.new("lamp", data)
        self.scene.collection.objects.link(lamp)
        return lamp

    def _sun(self, sun: Sun) -> None:
        """The sun behind two boards that only their shadows show, and the bars of a window between them."""
        towards = _direction(sun.azimuth, sun.elevation)
        data = bpy.data.lights.new("sun", "SUN")
        data.energy, data.angle, data.color = (
            4 * sun.strength,
            math.radians(0.25),
            kelvin(sun.kelvin).tolist(),
        )
        lamp = bpy.data.objects.new("sun", data)
        self.scene.collection.objects.link(lamp)
        axes = _facing(towards)
        _put(lamp, axes, towards * SUN_GAP_AWAY)
        reach = 70.0
        boards = [(sun.off + side * (sun.wide + reach) / 2, 0.0, reach, 2 * reach) for side in (-1, 1)]
        boards += [(sun.off, (bar - (sun.bars - 1) / 2) * 9.0, sun.wide, 1.4) for bar in range(sun.bars)]
        for across, along, wide, high in boards:
            place = towards * SUN_GAP_AWAY * 0.9 + axes[:, 0] * across + axes[:, 1] * along
            board = _box("board", Box(axes, place, np.array([wide, high, 0.2])), None, 1.0)
            for kind in ("camera", "diffuse", "glossy", "transmission"):
                setattr(board, f"visible_{kind}", False)

    @staticmethod
    def _nodes(owner: Node) -> Node:
        owner.use_nodes = True
        owner.node_tree.nodes.clear()
        return owner.node_tree.nodes


def rounded_cube(
    size: float, bevel: float, ball: float, steps: int = ROUNDING_STEPS
) -> tuple[Floats, Floats, Floats, Floats]:
    """Points, faces by their points, normals and, for each corner of each face, its place in the picture of
    a die: a cube with edges of radius ``bevel`` in parts of its size, cut by a sphere of ``ball`` sizes."""
    inner = 0.5 - bevel
    rim = inner + bevel * np.tan(np.linspace(0, math.pi / 4, steps + 1)[1:])
    line = np.unique(np.concatenate([-rim, np.linspace(-inner, inner, 9), rim]))
    count = len(line)
    cell = np.array([[0, 1, count + 1, count]])
    cells = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).reshape(-1, 1) + cell
    across, up = np.meshgrid(line, line)
    points: list[Floats] = []
    faces, normals, places = [], [], []
    for side in range(6):
        plane = (
            NORMALS[side] / 2
            + across.reshape(-1, 1) * ACROSS[side]
            + up.reshape(-1, 1) * UP[side]
        ).astype(float)  # fmt: skip
        core = np.clip(plane, -inner, inner)
        out = plane - core
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        surface = core + bevel * out
        length = np.linalg.norm(surface, axis=1, keepdims=True)
        cut = length > ball / 2
        out = np.where(cut, surface / length, out)
        surface = np.where(cut, out * ball / 2, surface)
        place = np.stack([surface @ ACROSS[side], surface @ UP[side]], 1).astype(float) + 0.5
        column, row = side % 3, side // 3
        picture = (np.clip(place, 0.01, 0.99) + np.array([column, 1 - row])) / np.array([3, 2])
        faces.append(cells + len(points) * count**2)
        places.append(picture[cells])
        points.append(surface * size)
        normals.append(out)
    return np.concatenate(points), np.concatenate(faces), np.concatenate(normals), np.concatenate(places)


# --- things that lie about ---------------------------------------------------------------------------------


def _plate(thing: Thing, material: Node) -> Node:
    """A card, a book, a telephone, a wooden cube or road."""
    made = _box("thing", Box(np.eye(3), np.zeros(3), np.array(thing.size)), material, None)
    return _softened(made, min(0.1, min(thing.size) / 4))


def _prism(edges: int) -> Callable[[Thing, Node], Node]:
    """A token, a coin or a mug."""

    def make(thing: Thing, material: Node) -> Node:
        angles = np.linspace(0, 2 * math.pi, edges, endpoint=False)
        ring = np.stack([np.cos(angles), np.sin(angles)], 1) / 2
        high = thing.size[2] / 2
        points = np.concatenate(
            [np.column_stack([ring * thing.size[:2], np.full(edges, z)]) for z in (-high, high)]
        )
        around = np.arange(edges)
        after = (around + 1) % edges
        quads = np.stack([around, after, after + edges, around + edges], 1).tolist()
        lids = [around[::-1].tolist(), (around + edges).tolist()]
        faces = [*quads, *lids]
        corners = [points[place, :2] / np.array(thing.size[:2]) + 0.5 for face in faces for place in face]
        return _softened(_mesh("thing", points, faces, np.array(corners), material), 0.04)

    return make


def _pencil(thing: Thing, material: Node) -> Node:
    length, wide, high = thing.size
    made = _prism(6)(replace(thing, size=(wide, high, length)), material)
    made.data.transform(_matrix(np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]]), np.zeros(3)))
    return made


SHAPES: dict[str, Callable[[Thing, Node], Node]] = {
    "plate": _plate,
    "hexagon": _prism(6),
    "round": _prism(40),
    "pencil": _pencil,
}


# of each finger its root, its middle joint and its tip, and how thick it is; the arm comes from below
FINGERS = (
    ((-3.0, 3.4, 0.0), (-3.5, 6.2, 0.5), (-3.7, 8.4, -0.9), 0.80),
    ((-1.0, 4.0, 0.1), (-1.2, 7.4, 0.7), (-1.3, 10.1, -1.0), 0.86),
    ((1.0, 4.0, 0.1), (1.2, 7.2, 0.6), (1.4, 9.7, -1.0), 0.86),
    ((2.9, 3.3, 0.0), (3.5, 5.8, 0.4), (3.9, 7.6, -0.9), 0.72),
    ((3.2, -1.6, -0.2), (5.3, 1.4, -0.9), (5.7, 3.8, -1.8), 0.95),
)
FINGERTIP = np.array([-1.3, 10.1])


def _hand(hand: Hand) -> Node:
    """A palm, five fingers and an arm of many balls, grown together."""
    balls = [((x, y, 0.0), 1.35) for x in np.linspace(-2.4, 2.4, 6) for y in np.linspace(-3.5, 3.2, 8)]
    for root, joint, tip, thick in FINGERS:
        for start, end in ((root, joint), (joint, tip)):
            balls += [(tuple(place), thick) for place in np.linspace(start, end, 9)]
    arm = [np.linspace((side, -4.0, 0.2), (side, -30.0, 3.0), 26) for side in (-1.0, 1.0)]
    balls += [(tuple(place), 2.0 + 0.8 * number / 26) for row in arm for number, place in enumerate(row)]
    points, faces, _, places = rounded_cube(1.0, 0.5, 1.0, 2)
    pixel = np.full((8, 8, 3), hand.skin, np.float32)
    thing = _mesh(
        "hand",
        np.concatenate([2 * radius * points + place for place, radius in balls]),
        np.concatenate([faces + number * len(points) for number in range(len(balls))]),
        np.concatenate([places] * len(balls)),
        _material(Surface(pixel, pixel[..., 0], Finish(0.5, relief=0.0))),
    )
    grown = thing.modifiers.new("skin", "REMESH")
    grown.mode, grown.voxel_size, grown.use_smooth_shade = "VOXEL", 0.25, True
    smooth = thing.modifiers.new("smooth", "SMOOTH")
    smooth.iterations, smooth.factor = 30, 0.5
    around = math.radians(hand.azimuth - 90)
    turn = np.array(
        [[math.cos(around), -math.sin(around), 0], [math.sin(around), math.cos(around), 0], [0, 0, 1]]
    )
    _put(thing, turn, np.array([*(np.array(hand.at) - turn[:2, :2] @ FINGERTIP), hand.height]))
    return thing


# --- Blender ---------------------------------------------------------------------------------------------


def _emptied() -> Node:
    """A new scene with settings that are cheap and good enough for a camera of this kind."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", RAYS, False
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
    cycles.denoising_quality = "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 1, 2
    cycles.transmission_bounces, cycles.volume_bounces, cycles.transparent_max_bounces = 3, 0, 3
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect = 30, 4
    scene.render.use_persistent_data = True
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.view_settings.view_transform = "Raw"
    picture = scene.render.image_settings
    picture.file_format, picture.color_depth, picture.exr_codec = "OPEN_EXR", "16", "NONE"
    return scene


def _direction(azimuth: float, elevation: float) -> Floats:
    around, up = math.radians(azimuth), math.radians(elevation)
    return np.array([math.cos(up) * math.cos(around), math.cos(up) * math.sin(around), math.sin(up)])


def _facing(back: Floats) -> Floats:
    """Axes, as columns, of something that looks against a direction."""
    right = np.cross(np.array([0.0, 0.02, 1.0]), back)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(back, right), back], 1)


def _matrix(turn: Floats, place: Floats) -> Node:
    return Matrix([[*turn[row].tolist(), float(place[row])] for row in range(3)] + [[0, 0, 0, 1]])


def _put(thing: Node, turn: Floats, place: Floats) -> None:
    thing.matrix_world = _matrix(turn, place)


def _picture(values: Floats, is_colour: bool) -> Node:
    values = np.atleast_3d(values)
    high, wide = values.shape[:2]
    picture = bpy.data.images.new("picture", wide, high)
    if not is_colour:
        picture.colorspace_settings.name = "Non-Color"
    pixels = np.ones((high, wide, 4), np.float32)
    pixels[..., :3] = np.clip(values, 0, 1)
    picture.pixels.foreach_set(pixels[::-1].ravel())
    picture.pack()
    return picture


def _material(surface: Surface) -> Node:
    material = bpy.data.materials.new("surface")
    nodes = Studio._nodes(material)
    links, finish = material.node_tree.links, surface.finish
    out, shader = nodes.new("ShaderNodeOutputMaterial"), nodes.new("ShaderNodeBsdfPrincipled")
    shader.inputs["Roughness"].default_value = finish.rough
    shader.inputs["Coat Weight"].default_value = finish.coat
    shader.inputs["Coat Roughness"].default_value = 0.06
    paint = nodes.new("ShaderNodeTexImage")
    paint.image = _picture(surface.colours, True)
    links.new(paint.outputs["Color"], shader.inputs["Base Color"])
    if finish.relief:
        heights, bump = nodes.new("ShaderNodeTexImage"), nodes.new("ShaderNodeBump")
        heights.image = _picture(surface.heights, False)
        bump.inputs["Strength"].default_value = finish.relief
        bump.inputs["Distance"].default_value = RELIEF_DEPTH
        links.new(heights.outputs["Color"], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    seen = shader.outputs[0]
    if finish.clear:
        seen = _clear(nodes, links, shader, paint, finish)
    links.new(seen, out.inputs["Surface"])
    return material


def _clear(nodes: Node, links: Node, shader: Node, paint: Node, finish: Finish) -> Node:
    """Lets light into a die, and some of it through into its shadow, which rays alone would not do."""
    shader.inputs["Transmission Weight"].default_value = finish.clear
    shader.inputs["IOR"].default_value = 1.25
    path, through = nodes.new("ShaderNodeLightPath"), nodes.new("ShaderNodeBsdfTransparent")
    links.new(paint.outputs["Color"], through.inputs["Color"])
    part, mixed = nodes.new("ShaderNodeMath"), nodes.new("ShaderNodeMixShader")
    part.operation = "MULTIPLY"
    part.inputs[1].default_value = finish.clear
    links.new(path.outputs["Is Shadow Ray"], part.inputs[0])
    links.new(part.outputs[0], mixed.inputs[0])
    links.new(shader.outputs[0], mixed.inputs[1])
    links.new(through.outputs[0], mixed.inputs[2])
    return mixed.outputs[0]


def _mesh(name: str, points: Floats, faces: Any, places: Floats, material: Node) -> Node:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], [list(map(int, face)) for face in faces])
    mesh.uv_layers.new().data.foreach_set("uv", np.asarray(places, np.float32).ravel())
    if material is not None:
        mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


BOX_SIDES = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])


def _box(name: str, box: Box, material: Node, tile: float | None) -> Node:
    """A box whose picture is laid on each of its sides, in tiles or fitted to it."""
    points = Box(np.eye(3), np.zeros(3), box.size).corners
    places = []
    for side in BOX_SIDES:
        plane = [axis for axis in range(3) if np.ptp(points[side][:, axis]) > 1e-9]
        spot = points[side][:, sorted(plane, key=lambda axis: -box.size[axis]) if tile else plane]
        places.append(spot / (tile or box.size[plane]) + 0.5)
    thing = _mesh(name, points, BOX_SIDES, np.concatenate(places), material)
    _put(thing, box.turn, box.centre)
    return thing


def _softened(thing: Node, by: float) -> Node:
    modifier = thing.modifiers.new("edges", "BEVEL")
    modifier.width, modifier.segments = by, 2
    return thing
