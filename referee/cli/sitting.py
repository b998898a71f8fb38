"""The newcomer's seat in `referee demo --play`: at the terminal, or beside their own mail program."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import typer

from referee.cli.output import say

if TYPE_CHECKING:
    from referee.demo.play import Came, Sitting

SOON, LONG = 0.5, 20.0
"""How long to wait for one more letter before asking for orders, and for the answer to a letter, in seconds."""

HOW = (
    "Write your orders, one a line; an empty line sends them. HELP, STATUS, RULES or TO name: words work too.\n"
    "quit leaves the game."
)


def play_game(slug: str, folder: Path, *, name: str, seed: int, by_mail: bool) -> None:
    """Play one seat of a game to its end, or until one leaves."""
    from referee.demo.play import Sitting

    say("A moment, please: mail server, referee and your opponents are coming.")
    with Sitting(slug, folder, name=name, seed=seed) as sitting:
        try:
            (_watch if by_mail else _play)(sitting)
        except (KeyboardInterrupt, EOFError, typer.Abort):
            say("\nYou leave the table. Good bye.")
        letters = sitting.lay_out()
    say(f"\nAll letters lie in {letters}, the mailboxes in {folder / 'mailboxes'}.")


def _play(sitting: Sitting) -> None:
    """Letters come, orders go, until the game is over."""
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


def _watch(sitting: Sitting) -> None:
    """Say where a mail program finds its letters, and name them as they come."""
    host, port = sitting.host
    say("\nYour letters come into a Maildir on this machine, and nothing leaves it. Open it from another terminal:\n")
    say(f"  neomutt -n -F {quote(str(sitting.write_settings()))}\n")
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
