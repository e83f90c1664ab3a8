"""From updates of a game to what devices are to show.

Levels follow the state and are right after a restart or an undo too; edges belong to new events only. Both
are made of what everyone at the table sees.
"""

from __future__ import annotations

import logging

from companion.app import narrate
from companion.app.alerts import REFUSED, UNKNOWN, WIN
from companion.app.i18n import language
from companion.app.ports import Alerts, Cue, Scene, Spoken, Standing
from companion.app.session import GameSession, Update, UpdateKind
from companion.engine.core import GameWon
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState, Player
from companion.engine.table import Table
from companion.rules.presentation.alerts import Alert, SoundClass
from companion.rules.presentation.parts import Aloud, Attack, Counter, Holding

ALOUD = frozenset({SoundClass.WARNING, SoundClass.ALERT, SoundClass.RESULT})
"""The classes of what is worth saying aloud."""

log = logging.getLogger(__name__)


def scene(ruleset: Ruleset, state: GameState) -> Scene:
    """How the table stands in a state."""
    table = Table(ruleset, state)
    core = state.core
    seats = {player: seat for seat, player in enumerate(core.ids)}
    gauge = table.ruleset.gauge
    gauges = {one.name: (one.position(table), one.length) for one in table.ruleset.gauges}
    step, track = gauges[gauge.name] if gauge is not None else (0, 0)
    attack = next(iter(table.ruleset.presented(Attack)), None)
    return Scene(
        step=step,
        track=track,
        near=gauge is not None and step == track - 1,
        seats=len(seats),
        on_turn=seats[core.on_turn],
        waiting=tuple(sorted({seats[question.who] for question in core.pending})),
        winner=None if core.winner is None else seats[core.winner],
        colours=tuple(player.colour for player in core.players),
        standings=tuple(_standing(table, player) for player in core.players),
        gauges=gauges,
        strength=None if attack is None else attack.strength(table),
        defence=None if attack is None else attack.defence(table),
    )


def _standing(table: Table, player: Player) -> Standing:
    """How a player stands; a game that counts no points has no pieces either."""
    if not table.ruleset.scored:
        return Standing(player.name)
    who = player.id
    return Standing(
        player.name,
        table.points(who),
        {piece.icon: piece.count(table, who) for piece in table.ruleset.presented(Counter)},
        {
            holding.icon: count
            for holding in table.ruleset.presented(Holding)
            if (count := holding.count(table, who))
        },
    )


def cues(ruleset: Ruleset, update: Update) -> tuple[Cue, ...]:
    """What a new entry lets be heard and seen, in the order in which it happened."""
    table = Table(ruleset, update.state)
    seats: dict[PlayerId, int] = {player: seat for seat, player in enumerate(update.state.core.ids)}
    found = []
    for event in update.events:
        for rule in table.ruleset.cues:
            players = rule.concerns(table, event) if type(event) is rule.event else None
            if players is not None:
                alert = _alert(table.ruleset, rule.sign)
                concerned = tuple(seats[player] for player in players)
                found.append(Cue(alert, concerned, spoken=_spoken(table, alert, event)))
        if isinstance(event, GameWon):
            found.append(Cue(WIN, (seats[event.by],), spoken=_spoken(table, WIN, event)))
    return tuple(found)


def _spoken(table: Table, alert: Alert, event: Event) -> Spoken | None:
    """What is said aloud of an event, in the language in use."""
    if alert.sound not in ALOUD:
        return None
    players = table.core.players
    told = next((one for one in table.ruleset.presented(Aloud) if type(event) is one.event), None)
    if told is None:
        text = narrate.event_text(event, players) or ""
    else:
        text = " ".join(narrate.say(words.key, words.params, players) for words in told.words(event))
    return Spoken(text, language()) if text else None


def _alert(ruleset: Ruleset, sign: str) -> Alert:
    """The alert that a module means by the name of its sign."""
    alert = next((alert for alert in ruleset.presented(Alert) if alert.name == sign), None)
    if alert is None:
        log.error("no module of the game says how %r looks and sounds", sign)
    return alert or UNKNOWN


class AlertListener:
    """Connects a game to the devices."""

    def __init__(self, session: GameSession, alerts: Alerts) -> None:
        self._ruleset = session.ruleset
        self._alerts = alerts
        self._stop = session.subscribe(self._hear)

    def refused(self) -> None:
        """An entry was refused: the amber blink and the low note."""
        self._alerts.cue(Cue(REFUSED))

    def close(self) -> None:
        """Hear no more of this game."""
        self._stop()

    def _hear(self, update: Update) -> None:
        self._alerts.scene(scene(self._ruleset, update.state))
        if update.kind in (UpdateKind.UNDONE, UpdateKind.CORRECTED):
            self._alerts.cancel()  # what is still sounding may not have happened
        for cue in cues(self._ruleset, update):
            self._alerts.cue(cue)
