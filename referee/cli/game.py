"""`referee game`: games created, started, moved, paused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Game, Options, Reason, To, Words, Yes, really
from referee.cli.declared import (
    GAME,
    REASON,
    WHY,
    Adjudicated,
    Answered,
    adjudicate,
    carry_out,
    of,
    option,
    order,
    typed,
    word,
)
from referee.cli.output import Shown, at, is_due, listed, listing, noun, say, table
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.gm.corrections import Corrected
    from referee.service.gm.settings import Change
    from referee.service.records.pages import GameLine, GamePage, Setting

app = noun()


@app.command(example='game create autumn wizards-duel -o deck=half --deadline "Tue,Fri 20:00"')
def create(
    campaign: Campaign,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A short name: letters, digits, hyphens.")],
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="Which rules; see: referee rulesets list")],
    title: Annotated[str, typer.Option(help="What letters call it; otherwise the rules' own name.")] = "",
    option: Options = None,
    policy: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="What referee game policy lists; repeat it.")
    ] = None,
    deadline: Annotated[str, typer.Option(help="Such as: Tue,Fri 20:00 Europe/Berlin, or: every 3 days at 20:00")] = "",
    zone: Annotated[str, typer.Option(help="The game's time zone; else the deadline's, else the campaign's.")] = "",
    early: Annotated[bool, typer.Option(help="Adjudicate as soon as everybody's orders are in.")] = True,
    show_missing: Annotated[bool, typer.Option(help="Reports say who sent nothing.")] = False,
    reveal: Annotated[bool, typer.Option(help="Lay everything open after the end.")] = True,
) -> Shown[GamePage]:
    """Create a game that people may join. Its secret is made now, and its commitment is in every invitation."""
    from referee.service.gm.start import create_game
    from referee.service.records.overview import game_page, live_remark, reveal_of

    made = create_game(
        campaign, name, ruleset, title=title, options=options_from(option), deadline=deadline, zone=zone,
        early=early, show_missing=show_missing, reveal=reveal_of(reveal), policy=options_from(policy),
    )  # fmt: skip
    said = [f"{made.title} is created. Its commitment is {made.commitment}.", live_remark(campaign, made.name)]
    said.append(f"Next: referee seat add {made.name} NAME ADDRESS")
    return Shown(game_page(campaign, made.name), lambda: say("\n".join(filter(None, said))))


@app.command(example="game policy")
def policy(
    campaign: Campaign,
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="The game's short name; none for the defaults.")] = "",
) -> Shown[list[Setting]]:
    """Show what is settled of a game beside its rules: grace, holidays, silence, absences, press."""
    from referee.service.records.overview import policy_of

    return listed(policy_of(campaign, game))


@app.command("list", example="game list --json")
def list_games(campaign: Campaign) -> Shown[list[GameLine]]:
    """List all games of the campaign."""
    from referee.service.records.overview import game_list

    return listed(game_list(campaign), campaign.zone().key, "No game was created yet.")


@app.command(example="game show autumn")
def show(campaign: Campaign, game: Game) -> Shown[GamePage]:
    """Show a game: its options, its seats, its deadline. No secret is shown."""
    from referee.service.records.overview import game_page

    found = game_page(campaign, game)
    return Shown(found, lambda: _print(found))


def _print(found: GamePage) -> None:
    line = found.line
    name = line.title if line.name in line.title else f"{line.title} ({line.name})"
    say(f"{name}, {line.ruleset} edition {found.edition}: {line.status}")
    for why in dict.fromkeys(filter(None, (found.hold_reason, found.stands_still))):
        say(f"  because: {why}")
    due = f"due {at(line.due, found.zone)}" if line.due else "no deadline is running"
    say(f"  turn {line.turn}, {due}; rule: {found.deadline or 'none'}")
    say(f"  early: {_yes(found.early)}, missing shown: {_yes(found.show_missing)}, reveal: {found.reveal}")
    say(f"  commitment {found.commitment}")
    say(f"  key        {found.public_key}")
    say("\nOptions")
    table(("option", "value"), found.options.items())
    say("\nSeats")
    listing(found.seats, found.zone, "Nobody has joined yet.")


def _yes(value: bool) -> str:
    return "yes" if value else "no"


@app.command(example='game start autumn --first-due "2026-12-01 20:00"')
def start(
    campaign: Campaign,
    game: Game,
    first_due: Annotated[str, typer.Option(metavar="TIME", help="When turn 1 is due, such as Tue 20:00, or 3d.")] = "",
    anyway: Annotated[bool, typer.Option("--anyway", help="Though no letter came yet from some player.")] = False,
) -> Shown[GamePage]:
    """Start a game: names are fixed, the cards are dealt, and everybody gets a first letter.

    Each player should have answered the invitation before: that proves that mail finds its way.
    """
    from referee.service.deadlines import moments
    from referee.service.gm.start import check_proved, start_game
    from referee.service.records.overview import game_page

    zone = game_page(campaign, game).zone
    due = moments.moment(first_due, zone, campaign.clock.now()) if first_due else None
    if not anyway:
        check_proved(campaign, game)
    row = start_game(campaign, game, due)
    first = is_due(row.due_at, zone) if row.due_at else "is adjudicated when you run it"
    return Shown(game_page(campaign, game), lambda: say(f"{row.title} has begun. Turn 1 {first}."))


typed(app, "game pause", "deadlines.Pause", GAME, REASON)
typed(app, "game resume", "deadlines.Resume", GAME, REASON)


@app.command(cls=of("game extend", "deadlines.Extend", "deadlines.Shorten"))
def extend(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's short name; with --all, the time.")],
    time: Annotated[str, typer.Argument(metavar="TIME")] = "",
    shorten: Annotated[bool, typer.Option("--shorten")] = False,
    everywhere: Annotated[bool, typer.Option("--all")] = False,
    reason: Reason = "",
) -> Shown[Answered]:
    if everywhere:
        return carry_out(ctx, order(ctx, time=time or game, reason=reason, everywhere=True))
    if not time:
        raise typer.BadParameter("Say until when, such as Tue 20:00, or by how much: 2d.", param_hint="TIME")
    return carry_out(ctx, order(ctx, int(shorten), time=time, reason=reason), game)


@app.command("set", cls=of("game set", "settings.Set"))
def set_(
    ctx: typer.Context,
    game: Game,
    wanted: Annotated[list[str], typer.Argument(metavar="NAME=VALUE")],
    reason: Reason = "",
    shorten: Annotated[bool, typer.Option("--shorten")] = False,
) -> Shown[list[Change]]:
    return carry_out(ctx, order(ctx, wanted=options_from(wanted), reason=reason, shorten=shorten), game)


typed(app, "game adopt", "settings.Adopt", GAME, word("n", "EDITION", int), WHY)


@app.command(cls=of("game end", "ending.EndGame"))
def end(
    ctx: typer.Context,
    game: Game,
    reason: Annotated[str, typer.Option()],
    result: Annotated[str | None, typer.Argument(metavar="SEATS")] = None,
    named: Annotated[str | None, typer.Option("--result", help="The same, as of old.", hidden=True)] = None,
) -> Shown[Adjudicated]:
    said = [one for one in (result, named) if one is not None]
    if len(said) != 1:
        raise typer.BadParameter("Say once who has won, or nobody.", param_hint="SEATS")
    return adjudicate(ctx, order(ctx, result=said[0], reason=reason), game)


typed(app, "game cancel", "ending.Cancel", GAME, WHY, by=adjudicate)


@app.command(cls=of("game delete", "ending.Delete"))
def delete(ctx: typer.Context, game: Game, yes: Yes = False) -> Shown[Answered]:
    really(yes)
    return carry_out(ctx, order(ctx), game)


typed(app, "game hold", "deadlines.Hold", GAME, REASON)


@app.command(cls=of("game correct", "corrections.Correct"))
def correct(
    ctx: typer.Context,
    game: Game,
    line: Annotated[str, typer.Argument(metavar="CORRECTION")],
    reason: Annotated[str, typer.Option()],
    try_out: Annotated[bool, typer.Option("--preview", help="Say what it would do, and do nothing.")] = False,
) -> Shown[Corrected] | Shown[Answered]:
    from referee.service.rounds import command

    one = order(ctx, line=line, reason=reason)
    if not try_out:
        return carry_out(ctx, one, game)
    with opened(ctx) as campaign:
        words = command.foreseen(campaign, one, game)
    return Shown(Answered(words), lambda: say(f"{words}\nNothing was saved."))


typed(app, "game log", "status.Log", GAME, option("seat"))


@app.command(cls=of("game announce", "announcements.Announce", "announcements.Tell"))
def announce(ctx: typer.Context, game: Game, text: Words, addressees: To = None) -> Shown[Answered]:
    words = text.strip()
    one = order(ctx, 1, addressees=tuple(addressees), text=words) if addressees else order(ctx, text=words)
    return carry_out(ctx, one, game)


def options_from(pairs: list[str] | None) -> dict[str, str]:
    """Read NAME=VALUE pairs."""
    out = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair}: write NAME=VALUE, such as deck=half.")
        out[name.strip()] = value.strip()
    return out
