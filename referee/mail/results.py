"""What our own mail server found out about a sender: the Authentication-Results header (RFC 8601).

Anybody may write such a header. Only the topmost counts, and only if our server's name stands in it; that server
must take away what came under its name from elsewhere.
"""

from authres import AuthenticationResultsHeader
from authres.core import AuthResError

from .scan import Head

_FAILS = ("fail", "permerror")


def doubt(top: Head, server: str) -> str:
    """Why the sender is not to be believed, or '' if nothing speaks against him.

    A DMARC policy that fails says so; where the sender's domain has none, SPF and DKIM must both have failed.
    """
    found = _found(top, server)
    if (dmarc := found.get("dmarc")) not in (None, "none"):
        return "dmarc failed" if dmarc in _FAILS else ""
    if found.get("spf") in (*_FAILS, "softfail") and found.get("dkim") in _FAILS:
        return "spf and dkim failed"
    return ""


def _found(top: Head, server: str) -> dict[str, str]:
    """Each method's result; of several signatures the best one counts."""
    value = next(iter(top.all("authentication-results")), "")
    if not server or not value:
        return {}
    try:
        header = AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except (AuthResError, SyntaxError, ValueError, IndexError):
        # Our server writes none that is broken; so this one is somebody else's, and says nothing.
        return {}
    if str(header.authserv_id).lower() != server.lower():
        return {}
    found: dict[str, str] = {}
    for one in header.results:
        method, result = str(one.method).lower(), str(one.result).lower()
        if found.get(method) != "pass":
            found[method] = result
    return found
