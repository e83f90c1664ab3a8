"""Cities & Knights' part of the state, and the events that change it."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import HexId, PlayerId, Site
from companion.engine.state import Slice, changed, without


class Track(enum.StrEnum):
    """The three branches of improvement; each has its gate on the event die and its progress deck."""

    TRADE = "trade"
    POLITICS = "politics"
    SCIENCE = "science"


SHIP_FACE = "ship"
TRACK_LENGTH = 7
"""Steps of the ship from the start to the attack (CK-06)."""


class Knight(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A knight on the board. The turns in which things happened to it are numbers of turns, 0 for never."""

    owner: PlayerId
    strength: int = 1
    active: bool = False
    activated: int = 0
    promoted: int = 0
    promotions: int = 0
    acted: int = 0


class Displaced(msgspec.Struct, frozen=True):
    """A knight that was driven away from a corner and has still to be placed (CK-97)."""

    site: Site
    knight: Knight


class Held(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A face-down progress card in a hand. ``name`` is known only when the deck has gone round."""

    track: Track
    name: str | None = None


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A progress deck: cards never drawn yet, on top of those put back, in the order they came back."""

    fresh: int
    under: tuple[str | None, ...] = ()

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return self.fresh + len(self.under)


class CitiesKnights(Slice, frozen=True):
    """Ship, knights, walls, improvements, metropolises, defenders, progress cards, merchant.

    ``displaced`` is by who has to place the knight; ``cranes`` and ``cranes_used`` are the number of a turn
    and how many Cranes were played, or served an improvement, in it. ``harbour`` is the turn of the last
    Commercial Harbour and who has been offered something in it, ``fleet`` the turn of the last Merchant
    Fleet and the goods that are traded 2:1 in it.
    """

    module: ClassVar[str] = "cities_knights"
    hidden: ClassVar[tuple[str, ...]] = ("decks", "hands", "laid_open")

    ship: int = 0
    attacks: int = 0
    knights: Mapping[Site, Knight] = {}
    walls: frozenset[Site] = frozenset()
    lying: frozenset[Site] = frozenset()
    improvements: Mapping[PlayerId, Mapping[Track, int]] = {}
    metropolises: Mapping[Track, Site] = {}
    defenders: Mapping[PlayerId, int] = {}
    decks: Mapping[Track, Deck] = {}
    hands: Mapping[PlayerId, tuple[Held, ...]] = {}
    laid_open: Mapping[str, PlayerId] = {}
    merchant: PlayerId | None = None
    merchant_hex: HexId | None = None
    named_dice: tuple[int, int] | None = None
    cranes: tuple[int, int] = (0, 0)
    cranes_used: tuple[int, int] = (0, 0)
    harbour: tuple[int, tuple[PlayerId, ...]] = (0, ())
    fleet: tuple[int, tuple[str, ...]] = (0, ())
    committed: Mapping[PlayerId, tuple[Site, ...]] | None = None
    displaced: Mapping[PlayerId, Displaced] = {}

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Knights by strength, active ones, levels of improvement, progress cards face down."""
        knights = Counter((one.owner, f"term.strength.{one.strength}") for one in self.knights.values())
        knights.update((one.owner, "term.piece.active_knight") for one in self.knights.values() if one.active)
        yield from ((owner, piece, count) for (owner, piece), count in knights.items())
        for player, tracks in self.improvements.items():
            yield from ((player, f"term.track.{track}", level) for track, level in tracks.items())
        for player, held in self.hands.items():
            yield player, "term.piece.progress_card", len(held)


class CKEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "cities_knights"


class ShipMoved(CKEvent, frozen=True, tag="ck.ship_moved"):
    """CK-30: the ship stands so many steps from its start; ``attacks`` only where the table corrects it."""

    scores: ClassVar[bool] = False
    to: int
    attacks: int | None = None

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, ship=self.to, attacks=part.attacks if self.attacks is None else self.attacks)


class BarbariansLanded(CKEvent, frozen=True, tag="ck.barbarians_landed"):
    """The ship has arrived: the attack begins (CK-30)."""

    scores: ClassVar[bool] = False

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, committed={})


class KnightsCommitted(CKEvent, frozen=True, tag="ck.knights_committed"):
    """The knights that a player sends into the battle (OPT-1)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    knights: tuple[Site, ...]

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, committed=changed(part.committed or {}, self.by, self.knights))


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

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        knights = {
            site: msgspec.structs.replace(knight, active=False) if site in self.tired else knight
            for site, knight in part.knights.items()
        }
        return replace(part, ship=0, attacks=part.attacks + 1, knights=knights, committed=None)


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

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        lying = part.lying | {self.site} if self.on_side else part.lying
        return replace(part, walls=part.walls - {self.site}, lying=lying)


class CityRaised(CKEvent, frozen=True, tag="ck.city_raised"):
    """The city figure that lay on its side makes way for a settlement, or is rebuilt (CK-113)."""

    by: PlayerId
    site: Site

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, lying=part.lying - {self.site})


class DefenderNamed(CKEvent, frozen=True, tag="ck.defender_named"):
    """A player takes a Defender of Catan card (CK-114)."""

    by: PlayerId

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        count = part.defenders.get(self.by, 0) + 1
        return replace(part, defenders=changed(part.defenders, self.by, count))


class WallBuilt(CKEvent, frozen=True, tag="ck.wall_built"):
    """A city has a wall (CK-70)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, walls=part.walls | {self.site})


class Improved(CKEvent, frozen=True, tag="ck.improved"):
    """A player stands at a level of a track (CK-07, CK-80)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    track: Track
    level: int

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        levels = changed(part.improvements.get(self.by, {}), self.track, self.level)
        return replace(part, improvements=changed(part.improvements, self.by, levels))


class MetropolisPlaced(CKEvent, frozen=True, tag="ck.metropolis_placed"):
    """A track's metropolis stands on a city; ``loser`` is who had it before (CK-82, CK-85)."""

    by: PlayerId
    track: Track
    site: Site
    loser: PlayerId | None = None

    @property
    def variant(self) -> str:
        return "" if self.loser is None else "taken"

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, metropolises=changed(part.metropolises, self.track, self.site))


class KnightChanged(CKEvent, frozen=True):
    """Base of the events that leave a knight in a new state at its place."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site
    knight: Knight

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, knights=changed(part.knights, self.site, self.knight))


class KnightRecruited(KnightChanged, frozen=True, tag="ck.knight_recruited"):
    """A knight comes to the board (CK-90)."""


class KnightActivated(KnightChanged, frozen=True, tag="ck.knight_activated"):
    """A knight puts its helmet on (CK-92)."""


class KnightPromoted(KnightChanged, frozen=True, tag="ck.knight_promoted"):
    """A knight is one stronger (CK-93)."""


class KnightActed(KnightChanged, frozen=True, tag="ck.knight_acted"):
    """A knight has acted and is inactive; ``to`` is the corner where it stands now (CK-94, CK-95)."""

    action: str = "move"
    to: Site | None = None

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        if self.to is None:
            return super().apply(part)
        return replace(part, knights=changed(without(part.knights, self.site), self.to, self.knight))


class KnightRemoved(CKEvent, frozen=True, tag="ck.knight_removed"):
    """A knight leaves the board to its owner's supply."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, knights=without(part.knights, self.site))


class KnightDisplaced(CKEvent, frozen=True, tag="ck.knight_displaced"):
    """A knight was driven away and stands elsewhere, its state unchanged; nobody says where (CK-97)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site


class KnightDrivenOff(CKEvent, frozen=True, tag="ck.knight_driven_off"):
    """A knight was driven away from a corner; ``decider`` has to place it (CK-97)."""

    scores: ClassVar[bool] = False
    by: PlayerId
    site: Site
    decider: PlayerId

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        away = Displaced(self.site, part.knights[self.site])
        return replace(
            part,
            knights=without(part.knights, self.site),
            displaced=changed(part.displaced, self.decider, away),
        )


class KnightRehoused(CKEvent, frozen=True, tag="ck.knight_rehoused"):
    """CK-97: a knight that was driven away stands at a corner, its state unchanged, or has left the board."""

    scores: ClassVar[bool] = False
    by: PlayerId
    decider: PlayerId
    to: Site | None = None

    @property
    def variant(self) -> str:
        return "nowhere" if self.to is None else ""

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        knights = part.knights
        if self.to is not None:
            knights = changed(knights, self.to, part.displaced[self.decider].knight)
        return replace(part, knights=knights, displaced=without(part.displaced, self.decider))


class CardsPlaced(CKEvent, frozen=True):
    """Base of the events that change a hand of progress cards and its deck together."""

    by: PlayerId
    track: Track
    hand: tuple[Held, ...]
    deck: Deck

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(
            part,
            hands=changed(part.hands, self.by, self.hand),
            decks=changed(part.decks, self.track, self.deck),
        )


class CardDrawn(CardsPlaced, frozen=True, tag="ck.card_drawn"):
    """A player drew the top card of a progress deck, face down (CK-31)."""

    scores: ClassVar[bool] = False


class CardPlayed(CardsPlaced, frozen=True, tag="ck.card_played"):
    """A player played a progress card; it goes under its deck (CK-120, CK-121)."""

    scores: ClassVar[bool] = False
    card: str


class CardPutBack(CardsPlaced, frozen=True, tag="ck.card_put_back"):
    """A player put a face-down progress card under its deck (CK-121, CK-123)."""

    scores: ClassVar[bool] = False


class CardLaidOpen(CardsPlaced, frozen=True, tag="ck.card_laid_open"):
    """A point card lies open before its owner (CK-122)."""

    card: str

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(super().apply(part), laid_open=changed(part.laid_open, self.card, self.by))


class CraneServed(CKEvent, frozen=True, tag="ck.crane_served"):
    """A Crane has made an improvement cheaper (number of the turn, how many have in it) (PC-G02)."""

    scores: ClassVar[bool] = False
    cranes: tuple[int, int]

    def apply(self, part: CitiesKnights) -> CitiesKnights:
        return replace(part, cranes_used=self.cranes)


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


EVENTS: tuple[type[Event], ...] = (
    CKCarried,
    KnightsStated,
    CitiesStated,
    ImprovementsStated,
    MetropolisStated,
    ProgressStated,
    DefendersStated,
    MerchantStated,
    ShipMoved,
    BarbariansLanded,
    KnightsCommitted,
    AttackFought,
    ShipReturned,
    CityLost,
    CityRaised,
    DefenderNamed,
    WallBuilt,
    Improved,
    MetropolisPlaced,
    KnightRecruited,
    KnightActivated,
    KnightPromoted,
    KnightActed,
    KnightRemoved,
    KnightDisplaced,
    KnightDrivenOff,
    KnightRehoused,
    CardDrawn,
    CardPlayed,
    CardPutBack,
    CardLaidOpen,
    CraneServed,
)
