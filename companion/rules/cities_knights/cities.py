"""Cities on their side, where the figures had run out when the barbarians took one."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import (
    Constraint,
    Part,
    Reaction,
    Stage,
    Term,
)
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.building import BuildCity, CityBuilt, choose_settlement
from companion.rules.base.queries import settlements
from companion.rules.base.slice import BuildingKind
from companion.rules.cities_knights.progress.medicine import PlayMedicine
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent


class CityRaised(CKEvent, frozen=True, tag="ck.city_raised"):
    """The city figure that lay on its side makes way for a settlement, or is rebuilt (CK-113)."""

    by: PlayerId
    site: Site

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, lying=state.lying - {self.site})


def stand_up(draft: Draft, event: CityBuilt) -> None:
    """CK-113: a city figure that lay on its side is rebuilt, or makes way for the settlement figure
    that has just become free."""
    lying = state_of(draft).lying
    if event.site in lying:
        draft.emit(CityRaised(event.by, event.site))
        return
    own = sorted(lying_cities(draft, event.by))
    if own and draft.option("city_on_its_side") == "replaced":
        draft.emit(CityRaised(event.by, own[0]))


def lying_cities(table: Table, owner: PlayerId) -> frozenset[Site]:
    """The player's city figures that lie on their side and count as settlements (CK-113)."""
    return state_of(table).lying & frozenset(settlements(table, owner))


def rebuild_first(table: Table, command: Command) -> Iterable[Violation]:
    """CK-113, in the edition that says so: the city on its side comes before any other upgrade."""
    if isinstance(command, BuildCity):
        chosen = command.site
    elif isinstance(command, PlayMedicine):
        chosen = command.settlement
    else:
        return
    lying = lying_cities(table, command.by)
    site = choose_settlement(table, command.by, chosen)
    if lying and site not in lying and table.option("city_on_its_side") == "rebuilt_first":
        yield soft("CK-113", "city.rebuild-first", player=command.by)


def lying_figures(table: Table, old: int, owner: PlayerId, kind: BuildingKind) -> int:
    """CK-113: a city figure on its side counts as a settlement but is a city figure."""
    lying = len(state_of(table).lying & frozenset(settlements(table, owner)))
    return old + (lying if kind is BuildingKind.CITY else -lying)


def needs_figure(table: Table, old: bool, site: Site | None) -> bool:
    """CK-113: a city figure on its side is rebuilt without a further figure."""
    return old and site not in state_of(table).lying


EVENTS = (CityRaised,)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("figures_used", Stage.ADD, lying_figures),
            Term("city_figure_needed", Stage.TRANSFORM, needs_figure),
        ),
        constraints=(Constraint("ck.rebuild_first", rebuild_first, commands=(BuildCity, PlayMedicine)),),
        reactions=(Reaction(CityBuilt, stand_up),),
    ),
)
