"""How each alert looks and sounds, as pure functions of time.

The lights of the panel, the lights drawn on the screen and the self-test page all ask here. Light comes
before sound, no light flashes more than three times a second, and what the buzzer says is also seen.
Times are seconds; levels run from 0 (dark) to 1; docs/alerts.md tells the same in words.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable

import msgspec

from companion.app.ports import Cue, Scene
from companion.app.settings import AlertSettings
from companion.rules.presentation.alerts import (
    Alert,
    Blink,
    Course,
    Fade,
    Lights,
    Note,
    Pulse,
    Run,
    Show,
    SoundClass,
    Sweep,
    Tint,
)

BAR_LIGHTS = 7
SEAT_LIGHTS = 6

SLOW_PULSE_HZ = 0.5
PULSE_HZ = 1.0
ON_TURN_LEVEL = 0.5
AMBER_LIGHT = 5  # the sixth light of the bar, amber where the lights have their own colours


class Frame(msgspec.Struct, frozen=True):
    """The lights at one moment: seven of the bar and six of the seats, of which a panel may have fewer."""

    bar: tuple[float, ...]
    seats: tuple[float, ...]
    tint: Tint = Tint.PLACE


DARK = Frame((0.0,) * BAR_LIGHTS, (0.0,) * SEAT_LIGHTS)

# What each preset lets sound. "All" adds the alerts that must be asked for, which the others never do.
PRESET_CLASSES: dict[str, frozenset[SoundClass]] = {
    "off": frozenset(),
    "alerts": frozenset({SoundClass.WARNING, SoundClass.ALERT, SoundClass.RESULT}),
    "alerts_errors": frozenset(SoundClass) - {SoundClass.CONFIRM},
    "all": frozenset(SoundClass),
}


# --- Sounds -------------------------------------------------------------------------------------------


def sounding_classes(alerts: AlertSettings) -> frozenset[SoundClass]:
    """The classes that are on: those of the preset with the table's own switches. "Off" is always off."""
    if alerts.preset == "off":
        return frozenset()
    chosen = {sound_class: alerts.classes.get(sound_class) for sound_class in SoundClass}
    preset = PRESET_CLASSES[alerts.preset]
    return frozenset(name for name, on in chosen.items() if (name in preset if on is None else on))


def is_quiet(alerts: AlertSettings, now: datetime.time) -> bool:
    """Whether a local time of day falls into the quiet hours, which may run over midnight."""
    start, end = alerts.quiet_from, alerts.quiet_to
    if start is None or end is None or start == end:
        return False
    if start < end:
        return start <= now < end
    return now >= start or now < end


def sounds(cue: Cue, alerts: AlertSettings, now: datetime.time) -> bool:
    """Whether a cue is heard at a local time of day, unless the table has muted the buzzer."""
    if cue.test:
        return True
    sound_class = cue.alert.sound
    if sound_class not in sounding_classes(alerts) or is_quiet(alerts, now):
        return False
    asked_for = alerts.preset == "all" or alerts.classes.get(sound_class) is True
    return asked_for or not cue.alert.asked_for


def note_at(alert: Alert, t: float) -> Note | None:
    """The note that sounds ``t`` seconds after the cue."""
    return next((n for n in alert.notes if n.start_s <= t < n.start_s + n.duration_s), None)


# --- Lights -------------------------------------------------------------------------------------------


def pulse(t: float, frequency_hz: float, low: float = 0.0) -> float:
    """A soft wave from full at t = 0 down to ``low`` and back."""
    return low + (1 - low) * (0.5 + 0.5 * math.cos(2 * math.pi * frequency_hz * t))


def lit_bar_lights(scene: Scene) -> int:
    """How many lights of the bar the gauge fills; the last one lights only at its end."""
    if scene.track <= 0 or scene.step <= 0:
        return 0
    if scene.step >= scene.track:
        return BAR_LIGHTS
    return min(BAR_LIGHTS - 1, max(1, round(scene.step * BAR_LIGHTS / scene.track)))


def moves(scene: Scene) -> bool:
    """Whether the lights of a level change with time, so that somebody must keep looking."""
    if scene.winner is not None:
        return False
    return bool(scene.waiting) or (scene.near and scene.step > 0) or 0 < scene.track <= scene.step


def level(scene: Scene, t: float) -> Frame:
    """The lights that belong to a state, ``t`` seconds on any steady clock.

    The bar shows the gauge: slowly pulsing (0.5 Hz, amber) one step before its end, all of it pulsing
    (1 Hz, red) as long as it stands there. A seat is half lit on its turn and pulses
    (1 Hz) while it owes an answer. After a win only the winner's seat is lit.
    """
    lit = lit_bar_lights(scene)
    bright, tint = 1.0, Tint.PLACE
    if scene.winner is None and lit == BAR_LIGHTS:
        bright, tint = pulse(t, PULSE_HZ), Tint.RED
    elif scene.winner is None and scene.near:
        bright, tint = pulse(t, SLOW_PULSE_HZ, low=0.1), Tint.AMBER
    bar = tuple(bright if i < lit else 0.0 for i in range(BAR_LIGHTS))
    if scene.winner is not None:
        return Frame(bar, _seats((scene.winner,)), tint)
    seats = list(DARK.seats)
    if scene.on_turn is not None and 0 <= scene.on_turn < SEAT_LIGHTS:
        seats[scene.on_turn] = ON_TURN_LEVEL
    for seat in scene.waiting:
        if 0 <= seat < SEAT_LIGHTS:
            seats[seat] = pulse(t, PULSE_HZ, low=0.1)
    return Frame(bar, tuple(seats), tint)


def frame(cue: Cue, t: float, base: Frame, scene: Scene) -> Frame:
    """The lights ``t`` seconds after a cue, over the ``base`` level that the scene has at that moment.

    What a cue does not speak of keeps its level; from the alert's end on everything does.
    """
    if t >= cue.alert.duration_s:
        return base
    found = base
    for show in cue.alert.shows:
        if t < show.end_s and not (show.lights is Lights.MEANT and not cue.seats):
            found = _over(found, show, _places(show.lights, cue, scene), t)
    return found


def _over(base: Frame, show: Show, places: tuple[int, ...], t: float) -> Frame:
    """What the lights at these places show, and the others there."""
    levels = [*base.bar, *base.seats]
    if show.alone:
        for place in _rows(show.lights):
            levels[place] = 0.0
    for index, place in enumerate(places):
        levels[place] = _level(show.course, t, index, len(places))
    return Frame(tuple(levels[:BAR_LIGHTS]), tuple(levels[BAR_LIGHTS:]), show.tint or base.tint)


_BAR = range(BAR_LIGHTS)
_SEATS = range(BAR_LIGHTS, BAR_LIGHTS + SEAT_LIGHTS)


def _rows(lights: Lights) -> Iterable[int]:
    """The bar, the seats or both, whichever these are part of: places count on from the bar to the seats."""
    match lights:
        case Lights.ALL:
            return (*_BAR, *_SEATS)
        case Lights.MEANT | Lights.MEANT_OR_ON_TURN | Lights.SEATS:
            return _SEATS
    return _BAR


def _places(lights: Lights, cue: Cue, scene: Scene) -> tuple[int, ...]:
    match lights:
        case Lights.BAR:
            return tuple(_BAR)
        case Lights.WAY:
            return tuple(_BAR[: lit_bar_lights(scene) or BAR_LIGHTS - 1])
        case Lights.NEWEST:
            return tuple(_BAR[: lit_bar_lights(scene)][-1:])
        case Lights.WARNING:
            return (AMBER_LIGHT,)
        case Lights.SEATS:
            return _playing(scene)
        case Lights.ALL:
            return (*_BAR, *_playing(scene))
    on_turn = () if scene.on_turn is None else (scene.on_turn,)
    meant = cue.seats or (on_turn if lights is Lights.MEANT_OR_ON_TURN else ())
    return tuple(_SEATS[seat] for seat in meant if 0 <= seat < SEAT_LIGHTS)


def _playing(scene: Scene) -> tuple[int, ...]:
    return tuple(_SEATS[: max(0, min(scene.seats or SEAT_LIGHTS, SEAT_LIGHTS))])


def _level(course: Course, t: float, index: int, count: int) -> float:
    """How bright the light at an index among ``count`` is."""
    match course:
        case Pulse():
            return pulse(t, course.frequency_hz)
        case Blink():
            return float(t % (1 / course.frequency_hz) < 0.5 / course.frequency_hz)
        case Fade():
            done = min(1.0, t / course.over_s)
            return max(course.least, 1 - done if course.out else done)
        case Sweep():
            step = course.on_s / count
            return float(index * step <= t < course.off_s + index * step)
        case Run():
            return float(int(t / course.turn_s * count) % count == index)
    return 1.0


def _seats(seats: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(float(i in seats) for i in range(SEAT_LIGHTS))
