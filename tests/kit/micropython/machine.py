"""MicroPython's module of that name, for a board that is not there."""

import wire


class Pin:
    """A button to ground, or what drives something."""

    IN, OUT, PULL_UP = 0, 1, 2
    buttons = []

    def __init__(self, number, mode, pull=None):
        self.number = number
        if mode == Pin.IN:
            assert pull == Pin.PULL_UP
            self.place = len(Pin.buttons)
            Pin.buttons.append(self)

    def value(self):
        return 0 if wire.down(self.place) else 1


class PWM:
    """A buzzer."""

    def __init__(self, pin):
        self.hz = self.said = 0

    def freq(self, hz):
        assert 1 <= hz <= 20000
        self.hz = hz

    def duty_u16(self, duty):
        sounds = self.hz if duty else 0
        if sounds != self.said:
            self.said = sounds
            wire.say("hz", sounds)


def reset():
    """Start anew, with the files as they are."""
    wire.reset()
    raise SystemExit
