"""From touches to commands: which command is meant, or the question that tells several apart."""

from __future__ import annotations

from itertools import chain

from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.presenters import board, deeds, forms, palette
from companion.presenters.deeds import ChoiceView
from companion.presenters.game import roller
from companion.presenters.intents import (
    Begin,
    Commit,
    Enter,
    Fill,
    Intent,
    MyTurn,
    NextTurn,
    Roll,
    Take,
    Try,
)
from companion.presenters.views import PlacesView, ToastView
from companion.presenters.ways import goes_on
from companion.rules.common import EndTurn, RollDice

Commands = tuple[Command, ...]
Meaning = Command | ChoiceView | PlacesView | Fill | ToastView | None
"""A command, what is asked to find it out, or why there is none; None if nothing at all is meant."""


def meaning(session: GameSession, intent: Intent) -> Meaning:
    """What is meant by a touch that may enter something.

    Raises:
        TypeError: if such an intent enters nothing.
    """
    match intent:
        case Roll(dice):
            return RollDice(roller(session.table), dict(dice))
        case Commit(command):
            return command
        case Try(template, place, chosen):
            return deeds.with_place(template, chosen, place)
        case Begin(command):
            return _one_of(session.table, _ways(session, command))
        case Enter(commands):
            return _one_of(session.table, _allowed(session, commands))
        case Take(seat, rank):
            return _taken(session, seat, rank)
        case MyTurn(seat):
            return _turn_of(session, seat)
        case NextTurn():
            return EndTurn(session.state.core.on_turn)
    raise TypeError(f"nothing is known of {intent!r}")


def _ways(session: GameSession, begun: Command) -> Commands:
    """The ways of doing it that the rules allow; if none, the command itself, for them to say why not."""
    if not board.laid(session.table) and isinstance(session.judge(begun), Accepted):
        return (begun,)
    return tuple(way for way in session.options(begun.by, type(begun)) if goes_on(begun, way)) or (begun,)


def _allowed(session: GameSession, commands: Commands) -> Commands:
    """Those of the commands that are allowed or filled in first; if none is, all of them."""
    table = session.table
    allowed = tuple(
        way for way in commands if _is_form(table, way) or isinstance(session.judge(way), Accepted)
    )
    return allowed or commands


def _one_of(table: Table, commands: Commands) -> Meaning:
    if not commands:
        return None
    first, *others = commands
    if board.laid(table) and not others and not deeds.placed(first):
        return deeds.nowhere(table, first.by, (type(first),))
    if all(_is_form(table, command) for command in commands) and len({type(one) for one in commands}) == 1:
        return Fill(forms.begun(table, commands))
    return deeds.ask(table, commands)


def _taken(session: GameSession, seat: int, rank: int) -> Meaning:
    """A piece of the palette. Its place is touched on the board even if it is the only one."""
    table, ways = session.table, palette.taken(session, seat, rank)
    if not ways:
        return _in_vain(table, table.core.ids[seat], palette.ranks(session)[rank])
    if all(_is_form(table, way) for way in ways):
        return Fill(ways[0])
    if len(ways) == 1 and palette.own_pieces_only(session, ways[0]):
        return ways[0]
    return deeds.ask_on_board(table, ways)


def _in_vain(table: Table, who: PlayerId, kinds: tuple[type[Command], ...]) -> Meaning:
    """A piece of which the rules allow no way: what names no place is refused, as an entry is."""
    if board.laid(table) and all(deeds.about_places(kind) for kind in kinds):
        return deeds.nowhere(table, who, kinds)
    return _one_of(table, tuple(chain.from_iterable(_unjudged(table, kind, who) for kind in kinds)))


def _unjudged(table: Table, kind: type[Command], who: PlayerId) -> Commands:
    """The ways that there would be at another time; if there are none, a command that names nothing."""
    if forms.is_form(table, kind):
        return (forms.blank(table, kind, who),)
    return tuple(table.ruleset.commands[kind].ways(table, who)) or (deeds.blank(kind, who),)


def _is_form(table: Table, command: Command) -> bool:
    return forms.is_form(table, type(command))


def _turn_of(session: GameSession, seat: int) -> EndTurn | ToastView | None:
    """The turn before ends, if it is the turn of the one who says so."""
    core = session.state.core
    who = core.ids[seat]
    ends = core.phase is Phase.AFTER_ROLL
    if ends and who == core.after(core.on_turn):
        return EndTurn(core.on_turn)
    if who == core.on_turn:
        return None
    player = core.after(core.on_turn) if ends else core.on_turn
    return ToastView(_("It is {player}’s turn.").format(player=core.players[core.ids.index(player)].name))
