"""Learns a tray and its dice from five pictures: the empty tray, and one with each face of the event die."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import permutations
from operator import itemgetter

import cv2
import numpy as np

from calibration import finding, geometry, networks, plane, tray
from calibration.climbing import climbed
from calibration.faces import (
    DRAWING,
    LAMP_ADDS,
    LEAST_DRAWN,
    EventReader,
    Face,
    drawn,
    inner,
    is_faint,
    lab_of,
    lightness,
    middle_lab,
    read_faces,
    reference,
    sides_lab,
)
from calibration.geometry import Corners, Floats, Floor, Picture
from calibration.model import (
    EVENT_FACES,
    GATES,
    Calibration,
    CalibrationError,
    CameraIdentity,
    Lab,
    Quality,
    pack,
)
from calibration.order import mistaken
from calibration.overview import small_view
from calibration.reading import OUTSIDE_EDGES, Reader, checked, empty_grid
from calibration.stance import flat_odds
from calibration.telling import lab_distance, lit_as

FIRST_GUESSES = (8.5, 10.5, 13.0)
"""Edges on the longer side of a usual tray."""
LEAST_EDGE_PX = 16.0
LEAST_SEEN = 0.25
LEAST_ODDS = -2.0
FLAT_WEIGHT = 0.4
FLAT_COUNTS = -3.0, 5.0
"""The logarithm of the odds of a die to lie flat counts between these."""
SLANTS = (1.0, 0.85, 0.7, 1.15, 1.3)
LEVEL = 2.0
"""Where the corners are about right, the dice of a calibration usually look flatter than this."""
TILT, FLATTER = 0.1, 0.02
"""In steps of the first the slopes of a plane are looked for, and the length of a lens as a logarithm, until
the dice look flatter by no more than the second."""
CLEARLY_FLATTER, MUCH_FLATTER = 0.1, 0.3
"""The floor stays as it was found unless the dice look flatter by the first in all, or by the second where
people showed the corners, or nobody saw its sides. Then of 96 trays under usual lenses none was changed, and
two of twelve others, both under a wide one: their floors were 4 and 1 % too deep for their width."""
UNLIKELY = 0.005
"""By so much flatter the dice must look for a change of one step, by four times as much for one of two: where
the camera looks straight down they look nearly alike by every lens."""
LEAST_FLOOR_EDGES = 3.0
"""On a smaller floor three dice would hardly lie."""
CLEARLY_LESS = 1.5
"""What is a die by so much smaller odds than the third is no die."""
MOST_BY_ODDS = 1.0
"""What a die shows tells more than its odds, which count no more than this. A white die's shadow was by 0.3
more surely a drawing than the striped ship beside it, and by 1.1 less likely a die; it was learned as the
ship. Odds of real dice differ by seven."""
LEAST_EVENT_DISTANCE = 4.0
LEAST_WASHED_DISTANCE = 12.0
"""Of a face that a lamp has washed out: elsewhere in the tray it looks otherwise."""
MOST_WASHED = 0.6
"""How much whiter than another face it may be; a white die may be white on every face."""
BURNT_OUT = 0.75
"""A lamp has burnt out a ship that is so white, and of which so little is seen beside the gates. Of 74 ships
of 42 trays one was, and none of the others was whiter than 0.39."""
WASHED = 235
"""From this brightness on, of each colour, nothing is left of a drawing."""
LESS_DRAWN = 0.6
"""Of a gate that a lamp has paled less is seen than this part of each other one, and it is lighter than one
of them by ``LAMP_ADDS``: later it would be like none that was learned. Of 102 gates of 34 trays two were so;
two others showed as little, by their drawing, and were lighter by 1.1 at most."""
LEAST_DIM_DISTANCE = 16.0
"""A gate of which so little is seen has a lamp on it if faces are so little apart, too: those of fifty trays
keep 19."""
LEAST_COLOUR_DISTANCE = 14.0
LAMP_TAKES, ENOUGH_RED = 30.0, 2
"""A red die that is so much less red than in another picture has a lamp mirrored in it: on twelve trays none
varies by more than 24, and lamps take 50 and more. In at least so many pictures it must be red."""
NO_RED = 20.0
"""No top is red that is farther from the colour of the red die. So it was in ten of 244 pictures of
calibrations."""
MOST_SIZE_ERROR_PERCENT = 11.0
MOST_UNEVEN = 0.07
"""With the right corners dice differ by half as much, at most and in the mean."""


def calibrate(
    empty: Picture,
    faces: Mapping[str, Picture],
    corners: Sequence[Sequence[float]] | None = None,
    camera: CameraIdentity | None = None,
) -> Calibration:
    """Learn from the pictures; ``faces`` has one for each of ``EVENT_FACES``. Refuses with a reason."""
    empty = checked(empty, "empty")
    pictures = {name: checked(faces[name], name) for name in EVENT_FACES}
    height, width = empty.shape[:2]
    for name, picture in {"empty": empty, **pictures}.items():
        if picture.shape != empty.shape:
            found = f"{picture.shape[1]}x{picture.shape[0]}"
            raise CalibrationError("sizes", wanted=f"{width}x{height}", found=found)
        _check_light(name, picture)
    if corners is None:
        places = _find_tray(empty, pictures)
    else:
        reason = geometry.fault(corners, width, height)
        if reason is not None:
            raise CalibrationError("corners", reason=reason)
        places = [tray.Found.between(geometry.in_order(corners), width, height)]
    placed = _levelled(*_first_floor(places, empty, pictures), empty, pictures)
    bare, dice = placed.bare, placed.dice
    floor = bare.grid.floor
    if floor.edge_px() < LEAST_EDGE_PX:
        raise CalibrationError("dice_small", found=floor.edge_px(), wanted=LEAST_EDGE_PX)
    told = {name: _tell(name, dice[name]) for name in EVENT_FACES}
    told = _same_colours(bare, pictures, dice, told)
    if _size_error(told) > MOST_SIZE_ERROR_PERCENT:
        raise CalibrationError("corners_unlike")
    white_lab, red_lab = _colours(told)
    if lab_distance(white_lab, red_lab) < LEAST_COLOUR_DISTANCE:
        raise CalibrationError("colours_alike")
    event_edge = float(np.median([told[name][2].square.edge for name in EVENT_FACES]))
    event_edge = min(max(event_edge, 0.9), 1.25)
    references = {
        name: reference(
            *geometry.reduced(floor, pictures[name]), replace(told[name][2].square, edge=event_edge)
        )
        for name in EVENT_FACES
    }
    distance = _check_faces(floor, pictures, told, references, event_edge)
    slant, flat = _slant(bare, pictures, told)
    view = small_view(empty)
    return Calibration(
        camera=camera or CameraIdentity(width_px=width, height_px=height),
        corners_px=placed.place.corners,
        tray_width_edges=floor.width,
        tray_depth_edges=floor.depth,
        event_edge_edges=event_edge,
        white_lab=white_lab,
        red_lab=red_lab,
        brightness=float(np.median(view)),
        usual_flat_odds=float(np.median(flat)),
        slant=slant,
        quality=Quality(
            edge_px=round(floor.edge_px(), 1),
            sharpness=round(sharpness(empty), 1),
            pip_contrast_lab=round(_contrast(floor, pictures, told), 1),
            event_distance=round(distance, 1),
            square_error_percent=round(_size_error(told), 1),
            tray_found=corners is None,
        ),
        empty_png=pack(bare.picture),
        view_png=pack(view),
        faces_png={name: pack(face) for name, face in references.items()},
    )


def sharpness(picture: Picture) -> float:
    """How much fine detail there is."""
    return float(cv2.Laplacian(small_view(picture), cv2.CV_32F).std())


def _check_light(name: str, picture: Picture) -> None:
    low, middle, high = np.percentile(small_view(picture), (5, 50, 99))
    if high < 60:
        raise CalibrationError("dark", what=name)
    if low > 225 or middle > 252:
        raise CalibrationError("bright", what=name)
    if sharpness(picture) < 1.5:
        raise CalibrationError("blurred", what=name)


# --- the tray --------------------------------------------------------------------------------------------


def _find_tray(empty: Picture, pictures: Mapping[str, Picture]) -> list[tray.Found]:
    """Its floor, as the dice and its sides tell it, for lenses of several kinds."""
    dice = plane.dice_seen(empty, pictures)
    if dice is None:
        raise CalibrationError("no_dice")
    found = tray.find(empty, dice)
    if not found:
        raise CalibrationError("no_tray")
    return found


@dataclass(frozen=True)
class _Placed:
    """A floor as it may lie, the empty tray there, and the dice of each picture."""

    place: tray.Found
    bare: _Bare
    dice: dict[str, list[_Seen]]
    flatness: float
    """How flat the dice lie there, as ``_flatness`` has it."""

    @staticmethod
    def at(
        place: tray.Found,
        empty: Picture,
        pictures: Mapping[str, Picture],
        guesses: Sequence[float] = FIRST_GUESSES,
    ) -> _Placed:
        """With what is seen in the pictures; about so many dice fit along the floor's longer side."""
        floor, dice = _find_dice(place, empty, pictures, guesses)
        bare = _Bare.of(floor, empty)
        return _Placed(place, bare, dice, _flatness(_all_flat(bare, pictures, dice)))


def _first_floor(
    places: Sequence[tray.Found], empty: Picture, pictures: Mapping[str, Picture]
) -> tuple[_Placed, Sequence[tray.Found]]:
    """The first of several places on which three dice are found in every picture, and the places after it."""
    refused: CalibrationError | None = None
    for number, place in enumerate(places, 1):
        try:
            return _Placed.at(place, empty, pictures), places[number:]
        except CalibrationError as error:
            refused = refused or error
    assert refused is not None
    if refused.key == "dice_not_found" and _unlike(places[0].corners, empty, pictures):
        raise CalibrationError("corners_unlike") from refused
    raise refused


def _levelled(
    found: _Placed, others: Sequence[tray.Found], empty: Picture, pictures: Mapping[str, Picture]
) -> _Placed:
    """On the plane on which the dice look flattest, by the lens by which they do, since all of them lie flat.
    Where they look hardly flat as they were found, one of the ``others`` may be the better start.

    Where something lies on the corner of a mat its sides are bent, and tell the plane badly. Those of a tray
    that stands square to the camera do not tell the lens at all, nor do its corners where people showed them:
    by a wrong one squares are seen as oblongs.
    """
    floor = found.bare.grid.floor

    def flat_on(place: tray.Found | None) -> float:
        return -math.inf if place is None else _flatness_on(place, floor, empty, pictures, found.dice)

    starts = [(found.flatness, found.place)]
    if found.flatness <= LEVEL:
        starts += [(flat_on(other), other) for other in others]
    _, start = max(starts, key=itemgetter(0))

    def flat(by: Floats) -> float:
        return flat_on(start.changed(by)) - UNLIKELY * float(by @ by) / TILT**2

    by, flattest = climbed(flat, start.ways, TILT, FLATTER)
    enough = found.flatness + (MUCH_FLATTER if start.sides is None else CLEARLY_FLATTER)
    if flattest < enough:
        return found
    ends = [start.changed(by)] if start is found.place else [start.changed(by), start]
    for place in filter(None, ends):
        with suppress(CalibrationError):
            levelled = _Placed.at(place, empty, pictures, [max(floor.width, floor.depth)])
            if levelled.flatness > enough:
                return levelled
    return found


def _unlike(quad: Corners, empty: Picture, pictures: Mapping[str, Picture]) -> bool:
    """Whether dice lie outside these corners or would be of different sizes: then they are not the tray's."""
    dice = plane.dice_seen(empty, pictures)
    if dice is None:
        return False
    if plane.unevenness(Floor.of(quad, 1.0, 1.0).to_image, dice) > MOST_UNEVEN:
        return True
    around = np.array(quad, np.float32)
    reach = -math.sqrt(float(np.median(dice.areas)))
    return any(cv2.pointPolygonTest(around, (float(x), float(y)), True) < reach for x, y in dice.places)


# --- the dice --------------------------------------------------------------------------------------------


def _find_dice(
    place: tray.Found, empty: Picture, pictures: Mapping[str, Picture], guesses: Sequence[float]
) -> tuple[Floor, dict[str, list[_Seen]]]:
    """The size of the dice, of which about so many fit along the longer side, and the three of them in each
    picture."""
    height, width = empty.shape[:2]
    quad, whole = place.corners, place.floor(width, height)
    longer = max(whole.width, whole.depth)
    best: tuple[float, Floor] | None = None
    for guess in guesses:
        floor = Floor.of(quad, whole.width * guess / longer, whole.depth * guess / longer)
        for _ in range(3):
            bare = _Bare.of(floor, empty)
            sights = {name: _sights(bare, picture) for name, picture in pictures.items()}
            three = [sight for each in sights.values() for sight in each[:3]]
            if not three:
                break
            size = float(np.median([sight.square.edge for sight in three]))
            if abs(size - 1) < 0.015:
                break
            floor = Floor.of(quad, floor.width / size, floor.depth / size)
        score = sum(min(sight.chance, 0.9) for each in sights.values() for sight in each[:3])
        if best is None or score > best[0] + 0.05:
            best = score, floor
    assert best is not None
    floor = best[1]
    bare = _Bare.of(floor, empty)
    found: dict[str, list[_Seen]] = {}
    for name, picture in pictures.items():
        found[name] = _dice_of(bare, picture)
        if len(found[name]) < 3:
            raise CalibrationError("dice_not_found", what=name, found=len(found[name]))
    # the edge of the pip dice is the unit
    size = float(np.median([_tell_edge(faces) for faces in found.values()]))
    floor = Floor.of(quad, floor.width / size, floor.depth / size)
    for name, faces in found.items():
        found[name] = [_rescaled(face, 1 / size) for face in faces]
    return floor, found


@dataclass(frozen=True)
class _Bare:
    """An empty tray as the finder looks at it, and what the finder is told of it."""

    grid: geometry.Grid
    picture: Picture
    camera: Floats
    """Its place over the floor: across, down and up, in edges."""

    @staticmethod
    def of(floor: Floor, empty: Picture) -> _Bare:
        """From the picture of an empty tray."""
        grid = empty_grid(floor)
        height, width = empty.shape[:2]
        return _Bare(grid, grid.rectify(empty), geometry.camera_over(floor, width, height))

    @cached_property
    def ground(self) -> networks.Ground:
        """What the finder is told of it."""
        return finding.ground(self.grid, self.picture, self.camera)


@dataclass(frozen=True)
class _Seen(Face):
    """A face that was seen in a picture of the calibration."""

    odds: float = field(kw_only=True)
    """The logarithm of the odds that it is one of a die, which lies flat there."""

    @staticmethod
    def of(face: Face, odds: float) -> _Seen:
        """A face with its odds."""
        return _Seen(**{each.name: getattr(face, each.name) for each in fields(face)}, odds=odds)


def _dice_of(bare: _Bare, picture: Picture) -> list[_Seen]:
    """The three likeliest dice of a picture, and a fourth that is nearly as likely."""
    sights = _sights(bare, picture)
    faces = read_faces(*geometry.reduced(bare.grid.floor, picture), [sight.square for sight in sights])
    odds = [
        sight.odds(face.junk) + FLAT_WEIGHT * flat
        for sight, face, flat in zip(sights, faces, _flat(bare, picture, faces), strict=True)
    ]
    order = [number for number in np.argsort(odds)[::-1] if odds[number] > LEAST_ODDS][:4]
    if len(order) > 3 and odds[order[2]] - odds[order[3]] > CLEARLY_LESS:
        order.pop()
    return [_Seen.of(faces[number], float(odds[number])) for number in order]


def _flat(bare: _Bare, picture: Picture, faces: Sequence[Face], slant: float = 1.0) -> Floats:
    """The logarithm of the odds of each die to lie flat."""
    tops, camera = [face.square for face in faces], geometry.slanted(bare.camera, bare.grid.floor, slant)
    return flat_odds(bare.grid.floor, picture, bare.grid, bare.picture, tops, camera)


def _slant(
    bare: _Bare, pictures: Mapping[str, Picture], told: Mapping[str, Sequence[Face]]
) -> tuple[float, Floats]:
    """How obliquely the camera looks beside what the corners tell, so that the dice look flattest; and the
    logarithms of their odds then."""
    each = {slant: _all_flat(bare, pictures, told, slant) for slant in SLANTS}
    best = max(each, key=lambda slant: _flatness(each[slant]))
    return best, each[best]


def _all_flat(
    bare: _Bare, pictures: Mapping[str, Picture], dice: Mapping[str, Sequence[Face]], slant: float = 1.0
) -> Floats:
    """The same of the three dice of every picture."""
    return np.concatenate([_flat(bare, pictures[name], dice[name][:3], slant) for name in EVENT_FACES])


def _flatness_on(
    place: tray.Found,
    floor: Floor,
    empty: Picture,
    pictures: Mapping[str, Picture],
    dice: Mapping[str, Sequence[_Seen]],
) -> float:
    """How flat dice would lie there that were seen on a ``floor``."""
    height, width = empty.shape[:2]
    other = place.floor(width, height)
    moved = {
        name: [replace(face, square=face.square.seen_on(floor, other)) for face in faces[:3]]
        for name, faces in dice.items()
    }
    size = float(np.median([_tell_edge(faces) for faces in moved.values()]))
    there = Floor.of(place.corners, other.width / size, other.depth / size)
    if plane.is_too_large(there) or min(there.width, there.depth) < LEAST_FLOOR_EDGES:
        return -math.inf
    moved = {name: [_rescaled(face, 1 / size) for face in faces] for name, faces in moved.items()}
    return _flatness(_all_flat(_Bare.of(there, empty), pictures, moved))


def _flatness(odds: Floats) -> float:
    """How flat dice lie that all do, by the logarithms of their odds."""
    return float(np.clip(odds, *FLAT_COUNTS).mean())


def _sights(bare: _Bare, picture: Picture) -> list[finding.Sighting]:
    view = finding.look(bare.grid, bare.grid.rectify(picture), bare.ground)
    floor, camera = bare.grid.floor, bare.camera
    inside = [
        sight
        for sight in view.sightings
        if sight.chance > LEAST_SEEN and sight.square.stands_in(floor, camera, OUTSIDE_EDGES)
    ]
    return inside[:8]


def _tell_edge(faces: Sequence[Face]) -> float:
    pips = sorted(faces[:3], key=lambda face: float(face.chances[DRAWING]))[:2]
    return float(np.mean([face.square.edge for face in pips]))


def _rescaled(face: _Seen, factor: float) -> _Seen:
    square = face.square
    return replace(
        face, square=replace(square, x=square.x * factor, y=square.y * factor, edge=square.edge * factor)
    )


Three = tuple[Face, Face, Face]


def _redness(lab: Lab) -> float:
    """Red has much of the first colour of Lab and, against orange and yellow, less of the second."""
    return lab[1] - 0.45 * max(lab[2] - lab[1], 0) - 0.1 * lab[0]


def _tell(name: str, faces: list[_Seen]) -> Three:
    """White, red and event die by what they show and by which of the two with pips is redder; of four the
    least likely die is left out, if they hardly differ otherwise."""

    def alike(white: Face, red: Face, event: Face) -> float:
        redder = _redness(red.lab) - _redness(white.lab)
        return _showing(white, red, event) + 0.06 * min(max(redder, -60), 60)

    best = max(permutations(faces, 3), key=lambda three: alike(*three) + _odds(faces, *three))
    if alike(*best) < -9:
        raise CalibrationError("dice_unlike", what=name)
    return best


def _showing(white: Face, red: Face, event: Face) -> float:
    """The logarithm of how surely the first two show pips and the last one a drawing."""
    shown = float(event.chances[DRAWING]), *(float(face.chances[1:7].sum()) for face in (white, red))
    return sum(math.log(max(chance, 0.003)) for chance in shown)


def _odds(faces: Sequence[_Seen], *chosen: _Seen) -> float:
    """The logarithm of how likely a choice of three dice is beside the likeliest one: 0 at most."""
    likeliest = sorted((face.odds for face in faces), reverse=True)[: len(chosen)]
    return max(sum(face.odds for face in chosen) - sum(likeliest), -MOST_BY_ODDS)


def _same_colours(
    bare: _Bare, pictures: Mapping[str, Picture], found: Mapping[str, list[_Seen]], told: Mapping[str, Three]
) -> dict[str, Three]:
    """Once more, now that the colours of all four pictures are known together. Where no top is red, a lamp is
    mirrored in the red one, which leaves its sides red."""
    white_lab, red_lab = _colours(told)
    again: dict[str, Three] = {}
    for name, faces in found.items():
        from_red = [lab_distance(face.lab, red_lab) for face in faces]
        if min(from_red) > NO_RED:
            seen = geometry.reduced(bare.grid.floor, pictures[name])
            from_red = [_from_red(*seen, face, bare.camera, red_lab) for face in faces]
        best: tuple[float, Three] | None = None
        for (white, _), (red, red_far), (event, _) in permutations(zip(faces, from_red, strict=True), 3):
            score = _showing(white, red, event) + _odds(faces, white, red, event)
            for far in (lab_distance(white.lab, white_lab), red_far):
                score -= 0.5 * min(far / 10, 5) ** 2
            if best is None or score > best[0]:
                best = score, (white, red, event)
        assert best is not None
        again[name] = best[1]
    return again


def _from_red(floor: Floor, image: Picture, face: Face, camera: Floats, red_lab: Lab) -> float:
    """How far a die's top, or its brightest side, were it as bright as the red die's top, is from the colour
    of that."""
    side = sides_lab(floor, image, face.square, camera)
    labs = [face.lab] if side is None else [face.lab, lit_as(side, red_lab)]
    return min(lab_distance(lab, red_lab) for lab in labs)


def _colours(told: Mapping[str, Three]) -> tuple[Lab, Lab]:
    """The colours of the white and the red die. A lamp mirrored in its top makes a red die white; where it is
    red in enough pictures the others do not count."""
    redness = {name: _redness(three[1].lab) for name, three in told.items()}
    clearly_red = [name for name in told if redness[name] > max(redness.values()) - LAMP_TAKES]
    names = clearly_red if len(clearly_red) >= ENOUGH_RED else list(told)
    white, red = (middle_lab([told[name][place].lab for name in names]) for place in (0, 1))
    return white, red


def _check_faces(
    floor: Floor,
    pictures: Mapping[str, Picture],
    told: Mapping[str, Three],
    references: Mapping[str, Picture],
    event_edge: float,
) -> float:
    """The least distance between two event faces; two that are alike, or made so by a lamp, or were shown in
    the wrong order are refused."""
    reader = EventReader.of(references)
    least, pair = math.inf, ("", "")
    for name in EVENT_FACES:
        square = replace(told[name][2].square, edge=event_edge)
        for other, distance in reader.distances(*geometry.reduced(floor, pictures[name]), square).items():
            if other != name and distance < least:
                least, pair = distance, (name, other)
    washed = {name: _washed(face) for name, face in references.items()}
    worst = max(pair, key=lambda name: washed[name])
    if least < LEAST_WASHED_DISTANCE and washed[worst] - min(washed.values()) > MOST_WASHED:
        raise CalibrationError("glare", what=worst)
    seen = {name: drawn(references[name]) for name in GATES}
    faintest = min(seen, key=lambda name: seen[name])
    is_dim = seen[faintest] < LEAST_DRAWN and least < LEAST_DIM_DISTANCE
    if is_dim or is_faint(seen[faintest], seen.values()):
        raise CalibrationError("glare", what=faintest)
    if washed["ship"] > BURNT_OUT and is_faint(drawn(references["ship"]), seen.values()):
        raise CalibrationError("glare", what="ship")
    if least < LEAST_EVENT_DISTANCE:
        raise CalibrationError("faces_alike", one=pair[0], two=pair[1])
    wrong = mistaken(references)
    if wrong is not None:
        raise CalibrationError("faces_mistaken", one=wrong[0], two=wrong[1])
    if _is_paled(faintest, references, seen):
        raise CalibrationError("glare", what=faintest)
    return least


def _is_paled(gate: str, references: Mapping[str, Picture], seen: Mapping[str, float]) -> bool:
    """Whether a lamp has paled that gate beside the other two, given how much is ``seen`` of each."""
    others = [other for other in GATES if other != gate]
    usual = min(lightness(references[other]) for other in others)
    is_lighter = lightness(references[gate]) > usual + LAMP_ADDS
    return is_lighter and seen[gate] < LESS_DRAWN * min(seen[other] for other in others)


def _washed(reference: Picture) -> float:
    """How much of a face is white, as a mirrored lamp is."""
    return float((inner(reference).min(axis=2) >= WASHED).mean())


def _contrast(floor: Floor, pictures: Mapping[str, Picture], told: Mapping[str, Three]) -> float:
    """How much the pips differ from their die, at worst."""
    least = math.inf
    for name, three in told.items():
        for face in three[:2]:
            lab = lab_of(face.square.patch(floor, pictures[name], networks.FACE_PX, 0.8)).reshape(-1, 3)
            far = np.linalg.norm(lab - np.median(lab, axis=0), axis=1)
            least = min(least, float(np.percentile(far, 97)))
    return least


def _size_error(told: Mapping[str, Three]) -> float:
    """By how many per cent dice differ in size at most, but for two of the eight, in which a window may be
    mirrored."""
    edges = [face.square.edge for three in told.values() for face in three[:2]]
    return float(100 * sorted(abs(edge - 1) for edge in edges)[-3])


def report(calibration: Calibration, empty: Picture, pictures: Mapping[str, Picture]) -> Picture:
    """A picture of what was found: the tray, and the dice in each of the four views."""
    reader = Reader(calibration)
    tiles = []
    corners = np.round(np.array(calibration.corners_px)).astype(np.int32)
    colours = {"white": (255, 255, 255), "red": (0, 0, 255), "event": (255, 160, 0)}
    for name in ("empty", *EVENT_FACES):
        picture = checked(empty if name == "empty" else pictures[name], name)
        drawn = picture.copy()
        cv2.polylines(drawn, [corners], True, (0, 255, 0), 2, cv2.LINE_AA)
        if name != "empty":
            reader.read(picture)
            for die in reader.dice:
                seen = geometry.through(reader.floor.to_image, die.square.corners())
                cv2.polylines(
                    drawn, [np.round(seen).astype(np.int32)], True, colours[die.kind], 3, cv2.LINE_AA
                )
                at = (int(seen[:, 0].max()) + 4, int(seen[:, 1].mean()))
                for colour, thick in (((0, 0, 0), 5), (colours[die.kind], 2)):
                    cv2.putText(
                        drawn, str(die.face), at, cv2.FONT_HERSHEY_SIMPLEX, 0.9, colour, thick, cv2.LINE_AA
                    )
        tiles.append(
            cv2.resize(
                drawn, (480, round(480 * drawn.shape[0] / drawn.shape[1])), interpolation=cv2.INTER_AREA
            )
        )
    tiles.append(np.zeros_like(tiles[0]))
    return np.vstack([np.hstack(tiles[:3]), np.hstack(tiles[3:])])
