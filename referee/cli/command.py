"""What every command understands beside its own words: where it works, who asks, the only game there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from referee.cli.place import Place, place

GAME, RULESET = "game", "ruleset"
SEATS = ("seat", "player")
NAMED_ALWAYS = ("delete",)
"""What cannot be taken back is done to a game that was named."""

LONG = 1000
"""Letters of a verb's first sentence, which are more than any has."""

KIND = {"str": "TEXT", "list[str]": "TEXT", "int": "NUMBER", "int range": "NUMBER", "float range": "NUMBER"} | {
    "path": "FILE"
}
KINDS = re.compile(r"<([^>]+)>")
"""What an option takes, as Python calls it."""

BRACES = re.compile(r"^\{(.*?)(?:\.\.\.)?\}(\.\.\.)?$|^\[(\[.*\])\]$")
"""What stands around a word that is no word of ours."""

NUMBERS = {
    "greater than or equal to": "The number is too small: at least {} is wanted.",
    "less than or equal to": "The number is too large: at most {} is wanted.",
    "valid integer": "A whole number is wanted, such as 3.",
    "valid number": "A number is wanted, such as 2.5.",
}
"""What is said in place of a library's words for programmers."""

IN_QUOTES = 'Words that belong together stand in quotes, such as "Tue 20:00" or "two days".'
"""What helps one whose words are too many."""

LESS = re.compile(r"-\d")
"""How a word begins that has a minus and is no option: none of ours is a digit."""

JSON = "--json"
"""By this name a context knows whether a program reads along."""

EVERYWHERE = ("--campaign", "--as", "--debug")
"""Options of the program that may stand behind a command as well."""


class Noun(TyperGroup):
    """A noun with its verbs."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the program's options away that stand between noun and verb."""
        front = 0
        while front < len(args) and args[front].partition("=")[0] in EVERYWHERE:
            front += 1 if args[front] == "--debug" or "=" in args[front] else 2
        _lifted(ctx, args[:front], ())
        return super().parse_args(ctx, args[front:])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a verb; an error names those there are."""
        try:
            return super().resolve_command(ctx, args)
        except typer.BadParameter:
            raise
        except Exception as error:
            if "Did you mean" not in str(getattr(error, "message", "Did you mean")):
                error.message += f" There are {', '.join(self.list_commands(ctx))}."  # type: ignore[attr-defined]
            raise

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the verbs with what each does, not cut off."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.get_short_help_str(LONG)) for name, one in found if one and not one.hidden])


class Verb(TyperCommand):
    """One command. Its GAME may be left out where there is only one."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        for one in self.params:
            if one.name in COMPLETED and not getattr(one, "is_flag", False):
                one._custom_shell_complete = _completing(COMPLETED[one.name])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read its words; an error says what would be right."""
        try:
            return self._parsed(ctx, args)
        except typer.BadParameter as error:
            error.message = _kindly(error)
            raise
        except Exception as error:
            if "unexpected extra argument" in str(getattr(error, "message", "")):
                error.message += f" {IN_QUOTES}"  # type: ignore[attr-defined]
            raise

    def _parsed(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the program's options away; where words are missing, put the only game before them."""
        args = _lifted(ctx, args, self.params)
        if ctx.resilient_parsing or not self._may_miss_its_game():
            return super().parse_args(ctx, args)
        try:
            rest = super().parse_args(ctx, list(args))
        except typer.BadParameter as missing:
            if type(missing).__name__ != "MissingParameter":
                return self._moved_on(ctx, args, missing)
            games = _games(place(ctx))
            with_game = _with_the_only_game(games, args)
            if with_game is None and games and _is(missing, GAME):
                raise typer.BadParameter(f"Say which: {', '.join(name for name, _ in games)}.", ctx) from None
            if with_game is None:
                raise
            return super().parse_args(ctx, with_game)
        return self._shifted(ctx, args) if self._has_room(ctx) else rest

    def _moved_on(self, ctx: Any, args: list[str], wrong: typer.BadParameter) -> list[str]:
        """Read a number behind the only game that stood in its place; what is wrong then as well is said as it was."""
        with_game = _with_the_only_game(_games(place(ctx)), args)
        if with_game is None or getattr(wrong.param, "param_type_name", "") != "argument":
            raise wrong
        try:
            return super().parse_args(ctx, with_game)
        except Exception:  # noqa: BLE001 - whatever it is, it was not what was meant
            raise wrong from None

    def _has_room(self, ctx: Any) -> bool:
        """Say whether a word more would have had its place."""
        last = [one for one in self.params if one.param_type_name == "argument"][-1]
        return last.name != GAME and ctx.get_parameter_source(last.name).name != "COMMANDLINE"

    def _shifted(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words once more behind the only game, if none of them names it."""
        with_game = _with_the_only_game(_games(place(ctx)), args)
        return super().parse_args(ctx, with_game or args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Name the words in their order; what may be left out stands in brackets."""
        pieces = [BRACES.sub(r"\1\2\3", one) for one in super().collect_usage_pieces(ctx)]
        return [f"[{one}]" if one == "GAME" and self._may_miss_its_game() else one for one in pieces]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Explain the words and the options, in words that are not Python's."""
        records: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for one in self.get_params(ctx):
            if (record := one.get_help_record(ctx)) is None:
                continue
            place = one.param_type_name == "argument"
            name = record[0].partition(" <")[0] if place else KINDS.sub(lambda m: KIND.get(m[1], "VALUE"), record[0])
            misses = one.name == GAME and self._may_miss_its_game()
            words = record[1].replace("[required]", "[required, if there are several]") if misses else record[1]
            records["Arguments" if place else "Options"].append((name, words))
        for title, found in records.items():
            if found:
                with formatter.section(title):
                    formatter.write_dl(found)

    def _may_miss_its_game(self) -> bool:
        return self.name not in NAMED_ALWAYS and self._is_about_a_game()

    def _is_about_a_game(self) -> bool:
        places = [one.name for one in self.params if one.param_type_name == "argument"]
        return places[:1] == [GAME] and self.params[0].required


def _lifted(ctx: Any, args: Sequence[str], own: Sequence[Any]) -> list[str]:
    """Give the program its options that stand among these words, and return the other words; -24h is one of them."""
    known = {name: one for one in own for name in one.opts}
    root, words = ctx.find_root(), iter(args)
    out: list[str] = []
    less: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            return [*out, word, *less, *words]
        if LESS.match(word):
            less.append(word)
            continue
        if word in known and not known[word].is_flag:
            out += [word, *_next(words)]
        elif name not in EVERYWHERE or name in known:
            out.append(word)
        elif name == "--debug":
            root.params["debug"] = True
        else:
            given = [value] if equals else _next(words)
            if not given:
                raise typer.BadParameter(f"Say what: {name} {'DIR' if name == '--campaign' else 'ADDRESS'}.")
            at = place(ctx)
            root.obj = replace(at, given=Path(given[0])) if name == "--campaign" else replace(at, who=given[0])
    return [*out, "--", *less] if less else out


def _next(words: Iterator[str]) -> list[str]:
    return [word for word in (next(words, None),) if word is not None]


def _kindly(error: Any) -> str:
    """Say what would be right: a number where one is wanted, and what a word is about that is missing."""
    if type(error).__name__ == "MissingParameter" and error.param is not None:
        return error.message or str(error.param.help or "")
    found = next((words for said, words in NUMBERS.items() if said in error.message), error.message)
    return found.replace("{}", error.message.rpartition(" ")[2])


def _is(missing: Any, name: str) -> bool:
    return missing.param is not None and missing.param.name == name


def _with_the_only_game(games: Sequence[tuple[str, str]], args: Sequence[str]) -> list[str] | None:
    """Put the only game of these before what was said, unless that names one: then something else is missing."""
    named = {name.lower() for name, _ in games}
    if any(word.lower() in named for word in args):
        return None
    going = [name for name, status in games if status != "over"] if len(games) > 1 else [name for name, _ in games]
    return [going[0], *args] if len(going) == 1 else None


def _games(at: Place) -> list[tuple[str, str]]:
    """Name the campaign's games and how they stand; none where there is no campaign that can be opened."""
    folder = at.found()
    if folder is None:
        return []
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.overview import game_list

    with Campaign.open(folder) as campaign:
        return [(one.name, one.status) for one in game_list(campaign)]


# What the shell completes. An error there would be printed over the line that somebody types.

Complete = Callable[[Any], list[str]]


def _completing(names: Complete) -> Callable[[Any, Any, str], list[Any]]:
    def complete(ctx: Any, _: Any, begun: str) -> list[Any]:
        from typer._click.shell_completion import CompletionItem

        try:
            found = names(ctx)
        except Exception:  # noqa: BLE001 - nothing is offered then, and the command will say what is wrong
            found = []
        return [CompletionItem(name) for name in found if name.lower().startswith(begun.lower())]

    return complete


def _game_names(ctx: Any) -> list[str]:
    return [name for name, _ in _games(_place_completed(ctx))]


def _seat_names(ctx: Any) -> list[str]:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.overview import game_list, game_page

    folder = _place_completed(ctx).found()
    if folder is None:
        return []
    with Campaign.open(folder) as campaign:
        wanted = str(ctx.params.get(GAME) or "").lower()
        named = [one.name for one in game_list(campaign) if not wanted or one.name.lower() == wanted]
        return list(dict.fromkeys(seat.name for name in named for seat in game_page(campaign, name).seats))


def _ruleset_names(ctx: Any) -> list[str]:
    from referee.service.campaign.names import rulesets

    return rulesets()


def _template_names(ctx: Any) -> list[str]:
    from referee.service.upkeep.editable import every

    return [one.name for one in every()]


def _place_completed(ctx: Any) -> Place:
    """Return where a command that is not complete yet will work: the program has not begun to run."""
    at = place(ctx)
    given = ctx.find_root().params.get("campaign")
    return replace(at, given=given) if at.given is None and given is not None else at


COMPLETED: dict[str, Complete] = {
    GAME: _game_names, **dict.fromkeys(SEATS, _seat_names), RULESET: _ruleset_names, "template": _template_names
}  # fmt: skip
"""What is offered for arguments and options of these names."""
