"""The pages by which anybody checks a game: what was promised, the whole game as a file, and what looks at it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from referee.archive.record import Record
from referee.archive.site.game import GamePages
from referee.archive.site.layout import Place
from referee.archive.site.reveal import turn_name
from referee.archive.site.rules import book
from referee.archive.site.site import OURS, Site
from referee.engine.values import value

ARCHIVE = OURS.parent
VERIFIER, RECEIPTS, TEXT = "verify.js", "receipts.js", ARCHIVE / "PROOF.md"
PAGE = "proof.html"
SCRIPTS = (VERIFIER,)

ELSEWHERE = "The key of the campaign it was played in"
WHOLE = "Here is the whole game in one file, and what looks whether anything in it was changed."
LATER = "When the game is over it is laid open here, in one file that anybody can check."
NEVER = "This game was announced as one that is not opened: only its GM can check it whole."


@value
class Bundled:
    """A game that is laid open, as one file that is made when it is wanted."""

    record: Record
    make: Callable[[], bytes]

    @property
    def source(self) -> str:
        """Return the hash of what the file is made from."""
        return sha256(repr(self.record).encode()).hexdigest()


def of_game(game: GamePages, key: str, bundled: Bundled | None, elsewhere: str | None = None) -> None:
    """Offer the page of a game, and its file if it is laid open.

    ``key`` is the campaign's public one, ``elsewhere`` that of the campaign in which a game was played before it was
    brought in.
    """
    site, about = game.site, game.record.about
    file, size, chain = "", "", []
    if bundled is not None:
        file = f"{game.folder}/{game.folder}.zip"
        size = f"{max(1, site.output.made(file, bundled.source, bundled.make) // 1000)} KB"
        chain = [
            (turn_name(one.step), one.edition, one.sealed.why, one.sealed.hashes.chain)
            for one in bundled.record.steps if one.sealed is not None
        ]  # fmt: skip
    place = game.place("check", "Check it yourself", scripts=SCRIPTS if bundled else ())
    site.page(
        place, "check", lead=WHOLE if bundled else LATER if about.reveal == "full" else NEVER, bundle=file, size=size,
        verifier=bundled is not None, signer="", facts=_facts(key, about.commitment, elsewhere), chain=chain, text="",
    )  # fmt: skip


def of_campaign(site: Site, key: str) -> None:
    """Offer the page that says what a file of a game proves, and checks any."""
    for script in (VERIFIER, RECEIPTS):
        site.output.add(script, (ARCHIVE / script).read_bytes())
    found, scripts = book(TEXT), (VERIFIER, RECEIPTS)
    site.page(
        Place(PAGE, "Check a game", scripts=scripts), "check", bundle="", size="", verifier=True, signer=key,
        lead="Whether anything in a game was changed, and what can be said of that at all.",
        facts=_facts(key), chain=(), text=found.below,
    )  # fmt: skip


def _facts(key: str, commitment: str = "", elsewhere: str | None = None) -> list[tuple[str, str]]:
    whose = ("The campaign's key", key) if elsewhere is None else (ELSEWHERE, elsewhere)
    found = [("Commitment, as in the invitation", commitment), whose]
    return [(name, words) for name, words in found if words]
