"""What a player can do, as the sheet that a tap on a column opens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.app import narrate
from companion.app.i18n import _, ngettext
from companion.app.session import GameSession
from companion.engine.command import Command, tag_of
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.presenters import forms, palette, seen, sheet
from companion.presenters.board import laid
from companion.presenters.game import person
from companion.presenters.intents import Enter, Open, OpenPanel, ShowTrail, Take, Tell
from companion.presenters.views import ActionView, PanelView
from companion.presenters.ways import action_label, in_game, label, meant
from companion.rules.common import hands as hands_of
from companion.rules.common import has_longest_road
from companion.rules.presentation import shown
from companion.rules.presentation.parts import Action, Actions, Rank


def panel(session: GameSession, seat: int, section: str) -> PanelView:
    """The actions of a player; ``section`` is all, cards, hand, or one that modules fill."""
    table = session.table
    who = table.core.ids[seat]
    sections = {"all": _all, "cards": _cards, "hand": _hand}
    actions = sections[section](session, seat, who) if section in sections else _offered(table, who, section)
    title = person(table, who).name
    if section == "cards":
        title = _("{player} plays a card").format(player=title)
    elif section == "hand" and hands_of(table).counted:
        total = hands_of(table).total(who)
        title = ngettext("{player}: {count} card", "{player}: {count} cards", total).format(
            player=title, count=total
        )
    elif f"panel.{section}" in narrate.texts():
        title = narrate.say(f"panel.{section}", {"player": title})
    return PanelView(person(table, who), title, tuple(actions), table.points(who))


def _all(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    table = session.table
    yield from _offered(table, who, "all", (Rank.ROADS, Rank.BUILD))
    yield from _trades(session, seat, who)
    for rank, kinds in palette.ranks(session).items():
        if palette.CARDS <= rank < palette.TRADE:
            yield _take(seat, rank, kinds)
    yield from _offered(table, who, "all", (Rank.PLAY, Rank.AWARDS))
    if laid(table) and has_longest_road(table):
        yield ActionView("do_trail", _("Longest Road"), "road", ShowTrail(seat))
    yield from _offered(table, who, "all", (Rank.END,))
    yield ActionView(
        "do_sheet",
        _("All about {player}").format(player=person(table, who).name),
        "people",
        Open("sheet", seat),
    )


def _offered(
    table: Table, who: PlayerId, section: str, ranks: tuple[Rank, ...] = tuple(Rank)
) -> Iterator[ActionView]:
    """What modules offer in a section, of these ranks and in their order."""
    found = [actions for actions in table.ruleset.presented(Actions) if actions.section == section]
    for rank in ranks:
        for actions in found:
            if actions.rank is rank:
                offered = actions.offered(table, who)
                yield from (_action(table, who, action) for action in offered if in_game(table, action))


def _action(table: Table, who: PlayerId, action: Action) -> ActionView:
    return ActionView(
        action.name,
        action_label(action),
        action.icon,
        meant(table.core.ids.index(who), action),
        track=action.track,
        options=action.options,
    )


def _trades(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    """What can be done with the cards in hand and with tokens, and what is known of them."""
    counted = hands_of(session.table).counted
    offered = {shown(type(command)).rank for command in palette.offered(session, who)}
    ranks = palette.ranks(session)
    offered |= palette.begun(session, who)
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
    return ActionView(name, label(kinds[0]), palette.icon(kinds[0]), Take(seat, rank))


def _hand(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    """What the table can know of a hand, and what it can let everyone see."""
    counted = hands_of(session.table).counted
    for good, count in forms.known(session.table, who) if counted else ():
        yield ActionView(f"known_{good}", count, "good", options=(good,), says=narrate.term("good", good))
    entry = seen.unseen(session, who)
    if entry is not None:
        yield ActionView("do_tell", _("Name a taken card"), "hand", Tell(entry.entry))
    for rank, kinds in palette.ranks(session).items():
        if (rank == palette.TRADE and counted) or rank >= palette.SHOWING:
            yield _take(seat, rank, kinds)


def _cards(session: GameSession, seat: int, who: PlayerId) -> Iterable[ActionView]:
    for deck in sheet.sheet(session, seat).decks:
        for card in deck.cards:
            if deck.count and card.possible:
                yield ActionView(
                    f"card_{card.name}",
                    card.label,
                    "point" if card.points else "card",
                    Enter(card.deed.commands),
                    track=card.track,
                )
