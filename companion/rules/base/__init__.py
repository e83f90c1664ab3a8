"""The base game, itself a module on the engine."""
