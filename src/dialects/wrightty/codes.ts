/**
 * The number of each fault. What the document has no number for has that of a server's own: so has a mouse that the
 * program has not asked for, since 1006 says that a method is never to be had.
 */
import type { FaultName } from '../../core/faults.ts';
import type { Code } from '../../rpc/dialect.ts';
import type { RefusalName } from './refusals.ts';

const core: Partial<Record<FaultName, Code>> = {
  Invalid: -32602,
  FileRefused: -32602,
  Internal: -32603,
  Busy: -32000,
  PermissionDenied: -32004,
  Cancelled: -32005,
  SessionUnknown: 1001,
  SessionClosed: 1002,
  Timeout: 1003,
  SpawnFailed: 1005,
  Unsupported: 1006,
  ModeOff: -32006,
};

const own: Record<RefusalName, Code> = {
  SessionNotFound: 1001,
  SessionDestroyed: 1002,
  InvalidPattern: 1004,
  MaxSessionsReached: 1007,
  SubscriptionNotFound: 1008,
  AuthenticationFailed: 1009,
  NotAuthenticated: 1010,
};

export const codes = { ...core, ...own } as Readonly<Record<string, Code>>;

/** As the shipped server numbered them. */
export const shippedCodes = { ...codes, SessionDestroyed: 1001, MaxSessionsReached: 1005 };
