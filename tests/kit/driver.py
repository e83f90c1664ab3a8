"""Somebody at the panel: how a person enters each command by touch, going by what is on the screen.

``Person`` sees the screen as ``kivy_ui.window.screen_map`` tells it and touches it through ``Hands``, which
are in this process (``tests.kit.taps``) or outside of it (``tests.e2e.outside``). What the person knows of
the real table (which knight is meant, how strong it is) comes from a game of their own that nobody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from companion.app.session import GameSession, Nowhere
from companion.engine.command import Command
from companion.engine.core import AdjustPoints, DeclareWinner, PlayOn
from companion.engine.ids import PlayerId, Site
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.history.log import Header
from companion.presenters.board import on_corners, sort_of
from companion.presenters.deeds import piece_words
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.longest_road import MINIMUM, ClaimLongestRoad, CutLongestRoad
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import PlaceBuilding, PlaceRoad
from companion.rules.base.slice import Base
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import ChooseDeck, CommitKnights, LoseCity, PlaceShip
from companion.rules.cities_knights.cards import LayOpen, PlayCard, PutBack
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.knights.displace import DisplaceKnight, PlaceDisplaced
from companion.rules.cities_knights.knights.move import MoveKnight
from companion.rules.cities_knights.knights.promote import PromoteKnight
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.metropolises import PlaceMetropolis
from companion.rules.cities_knights.queries import knights, state_of
from companion.rules.cities_knights.slice import CitiesKnights
from companion.rules.cities_knights.walls import BuildWall
from companion.rules.presentation import fields, shown
from kivy_ui.window.screen_map import ScreenMap, Spot

PATIENCE_SECONDS = 120.0
"""How long a person waits for what must come, on a machine that is busy with something else."""
PLAY = ("table", "result", "attack", "roll", "card_pad", "board", "form")


def full(table: Table) -> Table:
    """The table with an empty part of Cities & Knights where the game has none, so that nobody need ask."""
    slices = table.state.slices
    if CitiesKnights.module in slices:
        return table
    return Table(table.ruleset, GameState(table.core, {**slices, CitiesKnights.module: CitiesKnights()}))


class LostError(AssertionError):
    """The person does not find what must be there."""


class Hands(Protocol):
    """Eyes and a finger."""

    def see(self) -> ScreenMap:
        """The screen as it was last drawn, after all touches that were made."""

    def touch(self, x: float, y: float) -> None:
        """A finger comes down and is lifted, in pixels from the left and the top."""

    def wait(self, condition: Callable[[ScreenMap], bool], what: str) -> ScreenMap:
        """The screen, once the condition holds. Raises LostError after PATIENCE_SECONDS."""


@dataclass
class Done:
    """A command that was entered: in which turn, and with how many taps."""

    command: Command
    turn: int
    taps: int
    path: tuple[str, ...] = ()


class Person:
    """Enters commands one after another. ``header`` is the game that is open on the screen."""

    def __init__(self, hands: Hands, header: Header) -> None:
        self.hands = hands
        self.game = GameSession(header, Nowhere(), clock=lambda: 0)
        self.taps = 0
        self.done: list[Done] = []
        self._before = 0
        self._path: list[str] = []

    # --- what is known ------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The real table."""
        return full(self.game.table)

    @property
    def on_board(self) -> bool:
        """Whether the places of the pieces are entered."""
        return self.table.slice(Base).board is not None

    def seat(self, player: PlayerId) -> int:
        """Where a player sits."""
        return self.table.core.ids.index(player)

    # --- eyes and finger ----------------------------------------------------------------------------

    def sees(self, name: str) -> bool:
        """Whether a widget is in reach now."""
        return bool(named(self.hands.see(), name))

    def tap(self, *names: str) -> None:
        """Tap widgets one after another, each as soon as it is in reach."""
        for name in names:
            screen = self.hands.wait(lambda seen, name=name: bool(named(seen, name)), f"{name} in reach")
            self.tap_spot(screen, named(screen, name)[0])

    def tap_spot(self, screen: ScreenMap, spot: Spot) -> None:
        """Tap one widget where nothing lies over it."""
        self.touch(*free_point(screen, spot), spot.name)

    def touch(self, x: float, y: float, name: str) -> None:
        """Touch a point of the screen."""
        self.hands.touch(x, y)
        self.taps += 1
        self._path.append(name)

    # --- entering -----------------------------------------------------------------------------------

    def enter(self, command: Command) -> Done:
        """Enter one command, wait until the game has it, and say how many taps that took.

        What breaks a rule is allowed all the same, if that is how the command was recorded: the table's own
        game accepts it only then.
        """
        allowed = isinstance(self.game.judge(command), Accepted)
        start = self.taps
        self._path = []
        self._question: int | None = None
        before = self._before = self.hands.see().entry
        tag = str(type(command).__struct_config__.tag)
        entries = self.recipes()[tag](self, command)
        if not allowed:
            self.tap("allow")
        self.hands.wait(
            lambda seen: self._refused(seen) or seen.entry >= before + entries,
            f"entry {before + entries} of {command} after {self._path}",
        )
        verdict = self.game.submit(command, overrule=not allowed)
        assert isinstance(verdict, Accepted), verdict
        self.done.append(Done(command, self.table.core.turn, self.taps - start, tuple(self._path)))
        return self.done[-1]

    def recipes(self) -> dict[str, Recipe]:
        """How each kind of command is entered in this game."""
        return {**RECIPES, **BOARD_RECIPES} if self.on_board else RECIPES

    def take_back(self) -> None:
        """Tap Undo, and wait until it is done. What the person knows of the table stays as it was."""
        before = self.hands.see().entry
        self.tap("undo")
        self.hands.wait(lambda seen: seen.entry > before, "the entry of an undo")

    @staticmethod
    def _refused(seen: ScreenMap) -> bool:
        if seen.overlay == "warning_sheet":
            raise LostError(f"refused: {seen.said}")
        if seen.screen == "error":
            raise LostError("a screen failed")
        return False

    def make_way(self, *, answer: bool = False, board: bool = False) -> None:
        """Put aside what stands before the table; with ``board`` the board may stay, with ``answer`` the open
        question."""
        while True:
            seen = self.hands.see()
            if answer and answers(seen):
                return
            if seen.overlay:
                self.tap("later" if named(seen, "later") else "dont" if named(seen, "dont") else "close")
            elif answer and named(seen, "waiting"):
                self.tap("waiting")
            elif seen.screen == "attack":
                self.tap("go_on")
            elif seen.screen == "form":
                self.tap("form_back")
            elif board and seen.screen == "board":
                return
            elif seen.screen in ("roll", "card_pad", "board") or seen.screen not in PLAY:
                self.tap("table")
            elif not answer:
                return
            elif seen.screen == "result":
                self.tap("result_card")
            else:
                raise LostError(f"nobody asks anything: {seen}")
            was = seen
            self.hands.wait(
                lambda now, was=was: (
                    (now.screen, now.overlay) != (was.screen, was.overlay)
                    or bool(answers(now)) != bool(answers(was))
                ),
                "a way out",
            )

    def cell(self, name: str) -> None:
        """Tap an instrument of a player, beside the board if it is there and people are, else in the column;
        a result that hides it is put away first."""
        self.make_way(board=True)
        if self.hands.see().screen == "board" and not self.sees(name):
            self.tap("table")
            self.make_way()
        if not self.sees(name) and self.sees("result_card"):
            self.tap("result_card")
            self.hands.wait(lambda seen: not named(seen, "result_card"), "no result")
            self.make_way()
        self.tap(name)

    def head(self, player: PlayerId, *path: str) -> None:
        """Open what a player can do, and go on from there."""
        self.cell(f"head_{self.seat(player)}")
        self.tap(*path)

    def barracks(self, player: PlayerId, deed: str) -> None:
        """Open what a player's knights can do: by a strength of which none sleeps, else by the head."""
        asleep = {knight.strength for knight in knights(self.table, player).values() if not knight.active}
        awake = [strength for strength in (1, 2, 3) if strength not in asleep]
        if awake:
            self.cell(f"knights_{self.seat(player)}_{awake[0]}")
            self.tap(deed)
        else:
            self.head(player, "do_knights", deed)

    def choose(self, command: Command) -> None:
        """Answer the short questions that tell ways of doing the command apart, if there are any."""
        before = self._before

        def settled(seen: ScreenMap) -> bool:
            return seen.overlay == "warning_sheet" or seen.entry > before or bool(answers(seen))

        while True:
            seen = self.hands.wait(settled, f"an entry or a question about {command}")
            if seen.entry > before or seen.overlay == "warning_sheet":
                return
            fitting = [spot for spot in answers(seen) if self._fits(spot, command)]
            if not fitting:
                shown = ", ".join(f"{spot.name}: {spot.text}" for spot in answers(seen))
                raise LostError(f"no answer of [{shown}] ({seen.said}) means {command}")
            self.tap_spot(seen, fitting[0])
            self.hands.wait(
                lambda now, asked=answers(seen): (  # noqa: B008 - what is asked now
                    now.overlay == "warning_sheet" or now.entry > before or answers(now) != asked
                ),
                f"something after the answer {fitting[0].text}",
            )

    def at_board(self, *path: str) -> None:
        """Go to the board, if that is not what is seen, and tap there."""
        if self.hands.see().screen != "board":
            self.make_way(board=True)
            if self.hands.see().screen != "board":
                self.tap("board_button")
        self.tap(*path)

    def take_card(self, command: Any, asked: Iterable[Spot]) -> None:
        """Touch a card among the player's, or among what is asked where a full hand waits for that."""
        play = next((spot.name for spot in asked if spot.name.startswith("answer_play")), None)
        if play is None:
            self.cell(f"cards_{self.seat(command.by)}")
            self.tap(f"card_{command.card}")
        else:
            self.tap(play, f"card_{command.card}")

    def put(self, command: Command) -> None:
        """See to it that the question which a command answers is the one that is put."""
        tag = str(type(command).__struct_config__.tag)
        pending = self.table.core.pending
        mine = next((one for one in pending if one.who == command.by and tag in one.answers), None)
        if mine is None:
            return
        seen = self.hands.see()
        if seen.screen == "attack" and answers(seen) and not self._own(answers(seen), mine.id):
            self.tap("go_on")
            seen = self.hands.wait(lambda now: now.screen != "attack", "the table after the attack")
        if not (seen.places or answers(seen)):
            self.make_way(answer=True)
        other = f"asked_{self.seat(command.by)}_{mine.id}"
        if (
            not self.sees(other)
            and self.sees("waiting")
            and not self._own(answers(self.hands.see()), mine.id)
        ):
            self.tap("waiting")
            self.hands.wait(
                lambda now: bool(now.places or answers(now)) and not named(now, "waiting"), "a question"
            )
        self._question = mine.id
        if self.sees(other):
            self.tap(other)
            self.hands.wait(lambda now: not named(now, other), "another question")

    @property
    def answering(self) -> bool:
        """Whether the command that is entered answers a question."""
        return self._question is not None

    def own(self, shown: Iterable[Spot]) -> tuple[Spot, ...]:
        """The answers to the question that the command answers."""
        return self._own(shown, self._question)

    @staticmethod
    def _own(shown: Iterable[Spot], question: int | None) -> tuple[Spot, ...]:
        """The answers to one of several questions that are put at once."""
        return tuple(spot for spot in shown if question is None or spot.name.endswith(f"_{question}"))

    def say(self, command: Command, entries: int = 1) -> None:
        """Touch the places of a command as they are asked, and answer what is asked beside them."""
        places = places_of(self.table, command)
        goal = self._before + entries

        def asked(seen: ScreenMap) -> bool:
            over = seen.overlay == "warning_sheet" or seen.entry >= goal
            if places and seen.moving and not over:
                return False  # answers stand beside a board that has not come to rest yet
            return over or bool(seen.places) or bool(answers(seen)) or bool(named(seen, "board_done"))

        while True:
            seen = self.hands.wait(asked, f"a place or an answer for {command}")
            if seen.entry >= goal or seen.overlay == "warning_sheet":
                return
            was = seen.places, answers(seen), seen.entry
            lit = {(spot.sort, spot.id): spot for spot in seen.places}
            shown = self._own(answers(seen), self._question) or (
                ()
                if self._question is not None and seen.screen in ("result", "attack") and not seen.overlay
                else answers(seen)
            )
            fitting = [spot for spot in shown if self._fits(spot, command)]
            wanted = next((place for place in places if place in lit), None)
            if fitting:
                self.tap_spot(seen, fitting[0])
            elif wanted is not None:
                places.remove(wanted)
                self.touch(lit[wanted].x, lit[wanted].y, f"{wanted[0]} {wanted[1]}")
            elif places and named(seen, "board_zoom") and self._path[-1:] != ["board_zoom"]:
                self.tap("board_zoom")
            elif named(seen, "board_done"):
                self.tap("board_done")
            else:
                raise LostError(f"nothing to touch for {command} by {self._path}: {told(seen)} {seen.places}")
            self.hands.wait(
                lambda now, was=was: (
                    (now.places, answers(now), now.entry) != was or now.overlay == "warning_sheet"
                ),
                f"something after {self._path[-1]} for {command}",
            )

    def _fits(self, spot: Spot, command: Command) -> bool:
        """Whether an answer, by its name or by the words on it, is what the command says."""
        _answer, kind, *rest = spot.name.split("_")
        value = getattr(command, kind, None)
        if rest and kind in ("white", "red", "placed", "removed"):
            return rest[0] == str(value)
        if spot.name.startswith("answer_save_crane"):
            return spot.name.endswith(str(getattr(command, "save_crane", None)))
        if (
            rest
            and kind in ("by", "victim", "player", "opponent")
            and (value is None or value in self.table.core.ids)
        ):
            return rest[0] == ("nobody" if value is None else str(self.seat(PlayerId(str(value)))))
        if kind == "card" and rest:
            return "_".join(rest).startswith(str(value))
        if kind in ("good", "commodity", "refused"):
            return rest[0] == str(value)
        if kind == "to":
            return spot.text == str(value)
        if kind in ("trade", "politics", "science"):
            return kind == str(getattr(command, "track", ""))
        if kind == "knights":
            words = [self._words(site) for site in value or ()]
            return sorted(spot.text.split(", ")) == sorted(", ".join(words).split(", ")) or (
                not words and spot.text == "None"
            )
        if kind in ("knight", "victim") and value in state_of(self.table).knights:
            knight = state_of(self.table).knights[Site(value)]
            initial = self.table.core.ids[self.seat(knight.owner)][0].upper()
            words = self._words(Site(value))
            return spot.text in (words, f"{initial} {words}")
        if kind in ("city", "settlement", "site") and value is not None:
            return spot.text == self._words(value)
        return kind == type(command).__name__

    def _words(self, site: Site) -> str:
        """What a piece whose place has no name is called."""
        return piece_words(on_corners(self.table)[site])


def named(seen: ScreenMap, name: str) -> list[Spot]:
    """The widgets of that name that are in reach."""
    return [spot for spot in seen.spots if spot.name == name]


def answers(seen: ScreenMap) -> tuple[Spot, ...]:
    """The answers to a question that are in reach."""
    return tuple(spot for spot in seen.spots if spot.name.startswith("answer_"))


def free_point(seen: ScreenMap, spot: Spot) -> tuple[float, float]:
    """A point of a widget over which no other lies, the middle if it is free."""
    over = seen.spots[: seen.spots.index(spot)]
    for across in (0.5, 0.25, 0.75):
        for down in (0.5, 0.7, 0.85, 0.3, 0.15):
            x, y = spot.x + spot.width * across, spot.y + spot.height * down
            if not any(o.x <= x <= o.x + o.width and o.y <= y <= o.y + o.height for o in over):
                return round(x), round(y)
    raise LostError(f"{spot.name} is covered")


def told(seen: ScreenMap) -> str:
    """The screen in a line, for who has to find out what went wrong."""
    names = " ".join(f"{spot.name}[{spot.text}]" if spot.text else spot.name for spot in seen.spots)
    return f"screen {seen.screen}, sheet {seen.overlay or 'none'} ({seen.said}), entry {seen.entry}: {names}"


def places_of(table: Table, command: Command) -> list[tuple[str, str | int]]:
    """The places that a command names, in the order in which they are asked."""
    found: list[tuple[str, str | int]] = []
    for field in fields(type(command)):
        sort, many = sort_of(table.ruleset, type(command), field)
        value = getattr(command, field)
        if sort in ("corner", "edge", "hex") and value is not None:
            found += [(sort, place) for place in (value if many else (value,))]
    return found


# --- how a person enters each command -----------------------------------------------------------------

Recipe = Callable[[Person, Any], int]
"""Taps what enters a command, and says in how many entries that leaves it in the log."""


def roll(person: Person, command: RollDice) -> int:
    """Three taps, the first one in the bar; the event die alone is one."""
    dice = dict(command.dice)
    named_dice = state_of(person.table).named_dice
    if person.hands.see().screen != "roll":
        person.make_way()
    if "red" not in dice:
        person.tap(f"event_{dice['event']}")
        return 1
    if person.sees(f"bar_red_{dice['red']}"):
        person.tap(f"bar_red_{dice.pop('red')}")
    else:
        if not person.sees(f"event_{dice['event']}"):
            person.tap("roll")
        if named_dice is not None:
            del dice["red"], dice["white"]
    person.tap(*(f"{row}_{dice[row]}" for row in ("red", "white", "event") if row in dice))
    return 1


def build(piece: str) -> Recipe:
    """One tap on the piece in the player's column."""

    def recipe(person: Person, command: Any) -> int:
        person.cell(f"{piece}_{person.seat(command.by)}")
        person.choose(command)
        return 1

    return recipe


def improve(person: Person, command: Improve) -> int:
    """One tap on the ladder."""
    person.cell(f"ladder_{person.seat(command.by)}_{command.track.value}")
    return 1


def recruit(person: Person, command: RecruitKnight) -> int:
    person.barracks(command.by, "do_recruit")
    return 1


def activate(person: Person, command: ActivateKnights) -> int:
    """All sleepers at once, or each by a tap on those of its strength."""
    own = knights(person.table, command.by)
    asleep = {site for site, knight in own.items() if not knight.active}
    if len(command.knights) > 1 and set(command.knights) == asleep:
        person.barracks(command.by, "do_activate_all")
        return 1
    entry = person.hands.see().entry
    for count, site in enumerate(command.knights, start=1):
        person.cell(f"knights_{person.seat(command.by)}_{own[site].strength}")
        person.hands.wait(lambda seen, count=count: seen.entry >= entry + count, "a helmet on a knight")
    return len(command.knights)


def promote(person: Person, command: PromoteKnight) -> int:
    person.barracks(command.by, f"do_promote_{knights(person.table, command.by)[command.knight].strength}")
    person.choose(command)
    return 1


def act(deed: str) -> Recipe:
    """What an active knight can do."""

    def recipe(person: Person, command: Any) -> int:
        person.barracks(command.by, deed)
        person.choose(command)
        return 1

    return recipe


def play(person: Person, command: Any) -> int:
    """A card, by way of the player's cards, or in answer to the question what becomes of a full hand."""
    person.take_card(command, answers(person.hands.see()))
    person.choose(command)
    return 1


def claim(person: Person, command: ClaimLongestRoad) -> int:
    person.head(command.by, "do_road", f"road_{command.length}")
    return 1


def end(person: Person, command: EndTurn) -> int:
    """Where the end of the turn asks something the bar leads there, else the player's panel."""
    if person.hands.see().screen != "board":
        person.make_way()
    if person.sees("end_turn"):
        person.tap("end_turn")
        return 1
    person.head(command.by, "do_end")
    return 1


def answer(person: Person, command: Any) -> int:
    """An open question, where it is put."""
    person.make_way(answer=True)
    person.choose(command)
    return 1


def more(deed: str) -> Recipe:
    """What a table seldom says."""

    def recipe(person: Person, command: Any) -> int:
        person.make_way()
        person.tap("more", deed)
        person.choose(command)
        return 1

    return recipe


def play_on(person: Person, _command: Any) -> int:
    """From the result, which has opened by itself."""
    person.tap("play_on")
    return 1


def adjust(person: Person, command: AdjustPoints) -> int:
    """Points by the table's ruling, one at a time."""
    entry = person.hands.see().entry
    person.head(command.player, "do_sheet", "section_points")
    for count in range(1, abs(command.amount) + 1):
        person.tap("ruling_more" if command.amount > 0 else "ruling_less")
        person.hands.wait(lambda seen, count=count: seen.entry >= entry + count, "a point")
    return abs(command.amount)


def cut(person: Person, command: CutLongestRoad) -> int:
    """The longest roads that are left, each by its stepper: the first step is to five."""
    person.head(command.by, "do_road", "do_cut", "cut")
    for player, length in command.lengths.items():
        person.tap(*[f"cut_{person.seat(player)}_more"] * (length - MINIMUM + 1))
    person.tap("cut_done")
    return 1


def _recipes(*rows: tuple[type[Command], Recipe]) -> Iterator[tuple[str, Recipe]]:
    for kind, recipe in rows:
        kinds: Iterable[type[Command]] = (kind,)
        if kind is PlayCard:
            from companion.rules import catalogue

            kinds = [found for found in catalogue.codec().command_types if issubclass(found, PlayCard)]
        yield from ((str(found.__struct_config__.tag), recipe) for found in kinds)


RECIPES: dict[str, Recipe] = dict(
    _recipes(
        (RollDice, roll),
        (EndTurn, end),
        (BuildSettlement, build("settlement")),
        (BuildCity, build("city")),
        (BuildWall, build("wall")),
        (Improve, improve),
        (RecruitKnight, recruit),
        (ActivateKnights, activate),
        (PromoteKnight, promote),
        (MoveKnight, act("do_move")),
        (ChaseRobber, act("do_chase")),
        (DisplaceKnight, act("do_displace")),
        (PlayCard, play),
        (LayOpen, play),
        (ClaimLongestRoad, claim),
        (PutBack, answer),
        (ChooseDeck, answer),
        (LoseCity, answer),
        (PlaceMetropolis, answer),
        (CommitKnights, answer),
        (AdjustPoints, adjust),
        (CutLongestRoad, cut),
        (PlaceShip, more("place_ship")),
        (DeclareWinner, more("declare_winner")),
        (PlayOn, play_on),
    )
)
"""The command's tag, and how it is entered."""


# --- on a tracked board -------------------------------------------------------------------------------


def take(person: Person, command: Any) -> int:
    """A piece from beside the board, then its places."""
    column = {BuildSettlement: "settlement", BuildCity: "city", BuildWall: "wall"}.get(type(command))
    if isinstance(command, BuildRoad) and person.sees(f"road_{person.seat(command.by)}"):
        column = "road"
    if column is not None and person.hands.see().screen != "board":
        person.cell(f"{column}_{person.seat(command.by)}")
        person.say(command)
        return 1
    piece = _sharing(person, command)[0]
    person.at_board(f"take_{str(piece.__struct_config__.tag).partition('.')[2]}")
    person.say(command)
    return 1


def _sharing(person: Person, command: Command) -> list[type[Command]]:
    """The kinds that share a place beside the board, the one that it is called by first."""
    rank = shown(type(command)).rank
    return [kind for kind in person.game.ruleset.commands if shown(kind).rank == rank]


def wake(person: Person, command: ActivateKnights) -> int:
    """All sleepers at once, or each by itself."""
    asleep = [site for site, knight in knights(person.table, command.by).items() if not knight.active]
    together = len(command.knights) > 1 and set(command.knights) == set(asleep)
    if person.hands.see().screen != "board" and not together:
        own = knights(person.table, command.by)
        for count, site in enumerate(command.knights, start=1):
            person.cell(f"knights_{person.seat(command.by)}_{own[site].strength}")
            person.say(ActivateKnights(command.by, (site,)), count)
        return len(command.knights)
    if together:
        person.at_board("take_activate_knights", "board_done")
        return 1
    for count, site in enumerate(command.knights, start=1):
        person.at_board("take_activate_knights")
        person.say(ActivateKnights(command.by, (site,)), count)
    return len(command.knights)


def place(person: Person, command: Any) -> int:
    """An open question that the board asks."""
    seen = person.hands.see()
    boards = [spot for spot in answers(seen) if spot.name.startswith("answer_board")]
    if seen.screen != "board" and boards:
        person.tap_spot(seen, boards[0])
    elif seen.screen != "board" and named(seen, "waiting"):
        person.tap("waiting")
    person.hands.wait(lambda now: bool(now.places or answers(now)), "a question")
    person.put(command)
    person.say(command)
    return 1


def play_at_board(person: Person, command: Any) -> int:
    """A card from the player's cards; its places are asked on the board."""
    person.put(command)
    person.take_card(command, person.own(answers(person.hands.see())) if person.answering else ())
    person.say(command)
    return 1


def improve_at_board(person: Person, command: Improve) -> int:
    """One tap on the ladder, and the city that becomes a metropolis."""
    person.cell(f"ladder_{person.seat(command.by)}_{command.track.value}")
    person.say(command)
    return 1


def answer_at_board(person: Person, command: Any) -> int:
    person.put(command)
    person.say(command)
    return 1


BOARD_RECIPES: dict[str, Recipe] = dict(
    _recipes(
        (PlaceBuilding, place),
        (PlaceRoad, place),
        (MoveRobber, place),
        (LoseCity, place),
        (PlaceMetropolis, place),
        (PlaceDisplaced, place),
        (BuildRoad, take),
        (BuildSettlement, take),
        (BuildCity, take),
        (BuildWall, take),
        (RecruitKnight, take),
        (PromoteKnight, take),
        (MoveKnight, take),
        (DisplaceKnight, take),
        (ChaseRobber, take),
        (ActivateKnights, wake),
        (Improve, improve_at_board),
        (PlayCard, play_at_board),
        (LayOpen, play_at_board),
        (PutBack, answer_at_board),
        (ChooseDeck, answer_at_board),
    )
)
"""What is entered otherwise where the board is tracked."""

UNTOUCHED = frozenset({"core.leave_question"})
"""A question is left by entering what comes next, and allowing it."""
