"""Everything counted again from what was told, by code that shares nothing with the rules.

Points, pieces and cards are kept in plain counters that each event moves by one, as people would do it
on paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine.core import PointsAdjusted
from companion.engine.event import Event
from companion.rules.base.building import CityBuilt, CityReduced, SettlementBuilt
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.cities_knights.barbarians import CityLost, DefenderNamed, ShipMoved, ShipReturned
from companion.rules.cities_knights.cards import CardDrawn, CardLaidOpen, CardPlayed, CardPutBack
from companion.rules.cities_knights.cities import CityRaised
from companion.rules.cities_knights.field import KnightRemoved
from companion.rules.cities_knights.improvements import Improved
from companion.rules.cities_knights.knights.promote import KnightPromoted
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from companion.rules.cities_knights.progress.merchant import MerchantTaken
from companion.rules.cities_knights.progress.spy import CardSpied
from companion.rules.cities_knights.slice import CitiesKnights, Track
from companion.rules.cities_knights.walls import WallBuilt
from companion.rules.scenarios.caravans.claims import CamelPointsTold
from companion.rules.scenarios.rivers.riches import PovertyHeld, WealthHeld
from companion.rules.scenarios.traders_barbarians.cargo import CargoDelivered
from companion.rules.scenarios.traders_barbarians.wagons import WagonUpgraded
from tests.kit.tables import Evening


class Paper:
    """What a patient scorekeeper writes down. A settlement and a city each stand at the start."""

    def __init__(self, players: Iterable[str], settlements: int = 1, cities: int = 1) -> None:
        self.players = tuple(players)
        self.settlements = Counter(dict.fromkeys(self.players, settlements))
        self.cities = Counter(dict.fromkeys(self.players, cities))
        self.lying: Counter[str] = Counter()
        self.walls: Counter[str] = Counter()
        self.knights: Counter[tuple[str, int]] = Counter()
        self.strength: dict[str, int] = {}
        self.levels: dict[tuple[str, str], int] = {}
        self.metropolis: dict[str, str] = {}
        self.defenders: Counter[str] = Counter()
        self.open: Counter[str] = Counter()
        self.cards: Counter[tuple[str, str]] = Counter()
        self.decks = Counter({track.value: 18 for track in Track})
        self.merchant: str | None = None
        self.road: str | None = None
        self.rulings: Counter[str] = Counter()
        self.between_camels: Counter[str] = Counter()
        self.wealthiest: str | None = None
        self.poor: tuple[str, ...] = ()
        self.deliveries: Counter[str] = Counter()
        self.wagons: dict[str, int] = {}
        self.ship = self.attacks = 0

    def points(self, who: str) -> int:
        """The points of a player."""
        return (
            self.settlements[who]
            + 2 * self.cities[who]
            + 2 * sum(owner == who for owner in self.metropolis.values())
            + 2 * (self.road == who)
            + self.defenders[who]
            + self.open[who]
            + (self.merchant == who)
            + (self.wealthiest == who)
            - 2 * (who in self.poor)
            + self.rulings[who]
            + self.between_camels[who]
            + self.deliveries[who]
            + (self.wagons.get(who) == 5)
        )

    def write(self, events: Iterable[Event]) -> None:
        """Write down what happened."""
        for event in events:
            self._buildings(event)
            self._knights(event)
            self._cards(event)
            self._rest(event)

    def _buildings(self, event: Event) -> None:
        match event:
            case SettlementBuilt(by=by):
                self.settlements[by] += 1
            case CityBuilt(by=by):
                self.settlements[by] -= 1
                self.cities[by] += 1
            case CityReduced(by=by):
                self.cities[by] -= 1
                self.settlements[by] += 1
            case CityLost(by=by, wall=wall, on_side=on_side):
                self.walls[by] -= wall
                self.lying[by] += on_side
            case CityRaised(by=by):
                self.lying[by] -= 1
            case WallBuilt(by=by):
                self.walls[by] += 1
            case Improved(by=by, track=track, level=level):
                self.levels[by, track.value] = level
            case MetropolisPlaced(by=by, track=track):
                self.metropolis[track.value] = by

    def _knights(self, event: Event) -> None:
        match event:
            case KnightRecruited(by=by, site=site, knight=knight):
                self.knights[by, knight.strength] += 1
                self.strength[site] = knight.strength
            case KnightPromoted(by=by, site=site):
                self.knights[by, self.strength[site]] -= 1
                self.strength[site] += 1
                self.knights[by, self.strength[site]] += 1
            case KnightRemoved(by=by, site=site):
                self.knights[by, self.strength.pop(site)] -= 1

    def _cards(self, event: Event) -> None:
        match event:
            case CardDrawn(by=by, track=track):
                self.cards[by, track.value] += 1
                self.decks[track.value] -= 1
            case CardPlayed(by=by, track=track, hand=hand):
                self._show(by, track, sum(card.track is track for card in hand))
                self.decks[track.value] += 1
            case CardPutBack(by=by, track=track):
                self.cards[by, track.value] -= 1
                self.decks[track.value] += 1
            case CardLaidOpen(by=by, track=track, hand=hand):
                self._show(by, track, sum(card.track is track for card in hand))
                self.open[by] += 1
            case CardSpied(by=by, victim=victim, track=track):
                self.cards[by, track.value] += 1
                self.cards[victim, track.value] -= 1

    def _show(self, by: str, track: Track, left: int) -> None:
        """A card leaves the hand; if by the table's ruling it was never there, it leaves the deck."""
        if left == self.cards[by, track.value]:
            self.decks[track.value] -= bool(self.decks[track.value])
        else:
            self.cards[by, track.value] -= 1

    def _rest(self, event: Event) -> None:
        match event:
            case DefenderNamed(by=by):
                self.defenders[by] += 1
            case MerchantTaken(by=by):
                self.merchant = by
            case LongestRoadHeld(by=by):
                self.road = by
            case WealthHeld(by=by):
                self.wealthiest = by
            case PovertyHeld(players=players):
                self.poor = players
            case PointsAdjusted(player=player, amount=amount):
                self.rulings[player] += amount
            case CamelPointsTold(by=by, count=count):
                self.between_camels[by] = count
            case CargoDelivered(by=by):
                self.deliveries[by] += 1
            case WagonUpgraded(by=by, level=level):
                self.wagons[by] = level
            case ShipMoved(to=to, attacks=attacks):
                self.ship = to
                self.attacks = self.attacks if attacks is None else attacks
            case ShipReturned():
                self.ship = 0
                self.attacks += 1

    def agrees(self, table: Evening) -> None:
        """Assert that the game shows the same points, pieces and cards."""
        base = table.state.slices.get("base")
        assert isinstance(base, Base)
        for who in self.players:
            kinds = Counter(b.kind for b in base.buildings.values() if b.owner == who)
            assert kinds[BuildingKind.SETTLEMENT] == self.settlements[who], who
            assert kinds[BuildingKind.CITY] == self.cities[who], who
            assert table.points(who) == self.points(who), who
        ck = table.state.slices.get("cities_knights")
        if isinstance(ck, CitiesKnights):
            self._agrees_with(ck, base)

    def _agrees_with(self, ck: CitiesKnights, base: Base) -> None:
        for who in self.players:
            for strength in (1, 2, 3):
                standing = sum(k.owner == who and k.strength == strength for k in ck.knights.values())
                assert standing == self.knights[who, strength], (who, strength)
            own = {site for site, building in base.buildings.items() if building.owner == who}
            assert len(ck.walls & own) == self.walls[who], who
            assert len(ck.lying & own) == self.lying[who], who
            for track in Track:
                assert ck.improvements.get(who, {}).get(track, 0) == self.levels.get((who, track.value), 0)  # type: ignore[call-overload]
                held = sum(card.track is track for card in ck.hands.get(who, ()))  # type: ignore[call-overload]
                assert held == self.cards[who, track.value], (who, track)
        for track in Track:
            assert ck.decks[track].size == self.decks[track.value], track
            owner = self.metropolis.get(track.value)
            site = ck.metropolises.get(track)
            assert (base.buildings[site].owner if site else None) == owner, track
        assert (ck.ship, ck.attacks) == (self.ship, self.attacks)

    def within_the_box(self) -> None:
        """Assert that nobody has more pieces than the box holds (CK-02, CK-04, CK-06)."""
        for who in self.players:
            assert 0 <= self.settlements[who] - self.lying[who] <= 5, who
            assert 0 <= self.cities[who] + self.lying[who] <= 4, who
            assert 0 <= self.walls[who] <= min(3, self.cities[who]), who
            assert sum(self.knights[who, strength] for strength in (1, 2, 3)) <= 6
            for strength in (1, 2, 3):
                assert 0 <= self.knights[who, strength] <= 2, (who, strength)
        for track in Track:
            in_hands = sum(self.cards[who, track.value] for who in self.players)
            laid_open = 18 - self.decks[track.value] - in_hands
            assert laid_open in ((0, 1) if track is not Track.TRADE else (0,)), track
            assert min(self.cards[who, track.value] for who in self.players) >= 0
        owners = Counter(self.metropolis.values())
        assert all(count <= self.cities[who] for who, count in owners.items())
