"""Gold, as three scenarios have it: pieces that lie open, buy resources, and are none themselves."""
