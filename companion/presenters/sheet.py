"""The player sheet: everything about one player, and everything that he can do.

What is allowed comes from ``session.options`` and ``session.judge`` alone; nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from companion.app import narrate
from companion.app.i18n import _, ngettext
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.core import AdjustPoints
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.ruleset import Ruleset
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.presenters.board import laid
from companion.presenters.deeds import Deed, has, narrowed, person_at
from companion.presenters.holdings import holdings
from companion.presenters.new_game import rule_text
from companion.presenters.views import HoldingView, PersonView
from companion.presenters.ways import action_label, goes_on, in_game, label
from companion.rules.common import MINIMUM as SHORTEST_ROAD
from companion.rules.common import ClaimLongestRoad, CutLongestRoad, longest_claim, longest_road
from companion.rules.presentation.parts import (
    Action,
    Card,
    Counter,
    CounterNote,
    Deck,
    Figure,
    Figures,
    Ladder,
    LaidOpen,
)

StepState = Literal["reached", "next", "later"]


class StepView(msgspec.Struct, frozen=True):
    """A step of a ladder: its name in the language's edition, and what a tap does."""

    track: str
    level: int
    name: str
    state: StepState
    ability: str
    deed: Deed
    metropolis: bool = False
    told: str = ""
    """What is said of the metropolis."""


class CountView(msgspec.Struct, frozen=True):
    """A kind of piece: how many stand on the board, how many there are, and one more of it."""

    piece: str
    used: int
    supply: int
    deed: Deed


class SheetFigureView(msgspec.Struct, frozen=True):
    """A figure on the board with what it may do; a knight has a ``strength``."""

    site: str
    figure: str
    words: str
    strength: int
    active: bool
    note: str
    deeds: tuple[Deed, ...]


class FiguresView(msgspec.Struct, frozen=True):
    """A section of figures; ``none`` is said where none stands."""

    section: str
    label: str
    icon: str
    none: str
    figures: tuple[SheetFigureView, ...]
    besides: tuple[Deed, ...]


class CardView(msgspec.Struct, frozen=True):
    """A card that may be in the hand. ``copies`` are those that nothing rules out."""

    name: str
    label: str
    track: str
    copies: int
    possible: bool
    explained: str
    deed: Deed
    points: bool = False
    """Whether it is laid open for points."""


class DeckView(msgspec.Struct, frozen=True):
    """The player's face-down cards of one colour, and which cards they may be."""

    track: str
    label: str
    count: int
    cards: tuple[CardView, ...]
    put_back: Deed | None = None


class PointView(msgspec.Struct, frozen=True):
    """Points from one source."""

    source: str
    label: str
    points: int


class LongestRoadView(msgspec.Struct, frozen=True):
    """Longest Road: who holds it, and the lengths that can be shown, where they are ``claimed`` by hand."""

    holder: PersonView | None
    length: int
    claim: int
    most: int
    people: tuple[PersonView, ...]
    shortest: int = SHORTEST_ROAD
    claimed: bool = True


class SheetView(msgspec.Struct, frozen=True):
    """Everything about one player."""

    person: PersonView
    people: tuple[PersonView, ...]
    points: int
    to_win: int
    standing: str
    on_turn: bool
    ladders: tuple[tuple[StepView, ...], ...]
    counts: tuple[CountView, ...]
    figures: tuple[FiguresView, ...]
    decks: tuple[DeckView, ...]
    laid_open: tuple[str, ...]
    sources: tuple[PointView, ...]
    road: LongestRoadView
    adjustment: int
    holdings: tuple[HoldingView, ...] = ()
    sections: tuple[str, ...] = ("build", "points")


def abilities(ruleset: Ruleset) -> tuple[int, tuple[tuple[str, str], ...]]:
    """What tracks give for good, and from which level: the improvement's name, the sentence."""
    found = [
        (step, (narrate.say(rung.name, {}), narrate.say(rung.ability, {})))
        for ladder in ruleset.presented(Ladder)
        for step, rung in enumerate(ladder.rungs, 1)
        if rung.ability
    ]
    return min((step for step, _words in found), default=0), tuple(words for _step, words in found)


def sheet(session: GameSession, seat: int) -> SheetView:
    """The sheet of the player at a seat."""
    table, presented = session.table, session.ruleset.presented
    core = table.core
    who = core.ids[seat]
    options = session.options(who)
    points, to_win = table.points(who), int(table.value("points_to_win", who))
    return SheetView(
        person=person_at(table, seat),
        people=tuple(person_at(table, index) for index in range(len(core.players))),
        points=points,
        to_win=to_win,
        standing=_standing(points, to_win),
        on_turn=core.on_turn == who,
        sections=_sections(session.ruleset),
        ladders=tuple(_ladder(session, who, ladder) for ladder in presented(Ladder)),
        counts=_counts(table, options, who),
        figures=tuple(_figures(session, options, who, part) for part in presented(Figures)),
        decks=tuple(_deck(session, options, who, deck) for deck in presented(Deck)),
        laid_open=tuple(
            narrate.say(card, {}) for found in presented(LaidOpen) for card in found.cards(table, who)
        ),
        sources=tuple(
            PointView(source, narrate.point_source(source), amount) for source, amount in table.score(who)
        ),
        road=_road(table, who),
        adjustment=core.adjustments.get(who, 0),
        holdings=holdings(table, who),
    )


def _sections(ruleset: Ruleset) -> tuple[str, ...]:
    """The parts of the sheet that the game has something for."""
    figures = (part.section for part in ruleset.presented(Figures))
    return ("build", *figures, *(deck.track for deck in ruleset.presented(Deck)), "points")


def _standing(points: int, to_win: int) -> str:
    needed = to_win - points
    if needed <= 0:
        return _("Enough to win on their turn.")
    return ngettext("{count} point still needed.", "{count} points still needed.", needed).format(
        count=needed
    )


def _deed(session: GameSession, options: tuple[Command, ...], action: Action) -> Deed:
    """One tap of an action: the ways of it that are allowed, or else what is refused with reasons."""
    if action.begins is not None:
        allowed = tuple(way for way in options if goes_on(action.begins, way))
        otherwise: tuple[Command, ...] = (action.begins,)
    else:
        allowed = tuple(way for way in action.commands if isinstance(session.judge(way), Accepted))
        otherwise = action.commands
    name = action.name.removeprefix("do_")
    return Deed(
        name, action_label(action), action.icon, allowed or otherwise, bool(allowed), options=action.options
    )


def _deeds(session: GameSession, options: tuple[Command, ...], actions: Iterable[Action]) -> tuple[Deed, ...]:
    """Those of the actions that the game has."""
    return tuple(_deed(session, options, action) for action in actions if in_game(session.table, action))


# --- ladders, pieces, figures -------------------------------------------------------------------------


def _ladder(session: GameSession, who: PlayerId, ladder: Ladder) -> tuple[StepView, ...]:
    table, track = session.table, ladder.track
    reached = ladder.level(table, who)
    crowned = ladder.metropolis(table, who)
    told = narrate.say(ladder.crowned, {"player": who}, table.core.players) if ladder.crowned else ""
    steps = []
    for step, rung in enumerate(ladder.rungs, 1):
        command = ladder.climb(who, step)
        state: StepState = "reached" if step <= reached else "next" if step == reached + 1 else "later"
        name = narrate.say(rung.name, {})
        lit = state == "next" and isinstance(session.judge(command), Accepted)
        steps.append(
            StepView(
                track,
                step,
                name,
                state,
                narrate.say(rung.ability, {}) if rung.ability else "",
                Deed(f"step_{track}_{step}", name, "track_sign", (command,), lit, track=track),
                metropolis=(shown := crowned and step == min(reached, len(ladder.rungs))),
                told=told if shown else "",
            )
        )
    return tuple(steps)


def _counts(table: Table, options: tuple[Command, ...], who: PlayerId) -> tuple[CountView, ...]:
    counters = sorted(table.ruleset.presented(Counter), key=lambda counter: counter.rank)
    return tuple(_count(table, options, who, counter) for counter in counters)


def _count(table: Table, options: tuple[Command, ...], who: PlayerId, counter: Counter) -> CountView:
    begun = counter.more(who)
    found = narrowed(options, type(begun))
    notes = (
        narrate.say(note.text, {"count": count})
        for note in table.ruleset.presented(CounterNote)
        if note.icon == counter.icon and (count := note.count(table, who))
    )
    name = f"build_{counter.icon}"
    deed = Deed(name, label(type(begun)), counter.icon, found or (begun,), bool(found), " ".join(notes))
    return CountView(counter.icon, counter.count(table, who), counter.supply, deed)


def _figures(session: GameSession, options: tuple[Command, ...], who: PlayerId, part: Figures) -> FiguresView:
    return FiguresView(
        part.section,
        narrate.say(f"deed.{part.section}", {}),
        part.icon,
        narrate.say(part.none, {}),
        tuple(_figure(session, options, figure) for figure in part.stand(session.table, who)),
        _deeds(session, options, part.besides(session.table, who)),
    )


def _figure(session: GameSession, options: tuple[Command, ...], figure: Figure) -> SheetFigureView:
    return SheetFigureView(
        str(figure.place),
        figure.figure,
        narrate.say(figure.name, {}),
        figure.strength,
        figure.active,
        narrate.say(figure.note, {}),
        _deeds(session, options, figure.deeds),
    )


# --- cards held face down -----------------------------------------------------------------------------


def _deck(session: GameSession, options: tuple[Command, ...], who: PlayerId, deck: Deck) -> DeckView:
    table = session.table
    back = deck.put_back(who) if deck.put_back is not None else None
    return DeckView(
        deck.track,
        narrate.say(deck.label, {}),
        deck.held(table, who),
        tuple(_card(session, options, who, deck, card) for card in deck.cards(table, who)),
        Deed(f"put_back_{deck.track}", _("Put one back"), "undo", (back,))
        if back is not None and back in options
        else None,
    )


def _card(
    session: GameSession, options: tuple[Command, ...], who: PlayerId, deck: Deck, card: Card
) -> CardView:
    table, kind = session.table, type(card.play)
    if card.points:
        ways: tuple[Command, ...] = (card.play,) if card.play in options else ()
        otherwise: tuple[Command, ...] = (card.play,)
    else:
        ways = narrowed(options, kind)
        # where places are tracked and no board lies yet, nothing can be asked about them
        known_places = Aspect.PLACES not in session.ruleset.level.aspects or laid(table)
        rule = session.ruleset.commands[kind]
        proposed = tuple(rule.ways(table, who)) if known_places and not ways else ()
        otherwise = () if ways else proposed or (card.play,)
    label = narrate.say(card.label, {})
    return CardView(
        card.name,
        label,
        deck.track,
        card.copies,
        card.possible,
        rule_text(card.rule),
        Deed(
            f"card_{card.name}",
            label,
            "card",
            ways or otherwise,
            card.possible and bool(ways),
            track=deck.track,
        ),
        points=card.points,
    )


# --- points and road ----------------------------------------------------------------------------------


def _road(table: Table, who: PlayerId) -> LongestRoadView:
    owner, length = longest_road(table)
    most = longest_claim(table)
    ids = table.core.ids
    # a colour that nobody plays may have it too
    holder = person_at(table, ids.index(owner)) if owner in ids else None
    people = tuple(person_at(table, seat) for seat in range(len(table.core.players)))
    return LongestRoadView(
        holder,
        length,
        min(most, max(SHORTEST_ROAD, length + 1)),
        most,
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
