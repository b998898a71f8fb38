"""Letters that go out: written into the outbox, paced, delivered, and what is done when they come back."""
