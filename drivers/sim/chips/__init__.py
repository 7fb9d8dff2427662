"""Simulated chips: they decode the same bytes as real ones and know no bus."""
