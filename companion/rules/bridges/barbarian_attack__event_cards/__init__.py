"""Barbarian Attack with event cards (BA-71)."""
