"""What crosses the border to the process that reads letters: plain data as JSON, never objects that could do a thing.

Both sides know beforehand what is sent: a function's arguments by its signature, or what it returns. Nothing else can
come of the data, whatever it says, for who has overrun a parser might write anything there.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, get_type_hints

from cattrs import Converter
from cattrs.errors import ForbiddenExtraKeysError

_WRONG = (TypeError, ValueError, LookupError, AttributeError, RecursionError, ForbiddenExtraKeysError)
_PLAIN = Converter(detailed_validation=False, forbid_extra_keys=True)


class NotPlain(ValueError):
    """Data that is not what was to come over the border."""


def _keep(kind: type) -> None:
    """Read plain values of a kind as they are, and nothing else; an enum of words is no text."""

    def read(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"not a {kind.__name__}")
        return value

    _PLAIN.register_structure_hook_func(lambda wanted: wanted is kind, read)


for _kind in (str, int, bool):
    _keep(_kind)
_PLAIN.register_structure_hook(datetime, lambda value, _: datetime.fromisoformat(value))
_PLAIN.register_unstructure_hook(datetime, datetime.isoformat)


def call(work: Callable[..., object], how: Mapping[str, Any]) -> bytes:
    """Write down a call: the function's name, and its arguments but for the bytes of the letter."""
    return json.dumps({"work": named(work), "how": _PLAIN.unstructure(dict(how))}).encode()


def named(work: Callable[..., object]) -> str:
    """Return the name by which both sides know a function."""
    return f"{work.__module__}.{work.__qualname__}"


def arguments(data: Any, work: Callable[..., object]) -> dict[str, Any]:
    """Read a call's arguments as the function wants them; raises `NotPlain`."""
    try:
        return {name: _PLAIN.structure(value, _hints(work)[name]) for name, value in data.items()}
    except _WRONG as error:
        raise NotPlain(f"not the arguments of {named(work)}") from error


def answer(found: object, work: Callable[..., object]) -> bytes:
    """Write down what a function returned."""
    return json.dumps(_PLAIN.unstructure(found, _hints(work)["return"])).encode()


def answered(data: bytes, work: Callable[..., object]) -> Any:
    """Read what a function returned; raises `NotPlain` for anything else."""
    try:
        return _PLAIN.structure(json.loads(data), _hints(work)["return"])
    except _WRONG as error:
        raise NotPlain(f"not what {named(work)} returns") from error


@cache
def _hints(work: Callable[..., object]) -> dict[str, Any]:
    return get_type_hints(work)
