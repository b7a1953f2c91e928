/** One session on its way into one file, or into memory, from where it was asked for to the exit, or to where it is stopped. */
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { defaultPolicy } from '../redact/policy.ts';
import type { Redaction, RedactionPolicy } from '../redact/redaction.ts';
import type { Onlooker, Sighting } from '../session/onlookers.ts';
import type { Session } from '../session/session.ts';
import { CastTape } from './castTape.ts';
import { DeedTape } from './deedTape.ts';
import type { RecordingFormat } from './formats.ts';
import { FrameTape } from './frameTape.ts';
import { openingOf } from './opening.ts';
import { RecordingFile } from './recordingFile.ts';
import { RecordingText } from './recordingText.ts';
import type { Tape } from './tape.ts';

export interface RecordingRequest {
  /** Null keeps it in memory. */
  readonly path: string | null;
  readonly format: RecordingFormat;
  /** Whether a cast tells what is typed. */
  readonly input: boolean;
  readonly maxBytes: number;
  readonly append: boolean;
  /** Between two frames. */
  readonly intervalMs: number;
  readonly redaction: Redaction;
}

/** `full`, `exited`, `stopped`, or why the file ended, such as ENOSPC. */
export type Ending = 'full' | 'exited' | 'stopped' | (string & {});

export class Recording implements Onlooker {
  readonly id: string;
  readonly session: Session;
  readonly format: RecordingFormat;
  /** Whether nothing in it was hidden. */
  readonly raw: boolean;
  readonly #appends: boolean;
  readonly #file: RecordingFile | RecordingText;
  readonly #tape: Tape;
  readonly #began: number;
  readonly #leave: () => void;
  #ended: { readonly why: Ending; readonly at: number } | undefined;

  /** Raises FileRefused. */
  constructor(id: string, session: Session, request: RecordingRequest) {
    const { path, format, append, maxBytes } = request;
    this.id = id;
    this.session = session;
    this.format = format;
    this.raw = !request.redaction.secrets;
    this.#appends = append;
    this.#began = session.clock.now();
    if (append && format === 'asciicast-v2') refuseAbsolute();
    const failed = (reason: string) => this.#failed(reason);
    this.#file =
      path === null
        ? new RecordingText(maxBytes, failed)
        : new RecordingFile({ path, format, append, maxBytes, failed });
    this.#tape = tapeOf(session, request, this.#file);
    this.#leave = session.onlookers.add(this);
    this.#tape.begin();
    if (session.exit) this.see({ kind: 'exited', exit: session.exit });
  }

  /** What is hidden of a screen that is drawn of it; nothing where it tells secrets. */
  get hides(): RedactionPolicy | undefined {
    const { policy } = this.session;
    if (this.raw) return undefined;
    return policy.enabled ? policy : defaultPolicy;
  }

  get path(): string | null {
    return this.#file.path;
  }

  /** What was recorded; nothing where it went into a file. */
  get text(): string {
    return this.#file.path === null ? this.#file.text : '';
  }

  /** Whole lines of what was written so far, from a byte on. Raises FileRefused, Unsupported. */
  read(from: number): Buffer {
    if (this.#appends)
      return raise(
        fault.Unsupported({ reason: 'a recording that goes on with a file is read from the file' }),
      );
    const part = this.#file.read(from);
    return part.subarray(0, part.lastIndexOf(lineFeed) + 1);
  }

  /** Kept when what was recorded so far can be read. */
  readable(): Promise<void> {
    return this.#file.emptied();
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  get events(): number {
    return this.#file.lines;
  }

  get durationMs(): number {
    return (this.#ended?.at ?? this.session.clock.now()) - this.#began;
  }

  get ended(): Ending | null {
    return this.#ended?.why ?? null;
  }

  see(sighting: Sighting): void {
    if (this.#ended) return;
    this.#tape.see(sighting);
    if (sighting.kind === 'exited') this.#end('exited');
  }

  /** Raises Invalid. */
  mark(label: string): void {
    if (this.#ended) raise(over());
    this.#tape.mark(label);
  }

  stop(): Promise<void> {
    this.#end('stopped');
    return this.done();
  }

  done(): Promise<void> {
    return this.#ended ? this.#file.close() : Promise.resolve();
  }

  #failed(reason: string): void {
    this.session.warn(`the recording ${this.id} ended: ${reason}`);
    this.#end(reason);
  }

  #end(why: Ending): void {
    if (this.#ended) return;
    this.#ended = { why, at: this.session.clock.now() };
    this.#tape.end();
    void this.#file.close();
    // The session waits for those who look on before it is closed.
    if (this.session.exit === null) this.#leave();
  }
}

const lineFeed = 0x0a;

const over = () => {
  const reason = 'the recording has ended';
  return fault.Invalid({ path: 'recording', reason }, `recording: ${reason}`);
};

const refuseAbsolute = () =>
  raise(
    fault.Invalid({
      path: 'append',
      reason: 'times in asciicast-v2 count from the beginning of the file: take asciicast-v3',
    }),
  );

function tapeOf(session: Session, request: RecordingRequest, file: RecordingFile | RecordingText): Tape {
  const { format, input, redaction, intervalMs } = request;
  const { clock, screen, program, args } = session;
  const terms = { redaction, clock, write: (line: string) => file.write(line) };
  const timestamp = Math.floor(clock.wall() / 1000);
  const { rows, cols } = screen.size;
  const before = session.transcript.tailWithKeptBack(limits.blockChars);
  if (format === 'jsonl-frames') return new FrameTape({ ...terms, screen: () => session.screen, intervalMs });
  if (format === 'actions-json') {
    const { cwd, env, clearEnv, size } = session.asked;
    const pixels = size.pixelWidth + size.pixelHeight > 0;
    return new DeedTape({
      ...terms,
      started: {
        ...{ program, args, cwd, env, rows, cols },
        ...(clearEnv && { clear_env: true }),
        ...(pixels && { pixel_width: size.pixelWidth, pixel_height: size.pixelHeight }),
      },
      timestamp,
      headed: file.added,
      before,
    });
  }
  return new CastTape({
    ...terms,
    version: format === 'asciicast-v2' ? 2 : 3,
    size: { rows, cols },
    timestamp,
    command: redaction.text([program, ...args].join(' ')),
    title: session.name,
    input,
    before,
    opening: openingOf(session, redaction, file.added),
    headed: file.added,
  });
}
