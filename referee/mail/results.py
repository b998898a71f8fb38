"""What our own mail server found out about a sender: the Authentication-Results header (RFC 8601).

Anybody may write such a header. Only those on top count, and only if our server's name stands in them; that server
must take away what came under its name from elsewhere. There may be several, one for each of its checks: what one
further up says of a check stands.
"""

from contextlib import suppress

from authres import AuthenticationResultsHeader
from authres.core import AuthResError

from .scan import Head

_FAILS = ("fail", "permerror")
_MOST = 5
_BROKEN = (AuthResError, SyntaxError, ValueError, IndexError)


def doubt(top: Head, server: str) -> str:
    """Why the sender is not to be believed, or '' if nothing speaks against it.

    A DMARC policy that fails says so; where the sender's domain has none, SPF and DKIM must both have failed.
    """
    found = _found(top, server)
    if (dmarc := found.get("dmarc")) not in (None, "none"):
        return "dmarc failed" if dmarc in _FAILS else ""
    if found.get("spf") in (*_FAILS, "softfail") and found.get("dkim") in _FAILS:
        return "spf and dkim failed"
    return ""


def server_on_top(top: Head) -> str:
    """The name in the topmost header that can be read, of whichever server; '' if there is none."""
    for value in top.all("authentication-results")[:1]:
        with suppress(*_BROKEN):
            return str(AuthenticationResultsHeader.parse(f"Authentication-Results: {value}").authserv_id).lower()
    return ""


def _found(top: Head, server: str) -> dict[str, str]:
    """Each method's result, as far as our own server's headers reach."""
    found: dict[str, str] = {}
    for value in top.all("authentication-results")[:_MOST]:
        said = _said(value, server)
        if said is None:
            break
        found = said | found
    return found


def _said(value: str, server: str) -> dict[str, str] | None:
    """Each method's result in one header, of several signatures the best one; None if it is not our server's."""
    try:
        header = AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except _BROKEN:
        # Our server writes none that is broken; so this one is somebody else's, and says nothing.
        return None
    if not server or str(header.authserv_id).lower() != server.lower():
        return None
    found: dict[str, str] = {}
    for one in header.results:
        method, result = str(one.method).lower(), str(one.result).lower()
        if found.get(method) != "pass":
            found[method] = result
    return found
