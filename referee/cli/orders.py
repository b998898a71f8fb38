"""`referee orders`: the same reader as for mailed ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.carrying import carry_out
from referee.cli.declared import of
from referee.cli.output import Json, data, moment, noun, say, table
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.players.orders import Checked, InForce

app = noun("Check, send, correct and show orders.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]
SeatName = Annotated[str, typer.Argument(metavar="SEAT", help="The seat's name, or its beginning.")]
File = Annotated[Path, typer.Argument(metavar="[FILE|-]", help="A file with the lines; - is standard input.")]
Lines = Annotated[list[str] | None, typer.Option("--line", "-l", metavar="TEXT", help="One line; repeat it.")]
GmLines = Annotated[list[str] | None, typer.Option("--line", "-l", metavar="TEXT")]
Unseal = Annotated[bool, typer.Option("--unseal", help="Look at what is sealed; the players are told.")]


@app.command()
def check(
    ctx: typer.Context,
    game: Game,
    seat: SeatName,
    file: File = Path("-"),
    line: Lines = None,
    unseal: Unseal = False,
    as_json: Json = False,
) -> None:
    """Read order lines as the turn would, say what becomes of each, and keep nothing.

    What the seat holds or has on file plays no part in the answer while that is sealed: see --unseal. Exit code 1 if a
    line cannot be used. Before the start the lines are wishes.

    Example: referee orders check autumn Anna -l "LEAD M7" -l "PLAY ON 8"
    """
    from referee.service.gm import start
    from referee.service.players import orders

    lines = _lines(file, line)
    with opened(ctx) as campaign:
        if start.waits(campaign, game):
            _wishes(start.by_hand(campaign, game, seat, lines, keep=False), as_json=as_json)
            return
        found = orders.check(campaign, game, seat, lines)
        _show(campaign, found, as_json=as_json, opens=_opens(campaign, game, found.seat, unseal=unseal))


@app.command()
def send(
    ctx: typer.Context, game: Game, seat: SeatName, file: File = Path("-"), line: Lines = None, as_json: Json = False
) -> None:
    """File order lines for a seat as if they had been mailed; the log of the game tells of it.

    What else a letter may ask for is done too, such as RESEND or TO Bruno: words; a vote, leave and the like are not,
    for they are the player's own.

    Before the start the lines are wishes, such as CHARACTER, or the word for the seed.

    Example: referee orders send autumn Anna orders.txt
    """
    from referee.service.gm import start
    from referee.service.rounds.byhand import send_orders

    lines = _lines(file, line)
    with opened(ctx) as campaign:
        if start.waits(campaign, game):
            _wishes(start.by_hand(campaign, game, seat, lines, keep=True), as_json=as_json)
            return
        found = send_orders(campaign, game, seat, lines)
        _show(campaign, found, as_json=as_json, opens=_opens(campaign, game, found.seat))


@app.command(cls=of("orders correct", "corrections.CorrectOrders"))
def correct(
    ctx: typer.Context,
    game: Game,
    player: Annotated[str, typer.Argument(metavar="SEAT")],
    text: Annotated[str, typer.Option("--reason")],
    file: File = Path("-"),
    lines: GmLines = None,
    as_json: Json = False,
) -> None:
    from referee.service.gm.corrections import CorrectOrders

    one = CorrectOrders(player=player, text=text, lines=tuple(_lines(file, lines)))
    carry_out(ctx, one, game, as_json=as_json)


@app.command()
def show(
    ctx: typer.Context,
    game: Game,
    seat: SeatName,
    turn: Annotated[int | None, typer.Option(metavar="N", help="A turn that was played: what counted in it.")] = None,
    unseal: Unseal = False,
    as_json: Json = False,
) -> None:
    """Show what a seat has on file, or what counted in a past turn. While the game lasts this is sealed: see --unseal.

    Example: referee orders show autumn Anna --turn 3 --unseal
    """
    from referee.service.campaign.seal import unseal as look
    from referee.service.players import orders

    with opened(ctx) as campaign:
        if turn is not None:
            found = orders.of_turn(campaign, game, seat, turn)
            look(campaign, game, f"the orders of {found.seat} for turn {turn}", asked=unseal)
            _past(found, as_json=as_json)
            return
        row, step, file, at = orders.on_file(campaign, game, seat)
        seat = orders.check(campaign, game, seat, ()).seat
        look(campaign, game, f"the orders of {seat}", asked=unseal)
        if as_json:
            turns = {str(n): list(lines) for n, lines in file.turns.items()}
            data({"turn": step, "received": at, "turns": turns, "standing": file.standing, "waits": file.waits})
            return
        say(f"{row.title}, turn {step}, {seat}: on file since {moment(at, row.zone)} ({row.zone})")
        for n, lines in sorted(file.turns.items()):
            say(f"  for turn {n}:")
            for text in lines:
                say(f"    {text}")
        for text in file.standing:
            say(f"  standing: {text}")
        if file.waits:
            say("  The WAIT flag is on.")


def _past(found: InForce, *, as_json: bool) -> None:
    """Print the orders that counted in a turn that was played."""
    if as_json:
        data({"turn": found.turn, "seat": found.seat, "lines": list(found.lines)})
        return
    say(f"{found.game.title}, turn {found.turn}, {found.seat}: what counted")
    for text in found.lines or ("nothing",):
        say(f"  {text}")


@app.command()
def history(
    ctx: typer.Context,
    game: Game,
    seat: Annotated[str | None, typer.Argument(metavar="[SEAT]", help="One seat only.")] = None,
    unseal: Unseal = False,
    as_json: Json = False,
) -> None:
    """List every revision of orders that came in; their lines only with --unseal, or when the game is over.

    Example: referee orders history autumn Anna
    """
    from referee.service.campaign.seal import may_look
    from referee.service.campaign.seal import unseal as look
    from referee.service.players import orders

    with opened(ctx) as campaign:
        if unseal:
            look(campaign, game, f"the orders of {seat or 'everybody'}", asked=True)
        opens = unseal or may_look(campaign, game)
        found = orders.revisions(campaign, game, seat)
        heads = [(r.step, r.seat, r.revision, r.received_at, r.receipt, [x["text"] for x in r.sheet]) for r in found]
        if as_json:
            keys = ("turn", "seat", "revision", "received", "receipt", "lines")
            data([dict(zip(keys, (*head[:5], head[5] if opens else None), strict=True)) for head in heads])
            return
        rows = [(*head[:3], moment(head[3]), head[4], "\n".join(head[5]) if opens else "sealed") for head in heads]
        table(("turn", "seat", "no.", "received (UTC)", "receipt", "lines"), rows, "No orders came yet.")


def _lines(file: Path, given: list[str] | None) -> list[str]:
    """Return the lines from the options, the file, or standard input."""
    if given:
        return given
    if str(file) == "-":
        return typer.get_text_stream("stdin").read().splitlines()
    return file.read_text(encoding="utf-8").splitlines()


def _opens(campaign: Campaign, game: str, seat: str, *, unseal: bool = False) -> bool:
    """Say whether a seat's view and its file may play a part in what is printed."""
    from referee.service.campaign.seal import may_look
    from referee.service.campaign.seal import unseal as look

    if unseal:
        look(campaign, game, f"the orders of {seat}", asked=True)
    return unseal or may_look(campaign, game)


def _show(campaign: Campaign, checked: Checked, *, as_json: bool, opens: bool) -> None:
    """Print what became of each line; leave with 1 if one could not be used."""
    from referee.service.players.orders import sheet_of

    sheet = sheet_of(campaign, checked, opens=opens)
    wrong = checked.refused or any("problem" in line for line in sheet)
    if as_json:
        found = {"game": checked.game.name, "seat": checked.seat, "turn": checked.step, "lines": sheet}
        on_file = list(checked.found.file.lines(checked.step)) if opens else None
        done = [{"text": one.text, "said": one.what} for one in checked.done]
        data(found | {"on_file": on_file, "receipt": checked.receipt or None, "done": done, "ok": not wrong})
    else:
        say(f"{checked.game.title}, turn {checked.step}, {checked.seat}:")
        rows = [(n, line["text"], _verdict(line)) for n, line in enumerate(sheet, 1)]
        table(("line", "", ""), rows, "There is no line here.")
        for one in checked.done:
            say(f"{one.text}: {one.what}")
        if checked.receipt:
            say(f"Filed. Receipt {checked.receipt}.")
    if wrong:
        raise typer.Exit(1)


def _wishes(found: list[tuple[str, str, bool]], *, as_json: bool) -> None:
    """Print what became of each line sent before the start; leave with 1 if one could not be used."""
    if as_json:
        data({"turn": 0, "lines": [{"text": text, "said": said, "ok": right} for text, said, right in found]})
    else:
        table(("line", "", ""), [(n, *one[:2]) for n, one in enumerate(found, 1)], "There is no line here.")
    if not all(right for *_, right in found):
        raise typer.Exit(1)


def _verdict(line: dict[str, object]) -> str:
    if "problem" in line:
        return f"{line['problem']} {line['hint']}".strip()
    warnings = line["warnings"]
    said = [str(w) for w in warnings] if isinstance(warnings, list) else []
    return " ".join([f"{line['heard']}: {line['order']}." if "order" in line else f"{line['heard']}.", *said])
