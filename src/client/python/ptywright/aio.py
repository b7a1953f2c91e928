"""The client, terminals, locators and `expect`, for asyncio."""

from __future__ import annotations

import base64
import os
import time
from typing import (
    Any,
    Awaitable,
    Callable,
    Dict,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
    cast,
    overload,
)

from . import protocol
from ._async_methods import AsyncClientMethods
from ._async_connection import AsyncConnection
from ._connection import StrPath, server_command
from ._expected import (
    Snapshots,
    Text,
    Unmet,
    failure,
    format_exit,
    format_text,
    is_shell,
    long_output,
    mask_redaction,
    mask_rows,
    max_transcript_chars,
    negate,
    shells,
    styled,
    test_folder,
    text_matcher,
    title_matcher,
    to_selector,
    write_files,
)
from .errors import Fault, PtywrightError
from .faults import SessionClosed, Timeout

# Test runners leave the frames of this module out of a traceback.
__tracebackhide__ = True

Direction = Literal["above", "below", "left", "right", "before", "after"]
State = Literal["visible", "hidden"]

#: A program that draws in several steps mostly continues within this time.
_rest_ms = 500


def _left(deadline: float) -> int:
    """Return the milliseconds until a time of `time.monotonic`."""
    return max(0, round((deadline - time.monotonic()) * 1000))


class Client(AsyncClientMethods):
    """A connection to a server: `with Client() as client`.

    Starts a server, which ends with the client. With `socket`, connects to a running server instead, for example to
    `default_socket()`.

    Args:
        socket: The Unix socket of a running server.
        command: The command that starts ptywright, such as `["node", "/path/to/ptywright/bin/ptywright.js"]`.
        args: More arguments of `ptywright serve`.
        framing: `ndjson` or `lsp`, as the server expects it.
        reply_timeout_ms: How long to wait for each reply. By default, requests wait until the reply arrives or the
            server ends. Waits of the server have limits of their own.
    """

    def __init__(
        self,
        socket: Optional[StrPath] = None,
        *,
        command: Optional[Sequence[str]] = None,
        args: Sequence[str] = (),
        framing: Literal["ndjson", "lsp"] = "ndjson",
        reply_timeout_ms: Optional[float] = None,
    ) -> None:
        super().__init__()
        self._socket = socket
        self._command = command
        self._args = args
        self._framing = framing
        self._reply_timeout_ms = reply_timeout_ms
        self._connection: Optional[AsyncConnection] = None
        self._is_open = False

    async def open(self) -> Client:
        """Connect. `with` does this. Raises RuntimeError if the client is connected."""
        if self._is_open:
            raise RuntimeError("the client is connected already: close it first, or make another Client")
        command = server_command(self._command, self._args, self._framing) if self._socket is None else []
        self._connection = await AsyncConnection.open(self._socket, command, self._framing)
        self._is_open = True
        return self

    async def close(self) -> None:
        """Close the connection. A server that this client has started ends."""
        self._is_open = False
        if self._connection is not None:
            await self._connection.close()

    async def __aenter__(self) -> Client:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def request(
        self, method: str, params: Optional[Mapping[str, Any]] = None, *, timeout_ms: Optional[float] = None
    ) -> Any:
        """Send a request, and return its result. Raises a subclass of `Fault` for an error reply."""
        limit = self._reply_timeout_ms if timeout_ms is None else timeout_ms
        return await self._opened.request(method, params, limit)

    async def notify(self, method: str, params: Optional[Mapping[str, Any]] = None) -> None:
        """Send a notification, which has no reply."""
        await self._opened.notify(method, params)

    def on(self, event: Any, listener: Callable[[Any], object]) -> Callable[[], None]:
        """Call `listener` for each event of this name. Returns the function that removes the listener.

        Enable events with `server.set_notifications`. The listener runs where replies are received, and must not
        send requests: pass the event to a queue, as in `client.on("session.output", queue.put)`.
        """
        return self._opened.on(event, listener)

    @property
    def _opened(self) -> AsyncConnection:
        if self._connection is None:
            raise RuntimeError("the client is not connected: use it in a with statement, or call open()")
        return self._connection


class CommandResult(NamedTuple):
    """What a command printed, and its exit status."""

    output: str
    #: None if the shell did not report one.
    status: Optional[int]


Result = TypeVar("Result")


class Terminal:
    """A program on a terminal: `with Terminal("vim", ["notes.txt"]) as terminal`.

    Args:
        program: The program. Without it, `bash` without configuration files.
        args: Its arguments.
        rows: The height of the terminal.
        cols: The width of the terminal.
        cwd: The working directory; by default that of the server.
        env: Variables that are added to the environment of the server.
        timeout_ms: How long calls and expectations wait.
        redaction: What is hidden besides texts that look like a secret.
        client: The connection to use. By default, each terminal starts a server, which takes about 0.3 seconds.
        artifacts: A folder for the files of a failure. If the block of `with` raises an exception, `screen.txt`,
            `screen.png`, `transcript.txt` and `recording.cast` are saved in a folder in it with the name of the test.
    """

    def __init__(
        self,
        program: Optional[str] = None,
        args: Sequence[StrPath] = (),
        *,
        rows: int = 24,
        cols: int = 80,
        cwd: Optional[StrPath] = None,
        env: Optional[Mapping[str, str]] = None,
        timeout_ms: float = 5000,
        redaction: Optional[Mapping[str, Any]] = None,
        client: Optional[Client] = None,
        artifacts: Optional[StrPath] = None,
    ) -> None:
        default = ["--norc", "--noprofile"] if program is None else args
        self._spawn: Dict[str, Any] = {
            "program": program or "bash",
            "args": [os.fspath(word) for word in default],
            "rows": rows,
            "cols": cols,
        }
        optional = {"cwd": cwd and os.fspath(cwd), "env": env and dict(env), "redaction": redaction and dict(redaction)}
        self._spawn.update({name: value for name, value in optional.items() if value is not None})
        self.timeout_ms = timeout_ms
        self.redaction = redaction
        self._own_client = client is None
        #: The connection, for calls that a terminal does not have.
        self.client = client or Client()
        self._session: Optional[str] = None
        self._adapter: Optional[str] = None
        #: How often each snapshot was taken.
        self._taken: Dict[str, int] = {}
        #: The number of the event of the last text that `clipboard` has returned.
        self._last_copied = 0
        #: The recording that runs, and its file.
        self._recording: Optional[Tuple[str, str]] = None
        self._artifacts = None if artifacts is None else test_folder(artifacts)
        self._failure_recording: Optional[str] = None

    @property
    def session(self) -> str:
        """The id of the session, for methods of `client`."""
        if self._session is None:
            raise RuntimeError("the program is not started: use the terminal in a with statement, or call open()")
        return self._session

    @property
    def title(self) -> str:
        """The program with its arguments."""
        return " ".join([self._spawn["program"], *self._spawn["args"]])

    async def open(self) -> Terminal:
        """Start the program. `with` does this."""
        if self._own_client:
            await self.client.open()
        try:
            await self._open_session()
            if self._artifacts is not None:
                self._failure_recording = (await self.client.recording.start(self.session))["recording"]
        except BaseException:
            await self.close()
            raise
        return self

    async def _open_session(self) -> None:
        if not is_shell(self._spawn["program"], self._spawn["args"]):
            self._session = (await self.client.session.create(**self._spawn))["session"]
            return
        started = await self.client.adapter.start(
            "shell", **self._spawn, transcript_max_chars=max_transcript_chars
        )
        self._session, self._adapter = started["session"], started["adapter"]
        await self.client.adapter.wait(self._adapter, states=["ready"], timeout_ms=self._ms(None))

    async def close(self) -> None:
        """End the program. A server that this terminal has started ends."""
        if self._own_client:
            await self.client.close()
        elif self._session is not None:
            await self.client.session.close(self._session)
        self._session = None

    async def __aenter__(self) -> Terminal:
        return await self.open()

    async def __aexit__(self, kind: object, *_: object) -> None:
        try:
            if kind is not None and self._artifacts is not None:
                await self._save_artifacts(self._artifacts)
        finally:
            await self.close()

    async def _save_artifacts(self, folder: str) -> None:
        try:
            transcript = (await self.client.session.transcript(self.session, strip_escapes=True))["text"]
            files = {
                "screen.txt": f"{await self.screen()}\n".encode(),
                "screen.png": await self.screenshot(),
                "transcript.txt": transcript.encode(),
            }
        except PtywrightError:
            return
        if self._failure_recording is not None:
            stopped = await self.client.recording.stop(self._failure_recording)
            files["recording.cast"] = stopped["text"].encode()
        write_files(folder, files)

    async def run(self, command: str, *, timeout_ms: Optional[float] = None) -> CommandResult:
        """Run a command in a shell, and return its output and exit status. The program must be a shell."""

        async def attempt(limit: int) -> CommandResult:
            if self._adapter is None:
                raise Unmet(f"run needs a shell ({', '.join(shells)}), and the program is {self.title}")
            deadline = time.monotonic() + limit / 1000
            await self.client.adapter.wait(self._adapter, states=["ready"], timeout_ms=limit)
            reply = await self.client.adapter.turn(
                self._adapter,
                {"intent": "run", "params": {"command": command}},
                wait={"states": ["ready"], "timeout_ms": _left(deadline)},
            )
            ended = cast(Dict[str, Any], reply["state"]["metadata"])["command"]
            status = ended.get("exit_code")
            if not ended.get("truncated"):
                return CommandResult(ended.get("output") or "", status)
            transcript = await self.client.session.transcript(self.session)
            return CommandResult(long_output(transcript["text"], status), status)

        return await self._perform("run", attempt, timeout_ms)

    async def type(self, text: str) -> None:
        """Type a text. `press("enter")` presses Enter after it."""
        await self._input("type", {"type": "text", "value": text})

    async def press(self, keys: str) -> None:
        """Press keys one after the other: `enter`, `ctrl+c`, `down down enter`."""
        await self._input(f"press {keys}", {"type": "keys", "value": keys})

    async def paste(self, text: str) -> None:
        """Paste a text. Uses bracketed paste if the program has turned it on."""

        async def attempt(_: int) -> None:
            modes = (await self.client.session.info(self.session))["modes"]
            kind = "bracketed_paste" if modes["bracketed_paste"] else "paste"
            await self.client.session.input(self.session, cast(Any, {"type": kind, "value": text}))

        await self._perform("paste", attempt)

    async def resize(self, rows: int, cols: int) -> None:
        """Change the size of the terminal."""
        await self._input(f"resize to {cols}x{rows}", {"type": "resize", "value": {"rows": rows, "cols": cols}})

    async def signal(self, name: str) -> None:
        """Send a signal to the foreground process group, such as `int` or `term`."""
        await self._input(f"signal {name}", cast(Any, {"type": "signal", "value": name}))

    def get_by_text(self, text: Text, *, style: Optional[Mapping[str, Any]] = None) -> Locator:
        """Find text on the screen. A `style` such as `{"fg": "red", "bold": True}` must hold for all of it."""
        found = Locator(self, to_selector(text), f"get_by_text({format_text(text)})")
        return found.with_style(style) if style else found

    async def wait_for(self, matcher: protocol.Matcher, *, timeout_ms: Optional[float] = None) -> None:
        """Wait for any matcher of `session.wait`."""

        async def attempt(limit: int) -> None:
            await self._wait(matcher, limit)

        await self._perform(f"wait_for({matcher})", attempt, timeout_ms)

    async def clipboard(self, *, timeout_ms: Optional[float] = None) -> str:
        """Wait for the next text that the program copies (OSC 52), and return it. The first call returns the first text."""

        async def attempt(limit: int) -> str:
            matcher = {"type": "event", "value": {"kind": "clipboard", "since": self._last_copied}}
            waiting = self.client.session.wait(
                self.session, cast(Any, matcher), timeout_ms=limit, evidence="text"
            )
            hit = cast(Dict[str, Any], await waiting)["hit"]
            self._last_copied = hit["number"]
            return str(hit["facts"]["text"])

        return await self._perform("clipboard", attempt, timeout_ms)

    async def start_recording(self, path: StrPath) -> None:
        """Start to record the terminal for a file: `.gif`, `.mp4` and `.webm` are videos, `.cast` is an asciicast."""
        if self._recording is not None:
            raise RuntimeError(f"a recording for {self._recording[1]} is running: call stop_recording first")
        started = await self.client.recording.start(self.session)
        self._recording = (started["recording"], os.fspath(path))

    async def stop_recording(self) -> None:
        """End the recording, and write its file. Overwrites an existing file."""
        if self._recording is None:
            raise RuntimeError("no recording is running: call start_recording first")
        (recording, path), self._recording = self._recording, None
        if os.path.lexists(path):
            os.remove(path)
        if not path.endswith(".cast"):
            await self.client.recording.film(recording, os.path.abspath(path))
        stopped = await self.client.recording.stop(recording)
        if path.endswith(".cast"):
            write_files(os.path.dirname(path), {os.path.basename(path): stopped["text"].encode()})

    async def screen(self) -> str:
        """Return the text of the screen, with secrets hidden."""
        return cast(protocol.Snapshot, await self.client.session.snapshot(self.session))["plain_text"]

    async def screenshot(self) -> bytes:
        """Return a picture of the screen as PNG, with secrets hidden."""
        return base64.b64decode((await self.client.session.screenshot(self.session))["data"])

    async def _input(self, call: str, action: protocol.Action) -> None:
        async def attempt(_: int) -> None:
            await self.client.session.input(self.session, action)

        await self._perform(call, attempt)

    async def _wait(self, matcher: protocol.Matcher, limit: int) -> None:
        await self.client.session.wait(self.session, matcher, timeout_ms=limit, evidence="none")

    def _ms(self, timeout_ms: Optional[float]) -> int:
        return round(self.timeout_ms if timeout_ms is None else timeout_ms)

    async def _perform(
        self,
        call: str,
        attempt: Callable[[int], Awaitable[Result]],
        timeout_ms: Optional[float] = None,
        expected: Optional[str] = None,
        text: Optional[str] = None,
    ) -> Result:
        began = time.monotonic()
        try:
            return await attempt(self._ms(timeout_ms))
        except (Fault, Unmet) as problem:
            elapsed_ms = (time.monotonic() - began) * 1000
            screen = getattr(problem, "screen", None)
            if screen is None:
                screen = await self._last_screen()
            raise failure(call, elapsed_ms, problem, screen, expected, text) from problem

    async def _last_screen(self) -> Optional[str]:
        try:
            return await self.screen()
        except PtywrightError:
            return None


class Locator:
    """Text on the screen. It is searched for when the locator is used."""

    def __init__(
        self, terminal: Terminal, selector: protocol.Selector, description: str, unique: bool = False
    ) -> None:
        self.terminal = terminal
        self.selector = selector
        #: The calls that made it, such as `get_by_text("Save").first()`.
        self.description = description
        self._unique = unique

    def get_by_text(
        self, text: Text, *, direction: Direction = "after", style: Optional[Mapping[str, Any]] = None
    ) -> Locator:
        """Find text relative to this locator: `get_by_text("Settings").get_by_text("Save", direction="after")`."""
        inner = styled(to_selector(text), dict(style)) if style else to_selector(text)
        selector = {"type": "relative", "direction": direction, "to": self.selector, "selector": inner}
        return self._with(selector, f'get_by_text({format_text(text)}, direction="{direction}")')

    def first(self) -> Locator:
        """Keep the first match."""
        return self._with({"type": "nth", "index": 0, "selector": self.selector}, "first()")

    def last(self) -> Locator:
        """Keep the last match."""
        return self._with({"type": "nth", "index": -1, "selector": self.selector}, "last()")

    def nth(self, index: int) -> Locator:
        """Keep one match, counted from 0. Negative indexes count from the last match."""
        return self._with({"type": "nth", "index": index, "selector": self.selector}, f"nth({index})")

    def with_style(self, style: Mapping[str, Any]) -> Locator:
        """Keep the matches in which every character has this style."""
        return self._with(styled(self.selector, dict(style)), f"with_style({dict(style)})")

    def unique(self) -> Locator:
        """Fail if there are several matches."""
        return Locator(self.terminal, self.selector, f"{self.description}.unique()", True)

    async def click(
        self,
        *,
        button: Literal["left", "middle", "right"] = "left",
        count: int = 1,
        ctrl: bool = False,
        alt: bool = False,
        shift: bool = False,
        timeout_ms: Optional[float] = None,
    ) -> None:
        """Wait for the match, and click it. Fails if there are several matches."""
        held = {"ctrl": ctrl, "alt": alt, "shift": shift}
        modifiers = [name for name, is_held in held.items() if is_held]
        gesture = {"event": "click", "button": button, "count": count, "modifiers": modifiers}
        await self._point("click", gesture, timeout_ms)

    async def hover(self, *, timeout_ms: Optional[float] = None) -> None:
        """Wait for the match, and move the pointer to it."""
        await self._point("hover", {"event": "move"}, timeout_ms)

    async def scroll(
        self,
        direction: Literal["up", "down", "left", "right"],
        *,
        count: int = 1,
        timeout_ms: Optional[float] = None,
    ) -> None:
        """Wait for the match, and turn the wheel over it."""
        gesture = {"event": "scroll", "direction": direction, "count": count}
        await self._point(f"scroll {direction}", gesture, timeout_ms)

    async def wait_for(self, *, state: State = "visible", timeout_ms: Optional[float] = None) -> None:
        """Wait until there is a match, or with `hidden` until there is none."""

        async def attempt(limit: int) -> None:
            await self._wait_for_state(state, limit)

        await self.terminal._perform(f"{self.description}.wait_for({state})", attempt, timeout_ms)

    async def all(self) -> List[protocol.Selected]:
        """Return the current matches, without waiting."""
        try:
            reply = await self.terminal.client.session.find(
                self.terminal.session, self.selector, ambiguity="all", timeout_ms=0
            )
        except Timeout:
            return []
        return reply["found"]

    async def count(self) -> int:
        """Return the number of current matches, without waiting."""
        return len(await self.all())

    async def _wait_for_state(self, state: State, limit: int) -> None:
        matcher = cast(Any, {"type": "selector", "value": self.selector})
        if state == "hidden":
            await self.terminal._wait(negate(matcher), limit)
        elif self._unique:
            terminal = self.terminal
            await terminal.client.session.find(terminal.session, self.selector, timeout_ms=limit)
        else:
            await self.terminal._wait(matcher, limit)

    def _with(self, selector: Any, words: str) -> Locator:
        return Locator(self.terminal, selector, f"{self.description}.{words}", self._unique)

    async def _point(self, words: str, gesture: Any, timeout_ms: Optional[float]) -> None:
        async def attempt(limit: int) -> None:
            terminal = self.terminal
            await terminal.client.session.mouse(
                terminal.session, self.selector, gesture=gesture, timeout_ms=limit
            )

        await self.terminal._perform(f"{self.description}.{words}", attempt, timeout_ms)


class TerminalExpectation:
    """Expectations of a terminal. Each waits on the server until it holds."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    async def to_show(self, text: Text, *, timeout_ms: Optional[float] = None) -> None:
        """Wait until the screen shows a text or matches a pattern."""
        near = text if isinstance(text, str) else None
        expected = f"the screen to show {format_text(text)}"
        await self._expect("to_show", text, text_matcher(text), expected, timeout_ms, near)

    async def not_to_show(self, text: Text, *, timeout_ms: Optional[float] = None) -> None:
        """Wait until the screen does not show a text, and does not match a pattern."""
        expected = f"the screen not to show {format_text(text)}"
        await self._expect("not_to_show", text, negate(text_matcher(text)), expected, timeout_ms)

    async def to_have_title(self, title: Text, *, timeout_ms: Optional[float] = None) -> None:
        """Wait until the program has set this window title, or one that matches a pattern."""
        expected = f"the title to be {format_text(title)}"
        await self._expect("to_have_title", title, title_matcher(title), expected, timeout_ms)

    async def not_to_have_title(self, title: Text, *, timeout_ms: Optional[float] = None) -> None:
        """Wait until the window title is another one."""
        expected = f"the title not to be {format_text(title)}"
        await self._expect("not_to_have_title", title, negate(title_matcher(title)), expected, timeout_ms)

    async def to_have_exited(self, status: Optional[int] = None, *, timeout_ms: Optional[float] = None) -> None:
        """Wait until the program has ended. Then fail if it ended with another status."""

        async def attempt(limit: int) -> None:
            await self._terminal._wait({"type": "process_exited"}, limit)
            exit = await self._exit()
            if status is not None and (exit is None or exit["exit_code"] != status):
                raise Unmet(f"it ended with {format_exit(exit)}")

        expected = "the program to end" if status is None else f"the program to end with status {status}"
        words = "" if status is None else str(status)
        await self._terminal._perform(f"expect(terminal).to_have_exited({words})", attempt, timeout_ms, expected)

    async def not_to_have_exited(self) -> None:
        """Fail if the program has ended. Does not wait."""

        async def attempt(_: int) -> None:
            exit = await self._exit()
            if exit is not None:
                raise Unmet(f"it ended with {format_exit(exit)}")

        expected = "the program to be running"
        await self._terminal._perform("expect(terminal).not_to_have_exited()", attempt, None, expected)

    async def to_match_screen(
        self,
        name: Optional[str] = None,
        *,
        style: bool = False,
        mask: Sequence[Union[Text, Locator]] = (),
        timeout_ms: Optional[float] = None,
    ) -> None:
        """Wait until the screen equals its snapshot, a text file beside the test.

        Args:
            name: The name of the snapshot; by default that of the test.
            style: Compare colors and attributes too.
            mask: Texts, patterns and locators of what differs between runs. Their matches are replaced before the
                comparison. With `style`, and in pictures, a match must have the same width in each run.
            timeout_ms: How long to wait.
        """
        snapshots = Snapshots(name, "ansi" if style else "txt", self._terminal._taken)
        await self._match("to_match_screen", snapshots, "ansi" if style else "text", mask, timeout_ms)

    async def to_match_picture(
        self,
        name: Optional[str] = None,
        *,
        mask: Sequence[Union[Text, Locator]] = (),
        timeout_ms: Optional[float] = None,
    ) -> None:
        """Wait until the screen, as a picture, equals its snapshot, a PNG file beside the test."""
        snapshots = Snapshots(name, "png", self._terminal._taken)
        await self._match("to_match_picture", snapshots, "png", mask, timeout_ms)

    async def _expect(
        self,
        name: str,
        text: Text,
        matcher: protocol.Matcher,
        expected: str,
        timeout_ms: Optional[float],
        near: Optional[str] = None,
    ) -> None:
        async def attempt(limit: int) -> None:
            await self._terminal._wait(matcher, limit)

        call = f"expect(terminal).{name}({format_text(text)})"
        await self._terminal._perform(call, attempt, timeout_ms, expected, near)

    async def _match(
        self,
        name: str,
        snapshots: Snapshots,
        format: str,
        mask: Sequence[Union[Text, Locator]],
        timeout_ms: Optional[float],
    ) -> None:
        texts = [one for one in mask if not isinstance(one, Locator)]
        locators = [one for one in mask if isinstance(one, Locator)]

        async def take() -> Tuple[bytes, int]:
            matches = [match for locator in locators for match in await locator.all()]
            params: Dict[str, Any] = {"session": self._terminal.session, "format": format}
            if mask and format != "text":
                params["redaction"] = mask_redaction(cast(Any, self._terminal.redaction), texts, matches)
            taken = await self._terminal.client.request("session.screenshot", params)
            data = taken["data"] if format != "text" else mask_rows(taken["data"], texts, matches)
            content = base64.b64decode(data) if format == "png" else f"{data.rstrip()}\n".encode()
            return content, taken["sequence"]

        async def attempt(limit: int) -> None:
            kept = snapshots.read()
            deadline = time.monotonic() + limit / 1000
            if kept is None:
                await self._until_drawn(limit)
            while True:
                content, sequence = await take()
                if kept is None:
                    return snapshots.write(content)
                if content == kept:
                    return
                changed = {"type": "changed", "value": {"since": sequence}}
                if not await self._is_met(changed, _left(deadline)):
                    raise snapshots.difference(kept, content)

        call = f"expect(terminal).{name}()"
        await self._terminal._perform(call, attempt, timeout_ms, f"the screen to equal {snapshots.path}")

    async def _until_drawn(self, limit: int) -> None:
        """Wait until the screen shows something and is at rest.

        If it does not come to rest in time, such as a clock, its last state counts. Fails if the program has not printed
        anything.
        """
        shows = {"type": "screen_regex", "value": r"\S"}
        rests = {"type": "screen_stable", "value": {"min_ms": _rest_ms}}
        if await self._is_met({"type": "all", "value": [shows, rests]}, limit):
            return
        if not (await self._terminal.client.session.transcript(self._terminal.session))["text"]:
            raise Unmet("the program has not printed anything, so there is no screen to save")

    async def _is_met(self, matcher: Any, limit: int) -> bool:
        """Wait for a matcher. Returns False if it does not match in time, or if the program has ended."""
        try:
            await self._terminal._wait(matcher, limit)
        except (Timeout, SessionClosed):
            return False
        return True

    async def _exit(self) -> Optional[Any]:
        return (await self._terminal.client.session.info(self._terminal.session))["exit"]


class LocatorExpectation:
    """Expectations of a locator. Each waits on the server until it holds."""

    def __init__(self, locator: Locator) -> None:
        self._locator = locator

    async def to_be_shown(self, *, timeout_ms: Optional[float] = None) -> None:
        """Wait until the screen shows a match."""
        await self._expect("to_be_shown", "visible", timeout_ms)

    async def not_to_be_shown(self, *, timeout_ms: Optional[float] = None) -> None:
        """Wait until the screen shows no match."""
        await self._expect("not_to_be_shown", "hidden", timeout_ms)

    async def _expect(self, name: str, state: State, timeout_ms: Optional[float]) -> None:
        async def attempt(limit: int) -> None:
            await self._locator._wait_for_state(state, limit)

        call = f"expect({self._locator.description}).{name}()"
        await self._locator.terminal._perform(call, attempt, timeout_ms, f"it to be {state}")


@overload
def expect(subject: Terminal) -> TerminalExpectation: ...
@overload
def expect(subject: Locator) -> LocatorExpectation: ...
def expect(subject: Union[Terminal, Locator]) -> Union[TerminalExpectation, LocatorExpectation]:
    """Expect something of a terminal or a locator: `expect(terminal).to_show("ready")`."""
    if isinstance(subject, Terminal):
        return TerminalExpectation(subject)
    if isinstance(subject, Locator):
        return LocatorExpectation(subject)
    raise TypeError(f"expect takes a terminal or a locator, not {type(subject).__name__}")
