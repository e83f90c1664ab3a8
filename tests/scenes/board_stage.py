"""Sample boards for pictures and tests: games played by the simulator from a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec.structs import replace
from msgspec.structs import replace as changed

from companion.app.session import ruleset_of
from companion.app.simulate import Simulation, header
from companion.engine.geometry import geometry
from companion.engine.ids import PlayerId, Site
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.presenters import board as selector
from companion.presenters.board_view import BoardView, FigureView, Ghost, Marks, Place
from companion.rules import common
from companion.rules.base.board import Board, Island
from companion.rules.base.board_making import random_board
from companion.rules.base.network import road_places
from companion.rules.base.queries import places, roads
from companion.rules.base.setup import LayBoard
from companion.rules.base.slice import Base
from companion.rules.cities_knights.queries import knights
from kivy_ui.board.board import BoardPicture
from kivy_ui.geometry import Box
from kivy_ui.screen import Screen
from kivy_ui.theme import liveries
from tests.kit.once import once

KNIGHTS = ("base", "cities_knights")

THIRTY_ROWS = (3, 4, 5, 6, 5, 4, 3)
THIRTY = Island(
    rows=THIRTY_ROWS,
    terrain={"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2},
    tokens=(2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6),
    harbour_sides=tuple(geometry(THIRTY_ROWS).coast[number * 38 // 11] for number in range(11)),
    harbours=("any", "wool", "any", "ore", "any", "wool", "any", "grain", "any", "brick", "lumber"),
)
"""An island for five and six, to be looked at. Its real harbours are not known."""


@cache
def game(
    modules: tuple[str, ...] = KNIGHTS,
    players: int = 4,
    seed: int = 3,
    entries: int = 420,
    thirty: bool = False,
) -> Table:
    """A game played by chance, so many entries of it."""
    made = header(modules, players, seed)
    return Table(ruleset_of(made), _laid(modules, players, seed, entries, thirty))


@once
def _laid(modules: tuple[str, ...], players: int, seed: int, entries: int, thirty: bool) -> GameState:
    chance = random.Random(seed)
    simulation = Simulation(header(modules, players, seed), chance, checked=False)
    while len(simulation.entries) < entries and not simulation.over:
        entry = simulation.step()
        if thirty and isinstance(entry.command, LayBoard):
            part = simulation.table.slice(Base)
            large: Board = random_board(THIRTY, chance)
            simulation.state = simulation.state.with_slice("base", changed(part, board=large))
    return simulation.state


def recruits_for(table: Table, owner: PlayerId) -> frozenset[Site]:
    """Where the owner may put a knight."""
    return frozenset(places(table).free(table, owner))


class Stand(Screen):
    """A board and nothing else, as large as the window has room for."""

    framed = False
    of_game = False

    def __init__(self, shell: Any, view: BoardView, marks: Marks, turn: int = 0) -> None:
        super().__init__(shell)
        self.picture = BoardPicture(self.look, name="board", turn=turn, still=True)
        self.add_widget(self.picture)
        self.picture.show(view, marks, turn)

    def arrange(self, box: Box) -> None:
        side = box.h if box.w > box.h else box.w
        self.picture.place(Box(box.x, box.top - side, side, side))


def scenes() -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that scene."""

    def at(
        made: Callable[[], tuple[Table, BoardView, Marks]],
        turn: int = 0,
        then: Callable[[BoardPicture], object] | None = None,
    ) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            table, view, marks = made()
            colours = tuple(player.colour for player in table.core.players)
            shell.look.liveries = liveries(colours)
            stand = Stand(shell, view, marks, turn)
            shell._enter("board_stand", stand)
            stand.place(Box(0, 0, shell.width, shell.height))
            if then is not None:
                then(stand.picture)

        return stage

    def base() -> tuple[Table, BoardView, Marks]:
        table = game(("base",), 4, 2, 500)
        return table, selector.board(table), Marks()

    def full() -> tuple[Table, BoardView, Marks]:
        table = game((*KNIGHTS, "fishermen", "event_cards"), 4, 11, 900)
        view = showpiece(selector.board(table))
        owner = max(table.core.ids, key=lambda who: len(recruits_for(table, who)))
        seat = table.core.ids.index(owner)
        lit = recruits_for(table, owner)
        return (
            table,
            view,
            Marks(
                lit,
                possible=frozenset(Place("corner", corner) for corner in sorted(lit)[:2]),
                ghost=Ghost("knight", view_colour(table, seat), seat),
                wanted=("corner",),
            ),
        )

    def edges() -> tuple[Table, BoardView, Marks]:
        table = game()
        owner = table.core.ids[1]
        lit = frozenset(road_places(table, owner))
        return (
            table,
            selector.board(table),
            Marks(
                edges=lit,
                possible=frozenset(Place("edge", edge) for edge in sorted(lit)[:2]),
                ghost=Ghost("road", view_colour(table, 1), 1),
                wanted=("edge",),
            ),
        )

    def hexes() -> tuple[Table, BoardView, Marks]:
        table = game()
        view = selector.board(table)
        return (
            table,
            view,
            Marks(
                hexes=frozenset(hex.hex for hex in view.hexes if hex.hex != view.robber),
                possible=frozenset({Place("hex", 4)}),
                ghost=Ghost("robber"),
                wanted=("hex",),
            ),
        )

    def thirty() -> tuple[Table, BoardView, Marks]:
        table = game(players=6, seed=4, entries=600, thirty=True)
        owner = max(table.core.ids, key=lambda who: len(recruits_for(table, who)))
        lit, seat = recruits_for(table, owner), table.core.ids.index(owner)
        return (
            table,
            selector.board(table),
            Marks(lit, ghost=Ghost("knight", view_colour(table, seat), seat), wanted=("corner",)),
        )

    def trails() -> tuple[Table, BoardView, Marks]:
        table = game(seed=7, entries=900)
        owner = max(table.core.ids, key=lambda who: len(roads(table, who)))
        own = list(knights(table, owner))
        return (
            table,
            selector.board(table),
            Marks(
                trail=common.trail(table, owner),
                blocked=common.blocked(table, owner),
                reach=selector.reach(table, selector.at(table, "corner", own[0])[-1]) if own else frozenset(),
                chosen=(Place("corner", own[0]),) if own else (),
            ),
        )

    def two() -> tuple[Table, BoardView, Marks]:
        table = game((*KNIGHTS, "catan_for_two"), 2, 1, 500)
        return table, selector.board(table), Marks()

    def touched(picture: BoardPicture) -> None:
        picture.preview = picture.marks.lit[len(picture.marks.lit) // 2]

    return {
        "board_base": at(base),
        "board_full": at(full),
        "board_turned": at(full, 2),
        "board_preview": at(full, 0, touched),
        "board_roads": at(edges),
        "board_roads_preview": at(edges, 0, touched),
        "board_robber": at(hexes, 0, touched),
        "board_marks": at(trails),
        "board_two": at(two),
        "board_thirty": at(thirty, 0, lambda picture: picture.zoom_out()),
        "board_thirty_near": at(thirty, 1),
    }


def view_colour(table: Table, seat: int) -> str:
    """The colour of the player at a seat."""
    return table.core.players[seat].colour


def showpiece(view: BoardView) -> BoardView:
    """The board with pieces changed so that every kind of them can be seen."""
    corners = dict(view.corners)
    cities = [corner for corner, piece in corners.items() if piece.kind == "city"]
    houses = [corner for corner, piece in corners.items() if piece.kind == "settlement"]
    men = [corner for corner, piece in corners.items() if piece.kind == "knight"]
    for corner, track in zip(cities, ("trade", "politics", "science"), strict=False):
        corners[corner] = replace(corners[corner], track=track, wall=track != "politics")
    for corner in cities[3:5]:
        corners[corner] = replace(corners[corner], wall=True)
    for corner in houses[:1]:
        corners[corner] = replace(corners[corner], on_side=True)
    for number, corner in enumerate(men):
        corners[corner] = replace(corners[corner], strength=number % 3 + 1, active=number % 2 == 0)
    roads = tuple(replace(road, damaged=number in (3, 8)) for number, road in enumerate(view.roads))
    return replace(
        view,
        corners=tuple(corners.items()),
        roads=roads,
        robber=12 if view.robber is None else view.robber,
        figures=view.figures
        or (FigureView(5, "merchant", view.corners[0][1].colour, view.corners[0][1].seat),),
    )
