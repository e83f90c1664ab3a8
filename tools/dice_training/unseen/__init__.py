"""Rigs that nothing is trained on. Nothing outside of this package imports any of it."""
