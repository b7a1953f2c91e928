/**
 * Every method, shape and error of the tuispec document. Samples with `shipped` show where the released server differs.
 * `DIR` is a placeholder for the artifact folder of the server, `FILE` for a fresh path.
 */
export interface TuispecSeed {
  readonly title: string;
  readonly shipped?: true;
  /** The script that `sh` runs in the session. Without it, no session is launched or initialized. */
  readonly script?: string;
  /** Requests that prepare the sample. Each must succeed. */
  readonly setup?: readonly (readonly [method: string, params?: unknown])[];
  /** A request, or a raw line. */
  readonly send: readonly [method: string, params?: unknown] | string;
  /** Minimum content of the result. A pattern may match a text. */
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly data?: object };
  /** A notification beside the reply. */
  readonly notification?: object;
}

const shell = 'printf "Ready\\n> "; while read -r line; do echo "got $line"; done';
const ok = { ok: true };
const ready = { type: 'exact', text: 'Ready' };
const several = 'printf "item\\nitem\\nEND"; exec cat';
const clickable = `printf '\\033[?1000h\\033[?1006hReady END'; exec cat`;

type More = Partial<TuispecSeed>;
const call = (method: string, params: unknown, result: unknown, more: More = {}): TuispecSeed => ({
  title: `${method}${params === undefined ? '' : ` ${JSON.stringify(params)}`}`,
  script: shell,
  send: [method, params],
  result,
  ...more,
});
const fails = (title: string, send: TuispecSeed['send'], code: number, more: More = {}): TuispecSeed => ({
  title,
  send,
  error: { code },
  ...more,
});
const idle = (method: string, params: unknown, result: unknown, more: More = {}): TuispecSeed => ({
  title: `${method}${params === undefined ? '' : ` ${JSON.stringify(params)}`}, without a session`,
  send: [method, params],
  result,
  ...more,
});
const selector = (value: object, more: More = {}) =>
  call('waitForText', { selector: value, ambiguityMode: 'first' }, ok, more);

const snapshotPaths = {
  snapshotPath: /\/sessions\/session\/snapshots\/home\.ansi\.txt$/,
  metaPath: /\/home\.meta\.json$/,
  artifactRoot: /./,
};
const recording = { path: 'FILE', frameIntervalMs: 0 };

const lifecycle: readonly TuispecSeed[] = [
  idle('initialize', undefined, {
    sessionName: 'session',
    rows: 40,
    cols: 134,
    artifactRoot: /./,
    version: /./,
  }),
  idle(
    'initialize',
    {
      name: 'demo',
      timeoutSeconds: 2,
      terminalCols: 100,
      terminalRows: 30,
      ambiguityMode: 'last-visible',
      snapshotTheme: 'light',
      updateSnapshots: true,
    },
    { sessionName: 'demo', rows: 30, cols: 100 },
  ),
  ...['fail', 'first', 'last'].map((ambiguityMode) =>
    idle('initialize', { ambiguityMode }, { sessionName: 'session' }),
  ),
  idle('launch', { command: 'cat' }, ok, { setup: [['initialize']] }),
  idle(
    'launch',
    {
      command: 'sh',
      args: ['-c', 'echo "$MINE in $PWD"; exec cat'],
      env: { MINE: 'own', HOME: null },
      cwd: '/',
      readySelector: { type: 'regex', pattern: 'own in /' },
      readyTimeoutMs: 5000,
      readyPollIntervalMs: 10,
    },
    ok,
    { setup: [['initialize']] },
  ),
];

const input: readonly TuispecSeed[] = [
  ...['enter', 'arrowUp', 'f12', 'ctrl+c'].map((key) => call('sendKey', { key }, ok)),
  call('sendText', { text: 'hello' }, ok),
  call('sendLine', { text: 'hello' }, ok),
  call(
    'sendLine',
    {
      text: 'hello',
      expectAfter: { type: 'exact', text: 'got hello' },
      timeoutMs: 5000,
      pollIntervalMs: 50,
      ambiguityMode: 'first',
    },
    ok,
  ),
  call('click', { col: 3, row: 1 }, ok, { script: clickable }),
  call('click', { selector: ready, button: 'right', encoding: 'sgr' }, ok, {
    script: clickable,
  }),
  call('waitForText', { selector: ready }, ok),
  call('waitForText', { selector: ready, timeoutMs: 500, pollIntervalMs: 50, ambiguityMode: 'fail' }, ok),
  call('waitUntil', { pattern: 'Ready|Done' }, ok),
  call('waitUntil', { pattern: 'Re.*y', timeoutMs: 500, pollIntervalMs: 50 }, ok),
  call('waitForStable', { debounceMs: 30 }, ok),
  call('waitForStable', { debounceMs: 30, timeoutMs: 5000, pollIntervalMs: 100 }, ok),
];

const view: readonly TuispecSeed[] = [
  call('currentView', undefined, { text: /^Ready {129}\n> {133}(?:\n {134}){38}$/, rows: 40, cols: 134 }),
  call('currentView', { rows: { start: 1, end: 2 } }, { text: /^Ready *\n> *$/ }),
  call('currentView', { region: { col: 2, row: 1, width: 3, height: 1 } }, { text: 'ead' }),
  call('currentView', { entireRow: 2 }, { text: /^> *$/ }),
  call('currentView', { entireCol: 1 }, { text: /^R\n>(?:\n ){38}$/ }),
  call('currentView', { entireRow: 0 }, { text: /^Ready *\n> / }),
  call('dumpView', { name: 'home' }, snapshotPaths),
  call('dumpView', { name: 'home', format: 'ansi' }, snapshotPaths),
  call('dumpView', { name: 'home', format: 'png' }, { ...snapshotPaths, pngPath: /home\.png$/ }),
  call(
    'dumpView',
    { name: 'home', format: 'both', theme: 'light', font: 'Menlo', rows: 40, cols: 134 },
    { ...snapshotPaths, pngPath: /home\.png$/ },
  ),
  call('renderView', { name: 'home' }, { ...snapshotPaths, pngPath: /home\.png$/ }),
  call(
    'diffView',
    {
      leftPath: 'DIR/sessions/session/snapshots/one.ansi.txt',
      rightPath: 'DIR/sessions/session/snapshots/two.ansi.txt',
    },
    { changed: true, changedLines: 1, summary: /./ },
    {
      setup: [
        ['dumpView', { name: 'one' }],
        ['sendText', { text: 'x' }],
        ['waitForText', { selector: { type: 'exact', text: '> x' } }],
        ['dumpView', { name: 'two' }],
      ],
    },
  ),
  call(
    'diffView',
    {
      leftPath: 'sessions/session/snapshots/one.ansi.txt',
      rightPath: 'sessions/session/snapshots/one.ansi.txt',
      mode: 'styled',
    },
    { changed: false, changedLines: 0 },
    { setup: [['dumpView', { name: 'one' }]] },
  ),
  call(
    'expectSnapshot',
    { name: 'home' },
    { ok: false, baselineExists: false, actualPath: /./, baselinePath: /./ },
  ),
  call('expectVisible', { selector: ready }, ok),
  call('expectNotVisible', { selector: { type: 'exact', text: 'absent' } }, ok),
  call('viewSubscribe', undefined, { ok: true, debounceMs: 100, includeText: false }),
  call('viewSubscribe', { debounceMs: 0, includeText: true }, { ok: true, debounceMs: 0, includeText: true }),
  call('viewUnsubscribe', undefined, ok),
  call('sendText', { text: 'more' }, ok, {
    title: 'view.changed',
    setup: [['viewSubscribe']],
    notification: { jsonrpc: '2.0', method: 'view.changed', params: { rows: 40, cols: 134 } },
  }),
];

const selectors: readonly TuispecSeed[] = [
  selector({ type: 'exact', text: 'Ready' }),
  selector({ type: 'regex', pattern: 'Ready|Done' }),
  selector({ type: 'at', col: 10, row: 2 }, { script: 'printf "END\\033[2;10Hx"; exec cat' }),
  selector({
    type: 'within',
    rect: { col: 1, row: 1, width: 40, height: 10 },
    selector: { type: 'exact', text: 'Ready' },
  }),
  selector({ type: 'nth', index: 1, selector: { type: 'exact', text: 'item' } }, { script: several }),
];

const server: readonly TuispecSeed[] = [
  idle('server.ping', {}, { pong: true, version: /./ }),
  call('server.shutdown', undefined, { shuttingDown: true }),
  idle(
    'batch',
    { steps: [{ method: 'server.ping', params: {} }] },
    { ok: true, completed: 1, results: [{ pong: true }] },
  ),
  idle(
    'batch',
    {
      steps: [
        { method: 'server.ping', params: {} },
        { method: 'currentView', params: {} },
        { method: 'server.ping', params: {} },
      ],
    },
    { ok: false, completed: 1, results: [{ pong: true }], errorStep: 2, error: { code: -32001 } },
  ),
  idle('recording.start', { path: 'FILE' }, { ok: true, path: 'FILE', frameIntervalMs: 200 }),
  idle('recording.start', recording, { ok: true, ...recording }),
  idle('recording.stop', undefined, ok, { setup: [['recording.start', recording]] }),
  idle(
    'recording.status',
    undefined,
    { active: true, path: 'FILE' },
    { setup: [['recording.start', recording]] },
  ),
  {
    title: 'recording.status without a recording',
    send: ['recording.status'],
    result: { active: false, path: null },
  },
  ...[undefined, 'as-fast-as-possible', 'real-time'].map((speed) =>
    call(
      'replay',
      { path: 'FILE', ...(speed !== undefined && { speed }) },
      { ok: true, replayedRequests: 2, path: 'FILE', speed: speed ?? 'as-fast-as-possible' },
      {
        setup: [['recording.start', recording], ['sendText', { text: 'again' }], ['recording.stop']],
      },
    ),
  ),
];

const errors: readonly TuispecSeed[] = [
  fails('-32700 unreadable', 'nonsense', -32700),
  fails('-32600 no request', '{"id":1,"method":"server.ping"}', -32600),
  fails('-32601 an unknown method', ['no.such'], -32601, {
    error: { code: -32601, data: { method: 'no.such' } },
  }),
  fails('-32602 bad parameters', ['sendText', {}], -32602, {
    script: shell,
    error: { code: -32602, data: { details: /text/ } },
  }),
  fails('-32602 a column below 1', ['waitForText', { selector: { type: 'at', col: 0, row: 1 } }], -32602, {
    script: shell,
  }),
  fails('-32602 two filters', ['currentView', { entireRow: 1, entireCol: 1 }], -32602, { script: shell }),
  fails('-32001 no session', ['currentView'], -32001),
  fails('-32002 a second session', ['initialize'], -32002, { setup: [['initialize']] }),
  fails(
    '-32004 nothing in time',
    ['waitForText', { selector: { type: 'exact', text: 'no' }, timeoutMs: 20 }],
    -32004,
    {
      script: shell,
      error: { code: -32004, data: { details: /timed out/ } },
    },
  ),
  fails('-32004 several', ['waitForText', { selector: { type: 'exact', text: 'item' } }], -32004, {
    script: several,
    error: { code: -32004, data: { details: /matched 2 elements/ } },
  }),
  fails('recording.start with an existing file', ['recording.start', recording], -32004, {
    setup: [['recording.start', recording], ['recording.stop']],
  }),
  idle(
    'recording.start',
    recording,
    { ok: true, ...recording },
    {
      title: 'recording.start with an existing file, released server',
      shipped: true,
      setup: [['recording.start', recording], ['recording.stop']],
    },
  ),
  fails('an array', '[]', -32600),
  fails('an array, released server', '[]', -32700, { shipped: true }),
  fails('a request without an id', '{"jsonrpc":"2.0","method":"server.ping"}', -32600),
  fails('a request without an id, released server', '{"jsonrpc":"2.0","method":"server.ping"}', -32700, {
    shipped: true,
  }),
  call('sendText', { text: 'more' }, ok, {
    title: 'view.changed before the reply, released server',
    shipped: true,
    setup: [['viewSubscribe']],
    notification: { method: 'view.changed' },
  }),
];

export const tuispecSeeds: readonly TuispecSeed[] = [
  ...lifecycle,
  ...input,
  ...view,
  ...selectors,
  ...server,
  ...errors,
];
