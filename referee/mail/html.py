"""HTML to lines: what a reader of the letter would see, one line for each line on their screen.

A walk of our own over lexbor's tree, without recursion: other converters glue lines together, rewrite text as
Markdown, or silently stop at some depth of nesting.
"""

import re
from collections.abc import Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from .leads import lead
from .text import STRUCK

_HIDDEN = frozenset("head script style title template noscript object iframe svg math select textarea button".split())
_BLOCKS = frozenset(
    """address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2
    h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody thead tfoot tr ul caption""".split()
)
_CELLS = frozenset(("td", "th"))
_SPACED = frozenset(("p", "blockquote", "pre", "ul", "ol", "dl", "table", "h1", "h2", "h3", "h4", "h5", "h6"))
_SIGNATURES = frozenset(("gmail_signature", "moz-signature", "protonmail_signature_block-user", "Signature"))
"""Classes and ids of what mail programs put below a letter; not of Apple's, below whose people go on writing."""

_QUOTES = re.compile(r"(?:gmail|yahoo|protonmail|tutanota)[_-]quoted?$|gmail_quote_container$|zmail_extra$")
"""Classes in which programs wrap the letter that is answered; some have no blockquote in it."""

_BELOW_WRITTEN = "gmail_extra"
"""An old one, in which the answer may stand: a quote only below what was written."""

_LEADS = frozenset(("gmail_attr", "moz-cite-prefix", "reply-intro", "replyintro"))
"""Classes and ids of the line above a quote, which may be in any words."""

_OLD = frozenset(("divRplyFwdMsg", "zwchr", "OutlookMessageHeader", "OLK_SRC_BODY_SECTION", "stopSpelling",
                  "mail-editor-reference-message-container", "ms-outlook-mobile-reference-message"))  # fmt: skip
"""Classes and ids of what stands where the letter that is answered begins, down to the end."""

_ORIGINAL = "-----Original Message-----"

_STRUCK = frozenset(("s", "strike", "del"))
_STRIKES = re.compile(r"(?:^|;)text-decoration(?:-line)?:[^;]{0,60}line-through")
_KEEPS_LINES = re.compile(r"(?:^|;)white-space:(?:pre|break-spaces)")
_UNSEEN = re.compile(
    r"display:none|visibility:hidden|mso-hide:all|(?:^|;)(?:font-size:0(?!\.?[1-9])|opacity:0(?!\.?0?[1-9]))"
)
_NO_LINE = re.compile(r"(?:^|;)margin:0(?:px)?0(?:px)?0(?:px)?\d{2,3}px;border:(?:none|0px?);padding:0(?:px)?(?:;|$)")
"""The style of text that was moved to the right, without its spaces."""

_SPACES = str.maketrans("\t\n\r\f\v\xa0\u202f", "       ", STRUCK)


def to_lines(source: str) -> list[str]:
    """The visible lines of an HTML text; a line inside a blockquote begins with one `>` for each.

    What was struck out stands on a line of its own, which begins with STRUCK, below the rest of its line.
    """
    root = LexborHTMLParser(source).root
    if root is None:
        return []
    page = _Page(_around_quotes(root))
    _walk(root, page)
    page.block(blank=False)
    return page.lines


def _around_quotes(root: LexborNode) -> set[int]:
    """Everything that a blockquote stands in: there the program itself says what is quoted."""
    found: set[int] = set()
    for quote in root.css("blockquote"):
        above = None if _is_indented(quote) else quote.parent
        while above is not None and above.mem_id not in found:
            found.add(above.mem_id)
            above = above.parent
    return found


def _walk(root: LexborNode, page: "_Page") -> None:
    """Depth first, with the tree's own links for a stack."""
    node: LexborNode | None = root
    while node is not None:
        child = _enter(node, page)
        if child is not None:
            node = child
            continue
        while node is not None:
            _leave(node, page)
            if node.mem_id == root.mem_id:
                return
            if node.next is not None:
                node = node.next
                break
            node = node.parent


def _enter(node: LexborNode, page: "_Page") -> LexborNode | None:
    """Begin a node; its first child, if the walk should go into it."""
    tag = node.tag
    if tag == "-text":
        page.text(node.text_content or "")
    elif tag == "br":
        page.end()
    elif tag in _BLOCKS:
        page.block(blank=tag in _SPACED)
        if tag == "blockquote" and not _is_indented(node):
            page.depth += 1
    elif tag in _CELLS:
        page.cell()
    if tag is None or tag.startswith("-") or tag in _HIDDEN:  # comments and text have no children that matter
        return node.child if tag in ("-document", "-undef") else None
    attributes = node.attributes
    style = _bare(attributes.get("style"))
    if "hidden" in attributes or _UNSEEN.search(style):
        return None
    _style(node, attributes, style, page)
    return node.child


def _leave(node: LexborNode, page: "_Page") -> None:
    """End a node."""
    tag = node.tag
    if tag in _BLOCKS:
        page.block(blank=tag in _SPACED)
        if tag == "blockquote" and not _is_indented(node):
            page.depth -= 1
    if page.quotes and page.quotes[-1] == node.mem_id:
        page.quotes.pop()
        page.block(blank=True)
        page.depth -= 1
    for begun in (page.pre, page.strikes):
        if begun and begun[-1] == node.mem_id:
            begun.pop()


def _style(node: LexborNode, attributes: Mapping[str, str | None], style: str, page: "_Page") -> None:
    """Begin lines that are kept as they stand, what is struck out, or a signature, where a node says so."""
    if node.tag == "pre" or _KEEPS_LINES.search(style):
        page.pre.append(node.mem_id)
    if node.tag in _STRUCK or _STRIKES.search(style):
        page.strikes.append(node.mem_id)
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:500].split()
    if not names or page.depth:
        return
    if not _SIGNATURES.isdisjoint(names):
        page.begin("-- ")
    elif not _OLD.isdisjoint(names):
        page.begin(_ORIGINAL)
    elif node.tag != "blockquote" and _is_quote(node, names, page):
        page.block(blank=True)
        page.quotes.append(node.mem_id)
        page.depth += 1


def _is_quote(node: LexborNode, names: list[str], page: "_Page") -> bool:
    """Do the classes say that all of this is quoted, and nothing in it or around it says so more exactly?"""
    if not _LEADS.isdisjoint(names):
        text = " ".join(node.text().split())
        return _leads_in(node) and lead([text], 0, 0, (), quoted_next=True) is None
    if node.mem_id in page.holding:
        return False
    return any(_QUOTES.search(name) for name in names) or (_BELOW_WRITTEN in names and any(page.lines))


def _leads_in(node: LexborNode) -> bool:
    """Does a blockquote follow at once?"""
    following = node.next
    while following is not None and following.tag in ("br", "-text") and not (following.text_content or "").strip():
        following = following.next
    return following is not None and following.tag == "blockquote"


def _is_indented(node: LexborNode) -> bool:
    """Is a blockquote the writer's own text, moved to the right? Gmail gives such ones neither line nor class."""
    attributes = node.attributes
    if any(attributes.get(name) for name in ("type", "cite", "class", "id")):
        return False
    return _NO_LINE.search(_bare(attributes.get("style"))) is not None


def _bare(style: str | None) -> str:
    return (style or "")[:2000].lower().replace(" ", "")


class _Page:
    """The lines so far and the one being written."""

    def __init__(self, holding: set[int]) -> None:
        self.holding = holding
        self.lines, self.pieces, self.struck = list[str](), list[str](), list[str]()
        self.quotes, self.pre, self.strikes = list[int](), list[int](), list[int]()
        self.depth = 0

    def text(self, text: str) -> None:
        """Words in a line; in `pre`, lines as they stand."""
        if not self.pre:
            self._say(text.translate(_SPACES))
            return
        first, *rest = text.replace("\r\n", "\n").replace(STRUCK, "").split("\n")
        self._say(first)
        for line in rest:
            self.end()
            self._say(line)

    def _say(self, words: str) -> None:
        (self.struck if self.strikes else self.pieces).append(words)

    def cell(self) -> None:
        """Cells of a row stand in one line."""
        self.pieces.append(" ")
        self.struck.append(" ")

    def block(self, *, blank: bool) -> None:
        """A block begins or ends: so does the line, unless nothing is on it; paragraphs stand apart."""
        if any(not piece.isspace() for piece in (*self.pieces, *self.struck) if piece):
            self.end()
        else:
            self.pieces.clear()
            self.struck.clear()
        if blank and self.lines and self.lines[-1]:
            self.lines.append("")

    def begin(self, line: str) -> None:
        """A signature or a quoted letter begins, though no line may stand there that says so."""
        self.block(blank=False)
        self.lines.append(line)

    def end(self) -> None:
        """End the line, were it empty."""
        joined = "".join(self.pieces)
        self.pieces.clear()
        content = joined.rstrip() if self.pre else " ".join(joined.split())
        if content == "--" and joined.lstrip().startswith("-- "):
            content = "-- "
        marks = ">" * min(self.depth, 50)
        struck = " ".join("".join(self.struck).split())
        self.struck.clear()
        if content or not struck:
            self.lines.append(f"{marks} {content}" if marks else content)
        if struck:
            self.lines.append(f"{STRUCK}{marks} {struck}" if marks else STRUCK + struck)
