/** What stands for a fault: a number by the document, a word in what was shipped. */
import type { FaultName } from '../../core/faults.ts';

const general = -1;

export const codes = {
  Timeout: -2,
  SessionClosed: -3,
  SessionUnknown: -3,
  Invalid: -4,
  MethodUnknown: -5,
  Internal: general,
  Busy: general,
  Cancelled: general,
  PermissionDenied: general,
  ModeOff: general,
  Unsupported: general,
  SpawnFailed: general,
  FileRefused: general,
  AdapterUnknown: general,
  PluginUnknown: general,
  PluginFailed: general,
  ExpectationFailed: general,
} as const satisfies Record<FaultName | 'MethodUnknown', number>;

const word = 'error';

export const shippedCodes = {
  ...(Object.fromEntries(Object.keys(codes).map((name) => [name, word])) as Record<FaultName, string>),
  MethodUnknown: 'unknown_method',
  Unreadable: 'parse_error',
} as const;
