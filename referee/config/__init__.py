"""A campaign's settings: its referee.toml and the environment, read once and checked as a whole."""

from referee.config.reading import FILE, ConfigError, read, write_default
from referee.config.sections import Settings

__all__ = ["FILE", "ConfigError", "Settings", "read", "write_default"]
