/** Recordings at the broker: the parts that a host sends, and their answer to `recording.read` when it is lost. */
import { randomUUID } from 'node:crypto';
import { RecordingInfo, recordingRead, toRecordingInfo } from '#dialects/ptywright/recording.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Recording } from '#recording/recording.ts';
import type { RequestParams, RpcOutcome } from '#rpc/envelope.ts';
import type { KeptText } from './broker.ts';
import { type KeptOutput, type KeptSource, readParts, unavailable } from './keptTranscripts.ts';
import { hostOfId } from './subjects.ts';

/** Sent with each part, because the broker drops the oldest parts. */
const RecordingState = RecordingInfo.extend({ head: z.string() });

/** Reads a recording where it is written, so nothing is lost while the broker is away. */
export class RecordingOutput implements KeptOutput {
  readonly #recording: Recording;
  #head = '';
  #sentBytes = 0;
  /** The last part said that the recording has ended. */
  #complete = false;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  get hasOutput(): boolean {
    return !this.#complete && (this.#recording.bytes > this.#sentBytes || this.#recording.ended !== null);
  }

  read(): KeptText | undefined {
    const first = this.#sentBytes === 0;
    const bytes = this.#readBytes();
    const text = bytes.toString('utf8');
    if (first) this.#head = /^.*\n/.exec(text.slice(0, limits.keptHeadChars))?.[0] ?? '';
    this.#sentBytes += bytes.length;
    const info = toRecordingInfo(this.#recording);
    const ended = this.#sentBytes >= info.bytes ? info.ended : null;
    if (ended !== null) this.#complete = true;
    else if (bytes.length === 0) return undefined;
    const state = JSON.stringify({ ...info, ended, head: this.#head });
    return { text, to: this.#sentBytes, recording: { state, id: randomUUID(), first } };
  }

  dispose(): void {
    this.#complete = true;
  }

  /** Returns whole lines, or a piece of one that is too long. A file that was moved away cannot be read. */
  #readBytes(): Buffer {
    try {
      const bytes = this.#recording.read(this.#sentBytes);
      if (bytes.length <= limits.keptRecordingBytes) return bytes;
      const lines = bytes.lastIndexOf(lineFeed, limits.keptRecordingBytes - 1) + 1;
      let end = lines || limits.keptRecordingBytes;
      while (isContinuation(bytes[end]!)) end -= 1;
      return bytes.subarray(0, end);
    } catch {
      this.#complete = true;
      return Buffer.alloc(0);
    }
  }
}

const lineFeed = 0x0a;

/** Whether a character of UTF-8 continues with this byte. */
const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

const Offset = recordingRead.params.pick({ offset: true }).strip();

/** Answers `recording.read` from what was kept of a recording. Resolves to undefined if nothing was. */
export async function readKeptRecording(
  source: KeptSource,
  recording: string,
  params: RequestParams | undefined,
): Promise<RpcOutcome | undefined> {
  const { data: given } = Offset.safeParse(Array.isArray(params) ? {} : params);
  if (!given) return undefined;
  const parts = await readParts(source, recording);
  if (!parts) return unavailable;
  const state = readState(parts.at(-1)?.recording?.state);
  if (state === undefined || hostOfId(state.session) !== hostOfId(recording)) return undefined;
  const { head, ...info } = state;
  const { start, bytes } = joinParts(parts);
  const from = Math.max(given.offset, start);
  const rest = bytes.subarray(from - start, from - start + limits.recordingPartBytes);
  const lines = rest.subarray(0, rest.lastIndexOf(lineFeed) + 1);
  const dropped = from > given.offset;
  const text = (dropped && given.offset === 0 ? head : '') + lines.toString('utf8');
  const result = { ...info, recording, ended: info.ended ?? 'lost', text, next: from + lines.length };
  return { result: { ...result, lost: true, ...(dropped && { dropped }) } };
}

function readState(text = ''): z.output<typeof RecordingState> | undefined {
  try {
    return RecordingState.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Joins the parts after the last missing one. The first line after it may be incomplete, and is left out. */
function joinParts(parts: readonly KeptText[]): { readonly start: number; readonly bytes: Buffer } {
  let [start, end, chunks]: [number, number, Buffer[]] = [0, 0, []];
  for (const { text, to } of parts) {
    const chunk = Buffer.from(text);
    if (to - chunk.length !== end) [start, chunks] = [to - chunk.length, []];
    chunks.push(chunk);
    end = to;
  }
  const bytes = Buffer.concat(chunks);
  const skipped = start === 0 ? 0 : bytes.indexOf(lineFeed) + 1;
  return { start: start + skipped, bytes: bytes.subarray(skipped) };
}
