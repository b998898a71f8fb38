"""`referee demo`: a whole game on this machine, to look at or to play."""

from __future__ import annotations

import secrets
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.output import Shown, progress, say, verb

if TYPE_CHECKING:
    from referee.demo.demo import Progress as Step
    from referee.demo.demo import Shown as Played
    from referee.demo.play import Came, Sitting

app = verb()

SOON, LONG = 0.5, 20.0
"""How long to wait for one more letter before asking for orders, and for the answer to a letter, in seconds."""

HOW = (
    "Write your orders, one a line; an empty line sends them. HELP, STATUS, RULES or TO name: words work too.\n"
    "quit leaves the game."
)


@app.command(example=("demo --keep demo-campaign --seed 7", "demo --play"))
def demo(
    ctx: typer.Context,
    ruleset: Annotated[str, typer.Argument(metavar="[RULESET]", help="Which game; else the Game of Amber.")] = "",
    play: Annotated[bool, typer.Option("--play", help="Play one seat yourself, against bots.")] = False,
    mail: Annotated[bool, typer.Option("--mail", help="With --play: in your own mail program.")] = False,
    name: Annotated[str, typer.Option(help="With --play: what you are called.")] = "",
    keep: Annotated[Path | None, typer.Option("--keep", metavar="DIR", help="A new folder for what is left.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same number is the same game.")] = None,
) -> Shown[Played] | None:
    """Play a whole game by real mail on this machine: bots write in the manner of several mail programs.

    It needs no network and no setting up, takes less than two minutes, ends by itself, and says where reports,
    mailboxes and archive lie. With --play you take one seat.
    """
    from referee.demo import demo as demos
    from referee.service.campaign.logbook import write_log

    write_log("text", "error")
    number = secrets.randbelow(10_000) if seed is None else seed
    folder = keep.resolve() if keep is not None else demos.new_folder()
    slug = ruleset or demos.DEFAULT_GAME
    if play or mail:
        play_game(slug, folder, name=name, seed=number, by_mail=mail)
        return None
    if not ctx.params["as_json"]:
        say(f"{demos.title(slug)}, by mail on this machine. It ends by itself, in {demos.LONGEST:.0f} seconds at most.")
    try:
        shown = _watched(slug, folder, number)
    except KeyboardInterrupt:
        say(f"Stopped. What there is so far lies in {folder}.")
        raise typer.Exit(130) from None
    return Shown(shown, lambda: _tell(shown, ruleset, number), int(not shown.good))


def _watched(slug: str, folder: Path, seed: int) -> Played:
    """Run the demo under a progress bar, or with a line for each turn where there is no terminal."""
    from referee.demo.demo import demo as run

    with progress() as bar:
        task = bar.add_task("by mail", total=None, word="")
        last = ""

        def watch(step: Step) -> None:
            nonlocal last
            word = f"turn {step.turn}, {step.word}; {step.sent} letters out, {step.received} in"
            bar.update(task, word=word)
            if bar.disable and (head := word.partition(";")[0]) != last:
                typer.echo(f"  {word}", err=True)
                last = head

        return run(slug, folder, seed=seed, watch=watch)


def _tell(shown: Played, ruleset: str, seed: int) -> None:
    """Print a sample, the result, and where everything lies."""
    say(f"\nA report, as it was mailed:\n\n{_indented(shown.report)}")
    say(f"\nA receipt:\n\n{_indented(shown.receipt)}\n")
    if shown.over:
        *others, last = shown.winners or ("nobody",)
        won = f"{', '.join(others)} and {last}" if others else last
        turns = "1 turn" if shown.turns == 1 else f"{shown.turns} turns"
        say(f"{shown.title}: {won} won after {turns}, in {shown.seconds:.0f} seconds.")
        say(shown.how)
    else:
        say(f"{shown.title} did not come to its end: {shown.turns} turns. {shown.reason}".strip())
    say(f"{shown.sent} letters went to players and GM, and {shown.received} came from players.")
    say(f"Theirs were written as by {', '.join(shown.programs).replace('_', ' ')}.")
    good = f"{shown.verdict.steps} steps played again, all as they were written"
    bad = f"step {shown.verdict.bad_step} differs: {shown.verdict.problem}"
    say(f"Archive verified: {good if shown.verdict.ok else bad}.\n")
    say(f"Reports     {shown.letters}")
    say(f"Mailboxes   {shown.mailboxes}")
    say(f"Archive     {shown.database}")
    look = ["neomutt", "-R", "-e", f'set folder="{shown.mailboxes}"', "-f", f"={shown.mailbox.name}"]
    say(f"\nA mailbox:    {shlex.join(look)}")
    program = called()
    say(f"Look around:  {program} --campaign {shown.folder} archive show {shown.game}")
    again = f"{program} demo {ruleset}".rstrip()
    say(f"Once more:    {again} --seed {seed}")
    say(f"Play a seat:  {again} --play")


def called() -> str:
    """Return how this program is called from here: by its name where the shell finds it, else as it was just now."""
    asked, found = Path(sys.argv[0]), shutil.which("referee")
    if asked.name != "referee" or not asked.is_file() or (found and asked.samefile(found)):
        return "referee"
    return shlex.quote(sys.argv[0])


def _indented(text: str) -> str:
    return "\n".join(f"  | {line}".rstrip() for line in text.rstrip().splitlines())


# The newcomer's seat in `referee demo --play`: at the terminal, or beside their own mail program.


def play_game(slug: str, folder: Path, *, name: str, seed: int, by_mail: bool) -> None:
    """Play one seat of a game to its end, or until one leaves."""
    from referee.demo.play import Sitting

    say("A moment, please: mail server, referee and your opponents are coming.")
    with Sitting(slug, folder, name=name, seed=seed) as sitting:
        try:
            (_name_letters if by_mail else _play)(sitting)
        except (KeyboardInterrupt, EOFError, typer.Abort):
            say("\nYou leave the table. Good bye.")
        letters = sitting.lay_out()
    say(f"\nAll letters lie in {letters}, the mailboxes in {folder / 'mailboxes'}.")


def _play(sitting: Sitting) -> None:
    say(HOW)
    while True:
        while (came := sitting.next(SOON)) is not None:
            _print(came)
        if sitting.over:
            return
        if sitting.must_act():
            lines = _orders(sitting)
            if lines is None:
                say("You leave the table. Good bye.")
                return
            sitting.send(lines)
            say("  (sent)")
        came = sitting.next(LONG)
        if came is None:
            say("Nothing comes back; something is wrong with the referee. You leave the table.")
            return
        _print(came)


def _orders(sitting: Sitting) -> list[str] | None:
    """Ask for orders until they can be read, or are to be sent all the same; None if the player wants to leave."""
    while (lines := _typed()) is not None:
        problems = sitting.problems(lines)
        for problem in problems:
            say(f"  {problem}")
        if not problems or typer.confirm("Send it all the same?", default=False):
            return lines
    return None


def _typed() -> list[str] | None:
    """Read lines up to an empty one; None if the player wants to leave."""
    lines: list[str] = []
    while True:
        line = input("orders> " if not lines else "      > ").strip()
        if line.lower() in ("quit", "exit"):
            return None
        if not line and lines:
            return lines
        if line:
            lines.append(line)


def _name_letters(sitting: Sitting) -> None:
    """Say where a mail program finds its letters, and name them as they come."""
    host, port = sitting.host
    say("\nYour letters come into a Maildir on this machine, and nothing leaves it. Open it from another terminal:\n")
    say(f"  neomutt -n -F {shlex.quote(str(sitting.write_settings()))}\n")
    say("mutt takes the same words. In another program that opens Maildirs, such as Evolution, KMail or aerc:\n")
    say(f"  address    {sitting.address}\n  incoming   Maildir, {sitting.mailbox}")
    say(f"  outgoing   SMTP, {host}, port {port}, no encryption, no password")
    say("\nAnswer the report in your inbox with your orders. Ctrl-C ends the game.\n")
    while True:
        came = sitting.next(1.0)
        if came is not None:
            say(f"In your inbox: {came.subject}")
        elif sitting.over:
            return


def _print(came: Came) -> None:
    say(f"\n{came.subject}\n\n{came.text}")
