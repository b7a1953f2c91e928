/** Options and operands that several commands share. */

import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { choice, count, file, flag, folder, many, text } from './command.ts';
import { UsageError } from './errors.ts';

export const socketOption = file(
  'PATH',
  'Socket of the server (default: the socket in PTYWRIGHT_HOME, or else that of the server of `ptywright start`).',
);

export const jsonOption = flag('Print the result as JSON.');

export const rawOption = flag('Do not hide secrets.');

export const rowsOption = count('ROWS', [limits.minRows, limits.maxRows], 'Rows of the terminal.');

export const colsOption = count('COLUMNS', [limits.minCols, limits.maxCols], 'Columns of the terminal.');

/** The size of a program that is connected to this terminal. */
export const sizeOptions = {
  rows: {
    ...rowsOption,
    describe: 'Rows of the terminal of the program (default: those of this terminal).',
  },
  cols: {
    ...colsOption,
    describe: 'Columns of the terminal of the program (default: those of this terminal).',
  },
} as const;

export const idleOption = count('MS', [0, limits.timeoutMs], 'Limit each pause to this.');

export const castFormats = ['asciicast-v2', 'asciicast-v3'] as const;

export const programOperand = {
  usage: 'PROGRAM [ARGUMENTS]',
  min: 1,
  max: limits.args,
  ofProgram: true,
} as const;

/** Exit statuses of commands that run a program on this terminal. */
export const programExits = {
  n: 'Exit status of the program.',
  '128+n': 'Signal n killed the program or ptywright.',
  126: 'The program cannot be executed.',
  127: 'The program was not found.',
} as const;

export const cwdOption = folder('DIRECTORY', 'Working directory of the program.');

export const envOption = text('NAME=VALUE', 'Set an environment variable of the program.', many);

export function parseEnvironment(assignments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    assignments.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--env ${text}: expected NAME=VALUE`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

export const redactionOption = choice(
  'POLICY',
  ['default', 'enforced'],
  'With enforced, clients cannot turn redaction off, and waits match the redacted text.',
  { default: 'default' },
);

export const denyOption = choice(
  'PERMISSION',
  permissionNames,
  'Deny this permission. All others are granted.',
  many,
);
