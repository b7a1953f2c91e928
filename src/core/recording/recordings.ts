/** All recordings by id. One that has ended by itself is remembered until somebody stops it, up to a bound. */
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
    this.#traces = [...this.#traces, trace];
    return trace;
  }

  /** Kept when the file of every conversation is whole; recordings of sessions end with these. */
  async close(): Promise<void> {
    await Promise.all(this.#traces.map((trace) => trace.stop()));
  }

  /** Ends it and forgets it; the promise is kept when the file is whole. */
  async stop(recording: Recording): Promise<void> {
    this.#remove(recording);
    await recording.stop();
  }

  #remove(recording: Recording): void {
    this.#all.delete(recording.id);
    this.#left.delete(recording);
    this.#forget.get(recording)?.();
    this.#forget.delete(recording);
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
    const ended = this.all().filter((one) => one.ended !== null);
    const isFull = this.#all.size - ended.length >= limits.recordings;
    const [left] = isFull ? [...this.#left].filter((one) => one.ended === null) : [];
    if (left) return void this.stop(left);
    if (isFull) raise(fault.Busy({ reason: 'busy', limit: 'recordings', max: limits.recordings }));
    for (const one of ended.slice(0, Math.max(0, ended.length - limits.recordings + 1))) this.#remove(one);
  }
}
