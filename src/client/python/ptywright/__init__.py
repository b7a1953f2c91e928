"""Drive terminal programs: start them, type, wait for text, and read the screen.

This module is for ordinary programs and tests. `ptywright.aio` has the same names for asyncio.
"""

from ._connection import default_socket
from ._expected import TerminalError
from .errors import Fault, PtywrightError, ReplyTimeout, ServerClosed
from .sync import Client, CommandResult, Locator, Terminal, expect

__all__ = [
    "Client",
    "CommandResult",
    "Fault",
    "Locator",
    "PtywrightError",
    "ReplyTimeout",
    "ServerClosed",
    "Terminal",
    "TerminalError",
    "default_socket",
    "expect",
]
