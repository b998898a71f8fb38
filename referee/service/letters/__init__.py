"""Letters that came in: kept, parsed, and what can be told of one before anybody acts on it."""
