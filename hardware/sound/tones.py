"""The sound of an alert's melody, worked out: no file of sounds, so that whatever a module names sounds.

A soft tone: a sine with two quiet overtones, so that small speakers too bring the low notes, and nothing
begins or ends with a jerk. Samples have 16 bits, on one channel.
"""

from __future__ import annotations

import array
import io
import math
import sys
import wave
from collections.abc import Iterable
from functools import lru_cache

from companion.rules.presentation.alerts import Note

RATE_HZ = 24_000
RAMP_S = 0.025
"""How long a note takes to its full level, and from there to silence; a short one takes half of itself."""
OVERTONES = (1.0, 0.3, 0.12)
LOUDEST = 0.5
"""The highest level at 100 %, as a share of what the format can hold: two at once would still fit."""
FULL = 32767

LEAST_LOOP = 600
"""Samples of the turns that are repeated: so the pitch is right to a semitone's fortieth part."""


def level(volume: int) -> float:
    """The highest level for a volume in per cent, from 0 to 1. Halving the volume quarters it, as an ear that
    hears half as loud does about."""
    return LOUDEST * (volume / 100) ** 2


def melody(notes: Iterable[Note], volume: int) -> bytes:
    """A WAV file of notes one after the other, from the cue on: the silence before the first is part of it.

    Where one note begins before another has ended it waits, as on a buzzer, which has one tone.
    """
    samples = array.array("h")
    for note in sorted(notes, key=lambda note: note.start_s):
        start = round(note.start_s * RATE_HZ)
        end = round((note.start_s + note.duration_s) * RATE_HZ)
        start = max(start, len(samples))
        if end <= start:
            continue
        samples.extend(array.array("h", bytes(2 * (start - len(samples)))))
        samples.extend(_tone(note.frequency_hz, end - start, volume))
    return _wav(samples)


def after_silence(wav: bytes, silence_s: float) -> bytes:
    """The same sound after so long a silence.

    Raises:
        wave.Error, EOFError: if it is no WAV file.
    """
    with wave.open(io.BytesIO(wav)) as file:
        channels, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
        frames = file.readframes(len(wav))
    made = io.BytesIO()
    with wave.open(made, "wb") as written:
        written.setnchannels(channels)
        written.setsampwidth(width)
        written.setframerate(rate)
        written.writeframes(bytes(round(silence_s * rate) * channels * width) + frames)
    return made.getvalue()


def length_s(wav: bytes) -> float:
    """How long a WAV file sounds. One that was not written to a file's end says nothing of its length, so the
    bytes are counted.

    Raises:
        wave.Error, EOFError: if it is none.
    """
    with wave.open(io.BytesIO(wav)) as file:
        frames: int = len(file.readframes(len(wav))) // (file.getsampwidth() * file.getnchannels())
        return frames / float(file.getframerate())


@lru_cache(maxsize=64)
def _tone(frequency_hz: float, count: int, volume: int) -> array.array[int]:
    """The samples of a note. What is counted one by one is only a few turns and the two ramps, so that nobody
    who draws meanwhile waits for it."""
    turns = _turns(frequency_hz, volume)
    tone = (turns * (count // len(turns) + 1))[:count]
    ramp = min(round(RAMP_S * RATE_HZ), count // 2)
    for place in range(ramp):
        share = 0.5 - 0.5 * math.cos(math.pi * place / ramp)
        for end in (place, count - 1 - place):
            tone[end] = round(share * tone[end])
    return tone


def _turns(frequency_hz: float, volume: int) -> array.array[int]:
    """Whole turns of the wave that join without a seam, as many as fit whole samples to a few cents."""
    number = math.ceil(LEAST_LOOP * frequency_hz / RATE_HZ)
    length = round(number * RATE_HZ / frequency_hz)
    heights = [
        sum(
            strength * math.sin(2 * math.pi * overtone * number * place / length)
            for overtone, strength in enumerate(OVERTONES, 1)
        )
        for place in range(length)
    ]
    loud = level(volume) * FULL / max(map(abs, heights))
    return array.array("h", [round(loud * height) for height in heights])


def _wav(samples: array.array[int]) -> bytes:
    if sys.byteorder == "big":
        samples.byteswap()
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE_HZ)
        written.writeframes(samples.tobytes())
    return file.getvalue()
