/** The errors of this dialect, with their codes and HTTP statuses. */
import type { FaultName } from '#faults.ts';
import type { ErrorCode } from '#rpc/dialect.ts';

/** Errors of this dialect besides the faults of the core. */
const messages = {
  SessionNotFound: 'Unknown session.',
  SessionRequired: 'A session is required; name it in the session field.',
  InvalidSessionName: 'Invalid session name.',
  SessionNameConflict: 'Another session has this name.',
  MaxSessionsReached: 'The maximum number of sessions is reached; close one first.',
  QuiesceTimeout: 'Terminal did not become quiescent within the deadline.',
  IdleTimeout: 'Terminal did not become idle within the deadline.',
  Superseded: 'A newer request of this connection replaced this one.',
} as const;

export type WshErrorName = keyof typeof messages;

export class WshError extends Error {
  override readonly name: WshErrorName;
  readonly data: object = {};

  constructor(name: WshErrorName, message: string = messages[name]) {
    super(message);
    this.name = name;
  }
}

const coreCodes: Partial<Record<FaultName | 'MethodUnknown', ErrorCode>> = {
  MethodUnknown: 'unknown_method',
  Invalid: 'invalid_request',
  Internal: 'internal_error',
  Busy: 'resource_limit_reached',
  PermissionDenied: 'permission_denied',
  Cancelled: 'cancelled',
  SessionUnknown: 'session_not_found',
  SessionClosed: 'session_not_found',
  SpawnFailed: 'session_create_failed',
  InputHeld: 'input_held',
  OverlayUnknown: 'overlay_not_found',
  PanelUnknown: 'panel_not_found',
  NotFocusable: 'not_focusable',
  InAlternateMode: 'already_in_alt_screen',
  NotInAlternateMode: 'not_in_alt_screen',
  Unsupported: 'not_supported',
};

const dialectCodes: Record<WshErrorName, ErrorCode> = {
  SessionNotFound: 'session_not_found',
  SessionRequired: 'invalid_request',
  InvalidSessionName: 'invalid_request',
  SessionNameConflict: 'session_name_conflict',
  MaxSessionsReached: 'max_sessions_reached',
  QuiesceTimeout: 'quiesce_timeout',
  IdleTimeout: 'idle_timeout',
  Superseded: 'idle_superseded',
};

export const codes = { ...coreCodes, ...dialectCodes } as Readonly<Record<string, ErrorCode>>;

/** Codes as the released server sends them. */
export const shippedCodes = {
  ...codes,
  QuiesceTimeout: 'idle_timeout',
  SessionRequired: 'session_required',
  InvalidSessionName: 'invalid_session_name',
};

/** The HTTP status of each code. */
export const httpStatuses: Readonly<Record<string, number>> = {
  invalid_request: 400,
  session_required: 400,
  invalid_session_name: 400,
  permission_denied: 403,
  session_not_found: 404,
  overlay_not_found: 404,
  panel_not_found: 404,
  unknown_method: 404,
  quiesce_timeout: 408,
  idle_timeout: 408,
  session_name_conflict: 409,
  already_in_alt_screen: 409,
  not_in_alt_screen: 409,
  not_focusable: 409,
  input_held: 409,
  idle_superseded: 409,
  resource_limit_reached: 429,
  max_sessions_reached: 503,
  cancelled: 503,
  not_supported: 501,
};
