"""What every command understands beside its own words: where it works, who asks, the only game there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from referee.cli.place import Place, place

GAME, SEAT, RULESET = "game", "seat", "ruleset"
NAMED_ALWAYS = ("delete",)
"""What cannot be taken back is done to a game that was named."""

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


class Verb(TyperCommand):
    """One command. Its GAME may be left out where there is only one."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        for one in self.params:
            if one.name in COMPLETED and one.param_type_name == "argument":
                one._custom_shell_complete = _completing(COMPLETED[one.name])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the program's options away; where words are missing, put the only game before them."""
        args = _lifted(ctx, args, self.params)
        if ctx.resilient_parsing or self.name in NAMED_ALWAYS or not self._is_about_a_game():
            return super().parse_args(ctx, args)
        try:
            return super().parse_args(ctx, list(args))
        except typer.BadParameter as missing:
            if type(missing).__name__ != "MissingParameter":
                raise
            games = _games(place(ctx))
            with_game = _with_the_only_game(games, args)
            if with_game is None and games and _is(missing, GAME):
                raise typer.BadParameter(f"Say which: {', '.join(name for name, _ in games)}.", ctx) from None
            if with_game is None:
                raise
        return super().parse_args(ctx, with_game)

    def _is_about_a_game(self) -> bool:
        places = [one.name for one in self.params if one.param_type_name == "argument"]
        return places[:1] == [GAME] and self.params[0].required


def _lifted(ctx: Any, args: Sequence[str], own: Sequence[Any]) -> list[str]:
    """Give the program its options that stand among these words, and return the other words."""
    known = {name: one for one in own for name in one.opts}
    root, words = ctx.find_root(), iter(args)
    out: list[str] = []
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            return [*out, word, *words]
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
    return out


def _next(words: Iterator[str]) -> list[str]:
    return [word for word in (next(words, None),) if word is not None]


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
    from referee.service.campaign import Campaign
    from referee.service.status import game_list

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
    from referee.service.campaign import Campaign
    from referee.service.status import game_list, game_page

    folder = _place_completed(ctx).found()
    if folder is None:
        return []
    with Campaign.open(folder) as campaign:
        wanted = str(ctx.params.get(GAME) or "").lower()
        named = [one.name for one in game_list(campaign) if not wanted or one.name.lower() == wanted]
        return list(dict.fromkeys(seat.name for name in named for seat in game_page(campaign, name).seats))


def _ruleset_names(ctx: Any) -> list[str]:
    from referee.service.named import rulesets

    return rulesets()


def _place_completed(ctx: Any) -> Place:
    """Return where a command that is not complete yet will work: the program has not begun to run."""
    at = place(ctx)
    given = ctx.find_root().params.get("campaign")
    return replace(at, given=given) if at.given is None and given is not None else at


COMPLETED: dict[str, Complete] = {GAME: _game_names, SEAT: _seat_names, RULESET: _ruleset_names}
"""What is offered for arguments of these names."""
