"""Try the kiosk in bare systems: ``sudo .venv/bin/python -m tests.kiosk_trial [--suite trixie]``.

A Debian is made by debootstrap, which takes the network and some minutes the first time and is kept in the
folder. In a copy of it the page systemd/README.md is followed to the letter as far as it goes without a Pi:
without a running systemd (chroot), as where a system is put together, and then booted without a network
(systemd-nspawn), where the service runs for real and is killed, stuck, brought up to date, gone back with and
taken off. What Longship says is printed, and what does not hold ends it with status 1.

It needs root, debootstrap and systemd-container, and so is not part of the suite.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.kit import slow_machine

ROOT = Path(__file__).parent.parent
SUITES = {"bookworm": "3.11", "trixie": "3.13"}
INCLUDED = "systemd-sysv,udev,dbus,sudo,ca-certificates"
LOCKS = ("base", "ui", "gpio", "camera", "panel", "mqtt")
PLATFORMS = ("manylinux2014", "manylinux_2_17", "manylinux_2_28")
HOME = "home/pi/longship"
CAGE = ("cage", "seatd", "xwayland")
BACK_WITHIN_SECONDS = 4.0
STUCK_WITHIN_SECONDS = 10.0 + 5.0
PATIENCE_SECONDS = 90.0
NOISE = re.compile(
    r"\(?(Looking|Ignoring|Requirement|Processing|Installing coll|Successfully|Get:|Hit:|Selecting|Setting up"
    r"|Preparing|Unpacking|Reading|Building|The following|Suggested|Recommended|Need to|After this|debconf"
    r"|Fetched|\d+ upgraded)|  \S"
)
"""What pip and apt say."""

CONTAINER = """\
[Service]
StandardInput=null
TTYPath=
ExecStartPre=
Environment=SDL_VIDEODRIVER=offscreen
Environment=PYTHONPATH=/trial
"""
"""A container has neither console nor screen, so the picture is drawn into memory. All else is as it is."""
IN_CAGE = """\
[Service]
UnsetEnvironment=SDL_VIDEODRIVER
Environment=WLR_BACKENDS=headless
Environment=WLR_RENDERER=pixman
"""
STUCK = "import signal, time\nsignal.signal(signal.SIGUSR1, lambda *_: time.sleep(3600))\n"
PLAY = """\
import sys
from pathlib import Path
from companion.app import games, last_words
from companion.app.storage import open_store
from companion.engine.state import Player
from companion.history.log import Header
folder = Path("/var/lib/longship/games")
people = (Player("anna", "Anna", "red"), Player("ben", "Ben", "blue"), Player("carla", "Carla", "white"))
store = open_store(folder, lambda notice: sys.exit(notice.text))
if "friday" not in [record.header.game for record in store.games()]:
    games.begin(store, Header("friday", people, ("base", "cities_knights")))
store.close()
words = last_words.LastWords(folder / last_words.FOLDER)
words.begin(sys.argv[1])
words.plays("friday")
words.drawn()
words.let_go()
"""
"""A game that was on the table when the app was killed, as if people had begun it by touch."""


class TrialError(Exception):
    """Something did not hold."""


def must(holds: bool, what: str) -> None:
    print(f"    {'yes' if holds else 'NO'}: {what}", flush=True)
    if not holds:
        raise TrialError(what)


def run(*words: str | Path, **how: object) -> str:
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **how)  # type: ignore[call-overload]
    if done.returncode:
        raise TrialError(f"{' '.join(map(str, words))}: {done.stderr[-2000:]}{done.stdout[-2000:]}")
    return str(done.stdout)


# --- a bare system ---------------------------------------------------------------------------------------


def base_of(suite: str, folder: Path) -> Path:
    """A bare Debian, made once."""
    base = folder / f"base-{suite}"
    if not base.exists():
        print(f"making a bare {suite} (once, some minutes)", flush=True)
        making = folder / f"making-{suite}"
        shutil.rmtree(making, ignore_errors=True)
        sources = "".join(file.read_text() for file in Path("/etc/apt").rglob("*.sources")) + "".join(
            file.read_text() for file in Path("/etc/apt").glob("sources.list")
        )
        mirrors = re.findall(r"^(?:URIs: *|deb +)(https?://\S*debian\S*)", sources, re.MULTILINE)
        run("debootstrap", "--variant=minbase", f"--include={INCLUDED}", suite, making, *mirrors[:1])
        making.rename(base)
    return base


def wheels(suite: str, folder: Path) -> Path:
    """The packages of the locks for that system's Python, so that its network may be off."""
    place = folder / f"wheels-{suite}"
    place.mkdir(exist_ok=True)
    machine = os.uname().machine
    run(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"),
        *("--only-binary=:all:", "--python-version", SUITES[suite], "--dest", place),
        *(word for name in PLATFORMS for word in ("--platform", f"{name}_{machine}")),
        *(word for name in LOCKS for word in ("-r", ROOT / "locks" / f"{name}.txt")),
    )
    return place


class System:
    """A copy of a bare system with a checkout in somebody's home."""

    def __init__(self, suite: str, folder: Path) -> None:
        self.root = Path(tempfile.mkdtemp(prefix=f"{suite}-", dir=folder))
        self.leader: int | None = None
        run("cp", "-a", "--reflink=auto", f"{base_of(suite, folder)}/.", self.root)
        shutil.copytree(wheels(suite, folder), self.root / "wheels")
        run("chroot", self.root, "useradd", "--create-home", "--groups", "sudo", "pi")
        home = self.root / HOME
        home.mkdir()
        names = run("git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "-z").split("\0")
        for name in filter(None, names):
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, home / name, follow_symlinks=False)
        run("chroot", self.root, "chown", "-R", "pi:", "/home/pi")
        for file in ("etc/resolv.conf", "etc/hosts"):
            (self.root / file).unlink(missing_ok=True)
            shutil.copy(f"/{file}", self.root / file)

    def remove(self) -> None:
        shutil.rmtree(self.root)

    def inside(self, *words: str, folder: str = f"/{HOME}", show: bool = True, status: int = 0) -> str:
        """Call a program as the page says it, by sudo of pi; what it says is shown."""
        enter = ["chroot", str(self.root)]
        if self.leader is not None:
            enter = ["nsenter", "--target", str(self.leader), "-m", "-p", "-u", "-i", "-n"]
        around = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "HOME": "/root",
            "SUDO_USER": "pi",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": "/wheels",
        }
        line = f"cd {folder} && {' '.join(words)}"
        if show:
            print(f"  # {' '.join(words)}", flush=True)
        done = subprocess.run(
            [*enter, "sh", "-c", line],
            env=around,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if show:
            for said in done.stdout.splitlines():
                if not NOISE.match(said):
                    print(f"    {said}", flush=True)
        if done.returncode != status:
            raise TrialError(f"{' '.join(words)}: status {done.returncode}\n{done.stdout[-3000:]}")
        return done.stdout

    def kiosk(self, *words: str, status: int = 0) -> str:
        return self.inside("./longship", "install-kiosk", *words, status=status)

    def picture(self) -> dict[str, str]:
        """What a kiosk may change of a system."""
        found = {}
        for name in ("etc/passwd", "etc/group"):
            # one who was there before may have come to the end of a list
            found[name] = "\n".join(sorted((self.root / name).read_text().splitlines()))
        for folder in ("etc/systemd", "etc/udev/rules.d", "opt", "usr/local/bin", "var/lib"):
            for path in sorted((self.root / folder).rglob("*")):
                if path.is_symlink():
                    found[str(path.relative_to(self.root))] = f"-> {path.readlink()}"
                elif path.is_dir() and folder == "var/lib" and path.parent == self.root / folder:
                    found[str(path.relative_to(self.root))] = "a folder"
                elif path.is_file() and folder != "var/lib":
                    found[str(path.relative_to(self.root))] = path.read_text(errors="replace")
        return found

    @contextlib.contextmanager
    def mounted(self) -> Iterator[None]:
        """The kernel's folders, for what asks the machine without a running systemd."""
        for name in ("proc", "dev"):
            run("mount", "--rbind", f"/{name}", self.root / name)
            run("mount", "--make-rslave", self.root / name)
        try:
            yield
        finally:
            for name in ("dev", "proc"):
                run("umount", "--recursive", self.root / name)

    @contextlib.contextmanager
    def booted(self) -> Iterator[None]:
        """The system runs, without a network."""
        start = ["systemd-nspawn", "--quiet", "-D", str(self.root), "--register=no", "--keep-unit"]
        start += ["--private-network", "--boot", "--console=read-only"]
        with (self.root.parent / f"{self.root.name}.log").open("wb") as log:
            container = subprocess.Popen(start, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            until(lambda: self._find_leader(container.pid), "a container")
            until(lambda: self._state() in ("running", "degraded"), "a running system")
            yield
        finally:
            if self.leader is not None:
                with contextlib.suppress(TrialError):
                    self.inside("systemctl", "poweroff", show=False)
            with contextlib.suppress(subprocess.TimeoutExpired):
                container.wait(PATIENCE_SECONDS)
            container.kill()
            self.leader = None

    def _find_leader(self, container: int) -> bool:
        """The first process of the system: the one that comes before it lives only for a moment."""
        for child in Path(f"/proc/{container}/task/{container}/children").read_text().split():
            with contextlib.suppress(OSError):
                if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                    self.leader = int(child)
        return self.leader is not None

    def _state(self) -> str:
        try:
            return self.inside("systemctl is-system-running || :", show=False).strip()
        except TrialError:
            return ""

    def shows(self, *names: str) -> dict[str, str]:
        """What systemd says of the service."""
        text = self.inside("systemctl", "show", "-p", ",".join(names), "longship", show=False)
        return dict(line.partition("=")[::2] for line in text.splitlines())


def until(holds: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> float:
    """Look until it holds; how long that took."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise TrialError(f"waited in vain for {what}")
        time.sleep(0.02)
    return time.monotonic() - began


# --- what is tried ----------------------------------------------------------------------------------------


def change(system: System, words: str) -> None:
    """As if ``git pull`` had brought something."""
    with (system.root / HOME / "companion/__init__.py").open("a") as stream:
        stream.write(f"# {words}\n")


def version(system: System) -> str:
    return (system.root / "opt/longship/current").resolve().name


def without_systemd(system: System, suite: str) -> None:
    """The page, where a system is put together in a folder."""
    with system.mounted():
        system.inside("./longship", "doctor", "|| :")
        before = system.picture()
        system.kiosk("--dry-run")
        must(system.picture() == before, "nothing was changed")
        system.kiosk()
        must(version(system).startswith("1-"), "the first version runs with the next start")
        enabled = system.inside("systemctl", "is-enabled", "longship.service", show=False)
        must(enabled.strip() == "enabled", "the service starts with the machine")
        must("nothing to do" in system.kiosk(), "a second call does nothing")
        verified = system.inside(
            "systemd-analyze", "verify", "--man=no", "longship.service", "2>&1 || :", show=False
        )
        ours = [line for line in verified.splitlines() if "longship" in line]
        must(ours == [], f"systemd finds nothing wrong with the unit {ours or ''}")
        said = system.inside(
            "systemd-analyze",
            "security",
            "--offline=yes",
            "/opt/longship/current/systemd/longship.service",
            show=False,
        ).splitlines()[-1]
        must(float(re.findall(r"\d+\.\d", said)[-1]) <= 2.0, said.strip("→ "))
        if suite != "bookworm":  # udevadm cannot do it there
            system.inside(
                "udevadm",
                "verify",
                "/etc/udev/rules.d/70-longship-panel.rules",
                "/etc/udev/rules.d/71-longship-kiosk.rules",
            )
        storage = system.inside("longship", "doctor", "--kiosk", "|| :")
        must("storage: in order" in storage, "the kiosk's user can keep games")
        change(system, "second")
        system.kiosk()
        must(version(system).startswith("2-"), "the update runs with the next start")
        system.inside("longship", "install-kiosk", "--back", folder="/")
        must(version(system).startswith("1-"), "the version before runs with the next start")
        system.kiosk("--remove")
        must(system.picture() == before, "the system is as it was before")
        must("nothing to do" in system.kiosk("--remove"), "a second call does nothing")
        system.inside("apt-get", "-q", "update", show=False)
        system.inside("apt-get", "-q", "install", "-y", "--no-install-recommends", *CAGE, show=False)


def booted(system: System) -> None:
    """The page in a system that runs, without a network: the service is real."""
    (system.root / "trial").mkdir()
    (system.root / "trial/sitecustomize.py").write_text(STUCK)
    (system.root / "trial/play.py").write_text(PLAY)
    with system.booted():
        before = system.picture()
        beside = "/run/systemd/system/longship.service.d"
        system.inside("mkdir", "-p", beside, show=False)
        put(system, f"{beside}/50-container.conf", CONTAINER)
        system.kiosk()
        wait_for_status(system, "No game")
        must(system.shows("StatusText")["StatusText"] != "", "the service says that it is ready")
        system.inside("longship", "doctor", "--kiosk", "|| :", folder="/")
        play(system)
        for name in ("KILL", "SEGV", "ABRT"):
            seconds = hurt(system, name)
            must(seconds <= BACK_WITHIN_SECONDS, f"SIG{name}: back in the running game after {seconds:.1f} s")
        seconds = hurt(system, "USR1")
        must(seconds <= STUCK_WITHIN_SECONDS, f"stuck: back in the running game after {seconds:.1f} s")
        told = system.inside("longship", "doctor", "--kiosk", "|| :", folder="/", show=False)
        must("was stuck, and the watchdog has started it again" in told, "the doctor says that it was stuck")
        slow(system)
        cage(system, beside)
        change(system, "third")
        system.kiosk()
        wait_for_status(system, "")
        must(running_version(system) == version(system), f"{version(system)} runs")
        system.inside("longship", "install-kiosk", "--back", folder="/")
        wait_for_status(system, "")
        must(running_version(system) == version(system), f"{version(system)} runs again")
        must((system.root / "var/lib/longship/games/games.db").exists(), "the games are there")
        system.kiosk("--remove")
        must(system.picture() == before, "the system is as it was before")
        kept = system.root / "home/pi/longship-kiosk/games"
        must((kept / "games.db").exists(), f"the games are in {kept.relative_to(system.root)}")


def put(system: System, path: str, text: str) -> None:
    """Write a file where only the running system sees it."""
    hexed = text.encode().hex()
    system.inside(f"python3 -c \"open('{path}', 'wb').write(bytes.fromhex('{hexed}'))\"", show=False)


def play(system: System) -> None:
    """Have a game on the table, as if people had begun it."""
    # the number of this boot as the service sees it, which is not always the container's own
    note = system.root / "var/lib/longship/games/last_words/running.json"
    boot = json.loads(note.read_text())["boot"]
    system.inside("systemctl", "stop", "longship", show=False)
    system.inside(
        *("setpriv", "--reuid", "longship", "--regid", "longship", "--init-groups"),
        *(".venv/bin/python", "/trial/play.py", boot),
        folder="/opt/longship/current",
        show=False,
    )
    system.inside("systemctl", "start", "longship", show=False)
    wait_for_status(system, "A game is being played: Anna, Ben, Carla")


def wait_for_status(system: System, words: str, before: str = "") -> float:
    """Until the service is up again with these words."""

    def holds() -> bool:
        found = system.shows("MainPID", "SubState", "StatusText")
        new = found["MainPID"] not in ("0", before)
        return (
            new
            and found["SubState"] == "running"
            and found["StatusText"].startswith(words or found["StatusText"][:1])
        )

    return until(holds, f"the status {words!r}")


def hurt(system: System, name: str) -> float:
    """Send the service a signal; how long until its game is on the table again."""
    before = system.shows("MainPID")["MainPID"]
    began = time.monotonic()
    system.inside("systemctl", "kill", "--kill-whom=main", f"--signal={name}", "longship", show=False)
    wait_for_status(system, "A game is being played", before)
    return time.monotonic() - began


def running_version(system: System) -> str:
    pid = system.shows("MainPID")["MainPID"]
    line = system.inside(f"tr '\\0' ' ' </proc/{pid}/cmdline", show=False)
    found = re.search(r"/opt/longship/versions/([^/]+)/", line)
    return found[1] if found else ""


def slow(system: System) -> None:
    """The same on a quarter of a core, where a cgroup of this machine can be had."""
    try:
        with slow_machine.group(slow_machine.hierarchy(slow_machine.MOUNTS.read_text())) as group:
            for process in processes(system):
                with contextlib.suppress(OSError):
                    (group / "cgroup.procs").write_text(str(process))
            seconds = hurt(system, "KILL")
            slowed = (group / "cgroup.procs").read_text().split()
            app = [process for process in processes(system) if is_app(process)]
            must(app != [] and {str(one) for one in app} <= set(slowed), "the service has 27.5 % of a core")
            must(seconds <= BACK_WITHIN_SECONDS, f"slow: back in the running game after {seconds:.1f} s")
            out = group.parent / "cgroup.procs"
            for process in (group / "cgroup.procs").read_text().split():
                with contextlib.suppress(OSError):
                    out.write_text(process)
    except slow_machine.NoSlowMachineError as error:
        print(f"    left out: no slow machine ({error})", flush=True)


def is_app(process: int) -> bool:
    """Whether a process is Longship itself."""
    try:
        return b"-m\0companion" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def processes(system: System) -> Iterator[int]:
    """All processes of the container, by the numbers they have outside."""
    waiting = [system.leader or 0]
    while waiting:
        process = waiting.pop()
        yield process
        for thread in Path(f"/proc/{process}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                waiting += map(int, thread.read_text().split())


def cage(system: System, beside: str) -> None:
    """The other way to the screen, which a container has as little: cage draws into memory."""
    put(system, f"{beside}/60-cage.conf", IN_CAGE)
    system.kiosk("--screen", "cage")
    wait_for_status(system, "")
    pid = system.shows("MainPID")["MainPID"]
    names = system.inside(
        f"cat /proc/{pid}/comm; ps -o comm= --ppid {pid} 2>/dev/null || :", show=False
    ).split()
    must(names[:1] == ["cage"], f"cage is what systemd started: {names}")
    play(system)
    seconds = hurt_app(system)
    must(seconds <= BACK_WITHIN_SECONDS * 2, f"in cage: back in the running game after {seconds:.1f} s")
    system.inside("rm", f"{beside}/60-cage.conf", show=False)
    system.kiosk("--screen", "kmsdrm")
    wait_for_status(system, "")


def hurt_app(system: System) -> float:
    """Kill the app within cage."""
    before = system.shows("MainPID")["MainPID"]
    began = time.monotonic()
    for process in processes(system):
        if is_app(process):
            os.kill(process, signal.SIGKILL)
    wait_for_status(system, "A game is being played", before)
    return time.monotonic() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", action="append", choices=list(SUITES))
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp/longship-kiosk-trial"))
    parser.add_argument("--keep", action="store_true", help="leave the tried system in the folder")
    options = parser.parse_args()
    for program in ("debootstrap", "systemd-nspawn", "nsenter"):
        if os.geteuid() or shutil.which(program) is None:
            parser.error(f"this takes root, debootstrap and systemd-container ({program})")
    options.folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for suite in options.suite or SUITES:
        print(f"== {suite}", flush=True)
        system = System(suite, options.folder)
        try:
            without_systemd(system, suite)
            print(f"== {suite}, booted without a network", flush=True)
            booted(system)
        except TrialError as error:
            print(f"  FAILED: {error}", flush=True)
            failed += 1
        finally:
            if not options.keep:
                system.remove()
    print("everything held" if not failed else f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
