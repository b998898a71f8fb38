"""A verb that is a command of the GM: its help is made from the declaration, which a letter's HELP is made from too."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from referee.cli.command import Verb

if TYPE_CHECKING:
    from referee.service.gm.order import GmOrder


class Declared(Verb):
    """One such verb. What it declares is loaded when it is run, or its help is asked for, and not before.

    ``words`` are its own at the command line. ``names`` are the classes in `service.gm` that it carries out, by module
    and name; the help begins with what the first does.
    """

    words: ClassVar[str]
    names: ClassVar[tuple[str, ...]]

    @property
    def kinds(self) -> list[type[GmOrder]]:
        """The classes of what it carries out."""
        found = [name.split(".") for name in self.names]
        return [getattr(import_module(f"referee.service.gm.{module}"), kind) for module, kind in found]

    def _help(self) -> str:
        """What it does, what only one who types it must know, and its examples."""
        kinds = self.kinds
        said = [kinds[0].meaning(), *(kind.shell for kind in kinds if kind.shell)]
        examples = [one for kind in kinds for one in kind.typed if one.split()[:2] == self.words.split()]
        return "\n\n".join([*said, *(f"Example: referee {one}" for one in examples)])

    def _take_none(self, _: str | None) -> None:
        """Have no help from elsewhere."""

    help = property(_help, _take_none)

    def get_params(self, ctx: Any) -> list[Any]:
        """Return its words and options, those explained that fill a field in or choose one of the classes."""
        found, kinds = super().get_params(ctx), self.kinds
        said = {kind.__name__.lower(): kind.meaning() for kind in kinds[1:]}
        for kind in reversed(kinds):
            said |= kind.said
        for one in found:
            if one.name in said:
                setattr(one, "help", said[one.name])  # noqa: B010 - arguments and options have it each for themselves
        return found


def of(words: str, *names: str) -> type[Declared]:
    """Return the class of the verb with these words: ``of("turn rollback", "turns.Rollback")``."""
    return type("Declared", (Declared,), {"words": words, "names": names})
