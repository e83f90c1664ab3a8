"""What lights and buzzer tell of landings, overrun coasts and battles."""

from __future__ import annotations

from companion.rules.presentation.alerts import (
    A3,
    A4,
    C5,
    E4,
    G4,
    LEAD_S,
    Alert,
    Blink,
    Lights,
    Pulse,
    Show,
    SoundClass,
    Sweep,
    Tint,
    Weight,
    phrase,
)

LANDING = Alert(
    "ba_landing",
    "alert.ba_landing",
    SoundClass.WARNING,
    1.2,
    phrase(LEAD_S, E4, A4, length_s=0.15, gap_s=0.08),
    (Show(Lights.BAR, Sweep(0.6, 0.7), Tint.AMBER),),
    Weight.NEWS,
    longest_wait_s=3.0,
    once=True,
)
OVERRUN = Alert(
    "ba_overrun",
    "alert.ba_overrun",
    SoundClass.ALERT,
    2.0,
    phrase(LEAD_S, A4, E4, A3, length_s=0.25, gap_s=0.05),
    (Show(Lights.BAR, Pulse(1.5), Tint.RED), Show(Lights.MEANT, Blink(2.0))),
    test_seats=(0, 1),
)
VICTORY = Alert(
    "ba_victory",
    "alert.ba_victory",
    SoundClass.RESULT,
    2.0,
    phrase(LEAD_S, E4, G4, C5, length_s=0.2, gap_s=0.04),
    (Show(Lights.BAR, Sweep(0.8, 1.2), Tint.GREEN), Show(Lights.MEANT, Pulse(1.5))),
    test_seats=(0, 2),
)

ON_COAST = (OVERRUN, VICTORY)
