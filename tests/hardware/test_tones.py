"""The sounds themselves, as samples: every alert's pitch, length, envelope and loudness."""

from __future__ import annotations

import io
import math
import random
import wave

import numpy as np
import numpy.typing as npt

from companion.app.alerts import installed
from companion.rules.presentation.alerts import Alert, Note
from hardware.sound.tones import FULL, LOUDEST, RAMP_S, RATE_HZ, length_s, level, melody
from tests.kit.each import each
from tests.modules.lighthouses.alerts import STORM

ALERTS = (*installed(), STORM)
SEED = 20261124


def samples(wav: bytes) -> npt.NDArray[np.float64]:
    """The samples of a WAV file as shares of what it can hold."""
    with wave.open(io.BytesIO(wav)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE_HZ)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / FULL


def part(heard: npt.NDArray[np.float64], start_s: float, end_s: float) -> npt.NDArray[np.float64]:
    return heard[round(start_s * RATE_HZ) : round(end_s * RATE_HZ)]


def pitch_hz(heard: npt.NDArray[np.float64]) -> float:
    """The lowest strong frequency, to a fraction of a Hz."""
    padded = np.abs(np.fft.rfft(heard * np.hanning(len(heard)), 1 << 18))
    return float(np.argmax(padded) * RATE_HZ / (1 << 18))


@each(ALERTS)
def test_an_alert_sounds_as_its_notes_say(alert: Alert) -> None:
    wav = melody(alert.notes, 100)
    heard = samples(wav)
    end_s = max(note.start_s + note.duration_s for note in alert.notes)
    assert math.isclose(length_s(wav), end_s, abs_tol=2 / RATE_HZ)
    for note in alert.notes:
        end = note.start_s + note.duration_s
        found = pitch_hz(part(heard, note.start_s, end))
        cents = 1200 * math.log2(found / note.frequency_hz)
        # nobody hears a twentieth of a semitone; a note of 40 ms has not more than ten turns to measure
        assert abs(cents) < (5 if note.duration_s >= 0.08 else 20), f"{found} for {note.frequency_hz} Hz"


@each(ALERTS)
def test_light_comes_before_sound(alert: Alert) -> None:
    """The silence before the first note is part of the sound, so that it can begin with the light."""
    heard = samples(melody(alert.notes, 100))
    first = min(note.start_s for note in alert.notes)
    assert not np.any(part(heard, 0, first))
    assert np.any(part(heard, first, first + 0.01))


@each(ALERTS)
def test_notes_swell_and_fade(alert: Alert) -> None:
    heard = np.abs(samples(melody(alert.notes, 100)))
    for note in alert.notes:
        end, ramp = note.start_s + note.duration_s, min(RAMP_S, note.duration_s / 2)
        for edge in (part(heard, note.start_s, note.start_s + ramp), part(heard, end - ramp, end)[::-1]):
            quarters = [float(quarter.max()) for quarter in np.array_split(edge, 4)]
            assert edge[0] < 0.002 and quarters == sorted(quarters)
            assert quarters[0] < 0.2 * quarters[3]
        steps = np.abs(np.diff(part(heard, note.start_s, end)))
        assert steps.max() < 0.12, "nothing cracks"


@each((1, 5, 33, 50, 100))
def test_a_volume_is_as_loud_as_it_says_and_nothing_clips(volume: int) -> None:
    for alert in ALERTS:
        highest = float(np.abs(samples(melody(alert.notes, volume))).max())
        assert 0 < highest <= level(volume) + 1 / FULL
        assert highest >= 0.9 * level(volume) - 1 / FULL
    assert level(100) == LOUDEST < 1
    assert level(50) == LOUDEST / 4, "half as loud for an ear"


def test_the_usual_volume_is_quiet() -> None:
    loudest = 20 * math.log10(level(50))
    assert -24 < loudest < -15, f"{loudest:.1f} dB below the loudest there is"


def test_any_notes_that_a_module_may_come_up_with() -> None:
    chance = random.Random(SEED)
    for _case in range(40):
        notes = tuple(
            Note(chance.uniform(0, 0.5), chance.uniform(0, 0.2), chance.randint(0, 127))
            for _note in range(chance.randint(0, 6))
        )
        heard = samples(melody(notes, chance.randint(1, 100)))
        assert len(heard) <= RATE_HZ * (0.7 + 6 * 0.2) and (
            not len(heard) or np.abs(heard).max() <= LOUDEST + 1 / FULL
        )


def test_notes_that_overlap_wait_for_each_other() -> None:
    heard = samples(melody((Note(0.1, 0.2, 60), Note(0.2, 0.2, 72)), 100))
    assert len(heard) == round(0.4 * RATE_HZ)
    assert abs(pitch_hz(part(heard, 0.1, 0.3)) - 261.6) < 1
    assert abs(pitch_hz(part(heard, 0.3, 0.4)) - 523.3) < 2
