"""What a table seldom says: the turn ends, a track stands elsewhere, somebody has won, it plays on."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.core import DeclareWinner, PlayOn
from companion.engine.state import Phase
from companion.presenters import catch_up
from companion.presenters.deeds import Deed
from companion.presenters.game import entry_words
from companion.rules.common import EndTurn
from companion.rules.presentation import drawings

MOST_DEEDS = 5


class MoreView(msgspec.Struct, frozen=True):
    """What can be done beside play, and what a redo would bring back."""

    deeds: tuple[Deed, ...]
    redo: str


def more(session: GameSession) -> MoreView:
    """What the table may say now."""
    return MoreView(tuple(_deeds(session)), entry_words(session, session.to_redo))


def _deeds(session: GameSession) -> Iterable[Deed]:
    core = session.state.core
    who = core.on_turn
    if core.winner is not None:
        yield Deed("play_on", _("Play on"), "play", (PlayOn(who),), detail=_("The game is over"))
        return
    if core.phase is Phase.AFTER_ROLL and not core.pending:
        name = next(player.name for player in core.players if player.id == who)
        yield Deed("end_turn", _("End turn"), "forward", (EndTurn(who),), detail=name)
    facts = {fact.name: fact for fact in session.ruleset.facts}
    for gauge in session.ruleset.gauges:
        steps = tuple(facts[gauge.name].state(session.table, who, step) for step in range(gauge.length))
        label = narrate.say(f"gauge.{gauge.name}", {})
        yield Deed(f"place_{gauge.name}", label, drawings()[gauge.name].icon, steps)
    changes = catch_up.levels(session)
    if changes:
        yield Deed("level", _("Tracking"), "table", changes)
    winners = tuple(DeclareWinner(player) for player in core.ids)
    yield Deed("declare_winner", _("Somebody has won"), "trophy", winners)
