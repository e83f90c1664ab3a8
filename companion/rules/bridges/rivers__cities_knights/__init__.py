"""The Rivers of Catan with Cities & Knights (CO-07)."""
