"""HTML becomes the lines that its reader sees."""

import pytest

from referee.mail.html import to_lines
from referee.mail.text import STRUCK


def filled(source: str) -> list[str]:
    return [line for line in to_lines(source) if line]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("<div>A</div><div>B</div>", ["A", "B"]),
        ("A<br>B<br/>C", ["A", "B", "C"]),
        ("<p>A</p><p>B</p>", ["A", "B"]),
        ("<div><span>A </span><b>PAR</b><span>-BUR</span></div>", ["A PAR-BUR"]),
        ("<ol><li>A</li><li>B</li></ol>", ["A", "B"]),
        ("<table><tr><td>A</td><td>S</td></tr><tr><th>B</th><td>C</td></tr></table>", ["A S", "B C"]),
        ("<pre>A  B\nC</pre>D", ["A  B", "C", "D"]),
        ("A&nbsp;PAR&#8239;X", ["A PAR X"]),
        ("A\n  B", ["A B"]),
        ("A<!-- B --><div style='display: none'>C</div><span hidden>D</span><script>E</script>", ["A"]),
        ("<head><title>T</title><style>p{}</style></head><body>A</body>", ["A"]),
        ("<blockquote>A<blockquote>B</blockquote></blockquote>C", ["> A", ">> B", "C"]),
        ("<div>-- <br></div><div>Anna</div>", ["-- ", "Anna"]),
        ("<div>--<br></div>", ["--"]),
        ("5 &lt; 6 &amp;c", ["5 < 6 &c"]),
        ("<div>A<div>B</div>C</div>", ["A", "B", "C"]),
    ],
)
def test_a_source_has_these_lines(source: str, lines: list[str]) -> None:
    assert filled(source) == lines


INDENTED = 'blockquote style="margin:0 0 0 40px;border:none;padding:0px"'


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (f"A<{INDENTED}>B<{INDENTED}>C</blockquote></blockquote>D", ["A", "B", "C", "D"]),
        ("<blockquote style='margin: 0px 0px 0px 40px; border: none; padding: 0px;'>B</blockquote>", ["B"]),
        (f"<blockquote type=cite>A<{INDENTED}>B</blockquote>C</blockquote>D", ["> A", "> B", "> C", "D"]),
        (f"<div class=gmail_quote>A<{INDENTED}>B</blockquote>C</div>", ["> A", "> B", "> C"]),
        (f"<{INDENTED} type=cite>B</blockquote>", ["> B"]),
        ("<blockquote style='margin:0 0 0 .8ex;border-left:1px solid;padding-left:1ex'>B</blockquote>", ["> B"]),
        ("<blockquote>B</blockquote>", ["> B"]),
    ],
)
def test_text_that_its_writer_moved_to_the_right_is_no_quotation(source: str, lines: list[str]) -> None:
    assert filled(source) == lines


def test_an_empty_line_on_the_screen_is_an_empty_line() -> None:
    assert to_lines("<div>A</div><div><br></div><div>B</div>") == ["A", "", "B"]


def test_text_at_any_depth_is_found() -> None:
    assert filled("<div>" * 20_000 + "A PAR-BUR") == ["A PAR-BUR"]
    assert filled("<b>" * 20_000 + "A" + "</b>" * 20_000 + "B") == ["AB"]


@pytest.mark.parametrize(
    "struck",
    [
        "<s>{}</s>",
        "<strike>{}</strike>",
        "<del>{}</del>",
        "<span style='color: red; text-decoration: line-through'>{}</span>",
        "<font style='text-decoration-line:line-through;'><b>{}</b></font>",
        "<s><span style='text-decoration:none'>{}</span></s>",
    ],
)
def test_what_is_struck_out_stands_by_itself_and_says_so(struck: str) -> None:
    assert filled(f"<p>A</p><p>{struck.format('B')}</p>C") == ["A", f"{STRUCK}B", "C"]
    assert filled(f"<div>A {struck.format('B')} C</div>") == ["A C", f"{STRUCK}B"]
    assert filled(f"<div>{struck.format('A<br>B')}</div>C") == [f"{STRUCK}A", f"{STRUCK}B", "C"]
    assert filled(f"<blockquote>{struck.format('A')}</blockquote>B") == [f"{STRUCK}> A", "B"]


def test_nobody_writes_that_mark_themselves() -> None:
    assert filled("A&#24;B<pre>&#24;C</pre>") == ["AB", "C"]
