"""What can be done, as a table asks for it: a deed, and the short questions that tell one way from another.

A deed is a set of commands that differ in a few fields (whom, which knight, which dice). The questions are
made from those differences alone, so a new card or a new move needs none of its own here. Pieces that differ
in nothing that is tracked are one answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.engine.command import Command, tag_of
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Level
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.engine.verdict import Certainty
from companion.rules.base.slice import Base
from companion.rules.cities_knights.barbarians import CommitKnights
from companion.rules.cities_knights.queries import looks, part
from companion.rules.cities_knights.slice import CitiesKnights, Knight
from companion.rules.presentation import fields, may_be_none, shown, sort_of
from kivy_ui.board.view import Ghost, Place
from kivy_ui.board.view import Sort as PlaceSort
from kivy_ui.intents import Intent
from kivy_ui.selectors.board import livery
from kivy_ui.views import PersonView, PlaceAnswer, PlacesView, PlaceTemplate


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that one tap does, or begins to ask about. ``lit`` when the rules allow at least one way."""

    name: str
    label: str
    icon: str
    commands: tuple[Command, ...]
    lit: bool = True
    detail: str = ""
    track: str = ""
    options: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer with what it leaves: a person, a knight, a die's face or plain words."""

    name: str
    label: str
    commands: tuple[Command, ...]
    icon: str = ""
    track: str = ""
    options: tuple[object, ...] = ()
    person: PersonView | None = None
    die: tuple[str, str] | None = None
    intent: Intent | None = None
    """What the answer does, if not to enter its commands."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A question about a deed, and its answers. On the board a longest trail, the corners where roads are
    shut off, and those that a knight reaches are shown with it."""

    text: str
    answers: tuple[AnswerView, ...]
    person: PersonView | None = None
    trail: tuple[str, ...] = ()
    blocked: frozenset[str] = frozenset()
    reach: frozenset[str] = frozenset()
    piece: Place | None = None


def full(table: Table) -> Table:
    """The table with an empty part of Cities & Knights where the game has none: then there are no knights, no
    walls, no improvements, and nobody need ask."""
    slices = table.state.slices
    if CitiesKnights.module in slices:
        return table
    return Table(table.ruleset, GameState(table.core, {**slices, CitiesKnights.module: CitiesKnights()}))


def has(table: Table, kind: type[Command]) -> bool:
    """Whether the game has such a move at all, as it is tracked."""
    return kind in table.ruleset.commands


def ask(table: Table, commands: tuple[Command, ...]) -> ChoiceView | PlacesView | Command:
    """The next question that tells the commands apart, or the one command that is meant.

    The fields are asked in the order of ``presentation.toml``. Commands of several kinds are asked together
    as long as a place on the board answers; then which kind is meant.

    Raises:
        ValueError: if there is no command at all.
    """
    if not commands:
        raise ValueError("no way to do it")
    if len(commands) == 1:
        return commands[0]
    table = full(table)
    step = 0
    asked: ChoiceView | PlacesView | None
    while step < max(len(fields(type(command))) for command in commands):
        sorts = {_sort(table, type(command), step) for command in commands}
        if sorts <= PLACE_SORTS:
            asked, commands = _ask_for_place(table, commands, step)
        elif sorts == {(None, True)}:
            asked, commands = _ask_for_goods(commands, step)
        elif len({type(command) for command in commands}) > 1 and step > 0:
            return _ask_for_kind(table, commands)
        elif not _told_by_a_place(table, commands, step):
            asked, commands = _ask_for_value(table, commands, step)
        else:
            asked = None
        if asked is not None:
            return asked
        step += 1
    kinds = {type(command) for command in commands}
    return commands[0] if len(kinds) == 1 else _ask_for_kind(table, commands)


def _told_by_a_place(table: Table, commands: Commands, step: int) -> bool:
    """Whether the place of a piece, asked later, says which player is meant."""
    kind = type(commands[0])
    if step >= len(fields(kind)) or sort_of(kind, fields(kind)[step])[0] != "player" or step == 0:
        return False
    later = [
        other
        for other in range(step + 1, len(fields(kind)))
        if _sort(table, kind, other) in PLACE_SORTS and not _sort(table, kind, other)[1]
    ]
    for other in later[:1]:
        pairs = {(_value(command, other), _value(command, step)) for command in commands}
        return len(pairs) == len({place for place, _player in pairs})
    return False


PLACE_SORTS = frozenset({(sort, many) for sort in ("corner", "edge", "hex") for many in (False, True)})
Commands = tuple[Command, ...]


def _sort(table: Table, kind: type[Command], step: int) -> tuple[str | None, bool]:
    """Of which sort a command's field is at a step; places are such only where the board is tracked."""
    named = fields(kind)
    if step >= len(named):
        return "", False
    sort, many = sort_of(kind, named[step])
    if sort == "bag":
        return None, True
    if sort in ("corner", "edge", "hex") and table.slice(Base).board is not None:
        return sort, many
    return "", False


def _value(command: Command, step: int) -> Any:
    named = fields(type(command))
    return getattr(command, named[step]) if step < len(named) else None


def _ask_for_place(
    table: Table, commands: Commands, step: int, least: int = 2
) -> tuple[PlacesView | None, Commands]:
    """The places that tell the commands apart at a step, one after another where there are several.

    Fewer answers than ``least`` are no question.
    """
    chosen = _in_common(commands, step)
    ordered = _order_matters(commands, step)
    groups: dict[Place, list[Command]] = {}
    done: list[Command] = []
    for command in commands:
        sort, many = sort_of(type(command), fields(type(command))[step])
        value = _value(command, step)
        sites = (value or ()) if many else () if value is None else (value,)
        if shown(type(command)).one_by_one and len(sites) > 1:
            done.append(command)
            continue
        rest = [site for site in sites if site not in chosen]
        for site in rest[:1] if ordered else rest:
            groups.setdefault(Place(cast(PlaceSort, sort), site), []).append(command)
        if not rest:
            done.append(command)
    if len(groups) + bool(done) < least:
        return None, commands
    sure = _certain(table, commands)
    answers = tuple(
        PlaceAnswer(place, tuple(ways), sure and not _certain(table, ways)) for place, ways in groups.items()
    )
    first = commands[0]
    field = fields(type(first))[step]
    all_of_them = bool(done) and shown(type(done[0])).one_by_one
    if all_of_them:
        done = sorted(done, key=lambda one: -len(_value(one, step)))[:1]
    who = table.core.ids.index(first.by) if first.by in table.core.ids else None
    return (
        PlacesView(
            question_text(type(first), field, again=bool(chosen)),
            answers,
            None if who is None else person_at(table, who),
            _templates(commands, step),
            tuple(done),
            (
                _("All of them")
                if all_of_them
                else _none_text(type(done[0]), field, _("That is all") if chosen else _("None"))
            )
            if done
            else "",
            (*_said(table, commands, step), *_places_of(first, field, chosen)),
            ghost(table, commands, field),
        ),
        commands,
    )


def _places_of(command: Command, field: str, sites: Iterable[Any]) -> tuple[Place, ...]:
    sort = cast(PlaceSort, sort_of(type(command), field)[0])
    return tuple(Place(sort, site) for site in sites)


def _said(table: Table, commands: Commands, step: int) -> tuple[Place, ...]:
    """The places that all commands name in the fields before a step."""
    found: list[Place] = []
    for before in range(step):
        values = {_value(command, before) for command in commands}
        if all(_sort(table, type(one), before) in PLACE_SORTS for one in commands) and len(values) == 1:
            value = values.pop()
            if value is not None:
                several = value if isinstance(value, tuple) else (value,)
                found += _places_of(commands[0], fields(type(commands[0]))[before], several)
    return tuple(found)


def ghost(table: Table, commands: Commands, field: str) -> Ghost:
    """The piece that commands put on the place named in a field; none while it is open whose it is."""
    figure, command = "", commands[0]
    sort, _many = sort_of(type(command), field)
    icon = shown(type(command)).icon
    if (icon in GHOSTS and field == fields(type(command))[-1]) or sort == "edge":
        figure = "road" if sort == "edge" else icon
    owners = {getattr(one, "owner", one.by) for one in commands}
    return Ghost(cast(Any, figure), *livery(table, owners.pop())) if len(owners) == 1 else Ghost()


GHOSTS = frozenset({"road", "settlement", "city", "knight", "wall", "robber", "merchant"})


def _several(commands: Commands, step: int) -> bool:
    return sort_of(type(commands[0]), fields(type(commands[0]))[step])[1]


def _in_common(commands: Commands, step: int) -> tuple[Any, ...]:
    """The places of a tuple that all commands have: those chosen already."""
    if not all(sort_of(type(one), fields(type(one))[step])[1] for one in commands):
        return ()
    if any(shown(type(one)).one_by_one for one in commands):
        return ()
    values = [_value(command, step) or () for command in commands]
    if len(values) == 1:
        return ()
    return tuple(site for site in values[0] if all(site in value for value in values))


def _order_matters(commands: Commands, step: int) -> bool:
    """Whether tuples of the same places in another order are ways of their own."""
    if not _several(commands, step):
        return False
    values = {value for command in commands if (value := _value(command, step))}
    return any(len(value) > 1 and tuple(reversed(value)) in values for value in values)


def _certain(table: Table, commands: Iterable[Command]) -> bool:
    """Whether one of the commands at least is sure to be in order."""
    rules = table.ruleset.commands
    return any(rules[type(one)].certainty(table, one) is Certainty.SURE for one in commands)


def _templates(commands: Commands, step: int) -> tuple[PlaceTemplate, ...]:
    """A command for each sort of place, whatever is asked later left out: for a place that is not lit."""
    found: dict[str, PlaceTemplate] = {}
    for command in commands:
        kind = type(command)
        name = fields(kind)[step]
        sort, _many = sort_of(kind, name)
        if sort not in found:
            later = {other: None for other in fields(kind)[step + 1 :] if may_be_none(kind, other)}
            found[sort] = PlaceTemplate(sort, name, msgspec.structs.replace(command, **later))
    return tuple(found.values())


def with_place(template: PlaceTemplate, chosen: tuple[Place, ...], place: Place) -> Command:
    """The command that a touched place would mean."""
    command = template.command
    assert isinstance(command, Command)
    _sort, many = sort_of(type(command), template.field)
    several = (*(one.id for one in chosen if one.sort == template.sort), place.id)
    return msgspec.structs.replace(command, **{template.field: several if many else place.id})


def ask_on_board(table: Table, commands: Commands) -> ChoiceView | PlacesView | Command:
    """As ``ask``, but a place is shown and touched even if it is the only one."""
    asked = ask(table, commands)
    if not isinstance(asked, Command) or table.slice(Base).board is None:
        return asked
    kind = type(asked)
    steps = [step for step in range(len(fields(kind))) if _sort(table, kind, step) in PLACE_SORTS]
    shown_as = [step for step in steps if _value(asked, step) not in (None, ())]
    if not shown_as:
        return asked
    only, _commands = _ask_for_place(table, (asked,), shown_as[-1], least=1)
    return only or asked


def about_places(kind: type[Command]) -> bool:
    """Whether a kind of command names places: then what is allowed is lit on the board."""
    return any(sort_of(kind, name) in PLACE_SORTS for name in fields(kind))


def placed(command: Command) -> bool:
    """Whether a command that begins with a place names it."""
    named = fields(type(command))
    if len(named) < 2 or sort_of(type(command), named[1]) not in PLACE_SORTS:
        return True
    return getattr(command, named[1]) not in (None, "", -1)


def nowhere(table: Table, who: PlayerId, kinds: Iterable[type[Command]]) -> PlacesView:
    """A piece that has no place by the rules: a touched one says why not."""
    templates: dict[str, PlaceTemplate] = {}
    for kind in kinds:
        for step, name in enumerate(fields(kind)):
            sort, _many = _sort(table, kind, step)
            if (sort, _many) in PLACE_SORTS:
                templates.setdefault(str(sort), PlaceTemplate(str(sort), name, _blank(kind, who)))
                break
    return PlacesView(
        _("Nowhere, by the rules. Touch a place to see why."),
        (),
        person_at(table, table.core.ids.index(who)),
        tuple(templates.values()),
    )


def _blank(kind: type[Command], who: PlayerId) -> Command:
    """A command that names nothing yet."""
    blanks: dict[str, Any] = {"corner": Site(""), "edge": "", "hex": -1, "player": who}
    wanted = {
        field.name: () if sort_of(kind, field.name)[1] else blanks.get(sort_of(kind, field.name)[0])
        for field in msgspec.structs.fields(kind)
        if field.required and field.name != "by"
    }
    return kind(who, **wanted)


def _ask_for_goods(commands: Commands, step: int) -> tuple[ChoiceView | None, Commands]:
    """One kind of card after another, until the cards are told apart."""
    bags = [Counter(_value(command, step) or {}) for command in commands]
    common = bags[0]
    for bag in bags[1:]:
        common = common & bag
    groups: dict[str, list[Command]] = {}
    done: list[Command] = []
    for command, bag in zip(commands, bags, strict=True):
        rest = bag - common
        for good in rest:
            groups.setdefault(good, []).append(command)
        if not rest:
            done.append(command)
    if len(groups) + bool(done) < 2:
        return None, commands
    field = fields(type(commands[0]))[step]
    answers = [
        AnswerView(f"answer_{field}_{good}", narrate.term("good", good), tuple(ways), "good", options=(good,))
        for good, ways in groups.items()
    ]
    if done:
        label = _none_text(type(done[0]), field, _("That is all") if common else _("None"))
        answers.append(AnswerView(f"answer_{field}_done", label, tuple(done), "check"))
    return ChoiceView(question_text(type(commands[0]), field, again=bool(common)), tuple(answers)), commands


def _ask_for_kind(table: Table, commands: Commands) -> ChoiceView:
    kinds: dict[type[Command], list[Command]] = {}
    for command in commands:
        kinds.setdefault(type(command), []).append(command)
    return ChoiceView(
        _("Which do you mean?"),
        tuple(
            AnswerView(
                f"answer_{kind.__name__}", narrate.command_short(ways[0]), tuple(ways), shown(kind).icon
            )
            for kind, ways in kinds.items()
        ),
    )


def _ask_for_value(table: Table, commands: Commands, step: int) -> tuple[ChoiceView | None, Commands]:
    """What a field can be otherwise. Pieces that differ in nothing that is tracked are one answer."""
    groups: dict[Hashable, list[Command]] = {}
    first: dict[Hashable, Any] = {}
    for command in commands:
        value = _value(command, step)
        field = fields(type(command))[step] if step < len(fields(type(command))) else ""
        key = _look(table, field, value)
        # of pieces that are all alike the first stands for the others
        if first.setdefault(key, value) == value:
            groups.setdefault(key, []).append(command)
    commands = tuple(command for group in groups.values() for command in group)
    if len(groups) < 2:
        return None, commands
    field = fields(type(commands[0]))[step]
    answers = tuple(
        _answer(table, field, index, first[key], tuple(group))
        for index, (key, group) in enumerate(groups.items())
    )
    return ChoiceView(question_text(type(commands[0]), field), answers), commands


def question_text(kind: type[Command], field: str, again: bool = False) -> str:
    """What is asked about a field of a command; ``again`` when a part of it is said."""
    tag = tag_of(kind)
    keys = [f"ask.{tag}.{field}", f"ask.{field}"]
    if again:
        keys = [*(f"{key}.again" for key in keys), *keys]
    return next((narrate.say(key, {}) for key in keys if key in narrate.texts()), field)


def _none_text(kind: type[Command], field: str, otherwise: str) -> str:
    """The answer that nothing is to be named, in the module's words if it has some."""
    key = f"ask.{tag_of(kind)}.{field}.none"
    if key in narrate.texts():
        return narrate.say(key, {})
    return otherwise


def _look(table: Table, field: str, value: Any) -> Hashable:
    """What tells a value from another, as far as the table is tracked."""
    if isinstance(value, Mapping):
        return tuple(sorted((str(key), _look(table, field, item)) for key, item in value.items()))
    if isinstance(value, tuple):
        return tuple(sorted((_look(table, field, item) for item in value), key=repr))
    if table.slice(Base).board is not None:
        known: Hashable = value
        return known
    knight = part(table).knights.get(value) if field in ("knight", "knights", "victim") else None
    if knight is not None:
        return _knight_look(table, knight)
    if field == "city" and value is not None:
        return looks(table, value)
    if field in ("settlement", "site") and value in table.slice(Base).buildings:
        return value in part(table).lying
    if field == "site":
        return True
    hashable: Hashable = value
    return hashable


def _knight_look(table: Table, knight: Knight) -> Hashable:
    turn = table.core.turn
    return (
        knight.owner,
        knight.strength,
        knight.active,
        knight.activated == turn,
        knight.acted == turn,
        knight.promotions if knight.promoted == turn else 0,
    )


def _answer(table: Table, field: str, index: int, value: Any, commands: tuple[Command, ...]) -> AnswerView:
    name = f"answer_{field}_{index}"
    core = table.core
    if value in core.ids:
        seat = core.ids.index(value)
        return AnswerView(
            f"answer_{field}_{seat}", core.players[seat].name, commands, person=person_at(table, seat)
        )
    if sort_of(type(commands[0]), field)[0] == "player":
        nobody = _none_text(type(commands[0]), field, _("Nobody"))
        label = nobody if value is None else narrate.term("owner", value)
        return AnswerView(f"answer_{field}_{value or 'nobody'}", label, commands, "" if value else "cross")
    if isinstance(value, bool) and field != "removed":
        key = f"ask.{tag_of(type(commands[0]))}.{field}.{'yes' if value else 'no'}"
        label = narrate.say(key, {}) if key in narrate.texts() else _("Yes") if value else _("No")
        return AnswerView(f"answer_{field}_{value}", label, commands, "check" if value else "cross")
    if value is None and f"ask.{tag_of(type(commands[0]))}.{field}.none" in narrate.texts():
        return AnswerView(name, _none_text(type(commands[0]), field, _("None")), commands, "check")
    if isinstance(value, Level):
        return AnswerView(f"answer_{value.value}", narrate.term("level", value.value), commands)
    if field == "event":
        return AnswerView(f"answer_{field}_{value}", narrate.term(field, value), commands)
    if field == "good" or field in shown(type(commands[0])).cards:
        key = f"ask.{field}.none"
        unseen = narrate.say(key, {}) if key in narrate.texts() else _("Unknown")
        label = unseen if value is None else narrate.term("good", value)
        return AnswerView(
            f"answer_{field}_{value}",
            label,
            commands,
            "good" if value else "",
            options=(value,) if value else (),
        )
    knight = part(table).knights.get(value) if field in ("knight", "victim") else None
    if knight is not None:
        # no one is named for a knight of a colour that nobody plays
        other = knight.owner != commands[0].by and knight.owner in core.ids
        return AnswerView(
            name,
            knight_words(knight),
            commands,
            "knight",
            options=(knight.strength, knight.active),
            person=person_at(table, core.ids.index(knight.owner)) if other else None,
        )
    if field == "knights":
        words = ", ".join(knight_words(part(table).knights[site]) for site in value) or _("None")
        return AnswerView(name, words, commands, "swords" if isinstance(commands[0], CommitKnights) else "up")
    if field == "track":
        return AnswerView(
            f"answer_{value.value}", narrate.term("track", value.value), commands, "card", value.value
        )
    if field in ("white", "red"):
        return AnswerView(f"answer_{field}_{value}", str(value), commands, die=(field, str(value)))
    if field == "placed":
        label = narrate.term("strength", value) if value else _("None")
        return AnswerView(
            f"answer_{field}_{value}",
            label,
            commands,
            "knight" if value else "cross",
            options=(value, False) if value else (),
        )
    if field == "removed":
        label = (
            _("It has nowhere to go and leaves the board") if value else _("It goes to another intersection")
        )
        return AnswerView(f"answer_{field}_{value}", label, commands, "cross" if value else "forward")
    if field in ("city", "settlement", "site"):
        return AnswerView(
            name, place_words(table, value), commands, "city" if field == "city" else "settlement"
        )
    if isinstance(value, tuple):
        return AnswerView(name, " + ".join(str(one) for one in value), commands)
    return AnswerView(name, str(value), commands, shown(type(commands[0])).icon)


def place_words(table: Table, site: Site | None) -> str:
    """A nameless city or settlement by what tells it from others."""
    if site in part(table).lying:
        return _("The city on its side")
    if site in table.slice(Base).buildings and site is not None:
        wall, metropolis = looks(table, site)
        if metropolis:
            return _("Metropolis with a wall") if wall else _("Metropolis")
        if wall:
            return _("City with a wall")
        if table.slice(Base).buildings[site].kind.value == "city":
            return _("City without a wall")
    return _("A settlement")


def knight_words(knight: Knight) -> str:
    """A knight by strength and helmet."""
    strength = narrate.term("strength", knight.strength)
    return (_("{knight}, active") if knight.active else _("{knight}, inactive")).format(knight=strength)


def person_at(table: Table, seat: int) -> PersonView:
    """A player as a chip."""
    player = table.core.players[seat]
    return PersonView(seat, player.name, player.colour)


def narrowed(commands: Iterable[Command], kind: type[Command]) -> tuple[Command, ...]:
    """Those of the commands that are of one kind."""
    return tuple(command for command in commands if isinstance(command, kind))
