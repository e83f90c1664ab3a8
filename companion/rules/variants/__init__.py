"""Variants: rules that join any game, one folder each."""
