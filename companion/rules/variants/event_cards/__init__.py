"""Event cards: a deck of cards with numbers and events in the place of the number dice."""
