from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.engine.audience import OBSERVER, PUBLIC, Seat, only
from referee.engine.events import Event
from referee.reports import lines as spoken
from referee.reports.document import Told
from referee.reports.lines import Lines
from referee.reports.marks import finished, heard, together
from referee.reports.templates import LinesError
from referee.reports.text import lines as printed
from referee.resources import Resources
from tests.reports.high_card import ANA, BO, CYD, LINES, TOLD, CardDrawn, CardPlayed, RoundWon, Seen, Shown, high_card


def made(folder: Path, lines: str = LINES, campaign: Path | None = None) -> Lines:
    return Lines(high_card(folder / "game", lines), Resources(campaign))


def said(text: str) -> list[str]:
    return printed(finished(heard(text)))


def told_together(text: str) -> list[list[str]]:
    return [printed(Told((group,))) for group in finished(together(heard(text))).groups]


def story(lines: Lines, told: Sequence[Event], reader: Seat) -> tuple[list[str], list[str]]:
    whole = spoken.story(lines, told, reader)
    return [*printed(whole.own), *printed(whole.rest)], printed(whole.known)


def test_a_plain_line_is_wrapped_with_its_own_indent() -> None:
    assert said("    " + "seven " * 12) == ["      " + " ".join(["seven"] * 11), "      seven"]


def test_rows_stand_in_columns_that_fit_what_is_in_them() -> None:
    assert said("== | points\n= Eric | 12\n= Fiona of Amber | 7\nBo left.\n    = Bo | Two of Cups") == [
        "                  points",
        "  Eric                12",
        "  Fiona of Amber       7",
        "  Bo left.",
        "      Bo  Two of Cups",
    ]


def test_a_header_said_again_heads_the_same_table() -> None:
    assert said("== Eric | Bo\n= 3 | 4\n== Eric | Bo\n= 5 | 6\n== Bo | Eric\n= 7 | 8") == [
        "  Eric  Bo",
        "     3   4",
        "     5   6",
        "  Bo  Eric",
        "   7     8",
    ]


def test_a_table_that_is_too_wide_wraps_its_widest_column() -> None:
    assert said(f"= Eric | {'seven ' * 12}| 3") == [
        "  Eric  seven seven seven seven seven seven seven seven seven seven    3",
        "        seven seven",
    ]


def test_a_line_may_go_on_with_the_one_before() -> None:
    assert said("Bo plays the Five.\n+ You win.") == ["  Bo plays the Five. You win."]
    assert said("= Bo | Five\n+ | A tie.") == ["  Bo  Five  A tie."]
    assert said("= Bo | Five\n+ A tie.") == ["  Bo  Five", "  A tie."]
    assert said("Bo leads\n+, and wins.") == ["  Bo leads, and wins."]
    assert said("Bo leads\n+and wins.") == ["  Bo leads and wins."]


def test_what_is_said_of_one_subject_becomes_one_sentence() -> None:
    assert said("Bo ~was beaten.\n+Bo ~lost a card.") == ["  Bo was beaten and lost a card."]
    assert said("Bo ~was beaten.\n+Bo ~lost a card.\n+Bo ~left.") == ["  Bo was beaten, lost a card and left."]
    assert said("Bo ~lost a King and a Queen.\n+Bo ~left.") == ["  Bo lost a King and a Queen, and left."]
    assert said("Bo ~was beaten.\n+Ana ~won.") == ["  Bo was beaten. Ana won."]
    assert said("A tie. Bo ~left.") == ["  A tie. Bo left."]
    assert said("Bo ~a.\n+Bo ~b.\n+Bo ~c.\n+Bo ~d.") == ["  Bo a, b and c. Bo d."]


@pytest.mark.parametrize(
    ("macro", "told"),
    [
        ("{{ who(e.seat, me) }} ~~left.", ["  Ana, Bo and you left."]),
        ("|\n{{ who(e.seat, me) }} ~~left.", ["  Ana, Bo and you left."]),
        ("+{{ who(e.seat, me) }} ~~left.", ["  Ana, Bo and you left."]),
        ("{{ who(e.seat, me) }} ~~left.\n+{{ who(e.seat, me) }} ~~each ran.", ["  Ana, Bo and you each left and ran."]),
        ("|\n{{ who(e.seat, me) }} ~~+left.\n|", ["  Ana, Bo and you left."]),
        ("{{ who(e.seat, me) }} ~left.", ["  Ana left.", "  Bo left.", "  You left."]),
        ("{{ who(e.seat, me) }} ~~left {{ e.seat }}.", ["  Ana left Ana.", "  Bo left Bo.", "  You left Cleo."]),
        ("{{ who(e.seat, me) }} ~~left.\nOh.", ["  Ana left.", "  Oh.", "  Bo left.", "  Oh.", "  You left.", "  Oh."]),
    ],
)  # fmt: skip
def test_what_is_said_of_several_alike_is_said_once(tmp_path: Path, macro: str, told: list[str]) -> None:
    lines = made(tmp_path, LINES + f"{{% macro CardPlayed(e, me) %}}\n{macro}\n{{% endmacro %}}\n")
    played = [CardPlayed(seat=Seat(name), card=1, to=PUBLIC) for name in ("Ana", "Bo", "Cleo")]

    assert story(lines, played, Seat("Cleo"))[0] == told


def test_a_row_goes_on_with_the_one_that_begins_alike() -> None:
    assert said("=+ Ana | 3\n=+ Bo | 5\n=+ Ana | 7\n=+ Bo | 9") == ["  Ana  3, 7", "  Bo   5, 9"]
    assert said("= Ana | 3\nSo.\n=+ Ana | 7") == ["  Ana  3", "  So.", "  Ana  7"]


def test_sentences_that_gather_are_one_paragraph_and_those_that_say_the_same_stand_together() -> None:
    ran = "Ana ~~+waited.\nBo ~~+fled.\n\nCleo ~~+waited.\n\nDora ~left."

    assert told_together(ran) == [["  Ana and Cleo waited. Bo fled."], ["  Dora left."]]


def test_a_line_may_go_on_only_with_one_about_the_same_subject() -> None:
    assert said("Bo ~went out.\n&Bo ~met a King.") == ["  Bo went out and met a King."]
    assert said("Bo ~went out.\n&Ana ~met a King.") == ["  Bo went out.", "  Ana met a King."]
    assert said("&Bo ~went out.") == ["  Bo went out."]


def test_a_list_stands_apart_from_what_follows() -> None:
    assert said("* one\n* two\nBo ~left.") == ["  one", "  two", "", "  Bo left."]
    assert said("* one\n+Bo ~left.") == ["  one", "", "  Bo left."]
    assert said("* one\n|\nBo ~left.") == ["  one", "", "  Bo left."]


def test_what_few_were_told_may_have_a_line_among_what_all_heard(tmp_path: Path) -> None:
    beside = "{% macro CardDrawn_Beside(e, me) %}\nYou draw a card.\n{% endmacro %}\n"
    lines = made(tmp_path, LINES + beside)

    happened, known = story(lines, [CardDrawn(seat=ANA, card=2, to=only(ANA))], ANA)

    assert (happened, known) == (["  You draw a card."], ["  You draw the Two."])


def test_empty_lines_are_breaks_inside_and_nothing_at_the_edges() -> None:
    assert said("\n\na\n\n\nb\n\n") == ["  a", "", "  b"]
    assert said(" \n\n") == []


def test_nothing_goes_on_after_a_break() -> None:
    assert said("a\n\n+ b") == ["  a", "", "  b"]


def test_a_lone_bar_is_an_empty_line_even_at_the_edge(tmp_path: Path) -> None:
    lines = made(tmp_path, LINES.replace("{% macro CardPlayed(e, me) %}\n", "{% macro CardPlayed(e, me) %}\n|\n"))
    told = [CardPlayed(seat=ANA, card=n, to=PUBLIC) for n in (1, 2)]

    assert story(lines, told, ANA)[0] == ["  You play the One.", "", "  You play the Two."]


def test_tags_alone_on_a_line_leave_nothing_behind(tmp_path: Path) -> None:
    body = "    {% if e.card %}\n  {# a word #}\nyes\n    {% else %}\nno\n{% endif %}\n"
    lines = made(tmp_path, LINES.replace("You draw the {{ e.card | say }}.\n", f"{body}once more\n"))

    assert story(lines, [CardDrawn(seat=ANA, card=1, to=only(ANA))], ANA)[1] == ["  yes", "  once more"]


def test_an_error_in_the_lines_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="nowhere") as found:
        story(made(tmp_path, LINES.replace("{{ e.card | say }}", "{{ nowhere }}")), TOLD[:1], BO)

    (line,) = [entry.lineno for entry in found.traceback if Path(entry.path).name == "lines.txt.j2"]
    assert "the {{ e.card | say }}" in LINES.split("\n")[line]


@pytest.mark.parametrize(
    ("reader", "happened", "known"),
    [
        (ANA, ["You play the Seven.", "Bo plays the Five. You win two points."], ["You draw the Two."]),
        (BO, ["Ana plays the Seven.", "You play the Five. Ana wins two points."], []),
        (CYD, ["Ana plays the Seven.", "Bo plays the Five. Ana wins two points."], []),
        (OBSERVER, ["Ana plays the Seven.", "Bo plays the Five. Ana wins two points."], []),
    ],
)
def test_each_reader_hears_their_own_story(
    tmp_path: Path, reader: Seat, happened: Sequence[str], known: Sequence[str]
) -> None:
    told = [e for e in TOLD[:5] if e.to.includes(reader)]

    everybody, few = story(made(tmp_path), told, reader)

    assert [line.strip() for line in everybody] == happened
    assert [line.strip() for line in few] == known


def test_a_line_goes_on_only_with_what_was_told_just_before(tmp_path: Path) -> None:
    told: list[Event] = [
        CardPlayed(seat=BO, card=5, to=PUBLIC),
        CardDrawn(seat=ANA, card=2, to=only(ANA)),
        RoundWon(seat=ANA, points=1, to=PUBLIC),
    ]

    happened, known = story(made(tmp_path), told, ANA)

    assert happened == ["  Bo plays the Five.", "  You win one point."]
    assert known == ["  You draw the Two."]
    assert story(made(tmp_path), told[2:], ANA) == (["  You win one point."], [])


def test_an_event_is_said_once_for_each_point_of_view(tmp_path: Path) -> None:
    lines = made(tmp_path)
    e = CardPlayed(seat=ANA, card=5, to=PUBLIC)

    assert lines.event(e, BO) is lines.event(e, CYD)
    assert lines.event(e, ANA) is not lines.event(e, BO)


@pytest.mark.parametrize(
    ("macro", "once"),
    [
        ("{% macro CardPlayed(e, me) %}A card was played.{% endmacro %}", True),
        ("{% macro CardPlayed(e, me) %}{{ who(e.seat, me) }} played.{% endmacro %}", False),
        ("{% macro CardPlayed(e, you) %}{% if you %}Yours{% endif %} was played.{% endmacro %}", False),
        ("{% macro CardPlayed(e) %}Played{{ varargs[0] }}.{% endmacro %}", False),
    ],
)
def test_what_never_asks_who_reads_is_said_once_for_all(tmp_path: Path, macro: str, *, once: bool) -> None:
    lines = made(tmp_path, LINES.replace("macro CardPlayed(", "macro OtherWords(") + macro)
    e = CardPlayed(seat=ANA, card=5, to=PUBLIC)

    assert (lines.event(e, ANA) is lines.event(e, BO)) is once


def test_a_seat_called_like_a_word_of_an_event_is_not_everybody(tmp_path: Path) -> None:
    told = [Shown(cards=(3, 4), to=PUBLIC)]

    assert story(made(tmp_path), told, ANA) == story(made(tmp_path), told, OBSERVER)


def test_a_game_must_have_all_its_lines(tmp_path: Path) -> None:
    lines = LINES.replace("macro CardDrawn(", "macro CardDrown(").replace("macro headline(", "macro headlines(")

    with pytest.raises(LinesError, match=r"lines\.txt\.j2 of high_card has no macro for CardDrawn, headline\."):
        made(tmp_path, lines)


def test_a_game_must_have_a_file_of_lines(tmp_path: Path) -> None:
    rules = high_card(tmp_path)
    (tmp_path / "lines.txt.j2").unlink()

    with pytest.raises(LinesError, match=r"high_card has no lines\.txt\.j2"):
        Lines(rules, Resources())


def test_a_campaign_may_put_its_own_lines_in_their_place(tmp_path: Path) -> None:
    own = tmp_path / "campaign" / "templates" / "high_card"
    own.mkdir(parents=True)
    (own / "lines.txt.j2").write_text(LINES.replace("You draw the", "Behold, the"), encoding="utf-8")

    lines = made(tmp_path, campaign=tmp_path / "campaign")

    assert story(lines, TOLD[4:5], ANA)[1] == ["  Behold, the Two."]


def test_control_marks_in_a_players_words_do_not_reach_a_letter(tmp_path: Path) -> None:
    lines = made(tmp_path)

    assert story(lines, [CardPlayed(seat=Seat("Ev\x1b\u202ee"), card=1, to=PUBLIC)], ANA)[0] == ["  Eve plays the One."]


def test_a_headline_is_what_weighs_most_and_what_names_the_reader_weighs_more(tmp_path: Path) -> None:
    told = [RoundWon(seat=BO, points=3, to=PUBLIC), RoundWon(seat=ANA, points=2, to=PUBLIC)]

    assert made(tmp_path).headline(Seen(BO), told, OBSERVER) == "Bo won a round"
    assert made(tmp_path).headline(Seen(BO), told, ANA) == "You won a round"
    assert made(tmp_path).headline(Seen(BO), told, BO) == "You won a round"


def test_of_what_weighs_alike_the_later_is_the_headline(tmp_path: Path) -> None:
    told = [RoundWon(seat=BO, points=2, to=PUBLIC), RoundWon(seat=ANA, points=2, to=PUBLIC)]

    assert made(tmp_path).headline(Seen(BO), told, CYD) == "Ana won a round"


def test_a_headline_names_a_danger_before_all_and_else_how_things_stand(tmp_path: Path) -> None:
    won = [RoundWon(seat=BO, points=99, to=PUBLIC)]

    assert made(tmp_path).headline(Seen(CYD), won, BO) == "Cyd is nearly there"
    assert made(tmp_path).headline(Seen(CYD), won, CYD) == "You are nearly there"
    assert made(tmp_path).headline(Seen(BO), [], CYD) == "Bo leads"


def test_a_headline_says_nothing_that_not_everybody_heard(tmp_path: Path) -> None:
    secret = RoundWon(seat=BO, points=9, to=only(ANA))

    assert made(tmp_path).headline(Seen(BO), [secret], ANA) == "Bo leads"


def test_what_touches_the_reader_is_told_apart(tmp_path: Path) -> None:
    lines = made(tmp_path, LINES.replace("{% macro CardPlayed(e, me) %}", "{% macro CardPlayed(e, me) %}\n|"))
    told = [CardPlayed(seat=ANA, card=3, to=PUBLIC), CardPlayed(seat=BO, card=4, to=PUBLIC)]

    ana, look = spoken.story(lines, told, ANA), spoken.story(lines, told, OBSERVER)

    assert (printed(ana.own), printed(ana.rest)) == (["  You play the Three."], ["  Bo plays the Four."])
    assert (printed(look.own), printed(look.rest)) == ([], ["  Ana plays the Three.", "", "  Bo plays the Four."])
    assert printed(spoken.story(lines, told[:1], ANA).rest) == ["  You play the Three."]


def test_within_a_paragraph_only_what_stands_behind_a_seam_is_told_apart(tmp_path: Path) -> None:
    seam = "{% macro CardPlayed(e, me) %}\n;\n"
    lines = made(tmp_path, LINES.replace("{% macro CardPlayed(e, me) %}\n", seam))
    told = [CardPlayed(seat=seat, card=card, to=PUBLIC) for seat, card in ((ANA, 3), (BO, 4), (ANA, 5))]

    bo, look = spoken.story(lines, told, BO), spoken.story(lines, told, OBSERVER)

    assert (printed(bo.own), printed(bo.rest)) == (
        ["  You play the Four."], ["  Ana plays the Three.", "  Ana plays the Five."],
    )  # fmt: skip
    assert printed(look.rest) == ["  Ana plays the Three.", "  Bo plays the Four.", "  Ana plays the Five."]


def test_sentences_that_gather_over_a_seam_part_from_the_readers(tmp_path: Path) -> None:
    macro = "|\n;\n{{ who(e.seat, me) }} ~~+played {{ e.card }}."
    lines = made(tmp_path, LINES + f"{{% macro CardPlayed(e, me) %}}\n{macro}\n{{% endmacro %}}\n")
    told = [CardPlayed(seat=seat, card=card, to=PUBLIC) for seat, card in ((ANA, 3), (BO, 4), (CYD, 3))]

    bo, look = spoken.story(lines, told, BO), spoken.story(lines, told, OBSERVER)

    assert (printed(bo.own), printed(bo.rest)) == (["  You played 4."], ["  Ana and Cyd played 3."])
    assert printed(look.rest) == ["  Ana and Cyd played 3. Bo played 4."]
    last = spoken.story(lines, [RoundWon(seat=ANA, points=3, to=PUBLIC), *told[1:2]], BO)
    assert printed(last.own) == ["  You played 4."]


def test_a_headline_of_no_event_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LinesError, match=r"lines\.txt\.j2 of high_card has RoundWn_Headline, but no such event\."):
        made(tmp_path, LINES.replace("RoundWon_Headline", "RoundWn_Headline"))


def test_numbers_behind_what_several_did_are_added_up_behind_all_of_it(tmp_path: Path) -> None:
    played, _, rest = LINES.partition("{% macro CardPlayed(e, me) %}")[2].partition("{% endmacro %}")
    said = "+{{ who(e.seat, me) }} ~~drew.\n+{{ e.card }} ~sum card went by.\n"
    lines = made(tmp_path, LINES.replace(played, said, 1))

    assert rest
    drawn = [CardPlayed(seat=seat, card=card, to=PUBLIC) for seat, card in ((ANA, 1), (BO, 2))]
    assert story(lines, drawn, CYD)[0] == ["  Ana and Bo drew. Three cards went by."]
    assert story(lines, drawn[:1], CYD)[0] == ["  Ana drew. One card went by."]


def test_what_happens_several_times_in_a_row_is_told_once_with_its_count(tmp_path: Path) -> None:
    lines = made(
        tmp_path, LINES.replace("the {{ e.card | say }}.", "a card ~n and {{ does(e.seat, me, 'go', 'goes') }} on.")
    )
    played = [CardPlayed(seat=seat, card=3, to=PUBLIC) for seat in (ANA, BO, BO, ANA, ANA, ANA)]

    assert story(lines, played, CYD)[0] == [
        "  Ana plays a card and goes on.",
        "  Bo plays a card twice and goes on.",
        "  Ana plays a card three times and goes on.",
    ]
    seam = made(tmp_path / "seam", LINES.replace("CardPlayed(e, me) %}", "CardPlayed(e, me) %}\n;").replace(
        "the {{ e.card | say }}.", "a card ~n and {{ does(e.seat, me, 'go', 'goes') }} on."
    ))  # fmt: skip
    assert story(seam, played, CYD)[0] == story(lines, played, CYD)[0]
    assert story(lines, played[:3], BO)[0] == [
        "  Ana plays a card and goes on.",
        "  You play a card twice and go on.",
    ]
