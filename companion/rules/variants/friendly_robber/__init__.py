"""Friendly robber: whoever has only two points is left alone."""
