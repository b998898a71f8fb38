"""The arithmetic of the verifier in JavaScript: the same as ours, which it shares no line with."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re

from referee.engine.chance import Chance
from tests.archive.javascript import VERIFIER, computed, needs_node, said_by_node
from tests.house.source import ROOT

pytestmark = needs_node


def test_it_holds_itself_to_published_examples() -> None:
    assert said_by_node("--self-test") == (0, "My arithmetic agrees with the published examples.\n")


def test_the_examples_are_those_of_our_pages() -> None:
    pages = [ROOT / "referee" / name for name in ("engine/CHANCE.md", "store/CHAIN.md", "archive/RECEIPTS.md")]
    examples = [one for page in pages for one in re.findall(r"`([0-9a-f]{64})`", page.read_text(encoding="utf-8"))]
    script = VERIFIER.read_text(encoding="utf-8")

    assert len(examples) == 6
    assert [one for one in examples if one not in script] == []


def test_hashes_are_those_of_the_standard_library_at_every_length() -> None:
    luck = random.Random(1)
    texts = [luck.randbytes(size) for size in (*range(260), 4096)]
    keys = [luck.randbytes(luck.randrange(100)) for _ in texts]

    found = computed(
        "return cases.map(([m, k]) => [V.sha256(unhex(m)), V.sha512(unhex(m)), V.hmac(unhex(k), unhex(m))].map(hex));",
        [[text.hex(), key.hex()] for text, key in zip(texts, keys, strict=True)],
    )

    assert found == [
        [hashlib.sha256(m).hexdigest(), hashlib.sha512(m).hexdigest(), hmac.digest(k, m, "sha256").hex()]
        for m, k in zip(texts, keys, strict=True)
    ]


def test_every_draw_is_that_of_our_chance() -> None:
    luck = random.Random(2)
    draws = [
        (luck.randbytes(32).hex(), luck.randrange(300), f"Zo\u00eb/{luck.randrange(9)}", luck.randrange(1, 600))
        for _ in range(100)
    ]

    found = computed(
        """return cases.map(([seed, step, purpose, n]) => {
            const numbers = V.stream(unhex(seed), step, purpose);
            return ["below", "die", "shuffle", "below"].map(kind => V.draw(numbers, kind, n));
        });""",
        draws,
    )

    assert found == [ours(Chance(bytes.fromhex(seed), step), purpose, n) for seed, step, purpose, n in draws]


def ours(chance: Chance, purpose: str, n: int) -> list[object]:
    """The same draws, one after the other from one stream, by the program."""
    return [
        chance.below(n, purpose), chance.die(n, purpose), chance.shuffled(range(n), purpose), chance.below(n, purpose),
    ]  # fmt: skip


def test_canonical_json_is_ours() -> None:
    values = [
        {"\U0001f600": 1, "\uffee": 2, "10": [True, None], "9": '\x00\x1f\x7f\b\t\n\f\r"\\/\u2028é', "": {}},
        [[], {}, 0, -5, "ab"],
    ]

    written = [json.dumps(one, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for one in values]
    assert computed("return cases.map(V.canonical);", values) == written
