"""Tables at a terminal fit it, and break an address or a time only where there is no room for it."""

from __future__ import annotations

import pytest

from referee.cli import output

HEAD = ("Who", "Address", "Since", "What was said")
ROWS = (("Ana", "ana@players.example", "Tue 2026-03-03 20:00", "that she is away"),)

AT = {
    56: """\
                                                What was
Who  Address              Since                 said
Ana  ana@players.example  Tue 2026-03-03 20:00  that she
                                                is away
""",
    55: """\
Who  Address              Since          What was said
Ana  ana@players.example  Tue            that she is
                          2026-03-03     away
                          20:00
""",
    44: """\
                                   What was
Who  Address              Since    said
Ana  ana@players.example  Tue      that she
                          2026-03  is away
                          -03
                          20:00
""",
    43: """\
                               What was
Who  Address      Since        said
Ana  ana@players  Tue          that she is
     .example     2026-03-03   away
                  20:00
""",
}
"""The table at terminals of so many columns: the least that leave room for the time, then for the address."""


@pytest.mark.parametrize("width", AT)
def test_an_address_is_broken_at_a_terminal_last_and_a_time_next_to_last(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "at_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", str(width))

    output.table(HEAD, ROWS)

    assert capsys.readouterr().out == AT[width]


def test_elsewhere_a_row_is_one_line_as_long_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    output.table(HEAD[:2], [("Ana\nof the east", "ana@players.example"), ("李\u0301", "li@players.example")])
    output.table(HEAD, [], "Nobody is here.")

    assert (
        capsys.readouterr().out
        == """\
Who               Address
Ana; of the east  ana@players.example
李\u0301                li@players.example
Nobody is here.
"""
    )
