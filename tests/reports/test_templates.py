from types import SimpleNamespace

import pytest
from jinja2 import DictLoader, StrictUndefined, UndefinedError

from referee.reports.templates import Templates


def said(source: str, **given: object) -> str:
    made = Templates(loader=DictLoader({"main": source, "other": OTHER}), undefined=StrictUndefined)
    made.globals["double"] = lambda text, by="": f"{text}{by}{text}"
    return made.get_template("main").render(**given)


OTHER = "{% macro greet(who, how='Hello') %}{{ how }} {{ who }}{% endmacro %}"
CARD = SimpleNamespace(number=5, suit=SimpleNamespace(name="Cups"), none=None)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("{{ card.number }} of {{ card.suit.name.upper() }}", "5 of CUPS"),
        ("{{ double(card.number) }}{{ double('a', by='-') }}{{ double(*['b']) }}", "55a-abb"),
        ("{% macro m(a, b) %}{{ a }}{{ '+' if b is defined }}{% endmacro %}{{ m(1) }}{{ m(1, 2) }}", "11+"),
        ("{% macro m(a, b) %}{{ a }}{{ b }}{% endmacro %}{{ m(b=1, a=2) }}", "21"),
        ("{% macro m(a, b=card.number) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}{{ m(1, 2) }}", "1512"),
        ("{% macro m() %}{{ varargs | join('-') }}{% endmacro %}{{ m(1, 2, 3) }}", "1-2-3"),
        ("{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}in{% endcall %}", "<in>"),
        ("{% from 'other' import greet %}{{ greet('Bo') }}, {{ greet(who='Ana', how='Hi') }}", "Hello Bo, Hi Ana"),
        ("{% import 'other' as other %}{{ other.greet('Bo') }}", "Hello Bo"),
        ("{{ 'there' if card.number is defined }}{{ 'gone' if card.points is undefined }}", "theregone"),
        ("{{ card.points | default('none') }}{{ card.number | default('none') }}", "none5"),
        ("{% for n in [1, 2] %}{{ loop.index }}{{ ',' if not loop.last }}{% endfor %}", "1,2"),
        ("{% for n in [[1, [2]]] recursive %}{{ n[0] }}{{ loop(n[1:]) if n[1:] and n[0] == 0 }}{% endfor %}", "1"),
        ("{{ namespace(a=1).a }}{{ range(3) | list }}", "1[0, 1, 2]"),
    ],
)  # fmt: skip
def test_templates_say_what_jinja_says(source: str, words: str) -> None:
    assert said(source, card=CARD) == words


@pytest.mark.parametrize("source", ["{{ nowhere }}", "{{ nowhere.near }}", "{{ nowhere() }}", "{{ card.points }}"])
def test_what_is_not_there_is_an_error(source: str) -> None:
    with pytest.raises((UndefinedError, AttributeError)):
        said(source, card=CARD)
