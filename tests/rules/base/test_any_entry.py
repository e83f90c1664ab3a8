"""Any entry at all, sensible or not, and the table lets it stand: the game stays one that can be played."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from companion.engine.cells import BANK
from companion.engine.command import Command
from companion.engine.decide import decide, options
from companion.engine.geometry import Geometry
from companion.engine.ids import HexId, PlayerId
from companion.engine.level import Level
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.rules.base.goods import RESOURCES
from companion.rules.base.slice import Award, Base
from tests.kit.island import BEGINNERS
from tests.kit.tables import BASE, evening

GOODS = (*RESOURCES, *RESOURCES, *RESOURCES, "gold", "knight")
COUNTS = (1, 1, 1, 1, 2, 2, 2, 3, 4, 8, 19, 50, 99, 0, -1)
BENT = {"base.supply", "base.roads"}
"""What the table may bend: a sixth settlement, a sixteenth road."""


class Anyone:
    """Fills in the fields of any command, by their names."""

    def __init__(self, chance: random.Random, people: tuple[PlayerId, ...], land: Geometry) -> None:
        self.chance = chance
        self.people = people
        self.land = land
        pick = chance.choice
        self.ways: dict[str, Callable[[], Any]] = {
            "dice": lambda: {"white": chance.randint(1, 6), "red": chance.randint(1, 6)},
            "board": lambda: BEGINNERS,
            "by": self.person,
            "player": self.person,
            "partner": self.person,
            "victim": lambda: pick([None, self.person()]),
            "cards": self.cards,
            "give": self.cards,
            "take": self.cards,
            "given": lambda: {pick(people): pick(COUNTS) for _ in range(chance.randint(0, 3))},
            "good": lambda: pick(GOODS),
            "card": lambda: pick([None, None, pick(GOODS)]),
            "taken": lambda: pick([None, None, pick(GOODS)]),
            "site": lambda: pick([*land.corners, "99N"]),
            "edge": lambda: pick([*land.edges, "99NE"]),
            "edges": lambda: tuple(pick(land.edges) for _ in range(chance.randint(0, 3))),
            "hex": lambda: HexId(chance.randint(-1, 19)),
            "decision": lambda: chance.randint(0, 60),
            "whole": lambda: chance.random() < 0.5,
            "reason": lambda: "a bet",
            "level": lambda: pick([Level.L2, Level.L3]),
            "award": lambda: pick(list(Award)),
            "settlements": lambda: self.places(land.corners),
            "cities": lambda: self.places(land.corners),
            "roads": lambda: self.places(land.edges),
            "played": lambda: {pick(["knight", "monopoly", "gold"]): pick(COUNTS)},
        }

    def person(self) -> PlayerId:
        return self.chance.choice([*self.people, *self.people, PlayerId("zoe")])

    def places(self, known: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.chance.sample(known, self.chance.randint(0, 3)))

    def cards(self) -> dict[str, int]:
        pick = self.chance.choice
        return {pick(GOODS): pick(COUNTS) for _ in range(self.chance.randint(0, 3))}

    def command(self, table: Table) -> Command:
        """An entry, more often than not by somebody who has something to say."""
        pending, pick = table.core.pending, self.chance.choice
        if pending and self.chance.random() < 0.6:
            question = pick(pending)
            kind, by = table.ruleset.by_tag[pick(question.answers)].command, question.who
        else:
            kind, by = pick(list(table.ruleset.commands)), table.core.on_turn
        fields = {
            field.name: self.ways.get(field.name, lambda: pick(COUNTS))()
            for field in msgspec.structs.fields(kind)
        }
        return kind(**fields | {"by": by if self.chance.random() < 0.8 else fields["by"]})


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
@pytest.mark.parametrize("seed", range(8))
def test_any_entry_that_the_table_lets_stand_leaves_a_game(level: Level, seed: int) -> None:
    print("seed", seed)
    chance = random.Random(seed)
    names = " ".join(("anna", "ben", "carla", "david")[: chance.randint(2, 4)])
    session = evening(names, modules=BASE, level=level).session
    rules, state = session.ruleset, session.state
    anyone = Anyone(chance, state.core.ids, BEGINNERS.geometry)
    for _ in range(150):
        table = Table(rules, state)
        command = anyone.command(table)
        verdict = decide(rules, state, command, overrule=True)
        if not isinstance(verdict, Accepted):
            continue
        state = verdict.state
        table = Table(rules, state)
        broken = [i.name for i in table.ruleset.invariants if i.name not in BENT and list(i.broken(table))]
        assert not broken, command
        for who in state.core.ids:
            for option in options(rules, state, who):
                assert isinstance(decide(rules, state, option), Accepted), option
        hands = state.slice(Base).hands
        if hands.holders:
            cards = sum(hands.total(holder) for holder in (*hands.holders, BANK))
            assert cards == sum(hands.supply.values()), command
    assert state.slice(Base).board == BEGINNERS
