"""Which expansions, variants and scenarios a new game has, and why others do not go with it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.app import narrate
from companion.app.i18n import _
from companion.engine.errors import AssemblyError
from companion.presenters import new_game
from companion.presenters.new_game import NewGame
from companion.rules import catalogue


class ModuleView(msgspec.Struct, frozen=True):
    """A module that the game has or may have; ``refused`` says why it does not go with the others, ``note``
    what else it brings."""

    name: str
    label: str
    chosen: bool
    refused: str = ""
    note: str = ""


def modules(game: NewGame) -> tuple[ModuleView, ...]:
    """All that can be added. What comes by itself is not among them."""
    return tuple(
        ModuleView(
            name,
            narrate.term("module", name),
            name in game.modules,
            refusal(game, name),
            _raised(game, name),
        )
        for name in catalogue.added()
    )


def toggled(game: NewGame, name: str) -> NewGame:
    """With the module, or without it if it was there."""
    return new_game.with_modules(game, {*game.modules} ^ {name})


def refusal(game: NewGame, name: str) -> str:
    """Why the module cannot be added, or taken away, in words; empty if it can."""
    wanted = toggled(game, name)
    try:
        catalogue.ruleset(wanted.modules, wanted.level, None, new_game.player_count(wanted))
    except AssemblyError as error:
        return narrate.problem_texts(error)[0]
    return ""


def _raised(game: NewGame, name: str) -> str:
    """To which level the module would take the game; empty for one that it has."""
    wanted = toggled(game, name)
    if name in game.modules or wanted.level == game.level:
        return ""
    return _("from “{level}” on").format(level=narrate.term("level", wanted.level))


def summary(modules: Iterable[str]) -> str:
    """What is played, in a line. Modules that come by themselves or are not installed are not named."""
    added = catalogue.added()
    names = [narrate.term("module", name) for name in modules if name in added]
    return ", ".join(names) or narrate.term("module", catalogue.GROUND)
