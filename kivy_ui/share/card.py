"""The card of an evening: one picture that says who won and how."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from companion.presenters.evening_pages import HonourView, PlaceView
from companion.presenters.share_card import CardView
from kivy_ui.board.board import BoardPicture
from kivy_ui.geometry import Box
from kivy_ui.metrics import Metrics, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.theme import SIGN_CONTRAST, Colour, Theme, legible, liveries, mix, rgb
from kivy_ui.widgets.charts import draw_curves, draw_dice
from kivy_ui.widgets.chip import draw_chip, draw_icon, ship_colours

WIDTH, HEIGHT = 1080, 1350
"""The largest picture that is shown whole where pictures are handed round."""
ACROSS_MM = 150.0
"""As wide as the card is taken to be: its text is then read on a telephone too."""

STACKED: tuple[Colour, ...] = tuple(
    map(
        rgb,
        ("#4FB286", "#F0B64A", "#B48AE0", "#5BB8D9", "#F27560", "#B8C24A", "#E08FB8", "#9AA7B5", "#C98B5A"),
    )
)
"""Colours of what points are for; after the last one comes the first again."""


def look(theme: Theme, colours: Sequence[str]) -> Look:
    """How a card is drawn for players of these colours, whatever panel stands on the table."""
    return Look(Metrics(WIDTH, HEIGHT, WIDTH / ACROSS_MM), theme, liveries(tuple(colours)))


class ShareCard(Painted):
    """The card, to be drawn into a picture; what the game knows nothing of leaves its room to the rest."""

    def __init__(self, look: Look, view: CardView) -> None:
        self.view = view
        super().__init__(look, "share_card")
        self.island = BoardPicture(look, still=True)

    def draw_all(self) -> Iterator[None]:
        """Paint everything, a little at a time."""
        self.place(Box(0, 0, WIDTH, HEIGHT))
        self.paint_now()
        if self.view.board is not None:
            self.add_widget(self.island)
            self.island.place(self._island)
            self.island.show(self.view.board)
            self.island.sign.opacity = 0
            yield from self.island.finishing()

    _island = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        view, mm = self.view, p.look.mm
        p.rect(self.box, p.theme.ground)
        head, room = self.box.cut_top(HEIGHT * 0.155)
        foot, room = room.cut_bottom(mm(8))
        self._head(p, head)
        self._foot(p, foot)
        room = room.inset(mm(5), mm(2.5))
        places = view.places
        sections: list[tuple[float, Callable[[Painter, Box], None]]] = []
        if places:
            legend = 0.52 * math.ceil(len(view.sources) / LEGEND_COLUMNS)
            sections.append((len(places) * (0.9 if len(places) > 4 else 1.15) + legend, self._places))
        if view.notes:
            sections.append((0.55 * len(view.notes) + 0.4, self._notes))
        if view.curves is not None:
            sections.append((2.9, self._curves))
        if view.dice is not None or view.board is not None:
            sections.append((3.8, self._dice_and_board))
        if view.honours:
            sections.append((1.4, self._honours))
        if not sections:
            return
        shares = [share for share, _draw in sections]
        used = room.cut_top(min(room.h, mm(24) * sum(shares)))[0]
        for (_share, draw), box in zip(sections, used.rows(shares, mm(3)), strict=True):
            draw(p, box)

    def _head(self, p: Painter, box: Box) -> None:
        """The sea with the ship, and the winner's name across it."""
        mm, theme = p.look.mm, p.theme
        p.rect(box, theme.sea)
        for row in range(3):
            band = Box(box.x, box.y + box.h * 0.09 * row, box.w, box.h * 0.045)
            p.rect(band, mix(theme.sea, theme.sea_light, 0.18 + 0.14 * row))
        ship, words = box.inset(mm(5), mm(2)).cut_left(box.h * 1.02)
        p.art("ship", ship, *ship_colours(p), align=0.0)
        title, detail = words.inset(mm(1.5), 0).rows([1.55, 1.0])
        p.write(
            self.view.title,
            title,
            58,
            theme.text,
            bold=True,
            align=0.0,
            rise=0.35,
            lines=2,
            may_shorten=True,
        )
        p.write(
            "  ·  ".join(self.view.details),
            detail,
            Text.OPERATOR,
            theme.text,
            align=0.0,
            rise=0.8,
            lines=2,
            least=p.look.metrics.least_text * 0.8,
            may_shorten=True,
        )

    def _foot(self, p: Painter, box: Box) -> None:
        p.write("Longship", box, Text.LEAST, p.theme.quiet, bold=True)

    # --- places and points ----------------------------------------------------------------------------

    def _places(self, p: Painter, box: Box) -> None:
        view, mm = self.view, p.look.mm
        places = view.places
        if view.sources:
            lines = math.ceil(len(view.sources) / LEGEND_COLUMNS)
            legend, box = box.cut_bottom(mm(6.6) * lines)
            self._legend(p, legend, lines)
        most = max((sum(stack) for stack in view.stacks), default=0)
        for number, (place, row) in enumerate(zip(places, box.rows(len(places)), strict=True)):
            stack = view.stacks[number] if view.stacks else ()
            self._place(p, place, row.inset(0, mm(0.7)), stack, most)

    def _place(self, p: Painter, place: PlaceView, body: Box, stack: Sequence[int], most: int) -> None:
        mm, theme = p.look.mm, p.theme
        ground = mix(theme.surface, theme.accent, 0.22) if place.winner else theme.surface
        p.rect(body, ground, mm(2.2))
        inside = body.inset(mm(2), mm(1))
        rank, rest = inside.cut_left(mm(11))
        if place.winner:
            draw_icon(p, "trophy", rank.inset(0, rank.h * 0.08), legible(theme.accent, ground), ground)
        elif place.points is not None or self.view.places[0].winner:
            p.write(f"{place.rank}.", rank, Text.TABLE, theme.text)
        chip, rest = rest.cut_left(min(rest.h, mm(12)) + mm(2))
        draw_chip(p, place.person, chip.inset(mm(1), 0), ground)
        if place.points is not None:
            points, rest = rest.cut_right(mm(17))
            p.write(str(place.points), points, Text.STRENGTH, theme.text, bold=True, align=1.0)
        rest = Box(rest.x + mm(1.5), rest.y, rest.w - mm(3), rest.h)
        name, bar = rest.rows([1.5, 0.7]) if stack else (rest, Box(0, 0, 0, 0))
        least = p.look.metrics.least_text * 0.8
        p.write(
            place.person.name,
            name,
            Text.TABLE,
            theme.text,
            bold=place.winner,
            align=0.0,
            least=least,
            may_shorten=True,
        )
        if stack and most > 0:
            self._stack(p, bar, stack, most, ground)

    def _stack(self, p: Painter, bar: Box, stack: Sequence[int], most: int, ground: Colour) -> None:
        """Points by what they are for, each point as long as for everybody."""
        left, gap = bar.x, max(1.0, p.look.mm(0.35))
        height = min(bar.h * 0.8, p.look.mm(3.2))
        for source, amount in enumerate(stack):
            if amount > 0:
                wide = bar.w * amount / most
                part = Box(left, bar.y + (bar.h - height) / 2, max(1.0, wide - gap), height)
                p.mark(part, _tone(source, ground), p.look.mm(0.8))
                left += wide

    def _legend(self, p: Painter, box: Box, lines: int) -> None:
        cells = box.inset(0, p.look.mm(0.4)).grid(LEGEND_COLUMNS, lines, p.look.mm(1))
        for source, (label, cell) in enumerate(zip(self.view.sources, cells, strict=False)):
            side = p.look.mm(3)
            patch, words = cell.cut_left(side + p.look.mm(1.2))
            p.mark(
                Box(patch.x, cell.y + (cell.h - side) / 2, side, side),
                _tone(source, p.theme.ground),
                p.look.mm(0.6),
            )
            p.write(
                label,
                words,
                Text.LEAST,
                p.theme.text,
                align=0.0,
                lines=2,
                least=p.look.metrics.least_text * 0.64,
            )

    # --- charts ---------------------------------------------------------------------------------------

    def _curves(self, p: Painter, box: Box) -> None:
        assert self.view.curves is not None
        draw_curves(p, self._panel(p, box), self.view.curves, words=False)

    def _notes(self, p: Painter, box: Box) -> None:
        room = self._panel(p, box)
        for note, line in zip(self.view.notes, room.rows(len(self.view.notes)), strict=True):
            p.write(note, line, Text.OPERATOR, p.theme.text, align=0.0, lines=2)

    def _dice_and_board(self, p: Painter, box: Box) -> None:
        view = self.view
        if view.dice is not None and view.board is not None:
            dice, island = box.columns([1.28, 1.0], p.look.mm(3))
        else:
            dice = island = box
        if view.dice is not None:
            draw_dice(p, self._panel(p, dice), view.dice, Text.SMALL)
        if view.board is not None:
            p.rect(island, p.theme.surface, p.look.mm(2.2))
            self._island = island.inset(p.look.mm(1))

    def _panel(self, p: Painter, box: Box) -> Box:
        """A plate with room inside."""
        p.rect(box, mix(p.theme.ground, p.theme.surface, 0.6), p.look.mm(2.2))
        return box.inset(p.look.mm(2), p.look.mm(1.5))

    def _honours(self, p: Painter, box: Box) -> None:
        cells = box.columns(len(self.view.honours), p.look.mm(3))
        for honour, cell in zip(self.view.honours, cells, strict=True):
            self._honour(p, honour, cell)

    def _honour(self, p: Painter, honour: HonourView, box: Box) -> None:
        inside = self._panel(p, box)
        words, who = inside.rows([1.35, 1.0])
        small = p.look.metrics.least_text * 0.68
        p.write(honour.words, words, Text.SMALL, p.theme.quiet, align=0.0, lines=2, least=small)
        side = min(who.h, p.look.mm(8))
        amount, who = who.cut_right(p.look.mm(9))
        p.write(honour.amount, amount, Text.OPERATOR, p.theme.text, bold=True, align=1.0)
        for index, person in enumerate(honour.people[:4]):
            spot = Box(who.x + index * side * 1.1, who.y, side, who.h)
            draw_chip(p, person, spot.middle(side * 0.94, side * 0.94))
        if len(honour.people) == 1:
            name = Box(who.x + side * 1.25, who.y, who.w - side * 1.25, who.h)
            p.write(
                honour.people[0].name,
                name,
                Text.OPERATOR,
                p.theme.text,
                bold=True,
                align=0.0,
                may_shorten=True,
            )


LEGEND_COLUMNS = 3


def _tone(source: int, ground: Colour) -> Colour:
    return legible(STACKED[source % len(STACKED)], ground, SIGN_CONTRAST)
