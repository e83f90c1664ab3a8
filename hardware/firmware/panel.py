"""The panel's side of its line protocol (docs/panel.md), apart from any pin: every MicroPython runs it.

Bytes and buttons go in with the time in milliseconds; bytes, colours and a tone come out. The oldest
MicroPython knows neither f-strings nor types of variables, so there are none.
"""

PROTOCOL = 1
FIRMWARE = "1.0"
BUTTONS = ("1", "2", "3", "4", "5", "6", "undo", "mute")

LONGEST_LINE = 160
"""Between the marks; the rest of a longer one is garbage."""
MOST_WAITING = 8
"""Presses that are kept while the other side has not confirmed the first."""
HIGHEST_HZ = 10000

BOUNCE_MS = 15
HOLD_MS = 1500
AGAIN_MS = 200
"""Until a press is said again that nobody has confirmed."""
FORGET_MS = 1000
"""A press that was not heard for so long means nothing any more."""
HUSH_MS = 1500
DARK_MS = 3000
"""Without a whole line for so long the other side is gone: no tone goes on, no light stays."""

MOST_MILLIAMPERES = 300
"""What the lights may draw together: a USB port gives 500 to lights and board."""
MILLIAMPERES = 20
"""What red, green or blue of one light draws at its brightest."""


def checksum(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, from 0xFFFF on."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 4 & 0xFFFF) ^ (crc >> 12 ^ byte >> 4) * 0x1021
        crc = (crc << 4 & 0xFFFF) ^ (crc >> 12 ^ byte & 15) * 0x1021
    return crc


def line(number: int, words: "list[str]") -> bytes:
    """A message as it goes over the wire."""
    text = "%02X %s" % (number, " ".join(words))
    return bytes("!%s %04X\n" % (text, checksum(text.encode())), "ascii")


def read_line(body: bytes) -> "list[str]":
    """The number and the words of what stood between the marks; nothing where that is no message."""
    if len(body) < 9 or body[-5] != 32 or min(body) < 32 or max(body) > 126:
        return []
    if bytes("%04X" % checksum(body[:-5]), "ascii") != body[-4:]:
        return []
    return str(body[:-5], "ascii").split(" ")


class Panel:
    """The state of one panel. ``colours`` has three bytes a light, ``hz`` is the tone or 0, and ``news`` says
    whether they have changed since somebody set it back."""

    def __init__(self, lights: int = 13, pins: str = "") -> None:
        """``pins`` are told to whoever greets: those of lights, buzzer and buttons, with commas between."""
        self.colours = bytearray(3 * lights)
        self.hz = 0
        self.news = True
        self._pins = pins or "-"
        self._line = bytearray()
        self._inside = False
        self._out = b""
        self._number = 0
        self._heard_ms = -DARK_MS
        self._waiting = []  # type: list[tuple[list[str], int]]
        self._said = None  # type: tuple[str, int] | None
        self._raw = 0
        self._raw_ms = [0] * len(BUTTONS)
        self._down = -1
        self._down_ms = [0] * len(BUTTONS)
        self._held = -1
        self._introduce()

    def out(self) -> bytes:
        """What is to be sent; it is handed out once."""
        out = self._out
        self._out = b""
        return out

    def hear(self, data: bytes, now_ms: int) -> None:
        """Take in bytes, however they are cut: a line begins with its mark, whatever stood before."""
        for byte in data:
            if byte == 33:  # !
                self._line = bytearray()
                self._inside = True
            elif byte == 10:
                if self._inside:
                    words = read_line(bytes(self._line))
                    if words:
                        self._heard_ms = now_ms
                        self._obey(words)
                self._inside = False
            elif self._inside:
                self._line.append(byte)
                self._inside = len(self._line) <= LONGEST_LINE

    def buttons(self, down: int, now_ms: int) -> None:
        """Take in which buttons are down, one bit each. Those that are down from the start on say nothing."""
        if self._down < 0:
            self._raw = self._down = self._held = down
        changed = False
        for place in range(len(BUTTONS)):
            bit = 1 << place
            if (down ^ self._raw) & bit:
                self._raw ^= bit
                self._raw_ms[place] = now_ms
            if (self._raw ^ self._down) & bit and now_ms - self._raw_ms[place] >= BOUNCE_MS:
                self._down ^= bit
                self._down_ms[place] = now_ms
                changed = True
                if not self._down & bit and not self._held & bit:
                    self._press("PRESS", place, now_ms)
                self._held &= ~bit
            if self._down & ~self._held & bit and now_ms - self._down_ms[place] >= HOLD_MS:
                self._held |= bit
                self._press("HOLD", place, now_ms)
        if changed and self._present(now_ms):
            self._send(["DOWN", self._mask()])

    def tick(self, now_ms: int) -> None:
        """Let time pass: say presses until they are confirmed, end what nobody asks for any more."""
        if self.hz and now_ms - self._heard_ms >= HUSH_MS:
            self.hz = 0
            self.news = True
        if not self._present(now_ms):
            self._forget()
            if any(self.colours):
                self.colours = bytearray(len(self.colours))
                self.news = True
        while self._waiting and now_ms - self._waiting[0][1] >= FORGET_MS:
            self._next()
        if self._waiting:
            words = self._waiting[0][0]
            if self._said is None:
                self._said = (self._send(words), now_ms)
            elif now_ms - self._said[1] >= AGAIN_MS:
                self._out += line(int(self._said[0], 16), words)
                self._said = (self._said[0], now_ms)

    def _present(self, now_ms: int) -> bool:
        return now_ms - self._heard_ms < DARK_MS

    def _mask(self) -> str:
        """The buttons that are down, as every answer says them: two digits, the first button's bit last."""
        return "{:02X}".format(max(self._down, 0))

    def _press(self, what: str, place: int, now_ms: int) -> None:
        if self._present(now_ms) and len(self._waiting) < MOST_WAITING:
            self._waiting.append(([what, BUTTONS[place]], now_ms))

    def _next(self) -> None:
        self._waiting.pop(0)
        self._said = None

    def _forget(self) -> None:
        self._waiting = []
        self._said = None

    def _obey(self, words: "list[str]") -> None:
        number, verb = words[0], words[1]
        if verb == "OK":
            if self._said is not None and words[2:] == [self._said[0]]:
                self._next()
        elif verb == "HELLO":
            self._forget()
            self._introduce()
        elif verb == "SHOW" and len(words) == 4 and self._show(words[2], words[3]):
            self._send(["OK", number, self._mask()])
        else:
            self._send(["NO", number])

    def _introduce(self) -> None:
        self._send(["PANEL", str(PROTOCOL), FIRMWARE, str(len(self.colours) // 3), self._pins])

    def _send(self, words: "list[str]") -> str:
        """Put a message out and return its number."""
        self._number = (self._number + 1) % 256
        self._out += line(self._number, words)
        return "%02X" % self._number

    def _show(self, hz: str, colours: str) -> bool:
        """Take over tone and colours, those of the lights that there are. Whether they could be read."""
        wanted = bytearray(len(self.colours))
        try:
            tone = int(hz)
            for place in range(len(colours) // 2):
                value = int(colours[2 * place : 2 * place + 2], 16)
                if place < len(wanted):
                    wanted[place] = value
        except ValueError:
            return False
        if len(colours) % 6 or not 0 <= tone <= HIGHEST_HZ:
            return False
        draw = sum(wanted) * MILLIAMPERES // 255
        if draw > MOST_MILLIAMPERES:
            for place in range(len(wanted)):
                wanted[place] = wanted[place] * MOST_MILLIAMPERES // draw
        if wanted != self.colours or tone != self.hz:
            self.colours = wanted
            self.hz = tone
            self.news = True
        return True
