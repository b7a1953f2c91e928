"""Errors of the client. `ptywright.faults` has a class for each error that the server reports."""

from __future__ import annotations

from typing import Any, Optional


class PtywrightError(Exception):
    """An error of this package."""


class Fault(PtywrightError):
    """An error reply of the server. `ptywright.faults` has a subclass for each fault."""

    def __init__(self, code: int, reason: str, data: Any = None) -> None:
        screen = data.get("screen") if isinstance(data, dict) else None
        super().__init__(f"{reason}\n{screen_box(screen)}" if isinstance(screen, str) else reason)
        #: The error code of JSON-RPC.
        self.code = code
        #: The message of the server, without the screen.
        self.reason = reason
        #: What the server reports besides the message.
        self.data = data
        #: The text of the screen at the failure, if the server sent it.
        self.screen: Optional[str] = screen

    @property
    def name(self) -> Optional[str]:
        """The name of the fault, such as `Timeout`."""
        return self.data.get("fault") if isinstance(self.data, dict) else None


class ServerClosed(PtywrightError):
    """The connection to the server has ended."""


class ReplyTimeout(PtywrightError):
    """No reply arrived in time. The server was asked to cancel the request."""


def screen_box(screen: str) -> str:
    """Format a screen without its trailing blank rows. Keeps the last 60 rows."""
    rows = [f"│ {row}".rstrip() for row in screen.rstrip().split("\n")]
    hidden = len(rows) - 60
    if hidden > 0:
        rows = [f"│ ({hidden} rows above are not shown)", *rows[hidden:]]
    rule = "─" * max(len(row) for row in rows)
    return "\n".join([f"┌{rule}", *rows, f"└{rule}"])
