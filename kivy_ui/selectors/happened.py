"""What a roll did, and what an attack did, from the events of their entries."""

from __future__ import annotations

from collections.abc import Iterable

from companion.app import narrate
from companion.app.i18n import _, ngettext
from companion.app.session import GameSession
from companion.engine.command import tag_of
from companion.engine.core import DiceRolled
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.base.queries import cities
from companion.rules.base.roll import total
from companion.rules.base.slice import CardsGained, Produced, SevenRolled
from companion.rules.cities_knights.barbarians import strength_of
from companion.rules.cities_knights.production import UseAqueduct
from companion.rules.cities_knights.queries import level
from companion.rules.cities_knights.slice import (
    TRACK_LENGTH,
    AttackFought,
    BarbariansLanded,
    CardDrawn,
    CityLost,
    DefenderNamed,
    ShipMoved,
    Track,
)
from companion.rules.presentation import told
from kivy_ui.selectors.board import laid
from kivy_ui.selectors.deeds import full, has
from kivy_ui.selectors.game import names, people, person, scored
from kivy_ui.views import AttackView, DefenceView, LineView, QuestionView, ResultView, Tone

AQUEDUCT = 3
"""The level of science whose owner takes a resource when a roll gives no card (CK-42)."""


def result(
    session: GameSession, events: Iterable[Event], asked: tuple[QuestionView, ...], serial: int
) -> ResultView:
    """The result of the last roll, with the questions that are open (``asked``)."""
    table = session.table
    found = tuple(events)
    dice = next((event.dice for event in found if isinstance(event, DiceRolled)), table.core.dice)
    rows = [row for row in ("red", "white", "event") if row in dice]
    return ResultView(
        tuple((row, str(dice[row])) for row in rows), tuple(_lines(table, found)), asked, serial
    )


def _lines(table: Table, events: tuple[Event, ...]) -> Iterable[LineView]:
    dice = table.core.dice
    for event in events:
        drawn = told().get(tag_of(type(event)))
        if drawn is not None:
            text = narrate.result_text(event, table.core.players)
            if text is not None:
                yield LineView(drawn.icon, text, tone=drawn.tone)
        if isinstance(event, ShipMoved):
            yield _ship(event)
    face = dice.get("event")
    table = full(table)
    if scored(table) and face in set(Track):
        yield _gate(
            table, Track(str(face)), tuple(event.by for event in events if isinstance(event, CardDrawn))
        )
    if not scored(table):
        return
    seven = next((event for event in events if isinstance(event, SevenRolled)), None)
    if seven is not None:
        limits = tuple((person(table, player), f">{limit}") for player, limit in seven.limits.items())
        yield LineView("robber", _("Discard half:"), tone="warn", values=limits)
        return
    rolled = total(table)
    produced = next((event for event in events if isinstance(event, Produced)), None)
    if produced is not None:
        yield from _production(table, rolled, produced, events)
        return
    if rolled == 7 or laid(table):
        # what is asked first holds the rest of the roll up: nobody takes or returns cards yet
        return
    if rolled:
        water = tuple(
            player for player in table.core.in_turn_order() if level(table, player, Track.SCIENCE) >= AQUEDUCT
        )
        if water:
            text = _("{sum}: take your cards. With the Aqueduct, one resource of choice: {players}.")
            yield LineView("roll", text.format(sum=rolled, players=names(table, water)))
        else:
            yield LineView("roll", _("{sum}: everyone takes their cards.").format(sum=rolled))


def _production(
    table: Table, rolled: int, produced: Produced, events: tuple[Event, ...]
) -> Iterable[LineView]:
    """Who takes what, in turn order; what the bank lacks; whom the water helps."""
    if not produced.gains:
        yield LineView("roll", _("{sum}: nobody takes a card.").format(sum=rolled))
    for player in table.core.in_turn_order():
        cards = produced.gains.get(player)
        if cards:
            yield LineView("", "", (person(table, player),), goods=tuple(cards.items()))
    if produced.short:
        goods = ", ".join(narrate.term("good", good) for good in produced.short)
        yield LineView("warning", _("The bank is short of: {goods}").format(goods=goods), tone="warn")
    for event in events:
        if isinstance(event, CardsGained):
            yield LineView("up", "", (person(table, event.by),), goods=tuple(event.cards.items()))
    if not has(table, UseAqueduct):
        dry = tuple(
            player
            for player in table.core.in_turn_order()
            if player not in produced.gains and level(table, player, Track.SCIENCE) >= AQUEDUCT
        )
        if dry:
            text = _("With the Aqueduct, one resource of choice: {players}.").format(
                players=names(table, dry)
            )
            yield LineView("card", text, people(table, dry), "good", Track.SCIENCE.value)


def _ship(event: ShipMoved) -> LineView:
    if event.to >= TRACK_LENGTH:
        return LineView("ship", _("The barbarians have attacked."), tone="danger")
    if event.to == TRACK_LENGTH - 1:
        return LineView("ship", _("One more ship and the barbarians attack!"), tone="warn")
    left = TRACK_LENGTH - event.to
    return LineView(
        "ship",
        ngettext("{count} step to the attack.", "{count} steps to the attack.", left).format(count=left),
    )


def _gate(table: Table, track: Track, drawers: tuple[PlayerId, ...]) -> LineView:
    if not drawers:
        return LineView("gate", _("Nobody draws a card."), track=track.value)
    # Translators: the players' signs stand before it.
    text = ngettext("draws a card: {track}", "draw a card each: {track}", len(drawers))
    return LineView(
        "gate",
        text.format(track=narrate.term("track", track.value)),
        people(table, drawers),
        "good",
        track.value,
    )


def attack(
    session: GameSession, events: Iterable[Event], asked: tuple[QuestionView, ...], serial: int
) -> AttackView | None:
    """The attack that the entries tell of; None if there was none."""
    table = session.table
    found = tuple(events)
    fought = next((event for event in found if isinstance(event, AttackFought)), None)
    if fought is None:
        landed = any(isinstance(event, BarbariansLanded) for event in found)
        return _before_the_battle(session, asked, serial) if landed and scored(table) else None
    lost = {event.by: event for event in found if isinstance(event, CityLost)}
    named = {event.by for event in found if isinstance(event, DefenderNamed)}
    parts = []
    for player in table.core.ids:
        outcome, tone = _outcome(table, fought, player, lost, named)
        parts.append(
            DefenceView(
                person(table, player),
                fought.forces.get(player, 0),
                fought.cities.get(player, 0),
                outcome,
                tone,
            )
        )
    headline = _("The knights win") if fought.won else _("The barbarians win")
    return AttackView(
        fought.barbarians,
        fought.defence,
        fought.won,
        headline,
        tuple(_reasons(table, fought, named)),
        tuple(parts),
        asked,
        serial,
    )


def _outcome(
    table: Table, fought: AttackFought, player: PlayerId, lost: dict[PlayerId, CityLost], named: set[PlayerId]
) -> tuple[str, Tone]:
    if player in named:
        return _("Defender: 1 point"), "good"
    if player in fought.leaders:
        return _("Draws a progress card"), "good"
    if player in lost:
        event = lost[player]
        if event.on_side:
            return _("Loses a city: lay it on its side"), "danger"
        return (_("Loses a city and its wall") if event.wall else _("Loses a city")), "danger"
    if player in fought.losers:
        return _("Loses a city"), "danger"
    return "", "plain"


def _reasons(table: Table, fought: AttackFought, named: set[PlayerId]) -> Iterable[str]:
    yield _("Strength of the barbarians: {cities}. Strength of the active knights: {knights}.").format(
        cities=fought.barbarians, knights=fought.defence
    )
    if not fought.won:
        if fought.losers:
            least = min(fought.forces.get(player, 0) for player in fought.losers)
            yield ngettext(
                "Among those with a city to lose, {players} has the weakest defence: {strength}.",
                "Among those with a city to lose, {players} have the weakest defence: {strength}.",
                len(fought.losers),
            ).format(players=names(table, fought.losers), strength=least)
        else:
            yield _("Nobody has a city to lose, so nothing is lost.")
        return
    if len(fought.leaders) > 1:
        yield _(
            "{players} tie for the strongest defence, so each draws a progress card of their choice."
        ).format(players=names(table, fought.leaders))
    elif named:
        yield _("{player} has the strongest defence.").format(player=names(table, fought.leaders))
    elif fought.leaders:
        yield _("{player} has the strongest defence, but no Defender card is left.").format(
            player=names(table, fought.leaders)
        )


def _before_the_battle(session: GameSession, asked: tuple[QuestionView, ...], serial: int) -> AttackView:
    """Optional rule OPT-1: everyone first says which knights fight."""
    table = session.table
    ids = table.core.ids
    parts = tuple(
        DefenceView(person(table, player), strength_of(table, player), len(cities(table, player)))
        for player in ids
    )
    strength, defence = sum(part.cities for part in parts), sum(part.strength for part in parts)
    return AttackView(
        strength,
        defence,
        defence >= strength,
        _("The barbarians attack!"),
        (_("Everyone says which knights fight."),),
        parts,
        asked,
        serial,
    )
