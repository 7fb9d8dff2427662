"""Decks of real cards: which tag sticks on which card, how a deck is tagged, checked, kept and shared."""
