"""From the bytes of a text part to clean lines: charset, transport folds, format=flowed, PGP armour, odd spaces."""

import codecs
import re
from dataclasses import dataclass

_READABLE = frozenset(
    """utf-8 utf-16 utf-16-le utf-16-be ascii iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7
    iso8859-8 iso8859-9 iso8859-10 iso8859-11 iso8859-13 iso8859-14 iso8859-15 iso8859-16 cp1250 cp1251 cp1252 cp1253
    cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp850 cp852 cp866 cp874 koi8-r koi8-u mac-roman tis-620 gb2312 gbk
    gb18030 big5 big5hkscs euc_jp iso2022_jp shift_jis cp932 euc_kr cp949 iso2022_kr johab""".split()
)
"""Python's names of the charsets that letters are written in. Its other codecs (zlib, idna, unicode_escape,
utf-7, EBCDIC ...) are either no charsets or a way to hide text."""

_ENTERS = {"iso8859-1": "cp1252", "ascii": "utf-8", "gb2312": "gb18030", "euc_kr": "cp949", "shift_jis": "cp932"}
"""What programs mean by a name: Latin-1, say, has nothing where Windows has its quotation marks and dashes."""

_FOLD = 998

PART = "\f"
"""The line in front of an attached text; no other line holds a form feed."""

STRUCK = "\x18"
"""In front of a line that its writer struck out; `clean` leaves it in no other."""

RUN_ON = "\x19"
"""In front of a line that may hold a quotation behind what was written, and nobody can tell where it begins."""

OURS = "\x1a"
"""In front of a line that is a piece of our letter, whatever stands above it."""

_STROKE = re.compile("(?:[^\\s\u0335-\u0338][\u0335-\u0338]+\\s{0,3}){2,}")
_TILDES = re.compile(r"(?<!~)~~(?=[^\s~])[^~\n]{1,500}~~(?!~)")
_STRIKES = re.compile("[\u0335-\u0338]|~~")
"""What stands in every line of which anything was struck out."""


class UnreadableCharset(ValueError):
    """The part names a charset in which its bytes do not show their text."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, and the charset that worked in place of the declared one."""

    text: str
    fallback: str | None = None


def decode(data: bytes, declared: str | None) -> Decoded:
    """As declared, else UTF-8, else cp1252, else Latin-1, which takes any bytes; UnreadableCharset for hidden text."""
    wanted = (declared or "").strip().strip("\"'").lower()[:60]
    known = _known(wanted)
    for name in _candidates(data, known):
        try:
            text = data.decode(name)
        except (UnicodeDecodeError, UnicodeError):
            continue
        return Decoded(text, None if name == known or data.isascii() else f"{_shown(wanted)} as {name}")
    if known in (None, "utf-8") and (mixed := _by_lines(data)) is not None:
        return Decoded(mixed, f"{_shown(wanted)} as utf-8, some lines as cp1252")
    for name in ("cp1252", "latin-1"):
        try:
            return Decoded(data.decode(name), f"{_shown(wanted)} as {name}")
        except UnicodeDecodeError:
            continue
    raise AssertionError("latin-1 takes any bytes")


def _candidates(data: bytes, known: str | None) -> list[str]:
    """What to try in turn; bytes that begin as UTF-16, or that are UTF-8 where Latin letters were declared, are."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and known not in ("utf-16-le", "utf-16-be"):
        return ["utf-16"]
    if known in ("cp1252", "iso8859-15") and not data.isascii():
        return ["utf-8", known]
    return ["utf-8"] if known is None else [known, "utf-8"]


def _by_lines(data: bytes) -> str | None:
    """UTF-8 but for a line here and there, such as one pasted from elsewhere; None if hardly any line is."""
    lines: list[str] = []
    good = 0
    for line in data.split(b"\n"):
        try:
            lines.append(line.decode("utf-8"))
            good += not line.isascii()
        except UnicodeDecodeError:
            lines.append(line.decode("cp1252", "replace"))
    return "\n".join(lines) if good else None


def _known(wanted: str) -> str | None:
    """Python's name of a readable charset, None if nobody knows it or none was named."""
    try:
        name = codecs.lookup(wanted or "ascii").name
    except (LookupError, ValueError):
        return None
    if name not in _READABLE:
        raise UnreadableCharset(_shown(wanted))
    return _ENTERS.get(name, name)


def _shown(wanted: str) -> str:
    return "".join(c for c in wanted if c.isascii() and c.isprintable()) or "no charset"


def rejoin_folds(data: bytes) -> bytes:
    """Undo Postfix's fold of long lines: a line end and one space after every 998 bytes."""
    if len(data) <= _FOLD:
        return data
    joined: list[bytes] = []
    folded = False
    for line in data.replace(b"\r\n", b"\n").split(b"\n"):
        if folded and line.startswith(b" "):
            joined[-1] += line[1:]
        else:
            joined.append(line)
        folded = len(line) == _FOLD
    return b"\n".join(joined)


def _table() -> dict[int, str | None]:
    """Spaces that are not the space become it; what cannot be seen goes; line and page ends become line ends."""
    table: dict[int, str | None] = dict.fromkeys(range(0x20))
    table |= dict.fromkeys([0x7F, *range(0x80, 0xA0)])
    table |= dict.fromkeys([0xAD, 0x34F, 0x61C, 0x180E, 0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB])
    table |= dict.fromkeys([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)])
    table |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
    table |= dict.fromkeys([0xA0, 0x1680, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)], " ")
    return table | {0x09: "\t", 0x0A: "\n", 0x0B: "\n", 0x0C: "\n", 0x85: "\n", 0x2028: "\n", 0x2029: "\n"}


_CLEAN = _table()


def clean(text: str) -> str:
    """One sort of space, one sort of line end, nothing invisible."""
    if text.isascii() and "\r" not in text and text.isprintable():
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_CLEAN)


def lines_of(text: str) -> list[str]:
    """Clean lines without the blanks at their ends, but for the one that makes `-- ` (armoured `- -- `) a signature."""
    return [line if line in ("-- ", "- -- ") else line.rstrip() for line in clean(text).split("\n")]


def struck_apart(lines: list[str]) -> list[str]:
    """What was struck out with tildes or strokes, `~~ATTACK~~`, on a line of its own below the rest of its line."""
    if not any(map(_STRIKES.search, lines)):
        return lines
    result: list[str] = []
    for line in lines:
        left = _TILDES.sub(" ", _STROKE.sub(" ", line))
        if left == line:
            result.append(line)
            continue
        struck = [found.group().strip("~ ") for pattern in (_STROKE, _TILDES) for found in pattern.finditer(line)]
        kept = " ".join(left.split())
        result += [*([kept] if kept else []), STRUCK + " ".join(struck)]
    return result


def unflow(text: str, *, delsp: bool = False) -> list[str]:
    """The lines of a format=flowed part (RFC 3676): soft breaks joined, stuffing removed, quote depth kept as `> `."""
    result: list[str] = []
    pieces: list[str] = []
    depth = 0
    for line in clean(text).split("\n"):
        level, content = _unquoted(line)
        signature = content == "-- "
        if pieces and (level != depth or signature):
            result.append(_quoted(depth, "".join(pieces)))
            pieces = []
        depth = level
        if content.endswith(" ") and not signature:
            pieces.append(content[:-1] if delsp else content)
            continue
        result.append(_quoted(depth, "".join([*pieces, content])))
        pieces = []
    if pieces:
        result.append(_quoted(depth, "".join(pieces)))
    return result


def _unquoted(line: str) -> tuple[int, str]:
    """Quote depth, and the content without its stuffed space (RFC 3676 sections 4.4 and 4.5)."""
    content = line.lstrip(">")
    return len(line) - len(content), content.removeprefix(" ")


def _quoted(depth: int, content: str) -> str:
    content = content if content == "-- " else content.rstrip()
    return f"{'>' * depth} {content}" if depth else content


def unarmoured(lines: list[str]) -> list[str]:
    """A clear-signed text without its armour, dashes unescaped (RFC 4880 section 7.1); other lines as they are.

    Without the whole frame (both BEGIN lines and the END) nothing is touched.
    """
    try:
        start = lines.index("-----BEGIN PGP SIGNED MESSAGE-----")
        middle = lines.index("-----BEGIN PGP SIGNATURE-----", start)
        end = lines.index("-----END PGP SIGNATURE-----", middle)
    except ValueError:
        return lines
    first = start + 1
    while first < middle and lines[first].strip():
        if ":" not in lines[first]:
            return lines
        first += 1
    if any(" " in line and ":" not in line for line in lines[middle + 1 : end]):
        return lines
    signed = [line[2:] if line.startswith("- ") else line for line in lines[first + 1 : middle]]
    return [*lines[:start], *signed, *lines[end + 1 :]]


def is_encrypted(lines: list[str]) -> bool:
    """Is the text an inline PGP message (RFC 4880 section 6.2)?"""
    return "-----BEGIN PGP MESSAGE-----" in lines
