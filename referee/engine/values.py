"""Values: classes whose fields are set once, which are compared and shown by them, and which are made quickly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[C]) -> type[C]:
    """Make a class a dataclass with slots that is frozen, compared, hashed and shown as any other frozen one.

    Python writes and compiles six methods for each such class; there are hundreds, of which one command uses a few.
    Here all share five, and each has an `__init__` of its own when its first value is made.
    """
    return _made(cls, slots=True)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def named(cls: type[C]) -> type[C]:
    """Make a class the same, where every field is given by its name."""
    return _made(cls, slots=True, kw_only=True)


class _Whole:
    """What has no slots: its fields are set all at once."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Valued(_Whole):
    """What is derived from it is a value without being decorated; events and answers are made by the thousand.

    A metaclass could see to that, and to slots; but then Python takes three times as long to say that something is no
    such value, which is what `match` does most of the time.
    """

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        _made(cls)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Named(_Whole):
    """The same, where every field is given by its name."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        _made(cls, kw_only=True)


def changed(one: C, **fields: Any) -> C:
    """Return a value without slots with some fields otherwise, as `dataclasses.replace` does, but in half its time.

    Whoever writes the call answers for the names, which are not looked at.
    """
    made = object.__new__(type(one))
    FILL(made, {**vars(one), **fields})
    return made


@cache
def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; none of another class."""
    return tuple(f.name for f in fields(kind)) if is_dataclass(kind) else ()


def compared(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields by which a dataclass's values are told apart."""
    return tuple(f.name for f in fields(kind) if f.compare)


def defaults_of(cls: type[Any]) -> dict[str, Any]:
    """Return the default of each field of a dataclass that has one."""
    out = {}
    for f in fields(cls):
        if f.default is not MISSING:
            out[f.name] = f.default
        elif f.default_factory is not MISSING:
            out[f.name] = f.default_factory()
    return out


def _made(cls: type[C], *, kw_only: bool = False, slots: bool = False) -> type[C]:
    own = set(vars(cls))
    made = dataclass(slots=slots, kw_only=kw_only, init=False, repr=False, eq=False)(cls)
    for name, method in SHARED.items():
        if name not in own:
            setattr(made, name, method)
    names = compared(made)
    made._compared = attrgetter(*names) if names else staticmethod(_nothing)  # type: ignore[attr-defined]
    return made


def _first(self: Any, *given: Any, **named: Any) -> None:
    """Give the class its own `__init__`, and do what that does."""
    kind = type(self)
    kind.__init__ = _init(kind)
    self.__init__(*given, **named)


def _init(cls: type[Any]) -> Callable[..., None]:
    said = fields(cls)
    known: dict[str, Any] = {"fill": FILL, "MISSING": MISSING}
    known |= {f"default_{f.name}": f.default for f in said}
    known |= {f"make_{f.name}": f.default_factory for f in said}
    by_place, by_name = [_taken(f) for f in said if not f.kw_only], [_taken(f) for f in said if f.kw_only]
    heading = ", ".join(["self", *by_place, *(["*", *by_name] if by_name else [])])
    if issubclass(cls, _Whole):
        body = f"fill(self, {{{', '.join(f'{f.name!r}: {_given(f)}' for f in said)}}})"
    else:
        known |= {f"set_{f.name}": getattr(cls, f.name).__set__ for f in said}
        body = "; ".join(f"set_{f.name}(self, {_given(f)})" for f in said) or "pass"
    # Under a name of its own a profiler tells it from those of other classes.
    exec(compile(f"def __init__({heading}): {body}", f"<made for {cls.__qualname__}>", "exec"), known)
    made: Callable[..., None] = known["__init__"]
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    return made


FILL = vars(_Whole)["__dict__"].__set__
"""Sets all fields of a value that lets none of them be set."""


def _taken(f: Field[Any]) -> str:
    return f.name if f.default is MISSING and f.default_factory is MISSING else f"{f.name}=default_{f.name}"


def _given(f: Field[Any]) -> str:
    return f.name if f.default_factory is MISSING else f"make_{f.name}() if {f.name} is MISSING else {f.name}"


def _nothing(one: object) -> tuple[()]:
    return ()


def _equal(self: Any, other: Any) -> Any:
    if other.__class__ is not self.__class__:
        return NotImplemented
    return self._compared(self) == self._compared(other)


def _hash(self: Any) -> int:
    return hash(self._compared(self))


def _shown(self: Any) -> str:
    said = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr)
    return f"{type(self).__qualname__}({said})"


def _refuse_set(self: Any, name: str, what: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _packed(self: Any) -> list[Any]:
    return [getattr(self, name) for name in field_names(self.__class__)]


def _unpack(self: Any, packed: list[Any]) -> None:
    for name, one in zip(field_names(self.__class__), packed, strict=True):
        object.__setattr__(self, name, one)


SHARED: dict[str, Callable[..., Any]] = {
    "__init__": _first,
    "__eq__": _equal,
    "__hash__": _hash,
    "__repr__": _shown,
    "__setattr__": _refuse_set,
    "__delattr__": _refuse_delete,
    "__getstate__": _packed,
    "__setstate__": _unpack,
}
"""The methods of all values."""
