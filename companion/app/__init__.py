"""What the front ends share: session, storage, settings, text, cues."""
