"""Traders & Barbarians: wagons carry cargo between three destinations, past barbarians on the roads."""
