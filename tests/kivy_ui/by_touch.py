"""Enters recorded commands as a person would, by tapping, and checks that the entry is the one meant."""

from __future__ import annotations

from typing import Any

from companion.app.session import GameSession, Nowhere
from companion.engine.command import Command
from companion.engine.decide import replay
from companion.engine.table import Table as EngineTable
from companion.engine.verdict import Accepted
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.longest_road import ClaimLongestRoad
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import ChooseDeck, LoseCity
from companion.rules.cities_knights.cards import LayOpen, PutBack
from companion.rules.cities_knights.cities import BuildWall, Improve, PlaceMetropolis
from companion.rules.cities_knights.knights import (
    ActivateKnights,
    ChaseRobber,
    DisplaceKnight,
    MoveKnight,
    PromoteKnight,
    RecruitKnight,
)
from companion.rules.cities_knights.progress.play import PlayCard
from companion.rules.cities_knights.queries import part
from companion.rules.cities_knights.slice import CitiesKnights
from kivy_ui.intents import Enter
from kivy_ui.live import LivePlay
from kivy_ui.selectors import game


def looks(session: Any, state: Any) -> object:
    """What the table can see of a state; which of two alike pieces was meant is not part of it."""
    table = EngineTable(session.ruleset, state)
    questions = [(question.kind, question.who) for question in state.core.pending]
    return game.table_view(table), game.strip(table, False), questions, part(table).decks, state.core.winner


class Table:
    """Somebody at the panel. ``driver`` taps, ``session`` is the game it leads to.

    The same commands go into ``model`` without any screen, and after each the table must look alike. Which of
    two alike nameless pieces is meant may differ.
    """

    def __init__(self, driver: Any, session: GameSession) -> None:
        self.driver = driver
        self.session = session
        self.model = GameSession(session.header, Nowhere())
        self.wanted: object = None
        self.play = LivePlay(session)
        self.taps: list[int] = []
        self.house_rulings = 0

    def sit_down(self, size: tuple[int, int] = (800, 480), **screen: Any) -> None:
        """Open the table."""
        self.driver.open(self.play, size, **screen)
        self.driver.shell.go("table")
        self.driver.frames()

    def enter(self, command: Command) -> None:
        """Enter one command by taps."""
        before = self.driver.taps
        known = part(self.model.table)
        assert isinstance(self.model.submit(command, overrule=True), Accepted)
        self.wanted = looks(self.model, self.model.state)
        self._tap_in(command, self.session.state.core.ids.index(command.by), known)
        if self.driver.shows("warning_sheet"):
            self.house_rulings += 1
            self.driver.tap("allow")
        assert looks(self.session, self.session.state) == self.wanted, f"not what was meant: {command}"
        self._go_on()
        count = self.driver.taps - before
        if isinstance(command, RollDice):
            self.taps.append(count)
        elif self.taps:
            self.taps[-1] += count

    def _go_on(self) -> None:
        if self.driver.shell.screen_name == "attack" and not self.session.state.core.pending:
            self.driver.tap("go_on")

    def _tap_in(self, command: Command, seat: int, known: CitiesKnights) -> None:
        tap = self.driver.tap
        match command:
            case RollDice(dice=dice):
                self._roll(dice)
            case BuildSettlement():
                self._cell(f"settlement_{seat}", seat, "do_settlement")
            case BuildCity():
                self._cell(f"city_{seat}", seat, "do_city")
            case BuildWall():
                self._cell(f"wall_{seat}", seat, "do_wall")
            case Improve(track=track):
                tap(f"ladder_{seat}_{track.value}")
            case RecruitKnight():
                self._knights(seat)
                tap("do_recruit")
            case ActivateKnights(knights=sites):
                for site in sites:
                    tap(f"knights_{seat}_{known.knights[site].strength}")
            case PromoteKnight(knight=site):
                self._knights(seat)
                tap(f"do_promote_{known.knights[site].strength}")
                self._choose()
            case MoveKnight() | ChaseRobber() | DisplaceKnight():
                self._knights(seat)
                tap(
                    {MoveKnight: "do_move", ChaseRobber: "do_chase", DisplaceKnight: "do_displace"}[
                        type(command)
                    ]
                )
                self._choose()
            case PlayCard() | LayOpen():
                asked = [
                    choice.name
                    for question in self.play.questions()
                    for choice in question.choices
                    if choice.name.startswith("answer_play") and self.driver.shows(choice.name)
                ]
                if asked:
                    tap(asked[0])
                elif self.driver.shows(f"cards_{seat}"):
                    tap(f"cards_{seat}")
                else:
                    self._head(seat)
                    tap("do_cards")
                tap(f"card_{command.card}")
                self._choose()
            case PutBack() | ChooseDeck() | LoseCity() | PlaceMetropolis():
                self._answer()
            case EndTurn():
                self._head(seat)
                tap("do_end")
            case ClaimLongestRoad(length=length):
                self._road(seat, length)
            case _:
                raise AssertionError(f"nobody knows how to tap {command}")

    def _roll(self, dice: dict[str, Any]) -> None:
        if "red" in dice and self.driver.shows("bar_red_1"):
            self.driver.tap(f"bar_red_{dice['red']}")
            rest = ["white", "event"]
        else:
            if self.driver.shows("roll"):
                self.driver.tap("roll")
            rest = [row for row in ("red", "white", "event") if row not in dict(self.play.roll().known)]
        for row in rest:
            if row in dice:
                self.driver.tap(f"{row}_{dice[row]}")

    def _cell(self, name: str, seat: int, action: str) -> None:
        if self.driver.shows(name):
            self.driver.tap(name)
        else:
            self._head(seat)
            self.driver.tap(action)
        self._choose()

    def _head(self, seat: int) -> None:
        self.driver.tap(f"head_{seat}")

    def _knights(self, seat: int) -> None:
        """By way of a group in which nobody sleeps, else by the head."""
        groups = self.play.table().players[seat].knights
        awake = next((group.strength for group in groups if not group.inactive), None)
        if awake is not None:
            self.driver.tap(f"knights_{seat}_{awake}")
        else:
            self._head(seat)
            self.driver.tap("do_knights")

    def _choose(self) -> None:
        """Answer the short questions so that the table looks as wanted."""
        while self.driver.shows("choice_sheet"):
            sheet = self.driver.shell.overlay
            right = [
                button
                for answer, button in zip(sheet.answers, sheet.buttons, strict=True)
                if any(self._leads_there(command) for command in answer.commands)
            ]
            assert right, f"no answer leads there: {[answer.label for answer in sheet.answers]}"
            self.driver.tap(right[0].name)

    def _leads_there(self, command: Command) -> bool:
        verdict = self.session.judge(command, overrule=True)
        return isinstance(verdict, Accepted) and (
            looks(self.session, replay(self.session.state, verdict.events)) == self.wanted
        )

    def _answer(self) -> None:
        """Answer an open question, wherever it is put."""
        if not self._answers():
            self.driver.tap("waiting")
        for name, commands in self._answers().items():
            if any(self._leads_there(command) for command in commands):
                self.driver.tap(name)
                return
        raise AssertionError(f"no answer leads there: {sorted(self._answers())}")

    def _answers(self) -> dict[str, tuple[Command, ...]]:
        """The shown answers to questions and what they enter."""
        shown = {
            choice.name: choice.intent.commands
            for question in self.play.questions()
            for choice in question.choices
            if isinstance(choice.intent, Enter)
        }
        return {name: commands for name, commands in shown.items() if self.driver.shows(name)}

    def _road(self, seat: int, length: int) -> None:
        self._head(seat)
        self.driver.tap("do_road")
        self.driver.tap(f"road_{length}")
