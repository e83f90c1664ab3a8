"""A game replayed: a slider over its entries, the board and the players as they stood."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.app.i18n import _
from companion.presenters import replay
from companion.presenters.deeds import AnswerView
from companion.presenters.replay import StepView
from companion.presenters.views import PlayerView
from kivy_ui.board.board import BoardPicture
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import liveries
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_icon, ship_colours
from kivy_ui.widgets.choice import ChoiceSheet
from kivy_ui.widgets.column import card_items, draw_items, held_items
from kivy_ui.widgets.slider import Slider

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

STEPS_A_SECOND = 30.0
BRANCH = "branch"


class PlayerLines(Painted):
    """All players under each other: chip, name, points, what stands on the board and what they hold."""

    def __init__(self, look: Look) -> None:
        self.view: StepView | None = None
        super().__init__(look, "players")

    def show(self, view: StepView) -> None:
        """Show another step."""
        before, self.view = self.view, view
        if before is None or (before.players, before.ship) != (view.players, view.ship):
            self.repaint()

    def paint(self, p: Painter) -> None:
        if self.view is None:
            return
        players = self.view.players
        columns = 2 if len(players) > 4 and self.box.w > p.look.mm(120) else 1
        rows = -(-len(players) // columns)
        room = self.box.cut_top(min(self.box.h, p.look.mm(24) * rows))[0]
        for player, row in zip(players, room.grid(columns, rows, p.look.mm(1) * (columns - 1)), strict=False):
            self._line(p, player, row.inset(0, p.look.mm(0.5)))

    def _line(self, p: Painter, player: PlayerView, body: Box) -> None:
        theme, mm = p.theme, p.look.mm
        ground = theme.surface
        line = theme.accent if player.on_turn else ground
        p.frame(body, ground, line, mm(0.5), mm(1.8))
        inside = body.inset(mm(1.2), mm(0.5))
        scored = self.view is not None and self.view.scored
        if scored:
            points, inside = inside.cut_right(mm(12))
            p.write(str(player.points), points, Text.STRENGTH, theme.text, bold=True, align=1.0)
        name, pieces = inside.rows([1.0, 1.0]) if scored else (inside, inside)
        chip, words = name.cut_left(min(name.h, mm(9)) + mm(1))
        draw_chip(p, player.person, chip.inset(mm(0.5), 0), ground)
        wide = inside.w > mm(70)
        held, words = (
            words.cut_right(words.w * (0.4 if wide else 0.3)) if scored else (Box(0, 0, 0, 0), words)
        )
        p.write(
            player.person.name, words, Text.TABLE, theme.text, bold=player.winner, align=0.0, may_shorten=True
        )
        if scored:
            draw_items(p, held_items(p, player), held)
            self._pieces(p, player, pieces)

    def _pieces(self, p: Painter, player: PlayerView, room: Box) -> None:
        """Counters, strength of the active knights, ladders and cards, each a drawing and its number."""
        theme, livery = p.theme, p.look.livery(player.person.colour)
        line = theme.chip_line(livery) or theme.piece_line
        cells: list[tuple[str, str, str, tuple[object, ...]]] = []
        for counter in player.counters:
            if counter.count:
                plain = counter.icon not in ("settlement", "city", "wall")
                options: tuple[object, ...] = () if plain else (livery.fill, line)
                cells.append((counter.icon, str(counter.count), "", options))
        if player.knights:
            cells.append(("helmet", str(player.active_strength), "", ()))
        cells += [
            ("track_sign", str(ladder.level), ladder.track, ()) for ladder in player.ladders if ladder.level
        ]
        cards, room = room.cut_right(room.w * 0.24 if player.cards else 0.0)
        draw_items(p, card_items(p, player), cards)
        if not cells:
            return
        wide = min(room.w / len(cells), p.look.mm(15))
        for index, (icon, count, track, drawn) in enumerate(cells):
            cell = Box(room.x + index * wide, room.y, wide, room.h)
            spot, words = cell.cut_left(min(cell.w * 0.5, cell.h))
            draw_icon(
                p, icon, spot.inset(spot.w * 0.08), theme.text, theme.surface, track=track, options=drawn
            )
            p.write(
                count,
                words,
                Text.SMALL,
                theme.text,
                bold=True,
                align=0.0,
                least=p.look.metrics.least_text * 0.7,
                may_shorten=True,
            )


class ReplayScreen(Screen):
    """Nothing is entered here; the game stands as it does."""

    framed = False

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.number = len(self.session.standing)
        self.view: StepView = replay.step(self.session, self.number)
        self._running: ClockEvent | None = None
        self.board = BoardPicture(look, still=True)
        self.players = PlayerLines(look)
        self.slider = Slider(look, "slider", self._slid)
        self.back = Button(look, "back", icon="back", on_tap=lambda: shell.go("archive"))
        self.one_back = Button(look, "step_back", icon="minus", on_tap=lambda: self._slid(self.number - 1))
        self.one_on = Button(look, "step_on", icon="plus", on_tap=lambda: self._slid(self.number + 1))
        self.run = Button(look, "run", icon="play", kind="primary", on_tap=self._run_or_stop)
        self.branch = Button(look, BRANCH, icon="table", on_tap=self._ask_to_branch)

    def refresh(self) -> None:
        self.number = min(self.number, len(self.session.standing))
        self.look.liveries = liveries(tuple(player.colour for player in self.session.header.players))
        self._show()
        self.back.show(_("Archive"))
        self.branch.show(_("New game from here"))
        self.slider.says = _("Entries")
        self.one_back.says, self.one_on.says = _("One entry back"), _("One entry on")
        shown = [self.players, self.slider, self.back, self.one_back, self.one_on, self.run, self.branch]
        self.keep(*([self.board] if self._has_board() else []), *shown)
        self.arrange(self.box)

    def _has_board(self) -> bool:
        """Whether there is a board at the end: the picture keeps its place before it is laid."""
        return replay.step(self.session, len(self.session.standing)).board is not None

    def _show(self) -> None:
        view = self.view = replay.step(self.session, self.number)
        self.players.show(view)
        self.slider.show(view.number, view.count)
        self.board.opacity = 0.0 if view.board is None else 1.0
        if view.board is not None:
            self.board.show(view.board)
        self.one_back.show(enabled=view.number > 0)
        self.one_on.show(enabled=view.number < view.count)
        running = self._running is not None
        self.run.says = _("Stop") if running else _("Replay")
        self.run.show(icon="pause" if running else "play")
        self.repaint()

    def arrange(self, box: Box) -> None:
        look = self.look
        keys, room = box.cut_bottom(look.mm(PRIMARY_MM) + 1)
        line, room = room.cut_bottom(look.mm(TARGET_MM) + 1)
        self._head, room = room.cut_top(
            look.text(Text.OPERATOR) * (2.9 if look.metrics.portrait else 1.5) + look.mm(1)
        )
        back, run, branch = keys.columns([1.0, 0.8, 1.5])
        self.back.place(back)
        self.run.place(run)
        self.branch.place(branch)
        before, line = line.cut_left(look.mm(TARGET_MM + 2))
        after, line = line.cut_right(look.mm(TARGET_MM + 2))
        self.one_back.place(before)
        self.one_on.place(after)
        self.slider.place(line)
        room = room.inset(look.mm(1), look.mm(0.5))
        if self.board.parent is not None:
            picture, room = (
                room.cut_top(room.h * 0.56)
                if look.metrics.portrait
                else room.cut_left(min(room.w * 0.5, room.h * 1.25))
            )
            self.board.place(picture.inset(look.mm(0.5)))
        self.players.place(room.inset(look.mm(0.5), 0))

    _head = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)
        view = self.view
        room = self._head.inset(p.look.mm(2), p.look.mm(0.5))
        if p.look.metrics.portrait:
            line, words = room.rows([1.0, 1.0])
            turn, line = line.cut_left(line.w * 0.4)
            place, line = line.cut_right(line.w * 0.5)
        else:
            turn, line = room.cut_left(min(room.w * 0.24, p.look.mm(34)))
            place, line = line.cut_right(min(room.w * 0.2, p.look.mm(26)))
            words, line = line.cut_left(line.w - p.look.mm(24))
        p.write(view.turn, turn, Text.OPERATOR, p.theme.quiet, align=0.0, may_shorten=True)
        far = f"{view.number} / {view.count}"
        p.write(far, place, Text.OPERATOR, p.theme.quiet, align=1.0, may_shorten=True)
        self._ship(p, line)
        if view.person is not None:
            chip, words = words.cut_left(min(words.h, p.look.mm(8)))
            draw_chip(p, view.person, chip)
            words = Box(words.x + p.look.mm(1.5), words.y, words.w - p.look.mm(1.5), words.h)
        p.write(view.words, words, Text.OPERATOR, p.theme.text, align=0.0, lines=2, may_shorten=True)

    def _ship(self, p: Painter, box: Box) -> None:
        """How far the ship has come."""
        step, track = self.view.ship
        if track:
            sign, far = box.cut_left(min(box.h * 1.2, p.look.mm(9)))
            p.art("ship", sign, *ship_colours(p))
            p.write(f"{step}/{track}", far, Text.SMALL, p.theme.text, least=p.look.metrics.least_text * 0.8)

    # --- what is touched ------------------------------------------------------------------------------

    def _slid(self, number: int) -> None:
        self._stop()
        self._to(number)

    def _to(self, number: int) -> None:
        self.number = min(max(0, number), len(self.session.standing))
        self._show()

    def _run_or_stop(self) -> None:
        if self._running is not None:
            self._stop()
            self._show()
            return
        if self.number >= len(self.session.standing):
            self.number = 0
        self._running = Clock.schedule_interval(self._run_on, 1 / STEPS_A_SECOND)
        self._show()

    def _run_on(self, elapsed: float) -> bool:
        """As many steps as time has passed for: a slow machine leaves some out and is as fast."""
        if self.get_root_window() is None:
            self._stop()
            return False
        self._to(self.number + max(1, round(elapsed * STEPS_A_SECOND)))
        if self.number >= len(self.session.standing):
            self._stop()
            self._show()
            return False
        return True

    def _stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            self._running = None

    def _ask_to_branch(self) -> None:
        self._stop()
        session, number = self.session, self.number
        text = _("Begin a new game as this one stood here? The old one stays as it is.")

        def answered(answer: AnswerView) -> None:
            self.shell.sheets.close()
            if answer.name == BRANCH:
                self.shell.context.branch(session, number)

        answers = (
            AnswerView("keep", _("Not now"), (), "back"),
            AnswerView(BRANCH, _("New game"), (), "play"),
        )
        self.shell.sheets.cover(ChoiceSheet(self.look, text, answers, answered, self.shell.sheets.close))
