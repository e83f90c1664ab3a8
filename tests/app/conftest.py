"""A card with games, and a stick to copy them to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.storage import JournalStore, open_store
from tests.kit.writer import complain


@pytest.fixture
def store(tmp_path: Path) -> Iterator[JournalStore]:
    """The games of this machine."""
    opened = open_store(tmp_path / "games", complain)
    yield opened
    opened.close()


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[int]:
    """The open folder of an empty stick."""
    (tmp_path / "stick").mkdir()
    handle = os.open(tmp_path / "stick", os.O_RDONLY | os.O_DIRECTORY)
    yield handle
    os.close(handle)
