"""What a player can do, as the sheet that a tap on a column opens."""

from __future__ import annotations

from collections.abc import Iterable

from companion.app import narrate
from companion.app.i18n import _, ngettext
from companion.app.session import GameSession
from companion.engine.command import Command, tag_of
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.rules.base.building import BuildRoad
from companion.rules.base.longest_road import MINIMUM, ClaimLongestRoad
from companion.rules.base.queries import ROADS
from companion.rules.base.slice import Base
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.cards import CARDS, POINT_CARDS, hand, may_hold
from companion.rules.cities_knights.cities import BuildWall
from companion.rules.cities_knights.knights import (
    ChaseRobber,
    DisplaceKnight,
    MoveKnight,
    RecruitKnight,
)
from companion.rules.cities_knights.queries import knights
from companion.rules.presentation import shown
from kivy_ui.intents import Activate, Build, Enter, Open, OpenPanel, Promote, Recruit, ShowTrail, Take, Tell
from kivy_ui.selectors import forms, palette, seen, sheet
from kivy_ui.selectors.deeds import full, has
from kivy_ui.selectors.game import person
from kivy_ui.views import ActionView, PanelView


def panel(session: GameSession, seat: int, section: str) -> PanelView:
    """The actions of a player; ``section`` is all, knights or cards."""
    table = session.table
    who = table.core.ids[seat]
    actions = {"knights": _knights, "cards": _cards, "road": _road, "hand": _hand}.get(section, _all)(
        session, seat, who
    )
    title = person(table, who).name
    if section == "cards":
        title = _("{player} plays a card").format(player=title)
    elif section == "road":
        title = _("How long is {player}’s road?").format(player=title)
    elif section == "hand" and table.slice(Base).hands.counted:
        total = table.slice(Base).hands.total(who)
        title = ngettext("{player}: {count} card", "{player}: {count} cards", total).format(
            player=title, count=total
        )
    return PanelView(person(table, who), title, tuple(actions), table.points(who))


def _all(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    table = session.table
    if has(table, BuildRoad):
        label = narrate.say("base.build_road", {}, form="short")
        yield ActionView("do_build_road", label, "road", Take(seat, shown(BuildRoad).rank))
    yield ActionView("do_settlement", _("Settlement"), "settlement", Build(seat, "settlement"))
    yield ActionView("do_city", _("City"), "city", Build(seat, "city"))
    if has(table, BuildWall):
        yield ActionView("do_wall", _("City wall"), "wall", Build(seat, "wall"))
    if has(table, RecruitKnight):
        yield ActionView("do_knights", _("Knights"), "helmet", OpenPanel(seat, "knights"))
    yield from _trades(session, seat, who)
    for rank, kinds in palette.ranks(session).items():
        if palette.CARDS <= rank < palette.TRADE:
            yield _take(seat, rank, kinds)
    if hand(full(table), who):
        yield ActionView(
            "do_cards",
            _("Play a card"),
            "card",
            OpenPanel(seat, "cards"),
            track=hand(full(table), who)[0].track.value,
        )
    if has(table, ClaimLongestRoad):
        yield ActionView("do_road", _("Longest Road"), "road", OpenPanel(seat, "road"))
    elif table.slice(Base).board is not None:
        yield ActionView("do_trail", _("Longest Road"), "road", ShowTrail(seat))
    if table.core.on_turn == who and table.core.phase is Phase.AFTER_ROLL:
        yield ActionView("do_end", _("End turn"), "forward", Enter((EndTurn(who),)))
    yield ActionView(
        "do_sheet",
        _("All about {player}").format(player=person(table, who).name),
        "people",
        Open("sheet", seat),
    )


def _trades(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    """What can be done with the cards in hand and with tokens, and what is known of them."""
    counted = session.table.slice(Base).hands.counted
    offered = {shown(type(command)).rank for command in palette.offered(session, who)}
    ranks = palette.ranks(session)
    for rank, kinds in ranks.items():
        able = (
            counted if rank == palette.TRADE else palette.TRADE < rank < palette.SHOWING and rank in offered
        )
        if able:
            yield _take(seat, rank, kinds)
    if counted or any(rank >= palette.SHOWING for rank in ranks):
        yield ActionView("do_hand", _("Hand") if counted else _("Show"), "hand", OpenPanel(seat, "hand"))


def _take(seat: int, rank: int, kinds: tuple[type[Command], ...]) -> ActionView:
    name = f"do_{tag_of(kinds[0]).partition('.')[2]}"
    return ActionView(name, palette.label(kinds[0]), palette.icon(kinds[0]), Take(seat, rank))


def _hand(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    """What the table can know of a hand, and what it can let everyone see."""
    counted = session.table.slice(Base).hands.counted
    for good, count in forms.known(session.table, who) if counted else ():
        yield ActionView(f"known_{good}", count, "good", options=(good,))
    entry = seen.unseen(session, who)
    if entry is not None:
        yield ActionView("do_tell", _("Name a taken card"), "hand", Tell(int(entry.entry)))
    for rank, kinds in palette.ranks(session).items():
        if (rank == palette.TRADE and counted) or rank >= palette.SHOWING:
            yield _take(seat, rank, kinds)


def _knights(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    table = session.table
    own = knights(table, who)
    resting = [knight for knight in own.values() if not knight.active]
    yield ActionView("do_recruit", _("Recruit"), "knight", Recruit(seat), options=(1, False))
    for strength in (1, 2):
        if any(knight.strength == strength for knight in own.values()):
            yield ActionView(
                f"do_promote_{strength}",
                _("Promote to: {knight}").format(knight=narrate.term("strength", strength + 1)),
                "knight",
                Promote(seat, strength),
                options=(strength + 1, False),
            )
    if len(resting) > 1:
        yield ActionView("do_activate_all", _("Activate all"), "helmet", Activate(seat, 0))
    active = [site for site, knight in own.items() if knight.active]
    if table.slice(Base).board is not None:
        yield ActionView("do_move", _("A knight moves"), "forward", Take(seat, shown(MoveKnight).rank))
    elif active:
        yield ActionView(
            "do_move", _("A knight moves"), "forward", Enter(tuple(MoveKnight(who, s) for s in active))
        )
        yield ActionView(
            "do_chase", _("Chase the robber"), "robber", Enter(tuple(ChaseRobber(who, s) for s in active))
        )
        victims = [site for player in table.core.ids if player != who for site in knights(table, player)]
        if victims:
            ways = tuple(
                DisplaceKnight(who, s, victim, removed)
                for s in active
                for victim in victims
                for removed in (False, True)
            )
            yield ActionView("do_displace", _("Displace a knight"), "swords", Enter(ways))


def _road(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    """The lengths that would take or keep Longest Road."""
    base = session.table.slice(Base)
    for length in range(max(MINIMUM, base.road_length + 1), ROADS + 1):
        yield ActionView(f"road_{length}", str(length), "", Enter((ClaimLongestRoad(who, length),)))
    yield ActionView("do_cut", _("It was cut"), "people", Open("road", seat))


def _cards(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    table = session.table
    for deck in sheet.sheet(session, seat).decks:
        for card in deck.cards:
            if deck.count and may_hold(table, who, card.name):
                yield ActionView(
                    f"card_{card.name}",
                    card.label,
                    "point" if card.name in POINT_CARDS else "card",
                    Enter(card.deed.commands),
                    track=CARDS[card.name].track.value,
                )
