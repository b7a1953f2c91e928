/**
 * All limits of ptywright, each declared once with the reason for its size. docs/reference/limits.md is derived from
 * this table. Bytes are bytes before decoding; characters are UTF-16 units.
 *
 * Long because there is one table of them.
 */
const KiB = 1024;
const MiB = 1024 * KiB;

const table = {
  frameBytes: [4 * MiB, 'one incoming message; large enough for a large paste'],
  wrighttyFrameBytes: [
    11 * MiB,
    'one message to a wrightty listener: the shipped server accepts 10 MiB, and JSON escapes are longer than the characters they encode',
  ],
  headerBytes: [4 * KiB, 'header block of a Content-Length frame'],
  httpHeaderBytes: [16 * KiB, 'header of an HTTP request; a browser sends all of its cookies'],
  passwordChars: [16, 'minimum length of the password of a server that other machines can reach'],
  webTokenChars: [16, 'minimum length of the token of a server that other machines can reach'],
  webTicketMs: [30_000, 'lifetime of a ticket, until it is redeemed by opening a WebSocket'],
  webTickets: [1024, 'unredeemed tickets'],
  webPingMs: [25_000, 'interval between pings on a WebSocket; some proxies close an idle one after 60 s'],
  webPongMs: [10_000, 'time for the pong after a ping; the slowest connections are faster'],
  passwordTries: [5, 'wrong passwords from one address before it is blocked for a while'],
  passwordPauseMs: [1000, 'first block of an address; each further wrong password doubles it'],
  passwordPauseMostMs: [
    30_000,
    'longest block of an address; it also blocks clients with the right password from the same address',
  ],
  passwordAddresses: [1024, 'addresses whose wrong passwords are remembered'],
  authenticateMs: [10_000, 'time for a client to send the password; programs send it at once'],
  unauthenticatedClients: [
    64,
    'unauthenticated clients; one more evicts the oldest from the address that has most of them',
  ],
  headerLines: [16, 'header fields of a Content-Length frame; one is needed'],
  frameFinishMs: [30_000, 'time for a socket client to finish a frame that it began'],
  jsonDepth: [64, 'nesting of a message; JSON.stringify can overflow the stack on deeper ones'],
  nullFields: [
    8192,
    'fields of one request that are null and read as absent: 1000 spans of an overlay with all of their fields; each takes 10 to 40 µs',
  ],
  objectFields: [8192, 'fields of one object in a request; each wrong one takes 4 µs'],
  checkedValues: [
    32_768,
    'values of a request of which each wrong one is described and each null may be left out; each takes 4 µs. In a larger one the first wrong value ends the parse',
  ],
  idBytes: [256, 'a request id that is a string'],
  batchMessages: [256, 'messages in one batch: as many as can be in flight'],
  pendingRequests: [
    256,
    'requests in flight on one connection, not counting pending waits; as many more are read and queued, then reading pauses',
  ],
  pendingWaits: [1024, 'pending waits in the whole server, and waiting requests on one connection'],
  evaluationBudgetMs: [
    20,
    'evaluation of waits in one tick, over all sessions; the rest runs after other work had its turn',
  ],
  evaluationMs: [250, 'patterns of one wait in one evaluation; a wait that exceeds it twice fails'],
  listedWaits: [32, 'pending waits listed in the description of a session'],
  matcherTextChars: [512, 'text that describes the matcher of a pending wait'],
  errorScreenRows: [60, 'rows of a screen in an error message: as many as a window has'],
  errorScreenCols: [200, 'columns of a row in an error message'],
  connections: [
    256,
    'clients of all sockets together, of the web, and of plain streams of one listener, each; of each kind as many more that have sent nothing, of which a new one evicts the oldest',
  ],
  outboxPauseBytes: [1 * MiB, 'unsent bytes to a client at which notifications are held back and merged'],
  outboxCloseBytes: [16 * MiB, 'unsent bytes to a client at which its connection is closed'],
  stalledClientMs: [30_000, 'time without reading after which a client with unsent data is disconnected'],

  sessions: [1024, 'sessions at once; the kernel has 4096 PTYs'],
  minCols: [2, 'columns at least: the emulator cannot be narrower'],
  maxCols: [1000, 'columns'],
  minRows: [1, 'rows at least'],
  maxRows: [500, 'rows'],
  maxCells: [100_000, 'rows x columns: 500x200, about 12 MiB in the emulator'],
  maxPixels: [65_535, 'pixel sizes are unsigned 16 bit numbers in the kernel'],
  args: [4096, 'arguments of a program'],
  argBytes: [128 * KiB, 'one argument; Linux refuses longer ones'],
  nameChars: [128, 'a session name or a tag'],
  tags: [32, 'tags of a session'],
  defaultScrollback: [1000, 'scrollback rows by default: about a quarter of a MiB when full at 80 columns'],
  maxScrollback: [100_000, 'scrollback rows'],
  scrollbackBytes: [
    32 * MiB,
    'memory for the scrollback of one screen: 100,000 rows of 170 letters; a change of width recounts all of them',
  ],
  rawRowBytes: [
    4 * MiB,
    'unpacked scrollback rows of all sessions; a session with a larger scrollback packs each row at once',
  ],
  resizeMs: [
    16,
    'resizes within this time are merged for the emulator while no client reads the screen: one video frame',
  ],
  inputQueueBytes: [32 * MiB, 'input that a program has not read yet'],
  canonicalLineBytes: [
    4095,
    'a line in canonical mode; the kernel drops the rest of a longer one, which is answered with a warning',
  ],
  sliceBytes: [4 * KiB, 'output parsed without a pause: as much as the kernel delivers at a time'],
  sliceCells: [
    1_000_000,
    'estimated cells that the sequences in one slice change: 5 ms; up to 24x80 only rectangle operations count',
  ],
  textSliceChars: [
    64 * KiB,
    'piece of a long text that is redacted or stripped of escapes before other sessions and clients get their turn: 5 ms',
  ],
  sliceBudgetMs: [8, 'parsing of one session before other sessions and clients get their turn'],

  viewers: [256, 'viewers of one session'],
  viewerFrameMs: [20, 'time between two frames of a viewer: 50 frames a second, more than a person can see'],
  viewerCostShare: [
    4,
    'minimum pause after a frame, as a multiple of its cost, if longer than viewerFrameMs: a quarter of the thread',
  ],
  typedKeyChars: [64, 'an incomplete key sequence; a longer one is not a key'],
  typedKeyMs: [
    100,
    'time to complete a key sequence; a connection is faster, and Alt+[ begins like a key sequence',
  ],
  typedEscapeMs: [
    50,
    'time to complete a key after an escape that is written already, while other clients cannot write; a connection that split a key is faster',
  ],
  typedPasteChars: [1 * MiB, 'buffered part of an incomplete paste; more is written as it arrives'],
  unfinishedSecretChars: [
    8,
    'length from which an incomplete secret is hidden while it is printed; shorter ones reveal nothing',
  ],
  cutRows: [1024, 'rows that reach the edge whose findings are kept for the next reading of a screen'],

  stringBytes: [1 * MiB, 'an OSC, DCS or APC string that a program sends'],
  titleChars: [4 * KiB, 'a title'],
  links: [1000, 'distinct hyperlinks of a session'],
  linkChars: [4 * KiB, 'a hyperlink with its parameters; terminals agree on 2083 for the target'],
  colorChars: [4 * KiB, 'a request to set, reset or report colors'],
  pathChars: [4 * KiB, 'a working directory that a program reports'],
  terminalEvents: [256, 'stored terminal events: titles, bells, shell marks, notifications'],
  eventsAtOnce: [
    64,
    'mode changes, or bells in a row, reported for one piece of output; beyond it only the last counts',
  ],
  clipboardChars: [64 * KiB, 'base64 text that a program puts on the clipboard; more is not reported'],
  terminalEventChars: [4 * KiB, 'text of one terminal event: a command, a notification'],
  unfinishedNotices: [16, 'notifications that a program has sent only in part'],
  eventFacts: [16, 'facts that a matcher can expect of an event; no event has as many'],
  commandRows: [64, 'rows after a prompt that are read as the command, if the shell does not report it'],
  imageHeadChars: [1 * KiB, 'start of an image that a program displays; it contains the size'],
  imageSizes: [64, 'images that a program transmitted before displaying them, whose size is remembered'],
  keyboardStack: [16, 'keyboard settings that a program pushed, for each of the two screens'],
  paletteStack: [10, 'palettes that a program has pushed, as many as in xterm'],
  capabilityChars: [1 * KiB, 'a request for terminal capabilities or settings'],
  contextChars: [8 * KiB, 'text just outside a screen that is searched for a secret that continues on it'],
  contextRows: [256, 'rows just outside a screen that are searched for a secret that continues on it'],
  contextKeyRows: [
    8192,
    'the same for a private key, of which blockChars are searched; on a screen of two columns 16 KiB of one',
  ],
  cellCodePoints: [32, 'code points in one cell'],
  heldFrameMs: [1000, 'time after which an unfinished frame of mode 2026 is rendered'],
  heldFrameBytes: [256 * KiB, 'output of such a frame; a larger one is rendered as it arrives'],
  repliesPerSecond: [
    1000,
    'replies to queries of a program; more are delayed. A query for a whole palette takes 257',
  ],
  replyDelayMs: [10, 'time between two batches of replies beyond that rate'],
  replyBytes: [64 * KiB, 'replies that a program has not read; beyond it no more of its output is read'],

  defaultTranscriptChars: [128 * KiB, 'transcript kept in memory by default'],
  maxTranscriptChars: [16 * MiB, 'transcript kept in memory'],
  sequenceChars: [
    4 * KiB,
    'an escape sequence that a read of the transcript keeps whole; a longer one is read as text',
  ],
  outputChars: [128 * KiB, 'output in one notification; a client that lags gets several'],
  replyChars: [
    2 * MiB,
    'text in one reply; more is read in parts. JSON may take six bytes for a character, and the write queue holds 16 MiB',
  ],
  replyRows: [
    8192,
    'scrollback rows in one reply, whatever their length; other work waits 25 ms while they are searched for secrets',
  ],
  transcriptTailChars: [16 * KiB, 'transcript that matchers see, and at most in the evidence of a wait'],
  pluginTranscriptChars: [
    32 * KiB,
    'transcript passed to a plugin: enough for a turn, small enough to redact and copy for each evaluation',
  ],
  gridCells: [40_000, 'cells listed one by one in a reply, up to 400 bytes each'],
  echoMs: [
    100,
    'time for a program to respond to input before a wait without a baseline evaluates the screen',
  ],
  subscriptions: [256, 'subscriptions of one connection, each to some events of one session'],
  markers: [64, 'transcript markers of a session'],
  rawFileQueueBytes: [8 * MiB, 'raw output not yet on disk; a slower disk ends the file'],

  overlays: [256, 'overlays of a session'],
  panels: [256, 'panels of a session; those without room are hidden until there is some'],
  layerSpans: [4096, 'spans of an overlay or a panel'],
  layerChars: [64 * KiB, 'text of an overlay or a panel'],
  layersChars: [
    256 * KiB,
    'text of all overlays and panels of a session; other work waits 20 ms while it is redacted and rendered',
  ],
  layerChanges: [256, 'changes of overlays and panels in one call'],
  layerZ: [1_000_000, 'z-order of an overlay or a panel'],

  timeoutMs: [3_600_000, 'the longest wait: an hour; for longer, call again'],
  defaultTimeoutMs: [30_000, 'a wait without a timeout'],
  matcherDepth: [8, 'nesting of a matcher'],
  matcherNodes: [128, 'matchers in one tree'],
  matcherPatterns: [64, 'patterns in one tree'],
  patternChars: [1024, 'a regular expression'],
  patternGroups: [32, 'groups of a regular expression: cost in RE2 grows with them'],
  patternInstructions: [
    4000,
    'a pattern in re2js after its repetitions are expanded; searching a screen of 24x80 for such a pattern takes 0.2 s at most',
  ],
  streamChunkChars: [1024, 'characters of one stream_text write'],
  streamDelayMs: [100, 'pause between stream_text writes'],
  chordChars: [128, 'a key with all its modifiers; the cost of parsing grows with the square'],
  chords: [1024, 'chords in one keys action'],
  keyDelayMs: [
    1000,
    'pause between the chords of a keys action; the slowest program waits this long after ESC',
  ],
  clicks: [32, 'clicks or wheel steps of one mouse action'],
  actions: [256, 'actions in one session.act'],

  mcpReplyBytes: [8 * KiB, 'the reply of a tool: about 2000 tokens of the model that reads it'],
  mcpMinReplyBytes: [1 * KiB, 'the smallest size of a reply that a call can ask for'],
  mcpMaxReplyBytes: [256 * KiB, 'the largest size of a reply that a call can ask for'],
  mcpReplyMs: [45_000, 'time until a tool replies that its call is pending; many clients give up after 60 s'],
  mcpPendingCalls: [64, 'pending tool calls of a client; one more cancels the oldest'],
  mcpScreens: [4, 'screens of a session that a client was shown, from which later replies list the changes'],
  mcpTitleChars: [200, 'a title or an explanation in the reply of a tool'],
  mcpScrollbackRows: [200, 'scrollback rows in the reply of a tool; about as many as fit into it'],
  mcpTranscriptChars: [64 * KiB, 'the end of a transcript that is read as a resource'],
  mcpStartMs: [5000, 'time for a program to draw its first screen before `start` replies'],
  mcpPluginStartMs: [20_000, 'time for a program with a plugin to accept input before `start` replies'],
  mcpSettleMs: [150, 'quiet period after which a screen counts as drawn'],
  mcpSilentMs: [1000, 'quiet period after which a program counts as not answering an input'],
  mcpProgressMs: [1000, 'time between two progress messages of a tool call'],
  mcpUpdateMs: [250, 'time between two updates of a resource: four a second'],
  mcpClients: [64, 'MCP clients over HTTP that have a session; one more ends the oldest'],
  skillBytes: [64 * KiB, 'the skill that clients receive as a prompt'],

  adapters: [64, 'adapters at once; each has a thread that takes about 15 MiB'],
  adapterTimeoutMs: [120_000, 'a wait on an adapter without a timeout: a turn of an agent takes minutes'],
  completedTurnStableMs: [300, 'quiet period after which a turn that looks finished counts as finished'],
  statusRows: [3, 'rows at the bottom that are the status, unless the manifest sets another number'],
  inspectTailChars: [4096, 'end of the transcript in adapter.inspect'],
  stateChars: [128, 'name of a state or of an intent'],
  evidenceChars: [4 * KiB, 'explanation of a state by a plugin'],
  candidates: [64, 'states that a plugin considered'],
  stateEvents: [1024, 'events of a turn in one state'],
  stateValues: [3000, 'names and texts in one state; other work waits while each is searched for secrets'],
  stateTextChars: [128 * KiB, 'all text of one state'],
  recheckMs: [50, 'minimum time between two calls of a plugin that are due only because time has passed'],
  planSteps: [256, 'steps of a plan'],
  intentSteps: [256, 'steps of one intent, and times that it continues in another function of its plugin'],
  redrawMs: [
    250,
    'time for rows that a plugin has read to be on the screen again before its key is sent: an incomplete frame lacks some',
  ],
  expectMs: [2000, 'time for the expectation of a step, unless the step sets another'],

  acpTurnEndMs: [
    30_000,
    'idle time after which a turn of an ACP agent has ended, although its plugin has not reported the end',
  ],
  acpRestMs: [
    1000,
    'time without a change after which a cancelled turn of an ACP agent has ended, although nothing says so',
  ],
  acpCancelMs: [4000, 'time for a cancelled turn to end before the cancellation is repeated'],
  acpCancels: [5, 'times that a turn is cancelled'],
  acpScrollback: [
    10_000,
    'scrollback rows of a session of an ACP agent, where its plugin reads a long answer',
  ],
  acpCommandMs: [700, 'time for a command of an ACP agent to begin a turn; until then the program is idle'],
  acpSentLines: [
    2000,
    'lines of a turn that an ACP agent keeps after it has sent them, to notice that they change',
  ],

  plugins: [128, 'loaded plugins besides the built-in ones'],
  manifestBytes: [64 * KiB, 'a manifest'],
  versionRanges: [64, 'ranges of versions in a manifest'],
  versionBytes: [4 * KiB, 'output of a program that is run to get its version'],
  versionMs: [10_000, 'time for a program to print its version; large ones need 500 on an idle machine'],
  programVersions: [64, 'programs whose version is cached'],
  descriptionChars: [1 * KiB, 'description of a plugin in its manifest'],
  pluginModules: [64, 'Lua files of a plugin'],
  pluginSourceBytes: [1 * MiB, 'all Lua files of a plugin'],
  pluginCompiledBytes: [
    16 * MiB,
    'compiled Lua files that are kept for further instances; our largest plugin takes 400 KiB',
  ],
  pluginFolderNames: [
    4096,
    "names in the folder of a plugin's main file; other work waits while it is searched for modules",
  ],

  pluginScrolledRows: [
    4000,
    'rows that a plugin gets at once because they have scrolled off since its last call',
  ],
  pluginCallMs: [
    320,
    'processor time of one call of a plugin, or of loading it; a large screen takes 2, loading our largest plugin 170',
  ],
  pluginStopMs: [500, 'a plugin that does not stop at pluginCallMs is terminated after this time'],
  pluginWaitMs: [
    4000,
    'one call in real time, however little processor time it gets; enough on a machine with eight times the load it can carry',
  ],
  pluginStartMs: [
    10_000,
    'time for a worker thread to start, and then to load a plugin, however little processor time it gets; they take 30 and 170 on an idle machine',
  ],
  pluginHookInstructions: [
    1000,
    'Lua instructions between two clock checks: costs 3 % of a loop that does nothing else',
  ],
  pluginMemoryBytes: [96 * MiB, 'memory of one plugin; a screen with all its runs takes 2 MiB'],
  pluginHeapMiB: [
    192,
    'heap at which the engine terminates a worker; large enough to detect pluginMemoryBytes first',
  ],
  pluginStackSlots: [50_000, 'Lua stack: enough for 10,000 nested calls'],
  pluginStringBytes: [1 * MiB, 'one string in Lua'],
  pluginDepth: [32, 'nesting of the values that a plugin gets or returns'],
  pluginValueBytes: [1 * MiB, 'a value that a plugin returns, as JSON'],
  pluginExports: [256, 'functions that a plugin exports'],
  pluginMessageChars: [2 * KiB, 'message of an error in a plugin, and as much again for its stack trace'],
  pluginLogLines: [64, 'lines that a plugin logs in one call'],
  pluginLogChars: [1 * KiB, 'one log line of a plugin'],
  inputSettleMs: [
    95,
    'time that a read after an input of a shipped tuispec client waits for the program, as in the shipped server',
  ],
  inputPauseMs: [15, 'quiet period after which the program is considered to have responded to that input'],
  stepsBytes: [1 * MiB, 'a steps file, which a person wrote'],
  steps: [1000, 'steps in one file'],
  lastScreens: [5, 'screens kept from before a failure, to show what led to it'],
  traceScreenChars: [16_777_216, 'text of screens in a trace: a browser opens a page of this size at once'],
  replayBytes: [16 * MiB, 'a conversation to replay; other work waits 0.3 s while it is read'],
  baselines: [10_000, 'baselines in one folder'],
  listedMatches: [8, 'matches listed for an ambiguous selector: enough to see how to make it precise'],
  hostResults: [1000, 'targets that a host function for screens returns to a plugin'],
  pluginRules: [512, 'rules traced in one call'],
  recordings: [64, 'recordings at once; as many ended ones are remembered'],
  defaultRecordingBytes: [64 * MiB, 'a recording without a given limit: an hour of a busy program'],
  recordingBytes: [256 * MiB, 'a recording; one that is read is held in memory'],
  recordingTextBytes: [4 * MiB, 'a recording that is kept in memory and returned in one reply'],
  recordingPartBytes: [1 * MiB, 'part of a recording in one reply; a line is shorter'],
  recordingLineChars: [8 * MiB, 'a line of a recording; the longest call is a frame of 4 MiB'],
  recordingPieceChars: [64 * KiB, 'one recording event that restores a whole screen'],
  recordingMs: [31 * 24 * 3_600_000, 'time from the start of a recording to its last event: a month'],
  recordingHeldChars: [
    4 * MiB,
    'lines held behind a request without a response; beyond it the request is written with all its typed text hidden',
  ],
  typedAheadMs: [
    1000,
    'time that a recording holds typed text until it is echoed or a password prompt appears; a person who types ahead is fast',
  ],
  typedAheadChars: [16 * KiB, 'output after typed text that is searched for its echo'],
  recordingHeld: [
    4096,
    'events held behind one that may contain a secret; beyond it ready events are written first',
  ],
  recordingFrameMs: [200, 'default time between two frames of a recording: five a second'],
  recordingKeyframeMs: [1000, 'time between two full frames'],

  filmFps: [60, 'frames of a video in a second; screens show no more'],
  filmFrames: [36_000, 'frames of one video, counted each time that they are shown: an hour at ten a second'],
  filmPauseMs: [
    60_000,
    'longest display of one frame of a video; a person who sees no change for longer looks away',
  ],
  films: [2, 'videos rendered at once; each keeps a processor busy'],
  filmMs: [1_800_000, 'rendering of one video; the longest takes half of that'],
  filmProgressMs: [250, 'time between two progress reports of a video: four a second'],
  filmHeapMiB: [
    1024,
    'heap at which the engine terminates the thread that renders a video; it holds the longest recording as text',
  ],
  filmShapeBytes: [64 * MiB, 'glyph shapes kept from one frame of a video to the next'],
  gifBytes: [512 * MiB, 'an animated GIF, which is assembled in memory'],

  pictureBytes: [
    64 * MiB,
    'an expected screen or a recording of screens for a plugin: an hour of a busy program',
  ],

  screenshotPixels: [
    20_000_000,
    'pixels of a screenshot; the largest screen at the usual size has 16 million, and takes 150 MiB to render',
  ],
  screenshotBytes: [
    8 * MiB,
    'a screenshot in a reply; base64 or JSON adds up to half of it, and the write queue holds 16 MiB',
  ],
  screenshotMs: [
    30_000,
    'rendering of one screenshot; the largest screen takes a second or two, and four if no character repeats',
  ],
  screenshotSliceCells: [
    8192,
    'cells of a screenshot that are processed before other sessions and clients get their turn: 5 ms',
  ],
  screenshots: [16, 'queued screenshots; one is rendered at a time'],
  fontFiles: [4096, 'font files on the machine that are searched for the font of a screenshot'],
  fontBytes: [64 * MiB, 'a font of a screenshot; those with all Chinese characters have 20 MiB'],
  fontsRead: [8, 'fonts of screenshots that are cached'],
  listedFonts: [64, 'font names listed in the error for a missing font'],
  painterHeapMiB: [
    256,
    'heap at which the engine terminates the thread that renders screenshots; pixels are not counted',
  ],

  extraLiterals: [100, 'literals that a client adds to a redaction policy'],
  extraLiteralChars: [4 * KiB, 'one such literal'],
  extraRegexes: [32, 'patterns that a client adds to a redaction policy'],
  patternsMs: [
    250,
    'processor time for the patterns of a client on one text; the rest of the text is hidden, because a pattern of a hundred bytes could take 25 s',
  ],
  replacementChars: [64, 'the text that replaces a secret'],
  holdBackChars: [1024, 'output held back because it may contain a secret'],
  blockChars: [64 * KiB, 'an unfinished private key block'],
  keyReachChars: [64 * KiB, 'output after a private key in which narrower pieces of one are hidden too'],
  restedSecretChars: [
    16,
    'length from which an incomplete secret is hidden even after a quiet period; a shorter one is sent',
  ],
  holdBackMs: [200, 'quiet period after which held output that cannot be a secret is sent'],

  killHangupMs: [1000, 'time after SIGHUP, before SIGTERM'],
  killTermMs: [2000, 'time after SIGHUP, before SIGKILL'],
  destroyMs: [
    5000,
    'time for a program whose session wrightty destroys, from the signal to SIGKILL; defined by its protocol document',
  ],
  lastAnswersMs: [
    500,
    'time for a client to read its remaining replies when the server ends or the client closes its input',
  ],
  abandonedMs: [
    60_000,
    'time without a client after the only program of a listener has exited; a client can come back and read the result',
  ],
  abandonedShippedMs: [500, 'the same for listeners of shipped termwright clients, which rely on it'],
  keptScreensMs: [
    600_000,
    'time without a client before a server that ends when idle drops the screens of programs that have ended',
  ],
  shutdownMs: [3000, 'time from a first signal to exit'],

  keptClientMs: [600_000, 'time that a client without a connection is kept, if it asks for that'],
  keptClients: [1024, 'clients that can continue on another connection'],

  hostBeatMs: [3000, 'time between two reports of a host to its fleet'],
  hostSilenceMs: [
    4500,
    'time without a report after which a gateway asks a host whether it is alive: one report may be lost',
  ],
  hostAnswerMs: [
    1500,
    'time for the answer; with the silence before, sessions of a dead host are reported lost within 6 s',
  ],
  linkBeatMs: [5000, 'time between two beats of a gateway to a host whose links it uses'],
  linkSilenceMs: [12_000, 'time without a beat after which a host closes the links of a gateway'],
  linkWindowBytes: [1 * MiB, 'bytes of one link that were sent and are not acknowledged yet'],
  brokerConnectMs: [5000, 'time for a broker to accept a connection, with TLS and authentication'],
  brokerSettleMs: [2000, 'time after a broker is back in which hosts may still be connecting to it'],
  fleetClaimMs: [
    10_000,
    'time in which the brokers of a fleet must reserve a name; they choose a new leader in less',
  ],
  consumerIdleMs: [10_000, 'time after which a broker drops a reader of records that has gone'],
  fleetLinks: [4096, 'connections from gateways to one host'],
  fleetHosts: [4096, 'hosts of a fleet; four times as many as the largest simulation'],
  fleetNames: [10_000, 'names of sessions whose host a gateway remembers'],
  fleetSubset: [1024, 'keys that are read from the broker one by one; more are read through a consumer'],
  fleetRecordMs: [
    86_400_000,
    'time that the fleet remembers a session of a lost host; a living host renews its records',
  ],
  keptFlushMs: [
    1000,
    'time between two parts of a transcript or recording that a host of a fleet sends to be kept',
  ],
  brokerReads: [12, 'readings of records until a broker answers that does not lag behind its cluster'],
  keptReads: [6, 'readings of a kept transcript that the broker does not answer, half a second apart'],
  keptParts: [1024, 'parts kept of one transcript or recording: 17 minutes of a program that always prints'],
  keptBytes: [
    1024 * MiB,
    'all kept transcripts of a fleet: about 8,000 of 128 KiB. The broker drops the oldest parts',
  ],
  keptRecordingBytes: [512 * KiB, 'part of a recording that is sent to be kept; a broker takes 1 MiB'],
  keptHeadChars: [16 * KiB, 'first line of a recording that is sent with each part; a longer one is not'],
  failedRecords: [
    10_000,
    'records of a host that its broker did not take, which are written again when it can',
  ],
  fleetTries: [8, 'hosts that a gateway asks to place one session'],
} as const;

export type LimitName = keyof typeof table;

export const limits = Object.fromEntries(Object.entries(table).map(([name, [value]]) => [name, value])) as {
  readonly [Name in LimitName]: number;
};

export const limitReasons = Object.fromEntries(
  Object.entries(table).map(([name, [, reason]]) => [name, reason]),
) as { readonly [Name in LimitName]: string };
