"""More rigs that are kept apart, of which each takes its parts from others: as many as are wanted.

What was written by hand is looked at sooner or later, and thresholds are set on it. That a tray, a lamp, dice
and drawings come together that nobody has seen together costs nothing.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tools.dice_training.unseen.plans import PLANS
from tools.dice_training.written.parts import Plan

FIRST_PLACE = 1000
"""Their numbers begin behind those of the rigs that are written by hand, however many there are."""


def mixed(number: int, seed: int) -> Plan:
    """One of them. Light, camera and size are of one rig, as are the dice with pips, and the event die."""
    random = np.random.default_rng([seed, FIRST_PLACE + number])
    place, tray, table, dice, event = (PLANS[int(index)] for index in random.integers(len(PLANS), size=5))
    return replace(
        place,
        name=f"m{number:02d}",
        tray=tray.tray,
        table=table.table,
        event=event.event,
        **{
            part: getattr(dice, part) for part in ("white", "red", "fourth", "die", "bevel", "ball", "finish")
        },
    )
