/** The table of all commands, and the declarations of those without a folder. */
import { limits } from '#limits.ts';
import { attachCommand } from './attach/command.ts';
import { type AnyCommand, type CommandGroup, defineCommand, isCommandGroup } from './command.ts';
import { adapterCommands, pluginCommands } from './plugin/commands.ts';
import { convertCommand, recordCommand, replayCommand } from './recording/commands.ts';
import { runCommand } from './run/command.ts';
import { serveCommand, tuispecCommands } from './serveCommands.ts';
import { stepsCommand } from './steps/command.ts';

export const callCommand = defineCommand({
  name: 'call',
  summary: 'Call a method of a running server, and print the result as JSON.',
  options: {
    socket: {
      kind: 'text',
      value: 'PATH',
      completes: 'file',
      summary: 'Socket of the server (default: the socket in PTYWRIGHT_HOME).',
    },
    json: { kind: 'flag', summary: 'No effect: the output is always JSON.' },
  },
  operands: { usage: 'METHOD [PARAMETERS]', min: 1, max: 2, completes: 'method' },
  exits: { 1: 'No server is running, or it replied with an error, which is printed as JSON.' },
  examples: {
    'ptywright call server.capabilities': 'Print the capabilities of the server.',
    'ptywright call session.create \'{"program":"bash"}\'': 'Start a session.',
    'ptywright call session.snapshot \'{"session":"s1"}\'': 'Read its screen.',
  },
  run: async (given, operands): Promise<number> => (await import('./call.ts')).call(given, operands),
});

export const shells = ['bash', 'zsh', 'fish'] as const;

export const completionsCommand = defineCommand({
  name: 'completions',
  summary: 'Print a completion script for a shell.',
  options: {},
  operands: { usage: `SHELL: ${shells.join(', ')}`, min: 1, max: 1, choices: shells },
  examples: {
    'source <(ptywright completions bash)':
      'For ~/.bashrc. For zsh, use the same line with zsh in ~/.zshrc, after compinit.',
    'ptywright completions fish | source': 'For ~/.config/fish/config.fish.',
  },
  run: async (_, [shell]): Promise<number> =>
    (await import('./completions.ts')).completions(shell as (typeof shells)[number]),
});

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check that ptywright can run on this machine, and print how to fix each problem.',
  options: { json: { kind: 'flag', summary: 'Print the checks as JSON.' } },
  exits: { 1: 'A check failed.' },
  run: async (given): Promise<number> => (await import('./doctor.ts')).doctor(given),
});

const durationRange = { min: 0, max: limits.timeoutMs } as const;

export const execCommand = defineCommand({
  name: 'exec',
  summary: 'Run a program, send input, wait, and print the screen.',
  details: [
    'The options --type, --key, --act and --wait... are performed in the given order. A wait after input matches only output that follows that input. If the last of them is not a wait, --wait-exit is added. The last screen is always printed, and the program is always ended.',
    'Secrets are hidden in the output.',
  ],
  options: {
    type: { kind: 'text', value: 'TEXT', many: true, summary: 'Send text.' },
    key: {
      kind: 'text',
      value: 'KEYS',
      many: true,
      completes: 'key',
      summary: 'Send keys, such as enter, ctrl+c or "shift+up enter".',
    },
    act: {
      kind: 'text',
      value: 'JSON',
      many: true,
      example: 'action',
      summary: 'Perform an action, in the form that session.input accepts.',
    },
    wait: { kind: 'text', value: 'TEXT', many: true, summary: 'Wait until the screen contains TEXT.' },
    'wait-regex': {
      kind: 'text',
      value: 'REGEX',
      many: true,
      summary: 'Wait until a regular expression (RE2) matches the text of the screen.',
    },
    'wait-stable': {
      kind: 'count',
      value: 'MS',
      many: true,
      ...durationRange,
      summary: 'Wait until the screen has not changed for this many milliseconds.',
    },
    'wait-exit': { kind: 'flag', summary: 'Wait until the program ends.' },
    matcher: {
      kind: 'text',
      value: 'JSON',
      many: true,
      example: 'matcher',
      summary: 'Wait for a matcher, in the form that session.wait accepts.',
    },
    timeout: {
      kind: 'count',
      value: 'MS',
      min: 0,
      max: limits.timeoutMs,
      default: limits.defaultTimeoutMs,
      summary: 'Timeout of each wait.',
    },
    format: {
      kind: 'text',
      value: 'FORMAT',
      choices: ['text', 'ansi', 'json'],
      default: 'text',
      summary: 'Format of the printed screen. The format ansi has colors even if NO_COLOR is set.',
    },
    json: { kind: 'flag', summary: 'Same as --format json.' },
    screenshot: {
      kind: 'text',
      value: 'FILE',
      completes: 'file',
      summary: 'Also write an image of the last screen to a .png or .svg file.',
    },
    'exit-status': {
      kind: 'flag',
      summary: 'Exit with the status of the program, if every wait matched and the program ended.',
    },
    'no-redact': { kind: 'flag', summary: 'Do not hide secrets.' },
    rows: {
      kind: 'count',
      value: 'ROWS',
      min: limits.minRows,
      max: limits.maxRows,
      default: 24,
      summary: 'Rows of the terminal.',
    },
    cols: {
      kind: 'count',
      value: 'COLUMNS',
      min: limits.minCols,
      max: limits.maxCols,
      default: 80,
      summary: 'Columns of the terminal.',
    },
    cwd: {
      kind: 'text',
      value: 'DIRECTORY',
      completes: 'directory',
      summary: 'Working directory of the program.',
    },
    env: {
      kind: 'text',
      value: 'NAME=VALUE',
      many: true,
      summary: 'Set an environment variable of the program.',
    },
  },
  operands: { usage: 'PROGRAM [ARGUMENTS]', min: 1, max: limits.args, ofProgram: true },
  exits: {
    0: 'Every wait matched. The status of the program does not matter.',
    1: 'A wait timed out, or an action failed.',
    3: 'The program ended before a wait matched.',
    126: 'The program cannot be executed.',
    127: 'The program was not found.',
    n: 'Exit status of the program, with --exit-status.',
    '128+n': 'Signal n killed ptywright or, with --exit-status, the program.',
  },
  examples: {
    'ptywright exec -- ls --color': 'Print what ls shows on a terminal.',
    "ptywright exec --wait '>' --type '6*7' --key enter --wait 42 -- node -i":
      'Type an expression at a prompt, and wait for its value.',
    'ptywright exec --wait-stable 200 --format ansi -- htop':
      'Print the screen of a full-screen program in color.',
    'ptywright exec --wait-stable 200 --screenshot top.png -- top': 'Save the screen as an image.',
  },
  run: async (given, operands, order): Promise<number> =>
    (await import('./exec.ts')).exec(given, operands, order),
});

export const watchCommand = defineCommand({
  name: 'watch',
  summary: 'Print the address of a page that shows the sessions of a running server.',
  details: [
    'The server serves the page on 127.0.0.1 until it ends or `ptywright watch --close` is run. The part after # is a secret key: do not share it. The page removes the key from the address bar at once, and keeps it in memory only.',
    'The page shows all sessions, redacted, with their pending waits, transcripts and recordings. A person can take the keyboard of a session, and give it back.',
  ],
  options: {
    socket: {
      kind: 'text',
      value: 'PATH',
      completes: 'file',
      summary: 'Socket of the server (default: the socket in PTYWRIGHT_HOME).',
    },
    port: {
      kind: 'count',
      value: 'PORT',
      min: 0,
      max: 65_535,
      default: 0,
      summary: 'Port of the page, if it is not served yet. 0 selects a free port.',
    },
    as: {
      kind: 'text',
      value: 'NAME',
      summary: 'Name shown to other viewers (default: $USER, or the name of the account).',
    },
    close: { kind: 'flag', summary: 'Close the page instead. Its key becomes invalid.' },
  },
  exits: { 1: 'No server is running, or it cannot serve the page.' },
  examples: {
    'ptywright watch': 'Print the address of the page.',
    'ptywright watch --as ada': 'Set the name that other viewers see.',
    'ptywright watch --close': 'Disconnect all viewers of the page, and invalidate its key.',
  },
  run: async (given): Promise<number> => (await import('./watch.ts')).watch(given),
});

/** All commands in the order of the help. */
export const commands: readonly (AnyCommand | CommandGroup)[] = [
  serveCommand,
  runCommand,
  attachCommand,
  execCommand,
  stepsCommand,
  callCommand,
  watchCommand,
  recordCommand,
  replayCommand,
  convertCommand,
  adapterCommands,
  pluginCommands,
  tuispecCommands,
  doctorCommand,
  completionsCommand,
];

/** All commands that can be run, with those of groups. */
export const runnableCommands: readonly AnyCommand[] = commands.flatMap((one) =>
  isCommandGroup(one) ? one.commands : [one],
);
