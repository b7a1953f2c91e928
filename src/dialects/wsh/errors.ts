/** The errors of this dialect, their codes and HTTP statuses, and the translation of core faults. */
import type { FaultData, FaultName } from '#faults.ts';
import { declareErrors, type ErrorCode } from '#rpc/dialect.ts';
import type { WshConnectionContext } from './connectionContext.ts';

const errors = declareErrors({
  SessionNotFound: ['session_not_found', 'Unknown session.'],
  SessionRequired: ['invalid_request', 'A session is required; name it in the session field.'],
  InvalidSessionName: ['invalid_request', 'Invalid session name.'],
  SessionNameConflict: ['session_name_conflict', 'Another session has this name.'],
  MaxSessionsReached: ['max_sessions_reached', 'The maximum number of sessions is reached; close one first.'],
  QuiesceTimeout: ['quiesce_timeout', 'Terminal did not become quiescent within the deadline.'],
  IdleTimeout: ['idle_timeout', 'Terminal did not become idle within the deadline.'],
  Superseded: ['idle_superseded', 'A newer request of this connection replaced this one.'],
});

export const createError = errors.create;

/** The messages of this dialect. It identifies a session by its name. */
export const translations = {
  Busy: ({ limit }: FaultData<'Busy'>) =>
    limit === 'sessions' ? createError('MaxSessionsReached') : undefined,
  InputHeld: ({ session, holder }: FaultData<'InputHeld'>, { server }: WshConnectionContext) => {
    const { name } = server.core.sessions.get(session);
    return { message: `${holder ?? 'another client'} holds the input lock of '${name ?? session}'.` };
  },
  OverlayUnknown: ({ overlay }: FaultData<'OverlayUnknown'>) => ({
    message: `No overlay exists with id '${overlay}'.`,
  }),
  PanelUnknown: ({ panel }: FaultData<'PanelUnknown'>) => ({
    message: `No panel exists with id '${panel}'.`,
  }),
};

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

export const codes = { ...coreCodes, ...errors.codes } as Readonly<Record<string, ErrorCode>>;

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
