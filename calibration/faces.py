"""What a top face shows: pips by the trained network, the event face by the references of the calibration."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from calibration import networks
from calibration.geometry import Floats, Floor, Picture, Square, in_picture, places_on, through
from calibration.light import WHITE, Ceiling
from calibration.model import GATES, REFERENCE_PX, Lab
from calibration.pips import Places

DRAWING, JUNK = 0, 7
ROUNDS = 2
"""How many times a face is set right before it is read."""
VIEWS = (
    (0.025, 0.0, 0.03, 1.0),
    (-0.025, 0.0, -0.03, 1.02),
    (0.0, 0.025, -0.03, 0.98),
    (0.0, -0.025, 0.03, 1.0),
)
"""Where two looks leave a doubt, a face is looked at a few times more, moved, turned and scaled a little."""
TURNS = (0, 1, 2, 3)
"""The quarter turns in which patches are looked at, one after another: the networks see more in some."""
CLOSER_VIEWS, CLOSER_TURNS = VIEWS[::2], (1, 3)
"""Two views are enough for the larger network. Of 678 rolls 652 were read in these turns, and 646 in 0 and 1.
"""
SURE_AT_ONCE = 0.93
AGREED, MAYBE_NO_TOP = 0.97, 0.2
"""The first looks agree if each gives the same number or drawing, and no top, more than the first together,
and no top less than the second. Of 11,950 dice with pips the larger network changed the number of none on
which they agreed; it only made it surer that these were tops."""
SURELY_OTHER = 0.8
"""What the first looks took for something else so surely is not told by the larger network alone."""
TOP = slice(4, -4)
"""The rows and columns of a patch that show the top face and little more."""

REFERENCE_EDGES = 0.9
SLACK_PX = 4
SIDE_SHARES = 0.2 + 0.1 * np.indices((7, 7)).reshape(2, -1).T
"""Where the colour of a side is looked at, in parts of its width and height."""
MOST_LAB = 40.0

KNOWN_CHANCE = 0.95
LEAST_SHOWN = 0.3
"""With less than this chance of any pips no number is sure."""
LEAST_DOUBTED, SURE_ALL_THE_SAME = 0.5, 0.99
"""Between these what the network says of pips is compared with what is seen without it; above them, too,
where few pips are told or the look was hasty. A number that is spoken against is no surer than the first."""
FEW_PIPS = 3
"""A lamp may have hidden pips beside so few."""
BLANK = 8.0
"""By no more, in levels of the three colours together, colours differ on a face of which nothing is left to
see, and of which the network makes what it likes. Of 2,200 dice in strange trays, degraded or not, that were
told rightly none showed less than 15."""
NEAR_CEILING = 0.96
"""What is so near to the ceiling in all three colours has burnt out."""
LEAST_ALONE, ALONE_CHANCE = 0.6, 0.95
"""The only number that is possible is as sure as the second where the network thinks it the likeliest number
and gives it more than the first: mirrored lamps and veins of marble worry the network. For 120 dice of
strange trays that it doubted, degraded or not, the two agreed on two wrong numbers: with 0.24 they took a
five, of which a lamp had hidden the middle, for a six, and with 0.51 a burnt six for a two."""


@dataclass(frozen=True)
class Face:
    """What the network makes of a top face."""

    square: Square
    chances: Floats  # a drawing, 1 to 6 pips, no flat top face
    lab: Lab
    possible: frozenset[int] = frozenset()
    """The numbers that what is seen of the pips leaves possible, where that was asked."""
    spoken_against: bool = False
    """Whether a pip is plainly seen where the likeliest number has none, or nothing is seen at all."""
    misplaced: bool = False
    """Whether the pips are dark and do not lie as those of the likeliest number."""

    glanced: Floats | None = None
    """The mean of what the first looks say, where the larger network was not asked though it might be surer
    that this is a top."""

    surely_flat: bool = True
    """Whether it surely is the top of a die that lies flat, so that its sides are where they must be."""

    distances: Mapping[str, float] | None = None
    """How unlike each face of the event die it looks, where that was asked."""
    known: bool = False
    """Whether it looks like one of them as the calibration was shown it."""
    well_known: bool = False
    """Whether it does so more clearly than a face that leans."""

    @property
    def drawing(self) -> float:
        """How sure it is a drawing; the calibration is a better witness than the network."""
        return max(float(self.chances[DRAWING]), KNOWN_CHANCE * self.known)

    @property
    def junk(self) -> float:
        """How sure it is no top face."""
        return min(float(self.chances[JUNK]), 1 - KNOWN_CHANCE * self.known)

    @property
    def hasty(self) -> bool:
        """Whether the larger network may yet be asked: see ``look_closer``."""
        return self.glanced is not None

    @property
    def shows_pips(self) -> float:
        """How sure it shows pips; of what was looked at in haste, if it is a top at all."""
        pips = float(self.chances[1:7].sum())
        return pips / (1 - float(self.chances[JUNK]) + 1e-9) if self.hasty else pips

    @property
    def pips(self) -> int:
        """The likeliest number of pips."""
        return int(np.argmax(self.chances[1:7])) + 1

    @property
    def is_impossible(self) -> bool:
        """Whether what is seen of the pips leaves other numbers possible, and not the likeliest one."""
        return bool(self.possible) and self.pips not in self.possible

    @property
    def pips_chance(self) -> float:
        """How sure that number is beside the next likely one, or beside all where a lamp leaves several of
        them possible; less where hardly any pips are seen."""
        second, first = np.sort(self.chances[1:7])[-2:]
        pips = float(self.chances[1:7].sum())
        beside = pips if len(self.possible) > 1 else first + second
        chance = float(first / (beside + 1e-9)) * min(1.0, pips / LEAST_SHOWN)
        if self.spoken_against:
            return min(chance, LEAST_DOUBTED)
        if self.possible == {self.pips} and first > LEAST_ALONE:
            return max(chance, ALONE_CHANCE)
        return chance


def lab_of(patch: Picture) -> Floats:
    """CIE Lab with 0 to 100 for the lightness."""
    return cv2.cvtColor(patch.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)


def body_lab(patch: Picture) -> Lab:
    """The commonest colour of a face: its body."""
    cut = round(patch.shape[0] * 0.19)
    return middle_lab(lab_of(patch[cut:-cut, cut:-cut]).reshape(-1, 3))


def middle_lab(labs: Floats | Sequence[Lab]) -> Lab:
    """The median of colours, of each of their three parts alone."""
    bright, first, second = np.median(labs, axis=0)
    return float(bright), float(first), float(second)


def sides_lab(floor: Floor, image: Picture, square: Square, seen_from: Floats) -> Lab | None:
    """The colour of a flat die's brightest side, of those that are well seen from that place; none if no side
    is."""
    seen = []
    for side in square.seen_sides(seen_from).values():
        places = through(floor.to_image, places_on(side, SIDE_SHARES))
        if in_picture(places, image):
            x, y = places.astype(np.float32).T
            seen.append(middle_lab(lab_of(cv2.remap(image, x, y, cv2.INTER_LINEAR)).reshape(-1, 3)))
    return max(seen, default=None)


Network = Callable[[Floats], Floats]
View = tuple[float, float, float, float]
"""How far to the right and down, turned and scaled a square is looked at."""


def _look(
    floor: Floor, image: Picture, squares: Sequence[Square], network: Network, turns: Sequence[int] = TURNS
) -> tuple[Floats, Floats, list[Picture]]:
    """Chances and measures of each square's patch, each in the next of the ``turns``, which begin anew."""
    patches = [square.patch(floor, image, networks.FACE_PX, networks.FACE_EDGES) for square in squares]
    turned = [turns[number % len(turns)] for number in range(len(patches))]
    given = np.stack([np.rot90(patch, turn) for patch, turn in zip(patches, turned, strict=True)])
    out = network(networks.face_inputs(given))
    chances, measures = networks.chances(out), out[:, 8:].copy()
    for number, turn in enumerate(turned):  # back to how the patch lay before it was turned
        for _ in range(turn):
            right, down = measures[number, 0], measures[number, 1]
            measures[number, 0], measures[number, 1] = -down, right
    return chances, measures, patches


def _set_right(square: Square, measures: Floats) -> Square:
    """The square moved to where the network sees the face."""
    right, down, turn, size = (float(part) for part in np.clip(measures, -0.25, 0.25))
    cosine, sine = math.cos(square.angle), math.sin(square.angle)
    return Square(
        square.x + (cosine * right - sine * down) * square.edge,
        square.y + (sine * right + cosine * down) * square.edge,
        square.angle + turn,
        square.edge * math.exp(size),
    )


def _beside(square: Square, right: float, down: float, turn: float, scale: float) -> Square:
    """The square moved by parts of its edge, turned and scaled."""
    return Square(
        square.x + right * square.edge,
        square.y + down * square.edge,
        square.angle + turn,
        square.edge * scale,
    )


def read_faces(
    floor: Floor,
    image: Picture,
    squares: Sequence[Square],
    network: Network = networks.faces,
    closer: Network | None = None,
    ceiling: Ceiling = WHITE,
    *,
    hastily: bool = False,
) -> list[Face]:
    """Each face set right first, then looked at as often as it needs: by ``closer``, if that is given, where
    the first looks leave a doubt. ``hastily`` it is not asked where they agree and only doubt whether it is a
    top. In the picture nothing is brighter than ``ceiling``."""
    if not squares:
        return []
    for _ in range(ROUNDS):
        before, measures, _ = _look(floor, image, squares, network)
        squares = [_set_right(square, found) for square, found in zip(squares, measures, strict=True)]
    each, _, patches = _look(floor, image, squares, network)
    first, in_doubt = (before + each) / 2, np.minimum(before, each).max(axis=1) < SURE_AT_ONCE
    spared = np.zeros(len(squares), bool)
    if hastily:
        no_top = np.maximum(before, each)[:, JUNK]
        agreed = np.minimum(*(look + look[:, JUNK:] for look in (before, each)))[:, :JUNK].max(axis=1)
        spared = in_doubt & (agreed > AGREED) & (no_top < MAYBE_NO_TOP)
        each[spared] = _with_junk(each[spared], no_top[spared])
    if doubted := np.flatnonzero(in_doubt & ~spared).tolist():
        unclear = [squares[number] for number in doubted]
        if closer is None:
            more = _seen_beside(floor, image, unclear, network, VIEWS, TURNS)
            each[doubted] = (each[doubted] + len(VIEWS) * more) / (1 + len(VIEWS))
        else:
            each[doubted] = _seen_closer(floor, image, unclear, first[doubted], closer)
    found = []
    for number, (square, patch) in enumerate(zip(squares, patches, strict=True)):
        glanced = first[number] if spared[number] else None
        face = Face(square, each[number].astype(np.float32), body_lab(patch[TOP, TOP]), glanced=glanced)
        found.append(_with_pips(face, patch, ceiling, closer is not None))
    return found


def look_closer(
    floor: Floor, image: Picture, faces: Sequence[Face], closer: Network, ceiling: Ceiling = WHITE
) -> list[Face]:
    """The faces as ``read_faces`` would have found them without haste."""
    hasty = {number: face.glanced for number, face in enumerate(faces) if face.glanced is not None}
    if not hasty:
        return list(faces)
    squares, first = [faces[number].square for number in hasty], np.stack(list(hasty.values()))
    found = list(faces)
    for number, chances in zip(hasty, _seen_closer(floor, image, squares, first, closer), strict=True):
        before = faces[number]
        face = Face(before.square, chances.astype(np.float32), before.lab, distances=before.distances)
        patch = face.square.patch(floor, image, networks.FACE_PX, networks.FACE_EDGES)
        found[number] = _with_pips(face, patch, ceiling, True)
    return found


def _seen_closer(
    floor: Floor, image: Picture, squares: Sequence[Square], first: Floats, closer: Network
) -> Floats:
    """The chances of squares by the larger network, given the mean of the ``first`` looks: (squares, 8)."""
    more = _seen_beside(floor, image, squares, closer, CLOSER_VIEWS, CLOSER_TURNS)
    contradicted = (first.max(axis=1) > SURELY_OTHER) & (first.argmax(axis=1) != more.argmax(axis=1))
    more[contradicted] = (more + first)[contradicted] / 2
    return _with_junk(more, np.minimum(more, first)[:, JUNK])


def _with_pips(face: Face, patch: Picture, ceiling: Ceiling, closely: bool) -> Face:
    """The face, with what is seen of its pips where that may say more than the network."""
    is_asked = face.hasty or (closely and face.pips <= FEW_PIPS)
    is_doubted = LEAST_DOUBTED < face.pips_chance < (math.inf if is_asked else SURE_ALL_THE_SAME)
    return with_places(face, patch, ceiling) if is_doubted or is_blank(patch) else face


def is_blank(patch: Picture) -> bool:
    """Whether a lamp or too much light has left nothing on a face."""
    seen = cv2.GaussianBlur(patch[networks.INNER, networks.INNER], (3, 3), 0).reshape(-1, 3)
    return float(np.linalg.norm(seen.max(axis=0).astype(float) - seen.min(axis=0))) < BLANK


def burnt_part(patch: Picture, ceiling: Ceiling) -> float:
    """How much of a face has burnt out where nothing is brighter than ``ceiling``: from 0 to 1."""
    seen = patch[networks.INNER, networks.INNER]
    return float((seen >= NEAR_CEILING * np.array(ceiling)).all(axis=2).mean())


def _seen_beside(
    floor: Floor,
    image: Picture,
    squares: Sequence[Square],
    network: Network,
    views: Sequence[View],
    turns: Sequence[int],
) -> Floats:
    """The mean chances of each square in these views, of which there are as many as turns: (squares, 8)."""
    beside = [_beside(square, *view) for square in squares for view in views]
    chances, _, _ = _look(floor, image, beside, network, turns)
    seen: Floats = chances.reshape(len(squares), len(views), -1).mean(axis=1)
    return seen


def _with_junk(chances: Floats, junk: Floats) -> Floats:
    """Chances that are as likely beside one another, while that of no top face is another. The larger network
    takes tops that are seen aslant, close to the camera, for sides; so it counts only where it is surer that
    something is a top."""
    others = chances * ((1 - junk) / np.maximum(1 - chances[:, JUNK], 1e-9))[:, None]
    others[:, JUNK] = junk
    return others


def with_places(face: Face, patch: Picture, ceiling: Ceiling) -> Face:
    """The face, with what is seen of its pips without the network."""
    seen = Places.of(patch, ceiling)
    return replace(
        face,
        possible=(possible := seen.possible()),
        spoken_against=is_blank(patch) or seen.speak_against(face.pips),
        misplaced=seen.are_dark and face.pips not in possible,
    )


# --- the event die -----------------------------------------------------------------------------------


def reference(floor: Floor, image: Picture, square: Square) -> Picture:
    """A face of the event die, to be compared with later."""
    return square.patch(floor, image, REFERENCE_PX, REFERENCE_EDGES)


def _surrounded(floor: Floor, image: Picture, square: Square) -> Picture:
    """What is compared with a reference, a little larger than that."""
    size = REFERENCE_PX + 2 * SLACK_PX
    return square.patch(floor, image, size, REFERENCE_EDGES * size / REFERENCE_PX)


def _smooth(patch: Picture) -> Floats:
    """Its colours one after another: (colours, rows, columns)."""
    smooth = cv2.GaussianBlur(lab_of(patch) * np.array([0.5, 1, 1], np.float32), (0, 0), 1.0)
    return np.ascontiguousarray(smooth.transpose(2, 0, 1))


INK_WEIGHT = 14.0
"""How much clearly different colours count beside differences of pixels."""
LEAST_INK = 18.0
MOST_INK_ANGLE = math.radians(60)
MOST_BURNT = 10.0
"""Where the references lose more levels of brightness, in the mean, likeness says little."""
POWER = 8.0
"""How sure a face is: the power to which it is more like its reference than the next one."""


@dataclass(frozen=True)
class EventReader:
    """The four faces in all four turns, and the colour of each drawing."""

    names: tuple[str, ...]
    turned: Floats
    inks: tuple[Floats, ...]
    body: Floats
    faces: Mapping[str, Picture]
    burnt: bool = False
    """Whether the light is such that much of the faces is burnt out."""

    @staticmethod
    def of(faces: Mapping[str, Picture]) -> EventReader:
        """From the references of a calibration. The ship leaves most of the body's colour to be seen."""
        body = np.median(lab_of(faces["ship"]).reshape(-1, 3), axis=0)[1:]
        turned = np.array(
            [
                [np.rot90(smooth, turn, (1, 2)) for turn in range(4)]
                for smooth in map(_smooth, faces.values())
            ],
            np.float32,
        )
        inks = tuple(ink(face, body) for face in faces.values())
        return EventReader(tuple(faces), turned, inks, body, faces)

    def under(self, ceiling: Ceiling) -> EventReader:
        """The faces as they look where blue, green and red burn out at these levels."""
        lost = np.mean([np.maximum(face - np.array(ceiling), 0).mean() for face in self.faces.values()])
        if lost == 0:
            return self
        burnt = {name: np.minimum(face, ceiling).astype(np.uint8) for name, face in self.faces.items()}
        return replace(EventReader.of(burnt), burnt=bool(lost > MOST_BURNT))

    @cached_property
    def drawn(self) -> Mapping[str, float]:
        """How much is ``drawn`` of each face."""
        return {name: drawn(face) for name, face in self.faces.items()}

    @cached_property
    def greyest_gate(self) -> float:
        """The greatest ``greyness`` of a gate."""
        return max(greyness(self.faces[gate]) for gate in GATES)

    @cached_property
    def coarse(self) -> tuple[Floats, Floats]:
        """The faces in all turns, every other pixel: see ``_every_other``."""
        return _every_other(self.turned)

    @cached_property
    def planes(self) -> Floats:
        """What the network is told of the faces: (faces, 3, rows, columns)."""
        return np.stack([networks.planes(face) for face in self.faces.values()])

    def chances(self, seen: Picture) -> dict[str, float]:
        """How likely what is ``seen``, as ``reference`` cuts it out, is each face, by the network: together 1
        at most."""
        alike = networks.alike(networks.planes(seen), self.planes)
        return dict(zip(self.names, alike.tolist(), strict=True))

    def distances(self, floor: Floor, image: Picture, square: Square) -> dict[str, float]:
        """How unlike each face it looks (Lab units a pixel), at the best turn and the best place.

        Glare washes out much of a drawing; the hue of what is left of it still tells the gates apart.
        """
        patch = _surrounded(floor, image, square)
        fars = _unlike(_smooth(patch), self.turned, self.coarse)
        colour = ink(patch[SLACK_PX:-SLACK_PX, SLACK_PX:-SLACK_PX], self.body)
        return {
            name: float(far) + INK_WEIGHT * _other_ink(colour, wanted)
            for name, far, wanted in zip(self.names, fars, self.inks, strict=True)
        }


LEAST_DRAWN, CLEARLY_MORE_DRAWN = 9.5, 2.5
"""Of a face of which less is seen than the first, and of another so many times as much, a lamp has taken the
drawing: the gates are one drawing in three colours, and of sixty trays only these and washed out ships showed
less than 10."""
LAMP_ADDS = 6.0
"""And so much lighter than the gates is a ship with a lamp in it; a ship that is drawn faintly is not."""


def ship_is_washed_out(faces: Mapping[str, Picture]) -> bool:
    """Whether a lamp had taken the ship's drawing when the faces were learned."""
    ship = faces["ship"]
    gates = [faces[gate] for gate in GATES]
    usual = float(np.median([lightness(gate) for gate in gates]))
    return is_faint(drawn(ship), map(drawn, gates)) and lightness(ship) > usual + LAMP_ADDS


def is_faint(seen: float, others: Iterable[float]) -> bool:
    """Whether little is seen of a face, and of one of the others so much more, by how much is ``drawn``."""
    return seen < LEAST_DRAWN and max(others) > CLEARLY_MORE_DRAWN * seen


def lightness(face: Picture) -> float:
    """Of the lighter parts of a face, which are its body's or a lamp's."""
    return float(np.percentile(lab_of(inner(face))[..., 0], 80))


def inner(face: Picture) -> Picture:
    """A face of the event die without its rim."""
    cut = face.shape[0] // 8
    return face[cut:-cut, cut:-cut]


def drawn(face: Picture) -> float:
    """How much is seen of a face's drawing: how its lightness and its colours vary (Lab units)."""
    return sum(_varies(face))


def greyness(face: Picture) -> float:
    """How many times as much a face's lightness varies as its colours: little for a coloured drawing, though
    a lamp may have paled it."""
    light, colours = _varies(face)
    return light / max(colours, 1e-3)


def _varies(face: Picture) -> tuple[float, float]:
    """How a face's lightness varies, and how its colours do (Lab units)."""
    light, *colours = lab_of(inner(face)).reshape(-1, 3).std(axis=0)
    return float(light), float(np.hypot(*colours))


def _other_ink(seen: Floats, wanted: Floats) -> float:
    """From 0 to 1: how unlike two colours of drawings are, by their hue where both have one."""
    lengths = float(np.hypot(*seen)), float(np.hypot(*wanted))
    if min(lengths) < LEAST_INK:
        return float(np.hypot(*(seen - wanted))) / (sum(lengths) + 10)
    cosine = float(seen @ wanted) / max(lengths[0] * lengths[1], 1e-9)
    return min(1.0, math.acos(min(max(cosine, -1.0), 1.0)) / MOST_INK_ANGLE)


def _unlike(seen: Floats, wanted: Floats, coarse: tuple[Floats, Floats]) -> Floats:
    """For each face the least mean distance over turns and places.

    ``seen`` is (colours, rows, columns), ``wanted`` is (faces, turns, colours, rows, columns), and ``coarse``
    is what ``_every_other`` makes of ``wanted``. Light may have changed, and glare counts only so much.
    """
    count, turns = wanted.shape[:2]
    size = (REFERENCE_PX, REFERENCE_PX)
    places = np.lib.stride_tricks.sliding_window_view(seen, size, axis=(1, 2)).transpose(1, 2, 0, 3, 4)
    cut, squares = _every_other(places)
    learned, lengths = coarse
    rough = (squares.ravel() - 2 * (learned @ cut.T)).reshape(count, turns, -1) + lengths[..., None]
    turn = np.argsort(rough.min(axis=2), axis=1)[:, :2]
    near = np.argpartition(np.take_along_axis(rough, turn[..., None], axis=1), 1, axis=2)[..., :2]
    down, right = np.divmod(near, places.shape[1])
    face = np.arange(count)[:, None]
    off = (places[down, right] - wanted[face, turn][:, :, None]).reshape(-1, 3, *size)
    few = off[:, :, ::2, ::2].reshape(len(off), 3, -1)
    drift = networks.middle_of(few) * np.array([1, 0.5, 0.5], np.float32)
    off -= drift[..., None, None]
    bright, first, second = np.abs(off, out=off).transpose(1, 0, 2, 3)
    far = np.minimum(bright + first + second, MOST_LAB)
    least: Floats = far.mean(axis=(1, 2)).reshape(count, -1).min(axis=1)
    return least


def _every_other(pictures: Floats) -> tuple[Floats, Floats]:
    """Every other pixel of each picture (..., colours, rows, columns) as one row, and each row's squared
    length (...). They tell the likely turns and places."""
    few = np.ascontiguousarray(pictures[..., ::2, ::2])
    rows = few.reshape(math.prod(few.shape[:-3]), -1)
    return rows, np.einsum("pn,pn->p", rows, rows).reshape(few.shape[:-3])


def ink(patch: Picture, body: Floats) -> Floats:
    """The strongest colour of a drawing, beside that of the body (the two colour parts of Lab)."""
    off = lab_of(patch).reshape(-1, 3)[:, 1:] - body
    strength = np.hypot(off[:, 0], off[:, 1])
    rank = math.ceil(0.85 * (len(off) - 1))
    strong = off[strength >= np.partition(strength, rank)[rank]]
    return strong.mean(axis=0)


def event_confidence(distances: Mapping[str, float]) -> tuple[str, float]:
    """The likeliest face, and how sure it is: by how much less the picture is like the next one."""
    first, second = sorted(distances, key=lambda name: distances[name])[:2]
    nearest, next_one = (max(distances[name], 1e-3) for name in (first, second))
    return first, 1 / (1 + (nearest / next_one) ** POWER)
