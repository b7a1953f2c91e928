/**
 * The termwright dialect: one program on a Unix socket. It follows the protocol document. With `wire=client` it follows
 * the released server where the two differ.
 */
import { type FaultData, type FaultName, faultNames } from '#faults.ts';
import { type Dialect, defineDialect, type Envelope, type ErrorCode, exportedMethods } from '#rpc/dialect.ts';
import { formatProgramExit } from '#session/waits.ts';
import type { Daemon } from './daemon.ts';
import * as input from './input.ts';
import * as screen from './screen.ts';
import * as session from './session.ts';
import * as waits from './waits.ts';

const codeForAll = <Code>(code: Code) =>
  Object.fromEntries(faultNames.map((name) => [name, code])) as Readonly<Record<FaultName, Code>>;

/** The error codes of the protocol document. A fault without a code there gets the general one. */
const codes = {
  ...codeForAll(-1),
  Timeout: -2,
  SessionClosed: -3,
  SessionUnknown: -3,
  Invalid: -4,
  MethodUnknown: -5,
} as const;

const shippedCodes = {
  ...codeForAll('error'),
  MethodUnknown: 'unknown_method',
  Unreadable: 'parse_error',
} as const;

// Ids have 64 bits. Each reply has both `result` and `error`, and one of them is null. Requests run one after the
// other.
type EnvelopeOutcome = Parameters<Envelope['reply']>[1];

const formatError = (error: { readonly code: ErrorCode; readonly message: string }) =>
  JSON.stringify({ code: error.code, message: error.message });

/** `more` follows the result of a successful reply. */
const createEnvelope = (codes: Envelope['codes'], more: string): Envelope => ({
  ids: 'u64',
  fallbackId: 0,
  findsLateIds: true,
  notifications: false,
  batches: false,
  sequential: true,
  codes,
  reply: (id, outcome: EnvelopeOutcome) =>
    'error' in outcome
      ? `{"id":${id},"result":null,"error":${formatError(outcome.error)}}`
      : `{"id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'}${more}}`,
  notification: (method, params) => JSON.stringify({ method, params }),
});

const wireCodes = {
  parse: codes.Internal,
  request: codes.Internal,
  params: codes.Invalid,
  internal: codes.Internal,
  busy: codes.Busy,
  params_malformed: codes.Invalid,
  id_missing: codes.Invalid,
  id_not_u64: codes.Invalid,
  method_malformed: codes.Invalid,
};

/** The released server uses words as error codes, and a successful reply has no `error`. */
const shippedWireCodes = {
  parse: shippedCodes.Unreadable,
  request: shippedCodes.Unreadable,
  params: shippedCodes.Internal,
  internal: shippedCodes.Internal,
  busy: shippedCodes.Internal,
};

export const methods = exportedMethods(session, screen, input, waits);

const shared = {
  name: 'termwright',
  unknownMethod: (name: string) => `unknown method: ${name}`,
  translations: {
    SessionClosed: (data: FaultData<'SessionClosed'>) => ({ message: formatProgramExit(data) }),
  },
  events: [],
};

export const termwright: Dialect<Daemon> = defineDialect<Daemon>({
  ...shared,
  envelope: createEnvelope(wireCodes, ',"error":null'),
  codes,
  methods,
});

export const termwrightShipped: Dialect<Daemon> = defineDialect<Daemon>({
  ...shared,
  envelope: createEnvelope(shippedWireCodes, ''),
  codes: shippedCodes,
  // Methods whose replies differ from the protocol document.
  methods: [...methods, ...screen.shippedMethods, ...waits.shippedMethods],
});
