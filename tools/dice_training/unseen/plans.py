"""The rigs that are kept apart. New ones go to the end."""

from __future__ import annotations

from tools.dice_training.unseen.club_plans import CLUB_PLANS
from tools.dice_training.unseen.home_plans import HOME_PLANS

PLANS = HOME_PLANS + CLUB_PLANS
