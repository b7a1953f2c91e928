/**
 * All recordings by id. An ended recording is kept, up to a limit, until another recording uses its file. One without
 * a file is kept until a client stops it and so receives its content.
 */

import { resolve } from 'node:path';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { requireFilePermission } from '#permissionCheck.ts';
import type { Permission } from '#permissions.ts';
import { type Disposable, Emitter } from '#platform/lifetimes.ts';
import { formatSystemError } from '#platform/systemErrors.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { IdRange } from '#session/registry.ts';
import type { Session } from '#session/session.ts';
import { Recording, type RecordingOptions } from './recording.ts';
import { Trace, type TraceOptions } from './trace.ts';

const unknownRecordingFault = (path: string, id: string) =>
  fault.Invalid({ path, reason: 'unknown_recording', got: id }, `${path}: no recording has that id`);

interface RecordingRegistryOptions {
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
  /** The redaction of the default policy. */
  readonly redaction: Redaction;
  readonly ids: IdRange;
}

/** The client that started a recording. */
interface RecordingOwner {
  onClosed(listener: () => void): Disposable;
}

export class RecordingRegistry {
  readonly #options: RecordingRegistryOptions;
  readonly #all = new Map<string, Recording>();
  /** Recordings in memory whose client has left. They are stopped when room is needed. */
  readonly #abandoned = new Set<Recording>();
  readonly #closeListeners = new Map<Recording, Disposable>();
  #traces: readonly Trace[] = [];
  readonly #onUpdate = new Emitter<[recording: Recording, update: 'started' | 'removed']>();
  readonly onUpdate = this.#onUpdate.event;
  #lastId: number;

  constructor(rules: RecordingRegistryOptions) {
    this.#options = rules;
    this.#lastId = rules.ids.last;
  }

  /** The number in the last id. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Raises PermissionDenied, Busy, FileRefused and Invalid. */
  start(session: Session, request: RecordingOptions, owner?: RecordingOwner): Recording {
    requireFilePermission(request.redaction, this.#options);
    if (request.path !== null) this.#refuseFileInUse(request.path);
    this.#makeRoom();
    const recording = new Recording(`${this.#options.ids.prefix}r${this.#lastId + 1}`, session, request);
    this.#lastId += 1;
    this.#forgetFile(request.path);
    this.#all.set(recording.id, recording);
    if (request.path === null && owner)
      this.#closeListeners.set(
        recording,
        owner.onClosed(() => this.#abandoned.add(recording)),
      );
    this.#onUpdate.fire(recording, 'started');
    return recording;
  }

  get(id: string, path = 'recording'): Recording {
    return this.#all.get(id) ?? raise(unknownRecordingFault(path, id));
  }

  all(): readonly Recording[] {
    return [...this.#all.values()];
  }

  /** Starts a trace of a connection into a file. Raises Busy and FileRefused. */
  startTrace(options: TraceOptions): Trace {
    this.#traces = this.#traces.filter(({ ended }) => !ended);
    if (this.#traces.length >= limits.recordings)
      raise(fault.Busy({ reason: 'busy', limit: 'recordings', max: limits.recordings }));
    requireFilePermission(options.redaction, this.#options);
    this.#refuseFileInUse(options.path);
    const trace = new Trace(options);
    this.#forgetFile(options.path);
    this.#traces = [...this.#traces, trace];
    return trace;
  }

  /** Resolves when the files of all traces are complete. Recordings end with their sessions. */
  async close(): Promise<void> {
    await Promise.all(this.#traces.map((trace) => trace.stop()));
  }

  /** Ends the recording and removes it if it has no file. Resolves when the file is complete. */
  async stop(recording: Recording): Promise<void> {
    if (recording.path === null) this.#remove(recording);
    const stopped = recording.stop();
    this.#forgetOldest(limits.recordings);
    await stopped;
  }

  #remove(recording: Recording): void {
    this.#all.delete(recording.id);
    this.#abandoned.delete(recording);
    this.#closeListeners.get(recording)?.dispose();
    this.#closeListeners.delete(recording);
    this.#onUpdate.fire(recording, 'removed');
  }

  /** Removes recordings of this file. Reading them would return the new recording, which may contain more. */
  #forgetFile(path: string | null): void {
    if (path === null) return;
    for (const one of this.all())
      if (one.path !== null && resolve(one.path) === resolve(path)) this.#remove(one);
  }

  /** Two recordings in one file would mix their sessions. */
  #refuseFileInUse(path: string): void {
    const paths = [
      ...this.all().flatMap(({ ended, path }) => (ended === null && path !== null ? [path] : [])),
      ...this.#traces.flatMap(({ ended, path }) => (ended ? [] : [path])),
    ];
    if (!paths.some((own) => resolve(own) === resolve(path))) return;
    const reason = 'in_use';
    const sentence = formatSystemError('file', `The file ${path}`, reason);
    raise(fault.FileRefused({ path: 'path', file: path, reason }, sentence));
  }

  #makeRoom(): void {
    const isFull = this.all().filter((one) => one.ended === null).length >= limits.recordings;
    const [left] = isFull ? [...this.#abandoned].filter((one) => one.ended === null) : [];
    if (left) return void this.stop(left);
    if (isFull) raise(fault.Busy({ reason: 'busy', limit: 'recordings', max: limits.recordings }));
    this.#forgetOldest(limits.recordings - 1);
  }

  #forgetOldest(most: number): void {
    const ended = this.all().filter((one) => one.ended !== null);
    for (const one of ended.slice(0, Math.max(0, ended.length - most))) this.#remove(one);
  }
}
