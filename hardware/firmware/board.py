"""The pins of a Raspberry Pi Pico, and of any MicroPython board when the numbers are changed.

docs/panel.md has the wiring. Whoever wires otherwise changes the numbers here, and then calls
``longship panel flash``.
"""

import select
import sys
import time

from machine import PWM, Pin
from neopixel import NeoPixel

LIGHTS_PIN = 0
BUZZER_PIN = 15
BUTTON_PINS = (2, 3, 4, 5, 6, 7, 8, 9)
"""Those of the six seats, UNDO and MUTE, each to ground."""
LIGHTS = 13
"""Seven of the ship, then six of the seats."""
PINS = ",".join([str(number) for number in (LIGHTS_PIN, BUZZER_PIN) + BUTTON_PINS])  # noqa: RUF005 - MicroPython unpacks only in calls
MOST_BYTES = 256


class Board:
    """Lights, buzzer, buttons and the USB line."""

    def __init__(self) -> None:
        self._lights = NeoPixel(Pin(LIGHTS_PIN, Pin.OUT), LIGHTS)
        self._buttons = [Pin(number, Pin.IN, Pin.PULL_UP) for number in BUTTON_PINS]
        self._buzzer = PWM(Pin(BUZZER_PIN, Pin.OUT))
        self._coming = select.poll()
        self._coming.register(sys.stdin, select.POLLIN)
        self._ticks = time.ticks_ms()  # type: ignore[attr-defined]  # MicroPython's
        self._now_ms = 0

    def now_ms(self) -> int:
        """Milliseconds since the start; the board's own count begins again every few days."""
        ticks = time.ticks_ms()  # type: ignore[attr-defined]  # MicroPython's
        self._now_ms += time.ticks_diff(ticks, self._ticks)  # type: ignore[attr-defined]  # MicroPython's
        self._ticks = ticks
        return self._now_ms

    def read(self) -> bytes:
        """What has come over the line, after a millisecond at most."""
        data = bytearray()
        while len(data) < MOST_BYTES and self._coming.poll(0 if data else 1):
            data.extend(sys.stdin.buffer.read(1))
        return bytes(data)

    def write(self, data: bytes) -> None:
        """Send bytes."""
        sys.stdout.buffer.write(data)

    def down(self) -> int:
        """The buttons that are down, one bit each."""
        return sum([(1 - button.value()) << place for place, button in enumerate(self._buttons)])

    def show(self, colours: bytes) -> None:
        """Set all lights: red, green and blue of each."""
        for place in range(LIGHTS):
            self._lights[place] = (colours[3 * place], colours[3 * place + 1], colours[3 * place + 2])
        self._lights.write()

    def tone(self, hz: int) -> None:
        """Sound a tone until told otherwise; 0 is silence."""
        if hz:
            self._buzzer.freq(hz)
        self._buzzer.duty_u16(32768 if hz else 0)
