"""Writes the golden games anew: python -m tests.golden. Read the difference before you keep it."""

from tests.golden.whole_game import regenerate

if __name__ == "__main__":
    regenerate()
