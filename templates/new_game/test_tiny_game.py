"""All laws of the referee, held against Tiny Game."""

from referee.laws.trial import broken

from tiny_game import RULESET


def test_tiny_game_keeps_every_law() -> None:
    assert broken(RULESET, games=20) == []
