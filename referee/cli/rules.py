"""`referee rules`: the rules of a game, to read."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.output import Json, data, say, verb

app = verb()


@app.command()
def rules(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Which game; see: referee rulesets list")],
    asked: Annotated[str, typer.Argument(metavar="[NUMBER|WORD]", help="A rule, a chapter, a heading's word.")] = "",
    as_json: Json = False,
) -> None:
    """Print a part of a game's rules; without a number or a word, the chapters. The exit code is 1 if there is none.

    Example: referee rules wizards-duel WD-3.1
    """
    from referee.service.rulesets.rulebooks import has_rules_part, rules_part

    text, found = rules_part(ruleset, asked), has_rules_part(ruleset, asked)
    if as_json:
        data({"game": ruleset, "asked": asked, "found": found, "text": text})
    else:
        say(text)
    if not found:
        raise typer.Exit(1)
