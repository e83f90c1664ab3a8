"""What moves on the screen: barbarians that come ashore, and a battle that is won."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.table import Table
from companion.rules.presentation.parts import Motion, Move, Spot
from companion.rules.scenarios.barbarian_attack.battle import BattleWon
from companion.rules.scenarios.barbarian_attack.landing import BarbarianLanded


def _lands(_before: Table, _after: Table, landed: BarbarianLanded) -> Iterator[Move]:
    if landed.hex is not None:
        there = str(landed.hex)
        yield Move("goes", (Spot("sea", there), Spot("hex", there)), "barbarians_1")


def _won(_before: Table, _after: Table, _battle: BattleWon) -> Iterator[Move]:
    for there in (Spot("battle"), Spot("outcome")):
        yield Move("goes", (Spot("shore"), there))


COAST = (Motion(BarbarianLanded, _lands), Motion(BattleWon, _won))
