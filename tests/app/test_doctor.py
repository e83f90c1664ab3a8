from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import msgspec
import pytest

from companion.app import doctor
from companion.app.cli import main
from companion.app.display import Display
from companion.app.doctor import Finding, Report, State, Surroundings, examine
from companion.app.games import begin
from companion.app.i18n import LANGUAGES, set_language
from companion.app.last_words import Ending, EndingKind
from companion.app.storage import open_store
from companion.engine.core import AdjustPoints
from companion.history.log import Header
from tests.kit.players import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS

PARTS = [
    "python",
    "packages",
    "screen",
    "touch",
    "gpio",
    "camera",
    "dice",
    "serial",
    "sound",
    "storage",
    "languages",
    "settings",
    "kiosk",
    "endings",
    "mqtt",
]
ESSENTIAL = {"python", "packages", "screen", "storage"}
TOUCH_PANEL = "2608000 3\n"  # ABS_X, ABS_Y and the multi-touch axes of a Raspberry Pi touchscreen
MOUSE = "0\n"


class Bench:
    """A machine made of files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.missing: Collection[str] = ()
        self.environment: dict[str, str] = {}
        self.python = (3, 11)
        self.games = root / "games"

    def put(self, name: str, text: str = "") -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def look(self) -> dict[str, Finding]:
        findings = examine(
            Surroundings(
                root=self.root,
                environment=self.environment,
                has_module=lambda name: name not in self.missing,
                has_library=lambda name: name not in self.missing,
                has_program=lambda name: name not in self.missing,
                python=self.python,
                locale_folder=self.root / "locale",
                data_folder=lambda: self.games,
            )
        )
        assert [finding.id for finding in findings] == PARTS
        for finding in findings:
            assert finding.found.endswith((".", "?"))
            assert bool(finding.remedy) == (finding.state is not State.OK), (
                "what is amiss has a way to mend it"
            )
        return {finding.id: finding for finding in findings}

    def states(self) -> dict[str, str]:
        return {part: finding.state.value for part, finding in self.look().items()}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "config.toml"))
    set_language("en")
    return Bench(tmp_path)


def raspberry_pi(bench: Bench) -> None:
    bench.put("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.5\0")
    bench.put("dev/gpiochip0")
    bench.put("dev/dri/card1")
    bench.put("sys/class/drm/card1-DSI-1/status", "connected\n")
    bench.put("dev/input/event0")
    bench.put("sys/class/input/event0/device/capabilities/abs", MOUSE)
    bench.put("dev/input/event4")
    bench.put("sys/class/input/event4/device/name", "10-0038 generic ft5x06 (79)\n")
    bench.put("sys/class/input/event4/device/capabilities/abs", "260800000000003\n")
    bench.put("dev/video0")
    bench.put("sys/class/video4linux/video0/name", "Table Camera\n")
    bench.put("drivers/uvcvideo/module")
    (bench.root / "sys/class/video4linux/video0/device").mkdir()
    (bench.root / "sys/class/video4linux/video0/device/driver").symlink_to(bench.root / "drivers/uvcvideo")
    bench.put("dev/video10")
    bench.put("sys/class/video4linux/video10/name", "bcm2835-codec-decode\n")
    bench.put("dev/serial/by-id/usb-Panel_A1-if00")
    bench.put("dev/snd/pcmC0D0p")
    bench.put("proc/asound/card0/pcm0p/info")
    bench.put("proc/asound/cards", " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n")
    for code in LANGUAGES:
        bench.put(f"locale/{code}/LC_MESSAGES/longship.mo")
    bench.games.mkdir()
    kiosk(bench)
    bench.put("dice.toml", "version = 1\n")
    dice_camera(bench, "usb:0")


def kiosk(bench: Bench) -> None:
    bench.put("opt/longship/versions/3-1.2/longship")
    bench.root.joinpath("opt/longship/current").symlink_to("versions/3-1.2")
    started = bench.put("etc/systemd/system/multi-user.target.wants/longship.service")
    started.unlink()
    started.symlink_to("../longship.service")


def dice_camera(bench: Bench, camera: str) -> None:
    bench.put("config.toml", f'[dice]\ncamera = "{camera}"\ncalibration = "{bench.root}/dice.toml"\n')


def test_a_complete_raspberry_pi_is_in_order(bench: Bench) -> None:
    raspberry_pi(bench)
    findings = bench.look()
    assert {finding.state for finding in findings.values()} == {State.OK}
    assert {part for part, finding in findings.items() if finding.essential} == ESSENTIAL
    assert "Raspberry Pi 4 Model B" in findings["gpio"].found
    assert findings["camera"].found == "Camera: Table Camera."
    assert "usb-Panel_A1-if00" in findings["serial"].found
    assert "ft5x06" in findings["touch"].found
    assert "DSI-1" in findings["screen"].found


def test_the_kiosk_is_named_with_its_version_and_must_start_with_the_machine(bench: Bench) -> None:
    assert "sudo ./longship install-kiosk" in bench.look()["kiosk"].remedy
    kiosk(bench)
    assert "3-1.2" in bench.look()["kiosk"].found
    (bench.root / "etc/systemd/system/multi-user.target.wants/longship.service").unlink()
    finding = bench.look()["kiosk"]
    assert finding.state is State.BROKEN and "install-kiosk" in finding.remedy


def test_a_panel_that_is_set_and_not_there_is_missing(bench: Bench) -> None:
    raspberry_pi(bench)
    bench.put("config.toml", '[panel]\nport = "/dev/longship-panel"\n')
    assert bench.look()["serial"].found.startswith("The panel (/dev/longship-panel) is not connected")
    bench.put("dev/longship-panel")
    assert bench.look()["serial"].state is State.OK


def test_a_bare_computer_lacks_only_what_it_can_do_without(bench: Bench) -> None:
    bench.environment["DISPLAY"] = ":0"
    assert bench.states() == {
        "python": "ok",
        "packages": "ok",
        "screen": "ok",
        "touch": "missing",
        "gpio": "missing",
        "camera": "missing",
        "dice": "missing",
        "serial": "missing",
        "sound": "missing",
        "storage": "ok",
        "languages": "missing",
        "settings": "ok",
        "kiosk": "missing",
        "endings": "ok",
        "mqtt": "ok",
    }


@pytest.mark.parametrize(
    ("python", "state"), [((3, 10), "broken"), ((3, 11), "ok"), ((3, 13), "ok"), ((3, 14), "broken")]
)
def test_python(bench: Bench, python: tuple[int, int], state: str) -> None:
    bench.python = python
    assert bench.states()["python"] == state


@pytest.mark.parametrize("name", ["kivy", "tomlkit", "libGL.so.1", "libmtdev.so.1"])
def test_a_missing_package_is_named(bench: Bench, name: str) -> None:
    bench.missing = [name]
    finding = bench.look()["packages"]
    assert finding.state is State.MISSING and finding.essential
    assert name in finding.found and "./longship setup" in finding.remedy


@pytest.mark.parametrize(
    ("part", "missing", "remedy"),
    [
        ("gpio", "lgpio", "setup"),
        ("gpio", "gpiozero", "setup"),
        ("camera", "cv2", "setup camera"),
        ("serial", "serial", "setup panel"),
    ],
)
def test_a_device_without_its_library_says_how_to_get_it(
    bench: Bench, part: str, missing: str, remedy: str
) -> None:
    raspberry_pi(bench)
    bench.missing = [missing]
    finding = bench.look()[part]
    assert finding.state is State.MISSING and not finding.essential
    assert finding.remedy.endswith(f"./longship {remedy}")


@pytest.mark.parametrize(
    ("part", "device", "group"),
    [
        ("gpio", "dev/gpiochip0", "gpio"),
        ("camera", "dev/video0", "video"),
        ("serial", "dev/serial/by-id/usb-Panel_A1-if00", "dialout"),
        ("sound", "dev/snd/pcmC0D0p", "audio"),
        ("touch", "dev/input/event4", "input"),
        ("screen", "dev/dri/card1", "video,render,input"),
    ],
)
def test_a_device_that_one_may_not_use_names_the_group(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, part: str, device: str, group: str
) -> None:
    raspberry_pi(bench)
    access = os.access
    # root may open everything, so what the kernel would say to others is pretended
    monkeypatch.setattr(os, "access", lambda path, mode: path != bench.root / device and access(path, mode))
    finding = bench.look()[part]
    assert finding.state is not State.OK
    assert f"usermod -aG {group} " in finding.remedy


@pytest.mark.parametrize(
    ("camera", "state"),
    [
        ("", "missing"),
        ("usb:0", "ok"),
        ("usb:3", "broken"),
        ("usb:/dev/video10", "ok"),
        ("usb:/dev/x", "broken"),
        ("pi", "ok"),
        ("folder:/nowhere/at/all", "broken"),
        ("file:/dev/null", "ok"),
    ],
)
def test_the_camera_for_the_dice(bench: Bench, camera: str, state: str) -> None:
    raspberry_pi(bench)
    dice_camera(bench, camera)
    assert bench.states()["dice"] == state


def test_the_camera_of_the_pi_needs_one_of_two_programs(bench: Bench) -> None:
    raspberry_pi(bench)
    dice_camera(bench, "pi")
    bench.missing = ["picamera2"]
    assert bench.states()["dice"] == "ok"
    bench.missing = ["picamera2", "rpicam-vid"]
    assert bench.states()["dice"] == "broken"


@pytest.mark.parametrize(
    ("config", "missing", "remedy"),
    [
        ("", "aplay", "sudo apt install alsa-utils"),
        ("[speaker]\nspeech = true\n", "espeak-ng", "sudo apt install espeak-ng"),
        ('[speaker]\noutput = "sysdefault:CARD=Gone"\n', "", "under Sounds."),
    ],
)
def test_a_sound_card_lacks_what_plays_and_speaks(
    bench: Bench, config: str, missing: str, remedy: str
) -> None:
    raspberry_pi(bench)
    bench.put("config.toml", config)
    if missing:
        assert bench.states()["sound"] == "ok"
    bench.missing = [missing]
    finding = bench.look()["sound"]
    assert finding.state is State.MISSING and not finding.essential
    assert finding.remedy.endswith(remedy)


@pytest.mark.parametrize("text", [None, "", "version = ", 'version = "1"', "\0"])
def test_a_calibration_that_is_none(bench: Bench, text: str | None) -> None:
    raspberry_pi(bench)
    (bench.root / "dice.toml").unlink() if text is None else bench.put("dice.toml", text)
    finding = bench.look()["dice"]
    assert finding.state is (State.MISSING if text is None else State.BROKEN)
    assert "dice.toml" in finding.found and "Camera" in finding.remedy


def test_on_the_bare_screen_nobody_can_play_without_input(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    raspberry_pi(bench)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: "input" not in str(path) and access(path, mode))
    assert bench.look()["touch"].essential
    bench.environment["DISPLAY"] = ":0"
    assert not bench.look()["touch"].essential, "a desktop hands taps on"


def test_a_mouse_is_no_touchscreen(bench: Bench) -> None:
    bench.put("dev/input/event0")
    bench.put("sys/class/input/event0/device/capabilities/abs", MOUSE)
    assert bench.states()["touch"] == "missing"


@pytest.mark.parametrize("model", ["", "Some other board"])
def test_chips_of_another_machine_are_not_the_pins(bench: Bench, model: str) -> None:
    bench.put("dev/gpiochip0")
    bench.put("proc/device-tree/model", model)
    assert bench.states()["gpio"] == "missing"


def test_a_pi_without_pins_needs_mending(bench: Bench) -> None:
    bench.put("proc/device-tree/model", "Raspberry Pi 5\0")
    assert bench.states()["gpio"] == "broken"


def test_an_unwritable_data_folder(bench: Bench) -> None:
    bench.games = Path("/proc/longship")
    finding = bench.look()["storage"]
    assert finding.state is State.BROKEN and finding.essential and "/proc/longship" in finding.found


def test_looking_leaves_nothing_behind(bench: Bench) -> None:
    bench.look()
    assert not bench.games.exists()
    bench.games.mkdir()
    bench.look()
    assert list(bench.games.iterdir()) == []


def test_a_full_disk(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_FREE_BYTES", 1 << 62)
    assert bench.states()["storage"] == "broken"


def test_games_are_read(bench: Bench, tmp_path: Path) -> None:
    store = open_store(bench.games, lambda notice: pytest.fail(notice.text))
    session, _journal = begin(store, Header("evening", PEOPLE, CITIES_KNIGHTS))
    for _ in range(60):
        session.submit(AdjustPoints(PEOPLE[0].id, PEOPLE[0].id, 1, "x" * 900))
    pulled = tmp_path / "pulled"
    shutil.copytree(bench.games, pulled, ignore=shutil.ignore_patterns("*-shm"))
    store.close()
    assert "1 file with games" in bench.look()["storage"].found
    file = bench.games / "games.db"
    whole = file.read_bytes()
    for torn in (whole[: len(whole) // 2], b"\0" * len(whole), whole[:5000] + b"\xff" * 9000 + whole[14000:]):
        file.write_bytes(torn)
        finding = bench.look()["storage"]
        assert finding.state is State.BROKEN and str(file) in finding.found
    file.rename(bench.games / "games.db.unreadable1")
    assert bench.look()["storage"].state is State.OK, "it has been dealt with"
    file.write_bytes(whole)
    for beside in ("games.db-wal", f"games.ledgers/{next((pulled / 'games.ledgers').iterdir()).name}"):
        shutil.rmtree(bench.games)
        shutil.copytree(pulled, bench.games)
        data = bytearray((bench.games / beside).read_bytes())
        data[20_000] ^= 1
        (bench.games / beside).write_bytes(data)
        assert bench.look()["storage"].state is State.BROKEN, beside
        assert (bench.games / beside).read_bytes() == data


def test_missing_languages_are_named(bench: Bench) -> None:
    raspberry_pi(bench)
    (bench.root / "locale/pl/LC_MESSAGES/longship.mo").unlink()
    finding = bench.look()["languages"]
    assert "Polski" in finding.found and "Deutsch" not in finding.found


def test_a_mistake_in_the_settings_is_told(bench: Bench) -> None:
    bench.put("config.toml", "[screen]\nthem = 'dark'\n")
    finding = bench.look()["settings"]
    assert finding.state is State.BROKEN and "screen.theme" in finding.found


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (
            Ending(EndingKind.CRASHED, "1.2", "friday", "Traceback\nValueError: no sea"),
            "1.2 has crashed: ValueError: no sea.",
        ),
        (Ending(EndingKind.STUCK, "1.2", words="Fatal Python error: Aborted\n\nThread 1"), "was stuck"),
        (Ending(EndingKind.MEMORY), "out of memory"),
        (Ending(EndingKind.KILLED), "was killed"),
    ],
)
def test_how_longship_ended_is_said_in_plain_words(bench: Bench, ending: Ending, said: str) -> None:
    file = bench.put(
        "games/last_words/endings.json", msgspec.json.encode([Ending(EndingKind.KILLED), ending]).decode()
    )
    finding = bench.look()["endings"]
    assert finding.state is State.BROKEN and said in finding.found and str(file) in finding.remedy


def test_it_never_raises(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def strange(*_: object) -> bool:
        raise RuntimeError("strange machine")

    raspberry_pi(bench)
    monkeypatch.setattr(os, "access", strange)
    findings = bench.look()
    broken = {part for part, finding in findings.items() if "strange machine" in finding.found}
    assert broken == {"screen", "touch", "gpio", "camera", "serial", "sound"}
    assert findings["screen"].essential


def test_this_machine_is_examined_without_opening_or_loading_anything() -> None:
    program = (
        "import sys; from companion.app.doctor import examine; examine();"
        "print({'kivy', 'gpiozero', 'lgpio', 'cv2', 'serial', 'numpy'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout == "set()\n"


@pytest.mark.parametrize("driver", ["offscreen", None])
def test_the_command_prints_one_json_object_and_its_status_says_whether_one_can_play(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], driver: str | None
) -> None:
    monkeypatch.setenv("LONGSHIP_DATA", str(bench.games))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    if driver:
        monkeypatch.setenv("SDL_VIDEODRIVER", driver)
    else:
        monkeypatch.setattr(
            doctor, "find_display", lambda *_: Display(None, "There is no screen.", "Connect one.")
        )
    status = main(["doctor", "--json"])
    out = capsys.readouterr().out
    report = msgspec.json.decode(out, type=Report)
    assert list(json.loads(out)) == ["findings"]
    assert [finding.id for finding in report.findings] == PARTS
    amiss = {finding.id for finding in report.findings if finding.state is not State.OK}
    assert ("screen" in amiss) == (driver is None)
    assert status == bool(amiss & ESSENTIAL)


def test_the_text_gives_each_part_and_its_remedy(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    findings = bench.look().values()
    monkeypatch.setattr("companion.app.commands.doctor.examine", lambda: list(findings))
    main(["doctor"])
    out = capsys.readouterr().out
    for finding in findings:
        assert f"{finding.id}: " in out
        assert finding.found in out and finding.remedy in out
