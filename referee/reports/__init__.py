"""Letters, made from what a seat was told, from its view, and from its own order lines."""
