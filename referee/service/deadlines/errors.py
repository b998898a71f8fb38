"""What is wrong with a deadline; in a file of its own, for commands that name errors and want no database."""


class DeadlineError(ValueError):
    """A deadline rule that cannot be read; the message gives examples."""
