"""Lights, buzzer and buttons on the pins of a Raspberry Pi, and stand-ins for machines without any."""

import calibration  # noqa: F401  # before anything imports NumPy, since it says with how many threads that works
