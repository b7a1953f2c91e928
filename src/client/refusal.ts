/** A request that was answered with an error. */
import { codes } from '../dialects/ptywright/codes.ts';
import type { ReplyError } from '../wire/envelope.ts';
import type { FaultData, FaultName } from './protocol.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: number;
  readonly data: unknown;

  constructor({ code, message, data }: ReplyError) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** Whether it is this fault; if so, `data` has its shape. Faults that share a number are told apart by their data. */
  is<Name extends FaultName>(fault: Name): this is Refusal & { readonly data: FaultData<Name> } {
    return (
      this.code === codes[fault] &&
      marks[fault].every((key) => Object.hasOwn((this.data ?? {}) as object, key))
    );
  }
}

/** What the data of a fault holds that others of the same number do not. */
const marks: { readonly [Name in FaultName]: readonly string[] } = {
  Invalid: ['path', 'reason'],
  SessionUnknown: ['session', 'path'],
  SpawnFailed: ['path', 'reason'],
  FileRefused: ['file', 'reason'],
  Internal: [],
  Busy: ['limit'],
  Timeout: ['timeout_ms'],
  SessionClosed: ['session'],
  PermissionDenied: [],
  Cancelled: ['reason'],
  ModeOff: ['mode'],
  Unsupported: ['reason'],
};
