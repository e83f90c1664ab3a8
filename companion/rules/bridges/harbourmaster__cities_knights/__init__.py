"""Harbourmaster with Cities & Knights."""
