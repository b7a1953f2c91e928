/** Declares the commands of the program tuispec. */
import { limits } from '#limits.ts';
import { choice, count, defineCommand, defineGroup, file, flag, folder } from '../command.ts';
import { colsOption, rowsOption } from '../options.ts';

/** Uses the option names of tuispec, for clients that start its server themselves. */
export const tuispecServerCommand = defineCommand({
  name: 'tuispec server',
  summary: 'Serve tuispec on standard input and output, like the server of tuispec.',
  details: [
    'Same as serve --listen tuispec+stdio:?wire=client, with the options and environment variables of tuispec server. To replace the program tuispec, use a script with the line: exec ptywright tuispec "$@"',
  ],
  options: {
    'artifact-dir': folder('DIR', 'Directory for snapshots and baselines (default: TUISPEC_ARTIFACTS_DIR).'),
    cols: { ...colsOption, describe: 'Columns of the terminal (default: TUISPEC_TERMINAL_COLS, or 134).' },
    rows: { ...rowsOption, describe: 'Rows of the terminal (default: TUISPEC_TERMINAL_ROWS, or 40).' },
    'timeout-seconds': count(
      'SECONDS',
      [0, limits.timeoutMs / 1000],
      'Timeout of waits, in seconds (default: TUISPEC_TIMEOUT_SECONDS, or 5).',
    ),
    'ambiguity-mode': choice(
      'MODE',
      ['fail', 'first-visible', 'last-visible'],
      'How to handle several matches of a selector (default: TUISPEC_AMBIGUITY_MODE, or fail).',
    ),
  },
  exits: { '128+n': 'Signal n stopped the server, such as 129 for SIGHUP.' },
  examples: { 'ptywright tuispec server --artifact-dir artifacts': 'Serve like tuispec server.' },
  run: async (given): Promise<number> => (await import('../serve/serve.ts')).serveTuispec(given),
});

export const tuispecReplayCommand = defineCommand({
  name: 'tuispec replay',
  summary: 'Show the frames of a tuispec recording.',
  options: {
    speed: choice('SPEED', ['as-fast-as-possible', 'real-time'], 'Play in real time, or without pauses.', {
      default: 'as-fast-as-possible',
    }),
    'show-input': flag('Show the requests too.'),
  },
  operands: { usage: 'FILE', min: 1, max: 1 },
  exits: { 1: 'The file is not a tuispec recording.' },
  examples: { 'ptywright tuispec replay --speed real-time session.jsonl': 'Play at the original speed.' },
  run: async (given, operands): Promise<number> =>
    (await import('./tuispec.ts')).replayTrace(given, operands),
});

export const tuispecRenderTextCommand = defineCommand({
  name: 'tuispec render-text',
  summary: 'Convert a snapshot (.ansi.txt) to plain text.',
  details: [
    'The size of the terminal is read from the .meta.json next to the snapshot, or is 134 columns and 40 rows. Secrets are hidden.',
  ],
  options: {
    out: file('FILE', 'Output file (default: the path of the snapshot with .txt instead of .ansi.txt).'),
    cols: colsOption,
    rows: rowsOption,
  },
  operands: { usage: 'SNAPSHOT', min: 1, max: 1 },
  exits: { 1: 'The snapshot cannot be read, or the text cannot be written.' },
  examples: { 'ptywright tuispec render-text home.ansi.txt': 'Write home.txt.' },
  run: async (given, operands): Promise<number> => (await import('./tuispec.ts')).renderText(given, operands),
});

export const tuispecCommands = defineGroup(
  'tuispec',
  'Replace the program tuispec, for clients that start its server.',
  [tuispecServerCommand, tuispecReplayCommand, tuispecRenderTextCommand],
);
