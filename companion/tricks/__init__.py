"""Port Royal (2000) on the device: flows, screens, corrections and players at a simulated table."""
