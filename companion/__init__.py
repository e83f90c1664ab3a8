"""Longship: the companion itself, with its engine, rules, history and application services."""
