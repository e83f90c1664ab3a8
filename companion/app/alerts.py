"""The alerts of the app itself, and those of all installed modules."""

from __future__ import annotations

from companion.rules import catalogue
from companion.rules.presentation.alerts import (
    A3,
    C4,
    C5,
    E4,
    G4,
    LEAD_S,
    Alert,
    Lights,
    Show,
    SoundClass,
    Sweep,
    Tint,
    Weight,
    phrase,
)

REFUSED = Alert(
    "refused",
    "alert.refused",
    SoundClass.ERROR,
    0.4,
    phrase(LEAD_S, A3, length_s=0.12),
    (Show(Lights.WARNING, tint=Tint.AMBER, end_s=0.3),),
    breaks_in=True,
    longest_wait_s=1.0,
    once=True,
)
ACCEPTED = Alert(
    "accepted",
    "alert.accepted",
    SoundClass.CONFIRM,
    0.1,
    phrase(0.0, E4, length_s=0.04),
    weight=Weight.NEWS,
    longest_wait_s=0.5,
    once=True,
    asked_for=True,
)
WIN = Alert(
    "win",
    "alert.win",
    SoundClass.RESULT,
    4.0,
    phrase(LEAD_S, C4, E4, G4, E4, length_s=0.15) + phrase(0.7, C5, length_s=0.45),
    (Show(Lights.ALL, Sweep(on_s=1.3, off_s=2.4), Tint.GREEN), Show(Lights.MEANT, alone=False)),
    test_seats=(1,),
)
LONG_TURN = Alert(
    "long_turn",
    "alert.long_turn",
    SoundClass.WARNING,
    1.2,
    phrase(LEAD_S, E4, C4, length_s=0.25),
    (Show(Lights.MEANT, tint=Tint.AMBER, end_s=1.2),),
    weight=Weight.NEWS,
    longest_wait_s=5.0,
    once=True,
    test_seats=(1,),
)
OWN = (REFUSED, ACCEPTED, WIN, LONG_TURN)

UNKNOWN = Alert(
    "unknown",
    "",
    SoundClass.INFO,
    1.0,
    phrase(LEAD_S, E4, length_s=0.12),
    (Show(Lights.MEANT_OR_ON_TURN),),
    Weight.NEWS,
    longest_wait_s=5.0,
)
"""For what a module names in its cues and has not described."""


def installed() -> tuple[Alert, ...]:
    """The alerts of all installed modules, and those of the app."""
    parts = (part for name in catalogue.folders() for part in catalogue.module(name).parts)
    found = (value for part in parts for value in part.presentation if isinstance(value, Alert))
    return (*found, *OWN)
