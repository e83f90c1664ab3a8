"""What Cities & Knights has for screens to show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table
from companion.rules.base.roll import RED, WHITE
from companion.rules.base.slice import Base
from companion.rules.cities_knights.barbarians import times_defender
from companion.rules.cities_knights.cards import hand, held, point_card_points
from companion.rules.cities_knights.cities import BuildWall, Improve
from companion.rules.cities_knights.knights import (
    ActivateKnights,
    ChaseRobber,
    DisplaceKnight,
    MoveKnight,
    PromoteKnight,
    RecruitKnight,
)
from companion.rules.cities_knights.progress.trade import merchant_points
from companion.rules.cities_knights.queries import knights, level, metropolis_owner, part, walls
from companion.rules.cities_knights.slice import CardSpied, Knight, MerchantTaken, MetropolisPlaced, Track
from companion.rules.presentation.parts import (
    Action,
    Actions,
    Adornment,
    Counter,
    Deck,
    Holding,
    Ladder,
    Message,
    NamedDice,
    Piece,
    Pieces,
    Rank,
    Troop,
)


def on_board(table: Table) -> bool:
    """Whether pieces stand on a board that the app knows."""
    return table.slice(Base).board is not None


def _knights(table: Table) -> Iterator[Piece]:
    for site, knight in part(table).knights.items():
        yield Piece(site, "knight", knight.owner, strength=knight.strength, active=knight.active)


def _merchant(table: Table) -> Iterator[Piece]:
    state = part(table)
    if state.merchant is not None and state.merchant_hex is not None:
        yield Piece(state.merchant_hex, "merchant", state.merchant)


def _adorned(table: Table, piece: Piece) -> Piece:
    """Walls, metropolises, and cities that lie on their side as settlements (CK-113)."""
    state = part(table)
    track = next((track for track, site in state.metropolises.items() if site == piece.place), None)
    return replace(
        piece,
        wall=piece.place in state.walls,
        on_side=piece.place in state.lying,
        track=track.value if track is not None and piece.figure == "city" else "",
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

    def more(table: Table, player: PlayerId) -> Command:
        return Improve(player, track, reached(table, player) + 1)

    return Ladder(track.value, reached, crowned, more)


def _deck(track: Track) -> Deck:
    return Deck(track.value, lambda table, player: held(table, player, track))


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
    yield Action("do_recruit", "deed.recruit", "knight", begins=RecruitKnight(player), options=(1, False))
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
    resting = tuple(site for site, knight in own.items() if not knight.active)
    if len(resting) > 1:
        yield Action("do_activate_all", "deed.activate_all", "helmet", (ActivateKnights(player, resting),))
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
    ways = tuple(
        DisplaceKnight(player, site, victim, removed)
        for site in active
        for victim, other in part(table).knights.items()
        if other.owner != player
        for removed in (False, True)
    )
    if ways:
        yield Action("do_displace", "deed.displace_knight", "swords", ways)


SCORE = (
    Holding("defender", times_defender, award=True),
    Holding("merchant", merchant_points, award=True, track=Track.TRADE.value),
    Holding("point", point_card_points, award=True),
    Counter("wall", lambda table, player: len(walls(table, player)), _wall),
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
)
PLACES = (Pieces("corner", _knights), Pieces("hex", _merchant), Adornment("corner", _adorned))
