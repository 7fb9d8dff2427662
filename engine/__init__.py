"""The rules of the games: no clock, no randomness, no files, no hardware."""
