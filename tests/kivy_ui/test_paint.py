"""Millimetres, text that fits, and names of every kind."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.settings import Screen
from kivy_ui.metrics import Text, metrics_for
from kivy_ui.theme import BRIGHT, DARK, LIVERIES_4, LIVERIES_6, Theme, contrast, liveries


@pytest.mark.parametrize(
    ("screen", "width", "height", "target", "text"),
    [
        (Screen(), 800, 480, 63, 26),
        (Screen(), 480, 800, 63, 26),
        (Screen(), 720, 1280, 99, 41),
        (Screen(text_scale="largest"), 800, 480, 63, 34),
        (Screen(rotation=90), 1280, 720, 99, 41),
        (Screen(panel_width_mm=108.0, panel_height_mm=64.8), 800, 480, 89, 37),
    ],
)
def test_sizes_follow_the_panel(screen: Screen, width: int, height: int, target: float, text: float) -> None:
    metrics = metrics_for(screen, width, height)
    assert metrics.mm(12) == pytest.approx(target, abs=1)
    assert metrics.text(Text.OPERATOR) == pytest.approx(text, abs=1)


@pytest.mark.parametrize("theme", [DARK, BRIGHT], ids=lambda theme: theme.name)
def test_colours_can_be_read(theme: Theme) -> None:
    for ground in (theme.ground, theme.surface, theme.raised):
        assert contrast(theme.text, ground) >= 7
        assert contrast(theme.quiet, ground) >= 4.5
        for ink in (theme.good, theme.danger, theme.warn):
            assert contrast(ink, ground) >= 3
    for fill, label in (
        (theme.accent, theme.on_accent),
        (theme.danger, theme.on_danger),
        (theme.good, theme.on_good),
        *((theme.track[track], theme.on_track[track]) for track in theme.track),
    ):
        assert contrast(fill, label) >= 4.5


@pytest.mark.parametrize(
    "livery", [*LIVERIES_4.values(), *LIVERIES_6.values()], ids=lambda livery: livery.key
)
def test_players_are_told_apart(livery: Any) -> None:
    assert contrast(livery.fill, livery.label) >= 4.5
    for theme in (DARK, BRIGHT):
        line = theme.chip_line(livery)
        assert contrast(livery.fill if line is None else line, theme.surface) >= 3


def test_shapes_and_sets() -> None:
    assert len({livery.shape for livery in LIVERIES_6.values()}) == 6
    assert all(LIVERIES_4[key].shape == LIVERIES_6[key].shape for key in LIVERIES_4)
    assert liveries(("red", "blue", "white", "orange")) is LIVERIES_4
    assert liveries(("red", "green")) is LIVERIES_6


class TestFitting:
    """With the real font, so these need the window."""

    @pytest.fixture(autouse=True)
    def font(self, window: Any) -> None:
        """The font belongs to the window."""

    def test_text_shrinks_before_it_is_cut(self) -> None:
        from kivy_ui.paint import fit, width_of

        size, lines, cut = fit("Städteausbau", 140, 40, 34, 20, 1, True)
        assert (cut, lines) == (False, ("Städteausbau",))
        assert 20 <= size < 34
        assert width_of(lines[0], size, True) <= 140

    def test_text_breaks_into_lines(self) -> None:
        from kivy_ui.paint import fit

        size, lines, cut = fit("Longest Road", 100, 80, 26, 20, 2, True)
        assert (size, lines, cut) == (26, ("Longest", "Road"), False)

    def test_a_word_too_long_is_divided(self) -> None:
        from kivy_ui.paint import fit, width_of

        size, lines, cut = fit("Donaudampfschifffahrt", 130, 60, 26, 20, 2, False)
        assert (size, cut, len(lines)) == (20, False, 2)
        assert "".join(line.removesuffix("-") for line in lines) == "Donaudampfschifffahrt"
        assert all(width_of(line, size, False) <= 130 for line in lines)

    def test_what_cannot_fit_is_cut_by_width(self) -> None:
        from kivy_ui.paint import fit, width_of

        size, lines, cut = fit("M" * 200, 100, 30, 34, 24, 1, True)
        assert (size, cut) == (24, True)
        assert lines[0].endswith("…")
        assert width_of(lines[0], size, True) <= 100

    @pytest.mark.parametrize(
        "name",
        [
            "Anna",
            "Рустам",
            "Łucja",
            "שלום",
            "مرحبا",
            "日本",
            "🎲🎲",
            "👩‍👩‍👧 Ben",
            "a\u202eb",
            "\t\n",
            "é" * 200,
            "",
        ],
    )
    def test_names_of_every_kind_are_drawn_in_their_room(self, ui: Any, name: str) -> None:
        from tests.scenes.samples import SamplePlay

        ui.open(SamplePlay(4, names=(name, "Ben", "Carla", "David"))).go("table")
        ui.frames()
        head = ui.find("head_0")
        assert head.texts
        for text in head.texts:
            assert head.x - 1 <= text.ink.x
            assert text.ink.right <= head.right + 1

    def test_what_no_font_has_is_left_out(self) -> None:
        from kivy_ui.paint import plain

        assert plain("🎲 Ben") == "Ben"
        assert plain("🎲") == "–"
        assert plain("a\u202eb\x00") == "ab"
        assert plain("日本") == "–"
        assert plain("Ekaterina  Ivanovna") == "Ekaterina Ivanovna"
        assert plain("") == ""

    def test_right_to_left_names_are_drawn_in_their_order(self) -> None:
        from kivy_ui.paint import plain

        assert plain("שלום") == "םולש"
        assert plain("שלום Ben") == "Ben םולש"
        assert plain("Ben שלום") == "Ben םולש"


@pytest.mark.parametrize("word", ["Изменить", "Оставить все", "Entfernen", "Zachowaj"])
def test_an_icon_makes_way_before_a_word_is_divided(ui: Any, word: str) -> None:
    from kivy_ui.paint import fit
    from kivy_ui.widgets.button import Button

    shell = ui.open()
    button = Button(shell.look, "word", word, "pencil")
    button.pos, button.size = (0, 0), (shell.look.mm(28), shell.look.mm(13))
    shell.add_widget(button)
    ui.paint()
    (text,) = button.texts
    size, lines, cut = fit(word, text.room.w, text.room.h, text.size, text.size, 2, True)
    assert (" ".join(lines), cut) == (word, False), size


def test_a_line_without_room_paints_nothing(ui: Any) -> None:
    """As for a moment above a very low board, which the monkey found."""
    from kivy_ui.geometry import Box
    from kivy_ui.screens.board import ShipLine
    from tests.scenes.samples import SamplePlay

    play = SamplePlay(4)
    line = ShipLine(ui.open(play).look)
    line.show(play.strip(), None)
    for height in (0.0, 2 * line.look.mm(0.6)):  # nothing, and nothing but its margins
        line.place(Box(0, 0, 800, height))
        line.paint_now()


def test_words_of_thousands_of_letters_are_divided_without_measuring_them_whole(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy_ui import paint

    measured: list[int] = []
    width_of = paint.width_of

    def noting(text: str, size: int, bold: bool) -> int:
        measured.append(len(text))
        return int(width_of(text, size, bold))

    monkeypatch.setattr(paint, "width_of", noting)
    for letter in "xil.Wй":
        word = letter * 4000
        measured.clear()
        lines = paint.divide.__wrapped__(word, 300.0, 20, False)
        assert "".join(line.removesuffix("-") for line in lines) == word
        assert all(width_of(line, 20, False) <= 300 for line in lines)
        assert max(measured) <= 200, "a whole word takes as long as hundreds of short ones"
