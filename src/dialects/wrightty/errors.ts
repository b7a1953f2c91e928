/** The errors and error codes of this dialect. */
import type { FaultName } from '#faults.ts';
import type { ErrorCode } from '#rpc/dialect.ts';

/** Errors of this dialect besides the faults of the core. */
const messages = {
  SessionNotFound: 'Session not found',
  SessionDestroyed: 'Session was already destroyed',
  InvalidPattern: 'Invalid pattern',
  MaxSessionsReached: 'Cannot create more sessions',
  VideoUnknown: 'recording not found',
  SubscriptionNotFound: 'Subscription not found',
  AuthenticationFailed: 'Authentication failed',
  NotAuthenticated: 'Not authenticated: call Wrightty.authenticate with the `password` first',
} as const;

export type WrighttyErrorName = keyof typeof messages;

export class WrighttyError extends Error {
  override readonly name: WrighttyErrorName;
  readonly data: object;

  constructor(name: WrighttyErrorName, data: object = {}, detail?: string) {
    super(detail === undefined ? messages[name] : `${messages[name]}: ${detail}`);
    this.name = name;
    this.data = data;
  }
}

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

const dialectCodes: Record<WrighttyErrorName, ErrorCode> = {
  SessionNotFound: 1001,
  SessionDestroyed: 1002,
  InvalidPattern: 1004,
  MaxSessionsReached: 1007,
  VideoUnknown: -32001,
  SubscriptionNotFound: 1008,
  AuthenticationFailed: 1009,
  NotAuthenticated: 1010,
};

export const codes = { ...coreCodes, ...dialectCodes } as Readonly<Record<string, ErrorCode>>;

/** Codes as the released server sends them. */
export const shippedCodes = { ...codes, SessionDestroyed: 1001, MaxSessionsReached: 1005 };
