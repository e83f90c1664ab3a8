"""The Lighthouses: a small scenario of our own, to try the house on and to copy for a new one."""
