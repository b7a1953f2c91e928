/** The errors and error codes of this dialect. */
import type { FaultData, FaultName } from '#faults.ts';
import { declareErrors, type ErrorCode } from '#rpc/dialect.ts';

const errors = declareErrors({
  SessionNotFound: [1001, 'Session not found'],
  SessionDestroyed: [1002, 'Session was already destroyed'],
  InvalidPattern: [1004, 'Invalid pattern'],
  MaxSessionsReached: [1007, 'Cannot create more sessions'],
  VideoUnknown: [-32001, 'recording not found'],
  SubscriptionNotFound: [1008, 'Subscription not found'],
  AuthenticationFailed: [1009, 'Authentication failed'],
  NotAuthenticated: [1010, 'Not authenticated: call Wrightty.authenticate with the `password` first'],
});

export const createError = errors.create;

export const translations = {
  Busy: ({ limit, max }: FaultData<'Busy'>) =>
    limit === 'sessions' ? createError('MaxSessionsReached', { data: { maxSessions: max } }) : undefined,
  // Names the parameter as the client sent it.
  SpawnFailed: (data: FaultData<'SpawnFailed'>) =>
    data.path === 'program' ? { data: { ...data, path: 'shell' } } : undefined,
};

/**
 * The codes of core faults. A fault without a code in the protocol document gets the code for server errors. So does a
 * mouse event that the program has not requested, because 1006 says that a method is never supported.
 */
const coreCodes: Partial<Record<FaultName, ErrorCode>> = {
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

export const codes = { ...coreCodes, ...errors.codes } as Readonly<Record<string, ErrorCode>>;

/** Codes as the released server sends them. */
export const shippedCodes = { ...codes, SessionDestroyed: 1001, MaxSessionsReached: 1005 };
