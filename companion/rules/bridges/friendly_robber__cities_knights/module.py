"""Nothing to add: all that moves the robber asks the same rules for its hexes and its victims (CO-04)."""

from __future__ import annotations

from companion.engine.extension import Part

PARTS: tuple[Part, ...] = ()
