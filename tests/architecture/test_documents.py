"""What the documents name exists."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

from companion.engine.extension import Part
from tests.kit.each import each
from tools.architecture_picture import picture

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")])
STARTS = ("companion", "hardware", "kivy_ui", "calibration", "tests", "docs", "systemd", "tools", ".ci")
HOMES = (ROOT, ROOT / "companion", ROOT / "companion" / "rules")
"""Where a path in the text may start; a document about one package names its files from there."""

NAMED = re.compile(r"`([\w./-]+/[\w.*-]+)`|^([\w./]+/[\w./]+)\s{2,}", re.MULTILINE)
LINKED = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


@each(DOCUMENTS)
def test_paths_named_in_a_document_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for found in NAMED.finditer(text):
        name = found.group(1) or found.group(2)
        first = name.split("/")[0]
        if (
            "*" in name
            or name.startswith("/")
            or not (first in STARTS or any((home / first).is_dir() for home in HOMES[1:]))
        ):
            continue
        assert any((home / name).exists() for home in HOMES), f"{document.name} names {name}"


@each(DOCUMENTS)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in LINKED.findall(document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_the_architecture_names_every_extension_point() -> None:
    """The closed list in the document is the one in the code."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    points = {field.name for field in fields(Part)} - {"needs", "without", "name"}
    assert points == set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE))


def test_the_picture_of_the_packages_is_that_of_their_imports() -> None:
    drawn = (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    assert drawn == picture(), "run: python -m tools.architecture_picture"


def test_what_the_readme_has_builders_run_prints_what_it_says() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (said,) = re.findall(r"```python\n.*?```text\n(.*?)```", text, re.DOTALL)
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == said and said.startswith("CK-93: ")
