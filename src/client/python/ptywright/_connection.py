"""Connections to a server: framing, requests, replies and notifications."""

from __future__ import annotations

import concurrent.futures
import json
import logging
import os
import re
import shutil
import socket as sockets
import subprocess
import threading
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import faults
from .errors import Fault, PtywrightError, ReplyTimeout, ServerClosed

#: The value of a parameter that is not sent.
unset: Any = type("Unset", (), {"__repr__": lambda _: "unset"})()

StrPath = Union[str, os.PathLike[str]]
Listener = Callable[[Any], object]

_log = logging.getLogger("ptywright")
read_bytes = 65536
#: How long a server may take to end, in seconds. Then it is killed.
exit_seconds = 10


def default_socket() -> Path:
    """Return the path of the socket on which `ptywright serve` listens."""
    home = os.environ.get("PTYWRIGHT_HOME")
    return (Path(home) if home else Path.home() / ".ptywright") / "socket"


def default_command() -> List[str]:
    """Return the command of the package that contains this file, or else `ptywright` of the PATH."""
    folders = Path(__file__).resolve().parents
    script = folders[min(3, len(folders) - 1)] / "bin" / "ptywright.js"
    if script.exists():
        return ["node", str(script)]
    found = shutil.which("ptywright")
    if found is None:
        raise FileNotFoundError(
            "ptywright is not on the PATH: install it from a clone or a tarball (docs/installing.md), or pass "
            'command=["node", "/path/to/ptywright/bin/ptywright.js"]'
        )
    return [found]


def server_command(command: Optional[Sequence[str]], args: Sequence[str], framing: str) -> List[str]:
    words = default_command() if command is None else list(command)
    return [*words, "serve", "--stdio", "--framing", framing, *args]


class Framing:
    """Cuts bytes into messages: one line each (`ndjson`), or after a header with the length (`lsp`)."""

    def __init__(self, name: str) -> None:
        if name not in ("ndjson", "lsp"):
            raise ValueError(f"unknown framing {name!r}: expected 'ndjson' or 'lsp'")
        self._name = name
        self._received = bytearray()
        self._searched = 0

    def encode(self, message: Mapping[str, Any]) -> bytes:
        body = json.dumps(message, separators=(",", ":")).encode()
        if self._name == "ndjson":
            return body + b"\n"
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)

    def feed(self, data: bytes) -> Iterator[Dict[str, Any]]:
        self._received += data
        next_body = self._next_line if self._name == "ndjson" else self._next_block
        while True:
            body = next_body()
            if body is None:
                return
            if body.strip():
                yield json.loads(body)

    def _next_line(self) -> Optional[bytes]:
        end = self._received.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._received)
            return None
        return self._take(0, end, end + 1)

    def _next_block(self) -> Optional[bytes]:
        end = self._received.find(b"\r\n\r\n")
        if end < 0:
            return None
        length = re.search(rb"content-length: *(\d+)", self._received[:end], re.IGNORECASE)
        if length is None:
            raise ServerClosed("the server sent a message without a Content-Length")
        start = end + 4
        stop = start + int(length[1])
        return self._take(start, stop, stop) if len(self._received) >= stop else None

    def _take(self, start: int, stop: int, rest: int) -> bytes:
        body = bytes(self._received[start:stop])
        del self._received[:rest]
        self._searched = 0
        return body


class Exchange:
    """The state of a connection: pending requests and listeners. It performs no input or output."""

    def __init__(self, framing: str) -> None:
        self._framing = Framing(framing)
        self._lock = threading.Lock()
        self._last_id = 0
        self._pending: Dict[int, Any] = {}
        self._listeners: Dict[str, List[Listener]] = {}
        self._ended: Optional[str] = None

    def begin(self, method: str, params: Optional[Mapping[str, Any]], future: Any) -> Tuple[int, bytes]:
        with self._lock:
            if self._ended is not None:
                raise ServerClosed(f"the connection is closed: {self._ended}")
            self._last_id += 1
            self._pending[self._last_id] = future
            return self._last_id, self.encode(method, params, self._last_id)

    def encode(self, method: str, params: Optional[Mapping[str, Any]], id: Optional[int] = None) -> bytes:
        message: Dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if id is not None:
            message["id"] = id
        if params is not None:
            message["params"] = {name: value for name, value in params.items() if value is not unset}
        return self._framing.encode(message)

    def notification(self, method: str, params: Optional[Mapping[str, Any]]) -> bytes:
        if self._ended is not None:
            raise ServerClosed(f"the connection is closed: {self._ended}")
        return self.encode(method, params)

    def cancel(self, id: int) -> bytes:
        self._pending.pop(id, None)
        return self.encode("$/cancelRequest", {"id": id})

    def receive(self, data: bytes) -> None:
        for message in self._framing.feed(data):
            if "method" in message:
                self._notify(message["method"], message.get("params"))
            else:
                self._resolve(message)

    def end(self, reason: str) -> None:
        with self._lock:
            if self._ended is not None:
                return
            self._ended = reason
            pending = list(self._pending.values())
            self._pending.clear()
        for future in pending:
            if not future.done():
                future.set_exception(ServerClosed(f"the connection closed before the reply arrived: {reason}"))

    def on(self, event: str, listener: Listener) -> Callable[[], None]:
        with self._lock:
            self._listeners[event] = [*self._listeners.get(event, []), listener]
        return lambda: self._remove(event, listener)

    def _remove(self, event: str, listener: Listener) -> None:
        with self._lock:
            self._listeners[event] = [one for one in self._listeners[event] if one is not listener]

    def _notify(self, event: str, params: Any) -> None:
        for listener in self._listeners.get(event, []):
            try:
                listener(params)
            except Exception:
                _log.exception("a listener of %s failed", event)

    def _resolve(self, reply: Mapping[str, Any]) -> None:
        future = self._pending.pop(reply.get("id") or 0, None)
        if future is None or future.done():
            return
        if "error" in reply:
            future.set_exception(_to_fault(reply["error"]))
        else:
            future.set_result(reply.get("result"))


def _to_fault(error: Mapping[str, Any]) -> Fault:
    data = error.get("data")
    name = data.get("fault") if isinstance(data, dict) else None
    return faults.by_name.get(name or "", Fault)(error["code"], error["message"], data)


class Connection:
    """A connection with a thread that reads."""

    def __init__(self, socket: Optional[StrPath], command: Sequence[str], framing: str) -> None:
        self._exchange = Exchange(framing)
        self._write_lock = threading.Lock()
        self._process: Optional[subprocess.Popen[bytes]] = None
        if socket is not None:
            self._open_socket(os.fspath(socket))
        else:
            self._start(command)
        self.on = self._exchange.on
        self._thread = threading.Thread(target=self._read_all, name="ptywright", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, socket: Optional[StrPath], command: Sequence[str], framing: str) -> Connection:
        return cls(socket, command, framing)

    def _open_socket(self, path: str) -> None:
        opened = sockets.socket(sockets.AF_UNIX, sockets.SOCK_STREAM)
        try:
            opened.connect(path)
        except OSError as problem:
            opened.close()
            raise ServerClosed(f"cannot connect to {path}: {problem.strerror or problem}") from problem
        self._read = lambda: opened.recv(read_bytes)
        self._write: Callable[[bytes], object] = opened.sendall
        self._end: Callable[[], object] = lambda: opened.shutdown(sockets.SHUT_RDWR)
        self._release: Callable[[], object] = opened.close

    def _start(self, command: Sequence[str]) -> None:
        # In its own session, so that Ctrl+C in a terminal interrupts only the caller.
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert process.stdin is not None and process.stdout is not None
        to_server, from_server = process.stdin, process.stdout

        def write(data: bytes) -> None:
            to_server.write(data)
            to_server.flush()

        self._process = process
        self._read = lambda: os.read(from_server.fileno(), read_bytes)
        self._write = write
        self._end = to_server.close
        self._release = from_server.close

    def request(
        self, method: str, params: Optional[Mapping[str, Any]], timeout_ms: Optional[float]
    ) -> Any:
        if threading.current_thread() is self._thread:
            raise RuntimeError("a listener cannot send requests: pass the event to another thread")
        future: concurrent.futures.Future[Any] = concurrent.futures.Future()
        id, data = self._exchange.begin(method, params, future)
        self._send(data)
        try:
            return future.result(None if timeout_ms is None else timeout_ms / 1000)
        except concurrent.futures.TimeoutError:
            self._send(self._exchange.cancel(id))
            raise ReplyTimeout(f"{method}: no reply within {timeout_ms:g} ms") from None
        except KeyboardInterrupt:
            self._send(self._exchange.cancel(id))
            raise

    def notify(self, method: str, params: Optional[Mapping[str, Any]]) -> None:
        self._send(self._exchange.notification(method, params))

    def _send(self, data: bytes) -> None:
        try:
            with self._write_lock:
                self._write(data)
        except (OSError, ValueError):
            # The thread that reads ends all requests with the reason.
            self._thread.join(exit_seconds)

    def _read_all(self) -> None:
        reason = None
        try:
            while True:
                data = self._read()
                if not data:
                    break
                self._exchange.receive(data)
        except (OSError, ValueError, PtywrightError) as problem:
            reason = str(problem)
        self._exchange.end(reason or self._exit_reason() or "the server closed the connection")

    def _exit_reason(self) -> Optional[str]:
        if self._process is None:
            return None
        try:
            return format_status(self._process.wait(exit_seconds))
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        try:
            with self._write_lock:
                self._end()
        except OSError:
            pass
        if self._process is not None:
            try:
                self._process.wait(exit_seconds)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._thread.join()
        self._release()


def format_status(status: int) -> str:
    return f"the server ended with signal {-status}" if status < 0 else f"the server ended with status {status}"
