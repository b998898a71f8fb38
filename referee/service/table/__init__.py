"""A game taken up from the store, and what lines of orders come to at it."""
