"""The real fish tokens of a simulated game, and what people might enter of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.engine.verdict import Certainty
from companion.rules.base.network import geometry
from companion.rules.scenarios.fishermen.boot import BootGiven
from companion.rules.scenarios.fishermen.catch import (
    BootDrawn,
    PileShuffled,
    SwapToken,
    TellBoot,
    TokensDealt,
    TokensDrawn,
    TokenSwapped,
    drawers,
)
from companion.rules.scenarios.fishermen.grounds import LayGrounds, free_places, numbers
from companion.rules.scenarios.fishermen.slice import NAMES, OPEN, TOKENS, FishingGround, bag
from companion.rules.scenarios.fishermen.spending import SpendFish, TokensSpent
from companion.rules.scenarios.fishermen.tokens import CountTokens, ShowTokens, TokensShown, state_of
from companion.rules.secrets import Chance

BOOT = 0
"""The old boot in the pile: a token without fish."""

SHOWING = 0.01
"""How often somebody lets the table see tokens, or the table counts."""


class Secrets:
    """Tokens as they really are: before everyone, open, and in the pile, whose last one is drawn next."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.chance = chance
        self.hands: dict[PlayerId, Counter[int]] = {player: Counter() for player in table.core.ids}
        self.open: Counter[int] = Counter()
        self.pile = [BOOT, *(fish for fish, name in NAMES.items() for _ in range(TOKENS[name]))]
        self.boot: PlayerId | None = None
        chance.shuffle(self.pile)

    # --- what people might enter

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Fishing grounds, and now and then tokens that somebody shows or counts."""
        if table.question("grounds", who) is not None:
            order = list(numbers())
            self.chance.shuffle(order)
            places = zip(free_places(geometry(table)), order, strict=True)
            yield LayGrounds(who, tuple(FishingGround(side, number) for side, number in places))
        if table.core.pending or table.core.winner is not None or self.chance.random() >= SHOWING:
            return
        hand = tuple(self.hands[who].elements())
        yield ShowTokens(who, hand, whole=True)
        yield ShowTokens(who, hand[:1])
        yield CountTokens(who, who, len(hand))

    # --- what the real tokens say to it

    def complete(self, table: Table, command: Command) -> Command | None:
        """Only tokens that are there are given, and the boot is drawn by whom it comes to."""
        if isinstance(command, SpendFish):
            return command if self._holds(command.by, command.tokens) else None
        if isinstance(command, TellBoot):
            return command if command.player == self._drawer(table) else None
        if isinstance(command, SwapToken) and command.token is not None:
            boot = bool(self.pile) and self.pile[-1] == BOOT
            return command if self._holds(command.by, (command.token,)) and command.boot == boot else None
        return command

    def _holds(self, player: PlayerId, tokens: Sequence[int]) -> bool:
        return Counter(tokens) <= self.hands[player]

    def _drawer(self, table: Table) -> PlayerId | None:
        """To whom the boot comes when everyone draws what is due."""
        pile = list(self.pile)
        for player, count in state_of(table).due.items():
            room = drawers(table).get(player, 0)
            for _ in range(count):
                if not pile or not room:
                    break
                if pile.pop() == BOOT:
                    return player
                room -= 1
        return None

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """Whether the tokens laid open or shown are there."""
        for event in events:
            match event:
                case TokensSpent(by=by, tokens=tokens) if not self._holds(by, tokens):
                    return False
                case TokensShown(by=by, tokens=tokens, whole=whole):
                    if not self._holds(by, tokens) or (whole and Counter(tokens) != +self.hands[by]):
                        return False
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """Move the real tokens."""
        for event in events:
            match event:
                case TokensDrawn(by=by, count=count):
                    for _ in range(count):
                        self.hands[by][self.pile.pop()] += 1
                case TokensDealt(by=by, tokens=tokens):
                    for fish in tokens:
                        self.pile.remove(fish)
                    self.hands[by].update(tokens)
                case TokensSpent(by=by, tokens=tokens):
                    self._lay_open(by, tokens)
                case TokenSwapped(by=by, token=token):
                    self._lay_open(by, (token,))
                case PileShuffled():
                    new = list(self.open.elements())
                    self.open.clear()
                    self.chance.shuffle(new)
                    self.pile = [*new, *self.pile]  # what is left of the old one is drawn first
                case BootDrawn(by=by):
                    self.pile.remove(BOOT)
                    self.boot = by
                case BootGiven(by=by):
                    self.boot = by

    def _lay_open(self, player: PlayerId, tokens: Sequence[int]) -> None:
        self.hands[player].subtract(tokens)
        self.open.update(tokens)

    # --- the truth beside what the table knows

    def wrong(self, table: Table) -> Iterable[str]:
        """Tokens that the engine thinks impossible, tokens lost or made, the boot with somebody else."""
        known = state_of(table).tokens
        held: dict[PlayerId | None, dict[str, int]] = {
            player: bag((+hand).elements()) for player, hand in self.hands.items()
        }
        for player, tokens in held.items():
            if sum(tokens.values()) != known.total(player):
                yield f"{player} has {tokens}, not {known.total(player)} fish tokens"
            if known.has(player, tokens) is Certainty.IMPOSSIBLE:
                yield f"{player} has {tokens}, which is impossible: {known}"
        if known.have(held) is Certainty.IMPOSSIBLE:
            yield f"impossible fish tokens: {held}"
        if known.certain_hand(OPEN) != bag((+self.open).elements()):
            yield f"these tokens lie open: {self.open}"
        pile = [fish for fish in self.pile if fish != BOOT]
        for name, total in TOKENS.items():
            found = sum(tokens.get(name, 0) for tokens in held.values()) + bag(pile).get(name, 0)
            if found + bag((+self.open).elements()).get(name, 0) != total:
                yield f"{found} fish tokens called {name}"
            if not known.bank_low(name) <= bag(pile).get(name, 0) <= known.bank_high(name):
                yield f"the pile has {bag(pile).get(name, 0)} of {name}, not as the engine thinks"
        if (self.boot is None) != (BOOT in self.pile) or self.boot != state_of(table).boot:
            yield f"{self.boot} has the boot, not {state_of(table).boot}"

    def truth(self) -> Any:
        """Tokens before everyone, open tokens, pile with 0 for the boot, and who has the boot."""
        return {
            "tokens": {player: sorted(hand.elements()) for player, hand in self.hands.items()},
            "open": sorted(self.open.elements()),
            "pile": list(self.pile),
            "boot": self.boot,
        }
