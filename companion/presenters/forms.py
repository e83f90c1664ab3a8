"""Commands that are filled in as a form: trades, discards, gifts, monopolies, counts.

A form is nothing but a command with blanks in it. Each chip on it carries the command as it would be after a
tap, so the screen keeps no rules and no numbers. Which fields there are, and whose cards they hold, is said
in ``presentation.toml``; what is legal, by the command's owner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, get_args, get_origin

from msgspec.structs import replace

from companion.app import narrate
from companion.app.i18n import _
from companion.engine.cells import BANK, Holder
from companion.engine.command import Command, tag_of
from companion.engine.decision import Decision
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.engine.verdict import Certainty, Severity, Violation
from companion.presenters import deeds
from companion.presenters.intents import Commit, Fill, Intent
from companion.presenters.views import ChipView, FormView, RowView
from companion.rules.common import goods, opponents
from companion.rules.common import hands as hands_of
from companion.rules.presentation import Row, hints, required, shown, sort_of

WINDOW = 3
"""Numbers on either side of the one that is chosen."""


OF_CARDS = ("cards", "people", "good")
"""What stands in rows that are about cards."""


# --- which commands are forms -----------------------------------------------------------------------------


def rows(table: Table, kind: type[Command]) -> tuple[Row, ...]:
    """The fields of a command that are filled in; without counted hands nothing that has to do with cards."""
    found = shown(kind).form
    if hands_of(table).counted or not any(_sort(kind, row) in OF_CARDS for row in found):
        return found
    return ()


def is_form(table: Table, kind: type[Command]) -> bool:
    """Whether such a command is filled in."""
    return kind in table.ruleset.commands and bool(rows(table, kind))


@cache
def _sort(kind: type[Command], row: Row) -> str:
    """What stands in a row: cards, players, people (a number for each), good, number, switch or values."""
    sort, _many = sort_of(kind, row.field)
    if sort == "bag":
        return "cards"
    if sort == "player":
        return "player"
    hint = hints(kind)[row.field]
    hint = next((one for one in get_args(hint) if get_origin(one) is dict), hint)
    if get_origin(hint) is dict:
        return "people"
    if row.kind:
        return "good"
    if get_origin(hint) is tuple:
        return "values"
    return "switch" if hint is bool else "number"


def blank(table: Table, kind: type[Command], by: PlayerId) -> Command:
    """A command of a player in which nothing is said yet, but for what is sure."""
    said: dict[str, Any] = {}
    asked = {row.field: row for row in rows(table, kind)}
    for name in kind.__struct_fields__:
        if name == "by" or (name not in required(kind) and name not in asked):
            continue
        row = asked.get(name)
        sort = _sort(kind, row or Row(name))
        if hints(kind)[name] is PlayerId and row is None:
            said[name] = by
        else:
            said[name] = {"cards": {}, "people": {}, "values": (), "number": 0, "switch": False}.get(sort, "")
    made = kind(by, **said)
    for row in asked.values():
        made = replace(made, **{row.field: _sure(table, made, row)})
    return made


def _sure(table: Table, draft: Command, row: Row) -> Any:
    """What a row begins with."""
    hands, kind = hands_of(table), type(draft)
    now, sort = getattr(draft, row.field), _sort(kind, row)
    if sort == "cards" and row.stock:
        question = question_of(table, draft)
        goods = _goods(table, row, question) if question is not None else ()
        return {good: hands.bank_low(good) for good in goods}
    if sort == "cards" and now is None:
        return {}
    if sort == "number":
        fact = next((one for one in table.ruleset.facts if one.name == row.fact), None)
        if fact is not None:
            return fact.value(table, getattr(draft, "player", draft.by))
        offered = [getattr(way, row.field) for way in _proposed(table, draft)]
        return next(iter((*offered, *_numbers(table, draft, row))), 0)
    return now


def _proposed(table: Table, draft: Command) -> tuple[Command, ...]:
    """What the command's owner proposes of its kind."""
    return tuple(table.ruleset.commands[type(draft)].ways(table, draft.by))


def begun(table: Table, ways: tuple[Command, ...]) -> Command:
    """The form in which is said what several ways to do a thing have in common."""
    kind = type(ways[0])
    made = blank(table, kind, ways[0].by)
    for field in kind.__struct_fields__:
        values = [getattr(way, field) for way in ways]
        if len(ways) > 1 and all(value == values[0] for value in values) and values[0] is not None:
            made = replace(made, **{field: values[0]})
    return made


def _settled(table: Table, draft: Command) -> Command:
    """The form with what each gives for sure, as soon as it is said what is given."""
    for row in rows(table, type(draft)):
        if row.good and getattr(draft, row.good) and not getattr(draft, row.field):
            given = _given(table, draft, row, getattr(draft, row.good))
            draft = replace(draft, **{row.field: given})
    return draft


# --- the form ---------------------------------------------------------------------------------------------


def form(table: Table, draft: Command, counts: bool = False) -> FormView:
    """The form as it is filled in so far.

    With ``counts`` the table plays with open hands: the chips say how many cards there are, and what somebody
    cannot have is pale. Without, nothing on the form depends on what is known of the cards in a hand.
    """
    kind = type(draft)
    if counts:
        draft = _settled(table, draft)
    question = question_of(table, draft)
    made = [
        *_ways(table, draft),
        *(_row(table, draft, row, question, counts) for row in _asked(table, draft)),
    ]
    ready = all(getattr(draft, row.field) != "" for row in rows(table, kind))
    rest = _rest(table, draft, question)
    core = table.core
    return FormView(
        title=_title(table, draft, question),
        person=deeds.person_at(table, core.ids.index(draft.by)),
        rows=tuple(made),
        draft=draft,
        note=_note(table, draft) if ready and counts else "",
        done=Commit(draft) if ready else None,
        done_label=_text(f"form.{tag_of(kind)}.done") or _("Done"),
        rest=None if rest is None else Commit(rest),
        rest_label=_("The rest face down") if rest is not None and _begun(draft) else _("All face down"),
        key="" if question is None else str(question.id),
    )


def question_of(table: Table, draft: Command) -> Decision | None:
    """The open question that the command would answer."""
    tag = tag_of(type(draft))
    return next((one for one in table.core.pending if one.who == draft.by and tag in one.answers), None)


def _text(key: str) -> str:
    return narrate.say(key, {}) if key in narrate.texts() else ""


def _title(table: Table, draft: Command, question: Decision | None) -> str:
    if question is not None:
        return narrate.decision_text(question, table.core.players)
    kind = type(draft)
    key = f"palette.{tag_of(_siblings(table, kind)[0])}"
    what = narrate.say(key, {}) if key in narrate.texts() else narrate.say(tag_of(kind), {}, form="short")
    name = deeds.person_at(table, table.core.ids.index(draft.by)).name
    return _("{player}: {what}").format(player=name, what=what)


def _begun(draft: Command) -> bool:
    return any(bool(getattr(draft, row.field)) for row in shown(type(draft)).form)


def _note(table: Table, draft: Command) -> str:
    """What has to be said of a form that is filled in: whether anybody has seen the cards."""
    if not _begun(draft) or _faults(table, draft):
        return ""
    sure = table.ruleset.commands[type(draft)].certainty(table, draft) is Certainty.SURE
    return "" if sure else _("Not all of these cards have been seen, but it is possible.")


def _rest(table: Table, draft: Command, question: Decision | None) -> Command | None:
    """The command with all cards that are still missing face down."""
    for row in shown(type(draft)).form:
        if row.unseen and row.count and question is not None:
            seen = sum(getattr(draft, row.field).values())
            return replace(draft, **{row.unseen: max(0, _count(question, row) - seen)})
    return None


def _count(question: Decision, row: Row) -> int:
    return int(str(question.params[row.count]))


# --- ways: with the bank, or with whom --------------------------------------------------------------------


def _siblings(table: Table, kind: type[Command]) -> list[type[Command]]:
    """The kinds that are one form with this one: they share its place among what a player can take."""
    rank = shown(kind).rank
    return [
        one
        for one in table.ruleset.commands
        if one is kind or (rank and shown(one).rank == rank and shown(one).form)
    ]


def _ways(table: Table, draft: Command) -> list[RowView]:
    """Where several kinds are one form: each of them, and each player with whom one of them can be done."""
    kinds = [one for one in _siblings(table, type(draft)) if is_form(table, one)]
    if len(kinds) < 2:
        return []
    chips: list[ChipView] = []
    for kind in kinds:
        other = next((row.field for row in rows(table, kind) if _sort(kind, row) == "player"), "")
        if not other:
            chips.append(
                ChipView(
                    f"form_{tag_of(kind).partition('.')[2]}",
                    _text(f"form.{tag_of(kind)}") or narrate.say(tag_of(kind), {}, form="short"),
                    Fill(_moved(table, draft, kind)),
                    icon="bank",
                    chosen=type(draft) is kind,
                )
            )
            continue
        for player in opponents(table, draft.by):
            seat = table.core.ids.index(player)
            chips.append(
                ChipView(
                    f"form_{other}_{seat}",
                    "",
                    Fill(_moved(table, draft, kind, {other: player})),
                    person=deeds.person_at(table, seat),
                    chosen=type(draft) is kind and getattr(draft, other) == player,
                )
            )
    return [RowView("ways", "", tuple(chips))]


def _moved(
    table: Table, draft: Command, kind: type[Command], said: Mapping[str, Any] | None = None
) -> Command:
    """The form as another kind, with the fields that both have."""
    made = blank(table, kind, draft.by)
    same = {
        name: getattr(draft, name)
        for name in kind.__struct_fields__
        if name in type(draft).__struct_fields__ and name != "by"
    }
    return replace(made, **{**same, **(said or {})})


def _asked(table: Table, draft: Command) -> list[Row]:
    """The rows that are shown: not the player where that is said with the kind, nothing to switch where all
    that is proposed agrees in it, and not what another row leaves out."""
    kind = type(draft)
    several = len([one for one in _siblings(table, kind) if is_form(table, one)]) > 1
    ways = (draft, *_proposed(table, draft))

    def settled(row: Row) -> bool:
        if (row.when and not getattr(draft, row.when)) or (row.unless and getattr(draft, row.unless)):
            return True
        if _sort(kind, row) == "switch":
            return len(ways) > 1 and len({getattr(way, row.field) for way in ways}) == 1
        return several and _sort(kind, row) == "player"

    return [row for row in rows(table, kind) if not settled(row)]


# --- rows -------------------------------------------------------------------------------------------------


def _row(table: Table, draft: Command, row: Row, question: Decision | None, counts: bool) -> RowView:
    kind = type(draft)
    sort = _sort(kind, row)
    makers: dict[str, Callable[[Table, Command, Row], Iterable[ChipView]]] = {
        "player": _players,
        "good": _kinds,
        "number": _number,
        "switch": _switch,
        "values": _values,
    }
    said = ""
    if sort == "cards":
        chips = _cards(table, draft, row, question, counts)
    elif sort == "people":
        chips = tuple(_people(table, draft, row, counts))
    else:
        chips = tuple(makers[sort](table, draft, row))
    if sort == "cards" and row.count and question is not None:
        done = sum(getattr(draft, row.field).values()) + int(getattr(draft, row.unseen, 0))
        said = _("{done} of {count}").format(done=done, count=_count(question, row))
    label = (
        _text(f"form.{tag_of(kind)}.{row.field}")
        or _text(f"form.{row.field}")
        or deeds.question_text(kind, row.field)
    )
    empty = _emptied(draft, row) if sort in ("cards", "values") and not row.stock else draft
    return RowView(row.field, label, chips, said, Fill(empty) if empty != draft else None)


def _emptied(draft: Command, row: Row) -> Command:
    now = getattr(draft, row.field)
    less: dict[str, Any] = {row.field: () if isinstance(now, tuple) else {}}
    if row.unseen:
        less[row.unseen] = 0
    return replace(draft, **less)


def _faults(table: Table, draft: Command) -> list[Violation]:
    """What the command's owner finds wrong with it, timing aside."""
    return table.ruleset.commands[type(draft)].faults(table, draft)


def _stands_against(
    table: Table, before: list[Violation], after: Command, good: str = "", counts: bool = True
) -> bool:
    """Whether a tap would bring a fault that was not there before; what is still missing is none.

    Nor is, without ``counts``, what follows only from what is known of the cards in a hand.
    """
    return any(
        fault.hidden or fault.severity is Severity.HARD or (good and fault.params.get("good") == good)
        for fault in _faults(table, after)
        if fault not in before and not _unfinished(fault, after) and (counts or not fault.hidden)
    )


def _unfinished(fault: Violation, draft: Command) -> bool:
    """Whether a fault is only that a blank is a blank."""
    return any(getattr(draft, row.field) == "" for row in shown(type(draft)).form) and not fault.hidden


def _tap(table: Table, draft: Command, row: Row, after: Command) -> Intent:
    """What a tap does: in the row that enters the form it does so, when nothing is missing any more.

    What is wrong because of hidden cards does not hold it up: that is for the table to hear.
    """
    if shown(type(draft)).commits == row.field and all(fault.hidden for fault in _faults(table, after)):
        return Commit(after)
    return Fill(after)


def _goods(table: Table, row: Row, question: Decision | None) -> tuple[str, ...]:
    if row.goods and question is not None:
        listed = question.params[row.goods]
        return listed if isinstance(listed, tuple) else (str(listed),)
    return goods(table, row.kind or None)


def _holder(table: Table, draft: Command, row: Row) -> Holder | None:
    """Whose cards stand in a row; None while that is not said."""
    if row.holder == "bank":
        return BANK
    if row.holder == "opponent":
        return opponents(table, draft.by)[0]
    who = getattr(draft, row.holder) if row.holder else ""
    return PlayerId(str(who)) if who in table.core.ids else None


def _cards(
    table: Table, draft: Command, row: Row, question: Decision | None, counts: bool
) -> tuple[ChipView, ...]:
    hands = hands_of(table)
    holder = _holder(table, draft, row)
    known = row.holder != "bank" and holder is None
    bag: Mapping[str, int] = getattr(draft, row.field) or {}
    price: Mapping[str, int] = table.value(row.lots, draft.by) if row.lots else {}
    before = [] if row.stock else _faults(table, draft)
    chips = []
    for good in _goods(table, row, question):
        count = bag.get(good, 0)
        if row.stock:
            chips.append(_stock(table, draft, row, good))
            continue
        after = replace(draft, **{row.field: {**bag, good: count + price.get(good, 1)}})
        less = replace(draft, **{row.field: _without(bag, good, price.get(good, 1))})
        sure = known or not counts or hands.has(holder, {good: count + price.get(good, 1)}) is Certainty.SURE
        note = _("{count}:1").format(count=price[good]) if good in price else ""
        if counts and not known and not note:
            note = span(hands.low(holder, good), hands.high(holder, good)) if holder is not BANK else ""
        chips.append(
            ChipView(
                f"form_{row.field}_{good}",
                narrate.term("good", good),
                _tap(table, draft, row, after),
                good=good,
                count=count,
                note=note,
                lit=not _stands_against(table, before, after, good, counts),
                sure=sure,
                less=Fill(less) if count else None,
            )
        )
    if row.unseen:
        unseen = getattr(draft, row.unseen)
        chips.append(
            ChipView(
                f"form_{row.field}_unseen",
                _("Face down"),
                _tap(table, draft, row, replace(draft, **{row.unseen: unseen + 1})),
                good="?",
                count=unseen,
                less=Fill(replace(draft, **{row.unseen: unseen - 1})) if unseen else None,
            )
        )
    return tuple(chips)


def _without(bag: Mapping[str, int], good: str, lot: int) -> dict[str, int]:
    """As many cards fewer as one tap adds."""
    return {one: left for one, count in bag.items() if (left := count - lot * (one == good)) > 0}


def _stock(table: Table, draft: Command, row: Row, good: str) -> ChipView:
    """How many of a good the bank has: a tap goes on to the next number that can be."""
    hands = hands_of(table)
    bag: dict[str, int] = getattr(draft, row.field)
    low, high = hands.bank_low(good), hands.bank_high(good)
    now = bag.get(good)
    following = low if now is None or now >= high else now + 1
    less = {one: count for one, count in bag.items() if one != good}
    if now:
        less[good] = now - 1
    return ChipView(
        f"form_{row.field}_{good}",
        narrate.term("good", good),
        Fill(replace(draft, **{row.field: {**bag, good: following}})),
        good=good,
        count=now or 0,
        number="" if now is None else str(now),
        chosen=now is not None,
        sure=low == high,
        less=Fill(replace(draft, **{row.field: less})) if now is not None else None,
    )


def span(low: int, high: int) -> str:
    """A number, or the least and the most it can be."""
    return str(low) if low == high else f"{low}–{high}"


def _players(table: Table, draft: Command, row: Row) -> Iterable[ChipView]:
    offered = {getattr(way, row.field) for way in _proposed(table, draft)}
    for player in opponents(table, draft.by):
        seat = table.core.ids.index(player)
        after = replace(draft, **{row.field: player})
        yield ChipView(
            f"form_{row.field}_{seat}",
            "",
            Fill(after),
            person=deeds.person_at(table, seat),
            chosen=getattr(draft, row.field) == player,
            lit=player in offered or not offered,
        )


def _kinds(table: Table, draft: Command, row: Row) -> Iterable[ChipView]:
    for good in goods(table, row.kind):
        after = replace(draft, **{row.field: good})
        for other in rows(table, type(draft)):
            if other.good == row.field:
                after = replace(after, **{other.field: {}})
        yield ChipView(
            f"form_{row.field}_{good}",
            narrate.term("good", good),
            Fill(after),
            good=good,
            chosen=getattr(draft, row.field) == good,
        )


def _given(table: Table, draft: Command, row: Row, good: str) -> dict[PlayerId, int]:
    """What each opponent gives for sure."""
    hands = hands_of(table)
    return {
        player: min(hands.low(player, good), _most(table, draft, row, player, good))
        for player in opponents(table, draft.by)
    }


def _most(table: Table, draft: Command, row: Row, player: PlayerId, good: str) -> int:
    """The most that a player can be asked for: more would be no such command, or more cards than he has."""
    total = hands_of(table).total(player)
    for count in range(1, total + 1):
        after = replace(draft, **{row.good: good, row.field: {player: count}})
        if any(fault.severity is Severity.HARD for fault in _faults(table, after)):
            return count - 1
    return total


def _people(table: Table, draft: Command, row: Row, counts: bool) -> Iterable[ChipView]:
    """How many cards each opponent gives: a tap is one more, and after the most none."""
    good = getattr(draft, row.good)
    if not good:
        return
    hands = hands_of(table)
    given: Mapping[PlayerId, int] = getattr(draft, row.field) or {}
    for player in opponents(table, draft.by):
        seat, count = table.core.ids.index(player), given.get(player, 0)
        most = _most(table, draft, row, player, good)
        low, high = min(most, hands.low(player, good)), min(most, hands.high(player, good))
        following = count + 1 if count < most else 0
        yield ChipView(
            f"form_{row.field}_{seat}",
            "",
            Fill(replace(draft, **{row.field: {**given, player: following}})),
            person=deeds.person_at(table, seat),
            count=count,
            number=str(count),
            lit=not counts or low <= count <= high,
            sure=not counts or low == high,
            less=Fill(replace(draft, **{row.field: {**given, player: count - 1}})) if count else None,
        )


def _numbers(table: Table, draft: Command, row: Row) -> list[int]:
    """The numbers from which one is chosen: those about the one that is chosen now, that can be at all."""
    now = getattr(draft, row.field)
    found = []
    for number in range(max(0, now - WINDOW), max(0, now - WINDOW) + 2 * WINDOW + 1):
        after = replace(draft, **{row.field: number})
        if not any(fault.severity is Severity.HARD for fault in _faults(table, after)):
            found.append(number)
    return found


def _number(table: Table, draft: Command, row: Row) -> Iterable[ChipView]:
    now = getattr(draft, row.field)
    for number in _numbers(table, draft, row):
        after = replace(draft, **{row.field: number})
        enters = shown(type(draft)).commits == row.field
        yield ChipView(
            f"form_{row.field}_{number}",
            str(number),
            Commit(after) if enters else Fill(after),
            number=str(number),
            chosen=number == now,
        )


def _switch(_table: Table, draft: Command, row: Row) -> Iterable[ChipView]:
    now = getattr(draft, row.field)
    for value in (False, True):
        key = f"form.{tag_of(type(draft))}.{row.field}.{'yes' if value else 'no'}"
        yield ChipView(
            f"form_{row.field}_{'yes' if value else 'no'}",
            _text(key) or (_("Yes") if value else _("No")),
            Fill(replace(draft, **{row.field: value})),
            chosen=now is value,
        )


def _values(table: Table, draft: Command, row: Row) -> Iterable[ChipView]:
    """Numbers of which several may be given, each as often as it is there."""
    now: tuple[int, ...] = getattr(draft, row.field)
    before = _faults(table, draft)
    for value in row.values:
        after = replace(draft, **{row.field: tuple(sorted((*now, value), reverse=True))})
        less = list(now)
        if value in less:
            less.remove(value)
        yield ChipView(
            f"form_{row.field}_{value}",
            str(value),
            _tap(table, draft, row, after),
            number=str(value),
            count=now.count(value),
            lit=not _stands_against(table, before, after),
            less=Fill(replace(draft, **{row.field: tuple(less)})) if value in now else None,
        )


# --- what is known of a hand ------------------------------------------------------------------------------


def known(table: Table, who: PlayerId) -> tuple[tuple[str, str], ...]:
    """What the table can know of a hand: each kind of card that may be in it, and how many."""
    hands = hands_of(table)
    return tuple(
        (good, span(hands.low(who, good), hands.high(who, good)))
        for good in hands.goods
        if hands.high(who, good)
    )
