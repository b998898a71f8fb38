"""What a GM may do, by mail and at the command line."""
