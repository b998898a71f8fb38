"""What becomes of a letter that a mailbox offers and that cannot be kept."""

from referee.mail.fetched import MOST_TRIES, NotNow, Taking


def failing(error: Exception) -> None:
    raise error


def test_a_missing_file_is_a_failure_unless_it_says_that_the_letter_is_gone() -> None:
    missing, taking = FileNotFoundError("no such file"), Taking({}, {})

    assert not taking.tried("1", lambda: failing(missing), gone=(FileNotFoundError,))
    assert (taking.failed, taking.failure) == ([], None)
    assert not taking.tried("1", lambda: failing(missing))
    assert (taking.failed, taking.failure) == (["1"], missing)


def test_one_that_is_not_taken_now_is_not_due_and_no_failure() -> None:
    taking = Taking({}, {})

    assert not taking.tried("1", lambda: failing(NotNow("too many")))
    assert (list(taking.due(["1", "2"])), taking.failed) == (["2"], [])


def test_a_letter_is_to_blame_after_some_looks_that_kept_others() -> None:
    tries: dict[str, int] = {}
    blamed = []
    for others in [0, *[1] * MOST_TRIES]:
        taking = Taking(tries, {}, kept=others)
        taking.tried("1", lambda: failing(ValueError()))
        blamed.append(list(taking.to_blame()))

    assert blamed == [*[[]] * MOST_TRIES, ["1"]]


def test_one_that_was_kept_at_last_has_a_clean_slate() -> None:
    taking = Taking({"1": 3}, {"1": 0.0})

    assert taking.tried("1", lambda: None)
    taking.done("1")

    assert (taking.tries, taking.later, taking.kept) == ({}, {}, 1)
