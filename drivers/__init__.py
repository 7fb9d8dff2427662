"""Table hardware: readers, displays, buttons; every bus is passed in."""
