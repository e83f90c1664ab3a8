"""What makes the trained part of the eye: scenes drawn by code, and training. Reading needs none."""
