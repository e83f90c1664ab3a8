"""What Barbarian Attack has for screens to show."""

from __future__ import annotations

from companion.engine.extension import Part

PARTS: tuple[Part, ...] = ()
