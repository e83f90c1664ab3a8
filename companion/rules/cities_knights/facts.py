"""How ship, knights, cities, improvements and progress cards lie on the table, by its own word, and what of
it is known at another tracking level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import (
    Audit,
    Fact,
    FactSort,
    Part,
)
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base import trail
from companion.rules.base.facts import StateRule, check_sites, nowhere, owners
from companion.rules.base.goods import readable
from companion.rules.base.network import geometry, reached
from companion.rules.base.places import nameless
from companion.rules.base.queries import SUPPLY, cities, places, settlements
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.base.tracking import on_board, renamed
from companion.rules.cities_knights.barbarians import MOST_ATTACKS, PlaceShip, times_defender
from companion.rules.cities_knights.cards import HAND, deck_size, hand, held, point_cards, progress_cards
from companion.rules.cities_knights.cities import lying_cities
from companion.rules.cities_knights.metropolises import METROPOLIS_LEVEL
from companion.rules.cities_knights.progress import CARDS
from companion.rules.cities_knights.queries import (
    FIGURES,
    FORTRESS,
    MIGHTY,
    TOP_LEVEL,
    WALLS,
    knights,
    level,
    metropolis_owner,
    part,
    plain_cities,
    walls,
)
from companion.rules.cities_knights.slice import (
    TRACK_LENGTH,
    CitiesKnights,
    CKEvent,
    Deck,
    Held,
    Knight,
    Track,
)

MOST_DEFENDERS = 6
"""CK-05: Defender of Catan cards in the box."""


class StateKnights(Command, frozen=True, tag="ck.state_knights"):
    """These are all knights of a player: by place their strength; ``active`` are those with a helmet."""

    player: PlayerId
    knights: Mapping[Site, int] = {}
    active: tuple[Site, ...] = ()


class StateCities(Command, frozen=True, tag="ck.state_cities"):
    """Under which of the player's cities walls lie, and which city figures lie on their side."""

    player: PlayerId
    walls: tuple[Site, ...] = ()
    lying: tuple[Site, ...] = ()


class StateImprovements(Command, frozen=True, tag="ck.state_improvements"):
    """How far the player is in each track."""

    player: PlayerId
    levels: Mapping[Track, int] = {}


class StateMetropolis(Command, frozen=True, tag="ck.state_metropolis"):
    """On which city a track's metropolis stands, or on none."""

    track: Track
    city: Site | None = None


class StateProgress(Command, frozen=True, tag="ck.state_progress"):
    """A player's progress cards: how many face down of each deck, and which lie open."""

    player: PlayerId
    held: Mapping[Track, int] = {}
    opened: tuple[str, ...] = ()


class StateDefenders(Command, frozen=True, tag="ck.state_defenders"):
    """How many Defender of Catan cards a player has."""

    player: PlayerId
    count: int


class StateMerchant(Command, frozen=True, tag="ck.state_merchant"):
    """Whom the merchant serves, where places are tracked from which hex; nobody before it is played."""

    player: PlayerId | None = None
    hex: HexId | None = None


class CKCarried(CKEvent, frozen=True, tag="ck.carried"):
    """What is known at another tracking level: where there are places, by their new names, or nothing.

    Without ``score`` only the ship is known.
    """

    scores: ClassVar[bool] = False
    score: bool
    knights: Mapping[Site, Knight] = {}
    walls: tuple[Site, ...] = ()
    lying: tuple[Site, ...] = ()
    metropolises: Mapping[Track, Site] = {}
    decks: Mapping[Track, Deck] = {}

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        known = part if self.score else CitiesKnights(ship=part.ship, attacks=part.attacks, decks=self.decks)
        return replace(
            known,
            knights=self.knights,
            walls=frozenset(self.walls),
            lying=frozenset(self.lying),
            metropolises=self.metropolises,
            merchant_hex=None,
            committed=None,
            displaced={},
        )


class KnightsStated(CKEvent, frozen=True, tag="ck.knights_stated"):
    """These are all knights of an owner, as they stand on the table."""

    scores: ClassVar[bool] = False
    player: PlayerId
    knights: dict[Site, Knight]

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        others = {site: one for site, one in part.knights.items() if one.owner != self.player}
        return replace(part, knights={**others, **self.knights})


class CitiesStated(CKEvent, frozen=True, tag="ck.cities_stated"):
    """Under which of a player's cities walls lie, and which lie on their side; ``gone`` have neither."""

    scores: ClassVar[bool] = False
    player: PlayerId
    walls: tuple[Site, ...]
    lying: tuple[Site, ...]
    gone: tuple[Site, ...] = ()

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        gone = frozenset(self.gone)
        return replace(
            part,
            walls=part.walls - gone | frozenset(self.walls),
            lying=part.lying - gone | frozenset(self.lying),
        )


class ImprovementsStated(CKEvent, frozen=True, tag="ck.improvements_stated"):
    """How far a player is in each track."""

    scores: ClassVar[bool] = False
    player: PlayerId
    levels: dict[Track, int]

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, improvements=changed(part.improvements, self.player, self.levels))


class MetropolisStated(CKEvent, frozen=True, tag="ck.metropolis_stated"):
    """On which city a track's metropolis stands; None: on none."""

    scores: ClassVar[bool] = False
    track: Track
    city: Site | None

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        there = without(part.metropolises, self.track)
        return replace(part, metropolises=there if self.city is None else {**there, self.track: self.city})


class ProgressStated(CKEvent, frozen=True, tag="ck.progress_stated"):
    """A player's progress cards, face down and open, and what the decks still have."""

    scores: ClassVar[bool] = False
    player: PlayerId
    held: tuple[Held, ...]
    opened: tuple[str, ...]
    decks: dict[Track, Deck]

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        others = {card: who for card, who in part.laid_open.items() if who != self.player}
        return replace(
            part,
            hands=changed(part.hands, self.player, self.held),
            laid_open={**others, **dict.fromkeys(self.opened, self.player)},
            decks=self.decks,
        )


class DefendersStated(CKEvent, frozen=True, tag="ck.defenders_stated"):
    """How many Defender of Catan cards a player has."""

    scores: ClassVar[bool] = False
    player: PlayerId
    count: int

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, defenders=changed(part.defenders, self.player, self.count))


class MerchantStated(CKEvent, frozen=True, tag="ck.merchant_stated"):
    """Whom the merchant serves, and from which hex."""

    scores: ClassVar[bool] = False
    player: PlayerId | None
    hex: HexId | None = None

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, merchant=self.player, merchant_hex=self.hex)


class StateKnightsRule(StateRule):
    """CK-90: each knight at a place of its own."""

    command = StateKnights

    def at(self, table: Table, command: StateKnights) -> Iterable[Violation]:
        owner = command.player
        missing = nowhere(table, owner)
        if missing is not None:
            yield missing
            return
        yield from check_sites(table, owner, command.knights, knights(table, owner))
        if not set(command.active) <= command.knights.keys():
            yield hard("CK-90", "knight.not-own", player=owner)
        if any(not 1 <= strength <= MIGHTY for strength in command.knights.values()):
            yield hard("CK-90", "knight.no-such-strength")

    def apply(self, draft: Draft, command: StateKnights) -> None:
        own, stated = knights(draft, command.player), {}
        for site, strength in command.knights.items():
            active = site in command.active
            before = own.get(site)
            same = before is not None and (before.strength, before.active) == (strength, active)
            stated[site] = before if same and before else Knight(command.player, strength, active)
        draft.emit(KnightsStated(command.player, stated))
        if places(draft).named:
            trail.measure_only(draft, owners(draft))


class StateCitiesRule(StateRule):
    """CK-70, CK-113: walls lie under own cities, figures on their side count as settlements."""

    command = StateCities

    def at(self, table: Table, command: StateCities) -> Iterable[Violation]:
        player = command.player
        if player not in owners(table):
            yield no_player(player)
            return
        if not set(command.walls) <= set(cities(table, player)) or len(set(command.walls)) < len(
            command.walls
        ):
            yield hard("CK-70", "wall.not-own-city", player=player)
        if not set(command.lying) <= set(settlements(table, player)):
            yield hard("CK-113", "city.not-own-settlement", player=player)

    def apply(self, draft: Draft, command: StateCities) -> None:
        base, state = draft.slice(Base).buildings, part(draft)
        # a wall or a figure on its side where nothing stands any more is nobody's, and goes too
        gone = tuple(
            site
            for site in (*sorted(state.walls), *sorted(state.lying))
            if site not in base or base[site].owner == command.player
        )
        draft.emit(CitiesStated(command.player, command.walls, command.lying, tuple(dict.fromkeys(gone))))


class StateImprovementsRule(StateRule):
    """CK-80: five levels of three tracks."""

    command = StateImprovements

    def at(self, table: Table, command: StateImprovements) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        if any(not 0 <= reached <= TOP_LEVEL for reached in command.levels.values()):
            wrong = next(one for one in command.levels.values() if not 0 <= one <= TOP_LEVEL)
            yield hard("CK-80", "improve.no-such-level", level=readable(wrong))

    def apply(self, draft: Draft, command: StateImprovements) -> None:
        levels = {track: command.levels[track] for track in Track if command.levels.get(track)}
        draft.emit(ImprovementsStated(command.player, levels))


class StateMetropolisRule(StateRule):
    """CK-82, CK-86: on a city that bears no other one."""

    command = StateMetropolis

    def at(self, table: Table, command: StateMetropolis) -> Iterable[Violation]:
        city = command.city
        if city is None:
            return
        if not any(city in cities(table, owner) for owner in owners(table)):
            yield hard("CK-86", "metropolis.no-city-there")
        elif any(site == city for track, site in part(table).metropolises.items() if track != command.track):
            yield hard("CK-86", "metropolis.two-on-one-city")

    def apply(self, draft: Draft, command: StateMetropolis) -> None:
        draft.emit(MetropolisStated(command.track, command.city))


class StateProgressRule(StateRule):
    """CK-04: no more cards than the decks have."""

    command = StateProgress

    def at(self, table: Table, command: StateProgress) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
            return
        for card in command.opened:
            if card not in point_cards(table):
                yield hard("CK-122", "progress.not-laid-open", name=str(card)[:40])
        for track in Track:
            count = command.held.get(track, 0)
            if not 0 <= count <= deck_size(table, track):
                yield hard("CK-04", "progress.no-such-count", count=readable(count))
            elif _left(table, command, track) < 0:
                yield hard("CK-04", "progress.deck-short", track=track.value, count=deck_size(table, track))

    def apply(self, draft: Draft, command: StateProgress) -> None:
        player = command.player
        mine: list[Held] = []
        decks: dict[Track, Deck] = {}
        for track in Track:
            own = [card for card in hand(draft, player) if card.track is track]
            count = command.held.get(track, 0)
            mine += own if len(own) == count else [Held(track)] * count
            decks[track] = _deck(part(draft).decks[track], _left(draft, command, track))
        opened = tuple(dict.fromkeys(command.opened))
        draft.emit(ProgressStated(player, tuple(mine), opened, decks))


def _left(table: Table, command: StateProgress, track: Track) -> int:
    """Cards of a deck that are neither in hands nor open."""
    others = [player for player in table.core.ids if player != command.player]
    out = sum(held(table, player, track) for player in others) + command.held.get(track, 0)
    lying = {card for card, who in part(table).laid_open.items() if who != command.player}
    cards = progress_cards(table)
    lying = {card for card in lying | set(command.opened) if card in cards and cards[card].track is track}
    return deck_size(table, track) - out - len(lying)


def _deck(deck: Deck, size: int) -> Deck:
    """The deck with so many cards: nobody knows which have come or gone, if it is another number."""
    if size == deck.size:
        return deck
    under = deck.under[:size] if size < len(deck.under) else deck.under
    return Deck(size - len(under), under)


class StateDefendersRule(StateRule):
    """CK-114: cards of one point each."""

    command = StateDefenders

    def at(self, table: Table, command: StateDefenders) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        if not 0 <= command.count <= MOST_ATTACKS:
            yield hard("CK-114", "defender.no-such-count", count=readable(command.count))

    def apply(self, draft: Draft, command: StateDefenders) -> None:
        draft.emit(DefendersStated(command.player, command.count))


class StateMerchantRule(StateRule):
    """CK-130: the merchant serves one player, from a hex of the board."""

    command = StateMerchant

    def at(self, table: Table, command: StateMerchant) -> Iterable[Violation]:
        if command.player is not None and command.player not in table.core.ids:
            yield no_player(command.player)
        hex = command.hex
        if hex is None:
            return
        if not places(table).named or table.slice(Base).board is None or hex not in geometry(table).hexes:
            yield hard("CK-130", "place.off-board", place=str(readable(hex)))

    def apply(self, draft: Draft, command: StateMerchant) -> None:
        draft.emit(MerchantStated(command.player, command.hex if command.player is not None else None))


# --- at another level


def carry(before: Table, draft: Draft) -> None:
    """Knights, walls and metropolises lose their places where nobody enters them any more; on a board they
    have still to be said. A knight that waited for its place has one somewhere."""
    if "places" not in draft.ruleset.slots:
        decks = {track: Deck(deck_size(draft, track)) for track in Track}
        draft.emit(CKCarried(False, decks=decks))
        return
    if on_board(draft) is on_board(before):
        return
    if on_board(draft):
        draft.emit(CKCarried(True))
        return
    state = part(before)
    names = dict(zip(before.slice(Base).buildings, draft.slice(Base).buildings, strict=False))
    standing = [*state.knights.values(), *(away.knight for away in state.displaced.values())]
    sites = renamed((knight.owner for knight in standing), draft.slice(Base).buildings)
    stands = dict(zip(sites, standing, strict=True))
    draft.emit(
        CKCarried(
            True,
            stands,
            tuple(names[site] for site in sorted(state.walls) if site in names),
            tuple(names[site] for site in sorted(state.lying) if site in names),
            {track: names[site] for track, site in state.metropolises.items() if site in names},
        )
    )


# --- as facts


def knights_of(strength: int, active: bool, table: Table, player: PlayerId) -> tuple[Site, ...]:
    """Where the player's knights of one kind stand."""
    own = knights(table, player).items()
    return tuple(site for site, one in own if (one.strength, one.active) == (strength, active))


def _number_of_knights(strength: int, active: bool, table: Table, player: PlayerId) -> int:
    return len(knights_of(strength, active, table, player))


def _has_metropolis(track: Track, table: Table, player: PlayerId) -> int:
    return int(metropolis_owner(table, track) == player)


def _level(track: Track, table: Table, player: PlayerId) -> int:
    return level(table, player, track)


def _held(track: Track, table: Table, player: PlayerId) -> int:
    return held(table, player, track)


def _has_opened(card: str, table: Table, player: PlayerId) -> int:
    return int(part(table).laid_open.get(card) == player)


def knights_at(
    strength: int, active: bool, table: Table, player: PlayerId, sites: Iterable[Site]
) -> StateKnights:
    """The player's knights, those of one kind at these places."""
    chosen = tuple(sites)
    own = knights(table, player).items()
    others = {
        site: one
        for site, one in own
        if site not in chosen and (one.strength, one.active) != (strength, active)
    }
    stands = {site: one.strength for site, one in others.items()} | dict.fromkeys(chosen, strength)
    helmets = [site for site, one in others.items() if one.active] + (list(chosen) if active else [])
    return StateKnights(player, player, stands, tuple(helmets))


def _count_knights(strength: int, active: bool, table: Table, player: PlayerId, count: int) -> StateKnights:
    """So many nameless knights of a kind."""
    own = knights_of(strength, active, table, player)[:count]
    own += nameless(player, count - len(own), table.value("occupied"))
    return knights_at(strength, active, table, player, own)


def _state_walls(table: Table, player: PlayerId, sites: Iterable[Site]) -> StateCities:
    lying = lying_cities(table, player)
    return StateCities(player, player, tuple(sites), tuple(sorted(lying)))


def _count_walls(table: Table, player: PlayerId, count: int) -> StateCities:
    """Walls under so many cities, those that have one first."""
    walled = walls(table, player)
    others = tuple(site for site in cities(table, player) if site not in walled)
    return _state_walls(table, player, (*walled, *others)[:count])


def _state_lying(table: Table, player: PlayerId, sites: Iterable[Site]) -> StateCities:
    return StateCities(player, player, walls(table, player), tuple(sites))


def _count_lying(table: Table, player: PlayerId, count: int) -> StateCities:
    lying = sorted(lying_cities(table, player))
    others = [site for site in settlements(table, player) if site not in lying]
    return _state_lying(table, player, (*lying, *others)[:count])


def _state_level(track: Track, table: Table, player: PlayerId, reached: int) -> StateImprovements:
    levels = {one: level(table, player, one) for one in Track}
    return StateImprovements(player, player, {**levels, track: reached})


def _metropolis(track: Track, table: Table, player: PlayerId) -> tuple[Site, ...]:
    site = part(table).metropolises.get(track)
    return () if site is None or metropolis_owner(table, track) != player else (site,)


def _state_metropolis(
    track: Track, table: Table, player: PlayerId, sites: tuple[Site, ...]
) -> StateMetropolis:
    return StateMetropolis(player, track, sites[-1] if sites else None)


def _own_metropolis(track: Track, table: Table, player: PlayerId, value: int) -> StateMetropolis:
    """On the first city of the player that bears none."""
    free = plain_cities(table, player)
    own = _metropolis(track, table, player)
    return StateMetropolis(player, track, (own or free or (None,))[0] if value else None)


def _progress(track: Track, table: Table, player: PlayerId, count: int) -> StateProgress:
    counts = {one: held(table, player, one) for one in Track}
    return StateProgress(player, player, {**counts, track: count}, _opened(table, player))


def _opened(table: Table, player: PlayerId) -> tuple[str, ...]:
    return tuple(card for card, who in part(table).laid_open.items() if who == player)


def _lay_open(card: str, table: Table, player: PlayerId, value: int) -> StateProgress:
    counts = {one: held(table, player, one) for one in Track}
    others = tuple(one for one in _opened(table, player) if one != card)
    return StateProgress(player, player, counts, (*others, card) if value else others)


def _merchant(table: Table, player: PlayerId) -> tuple[HexId, ...]:
    state = part(table)
    return () if state.merchant != player or state.merchant_hex is None else (state.merchant_hex,)


SHIP = (
    Fact(
        "ship",
        lambda table, player: part(table).ship,
        lambda table, player, to: PlaceShip(player, to),
        most=TRACK_LENGTH - 1,
        shared=True,
    ),
    Fact(
        "attacks",
        lambda table, player: part(table).attacks,
        lambda table, player, count: PlaceShip(player, part(table).ship, count),
        most=MOST_ATTACKS,
        shared=True,
    ),
)

KNIGHTS = tuple((strength, active) for strength in (1, 2, 3) for active in (False, True))


def _knight_name(strength: int, active: bool) -> str:
    return f"knight_{strength}_{'active' if active else 'inactive'}"


NAMELESS = (
    *(
        Fact(
            _knight_name(strength, active),
            partial(_number_of_knights, strength, active),
            partial(_count_knights, strength, active),
            most=FIGURES,
        )
        for strength, active in KNIGHTS
    ),
    Fact("wall", lambda table, player: len(walls(table, player)), _count_walls, most=WALLS),
    Fact(
        "city_on_side",
        lambda table, player: len(lying_cities(table, player)),
        _count_lying,
        most=SUPPLY[BuildingKind.CITY],
    ),
    *(
        Fact(
            f"metropolis_{track.value}",
            partial(_has_metropolis, track),
            partial(_own_metropolis, track),
            FactSort.FLAG,
        )
        for track in Track
    ),
    Fact(
        "merchant",
        lambda table, player: int(part(table).merchant == player),
        lambda table, player, value: StateMerchant(player, player if value else None),
        FactSort.FLAG,
    ),
)

PLACED = (
    *(
        Fact(
            _knight_name(strength, active),
            partial(knights_of, strength, active),
            partial(knights_at, strength, active),
            FactSort.CORNERS,
            FIGURES,
        )
        for strength, active in KNIGHTS
    ),
    Fact("wall", walls, _state_walls, FactSort.CORNERS, WALLS),
    Fact(
        "city_on_side",
        lambda table, player: tuple(sorted(lying_cities(table, player))),
        _state_lying,
        FactSort.CORNERS,
        SUPPLY[BuildingKind.CITY],
    ),
    *(
        Fact(
            f"metropolis_{track.value}",
            partial(_metropolis, track),
            partial(_state_metropolis, track),
            FactSort.CORNERS,
        )
        for track in Track
    ),
    Fact(
        "merchant",
        _merchant,
        lambda table, player, hexes: StateMerchant(player, *((player, hexes[-1]) if hexes else ())),
        FactSort.HEX,
    ),
)

SCORED = (
    *(
        Fact(
            f"track_{track.value}",
            partial(_level, track),
            partial(_state_level, track),
            most=TOP_LEVEL,
        )
        for track in Track
    ),
    Fact(
        "defender",
        times_defender,
        lambda table, player, count: StateDefenders(player, player, count),
        most=MOST_DEFENDERS,
    ),
    *(
        Fact(
            f"progress_{track.value}",
            partial(_held, track),
            partial(_progress, track),
            most=HAND + 1,
        )
        for track in Track
    ),
    *(
        Fact(
            f"opened_{card}",
            partial(_has_opened, card),
            partial(_lay_open, card),
            FactSort.FLAG,
        )
        for card, one in CARDS.items()
        if one.point
    ),
)


# --- what does not fit


def figures(table: Table) -> Iterable[Violation]:
    """CK-02, CK-70: more knights or walls than a player owns."""
    for player in table.core.ids:
        strengths = Counter(one.strength for one in knights(table, player).values())
        for strength, used in sorted(strengths.items()):
            if used > FIGURES:
                yield soft(
                    "CK-02",
                    "fit.knights",
                    player=player,
                    strength=strength,
                    used=used,
                    count=FIGURES,
                )
        if strengths[MIGHTY] and level(table, player, Track.POLITICS) < FORTRESS:
            yield soft("CK-93", "fit.no-fortress", player=player)
        used = len(walls(table, player))
        if used > WALLS:
            yield soft("CK-70", "fit.walls", player=player, used=used, count=WALLS)
        used = len(hand(table, player))
        if used > HAND:
            yield soft("CK-123", "fit.progress-cards", player=player, used=used, count=HAND)


def cities_bearing(table: Table) -> Iterable[Violation]:
    """CK-70, CK-82, CK-85: walls and metropolises without a city, levels without their metropolis."""
    state, built = part(table), {site for owner in owners(table) for site in cities(table, owner)}
    bare = tuple(sorted(state.walls - built))
    if bare:
        yield soft("CK-70", "fit.wall-without-city", places=bare, count=len(bare))
    for track in Track:
        owner = metropolis_owner(table, track)
        reached = {player: level(table, player, track) for player in table.core.ids}
        most = max(reached.values(), default=0)
        if owner is None:
            if track in state.metropolises:
                yield soft("CK-82", "fit.metropolis-without-city", track=track.value)
            elif most >= METROPOLIS_LEVEL:
                leader = next(player for player, at in reached.items() if at == most)
                yield soft("CK-82", "fit.no-metropolis", player=leader, track=track.value, level=most)
        elif owner in reached and reached[owner] < METROPOLIS_LEVEL:
            yield soft(
                "CK-82", "fit.metropolis-too-early", player=owner, track=track.value, level=METROPOLIS_LEVEL
            )
        elif most == TOP_LEVEL > reached.get(owner, TOP_LEVEL):
            leader = next(player for player, at in reached.items() if at == most)
            yield soft("CK-85", "fit.metropolis-passed", player=leader, owner=owner, track=track.value)


def on_roads(table: Table) -> Iterable[Violation]:
    """CK-90: knights that no road of theirs reaches."""
    if table.slice(Base).board is None:
        return
    for owner in table.core.ids:
        ends = frozenset(reached(table, owner))
        lonely = tuple(site for site in knights(table, owner) if site not in ends)
        if lonely:
            yield soft("CK-90", "fit.knight-alone", player=owner, places=lonely, count=len(lonely))


EVENTS: tuple[type[Event], ...] = (
    CKCarried,
    KnightsStated,
    CitiesStated,
    ImprovementsStated,
    MetropolisStated,
    ProgressStated,
    DefendersStated,
    MerchantStated,
)

PARTS = (
    Part(facts=SHIP),
    Part(
        needs=frozenset({Aspect.SCORE}),
        commands=(
            StateKnightsRule(),
            StateCitiesRule(),
            StateImprovementsRule(),
            StateMetropolisRule(),
            StateProgressRule(),
            StateDefendersRule(),
            StateMerchantRule(),
        ),
        audits=(Audit("ck.figures", figures), Audit("ck.cities", cities_bearing)),
        facts=SCORED,
    ),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=NAMELESS),
    Part(
        needs=frozenset({Aspect.PLACES}),
        audits=(Audit("ck.on_roads", on_roads),),
        facts=PLACED,
    ),
)
