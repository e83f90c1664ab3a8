"""What lights and buzzer tell of the ship, the attack and the metropolises."""

from __future__ import annotations

from companion.rules.presentation.alerts import (
    A4,
    C4,
    E4,
    G4,
    LEAD_S,
    Alert,
    Blink,
    Fade,
    Lights,
    Pulse,
    Run,
    Show,
    SoundClass,
    Sweep,
    Tint,
    Weight,
    phrase,
)

ATTACK_LEAD_S = 0.4
ROUND_THE_TABLE_S = 1.0

SHIP_STEP = Alert(
    "ship_step",
    "alert.ship_step",
    SoundClass.INFO,
    0.4,
    phrase(LEAD_S, E4, length_s=0.08),
    # it starts dim, not dark, so that it is seen at once
    (Show(Lights.NEWEST, Fade(0.3, least=0.15), end_s=0.3, alone=False),),
    Weight.NEWS,
    longest_wait_s=1.0,
    once=True,
    asked_for=True,
)
SHIP_NEAR = Alert(
    "ship_near",
    "alert.ship_near",
    SoundClass.WARNING,
    1.0,
    phrase(LEAD_S, A4, A4, length_s=0.12, gap_s=0.12),
    (Show(Lights.WAY, tint=Tint.AMBER),),
    Weight.NEWS,
    longest_wait_s=5.0,
)
ATTACK = Alert(
    "attack",
    "alert.attack",
    SoundClass.ALERT,
    2.5,
    phrase(ATTACK_LEAD_S, E4, A4, length_s=0.18)
    + phrase(ATTACK_LEAD_S + 0.56, E4, A4, length_s=0.18)
    + phrase(ATTACK_LEAD_S + 1.12, E4, A4, length_s=0.18),
    (Show(Lights.BAR, Pulse(1.0), Tint.RED), Show(Lights.SEATS, Run(ROUND_THE_TABLE_S))),
    Weight.GREAT,
    breaks_in=True,
)
ATTACK_WON = Alert(
    "attack_won",
    "alert.attack_won",
    SoundClass.RESULT,
    3.0,
    phrase(LEAD_S, C4, E4, G4, length_s=0.15),
    (Show(Lights.BAR, Sweep(on_s=0.7, off_s=1.5), Tint.GREEN, end_s=2.2), Show(Lights.MEANT)),
    Weight.GREAT,
    test_seats=(1,),
)
ATTACK_LOST = Alert(
    "attack_lost",
    "alert.attack_lost",
    SoundClass.RESULT,
    3.0,
    phrase(LEAD_S, G4, E4, C4, length_s=0.25),
    (Show(Lights.BAR, Fade(1.5, out=True), Tint.RED), Show(Lights.MEANT, Blink(1.0))),
    Weight.GREAT,
    test_seats=(0, 2),
)
METROPOLIS = Alert(
    "metropolis",
    "alert.metropolis",
    SoundClass.RESULT,
    2.0,
    phrase(LEAD_S, C4, G4, length_s=0.15),
    (Show(Lights.MEANT),),
    longest_wait_s=10.0,
    test_seats=(1, 2),
)

SHIP = (SHIP_STEP, SHIP_NEAR, ATTACK)
BATTLE = (ATTACK_WON, ATTACK_LOST)
