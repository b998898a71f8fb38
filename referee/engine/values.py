"""Making values quickly: a frozen dataclass sets its fields by the slow way round its own ban on setting them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

C = TypeVar("C")


def quick(cls: type[C]) -> type[C]:
    """Give a frozen dataclass with slots an `__init__` that takes the same and fills the slots directly.

    It takes two thirds of the time; events and answers are made by the thousand. Everything else about the class
    stays, and it stays frozen. One with default factories or a `__post_init__` is left as it is.
    """
    said = fields(cls)  # type: ignore[arg-type]
    if hasattr(cls, "__post_init__") or any(not f.init or f.default_factory is not MISSING for f in said):
        return cls
    old = cls.__init__
    given: dict[str, Any] = {f"set_{f.name}": getattr(cls, f.name).__set__ for f in said}
    given |= {f"default_{f.name}": f.default for f in said if f.default is not MISSING}
    by_place, by_name = [_taken(f) for f in said if not f.kw_only], [_taken(f) for f in said if f.kw_only]
    heading = ", ".join(["self", *by_place, *(["*", *by_name] if by_name else [])])
    body = "".join(f"\n    set_{f.name}(self, {f.name})" for f in said) or "\n    pass"
    # Under a name of its own a profiler tells it from those of other classes.
    exec(compile(f"def __init__({heading}):{body}", f"<made for {cls.__qualname__}>", "exec"), given)
    made: Callable[..., None] = given["__init__"]
    made.__annotations__, made.__qualname__, made.__module__ = old.__annotations__, old.__qualname__, cls.__module__
    cls.__init__ = made  # type: ignore[method-assign]
    return cls


def _taken(f: Field[Any]) -> str:
    return f.name if f.default is MISSING else f"{f.name}=default_{f.name}"
