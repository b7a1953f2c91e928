/** Declares `ptywright exec`. */
import { limits } from '#limits.ts';
import { choice, count, defineCommand, file, flag, many, text } from '../command.ts';
import { colsOption, cwdOption, envOption, programOperand, rowsOption } from '../options.ts';

const durationRange = [0, limits.timeoutMs] as const;

export const execCommand = defineCommand({
  name: 'exec',
  summary: 'Run a program, send input, wait, and print the screen.',
  details: [
    'The options --type, --key, --act and --wait... are performed in the given order. A wait after input matches only output that follows that input. If the last of them is not a wait, --wait-exit is added. The last screen is always printed, and the program is always ended.',
    'Secrets are hidden in the output.',
  ],
  options: {
    type: text('TEXT', 'Send text.', many),
    key: text('KEYS', 'Send keys, such as enter, ctrl+c or "shift+up enter".', { ...many, completes: 'key' }),
    act: text(
      'JSON',
      `Perform an action, in the form that session.input accepts. Such as '{"type":"bracketed_paste","value":"two words"}'`,
      many,
    ),
    wait: text('TEXT', 'Wait until the screen contains TEXT.', many),
    'wait-regex': text(
      'REGEX',
      'Wait until a regular expression (RE2) matches the text of the screen.',
      many,
    ),
    'wait-stable': count(
      'MS',
      durationRange,
      'Wait until the screen has not changed for this many milliseconds.',
      many,
    ),
    'wait-exit': flag('Wait until the program ends.'),
    matcher: text(
      'JSON',
      `Wait for a matcher, in the form that session.wait accepts. Such as '{"type":"title","value":{"contains":"build"}}'`,
      many,
    ),
    timeout: count('MS', durationRange, 'Timeout of each wait.', { default: limits.defaultTimeoutMs }),
    format: choice(
      'FORMAT',
      ['text', 'ansi', 'json'],
      'Format of the printed screen. The format ansi has colors even if NO_COLOR is set.',
      { default: 'text' },
    ),
    json: flag('Same as --format json.'),
    screenshot: file('FILE', 'Also write an image of the last screen to a .png or .svg file.'),
    'exit-status': flag('Exit with the status of the program, if every wait matched and the program ended.'),
    'no-redact': flag('Do not hide secrets.'),
    rows: { ...rowsOption, default: 24 },
    cols: { ...colsOption, default: 80 },
    cwd: cwdOption,
    env: envOption,
  },
  operands: programOperand,
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
    'ptywright exec --wait PID --wait-stable 200 --format ansi -- htop':
      'Print the screen of a full-screen program in color.',
    'ptywright exec --wait PID --wait-stable 200 --screenshot top.png -- top': 'Save the screen as an image.',
  },
  run: async (given, operands, words): Promise<number> =>
    (await import('./exec.ts')).exec(given, operands, words),
});
