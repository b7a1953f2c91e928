# Derived from src/dialects/ptywright, src/matchers and src/terminal/input. Change that, then run: npm run derive
"""Types of parameters, results and notifications."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


class Capabilities(TypedDict):
    name: Literal["ptywright"]
    version: str
    # The protocol level. It grows when something is added; nothing is removed.
    level: int
    framing: List[Literal["ndjson", "lsp"]]
    methods: List[str]
    notifications: List[str]
    matchers: List[str]
    actions: List[str]
    # The permissions that this server grants.
    permissions: List[str]
    # The error code of each fault.
    faults: Dict[str, int]
    redaction: Literal["default", "enforced"]
    # What runs patterns: `re2` (native), or `re2js` where re2 does not load.
    regex_engine: Literal["re2", "re2js"]


class SessionInfoExit(TypedDict):
    # `null` if a signal ended the program.
    exit_code: Union[int, None]
    # Such as `SIGKILL`.
    signal: Union[str, None]


class SessionInfoSize(TypedDict):
    rows: int
    cols: int
    pixel_width: int
    pixel_height: int


class SessionInfoModes(TypedDict):
    """The terminal modes that the program has set."""

    application_cursor: bool
    application_keypad: bool
    bracketed_paste: bool
    focus_events: bool
    mouse_tracking: Literal["none", "x10", "vt200", "drag", "any"]
    mouse_encoding: Literal["default", "utf8", "sgr", "urxvt", "sgr_pixels"]
    modify_other_keys: int
    kitty_keyboard: int
    alternate_screen: bool
    synchronized_output: bool
    insert: bool
    origin: bool
    wraparound: bool
    reverse_screen: bool


class SessionInfoWaitsItem(TypedDict):
    # A description for people.
    waits_for: str
    # Time since the wait started, in milliseconds.
    waited_ms: float
    timeout_ms: float


class SessionInfo(TypedDict):
    session: str
    name: Union[str, None]
    tags: List[str]
    program: str
    args: List[str]
    pid: int
    running: bool
    exit: Union[SessionInfoExit, None]
    # The program in the foreground, if the system reports it.
    foreground: Union[str, None]
    # The working directory of the foreground program, as reported by the program or the system.
    cwd: Union[str, None]
    size: SessionInfoSize
    title: Union[str, None]
    sequence: int
    transcript_cursor: int
    # The terminal modes that the program has set.
    modes: SessionInfoModes
    # Time since the last visible change of the screen, in milliseconds.
    last_change_ms: float
    pending_waits: int
    # The pending waits, oldest first; at most 32.
    waits: List[SessionInfoWaitsItem]
    # Input that the program has not read yet, in bytes.
    queued_input_bytes: int
    holder: Union[Holder, None]
    # The viewers of the session.
    viewers: List[Viewer]
    warnings: List[str]


_Holder = TypedDict("_Holder", {"name": Union[str, None], "from": Literal["everyone", "people"], "person": bool, "since": float})
_HolderOptional = TypedDict("_HolderOptional", {}, total=False)


class Holder(_Holder, _HolderOptional):
    pass


class ViewerSize(TypedDict):
    rows: int
    cols: int


class Viewer(TypedDict):
    viewer: str
    name: Union[str, None]
    read_only: bool
    size: Union[ViewerSize, None]
    # Whether the session takes the size of this terminal.
    resize: bool


class ActionBracketedPaste(TypedDict):
    """Paste text between the markers of bracketed paste. Control characters except tab, newline
    and return are removed, and so is every form of the end marker, so that no text can end
    the paste."""

    type: Literal["bracketed_paste"]
    value: str


class _ActionEof(TypedDict):
    type: Literal["eof"]


class ActionEof(_ActionEof, total=False):
    """Write the byte 0x04, as ctrl+d does without a keyboard protocol. In canonical mode it ends
    the input only at the start of a line. Within a line it submits the typed text, and a
    second one ends the input."""

    value: None


class ActionFocusValue(TypedDict):
    focused: bool


class ActionFocus(TypedDict):
    """Report to the program that the terminal window gained or lost focus."""

    type: Literal["focus"]
    value: ActionFocusValue


class _ActionInterrupt(TypedDict):
    type: Literal["interrupt"]


class ActionInterrupt(_ActionInterrupt, total=False):
    """Write the byte 0x03, as ctrl+c does without a keyboard protocol. The kernel converts it to
    SIGINT unless the terminal is in raw mode. To send the signal itself, use `signal` with
    `int`."""

    value: None


class ActionKey(TypedDict):
    """Press one key, alone or with modifiers, encoded for the modes that the program has set."""

    type: Literal["key"]
    # A key such as `enter`, `page_up`, `f5` or `x`, or a chord such as `ctrl+alt+x` or
    # `shift+up`.
    value: str


class ActionKeysValue(TypedDict):
    chords: Union[str, List[str]]
    # Pause between two chords.
    delay_ms: int


class ActionKeys(TypedDict):
    """Press keys in sequence, given as a string such as `ctrl+c enter`, as a list, or as
    `{chords, delay_ms}` with pauses. After a pause, the next key is encoded for the modes
    that are set then."""

    type: Literal["keys"]
    value: Union[str, List[str], ActionKeysValue]


class _ActionKill(TypedDict):
    type: Literal["kill"]


class ActionKill(_ActionKill, total=False):
    """Kill the program and the processes that it started."""

    value: None


class ActionMarkTranscriptValue(TypedDict):
    label: str


class ActionMarkTranscript(TypedDict):
    """Mark the current position of the transcript with a label. An existing label moves to it.
    Sends no input."""

    type: Literal["mark_transcript"]
    value: ActionMarkTranscriptValue


class _ActionMouseValuePress(TypedDict):
    event: Literal["press"]
    # Row on the screen, from 0.
    row: int
    # Column on the screen, from 0.
    col: int


class ActionMouseValuePress(_ActionMouseValuePress, total=False):
    """Press a button."""

    button: Literal["left", "middle", "right", "back", "forward"]
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _ActionMouseValueRelease(TypedDict):
    event: Literal["release"]
    # Row on the screen, from 0.
    row: int
    # Column on the screen, from 0.
    col: int


class ActionMouseValueRelease(_ActionMouseValueRelease, total=False):
    """Release a button."""

    button: Literal["left", "middle", "right", "back", "forward"]
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _ActionMouseValueClick(TypedDict):
    event: Literal["click"]
    # Row on the screen, from 0.
    row: int
    # Column on the screen, from 0.
    col: int


class ActionMouseValueClick(_ActionMouseValueClick, total=False):
    """Press and release a button in one place, `count` times: 2 is a double click."""

    button: Literal["left", "middle", "right", "back", "forward"]
    count: int
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _ActionMouseValueMove(TypedDict):
    event: Literal["move"]
    # Row on the screen, from 0.
    row: int
    # Column on the screen, from 0.
    col: int


class ActionMouseValueMove(_ActionMouseValueMove, total=False):
    """Move the pointer with no button held."""

    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _ActionMouseValueDrag(TypedDict):
    event: Literal["drag"]
    # Row on the screen, from 0.
    row: int
    # Column on the screen, from 0.
    col: int


class ActionMouseValueDrag(_ActionMouseValueDrag, total=False):
    """Move the pointer with a button held. Send `press` before and `release` after."""

    button: Literal["left", "middle", "right", "back", "forward"]
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _ActionMouseValueScroll(TypedDict):
    event: Literal["scroll"]
    direction: Literal["up", "down", "left", "right"]
    # Row on the screen, from 0.
    row: int
    # Column on the screen, from 0.
    col: int


class ActionMouseValueScroll(_ActionMouseValueScroll, total=False):
    """Turn the wheel by `count` steps."""

    count: int
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class ActionMouse(TypedDict):
    """Send a mouse gesture in the encoding that the program selected. Fails if a terminal would
    not report the gesture because the program enabled fewer mouse events."""

    type: Literal["mouse"]
    value: Union[ActionMouseValuePress, ActionMouseValueRelease, ActionMouseValueClick, ActionMouseValueMove, ActionMouseValueDrag, ActionMouseValueScroll]


class ActionPaste(TypedDict):
    """Paste text byte for byte, for programs that do not support bracketed paste."""

    type: Literal["paste"]
    value: str


class ActionRaw(TypedDict):
    """Write bytes, given as base64 with padding. They need not be valid text."""

    type: Literal["raw"]
    value: str


class _ActionResizeValue(TypedDict):
    rows: int
    cols: int


class ActionResizeValue(_ActionResizeValue, total=False):
    pixel_width: int
    pixel_height: int


class ActionResize(TypedDict):
    """Resize the terminal. The program receives SIGWINCH."""

    type: Literal["resize"]
    value: ActionResizeValue


class ActionSignal(TypedDict):
    """Send a signal to the foreground process group, in every terminal mode. `int` is SIGINT; to
    send the byte of ctrl+c, use `interrupt`."""

    type: Literal["signal"]
    value: Literal["term", "hup", "quit", "int", "kill", "user1", "user2", "winch", "cont", "stop", "tstp"]


class _ActionStreamTextValue(TypedDict):
    text: str


class ActionStreamTextValue(_ActionStreamTextValue, total=False):
    # Characters per write, clamped to 1..1024.
    chunk_chars: int
    # Pause between two writes, clamped to 0..100.
    delay_ms: int


class ActionStreamText(TypedDict):
    """Type text in small writes with pauses, for programs that treat a fast burst as a paste."""

    type: Literal["stream_text"]
    value: ActionStreamTextValue


class ActionText(TypedDict):
    """Type text unchanged: `\n` is a newline character, while the Enter key sends `\r`."""

    type: Literal["text"]
    value: str


_MatcherContainsTextRows = TypedDict("_MatcherContainsTextRows", {"from": int})
_MatcherContainsTextRowsOptional = TypedDict("_MatcherContainsTextRowsOptional", {"count": int}, total=False)


class MatcherContainsTextRows(_MatcherContainsTextRows, _MatcherContainsTextRowsOptional):
    pass


class _MatcherContainsText(TypedDict):
    type: Literal["contains_text"]
    value: str


class MatcherContainsText(_MatcherContainsText, total=False):
    """The screen shows exactly this text; case matters. Rows are joined by a line feed. Where
    the terminal wrapped a long line, the text also matches without the line feed. Trailing
    blanks of rows are removed, except those before the cursor."""

    # Search only these rows.
    rows: MatcherContainsTextRows
    # Search only this part of the screen.
    region: Region


class _MatcherScreenRegex(TypedDict):
    type: Literal["screen_regex"]
    value: str


class MatcherScreenRegex(_MatcherScreenRegex, total=False):
    """The screen shows text that matches this RE2 pattern. With `(?m)`, `^` and `$` match at
    each row. Trailing blanks are removed. The row of the cursor is searched with the blanks
    before the cursor first, and then without them."""

    # Search only these rows.
    rows: MatcherContainsTextRows
    # Search only this part of the screen.
    region: Region


class MatcherSelector(TypedDict):
    """The selector matches at least one target on the screen. In `not`, it matches none."""

    type: Literal["selector"]
    value: Selector


class MatcherTranscriptContains(TypedDict):
    """The end of the transcript contains this text. Escape sequences are part of the transcript."""

    type: Literal["transcript_contains"]
    value: str


class MatcherTranscriptRegex(TypedDict):
    """The end of the transcript contains text that matches this RE2 pattern."""

    type: Literal["transcript_regex"]
    value: str


class MatcherCursorAtValue(TypedDict, total=False):
    row: int
    col: int


class MatcherCursorAt(TypedDict):
    """The cursor is at this row and column, counted from 0. If one of them is absent, only the
    other is compared."""

    type: Literal["cursor_at"]
    value: MatcherCursorAtValue


class MatcherScreenStableValue(TypedDict):
    min_ms: int


class MatcherScreenStable(TypedDict):
    """The screen has not changed visibly for this long. A screen that is already stable matches
    at once. After an input, the time counts from the input, whether or not the program has
    responded to it."""

    type: Literal["screen_stable"]
    value: MatcherScreenStableValue


class MatcherIdle(TypedDict):
    """The program has written no output for this long, not even output that leaves the screen
    unchanged. After an input, the time counts from the input, whether or not the program has
    responded to it."""

    type: Literal["idle"]
    value: MatcherScreenStableValue


class MatcherProcessExited(TypedDict):
    """The program has ended and all of its output has been processed."""

    type: Literal["process_exited"]


class MatcherTitleValue(TypedDict, total=False):
    equals: str
    contains: str
    regex: str


class MatcherTitle(TypedDict):
    """The window title that the program has set equals, contains or matches this."""

    type: Literal["title"]
    value: MatcherTitleValue


class MatcherBellValue(TypedDict, total=False):
    # A sequence of the screen. Defaults to the one when the wait began.
    since: int


class _MatcherBell(TypedDict):
    type: Literal["bell"]


class MatcherBell(_MatcherBell, total=False):
    """The bell has rung since the wait began, or after the sequence `since`."""

    value: MatcherBellValue


class _MatcherChanged(TypedDict):
    type: Literal["changed"]


class MatcherChanged(_MatcherChanged, total=False):
    """The sequence of the screen has advanced since the wait began, or past `since`."""

    value: MatcherBellValue


class _MatcherAlternateScreen(TypedDict):
    type: Literal["alternate_screen"]


class MatcherAlternateScreen(_MatcherAlternateScreen, total=False):
    """The program uses the alternate screen (`true`, the default) or the normal screen
    (`false`)."""

    value: bool


class MatcherCwd(TypedDict):
    """The working directory that the program reports (OSC 7, 9;9 or 1337) equals, contains or
    matches this."""

    type: Literal["cwd"]
    value: MatcherTitleValue


class MatcherCommandFinishedValueCommand(TypedDict, total=False):
    """A condition on the command."""

    equals: str
    contains: str
    regex: str


class MatcherCommandFinishedValue(TypedDict, total=False):
    # The expected exit code; null if the shell reports none.
    exit_code: Union[int, None]
    # A condition on the command.
    command: MatcherCommandFinishedValueCommand
    # Match only events after the event with this number. Defaults to events since the wait
    # began.
    since: int


class _MatcherCommandFinished(TypedDict):
    type: Literal["command_finished"]


class MatcherCommandFinished(_MatcherCommandFinished, total=False):
    """A command has finished in a shell with shell integration (OSC 133), since the wait began
    or after event `since`."""

    value: MatcherCommandFinishedValue


class _MatcherEventValue(TypedDict):
    kind: Literal["title", "icon_name", "bell", "cwd", "alternate_screen", "prompt_started", "prompt_ended", "command_started", "command_finished", "notification", "progress", "clipboard", "mode", "cursor", "palette", "remote_host", "user_variable", "image", "file_transfer", "focus", "link_hovered"]


class MatcherEventValue(_MatcherEventValue, total=False):
    # The expected facts of the event. Each is a value, or a condition on a text.
    facts: Dict[str, Union[Union[str, float, bool, None], MatcherTitleValue]]
    # Match only events after the event with this number. Defaults to events since the wait
    # began.
    since: int


class MatcherEvent(TypedDict):
    """The terminal has received this event from the program, since the wait began or after event
    `since`: a bell, a notification, a shell mark, an image."""

    type: Literal["event"]
    value: MatcherEventValue


class MatcherAny(TypedDict):
    """At least one of these matches. The evidence names the first in the list that matches."""

    type: Literal["any"]
    value: List[Matcher]


class MatcherAll(TypedDict):
    """All of these match at the same moment."""

    type: Literal["all"]
    value: List[Matcher]


class MatcherNot(TypedDict):
    """This does not match. After an input, it is evaluated only once something has changed."""

    type: Literal["not"]
    value: Matcher


class _MatcherLuaValue(TypedDict):
    plugin: str
    # The name of a function that the plugin exports.
    predicate: str


class MatcherLuaValue(_MatcherLuaValue, total=False):
    # Passed to the function as `ctx.params`.
    params: Dict[str, Any]


class MatcherLua(TypedDict):
    """A predicate of a plugin matches. In a wait of an adapter it runs in the Lua state of that
    adapter, otherwise in one that all sessions share."""

    type: Literal["lua"]
    value: MatcherLuaValue


class Region(TypedDict):
    """A part of the screen. What lies beyond the edges of the screen is ignored."""

    # First row, from 0.
    row: int
    # First column, from 0.
    col: int
    rows: int
    cols: int


class SelectorExact(TypedDict):
    """Each occurrence of a text."""

    type: Literal["exact"]
    text: str


class SelectorRegex(TypedDict):
    """Each match of a pattern."""

    type: Literal["regex"]
    # An RE2 pattern.
    pattern: str


class SelectorAt(TypedDict):
    """One cell, if it is not blank."""

    type: Literal["at"]
    row: int
    col: int


class SelectorWithinArea(TypedDict):
    row: int
    col: int
    rows: int
    cols: int


class SelectorWithin(TypedDict):
    """The matches of another selector in a part of the screen."""

    type: Literal["within"]
    area: SelectorWithinArea
    selector: Selector


class SelectorNth(TypedDict):
    """One match of another selector."""

    type: Literal["nth"]
    # From 0, in reading order. Negative indexes count from the end: -1 is the last match.
    index: int
    selector: Selector


class SelectorRelative(TypedDict):
    """The matches of `selector` that are in this direction of a match of `to`."""

    type: Literal["relative"]
    # `after` and `before` in reading order; `right` and `left` in the same row; `below` and
    # `above` in other rows, with at least one column in common.
    direction: Literal["after", "before", "right", "left", "below", "above"]
    to: Selector
    selector: Selector


class SelectorStyled(TypedDict):
    """The matches of another selector in which every character has this style."""

    type: Literal["styled"]
    style: ExpectedStyle
    selector: Selector


class ExpectedStyle(TypedDict, total=False):
    """Attributes that are absent are not compared."""

    # Null is the default color.
    fg: Union[Union[int, str], None]
    # Null is the default color.
    bg: Union[Union[int, str], None]
    # Bold.
    bold: bool
    # Faint.
    faint: bool
    # Italic.
    italic: bool
    # Blinking.
    blink: bool
    # Foreground and background are swapped.
    inverse: bool
    # Not visible (SGR 8).
    invisible: bool
    # Struck through.
    strikethrough: bool
    # Overlined.
    overline: bool
    underline: Literal["single", "double", "curly", "dotted", "dashed"]
    # Absent if it is the foreground colour.
    underline_color: Union[int, str]
    # Target of the hyperlink (OSC 8).
    link: str


class _Evidence(TypedDict):
    matched: Literal[True]
    sequence: int
    elapsed_ms: int


class Evidence(_Evidence, total=False):
    """What a wait matched, and the screen at that moment."""

    hit: Hit
    # With `evidence: full`.
    snapshot: Snapshot
    # With `evidence: full`.
    transcript_tail: str
    # With `evidence: text`.
    plain_text: str
    # The `wait_id` of the request.
    wait_id: str
    # Why the input may not have the intended effect.
    warnings: List[str]


class _Hit(TypedDict):
    # The name of the matcher.
    kind: Literal["contains_text", "screen_regex", "selector", "transcript_contains", "transcript_regex", "cursor_at", "screen_stable", "idle", "process_exited", "title", "bell", "changed", "alternate_screen", "cwd", "command_finished", "event", "any", "all", "not", "lua"]


class Hit(_Hit, total=False):
    """Why a matcher matched. `any` and `all` include the hits of their branches."""

    # The matched text.
    text: str
    # The first group of the pattern, or else the whole match.
    capture: str
    pattern: str
    row: int
    col: int
    min_ms: int
    sequence: int
    on: bool
    exit_code: Union[int, None]
    signal: Union[str, None]
    # The command that finished.
    command: str
    event: Literal["title", "icon_name", "bell", "cwd", "alternate_screen", "prompt_started", "prompt_ended", "command_started", "command_finished", "notification", "progress", "clipboard", "mode", "cursor", "palette", "remote_host", "user_variable", "image", "file_transfer", "focus", "link_hovered"]
    # The number of the event.
    number: int
    # The facts of the event.
    facts: Dict[str, Any]
    plugin: str
    predicate: str
    # The evidence that the predicate of a plugin returned.
    evidence: str
    matched: Union[Hit, List[Hit]]


class SnapshotCursor(TypedDict):
    """From 0, relative to the whole screen."""

    row: int
    col: int
    visible: bool


class _Snapshot(TypedDict):
    size: SessionInfoSize
    # From 0, relative to the whole screen.
    cursor: SnapshotCursor
    # Increases whenever anything in a snapshot changes or the bell rings.
    sequence: int
    # Rows without trailing blanks, and without blank rows at the end.
    plain_text: str
    # One array per row, in the format requested with `cells`; empty for `none`.
    cells: Union[List[List[CompactRun]], List[List[Cell]]]
    alternate_screen: bool
    application_cursor: bool
    application_keypad: bool
    # Null if the program has set no title.
    title: Union[str, None]


class Snapshot(_Snapshot, total=False):
    """An immutable copy of a screen. Text, cells and title are redacted."""

    # For `runs`: the styles that the runs refer to by index. The first is the default style.
    styles: List[Style]


class _Cell(TypedDict):
    # The character with its combining marks; empty in the second column of a wide character.
    char: str
    # Number of columns; 0 for the second column of a wide character.
    width: int
    fg: Union[Union[int, str], None]
    bg: Union[Union[int, str], None]
    # Bold.
    bold: bool
    # Faint.
    faint: bool
    # Italic.
    italic: bool
    # Foreground and background are swapped.
    inverse: bool
    underline: Union[Literal["single", "double", "curly", "dotted", "dashed"], None]


class Cell(_Cell, total=False):
    """One cell. Null means the default. Rare attributes are present only if they are set."""

    # Blinking.
    blink: bool
    # Not visible (SGR 8).
    invisible: bool
    # Struck through.
    strikethrough: bool
    # Overlined.
    overline: bool
    # Absent if it is the foreground colour.
    underline_color: Union[int, str]
    # Target of the hyperlink (OSC 8).
    link: str


class Style(TypedDict, total=False):
    """The style of a cell. Attributes that are not set are absent."""

    # Foreground colour; absent for the default.
    fg: Union[int, str]
    # Background colour; absent for the default.
    bg: Union[int, str]
    # Bold.
    bold: bool
    # Faint.
    faint: bool
    # Italic.
    italic: bool
    # Blinking.
    blink: bool
    # Foreground and background are swapped.
    inverse: bool
    # Not visible (SGR 8).
    invisible: bool
    # Struck through.
    strikethrough: bool
    # Overlined.
    overline: bool
    underline: Literal["single", "double", "curly", "dotted", "dashed"]
    # Absent if it is the foreground colour.
    underline_color: Union[int, str]
    # Target of the hyperlink (OSC 8).
    link: str


class SelectedEnd(TypedDict):
    """The last cell of the match."""

    row: int
    col: int


class SelectedCell(TypedDict):
    """The cell in the middle of the match, where a mouse gesture is performed."""

    row: int
    col: int


class Selected(TypedDict):
    """One match of a selector. Rows and columns start at 0."""

    row: int
    col: int
    # The last cell of the match.
    end: SelectedEnd
    # The cell in the middle of the match, where a mouse gesture is performed.
    cell: SelectedCell
    # Redacted.
    text: str


class ThemeFields(TypedDict, total=False):
    # The theme of all colours that are not set here.
    base: Literal["dark", "light"]
    foreground: str
    background: str
    cursor: str
    # The palette, from index 0.
    colors: List[str]


class Screenshot(TypedDict):
    """A picture of a screen at one moment."""

    format: Literal["text", "ansi", "json", "svg", "png"]
    mime: str
    # Text, or base64 for `png`.
    data: str
    # In pixels for `svg` and `png`, otherwise columns.
    width: int
    # In pixels for `svg` and `png`, otherwise rows.
    height: int
    # The sequence of the screen in the picture.
    sequence: int


class _LayerSpan(TypedDict):
    # A line feed ends a row; a tab moves to the next multiple of eight columns. Other control
    # characters are removed.
    text: str


class LayerSpan(_LayerSpan, total=False):
    """Styled text; spans follow each other."""

    # A name that `set_spans` uses to change this span.
    id: str
    # Foreground colour; absent for the default.
    fg: Union[int, str]
    # Background colour; absent for the default.
    bg: Union[int, str]
    # Bold.
    bold: bool
    # Faint.
    faint: bool
    # Italic.
    italic: bool
    # Blinking.
    blink: bool
    # Foreground and background are swapped.
    inverse: bool
    # Struck through.
    strikethrough: bool
    # Overlined.
    overline: bool
    underline: Literal["single", "double", "curly", "dotted", "dashed"]
    # Absent if it is the foreground colour.
    underline_color: Union[int, str]


class Overlay(TypedDict):
    """Text over a screen. Its content is redacted."""

    overlay: str
    x: int
    y: int
    # Null: the width of the text.
    width: Union[int, None]
    height: Union[int, None]
    z: int
    background: Union[Union[int, str], None]
    focusable: bool
    # The mode in which the layer was created and in which it is shown.
    mode: Literal["normal", "alternate"]
    # Whether it is visible: its mode is active, and a panel has room.
    shown: bool
    spans: List[LayerSpan]
    # What remains of the writes over the spans, from left to right.
    writes: List[LayerWrite]


class _LayerWrite(TypedDict):
    # The row in the overlay or panel, from 0.
    row: int
    col: int
    text: str


class LayerWrite(_LayerWrite, total=False):
    """Text at a position, written over the spans. A line feed continues on the next row."""

    # Foreground colour; absent for the default.
    fg: Union[int, str]
    # Background colour; absent for the default.
    bg: Union[int, str]
    # Bold.
    bold: bool
    # Faint.
    faint: bool
    # Italic.
    italic: bool
    # Blinking.
    blink: bool
    # Foreground and background are swapped.
    inverse: bool
    # Struck through.
    strikethrough: bool
    # Overlined.
    overline: bool
    underline: Literal["single", "double", "curly", "dotted", "dashed"]
    # Absent if it is the foreground colour.
    underline_color: Union[int, str]


class Panel(TypedDict):
    """Rows that a panel takes from the program. Its content is redacted."""

    panel: str
    position: Literal["top", "bottom"]
    height: int
    # The first row of the panel; null while it is hidden.
    row: Union[int, None]
    z: int
    background: Union[Union[int, str], None]
    focusable: bool
    # The mode in which the layer was created and in which it is shown.
    mode: Literal["normal", "alternate"]
    # Whether it is visible: its mode is active, and a panel has room.
    shown: bool
    spans: List[LayerSpan]
    # What remains of the writes over the spans, from left to right.
    writes: List[LayerWrite]


class RecordingInfo(TypedDict):
    recording: str
    session: str
    # `null` if the recording is kept in memory.
    path: Union[str, None]
    format: Literal["asciicast-v2", "asciicast-v3", "actions-json", "jsonl-frames"]
    # Bytes that this recording has written so far.
    bytes: int
    # Lines written so far, including a header.
    events: int
    duration_ms: float
    # `null` while it continues; otherwise `exited`, `stopped`, `full`, or the error that ended
    # the file, such as `ENOSPC`.
    ended: Union[str, None]


class _ManifestDefaultTarget(TypedDict):
    # Executable name or path.
    program: str
    # Arguments of the program. Not used when a caller names a program.
    args: List[str]
    # Environment variables. Values that the caller gives take precedence.
    env: Dict[str, str]
    # Environment variables that take precedence over values that the caller gives.
    required_env: Dict[str, str]


class ManifestDefaultTarget(_ManifestDefaultTarget, total=False):
    """The program that `adapter.start` starts by default."""

    # Used if the caller gives no number of rows. Defaults to 40.
    rows: int
    # Used if the caller gives no number of columns. Defaults to 120.
    cols: int


_ManifestProgramVersionRangesItem = TypedDict("_ManifestProgramVersionRangesItem", {"widths": Literal["codepoint", "grapheme"]})
_ManifestProgramVersionRangesItemOptional = TypedDict("_ManifestProgramVersionRangesItemOptional", {"from": str, "before": str}, total=False)


class ManifestProgramVersionRangesItem(_ManifestProgramVersionRangesItem, _ManifestProgramVersionRangesItemOptional):
    pass


class ManifestProgramVersion(TypedDict):
    """How `adapter.start` finds the version of the program, and what depends on the version. It
    runs each program file once for this."""

    # The arguments that make the program print its version and exit.
    args: List[str]
    # The pattern that finds the version in the output: its first group, or the whole match if
    # it has no group.
    pattern: str
    # The first range that contains the version applies. If no range contains it, columns are
    # counted by code points.
    ranges: List[ManifestProgramVersionRangesItem]


class _Manifest(TypedDict):
    # The name of the plugin.
    name: str
    # The purpose of the plugin: to drive a program, to act on one, or to provide predicates for
    # waits.
    kind: Literal["adapter", "macro", "matcher"]
    # The version of the plugin.
    version: str
    # What the plugin may do. Everything else is denied.
    permissions: List[Literal["session.spawn", "session.kill", "session.resize", "screen.read", "transcript.read", "input.write", "matcher.wait"]]


class Manifest(_Manifest, total=False):
    """The manifest of a plugin."""

    # A sentence that helps users choose a plugin.
    description: str
    # The runtime of the plugin. `wasm` is reserved, but not supported.
    runtime: Literal["lua", "wasm"]
    # The main file, relative to the folder of the manifest. Give both `entrypoint` and
    # `runtime`, or neither.
    entrypoint: str
    # The program that `adapter.start` starts by default.
    default_target: ManifestDefaultTarget
    # How `adapter.start` finds the version of the program, and what depends on the version. It
    # runs each program file once for this.
    program_version: ManifestProgramVersion
    # The number of status rows at the bottom of the screen. Defaults to 3.
    status_rows: int


class _AgentDescriptionStatesValue(TypedDict):
    # `starting`: accepts no input yet; `idle`: accepts a prompt, and no turn is running;
    # `busy`: a turn is running; `permission` and `question`: a dialog waits for a choice or an
    # answer; `login`: a login is missing; `failed`: the turn or the program has ended with an
    # error; `page`: another page is open, which the intent `no` closes.
    role: Literal["starting", "idle", "busy", "permission", "question", "login", "failed", "page"]
    # The intent that chooses the plain Yes. It returns when the dialog has taken the answer.
    yes: str
    # The intent that chooses the No.
    no: str


class AgentDescriptionStatesValue(_AgentDescriptionStatesValue, total=False):
    # The field of the metadata with the dialog: `options`, and its text.
    details: str


class _AgentDescriptionModesItem(TypedDict):
    id: str
    name: str


class AgentDescriptionModesItem(_AgentDescriptionModesItem, total=False):
    description: str


class _AgentDescriptionCommandsItem(TypedDict):
    name: str
    description: str


class AgentDescriptionCommandsItem(_AgentDescriptionCommandsItem, total=False):
    hint: str


class AgentDescriptionArguments(TypedDict, total=False):
    # They start a session with the id `{session}`, a UUID.
    session: List[str]
    # They continue the session with the id `{session}`.
    resume: List[str]
    # They add the MCP servers in the JSON file `{file}`: `{"mcpServers": {NAME: …}}`.
    mcp_servers: List[str]


class AgentDescription(TypedDict):
    """How a client drives the program of a plugin as an agent."""

    # The states that a client must react to, by name.
    states: Dict[str, AgentDescriptionStatesValue]
    # Whether the events of a state contain each turn: `turn_started`, its text and tools, and
    # `turn_complete`.
    events: bool
    # The modes for `set_mode`.
    modes: List[AgentDescriptionModesItem]
    # The commands for `slash_command` that need no page of the program.
    commands: List[AgentDescriptionCommandsItem]
    # Kinds of tools by name: `read`, `edit`, `search`, `execute`, `fetch`, `think` and so on.
    tools: Dict[str, str]
    arguments: AgentDescriptionArguments


class StateCandidatesItem(TypedDict):
    state: str
    confidence: float


class _StateEventsItem(TypedDict):
    kind: str


class StateEventsItem(_StateEventsItem, total=False):
    seq: float


class State(TypedDict):
    """The state of a program, as its plugin reports it. Redacted."""

    # The name of the state, defined by the plugin. `plugin_error` means that the plugin failed.
    state: str
    # From 0 to 1.
    confidence: float
    # Why the plugin reports this state.
    evidence: str
    # The sequence of the screen that was classified.
    sequence: int
    # The value that the last intent set. It stays until another intent changes or clears it.
    last_intent: Union[str, None]
    metadata: Dict[str, Any]
    # Other states that the plugin considered.
    candidates: List[StateCandidatesItem]
    # The events of the turn that the plugin reports, numbered by `seq`.
    events: List[StateEventsItem]


class ServerSetNotificationsResult(TypedDict):
    enabled: bool
    sessions: List[str]
    adapters: List[str]


class ServerOpenPageResult(TypedDict):
    url: str


class ServerClosePageResult(TypedDict):
    # False if no page was open.
    closed: bool


class RpcDiscoverResultMethodsItem(TypedDict):
    name: str


class RpcDiscoverResult(TypedDict):
    openrpc: str
    methods: List[RpcDiscoverResultMethodsItem]


class _SessionCreateRedaction(TypedDict):
    # Enable redaction. Has no default, so that nothing is raw by omission.
    enabled: bool


class SessionCreateRedaction(_SessionCreateRedaction, total=False):
    """The redaction policy of the session: `enabled: false` disables redaction by default; the
    other fields add rules."""

    # Text that replaces a secret.
    replacement: str
    # Texts to hide in addition to detected secrets.
    extra_literals: List[str]
    # RE2 patterns to hide. In streamed output, `^` matches at the start of a line.
    extra_regexes: List[str]


class SessionCreateResult(TypedDict):
    session: str


class _SessionListResult(TypedDict):
    sessions: List[str]


class SessionListResult(_SessionListResult, total=False):
    details: List[SessionInfo]


class _SessionInputResult(TypedDict):
    sent: Literal[True]
    # Bytes written to the program.
    bytes: int


class SessionInputResult(_SessionInputResult, total=False):
    # Why the input may not have the intended effect.
    warnings: List[str]


class _SessionActRedaction(TypedDict):
    # Enable redaction. Has no default, so that nothing is raw by omission.
    enabled: bool


class SessionActRedaction(_SessionActRedaction, total=False):
    """Rules for this read only, in addition to those of the session."""

    # Text that replaces a secret.
    replacement: str
    # Texts to hide in addition to detected secrets.
    extra_literals: List[str]
    # RE2 patterns to hide. In streamed output, `^` matches at the start of a line.
    extra_regexes: List[str]


class SessionCancelWaitResult(TypedDict):
    cancelled: bool
    wait_id: str


class SessionFindResult(TypedDict):
    found: List[Selected]
    sequence: int


class _SessionMouseGesturePress(TypedDict):
    event: Literal["press"]


class SessionMouseGesturePress(_SessionMouseGesturePress, total=False):
    button: Literal["left", "middle", "right", "back", "forward"]
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _SessionMouseGestureRelease(TypedDict):
    event: Literal["release"]


class SessionMouseGestureRelease(_SessionMouseGestureRelease, total=False):
    button: Literal["left", "middle", "right", "back", "forward"]
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _SessionMouseGestureClick(TypedDict):
    event: Literal["click"]


class SessionMouseGestureClick(_SessionMouseGestureClick, total=False):
    button: Literal["left", "middle", "right", "back", "forward"]
    count: int
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _SessionMouseGestureMove(TypedDict):
    event: Literal["move"]


class SessionMouseGestureMove(_SessionMouseGestureMove, total=False):
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _SessionMouseGestureDrag(TypedDict):
    event: Literal["drag"]


class SessionMouseGestureDrag(_SessionMouseGestureDrag, total=False):
    button: Literal["left", "middle", "right", "back", "forward"]
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class _SessionMouseGestureScroll(TypedDict):
    event: Literal["scroll"]
    direction: Literal["up", "down", "left", "right"]


class SessionMouseGestureScroll(_SessionMouseGestureScroll, total=False):
    count: int
    # Modifier keys held during the gesture.
    modifiers: List[Literal["shift", "alt", "ctrl"]]


class SessionMouseResult(TypedDict):
    selected: Selected
    # Bytes written to the program.
    bytes: int


class SessionSnapshotResult(TypedDict):
    sequence: int
    unchanged: Literal[True]


class SessionScrollbackResult(TypedDict):
    lines: List[str]
    # The index of the first returned line, from 0.
    start: int
    # Number of kept rows.
    total: int


class SessionTranscriptResult(TypedDict):
    text: str
    # The cursor of the first returned character.
    start: int
    # The cursor after the last returned character.
    next: int
    # Some of the requested text is no longer kept.
    dropped: bool
    markers: Dict[str, int]


class SessionPaletteResult(TypedDict):
    # Colors as `#rrggbb`, with the keys `0` to `255`, `foreground`, `background` and `cursor`.
    colors: Dict[str, str]
    # The colors that differ from the defaults. A client that shows the session in its theme
    # shows these as they are.
    changed: List[str]


class SessionSetPaletteResult(TypedDict):
    # Colors as `#rrggbb`, with the keys `0` to `255`, `foreground`, `background` and `cursor`.
    colors: Dict[str, str]


class SessionRenameResult(TypedDict):
    session: str
    name: Union[str, None]
    tags: List[str]


class SessionResizeResult(TypedDict):
    resized: Literal[True]


class SessionKillResult(TypedDict):
    killed: Literal[True]


class SessionCloseResult(TypedDict):
    closed: Literal[True]


class SessionAttachSize(TypedDict):
    """The size of the viewer's terminal. If the session is larger, the viewer shows the part
    with the cursor, or the top left if no cursor is visible."""

    rows: int
    cols: int


class SessionAttachResultSize(TypedDict):
    """The size of the session with its panels."""

    rows: int
    cols: int


class SessionAttachResult(TypedDict):
    # The id of the session.
    session: str
    # The id of the viewer, for later calls.
    viewer: str
    # The first frame. It clears the terminal.
    data: str
    # The size of the session with its panels.
    size: SessionAttachResultSize
    holder: Union[Holder, None]
    # Whether this connection holds the lock.
    holds: bool
    # All viewers of the session, including this one.
    viewers: List[Viewer]
    exit: Union[SessionInfoExit, None]


class SessionViewResult(TypedDict):
    changed: Literal[True]


class SessionLookResultBeyond(TypedDict):
    # Number of rows above the visible part.
    above: int
    below: int
    # Number of columns to the left of it.
    left: int
    right: int


class SessionLookResult(TypedDict):
    # What is outside the visible part, for each side. Null if the viewer follows the cursor.
    beyond: Union[SessionLookResultBeyond, None]


class SessionTypeResult(TypedDict):
    # Bytes written to the program.
    bytes: int
    # Whether the holder of the input lock got the keys. They were then not written.
    captured: bool


class SessionDetachResult(TypedDict):
    detached: Literal[True]


class SessionDetachAllResult(TypedDict):
    # Number of viewers that were detached.
    detached: int


class SessionDrawnResult(TypedDict):
    noted: Literal[True]


class SessionCaptureInputResult(TypedDict):
    holder: Union[Holder, None]
    # Whether this connection holds the lock.
    holds: bool


class SessionReleaseInputResult(TypedDict):
    # False if this connection did not hold the lock.
    released: bool


class OverlayCreateResult(TypedDict):
    # The id of the new overlay.
    overlay: str


class OverlayListResult(TypedDict):
    overlays: List[Overlay]


class OverlayDeleteResult(TypedDict):
    deleted: Literal[True]


class OverlayClearResult(TypedDict):
    cleared: Literal[True]


class PanelCreateResult(TypedDict):
    # The id of the new panel.
    panel: str


class PanelListResult(TypedDict):
    panels: List[Panel]


class _LayerBatchChangesItem(TypedDict):
    # The id of an overlay.
    overlay: str


class LayerBatchChangesItem(_LayerBatchChangesItem, total=False):
    # The first column, from 0, in the whole terminal.
    x: int
    # The first row, from 0, in the whole terminal with panels.
    y: int
    # Null: the width of the text.
    width: Union[int, None]
    height: Union[int, None]
    z: int
    # Null removes it.
    background: Union[Union[int, str], None]
    focusable: bool
    # Replaces all content, including writes.
    spans: List[LayerSpan]
    # Each span replaces the spans with the same id. A span whose id is unknown is ignored.
    set_spans: List[LayerSpan]
    # Written over the spans, in this order.
    writes: List[LayerWrite]


class _LayerBatchChangesItemOther(TypedDict):
    # The id of a panel.
    panel: str


class LayerBatchChangesItemOther(_LayerBatchChangesItemOther, total=False):
    position: Literal["top", "bottom"]
    height: int
    z: int
    # Null removes it.
    background: Union[Union[int, str], None]
    focusable: bool
    # Replaces all content, including writes.
    spans: List[LayerSpan]
    # Each span replaces the spans with the same id. A span whose id is unknown is ignored.
    set_spans: List[LayerSpan]
    # Written over the spans, in this order.
    writes: List[LayerWrite]


class LayerFocusResult(TypedDict):
    focused: Union[str, None]


class LayerStateResultSize(TypedDict):
    """The size of the whole terminal."""

    rows: int
    cols: int


class LayerStateResultProgram(TypedDict):
    rows: int
    cols: int
    # The first row of the program's screen.
    row: int


class LayerStateResult(TypedDict):
    focused: Union[str, None]
    mode: Literal["normal", "alternate"]
    # The size of the whole terminal.
    size: LayerStateResultSize
    program: LayerStateResultProgram


class LayerSetModeResult(TypedDict):
    mode: Literal["normal", "alternate"]


class BaselineCompareResultChangesItem(TypedDict):
    line: int
    baseline: str
    screen: str


class _BaselineCompareResult(TypedDict):
    matched: bool
    # Whether a baseline with this name exists.
    exists: bool
    # The lines that differ, numbered from 1, redacted.
    changes: List[BaselineCompareResultChangesItem]
    summary: str
    baseline_path: str


class BaselineCompareResult(_BaselineCompareResult, total=False):
    # The file with the screen that differs from its baseline.
    screen_path: str


class BaselineUpdateResult(TypedDict):
    path: str
    replaced: bool


class BaselineListResult(TypedDict):
    names: List[str]


class RecordingStartResult(TypedDict):
    recording: str


class RecordingMarkResult(TypedDict):
    marked: Literal[True]


class _RecordingStopResult(TypedDict):
    recording: str
    session: str
    # `null` if the recording is kept in memory.
    path: Union[str, None]
    format: Literal["asciicast-v2", "asciicast-v3", "actions-json", "jsonl-frames"]
    # Bytes that this recording has written so far.
    bytes: int
    # Lines written so far, including a header.
    events: int
    duration_ms: float
    # `null` while it continues; otherwise `exited`, `stopped`, `full`, or the error that ended
    # the file, such as `ENOSPC`.
    ended: Union[str, None]


class RecordingStopResult(_RecordingStopResult, total=False):
    # The recording, if it was kept in memory.
    text: str


class RecordingListResult(TypedDict):
    recordings: List[RecordingInfo]


class RecordingReadResult(TypedDict):
    recording: str
    session: str
    # `null` if the recording is kept in memory.
    path: Union[str, None]
    format: Literal["asciicast-v2", "asciicast-v3", "actions-json", "jsonl-frames"]
    # Bytes that this recording has written so far.
    bytes: int
    # Lines written so far, including a header.
    events: int
    duration_ms: float
    # `null` while it continues; otherwise `exited`, `stopped`, `full`, or the error that ended
    # the file, such as `ENOSPC`.
    ended: Union[str, None]
    # Complete lines, at most one MiB; empty if there is nothing new.
    text: str
    # The offset for the next call.
    next: int


class RecordingFilmResult(TypedDict):
    path: str
    # Number of pictures. A picture of a GIF stays until the screen changes.
    frames: int
    # In pixels.
    width: int
    height: int
    bytes: int
    # The length of the film. The last picture is shown until now, or until the recording ended.
    duration_ms: int
    # The limit that ended the film before the end of the recording, such as `filmFrames`.
    cut: Union[str, None]


class PluginCapabilitiesResult(TypedDict):
    # The permissions that a manifest may request.
    permissions: List[str]
    # Whether this server runs plugins in Lua.
    embedded_lua: bool
    # Whether this server runs plugins in WebAssembly.
    wasm: bool
    # The plugins that ptywright includes.
    builtin_plugins: List[Manifest]
    # All plugins, including those loaded later.
    plugins: List[Manifest]


class PluginValidateManifestManifest(TypedDict):
    """A [manifest](manifest.md). JSON has the same structure as TOML."""


class PluginValidateManifestResult(TypedDict):
    valid: Literal[True]


class PluginDescribeResultIntentsItem(TypedDict):
    name: str


class _PluginDescribeResult(TypedDict):
    plugin: str
    manifest: Manifest
    # For `adapter.send`.
    intents: List[PluginDescribeResultIntentsItem]
    # For `adapter.wait`.
    wait_matchers: List[PluginDescribeResultIntentsItem]
    states: List[PluginDescribeResultIntentsItem]


class PluginDescribeResult(_PluginDescribeResult, total=False):
    # Only of a plugin for an agent.
    agent: AgentDescription


class PluginLoadResult(TypedDict):
    # The name in the manifest.
    plugin: str


class PluginUnloadResult(TypedDict):
    unloaded: Literal[True]


class AdapterListResult(TypedDict):
    plugins: List[Manifest]


class AdapterLiveResultAdaptersItem(TypedDict):
    adapter: str
    plugin: str
    # The session of the adapter's program.
    session: str
    sequence: int
    # Whether the program has exited.
    finished: bool


class AdapterLiveResult(TypedDict):
    adapters: List[AdapterLiveResultAdaptersItem]


class AdapterStartResult(TypedDict):
    adapter: str
    plugin: str
    # The session of the adapter's program.
    session: str
    state: State


class AdapterStateResult(TypedDict):
    state: State


class AdapterWaitResultMatched(TypedDict):
    kind: Literal["state"]
    state: str


class _AdapterWaitResult(TypedDict):
    state: State
    # The matcher or the state that matched.
    matched: Union[Hit, AdapterWaitResultMatched]


class AdapterWaitResult(_AdapterWaitResult, total=False):
    # The `wait_id` of the request.
    wait_id: str


class _AdapterTurnSend(TypedDict):
    # The name of an intent of the plugin; `plugin.describe` lists them.
    intent: str


class AdapterTurnSend(_AdapterTurnSend, total=False):
    # Passed to the plugin unchanged.
    params: Dict[str, Any]


class AdapterTurnWait(TypedDict, total=False):
    """The same parameters as for `adapter.wait`."""

    # The name of a wait matcher of the plugin. Defaults to `wait_turn_matcher` if neither
    # `intent` nor `states` is given.
    intent: str
    # Passed to the plugin unchanged.
    params: Dict[str, Any]
    # Wait for any of these states, in place of an intent.
    states: List[str]
    # With `states`: how long the state must have been one of them, in milliseconds.
    stable_ms: int
    # How long to wait, in milliseconds. 0 checks once and does not wait.
    timeout_ms: int
    # A name chosen by the caller, with which the wait can be cancelled.
    wait_id: str


class _AdapterCancelWaitResult(TypedDict):
    cancelled: bool
    wait_id: str


class AdapterCancelWaitResult(_AdapterCancelWaitResult, total=False):
    # The adapter of the wait.
    adapter: str


class AdapterInspectResult(TypedDict):
    adapter: str
    plugin: str
    state: State
    plain_text: str
    body_text: str
    status_text: str
    transcript_tail: str
    sequence: int


class _AdapterExplainResultRulesItem(TypedDict):
    # The name of the rule.
    rule: str
    matched: bool
    # The rows of the screen that the rule is about, from 0.
    rows: List[int]


class AdapterExplainResultRulesItem(_AdapterExplainResultRulesItem, total=False):
    why: str


class AdapterExplainResult(TypedDict):
    state: State
    # In the order in which the plugin tried them.
    rules: List[AdapterExplainResultRulesItem]


class InitializeResultServerInfo(TypedDict):
    name: str
    version: str


class InitializeResult(TypedDict):
    capabilities: Capabilities
    serverInfo: InitializeResultServerInfo


class SessionOpenedEvent(TypedDict):
    """A session was created. Sent to subscribers of `lifecycle`, before any other event of the
    session."""

    session: str
    sequence: int


class SessionClosedEvent(TypedDict):
    """A session was closed. Sent to subscribers of `lifecycle`, as the last event of the
    session."""

    session: str
    sequence: int


class SessionChangedEvent(TypedDict):
    """The screen changed. Changes in one turn are sent as one event."""

    session: str
    sequence: int


class SessionTerminalEvent(TypedDict):
    """The program sent its terminal something that is not text on the screen: a title, a shell
    mark, a notification or a mode. Text in it is redacted. If one turn has too many of these
    events, the oldest ones of the most frequent kind are dropped."""

    session: str
    sequence: int
    kind: Literal["title", "icon_name", "bell", "cwd", "alternate_screen", "prompt_started", "prompt_ended", "command_started", "command_finished", "notification", "progress", "clipboard", "mode", "cursor", "palette", "remote_host", "user_variable", "image", "file_transfer", "focus", "link_hovered"]
    # The number of this event in the session, from 1.
    number: int
    # Data of this kind of event, such as `exit_code` of `command_finished`.
    facts: Dict[str, Union[str, float, bool, None]]


class _SessionOutputEvent(TypedDict):
    session: str
    sequence: int
    output: str


class SessionOutputEvent(_SessionOutputEvent, total=False):
    """The output of the program since the last event, redacted. Text that may be the start of a
    secret is held back until that is decided."""

    # Output before this event is missing, because the client read too slowly.
    dropped: Literal[True]


class SessionExitedEvent(TypedDict):
    """The program exited. Sent once, after the last output."""

    session: str
    sequence: int
    # `null` if a signal ended the program.
    exit_code: Union[int, None]
    # Such as `SIGKILL`.
    signal: Union[str, None]


class SessionWaitingEvent(TypedDict):
    """Waits on a session started or ended. Sent to subscribers of `waits`; changes in one turn
    are sent as one event."""

    session: str
    sequence: int
    pending_waits: int


class LayerChangedEvent(TypedDict):
    """Overlays, panels, their focus or the total size changed. Sent to subscribers of `layers`;
    changes in one turn are sent as one event."""

    session: str
    # The sequence that a snapshot with `layers` returns. It counts changes of the screen too.
    sequence: int


class SessionLabelledEvent(TypedDict):
    """The name or the tags of a session changed. Sent to subscribers of `lifecycle`, with the
    current name and tags."""

    session: str
    name: Union[str, None]
    tags: List[str]


class SessionWarningEvent(TypedDict):
    """A task beside the session failed, such as its raw transcript. The session continues."""

    session: str
    sequence: int
    warning: str


class RecordingProgressEvent(TypedDict):
    """The progress of a `recording.film` call. Sent to a caller that set `progress`, a few times
    per second and before the reply."""

    recording: str
    # The path of the film, as in the request.
    path: str
    # The time in the recording that is rendered so far.
    at_ms: float
    of_ms: float
    # The number of different pictures so far.
    pictures: int


class AdapterStateChangedEvent(TypedDict):
    """The state of an adapter changed. Changes during one classification are sent as one event."""

    adapter: str
    session: str
    sequence: int
    state: State


class SessionFrameEventSize(TypedDict):
    """The new size of the session with its panels, if it changed. A terminal that follows it
    calls `session.view` and then gets a full frame."""

    rows: int
    cols: int


class SessionFrameEventExit(TypedDict):
    """The program exited. Sent once, and not if the session is closed: then `session.detached`
    is sent. The viewer stays attached."""

    # `null` if a signal ended the program.
    exit_code: Union[int, None]
    # Such as `SIGKILL`.
    signal: Union[str, None]


class _SessionFrameEvent(TypedDict):
    session: str
    viewer: str
    # Text with escape sequences for a terminal. It may be empty if `size` or `exit` is present.
    data: str


class SessionFrameEvent(_SessionFrameEvent, total=False):
    """A frame: it changes what a viewer shows into the current screen. The next frame is sent
    when the connection has drained this one and, for a paced viewer, after its
    acknowledgement. A slow viewer gets fewer frames."""

    # The new size of the session with its panels, if it changed. A terminal that follows it
    # calls `session.view` and then gets a full frame.
    size: SessionFrameEventSize
    # The program exited. Sent once, and not if the session is closed: then `session.detached`
    # is sent. The viewer stays attached.
    exit: SessionFrameEventExit


class SessionDetachedEvent(TypedDict):
    """A viewer was detached, or its session was closed. It gets no more frames."""

    session: str
    viewer: str
    reason: Literal["detached", "closed"]


class SessionTypedEventKeysItem(TypedDict):
    # The bytes that the person's terminal sent.
    raw: str
    # The key name, as in the action `key`, or the character. Null if it is not a key: a paste
    # or a long text.
    key: Union[str, None]
    # Such as `ctrl`.
    modifiers: List[str]


class SessionTypedEvent(TypedDict):
    """A person typed while this connection holds the input lock. The keys are sent here and not
    written to the program. They are not redacted."""

    session: str
    # The viewer in which the person typed.
    viewer: str
    mode: Literal["capture"]
    keys: List[SessionTypedEventKeysItem]


class SessionHeldEvent(TypedDict):
    """A client captured or released the input of a session. Sent to all subscribers and viewers
    of the session."""

    session: str
    holder: Union[Holder, None]
    # Whether this connection holds the lock.
    holds: bool


class _InvalidData(TypedDict):
    # Name of the fault.
    fault: Literal["Invalid"]
    # Path of the invalid parameter, such as `matcher.value.rows`. Empty for all parameters.
    path: str
    reason: str


class InvalidData(_InvalidData, total=False):
    expected: str
    got: str


class SessionUnknownData(TypedDict):
    # Name of the fault.
    fault: Literal["SessionUnknown"]
    path: str
    session: str
    reason: Literal["unknown_session"]


class AdapterUnknownData(TypedDict):
    # Name of the fault.
    fault: Literal["AdapterUnknown"]
    path: str
    adapter: str
    reason: Literal["unknown_adapter"]


class PluginUnknownData(TypedDict):
    # Name of the fault.
    fault: Literal["PluginUnknown"]
    path: str
    plugin: str
    reason: Literal["unknown_plugin"]


class OverlayUnknownData(TypedDict):
    # Name of the fault.
    fault: Literal["OverlayUnknown"]
    path: str
    overlay: str
    reason: Literal["unknown_overlay"]


class PanelUnknownData(TypedDict):
    # Name of the fault.
    fault: Literal["PanelUnknown"]
    path: str
    panel: str
    reason: Literal["unknown_panel"]


class NotFocusableData(TypedDict):
    # Name of the fault.
    fault: Literal["NotFocusable"]
    path: str
    layer: str


class InAlternateModeData(TypedDict):
    # Name of the fault.
    fault: Literal["InAlternateMode"]


class NotInAlternateModeData(TypedDict):
    # Name of the fault.
    fault: Literal["NotInAlternateMode"]


class PluginFailedData(TypedDict):
    # Name of the fault.
    fault: Literal["PluginFailed"]
    plugin: str
    # Function of the plugin that was called.
    function: str
    # `shape`: the plugin returned an invalid value.
    reason: Literal["load", "error", "deadline", "memory", "crashed", "shape", "closed"]


class _ExpectationFailedData(TypedDict):
    # Name of the fault.
    fault: Literal["ExpectationFailed"]
    adapter: str
    intent: str
    # Index of the step in the plan, from 0.
    step: int
    # Matcher that was not satisfied.
    expected: Any
    elapsed_ms: float
    # Text of the screen at the failure, redacted.
    screen: str


class ExpectationFailedData(_ExpectationFailedData, total=False):
    # Explanation of the step by the plugin.
    why: str


class SessionClosedDataExit(TypedDict):
    exit_code: Union[float, None]
    signal: Union[str, None]


class _SessionClosedData(TypedDict):
    # Name of the fault.
    fault: Literal["SessionClosed"]
    session: str
    exit: Union[SessionClosedDataExit, None]


class SessionClosedData(_SessionClosedData, total=False):
    # Text of the screen at the end, redacted. Only for a pending wait.
    screen: str


class _TimeoutData(TypedDict):
    # Name of the fault.
    fault: Literal["Timeout"]
    session: str
    timeout_ms: float
    elapsed_ms: float
    sequence: float


class TimeoutData(_TimeoutData, total=False):
    # Text of the screen at the end, redacted.
    screen: str


class CancelledData(TypedDict):
    # Name of the fault.
    fault: Literal["Cancelled"]
    reason: Literal["request", "wait_id", "shutdown", "disconnected", "session_closed"]


class _PermissionDeniedData(TypedDict):
    # Name of the fault.
    fault: Literal["PermissionDenied"]


class PermissionDeniedData(_PermissionDeniedData, total=False):
    method: str
    required_permission: str
    reason: str


class _SpawnFailedData(TypedDict):
    # Name of the fault.
    fault: Literal["SpawnFailed"]
    path: Literal["program", "args", "cwd", "env", ""]
    # Name of the system error, such as ENOENT.
    reason: str


class SpawnFailedData(_SpawnFailedData, total=False):
    program: str
    cwd: str


class FileRefusedData(TypedDict):
    # Name of the fault.
    fault: Literal["FileRefused"]
    # Name of the parameter with the file, such as `raw_transcript_path`.
    path: str
    # Path of the file as given.
    file: str
    # Name of the system error, such as EEXIST, or kind of the file, such as `symlink`.
    reason: str


class ModeOffData(TypedDict):
    # Name of the fault.
    fault: Literal["ModeOff"]
    mode: str
    action: str


class AmbiguousDataCandidatesItem(TypedDict):
    row: int
    col: int
    text: str


class AmbiguousData(TypedDict):
    # Name of the fault.
    fault: Literal["Ambiguous"]
    # Name of the parameter with the selector.
    path: str
    # Number of matches.
    matched: int
    # First matches: position of the first cell, from 0, and text, redacted.
    candidates: List[AmbiguousDataCandidatesItem]


_InputHeldData = TypedDict("_InputHeldData", {"fault": Literal["InputHeld"], "session": str, "holder": Union[str, None], "person": bool, "from": Literal["everyone", "people"], "since": float})
_InputHeldDataOptional = TypedDict("_InputHeldDataOptional", {}, total=False)


class InputHeldData(_InputHeldData, _InputHeldDataOptional):
    pass


class ViewerUnknownData(TypedDict):
    # Name of the fault.
    fault: Literal["ViewerUnknown"]
    path: str
    viewer: str
    reason: Literal["unknown_viewer"]


class BusyData(TypedDict):
    # Name of the fault.
    fault: Literal["Busy"]
    reason: Literal["busy"]
    limit: str
    max: float


class UnsupportedData(TypedDict):
    # Name of the fault.
    fault: Literal["Unsupported"]
    reason: str


class InternalData(TypedDict):
    # Name of the fault.
    fault: Literal["Internal"]


Action = Union[ActionBracketedPaste, ActionEof, ActionFocus, ActionInterrupt, ActionKey, ActionKeys, ActionKill, ActionMarkTranscript, ActionMouse, ActionPaste, ActionRaw, ActionResize, ActionSignal, ActionStreamText, ActionText]
Matcher = Union[MatcherContainsText, MatcherScreenRegex, MatcherSelector, MatcherTranscriptContains, MatcherTranscriptRegex, MatcherCursorAt, MatcherScreenStable, MatcherIdle, MatcherProcessExited, MatcherTitle, MatcherBell, MatcherChanged, MatcherAlternateScreen, MatcherCwd, MatcherCommandFinished, MatcherEvent, MatcherAny, MatcherAll, MatcherNot, MatcherLua]
Selector = Union[SelectorExact, SelectorRegex, SelectorAt, SelectorWithin, SelectorNth, SelectorRelative, SelectorStyled]
CompactRun = List[Any]
Theme = Union[Literal["dark", "light"], ThemeFields]
