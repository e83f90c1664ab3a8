"""Assemble modules into the rules of one game, or report everything that prevents it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.engine.errors import AssemblyError, Problem
from companion.engine.extension import (
    Constraint,
    Module,
    Named,
    Option,
    Part,
    Stage,
    Step,
    Term,
    parts_in_play,
)
from companion.engine.ids import ModuleId
from companion.engine.level import Level
from companion.engine.ruleset import Ruleset

T = TypeVar("T")


def assemble(
    available: Mapping[ModuleId, Module],
    wanted: Sequence[str],
    level: Level,
    options: Mapping[str, Any] | None = None,
    player_count: int | None = None,
    installed: Iterable[str] = (),
    family: dict[Level, Ruleset] | None = None,
) -> Ruleset:
    """The ruleset of the wanted modules and the bridges between them.

    ``installed`` are the names of further modules that might have been meant, ``family`` the rules of the
    same game at other levels, each made when it is first asked for.

    Raises:
        AssemblyError: with every problem found, not only the first.
    """
    problems: list[Problem] = []
    modules = _choose(available, wanted, (*available, *installed), problems)
    whole = not problems
    chosen_options = _options(modules, options or {}, problems)
    short = [module for module in modules if module.levels and level.value not in module.levels]
    for module in short:
        # Of a bridge it need not be said where it is so of one of its ends.
        if not any(end.id in module.bridges for end in short):
            problems.append(Problem("assembly.level", {"module": module.id, "level": level.value}))
    if player_count is not None and modules:
        low = max(module.players[0] for module in modules)
        high = min(module.players[1] for module in modules)
        if not low <= player_count <= high:
            exact = next((one.id for one in modules if low == high and one.players == (low, high)), None)
            problems.append(
                Problem("assembly.players", {"count": player_count, "low": low, "high": high})
                if exact is None
                else Problem("assembly.players-exact", {"count": player_count, "low": low, "module": exact})
            )
    parts = [part for _module, part in parts_in_play(modules, level.aspects)]
    clashes: list[Problem] = []
    kin: dict[Level, Ruleset] = {} if family is None else family

    def other(wanted_level: Level) -> Ruleset:
        found = kin.get(wanted_level)
        return found or assemble(available, wanted, wanted_level, options, player_count, installed, kin)

    rules = replace(_gather(level, modules, chosen_options, parts, clashes), other=other)
    # What an incomplete set of modules lacks follows from what has been said already.
    problems += clashes if whole else []
    if problems:
        raise AssemblyError(tuple(problems))
    kin[level] = rules
    return rules


def unknown(kind: str, name: str, known: Iterable[str]) -> Problem:
    """The problem of an unknown name, with the nearest known one."""
    import difflib

    near = difflib.get_close_matches(name, [str(other) for other in known], n=1)
    return Problem(f"assembly.unknown-{kind}", {kind: name, "near": near[0] if near else ""})


def _choose(
    available: Mapping[ModuleId, Module],
    wanted: Sequence[str],
    installed: Sequence[str],
    problems: list[Problem],
) -> tuple[Module, ...]:
    """The wanted modules and the bridges between them, each after what it requires."""
    names = list(dict.fromkeys(wanted))
    for name in names:
        if name not in available:
            problems.append(unknown("module", name, installed))
    modules = [available[ModuleId(name)] for name in names if name in available]
    for module in modules:  # it grows on the way
        for other in module.requires:
            if other in available and available[other].shared and other not in names:
                names.append(other)
                modules.append(available[other])
    for bridge in available.values():
        if bridge.bridges and bridge not in modules and all(end in names for end in bridge.bridges):
            modules.append(bridge)
    if not modules and not problems:
        problems.append(Problem("assembly.nothing", {}))
    for module in modules:
        # A bridge that is asked for by its own name needs its ends too.
        for other in dict.fromkeys((*module.requires, *module.bridges)):
            if other not in names:
                problems.append(Problem("assembly.requires", {"module": module.id, "other": other}))
        for other, reason in module.conflicts.items():
            if other in names:
                problems.append(
                    Problem("assembly.conflict", {"module": module.id, "other": other, "reason": reason})
                )
    problems += _alike(modules)
    ordered: list[Module] = []
    waiting = modules
    while waiting:
        ready = [
            m for m in waiting if not any(r in (w.id for w in waiting) for r in (*m.requires, *m.bridges))
        ]
        if not ready:
            problems.append(Problem("assembly.circle", {"modules": tuple(m.id for m in waiting)}))
            ready = waiting
        ordered.extend(ready)
        waiting = [m for m in waiting if m not in ready]
    return tuple(ordered)


def _alike(modules: Iterable[Module]) -> Iterable[Problem]:
    """Modules of one group, each with the first of it."""
    first: dict[str, Module] = {}
    for module in modules:
        other = first.setdefault(module.group, module)
        if module.group and other is not module:
            yield Problem(f"assembly.one-{module.group}", {"module": other.id, "other": module.id})


def _options(modules: Iterable[Module], given: Mapping[str, Any], problems: list[Problem]) -> dict[str, Any]:
    """Defaults with the given options over them; unknown names and impossible values are problems."""
    known: dict[str, Option] = {option.name: option for module in modules for option in module.options}
    result = {name: option.default for name, option in known.items()}
    for name, value in given.items():
        if name not in known:
            problems.append(unknown("option", name, known))
            continue
        option = known[name]
        same_kind = type(value) is type(option.default)
        if not same_kind or (option.choices and value not in option.choices):
            choices = tuple(str(choice) for choice in option.choices)
            problems.append(
                Problem("assembly.option-value", {"option": name, "value": str(value), "choices": choices})
            )
            continue
        result[name] = value
    return result


def _gather(
    level: Level,
    modules: tuple[Module, ...],
    options: Mapping[str, Any],
    parts: Sequence[Part],
    problems: list[Problem],
) -> Ruleset:
    """Combine the contributions to each extension point by that point's own rule."""
    plans: dict[str, list[Step]] = {}
    for step in _unique((s for p in parts for s in p.steps), lambda s: s.name, "step", problems).values():
        plans.setdefault(step.plan, []).append(step)
    commands = _unique((c for p in parts for c in p.commands), lambda c: c.command, "command", problems)
    withdrawn = {kind for part in parts for kind in part.withdraws}
    reactions: dict[Any, list[Any]] = {}
    for part in parts:
        for reaction in part.reactions:
            reactions.setdefault(reaction.event, []).append(reaction)
    return Ruleset(
        level=level,
        modules=modules,
        options=options,
        goods=tuple(
            _unique((g for p in parts for g in p.goods), lambda g: g.name, "good", problems).values()
        ),
        dice=tuple(_unique((d for p in parts for d in p.dice), lambda d: d.name, "die", problems).values()),
        plans={name: _in_order(name, steps, problems) for name, steps in plans.items()},
        slots=_slots(parts, problems),
        terms=_terms(parts, problems),
        commands={kind: rule for kind, rule in commands.items() if kind not in withdrawn},
        constraints=_constraints(parts, problems),
        reactions={event: tuple(found) for event, found in reactions.items()},
        points=tuple(
            _unique((s for p in parts for s in p.points), lambda s: s.id, "points", problems).values()
        ),
        cues=tuple(cue for part in parts for cue in part.cues),
        gauges=tuple(
            _unique((g for p in parts for g in p.gauges), lambda g: g.name, "gauge", problems).values()
        ),
        invariants=tuple(
            _unique(
                (i for p in parts for i in p.invariants), lambda i: i.name, "invariant", problems
            ).values()
        ),
        audits=tuple(audit for part in parts for audit in part.audits),
        facts=tuple(
            _unique((f for p in parts for f in p.facts), lambda f: f.name, "fact", problems).values()
        ),
        tallies=tuple(tally for part in parts for tally in part.tallies),
        presentation=tuple(value for part in parts for value in part.presentation),
        cards=_cards(parts, problems),
    )


def _unique(items: Iterable[T], key: Any, point: str, problems: list[Problem]) -> dict[Any, T]:
    """The items by key; a second one with the same key is a problem."""
    found: dict[Any, T] = {}
    for item in items:
        name = key(item)
        if name in found:
            label = name if isinstance(name, str) else name.__name__
            problems.append(Problem("assembly.twice", {"point": point, "name": label}))
        found[name] = item
    return found


def _cards(parts: Sequence[Part], problems: list[Problem]) -> tuple[Named, ...]:
    """All cards; of those of one class, which are known by their names, no two have the same."""
    cards = [card for part in parts for card in part.cards]
    for kind in dict.fromkeys(map(type, cards)):
        _unique((card for card in cards if type(card) is kind), lambda card: card.name, "card", problems)
    return tuple(cards)


def _slots(parts: Sequence[Part], problems: list[Problem]) -> dict[str, object]:
    """One provider a slot: a second one must say that it replaces the first, and only one may."""
    providers: dict[str, object] = {}
    replaced: set[str] = set()
    for slot in sorted((s for p in parts for s in p.slots), key=lambda s: s.replaces):
        if slot.name in providers and (not slot.replaces or slot.name in replaced):
            problems.append(Problem("assembly.twice", {"point": "slot", "name": slot.name}))
        if slot.replaces:
            replaced.add(slot.name)
        providers[slot.name] = slot.provider
    return providers


def _terms(parts: Sequence[Part], problems: list[Problem]) -> dict[str, tuple[Term, ...]]:
    """Terms of each value by stage; one base and at most one that replaces it."""
    values: dict[str, list[Term]] = {}
    for part in parts:
        for term in part.terms:
            values.setdefault(term.value, []).append(term)
    for name, terms in values.items():
        for stage in (Stage.BASE, Stage.REPLACE):
            if sum(term.stage is stage for term in terms) > 1:
                problems.append(Problem("assembly.twice", {"point": stage.name.lower(), "name": name}))
        if all(term.stage is not Stage.BASE for term in terms):
            problems.append(Problem("assembly.no-base", {"name": name}))
    return {name: tuple(sorted(terms, key=lambda term: term.stage)) for name, terms in values.items()}


def _constraints(parts: Sequence[Part], problems: list[Problem]) -> tuple[Constraint, ...]:
    """All constraints by name, those left out that another one replaces."""
    found = _unique((c for p in parts for c in p.constraints), lambda c: c.name, "constraint", problems)
    replaced: set[str] = set()
    for constraint in found.values():
        if constraint.replaces is None:
            continue
        if constraint.replaces in replaced:
            problems.append(Problem("assembly.twice", {"point": "replace", "name": constraint.replaces}))
        replaced.add(constraint.replaces)
    return tuple(constraint for name, constraint in found.items() if name not in replaced)


def _in_order(plan: str, steps: Sequence[Step], problems: list[Problem]) -> tuple[Step, ...]:
    """The steps in the one order that their anchors allow; two possible orders are a problem."""
    earlier: dict[str, set[str]] = {step.name: set(step.after) for step in steps}
    for step in steps:
        for later in step.before:
            if later in earlier:
                earlier[later].add(step.name)
    names = {step.name for step in steps}
    waiting = {step.name: step for step in steps}
    ordered: list[Step] = []
    while waiting:
        ready = [step for name, step in waiting.items() if not (earlier[name] & names & waiting.keys())]
        if not ready:
            problems.append(Problem("assembly.circle", {"modules": tuple(waiting)}))
            break
        if len(ready) > 1:
            problems.append(Problem("assembly.order", {"plan": plan, "steps": tuple(s.name for s in ready)}))
        ordered.append(ready[0])
        del waiting[ready[0].name]
    return tuple(ordered)
