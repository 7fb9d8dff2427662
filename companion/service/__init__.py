"""The table as a service of the system: told to systemd, watched over, asked and guided from outside."""
