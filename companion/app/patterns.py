"""How each alert looks and sounds, as pure functions of time.

The lights of the panel, the lights drawn on the screen and the self-test page all ask here. Light comes
before sound, no light flashes more than three times a second, and what the buzzer says is also seen.
Times are seconds; levels run from 0 (dark) to 1; docs/alerts.md tells the same in words.
"""

from __future__ import annotations

import datetime
import enum
import math

import msgspec

from companion.app.ports import SOUND_CLASS, Cue, CueKind, Scene, SoundClass
from companion.app.settings import AlertSettings

SHIP_LIGHTS = 7
SEAT_LIGHTS = 6

STEP_FADE_S = 0.3
ATTACK_LEAD_S = 0.4
LEAD_S = 0.1
SLOW_PULSE_HZ = 0.5
PULSE_HZ = 1.0
ON_TURN_LEVEL = 0.5
AMBER_LIGHT = 5  # the sixth light of the bar, amber where the lights have their own colours

A3, C4, E4, G4, A4, C5 = 57, 60, 64, 67, 69, 72


class Tint(enum.StrEnum):
    """The colour of the bar where it can change (on the screen); a panel's lights keep their own."""

    PLACE = "place"
    RED = "red"
    AMBER = "amber"
    GREEN = "green"


class Frame(msgspec.Struct, frozen=True):
    """The lights at one moment: seven of the ship and six of the seats, of which a panel may have fewer."""

    ship: tuple[float, ...]
    seats: tuple[float, ...]
    tint: Tint = Tint.PLACE


DARK = Frame((0.0,) * SHIP_LIGHTS, (0.0,) * SEAT_LIGHTS)


class Note(msgspec.Struct, frozen=True):
    """One tone: seconds after the cue, seconds of length, MIDI number (69 is A4)."""

    start_s: float
    duration_s: float
    midi: int

    @property
    def frequency_hz(self) -> float:
        """Equal temperament, A4 = 440 Hz."""
        return float(440.0 * 2 ** ((self.midi - 69) / 12))


class Pattern(msgspec.Struct, frozen=True):
    """How long a cue has the lights to itself, its notes, and how long it may wait for its turn."""

    duration_s: float
    notes: tuple[Note, ...]
    longest_wait_s: float = math.inf


def _phrase(start_s: float, *notes: int, length_s: float, gap_s: float = 0.0) -> tuple[Note, ...]:
    """Notes of one length, one after the other."""
    return tuple(Note(start_s + i * (length_s + gap_s), length_s, midi) for i, midi in enumerate(notes))


PATTERNS: dict[CueKind, Pattern] = {
    CueKind.SHIP_STEP: Pattern(0.4, _phrase(LEAD_S, E4, length_s=0.08), longest_wait_s=1.0),
    CueKind.SHIP_NEAR: Pattern(1.0, _phrase(LEAD_S, A4, A4, length_s=0.12, gap_s=0.12), longest_wait_s=5.0),
    CueKind.ATTACK: Pattern(
        2.5,
        _phrase(ATTACK_LEAD_S, E4, A4, length_s=0.18)
        + _phrase(ATTACK_LEAD_S + 0.56, E4, A4, length_s=0.18)
        + _phrase(ATTACK_LEAD_S + 1.12, E4, A4, length_s=0.18),
    ),
    CueKind.ATTACK_WON: Pattern(3.0, _phrase(LEAD_S, C4, E4, G4, length_s=0.15)),
    CueKind.ATTACK_LOST: Pattern(3.0, _phrase(LEAD_S, G4, E4, C4, length_s=0.25)),
    CueKind.SEVEN: Pattern(2.0, _phrase(LEAD_S, A3, A3, length_s=0.08, gap_s=0.12), longest_wait_s=8.0),
    CueKind.REFUSED: Pattern(0.4, _phrase(LEAD_S, A3, length_s=0.12), longest_wait_s=1.0),
    CueKind.ACCEPTED: Pattern(0.1, _phrase(0.0, E4, length_s=0.04), longest_wait_s=0.5),
    CueKind.METROPOLIS: Pattern(2.0, _phrase(LEAD_S, C4, G4, length_s=0.15), longest_wait_s=10.0),
    CueKind.WIN: Pattern(
        4.0, _phrase(LEAD_S, C4, E4, G4, E4, length_s=0.15) + _phrase(0.7, C5, length_s=0.45)
    ),
}

# What each preset lets sound. "All" adds the ship's step and the accepted entry, which the others never do.
PRESET_CLASSES: dict[str, frozenset[SoundClass]] = {
    "off": frozenset(),
    "alerts": frozenset({SoundClass.WARNING, SoundClass.ALERT, SoundClass.RESULT}),
    "alerts_errors": frozenset(SoundClass) - {SoundClass.CONFIRM},
    "all": frozenset(SoundClass),
}
_ONLY_WHEN_ASKED_FOR = frozenset({CueKind.SHIP_STEP, CueKind.ACCEPTED})


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
    sound_class = SOUND_CLASS[cue.kind]
    if sound_class not in sounding_classes(alerts) or is_quiet(alerts, now):
        return False
    asked_for = alerts.preset == "all" or alerts.classes.get(sound_class) is True
    return asked_for or cue.kind not in _ONLY_WHEN_ASKED_FOR


def note_at(kind: CueKind, t: float) -> Note | None:
    """The note that sounds ``t`` seconds after the cue."""
    return next((n for n in PATTERNS[kind].notes if n.start_s <= t < n.start_s + n.duration_s), None)


# --- Lights -------------------------------------------------------------------------------------------


def pulse(t: float, frequency_hz: float, low: float = 0.0) -> float:
    """A soft wave from full at t = 0 down to ``low`` and back."""
    return low + (1 - low) * (0.5 + 0.5 * math.cos(2 * math.pi * frequency_hz * t))


def lit_ship_lights(scene: Scene) -> int:
    """How many lights of the bar the ship's way fills; the last one lights only when it has arrived."""
    if scene.track <= 0 or scene.ship <= 0:
        return 0
    if scene.ship >= scene.track:
        return SHIP_LIGHTS
    return min(SHIP_LIGHTS - 1, max(1, round(scene.ship * SHIP_LIGHTS / scene.track)))


def moves(scene: Scene) -> bool:
    """Whether the lights of a level change with time, so that somebody must keep looking."""
    if scene.winner is not None:
        return False
    return bool(scene.waiting) or (scene.near and scene.ship > 0) or 0 < scene.track <= scene.ship


def level(scene: Scene, t: float) -> Frame:
    """The lights that belong to a state, ``t`` seconds on any steady clock.

    The bar shows the ship's way: slowly pulsing (0.5 Hz, amber) while the next ship attacks, all of it
    pulsing (1 Hz, red) while an attack waits for its end. A seat is half lit on its turn and pulses
    (1 Hz) while it owes an answer. After a win only the winner's seat is lit.
    """
    lit = lit_ship_lights(scene)
    bright, tint = 1.0, Tint.PLACE
    if scene.winner is None and lit == SHIP_LIGHTS:
        bright, tint = pulse(t, PULSE_HZ), Tint.RED
    elif scene.winner is None and scene.near:
        bright, tint = pulse(t, SLOW_PULSE_HZ, low=0.1), Tint.AMBER
    ship = tuple(bright if i < lit else 0.0 for i in range(SHIP_LIGHTS))
    if scene.winner is not None:
        return Frame(ship, _seats((scene.winner,)), tint)
    seats = list(DARK.seats)
    if scene.on_turn is not None and 0 <= scene.on_turn < SEAT_LIGHTS:
        seats[scene.on_turn] = ON_TURN_LEVEL
    for seat in scene.waiting:
        if 0 <= seat < SEAT_LIGHTS:
            seats[seat] = pulse(t, PULSE_HZ, low=0.1)
    return Frame(ship, tuple(seats), tint)


def frame(cue: Cue, t: float, base: Frame, scene: Scene) -> Frame:
    """The lights ``t`` seconds after a cue, over the ``base`` level that the scene has at that moment.

    What a cue does not speak of keeps its level; from the pattern's end on everything does.
    """
    if t >= PATTERNS[cue.kind].duration_s:
        return base
    seats = _seats(cue.seats) if cue.seats else base.seats
    match cue.kind:
        case CueKind.SHIP_STEP:
            return _step(t, base, scene)
        case CueKind.SHIP_NEAR:
            lit = lit_ship_lights(scene) or SHIP_LIGHTS - 1
            return Frame(_filled(lit), base.seats, Tint.AMBER)
        case CueKind.ATTACK:
            return Frame((pulse(t, PULSE_HZ),) * SHIP_LIGHTS, base.seats, Tint.RED)
        case CueKind.ATTACK_WON:
            bar = _sweep(t, SHIP_LIGHTS, on_s=0.7, off_s=1.5)
            return Frame(bar if t < 2.2 else base.ship, seats, Tint.GREEN if t < 2.2 else base.tint)
        case CueKind.ATTACK_LOST:
            blinking = seats if t % (1 / PULSE_HZ) < 0.5 / PULSE_HZ else DARK.seats
            return Frame(
                (max(0.0, 1 - t / 1.5),) * SHIP_LIGHTS, blinking if cue.seats else base.seats, Tint.RED
            )
        case CueKind.SEVEN:
            on_turn = () if scene.on_turn is None else (scene.on_turn,)
            return Frame(base.ship, _seats(cue.seats or on_turn), base.tint)
        case CueKind.REFUSED if t < 0.3:
            return Frame(tuple(float(i == AMBER_LIGHT) for i in range(SHIP_LIGHTS)), base.seats, Tint.AMBER)
        case CueKind.METROPOLIS:
            return Frame(base.ship, seats, base.tint)
        case CueKind.WIN:
            playing = max(0, min(scene.seats or SEAT_LIGHTS, SEAT_LIGHTS))
            lights = _sweep(t, SHIP_LIGHTS + playing, on_s=1.3, off_s=2.4)
            swept = lights[SHIP_LIGHTS:] + DARK.seats[playing:]
            return Frame(lights[:SHIP_LIGHTS], _brighter(swept, _seats(cue.seats)), Tint.GREEN)
    return base


def _step(t: float, base: Frame, scene: Scene) -> Frame:
    """The newest light of the bar fades in; it starts dim, not dark, so that it is seen at once."""
    newest = lit_ship_lights(scene) - 1
    if newest < 0 or t >= STEP_FADE_S:
        return base
    bright = max(0.15, t / STEP_FADE_S)
    return Frame((*base.ship[:newest], bright, *base.ship[newest + 1 :]), base.seats, base.tint)


def _filled(count: int) -> tuple[float, ...]:
    return tuple(float(i < count) for i in range(SHIP_LIGHTS))


def _seats(seats: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(float(i in seats) for i in range(SEAT_LIGHTS))


def _brighter(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(max(pair) for pair in zip(one, other, strict=True))


def _sweep(t: float, count: int, on_s: float, off_s: float) -> tuple[float, ...]:
    """Lights go on one by one within ``on_s``, and off in the same order from ``off_s`` on."""
    step = on_s / count
    return tuple(float(i * step <= t < off_s + i * step) for i in range(count))
