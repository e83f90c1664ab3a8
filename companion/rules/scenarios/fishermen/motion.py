"""What moves on the screen: the old boot."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.table import Table
from companion.rules.base.motion import handed_over
from companion.rules.presentation.parts import Motion, Move
from companion.rules.scenarios.fishermen.boot import BootGiven
from companion.rules.scenarios.fishermen.catch import BootDrawn
from companion.rules.scenarios.fishermen.tokens import state_of


def _comes(before: Table, _after: Table, got: BootDrawn | BootGiven) -> Iterator[Move]:
    return handed_over("boot", state_of(before).boot, got.by)


BOOT = (Motion(BootDrawn, _comes), Motion(BootGiven, _comes))
