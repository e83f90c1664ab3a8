"""Catan for two with Cities & Knights (CO-05)."""
