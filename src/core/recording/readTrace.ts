/** Reads a recording of a conversation: what was asked and whether that was done, and the frames between. */

import { tellRefusal } from '../../platform/refusals.ts';
import { z } from '../../platform/schema.ts';
import { readSource, SourceProblem } from '../../platform/sourceFiles.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { jsonLines, type ReadHow, readShape } from './readLines.ts';

const Line = z.looseObject({
  timestampMicros: z.number().min(0),
  direction: z.string(),
  line: z.string(),
});
const Message = z.looseObject({
  id: z.unknown().optional(),
  method: z.string(),
  params: z.unknown().optional(),
});
const Delta = z.array(z.tuple([z.int().min(0).max(limits.maxRows), z.string()]));

export interface TracedRequest {
  /** Of the file. */
  readonly line: number;
  /** Since the first line of the file, without what lies between two recordings in it. */
  readonly ms: number;
  readonly method: string;
  readonly params: unknown;
  /** It was answered with an error. */
  readonly failed: boolean;
}

export interface TracedFrame {
  readonly ms: number;
  readonly rows: readonly string[];
}

export interface TraceRead {
  readonly requests: readonly TracedRequest[];
  /** Read as they are asked for. */
  readonly frames: () => Iterable<TracedFrame>;
}

export function readTrace(text: string, how: ReadHow): TraceRead {
  const lines = [...jsonLines(text, how)].map((each) => ({
    at: each.line,
    ...readShape(Line, each, how.refuse),
  }));
  const time = new Pieces();
  const all = lines.map(({ at, timestampMicros, direction, line }) => ({
    at,
    direction,
    line,
    ms: time.since(timestampMicros, direction, line),
  }));
  return { requests: requestsIn(all, how), frames: () => framesIn(all, how) };
}

/** A file may hold several recordings. Each begins with an answer to nothing in it, and what lies between is no time of theirs. */
class Pieces {
  readonly #asked = new Set<string>();
  #began: number | undefined;
  #before = 0;

  /** In milliseconds. */
  since(micros: number, direction: string, line: string): number {
    this.#began ??= micros;
    if (this.#begins(direction, line)) this.#began += Math.max(0, micros - this.#before);
    this.#before = micros;
    return Math.max(0, micros - this.#began) / 1000;
  }

  #begins(direction: string, line: string): boolean {
    if (direction !== 'request' && direction !== 'response') return false;
    const id = JSON.stringify(objectIn(line)?.id) ?? 'null';
    if (direction === 'request') this.#asked.add(id);
    return direction === 'response' && this.#before > 0 && id !== 'null' && !this.#asked.delete(id);
  }
}

/** Raises FileRefused. */
export function readTraceFile(path: string): string {
  try {
    return readSource(path, limits.replayBytes);
  } catch (problem) {
    if (!(problem instanceof SourceProblem)) throw problem;
    const { reason } = problem;
    const told = tellRefusal('recording', `The file ${path}`, reason);
    return raise(fault.FileRefused({ path: 'path', file: path, reason }, told));
  }
}

interface Placed {
  readonly at: number;
  readonly direction: string;
  readonly line: string;
  readonly ms: number;
}

function requestsIn(lines: readonly Placed[], { refuse }: ReadHow): readonly TracedRequest[] {
  const fates = fatesIn(lines);
  return lines.flatMap(({ at, direction, line, ms }) => {
    if (direction !== 'request' || fates.get(at) === 'unread') return [];
    const { method, params } = readShape(Message, { line: at, value: jsonIn(line) }, refuse);
    return [{ line: at, ms, method, params, failed: fates.get(at) === 'failed' }];
  });
}

/**
 * What became of requests, by their lines, where it was an error. One whose id could not be told was not read, and
 * cannot be done again. An answer without an id of its own is to the request before it.
 */
function fatesIn(lines: readonly Placed[]): ReadonlyMap<number, 'failed' | 'unread'> {
  const fates = new Map<number, 'failed' | 'unread'>();
  const asked = new Map<string, number>();
  let last: { readonly at: number; readonly id: string } | undefined;
  for (const { at, direction, line } of lines) {
    if (direction !== 'request' && direction !== 'response') continue;
    const message = objectIn(line);
    const id = JSON.stringify(message?.id) ?? '';
    if (direction === 'request') {
      asked.set(id, at);
      last = { at, id };
    } else if (message?.error && id === 'null' && last && last.id !== id) fates.set(last.at, 'unread');
    else if (message?.error && asked.has(id)) fates.set(asked.get(id)!, 'failed');
  }
  return fates;
}

function* framesIn(lines: readonly Placed[], { refuse }: ReadHow): Generator<TracedFrame> {
  let rows: string[] = [];
  for (const { at, direction, line, ms } of lines) {
    if (direction === 'frame') rows = line.split('\n');
    else if (direction === 'frame-delta') {
      rows = [...rows];
      for (const [row, text] of readShape(Delta, { line: at, value: jsonIn(line) }, refuse)) rows[row] = text;
      rows = Array.from(rows, (text) => text ?? '');
    } else continue;
    yield { ms, rows };
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
