"""Making up a new game: who sits where, what is tracked, by which rules, and what is wrong with that.

Everything is a frozen value and a pure function; the screen only shows them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.app import narrate
from companion.app.i18n import _, pgettext
from companion.app.roster import Person, same_name
from companion.engine.errors import AssemblyError, Problem
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Level
from companion.engine.state import COLOURS, Player
from companion.history.log import Header
from companion.presenters.names import colour_name
from companion.rules import catalogue

MOST_SEATS = 6
FEWEST_SEATS = 2
STEPPED_FROM = 5
"""An option with at least this many values is set by steps, one with fewer by its buttons."""

Value = bool | int | str
Kind = Literal["switch", "choice", "number"]


class NewGame(msgspec.Struct, frozen=True):
    """A game that is being made up. ``seats`` are in the order of play, ``first`` the index of who begins.

    ``level_before`` is the level that was chosen, where the modules made it another one.
    """

    seats: tuple[Person, ...] = ()
    first: int = 0
    level: str = "L1"
    profile: str = "hobbyworld"
    options: Mapping[str, Value] = msgspec.field(default_factory=dict)
    modules: tuple[str, ...] = msgspec.field(default_factory=catalogue.usual)
    level_before: str = ""


# --- people -------------------------------------------------------------------------------------------


def seat_of(game: NewGame, name: str) -> int | None:
    """Where somebody sits, or None."""
    return next((seat for seat, person in enumerate(game.seats) if same_name(person.name, name)), None)


def toggled(game: NewGame, person: Person) -> NewGame:
    """With the person at the next seat; without, if already there. A full table stays as it is."""
    seat = seat_of(game, person.name)
    if seat is not None:
        return without(game, seat)
    if len(game.seats) >= MOST_SEATS:
        return game
    return replace(game, seats=(*game.seats, person))


def without(game: NewGame, seat: int) -> NewGame:
    """The table without that seat; who begins stays who begins while still there."""
    seats = (*game.seats[:seat], *game.seats[seat + 1 :])
    first = game.first - 1 if seat < game.first else 0 if seat == game.first else game.first
    return replace(game, seats=seats, first=first)


def moved(game: NewGame, seat: int, by: int) -> NewGame:
    """The person one or more seats further (or back) in the order of play."""
    target = (seat + by) % len(game.seats)
    seats = list(game.seats)
    person = seats.pop(seat)
    seats.insert(target, person)
    first = game.seats[game.first]
    return replace(game, seats=tuple(seats), first=next(i for i, other in enumerate(seats) if other is first))


def recoloured(game: NewGame, seat: int, colour: str) -> NewGame:
    """The person with another colour; whoever had it takes the one given up."""
    given_up = game.seats[seat].colour
    others = [seat_ for seat_, person in enumerate(game.seats) if person.colour == colour and seat_ != seat]
    seats = list(game.seats)
    seats[seat] = Person(seats[seat].name, colour)
    if len(others) == 1 and sum(person.colour == given_up for person in game.seats) == 1:
        seats[others[0]] = Person(seats[others[0]].name, given_up)
    return replace(game, seats=tuple(seats))


def renamed(game: NewGame, seat: int, name: str) -> NewGame:
    """The person under another name."""
    seats = list(game.seats)
    seats[seat] = Person(name, seats[seat].colour)
    return replace(game, seats=tuple(seats))


def free_colour(game: NewGame) -> str:
    """The first colour that nobody at the table has; the first of all when every one is taken."""
    taken = {person.colour for person in game.seats}
    return next((colour for colour in COLOURS if colour not in taken), COLOURS[0])


def other_name(name: str, taken: Iterable[str]) -> str:
    """The name with the lowest number that makes it another one: a second Anna is Anna 2."""
    names = tuple(taken)
    number = 2
    while any(same_name(f"{name} {number}", other) for other in names):
        number += 1
    return f"{name} {number}"


LEVEL_PROBLEM = "assembly.level"
"""The key of the problem that a module is not to be played at a level."""

# --- what is wrong ------------------------------------------------------------------------------------


class ProblemView(msgspec.Struct, frozen=True):
    """One thing that is wrong with the game; ``fixed`` is the game after the fix that is offered."""

    text: str
    fix: str = ""
    fixed: NewGame | None = None


def problems(game: NewGame) -> tuple[ProblemView, ...]:
    """Everything that is wrong, those of people first, each with its fix if there is one."""
    return (*_same_names(game), *_same_colours(game), *_unplayable(game))


def _same_names(game: NewGame) -> Iterable[ProblemView]:
    names = [person.name for person in game.seats]
    for seat, name in enumerate(names):
        if any(same_name(name, earlier) for earlier in names[:seat]):
            other = other_name(name, names)
            yield ProblemView(
                _("Two people are called {name}.").format(name=name),
                _("Rename one to {name}").format(name=other),
                renamed(game, seat, other),
            )


def _same_colours(game: NewGame) -> Iterable[ProblemView]:
    for seat, person in enumerate(game.seats):
        earlier = next((p for p in game.seats[:seat] if p.colour == person.colour), None)
        if earlier is not None:
            colour = free_colour(game)
            seats = list(game.seats)
            seats[seat] = Person(person.name, colour)
            yield ProblemView(
                _("{one} and {other} have the same colour: {colour}.").format(
                    one=earlier.name, other=person.name, colour=colour_name(person.colour)
                ),
                _("{name} takes {colour}").format(name=person.name, colour=colour_name(colour)),
                replace(game, seats=tuple(seats)),
            )


def _unplayable(game: NewGame) -> Iterable[ProblemView]:
    """What modules and screens say against level, options and number of players, all at once."""
    problems = _problems_of(game)
    if problems:
        supported = levels_for(game.modules)
        usual = replace(game, options={}, level=game.level if game.level in supported else NewGame().level)
        fixes = [(_("Back to the usual rules"), usual)] if usual != game else []
        fixes += [
            (
                _("Without {module}").format(module=narrate.term("module", name)),
                with_modules(game, (one for one in game.modules if one != name)),
            )
            for name in reversed(game.modules[1:])
        ]
        label, fixed = next(
            ((words, other) for words, other in fixes if not _problems_of(other)),
            ("", None),
        )
        for text in narrate.problem_texts(AssemblyError(problems)):
            yield ProblemView(text, label, fixed)


def _problems_of(game: NewGame) -> tuple[Problem, ...]:
    """What is wrong with modules, level, options and number of players; nothing where they make a game."""
    try:
        options = {**catalogue.profile_options(game.profile, game.modules), **game.options}
        catalogue.ruleset(game.modules, Level(game.level), options, player_count(game))
        problems: tuple[Problem, ...] = ()
    except AssemblyError as error:
        problems = error.problems
    against = against_level(game.modules, Level(game.level))
    return (*(one for one in against if one not in problems), *problems)


def player_count(game: NewGame) -> int | None:
    """How many play; None while it is too early to say."""
    return len(game.seats) if len(game.seats) >= FEWEST_SEATS else None


def missing(game: NewGame) -> str:
    """What is still to be done before the game can start; empty when it can."""
    if len(game.seats) < FEWEST_SEATS:
        return _("Tap the players in seating order.")
    return ""


BOARD_FOR = 4
"""Players for whom the board of 19 hexes is made (B-14)."""


def house_rule(game: NewGame) -> str:
    """What is no rule of the box although nobody chose it: more players than the board is made for."""
    if len(game.seats) <= BOARD_FOR:
        return ""
    return _("House rule: five or six players share the board of 19 hexes, by the rules for three or four.")


def can_start(game: NewGame) -> bool:
    """Whether the game can start as it stands."""
    return not missing(game) and not problems(game)


# --- modules, levels, profiles, options ---------------------------------------------------------------


def with_modules(game: NewGame, kept: Iterable[str]) -> NewGame:
    """The game with these modules, and of the options those that they know. The level that was chosen is
    kept, or goes up as far as the modules need it."""
    chosen = set(kept)
    modules = tuple(name for name in catalogue.manifests() if name in chosen)
    known = {option.name for name in modules for option in catalogue.manifests()[name].options}
    options = {option: value for option, value in game.options.items() if option in known}
    wanted = game.level_before or game.level
    levels = levels_for(modules)
    level = wanted
    if levels and wanted not in levels:
        level = min((one for one in levels if one > wanted), default=levels[-1])
    before = "" if level == wanted else wanted
    return replace(game, modules=modules, options=options, level=level, level_before=before)


def with_level(game: NewGame, level: str) -> NewGame:
    """The game with a level that the table has chosen."""
    return replace(game, level=level, level_before="")


class LevelView(msgspec.Struct, frozen=True):
    """A tracking level; ``refused`` where the modules are not to be played at it."""

    level: str
    label: str
    detail: str
    refused: bool = False


def levels(modules: tuple[str, ...]) -> tuple[LevelView, ...]:
    """All tracking levels: one that does not go with the modules is there too, and taking it says why."""
    return tuple(
        LevelView(
            level.value,
            narrate.term("level", level.value),
            _level_detail(modules, level),
            bool(against_level(modules, level)),
        )
        for level in Level
    )


def _level_detail(modules: tuple[str, ...], level: Level) -> str:
    """What is entered at a level: in the words of the last module that has some, or those for every game."""
    keys = (f"level.{level.value}.{name}" for name in reversed(modules))
    return narrate.say(next((key for key in keys if key in narrate.texts()), f"level.{level.value}"), {})


def levels_for(modules: tuple[str, ...]) -> tuple[str, ...]:
    """The tracking levels at which the modules can be played."""
    return tuple(level.value for level in Level if not against_level(modules, level))


@cache
def against_level(modules: tuple[str, ...], level: Level) -> tuple[Problem, ...]:
    """What is wrong with a level, whatever else is with the modules: one that does not know it, or that
    there are no dice to enter, as a game without a ship has nothing for the ship alone."""
    try:
        if catalogue.ruleset(modules, level).dice:
            return ()
    except AssemblyError as error:
        return tuple(one for one in error.problems if one.key == LEVEL_PROBLEM)
    return (Problem(LEVEL_PROBLEM, {"module": modules[-1], "level": level.value}),)


class ProfileView(msgspec.Struct, frozen=True):
    """A set of rules as one edition has them."""

    name: str
    title: str
    edition: str


def profiles() -> tuple[ProfileView, ...]:
    """All rule profiles, that of the default first."""
    found = [
        ProfileView(
            name, pgettext(f"profile.{name}", profile.title), pgettext(f"profile.{name}", profile.edition)
        )
        for name, profile in catalogue.profiles().items()
    ]
    return tuple(sorted(found, key=lambda view: view.name != NewGame().profile))


class OptionValueView(msgspec.Struct, frozen=True):
    """A value that an option may have."""

    value: Value
    label: str
    chosen: bool
    usual: bool


class OptionView(msgspec.Struct, frozen=True):
    """An option of the game. ``usual`` is what the profile has; ``house`` says that the table differs."""

    name: str
    label: str
    rule: str
    explained: str
    kind: Kind
    choices: tuple[OptionValueView, ...]
    value: Value
    shown: str
    usual: str
    house: bool
    low: int = 0
    high: int = 0

    @property
    def key(self) -> str:
        """Its name in a list."""
        return self.name


def options(game: NewGame) -> tuple[OptionView, ...]:
    """Every option of the game's modules that changes something at its level, in the manifests' order."""
    entries: dict[str, catalogue.OptionEntry] = {}
    for name in catalogue.completed(game.modules):
        for entry in catalogue.manifests()[name].options:
            if not entry.levels or game.level in entry.levels:
                entries[entry.name] = entry
    usual = {name: entry.default for name, entry in entries.items()}
    usual.update(catalogue.profile_options(game.profile, game.modules))
    return tuple(
        _option(entry, usual[name], game.options.get(name, usual[name])) for name, entry in entries.items()
    )


def _option(entry: catalogue.OptionEntry, usual: Value, value: Value) -> OptionView:
    values: tuple[Value, ...] = entry.choices
    kind: Kind = "choice"
    if isinstance(entry.default, bool):
        kind, values = "switch", (False, True)
    elif entry.range is not None:
        low, high = entry.range
        kind = "number" if high - low >= STEPPED_FROM else "choice"
        values = () if kind == "number" else tuple(range(low, high + 1))
    return OptionView(
        entry.name,
        narrate.say(f"option.{entry.name}", {}),
        entry.rule,
        rule_text(entry.rule),
        kind,
        tuple(
            OptionValueView(one, value_text(entry.name, one), one == value, one == usual) for one in values
        ),
        value,
        value_text(entry.name, value),
        value_text(entry.name, usual),
        value != usual,
        *(entry.range or (0, 0)),
    )


def value_text(option: str, value: Value) -> str:
    """A value of an option in words."""
    key = f"option.{option}.{str(value).lower()}"
    if key in narrate.texts():
        return narrate.say(key, {})
    if isinstance(value, bool):
        return _("On") if value else _("Off")
    return str(value)


def rule_text(rule: str) -> str:
    """The sentence of a rule in the language in use; empty for a rule without one."""
    found = catalogue.rules().get(RuleId(rule))
    return pgettext(rule, found.text) if found is not None else ""


def with_option(game: NewGame, name: str, value: Value) -> NewGame:
    """The game with an option set; what the profile says anyway is not kept as a house rule."""
    usual: dict[str, Any] = {}
    for module in game.modules:
        usual.update({entry.name: entry.default for entry in catalogue.manifests()[module].options})
    usual.update(catalogue.profile_options(game.profile, game.modules))
    kept = {other: set_to for other, set_to in game.options.items() if other != name}
    if value != usual.get(name):
        kept[name] = value
    return replace(game, options=kept)


def with_profile(game: NewGame, profile: str) -> NewGame:
    """The game by another profile, without house rules: a preset is a preset."""
    return replace(game, profile=profile, options={})


def rules_summary(game: NewGame) -> str:
    """What the game is played by, in a few words."""
    profile = next((view.title for view in profiles() if view.name == game.profile), game.profile)
    if any(option.house for option in options(game)):
        return _("{profile}, house rules, {points} points").format(profile=profile, points=to_win(game))
    return _("{profile}, {points} points").format(profile=profile, points=to_win(game))


def to_win(game: NewGame) -> int:
    """Points that win the game."""
    return next((int(option.value) for option in options(game) if option.name == "points_to_win"), 0)


# --- the game -----------------------------------------------------------------------------------------


def header(game: NewGame, id: str, started: int) -> Header:
    """The game to be played. ``started`` is the table's clock in milliseconds since 1970."""
    ids = player_ids(person.name for person in game.seats)
    players = tuple(
        Player(who, person.name, person.colour) for who, person in zip(ids, game.seats, strict=True)
    )
    return Header(
        game=id,
        players=players,
        modules=game.modules,
        level=game.level,
        profile=game.profile,
        options=dict(game.options),
        first=ids[game.first],
        started=started,
    )


def again(header: Header) -> NewGame:
    """The same table once more: people, seats, rules; the dice begin where they began.

    A game by rules that are not installed any more comes back with the usual ones.
    """
    seats = tuple(Person(player.name, player.colour) for player in header.players)
    first = next((seat for seat, player in enumerate(header.players) if player.id == header.first), 0)
    if header.profile not in catalogue.profiles() or not set(header.modules) <= catalogue.manifests().keys():
        return NewGame(seats, first)
    return NewGame(seats, first, header.level, header.profile, dict(header.options), header.modules)


def player_ids(names: Iterable[str]) -> tuple[PlayerId, ...]:
    """Short names for the record of the game: Latin letters and figures, each once."""
    ids: list[str] = []
    for name in names:
        plain = unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss").replace("ł", "l"))
        stem = "".join(letter for letter in plain if letter.isascii() and letter.isalnum())[:20] or "player"
        number, found = 2, stem
        while found in ids:
            found, number = f"{stem}_{number}", number + 1
        ids.append(found)
    return tuple(PlayerId(one) for one in ids)
