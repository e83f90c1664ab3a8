"""Nothing to add: one point more than Cities & Knights asks for, and a metropolis is a city (CO-03)."""

from __future__ import annotations

from companion.engine.extension import Part

PARTS: tuple[Part, ...] = ()
