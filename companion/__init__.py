"""Longship: the companion itself, with its engine, rules, history and application services."""

__version__ = "0.1.0"
