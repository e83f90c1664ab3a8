"""Catan for two with Barbarian Attack and Cities & Knights (BA-C8)."""
