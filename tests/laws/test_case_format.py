"""How cases are read, laid over each other, and compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.cases import read
from referee.cases.differ import Difference, differences, side_by_side
from referee.cases.expand import flat, merged
from referee.cases.run import cases_in, run_paths
from referee.cases.written import Case
from referee.resources import Resources
from tests.house.source import ROOT
from tests.package_game.higher_card import RULESET

GIVEN = "given: {hands: {Anna: [3R, 5B], Bruno: [4G, 1Y]}}"
HEAD = "game: higher-card"


def written(folder: Path, text: str, name: str = "some.yaml") -> Path:
    """A file with this text."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def cases(folder: Path, text: str, name: str = "some.yaml") -> list[Case]:
    """The cases of a text, which must be free of errors."""
    found, errors = cases_in([written(folder, text, name)])

    assert errors == []
    return found


def said(folder: Path, text: str) -> list[str]:
    """What is wrong with the cases of a text, the folder left out."""
    _, errors = cases_in([written(folder, text)])
    return [str(e).replace(f"{folder}/", "") for e in errors]


def run(folder: Path, *lines: str) -> str:
    """The result of one case of Higher Card, as it is printed."""
    file = written(folder, "\n".join([HEAD, "---", "id: X", *lines]))
    results = run_paths([file], lambda slug: {"higher-card": RULESET}[slug], Resources())
    texts = [r.text().replace(f"{folder}/", "") for r in results.results if not r.ok or r.notes]
    return "\n".join([*map(str, results.errors), *texts])


def shape(node: yaml.Node) -> Any:
    """What was read and where it stands, as plain values."""
    place = (node.tag, node.start_mark.line, node.start_mark.index, node.end_mark.index)
    if isinstance(node, yaml.ScalarNode):
        return (*place, node.value)
    parts = (part for pair in node.value for part in (pair if isinstance(node, yaml.MappingNode) else (pair,)))
    return (*place, [shape(part) for part in parts])


def test_libyaml_reads_what_pyyaml_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = sorted((ROOT / "tests" / "cases" / "wizards_duel").rglob("*.md"))
    sources = [source for file in pages for source, _ in read._blocks(file, file.read_text(encoding="utf-8"))]
    quick = [[shape(node) for node in read._composed(source)] for source in sources]
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    plain = [[shape(node) for node in read._composed(source)] for source in sources]

    assert len(sources) > 5
    assert quick == plain


def test_words_are_taken_as_written(tmp_path: Path) -> None:
    values = "{a: NO, b: ON, c: 10:30, d: 2026-03-06, e: 07, f: 7, g: yes, h: true, i: , j: 1e3}"
    (case,) = cases(tmp_path, f"id: 10:30\ngame: no\ngiven: {values}")

    assert (case.id, case.game) == ("10:30", "no")
    assert case.given == {
        "a": "NO", "b": "ON", "c": "10:30", "d": "2026-03-06", "e": "07", "f": 7, "g": "yes", "h": True, "i": None,
        "j": "1e3",
    }  # fmt: skip


def test_an_order_with_a_colon_is_still_a_line(tmp_path: Path) -> None:
    text = "id: X\norders:\n  Anna:\n  - TO Bruno: hello there\n  - PLAY 3R\n  Bruno: |\n    PLAY 4G\n    PREFER LOW"
    (case,) = cases(tmp_path, text)

    assert case.orders == {"Anna": ("TO Bruno: hello there", "PLAY 3R"), "Bruno": ("PLAY 4G", "PREFER LOW")}


def test_a_head_holds_for_the_whole_file(tmp_path: Path) -> None:
    text = (
        "# Cases\n\n```yaml\ngame: duel\noptions: {deck: half, live: on}\n```\n\n```python\nid: no\n```\n"
        "```yaml\n- {id: A, options: {deck: full}}\n- {id: B, game: other}\n```\n"
    )

    assert [(c.id, c.game, c.options, c.line) for c in cases(tmp_path, text, "some.md")] == [
        ("A", "duel", {"deck": "full", "live": "on"}, 12),
        ("B", "other", {"deck": "half", "live": "on"}, 13),
    ]


def test_parts_and_variants_are_independent(tmp_path: Path) -> None:
    text = """
id: X
given: {a: 1, deck: [1, 2]}
parts:
  one: {given: {a: 2}, orders: {Anna: [WAIT]}}
  two: {expect: {hand: [1], end: none}}
variants:
  - {given: {b: 3, deck: [9]}, expect: {hand_includes: [1]}}
"""

    assert [(c.id, c.given, c.orders, c.expect) for c in cases(tmp_path, text)] == [
        ("X/one", {"a": 2, "deck": [1, 2]}, {"Anna": ("WAIT",)}, {}),
        ("X/one/v1", {"a": 2, "deck": [9], "b": 3}, {"Anna": ("WAIT",)}, {"hand_includes": [1]}),
        ("X/two", {"a": 1, "deck": [1, 2]}, {}, {"hand": [1], "end": "none"}),
        ("X/two/v1", {"a": 1, "deck": [9], "b": 3}, {}, {"end": "none", "hand_includes": [1]}),
    ]


def test_variants_have_numbers_or_names(tmp_path: Path) -> None:
    text = "id: X\nvariants:\n  low: {orders: {Anna: [PLAY 1Y]}}\n  none: {}\n"
    one = "- {id: Y, variants: {orders: {Anna: [WAIT]}}}\n- {id: Z, variants: [{part: a, title: A}, {title: B}]}"

    assert [(c.id, c.orders) for c in cases(tmp_path, text)] == [
        ("X", {}), ("X/vlow", {"Anna": ("PLAY 1Y",)}), ("X/vnone", {}),
    ]  # fmt: skip
    assert [c.id for c in cases(tmp_path, one)] == ["Y", "Y/v1", "Z", "Z/va", "Z/v2"]
    assert said(tmp_path, "id: X\nvariants: {low: {oders: {}}}") == [
        "some.yaml:2: X: there is no key oders here. Did you mean orders?"
    ]


def test_other_words_for_keys_and_facts_in_words(tmp_path: Path) -> None:
    text = (
        "id: X\ncites: [A-1]\nswitches: {cap: 3}\nrandom: {dice: [4]}\nsecret: [a, b]\n"
        "expect: {public: one fact, check: [c], told: {all: [hello]}}\n"
    )
    (case,) = cases(tmp_path, text)

    assert (case.rules, case.options, case.chance, case.in_words, case.told, case.expect) == (
        ("A-1",), {"cap": "3"}, {"dice": [4]}, ("one fact", "a", "b", "c"), {"all": ("hello",)}, {},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("script", "by_purpose"),
    [
        ({"dice": {"Ana": [4], "Bo": 7}}, {"dice/Ana": [4], "dice/Bo": [7]}),
        ({"dice": [[7, 7], [11, 4]]}, {"dice": [7, 7, 11, 4]}),
        ({"cuts": [{"Ana": 9, "Bo": "JOKER"}, {"Ana": 5}]}, {"cuts/Ana": [9, 5], "cuts/Bo": ["JOKER"]}),
        ({"first": "KD"}, {"first": ["KD"]}),
        ({"dice": {3: {"Ana": [1]}}}, {"dice/3/Ana": [1]}),
        (None, {}),
    ],
)
def test_luck_is_written_by_purpose(script: Any, by_purpose: dict[str, list[Any]]) -> None:
    assert flat(script) == by_purpose


def test_maps_are_merged_and_lists_replaced() -> None:
    assert merged({"a": {"b": [1], "c": 2}, "d": 3}, {"a": {"b": [9]}}) == {"a": {"b": [9], "c": 2}, "d": 3}
    assert merged({"discard_includes": [1], "deck_top": [2]}, {"discard": [3]}) == {"deck_top": [2], "discard": [3]}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("id: X\ngivn: {}", "some.yaml:2: X: there is no key givn here. Did you mean given?"),
        ("id: X\n\nvariants:\n  - {oders: {}}", "some.yaml:4: X: there is no key oders here. Did you mean orders?"),
        ("id: X\nid: Y", "some.yaml:2: X: the key id stands twice."),
        ("id: X\ngiven: {a: 1, a: 2}", "some.yaml:2: X: the key a stands twice."),
        ("- id: X\n- id: X", "some.yaml:2: X: there is a case X on line 1 already."),
        ("expect: {}", "some.yaml:1: this case has no id."),
        ("- hello", "some.yaml:1: a case is a map with an id, such as `id: MY-01`."),
        ("id: X\norders: PLAY", "some.yaml:1: X: orders is written by seat, such as orders: {Ana: ...}."),
        ("id: X\ntold: hello", "some.yaml:1: X: told is written by seat, such as told: {Ana: ...}."),
        (
            "id: X\nexpect: {a: 1\nwhy: no",
            "some.yaml:3: this is not YAML: expected ',' or '}', but got ':'. "
            "A line with : # ' \" [ ] { } & * ! % or @ in it is safe between quotation marks.",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_file_line_and_case(tmp_path: Path, text: str, problem: str) -> None:
    assert said(tmp_path, text) == [problem]


def test_one_bad_case_hides_no_other(tmp_path: Path) -> None:
    found, errors = cases_in([written(tmp_path, "- {id: A, xx: 1}\n- {id: B}"), tmp_path / "nowhere"])

    assert [case.id for case in found] == ["B"]
    assert [e.problem for e in errors][1] == "there is no such file or folder."


def test_a_case_that_holds_says_nothing(tmp_path: Path) -> None:
    assert run(tmp_path, GIVEN, "expect: {points: {Bruno: 0, Anna: 1}, hands: {Anna: [5B], Bruno: [4G]}}") == ""


def test_what_differs_stands_side_by_side(tmp_path: Path) -> None:
    text = run(tmp_path, "title: Wrong", GIVEN, "expect: {points: {Anna: 2}, hnads: {}}", "why: Because.")

    assert text.splitlines() == [
        "X  Wrong  (some.yaml:3)",
        "               expected             got",
        "  points.Anna  2                    1",
        "  hnads        {}                   the game shows no hnads; did you mean hands?",
        "  hands.Anna   [3R, 5B] (as given)  [5B]",
        "  hands.Bruno  [4G, 1Y] (as given)  [4G]",
        "  why: Because.",
    ]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["orders: {Ana: [PLAY 3R]}"], "orders: there is no seat Ana. Did you mean Anna?"),
        (["orders: {Anna: [PLAY 9R]}"], "Anna's line PLAY 9R cannot be read: \"9R\" is not a card."),
        (["refused: {Anna: [PLAY 3R]}"], "Anna sent no line PLAY 3R, which the case says is refused."),
        (["orders: {Anna: [PLAY 3R]}", "refused: {Anna: [PLAY 3R]}"], "Anna's line PLAY 3R is not refused."),
        (
            ["orders: {Anna: [PLAY 6R]}", "warned: {Anna: [{PLAY 6R: lovely}]}"],
            "Anna's line PLAY 6R is warned of, but not with 'lovely': You do not hold 6R now",
        ),
        (["chance: {die: [3]}"], "scripted luck that nobody needed: die: [3]"),
        (["told: {Bruno: [You score]}"], "Bruno's letter does not say: You score"),
        (["told: {Bruno: [You score a point]}"], "not say: You score a point (near it: Anna scores a point.)"),
        (["untold: {all: [yellow   ONE]}"], "Anna's letter says: yellow   ONE"),
        (
            ["answers: {GM: [SET SCORE OF Anna TO 2]}"],
            "the ruling GM was never asked for (the GM's corrections stand under orders: GM)",
        ),
        (["answers: {Anna/Lai: 3R}"], "the answer Anna/Lai was never asked for; asked were Anna/Lay/1, Bruno/Lay/1"),
        (["answers: {Anna/Lay: 9R}"], 'the answer Anna/Lay/1 cannot be read: "9R" is not a card.'),
        (["options: {hand: 9}"], "the game cannot be created: Option hand cannot be '9'. It may be 3 to 6."),
        (["options: {hand: 9}", "refused: {set-up: rain}"], "the refusal does not say 'rain': Option hand"),
        (["refused: {set-up: ''}"], "the game was created, though it should have been refused."),
        (["given: {hands: {Anna: [9X], Bruno: []}}"], "the rules broke off: KeyError: '9X'"),
    ],
)
def test_what_is_wrong_is_said_in_words(tmp_path: Path, lines: list[str], problem: str) -> None:
    given = [] if lines[0].startswith("given") else [GIVEN]

    assert problem in run(tmp_path, *given, *lines)


def test_others_are_those_of_whom_nothing_is_said(tmp_path: Path) -> None:
    said = run(tmp_path, GIVEN, "told: {Anna: [Anna]}", "untold: {others: [Anna]}")

    assert "Bruno's letter says: Anna" in said
    assert "Anna's letter" not in said


def test_others_are_those_who_sent_nothing_where_nobody_is_named(tmp_path: Path) -> None:
    said = run(tmp_path, GIVEN, "orders: {anna: [LAY 5B]}", "untold: {others: [Anna]}")

    assert "Bruno's letter says: Anna" in said
    assert "Anna's letter" not in said


def test_the_end_is_compared(tmp_path: Path) -> None:
    last = "given: {hands: {Anna: [3R], Bruno: [4G]}}"

    assert run(tmp_path, last, "expect: {end: {reason: Cards are out, winners: [Bruno], losers: [Anna]}}") == ""
    assert "end  none      cards are out: Nobody holds a card." in run(tmp_path, last)
    assert "end.winners  Anna      Bruno" in run(tmp_path, last, "expect: {end: {winners: Anna}}")
    assert "end          cards are out        none" in run(tmp_path, GIVEN, "expect: {end: {reason: cards are out}}")
    assert "end.reason  agreed    cards are out" in run(tmp_path, last, "expect: {end: agreed}")
    assert "end          agreed               none" in run(tmp_path, GIVEN, "expect: {end: agreed}")


def test_a_winner_may_be_named_without_the_end(tmp_path: Path) -> None:
    last = "given: {hands: {Anna: [3R], Bruno: [4G]}}"

    assert run(tmp_path, last, "expect: {winner: Bruno, losers: [Anna], reason: cards are out, result: Bruno}") == ""
    assert "winner  Anna      [Bruno]" in run(tmp_path, last, "expect: {winner: Anna}")
    assert "winner       Anna                 []" in run(tmp_path, GIVEN, "expect: {winner: Anna}")
    assert "end     none" in run(tmp_path, last, "expect: {winner: none}")


def test_parts_and_orders_may_be_written_short(tmp_path: Path) -> None:
    text = """
id: X
given: {b: 2}
parts:
  one: {hand: [9S], deck: none, orders: [PLAY 9S, "TO Bruno: hello"]}
variants:
  - {hand: [8S], expect: {hand: 1}}
"""

    assert [(c.given, c.orders, c.expect) for c in cases(tmp_path, text)] == [
        ({"b": 2, "hand": ["9S"], "deck": "none"}, {"": ("PLAY 9S", "TO Bruno: hello")}, {}),
        ({"b": 2, "hand": ["8S"], "deck": "none"}, {"": ("PLAY 9S", "TO Bruno: hello")}, {"hand": 1}),
    ]
    assert run(tmp_path, GIVEN, "orders: [PLAY 3R]", "expect: {hands: {Anna: [5B], Bruno: [4G]}}") != ""
    assert run(tmp_path, GIVEN, "orders: [PLAY 5B]", "expect: {hands: [[3R], [4G]], points: {Anna: 1}}") == ""


def test_a_list_may_be_given_by_its_length() -> None:
    after = {"stock": ["A", "B"], "hands": {"Ana": ["C"], "Bo": []}, "drawn": ["D"], "in_hand": {"Ana": 1, "Bo": 0}}
    loose = {**after, "_loose": ["*"]}

    assert differences({}, {"stock": 2, "hands": [1, 0], "drawn": "D", "in_hand": [1, 0]}, loose) == []
    assert differences({}, {"hands": {"Ana": 1, "Bo": 0}}, loose) == []
    assert differences({}, {"stock": 3, "hands": [1, 1], "drawn": "E"}, loose) == [
        Difference("stock", "3", "[A, B]"), Difference("hands.Bo", "1", "[]"), Difference("drawn", "E", "[D]"),
    ]  # fmt: skip


def test_fields_are_as_given_unless_they_are_loose() -> None:
    before = {"a": 1, "deck": [1, 2], "players": {"Ana": {"since": 1, "at": "home"}}}
    after = {
        "a": 1, "deck": [2], "players": {"Ana": {"since": 2, "at": "away"}}, "_loose": ["deck", "players.*.since"],
    }  # fmt: skip

    assert differences(before, {}, after) == [Difference("players.Ana.at", "home (as given)", "away")]
    assert differences(before, {}, {**after, "_loose": ["*"]}) == []
    assert differences(before, {"players": {"Ana": {"at": "away", "since": 3}}}, after) == [
        Difference("players.Ana.since", "3", "2")
    ]


def test_lists_are_sets_unless_their_order_counts() -> None:
    after = {"hand": ["2S", "10"], "deck": ["A", "B", "C"], "_ordered": ["deck"], "_loose": ["*"]}

    assert differences({}, {"hand": [10, "2s"], "deck_top": ["A", "B"], "deck_bottom": ["C"]}, after) == []
    assert differences({}, {"deck": ["B", "A", "C"]}, after) == [Difference("deck", "[B, A, C]", "[A, B, C]")]
    assert differences({}, {"hand_includes": ["2S"]}, after) == []
    assert differences({}, {"hand": ["2S", "2S", "10"]}, after) == [Difference("hand", "[2S, 2S, 10]", "[2S, 10]")]


def test_lists_of_maps_are_sets_too() -> None:
    moves = [{"card": "7H", "to": "Ana"}, {"card": "8C", "to": "Bo"}, {"card": "9D", "to": "Bo"}]
    after = {"moved": moves, "said": moves, "_ordered": ["said"], "_loose": ["*"]}

    assert differences({}, {"moved": moves[::-1]}, after) == []
    assert differences({}, {"moved": [{"to": "Bo"}, {"card": "7H"}, {"to": "Bo"}]}, after) == []
    assert differences({}, {"moved": [{"to": "Bo"}, {"card": "7C"}, {"to": "Bo"}]}, after) == [
        Difference("moved[2].card", "7C", "7H")
    ]
    assert differences({}, {"said": [moves[1], moves[0], moves[2]]}, after) == [
        Difference("said[1].card", "8C", "7H"), Difference("said[1].to", "Bo", "Ana"),
        Difference("said[2].card", "7H", "8C"), Difference("said[2].to", "Ana", "Bo"),
    ]  # fmt: skip


def test_nothing_is_none() -> None:
    after = {"until": None, "cards": [], "free": False, "points": {"Anna": 0, "Bruno": 0}, "_loose": ["*"]}

    assert differences({}, {"until": "none", "cards": "none", "free": False, "points": "none"}, after) == []
    assert differences({}, {"points": {"Anna": 0}}, after) == []
    assert differences({}, {"points": "none"}, {"points": {"Anna": 0, "Bruno": 2}, "_loose": ["*"]}) != []


def test_a_card_may_have_any_of_its_names() -> None:
    named = {"moon": "M18", "X18": "M18", "M18": "M18", "18": "M18"}
    after = {"led": "X18", "hand": ["M18", "8S"], "deck": ["8S", "M18"], "_ordered": ["deck"], "_loose": ["*"]}

    def face(text: str) -> str:
        return named.get(text, "")

    expect = {"led": "moon", "hand_includes": 18, "deck": ["8s", "moon"], "hand": ["8S", "X18"]}
    assert differences({}, expect, after, face) == []
    assert differences({}, {"deck_top": ["moon"]}, after, face) == [Difference("deck_top", "[moon]", "[8S]")]


def test_of_long_lists_only_what_differs_is_shown() -> None:
    many = [f"{n}S" for n in range(12)]

    assert differences({}, {"deck": many}, {"deck": [*many[1:], "KW"], "_loose": ["*"]}) == [
        Difference("deck", "also [0S]", "also [KW]")
    ]


def test_tables_fit_a_hundred_columns() -> None:
    rows = side_by_side([Difference("a.very.long.name." * 5, "word " * 40, "other " * 40)])

    assert max(map(len, rows)) <= 100


@pytest.mark.parametrize(
    "head",
    [
        "```yaml\ngame: duel\noptions: {deck: half}\n"
        "given: {hands: {Ana: [3R]}, deck: 2}\norders: {Ana: [WAIT]}\n```\n",
        "```yaml\ngame: duel\n```\n```yaml\noptions: {deck: half}\ngiven: {hands: {Ana: [3R]}}\n```\n"
        "```yaml\ngiven: {deck: 2}\norders: {Ana: [WAIT]}\n```\n",
    ],
)
def test_a_head_may_give_a_table_and_orders(tmp_path: Path, head: str) -> None:
    text = f"{head}```yaml\n- {{id: A, given: {{hands: {{Bo: [4G]}}}}, orders: {{Bo: [PLAY]}}}}\n```\n"
    (case,) = cases(tmp_path, text, "some.md")

    assert (case.game, case.options, case.orders) == ("duel", {"deck": "half"}, {"Ana": ("WAIT",), "Bo": ("PLAY",)})
    assert case.given == {"hands": {"Ana": ["3R"], "Bo": ["4G"]}, "deck": 2}


def test_a_head_may_begin_a_list_and_ends_with_another_game(tmp_path: Path) -> None:
    text = "- {game: duel, given: {deck: 2}}\n- {id: A}\n---\ngame: chess\n---\n- {id: B}\n"

    assert [(c.game, c.given) for c in cases(tmp_path, text)] == [("duel", {"deck": 2}), ("chess", {})]


def test_a_head_with_a_slip_still_names_the_game(tmp_path: Path) -> None:
    found, errors = cases_in([written(tmp_path, "game: duel\ngivn: {}\n---\n- {id: A}\n")])

    assert [c.game for c in found] == ["duel"]
    assert [e.problem for e in errors] == ["there is no key givn here. Did you mean given?"]


def test_facts_in_words_are_counted_and_others_checked(tmp_path: Path) -> None:
    facts = "{later: Anna lays another card, sequence: [Anna lays a card, Bruno lays one too]}"
    file = written(tmp_path, f"{HEAD}\n---\nid: X\n{GIVEN}\nexpect: {facts}")
    results = run_paths([file], lambda slug: {"higher-card": RULESET}[slug], Resources())

    assert [(r.ok, r.case.in_words) for r in results.results] == [
        (False, ("later: Anna lays another card", "sequence: Anna lays a card", "sequence: Bruno lays one too"))
    ]
    assert "the game shows no later" in run(tmp_path, GIVEN, "expect: {later: two words}")


@pytest.mark.parametrize(
    ("line", "unchecked"),
    [
        ("public: [Anna is glad]", ["Anna is glad"]),
        ("expect: {check: Bruno is not, points: {Bruno: 0}}", ["Bruno is not"]),
        ("expect: {later: Anna lays another card}", ["later: Anna lays another card"]),
        ("expect: {hands: every card lies where it lay}", ["hands: every card lies where it lay"]),
        ("expect: {skipped: [the line of somebody]}", ["skipped: the line of somebody"]),
        ("expect: {knows: {Anna: [she won, Bruno laid 4G]}}", ["Anna knows: she won"]),
        ("refused: [a card of nobody]", ["refused: a card of nobody"]),
        ("told: {Anna: [Green Four]}", []),
    ],
)
def test_run_strictly_no_fact_goes_unchecked(tmp_path: Path, line: str, unchecked: list[str]) -> None:
    file = written(tmp_path, "\n".join([HEAD, "---", "id: X", GIVEN, line]))

    def problems(*, strict: bool) -> list[str]:
        found = run_paths([file], {"higher-card": RULESET}.__getitem__, Resources(), strict=strict)
        return [problem for result in found.results for problem in result.problems]

    loose, strictly = problems(strict=False), problems(strict=True)

    added = [f"in words, so that nothing checks it: {fact}" for fact in unchecked]
    assert [one for one in strictly if one not in loose] == added


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("some.md", "```yaml\nid: X\n```", "of which game is it? Write at the head of the file a block fenced with"
         " ```yaml that holds `game: chess`, or another game. The games are chess and go."),
        ("some.yaml", "id: X", "of which game is it? Write at the head of the file the line `game: chess`, or another"
         " game. The games are chess and go."),
        ("some.yaml", "game: ches\n---\nid: X", "there is no game ches. The games are chess and go; one of your"
         " own is found once it is installed."),
    ],
)  # fmt: skip
def test_a_file_of_no_known_game_is_told_what_to_write(tmp_path: Path, name: str, text: str, problem: str) -> None:
    known: dict[str, Any] = {}
    found = run_paths([written(tmp_path, text, name)], known.__getitem__, Resources(), games=["chess", "go"])

    assert [e.problem for e in found.errors] == [problem]


def test_a_list_may_be_said_to_be_shuffled_or_not() -> None:
    before, after = {"deck": ["A", "B", "C"]}, {"deck": ["B", "C"], "_ordered": ["deck"]}

    assert differences(before, {"deck": "not shuffled"}, after) == []
    assert differences(before, {"deck": "reshuffled"}, {"deck": ["C", "B"]}) == []
    assert differences(before, {"deck": "shuffled"}, after) == [
        Difference("deck", "shuffled", "its cards lie as before")
    ]


def test_a_field_under_another_option_is_a_case_of_its_own(tmp_path: Path) -> None:
    text = "id: X\nexpect: {legal: [1], legal_with_JOKER_WILD_any: [1, 2]}"

    assert [(c.id, c.options, c.expect) for c in cases(tmp_path, text)] == [
        ("X", {}, {"legal": [1]}),
        ("X/legal_with_JOKER_WILD_any", {"JOKER_WILD": "any"}, {"legal": [1, 2]}),
    ]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["orders: {Anna: [PLAY 6R]}", "expect: {points: {Anna: 1}, refused: 6R}"], ""),
        (["orders: {Anna: [PLAY 3R]}", "expect: {refused: 3R}"], "no line with 3R was refused"),
        (["orders: {Anna: [PLAY 3R]}", "expect: {refused: [a card of nobody]}"], ""),
    ],
)
def test_refused_needs_no_seat(tmp_path: Path, lines: list[str], problem: str) -> None:
    said = run(tmp_path, GIVEN, *lines)

    assert problem in said if problem else "no line with" not in said
