"""The letter inside an opaque signature: S/MIME's `application/pkcs7-mime; smime-type=signed-data` (RFC 8551 3.5.2).

The signature is not checked; who wrote a letter is known by other means. Of CMS (RFC 5652) only the way to the content
is walked, in BER, as some programs write it, with lengths that are not said. asn1crypto does it in half a megabyte
that nobody has released anew since 2022; pyasn1 wants the whole grammar of CMS, and asn1 stops at such lengths.
"""

from typing import NamedTuple

_SIGNED = bytes.fromhex("06092a864886f70d010702")
_DATA = bytes.fromhex("06092a864886f70d010701")
_OCTETS, _OCTETS_IN_PIECES, _SEQUENCE, _CONTENT = 0x04, 0x24, 0x30, 0xA0
_DEEPEST = 12


class _Value(NamedTuple):
    """One value of BER: its tag, and from where to where its content stands; `after` is where the next one begins."""

    tag: int
    start: int
    end: int
    after: int


def content_of(data: bytes) -> bytes | None:
    """The content of signed data; None for what is encrypted, or broken."""
    try:
        return _content(data)
    except (IndexError, ValueError):
        return None


def _content(data: bytes) -> bytes | None:
    outer = _inside(data, _value(data, 0), _SEQUENCE)
    if data[outer[0].start - 2 : outer[0].end] != _SIGNED:
        return None
    signed = _inside(data, _inside(data, outer[1], _CONTENT)[0], _SEQUENCE)
    held = _inside(data, signed[2], _SEQUENCE)  # behind the version and the digests
    if data[held[0].start - 2 : held[0].end] != _DATA or len(held) < 2:
        return None
    return _octets(data, _inside(data, held[1], _CONTENT)[0], 0)


def _octets(data: bytes, value: _Value, depth: int) -> bytes:
    """A string of octets, in one or in pieces (X.690 8.7)."""
    if value.tag == _OCTETS:
        return data[value.start : value.end]
    if depth > _DEEPEST:
        raise ValueError("too deep")
    return b"".join(_octets(data, piece, depth + 1) for piece in _inside(data, value, _OCTETS_IN_PIECES))


def _inside(data: bytes, value: _Value, tag: int) -> list[_Value]:
    """The values inside one of this tag."""
    if value.tag != tag:
        raise ValueError("not what stands there in signed data")
    found: list[_Value] = []
    at = value.start
    while at < value.end:
        found.append(_value(data, at))
        at = found[-1].after
    return found


def _value(data: bytes, at: int, depth: int = 0) -> _Value:
    """The value that begins here; one without a length ends with two zeros (X.690 8.1.3.6)."""
    tag, length, start = data[at], data[at + 1], at + 2
    if length == 0x80:
        if depth > _DEEPEST:
            raise ValueError("too deep")
        end = start
        while data[end : end + 2] != b"\0\0":
            end = _value(data, end, depth + 1).after
        return _Value(tag, start, end, end + 2)
    if length > 0x80:
        size = length - 0x80
        length, start = int.from_bytes(data[start : start + size], "big"), start + size
    if start + length > len(data):
        raise ValueError("cut off")
    return _Value(tag, start, start + length, start + length)
