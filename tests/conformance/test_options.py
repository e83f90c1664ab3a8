"""What is offered is what is allowed: exactly, by writing out every form of every command.

The positions are those of simulated games. Of kinds with very many forms, and of kinds for which it is not
the time, only some forms are tried, others for each position.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from companion.app.simulate import RULINGS, Simulation, header
from companion.engine.command import Command
from companion.engine.decide import decide, judge, options, rules_in_time
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted
from companion.rules.base.stating import StateRule
from companion.rules.scenarios.traders_barbarians.barbarians import MoveBarbarian
from companion.rules.scenarios.traders_barbarians.cards import RaidWithKnight
from companion.rules.scenarios.traders_barbarians.moving import MoveWagon
from tests.kit.domains import Domain, key, unknown
from tests.kit.module_sets import player_counts
from tests.kit.offers import offers

CK = ("base", "cities_knights")
SETS = (
    ("base",),
    ("base", "catan_for_two", "event_cards", "fishermen"),
    ("base", "friendly_robber", "event_cards", "harbourmaster", "caravans"),
    CK,
    (*CK, "friendly_robber", "fishermen"),
    (*CK, "event_cards", "harbourmaster"),
    (*CK, "catan_for_two"),
    ("base", "catan_for_two", "rivers"),
    (*CK, "rivers", "event_cards"),
    ("base", "barbarian_attack", "catan_for_two", "event_cards"),
    ("base", "traders_barbarians", "event_cards"),
    (*CK, "barbarian_attack", "catan_for_two"),
)
LEVELS = ("L2", "L3")
PROFILES = ("hobbyworld", "colonist", "official2025")

NOT_OFFERED = {"base.roll_dice", "ck.place_ship", "gold.give", "cv.agree"}
"""Dice are read off the table, the ship stands where the table says, gold is given in any amount, and of the
groups of voters that may agree the smallest are offered."""

TRIES = 250
"""Forms of one kind that are tried in a position, when it may be the time."""
STRAY = 5
"""The same when it cannot be."""
ENTRIES = 300
FORMS = 3000
"""A game goes on for so many entries at least, and until so many forms have been judged."""
SHARE = 0.025
"""How many positions are looked at."""


def as_well(form: Command) -> bool:
    """Right, and offered to nobody: a grain for a wagon that would come there without one, and a barbarian
    who robs nobody where nobody counts the cards of the road's owner."""
    if isinstance(form, (MoveBarbarian, RaidWithKnight)):
        return form.victim is None
    return isinstance(form, MoveWagon) and form.grain


class Look:
    """A position, with what is offered to one player in it."""

    def __init__(self, game: Simulation, who: PlayerId, chance: random.Random) -> None:
        self.game, self.who, self.chance = game, who, chance
        self.table = game.table
        self.domain = Domain(self.table)
        listed = options(game.ruleset, game.state, who)
        self.offered = {key(command): command for command in listed}
        assert len(self.offered) == len(listed), self.said("something is offered twice")
        self.open = {rule.command for rule in rules_in_time(self.table, who)}

    def said(self, text: str) -> str:
        """Where it is."""
        header, core = self.game.header, self.game.state.core
        asked = [question.kind for question in core.pending]
        return (
            f"{header.modules} {header.level} {header.profile} {header.game} entry {len(self.game.entries)}, "
            f"{core.phase} of {core.on_turn}, asked {asked}, {self.who}: {text}"
        )

    def events(self, command: Command) -> tuple[Event, ...] | None:
        """What a command means; None if it is refused."""
        verdict = decide(self.game.ruleset, self.game.state, command)
        return verdict.events if isinstance(verdict, Accepted) else None

    def offered_is_allowed(self) -> None:
        """Every option is accepted, as certain as it is said to be."""
        for command in self.offered.values():
            assert self.events(command) is not None, self.said(f"{command} is offered and refused")

    def allowed_is_offered(self, seen: Counter[str]) -> None:
        """No form is accepted that is not offered, but for other ways to say the same as an option."""
        for kind, rule in self.game.ruleset.commands.items():
            tag = str(kind.__struct_config__.tag)
            if rule.too_many_forms or kind in RULINGS or tag in NOT_OFFERED or isinstance(rule, StateRule):
                continue
            tries = TRIES if kind in self.open else STRAY
            same = [one for one in self.offered.values() if type(one) is kind]
            for form in self.domain.forms(kind, self.who, tries, self.chance):
                seen[tag] += 1
                if as_well(form) or key(form) in self.offered:
                    continue
                if judge(self.game.ruleset, self.game.state, form):
                    continue
                assert not unknown(form), self.said(f"{form} is accepted and names what there is not")
                meant = self.events(form)
                assert any(self.events(one) == meant for one in same), self.said(f"{form} is not offered")

    def grouped(self) -> None:
        """Grouped for a person there are the same options, and the open-ended kinds whose time it is."""
        groups = offers(self.game.ruleset, self.game.state, self.who)
        assert [key(choice.command) for group in groups for choice in group.choices] == list(self.offered)
        listed = {group.kind for group in groups if group.too_many_forms}
        for kind, rule in self.game.ruleset.commands.items():
            if rule.too_many_forms and kind in self.open:
                assert (kind in listed) is rule.may_begin(self.table, self.who), self.said(kind.__name__)
            else:
                assert kind not in listed


def games() -> list[tuple[tuple[str, ...], int, str, str, int]]:
    """Sets with levels, profiles and numbers of players in turn."""
    found = []
    for number, (modules, level) in enumerate(product(SETS, LEVELS)):
        counts = player_counts(modules)
        profile = PROFILES[number % len(PROFILES)]
        found.append((modules, counts[number % len(counts)], level, profile, number))
    return found


@pytest.mark.parametrize(("modules", "players", "level", "profile", "seed"), games(), ids=str)
def test_what_is_offered_is_what_is_allowed(
    modules: tuple[str, ...], players: int, level: str, profile: str, seed: int
) -> None:
    top = header(modules, players, seed, level, profile, {"points_to_win": 30})
    game = Simulation(top, random.Random(seed), checked=False)
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    while not game.over and (len(game.entries) < ENTRIES or seen.total() < FORMS):
        game.step()
        if game.state.slices["base"].board is None or chance.random() > SHARE:  # type: ignore[attr-defined]
            continue
        before = game.state
        for who in game.state.core.ids:
            look = Look(game, who, chance)
            look.offered_is_allowed()
            look.allowed_is_offered(seen)
            look.grouped()
        assert game.state == before, "asking changes something"
    print(seen.most_common())
    assert seen.total() >= FORMS
