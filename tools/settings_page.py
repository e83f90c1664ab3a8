"""The tables of docs/settings.md, made of the declared settings: ``python -m tools.settings_page``.

Each stands below a heading with the section in brackets, in place of the table that stood there.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from companion.app.settings import KEYS, Settings
from companion.app.settings_file import flat, keys, notes, shown

PAGE = Path(__file__).parent.parent / "docs" / "settings.md"


def page(text: str) -> str:
    """The page with its tables as the settings are declared now."""
    return re.sub(
        r"(?<=\n## \[)(\w+)(\]\n.*?\n)\| Key .*?(?=\n\n)",
        lambda found: f"{found[1]}{found[2]}{table(found[1])}",
        text,
        flags=re.DOTALL,
    )


def table(section: str) -> str:
    """The keys of a section with their defaults and what they mean, as Markdown."""
    hints, defaults = keys(Settings), flat(Settings())
    rows = [_row(key, hints[key], defaults[key]) for key in KEYS if key.startswith(f"{section}.")]
    return "\n".join(["| Key | Default | Meaning |", "|---|---|---|", *rows])


def _row(key: str, hint: Any, default: object) -> str:
    meaning = next(note for note in notes(hint) if note.description)
    assert meaning.extra is not None
    words = meaning.extra["default"] or f"`{shown(default)}`"
    return f"| `{key}` | {words} | {meaning.description} |"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
    sys.exit(0)
