/** Deviations from the samples of the document, and their reasons. */
export interface Deviation {
  /** The title of the seed. */
  readonly seed: string;
  readonly why: string;
}

export const deviations: readonly Deviation[] = [
  {
    seed: 'adapter.start',
    why: 'The document starts a program that not every machine has. This sample uses the plugin `echo`; spec/agents runs the real program.',
  },
  {
    seed: 'session.transcript',
    why: 'The sample has a line feed alone, which a terminal turns into carriage return and line feed. The program of the spec disables that, so the text equals the sample.',
  },
  {
    seed: 'session.output',
    why: 'The sequence number in the sample is that of a session with four changes. In the spec, the output is the first change.',
  },
  {
    seed: 'session.changed',
    why: 'The sequence number in the sample is 3. The spec reports the first change.',
  },
];

/**
 * Contradictions between the document of a peer and its released server. A listener follows the document, or the released
 * server with `?wire=client` in its address. If one reply can satisfy both, there is no entry.
 */
export interface Collision {
  readonly dialect: 'termwright' | 'tuispec' | 'wrightty' | 'wsh';
  /** Titles of the seeds for each side. */
  readonly document: string;
  readonly shipped: string;
  readonly what: string;
}

export const collisions: readonly Collision[] = [
  {
    dialect: 'termwright',
    document: 'error -2, timeout',
    shipped: `wait_for_text ${JSON.stringify({ text: 'zzz', timeout_ms: 50 })}, released server`,
    what: 'An error code is a number from -1 to -5. Released: a word, and the same one for most errors.',
  },
  {
    dialect: 'termwright',
    document: 'status',
    shipped: 'status null, released server',
    what: 'A reply has both `result` and `error`, and one of them is null. Released: a success has no `error`.',
  },
  {
    dialect: 'termwright',
    document: 'screen, an indexed color',
    shipped: `screen ${JSON.stringify({ format: 'json' })}, released server`,
    what: 'The attributes of a cell are beside its colors, and the types of colors are in lower case. Released: attributes are in `attrs`, types of colors are capitalized, an RGB color is a list, and `char` is exactly one code point.',
  },
  {
    dialect: 'termwright',
    document: `screen ${JSON.stringify({ format: 'json_compact' })}`,
    shipped: `screen ${JSON.stringify({ format: 'json_compact' })}, released server`,
    what: 'The document has no sample of this format, and all its JSON is objects. Released: a string that contains JSON.',
  },
  {
    dialect: 'termwright',
    document: `wait_for_text ${JSON.stringify({ text: 'Ready', timeout_ms: 5000 })}`,
    shipped: `wait_for_text ${JSON.stringify({ text: 'name' })}, released server`,
    what: 'The result for a text that was found contains its position. Released: null.',
  },
  {
    dialect: 'termwright',
    document: `wait_for_pattern ${JSON.stringify({ pattern: 'error|warning', timeout_ms: 5000 })}`,
    shipped: `wait_for_pattern ${JSON.stringify({ pattern: 'n.me' })}, released server`,
    what: 'The result for a pattern contains its position and the matched text. Released: null.',
  },
  {
    dialect: 'termwright',
    document: `screenshot ${JSON.stringify({ font: 'Menlo', font_size: 14 })}`,
    shipped: `screenshot ${JSON.stringify({ font_size: 14, line_height: 1.2 })}, released server`,
    what: 'A picture is a base64 string. Released: an object with the string in `png_base64`.',
  },
  {
    dialect: 'tuispec',
    document: 'an array',
    shipped: 'an array, released server',
    what: 'An array, or a request without an id, is an invalid request. Released: a parse error.',
  },
  {
    dialect: 'tuispec',
    document: 'view.changed',
    shipped: 'view.changed before the reply, released server',
    what: 'A change is reported when it happens, and its rows are padded to the width of the view. Released: a change is reported only while a request is served, so the reply to an input follows its first change or comes after 95 ms; rows have no trailing spaces.',
  },
  {
    dialect: 'tuispec',
    document: 'recording.start with an existing file',
    shipped: 'recording.start with an existing file, released server',
    what: 'The file of a recording must not exist. Released: a recording is appended to an existing file, and a replay plays both.',
  },
  {
    dialect: 'wrightty',
    document: 'Wrightty.getInfo',
    shipped: 'Wrightty.getInfo, released server',
    what: 'The server returns its own name. Released: a test of the clients expects the name in the sample.',
  },
  {
    dialect: 'wrightty',
    document: '1002 SessionDestroyed',
    shipped: '1001 a session that was destroyed, released server',
    what: 'The error code for a destroyed session is 1002. Released: 1001, as for an unknown session; and 1005 instead of 1007.',
  },
  {
    dialect: 'wrightty',
    document: 'Session.destroy without a signal',
    shipped: 'Session.destroy without a signal, released server',
    what: 'The program gets SIGTERM, and SIGKILL after five seconds. Released: its terminal is closed at once.',
  },
  {
    dialect: 'wrightty',
    document: 'Recording.startVideo',
    shipped: 'Recording.startVideo, released server',
    what: 'Records a video. Released: there is no such method.',
  },
  {
    dialect: 'wrightty',
    document: 'Screen.getScrollback',
    shipped: 'Screen.getScrollback, released server',
    what: 'The oldest row is first. Released: the newest row is first.',
  },
  {
    dialect: 'wrightty',
    document: 'Screen.screenshot as json',
    shipped: 'Screen.screenshot as json, released server',
    what: 'The JSON is the result of getContents. Released: only the cells.',
  },
  {
    dialect: 'wrightty',
    document: '-32602 an unknown key name',
    shipped: 'Input.sendKeys with unknown key names, released server',
    what: 'An unknown key name is an invalid parameter. Released: the name is typed as text, and the command line relies on that.',
  },
  {
    dialect: 'wsh',
    document: 'quiesce_timeout',
    shipped: 'quiesce_timeout, released server',
    what: 'The error code of a timeout has the name of the called method. Released: it has the name of the newer method, also for calls of the older one.',
  },
  {
    dialect: 'wsh',
    document: 'the first sync of a session on a server connection',
    shipped: 'the first sync of a session on a server connection, released server',
    what: 'The fields of every sync are beside its name. Released: the first one on a server connection has them in `params`.',
  },
];

export const wshDeviations: readonly Deviation[] = [
  {
    seed: 'the first sync',
    why: 'The sample has only the row that is not blank. All rows are returned, so that a row can be found by its index. Trailing spaces are removed.',
  },
  {
    seed: 'get_scrollback',
    why: 'The rows of the main screen follow those of the scrollback and are included in the count, as in the released server. The document does not define this.',
  },
  {
    seed: 'create_session',
    why: 'The reply of the sample has the path of a shell. The command is returned as given, because the shell searches for the program. A name is refused if it cannot be part of a URL path, or if it has the form of a generated name.',
  },
  {
    seed: 'await_quiesce',
    why: 'A wait without a deadline ends after an hour, as in all dialects. A newer wait replaces only the one for the same session, so that a server connection can wait for several sessions. The replaced wait fails with idle_superseded; in the document it never gets a reply.',
  },
  {
    seed: 'session_destroyed',
    why: 'When a program ends, its session is closed only if it was created in this dialect. Other sessions end for clients of wsh, and clients of the native dialect can still read them.',
  },
  {
    seed: 'list_overlays',
    why: 'Ids are short and numbered. An overlay also returns the text that was written over its spans.',
  },
  {
    seed: 'input',
    why: 'Only input from people is reported: from an attached terminal, a page or a plain stream. Input from programs is not.',
  },
  {
    seed: 'capture_input',
    why: 'Capture ends with the connection that requested it, so that people can type again after a client has crashed.',
  },
  {
    seed: 'detach_session',
    why: 'The document does not say what happens to connections. Connections of this session and plain streams are closed; on server connections, the subscriptions to the session end.',
  },
  {
    seed: 'create_panel',
    why: 'A panel that is at least as high as the terminal is refused, because it could not be shown.',
  },
  {
    seed: 'line',
    why: 'Rows are sent in the requested format. Released: always styled.',
  },
];

/** Deviations by method: where the document is incomplete, or where no released client is affected. */
export const peerDeviations: Readonly<
  Record<'termwright' | 'tuispec' | 'wrightty', readonly { readonly method: string; readonly why: string }[]>
> = {
  termwright: [
    {
      method: 'close',
      why: 'Requests of a connection run in order, including `close` and `status`. A client may write all its requests at once and end its side; an early `close` would cancel the requests before it. A `close` on another connection takes effect at once.',
    },
  ],
  tuispec: [
    {
      method: 'launch',
      why: 'A second launch ends the running program, as in the released server. There is one session, and a second `initialize` fails with -32002.',
    },
    {
      method: 'expectSnapshot',
      why: 'A screen that differs from the baseline is error -32004, so that a batch stops and a released client fails. The error data has the paths that the document has in the result. If the baseline is missing, the result has `ok: false`.',
    },
    {
      method: 'recording.start',
      why: 'Needs no session, as in the released server. The document does not list it among such methods.',
    },
    {
      method: 'renderView',
      why: 'TUISPEC_FONT_PATH is not read. The picture uses the font family in `font` if it is installed.',
    },
  ],
  wrightty: [
    {
      method: 'Wrightty.authenticate',
      why: 'The document has no passwords. This method, the codes 1009 and 1010, and `authentication` in getInfo are those of the released server. After wrong passwords, all clients from that address have to wait.',
    },
    {
      method: 'Input.sendMouse',
      why: 'The error for a program that has not enabled mouse tracking is -32006. With 1006, a client would treat the method as unsupported.',
    },
    {
      method: 'Screen.screenshot',
      why: 'The width and height of `text`, `ansi` and `json` are in cells, as in the released server. The document defines them only for pictures.',
    },
    {
      method: 'Recording.stopActions',
      why: 'The script languages of the document cannot express mouse input, the cursor and waits with a size. The script has a comment instead.',
    },
    {
      method: 'Session.destroy',
      why: 'Sends SIGTERM first, as the document says; other dialects send SIGHUP. A shell ignores SIGTERM, so it runs for five more seconds unless the client requests SIGHUP.',
    },
    {
      method: 'Screen.waitForText',
      why: 'If the program ends, a wait fails at once with 1002 instead of returning `found: false` after its timeout. Input also fails with 1002. The session stays in the list with `running: false` until it is destroyed; the document does not define this.',
    },
    {
      method: 'Events.subscribe',
      why: 'The `base64` of Terminal.clipboardSet encodes the redacted text, not the bytes of the program, which may contain a secret. It differs if the program omitted the padding or sent invalid UTF-8.',
    },
  ],
};
