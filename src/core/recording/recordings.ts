/**
 * All recordings by id. One that has ended is remembered, up to a bound: until its file is another recording's, or,
 * without a file, until somebody stops it, who gets it with that.
 */
import { resolve } from 'node:path';
import { tellRefusal } from '../../platform/refusals.ts';
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import type { Permission } from '../permissions.ts';
import { permitFile } from '../permit.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Session } from '../session/session.ts';
import { Recording, type RecordingRequest } from './recording.ts';
import { Trace, type TraceTerms } from './trace.ts';

const unknownRecording = (path: string, id: string) =>
  fault.Invalid({ path, reason: 'unknown_recording', got: id }, `${path}: no recording has that id`);

export interface RecordingRules {
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
  /** The default policy. */
  readonly redaction: Redaction;
}

/** Whoever began a recording. */
interface Beginner {
  /** What comes back stops listening. */
  onClosed(listener: () => void): () => void;
}

export class Recordings {
  readonly #rules: RecordingRules;
  readonly #all = new Map<string, Recording>();
  /** Those in memory, of which nobody may know any more: they make room for others. */
  readonly #left = new Set<Recording>();
  readonly #forget = new Map<Recording, () => void>();
  #traces: readonly Trace[] = [];
  #last = 0;

  constructor(rules: RecordingRules) {
    this.#rules = rules;
  }

  /** Raises PermissionDenied, Busy, FileRefused, Invalid. */
  start(session: Session, request: RecordingRequest, beginner?: Beginner): Recording {
    permitFile(request.redaction, this.#rules);
    if (request.path !== null) this.#refuseTaken(request.path);
    this.#makeRoom();
    const recording = new Recording(`r${this.#last + 1}`, session, request);
    this.#last += 1;
    this.#forgetThoseIn(request.path);
    this.#all.set(recording.id, recording);
    if (request.path === null && beginner)
      this.#forget.set(
        recording,
        beginner.onClosed(() => this.#left.add(recording)),
      );
    return recording;
  }

  get(id: string, path = 'recording'): Recording {
    return this.#all.get(id) ?? raise(unknownRecording(path, id));
  }

  all(): readonly Recording[] {
    return [...this.#all.values()];
  }

  /** A conversation on its way into a file. Raises Busy, FileRefused. */
  trace(terms: TraceTerms): Trace {
    this.#traces = this.#traces.filter(({ over }) => !over);
    if (this.#traces.length >= limits.recordings)
      raise(fault.Busy({ reason: 'busy', limit: 'recordings', max: limits.recordings }));
    permitFile(terms.redaction, this.#rules);
    this.#refuseTaken(terms.path);
    const trace = new Trace(terms);
    this.#forgetThoseIn(terms.path);
    this.#traces = [...this.#traces, trace];
    return trace;
  }

  /** Kept when the file of every conversation is whole; recordings of sessions end with these. */
  async close(): Promise<void> {
    await Promise.all(this.#traces.map((trace) => trace.stop()));
  }

  /** Ends it, and forgets it if it has no file; the promise is kept when the file is whole. */
  async stop(recording: Recording): Promise<void> {
    if (recording.path === null) this.#remove(recording);
    const stopped = recording.stop();
    this.#forgetOld(limits.recordings);
    await stopped;
  }

  #remove(recording: Recording): void {
    this.#all.delete(recording.id);
    this.#left.delete(recording);
    this.#forget.get(recording)?.();
    this.#forget.delete(recording);
  }

  /** What would be read of them is now another's, of which more may be told. */
  #forgetThoseIn(path: string | null): void {
    if (path === null) return;
    for (const one of this.all())
      if (one.path !== null && resolve(one.path) === resolve(path)) this.#remove(one);
  }

  /** Two of them in one file would tell of one session that never was. */
  #refuseTaken(path: string): void {
    const paths = [
      ...this.all().flatMap(({ ended, path: own }) => (ended === null && own !== null ? [own] : [])),
      ...this.#traces.flatMap(({ over, path: own }) => (over ? [] : [own])),
    ];
    if (!paths.some((own) => resolve(own) === resolve(path))) return;
    const reason = 'in_use';
    const sentence = tellRefusal('file', `The file ${path}`, reason);
    raise(fault.FileRefused({ path: 'path', file: path, reason }, sentence));
  }

  #makeRoom(): void {
    const isFull = this.all().filter((one) => one.ended === null).length >= limits.recordings;
    const [left] = isFull ? [...this.#left].filter((one) => one.ended === null) : [];
    if (left) return void this.stop(left);
    if (isFull) raise(fault.Busy({ reason: 'busy', limit: 'recordings', max: limits.recordings }));
    this.#forgetOld(limits.recordings - 1);
  }

  #forgetOld(most: number): void {
    const ended = this.all().filter((one) => one.ended !== null);
    for (const one of ended.slice(0, Math.max(0, ended.length - most))) this.#remove(one);
  }
}
