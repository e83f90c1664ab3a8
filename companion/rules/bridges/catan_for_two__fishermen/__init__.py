"""Catan for two with the Fishermen (FI-10)."""
