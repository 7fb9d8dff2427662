"""Puts the table onto a Raspberry Pi as a service, mends it, updates it, and takes it away again.

It runs before anything of the program is installed, on the system's own Python: it needs the standard library
alone, and imports nothing else of ours.
"""
