/** One recording of a session, into a file or memory, from its start to the exit or to `stop`. */

import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type Disposable, Emitter } from '#platform/lifetimes.ts';
import { defaultPolicy, redactWords } from '#redaction/policy.ts';
import type { Redaction, RedactionPolicy } from '#redaction/redaction.ts';
import type { Observer, Session, SessionEvent } from '#session/session.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import { createProgramFrame } from '#viewers/frame.ts';
import { serializeOpenSequence, serializeProgram } from '#viewers/serialize.ts';
import { ActionsEncoder } from './actionsRecording.ts';
import { CastEncoder } from './castEncoder.ts';
import type { RecordingEncoder } from './encoder.ts';
import { FrameEncoder } from './frameEncoder.ts';
import { RecordingBuffer, RecordingFile, type RecordingFormat } from './recordingFile.ts';

/**
 * The redacted output that brings a terminal to the session's state. `again` means that the file already has a
 * recording. Colors that clients set are written as if the program had set them.
 */
export function formatInitialScreen(
  { screen, transcript }: Pick<Session, 'screen' | 'transcript'>,
  redaction: Redaction,
  again: boolean,
): string {
  const begun = serializeOpenSequence(transcript.tailWithContext(limits.blockChars), redaction);
  if (screen.sequence === 0 && transcript.cursor === 0 && !again) return begun;
  const frame = createProgramFrame(
    screen,
    redaction,
    screenRuns(screen, alsoHideUnfinished(screen, redaction)),
  );
  return serializeProgram(screen, frame, { redaction, repeated: again, chosenColors: true }) + begun;
}

export interface RecordingOptions {
  /** Null keeps the recording in memory. */
  readonly path: string | null;
  readonly format: RecordingFormat;
  /** Whether a cast includes typed input. */
  readonly input: boolean;
  readonly maxBytes: number;
  readonly append: boolean;
  /** Minimum time between two frames. */
  readonly intervalMs: number;
  readonly redaction: Redaction;
}

/** `full`, `exited`, `stopped`, or the system error that ended the file, such as ENOSPC. */
export type RecordingEndReason = 'full' | 'exited' | 'stopped' | (string & {});

export class Recording implements Observer {
  readonly id: string;
  readonly session: Session;
  readonly format: RecordingFormat;
  /** True if the recording is unredacted. */
  readonly raw: boolean;
  readonly observesInput: boolean;
  /** It writes to the end of a file of an earlier recording. */
  readonly appends: boolean;
  readonly #onUpdate = new Emitter();
  /** It wrote a line, or ended. */
  readonly onUpdate = this.#onUpdate.event;
  readonly #file: RecordingFile | RecordingBuffer;
  readonly #encoder: RecordingEncoder;
  readonly #startedAt: number;
  readonly #observing: Disposable;
  #ended: { readonly why: RecordingEndReason; readonly at: number } | undefined;

  /** Raises FileRefused. */
  constructor(id: string, session: Session, request: RecordingOptions) {
    const { path, format, append, maxBytes } = request;
    this.id = id;
    this.session = session;
    this.format = format;
    this.raw = !request.redaction.secrets;
    this.observesInput = !this.raw && (format === 'actions-json' || request.input);
    this.appends = append;
    this.#startedAt = session.clock.now();
    if (append && format === 'asciicast-v2') refuseAppendToV2();
    const failed = (reason: string) => this.#handleFailure(reason);
    this.#file =
      path === null
        ? new RecordingBuffer(maxBytes, failed)
        : new RecordingFile({ path, format, append, maxBytes, failed });
    this.#encoder = createEncoder(session, request, this.#file.added, (line) => this.#write(line));
    this.#observing = session.observers.add(this);
    this.#encoder.start();
    if (session.exit) this.handleEvent({ kind: 'exited', exit: session.exit });
  }

  /** The redaction policy for rendering the recording; undefined if it is raw. */
  get hides(): RedactionPolicy | undefined {
    const { policy } = this.session;
    if (this.raw) return undefined;
    return policy.enabled ? policy : defaultPolicy;
  }

  get path(): string | null {
    return this.#file.path;
  }

  /** The recorded text; empty if it is in a file. */
  get text(): string {
    return this.#file.path === null ? this.#file.text : '';
  }

  /** Reads whole lines from byte offset `from`. Raises FileRefused and Unsupported. */
  read(from: number): Buffer {
    if (this.appends)
      return raise(fault.Unsupported({ reason: 'the recording appends to a file; read that file instead' }));
    const part = this.#file.read(from);
    return part.subarray(0, part.lastIndexOf(lineFeed) + 1);
  }

  /** Resolves when everything recorded so far can be read. */
  whenReadable(): Promise<void> {
    return this.#file.emptied();
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  get events(): number {
    return this.#file.lines;
  }

  get durationMs(): number {
    return (this.#ended?.at ?? this.session.clock.now()) - this.#startedAt;
  }

  get ended(): RecordingEndReason | null {
    return this.#ended?.why ?? null;
  }

  handleEvent(event: SessionEvent): void {
    if (this.#ended) return;
    this.#encoder.handleEvent(event);
    if (event.kind === 'exited') this.#end('exited');
  }

  /** Raises Invalid. */
  mark(label: string): void {
    if (this.#ended) raise(endedFault());
    this.#encoder.mark(label);
  }

  stop(): Promise<void> {
    this.#end('stopped');
    return this.done();
  }

  done(): Promise<void> {
    return this.#ended ? this.#file.close() : Promise.resolve();
  }

  #write(line: string): void {
    this.#file.write(line);
    this.#onUpdate.fire();
  }

  #handleFailure(reason: string): void {
    this.session.warn(`the recording ${this.id} ended: ${reason}`);
    this.#end(reason);
  }

  #end(why: RecordingEndReason): void {
    if (this.#ended) return;
    this.#ended = { why, at: this.session.clock.now() };
    this.#encoder.end();
    void this.#file.close();
    this.#onUpdate.fire();
    // After the exit it stays subscribed: closing the session waits for its observers.
    if (this.session.exit === null) this.#observing.dispose();
  }
}

const lineFeed = 0x0a;

const endedFault = () => {
  const reason = 'the recording has ended';
  return fault.Invalid({ path: 'recording', reason }, `recording: ${reason}`);
};

const refuseAppendToV2 = () =>
  raise(
    fault.Invalid({
      path: 'append',
      reason:
        'cannot append asciicast-v2, because its times count from the start of the file; use asciicast-v3',
    }),
  );

function createEncoder(
  session: Session,
  request: RecordingOptions,
  headed: boolean,
  write: (line: string) => void,
): RecordingEncoder {
  const { format, input, redaction, intervalMs } = request;
  const { clock, screen, program, args } = session;
  const options = { redaction, clock, write };
  const timestamp = Math.floor(clock.wall() / 1000);
  const { rows, cols } = screen.size;
  const before = session.transcript.tailWithContext(limits.blockChars);
  if (format === 'jsonl-frames')
    return new FrameEncoder({ ...options, screen: () => session.screen, intervalMs });
  if (format === 'actions-json') {
    const { cwd, env, clearEnv, size } = session.spawnRequest;
    const pixels = size.pixelWidth + size.pixelHeight > 0;
    return new ActionsEncoder({
      ...options,
      started: {
        ...{ program, args, cwd, env, rows, cols },
        ...(clearEnv && { clear_env: true }),
        ...(pixels && { pixel_width: size.pixelWidth, pixel_height: size.pixelHeight }),
      },
      timestamp,
      headed,
      before,
    });
  }
  return new CastEncoder({
    ...options,
    version: format === 'asciicast-v2' ? 2 : 3,
    size: { rows, cols },
    timestamp,
    command: redactWords(redaction, [program, ...args]).join(' '),
    title: session.name,
    input,
    before,
    opening: formatInitialScreen(session, redaction, headed),
    headed,
  });
}
