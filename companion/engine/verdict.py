"""What the engine answers: a value with all reasons, never an exception."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from companion.engine.event import Event
from companion.engine.ids import RuleId

if TYPE_CHECKING:
    from companion.engine.state import GameState

Param = str | int | tuple[str, ...]


class Certainty(enum.StrEnum):
    """What hidden cards allow to say: always so, so in some cases, never so (B-56)."""

    SURE = "sure"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


class Severity(enum.StrEnum):
    """SOFT: a rule was broken, the table may let it stand. HARD: there is no such position."""

    SOFT = "soft"
    HARD = "hard"


class Violation(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One broken rule: its id, the key of the sentence that says why, and what fills the sentence.

    The id is empty where no rule is broken: the game has no such move.
    ``hidden`` says that it comes of what the table knows of hidden cards: an earlier entry made it so.
    """

    rule: RuleId
    key: str
    params: dict[str, Param] = {}
    severity: Severity = Severity.SOFT
    hidden: bool = False


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The entry stands: what it means, the state after that, and the violations that the table let stand.

    ``certainty`` says whether it needs a hidden card that may or may not be there.
    """

    events: tuple[Event, ...]
    state: GameState
    overruled: tuple[Violation, ...] = ()
    certainty: Certainty = Certainty.SURE


class Refused(msgspec.Struct, frozen=True, gc=False):
    """The entry breaks rules: all of them."""

    violations: tuple[Violation, ...]

    @property
    def overrulable(self) -> bool:
        """Whether the table may enter it all the same."""
        return all(violation.severity is Severity.SOFT for violation in self.violations)


Verdict = Accepted | Refused


def clear(violations: Iterable[Violation]) -> bool:
    """Whether there are none. Asks no further than the first."""
    for _ in violations:
        return False
    return True


def soft(rule: str, key: str, **params: Param) -> Violation:
    """A violation that the table may overrule."""
    return Violation(RuleId(rule), key, params)


def no_player(name: object) -> Violation:
    """B-14: nobody of that name plays."""
    return hard("B-14", "core.no-such-player", name=str(name)[:40])


def impossible(rule: str, key: str, **params: Param) -> Violation:
    """B-56: a violation of what was seen of hidden cards, and of nothing else. The table may overrule it."""
    return Violation(RuleId(rule), key, params, hidden=True)


def hard(rule: str, key: str, **params: Param) -> Violation:
    """A violation that nothing can overrule, since the position would not exist."""
    return Violation(RuleId(rule), key, params, Severity.HARD)
