"""A whole game by real mail on this machine: played by bots, or by you against them."""
