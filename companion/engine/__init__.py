"""The pure rules engine: knows no module by name, no clock, no chance, no files."""
