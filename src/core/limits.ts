/**
 * Every bound in ptywright, each written once, with the reason for its size. docs/reference/limits.md is derived
 * from this table. Bytes are bytes before decoding; characters are UTF-16 units.
 *
 * Long because there is one table of them.
 */
const KiB = 1024;
const MiB = 1024 * KiB;

const table = {
  frameBytes: [4 * MiB, 'one message that comes in; a paste of this size is a large one'],
  headerBytes: [4 * KiB, 'the header block of a Content-Length frame'],
  httpHeaderBytes: [16 * KiB, 'the header of a request over HTTP; a browser sends all the cookies it has'],
  passwordChars: [16, 'a password for a server that other machines can reach has at least as many'],
  webTokenChars: [16, 'a token for a server that other machines can reach has at least as many'],
  webTicketMs: [30_000, 'from a ticket to the WebSocket that is opened with it'],
  webTickets: [1024, 'tickets that are out'],
  webPingMs: [
    25_000,
    'between two questions to a WebSocket whether anybody is there; some proxies close it after 60 s',
  ],
  webPongMs: [10_000, 'for the answer to that; the worst of lines are quicker'],
  passwordTries: [5, 'wrong passwords from one address before no more is heard from there for a while'],
  passwordPauseMs: [1000, 'of the first such while; each wrong password after it doubles it'],
  passwordPauseMostMs: [
    30_000,
    'of such a while: who knows the password and comes from the same address has to wait as well',
  ],
  passwordAddresses: [1024, 'addresses whose wrong passwords are remembered'],
  authenticateMs: [10_000, 'for a client to show the password that is asked for; programs do it at once'],
  strangers: [
    64,
    'clients who have not shown the password yet: beyond them the oldest from where most are makes way',
  ],
  headerLines: [16, 'header fields of a Content-Length frame; one is needed'],
  frameFinishMs: [30_000, 'a socket client may take this long to finish a frame that it began'],
  jsonDepth: [64, 'nesting of a message; deeper than this and JSON.stringify can overflow the stack'],
  idBytes: [256, 'a string id of a request'],
  batchMessages: [256, 'messages in one batch: as many as may be pending'],
  pendingRequests: [256, 'requests in flight on one connection'],
  pendingWaits: [1024, 'waits in flight in the whole server'],
  looksMs: [
    20,
    'looks for what is waited for in one turn, of all waits; the rest comes when others had theirs',
  ],
  lookMs: [250, 'the patterns of one wait at one look; if it takes longer twice, the wait is refused'],
  toldWaits: [32, 'waits of one session that are told of in words'],
  hopeChars: [512, 'the words for what one of them waits for'],
  connections: [
    256,
    'clients at once of all sockets, and as many over the web; as many more that have said nothing yet',
  ],
  outboxPauseBytes: [1 * MiB, 'unsent bytes to a client at which notifications are held back and merged'],
  outboxCloseBytes: [16 * MiB, 'unsent bytes to a client at which its connection is closed'],
  stalledClientMs: [30_000, 'a client that takes nothing for this long while data waits is disconnected'],

  sessions: [1024, 'sessions at once; the kernel has 4096 PTYs'],
  minCols: [2, 'the emulator cannot be narrower'],
  maxCols: [1000, 'columns'],
  minRows: [1, 'rows'],
  maxRows: [500, 'rows'],
  maxCells: [100_000, 'rows x columns: 500x200, about 12 MiB in the emulator'],
  maxPixels: [65_535, 'pixel sizes are unsigned 16 bit numbers in the kernel'],
  args: [4096, 'arguments of a program'],
  argBytes: [128 * KiB, 'one argument; Linux refuses longer ones'],
  nameChars: [128, 'a session name or a tag'],
  tags: [32, 'tags of a session'],
  defaultScrollback: [
    1000,
    'rows kept above the screen unless asked otherwise: about 2 MiB when full at 80 columns',
  ],
  maxScrollback: [100_000, 'rows kept above the screen'],
  resizeMs: [16, 'between two sizes that the emulator is given while nobody looks: a frame of a film'],
  inputQueueBytes: [32 * MiB, 'input that a program has not read yet'],
  canonicalLineBytes: [
    4095,
    'the kernel drops the rest of a longer line in canonical mode; answered with a warning',
  ],
  reflowedRows: [
    50_000,
    'rows of one line at a new width; with a longer one no line is wrapped anew, but cut',
  ],
  sliceBytes: [4 * KiB, 'output parsed without a pause: what the kernel hands over at a time'],
  sliceBudgetMs: [12, 'parsing of one session before the other sessions and clients get their turn'],

  viewers: [256, 'people who look at one session at once'],
  viewerFrameMs: [20, 'between two frames of a viewer: fifty a second, more than anybody sees'],
  viewerCostShare: [
    4,
    'times what a frame took to the next one, where that is more: a quarter of the thread',
  ],
  viewerPatienceMs: [
    200,
    'a frame waits this long for a program that has said that it is in the middle of one',
  ],
  typedKeyChars: [64, 'the beginning of a key whose rest has not come; what is longer is none'],
  typedKeyMs: [
    100,
    'for the rest of a key that has begun; a line is quicker, and alt with a bracket begins like a key',
  ],
  typedEscapeMs: [
    50,
    'for what may follow an escape that is written already, while nobody else types; a line that tore a key is quicker',
  ],
  typedPasteChars: [
    1 * MiB,
    'the beginning of a paste whose end has not come; more of it is written as it comes',
  ],
  unfinishedSecretChars: [
    8,
    'what may become a secret while it is printed, and is hidden meanwhile; less tells nothing',
  ],

  stringBytes: [1 * MiB, 'an OSC, DCS or APC string that a program sends'],
  titleChars: [4 * KiB, 'a title'],
  links: [1000, 'distinct hyperlinks of a session'],
  linkChars: [4 * KiB, 'a hyperlink with its parameters; terminals agree on 2083 for the target'],
  colorChars: [4 * KiB, 'a request to set, restore or tell colours'],
  pathChars: [4 * KiB, 'a working directory that a program reports'],
  terminalEvents: [256, 'events of a terminal that are kept: titles, bells, marks of a shell, notifications'],
  eventsAtOnce: [
    64,
    'changes of modes, or rings of the bell in a row, that one piece of output is told to have made; of more the last counts',
  ],
  clipboardChars: [64 * KiB, 'what a program puts on the clipboard, in base64; more is not told'],
  terminalEventChars: [4 * KiB, 'the text of one of them: a command, a notification'],
  unfinishedNotices: [16, 'notifications of which a program has sent a piece and not the last'],
  eventFacts: [16, 'what an event is hoped to tell; none tells as many'],
  commandRows: [64, 'rows behind a prompt that are read as the command, where the shell does not say it'],
  imageHeadChars: [1 * KiB, 'the beginning of an image that a program shows, which says how large it is'],
  imageSizes: [64, 'images that a program sent ahead of showing them, of which the size is remembered'],
  keyboardStack: [16, 'keyboard settings that a program pushed, for each of the two screens'],
  paletteStack: [10, 'palettes that a program has kept, as many as xterm keeps'],
  capabilityChars: [1 * KiB, 'a request for terminal capabilities or settings'],
  contextChars: [8 * KiB, 'text just off a screen that is looked at for a secret that reaches into it'],
  contextRows: [256, 'rows just off a screen that are looked at for a secret that reaches into it'],
  cellCodePoints: [32, 'code points in one cell'],
  repliesPerSecond: [100, 'answers to queries of a program'],
  replyBytes: [4 * KiB, 'answers that a program has not read yet'],

  defaultTranscriptChars: [128 * KiB, 'transcript kept in memory unless asked otherwise'],
  maxTranscriptChars: [16 * MiB, 'transcript kept in memory'],
  sequenceChars: [
    4 * KiB,
    'an escape sequence in the middle of which a transcript is read; a longer one is text',
  ],
  outputChars: [128 * KiB, 'output told at once; a client that lags is told in several pieces'],
  replyChars: [
    2 * MiB,
    'text in one reply; more is read in parts. JSON may take six bytes for a character, and the outbox holds 16 MiB',
  ],
  transcriptTailChars: [16 * KiB, 'what transcript matchers see and what evidence carries at most'],
  lookTranscriptChars: [
    32 * KiB,
    'transcript that a plugin is shown: enough for a turn, little enough to be redacted and copied at each look',
  ],
  gridCells: [40_000, 'cells that are told one by one in a reply, as much as 400 bytes each'],
  echoMs: [100, 'for a program to answer an input before a wait without a baseline looks at the screen'],
  subscriptions: [256, 'of one connection, each to some events of one session'],
  markers: [64, 'transcript markers of a session'],
  rawFileQueueBytes: [8 * MiB, 'raw output not yet on disk; a disk slower than this ends the file'],

  overlays: [256, 'overlays of a session'],
  panels: [256, 'panels of a session; more than have room wait for it'],
  layerSpans: [4096, 'spans of an overlay or a panel'],
  layerChars: [64 * KiB, 'all that an overlay or a panel says'],
  layersChars: [
    256 * KiB,
    'all that the overlays and panels of a session say; it is looked at for secrets and drawn while others wait: 20 ms',
  ],
  layerChanges: [256, 'changes of overlays and panels in one deed'],
  layerZ: [1_000_000, 'how high an overlay or a panel can be put over others'],

  timeoutMs: [3_600_000, 'the longest wait: an hour; a longer one is asked for again'],
  defaultTimeoutMs: [30_000, 'a wait that names no time-out'],
  matcherDepth: [8, 'nesting of a matcher'],
  matcherNodes: [128, 'matchers in one tree'],
  matcherPatterns: [64, 'patterns in one tree'],
  patternChars: [1024, 'a regular expression'],
  patternGroups: [32, 'groups of a regular expression: cost in RE2 grows with them'],
  streamChunkChars: [1024, 'characters of one stream_text write'],
  streamDelayMs: [100, 'pause between stream_text writes'],
  chordChars: [128, 'a key with all its modifiers; the cost of reading one grows with the square'],
  chords: [1024, 'chords in one keys action'],
  keyDelayMs: [
    1000,
    'pause between the chords of a keys action; the slowest program waits this long after ESC',
  ],
  clicks: [32, 'clicks or wheel steps of one mouse action'],
  actions: [256, 'actions in one session.act'],

  adapters: [64, 'adapters at once: each has a thread of its own, of about 15 MiB'],
  adapterTimeoutMs: [
    120_000,
    'a wait on an adapter that names no time-out: a turn of an agent takes minutes',
  ],
  completedTurnStableMs: [300, 'quiet after which a turn that looks finished is taken for finished'],
  statusRows: [3, 'rows at the bottom that are status, unless the manifest says otherwise'],
  inspectTailChars: [4096, 'the end of a transcript in adapter.inspect'],
  stateChars: [128, 'the name of a state or of an intent'],
  evidenceChars: [4 * KiB, 'what a plugin says of why'],
  candidates: [64, 'states that a plugin thought of'],
  stateEvents: [1024, 'events of a turn that one state carries'],
  stateValues: [
    3000,
    'names and texts in one state: each is looked at for secrets while nobody else is served',
  ],
  stateTextChars: [128 * KiB, 'all the text of one state'],
  recheckMs: [50, 'between two questions to a plugin that nothing but time is the reason for'],
  planSteps: [256, 'steps of a plan'],
  planRounds: [32, 'times that a plan may go on in another function of its plugin'],
  redrawMs: [
    250,
    'for rows that a plugin has read to be there again before its key is sent: half a frame lacks some',
  ],
  expectMs: [2000, 'for what a step expects, unless the step says otherwise'],

  plugins: [128, 'plugins that are loaded besides those that come with ptywright'],
  manifestBytes: [64 * KiB, 'a manifest'],
  descriptionChars: [1 * KiB, 'what a manifest says of its plugin'],
  pluginModules: [64, 'Lua files of a plugin'],
  pluginSourceBytes: [1 * MiB, 'Lua files of a plugin, together; each of its instances compiles them'],
  pluginFolderNames: [
    4096,
    "names in the folder of a plugin's main file, which is listed for its modules while everybody waits",
  ],

  pluginCallMs: [
    320,
    'of a processor, for one call of a plugin or for loading it; a large screen takes 2, the largest plugin of ours 170 to load',
  ],
  pluginStopMs: [500, 'a plugin that does not stop at pluginCallMs is ended, whatever it does'],
  pluginWaitMs: [
    4000,
    'one call, however little of a processor it was given; on a machine that is eight times too small it gets through',
  ],
  pluginStartMs: [
    10_000,
    'a worker thread that does not come up; it takes 30 on a machine with nothing else to do',
  ],
  pluginHookInstructions: [1000, 'between two looks at the clock: 3 % of a loop that does nothing else'],
  pluginMemoryBytes: [
    96 * MiB,
    'what one plugin holds, with what it has dropped and nobody has collected; a screen with all its runs takes 2 MiB',
  ],
  pluginHeapMiB: [192, 'at which the engine itself ends a worker; room to notice pluginMemoryBytes in time'],
  pluginStackSlots: [50_000, 'the stack of Lua: as deep as 10,000 calls'],
  pluginStringBytes: [1 * MiB, 'one string in Lua'],
  pluginDepth: [32, 'nesting of what a plugin is given or gives'],
  pluginValueBytes: [1 * MiB, 'what a plugin gives, as JSON'],
  pluginExports: [256, 'functions that a plugin exports'],
  pluginMessageChars: [
    2 * KiB,
    'what is told of an error in a plugin, and as much again of where it came from',
  ],
  pluginLogLines: [64, 'lines that a plugin logs in one call'],
  pluginLogChars: [1 * KiB, 'one of them'],
  inputSettleMs: [
    95,
    'an input of a shipped client of tuispec waits so long for a change, as with its own server',
  ],
  stepsBytes: [1 * MiB, 'a file of steps, which a person wrote'],
  steps: [1000, 'steps in one file'],
  lastScreens: [5, 'screens before a failure that are kept: what led to it'],
  replayBytes: [16 * MiB, 'a conversation that is done again; others wait while it is read: 0.3 s'],
  baselines: [10_000, 'screens that are kept in one folder'],
  ambiguousTold: [8, 'things told of a selector that means several: enough to see what it should say'],
  hostResults: [1000, 'places and buttons that a function for screens gives a plugin at once'],
  hostBoxes: [256, 'boxes on one screen; each is held against all others'],
  hostItemChars: [128, 'the beginning and the end of a row that are looked at for a number, a mark or a key'],
  pluginRules: [512, 'rules whose trying is told in one call'],
  recordings: [64, 'recordings at once; as many are remembered that have ended'],
  defaultRecordingBytes: [64 * MiB, 'a recording that names no bound: an hour of a busy program'],
  recordingBytes: [256 * MiB, 'a recording, also one that is read, which is held in memory'],
  recordingTextBytes: [4 * MiB, 'a recording that is kept in memory and told in one reply'],
  recordingPartBytes: [1 * MiB, 'of a recording that one reply tells; a line of one has less'],
  recordingLineChars: [8 * MiB, 'a line of a recording; the longest call is a frame of 4 MiB'],
  recordingPieceChars: [64 * KiB, 'one event of a recording that shows a whole screen'],
  recordingMs: [31 * 24 * 3_600_000, 'from the beginning of a recording to its last event: a month'],
  recordingHeldChars: [
    4 * MiB,
    'lines behind a request that is not answered yet; then it is told with all it types hidden',
  ],
  typedAheadMs: [
    1000,
    'that typed text waits for in a recording, until it is printed or a password is asked for; who types ahead is quick',
  ],
  typedAheadChars: [16 * KiB, 'output since, in which such text may stand'],
  recordingHeld: [4096, 'events that wait for one before them, in which a secret may be; more go past it'],
  recordingFrameMs: [200, 'between two frames of a recording, unless asked otherwise: five a second'],
  recordingKeyframeMs: [1000, 'between two frames that are told whole'],

  filmFps: [60, 'pictures of a film in a second; screens show no more'],
  filmFrames: [
    36_000,
    'pictures of one film, the same one counted as often as it is shown: an hour at ten a second',
  ],
  filmPauseMs: [
    60_000,
    'that one picture of a film is shown for: who sees nothing happen for longer looks away',
  ],
  films: [2, 'films that are drawn at once, each of which keeps a processor busy'],
  filmMs: [1_800_000, 'drawing one film; the longest takes half of that'],
  filmProgressMs: [250, 'between two words on how far a film is: four a second'],
  filmHeapMiB: [
    1024,
    'at which the engine ends the thread that draws a film; the longest recording is in it as text',
  ],
  filmShapeBytes: [64 * MiB, 'shapes of characters that are kept from one picture of a film to the next'],
  gifBytes: [512 * MiB, 'an animated GIF, which is put together in memory'],

  pictureBytes: [64 * MiB, 'a picture or a recording of screens for a plugin: an hour of a busy program'],

  screenshotPixels: [
    20_000_000,
    'a picture of a screen; the largest screen at the usual size has 16 million, and takes 150 MiB while it is drawn',
  ],
  screenshotBytes: [
    8 * MiB,
    'a picture of a screen, as it is told; in base64 or JSON it is up to half as much more, and the outbox holds 16 MiB',
  ],
  screenshotMs: [
    30_000,
    'drawing one picture; the largest screen takes a second or two, and four where no character repeats',
  ],
  screenshotSliceCells: [
    8192,
    'cells of a picture that are worked on before the other sessions and clients get their turn: 5 ms',
  ],
  screenshots: [16, 'pictures that wait to be drawn: one is drawn at a time'],
  fontFiles: [4096, 'files of fonts on the machine that are looked at when a picture asks for one of them'],
  fontBytes: [64 * MiB, 'a font that a picture asks for; those of all of Chinese have 20 MiB'],
  fontsRead: [8, 'such fonts that are kept'],
  toldFonts: [64, 'names of fonts that are told to who asked for one that is not there'],
  painterHeapMiB: [256, 'at which the engine ends the thread that draws pictures; pixels are not counted'],

  extraLiterals: [100, 'literals that a caller adds to a redaction policy'],
  extraLiteralChars: [4 * KiB, 'one such literal'],
  extraRegexes: [32, 'patterns that a caller adds to a redaction policy'],
  patternsMs: [
    250,
    "a caller's patterns on one text; whatever follows is hidden, for a hundred bytes of pattern asked for 25 s",
  ],
  replacementChars: [64, 'the text that stands for a secret'],
  holdBackChars: [1024, 'output held back because a secret may be in it'],
  blockChars: [64 * KiB, 'a private key block that has not ended'],
  restedSecretChars: [
    16,
    'what may be the beginning of a secret, and is told to who follows output that rests; more waits for its end',
  ],
  holdBackMs: [200, 'quiet after which held output that cannot be a secret is let go'],

  killHangupMs: [1000, 'after SIGHUP, before SIGTERM'],
  killTermMs: [2000, 'after SIGHUP, before SIGKILL'],
  destroyMs: [
    5000,
    'for a program whose session wrightty destroys, from the signal to SIGKILL; its document says so',
  ],
  lastAnswersMs: [
    500,
    'for a client to take what it is still owed when the server ends, or when it writes no more',
  ],
  abandonedMs: [
    60_000,
    'without a client, after the one program of a listener has ended; time to come back and ask how it went',
  ],
  abandonedShippedMs: [500, 'the same where shipped clients of termwright are served, which count on it'],
  shutdownMs: [3000, 'from a first signal to exit'],
} as const;

export type LimitName = keyof typeof table;

export const limits = Object.fromEntries(Object.entries(table).map(([name, [value]]) => [name, value])) as {
  readonly [Name in LimitName]: number;
};

export const limitReasons = Object.fromEntries(
  Object.entries(table).map(([name, [, reason]]) => [name, reason]),
) as { readonly [Name in LimitName]: string };
