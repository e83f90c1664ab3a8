"""The rigs that are kept apart, written down by hand, one by one. New ones go to the end."""

from __future__ import annotations

from tools.dice_training.unseen.guest_plans import GUEST_PLANS
from tools.dice_training.written.parts import Plan

PLANS: tuple[Plan, ...] = GUEST_PLANS
