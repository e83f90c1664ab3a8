"""A table to test rules at: short words for the people, the dice and the pieces.

``table = evening("anna ben carla david")`` is a real game session that keeps nothing on disk.
``given`` methods put pieces down before the first entry; ``enter`` asserts that an entry is accepted,
``refused`` that it is refused, and returns the ids of the broken rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from companion.app.session import GameSession, Nowhere
from companion.engine.command import Command
from companion.engine.core import LeaveQuestion, PointsAdjusted, TurnBegun
from companion.engine.decide import replay
from companion.engine.event import Event
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Level
from companion.engine.state import Core, GameState, Phase, Player
from companion.engine.table import Draft, Table
from companion.engine.verdict import Accepted, Refused, Violation
from companion.history.log import Header
from companion.history.timeline import Timeline
from companion.rules.base.building import CityBuilt, CityReduced, SettlementBuilt
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.queries import cities, figures_left, hand_limit, places, settlements
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import CityLost, DefenderNamed, ShipMoved
from companion.rules.cities_knights.cards import CardLaidOpen, draw, hand, may_hold
from companion.rules.cities_knights.improvements import Improved
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from companion.rules.cities_knights.progress.merchant import MerchantTaken
from companion.rules.cities_knights.queries import knights, level, metropolis_owner, plain_cities, state_of
from companion.rules.cities_knights.slice import CitiesKnights, Deck, Held, Knight, Track
from companion.rules.cities_knights.walls import WallBuilt

COLOURS = ("red", "blue", "white", "orange", "green", "brown")
CITIES_KNIGHTS = ("base", "cities_knights")
BASE = ("base",)
ANNA, BEN, CARLA, DAVID = (PlayerId(name) for name in ("anna", "ben", "carla", "david"))

E = TypeVar("E", bound=Event)


def people(names: str) -> tuple[Player, ...]:
    """Players from their names in order of play; the id is the name."""
    return tuple(
        Player(PlayerId(name), name.title(), colour)
        for name, colour in zip(names.split(), COLOURS * 2, strict=False)
    )


class Evening:
    """A game in play, in words a player would use."""

    def __init__(self, session: GameSession) -> None:
        self.session = session

    # --- looking

    @property
    def state(self) -> GameState:
        return self.session.state

    @property
    def core(self) -> Core:
        return self.session.state.core

    @property
    def table(self) -> Table:
        return self.session.table

    @property
    def ck(self) -> CitiesKnights:
        return state_of(self.table)

    @property
    def base(self) -> Base:
        return self.state.slice(Base)

    @property
    def questions(self) -> list[tuple[str, str]]:
        """The open questions: what and to whom."""
        return [(question.kind, str(question.who)) for question in self.core.pending]

    def points(self, who: str) -> int:
        return self.table.points(PlayerId(who))

    def score(self, who: str) -> dict[str, int]:
        return dict(self.table.score(PlayerId(who)))

    def settlements(self, who: str) -> tuple[Site, ...]:
        return settlements(self.table, PlayerId(who))

    def cities(self, who: str) -> tuple[Site, ...]:
        return cities(self.table, PlayerId(who))

    def plain_cities(self, who: str) -> tuple[Site, ...]:
        return plain_cities(self.table, PlayerId(who))

    def figures_left(self, who: str, kind: BuildingKind) -> int:
        return figures_left(self.table, PlayerId(who), kind)

    def hand_limit(self, who: str) -> int:
        return hand_limit(self.table, PlayerId(who))

    def knights(self, who: str) -> dict[Site, Knight]:
        return knights(self.table, PlayerId(who))

    def knight(self, site: Site) -> Knight:
        return self.ck.knights[site]

    def level(self, who: str, track: Track) -> int:
        return level(self.table, PlayerId(who), track)

    def metropolis(self, track: Track) -> PlayerId | None:
        return metropolis_owner(self.table, track)

    def hand(self, who: str) -> tuple[Held, ...]:
        return hand(self.table, PlayerId(who))

    def colours(self, who: str) -> list[str]:
        """The backs of the player's face-down cards, sorted."""
        return sorted(held.track.value for held in self.hand(who))

    def may_hold(self, who: str, card: str) -> bool:
        return may_hold(self.table, PlayerId(who), card)

    def deck(self, track: Track) -> Deck:
        return self.ck.decks[track]

    def options(self, who: str, kind: type[Command]) -> list[Command]:
        return [option for option in self.session.options(PlayerId(who)) if isinstance(option, kind)]

    # --- what stands on the table before the first entry

    def _given(self, do: Callable[[Draft], None]) -> None:
        assert not self.session.entries, "pieces are put down before the first entry"
        draft = Draft(self.session.ruleset, self.state)
        do(draft)
        self.session._timeline = Timeline(replay(self.state, draft.events))

    def given(self, *events: Event) -> Evening:
        """Let events have happened."""

        def happen(draft: Draft) -> None:
            for event in events:
                draft.emit(event)

        self._given(happen)
        return self

    def _free(self, who: str) -> Site:
        return places(self.table).new(self.table, PlayerId(who), None)

    def given_settlements(self, who: str, count: int) -> Evening:
        """Let the player have that many more settlements."""
        for _ in range(count):
            self.given(SettlementBuilt(PlayerId(who), self._free(who)))
        return self

    def given_cities(self, who: str, count: int) -> tuple[Site, ...]:
        """Let the player have that many more cities, and return where."""
        sites = []
        for _ in range(count):
            site = self._free(who)
            self.given(SettlementBuilt(PlayerId(who), site), CityBuilt(PlayerId(who), site))
            sites.append(site)
        return tuple(sites)

    def given_no_city(self, who: str) -> Evening:
        """Let the barbarians have taken every city of the player."""
        for site in self.cities(who):
            self.given(CityLost(PlayerId(who), site, False, False), CityReduced(PlayerId(who), site))
        return self

    def given_wall(self, who: str, city: Site | None = None) -> Site:
        """Let a city of the player have a wall."""
        site = city or next(site for site in self.cities(who) if site not in self.ck.walls)
        self.given(WallBuilt(PlayerId(who), site))
        return site

    def given_knight(self, who: str, strength: int = 1, active: bool = False) -> Site:
        """Let the player have a knight from an earlier turn."""
        site = self._free(who)
        self.given(KnightRecruited(PlayerId(who), site, Knight(PlayerId(who), strength, active)))
        return site

    def given_level(self, who: str, track: Track, reached: int) -> Evening:
        """Let the player stand at a level, without the metropolis that may come with it."""
        return self.given(Improved(PlayerId(who), track, reached))

    def given_metropolis(self, who: str, track: Track, reached: int = 4) -> Site:
        """Let the player have a metropolis on a plain city, with the level that brought it."""
        site = self.plain_cities(who)[0]
        self.given_level(who, track, reached)
        self.given(MetropolisPlaced(PlayerId(who), track, site))
        return site

    def given_cards(self, who: str, *tracks: Track) -> Evening:
        """Let the player have drawn face-down cards of these decks."""

        def happen(draft: Draft) -> None:
            for track in tracks:
                draw(draft, PlayerId(who), track)

        self._given(happen)
        return self

    def given_deck(self, track: Track, fresh: int, *under: str | None) -> Evening:
        """Let a deck hold so many cards never drawn and these under them; the others are out of the game."""
        assert not self.session.entries
        ck = replace(self.ck, decks={**self.ck.decks, track: Deck(fresh, under)})
        self.session._timeline = Timeline(self.state.with_slice("cities_knights", ck))
        return self

    def given_ship(self, step: int, attacks: int = 0) -> Evening:
        """Let the ship stand at a step, after so many attacks."""
        return self.given(ShipMoved(step, attacks))

    def given_points(self, who: str, points: int) -> Evening:
        """Bring the player to so many points by table ruling, so that a test need not build them."""
        return self.given(PointsAdjusted(PlayerId(who), points - self.points(who)))

    def given_road(self, who: str | None, length: int) -> Evening:
        """Let the player hold Longest Road."""
        return self.given(LongestRoadHeld(None if who is None else PlayerId(who), length))

    def given_defender(self, who: str, count: int = 1) -> Evening:
        """Let the player have Defender of Catan cards."""
        return self.given(*(DefenderNamed(PlayerId(who)) for _ in range(count)))

    def given_merchant(self, who: str) -> Evening:
        """Let the merchant serve the player."""
        return self.given(MerchantTaken(PlayerId(who)))

    def given_open(self, who: str, card: str, track: Track) -> Evening:
        """Let the player have a point card open."""
        deck = self.deck(track)
        under = Deck(deck.fresh - 1, deck.under)
        return self.given(CardLaidOpen(PlayerId(who), track, self.hand(who), under, card))

    def given_lying(self, who: str, city: Site) -> Evening:
        """Let a city of the player lie on its side."""
        return self.given(CityLost(PlayerId(who), city, False, True), CityReduced(PlayerId(who), city))

    def given_turn(self, who: str, turn: int) -> Evening:
        """Let it be the player's turn, before the roll."""
        return self.given(TurnBegun(PlayerId(who), turn))

    # --- entering

    def enter(self, command: Command) -> tuple[Event, ...]:
        """Enter a command that breaks no rule; what happened."""
        verdict = self.session.submit(command)
        assert isinstance(verdict, Accepted), f"{command} was refused: {verdict.violations}"
        assert not verdict.overruled
        return verdict.events

    def overrule(self, command: Command) -> tuple[Event, ...]:
        """Enter a command that breaks rules, by the table's ruling."""
        verdict = self.session.submit(command, overrule=True)
        assert isinstance(verdict, Accepted), f"{command} cannot be overruled: {verdict.violations}"
        assert verdict.overruled, f"{command} breaks no rule"
        return verdict.events

    def violations(self, command: Command) -> tuple[Violation, ...]:
        """Why a command is refused; it must be."""
        before = self.state
        verdict = self.session.submit(command)
        assert isinstance(verdict, Refused), f"{command} was accepted"
        assert self.state == before
        return verdict.violations

    def refused(self, command: Command) -> set[str]:
        """The ids of the rules that a command breaks; it must break one."""
        return {str(violation.rule) for violation in self.violations(command)}

    def impossible(self, command: Command) -> set[str]:
        """The ids of the rules that a command breaks, which not even the table can overrule."""
        found = self.refused(command)
        verdict = self.session.submit(command, overrule=True)
        assert isinstance(verdict, Refused), f"{command} can be overruled"
        return found

    def roll(self, by: str, white: int = 2, red: int = 6, event: str = "trade") -> tuple[Event, ...]:
        """Let a player roll. Unless said otherwise the dice do nothing: an 8, and a gate for level 5.

        The event die is left out where it is not rolled.
        """
        rolled_now = {die.name for die in self.session.ruleset.dice_wanted(self.state)}
        return self.enter(dice(by, white, red, event if "event" in rolled_now else None))

    def rolled(self) -> Evening:
        """Roll for the player on turn, with dice that do nothing."""
        self.roll(self.core.on_turn)
        assert self.core.phase is Phase.AFTER_ROLL
        return self

    def turn_of(self, who: str) -> Evening:
        """Pass the turns, rolling dice that do nothing, until the player has rolled."""
        while True:
            if self.core.phase is Phase.AFTER_ROLL:
                self.end()
            self.rolled()
            if self.core.on_turn == who:
                return self

    def end(self) -> tuple[Event, ...]:
        """Let the player on turn end the turn."""
        return self.enter(EndTurn(self.core.on_turn))

    def leave(self, kind: str, who: str) -> tuple[Event, ...]:
        """Let the table leave a question open."""
        question = self.table.question(kind, PlayerId(who))
        assert question is not None
        return self.overrule(LeaveQuestion(PlayerId(who), question.id))

    def sound(self) -> None:
        """Assert every invariant of the rules."""
        for invariant in self.session.ruleset.invariants:
            assert not list(invariant.broken(self.table)), invariant.name


def evening(
    names: str = "anna ben carla david",
    *,
    modules: tuple[str, ...] = CITIES_KNIGHTS,
    level: Level = Level.L1,
    profile: str = "hobbyworld",
    first: str | None = None,
    **options: bool | int | str,
) -> Evening:
    """A game of these people at its start: a settlement and a city each, in the base game two settlements."""
    header = Header(
        game="test",
        players=people(names),
        modules=modules,
        level=level.value,
        profile=profile,
        options=options,
        first=None if first is None else PlayerId(first),
    )
    return Evening(GameSession(header, Nowhere(), clock=lambda: 0))


def dice(by: str, white: int = 2, red: int = 6, event: str | None = "trade") -> RollDice:
    """The entry of a roll."""
    faces: dict[str, int | str] = {"white": white, "red": red}
    if event is not None:
        faces["event"] = event
    return RollDice(PlayerId(by), faces)


def only(events: tuple[Event, ...], kind: type[E]) -> E:
    """The one event of a kind among these."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, f"{len(found)} of {kind.__name__} in {events}"
    return found[0]


def none(events: tuple[Event, ...], kind: type[Event]) -> bool:
    """Whether there is no event of a kind among these."""
    return not any(isinstance(event, kind) for event in events)


def told(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """All events of a kind, in order."""
    return [event for event in events if isinstance(event, kind)]
