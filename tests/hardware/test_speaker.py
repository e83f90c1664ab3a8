"""The speaker: what plays and speaks are real processes that play, hang, fail and are killed."""

from __future__ import annotations

import datetime
import os
import random
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app import i18n, speaker
from companion.app.alerts import ACCEPTED, REFUSED
from companion.app.ports import Cue, Notice, NullDevice, PartKind, Scene, Spoken
from companion.app.settings import AlertSettings, PanelSettings, Pins, Settings, SoundClasses, SpeakerSettings
from companion.app.speaker import SPEAKER_KEY, VOICE_KEY, Card
from companion.app.trial import try_each, wait_for_parts
from companion.rules.cities_knights.alerts import ATTACK, ATTACK_LOST, METROPOLIS, SHIP_NEAR
from companion.rules.presentation.alerts import Alert
from hardware import outputs
from hardware.panel import port
from hardware.sound import device as device_module
from hardware.sound.device import Pauses, SpeakerDevice, has_buzzer, open_speaker
from hardware.sound.lane import MOST_WAITING, SAID_WITHIN_S, Item, Lane
from hardware.sound.program import Program
from hardware.sound.tones import LOUDEST, RATE_HZ, after_silence, length_s, melody
from tests.hardware.test_tones import samples
from tests.kit.each import each
from tests.kit.fakes import NO_BUTTONS
from tests.kit.held import Held, held
from tests.kit.sound_programs import (
    DEADLINE_S,
    FLOODS,
    HOLDS,
    KILLED,
    WELL,
    Pretended,
    complains,
)

PATIENT = Pauses(start_s=DEADLINE_S, voice_s=DEADLINE_S)
"""Nobody gives up on a program because the machine is busy."""
HASTY = Pauses(start_s=-10.0, voice_s=0.0)
"""Whatever is started has hung."""
SEED = 20261124

SPEAKS = SpeakerSettings(sounds="on", speech=True)
ON = Settings(alerts=AlertSettings(preset="all"), speaker=SpeakerSettings(sounds="on"))
BOTH = msgspec.structs.replace(ON, speaker=SPEAKS)
WORDS = Spoken("The barbarians attack!", "en")
SAID = melody(ACCEPTED.notes, 100)
"""What the pretended voice says: it might be anything that is a WAV file."""


class Table:
    """A device with the programs that it finds, and what it says, waited for without sleeping."""

    def __init__(self, folder: Path) -> None:
        self.notices: list[Notice] = []
        self.player = Pretended(folder, speaker.PLAYER)
        (folder / "said.wav").write_bytes(SAID)
        self.says = f"cat '{folder}/said.wav'"
        self.voice = Pretended(folder, speaker.VOICE, self.says)
        self._changed = threading.Condition()
        self._devices: list[SpeakerDevice] = []

    def open(self, settings: Settings = ON, pauses: Pauses = PATIENT) -> SpeakerDevice:
        device = SpeakerDevice(settings, self.notice, pauses=pauses)
        self._devices.append(device)
        return device

    def notice(self, notice: Notice) -> None:
        with self._changed:
            self.notices.append(notice)
            self._changed.notify_all()

    def wait(self, condition: Callable[[], object]) -> None:
        """Wait until something holds of the notices."""
        with self._changed:
            assert self._changed.wait_for(condition, DEADLINE_S), self.notices

    def said(self) -> list[str]:
        return [notice.text for notice in self.notices]

    def close(self) -> None:
        for device in self._devices:
            device.close()
            device._thread.join(DEADLINE_S)
            assert not device._thread.is_alive()
        self.player.close()
        self.voice.close()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    for name in ("LONGSHIP_ALERTS", "LONGSHIP_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    i18n.set_language("en")
    made = Table(tmp_path)
    yield made
    made.close()


def lone(alert: Alert) -> Cue:
    """A short alert."""
    return Cue(msgspec.structs.replace(alert, duration_s=0.2))


def played(alert: Alert, volume: int = 50) -> bytes:
    return melody(alert.notes, volume)


# --- sounds -------------------------------------------------------------------------------------------


def test_an_alert_is_played_at_the_volume_and_output_that_are_set(table: Table) -> None:
    chosen = SpeakerSettings(sounds="on", volume=33, output="sysdefault:CARD=Headphones")
    device = table.open(Settings(speaker=chosen))
    device.scene(Scene(step=6))
    device.cue(Cue(ATTACK))
    run = table.player.next()
    assert run.given == played(ATTACK, 33)
    assert run.words == ["-q", "--device=sysdefault:CARD=Headphones", "-"]
    assert table.voice.runs() == 0 and table.notices == []


def test_sounds_come_one_after_the_other(table: Table) -> None:
    """Many sound cards have room for one."""
    table.player.feels(HOLDS)
    device = table.open()
    device.cue(lone(SHIP_NEAR))
    first = table.player.next()
    after_a_look(device, Cue(METROPOLIS))
    assert table.player.runs() == 1
    table.player.let_go()
    first.wait_for_end()
    assert table.player.next().given == played(METROPOLIS)


@pytest.mark.parametrize("why", ["preset", "class", "hour"])
def test_what_is_off_or_comes_at_night_is_neither_heard_nor_said(table: Table, why: str) -> None:
    now, hour = datetime.datetime.now(), datetime.timedelta(hours=1)
    silent: dict[str, Any] = {
        "preset": {"preset": "off"},
        "class": {"classes": SoundClasses(alert=False)},
        "hour": {"quiet_from": (now - hour).time(), "quiet_to": (now + hour).time()},
    }[why]
    device = table.open(Settings(alerts=AlertSettings(**silent), speaker=SPEAKS))
    device.cue(msgspec.structs.replace(lone(ATTACK), spoken=WORDS))
    device.cue(msgspec.structs.replace(lone(METROPOLIS), test=True))
    assert table.player.next().given == played(METROPOLIS), "only what is tried"
    assert table.voice.runs() == 0


@pytest.mark.parametrize("how", ["cancel", "mute", "close"])
def test_silence_comes_at_once_and_forgets_what_waits(table: Table, how: str) -> None:
    table.player.feels(HOLDS)
    device = table.open(BOTH)
    device.cue(msgspec.structs.replace(lone(ATTACK), spoken=WORDS))
    run = table.player.next()
    table.voice.next()
    {"cancel": device.cancel, "mute": lambda: device.mute(True), "close": device.close}[how]()
    run.wait_for_end()
    if how == "close":
        return
    device.mute(False)
    table.player.feels(WELL)
    device.cue(Cue(METROPOLIS))
    assert table.player.next().given == played(METROPOLIS)


def test_what_matters_more_breaks_in(table: Table) -> None:
    table.player.feels(HOLDS)
    device = table.open(BOTH)
    device.cue(Cue(SHIP_NEAR, spoken=Spoken("One more ship!", "en")))
    near = table.player.next()
    table.voice.next()
    device.cue(Cue(ATTACK, spoken=WORDS))
    near.wait_for_end()
    attack = table.player.next()
    assert attack.given == played(ATTACK)
    assert table.voice.next().given.decode() == WORDS.text, "and the news are not said any more"
    table.player.let_go()
    assert table.player.next().given == SAID


@each(
    [
        ("its lights are on", Item(METROPOLIS, 0.0), METROPOLIS.duration_s, True),
        ("its lights are out", Item(METROPOLIS, 0.0), METROPOLIS.duration_s + 0.1, False),
        ("a sentence after its lights", Item(METROPOLIS, 0.0, WORDS), SAID_WITHIN_S, True),
        ("a sentence that nobody would understand any more", Item(METROPOLIS, 0.0, WORDS), 11.0, False),
    ]
)
def test_what_comes_too_late_is_left_out(_what: str, item: Item, now: float, heard: bool) -> None:
    lane = Lane()
    lane.add(item)
    assert lane.next(now) is (item if heard else None)


def test_a_flood_of_alerts_leaves_the_newest() -> None:
    lane = Lane()
    items = [Item(METROPOLIS, 0.0, WORDS) for _times in range(50)]
    for item in items:
        lane.add(item)
    left = []
    while (item := lane.next(1.0)) is not None:
        left.append(item)
        lane.drop(item)
    assert left == items[-MOST_WAITING:]


# --- speech -------------------------------------------------------------------------------------------


def test_a_sentence_follows_its_melody_and_never_overlaps(table: Table) -> None:
    table.player.feels(HOLDS)
    device = table.open(BOTH)
    device.cue(msgspec.structs.replace(lone(ATTACK), spoken=WORDS))
    device.cue(Cue(ATTACK_LOST, spoken=Spoken("Теряет город: Анна.", "ru")))
    expected = [played(ATTACK), SAID, SAID]
    spoken = table.voice.next()
    assert spoken.given.decode() == WORDS.text, "it is spoken while the melody sounds"
    assert spoken.words[:2] == ["-v", "en-gb"] and spoken.words[-2:] == ["--stdin", "--stdout"]
    for sound in expected[:2]:
        run = table.player.next()
        assert run.given == sound
        assert table.player.runs() == expected.index(sound) + 1, "one at a time"
        table.player.let_go()
        run.wait_for_end()
    second = table.voice.next()
    assert second.words[:2] == ["-v", "ru"] and "Анна" in second.given.decode()


def test_beside_a_buzzer_the_voice_waits_until_that_is_over(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    device = table.open(Settings(speaker=SpeakerSettings(sounds="off", speech=True)))
    next_of = device._lane.next
    monkeypatch.setattr(device._lane, "next", lambda now: (asked.append(now), next_of(now))[1])
    device.cue(Cue(METROPOLIS, spoken=WORDS))
    assert table.player.next().given == SAID and table.player.runs() == 1
    last = METROPOLIS.notes[-1]
    assert max(asked) - min(asked) >= last.start_s + last.duration_s


def test_silence_goes_before_every_sound_where_the_screen_swallows_some(table: Table) -> None:
    device = table.open(Settings(speaker=msgspec.structs.replace(SPEAKS, lead_ms=700)))
    device.cue(Cue(METROPOLIS, spoken=WORDS))
    for sound in (played(METROPOLIS), SAID):
        given = table.player.next().given
        assert given == after_silence(sound, 0.7) and abs(length_s(given) - length_s(sound) - 0.7) < 0.001
        assert not samples(given)[: round(0.7 * RATE_HZ)].any()


def test_the_voice_is_as_loud_as_the_volume_says(table: Table) -> None:
    for volume, loud in ((100, "100"), (50, "25"), (1, "4")):
        device = table.open(Settings(speaker=msgspec.structs.replace(SPEAKS, volume=volume)))
        device.cue(Cue(METROPOLIS, spoken=WORDS))
        words = table.voice.next().words
        assert words[words.index("-a") + 1] == loud
        device.close()


def test_a_name_is_read_as_a_name_whatever_it_is(table: Table) -> None:
    device = table.open(BOTH)
    device.cue(Cue(METROPOLIS, spoken=Spoken("-v de [[x]] $(reboot) --voices wins!", "en")))
    run = table.voice.next()
    assert run.words[:2] == ["-v", "en-gb"] and "--voices" not in run.words
    assert run.given.decode() == "-v de ( (x) ) $(reboot) --voices wins!"


def test_without_speech_nothing_is_said(table: Table) -> None:
    device = table.open(ON)
    device.cue(Cue(METROPOLIS, spoken=WORDS))
    assert table.player.next().given == played(METROPOLIS)
    device.configure(BOTH)
    device.cancel()
    device.cue(Cue(METROPOLIS, spoken=WORDS))
    assert table.voice.next().given.decode() == WORDS.text
    assert table.voice.runs() == 1


# --- what goes wrong ----------------------------------------------------------------------------------

OPENS = "aplay: main:831: audio open error: "


@pytest.mark.parametrize(
    ("mood", "said", "remedy"),
    [
        (complains(OPENS + "Device or resource busy"), "Another program uses", "Close the other program"),
        (complains(OPENS + "No such file or directory"), "is not there", "Connect it, or"),
        (complains(OPENS + "No such device"), "is not there", "under Sounds"),
        (complains(OPENS + "Host is down"), "is not there", "under Sounds"),
        (complains(OPENS + "Permission denied"), "This user may not use", "usermod -aG audio"),
        (
            complains("aplay: pcm_write:2127: write error: File descriptor in bad state"),
            "bad state",
            "doctor",
        ),
        (KILLED, "No sound comes out", "doctor"),
        ("exit 3", "No sound comes out", "doctor"),
        ("head -c 9000000 /dev/zero >&2; exit 1", "No sound comes out", "doctor"),
    ],
)
def test_a_trouble_of_the_output_is_said_once_and_the_next_sound_comes(
    table: Table, mood: str, said: str, remedy: str
) -> None:
    table.player.feels(mood)
    device = table.open()
    for _times in range(3):
        device.cue(Cue(METROPOLIS))
        table.player.next().wait_for_end()
        table.wait(lambda: table.notices)
        device.cancel()
    (notice,) = table.notices
    assert said in notice.text and remedy in notice.remedy
    table.wait(lambda: device.parts())
    assert said in device.parts()[0].fault, "and the self-test page knows"
    table.player.feels(WELL)
    device.cue(Cue(ATTACK))
    assert table.player.next().given == played(ATTACK)


def test_what_hangs_is_ended_and_said_once(table: Table) -> None:
    table.player.feels(HOLDS)
    device = table.open(pauses=HASTY)
    for _times in range(3):
        device.cue(Cue(METROPOLIS))
        device.cancel()
    device.cue(Cue(METROPOLIS))
    table.wait(lambda: table.notices)
    assert ["does not answer" in text for text in table.said()] == [True]
    device._pauses = PATIENT
    table.player.feels(WELL)
    device.cancel()
    device.cue(Cue(ATTACK))
    while (run := table.player.next()).given != played(ATTACK):
        pass
    run.wait_for_end()
    assert len(table.notices) == 1


def test_what_cannot_even_be_ended_is_not_joined_by_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that waits for a driver dies when that lets it go."""
    table.player.feels(HOLDS)
    kill, killed = Program.kill, threading.Event()
    monkeypatch.setattr(Program, "kill", lambda program: killed.set())
    device = table.open()
    device.cue(Cue(METROPOLIS))
    stuck = table.player.next()
    device.cancel()
    assert killed.wait(DEADLINE_S)
    device.cue(Cue(ATTACK))
    device.cancel()
    assert table.player.runs() == 1
    table.player.feels(WELL)
    table.player.let_go()
    stuck.wait_for_end()
    device.cue(Cue(METROPOLIS))
    assert table.player.next().given == played(METROPOLIS)
    monkeypatch.setattr(Program, "kill", kill)


@pytest.mark.parametrize(
    ("mood", "said"),
    [
        (HOLDS, "does not answer"),
        (KILLED, "has failed"),
        (complains("Error: The specified espeak-ng voice does not exist."), "voice does not exist"),
        ("echo No sound for you >&2; echo RIFFraff", "No sound for you"),
        (FLOODS, "has failed"),
    ],
)
def test_a_trouble_of_the_voice_is_said_once_and_leaves_the_sounds_alone(
    table: Table, mood: str, said: str
) -> None:
    table.voice.feels(mood)
    device = table.open(BOTH, msgspec.structs.replace(PATIENT, voice_s=1.5) if mood == HOLDS else PATIENT)
    for _times in range(2):
        device.cancel()
        device.cue(Cue(METROPOLIS, spoken=WORDS))
        assert table.player.next().given == played(METROPOLIS)
        table.voice.next().wait_for_end()
        table.wait(lambda: table.notices)
    assert [said in text for text in table.said()] == [True]
    table.voice.feels(table.says)
    device._pauses = PATIENT
    device.cancel()
    device.cue(Cue(ATTACK, spoken=WORDS))
    while table.player.next().given != SAID:
        pass
    assert len(table.notices) == 1


@pytest.mark.parametrize("program", ["player", "voice"])
def test_a_program_that_is_not_installed_is_named_with_its_package(
    table: Table, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    lacks = getattr(table, program)
    lacks.path.rename(lacks.home / "away")
    name = lacks.path.name
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda one: None if one == name and away() else which(one))

    def away() -> bool:
        return not lacks.path.exists()

    device = table.open(BOTH)
    table.wait(lambda: table.notices)
    device.cue(Cue(METROPOLIS, spoken=WORDS))
    device.cue(Cue(ATTACK, spoken=WORDS))
    device.cancel()
    assert [name in text for text in table.said()] == [True]
    assert (
        table.notices[0].remedy == f"Run: sudo apt install {getattr(speaker, f'{program.upper()}_PACKAGE')}"
    )
    (lacks.home / "away").rename(lacks.path)
    device.cue(Cue(ATTACK, spoken=WORDS))
    assert table.player.next().given == played(ATTACK)
    assert table.player.next().given == SAID


def test_after_a_while_without_trouble_it_is_said_again(table: Table) -> None:
    device = table.open(pauses=msgspec.structs.replace(PATIENT, well_s=0.0))
    failing = complains(OPENS + "Device or resource busy")
    for mood in (failing, failing, WELL, WELL, failing):
        table.player.feels(mood)
        device.cue(lone(METROPOLIS))
        table.player.next().wait_for_end()
    table.wait(lambda: len(table.notices) == 2)


def test_whatever_hangs_no_call_waits_for_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The window calls from its own thread; the speaker's stands still here, in a call of the system."""
    inside, let_go = threading.Event(), threading.Event()

    def stuck(*_given: Any, **_options: Any) -> None:
        inside.set()
        let_go.wait(DEADLINE_S)
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(device_module.Runner, "start", stuck)
    device = table.open(BOTH)
    device.cue(Cue(ATTACK, spoken=WORDS))
    assert inside.wait(DEADLINE_S)
    for _times in range(100):
        device.scene(Scene(step=3))
        device.cue(Cue(ATTACK, spoken=WORDS))
        device.cancel()
        device.mute(True)
        device.mute(False)
        device.configure(BOTH)
        device.parts()
        device.try_part(SPEAKER_KEY)
    assert not let_go.is_set()
    let_go.set()
    table.wait(lambda: table.notices)


def test_a_fault_of_our_own_costs_one_sound(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    device = table.open()
    with monkeypatch.context() as broken:
        broken.setattr(device_module.tones, "melody", lambda notes, volume: 1 / 0)
        device.cue(Cue(METROPOLIS))
        table.wait(lambda: table.notices)
    device.cancel()
    device.cue(Cue(ATTACK))
    assert table.player.next().given == played(ATTACK)


def test_an_evening_of_troubles_leaves_neither_threads_nor_files(table: Table) -> None:
    chance = random.Random(SEED)
    moods = (WELL, KILLED, complains(OPENS + "Device or resource busy"), HOLDS, "exit 1")
    device = table.open(BOTH)

    def trouble() -> None:
        table.player.feels(chance.choice(moods))
        table.voice.feels(chance.choice((table.says, *moods)))
        device.cue(Cue(METROPOLIS, spoken=WORDS))
        run = table.player.next()
        if chance.random() < 0.5:
            device.mute(True)
            device.mute(False)
        device.cancel()
        run.wait_for_end()

    def settle() -> Held:
        """Which threads and files there are while nothing runs."""
        table.player.feels(WELL)
        device.cancel()
        device.cue(Cue(ATTACK))
        while (run := table.player.next()).given != played(ATTACK):
            pass
        run.wait_for_end()
        device.cancel()
        device.close()
        return held()

    before = None
    for _evening in range(2):
        for _times in range(15):
            trouble()
        after = settle()
        assert before is None or after.more_than(before) == [], f"seed {SEED}"
        before = after
        device = table.open(BOTH)


# --- which boxes sound --------------------------------------------------------------------------------


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine made of files, without anything."""
    root = tmp_path / "machine"
    (root / "dev").mkdir(parents=True)
    monkeypatch.setattr(outputs, "DEVICES", root / "dev")
    monkeypatch.setattr(port, "DEVICES", root / "dev")
    around = device_module.Surroundings(root=root)
    monkeypatch.setattr(device_module, "Surroundings", lambda: around)
    monkeypatch.setattr(speaker, "cards", lambda: cards_of(root))
    monkeypatch.delenv("LONGSHIP_ALERTS", raising=False)
    return root


cards_of = speaker.cards

CARDS = """ 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 2 [C920           ]: USB-Audio - HD Pro Webcam C920
                      HD Pro Webcam C920 at usb-0000:01:00.0-1.4, high speed
"""


def put(root: Path, name: str, text: str = "") -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def sound_cards(root: Path) -> None:
    put(root, "proc/asound/cards", CARDS)
    for name in ("card0/pcm0p", "card1/pcm0p", "card2/pcm0c"):
        (root / "proc/asound" / name).mkdir(parents=True)


def test_sound_cards_are_those_that_play(machine: Path) -> None:
    assert cards_of(machine) == ()
    put(machine, "proc/asound/cards", "--- no soundcards ---\n")
    assert cards_of(machine) == ()
    sound_cards(machine)
    assert cards_of(machine) == (Card("Headphones", "bcm2835 Headphones"), Card("vc4hdmi0", "vc4-hdmi-0"))
    assert cards_of(machine)[1].output == "sysdefault:CARD=vc4hdmi0"


def test_a_buzzer_is_on_the_pins_of_a_pi_or_on_a_panel(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not has_buzzer(Settings())
    put(machine, "dev/gpiochip0")
    assert not has_buzzer(Settings()), "many a desktop has such a chip"
    put(machine, "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")
    assert has_buzzer(Settings())
    bare = Settings(pins=Pins(buzzer=None))
    assert not has_buzzer(bare) and has_buzzer(Settings(pins=Pins(buzzer=None, active_buzzer=12)))
    monkeypatch.setenv("LONGSHIP_ALERTS", "mock:pins.jsonl")
    assert not has_buzzer(bare) and has_buzzer(Settings())
    put(machine, "dev/longship-panel")
    assert has_buzzer(bare) and not has_buzzer(
        Settings(pins=Pins(buzzer=None), panel=PanelSettings(port="off"))
    )
    assert not has_buzzer(Settings(pins=Pins(buzzer=None), panel=PanelSettings(port="/" + "x" * 5000)))


def test_by_itself_it_sounds_where_a_card_is_there_and_no_buzzer(table: Table, machine: Path) -> None:
    assert Settings().speaker.sounds == "auto"
    device = table.open(Settings())
    after_a_look(device, lone(SHIP_NEAR))
    sound_cards(machine)
    after_a_look(device, lone(METROPOLIS))
    assert table.player.next().given == played(METROPOLIS)
    put(machine, "dev/longship-panel")
    after_a_look(device, lone(SHIP_NEAR))
    (machine / "dev/longship-panel").unlink()
    after_a_look(device, lone(ATTACK))
    assert table.player.next().given == played(ATTACK), "nothing sounded beside the panel's buzzer"
    assert table.notices == [], "nothing is amiss on a machine that has no speaker"


def after_a_look(device: SpeakerDevice, cue: Cue) -> None:
    """Give a cue, and wait until it was looked for it what is connected."""
    looked, look = threading.Event(), SpeakerDevice._look_around

    def around(settings: Settings) -> None:
        look(device, settings)
        looked.set()

    device._look_around = around  # type: ignore[method-assign]
    device.cue(cue)
    assert looked.wait(DEADLINE_S)


def test_an_output_that_nobody_asked_for_and_that_never_sounded_is_not_missed(
    table: Table, machine: Path
) -> None:
    """A Raspberry Pi has a sound card for each HDMI, whether a screen is there or not."""
    sound_cards(machine)
    table.player.feels(complains(OPENS + "Unknown error 524"))
    device = table.open(Settings())
    for _times in range(2):  # the second begins when it is known how the first has ended
        device.cue(lone(METROPOLIS))
        table.player.next()
    assert table.notices == [] and "is not there" in device.parts()[0].fault
    device.try_part(SPEAKER_KEY)
    table.wait(lambda: table.notices)
    assert ["is not there" in text for text in table.said()] == [True], "whoever tries it wants to know"


def test_a_speaker_that_sounded_and_was_unplugged_is_missed_once(table: Table, machine: Path) -> None:
    sound_cards(machine)
    device = table.open(Settings())
    for _times in range(2):  # the second begins when it is known how the first has ended
        device.cue(lone(METROPOLIS))
        table.player.next()
    shutil.rmtree(machine / "proc")
    for _times in range(2):
        after_a_look(device, lone(METROPOLIS))
    sound_cards(machine)
    after_a_look(device, lone(ATTACK))
    assert table.player.next().given == played(ATTACK)
    assert ["is not there" in text for text in table.said()] == [True]


def test_a_test_of_the_sounds_page_is_heard_and_leaves_the_voice_alone(table: Table) -> None:
    device = table.open(Settings(alerts=AlertSettings(preset="off"), speaker=SPEAKS))
    device.cue(Cue(REFUSED, test=True))
    assert table.player.next().given == played(REFUSED)
    assert table.voice.runs() == 0


def test_off_is_nothing_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = Settings(alerts=AlertSettings(enabled=False))
    assert isinstance(open_speaker(silent, pytest.fail, NO_BUTTONS), NullDevice)
    monkeypatch.setenv("LONGSHIP_ALERTS", "off")
    assert type(open_speaker(Settings(), pytest.fail, NO_BUTTONS)) is NullDevice


# --- trying it ----------------------------------------------------------------------------------------


def test_the_parts_that_are_used_can_be_tried(table: Table) -> None:
    device = table.open(BOTH)
    device.cue(Cue(METROPOLIS))
    table.player.next()
    sounds, voice = device.parts()
    assert (sounds.key, sounds.kind, sounds.label) == (SPEAKER_KEY, PartKind.SPEAKER, "Speaker")
    assert (voice.key, voice.kind) == (VOICE_KEY, PartKind.VOICE)
    assert "“default”" in sounds.wire
    device.cancel()
    device.try_part(SPEAKER_KEY)
    assert table.player.next().given == played(device_module.TRIAL)
    device.try_part(VOICE_KEY)
    assert table.voice.next().given.decode() == speaker.test_sentence()
    assert table.player.next().given == SAID


def test_the_doctor_plays_and_speaks_and_says_what_to_look_at(table: Table) -> None:
    device = table.open(BOTH)
    heard: list[bytes] = []
    said: list[str] = []
    assert len(wait_for_parts(device)) == 2
    tried = list(
        try_each(device, device.parts(), said.append, lambda _s: heard.append(table.player.next().given))
    )
    assert heard == [played(device_module.TRIAL), SAID] and all(one.good for one in tried)
    assert said[0].startswith("Speaker: three notes sound now.")
    assert said[1].startswith("Spoken announcements: a sentence is said now.")


def test_another_devices_part_ends_what_is_tried_and_nothing_else(table: Table) -> None:
    table.player.feels(HOLDS)
    device = table.open()
    device.try_part(SPEAKER_KEY)
    trial = table.player.next()
    device.try_part("pins.buzzer")
    trial.wait_for_end()
    device.cue(Cue(METROPOLIS))
    alert = table.player.next()
    device.try_part("")
    device.cue(Cue(SHIP_NEAR))
    table.player.let_go()
    alert.wait_for_end()
    assert alert.given == played(METROPOLIS)


def test_mute_silences_a_trial(table: Table) -> None:
    table.player.feels(HOLDS)
    device = table.open()
    device.try_part(SPEAKER_KEY)
    trial = table.player.next()
    device.mute(True)
    trial.wait_for_end()
    device.try_part(SPEAKER_KEY)
    device.mute(False)
    device.cue(Cue(METROPOLIS))
    given = table.player.next().given
    assert given in (played(METROPOLIS), played(device_module.TRIAL))


# --- the real programs --------------------------------------------------------------------------------


def test_a_real_aplay_plays_every_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shutil.which("aplay"), "the tests of the speaker need aplay: apt-get install alsa-utils"
    heard = tmp_path / "heard.raw"
    (tmp_path / "alsa.conf").write_text(
        f'pcm.!default {{ type file; slave.pcm {{ type null }}; file "{heard}"; format "raw" }}\n'
    )
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "alsa.conf"))
    notices: list[Notice] = []
    device = SpeakerDevice(ON, notices.append, pauses=PATIENT)
    try:
        ended = threading.Event()
        look = device._player.look
        monkeypatch.setattr(
            device._player,
            "look",
            lambda now: outcome if (outcome := look(now)) is None else (ended.set(), outcome)[1],
        )
        device.cue(Cue(ATTACK))
        assert ended.wait(DEADLINE_S)
    finally:
        device.close()
    sound = samples(played(ATTACK))
    raw = heard.read_bytes()
    assert raw[: 2 * len(sound)] == played(ATTACK)[-2 * len(sound) :]
    assert not any(raw[2 * len(sound) :]) and notices == []


@pytest.mark.parametrize(("language", "text"), [
    ("en", "The knights win with strength 7 against 6."),
    ("ru", "Рыцари побеждают: сила 7 против 6."),
    ("pl", "Rycerze wygrywają siłą 7 do 6."),
    ("de", "Die Ritter siegen mit Stärke 7 gegen 6."),
])  # fmt: skip
def test_the_real_voice_says_whole_sentences(table: Table, language: str, text: str) -> None:
    table.voice.path.unlink()
    assert shutil.which("espeak-ng"), "the tests of the speaker need espeak-ng: apt-get install espeak-ng"
    device = table.open(BOTH)
    device.cue(Cue(METROPOLIS, spoken=Spoken(text, language)))
    assert table.player.next().given == played(METROPOLIS)
    spoken = table.player.next().given
    assert 1.5 < length_s(spoken) < 6 and table.notices == []
    # what a machine's voice says has pauses, but is never silent for long, and never as loud as can be
    import numpy as np

    heard = np.abs(np.frombuffer(spoken[44:], "<i2")) / 32767
    tenths = [float(part.max()) for part in np.array_split(heard, round(length_s(spoken) * 10))]
    assert 0.05 < max(tenths) < LOUDEST and np.mean([part > 0.01 for part in tenths]) > 0.5
