/** Declares `ptywright run`, and the size options that other commands share. */
import { limits } from '#limits.ts';
import { defineCommand, type NumberOption } from '../command.ts';

export const sizeOptions = {
  rows: {
    kind: 'count',
    value: 'ROWS',
    min: limits.minRows,
    max: limits.maxRows,
    summary: 'Rows of the terminal of the program (default: those of this terminal).',
  },
  cols: {
    kind: 'count',
    value: 'COLUMNS',
    min: limits.minCols,
    max: limits.maxCols,
    summary: 'Columns of the terminal of the program (default: those of this terminal).',
  },
} as const satisfies Record<string, NumberOption>;

export const runCommand = defineCommand({
  name: 'run',
  summary: 'Run a program on a pseudo-terminal, connected to this terminal.',
  details: [
    'Input and output are passed on byte for byte, and the program follows the size of this terminal. If standard input or output is not a terminal, it is connected as it is, and the end of input is passed on.',
  ],
  options: {
    ...sizeOptions,
    share: {
      kind: 'flag',
      summary:
        'Run the program in a session of the running server, so that others can attach to it and programs can drive it.',
    },
    name: { kind: 'text', value: 'NAME', summary: 'With --share: name of the session.' },
    socket: {
      kind: 'text',
      value: 'PATH',
      completes: 'file',
      summary: 'With --share: socket of the server (default: the socket in PTYWRIGHT_HOME).',
    },
  },
  operands: { usage: 'PROGRAM [ARGUMENTS]', min: 1, max: limits.args, ofProgram: true },
  exits: {
    n: 'Exit status of the program.',
    '128+n': 'Signal n killed the program or ptywright.',
    126: 'The program cannot be executed.',
    127: 'The program was not found.',
  },
  examples: {
    'ptywright run vim notes.md': 'Run vim as without ptywright.',
    'ptywright run --share --name agent vim notes.md':
      'Share the session. Others attach with: ptywright attach agent. ctrl+] d detaches.',
  },
  run: async (given, operands): Promise<number> =>
    given.share
      ? (await import('./share.ts')).share(given, operands)
      : (await import('./run.ts')).run(given, operands),
});
