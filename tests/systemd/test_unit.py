"""The kiosk's unit: what systemd itself says of it, and what the app relies on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.app import last_words
from companion.app.kiosk import machine, system

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
UNIT = FOLDER / "longship.service"
DROP_INS = sorted(FOLDER.glob("longship-*.conf"))
PROGRAM = "/opt/longship/current/longship"
MOST_EXPOSURE = 20
"""In tenths, by systemd-analyze."""

# For machines without systemd-analyze: every key the unit may use, with the shape of its value.
PATH = r"/[\w./-]+"
WORDS = r"[\w@.~/-]+( [\w@.~/-]+)*"
KEYS = {
    "Unit": {
        "Description": r".+",
        "Documentation": r"file:///\S+",
        "After": WORDS,
        "Wants": WORDS,
        "Conflicts": WORDS,
        "AssertFileIsExecutable": PATH,
        "StartLimitIntervalSec": r"\d+",
    },
    "Service": {
        "Type": r"notify",
        "NotifyAccess": r"main|all",
        "ExecStartPre": r"-/bin/sh -c '[^']+'",
        "ExecStart": rf"|({PATH} -s -- )?{PATH}",
        "ExecStopPost": r"-/bin/sh -c '[^']+'",
        "WatchdogSec": r"\d+",
        "TimeoutStartSec": r"\d+",
        "TimeoutAbortSec": r"\d+",
        "ReadWritePaths": rf"-{PATH}",
        "RuntimeDirectoryMode": r"0700",
        "User": r"[a-z]+",
        "SupplementaryGroups": WORDS,
        "TTYPath": PATH,
        "StandardInput": r"tty",
        "StandardOutput": r"journal",
        "StandardError": r"journal",
        "StateDirectory": r"[a-z]+",
        "RuntimeDirectory": r"[a-z]+",
        "WorkingDirectory": PATH,
        "Environment": r"[A-Z_]+=\S+",
        "Restart": r"always",
        "RestartSec": r"\d+ms",
        "TimeoutStopSec": r"\d+",
        "ProtectSystem": r"strict",
        "ProtectProc": r"invisible",
        "RestrictAddressFamilies": r"(AF_[A-Z0-9]+ ?)+",
        "IPAddressDeny": r"any",
        "IPAddressAllow": r"[\w.:/ -]+",
        "CapabilityBoundingSet": r"",
        "SystemCallArchitectures": r"native",
        "SystemCallFilter": r"~?(@[a-z-]+ ?)+",
        "SystemCallErrorNumber": r"E[A-Z]+",
        "UMask": r"0[0-7]{3}",
        "DevicePolicy": r"closed",
        "DeviceAllow": r"char-\w+ rw?",
        **dict.fromkeys(
            (
                *(
                    "NoNewPrivileges",
                    "PrivateTmp",
                    "ProtectHome",
                    "ProtectKernelTunables",
                    "ProtectKernelModules",
                ),
                *("ProtectKernelLogs", "ProtectControlGroups", "ProtectClock", "ProtectHostname"),
                *(
                    "LockPersonality",
                    "RestrictNamespaces",
                    "RestrictRealtime",
                    "RestrictSUIDSGID",
                    "RemoveIPC",
                ),
            ),
            r"yes|no",
        ),
    },
    "Install": {"WantedBy": WORDS},
}


def entries(text: str) -> list[tuple[str, str, str]]:
    """Section, key and value of each line; keys may repeat."""
    found = []
    section = ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading.group(1)
        else:
            key, value = line.split("=", 1)
            found.append((section, key, value))
    return found


def complaints_of_the_list(text: str) -> list[str]:
    """What is wrong with a unit by the list above."""
    return [
        f"{section}: {key}={value}"
        for section, key, value in entries(text)
        if not re.fullmatch(KEYS.get(section, {}).get(key, r"(?!)"), value)
    ]


def complaints_of_systemd(text: str, root: Path, drop_in: Path | None = None) -> list[str]:
    """What systemd says of a unit in a root of its own; unknown keys are warnings there, with status 0."""
    units = root / "etc/systemd/system"
    (units / f"{UNIT.name}.d").mkdir(parents=True, exist_ok=True)
    for name in (PROGRAM, "/bin/sh", "/usr/bin/cage"):
        program = root / name.lstrip("/")
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    if drop_in is not None:
        shutil.copy(drop_in, units / f"{UNIT.name}.d")
    for name in ("sysinit.target", "basic.target", "shutdown.target", "multi-user.target"):
        (units / name).write_text("[Unit]\nDescription=There\n")
    (units / UNIT.name).write_text(text)
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", f"--root={root}", UNIT.name], capture_output=True, text=True
    )
    found = result.stderr.splitlines()
    return found if found or result.returncode == 0 else [f"status {result.returncode}"]


def complaints(root: Path, drop_in: Path | None = None) -> list[str]:
    found = complaints_of_the_list((drop_in or UNIT).read_text())
    if shutil.which("systemd-analyze"):
        found += complaints_of_systemd(UNIT.read_text(), root, drop_in)
    return found


@pytest.mark.parametrize("drop_in", [None, *DROP_INS], ids=lambda one: one.name if one else "alone")
def test_nothing_is_wrong_with_the_unit(tmp_path: Path, drop_in: Path | None) -> None:
    assert complaints(tmp_path, drop_in) == []


def exposure(text: str, root: Path) -> int:
    """How much a unit lays open, in tenths."""
    file = root / UNIT.name
    file.write_text(text)
    limit = [f"--threshold={MOST_EXPOSURE}"]
    asked = ["systemd-analyze", "security", "--offline=yes", "--no-pager", *limit, str(file)]
    result = subprocess.run(asked, capture_output=True, text=True)
    found = re.search(r"exposure level for longship.service: (\d+)\.(\d)", result.stdout)
    assert found is not None, result.stderr
    tenths = int(found[1]) * 10 + int(found[2])
    assert (result.returncode == 0) == (tenths <= MOST_EXPOSURE)
    return tenths


def test_the_service_lays_little_open(tmp_path: Path) -> None:
    text = UNIT.read_text()
    for line in ("NoNewPrivileges=yes", "CapabilityBoundingSet=", "DevicePolicy=closed", "IPAddressDeny=any"):
        assert line in text.splitlines()
    if shutil.which("systemd-analyze"):
        for drop_in in ("", *(one.read_text() for one in DROP_INS)):
            assert exposure(f"{text}\n{drop_in}", tmp_path) <= MOST_EXPOSURE
        opened = "\n".join(line for line in text.splitlines() if not line.startswith(("Protect", "System")))
        assert exposure(opened, tmp_path) > MOST_EXPOSURE, "it would be seen"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Restart=always", "Restrat=always"),
        ("ProtectSystem=strict", "ProtectSystem=very"),
        ("ExecStart=/opt", "ExecStart=opt"),
        ("WatchdogSec=10", "WatchdogSec=soon"),
        ("[Install]", "[Instal]"),
        ("UMask=0077", "UMask=yes"),
    ],
)
def test_a_mistake_would_be_found(tmp_path: Path, right: str, wrong: str) -> None:
    text = UNIT.read_text()
    assert right in text
    text = text.replace(right, wrong)
    assert complaints_of_the_list(text)
    if shutil.which("systemd-analyze"):
        assert complaints_of_systemd(text, tmp_path)


def values(key: str) -> list[str]:
    return [value for _section, name, value in entries(UNIT.read_text()) if name == key]


def environment() -> dict[str, str]:
    return dict(value.split("=", 1) for value in values("Environment"))


def test_everything_the_app_writes_lies_in_folders_that_it_is_given() -> None:
    state, runtime = f"/var/lib/{values('StateDirectory')[0]}", f"/run/{values('RuntimeDirectory')[0]}"
    assert values("ProtectSystem") == ["strict"]
    for name in ("LONGSHIP_DATA", "XDG_CONFIG_HOME", "KIVY_HOME"):
        assert environment()[name].startswith(f"{state}/")
    assert environment()["LG_WD"] == runtime
    assert values("WorkingDirectory") == [state]


def test_it_may_use_the_screen_touch_pins_and_panel() -> None:
    assert set(values("SupplementaryGroups")[0].split()) >= {
        "video",
        "render",
        "input",
        "gpio",
        "dialout",
        "audio",
    }
    devices = {value.split()[0] for value in values("DeviceAllow")}
    assert devices >= {
        "char-drm",
        "char-input",
        "char-tty",
        "char-gpiochip",
        "char-ttyACM",
        "char-ttyUSB",
        "char-alsa",
        *("char-video4linux", "char-media", "char-dma_heap"),  # the Pi's own camera, by libcamera
    }
    assert values("PrivateDevices") == []


def test_devices_that_are_plugged_in_later_are_allowed_too() -> None:
    """systemd knows a kind of device only while its driver is loaded."""
    drivers = {"char-drm": "drm", "char-ttyACM": "cdc_acm", "char-ttyUSB": "usbserial", "char-alsa": "snd"}
    drivers |= {"char-video4linux": "uvcvideo", "char-media": "uvcvideo"}
    built_in = {"char-input", "char-tty", "char-gpiochip", "char-dma_heap"}
    assert {value.split()[0] for value in values("DeviceAllow")} == set(drivers) | built_in
    loaded = {f"modprobe@{driver}.service" for driver in drivers.values()}
    assert set(values("Wants")[0].split()) == loaded and loaded <= set(" ".join(values("After")).split())


def test_the_light_behind_the_panel_can_be_turned() -> None:
    """The kernel's files are closed to the service but for those, and there root alone may write."""
    assert values("ProtectKernelTunables") == ["yes"] and "-/sys/devices" in values("ReadWritePaths")
    rules = (FOLDER / "71-longship-kiosk.rules").read_text()
    lines = [line for line in rules.splitlines() if not line.startswith("#")]
    assert [line.split(",")[0] for line in lines] == ['SUBSYSTEM=="backlight"', 'SUBSYSTEM=="dma_heap"']
    assert lines[0].count("/sys%p/brightness") == 2 and "chgrp video" in lines[0]


def test_nothing_breaks_software_drawing_or_the_reading_of_the_model() -> None:
    assert values("MemoryDenyWriteExecute") == [], "llvmpipe compiles at run time"
    assert values("ProcSubset") == [], "gpiozero reads /proc/device-tree"
    assert "AF_NETLINK" in values("RestrictAddressFamilies")[0], "plugged-in devices are announced by netlink"


def test_it_comes_back_for_ever_and_keeps_the_login_off_the_keyboard() -> None:
    assert values("Restart") == ["always"] and values("RestartSec") == ["500ms"]
    assert values("StartLimitIntervalSec") == ["0"]
    assert values("Conflicts") == ["getty@tty1.service"]


def test_a_main_loop_that_is_stuck_for_ten_seconds_is_started_again() -> None:
    assert values("Type") == ["notify"] and values("WatchdogSec") == ["10"]


def test_in_cage_the_app_may_speak_and_xwayland_start() -> None:
    cage = [(name, value) for _section, name, value in entries((FOLDER / "longship-cage.conf").read_text())]
    assert ("NotifyAccess", "all") in cage, "systemd has started cage, and the app is its child"
    assert ("SystemCallFilter", "@setuid") in cage, "XWayland has xkbcomp read the keyboard's layout"
    assert ("ExecStart", f"/usr/bin/cage -s -- {machine.CURRENT}/longship") in cage


def test_unit_app_and_kiosk_agree_on_their_places() -> None:
    assert environment()["LONGSHIP_DATA"] == machine.GAMES
    assert environment()["XDG_CONFIG_HOME"] + "/longship" == machine.CONFIG
    assert values("ExecStart") == values("AssertFileIsExecutable") == [f"{machine.CURRENT}/longship"]
    assert values("User") == [machine.USER]
    assert values("SupplementaryGroups")[0].split() == list(machine.GROUPS)
    assert f"{machine.GAMES}/{last_words.FOLDER}/{last_words.VERDICT}" in values("ExecStopPost")[0]
    assert DROP_INS and all(f"systemd/{one.name}" in Path(system.__file__).read_text() for one in DROP_INS)


def test_the_notes_name_the_paths_of_the_unit() -> None:
    notes = (FOLDER / "README.md").read_text()
    for path in (machine.GAMES, f"{machine.CONFIG}/config.toml", machine.OPT):
        assert path in notes


# --- sticks for backups -------------------------------------------------------------------------------------

STICKS = FOLDER / system.STICKS


def stick_values(key: str) -> list[str]:
    return [value for _section, name, value in entries(STICKS.read_text()) if name == key]


def test_sticks_that_are_plugged_in_are_mounted_where_the_service_may_write_and_go_with_the_plug() -> None:
    assert "-/media" in values("ReadWritePaths")
    (mount,) = stick_values("ExecStart")
    assert mount.endswith(" /dev/%i /media/longship-%i")
    options = mount.split(" -o ")[1].split()[0].split(",")
    assert set(options) >= {"nosuid", "nodev", "noexec", f"uid={values('User')[0]}"}
    assert stick_values("BindsTo") == ["dev-%i.device"]
    (rule,) = [
        line for line in (FOLDER / "72-longship-stick.rules").read_text().splitlines() if line[0] != "#"
    ]
    assert STICKS.name.replace("@", "@%k") in rule and 'SUBSYSTEMS=="usb"' in rule


@pytest.mark.parametrize(
    ("what", "disk", "mounted", "may"),
    [
        ("a fresh stick", "sda", "", True),
        ("one without partitions", "", "", True),
        ("another part of it is mounted by us", "sda", "/media/longship-sda2", True),
        ("the machine runs from it", "sda", "/boot/firmware\n/", False),
        ("a desktop has it", "sda", "/media/anna/STICK", False),
        ("both", "sda", "/media/longship-sda2\n/home", False),
    ],
)
def test_a_disk_that_is_in_use_is_left_alone(
    what: str, disk: str, mounted: str, may: bool, tmp_path: Path
) -> None:
    lsblk = tmp_path / "lsblk"
    lsblk.write_text(
        f"""#!/bin/sh
case "$*" in
"-nrdo PKNAME /dev/sda1") echo "{disk}" ;;
"-nro MOUNTPOINT /dev/{disk or "sda1"}") printf '\\n{mounted}\\n' ;;
*) exit 9 ;;
esac
"""
    )
    lsblk.chmod(0o755)
    (condition,) = stick_values("ExecCondition")
    command = condition.removeprefix("/bin/sh -c '").removesuffix("'")
    command = command.replace("$$", "$").replace("%i", "sda1")
    around = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    done = subprocess.run(["/bin/sh", "-c", command], env=around, capture_output=True, text=True, check=False)
    assert (done.returncode == 0, done.stderr) == (may, ""), what


def test_systemd_finds_nothing_wrong_with_the_unit_of_a_stick(tmp_path: Path) -> None:
    for name in ("sh", "mkdir", "mount", "umount", "rmdir"):
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    units = tmp_path / "etc/systemd/system"
    units.mkdir(parents=True)
    shutil.copy(STICKS, units)
    for name in ("sysinit.target", "basic.target", "shutdown.target", "local-fs.target"):
        (units / name).write_text("[Unit]\nDescription=There\n")
    instance = STICKS.name.replace("@", "@sda1")
    asked = ["systemd-analyze", "verify", "--man=no", f"--root={tmp_path}", instance]
    if shutil.which("systemd-analyze"):
        assert subprocess.run(asked, capture_output=True, text=True, check=False).stderr == ""
