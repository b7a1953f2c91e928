"""What the terminals of both modules share: selectors, snapshots of screens, and messages of failures."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import re
import sys
import unicodedata
from pathlib import Path
from types import FrameType
from typing import Any, Dict, Optional, Pattern, Sequence, Union, cast

from . import protocol
from .errors import Fault, PtywrightError, screen_box

Text = Union[str, Pattern[str]]

shells = ("bash", "zsh", "fish", "sh", "dash", "ksh")
_colors = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_mask = "░"


class TerminalError(PtywrightError, AssertionError):
    """A call of a test failed. The message has the reason and the screen."""


class Unmet(Exception):
    """An expectation was not met, for a reason that the server does not know."""


def is_shell(program: str, args: Sequence[str]) -> bool:
    return os.path.basename(program) in shells and all(word.startswith("-") and word != "-c" for word in args)


def to_pattern(pattern: Pattern[str]) -> str:
    """Convert a pattern to RE2. Raises TypeError for a flag that RE2 lacks."""
    if not isinstance(pattern.pattern, str):
        raise TypeError(f"{pattern!r}: a pattern of bytes cannot match a screen")
    if pattern.flags & (re.VERBOSE | re.LOCALE):
        raise TypeError(f"{pattern!r}: the flags VERBOSE and LOCALE are not supported")
    flags = (("i", re.IGNORECASE), ("m", re.MULTILINE), ("s", re.DOTALL))
    letters = "".join(letter for letter, flag in flags if pattern.flags & flag)
    return f"(?{letters}){pattern.pattern}" if letters else pattern.pattern


def format_text(text: Text) -> str:
    return json.dumps(text, ensure_ascii=False) if isinstance(text, str) else f"/{text.pattern}/"


def to_selector(text: Text) -> protocol.Selector:
    if isinstance(text, str):
        return {"type": "exact", "text": text}
    return {"type": "regex", "pattern": to_pattern(text)}


def text_matcher(text: Text) -> protocol.Matcher:
    if isinstance(text, str):
        return {"type": "contains_text", "value": text}
    return {"type": "screen_regex", "value": to_pattern(text)}


def title_matcher(title: Text) -> protocol.Matcher:
    if isinstance(title, str):
        return {"type": "title", "value": {"equals": title}}
    return {"type": "title", "value": {"regex": to_pattern(title)}}


def negate(matcher: protocol.Matcher) -> protocol.Matcher:
    return cast(Any, {"type": "not", "value": matcher})


def styled(selector: protocol.Selector, style: Dict[str, Any]) -> protocol.Selector:
    """Add a style to a selector. `fg` and `bg` may be the name of a color."""
    converted = {
        name: _colors.index(value) if name in ("fg", "bg") and value in _colors else value
        for name, value in style.items()
    }
    return cast(Any, {"type": "styled", "style": converted, "selector": selector})


def format_exit(exit: Optional[Any]) -> str:
    if exit is None:
        return "running"
    return f"signal {exit['signal']}" if exit["signal"] else f"status {exit['exit_code']}"


#: The transcript of a shell that is kept, which is also the most that one reply contains.
max_transcript_chars = 2 * 1024 * 1024
_end_mark = re.compile(r"\x1b\]133;D[^\x07\x1b]*;aid=([0-9a-f]+)\.(\d+)\x07")
_escapes = re.compile(r"\x1b(?:\][^\x07\x1b]*(?:\x07|\x1b\\)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])")


def long_output(transcript: str, status: Optional[int]) -> str:
    """Return the output between the marks of the last command (OSC 133), without escape sequences."""
    end = None
    for end in _end_mark.finditer(transcript):
        pass
    mark = f"\x1b]133;C;aid={end[1]}.{max(0, int(end[2]) - 1)}\x07" if end else ""
    start = transcript.rfind(mark, 0, end.start()) if end else -1
    if end is None or start < 0:
        raise Unmet(
            f"the output is longer than {max_transcript_chars} characters, and its beginning is lost "
            f"(status {status}): redirect it to a file"
        )
    output = transcript[start + len(mark) : end.start()]
    return _escapes.sub("", output).replace("\r\n", "\n")


def mask_rows(screen: str, mask: Sequence[Text], matches: Sequence[protocol.Selected] = ()) -> str:
    """Replace each match by one mark, so that its width does not matter."""
    patterns = [re.compile(re.escape(one)) if isinstance(one, str) else one for one in mask]
    rows = screen.split("\n")
    # From right to left, so that the columns before a mark stay. A wide character takes two columns.
    for match in sorted(matches, key=lambda one: one["col"], reverse=True):
        row, text = rows[match["row"]], match["text"]
        at = row.rfind(text, 0, match["col"] + len(text))
        if at >= 0:
            rows[match["row"]] = row[:at] + _mask + row[at + len(text) :]
    for pattern in patterns:
        rows = [pattern.sub(lambda found: _mask if found[0] else "", row) for row in rows]
    return "\n".join(rows)


def mask_redaction(
    redaction: Optional[Dict[str, Any]], mask: Sequence[Text], matches: Sequence[protocol.Selected]
) -> Dict[str, Any]:
    """Hide the masked texts as secrets are hidden: the cells stay where they are."""
    own = redaction or {}
    literals = [*(text for text in mask if isinstance(text, str)), *(match["text"] for match in matches)]
    patterns = [to_pattern(text) for text in mask if not isinstance(text, str)]
    return {
        "enabled": True,
        "replacement": _mask,
        "extra_literals": [*own.get("extra_literals", []), *literals],
        "extra_regexes": [*own.get("extra_regexes", []), *patterns],
    }


def failure(
    call: str,
    elapsed_ms: float,
    problem: Exception,
    screen: Optional[str],
    expected: Optional[str] = None,
    text: Optional[str] = None,
) -> TerminalError:
    reason = _reason(problem)
    if expected is not None:
        reason = f"expected {expected}; {reason}"
    lines = [f"{call} failed after {elapsed_ms:.0f} ms: {reason}"]
    if screen is not None:
        near = _nearest(text, screen) if text else None
        lines += [f"nearest text: {near}"] if near else []
        lines.append(screen_box(screen))
    return TerminalError("\n".join(lines))


def _reason(problem: Exception) -> str:
    if not isinstance(problem, Fault):
        return str(problem)
    if problem.name == "Timeout":
        return "the time limit was reached"
    if problem.name == "SessionClosed":
        return f"the program ended first ({format_exit(problem.data['exit'])})"
    return problem.reason


def _nearest(text: str, screen: str) -> Optional[str]:
    rows = {
        row[word.start() : word.start() + len(text)]: number
        for number, row in enumerate(screen.split("\n"))
        for word in re.finditer(r"\S+", row)
    }
    found = difflib.get_close_matches(text, rows, n=1)
    return f"{format_text(found[0])} in row {rows[found[0]]}" if found else None


class Snapshots:
    """Snapshots of screens, as files in the folder `__screens__` beside the test."""

    def __init__(self, name: Optional[str], extension: str, taken: Dict[str, int]) -> None:
        """`taken` counts the snapshots of a terminal: those of a test without a name get a number from the second on."""
        frame = _test_frame()
        file = Path(frame.f_code.co_filename)
        slug = to_slug(name or _test_title(frame))
        count = taken[f"{slug}.{extension}"] = taken.get(f"{slug}.{extension}", 0) + 1
        unique = slug if name or count == 1 else f"{slug}-{count}"
        self.path = file.parent / "__screens__" / file.name / f"{unique}.{extension}"
        #: The screen that differs from the snapshot.
        self._actual = Path("test-results", to_slug(file.name), f"actual-{unique}.{extension}")

    def read(self) -> Optional[bytes]:
        """Return the kept screen, or None if the current screen becomes the snapshot."""
        if os.environ.get("PTYWRIGHT_UPDATE_SCREENS"):
            return None
        if self.path.exists():
            return self.path.read_bytes()
        if os.environ.get("CI"):
            raise Unmet(f"there is no snapshot {self.path}, and with CI=1 it is not created")
        return None

    def write(self, content: bytes) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(content)

    def difference(self, kept: bytes, content: bytes) -> Unmet:
        self._actual.parent.mkdir(parents=True, exist_ok=True)
        self._actual.write_bytes(content)
        if self.path.suffix == ".png":
            lines = ["the pictures differ"]
        else:
            texts = (one.decode().splitlines() for one in (kept, content))
            lines = list(difflib.unified_diff(*texts, "snapshot", "screen", lineterm="", n=0))[2:]
        accept = "to accept it, run with PTYWRIGHT_UPDATE_SCREENS=1"
        return Unmet("\n".join(["it differs", *lines, f"this screen: {self._actual}", accept]))


def test_folder(parent: Any) -> str:
    """Return the folder for files of the test that called this package."""
    frame = _test_frame()
    names = [Path(frame.f_code.co_filename).name, _test_title(frame)]
    return os.path.join(parent, "-".join(to_slug(name) for name in names if name != "<module>"))


def write_files(folder: str, files: Dict[str, bytes]) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        Path(folder, name).write_bytes(content)


#: The longest name of a snapshot, in bytes.
_slug_bytes = 128


def to_slug(name: str) -> str:
    """Convert a name to lower-case letters and digits of any script, and dashes.

    If other characters or the end are lost, a short hash of the name is appended, so that different names stay different.
    """
    whole = unicodedata.normalize("NFC", name)
    kept = re.sub("-+", "-", "".join(one if _is_word(one) else "-" for one in whole.lower())).strip("-")
    slug = _truncated(kept, _slug_bytes)
    if slug and slug == kept and all(_is_word(one) or one.isspace() or one in "./_-" for one in whole):
        return slug
    digest = hashlib.sha256(whole.encode()).hexdigest()[:8]
    return f"{_truncated(kept, _slug_bytes - len(digest) - 1) or 'unnamed'}-{digest}"


def _is_word(one: str) -> bool:
    return unicodedata.category(one)[0] in "LMN"


def _truncated(text: str, size: int) -> str:
    return text.encode()[:size].decode(errors="ignore")


def _test_title(frame: FrameType) -> str:
    """Return the name of the test with its class and parameters."""
    test = re.search(r"::(.+) \(\w+\)$", os.environ.get("PYTEST_CURRENT_TEST", ""), re.DOTALL)
    if test:
        return test[1].replace("::", " ")
    owner = frame.f_locals.get("self")
    function = frame.f_code.co_name
    return function if owner is None else f"{type(owner).__name__} {function}"


def _test_frame() -> FrameType:
    """Return the frame outside of this package that called it."""
    frame: Optional[FrameType] = sys._getframe()
    folder = os.path.dirname(__file__)
    while frame is not None and os.path.dirname(frame.f_code.co_filename) == folder:
        frame = frame.f_back
    assert frame is not None
    return frame
