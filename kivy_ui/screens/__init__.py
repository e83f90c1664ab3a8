"""One screen a file, loaded when it is first shown."""
