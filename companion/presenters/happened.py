"""What a roll did, and what an attack did, from the events of their entries."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from companion.app import narrate
from companion.engine.command import tag_of
from companion.engine.core import DiceRolled
from companion.engine.event import Event
from companion.engine.table import Table
from companion.presenters import dice
from companion.presenters.game import people, person
from companion.presenters.views import AttackView, DefenceView, LineView, QuestionView, ResultView
from companion.rules.presentation import told
from companion.rules.presentation.parts import Attack, Battle, Battles, EventLine, Line, RollLines, Words

Events = tuple[Event, ...]


def result(table: Table, events: Iterable[Event], asked: tuple[QuestionView, ...], serial: int) -> ResultView:
    """The result of the last roll, with the questions that are open (``asked``)."""
    found = tuple(events)
    rolled = next((event.dice for event in found if isinstance(event, DiceRolled)), table.core.dice)
    return ResultView(
        dice.as_shown(rolled),
        (*_told(table, found), *(_line(table, line) for line in _whole(table, found))),
        asked,
        serial,
    )


def _told(table: Table, events: Events) -> Iterable[LineView]:
    """Those of the events that modules tell by themselves."""
    own = {part.event: part.line for part in table.ruleset.presented(EventLine)}
    for event in events:
        drawn = told().get(tag_of(type(event)))
        text = None if drawn is None else narrate.result_text(event, table.core.players)
        if drawn is not None and text is not None:
            yield LineView(drawn.icon, text, tone=drawn.tone)
        if type(event) in own:
            yield _line(table, own[type(event)](event))


def _whole(table: Table, events: Events) -> tuple[Line, ...]:
    """What modules tell of the roll as a whole, each with the lines of those before it."""
    parts = table.ruleset.presented(RollLines)
    nothing: tuple[Line, ...] = ()
    return reduce(lambda lines, part: tuple(part.tell(table, events, lines)), parts, nothing)


def _line(table: Table, line: Line) -> LineView:
    return LineView(
        line.icon,
        "" if line.words is None else _said(table, line.words),
        people(table, line.people),
        line.tone,
        line.track,
        tuple((person(table, player), value) for player, value in line.values),
        tuple(line.goods.items()),
        line.to_do,
    )


def _said(table: Table, words: Words) -> str:
    return narrate.say(words.key, words.params, table.core.players)


def battle(table: Table, events: Events) -> Battle | None:
    """The battle that the entries tell of, as the modules have it; None if there was none."""
    parts: tuple[Attack | Battles, ...] = (
        *table.ruleset.presented(Attack),
        *table.ruleset.presented(Battles),
    )
    battles = (part.battle(table, events) for part in parts)
    return next((found for found in battles if found is not None), None)


def attack(
    table: Table, events: Iterable[Event], asked: tuple[QuestionView, ...], serial: int
) -> AttackView | None:
    """The attack that the entries tell of; None if there was none."""
    found = battle(table, tuple(events))
    if found is None:
        return None
    return AttackView(
        found.strength,
        found.defence,
        found.won,
        narrate.say(found.headline, {}),
        tuple(_said(table, reason) for reason in found.reasons),
        tuple(
            DefenceView(
                person(table, one.player),
                one.strength,
                one.cities,
                narrate.say(one.outcome, one.params, table.core.players) if one.outcome else "",
                one.tone,
            )
            for one in found.players
        ),
        asked,
        serial,
        found.icon,
        found.strictly,
    )
