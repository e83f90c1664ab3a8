"""What the Lighthouses have lights and buzzer tell."""

from __future__ import annotations

from companion.rules.presentation.alerts import (
    A4,
    LEAD_S,
    Alert,
    Blink,
    Lights,
    Show,
    SoundClass,
    Tint,
    phrase,
)

STORM = Alert(
    "storm",
    "alert.storm",
    SoundClass.WARNING,
    duration_s=2.0,
    notes=phrase(LEAD_S, A4, A4, A4, length_s=0.2, gap_s=0.1),
    shows=(Show(Lights.BAR, Blink(4.0), Tint.AMBER), Show(Lights.MEANT, Blink(4.0))),
    test_seats=(0, 1),
)
