"""A letter's way in: whose it is, what is to be done with it, and its one answer."""
