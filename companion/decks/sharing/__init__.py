"""Decks from elsewhere and for elsewhere: lists of tag numbers, dumps of other tools, other tables' decks."""
