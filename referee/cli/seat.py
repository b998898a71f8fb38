"""`referee seat`: who plays, who plays in whose place, who looks on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Address, Game, Local
from referee.cli.declared import Answered, carry_out, of, order
from referee.cli.output import Shown, at, listed, noun, say
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.records.pages import SeatLine

app = noun()

Seat = Annotated[str, typer.Argument(metavar="SEAT", help="The seat's name.")]
Player = Annotated[str, typer.Argument(metavar="SEAT")]


@app.command()
def add(
    ctx: typer.Context,
    game: Game,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The seat's name: three letters or more.")],
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The player's mail address.")],
    zone: Annotated[str, typer.Option(help="The player's time zone, else the game's.")] = "",
    local: Local = False,
) -> Shown[SeatLine]:
    """Seat a player, and send out the invitation with the game's commitment.

    Example: referee seat add autumn Anna anna@players.example --zone Europe/Berlin
    """
    from referee.service.gm.start import seat_player
    from referee.service.records.overview import game_page, same_person

    with opened(ctx) as campaign:
        made = seat_player(campaign, game, name, address, zone=zone, demo=local)
        found = next(s for s in game_page(campaign, game).seats if s.name == made.name)
        doubt = same_person(campaign, game, made.name)
    said = f"{made.name} has a seat in {game}; the invitation is on its way."
    return Shown(found, lambda: say(f"{said}\nMind: {doubt}" if doubt else said))


@app.command(cls=of("seat invite", "seats.Invite"))
def invite(
    ctx: typer.Context,
    game: Game,
    address: Address,
    name: Annotated[str, typer.Option("--as", metavar="NAME")] = "",
    local: Local = False,
) -> Shown[Answered]:
    return carry_out(ctx, order(ctx, address=address, name=name, local=local), game)


@app.command(cls=of("seat decline", "seats.Declined"))
def decline(
    ctx: typer.Context,
    game: Game,
    text: Annotated[str, typer.Argument(metavar="SEAT|ADDRESS")],
) -> Shown[Answered]:
    return carry_out(ctx, order(ctx, text=text), game)


@app.command("list")
def list_seats(ctx: typer.Context, game: Game) -> Shown[list[SeatLine]]:
    """List the seats of a game with their players and characters, and whether mail from them was seen to come.

    Example: referee seat list autumn
    """
    from referee.service.records.overview import game_page

    with opened(ctx) as campaign:
        found = game_page(campaign, game)
    return listed(found.seats, found.zone, "Nobody has joined yet.")


@app.command(cls=of("seat replace", "seats.Replace"))
def replace(
    ctx: typer.Context,
    game: Game,
    player: Player,
    address: Address,
    name: Annotated[str, typer.Option(metavar="NAME")] = "",
    zone: Annotated[str, typer.Option()] = "",
    due: Annotated[str, typer.Option(metavar="TIME")] = "",
    local: Local = False,
) -> Shown[Answered]:
    return carry_out(ctx, order(ctx, player=player, address=address, name=name, zone=zone, due=due, local=local), game)


@app.command()
def rotate(ctx: typer.Context, game: Game, seat: Seat) -> None:
    """Let the keys in a seat's reply addresses die, because one may have leaked, and mail its player a new one.

    Example: referee seat rotate autumn Anna
    """
    from referee.service.post.tokens import rotate as renew

    with opened(ctx) as campaign:
        reader, died = renew(campaign, game, seat)
    dead = "1 key" if died == 1 else f"{died} keys"
    say(f"{dead} of {reader} {'is' if died == 1 else 'are'} dead; a new one is on its way.")


@app.command()
def substitute(
    ctx: typer.Context,
    game: Game,
    seat: Seat,
    address: Annotated[str, typer.Argument(metavar="[ADDRESS]", help="Who plays meanwhile; none with --end.")] = "",
    until: Annotated[str, typer.Option(metavar="TIME", help="Such as 2026-12-01, to its end, or 14d.")] = "",
    end: Annotated[bool, typer.Option("--end", help="Give the seat back now.")] = False,
    local: Local = False,
) -> None:
    """Let somebody play a seat until a day; meanwhile its own player cannot, so that never two do.

    Example: referee seat substitute autumn Anna eve@players.example --until +14d
    """
    from referee.engine.errors import SetupError
    from referee.service.deadlines import moments
    from referee.service.people import handover
    from referee.service.records.overview import game_page

    with opened(ctx) as campaign:
        if end:
            say(f"{handover.end_loan(campaign, game, seat).name} is its own player's again.")
            return
        if not address or not until:
            raise SetupError("Say who plays and until when, such as: ADDRESS --until +14d")
        page = game_page(campaign, game)
        zone, due = page.zone, page.line.due
        moment_of = moments.moment(until, zone, campaign.clock.now(), whole_days=True)
        made = handover.lend(campaign, game, seat, address, until=moment_of, demo=local)
        say(f"{made.name} is played by {address} until {at(moment_of, zone)}.")
        if due is not None and moment_of < due:
            say(f"The open turn is due {at(due, zone)}, when {made.name} is its own player's again.")


@app.command()
def empty(ctx: typer.Context, game: Game, seat: Seat) -> None:
    """Take a player out of a seat; those on the standby list are asked. Before the start the place is given up.

    Example: referee seat empty autumn Anna
    """
    from referee.service.people import resignation

    with opened(ctx) as campaign:
        say(f"{resignation.empty(campaign, game, seat).name} has no player now.")


@app.command()
def bot(
    ctx: typer.Context,
    game: Game,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="An empty seat; before the start, one more.")],
    style: Annotated[str, typer.Option(help="How it plays: sensible or scribble.")] = "sensible",
    off: Annotated[bool, typer.Option("--off", help="Let it rest.")] = False,
) -> None:
    """Let the referee play a seat that has no player, from what the seat knows alone; everybody is told.

    Example: referee seat bot autumn Random
    """
    from referee.service.people import standin

    with opened(ctx) as campaign:
        if off:
            say(f"{standin.rest(campaign, game, seat).name} is not played by the referee any more.")
        else:
            say(f"{standin.play(campaign, game, seat, style).name} is played by the referee.")


@app.command()
def observe(
    ctx: typer.Context,
    game: Game,
    address: Address,
    off: Annotated[bool, typer.Option("--off", help="Send no more of them.")] = False,
    local: Local = False,
) -> None:
    """Send somebody the public letters of a game: what everybody at the table may know, and nothing else.

    Example: referee seat observe autumn olga@players.example
    """
    from referee.service.people import observers

    with opened(ctx) as campaign:
        if off:
            observers.remove(campaign, game, address)
            say(f"{address} gets no more letters about {game}.")
        else:
            observers.add(campaign, game, address, demo=local)
            say(f"{address} gets the public letters of {game} from now on.")


@app.command(cls=of("seat absent", "seats.Leave"))
def absent(
    ctx: typer.Context,
    game: Game,
    player: Player,
    text: Annotated[str, typer.Argument(metavar="DAYS")],
) -> Shown[Answered]:
    return carry_out(ctx, order(ctx, player=player, text=text), game)


@app.command(cls=of("seat excuse", "seats.Excuse"))
def excuse(
    ctx: typer.Context,
    game: Game,
    player: Player,
    n: Annotated[int | None, typer.Option("--turn", metavar="N")] = None,
) -> Shown[Answered]:
    return carry_out(ctx, order(ctx, player=player, n=n), game)
