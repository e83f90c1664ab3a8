"""Open questions: what the table still has to say before the game goes on."""

from __future__ import annotations

import msgspec

from companion.engine.ids import PlayerId, RuleId
from companion.engine.verdict import Param


class Decision(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A question to one player. ``answers`` are the tags of the commands that answer it.

    Without an answer to a question that ``must`` be answered there is no game to go on with.
    """

    id: int
    kind: str
    who: PlayerId
    rule: RuleId
    answers: tuple[str, ...]
    params: dict[str, Param] = {}
    must: bool = False
