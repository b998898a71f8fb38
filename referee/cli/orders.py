"""`referee orders`: the same reader as for mailed ones."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Game, Reason, Unseal
from referee.cli.declared import carry_out, of, order
from referee.cli.output import Shown, listed, moment, noun, say, table

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.gm.corrections import Corrected
    from referee.service.players.orders import OrdersOf, Revision, Sheet

app = noun()

Seat = Annotated[str, typer.Argument(metavar="SEAT", help="The seat's name, or its beginning.")]
File = Annotated[Path, typer.Argument(metavar="[FILE|-]", help="A file with the lines; - is standard input.")]
Lines = Annotated[list[str] | None, typer.Option("--line", "-l", metavar="TEXT", help="One line; repeat it.")]
GmLines = Annotated[list[str] | None, typer.Option("--line", "-l", metavar="TEXT")]

NO_LINE = "There is no line here."
SEALED = "What {} holds is sealed, so nothing is warned of. Add --unseal to look; players are told of every look."
NO_FILE = (errno.ENOENT, errno.ENAMETOOLONG)


@app.command(example='orders check autumn Anna -l "LEAD M7" -l "PLAY ON 8"')
def check(
    campaign: Campaign, game: Game, seat: Seat, file: File = Path("-"), line: Lines = None, unseal: Unseal = False
) -> Shown[Sheet]:
    """Read order lines as the turn would, say what becomes of each, and keep nothing.

    What the seat holds or has on file plays no part in the answer while that is sealed: see --unseal. Exit code 1 if a
    line cannot be used. Before the start the lines are wishes.
    """
    from referee.service.gm import start
    from referee.service.players import orders

    lines = _lines(file, line)
    if start.waits(campaign, game):
        return _wishes(start.by_hand(campaign, game, seat, lines, keep=False))
    found = orders.check(campaign, game, seat, lines)
    opens = _opens(campaign, game, found.seat, unseal=unseal)
    return _read(orders.sheet_of(campaign, found, opens=opens), SEALED)


@app.command(example="orders send autumn Anna orders.txt")
def send(campaign: Campaign, game: Game, seat: Seat, file: File = Path("-"), line: Lines = None) -> Shown[Sheet]:
    """File order lines for a seat as if they had been mailed; the log of the game tells of it.

    What else a letter may ask for is done too, such as RESEND or TO Bruno: words; a vote, leave and the like are not,
    for they are the player's own.

    Before the start the lines are wishes, such as CHARACTER, or the word for the seed.
    """
    from referee.service.gm import start
    from referee.service.players import orders
    from referee.service.rounds.byhand import send_orders

    lines = _lines(file, line)
    if start.waits(campaign, game):
        return _wishes(start.by_hand(campaign, game, seat, lines, keep=True))
    found = send_orders(campaign, game, seat, lines)
    return _read(orders.sheet_of(campaign, found, opens=_opens(campaign, game, found.seat)))


@app.command(cls=of("orders correct", "corrections.CorrectOrders"))
def correct(
    ctx: typer.Context,
    game: Game,
    player: Annotated[str, typer.Argument(metavar="SEAT")],
    text: Reason,
    file: File = Path("-"),
    lines: GmLines = None,
) -> Shown[Corrected]:
    one = order(ctx, player=player, text=text, lines=tuple(_lines(file, lines)))
    return carry_out(ctx, one, game)


@app.command(example="orders show autumn Anna --turn 3 --unseal")
def show(
    campaign: Campaign,
    game: Game,
    seat: Seat,
    turn: Annotated[int | None, typer.Option(metavar="N", help="A turn that was played: what counted in it.")] = None,
    unseal: Unseal = False,
) -> Shown[OrdersOf]:
    """Show what a seat has on file, or what counted in a past turn. While the game lasts this is sealed: see --unseal.
    """
    from referee.service.campaign.seal import unseal as look
    from referee.service.players import orders

    if turn is not None:
        found = orders.of_turn(campaign, game, seat, turn)
        look(campaign, game, f"the orders of {found.seat} for turn {turn}", asked=unseal)
    else:
        found = orders.on_file(campaign, game, seat)
        look(campaign, game, f"the orders of {found.seat}", asked=unseal)
    return Shown(found, lambda: _counted(found) if turn is not None else _on_file(found))


def _on_file(found: OrdersOf) -> None:
    say(
        f"{found.title}, turn {found.turn}, {found.seat}: on file since {moment(found.received, found.zone)} "
        f"({found.zone})"
    )
    for n, lines in sorted(found.turns.items()):
        say(f"  for turn {n}:")
        for text in lines:
            say(f"    {text}")
    for text in found.standing:
        say(f"  standing: {text}")
    if found.waits:
        say("  The WAIT flag is on.")


def _counted(found: OrdersOf) -> None:
    say(f"{found.title}, turn {found.turn}, {found.seat}: what counted")
    for text in found.lines or ("nothing",):
        say(f"  {text}")


@app.command(example="orders history autumn Anna")
def history(
    campaign: Campaign,
    game: Game,
    seat: Annotated[str | None, typer.Argument(metavar="[SEAT]", help="One seat only.")] = None,
    unseal: Unseal = False,
) -> Shown[list[Revision]]:
    """List every revision of orders that came in; their lines only with --unseal, or when the game is over."""
    from referee.service.players import orders

    opens = _opens(campaign, game, seat or "everybody", unseal=unseal)
    return listed(orders.revisions(campaign, game, seat, opens=opens), empty="No orders came yet.")


def _lines(file: Path, given: list[str] | None) -> list[str]:
    """Return the lines from the options, the file, or standard input; raises `SetupError` if there is no such file."""
    from referee.engine.errors import SetupError

    if given:
        return given
    if str(file) == "-":
        return typer.get_text_stream("stdin").read().splitlines()
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        if error.errno not in NO_FILE:
            raise
        raise SetupError(f'There is no file {file}. A line of orders is given so: -l "{file}"') from None


def _opens(campaign: Campaign, game: str, seat: str, *, unseal: bool = False) -> bool:
    """Say whether a seat's view and its file may play a part in what is printed."""
    from referee.service.campaign.seal import opens

    return opens(campaign, game, f"the orders of {seat}", asked=unseal)


def _read(sheet: Sheet, sealed: str = "") -> Shown[Sheet]:
    """Show what became of each line, and what is ``sealed`` if it is; leave with 1 if one could not be used."""

    def told() -> None:
        say(f"{sheet.title}, turn {sheet.turn}, {sheet.seat}:")
        table(("line", "", ""), [(n, x.text, x.verdict()) for n, x in enumerate(sheet.lines, 1)], NO_LINE)
        for one in sheet.done:
            say(f"{one.text}: {one.said}")
        if sheet.receipt:
            say(f"Filed. Receipt {sheet.receipt}.")
        if sealed and sheet.on_file is None:
            say(sealed.format(sheet.seat))

    return Shown(sheet, told, int(not sheet.ok))


def _wishes(sheet: Sheet) -> Shown[Sheet]:
    """Show what became of each line sent before the start; leave with 1 if one could not be used."""
    rows = [(n, one.text, one.said) for n, one in enumerate(sheet.lines, 1)]
    return Shown(sheet, lambda: table(("line", "", ""), rows, NO_LINE), int(not sheet.ok))
