"""The Adventure Begins on the device: its own questions, screens and set-up, over those of the base game."""
