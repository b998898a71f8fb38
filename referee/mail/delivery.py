"""Sending one mail to one recipient by SMTP, and saying exactly what became of it."""

import asyncio
from dataclasses import dataclass

from aiosmtplib import SMTP
from aiosmtplib.errors import SMTPException, SMTPResponseException, SMTPServerDisconnected, SMTPTimeoutError


@dataclass(frozen=True, slots=True)
class Sent:
    """The server took responsibility; `text` is its answer, often with a queue id."""

    text: str


@dataclass(frozen=True, slots=True)
class Retry:
    """Nothing was delivered; try later. Without `penalty` the try does not count, for the server was away."""

    reason: str
    penalty: bool = True


@dataclass(frozen=True, slots=True)
class Failed:
    """The server refused for good (5xx); `recipient` if it was the address that it did not take."""

    reason: str
    recipient: bool = False


@dataclass(frozen=True, slots=True)
class Unknown:
    """The answer was lost after the letter was handed over: send the same bytes again (RFC 5321 6.1)."""

    reason: str


Outcome = Sent | Retry | Failed | Unknown


class Transport:
    """One connection to one SMTP server, opened when needed and used again until `close`."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        timeout: float = 30.0,
        starttls: bool = False,
        tls: bool = False,
        username: str | None = None,
        password: str | None = None,
        hostname: str | None = None,
    ) -> None:
        self._client = SMTP(
            hostname=host,
            port=port,
            timeout=timeout,
            start_tls=starttls,
            use_tls=tls,
            username=username,
            password=password,
            local_hostname=hostname,
        )
        self._one_at_a_time = asyncio.Lock()

    async def send(self, wire: bytes, mail_from: str, recipient: str) -> Outcome:
        """Hand over one mail; never raises for what a server does. `mail_from` is '' for the null sender."""
        async with self._one_at_a_time:
            if self._client.is_connected and not await self._is_alive():
                self._client.close()
            if not self._client.is_connected:
                try:
                    await self._client.connect()
                except (SMTPException, OSError) as error:
                    self._client.close()
                    return Retry(_reason(error), penalty=False)
            return await self._hand_over(wire, mail_from, recipient)

    async def close(self) -> None:
        """Say QUIT and hang up."""
        async with self._one_at_a_time:
            if self._client.is_connected:
                try:
                    await self._client.quit()
                except (SMTPException, OSError):
                    self._client.close()

    async def _is_alive(self) -> bool:
        """Did the server keep the line open since the last mail? RSET also ends a mail that was refused halfway."""
        try:
            await self._client.rset()
        except (SMTPException, OSError):
            return False
        return True

    async def _hand_over(self, wire: bytes, mail_from: str, recipient: str) -> Outcome:
        """MAIL, RCPT, DATA, and the meaning of whatever goes wrong at each."""
        handed_over = naming = False
        try:
            await self._client.mail(mail_from)
            naming = True
            await self._client.rcpt(recipient)
            handed_over, naming = True, False
            answer = await self._client.data(wire)
        except (SMTPServerDisconnected, SMTPTimeoutError, OSError) as error:
            self._client.close()
            return Unknown(_reason(error)) if handed_over else Retry(_reason(error))
        except SMTPResponseException as error:
            said = f"{error.code} {error.message}"  # 4xx is for now, 5xx for good (RFC 5321 4.2.1)
            return Failed(said, naming) if error.code >= 500 else Retry(said)
        except (SMTPException, ValueError) as error:
            self._client.close()
            return Failed(_reason(error))
        return Sent(f"{answer.code} {answer.message}")


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]
