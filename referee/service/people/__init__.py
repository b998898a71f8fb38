"""People: their addresses, how they come to a seat and leave it, who looks on, what is kept of them."""
