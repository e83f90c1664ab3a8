"""Traders & Barbarians with Cities & Knights."""
