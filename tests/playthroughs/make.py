"""Games written out as text: ``python -m tests.playthroughs.make`` writes all files anew.

Each entry shows the position before it, the open questions, what is offered by kind, the entry as it is
stored, and what is told of it in English. The entries of a file are kept while the rules allow them, so that
only what is said of them changes; ``--anew`` plays other games.
"""

from __future__ import annotations

import argparse
import random
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from companion.app.i18n import set_language
from companion.app.narrate import command_text, decision_text, event_text
from companion.app.session import ruleset_of
from companion.app.simulate import Simulation, header
from companion.engine.codec import encode
from companion.engine.command import Command
from companion.engine.decide import decide, replay
from companion.engine.table import Table
from companion.engine.verdict import Accepted, Certainty
from companion.history.log import Header
from companion.rules import catalogue
from companion.rules.base.slice import Base
from tests.kit.module_sets import player_counts
from tests.kit.offers import Offer, offers

FOLDER = Path(__file__).parent
CK = ("base", "cities_knights")
EXTRAS = ("friendly_robber", "event_cards", "harbourmaster", "catan_for_two", "fishermen")
TOGETHER = ("friendly_robber", "event_cards", "harbourmaster", "fishermen")
WITH = ((), *((extra,) for extra in EXTRAS), TOGETHER, EXTRAS)
"""Alone, with each variant and scenario, with all that three can play, and with all that two can."""
SETS = tuple((*game, *more) for game in (("base",), CK) for more in WITH)

ENTRIES = 60
SEEDS = 40
"""Games that are tried; the one in which most different things happen is written down."""
WIDTH = 100
PROFILES = ("hobbyworld", "official2025", "colonist")
MARK = "> "
"""Before an entry as it is stored."""
HEAD = "= "
"""Before what the game is played by."""


def files() -> dict[str, Header]:
    """The playthroughs by the name of their file, with what each is played by."""
    found = {}
    wanted = [*((modules, "L3") for modules in SETS), (("base",), "L2"), (CK, "L2")]
    for number, (modules, level) in enumerate(wanted):
        players = min(3, player_counts(modules)[-1])
        name = "+".join(modules).replace("cities_knights", "ck") + f".{level}.txt"
        found[name] = header(modules, players, 1, level, PROFILES[number % len(PROFILES)])
    return found


def played(top: Header) -> list[Command]:
    """The entries of a new game."""
    games = [game(top, seed) for seed in range(SEEDS)]
    richest = max(games, key=variety)
    return [entry.command for entry in richest.entries if entry.command is not None]


def game(top: Header, seed: int) -> Simulation:
    """The beginning of the game of a seed."""
    one = Simulation(top, random.Random(seed), checked=False)
    while len(one.entries) < ENTRIES and not one.over:
        one.step()
    return one


def variety(one: Simulation) -> int:
    """How many kinds of entries and events there were."""
    kinds = {type(entry.command) for entry in one.entries}
    told = {(type(event), event.variant) for entry in one.entries for event in entry.events}
    return len(kinds) + len(told)


def stored(text: str) -> list[Command]:
    """The entries of a file."""
    codec = catalogue.codec()
    return [codec.command(line.removeprefix(MARK)) for line in text.splitlines() if line.startswith(MARK)]


def written(top: Header, commands: Iterable[Command]) -> str:
    """The file of a game.

    Raises:
        ValueError: if an entry is refused.
    """
    set_language("en")
    ruleset = ruleset_of(top)
    state = ruleset.start(top.players, top.first)
    people = ", ".join(player.id for player in top.players)
    lines = [f"{HEAD}{' + '.join(top.modules)}, {top.level}, {top.profile}, {people}"]
    for number, command in enumerate(commands, 1):
        lines += ["", f"--- {number}", *position(Table(ruleset, state))]
        lines += [f"? {decision_text(question, top.players)}" for question in state.core.pending]
        for who in dict.fromkeys([question.who for question in state.core.pending] or [state.core.on_turn]):
            lines += wrapped(f"{who} may: ", offered(offers(ruleset, state, who)))
        lines += [MARK + encode(command).decode(), f"  {command_text(command, top.players)}"]
        verdict = decide(ruleset, state, command)
        if not isinstance(verdict, Accepted):
            raise ValueError(f"entry {number}, {command}: {verdict.violations}")
        if verdict.certainty is not Certainty.SURE:
            lines.append(f"  ({verdict.certainty})")
        lines += [f"  - {text}" for event in verdict.events if (text := event_text(event, top.players))]
        state = replay(state, verdict.events)
    return "\n".join([*lines, "", "--- the end", *position(Table(ruleset, state)), ""])


def position(table: Table) -> Iterator[str]:
    """Turn, points and hands."""
    core, base = table.core, table.slice(Base)
    words = [f"turn {core.turn}", str(core.on_turn), core.phase.value]
    words += [f"robber {base.robber}"] if base.robber is not None else []
    words += [f"{gauge.name} {gauge.position(table)}/{gauge.length}" for gauge in table.ruleset.gauges]
    words += [f"won by {core.winner}"] if core.winner is not None else []
    yield ", ".join(words)
    for player in core.ids:
        score = " ".join(f"{source} {points}" for source, points in table.score(player))
        yield f"  {player}: {table.points(player)} ({score})" + hand(table, str(player))


def hand(table: Table, player: str) -> str:
    """What everyone knows of somebody's cards."""
    hands = table.slice(Base).hands
    if not hands.holders:
        return ""
    who = next(one for one in hands.holders if one == player)
    sure = hands.sure_cards(who)
    unknown = hands.total(who) - sum(sure.values())
    cards = [f"{count} {good}" for good, count in sure.items()] + [f"{unknown} ?"] * bool(unknown)
    return ", " + (" ".join(cards) or "no cards")


def offered(groups: Sequence[Offer]) -> Iterator[str]:
    """How many options there are of each kind; those that need a hidden card after a slash."""
    for group in groups:
        possible = sum(choice.certainty is Certainty.POSSIBLE for choice in group.choices)
        count = f"{len(group.choices) - possible}/{possible}" if possible else str(len(group.choices))
        yield f"{group.tag} {count}" + "+" * group.too_many_forms


def wrapped(start: str, words: Iterable[str]) -> list[str]:
    """Lines of a readable width."""
    text = start + (", ".join(words) or "nothing")
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def main() -> None:
    """Write all files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--anew", action="store_true", help="play other games")
    anew = parser.parse_args().anew
    wanted = files()
    for path in FOLDER.glob("*.txt"):
        if path.name not in wanted:
            path.unlink()
    for name, top in wanted.items():
        path = FOLDER / name
        commands = stored(path.read_text(encoding="utf-8")) if path.exists() and not anew else []
        try:
            text = written(top, commands or played(top))
        except ValueError as error:
            print(f"{name}: played anew, {error}")
            text = written(top, played(top))
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
