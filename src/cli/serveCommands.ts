/** Declares `ptywright serve` and the tuispec commands. */
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { type CommandGroup, defineCommand } from './command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Start a server: JSON-RPC on standard input and output, on sockets, or on TCP.',
  details: [
    'By default, the server listens on the socket in PTYWRIGHT_HOME, where the other commands find it. Only you can open this socket. With --stdio, the server serves the program that started it. All clients of a server share its sessions.',
    'SIGTERM, SIGINT or SIGHUP stops the server: it answers pending requests, ends the sessions and removes the sockets. A second signal stops it at once. With --stdio, the end of standard input stops it too.',
    'A Unix socket must be in a directory that only you can enter, such as one made by mkdir -m 700. A socket directly in /tmp is refused.',
    'A termwright listener drives one program, which is given at the end of the command line. The listener closes when a client asks for it, or some time after the program has ended and the last client has disconnected. The server ends with its last listener.',
    'Listeners on TCP require a secret from clients: PTYWRIGHT_TOKEN for ptywright, WSH_TOKEN for wsh (in the header Authorization: Bearer TOKEN or, on a WebSocket, as ?ticket= with the reply to POST /auth/ws-ticket), and WRIGHTTY_PASSWORD for wrightty (with the method Wrightty.authenticate). For an address that other machines can reach, you must set the secret.',
    'Without PTYWRIGHT_TOKEN, the server creates a token at each start and prints it. Without WSH_TOKEN or WRIGHTTY_PASSWORD, only programs of your user are admitted, and they need no secret. Where the user of a connection cannot be identified (outside Linux), the server creates and prints a token or password instead. --no-auth turns all of this off.',
    'The browser page needs the token of its listener, after #key= in its address. For a wsh listener without WSH_TOKEN, the server creates a token for the page and prints it.',
  ],
  options: {
    stdio: { kind: 'flag', summary: 'Serve on standard input and output.' },
    socket: {
      kind: 'text',
      value: 'PATH',
      many: true,
      completes: 'file',
      summary: 'Listen on a Unix socket, or on a named pipe on Windows.',
    },
    listen: {
      kind: 'text',
      value: 'DIALECT+TRANSPORT:ADDRESS',
      many: true,
      summary:
        'Listen with a protocol (dialect), such as ptywright+stdio: or termwright+unix:/run/user/1000/t.sock',
    },
    'allow-host': {
      kind: 'text',
      value: 'NAME',
      many: true,
      summary:
        'Accept this host name too at HTTP and WebSocket listeners, such as the name of a reverse proxy.',
    },
    'no-auth': {
      kind: 'flag',
      summary:
        'Require no secret on TCP. Every user of this machine can then run programs as you. Only for a machine or a container with one user.',
    },
    'artifact-dir': {
      kind: 'text',
      value: 'DIR',
      completes: 'file',
      summary: 'Directory for baselines, and for the artifacts of a tuispec listener.',
    },
    framing: {
      kind: 'text',
      value: 'FRAMING',
      choices: ['ndjson', 'lsp'],
      default: 'ndjson',
      summary: 'Framing of messages: one per line, or Content-Length headers.',
    },
    redaction: {
      kind: 'text',
      value: 'POLICY',
      choices: ['default', 'enforced'],
      default: 'default',
      summary: 'With enforced, clients cannot turn redaction off, and waits match the redacted text.',
    },
    deny: {
      kind: 'text',
      value: 'PERMISSION',
      many: true,
      choices: permissionNames,
      summary: 'Deny this permission. All others are granted.',
    },
    plugin: {
      kind: 'text',
      value: 'MANIFEST.toml',
      many: true,
      completes: 'file',
      summary: 'Load a plugin, in addition to the built-in ones.',
    },
    'allow-plugin-load': {
      kind: 'flag',
      summary: 'Allow clients to load and unload plugins. Plugins are programs that the server runs.',
    },
    'raw-view': {
      kind: 'flag',
      summary:
        'Allow viewers to see sessions without redaction if they request it. Plain streams of wsh are then never redacted.',
    },
    reap: {
      kind: 'flag',
      summary: 'First kill the orphaned processes of an earlier server on the same sockets.',
    },
    'check-replies': { kind: 'flag', hidden: true, summary: 'Check each reply against its declared schema.' },
  },
  operands: { usage: '[PROGRAM [ARGUMENTS]]', min: 0, max: limits.args, ofProgram: true },
  exits: {
    1: 'A listener cannot start, or a plugin cannot be loaded.',
    '128+n': 'Signal n stopped the server, such as 143 for SIGTERM.',
  },
  examples: {
    'ptywright serve': 'Serve on the default socket.',
    'ptywright serve --stdio --framing lsp': 'Serve an editor that started the server.',
    'ptywright serve --plugin ./manifest.toml': 'Load your own plugin.',
    'ptywright serve --listen termwright+unix:/run/user/1000/t.sock -- vim notes.md':
      'Serve one program to clients of termwright.',
    'ptywright serve --listen wrightty+ws://127.0.0.1:9420': 'Serve clients of wrightty on this machine.',
    'ptywright serve --listen wsh+http://127.0.0.1:8080': 'Serve clients of wsh on this machine.',
    'ptywright serve --stdio --deny raw.read --deny raw.write': 'Serve a client that must not see secrets.',
  },
  run: async (given, operands): Promise<number> => (await import('./serve.ts')).serve(given, operands),
});

/** Uses the option names of tuispec, for clients that start its server themselves. */
export const tuispecServerCommand = defineCommand({
  name: 'tuispec server',
  summary: 'Serve tuispec on standard input and output, like the server of tuispec.',
  details: [
    'Same as serve --listen tuispec+stdio:?wire=client, with the options and environment variables of tuispec server. To replace the program tuispec, use a script with the line: exec ptywright tuispec "$@"',
  ],
  options: {
    'artifact-dir': {
      kind: 'text',
      value: 'DIR',
      completes: 'directory',
      summary: 'Directory for snapshots and baselines (default: TUISPEC_ARTIFACTS_DIR).',
    },
    cols: {
      kind: 'count',
      value: 'COLUMNS',
      min: limits.minCols,
      max: limits.maxCols,
      summary: 'Columns of the terminal (default: TUISPEC_TERMINAL_COLS, or 134).',
    },
    rows: {
      kind: 'count',
      value: 'ROWS',
      min: limits.minRows,
      max: limits.maxRows,
      summary: 'Rows of the terminal (default: TUISPEC_TERMINAL_ROWS, or 40).',
    },
    'timeout-seconds': {
      kind: 'count',
      value: 'SECONDS',
      min: 0,
      max: limits.timeoutMs / 1000,
      summary: 'Timeout of waits, in seconds (default: TUISPEC_TIMEOUT_SECONDS, or 5).',
    },
    'ambiguity-mode': {
      kind: 'text',
      value: 'MODE',
      choices: ['fail', 'first-visible', 'last-visible'],
      summary: 'How to handle several matches of a selector (default: TUISPEC_AMBIGUITY_MODE, or fail).',
    },
  },
  exits: { '128+n': 'Signal n stopped the server, such as 129 for SIGHUP.' },
  examples: { 'ptywright tuispec server --artifact-dir artifacts': 'Serve like tuispec server.' },
  run: async (given): Promise<number> => (await import('./serve.ts')).serveTuispec(given),
});

export const tuispecReplayCommand = defineCommand({
  name: 'tuispec replay',
  summary: 'Show the frames of a tuispec recording.',
  options: {
    speed: {
      kind: 'text',
      value: 'SPEED',
      choices: ['as-fast-as-possible', 'real-time'],
      default: 'as-fast-as-possible',
      summary: 'Play in real time, or without pauses.',
    },
    'show-input': { kind: 'flag', summary: 'Show the requests too.' },
  },
  operands: { usage: 'FILE', min: 1, max: 1 },
  exits: { 1: 'The file is not a tuispec recording.' },
  examples: { 'ptywright tuispec replay --speed real-time session.jsonl': 'Play at the original speed.' },
  run: async (given, operands): Promise<number> =>
    (await import('./tuispecReplay.ts')).replayTrace(given, operands),
});

export const tuispecRenderTextCommand = defineCommand({
  name: 'tuispec render-text',
  summary: 'Convert a snapshot (.ansi.txt) to plain text.',
  details: [
    'The size of the terminal is read from the .meta.json next to the snapshot, or is 134 columns and 40 rows. Secrets are hidden.',
  ],
  options: {
    out: {
      kind: 'text',
      value: 'FILE',
      completes: 'file',
      summary: 'Output file (default: the path of the snapshot with .txt instead of .ansi.txt).',
    },
    cols: {
      kind: 'count',
      value: 'COLUMNS',
      min: limits.minCols,
      max: limits.maxCols,
      summary: 'Columns of the terminal.',
    },
    rows: {
      kind: 'count',
      value: 'ROWS',
      min: limits.minRows,
      max: limits.maxRows,
      summary: 'Rows of the terminal.',
    },
  },
  operands: { usage: 'SNAPSHOT', min: 1, max: 1 },
  exits: { 1: 'The snapshot cannot be read, or the text cannot be written.' },
  examples: { 'ptywright tuispec render-text home.ansi.txt': 'Write home.txt.' },
  run: async (given, operands): Promise<number> =>
    (await import('./tuispecRenderText.ts')).renderText(given, operands),
});

export const tuispecCommands: CommandGroup = {
  name: 'tuispec',
  summary: 'Replace the program tuispec, for clients that start its server.',
  commands: [tuispecServerCommand, tuispecReplayCommand, tuispecRenderTextCommand],
};
