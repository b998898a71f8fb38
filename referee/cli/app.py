"""The program `referee`: its nouns by name, each loaded when it is used, so that help costs next to nothing."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command

from referee.cli.command import JSON
from referee.cli.place import Place

NOUNS = {
    "demo": "Play a whole game by real mail on this machine, and show its letters.",
    "init": "Make a campaign: its settings and its database.",
    "doctor": "Look for what is wrong with a campaign, and say how to mend it.",
    "health": "Say whether the service lives, for a monitor.",
    "alarm": "Send words to the GM by the second way.",
    "serve": "Run the referee: take letters in, adjudicate, send letters out.",
    "status": "Show a campaign at a glance.",
    "game": "Create games, start them, move deadlines, pause, announce.",
    "seat": "Seat players: invite, replace, substitute, let others look on.",
    "player": "Look after people: addresses, standby list, their data.",
    "orders": "Check, send, correct and show orders.",
    "turn": "Preview, run or print a turn, take one back, see who is missing.",
    "ruling": "Make rulings, and answer what the rules ask the GM.",
    "report": "Show or print the letters that went to a seat.",
    "templates": "List, copy and try the words and looks of letters.",
    "verify": "Look whether anything in a game's bundle was changed.",
    "dispute": "Set down all about a turn that is argued about, on one page.",
    "receipt": "Check whether a receipt that somebody shows is true.",
    "press": "Show what players wrote to one another.",
    "mail": "Letters in and out: keep, read, explain, release, send.",
    "archive": "Show, hand out, publish and verify what happened.",
    "backup": "Back a campaign up while it runs, prove a backup, restore one.",
    "cases": "Run rule cases.",
    "rules": "Read the rules of a game.",
    "rulesets": "List the games that can be played; write another, and check it.",
    "simulate": "Let bots play many games, and sum up.",
}
"""Every noun with its one line of help; the module has the same name."""

HELP = ("-h", "--help")

RENAMED = {"games": "rulesets"}
"""What a noun was called, and what it is called now: the old name works, and says so."""

EPILOG = (
    "Exit codes: 0 all is well; 1 something was found wrong; 2 the command cannot be carried out as given; "
    "75 try again later; 70 a mistake of the program."
)

NOBODY = "Nothing was done: a question was asked, and nobody can answer it here. Its answer may be given as an option."
"""What a script is told; --help names the options."""


class Nouns(TyperGroup):
    """The group of all nouns."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands.update(dict.fromkeys(NOUNS))  # type: ignore[arg-type]  # for "Did you mean"; loaded by name

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read `help game extend` as `game extend --help`."""
        if "help" in args[:1]:
            args = [*(word for word in args[1:] if word not in HELP), "--help"]
        ctx.meta[JSON] = JSON in args
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if hasattr(error, "format_message") and ctx.meta[JSON]:
                _blame(ctx, error)
            raise

    def list_commands(self, ctx: Any) -> list[str]:
        """Name them in the order of the table."""
        return list(NOUNS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load one."""
        if cmd_name in RENAMED:
            typer.echo(f"referee {cmd_name} is called referee {RENAMED[cmd_name]} now.", err=True)
            cmd_name = RENAMED[cmd_name]
        if cmd_name not in NOUNS:
            return None
        found = get_command(import_module(f"referee.cli.{cmd_name}").app)
        found.name, found.help = cmd_name, found.help or NOUNS[cmd_name]
        return found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List them for help, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(NOUNS.items()))

    def invoke(self, ctx: Any) -> Any:
        """Run a command; what goes wrong is said in one plain message instead of a traceback, as JSON if asked for."""
        try:
            return super().invoke(ctx)
        except (typer.Exit, BrokenPipeError):
            raise
        except typer.Abort:
            if not sys.stdin.isatty():
                typer.echo(NOBODY, err=True)
            raise
        except Exception as error:
            if ctx.params.get("debug") or (hasattr(error, "exit_code") and not ctx.meta[JSON]):
                raise
            _blame(ctx, error)


def _blame(ctx: Any, error: Any) -> NoReturn:
    """Say what is wrong, with the command or with what it met, and leave with its exit code."""
    from referee.cli.output import blamed

    if hasattr(error, "format_message"):
        words, code = error.format_message(), error.exit_code
    else:
        from referee.service.upkeep.faults import explained

        fault = explained(error)
        words, code = fault.words, fault.code
    blamed(ctx, words, code)
    raise typer.Exit(code) from None


app = typer.Typer(
    cls=Nouns,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    epilog=EPILOG,
    context_settings={"help_option_names": list(HELP)},
)


def _version(wanted: bool) -> None:
    if wanted:
        from referee import __version__

        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def referee(
    ctx: typer.Context,
    campaign: Annotated[
        Path | None,
        typer.Option(
            "--campaign", envvar="REFEREE_CAMPAIGN", metavar="DIR", help="Its folder; else yours, or one above that."
        ),
    ] = None,
    who: Annotated[
        str, typer.Option("--as", metavar="ADDRESS", help="Which of the GMs you are; the log keeps it.")
    ] = "",
    debug: Annotated[bool, typer.Option("--debug", help="Show where an error happened.")] = False,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """Run a referee for games played by e-mail: it reads orders, adjudicates, and writes every player a report.

    Begin with: referee demo. This explains a command: referee help game extend. A GAME may be left out where there is
    only one; these options may stand behind a command as well.
    """
    ctx.obj = Place(campaign, who)
