"""Reads dice that light hides by an exposure bracket: pictures of the same roll that are darker and darker.

What a lamp mirrored in a top, or the sun, has burnt out shows again with less light. Only the tops that light
hides are looked at so: with less light all else would look less like what was learned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeGuard

import numpy as np

from calibration import networks
from calibration.faces import drawn, reference
from calibration.geometry import Floats, Floor, Mask, Picture, Square, filled, through
from calibration.haze import CURVE, light
from calibration.light import WHITE
from calibration.model import DICE, GATES
from calibration.reading import Read, Reader, Unsure, is_roll
from calibration.telling import Die

STOPS = 3
"""So many darker pictures are worth taking, each with half the light of the one before."""
BURNT, LEAST_BURNT = 245, 0.2
"""A darker picture shows more of a top of which at least the second part is as bright as the first in some
colour, or on which a lamp may hide pips. One that was only pale, and under which a gleam looked like a third
pip of a red two, was read as a three by two darker pictures."""
TOP_AND_RIM, MOST_OF_TOP = 1.15, 0.85
"""How much of a die is shown darker, and of how much its brightness is taken: in edges of its top."""
LIGHT = light(np.arange(256))
"""The light behind each level, from 0 to 1."""
BODY_PERCENT = 85
"""Of a face of the event die so much is no brighter than its body, beside which a drawing is dark."""
LIFTED = 0.7
"""A lamp that is mirrored in a face lays a veil on it, of which this part is taken away."""
LEAST_DRAWN, MOST_DRAWN, SURE_OF_EVENT = 0.4, 2.2, 0.8
"""What is seen of the event die's drawing must be between these parts of what was learned of the face that it
is taken for, and that must be surer than the third. A ship under a warm lamp, of which a third was seen, was
taken for the yellow gate; so was a green gate, of which four times as much was seen, where a lamp had hidden
the yellow one when it was learned."""
LEAST_OF_GATE = 0.35
"""A ship must be grey, and show more than this part of what was learned of any gate: of six gates under a
veil that looked like the ship four showed colour, and two, 40 % brighter, no more than a third."""
AGREEING = {"white": 1, "red": 1, "event": 2}
"""With as many exposures must be sure what a die shows. One alone took two event dice for the yellow gate."""
SAME_EDGES = 0.5
"""So far from one another the same die is seen in two of the pictures, and never two dice."""


def is_hidden(outcome: Read | Unsure) -> TypeGuard[Unsure]:
    """Whether light hides a die, so that darker pictures may show it."""
    return isinstance(outcome, Unsure) and outcome.reason.startswith("glare_")


def read(
    reader: Reader, picture: Picture, darker: Sequence[Picture], usual: Read | Unsure | None = None
) -> Read | Unsure:
    """Read a picture, and where light hides a die the ``darker`` ones of the same roll, too: each was taken
    with half the light of the one before. What they do not show is as unsure as it was.

    ``usual`` is what several looks agreed on, if there were any: it stays unless the darker ones show more.
    """
    outcome = reader.read(picture)
    usual = usual or outcome
    if not is_hidden(usual) or not is_hidden(outcome) or not _is_backed(outcome, usual):
        return usual
    floor, seen = reader.seen_floor, [(0, _sure(reader, outcome))]
    lit = {die.kind for die in reader.dice if die.may_hide_pips}
    tops = {kind: top for kind, top in reader.hidden.items() if kind in lit or _is_burnt(picture, floor, top)}
    for stops, dark in enumerate(darker if tops else (), 1):
        shown = [_with_tops(picture, dark, floor, tops.values())]
        if "event" in tops:
            shown.append(_lifted(reader, shown[0], stops, floor, tops["event"]))
        for one in shown:
            told = reader.read(one)
            if not is_roll(told):
                continue
            sure = _sure(reader, told)
            for kind in tops.keys() & sure.keys():
                if not _is_plain(reader, one, floor, sure[kind]):
                    del sure[kind]
            seen.append((stops, sure))
    return _agreed(seen) or usual


def _is_backed(outcome: Read | Unsure, usual: Read | Unsure) -> bool:
    """Whether one picture is sure of no face of which all looks together are not."""
    return all(getattr(outcome, kind) in (None, getattr(usual, kind)) for kind in DICE)


def _is_burnt(picture: Picture, floor: Floor, top: Square) -> bool:
    """Whether too much light fell on a top for the camera to tell how much."""
    patch = top.patch(floor, picture, networks.FACE_PX, networks.FACE_EDGES)[networks.INNER, networks.INNER]
    return bool((patch >= BURNT).any(axis=2).mean() > LEAST_BURNT)


def _sure(reader: Reader, outcome: Read | Unsure) -> dict[str, Die]:
    """The dice of which the last picture showed surely what they show."""
    return {die.kind: die for die in reader.dice if getattr(outcome, die.kind) is not None}


def _agreed(seen: Sequence[tuple[int, Mapping[str, Die]]]) -> Read | None:
    """The roll, if enough pictures are sure of each die and none of another face or of another place. Each
    picture comes with how many stops darker it was taken; 0 is the usual one."""
    dice: dict[str, Die] = {}
    for kind, enough in AGREEING.items():
        sure = {stops: told[kind] for stops, told in seen if kind in told}
        every = [told[kind] for _, told in seen if kind in told]
        if 0 not in sure and len(sure) < enough:
            return None
        first = every[0]
        if any(die.face != first.face or not _is_there(die, first) for die in every):
            return None
        if any(_is_there(first, other) for other in dice.values()):
            return None
        dice[kind] = first
    return Read.of(dice)


def _is_there(one: Die, other: Die) -> bool:
    """Whether two dice were told of one place."""
    return one.square.away(other.square) < SAME_EDGES


def _with_tops(picture: Picture, other: Picture, floor: Floor, tops: Iterable[Square]) -> Picture:
    """The picture with these tops as another one shows them."""
    found = picture.copy()
    for top in tops:
        on_top = _on(picture, floor, top, TOP_AND_RIM)
        found[on_top] = other[on_top]
    return found


def _on(picture: Picture, floor: Floor, top: Square, share: float) -> Mask:
    """Where a top, ``share`` times as large, is seen in a picture."""
    return filled(through(floor.to_image, top.corners(share)), picture.shape[:2])


def _is_plain(reader: Reader, picture: Picture, floor: Floor, die: Die) -> bool:
    """Whether a die that light hides plainly shows its face in a darker picture: no gleam is left where
    another pip may be, and pips are as many once a lamp's haze is taken away, where that shows any."""
    if die.kind == "event":
        return _is_plain_event(reader, picture, floor, die)
    if reader.teller.may_hide_more(floor, picture, die.square, int(die.face), WHITE):
        return False
    pips = reader.teller.through_haze(floor, picture, die.square, die.kind, WHITE)
    return pips in (None, die.face)


def _is_plain_event(reader: Reader, picture: Picture, floor: Floor, die: Die) -> bool:
    """Whether the event die surely shows its face, and about as much of it as was learned; and of a ship so
    much, and in grey, that it is no veiled gate. In burnt light it must be that face as it was learned, too:
    a veiled ship was taken for a yellow gate that a lamp had washed out then."""
    name, teller = str(die.face), reader.teller
    face = reference(floor, picture, teller.event_square(die))
    seen, learned = drawn(face), teller.lit.drawn
    if name == "ship" and not (
        teller.is_grey(face) and seen > LEAST_OF_GATE * max(learned[gate] for gate in GATES)
    ):
        return False
    # a picture in which a veil was taken away misleads the network more than others do
    if teller.lit.burnt and teller.as_learned(face)[0] != name:
        return False
    return die.confidence > SURE_OF_EVENT and LEAST_DRAWN < seen / learned[name] < MOST_DRAWN


def _lifted(reader: Reader, shown: Picture, stops: int, floor: Floor, top: Square) -> Picture:
    """The picture in which a top is shown so many stops darker, with that top as bright as usual again, less
    most of the light by which the event die's body is brighter than when it was learned."""
    faces = [LIGHT[face] for face in reader.teller.events.faces.values()]
    learned = np.median([_body(face.reshape(-1, 3)) for face in faces], axis=0)
    found, on_top = shown.copy(), _on(shown, floor, top, TOP_AND_RIM)
    now = _body(LIGHT[shown[_on(shown, floor, top, MOST_OF_TOP)]] * 2**stops)
    left = LIGHT[shown[on_top]] * 2**stops - LIFTED * np.maximum(now - learned, 0)
    found[on_top] = (255 * np.clip(left, 0, 1) ** (1 / CURVE) + 0.5).astype(np.uint8)
    return found


def _body(lights: Floats) -> Floats:
    """About the colour of the body, of all colours of a face (count, 3): what is drawn on it is darker."""
    found: Floats = np.percentile(lights, BODY_PERCENT, axis=0)
    return found
