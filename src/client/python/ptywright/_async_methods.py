# Derived from src/dialects/ptywright. Change that, then run: npm run derive
"""The methods of the server, in groups."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Union, overload

from . import protocol
from ._connection import unset


class AsyncServerMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def capabilities(self) -> protocol.Capabilities:
        """Return the name, version and capabilities of this server."""
        return await self._client.request("server.capabilities")

    async def set_notifications(
        self,
        enabled: bool,
        *,
        sessions: List[str] = unset,
        adapters: List[str] = unset,
        kinds: List[Literal["title", "icon_name", "bell", "cwd", "alternate_screen", "prompt_started", "prompt_ended", "command_started", "command_finished", "notification", "progress", "clipboard", "mode", "cursor", "palette", "remote_host", "user_variable", "image", "file_transfer", "focus", "link_hovered"]] = unset,
        output: bool = unset,
        waits: bool = unset,
        lifecycle: bool = unset,
        layers: bool = unset,
    ) -> protocol.ServerSetNotificationsResult:
        """Enable or disable notifications on this connection. They are disabled by default.

        With `sessions` or `adapters`, only events of those are sent. Unknown ids are kept, so a
        client can subscribe before they exist. Output from before the call is not sent.

        Needs the permission transcript.read.

        Args:
            kinds: The kinds of `session.terminal` events to send; empty sends all kinds.
            output: Send `session.output`. Disable it if the client reads screens only.
            waits: Send events when waits start and end.
            lifecycle: Send events when sessions are created, renamed, tagged or closed.
            layers: Send `layer.changed` when overlays or panels change.
        """
        return await self._client.request(
            "server.set_notifications",
            {
                "enabled": enabled,
                "sessions": sessions,
                "adapters": adapters,
                "kinds": kinds,
                "output": output,
                "waits": waits,
                "lifecycle": lifecycle,
                "layers": layers,
            },
        )

    async def open_page(self, *, port: int = unset) -> protocol.ServerOpenPageResult:
        """Start the browser page that shows all sessions, and return its URL.

        The page is served on 127.0.0.1 only, until `server.close_page` or the end of the server.
        Further calls return the same URL. The key after the `#` in the URL opens the page. A page
        can watch, and can type after a person has taken over the input. It can do nothing else, and
        all that it shows is redacted.

        Needs the permission screen.read, transcript.read.

        Args:
            port: The port to listen on, if the page is not served yet; 0 selects a free port.

        Raises: Unsupported.
        """
        return await self._client.request("server.open_page", {"port": port})

    async def close_page(self) -> protocol.ServerClosePageResult:
        """Stop serving the page that `server.open_page` started.

        Its viewers are disconnected and its key becomes invalid; a page that is opened later has a
        new key. Pages of other listeners stay open.

        Needs the permission screen.read, transcript.read.
        """
        return await self._client.request("server.close_page")


class AsyncRpcMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def discover(self) -> protocol.RpcDiscoverResult:
        """Return the OpenRPC document of this protocol."""
        return await self._client.request("rpc.discover")


class AsyncSessionMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def create(
        self,
        program: str,
        *,
        args: List[str] = unset,
        cwd: str = unset,
        env: Dict[str, str] = unset,
        clear_env: bool = unset,
        rows: int = unset,
        cols: int = unset,
        pixel_width: int = unset,
        pixel_height: int = unset,
        shell_integration: bool = unset,
        name: str = unset,
        tags: List[str] = unset,
        scrollback: int = unset,
        transcript_max_chars: int = unset,
        terminal_replies: bool = unset,
        widths: Literal["codepoint", "grapheme"] = unset,
        redaction: protocol.SessionCreateRedaction = unset,
        raw_transcript_path: str = unset,
        raw_transcript_append: bool = unset,
        close_on_disconnect: bool = unset,
    ) -> protocol.SessionCreateResult:
        """Create a session: start a program on a new terminal.

        Needs the permission session.spawn.

        Args:
            program: Executable name or path; a name is looked up in the PATH of the new program.
            cwd: Working directory; defaults to that of the server.
            env: Variables to set, in addition to the inherited ones. Variables of the server that
                describe another terminal (such as TMUX, KITTY_*, VTE_VERSION) are not inherited;
                TERM, COLORTERM, TERM_PROGRAM and TERM_PROGRAM_VERSION describe this one.
            clear_env: Start with an empty environment.
            shell_integration: If the program is bash, set PS0 and PROMPT_COMMAND so that it reports
                the start and the end of each command (OSC 133), for `command_finished`. A
                PROMPT_COMMAND that it inherits still runs.
            name: A name that can be used in place of the session id.
            scrollback: Number of rows to keep in the scrollback.
            terminal_replies: Answer the queries that the program sends to its terminal.
            widths: How to count columns until the program sets mode 2027: `codepoint` counts as
                wcwidth does, `grapheme` counts by grapheme clusters. Defaults to `codepoint`, or
                for an adapter to what its manifest states for the version of the program.
            redaction: The redaction policy of the session: `enabled: false` disables redaction by
                default; the other fields add rules.
            raw_transcript_path: A file to which all output is written, unredacted.
            raw_transcript_append: Append to an existing file. Without this, an existing file is
                refused.
            close_on_disconnect: Close the session when the connection that creates it closes.

        Raises: SpawnFailed, FileRefused, Busy, PermissionDenied.
        """
        return await self._client.request(
            "session.create",
            {
                "program": program,
                "args": args,
                "cwd": cwd,
                "env": env,
                "clear_env": clear_env,
                "rows": rows,
                "cols": cols,
                "pixel_width": pixel_width,
                "pixel_height": pixel_height,
                "shell_integration": shell_integration,
                "name": name,
                "tags": tags,
                "scrollback": scrollback,
                "transcript_max_chars": transcript_max_chars,
                "terminal_replies": terminal_replies,
                "widths": widths,
                "redaction": redaction,
                "raw_transcript_path": raw_transcript_path,
                "raw_transcript_append": raw_transcript_append,
                "close_on_disconnect": close_on_disconnect,
            },
        )

    async def list(self, *, details: bool = unset) -> protocol.SessionListResult:
        """List the sessions, including those whose program has exited.

        Args:
            details: Return for each session what `session.info` returns.
        """
        return await self._client.request("session.list", {"details": details})

    async def info(self, session: str) -> protocol.SessionInfo:
        """Return information about a session: its program, size, modes, and whether it is running or
        how it ended.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request("session.info", {"session": session})

    async def input(
        self,
        session: str,
        action: protocol.Action,
        *,
        actions: List[protocol.Action] = unset,
    ) -> protocol.SessionInputResult:
        """Send actions to a session: text, a key, a paste, a mouse gesture, a signal or a new size.

        Args:
            session: The id or the name of a session.
            actions: Actions to perform after `action`, in order. Without `action`, the first one
                takes its place.

        Raises: SessionUnknown, SessionClosed, ModeOff, InputHeld, Busy, PermissionDenied.
        """
        return await self._client.request(
            "session.input",
            {"session": session, "action": action, "actions": actions},
        )

    async def act(
        self,
        session: str,
        matcher: protocol.Matcher,
        actions: List[protocol.Action],
        *,
        timeout_ms: int = unset,
        wait_id: str = unset,
        evidence: Literal["full", "text", "none"] = unset,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.Evidence:
        """Send actions and wait for their result in one call. Text from before the input does not
        match.

        A text matcher matches text of which at least a part was written after the input, even if
        the same text was on the screen before. The echo of the input is also new text:
        `contains_text` with a word of the typed line matches the echo. To wait for the reply, match
        the start of its row with `screen_regex` and `(?m)^`, or combine the matcher with
        `screen_stable` in `all`. Matchers of a state, such as `cursor_at`, are evaluated after the
        program has written any output. Permissions, schemas and the matcher are checked before the
        first action runs. Actions that depend on terminal modes, such as `mouse` and `focus`, are
        checked when they run; the actions before them have been sent by then. The timeout starts at
        the last byte that was written. If a list pauses, input from other clients waits until the
        list has ended.

        Needs the permission matcher.wait.

        Args:
            session: The id or the name of a session.
            timeout_ms: How long to wait, in milliseconds. 0 checks once and does not wait.
            wait_id: A name chosen by the caller, with which the wait can be cancelled.
            evidence: How much evidence the wait returns: the snapshot and the end of the
                transcript, the text only, or nothing.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, SessionClosed, Timeout, Cancelled, Busy, PermissionDenied,
        PluginUnknown, PluginFailed, ModeOff, InputHeld.
        """
        return await self._client.request(
            "session.act",
            {
                "session": session,
                "matcher": matcher,
                "actions": actions,
                "timeout_ms": timeout_ms,
                "wait_id": wait_id,
                "evidence": evidence,
                "redact": redact,
                "redaction": redaction,
            },
        )

    async def wait(
        self,
        session: str,
        matcher: protocol.Matcher,
        *,
        timeout_ms: int = unset,
        wait_id: str = unset,
        evidence: Literal["full", "text", "none"] = unset,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.Evidence:
        """Wait for a matcher to match.

        Replies in the turn that parses the matching output. If the matcher already matches, it
        replies at once.

        Needs the permission matcher.wait.

        Args:
            session: The id or the name of a session.
            timeout_ms: How long to wait, in milliseconds. 0 checks once and does not wait.
            wait_id: A name chosen by the caller, with which the wait can be cancelled.
            evidence: How much evidence the wait returns: the snapshot and the end of the
                transcript, the text only, or nothing.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, SessionClosed, Timeout, Cancelled, Busy, PermissionDenied,
        PluginUnknown, PluginFailed.
        """
        return await self._client.request(
            "session.wait",
            {
                "session": session,
                "matcher": matcher,
                "timeout_ms": timeout_ms,
                "wait_id": wait_id,
                "evidence": evidence,
                "redact": redact,
                "redaction": redaction,
            },
        )

    async def cancel_wait(self, wait_id: str) -> protocol.SessionCancelWaitResult:
        """Cancel all waits with this `wait_id`, on any connection. An unknown `wait_id` is not an
        error.

        Args:
            wait_id: A name chosen by the caller, with which the wait can be cancelled.
        """
        return await self._client.request("session.cancel_wait", {"wait_id": wait_id})

    async def find(
        self,
        session: str,
        selector: protocol.Selector,
        *,
        ambiguity: Literal["fail", "first", "last", "all"] = unset,
        timeout_ms: int = unset,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.SessionFindResult:
        """Return the position of the matches of a selector, after waiting for them.

        Needs the permission matcher.wait, screen.read.

        Args:
            session: The id or the name of a session.
            ambiguity: Which match to use if there are several.
            timeout_ms: How long to wait, in milliseconds. 0 checks once and does not wait.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, SessionClosed, Timeout, Ambiguous, Cancelled, Busy,
        PermissionDenied.
        """
        return await self._client.request(
            "session.find",
            {
                "session": session,
                "selector": selector,
                "ambiguity": ambiguity,
                "timeout_ms": timeout_ms,
                "redact": redact,
                "redaction": redaction,
            },
        )

    async def mouse(
        self,
        session: str,
        selector: protocol.Selector,
        *,
        gesture: Union[protocol.SessionMouseGesturePress, protocol.SessionMouseGestureRelease, protocol.SessionMouseGestureClick, protocol.SessionMouseGestureMove, protocol.SessionMouseGestureDrag, protocol.SessionMouseGestureScroll] = unset,
        ambiguity: Literal["fail", "first", "last"] = unset,
        timeout_ms: int = unset,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.SessionMouseResult:
        """Perform a mouse gesture on the match of a selector, after waiting for it.

        The selector is evaluated again in the turn in which the bytes are written. A match that
        moved is hit at its new position, a match that disappeared is waited for, and several
        matches are refused. To use the mouse on a given cell, send the action `mouse`.

        Needs the permission input.write, matcher.wait, screen.read.

        Args:
            session: The id or the name of a session.
            gesture: The gesture to perform; defaults to a click.
            ambiguity: Which match to use if there are several.
            timeout_ms: How long to wait, in milliseconds. 0 checks once and does not wait.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, SessionClosed, Timeout, Ambiguous, ModeOff, Unsupported, Cancelled,
        Busy, PermissionDenied.
        """
        return await self._client.request(
            "session.mouse",
            {
                "session": session,
                "selector": selector,
                "gesture": gesture,
                "ambiguity": ambiguity,
                "timeout_ms": timeout_ms,
                "redact": redact,
                "redaction": redaction,
            },
        )

    async def snapshot(
        self,
        session: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
        cells: Literal["none", "runs", "full"] = unset,
        region: protocol.Region = unset,
        layers: bool = unset,
        if_changed_since: int = unset,
    ) -> Union[protocol.Snapshot, protocol.SessionSnapshotResult]:
        """Return a snapshot of the current screen. It is redacted by default.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.
            cells: Whether to return colors and styles, and in which form.
            region: Return only this part of the screen.
            layers: Include overlays and panels, as viewers see them. `sequence` then counts their
                changes too; compare it only with other reads with `layers`.
            if_changed_since: A sequence number. If the screen has not changed since, only
                `sequence` and `unchanged` are returned.

        Raises: SessionUnknown, PermissionDenied.
        """
        return await self._client.request(
            "session.snapshot",
            {
                "session": session,
                "redact": redact,
                "redaction": redaction,
                "cells": cells,
                "region": region,
                "layers": layers,
                "if_changed_since": if_changed_since,
            },
        )

    async def screenshot(
        self,
        session: str,
        *,
        format: Literal["text", "ansi", "json", "svg", "png"] = unset,
        font_size: float = unset,
        font: str = unset,
        theme: protocol.Theme = unset,
        cursor: bool = unset,
        region: protocol.Region = unset,
        scale: float = unset,
        layers: bool = unset,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.Screenshot:
        """Render a picture of the current screen. It is redacted by default.

        Images support Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, Chinese, Japanese
        and Korean text, emoji in one color, symbols, box-drawing and block characters. A character
        that no font contains, such as Thai, Indic scripts or icons of patched fonts, is rendered as
        an empty box, unless the requested `font` contains it.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            format: `ansi`: text with escape sequences; `json`: a snapshot with its cells as runs.
            font_size: In pixels, for `svg` and `png`. The width and height of a cell are rounded to
                whole pixels.
            font: The family of a monospace font that is installed on the server, for `svg` and
                `png`. The error for an unknown font lists the available ones. Defaults to DejaVu
                Sans Mono, which every server has.
            theme: Colours, for `svg` and `png`.
            cursor: Draw the cursor if it is visible, for `svg` and `png`.
            region: Render only this part of the screen.
            scale: Pixels of a `png` per pixel of the `svg`: 2 for a high-density display.
            layers: Include overlays and panels, as viewers see them. `sequence` then counts their
                changes too; compare it only with other reads with `layers`.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, PermissionDenied, Busy, Unsupported, Cancelled.
        """
        return await self._client.request(
            "session.screenshot",
            {
                "session": session,
                "format": format,
                "font_size": font_size,
                "font": font,
                "theme": theme,
                "cursor": cursor,
                "region": region,
                "scale": scale,
                "layers": layers,
                "redact": redact,
                "redaction": redaction,
            },
        )

    async def scrollback(
        self,
        session: str,
        *,
        start: int = unset,
        count: int = unset,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.SessionScrollbackResult:
        """Read rows of the scrollback, oldest first.

        One reply contains at most two million cells. If more rows are requested, the first ones are
        returned; continue at `start` plus the number of lines.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            start: The first row: 0 is the oldest kept row, -1 the newest.
            count: Maximum number of rows. Fewer are returned if the reply would be too large;
                continue from there.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, PermissionDenied.
        """
        return await self._client.request(
            "session.scrollback",
            {
                "session": session,
                "start": start,
                "count": count,
                "redact": redact,
                "redaction": redaction,
            },
        )

    async def transcript(
        self,
        session: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
        since: int = unset,
        from_: str = unset,
        to: str = unset,
        max_chars: int = unset,
        strip_escapes: bool = unset,
    ) -> protocol.SessionTranscriptResult:
        """Read the transcript of a session: the output of its program, as far as it is kept. It is
        redacted by default.

        Without `since`, `from` and `to`, the whole kept transcript is returned. A cursor counts all
        characters ever written; continue at `next`. One reply contains at most two million
        characters: the last ones, unless a start is given.

        Needs the permission transcript.read.

        Args:
            session: The id or the name of a session.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.
            since: Return only text from this cursor on. A cursor beyond the end returns nothing.
            from_: The marker at which to start.
            to: The marker at which to end.
            max_chars: Maximum number of characters, counted from the given start, or from the end
                if no start is given.
            strip_escapes: Remove escape sequences and normalize line ends to line feeds.

        Raises: SessionUnknown, PermissionDenied.
        """
        return await self._client.request(
            "session.transcript",
            {
                "session": session,
                "redact": redact,
                "redaction": redaction,
                "since": since,
                "from": from_,
                "to": to,
                "max_chars": max_chars,
                "strip_escapes": strip_escapes,
            },
        )

    async def palette(self, session: str) -> protocol.SessionPaletteResult:
        """Return the colors of a session, as set by the program or by a client.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request("session.palette", {"session": session})

    async def set_palette(
        self,
        session: str,
        colors: Dict[str, Union[str, None]],
    ) -> protocol.SessionSetPaletteResult:
        """Set the colors of a session. A color that the program sets has priority.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.
            colors: The keys are those of `session.palette`; null resets the color.

        Raises: SessionUnknown.
        """
        return await self._client.request(
            "session.set_palette",
            {"session": session, "colors": colors},
        )

    async def rename(
        self,
        session: str,
        *,
        name: str = unset,
        tags: List[str] = unset,
    ) -> protocol.SessionRenameResult:
        """Change the name or the tags of a session. Omitted parameters stay unchanged.

        Needs the permission session.spawn.

        Args:
            session: The id or the name of a session.
            name: A name that can be used in place of the session id.
            tags: Replaces all tags.

        Raises: SessionUnknown.
        """
        return await self._client.request(
            "session.rename",
            {"session": session, "name": name, "tags": tags},
        )

    async def resize(
        self,
        session: str,
        rows: int,
        cols: int,
        *,
        pixel_width: int = unset,
        pixel_height: int = unset,
    ) -> protocol.SessionResizeResult:
        """Resize the terminal of a session; the program is notified.

        With panels, this is the total size; the program gets the rows that the panels leave.

        Needs the permission session.resize.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request(
            "session.resize",
            {
                "session": session,
                "rows": rows,
                "cols": cols,
                "pixel_width": pixel_width,
                "pixel_height": pixel_height,
            },
        )

    async def kill(self, session: str, *, force: bool = unset) -> protocol.SessionKillResult:
        """End the program and all processes that it started. The session stays, so its last screen can
        be read.

        Sends SIGHUP, then SIGTERM, then SIGKILL. The reply is sent when all processes have ended. A
        program that has already exited is not an error.

        Needs the permission session.kill.

        Args:
            session: The id or the name of a session.
            force: Send SIGKILL at once.

        Raises: SessionUnknown.
        """
        return await self._client.request("session.kill", {"session": session, "force": force})

    async def close(self, session: str) -> protocol.SessionCloseResult:
        """Close a session: end its program and remove the session. Its id becomes unknown at once; the
        reply is sent when the program has ended.

        Needs the permission session.kill.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request("session.close", {"session": session})

    async def attach(
        self,
        session: str,
        *,
        name: str = unset,
        read_only: bool = unset,
        size: protocol.SessionAttachSize = unset,
        resize: bool = unset,
        raw: bool = unset,
        paced: bool = unset,
        inside: str = unset,
    ) -> protocol.SessionAttachResult:
        """Attach a viewer to a session: returns the current screen, then sends `session.frame` after
        each change.

        A frame is text for a terminal. The terminal must show nothing else in the rows and columns
        of the frame. A frame contains the redacted screen with overlays and panels, the cursor, the
        title, and the modes that the program has set, so that keys are encoded as the program
        expects them. Send what the person types with `session.type`. A connection can have several
        viewers. They are detached when it closes.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            name: The name that other clients see.
            read_only: The viewer cannot type.
            size: The size of the viewer's terminal. If the session is larger, the viewer shows the
                part with the cursor, or the top left if no cursor is visible.
            resize: Resize the session to the size of this terminal. The last viewer that set this
                decides; when none is left, the session gets its former size back. Requires the
                permission `session.resize`.
            raw: Show the screen unredacted. Requires a server that was started with `--raw-view`.
            paced: Send the next frame only after `session.drawn`. For clients that receive faster
                than they can render, such as a browser.
            inside: The value of `PTYWRIGHT_SESSION_TAG` in the environment of the viewer. The call
                is refused if the terminal of the viewer is inside the session, because the session
                would then show itself endlessly.

        Raises: SessionUnknown, Busy, PermissionDenied.
        """
        return await self._client.request(
            "session.attach",
            {
                "session": session,
                "name": name,
                "read_only": read_only,
                "size": size,
                "resize": resize,
                "raw": raw,
                "paced": paced,
                "inside": inside,
            },
        )

    async def view(
        self,
        session: str,
        viewer: str,
        *,
        size: protocol.SessionAttachSize = unset,
        resize: bool = unset,
        read_only: bool = unset,
    ) -> protocol.SessionViewResult:
        """Change the size or the mode of a viewer.

        A new size clears the terminal: the next frame is a full one.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            viewer: The id of a viewer of this connection, from `session.attach`.
            size: The size of the viewer's terminal. If the session is larger, the viewer shows the
                part with the cursor, or the top left if no cursor is visible.
            resize: Whether the session takes the size of this terminal. Requires the permission
                `session.resize`.

        Raises: SessionUnknown, ViewerUnknown, PermissionDenied.
        """
        return await self._client.request(
            "session.view",
            {
                "session": session,
                "viewer": viewer,
                "size": size,
                "resize": resize,
                "read_only": read_only,
            },
        )

    async def look(
        self,
        session: str,
        viewer: str,
        *,
        from_: Literal["here", "oldest", "newest", "cursor"] = unset,
        down: int = unset,
        right: int = unset,
    ) -> protocol.SessionLookResult:
        """Scroll a viewer: to rows in the scrollback, or to a part of the screen that does not fit
        into its terminal.

        The viewer keeps its position during output, until it follows the cursor again or its person
        types. Steps beyond the edge end at the edge. The scrollback is above the screen and its
        panels; the alternate screen has no scrollback. While a viewer is scrolled, its frames set
        no terminal modes, so keys and mouse events arrive in their default encoding.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            viewer: The id of a viewer of this connection, from `session.attach`.
            from_: Where the steps start: at the current position, at the oldest kept row, or at the
                end of the screen. `cursor` makes the viewer follow the cursor again, without steps.
            down: In rows; negative values scroll up.
            right: In columns; negative values scroll left.

        Raises: SessionUnknown, ViewerUnknown.
        """
        return await self._client.request(
            "session.look",
            {"session": session, "viewer": viewer, "from": from_, "down": down, "right": right},
        )

    async def type(
        self,
        session: str,
        viewer: str,
        data: str,
        *,
        more: bool = unset,
    ) -> protocol.SessionTypeResult:
        """Write the keys that a person typed in a viewer, as the terminal sent them.

        Complete keys are written, those of one call in one piece. An incomplete key is held for 100
        ms; then it is written as a separate key, such as alt with `[`. An escape at the end of a
        call is written at once, and other clients cannot write for the next 50 ms: bytes that
        arrive by then belong to the same key, otherwise it is the escape key. If `more` is true,
        both are held until the remaining bytes arrive. Mouse and focus reports that the program has
        not enabled are dropped. Mouse reports must be in SGR encoding and are converted to the
        encoding of the program. A scrolled viewer follows the cursor again. While another client
        holds the input lock, or any client holds it with `from: people`, the keys are sent to the
        holder as `session.typed` and not written. `Busy` means that the holder does not read them.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.
            viewer: The id of a viewer of this connection, from `session.attach`.
            more: The terminal has more bytes to send.

        Raises: SessionUnknown, SessionClosed, ViewerUnknown, PermissionDenied, Busy.
        """
        return await self._client.request(
            "session.type",
            {"session": session, "viewer": viewer, "data": data, "more": more},
        )

    async def detach(self, session: str, viewer: str) -> protocol.SessionDetachResult:
        """Detach a viewer of this connection. It gets no frames after the reply.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            viewer: The id of a viewer of this connection, from `session.attach`.

        Raises: SessionUnknown, ViewerUnknown.
        """
        return await self._client.request("session.detach", {"session": session, "viewer": viewer})

    async def detach_all(self, session: str) -> protocol.SessionDetachAllResult:
        """Detach all viewers of a session, on all connections. The program continues.

        Needs the permission session.kill.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request("session.detach_all", {"session": session})

    async def drawn(self, session: str, viewer: str) -> protocol.SessionDrawnResult:
        """Acknowledge the last frame of a paced viewer; the server then sends the next one.

        The first frame, in the reply of `session.attach`, needs an acknowledgement too. At most one
        frame is in transit, however much a program prints, so the echo of typed keys appears as
        soon as the viewer can show it.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            viewer: The id of a viewer of this connection, from `session.attach`.

        Raises: SessionUnknown, ViewerUnknown.
        """
        return await self._client.request("session.drawn", {"session": session, "viewer": viewer})

    async def capture_input(
        self,
        session: str,
        *,
        from_: Literal["everyone", "people"] = unset,
        name: str = unset,
        take_over: bool = unset,
    ) -> protocol.SessionCaptureInputResult:
        """Capture the input of a session for this connection.

        Writes by other clients fail with `InputHeld`; a list of actions that pauses ends there.
        Keys that people type in viewers of other connections are sent to this connection as
        `session.typed`. The lock ends with `session.release_input` or with the connection. The
        holder may call this again to change `from` and `name`. A connection counts as a person if
        it has a viewer of the session that is not read-only; a program cannot use `take_over`
        against a person. This prevents mistakes only: a program can attach a viewer.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.
            from_: `everyone`: writes by others are refused. `people`: programs can still write;
                keys that people type are sent to the holder and not written.
            name: The name that other clients see.
            take_over: Take the lock from its holder: a program can take it from a program, a person
                from a person or a program.

        Raises: SessionUnknown, InputHeld.
        """
        return await self._client.request(
            "session.capture_input",
            {"session": session, "from": from_, "name": name, "take_over": take_over},
        )

    async def release_input(self, session: str) -> protocol.SessionReleaseInputResult:
        """Release the input lock of a session, so that all clients can write again.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request("session.release_input", {"session": session})


class AsyncOverlayMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def create(
        self,
        session: str,
        x: int,
        y: int,
        *,
        width: int = unset,
        height: int = unset,
        z: int = unset,
        background: Union[int, str] = unset,
        focusable: bool = unset,
        spans: List[protocol.LayerSpan] = unset,
    ) -> protocol.OverlayCreateResult:
        """Create an overlay: text over the screen of a session, visible to viewers.

        Programs and matchers do not see it. Snapshots and screenshots include it only with `layers:
        true`.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.
            x: The first column, from 0, in the whole terminal.
            y: The first row, from 0, in the whole terminal with panels.
            width: Longer text is cut. With a width, a height or a background, the overlay covers
                its whole area.
            z: The stacking order; a higher value is rendered over a lower one. Defaults to one
                above all others.
            background: The background of cells that have no background in their style.
            focusable: Whether the layer can get the focus.

        Raises: SessionUnknown, Busy.
        """
        return await self._client.request(
            "overlay.create",
            {
                "session": session,
                "x": x,
                "y": y,
                "width": width,
                "height": height,
                "z": z,
                "background": background,
                "focusable": focusable,
                "spans": spans,
            },
        )

    async def list(
        self,
        session: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.OverlayListResult:
        """List the overlays of a session in order of creation, including hidden ones.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, PermissionDenied.
        """
        return await self._client.request(
            "overlay.list",
            {"session": session, "redact": redact, "redaction": redaction},
        )

    async def get(
        self,
        session: str,
        overlay: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.Overlay:
        """Return the position, size, content and visibility of an overlay.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            overlay: The id of an overlay.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, OverlayUnknown, PermissionDenied.
        """
        return await self._client.request(
            "overlay.get",
            {"session": session, "overlay": overlay, "redact": redact, "redaction": redaction},
        )

    async def change(
        self,
        session: str,
        overlay: str,
        *,
        x: int = unset,
        y: int = unset,
        width: Union[int, None] = unset,
        height: Union[int, None] = unset,
        z: int = unset,
        background: Union[Union[int, str], None] = unset,
        focusable: bool = unset,
        spans: List[protocol.LayerSpan] = unset,
        set_spans: List[protocol.LayerSpan] = unset,
        writes: List[protocol.LayerWrite] = unset,
    ) -> protocol.SessionViewResult:
        """Change the position, size or content of an overlay. If the change is refused, nothing is
        applied.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.
            overlay: The id of an overlay.
            x: The first column, from 0, in the whole terminal.
            y: The first row, from 0, in the whole terminal with panels.
            width: Null: the width of the text.
            background: Null removes it.
            spans: Replaces all content, including writes.
            set_spans: Each span replaces the spans with the same id. A span whose id is unknown is
                ignored.
            writes: Written over the spans, in this order.

        Raises: SessionUnknown, OverlayUnknown, Busy.
        """
        return await self._client.request(
            "overlay.change",
            {
                "session": session,
                "overlay": overlay,
                "x": x,
                "y": y,
                "width": width,
                "height": height,
                "z": z,
                "background": background,
                "focusable": focusable,
                "spans": spans,
                "set_spans": set_spans,
                "writes": writes,
            },
        )

    async def delete(self, session: str, overlay: str) -> protocol.OverlayDeleteResult:
        """Delete an overlay.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.
            overlay: The id of an overlay.

        Raises: SessionUnknown, OverlayUnknown.
        """
        return await self._client.request(
            "overlay.delete",
            {"session": session, "overlay": overlay},
        )

    async def clear(self, session: str) -> protocol.OverlayClearResult:
        """Delete all overlays of the current layer mode.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request("overlay.clear", {"session": session})


class AsyncPanelMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def create(
        self,
        session: str,
        position: Literal["top", "bottom"],
        height: int,
        *,
        z: int = unset,
        background: Union[int, str] = unset,
        focusable: bool = unset,
        spans: List[protocol.LayerSpan] = unset,
    ) -> protocol.PanelCreateResult:
        """Create a panel: rows at an edge, taken from the program, with text that viewers see.

        The program gets a smaller size, as when a window shrinks, but keeps at least one row. A
        panel gets no input. Programs and matchers do not see it. Snapshots and screenshots include
        it only with `layers: true`.

        Needs the permission input.write, session.resize.

        Args:
            session: The id or the name of a session.
            position: The edge from which the panel takes rows. If several panels share an edge, the
                one with the highest `z` is outermost.
            height: In rows. A panel is hidden while panels with a higher `z` leave no room for it.
            z: The stacking order; a higher value is rendered over a lower one. Defaults to one
                above all others.
            background: The background of cells that have no background in their style.
            focusable: Whether the layer can get the focus.

        Raises: SessionUnknown, Busy.
        """
        return await self._client.request(
            "panel.create",
            {
                "session": session,
                "position": position,
                "height": height,
                "z": z,
                "background": background,
                "focusable": focusable,
                "spans": spans,
            },
        )

    async def list(
        self,
        session: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.PanelListResult:
        """List the panels of a session in order of creation, including hidden ones.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, PermissionDenied.
        """
        return await self._client.request(
            "panel.list",
            {"session": session, "redact": redact, "redaction": redaction},
        )

    async def get(
        self,
        session: str,
        panel: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.Panel:
        """Return the position, height, content and visibility of a panel.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.
            panel: The id of a panel.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, PanelUnknown, PermissionDenied.
        """
        return await self._client.request(
            "panel.get",
            {"session": session, "panel": panel, "redact": redact, "redaction": redaction},
        )

    async def change(
        self,
        session: str,
        panel: str,
        *,
        position: Literal["top", "bottom"] = unset,
        height: int = unset,
        z: int = unset,
        background: Union[Union[int, str], None] = unset,
        focusable: bool = unset,
        spans: List[protocol.LayerSpan] = unset,
        set_spans: List[protocol.LayerSpan] = unset,
        writes: List[protocol.LayerWrite] = unset,
    ) -> protocol.SessionViewResult:
        """Change the edge, height or content of a panel. If the change is refused, nothing is applied.

        Needs the permission input.write, session.resize.

        Args:
            session: The id or the name of a session.
            panel: The id of a panel.
            background: Null removes it.
            spans: Replaces all content, including writes.
            set_spans: Each span replaces the spans with the same id. A span whose id is unknown is
                ignored.
            writes: Written over the spans, in this order.

        Raises: SessionUnknown, PanelUnknown, Busy.
        """
        return await self._client.request(
            "panel.change",
            {
                "session": session,
                "panel": panel,
                "position": position,
                "height": height,
                "z": z,
                "background": background,
                "focusable": focusable,
                "spans": spans,
                "set_spans": set_spans,
                "writes": writes,
            },
        )

    async def delete(self, session: str, panel: str) -> protocol.OverlayDeleteResult:
        """Delete a panel; its rows go back to the program.

        Needs the permission input.write, session.resize.

        Args:
            session: The id or the name of a session.
            panel: The id of a panel.

        Raises: SessionUnknown, PanelUnknown.
        """
        return await self._client.request("panel.delete", {"session": session, "panel": panel})

    async def clear(self, session: str) -> protocol.OverlayClearResult:
        """Delete all panels of the current layer mode.

        Needs the permission input.write, session.resize.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request("panel.clear", {"session": session})


class AsyncLayerMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def batch(
        self,
        session: str,
        changes: List[Union[protocol.LayerBatchChangesItem, protocol.LayerBatchChangesItemOther]],
    ) -> protocol.SessionViewResult:
        """Change several overlays and panels at once. If one change is refused, none is applied.

        Needs the permission input.write, session.resize.

        Args:
            session: The id or the name of a session.
            changes: The parameters of `overlay.change` and `panel.change`, applied in this order.

        Raises: SessionUnknown, OverlayUnknown, PanelUnknown, Busy.
        """
        return await self._client.request("layer.batch", {"session": session, "changes": changes})

    async def focus(self, session: str, layer: Union[str, None]) -> protocol.LayerFocusResult:
        """Set the overlay or panel that has the focus; null removes the focus.

        The focus does not route keys. A client that wants the keys captures the input, and reads
        the focus from `layer.state`. The focus ends with its overlay or panel.

        Needs the permission input.write.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown, NotFocusable.
        """
        return await self._client.request("layer.focus", {"session": session, "layer": layer})

    async def state(self, session: str) -> protocol.LayerStateResult:
        """Return the layer that has the focus, the layer mode, and the size that panels leave to the
        program.

        Needs the permission screen.read.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown.
        """
        return await self._client.request("layer.state", {"session": session})

    async def set_mode(
        self,
        session: str,
        mode: Literal["normal", "alternate"],
    ) -> protocol.LayerSetModeResult:
        """Switch between the normal and the alternate set of overlays and panels.

        The alternate mode shows the layers that were created in it, and deletes them when it ends.
        It is independent of the alternate screen of the program.

        Needs the permission input.write, session.resize.

        Args:
            session: The id or the name of a session.

        Raises: SessionUnknown, InAlternateMode, NotInAlternateMode.
        """
        return await self._client.request("layer.set_mode", {"session": session, "mode": mode})


class AsyncBaselineMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def compare(
        self,
        session: str,
        name: str,
        *,
        mode: Literal["text", "styled"] = unset,
    ) -> protocol.BaselineCompareResult:
        """Compare the screen with a saved baseline, line by line.

        Baselines are stored in the folder given by `--artifact-dir`, as redacted text with escape
        sequences. If the screen differs from its baseline, it is saved in a file beside the
        baselines.

        Needs the permission screen.read, file.write.

        Args:
            session: The id or the name of a session.
            name: Lowercase letters and digits, with `.` `_` `-` between them. It becomes a part of
                a file path.
            mode: Whether the comparison includes colors and attributes.

        Raises: SessionUnknown, Unsupported, FileRefused, PermissionDenied.
        """
        return await self._client.request(
            "baseline.compare",
            {"session": session, "name": name, "mode": mode},
        )

    async def update(self, session: str, name: str) -> protocol.BaselineUpdateResult:
        """Save the screen as a baseline, redacted; replaces an existing baseline with this name.

        If redaction is off for the session, this requires the permission `raw.write`, and so does a
        comparison.

        Needs the permission screen.read, file.write.

        Args:
            session: The id or the name of a session.
            name: Lowercase letters and digits, with `.` `_` `-` between them. It becomes a part of
                a file path.

        Raises: SessionUnknown, Unsupported, FileRefused, PermissionDenied.
        """
        return await self._client.request("baseline.update", {"session": session, "name": name})

    async def list(self) -> protocol.BaselineListResult:
        """List the names of the saved baselines.

        Needs the permission screen.read.

        Raises: Unsupported.
        """
        return await self._client.request("baseline.list")


class AsyncRecordingMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def start(
        self,
        session: str,
        *,
        path: str = unset,
        format: Literal["asciicast-v2", "asciicast-v3", "actions-json", "jsonl-frames"] = unset,
        input: bool = unset,
        max_bytes: int = unset,
        append: bool = unset,
        interval_ms: int = unset,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.RecordingStartResult:
        """Start recording a session, from the current screen until its exit or `recording.stop`.

        The asciicasts contain output with its time, sizes, the exit, and a marker for each call and
        each transcript marker; they start with the current screen. `actions-json` contains the
        calls, one per line, from which `ptywright convert` makes a script: an action is placed
        where it started, a wait where it matched. `jsonl-frames` contains the text of the screen:
        all of it once per second, and the changed rows in between. Secrets are redacted before
        anything is written, including input at a password prompt. Text that may be the start of a
        secret is written with its original time when that is decided. Each line is passed to the
        system at once, so the file of a killed server can be read up to its last complete line. A
        recording that reaches `max_bytes` or fills the disk ends with a `session.warning`; the
        session continues. If all places are taken, a new recording replaces one in memory whose
        client has disconnected.

        Needs the permission file.write, transcript.read, screen.read.

        Args:
            session: The id or the name of a session.
            path: The file to write, on the machine of the server. Only its owner can read it.
                Without a path, the recording is kept in memory, up to 4 MiB, and `recording.stop`
                returns it.
            input: Record input in an asciicast too.
            max_bytes: The size at which the recording ends.
            append: Append to an existing recording of the same format. Without this, an existing
                file is refused. Not supported for asciicast-v2.
            interval_ms: Time between two frames of `jsonl-frames`, in milliseconds.
            redact: `false` writes secrets unredacted. It requires the permission `raw.write`.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: SessionUnknown, FileRefused, Busy, PermissionDenied.
        """
        return await self._client.request(
            "recording.start",
            {
                "session": session,
                "path": path,
                "format": format,
                "input": input,
                "max_bytes": max_bytes,
                "append": append,
                "interval_ms": interval_ms,
                "redact": redact,
                "redaction": redaction,
            },
        )

    async def mark(self, recording: str, label: str) -> protocol.RecordingMarkResult:
        """Add a marker to a recording, such as the title of a chapter. A recording that has ended
        refuses it.

        Needs the permission file.write.

        Args:
            recording: The id of a recording.
        """
        return await self._client.request(
            "recording.mark",
            {"recording": recording, "label": label},
        )

    async def stop(self, recording: str) -> protocol.RecordingStopResult:
        """Stop a recording, or return the result of one that has ended. A recording in memory is
        removed. The reply is sent when the file is complete.

        Needs the permission file.write.

        Args:
            recording: The id of a recording.
        """
        return await self._client.request("recording.stop", {"recording": recording})

    async def list(self) -> protocol.RecordingListResult:
        """List the recordings that are running, and the most recent ones that have ended.

        A stopped recording in a file stays in the list and can still be read, until another
        recording is written to that file. A recording in memory stays until it is stopped. `ended`
        says why a recording ended.

        Needs the permission screen.read.
        """
        return await self._client.request("recording.list")

    async def read(self, recording: str, *, offset: int = unset) -> protocol.RecordingReadResult:
        """Read what a recording has written so far, also while it runs.

        Recordings are redacted when they are written. One that was started with `redact: false`
        requires the permission `raw.read`. A recording that was appended to an older file cannot be
        read here, and neither can a file that replaced the file of the recording.

        Needs the permission transcript.read, screen.read.

        Args:
            recording: The id of a recording.
            offset: The byte at which to start: 0, or `next` of a previous reply.

        Raises: FileRefused, Unsupported, PermissionDenied.
        """
        return await self._client.request(
            "recording.read",
            {"recording": recording, "offset": offset},
        )

    async def film(
        self,
        recording: str,
        path: str,
        *,
        format: Literal["mp4", "webm", "gif"] = unset,
        fps: int = unset,
        font_size: float = unset,
        font: str = unset,
        theme: Literal["dark", "light"] = unset,
        idle_ms: int = unset,
        progress: bool = unset,
    ) -> protocol.RecordingFilmResult:
        """Render a recording as a film: a GIF, or with ffmpeg an mp4 or webm.

        The recording must be an asciicast, in memory or in a file that it started. It may still be
        running, and it is kept. The film shows no picture for longer than a minute, and shows no
        secrets that the recording does not contain. Two films at most are rendered at the same
        time, in the background. A cancelled call leaves no file.

        Needs the permission file.write, transcript.read, screen.read.

        Args:
            recording: The id of a recording.
            path: The file to write, on the machine of the server. It ends in `.gif`, `.mp4` or
                `.webm`. It appears when it is complete, and only its owner can read it.
            format: Must agree with the extension of `path` if both are given.
            fps: Maximum number of pictures per second; for a GIF at most 50.
            font_size: In pixels; reduced if the pictures would be too large.
            font: The family of a monospace font that is installed on the server, for `svg` and
                `png`. The error for an unknown font lists the available ones. Defaults to DejaVu
                Sans Mono, which every server has.
            idle_ms: Shorten each pause to this, in milliseconds.
            progress: Send `recording.progress` events.

        Raises: FileRefused, Unsupported, Busy, Cancelled, PermissionDenied.
        """
        return await self._client.request(
            "recording.film",
            {
                "recording": recording,
                "path": path,
                "format": format,
                "fps": fps,
                "font_size": font_size,
                "font": font,
                "theme": theme,
                "idle_ms": idle_ms,
                "progress": progress,
            },
        )


class AsyncPluginMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def capabilities(self) -> protocol.PluginCapabilitiesResult:
        """Return the kinds of plugins that this server supports, and the loaded plugins."""
        return await self._client.request("plugin.capabilities")

    async def validate_manifest(
        self,
        manifest: protocol.PluginValidateManifestManifest,
    ) -> protocol.PluginValidateManifestResult:
        """Validate a manifest without loading the plugin.

        Errors are reported as Invalid, with the path of the field. Only `plugin.load` checks that
        the entrypoint exists.

        Args:
            manifest: A [manifest](manifest.md). JSON has the same structure as TOML.
        """
        return await self._client.request("plugin.validate_manifest", {"manifest": manifest})

    async def describe(self, plugin: str) -> protocol.PluginDescribeResult:
        """Return what a plugin can do: its intents, wait matchers and states.

        The plugin returns this from its function `describe`. Without that function, functions whose
        names end in `_matcher` are wait matchers, all others except `classify` are intents, and the
        states are unknown.

        Args:
            plugin: The name of a plugin, as in its manifest.

        Raises: PluginUnknown, PluginFailed.
        """
        return await self._client.request("plugin.describe", {"plugin": plugin})

    async def load(self, manifest_path: str) -> protocol.PluginLoadResult:
        """Load a plugin from its files.

        Requires a server that was started with `--allow-plugin-load`. The files are read once;
        later changes apply when the plugin is loaded again. The entrypoint and its modules must be
        in the folder of the manifest, after links are resolved. A built-in plugin cannot be
        replaced.

        Args:
            manifest_path: The path of a manifest in TOML, relative to the working directory of the
                server.

        Raises: PermissionDenied, FileRefused, Unsupported, Busy.
        """
        return await self._client.request("plugin.load", {"manifest_path": manifest_path})

    async def unload(self, plugin: str) -> protocol.PluginUnloadResult:
        """Unload a plugin that was loaded with `plugin.load`.

        Requires a server that was started with `--allow-plugin-load`. A built-in plugin cannot be
        unloaded, and neither can a plugin with open adapters: close them first.

        Args:
            plugin: The name of a plugin, as in its manifest.

        Raises: PermissionDenied, PluginUnknown.
        """
        return await self._client.request("plugin.unload", {"plugin": plugin})


class AsyncAdapterMethods:
    def __init__(self, client: AsyncClientMethods) -> None:
        self._client = client

    async def list(self) -> protocol.AdapterListResult:
        """List the plugins with which an adapter can start, with the facts of their manifests."""
        return await self._client.request("adapter.list")

    async def live(self) -> protocol.AdapterLiveResult:
        """List the open adapters, so that a client that reconnects can find them."""
        return await self._client.request("adapter.live")

    async def start(
        self,
        plugin: str,
        *,
        program: str = unset,
        args: List[str] = unset,
        cwd: str = unset,
        env: Dict[str, str] = unset,
        clear_env: bool = unset,
        rows: int = unset,
        cols: int = unset,
        pixel_width: int = unset,
        pixel_height: int = unset,
        name: str = unset,
        tags: List[str] = unset,
        scrollback: int = unset,
        transcript_max_chars: int = unset,
        terminal_replies: bool = unset,
        widths: Literal["codepoint", "grapheme"] = unset,
        redaction: protocol.SessionCreateRedaction = unset,
        raw_transcript_path: str = unset,
        raw_transcript_append: bool = unset,
        close_on_disconnect: bool = unset,
    ) -> protocol.AdapterStartResult:
        """Start a program and bind a plugin to it.

        Parameters that the caller omits come from `default_target` of the manifest. For environment
        variables, the order of precedence is: what the manifest requires, what the caller passes,
        what the manifest proposes.

        Needs the permission session.spawn.

        Args:
            plugin: The name of a plugin, as in its manifest.
            program: Defaults to the target of the manifest.
            args: Defaults to the arguments in the manifest if `program` is the target of the
                manifest, otherwise to none.
            cwd: Working directory; defaults to that of the server.
            env: Variables to set, in addition to the inherited ones. Variables of the server that
                describe another terminal (such as TMUX, KITTY_*, VTE_VERSION) are not inherited;
                TERM, COLORTERM, TERM_PROGRAM and TERM_PROGRAM_VERSION describe this one.
            clear_env: Start with an empty environment.
            rows: Defaults to the manifest's value, or else 40.
            cols: Defaults to the manifest's value, or else 120.
            name: A name that can be used in place of the session id.
            scrollback: Number of rows to keep in the scrollback.
            terminal_replies: Answer the queries that the program sends to its terminal.
            widths: How to count columns until the program sets mode 2027: `codepoint` counts as
                wcwidth does, `grapheme` counts by grapheme clusters. Defaults to `codepoint`, or
                for an adapter to what its manifest states for the version of the program.
            redaction: The redaction policy of the session: `enabled: false` disables redaction by
                default; the other fields add rules.
            raw_transcript_path: A file to which all output is written, unredacted.
            raw_transcript_append: Append to an existing file. Without this, an existing file is
                refused.
            close_on_disconnect: Close the session when the connection that creates it closes.

        Raises: PluginUnknown, PluginFailed, SpawnFailed, FileRefused, Busy, PermissionDenied.
        """
        return await self._client.request(
            "adapter.start",
            {
                "plugin": plugin,
                "program": program,
                "args": args,
                "cwd": cwd,
                "env": env,
                "clear_env": clear_env,
                "rows": rows,
                "cols": cols,
                "pixel_width": pixel_width,
                "pixel_height": pixel_height,
                "name": name,
                "tags": tags,
                "scrollback": scrollback,
                "transcript_max_chars": transcript_max_chars,
                "terminal_replies": terminal_replies,
                "widths": widths,
                "redaction": redaction,
                "raw_transcript_path": raw_transcript_path,
                "raw_transcript_append": raw_transcript_append,
                "close_on_disconnect": close_on_disconnect,
            },
        )

    async def resume(
        self,
        plugin: str,
        *,
        program: str = unset,
        args: List[str] = unset,
        cwd: str = unset,
        env: Dict[str, str] = unset,
        clear_env: bool = unset,
        rows: int = unset,
        cols: int = unset,
        pixel_width: int = unset,
        pixel_height: int = unset,
        name: str = unset,
        tags: List[str] = unset,
        scrollback: int = unset,
        transcript_max_chars: int = unset,
        terminal_replies: bool = unset,
        widths: Literal["codepoint", "grapheme"] = unset,
        redaction: protocol.SessionCreateRedaction = unset,
        raw_transcript_path: str = unset,
        raw_transcript_append: bool = unset,
        close_on_disconnect: bool = unset,
        prior_adapter: str = unset,
    ) -> protocol.AdapterStartResult:
        """Replace an adapter: close the prior one if it is still open, and start a new one.

        Needs the permission session.spawn.

        Args:
            plugin: The name of a plugin, as in its manifest.
            program: Defaults to the target of the manifest.
            args: Defaults to the arguments in the manifest if `program` is the target of the
                manifest, otherwise to none.
            cwd: Working directory; defaults to that of the server.
            env: Variables to set, in addition to the inherited ones. Variables of the server that
                describe another terminal (such as TMUX, KITTY_*, VTE_VERSION) are not inherited;
                TERM, COLORTERM, TERM_PROGRAM and TERM_PROGRAM_VERSION describe this one.
            clear_env: Start with an empty environment.
            rows: Defaults to the manifest's value, or else 40.
            cols: Defaults to the manifest's value, or else 120.
            name: A name that can be used in place of the session id.
            scrollback: Number of rows to keep in the scrollback.
            terminal_replies: Answer the queries that the program sends to its terminal.
            widths: How to count columns until the program sets mode 2027: `codepoint` counts as
                wcwidth does, `grapheme` counts by grapheme clusters. Defaults to `codepoint`, or
                for an adapter to what its manifest states for the version of the program.
            redaction: The redaction policy of the session: `enabled: false` disables redaction by
                default; the other fields add rules.
            raw_transcript_path: A file to which all output is written, unredacted.
            raw_transcript_append: Append to an existing file. Without this, an existing file is
                refused.
            close_on_disconnect: Close the session when the connection that creates it closes.
            prior_adapter: The adapter to close. An unknown id is not an error.

        Raises: PluginUnknown, PluginFailed, SpawnFailed, FileRefused, Busy, PermissionDenied.
        """
        return await self._client.request(
            "adapter.resume",
            {
                "plugin": plugin,
                "program": program,
                "args": args,
                "cwd": cwd,
                "env": env,
                "clear_env": clear_env,
                "rows": rows,
                "cols": cols,
                "pixel_width": pixel_width,
                "pixel_height": pixel_height,
                "name": name,
                "tags": tags,
                "scrollback": scrollback,
                "transcript_max_chars": transcript_max_chars,
                "terminal_replies": terminal_replies,
                "widths": widths,
                "redaction": redaction,
                "raw_transcript_path": raw_transcript_path,
                "raw_transcript_append": raw_transcript_append,
                "close_on_disconnect": close_on_disconnect,
                "prior_adapter": prior_adapter,
            },
        )

    async def state(
        self,
        adapter: str,
        *,
        last_event_seq: int = unset,
    ) -> protocol.AdapterStateResult:
        """Return the current state of the program, as the plugin classifies it.

        Returns also while a turn is pending. If the plugin fails, the state is `plugin_error`, and
        the next call starts a new instance of the plugin.

        Needs the permission screen.read.

        Args:
            adapter: The id of an adapter.
            last_event_seq: Return only the events of the turn after the one with this `seq`.

        Raises: AdapterUnknown, SessionClosed, PluginFailed, PermissionDenied.
        """
        return await self._client.request(
            "adapter.state",
            {"adapter": adapter, "last_event_seq": last_event_seq},
        )

    async def send(
        self,
        adapter: str,
        intent: str,
        *,
        params: Dict[str, Any] = unset,
    ) -> protocol.AdapterStateResult:
        """Send an intent to the plugin, and return the state after it.

        An adapter runs one intent at a time; others are queued. A plan may state what the screen
        must show before its next step. If that does not appear, the remaining steps are skipped,
        and the call fails with `ExpectationFailed`, which says what the screen showed.

        Needs the permission input.write.

        Args:
            adapter: The id of an adapter.
            intent: The name of an intent of the plugin; `plugin.describe` lists them.
            params: Passed to the plugin unchanged.

        Raises: AdapterUnknown, SessionClosed, PluginFailed, PermissionDenied, ExpectationFailed,
        Cancelled, Busy, ModeOff, InputHeld, PluginUnknown.
        """
        return await self._client.request(
            "adapter.send",
            {"adapter": adapter, "intent": intent, "params": params},
        )

    async def wait(
        self,
        adapter: str,
        *,
        intent: str = unset,
        params: Dict[str, Any] = unset,
        states: List[str] = unset,
        stable_ms: int = unset,
        timeout_ms: int = unset,
        wait_id: str = unset,
    ) -> protocol.AdapterWaitResult:
        """Wait for a wait matcher of the plugin, or for a state.

        Evaluated after each visible change, without polling. Other intents and reads can run at the
        same time.

        Needs the permission matcher.wait.

        Args:
            adapter: The id of an adapter.
            intent: The name of a wait matcher of the plugin. Defaults to `wait_turn_matcher` if
                neither `intent` nor `states` is given.
            params: Passed to the plugin unchanged.
            states: Wait for any of these states, in place of an intent.
            stable_ms: With `states`: how long the state must have been one of them, in
                milliseconds.
            timeout_ms: How long to wait, in milliseconds. 0 checks once and does not wait.
            wait_id: A name chosen by the caller, with which the wait can be cancelled.

        Raises: AdapterUnknown, SessionClosed, PluginFailed, PermissionDenied, Timeout, Cancelled,
        Busy, PluginUnknown.
        """
        return await self._client.request(
            "adapter.wait",
            {
                "adapter": adapter,
                "intent": intent,
                "params": params,
                "states": states,
                "stable_ms": stable_ms,
                "timeout_ms": timeout_ms,
                "wait_id": wait_id,
            },
        )

    async def turn(
        self,
        adapter: str,
        send: protocol.AdapterTurnSend,
        *,
        wait: protocol.AdapterTurnWait = unset,
    ) -> protocol.AdapterWaitResult:
        """Send an intent and wait for its result. No other intent runs in between.

        Reads can run at the same time. The whole screen counts, but only after the program has
        written any output since the input. The timeout starts at the last key.

        Needs the permission input.write, matcher.wait.

        Args:
            adapter: The id of an adapter.
            wait: The same parameters as for `adapter.wait`.

        Raises: AdapterUnknown, SessionClosed, PluginFailed, PermissionDenied, ExpectationFailed,
        Timeout, Cancelled, Busy, ModeOff, InputHeld, PluginUnknown.
        """
        return await self._client.request(
            "adapter.turn",
            {"adapter": adapter, "send": send, "wait": wait},
        )

    async def cancel_wait(self, wait_id: str) -> protocol.AdapterCancelWaitResult:
        """Cancel all waits and turns with this `wait_id`, on any connection. An unknown `wait_id` is
        not an error.

        Args:
            wait_id: A name chosen by the caller, with which the wait can be cancelled.
        """
        return await self._client.request("adapter.cancel_wait", {"wait_id": wait_id})

    async def snapshot(
        self,
        adapter: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
        cells: Literal["none", "runs", "full"] = unset,
        region: protocol.Region = unset,
        layers: bool = unset,
        if_changed_since: int = unset,
    ) -> Union[protocol.Snapshot, protocol.SessionSnapshotResult]:
        """Return a snapshot of the program's screen, as `session.snapshot` does.

        Needs the permission screen.read.

        Args:
            adapter: The id of an adapter.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.
            cells: Whether to return colors and styles, and in which form.
            region: Return only this part of the screen.
            layers: Include overlays and panels, as viewers see them. `sequence` then counts their
                changes too; compare it only with other reads with `layers`.
            if_changed_since: A sequence number. If the screen has not changed since, only
                `sequence` and `unchanged` are returned.

        Raises: AdapterUnknown, SessionClosed, PluginFailed, PermissionDenied.
        """
        return await self._client.request(
            "adapter.snapshot",
            {
                "adapter": adapter,
                "redact": redact,
                "redaction": redaction,
                "cells": cells,
                "region": region,
                "layers": layers,
                "if_changed_since": if_changed_since,
            },
        )

    async def transcript(
        self,
        adapter: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
        since: int = unset,
        from_: str = unset,
        to: str = unset,
        max_chars: int = unset,
        strip_escapes: bool = unset,
    ) -> protocol.SessionTranscriptResult:
        """Read the transcript of an adapter's program, as `session.transcript` does.

        Needs the permission transcript.read.

        Args:
            adapter: The id of an adapter.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.
            since: Return only text from this cursor on. A cursor beyond the end returns nothing.
            from_: The marker at which to start.
            to: The marker at which to end.
            max_chars: Maximum number of characters, counted from the given start, or from the end
                if no start is given.
            strip_escapes: Remove escape sequences and normalize line ends to line feeds.

        Raises: AdapterUnknown, SessionClosed, PluginFailed, PermissionDenied.
        """
        return await self._client.request(
            "adapter.transcript",
            {
                "adapter": adapter,
                "redact": redact,
                "redaction": redaction,
                "since": since,
                "from": from_,
                "to": to,
                "max_chars": max_chars,
                "strip_escapes": strip_escapes,
            },
        )

    async def inspect(
        self,
        adapter: str,
        *,
        redact: bool = unset,
        redaction: protocol.SessionActRedaction = unset,
    ) -> protocol.AdapterInspectResult:
        """Return the state and the screen text that it was classified from, split into body and
        status.

        The status is the last rows: three, unless the manifest sets another number. A screen of six
        rows or fewer is all body. If the plugin does not have the permission `transcript.read`,
        `transcript_tail` is empty.

        Needs the permission screen.read.

        Args:
            adapter: The id of an adapter.
            redact: `false` returns the raw text.
            redaction: Rules for this read only, in addition to those of the session.

        Raises: AdapterUnknown, SessionClosed, PluginFailed, PermissionDenied.
        """
        return await self._client.request(
            "adapter.inspect",
            {"adapter": adapter, "redact": redact, "redaction": redaction},
        )

    async def explain(self, adapter: str) -> protocol.AdapterExplainResult:
        """Return the state and each rule that the plugin tried to find it.

        Needs the permission screen.read.

        Args:
            adapter: The id of an adapter.

        Raises: AdapterUnknown, SessionClosed, PluginFailed, PermissionDenied.
        """
        return await self._client.request("adapter.explain", {"adapter": adapter})

    async def close(self, adapter: str) -> protocol.SessionCloseResult:
        """Close an adapter: end its program and remove its session.

        Needs the permission session.kill.

        Args:
            adapter: The id of an adapter.

        Raises: AdapterUnknown, PermissionDenied.
        """
        return await self._client.request("adapter.close", {"adapter": adapter})


class AsyncClientMethods:
    def __init__(self) -> None:
        self.server = AsyncServerMethods(self)
        self.rpc = AsyncRpcMethods(self)
        self.session = AsyncSessionMethods(self)
        self.overlay = AsyncOverlayMethods(self)
        self.panel = AsyncPanelMethods(self)
        self.layer = AsyncLayerMethods(self)
        self.baseline = AsyncBaselineMethods(self)
        self.recording = AsyncRecordingMethods(self)
        self.plugin = AsyncPluginMethods(self)
        self.adapter = AsyncAdapterMethods(self)

    async def request(
        self, method: str, params: Optional[Mapping[str, Any]] = None, *, timeout_ms: Optional[float] = None
    ) -> Any:
        """Send a request, and return its result."""
        raise NotImplementedError

    async def notify(self, method: str, params: Optional[Mapping[str, Any]] = None) -> None:
        """Send a notification, which has no reply."""
        raise NotImplementedError

    async def initialize(self, **more: Any) -> protocol.InitializeResult:
        """Initialize the connection, as a language server does. Optional; the server ignores the
        parameters.
        """
        return await self.request("initialize", {**more})

    async def initialized(self, **more: Any) -> None:
        """Accept the notification that a client is initialized. It has no effect."""
        await self.notify("initialized", {**more})

    async def shutdown(self) -> None:
        """Announce that `exit` follows. Sessions continue until then, because other connections may
        use them.
        """
        return await self.request("shutdown")

    async def exit(self) -> None:
        """Close this connection. On standard input and output this also ends the server and its
        sessions.
        """
        await self.notify("exit")

    @overload
    def on(
        self, event: Literal["session.opened"], listener: Callable[[protocol.SessionOpenedEvent], object]
    ) -> Callable[[], None]:
        """A session was created. Sent to subscribers of `lifecycle`, before any other event of the
        session.
        """

    @overload
    def on(
        self, event: Literal["session.closed"], listener: Callable[[protocol.SessionClosedEvent], object]
    ) -> Callable[[], None]:
        """A session was closed. Sent to subscribers of `lifecycle`, as the last event of the session."""

    @overload
    def on(
        self, event: Literal["session.changed"], listener: Callable[[protocol.SessionChangedEvent], object]
    ) -> Callable[[], None]:
        """The screen changed. Changes in one turn are sent as one event."""

    @overload
    def on(
        self, event: Literal["session.terminal"], listener: Callable[[protocol.SessionTerminalEvent], object]
    ) -> Callable[[], None]:
        """The program sent its terminal something that is not text on the screen: a title, a shell
        mark, a notification or a mode. Text in it is redacted. If one turn has too many of these
        events, the oldest ones of the most frequent kind are dropped.
        """

    @overload
    def on(
        self, event: Literal["session.output"], listener: Callable[[protocol.SessionOutputEvent], object]
    ) -> Callable[[], None]:
        """The output of the program since the last event, redacted. Text that may be the start of a
        secret is held back until that is decided.
        """

    @overload
    def on(
        self, event: Literal["session.exited"], listener: Callable[[protocol.SessionExitedEvent], object]
    ) -> Callable[[], None]:
        """The program exited. Sent once, after the last output."""

    @overload
    def on(
        self, event: Literal["session.waiting"], listener: Callable[[protocol.SessionWaitingEvent], object]
    ) -> Callable[[], None]:
        """Waits on a session started or ended. Sent to subscribers of `waits`; changes in one turn are
        sent as one event.
        """

    @overload
    def on(
        self, event: Literal["layer.changed"], listener: Callable[[protocol.LayerChangedEvent], object]
    ) -> Callable[[], None]:
        """Overlays, panels, their focus or the total size changed. Sent to subscribers of `layers`;
        changes in one turn are sent as one event.
        """

    @overload
    def on(
        self, event: Literal["session.labelled"], listener: Callable[[protocol.SessionLabelledEvent], object]
    ) -> Callable[[], None]:
        """The name or the tags of a session changed. Sent to subscribers of `lifecycle`, with the
        current name and tags.
        """

    @overload
    def on(
        self, event: Literal["session.warning"], listener: Callable[[protocol.SessionWarningEvent], object]
    ) -> Callable[[], None]:
        """A task beside the session failed, such as its raw transcript. The session continues."""

    @overload
    def on(
        self, event: Literal["recording.progress"], listener: Callable[[protocol.RecordingProgressEvent], object]
    ) -> Callable[[], None]:
        """The progress of a `recording.film` call. Sent to a caller that set `progress`, a few times
        per second and before the reply.
        """

    @overload
    def on(
        self, event: Literal["adapter.state_changed"], listener: Callable[[protocol.AdapterStateChangedEvent], object]
    ) -> Callable[[], None]:
        """The state of an adapter changed. Changes during one classification are sent as one event."""

    @overload
    def on(
        self, event: Literal["session.frame"], listener: Callable[[protocol.SessionFrameEvent], object]
    ) -> Callable[[], None]:
        """A frame: it changes what a viewer shows into the current screen. The next frame is sent when
        the connection has drained this one and, for a paced viewer, after its acknowledgement. A
        slow viewer gets fewer frames.
        """

    @overload
    def on(
        self, event: Literal["session.detached"], listener: Callable[[protocol.SessionDetachedEvent], object]
    ) -> Callable[[], None]:
        """A viewer was detached, or its session was closed. It gets no more frames."""

    @overload
    def on(
        self, event: Literal["session.typed"], listener: Callable[[protocol.SessionTypedEvent], object]
    ) -> Callable[[], None]:
        """A person typed while this connection holds the input lock. The keys are sent here and not
        written to the program. They are not redacted.
        """

    @overload
    def on(
        self, event: Literal["session.held"], listener: Callable[[protocol.SessionHeldEvent], object]
    ) -> Callable[[], None]:
        """A client captured or released the input of a session. Sent to all subscribers and viewers of
        the session.
        """

    def on(self, event: Any, listener: Any) -> Callable[[], None]:
        """Call `listener` for each event. Returns the function that removes it."""
        raise NotImplementedError
