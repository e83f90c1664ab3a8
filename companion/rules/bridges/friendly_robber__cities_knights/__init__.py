"""Friendly robber with Cities & Knights."""
