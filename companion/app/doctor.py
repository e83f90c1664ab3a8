"""What this machine offers Longship, and how to mend what it does not: ``longship doctor``.

Everything here is looked at without touching it: no device is opened, no optional library is loaded. A device
may look for itself: by an entry point of the group ``longship.findings`` that loads a ``Look``.
"""

from __future__ import annotations

import ctypes
import enum
import importlib.util
import os
import platform
import shutil
import sqlite3
import sys
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import msgspec

from companion.app import in_step, journal_file, last_words, speaker
from companion.app.display import find_display
from companion.app.i18n import DOMAIN, LANGUAGES, _, ngettext
from companion.app.kiosk.machine import CURRENT, STARTED
from companion.app.last_words import EndingKind
from companion.app.settings import calibration_file, data_folder, load
from companion.app.settings_file import absolute

SET_UP = "./longship setup"
LEAST_FREE_BYTES = 50_000_000
MULTITOUCH_AXIS = 0x35  # ABS_MT_POSITION_X of linux/input-event-codes.h
PYTHONS = ((3, 11), (3, 13))
MODULES = ("msgspec", "platformdirs", "tomlkit", "babel", "kivy")
LIBRARIES = ("libGL.so.1", "libEGL.so.1", "libmtdev.so.1")


class State(enum.StrEnum):
    """How a part stands: in order, not there, or there and in need of mending."""

    OK = "ok"
    MISSING = "missing"
    BROKEN = "broken"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One part of the machine. ``found`` and ``remedy`` are sentences in the language in use.

    ``essential`` parts are those without which no game can be played and kept.
    """

    id: str = ""
    state: State
    essential: bool = False
    found: str
    remedy: str = ""


class Report(msgspec.Struct, frozen=True):
    """What ``longship doctor --json`` prints."""

    findings: list[Finding]


def _has_module(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _has_library(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _has_program(name: str) -> bool:
    return shutil.which(name) is not None


class Surroundings(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked at; ``root`` is where /dev, /proc and /sys are."""

    root: Path = Path("/")
    environment: Mapping[str, str] = msgspec.field(default_factory=lambda: os.environ)
    has_module: Callable[[str], bool] = _has_module
    has_library: Callable[[str], bool] = _has_library
    has_program: Callable[[str], bool] = _has_program
    python: tuple[int, int] = sys.version_info[:2]
    locale_folder: Path = Path(__file__).parent / "locale"
    data_folder: Callable[[], Path] = data_folder

    def reads_pi_camera(self) -> bool:
        """Whether something is there that gives the pictures of the Raspberry Pi's own camera."""
        return self.has_module("picamera2") or self.has_program("rpicam-vid")

    def names(self, pattern: str) -> list[str]:
        """The paths that match, as they are on the machine, sorted."""
        return sorted(f"/{path.relative_to(self.root)}" for path in self.root.glob(pattern))

    def usable(self, names: Sequence[str]) -> list[str]:
        """Those of the paths that this user may read and write."""
        return [name for name in names if os.access(self.at(name), os.R_OK | os.W_OK)]

    def at(self, name: str) -> Path:
        """Where a path of the machine really lies."""
        return self.root / name.lstrip("/")

    def line(self, name: str) -> str:
        """A one-line file of the kernel, or nothing."""
        try:
            return self.at(name).read_bytes().decode("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    @property
    def raspberry_pi(self) -> str:
        """The model of this Raspberry Pi, empty on other machines."""
        model = self.line("/proc/device-tree/model")
        return model if "Raspberry Pi" in model else ""


Look = Callable[[], Finding]
"""How a part stands, whose id is the name of the entry point."""


def examine(around: Surroundings | None = None) -> list[Finding]:
    """Look at every part. Never raises: a part that cannot be looked at is reported as broken."""
    around = around or Surroundings()
    own = [_guarded(part, partial(look, around)) for part, look in _PARTS.items()]
    found = sorted(entry_points(group="longship.findings"), key=lambda entry: entry.name)
    return [*own, *(_guarded(entry.name, partial(_look, entry)) for entry in found)]


def _look(entry: EntryPoint) -> Finding:
    look: Look = entry.load()
    return look()


def _guarded(part: str, look: Look) -> Finding:
    try:
        finding = look()
    except Exception as error:  # whatever a strange machine comes up with, the other parts still count
        finding = _broken(
            _("This part could not be checked: {reason}.").format(reason=error),
            _("Please report this sentence together with your model and system."),
        )
    return msgspec.structs.replace(finding, id=part, essential=finding.essential or part in _ESSENTIAL)


def _ok(found: str) -> Finding:
    return Finding(state=State.OK, found=found)


def _missing(found: str, remedy: str) -> Finding:
    return Finding(state=State.MISSING, found=found, remedy=remedy)


def _broken(found: str, remedy: str, essential: bool = False) -> Finding:
    return Finding(state=State.BROKEN, found=found, remedy=remedy, essential=essential)


def _set_up(extra: str = "") -> str:
    return _("Run: {command}").format(command=f"{SET_UP} {extra}".rstrip())


def _join_group(groups: str) -> str:
    return _("Run: sudo usermod -aG {groups} $USER; then log in again.").format(groups=groups)


# --- The parts ----------------------------------------------------------------------------------------


def _python(around: Surroundings) -> Finding:
    version = platform.python_version()
    if PYTHONS[0] <= around.python <= PYTHONS[1]:
        return _ok(_("Python {version} runs Longship.").format(version=version))
    return _broken(
        _("Longship is made for Python 3.11, 3.12 and 3.13, and {version} runs it.").format(version=version),
        _("Install one of them and run: {command}").format(command=f"LONGSHIP_PYTHON=python3.13 {SET_UP}"),
    )


def _packages(around: Surroundings) -> Finding:
    missing = [name for name in MODULES if not around.has_module(name)]
    missing += [name for name in LIBRARIES if not around.has_library(name)]
    if missing:
        return _missing(_("These are not installed: {names}.").format(names=", ".join(missing)), _set_up())
    return _ok(_("The packages and libraries that the app needs are installed."))


def _screen(around: Surroundings) -> Finding:
    display = find_display(around.environment, around.root)
    return _ok(display.found) if display.driver else _missing(display.found, display.remedy)


def _touch(around: Surroundings) -> Finding:
    devices = around.names("dev/input/event*")
    panels = [name for name in devices if _is_touch_panel(around, name)]
    readable = [name for name in panels or devices if os.access(around.at(name), os.R_OK)]
    # on the bare screen every tap and key comes from these devices, under a desktop it hands them on
    bare = find_display(around.environment, around.root).driver == "kmsdrm"
    if devices and not readable and (bare or panels):
        return _broken(
            _("This user may not read the touchscreen, keyboard and mouse."),
            _join_group("input"),
            essential=bare,
        )
    if not panels:
        return _missing(
            _("No touchscreen was found; a mouse works as well."),
            _("Connect the USB cable or the ribbon of the touchscreen and restart the machine."),
        )
    names = ", ".join(around.line(f"/sys/class/input/{Path(panel).name}/device/name") for panel in panels)
    return _ok(_("Touchscreen: {names}.").format(names=names))


def _is_touch_panel(around: Surroundings, device: str) -> bool:
    """The kernel prints the axes of a device as hexadecimal words of 64 bits, the highest first."""
    axes = 0
    for word in around.line(f"/sys/class/input/{Path(device).name}/device/capabilities/abs").split():
        axes = axes << 64 | int(word, 16)
    return bool(axes >> MULTITOUCH_AXIS & 1)


def _gpio(around: Surroundings) -> Finding:
    chips = around.names("dev/gpiochip*")
    model = around.raspberry_pi
    if not model:
        return _missing(
            _("This machine is no Raspberry Pi, so the alerts show on its screen only."),
            _("For LEDs and a buzzer run Longship on a Raspberry Pi."),
        )
    if not chips:
        return _broken(
            _("This {model} shows no GPIO pins.").format(model=model),
            _("Update the system and restart it: sudo apt full-upgrade && sudo reboot"),
        )
    if not around.usable(chips):
        return _broken(_("This user may not use the GPIO pins."), _join_group("gpio"))
    if missing := [name for name in ("gpiozero", "lgpio") if not around.has_module(name)]:
        names = ", ".join(missing)
        return _missing(
            _("The GPIO pins are there, but these are not installed: {names}.").format(names=names), _set_up()
        )
    return _ok(_("The GPIO pins of this {model} can be used.").format(model=model))


def cameras(around: Surroundings) -> dict[str, str]:
    """The devices of cameras, with their names."""
    found: dict[str, str] = {}
    for entry in around.names("sys/class/video4linux/video*"):
        name = around.line(f"{entry}/name")
        driver = around.at(f"{entry}/device/driver").resolve().name
        # a Raspberry Pi has a dozen more video devices: decoders and image processors
        if driver == "uvcvideo" or name.startswith(("unicam", "rp1-cfe")):
            found[f"/dev/{Path(entry).name}"] = name
    return found


def _camera(around: Surroundings) -> Finding:
    found = cameras(around)
    if not found:
        return _missing(
            _("No camera was found; dice are entered by hand."),
            _("Connect a camera if you want one to read the dice."),
        )
    names = ", ".join(dict.fromkeys(found.values()))
    if not around.usable(list(found)):
        return _broken(
            _("This user may not use the camera ({names}).").format(names=names), _join_group("video")
        )
    if not around.has_module("cv2"):
        return _missing(
            _("A camera is there ({names}), but what reads it is not installed.").format(names=names),
            _set_up("camera"),
        )
    return _ok(_("Camera: {names}.").format(names=names))


def _dice(around: Surroundings) -> Finding:
    settings = load()[0]
    camera, file = settings.dice.camera, calibration_file(settings)
    choose = _("Choose and calibrate a camera on the settings screen, under Camera.")
    if not camera:
        return _missing(_("No camera reads the dice; they are entered by hand."), choose)
    if not around.has_module("cv2"):
        return _broken(_("What reads the dice is not installed."), _set_up("camera"))
    if not _is_there(around, camera):
        return _broken(
            _("The camera for the dice ({camera}) is not there.").format(camera=camera),
            _("Connect it, or choose another one on the settings screen, under Camera."),
        )
    try:
        version = tomllib.loads(file.read_text(encoding="utf-8")).get("version")
    except FileNotFoundError:
        return _missing(
            _("The camera for the dice is not calibrated: there is no {file}.").format(file=file), choose
        )
    except (OSError, ValueError, RecursionError):
        version = None
    if not isinstance(version, int):
        return _broken(_("The calibration {file} cannot be read.").format(file=file), choose)
    return _ok(
        _("The camera for the dice is {camera}, calibrated in {file}.").format(camera=camera, file=file)
    )


def _is_there(around: Surroundings, camera: str) -> bool:
    kind, _colon, rest = camera.partition(":")
    if kind == "pi":
        return around.reads_pi_camera()
    if kind == "usb":
        return around.at(f"/dev/video{rest}" if rest.isdecimal() else rest).exists()
    return absolute(rest).exists()


def _serial(around: Surroundings) -> Finding:
    panel = load()[0].panel.port
    if panel.startswith("/") and not around.at(panel).exists():
        return _missing(
            _("The panel ({port}) is not connected; the touchscreen does it all.").format(port=panel),
            _("Plug it in: it is used as soon as it is there. Or change panel.port in the settings."),
        )
    ports = around.names("dev/serial/by-id/*") or around.names("dev/ttyACM*") + around.names("dev/ttyUSB*")
    names = ", ".join(Path(port).name for port in ports)
    if not ports:
        return _missing(
            _("No button panel is connected; the touchscreen does it all."),
            _("Connect the button panel by USB if you have built one."),
        )
    if not around.usable(ports):
        return _broken(
            _("This user may not use the serial port ({names}).").format(names=names), _join_group("dialout")
        )
    if not around.has_module("serial"):
        return _missing(
            _("A serial port is there ({names}), but what speaks to it is not installed.").format(
                names=names
            ),
            _set_up("panel"),
        )
    return _ok(_("Serial ports: {names}.").format(names=names))


def _sound(around: Surroundings) -> Finding:
    found = speaker.cards(around.root)
    if not found:
        return _missing(
            _("No sound card was found, so no alert comes out of a speaker."),
            _("Connect a screen with a speaker, headphones or a sound card on USB if you want to hear them."),
        )
    names = ", ".join(card.name for card in found)
    if not around.usable(around.names("dev/snd/pcm*p")):
        return _broken(
            _("This user may not use the sound card ({names}).").format(names=names), _join_group("audio")
        )
    if not around.has_program(speaker.PLAYER):
        return _missing(
            _(
                "A sound card is there ({names}), but {program}, which plays the sounds, is not installed."
            ).format(names=names, program=speaker.PLAYER),
            speaker.install(speaker.PLAYER_PACKAGE),
        )
    chosen = load()[0].speaker
    if chosen.output.startswith("sysdefault:") and chosen.output not in {card.output for card in found}:
        return _missing(
            _("The sound output “{output}” is not there; these are: {names}.").format(
                output=chosen.output, names=names
            ),
            _("Connect it, or choose another one in the settings, under Sounds."),
        )
    if chosen.speech and not around.has_program(speaker.VOICE):
        return _missing(
            _("{program}, which says the announcements, is not installed.").format(program=speaker.VOICE),
            speaker.install(speaker.VOICE_PACKAGE),
        )
    return _ok(_("Sound cards: {names}.").format(names=names))


def _storage(around: Surroundings) -> Finding:
    folder = around.data_folder()
    elsewhere = _(
        "Free some space or allow writing there, or choose another folder with storage.data_folder."
    )
    try:
        free = _free_bytes(folder)
    except OSError as error:
        reason = error.strerror or error
        return _broken(
            _("No game can be kept in {folder}: {reason}.").format(folder=folder, reason=reason), elsewhere
        )
    megabytes = free // 10**6
    if free < LEAST_FREE_BYTES:
        return _broken(
            _("Only {megabytes} MB are free in {folder}.").format(megabytes=megabytes, folder=folder),
            elsewhere,
        )
    journals = sorted(folder.glob("*.db"))  # a damaged one that was set aside has another ending
    for file in journals:
        if damage := _damage(file):
            damaged, reason = damage
            return _broken(
                _("{file} is damaged: {reason}.").format(file=damaged, reason=reason),
                _("Copy it to a safe place first, then start Longship to see what it still reads."),
            )
    if not journals:
        return _ok(
            _("{folder} can be written, {megabytes} MB are free, and no game is saved there yet.").format(
                folder=folder, megabytes=megabytes
            )
        )
    return _ok(
        ngettext(
            "{folder} can be written, {megabytes} MB are free, and {count} file with games in it is whole.",
            "{folder} can be written, {megabytes} MB are free, and {count} files with games in it are whole.",
            len(journals),
        ).format(folder=folder, megabytes=megabytes, count=len(journals))
    )


def _free_bytes(folder: Path) -> int:
    """Room for games, after a trial write. Raises OSError when nothing can be written there."""
    place = next(path for path in (folder, *folder.parents) if path.exists())
    with tempfile.TemporaryFile(dir=place) as probe:
        probe.write(b"longship")
        probe.flush()
        os.fsync(probe.fileno())
    return shutil.disk_usage(place).free


def _damage(file: Path) -> tuple[Path, str] | None:
    """What is wrong with a file of games or with one of its ledgers, which are only read; None when all is
    whole. Somebody may be playing meanwhile, so what is found must be found twice."""
    return _look_for_damage(file) and _look_for_damage(file)


def _look_for_damage(file: Path) -> tuple[Path, str] | None:
    try:
        if not journal_file.look(file):
            return None  # only begun
        with journal_file.reading(file) as database:
            answer = bytes(database.execute("PRAGMA quick_check(1)").fetchone()[0]).decode()
            if answer != "ok":
                return file, answer
            differences = in_step.compare(database, file, entries=sys.maxsize)
    except (sqlite3.Error, OSError, journal_file.DamagedError) as error:
        return file, str(error)
    except journal_file.NewerError:
        return None
    return next(((found.file, "checksum") for found in differences if found.bad), None)


def _languages(around: Surroundings) -> Finding:
    missing = [
        name
        for code, name in LANGUAGES.items()
        if code != "en" and not (around.locale_folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file()
    ]
    if missing:
        names = ", ".join(missing)
        return _missing(
            _("English stands in for these languages, which are not ready: {names}.").format(names=names),
            _set_up(),
        )
    return _ok(_("Languages: {names}.").format(names=", ".join(LANGUAGES.values())))


def _settings(_around: Surroundings) -> Finding:
    notices = load()[1]
    if notices:
        return _broken(" ".join(notice.text for notice in notices), notices[0].remedy)
    return _ok(_("The settings can be read."))


def _kiosk(around: Surroundings) -> Finding:
    if not around.at(CURRENT).exists():
        return _missing(
            _("No kiosk is installed: Longship is started by hand."),
            _("To have it start with the machine, run: {command}").format(
                command="sudo ./longship install-kiosk"
            ),
        )
    again = _("Run: {command}").format(command="sudo longship install-kiosk")
    if not around.at(STARTED).is_symlink():
        return _broken(_("The kiosk is installed, but does not start with the machine."), again)
    version = around.at(CURRENT).resolve().name
    return _ok(_("The kiosk starts with the machine, in version {version}.").format(version=version))


def _endings(around: Surroundings) -> Finding:
    folder = around.data_folder() / last_words.FOLDER
    found = last_words.endings(folder)
    if not found:
        return _ok(_("Longship has not ended badly of late."))
    last = found[-1]
    told = {
        EndingKind.CRASHED: _("Longship {version} has crashed: {reason}"),
        EndingKind.STUCK: _("Longship {version} was stuck, and the watchdog has started it again."),
        EndingKind.MEMORY: _("Longship {version} was ended because the machine ran out of memory."),
        EndingKind.KILLED: _("Longship {version} was killed and could not say by what."),
    }[last.kind].format(version=last.version, reason=last.last_line)
    told = told if told.endswith(".") else f"{told}."
    return _broken(
        told,
        _("Please report what stands in {file}, and delete the file to forget it.").format(
            file=folder / last_words.ENDINGS
        ),
    )


_PARTS: dict[str, Callable[[Surroundings], Finding]] = {
    "python": _python,
    "packages": _packages,
    "screen": _screen,
    "touch": _touch,
    "gpio": _gpio,
    "camera": _camera,
    "dice": _dice,
    "serial": _serial,
    "sound": _sound,
    "storage": _storage,
    "languages": _languages,
    "settings": _settings,
    "kiosk": _kiosk,
    "endings": _endings,
}
_ESSENTIAL = ("python", "packages", "screen", "storage")
