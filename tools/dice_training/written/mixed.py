"""Rigs to train on that take each of their parts from another of the ``plans``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tools.dice_training import rigs
from tools.dice_training.drawings import Random
from tools.dice_training.looks import DieLook, Rig
from tools.dice_training.written import rig
from tools.dice_training.written.parts import Plan
from tools.dice_training.written.plans import PLANS

WRITTEN = 3
HALVES = 2
"""A rig takes its parts from every other plan alone: networks that are trained on one half of the rigs can be
tried on the plans of the other."""
BY_RULE = 0.35
"""So many rigs have a light and a camera that are made by rule."""
FOURTH = 0.3
"""So many dice are the spare ones of a plan instead of its white ones."""


def _dice(plans: Sequence[Plan], random: Random) -> dict[str, DieLook]:
    """Three sets of three dice, each of two plans."""
    dice = {}
    for which in rigs.SETS:
        pips, event = (plans[int(place)] for place in random.integers(len(plans), size=2))
        white = pips.white if random.random() < 1 - FOURTH else pips.fourth
        dice[f"white{which}"] = rig.pip_die(white, pips, random)
        dice[f"red{which}"] = rig.pip_die(pips.red, pips, random)
        dice[f"event{which}"] = rig.event_die(replace(pips, event=event.event), random)
    return dice


def make_rig(seed: int, number: int) -> Rig:
    """The rig of that number, from nothing but its seed."""
    random = np.random.default_rng([seed, number, WRITTEN])
    plans = PLANS[number % HALVES :: HALVES]
    place, floor, table = (plans[int(one)] for one in random.integers(len(plans), size=3))
    plan = replace(place, name=f"w{seed}-{number:04d}", tray=floor.tray, table=table.table)
    tray = rig.tray(plan, random)
    ruled = rigs.make_rig(seed, number) if random.random() < BY_RULE else None
    if ruled is not None:
        plan = replace(plan, eye=ruled.eye)
    made = rig.assembled(plan, tray, _dice(plans, random), random)
    if ruled is None:
        return made
    return replace(
        made,
        lamps=ruled.lamps,
        sky=ruled.sky,
        development=ruled.development,
        sun=ruled.sun,
    )


MIXED = rigs.Kind(make_rig, 4)
