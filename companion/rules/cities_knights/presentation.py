"""What Cities & Knights has for screens to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table
from companion.rules.base.queries import buildings, opponents
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.slice import Base
from companion.rules.cities_knights import report
from companion.rules.cities_knights.barbarians import times_defender
from companion.rules.cities_knights.cards import (
    CARDS,
    POINT_CARDS,
    LayOpen,
    PutBack,
    hand,
    held,
    may_hold,
    point_card_points,
    unaccounted,
)
from companion.rules.cities_knights.cities import BuildWall, Improve
from companion.rules.cities_knights.knights import (
    ActivateKnights,
    ChaseRobber,
    DisplaceKnight,
    MoveKnight,
    PromoteKnight,
    RecruitKnight,
)
from companion.rules.cities_knights.progress.play import PlayCard
from companion.rules.cities_knights.progress.trade import merchant_points
from companion.rules.cities_knights.queries import (
    TOP_LEVEL,
    WALLS,
    knights,
    level,
    metropolis_owner,
    part,
    walls,
)
from companion.rules.cities_knights.slice import (
    CardSpied,
    Knight,
    MerchantTaken,
    MetropolisPlaced,
    ShipMoved,
    Track,
)
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Adornment,
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

LASTING = 3
"""The level of a track that gives an ability for good."""


def on_board(table: Table) -> bool:
    """Whether pieces stand on a board that the app knows."""
    return table.slice(Base).board is not None


def _knights(table: Table) -> Iterator[Piece]:
    for site, knight in part(table).knights.items():
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
    state = part(table)
    if state.merchant is not None and state.merchant_hex is not None:
        yield Piece(state.merchant_hex, "merchant", state.merchant)


def _adorned(table: Table, piece: Piece) -> Piece:
    """Walls, metropolises, and cities that lie on their side as settlements (CK-113)."""
    state = part(table)
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


def _wall(table: Table, player: PlayerId) -> Command:
    return BuildWall(player)


def _own(strength: int, active: bool, table: Table, player: PlayerId) -> list[Site]:
    """The player's knights of a strength that are active, or not."""
    own = knights(table, player).items()
    return [site for site, knight in own if knight.strength == strength and knight.active is active]


def _counted(strength: int, active: bool, table: Table, player: PlayerId) -> int:
    return len(_own(strength, active, table, player))


def _activate(strength: int, table: Table, player: PlayerId) -> tuple[Command, ...]:
    """One of those that sleep; on a board it is not all the same which."""
    asleep = _own(strength, False, table, player)
    able = asleep if on_board(table) else asleep[:1]
    return tuple(ActivateKnights(player, (site,)) for site in able)


def _ladder(track: Track) -> Ladder:
    def reached(table: Table, player: PlayerId) -> int:
        return level(table, player, track)

    def crowned(table: Table, player: PlayerId) -> bool:
        return metropolis_owner(table, track) == player

    def climb(player: PlayerId, step: int) -> Command:
        return Improve(player, track, step)

    rungs = tuple(
        Rung(f"term.improvement.{track.value}.{step}", f"ability.{track.value}" if step == LASTING else "")
        for step in range(1, TOP_LEVEL + 1)
    )
    return Ladder(track.value, rungs, reached, crowned, climb)


def _deck(track: Track) -> Deck:
    return Deck(
        track.value,
        f"term.track.{track.value}",
        lambda table, player: held(table, player, track),
        partial(_cards, track),
        lambda player: PutBack(player, track),
    )


def _cards(track: Track, table: Table, player: PlayerId) -> Iterator[Card]:
    own = hand(table, player)
    for name, card in CARDS.items():
        if card.track is track:
            yield Card(
                name,
                f"term.card.{name}",
                unaccounted(table, name) + sum(one.name == name for one in own),
                may_hold(table, player, name),
                card.rule,
                LayOpen(player, name) if name in POINT_CARDS else _blank(table, player, name),
                name in POINT_CARDS,
            )


def _blank(table: Table, player: PlayerId, name: str) -> Command:
    """A play that has no way at all, so that the rules can say why not."""
    kind = next(kind for kind in table.ruleset.commands if issubclass(kind, PlayCard) and kind.card == name)
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
    for name, owner in part(table).laid_open.items():
        if owner == player:
            yield f"term.card.{name}"


def _on_side(table: Table, player: PlayerId) -> int:
    """CK-113: cities on their side stand for settlements."""
    return len(part(table).lying & buildings(table, player).keys())


def _figures(table: Table, player: PlayerId) -> Iterator[Figure]:
    """The strongest first, of equals those with helmets."""
    own = knights(table, player)
    for site in sorted(own, key=lambda site: (-own[site].strength, not own[site].active)):
        knight = own[site]
        yield Figure(
            site,
            f"term.strength.{knight.strength}",
            _note(table, knight),
            knight.strength,
            knight.active,
            tuple(_deeds(table, player, site)),
        )


def _note(table: Table, knight: Knight) -> str:
    turn = table.core.turn
    if not knight.active:
        return "figure.acted" if knight.acted == turn else "figure.inactive"
    return "figure.active_next_turn" if knight.activated == turn else "figure.active"


def _deeds(table: Table, player: PlayerId, site: Site) -> Iterator[Action]:
    """Where a knight on the board may go is asked there."""
    displace: tuple[Command, ...] = (DisplaceKnight(player, site, Site("")),)
    if not on_board(table):
        displace = tuple(_displacements(table, player, (site,))) or displace
    ways: tuple[tuple[str, str, tuple[Command, ...]], ...] = (
        ("activate", "helmet", (ActivateKnights(player, (site,)),)),
        ("promote", "up", (PromoteKnight(player, site),)),
        ("move", "forward", (MoveKnight(player, site),)),
        ("displace", "swords", displace),
        ("chase", "robber", (ChaseRobber(player, site),)),
    )
    for name, icon, commands in ways:
        begins = commands[0] if on_board(table) else None
        yield Action(f"knight_{name}", f"figure.{name}", icon, commands, begins)


def _displacements(table: Table, player: PlayerId, sites: Iterable[Site]) -> Iterator[DisplaceKnight]:
    for site in sites:
        for victim, other in part(table).knights.items():
            if other.owner != player:
                yield DisplaceKnight(player, site, victim)
                yield DisplaceKnight(player, site, victim, removed=True)


def _recruit(table: Table, player: PlayerId) -> Action:
    return Action("do_recruit", "deed.recruit", "knight", begins=RecruitKnight(player), options=(1, False))


def _activate_all(table: Table, player: PlayerId) -> Action | None:
    resting = tuple(site for site, knight in knights(table, player).items() if not knight.active)
    if len(resting) < 2:
        return None
    every = (ActivateKnights(player, resting),)
    return Action("do_activate_all", "deed.activate_all", "helmet", every)


def _named(table: Table) -> Mapping[str, int]:
    """PC-G01: what the Alchemist named."""
    named = part(table).named_dice
    return {} if named is None else {WHITE: named[0], RED: named[1]}


def _build(table: Table, player: PlayerId) -> Iterator[Action]:
    yield Action("do_wall", "deed.wall", "wall", begins=BuildWall(player))
    yield Action("do_knights", "deed.knights", "helmet", section="knights")


def _play(table: Table, player: PlayerId) -> Iterator[Action]:
    cards = hand(table, player)
    if cards:
        yield Action("do_cards", "deed.card", "card", section="cards", track=cards[0].track.value)


def _with_knights(table: Table, player: PlayerId) -> Iterator[Action]:
    own = knights(table, player)
    yield _recruit(table, player)
    for strength in (1, 2):
        sites = [site for site, knight in own.items() if knight.strength == strength]
        if sites:
            yield Action(
                f"do_promote_{strength}",
                "deed.promote",
                "knight",
                tuple(PromoteKnight(player, site) for site in sites),
                params={"strength": strength + 1},
                options=(strength + 1, False),
            )
    every = _activate_all(table, player)
    if every is not None:
        yield every
    if on_board(table):
        yield Action("do_move", "deed.move_knight", "forward", takes=MoveKnight)
    else:
        yield from _with_active_knights(table, player, own)


def _with_active_knights(table: Table, player: PlayerId, own: Mapping[Site, Knight]) -> Iterator[Action]:
    """Moves without a board: the table sees to it where they lead."""
    active = [site for site, knight in own.items() if knight.active]
    if not active:
        return
    moves = tuple(MoveKnight(player, site) for site in active)
    yield Action("do_move", "deed.move_knight", "forward", moves)
    chases = tuple(ChaseRobber(player, site) for site in active)
    yield Action("do_chase", "deed.chase_robber", "robber", chases)
    ways = tuple(_displacements(table, player, active))
    if ways:
        yield Action("do_displace", "deed.displace_knight", "swords", ways)


SHIP = (EventLine(ShipMoved, report.ship),)
SCORE = (
    Holding("defender", times_defender, award=True),
    Holding("merchant", merchant_points, award=True, track=Track.TRADE.value),
    Holding("point", point_card_points, award=True),
    Counter("wall", "deed.wall", WALLS, lambda table, player: len(walls(table, player)), _wall),
    CounterNote("settlement", "counter.on_side", _on_side),
    Figures(_figures, _recruit, _activate_all),
    LaidOpen(_laid_open),
    *(
        Troop(
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
    Pieces("corner", _knights),
    Adornment("corner", _adorned),
    RollLines(report.gate),
    Attack(report.strength, report.defence, report.battle),
)
NO_HANDS = (RollLines(report.water),)
PLACES = (Pieces("hex", _merchant),)
