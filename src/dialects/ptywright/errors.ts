/** The JSON-RPC error codes of faults in this dialect. */
import type { FaultName } from '#faults.ts';

export const codes = {
  Invalid: -32602,
  SessionUnknown: -32602,
  AdapterUnknown: -32602,
  PluginUnknown: -32602,
  ViewerUnknown: -32602,
  OverlayUnknown: -32602,
  PanelUnknown: -32602,
  NotFocusable: -32011,
  InAlternateMode: -32012,
  NotInAlternateMode: -32012,
  SpawnFailed: -32602,
  FileRefused: -32602,
  PluginFailed: -32603,
  Internal: -32603,
  Busy: -32000,
  Timeout: -32001,
  SessionClosed: -32002,
  PermissionDenied: -32004,
  Cancelled: -32005,
  ModeOff: -32006,
  Unsupported: -32007,
  ExpectationFailed: -32008,
  InputHeld: -32010,
  Ambiguous: -32009,
} as const satisfies Record<FaultName, number>;
