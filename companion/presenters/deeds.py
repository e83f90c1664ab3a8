"""What can be done, as a table asks for it: a deed, and the short questions that tell one way from another.

A deed is a set of commands that differ in a few fields (whom, which knight, which dice). The questions are
made from those differences alone, so a new card or a new move needs none of its own here. Pieces that differ
in nothing that is tracked are one answer.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.engine.command import Command, tag_of
from companion.engine.ids import PlayerId, Site
from companion.engine.ruleset import Ruleset
from companion.engine.table import Table
from companion.engine.verdict import Certainty
from companion.presenters.board import ROAD, figures, laid, livery, on_corners, sort_of
from companion.presenters.board_view import Ghost, Place
from companion.presenters.intents import Commit, Intent
from companion.presenters.views import PersonView, PlaceAnswer, PlacesView, PlaceTemplate
from companion.rules.presentation import (
    Drawn,
    answer_drawing,
    fields,
    may_be_none,
    required,
    shown,
    word,
)
from companion.rules.presentation import sort_of as plain_sort_of
from companion.rules.presentation.parts import Piece, PlaceSort, Preview


class Deed(msgspec.Struct, frozen=True):
    """Something that one tap does, or begins to ask about. ``lit`` when the rules allow at least one way."""

    name: str
    label: str
    icon: str
    commands: tuple[Command, ...]
    lit: bool = True
    detail: str = ""
    track: str = ""
    options: tuple[object, ...] = ()


class AnswerView(msgspec.Struct, frozen=True):
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


class ChoiceView(msgspec.Struct, frozen=True):
    """A question about a deed, and its answers. On the board a longest trail, the corners where roads are
    shut off, and those that a knight reaches are shown with it; a touch ``again`` on that place gives the
    first answer."""

    text: str
    answers: tuple[AnswerView, ...]
    person: PersonView | None = None
    trail: tuple[str, ...] = ()
    blocked: frozenset[str] = frozenset()
    reach: frozenset[str] = frozenset()
    piece: Place | None = None
    again: Place | None = None


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
    preview = _preview(table, commands)
    if preview is not None:
        return preview
    if len(commands) == 1:
        return commands[0]
    step = 0
    asked: ChoiceView | PlacesView | None
    while step < max(len(fields(type(command))) for command in commands):
        sorts = {_sort(table, type(command), step) for command in commands}
        if sorts <= PLACE_SORTS and _share_a_place(commands, step):
            return _ask_for_kind(table, commands)
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


def _preview(table: Table, commands: Commands) -> ChoiceView | None:
    """What commands come to, once nothing but their places would tell them apart from others: an answer for
    each enters it."""
    kind = type(commands[0])
    preview = next((part for part in table.ruleset.presented(Preview) if part.command is kind), None)
    if preview is None or any(type(command) is not kind for command in commands):
        return None
    steps = [step for step in range(len(fields(kind))) if _sort(table, kind, step) in PLACE_SORTS]
    if any(len({_value(command, step) for command in commands}) > 1 for step in steps):
        return None
    answers = []
    for number, command in enumerate(commands):
        words = preview.told(table, command)
        label = narrate.say(words.key, words.params, table.core.players)
        name, icon = f"answer_preview_{number}", shown(kind).icon
        answers.append(AnswerView(name, label, (command,), icon, intent=Commit(command)))
    said = [
        place
        for step in steps
        for place in _places_of(table, commands[0], fields(kind)[step], (_value(commands[0], step),))
    ]
    return ChoiceView(
        narrate.say(f"ask.{tag_of(kind)}", {}),
        tuple(answers),
        trail=preview.way(table, commands[0]),
        again=said[-1] if said else None,
    )


def _share_a_place(commands: Commands, step: int) -> bool:
    """Whether a place has been said which commands of several kinds name, each for something else."""
    if len({type(command) for command in commands}) < 2:
        return False
    return bool(set.intersection(*(set(_sites(command, step)) for command in commands)))


def _sites(command: Command, step: int) -> tuple[Any, ...]:
    """The places that a command names in a field."""
    value = _value(command, step)
    return value or () if isinstance(value, tuple) else () if value is None else (value,)


def _told_by_a_place(table: Table, commands: Commands, step: int) -> bool:
    """Whether the place of a piece, asked later, says which player is meant."""
    kind = type(commands[0])
    if step >= len(fields(kind)) or plain_sort_of(kind, fields(kind)[step])[0] != "player" or step == 0:
        return False
    later = [
        other
        for other in range(step + 1, len(fields(kind)))
        if _sort(table, kind, other) in PLACE_SORTS and not _sort(table, kind, other)[1]
    ]
    if not later:
        return False
    pairs = {(_value(command, later[0]), _value(command, step)) for command in commands}
    return len(pairs) == len({place for place, _player in pairs})


PLACE_SORTS = frozenset({(sort, many) for sort in ("corner", "edge", "hex") for many in (False, True)})
Commands = tuple[Command, ...]


def _sort(table: Table, kind: type[Command], step: int) -> tuple[str | None, bool]:
    """Of which sort a command's field is at a step; places are such only where the board is tracked."""
    named = fields(kind)
    if step >= len(named):
        return "", False
    sort, many = sort_of(table.ruleset, kind, named[step])
    if sort == "bag":
        return None, True
    if sort in ("corner", "edge", "hex") and laid(table):
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
        field = fields(type(command))[step]
        many = plain_sort_of(type(command), field)[1]
        value = _value(command, step)
        sites = (value or ()) if many else () if value is None else (value,)
        if shown(type(command)).one_by_one and len(sites) > 1:
            done.append(command)
            continue
        rest = [site for site in sites if site not in chosen]
        for site in rest[:1] if ordered else rest:
            groups.setdefault(Place(place_sort(table, type(command), field), site), []).append(command)
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
            _templates(table, commands, step),
            tuple(done),
            (
                _("All of them")
                if all_of_them
                else _none_text(type(done[0]), field, _("That is all") if chosen else _("None"))
            )
            if done
            else "",
            (*_said(table, commands, step), *_places_of(table, first, field, chosen)),
            ghost(table, commands, field),
        ),
        commands,
    )


def _places_of(table: Table, command: Command, field: str, sites: Iterable[Any]) -> tuple[Place, ...]:
    sort = place_sort(table, type(command), field)
    return tuple(Place(sort, site) for site in sites)


def place_sort(table: Table, kind: type[Command], field: str) -> PlaceSort:
    """Which places a field names, of which it is known that it names some."""
    sort, _many = sort_of(table.ruleset, kind, field)
    assert sort in ("corner", "edge", "hex")
    return sort


def _said(table: Table, commands: Commands, step: int) -> tuple[Place, ...]:
    """The places that all commands name in the fields before a step."""
    found: list[Place] = []
    for before in range(step):
        if not all(_sort(table, type(one), before) in PLACE_SORTS for one in commands):
            continue
        values = {_value(command, before) for command in commands}
        if len(values) == 1:
            value = values.pop()
            if value is not None:
                several = value if isinstance(value, tuple) else (value,)
                found += _places_of(table, commands[0], fields(type(commands[0]))[before], several)
    return tuple(found)


def ghost(table: Table, commands: Commands, field: str) -> Ghost:
    """The piece that commands put on the place named in a field; none while it is open whose it is."""
    figure, command = "", commands[0]
    sort, _many = sort_of(table.ruleset, type(command), field)
    icon = shown(type(command)).icon
    if icon in ghosts(table.ruleset) and field == fields(type(command))[-1]:
        figure = icon
    elif sort == "edge":
        figure = ROAD
    owners = {getattr(one, "owner", one.by) for one in commands}
    return Ghost(figure, *livery(table, owners.pop())) if len(owners) == 1 else Ghost()


ROBBER = "robber"


def ghosts(ruleset: Ruleset) -> frozenset[str]:
    """What can be shown under a finger: the figures of the game, and the robber."""
    return figures(ruleset) | {ROBBER}


def _several(commands: Commands, step: int) -> bool:
    return plain_sort_of(type(commands[0]), fields(type(commands[0]))[step])[1]


def _in_common(commands: Commands, step: int) -> tuple[Any, ...]:
    """The places of a tuple that all commands have: those chosen already."""
    if not all(plain_sort_of(type(one), fields(type(one))[step])[1] for one in commands):
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


def _templates(table: Table, commands: Commands, step: int) -> tuple[PlaceTemplate, ...]:
    """A command for each sort of place, whatever is asked later left out: for a place that is not lit."""
    found: dict[PlaceSort, PlaceTemplate] = {}
    for command in commands:
        kind = type(command)
        name = fields(kind)[step]
        sort = place_sort(table, kind, name)
        if sort not in found:
            later = {other: None for other in fields(kind)[step + 1 :] if may_be_none(kind, other)}
            found[sort] = PlaceTemplate(sort, name, msgspec.structs.replace(command, **later))
    return tuple(found.values())


def with_place(template: PlaceTemplate, chosen: tuple[Place, ...], place: Place) -> Command:
    """The command that a touched place would mean."""
    command = template.command
    _sort, many = plain_sort_of(type(command), template.field)
    several = (*(one.id for one in chosen if one.sort == template.sort), place.id)
    return msgspec.structs.replace(command, **{template.field: several if many else place.id})


def ask_on_board(table: Table, commands: Commands) -> ChoiceView | PlacesView | Command:
    """As ``ask``, but a place is shown and touched even if it is the only one."""
    asked = ask(table, commands)
    if not isinstance(asked, Command) or not laid(table):
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
    return any(plain_sort_of(kind, name) in PLACE_SORTS for name in fields(kind))


def placed(command: Command) -> bool:
    """Whether a command that begins with a place names it."""
    named = fields(type(command))
    if len(named) < 2 or plain_sort_of(type(command), named[1]) not in PLACE_SORTS:
        return True
    return getattr(command, named[1]) not in (None, "", -1)


def nowhere(table: Table, who: PlayerId, kinds: Iterable[type[Command]]) -> PlacesView:
    """A piece that has no place by the rules: a touched one says why not."""
    templates: dict[PlaceSort, PlaceTemplate] = {}
    for kind in kinds:
        for step, name in enumerate(fields(kind)):
            if _sort(table, kind, step) in PLACE_SORTS:
                sort = place_sort(table, kind, name)
                templates.setdefault(sort, PlaceTemplate(sort, name, blank(kind, who)))
                break
    return PlacesView(
        _("Nowhere, by the rules. Touch a place to see why."),
        (),
        person_at(table, table.core.ids.index(who)),
        tuple(templates.values()),
    )


def blank(kind: type[Command], who: PlayerId) -> Command:
    """A command that names nothing yet."""
    blanks: dict[str, Any] = {"corner": Site(""), "edge": "", "hex": -1, "player": who}
    wanted: dict[str, Any] = {}
    for name in required(kind):
        if name != "by":
            sort, several = plain_sort_of(kind, name)
            wanted[name] = {} if sort == "bag" else () if several else blanks.get(sort)
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
    """What else a field can be. Pieces that differ in nothing that is tracked are one answer."""
    groups: dict[Hashable, list[Command]] = {}
    first: dict[Hashable, Any] = {}
    standing = _nameless(table)
    for command in commands:
        value = _value(command, step)
        field = fields(type(command))[step] if step < len(fields(type(command))) else ""
        key = _look(type(command), field, value, standing) if field else None
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


def _look(kind: type[Command], field: str, value: Any, standing: Mapping[Site, Piece] | None) -> Hashable:
    """What tells a value from another, as far as the table is tracked: of a piece whose place has no name,
    how it looks and what is known of it."""
    if isinstance(value, Mapping):
        return tuple(sorted((str(key), _look(kind, field, item, standing)) for key, item in value.items()))
    if isinstance(value, tuple):
        return tuple(sorted((_look(kind, field, item, standing) for item in value), key=repr))
    if standing is not None and plain_sort_of(kind, field)[0] == "corner":
        piece = standing.get(value)
        return None if piece is None else (piece.owner, piece.strength, piece.text, piece.apart)
    known: Hashable = value
    return known


def _nameless(table: Table) -> Mapping[Site, Piece] | None:
    """The pieces on the corners of a table without a board; None where a board names their places."""
    return None if laid(table) else on_corners(table)


def _answer(table: Table, field: str, index: int, value: Any, commands: tuple[Command, ...]) -> AnswerView:
    """An answer to a short question: a player, a piece, or a value with its words and drawing."""
    kind, name = type(commands[0]), f"answer_{field}_{index}"
    sort, several = sort_of(table.ruleset, kind, field)
    if value in table.core.ids:
        seat = table.core.ids.index(value)
        person = person_at(table, seat)
        return AnswerView(f"answer_{field}_{seat}", person.name, commands, person=person)
    if sort == "player" and several and isinstance(value, tuple):
        names = [person_at(table, table.core.ids.index(one)).name for one in value]
        return AnswerView(name, " + ".join(names), commands, "people")
    if sort == "player":
        label = _none_text(kind, field, _("Nobody")) if value is None else narrate.term("owner", value)
        return AnswerView(f"answer_{field}_{value or 'nobody'}", label, commands, "" if value else "cross")
    if field == "good" or field in shown(kind).cards:
        return _card(field, value, commands)
    if value is None:
        return AnswerView(name, _none_text(kind, field, _("None")), commands, "check")
    if isinstance(value, bool):
        return _yes_or_no(field, value, commands)
    if sort == "corner":
        standing = on_corners(table)
        if several:
            words = ", ".join(piece_words(standing[site]) for site in value) or _("None")
            return AnswerView(name, words, commands, _drawn(kind, field, value).icon)
        if value in standing:
            return _piece(table, name, standing[value], commands)
    if field in table.ruleset.die_names and not isinstance(value, str):
        return AnswerView(f"answer_{field}_{value}", str(value), commands, die=(field, str(value)))
    if isinstance(value, tuple):
        return AnswerView(name, " + ".join(str(one) for one in value), commands)
    return _plain(name, field, value, commands)


def _card(field: str, value: str | None, commands: Commands) -> AnswerView:
    """A kind of card, or that nobody has seen it."""
    name = f"answer_{field}_{value}"
    if value is None:
        key = f"ask.{field}.none"
        return AnswerView(name, narrate.say(key, {}) if key in narrate.texts() else _("Unknown"), commands)
    return AnswerView(name, narrate.term("good", value), commands, "good", options=(value,))


def _piece(table: Table, name: str, piece: Piece, commands: Commands) -> AnswerView:
    """A piece by its looks, with whose it is if that is not the player himself."""
    # no one is named for a piece of a colour that nobody plays
    other = piece.owner != commands[0].by and piece.owner in table.core.ids
    return AnswerView(
        name,
        piece_words(piece),
        commands,
        piece.figure,
        options=(piece.strength, piece.active) if piece.strength else (),
        person=person_at(table, table.core.ids.index(piece.owner)) if other else None,
    )


def _yes_or_no(field: str, value: bool, commands: Commands) -> AnswerView:
    """Whether something is so, in the words of the modules if they have some."""
    kind = type(commands[0])
    label = _words(kind, field, value) or (_("Yes") if value else _("No"))
    icon = _drawn(kind, field, value).icon or ("check" if value else "cross")
    return AnswerView(f"answer_{field}_{value}", label, commands, icon)


def _plain(name: str, field: str, value: Any, commands: Commands) -> AnswerView:
    """Any other value, in the words and with the drawing that the modules have for it, or as it is."""
    kind = type(commands[0])
    label, drawn = _words(kind, field, value), _drawn(kind, field, value)
    if isinstance(value, enum.Enum):
        name = f"answer_{value}"
    elif label or drawn.icon:
        name = f"answer_{field}_{value}"
    icon = drawn.icon or ("" if label else shown(kind).icon)
    if drawn.strength:
        label = label or narrate.term("strength", drawn.strength)
    options = (drawn.strength, drawn.active) if drawn.strength else ()
    return AnswerView(name, label or str(value), commands, icon, drawn.track, options)


def _words(kind: type[Command], field: str, value: object) -> str:
    """The words for a value of a field; none where the modules have none."""
    keys = (f"ask.{tag_of(kind)}.{field}", f"ask.{field}", f"term.{field}")
    texts = (f"{key}.{word(value)}" for key in keys)
    return next((narrate.say(text, {}) for text in texts if text in narrate.texts()), "")


def _drawn(kind: type[Command], field: str, value: object) -> Drawn:
    return answer_drawing(kind, field, value) or Drawn("")


def piece_words(piece: Piece) -> str:
    """A piece whose place has no name, by what tells it from others."""
    return narrate.say(piece.text, {"strength": piece.strength})


def person_at(table: Table, seat: int) -> PersonView:
    """A player as a chip."""
    player = table.core.players[seat]
    return PersonView(seat, player.name, player.colour)


def narrowed(commands: Iterable[Command], kind: type[Command]) -> tuple[Command, ...]:
    """Those of the commands that are of one kind."""
    return tuple(command for command in commands if isinstance(command, kind))
