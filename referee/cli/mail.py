"""`referee mail`: letters in and out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.carrying import carry_out
from referee.cli.command import Verb
from referee.cli.declared import of
from referee.cli.output import Json, at, data, moment, noun, say, table
from referee.cli.place import opened, place

app = noun("Letters in and out: keep, read, explain, release, send.")

LATER = 75
"""EX_TEMPFAIL: a mail server keeps the letter and calls again."""

LetterFile = Annotated[Path, typer.Argument(metavar="FILE|-", help="The whole letter; - is standard input.")]
Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The letter's number in: referee mail list")]
GmNumber = Annotated[int, typer.Argument(metavar="NUMBER")]
Limit = Annotated[int, typer.Option(min=1, max=10_000, help="The newest so many.")]


class Patient(Verb):
    """A command that a mail server's pipe runs: whatever goes wrong, the letter must come again."""

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Read the arguments; a pipe that is set up wrongly loses nothing either."""
        try:
            return super().make_context(*args, **extra)
        except Exception as error:
            if getattr(error, "exit_code", None):
                setattr(error, "exit_code", LATER)  # noqa: B010 - typer's errors all have it, by whatever base
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run it."""
        try:
            return super().invoke(ctx)
        except typer.Exit:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the mail server keeps the letter
            from referee.service.upkeep.faults import explained

            typer.echo(explained(error).words, err=True)
            raise typer.Exit(LATER) from None


@app.command(cls=Patient)
def take(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE|-", help="The whole letter; - is standard input.")] = Path("-"),
    sender: Annotated[str | None, typer.Option("--from", metavar="ADDRESS", help="The envelope's sender.")] = None,
    recipient: Annotated[str, typer.Option("--to", metavar="ADDRESS", help="The envelope's recipient.")] = "",
    as_json: Json = False,
) -> None:
    """Take one raw letter in, from a mail server's pipe or a file. Exit code 0 once it is safely kept, else 75.

    It is read by the service, or by: referee mail read. The same letter twice is one. Without --to, it is for the
    address with a key among its headers.

    Example: referee mail take --from anna@players.example --to orders+TOKEN@referee.example < letter.eml
    """
    _take(ctx, file, sender, recipient, as_json=as_json)


@app.command(cls=Patient)
def keep(
    ctx: typer.Context,
    file: LetterFile,
    sender: Annotated[str | None, typer.Option("--from", metavar="ADDRESS", help="The envelope's sender.")] = None,
    recipient: Annotated[str, typer.Option("--to", metavar="ADDRESS", help="The envelope's recipient.")] = "",
    as_json: Json = False,
) -> None:
    """Keep one raw letter, as take does; the older name.

    Example: referee mail keep - --from anna@players.example --to orders+TOKEN@referee.example < letter.eml
    """
    _take(ctx, file, sender, recipient, as_json=as_json)


@app.command(cls=Patient)
def fetch(ctx: typer.Context, as_json: Json = False) -> None:
    """Fetch what lies in the Maildir and the mailbox of the settings, once; the service does so by itself.

    Exit code 75 if one of them cannot be reached.

    Example: referee mail fetch
    """
    from referee.service.rounds.byhand import fetch_waiting

    with opened(ctx) as campaign:
        found = fetch_waiting(campaign)
    if as_json:
        data(found)
    else:
        came = (f"{count} letter{'' if count == 1 else 's'} came by {name}." for name, count in found.items())
        say("\n".join(came) or "No mailbox is set.")


def _take(ctx: typer.Context, file: Path, sender: str | None, recipient: str, *, as_json: bool) -> None:
    from referee.service.rounds.byhand import take as take_in

    raw = _bytes(file)
    with opened(ctx) as campaign:
        taken = take_in(campaign, raw, sender=sender, recipient=recipient)
    if as_json:
        data(taken)
    else:
        known = f"This is letter {taken.letter}, which was kept before."
        say(f"Letter {taken.letter} is kept." if taken.new else known)


@app.command()
def read(ctx: typer.Context, as_json: Json = False) -> None:
    """Read the letters that wait, once; the service does so by itself.

    Example: referee mail read
    """
    from referee.service.rounds.byhand import read_waiting

    with opened(ctx) as campaign:
        done, left = read_waiting(campaign)
    if as_json:
        data({"read": done, "waiting": left})
    else:
        say(f"{done} {'letter was' if done == 1 else 'letters were'} read; {left} wait.")


@app.command()
def send(ctx: typer.Context, as_json: Json = False) -> None:
    """Send what is due in the outbox, once; the service does so by itself. Exit code 75 if something still waits.

    Example: referee mail send
    """
    from referee.service.rounds.byhand import send_waiting

    with opened(ctx) as campaign:
        sent, left = send_waiting(campaign)
    if as_json:
        data({"sent": sent, "waiting": left})
    else:
        more = " See: referee mail outbox" if left else ""
        say(f"{sent} {'mail was' if sent == 1 else 'mails were'} sent; {left} wait.{more}")
    if left:
        raise typer.Exit(LATER)


@app.command("list")
def list_letters(ctx: typer.Context, limit: Limit = 50, as_json: Json = False) -> None:
    """List the letters that came in, with what became of each.

    Example: referee mail list --limit 20
    """
    _letters(ctx, "", limit, as_json=as_json)


@app.command()
def held(ctx: typer.Context, limit: Limit = 50, as_json: Json = False) -> None:
    """List the letters that wait for you, or for a player to confirm them.

    Example: referee mail held
    """
    _letters(ctx, "held", limit, as_json=as_json)


@app.command(cls=of("mail release", "mail.Release", "mail.ReleaseAll"))
def release(
    ctx: typer.Context,
    n: Annotated[int | None, typer.Argument(metavar="NUMBER")] = None,
    releaseall: Annotated[bool, typer.Option("--all")] = False,
) -> None:
    from referee.service.gm.mail import Release, ReleaseAll

    if (n is None) is not releaseall:
        raise typer.BadParameter("Name one letter, or say --all.")
    carry_out(ctx, ReleaseAll() if n is None else Release(n=n))


@app.command(cls=of("mail discard", "mail.Discard"))
def discard(ctx: typer.Context, n: GmNumber) -> None:
    from referee.service.gm.mail import Discard

    carry_out(ctx, Discard(n=n))


@app.command(cls=of("mail hold", "pauses.Hold"))
def hold(
    ctx: typer.Context, n: GmNumber, text: Annotated[str, typer.Option("--reason")] = ""
) -> None:
    from referee.service.gm.pauses import Hold

    carry_out(ctx, Hold(n=n, text=text))


@app.command()
def outbox(
    ctx: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Those that were sent, too.")] = False,
    limit: Limit = 50,
    as_json: Json = False,
) -> None:
    """List the mails that wait or failed, and why.

    Example: referee mail outbox --all --json
    """
    from referee.service.records.overview import mails_out

    with opened(ctx) as campaign:
        found, zone = mails_out(campaign, everything=everything, limit=limit), campaign.zone()
        if as_json:
            data(found)
            return
        rows = [
            (m.id, m.kind, m.game, m.seat, m.state, m.attempts, moment(m.sent or m.next, zone), m.error) for m in found
        ]
        table(("no.", "kind", "game", "to", "state", "tries", f"sent, or next ({zone})", "why"), rows, "Nothing waits.")


@app.command(cls=of("mail resend", "mail.Resend"))
def resend(ctx: typer.Context, n: GmNumber) -> None:
    from referee.service.gm.mail import Resend

    carry_out(ctx, Resend(n=n))


@app.command()
def show(
    ctx: typer.Context,
    number: Number,
    unseal: Annotated[bool, typer.Option("--unseal", help="Look at what is sealed; the players are told.")] = False,
    raw: Annotated[bool, typer.Option("--raw", help="Print the bytes as they came.")] = False,
    as_json: Json = False,
) -> None:
    """Show a letter that came in. A player's words are sealed while the game lasts: see --unseal.

    Example: referee mail show 17
    """
    from referee.service.campaign.seal import unseal as look
    from referee.service.records.explanation import kept, whose

    with opened(ctx) as campaign:
        found = kept(campaign, number)
        opens = unseal or not found.sealed
        if found.sealed and (unseal or raw):
            look(campaign, found.explained.game, whose(found), asked=unseal)
        if raw:
            typer.get_binary_stream("stdout").write(found.raw)
            return
        told = found.explained.as_data()
        if not opens:
            told = told | {"lines": None, "subject": None}
        heading = {"letter": number, "received": found.received, "state": found.state, "outcome": found.outcome}
        if as_json:
            data(heading | {"note": found.note, "sealed": found.sealed} | told)
            return
        said = f"{found.state}{f', {found.outcome}' if found.outcome else ''}{f' ({found.note})' if found.note else ''}"
        say(f"Letter {number}, {at(found.received, campaign.zone())}, by {found.source}: {said}")
        _print(told)
        if not opens:
            say("\nIts words are sealed; add --unseal to read them.")


@app.command()
def explain(ctx: typer.Context, file: LetterFile, as_json: Json = False) -> None:
    """Explain a letter in a file: who wrote it, whether a program did, and what each line is. Nothing is kept.

    In a campaign's folder its tokens and forms are known, and so what was written now.

    Example: referee mail explain letter.eml --json
    """
    from referee.service.records.explanation import explain as explained

    raw = _bytes(file)
    if place(ctx).found() is None:
        found = explained(raw)
    else:
        with opened(ctx) as campaign:
            found = explained(raw, campaign)
    if as_json:
        data(found.as_data())
    else:
        _print(found.as_data())


def _bytes(file: Path) -> bytes:
    return typer.get_binary_stream("stdin").read() if str(file) == "-" else file.read_bytes()


def _letters(ctx: typer.Context, state: str, limit: int, *, as_json: bool) -> None:
    from referee.service.records.overview import letters_in

    with opened(ctx) as campaign:
        found, zone = letters_in(campaign, state=state, limit=limit), campaign.zone()
        if as_json:
            data(found)
            return
        rows = [(x.id, moment(x.received, zone), x.state, x.outcome, x.sender, x.game, x.seat, x.note) for x in found]
        heads = ("no.", f"received ({zone})", "state", "outcome", "from", "game", "seat", "note")
        table(heads, rows, "There are none.")


def _print(told: dict[str, Any]) -> None:
    """Print a letter explained."""
    sender = told["sender"]
    say(f"From      {sender['address'] or 'nobody who can be believed: ' + str(sender['problem'])}")
    say(f"To        {', '.join(told['recipients']) or '-'}")
    if told["subject"] is not None:
        say(f"Subject   {told['subject']}")
    token = told["token"]
    say(f"Token     {'{game}, {seat}, turn {turn}'.format(**token) if token else 'none that is known here'}")
    say(f"Machine   {sender['machine'] or 'no sign of one'}")
    if told["doubt"]:
        say(f"Doubt     {told['doubt']}, says our mail server")
    say(f"Size      {told['size']} bytes of {told['limits']['bytes']}")
    if told["problem"]:
        say(f"Problem   {told['problem']}")
    for name, words in (("Not read", told["not_read"]), ("Charset", told["fallbacks"])):
        if words:
            say(f"{name:<9} {', '.join(words)}")
    if told["disagrees"]:
        say(f"Disagrees {told['disagrees']}")
    if told["lines"] is not None:
        say()
        say("\n".join(f"{line['label']:<12}| {line['text']}".rstrip() for line in told["lines"]))
