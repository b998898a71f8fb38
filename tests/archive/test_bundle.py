"""A bundle is a record as one file, byte for byte; what is not, to the byte, what was written is refused kindly."""

from __future__ import annotations

import io
import mailbox
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from referee.archive import bundle
from referee.archive.bundle import FORMAT, NoBundle, Signature
from referee.archive.packing import packed
from referee.archive.record import Record
from referee.store.chain import canonical, hashes
from tests.service.reading import record_for
from tests.service.storied import NAME, SECRET, storied
from tests.service.world import World

DUEL, PROGRAM = "wizards-duel", "referee 1.0"
SPECIFICATION = (Path(bundle.__file__).parent / "BUNDLE.md").read_text(encoding="utf-8")
READERS = ("GM", "Ana", "Bob", "observer")


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[bool, World]]:
    """A game that goes on, and the same when it is over."""
    made = {over: storied(tmp_path_factory.mktemp("storied"), DUEL, over=over) for over in (False, True)}
    yield made
    for one in made.values():
        one.campaign.close()


@pytest.fixture(scope="module")
def whole(worlds: dict[bool, World]) -> Record:
    """All of the game that is over."""
    return record_for(worlds[True].campaign, NAME, "GM")


@pytest.fixture(scope="module")
def data(whole: Record) -> bytes:
    """The same as a bundle."""
    return bundle.written(whole, PROGRAM)


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def listed_anew(files: dict[str, bytes]) -> dict[str, bytes]:
    """Let the list be that of the files, as a forger would."""
    import hashlib

    head = orjson.loads(files["bundle.json"])
    rest = {path: data for path, data in files.items() if path != "bundle.json"}
    head["files"] = {path: hashlib.sha256(data).hexdigest() for path, data in rest.items()}
    return {"bundle.json": canonical(head), **rest}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("over", [False, True])
def test_a_record_is_the_same_when_it_is_read_again(worlds: dict[bool, World], over: bool, reader: str) -> None:
    record = record_for(worlds[over].campaign, NAME, reader)
    data = bundle.written(record, PROGRAM)
    found = bundle.read(data)

    assert (found.record, found.program, found.signature) == (record, PROGRAM, None)
    assert bundle.written(found.record, found.program) == data


def test_the_bytes_of_a_bundle_follow_from_the_record_alone(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").write_bytes(data)
    code = (
        "import sys; from pathlib import Path; from referee.archive import bundle; "
        "one = bundle.read(Path(sys.argv[1]).read_bytes()); "
        "sys.stdout.buffer.write(bundle.written(one.record, one.program))"
    )
    surroundings = {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Auckland", "LC_ALL": "tr_TR.UTF-8"}
    again = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "bundle.zip")], env=os.environ | surroundings,
        capture_output=True, check=True,
    )  # fmt: skip

    assert again.stdout == data


def test_the_hashes_of_every_step_are_taken_of_its_files(whole: Record, data: bytes) -> None:
    files, previous = unzipped(data), "0" * 64
    for step in whole.steps:
        assert step.sealed is not None
        at = f"steps/{step.step:04}"
        found = hashes(files[f"{at}/input.json"], files[f"{at}/output.json"], previous)
        assert found == step.sealed.hashes
        previous = found.chain
    for number, undone in enumerate(whole.undone, 1):
        assert undone.step.sealed is not None
        kept = undone.step.sealed.hashes
        assert hashes(
            bundle.input_bytes(whole, undone.step), bundle.output_bytes(whole, undone.step, number), kept.previous
        ) == kept  # fmt: skip


def test_the_specification_names_every_file_and_every_field(data: bytes, worlds: dict[bool, World]) -> None:
    seats = bundle.written(record_for(worlds[False].campaign, NAME, "Ana"), PROGRAM)
    written = {re.sub(r"\d{4}", "0000", path): text for one in (data, seats) for path, text in unzipped(one).items()}
    paths = set(re.findall(r"^\| `([^`]+\.[a-z]+)` \|", SPECIFICATION, re.MULTILINE))

    assert set(written) | {"signature.json", "steps/0000/draws.json"} == paths
    said = set(re.findall(r"`([a-z_]+)`", SPECIFICATION))
    for path, text in written.items():
        if path.endswith(".json") and not path.endswith(("input.json", "output.json")):
            found = orjson.loads(text)
            fields = {name for one in (found if isinstance(found, list) else [found]) for name in one}
            assert fields - said == set(), path


def test_the_letters_are_mail_from_nobody_s_address(whole: Record, data: bytes, tmp_path: Path) -> None:
    (tmp_path / "letters.mbox").write_bytes(unzipped(data)["letters.mbox"])
    with closing(mailbox.mbox(tmp_path / "letters.mbox")) as box:
        found = list(box)

    assert len(found) == len(whole.letters)
    assert [str(one["To"]).partition(" <")[0] for one in found] == [one.seat or "Observers" for one in whole.letters]
    assert {
        address for one in found for name in ("From", "To") for address in re.findall(r"<(.+)>", str(one[name]))
    } == {"nobody@referee.invalid"}
    texts = [one.get_payload(decode=True).decode() for one in found]  # type: ignore[union-attr]
    assert [re.sub("^>(>*From )", r"\1", one, flags=re.MULTILINE).rstrip("\n") for one in texts] == [
        one.body.rstrip("\n") for one in whole.letters
    ]


def test_who_signed_a_bundle_can_be_read(whole: Record) -> None:
    said: list[bytes] = []

    def sign(head: bytes) -> Signature:
        said.append(head)
        return Signature("ab" * 32, "cd" * 64)

    made = bundle.written(whole, PROGRAM, sign=sign)

    assert bundle.read(made).signature == Signature("ab" * 32, "cd" * 64)
    assert said == [unzipped(made)["bundle.json"]]


def forged(files: dict[str, bytes], path: str, old: bytes, new: bytes) -> bytes:
    assert old in files[path]
    return packed(listed_anew(files | {path: files[path].replace(old, new, 1)}))


def lying(data: bytes, path: str, *names: str) -> bytes:
    """Return a zip with an entry of this path more, or several."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as archive:
        for name in (path, *names):
            archive.NameToInfo.pop(name, None)  # else a second of this name is warned of
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), b"{}")
    return out.getvalue()


def bomb() -> bytes:
    """Return a small zip that says of itself that it is huge."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("letters.mbox", "w") as file:
        for _ in range(600):
            file.write(bytes(1024 * 1024))
    return out.getvalue()


Change = Callable[[bytes], bytes]
CHANGED: dict[str, tuple[Change, str]] = {
    "nothing": (lambda _: b"", "no whole bundle"),
    "something else": (lambda _: b"PK\x03\x04 and so on" * 99, "no whole bundle"),
    "cut off": (lambda data: data[:-100], "no whole bundle"),
    "a byte in the middle": (lambda data: data[:5000] + bytes([data[5000] ^ 1]) + data[5001:], "no whole bundle"),
    "something before it": (lambda data: b"#!/bin/sh\n" + data, "no whole bundle"),
    "something behind it": (lambda data: data + b"\0", "no whole bundle"),
    "a path out of the folder": (lambda data: lying(data, "../../etc/passwd"), "a name that no bundle has"),
    "an absolute path": (lambda data: lying(data, "/etc/cron.json"), "a name that no bundle has"),
    "two of one path": (lambda data: lying(data, "press.json"), "two files of one name"),
    "a bomb": (lambda _: bomb(), "larger than this program unpacks"),
    "too many files": (
        lambda data: lying(data, *(f"steps/{n:04}/{a}.json" for n in range(9999) for a in "abcdefg")),
        "larger than this program unpacks",
    ),
    "a zip of something": (lambda _: packed({"game.json": b"{}"}), "no bundle of a game"),
    "a newer version": (
        lambda data: packed(unzipped(data) | {"bundle.json": canonical({"format": FORMAT, "version": 2})}),
        "is of version 2, and this program knows version 1. A newer program can read it",
    ),
    "a file more": (
        lambda data: packed(listed_anew(unzipped(data) | {"more.json": b"{}"})), "not the files that it should have"
    ),
    "a file less": (
        lambda data: packed(listed_anew({k: v for k, v in unzipped(data).items() if k != "press.json"})),
        "has no press.json",
    ),
    "a step less": (
        lambda data: packed(listed_anew({k: v for k, v in unzipped(data).items() if "0002" not in k})),
        "has no steps/0002/step.json",
    ),
    "another list": (
        lambda data: packed(unzipped(data) | {"press.json": b"[]"}), "not those of its list"
    ),
    "no JSON": (lambda data: forged(unzipped(data), "acts.json", b"[{", b"[["), "acts.json in this bundle can't be"),
    "deep JSON": (
        lambda data: packed(listed_anew(unzipped(data) | {"acts.json": b"[" * 9999 + b"]" * 9999})),
        "acts.json in this bundle can't be read",
    ),
    "another form": (
        lambda data: forged(unzipped(data), "game.json", b'"step":3', b'"step": 3'),
        "game.json in this bundle is not as",
    ),
    "another kind of value": (
        lambda data: forged(unzipped(data), "game.json", b'"early":false', b'"early":"no"'),
        "game.json in this bundle is not built as bundles are",
    ),
    "a moment that is none": (
        lambda data: forged(unzipped(data), "game.json", b'"created_at":"2026', b'"created_at":"then'),
        "game.json in this bundle is not built as bundles are",
    ),
    "a value more": (
        lambda data: forged(unzipped(data), "press.json", b'[{', b'[{"more":1,'),
        "press.json in this bundle is not built",
    ),
    "a letter that is another than its step says": (
        lambda data: forged(unzipped(data), "letters.json", b"The game is over: Ana", b"The game is over: Bob"),
        "steps/0003/output.json in this bundle is not as bundles are written",
    ),
    "the scope of another": (
        lambda data: packed(listed_anew({
            path: one.replace(b'"scope":"whole"', b'"scope":"seat"') for path, one in unzipped(data).items()
        })), "bundle.json in this bundle does not say whose it is",
    ),
    "a key that is none": (
        lambda data: packed(unzipped(data) | {"signature.json": b'{"key":1}'}),
        "signature.json in this bundle is not built",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGED)
def test_what_is_no_bundle_is_refused_kindly(data: bytes, what: str) -> None:
    change, why = CHANGED[what]

    with pytest.raises(NoBundle, match=re.escape(why)):
        bundle.read(change(data))


def test_whatever_byte_is_changed_it_is_refused_or_the_same_record(data: bytes, whole: Record) -> None:
    for at in range(0, len(data), 997):
        changed = data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1 :]
        try:
            found = bundle.read(changed)
        except NoBundle:
            continue
        assert found.record == whole, at


def test_a_record_that_is_cut_holds_no_hash_and_no_secret(worlds: dict[bool, World]) -> None:
    campaign = worlds[False].campaign
    whole = record_for(campaign, NAME, "GM")
    hashed = [h for one in whole.steps if one.sealed for h in (one.sealed.hashes.input, one.sealed.hashes.output)]
    assert whole.chance is not None
    assert whole.chance.seed is not None
    for reader in ("Ana", "Bob", "observer"):
        text = b"".join(unzipped(bundle.written(record_for(campaign, NAME, reader), PROGRAM)).values()).decode()
        assert [one for one in (*hashed, whole.chance.seed.hex()) if one in text] == []
        assert (SECRET in text) is (reader == "Ana")
