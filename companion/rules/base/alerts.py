"""What lights and buzzer tell of the base game."""

from __future__ import annotations

from companion.rules.presentation.alerts import A3, LEAD_S, Alert, Lights, Show, SoundClass, Weight, phrase

SEVEN = Alert(
    "seven",
    "alert.seven",
    SoundClass.INFO,
    2.0,
    phrase(LEAD_S, A3, A3, length_s=0.08, gap_s=0.12),
    (Show(Lights.MEANT_OR_ON_TURN),),
    Weight.NEWS,
    longest_wait_s=8.0,
    test_seats=(0, 3),
)
