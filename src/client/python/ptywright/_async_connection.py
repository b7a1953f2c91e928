"""The connection for asyncio. Programs without asyncio do not import this module."""

from __future__ import annotations

import asyncio
import os
from typing import Any, Mapping, Optional, Sequence

from ._connection import Exchange, StrPath, exit_seconds, format_status, read_bytes
from .errors import PtywrightError, ReplyTimeout, ServerClosed


class AsyncConnection:
    """A connection for asyncio, with a task that reads."""

    def __init__(
        self,
        framing: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        process: Optional[asyncio.subprocess.Process],
    ) -> None:
        self._exchange = Exchange(framing)
        self._reader = reader
        self._writer = writer
        self._process = process
        self.on = self._exchange.on
        self._task = asyncio.ensure_future(self._read_all())

    @classmethod
    async def open(
        cls, socket: Optional[StrPath], command: Sequence[str], framing: str
    ) -> AsyncConnection:
        if socket is not None:
            path = os.fspath(socket)
            try:
                reader, writer = await asyncio.open_unix_connection(path)
            except OSError as problem:
                raise ServerClosed(f"cannot connect to {path}: {problem.strerror or problem}") from problem
            return cls(framing, reader, writer, None)
        # In its own session, so that Ctrl+C in a terminal interrupts only the caller.
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        assert process.stdin is not None and process.stdout is not None
        return cls(framing, process.stdout, process.stdin, process)

    async def request(
        self, method: str, params: Optional[Mapping[str, Any]], timeout_ms: Optional[float]
    ) -> Any:
        future = asyncio.get_running_loop().create_future()
        id, data = self._exchange.begin(method, params, future)
        await self._send(data)
        try:
            return await asyncio.wait_for(future, None if timeout_ms is None else timeout_ms / 1000)
        except asyncio.TimeoutError:
            await self._send(self._exchange.cancel(id))
            raise ReplyTimeout(f"{method}: no reply within {timeout_ms:g} ms") from None
        except asyncio.CancelledError:
            self._writer.write(self._exchange.cancel(id))
            raise

    async def notify(self, method: str, params: Optional[Mapping[str, Any]]) -> None:
        await self._send(self._exchange.notification(method, params))

    async def _send(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            await self._writer.drain()
        except (OSError, RuntimeError):
            # The task that reads ends all requests with the reason.
            await asyncio.wait([self._task], timeout=exit_seconds)

    async def _read_all(self) -> None:
        reason = None
        try:
            while True:
                data = await self._reader.read(read_bytes)
                if not data:
                    break
                self._exchange.receive(data)
        except (OSError, ValueError, PtywrightError) as problem:
            reason = str(problem)
        self._exchange.end(reason or await self._exit_reason() or "the server closed the connection")

    async def _exit_reason(self) -> Optional[str]:
        if self._process is None:
            return None
        try:
            return format_status(await asyncio.wait_for(self._process.wait(), exit_seconds))
        except asyncio.TimeoutError:
            return None

    async def close(self) -> None:
        self._writer.close()
        if self._process is not None:
            try:
                await asyncio.wait_for(self._process.wait(), exit_seconds)
            except asyncio.TimeoutError:
                self._process.kill()
        await self._task
        try:
            await self._writer.wait_closed()
        except OSError:
            pass
