"""The games: base, expansions, variants and scenarios, each a module for the engine."""
