"""One thing in a bundle is changed: both verifiers find it, unless the list of files is made anew and nothing else
tells of that thing. What is then found by nobody is named here, item by item.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
import pytest

from referee.archive import packing, verification
from referee.archive.bundle import HEAD, LISTS, MAIL, SIGNATURE
from referee.archive.packing import NoBundle
from referee.store.chain import canonical
from tests.archive.javascript import VERIFIER, computed, needs_node
from tests.archive.touching import Files, Way, chained, changed, kind_of, leaves, remade

KEY, OTHER = bytes(range(32)), bytes(32)

pytestmark = needs_node

LIST_ALONE = {
    "game.json": "created_at deadline due_at early edition ended_at live_pause policy.* reveal show_missing started_at"
    " title zone",
    "step.json": "played_at why",
    "orders.json": "*.on_file.waits *.proof *.sheet.*",
    "letters.json": "*.form.*",
    "press.json": "*",
    "rulings.json": "*",
    "acts.json": "*",
    "undone.json": "*.played_at *.reason *.undone_at",
}
"""What only the list of files and its signature protect, by file: what is found by nobody once both are made anew."""


def by_us(data: bytes, key: str = "") -> set[str]:
    """The files in which our verifier finds something."""
    try:
        return {one.item for one in verification.verify(data, key).differences}
    except NoBundle:
        return {"unreadable"}


def by_the_other(touched: list[bytes], key: str = "") -> list[set[str]]:
    """The files in which the verifier in JavaScript finds something, of each bundle."""
    with TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.zip") for number in range(len(touched))]
        for file, data in zip(files, touched, strict=True):
            file.write_bytes(data)
        found = computed(
            f"""
            const out = [];
            for (const one of cases) {{
                const data = require("node:fs").readFileSync(one);
                const result = await V.verify(new Uint8Array(data), {{key: "{key}"}});
                out.push(result.readable ? result.problems.map(problem => problem.item) : ["unreadable"]);
            }}
            return out;
            """,
            list(map(str, files)),
        )
    return list(map(set, found))


def ways(files: Files) -> Iterator[tuple[str, Way]]:
    """One leaf of every kind in every kind of file, the last there is."""
    found: dict[tuple[str, str], tuple[str, Way]] = {}
    for path, data in files.items():
        if path.endswith(".json") and path not in (HEAD, SIGNATURE):
            for way in leaves(orjson.loads(data)):
                found[path.rpartition("/")[2], kind_of(way)] = (path, way)
    yield from found.values()


@pytest.mark.parametrize("scope", ["whole", "seat"])
def test_a_byte_changed_in_any_file_is_found_and_the_file_is_named(scope: str, bundles: dict[str, Files]) -> None:
    files = bundles[scope]
    touched = {path: {**files, path: data[:-2] + bytes([data[-2] ^ 1]) + data[-1:]} for path, data in files.items()}
    packed = [packing.packed(one) for one in touched.values()]

    ours, theirs = list(map(by_us, packed)), by_the_other(packed)

    named = {HEAD: {SIGNATURE, "unreadable"}}
    for path, found, there in zip(touched, ours, theirs, strict=True):
        wanted = named.get(path, {path})
        assert found & wanted, path
        assert there & wanted, path


@pytest.mark.parametrize("way", ["list as it was", "list anew", "another key"])
@pytest.mark.parametrize("scope", ["whole", "seat"])
def test_whoever_knows_the_campaigns_key_finds_a_change_of_any_kind(
    scope: str, way: str, bundles: dict[str, Files]
) -> None:
    files = bundles[scope]
    key = orjson.loads(files[SIGNATURE])["key"]
    last = {path.rpartition("/")[2]: path for path in files if path not in (HEAD, SIGNATURE)}
    touched = []
    for path in last.values():
        other = {**files, path: files[path][:-3] + b"x" + files[path][-2:]}
        match way:
            case "list as it was":
                touched.append(packing.packed(other))
            case "list anew":
                unsigned = packing.unpacked(remade(other))
                touched.append(packing.packed({HEAD: unsigned[HEAD], SIGNATURE: files[SIGNATURE], **unsigned}))
            case _:
                touched.append(remade(other, OTHER))

    wanted = list(last.values()) if way == "list as it was" else [SIGNATURE] * len(last)
    found = map(partial(by_us, key=key), touched)
    for item, ours, theirs in zip(wanted, found, by_the_other(touched, key), strict=True):
        assert item in ours
        assert item in theirs


def test_a_change_of_any_kind_is_found_without_list_and_signature_but_for_these(bundles: dict[str, Files]) -> None:
    files = bundles["whole"]
    places = [(path, way) for path, way in ways(files) if not of_the_list_alone(path, way)]
    touched = [remade(changed(files, path, way)) for path, way in places]

    assert len(places) > 100
    for (path, way), ours, theirs in zip(places, map(by_us, touched), by_the_other(touched), strict=True):
        assert ours, (path, way)
        assert theirs, (path, way)


def of_the_list_alone(path: str, way: Way) -> bool:
    """Say whether only the list of files protects a leaf."""
    kinds = LIST_ALONE.get(path.rpartition("/")[2], "").split()
    return any(re.fullmatch(re.escape(one).replace(r"\*", ".*"), kind_of(way)) for one in kinds)


def test_what_is_found_without_the_list_is_named_with_its_turn_and_what_it_means(bundles: dict[str, Files]) -> None:
    files = bundles["whole"]
    path = "steps/0001/output.json"
    touched = remade(changed(files, path, ("events", 0, *next(leaves(orjson.loads(files[path])["events"][0])))))

    said = list(verification.verify(touched).sentences())

    assert [one for one in said if one.startswith("BAD")] == [
        "BAD, in turn 1, steps/0001/output.json: What came out does not fit its hash. An event, a letter or the table"
        " was changed after the turn was played.",
        "BAD, in turn 1, steps/0001/output.json: Played again, the turn comes to something else:"
        f" {other_event(files, path)}. It does not fit its hash either: it was changed after it was played.",
    ]
    assert said[-1] == "This is not the game as it was played: it differs from turn 1 on."


def other_event(files: Files, path: str) -> str:
    """How it is said that the first event of a turn is another."""
    name = next(iter(orjson.loads(files[path])["events"][0]))
    return f"event 1 is {name}, and {name} is stored"


def test_who_computes_all_hashes_anew_is_found_by_playing_the_game_again(bundles: dict[str, Files]) -> None:
    files = bundles["whole"]
    path = "steps/0002/output.json"
    events = orjson.loads(files[path])["events"]
    touched = remade(chained(changed(files, path, ("events", 0, *next(leaves(events[0]))))))

    proof = verification.verify(touched)
    [first, *_] = proof.ordered()

    assert (first.turn, first.item) == (2, path)
    assert first.means.startswith("Its hashes fit. So either this program's rules are not those that it was played by")
    assert by_the_other([touched]) == [set()]


def test_who_changes_orders_too_is_found_by_what_was_on_file(bundles: dict[str, Files]) -> None:
    files = bundles["whole"]
    touched = remade(chained(changed(files, "steps/0001/input.json", ("orders", "Ana", 0))))

    assert "orders.json" in by_us(touched)
    assert by_the_other([touched]) == [{"orders.json"}]


@pytest.mark.parametrize("gone", ["steps/0001/draws.json", "chance.json", "letters.json", "steps/0003/output.json"])
def test_what_is_taken_out_or_put_in_is_found(gone: str, bundles: dict[str, Files]) -> None:
    files = bundles["whole"]
    without = {path: data for path, data in files.items() if path != gone}
    more = {**files, "steps/0004/step.json": files["steps/0003/step.json"]}
    touched = [packing.packed(without), packing.packed(more)]

    found = map(by_us, touched)
    for item, ours, theirs in zip((gone, "steps/0004/step.json"), found, by_the_other(touched), strict=True):
        assert item in ours
        assert item in theirs


def test_no_file_whatever_it_is_breaks_us_off(bundles: dict[str, Files]) -> None:
    files = bundles["whole"]
    wrong = (b"", b"[]", b"{}", b"null", b"7", b'"x"', b"[" * 5000, b'[{"step":1e999}]', b"\xff")
    paths = {path.rpartition("/")[2]: path for path in files if path not in (HEAD, SIGNATURE, MAIL)}.values()
    touched = [remade({**files, path: data}) for path in paths for data in wrong]
    touched += [packing.packed({**files, path: data}) for path in (HEAD, SIGNATURE) for data in wrong]

    found, there = list(map(by_us, touched)), by_the_other(touched)

    harmless = {n % len(wrong) for n, one in enumerate(found) if not one}
    assert harmless <= {wrong.index(b"[]")}  # no press, no rulings: as good a bundle as any that nobody signed
    assert {n % len(wrong) for n, one in enumerate(there) if not one} == harmless


def test_both_refuse_what_only_one_of_them_could_read_otherwise(bundles: dict[str, Files]) -> None:
    whole, seat = bundles["whole"], bundles["seat"]
    path, story = "steps/0001/output.json", "steps/0001/story.json"
    orders, proofs, turns = (orjson.loads(whole["orders.json"]) for _ in range(3))
    orders[0]["receipt"] = ""
    proofs[0]["proof"] = proofs[0]["proof"].replace("l", "1").replace("o", "0")
    turns[0]["on_file"]["turns"][str(2**60)] = []
    assert proofs != turns
    touched = [
        remade(chained({**whole, path: b'{"events":[],' + whole[path][1:]})),  # a key twice
        remade({**whole, "others.json": b"{}"}),
        remade({**whole, story: seat[story]}),
        remade({name: data for name, data in seat.items() if name != story}),
        remade({**whole, "orders.json": canonical(orders)}),
        remade({**whole, "orders.json": canonical(turns)}),
        remade({name: data for name, data in whole.items() if name != "chance.json"}),
    ]
    key = orjson.loads(whole[SIGNATURE])["key"]
    copied = remade({**whole, "orders.json": canonical(proofs)})
    receipts = {SIGNATURE, "orders.json"}  # with the key alone it is seen that a proof is another than it was

    assert all(map(by_us, touched))
    assert [bool(found) for found in by_the_other(touched)] == [True] * len(touched)
    assert [by_us(copied, key), *by_the_other([copied], key)] == [receipts, receipts]


def test_a_mistake_of_the_javascript_is_none_of_the_bundle(bundles: dict[str, Files], tmp_path: Path) -> None:
    whole = tmp_path / "whole.zip"
    whole.write_bytes(packing.packed(bundles["whole"]))
    broken = tmp_path / "verify.js"
    broken.write_text(VERIFIER.read_text().replace("    undone(game) {", "    undone(game) { null.mistake();"))

    done = subprocess.run(["node", broken, whole], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (70, "")
    assert done.stdout.startswith("I made a mistake of my own, which says nothing for or against this bundle: TypeE")


@pytest.mark.parametrize("scope", ["whole", "seat"])
def test_both_find_a_field_that_was_taken_out(scope: str, bundles: dict[str, Files]) -> None:
    files, touched = bundles[scope], {}
    steps = ["steps/0001/step.json"] if scope == "whole" else []
    for path in [*(f"{name}.json" for name in LISTS), *steps]:
        data = orjson.loads(files[path])
        for name in [] if data == [] else (data if isinstance(data, dict) else data[-1]):
            other = orjson.loads(files[path])
            del (other if isinstance(other, dict) else other[-1])[name]
            touched[path, name] = remade({**files, path: canonical(other)})

    found = zip(touched, map(by_us, touched.values()), by_the_other(list(touched.values())), strict=True)
    assert len(touched) > 20
    assert [place for place, ours, theirs in found if not (ours and theirs)] == []
