"""The use cases: what the referee does, one per module."""
