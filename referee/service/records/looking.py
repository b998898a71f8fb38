"""The archive's pages seen in a browser of this machine, by a small server that nobody else can reach."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from referee.engine.errors import SetupError

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
