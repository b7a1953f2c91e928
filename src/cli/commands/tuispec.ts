/** The two commands of tuispec, by its words: for clients that start its server themselves. */
import { limits } from '../../core/limits.ts';
import { command, type Group } from '../command.ts';

export const server = command({
  name: 'tuispec server',
  summary: 'Serve tuispec on standard input and output, as its shipped server would.',
  details: [
    'The same as serve --listen tuispec+stdio:?wire=client, with the options and variables of tuispec server. A script of one line, exec ptywright tuispec "$@", takes the place of its program.',
  ],
  options: {
    'artifact-dir': {
      kind: 'text',
      value: 'DIR',
      completes: 'directory',
      summary: 'Where snapshots and baselines are kept; TUISPEC_ARTIFACTS_DIR if not given.',
    },
    cols: {
      kind: 'count',
      value: 'COLUMNS',
      min: limits.minCols,
      max: limits.maxCols,
      summary: 'Columns of the terminal; TUISPEC_TERMINAL_COLS, or 134.',
    },
    rows: {
      kind: 'count',
      value: 'ROWS',
      min: limits.minRows,
      max: limits.maxRows,
      summary: 'Rows of the terminal; TUISPEC_TERMINAL_ROWS, or 40.',
    },
    'timeout-seconds': {
      kind: 'count',
      value: 'SECONDS',
      min: 0,
      max: limits.timeoutMs / 1000,
      summary: 'How long a wait may take; TUISPEC_TIMEOUT_SECONDS, or 5.',
    },
    'ambiguity-mode': {
      kind: 'text',
      value: 'MODE',
      choices: ['fail', 'first-visible', 'last-visible'],
      summary: 'What to do when a selector means several things; TUISPEC_AMBIGUITY_MODE, or fail.',
    },
  },
  exits: { '128+n': 'Signal n ended the server, such as 129 for SIGHUP.' },
  examples: { 'ptywright tuispec server --artifact-dir artifacts': 'As tuispec server.' },
  run: async (given): Promise<number> => (await import('../tuispec/server.ts')).server(given),
});

export const replay = command({
  name: 'tuispec replay',
  summary: 'Show the frames of a recording that tuispec, or ptywright, has made.',
  options: {
    speed: {
      kind: 'text',
      value: 'SPEED',
      choices: ['as-fast-as-possible', 'real-time'],
      default: 'as-fast-as-possible',
      summary: 'Whether the time between two frames is waited for.',
    },
    'show-input': { kind: 'flag', summary: 'Show what was asked as well.' },
  },
  operands: { usage: 'FILE', min: 1, max: 1 },
  exits: { 1: 'The file is no such recording.' },
  examples: { 'ptywright tuispec replay --speed real-time session.jsonl': 'In its own time.' },
  run: async (given, operands): Promise<number> =>
    (await import('../tuispec/replay.ts')).replay(given, operands),
});

export const tuispec: Group = {
  name: 'tuispec',
  summary: 'Take the place of tuispec, for clients that start its server.',
  commands: [server, replay],
};
