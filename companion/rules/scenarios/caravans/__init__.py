"""The Caravans: an oasis, camels that are voted for, and roads and settlements at their ways."""
