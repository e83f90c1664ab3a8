"""The ship, and the attack when it lands (CK-30, CK-110 to CK-117, OPT-1)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain, product
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.core import Settled
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    CueRule,
    Gauge,
    Part,
    PointSource,
    Reaction,
    Slot,
    Stage,
    Step,
    Term,
    Timing,
)
from companion.engine.ids import PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.building import CityReduced
from companion.rules.base.goods import readable
from companion.rules.base.queries import cities, figures_left
from companion.rules.base.slice import BuildingKind
from companion.rules.cities_knights import cards
from companion.rules.cities_knights.field import field
from companion.rules.cities_knights.queries import alike, knights, plain_cities, state_of, unlike
from companion.rules.cities_knights.slice import SHIP_FACE, TRACK_LENGTH, CitiesKnights, CKEvent, Post, Track

BY_SHIP = "ck.by_ship"
"""The parts that a game has in which barbarians come by ship, and attack all cities at once."""

MOST_ATTACKS = 99
"""No evening sees more; a larger number is a slip of the keys."""


class LoseCity(Command, frozen=True, tag="ck.lose_city"):
    """The player says which city the barbarians reduce."""

    city: Site


class CommitKnights(Command, frozen=True, tag="ck.commit_knights"):
    """The active knights that the player sends into the battle (OPT-1)."""

    knights: tuple[Post, ...]


class ChooseDeck(Command, frozen=True, tag="ck.choose_deck"):
    """The player drew the top card of that deck, as one of several best defenders."""

    track: Track


class PlaceShip(Command, frozen=True, tag="ck.place_ship"):
    """The table says where the ship really stands, and how many attacks there have been."""

    to: int
    attacks: int | None = None


class ShipMoved(CKEvent, frozen=True, tag="ck.ship_moved"):
    """CK-30: the ship stands so many steps from its start; ``attacks`` only where the table corrects it."""

    scores: ClassVar[bool] = False
    to: int
    attacks: int | None = None

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, ship=self.to, attacks=state.attacks if self.attacks is None else self.attacks)


class BarbariansLanded(CKEvent, frozen=True, tag="ck.barbarians_landed"):
    """The ship has arrived: the attack begins (CK-30)."""

    scores: ClassVar[bool] = False

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, committed={})


class KnightsCommitted(CKEvent, frozen=True, tag="ck.knights_committed"):
    """The knights that a player sends into the battle (OPT-1)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    knights: tuple[Site, ...]

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, committed=changed(state.committed or {}, self.by, self.knights))


class AttackFought(CKEvent, frozen=True, tag="ck.attack_fought"):
    """The battle: strength of the barbarians against the active strength of each player, and who
    reduces a city or who defends; kept whole so that everyone can see why (CK-110, CK-111, CK-116)."""

    barbarians: int
    defence: int
    won: bool
    forces: dict[PlayerId, int]
    cities: dict[PlayerId, int]
    losers: tuple[PlayerId, ...] = ()
    leaders: tuple[PlayerId, ...] = ()

    @property
    def variant(self) -> str:
        return "won" if self.won else "lost"


class ShipReturned(CKEvent, frozen=True, tag="ck.ship_returned"):
    """After an attack: the ship at its start, the knights that fought inactive (CK-115, CK-117)."""

    scores: ClassVar[bool] = False
    tired: tuple[Site, ...] = ()

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        knights = {
            site: replace(knight, active=False) if site in self.tired else knight
            for site, knight in state.knights.items()
        }
        return replace(state, ship=0, attacks=state.attacks + 1, knights=knights, committed=None)


class CityLost(CKEvent, frozen=True, tag="ck.city_lost"):
    """CK-112: a city is reduced by the barbarians, its wall goes too. CK-113: ``on_side`` if no settlement
    figure was left."""

    by: PlayerId
    site: Site
    wall: bool
    on_side: bool

    @property
    def variant(self) -> str:
        return "on_side" if self.on_side else "wall" if self.wall else ""

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        lying = state.lying | {self.site} if self.on_side else state.lying
        return replace(state, walls=state.walls - {self.site}, lying=lying)


class DefenderNamed(CKEvent, frozen=True, tag="ck.defender_named"):
    """A player takes a Defender of Catan card (CK-114)."""

    by: PlayerId

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        count = state.defenders.get(self.by, 0) + 1
        return replace(state, defenders=changed(state.defenders, self.by, count))


def sail(draft: Draft) -> None:
    """CK-30: a ship face moves the ship one step; on the last one the barbarians land."""
    if draft.core.dice.get("event") != SHIP_FACE:
        return
    draft.emit(ShipMoved(min(state_of(draft).ship + 1, TRACK_LENGTH)))
    if state_of(draft).ship == TRACK_LENGTH:
        draft.emit(BarbariansLanded())
        landing = draft.ruleset.slots["landing"]
        assert callable(landing)
        landing(draft)


def land_unseen(draft: Draft) -> None:
    """Where cities and knights are not entered, the table fights the battle by itself."""
    draft.emit(ShipReturned())


def land(draft: Draft) -> None:
    """OPT-1: with committed knights everyone says first who fights; otherwise all active ones do."""
    if draft.option("committed_knights"):
        for player in draft.core.in_turn_order():
            if active_knights(draft, player):
                draft.ask("commit", player, "OPT-1", "ck.commit_knights")
    if not _still_committing(draft):
        fight(draft)


def fight(draft: Draft) -> None:
    """CK-110 to CK-117: compare the strengths, and let those who lose or defend be known."""
    players = draft.core.in_turn_order()
    forces = {player: force(draft, player) for player in players}
    towns = {player: len(cities(draft, player)) for player in players}
    barbarians, defence = sum(towns.values()), sum(forces.values())
    won = defence >= barbarians
    losers = () if won else weakest(draft, forces)
    leaders = strongest(forces) if won else ()
    tired = tuple(site for player in players for site in fighters(draft, player))
    draft.emit(AttackFought(barbarians, defence, won, forces, towns, losers, leaders))
    draft.emit(ShipReturned(tired))
    for player in losers:
        _pillage(draft, player)
    _reward(draft, leaders)


def weakest(table: Table, forces: dict[PlayerId, int]) -> tuple[PlayerId, ...]:
    """CK-112: among owners of a city without metropolis, those with the least strength, ties all."""
    open_to_it = [player for player in forces if plain_cities(table, player)]
    least = min((forces[player] for player in open_to_it), default=0)
    return tuple(player for player in open_to_it if forces[player] == least)


def strongest(forces: dict[PlayerId, int]) -> tuple[PlayerId, ...]:
    """CK-114: those with the most strength; nobody without any."""
    most = max(forces.values(), default=0)
    return tuple(player for player in forces if forces[player] == most) if most else ()


def active_knights(table: Table, player: PlayerId) -> tuple[Site, ...]:
    """The player's knights with helmets."""
    return tuple(site for site, knight in knights(table, player).items() if knight.active)


def fighters(table: Table, player: PlayerId) -> tuple[Site, ...]:
    """The knights that count in this battle: all active ones, or those committed (OPT-1)."""
    if table.option("committed_knights"):
        return (state_of(table).committed or {}).get(player, ())
    return active_knights(table, player)


def times_defender(table: Table, player: PlayerId) -> int:
    """CK-114: how often the player has been Defender of Catan, a point each time."""
    return state_of(table).defenders.get(player, 0)


def force(table: Table, player: PlayerId) -> int:
    """CK-111: the strength that a player sends into the battle."""
    return sum(state_of(table).knights[site].strength for site in fighters(table, player))


def strength_of(table: Table, player: PlayerId) -> int:
    """The strength of all active knights of a player."""
    return sum(state_of(table).knights[site].strength for site in active_knights(table, player))


def lose_city(draft: Draft, by: PlayerId, city: Site) -> None:
    """CK-112 and CK-113: a settlement in its place, or the city figure on its side."""
    on_side = figures_left(draft, by, BuildingKind.SETTLEMENT) < 1
    draft.emit(CityLost(by, city, city in state_of(draft).walls, on_side))
    draft.emit(CityReduced(by, city))


def _pillage(draft: Draft, player: PlayerId) -> None:
    open_to_it = plain_cities(draft, player)
    ways_out: tuple[str, ...] = draft.value("ways_out", player)
    if alike(draft, open_to_it) and not ways_out:
        lose_city(draft, player, open_to_it[0])
    else:
        draft.ask("lose_city", player, "CK-112", "ck.lose_city", *ways_out)


def no_way_out(table: Table, old: None, player: PlayerId) -> tuple[str, ...]:
    """CK-112: a city is lost: by no other command can the player answer."""
    return ()


def _reward(draft: Draft, leaders: tuple[PlayerId, ...]) -> None:
    """CK-114: one leader defends Catan; several draw progress cards of their choice in turn order."""
    if len(leaders) == 1:
        given = sum(state_of(draft).defenders.values())
        if given < draft.option("defender_cards"):
            draft.emit(DefenderNamed(leaders[0]))
        return
    for player in leaders:
        draft.ask("choose_deck", player, "CK-114", "ck.choose_deck")
    _void_if_empty(draft)


def _void_if_empty(draft: Draft) -> None:
    """CK-114: if all decks are empty nothing is drawn."""
    if not any(deck.size for deck in state_of(draft).decks.values()):
        for player in draft.core.ids:
            draft.settle("choose_deck", player)


def _still_committing(table: Table) -> bool:
    return any(question.kind == "commit" for question in table.core.pending)


class LoseCityRule(CommandRule[LoseCity]):
    """CK-112: one city without metropolis, of the loser's choice."""

    command = LoseCity
    timing = Timing.ANSWER

    def at(self, table: Table, command: LoseCity) -> Iterable[Violation]:
        if command.city not in plain_cities(table, command.by):
            yield hard("CK-112", "attack.not-a-plain-city", player=command.by)

    def apply(self, draft: Draft, command: LoseCity) -> None:
        draft.settle("lose_city", command.by)
        lose_city(draft, command.by, command.city)

    def forms(self, table: Table, who: PlayerId) -> Iterable[LoseCity]:
        return [LoseCity(who, site) for site in unlike(table, plain_cities(table, who))]


class CommitKnightsRule(CommandRule[CommitKnights]):
    """OPT-1: in turn order, from the player on turn."""

    command = CommitKnights
    timing = Timing.ANSWER

    def at(self, table: Table, command: CommitKnights) -> Iterable[Violation]:
        able = active_knights(table, command.by)
        if len(set(command.knights)) < len(command.knights) or not set(command.knights) <= set(able):
            yield hard("OPT-1", "attack.not-active", player=command.by)

    def apply(self, draft: Draft, command: CommitKnights) -> None:
        draft.emit(KnightsCommitted(command.by, command.knights))
        draft.settle("commit", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[CommitKnights]:
        groups: dict[Hashable, list[Site]] = {}
        for site in active_knights(table, who):
            kind = field(table).likeness(site, state_of(table).knights[site].strength)
            groups.setdefault(kind, []).append(site)
        counts = product(*(range(len(group) + 1) for group in groups.values()))
        for count in counts:
            chosen = (group[:number] for number, group in zip(count, groups.values(), strict=True))
            yield CommitKnights(who, tuple(chain.from_iterable(chosen)))


class ChooseDeckRule(CommandRule[ChooseDeck]):
    """CK-114: a progress card of choice; an empty deck cannot be chosen.

    The cards are drawn in turn order. In which order they are entered matters only where a deck has too few
    left for everyone who comes before.
    """

    command = ChooseDeck
    timing = Timing.ANSWER

    def at(self, table: Table, command: ChooseDeck) -> Iterable[Violation]:
        if not state_of(table).decks[command.track].size:
            yield hard("CK-114", "deck.empty", track=command.track.value)
            return
        earlier = _still_before(table, command.by)
        if state_of(table).decks[command.track].size <= len(earlier):
            yield soft(
                "CK-114", "deck.order", player=command.by, earlier=earlier[0], track=command.track.value
            )

    def apply(self, draft: Draft, command: ChooseDeck) -> None:
        draft.settle("choose_deck", command.by)
        cards.draw(draft, command.by, command.track)
        _void_if_empty(draft)

    def forms(self, table: Table, who: PlayerId) -> Iterable[ChooseDeck]:
        return [ChooseDeck(who, track) for track in Track]


def _still_before(table: Table, who: PlayerId) -> list[PlayerId]:
    """CK-114: those whose turn to draw comes before the player's, and who have not drawn yet."""
    drawing = [question.who for question in table.core.pending if question.kind == "choose_deck"]
    return drawing[: drawing.index(who)] if who in drawing else []


class PlaceShipRule(CommandRule[PlaceShip]):
    """CK-30: the table is the truth about where its ship stands."""

    command = PlaceShip
    timing = Timing.ANY

    def at(self, table: Table, command: PlaceShip) -> Iterable[Violation]:
        if not 0 <= command.to < TRACK_LENGTH:
            yield hard("CK-30", "ship.off-track", to=readable(command.to))
        if command.attacks is not None and not 0 <= command.attacks <= MOST_ATTACKS:
            yield hard("CK-115", "ship.attacks", attacks=readable(command.attacks))

    def apply(self, draft: Draft, command: PlaceShip) -> None:
        attacks = state_of(draft).attacks if command.attacks is None else command.attacks
        draft.emit(ShipMoved(command.to, attacks))


def fight_when_all_said(draft: Draft, event: object) -> None:
    """OPT-1: the battle begins when the last player has said who fights, or need not say it any more."""
    state = state_of(draft)
    if state.committed is not None and not _still_committing(draft):
        fight(draft)


def frozen_robber(table: Table, old: str | None) -> str | None:
    """CK-51: not before the barbarians have attacked for the first time."""
    return old if state_of(table).attacks else "CK-51"


EVENTS: tuple[type[Event], ...] = (
    ShipMoved,
    BarbariansLanded,
    KnightsCommitted,
    AttackFought,
    ShipReturned,
    CityLost,
    DefenderNamed,
)


Concerned = tuple[PlayerId, ...] | None


def on_its_way(table: Table, event: ShipMoved) -> Concerned:
    """A step that is not the last one before the attack."""
    return () if event.to < TRACK_LENGTH - 1 else None


def attack_next(table: Table, event: ShipMoved) -> Concerned:
    """The last step before the attack."""
    return () if event.to == TRACK_LENGTH - 1 else None


PARTS = (
    Part(
        name=BY_SHIP,
        steps=(Step("roll", "ck.ship", sail),),
        commands=(PlaceShipRule(),),
        cues=(
            CueRule(ShipMoved, "ship_step", on_its_way),
            CueRule(ShipMoved, "ship_near", attack_next),
            CueRule(BarbariansLanded, "attack"),
        ),
        gauges=(Gauge("ship", TRACK_LENGTH, lambda table: state_of(table).ship),),
    ),
    Part(without=frozenset({Aspect.SCORE}), name=BY_SHIP, slots=(Slot("landing", land_unseen),)),
    Part(
        needs=frozenset({Aspect.SCORE}),
        name=BY_SHIP,
        slots=(Slot("landing", land),),
        terms=(
            Term("robber_frozen", Stage.LIMIT, frozen_robber),
            Term("ways_out", Stage.BASE, no_way_out),
        ),
        commands=(LoseCityRule(), CommitKnightsRule(), ChooseDeckRule()),
        reactions=(Reaction(Settled, fight_when_all_said),),
        points=(PointSource("defender", RuleId("CK-114"), times_defender),),
        cues=(
            CueRule(AttackFought, "attack_won", lambda table, event: event.leaders if event.won else None),
            CueRule(AttackFought, "attack_lost", lambda table, event: None if event.won else event.losers),
        ),
    ),
)
