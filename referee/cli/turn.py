"""`referee turn`: the open turn of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.carrying import adjudicate, carry_out
from referee.cli.output import Json, at, data, noun, say, table
from referee.cli.place import opened

app = noun("Preview or run a turn, take one back, and see who is missing.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]


@app.command()
def preview(
    ctx: typer.Context,
    game: Game,
    unseal: Annotated[bool, typer.Option("--unseal", help="Print the letters; the players are told.")] = False,
    seat: Annotated[str, typer.Option(help="Only the letter to this seat, or to GM.")] = "",
    as_json: Json = False,
) -> None:
    """Adjudicate the open turn as it stands, and save nothing of it. With --unseal every letter is printed.

    Example: referee turn preview autumn --unseal --seat Anna
    """
    from referee.service.campaign.names import reader_named
    from referee.service.campaign.seal import may_look
    from referee.service.gm.turns import Preview
    from referee.service.rounds.command import carry_out

    with opened(ctx) as campaign:
        found = carry_out(campaign, Preview(unsealed=unseal), game).value
        opens = unseal or may_look(campaign, game)
        wanted = reader_named([who for who, _ in found.letters], seat) if seat else None
        letters = [(who, letter) for who, letter in found.letters if wanted in (None, who)]
        if as_json:
            told = [
                {"seat": who, "subject": letter and letter.subject, "body": letter and letter.body}
                for who, letter in letters
            ]
            data({"turn": found.step, "silent": found.silent, "letters": told, "questions": len(found.asks)})
            return
        say(f"Turn {found.step} of {found.title} can be adjudicated; nothing was saved.")
        say(f"No orders from: {', '.join(found.silent) or 'nobody; all are in'}.")
        if found.asks:
            say(f"It would stop for {len(found.asks)} questions by mail.")
        elif not opens:
            say(f"It would send {len(found.letters)} letters. They are sealed; add --unseal to read them.")
        for who, letter in letters:
            if letter is not None:
                say(f"\n{'=' * 72}\nTo {who}: {letter.subject}\n\n{letter.body}")


@app.command()
def run(
    ctx: typer.Context,
    game: Game,
    turn: Annotated[int | None, typer.Option(help="Only if this turn is still the open one.")] = None,
    as_json: Json = False,
) -> None:
    """Adjudicate the open turn now, whatever its deadline; everybody gets their report. Exit code 1 if that fails.

    Where a live game waits for answers, its open questions close, and it goes on to the next ones or to its end. If
    the clock or another GM was first, nothing is done.

    Example: referee turn run autumn
    """
    from referee.service.gm.turns import Process

    adjudicate(ctx, Process(step=turn), game, as_json=as_json)


@app.command()
def rollback(
    ctx: typer.Context,
    game: Game,
    turn: Annotated[int, typer.Argument(metavar="TURN", help="The first turn to be taken back.")],
    reason: Annotated[str, typer.Option(help="Why; everybody is told.")],
    reopen: Annotated[bool, typer.Option("--reopen", help="Let the players change their orders for it.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Though the game is over and its secrets are out.")] = False,
    as_json: Json = False,
) -> None:
    """Take a turn back with all that followed it, and tell everybody why; the game is held until it is run again.

    Its orders are on file as they were; what came in for later turns is kept, and counts when its player confirms it.

    Example: referee turn rollback autumn 6 --reason "I read rule 7 wrongly."
    """
    from referee.service.gm.turns import Rollback

    carry_out(ctx, Rollback(n=turn, text=reason, reopen=reopen, anyway=anyway), game, as_json=as_json)


@app.command()
def rerun(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """Adjudicate a turn anew that was taken back, from the same orders and with the same luck. Exit code 1 if it fails.

    Everybody gets a new report, marked RERUN, with what differs from their earlier one.

    Example: referee turn rerun autumn
    """
    from referee.service.gm.turns import Rerun

    adjudicate(ctx, Rerun(), game, as_json=as_json)


@app.command()
def status(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """Show how the open turn stands: when it is due, and who must act and sent nothing.

    Example: referee turn status autumn
    """
    from referee.service.records.overview import game_page, turn_page

    with opened(ctx) as campaign:
        found, zone = turn_page(campaign, game), game_page(campaign, game).zone
        if as_json:
            data(found)
            return
        line = found.line
        due = f"due {at(line.due, zone)}" if line.due else "no deadline is running"
        due += f"; ready, and adjudicated early: {at(line.early, zone)}" if line.early else ""
        say(f"{line.title}: turn {line.turn}, {line.status}, {due}")
        rows = [
            (seat, "no orders" if seat in found.silent else "orders in", "WAIT" if seat in found.waiting else "")
            for seat in found.must_act
        ]
        table(("must act", "", ""), rows, "Nobody has to act.")
        if found.questions:
            are = "s are" if found.questions > 1 else " is"
            say(f"{found.questions} question{are} open; the turn waits for answers.")
