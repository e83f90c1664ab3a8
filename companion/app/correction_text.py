"""What a correction would do, in words: short lines before people apply it, and a sentence for each
conflict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.app.narrate import (
    command_text,
    decision_text,
    event_text,
    point_source,
    say,
    term,
    violation_text,
)
from companion.engine.core import DiceRolled
from companion.engine.decision import Decision
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Player
from companion.history.correction import Consequence, CorrectionError, CorrectionReport, Fate

Players = tuple[Player, ...]

LARGEST_SHOWN = 5
"""Up to this many later events are told one by one."""


def report_lines(report: CorrectionReport, players: Players) -> tuple[str, ...]:
    """What follows, the conflicts apart: cards and dice first, then what happened otherwise, then how the
    game would stand now.
    """
    if report.wish.record_only and report.changes:
        return (say("correction.record-only", {}),)
    lines = [line for line in _lines(report, players) if line]
    return tuple(lines) or (say("correction.nothing-else", {}),)


def conflict_text(found: Consequence, players: Players) -> str:
    """An entry in conflict, with all rules that it would break."""
    what = say("correction", {}) if found.command is None else command_text(found.command, players)
    reasons = " ".join(dict.fromkeys(violation_text(violation, players) for violation in found.violations))
    return say("correction.conflict", {"entry": int(found.entry), "what": what, "reasons": reasons})


def problem_text(error: CorrectionError, players: Players) -> str:
    """Why nothing was corrected, in one sentence; the rules in the way follow it."""
    reasons = (violation_text(violation, players) for violation in error.violations)
    return " ".join((say(error.key, error.params), *reasons))


def _lines(report: CorrectionReport, players: Players) -> Iterator[str]:
    yield _cards_and_dice(report, players)
    yield from _events(report, players)
    before, after = report.before, report.after
    for gauge, old in before.gauges.items():
        if old != after.gauges[gauge]:
            params = {"gauge": term("gauge", gauge), "before": old, "after": after.gauges[gauge]}
            yield say("correction.gauge", params)
    for player in before.points:
        yield _points(player, before.points[player], after.points[player], players)
    owners = dict.fromkeys((*before.possessions, *after.possessions))
    for owner in owners:
        changes = _changes(before.possessions.get(owner, {}), after.possessions.get(owner, {}))
        if changes:
            yield say("correction.possessions", {"player": owner, "changes": changes}, players)
    names = {player.id: player.name for player in players}
    hands = _changes(before.cards, after.cards, names)
    if hands:
        yield say("correction.hands", {"changes": hands})
    yield from _questions(before.questions, after.questions, players)
    if before.on_turn != after.on_turn:
        yield say("core.turn_begun", {"by": after.on_turn}, players)
    if before.winner != after.winner:
        key = "correction.not-won" if after.winner is None else "correction.won"
        yield say(key, {"player": after.winner}, players)
    later = sum(found.fate is Fate.RESTATED for found in report.consequences)
    if later:
        yield say("correction.later", {"count": later})


def _cards_and_dice(report: CorrectionReport, players: Players) -> str:
    """``Anna +1 ore, Ben −1 grain; red die unchanged``."""
    parts = []
    for player in players:
        cards = report.flows.get(player.id, {})
        if cards:
            listed = " ".join(
                say("correction.card", {"number": _signed(count), "what": term("good", good)})
                for good, count in cards.items()
            )
            parts.append(say("correction.cards", {"name": player.name, "cards": listed}))
    dice = _same_dice(report.consequences[0]) if report.consequences else ()
    same = (say("correction.die-same", {"die": die}) for die in dice)
    return "; ".join(part for part in (", ".join(parts), ", ".join(same)) if part)


def _same_dice(target: Consequence) -> tuple[str, ...]:
    """The dice that lie as they lay, where a roll has become another one."""
    old, new = (
        next((event.dice for event in events if isinstance(event, DiceRolled)), {})
        for events in (target.gone, target.come)
    )
    return tuple(die for die in old if old[die] == new.get(die))


def _events(report: CorrectionReport, players: Players) -> Iterator[str]:
    """What the corrected entry means otherwise, and of the later ones what points depend on."""
    target = report.consequences[0].entry if report.consequences else None
    later = []
    for found in report.consequences:
        own = found.entry == target
        gone = _told(found.gone, players, own)
        come = _told(found.come, players, own)
        lines = [say("correction.no-longer", {"event": text}) for text in (gone - come).elements()]
        lines += (come - gone).elements()
        if own:
            yield from lines
        else:
            later += lines
    if len(later) <= LARGEST_SHOWN:
        yield from later


def _told(events: Iterable[Event], players: Players, all_of_them: bool) -> Counter[str]:
    """Sentences about events; cards and dice are told in figures instead."""
    texts = (
        event_text(event, players)
        for event in events
        if type(event).flow is Event.flow
        and not isinstance(event, DiceRolled)
        and (all_of_them or event.scores)
    )
    return Counter(text for text in texts if text)


def _points(player: PlayerId, before: Mapping[str, int], after: Mapping[str, int], players: Players) -> str:
    sources = [
        f"{point_source(source)} {_signed(after.get(source, 0) - before.get(source, 0))}"
        for source in dict.fromkeys((*before, *after))
        if after.get(source, 0) != before.get(source, 0)
    ]
    if not sources:
        return ""
    params = {
        "player": player,
        "before": sum(before.values()),
        "after": sum(after.values()),
        "sources": ", ".join(sources),
    }
    return say("correction.points", params, players)


def _changes(
    before: Mapping[Any, int], after: Mapping[Any, int], names: Mapping[Any, str] | None = None
) -> str:
    """Numbers that are others than they were, each with its word: the text of its key, or one of the
    names.
    """
    return ", ".join(
        say(
            "correction.change",
            {
                "what": say(name, {}) if names is None else names.get(name, name),
                "before": before.get(name, 0),
                "after": after.get(name, 0),
            },
        )
        for name in dict.fromkeys((*before, *after))
        if before.get(name, 0) != after.get(name, 0)
    )


def _questions(before: Iterable[Decision], after: Iterable[Decision], players: Players) -> Iterator[str]:
    old = Counter(decision_text(question, players) for question in before)
    new = Counter(decision_text(question, players) for question in after)
    for text in (new - old).elements():
        yield say("correction.asked", {"question": text})
    for text in (old - new).elements():
        yield say("correction.not-asked", {"question": text})


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}"
