"""Reports of mail that came back, as mail systems write them (RFC 3464)."""

BOB = "bob@players.example"


def report(action: str = "failed", status: str = "5.1.1", said: str = "550 5.1.1 User unknown", to: str = BOB) -> bytes:
    """Write a report for machines (RFC 3464)."""
    return (
        "From: MAILER-DAEMON@players.example\r\nTo: back@referee.example\r\nSubject: Undelivered\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nI am sorry.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.players.example\r\n\r\n"
        f"Final-Recipient: rfc822; {to}\r\nAction: {action}\r\nStatus: {status}\r\n"
        f"Diagnostic-Code: smtp; {said}\r\n\r\n"
        "--b--\r\n"
    ).encode()
