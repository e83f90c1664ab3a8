"""The speaker as one of the app's devices: a thread of its own has all that plays and speaks.

``aplay`` of Debian's alsa-utils plays, a process for each sound. So a sound card that hangs, hangs a process
that can be ended, never Longship; the card is free between two sounds; one that was unplugged and plugged in
again is there at the next sound; and nothing has to be compiled or linked. A library that plays inside this
process, SDL's among them, has none of this. ``espeak-ng`` writes what it says, and aplay plays that too.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import select
import shutil
import threading
import time
import wave
from pathlib import Path

import msgspec

from companion.app import speaker
from companion.app.doctor import Surroundings
from companion.app.i18n import language
from companion.app.player import Playing, breaks_into
from companion.app.ports import Buttons, Cue, Device, NoticeSink, NullDevice, Part, Scene, Spoken
from companion.app.settings import Settings
from companion.app.speaker import PLAYER, SPEAKER_KEY, VOICE, VOICE_KEY
from companion.rules.presentation.alerts import C4, E4, G4, Alert, SoundClass, phrase
from hardware.outputs import has_gpio
from hardware.panel import port
from hardware.sound import tones
from hardware.sound.lane import Item, Lane
from hardware.sound.program import Runner
from hardware.sound.troubles import OF_VOICE, WELL_S, Told, Trouble, notice, of_player
from hardware.stage import Stage
from hardware.wake import Wake

log = logging.getLogger(__name__)

CLOSE_WITHIN_S = 2.0
LOOK_AROUND_S = 1.0
"""How often the speaker looks for what is connected while somebody looks at the parts."""
TRIAL = Alert("trial", "", SoundClass.INFO, 3.0, phrase(0.0, C4, E4, G4, length_s=0.3))

VOICES = {"en": "en-gb", "ru": "ru", "pl": "pl", "de": "de"}
WORDS_A_MINUTE = 150
LOUDEST_VOICE, SOFTEST_VOICE = 100, 4
"""espeak-ng's own measure at 100 %, and the least of which something is left to hear."""


class Pauses(msgspec.Struct, frozen=True):
    """How long is waited, in seconds."""

    start_s: float = 3.0
    """Beyond its own length, until a sound has come out to its end: some outputs wake up slowly."""
    voice_s: float = 5.0
    """Until sentences are spoken into memory."""
    well_s: float = WELL_S


class Use(msgspec.Struct, frozen=True):
    """Whether alerts sound through the speaker, and whether sentences are said."""

    sounds: bool = False
    speech: bool = False


def open_speaker(settings: Settings, notice: NoticeSink, _buttons: Buttons) -> Device:
    """The speaker that the settings mean, which need not be there. Returns at once and never raises.

    ``LONGSHIP_ALERTS=off`` leaves it alone, as it does the pins; with pretended ones there is a buzzer.
    """
    if not settings.alerts.enabled or os.environ.get("LONGSHIP_ALERTS") == "off":
        return NullDevice()
    return SpeakerDevice(settings, notice)


def has_buzzer(settings: Settings) -> bool:
    """Whether something else on this machine sounds: a buzzer on the pins, or a panel."""
    panel = port.find(settings.panel.port)
    if panel is not None:
        with contextlib.suppress(OSError):
            if Path(panel).exists():
                return True
    if settings.pins.buzzer is None and settings.pins.active_buzzer is None:
        return False
    if os.environ.get("LONGSHIP_ALERTS", "").startswith("mock:"):
        return True
    return has_gpio() and bool(Surroundings().raspberry_pi)


class SpeakerDevice(NullDevice):
    """The device: is told of cues by any thread. ``notice`` is called from the speaker's thread."""

    def __init__(self, settings: Settings, notice: NoticeSink, *, pauses: Pauses | None = None) -> None:
        self._settings = settings
        self._pauses = pauses or Pauses()
        self._wake = Wake()
        self._stage = Stage(settings.alerts, self._wake.wake)
        self._stage.lit()
        self._told = Told(notice, self._pauses.well_s)
        self._lock = threading.Lock()
        self._news = True
        self._tried: str | None = None
        self._closing = False
        self._use = Use()
        self._faults: dict[str, tuple[Trouble, str]] = {}
        self._looked = time.monotonic()
        # what follows is the thread's own
        self._lane = Lane()
        self._player, self._voice = Runner(), Runner()
        self._playing: Item | None = None
        self._speaking: Item | None = None
        self._heard: Playing | None = None
        self._cuts = 0
        self._worked = False
        self._thread = threading.Thread(target=self._run, name="longship-speaker", daemon=True)
        self._thread.start()

    # --- the port, from any thread --------------------------------------------------------------------

    def scene(self, scene: Scene) -> None:
        """A level makes no sound."""

    def cue(self, cue: Cue) -> None:
        """Sound one edge, and say it."""
        self._stage.cue(cue)

    def cancel(self) -> None:
        """Silence at once: what was to be heard may not have happened."""
        with self._lock:
            self._tried = None
        self._stage.cancel()

    def mute(self, muted: bool) -> None:
        """Silence at once, or let the next sound come."""
        with self._lock:
            alerts = msgspec.structs.replace(self._settings.alerts, muted=muted)
            self._settings = msgspec.structs.replace(self._settings, alerts=alerts)
        self._stage.mute(muted)

    def configure(self, settings: Settings) -> None:
        """Take over presets, classes, quiet hours, mute, and what is set of the speaker."""
        with self._lock:
            self._settings = settings
            self._news = True
        self._stage.configure(settings.alerts)

    def close(self) -> None:
        """Silence; waits for that at most two seconds."""
        with self._lock:
            self._closing = True
        self._wake.wake()
        if self._thread is not threading.current_thread():
            self._thread.join(CLOSE_WITHIN_S)

    def parts(self) -> tuple[Part, ...]:
        """The speaker and the voice, as far as they are used."""
        with self._lock:
            use, faults, output = self._use, dict(self._faults), self._settings.speaker.output
            if time.monotonic() - self._looked >= LOOK_AROUND_S:
                self._news = True
                self._wake.wake()
        used = [key for key, on in ((SPEAKER_KEY, use.sounds), (VOICE_KEY, use.speech)) if on]
        return tuple(speaker.part(key, output, _fault(faults.get(key), output)) for key in used)

    def try_part(self, key: str) -> None:
        """Play a few notes, or say a sentence."""
        with self._lock:
            self._tried = key
        self._wake.wake()

    # --- the thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._closing:
                try:
                    seconds = self._round(time.monotonic())
                except Exception as error:  # whatever comes up, the next alert is tried again
                    log.exception("the speaker failed")
                    self._silence()
                    self._say(Trouble.FAILED, self._settings, str(error))
                    seconds = math.inf
                self._wait(seconds)
        finally:
            self._player.close()
            self._voice.close()
            self._wake.close()

    def _round(self, now: float) -> float:
        """Do what is due. Seconds until something may be due by itself."""
        look = self._stage.look(now)
        with self._lock:
            settings, news, tried = self._settings, self._news, self._tried
            self._news, self._tried = False, None
        if look.cuts != self._cuts:
            self._cuts = look.cuts
            self._silence()
        if news:
            self._look_around(settings)
        if look.heard is not None and look.heard != self._heard:
            self._heard = look.heard
            self._begin(look.heard.cue, settings, now)
        if tried is not None:
            self._try(tried, settings, now)
        self._attend(settings, now)
        self._speak(settings, now)
        earliest = self._play(settings, now)
        waits = [due - now for due in (self._player.due, self._voice.due, earliest)]
        return min(waits) if look.next_s is None else min(*waits, look.next_s)

    def _wait(self, seconds: float) -> None:
        coming = select.poll()
        for file in (self._wake.fileno(), *self._player.files(), *self._voice.files()):
            coming.register(file, select.POLLIN)
        coming.poll(None if math.isinf(seconds) else max(0.0, seconds) * 1000)
        self._wake.heard()

    def _silence(self) -> None:
        """Nothing sounds any more, and nothing that waits will."""
        self._lane.clear()
        self._player.cancel()
        self._voice.cancel()
        self._playing = self._speaking = None

    # --- what is to be heard --------------------------------------------------------------------------

    def _look_around(self, settings: Settings) -> None:
        """What is used of all that is there; what is missing of it is said, and known to whoever tries it."""
        wanted, automatic = settings.speaker.sounds, settings.speaker.sounds == "auto"
        has_player = shutil.which(PLAYER) is not None
        sounds = wanted == "on"
        if automatic:
            connected = bool(speaker.cards()) and has_player
            sounds = connected and not has_buzzer(settings)
            if not connected and self._worked:
                self._worked = False
                self._say(Trouble.ABSENT, settings)
        use = Use(sounds, settings.speaker.speech)
        with self._lock:
            self._looked = time.monotonic()
            self._use = use
        for trouble, missing in (
            (Trouble.NO_PLAYER, (sounds or use.speech) and not has_player),
            (Trouble.NO_VOICE, use.speech and shutil.which(VOICE) is None),
        ):
            if missing:
                self._say(trouble, settings)
            else:
                self._mended(trouble)

    def _begin(self, cue: Cue, settings: Settings, now: float) -> None:
        """An alert has begun: its melody comes next, and then what is said of it."""
        self._look_around(settings)
        self._lane.break_in(cue.alert)
        for runner, item in ((self._player, self._playing), (self._voice, self._speaking)):
            if item is not None and breaks_into(cue.alert, item.alert):
                runner.cancel()
        over = now
        if self._use.sounds and cue.alert.notes:
            self._lane.add(Item(cue.alert, now))
        else:  # a buzzer may sound beside us
            over += max((note.start_s + note.duration_s for note in cue.alert.notes), default=0.0)
        if self._use.speech and cue.spoken is not None:
            self._lane.add(Item(cue.alert, now, cue.spoken, over))

    def _try(self, key: str, settings: Settings, now: float) -> None:
        if key not in (SPEAKER_KEY, VOICE_KEY):
            self._lane.drop_trial()
            for runner, item in ((self._player, self._playing), (self._voice, self._speaking)):
                if item is not None and item.trial:
                    runner.cancel()
            return
        self._silence()
        self._look_around(settings)
        if not settings.alerts.muted:
            spoken = Spoken(speaker.test_sentence(), language()) if key == VOICE_KEY else None
            self._lane.add(Item(TRIAL, now, spoken, trial=True))

    # --- the programs ---------------------------------------------------------------------------------

    def _attend(self, settings: Settings, now: float) -> None:
        """See what has become of what played and spoke."""
        played, item = self._player.look(now), self._playing
        if not self._player.busy:
            self._playing = None
        if played is not None:
            trouble = of_player(played)
            if trouble is None:
                self._worked = True
                self._told.well(now)
                self._mended(*(set(Trouble) - OF_VOICE))
            else:
                told = self._missed(trouble, item, settings)
                self._say(trouble, settings, played.complaint, aloud=told)
                self._lane.clear()
        spoke = self._voice.look(now)
        if spoke is None:
            return
        item, self._speaking = self._speaking, None
        if spoke.status == 0 and item is not None and _sounds(spoke.written):
            item.wav = spoke.written
            self._mended(*OF_VOICE)
            return
        if item is not None:
            self._lane.drop(item)
        if spoke.status is None:
            self._say(Trouble.VOICE_HANGS, settings)
        elif spoke.status or spoke.complaint:
            self._say(Trouble.VOICE_FAILED, settings, spoke.complaint or str(spoke.status))

    def _speak(self, settings: Settings, now: float) -> None:
        """Have the first sentence spoken into memory, while what stands before it still sounds."""
        item = self._lane.unspoken()
        if item is None or item.spoken is None or self._voice.busy:
            return
        loud = max(SOFTEST_VOICE, round(LOUDEST_VOICE * tones.level(settings.speaker.volume) / tones.LOUDEST))
        command = [VOICE, "-v", VOICES.get(item.spoken.language, "en-gb"), "-s", str(WORDS_A_MINUTE)]
        command += ["-a", str(loud), "--stdin", "--stdout"]
        try:
            # two brackets would make the voice read sounds instead of words
            text = item.spoken.text.replace("[[", "( (").replace("]]", ") )")
            self._voice.start(command, text.encode(), now + self._pauses.voice_s, keep=True)
        except OSError as error:
            self._lane.drop(item)
            missing = isinstance(error, FileNotFoundError)
            self._say(Trouble.NO_VOICE if missing else Trouble.VOICE_FAILED, settings, str(error))
            return
        self._speaking = item

    def _play(self, settings: Settings, now: float) -> float:
        """Play what comes next, when nothing sounds. When to look again at the latest."""
        item = self._lane.next(now)
        if item is None or self._player.busy:
            return math.inf
        if now < item.earliest:
            return item.earliest
        if item.wav is None:
            if item.spoken is not None:
                return math.inf  # it is being spoken
            item.wav = tones.melody(item.alert.notes, settings.speaker.volume)
        self._lane.drop(item)
        if settings.speaker.lead_ms:
            item.wav = tones.after_silence(item.wav, settings.speaker.lead_ms / 1000)
        due = time.monotonic() + tones.length_s(item.wav) + self._pauses.start_s
        command = [PLAYER, "-q", f"--device={settings.speaker.output}", "-"]
        try:
            self._player.start(command, item.wav, due)
        except OSError as error:
            self._lane.clear()
            missing = isinstance(error, FileNotFoundError)
            self._say(Trouble.NO_PLAYER if missing else Trouble.FAILED, settings, str(error))
        else:
            self._playing = item
        return math.inf

    # --- what goes wrong ------------------------------------------------------------------------------

    def _missed(self, trouble: Trouble, item: Item | None, settings: Settings) -> bool:
        """Whether the table wants to know: where nobody asked for sounds, none is missed that never came."""
        if trouble is not Trouble.ABSENT or self._worked or settings.speaker.sounds != "auto":
            return True
        return item is not None and (item.trial or item.spoken is not None)

    def _say(self, trouble: Trouble, settings: Settings, reason: str = "", *, aloud: bool = True) -> None:
        """Tell the table, unless that is not wanted; whoever looks at the parts sees it anyway."""
        with self._lock:
            for key in (VOICE_KEY,) if trouble in OF_VOICE else (SPEAKER_KEY, VOICE_KEY):
                self._faults[key] = (trouble, reason)
        if aloud and not self._closing:
            self._told.say(trouble, settings.speaker.output, reason)

    def _mended(self, *troubles: Trouble) -> None:
        with self._lock:
            self._faults = {key: one for key, one in self._faults.items() if one[0] not in troubles}


def _fault(found: tuple[Trouble, str] | None, output: str) -> str:
    return "" if found is None else notice(found[0], output, found[1] or "?").text


def _sounds(wav: bytes) -> bool:
    """Whether this is something to hear."""
    with contextlib.suppress(wave.Error, EOFError):
        return tones.length_s(wav) > 0
    return False
