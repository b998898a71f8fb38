"""A turn from its reminders to its letters: adjudicated once, tried out, taken back."""
