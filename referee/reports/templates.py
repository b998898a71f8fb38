"""Templates whose Python is as direct as what one would write by hand.

Jinja looks at each attribute, function and macro anew whenever a template uses
it, for they might be anything. Here they are what they look like: ``e.seat`` is
the attribute and no key of a dictionary, and what is called takes no context.
That halves the time of a letter.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from keyword import iskeyword
from typing import Any, TypeVar

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Context, Macro
from jinja2.utils import missing

N = TypeVar("N", nodes.Test, nodes.Filter)

ASKING = frozenset({"defined", "undefined", "default", "d"})
"""Tests and filters that may be put to an attribute that is not there."""


class Direct(CodeGenerator):
    """Writes attributes, calls and macros as Python has them; what asks for more than that goes Jinja's own way."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        """Write ``e.seat``."""
        if iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Write ``say(e.card)``."""
        if forward_caller or node.kwargs or node.dyn_args is not None or node.dyn_kwargs is not None:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802
        """Write ``v.over is defined``, where ``v`` may have no such attribute."""
        super().visit_Test(_lenient(node), frame)

    def visit_Filter(self, node: nodes.Filter, frame: Frame) -> None:  # noqa: N802
        """Write ``v.over | default("")``, where ``v`` may have no such attribute."""
        super().visit_Filter(_lenient(node), frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write a macro as the function that it is, unless it wants to know more than its arguments."""
        plain = not (macro_ref.accesses_caller or macro_ref.accesses_kwargs or macro_ref.accesses_varargs)
        if plain:
            self.write("environment.function(macro, ")
        super().macro_def(macro_ref, frame)
        if plain:
            self.write(")")


def _lenient(node: N) -> N:
    if node.name in ASKING and isinstance(inner := node.node, nodes.Getattr):
        node.node = nodes.Getitem(inner.node, nodes.Const(inner.attr), inner.ctx, lineno=inner.lineno)
    return node


class Plain(Context):
    """What templates are run in. None of their functions wants the context itself, so calls go straight through."""

    def call(
        self,
        function: Callable[..., Any],
        /,
        *given: Any,
        _loop_vars: Any = None,
        _block_vars: Any = None,
        **named: Any,
    ) -> Any:
        """Call what a template calls by names; Jinja also gives it the variables around the call, unwanted here."""
        return getattr(function, "macro", function)(*given, **named)


class Templates(Environment):
    """Templates that are compiled so."""

    code_generator_class = Direct
    context_class = Plain

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Give a template its globals in one dictionary: they are complete by then, and a chain of two is slow."""
        return {**self.globals, **(d or {})}

    @staticmethod
    def function(body: Callable[..., str], macro: Macro) -> Callable[..., str]:
        """Return a macro as its function; arguments that are left out count as ever, and so does naming them."""
        body.__defaults__ = (missing,) * len(macro.arguments)
        body.__dict__.update(macro=macro, name=macro.name, arguments=macro.arguments)
        return body
