"""Letters as real mail programs write them: no order may be lost, none that is only quoted may count."""

import json
import os
import time
from pathlib import Path

import pytest

from referee.mail.letter import read
from referee.mail.quoting import Label, classify

SAMPLES = Path(__file__).parent / "samples"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8"))


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_every_order_of_a_sample_is_new_and_nothing_quoted_is(name: str) -> None:
    letter = read((SAMPLES / f"{name}.eml").read_bytes())

    new = [squeezed(line.text) for line in classify(letter.lines) if line.label is Label.NEW]

    assert letter.problem is None
    assert letter.sender == "anna@players.test"
    assert letter.machine is None
    assert letter.disagrees is None
    assert [order for order in map(squeezed, EXPECTED[name]["orders"]) if order not in new] == []
    assert [order for order in map(squeezed, EXPECTED[name]["phantom"]) if order in new] == []


def test_every_letter_of_the_corpus_is_read_and_labelled() -> None:
    folder = os.environ.get("REFEREE_MAIL_CORPUS")
    if not folder:
        pytest.skip("REFEREE_MAIL_CORPUS names no folder of raw letters")
    paths = [path for path in sorted(Path(folder).iterdir()) if path.suffix in (".eml", ".txt")]
    began = time.process_time()
    size = 0

    for path in paths:
        raw = path.read_bytes()
        letter = read(raw)
        labelled = classify(letter.lines)
        size += len(raw)
        assert letter.error is None, path.name
        assert len(labelled) == len(letter.lines), path.name

    assert paths
    assert (time.process_time() - began) / len(paths) < 0.1
