"""Catan for two with the Rivers (RI-10)."""
