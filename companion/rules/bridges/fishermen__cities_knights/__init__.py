"""The Fishermen of Catan with Cities & Knights."""
