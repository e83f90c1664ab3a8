"""Which die is which, and what it shows, where networks and colours leave doubts."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration import drawings, faces, telling  # noqa: E402
from calibration import sides as sides_of_dice  # noqa: E402
from calibration.faces import Face, sides_lab  # noqa: E402
from calibration.geometry import Floor, Picture, Square, through  # noqa: E402
from calibration.model import EVENT_FACES, Lab, pack, unpack  # noqa: E402
from calibration.telling import Teller  # noqa: E402
from tests.kit.dice_pictures import learned  # noqa: E402

FLOOR = Floor.of(((0, 0), (90, 0), (90, 90), (0, 90)), 9.0, 9.0)
PICTURE = np.zeros((90, 90, 3), np.uint8)
ABOVE = np.array([4.5, 4.5, 12.0])


def a_face(lab: Lab, drawing: float, pips: float) -> Face:
    chances = np.array([drawing, 0, pips, 0, 0, 0, 0, 1 - drawing - pips])
    return Face(Square(3.0, 3.0, 0.0, 1.0), chances, lab)


def event_told(
    monkeypatch: pytest.MonkeyPatch,
    far: dict[str, float],
    chances: dict[str, float],
    drawing: float = 0.99,
    burnt: bool = False,
    seen: float = 20.0,
    ship: float = 20.0,
    blue: float = 20.0,
    pips: float = 0.0,
    as_learned: dict[str, float] | None = None,
) -> tuple[int | str, bool]:
    """What a face of the event die is taken for, and whether that is sure. It is ``far`` from the four, in
    parts of what lies between them, so much is ``seen`` of its drawing, so much was learned of the ``ship``
    and the ``blue`` gate, and 20 of the others, and the network thinks each as likely as ``chances`` say;
    beside the faces ``as_learned`` it may think otherwise in burnt light."""
    teller = Teller(learned("d03"))
    monkeypatch.setattr(telling, "drawn", lambda _face: seen)
    apart = teller.calibration.quality.event_distance
    distances = {name: part * apart for name, part in far.items()}
    monkeypatch.setattr(teller, "_distances", lambda *_: distances)
    beside = {True: chances, False: chances if as_learned is None else as_learned}
    monkeypatch.setattr(
        faces.EventReader,
        "chances",
        lambda reader, _seen: dict.fromkeys(EVENT_FACES, 0.0) | (beside[reader.burnt] if burnt else chances),
    )
    teller.lit = dataclasses.replace(teller.events, burnt=burnt)
    # a light may have burnt a face flat: what was learned of it counts
    vars(teller.events)["drawn"] = dict.fromkeys(EVENT_FACES, 20.0) | {"ship": ship, "blue": blue}
    vars(teller.lit)["drawn"] = dict.fromkeys(EVENT_FACES, 0.0)
    face = a_face(teller.labs["event"][0], drawing, pips)
    others = [a_face(teller.labs[kind][0], 0.0, 0.97) for kind in ("white", "red")] if pips else []
    die = teller.told(FLOOR, PICTURE, [face, *others], ABOVE)["event"]
    return die.face, teller.is_sure(die)


@pytest.mark.parametrize(("dice", "pips", "well", "sure"), [
    (1, 0.85, False, False), (2, 0.85, False, False), (2, 0.2, False, True),
    (2, 0.75, True, True), (2, 0.85, True, False), (3, 0.75, False, True), (3, 0.85, False, False),
], ids=["alone", "pips", "no pips", "known", "known, and pips", "all", "all, and pips"])  # fmt: skip
def test_one_with_pips_is_hardly_the_event_die(
    dice: int, pips: float, well: bool, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    teller = Teller(learned("d03"))
    near = {name: (0.1 if name == "ship" else 3.0) for name in EVENT_FACES}
    apart = teller.calibration.quality.event_distance
    monkeypatch.setattr(teller, "_distances", lambda *_: {name: far * apart for name, far in near.items()})
    monkeypatch.setattr(telling, "drawn", lambda _face: 20.0)
    doubted = dataclasses.replace(
        a_face(teller.labs["event"][0], drawing=0.1, pips=pips), known=True, well_known=well
    )
    others = [a_face(teller.labs[kind][0], 0.0, 0.97) for kind in ("white", "red")]
    die = teller.told(FLOOR, PICTURE, [doubted, *others[: dice - 1]], ABOVE)["event"]
    assert die.square is doubted.square and die.face == "ship"
    assert teller.is_sure(die) == sure


@pytest.mark.parametrize(
    ("far", "other", "chance", "burnt", "drawing", "sure"),
    [
        (0.2, 2.0, 0.9995, False, False, True),
        (0.45, 2.0, 0.9995, False, False, False),
        (0.45, 2.0, 0.9995, False, True, True),
        (0.55, 2.0, 0.9995, False, True, False),
        (0.9, 0.2, 0.9995, False, True, False),
        (0.2, 2.0, 0.997, False, True, False),
        (0.2, 2.0, 0.9995, True, False, False),
        (0.2, 2.0, 0.9995, True, True, True),
    ],
    ids=[
        *("a gate of two bars", "less like it", "less like it with its drawing", "hardly like it"),
        *("like another", "hardly sure", "burnt", "burnt with its drawing"),
    ],
)
def test_pips_are_seen_in_a_face_of_the_event_die_that_is_plainly_one(
    far: float,
    other: float,
    chance: float,
    burnt: bool,
    drawing: bool,
    sure: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gates = [unpack(learned("d03").faces_png[name]).tolist() for name in ("yellow", "blue", "green")]

    def is_seen(_floor: Floor, _image: Picture, _face: Square, wanted: list[Picture]) -> bool:
        assert [one.tolist() for one in wanted] == gates, "they are one drawing, and the ship is another"
        return drawing

    monkeypatch.setattr(drawings, "is_seen", is_seen)
    distances = {"blue": far, "ship": 2.0, "yellow": 2.0, "green": other}
    told = event_told(monkeypatch, distances, {"blue": chance}, drawing=0.02, pips=0.94, burnt=burnt)
    assert told == ("blue", sure)


@pytest.mark.parametrize(
    ("name", "far", "chance", "seen", "sure"),
    [
        ("ship", 0.7, 0.98, 7.0, False),
        ("ship", 0.7, 0.99, 7.0, True),
        ("ship", 0.5, 0.98, 7.0, True),
        ("ship", 0.7, 0.98, 9.0, True),
        ("green", 0.7, 0.98, 7.0, True),
    ],
    ids=["faint", "faint, and surely a ship", "faint, and like it", "less faint", "no ship"],
)
def test_what_is_left_of_a_gate_looks_like_a_faint_ship(
    name: str, far: float, chance: float, seen: float, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A green gate under a lamp was read as the ship, which it was most like, with 0.84 and 0.98."""
    distances = dict.fromkeys(EVENT_FACES, 0.9) | {name: far}
    told = event_told(monkeypatch, distances, {name: chance}, drawing=0.88, seen=seen)
    assert told == (name, sure)


def test_a_faint_ship_is_not_known_for_being_like_a_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    distances = {"blue": 0.3, "ship": 0.55, "yellow": 1.0, "green": 1.0}
    told = event_told(monkeypatch, distances, {"ship": 0.9}, drawing=0.5, seen=7.0, blue=11.0)
    assert told == ("ship", False)


@pytest.mark.parametrize(
    ("unlike", "next_one", "drawing", "asked"),
    [
        (0.45, 1.6, 0.9, False),
        (0.55, 1.6, 0.9, True),
        (0.45, 1.5, 0.9, True),
        (0.45, 1.6, 0.5, True),
    ],
    ids=["alike", "little like its reference", "not surely that one", "hardly a drawing"],
)
def test_only_a_face_that_is_in_doubt_is_told_by_the_network(
    unlike: float,
    next_one: float,
    drawing: float,
    asked: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    far = {"ship": unlike, "yellow": next_one * unlike, "blue": 1.0, "green": 9 * unlike}
    told = event_told(monkeypatch, far, {"blue": 0.9}, drawing)
    assert told == ("blue" if asked else "ship", True)


@pytest.mark.parametrize(
    ("unlike", "burnt", "sure"),
    [(1.15, False, True), (1.25, False, False), (0.8, True, False)],
    ids=["far", "too far", "like another one in burnt light"],
)
def test_the_network_alone_does_not_tell(
    unlike: float, burnt: bool, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is like none of the faces, or has lost its colours to burnt light."""
    far = {"blue": unlike, "ship": 0.7 if burnt else 1.2 * unlike, "yellow": 3.0, "green": 3.0}
    assert event_told(monkeypatch, far, {"blue": 0.97}, burnt=burnt) == ("blue", sure)


@pytest.mark.parametrize(
    ("unlike", "seen", "nearest", "learned_of_it", "burnt", "sure"),
    [
        (1.4, 20.0, "blue", 7.9, False, True),
        (1.6, 20.0, "blue", 7.9, False, False),
        (1.4, 11.0, "blue", 7.9, False, False),
        (1.4, 20.0, "green", 7.9, False, False),
        (1.4, 20.0, "blue", 8.1, False, False),
        (1.4, 20.0, "blue", 7.9, True, False),
    ],
    ids=["washed out", "too far", "about as it was", "like another", "drawn like others", "burnt light"],
)
def test_a_gate_that_was_washed_out_when_it_was_learned_may_be_unlike_its_reference(
    unlike: float,
    seen: float,
    nearest: str,
    learned_of_it: float,
    burnt: bool,
    sure: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A gate of which a lamp had left a third was refused wherever it was shown."""
    far = dict.fromkeys(EVENT_FACES, 1.1 * unlike) | {"blue": unlike, nearest: 0.95 * unlike}
    told = event_told(monkeypatch, far, {"blue": 0.99}, seen=seen, burnt=burnt, blue=learned_of_it)
    assert told == ("blue", sure)


def test_a_faint_ship_may_be_no_more_unlike_its_reference_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ships may be drawn faintly."""
    far = dict.fromkeys(EVENT_FACES, 1.5) | {"ship": 1.4}
    assert event_told(monkeypatch, far, {"ship": 0.99}, ship=7.9) == ("ship", False)


@pytest.mark.parametrize(
    ("as_learned", "sure"),
    [({"green": 0.71}, False), ({"green": 0.69}, True), ({"yellow": 0.9}, True)],
    ids=["surely another", "hardly another", "the same"],
)
def test_in_burnt_light_a_face_is_none_that_is_another_beside_those_that_were_learned(
    as_learned: dict[str, float], sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A green gate, learned under a lamp, is paler still in burnt light; one that showed its colour was read
    as the yellow one."""
    far = {"yellow": 0.75, "green": 1.08, "ship": 1.07, "blue": 1.4}
    told = event_told(monkeypatch, far, {"yellow": 0.98}, burnt=True, as_learned=as_learned)
    assert told == ("yellow", sure)


@pytest.mark.parametrize(("chance", "sure"), [(0.82, True), (0.78, False)])
def test_a_doubtful_face_is_as_sure_as_the_network(
    chance: float, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much more it looks like another one: a lamp makes a ship of a gate that it hides."""
    far = {"ship": 0.6, "blue": 1.0, "yellow": 1.4, "green": 1.4}
    assert event_told(monkeypatch, far, {"blue": chance, "ship": 0.98 - chance}) == ("blue", sure)


@pytest.mark.parametrize(
    ("colour", "apart", "mixed_up"), [(-3.5, 0.0, True), (-3.5, 6.0, False), (-3.0, 0.0, False)]
)
def test_dice_of_hardly_their_colours_that_are_alike_are_mixed_up(
    colour: float, apart: float, mixed_up: bool
) -> None:
    """In light 40 % brighter the tops of a white and a red die that lay under a lamp had the same grey."""
    likely = np.array([[colour, colour - apart, -9.0], [colour - apart, colour, -9.0], [-9.0, -9.0, -0.1]])
    assert telling._Which.of(likely).is_mixed_up == mixed_up


@pytest.mark.parametrize(("seen", "sure"), [(4.4, False), (4.6, True)])
def test_a_drawing_of_which_a_lamp_leaves_hardly_anything_is_not_told_by_the_network(
    seen: float, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A burnt green gate was read as the yellow one."""
    far = {"ship": 0.85, "green": 0.85, "yellow": 0.77, "blue": 1.09}
    assert event_told(monkeypatch, far, {"yellow": 0.97}, seen=seen) == ("yellow", sure)


@pytest.mark.parametrize(
    ("seen", "like", "ship", "sure"),
    [
        (11.0, "ship", 20.0, False),
        (13.0, "ship", 20.0, True),
        (11.0, "yellow", 20.0, True),
        (11.0, "ship", 11.0, True),
        (11.0, "blue", 11.0, False),
    ],
    ids=["faded", "hardly faded", "like that gate", "like a faint ship", "like another gate"],
)
def test_what_a_lamp_has_faded_is_told_only_where_likeness_and_network_agree(
    seen: float, like: str, ship: float, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A warm lamp had made the ship pale yellow, and it was read as the yellow gate. A face that was learned
    faintly is what any pale one is like."""
    far = {"ship": 0.82, "green": 0.88, "yellow": 0.82, "blue": 1.09} | {like: 0.75}
    assert event_told(monkeypatch, far, {"yellow": 0.96}, seen=seen, ship=ship) == ("yellow", sure)


@pytest.mark.parametrize(
    ("seen", "ship", "network", "told"),
    [
        (4.9, 20.0, "ship", ("ship", True)),
        (4.9, 20.0, "yellow", ("yellow", False)),
        (5.1, 20.0, "yellow", ("ship", True)),
        (2.0, 7.0, "yellow", ("ship", True)),
    ],
    ids=["blank", "blank, or a gate", "faded", "learned faintly"],
)
def test_a_blank_face_is_not_told_by_its_likeness_to_one_that_was_clearly_drawn(
    seen: float, ship: float, network: str, told: tuple[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A burnt blue gate was as like the ship as a faint one is."""
    far = {"ship": 0.45, "green": 0.9, "yellow": 0.9, "blue": 0.9}
    assert event_told(monkeypatch, far, {network: 0.9}, seen=seen, ship=ship) == told


def test_how_much_of_a_face_is_drawn_is_told_by_its_own_picture() -> None:
    events = Teller(learned("d03")).events
    assert events.drawn == {name: faces.drawn(face) for name, face in events.faces.items()}
    assert max(events.under((20, 20, 20)).drawn.values()) < 2 < min(events.drawn.values())


def hazy(face: Picture, added: float) -> Picture:
    """The face as it is seen where a lamp adds so much white light."""
    light = (face / 255) ** 2.2 + added
    return (255 * np.clip(light, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def test_under_a_lamp_too_a_ship_is_grey_and_no_gate_is() -> None:
    events = Teller(learned("d03")).events
    for added in (0.0, 0.2, 0.4):
        grey = {name: faces.greyness(hazy(face, added)) for name, face in events.faces.items()}
        assert grey.pop("ship") > telling.GREY
        assert max(grey.values()) < telling.GREY
    assert events.greyest_gate == max(faces.greyness(events.faces[name]) for name in EVENT_FACES[1:])
    assert faces.greyness(np.full_like(events.faces["ship"], 255)) == 0, "nothing is left"


@pytest.mark.parametrize(
    ("chance", "grey", "gate", "burnt", "sure"),
    [
        (0.92, 2.1, 1.6, False, True),
        (0.88, 2.1, 1.6, False, False),
        (0.92, 1.9, 1.0, False, False),
        (0.92, 2.4, 2.0, False, False),
        (0.92, 2.1, 1.6, True, False),
    ],
    ids=["grey", "grey, but in doubt", "hardly grey", "hardly greyer than a gate", "burnt light"],
)
def test_a_paled_drawing_that_is_grey_is_the_ship(
    chance: float, grey: float, gate: float, burnt: bool, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a lamp leaves of a gate is its colour; five ships under lamps were not told."""
    monkeypatch.setattr(telling, "greyness", lambda _face: grey)
    monkeypatch.setattr(faces.EventReader, "greyest_gate", gate)
    far = {"ship": 0.7, "yellow": 1.0, "blue": 1.2, "green": 1.0}
    assert event_told(monkeypatch, far, {"ship": chance}, seen=7.0, burnt=burnt) == ("ship", sure)


@pytest.mark.parametrize(("chance", "sure"), [(0.72, True), (0.68, False)])
def test_the_network_may_be_less_sure_of_what_a_face_is_most_like(
    chance: float, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = {"blue": 0.8, "ship": 1.0, "yellow": 1.4, "green": 1.4}
    assert event_told(monkeypatch, far, {"blue": chance, "ship": 0.02}) == ("blue", sure)


LEFT: dict[str, Any] = {"drawing": 0.85, "seen": 20.0, "ship": 15.0}


@pytest.mark.parametrize(
    ("changed", "chances", "unlike", "sure"),
    [
        ({}, {}, {}, True),
        ({}, {"ship": 0.2}, {}, False),
        ({}, {"yellow": 0.03}, {}, False),
        ({"drawing": 0.75}, {}, {}, False),
        ({"seen": 14.0, "ship": 10.0}, {}, {}, False),
        ({"ship": 16.5}, {}, {}, False),
        ({"blue": 81.0}, {}, {}, False),
        ({"burnt": True}, {}, {}, False),
        ({}, {}, {"blue": 0.6, "ship": 1.1}, False),
        ({}, {}, {"blue": 1.1}, True),
    ],
    ids=[
        "no other",
        "hardly that one",
        "maybe a gate",
        "maybe no drawing",
        "little is seen",
        "no more than was learned",
        "pale",
        "burnt light",
        "known as another one",
        "most like that one",
    ],
)
def test_a_drawing_that_can_be_none_of_the_others_is_the_fourth_face(
    changed: dict[str, Any],
    chances: dict[str, float],
    unlike: dict[str, float],
    sure: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A lamp had washed out half of a ship when it was learned. Later it was more like the blue gate, but the
    network gave no gate more than 0.01."""
    far = {"ship": 0.85, "blue": 0.73, "yellow": 1.3, "green": 1.2} | unlike
    told = event_told(monkeypatch, far, {"ship": 0.3, "blue": 0.03} | chances, **(LEFT | changed))
    assert told == ("ship", sure)


def ship_told(
    monkeypatch: pytest.MonkeyPatch,
    far: tuple[float, float] = (0.55, 0.9),
    gate: float = 0.1,
    drawing: float = 0.95,
    seen: float = 20.0,
    washed_out: bool = True,
    burnt: bool = False,
) -> bool:
    """Whether a face is told as the ship. It is ``far`` from that and from each gate, and the network, to
    which the ship was shown ``washed_out``, thinks it a ``gate`` rather than that."""
    teller = Teller(learned("d03"))
    apart = teller.calibration.quality.event_distance
    distances = {name: far[name != "ship"] * apart for name in EVENT_FACES}
    monkeypatch.setattr(teller, "_distances", lambda *_: distances)
    chances = dict.fromkeys(EVENT_FACES, 0.01) | {"yellow": gate}
    monkeypatch.setattr(faces.EventReader, "chances", lambda *_: chances)
    monkeypatch.setattr(telling, "drawn", lambda _face: seen)
    teller.ship_is_washed_out, teller.lit = washed_out, dataclasses.replace(teller.events, burnt=burnt)
    face = a_face(teller.labs["event"][0], drawing, pips=0.0)
    die = teller.told(FLOOR, PICTURE, [face], ABOVE)["event"]
    return die.face == "ship" and teller.is_sure(die)


def test_a_drawing_that_is_no_gate_is_the_ship_where_a_lamp_washed_that_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The ship of one tray in twelve was learned so, and none of its six ships was told."""
    assert ship_told(monkeypatch)
    assert not ship_told(monkeypatch, washed_out=False), (
        "the network knows the ship, and says that it is none"
    )
    assert not ship_told(monkeypatch, gate=0.3), "it may be a gate"
    assert not ship_told(monkeypatch, far=(0.55, 0.7)), "it is nearly as little unlike a gate"
    assert not ship_told(monkeypatch, far=(1.3, 2.5)), "it is unlike all of them"
    assert not ship_told(monkeypatch, drawing=0.85), "it may be no drawing"
    assert not ship_told(monkeypatch, seen=14.0), "a lamp may have taken some of it"
    assert not ship_told(monkeypatch, burnt=True)


@pytest.mark.parametrize(
    ("share", "veil", "washed_out"),
    [(0.85, 245.0, True), (0.3, 245.0, False), (0.85, None, False)],
    ids=["a lamp", "a little of one", "drawn faintly"],
)
def test_a_ship_is_washed_out_by_a_lamp_that_is_mirrored_in_it(
    share: float, veil: float | None, washed_out: bool
) -> None:
    calibration = learned("d03")
    assert not Teller(calibration).ship_is_washed_out
    ship = unpack(calibration.faces_png["ship"])
    over = np.percentile(ship.reshape(-1, 3), 70, axis=0) if veil is None else veil
    seen = np.clip((1 - share) * ship + share * np.asarray(over), 0, 255).astype(np.uint8)
    faces_png = calibration.faces_png | {"ship": pack(seen)}
    assert Teller(replace(calibration, faces_png=faces_png)).ship_is_washed_out == washed_out


def test_in_burnt_light_the_network_must_be_surer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ship that much light had left little of was read as a gate."""
    far = {"blue": 0.4, "ship": 0.5, "yellow": 0.65, "green": 0.9}
    for chance, sure in ((0.78, False), (0.82, True)):
        assert event_told(monkeypatch, far, {"blue": chance}, burnt=True) == ("blue", sure)


@pytest.mark.parametrize(
    ("edge", "chance", "possible", "sure"),
    [
        (0.84, 0.97, set(), False),
        (0.84, 0.995, set(), True),
        (0.84, 0.97, {2}, True),
        (0.9, 0.97, set(), True),
    ],
    ids=["small", "surely all", "only number", "whole"],
)
def test_a_top_of_which_a_part_is_not_seen_may_have_more_pips(
    edge: float, chance: float, possible: set[int], sure: bool
) -> None:
    teller = Teller(learned("d03"))
    face = a_face(teller.labs["white"][0], 0.0, chance)
    face.chances[[3, 7]] = 1 - chance, 0.0  # a two, or else a three
    face = dataclasses.replace(
        face, square=dataclasses.replace(face.square, edge=edge), possible=frozenset(possible)
    )
    die = teller.told(FLOOR, PICTURE, [face], ABOVE)["white"]
    assert die.face == 2 and teller.is_sure(die) == sure


@pytest.mark.parametrize(
    ("pips", "chance", "possible", "misplaced", "sure"),
    [
        (1, 0.965, {1, 3, 5}, False, False),
        (1, 0.98, {1, 3, 5}, False, True),
        (3, 0.965, {2, 3}, False, True),
        (1, 0.965, set(), False, True),
        (4, 0.965, {4, 5, 6}, False, True),
        (2, 0.98, set(), True, False),
        (2, 0.99, set(), True, True),
        (3, 0.98, {2}, False, False),
        (3, 0.99, {2}, False, True),
        (4, 0.973, set(), True, False),
        (4, 0.973, {1, 2}, True, True),
        (5, 0.973, set(), True, True),
    ],
    ids=[
        *("a lamp", "surely all", "no larger number", "not asked", "not few"),
        *("no number", "surely two", "a smaller number alone", "surely three"),
        *("a faint four", "a four that is no one", "none is hidden beside five"),
    ],
)
def test_beside_few_pips_a_lamp_may_hide_others(
    pips: int, chance: float, possible: set[int], misplaced: bool, sure: bool
) -> None:
    """Of a white three in the sun only a corner's pip was left, in light 40 % brighter, and read as a two."""
    teller = Teller(learned("d03"))
    face = a_face(teller.labs["white"][0], 0.0, 0.0)
    face.chances[[6, 7, pips]] = 1 - chance, 0.0, chance
    face = dataclasses.replace(face, possible=frozenset(possible), misplaced=misplaced)
    die = teller.told(FLOOR, PICTURE, [face], ABOVE)["white"]
    assert die.face == pips and teller.is_sure(die) == sure


@pytest.mark.parametrize(
    ("pips", "chance", "possible", "lighter", "level", "sure"),
    [
        (4, 0.965, {4, 5}, 11.0, 255, False),
        (4, 0.98, {4, 5}, 11.0, 255, True),
        (4, 0.965, {4}, 11.0, 255, True),
        (5, 0.965, {5, 6}, 11.0, 255, True),
        (4, 0.965, {4, 5}, 9.0, 255, True),
        (4, 0.965, {4, 5}, 11.0, 200, True),
    ],
    ids=["a lamp", "surely four", "no larger number", "five", "no haze", "nothing burnt out"],
)
def test_beside_four_pips_a_lamp_that_burns_out_a_part_may_hide_the_fifth(
    pips: int, chance: float, possible: set[int], lighter: float, level: int, sure: bool
) -> None:
    """A red five, in light that made it brighter, was read as a four."""
    teller = Teller(learned("d03"))
    light, *colours = teller.labs["white"][0]
    face = a_face((light + lighter, *colours), 0.0, 0.0)  # type: ignore[arg-type]
    face.chances[[6, 7, pips]] = 1 - chance, 0.0, chance
    face = dataclasses.replace(face, possible=frozenset(possible))
    seen = np.full((90, 90, 3), level, np.uint8)
    die = teller.told(FLOOR, seen, [face], ABOVE)["white"]
    assert die.face == pips and teller.is_sure(die) == sure


@pytest.mark.parametrize(
    ("chance", "ceiling", "hides", "sure"),
    [
        (0.991, 255, True, False),
        (0.993, 255, True, True),
        (0.991, 255, False, True),
        (0.991, 229, True, True),
    ],
    ids=["a lamp", "surely four", "no lamp", "burnt light"],
)
def test_where_a_lamp_may_hide_a_pip_the_network_must_be_surer(
    chance: float, ceiling: int, hides: bool, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A white five with a spot of light on its middle was read as a four."""
    monkeypatch.setattr(telling.Places, "may_hide_more", lambda _self, pips: hides and pips == 4)
    teller = Teller(learned("d03"))
    teller.set_ceiling((ceiling,) * 3)
    face = a_face(teller.labs["white"][0], 0.0, 0.0)
    face.chances[[5, 7, 4]] = 1 - chance, 0.0, chance
    die = teller.told(FLOOR, PICTURE, [face], ABOVE)["white"]
    assert (die.face, teller.is_sure(die), die.may_hide_pips) == (4, sure, not sure)


@pytest.mark.parametrize(("told", "chance", "sure"), [(4, 0.993, True), (4, 0.991, False), (5, 0.993, False)])
@pytest.mark.parametrize("flat", [True, False], ids=["flat", "may lean"])
def test_the_sides_may_say_that_a_lamp_hides_no_pip(
    flat: bool, told: int, chance: float, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling.Places, "may_hide_more", lambda *_: True)
    teller = Teller(learned("d03"))
    face = a_face(teller.labs["white"][0], 0.0, 0.0)
    face.chances[[5, 7, 4]] = 0.04, 0.0, 0.96
    beside = face.chances.copy()
    beside[[9 - told, 7, told]] = 1 - chance, 0.0, chance
    monkeypatch.setattr(telling, "with_sides", lambda *_: dataclasses.replace(face, chances=beside))
    seen = dataclasses.replace(face, surely_flat=flat)
    die = teller.told(FLOOR, PICTURE, [seen], ABOVE)["white"]
    assert teller.is_sure(die) == (sure and flat)


def test_a_die_that_may_be_another_is_not_said_to_be_lit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling.Places, "may_hide_more", lambda *_: True)
    teller, faces = made_alike()
    tops = [dataclasses.replace(face, lab=BURNT) for face in faces[:2]]
    told = teller.told(FLOOR, np.full((90, 90, 3), 90, np.uint8), tops, ABOVE)
    assert all(
        told[kind].mixed_up and not told[kind].may_hide_pips for kind in ("white", "red") if kind in told
    )


def one_or_three(chance: float, flat: bool) -> Face:
    """A white one, with that chance, or else a three of which a lamp hides two pips."""
    face = a_face(learned("d03").white_lab, 0.0, 0.0)
    face.chances[[1, 3, 7]] = chance, 1 - chance, 0.0
    return dataclasses.replace(face, possible=frozenset({1, 3}), surely_flat=flat)


@pytest.mark.parametrize("flat", [True, False], ids=["flat", "may lean"])
@pytest.mark.parametrize(
    ("sides", "sure"),
    [({}, False), ({1: 4}, True), ({1: 1}, False)],
    ids=["not seen", "a four, so no three", "a one"],
)
def test_where_a_lamp_may_hide_pips_the_sides_must_speak_for_a_number(
    sides: dict[int, int], sure: bool, flat: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a one that may be a three; seven pips are on opposite sides."""
    seen = {side: np.where(np.arange(1, 7) == pips, 0.97, 0.006) for side, pips in sides.items()}
    monkeypatch.setattr(sides_of_dice, "seen", lambda *_: seen)
    teller = Teller(learned("d03"))
    die = teller.told(FLOOR, PICTURE, [one_or_three(0.955, flat)], ABOVE)["white"]
    assert (die.face == 1 and teller.is_sure(die)) == sure


@pytest.mark.parametrize(("three", "sure"), [(0.04, False), (0.01, True)])
def test_with_its_sides_a_number_must_be_as_sure_as_without(
    three: float, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In light 40 % brighter a corner's pip was left of a three, whose side showed that it was no one."""
    side = np.array([0.97, 0.006, 0.006, 0.006, 0.006, 0.006])
    monkeypatch.setattr(sides_of_dice, "seen", lambda *_: {1: side})
    face = a_face(learned("d03").white_lab, 0.0, 0.0)
    face.chances[[1, 2, 3, 7]] = 0.16 - three, 0.84, three, 0.0
    face = dataclasses.replace(face, possible=frozenset(range(1, 7)))
    teller = Teller(learned("d03"))
    die = teller.told(FLOOR, PICTURE, [face], ABOVE)["white"]
    assert die.face == 2 and teller.is_sure(die) == sure
    monkeypatch.setattr(telling, "SURE_OF_FEW", 0.0)
    backed = teller.told(FLOOR, PICTURE, [face], ABOVE)["white"].confidence
    assert backed > telling.LEAST_PIPS, "as much as is asked of others"


@pytest.mark.parametrize("pips", [1, 4], ids=["spoken against", "spoken for"])
def test_sides_add_nothing_to_what_may_lean(pips: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lie elsewhere: neither another number is sure for them, nor this one surer."""
    side = np.where(np.arange(1, 7) == pips, 0.97, 0.006)
    monkeypatch.setattr(sides_of_dice, "seen", lambda *_: {1: side})
    monkeypatch.setattr(faces, "is_blank", lambda _: False)
    teller = Teller(learned("d03"))
    told = {
        flat: teller.told(FLOOR, PICTURE, [one_or_three(0.75, flat)], ABOVE)["white"]
        for flat in (True, False)
    }
    assert told[False].face == 1
    assert told[False].confidence == pytest.approx(0.75 if pips == 4 else 0.5)
    assert told[True].face == (3 if pips == 1 else 1) and told[True].confidence > 0.85


@pytest.mark.parametrize(
    ("pips", "chance", "possible", "misplaced"),
    [(2, 0.98, {1, 2, 3, 4, 5, 6}, False), (2, 0.9948, set(), True)],
    ids=["a burnt four", "a three without a pip"],
)
def test_in_light_in_which_tops_burn_out_few_pips_must_be_surer(
    pips: int, chance: float, possible: set[int], misplaced: bool
) -> None:
    teller = Teller(learned("d03"))
    face = a_face(teller.labs["white"][0], 0.0, chance)
    face.chances[[3, 7]] = 1 - chance, 0.0
    face = dataclasses.replace(face, possible=frozenset(possible), misplaced=misplaced)
    for ceiling, sure in (((255, 255, 255), True), ((190, 180, 240), True), ((190, 180, 200), False)):
        teller.set_ceiling(ceiling)
        die = teller.told(FLOOR, PICTURE, [face], ABOVE)["white"]
        assert die.face == pips and teller.is_sure(die) == sure, ceiling


def test_a_small_top_is_cut_whatever_its_sides_add(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sides_of_dice, "seen", lambda *_: {1: np.where(np.arange(1, 7) == 4, 0.97, 0.006)})
    teller = Teller(learned("d03"))
    for flat in (True, False):
        top = one_or_three(0.955, flat)
        top = dataclasses.replace(top, square=dataclasses.replace(top.square, edge=0.85))
        assert not teller.is_sure(teller.told(FLOOR, PICTURE, [top], ABOVE)["white"])


def test_what_was_looked_at_in_haste_needs_all_that_is_asked_of_what_is_in_doubt() -> None:
    """Few pips beside which a lamp may hide others, and a small top."""
    teller = Teller(learned("d03"))
    whole = a_face(teller.labs["white"][0], 0.0, 0.99)
    small = dataclasses.replace(whole, square=dataclasses.replace(whole.square, edge=0.85))
    few = dataclasses.replace(whole, possible=frozenset({2, 3}))
    other = dataclasses.replace(whole, possible=frozenset({1}))
    for face, sure in ((whole, True), (few, False), (small, False), (other, False)):
        for hasty in (True, False):
            looked_at = dataclasses.replace(face, glanced=face.chances if hasty else None)
            told = teller.told(FLOOR, PICTURE, [looked_at], ABOVE)["white"]
            assert told.face == 2 and teller.is_sure(told) == (sure or not hasty)


@pytest.mark.parametrize(("drawing", "pips"), [(0.01, 0.79), (0.79, 0.01)])
def test_what_a_hasty_look_takes_for_pips_is_no_event_die_though_it_may_be_no_top(
    drawing: float, pips: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hasty look leaves more of a doubt whether it is a top than a closer one."""
    teller = Teller(learned("d03"))
    face = a_face(teller.labs["event"][0], drawing, pips)
    hasty = dataclasses.replace(face, glanced=face.chances)
    assert (teller.known(FLOOR, PICTURE, hasty).distances is not None) == (pips < drawing)
    assert teller.known(FLOOR, PICTURE, face).distances is not None
    others = [a_face(teller.labs[kind][0], 0.0, 0.99) for kind in ("white", "red")]
    monkeypatch.setattr(teller, "_event", lambda *_: ("ship", 0.9))
    for top, sure in ((hasty, pips < drawing), (face, True)):
        told = teller.told(FLOOR, PICTURE, [*others, top], ABOVE)["event"]
        assert teller.is_sure(told) == sure


def under_a_lamp(face: Picture, white: float, spot: float) -> Picture:
    """A face that a lamp makes so much whiter, all of it, and of which a spot of that radius is burnt out."""
    seen = cv2.addWeighted(face, 1 - white, np.full_like(face, 255), white, 0)
    cv2.circle(
        seen, (face.shape[1] // 2, face.shape[0] // 2), round(spot * face.shape[1]), (255, 255, 255), -1
    )
    return seen


SIZE_PX = 96
WHOLE = Square(0.5, 0.5, 0.0, 1 / faces.REFERENCE_EDGES)
FACE_FLOOR = Floor.of(((0, 0), (SIZE_PX - 1, 0), (SIZE_PX - 1, SIZE_PX - 1), (0, SIZE_PX - 1)), 1.0, 1.0)


@pytest.mark.parametrize("rig", ["d01", "d03"])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize(("white", "spot"), [(0.5, 0.0), (0.3, 0.2)], ids=["veil", "spot"])
def test_faces_are_told_in_any_turn_under_lamps(rig: str, turns: int, white: float, spot: float) -> None:
    references = {name: unpack(packed) for name, packed in learned(rig).faces_png.items()}
    reader = faces.EventReader.of(references)
    for name, face in references.items():
        large = cv2.resize(np.ascontiguousarray(np.rot90(face, turns)), (SIZE_PX, SIZE_PX))
        chances = reader.chances(faces.reference(FACE_FLOOR, under_a_lamp(large, white, spot), WHOLE))
        assert set(chances) == set(references) and sum(chances.values()) <= 1 + 1e-6
        assert chances[name] > 0.8, (name, chances)


def test_what_shows_no_face_of_the_event_die_is_none() -> None:
    reader = faces.EventReader.of({name: unpack(packed) for name, packed in learned("d03").faces_png.items()})
    pips = np.full((SIZE_PX, SIZE_PX, 3), (40, 40, 190), np.uint8)
    for place in ((24, 24), (48, 48), (72, 72)):
        cv2.circle(pips, place, 9, (245, 245, 245), -1)
    for other in (pips, np.full_like(pips, 60)):
        assert sum(reader.chances(faces.reference(FACE_FLOOR, other, WHOLE)).values()) < 0.1
    burnt_out = reader.chances(faces.reference(FACE_FLOOR, np.full_like(pips, 255), WHOLE))
    assert max(burnt_out.values()) < 0.4, "which may be any of them"


def test_dice_of_which_a_lamp_made_one_white_are_not_told() -> None:
    """The red die is whiter than the bone one, which would be the redder of the two then."""
    bone, red, burnt = (80.0, 4.0, 12.0), (45.0, 50.0, 25.0), (95.0, 0.0, 2.0)
    teller = Teller(replace(learned("d03"), white_lab=bone, red_lab=red))
    event = a_face(teller.labs["event"][0], drawing=0.99, pips=0.0)
    for seen, sure in ((red, True), (burnt, False)):
        faces = [a_face(bone, 0.0, 0.99), a_face(seen, 0.0, 0.99), event]
        told = teller.told(FLOOR, PICTURE, faces, ABOVE)
        assert [teller.is_sure(told[kind]) for kind in ("white", "red")] == [sure, sure]
        two = teller.told(FLOOR, PICTURE, faces[:2], ABOVE)
        assert any(teller.is_sure(die) for die in two.values()) == sure, "nor where the third is hidden"


Sides = list[tuple[Square, tuple[Lab, ...]]]
LOW = np.array([4.5, 30.0, 20.0])
"""A camera that sees the sides of dice which face the lower end of the floor."""
BONE, RED, BURNT, GREEN = (80.0, 4.0, 12.0), (45.0, 50.0, 25.0), (95.0, 0.0, 2.0), (60.0, -50.0, 30.0)


def shaded(lab: Lab, light: float, cast: float) -> list[float]:
    """The pixel of a colour in so much of the light, which is that much redder than it is blue."""
    pixel = cv2.cvtColor(np.float32([[lab]]), cv2.COLOR_LAB2BGR)[0, 0] ** 2.2
    dimmed = pixel * light * np.array([1 / cast, 1, cast])
    return [float(255 * part) for part in dimmed ** (1 / 2.2)]


def painted(dice: Sides, light: float = 1.0, cast: float = 1.0) -> Picture:
    """A picture of dice whose sides, one after another, have these colours in such light."""
    picture = PICTURE.copy()
    for square, labs in dice:
        for (above, below), lab in zip(square.seen_sides(LOW).values(), labs, strict=False):
            side = through(FLOOR.to_image, np.array([above[0], above[1], below[1], below[0]]))
            cv2.fillConvexPoly(picture, np.round(side).astype(np.int32), shaded(lab, light, cast))
    return picture


AT = [Square(2.0, 3.0, 0.2, 1.0), Square(5.0, 4.0, 0.6, 1.0), Square(7.0, 6.0, 0.9, 1.0)]


def made_alike(event_at: Square = AT[2]) -> tuple[Teller, list[Face]]:
    """Two dice that a lamp made alike, the first like the bone one, and the event die, known as drawn."""
    teller = Teller(replace(learned("d03"), white_lab=BONE, red_lab=RED))
    event = dataclasses.replace(a_face(teller.labs["event"][0], 0.99, 0.0), known=True)
    tops = [a_face(BONE, 0.0, 0.99), a_face(BURNT, 0.0, 0.98), event]
    return teller, [
        dataclasses.replace(top, square=place) for top, place in zip(tops, [*AT[:2], event_at], strict=True)
    ]


@pytest.mark.parametrize("light", [0.3, 0.08])
@pytest.mark.parametrize("cast", [1.0, 1.25])
@pytest.mark.parametrize("red", [0, 1])
def test_of_dice_that_a_lamp_made_alike_the_sides_tell_which_is_red(
    red: int, cast: float, light: float
) -> None:
    """They lie in the shade, where all that is left of their colour is its hue; the table may tinge it."""
    teller, faces = made_alike()
    labs = [(BONE,) * 2, (BONE,) * 2]
    labs[red] = (RED,) * 2
    picture = painted([*zip(AT[:2], labs, strict=True), (AT[2], (BONE,) * 2)], light, cast)
    told = teller.told(FLOOR, picture, faces, LOW)
    assert all(teller.is_sure(told[kind]) for kind in ("white", "red"))
    assert told["red"].square is AT[red] and told["white"].square is AT[1 - red]
    two = teller.told(FLOOR, picture, faces[:2], LOW)
    assert two["red"].square is AT[red] and teller.is_sure(two["red"]), "and where the third is hidden"


@pytest.mark.parametrize(
    ("own", "other", "doubtful"),
    [(-2.2, -3.0, False), (-2.4, -3.0, True), (-2.4, -7.5, False)],
    ids=["has its colour", "has hardly its colour", "can be no other"],
)
def test_dice_are_doubtful_where_one_has_hardly_its_colour_and_may_be_another(
    own: float, other: float, doubtful: bool
) -> None:
    likely = np.array([[0.0, -2.4, -9.0], [other + 2.4, own, -9.0], [-9.0, -9.0, 0.0]])
    assert telling._Which.of(likely).is_doubtful == doubtful


@pytest.mark.parametrize("swapped", [False, True], ids=["as the sides say", "as the tops say"])
def test_a_top_that_a_lamp_made_as_pale_as_the_other_die_is_told_by_its_sides(swapped: bool) -> None:
    """A dark red die under a lamp was paler than the grey one, and both were read as each other. Where sides
    cannot tell, tops do as before."""
    grey, red, lit = (57.0, 0.0, 8.0), (21.0, 33.0, 15.0), (70.0, 0.0, 2.0)
    teller = Teller(replace(learned("d03"), white_lab=grey, red_lab=red))
    event = dataclasses.replace(a_face(teller.labs["event"][0], 0.99, 0.0), known=True)
    tops = [a_face(grey, 0.0, 0.99), a_face(lit, 0.0, 0.99), event]
    faces = [dataclasses.replace(top, square=place) for top, place in zip(tops, AT, strict=True)]
    labs = (grey, grey) if swapped else (grey, red)
    picture = painted([(place, (lab,) * 2) for place, lab in zip(AT, (*labs, grey), strict=True)], 0.3)
    told = teller.told(FLOOR, picture, faces, LOW)
    assert (told["white"].square is AT[0]) != swapped and (told["red"].square is AT[1]) != swapped
    assert all(teller.is_sure(told[kind]) for kind in ("white", "red"))


def test_a_die_beside_one_that_leans_is_not_told_by_what_seems_its_side() -> None:
    """A dark red die in the shade was taken for the wooden one that leaned on it and hid its side."""
    wood, red, shady = (51.0, 2.0, 21.0), (43.0, 61.0, 42.0), (27.0, 40.0, 23.0)
    teller = Teller(replace(learned("d03"), white_lab=wood, red_lab=red))
    event = dataclasses.replace(a_face(teller.labs["event"][0], 0.99, 0.0), known=True, square=AT[2])
    lone = dataclasses.replace(a_face(shady, 0.0, 0.99), square=AT[0])
    picture = painted([(AT[0], (wood,) * 2), (AT[2], (BONE,) * 2)])
    told = teller.told(FLOOR, picture, [lone, event], LOW)
    assert told["red"].mixed_up and not teller.is_sure(told["red"]) and "white" not in told
    itself = painted([(AT[0], (red,) * 2), (AT[2], (BONE,) * 2)])
    assert teller.is_sure(teller.told(FLOOR, itself, [lone, event], LOW)["red"])


@pytest.mark.parametrize("labs", [(BONE, BONE), (RED, RED), (GREEN, RED)], ids=["bone", "red", "of no die"])
def test_sides_of_one_colour_or_of_another_one_tell_nothing(labs: tuple[Lab, Lab]) -> None:
    teller, faces = made_alike()
    picture = painted([(place, (lab,) * 2) for place, lab in zip(AT, (*labs, BONE), strict=True)], 0.3)
    told = teller.told(FLOOR, picture, faces, LOW)
    assert not any(teller.is_sure(told[kind]) for kind in ("white", "red") if kind in told)


LOWEST = Square(7.0, 8.9, 0.9, 1.0)
"""The picture cuts its sides off."""


@pytest.mark.parametrize("known", [True, False])
def test_no_side_need_be_seen_of_the_event_die(known: bool) -> None:
    picture = painted([(AT[0], (BONE,) * 2), (AT[1], (RED,) * 2)])
    teller, (one, other, event) = made_alike(event_at=LOWEST)
    assert sides_lab(FLOOR, picture, LOWEST, LOW) is None
    told = teller.told(FLOOR, picture, [one, other, dataclasses.replace(event, known=known)], LOW)
    assert told["red"].square is AT[1] and told["white"].square is AT[0]
    assert all(teller.is_sure(told[kind]) for kind in ("white", "red"))


@pytest.mark.parametrize(
    ("lab", "cast", "sure"),
    [(RED, 1.0, True), (BONE, 1.0, False), (BONE, 1.4, False), (BONE, 2.0, False)],
    ids=["red", "bone", "bone on a red table", "bone on a very red one"],
)
def test_a_die_of_which_no_side_is_seen_is_told_by_its_top(lab: Lab, cast: float, sure: bool) -> None:
    """Where the other one is red it is the bone one, as its top says; a bone one is no red one for that."""
    teller, (one, burnt, event) = made_alike()
    picture = painted([(AT[0], (lab,) * 2), (AT[2], (BONE,) * 2)], 0.3, cast)
    told = teller.told(FLOOR, picture, [one, dataclasses.replace(burnt, square=LOWEST), event], LOW)
    assert [teller.is_sure(told[kind]) for kind in ("white", "red")] == [sure] * 2
    assert not sure or told["red"].square is AT[0]


def test_tops_that_can_be_no_others_are_not_told_by_sides_that_say_otherwise() -> None:
    bone, red = (80.0, 4.0, -24.0), (45.0, 50.0, 61.0)
    teller, (one, other, event) = made_alike()
    tops = [dataclasses.replace(one, lab=bone), dataclasses.replace(other, lab=red), event]
    picture = painted([(AT[0], (RED,) * 2), (AT[1], (BONE,) * 2), (AT[2], (BONE,) * 2)])
    assert teller.told(FLOOR, picture, tops, LOW)["red"].square is AT[1]


def test_a_die_that_a_lamp_made_white_is_told_by_its_sides_where_no_other_can_be_it() -> None:
    teller, (_, burnt, event) = made_alike()
    blue = a_face((40.0, 10.0, -50.0), 0.0, 0.99)
    teller.labs["white"] = [blue.lab]
    picture = painted([(AT[0], (blue.lab,) * 2), (AT[1], (RED,) * 2), (AT[2], (BONE,) * 2)])
    told = teller.told(FLOOR, picture, [dataclasses.replace(blue, square=AT[0]), burnt, event], LOW)
    assert told["red"].square is AT[1] and teller.is_sure(told["red"])


def test_dice_whose_tops_tell_them_are_not_told_by_sides_that_mirror_the_table() -> None:
    teller, faces = made_alike()
    red = dataclasses.replace(faces[1], lab=RED)
    picture = painted([(AT[0], (RED,) * 2), (AT[1], (BONE,) * 2), (AT[2], (BONE,) * 2)])
    assert teller.told(FLOOR, picture, [faces[0], red, faces[2]], LOW)["red"].square is AT[1]


def test_the_brightest_side_has_the_colour_of_a_die() -> None:
    die = Square(4.5, 4.0, np.pi / 4, 1.0)
    for labs in ((RED, (10.0, 2.0, 2.0)), ((10.0, 2.0, 2.0), RED)):
        assert sides_lab(FLOOR, painted([(die, labs)]), die, LOW) == pytest.approx(RED, abs=2)
    assert sides_lab(FLOOR, PICTURE, die, ABOVE) is None


@pytest.mark.parametrize(
    ("labs", "seen"),
    [
        (((80, 4, 12), (75, 10, 16)), ((80, 4, 12), (75, 10, 16))),
        (((80, 4, 12), (45, 50, 25)), ((80, 4, -24), (45, 50, 61))),
    ],
    ids=["of colours that are near, but just so", "of other colours, but no nearer to one another's"],
)
def test_dice_that_have_their_colours_or_can_be_no_others_are_told(
    labs: tuple[Lab, Lab], seen: tuple[Lab, Lab]
) -> None:
    teller = Teller(replace(learned("d03"), white_lab=labs[0], red_lab=labs[1]))
    event = a_face(teller.labs["event"][0], drawing=0.99, pips=0.0)
    told = teller.told(FLOOR, PICTURE, [*(a_face(lab, 0.0, 0.99) for lab in seen), event], ABOVE)
    assert [teller.is_sure(told[kind]) for kind in ("white", "red")] == [True, True]


def test_a_face_that_is_known_may_have_any_colour() -> None:
    """As under a lamp, or where a gate covers it."""
    teller = Teller(learned("d03"))
    strange = a_face((20.0, 90.0, -90.0), drawing=0.99, pips=0.0)
    assert teller.told(FLOOR, PICTURE, [strange], ABOVE) == {}
    assert set(teller.told(FLOOR, PICTURE, [dataclasses.replace(strange, known=True)], ABOVE)) == {"event"}


@pytest.mark.parametrize(
    ("unlike", "next_one", "known", "well_known"),
    [(0.35, 2.0, True, True), (0.5, 2.0, True, False), (0.7, 2.0, False, False), (0.35, 1.5, False, False)],
    ids=["well", "less well", "not", "like two of them"],
)
def test_a_face_is_known_by_how_like_it_is_and_how_unlike_the_next(
    unlike: float, next_one: float, known: bool, well_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    teller = Teller(learned("d03"))
    ship = unlike * teller.calibration.quality.event_distance
    far = {"ship": ship, "yellow": next_one * ship, "blue": 9 * ship, "green": 9 * ship}
    monkeypatch.setattr(teller, "_distances", lambda *_: far)
    face = teller.known(FLOOR, PICTURE, a_face((50.0, 0.0, 0.0), drawing=0.1, pips=0.0))
    assert (face.known, face.well_known) == (known, well_known)


@pytest.mark.parametrize(("pips", "known"), [(0.85, True), (0.93, False)])
def test_pips_that_are_nearly_sure_are_no_drawing(
    pips: float, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a black die with two pips is very like a ship of which only the grey is left."""
    teller = Teller(learned("d03"))
    far = {"ship": 0.1, "yellow": 99.0, "blue": 99.0, "green": 99.0}
    monkeypatch.setattr(teller, "_distances", lambda *_: far)
    face = a_face((10.0, 0.0, 0.0), drawing=0.0, pips=pips)
    assert teller.known(FLOOR, PICTURE, face).known == known
