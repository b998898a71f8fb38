"""`referee report`: the letters that went out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Format, Game, Paper, Pdf, Unseal, Whose
from referee.cli.output import Shown, listed, noun, put, put_into, say

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.sent import SentLetter, SentLine

app = noun()

Turn = Annotated[int | None, typer.Option(help="Of this turn only.")]


@app.command("list", example="report list autumn Anna --turn 3")
def list_reports(
    campaign: Campaign,
    game: Game,
    seat: Annotated[str | None, typer.Argument(metavar="[SEAT]", help="One seat only; GM for the GM's.")] = None,
    turn: Turn = None,
) -> Shown[list[SentLine]]:
    """List the letters of a game, of all kinds."""
    from referee.service.records import sent

    found = [sent.listed(one) for one in sent.letters(campaign, game, step=turn, seat=seat)]
    return listed(found, campaign.zone(), "There are no such letters.")


@app.command(example="report show autumn GM --turn 3")
def show(
    campaign: Campaign,
    game: Game,
    seat: Whose,
    turn: Turn = None,
    kind: Annotated[str, typer.Option(help="Such as report, receipt, press, welcome; all shows every letter.")] = "",
    form: Format = "text",
    unseal: Unseal = False,
) -> Shown[list[SentLetter]]:
    """Print a seat's latest report, or its letters of a turn or kind. A player's letters are sealed: see --unseal."""
    from referee.service.records import sent

    wanted = sent.form_named(form)
    if wanted is sent.Form.PDF:
        made = sent.on_paper(campaign, game, seat, step=turn, kind=kind, unsealed=unseal)
        return Shown([], lambda: put(made))
    found = sent.chosen(campaign, game, seat, step=turn, kind=kind, unsealed=unseal)
    texts = [sent.shown(campaign, letter, wanted) for letter in found]
    return Shown([sent.letter(one) for one in found], lambda: say("\n".join(texts)))


@app.command("print", example="report print autumn GM --turn 3 --out turn-3.pdf")
def print_letter(
    campaign: Campaign,
    game: Game,
    seat: Whose,
    out: Pdf,
    turn: Turn = None,
    kind: Annotated[str, typer.Option(help="Such as report, receipt, press, welcome; all prints every letter.")] = "",
    paper: Paper = "a4",
    unseal: Unseal = False,
) -> None:
    """Print a seat's latest report on paper, as PDF, with a card to write orders on.

    The extra referee-pbem[print] and Pango are needed. A player's letters are sealed: see --unseal.
    """
    from referee.service.records import sent

    size = sent.paper_named(paper)
    put_into(out, lambda: sent.on_paper(campaign, game, seat, step=turn, kind=kind, unsealed=unseal, paper=size))


@app.command(example="report schema")
def schema() -> None:
    """Print the JSON Schema of letters as data: of `--format json`, and of what MAIL DATA attaches."""
    from referee.service.records import sent

    say(sent.schema())
