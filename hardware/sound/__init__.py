"""The alerts through a speaker: melodies that are worked out here, and sentences that espeak-ng says."""
