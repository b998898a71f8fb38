"""The archive as pages: what of a campaign's games everybody may read, or a seat's own pages; and a look at them.

They are seen in a browser of this machine by a small server that nobody else can reach.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from referee import __version__
from referee.archive.signature import public_half
from referee.archive.site.build import Means, Shown, build, build_private
from referee.archive.site.check import Bundled
from referee.archive.site.output import Built
from referee.archive.site.telling import Played
from referee.engine.audience import GM, OBSERVER
from referee.engine.errors import SetupError
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named, seat_in
from referee.service.campaign.seal import is_sealed, unseal
from referee.service.records.bundles import bundle_of
from referee.service.records.record import record_of
from referee.service.rulesets.faces import faces
from referee.store import games
from referee.store.tables import GameRow, Reveal, Status

__all__ = ["Built", "build_seat", "build_site"]


def build_site(campaign: Campaign, folder: Path, game: str = "") -> Built:
    """Build the site for everybody, of one game or of all; raises `SetupError` for a folder that cannot be used."""
    _apart(campaign, folder)
    with campaign.reading() as work:
        rows = list(_rows(work, game))
        known = [row for row in rows if game or _is_known(campaign, row)]
        did = build(_means(work), [_shown(work, row) for row in known], folder)
    return replace(did, left_out=[row.name for row in rows if row not in known])


def build_seat(campaign: Campaign, folder: Path, game: str, seat: str, *, unsealed: bool = False) -> Built:
    """Build the pages of one seat alone; while the game is played they are sealed as its letters are."""
    _apart(campaign, folder)
    with campaign.reading() as work:
        row = game_named(work.tx, game)
        name = seat_in(work.tx, row.id, seat)
    unseal(campaign, game, f"letters to {name}", asked=unsealed)
    with campaign.reading() as work:
        record = record_of(work, game_named(work.tx, game), name)
        return build_private(_means(work), record, folder)


def _apart(campaign: Campaign, folder: Path) -> None:
    """Refuse a folder in which the database lies, or the folder of the campaign: a site is there to be given away."""
    if campaign.settings.folder.resolve().is_relative_to(folder.resolve()):
        raise SetupError(f"In {folder} the campaign itself lies, with all its secrets. Name a folder of its own.")


def _rows(work: Work, game: str) -> Iterator[GameRow]:
    if game:
        yield game_named(work.tx, game)
        return
    yield from games.games(work.tx)


def _is_known(campaign: Campaign, row: GameRow) -> bool:
    """Say whether a game's rules can be loaded, which may be another package's that is there no more."""
    try:
        campaign.kit(row.ruleset)
    except Exception:  # noqa: BLE001 - another package's game may fail in any way
        return False
    return True


def _shown(work: Work, row: GameRow) -> Shown:
    """Return what of a game may be shown: what an observer may know, and all when it is over and laid open."""
    opened = row.status is Status.OVER and row.reveal is Reveal.FULL
    assert not (opened and is_sealed(row)), "a game that is over is not sealed"
    public = record_of(work, row, OBSERVER)
    if not opened or not public.steps:
        return Shown(public)
    whole = record_of(work, row, GM)
    signed = row.bundle.get("signature", {"key": ""}) if row.bundle else {}
    return Shown(public, Bundled(whole, lambda: bundle_of(work, row, whole)), signed.get("key"))


def _means(work: Work) -> Means:
    campaign = work.campaign

    @cache
    def by(slug: str, edition: str) -> Played:
        kit = campaign.kit(slug, edition)
        return Played(kit.rules, kit.codec, lambda: kit.writer)

    resources, key = campaign.resources, public_half(campaign.signing_key(work.tx))
    return Means(
        campaign.settings.campaign.name, by, lambda slug: faces(slug, resources.campaign, campaign.note_broken),
        resources, campaign.note_broken, __version__, key.hex(),
    )  # fmt: skip


HERE = "127.0.0.1"
NAMES = (HERE, "localhost")
"""How this machine calls itself; a page of somebody else's that knows it by another name gets nothing."""

class Pages(SimpleHTTPRequestHandler):
    """Hands out the files of one folder, and lists none; what it hides is answered as what is not there."""

    def send_head(self) -> Any:
        """Refuse whoever does not ask for this machine by its own name, and for a page that is there to be seen."""
        known = self.headers.get("Host", "").rpartition(":")[0] in NAMES
        if not known or not self._is_shown(self.translate_path(self.path)):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def _is_shown(self, path: str) -> bool:
        """Say whether a path, however it was written, is a file of the folder, and neither hidden nor linked away."""
        asked, root = Path(path), Path(self.directory).resolve()
        if asked.is_dir():
            asked /= "index.html"
        elif path.endswith("/"):
            return False
        if not asked.is_file() or not asked.resolve().is_relative_to(root):
            return False
        return not any(part.startswith(".") for part in asked.resolve().relative_to(root).parts)

    def end_headers(self) -> None:
        """Let nothing be kept: a site that is built again is seen at once."""
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing: whoever looks on is sitting here."""


@contextmanager
def served(folder: Path, port: int) -> Iterator[str]:
    """Serve a folder while this lasts, and yield the address; raises `SetupError` if the port is taken."""
    try:
        server = ThreadingHTTPServer((HERE, port), partial(Pages, directory=str(folder)))
    except OSError as error:
        raise SetupError(f"Port {port} cannot be used: {error.strerror}. Name another with --port.") from None
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{HERE}:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def until_stopped() -> None:
    """Wait until somebody presses Ctrl-C, or the program is told to end."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        threading.Event().wait()
