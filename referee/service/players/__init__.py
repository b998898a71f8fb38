"""What a player may ask for by mail or have done at the command line."""
