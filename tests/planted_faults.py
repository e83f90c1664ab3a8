"""Faults planted one at a time into a copy of the tree; the tests named beside each have to find it.

By hand, before and after tests are reshaped: ``python -m tests.planted_faults`` tells which are found, and
returns 1 if one is not. ``planted_faults.toml`` lists them. Where the code has come to read otherwise, that
is told too, and another fault of the same place takes its turn.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_suffix(".toml")
LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
FOUND = 1
"""What pytest returns when a test has failed; anything else but 0 is no test's doing."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a file, what stands there instead, and the tests that ought to find it."""

    file: str
    was: str
    becomes: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}: {self.becomes}"


def faults() -> list[Fault]:
    """All that are listed."""
    return msgspec.convert(tomllib.loads(LIST.read_text(encoding="utf-8"))["fault"], list[Fault])


def tried(fault: Fault, tree: Path) -> str:
    """Plant a fault, let the tests look for it, and take it away again: what came of it."""
    file = tree / fault.file
    sound = file.read_text(encoding="utf-8")
    if sound.count(fault.was) != 1:
        return "not planted: the code reads otherwise"
    file.write_text(sound.replace(fault.was, fault.becomes), encoding="utf-8")
    try:
        looking = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-q", "-x", "--tb=no", *fault.tests],
            cwd=tree,
            env={**os.environ, "SDL_VIDEODRIVER": "offscreen", "PYTHONPATH": str(tree)},
            capture_output=True,
            text=True,
        )
    finally:
        file.write_text(sound, encoding="utf-8")
    if looking.returncode == FOUND:
        return "found"
    return "NOT FOUND" if looking.returncode == 0 else f"no test could run: {looking.stdout[-300:]}"


def main(arguments: list[str]) -> int:
    """Try those whose file holds the word, or all; 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted_faults", description=__doc__)
    parser.add_argument("--only", default="", help="faults in files whose name holds this")
    options = parser.parse_args(arguments)
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="longship-faults-") as name:
        tree = Path(name) / "tree"
        shutil.copytree(ROOT, tree, ignore=LEFT_BEHIND)
        for fault in faults():
            if options.only in fault.file:
                outcomes.append(tried(fault, tree))
                print(f"{outcomes[-1]:10} {fault}", flush=True)
    print(f"{outcomes.count('found')} of {len(outcomes)} found")
    return int(set(outcomes) != {"found"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
