"""A pretended machine: a copy of the checkout and a PATH with nothing on it but stand-ins."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REAL_TOOLS = (
    *("sh", "cat", "sha256sum", "readlink", "dirname", "sed", "tr", "grep", "rm", "mv", "env", "flock"),
    *("mkdir", "ln", "cp", "touch", "sleep"),  # for the stand-ins
)
EVERY_LIBRARY = "libGL.so.1 libEGL.so.1 libmtdev.so.1"

# A Python that answers the launcher's questions by really running them, under a pretended version.
PYTHON = """#!/bin/sh
case $2 in companion | pytest) ;; *) echo "{name} $*" >>"$MACHINE/log" ;; esac
case $1 in
-c) exec {real} -S -c "import importlib.machinery, os, sys, types
sys.version_info = {version}
sys.executable = {executable}
for name in ('ensurepip', 'venv', 'lgpio'):
    sys.modules[name] = None
    if os.path.exists(os.environ['MACHINE'] + '/modules/' + name):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__spec__ = importlib.machinery.ModuleSpec(name, None)
$2" ;;
esac
case $2 in
venv)
    for target; do :; done
    rm -rf "$target"
    mkdir -p "$target/bin" "$target/lib/python3.11/site-packages"
    ln -s "$0" "$target/bin/python"
    ;;
pip)
    while [ -e "$MACHINE/hold-pip" ]; do sleep 0.02; done
    [ ! -e "$MACHINE/no-network" ] || { echo "Failed to establish a new connection" >&2; exit 1; }
    [ ! -e "$MACHINE/full" ] || { echo "OSError: No space left on device" >&2; exit 1; }
    echo "Successfully installed"
    ;;
tools.translations)
    for catalogue in companion/app/locale/*/LC_MESSAGES/longship.po; do
        cp "$catalogue" "${catalogue%.po}.mo"
    done
    ;;
companion)
    shift 2
    echo "${PYTHONDONTWRITEBYTECODE-}" >"$MACHINE/writes-no-byte-code"
    echo "app:$*"
    ;;
pytest) shift 2; echo "pytest:$* SDL_VIDEODRIVER=$SDL_VIDEODRIVER in $(pwd)"; exit 3 ;;
esac
"""

STAND_INS = {
    "id": '[ "$1" = -u ] && cat "$MACHINE/uid" || cat "$MACHINE/groups"',
    "uname": 'cat "$MACHINE/architecture"',
    "getconf": 'cat "$MACHINE/bits"',
    "chown": 'echo "$*" >>"$MACHINE/given"',
    "stat": 'cat "$MACHINE/owner"',
    "sync": 'echo sync >>"$MACHINE/log"',
    "ldconfig": """
for library in $(cat "$MACHINE/libraries"); do echo "	$library (libc6,x86-64) => /lib/$library"; done""",
    "apt-get": """
echo "apt-get $*" >>"$MACHINE/log"
while [ -e "$MACHINE/hold-apt" ]; do sleep 0.02; done
[ ! -e "$MACHINE/no-network" ] || { echo "Temporary failure resolving" >&2; exit 100; }
[ ! -e "$MACHINE/cut-short" ] || { echo "E: dpkg was interrupted" >&2; exit 100; }
for word; do
    case $word in
    libgl1) echo libGL.so.1 >>"$MACHINE/libraries" ;;
    libegl1) echo libEGL.so.1 >>"$MACHINE/libraries" ;;
    libmtdev1) echo libmtdev.so.1 >>"$MACHINE/libraries" ;;
    python3) ln -s "$MACHINE/pythons/python3" "$MACHINE/bin/python3" ;;
    python3*-venv) touch "$MACHINE/modules/ensurepip" "$MACHINE/modules/venv" ;;
    python3-lgpio)
        [ ! -e "$MACHINE/no-lgpio" ] || { echo "E: Unable to locate package" >&2; exit 100; }
        touch "$MACHINE/modules/lgpio"
        ;;
    xauth | xdotool | shellcheck | openssl) ln -s true "$MACHINE/bin/$word" ;;
    mosquitto) ln -s true "$MACHINE/bin/mosquitto_passwd" ;;
    nodejs) ln -s true "$MACHINE/bin/node" ;;
    alsa-utils) ln -s true "$MACHINE/bin/aplay" ;;
    espeak-ng) ln -s true "$MACHINE/bin/espeak-ng" ;;
    xvfb) ln -s true "$MACHINE/bin/Xvfb" ;;
    esac
done
echo "apt-get is done" """,
    "sudo": """
[ "$1" != -n ] || exit 1
echo "sudo $*" >>"$MACHINE/log"
echo "[sudo] password:" >&2
[ ! -e "$MACHINE/no-password" ] || exit 1
exec "$@" """,
}


class Machine:
    """What the launcher sees; ``run`` starts it, ``log`` is what it called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.checkout = folder / "a checkout"
        for name in ("bin", "modules", "pythons", "a checkout/.ci"):
            (folder / name).mkdir(parents=True)
        for name in ("longship", "setup.cfg", "pyproject.toml", ".ci/run"):
            shutil.copy(ROOT / name, self.checkout / name)
        shutil.copytree(ROOT / "locks", self.checkout / "locks")
        self.catalogue = self.checkout / "companion/app/locale/de/LC_MESSAGES/longship.po"
        self.catalogue.parent.mkdir(parents=True)
        self.catalogue.write_text('msgid "Knight"\nmsgstr "Ritter"\n')
        for tool in REAL_TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
        self._program(self.bin / "true", ":")
        for name, script in STAND_INS.items():
            self._program(self.bin / name, script)
        self.set(
            uid="0",
            groups="me sudo",
            architecture="x86_64",
            bits="64",
            libraries=EVERY_LIBRARY,
            model="",
            owner="0",
        )
        self.python("python3.11", (3, 11, 2))
        for module in ("ensurepip", "venv"):
            (folder / "modules" / module).touch()

    def _program(self, path: Path, script: str) -> None:
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def set(self, **values: str) -> None:
        """What the stand-ins answer; an empty file for what only has to be there."""
        for name, value in values.items():
            (self.folder / name.replace("_", "-")).write_text(f"{value}\n")

    def unset(self, name: str) -> None:
        (self.folder / name.replace("_", "-")).unlink()

    def python(self, name: str, version: tuple[int, int, int], folder: str = "bin") -> None:
        """Put a Python there."""
        path = self.folder / folder / name
        path.write_text(
            PYTHON.replace("{name}", name)
            .replace("{real}", sys.executable)
            .replace("{version}", repr((*version, "final", 0)))
            .replace("{executable}", repr(f"/usr/bin/{name}"))
        )
        path.chmod(0o755)

    def lacks(self, *programs: str) -> None:
        """Take programs away."""
        for name in programs:
            (self.bin / name).unlink()

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "PATH": str(self.bin),
            "MACHINE": str(self.folder),
            "LONGSHIP_MODEL_FILE": str(self.folder / "model"),
            "LONGSHIP_CARDS_FILE": str(self.folder / "cards"),
            **more,
        }

    def start(self, *arguments: str, environment: dict[str, str] | None = None, **how: object):  # type: ignore[no-untyped-def]
        """The launcher, in a process group of its own."""
        return subprocess.Popen(
            [str(self.checkout / "longship"), *arguments],
            env=self.environment(**environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            **how,
        )

    def run(
        self, *arguments: str, environment: dict[str, str] | None = None, **how: object
    ) -> subprocess.CompletedProcess[str]:
        """Call the launcher to its end."""
        process = self.start(*arguments, environment=environment, **how)
        out, err = process.communicate(timeout=60)
        return subprocess.CompletedProcess(arguments, process.returncode, out, err)

    def log(self) -> list[str]:
        """What was called since the last look, questions to Python left out."""
        path = self.folder / "log"
        lines = path.read_text().splitlines() if path.exists() else []
        path.write_text("")
        return [line for line in lines if line.startswith(("apt-get ", "sudo ", "sync")) or " -m " in line]


def started(lines: list[str], word: str) -> list[str]:
    """The calls that have a word in them."""
    return [line for line in lines if word in line]
