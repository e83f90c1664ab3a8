"""Event cards with Cities & Knights."""
