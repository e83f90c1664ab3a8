"""The legal options of a state, grouped for a person: by kind of move, with places and certainty.

They come from the same source as the verdict: each is a command that ``decide`` accepts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.engine.command import Command, tag_of
from companion.engine.decide import options, rules_in_time
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.engine.verdict import Certainty


@dataclass(frozen=True)
class Choice:
    """One command that would be accepted. POSSIBLE ones need a card that may not be there."""

    command: Command
    certainty: Certainty


@dataclass(frozen=True)
class Offer:
    """All ways to do one kind of thing now.

    An ``too_many_forms`` kind has more forms than are listed, such as a trade: a person fills it in.
    """

    kind: type[Command]
    choices: tuple[Choice, ...]
    too_many_forms: bool = False

    @property
    def tag(self) -> str:
        """The name of the kind, as in the open format."""
        return tag_of(self.kind)

    @cached_property
    def values(self) -> dict[str, tuple[Any, ...]]:
        """What each field of the command may be, in the order of the choices: the places to light."""
        names = [name for name in self.kind.__struct_fields__ if name != "by"]
        found: dict[str, list[Any]] = {name: [] for name in names}
        for choice in self.choices:
            for name, values in found.items():
                value = getattr(choice.command, name)
                if value not in values:
                    values.append(value)
        return {name: tuple(values) for name, values in found.items()}

    def with_field(self, name: str, value: object) -> Offer:
        """The choices whose field has this value: what is left after a person has chosen it."""
        fitting = tuple(choice for choice in self.choices if getattr(choice.command, name) == value)
        return Offer(self.kind, fitting, self.too_many_forms)


def offers(ruleset: Ruleset, state: GameState, who: PlayerId) -> tuple[Offer, ...]:
    """What a player may do now, by kind, in the order in which the modules brought the kinds."""
    table = Table(ruleset, state)
    choices: dict[type[Command], list[Choice]] = {}
    for command in options(ruleset, state, who):
        sure = table.ruleset.commands[type(command)].certainty(table, command)
        choices.setdefault(type(command), []).append(Choice(command, sure))
    kinds = {
        rule.command: rule.too_many_forms and rule.may_begin(table, who) for rule in rules_in_time(table, who)
    }
    return tuple(
        Offer(kind, tuple(choices.get(kind, ())), too_many_forms)
        for kind, too_many_forms in kinds.items()
        if too_many_forms or kind in choices
    )
