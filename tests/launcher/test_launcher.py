"""The launcher's decisions and sentences, on pretended machines where nothing is really installed."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.launcher.machine import EVERY_LIBRARY, ROOT, Machine, started
from tools import lock


def wait_until(condition: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)


def locks_of(pip: str) -> list[str]:
    """The locks that pip was given."""
    return re.findall(r"locks/(\w+)\.txt", pip)


def sentences(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("longship: ")]


# --- The first call ------------------------------------------------------------------------------------


def test_the_first_call_sets_up_and_opens_the_app(machine: Machine) -> None:
    result = machine.run()
    assert (result.returncode, result.stdout) == (0, "app:\n")
    log = machine.log()
    assert not started(log, "apt-get")
    (pip,) = started(log, "-m pip")
    assert locks_of(pip) == ["base", "ui", "gpio", "camera"]
    assert "--require-hashes" in pip and "--no-deps" in pip, "nothing but what is locked"
    assert "--only-binary=:all:" in pip, "a compiler might be needed"
    assert machine.catalogue.with_suffix(".mo").exists()
    assert log[-1] == "sync", "the swap comes after everything is on the disk"
    (site,) = machine.checkout.glob(".venv/lib/python3*/site-packages")
    assert (site / (site / "longship.pth").read_text().strip()).resolve() == machine.checkout
    names = configparser.ConfigParser(delimiters=["="])
    names.read(site / "longship-0.dist-info/entry_points.txt")
    declared = configparser.ConfigParser()
    declared.read(machine.checkout / "setup.cfg")
    assert set(names.sections()) == set(declared["options.entry_points"])
    assert names["longship.frontends"]["kivy"] == "kivy_ui.app:run"


def test_words_go_to_the_command_line_and_standard_output_stays_clean(machine: Machine) -> None:
    result = machine.run("replay", "a game.jsonl", "--json")
    assert result.stdout == "app:replay a game.jsonl --json\n"
    assert "Successfully installed" in result.stderr


def test_it_works_from_another_folder_and_through_a_link(machine: Machine, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(machine.checkout / "longship")
    result = subprocess.run(
        [link, "doctor"], env=machine.environment(), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout == "app:doctor\n"
    assert (machine.checkout / ".venv/longship.stamp").exists()


# --- Rights -------------------------------------------------------------------------------------------


def test_root_installs_at_once_after_saying_what_and_why(machine: Machine) -> None:
    machine.set(libraries="")
    result = machine.run()
    assert result.returncode == 0
    before, after = result.stderr.split("apt-get is done", 1)
    for package, reason in (("libgl1", "picture"), ("libegl1", "screen"), ("libmtdev1", "touchscreen")):
        assert any(package in line and reason in line for line in before.splitlines())
        assert package not in after
    log = machine.log()
    assert not started(log, "sudo")
    (install,) = started(log, " install -y --no-install-recommends")
    assert install.endswith("libgl1 libegl1 libmtdev1")


def test_for_root_pip_does_not_wait_for_apt(machine: Machine) -> None:
    machine.set(libraries="", hold_apt="")
    process = machine.start()
    log = machine.folder / "log"
    wait_until(lambda: log.exists() and "-m pip" in log.read_text())
    machine.unset("hold_apt")
    assert process.communicate(timeout=60)[0] == "app:\n"
    assert started(machine.log(), " install -y"), "and the app waits for both"


def test_root_leaves_what_it_has_made_to_the_owner_of_the_folder(machine: Machine) -> None:
    """So that who has called it by sudo once can bring it up to date without."""
    machine.set(owner="1000")
    assert machine.run("doctor").returncode == 0
    given = (machine.folder / "given").read_text().splitlines()
    venv, text = machine.checkout / ".venv", machine.catalogue.with_suffix(".mo")
    assert given == [
        f"-R --reference={machine.checkout} -- {venv}",
        f"--reference={machine.checkout} -- {text}",
    ]
    assert (machine.folder / "writes-no-byte-code").read_text() == "1\n"
    machine.set(uid="1000")
    (machine.folder / "given").unlink()
    machine.run("setup")
    machine.run()
    assert not (machine.folder / "given").exists()
    assert (machine.folder / "writes-no-byte-code").read_text() == "\n"


def test_an_ordinary_user_is_told_before_sudo_asks(machine: Machine) -> None:
    machine.set(libraries="libGL.so.1", uid="1000")
    result = machine.run()
    assert result.returncode == 0
    said, _asked = result.stderr.split("[sudo] password:", 1)
    assert "libegl1" in said and "libmtdev1" in said and "password" in said
    assert "libgl1" not in result.stderr, "what is there is not asked for"
    assert started(machine.log(), "sudo env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get")


def test_without_sudo_one_sentence_gives_the_command(machine: Machine) -> None:
    machine.set(libraries="libGL.so.1 libEGL.so.1", uid="1000")
    machine.lacks("sudo")
    result = machine.run()
    assert result.returncode == 1
    last = sentences(result.stderr)[-1]
    assert "su -c 'apt-get install --no-install-recommends libmtdev1'\"" in last
    assert machine.log() == []
    assert not (machine.checkout / ".venv").exists()


def test_a_refused_password_is_one_sentence_with_the_command(machine: Machine) -> None:
    machine.set(libraries="", uid="1000", no_password="")
    result = machine.run()
    assert result.returncode == 1
    assert (
        "sudo apt-get install --no-install-recommends libgl1 libegl1 libmtdev1"
        in sentences(result.stderr)[-1]
    )


def test_another_package_manager_is_one_sentence(machine: Machine) -> None:
    machine.set(libraries="")
    machine.lacks("apt-get")
    result = machine.run()
    assert result.returncode == 1
    assert "libgl1" in result.stderr and "package manager" in sentences(result.stderr)[-1]


def test_a_32_bit_library_does_not_count(machine: Machine) -> None:
    listing = machine.bin / "ldconfig"
    listing.write_text(listing.read_text().replace("libc6,x86-64", "libc6"))
    machine.run()
    assert started(machine.log(), "install -y")[0].endswith("libgl1 libegl1 libmtdev1")


# --- The second call ----------------------------------------------------------------------------------


def test_the_second_call_asks_nobody(machine: Machine) -> None:
    machine.run()
    machine.log()
    machine.set(no_network="")
    result = machine.run("doctor")
    assert (result.returncode, result.stdout, result.stderr) == (0, "app:doctor\n", "")
    assert (machine.folder / "log").read_text() == "", "not even Python is asked"


TEXT = "companion/app/locale/de/LC_MESSAGES/longship.po"


@pytest.mark.parametrize("name", ["setup.cfg", TEXT])
def test_a_changed_text_needs_no_pip(machine: Machine, name: str) -> None:
    machine.run()
    machine.log()
    machine.set(no_network="")
    with (machine.checkout / name).open("a") as stream:
        stream.write("\n# changed\n")
    result = machine.run()
    log = machine.log()
    assert (result.returncode, result.stdout, result.stderr) == (0, "app:\n", "")
    assert started(log, "-m tools.translations compile")
    assert log[-1] == "sync", "the word that all is made must not outlive it"
    assert not started(log, "-m pip") and not started(log, "-m venv")
    assert "# changed" in machine.catalogue.with_suffix(".mo").read_text() or name != TEXT
    machine.run()
    assert not started(machine.log(), "-m tools")


@pytest.mark.parametrize("name", ["pyproject.toml", "longship"])
def test_what_nothing_is_made_from_may_change(machine: Machine, name: str) -> None:
    machine.run()
    machine.log()
    with (machine.checkout / name).open("a") as stream:
        stream.write("\n# changed\n")
    machine.run()
    assert not started(machine.log(), "-m pip")


def test_a_new_lock_is_installed_into_what_is_there(machine: Machine) -> None:
    machine.run()
    kept = machine.checkout / ".venv/lib/python3.11/site-packages/kept"
    kept.touch()
    machine.log()
    (machine.checkout / "locks/base.txt").write_text("# changed\n")
    assert machine.run().stdout == "app:\n"
    log = machine.log()
    assert started(log, "-m pip") and not started(log, "-m venv")
    assert kept.exists(), "nothing is fetched that is there"
    machine.run()
    assert not started(machine.log(), "-m pip")


def test_without_a_network_a_changed_checkout_starts_with_what_is_there(machine: Machine) -> None:
    machine.run()
    (machine.checkout / "locks/base.txt").write_text("# changed\n")
    machine.set(no_network="")
    for _call in range(3):
        result = machine.run("doctor")
        assert (result.returncode, result.stdout) == (0, "app:doctor\n")
        assert "no network" in sentences(result.stderr)[-2]
        assert "going on" in sentences(result.stderr)[-1]
        assert [path.name for path in machine.checkout.glob(".venv*")] == [".venv"]
    machine.unset("no_network")
    machine.run()
    machine.log()
    machine.run()
    assert not started(machine.log(), "-m pip"), "mended as soon as it could be"


def test_without_a_network_texts_follow_though_packages_cannot(machine: Machine) -> None:
    machine.run()
    (machine.checkout / "locks/base.txt").write_text("# changed\n")
    machine.catalogue.write_text("changed")
    machine.set(no_network="")
    assert machine.run().stdout == "app:\n"
    assert machine.catalogue.with_suffix(".mo").read_text() == "changed"


def test_what_is_made_beside_it_leaves_what_runs_untouched(machine: Machine) -> None:
    machine.run()
    venv = machine.checkout / ".venv"
    before = {path: path.read_bytes() for path in venv.rglob("*") if path.is_file() and not path.is_symlink()}
    held = venv.rename(machine.folder / "held")
    shutil.copytree(held, venv, symlinks=True, copy_function=os.link)
    (machine.checkout / "locks/base.txt").write_text("# changed\n")
    machine.catalogue.write_text("changed")
    machine.run()
    assert {
        venv / path.relative_to(held): path.read_bytes()
        for path in held.rglob("*")
        if path.is_file() and not path.is_symlink()
    } == before


def test_apt_speaks_english_so_that_it_is_understood(machine: Machine) -> None:
    machine.set(libraries="", no_network="", uid="1000")
    last = sentences(machine.run().stderr)[-1]
    assert "no network" in last
    assert all("LC_ALL=C" in line for line in machine.log() if line.startswith("sudo "))


def test_every_requirement_is_locked_with_hashes() -> None:
    for part, requirements in lock.parts().items():
        text = (ROOT / f"locks/{part}.txt").read_text()
        hashes = r"(?:    --hash=sha256:[0-9a-f]{64}.*\n)+"
        pins = re.findall(rf"^([a-z0-9.-]+)==(\S+)([^\n]*)\n{hashes}", text, re.MULTILINE)
        assert len(pins) == len(re.findall(r"^[a-z]", text, re.MULTILINE)), "everything has its hashes"
        assert "://" not in text, "and no host is named"
        found: dict[str, list[str]] = {}
        for name, version, *_rest in pins:
            found.setdefault(name, []).append(version)
        for line in requirements:
            wanted = Requirement(line)
            versions = found.get(canonicalize_name(wanted.name), [])
            assert versions and all(version in wanted.specifier for version in versions), f"{part}: {line}"


def test_without_a_network_a_part_that_is_not_there_is_no_start(machine: Machine) -> None:
    machine.run()
    machine.set(no_network="")
    assert machine.run("test").returncode == 1
    assert machine.run().stdout == "app:\n", "and what is there is untouched"


def test_a_full_disk_is_called_one(machine: Machine) -> None:
    machine.set(full="")
    assert "no room" in sentences(machine.run().stderr)[-1]


def test_an_installation_that_was_cut_short_is_named_with_its_remedy(machine: Machine) -> None:
    machine.set(libraries="", cut_short="")
    result = machine.run()
    assert result.returncode == 1
    assert "dpkg --configure -a" in sentences(result.stderr)[-1]
    assert machine.run("doctor").returncode == 1, "what pip has made meanwhile does not count"


def test_who_may_not_use_sudo_is_not_told_to(machine: Machine) -> None:
    machine.set(libraries="", uid="1000", groups="me video")
    last = sentences(machine.run().stderr)[-1]
    assert "su -c 'apt-get install" in last and "sudo" not in last


@pytest.mark.parametrize("left", ["made", "made and swapped half", "half made"])
def test_a_power_cut_in_the_swap_is_mended_without_a_network(machine: Machine, left: str) -> None:
    machine.run()
    venv = machine.checkout / ".venv"
    if left == "made and swapped half":
        shutil.copytree(venv, machine.checkout / ".venv.new", symlinks=True)
        venv.rename(machine.checkout / ".venv.old")
    elif left == "half made":
        venv.rename(machine.checkout / ".venv.old")
        (machine.checkout / ".venv.new/bin").mkdir(parents=True)
    else:
        shutil.copytree(venv, machine.checkout / ".venv.new", symlinks=True)
    machine.set(no_network="")
    assert machine.run().stdout == "app:\n"
    machine.run("doctor")
    assert (venv / "longship.stamp").exists()


@pytest.mark.parametrize("name", ["$(touch ran)", "`touch ran`", 'a "quote"', "it's", "two\nlines", "a b"])
def test_a_folder_may_be_called_anything(machine: Machine, name: str) -> None:
    machine.checkout = machine.checkout.rename(machine.folder / name)
    assert machine.run("doctor").stdout == "app:doctor\n"
    assert machine.run("doctor").stderr == ""
    assert not list(machine.folder.rglob("ran"))


def test_a_new_language_is_compiled(machine: Machine) -> None:
    machine.run()
    new = machine.checkout / "companion/app/locale/pl/LC_MESSAGES/longship.po"
    new.parent.mkdir(parents=True)
    shutil.copy(machine.catalogue, new)
    machine.run()
    assert new.with_suffix(".mo").exists()


def test_a_lost_translation_is_compiled_again(machine: Machine) -> None:
    machine.run()
    compiled = machine.catalogue.with_suffix(".mo")
    compiled.unlink()
    machine.run()
    assert compiled.exists()


def test_a_moved_checkout_runs_as_it_is(machine: Machine) -> None:
    machine.run()
    machine.log()
    machine.checkout = machine.checkout.rename(machine.folder / "moved")
    machine.set(no_network="")
    result = machine.run()
    assert (result.stdout, result.stderr) == ("app:\n", "")
    assert not started(machine.log(), "-m pip")


def test_a_vanished_python_is_replaced(machine: Machine) -> None:
    machine.run()
    machine.log()
    machine.lacks("python3.11")
    machine.python("python3.13", (3, 13, 5))
    assert machine.run().returncode == 0
    assert started(machine.log(), "python3.13 -m venv")


def test_a_system_upgraded_to_another_python_is_set_up_anew(machine: Machine) -> None:
    machine.lacks("python3.11")
    for version in ((3, 11, 2), (3, 13, 5)):
        machine.python(f"system-python{version[1]}", version)
    (machine.bin / "python3").symlink_to("system-python11")
    machine.run()
    machine.log()
    machine.lacks("python3")
    (machine.bin / "python3").symlink_to("system-python13")
    assert machine.run().returncode == 0
    assert started(machine.log(), "-m venv")


def test_a_newer_python_beside_it_changes_nothing(machine: Machine) -> None:
    machine.run()
    machine.log()
    machine.python("python3.13", (3, 13, 5))
    machine.run()
    assert not started(machine.log(), "-m pip") and not started(machine.log(), "-m venv")


def test_the_python_named_by_the_environment_is_taken(machine: Machine) -> None:
    machine.run()
    machine.python("other", (3, 12, 1))
    other = {"LONGSHIP_PYTHON": str(machine.bin / "other")}
    machine.log()
    assert machine.run(environment=other).returncode == 0
    assert started(machine.log(), "other -m venv")
    machine.run(environment=other)
    machine.run()
    assert not started(machine.log(), "-m venv"), "it stays until another is named"
    machine.run("setup")
    machine.log()
    machine.run(environment=other)
    assert not started(machine.log(), "-m venv"), "a set-up that names none keeps it in mind"


# --- Interruptions ------------------------------------------------------------------------------------


def test_without_a_network_one_sentence_and_the_next_call_repairs(machine: Machine) -> None:
    machine.set(no_network="")
    result = machine.run()
    assert result.returncode == 1 and result.stdout == ""
    assert "network" in sentences(result.stderr)[-1]
    machine.unset("no_network")
    machine.log()
    assert machine.run().stdout == "app:\n"
    assert started(machine.log(), "-m venv"), "a half-made virtual environment is not trusted"


def test_a_killed_set_up_is_repaired(machine: Machine) -> None:
    machine.set(hold_pip="")
    process = machine.start()
    wait_until(
        lambda: (
            "-m pip" in (machine.folder / "log").read_text() if (machine.folder / "log").exists() else False
        )
    )
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    machine.unset("hold_pip")
    machine.log()
    assert machine.run().stdout == "app:\n"
    assert started(machine.log(), "-m venv")


def test_a_killed_update_is_repaired(machine: Machine) -> None:
    machine.run()
    (machine.checkout / "locks/base.txt").write_text("\n")
    machine.set(hold_pip="")
    (machine.folder / "log").unlink()
    process = machine.start()
    log = machine.folder / "log"
    wait_until(lambda: log.exists() and "-m pip" in log.read_text())
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    machine.unset("hold_pip")
    assert machine.run().stdout == "app:\n"
    machine.run()
    machine.log()
    machine.run()
    assert not started(machine.log(), "-m pip")


def test_a_torn_stamp_is_no_stamp(machine: Machine) -> None:
    machine.run()
    stamp = machine.checkout / ".venv/longship.stamp"
    text = stamp.read_text()
    for length in (0, 10, len(text) - 30):
        stamp.write_text(text[:length])
        assert machine.run().stdout == "app:\n"
        assert stamp.read_text() == text


def test_two_calls_at_once_set_up_once(machine: Machine) -> None:
    machine.set(hold_pip="")
    first, second = machine.start("one"), machine.start("two")
    wait_until(
        lambda: (
            "-m pip" in (machine.folder / "log").read_text() if (machine.folder / "log").exists() else False
        )
    )
    machine.unset("hold_pip")
    outputs = {process.communicate(timeout=60)[0] for process in (first, second)}
    assert outputs == {"app:one\n", "app:two\n"}
    assert len(started(machine.log(), "-m pip")) == 1


def test_a_checkout_of_another_user_is_one_sentence(machine: Machine) -> None:
    # under /tmp, where another user may look, and owned by none
    with tempfile.TemporaryDirectory() as folder:
        other = Machine(Path(folder) / "machine")
        for path in (Path(folder), other.checkout):
            path.chmod(0o555)
        how: dict[str, object] = (
            {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
        )
        (other.folder / "log").touch(mode=0o666)
        result = other.run(**how)
        other.checkout.chmod(0o755)
        Path(folder).chmod(0o755)
    assert result.returncode == 1
    assert sentences(result.stderr) == result.stderr.splitlines()
    assert "you may not write" in result.stderr and "longship setup" in result.stderr


# --- Which machine and which Python -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("architecture", "bits"), [("armv7l", "32"), ("aarch64", "32"), ("i686", "32"), ("riscv64", "64")]
)
def test_other_machines_get_one_sentence(machine: Machine, architecture: str, bits: str) -> None:
    machine.set(architecture=architecture, bits=bits)
    result = machine.run()
    assert (result.returncode, result.stdout) == (1, "")
    (sentence,) = result.stderr.splitlines()
    assert "64-bit" in sentence and architecture in sentence
    assert machine.log() == []


def test_the_newest_python_that_fits_is_taken(machine: Machine) -> None:
    machine.python("python3", (3, 14, 0))
    machine.python("python3.12", (3, 12, 4))
    machine._program(
        machine.bin / "python3.13", "echo 'not installed here' >&2; exit 127"
    )  # a version manager's
    assert machine.run().returncode == 0
    assert started(machine.log(), "python3.12 -m venv")


@pytest.mark.parametrize("version", [(3, 10, 14), (3, 14, 0)])
def test_no_python_that_fits_is_one_sentence(machine: Machine, version: tuple[int, int, int]) -> None:
    machine.lacks("python3.11")
    machine.python("python3", version)
    result = machine.run()
    assert result.returncode == 1
    (sentence,) = result.stderr.splitlines()
    assert "3.11, 3.12 or 3.13" in sentence and "LONGSHIP_PYTHON" in sentence


def test_a_named_python_that_does_not_fit_is_one_sentence(machine: Machine) -> None:
    result = machine.run(environment={"LONGSHIP_PYTHON": "/nowhere/python3"})
    assert result.returncode == 1
    (sentence,) = result.stderr.splitlines()
    assert "/nowhere/python3" in sentence


def test_where_there_is_no_python_it_is_installed(machine: Machine) -> None:
    machine.lacks("python3.11")
    machine.python("python3", (3, 11, 2), folder="pythons")
    for module in ("ensurepip", "venv"):
        (machine.folder / "modules" / module).unlink()
    machine.set(libraries="")
    result = machine.run()
    assert result.stdout == "app:\n"
    assert "python3 - runs Longship" in result.stderr
    (install,) = started(machine.log(), "install -y")
    assert install.endswith("python3 python3-venv libgl1 libegl1 libmtdev1")


def test_the_package_for_virtual_environments_is_that_of_the_python(machine: Machine) -> None:
    (machine.folder / "modules/ensurepip").unlink()
    assert machine.run().stdout == "app:\n"
    assert started(machine.log(), "install -y")[0].endswith(" python3.11-venv")


@pytest.mark.parametrize("model", ["Raspberry Pi 4 Model B Rev 1.5\0", "Raspberry Pi 5 Model B Rev 1.0\0"])
def test_on_a_pi_with_python_3_13_lgpio_comes_from_the_system(machine: Machine, model: str) -> None:
    machine.set(model=model)
    machine.python("python3.13", (3, 13, 5))
    result = machine.run()
    assert "python3-lgpio - drives the LEDs and the buzzer (the rest works without)" in result.stderr
    log = machine.log()
    assert started(log, "install -y")[0].endswith(" python3-lgpio")
    assert started(log, "python3.13 -m venv --system-site-packages")
    (machine.checkout / "setup.cfg").open("a").write("\n")
    machine.run()
    assert not started(machine.log(), "apt-get"), "once it is there it is not asked for"


@pytest.mark.parametrize("obstacle", ["no package", "no sudo", "no apt-get"])
def test_a_pi_that_cannot_have_lgpio_plays_without_lights(machine: Machine, obstacle: str) -> None:
    machine.set(model="Raspberry Pi 5 Model B Rev 1.0\0", uid="1000")
    machine.python("python3.13", (3, 13, 5))
    if obstacle == "no package":
        machine.set(no_lgpio="")
    else:
        machine.lacks(obstacle.removeprefix("no "))
    result = machine.run()
    assert result.stdout == "app:\n"
    assert "python3-lgpio" in result.stderr
    assert any("going on without" in sentence for sentence in sentences(result.stderr))
    assert machine.run().stderr == ""


def test_on_a_pi_with_python_3_11_lgpio_is_a_wheel(machine: Machine) -> None:
    machine.set(model="Raspberry Pi 4 Model B Rev 1.5\0", architecture="aarch64")
    assert machine.run().returncode == 0
    log = machine.log()
    assert not started(log, "apt-get") and not started(log, "--system-site-packages")


def test_where_a_sound_card_is_what_plays_is_wished_for(machine: Machine) -> None:
    machine.set(cards="--- no soundcards ---")
    machine.run("setup")
    assert not started(machine.log(), "apt-get")
    machine.set(cards=" 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones")
    result = machine.run("setup")
    assert "alsa-utils - plays the alerts through a speaker (the rest works without)" in result.stderr
    assert started(machine.log(), "install -y")[0].endswith(" alsa-utils")
    machine.run("setup")
    assert not started(machine.log(), "apt-get"), "once it is there it is not asked for"


# --- Parts and tests ----------------------------------------------------------------------------------


def test_parts_are_added_and_stay(machine: Machine) -> None:
    machine.run()
    machine.log()
    result = machine.run("setup", "camera", "panel")
    assert (result.returncode, result.stdout) == (0, "")
    assert locks_of(started(machine.log(), "-m pip")[0]) == ["base", "ui", "gpio", "panel", "camera"]
    (machine.checkout / "locks/base.txt").write_text("")
    machine.run()
    assert locks_of(started(machine.log(), "-m pip")[0]) == ["base", "ui", "gpio", "panel", "camera"]


def test_setup_sets_up_again(machine: Machine) -> None:
    machine.run()
    machine.log()
    machine.run("setup")
    assert started(machine.log(), "-m pip")


def test_an_unknown_part_is_one_sentence_with_the_parts(machine: Machine) -> None:
    result = machine.run("setup", "camra")
    assert result.returncode == 1
    (sentence,) = result.stderr.splitlines()
    metadata = configparser.ConfigParser()
    metadata.read(ROOT / "setup.cfg")
    parts = [part for part in metadata["options.extras_require"] if part not in lock.UNLOCKED]
    assert {"ui", "gpio", "panel", "camera", "test"} <= set(parts)
    assert '"camra"' in sentence and sentence.split("the parts are: ")[1].split() == parts
    assert machine.log() == []


def test_test_installs_what_tests_need_and_passes_its_arguments_on(machine: Machine) -> None:
    machine.run()
    machine.log()
    result = machine.run("test", "-k", "a knight", "tests/app")
    assert result.returncode == 3, "pytest's own exit status"
    assert result.stdout == f"pytest:-k a knight tests/app SDL_VIDEODRIVER=offscreen in {machine.checkout}\n"
    log = machine.log()
    packages = "xvfb xauth xdotool shellcheck nodejs alsa-utils espeak-ng mosquitto openssl"
    assert started(log, "install -y")[0].endswith(f" {packages}")
    wanted = ["base", "ui", "gpio", "panel", "mqtt", "camera", "test"]
    assert locks_of(started(log, "-m pip")[0]) == wanted
    machine.run("test")
    machine.run()
    assert not started(machine.log(), "-m pip") and not started(machine.log(), "-m venv")


def test_the_benchmark_and_the_pictures_run_with_what_the_tests_need(machine: Machine) -> None:
    assert machine.run("benchmark", "--json").returncode == 0
    log = machine.log()
    wanted = ["base", "ui", "gpio", "panel", "mqtt", "camera", "test"]
    assert locks_of(started(log, "-m pip")[0]) == wanted
    assert log[-1].endswith("-m tests.benchmark --json")
    assert machine.run("pictures", "a folder", "--only", "table").returncode == 0
    assert machine.log() == [
        f"python3.11 -m tests.scenes.pictures --out {Path.cwd()}/a folder --language en,ru,pl,de "
        "--theme dark,bright --size all --only table"
    ]


@pytest.mark.parametrize("words", [("pictures",), ("pictures", "--only", "table")])
def test_pictures_without_a_folder_are_one_sentence(machine: Machine, words: tuple[str, ...]) -> None:
    result = machine.run(*words)
    assert (result.returncode, result.stdout) == (1, "")
    (sentence,) = sentences(result.stderr)
    assert "longship pictures DIR" in sentence
    assert machine.log() == []


def test_ci_calls_the_launcher_and_nothing_else(machine: Machine) -> None:
    result = subprocess.run(
        ["/bin/bash", ".ci/run"],
        env=machine.environment(),
        cwd=machine.checkout,
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stdout) == (
        3,
        f"pytest:-n 3 --dist worksteal SDL_VIDEODRIVER=offscreen in {machine.checkout}\n",
    )


def test_shellcheck_finds_nothing() -> None:
    result = subprocess.run(
        ["shellcheck", ROOT / "longship", ROOT / ".ci/run"], capture_output=True, text=True
    )
    assert (result.returncode, result.stdout) == (0, "")


def test_every_needed_library_is_known_to_the_pretended_machine() -> None:
    assert EVERY_LIBRARY.split() == [
        word for word in (ROOT / "longship").read_text().split() if word.endswith(".so.1")
    ]


def test_a_full_disk_takes_nothing_from_what_was_set_up(machine: Machine) -> None:
    machine.run()
    site = next((machine.checkout / ".venv/lib").glob("python3.*/site-packages"))
    before = sorted(path.name for path in site.glob("longship*"))
    assert "longship.pth" in before
    mkdir = machine.bin / "mkdir"
    mkdir.unlink()
    mkdir.write_text("#!/bin/sh\necho 'No space left on device' >&2\nexit 1\n")
    mkdir.chmod(0o755)
    machine.catalogue.write_text('msgid "Knight"\nmsgstr "Ritterin"\n')
    machine.run()
    assert sorted(path.name for path in site.glob("longship*")) == before
