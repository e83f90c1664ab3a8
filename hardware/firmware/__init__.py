"""What runs on the panel's own board, in MicroPython: nothing here is imported by the app."""
