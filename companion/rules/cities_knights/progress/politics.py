"""Politics cards (blue), PC-B01 to PC-B09."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from companion.engine.decision import Decision
from companion.engine.extension import CommandRule
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Severity, Violation, hard, impossible, no_player, soft
from companion.rules.base import trail
from companion.rules.base.giving_up import GiveUp, GiveUpRule
from companion.rules.base.goods import names, no_such_card
from companion.rules.base.network import check_road, geometry, no_edge
from companion.rules.base.purse import known_cards, purse
from companion.rules.base.queries import opponents, places
from companion.rules.base.robber import (
    check_frozen,
    check_place,
    not_a_victim,
    robber_moves_of,
    robber_places,
    take_card,
    victims,
)
from companion.rules.base.slice import (
    Base,
    CardsChosen,
    CardsMoved,
    RoadMoved,
    RoadRemoved,
    RobberMoved,
)
from companion.rules.cities_knights.cards import hand, held, remaining, watch_hand
from companion.rules.cities_knights.field import field
from companion.rules.cities_knights.knights import activate, check_figures, drive_away, resting
from companion.rules.cities_knights.progress.open_roads import closed, is_open, lifted, new_places, open_roads
from companion.rules.cities_knights.progress.play import (
    PlayCard,
    PlayRule,
    check_opponent,
    check_richer,
    hands,
    knights_of_others,
    richer,
)
from companion.rules.cities_knights.queries import knights, part
from companion.rules.cities_knights.slice import (
    CardSpied,
    Held,
    Knight,
    KnightDeserted,
    KnightRecruited,
    KnightRemoved,
    Track,
)

GIFTS = 2
"""Cards that each guest of the Wedding gives (PC-B09)."""


class PlayBishop(PlayCard, frozen=True, tag="ck.play_bishop"):
    """PC-B01: the robber moves, and takes a card from everyone there; ``cards`` are those that the table saw,
    by who lost them."""

    card: ClassVar[str] = "bishop"
    hex: HexId | None = None
    cards: dict[PlayerId, str] | None = None


class PlayDeserter(PlayCard, frozen=True, tag="ck.play_deserter"):
    """PC-B03: an opponent gives up a knight of his choice; ``placed`` is the strength of the own one
    that comes for it, 0 for none, and ``site`` where it goes."""

    card: ClassVar[str] = "deserter"
    victim: PlayerId
    knight: Site
    placed: int = 0
    site: Site | None = None


class PlayDiplomat(PlayCard, frozen=True, tag="ck.play_diplomat"):
    """PC-B04: an open road is removed; an own one may be laid anew (``relaid``) at once."""

    card: ClassVar[str] = "diplomat"
    edge: EdgeId | None = None
    relaid: EdgeId | None = None


class PlayIntrigue(PlayCard, frozen=True, tag="ck.play_intrigue"):
    """PC-B05: an opponent's knight is driven away; ``removed`` if the table says that it found no place."""

    card: ClassVar[str] = "intrigue"
    knight: Site
    removed: bool = False


class PlaySaboteur(PlayCard, frozen=True, tag="ck.play_saboteur"):
    """PC-B06: everyone with as many points or more returns half of the hand."""

    card: ClassVar[str] = "saboteur"


class PlaySpy(PlayCard, frozen=True, tag="ck.play_spy"):
    """PC-B07: a face-down progress card of that colour is taken from an opponent."""

    card: ClassVar[str] = "spy"
    victim: PlayerId
    track: Track


class PlayWarlord(PlayCard, frozen=True, tag="ck.play_warlord"):
    """PC-B08: all own knights are activated free."""

    card: ClassVar[str] = "warlord"


class PlayWedding(PlayCard, frozen=True, tag="ck.play_wedding"):
    """PC-B09: everyone with more points gives two cards."""

    card: ClassVar[str] = "wedding"


class ReturnHalf(GiveUp, frozen=True, tag="ck.return_half"):
    """PC-B06: the player returned cards to the bank: those the table saw, and ``unseen`` more."""


class GiveGifts(GiveUp, frozen=True, tag="ck.give_gifts"):
    """PC-B09: the player gave cards for the Wedding: those the table saw, and ``unseen`` more."""


class BishopRule(PlayRule[PlayBishop]):
    """PC-B01: not before the first attack (CK-51)."""

    command = PlayBishop

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_frozen(table)


class PlacedBishopRule(BishopRule):
    """PC-B01, CK-51, CK-52: where the robber may go, and one card from every opponent there."""

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if not self._has_effect(table, who):
            yield soft("CK-125", "bishop.nothing", card=PlayBishop.card)

    def at(self, table: Table, command: PlayBishop) -> Iterable[Violation]:
        by, hex = command.by, command.hex
        faults = list(check_place(table, by, hex, "PC-B01"))
        yield from faults
        if not any(_hard(fault) for fault in faults):
            yield from self._check_cards(table, by, hex, command.cards or {})

    @staticmethod
    def _has_effect(table: Table, by: PlayerId) -> bool:
        """CK-125: whether the robber can go anywhere else, or robs somebody where he has to stay."""
        moves, robber = robber_moves_of(table, by), table.slice(Base).robber
        hand = hands(table)
        return any(
            hex != robber or (victim is not None and (not hand.counted or hand.total(victim) > 0))
            for hex, victim in moves
        )

    @staticmethod
    def _check_cards(
        table: Table, by: PlayerId, hex: HexId | None, cards: dict[PlayerId, str]
    ) -> Iterable[Violation]:
        there = victims(table, by, hex)
        faults: list[Violation] = []
        for victim, card in cards.items():
            if victim not in table.core.ids:
                faults.append(no_player(victim))
            elif card not in names(table):
                faults.append(no_such_card(table, card))
            else:
                if victim not in there:
                    faults.append(
                        hard("PC-B01", "player.not-an-opponent", player=by)
                        if victim == by
                        else not_a_victim(table, hex, victim, "PC-B01")
                    )
                faults += purse(table).check(table, victim, {card: 1}, "PC-B01")
        yield from faults
        if not faults and _have_seen(table, cards) is Certainty.IMPOSSIBLE:
            for victim in cards:
                total, known = hands(table).total(victim), known_cards(hands(table), victim)
                yield impossible("PC-B01", "cards.not-together", player=victim, total=total, known=known)

    def needs(self, table: Table, command: PlayBishop) -> Certainty:
        """The cards that the table saw."""
        return _have_seen(table, command.cards or {})

    def effect(self, draft: Draft, command: PlayBishop) -> None:
        cards = command.cards or {}
        draft.emit(RobberMoved(command.hex))
        if hands(draft).counted:
            for victim in victims(draft, command.by, command.hex):
                take_card(draft, command.by, victim, cards.get(victim))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayBishop]:
        return [PlayBishop(who, hex) for hex in robber_places(table, who)]


def _have_seen(table: Table, cards: dict[PlayerId, str]) -> Certainty:
    """Whether everyone can have had the card that the table saw."""
    known = hands(table)
    return (
        known.have({victim: {card: 1} for victim, card in cards.items()}) if known.counted else Certainty.SURE
    )


class DeserterRule(PlayRule[PlayDeserter]):
    """PC-B03: another player removes a knight, and the player may place one that is no stronger."""

    command = PlayDeserter

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if not knights_of_others(table, who):
            yield soft("CK-125", "card.no-knights", card=PlayDeserter.card)

    def at(self, table: Table, command: PlayDeserter) -> Iterable[Violation]:
        by = command.by
        yield from check_opponent(table, by, command.victim, command.card)
        lost = part(table).knights.get(command.knight)
        if lost is None or lost.owner != command.victim:
            if command.victim in table.core.ids:
                yield hard("PC-B03", "knight.not-own", player=command.victim)
        elif not 0 <= command.placed <= lost.strength:
            yield soft("PC-B03", "deserter.too-strong", player=by, strength=lost.strength)
        if not 0 <= command.placed <= 3:
            yield hard("PC-B03", "knight.no-such-strength")
        elif command.placed:
            yield from check_figures(table, by, command.placed, "PC-B03")

    def effect(self, draft: Draft, command: PlayDeserter) -> None:
        lost = part(draft).knights[command.knight]
        draft.emit(KnightRemoved(command.victim, command.knight))
        if command.placed:
            # An arriving active knight counts as not activated this turn (CK-94), so no turn is noted.
            knight = Knight(command.by, command.placed, lost.active)
            site = places(draft).new(draft, command.by, command.site)
            draft.emit(KnightRecruited(command.by, site, knight))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayDeserter]:
        for victim in opponents(table, who):
            for site, knight in knights(table, victim).items():
                yield from (PlayDeserter(who, victim, site, s) for s in range(knight.strength, -1, -1))


class PlacedDeserterRule(DeserterRule):
    """PC-B03: where one could recruit, the freed place included if an own road reaches it; in the other
    reading the freed place alone, whatever reaches it."""

    def at(self, table: Table, command: PlayDeserter) -> Iterable[Violation]:
        yield from super().at(table, command)
        by, site = command.by, command.site
        if not command.placed:
            if site is not None:
                yield hard("PC-B03", "deserter.nobody-comes", player=by)
        elif site is None:
            yield hard("PC-B03", "place.missing")
        elif table.option("deserter_place") == "freed_place":
            if site != command.knight:
                yield soft("PC-B03", "deserter.freed-place", player=by)
                yield from (fault for fault in places(table).check(table, by, site, "PC-B03") if _hard(fault))
        elif site == command.knight:
            if not field(table).at_road(table, by, site):
                yield soft("PC-B03", "place.not-reached", player=by)
        else:
            yield from places(table).check(table, by, site, "PC-B03")

    def effect(self, draft: Draft, command: PlayDeserter) -> None:
        lost = part(draft).knights[command.knight]
        if command.site is None:
            draft.emit(KnightRemoved(command.victim, command.knight))
        else:
            # An arriving active knight counts as not activated this turn (CK-94), so no turn is noted.
            knight = Knight(command.by, command.placed, lost.active)
            draft.emit(KnightDeserted(command.victim, command.knight, command.by, command.site, knight))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayDeserter]:
        """Each knight that may go, with each that may come, where it could be recruited or where that one
        stood."""
        open_places = list(places(table).open(table, who))
        for victim in opponents(table, who):
            for knight, lost in knights(table, victim).items():
                for strength in range(lost.strength, 0, -1):
                    for site in (*open_places, knight):
                        yield PlayDeserter(who, victim, knight, strength, site)
                yield PlayDeserter(who, victim, knight)


def after_desertion(draft: Draft, event: KnightDeserted) -> None:
    """PC-B03, B-61: trails are judged when one knight has gone and the other has come."""
    trail.measure(draft, dict.fromkeys(draft.slice(Base).roads.values()))


def _hard(fault: Violation) -> bool:
    return fault.severity is Severity.HARD


class DiplomatRule(PlayRule[PlayDiplomat]):
    """PC-B04: an open road is removed, and placed again if it is the player's own."""

    command = PlayDiplomat


class PlacedDiplomatRule(DiplomatRule):
    """PC-B04, B-61: an open road goes back to its owner; Longest Road is judged after that."""

    def at(self, table: Table, command: PlayDiplomat) -> Iterable[Violation]:
        by, edge, relaid = command.by, command.edge, command.relaid
        if edge is None:
            yield hard("PC-B04", "place.missing")
            return
        if edge not in geometry(table).ends:
            yield no_edge(table, edge)
            return
        owner = table.slice(Base).roads.get(edge)
        if owner is None:
            yield hard("PC-B04", "diplomat.no-road", place=str(edge)[:40])
            return
        if not is_open(table, edge):
            yield closed(table, edge)
        if relaid is None:
            return
        if owner != by:
            yield hard("PC-B04", "diplomat.not-own", player=by)
        elif relaid == edge:
            yield soft("CK-125", "diplomat.same-place", player=by)
            return
        if table.value("road_faults", by):
            # What forbids every road may be gone with the road that is lifted.
            yield from lifted(table, by, edge).value("road_faults", by)
        if relaid not in new_places(table, by, edge):
            yield from check_road(lifted(table, by, edge), by, relaid)

    def effect(self, draft: Draft, command: PlayDiplomat) -> None:
        assert command.edge is not None
        if command.relaid is not None:
            draft.emit(RoadMoved(command.by, command.edge, command.relaid))
        else:
            draft.emit(RoadRemoved(draft.slice(Base).roads[command.edge], command.edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayDiplomat]:
        for edge, owner in open_roads(table):
            yield PlayDiplomat(who, edge)
            if owner == who:
                yield from (PlayDiplomat(who, edge, place) for place in new_places(table, who, edge))


class IntrigueRule(PlayRule[PlayIntrigue]):
    """PC-B05: a knight of any strength at an own road, moved away by CK-97."""

    command = PlayIntrigue

    def at(self, table: Table, command: PlayIntrigue) -> Iterable[Violation]:
        by, knight = command.by, part(table).knights.get(command.knight)
        yield from field(table).check_removal(command.removed, "PC-B05")
        if knight is None:
            yield hard("PC-B05", "displace.nobody-there")
        elif knight.owner == by:
            yield hard("PC-B05", "displace.own", player=by)
        elif not field(table).at_road(table, by, command.knight):
            yield soft("PC-B05", "intrigue.no-road", player=by)

    def effect(self, draft: Draft, command: PlayIntrigue) -> None:
        drive_away(draft, command.knight, command.removed)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayIntrigue]:
        known = field(table)
        return [PlayIntrigue(who, site, gone) for site in part(table).knights for gone in known.removals()]


class SaboteurRule(PlayRule[PlaySaboteur]):
    """PC-B06: everyone with as many points or more discards half of their cards."""

    command = PlaySaboteur

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_richer(table, who, PlaySaboteur.card, at_least_as_many=True)


class CountedSaboteurRule(SaboteurRule):
    """PC-B06: each of them is asked for half of the cards, rounded down; CK-125 where nobody has two."""

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if richer(table, who, True) and not self._halves(table, who):
            yield soft("CK-125", "card.nobody-pays", card=PlaySaboteur.card)

    def effect(self, draft: Draft, command: PlaySaboteur) -> None:
        for player, count in self._halves(draft, command.by).items():
            draft.ask("saboteur", player, "PC-B06", "ck.return_half", count=count)

    @staticmethod
    def _halves(table: Table, by: PlayerId) -> dict[PlayerId, int]:
        known = hands(table)
        halves = {player: known.total(player) // 2 for player in richer(table, by, at_least_as_many=True)}
        return {player: half for player, half in halves.items() if half}


class ReturnHalfRule(GiveUpRule[ReturnHalf]):
    """PC-B06: half of the hand, rounded down, of the player's choice."""

    command = ReturnHalf
    kind = "saboteur"


class SpyRule(PlayRule[PlaySpy]):
    """PC-B07: never a point card, since those lie open (CK-122)."""

    command = PlaySpy

    def at(self, table: Table, command: PlaySpy) -> Iterable[Violation]:
        yield from check_opponent(table, command.by, command.victim, command.card)
        if command.victim not in table.core.ids:
            return
        if not hand(table, command.victim):
            yield soft("CK-125", "spy.empty-hand", victim=command.victim)
        elif not held(table, command.victim, command.track):
            yield soft("PC-B07", "spy.no-such-colour", victim=command.victim, track=command.track.value)

    def effect(self, draft: Draft, command: PlaySpy) -> None:
        before = hand(draft, command.victim)
        if not held(draft, command.victim, command.track):
            return
        left, name = remaining(before, command.track, None)
        gained = (*hand(draft, command.by), Held(command.track, name))
        draft.emit(CardSpied(command.by, command.victim, command.track, gained, left))
        watch_hand(draft, command.victim)
        watch_hand(draft, command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlaySpy]:
        return [
            PlaySpy(who, victim, track)
            for victim in opponents(table, who)
            for track in dict.fromkeys(card.track for card in hand(table, victim))
        ]


class WarlordRule(PlayRule[PlayWarlord]):
    """PC-B08; CK-125 keeps it from being played for nothing."""

    command = PlayWarlord

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if not resting(table, who):
            yield soft("CK-125", "warlord.none-resting", player=who)

    def effect(self, draft: Draft, command: PlayWarlord) -> None:
        activate(draft, command.by, resting(draft, command.by))


class WeddingRule(PlayRule[PlayWedding]):
    """PC-B09: everyone with more points gives two cards of their choice."""

    command = PlayWedding

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_richer(table, who, PlayWedding.card)


class CountedWeddingRule(WeddingRule):
    """PC-B09: each of them is asked for two cards, or for the one there is; CK-125 where nobody has any."""

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if richer(table, who) and not self._gifts(table, who):
            yield soft("CK-125", "card.nobody-pays", card=PlayWedding.card)

    def effect(self, draft: Draft, command: PlayWedding) -> None:
        for player, count in self._gifts(draft, command.by).items():
            draft.ask("wedding", player, "PC-B09", "ck.give_gifts", count=count, taker=command.by)

    @staticmethod
    def _gifts(table: Table, by: PlayerId) -> dict[PlayerId, int]:
        known = hands(table)
        gifts = {player: min(GIFTS, known.total(player)) for player in richer(table, by)}
        return {player: count for player, count in gifts.items() if count}


class GiveGiftsRule(GiveUpRule[GiveGifts]):
    """PC-B09: cards of the giver's choice, which the table need not see."""

    command = GiveGifts
    kind = "wedding"

    def wrong_number(self, command: GiveGifts, question: Decision, count: int, needed: int) -> Violation:
        """The guest gives, and returns nothing."""
        return soft(question.rule, "gifts.number", player=command.by, count=count, needed=needed)

    def hand_over(self, draft: Draft, command: GiveGifts, question: Decision) -> None:
        """The cards go to who celebrates."""
        taker = PlayerId(str(question.params["taker"]))
        if command.cards:
            draft.emit(CardsMoved(command.by, taker, command.cards))
        if command.unseen:
            draft.emit(CardsChosen(command.by, taker, command.unseen))


COMMANDS: tuple[CommandRule[Any], ...] = (IntrigueRule(), SpyRule(), WarlordRule())
"""The same at every level."""

NAMELESS: tuple[CommandRule[Any], ...] = (BishopRule(), DeserterRule(), DiplomatRule())
"""Where nobody enters places."""

PLACED: tuple[CommandRule[Any], ...] = (PlacedBishopRule(), PlacedDeserterRule(), PlacedDiplomatRule())
"""On a tracked board."""

UNCOUNTED: tuple[CommandRule[Any], ...] = (SaboteurRule(), WeddingRule())
"""Where nobody counts hands."""

COUNTED: tuple[CommandRule[Any], ...] = (
    CountedSaboteurRule(),
    CountedWeddingRule(),
    GiveGiftsRule(),
    ReturnHalfRule(),
)
"""With counted hands."""
