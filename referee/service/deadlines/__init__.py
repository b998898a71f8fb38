"""When a turn is due, and everything that moves that: leave, extensions, outages."""
