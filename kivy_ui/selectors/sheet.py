"""The player sheet: everything about one player, and everything that he can do.

What is allowed comes from ``session.options`` and ``session.judge`` alone; nothing here decides a rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from companion.app import narrate
from companion.app.i18n import _, ngettext
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.core import AdjustPoints
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.longest_road import MINIMUM as SHORTEST_ROAD
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad
from companion.rules.base.queries import ROADS, SUPPLY, buildings, opponents
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.cities_knights.cards import (
    CARDS,
    POINT_CARDS,
    LayOpen,
    PutBack,
    hand,
    held,
    may_hold,
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
from companion.rules.cities_knights.queries import (
    TOP_LEVEL,
    WALLS,
    knights,
    level,
    metropolis_owner,
    part,
    walls,
)
from companion.rules.cities_knights.slice import Knight, Track
from companion.rules.presentation import fields
from kivy_ui.selectors.board import laid
from kivy_ui.selectors.deeds import Deed, full, has, narrowed, person_at
from kivy_ui.selectors.holdings import holdings
from kivy_ui.selectors.new_game import rule_text
from kivy_ui.views import HoldingView, PersonView

StepState = Literal["reached", "next", "later"]


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a ladder: its name in the language's edition, and what a tap does."""

    track: str
    level: int
    name: str
    state: StepState
    ability: str
    deed: Deed
    metropolis: bool = False


@dataclass(frozen=True, slots=True)
class CountView:
    """A kind of piece: how many stand on the board, how many there are, and one more of it."""

    piece: str
    used: int
    supply: int
    deed: Deed


@dataclass(frozen=True, slots=True)
class KnightView:
    """A knight on the board with what it may do."""

    site: str
    words: str
    strength: int
    active: bool
    note: str
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A progress card that may be in the hand. ``copies`` are those that nothing rules out."""

    name: str
    label: str
    track: str
    copies: int
    possible: bool
    explained: str
    deed: Deed
    points: bool = False
    """Whether it is laid open for points."""


@dataclass(frozen=True, slots=True)
class DeckView:
    """The player's face-down cards of one colour, and which cards they may be."""

    track: str
    label: str
    count: int
    cards: tuple[CardView, ...]
    put_back: Deed | None = None


@dataclass(frozen=True, slots=True)
class PointView:
    """Points from one source."""

    source: str
    label: str
    points: int


@dataclass(frozen=True, slots=True)
class RoadView:
    """Longest Road: who holds it, and the lengths that can be shown, where they are ``claimed`` by hand."""

    holder: PersonView | None
    length: int
    claim: int
    most: int
    people: tuple[PersonView, ...]
    shortest: int = SHORTEST_ROAD
    claimed: bool = True


@dataclass(frozen=True, slots=True)
class SheetView:
    """Everything about one player."""

    person: PersonView
    others: tuple[PersonView, ...]
    points: int
    to_win: int
    standing: str
    on_turn: bool
    ladders: tuple[tuple[StepView, ...], ...]
    counts: tuple[CountView, ...]
    knights: tuple[KnightView, ...]
    recruit: Deed
    activate_all: Deed | None
    decks: tuple[DeckView, ...]
    laid_open: tuple[str, ...]
    sources: tuple[PointView, ...]
    road: RoadView
    adjustment: int
    holdings: tuple[HoldingView, ...] = ()
    sections: tuple[str, ...] = ("build", "points")


def abilities() -> tuple[tuple[str, str, str], ...]:
    """What the third level of each track gives: the track, the improvement's name, the sentence."""
    return tuple(
        (track.value, narrate.improvement_name(track.value, 3), narrate.say(f"ability.{track.value}", {}))
        for track in Track
    )


def sheet(session: GameSession, seat: int) -> SheetView:
    """The sheet of the player at a seat."""
    table = full(session.table)
    core = table.core
    who = core.ids[seat]
    options = session.options(who)
    points, to_win = table.points(who), int(table.value("points_to_win", who))
    resting = tuple(site for site, knight in knights(table, who).items() if not knight.active)
    all_active = ActivateKnights(who, resting)
    return SheetView(
        person=person_at(table, seat),
        others=tuple(person_at(table, index) for index in range(len(core.players))),
        points=points,
        to_win=to_win,
        standing=_standing(points, to_win),
        on_turn=core.on_turn == who,
        sections=_sections(table),
        ladders=tuple(_ladder(session, who, track) for track in Track) if has(table, Improve) else (),
        counts=_counts(table, options, who),
        knights=tuple(_knight(session, who, site) for site in _in_order(table, who)),
        recruit=_recruit(options, who),
        activate_all=Deed("activate_all", _("Activate all"), "helmet", (all_active,), all_active in options)
        if len(resting) > 1
        else None,
        decks=tuple(_deck(session, options, who, track) for track in Track) if has(table, Improve) else (),
        laid_open=tuple(
            narrate.term("card", name) for name, owner in part(table).laid_open.items() if owner == who
        ),
        sources=tuple(
            PointView(source, narrate.point_source(source), amount) for source, amount in table.score(who)
        ),
        road=_road(table, who),
        adjustment=core.adjustments.get(who, 0),
        holdings=holdings(table, who),
    )


def _sections(table: Table) -> tuple[str, ...]:
    """The parts of the sheet that the game has something for."""
    knights = ("knights",) if has(table, RecruitKnight) else ()
    decks = tuple(track.value for track in Track) if has(table, Improve) else ()
    return ("build", *knights, *decks, "points")


def _recruit(options: tuple[Command, ...], who: PlayerId) -> Deed:
    return _deed(
        "recruit", _("Recruit"), "knight", options, RecruitKnight, RecruitKnight(who), options_=(1, False)
    )


def _standing(points: int, to_win: int) -> str:
    needed = to_win - points
    if needed <= 0:
        return _("Enough to win on their turn.")
    return ngettext("{count} point still needed.", "{count} points still needed.", needed).format(
        count=needed
    )


def _deed(
    name: str,
    label: str,
    icon: str,
    options: tuple[Command, ...],
    kind: type[Command],
    otherwise: Command,
    options_: tuple[object, ...] = (),
    detail: str = "",
) -> Deed:
    """A deed of one kind of command; ``otherwise`` is entered, and refused with reasons, if none is."""
    found = narrowed(options, kind)
    return Deed(name, label, icon, found or (otherwise,), bool(found), detail, options=options_)


# --- ladders, pieces, knights -------------------------------------------------------------------------


def _ladder(session: GameSession, who: PlayerId, track: Track) -> tuple[StepView, ...]:
    table = session.table
    reached = level(table, who, track)
    crowned = metropolis_owner(table, track) == who
    steps = []
    for step in range(1, TOP_LEVEL + 1):
        command = Improve(who, track, step)
        state: StepState = "reached" if step <= reached else "next" if step == reached + 1 else "later"
        name = narrate.improvement_name(track.value, step)
        lit = state == "next" and isinstance(session.judge(command), Accepted)
        steps.append(
            StepView(
                track.value,
                step,
                name,
                state,
                narrate.say(f"ability.{track.value}", {}) if step == 3 else "",
                Deed(f"step_{track.value}_{step}", name, "track_sign", (command,), lit, track=track.value),
                metropolis=crowned and step == min(reached, TOP_LEVEL),
            )
        )
    return tuple(steps)


def _counts(table: Table, options: tuple[Command, ...], who: PlayerId) -> tuple[CountView, ...]:
    lying = len(part(table).lying & buildings(table, who).keys())
    settlements = len(buildings(table, who, BuildingKind.SETTLEMENT))
    cities = len(buildings(table, who, BuildingKind.CITY))
    on_side = _("{count} on its side").format(count=lying) if lying else ""
    rows: tuple[tuple[str, str, int, int, type[Command], Command, str], ...] = (
        (
            "settlement",
            _("Settlement"),
            settlements,
            SUPPLY[BuildingKind.SETTLEMENT],
            BuildSettlement,
            BuildSettlement(who),
            on_side,
        ),
        ("city", _("City"), cities, SUPPLY[BuildingKind.CITY], BuildCity, BuildCity(who), ""),
        ("wall", _("City wall"), len(walls(table, who)), WALLS, BuildWall, BuildWall(who), ""),
    )
    roads = sum(owner == who for owner in table.slice(Base).roads.values())
    if has(table, BuildRoad):
        otherwise = BuildRoad(who, EdgeId(""))
        label = narrate.command_short(otherwise)
        rows = (("road", label, roads, ROADS, BuildRoad, otherwise, ""), *rows)
    return tuple(
        CountView(
            piece,
            used,
            supply,
            _deed(f"build_{piece}", label, piece, options, kind, otherwise, detail=detail),
        )
        for piece, label, used, supply, kind, otherwise, detail in rows
        if has(table, kind)
    )


def _in_order(table: Table, who: PlayerId) -> tuple[Site, ...]:
    """The player's knights, the strongest first, of equals those with helmets."""
    own = knights(table, who)
    return tuple(sorted(own, key=lambda site: (-own[site].strength, not own[site].active)))


def _knight(session: GameSession, who: PlayerId, site: Site) -> KnightView:
    table = session.table
    knight = part(table).knights[site]
    if table.slice(Base).board is not None:
        return _placed_knight(session, who, site, knight)
    displace = [
        DisplaceKnight(who, site, victim, removed)
        for victim, other in part(table).knights.items()
        if other.owner != who
        for removed in (False, True)
    ]
    allowed = [command for command in displace if isinstance(session.judge(command), Accepted)]
    nobody = DisplaceKnight(who, site, Site(""))
    ways: tuple[tuple[str, str, str, tuple[Command, ...], tuple[Command, ...]], ...] = (
        ("activate", _("Activate"), "helmet", (ActivateKnights(who, (site,)),), ()),
        ("promote", _("Promote"), "up", (PromoteKnight(who, site),), ()),
        ("move", _("Move"), "forward", (MoveKnight(who, site),), ()),
        ("displace", _("Displace"), "swords", tuple(allowed), tuple(displace) or (nobody,)),
        ("chase", narrate.command_short(ChaseRobber(who, site)), "robber", (ChaseRobber(who, site),), ()),
    )
    deeds = []
    for name, label, icon, commands, otherwise in ways:
        lit = bool(allowed) if otherwise else isinstance(session.judge(commands[0]), Accepted)
        deeds.append(Deed(f"knight_{name}", label, icon, commands or otherwise, lit))
    return KnightView(
        str(site),
        narrate.term("strength", knight.strength),
        knight.strength,
        knight.active,
        _knight_note(table, knight),
        tuple(deeds),
    )


def _placed_knight(session: GameSession, who: PlayerId, site: Site, knight: Knight) -> KnightView:
    """A knight on the board: where it may go is asked there."""
    offered = session.options(who)
    ways: tuple[tuple[str, str, str, Command], ...] = (
        ("activate", _("Activate"), "helmet", ActivateKnights(who, (site,))),
        ("promote", _("Promote"), "up", PromoteKnight(who, site)),
        ("move", _("Move"), "forward", MoveKnight(who, site)),
        ("displace", _("Displace"), "swords", DisplaceKnight(who, site, Site(""))),
        ("chase", narrate.command_short(ChaseRobber(who, site)), "robber", ChaseRobber(who, site)),
    )
    deeds = []
    for name, label, icon, blank in ways:
        first = fields(type(blank))[1]
        found = tuple(
            command
            for command in offered
            if type(command) is type(blank) and getattr(command, first) == getattr(blank, first)
        )
        deeds.append(Deed(f"knight_{name}", label, icon, found or (blank,), bool(found)))
    return KnightView(
        str(site),
        narrate.term("strength", knight.strength),
        knight.strength,
        knight.active,
        _knight_note(session.table, knight),
        tuple(deeds),
    )


def _knight_note(table: Table, knight: Knight) -> str:
    turn = table.core.turn
    if not knight.active:
        return _("has acted this turn") if knight.acted == turn else _("inactive")
    if knight.activated == turn:
        return _("active, can act next turn")
    return _("active")


# --- progress cards -----------------------------------------------------------------------------------


def _deck(session: GameSession, options: tuple[Command, ...], who: PlayerId, track: Track) -> DeckView:
    table = session.table
    back = PutBack(who, track)
    label = narrate.term("track", track.value)
    return DeckView(
        track.value,
        label,
        held(table, who, track),
        tuple(_card(session, options, who, name) for name, card in CARDS.items() if card.track is track),
        Deed(f"put_back_{track.value}", _("Put one back"), "undo", (back,)) if back in options else None,
    )


def _card(session: GameSession, options: tuple[Command, ...], who: PlayerId, name: str) -> CardView:
    table = session.table
    card = CARDS[name]
    known = sum(h.name == name for h in hand(table, who))
    possible = may_hold(table, who, name)
    if name in POINT_CARDS:
        lay: Command = LayOpen(who, name)
        ways: tuple[Command, ...] = (lay,) if lay in options else ()
        otherwise: tuple[Command, ...] = (lay,)
    else:
        kind = _plays(session)[name]
        ways = narrowed(options, kind)
        rule: Any = session.ruleset.commands[kind]
        # where places are tracked and no board lies yet, nothing can be asked about them
        known_places = Aspect.PLACES not in session.ruleset.level.aspects or laid(table)
        candidates = tuple(rule.candidates(table, who)) if known_places and not ways else ()
        otherwise = () if ways else candidates or (_unplayable(table, who, kind),)
    label = narrate.term("card", name)
    return CardView(
        name,
        label,
        card.track.value,
        unaccounted(table, name) + known,
        possible,
        rule_text(card.rule),
        Deed(
            f"card_{name}", label, "card", ways or otherwise, possible and bool(ways), track=card.track.value
        ),
        points=name in POINT_CARDS,
    )


def _plays(session: GameSession) -> dict[str, type[PlayCard]]:
    """How each card is played."""
    return {kind.card: kind for kind in session.ruleset.commands if issubclass(kind, PlayCard)}


def _unplayable(table: Table, who: PlayerId, kind: type[PlayCard]) -> Command:
    """A play that has no way at all, so that the rules can say why not."""
    blanks: dict[str, Any] = {
        "victim": opponents(table, who)[0],
        "knight": Site(""),
        "knights": (),
        "track": Track.TRADE,
        "placed": 0,
        "white": 1,
        "red": 1,
    }
    wanted = {name: blanks[name] for name in kind.__struct_fields__ if name in blanks}
    return kind(who, **wanted)


# --- points and road ----------------------------------------------------------------------------------


def _road(table: Table, who: PlayerId) -> RoadView:
    base = table.slice(Base)
    ids = table.core.ids
    # a colour that nobody plays may have it too
    holder = person_at(table, ids.index(base.longest_road)) if base.longest_road in ids else None
    people = tuple(person_at(table, seat) for seat in range(len(table.core.players)))
    return RoadView(
        holder,
        base.road_length,
        min(ROADS, max(SHORTEST_ROAD, base.road_length + 1)),
        ROADS,
        people,
        claimed=has(table, ClaimLongestRoad),
    )


def claim(session: GameSession, seat: int, length: int) -> Command:
    """The player shows a road of this length."""
    return ClaimLongestRoad(session.state.core.ids[seat], length)


def cut(session: GameSession, seat: int, lengths: dict[int, int]) -> Command:
    """The road was cut; the longest trails now by seat, players left out have too short a one."""
    ids = session.state.core.ids
    return CutLongestRoad(
        ids[seat], {ids[other]: length for other, length in lengths.items() if length >= SHORTEST_ROAD}
    )


def adjust(session: GameSession, seat: int, amount: int) -> Command:
    """The table gives or takes points."""
    who = session.state.core.ids[seat]
    return AdjustPoints(who, who, amount)
