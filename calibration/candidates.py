"""What may be a die: how surely it is one, whether it lies flat, and how candidates stand to one another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.faces import JUNK, Face
from calibration.finding import Sighting
from calibration.model import DICE, Calibration
from calibration.telling import Die

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
"""Three such are the dice that were rolled: whatever does not seem to lie flat beside them is the side of
one, a shadow or a gleam. Of 1,356 pictures with a leaning or a fourth die or with a stack none shows three
such dice that would be told for a roll, but that of ``reading.SURELY_ANOTHER``."""
ALONE, LIKELY_ODDS = 1.75, 2.0
"""What leans needs something to lean on: a die with nothing near counts as so much flatter, if the logarithm
of the odds that it is one exceeds the second. Gleams and prints on the floor stand alone, too. Of the rolls
that are read none needs more than 0.7."""
LEAST_ALIKE = 0.62
MOST_LARGER, MOST_LARGER_IN_DOUBT = 1.11, 1.065
"""The tops of flat pip dice keep 0.93 to 1.1; one that is nearer to the camera does not lie flat. Of dice
of which it is in doubt how they stand, flat ones kept 1.061, and half of the others were larger."""
MOST_LARGER_ALONE = 1.14
"""Of three dice one with nothing near it to lean on may be as large as this: what would carry it is a fourth
that nobody sees. Of 3,024 rolls in strange trays four had such a die, of 1.112 to 1.129, and of 1,848
pictures without a roll none is read for that."""
BESIDE_EDGES, LESS_SURE_ODDS, FLAT_BESIDE, MOST_LARGER_BESIDE = 1.5, 5.0, 2.5, 1.055
"""What is so near that it touches another die may lean on it; a larger event die touches one from farther
away. If it is less surely a die than the second, it must look flatter than the third or be no larger than the
fourth. A six that leaned looked flatter than ``SURELY_FLAT``; of 2,200 flat dice beside another none was both
as large and as doubtful."""
FLAT_DRAWN, MOST_LARGER_DRAWN, LEAST_DRAWN_ODDS = 3.0, 1.02, 3.0
"""An event die beside another whose face is not known must look flatter than the first, however surely it is
a die, or be both no larger than the second, in edges of its own, and a die by more than the third, as a
logarithm of the odds. Of 3,450 flat ones one was as large and as doubtful; so were only five of 100 that
leaned and were taken for flat. The sides of one that carried another die were once read as its top: it was a
die by 2.3. Of 670 flat ones one was less surely a die than the third, in a roll that was not read."""
HARDLY_FLATTER, MOST_LARGER_KNOWN = 1.0, 1.078
"""One whose face is known, and which looks less than the first flatter than it must, may be no larger than
the second there. Of 172 flat ones that looked so one was; so was one that leaned, in all four calibrations of
its tray."""
PROBABLY_DRAWN = 0.5
"""What is more of a drawing may be an event die, which may be larger than the others."""
OVERLAPPING_EDGES = 0.75


@dataclass(frozen=True)
class Candidate:
    """What may be a die, as both networks see it, and whether it would lie flat."""

    sighting: Sighting
    face: Face
    flat: float
    """The logarithm of the odds that it lies flat, by the network alone."""
    least_flat: float
    """How flat something must look there, in the same measure."""
    alone: bool
    """Whether there is nothing near that it could lean on."""
    shape: float = 0.0
    """By how much flatter it lies, in the same measure, by the shape of its drawing; which does not tell what
    a level die stands on."""

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
        return self.flatness + self.shape > self.least_flat + more

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

    @property
    def is_larger(self) -> bool:
        """Whether it is larger than tops of pip dice on the floor are, so that it may lie higher."""
        return self.face.square.edge > MOST_LARGER_IN_DOUBT and self.face.drawing < PROBABLY_DRAWN


def least_flat(calibration: Calibration) -> float:
    """How flat a die must look in that tray, by the logarithm of the odds; ``Candidate.lies`` asks a little
    more or less."""
    usual = calibration.usual_flat_odds if calibration.slant else USUALLY_FLAT
    return max(LOWEST_FLAT, LEAST_FLAT - MORE_DOUBTED * max(USUALLY_FLAT - usual, 0))


def apart(found: list[Candidate]) -> list[Candidate]:
    """Two tops cannot overlap: of two that do, the likelier is one, and the other only its edge."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda one: -one.sighting.chance):
        if one.is_apart(kept):
            kept.append(one)
    return kept


def raised(told: Mapping[str, Die], dice: Sequence[Candidate], event_edge_edges: float) -> list[str]:
    """Which of the dice that were told are larger than they would be on the floor, given the edge of the
    event die's own faces."""
    tops = {one.face.square: one for one in dice}
    return [
        kind
        for kind, die in told.items()
        if die.square.edge > _largest(kind, tops[die.square], dice, event_edge_edges)
    ]


def _largest(kind: str, one: Candidate, dice: Sequence[Candidate], event_edge_edges: float) -> float:
    """How large its top can be on the floor: beside another die, on which it may lean, hardly larger than it
    should be; 0 where none can be on the floor that looks so."""
    reach = BESIDE_EDGES * (max(1.0, event_edge_edges) if kind == "event" else 1.0)
    is_beside = not one.is_apart((die for die in dice if die is not one), reach)
    if kind == "event":
        if one.face.known:
            flat, most = one.least_flat + HARDLY_FLATTER, MOST_LARGER_KNOWN
        else:
            flat, most = FLAT_DRAWN, MOST_LARGER_DRAWN if one.odds > LEAST_DRAWN_ODDS else 0.0
        return most * event_edge_edges if is_beside and one.flatness < flat else math.inf
    if one.alone and len(dice) == len(DICE):
        return MOST_LARGER_ALONE
    may_lean = is_beside and one.odds < LESS_SURE_ODDS and one.flatness < FLAT_BESIDE
    return MOST_LARGER_BESIDE if may_lean else MOST_LARGER


def are_all_rolled(certain: Sequence[Candidate]) -> bool:
    """Whether three of them are so surely dice, and lie so surely flat, that nothing beside them can be one
    of those that were rolled."""
    return sum(one.odds > SURE_ODDS and one.flatness > SURELY_FLAT for one in certain) >= 3


def least_chance(near: Sequence[Sighting]) -> float:
    """What looks so much less like a die than the three that look most like one, which come first, is a piece
    of the floor, unless those are no three without it and its face is surely that of a die."""
    return LEAST_ALIKE * sum(sighting.chance for sighting in near[: len(DICE)]) / len(DICE)
