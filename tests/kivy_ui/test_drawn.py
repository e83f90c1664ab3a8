"""What painters really draw: whether it lies over another, and whether its colours are told apart."""

from __future__ import annotations

import math
from itertools import combinations, pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from companion.presenters.views import HoldingView, StripView, TableView
from kivy_ui.geometry import Box
from kivy_ui.theme import LIVERIES_4, LIVERIES_6, THEMES, Colour, Theme
from kivy_ui.widgets.dice import DicePad
from tests.kit.strokes import record
from tests.scenes.pictures import SIZES
from tests.scenes.samples import SamplePlay


@pytest.fixture(autouse=True)
def recorded(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    record(monkeypatch)


HELD = (
    HoldingView("road", "", 1, True),
    HoldingView("defender", "", 2, True),
    HoldingView("merchant", "", 1, True, "trade"),
    HoldingView("anchor", "Harbour points", 4, True),
    HoldingView("fish", "Fish tokens", 12),
    HoldingView("boot", "Old boot", 1),
)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scale", ["normal", "largest"])
@pytest.mark.parametrize("count", [2, 4, 6])
@pytest.mark.parametrize("hand", [None, 12], ids=["no_hands", "hands"])
@pytest.mark.parametrize("cards", [(), (("trade", 3), ("politics", 1), ("science", 2))], ids=["", "cards"])
def test_nothing_lies_over_anything_in_a_column(
    ui: Any, size: tuple[int, int], scale: str, count: int, hand: int | None, cards: Any
) -> None:
    """With all that a player can hold at once: name, points, knights' strength, cards and awards."""
    play = SamplePlay(count)
    held: Any = {"holdings": HELD, "hand": hand, "cards": cards}
    play.view = TableView(tuple(replace(player, **held) for player in play.view.players))
    ui.open(play, size, text_scale=scale).go("table")
    ui.paint()
    for column in ui.shell.screen.columns:
        parts = [part for part in (column.head, column.name_line) if part.parent is not None]
        drawn = [(part, s) for part in parts for s in part.strokes if s.kind in ("art", "text") and s.box.w]
        icons = [s.what for _part, s in drawn]
        assert all(icons.count(holding.icon) == 1 for holding in HELD), "each is drawn once"
        for (_part, one), (_other, other) in combinations(drawn, 2):
            on_chip = one.what == "shape" and other.what == column.view.person.initial
            assert on_chip or not one.box.inset(1).overlaps(other.box.inset(1)), (column.name, one, other)
        for part, stroke in drawn:
            assert not [box for box in hidden(part) if box.inset(1).overlaps(stroke.box.inset(1))], stroke
            assert part.box.inset(-2).overlaps(stroke.box) and stroke.box.right <= part.box.right + 2


def hidden(part: Any) -> list[Box]:
    """Where another widget of the column lies over a part of it."""
    return [other.box for other in part.parent.children if other is not part and not _name(other)]


def _name(widget: Any) -> bool:
    return widget.name.startswith(("head", "name"))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_step_of_the_ship_is_seen(ui: Any, size: tuple[int, int]) -> None:
    """From the start to the shore the ship stands somewhere else at each, by more than a step's dot."""
    play = SamplePlay()
    shell = ui.open(play, size)
    places = []
    for step in range(8):
        view = StripView("ship", step, 7, False, 9, 7, 23, play.view.players[0].person)
        play.strip = lambda view=view: view
        shell.go("table")
        ui.paint()
        (ship,) = [stroke for stroke in shell.frame.strip.strokes if stroke.what == "ship"]
        dots = [stroke for stroke in shell.frame.strip.strokes if stroke.kind == "mark"]
        places.append(ship.box.x)
        if step == 0:
            assert not ship.box.overlaps(dots[0].box), "the first step is free"
    least = min(after - before for before, after in pairwise(places))
    assert least > dots[0].box.w


MACHADO = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear red, green and blue: Machado, Oliveira and Fernandes 2009, severity 1."""


LEAST_TONES = 9.5
"""How far apart colours of good and bad look at least; 1 can just be seen side by side."""


def lab(colour: Colour, sight: str) -> tuple[float, float, float]:
    """A colour as that sight has it, in CIELAB under D65."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, linear, strict=True))))
        for row in MACHADO[sight]
    )
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    a, b, c = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def apart(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """How far apart two colours look: CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    ml, mc = (l1 + l2) / 2, (c1 + c2) / 2
    mh = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = 1 - sum(
        sign * share * math.cos(math.radians(times * mh + by))
        for sign, share, times, by in (
            (1, 0.17, 1, -30),
            (-1, 0.24, 2, 0),
            (-1, 0.32, 3, 6),
            (1, 0.20, 4, -63),
        )
    )
    sl = 1 + 0.015 * (ml - 50) ** 2 / math.sqrt(20 + (ml - 50) ** 2)
    sc, sh = 1 + 0.045 * mc, 1 + 0.015 * mc * t
    turned = 60 * math.exp(-(((mh - 275) / 25) ** 2))
    rt = -2 * math.sqrt(mc**7 / (mc**7 + 25**7)) * math.sin(math.radians(turned))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (56, -27, -3), 31.9030),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ],
)
def test_distances_are_those_of_the_published_data(one: Any, other: Any, distance: float) -> None:
    """Sharma, Wu and Dalal 2005."""
    assert apart(one, other) == pytest.approx(distance, abs=1e-4)


@pytest.mark.parametrize("sight", MACHADO)
@pytest.mark.parametrize(("liveries", "least"), [(LIVERIES_4, 29), (LIVERIES_6, 16)], ids=["four", "six"])
def test_pieces_are_told_apart_by_every_sight(liveries: dict[str, Any], least: float, sight: str) -> None:
    close = {
        f"{one.key} and {other.key}": round(distance, 1)
        for one, other in combinations(liveries.values(), 2)
        if (distance := apart(lab(one.fill, sight), lab(other.fill, sight))) < least - 0.5
    }
    assert not close


@pytest.mark.parametrize("sight", MACHADO)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_what_is_well_of_warning_or_bad_is_told_apart_by_every_sight(theme: Theme, sight: str) -> None:
    """Beside their colours they have signs and words; the colours alone differ by several steps, too."""
    tones = {"good": theme.good, "warn": theme.warn, "danger": theme.danger, "text": theme.text}
    close = {
        f"{one} and {other}": round(distance, 1)
        for one, other in combinations(tones, 2)
        if (distance := apart(lab(tones[one], sight), lab(tones[other], sight))) < LEAST_TONES
    }
    assert not close


def test_a_die_of_another_module_is_tapped_and_drawn(ui: Any) -> None:
    shell = ui.open(SamplePlay())
    shell.go("table")
    tapped: list[tuple[str, str]] = []
    pad = DicePad(
        shell.look, ("fog",), {"fog": ("helmet", "7", "ship")}, lambda *face: tapped.append(tuple(face))
    )
    shell.screen.add_widget(pad)
    pad.place(shell.screen.box)
    ui.frames(2)
    drawn = [[stroke.what for stroke in button.strokes if stroke.kind == "art"] for button in pad.rows["fog"]]
    assert drawn == [["die", "helmet"], ["die", "7"], ["ship_face"]]
    ui.tap("fog_helmet")
    assert tapped == [("fog", "helmet")]
