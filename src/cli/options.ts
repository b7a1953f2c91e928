/** Options and operands that several commands share. */
import { limits } from '#limits.ts';
import { permissionNames } from '#permissions.ts';
import { UsageError } from './errors.ts';

export const socketOption = {
  type: 'string',
  value: 'PATH',
  completes: 'file',
  describe: 'Socket of the server (default: the socket in PTYWRIGHT_HOME).',
} as const;

export const jsonOption = { type: 'boolean', describe: 'Print the result as JSON.' } as const;

export const rawOption = { type: 'boolean', describe: 'Do not hide secrets.' } as const;

export const rowsOption = {
  type: 'number',
  value: 'ROWS',
  min: limits.minRows,
  max: limits.maxRows,
  describe: 'Rows of the terminal.',
} as const;

export const colsOption = {
  type: 'number',
  value: 'COLUMNS',
  min: limits.minCols,
  max: limits.maxCols,
  describe: 'Columns of the terminal.',
} as const;

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

export const idleOption = {
  type: 'number',
  value: 'MS',
  min: 0,
  max: limits.timeoutMs,
  describe: 'Limit each pause to this.',
} as const;

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

export const cwdOption = {
  type: 'string',
  value: 'DIRECTORY',
  completes: 'directory',
  describe: 'Working directory of the program.',
} as const;

export const envOption = {
  type: 'string',
  value: 'NAME=VALUE',
  array: true,
  describe: 'Set an environment variable of the program.',
} as const;

/** Parses repeated NAME=VALUE assignments. */
export function parseEnvironment(assignments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    assignments.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--env ${text}: expected NAME=VALUE`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

export const redactionOption = {
  type: 'string',
  value: 'POLICY',
  choices: ['default', 'enforced'],
  default: 'default',
  describe: 'With enforced, clients cannot turn redaction off, and waits match the redacted text.',
} as const;

export const denyOption = {
  type: 'string',
  value: 'PERMISSION',
  array: true,
  choices: permissionNames,
  describe: 'Deny this permission. All others are granted.',
} as const;
