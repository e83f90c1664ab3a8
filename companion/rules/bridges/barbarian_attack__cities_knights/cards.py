"""The progress cards that mean something else on this island (CO-09, BA-C7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.ids import HexId, PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.network import geometry
from companion.rules.base.queries import no_opponent, opponents, places
from companion.rules.base.robber import certainty_of_robbing, check_card, take_card
from companion.rules.cities_knights.cards import PlayCard
from companion.rules.cities_knights.progress import bishop, intrigue
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.progress.play import PlayRule, check_opponents_hold, hands
from companion.rules.scenarios.barbarian_attack.cards import BarbarianCaptured
from companion.rules.scenarios.barbarian_attack.coast import attacked, change, in_supply
from companion.rules.scenarios.barbarian_attack.prisoners import PrisonerClaimed


class PlayIntrigue(PlayCard, frozen=True, tag="back.play_intrigue"):
    """The player takes a barbarian off a coast hex, as a prisoner."""

    card: ClassVar[str] = intrigue.CARD.name
    hex: HexId | None = None


class PlayBishop(PlayCard, frozen=True, tag="back.play_bishop"):
    """The player draws a card from another one; ``taken`` if the table saw it."""

    card: ClassVar[str] = bishop.CARD.name
    victim: PlayerId | None = None
    taken: str | None = None


class IntrigueRule(PlayRule[PlayIntrigue]):
    """CO-09, CK-125: any barbarian on the coast; a hex that was overrun is free again."""

    command = PlayIntrigue

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if not (attacked(table) if places(table).named else in_supply(table)):
            yield soft("CK-125", "intrigue.no-barbarian", card=intrigue.CARD.name)

    def at(self, table: Table, command: PlayIntrigue) -> Iterable[Violation]:
        if not places(table).named:
            return
        if command.hex is None:
            yield hard("CO-09", "place.missing")
        elif command.hex not in attacked(table):
            yield hard("CO-09", "barbarian.none-there", player=command.by)

    def effect(self, draft: Draft, command: PlayIntrigue) -> None:
        if places(draft).named and command.hex is not None:
            change(draft, BarbarianCaptured(command.by, command.hex))
        else:
            draft.emit(PrisonerClaimed(command.by))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayIntrigue]:
        if not places(table).named:
            return super().forms(table, who)
        return [PlayIntrigue(who, hex) for hex in attacked(table)]


class BishopRule(PlayRule[PlayBishop]):
    """BA-C7, BA-50, CK-125: a card from any one player, as on a 7; where hands are not counted the table sees
    to it."""

    command = PlayBishop

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if hands(table).counted:
            yield from check_opponents_hold(table, who, bishop.CARD.name)

    def at(self, table: Table, command: PlayBishop) -> Iterable[Violation]:
        by, victim = command.by, command.victim
        if victim is not None and victim not in opponents(table, by):
            yield no_opponent(table, by, victim, "BA-C7")
        elif not hands(table).counted:
            return
        elif victim is None:
            yield hard("BA-C7", "bishop.nobody", player=by)
        else:
            if not hands(table).total(victim):
                yield soft("BA-C7", "take_card.nothing", victim=victim)
            yield from check_card(table, victim, command.taken, "BA-C7")

    def needs(self, table: Table, command: PlayBishop) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.taken)

    def effect(self, draft: Draft, command: PlayBishop) -> None:
        if hands(draft).counted and command.victim is not None:
            take_card(draft, command.by, command.victim, command.taken)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayBishop]:
        if not hands(table).counted:
            return super().forms(table, who)
        return [PlayBishop(who, other) for other in opponents(table, who)]


def inner_tokens(table: Table, command: PlayInventor) -> Iterable[Violation]:
    """CO-09: the tokens of the coast say where barbarians land, and stay."""
    if not places(table).named:
        return
    shore = geometry(table).coast_hexes
    if any(hex in shore for hex in command.hexes or ()):
        yield soft("CO-09", "inventor.coast", player=command.by)
