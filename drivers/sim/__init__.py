"""Simulated chips behind the same buses as the real ones; they decode the same bytes."""
