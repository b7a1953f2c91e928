/** Reads a trace for replay: its requests with their outcome, and the frames between them. */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { onAbort } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import { readSourceFile, SourceError } from '#platform/sourceFiles.ts';
import { formatSystemError } from '#platform/systemErrors.ts';
import { type JsonLinesOptions, parseLine, readJsonLines } from './jsonLines.ts';

const TraceLineSchema = z.looseObject({
  timestampMicros: z.number().min(0),
  direction: z.string(),
  line: z.string(),
});
const TraceMessageSchema = z.looseObject({
  id: z.unknown().optional(),
  method: z.string(),
  params: z.unknown().optional(),
});
const FrameDeltaSchema = z.array(z.tuple([z.int().min(0).max(limits.maxRows), z.string()]));

export interface TracedRequest {
  /** Line number in the file. */
  readonly line: number;
  /** Milliseconds since the first line, without gaps between appended recordings. */
  readonly ms: number;
  readonly method: string;
  readonly params: unknown;
  /** The reply was an error. */
  readonly failed: boolean;
}

interface TracedFrame {
  readonly ms: number;
  readonly rows: readonly string[];
}

export interface TraceContent {
  readonly requests: readonly TracedRequest[];
  /** Parsed lazily. */
  readonly frames: () => Iterable<TracedFrame>;
}

export function readTrace(text: string, how: JsonLinesOptions): TraceContent {
  const lines = [...readJsonLines(text, how)].map((each) => ({
    at: each.line,
    ...parseLine(TraceLineSchema, each, how.refuse),
  }));
  const time = new TraceClock();
  const all = lines.map(({ at, timestampMicros, direction, line }) => ({
    at,
    direction,
    line,
    ms: time.elapsedMs(timestampMicros, direction, line),
  }));
  return { requests: readRequests(all, how), frames: () => readFrames(all, how) };
}

/**
 * A file may contain several recordings. Each one starts with a response whose request is not in the file. The gap
 * before it does not count.
 */
class TraceClock {
  readonly #pendingIds = new Set<string>();
  #startedAt: number | undefined;
  #previousMicros = 0;

  /** Returns milliseconds since the first line. */
  elapsedMs(micros: number, direction: string, line: string): number {
    this.#startedAt ??= micros;
    if (this.#startsRecording(direction, line)) this.#startedAt += Math.max(0, micros - this.#previousMicros);
    this.#previousMicros = micros;
    return Math.max(0, micros - this.#startedAt) / 1000;
  }

  #startsRecording(direction: string, line: string): boolean {
    if (direction !== 'request' && direction !== 'response') return false;
    const id = JSON.stringify(parseJsonObject(line)?.id) ?? 'null';
    if (direction === 'request') this.#pendingIds.add(id);
    return (
      direction === 'response' && this.#previousMicros > 0 && id !== 'null' && !this.#pendingIds.delete(id)
    );
  }
}

/** Raises FileRefused. */
export function readTraceFile(path: string): string {
  try {
    return readSourceFile(path, limits.replayBytes);
  } catch (problem) {
    if (!(problem instanceof SourceError)) throw problem;
    const { reason } = problem;
    const message = formatSystemError('recording', `The file ${path}`, reason);
    return raise(fault.FileRefused({ path: 'path', file: path, reason }, message));
  }
}

interface TraceEntry {
  readonly at: number;
  readonly direction: string;
  readonly line: string;
  readonly ms: number;
}

function readRequests(lines: readonly TraceEntry[], { refuse }: JsonLinesOptions): readonly TracedRequest[] {
  const fates = findOutcomes(lines);
  return lines.flatMap(({ at, direction, line, ms }) => {
    if (direction !== 'request' || fates.get(at) === 'unread') return [];
    const { method, params } = parseLine(TraceMessageSchema, { line: at, value: parseJson(line) }, refuse);
    return [{ line: at, ms, method, params, failed: fates.get(at) === 'failed' }];
  });
}

/**
 * The outcomes of failed requests by line. A request whose id could not be parsed is `unread` and cannot be replayed.
 * An error response with a null id belongs to the previous request.
 */
function findOutcomes(lines: readonly TraceEntry[]): ReadonlyMap<number, 'failed' | 'unread'> {
  const fates = new Map<number, 'failed' | 'unread'>();
  const requests = new Map<string, number>();
  let last: { readonly at: number; readonly id: string } | undefined;
  for (const { at, direction, line } of lines) {
    if (direction !== 'request' && direction !== 'response') continue;
    const message = parseJsonObject(line);
    const id = JSON.stringify(message?.id) ?? '';
    if (direction === 'request') {
      requests.set(id, at);
      last = { at, id };
    } else if (message?.error && id === 'null' && last && last.id !== id) fates.set(last.at, 'unread');
    else if (message?.error && requests.has(id)) fates.set(requests.get(id)!, 'failed');
  }
  return fates;
}

function* readFrames(lines: readonly TraceEntry[], { refuse }: JsonLinesOptions): Generator<TracedFrame> {
  let rows: string[] = [];
  for (const { at, direction, line, ms } of lines) {
    if (direction === 'frame') rows = line.split('\n');
    else if (direction === 'frame-delta') {
      rows = [...rows];
      for (const [row, text] of parseLine(FrameDeltaSchema, { line: at, value: parseJson(line) }, refuse))
        rows[row] = text;
      rows = Array.from(rows, (text) => text ?? '');
    } else continue;
    yield { ms, rows };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Resolves after `ms`, limited to `limits.timeoutMs`. Rejects if the replay is cancelled. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(Math.min(Math.max(0, ms), limits.timeoutMs), () => {
      listener.dispose();
      resolve();
    });
    const listener = onAbort(signal, () => {
      timer.dispose();
      reject(fault.Cancelled({ reason: 'request' }));
    });
  });
}
