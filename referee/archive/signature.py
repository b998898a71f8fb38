"""Signatures of a campaign's key (Ed25519, RFC 8032): only the campaign makes one, everybody can check it.

The library is loaded by whoever signs or checks, and not before: most commands do neither.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nacl.signing import SigningKey

KEY = 32
"""So many bytes has a key, as has its public half."""

LENGTH = 64
"""So many bytes has a signature."""


def public_half(key: bytes) -> bytes:
    """Return the half of a key that everybody may have, and can check signatures with."""
    return bytes(_signing(key).verify_key)


def sign(key: bytes, said: bytes) -> bytes:
    """Sign these bytes; the same ones always get the same signature."""
    return _signing(key).sign(said).signature


def check(public: bytes, said: bytes, signature: bytes) -> bool:
    """Say whether the key with this public half signed exactly these bytes; False too for what is no key at all."""
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    if len(public) != KEY or len(signature) != LENGTH:
        return False
    try:
        VerifyKey(public).verify(said, signature)
    except BadSignatureError:
        return False
    return True


@lru_cache(4)
def _signing(key: bytes) -> SigningKey:
    """Work out once what a key signs with."""
    from nacl.signing import SigningKey

    return SigningKey(key)
