"""Starts the firmware as a board does, with the pty in place of its USB port."""

import board
import wire


class Stream:
    """The standard streams: the USB port of a board."""

    def read(self, count):
        assert count == 1
        byte = wire.take()
        if byte == 3:
            raise KeyboardInterrupt
        return bytes([byte])

    def write(self, data):
        wire.write(*data)


class Port:
    """What ``sys`` holds of it."""

    def __init__(self):
        self.buffer = Stream()


class System:
    """The part of ``sys`` that the board uses."""

    stdin = stdout = Port()


class Poll:
    """Waits for the port."""

    def register(self, stream, events):
        assert stream is System.stdin

    def poll(self, milliseconds):
        return wire.wait(milliseconds)


class Select:
    """The part of ``select`` that the board uses."""

    POLLIN = 1
    poll = Poll


class Time:
    """The part of ``time`` that the board uses; the test may let it run ahead."""

    @staticmethod
    def ticks_ms():
        return wire.ticks()

    @staticmethod
    def ticks_diff(late, early):
        return (late - early + 0x20000000) % 0x40000000 - 0x20000000


def boot():
    """Run main.py."""
    board.sys, board.select, board.time = System, Select, Time
    with open("/main.py") as file:
        exec(file.read(), {"__name__": "__main__"})
