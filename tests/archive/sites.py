"""Sites as a test looks at them: their files, what a page links to, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath

LARGEST = 300_000
FETCHED = ("href", "src", "action", "poster", "data", "srcset")
ACTIVE = ("a", "button", "summary")
CSP = "default-src 'none'"


class Page(HTMLParser):
    """A page: the places in it, its links, and all its attributes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.lang = self.title = self.policy = ""
        self._labelled: list[tuple[str, list[str]]] = []
        self._open: list[str] | None = None
        self.feed(source)

    @property
    def labels(self) -> list[tuple[str, str]]:
        """Of each link and button that is read out otherwise than it is shown, how, and what is shown."""
        return [(label, " ".join("".join(shown).split())) for label, shown in self._labelled]

    def handle_endtag(self, tag: str) -> None:
        """Note what a link or a button shows no more."""
        self._open = None if tag in ACTIVE else self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag says."""
        found = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.attributes |= found.keys()
        if tag in ACTIVE and "aria-label" in found:
            self._open = []
            self._labelled.append((found["aria-label"], self._open))
        self.links += [found[name] for name in FETCHED if name in found]
        self.ids += [found["id"]] if "id" in found else []
        self.lang = found.get("lang", "") if tag == "html" else self.lang
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]

    def handle_data(self, data: str) -> None:
        """Note the title, and what a link or a button shows."""
        if self._open is not None:
            self._open.append(data)
        if self.tags[-1:] == ["title"] and not self.title:
            self.title = data


def files(site: Path) -> dict[str, bytes]:
    """All files of a site by their paths."""
    return {str(one.relative_to(site)): one.read_bytes() for one in sorted(site.rglob("*")) if one.is_file()}


def published(site: Path) -> dict[str, bytes]:
    """What anybody gets: all but the list of what was written."""
    return {path: data for path, data in files(site).items() if not path.startswith(".referee/")}


def faults(site: Path) -> list[str]:
    """What is wrong with the pages of a site, in sentences."""
    found = files(site)
    pages = {path: Page(data.decode()) for path, data in found.items() if path.endswith(".html")}
    return [fault for path in pages for fault in _faults(path, pages, found)]


def _faults(path: str, pages: dict[str, Page], found: dict[str, bytes]) -> Iterator[str]:
    page = pages[path]
    if len(found[path]) > LARGEST:
        yield f"{path} has {len(found[path])} bytes"
    if page.lang != "en" or not page.title.strip() or not page.policy.startswith(CSP):
        yield f"{path} lacks a language, a title or a policy"
    if twice := {one for one in page.ids if page.ids.count(one) > 1}:
        yield f"{path} has several places called {sorted(twice)}"
    if "style" in page.attributes or any(name.startswith("on") for name in page.attributes):
        yield f"{path} has a style or a script in an attribute"
    for link in page.links:
        file, mark, place = link.partition("#")
        aim = normpath(f"{path}/../{file}") if file else path
        if ":" in link or link.startswith("/") or aim.startswith(".."):
            yield f"{path} leads out to {link}"
        elif aim not in found:
            yield f"{path} leads to {link}, which is not there"
        elif mark and aim in pages and place not in pages[aim].ids:
            yield f"{path} leads to {link}, where nothing is called so"
