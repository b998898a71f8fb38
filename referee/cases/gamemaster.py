"""The GM of a case: rulings on what the rules ask the GM, and corrections."""

from __future__ import annotations

import re
from typing import Any

from referee.cases.written import Case
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import GM
from referee.engine.errors import OrderError
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Order, readable
from referee.engine.ruleset import Ruleset

RULE = re.compile(r"RULE\s+(?:#?(\d+)|\S+)\s*:?\s+(.*)", re.IGNORECASE)


def is_gm(name: str) -> bool:
    """Say whether a name in a case means the GM, or a question put to the GM."""
    return name.partition("/")[0].casefold() == GM.casefold()


class GameMaster:
    """Rules as a case says: by question (``GM/Ruling``, ``GM/Ruling/2``), or in order lines (``RULE 2 NO EFFECT``)."""

    def __init__(self, rules: Ruleset[Any, Any], case: Case, lexicon: Lexicon) -> None:
        self.rules = rules
        self.case = case
        self.lexicon = lexicon
        self.by_key = {key: text for key, text in case.answers.items() if is_gm(key)}
        lines = [line for name, sent in case.orders.items() if is_gm(name) for line in sent]
        ruled = [match for match in map(RULE.fullmatch, lines) if match]
        self.by_number = {int(match[1] or n): match[2] for n, match in enumerate(ruled, 1)}
        self.lines = [line for line in lines if not RULE.fullmatch(line)]
        self.asked: list[str] = []
        self.used: list[str] = []

    def corrections(self) -> list[Order]:
        """Read the lines that are no rulings."""
        try:
            return [self.rules.corrections.read(line, self.lexicon) for line in self.lines]
        except OrderError as e:
            raise self.case.error(f"a line of the GM cannot be read: {readable(e)}") from None

    def __call__(self, ask: Ask[Any]) -> Answer[Any]:
        """Answer as the case says, else with the first choice, which is no effect."""
        kind = type(ask).__name__
        self.asked.append(kind)
        count = self.asked.count(kind)
        names = [f"{GM}/{kind}/{count}", f"{GM}/{ask.name}", *([f"{GM}/{kind}"] if count == 1 else [])]
        key = next((k for k in self.by_key if k.casefold() in [name.casefold() for name in names]), None)
        text = self.by_key[key] if key else self.by_number.get(len(self.asked))
        self.used.append(key or f"RULE {len(self.asked)}")
        if text is None:
            return Answer(ask.choices[0], Why.DEFAULT)
        try:
            return Answer(self.rules.words.answer(ask, text, self.lexicon), Why.RULING)
        except OrderError as e:
            raise self.case.error(f"the ruling {text} cannot be read: {readable(e)}") from None

    def unasked(self) -> list[str]:
        """List the rulings that the rules never asked for."""
        said = [*self.by_key, *(f"RULE {n}" for n in self.by_number)]
        return [one for one in said if one not in self.used]
