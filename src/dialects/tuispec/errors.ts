/** The errors and error codes of this dialect, and the translation of core faults. */
import { type FaultData, faultNames, isFault } from '#faults.ts';
import { ambiguousFault } from '#matchers/selector.ts';
import type { ProgramExit } from '#matchers/sessionView.ts';
import type { z } from '#platform/schema.ts';
import { programExitStatus } from '#platform/signals.ts';
import { declareErrors } from '#rpc/dialect.ts';
import { formatProgramExit } from '#session/waits.ts';
import type { SelectorParam } from './method.ts';
import type { TuispecServerContext } from './serverContext.ts';

const errors = declareErrors({
  NoActiveSession: [-32001, 'no active session'],
  AlreadyStarted: [-32002, 'session already started'],
  MethodFailed: [-32004, 'method failed'],
  NotInBatch: [-32020, 'batch step cannot call server.shutdown'],
});

export const createError = (name: Parameters<typeof errors.create>[0], details?: string, more: object = {}) =>
  errors.create(name, { detail: details, data: { ...(details !== undefined && { details }), ...more } });

export const raiseMethodFailed = (details: string): never => {
  throw createError('MethodFailed', details);
};

/** Positions count from 1, and parameters have the names of this dialect. */
export const translations = {
  SessionClosed: (data: FaultData<'SessionClosed'>) => ({ message: formatProgramExit(data) }),
  SpawnFailed: (data: FaultData<'SpawnFailed'>) =>
    data.path === 'program' ? { data: { ...data, path: 'command' } } : undefined,
  // The core names a parameter that this dialect does not have.
  FileRefused: ({ file, reason }: FaultData<'FileRefused'>) =>
    reason === 'EEXIST'
      ? { message: `The file ${file} exists already (EEXIST). Choose another file, or remove that one.` }
      : undefined,
  Ambiguous: ({ candidates, ...data }: FaultData<'Ambiguous'>) =>
    ambiguousFault({
      ...data,
      candidates: candidates.map(({ row, col, text }) => ({ row: row + 1, col: col + 1, text })),
    }),
};

/** The codes of JSON-RPC 2.0, and those that the protocol document adds. */
const generalCodes = Object.fromEntries(faultNames.map((name) => [name, -32004]));

export const codes = {
  ...generalCodes,
  Invalid: -32602,
  Internal: -32603,
  ...errors.codes,
} as Readonly<Record<string, number>>;

/** Codes for messages that the envelope rejects. */
export const wireCodes = {
  parse: -32700,
  request: -32600,
  params: -32602,
  internal: -32603,
  busy: -32004,
} as const;

export const shippedWireCodes = { ...wireCodes, id_missing: -32700, not_an_object: -32700 } as const;

/** Describes a selector for an error message. */
export function describeSelector(selector: z.output<typeof SelectorParam>): string {
  switch (selector.type) {
    case 'exact':
      return `the text ${JSON.stringify(selector.text)}`;
    case 'regex':
      return `the pattern ${JSON.stringify(selector.pattern)}`;
    case 'at':
      return `anything at row ${selector.row}, column ${selector.col}`;
    case 'nth':
      return `number ${selector.index}, from 0, of ${describeSelector(selector.selector)}`;
    case 'within': {
      const { row, col, width, height } = selector.rect;
      return `${describeSelector(selector.selector)} within ${width} columns and ${height} rows from row ${row}, column ${col}`;
    }
  }
}

/** Translates the time-out of a wait. `missed` says what did not appear. Released clients look for "waitFor timed out". */
export function translateTimeout(problem: unknown, missed: string): unknown {
  if (!isFault(problem, 'Timeout')) return problem;
  const { timeout_ms, screen } = problem.data;
  return createError('MethodFailed', `waitFor timed out after ${timeout_ms} ms: ${missed}`, { screen });
}

/**
 * Translates the exit of the program. Released clients look for this message, and for the status as Haskell prints it.
 */
export function translateExit(
  problem: unknown,
  operation: string,
  { defaults, session }: TuispecServerContext,
): unknown {
  if (!defaults.shipped || !isFault(problem, 'SessionClosed')) return problem;
  const status = session.exit && formatHaskellStatus(session.exit);
  return createError('MethodFailed', `launched app exited during ${operation}: ${status}`);
}

function formatHaskellStatus(exit: ProgramExit): string {
  const status = programExitStatus(exit);
  if (status === 0) return 'ExitSuccess';
  return exit.signal ? `ExitFailure (-${status - 128})` : `ExitFailure ${status}`;
}
