"""Reads a picture of three dice in a calibrated tray, or says why it is unsure. It never guesses."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import cv2
import numpy as np

from calibration import finding, light, networks, sides
from calibration.faces import JUNK, Face, read_faces
from calibration.geometry import (
    Floats,
    Floor,
    Grid,
    Mask,
    Picture,
    Square,
    camera_over,
    reduced,
    slanted,
    through,
)
from calibration.model import DICE, Calibration, CalibrationError, unpack
from calibration.place import Place
from calibration.stance import flat_odds
from calibration.telling import Die, Teller

REASONS = (
    "empty",  # no die at all
    "missing",  # a die is missing, or hidden below another
    "fourth",  # more dice than three
    "cocked",  # a die does not lie flat
    "stacked",  # a die lies on another
    "hand",  # a hand, or something else that is no die
    "moving",  # not at rest
    "dark",
    "bright",
    "blurred",
    "light_changed",  # more than can be followed: calibrate again
    "tray_moved",  # the tray or the camera has moved: calibrate again
    "other_tray",  # not what was learned at all
    "blocked",  # the camera sees nothing of the tray
    "unclear_white",
    "unclear_red",
    "unclear_event",
)
"""Why a picture is not read."""

MARGIN_EDGES = 1.25
VIEW_PX = 320
"""Width of the small view that is kept to see whether the tray has moved."""

MOST_POINTS = 80
"""How many corners on the tray tell whether it has moved."""

LEAST_FLAT = 0.5
"""By the logarithm of the odds; on strange trays 98 % of flat dice keep it, and hardly one that leans."""
USUALLY_FLAT, MORE_DOUBTED = 2.0, 2.5
"""Where the calibration's own dice looked less flat than this, so many times the difference is forgiven."""
LOWEST_FLAT = -3.0
"""No more is forgiven, whatever was doubted at the calibration and however far away all else is."""
DOUBTED_DIE, DIE_COUNTS, CERTAINLY_DIE = 1.0, 0.3, -0.55
"""By so much flatter must look what is just about a die; by this part of the odds that it is one it may look
less so, and by no more than the last."""
SURE_ODDS, SURELY_FLAT = 4.0, 1.5
"""Three such are the dice that were rolled: whatever does not lie flat beside them is the side of one, a
shadow or a gleam. Of 1,356 pictures with a leaning or a fourth die or with a stack none shows three such dice
that would be told for a roll."""
ALONE, LIKELY_ODDS = 1.75, 2.0
"""What leans needs something to lean on: a die with nothing near counts as so much flatter, if the logarithm
of the odds that it is one exceeds the second. Gleams and prints on the floor stand alone, too."""
FROM_WALLS_EDGES, FROM_DICE_EDGES = 1.4, 2.0
"""No die reaches a wall, or another die, from farther away. Of 652 dice that lean none stood alone so where
the corners of the tray were given, and 11 where they were found too far out; nine of these looked less flat
than -4. Where 2.5 was forgiven, one at -2.2 was read; of the rolls that are read none needs more than 0.7."""
HARDLY_DIE = 2.5
"""What is a die with less of a chance, as a logarithm of the odds, must show a side where one is well seen.
Of 1,294 dice that lay flat none was doubted by that; a side of one that leaned, taken for a top, shows none.
"""
SURELY_NO_TOP, FROM_SIDE_EDGES = -2.0, 0.3
"""What looks less flat, so near to where a side of a flat die is seen, is that side and no other die."""
LEAST_SEEN = 0.4
"""What looks so much like a die is one, or something that must not be passed over."""
MOST_LOOKED_AT = 10
LEAST_ALIKE = 0.62
LEAST_FOREIGN = 0.3
"""From this chance on a place may be covered by something else: hands reach more, polished floors less."""
MOST_FOREIGN_EDGES, MOST_BESIDE_DICE = 0.5, 1.5
"""As much of the floor, in top faces, may be so; and beside three dice that are sure, which a polished floor
mirrors."""
MAYBE_FOREIGN, MOST_AROUND_EDGES = 0.05, 0.75
"""A hand comes from beside the floor, where that mirrors nothing: there no more than the second, in top
faces, may be foreign with the first chance. Of 2,873 rolls in strange trays, some degraded, one showed more
and two 0.5 to 0.7; of 77 hands all but one did, and that one was refused for another reason."""
MOST_MOVED_EDGES = 1.6
LEAST_SHARP = 0.22
"""With less detail than this part of what was seen at the calibration nothing is read."""
USUALLY_SHARP = 0.5
"""With less, it is the blur that makes a reading unsure: pictures at rest in the same focus keep 0.86."""
TURNED_VIEW = 0.8
MORE_TURNED = 0.1
"""A picture that agrees so well with the one that was learned when it is turned, and by so much better than
as it is, was turned. With dice in the tray it keeps 0.87, and plain trays agree by 0.15 less when turned."""
SAME_VIEW = 0.4
"""How far even a very dark or tinged picture of the tray agrees with the one that was learned."""
LOWEST_CAMERA_EDGES = 2.0
"""No camera stands lower over the floor; a file that says so is damaged."""
OUTSIDE_EDGES = 0.75
LEAST_INSIDE_EDGES = 0.3
"""The middle of a flat die's foot is half an edge from every wall; the corners may be a little off."""
SIZE_SLACK = 0.14
MOST_LARGER, MOST_LARGER_IN_DOUBT = 1.11, 1.065
"""The tops of flat pip dice keep 0.93 to 1.1; one that is nearer to the camera does not lie flat. Of dice
of which it is in doubt how they stand, flat ones kept 1.061, and half of the others were larger."""
BESIDE_EDGES, LESS_SURE_ODDS, FLAT_BESIDE, MOST_LARGER_BESIDE = 1.5, 5.0, 2.5, 1.055
"""What is so near that it touches another die may lean on it. If it is less surely a die than the second, it
must look flatter than the third or be no larger than the fourth. A six that leaned looked flatter than
``SURELY_FLAT``; of 2,200 flat dice beside another none was both as large and as doubtful."""
PROBABLY_DRAWN = 0.5
"""What is more of a drawing may be an event die, which may be larger than the others."""
OVERLAPPING_EDGES = 0.75
LEAST_APART_EDGES = 0.95
"""Middles of dice that lie side by side are an edge apart, as measured a little less; one that is nearer lies
on the other. Of 500 rolls the nearest were seen 0.96 apart, and the side of a die 0.94 from the top of one on
it."""


@dataclass(frozen=True)
class Read:
    """A whole roll. ``confidence`` has a number from 0 to 1 for each of the three dice."""

    white: int
    red: int
    event: str
    confidence: dict[str, float]

    @staticmethod
    def of(dice: Mapping[str, Die]) -> Read:
        """The roll that these three show."""
        white, red, event = (dice[kind].face for kind in DICE)
        confidence = {kind: round(min(dice[kind].confidence, 1.0), 4) for kind in DICE}
        return Read(int(white), int(red), str(event), confidence)


@dataclass(frozen=True)
class Unsure:
    """No roll, with one of ``REASONS``; what is sure all the same is kept for the roll pad."""

    reason: str
    white: int | None = None
    red: int | None = None
    event: str | None = None


@dataclass(frozen=True)
class Candidate:
    """What may be a die, as both networks see it, and whether it would lie flat."""

    sighting: finding.Sighting
    face: Face
    flat: float
    """The logarithm of the odds that it lies flat, by the network alone."""
    least_flat: float
    """How flat something must look there, in the same measure."""
    alone: bool
    """Whether there is nothing near that it could lean on."""

    @property
    def odds(self) -> float:
        """The logarithm of the odds that it is a die."""
        return self.sighting.odds(self.face.junk)

    @property
    def is_die(self) -> bool:
        """Whether it is more likely one than not."""
        return self.odds > 0

    @property
    def flatness(self) -> float:
        """The same, given whether it could lean at all. What was forgiven for the calibration's own dice is
        not forgiven twice."""
        if not self.alone or self.odds < LIKELY_ODDS:
            return self.flat
        return self.flat + min(ALONE, self.least_flat - LOWEST_FLAT)

    @property
    def lies(self) -> bool:
        """Whether it lies flat. Of a die that leans another side may look like a flat top, but then the other
        networks hardly take it for a die: the less they do, the flatter it must look. What is known, if not
        well, may be a face that is seen aslant."""
        more = 0.0
        if self.is_die:
            junk = self.face.junk if self.face.well_known else float(self.face.chances[JUNK])
            more = max(DOUBTED_DIE - DIE_COUNTS * self.sighting.odds(junk), CERTAINLY_DIE)
        return self.flatness > self.least_flat + more

    @property
    def top(self) -> Face:
        """Its face. Where it does not surely lie flat no number is sure for being the only possible one, and
        pips that lie otherwise may be those of two sides together."""
        face = self.face
        if self.flat > SURELY_FLAT:
            return face
        possible = face.possible if len(face.possible) > 1 else frozenset()
        against = face.spoken_against or face.misplaced
        return replace(face, possible=possible, spoken_against=against, surely_flat=False)

    def is_apart(self, others: Iterable[Candidate], edges: float = OVERLAPPING_EDGES) -> bool:
        """Whether it is farther than ``edges`` from each of the others: by default, overlaps none of them."""
        return all(self.face.square.away(other.face.square) > edges for other in others)


def empty_grid(floor: Floor) -> Grid:
    """The rectified picture that the finder looks at."""
    return Grid(floor, networks.FINDER_PX_PER_EDGE, MARGIN_EDGES)


def small_view(image: Picture) -> Picture:
    """The whole picture, small and grey."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    height = max(8, round(VIEW_PX * image.shape[0] / image.shape[1]))
    return cv2.resize(grey, (VIEW_PX, height), interpolation=cv2.INTER_AREA)


def _moved_back(view: Picture, move: Floats) -> Picture:
    """The small view as it was before it moved."""
    if np.array_equal(move, np.eye(3)):
        return view
    size, flags = (view.shape[1], view.shape[0]), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(view, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def agreement(one: Picture, other: Picture) -> float:
    """How much two grey pictures of the same size agree in whatever light, 1 at most."""
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1]) if np.ptp(one) and np.ptp(other) else 0.0


def middle_square(view: Picture) -> Picture:
    """The largest square in the middle of a picture."""
    height, width = view.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    return view[top : top + side, left : left + side]


def detail(view: Picture) -> float:
    """How much fine detail a small view has for its contrast, in whatever light."""
    return float(cv2.Laplacian(view, cv2.CV_32F).std()) / (float(view.std()) + 3.0)


def levels(grey: Picture, share: float) -> float:
    """The brightness below which that share of a grey picture lies."""
    counts = np.cumsum(cv2.calcHist([grey], [0], None, [256], [0, 256]).ravel())
    return float(np.searchsorted(counts, share * counts[-1]))


def checked(image: Picture | None, name: object = "") -> Picture:
    """A picture with three colours of a size that can be read, or one sentence."""
    if image is None or image.size == 0:
        raise CalibrationError("no_picture", file=name)
    height, width = image.shape[:2]
    if min(width, height) < 96:
        raise CalibrationError("small_picture", file=name, found=f"{width}x{height}")
    if image.ndim == 2 or image.shape[2] == 1:
        raise CalibrationError("no_colours", file=name)
    image = image[:, :, :3]
    blue, green, red = cv2.split(
        np.ascontiguousarray(image[:: max(1, height // 120), :: max(1, width // 160)])
    )
    sample = cv2.max(cv2.max(blue, green), red)
    colourless = np.mean(sample - cv2.min(cv2.min(blue, green), red) > 3) < 0.005
    if (
        colourless and sample.max() > 40 and np.median(sample) < 235
    ):  # darkness and glare have no colours either
        raise CalibrationError("no_colours", file=name)
    if width > 2000:
        factor = 1600 / width
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(image)


def sized(square: Square, event_edge_edges: float) -> Square:
    """A top whose size is known, so that only a little of what was measured counts."""
    return replace(square, edge=min(max(square.edge, 0.95), max(1.0, event_edge_edges) * 1.04))


class Reader:
    """Reads pictures of one calibrated tray."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self.floor = calibration.floor()
        self.grid = empty_grid(self.floor)
        self.cell = networks.FINDER_STRIDE / self.grid.px_per_edge
        """How wide is what the finder tells apart, in edges."""
        self.empty = unpack(calibration.empty_png)
        self.view = unpack(calibration.view_png)
        self.view_detail = max(detail(self.view), 0.01)
        self.view_level = levels(self.view, 0.5)
        self.view_spread = float(np.std(self.view))
        self.teller = Teller(calibration)
        columns, rows = self.grid.size
        if self.empty.shape[:2] != (rows, columns):
            raise CalibrationError("damaged", file="")
        self.bare = light.cells(self.empty)
        self.view_points = self._view_points()
        self.place = Place(self.view)
        camera = calibration.camera
        self.camera = camera_over(self.floor, camera.width_px, camera.height_px)
        if not (np.isfinite(self.camera).all() and self.camera[2] > LOWEST_CAMERA_EDGES):
            raise CalibrationError("damaged", file="")
        self.ground = finding.ground(self.grid, self.empty, self.camera)
        self.seen_from = slanted(self.camera, self.floor, calibration.slant or 1.0)
        """Where the camera seems to be, by how dice look that lie flat."""
        usual = calibration.usual_flat_odds if calibration.slant else USUALLY_FLAT
        self.least_flat = max(LOWEST_FLAT, LEAST_FLAT - MORE_DOUBTED * max(USUALLY_FLAT - usual, 0))
        """How flat a die must look here, by the logarithm of the odds; ``Candidate.lies`` asks a little more
        or less."""
        self.dice: tuple[Die, ...] = ()
        """The dice of the last picture, as far as they could be told."""
        self.seen: tuple[Square, ...] = ()
        """Where dice lay in the last picture, told or not."""

    def _view_points(self) -> Floats:
        """What can be found again in the small view: corners on the tray and close around it."""
        factor = self.view.shape[1] / self.calibration.camera.width_px
        mask = self.floor.mask(self.view.shape, factor, 1.0)
        points = cv2.goodFeaturesToTrack(self.view, MOST_POINTS, 0.02, 5, mask=mask)
        return np.zeros((0, 1, 2), np.float32) if points is None else points

    def read(self, image: Picture) -> Read | Unsure:
        """Read one picture in which nothing moves."""
        self.dice, self.seen = (), ()
        wanted = self.calibration.camera
        height, width = image.shape[:2]
        if abs(width / height - wanted.width_px / wanted.height_px) > 0.02:
            raise CalibrationError(
                "other_camera", wanted=f"{wanted.width_px}x{wanted.height_px}", found=f"{width}x{height}"
            )
        factor = width / wanted.width_px
        view = small_view(image)
        if view.shape != self.view.shape:
            view = cv2.resize(view, self.view.shape[::-1])
        fault = self._light(view)
        if fault:
            return Unsure(fault)
        move, found = self._moved(view)
        if move is None:
            return Unsure(found)
        if self.place.is_other(_moved_back(view, move)):
            return Unsure("tray_moved" if self._turned(view) else "other_tray")
        to_full = np.diag([width / VIEW_PX, width / VIEW_PX, 1.0])
        floor = self.floor.scaled(factor).moved(to_full @ move @ np.linalg.inv(to_full))
        floor, image = reduced(floor, image)
        grid = Grid(floor, self.grid.px_per_edge, self.grid.margin)
        seen = grid.rectify(image)
        change = light.change(light.cells(seen), self.bare)
        if change.is_other:
            return Unsure("light_changed" if self._alike(view) > SAME_VIEW else "blocked")
        self.teller.light(light.WHITE if change.is_slight else change.ceiling)
        if not change.is_slight:
            before = change.back(seen, self.bare)
            image, seen = cv2.LUT(image, before), cv2.LUT(seen, before)
        return self._focused(
            view, self._judge(floor, image, seen, finding.look(self.grid, seen, self.ground))
        )

    def _focused(self, view: Picture, outcome: Read | Unsure) -> Read | Unsure:
        """What was read, unless the whole picture is turned or blurred."""
        if isinstance(outcome, Unsure) and self._turned(view):
            return Unsure("tray_moved")
        if isinstance(outcome, Unsure) and outcome.reason in ("hand", "blocked"):
            return outcome
        sharp = detail(view) / self.view_detail
        if sharp < LEAST_SHARP or (isinstance(outcome, Unsure) and sharp < USUALLY_SHARP):
            return Unsure("blurred", outcome.white, outcome.red, outcome.event)
        return outcome

    def _light(self, view: Picture) -> str:
        low, middle, high = (levels(view, share) for share in (0.05, 0.5, 0.99))
        if high < 25 or (high - low < 10 and middle < 40):
            return "dark" if self._alike(view) > SAME_VIEW else "blocked"
        before = self.view_level
        if high < 60 or middle < 0.2 * before:
            return "dark"
        if low > 225 or (middle >= 253 and before < 225):
            return "bright"
        if cv2.meanStdDev(view)[1][0, 0] < 0.2 * self.view_spread:
            return "blocked"
        return ""

    def _alike(self, view: Picture) -> float:
        """How much the small view agrees with the one of the calibration, in whatever light."""
        return agreement(view, self.view)

    def _turned(self, view: Picture) -> bool:
        """Whether the camera was turned by a quarter, by half or by three quarters."""
        seen, learned = middle_square(view), middle_square(self.view)
        if seen.shape != learned.shape:
            return False
        most = max(agreement(np.rot90(seen, turns), learned) for turns in (1, 2, 3))
        return most > max(TURNED_VIEW, agreement(seen, learned) + MORE_TURNED)

    def _moved(self, view: Picture) -> tuple[Floats | None, str]:
        """How the small view has moved since the calibration, or the reason not to say."""
        still = np.eye(3)
        if len(self.view_points) < 12:
            return still, ""
        gain = float(np.clip(self.view_level / max(levels(view, 0.5), 1.0), 0.4, 2.5))
        lit = cv2.convertScaleAbs(view, alpha=gain)
        points, status, _ = cv2.calcOpticalFlowPyrLK(
            self.view, lit, self.view_points, None, winSize=(15, 15), maxLevel=2
        )
        good = status[:, 0] == 1
        if good.sum() < 10:
            return still, ""
        start, end = self.view_points[good], points[good]
        affine, inliers = cv2.estimateAffinePartial2D(
            start, end, method=cv2.RANSAC, ransacReprojThreshold=0.6
        )
        if affine is None or inliers is None or inliers.sum() < max(8, 0.25 * len(self.view_points)):
            return still, ""
        move = np.vstack([affine, [0, 0, 1]])
        corners = np.array(self.calibration.corners_px) * (VIEW_PX / self.calibration.camera.width_px)
        shift = np.linalg.norm(through(move, corners) - corners, axis=1).max()
        edge = self.floor.edge_px() * VIEW_PX / self.calibration.camera.width_px
        if shift > MOST_MOVED_EDGES * edge:
            return None, "tray_moved"
        return (move if shift > 0.02 * edge else still), ""

    def _judge(self, floor: Floor, image: Picture, seen: Picture, view: finding.View) -> Read | Unsure:
        foreign = self._foreign_edges(view)
        near = [one for one in view.sightings if one.square.stands_in(self.floor, self.camera, OUTSIDE_EDGES)]
        least = _least_chance(near)
        likely_dice = [one for one in near if one.chance > least]
        near = (likely_dice if len(likely_dice) >= len(DICE) else near)[:MOST_LOOKED_AT]
        self.seen = tuple(sighting.square for sighting in near if sighting.chance > LEAST_SEEN)
        likely = [sized(sighting.square, self.calibration.event_edge_edges) for sighting in near]
        faces = [
            self.teller.known(floor, image, face)
            for face in read_faces(floor, image, likely, networks.faces, networks.closer, self.teller.ceiling)
        ]
        squares = [face.square for face in faces]
        flat = flat_odds(floor, image, self.grid, self.empty, squares, self.seen_from)
        candidates = [
            Candidate(sighting, face, float(odds), self.least_flat, self._stands_alone(face.square, view))
            for sighting, face, odds in zip(near, faces, flat, strict=True)
        ]
        certain = _apart(
            [
                one
                for one in candidates
                if one.is_die and (one.sighting.chance > least or one.odds > SURE_ODDS)
                if one.lies and self._has_sides(floor, image, one, least) and self._is_on_floor(one)
            ]
        )
        all_rolled = _all_rolled(certain)
        doubtful = [
            one.sighting
            for one in ([] if all_rolled else candidates)
            if one.sighting.chance > LEAST_SEEN
            and one.is_apart(certain)
            and (one.is_die or not one.lies)
            and not self._is_side(one, certain)
        ]
        tops = [one.top for one in certain]
        told = self.teller.told(floor, image, tops, self.seen_from)
        raised = _raised(told, [one.face.square for one in certain if _may_lean(one, certain)])
        sure: dict[str, Any] = {
            kind: die.face for kind, die in told.items() if self.teller.is_sure(die) and kind not in raised
        }
        self.dice = tuple(told.values())

        def unsure(reason: str) -> Unsure:
            return Unsure(reason, **sure)

        if foreign > 0.6 * self.floor.width * self.floor.depth:
            return unsure("blocked")
        if self._is_reached_into(view) or foreign > (MOST_BESIDE_DICE if all_rolled else MOST_FOREIGN_EDGES):
            return unsure("hand")
        largest = max(1.0, self.calibration.event_edge_edges) + SIZE_SLACK
        if _nearest(face.square for face in tops) < LEAST_APART_EDGES:
            return unsure("stacked")
        if doubtful and len(certain) <= 3:
            return unsure("stacked" if any(sighting.square.edge > 1.1 for sighting in doubtful) else "cocked")
        if any(face.square.edge > largest for face in tops):
            return unsure("stacked")
        if len(certain) > 3:
            return unsure("fourth")
        if len(certain) < 3:
            return unsure("missing" if certain else "empty")
        if raised:
            return unsure("cocked")
        for kind in DICE:
            if kind not in told:
                return unsure(f"unclear_{kind}")
        for kind in DICE:
            if kind not in sure:
                return unsure(f"unclear_{kind}")
        return Read.of(told)

    def _stands_alone(self, square: Square, view: finding.View) -> bool:
        """Whether a die under this top has no wall, no other die and nothing else near to lean on."""
        if square.from_walls(self.floor, self.seen_from) < FROM_WALLS_EDGES:
            return False
        if sum(square.away(one.square) < FROM_DICE_EDGES for one in view.sightings) > 1:  # one is the die
            return False
        (left, top), (right, bottom) = (
            [max(0, round((at + self.grid.margin + far) / self.cell)) for at in (square.x, square.y)]
            for far in (-FROM_DICE_EDGES, FROM_DICE_EDGES)
        )
        return not (view.foreign[top:bottom, left:right] > LEAST_FOREIGN).any()

    def _has_sides(self, floor: Floor, image: Picture, one: Candidate, least: float) -> bool:
        """Whether what is hardly a die, or no likelier one than ``least``, has sides where one that lies flat
        must show them."""
        is_likely = one.odds > HARDLY_DIE and one.sighting.chance > least
        return is_likely or not sides.are_missing(floor, image, one.face.square, self.seen_from)

    def _is_on_floor(self, one: Candidate) -> bool:
        """Whether it surely lies flat or is as far from the camera and from the walls as what does: a die on
        the rim stands nearer to both. Event dice may be larger than others."""
        face = one.face
        if one.flatness > SURELY_FLAT:
            return True
        higher = face.square.edge > MOST_LARGER_IN_DOUBT and face.drawing < PROBABLY_DRAWN
        return not higher and face.square.from_walls(self.floor, self.seen_from) > LEAST_INSIDE_EDGES

    def _is_side(self, one: Candidate, certain: Sequence[Candidate]) -> bool:
        """Whether it is seen where a side of a die that surely lies flat must be, and looks like no top."""
        square = one.face.square
        return one.flat < SURELY_NO_TOP and any(
            math.dist((square.x, square.y), side.mean(axis=(0, 1))) < FROM_SIDE_EDGES
            for die in certain
            if die.flatness > SURELY_FLAT
            for side in die.face.square.seen_sides(self.seen_from).values()
        )

    def _foreign_edges(self, view: finding.View) -> float:
        """How much of the floor is covered by something else, in top faces."""
        return self._area(self._on_floor(view.foreign) > LEAST_FOREIGN)

    def _is_reached_into(self, view: finding.View) -> bool:
        """Whether something that is neither a die nor the tray lies beside the floor."""
        maybe = view.foreign > MAYBE_FOREIGN
        return self._area(maybe) - self._area(self._on_floor(maybe)) > MOST_AROUND_EDGES

    def _on_floor(self, cells: Floats) -> Floats:
        """Those of the finder's cells that lie on the floor."""
        rows, columns = cells.shape
        margin = round(self.grid.margin / self.cell)
        return cells[margin : rows - margin, margin : columns - margin]

    def _area(self, cells: Mask) -> float:
        """What the set cells cover, in top faces."""
        return float(cells.sum()) * self.cell**2


def _apart(found: list[Candidate]) -> list[Candidate]:
    """Two tops cannot overlap: of two that do, the likelier is one, and the other only its edge."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda one: -one.sighting.chance):
        if one.is_apart(kept):
            kept.append(one)
    return kept


def _may_lean(one: Candidate, dice: Iterable[Candidate]) -> bool:
    """Whether another die is beside it, and it is neither surely a die nor clearly flat."""
    is_alone = one.is_apart((die for die in dice if die is not one), BESIDE_EDGES)
    return not is_alone and one.odds < LESS_SURE_ODDS and one.flatness < FLAT_BESIDE


def _raised(told: Mapping[str, Die], leaning: Sequence[Square]) -> list[str]:
    """Which pip dice are larger than those on the floor, given the tops of those that may lean."""
    pips = {kind: told[kind].square for kind in ("white", "red") if kind in told}
    most = {kind: MOST_LARGER_BESIDE if square in leaning else MOST_LARGER for kind, square in pips.items()}
    return [kind for kind, square in pips.items() if square.edge > most[kind]]


def _all_rolled(certain: Sequence[Candidate]) -> bool:
    """Whether three of them are so surely dice, and lie so surely flat, that nothing beside them can be one
    of those that were rolled."""
    return sum(one.odds > SURE_ODDS and one.flatness > SURELY_FLAT for one in certain) >= 3


def _least_chance(near: Sequence[finding.Sighting]) -> float:
    """What looks so much less like a die than the three that look most like one, which come first, is a piece
    of the floor, unless those are no three without it and its face is surely that of a die."""
    return LEAST_ALIKE * sum(sighting.chance for sighting in near[: len(DICE)]) / len(DICE)


def _nearest(squares: Iterable[Square]) -> float:
    """How far apart the two middles are that are nearest to one another."""
    return min((one.away(two) for one, two in combinations(squares, 2)), default=math.inf)
