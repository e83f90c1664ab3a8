"""Entries by chance: any that is allowed, found quickly, and any at all, allowed or not."""

from __future__ import annotations

import random
import types
import typing
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.core import ChangeLevel, ConfirmPosition
from companion.engine.decide import allowed, judge
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.ruleset import Ruleset
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.rules import catalogue
from companion.rules.base.board import Board
from companion.rules.base.board_making import islands, random_board
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad
from companion.rules.base.slice import Base
from companion.rules.base.stating import StateRule
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.cards import LayOpen, PlayCard
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.slice import CitiesKnights, Track


def next_roll(session: GameSession, chance: random.Random) -> RollDice:
    """The roll of whoever rolls next; ships come more often than real ones, so that attacks do."""
    core = session.state.core
    by = core.on_turn if core.phase is Phase.BEFORE_ROLL else core.after(core.on_turn)
    dice = {die.name: chance.choice(die.faces) for die in session.ruleset.dice_wanted(session.state)}
    if "event" in dice and chance.random() < 0.4:
        dice["event"] = "ship"
    if sum(face for face in dice.values() if isinstance(face, int)) == 7 and session.ruleset.options.get(
        "gentle_start"
    ):
        dice["red"] = dice["white"] = 1
    if "traders_barbarians" in session.state.slices and dice.get("white") == dice.get("red") in (1, 6):
        dice["red"] = 5  # a 2 and a 12 are rolled again
    ck = session.state.slices.get(CitiesKnights.module)
    if isinstance(ck, CitiesKnights) and ck.named_dice is not None:
        dice["white"], dice["red"] = ck.named_dice
    return RollDice(by, dice)


WEIGHTS: dict[type[Command], float] = {
    Improve: 6.0,
    RecruitKnight: 2.0,
    ActivateKnights: 2.0,
    LayOpen: 0.3,
    ClaimLongestRoad: 0.05,
    CutLongestRoad: 0.05,
}
"""How much more often than others a thing is done; without this, games are all about roads."""

CARDS_WEIGHT = 3.0


def something_allowed(session: GameSession, chance: random.Random) -> Command | None:
    """Something that somebody may do now; None if there is nothing, or at the end mostly."""
    core, table = session.state.core, session.table
    if core.winner is not None and chance.random() < 0.7:
        return None
    if not core.pending and core.winner is None and chance.random() < 0.25:
        return roll_or_end(session, next_roll(session, chance))
    places = [
        (chance.random() ** (1 / _weight(rule.command)), who, rule)
        for who in core.ids
        for rule in session.ruleset.commands.values()
    ]
    for _, who, rule in sorted(places, key=lambda place: place[0], reverse=True):
        ways = list(allowed(table, rule, who))
        if ways:
            return chance.choice(ways)
    if not core.pending and core.winner is None:
        return roll_or_end(session, next_roll(session, chance))
    return None


def roll_or_end(session: GameSession, roll: RollDice) -> RollDice | EndTurn:
    """The roll, or the end of the turn before where that asks something first (CK-123)."""
    refused = {violation.key for violation in judge(session.ruleset, session.state, roll)}
    return EndTurn(session.state.core.on_turn) if "turn.asks-first" in refused else roll


def _weight(kind: type[Command]) -> float:
    return CARDS_WEIGHT if issubclass(kind, PlayCard) else WEIGHTS.get(kind, 1.0)


def states(ruleset: Ruleset, kind: type[Command]) -> bool:
    """Whether a command says of the whole position how it lies: it has tests of its own, as no account of
    moves follows it."""
    return kind in (ChangeLevel, ConfirmPosition) or isinstance(ruleset.commands.get(kind), StateRule)


def anything(session: GameSession, chance: random.Random) -> Command:
    """Any entry with fields that could be meant, allowed or not, sensible or not."""
    kinds = catalogue.codec().command_types
    kind = chance.choice([kind for kind in kinds if not states(session.ruleset, kind)])
    values = {
        field.name: _value(session, chance, field.name, field.type) for field in msgspec.structs.fields(kind)
    }
    return kind(**values)


def plain(kind: Any) -> Any:
    """A type without what is noted beside it."""
    return typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind


def _value(session: GameSession, chance: random.Random, name: str, kind: Any) -> Any:
    core, kind = session.state.core, plain(kind)
    if name == "dice":
        if chance.random() < 0.8:
            return next_roll(session, chance).dice
        return {die: chance.choice([0, 1, 6, "ship", "trade"]) for die in ("white", "red", "event", "green")}
    if name == "card":
        return chance.choice(list(CARDS))
    if name == "decision":
        return chance.choice([question.id for question in core.pending] or [0])
    if name == "lengths":
        return {who: chance.randint(-1, 16) for who in core.ids if chance.random() < 0.7}
    if name == "level":
        return chance.randint(-1, 7)
    if kind is PlayerId or (name in ("by", "victim", "player") and kind is not Site):
        return chance.choice([*core.ids, *core.ids, PlayerId("zoe")])
    return _of_type(session, chance, kind)


def _of_type(session: GameSession, chance: random.Random, kind: Any) -> Any:
    kind = plain(kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is Site:
        return chance.choice(_sites(session))
    if kind is PlayerId:
        return _value(session, chance, "player", kind)
    if kind is Track:
        return chance.choice(list(Track))
    if kind is bool:
        return chance.random() < 0.5
    if kind is int:
        return chance.randint(-1, 8)
    if kind is str:
        return chance.choice(["as the table likes", "ore", "coin", "spy"])
    if kind is HexId:
        return HexId(chance.randint(-1, 19))
    if kind is EdgeId:
        return EdgeId(chance.choice(["nowhere", "0NW", "9E", "13SE"]))
    if kind is Board:
        return random_board(islands()["standard"], chance)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = msgspec.structs.fields(kind)
        return kind(**{field.name: _of_type(session, chance, field.type) for field in fields})
    if origin in (dict, Mapping):
        return {
            _value(session, chance, "", arguments[0]): _of_type(session, chance, arguments[1])
            for _ in range(chance.randint(0, 2))
        }
    if origin is tuple and arguments[-1] is not Ellipsis:
        return tuple(_of_type(session, chance, argument) for argument in arguments)
    if origin is tuple:
        return tuple(_of_type(session, chance, arguments[0]) for _ in range(chance.randint(0, 3)))
    if origin in (typing.Union, types.UnionType):
        return None if chance.random() < 0.4 else _of_type(session, chance, arguments[0])
    raise TypeError(f"no value for {kind}")


def _sites(session: GameSession) -> list[Site]:
    table: Table = session.table
    sites = [Site("nowhere")]
    if Base.module in session.state.slices:
        sites.extend(table.slice(Base).buildings)
    if CitiesKnights.module in session.state.slices:
        sites.extend(table.slice(CitiesKnights).knights)
    return sites
