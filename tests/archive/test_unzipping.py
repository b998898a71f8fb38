"""The zip reader of the verifier in JavaScript: it reads what a zip holds, and nothing from one that was touched."""

from __future__ import annotations

import base64
import io
import zipfile

from tests.archive.javascript import computed, needs_node

pytestmark = needs_node

READ = """
    const found = [];
    for (const one of cases) {
        const bytes = new Uint8Array(Buffer.from(one, "base64"));
        try {
            found.push(Object.fromEntries([...await V.unzipped(bytes)].map(([k, v]) => [k, hex(v)])));
        } catch (error) {
            found.push(error.constructor.name);
        }
    }
    return found;
"""

FILES = {"a.json": b"{}", "steps/0000/b.txt": b"ab" * 50, "empty": b"", "noise": bytes(range(200))}


def zipped(files: dict[str, bytes], method: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, content in files.items():
            made.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()


def read(*made: bytes) -> list[dict[str, str] | str]:
    """What the verifier reads out of each zip: the files in hexadecimal, or the name of the error."""
    found: list[dict[str, str] | str] = computed(READ, [base64.b64encode(one).decode() for one in made])
    return found


def test_it_reads_what_a_zip_holds() -> None:
    expected = {name: content.hex() for name, content in FILES.items()}

    assert read(zipped(FILES, zipfile.ZIP_STORED), zipped(FILES, zipfile.ZIP_DEFLATED)) == [expected, expected]


def test_whatever_byte_is_changed_it_reads_the_same_or_nothing() -> None:
    whole = zipped(FILES, zipfile.ZIP_DEFLATED)
    touched = [whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :] for at in range(len(whole)) for bit in (1, 128)]
    expected = {name: content.hex() for name, content in FILES.items()}

    found = read(*touched)

    assert [one for one in found if one not in (expected, "Unreadable")] == []
    assert found.count("Unreadable") > len(found) / 2


def test_what_is_no_whole_zip_is_refused() -> None:
    whole = zipped(FILES, zipfile.ZIP_STORED)
    twice = zipped({"a": b"1", "b": b"2"}, zipfile.ZIP_STORED).replace(b"b", b"a")

    touched = [b"", b"hello", whole[:-1], whole[1:], b"x" + whole, whole + b"x", bytes(22), twice]
    assert read(*touched) == ["Unreadable"] * len(touched)


def test_what_another_program_may_read_otherwise_is_refused() -> None:
    twins = []
    for name, said in (("comment", b"x"), ("extra", b"\x99\x99\x02\x00ab"), ("flag_bits", 1)):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as made:
            entry = zipfile.ZipInfo("a.json")
            if name != "flag_bits":
                setattr(entry, name, said)
            made.writestr(entry, b"{}")
        whole = bytearray(out.getvalue())
        if name == "flag_bits":
            whole[6] = whole[whole.index(b"PK\x01\x02") + 8] = 1
        twins.append(bytes(whole))

    assert read(*twins) == ["Unreadable"] * 3
