"""A small game as a package of its own: what a third party would write, install and play."""
