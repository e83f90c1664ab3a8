"""What a player can take to the board, and what can be done with a piece that stands there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from companion.app import narrate
from companion.app.i18n import _, ngettext
from companion.app.session import GameSession
from companion.engine.command import Command, tag_of
from companion.engine.decide import options_of
from companion.engine.ids import PlayerId
from companion.engine.state import GameState, Phase
from companion.engine.table import Table
from companion.presenters import board, forms
from companion.presenters.board_view import Place
from companion.presenters.deeds import AnswerView, ChoiceView, ask, person_at
from companion.presenters.intents import Take
from companion.presenters.views import ActionView, PaletteView
from companion.presenters.ways import label
from companion.rules import common
from companion.rules.presentation import fields, shown
from companion.rules.presentation.parts import Piece, Preview

CARDS = 20
"""From this rank on stand cards that are bought and played, after everything that has a place."""

TRADE = 30
"""From this rank on stands what is done with the cards in hand; it is not taken to the board."""

SHOWING = 40
"""From this rank on stands what the table lets everyone see."""


def palette(session: GameSession, seat: int) -> PaletteView:
    """The pieces of a player. Each kind that the game has keeps its place, lit or not."""
    table = session.table
    who = table.core.ids[seat]
    able = {shown(type(command)).rank for command in offered(session, who)} | begun(session, who)
    pieces = []
    lit = set()
    for rank, kinds in ranks(session).items():
        if rank >= TRADE:
            continue
        name = f"take_{tag_of(kinds[0]).partition('.')[2]}"
        word = label(kinds[0])
        pieces.append(ActionView(name, word, icon(kinds[0]), Take(seat, rank)))
        if rank in able:
            lit.add(name)
    people = tuple(person_at(table, index) for index in range(len(table.core.ids)))
    goals = frozenset(str(place.id) for place in goals_of(session, who))
    return PaletteView(person_at(table, seat), people, tuple(pieces), frozenset(lit), goals)


def goals_of(session: GameSession, who: PlayerId) -> dict[Place, tuple[Command, ...]]:
    """The corners to which somebody can send a piece by a command of which the table sees first what it comes
    to: nothing else than that piece need be meant there."""
    found: dict[Place, tuple[Command, ...]] = {}
    for part in session.ruleset.presented(Preview):
        for command in session.options(who, part.command):
            *_before, (last,) = _places(session.table, command)
            if last.sort == "corner":
                found[last] = (*found.get(last, ()), command)
    return found


def begun(session: GameSession, who: PlayerId) -> set[int]:
    """The places of what is filled in as a form, where the player may begin it."""
    table = session.table
    return {
        shown(kind).rank
        for kind, rule in session.ruleset.commands.items()
        if forms.is_form(table, kind) and rule.may_begin(table, who)
    }


def ranks(session: GameSession) -> dict[int, tuple[type[Command], ...]]:
    """The kinds of commands of this game that are taken from the palette, by their places there."""
    found: dict[int, list[type[Command]]] = {}
    for kind in session.ruleset.commands:
        rank, wanted = shown(kind).rank, shown(kind).wanted
        if rank >= SHOWING and not forms.is_form(session.table, kind):
            continue
        if rank and (not wanted or session.table.value(wanted)):
            found.setdefault(rank, []).append(kind)
    return {rank: tuple(found[rank]) for rank in sorted(found)}


def icon(kind: type[Command]) -> str:
    """The drawing on a piece."""
    return shown(kind).shared or shown(kind).icon


def offered(session: GameSession, who: PlayerId) -> tuple[Command, ...]:
    """What the player may do with pieces now. For one who is not on turn, what it would be if he were: what
    people enter late is mostly right."""
    core = session.state.core
    table = session.table
    if not core.pending and who != core.on_turn and core.winner is None:
        late = msgspec.structs.replace(core, on_turn=who, phase=Phase.AFTER_ROLL)
        table = Table(session.ruleset, GameState(late, session.state.slices))
    ranked = [kind for kind in session.ruleset.listed if shown(kind).rank]
    return tuple(chain.from_iterable(options_of(table, kind, who) for kind in ranked))


def taken(session: GameSession, seat: int, rank: int) -> tuple[Command, ...]:
    """The ways to use a piece of the palette."""
    table, who = session.table, session.state.core.ids[seat]
    found = [one for one in offered(session, who) if shown(type(one)).rank == rank]
    for kind in ranks(session)[rank]:
        if forms.is_form(table, kind) and (
            rank >= TRADE or table.ruleset.commands[kind].may_begin(table, who)
        ):
            found = [*(one for one in found if type(one) is not kind), forms.blank(table, kind, who)]
    return tuple(found)


def with_piece(session: GameSession, place: Place) -> ChoiceView | None:
    """What the rules allow with a piece that stands on the board; None if nothing stands there."""
    table = session.table
    piece = _piece(session, place)
    if piece is not None and piece.figure == board.ROAD:
        return trail(session, piece.owner) if common.has_longest_road(table) else None
    sent = _sent(session, place)
    if piece is None or piece.owner not in table.core.ids:
        return sent
    owner = piece.owner
    groups: dict[type[Command], list[Command]] = {}
    for command in offered(session, owner):
        if _begins_at(table, command, place):
            groups.setdefault(type(command), []).append(command)
    answers = tuple(
        AnswerView(
            f"piece_{tag_of(kind).partition('.')[2]}",
            narrate.command_short(ways[0]),
            tuple(ways),
            shown(kind).icon,
        )
        for kind, ways in groups.items()
    )
    if sent is not None and not answers:
        return sent
    answers += () if sent is None else sent.answers
    person = person_at(table, table.core.ids.index(owner))
    text = (
        _("{player}: what happens to this piece?")
        if answers
        else _("{player}: nothing to do with this piece now.")
    )
    reach = board.reach(table, piece)
    return ChoiceView(text.format(player=person.name), answers, person, reach=reach, piece=place)


def _sent(session: GameSession, place: Place) -> ChoiceView | None:
    """What it comes to if the player on turn sends a piece there; None where none can go."""
    ways = goals_of(session, session.state.core.on_turn).get(place, ())
    asked = ask(session.table, ways) if ways else None
    return asked if isinstance(asked, ChoiceView) else None


def trail(session: GameSession, owner: PlayerId) -> ChoiceView:
    """The longest trail of a player, and where the roads are shut off."""
    table = session.table
    found = common.trail(table, owner)
    person = person_at(table, table.core.ids.index(owner)) if owner in table.core.ids else None
    text = ngettext(
        "The longest road has {count} segment.", "The longest road has {count} segments.", len(found)
    ).format(count=len(found))
    return ChoiceView(text, (), person, found, common.blocked(table, owner))


def _piece(session: GameSession, place: Place) -> Piece | None:
    """What stands on a place, the uppermost."""
    found = board.at(session.table, place.sort, place.id)
    return found[-1] if found else None


def own_pieces_only(session: GameSession, command: Command) -> bool:
    """Whether all places of a command are those of the player's own pieces which stand there already. Of what
    becomes of the only such piece nobody need be shown where, as of a new one."""
    pieces = [_piece(session, place) for named in _places(session.table, command) for place in named]
    return bool(pieces) and all(piece is not None and piece.owner == command.by for piece in pieces)


def _begins_at(table: Table, command: Command, place: Place) -> bool:
    """Whether the first place that a command names is this one."""
    return next(_places(table, command), None) == (place,)


def _places(table: Table, command: Command) -> Iterator[tuple[Place, ...]]:
    """What each field of a command that names places says."""
    for name in fields(type(command)):
        sort, many = board.sort_of(table.ruleset, type(command), name)
        if sort in ("corner", "edge", "hex"):
            value = getattr(command, name)
            several = () if value is None else value if many else (value,)
            yield tuple(Place(sort, one) for one in several)
