"""`referee mail`: letters in and out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.arguments import Unseal
from referee.cli.command import Verb
from referee.cli.declared import REASON, Answered, carry_out, of, typed, word
from referee.cli.output import Shown, at, blamed, listed, noun, put, read_bytes, say

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.explanation import ExplainedPage, LetterPage
    from referee.service.records.pages import LetterLine, MailLine
    from referee.service.rounds.byhand import Read, Sent, Taken

app = noun()

NO_LETTER = {"": "No letter has come in yet.", "held": "No letter is held."}
"""What is said where none is listed, by the state that was asked for."""

LATER = 75
"""EX_TEMPFAIL: a mail server keeps the letter and calls again."""

LetterFile = Annotated[Path, typer.Argument(metavar="FILE|-", help="The whole letter; - is standard input.")]
Sender = Annotated[str | None, typer.Option("--from", metavar="ADDRESS", help="The envelope's sender.")]
Recipient = Annotated[str, typer.Option("--to", metavar="ADDRESS", help="The envelope's recipient.")]
Number = Annotated[int, typer.Argument(metavar="NUMBER", help="The letter's number in: referee mail list")]
NUMBER = word("n", "NUMBER", int)
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

            blamed(ctx, explained(error).words, LATER)
            raise typer.Exit(LATER) from None


@app.command(
    cls=Patient, example="mail take --from anna@players.example --to orders+TOKEN@referee.example < letter.eml"
)
def take(
    campaign: Campaign,
    file: Annotated[Path, typer.Argument(metavar="FILE|-", help="The whole letter; - is standard input.")] = Path("-"),
    sender: Sender = None,
    recipient: Recipient = "",
) -> Shown[Taken]:
    """Take one raw letter in, from a mail server's pipe or a file. Exit code 0 once it is safely kept, else 75.

    It is read by the service, or by: referee mail read. The same letter twice is one. Without --to, it is for the
    address with a key among its headers.
    """
    return _take(campaign, file, sender, recipient)


@app.command(
    cls=Patient, example="mail keep - --from anna@players.example --to orders+TOKEN@referee.example < letter.eml"
)
def keep(campaign: Campaign, file: LetterFile, sender: Sender = None, recipient: Recipient = "") -> Shown[Taken]:
    """Keep one raw letter, as take does; the older name."""
    return _take(campaign, file, sender, recipient)


@app.command(cls=Patient, example="mail fetch")
def fetch(campaign: Campaign) -> Shown[dict[str, int]]:
    """Fetch what lies in the Maildir and the mailbox of the settings, once; the service does so by itself.

    Exit code 75 if one of them cannot be reached.
    """
    from referee.service.rounds.byhand import fetch_waiting

    found = fetch_waiting(campaign)
    came = "\n".join(f"{count} letter{'' if count == 1 else 's'} came by {name}." for name, count in found.items())
    return Shown(found, lambda: say(came or "No mailbox is set."))


def _take(campaign: Campaign, file: Path, sender: str | None, recipient: str) -> Shown[Taken]:
    from referee.service.rounds.byhand import take as take_in

    taken = take_in(campaign, read_bytes(file), sender=sender, recipient=recipient)
    known = f"This is letter {taken.letter}, which was kept before."
    return Shown(taken, lambda: say(f"Letter {taken.letter} is kept." if taken.new else known))


@app.command(example="mail read")
def read(campaign: Campaign) -> Shown[Read]:
    """Read the letters that wait, once; the service does so by itself."""
    from referee.service.rounds.byhand import read_waiting

    found = read_waiting(campaign)
    letters = "letter was" if found.read == 1 else "letters were"
    return Shown(found, lambda: say(f"{found.read} {letters} read; {found.waiting} wait."))


@app.command(example="mail send")
def send(campaign: Campaign) -> Shown[Sent]:
    """Send what is due in the outbox, once; the service does so by itself. Exit code 75 if something still waits."""
    from referee.service.rounds.byhand import send_waiting

    found = send_waiting(campaign)
    mails, more = "mail was" if found.sent == 1 else "mails were", " See: referee mail outbox" if found.waiting else ""
    said = f"{found.sent} {mails} sent; {found.waiting} wait.{more}"
    return Shown(found, lambda: say(said), LATER if found.waiting else 0)


@app.command("list", example="mail list --limit 20")
def list_letters(campaign: Campaign, limit: Limit = 50) -> Shown[list[LetterLine]]:
    """List the letters that came in, with what became of each."""
    return _letters(campaign, "", limit)


@app.command(example="mail held")
def held(campaign: Campaign, limit: Limit = 50) -> Shown[list[LetterLine]]:
    """List the letters that wait for you, or for a player to confirm them."""
    return _letters(campaign, "held", limit)


@app.command(cls=of("mail release", "mail.Release", "mail.ReleaseAll"))
def release(
    ctx: typer.Context,
    n: Annotated[int | None, typer.Argument(metavar="NUMBER")] = None,
    releaseall: Annotated[bool, typer.Option("--all")] = False,
) -> Shown[Answered]:
    from referee.service.gm.mail import Release, ReleaseAll

    if (n is None) is not releaseall:
        raise typer.BadParameter("Name one letter, or say --all.")
    return carry_out(ctx, ReleaseAll() if n is None else Release(n=n))


typed(app, "mail discard", "mail.Discard", NUMBER)
typed(app, "mail hold", "deadlines.Hold", NUMBER, REASON)


@app.command(example="mail outbox --all --json")
def outbox(
    campaign: Campaign,
    everything: Annotated[bool, typer.Option("--all", help="Those that were sent, too.")] = False,
    limit: Limit = 50,
) -> Shown[list[MailLine]]:
    """List the mails that wait or failed, and why."""
    from referee.service.records.overview import mails_out

    found = mails_out(campaign, everything=everything, limit=limit)
    return listed(found, campaign.zone(), "Nothing waits.")


typed(app, "mail resend", "mail.Resend", NUMBER)


@app.command(example="mail show 17")
def show(
    campaign: Campaign,
    number: Number,
    unseal: Unseal = False,
    raw: Annotated[bool, typer.Option("--raw", help="Print the bytes as they came.")] = False,
) -> Shown[LetterPage]:
    """Show a letter that came in. A player's words are sealed while the game lasts: see --unseal."""
    from referee.service.campaign.seal import unseal as look
    from referee.service.records.explanation import kept

    found = kept(campaign, number)
    opens = unseal or not found.sealed
    if found.sealed and (unseal or raw):
        look(campaign, found.key.game, f"a letter of {found.key.seat}'s", asked=unseal)
    if raw:
        return Shown(found.page(opens=True), lambda: put(found.row.raw))
    page, zone = found.page(opens=opens), campaign.zone()

    def told() -> None:
        what = f"{page.state}{f', {page.outcome}' if page.outcome else ''}{f' ({page.note})' if page.note else ''}"
        say(f"Letter {number}, {at(page.received, zone)}, by {found.row.source}: {what}")
        _print(page)
        if not opens:
            say("\nIts words are sealed; add --unseal to read them.")

    return Shown(page, told)


@app.command(example="mail explain letter.eml --json")
def explain(campaign: Campaign | None, file: LetterFile) -> Shown[ExplainedPage]:
    """Explain a letter in a file: who wrote it, whether a program did, and what each line is. Nothing is kept.

    In a campaign's folder its tokens and forms are known, and so what was written now.
    """
    from referee.service.records.explanation import explain as explained

    page = explained(read_bytes(file), campaign)
    return Shown(page, lambda: _print(page))


def _letters(campaign: Campaign, state: str, limit: int) -> Shown[list[LetterLine]]:
    from referee.service.records.overview import letters_in

    return listed(letters_in(campaign, state=state, limit=limit), campaign.zone(), NO_LETTER[state])


def _print(told: ExplainedPage) -> None:
    say(f"From      {told.sender.address or f'nobody who can be believed: {told.sender.problem}'}")
    say(f"To        {', '.join(told.recipients) or '-'}")
    if told.subject is not None:
        say(f"Subject   {told.subject}")
    token = told.token
    say(f"Token     {f'{token.game}, {token.seat}, turn {token.turn}' if token else 'none that is known here'}")
    say(f"Machine   {told.sender.machine or 'no sign of one'}")
    if told.doubt:
        say(f"Doubt     {told.doubt}, says our mail server")
    say(f"Size      {told.size} bytes of {told.limits.bytes}")
    if told.problem:
        say(f"Problem   {told.problem}")
    for name, words in (("Not read", told.not_read), ("Charset", told.fallbacks)):
        if words:
            say(f"{name:<9} {', '.join(words)}")
    if told.disagrees:
        say(f"Disagrees {told.disagrees}")
    if told.lines is not None:
        say()
        say("\n".join(f"{line.label:<12}| {line.text}".rstrip() for line in told.lines))
