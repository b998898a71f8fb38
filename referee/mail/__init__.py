"""Letters in, mail out: everything here knows mail and nothing of games."""
