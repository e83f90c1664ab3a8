"""Cities & Knights."""
