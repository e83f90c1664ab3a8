"""Knights of the neutral colours, and own ones given up for tokens (CO-05)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, clear, hard
from companion.rules.cities_knights.field import KnightRemoved, field
from companion.rules.cities_knights.knights.checks import check_figures, check_own
from companion.rules.cities_knights.knights.promote import KnightPromoted, promote
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.queries import knights, knights_left
from companion.rules.cities_knights.queries import state_of as knights_part
from companion.rules.cities_knights.slice import Knight, Post
from companion.rules.variants.catan_for_two.neutral import (
    NeutralCommand,
    NeutralRule,
    ask_for_road,
    next_due,
    owe,
)
from companion.rules.variants.catan_for_two.queries import neutrals, tokens_in_play
from companion.rules.variants.catan_for_two.tokens import check_given_up, gain

BASIC = 1
STRONG = 2

RECRUIT = "c2ck.neutral_knight"
"""The step that asks for a neutral knight."""

PROMOTE = "c2ck.neutral_promotion"
"""The step that asks which neutral knight is promoted."""


class PlaceNeutralKnight(NeutralCommand, frozen=True, tag="c2ck.place_neutral_knight"):
    """The player put a basic knight of a neutral colour on the board."""

    site: Post


class PromoteNeutralKnight(Command, frozen=True, tag="c2ck.promote_neutral_knight"):
    """The player made a neutral knight strong."""

    knight: Post


class DismissKnight(Command, frozen=True, tag="c2ck.dismiss_knight"):
    """The player took an own knight off the board, for tokens."""

    knight: Post


def with_own_knight(draft: Draft, event: KnightRecruited) -> None:
    """CO-05: a knight recruited brings a neutral one."""
    owe(draft, event.by, "knight", RECRUIT)


def with_own_promotion(draft: Draft, event: KnightPromoted) -> None:
    """CO-05: a promotion brings a neutral one."""
    owe(draft, event.by, "promotion", PROMOTE)


def ask_for_knight(draft: Draft) -> None:
    """CO-05: ask for a neutral knight, or for a road where none can be placed; the only place is taken by
    itself."""
    due = next_due(draft)
    if due is None:
        return
    spots = [(owner, site) for owner in neutrals(draft) for site in knight_places(draft, owner)]
    if len(spots) == 1:
        ((owner, site),) = spots
        draft.emit(KnightRecruited(owner, site, Knight(owner)))
    elif spots:
        draft.ask("neutral_knight", due[0], "CO-05", "c2ck.place_neutral_knight")
    else:
        ask_for_road(draft, due[0], "CO-05")


def ask_for_promotion(draft: Draft) -> None:
    """CO-05: ask which neutral knight becomes strong; the only one does so by itself."""
    due = next_due(draft)
    able = promotable(draft)
    if due is None or not able:
        return
    if len(able) == 1:
        promote_neutral(draft, able[0])
    else:
        draft.ask("neutral_promotion", due[0], "CO-05", "c2ck.promote_neutral_knight")


def knight_places(table: Table, owner: PlayerId) -> list[Site]:
    """Where a neutral colour may have a basic knight, by its supply and the rules of recruiting (CK-90)."""
    known = field(table)
    if not clear(check_figures(table, owner, BASIC, "CO-05")):
        return []
    posts = known.posts(table, owner)
    return [site for site in posts if clear(known.check_post(table, owner, site, "CO-05"))]


def check_promotable(table: Table, site: Site) -> Iterable[Violation]:
    """CO-05: a basic knight of a neutral colour that has a strong figure left."""
    knight = knights_part(table).knights.get(site)
    if knight is None or knight.owner not in neutrals(table) or knight.strength != BASIC:
        yield hard("CO-05", "neutral.no-knight")
    else:
        yield from check_figures(table, knight.owner, STRONG, "CO-05")


def promotable(table: Table) -> list[Site]:
    """The neutral knights that may be promoted."""
    return [site for site in knights_part(table).knights if clear(check_promotable(table, site))]


def promote_neutral(draft: Draft, site: Site) -> None:
    """CO-05: from basic to strong."""
    promote(draft, knights_part(draft).knights[site].owner, site)


class PlaceNeutralKnightRule(NeutralRule[PlaceNeutralKnight]):
    """CO-05, CK-90: a basic knight, where that colour could recruit one."""

    command = PlaceNeutralKnight
    question = "neutral_knight"
    rule = "CO-05"

    def conditions(self, table: Table, command: PlaceNeutralKnight) -> Iterable[Violation]:
        owner = command.owner
        yield from check_figures(table, owner, BASIC, "CO-05")
        yield from field(table).check_post(table, owner, command.site, "CO-05")

    def built(self, command: PlaceNeutralKnight) -> Event:
        return KnightRecruited(command.owner, command.site, Knight(command.owner))

    def spots(self, table: Table, owner: PlayerId) -> Iterable[Site]:
        return field(table).posts(table, owner)


class PromoteNeutralKnightRule(CommandRule[PromoteNeutralKnight]):
    """CO-05: a basic neutral knight becomes strong, if that colour has a figure left."""

    command = PromoteNeutralKnight
    timing = Timing.ANSWER

    def at(self, table: Table, command: PromoteNeutralKnight) -> Iterable[Violation]:
        return check_promotable(table, command.knight)

    def apply(self, draft: Draft, command: PromoteNeutralKnight) -> None:
        promote_neutral(draft, command.knight)
        draft.settle("neutral_promotion", command.by)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PromoteNeutralKnight]:
        return [PromoteNeutralKnight(who, site) for site in knights_part(table).knights]


class DismissKnightRule(CommandRule[DismissKnight]):
    """CO-05, C2-06: once a turn an own knight brings as many tokens as it is strong."""

    command = DismissKnight

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if not tokens_in_play(table):
            yield hard("CO-05", "dismiss.no-tokens")
        yield from check_given_up(table, who, "CO-05")

    def at(self, table: Table, command: DismissKnight) -> Iterable[Violation]:
        return check_own(table, command.by, command.knight)

    def apply(self, draft: Draft, command: DismissKnight) -> None:
        strength = knights_part(draft).knights[command.knight].strength
        draft.emit(KnightRemoved(command.by, command.knight))
        gain(draft, command.by, strength, draft.core.turn)

    def forms(self, table: Table, who: PlayerId) -> Iterable[DismissKnight]:
        return [DismissKnight(who, site) for site in knights(table, who)]


def neutral_knights_kept(table: Table) -> Iterable[str]:
    """CO-05, CK-02: neutral knights are basic or strong, never active, and no more than in the box."""
    for owner in neutrals(table):
        for site, knight in knights(table, owner).items():
            if knight.active or knight.strength > STRONG:
                yield f"{owner}: a knight of strength {knight.strength}, active {knight.active}, at {site}"
        for strength in (BASIC, STRONG):
            if knights_left(table, owner, strength) < 0:
                yield f"{owner}: {knights_left(table, owner, strength)} knights of strength {strength} left"


COMMANDS = (PlaceNeutralKnightRule(), PromoteNeutralKnightRule(), DismissKnightRule())
