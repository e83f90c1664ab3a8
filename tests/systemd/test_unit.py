"""The kiosk's unit: what systemd itself says of it, and what the app relies on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).resolve().parents[2] / "systemd" / "longship.service"

# For machines without systemd-analyze: every key the unit may use, with the shape of its value.
PATH = r"/[\w./-]+"
WORDS = r"[\w@.~/-]+( [\w@.~/-]+)*"
KEYS = {
    "Unit": {
        "Description": r".+",
        "Documentation": r"file:///\S+",
        "After": WORDS,
        "Conflicts": WORDS,
        "AssertFileIsExecutable": PATH,
        "StartLimitIntervalSec": r"\d+",
    },
    "Service": {
        "Type": r"simple|notify|exec",
        "ExecStart": PATH,
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
        "RestartSec": r"\d+",
        "TimeoutStopSec": r"\d+",
        "ProtectSystem": r"strict",
        "ProtectProc": r"invisible",
        "RestrictAddressFamilies": r"(AF_[A-Z0-9]+ ?)+",
        "IPAddressDeny": r"any",
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
                *("LockPersonality", "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID"),
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


def complaints_of_systemd(text: str, root: Path) -> list[str]:
    """What systemd says of a unit in a root of its own; unknown keys are warnings there, with status 0."""
    units = root / "etc/systemd/system"
    program = root / "opt/longship/longship"
    for folder in (units, program.parent):
        folder.mkdir(parents=True, exist_ok=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for name in ("sysinit.target", "basic.target", "shutdown.target", "multi-user.target"):
        (units / name).write_text("[Unit]\nDescription=There\n")
    (units / UNIT.name).write_text(text)
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", f"--root={root}", UNIT.name], capture_output=True, text=True
    )
    found = result.stderr.splitlines()
    return found if found or result.returncode == 0 else [f"status {result.returncode}"]


def complaints(text: str, root: Path) -> list[str]:
    found = complaints_of_the_list(text)
    if shutil.which("systemd-analyze"):
        found += complaints_of_systemd(text, root)
    return found


def test_nothing_is_wrong_with_the_unit(tmp_path: Path) -> None:
    assert complaints(UNIT.read_text(), tmp_path) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Restart=always", "Restrat=always"),
        ("ProtectSystem=strict", "ProtectSystem=very"),
        ("ExecStart=/opt", "ExecStart=opt"),
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
    }
    assert values("PrivateDevices") == []


def test_nothing_breaks_software_drawing_or_the_reading_of_the_model() -> None:
    assert values("MemoryDenyWriteExecute") == [], "llvmpipe compiles at run time"
    assert values("ProcSubset") == [], "gpiozero reads /proc/device-tree"
    assert "AF_NETLINK" in values("RestrictAddressFamilies")[0], "plugged-in devices are announced by netlink"


def test_it_comes_back_for_ever_and_keeps_the_login_off_the_keyboard() -> None:
    assert values("Restart") == ["always"]
    assert values("StartLimitIntervalSec") == ["0"]
    assert values("Conflicts") == ["getty@tty1.service"]


def test_the_notes_name_the_paths_of_the_unit() -> None:
    notes = (UNIT.parent / "README.md").read_text()
    for path in (
        environment()["LONGSHIP_DATA"],
        environment()["XDG_CONFIG_HOME"] + "/longship/config.toml",
        "/opt/longship",
    ):
        assert path in notes
    assert values("ExecStart")[0] == "/opt/longship/longship"
