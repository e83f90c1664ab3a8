"""Catan for two with event cards."""
