"""MicroPython's module of that name, for lights that are not there."""

import wire


class NeoPixel:
    """Addressable lights."""

    def __init__(self, pin, count):
        self.colours = [(0, 0, 0)] * count

    def __setitem__(self, place, colour):
        assert len(colour) == 3 and all(0 <= channel <= 255 for channel in colour)
        self.colours[place] = colour

    def write(self):
        wire.say("lights", "".join("%02x%02x%02x" % colour for colour in self.colours))
