/**
 * The native dialect as types: methods, notifications, faults and keys. Derived by `npm run derive`; do not edit.
 * Long because it has each field of the protocol with its description.
 */
import type { RequestOptions } from './baseClient.ts';

export type KeyName = 'enter' | 'tab' | 'escape' | 'backspace' | 'up' | 'down' | 'right' | 'left' | 'home' | 'end' | 'insert' | 'delete' | 'page_up' | 'page_down' | 'f1' | 'f2' | 'f3' | 'f4' | 'f5' | 'f6' | 'f7' | 'f8' | 'f9' | 'f10' | 'f11' | 'f12' | 'f13' | 'f14' | 'f15' | 'f16' | 'f17' | 'f18' | 'f19' | 'f20' | 'f21' | 'f22' | 'f23' | 'f24' | 'f25' | 'f26' | 'f27' | 'f28' | 'f29' | 'f30' | 'f31' | 'f32' | 'f33' | 'f34' | 'f35' | 'menu' | 'kp_0' | 'kp_1' | 'kp_2' | 'kp_3' | 'kp_4' | 'kp_5' | 'kp_6' | 'kp_7' | 'kp_8' | 'kp_9' | 'kp_decimal' | 'kp_divide' | 'kp_multiply' | 'kp_subtract' | 'kp_add' | 'kp_enter' | 'kp_equal' | 'kp_separator' | 'kp_left' | 'kp_right' | 'kp_up' | 'kp_down' | 'kp_page_up' | 'kp_page_down' | 'kp_home' | 'kp_end' | 'kp_insert' | 'kp_delete' | 'kp_begin' | 'space' | 'plus' | 'minus' | 'underscore' | 'comma' | 'period' | 'slash' | 'backslash';

export type KeyModifier = 'shift' | 'alt' | 'ctrl' | 'super' | 'hyper' | 'meta';

type ChordKey = 'enter' | 'tab' | 'escape' | 'backspace' | 'up' | 'down' | 'right' | 'left' | 'home' | 'end' | 'insert' | 'delete' | 'page_up' | 'page_down' | 'f1' | 'f2' | 'f3' | 'f4' | 'f5' | 'f6' | 'f7' | 'f8' | 'f9' | 'f10' | 'f11' | 'f12' | 'f13' | 'f14' | 'f15' | 'f16' | 'f17' | 'f18' | 'f19' | 'f20' | 'f21' | 'f22' | 'f23' | 'f24' | 'f25' | 'f26' | 'f27' | 'f28' | 'f29' | 'f30' | 'f31' | 'f32' | 'f33' | 'f34' | 'f35' | 'menu' | 'space' | 'plus' | 'minus' | 'underscore' | 'comma' | 'period' | 'slash' | 'backslash' | 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm' | 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z';

/** A key, or a chord such as `ctrl+c`. Characters, other orders of modifiers and aliases are accepted too. */
export type Key = KeyName | `${KeyModifier}+${ChordKey}` | (string & {});

export interface SessionTarget {
  /** The id or the name of a session. */ session: string;
}

export interface AdapterTarget {
  /** The id of an adapter. */ adapter: string;
}

export interface ReadOptions {
  /** `false` returns the raw text. Default: `true`. */ redact?: boolean | undefined;
  /** Rules for this read only, in addition to those of the session. */ redaction?: RedactionOptions | undefined;
}

export interface SessionOptions {
  /** Working directory; defaults to that of the server. */ cwd?: string | undefined;
  /** Variables to set, in addition to the inherited ones. Variables of the server that describe another terminal (such as TMUX, KITTY_*, VTE_VERSION) are not inherited; TERM, COLORTERM, TERM_PROGRAM and TERM_PROGRAM_VERSION describe this one. */
  env?: Record<string, string> | undefined;
  /** Start with an empty environment. Default: `false`. */ clear_env?: boolean | undefined;
  /** A name that can be used in place of the session id. */ name?: string | undefined;
  tags?: readonly string[] | undefined;
  /** Number of rows to keep in the scrollback. Default: `1000`. */ scrollback?: number | undefined;
  /** Default: `131072`. */ transcript_max_chars?: number | undefined;
  /** Answer the queries that the program sends to its terminal. Default: `true`. */
  terminal_replies?: boolean | undefined;
  /** How to count columns until the program sets mode 2027: `codepoint` counts as wcwidth does, `grapheme` counts by grapheme clusters. Defaults to `codepoint`, or for an adapter to what its manifest states for the version of the program. */
  widths?: 'codepoint' | 'grapheme' | undefined;
  /** The redaction policy of the session: `enabled: false` disables redaction by default; the other fields add rules. */
  redaction?: RedactionOptions | undefined;
  /** A file to which all output is written, unredacted. */ raw_transcript_path?: string | undefined;
  /** Append to an existing file. Without this, an existing file is refused. Default: `false`. */
  raw_transcript_append?: boolean | undefined;
  /** Close the session when the connection that creates it closes. Default: `false`. */
  close_on_disconnect?: boolean | undefined;
}

export interface MouseTarget {
  /** Row on the screen, from 0. */ row: number;
  /** Column on the screen, from 0. */ col: number;
  /** Modifier keys held during the gesture. */ modifiers?: readonly ('shift' | 'alt' | 'ctrl')[] | undefined;
}

export interface TextStyle {
  /** Foreground colour; absent for the default. */ fg?: number | string | undefined;
  /** Background colour; absent for the default. */ bg?: number | string | undefined;
  /** Bold. */ bold?: boolean | undefined;
  /** Faint. */ faint?: boolean | undefined;
  /** Italic. */ italic?: boolean | undefined;
  /** Blinking. */ blink?: boolean | undefined;
  /** Foreground and background are swapped. */ inverse?: boolean | undefined;
  /** Struck through. */ strikethrough?: boolean | undefined;
  /** Overlined. */ overline?: boolean | undefined;
  underline?: 'single' | 'double' | 'curly' | 'dotted' | 'dashed' | undefined;
  /** Absent if it is the foreground colour. */ underline_color?: number | string | undefined;
}

export interface LayerFields {
  z: number;
  background: number | string | null;
  focusable: boolean;
  /** The mode in which the layer was created and in which it is shown. */ mode: 'normal' | 'alternate';
  /** Whether it is visible: its mode is active, and a panel has room. */ shown: boolean;
  spans: LayerSpan[];
  /** What remains of the writes over the spans, from left to right. */ writes: LayerWrite[];
}

export interface LayerChange {
  z?: number | undefined;
  /** Null removes it. */ background?: number | string | null | undefined;
  focusable?: boolean | undefined;
  /** Replaces all content, including writes. */ spans?: readonly LayerSpan[] | undefined;
  /** Each span replaces the spans with the same id. A span whose id is unknown is ignored. */
  set_spans?: readonly LayerSpan[] | undefined;
  /** Written over the spans, in this order. */ writes?: readonly LayerWrite[] | undefined;
}

export interface OverlayChange extends LayerChange {
  /** The id of an overlay. */ overlay: string;
  /** The first column, from 0, in the whole terminal. */ x?: number | undefined;
  /** The first row, from 0, in the whole terminal with panels. */ y?: number | undefined;
  /** Null: the width of the text. */ width?: number | null | undefined;
  height?: number | null | undefined;
}

export interface PanelChange extends LayerChange {
  /** The id of a panel. */ panel: string;
  position?: 'top' | 'bottom' | undefined;
  height?: number | undefined;
}

export interface RedactionOptions {
  /** Enable redaction. Has no default, so that nothing is raw by omission. */ enabled: boolean;
  /** Text that replaces a secret. Default: `"[REDACTED]"`. */ replacement?: string | undefined;
  /** Texts to hide in addition to detected secrets. */ extra_literals?: readonly string[] | undefined;
  /** RE2 patterns to hide. In streamed output, `^` matches at the start of a line. */
  extra_regexes?: readonly string[] | undefined;
}

/** Styled text; spans follow each other. */
export interface LayerSpan extends TextStyle {
  /** A name that `set_spans` uses to change this span. */ id?: string | undefined;
  /** A line feed ends a row; a tab moves to the next multiple of eight columns. Other control characters are removed. */
  text: string;
}

/** Text at a position, written over the spans. A line feed continues on the next row. */
export interface LayerWrite extends TextStyle {
  /** The row in the overlay or panel, from 0. */ row: number;
  col: number;
  text: string;
}

export interface Capabilities {
  name: 'ptywright';
  version: string;
  /** The protocol level. It grows when something is added; nothing is removed. */ level: number;
  framing: ('ndjson' | 'lsp')[];
  methods: string[];
  notifications: string[];
  matchers: string[];
  actions: string[];
  /** The permissions that this server grants; at a gateway of a fleet, those that all hosts grant. */
  permissions: string[];
  /** The error code of each fault. */ faults: Record<string, number>;
  redaction: 'default' | 'enforced';
  /** What runs patterns: `re2` (native), or `re2js` where re2 does not load. */ regex_engine: 're2' | 're2js';
}

export type TerminalEventKind = 'title' | 'icon_name' | 'bell' | 'cwd' | 'alternate_screen' | 'prompt_started' | 'prompt_ended' | 'command_started' | 'command_finished' | 'notification' | 'progress' | 'clipboard' | 'mode' | 'cursor' | 'palette' | 'remote_host' | 'user_variable' | 'image' | 'file_transfer' | 'focus' | 'link_hovered';

export interface HostInfo {
  host: string;
  /** The version of ptywright. */ version: string;
  labels: Record<string, string>;
  reachable: boolean;
  sessions: number;
  /** Most sessions at once. */ capacity: number;
  /** The used share of its processors since its last report, from 0 to 1. */ cpu: number;
  /** In bytes. */ memory_free: number;
  /** In bytes. */ memory_total: number;
  /** The permissions that the host does not grant. */ denied: string[];
  redaction: 'default' | 'enforced';
}

export interface SessionInfo {
  session: string;
  name: string | null;
  tags: string[];
  program: string;
  args: string[];
  pid: number;
  running: boolean;
  exit: Exit | null;
  /** The program in the foreground, if the system reports it. */ foreground: string | null;
  /** The working directory of the foreground program, as reported by the program or the system. */
  cwd: string | null;
  size: TerminalSize;
  title: string | null;
  sequence: number;
  transcript_cursor: number;
  modes: TerminalModes;
  /** Time since the last visible change of the screen, in milliseconds. */ last_change_ms: number;
  pending_waits: number;
  /** The pending waits, oldest first; at most 32. */ waits: PendingWait[];
  /** Input that the program has not read yet, in bytes. */ queued_input_bytes: number;
  holder: Holder | null;
  /** The viewers of the session. */ viewers: Viewer[];
  warnings: string[];
}

/** How a program ended. */
export interface Exit {
  /** `null` if a signal ended the program. */ exit_code: number | null;
  /** Such as `SIGKILL`. */ signal: string | null;
}

export interface TerminalSize { rows: number; cols: number; pixel_width: number; pixel_height: number }

/** The terminal modes that the program has set. */
export interface TerminalModes {
  application_cursor: boolean;
  application_keypad: boolean;
  bracketed_paste: boolean;
  focus_events: boolean;
  mouse_tracking: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  mouse_encoding: 'default' | 'utf8' | 'sgr' | 'urxvt' | 'sgr_pixels';
  modify_other_keys: number;
  kitty_keyboard: number;
  alternate_screen: boolean;
  synchronized_output: boolean;
  insert: boolean;
  origin: boolean;
  wraparound: boolean;
  reverse_screen: boolean;
}

export interface PendingWait {
  /** A description for people. */ waits_for: string;
  /** Time since the wait started, in milliseconds. */ waited_ms: number;
  timeout_ms: number;
}

/** The holder of the input lock. */
export interface Holder {
  /** The name that the holder gave. */ name: string | null;
  /** `everyone`: writes by others are refused. `people`: programs can still write; keys that people type are sent to the holder and not written. */
  from: 'everyone' | 'people';
  /** The holder had a viewer of the session that was not read-only when it captured the input. No program can take over its lock. */
  person: boolean;
  /** Milliseconds since 1970. */ since: number;
}

export interface Viewer {
  viewer: string;
  name: string | null;
  read_only: boolean;
  size: ScreenSize | null;
  /** Whether the session takes the size of this terminal. */ resize: boolean;
}

export interface ScreenSize { rows: number; cols: number }

/** An input to a session. `type` names the action; `value` is its argument, if it takes one. */
export type Action = {
  /** Paste text between the markers of bracketed paste. Control characters except tab, newline and return are removed, and so is every form of the end marker, so that no text can end the paste. */
  type: 'bracketed_paste';
  value: string;
} | {
  /** Write the byte 0x04, as ctrl+d does without a keyboard protocol. In canonical mode it ends the input only at the start of a line. Within a line it submits the typed text, and a second one ends the input. */
  type: 'eof';
  value?: null | undefined;
} | {
  /** Report to the program that the terminal window gained or lost focus. */ type: 'focus';
  value: { focused: boolean };
} | {
  /** Write the byte 0x03, as ctrl+c does without a keyboard protocol. The kernel converts it to SIGINT unless the terminal is in raw mode. To send the signal itself, use `signal` with `int`. */
  type: 'interrupt';
  value?: null | undefined;
} | {
  /** Press one key, alone or with modifiers, encoded for the modes that the program has set. */ type: 'key';
  /** A key such as `enter`, `page_up`, `f5` or `x`, or a chord such as `ctrl+alt+x` or `shift+up`. */
  value: Key;
} | {
  /** Press keys in sequence, given as a string such as `ctrl+c enter`, as a list, or as `{chords, delay_ms}` with pauses. After a pause, the next key is encoded for the modes that are set then. Without `delay_ms`, a pause follows an escape, so that the program does not take the next key for one with alt. */
  type: 'keys';
  value: string | readonly Key[] | {
    chords: string | readonly Key[];
    /** Pause between two chords. */ delay_ms: number;
  };
} | {
  /** Kill the program and the processes that it started. */ type: 'kill';
  value?: null | undefined;
} | {
  /** Mark the current position of the transcript with a label. An existing label moves to it. Sends no input. */
  type: 'mark_transcript';
  value: { label: string };
} | {
  /** Send a mouse gesture in the encoding that the program selected. Fails if a terminal would not report the gesture because the program enabled fewer mouse events. */
  type: 'mouse';
  value: MouseTarget & {
    /** Press a button. */ event: 'press';
    /** Default: `"left"`. */ button?: 'left' | 'middle' | 'right' | 'back' | 'forward' | undefined;
  } | MouseTarget & {
    /** Release a button. */ event: 'release';
    /** Default: `"left"`. */ button?: 'left' | 'middle' | 'right' | 'back' | 'forward' | undefined;
  } | MouseTarget & {
    /** Press and release a button in one place, `count` times: 2 is a double click. */ event: 'click';
    /** Default: `"left"`. */ button?: 'left' | 'middle' | 'right' | 'back' | 'forward' | undefined;
    /** Default: `1`. */ count?: number | undefined;
  } | MouseTarget & {
    /** Move the pointer with no button held. */ event: 'move';
  } | MouseTarget & {
    /** Move the pointer with a button held. Send `press` before and `release` after. */ event: 'drag';
    /** Default: `"left"`. */ button?: 'left' | 'middle' | 'right' | 'back' | 'forward' | undefined;
  } | MouseTarget & {
    /** Turn the wheel by `count` steps. */ event: 'scroll';
    direction: 'up' | 'down' | 'left' | 'right';
    /** Default: `1`. */ count?: number | undefined;
  };
} | {
  /** Paste text byte for byte, for programs that do not support bracketed paste. */ type: 'paste';
  value: string;
} | {
  /** Write bytes, given as base64 with padding. They need not be valid text. */ type: 'raw';
  value: string;
} | {
  /** Resize the terminal. The program receives SIGWINCH. */ type: 'resize';
  value: {
    rows: number;
    cols: number;
    /** Default: `0`. */ pixel_width?: number | undefined;
    /** Default: `0`. */ pixel_height?: number | undefined;
  };
} | {
  /** Send a signal to the foreground process group, in every terminal mode. `int` is SIGINT; to send the byte of ctrl+c, use `interrupt`. */
  type: 'signal';
  value: 'term' | 'hup' | 'quit' | 'int' | 'kill' | 'user1' | 'user2' | 'winch' | 'cont' | 'stop' | 'tstp';
} | {
  /** Type text in small writes with pauses, for programs that treat a fast burst as a paste. */
  type: 'stream_text';
  value: {
    text: string;
    /** Characters per write, clamped to 1..1024. Default: `64`. */ chunk_chars?: number | undefined;
    /** Pause between two writes, clamped to 0..100. Default: `2`. */ delay_ms?: number | undefined;
  };
} | {
  /** Type text unchanged: `\n` is a newline character, while the Enter key sends `\r`. */ type: 'text';
  value: string;
};

/** A condition on a session. In requests, `text` and `pattern` also mean `value`, and a number of milliseconds also means `{min_ms}`. */
export type Matcher = {
  /** The screen shows exactly this text; case matters. Rows are joined by a line feed. Where the terminal wrapped a long line, the text also matches without the line feed. Trailing blanks of rows are removed, except those before the cursor. */
  type: 'contains_text';
  value: string;
  /** Search only these rows. */ rows?: RowRange | undefined;
  /** Search only this part of the screen. */ region?: Region | undefined;
} | {
  /** The screen shows text that matches this RE2 pattern. With `(?m)`, `^` and `$` match at each row. Trailing blanks are removed. The row of the cursor is searched with the blanks before the cursor first, and then without them. */
  type: 'screen_regex';
  value: string;
  /** Search only these rows. */ rows?: RowRange | undefined;
  /** Search only this part of the screen. */ region?: Region | undefined;
} | {
  /** The selector matches at least one target on the screen. In `not`, it matches none. */ type: 'selector';
  value: Selector;
} | {
  /** The end of the transcript contains this text. Escape sequences are part of the transcript. */
  type: 'transcript_contains';
  value: string;
} | {
  /** The end of the transcript contains text that matches this RE2 pattern. */ type: 'transcript_regex';
  value: string;
} | {
  /** The cursor is at this row and column, counted from 0. If one of them is absent, only the other is compared. */
  type: 'cursor_at';
  value: { row?: number | undefined; col?: number | undefined };
} | {
  /** The screen has not changed visibly for this long. A screen that is already stable matches at once. After an input, the time counts from the input, whether or not the program has responded to it. */
  type: 'screen_stable';
  value: { min_ms: number };
} | {
  /** The program has written no output for this long, not even output that leaves the screen unchanged. After an input, the time counts from the input, whether or not the program has responded to it. */
  type: 'idle';
  value: { min_ms: number };
} | {
  /** The program has ended and all of its output has been processed. */ type: 'process_exited';
} | {
  /** The window title that the program has set equals, contains or matches this. */ type: 'title';
  value: TextCondition;
} | {
  /** The bell has rung since the wait began, or after the sequence `since`. */ type: 'bell';
  value?: {
    /** A sequence of the screen. Defaults to the one when the wait began. */ since?: number | undefined;
  } | undefined;
} | {
  /** The sequence of the screen has advanced since the wait began, or past `since`. */ type: 'changed';
  value?: {
    /** A sequence of the screen. Defaults to the one when the wait began. */ since?: number | undefined;
  } | undefined;
} | {
  /** The program uses the alternate screen (`true`, the default) or the normal screen (`false`). */
  type: 'alternate_screen';
  /** Default: `true`. */ value?: boolean | undefined;
} | {
  /** The working directory that the program reports (OSC 7, 9;9 or 1337) equals, contains or matches this. */
  type: 'cwd';
  value: TextCondition;
} | {
  /** A command has finished in a shell with shell integration (OSC 133), since the wait began or after event `since`. */
  type: 'command_finished';
  value?: {
    /** The expected exit code; null if the shell reports none. */ exit_code?: number | null | undefined;
    /** A condition on the command. */ command?: TextCondition | undefined;
    /** Match only events after the event with this number. Defaults to events since the wait began. */
    since?: number | undefined;
  } | undefined;
} | {
  /** The terminal has received this event from the program, since the wait began or after event `since`: a bell, a notification, a shell mark, an image. */
  type: 'event';
  value: {
    kind: TerminalEventKind;
    /** The expected facts of the event. Each is a value, or a condition on a text. */
    facts?: Record<string, string | number | boolean | null | TextCondition> | undefined;
    /** Match only events after the event with this number. Defaults to events since the wait began. */
    since?: number | undefined;
  };
} | {
  /** At least one of these matches. The evidence names the first in the list that matches. */ type: 'any';
  value: readonly Matcher[];
} | {
  /** All of these match at the same moment. */ type: 'all';
  value: readonly Matcher[];
} | {
  /** This does not match. After an input, it is evaluated only once something has changed. */ type: 'not';
  value: Matcher;
} | {
  /** A predicate of a plugin matches. In a wait of an adapter it runs in the Lua state of that adapter, otherwise in one that all sessions share. */
  type: 'lua';
  value: {
    plugin: string;
    /** The name of a function that the plugin exports. */ predicate: string;
    /** Passed to the function as `ctx.params`. */ params?: Record<string, unknown> | undefined;
  };
};

export interface RowRange {
  /** The first row, from 0. Negative rows count from the bottom. */ from: number;
  /** Default: `1`. */ count?: number | undefined;
}

/** A part of the screen. What lies beyond the edges of the screen is ignored. */
export interface Region {
  /** First row, from 0. */ row: number;
  /** First column, from 0. */ col: number;
  rows: number;
  cols: number;
}

/** Selects targets on the screen. */
export type Selector = {
  /** Each occurrence of a text. */ type: 'exact';
  text: string;
} | {
  /** Each match of a pattern. */ type: 'regex';
  /** An RE2 pattern. */ pattern: string;
} | {
  /** One cell, if it is not blank. */ type: 'at';
  row: number;
  col: number;
} | {
  /** The matches of another selector in a part of the screen. */ type: 'within';
  area: { row: number; col: number; rows: number; cols: number };
  selector: Selector;
} | {
  /** One match of another selector. */ type: 'nth';
  /** From 0, in reading order. Negative indexes count from the end: -1 is the last match. */ index: number;
  selector: Selector;
} | {
  /** The matches of `selector` that are in this direction of a match of `to`. */ type: 'relative';
  /** `after` and `before` in reading order; `right` and `left` in the same row; `below` and `above` in other rows, with at least one column in common. */
  direction: 'after' | 'before' | 'right' | 'left' | 'below' | 'above';
  to: Selector;
  selector: Selector;
} | {
  /** The matches of another selector in which every character has this style. */ type: 'styled';
  style: ExpectedStyle;
  selector: Selector;
};

/** Attributes that are absent are not compared. */
export interface ExpectedStyle {
  /** Null is the default color. */ fg?: number | string | null | undefined;
  /** Null is the default color. */ bg?: number | string | null | undefined;
  /** Bold. */ bold?: boolean | undefined;
  /** Faint. */ faint?: boolean | undefined;
  /** Italic. */ italic?: boolean | undefined;
  /** Blinking. */ blink?: boolean | undefined;
  /** Foreground and background are swapped. */ inverse?: boolean | undefined;
  /** Not visible (SGR 8). */ invisible?: boolean | undefined;
  /** Struck through. */ strikethrough?: boolean | undefined;
  /** Overlined. */ overline?: boolean | undefined;
  underline?: 'single' | 'double' | 'curly' | 'dotted' | 'dashed' | undefined;
  /** Absent if it is the foreground colour. */ underline_color?: number | string | undefined;
  /** Target of the hyperlink (OSC 8). */ link?: string | undefined;
}

/** A condition on a text: equals, contains or matches an RE2 pattern. */
export interface TextCondition { equals?: string | undefined; contains?: string | undefined; regex?: string | undefined }

/** What a wait matched, and the screen at that moment. */
export interface Evidence {
  /** What a wait matched, and the screen at that moment. */ matched: true;
  sequence: number;
  elapsed_ms: number;
  hit?: Hit | undefined;
  /** With `evidence: full`. */ snapshot?: Snapshot | undefined;
  /** With `evidence: full`. */ transcript_tail?: string | undefined;
  /** With `evidence: text`. */ plain_text?: string | undefined;
  /** The `wait_id` of the request. */ wait_id?: string | undefined;
  /** Why the input may not have the intended effect. */ warnings?: string[] | undefined;
}

/** Why a matcher matched. `any` and `all` include the hits of their branches. */
export interface Hit {
  /** The name of the matcher. */
  kind: 'contains_text' | 'screen_regex' | 'selector' | 'transcript_contains' | 'transcript_regex' | 'cursor_at' | 'screen_stable' | 'idle' | 'process_exited' | 'title' | 'bell' | 'changed' | 'alternate_screen' | 'cwd' | 'command_finished' | 'event' | 'any' | 'all' | 'not' | 'lua';
  /** The matched text. */ text?: string | undefined;
  /** The first group of the pattern, or else the whole match. */ capture?: string | undefined;
  pattern?: string | undefined;
  row?: number | undefined;
  col?: number | undefined;
  min_ms?: number | undefined;
  sequence?: number | undefined;
  on?: boolean | undefined;
  exit_code?: number | null | undefined;
  signal?: string | null | undefined;
  /** The command that finished. */ command?: string | undefined;
  event?: TerminalEventKind | undefined;
  /** The number of the event. */ number?: number | undefined;
  /** The facts of the event. */ facts?: Record<string, unknown> | undefined;
  plugin?: string | undefined;
  predicate?: string | undefined;
  /** The evidence that the predicate of a plugin returned. */ evidence?: string | undefined;
  matched?: Hit | Hit[] | undefined;
}

/** An immutable copy of a screen. Text, cells and title are redacted. */
export interface Snapshot {
  size: TerminalSize;
  /** From 0, relative to the whole screen. */ cursor: { row: number; col: number; visible: boolean };
  /** Increases whenever anything in a snapshot changes or the bell rings. */ sequence: number;
  /** Rows without trailing blanks, and without blank rows at the end. */ plain_text: string;
  /** One array per row, in the format requested with `cells`; empty for `none`. */
  cells: CompactRun[][] | Cell[][];
  /** For `runs`: the styles that the runs refer to by index. The first is the default style. */
  styles?: Style[] | undefined;
  alternate_screen: boolean;
  application_cursor: boolean;
  application_keypad: boolean;
  /** Null if the program has set no title. */ title: string | null;
}

/** Adjacent cells of the same style: first column, number of columns, index of the style in `styles`, and sometimes the text. If the text is absent, it is in the row of `plain_text` at the same columns (relative to the region, if there is one), padded with blanks. A row with a wide or combined character, or with a secret, consists of runs from its start, each with its text. In other rows, the cells between and after the runs have the default style. */
export type CompactRun = [col: number, width: number, style: number, text?: string];

/** One cell. Null means the default. Rare attributes are present only if they are set. */
export interface Cell {
  /** The character with its combining marks; empty in the second column of a wide character. */ char: string;
  /** Number of columns; 0 for the second column of a wide character. */ width: number;
  fg: number | string | null;
  bg: number | string | null;
  /** Bold. */ bold: boolean;
  /** Faint. */ faint: boolean;
  /** Italic. */ italic: boolean;
  /** Foreground and background are swapped. */ inverse: boolean;
  underline: 'single' | 'double' | 'curly' | 'dotted' | 'dashed' | null;
  /** Blinking. */ blink?: boolean | undefined;
  /** Not visible (SGR 8). */ invisible?: boolean | undefined;
  /** Struck through. */ strikethrough?: boolean | undefined;
  /** Overlined. */ overline?: boolean | undefined;
  /** Absent if it is the foreground colour. */ underline_color?: number | string | undefined;
  /** Target of the hyperlink (OSC 8). */ link?: string | undefined;
}

/** The style of a cell. Attributes that are not set are absent. */
export interface Style extends TextStyle {
  /** Not visible (SGR 8). */ invisible?: boolean | undefined;
  /** Target of the hyperlink (OSC 8). */ link?: string | undefined;
}

/** One match of a selector. Rows and columns start at 0. */
export interface Selected {
  row: number;
  col: number;
  /** The last cell of the match. */ end: { row: number; col: number };
  /** The cell in the middle of the match, where a mouse gesture is performed. */
  cell: { row: number; col: number };
  /** Redacted. */ text: string;
}

/** Colours of a picture. `dark` has the colours that the terminal reports to programs. Colours that the program changes (OSC 4, 10, 11, 12) override every theme. */
export type Theme = 'dark' | 'light' | {
  /** The theme of all colours that are not set here. Default: `"dark"`. */ base?: 'dark' | 'light' | undefined;
  foreground?: string | undefined;
  background?: string | undefined;
  cursor?: string | undefined;
  /** The palette, from index 0. */ colors?: readonly string[] | undefined;
};

/** A picture of a screen at one moment. */
export interface Screenshot {
  format: 'text' | 'ansi' | 'json' | 'svg' | 'png';
  mime: string;
  /** Text, or base64 for `png`. */ data: string;
  /** In pixels for `svg` and `png`, otherwise columns. */ width: number;
  /** In pixels for `svg` and `png`, otherwise rows. */ height: number;
  /** The sequence of the screen in the picture. */ sequence: number;
}

/** Text over a screen. Its content is redacted. */
export interface Overlay extends LayerFields {
  overlay: string;
  x: number;
  y: number;
  /** Null: the width of the text. */ width: number | null;
  height: number | null;
}

/** Rows that a panel takes from the program. Its content is redacted. */
export interface Panel extends LayerFields {
  panel: string;
  position: 'top' | 'bottom';
  height: number;
  /** The first row of the panel; null while it is hidden. */ row: number | null;
}

export interface RecordingInfo {
  recording: string;
  session: string;
  /** `null` if the recording is kept in memory. */ path: string | null;
  format: 'asciicast-v2' | 'asciicast-v3' | 'actions-json' | 'jsonl-frames';
  /** Bytes that this recording has written so far. */ bytes: number;
  /** Lines written so far, including a header. */ events: number;
  duration_ms: number;
  /** `null` while it continues; otherwise `exited`, `stopped`, `full`, `lost` with its host, or the error that ended the file, such as `ENOSPC`. */
  ended: string | null;
}

/** The manifest of a plugin. */
export interface Manifest {
  /** The name of the plugin. */ name: string;
  /** The purpose of the plugin: to drive a program, to act on one, or to provide predicates for waits. */
  kind: 'adapter' | 'macro' | 'matcher';
  /** The version of the plugin. */ version: string;
  /** A sentence that helps users choose a plugin. */ description?: string | undefined;
  /** The runtime of the plugin. `wasm` is reserved, but not supported. */ runtime?: 'lua' | 'wasm' | undefined;
  /** The main file, relative to the folder of the manifest. Give both `entrypoint` and `runtime`, or neither. */
  entrypoint?: string | undefined;
  /** What the plugin may do. Everything else is denied. */
  permissions: ('session.spawn' | 'session.kill' | 'session.resize' | 'screen.read' | 'transcript.read' | 'input.write' | 'matcher.wait')[];
  /** The program that `adapter.start` starts by default. */
  default_target?: {
    /** Executable name or path. */ program: string;
    /** Arguments of the program. Not used when a caller names a program. */ args: string[];
    /** Used if the caller gives no number of rows. Defaults to 40. */ rows?: number | undefined;
    /** Used if the caller gives no number of columns. Defaults to 120. */ cols?: number | undefined;
    /** Environment variables. Values that the caller gives take precedence. */ env: Record<string, string>;
    /** Environment variables that take precedence over values that the caller gives. */
    required_env: Record<string, string>;
  } | undefined;
  /** How `adapter.start` finds the version of the program, and what depends on the version. It runs each program file once for this. */
  program_version?: {
    /** The arguments that make the program print its version and exit. */ args: string[];
    /** The pattern that finds the version in the output: its first group, or the whole match if it has no group. */
    pattern: string;
    /** The first range that contains the version applies. If no range contains it, columns are counted by code points. */
    ranges: {
      /** The first version of the range. If absent, the range has no lower bound. */ from?: string | undefined;
      /** The first version after the range. If absent, the range has no upper bound. */ before?: string | undefined;
      /** How the program counts columns in these versions: by code points as wcwidth does, or by grapheme clusters. */
      widths: 'codepoint' | 'grapheme';
    }[];
  } | undefined;
  /** The number of status rows at the bottom of the screen. Defaults to 3. */ status_rows?: number | undefined;
  /** How many rows that have scrolled off since the last call of `classify` it gets in `ctx.scrolled`. Defaults to 0. */
  scrolled_rows?: number | undefined;
}

/** How a client drives the program of a plugin as an agent. */
export interface AgentDescription {
  /** The states that a client must react to, by name. */
  states: Record<string, {
    /** `starting`: accepts no input yet; `idle`: accepts a prompt, and no turn is running; `busy`: a turn is running; `permission` and `question`: a dialog waits for a choice or an answer; `login`: a login is missing; `failed`: the turn or the program has ended with an error; `page`: another page is open, which the intent `no` closes. */
    role: 'starting' | 'idle' | 'busy' | 'permission' | 'question' | 'login' | 'failed' | 'page';
    /** The field of the metadata with the dialog: `options`, and its text. */ details?: string | undefined;
    /** The intent that chooses the plain Yes. It returns when the dialog has taken the answer. Default: `"approve"`. */
    yes: string;
    /** The intent that chooses the No. Default: `"deny"`. */ no: string;
  }>;
  /** Whether the events of a state contain each turn: `turn_started`, its text and tools, and `turn_complete`. Default: `false`. */
  events: boolean;
  /** The modes for `set_mode`. */ modes: { id: string; name: string; description?: string | undefined }[];
  /** The commands for `slash_command` that need no page of the program. */
  commands: { name: string; description: string; hint?: string | undefined }[];
  /** Kinds of tools by name: `read`, `edit`, `search`, `execute`, `fetch`, `think` and so on. */
  tools: Record<string, string>;
  /** What the program does not draw of a command or a change. A Yes is then refused unless `accept_unseen` is set. */
  hides?: string | undefined;
  arguments: {
    /** They start a session with the id `{session}`, a UUID. */ session?: string[] | undefined;
    /** They continue the session with the id `{session}`. */ resume?: string[] | undefined;
    /** They add the MCP servers in the JSON file `{file}`: `{"mcpServers": {NAME: …}}`. */
    mcp_servers?: string[] | undefined;
  };
  /** Variables with which a session of an agent starts, so that its text can be read completely. */
  environment: Record<string, string>;
}

/** The state of a program, as its plugin reports it. Redacted. */
export interface State {
  /** The name of the state, defined by the plugin. `plugin_error` means that the plugin failed. */
  state: string;
  /** From 0 to 1. */ confidence: number;
  /** Why the plugin reports this state. */ evidence: string;
  /** The sequence of the screen that was classified. */ sequence: number;
  /** The value that the last intent set. It stays until another intent changes or clears it. */
  last_intent: string | null;
  metadata: Record<string, unknown>;
  /** Other states that the plugin considered. */ candidates: { state: string; confidence: number }[];
  /** The events of the turn that the plugin reports, numbered by `seq`. */
  events: { kind: string; seq?: number | undefined }[];
}

export type ServerCapabilitiesParams = Record<string, never>;
export type ServerCapabilitiesResult = Capabilities;
export type RpcDiscoverParams = Record<string, never>;
export interface RpcDiscoverResult { openrpc: string; methods: { name: string }[] }
export type InitializedParams = Record<string, unknown>;
export type InitializedResult = null;
export type ShutdownParams = Record<string, never>;
export type ShutdownResult = null;
export type ExitParams = Record<string, never>;
export type ExitResult = null;

export interface ServerOpenPageParams {
  /** The port to listen on, if the page is not served yet; 0 selects a free port. Default: `0`. */
  port?: number | undefined;
}

export interface ServerOpenPageResult { url: string }
export type ServerClosePageParams = Record<string, never>;

export interface ServerClosePageResult {
  /** False if no page was open. */ closed: boolean;
}

export interface ServerSetNotificationsParams {
  enabled: boolean;
  sessions?: readonly string[] | undefined;
  adapters?: readonly string[] | undefined;
  /** The kinds of `session.terminal` events to send; empty sends all kinds. */
  kinds?: readonly TerminalEventKind[] | undefined;
  /** Send `session.output`. Disable it if the client reads screens only. Default: `true`. */
  output?: boolean | undefined;
  /** Send events when waits start and end. Default: `false`. */ waits?: boolean | undefined;
  /** Send events when sessions are created, renamed, tagged or closed. Default: `false`. */
  lifecycle?: boolean | undefined;
  /** Send `layer.changed` when overlays or panels change. Default: `false`. */ layers?: boolean | undefined;
}

export interface ServerSetNotificationsResult { enabled: boolean; sessions: string[]; adapters: string[] }

export interface ServerResumeParams {
  key: string;
  /** How long the client is kept without a connection, in milliseconds. Default: `30000`. */
  keep_ms?: number | undefined;
}

export interface ServerResumeResult {
  /** False if no client had the key. */ resumed: boolean;
  /** The sessions whose input lock the client holds. */ holds: string[];
  /** The notifications that the client has enabled, as in `server.set_notifications`. */
  notifications: {
    sessions: string[];
    adapters: string[];
    /** The kinds of `session.terminal` events to send; empty sends all kinds. */ kinds: TerminalEventKind[];
    /** Send `session.output`. Disable it if the client reads screens only. Default: `true`. */ output: boolean;
    /** Send events when waits start and end. Default: `false`. */ waits: boolean;
    /** Send events when sessions are created, renamed, tagged or closed. Default: `false`. */ lifecycle: boolean;
    /** Send `layer.changed` when overlays or panels change. Default: `false`. */ layers: boolean;
  } | null;
}

export type FleetHostsParams = Record<string, never>;
export interface FleetHostsResult { hosts: HostInfo[] }

export interface SessionCreateParams extends SessionOptions {
  /** Executable name or path; a name is looked up in the PATH of the new program. */ program: string;
  args?: readonly string[] | undefined;
  /** Default: `24`. */ rows?: number | undefined;
  /** Default: `80`. */ cols?: number | undefined;
  /** Default: `0`. */ pixel_width?: number | undefined;
  /** Default: `0`. */ pixel_height?: number | undefined;
  /** Make bash, zsh and fish report the start and the end of each command (OSC 133), for `command_finished`. Sets PS0 and PROMPT_COMMAND for bash; an inherited PROMPT_COMMAND still runs. Sets ZDOTDIR for zsh and XDG_DATA_DIRS for fish; their own values are restored before the files of the user are read. Default: `false`. */
  shell_integration?: boolean | undefined;
  /** In a fleet, what the host must be. Of those hosts, a gateway chooses the one with the least load. Outside a fleet, no server has a host name or labels. */
  place?: {
    /** The name of a host of the fleet. */ host?: string | undefined;
    /** Labels that the host must have, such as `{"gpu": "yes"}`. */ labels?: Record<string, string> | undefined;
  } | undefined;
  /** Return the session with this `name` if there is one, in place of an error. Default: `false`. */
  reuse?: boolean | undefined;
}

export interface SessionCreateResult {
  session: string;
  /** The session existed before. */ reused?: true | undefined;
}

export interface SessionListParams {
  /** Return for each session what `session.info` returns. Default: `false`. */ details?: boolean | undefined;
  /** The name of a host of the fleet. */ host?: string | undefined;
  /** Labels that the host must have, such as `{"gpu": "yes"}`. */ labels?: Record<string, string> | undefined;
  /** A tag that the session must have. */ tag?: string | undefined;
}

export interface SessionListResult {
  sessions: string[];
  details?: SessionInfo[] | undefined;
  /** Sessions of hosts that a gateway has lost. Their programs are gone or out of reach. */
  lost?: string[] | undefined;
}

export type SessionInfoParams = SessionTarget;
export type SessionInfoResult = SessionInfo;

export interface SessionRenameParams extends SessionTarget {
  /** A name that can be used in place of the session id. */ name?: string | undefined;
  /** Replaces all tags. */ tags?: readonly string[] | undefined;
}

export interface SessionRenameResult { session: string; name: string | null; tags: string[] }

export interface SessionResizeParams extends SessionTarget {
  rows: number;
  cols: number;
  /** Default: `0`. */ pixel_width?: number | undefined;
  /** Default: `0`. */ pixel_height?: number | undefined;
}

export interface SessionResizeResult { resized: true }

export interface SessionKillParams extends SessionTarget {
  /** Send SIGKILL at once. Default: `false`. */ force?: boolean | undefined;
}

export interface SessionKillResult { killed: true }
export type SessionCloseParams = SessionTarget;
export interface SessionCloseResult { closed: true }

export interface SessionInputParams extends SessionTarget {
  action: Action;
  /** Actions to perform after `action`, in order. Without `action`, the first one takes its place. */
  actions?: readonly Action[] | undefined;
}

export interface SessionInputResult {
  sent: true;
  /** Bytes written to the program. */ bytes: number;
  /** Why the input may not have the intended effect. */ warnings?: string[] | undefined;
}

export interface SessionActParams extends ReadOptions, SessionTarget {
  matcher: Matcher;
  /** How long to wait, in milliseconds. 0 checks once and does not wait. Default: `30000`. */
  timeout_ms?: number | undefined;
  /** A name chosen by the caller, with which the wait can be cancelled. */ wait_id?: string | undefined;
  /** How much evidence the wait returns: the snapshot and the end of the transcript, the text only, or nothing. Default: `"full"`. */
  evidence?: 'full' | 'text' | 'none' | undefined;
  actions: readonly Action[];
}

export type SessionActResult = Evidence;

export interface SessionMouseParams extends ReadOptions, SessionTarget {
  selector: Selector;
  /** The gesture to perform; defaults to a click. */
  gesture?: {
    event: 'press';
    /** Default: `"left"`. */ button?: 'left' | 'middle' | 'right' | 'back' | 'forward' | undefined;
    /** Modifier keys held during the gesture. */ modifiers?: readonly ('shift' | 'alt' | 'ctrl')[] | undefined;
  } | {
    event: 'release';
    /** Default: `"left"`. */ button?: 'left' | 'middle' | 'right' | 'back' | 'forward' | undefined;
    /** Modifier keys held during the gesture. */ modifiers?: readonly ('shift' | 'alt' | 'ctrl')[] | undefined;
  } | {
    event: 'click';
    /** Default: `"left"`. */ button?: 'left' | 'middle' | 'right' | 'back' | 'forward' | undefined;
    /** Default: `1`. */ count?: number | undefined;
    /** Modifier keys held during the gesture. */ modifiers?: readonly ('shift' | 'alt' | 'ctrl')[] | undefined;
  } | {
    event: 'move';
    /** Modifier keys held during the gesture. */ modifiers?: readonly ('shift' | 'alt' | 'ctrl')[] | undefined;
  } | {
    event: 'drag';
    /** Default: `"left"`. */ button?: 'left' | 'middle' | 'right' | 'back' | 'forward' | undefined;
    /** Modifier keys held during the gesture. */ modifiers?: readonly ('shift' | 'alt' | 'ctrl')[] | undefined;
  } | {
    event: 'scroll';
    direction: 'up' | 'down' | 'left' | 'right';
    /** Default: `1`. */ count?: number | undefined;
    /** Modifier keys held during the gesture. */ modifiers?: readonly ('shift' | 'alt' | 'ctrl')[] | undefined;
  } | undefined;
  /** Which match to use if there are several. Default: `"fail"`. */
  ambiguity?: 'fail' | 'first' | 'last' | undefined;
  /** How long to wait, in milliseconds. 0 checks once and does not wait. Default: `30000`. */
  timeout_ms?: number | undefined;
}

export interface SessionMouseResult {
  selected: Selected;
  /** Bytes written to the program. */ bytes: number;
}

export interface SessionCaptureInputParams extends SessionTarget {
  /** `everyone`: writes by others are refused. `people`: programs can still write; keys that people type are sent to the holder and not written. Default: `"everyone"`. */
  from?: 'everyone' | 'people' | undefined;
  /** The name that other clients see. */ name?: string | undefined;
  /** Take the lock from its holder: a program can take it from a program, a person from a person or a program. Default: `false`. */
  take_over?: boolean | undefined;
}

export interface SessionCaptureInputResult {
  holder: Holder | null;
  /** Whether this connection holds the lock. */ holds: boolean;
}

export type SessionReleaseInputParams = SessionTarget;

export interface SessionReleaseInputResult {
  /** False if this connection did not hold the lock. */ released: boolean;
}

export interface SessionWaitParams extends ReadOptions, SessionTarget {
  matcher: Matcher;
  /** How long to wait, in milliseconds. 0 checks once and does not wait. Default: `30000`. */
  timeout_ms?: number | undefined;
  /** A name chosen by the caller, with which the wait can be cancelled. */ wait_id?: string | undefined;
  /** How much evidence the wait returns: the snapshot and the end of the transcript, the text only, or nothing. Default: `"full"`. */
  evidence?: 'full' | 'text' | 'none' | undefined;
}

export type SessionWaitResult = Evidence;

export interface SessionCancelWaitParams {
  /** A name chosen by the caller, with which the wait can be cancelled. */ wait_id: string;
}

export interface SessionCancelWaitResult { cancelled: boolean; wait_id: string }

export interface SessionFindParams extends ReadOptions, SessionTarget {
  selector: Selector;
  /** Which match to use if there are several. Default: `"fail"`. */
  ambiguity?: 'fail' | 'first' | 'last' | 'all' | undefined;
  /** How long to wait, in milliseconds. 0 checks once and does not wait. Default: `30000`. */
  timeout_ms?: number | undefined;
}

export interface SessionFindResult { found: Selected[]; sequence: number }

export interface SessionSnapshotParams extends ReadOptions, SessionTarget {
  /** Whether to return colors and styles, and in which form. Default: `"none"`. */
  cells?: 'none' | 'runs' | 'full' | undefined;
  /** Return only this part of the screen. */ region?: Region | undefined;
  /** Include overlays and panels, as viewers see them. `sequence` then counts their changes too; compare it only with other reads with `layers`. Default: `false`. */
  layers?: boolean | undefined;
  /** A sequence number. If the screen has not changed since, only `sequence` and `unchanged` are returned. */
  if_changed_since?: number | undefined;
}

export type SessionSnapshotResult = Snapshot | { sequence: number; unchanged: true };

export interface SessionScreenshotParams extends ReadOptions, SessionTarget {
  /** `ansi`: text with escape sequences; `json`: a snapshot with its cells as runs. Default: `"png"`. */
  format?: 'text' | 'ansi' | 'json' | 'svg' | 'png' | undefined;
  /** In pixels, for `svg` and `png`. The width and height of a cell are rounded to whole pixels. Default: `15`. */
  font_size?: number | undefined;
  /** The family of a monospace font that is installed on the server, for `svg` and `png`. The error for an unknown font lists the available ones. Defaults to DejaVu Sans Mono, which every server has. */
  font?: string | undefined;
  /** Colours, for `svg` and `png`. Default: `"dark"`. */ theme?: Theme | undefined;
  /** Draw the cursor if it is visible, for `svg` and `png`. Default: `true`. */ cursor?: boolean | undefined;
  /** Render only this part of the screen. */ region?: Region | undefined;
  /** Pixels of a `png` per pixel of the `svg`: 2 for a high-density display. Default: `1`. */
  scale?: number | undefined;
  /** Include overlays and panels, as viewers see them. `sequence` then counts their changes too; compare it only with other reads with `layers`. Default: `false`. */
  layers?: boolean | undefined;
}

export type SessionScreenshotResult = Screenshot;

export interface SessionScrollbackParams extends ReadOptions, SessionTarget {
  /** The first row: 0 is the oldest kept row, -1 the newest. Default: `-100`. */ start?: number | undefined;
  /** Maximum number of rows. Fewer are returned if the reply would be too large; continue from there. Default: `100`. */
  count?: number | undefined;
}

export interface SessionScrollbackResult {
  lines: string[];
  /** The index of the first returned line, from 0. */ start: number;
  /** Number of kept rows. */ total: number;
}

export type SessionPaletteParams = SessionTarget;

export interface SessionPaletteResult {
  /** Colors as `#rrggbb`, with the keys `0` to `255`, `foreground`, `background` and `cursor`. */
  colors: Record<string, string>;
  /** The colors that differ from the defaults. A client that shows the session in its theme shows these as they are. */
  changed: string[];
}

export interface SessionSetPaletteParams extends SessionTarget {
  /** The keys are those of `session.palette`; null resets the color. */ colors: Record<string, string | null>;
}

export interface SessionSetPaletteResult {
  /** Colors as `#rrggbb`, with the keys `0` to `255`, `foreground`, `background` and `cursor`. */
  colors: Record<string, string>;
}

export interface SessionTranscriptParams extends ReadOptions, SessionTarget {
  /** Return only text from this cursor on. A cursor beyond the end returns nothing. */
  since?: number | undefined;
  /** The marker at which to start. */ from?: string | undefined;
  /** The marker at which to end. */ to?: string | undefined;
  /** Maximum number of characters, counted from the given start, or from the end if no start is given. */
  max_chars?: number | undefined;
  /** Remove escape sequences and normalize line ends to line feeds. Default: `false`. */
  strip_escapes?: boolean | undefined;
}

export interface SessionTranscriptResult {
  text: string;
  /** The cursor of the first returned character. */ start: number;
  /** The cursor after the last returned character. */ next: number;
  /** Some of the requested text is no longer kept. */ dropped: boolean;
  markers: Record<string, number>;
  /** At a gateway of a fleet: the host of the session is lost. The text is what was kept of its redacted output, without markers. Cursors count redacted characters. */
  lost?: true | undefined;
}

export interface SessionAttachParams extends SessionTarget {
  /** The name that other clients see. */ name?: string | undefined;
  /** The viewer cannot type. Default: `false`. */ read_only?: boolean | undefined;
  /** The size of the viewer's terminal. If the session is larger, the viewer shows the part with the cursor, or the top left if no cursor is visible. */
  size?: { rows: number; cols: number } | undefined;
  /** Resize the session to the size of this terminal. The last viewer that set this decides; when none is left, the session gets its former size back. Requires the permission `session.resize`. Default: `false`. */
  resize?: boolean | undefined;
  /** Show the screen unredacted. Requires a server that was started with `--raw-view`. Default: `false`. */
  raw?: boolean | undefined;
  /** Send the next frame only after `session.drawn`. For clients that receive faster than they can render, such as a browser. Default: `false`. */
  paced?: boolean | undefined;
  /** The value of `PTYWRIGHT_SESSION_TAG` in the environment of the viewer. The call is refused if the terminal of the viewer is inside the session, because the session would then show itself endlessly. */
  inside?: string | undefined;
}

export interface SessionAttachResult {
  /** The id of the session. */ session: string;
  /** The id of the viewer, for later calls. */ viewer: string;
  /** The first frame. It clears the terminal. */ data: string;
  /** The size of the session with its panels. */ size: ScreenSize;
  holder: Holder | null;
  /** Whether this connection holds the lock. */ holds: boolean;
  /** All viewers of the session, including this one. */ viewers: Viewer[];
  exit: Exit | null;
}

export interface SessionDetachParams extends SessionTarget {
  /** The id of a viewer of this connection, from `session.attach`. */ viewer: string;
}

export interface SessionDetachResult { detached: true }
export type SessionDetachAllParams = SessionTarget;

export interface SessionDetachAllResult {
  /** Number of viewers that were detached. */ detached: number;
}

export interface SessionViewParams extends SessionTarget {
  /** The id of a viewer of this connection, from `session.attach`. */ viewer: string;
  /** The size of the viewer's terminal. If the session is larger, the viewer shows the part with the cursor, or the top left if no cursor is visible. */
  size?: { rows: number; cols: number } | undefined;
  /** Whether the session takes the size of this terminal. Requires the permission `session.resize`. */
  resize?: boolean | undefined;
  read_only?: boolean | undefined;
}

export interface SessionViewResult { changed: true }

export interface SessionLookParams extends SessionTarget {
  /** The id of a viewer of this connection, from `session.attach`. */ viewer: string;
  /** Where the steps start: at the current position, at the oldest kept row, or at the end of the screen. `cursor` makes the viewer follow the cursor again, without steps. Default: `"here"`. */
  from?: 'here' | 'oldest' | 'newest' | 'cursor' | undefined;
  /** In rows; negative values scroll up. Default: `0`. */ down?: number | undefined;
  /** In columns; negative values scroll left. Default: `0`. */ right?: number | undefined;
}

export interface SessionLookResult {
  /** What is outside the visible part, for each side. Null if the viewer follows the cursor. */
  beyond: {
    /** Number of rows above the visible part. */ above: number;
    below: number;
    /** Number of columns to the left of it. */ left: number;
    right: number;
  } | null;
}

export type SessionDrawnParams = SessionDetachParams;
export interface SessionDrawnResult { noted: true }

export interface SessionTypeParams extends SessionTarget {
  /** The id of a viewer of this connection, from `session.attach`. */ viewer: string;
  data: string;
  /** The terminal has more bytes to send. Default: `false`. */ more?: boolean | undefined;
}

export interface SessionTypeResult {
  /** Bytes written to the program. */ bytes: number;
  /** Whether the holder of the input lock got the keys. They were then not written. */ captured: boolean;
}

export interface OverlayCreateParams extends SessionTarget {
  /** The first column, from 0, in the whole terminal. */ x: number;
  /** The first row, from 0, in the whole terminal with panels. */ y: number;
  /** Longer text is cut. With a width, a height or a background, the overlay covers its whole area. */
  width?: number | undefined;
  height?: number | undefined;
  /** The stacking order; a higher value is rendered over a lower one. Defaults to one above all others. */
  z?: number | undefined;
  /** The background of cells that have no background in their style. */
  background?: number | string | undefined;
  /** Whether the layer can get the focus. Default: `false`. */ focusable?: boolean | undefined;
  spans?: readonly LayerSpan[] | undefined;
}

export interface OverlayCreateResult {
  /** The id of the new overlay. */ overlay: string;
}

export type OverlayListParams = ReadOptions & SessionTarget;
export interface OverlayListResult { overlays: Overlay[] }

export interface OverlayGetParams extends ReadOptions, SessionTarget {
  /** The id of an overlay. */ overlay: string;
}

export type OverlayGetResult = Overlay;
export type OverlayChangeParams = OverlayChange & SessionTarget;
export interface OverlayChangeResult { changed: true }

export interface OverlayDeleteParams extends SessionTarget {
  /** The id of an overlay. */ overlay: string;
}

export interface OverlayDeleteResult { deleted: true }
export type OverlayClearParams = SessionTarget;
export interface OverlayClearResult { cleared: true }

export interface LayerBatchParams extends SessionTarget {
  /** The parameters of `overlay.change` and `panel.change`, applied in this order. */
  changes: readonly (OverlayChange | PanelChange)[];
}

export interface LayerBatchResult { changed: true }
export interface LayerFocusParams extends SessionTarget { layer: string | null }
export interface LayerFocusResult { focused: string | null }
export type LayerStateParams = SessionTarget;

export interface LayerStateResult {
  focused: string | null;
  mode: 'normal' | 'alternate';
  /** The size of the whole terminal. */ size: ScreenSize;
  program: {
    rows: number;
    cols: number;
    /** The first row of the program's screen. */ row: number;
  };
}

export interface LayerSetModeParams extends SessionTarget { mode: 'normal' | 'alternate' }
export interface LayerSetModeResult { mode: 'normal' | 'alternate' }

export interface PanelCreateParams extends SessionTarget {
  /** The edge from which the panel takes rows. If several panels share an edge, the one with the highest `z` is outermost. */
  position: 'top' | 'bottom';
  /** In rows. A panel is hidden while panels with a higher `z` leave no room for it. */ height: number;
  /** The stacking order; a higher value is rendered over a lower one. Defaults to one above all others. */
  z?: number | undefined;
  /** The background of cells that have no background in their style. */
  background?: number | string | undefined;
  /** Whether the layer can get the focus. Default: `false`. */ focusable?: boolean | undefined;
  spans?: readonly LayerSpan[] | undefined;
}

export interface PanelCreateResult {
  /** The id of the new panel. */ panel: string;
}

export type PanelListParams = OverlayListParams;
export interface PanelListResult { panels: Panel[] }

export interface PanelGetParams extends ReadOptions, SessionTarget {
  /** The id of a panel. */ panel: string;
}

export type PanelGetResult = Panel;
export type PanelChangeParams = PanelChange & SessionTarget;
export interface PanelChangeResult { changed: true }

export interface PanelDeleteParams extends SessionTarget {
  /** The id of a panel. */ panel: string;
}

export interface PanelDeleteResult { deleted: true }
export type PanelClearParams = SessionTarget;
export interface PanelClearResult { cleared: true }

export interface BaselineCompareParams extends SessionTarget {
  /** Lowercase letters and digits, with `.` `_` `-` between them. It becomes a part of a file path. */
  name: string;
  /** Whether the comparison includes colors and attributes. Default: `"text"`. */
  mode?: 'text' | 'styled' | undefined;
}

export interface BaselineCompareResult {
  matched: boolean;
  /** Whether a baseline with this name exists. */ exists: boolean;
  /** The lines that differ, numbered from 1, redacted. */
  changes: { line: number; baseline: string; screen: string }[];
  summary: string;
  baseline_path: string;
  /** The file with the screen that differs from its baseline. */ screen_path?: string | undefined;
}

export interface BaselineUpdateParams extends SessionTarget {
  /** Lowercase letters and digits, with `.` `_` `-` between them. It becomes a part of a file path. */
  name: string;
}

export interface BaselineUpdateResult { path: string; replaced: boolean }
export type BaselineListParams = Record<string, never>;
export interface BaselineListResult { names: string[] }

export interface RecordingStartParams extends SessionTarget {
  /** The file to write, on the machine of the server. Only its owner can read it. Without a path, the recording is kept in memory, up to 4 MiB, and `recording.stop` returns it. */
  path?: string | undefined;
  /** Default: `"asciicast-v2"`. */
  format?: 'asciicast-v2' | 'asciicast-v3' | 'actions-json' | 'jsonl-frames' | undefined;
  /** Record input in an asciicast too. Default: `false`. */ input?: boolean | undefined;
  /** The size at which the recording ends. Default: `67108864`. */ max_bytes?: number | undefined;
  /** Append to an existing recording of the same format. Without this, an existing file is refused. Not supported for asciicast-v2. Default: `false`. */
  append?: boolean | undefined;
  /** Time between two frames of `jsonl-frames`, in milliseconds. Default: `200`. */
  interval_ms?: number | undefined;
  /** `false` writes secrets unredacted. It requires the permission `raw.write`. Default: `true`. */
  redact?: boolean | undefined;
  /** Rules for this read only, in addition to those of the session. */ redaction?: RedactionOptions | undefined;
}

export interface RecordingStartResult { recording: string }

export interface RecordingMarkParams {
  /** The id of a recording. */ recording: string;
  label: string;
}

export interface RecordingMarkResult { marked: true }

export interface RecordingStopParams {
  /** The id of a recording. */ recording: string;
}

export interface RecordingStopResult extends RecordingInfo {
  /** The recording, if it was kept in memory. */ text?: string | undefined;
}

export type RecordingListParams = Record<string, never>;
export interface RecordingListResult { recordings: RecordingInfo[] }

export interface RecordingReadParams {
  /** The id of a recording. */ recording: string;
  /** The byte at which to start: 0, or `next` of a previous reply. Default: `0`. */ offset?: number | undefined;
}

export interface RecordingReadResult extends RecordingInfo {
  /** Complete lines, at most one MiB; empty if there is nothing new. */ text: string;
  /** The offset for the next call. */ next: number;
  /** At a gateway of a fleet: the host of the recording is lost. The text is what was kept of the recording. */
  lost?: true | undefined;
  /** With `lost`: lines from `offset` on are no longer kept. The text has the lines after them. */
  dropped?: true | undefined;
}

export interface RecordingFilmParams {
  /** The id of a recording. */ recording: string;
  /** The file to write, on the machine of the server. It ends in `.gif`, `.mp4` or `.webm`. It appears when it is complete, and only its owner can read it. */
  path: string;
  /** Must agree with the extension of `path` if both are given. */ format?: 'mp4' | 'webm' | 'gif' | undefined;
  /** Maximum number of pictures per second; for a GIF at most 50. Default: `10`. */ fps?: number | undefined;
  /** In pixels; reduced if the pictures would be too large. Default: `15`. */ font_size?: number | undefined;
  /** The family of a monospace font that is installed on the server, for `svg` and `png`. The error for an unknown font lists the available ones. Defaults to DejaVu Sans Mono, which every server has. */
  font?: string | undefined;
  /** Default: `"dark"`. */ theme?: 'dark' | 'light' | undefined;
  /** Shorten each pause to this, in milliseconds. */ idle_ms?: number | undefined;
  /** Send `recording.progress` events. Default: `false`. */ progress?: boolean | undefined;
}

export interface RecordingFilmResult {
  path: string;
  /** Number of pictures. A picture of a GIF stays until the screen changes. */ frames: number;
  /** In pixels. */ width: number;
  height: number;
  bytes: number;
  /** The length of the film. The last picture is shown until now, or until the recording ended. */
  duration_ms: number;
  /** The limit that ended the film before the end of the recording, such as `filmFrames`. */ cut: string | null;
}

export type PluginCapabilitiesParams = Record<string, never>;

export interface PluginCapabilitiesResult {
  /** The permissions that a manifest may request. */ permissions: string[];
  /** Whether this server runs plugins in Lua. */ embedded_lua: boolean;
  /** Whether this server runs plugins in WebAssembly. */ wasm: boolean;
  /** The plugins that ptywright includes. */ builtin_plugins: Manifest[];
  /** All plugins, including those loaded later. */ plugins: Manifest[];
}

export interface PluginDescribeParams {
  /** The name of a plugin, as in its manifest. */ plugin: string;
}

export interface PluginDescribeResult {
  plugin: string;
  manifest: Manifest;
  /** For `adapter.send`. */ intents: { name: string }[];
  /** For `adapter.wait`. */ wait_matchers: { name: string }[];
  states: { name: string }[];
  /** Only of a plugin for an agent. */ agent?: AgentDescription | undefined;
}

export interface PluginValidateManifestParams {
  /** A [manifest](manifest.md). JSON has the same structure as TOML. */ manifest: Record<string, unknown>;
}

export interface PluginValidateManifestResult { valid: true }

export interface PluginLoadParams {
  /** The path of a manifest in TOML, relative to the working directory of the server. */ manifest_path: string;
}

export interface PluginLoadResult {
  /** The name in the manifest. */ plugin: string;
}

export type PluginUnloadParams = PluginDescribeParams;
export interface PluginUnloadResult { unloaded: true }
export type AdapterListParams = Record<string, never>;
export interface AdapterListResult { plugins: Manifest[] }

export interface AdapterLiveParams {
  /** The name of a host of the fleet. */ host?: string | undefined;
  /** Labels that the host must have, such as `{"gpu": "yes"}`. */ labels?: Record<string, string> | undefined;
  /** A tag that the session must have. */ tag?: string | undefined;
}

export interface AdapterLiveResult {
  adapters: {
    adapter: string;
    plugin: string;
    /** The session of the adapter's program. */ session: string;
    sequence: number;
    /** Whether the program has exited. */ finished: boolean;
  }[];
}

export interface AdapterStartParams extends SessionOptions {
  /** The name of a plugin, as in its manifest. */ plugin: string;
  /** Defaults to the target of the manifest. */ program?: string | undefined;
  /** Defaults to the arguments in the manifest if `program` is the target of the manifest, otherwise to none. */
  args?: readonly string[] | undefined;
  /** Defaults to the manifest's value, or else 40. */ rows?: number | undefined;
  /** Defaults to the manifest's value, or else 120. */ cols?: number | undefined;
  /** Default: `0`. */ pixel_width?: number | undefined;
  /** Default: `0`. */ pixel_height?: number | undefined;
  /** In a fleet, what the host must be. Of those hosts, a gateway chooses the one with the least load. Outside a fleet, no server has a host name or labels. */
  place?: {
    /** The name of a host of the fleet. */ host?: string | undefined;
    /** Labels that the host must have, such as `{"gpu": "yes"}`. */ labels?: Record<string, string> | undefined;
  } | undefined;
}

export interface AdapterStartResult {
  adapter: string;
  plugin: string;
  /** The session of the adapter's program. */ session: string;
  state: State;
}

export interface AdapterResumeParams extends AdapterStartParams {
  /** The adapter to close. An unknown id is not an error. */ prior_adapter?: string | undefined;
}

export type AdapterResumeResult = AdapterStartResult;
export type AdapterCloseParams = AdapterTarget;
export interface AdapterCloseResult { closed: true }

export interface AdapterStateParams extends AdapterTarget {
  /** Return only the events of the turn after the one with this `seq`. */ last_event_seq?: number | undefined;
}

export interface AdapterStateResult { state: State }
export type AdapterInspectParams = ReadOptions & AdapterTarget;

export interface AdapterInspectResult {
  adapter: string;
  plugin: string;
  state: State;
  plain_text: string;
  body_text: string;
  status_text: string;
  transcript_tail: string;
  sequence: number;
}

export type AdapterExplainParams = AdapterTarget;

export interface AdapterExplainResult {
  state: State;
  /** In the order in which the plugin tried them. */
  rules: {
    /** The name of the rule. */ rule: string;
    matched: boolean;
    /** The rows of the screen that the rule is about, from 0. */ rows: number[];
    why?: string | undefined;
  }[];
  /** The intent that runs now, and where it waits. */
  intent?: {
    intent: string;
    /** Counts from 0. */ step: number;
    /** The line of the plugin, such as `main.lua:12`. */ line?: string | undefined;
    /** What the step waits for. */ why?: string | undefined;
  } | undefined;
}

export interface AdapterSnapshotParams extends ReadOptions, AdapterTarget {
  /** Whether to return colors and styles, and in which form. Default: `"none"`. */
  cells?: 'none' | 'runs' | 'full' | undefined;
  /** Return only this part of the screen. */ region?: Region | undefined;
  /** Include overlays and panels, as viewers see them. `sequence` then counts their changes too; compare it only with other reads with `layers`. Default: `false`. */
  layers?: boolean | undefined;
  /** A sequence number. If the screen has not changed since, only `sequence` and `unchanged` are returned. */
  if_changed_since?: number | undefined;
}

export type AdapterSnapshotResult = Snapshot | { sequence: number; unchanged: true };

export interface AdapterTranscriptParams extends ReadOptions, AdapterTarget {
  /** Return only text from this cursor on. A cursor beyond the end returns nothing. */
  since?: number | undefined;
  /** The marker at which to start. */ from?: string | undefined;
  /** The marker at which to end. */ to?: string | undefined;
  /** Maximum number of characters, counted from the given start, or from the end if no start is given. */
  max_chars?: number | undefined;
  /** Remove escape sequences and normalize line ends to line feeds. Default: `false`. */
  strip_escapes?: boolean | undefined;
}

export type AdapterTranscriptResult = SessionTranscriptResult;

export interface AdapterSendParams extends AdapterTarget {
  /** The name of an intent of the plugin; `plugin.describe` lists them. */ intent: string;
  /** Passed to the plugin unchanged. */ params?: Record<string, unknown> | undefined;
}

export interface AdapterSendResult { state: State }

export interface AdapterWaitParams extends AdapterTarget {
  /** The name of a wait matcher of the plugin. Defaults to `wait_turn_matcher` if neither `intent` nor `states` is given. */
  intent?: string | undefined;
  /** Passed to the plugin unchanged. */ params?: Record<string, unknown> | undefined;
  /** Wait for any of these states, in place of an intent. */ states?: readonly string[] | undefined;
  /** With `states`: how long the state must have been one of them, in milliseconds. */
  stable_ms?: number | undefined;
  /** How long to wait, in milliseconds. 0 checks once and does not wait. Default: `120000`. */
  timeout_ms?: number | undefined;
  /** A name chosen by the caller, with which the wait can be cancelled. */ wait_id?: string | undefined;
}

export interface AdapterWaitResult {
  state: State;
  /** The matcher or the state that matched. */ matched: Hit | { kind: 'state'; state: string };
  /** The `wait_id` of the request. */ wait_id?: string | undefined;
}

export interface AdapterTurnParams extends AdapterTarget {
  send: {
    /** The name of an intent of the plugin; `plugin.describe` lists them. */ intent: string;
    /** Passed to the plugin unchanged. */ params?: Record<string, unknown> | undefined;
  };
  /** The same parameters as for `adapter.wait`. */
  wait?: {
    /** The name of a wait matcher of the plugin. Defaults to `wait_turn_matcher` if neither `intent` nor `states` is given. */
    intent?: string | undefined;
    /** Passed to the plugin unchanged. */ params?: Record<string, unknown> | undefined;
    /** Wait for any of these states, in place of an intent. */ states?: readonly string[] | undefined;
    /** With `states`: how long the state must have been one of them, in milliseconds. */
    stable_ms?: number | undefined;
    /** How long to wait, in milliseconds. 0 checks once and does not wait. Default: `120000`. */
    timeout_ms?: number | undefined;
    /** A name chosen by the caller, with which the wait can be cancelled. */ wait_id?: string | undefined;
  } | undefined;
}

export type AdapterTurnResult = AdapterWaitResult;
export type AdapterCancelWaitParams = SessionCancelWaitParams;

export interface AdapterCancelWaitResult {
  cancelled: boolean;
  /** The adapter of the wait. */ adapter?: string | undefined;
  wait_id: string;
}

export type InitializeParams = Record<string, unknown>;
export interface InitializeResult { capabilities: Capabilities; serverInfo: { name: string; version: string } }
export interface SessionOpenedEvent { session: string; sequence: number }
export interface SessionClosedEvent { session: string; sequence: number }
export interface SessionLostEvent { session: string; host: string }
export interface SessionLabelledEvent { session: string; name: string | null; tags: string[] }
export type ServerResumedEvent = Record<string, never>;
export interface SessionChangedEvent { session: string; sequence: number }

export interface SessionOutputEvent {
  session: string;
  sequence: number;
  output: string;
  /** Output before this event is missing, because the client read too slowly. */ dropped?: true | undefined;
}

export interface SessionTerminalEvent {
  session: string;
  sequence: number;
  kind: TerminalEventKind;
  /** The number of this event in the session, from 1. */ number: number;
  /** Data of this kind of event, such as `exit_code` of `command_finished`. */
  facts: Record<string, string | number | boolean | null>;
}

export interface SessionWarningEvent { session: string; sequence: number; warning: string }

export interface SessionExitedEvent {
  session: string;
  sequence: number;
  /** `null` if a signal ended the program. */ exit_code: number | null;
  /** Such as `SIGKILL`. */ signal: string | null;
}

export interface SessionWaitingEvent { session: string; sequence: number; pending_waits: number }

export interface SessionHeldEvent {
  session: string;
  holder: Holder | null;
  /** Whether this connection holds the lock. */ holds: boolean;
}

export interface SessionTypedEvent {
  session: string;
  /** The viewer in which the person typed. */ viewer: string;
  mode: 'capture';
  keys: {
    /** The bytes that the person's terminal sent. */ raw: string;
    /** The key name, as in the action `key`, or the character. Null if it is not a key: a paste or a long text. */
    key: string | null;
    /** Such as `ctrl`. */ modifiers: string[];
  }[];
}

export interface SessionFrameEvent {
  session: string;
  viewer: string;
  /** Text with escape sequences for a terminal. It may be empty if `size` or `exit` is present. */ data: string;
  /** The new size of the session with its panels, if it changed. A terminal that follows it calls `session.view` and then gets a full frame. */
  size?: ScreenSize | undefined;
  /** The program exited. Sent once, and not if the session is closed: then `session.detached` is sent. The viewer stays attached. */
  exit?: Exit | undefined;
}

export interface SessionDetachedEvent { session: string; viewer: string; reason: 'detached' | 'closed' }

export interface LayerChangedEvent {
  session: string;
  /** The sequence that a snapshot with `layers` returns. It counts changes of the screen too. */
  sequence: number;
}

export interface RecordingProgressEvent {
  recording: string;
  /** The path of the film, as in the request. */ path: string;
  /** The time in the recording that is rendered so far. */ at_ms: number;
  of_ms: number;
  /** The number of different pictures so far. */ pictures: number;
}

export interface AdapterStateChangedEvent { adapter: string; session: string; sequence: number; state: State }

/** Every method by name, with its parameters and its result. `Calls` describes them. */
export interface Methods {
  readonly 'server.capabilities': { readonly params: ServerCapabilitiesParams; readonly result: ServerCapabilitiesResult };
  readonly 'rpc.discover': { readonly params: RpcDiscoverParams; readonly result: RpcDiscoverResult };
  readonly 'initialized': { readonly params: InitializedParams; readonly result: InitializedResult };
  readonly 'shutdown': { readonly params: ShutdownParams; readonly result: ShutdownResult };
  readonly 'exit': { readonly params: ExitParams; readonly result: ExitResult };
  readonly 'server.open_page': { readonly params: ServerOpenPageParams; readonly result: ServerOpenPageResult };
  readonly 'server.close_page': { readonly params: ServerClosePageParams; readonly result: ServerClosePageResult };
  readonly 'server.set_notifications': { readonly params: ServerSetNotificationsParams; readonly result: ServerSetNotificationsResult };
  readonly 'server.resume': { readonly params: ServerResumeParams; readonly result: ServerResumeResult };
  readonly 'fleet.hosts': { readonly params: FleetHostsParams; readonly result: FleetHostsResult };
  readonly 'session.create': { readonly params: SessionCreateParams; readonly result: SessionCreateResult };
  readonly 'session.list': { readonly params: SessionListParams; readonly result: SessionListResult };
  readonly 'session.info': { readonly params: SessionInfoParams; readonly result: SessionInfoResult };
  readonly 'session.rename': { readonly params: SessionRenameParams; readonly result: SessionRenameResult };
  readonly 'session.resize': { readonly params: SessionResizeParams; readonly result: SessionResizeResult };
  readonly 'session.kill': { readonly params: SessionKillParams; readonly result: SessionKillResult };
  readonly 'session.close': { readonly params: SessionCloseParams; readonly result: SessionCloseResult };
  readonly 'session.input': { readonly params: SessionInputParams; readonly result: SessionInputResult };
  readonly 'session.act': { readonly params: SessionActParams; readonly result: SessionActResult };
  readonly 'session.mouse': { readonly params: SessionMouseParams; readonly result: SessionMouseResult };
  readonly 'session.capture_input': { readonly params: SessionCaptureInputParams; readonly result: SessionCaptureInputResult };
  readonly 'session.release_input': { readonly params: SessionReleaseInputParams; readonly result: SessionReleaseInputResult };
  readonly 'session.wait': { readonly params: SessionWaitParams; readonly result: SessionWaitResult };
  readonly 'session.cancel_wait': { readonly params: SessionCancelWaitParams; readonly result: SessionCancelWaitResult };
  readonly 'session.find': { readonly params: SessionFindParams; readonly result: SessionFindResult };
  readonly 'session.snapshot': { readonly params: SessionSnapshotParams; readonly result: SessionSnapshotResult };
  readonly 'session.screenshot': { readonly params: SessionScreenshotParams; readonly result: SessionScreenshotResult };
  readonly 'session.scrollback': { readonly params: SessionScrollbackParams; readonly result: SessionScrollbackResult };
  readonly 'session.palette': { readonly params: SessionPaletteParams; readonly result: SessionPaletteResult };
  readonly 'session.set_palette': { readonly params: SessionSetPaletteParams; readonly result: SessionSetPaletteResult };
  readonly 'session.transcript': { readonly params: SessionTranscriptParams; readonly result: SessionTranscriptResult };
  readonly 'session.attach': { readonly params: SessionAttachParams; readonly result: SessionAttachResult };
  readonly 'session.detach': { readonly params: SessionDetachParams; readonly result: SessionDetachResult };
  readonly 'session.detach_all': { readonly params: SessionDetachAllParams; readonly result: SessionDetachAllResult };
  readonly 'session.view': { readonly params: SessionViewParams; readonly result: SessionViewResult };
  readonly 'session.look': { readonly params: SessionLookParams; readonly result: SessionLookResult };
  readonly 'session.drawn': { readonly params: SessionDrawnParams; readonly result: SessionDrawnResult };
  readonly 'session.type': { readonly params: SessionTypeParams; readonly result: SessionTypeResult };
  readonly 'overlay.create': { readonly params: OverlayCreateParams; readonly result: OverlayCreateResult };
  readonly 'overlay.list': { readonly params: OverlayListParams; readonly result: OverlayListResult };
  readonly 'overlay.get': { readonly params: OverlayGetParams; readonly result: OverlayGetResult };
  readonly 'overlay.change': { readonly params: OverlayChangeParams; readonly result: OverlayChangeResult };
  readonly 'overlay.delete': { readonly params: OverlayDeleteParams; readonly result: OverlayDeleteResult };
  readonly 'overlay.clear': { readonly params: OverlayClearParams; readonly result: OverlayClearResult };
  readonly 'layer.batch': { readonly params: LayerBatchParams; readonly result: LayerBatchResult };
  readonly 'layer.focus': { readonly params: LayerFocusParams; readonly result: LayerFocusResult };
  readonly 'layer.state': { readonly params: LayerStateParams; readonly result: LayerStateResult };
  readonly 'layer.set_mode': { readonly params: LayerSetModeParams; readonly result: LayerSetModeResult };
  readonly 'panel.create': { readonly params: PanelCreateParams; readonly result: PanelCreateResult };
  readonly 'panel.list': { readonly params: PanelListParams; readonly result: PanelListResult };
  readonly 'panel.get': { readonly params: PanelGetParams; readonly result: PanelGetResult };
  readonly 'panel.change': { readonly params: PanelChangeParams; readonly result: PanelChangeResult };
  readonly 'panel.delete': { readonly params: PanelDeleteParams; readonly result: PanelDeleteResult };
  readonly 'panel.clear': { readonly params: PanelClearParams; readonly result: PanelClearResult };
  readonly 'baseline.compare': { readonly params: BaselineCompareParams; readonly result: BaselineCompareResult };
  readonly 'baseline.update': { readonly params: BaselineUpdateParams; readonly result: BaselineUpdateResult };
  readonly 'baseline.list': { readonly params: BaselineListParams; readonly result: BaselineListResult };
  readonly 'recording.start': { readonly params: RecordingStartParams; readonly result: RecordingStartResult };
  readonly 'recording.mark': { readonly params: RecordingMarkParams; readonly result: RecordingMarkResult };
  readonly 'recording.stop': { readonly params: RecordingStopParams; readonly result: RecordingStopResult };
  readonly 'recording.list': { readonly params: RecordingListParams; readonly result: RecordingListResult };
  readonly 'recording.read': { readonly params: RecordingReadParams; readonly result: RecordingReadResult };
  readonly 'recording.film': { readonly params: RecordingFilmParams; readonly result: RecordingFilmResult };
  readonly 'plugin.capabilities': { readonly params: PluginCapabilitiesParams; readonly result: PluginCapabilitiesResult };
  readonly 'plugin.describe': { readonly params: PluginDescribeParams; readonly result: PluginDescribeResult };
  readonly 'plugin.validate_manifest': { readonly params: PluginValidateManifestParams; readonly result: PluginValidateManifestResult };
  readonly 'plugin.load': { readonly params: PluginLoadParams; readonly result: PluginLoadResult };
  readonly 'plugin.unload': { readonly params: PluginUnloadParams; readonly result: PluginUnloadResult };
  readonly 'adapter.list': { readonly params: AdapterListParams; readonly result: AdapterListResult };
  readonly 'adapter.live': { readonly params: AdapterLiveParams; readonly result: AdapterLiveResult };
  readonly 'adapter.start': { readonly params: AdapterStartParams; readonly result: AdapterStartResult };
  readonly 'adapter.resume': { readonly params: AdapterResumeParams; readonly result: AdapterResumeResult };
  readonly 'adapter.close': { readonly params: AdapterCloseParams; readonly result: AdapterCloseResult };
  readonly 'adapter.state': { readonly params: AdapterStateParams; readonly result: AdapterStateResult };
  readonly 'adapter.inspect': { readonly params: AdapterInspectParams; readonly result: AdapterInspectResult };
  readonly 'adapter.explain': { readonly params: AdapterExplainParams; readonly result: AdapterExplainResult };
  readonly 'adapter.snapshot': { readonly params: AdapterSnapshotParams; readonly result: AdapterSnapshotResult };
  readonly 'adapter.transcript': { readonly params: AdapterTranscriptParams; readonly result: AdapterTranscriptResult };
  readonly 'adapter.send': { readonly params: AdapterSendParams; readonly result: AdapterSendResult };
  readonly 'adapter.wait': { readonly params: AdapterWaitParams; readonly result: AdapterWaitResult };
  readonly 'adapter.turn': { readonly params: AdapterTurnParams; readonly result: AdapterTurnResult };
  readonly 'adapter.cancel_wait': { readonly params: AdapterCancelWaitParams; readonly result: AdapterCancelWaitResult };
  readonly 'initialize': { readonly params: InitializeParams; readonly result: InitializeResult };
}

/** The methods by group: `calls.session.wait({ … })`. */
export interface Calls {
  readonly server: {
    /** Return the name, version and capabilities of this server. */
    capabilities(params?: ServerCapabilitiesParams, options?: RequestOptions): Promise<ServerCapabilitiesResult>;
    /** Start the browser page that shows all sessions, and return its URL. The page is served on 127.0.0.1 only, until `server.close_page` or the end of the server. Further calls return the same URL. The key after the `#` in the URL opens the page. A page can watch, and can type after a person has taken over the input. It can do nothing else, and all that it shows is redacted. */
    open_page(params?: ServerOpenPageParams, options?: RequestOptions): Promise<ServerOpenPageResult>;
    /** Stop serving the page that `server.open_page` started. Its viewers are disconnected and its key becomes invalid; a page that is opened later has a new key. Pages of other listeners stay open. */
    close_page(params?: ServerClosePageParams, options?: RequestOptions): Promise<ServerClosePageResult>;
    /** Enable or disable notifications on this connection. They are disabled by default. With `sessions` or `adapters`, only events of those are sent. Unknown ids are kept, so a client can subscribe before they exist. Output from before the call is not sent. */
    set_notifications(params: ServerSetNotificationsParams, options?: RequestOptions): Promise<ServerSetNotificationsResult>;
    /** Continue as the client that has this key, or give the key to this client. For a client that connects again after its connection was lost, to the same server or to another gateway of its fleet. Call it with the same key on each connection, before other methods. For `keep_ms` after the end of its connection, a client keeps its input locks, its notifications and its sessions with `close_on_disconnect`. If it still has a connection, that one loses them, and gets `server.resumed`. Calls and viewers end with their connection: call and attach again. Notifications that were on their way when the connection was lost are not sent again: read the screen or the transcript. `exit` ends the client at once. The key is a secret between the client and the server: choose a random one. */
    resume(params: ServerResumeParams, options?: RequestOptions): Promise<ServerResumeResult>;
  };
  readonly rpc: {
    /** Return the OpenRPC document of this protocol. */
    discover(params?: RpcDiscoverParams, options?: RequestOptions): Promise<RpcDiscoverResult>;
  };
  readonly initialize: {
    /** Accept the notification that a client is initialized. It has no effect. */
    (params?: InitializedParams, options?: RequestOptions): Promise<InitializedResult>;
  };
  readonly shutdow: {
    /** Announce that `exit` follows. Sessions continue until then, because other connections may use them. */
    (params?: ShutdownParams, options?: RequestOptions): Promise<ShutdownResult>;
  };
  readonly exi: {
    /** Close this connection. On standard input and output this also ends the server and its sessions. */
    (params?: ExitParams, options?: RequestOptions): Promise<ExitResult>;
  };
  readonly fleet: {
    /** List the hosts of the fleet, with their labels and load. */
    hosts(params?: FleetHostsParams, options?: RequestOptions): Promise<FleetHostsResult>;
  };
  readonly session: {
    /** Create a session: start a program on a new terminal. */
    create(params: SessionCreateParams, options?: RequestOptions): Promise<SessionCreateResult>;
    /** List the sessions, including those whose program has exited. */
    list(params?: SessionListParams, options?: RequestOptions): Promise<SessionListResult>;
    /** Return information about a session: its program, size, modes, and whether it is running or how it ended. */
    info(params: SessionInfoParams, options?: RequestOptions): Promise<SessionInfoResult>;
    /** Change the name or the tags of a session. Omitted parameters stay unchanged. */
    rename(params: SessionRenameParams, options?: RequestOptions): Promise<SessionRenameResult>;
    /** Resize the terminal of a session; the program is notified. With panels, this is the total size; the program gets the rows that the panels leave. */
    resize(params: SessionResizeParams, options?: RequestOptions): Promise<SessionResizeResult>;
    /** End the program and all processes that it started. The session stays, so its last screen can be read. Sends SIGHUP, then SIGTERM, then SIGKILL. The reply is sent when all processes have ended. A program that has already exited is not an error. */
    kill(params: SessionKillParams, options?: RequestOptions): Promise<SessionKillResult>;
    /** Close a session: end its program and remove the session. Its id becomes unknown at once; the reply is sent when the program has ended. */
    close(params: SessionCloseParams, options?: RequestOptions): Promise<SessionCloseResult>;
    /** Send actions to a session: text, a key, a paste, a mouse gesture, a signal or a new size. */
    input(params: SessionInputParams, options?: RequestOptions): Promise<SessionInputResult>;
    /** Send actions and wait for their result in one call. Text from before the input does not match. A text matcher matches text of which at least a part was written after the input, even if the same text was on the screen before. The echo of the input is also new text: `contains_text` with a word of the typed line matches the echo. To wait for the reply, match the start of its row with `screen_regex` and `(?m)^`, or combine the matcher with `screen_stable` in `all`. Matchers of a state, such as `cursor_at`, are evaluated after the program has written any output. Permissions, schemas and the matcher are checked before the first action runs. Actions that depend on terminal modes, such as `mouse` and `focus`, are checked when they run; the actions before them have been sent by then. The timeout starts with the call and includes the time that the input takes. If a list pauses, input from other clients waits until the list has ended. */
    act(params: SessionActParams, options?: RequestOptions): Promise<SessionActResult>;
    /** Perform a mouse gesture on the match of a selector, after waiting for it. The selector is evaluated again in the turn in which the bytes are written. A match that moved is hit at its new position, a match that disappeared is waited for, and several matches are refused. To use the mouse on a given cell, send the action `mouse`. */
    mouse(params: SessionMouseParams, options?: RequestOptions): Promise<SessionMouseResult>;
    /** Capture the input of a session for this connection. Writes by other clients fail with `InputHeld`; a list of actions that pauses ends there. Keys that people type in viewers of other connections are sent to this connection as `session.typed`. The lock ends with `session.release_input` or with the connection. The holder may call this again to change `from` and `name`. A connection counts as a person if it has a viewer of the session that is not read-only; a program cannot use `take_over` against a person. This prevents mistakes only: a program can attach a viewer. */
    capture_input(params: SessionCaptureInputParams, options?: RequestOptions): Promise<SessionCaptureInputResult>;
    /** Release the input lock of a session, so that all clients can write again. */
    release_input(params: SessionReleaseInputParams, options?: RequestOptions): Promise<SessionReleaseInputResult>;
    /** Wait for a matcher to match. Replies in the turn that parses the matching output. If the matcher already matches, it replies at once. */
    wait(params: SessionWaitParams, options?: RequestOptions): Promise<SessionWaitResult>;
    /** Cancel all waits with this `wait_id`, on any connection. An unknown `wait_id` is not an error. */
    cancel_wait(params: SessionCancelWaitParams, options?: RequestOptions): Promise<SessionCancelWaitResult>;
    /** Return the position of the matches of a selector, after waiting for them. */
    find(params: SessionFindParams, options?: RequestOptions): Promise<SessionFindResult>;
    /** Return a snapshot of the current screen. It is redacted by default. */
    snapshot(params: SessionSnapshotParams & { if_changed_since?: undefined }, options?: RequestOptions): Promise<Exclude<SessionSnapshotResult, { unchanged: true }>>;
    /** Return a snapshot of the current screen. It is redacted by default. */
    snapshot(params: SessionSnapshotParams, options?: RequestOptions): Promise<SessionSnapshotResult>;
    /** Render a picture of the current screen. It is redacted by default. Images support Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, Chinese, Japanese and Korean text, emoji in one color, symbols, box-drawing and block characters. A character that no font contains, such as Thai, Indic scripts or icons of patched fonts, is rendered as an empty box, unless the requested `font` contains it. */
    screenshot(params: SessionScreenshotParams, options?: RequestOptions): Promise<SessionScreenshotResult>;
    /** Read rows of the scrollback, oldest first. One reply contains at most two million cells. If more rows are requested, the first ones are returned; continue at `start` plus the number of lines. */
    scrollback(params: SessionScrollbackParams, options?: RequestOptions): Promise<SessionScrollbackResult>;
    /** Return the colors of a session, as set by the program or by a client. */
    palette(params: SessionPaletteParams, options?: RequestOptions): Promise<SessionPaletteResult>;
    /** Set the colors of a session. A color that the program sets has priority. */
    set_palette(params: SessionSetPaletteParams, options?: RequestOptions): Promise<SessionSetPaletteResult>;
    /** Read the transcript of a session: the output of its program, as far as it is kept. It is redacted by default. Without `since`, `from` and `to`, the whole kept transcript is returned. A cursor counts all characters ever written; continue at `next`. One reply contains at most two million characters: the last ones, unless a start is given. */
    transcript(params: SessionTranscriptParams, options?: RequestOptions): Promise<SessionTranscriptResult>;
    /** Attach a viewer to a session: returns the current screen, then sends `session.frame` after each change. A frame is text for a terminal. The terminal must show nothing else in the rows and columns of the frame. A frame contains the redacted screen with overlays and panels, the cursor, the title, and the modes that the program has set, so that keys are encoded as the program expects them. Send what the person types with `session.type`. A connection can have several viewers. They are detached when it closes. */
    attach(params: SessionAttachParams, options?: RequestOptions): Promise<SessionAttachResult>;
    /** Detach a viewer of this connection. It gets no frames after the reply. */
    detach(params: SessionDetachParams, options?: RequestOptions): Promise<SessionDetachResult>;
    /** Detach all viewers of a session, on all connections. The program continues. */
    detach_all(params: SessionDetachAllParams, options?: RequestOptions): Promise<SessionDetachAllResult>;
    /** Change the size or the mode of a viewer. A new size clears the terminal: the next frame is a full one. */
    view(params: SessionViewParams, options?: RequestOptions): Promise<SessionViewResult>;
    /** Scroll a viewer: to rows in the scrollback, or to a part of the screen that does not fit into its terminal. The viewer keeps its position during output, until it follows the cursor again or its person types. Steps beyond the edge end at the edge. The scrollback is above the screen and its panels; the alternate screen has no scrollback. While a viewer is scrolled, its frames set no terminal modes, so keys and mouse events arrive in their default encoding. */
    look(params: SessionLookParams, options?: RequestOptions): Promise<SessionLookResult>;
    /** Acknowledge the last frame of a paced viewer; the server then sends the next one. The first frame, in the reply of `session.attach`, needs an acknowledgement too. At most one frame is in transit, however much a program prints, so the echo of typed keys appears as soon as the viewer can show it. */
    drawn(params: SessionDrawnParams, options?: RequestOptions): Promise<SessionDrawnResult>;
    /** Write the keys that a person typed in a viewer, as the terminal sent them. Complete keys are written, those of one call in one piece. An incomplete key is held for 100 ms; then it is written as a separate key, such as alt with `[`. An escape at the end of a call is written at once, and other clients cannot write for the next 50 ms: bytes that arrive by then belong to the same key, otherwise it is the escape key. If `more` is true, both are held until the remaining bytes arrive. Mouse and focus reports that the program has not enabled are dropped. Mouse reports must be in SGR encoding and are converted to the encoding of the program. A scrolled viewer follows the cursor again. While another client holds the input lock, or any client holds it with `from: people`, the keys are sent to the holder as `session.typed` and not written. `Busy` means that the holder does not read them. */
    type(params: SessionTypeParams, options?: RequestOptions): Promise<SessionTypeResult>;
  };
  readonly overlay: {
    /** Create an overlay: text over the screen of a session, visible to viewers. Programs and matchers do not see it. Snapshots and screenshots include it only with `layers: true`. */
    create(params: OverlayCreateParams, options?: RequestOptions): Promise<OverlayCreateResult>;
    /** List the overlays of a session in order of creation, including hidden ones. */
    list(params: OverlayListParams, options?: RequestOptions): Promise<OverlayListResult>;
    /** Return the position, size, content and visibility of an overlay. */
    get(params: OverlayGetParams, options?: RequestOptions): Promise<OverlayGetResult>;
    /** Change the position, size or content of an overlay. If the change is refused, nothing is applied. */
    change(params: OverlayChangeParams, options?: RequestOptions): Promise<OverlayChangeResult>;
    /** Delete an overlay. */
    delete(params: OverlayDeleteParams, options?: RequestOptions): Promise<OverlayDeleteResult>;
    /** Delete all overlays of the current layer mode. */
    clear(params: OverlayClearParams, options?: RequestOptions): Promise<OverlayClearResult>;
  };
  readonly layer: {
    /** Change several overlays and panels at once. If one change is refused, none is applied. */
    batch(params: LayerBatchParams, options?: RequestOptions): Promise<LayerBatchResult>;
    /** Set the overlay or panel that has the focus; null removes the focus. The focus does not route keys. A client that wants the keys captures the input, and reads the focus from `layer.state`. The focus ends with its overlay or panel. */
    focus(params: LayerFocusParams, options?: RequestOptions): Promise<LayerFocusResult>;
    /** Return the layer that has the focus, the layer mode, and the size that panels leave to the program. */
    state(params: LayerStateParams, options?: RequestOptions): Promise<LayerStateResult>;
    /** Switch between the normal and the alternate set of overlays and panels. The alternate mode shows the layers that were created in it, and deletes them when it ends. It is independent of the alternate screen of the program. */
    set_mode(params: LayerSetModeParams, options?: RequestOptions): Promise<LayerSetModeResult>;
  };
  readonly panel: {
    /** Create a panel: rows at an edge, taken from the program, with text that viewers see. The program gets a smaller size, as when a window shrinks, but keeps at least one row. A panel gets no input. Programs and matchers do not see it. Snapshots and screenshots include it only with `layers: true`. */
    create(params: PanelCreateParams, options?: RequestOptions): Promise<PanelCreateResult>;
    /** List the panels of a session in order of creation, including hidden ones. */
    list(params: PanelListParams, options?: RequestOptions): Promise<PanelListResult>;
    /** Return the position, height, content and visibility of a panel. */
    get(params: PanelGetParams, options?: RequestOptions): Promise<PanelGetResult>;
    /** Change the edge, height or content of a panel. If the change is refused, nothing is applied. */
    change(params: PanelChangeParams, options?: RequestOptions): Promise<PanelChangeResult>;
    /** Delete a panel; its rows go back to the program. */
    delete(params: PanelDeleteParams, options?: RequestOptions): Promise<PanelDeleteResult>;
    /** Delete all panels of the current layer mode. */
    clear(params: PanelClearParams, options?: RequestOptions): Promise<PanelClearResult>;
  };
  readonly baseline: {
    /** Compare the screen with a saved baseline, line by line. Baselines are stored in the folder given by `--artifact-dir`, as redacted text with escape sequences. If the screen differs from its baseline, it is saved in a file beside the baselines. */
    compare(params: BaselineCompareParams, options?: RequestOptions): Promise<BaselineCompareResult>;
    /** Save the screen as a baseline, redacted; replaces an existing baseline with this name. If redaction is off for the session, this requires the permission `raw.write`, and so does a comparison. */
    update(params: BaselineUpdateParams, options?: RequestOptions): Promise<BaselineUpdateResult>;
    /** List the names of the saved baselines. */
    list(params?: BaselineListParams, options?: RequestOptions): Promise<BaselineListResult>;
  };
  readonly recording: {
    /** Start recording a session, from the current screen until its exit or `recording.stop`. The asciicasts contain output with its time, sizes, the exit, and a marker for each call and each transcript marker; they start with the current screen. `actions-json` contains the calls, one per line, from which `ptywright convert` makes a script: an action is placed where it started, a wait where it matched. `jsonl-frames` contains the text of the screen: all of it once per second, and the changed rows in between. Secrets are redacted before anything is written, including input at a password prompt. Text that may be the start of a secret is written with its original time when that is decided. Each line is passed to the system at once, so the file of a killed server can be read up to its last complete line. A recording that reaches `max_bytes` or fills the disk ends with a `session.warning`; the session continues. If all places are taken, a new recording replaces one in memory whose client has disconnected. */
    start(params: RecordingStartParams, options?: RequestOptions): Promise<RecordingStartResult>;
    /** Add a marker to a recording, such as the title of a chapter. A recording that has ended refuses it. */
    mark(params: RecordingMarkParams, options?: RequestOptions): Promise<RecordingMarkResult>;
    /** Stop a recording, or return the result of one that has ended. A recording in memory is removed. The reply is sent when the file is complete. */
    stop(params: RecordingStopParams, options?: RequestOptions): Promise<RecordingStopResult>;
    /** List the recordings that are running, and the most recent ones that have ended. A stopped recording in a file stays in the list and can still be read, until another recording is written to that file. A recording in memory stays until it is stopped. `ended` says why a recording ended. */
    list(params?: RecordingListParams, options?: RequestOptions): Promise<RecordingListResult>;
    /** Read what a recording has written so far, also while it runs. Recordings are redacted when they are written. One that was started with `redact: false` requires the permission `raw.read`. A recording that was appended to an older file cannot be read here, and neither can a file that replaced the file of the recording. */
    read(params: RecordingReadParams, options?: RequestOptions): Promise<RecordingReadResult>;
    /** Render a recording as a film: a GIF, or with ffmpeg an mp4 or webm. The recording must be an asciicast, in memory or in a file that it started. It may still be running, and it is kept. The film shows no picture for longer than a minute, and shows no secrets that the recording does not contain. Two films at most are rendered at the same time, in the background. A cancelled call leaves no file. */
    film(params: RecordingFilmParams, options?: RequestOptions): Promise<RecordingFilmResult>;
  };
  readonly plugin: {
    /** Return the kinds of plugins that this server supports, and the loaded plugins. */
    capabilities(params?: PluginCapabilitiesParams, options?: RequestOptions): Promise<PluginCapabilitiesResult>;
    /** Return what a plugin can do: its intents, wait matchers and states. The plugin returns this from its function `describe`. Without that function, functions whose names end in `_matcher` are wait matchers, all others except `classify` are intents, and the states are unknown. */
    describe(params: PluginDescribeParams, options?: RequestOptions): Promise<PluginDescribeResult>;
    /** Validate a manifest without loading the plugin. Errors are reported as Invalid, with the path of the field. Only `plugin.load` checks that the entrypoint exists. */
    validate_manifest(params: PluginValidateManifestParams, options?: RequestOptions): Promise<PluginValidateManifestResult>;
    /** Load a plugin from its files. Requires a server that was started with `--allow-plugin-load`. The files are read once; later changes apply when the plugin is loaded again. The entrypoint and its modules must be in the folder of the manifest, after links are resolved. A built-in plugin cannot be replaced. */
    load(params: PluginLoadParams, options?: RequestOptions): Promise<PluginLoadResult>;
    /** Unload a plugin that was loaded with `plugin.load`. Requires a server that was started with `--allow-plugin-load`. A built-in plugin cannot be unloaded, and neither can a plugin with open adapters: close them first. */
    unload(params: PluginUnloadParams, options?: RequestOptions): Promise<PluginUnloadResult>;
  };
  readonly adapter: {
    /** List the plugins with which an adapter can start, with the facts of their manifests. */
    list(params?: AdapterListParams, options?: RequestOptions): Promise<AdapterListResult>;
    /** List the open adapters, so that a client that reconnects can find them. */
    live(params?: AdapterLiveParams, options?: RequestOptions): Promise<AdapterLiveResult>;
    /** Start a program and bind a plugin to it. Parameters that the caller omits come from `default_target` of the manifest. For environment variables, the order of precedence is: what the manifest requires, what the caller passes, what the manifest proposes. */
    start(params: AdapterStartParams, options?: RequestOptions): Promise<AdapterStartResult>;
    /** Replace an adapter: close the prior one if it is still open, and start a new one. */
    resume(params: AdapterResumeParams, options?: RequestOptions): Promise<AdapterResumeResult>;
    /** Close an adapter: end its program and remove its session. */
    close(params: AdapterCloseParams, options?: RequestOptions): Promise<AdapterCloseResult>;
    /** Return the current state of the program, as the plugin classifies it. Returns also while a turn is pending. If the plugin fails, the state is `plugin_error`, and the next call starts a new instance of the plugin. */
    state(params: AdapterStateParams, options?: RequestOptions): Promise<AdapterStateResult>;
    /** Return the state and the screen text that it was classified from, split into body and status. The status is the last rows: three, unless the manifest sets another number. A screen of six rows or fewer is all body. If the plugin does not have the permission `transcript.read`, `transcript_tail` is empty. */
    inspect(params: AdapterInspectParams, options?: RequestOptions): Promise<AdapterInspectResult>;
    /** Return the state, each rule that the plugin tried to find it, and where an intent waits. */
    explain(params: AdapterExplainParams, options?: RequestOptions): Promise<AdapterExplainResult>;
    /** Return a snapshot of the program's screen, as `session.snapshot` does. */
    snapshot(params: AdapterSnapshotParams & { if_changed_since?: undefined }, options?: RequestOptions): Promise<Exclude<AdapterSnapshotResult, { unchanged: true }>>;
    /** Return a snapshot of the program's screen, as `session.snapshot` does. */
    snapshot(params: AdapterSnapshotParams, options?: RequestOptions): Promise<AdapterSnapshotResult>;
    /** Read the transcript of an adapter's program, as `session.transcript` does. */
    transcript(params: AdapterTranscriptParams, options?: RequestOptions): Promise<AdapterTranscriptResult>;
    /** Send an intent to the plugin, and return the state after it. An adapter runs one intent at a time; others are queued. A plan may state what the screen must show before its next step. If that does not appear, the remaining steps are skipped, and the call fails with `ExpectationFailed`, which says what the screen showed. */
    send(params: AdapterSendParams, options?: RequestOptions): Promise<AdapterSendResult>;
    /** Wait for a wait matcher of the plugin, or for a state. Evaluated after each visible change, without polling. Other intents and reads can run at the same time. */
    wait(params: AdapterWaitParams, options?: RequestOptions): Promise<AdapterWaitResult>;
    /** Send an intent and wait for its result. No other intent runs in between. Reads can run at the same time. The whole screen counts, but only after the program has written any output since the input. The timeout starts at the last key. */
    turn(params: AdapterTurnParams, options?: RequestOptions): Promise<AdapterTurnResult>;
    /** Cancel all waits and turns with this `wait_id`, on any connection. An unknown `wait_id` is not an error. */
    cancel_wait(params: AdapterCancelWaitParams, options?: RequestOptions): Promise<AdapterCancelWaitResult>;
  };
  readonly initializ: {
    /** Initialize the connection, as a language server does. Optional; the server ignores the parameters. */
    (params?: InitializeParams, options?: RequestOptions): Promise<InitializeResult>;
  };
}

/** Every notification by name, with its parameters. `News` describes them. */
export interface Notifications {
  readonly 'session.opened': SessionOpenedEvent;
  readonly 'session.closed': SessionClosedEvent;
  readonly 'session.lost': SessionLostEvent;
  readonly 'session.labelled': SessionLabelledEvent;
  readonly 'server.resumed': ServerResumedEvent;
  readonly 'session.changed': SessionChangedEvent;
  readonly 'session.output': SessionOutputEvent;
  readonly 'session.terminal': SessionTerminalEvent;
  readonly 'session.warning': SessionWarningEvent;
  readonly 'session.exited': SessionExitedEvent;
  readonly 'session.waiting': SessionWaitingEvent;
  readonly 'session.held': SessionHeldEvent;
  readonly 'session.typed': SessionTypedEvent;
  readonly 'session.frame': SessionFrameEvent;
  readonly 'session.detached': SessionDetachedEvent;
  readonly 'layer.changed': LayerChangedEvent;
  readonly 'recording.progress': RecordingProgressEvent;
  readonly 'adapter.state_changed': AdapterStateChangedEvent;
}

/** Adds listeners by group: `news.session.changed(listener)`. Each returns the function that removes the listener. */
export interface News {
  readonly session: {
    /** A session was created. Sent to subscribers of `lifecycle`, before any other event of the session. */
    opened(listener: (params: SessionOpenedEvent) => void): () => void;
    /** A session was closed. Sent to subscribers of `lifecycle`, as the last event of the session. */
    closed(listener: (params: SessionClosedEvent) => void): () => void;
    /** A gateway has lost the host of a session, with its program. Sent to subscribers of `lifecycle`. If the host was only out of reach, `session.list` has the session again later. */
    lost(listener: (params: SessionLostEvent) => void): () => void;
    /** The name or the tags of a session changed. Sent to subscribers of `lifecycle`, with the current name and tags. */
    labelled(listener: (params: SessionLabelledEvent) => void): () => void;
    /** The screen changed. Changes in one turn are sent as one event. */
    changed(listener: (params: SessionChangedEvent) => void): () => void;
    /** The output of the program since the last event, redacted. Text that may be the start of a secret is held back until that is decided. */
    output(listener: (params: SessionOutputEvent) => void): () => void;
    /** The program sent its terminal something that is not text on the screen: a title, a shell mark, a notification or a mode. Text in it is redacted. If one turn has too many of these events, the oldest ones of the most frequent kind are dropped. */
    terminal(listener: (params: SessionTerminalEvent) => void): () => void;
    /** A task beside the session failed, such as its raw transcript. The session continues. */
    warning(listener: (params: SessionWarningEvent) => void): () => void;
    /** The program exited. Sent once, after the last output. */
    exited(listener: (params: SessionExitedEvent) => void): () => void;
    /** Waits on a session started or ended. Sent to subscribers of `waits`; changes in one turn are sent as one event. */
    waiting(listener: (params: SessionWaitingEvent) => void): () => void;
    /** A client captured or released the input of a session. Sent to all subscribers and viewers of the session. */
    held(listener: (params: SessionHeldEvent) => void): () => void;
    /** A person typed while this connection holds the input lock. The keys are sent here and not written to the program. They are not redacted. */
    typed(listener: (params: SessionTypedEvent) => void): () => void;
    /** A frame: it changes what a viewer shows into the current screen. The next frame is sent when the connection has drained this one and, for a paced viewer, after its acknowledgement. A slow viewer gets fewer frames. */
    frame(listener: (params: SessionFrameEvent) => void): () => void;
    /** A viewer was detached, or its session was closed. It gets no more frames. */
    detached(listener: (params: SessionDetachedEvent) => void): () => void;
  };
  readonly server: {
    /** Another connection has called `server.resume` with the key of this one. The input locks, notifications and sessions of this connection belong to that one now. */
    resumed(listener: (params: ServerResumedEvent) => void): () => void;
  };
  readonly layer: {
    /** Overlays, panels, their focus or the total size changed. Sent to subscribers of `layers`; changes in one turn are sent as one event. */
    changed(listener: (params: LayerChangedEvent) => void): () => void;
  };
  readonly recording: {
    /** The progress of a `recording.film` call. Sent to a caller that set `progress`, a few times per second and before the reply. */
    progress(listener: (params: RecordingProgressEvent) => void): () => void;
  };
  readonly adapter: {
    /** The state of an adapter changed. Changes during one classification are sent as one event. */
    state_changed(listener: (params: AdapterStateChangedEvent) => void): () => void;
  };
}

interface FaultOf<Name> {
  /** Name of the fault. */
  fault: Name;
}

/** The data of each fault by name. */
export interface Faults {
  /** A parameter is invalid. */
  readonly Invalid: FaultOf<'Invalid'> & {
    /** Path of the invalid parameter, such as `matcher.value.rows`. Empty for all parameters. */ path: string;
    reason: string;
    expected?: string | undefined;
    got?: string | undefined;
  };
  /** No session has that id. */
  readonly SessionUnknown: FaultOf<'SessionUnknown'> & { path: string; session: string; reason: 'unknown_session' };
  /** No adapter has that id. */
  readonly AdapterUnknown: FaultOf<'AdapterUnknown'> & { path: string; adapter: string; reason: 'unknown_adapter' };
  /** No plugin with that name is loaded. */
  readonly PluginUnknown: FaultOf<'PluginUnknown'> & { path: string; plugin: string; reason: 'unknown_plugin' };
  /** The session has no overlay with that id. */
  readonly OverlayUnknown: FaultOf<'OverlayUnknown'> & { path: string; overlay: string; reason: 'unknown_overlay' };
  /** The session has no panel with that id. */
  readonly PanelUnknown: FaultOf<'PanelUnknown'> & { path: string; panel: string; reason: 'unknown_panel' };
  /** The overlay or panel cannot have the focus: it was created without it, or belongs to the hidden mode. */
  readonly NotFocusable: FaultOf<'NotFocusable'> & { path: string; layer: string };
  /** The layers of the session are already in alternate mode. */
  readonly InAlternateMode: FaultOf<'InAlternateMode'>;
  /** The layers of the session are not in alternate mode. */
  readonly NotInAlternateMode: FaultOf<'NotInAlternateMode'>;
  /** The plugin failed. */
  readonly PluginFailed: FaultOf<'PluginFailed'> & {
    plugin: string;
    /** Function of the plugin that was called. */ function: string;
    /** `shape`: the plugin returned an invalid value. */
    reason: 'load' | 'error' | 'deadline' | 'memory' | 'crashed' | 'shape' | 'closed';
  };
  /** The expectation of a plan step was not met. */
  readonly ExpectationFailed: FaultOf<'ExpectationFailed'> & {
    adapter: string;
    intent: string;
    /** Index of the step in the plan, from 0. */ step: number;
    /** Matcher that was not satisfied. */ expected: unknown;
    /** Explanation of the step by the plugin. */ why?: string | undefined;
    elapsed_ms: number;
    /** Text of the screen at the failure, redacted. */ screen: string;
  };
  /** The session ended before the call was complete. */
  readonly SessionClosed: FaultOf<'SessionClosed'> & {
    session: string;
    exit: { exit_code: number | null; signal: string | null } | null;
    /** Text of the screen at the end, redacted. Only for a pending wait. */ screen?: string | undefined;
  };
  /** The matcher was not satisfied within the timeout. */
  readonly Timeout: FaultOf<'Timeout'> & {
    session: string;
    timeout_ms: number;
    elapsed_ms: number;
    sequence: number;
    /** Text of the screen at the end, redacted. */ screen?: string | undefined;
  };
  /** The call was cancelled. */
  readonly Cancelled: FaultOf<'Cancelled'> & { reason: 'request' | 'wait_id' | 'shutdown' | 'disconnected' | 'session_closed' };
  /** The server or the plugin does not grant the required permission. */
  readonly PermissionDenied: FaultOf<'PermissionDenied'> & { method?: string | undefined; required_permission?: string | undefined; reason?: string | undefined };
  /** The program could not be started. */
  readonly SpawnFailed: FaultOf<'SpawnFailed'> & {
    path: 'program' | 'args' | 'cwd' | 'env' | '';
    /** Name of the system error, such as ENOENT. */ reason: string;
    program?: string | undefined;
    cwd?: string | undefined;
  };
  /** The file cannot be used. */
  readonly FileRefused: FaultOf<'FileRefused'> & {
    /** Name of the parameter with the file, such as `raw_transcript_path`. */ path: string;
    /** Path of the file as given. */ file: string;
    /** Name of the system error, such as EEXIST, or kind of the file, such as `symlink`. */ reason: string;
  };
  /** The program has not enabled the terminal mode that this input needs. */
  readonly ModeOff: FaultOf<'ModeOff'> & { mode: string; action: string };
  /** The selector has several matches on the screen. Make it more precise. */
  readonly Ambiguous: FaultOf<'Ambiguous'> & {
    /** Name of the parameter with the selector. */ path: string;
    /** Number of matches. */ matched: number;
    /** First matches: position of the first cell, from 0, and text, redacted. */
    candidates: { row: number; col: number; text: string }[];
  };
  /** Another client holds the input lock of the session. */
  readonly InputHeld: FaultOf<'InputHeld'> & {
    session: string;
    /** Name that the holder of the lock gave. */ holder: string | null;
    /** Whether the holder is a person at a viewer. A program cannot take over the lock. */ person: boolean;
    /** Whose input is blocked. */ from: 'everyone' | 'people';
    /** Start of the lock, in milliseconds since 1970. */ since: number;
  };
  /** This connection has no viewer with that id. */
  readonly ViewerUnknown: FaultOf<'ViewerUnknown'> & { path: string; viewer: string; reason: 'unknown_viewer' };
  /** A limit of the server is reached. Try again later. */
  readonly Busy: FaultOf<'Busy'> & { reason: 'busy'; limit: string; max: number };
  /** The host of the session cannot be reached. */
  readonly HostUnreachable: FaultOf<'HostUnreachable'> & {
    host: string;
    /** `no_responders`: the host is not connected. `silent`: it does not answer. `link_lost`: the connection broke while the call ran, so it may have taken effect. `unknown_host`: the fleet has no such host. `no_broker`: the gateway has lost the broker of the fleet. */
    reason: 'no_responders' | 'silent' | 'link_lost' | 'unknown_host' | 'no_broker';
  };
  /** No host of the fleet can take the session. */
  readonly NoHost: FaultOf<'NoHost'> & {
    /** `no_match`: no host is what `place` asks for. `full`: those that are have no room. */
    reason: 'no_match' | 'full';
    /** The reachable hosts, those with the most room first. */
    hosts: {
      host: string;
      /** Number of sessions that it can take. */ free: number;
      labels: Record<string, string>;
    }[];
  };
  /** This server does not support that. */
  readonly Unsupported: FaultOf<'Unsupported'> & { reason: string };
  /** The server failed. See its log for details. */
  readonly Internal: FaultOf<'Internal'>;
}

export type FaultName = keyof Faults;
export type FaultData<Name extends FaultName> = Faults[Name];
