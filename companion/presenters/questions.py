"""Open questions with their answers as buttons."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command, tag_of
from companion.engine.decision import Decision
from companion.engine.state import Player
from companion.engine.table import Table
from companion.presenters import board_setup, deeds, forms
from companion.presenters.game import pad, person
from companion.presenters.intents import Answer, Enter, Fill, Open, OpenPanel
from companion.presenters.views import ActionView, AskedView, PlacesView, QuestionView
from companion.rules.common import RollDice
from companion.rules.presentation import Drawn, answer_drawing, fields, questions_shown, shown
from companion.rules.presentation.parts import Holding


def questions(session: GameSession) -> tuple[QuestionView, ...]:
    """All open questions, the one asked first first; what several are asked together is one of them."""
    groups: dict[str, list[Decision]] = {}
    for question in session.state.core.pending:
        key = question.kind if together(question) else str(question.id)
        groups.setdefault(key, []).append(question)
    return tuple(
        _put_together(session, group) if together(group[0]) else _question(session, group[0])
        for group in groups.values()
    )


def together(question: Decision) -> str:
    """The command by which several people answer a question beside each other, if it is such a one."""
    found = questions_shown().get(question.kind)
    return "" if found is None else found.together


def _question(session: GameSession, question: Decision) -> QuestionView:
    table = session.table
    text = narrate.decision_text(question, table.core.players)
    ways = _ways(session, question)
    places = _places(session, ways)
    screen = _screen(table, question)
    form = _form(session, question) if places is None else None
    answers: Iterable[ActionView]
    if form is not None:
        answers = (ActionView("answer_form", _("Say which cards"), "hand", Fill(form), primary=True),)
    elif screen:
        answers = (ActionView("answer_screen", _("Answer"), "roll", Open(screen), primary=True),)
    elif places is not None:
        answers = (_on_the_board(question),)
    else:
        answers = _answers(session, question, ways)
    return QuestionView(
        str(question.id),
        text,
        person(table, question.who),
        _named(answers, question),
        question.rule,
        None if places is None else _with_others(session, question, places, ways, text),
        form,
        screen,
    )


def _ways(session: GameSession, question: Decision) -> tuple[Command, ...]:
    """All that would answer a question."""
    rules = session.ruleset.by_tag
    return session.options(question.who, *(rules[tag].command for tag in question.answers if tag in rules))


def _named(answers: Iterable[ActionView], question: Decision) -> tuple[ActionView, ...]:
    """The answers with the number of their question in their names, which tells them from those to others."""
    return tuple(replace(answer, name=f"{answer.name}_{question.id}") for answer in answers)


def _with_others(
    session: GameSession, question: Decision, places: PlacesView, ways: tuple[Command, ...], text: str
) -> PlacesView:
    """The places with what else answers the question."""
    others = tuple(way for way in ways if not deeds.about_places(type(way)))
    return replace(places, text=text, besides=_named(_answers(session, question, others), question))


def _put_together(session: GameSession, group: list[Decision]) -> QuestionView:
    """A question to several, as the board asks it: beside the places stands what each of them can answer. Who
    answers by a place is the one who is named."""
    table, ruleset, kind = session.table, session.ruleset, questions_shown()[group[0].kind]
    ways = tuple(way for question in group for way in _ways(session, question))
    placing = tuple(way for way in ways if deeds.about_places(type(way)))
    one = next((question for question in group if placing and question.who == placing[0].by), group[0])
    text = narrate.decision_text(one, table.core.players)
    places = _places(session, placing) or deeds.nowhere(
        table, one.who, (ruleset.by_tag[tag].command for tag in one.answers)
    )
    besides = [
        way for way in ways if tag_of(type(way)) not in (kind.together, kind.done) and way not in placing
    ]
    besides += [way for way in ways if tag_of(type(way)) == kind.done][:1]
    return QuestionView(
        str(one.id),
        text,
        person(table, one.who),
        _named((_on_the_board(one),), one),
        one.rule,
        replace(
            places,
            text=text,
            person=person(table, one.who),
            besides=_named(_answers(session, one, tuple(besides)), one),
            together=tuple(_asked(session, question, ways) for question in group),
        ),
    )


def _asked(session: GameSession, question: Decision, ways: tuple[Command, ...]) -> AskedView:
    """What one of several can answer, and how often he has."""
    table, kind, who = session.table, questions_shown()[question.kind], question.who
    rule = session.ruleset.by_tag[kind.together]
    forms = tuple(rule.forms(table, who))
    said = sum(
        holding.count(table, who) for holding in table.ruleset.presented(Holding) if holding.icon == kind.icon
    )
    seat = table.core.ids.index(who)
    answers = (
        replace(
            _action(form),
            name=f"together_{seat}_{_only_card(form) or kind.icon}",
            **({} if _only_card(form) else {"icon": kind.icon}),
        )
        for form in forms
    )
    return AskedView(
        person(table, who), tuple(answers), tuple(form in ways for form in forms), str(said) if said else ""
    )


def _screen(table: Table, question: Decision) -> str:
    """Dice and cards that are turned up have a pad of their own, and the island a set-up."""
    if board_setup.asks(table, question):
        return "board_setup"
    cards = pad(table.ruleset)
    if cards is not None and any(tag_of(kind) in question.answers for kind in cards.answers):
        return "card_pad"
    return "roll" if tag_of(RollDice) in question.answers else ""


def _form(session: GameSession, question: Decision) -> Command | None:
    """The command that is filled in to answer the question, if nothing else answers it."""
    table = session.table
    kinds = [kind for kind in table.ruleset.commands if tag_of(kind) in question.answers]
    if kinds and all(forms.is_form(table, kind) for kind in kinds):
        return forms.blank(table, kinds[0], question.who)
    return None


def _places(session: GameSession, ways: tuple[Command, ...]) -> PlacesView | None:
    """The question as the board asks it, where places answer it."""
    placing = tuple(way for way in ways if deeds.about_places(type(way)) and not shown(type(way)).panel)
    if len({type(command) for command in placing}) != 1:
        return None
    found = deeds.ask_on_board(session.table, placing)
    return found if isinstance(found, PlacesView) else None


def _on_the_board(question: Decision) -> ActionView:
    return ActionView("answer_board", _("On the board"), "board", Answer(str(question.id)), primary=True)


def _answers(session: GameSession, question: Decision, ways: tuple[Command, ...]) -> Iterable[ActionView]:
    kinds: dict[type[Command], list[Command]] = {}
    for command in ways:
        kinds.setdefault(type(command), []).append(command)
    for kind, commands in kinds.items():
        if not shown(kind).panel:
            yield from _told_apart(session, tuple(commands))
    seat = session.state.core.ids.index(question.who)
    for panel in dict.fromkeys(shown(kind).panel for kind in kinds if shown(kind).panel):
        yield ActionView("answer_play", _("Play a card"), "play", OpenPanel(seat, panel))


def _told_apart(session: GameSession, commands: tuple[Command, ...]) -> Iterable[ActionView]:
    found = deeds.ask(session.table, commands)
    if isinstance(found, Command):
        yield _action(found, session.state.core.players)
        return
    if isinstance(found, PlacesView):
        yield replace(_action(commands[0]), intent=Enter(commands))
        return
    for answer in found.answers:
        yield ActionView(
            answer.name,
            answer.label or _("None"),
            answer.icon,
            Enter(answer.commands),
            track=answer.track,
            options=answer.options,
        )


def _only_card(command: Command) -> str:
    """The kind of card that a command names, if that is all it says."""
    kind = type(command)
    said = [field for field in fields(kind) if field != "by"]
    return str(getattr(command, said[0]) or "") if len(said) == 1 and said[0] in shown(kind).cards else ""


def _action(command: Command, players: Iterable[Player] = ()) -> ActionView:
    """A command that needs no more words, with the drawing of what it says if that has one."""
    kind = type(command)
    card = _only_card(command)
    if card:
        return ActionView(
            f"answer_{kind.__name__}", narrate.term("good", card), "good", Enter((command,)), options=(card,)
        )
    answers = (answer_drawing(kind, field, getattr(command, field)) for field in fields(kind))
    drawn = next((found for found in answers if found is not None), Drawn("check"))
    return ActionView(
        f"answer_{kind.__name__}",
        narrate.command_short(command, players),
        drawn.icon,
        Enter((command,)),
        track=drawn.track,
    )
