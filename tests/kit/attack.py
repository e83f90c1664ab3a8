"""An attack of the barbarians that is about to come."""

from __future__ import annotations

from companion.app.session import GameSession
from companion.engine.ids import PlayerId
from companion.rules.cities_knights.barbarians import PlaceShip
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.queries import knights


def before_the_attack(session: GameSession, *defenders: str) -> None:
    """The ship lies one step before the shore, and each of these has one active knight more: where nobody has
    others, they tie."""
    session.submit(PlaceShip(session.state.core.on_turn, 6), overrule=True)
    for who in map(PlayerId, defenders):
        session.submit(RecruitKnight(who), overrule=True)
        asleep = tuple(site for site, knight in knights(session.table, who).items() if not knight.active)
        session.submit(ActivateKnights(who, asleep), overrule=True)
