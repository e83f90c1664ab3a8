"""Barbarian Attack with Cities & Knights (CO-09)."""
