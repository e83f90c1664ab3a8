"""The command line, one file a command. Each is found by an entry point that adds it to the others."""
