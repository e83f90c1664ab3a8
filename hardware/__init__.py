"""Lights, buzzer and buttons on the pins of a Raspberry Pi, and stand-ins for machines without any."""
