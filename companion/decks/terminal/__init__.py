"""Decks at a terminal: a person taps cards, reads what came of it, and presses a key now and then."""
