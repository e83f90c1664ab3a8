"""The kiosk on a pretended system: put on, brought up to date, cut short, gone back with and taken off."""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app import kept_file
from companion.app.commands import install_kiosk
from companion.app.commands.shared import CommandLineError
from companion.app.kiosk import as_service, install, versions
from companion.app.kiosk.install import Wish, back
from companion.app.kiosk.install import install as put_on
from companion.app.kiosk.machine import CURRENT, GAMES, GROUPS, SERVICE, KioskError
from companion.app.kiosk.remove import remove
from companion.app.kiosk.steps import Steps
from companion.app.settings import Settings
from companion.app.settings_file import flat
from tests.kit.pretended_system import PowerCut, System, checkout, environment

ROOT = Path(__file__).resolve().parents[2]
NOTE = "opt/longship/kiosk.json"


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path / "system")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return checkout(tmp_path / "checkout", ROOT)


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is put on the disk for a power cut need not be there for a test."""
    monkeypatch.setattr(os, "sync", lambda: None)
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


def carry_out(row: Steps) -> list[str]:
    said = []
    for step in row:
        said.append(step.says)
        more = step.do()
        said += [more] if more else []
    return said


def put(system: System, source: Path, **wish: object) -> list[str]:
    return carry_out(put_on(system.machine, Wish(source, **wish)))  # type: ignore[arg-type]


def running(system: System) -> str:
    """The name of the version that runs: whole, and reached by what the system reads."""
    found = system.machine.at(CURRENT).resolve(strict=True)
    assert found.parent == system.root / "opt/longship/versions" and versions.origin(found)
    for name in ("longship", f"systemd/{SERVICE}", ".venv/bin/python", "companion/app/file.py"):
        assert (found / name).exists(), name
    return found.name


def read(system: System, path: str) -> str:
    """What a link of the system leads to, followed inside of its folder."""
    target = system.machine.at(path).readlink()
    return system.machine.at(str(target)).read_text()


def test_the_kiosk_has_a_user_a_copy_and_a_service_that_starts_with_the_machine(
    system: System, source: Path
) -> None:
    said = put(system, source)
    assert running(system) == f"1-{install.companion.__version__}"
    assert not system.machine.at(f"{CURRENT}/.git").exists()
    account = system.machine.accounts()["longship"]
    assert (account.uid, account.home) == (997, "/var/lib/longship")
    assert all("longship" in system.machine.groups()[group].members for group in GROUPS)
    assert read(system, f"/etc/systemd/system/{SERVICE}") == (ROOT / "systemd" / SERVICE).read_text()
    assert (system.root / "etc/systemd/system/multi-user.target.wants/longship.service").is_symlink()
    for rules in ("70-longship-panel", "71-longship-kiosk"):
        assert "SUBSYSTEM" in read(system, f"/etc/udev/rules.d/{rules}.rules")
    assert "/bin/sh" in read(system, "/usr/local/bin/longship")
    assert system.calls[-2:] == ["systemctl daemon-reload", f"systemctl --no-block restart {SERVICE}"]
    assert all(sentence.endswith(".") for sentence in said) and len(said) == len(set(said))


def test_a_second_call_does_nothing(system: System, source: Path) -> None:
    put(system, source)
    before, system.calls = system.picture(), []
    assert put(system, source) == []
    assert put(system, (system.root / "opt/longship/current").resolve()) == [], "from the kiosk itself"
    assert system.picture() == before and system.calls == []


def test_a_dry_run_says_the_same_and_changes_nothing(system: System, source: Path) -> None:
    before = system.picture()
    foreseen = [step.says for step in put_on(system.machine, Wish(source))]
    assert system.picture() == before and system.calls == []
    assert put(system, source) == foreseen
    after, system.calls = system.picture(), []
    foreseen = [step.says for step in remove(system.machine)]
    assert system.picture() == after and system.calls == []
    assert carry_out(remove(system.machine)) == foreseen


def test_an_update_keeps_games_settings_and_the_version_before(system: System, source: Path) -> None:
    put(system, source)
    game = system.machine.at(GAMES) / "games.db"
    game.parent.mkdir(parents=True)
    game.write_text("an evening")
    names = []
    for words in ("second", "third"):
        (source / "hardware/file.py").write_text(words)
        put(system, source)
        names.append(running(system))
        assert system.calls[-1] == f"systemctl --no-block restart {SERVICE}"
    assert game.read_text() == "an evening"
    assert [name[:2] for name in names] == ["2-", "3-"]
    assert sorted(path.name[:2] for path in (system.root / "opt/longship/versions").iterdir()) == ["2-", "3-"]


def test_the_way_back_leads_forth_again(system: System, source: Path) -> None:
    put(system, source)
    with pytest.raises(KioskError, match="no version to go back to"):
        carry_out(back(system.machine))
    (source / "hardware/file.py").write_text("second")
    put(system, source)
    ran = []
    for _time in range(3):
        carry_out(back(system.machine))
        ran.append(running(system)[:1])
    assert ran == ["1", "2", "1"]
    assert system.calls[-1] == f"systemctl --no-block restart {SERVICE}"
    (source / "hardware/file.py").write_text("third")
    put(system, source)
    assert running(system)[:1] == "3"
    carry_out(back(system.machine))
    assert running(system)[:1] == "1", "not the one that was left"


@pytest.mark.parametrize("lives", [True, False])
def test_removal_leaves_the_system_as_it_was(tmp_path: Path, source: Path, lives: bool) -> None:
    system = System(tmp_path / "system", lives=lives, desktop=True)
    before = system.picture()
    put(system, source)
    (source / "hardware/file.py").write_text("second")
    put(system, source)
    system.machine.at(GAMES).mkdir(parents=True)
    (system.machine.at(GAMES) / "games.db").write_text("an evening")
    (system.machine.at(GAMES) / "kivy").mkdir()
    carry_out(remove(system.machine))
    kept = {name for name in system.picture() if name.startswith("home/pi/longship-kiosk")}
    assert kept == {f"home/pi/longship-kiosk{name}" for name in ("", "/games", "/games/games.db")}
    assert system.owners["home/pi/.longship-kiosk.new/games/games.db"] == 1000
    after = {name: text for name, text in system.picture().items() if name not in kept}
    made_by_others = {"etc/udev", "etc/udev/rules.d", "etc/systemd/system/multi-user.target.wants"}
    assert {name: text for name, text in after.items() if name not in made_by_others} == before
    assert carry_out(remove(system.machine)) == []


def test_a_removal_that_has_nothing_to_keep_keeps_nothing(system: System, source: Path) -> None:
    put(system, source)
    carry_out(remove(system.machine))
    assert list((system.root / "home/pi").iterdir()) == []


def test_groups_that_others_use_stay(system: System, source: Path) -> None:
    put(system, source)
    system._join(["gpio"], "pi")
    carry_out(remove(system.machine))
    assert system.machine.groups()["gpio"].members == ("pi",)
    assert {"video", "input"} <= set(system.machine.groups())


# --- cut short -------------------------------------------------------------------------------------------


def changes(monkeypatch: pytest.MonkeyPatch, last: int | None) -> list[str]:
    """Have the power go after so many changes of the disk by our own hand: whatever is renamed or deleted."""
    done: list[str] = []

    def counted(name: str) -> None:
        if last is not None and len(done) >= last:
            raise PowerCut
        done.append(name)

    for method in ("rename", "replace", "symlink_to", "mkdir"):
        real = getattr(Path, method)

        def change(path: Path, *words: object, real: object = real, **more: object) -> object:
            counted(path.name)
            return real(path, *words, **more)  # type: ignore[operator]

        monkeypatch.setattr(Path, method, change)
    return done


def test_a_power_cut_at_any_moment_of_an_update_leaves_a_version_that_runs(
    tmp_path: Path, source: Path
) -> None:
    moments, endings = 0, set()
    while True:
        system = System(tmp_path / f"system{moments}")
        put(system, source)
        (source / "hardware/file.py").write_text(f"second {moments}")
        cut = False
        with pytest.MonkeyPatch.context() as power:
            changes(power, moments)
            try:
                put(system, source)
            except PowerCut:
                cut = True
        endings.add(running(system)[:1])
        put(system, source)
        assert running(system)[:1] != "1" and put(system, source) == []
        assert kept_file.read(system.root / NOTE) is not None
        carry_out(back(system.machine))
        assert running(system)[:1] == "1", "the version before is there"
        if not cut:
            break
        moments += 1
    assert moments > 15 and endings == {"1", "2"}


def test_a_power_cut_while_the_first_is_put_on_or_taken_off_is_finished_by_the_next_call(
    tmp_path: Path, source: Path
) -> None:
    for last in range(9):  # more programs are not called
        system = System(tmp_path / f"system{last}", desktop=True)
        before = system.picture()
        system.last = last
        with contextlib.suppress(PowerCut):
            put(system, source)
        system.last = None
        put(system, source)
        running(system)
        system.calls, system.last = [], last
        with contextlib.suppress(PowerCut):
            carry_out(remove(system.machine))
        system.last = None
        carry_out(remove(system.machine))
        after = system.picture()
        assert {name: text for name, text in after.items() if name in before} == before
        assert not [name for name in after if "longship" in name]


def test_a_program_that_fails_is_said_and_the_old_version_runs(system: System, source: Path) -> None:
    put(system, source)
    (source / "hardware/file.py").write_text("second")
    system.fails = {"-m"}  # Python, which compiles
    with pytest.raises(KioskError, match="has failed"):
        put(system, source)
    assert running(system)[:1] == "1"
    system.fails = {"daemon-reload"}
    with pytest.raises(KioskError):
        put(system, source)
    system.fails, system.calls = set(), []
    assert len(put(system, source)) == 2, "what was not told is told by the next call"
    assert system.calls == ["systemctl daemon-reload", f"systemctl --no-block restart {SERVICE}"]


# --- what stands against it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("bits", "64-bit"),
        ("systemctl", "systemd"),
        ("useradd", "useradd"),
        ("person", "account"),
        ("room", "MB"),
    ],
)
def test_what_stands_against_it_is_one_sentence_and_nothing_is_changed(
    system: System, source: Path, monkeypatch: pytest.MonkeyPatch, lacks: str, said: str
) -> None:
    if lacks == "bits":
        object.__setattr__(system.machine, "bits", 32)
    elif lacks == "person":
        system._append("etc/passwd", "longship:x:1001:1001:,,,:/home/longship:/bin/bash")
    elif lacks == "room":
        monkeypatch.setattr(install, "LEAST_SPARE_BYTES", 1 << 60)
    else:
        system.programs.discard(lacks)
    before = system.picture()
    with pytest.raises(KioskError, match=said) as error:
        put(system, source)
    assert str(error.value).count(".") == 1
    assert system.picture() == before and system.calls == []


def test_only_root_may_do_it_and_anybody_may_ask(
    system: System, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, source: Path
) -> None:
    object.__setattr__(system.machine, "uid", 1000)
    monkeypatch.setattr(install_kiosk, "SOURCE", source)
    asked = {"screen": None, "rotation": None, "leave_games": False, "back": False, "remove": False}
    with pytest.raises(CommandLineError, match=r"sudo .*install-kiosk"):
        install_kiosk._install_kiosk(argparse.Namespace(**asked, dry_run=False), system.machine)
    assert install_kiosk._install_kiosk(argparse.Namespace(**asked, dry_run=True), system.machine) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "This is what would be done; nothing was changed." and len(lines) > 8
    assert system.calls == []


# --- the copy ---------------------------------------------------------------------------------------------


def test_whatever_the_checkout_allows_everybody_reads_the_copy_and_root_alone_writes_it(
    system: System, source: Path
) -> None:
    (source / "companion/app/file.py").chmod(0o600)
    (source / "companion/app").chmod(0o700)
    (source / "longship").chmod(0o6777)
    (source / "companion/elsewhere").symlink_to("/etc/shadow")
    os.mkfifo(source / "companion/pipe")
    put(system, source)
    copy = system.machine.at(CURRENT).resolve()
    modes = {name: (copy / name).stat().st_mode & 0o7777 for name in ("companion/app", "longship")}
    assert modes == {"companion/app": 0o755, "longship": 0o755}
    assert (copy / "companion/app/file.py").stat().st_mode & 0o7777 == 0o644
    assert (copy / "companion/elsewhere").is_symlink() and not (copy / "companion/pipe").exists()


def test_without_a_network_the_environment_comes_along_and_what_is_missing_is_said(
    system: System, source: Path
) -> None:
    environment(source, "ui gpio camera")
    system.fails = {"longship"}
    said = put(system, source)
    assert any("panel" in line and "sudo longship setup panel" in line for line in said)
    running(system)
    system.fails = set()
    assert any("panel" in line for line in put(system, source)), "the next call makes up for it"
    assert put(system, source) == []


def test_a_python_in_somebodys_home_is_not_for_the_service(
    system: System, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "CLOSED_TO_SERVICES", ("/bin", "/usr"))
    put(system, source)
    assert any(call.endswith("/longship setup panel") for call in system.calls)
    system.fails = {"longship"}
    (source / "hardware/file.py").write_text("second")
    with pytest.raises(KioskError, match="has failed"):
        put(system, source)
    assert running(system)[:1] == "1"


# --- games and settings -----------------------------------------------------------------------------------


@pytest.fixture
def household(system: System) -> Path:
    """What somebody has played and set on this machine."""
    games = system.root / "home/pi/.local/share/longship"
    (games / "games.ledgers").mkdir(parents=True)
    (games / "kivy").mkdir()
    (games / "games.db").write_text("evenings")
    (games / "games.db.lock").touch()
    (games / "games.ledgers/friday").write_text("an evening")
    (games / "stolen").symlink_to("/etc/shadow")
    config = system.root / "home/pi/.config/longship"
    config.mkdir(parents=True)
    (config / "config.toml").write_text('[screen]\nlanguage = "pl"\n')
    return games


def test_games_and_settings_come_along_once(system: System, source: Path, household: Path) -> None:
    put(system, source)
    kiosk = system.root / "var/lib/longship"
    found = {str(path.relative_to(kiosk)) for path in kiosk.rglob("*") if path.is_file()}
    assert found == {"games/games.db", "games/games.ledgers/friday", "config/longship/config.toml"}
    assert system.owners["var/lib/longship/games.new/games.db"] == 997
    (household / "games.db").write_text("more evenings")
    (kiosk / "config/longship/config.toml").write_text('[screen]\nlanguage = "de"\n')
    (source / "hardware/file.py").write_text("second")
    put(system, source)
    assert (kiosk / "games/games.db").read_text() == "evenings"
    assert "de" in (kiosk / "config/longship/config.toml").read_text()


def test_games_can_be_left(system: System, source: Path, household: Path) -> None:
    put(system, source, bring_games=False)
    assert list((system.root / "var/lib/longship").iterdir()) == []


def test_games_come_from_where_the_settings_say(system: System, source: Path, household: Path) -> None:
    household.rename(system.root / "home/pi/elsewhere")
    config = system.root / "home/pi/.config/longship/config.toml"
    config.write_text('[storage]\ndata_folder = "~/elsewhere"\n')
    put(system, source)
    assert (system.machine.at(GAMES) / "games.db").read_text() == "evenings"


def test_games_that_are_open_are_not_copied(system: System, source: Path, household: Path) -> None:
    with (household / "games.db.lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(KioskError, match="close it first"):
            put(system, source)
    put(system, source)
    assert (system.machine.at(GAMES) / "games.db").exists()


def test_a_folder_without_games_is_filled_and_keeps_what_it_has(
    system: System, source: Path, household: Path
) -> None:
    there = system.machine.at(GAMES)
    (there / "last_words").mkdir(parents=True)
    (there / "people.json").write_text("kiosk")
    (household / "people.json").write_text("desktop")
    put(system, source)
    assert (there / "games.db").read_text() == "evenings" and (there / "people.json").read_text() == "kiosk"


# --- the screen -------------------------------------------------------------------------------------------


def settings_of_the_kiosk(system: System) -> dict[str, object]:
    file = system.root / "var/lib/longship/config/longship/config.toml"
    return tomllib.loads(file.read_text()) if file.exists() else {}


def panel(system: System, name: str, modes: str) -> None:
    folder = system.root / "sys/class/drm" / name
    folder.mkdir(parents=True)
    (folder / "modes").write_text(modes)


@pytest.mark.parametrize(
    ("name", "modes", "rotation"),
    [
        ("card1-DSI-1", "800x480\n", None),
        ("card1-DSI-2", "720x1280\n", 90),
        ("card0-HDMI-A-1", "720x1280\n", None),
        ("card1-DSI-1", "", None),
    ],
)
def test_a_panel_that_stands_upright_is_turned_unless_somebody_has_said_otherwise(
    system: System, source: Path, name: str, modes: str, rotation: int | None
) -> None:
    panel(system, name, modes)
    put(system, source)
    found = settings_of_the_kiosk(system)
    assert found == ({} if rotation is None else {"screen": {"rotation": rotation}})
    put(system, source, rotation=270)
    put(system, source)
    assert settings_of_the_kiosk(system) == {"screen": {"rotation": 270}}
    put(system, source, rotation=0)
    assert put(system, source) == []


def test_cage_is_the_other_way_to_the_screen(system: System, source: Path) -> None:
    put(system, source, screen="cage")
    drop_in = "/etc/systemd/system/longship.service.d/10-cage.conf"
    assert "cage" in read(system, drop_in)
    assert any(call.endswith("cage seatd xwayland") for call in system.calls)
    system.programs |= {"cage", "seatd", "Xwayland"}
    assert put(system, source) == [], "it stays"
    assert put(system, source, screen="cage") == []
    put(system, source, screen="kmsdrm")
    assert not system.machine.at(drop_in).parent.exists()


def test_a_desktop_is_left_out_and_comes_back(tmp_path: Path, source: Path) -> None:
    system = System(tmp_path / "system", desktop=True)
    system.active = {"display-manager.service"}
    put(system, source)
    assert system.machine.run(("systemctl", "get-default")) == "multi-user.target"
    assert system.calls[-1] == "systemctl daemon-reload", (
        "two cannot hold the screen, so the machine restarts"
    )
    assert "reboot" in install.afterwards(system.machine)
    assert put(system, source) == []
    carry_out(remove(system.machine))
    assert system.machine.run(("systemctl", "get-default")) == "graphical.target"


def test_a_console_is_left_as_it_is(system: System, source: Path) -> None:
    put(system, source)
    assert not any("set-default" in call for call in system.calls)
    assert "reboot" not in install.afterwards(system.machine)
    carry_out(remove(system.machine))
    assert system.calls[-1].endswith("start getty@tty1.service")


def test_what_is_somebodys_own_stays(system: System, source: Path) -> None:
    own = system.root / "usr/local/bin/longship"
    own.write_text("mine")
    put(system, source)
    override = system.root / "etc/systemd/system/longship.service.d/override.conf"
    override.parent.mkdir()
    override.touch()
    assert put(system, source) == []
    carry_out(remove(system.machine))
    assert own.read_text() == "mine" and override.exists()


@pytest.fixture
def mqtt(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if the table told a smart home."""
    told = flat(Settings()) | {"mqtt.enabled": True}
    for module in ("install", "system"):
        monkeypatch.setattr(f"companion.app.kiosk.{module}.flat", lambda _settings: told)
    yield


def test_the_network_is_opened_only_for_mqtt(
    system: System, source: Path, request: pytest.FixtureRequest
) -> None:
    put(system, source)
    drop_in = system.root / "etc/systemd/system/longship.service.d/20-mqtt.conf"
    assert not drop_in.is_symlink()
    request.getfixturevalue("mqtt")
    put(system, source)
    assert str(drop_in.readlink()) == f"{CURRENT}/systemd/longship-mqtt.conf"
    assert any(call.endswith("longship setup mqtt") for call in system.calls)


# --- with the eyes of the kiosk ---------------------------------------------------------------------------


def test_a_command_runs_as_the_kiosk_with_all_that_its_unit_allows_and_forbids(
    system: System, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    with pytest.raises(KioskError, match="no kiosk"):
        as_service.command(system.machine, ["doctor"])
    put(system, source)
    line, around = as_service.command(system.machine, ["doctor", "--json"])
    assert line[:6] == ["setpriv", "--reuid", "longship", "--regid", "longship", "--init-groups"]
    assert around["LONGSHIP_DATA"] == GAMES and around["LANG"] == "de_DE.UTF-8"
    assert line[-2:] == ["doctor", "--json"]
    (system.root / "run/dbus").mkdir()
    (system.root / "run/dbus/system_bus_socket").touch()
    line, _around = as_service.command(system.machine, ["doctor"])
    assert line[0] == "systemd-run"
    for given in ("User=longship", "DevicePolicy=closed", "DeviceAllow=char-media rw", "LANG=de_DE.UTF-8"):
        assert any(part.endswith(given) for part in line), given
    for left in ("ExecStart", "Type=", "WatchdogSec", "RuntimeDirectory=", "StandardInput"):
        assert not any(part.startswith(left) for part in line), left
    object.__setattr__(system.machine, "uid", 1000)
    with pytest.raises(KioskError, match="sudo longship doctor --kiosk"):
        as_service.command(system.machine, ["doctor"])
