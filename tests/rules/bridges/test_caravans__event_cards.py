"""The Caravans with Event cards (CV-09)."""

from __future__ import annotations

from companion.engine.ids import HexId
from companion.rules.base.robber import MoveRobber, RobberMoved
from companion.rules.variants.event_cards.turning import TurnCard
from tests.kit.camels import caravans
from tests.kit.tables import ANNA, BEN, only

MODULES = ("base", "caravans", "event_cards")


def test_cv_09_the_robber_flees_off_the_board() -> None:
    table = caravans(modules=MODULES, robber=4, rolled=False)
    assert only(table.enter(TurnCard(ANNA, 4, "robber_flees")), RobberMoved).to is None
    table.end()
    table.enter(TurnCard(BEN, 7, "robber_attack"))
    assert table.refused(MoveRobber(BEN, HexId(9))) == {"CV-01"}
    table.enter(MoveRobber(BEN, HexId(4)))
