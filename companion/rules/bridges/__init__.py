"""What two modules need to know of each other; added by itself when both are in play."""
