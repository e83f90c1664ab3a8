"""All rigs that were written down by hand and may be trained on. New ones go to the end."""

from __future__ import annotations

from tools.dice_training.written.club_plans import CLUB_PLANS
from tools.dice_training.written.first_plans import FIRST_PLANS
from tools.dice_training.written.guest_plans import GUEST_PLANS
from tools.dice_training.written.home_plans import HOME_PLANS

PLANS = FIRST_PLANS + HOME_PLANS + CLUB_PLANS + GUEST_PLANS
