"""Catan for two with Traders & Barbarians."""
