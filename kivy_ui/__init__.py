"""Longship's touchscreen."""
