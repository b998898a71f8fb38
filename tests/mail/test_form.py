"""Our own form, coming back in every shape."""

from referee.mail.quoting import Form, Label, Labelled, classify

FORM = Form(
    "YOUR ORDERS FOR TURN 6      write between the lines, or anywhere above",
    (
        "-" * 70,
        "WAIT",
        "DEFEND WITH ANY",
        "STANDING DEFEND AGAINST SWORDS WITH WANDS LOW, WANDS HIGH, CUPS LOW",
        "-" * 70,
    ),
    "If nothing comes from you: WAIT, and you defend with what you have.",
)
REPORT = [
    "Your orders:",
    "  1  ATTACK Fiona WITH ANY       You led 3C.",
    "ATTACK Random WITH 3C",
    "",
    "WHAT YOU HOLD",
    "",
]
TAIL = ["Ask STATUS, HISTORY 4 or HELP."]
LEAD = ["On Fri, Nov 20, 2026 at 9:14 AM Referee <r@referee.test> wrote:", ""]


def new(lines: list[str], form: Form | None = FORM) -> list[str]:
    return [line.text for line in classify(lines, form=form) if line.label is Label.NEW]


def quoted(lines: list[str], prefix: str = "> ") -> list[str]:
    return [prefix + line for line in lines]


def whole(*inside: str) -> list[str]:
    return [*REPORT, FORM.begin, *inside, FORM.end, *TAIL]


def test_an_unchanged_form_is_form_and_nothing_is_new() -> None:
    labelled = classify([*LEAD, *quoted(whole(*FORM.lines))], form=FORM)

    assert [line for line in labelled if line.label is Label.NEW] == []
    assert [line.label for line in labelled].count(Label.FORM) == len(FORM.lines) + 2


def test_a_changed_line_behind_the_prefix_is_new_and_bare() -> None:
    inside = [FORM.lines[0], "ATTACK Corwin WITH 8S, 6P", *FORM.lines[2:]]

    assert new([*LEAD, *quoted(whole(*inside))]) == ["ATTACK Corwin WITH 8S, 6P"]


def test_an_added_line_without_prefix_is_new() -> None:
    inside = [*quoted(list(FORM.lines[:2])), "ADD SEIZE THRONE", *quoted(list(FORM.lines[2:]))]
    lines = [*LEAD, *quoted([*REPORT, FORM.begin]), *inside, *quoted([FORM.end, *TAIL])]

    assert new(lines) == ["ADD SEIZE THRONE"]


def test_depth_and_other_prefixes_do_not_matter() -> None:
    for prefix in ("> > ", ">>> ", ">", "| ", "AM> ", " > > "):
        inside = [FORM.lines[0], "SEIZE THRONE", *FORM.lines[2:]]
        answer = ["Hello", *quoted([FORM.begin, *inside, FORM.end], prefix)]

        assert new(answer) == ["Hello", "SEIZE THRONE"], prefix


def test_a_form_wrapped_by_the_program_is_still_unchanged() -> None:
    wrapped = [
        "> YOUR ORDERS FOR TURN 6 write between the",
        "> lines, or anywhere above",
        "> " + "-" * 60,
        "> " + "-" * 10,
        "> WAIT",
        "> DEFEND WITH ANY",
        "> STANDING DEFEND AGAINST SWORDS WITH",
        "> WANDS LOW, WANDS HIGH, CUPS LOW",
        "> SEIZE THRONE",
        "> " + "-" * 60,
        "> If nothing comes from you: WAIT, and you",
        "> defend with what you have.",
        "> Ask STATUS",
    ]

    assert new(wrapped) == ["SEIZE THRONE"]


def test_a_line_of_the_form_joined_with_the_next_is_still_unchanged() -> None:
    assert new(quoted(whole(FORM.lines[0], "WAIT DEFEND WITH ANY", *FORM.lines[3:]))) == []


def test_a_double_spaced_form_is_still_unchanged() -> None:
    doubled = [piece for line in whole(*FORM.lines[:2], "SEIZE THRONE", *FORM.lines[2:]) for piece in (line, "")]

    assert new([*LEAD, *quoted(doubled)]) == ["SEIZE THRONE"]


def test_finery_of_the_program_is_no_change() -> None:
    inside = ["–" * 20, "wait", "*DEFEND*  WITH ANY", *FORM.lines[3:]]

    assert new([*LEAD, *quoted(whole(*inside))]) == []


def test_a_changed_comma_is_a_change() -> None:
    changed = "STANDING DEFEND AGAINST SWORDS WITH WANDS LOW, WANDS HIGH; CUPS LOW"

    assert new([*LEAD, *quoted(whole(*FORM.lines[:3], changed))]) == [changed]


def test_a_form_below_outlook_s_headers_is_read_though_all_else_there_is_old() -> None:
    head = [
        "From: Referee <r@referee.test>",
        "Sent: Friday, November 20, 2026 9:14 AM",
        "To: Anna",
        "Subject: Turn 5",
        "",
    ]
    lines = ["ATTACK Eric WITH 2C", "", *head, *whole("SEIZE THRONE", *FORM.lines)]

    assert new(lines) == ["ATTACK Eric WITH 2C", "SEIZE THRONE"]


def test_without_its_last_marker_the_form_reaches_as_far_as_it_was_long() -> None:
    changed = [FORM.lines[0], "SEIZE THRONE", *FORM.lines[2:]]

    assert new([*LEAD, *quoted([*REPORT, FORM.begin, *changed, "", "DEFEND AGAINST x"])]) == ["SEIZE THRONE"]


def test_without_its_first_marker_the_form_reaches_up_to_the_blank_line() -> None:
    changed = [FORM.lines[0], "SEIZE THRONE", *FORM.lines[2:]]

    assert new([*LEAD, *quoted([*REPORT, *changed, FORM.end])]) == ["SEIZE THRONE"]


def test_without_markers_quoted_lines_are_old_and_unquoted_ones_new() -> None:
    assert new([*LEAD, "> WAIT", "> SEIZE THRONE"]) == []
    assert new(["WAIT", "SEIZE THRONE"]) == ["WAIT", "SEIZE THRONE"]


def test_a_line_of_the_form_written_above_it_is_meant() -> None:
    assert new(["WAIT", *LEAD, *quoted(whole(*FORM.lines))]) == ["WAIT"]


def test_a_quoted_form_of_an_earlier_turn_is_old() -> None:
    earlier = [line.replace("TURN 6", "TURN 5") for line in whole(FORM.lines[0], "SEIZE THRONE", FORM.lines[4])]

    assert "SEIZE THRONE" not in new([*LEAD, *quoted([FORM.begin, *FORM.lines, FORM.end, "", *earlier])])


def test_a_forwarded_form_is_never_new() -> None:
    assert new(["---------- Forwarded message ---------", *whole("SEIZE THRONE")]) == []


def test_markers_may_be_mere_rulers() -> None:
    form = Form("=" * 60, ("WAIT",), "=" * 60)

    assert new([*LEAD, *quoted(["A", "=" * 60, "WAIT", "HOLD", "=" * 60, "B"])], form) == ["HOLD"]


def test_a_footer_inside_the_form_is_a_footer() -> None:
    labelled = classify([FORM.begin, "SEIZE THRONE", "Sent from my iPhone", FORM.end], form=FORM)

    assert labelled[2] == Labelled("Sent from my iPhone", Label.FOOTER)


def test_lines_of_the_form_copied_above_it_are_meant_though_the_letter_is_known() -> None:
    known = Form(FORM.begin, FORM.lines, FORM.end, tuple(whole(*FORM.lines)))
    copied = list(FORM.lines[1:4])

    assert new([*copied, *LEAD, *quoted(whole(*FORM.lines))], known) == copied


def test_the_known_letter_is_old_in_a_language_nobody_knows() -> None:
    known = Form(FORM.begin, FORM.lines, FORM.end, tuple(whole(*FORM.lines)))
    lines = ["SEIZE THRONE", "", "Referee qatlho' 9.14 jatlh", *whole(*FORM.lines)]

    assert new(lines, known) == ["SEIZE THRONE", "Referee qatlho' 9.14 jatlh"]


REPLIES = Form(
    "---- orders for turn 2, from here ----",
    ("LEAD LOWEST", "REPLY LOWEST", "REPLY IF LED = M18 PLAY M19, OR ELSE WHAT IS CHEAPEST", "PLAY ON 1"),
    "---- orders for turn 2, to here ----",
)


def returned(*inside: str) -> list[str]:
    """What is new when the form of replies comes back with these lines in it."""
    return new([*LEAD, *quoted([REPLIES.begin, *inside, REPLIES.end])], REPLIES)


def test_lines_of_the_form_that_changed_places_are_written_now() -> None:
    lead, low, led, on = REPLIES.lines

    assert returned(lead, led, low, on) == [led, low]
    assert returned(on, low, lead) == [on, low, lead]
    assert returned(lead, low, "REPLY HIGHEST", on, led) == [low, "REPLY HIGHEST", on, led]


def test_a_line_of_the_form_that_stands_there_once_more_is_written_now_and_the_others_are_not() -> None:
    lead, low, led, on = REPLIES.lines

    assert returned(lead, lead, low, led, on) == [lead]
    assert returned(*REPLIES.lines, "LEAD HIGHEST", low, "PLAY ON 2") == ["LEAD HIGHEST", low, "PLAY ON 2"]
    assert returned(low, *REPLIES.lines, low, low) == [low] * 3
    assert returned(led, lead, low, led, on, on) == [led, on]


def test_lines_that_are_wanting_are_no_change_as_long_as_the_others_stand_in_order() -> None:
    lead, low, led, on = REPLIES.lines

    assert (returned(lead, on), returned(low, led), returned(led), returned()) == ([], [], [], [])
    assert returned(lead, "REPLY HIGHEST", on) == ["REPLY HIGHEST"]


def test_a_moved_line_that_a_program_wrapped_or_spaced_is_read_as_it_was_sent() -> None:
    lead, low, led, on = REPLIES.lines

    assert returned(led[:28], led[28:], "", low.lower(), on) == [led, low]
    assert returned(on, f"{lead} {low}") == [on, f"{lead} {low}"]


def test_rulers_in_the_form_and_a_form_quoted_twice_are_no_change() -> None:
    rulers = Form(REPLIES.begin, ("=" * 60, "WAIT", "=" * 60, "HOLD", "=" * 60), REPLIES.end)
    wrapped = ["=" * 40, "=" * 20, "WAIT", "=" * 40, "=" * 20, "HOLD", "=" * 40, "=" * 20]
    once = quoted([REPLIES.begin, *REPLIES.lines, REPLIES.end])

    assert new(quoted([rulers.begin, *wrapped, rulers.end]), rulers) == []
    assert new([*LEAD, *once, "", *quoted(once)], REPLIES) == []


def test_what_another_said_within_the_form_is_not_written_now() -> None:
    assert new(quoted(whole("  | F BRE-MAO"))) == []
