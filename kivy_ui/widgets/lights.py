"""The lights of the panel, drawn: seven of a bar and one for each seat, from the same patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.app.patterns import AMBER_LIGHT, BAR_LIGHTS, SEAT_LIGHTS, Frame
from companion.app.player import Player
from companion.app.ports import Cue, Scene
from companion.app.settings import AlertSettings
from companion.rules.presentation.alerts import Tint
from kivy_ui.geometry import Box
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.theme import LIVERIES_6, SIGN_CONTRAST, Colour, dimmed, mix, rgb
from kivy_ui.widgets.chip import draw_icon

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

RED, AMBER, GREEN, WHITE = rgb("#FF4A36"), rgb("#FFB22E"), rgb("#4BE08A"), rgb("#F5F0DF")
FRAME_SECONDS = 1 / 30


class Lights(Painted):
    """Shows the level of a scene, and plays cues over it. Redraws only while something moves."""

    def __init__(self, look: Look, alerts: AlertSettings, scene: Scene, **properties: Any) -> None:
        self.player = Player(alerts)
        self.player.scene = scene
        self.frame: Frame = self.player.frame(self._now())
        self.sounding = False
        self._ticking: ClockEvent | None = None
        super().__init__(look, "lights", **properties)

    @staticmethod
    def _now() -> float:
        """The time of the frame: what is drawn in one is of one moment."""
        return float(Clock.get_time())

    def cue(self, cue: Cue) -> None:
        """Play a pattern now; one that plays already makes way."""
        self.player.cancel()
        self.player.cue(cue, self._now())
        self._tick(0.0)
        if self._ticking is None:
            self._ticking = Clock.schedule_interval(self._tick, FRAME_SECONDS)

    @property
    def plays(self) -> bool:
        """Whether a pattern plays."""
        return self._ticking is not None

    def stop(self) -> None:
        """Be still, as the page is left, and show the level of the scene again."""
        self.player.cancel()
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
            self._tick(0.0)

    def _tick(self, _elapsed: float) -> bool:
        now = self._now()
        frame, sounding = self.player.frame(now), self.player.note(now) is not None
        if (frame, sounding) != (self.frame, self.sounding):
            self.frame, self.sounding = frame, sounding
            self.repaint()
        if self.player.next_look_s(now) is None:
            self._ticking = None
            return False
        return True

    def paint(self, p: Painter) -> None:
        look = p.look
        p.rect(self.box.inset(look.mm(0.6)), rgb("#0B0E13"), look.mm(2.2))
        room = self.box.inset(look.mm(3), look.mm(1.6))
        sound, room = room.cut_right(look.mm(10))
        bar, seats = room.rows(2, look.mm(0.8))
        seats = seats.middle(seats.w * SEAT_LIGHTS / BAR_LIGHTS, seats.h)
        for index, (level, cell) in enumerate(zip(self.frame.bar, bar.columns(BAR_LIGHTS), strict=True)):
            self._light(p, cell, level, self._bar_colour(index))
        liveries = list(LIVERIES_6.values())
        for index, (level, cell) in enumerate(zip(self.frame.seats, seats.columns(SEAT_LIGHTS), strict=True)):
            self._light(p, cell, level, liveries[index].fill)
        draw_icon(
            p,
            "sound",
            sound.inset(sound.w * 0.12),
            WHITE if self.sounding else dimmed(WHITE, rgb("#0B0E13"), SIGN_CONTRAST),
            rgb("#0B0E13"),
        )

    def _bar_colour(self, index: int) -> Colour:
        match self.frame.tint:
            case Tint.RED:
                return RED
            case Tint.AMBER:
                return AMBER
            case Tint.GREEN:
                return GREEN
        return RED if index > AMBER_LIGHT else AMBER if index == AMBER_LIGHT else WHITE

    @staticmethod
    def _light(p: Painter, cell: Box, level: float, colour: Colour) -> None:
        side = min(cell.w * 0.7, cell.h * 0.82)
        dark = mix(rgb("#1B212A"), colour, 0.10)
        if level > 0.02:
            glow = side * (1.0 + 0.32 * level)
            spot = cell.middle(glow, glow)
            p.rect(spot, (*colour[:3], 0.22 * level), glow / 2)
        spot = cell.middle(side, side)
        p.rect(spot, mix(dark, colour, level), side / 2)
        shine = side * 0.24
        p.rect(
            Box(spot.x + side * 0.22, spot.top - side * 0.44, shine, shine),
            (1.0, 1.0, 1.0, 0.10 + 0.5 * level),
            shine / 2,
        )
