"""The games that can be played, their rulebooks, and tools for those who write one."""
