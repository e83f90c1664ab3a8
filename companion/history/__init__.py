"""The append-only log of a game and the states it leads to."""
