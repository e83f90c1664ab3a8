"""Catan for two with Barbarian Attack (BA-70)."""
