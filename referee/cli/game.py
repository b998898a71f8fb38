"""`referee game`: games created, started, moved, paused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.carrying import adjudicate, carry_out, foresee
from referee.cli.output import Json, at, data, is_due, moment, noun, say, table
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.records.overview import GamePage

app = noun("Create games, start them, move deadlines, pause, announce.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]
Reason = Annotated[str, typer.Option(help="What the players are told.")]


@app.command()
def create(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A short name: letters, digits, hyphens.")],
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Which rules; see: referee rulesets list")],
    title: Annotated[str, typer.Option(help="What letters call it.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Repeat it.")] = None,
    policy: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Repeat it; see: referee game policy")
    ] = None,
    deadline: Annotated[str, typer.Option(help="Such as: Tue,Fri 20:00 Europe/Berlin, or: every 3 days at 20:00")] = "",
    zone: Annotated[str, typer.Option(help="The game's time zone; else the deadline's, else the campaign's.")] = "",
    early: Annotated[bool, typer.Option(help="Adjudicate as soon as everybody's orders are in.")] = True,
    show_missing: Annotated[bool, typer.Option(help="Reports say who sent nothing.")] = False,
    reveal: Annotated[bool, typer.Option(help="Lay everything open after the end.")] = True,
    as_json: Json = False,
) -> None:
    """Create a game that people may join. Its secret is made now, and its commitment is in every invitation.

    Example: referee game create autumn wizards-duel -o deck=half --deadline "Tue,Fri 20:00"
    """
    from referee.service.gm.start import NewGame, create_game
    from referee.service.records.overview import game_page, live_remark, reveal_of

    with opened(ctx) as campaign:
        wanted = NewGame(
            name=name,
            ruleset=ruleset,
            title=title,
            options=options_from(option),
            deadline=deadline,
            zone=zone,
            early=early,
            show_missing=show_missing,
            reveal=reveal_of(reveal),
            policy=options_from(policy),
        )
        made = create_game(campaign, wanted)
        if as_json:
            data(game_page(campaign, made.name))
            return
        say(f"{made.title} is created. Its commitment is {made.commitment}.")
        if remark := live_remark(campaign, made.name):
            say(remark)
        say(f"Next: referee seat add {made.name} NAME ADDRESS")


@app.command()
def policy(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="The game's short name; none for the defaults.")] = "",
    as_json: Json = False,
) -> None:
    """Show what is settled of a game beside its rules: grace, holidays, silence, absences, press.

    Example: referee game policy
    """
    from referee.service.records.overview import policy_of

    with opened(ctx) as campaign:
        found = policy_of(campaign, game)
        if as_json:
            data({name: value for name, value, _ in found})
        else:
            table(("setting", "value", "meaning"), found)


@app.command("list")
def list_games(ctx: typer.Context, as_json: Json = False) -> None:
    """List all games of the campaign.

    Example: referee game list --json
    """
    from referee.service.records.overview import game_list

    with opened(ctx) as campaign:
        found = game_list(campaign)
        if as_json:
            data(found)
            return
        rows = [(g.name, g.ruleset, g.status, g.turn, g.seats, moment(g.due, campaign.zone())) for g in found]
        due = f"due ({campaign.zone().key})"
        table(("game", "rules", "status", "turn", "seats", due), rows, "No game was created yet.")


@app.command()
def show(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """Show a game: its options, its seats, its deadline. No secret is shown.

    Example: referee game show autumn
    """
    from referee.service.records.overview import game_page

    with opened(ctx) as campaign:
        found = game_page(campaign, game)
        if as_json:
            data(found)
        else:
            _print(found)


def _print(found: GamePage) -> None:
    line = found.line
    name = f"{line.title} ({line.name})" if line.title != line.name else line.name
    say(f"{name}, {line.ruleset} edition {found.edition}: {line.status}")
    if found.hold_reason:
        say(f"  because: {found.hold_reason}")
    due = f"due {at(line.due, found.zone)}" if line.due else "no deadline is running"
    say(f"  turn {line.turn}, {due}; rule: {found.deadline or 'none'}")
    say(f"  early: {_yes(found.early)}, missing shown: {_yes(found.show_missing)}, reveal: {found.reveal}")
    say(f"  commitment {found.commitment}")
    say("\nOptions")
    table(("option", "value"), found.options.items())
    say("\nSeats")
    table(("seat", "address", "zone"), [(s.name, s.address, s.zone) for s in found.seats], "Nobody has joined yet.")


def _yes(value: bool) -> str:
    return "yes" if value else "no"


@app.command()
def start(
    ctx: typer.Context,
    game: Game,
    first_due: Annotated[str, typer.Option(metavar="TIME", help="When turn 1 is due, such as Tue 20:00, or 3d.")] = "",
    anyway: Annotated[bool, typer.Option("--anyway", help="Though no letter came yet from some player.")] = False,
    as_json: Json = False,
) -> None:
    """Start a game: names are fixed, the cards are dealt, and everybody gets a first letter.

    Each player should have answered the invitation before: that proves that mail finds its way.

    Example: referee game start autumn --first-due "2026-12-01 20:00"
    """
    from referee.service.deadlines import moments
    from referee.service.gm.start import check_proved, start_game
    from referee.service.records.overview import game_page

    with opened(ctx) as campaign:
        zone = game_page(campaign, game).zone
        due = moments.moment(first_due, zone, campaign.clock.now()) if first_due else None
        if not anyway:
            check_proved(campaign, game)
        row = start_game(campaign, game, due)
        if as_json:
            data(game_page(campaign, game))
        else:
            first = is_due(row.due_at, zone) if row.due_at else "is adjudicated when you run it"
            say(f"{row.title} has begun. Turn 1 {first}.")


@app.command()
def pause(ctx: typer.Context, game: Game, reason: Reason = "") -> None:
    """Stop a game's clock until it is resumed, and tell everybody.

    Example: referee game pause autumn --reason "The GM is on holiday until Monday."
    """
    from referee.service.gm.pauses import Pause

    carry_out(ctx, Pause(text=reason), game)


@app.command()
def resume(ctx: typer.Context, game: Game, reason: Reason = "") -> None:
    """Let a paused or held game go on; a deadline that is over moves to the next of its rule.

    Example: referee game resume autumn
    """
    from referee.service.gm.pauses import Resume

    carry_out(ctx, Resume(text=reason), game)


@app.command()
def extend(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's short name; with --all, the time.")],
    until: Annotated[
        str, typer.Argument(metavar="TIME", help="Such as Tue 20:00 or 2026-12-01 8pm; 2d is added to the deadline.")
    ] = "",
    shorten: Annotated[bool, typer.Option("--shorten", help="Move it back: by the time, or to it.")] = False,
    every: Annotated[bool, typer.Option("--all", help="All games that run, by as much: +2d.")] = False,
    reason: Reason = "",
) -> None:
    """Move the deadline of the open turn, or of the open turns of all games, and tell everybody why.

    Example: referee game extend autumn +24h --reason "The mail server was down."

    Example: referee game extend --all +2d --reason "I was ill."
    """
    from referee.service.gm.deadlines import Extend, Shorten

    if every:
        carry_out(ctx, Extend(time=until or game, reason=reason, everywhere=True))
        return
    if not until:
        raise typer.BadParameter("Say until when, such as Tue 20:00, or by how much: 2d.", param_hint="TIME")
    carry_out(ctx, (Shorten if shorten else Extend)(time=until, reason=reason), game)


@app.command("set")
def set_(
    ctx: typer.Context,
    game: Game,
    settings: Annotated[list[str], typer.Argument(metavar="NAME=VALUE", help="Such as press=public; repeat it.")],
    reason: Reason = "",
    shorten: Annotated[bool, typer.Option("--shorten", help="Though a turn has less than min_first then.")] = False,
    as_json: Json = False,
) -> None:
    """Change what may change of a game: title, deadline, early, and what referee game policy lists. All are told.

    The options of the rules too, unless the game was laid out by them; once it has begun, only with a reason and from
    the open turn on. The deadline of the open turn stays as it is.

    Example: referee game set autumn "deadline=Tue,Fri 21:00" grace=12h --reason "The holidays are near."
    """
    from referee.service.gm.settings import Set

    carry_out(ctx, Set(wanted=options_from(settings), reason=reason, shorten=shorten), game, as_json=as_json)


@app.command()
def end(
    ctx: typer.Context,
    game: Game,
    result: Annotated[str, typer.Option(metavar="SEATS", help="Who has won, with commas between; or nobody.")],
    reason: Annotated[str, typer.Option(help="Why; everybody is told.")],
    as_json: Json = False,
) -> None:
    """End a game that is being played; everybody gets the letter of its end. Exit code 1 if that fails.

    Example: referee game end autumn --result Anna --reason "Nobody can stop her any more."
    """
    from referee.service.gm.ending import EndGame

    adjudicate(ctx, EndGame(result=result, reason=reason), game, as_json=as_json)


@app.command()
def cancel(
    ctx: typer.Context,
    game: Game,
    reason: Annotated[str, typer.Option(help="Why; everybody is told.")],
    as_json: Json = False,
) -> None:
    """Cancel a game without a result, or call it off before it begins. Exit code 1 if that fails.

    Example: referee game cancel winter --reason "Too few of us have time."
    """
    from referee.service.gm.ending import Cancel

    adjudicate(ctx, Cancel(text=reason), game, as_json=as_json)


@app.command()
def delete(
    ctx: typer.Context,
    game: Game,
    yes: Annotated[bool, typer.Option("--yes", help="Really; it cannot be taken back.")] = False,
) -> None:
    """Take a game that never began out of the books: its name is free, its seats are gone, who was invited is told.

    Example: referee game delete winter --yes
    """
    from referee.engine.errors import SetupError
    from referee.service.gm.ending import Delete

    if not yes:
        raise SetupError("This cannot be taken back. Say --yes if you mean it.")
    carry_out(ctx, Delete(), game)


@app.command()
def hold(ctx: typer.Context, game: Game, reason: Annotated[str, typer.Option(help="Why, for the log.")] = "") -> None:
    """Hold a game: nothing of it is adjudicated until you resume, run or extend its turn. The players are not told.

    Example: referee game hold autumn --reason "I look into turn 5."
    """
    from referee.service.gm.pauses import Hold

    carry_out(ctx, Hold(text=reason), game)


@app.command()
def correct(
    ctx: typer.Context,
    game: Game,
    line: Annotated[str, typer.Argument(metavar="CORRECTION", help="In the words of the game's rules.")],
    reason: Annotated[str, typer.Option(help="Why; everybody reads it, so name no hidden card.")],
    try_out: Annotated[bool, typer.Option("--preview", help="Say what it would do, and do nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Correct the state of a game just before the open turn is adjudicated: announced at once, part of its record.

    A card from one place to another, two cards exchanged, a number, who is first, what somebody has: which places and
    numbers a game has says `referee ruling help autumn`. Who saw the card where it lay, or sees it where it lies now,
    is told which it is, the others that one was moved. What would break the rules is refused, or changes nothing.

    Example: referee game correct autumn "SET POINTS OF Anna TO 12" --reason "Round 3 was scored wrongly."

    Example: referee game correct autumn "CARD 8S TO HAND OF Anna" --reason "A card was dealt to the wrong player."

    Example: referee game correct autumn "SWAP 8S WITH KH" --reason "Two cards were dealt the wrong way."

    Example: referee game correct autumn "FIRST Bruno" --reason "Bruno had won the last trick."

    Example: referee game correct autumn "GIVE JEWEL TO Anna" --reason "It was hers by LT-23.6."
    """
    from referee.service.gm.corrections import Correct

    one = Correct(line=line, reason=reason)
    if try_out:
        foresee(ctx, one, game, as_json=as_json)
    else:
        carry_out(ctx, one, game, as_json=as_json)


@app.command()
def log(
    ctx: typer.Context,
    game: Game,
    seat: Annotated[str, typer.Option(help="What this seat may know of it.")] = "",
    as_json: Json = False,
) -> None:
    """Print what the GM and the referee have done in a game. Players can ask for theirs with LOG.

    Example: referee game log autumn --seat Anna
    """
    from referee.service.gm.status import Log

    carry_out(ctx, Log(seat=seat), game, as_json=as_json)


@app.command()
def announce(
    ctx: typer.Context,
    game: Game,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Your words; - reads them from standard input.")],
    to: Annotated[list[str] | None, typer.Option(metavar="SEAT", help="Only to this seat; repeat it.")] = None,
) -> None:
    """Send your words to everybody in a game, or to some alone.

    Example: referee game announce autumn "A happy new year to all of you."

    Example: referee game announce autumn "Thank you, I look into it." --to Anna
    """
    from referee.service.gm.announcements import Announce, Tell

    words = (typer.get_text_stream("stdin").read() if text == "-" else text).strip()
    carry_out(ctx, Tell(addressees=tuple(to), text=words) if to else Announce(text=words), game)


def options_from(pairs: list[str] | None) -> dict[str, str]:
    """Read NAME=VALUE pairs."""
    out = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair}: write NAME=VALUE, such as deck=half.")
        out[name.strip()] = value.strip()
    return out
