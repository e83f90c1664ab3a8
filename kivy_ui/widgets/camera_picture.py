"""A picture from the camera, with the tray's corners on it: a finger sets and moves them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, Line
from kivy.graphics.texture import Texture

from companion.app.dice import Corners, LiveView
from companion.app.i18n import _
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Look, Painted, Painter

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

Pointed = Callable[[float, float, bool], None]
"""Where a finger is, in the camera's pixels, and whether it has just come down."""


class CameraPicture(Painted):
    """As large as fits. Without a picture it says so."""

    def __init__(self, look: Look, on_point: Pointed, **properties: Any) -> None:
        self.view: LiveView | None = None
        self.corners: Corners = ()
        self.touchable = False
        self._on_point = on_point
        self._texture: Texture | None = None
        super().__init__(look, "camera_picture", **properties)

    def show(self, view: LiveView | None, corners: Corners = (), touchable: bool = False) -> None:
        """Show another picture, other corners, and whether a finger may move them."""
        if view is not self.view:
            self.view = view
            self._texture = None if view is None else self._drawn(view)
        elif (corners, touchable) == (self.corners, self.touchable):
            return
        self.corners, self.touchable = corners, touchable
        self.repaint()

    def _drawn(self, view: LiveView) -> Texture:
        texture = self._texture
        if texture is None or texture.size != (view.width, view.height):
            texture = Texture.create(size=(view.width, view.height), colorfmt="rgb")
            texture.flip_vertical()
        texture.blit_buffer(view.rgb, colorfmt="rgb", bufferfmt="ubyte")
        return texture

    @property
    def frame(self) -> Box:
        """Where the picture is."""
        view = self.view
        ratio = 4 / 3 if view is None else view.width / view.height
        width = min(self.width, self.height * ratio)
        return self.box.middle(width, width / ratio)

    def _to_camera(self, x: float, y: float) -> tuple[float, float]:
        frame, view = self.frame, self.view
        assert view is not None
        across = min(max((x - frame.x) / frame.w, 0.0), 1.0)
        down = min(max((frame.top - y) / frame.h, 0.0), 1.0)
        return across * view.width * view.scale, down * view.height * view.scale

    def _to_window(self, x: float, y: float) -> tuple[float, float]:
        frame, view = self.frame, self.view
        assert view is not None
        return (
            frame.x + x / (view.width * view.scale) * frame.w,
            frame.top - y / (view.height * view.scale) * frame.h,
        )

    # --- a finger -----------------------------------------------------------------------------------

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not (self.touchable and self.frame.holds(*touch.pos) and self.view is not None):
            return False
        touch.grab(self)
        self._on_point(*self._to_camera(touch.x, touch.y), True)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        if self.touchable and self.view is not None:
            self._on_point(*self._to_camera(touch.x, touch.y), False)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    # --- how it looks -------------------------------------------------------------------------------

    def paint(self, p: Painter) -> None:
        theme, look = p.theme, p.look
        frame = self.frame
        if self._texture is None:
            p.frame(frame, theme.surface, theme.line, max(1.0, look.mm(0.3)), look.mm(2))
            words = frame.inset(look.mm(3))
            p.write(_("No picture from the camera yet."), words, Text.OPERATOR, theme.quiet, lines=3)
            return
        p.texture(frame, self._texture)
        spots = [self._to_window(*corner) for corner in self.corners]
        if len(spots) == 4:
            Color(*theme.accent)
            Line(
                points=[number for spot in spots for number in spot], close=True, width=max(1.5, look.mm(0.4))
            )
        size = look.mm(5)
        for number, (x, y) in enumerate(spots, 1):
            spot = Box(x, y, 0, 0).middle(size, size)
            p.rect(spot, theme.accent, size / 2)
            p.rect(spot.inset(look.mm(0.6)), theme.ground, size / 2)
            if self.touchable:
                p.write(str(number), spot, Text.LEAST, theme.text, may_shorten=True)
