"""Players that need no mail: they play from a view alone, and many games at once."""
