"""The board as a picture that takes touches."""
