/** Deviations from the samples of the document, and their reasons. */
export interface Deviation {
  /** The title of the seed. */
  readonly seed: string;
  readonly why: string;
}

export const deviations: readonly Deviation[] = [
  {
    seed: 'adapter.start',
    why: 'The document starts the plugin for a program that not every machine has. The rows are specified with the plugin `echo`; spec/agents has the program itself.',
  },
  {
    seed: 'session.transcript',
    why: 'The sample shows a line feed alone, which a terminal writes as carriage return and line feed. The program turns that off, so that the text is the sample to the letter.',
  },
  {
    seed: 'session.output',
    why: 'The sequence of the sample is that of a session that has advanced four times; here the output is the first.',
  },
  {
    seed: 'session.changed',
    why: 'The sequence of the sample is 3; here the first advance is reported.',
  },
];

/**
 * Where a peer's document and its shipped server contradict each other. We follow the document. `?wire=client` in the
 * address of the listener selects the behaviour of the server. Where both are possible at once, both are supported, and
 * there is no entry.
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
    shipped: `wait_for_text ${JSON.stringify({ text: 'zzz', timeout_ms: 50 })}, as shipped`,
    what: 'The code of an error is a number from -1 to -5; shipped it is a word, and the same one for nearly all.',
  },
  {
    dialect: 'termwright',
    document: 'status',
    shipped: 'status null, as shipped',
    what: 'An answer has both `result` and `error`, one of them null; shipped there is no `error` in a success.',
  },
  {
    dialect: 'termwright',
    document: 'screen, an indexed color',
    shipped: `screen ${JSON.stringify({ format: 'json' })}, as shipped`,
    what: 'A cell has its attributes beside its colors, whose types are in small letters; shipped they are under `attrs`, the types begin with a capital, a color of its own is a list, and `char` is exactly one code point.',
  },
  {
    dialect: 'termwright',
    document: `screen ${JSON.stringify({ format: 'json_compact' })}`,
    shipped: `screen ${JSON.stringify({ format: 'json_compact' })}, as shipped`,
    what: 'The document does not show it; where it speaks of JSON it shows objects. Shipped it is a string that holds JSON.',
  },
  {
    dialect: 'termwright',
    document: `wait_for_text ${JSON.stringify({ text: 'Ready', timeout_ms: 5000 })}`,
    shipped: `wait_for_text ${JSON.stringify({ text: 'name' })}, as shipped`,
    what: 'A text that was found is told with its place; shipped the answer is null.',
  },
  {
    dialect: 'termwright',
    document: `wait_for_pattern ${JSON.stringify({ pattern: 'error|warning', timeout_ms: 5000 })}`,
    shipped: `wait_for_pattern ${JSON.stringify({ pattern: 'n.me' })}, as shipped`,
    what: 'The same for a pattern, and with what it matched.',
  },
  {
    dialect: 'termwright',
    document: `screenshot ${JSON.stringify({ font: 'Menlo', font_size: 14 })}`,
    shipped: `screenshot ${JSON.stringify({ font_size: 14, line_height: 1.2 })}, as shipped`,
    what: 'A picture is a text in base64; shipped that text is the `png_base64` of an object.',
  },
  {
    dialect: 'tuispec',
    document: 'an array',
    shipped: 'an array, as shipped',
    what: 'An array, or a request without an id, is an invalid request; shipped it is unreadable.',
  },
  {
    dialect: 'tuispec',
    document: 'view.changed',
    shipped: 'view.changed before the answer, as shipped',
    what: 'A change is told when it comes; shipped it is told only while a request is served, so an input is answered once its first change has been told, or after 95 ms. Its text is as wide as the view; shipped it has no blanks at the right.',
  },
  {
    dialect: 'tuispec',
    document: 'recording.start where a file is',
    shipped: 'recording.start where a file is, as shipped',
    what: 'A recording takes a fresh file; shipped it goes on with one that is there, and a replay of that does both.',
  },
  {
    dialect: 'wrightty',
    document: 'Wrightty.getInfo',
    shipped: 'Wrightty.getInfo, as shipped',
    what: 'A server says what it is; a test of the shipped clients wants the name that stands in the sample.',
  },
  {
    dialect: 'wrightty',
    document: '1002 SessionDestroyed',
    shipped: '1001 a session that was destroyed, as shipped',
    what: 'A session that was destroyed has a code of its own; shipped it is one that is not known. The same holds for 1007, shipped 1005.',
  },
  {
    dialect: 'wrightty',
    document: 'Session.destroy without a signal',
    shipped: 'Session.destroy without a signal, as shipped',
    what: 'A program is asked to end with SIGTERM and killed after five seconds; shipped its terminal is taken away at once.',
  },
  {
    dialect: 'wrightty',
    document: 'Recording.startVideo',
    shipped: 'Recording.startVideo, as shipped',
    what: 'A film can be made; shipped there is no such method.',
  },
  {
    dialect: 'wrightty',
    document: 'Screen.getScrollback',
    shipped: 'Screen.getScrollback, as shipped',
    what: 'Rows come in the order in which they stood; shipped the newest is first.',
  },
  {
    dialect: 'wrightty',
    document: 'Screen.screenshot as json',
    shipped: 'Screen.screenshot as json, as shipped',
    what: 'The JSON is what getContents answers; shipped it is the cells alone.',
  },
  {
    dialect: 'wrightty',
    document: '-32602 a key that is none',
    shipped: 'Input.sendKeys of words that are no keys, as shipped',
    what: 'A name that no key has is a wrong parameter; shipped it is typed, and the shipped command line relies on that.',
  },
  {
    dialect: 'wsh',
    document: 'quiesce_timeout',
    shipped: 'quiesce_timeout, as shipped',
    what: 'The code of a wait for quiet that took too long has the name of the method; shipped it has that of the newer one, also where the older was asked.',
  },
  {
    dialect: 'wsh',
    document: 'the first sync of one session of several',
    shipped: 'the first sync of one session of several, as shipped',
    what: 'Every sync has its facts beside its name; shipped the first one on a connection of the server has them under `params`.',
  },
];

export const wshDeviations: readonly Deviation[] = [
  {
    seed: 'the first sync',
    why: 'The sample shows the one row that is not blank; every row is returned here, so that rows can be found by their index. Blanks at the end of a row are left out.',
  },
  {
    seed: 'get_scrollback',
    why: 'The rows of the main screen are counted and told behind those that have scrolled off, as shipped; the document does not say.',
  },
  {
    seed: 'create_session',
    why: 'The sample answers with the path of a shell. The command is returned as given, since the shell finds the program. Names that no path can say, and those that sessions without a name have, are refused.',
  },
  {
    seed: 'await_quiesce',
    why: 'Waits that name no deadline end after an hour, as all do. A newer one takes the place of that for the same session only, so that a connection of the server can wait for several; the one before is answered, with idle_superseded, instead of never.',
  },
  {
    seed: 'session_destroyed',
    why: 'A program that ends takes its session along only if it was created here. Others are over for clients of wsh, and can still be read by those of the native dialect.',
  },
  {
    seed: 'list_overlays',
    why: 'Ids are short and counted, and an overlay also returns what was written over its spans.',
  },
  {
    seed: 'input',
    why: 'What people type is reported where they type: at a terminal that is attached, in a page, on a plain stream. What programs send is not typed.',
  },
  {
    seed: 'capture_input',
    why: 'Capture ends with the connection that asked for it, so that a client that dies does not leave people without a keyboard.',
  },
  {
    seed: 'detach_session',
    why: 'The document does not say what becomes of connections. Those of the session alone, and plain streams, are closed; on connections of the server subscriptions to it end.',
  },
  {
    seed: 'create_panel',
    why: 'A panel as high as its terminal, or higher, would not be visible: it is refused.',
  },
  {
    seed: 'line',
    why: 'Rows are sent in the requested format; shipped they are always styled.',
  },
];

/** Deviations of dialects by method: where the document is incomplete, or what no shipped client does. */
export const peerDeviations: Readonly<
  Record<'termwright' | 'tuispec' | 'wrightty', readonly { readonly method: string; readonly why: string }[]>
> = {
  termwright: [
    {
      method: 'close',
      why: 'Requests of a connection are done in their order, `close` and `status` too: a client may write a whole conversation at once and end its side, as one-shots do, and a `close` that was heard early would end what it had asked to see. By another connection it is heard at once.',
    },
  ],
  tuispec: [
    {
      method: 'launch',
      why: 'Launching again ends the program that runs, as shipped: one session is what is initialized, and initializing twice is -32002.',
    },
    {
      method: 'expectSnapshot',
      why: 'Another screen than the baseline is -32004, so that a batch ends there and a shipped client fails; its data has the paths that the document puts into the result. A missing baseline is a result, whose `ok` is false.',
    },
    {
      method: 'recording.start',
      why: 'Recording needs no session, as shipped; the document does not list it among what does not.',
    },
    {
      method: 'renderView',
      why: 'TUISPEC_FONT_PATH is not read: a picture is drawn in the family that `font` names, where the machine has it.',
    },
  ],
  wrightty: [
    {
      method: 'Wrightty.authenticate',
      why: 'The document knows no password. This method, 1009, 1010 and `authentication` in getInfo are those of the shipped server. After wrong passwords, every client from that address has to wait.',
    },
    {
      method: 'Input.sendMouse',
      why: 'A program that has asked for no mouse is -32006: by 1006 a client would take the method for one that is never to be had.',
    },
    {
      method: 'Screen.screenshot',
      why: 'Of `text`, `ansi` and `json` the width and the height are in cells, as shipped; the document has them for pictures only.',
    },
    {
      method: 'Recording.stopActions',
      why: 'The languages of the document have no words for the mouse, the cursor and the size of a wait: there stands a comment.',
    },
    {
      method: 'Session.destroy',
      why: 'Other dialects hang up first. With this one, a shell ignores SIGTERM and runs for five more seconds, unless SIGHUP is named.',
    },
    {
      method: 'Screen.waitForText',
      why: 'A wait that a program can no longer fulfil, because it has ended, is 1002 at once instead of `found: false` after its time. Input to it is 1002 too. The document does not say what becomes of a session whose program has ended; it stays in the list, with `running: false`, until it is destroyed.',
    },
    {
      method: 'Events.subscribe',
      why: 'The `base64` of Terminal.clipboardSet encodes the redacted text, and not the bytes of the program: they may contain a secret. It differs where the program left out the padding or sent no UTF-8.',
    },
  ],
};
