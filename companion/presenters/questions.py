"""Open questions with their answers as buttons."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command, tag_of
from companion.engine.decision import Decision
from companion.engine.table import Table
from companion.presenters import board_setup, deeds, forms
from companion.presenters.game import pad, person
from companion.presenters.intents import Answer, Enter, Fill, Open, OpenPanel
from companion.presenters.views import ActionView, PlacesView, QuestionView
from companion.rules.common import RollDice
from companion.rules.presentation import Drawn, answer_drawing, fields, shown


def questions(session: GameSession) -> tuple[QuestionView, ...]:
    """All open questions, the one asked first first."""
    return tuple(_question(session, question) for question in session.state.core.pending)


def _question(session: GameSession, question: Decision) -> QuestionView:
    table = session.table
    text = narrate.decision_text(question, table.core.players)
    rules = session.ruleset.by_tag
    ways = session.options(question.who, *(rules[tag].command for tag in question.answers if tag in rules))
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
        tuple(replace(answer, name=f"{answer.name}_{question.id}") for answer in answers),
        question.rule,
        None if places is None else replace(places, text=text),
        form,
        screen,
    )


def _screen(table: Table, question: Decision) -> str:
    """Dice and cards that are turned up have a pad of their own, and the island a set-up."""
    if board_setup.asks(table, question):
        return "board_setup"
    cards = pad(table.ruleset)
    if cards is not None and any(tag_of(kind) in question.answers for kind in cards.answers):
        return "event_card"
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
    if not ways or len({type(command) for command in ways}) > 1:
        return None
    asked = deeds.ask_on_board(session.table, ways)
    return asked if isinstance(asked, PlacesView) else None


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
    asked = deeds.ask(session.table, commands)
    if isinstance(asked, Command):
        yield _action(asked)
        return
    if isinstance(asked, PlacesView):
        yield replace(_action(commands[0]), intent=Enter(commands))
        return
    for answer in asked.answers:
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


def _action(command: Command) -> ActionView:
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
        narrate.command_short(command),
        drawn.icon,
        Enter((command,)),
        track=drawn.track,
    )
