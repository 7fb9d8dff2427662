"""The table companion: what happens between a tap and the pixels."""
