"""The Lighthouses: a small scenario of our own, to test the program with and to copy for a new one."""
