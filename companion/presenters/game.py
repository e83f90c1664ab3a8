"""The frame and the table from a running game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.decide import asked_at_end
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import Face, Phase
from companion.engine.table import Table
from companion.history.log import Entry
from companion.presenters import dice
from companion.presenters.board import laid
from companion.presenters.deeds import person_at
from companion.presenters.holdings import holdings
from companion.presenters.intents import Begin, Enter, NextTurn, OpenPanel
from companion.presenters.views import (
    ActionView,
    BarView,
    CounterView,
    KnightsView,
    LadderView,
    PersonView,
    PlayerView,
    RollView,
    StripView,
    TableView,
)
from companion.presenters.ways import meant
from companion.rules.common import hands as hands_of
from companion.rules.presentation import questions_shown
from companion.rules.presentation.parts import (
    Attack,
    Counter,
    Deck,
    Instrument,
    Ladder,
    NamedDice,
    Pad,
    Troop,
)

POINTS = "points_to_win"


def scored(table: Table) -> bool:
    """Whether points, knights and the rest are tracked, and not the ship alone."""
    return table.ruleset.scored


def person(table: Table, player: PlayerId) -> PersonView:
    """A player as a chip."""
    return person_at(table, table.core.ids.index(player))


def people(table: Table, players: tuple[PlayerId, ...]) -> tuple[PersonView, ...]:
    """Several players as chips."""
    return tuple(person(table, player) for player in players)


def pad(ruleset: Ruleset) -> Pad | None:
    """The pad of a game in which cards are turned up."""
    return next(iter(ruleset.presented(Pad)), None)


def turner(table: Table) -> PlayerId | None:
    """Who turns up a card next; None as long as something else comes before, or where there are none."""
    found = pad(table.ruleset)
    return next(
        (who for who in (table.core.on_turn, roller(table)) if found is not None and found.due(table, who)),
        None,
    )


def roller(table: Table) -> PlayerId:
    """Who rolls next: entering the next roll ends the turn."""
    core = table.core
    return core.after(core.on_turn) if core.phase is Phase.AFTER_ROLL else core.on_turn


def strip(table: Table, muted: bool) -> StripView:
    """The ship strip."""
    gauge = table.ruleset.gauge
    name, step, track = (gauge.name, gauge.position(table), gauge.length) if gauge is not None else ("", 0, 0)
    attack = next(iter(table.ruleset.presented(Attack)), None)
    return StripView(
        name,
        step,
        track,
        bool(track) and step == track - 1,
        None if attack is None else attack.strength(table),
        None if attack is None else attack.defence(table),
        table.core.turn,
        person(table, table.core.on_turn),
        muted,
    )


def bar(session: GameSession) -> BarView:
    """The bar at the bottom."""
    table = session.table
    rows = rows_wanted(table)
    waiting = table.core.pending
    card = turner(table) is not None
    undo = session.to_undo
    return BarView(
        undo="" if undo is None else narrate.entry_short(undo),
        undo_by=_by(table, undo),
        redo=entry_words(session, session.to_redo),
        tray="red" in rows and not named_dice(table) and not card,
        pad=scored(table) or len(rows) != 1,
        card=card,
        waiting=narrate.decision_text(waiting[0], table.core.players) if waiting else "",
        ending=ending(table),
        board=laid(table),
        over=table.core.winner is not None,
    )


def ending(table: Table) -> ActionView | None:
    """The way to what the end of the turn asks, where that comes before anybody would think of the dice."""
    for question in asked_at_end(table):
        found = questions_shown().get(question.kind)
        if found is not None and found.icon:
            return ActionView(
                "end_turn", narrate.say(f"ends.{question.kind}", {}), found.icon, NextTurn(), primary=True
            )
    return None


def _by(table: Table, entry: Entry | None) -> PersonView | None:
    if entry is None or entry.command is None or entry.command.by not in table.core.ids:
        return None
    return person(table, entry.command.by)


def entry_words(session: GameSession, entry: Entry | None) -> str:
    """An entry in a few words, with the name of who did it."""
    if entry is None:
        return ""
    if entry.command is None:
        return narrate.entry_short(entry)
    players = {player.id: player.name for player in session.state.core.players}
    return _("{player}: {what}").format(
        player=players.get(entry.command.by, ""), what=narrate.command_short(entry.command)
    )


def rows_wanted(table: Table) -> tuple[str, ...]:
    """The dice of the next roll, in the order in which they are shown."""
    return dice.in_order(die.name for die in table.ruleset.dice_wanted(table.state))


def roll(table: Table) -> RollView:
    """The roll pad; dice that somebody named are chosen already."""
    known = dice.as_shown(named_dice(table))
    return RollView(rows_wanted(table), dice.faces(table.ruleset), person(table, roller(table)), known)


def named_dice(table: Table) -> dict[str, Face]:
    """The dice that show what somebody named."""
    return {
        die: face for named in table.ruleset.presented(NamedDice) for die, face in named.faces(table).items()
    }


def table_view(table: Table) -> TableView:
    """All columns."""
    tracked = scored(table)
    players = tuple(
        player_view(table, player) if tracked else PlayerView(person(table, player))
        for player in table.core.ids
    )
    to_win = int(table.value(POINTS, table.core.on_turn)) if tracked else 0
    return TableView(players, tracked, to_win)


def player_view(table: Table, player: PlayerId) -> PlayerView:
    """One column."""
    core, hands, presented = table.core, hands_of(table), table.ruleset.presented
    return PlayerView(
        person=person(table, player),
        points=table.points(player),
        on_turn=core.on_turn == player,
        counters=tuple(
            CounterView(found.icon, found.count(table, player), Begin(found.more(player)))
            for found in in_column(presented(Counter))
        ),
        knights=tuple(_knights(table, player, troop) for troop in presented(Troop)),
        ladders=tuple(
            LadderView(
                ladder.track,
                ladder.level(table, player),
                ladder.metropolis(table, player),
                Begin(ladder.climb(player, ladder.level(table, player) + 1)),
            )
            for ladder in presented(Ladder)
        ),
        cards=tuple((deck.track, deck.held(table, player)) for deck in presented(Deck)),
        waiting=any(question.who == player for question in core.pending),
        winner=core.winner == player,
        hand=hands.total(player) if hands.counted else None,
        holdings=holdings(table, player),
        instruments=tuple(_instrument(table, player, found) for found in presented(Instrument)),
    )


PER_ROW = 3
"""Counters that have room beside each other in a column."""


def in_column(counters: Sequence[Counter]) -> list[Counter]:
    """Those that stand in a player's column: the spare ones as far as the row has room."""
    room = PER_ROW - sum(not counter.spare for counter in counters)
    spare = [counter for counter in counters if counter.spare][: max(0, room)]
    return [counter for counter in counters if not counter.spare or counter in spare]


def _instrument(table: Table, player: PlayerId, found: Instrument) -> CounterView:
    action = found.does(table, player)
    touched = meant(table.core.ids.index(player), action)
    count = None if found.count is None else found.count(table, player)
    return CounterView(found.icon, count, touched, action.name.removeprefix("do_"))


def _knights(table: Table, player: PlayerId, troop: Troop) -> KnightsView:
    """A touch activates one that sleeps; with none asleep there is something to choose."""
    active, inactive = troop.active(table, player), troop.inactive(table, player)
    seat = table.core.ids.index(player)
    touched = Enter(troop.activate(table, player)) if inactive else OpenPanel(seat, troop.section)
    return KnightsView(troop.strength, active, inactive, touched)
