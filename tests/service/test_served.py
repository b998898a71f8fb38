"""The look at the pages on this machine: what is not there and what is nobody's to see are answered alike."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from referee.service.records.site import build_site, served
from tests.service.world import World

Answer = tuple[int, str, tuple[tuple[str, str], ...], bytes]

HIDDEN = (
    "/.referee/site.json", "/.referee/", "/.referee", "/%2Ereferee/site.json", "/%2ereferee/site%2Ejson",
    "/duel/../.referee/site.json", "/./.referee/site.json", "/duel/%2e%2e/.referee/site.json", "/duel/", "/faces/",
    "/faces", "/index.html/", "/../referee.db", "/%2e%2e/campaign/referee.db", "/.own", "/.own.html", "/linked.html",
    "/linked/referee.toml",
)  # fmt: skip


@pytest.fixture
def address(world: World, tmp_path: Path) -> Iterator[str]:
    site = tmp_path / "site"
    build_site(world.campaign, site)
    (site / "duel" / "index.html").unlink()
    (site / ".own").write_text("mine")
    (site / ".own.html").write_text("mine")
    (site / "linked.html").symlink_to(world.campaign.settings.database)
    (site / "linked").symlink_to(world.campaign.settings.folder)
    with served(site, 0) as found:
        yield found


def asked(address: str, path: str, method: str = "GET", host: str = "") -> Answer:
    """What a browser gets that asks for a path as it is written here; when it was answered stands aside."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    connection.request(method, path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    headers = tuple((name, value) for name, value in answer.getheaders() if name != "Date")
    found = answer.status, answer.reason, headers, answer.read()
    connection.close()
    return found


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_is_not_there_and_what_is_hidden_are_answered_alike(address: str, method: str) -> None:
    usual = asked(address, "/nothing.html", method)

    assert usual[0] == 404
    assert {path: found for path in HIDDEN if (found := asked(address, path, method)) != usual} == {}
    assert asked(address, "/index.html", method, "elsewhere.example") == usual


def test_a_page_is_handed_out(address: str) -> None:
    status, _, headers, body = asked(address, "/")

    assert (status, dict(headers)["Content-Length"]) == (200, str(len(body)))
    assert asked(address, "/index.html")[3] == body
