"""Dice that light hides are read by darker pictures of the same roll, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import bracket
from calibration.geometry import Picture, Square
from calibration.reading import Read, Unsure
from calibration.telling import Die
from tests.kit.dice_pictures import picture, reader_of
from tests.kit.glare import Glare


def shown(outcome: Read | Unsure) -> tuple[int | str | None, ...]:
    return outcome.white, outcome.red, outcome.event


@pytest.mark.parametrize(
    ("file", "lamps"),
    [
        ("d01_02.jpg", {"white": 1.5}),
        ("d01_02.jpg", {"red": 1.0}),
        ("d04_03.jpg", {"red": 2.5}),
        ("d07_04.jpg", {"event": 1.0}),
        ("d01_11.jpg", {"event": 0.7}),
        ("p02_08.jpg", {"red": 1.0, "event": 0.8}),
    ],
)
def test_a_die_that_a_lamp_hides_is_read_with_less_light(file: str, lamps: dict[str, float]) -> None:
    glare = Glare.on(file, **lamps)
    usual = glare.reader.read(glare.seen())
    assert isinstance(usual, Unsure) and usual.reason.startswith("glare_")
    assert shown(bracket.read(glare.reader, glare.seen(), glare.darker)) == shown(glare.told)


@pytest.mark.parametrize(
    ("file", "spot", "light", "darker"),
    [("d01_11.jpg", 0.25, 1.3, 5), ("d01_11.jpg", 0.18, 2.5, None), ("d04_09.jpg", 0.18, 0.8, 5)],
)
def test_a_spot_of_light_on_the_middle_of_a_five_makes_no_four_of_it(
    file: str, spot: float, light: float, darker: int | None
) -> None:
    glare = Glare.on(file, spot=spot, white=light)
    assert glare.told.white == 5
    usual = glare.reader.read(glare.seen())
    assert isinstance(usual, Unsure) and usual.reason == "glare_white" and usual.white is None
    assert bracket.read(glare.reader, glare.seen(), glare.darker).white == darker


def test_what_no_darker_picture_shows_is_as_unsure_as_before() -> None:
    glare = Glare.on("d01_02.jpg", red=60.0)
    before = glare.reader.read(glare.seen())
    assert bracket.read(glare.reader, glare.seen(), glare.darker) == before
    assert bracket.read(glare.reader, glare.seen(), []) == before


def test_darker_pictures_are_not_looked_at_where_no_light_hides_a_die() -> None:
    reader, plain = reader_of("d01"), picture("d01_02.jpg")
    dark = [np.zeros_like(plain)]
    assert bracket.read(reader, plain, dark) == reader.read(plain)
    empty = picture("d01_empty.jpg")
    assert bracket.read(reader, empty, [plain]) == reader.read(empty)


def test_only_what_light_hides_is_taken_from_the_darker_pictures() -> None:
    """The white die lies elsewhere in them, and shows something else: that was another roll."""
    glare, other = Glare.on("d01_02.jpg", red=1.5), Glare.on("d01_11.jpg")
    darker = [np.where(mask_of(glare, "red"), dark, other.seen(3)) for dark in glare.darker]
    assert shown(bracket.read(glare.reader, glare.seen(), darker)) == shown(glare.told)


def mask_of(glare: Glare, kind: str) -> NDArray[np.bool_]:
    """Where the top of a die is seen."""
    glare.reader.read(glare.seen())
    top = glare.reader.hidden[kind]
    return bracket._on(glare.seen(), glare.reader.seen_floor, top, bracket.TOP_AND_RIM)[..., None]


@pytest.fixture
def dice() -> dict[str, Die]:
    reader = reader_of("d01")
    reader.read(picture("d01_02.jpg"))
    return {die.kind: die for die in reader.dice}


def without(dice: dict[str, Die], *kinds: str) -> dict[str, Die]:
    return {kind: die for kind, die in dice.items() if kind not in kinds}


def test_one_look_does_not_speak_for_all() -> None:
    """Where the looks disagree on the white die, the mean of the last frames does not decide."""
    glare = Glare.on("d01_02.jpg", red=1.5)
    reader = glare.reader
    usual = glare.reader.read(glare.seen())
    assert isinstance(usual, Unsure) and usual.white is not None
    doubted = Unsure(usual.reason, None, usual.red, usual.event)
    assert isinstance(bracket.read(reader, glare.seen(), glare.darker, usual), Read)
    assert bracket.read(reader, glare.seen(), glare.darker, doubted) == doubted
    plain = Glare.on("d01_02.jpg")
    assert bracket.read(reader, plain.seen(), glare.darker, usual) == usual


def pictures(*told: dict[str, Die]) -> list[tuple[int, dict[str, Die]]]:
    """The usual picture, and darker and darker ones."""
    return list(enumerate(told))


def test_one_darker_picture_is_enough_for_pips_and_two_for_the_event_die(dice: dict[str, Die]) -> None:
    nothing = without(dice, "red")
    assert bracket._agreed(pictures(nothing, dice)) is not None
    hidden = without(dice, "event")
    assert bracket._agreed(pictures(hidden, dice)) is None
    assert bracket._agreed([(0, hidden), (1, dice), (1, dice)]) is None, "two views of one are one"
    assert bracket._agreed(pictures(hidden, dice, hidden, dice)) is not None


def test_pictures_that_show_different_faces_show_none(dice: dict[str, Die]) -> None:
    hidden = without(dice, "red")
    other = {**dice, "red": replace(dice["red"], face=1 + int(dice["red"].face) % 6)}
    assert bracket._agreed(pictures(hidden, dice, other)) is None
    assert bracket._agreed(pictures(dice, other)) is None, "and the usual picture counts"


def test_one_die_is_not_taken_for_two(dice: dict[str, Die]) -> None:
    """Where a lamp had made the red die white, it was the white one; with less light it is the red one."""
    taken = replace(dice["white"], square=dice["red"].square)
    usual = {**without(dice, "red"), "white": taken}
    assert bracket._agreed(pictures(usual, without(dice, "white"))) is None
    assert bracket._agreed(pictures(usual, dice)) is None
    assert bracket._agreed(pictures(without(dice, "red"), without(dice, "white"))) is not None


def test_a_top_that_is_only_pale_shows_no_more_with_less_light(monkeypatch: pytest.MonkeyPatch) -> None:
    glare = Glare.on("d01_02.jpg", red=1.5)
    monkeypatch.setattr(bracket, "LEAST_BURNT", 1.0)
    outcome = bracket.read(glare.reader, glare.seen(), glare.darker)
    assert isinstance(outcome, Unsure) and outcome.reason == "glare_red"


def test_darker_pictures_that_show_no_roll_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    glare = Glare.on("d01_02.jpg", red=1.5)
    reader, usual = glare.reader, glare.reader.read(glare.seen())
    read = reader.read
    looked: list[Picture] = []

    def refused(image: Picture) -> Read | Unsure:
        looked.append(image)
        outcome = read(image)
        if len(looked) == 1:
            return outcome
        return Unsure("cocked", outcome.white, outcome.red, outcome.event)

    monkeypatch.setattr(reader, "read", refused)
    assert bracket.read(reader, glare.seen(), glare.darker) == usual


@pytest.mark.parametrize(
    ("seen", "grey", "face", "sure", "plain"),
    [
        (0.6, True, "ship", 0.9, True),
        (0.6, False, "ship", 0.9, False),
        (0.6, True, "ship", 0.75, False),
        (0.1, True, "ship", 0.9, False),
        (0.6, False, "green", 0.9, True),
        (0.3, False, "green", 0.9, False),
        (2.5, False, "green", 0.9, False),
    ],
    ids=["ship", "coloured", "unsure", "faint beside gates", "gate", "faint", "more than was learned"],
)
def test_a_face_under_a_veil_must_be_plainly_seen(
    seen: float, grey: bool, face: str, sure: float, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``seen`` is how much of what was learned of the face that is drawn most."""
    reader = reader_of("d07")
    seen_floor, image = reader.floor, picture("d07_04.jpg")
    most = max(reader.teller.lit.drawn.values()) if face == "ship" else reader.teller.lit.drawn[face]
    monkeypatch.setattr(bracket, "drawn", lambda _: seen * most)
    monkeypatch.setattr(reader.teller, "is_grey", lambda _: grey)
    die = Die("event", Square(3.0, 3.0, 0.0, 1.0), face, sure)
    assert bracket._is_plain(reader, image, seen_floor, die) == plain


@pytest.mark.parametrize(
    ("burnt", "learned", "plain"), [(True, "green", True), (True, "ship", False), (False, "ship", True)]
)
def test_in_burnt_light_a_face_under_a_veil_must_be_that_one_as_it_was_learned(
    burnt: bool, learned: str, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ship under a veil, in light 40 % brighter, was read as a gate that a lamp had washed out."""
    reader = reader_of("d07")
    drawn = reader.teller.events.drawn["green"]
    monkeypatch.setattr(bracket, "drawn", lambda _: drawn)
    monkeypatch.setattr(reader.teller, "lit", replace(reader.teller.events, burnt=burnt))
    monkeypatch.setattr(reader.teller, "as_learned", lambda _: (learned, 0.5))
    die = Die("event", Square(3.0, 3.0, 0.0, 1.0), "green", 0.9)
    assert bracket._is_plain(reader, picture("d07_04.jpg"), reader.floor, die) == plain


@pytest.mark.parametrize(("found", "read"), [(None, True), (2, True), (3, False)])
def test_pips_must_be_as_many_through_the_haze(
    found: int | None, read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A red five of which hardly anything was seen of the middle pip was read as a four."""
    glare = Glare.on("d01_02.jpg", red=1.5)
    assert glare.told.red == 2
    monkeypatch.setattr("calibration.haze.pips", lambda *_: found)
    outcome = bracket.read(glare.reader, glare.seen(), glare.darker)
    assert isinstance(outcome, Read) == read


def test_a_veil_is_taken_away_as_bright_as_it_is() -> None:
    """A white top twice as bright as it was learned, and one four times: both become about as they were."""
    reader = reader_of("d07")
    top, body = Square(3.0, 3.0, 0.3, 1.0), 0.6
    for stops in (1, 2):
        level = 255 * min(1.0, (body + 1.0) / 2**stops) ** (1 / bracket.CURVE)
        image = np.full((720, 960, 3), round(level), np.uint8)
        lifted = bracket._lifted(reader, image, stops, reader.floor, top)
        on_top = bracket._on(image, reader.floor, top, 0.5)
        faces = [bracket.LIGHT[face] for face in reader.teller.events.faces.values()]
        learned = np.median([bracket._body(face.reshape(-1, 3)) for face in faces], axis=0)
        wanted = body + 1.0 - bracket.LIFTED * (body + 1.0 - learned)
        assert bracket.LIGHT[lifted[on_top]].mean(axis=0) == pytest.approx(np.minimum(wanted, 1), abs=0.05)
        assert (lifted[0, 0] == image[0, 0]).all(), "only on the top"
