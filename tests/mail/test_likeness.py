"""Names that may be taken for each other, in their own letters or in small ones."""

import pytest

from referee.mail.address import alike


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Ian", "lan", True),  # a capital I and a small l
        ("Аnnа", "Anna", True),  # Cyrillic
        ("АNNА", "Anna", True),  # letters are written large or small as people like
        ("АNNА", "ANNA", True),
        ("anna", "аnnа", True),
        ("Anna", "Hanna", False),
        ("Ánná", "Anna", False),
        ("Иван", "Ivan", False),
    ],
)
def test_what_a_reader_may_take_for_one_name_is_alike(one: str, other: str, expected: bool) -> None:
    assert alike(one, other) is expected
    assert alike(other, one) is expected
