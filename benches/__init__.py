"""Measures the engine beside others in one run, as ratios that hold on any machine: ``make bench``."""
