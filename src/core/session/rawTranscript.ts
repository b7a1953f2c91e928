/** Every byte of a session's output in a file, unredacted, because somebody asked for it by name. */
import { fault, raise } from '../faults.ts';

export interface RawTranscriptRequest {
  readonly path: string;
  readonly append: boolean;
}

export interface RawTranscript {
  /** The bytes may be used again once this returns. */
  write(bytes: Uint8Array): void;
  onFailure(listener: (reason: string) => void): void;
  close(): Promise<void>;
  /** The session did not begin: a file that was made for it goes. */
  discard(): void;
}

export const openRawTranscript = (_request: RawTranscriptRequest): RawTranscript =>
  raise(fault.Unsupported({ reason: 'soon' }));
