"""An evening at the real window: every entry by touches from outside, lights and buzzer on mock pins.

The recorded evenings are entered whole where it takes less: in the app's own process, with the state held
against the engine's after each entry (``test_tap_budget.py``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from companion.app.jsonl import GameFile, read
from companion.app.session import GameSession, Nowhere
from companion.engine.core import GameWon
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import GameState
from companion.engine.verdict import Accepted
from companion.history.log import Header
from companion.rules.cities_knights.barbarians import AttackFought, DefenderNamed, ShipMoved
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from kivy_ui.window.screen_map import ScreenMap
from tests.e2e.outside import Lamps, at_home, hands, open_table, running
from tests.e2e.recorded import export, go_on, keep, story, table
from tests.kit.driver import Person, named
from tests.kit.evening import play
from tests.kit.tables import CITIES_KNIGHTS

GAMES = Path(__file__).parents[1] / "games"
EVENING = read(GAMES / "evening_4p.jsonl")

A3, C4, E4, G4, A4, C5 = 220, 262, 330, 392, 440, 523
ATTACK = [E4, A4, E4, A4, E4, A4]
WON = [C4, E4, G4]
LOST = [G4, E4, C4]
METROPOLIS = [C4, G4]
WIN = [C4, E4, G4, E4, C5]
SEED = 11
EARLIER = 80
"""Entries of the evening with knights and points that are there already: attacks won and lost are still to
come, all metropolises, and the win."""
BEGINNING = 60
"""Entries: all are laid by then, and some turns are over."""


def test_an_evening_by_touch_ends_as_it_was_recorded(tmp_path: Path, display: str) -> None:
    keep(tmp_path, EVENING, EARLIER)
    with running(tmp_path, display) as app, hands(app) as finger:
        at_home(finger)
        person = go_on(finger, EVENING, EARLIER)
        watch = Watch(Lamps(app.pins_file), person)
        for entry in EVENING.entries[EARLIER:]:
            assert entry.command is not None
            watch.begin()
            person.enter(entry.command)
            watch.end(person.game.standing[-1].events)
        finger.wait(lambda seen: seen.screen == "evening", "the result")
        person.tap("table")
        assert points_shown(finger.wait(lambda seen: seen.screen == "table", "the table")) == {
            0: "13",
            1: "9",
            2: "10",
            3: "8",
        }
        assert watch.seen == {"step": 18, "near": 4, "won": 3, "lost": 1, "metropolis": 3, "win": 1}
        assert app.stop() == 0
        assert "Traceback" not in app.said(), app.said()
        exported = export(app, tmp_path / "evening.jsonl")
    assert list(story(exported)) == list(story(EVENING))


def test_an_evening_with_board_and_hands_begins_by_touch_as_it_was_recorded(
    tmp_path: Path, display: str
) -> None:
    """Pieces on their places and cards in hand: after each entry all is as the engine has it."""
    whole = read(GAMES / "evening_l3.jsonl")
    evening = replace(whole, entries=whole.entries[:BEGINNING])
    keep(tmp_path, evening, 1)
    with running(tmp_path, display) as app, hands(app) as finger:
        at_home(finger)
        person = go_on(finger, evening, 1)
        for entry in evening.entries[1:]:
            assert entry.command is not None
            person.enter(entry.command)
        assert app.stop() == 0
        assert "Traceback" not in app.said(), app.said()
        entered = states(export(app, tmp_path / "entered.jsonl"))
    # knights that wake one after another are entries of their own, so that states may stand in between
    assert all(state in entered for state in states(evening))


def test_after_a_power_cut_one_tap_brings_the_game_back_with_its_undo_history(
    tmp_path: Path, display: str
) -> None:
    header = Header("another", EVENING.header.players[:3], CITIES_KNIGHTS)
    game = itertools.islice(play(GameSession(header, Nowhere(), clock=lambda: 0), SEED), 28)
    commands = [entry.command for entry in game if entry.command is not None]
    with running(tmp_path, display) as app, hands(app) as finger:
        open_table(finger, header)
        person = Person(finger, header)
        for command in commands:
            person.enter(command)
        for _step in range(2):
            person.take_back()
        before = shown(finger.see())
        app.cut_power()
    with running(tmp_path, display) as app, hands(app) as finger:
        at_home(finger)
        person = Person(finger, header)
        person.tap("resume")
        assert person.taps == 1
        assert shown(finger.wait(lambda seen: seen.screen == "table", "the table")) == before
        for _step in range(3):
            person.take_back()
        for command in commands[:-5]:
            assert isinstance(person.game.submit(command), Accepted)
        assert app.stop() == 0
        exported = export(app, tmp_path / "game.jsonl")
    assert [entry.undo for entry in exported.entries[len(commands) :]] == [28, 27, 26, 25, 24]
    assert [entry.command for entry in exported.entries[len(commands) :]] == [None] * 5
    assert list(story(exported))[-1][1:] == table(person.game)


def states(game: GameFile) -> Iterator[GameState]:
    """Everything that is known after each entry."""
    session = GameSession(game.header, Nowhere(), clock=lambda: 0)
    for entry in game.entries:
        assert entry.command is not None
        assert isinstance(session.submit(entry.command, overrule=bool(entry.overruled)), Accepted)
        yield session.state


# --- what the table sees ------------------------------------------------------------------------------


class Watch:
    """Somebody who looks at the lights and listens after each entry, and goes on when all has been seen."""

    def __init__(self, lamps: Lamps, person: Person) -> None:
        self.lamps = lamps
        self.person = person
        self.mark = 0
        self.seen = dict.fromkeys(("step", "near", "won", "lost", "metropolis", "win"), 0)

    def begin(self) -> None:
        """From here on counts."""
        self.lamps.look()
        self.mark = len(self.lamps.changes)

    def end(self, events: Iterable[Event]) -> None:
        """See and hear all that the events mean."""
        found = list(events)
        for event in found:
            match event:
                case ShipMoved(to=to) if to < 7:
                    self._ship(to)
                case AttackFought():
                    defender = next((e.by for e in found if isinstance(e, DefenderNamed)), None)
                    self._attack(event, defender)
                case MetropolisPlaced():
                    self._heard(METROPOLIS)
                    self.seen["metropolis"] += 1
                case GameWon():
                    self._heard(WIN)
                    self._only_lit(f"seats[{self.person.seat(event.by)}]")
                    self.seen["win"] += 1

    def _ship(self, to: int) -> None:
        """The bar shows the ship's way; close to the coast it pulses."""
        wanted = tuple(place < to for place in range(7))
        self.lamps.wait(lambda: self.lamps.bar() == wanted, f"the ship at step {to}")
        if to < 6:
            self.seen["step"] += 1
            return
        self._heard([A4, A4])
        self.lamps.wait(lambda: self._pulses("ship[0]"), "the slow pulse")
        self.seen["near"] += 1

    def _pulses(self, key: str) -> bool:
        levels = [change.state for change in self.lamps.since(self.mark, key)]
        return bool(levels) and min(levels) < 0.3 and max(levels) > 0.9

    def _attack(self, event: AttackFought, defender: PlayerId | None) -> None:
        """First all lights red, then the sound, then how it ended."""
        self._heard(ATTACK + (WON if event.won else LOST))
        changes = self.lamps.since(self.mark)
        light = next(at for at, one in enumerate(changes) if one.key == "ship[6]" and one.state > 0)
        sound = next(
            at for at, one in enumerate(changes) if one.key == "buzzer" and round(one.frequency or 0) == E4
        )
        lit = {change.key for change in changes[light:sound] if change.state > 0}
        assert {f"ship[{place}]" for place in range(7)} <= lit
        self.lamps.wait(lambda: not any(self.lamps.bar()), "the ship at sea again")
        seats = (defender,) if defender is not None else () if event.won else event.losers
        for player in seats:
            bright = self.lamps.since(self.mark, f"seats[{self.person.seat(player)}]")
            assert any(change.state == 1.0 for change in bright), f"the light of {player}"
        self.seen["won" if event.won else "lost"] += 1

    def _heard(self, notes: list[int]) -> None:
        def sounded() -> bool:
            heard = self.lamps.notes(self.mark)
            return any(heard[at : at + len(notes)] == notes for at in range(len(heard)))

        self.lamps.wait(sounded, f"the notes {notes}")

    def _only_lit(self, key: str) -> None:
        self.lamps.wait(
            lambda: [light for light in self.lamps.lit() if light.startswith("seats")] == [key],
            f"{key} alone",
        )


def points_shown(seen: ScreenMap) -> dict[int, str]:
    """Each seat's points as they stand below the name."""
    return {seat: named(seen, f"head_{seat}")[0].text.split()[2] for seat in range(4)}


def shown(seen: ScreenMap) -> dict[str, str]:
    """Every instrument on the table with what it shows; what goes away by itself is left out."""
    return {spot.name: spot.text for spot in seen.spots if not spot.name.startswith("toast")}
