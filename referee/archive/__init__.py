"""What is kept of a game for good: it says of itself whether it is true, and needs no campaign."""
