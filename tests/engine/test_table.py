"""A table keeps what was worked out from it until something happens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine.decide import all_options, has_options, options, options_of
from companion.engine.event import Event
from companion.engine.extension import Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Draft, Table, kept
from companion.rules.base.building import BuildRoad, BuildRoadRule, BuildSettlement, RoadBuilt
from companion.rules.base.setup import PlaceBuilding
from tests.kit.island import edge, island
from tests.kit.tables import ANNA, BEN

PIECES = "anna: settlement 4N, roads 4NE 4E 4SE; ben: settlement 12S, road 12SE"


def table() -> tuple[Ruleset, GameState]:
    session = island(pieces=PIECES, hands={"anna": "1 brick 1 lumber 1 wool 1 grain"}).session
    return session.ruleset, session.state


def test_what_was_worked_out_is_kept_until_something_happens() -> None:
    asked: list[PlayerId] = []

    @kept
    def roads(laid: Table, owner: PlayerId) -> int:
        asked.append(owner)
        return asked.count(owner)

    draft = Draft(*table())
    assert [roads(draft, ANNA), roads(draft, ANNA), roads(draft, BEN)] == [1, 1, 1]
    event: Event = RoadBuilt(ANNA, edge("9E"))
    draft.emit(event)
    assert [roads(draft, ANNA), roads(draft, BEN)] == [2, 2]
    assert roads(Draft(*table()), ANNA) == 3, "another table is asked anew"


def test_a_value_is_made_up_once_until_something_happens() -> None:
    asked: list[PlayerId] = []

    def limit(laid: Table, old: None, player: PlayerId) -> int:
        asked.append(player)
        return asked.count(player)

    rules, state = table()
    terms = {**rules.terms, "hand_limit": (Term("hand_limit", Stage.BASE, limit),)}
    draft = Draft(replace(rules, terms=terms), state)
    assert [draft.value("hand_limit", who) for who in (ANNA, ANNA, BEN)] == [1, 1, 1]
    draft.emit(RoadBuilt(ANNA, edge("9E")))
    assert [draft.value("hand_limit", who) for who in (ANNA, BEN)] == [2, 2]


def test_a_screen_that_asks_for_one_kind_has_no_other_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state = table()
    laid = Draft(rules, state)
    all_of_them = options(rules, state, ANNA)
    judged: list[BuildRoad] = []
    at = BuildRoadRule.at

    def counted(rule: BuildRoadRule, board: Table, command: BuildRoad) -> object:
        judged.append(command)
        return at(rule, board, command)

    monkeypatch.setattr(BuildRoadRule, "at", counted)
    assert options_of(laid, BuildSettlement, ANNA) == tuple(
        one for one in all_of_them if isinstance(one, BuildSettlement)
    )
    assert not judged
    assert has_options(laid, BuildRoad, ANNA)
    assert len(judged) == 1, "one way is enough to say that there is one"
    roads = options_of(laid, BuildRoad, ANNA)
    assert roads == tuple(one for one in all_of_them if isinstance(one, BuildRoad))
    count = len(judged)
    assert options_of(laid, BuildRoad, ANNA) is roads and len(judged) == count, (
        "what is kept is not judged again"
    )
    assert all_options(laid, ANNA) == all_of_them
    assert options_of(laid, PlaceBuilding, ANNA) == ()
