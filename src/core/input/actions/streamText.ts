import { z } from '../../../platform/schema.ts';
import { limits } from '../../limits.ts';
import { action } from '../action.ts';
import type { InputTarget, Outcome } from '../target.ts';
import { lineWarnings, Text, utf8 } from '../write.ts';

const Value = z.strictObject({
  text: Text,
  chunk_chars: z.int().min(0).default(64).describe('Characters of one write, clamped to 1..1024.'),
  delay_ms: z.int().min(0).default(2).describe('Pause between two writes, clamped to 100.'),
});
type Value = z.output<typeof Value>;

const chunkChars = (given: number) => Math.min(Math.max(given, 1), limits.streamChunkChars);
const delayMs = (given: number) => Math.min(given, limits.streamDelayMs);

/** Counts UTF-16 units, of which there are never fewer than characters. */
const lasts = ({ text, chunk_chars, delay_ms }: Value) =>
  (text.length / chunkChars(chunk_chars)) * delayMs(delay_ms);

/** Cuts between code points: a character never reaches the program in two writes. */
function* cut(text: string, most: number): Generator<string> {
  let start = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) {
    if (count === most) {
      yield text.slice(start, at);
      start = at;
      count = 0;
    }
    count++;
  }
  if (count > 0) yield text.slice(start);
}

function clampWarnings({ chunk_chars, delay_ms }: Value): string[] {
  const clamped = [
    ['chunk_chars', chunk_chars, chunkChars(chunk_chars)],
    ['delay_ms', delay_ms, delayMs(delay_ms)],
  ] as const;
  return clamped
    .filter(([, given, used]) => given !== used)
    .map(([name, given, used]) => `${name} ${given} was taken as ${used}.`);
}

async function stream(target: InputTarget, value: Value): Promise<Outcome> {
  const bytes = utf8(value.text);
  const pause = delayMs(value.delay_ms);
  let first = true;
  for (const chunk of cut(value.text, chunkChars(value.chunk_chars))) {
    if (!first) await target.after(pause);
    first = false;
    target.write(utf8(chunk));
  }
  return { bytes: bytes.length, warnings: [...clampWarnings(value), ...lineWarnings(target, bytes)] };
}

export const streamText = action({
  name: 'stream_text',
  summary: 'Types text in small writes with pauses, for programs that take a fast burst for a paste.',
  needs: 'input.write',
  value: Value.refine((value) => lasts(value) <= limits.timeoutMs, {
    error: `would take longer than ${limits.timeoutMs} ms: take larger chunks or shorter pauses`,
  }),
  examples: [
    { title: 'the usual pace', value: { text: 'hello' }, writes: 'hello' },
    { title: 'letter by letter', value: { text: 'hi', chunk_chars: 1, delay_ms: 10 }, writes: 'hi' },
  ],
  perform: stream,
});
