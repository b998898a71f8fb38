"""What a GM may look at: games and letters as they stand, the archive, the log."""
