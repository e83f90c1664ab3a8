"""Playing progress cards: one command for each card, one file for each deck."""
