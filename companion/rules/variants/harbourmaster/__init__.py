"""Harbourmaster: points for settlements and cities at harbours."""
