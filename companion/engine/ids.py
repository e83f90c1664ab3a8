"""The names of things. All are plain strings or numbers, told apart by the type checker."""

from __future__ import annotations

from typing import NewType

PlayerId = NewType("PlayerId", str)
RuleId = NewType("RuleId", str)
ModuleId = NewType("ModuleId", str)
EntryId = NewType("EntryId", int)

Site = NewType("Site", str)
"""Where a piece stands: a corner of the board where places are tracked, otherwise a nameless
place of its owner (``anna-3``) that only tells one piece from another."""
