"""Every screen at every size, scale and language: nothing cut off, nothing too small, nothing overlapping.

A scene is staged once and then laid out for each size and scale, as when a window is resized or the settings
are changed. To cover a new screen, add a scene of it to ``tests.scenes.pictures.scenes``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from companion.app.settings import Screen as ScreenSettings
from kivy_ui.geometry import Box
from kivy_ui.metrics import LEAST_TARGET_MM, TARGET_MM
from tests.kit.strokes import faint, record
from tests.scenes.pictures import SIZES, scenes, speak

SCALES = ("normal", "large", "largest")
DUMB = {"resume", "slider"}
"""Drawn in words by what lies on it, and what a finger rests on while it slides."""
STAGED = SIZES[0], SCALES[0]
"""How a scene is laid out when it is staged."""
SHARES = 4
"""Among so many tests the scenes are dealt out, so that several processors can take their part."""
SLACK_MM = 0.15
"""Targets end on whole pixels."""


def staged(ui: Any, share: int) -> Iterator[tuple[str, Any]]:
    """The scenes of a share, each with the shell that shows it at the first size."""
    for name, stage in list(scenes().items())[share::SHARES]:
        stage(ui.open(size=SIZES[0]))
        ui.paint()
        yield name, ui.shell


def laid_out(ui: Any, size: tuple[int, int], **screen: str) -> None:
    """Lay out what is shown anew, for another size and other settings."""
    ui.window.size = ui.shell.size = size
    ui.shell.restyle(ScreenSettings(language="en", **screen))
    ui.paint()


@pytest.mark.parametrize("share", range(SHARES))
def test_every_screen(ui: Any, share: int) -> None:
    """In the made-up language, which has every text longer than the longest real one."""
    speak("pseudo")
    found: list[str] = []
    for name, shell in staged(ui, share):
        for size, scale in product(SIZES, SCALES):
            if (size, scale) != STAGED:
                laid_out(ui, size, text_scale=scale)
            found += [f"{name} at {size}, {scale}: {fault}" for fault in faults(shell)]
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("share", range(SHARES))
def test_every_screen_in_the_widest_letters(ui: Any, share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In Russian; and where the panel is smallest, the bright theme is laid out as the dark one is, and in
    neither is anything too faint to be seen."""
    record(monkeypatch)
    speak("ru")
    found: list[str] = []
    for name, shell in staged(ui, share):
        places = []
        for theme in ("dark", "bright"):
            if theme != "dark":
                laid_out(ui, SIZES[0], theme=theme)
            places.append([(getattr(w, "name", ""), tuple(w.pos), tuple(w.size)) for w in shell.walk()])
            found += [f"{name} in the {theme} theme: {fault}" for fault in faint(shell)]
        if places[0] != places[1]:
            found.append(f"{name}: is laid out otherwise in the bright theme")
        found += [f"{name} at {SIZES[0]}: {fault}" for fault in faults(shell)]
        for size in SIZES[1:]:
            laid_out(ui, size)
            found += [f"{name} at {size}: {fault}" for fault in faults(shell)]
    assert not found, "\n" + "\n".join(found)


def test_the_time_of_a_long_turn_has_room(ui: Any) -> None:
    scenes()["table_4"](ui.open(size=SIZES[0]))
    ui.shell.frame.strip.show_time("12:34", True)
    for size, scale in product(SIZES, SCALES):
        laid_out(ui, size, text_scale=scale)
        (written,) = (text for text in ui.shell.frame.strip.turn.texts if "12" in text.text)
        assert written.text == "12:34!" and not written.cut, (size, scale)


def faults(shell: Any) -> Iterator[str]:
    """Everything that is wrong with what the shell shows."""
    from kivy_ui.paint import Painted

    root = shell.sheets.shown or shell
    play = shell.screen.of_play
    window = Box(0, 0, shell.width, shell.height)
    for widget in shell.walk():
        if isinstance(widget, Painted):
            yield from text_faults(widget, shell.look.metrics.least_text)
    targets = [target for widget in root.walk() for target in targets_of(widget)]
    yield from (
        f"{widget.name} has no words for a long press" for widget, _ in targets if is_dumb(shell, widget)
    )
    for widget, box in targets:
        if not window.inset(-1).overlaps(box) or box.x < -1 or box.y < -1 or box.right > window.right + 1:
            yield f"{widget.name} stands outside"
        tells = of_toast(widget) or widget.name == "asked"
        least = TARGET_MM if play and shell.sheets.shown is None and not tells else LEAST_TARGET_MM
        if min(box.w, box.h) < (least - SLACK_MM) * shell.look.metrics.px_per_mm:
            yield (
                f"{widget.name} is {box.w / shell.look.metrics.px_per_mm:.1f} x "
                f"{box.h / shell.look.metrics.px_per_mm:.1f} mm"
            )
    names = [widget.name for widget in {id(widget): widget for widget, _box in targets}.values()]
    for name in {name for name in names if names.count(name) > 1}:
        yield f"{name} is the name of several"
    for index, (widget, box) in enumerate(targets):
        for other, place in targets[index + 1 :]:
            if box.overlaps(place) and not related(widget, other) and not spare(widget, other):
                yield f"{widget.name} lies over {other.name}"


def text_faults(widget: Any, least: float) -> Iterator[str]:
    for text in widget.texts:
        if not text.text:
            continue
        if text.cut and not text.may_shorten:
            yield f"{widget.name}: “{text.text}” is cut"
        if text.size < least - 0.5 and len(text.text) > 1:
            yield f"{widget.name}: “{text.text}” is written in {text.size} px"
        ink, room = text.ink, widget.box
        if ink.x < room.x - 2 or ink.right > room.right + 2 or ink.y < room.y - 2 or ink.top > room.top + 2:
            yield f"{widget.name}: “{text.text}” stands out of its widget"


def targets_of(widget: Any) -> list[tuple[Any, Box]]:
    from kivy_ui.paint import Tappable

    if not isinstance(widget, Tappable) or widget.on_tap is None:
        return []
    return [(widget, box) for box in widget.targets()]


def spare(one: Any, other: Any) -> bool:
    """Whether a message lies over what it may lie over."""
    return any(getattr(widget, "spare", False) for widget in (one, other)) and (
        of_toast(one) or of_toast(other)
    )


def is_dumb(shell: Any, widget: Any) -> bool:
    """Whether it is a drawing, with a number at most, of which a long press tells nothing."""
    if widget.on_hold is not None or widget.spoken() or widget.name in DUMB:
        return False
    if shell.helping.about(widget) is not None:
        return False
    texts = [text.text for child in widget.walk(restrict=True) for text in getattr(child, "texts", ())]
    if getattr(widget, "icon", ""):
        texts = [text for text in texts if any(letter.isalpha() for letter in text)]
    return not any(texts)


def of_toast(widget: Any) -> bool:
    """Whether it is a message or its button, which is large enough where it has room."""
    return bool(widget.name.startswith("toast"))


def related(one: Any, other: Any) -> bool:
    """Whether one holds the other, or both are parts of the same widget."""
    if one is other:
        return True
    for inner, outer in ((one, other), (other, one)):
        parent = inner.parent
        while parent is not None and parent is not parent.parent:
            if parent is outer:
                return True
            parent = parent.parent
    return False
