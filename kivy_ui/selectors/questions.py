"""Open questions with their answers as buttons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.app import narrate
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.rules.cities_knights.cards import LayOpen
from companion.rules.cities_knights.progress.play import PlayCard
from kivy_ui.intents import Enter, OpenPanel
from kivy_ui.selectors import deeds
from kivy_ui.selectors.game import person
from kivy_ui.views import ActionView, QuestionView


def questions(session: GameSession) -> tuple[QuestionView, ...]:
    """All open questions, the one asked first first."""
    table = session.table
    return tuple(
        QuestionView(
            str(question.id),
            narrate.decision_text(question, table.core.players),
            person(table, question.who),
            tuple(
                replace(answer, name=f"{answer.name}_{question.id}") for answer in _answers(session, question)
            ),
            question.rule,
        )
        for question in table.core.pending
    )


def _answers(session: GameSession, question: Decision) -> Iterable[ActionView]:
    kinds: dict[type[Command], list[Command]] = {}
    for command in session.options(question.who):
        if str(type(command).__struct_config__.tag) in question.answers:
            kinds.setdefault(type(command), []).append(command)
    plays = False
    for kind, commands in kinds.items():
        if issubclass(kind, PlayCard):
            plays = True
        elif kind is LayOpen:
            yield from (_action(command) for command in commands)
        else:
            yield from _told_apart(session, tuple(commands))
    if plays:
        seat = session.state.core.ids.index(question.who)
        yield ActionView("answer_play", _("Play a card"), "play", OpenPanel(seat, "cards"))


def _told_apart(session: GameSession, commands: tuple[Command, ...]) -> Iterable[ActionView]:
    asked = deeds.ask(session.table, commands)
    if isinstance(asked, Command):
        yield _action(asked)
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


def _action(command: Command) -> ActionView:
    track = str(getattr(command, "track", "") or "")
    icon = "card" if track else "point" if isinstance(command, LayOpen) else "check"
    return ActionView(
        f"answer_{type(command).__name__}",
        narrate.command_short(command),
        icon,
        Enter((command,)),
        track=track,
    )
