"""What a letter would cost, found out from its bytes before anything parses them, and its headers as plain text.

The standard library's parser is quadratic in some headers and recursive in nested parts: what is over the
limits never reaches it.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum


class Problem(StrEnum):
    """Why a letter could not be read in full; what could be had safely is given all the same."""

    TOO_LARGE = "too large"
    TOO_COMPLEX = "too complex"
    NO_TEXT = "no readable text"
    UNREADABLE_CHARSET = "unreadable charset"
    ENCRYPTED = "encrypted"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a letter may cost; sizes in bytes, lengths of headers unfolded.

    `known_header` holds for headers that are parsed, `other_header` for those that only stand there: some hosts
    write 10 KB of their own notes into one. Of a longer one the beginning is read where that can mislead nobody.
    """

    size: int = 1_048_576
    text: int = 262_144
    header_block: int = 65_536
    headers: int = 200
    known_header: int = 2_048
    other_header: int = 16_384
    lines: int = 50_000
    parts: int = 50
    depth: int = 10


@dataclass(frozen=True, slots=True)
class Head:
    """The headers at the top: names in lower case, values unfolded; `size` is that of their block."""

    fields: tuple[tuple[str, str], ...] = ()
    size: int = 0
    lengths: tuple[int, ...] = field(default=(), repr=False)

    def all(self, name: str) -> list[str]:
        """Every value of a header, in order."""
        return [value for found, value in self.fields if found == name]

    def first(self, name: str) -> str:
        """The first value of a header, or ''."""
        return next((value for found, value in self.fields if found == name), "")


_PARSED = frozenset(
    """content-type content-disposition content-transfer-encoding from sender to cc subject message-id in-reply-to
    date auto-submitted precedence return-path list-id""".split()
)
_WHOLE = frozenset(("content-type", "content-disposition", "content-transfer-encoding", "from"))
"""Those of which no part is read: who wrote a letter might be cut off, and a parser meets the others as they stand."""

_NAME = re.compile(rb"[!-9;-~]{1,100}[ \t]{0,10}:")
_CONTENT = re.compile(rb"^content-[a-z-]{1,30}[ \t]{0,10}:", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb"""boundary\s{0,10}=\s{0,10}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))""", re.IGNORECASE)


def head(raw: bytes, limits: Limits) -> Head:
    """The headers, from no more bytes than their block may have; folded lines are joined (RFC 5322 2.2.3)."""
    block = raw[: limits.header_block + 1]
    fields: list[list[bytes]] = []
    size = 0
    for line in block.splitlines(keepends=True):
        content = line.rstrip(b"\r\n")
        if not content or not (line[:1] in b" \t" or _NAME.match(line) or (not size and line.startswith(b"From "))):
            break
        size += len(line)
        if line[:1] in b" \t" and fields:
            fields[-1].append(content)
        elif _NAME.match(line):
            fields.append([content])
    joined = [b"".join(pieces).partition(b":") for pieces in fields]
    kept = joined[: limits.headers + 1]
    return Head(
        tuple(_field(name, value, limits) for name, _, value in kept),
        size,
        tuple(len(value) for _, _, value in kept),
    )


def too_much(raw: bytes, top: Head, limits: Limits) -> Problem | None:
    """Which limit the letter breaks, judged from its bytes alone; never less than a parser would meet."""
    if len(raw) > limits.size:
        return Problem.TOO_LARGE
    if _is_long_headed(top, limits) or _is_many_parted(raw, limits):
        return Problem.TOO_COMPLEX
    return None


def _field(name: bytes, value: bytes, limits: Limits) -> tuple[str, str]:
    """A header's name and text, cut to its limit; other bytes than UTF-8 (RFC 6532) are taken for Latin-1."""
    known = name.decode("ascii").strip().lower()
    longest = limits.known_header if known in _PARSED else limits.other_header
    value = value[: longest + 1].strip()
    try:
        return known, value.decode("utf-8")
    except UnicodeDecodeError:
        return known, value.decode("latin-1")


def _is_long_headed(top: Head, limits: Limits) -> bool:
    """Is the block too large, are there too many headers, or is one too long?"""
    if top.size > limits.header_block or len(top.fields) > limits.headers:
        return True
    return any(
        length > (limits.known_header if name in _WHOLE else limits.other_header)
        for (name, _), length in zip(top.fields, top.lengths, strict=True)
    )


def _is_many_parted(raw: bytes, limits: Limits) -> bool:
    """Could a parser find too many lines, parts or levels, or a long header in one of the parts?"""
    flat = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if flat.count(b"\n") > limits.lines or _has_long_part_header(flat, limits):
        return True
    lower = flat.lower()
    levels = lower.count(b"boundary") + lower.count(b"message/")
    if not levels:
        return False
    if levels > 5 * limits.depth or b"boundary*" in lower or lower.count(b"\n--") > 40 * limits.parts:
        return True
    marks = {quoted or bare for quoted, bare in _BOUNDARY.findall(flat)}
    return sum(flat.count(b"\n--" + mark) for mark in marks) > 2 * limits.parts + levels


def _has_long_part_header(flat: bytes, limits: Limits) -> bool:
    """Is a Content-... header anywhere too long, its folded lines counted?"""
    for found in _CONTENT.finditer(flat):
        end = flat.find(b"\n", found.end())
        while end != -1 and flat[end + 1 : end + 2] in (b" ", b"\t"):
            end = flat.find(b"\n", end + 1)
            if end - found.end() > limits.known_header:
                return True
        if (end if end != -1 else len(flat)) - found.end() > limits.known_header:
            return True
    return False
