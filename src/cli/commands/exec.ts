import { limits } from '../../core/limits.ts';
import { command } from '../command.ts';

const quietMs = { min: 0, max: limits.timeoutMs } as const;

export const exec = command({
  name: 'exec',
  summary: 'Start a program, type, wait, and print the screen.',
  details: [
    'What to do is told by --type, --key, --act and the --wait options, in the order in which it is to happen. A wait that follows input is satisfied only by what comes after that input. A list that does not end with a wait ends with --wait-exit; whatever happens, the screen is printed as it was at the end, and the program is ended.',
    'Secrets are hidden in all that is printed.',
  ],
  options: {
    type: { kind: 'text', value: 'TEXT', many: true, summary: 'Type text.' },
    key: {
      kind: 'text',
      value: 'KEYS',
      many: true,
      completes: 'key',
      summary: 'Press keys, such as enter, ctrl+c or "shift+up enter".',
    },
    act: {
      kind: 'text',
      value: 'JSON',
      many: true,
      example: 'action',
      summary: 'Do an action as session.input takes it.',
    },
    wait: { kind: 'text', value: 'TEXT', many: true, summary: 'Wait until the screen contains a text.' },
    'wait-regex': {
      kind: 'text',
      value: 'REGEX',
      many: true,
      summary: 'Wait until a regular expression (RE2) matches the screen.',
    },
    'wait-stable': {
      kind: 'count',
      value: 'MS',
      many: true,
      ...quietMs,
      summary: 'Wait until the screen has not changed for so many milliseconds.',
    },
    'wait-exit': { kind: 'flag', summary: 'Wait until the program has ended.' },
    matcher: {
      kind: 'text',
      value: 'JSON',
      many: true,
      example: 'matcher',
      summary: 'Wait for a matcher as session.wait takes it.',
    },
    timeout: {
      kind: 'count',
      value: 'MS',
      min: 0,
      max: limits.timeoutMs,
      default: limits.defaultTimeoutMs,
      summary: 'How long each wait may take.',
    },
    format: {
      kind: 'text',
      value: 'FORMAT',
      choices: ['text', 'ansi', 'json'],
      default: 'text',
      summary:
        'How the screen is printed. With ansi it is coloured, whatever NO_COLOR says: it was asked for by name.',
    },
    json: { kind: 'flag', summary: 'The same as --format json.' },
    screenshot: {
      kind: 'text',
      value: 'FILE',
      completes: 'file',
      summary: 'Write an image of the last screen as well, to a file whose name ends in .png or .svg.',
    },
    'exit-status': {
      kind: 'flag',
      summary: 'When every wait was satisfied and the program has ended, end with its status.',
    },
    'no-redact': { kind: 'flag', summary: 'Print secrets as they are.' },
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
    cwd: { kind: 'text', value: 'DIRECTORY', completes: 'directory', summary: 'Where the program starts.' },
    env: { kind: 'text', value: 'NAME=VALUE', many: true, summary: 'Set a variable of its environment.' },
  },
  operands: { usage: 'PROGRAM [ARGUMENTS]', min: 1, max: limits.args, ofProgram: true },
  exits: {
    0: 'Every wait was satisfied, whatever the status of the program.',
    1: 'A wait was not satisfied in time, or an action could not be done.',
    3: 'The program ended before a wait was satisfied.',
    126: 'The program cannot be run.',
    127: 'There is no such program.',
    n: 'The status of the program, with --exit-status.',
    '128+n': 'Signal n ended ptywright, or with --exit-status the program.',
  },
  examples: {
    'ptywright exec -- ls --color': 'What ls shows on a terminal.',
    "ptywright exec --wait '>' --type '6*7' --key enter --wait 42 -- node -i":
      'A question to a prompt, and its answer.',
    'ptywright exec --wait-stable 200 --format ansi -- htop':
      'A picture of a full-screen program, in colour.',
    'ptywright exec --wait-stable 200 --screenshot top.png -- top': 'The same as an image.',
  },
  run: async (given, operands, order): Promise<number> =>
    (await import('../exec/exec.ts')).exec(given, operands, order),
});
