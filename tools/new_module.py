"""A new scenario from the template, with names of its own:
``python -m tools.new_module watchfires wf "The Watchfires"``.

Copies ``tests/modules/lighthouses`` and its bridge to Cities & Knights into ``companion/rules``. What comes
next is in ``tests/modules/README.md``.
"""

from __future__ import annotations

import argparse
import errno
import os
import re
from pathlib import Path

from companion.rules import catalogue

ROOT = Path(__file__).parent.parent
TEMPLATE = ROOT / "tests" / "modules"
RULES = ROOT / "companion" / "rules"


def renamed(text: str, name: str, prefix: str, title: str) -> str:
    """A file of the template with the names of the new module."""
    for old, new in (
        ("tests.modules.lighthouses__cities_knights", f"companion.rules.bridges.{name}__cities_knights"),
        ("tests.modules.lighthouses", f"companion.rules.scenarios.{name}"),
        ("The Lighthouses", title),
        ("Lighthouses", _camel(name)),
        ("Lighthouse", _camel(name)),
        ("lighthouses", name),
        ("lhck", f"{prefix}ck"),
        ("LH-", f"{prefix.upper()}-"),
    ):
        text = text.replace(old, new)
    return re.sub(r"\blh\.", f"{prefix}.", text)


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def copy(name: str, prefix: str, title: str, rules: Path = RULES) -> list[Path]:
    """Write the module and its bridge below ``rules``, and say which files they are.

    Raises:
        FileExistsError: if one of the folders is there already; then nothing is written.
    """
    folders = {
        "lighthouses": rules / "scenarios" / name,
        "lighthouses__cities_knights": rules / "bridges" / f"{name}__cities_knights",
    }
    for folder in folders.values():
        if folder.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder))
    written = []
    for old, new in folders.items():
        new.mkdir(parents=True)
        for source in sorted((TEMPLATE / old).rglob("*.*")):
            target = new / source.relative_to(TEMPLATE / old)
            if "__pycache__" in source.parts:
                continue
            target.parent.mkdir(exist_ok=True)
            target.write_text(
                renamed(source.read_text(encoding="utf-8"), name, prefix, title), encoding="utf-8"
            )
            written.append(target)
    return written


def owner_of(prefix: str) -> str:
    """The module whose rules' ids begin with this prefix; empty if it is free."""
    taken = {begin: name for name, manifest in catalogue.manifests().items() for begin in manifest.ids}
    return taken.get(f"{prefix.upper()}-", "")


def main() -> None:
    """Copy the template as the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.new_module", description="A new scenario to fill in."
    )
    parser.add_argument("name", help="its id and folder: letters, digits and underscores")
    parser.add_argument("prefix", help="two letters or so: what tags (wf.) and ids of rules (WF-) begin with")
    parser.add_argument("title", help="what players call it")
    arguments = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9_]*", arguments.name) or not re.fullmatch(
        r"[a-z][a-z0-9]*", arguments.prefix
    ):
        parser.error("the name and the prefix are of small letters, digits and underscores")
    owner = owner_of(arguments.prefix)
    if owner:
        parser.error(f"the rules of {owner} begin with {arguments.prefix.upper()} already")
    try:
        for path in copy(arguments.name, arguments.prefix, arguments.title):
            print(path.relative_to(ROOT))
    except FileExistsError as error:
        parser.error(f"{error.filename} is there already")


if __name__ == "__main__":
    main()
