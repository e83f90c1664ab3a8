"""What Cities & Knights has for screens to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Part
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.base.network import travel
from companion.rules.base.queries import buildings, laid, opponents
from companion.rules.base.roll import RED, WHITE
from companion.rules.cities_knights import alerts, motion, report
from companion.rules.cities_knights.barbarians import BY_SHIP, AttackFought, ShipMoved, times_defender
from companion.rules.cities_knights.cards import (
    LayOpen,
    PlayCard,
    PutBack,
    deck_of,
    hand,
    held,
    may_hold,
    plays,
    point_card_points,
    unaccounted,
)
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from companion.rules.cities_knights.production import AQUEDUCT
from companion.rules.cities_knights.progress.merchant import MerchantTaken, merchant_points
from companion.rules.cities_knights.progress.spy import CardSpied
from companion.rules.cities_knights.queries import (
    FORTRESS,
    TOP_LEVEL,
    WALLS,
    knights,
    level,
    metropolis_owner,
    state_of,
    walls,
)
from companion.rules.cities_knights.rates import GUILD
from companion.rules.cities_knights.slice import Knight, Track
from companion.rules.cities_knights.walls import BuildWall
from companion.rules.cities_knights.ways import ON_ROADS
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Adornment,
    Aloud,
    Attack,
    Card,
    Counter,
    CounterNote,
    Deck,
    EventLine,
    Figure,
    Figures,
    Holding,
    Ladder,
    LaidOpen,
    Message,
    NamedDice,
    Piece,
    Pieces,
    Rank,
    RollLines,
    Rung,
    Troop,
)

LASTING = {Track.TRADE: GUILD, Track.POLITICS: FORTRESS, Track.SCIENCE: AQUEDUCT}
"""The level of each track that gives an ability for good."""


def knights_standing(table: Table) -> Iterator[Piece]:
    """The knights where they stand."""
    for site, knight in state_of(table).knights.items():
        yield Piece(
            site,
            "knight",
            knight.owner,
            strength=knight.strength,
            active=knight.active,
            text="piece.knight_active" if knight.active else "piece.knight_inactive",
            apart=_done(knight, table.core.turn),
        )


def _done(knight: Knight, turn: int) -> tuple[object, ...]:
    """What has become of a knight this turn, as far as it says what it may still do."""
    return (
        knight.activated == turn,
        knight.acted == turn,
        knight.promotions if knight.promoted == turn else 0,
    )


def _merchant(table: Table) -> Iterator[Piece]:
    state = state_of(table)
    if state.merchant is not None and state.merchant_hex is not None:
        yield Piece(state.merchant_hex, "merchant", state.merchant)


def _adorned(table: Table, piece: Piece) -> Piece:
    """Walls, metropolises, and cities that lie on their side as settlements (CK-113)."""
    state = state_of(table)
    track = next((track for track, site in state.metropolises.items() if site == piece.place), None)
    crowned = track is not None and piece.figure == "city"
    wall, on_side = piece.place in state.walls, piece.place in state.lying
    figure = "city_on_side" if on_side else "metropolis" if crowned else piece.figure
    return replace(
        piece,
        wall=wall,
        on_side=on_side,
        track=track.value if track is not None and crowned else "",
        text=piece.text or (f"piece.{figure}_walled" if wall else f"piece.{figure}"),
    )


def _own(strength: int, active: bool, table: Table, player: PlayerId) -> list[Site]:
    """The player's knights of a strength that are active, or not."""
    own = knights(table, player).items()
    return [site for site, knight in own if knight.strength == strength and knight.active is active]


def _counted(strength: int, active: bool, table: Table, player: PlayerId) -> int:
    return len(_own(strength, active, table, player))


def _activate(strength: int, table: Table, player: PlayerId) -> tuple[Command, ...]:
    """One of those that sleep; on a board it is not all the same which."""
    asleep = _own(strength, False, table, player)
    able = asleep if laid(table) else asleep[:1]
    return tuple(ActivateKnights(player, (site,)) for site in able)


def _ladder(track: Track) -> Ladder:
    def reached(table: Table, player: PlayerId) -> int:
        return level(table, player, track)

    def crowned(table: Table, player: PlayerId) -> bool:
        return metropolis_owner(table, track) == player

    def climb(player: PlayerId, step: int) -> Command:
        return Improve(player, track, step)

    rungs = tuple(
        Rung(
            f"term.improvement.{track.value}.{step}",
            f"ability.{track.value}" if step == LASTING[track] else "",
        )
        for step in range(1, TOP_LEVEL + 1)
    )
    return Ladder(track.value, rungs, reached, crowned, climb, "ladder.metropolis")


def _deck(track: Track) -> Deck:
    return Deck(
        track.value,
        f"term.track.{track.value}",
        lambda table, player: held(table, player, track),
        partial(_cards, track),
        lambda player: PutBack(player, track),
    )


def _cards(track: Track, table: Table, player: PlayerId) -> Iterator[Card]:
    own, play_of = hand(table, player), plays(table.ruleset)
    for card in deck_of(table, track):
        name = card.name
        yield Card(
            name,
            f"term.card.{name}",
            unaccounted(table, name) + sum(one.name == name for one in own),
            may_hold(table, player, name),
            card.rule,
            LayOpen(player, name) if card.point else _blank(table, player, play_of[name]),
            card.point,
        )


def _blank(table: Table, player: PlayerId, kind: type[PlayCard]) -> Command:
    """A play that has no way at all, so that the rules can say why not."""
    blanks: dict[str, Any] = {
        "victim": opponents(table, player)[0],
        "knight": Site(""),
        "knights": (),
        "track": Track.TRADE,
        "placed": 0,
        "white": 1,
        "red": 1,
    }
    return kind(player, **{field: blanks[field] for field in kind.__struct_fields__ if field in blanks})


def _laid_open(table: Table, player: PlayerId) -> Iterator[str]:
    for name, owner in state_of(table).laid_open.items():
        if owner == player:
            yield f"term.card.{name}"


def _on_side(table: Table, player: PlayerId) -> int:
    """CK-113: cities on their side stand for settlements."""
    return len(state_of(table).lying & buildings(table, player).keys())


def _figures(table: Table, player: PlayerId) -> Iterator[Figure]:
    """The strongest first, of equals those with helmets."""
    own = knights(table, player)
    for site in sorted(own, key=lambda site: (-own[site].strength, not own[site].active)):
        knight = own[site]
        yield Figure(
            site,
            "knight",
            f"term.strength.{knight.strength}",
            _note(table, knight),
            tuple(_deeds(table, player, site)),
            knight.strength,
            knight.active,
        )


def _note(table: Table, knight: Knight) -> str:
    turn = table.core.turn
    if not knight.active:
        return "figure.acted" if knight.acted == turn else "figure.inactive"
    return "figure.active_next_turn" if knight.activated == turn else "figure.active"


def _deeds(table: Table, player: PlayerId, site: Site) -> Iterator[Action]:
    """Where a knight on the board may go is asked there."""
    displace: tuple[Command, ...] = (DisplaceKnight(player, site, Site("")),)
    if not laid(table):
        displace = tuple(_displacements(table, player, (site,))) or displace
    ways: tuple[tuple[str, str, str, tuple[Command, ...]], ...] = (
        ("activate", "helmet", "figure.activate", (ActivateKnights(player, (site,)),)),
        ("promote", "up", "figure.promote", (PromoteKnight(player, site),)),
        ("move", "forward", "", (MoveKnight(player, site),)),
        ("displace", "swords", "figure.displace", displace),
        ("chase", "robber", "", (ChaseRobber(player, site),)),
    )
    for name, icon, label, commands in ways:
        begins = commands[0] if laid(table) else None
        yield Action(f"knight_{name}", icon, label, commands, begins)


def _displacements(table: Table, player: PlayerId, sites: Iterable[Site]) -> Iterator[DisplaceKnight]:
    for site in sites:
        for victim, other in state_of(table).knights.items():
            if other.owner != player:
                yield DisplaceKnight(player, site, victim)
                yield DisplaceKnight(player, site, victim, removed=True)


def _recruit(table: Table, player: PlayerId) -> Action:
    return Action("do_recruit", "knight", begins=RecruitKnight(player), options=(1, False))


def _activate_all(table: Table, player: PlayerId) -> Iterator[Action]:
    resting = tuple(site for site, knight in knights(table, player).items() if not knight.active)
    if len(resting) > 1:
        every = (ActivateKnights(player, resting),)
        yield Action("do_activate_all", "helmet", "deed.activate_all", every)


def _besides(table: Table, player: PlayerId) -> Iterator[Action]:
    yield _recruit(table, player)
    yield from _activate_all(table, player)


def _named(table: Table) -> Mapping[str, int]:
    """PC-G01: what the Alchemist named."""
    named = state_of(table).named_dice
    return {} if named is None else {WHITE: named[0], RED: named[1]}


def _build(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_wall", "wall", begins=BuildWall(player))
    yield Action("do_knights", "helmet", "deed.knights", section="knights")


def _play(table: Table, player: PlayerId) -> Iterator[Action]:
    cards = hand(table, player)
    if cards:
        yield Action("do_cards", "card", "deed.card", section="cards", track=cards[0].track.value)


def _with_knights(table: Table, player: PlayerId) -> Iterator[Action]:
    own = knights(table, player)
    yield _recruit(table, player)
    for strength in (1, 2):
        sites = [site for site, knight in own.items() if knight.strength == strength]
        if sites:
            yield Action(
                f"do_promote_{strength}",
                "knight",
                "deed.promote",
                tuple(PromoteKnight(player, site) for site in sites),
                params={"strength": strength + 1},
                options=(strength + 1, False),
            )
    yield from _activate_all(table, player)
    if laid(table):
        yield Action("do_move", "forward", "deed.move_knight", takes=MoveKnight)
    else:
        yield from _with_active_knights(table, player, own)


def _with_active_knights(table: Table, player: PlayerId, own: Mapping[Site, Knight]) -> Iterator[Action]:
    """Moves without a board: the table sees to it where they lead."""
    active = [site for site, knight in own.items() if knight.active]
    if not active:
        return
    moves = tuple(MoveKnight(player, site) for site in active)
    yield Action("do_move", "forward", "deed.move_knight", moves)
    chases = tuple(ChaseRobber(player, site) for site in active)
    yield Action("do_chase", "robber", "deed.chase_robber", chases)
    ways = tuple(_displacements(table, player, active))
    if ways:
        yield Action("do_displace", "swords", "deed.displace_knight", ways)


SHIP = (
    EventLine(ShipMoved, report.ship),
    Aloud(ShipMoved, report.near_aloud),
    *motion.SHIP,
    *alerts.SHIP,
)
BATTLE = (
    Holding("defender", times_defender, award=True),
    CounterNote("settlement", "counter.on_side", _on_side),
    Attack(report.strength, report.defence, report.battle),
    Aloud(AttackFought, report.attack_aloud),
    *motion.BATTLE,
    *alerts.BATTLE,
)
CORNERS = (
    Pieces(
        "corner",
        knights_standing,
        ("knight",),
        lambda table, knight: frozenset(travel(table, knight.owner, Site(str(knight.place)))),
    ),
)
SCORE = (
    Holding("merchant", merchant_points, award=True, track=Track.TRADE.value),
    Holding("point", point_card_points, award=True),
    Counter("wall", WALLS, lambda table, player: len(walls(table, player)), BuildWall),
    Figures("knights", "helmet", "figure.no_knights", _figures, _besides),
    LaidOpen(_laid_open),
    *(
        Troop(
            "knights",
            strength,
            partial(_counted, strength, True),
            partial(_counted, strength, False),
            partial(_activate, strength),
        )
        for strength in (1, 2, 3)
    ),
    *(_ladder(track) for track in Track),
    *(_deck(track) for track in Track),
    NamedDice(_named),
    Actions(_build),
    Actions(_play, Rank.PLAY),
    Actions(_with_knights, section="knights"),
    *(Message(event) for event in (MetropolisPlaced, MerchantTaken, CardSpied)),
    Adornment("corner", _adorned, ("wall",)),
    RollLines(report.gate),
    *motion.SCORE,
    alerts.METROPOLIS,
)
NO_HANDS = (RollLines(report.water),)
PLACES = (Pieces("hex", _merchant, ("merchant",)),)


PARTS = (
    Part(name=BY_SHIP, presentation=SHIP),
    Part(needs=frozenset({Aspect.SCORE}), name=BY_SHIP, presentation=BATTLE),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), presentation=CORNERS),
    Part(needs=frozenset({Aspect.PLACES}), name=ON_ROADS, presentation=CORNERS),
    Part(needs=frozenset({Aspect.SCORE}), presentation=SCORE),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.HANDS}), presentation=NO_HANDS),
    Part(needs=frozenset({Aspect.PLACES}), presentation=PLACES),
)
