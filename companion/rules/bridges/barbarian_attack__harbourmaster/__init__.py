"""Barbarian Attack with the Harbourmaster (BA-12)."""
