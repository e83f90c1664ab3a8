"""The conversation with a panel, apart from port and clock: bytes in, bytes and presses out.

The panel is greeted until it says who it is. Then it is told the whole state whenever that changes, and each
half second besides: whatever was lost on the way, the next line mends. At most two lines are on their way, so
that a slow line carries what is so now and no queue of what was.
"""

from __future__ import annotations

import contextlib
import enum
import re
from collections import deque

import msgspec

from companion.engine.errors import LongshipError
from hardware.panel.protocol import BUTTONS, FIRMWARE, LIGHTS, PROTOCOL, Message, Reader, encode

RESTART = b"\r\x02\x03\x04"
"""Ends whatever MicroPython's prompt is at, and starts its program again."""
PROMPT = b">>> "
_NUMBER = re.compile(r"[0-9]{1,4}")
DARK = bytes(3 * LIGHTS)


class Times(msgspec.Struct, frozen=True):
    """How long the conversation waits, in seconds."""

    greet_s: float = 0.5
    """Between greetings. A board that starts when its port is opened takes a second or two."""
    rouse_s: float = 2.0
    """Until a board that says nothing is taken to stand at its prompt for programs, and started again."""
    answer_s: float = 4.0
    """Until nobody is taken to be there."""
    beat_s: float = 0.5
    """Between two lines although nothing has changed."""
    lost_s: float = 0.25
    """Until a line that was not confirmed is taken to be lost."""
    silent_s: float = 2.0
    """Until a panel that has answered before is taken to hang."""


class Trouble(enum.Enum):
    """What can be wrong with a conversation."""

    NOBODY = enum.auto()
    """Nothing answers."""
    FOREIGN = enum.auto()
    """What is there talks, but not as a panel does."""
    HANGS = enum.auto()
    """The panel has answered before and does not any more."""
    OLDER = enum.auto()
    """Its firmware speaks an older protocol, or does not know what it was told."""
    NEWER = enum.auto()
    """Its firmware speaks a newer protocol."""


MOST_GARBAGE = 4096
"""Bytes without a message among them: more than a bad line brings, even in two seconds of silence."""
SAME_PRESS_S = 1.5
"""For this long the same number is the same press, repeated; numbers are not used again sooner."""


class BrokenTalkError(LongshipError, OSError):
    """The conversation has come to its end."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.name)
        self.trouble = trouble


class Pressed(msgspec.Struct, frozen=True):
    """A button that was pressed: "1" to "6", "undo" or "mute"; ``held`` for a second and a half or more."""

    button: str
    held: bool = False


class Talk:
    """One conversation, from the opening of a port on. ``now`` is seconds on a clock that never goes back.

    ``hear`` and ``say`` raise BrokenTalkError when it has come to its end; the port is to be closed then.
    """

    def __init__(self, now: float, times: Times | None = None) -> None:
        self.presses: deque[Pressed] = deque()
        """What was pressed and nobody has taken yet."""
        self.down: frozenset[str] = frozenset()
        """The buttons that are down."""
        self.firmware: tuple[int, ...] | None = None
        """What the panel runs, once it has said so."""
        self.pins: tuple[int, ...] = ()
        """The pins of lights and buzzer, then those of the buttons, if the panel has told them."""
        self._times = times or Times()
        self._reader = Reader()
        self._number = 0
        self._began = now
        self._greeted: float | None = None
        self._heard = now
        self._restarted = False
        self._wanted = (0, DARK)
        self._shown: tuple[int, bytes] | None = None
        self._sent: deque[tuple[str, float]] = deque()
        self._said = now
        self._answers: deque[bytes] = deque()
        self._last_press: tuple[int, float] | None = None

    @property
    def outdated(self) -> bool:
        """Whether the panel's firmware is older than the one beside this, with the same protocol."""
        return self.firmware is not None and self.firmware < FIRMWARE

    @property
    def settled(self) -> bool:
        """Whether the panel shows what it was last told to."""
        return self.firmware is not None and self._shown == self._wanted and not self._sent

    def show(self, hz: int, colours: bytes) -> None:
        """What the panel is to show from now on: a tone or 0, and three bytes for each light."""
        self._wanted = (hz, colours)

    def hear(self, data: bytes, now: float) -> None:
        """Take in bytes."""
        for message in self._reader.read(data):
            self._heard = now
            self._reader.garbage = 0
            self._understand(message, now)
        if self._reader.garbage > MOST_GARBAGE:
            raise BrokenTalkError(Trouble.FOREIGN)

    def say(self, now: float) -> bytes:
        """What is to be sent now."""
        out = b"".join(self._answers)
        self._answers.clear()
        if self.firmware is None:
            return out + self._greeting(now)
        if now - self._heard >= self._times.silent_s:
            raise BrokenTalkError(Trouble.HANGS)
        if self._sent and now - self._sent[0][1] >= self._times.lost_s:
            self._sent.clear()
            self._shown = None
        if len(self._sent) < 2 and (self._shown != self._wanted or now - self._said >= self._times.beat_s):
            self._shown, self._said = self._wanted, now
            hz, colours = self._wanted
            line = self._line("SHOW", str(hz), colours.hex().upper())
            self._sent.append((f"{self._number:02X}", now))
            out += line
        return out

    def wait_s(self, now: float) -> float:
        """In how many seconds there may be something to say although nothing was heard."""
        if self._answers:
            return 0.0
        if self.firmware is None:
            moments = [self._began + self._times.answer_s]
            moments += [self._greeted + self._times.greet_s] if self._greeted is not None else [now]
        else:
            moments = [self._heard + self._times.silent_s]
            if self._sent:
                moments.append(self._sent[0][1] + self._times.lost_s)
            if len(self._sent) < 2:
                moments.append(now if self._shown != self._wanted else self._said + self._times.beat_s)
        return max(0.0, min(moments) - now)

    def farewell(self) -> bytes:
        """The last line: everything dark and silent."""
        return b"" if self.firmware is None else self._line("SHOW", "0", DARK.hex())

    def _greeting(self, now: float) -> bytes:
        if now - self._began >= self._times.answer_s:
            raise BrokenTalkError(Trouble.FOREIGN if self._reader.last else Trouble.NOBODY)
        if self._greeted is not None and now - self._greeted < self._times.greet_s:
            return b""
        # a panel whose program was ended stands at its prompt, which the return has said again, or is mute
        mute = not self._reader.last and now - self._began >= self._times.rouse_s
        rouse = not self._restarted and (mute or PROMPT in self._reader.last)
        self._greeted, self._restarted = now, self._restarted or rouse
        return RESTART if rouse else b"\r" + self._line("HELLO", str(PROTOCOL))

    def _understand(self, message: Message, now: float) -> None:
        match message:
            case Message(verb="PANEL", words=(protocol, firmware, *rest)):
                self._introduced(protocol, firmware)
                self.pins = _numbers(rest[1].split(",")) if len(rest) > 1 else ()
            case Message(verb="OK", words=(number, down, *_rest)):
                self._confirmed(number)
                self._felt(down)
            case Message(verb="DOWN", words=(down, *_rest)):
                self._felt(down)
            case Message(verb="NO"):
                if self.firmware is not None:
                    raise BrokenTalkError(Trouble.OLDER)
            case Message(verb="PRESS" | "HOLD" as verb, words=(button, *_rest)):
                if self.firmware is not None and button in BUTTONS:
                    self._pressed(message.number, Pressed(button, verb == "HOLD"), now)

    def _introduced(self, protocol: str, firmware: str) -> None:
        """Also said when a panel starts anew in the middle, which then shows nothing."""
        spoken = int(protocol) if _NUMBER.fullmatch(protocol) else 0
        if spoken != PROTOCOL:
            raise BrokenTalkError(Trouble.NEWER if spoken > PROTOCOL else Trouble.OLDER)
        self.firmware = _numbers(firmware.split(".")) or (0,)
        self._shown, self._last_press = None, None
        self._sent.clear()

    def _confirmed(self, number: str) -> None:
        while any(sent == number for sent, _when in self._sent):
            self._sent.popleft()

    def _felt(self, down: str) -> None:
        with contextlib.suppress(ValueError):
            mask = int(down, 16)
            self.down = frozenset(button for place, button in enumerate(BUTTONS) if mask >> place & 1)

    def _pressed(self, number: int, press: Pressed, now: float) -> None:
        """A press that is said again, because nobody seemed to hear it, is the same one."""
        self._answers.append(self._line("OK", f"{number:02X}"))
        if self._last_press is not None:
            last, when = self._last_press
            if number == last and now - when < SAME_PRESS_S:
                return
        self._last_press = (number, now)
        self.presses.append(press)

    def _line(self, verb: str, *words: str) -> bytes:
        self._number = (self._number + 1) % 256
        return encode(Message(self._number, verb, words))


def _numbers(words: list[str]) -> tuple[int, ...]:
    """The numbers that these are, or nothing where one of them is none."""
    return tuple(int(word) for word in words) if all(_NUMBER.fullmatch(word) for word in words) else ()
