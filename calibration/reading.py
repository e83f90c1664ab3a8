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
from calibration.candidates import (
    OVERLAPPING_EDGES,
    SURE_ODDS,
    SURELY_FLAT,
    Candidate,
    apart,
    are_all_rolled,
    least_chance,
    least_flat,
    raised,
)
from calibration.faces import Face, look_closer, read_faces
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
)
from calibration.model import DICE, Calibration, CalibrationError, unpack
from calibration.overview import Overview
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
    "glare_white",  # a lamp, or too much light, hides what the die shows
    "glare_red",
    "glare_event",
    "unclear_white",
    "unclear_red",
    "unclear_event",
)
"""Why a picture is not read."""
DOUBTS = {f"{why}_{kind}": kind for why in ("unclear", "glare") for kind in DICE}
"""Reasons to doubt a face, in a picture of dice that lie flat, and which die's it is."""

MARGIN_EDGES = 1.25
HARDLY_DIE, HARDLY_DIE_BESIDE = 2.5, 5.0
"""What is a die with less of a chance, as a logarithm of the odds, must show a side where one is well seen:
less than the first where it stands alone, less than the second where it may lean. A side of a die that leans,
taken for a top, shows none. Of 1,350 rolls in strange trays two were refused for that."""
PLAINLY_FLAT = 2.8
"""What looks so flat need only be as surely a die as what stands alone. Of 900 leaning dice those that are
less surely dice looked no flatter than 1.6; three flat dice of 3,600 rolls were, and looked flatter than 3.
"""
MUST_SHOW = ((0.5, 0.55), (1.7, 0.2))
"""Pairs: what may lean, and looks less than the first flatter than it must, must show a side with at least
the second chance, unless none can be seen. Of 138 flat dice in strange trays that looked no flatter one
showed less, as did three leaning ones that had been read before, in ten of eleven calibrations. Of 1,100
rolls this costs two."""
LEAST_HIDDEN = 3.2
"""Where all may be hidden it must be a die with more of a chance, as a logarithm of the odds. Of 3,100 flat
dice beside others those that needed it had 3.6 and more; one that leaned had 2.8, and was read. Of 3,168
rolls in strange trays two at the wall before the camera needed it, and had 5.8 and 7.1; of 1,848 pictures
without a roll none is read for that wall."""
TOO_LITTLE_FLAT, FLAT_ENOUGH = -2.0, 3.2
"""What may lean is asked for the shape of its drawing if it looks flatter than it must by more than the first
and less than the second: beyond these the shape makes no difference."""
FROM_WALLS_EDGES, FROM_DICE_EDGES = 1.4, 2.0
"""No die reaches a wall, or another die, from farther away. Of 652 dice that lean none stood alone so where
the corners of the tray were given, and 11 where they were found too far out; nine of these looked less flat
than -4. Where ``candidates.ALONE`` was 2.5, one at -2.2 was read."""
SURELY_NO_TOP, FROM_SIDE_EDGES = -2.0, 0.3
"""What looks less flat, so near to where a side of a flat die is seen, is that side and no other die."""
LEAST_SEEN = 0.4
"""What looks so much like a die is one, or something that must not be passed over."""
SURELY_ANOTHER = 5.0
"""What seems to lie flat beside the three dice that were rolled, and is a die with more of a chance, as a
logarithm of the odds, is a fourth one: one that was too large for the floor had been overlooked, with 7.2.
Of 900 pictures with three such dice two showed something else, with up to 4.1."""
MAYBE_FOURTH = 0.25
"""Beside three likely dice what looks less like one than ``least_chance``, but more than this, is looked at,
too, where those are a roll: a blue die on a blue pattern had 0.35 and was passed over. One in fifteen of
3,200 other pictures of two dozen trays shows such a thing; those that were more likely dice than not looked
less flat than is asked by 1.3 at least."""
MOST_LOOKED_AT = 10
LEAST_FOREIGN = 0.3
"""From this chance on a place may be covered by something else: hands reach more, polished floors less."""
MOST_FOREIGN_EDGES, MOST_BESIDE_DICE = 0.5, 1.5
"""As much of the floor, in top faces, may be so; and beside three dice that are sure, which a polished floor
mirrors."""
MAYBE_FOREIGN, MOST_AROUND_EDGES = 0.05, 0.45
"""A hand comes from beside the floor, where that mirrors nothing: there no more than the second, in top
faces, may be foreign with the first chance. Of 8,200 rolls in strange trays, some degraded, five showed more,
one of them in every light; of 130 hands six showed less, of which three were refused for another reason."""
LEAST_SHARP = 0.22
"""With less detail than this part of what was seen at the calibration nothing is read."""
USUALLY_SHARP = 0.5
"""With less, it is the blur that makes a reading unsure: pictures at rest in the same focus keep 0.86."""
LOWEST_CAMERA_EDGES = 2.0
"""No camera stands lower over the floor; a file that says so is damaged."""
OUTSIDE_EDGES = 0.75
LEAST_INSIDE_EDGES = 0.3
"""The middle of a flat die's foot is half an edge from every wall; the corners may be a little off."""
SIZE_SLACK = 0.14
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


def empty_grid(floor: Floor) -> Grid:
    """The rectified picture that the finder looks at."""
    return Grid(floor, networks.FINDER_PX_PER_EDGE, MARGIN_EDGES)


def checked(image: Picture | None, name: object = "", *, dark: bool = False) -> Picture:
    """A picture with three colours of a size that can be read, or one sentence. Of a ``dark`` one colours may
    be hard to see."""
    if image is None or image.size == 0:
        raise CalibrationError("no_picture", file=name)
    height, width = image.shape[:2]
    if min(width, height) < 96:
        raise CalibrationError("small_picture", file=name, found=f"{width}x{height}")
    if image.ndim == 2 or image.shape[2] == 1:
        raise CalibrationError("no_colours", file=name)
    image = image[:, :, :3]
    if not dark:
        _check_colours(image, name)
    if width > 2000:
        factor = 1600 / width
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(image)


def _check_colours(image: Picture, name: object) -> None:
    """Raises CalibrationError for a picture in black and white."""
    height, width = image.shape[:2]
    blue, green, red = cv2.split(
        np.ascontiguousarray(image[:: max(1, height // 120), :: max(1, width // 160)])
    )
    sample = cv2.max(cv2.max(blue, green), red)
    colourless = np.mean(sample - cv2.min(cv2.min(blue, green), red) > 3) < 0.005
    if (
        colourless and sample.max() > 40 and np.median(sample) < 235
    ):  # darkness and glare have no colours either
        raise CalibrationError("no_colours", file=name)


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
        self.teller = Teller(calibration)
        columns, rows = self.grid.size
        if self.empty.shape[:2] != (rows, columns):
            raise CalibrationError("damaged", file="")
        self.bare = light.cells(self.empty)
        self.overview = Overview(calibration, self.floor)
        camera = calibration.camera
        self.camera = camera_over(self.floor, camera.width_px, camera.height_px)
        if not (np.isfinite(self.camera).all() and self.camera[2] > LOWEST_CAMERA_EDGES):
            raise CalibrationError("damaged", file="")
        self.ground = finding.ground(self.grid, self.empty, self.camera)
        self.seen_from = slanted(self.camera, self.floor, calibration.slant or 1.0)
        """Where the camera seems to be, by how dice look that lie flat."""
        self.least_flat = least_flat(calibration)
        self.dice: tuple[Die, ...] = ()
        """The dice of the last picture, as far as they could be told."""
        self.seen: tuple[Square, ...] = ()
        """Where dice lay in the last picture, told or not."""
        self.hidden: dict[str, Square] = {}
        """The tops of the dice that light hides in the last picture, where that kept it from being read."""
        self.seen_floor = self.floor
        """The floor as it lies in the last picture."""

    def read(self, image: Picture) -> Read | Unsure:
        """Read one picture in which nothing moves."""
        self.dice, self.seen, self.hidden = (), (), {}
        wanted = self.calibration.camera
        height, width = image.shape[:2]
        if abs(width / height - wanted.width_px / wanted.height_px) > 0.02:
            raise CalibrationError(
                "other_camera", wanted=f"{wanted.width_px}x{wanted.height_px}", found=f"{width}x{height}"
            )
        factor = width / wanted.width_px
        view = self.overview.view_of(image)
        if fault := self.overview.fault(view):
            return Unsure(fault)
        move = self.overview.moved(view)
        if move is None:
            return Unsure("tray_moved")
        if self.overview.is_elsewhere(view, move):
            return Unsure("tray_moved" if self.overview.is_turned(view) else "other_tray")
        self.seen_floor = self.floor.scaled(factor).moved(self.overview.in_pixels(move, width))
        floor, image = reduced(self.seen_floor, image)
        grid = Grid(floor, self.grid.px_per_edge, self.grid.margin)
        seen = grid.rectify(image)
        change = light.change(light.cells(seen), self.bare)
        if change.is_other:
            return Unsure("light_changed" if self.overview.is_alike(view) else "blocked")
        self.teller.set_ceiling(light.WHITE if change.is_slight else change.ceiling)
        if not change.is_slight:
            before = change.back(seen, self.bare)
            image, seen = cv2.LUT(image, before), cv2.LUT(seen, before)
        found = finding.look(self.grid, seen, self.ground)
        return self._focused(view, self._judge(floor, image, seen, found))

    def _focused(self, view: Picture, outcome: Read | Unsure) -> Read | Unsure:
        """What was read, unless the whole picture is turned or blurred."""
        if isinstance(outcome, Unsure) and self.overview.is_turned(view):
            return Unsure("tray_moved")
        if isinstance(outcome, Unsure) and outcome.reason in ("hand", "blocked"):
            return outcome
        sharp = self.overview.sharpness(view)
        if sharp < LEAST_SHARP or (isinstance(outcome, Unsure) and sharp < USUALLY_SHARP):
            return Unsure("blurred", outcome.white, outcome.red, outcome.event)
        return outcome

    def _judge(self, floor: Floor, image: Picture, seen: Picture, view: finding.View) -> Read | Unsure:
        """What is read of a picture in usual light, by a look in haste if that is enough."""
        near = [one for one in view.sightings if one.square.stands_in(self.floor, self.camera, OUTSIDE_EDGES)]
        least = least_chance(near)
        likely_dice = [one for one in near if one.chance > least]
        looked_at = (likely_dice if len(likely_dice) >= len(DICE) else near)[:MOST_LOOKED_AT]
        self.seen = tuple(sighting.square for sighting in looked_at if sighting.chance > LEAST_SEEN)
        ceiling = self.teller.ceiling
        faces = read_faces(
            floor, image, self._sized(looked_at), networks.faces, networks.closer, ceiling, hastily=True
        )
        flat = self._flat_odds(floor, image, faces)
        hasty = self._candidates(floor, image, view, looked_at, faces, flat)
        outcome, was_hasty = self._outcome(floor, image, view, hasty, least)
        if was_hasty:
            faces = look_closer(floor, image, [one.face for one in hasty], networks.closer, ceiling)
            closely = self._candidates(floor, image, view, looked_at, faces, flat)
            outcome, _ = self._outcome(floor, image, view, closely, least)
        passed_over = near[:MOST_LOOKED_AT][len(looked_at) :]
        if is_roll(outcome) and self._shows_fourth(floor, image, view, passed_over):
            self.hidden = {}
            return Unsure("fourth", outcome.white, outcome.red, outcome.event)
        return outcome

    def _shows_fourth(
        self, floor: Floor, image: Picture, view: finding.View, passed_over: Sequence[finding.Sighting]
    ) -> bool:
        """Whether something that looks much less like a die than three others has the face of one that lies
        flat on the floor, with a side below it where one must be seen."""
        sightings = [one for one in passed_over if one.chance > MAYBE_FOURTH]
        if not sightings:
            return False
        likely = self._sized(sightings)
        faces = read_faces(floor, image, likely, networks.faces, networks.closer, self.teller.ceiling)
        flat = self._flat_odds(floor, image, faces)
        dice = [die.square for die in self.dice]
        return any(
            one.is_die
            and one.lies
            and self._is_on_floor(one)
            and all(one.face.square.away(die) > OVERLAPPING_EDGES for die in dice)
            and not sides.are_missing(floor, image, one.face.square, self.seen_from, dice)
            for one in self._candidates(floor, image, view, sightings, faces, flat)
        )

    def _sized(self, sightings: Sequence[finding.Sighting]) -> list[Square]:
        """Where their faces are looked for."""
        return [sized(sighting.square, self.calibration.event_edge_edges) for sighting in sightings]

    def _flat_odds(self, floor: Floor, image: Picture, faces: Sequence[Face]) -> list[float]:
        """How likely each lies flat, as a logarithm of the odds."""
        squares = [face.square for face in faces]
        return flat_odds(floor, image, self.grid, self.empty, squares, self.seen_from).tolist()

    def _candidates(
        self,
        floor: Floor,
        image: Picture,
        view: finding.View,
        sightings: Sequence[finding.Sighting],
        faces: Sequence[Face],
        flat: Sequence[float],
    ) -> list[Candidate]:
        """What was sighted with its faces, of which ``flat`` are their odds to lie flat."""
        found = []
        for sighting, face, odds in zip(sightings, faces, flat, strict=True):
            known = self.teller.known(floor, image, face)
            alone = self._stands_alone(face.square, view)
            asked = not alone and TOO_LITTLE_FLAT < odds - self.least_flat < FLAT_ENOUGH
            shape = self.teller.flatter(floor, image, known) if asked else 0.0
            found.append(Candidate(sighting, known, odds, self.least_flat, alone, shape))
        return found

    def _outcome(
        self, floor: Floor, image: Picture, view: finding.View, candidates: Sequence[Candidate], least: float
    ) -> tuple[Read | Unsure, bool]:
        """What is read of what may be dice, and whether that was too hasty: where a face was looked at in
        haste, and no roll is read or it is no part of it. How a hand is seen does not depend on faces."""
        foreign, self.hidden = self._foreign_edges(view), {}
        flat = [
            one
            for one in candidates
            if one.is_die and one.lies and (one.sighting.chance > least or one.odds > SURE_ODDS)
            if self._is_on_floor(one)
        ]
        surely_dice = apart([one for one in flat if self._is_surely_die(one, least)])
        lying = apart(
            [
                one
                for one in flat
                if self._is_surely_die(one, least) or self._has_sides(floor, image, one, surely_dice)
            ]
        )
        certain: list[Candidate] = []
        leaning: list[Candidate] = []
        for one in lying:
            (certain if self._shows_sides(floor, image, one, lying) else leaning).append(one)
        all_rolled = not leaning and are_all_rolled(certain)
        doubtful = [one.sighting for one in leaning] + [
            one.sighting
            for one in candidates
            if one.sighting.chance > LEAST_SEEN
            and (not all_rolled or (one.lies and one.odds > SURELY_ANOTHER))
            and one.is_apart(certain)
            and (one.is_die or not one.lies)
            and not self._is_side(one, certain)
        ]
        hasty = sum(one.face.hasty for one in candidates)
        tops = [one.top for one in certain]
        told = self.teller.told(floor, image, tops, self.seen_from)
        higher = raised(told, certain, self.calibration.event_edge_edges)
        sure: dict[str, Any] = {
            kind: die.face for kind, die in told.items() if self.teller.is_sure(die) and kind not in higher
        }
        self.dice = tuple(told.values())

        def unsure(reason: str) -> tuple[Unsure, bool]:
            return Unsure(reason, **sure), hasty > 0

        if foreign > 0.6 * self.floor.width * self.floor.depth:
            return Unsure("blocked", **sure), False
        if self._is_reached_into(view):
            return Unsure("hand", **sure), False
        if foreign > (MOST_BESIDE_DICE if all_rolled else MOST_FOREIGN_EDGES):
            return unsure("hand")
        largest = max(1.0, self.calibration.event_edge_edges) + SIZE_SLACK
        if _nearest(face.square for face in tops) < LEAST_APART_EDGES:
            return unsure("stacked")
        if doubtful and all_rolled:
            return unsure("fourth")
        if doubtful and len(certain) <= 3:
            return unsure("stacked" if any(sighting.square.edge > 1.1 for sighting in doubtful) else "cocked")
        if any(face.square.edge > largest for face in tops):
            return unsure("stacked")
        if len(certain) > 3:
            return unsure("fourth")
        if len(certain) < 3:
            return unsure("missing" if certain else "empty")
        if higher:
            return unsure("cocked")
        unread = sorted((kind for kind in DICE if kind not in sure), key=lambda kind: kind in told)
        if unread:
            hidden = {kind: self._hidden(floor, image, kind, told, tops) for kind in unread}
            self.hidden = {kind: top for kind, top in hidden.items() if top is not None}
            return unsure(f"glare_{next(iter(self.hidden))}" if self.hidden else f"unclear_{unread[0]}")
        return Read.of(told), hasty > sum(face.hasty for face in tops)

    def _hidden(
        self, floor: Floor, image: Picture, kind: str, told: Mapping[str, Die], tops: Iterable[Face]
    ) -> Square | None:
        """The top of that die, if light hides what it shows. Where no top was told as that die, it is the one
        that was told as no other die; one that may as well be another die is not blamed."""
        if kind in told:
            if told[kind].may_hide_pips:
                return told[kind].square
            squares = [] if told[kind].mixed_up else [told[kind].square]
        else:
            others = {die.square for die in told.values()}
            squares = [top.square for top in tops if top.square not in others]
        if len(squares) == 1 and self.teller.is_hidden_by_light(floor, image, squares[0], kind):
            return squares[0]
        return None

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

    def _is_surely_die(self, one: Candidate, least: float) -> bool:
        """Whether it is more than hardly a die, and a likelier one than ``least``: then it need show no side
        to be one."""
        cannot_lean = one.alone or one.flatness > PLAINLY_FLAT
        return one.odds > (HARDLY_DIE if cannot_lean else HARDLY_DIE_BESIDE) and one.sighting.chance > least

    def _has_sides(self, floor: Floor, image: Picture, one: Candidate, dice: Iterable[Candidate]) -> bool:
        """Whether a side is seen where a die that lies flat must show one; where the other dice hide all of
        them none need be seen."""
        others = [die.face.square for die in dice if die.is_apart([one])]
        return not sides.are_missing(floor, image, one.face.square, self.seen_from, others)

    def _shows_sides(self, floor: Floor, image: Picture, one: Candidate, dice: Sequence[Candidate]) -> bool:
        """Whether a die cannot lean, looks flat, or shows a side; where all may be hidden, whether it is more
        than hardly a die."""
        if one.alone:
            return True
        flatter = one.flatness + one.shape - one.least_flat
        least = max((shown for margin, shown in MUST_SHOW if flatter < margin), default=0.0)
        if least == 0:
            return True
        squares = [die.face.square for die in dice]
        if sides.surest(floor, image, one.face, self.seen_from, squares) >= least:
            return True
        hidden = sides.may_be_hidden(floor, image, one.face.square, self.seen_from, squares)
        return hidden and one.odds > LEAST_HIDDEN

    def _is_on_floor(self, one: Candidate) -> bool:
        """Whether it surely lies flat or is as far from the camera and from the walls as what does: a die on
        the rim stands nearer to both. Event dice may be larger than others."""
        if one.flatness > SURELY_FLAT:
            return True
        from_walls = one.face.square.from_walls(self.floor, self.seen_from)
        return not one.is_larger and from_walls > LEAST_INSIDE_EDGES

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


def is_roll(outcome: Read | Unsure) -> bool:
    """Whether three dice lie flat and nothing else is seen, though a face may be unclear: several pictures
    may make a roll of that."""
    return isinstance(outcome, Read) or outcome.reason in DOUBTS


def _nearest(squares: Iterable[Square]) -> float:
    """How far apart the two middles are that are nearest to one another."""
    return min((one.away(two) for one, two in combinations(squares, 2)), default=math.inf)
