"""Addresses: unguessable tokens in them, comparing them, names that are safe in a header, and names that look alike.

Two addresses are one person's when domain and local part agree without regard to case. RFC 5321 2.4 lets a
host tell `Anna@` from `anna@`, yet no provider of note does, while mail programs send what their owner once
typed. Mail still goes out to the address exactly as it was registered. What looks alike though it is written with other
letters is known by Unicode's confusables (UTS 39).
"""

import re
import secrets
import unicodedata
from functools import cache

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 without i, l, o and u; lower case, for some hosts fold a recipient's case."""

TOKEN_LENGTH = 24
"""Five bits a character: 120 bits."""

_MISREAD = str.maketrans("oil", "011")
_TOKEN = re.compile(rf"[{ALPHABET}]{{{TOKEN_LENGTH}}}")
_WITHIN = re.compile(rf"(?=({_TOKEN.pattern}))")
_DEMO_SUFFIXES = (".test", ".example", ".localhost", ".invalid")


class AddressError(ValueError):
    """An address that cannot be registered; its text says why, to the person who typed it."""


def new_token() -> str:
    """A token nobody can guess."""
    return "".join([ALPHABET[byte & 31] for byte in secrets.token_bytes(TOKEN_LENGTH)])


def read_token(text: str) -> str | None:
    """The token in canonical spelling, or None if the text is not one; o, i and l are read as 0, 1 and 1."""
    token = text.strip().lower().translate(_MISREAD)
    return token if _TOKEN.fullmatch(token) else None


def tokens_within(run: str) -> list[tuple[int, str]]:
    """Every piece of a run of ASCII letters and digits that could be a token: where it begins, and as tokens are."""
    return [(found.start(), found[1]) for found in _WITHIN.finditer(run.lower().translate(_MISREAD))]


def mailbox_of(address: str, domain: str) -> tuple[str, str]:
    """The mailbox of an address of this domain, in small letters, and what is behind its plus (RFC 5233); else nothing.
    """
    local, _, host = address.strip().strip("<>").rpartition("@")
    name, _, rest = local.lower().partition("+")
    return (name, rest) if ascii_domain(host) == ascii_domain(domain) else ("", "")


def normal(address: str) -> str:
    """The form in which two addresses are compared: lower case, the domain as A-labels (RFC 5890)."""
    local, _, domain = address.strip().rpartition("@")
    return f"{local.lower()}@{ascii_domain(domain)}"


def same_address(one: str, other: str) -> bool:
    """Do both mean one mailbox?"""
    return normal(one) == normal(other)


def ascii_domain(domain: str) -> str:
    """A domain in lower-case A-labels; one that no rule can encode stays as it is, and so equals only itself."""
    domain = domain.strip().rstrip(".").lower()
    if domain.isascii():
        return domain
    from email_validator import EmailNotValidError, validate_email  # wanted where an address is given alone

    try:
        return validate_email(f"a@{domain}", check_deliverability=False).ascii_domain.lower()
    except EmailNotValidError:
        return domain


def valid_address(text: str, *, demo: bool = False) -> str:
    """An address fit to be registered, its domain in A-labels; AddressError says what is wrong.

    With `demo`, the names reserved for tests (RFC 2606: .test, .example, .invalid, localhost) are taken too.
    """
    text = text.strip()
    local, _, domain = text.rpartition("@")
    if len(local) > 64:
        raise AddressError("The part before the @ is longer than 64 characters.")
    reserved = demo and _is_demo(domain)
    from email_validator import EmailNotValidError, validate_email

    try:
        checked = validate_email(
            f"{local}@{domain}.com" if reserved else text, check_deliverability=False, allow_smtputf8=False
        )
    except EmailNotValidError as error:
        raise AddressError(str(error)) from error
    return f"{local}@{domain.lower()}" if reserved else f"{checked.local_part}@{checked.ascii_domain}"


def _is_demo(domain: str) -> bool:
    domain = domain.lower()
    return domain in ("localhost", "test", "example") or domain.endswith(_DEMO_SUFFIXES)


def called(name: str) -> set[str]:
    """What somebody is called by programs: the whole name, its first word, its initials."""
    words = name.replace(",", " ").split()
    return {name, words[0], "".join(word[0] for word in words)} if words else set()


def clean_name(text: str, *, limit: int = 60) -> str:
    """A person's name that cannot break out of a header or a line: no controls, no line ends of any kind, no bidi."""
    spaced = (" " if unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Zs") else letter for letter in text)
    kept = "".join(letter for letter in spaced if unicodedata.category(letter) not in ("Cf", "Cs", "Co", "Cn"))
    return " ".join(kept.split())[:limit].rstrip()


@cache
def shapes() -> dict[str, str]:
    """Map every letter that looks like another to the one that stands for all of its like."""
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte, seldom wanted

    likes = {letter: [one["c"] for one in found] for letter, found in confusables_data.items()}
    out = {}
    for letter, others in likes.items():
        if len(others) > 1:
            continue  # many look like it: it stands for them
        pair = likes.get(others[0]) == [letter]
        out[letter] = min(letter, others[0]) if pair else others[0]
    return out


def skeleton(name: str) -> str:
    """Reduce a name to what it looks like; names that may be taken for each other have the same."""
    known, plain = shapes(), unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFD", "".join(known.get(letter, letter) for letter in plain))


BETWEEN = re.compile(r"[\W_]+")


@cache
def _letters() -> dict[int, str]:
    """Map letters that nobody writes English with to what they look like."""
    like = shapes()
    return {ord(one): like[one] for one in like if len(one) == 1 and one.isalnum() and not one.isascii()}


def look(text: str) -> str:
    """Reduce a text to what a reader cannot mistake: its letters and digits, whatever was put for them or between them.

    Each letter is reduced by itself, so that of a text is that of its words one behind the other.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).translate(_letters())
    text = text.casefold()
    if not text.isascii():
        text = text.translate(_letters())
    read = BETWEEN.sub("", text)
    return read.replace("i", "l").replace("1", "l").replace("0", "o").replace("m", "rn")  # those without an accent


def alike(one: str, other: str) -> bool:
    """Say whether two names may be taken for each other, in their own letters or in small ones."""
    return skeleton(one) == skeleton(other) or skeleton(one.casefold()) == skeleton(other.casefold())
