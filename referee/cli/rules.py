"""`referee rules`: the rules of a game, to read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from referee.cli.arguments import Ruleset
from referee.cli.output import Shown, say, verb

app = verb()


@dataclass(frozen=True)
class Part:
    """A part of a game's rules."""

    game: str
    """The game."""
    asked: str
    """What was asked for."""
    found: bool
    """Whether there is such a part."""
    text: str
    """The part; or what there is."""


@app.command(example="rules wizards-duel WD-3.1")
def rules(
    ruleset: Ruleset,
    asked: Annotated[str, typer.Argument(metavar="[NUMBER|WORD]", help="A rule, a chapter, a heading's word.")] = "",
) -> Shown[Part]:
    """Print a part of a game's rules; without a number or a word, the chapters. The exit code is 1 if there is none."""
    from referee.service.rulesets.rulebooks import has_rules_part, rules_part

    part = Part(ruleset, asked, has_rules_part(ruleset, asked), rules_part(ruleset, asked))
    return Shown(part, lambda: say(part.text), int(not part.found))
