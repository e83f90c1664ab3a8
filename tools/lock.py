"""Renew the locks: ``./longship lock`` resolves every requirement of setup.cfg anew, with hashes.

``locks/NAME.txt`` holds all that one part needs (``base`` is what every part needs), in exact versions, for
Python 3.11 to 3.13 on x86-64 and arm64, wheels only; ``training``, which no game needs and not every Python
can have, has none. All others are resolved together first, so that two of them never ask for different
versions. The launcher installs from these files alone; nothing of ours is built.
"""

from __future__ import annotations

import configparser
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCKS = ROOT / "locks"
UNLOCKED = {"training"}
OPTIONS = (
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--only-binary", ":all:"),
    *("--no-header", "--no-annotate", "--quiet"),
)


def parts() -> dict[str, list[str]]:
    """The requirements of each part as setup.cfg names them, those of other parts filled in."""
    config = configparser.ConfigParser()
    config.read(ROOT / "setup.cfg", encoding="utf-8")
    found = {"base": _lines(config["options"]["install_requires"])}
    for name, text in config["options.extras_require"].items():
        if name in UNLOCKED:
            continue
        found[name] = []
        for line in _lines(text):
            others = re.fullmatch(r"longship\[(.*)\]", line)
            found[name] += [
                one for other in (others[1].split(",") if others else ()) for one in found[other.strip()]
            ] or [line]
    return found


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def resolve(requirements: Iterable[str], to: Path, constraints: Path | None = None) -> None:
    """Write the lock of some requirements. Raises CalledProcessError with uv's words on the error output."""
    given = ["--constraints", str(constraints)] if constraints is not None else []
    subprocess.run(
        [sys.executable, "-m", "uv", "pip", "compile", "-", *given, *OPTIONS, "--output-file", str(to)],
        input="\n".join(requirements),
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def main() -> int:
    """Resolve everything together, then each part to the same versions."""
    wanted = parts()
    LOCKS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        together = Path(folder) / "all.txt"
        resolve([line for lines in wanted.values() for line in lines], together)
        for name, lines in wanted.items():
            file = LOCKS / f"{name}.txt"
            file.unlink(missing_ok=True)  # what is locked already would be kept
            resolve(lines, file, together)
    return 0


if __name__ == "__main__":
    sys.exit(main())
