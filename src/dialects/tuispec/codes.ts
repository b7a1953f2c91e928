/** What stands for a fault: the numbers of JSON-RPC 2.0, and three of its own. */
import { faultNames } from '../../core/faults.ts';

const failed = Object.fromEntries(faultNames.map((name) => [name, -32004]));

export const codes: Readonly<Record<string, number>> = {
  ...failed,
  Invalid: -32602,
  Internal: -32603,
  NoActiveSession: -32001,
  AlreadyStarted: -32002,
  MethodFailed: -32004,
};

/** Of what the wire refuses, by kind. */
export const wireCodes = {
  parse: -32700,
  request: -32600,
  params: -32602,
  internal: -32603,
  busy: -32004,
} as const;

export const shippedWireCodes = { ...wireCodes, id_missing: -32700, not_an_object: -32700 } as const;
