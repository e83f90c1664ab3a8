"""Battles at the end of a turn: who wins, who gets the prisoners, which knights fall (BA-40 to BA-44)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.core import TurnBegun
from companion.engine.event import Event
from companion.engine.extension import CommandRule, CueRule, Part, Reaction, Stage, Step, Term, Timing
from companion.engine.geometry import SIDES, Geometry
from companion.engine.ids import EdgeId, HexId, PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.goods import readable
from companion.rules.base.network import board, geometry
from companion.rules.base.queries import laid
from companion.rules.gold.purse import get
from companion.rules.scenarios.barbarian_attack import alerts
from companion.rules.scenarios.barbarian_attack.box import box
from companion.rules.scenarios.barbarian_attack.coast import change, coast, state_of, there
from companion.rules.scenarios.barbarian_attack.garrison import garrison, standing
from companion.rules.scenarios.barbarian_attack.slice import (
    BarbarianAttack,
    BarbarianEvent,
    Battle,
    PeacefulEvent,
)

BATTLES = "ba.battles"
"""The step in which the coast is looked at."""

COMPENSATION = 3
"""BA-41, BA-44: gold for whoever gets no prisoner, and for a knight that falls."""


class TellPrisoner(Command, frozen=True, tag="ba.tell_prisoner"):
    """Dice were rolled for a prisoner, and this one of those who rolled got it."""

    player: PlayerId


class TellCastleDie(Command, frozen=True, tag="ba.tell_castle_die"):
    """The die that was rolled for the castle after a victory."""

    die: int


class BattleWon(BarbarianEvent, frozen=True, tag="ba.battle_won"):
    """BA-40: the barbarians on a hex are beaten, by so many knights of each who took part, or ``by_strength``
    by knights of so much; ``checked`` coast hexes have been looked at."""

    hex: HexId
    number: int
    barbarians: int
    knights: dict[PlayerId, int]
    checked: int
    by_strength: bool = False

    @property
    def variant(self) -> str:
        return "strength" if self.by_strength else ""

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(
            state,
            barbarians=changed(state.barbarians, self.hex, 0),
            battle=Battle(self.hex, self.knights, self.barbarians),
            checked=self.checked,
        )


class PrisonersTaken(BarbarianEvent, frozen=True, tag="ba.prisoners_taken"):
    """BA-41: prisoners of a battle come to somebody who took part."""

    by: PlayerId
    count: int

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        prisoners = changed(state.prisoners, self.by, state.prisoners.get(self.by, 0) + self.count)
        if state.battle is None:
            return replace(state, prisoners=prisoners)
        rolling = tuple(player for player in state.battle.rolling if player != self.by)
        rest = replace(state.battle, prisoners=state.battle.prisoners - self.count, rolling=rolling)
        return replace(state, prisoners=prisoners, battle=rest)


class DiceDecide(PeacefulEvent, frozen=True, tag="ba.dice_decide"):
    """BA-41: these players roll for what is left of the prisoners."""

    players: tuple[PlayerId, ...]
    count: int

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        if state.battle is None:
            return state
        return replace(state, battle=replace(state.battle, rolling=self.players, asked=self.count))


class BattleOver(PeacefulEvent, frozen=True, tag="ba.battle_over"):
    """BA-41: all prisoners of a battle are shared."""

    silent: ClassVar[bool] = True

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, battle=None)


class CastleDieRolled(PeacefulEvent, frozen=True, tag="ba.castle_die_rolled"):
    """BA-44: what the die for the castle shows, and whether it is the end of a knight."""

    die: int
    count: int

    @property
    def variant(self) -> str:
        return "" if self.count else "nobody"


class CoastChecked(PeacefulEvent, frozen=True, tag="ba.coast_checked"):
    """BA-40: all of the coast has been looked at in this turn."""

    silent: ClassVar[bool] = True

    def apply(self, state: BarbarianAttack) -> BarbarianAttack:
        return replace(state, checked=0, battle=None)


# --- who wins


Fighters = Mapping[PlayerId, int]
"""What knights around a hex count for, by owner."""


def fighters(table: Table, hex: HexId) -> Fighters:
    """BA-40: what the knights around a hex count for, by owner in turn order from the player on turn."""
    found: dict[PlayerId, int] = {}
    keeper = garrison(table)
    knights = keeper.standing(table)
    for path in geometry(table).hex_edges[hex]:
        strength = keeper.strength(table, path) if path in knights else 0
        if strength:
            found[knights[path]] = found.get(knights[path], 0) + strength
    order = (*table.core.in_turn_order(), *found)
    return {owner: found[owner] for owner in dict.fromkeys(order) if owner in found}


def beaten(table: Table, hex: HexId) -> bool:
    """BA-40: whether there are as many knights as barbarians, or more, as the table plays it."""
    barbarians = there(table, hex)
    if not barbarians:
        return False
    knights = sum(fighters(table, hex).values())
    return knights > barbarians if strictly(table) else knights >= barbarians


def strictly(table: Table) -> bool:
    """BA-40: whether there have to be more knights than barbarians."""
    return bool(table.option("barbarian_battle_tie") == "strictly_more")


def look(draft: Draft) -> None:
    """BA-40: the coast clockwise from the castle, one battle after the other.

    What a battle asks is answered before anything else is looked at: the step then comes again.
    """
    if not laid(draft):
        return
    while not draft.core.pending:
        if state_of(draft).battle is not None:
            share(draft)
        else:
            found = next_battle(draft)
            if found is None:
                break
            win(draft, found)
    if draft.core.pending:
        draft.todo.insert(0, BATTLES)
    elif state_of(draft).checked:
        draft.emit(CoastChecked())


def next_battle(table: Table) -> int | None:
    """BA-40: the place in the row of coast hexes where the barbarians are beaten next."""
    hexes, checked = coast(table), state_of(table).checked
    return next((place for place in range(checked, len(hexes)) if beaten(table, hexes[place])), None)


def win(draft: Draft, place: int) -> None:
    """BA-40, BA-43: the barbarians of a hex are captured, and it is free."""
    hex = coast(draft)[place]
    number, knights = board(draft).tokens[hex], dict(fighters(draft, hex))
    by_strength = garrison(draft).by_strength
    change(draft, BattleWon(hex, number, there(draft, hex), knights, place + 1, by_strength))


# --- the prisoners


def share(draft: Draft) -> None:
    """BA-41: the prisoners of the battle to those who took part, as far as no dice have to decide."""
    battle = state_of(draft).battle
    assert battle is not None
    if battle.asked:
        after_rolling(draft, battle)
        return
    count, players = battle.prisoners, tuple(battle.knights)
    if len(players) == 1:
        draft.emit(PrisonersTaken(players[0], count))
    elif count < len(players):
        let_dice_decide(draft, players, count)
        return
    else:
        for player in players:
            draft.emit(PrisonersTaken(player, 1))
        rest = count - len(players)
        leaders = most_knights(battle.knights)
        if rest and len(leaders) > 1:
            let_dice_decide(draft, leaders, rest)
            return
        if rest:
            draft.emit(PrisonersTaken(leaders[0], rest))
    finish(draft, battle)


def most_knights(knights: Fighters) -> tuple[PlayerId, ...]:
    """BA-41: those with the most knights at the hex."""
    most = max(knights.values())
    return tuple(player for player, count in knights.items() if count == most)


def let_dice_decide(draft: Draft, players: tuple[PlayerId, ...], count: int) -> None:
    """BA-41: the table rolls, and says who gets a prisoner."""
    draft.emit(DiceDecide(players, count))
    draft.ask("prisoner", draft.core.on_turn, "BA-41", "ba.tell_prisoner", players=players, count=count)


def after_rolling(draft: Draft, battle: Battle) -> None:
    """BA-41: the next prisoner, or gold for those who got none; if the table leaves it open it is over."""
    if battle.prisoners and battle.prisoners < battle.asked and len(battle.rolling) > battle.prisoners:
        let_dice_decide(draft, battle.rolling, battle.prisoners)
        return
    if not battle.prisoners:
        for player in battle.rolling:
            if player in draft.core.ids:
                get(draft, player, COMPENSATION)
    finish(draft, battle)


def finish(draft: Draft, battle: Battle) -> None:
    """BA-44: after sharing, the die for the castle; it is rolled by somebody who took part."""
    draft.emit(BattleOver())
    players = [player for player in draft.core.in_turn_order() if player in battle.knights]
    who = players[0] if players else draft.core.on_turn
    number = board(draft).tokens[battle.hex]
    draft.ask("castle_die", who, "BA-44", "ba.tell_castle_die", hex=battle.hex, number=number)


class TellPrisonerRule(CommandRule[TellPrisoner]):
    """BA-41: one of those who rolled, the highest; on a tie they roll again."""

    command = TellPrisoner
    timing = Timing.ANSWER

    def at(self, table: Table, command: TellPrisoner) -> Iterable[Violation]:
        battle = state_of(table).battle
        if battle is None or command.player not in battle.rolling:
            yield hard("BA-41", "prisoner.not-rolling", player=command.by)

    def apply(self, draft: Draft, command: TellPrisoner) -> None:
        draft.emit(PrisonersTaken(command.player, 1))
        draft.settle("prisoner", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TellPrisoner]:
        battle = state_of(table).battle
        return [] if battle is None else [TellPrisoner(who, player) for player in battle.rolling]


# --- the knights that fall


def struck(land: Geometry, hex: HexId, die: int) -> tuple[EdgeId, ...]:
    """BA-44: the two paths of a hex to which the die for the castle points."""
    return tuple(land.hex_edges[hex][SIDES.index(way)] for way in box().die[str(die)])


def every_knight(table: Table, old: None, owner: PlayerId) -> bool:
    """BA-44: whosever it is."""
    return True


def compensation(table: Table, old: None) -> int:
    """BA-44: gold for a knight that falls."""
    return COMPENSATION


def mortal(table: Table, owner: PlayerId) -> bool:
    """BA-44: whether knights of the owner can fall."""
    return bool(table.value("knight_falls", owner))


class TellCastleDieRule(CommandRule[TellCastleDie]):
    """BA-44: knights on the two paths go to the supply, for gold."""

    command = TellCastleDie
    timing = Timing.ANSWER

    def at(self, table: Table, command: TellCastleDie) -> Iterable[Violation]:
        if str(command.die) not in box().die:
            yield hard("BA-44", "castle_die.no-such-face", face=readable(command.die))

    def apply(self, draft: Draft, command: TellCastleDie) -> None:
        question = draft.question("castle_die", command.by)
        assert question is not None
        hex = HexId(int(str(question.params["hex"])))
        knights = standing(draft)
        paths = [
            path
            for path in struck(geometry(draft), hex, command.die)
            if path in knights and mortal(draft, knights[path])
        ]
        draft.emit(CastleDieRolled(command.die, len(paths)))
        garrison(draft).strike(draft, paths)
        for path in paths:
            get(draft, knights[path], draft.value("knight_compensation"))
        draft.settle("castle_die", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TellCastleDie]:
        return [TellCastleDie(who, int(face)) for face in box().die]


def new_turn(draft: Draft, event: TurnBegun) -> None:
    """What a turn that the table has ended by its word left of its battles is over."""
    state = state_of(draft)
    if state.checked or state.battle is not None:
        draft.emit(CoastChecked())


EVENTS: tuple[type[Event], ...] = (
    BattleWon,
    PrisonersTaken,
    DiceDecide,
    BattleOver,
    CastleDieRolled,
    CoastChecked,
)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        steps=(Step("end", BATTLES, look, after=("ba.leave_castle",)),),
        terms=(
            Term("knight_falls", Stage.BASE, every_knight),
            Term("knight_compensation", Stage.BASE, compensation),
        ),
        commands=(TellPrisonerRule(), TellCastleDieRule()),
        reactions=(Reaction(TurnBegun, new_turn),),
        cues=(
            CueRule(
                BattleWon,
                alerts.VICTORY.name,
                lambda table, event: tuple(one for one in event.knights if one in table.core.ids),
            ),
        ),
    ),
)
