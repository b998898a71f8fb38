"""The mailroom: where letters come from, whom they are for, when they came, and how many at a time."""
