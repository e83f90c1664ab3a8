"""Catan for two (C2): two neutral colours, two rolls a turn, trade tokens."""
