"""The Robber Flees: he goes back to where he started."""

from __future__ import annotations

from companion.engine.ids import RuleId
from companion.engine.table import Draft
from companion.rules.base import robber
from companion.rules.base.robber import RobberMoved
from companion.rules.base.slice import Base
from companion.rules.variants.event_cards.deck import Happening


def robber_flees(draft: Draft) -> None:
    """EV-17: the robber goes back to where he started, and robs nobody."""
    home = robber.home(draft)
    if draft.slice(Base).robber != home:
        draft.emit(RobberMoved(home))


HAPPENING = Happening("robber_flees", RuleId("EV-17"), {4: 2}, robber_flees)
