/** The errors and error codes of this dialect, and the translation of core faults. */
import { Fault, type FaultData, faultNames } from '#faults.ts';
import { ambiguousFault } from '#matchers/selector.ts';
import type { ProgramExit } from '#matchers/sessionView.ts';
import type { z } from '#platform/schema.ts';
import { exitStatus } from '#session/process.ts';
import type { SelectorParam } from './method.ts';
import type { TuispecServerContext } from './serverContext.ts';

/** Errors of this dialect besides the faults of the core. */
const messages = {
  NoActiveSession: 'no active session',
  AlreadyStarted: 'session already started',
  MethodFailed: 'method failed',
  NotInBatch: 'batch step cannot call server.shutdown',
} as const;

export class TuispecError extends Error {
  override readonly name: keyof typeof messages;
  readonly data: object;

  constructor(name: keyof typeof messages, details?: string, more: object = {}) {
    super(details === undefined ? messages[name] : `${messages[name]}: ${details}`);
    this.name = name;
    this.data = details === undefined ? more : { details, ...more };
  }
}

export const raiseMethodFailed = (details: string): never => {
  throw new TuispecError('MethodFailed', details);
};

/** The codes of JSON-RPC 2.0, and those that the protocol document adds. */
const generalCodes = Object.fromEntries(faultNames.map((name) => [name, -32004]));

export const codes: Readonly<Record<string, number>> = {
  ...generalCodes,
  Invalid: -32602,
  Internal: -32603,
  NoActiveSession: -32001,
  AlreadyStarted: -32002,
  MethodFailed: -32004,
  NotInBatch: -32020,
};

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
export function describeSelector(told: z.output<typeof SelectorParam>): string {
  switch (told.type) {
    case 'exact':
      return `the text ${JSON.stringify(told.text)}`;
    case 'regex':
      return `the pattern ${JSON.stringify(told.pattern)}`;
    case 'at':
      return `anything at row ${told.row}, column ${told.col}`;
    case 'nth':
      return `number ${told.index}, from 0, of ${describeSelector(told.selector)}`;
    case 'within': {
      const { row, col, width, height } = told.rect;
      return `${describeSelector(told.selector)} within ${width} columns and ${height} rows from row ${row}, column ${col}`;
    }
  }
}

/**
 * Translates faults of a wait; positions then count from 1. `missed` says what did not appear. Released clients look
 * for "waitFor timed out".
 */
export function translateFault(problem: unknown, missed: string): unknown {
  if (!(problem instanceof Fault)) return problem;
  if (problem.name === 'Ambiguous') return toOneBased(problem.data as FaultData<'Ambiguous'>);
  if (problem.name !== 'Timeout') return problem;
  const { timeout_ms, screen } = problem.data as FaultData<'Timeout'>;
  return new TuispecError('MethodFailed', `waitFor timed out after ${timeout_ms} ms: ${missed}`, { screen });
}

function toOneBased({ candidates, ...data }: FaultData<'Ambiguous'>): Fault {
  const places = candidates.map(({ row, col, text }) => ({ row: row + 1, col: col + 1, text }));
  return ambiguousFault({ ...data, candidates: places });
}

/**
 * Translates the exit of the program. Released clients look for this message, and for the status as Haskell prints it.
 */
export function translateExit(
  problem: unknown,
  operation: string,
  { defaults, session }: TuispecServerContext,
): unknown {
  if (!defaults.shipped || !(problem instanceof Fault) || problem.name !== 'SessionClosed') return problem;
  const status = session.exit && formatHaskellStatus(session.exit);
  return new TuispecError('MethodFailed', `launched app exited during ${operation}: ${status}`);
}

function formatHaskellStatus(exit: ProgramExit): string {
  const status = exitStatus(exit);
  if (status === 0) return 'ExitSuccess';
  return exit.signal ? `ExitFailure (-${status - 128})` : `ExitFailure ${status}`;
}
