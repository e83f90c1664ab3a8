"""Scenarios: games on a board of their own."""
