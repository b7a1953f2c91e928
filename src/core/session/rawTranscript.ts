/** Every byte of a session's output in a file, unredacted, because somebody asked for it by name. */
import { openRawFile, type RawFile } from '../../platform/files.ts';

export interface RawTranscriptRequest {
  readonly path: string;
  readonly append: boolean;
}

export interface RawTranscript {
  readonly file: RawFile;
  /** Tells why the file has ended, also if it ended before anybody listened. */
  onFailure(listener: (reason: string) => void): void;
}

export function openRawTranscript({ path, append }: RawTranscriptRequest): RawTranscript {
  let failed: string | undefined;
  let tell: (reason: string) => void = () => {};
  const file = openRawFile(path, { append }, ({ reason }) => {
    failed = reason;
    tell(reason);
  });
  return {
    file,
    onFailure: (listener) => {
      tell = listener;
      if (failed !== undefined) listener(failed);
    },
  };
}
