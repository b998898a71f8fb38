"""`referee seat`: who plays, who plays in whose place, who looks on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Address, Game, Local
from referee.cli.declared import GAME, option, parameter, typed, word
from referee.cli.output import Shown, at, listed, noun, say

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.pages import SeatLine

app = noun()

Seat = Annotated[str, typer.Argument(metavar="SEAT", help="The seat's name.")]
PLAYER, ADDRESS, LOCAL = word("player", "SEAT"), parameter("address", Address), parameter("local", Local, False)


@app.command(example="seat add autumn Anna anna@players.example --zone Europe/Berlin")
def add(
    campaign: Campaign,
    game: Game,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The seat's name: three letters or more.")],
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The player's mail address.")],
    zone: Annotated[str, typer.Option(help="The player's time zone, else the game's.")] = "",
    local: Local = False,
) -> Shown[SeatLine]:
    """Seat a player, and send out the invitation with the game's commitment."""
    from referee.service.gm.start import seat_player
    from referee.service.records.overview import game_page, same_person

    made = seat_player(campaign, game, name, address, zone=zone, demo=local)
    found = next(s for s in game_page(campaign, game).seats if s.name == made.name)
    doubt = same_person(campaign, game, made.name)
    said = f"{made.name} has a seat in {game}; the invitation is on its way."
    return Shown(found, lambda: say(f"{said}\nMind: {doubt}" if doubt else said))


typed(app, "seat invite", "seats.Invite", GAME, ADDRESS, option("name", "--as", metavar="NAME"), LOCAL)
typed(app, "seat decline", "seats.Declined", GAME, word("text", "SEAT|ADDRESS"))


@app.command("list", example="seat list autumn")
def list_seats(campaign: Campaign, game: Game) -> Shown[list[SeatLine]]:
    """List the seats of a game with their players and characters, and whether mail from them was seen to come."""
    from referee.service.records.overview import game_page

    found = game_page(campaign, game)
    return listed(found.seats, found.zone, "Nobody has joined yet.")


STEP = option("n", "--turn", kind=int | None, default=None, metavar="N")
OF_THE_NEW = option("name", metavar="NAME"), option("zone"), option("due", metavar="TIME")
typed(app, "seat replace", "seats.Replace", GAME, PLAYER, ADDRESS, *OF_THE_NEW, LOCAL)


@app.command(example="seat rotate autumn Anna")
def rotate(campaign: Campaign, game: Game, seat: Seat) -> None:
    """Let the keys in a seat's reply addresses die, because one may have leaked, and mail its player a new one."""
    from referee.service.post.tokens import rotate as renew

    reader, died = renew(campaign, game, seat)
    dead = "1 key" if died == 1 else f"{died} keys"
    say(f"{dead} of {reader} {'is' if died == 1 else 'are'} dead; a new one is on its way.")


@app.command(example="seat substitute autumn Anna eve@players.example --until +14d")
def substitute(
    campaign: Campaign,
    game: Game,
    seat: Seat,
    address: Annotated[str, typer.Argument(metavar="[ADDRESS]", help="Who plays meanwhile; none with --end.")] = "",
    until: Annotated[str, typer.Option(metavar="TIME", help="Such as 2026-12-01, to its end, or 14d.")] = "",
    end: Annotated[bool, typer.Option("--end", help="Give the seat back now.")] = False,
    local: Local = False,
) -> None:
    """Let somebody play a seat until a day; meanwhile its own player cannot, so that never two do."""
    from referee.engine.errors import SetupError
    from referee.service.deadlines import moments
    from referee.service.people import handover
    from referee.service.records.overview import game_page

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


@app.command(example="seat empty autumn Anna")
def empty(campaign: Campaign, game: Game, seat: Seat) -> None:
    """Take a player out of a seat; those on the standby list are asked. Before the start the place is given up."""
    from referee.service.people import vacancies

    say(f"{vacancies.empty(campaign, game, seat).name} has no player now.")


@app.command(example="seat bot autumn Random")
def bot(
    campaign: Campaign,
    game: Game,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="An empty seat; before the start, one more.")],
    style: Annotated[str, typer.Option(help="How it plays: sensible or scribble.")] = "sensible",
    off: Annotated[bool, typer.Option("--off", help="Let it rest.")] = False,
) -> None:
    """Let the referee play a seat that has no player, from what the seat knows alone; everybody is told."""
    from referee.service.people import vacancies

    if off:
        say(f"{vacancies.rest(campaign, game, seat).name} is not played by the referee any more.")
    else:
        say(f"{vacancies.play(campaign, game, seat, style).name} is played by the referee.")


@app.command(example="seat observe autumn olga@players.example")
def observe(
    campaign: Campaign,
    game: Game,
    address: Address,
    off: Annotated[bool, typer.Option("--off", help="Send no more of them.")] = False,
    local: Local = False,
) -> None:
    """Send somebody the public letters of a game: what everybody at the table may know, and nothing else."""
    from referee.service.people import observers

    if off:
        observers.remove(campaign, game, address)
        say(f"{address} gets no more letters about {game}.")
    else:
        observers.add(campaign, game, address, demo=local)
        say(f"{address} gets the public letters of {game} from now on.")


typed(app, "seat absent", "seats.Leave", GAME, PLAYER, word("text", "DAYS"))
typed(app, "seat excuse", "seats.Excuse", GAME, PLAYER, STEP)
