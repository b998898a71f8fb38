"""What the rules ask: one small class for each decision."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.asks import Ask

from .state import Stone


class Lay(Ask[Stone]):
    """Which stone do you lay?"""

    rule: ClassVar[str] = "TG-2.1"
    live: ClassVar[bool] = True
