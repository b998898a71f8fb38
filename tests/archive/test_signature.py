"""Signatures are those of RFC 8032, and what is not exactly what was signed has none."""

from __future__ import annotations

import pytest

from referee.archive.signature import check, public_half, sign

VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
]
"""Secret, public half, what is signed, and its signature (RFC 8032, 7.1, the first two)."""


@pytest.mark.parametrize(("key", "public", "said", "signature"), VECTORS)
def test_a_signature_is_the_one_of_the_standard(key: str, public: str, said: str, signature: str) -> None:
    assert public_half(bytes.fromhex(key)).hex() == public
    assert sign(bytes.fromhex(key), bytes.fromhex(said)).hex() == signature
    assert check(bytes.fromhex(public), bytes.fromhex(said), bytes.fromhex(signature))


def test_what_was_not_signed_has_no_signature() -> None:
    key, other = bytes(32), bytes([1]) * 32
    public, signature = public_half(key), sign(key, b"LEAD M5")
    order = (2**252 + 27742317777372353535851937790883648493).to_bytes(32, "little")

    assert check(public, b"LEAD M5", signature)
    assert not check(public, b"LEAD M6", signature)
    assert not check(public_half(other), b"LEAD M5", signature)
    assert not any(check(public, b"LEAD M5", changed(signature, at)) for at in range(64))
    assert not check(public, b"LEAD M5", b"")
    assert not check(b"", b"LEAD M5", signature)
    assert not check(public, b"LEAD M5", signature[:32] + added(signature[32:], order))


def changed(signature: bytes, at: int) -> bytes:
    """The same with one bit of one byte otherwise."""
    return signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]


def added(number: bytes, order: bytes) -> bytes:
    """The same number but for the order of the group, which a loose reader would take as well."""
    return (int.from_bytes(number, "little") + int.from_bytes(order, "little")).to_bytes(32, "little")
