"""The log is written where it can be, and stops nobody where it cannot."""

from __future__ import annotations

import io

import pytest
import structlog

from referee.service.campaign.logbook import write_log


def test_a_log_whose_stream_was_closed_stops_nobody() -> None:
    stream = io.StringIO()
    write_log("json", "info", stream)
    structlog.get_logger().info("before")
    written = stream.getvalue()

    stream.close()
    structlog.get_logger().error("after")

    assert '"event":"before"' in written.replace(" ", "")


def test_the_log_follows_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    write_log("text", "info")
    structlog.get_logger().info("first")
    first = capsys.readouterr().err

    structlog.get_logger().info("second")

    assert ("first" in first, "second" in capsys.readouterr().err) == (True, True)
