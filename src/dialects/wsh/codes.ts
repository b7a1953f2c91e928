/** The word of each fault. */
import type { FaultName } from '../../core/faults.ts';
import type { Code } from '../../rpc/dialect.ts';
import type { RefusalName } from './refusals.ts';

const core: Partial<Record<FaultName | 'MethodUnknown', Code>> = {
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

const own: Record<RefusalName, Code> = {
  SessionNotFound: 'session_not_found',
  SessionRequired: 'invalid_request',
  SessionNameConflict: 'session_name_conflict',
  MaxSessionsReached: 'max_sessions_reached',
  QuiesceTimeout: 'quiesce_timeout',
  IdleTimeout: 'idle_timeout',
  Superseded: 'idle_superseded',
};

export const codes = { ...core, ...own } as Readonly<Record<string, Code>>;

/** As the shipped server named them. */
export const shippedCodes = { ...codes, QuiesceTimeout: 'idle_timeout' };

/** What a word is over HTTP. */
export const statuses: Readonly<Record<string, number>> = {
  invalid_request: 400,
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
