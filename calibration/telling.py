"""Which die is which and what it shows: pips by the network, the event die by what the calibration showed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from operator import itemgetter

import numpy as np

from calibration import drawings, haze, networks
from calibration.faces import (
    CLEARLY_MORE_DRAWN,
    DRAWING,
    FEW_PIPS,
    LEAST_DOUBTED,
    LEAST_DRAWN,
    SURE_ALL_THE_SAME,
    EventReader,
    Face,
    body_lab,
    burnt_part,
    drawn,
    event_confidence,
    greyness,
    reference,
    ship_is_washed_out,
    sides_lab,
)
from calibration.geometry import Floats, Floor, Picture, Square
from calibration.light import WHITE, Ceiling
from calibration.model import DICE, GATES, Calibration, Lab, unpack
from calibration.pips import Places
from calibration.sides import with_sides

LEAST_PIPS = 0.94
"""Of two thousand dice all that were surer were right: highlights that hid pips made others of up to 0.87,
and two sides of a leaning die that were taken for one top of up to 0.92."""
LEAST_EVENT, LEAST_EVENT_ALONE = 0.7, 0.8
"""The second in burnt light and where the network and the likeness disagree, but for ``NO_OTHER``. Of 2,043
faces of event dice in strange trays, under lamps, in the sun or degraded, the network told 2,035 more surely
than the first, 2,033 more surely than the second, and none of them wrongly."""
LEAST_EDGES = 0.88
"""A top with pips that is smaller was not seen whole, as where a lamp hides its rim, and maybe a pip. The
network must not doubt it; of 2,650 flat dice it doubted four smaller ones, in rolls that were not read."""
SURE_OF_FEW, SURE_OF_MISPLACED, SPOKEN_FOR = 0.975, 0.985, 0.002
"""Where a lamp leaves a larger number possible than one of ``FEW_PIPS``, the network must be surer of it than
the first, or the sides must add the third at least: a three of which only the middle pip was left was taken
for a one with up to 0.96. Where the pips that are seen lie otherwise it must be surer than the second: a
three of which only a corner's pip was left was taken for a two with 0.98, and a hazy two for a three, out of
focus, with 0.976. Of 1,700 rolls in strange trays this costs four. With what the sides add it must be as sure
as the first, too: a burnt three of which a corner's pip was left was taken for a two with 0.84, and with its
sides with 0.942. Of 2,592 rolls this costs one, which showed the middle pip hardly better."""
FAINT_PIPS = 4
"""Where the pips of no number are plainly seen a lamp may hide more beside so many, too: a hazy five, packed
as JPEG, was taken for a four with 0.973. So it may beside four on which it lies and of which a part has burnt
out: there a red five was taken for a four with 0.953. Beside five or six none is hidden."""
BURNING_OUT, SURE_OF_FEW_BURNT, SURE_OF_MISPLACED_BURNT = 230, 0.985, 0.996
"""Tops burn out where every colour's ceiling is below the first. There the network must be as sure as the
others say: a burnt four was taken for a two with 0.98, and a three of which a lamp left two pips with 0.995.
Of 500 rolls, 40 % brighter, this costs two."""
HAZY, SURE_IN_HAZE = 10.0, 0.985
"""A top that is lighter than its die by more than the first (Lab units), and of which the network is no surer
than the second, must show the same number with its haze taken away: two red fives, of which hardly anything
was seen of the middle pip, were read as fours with 0.955 to 0.966."""
SURE_UNDER_LAMP = 0.992
"""Where a lamp may hide dark pips beside those that are seen the network must be surer than this, with the
sides or without. Of 1,080 pictures with a spot of light, as large as a pip or larger, on the middle of a
white three or five 46 were read as a two or a four; 15 still are. Most dice under lamps of rooms are surer.
In light in which tops burn out all that is white would be asked for this, and what is above is asked."""
MOST_BURNT, MOST_LIGHTER = 0.3, 25.0
"""Light hides what a top shows of which more than the first part has burnt out, or which is lighter by more
than the second than any face of its die was when that was learned (Lab units). Of 40 rolls in strange trays
that one die kept from being read 31 showed such a top; people saw a gleam on seven of the others, too."""
LAB_SPREAD = 12.0
LEAST_LIKELY = -9.0
"""Nothing that is less likely a die, as a logarithm, is that one."""
LEAST_OF_COLOURS, CLEARLY_THESE = -2.3, 5.0
"""Where dice have hardly the colours they should have, and might nearly as well be others, only their sides
tell which is which: a lamp that made a red die white once made a bone one the red one. As logarithms of how
likely each is; 1,400 rolls that were told rightly kept -2.1 or were clear by 10."""
LEAST_DRAWING = 0.55
"""A face that is less surely a drawing is not told by its likeness alone."""
SURELY_PIPS = 0.9
"""What the network takes for pips so surely need not be compared with the faces of the event die."""
PROBABLY_PIPS, MAYBE_PIPS = 0.8, 0.5
"""What shows pips with at least this chance may be any of the dice: with the second where fewer than three
surely lie flat, and it is not well known. A black die with pale pips was once taken for the black event die
with a pale ship, and a plain white one, in its place, for a ship. No event die showed more than 0.6 that was
well known, but those of ``PLAINLY_THAT``."""
PLAINLY_THAT = 0.999
"""What the network takes for a face of the event die so surely, and which is well known or shows its drawing,
is that one whatever pips are seen in it: a gate of two bars was taken for a six. Of the dice with pips of 36
trays, degraded or not, none was so; four that +40 % of light had burnt white were, with 0.995 to 0.997."""
KNOWN, WELL_KNOWN = 0.65, 0.4
"""A face is known that is no further from its reference than this part of what lies between the calibration's
own faces: faces of the event die keep 0.15 to 0.6, other dice mostly 0.6 and more. What is known less well
than by the second may be a face that leans."""
ALIKE, SURELY_THAT = 0.5, 0.97
"""A face that is further from its reference, or less surely that one, is told by the network."""
MOST_UNLIKE, UNLIKELY = 1.2, 0.5
"""A face that is further from its reference than the first is no surer than the second. Of 900 that lay flat
none was further than 1.15."""
WASHED_OUT, MOST_UNLIKE_WASHED = 1.5, 1.5
"""A gate of which far less was learned than of another had a lamp in it then, if more than the first times as
much is ``drawn`` of it now. It may be as far as the second from its reference, if that is the nearest."""
CLEARLY = 1.7
"""The next face is that much less like it."""
SURELY_DRAWN, WELL_DRAWN, MAYBE_GATE = 0.9, 1.5 * LEAST_DRAWN, 0.2
"""What is so surely a drawing, of which so much is seen, which is by far least unlike the ship, and which the
network thinks a gate with no more than this chance, is the ship. Of 4,700 other tops in strange trays none
was taken for it where a lamp had washed out the ship that was learned."""
LEAST_OF_DRAWING, FADED = 0.25, 0.6
"""A face of which less than the first part is ``drawn`` of what was learned of the one that it is most like
is like that only in being pale: a burnt blue gate, of which a tenth was left, was read as the ship. Of one
that shows less than the second part of what was learned of the one that the network takes it for, a lamp
leaves colours that mislead the network: a ship in warm light was read as the yellow gate, with 0.96. Then it
must be most like that one, too, unless what it is most like was learned as faintly."""
PALED, SURE_OF_PALED = 0.4, 0.985
"""Of a gate a lamp may leave what looks like a faint ship. What is taken for the ship, though less than the
first part of what was learned of that is drawn, and which is not known as it, must be surer than the second:
a green gate was read as the ship with 0.84 and 0.98. Of 5,200 faces, degraded or not, no more than five ships
are lost by that."""
GREY, GREYER, SURE_OF_GREY = 2.0, 1.25, 0.9
"""A paled drawing that is grey need only be surer than the third, unless the light is burnt: its ``greyness``
is more than the first, and more than that of any gate as it was learned, times the second. Of a gate a lamp
mostly leaves colour. In ten dozen trays paled ships kept 2.3 to 4; the gate that looked most like one had 1.2
when it was learned, and 0.5 then."""
NO_OTHER, LIKELY_DRAWN, MAYBE_THAT, MORE_DRAWN = 0.05, 0.8, 0.25, 1.25
"""A face that a lamp washed out when it was learned is hardly like itself to the network. If that gives the
other three no more than the first chance together, it is the fourth: if it has more than the third chance to
be that one and at least the second to be a drawing, and if much is seen of it, and so many times as much as
was learned. Of 2,900 faces in strange trays, degraded or not, none was another one, though no more was seen
of most than was learned."""
HARDLY_DRAWN = 4.5
"""What the network says of a face of which less is ``drawn`` does not count: a green gate that a lamp had
burnt out was read as the yellow one, with 0.83. Of 3,100 faces two were told rightly so."""

WITH_PIPS = {DICE.index("white"), DICE.index("red")}
"""The numbers of the dice with pips."""
LIGHTS = 8
"""So many lights are remembered, since noise makes the same one look a level brighter or darker."""


@dataclass(frozen=True)
class Die:
    """One of the three dice, where it lies and what it shows, as far as that can be told."""

    kind: str
    square: Square
    face: int | str
    confidence: float
    mixed_up: bool = False
    """Whether nobody can tell which of the dice with pips it is."""
    may_hide_pips: bool = False
    """Whether it is not sure for a lamp that may hide others of its pips."""


class Teller:
    """Tells the dice of one calibrated tray."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        faces = {name: unpack(packed) for name, packed in calibration.faces_png.items()}
        self.events = EventReader.of(faces)
        self.lit = self.events
        """The event faces in the light of the picture."""
        self.ceiling = WHITE
        """How bright blue, green and red can be in it."""
        self.ship_is_washed_out = ship_is_washed_out(faces)
        self._under = lru_cache(maxsize=LIGHTS)(self.events.under)
        self.labs = {
            "white": [calibration.white_lab],
            "red": [calibration.red_lab],
            # a gate may cover most of its face, so each face has a colour of its own
            "event": [body_lab(face) for face in faces.values()],
        }

    def set_ceiling(self, ceiling: Ceiling) -> None:
        """In the next pictures nothing is brighter than this."""
        self.ceiling, self.lit = ceiling, self._under(ceiling)

    def is_sure(self, die: Die) -> bool:
        """Whether what it shows is sure enough to be said."""
        return die.confidence >= (LEAST_EVENT if die.kind == "event" else LEAST_PIPS)

    def is_hidden_by_light(self, floor: Floor, image: Picture, top: Square, kind: str) -> bool:
        """Whether what that die shows on this top may be hidden by a mirrored lamp, or by too much light."""
        patch = top.patch(floor, image, networks.FACE_PX, networks.FACE_EDGES)
        if burnt_part(patch, self.ceiling) > MOST_BURNT:
            return True
        return body_lab(patch)[0] > max(lab[0] for lab in self.labs[kind]) + MOST_LIGHTER

    def known(self, floor: Floor, image: Picture, face: Face) -> Face:
        """The face, and whether it looks like one of the event die that the calibration was shown.

        The network knows many drawings, but not this table's.
        """
        if face.shows_pips > SURELY_PIPS:
            return face
        distances = self._distances(floor, image, face)
        known, well_known = (self._is_like_one(distances, share) for share in (KNOWN, WELL_KNOWN))
        return replace(face, distances=distances, known=known, well_known=well_known)

    def _is_like_one(self, distances: Mapping[str, float], share: float) -> bool:
        """Whether it is so much like one of the event die's faces, and clearly less like the next."""
        nearest, next_one = sorted(distances.values())[:2]
        is_near = nearest < share * self.calibration.quality.event_distance
        return is_near and next_one > CLEARLY * nearest

    def _distances(self, floor: Floor, image: Picture, face: Face) -> Mapping[str, float]:
        """How unlike each event face it looks (Lab units a pixel)."""
        if face.distances is not None:
            return face.distances
        return self.lit.distances(floor, image, self.event_square(face))

    def event_square(self, face: Face | Die) -> Square:
        """The face as large as those of the event die are."""
        return replace(face.square, edge=self.calibration.event_edge_edges)

    def flatter(self, floor: Floor, image: Picture, face: Face) -> float:
        """By how much flatter a face of the event die lies, as a logarithm of the odds, by how its drawing is
        shortened; 0 for what is not known as one."""
        if not face.known:
            return 0.0
        name, _ = event_confidence(self._distances(floor, image, face))
        return drawings.flatter(floor, image, self.event_square(face), self.lit.faces[name])

    def told(self, floor: Floor, image: Picture, faces: list[Face], seen_from: Floats) -> dict[str, Die]:
        """Which die is which, as far as it can be told. ``seen_from`` is the camera's place over the floor:
        across, down and up, in edges."""
        if not faces:
            return {}
        which = _Which.of(np.array([[self._likely(kind, face) for kind in DICE] for face in faces]))
        by_sides = None
        if which.is_doubtful or not which.fits:
            by_sides = self._by_sides(floor, image, faces, seen_from)
        is_mixed_up = which.is_mixed_up
        # where tops are clear the sides only vouch for one that a lamp made too unlike its die
        if by_sides and (which.is_doubtful or by_sides.pairs == which.pairs):
            # what seems the side of one die with pips may be one of the other, which is not among these
            is_mixed_up = which.takes_one_for_the_other(by_sides)
            if not is_mixed_up:
                which = by_sides
        told = {}
        for number, place in which.pairs:
            kind, face = DICE[place], faces[number]
            if which.likely[number, place] < LEAST_LIKELY:
                continue
            if kind == "event":
                name, confidence = self._event(floor, image, face)
                most = PROBABLY_PIPS if len(faces) == len(DICE) or face.well_known else MAYBE_PIPS
                if face.shows_pips > most and not self._is_plainly(floor, image, face, name):
                    confidence = min(confidence, UNLIKELY)
                told[kind] = Die(kind, face.square, name, confidence)
            else:
                pips, confidence = self._pips(floor, image, face, seen_from, kind)
                may_hide = not is_mixed_up and self._may_hide_pips(
                    floor, image, face, seen_from, pips, confidence
                )
                if is_mixed_up or may_hide:
                    confidence = min(confidence, UNLIKELY)
                told[kind] = Die(kind, face.square, pips, confidence, is_mixed_up, may_hide)
        return told

    def _pips(
        self, floor: Floor, image: Picture, face: Face, seen_from: Floats, kind: str
    ) -> tuple[int, float]:
        """The number of pips on a top and how sure it is; its sides are asked where the top leaves a doubt,
        and last what is left of its colour.

        Those of a die that may lean are elsewhere: they may speak against its number, and add nothing to it.
        """
        is_lit = face.pips == FAINT_PIPS and self._has_burnt(floor, image, face, kind)
        told, hides = face, _may_have_more(face, self._burns_out, is_lit)
        if hides or (face.surely_flat and face.pips_chance < LEAST_PIPS):
            told = with_sides(floor, image, face, seen_from, self.ceiling)
        is_backed = face.surely_flat
        if told.pips == face.pips:
            is_backed = told.pips_chance >= max(face.pips_chance + SPOKEN_FOR, SURE_OF_FEW)
        if not face.surely_flat:
            told = face
        if face.hasty and face.is_impossible:
            return told.pips, min(told.pips_chance, UNLIKELY)
        confidence = told.pips_chance
        if _is_cut(told) or (hides and (not is_backed or _is_cut(face))):
            confidence = min(confidence, UNLIKELY)
        is_open = confidence < LEAST_PIPS and told.pips == face.pips and told.pips_chance >= face.pips_chance
        if is_open and self._shows_through_haze(floor, image, face, kind):
            confidence = LEAST_PIPS
        if LEAST_PIPS < confidence < SURE_IN_HAZE and self._haze_hides(floor, image, face, kind, told.pips):
            confidence = UNLIKELY
        return told.pips, confidence

    @property
    def _burns_out(self) -> bool:
        """Whether tops burn out in this light."""
        return max(self.ceiling) < BURNING_OUT

    def may_hide_more(self, floor: Floor, image: Picture, top: Square, pips: int, ceiling: Ceiling) -> bool:
        """Whether a lamp may hide more than these pips of a top, if they are dark. In the picture nothing is
        brighter than ``ceiling``."""
        patch = top.patch(floor, image, networks.FACE_PX, networks.FACE_EDGES)
        return Places.of(patch, ceiling).may_hide_more(pips)

    def _may_hide_pips(
        self, floor: Floor, image: Picture, face: Face, seen_from: Floats, pips: int, confidence: float
    ) -> bool:
        """Whether a lamp may hide others of a top's pips, and neither network nor sides are sure that it does
        not: a side that shows two says that a four is no five."""
        if confidence >= SURE_UNDER_LAMP or self._burns_out:
            return False
        if not self.may_hide_more(floor, image, face.square, pips, self.ceiling):
            return False
        if confidence < LEAST_PIPS or not face.surely_flat:
            return True
        told = with_sides(floor, image, face, seen_from, self.ceiling)
        return told.pips != pips or told.pips_chance < SURE_UNDER_LAMP

    def _has_burnt(self, floor: Floor, image: Picture, face: Face, kind: str) -> bool:
        """Whether a lamp lies on a top of which so much has burnt out that its haze cannot be taken away."""
        if not self._is_hazy(face, kind):
            return False
        patch = face.square.whole().patch(floor, image, networks.FACE_PX, networks.FACE_EDGES)
        return burnt_part(patch, self.ceiling) > haze.MOST_BURNT

    def _is_hazy(self, face: Face, kind: str) -> bool:
        (body,) = self.labs[kind]
        return face.lab[0] >= body[0] + HAZY

    def _haze_hides(self, floor: Floor, image: Picture, face: Face, kind: str, number: int) -> bool:
        """Whether a top is hazy, and shows another number once the haze is taken away."""
        if not self._is_hazy(face, kind):
            return False
        return self.through_haze(floor, image, face.square, kind, self.ceiling) not in (None, number)

    def through_haze(
        self, floor: Floor, image: Picture, top: Square, kind: str, ceiling: Ceiling
    ) -> int | None:
        """The number of pips on a top of that die once a lamp's haze is taken away; None where that is not
        clear. In the picture nothing is brighter than ``ceiling``."""
        (body,) = self.labs[kind]
        return haze.pips(floor, image, top, body, ceiling)

    def _shows_through_haze(self, floor: Floor, image: Picture, face: Face, kind: str) -> bool:
        """Whether the likeliest number of a top is seen once a lamp's haze is taken away, whatever else that
        leaves possible. But what is seen of its pips without that must not leave only others possible, and
        show none plainly where that number has none; the die must surely lie flat, and nothing may be left to
        look at more closely."""
        if face.hasty or face.is_impossible or not face.surely_flat or face.pips_chance <= LEAST_DOUBTED:
            return False
        return self.through_haze(floor, image, face.square, kind, self.ceiling) == face.pips

    def _by_sides(self, floor: Floor, image: Picture, faces: list[Face], seen_from: Floats) -> _Which | None:
        """Which die is which by the colours of their sides, which a lamp in their tops leaves as they are;
        none where that is not clear. A die of which no side is seen has the colour of its top: where that is
        not known by its drawing each die must fit, since a lamp makes others like a pale die."""
        labs = [sides_lab(floor, image, face.square, seen_from) for face in faces]
        likely = [
            [self._likely(kind, face, lab) for kind in DICE] for face, lab in zip(faces, labs, strict=True)
        ]
        which = _Which.of(np.array(likely))
        if any(lab is None and not face.known for face, lab in zip(faces, labs, strict=True)):
            each_fits = min(which.likely[pair] for pair in which.pairs) >= LEAST_OF_COLOURS
        else:
            each_fits = which.fits
        return which if each_fits and which.clear > CLEARLY_THESE else None

    def _event(self, floor: Floor, image: Picture, face: Face) -> tuple[str, float]:
        """Which face of the event die it is, and how surely. Where much is burnt out or faded, the network
        alone is misled by colours."""
        distances, apart = self._distances(floor, image, face), self.calibration.quality.event_distance
        name, confidence = event_confidence(distances)
        seen = reference(floor, image, self.event_square(face))
        shown, learned = drawn(seen), self.events.drawn
        is_pale = shown < LEAST_OF_DRAWING * learned[name]
        is_alike = confidence > SURELY_THAT and distances[name] < ALIKE * apart and not is_pale
        if is_alike and face.drawing >= LEAST_DRAWING and not self.lit.burnt:
            return name, confidence
        chances = self.lit.chances(seen)
        told = max(chances, key=lambda name: chances[name])
        is_ship = name == "ship" and confidence > SURELY_THAT and distances[name] < MOST_UNLIKE * apart
        is_gate = sum(chances.values()) - chances["ship"] > MAYBE_GATE
        if is_ship and not is_gate and self._is_unlearned_ship(face, shown):
            return name, confidence
        doubts = told != name, chances[told] < LEAST_EVENT_ALONE
        has_faded = shown < FADED * learned[told] < learned[name]
        is_known = self._is_like_one(distances, KNOWN)
        is_known_as_other = is_known and told != name
        can_be_no_other = not is_known_as_other and self._can_be_no_other(face, chances, told, shown)
        is_misleading = self.lit.burnt or is_pale or has_faded
        doubted = any(doubts) if is_misleading else all(doubts) and not can_be_no_other
        most_unlike = MOST_UNLIKE
        if told == name and shown > WASHED_OUT * learned[told] and self._is_washed_out_gate(told):
            most_unlike = MOST_UNLIKE_WASHED
        if told == "ship" and shown < PALED * learned[told] and not (is_known and told == name):
            doubted = doubted or chances[told] < (SURE_OF_GREY if self.is_grey(seen) else SURE_OF_PALED)
        if self.lit.burnt and not doubted:
            other, chance = self.as_learned(seen)
            doubted = other != told and chance > LEAST_EVENT
        confidence = max(chances[told], LEAST_EVENT) if can_be_no_other else chances[told]
        if doubted or shown < HARDLY_DRAWN or distances[told] > most_unlike * apart:
            confidence = min(chances[told], UNLIKELY)
        return told, confidence

    def as_learned(self, seen: Picture) -> tuple[str, float]:
        """What the network takes a face for beside the faces as they were learned, and how surely. In burnt
        light they are paler, and one in which there was a lamp then is paler than it looks now."""
        chances = self.events.chances(seen)
        name = max(chances, key=lambda name: chances[name])
        return name, chances[name]

    def _can_be_no_other(self, face: Face, chances: Mapping[str, float], name: str, shown: float) -> bool:
        """Whether the network takes a drawing for no other face of the event die, and maybe for that one, of
        which more is ``shown`` now than was learned."""
        others = sum(chances.values()) - chances[name]
        is_drawing = float(face.chances[DRAWING]) >= LIKELY_DRAWN
        is_clearer = shown > max(WELL_DRAWN, MORE_DRAWN * self.events.drawn[name])
        return is_drawing and is_clearer and others <= NO_OTHER and chances[name] > MAYBE_THAT

    def is_grey(self, seen: Picture) -> bool:
        """Whether what is seen of a drawing has less colour than any gate had when it was learned."""
        least = max(GREY, GREYER * self.events.greyest_gate)
        return not self.lit.burnt and greyness(seen) > least

    def _is_plainly(self, floor: Floor, image: Picture, face: Face, name: str) -> bool:
        """Whether it is that face of the event die, by likeness and by the network, though another network
        sees pips in it. In burnt light dice with pips may be as like one, but do not show its drawing."""
        distances, square = self._distances(floor, image, face), self.event_square(face)
        nearest, _ = event_confidence(distances)
        if name != nearest or not self._is_like_one(distances, ALIKE):
            return False
        if self.lit.chances(reference(floor, image, square))[name] <= PLAINLY_THAT:
            return False
        if self._is_like_one(distances, WELL_KNOWN) and not self.lit.burnt:
            return True
        # the gates are one drawing in three colours, of which a lamp may have taken one
        same = GATES if name in GATES else (name,)
        return drawings.is_seen(floor, image, square, [self.lit.faces[one] for one in same])

    def _is_washed_out_gate(self, name: str) -> bool:
        """Whether it is a gate of which a lamp left little when it was learned: they are one drawing in three
        colours."""
        gates = {gate: self.events.drawn[gate] for gate in GATES}
        is_pale = name in gates and CLEARLY_MORE_DRAWN * gates[name] < max(gates.values())
        return is_pale and not self.lit.burnt

    def _is_unlearned_ship(self, face: Face, shown: float) -> bool:
        """Whether it may be a ship that the network does not know, since a lamp washed it out when it was
        learned: a drawing of which much more is ``shown`` now."""
        if self.lit.burnt or not self.ship_is_washed_out:
            return False
        return face.chances[DRAWING] >= SURELY_DRAWN and shown > WELL_DRAWN

    def _likely(self, kind: str, face: Face, side: Lab | None = None) -> float:
        """A logarithm of how likely a face belongs to a die, by its colour, or the colour of its sides where
        that is given, and by pips or a drawing."""
        labs = ((face.lab if side is None else lit_as(side, lab), lab) for lab in self.labs[kind])
        far = min(lab_distance(*both) for both in labs) / LAB_SPREAD
        if kind == "event" and face.known:
            far = 0.0
        shows = face.drawing if kind == "event" else float(face.chances[1:7].sum())
        return -0.5 * min(far, 5.0) ** 2 + math.log(max(shows, 0.002))


@dataclass(frozen=True)
class _Which:
    """Which faces belong to which dice."""

    likely: Floats
    """For each face and each die the logarithm of how likely it is."""
    pairs: tuple[tuple[int, int], ...]
    """The likeliest way, as numbers of a face and a die: all three dice where there are as many faces."""
    total: float
    clear: float
    """By how much the next way is less likely."""

    @staticmethod
    def of(likely: Floats) -> _Which:
        """The likeliest way of all."""
        faces, dice = likely.shape
        ways: list[tuple[tuple[int, int], ...]]
        if faces < dice:
            ways = [tuple(enumerate(kinds)) for kinds in permutations(range(dice), faces)]
        else:
            ways = [tuple(zip(some, range(dice), strict=True)) for some in permutations(range(faces), dice)]
        totals = ((float(sum(likely[pair] for pair in way)), way) for way in ways)
        (total, pairs), (next_one, _) = sorted(totals, key=itemgetter(0), reverse=True)[:2]
        return _Which(likely, pairs, total, total - next_one)

    @property
    def dice(self) -> set[int]:
        """The numbers of the dice that are seen."""
        return {place for _, place in self.pairs}

    def takes_one_for_the_other(self, sides: _Which) -> bool:
        """Whether a face is the one die with pips here and the other one there, and no face is the first
        there."""
        here = dict(self.pairs)
        return any(
            {place, here.get(number)} == WITH_PIPS and here[number] not in sides.dice
            for number, place in sides.pairs
        )

    @property
    def fits(self) -> bool:
        """Whether the dice have about the colours that they should have."""
        return self.total >= LEAST_OF_COLOURS * len(self.pairs)

    @property
    def is_doubtful(self) -> bool:
        """Whether one hardly fits, by its colour and what it shows, and they might nearly as well be others.
        Where the sides do not tell either, tops are believed: so two rolls of a dozen trays are read."""
        return self.clear < CLEARLY_THESE and min(self.likely[pair] for pair in self.pairs) < LEAST_OF_COLOURS

    @property
    def is_mixed_up(self) -> bool:
        """Whether nobody can tell which is which."""
        return not self.fits and self.clear < CLEARLY_THESE


def _is_cut(face: Face) -> bool:
    """Whether some of a top's pips may not be seen: it looks small, and nothing says that all are there."""
    is_sure = face.pips_chance >= SURE_ALL_THE_SAME and not face.hasty
    is_small = face.square.edge < LEAST_EDGES and not is_sure
    return is_small and face.possible != {face.pips}


def _may_have_more(face: Face, burns_out: bool, is_lit: bool) -> bool:
    """Whether a lamp may hide pips beside the few that are seen, or the four that hardly are or on which it
    lies: a larger number is possible, or they lie otherwise than those of the likeliest one, and the network
    is not sure that all are seen."""
    is_faint = face.misplaced and not face.possible
    if face.pips > (FAINT_PIPS if is_faint or is_lit else FEW_PIPS):
        return False
    sure = 0.0 if face.hasty else face.pips_chance
    is_misplaced = face.misplaced or face.is_impossible
    if is_misplaced and sure < (SURE_OF_MISPLACED_BURNT if burns_out else SURE_OF_MISPLACED):
        return True
    least = SURE_OF_FEW_BURNT if burns_out else SURE_OF_FEW
    return sure < least and any(number > face.pips for number in face.possible)


def lit_as(side: Lab, wanted: Lab) -> Lab:
    """The colour that a side would have if it were as bright as the other one: with less light all three
    numbers of Lab shrink alike, counted from a lightness of -16."""
    more = (wanted[0] + 16) / (side[0] + 16)
    return wanted[0], more * side[1], more * side[2]


def lab_distance(one: Lab, two: Lab) -> float:
    """Colours apart; brightness counts less, since it changes with the light and the place."""
    return math.sqrt((0.35 * (one[0] - two[0])) ** 2 + (one[1] - two[1]) ** 2 + (one[2] - two[2]) ** 2)
