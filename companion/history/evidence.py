"""Which earlier entry excludes what somebody says about hidden cards (B-56)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.command import Command
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Draft
from companion.engine.verdict import Param, Violation
from companion.history.log import Entry

About = frozenset[tuple[str, Param]]


def excluded_by(
    ruleset: Ruleset,
    states: Sequence[GameState],
    standing: Sequence[Entry],
    command: Command,
    violations: Sequence[Violation],
) -> tuple[Entry | None, ...]:
    """For each violation of a command the entry since which it is one; None for those that do not come of
    hidden cards, and for what never was possible.

    The command's owner judges it again as if no more were known than at an earlier time, from the last entry
    back. Everything else, such as the board and whose turn it is, stays as it is now.

    Args:
        ruleset: the rules that made the violations.
        states: the start and the state after each standing entry; the command was judged in the last one.
        standing: the entries that stand, one fewer than the states.
        command: what was refused, or let stand by the table.
        violations: what was wrong with it.
    """
    found: list[Entry | None] = [None] * len(violations)
    asked = {index: _about(violation) for index, violation in enumerate(violations) if violation.hidden}
    rules = ruleset.at(states[-1].core.level)
    check = rules.commands[type(command)].faults if asked else None
    now = after = states[-1]
    for entry, before in zip(reversed(standing), reversed(states[:-1]), strict=True):
        if check is None or not asked:
            break
        if before.core.level is not after.core.level:
            # what is tracked now was not tracked then: as far as anybody knows it is so since that entry
            for index in asked:
                found[index] = entry
            break
        if before.knows_as(after):
            continue
        possible = dict(asked)
        for violation in check(Draft(ruleset, now.knowing(before)), command):
            if violation.hidden:
                _exclude(possible, _about(violation))
                if not possible:
                    break
        for index in possible:
            found[index] = entry
            del asked[index]
        after = before
    return tuple(found)


def _about(violation: Violation) -> About:
    """Who and what it is about."""
    return frozenset([item for item in violation.params.items() if isinstance(item[1], str)])


def _exclude(possible: dict[int, About], then: About) -> None:
    """Leave out what was impossible then already, or was made so by what was.

    The sentence may have been another one by what was known: of a hand that is empty now, not all cards may
    have been possible together before. So only who and what it is about counts.
    """
    for index, now in tuple(possible.items()):
        if then <= now or now <= then:
            del possible[index]
