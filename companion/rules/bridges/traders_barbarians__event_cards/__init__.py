"""Traders & Barbarians with Event cards."""
