/** A conversation on its way into a file: what is asked, answered and told, and frames of the session that it is about. */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Onlooker, Sighting } from '../session/onlookers.ts';
import type { Session } from '../session/session.ts';
import { lineOf } from './castLines.ts';
import { FrameTape, type TraceDirection } from './frameTape.ts';
import { RecordingFile } from './recordingFile.ts';
import { SecretPrompt } from './secretPrompt.ts';

export interface TraceTerms {
  readonly path: string;
  /** Between two frames; 0 for none. */
  readonly intervalMs: number;
  readonly redaction: Redaction;
  readonly clock: Clock;
  /** Told once why nothing more is written. */
  readonly failed: (reason: string) => void;
}

export class Trace implements Onlooker {
  readonly path: string;
  readonly #terms: TraceTerms;
  readonly #file: RecordingFile;
  #prompt = new SecretPrompt();
  #frames: FrameTape | undefined;
  #leave: () => void = () => {};
  #over = false;

  /** What is in the file stays. Raises FileRefused. */
  constructor(terms: TraceTerms) {
    const { path, failed } = terms;
    this.path = path;
    this.#terms = terms;
    this.#file = new RecordingFile({
      path,
      format: 'jsonl-frames',
      append: true,
      maxBytes: limits.defaultRecordingBytes,
      failed: (reason) => {
        this.#end();
        failed(reason);
      },
    });
  }

  get over(): boolean {
    return this.#over;
  }

  /** One session at a time: the one before it is told of no more. */
  follow(session: Session): void {
    if (this.#over) return;
    this.#unfollow();
    const { redaction, clock, intervalMs } = this.#terms;
    const write = (line: string) => this.#file.write(line);
    const screen = () => session.screen;
    this.#prompt = new SecretPrompt();
    this.#prompt.printed(session.transcript.tailWithKeptBack(limits.blockChars));
    this.#frames =
      intervalMs > 0 ? new FrameTape({ redaction, clock, write, screen, intervalMs }) : undefined;
    this.#leave = session.onlookers.add(this);
    this.#frames?.begin();
  }

  see(sighting: Sighting): void {
    if (sighting.kind === 'output') this.#prompt.printed(sighting.text);
    else if (sighting.kind === 'changed') this.#frames?.see(sighting);
    else if (sighting.kind === 'exited') this.#frames?.end();
  }

  /** A message as it stands on the line, with its secrets hidden; so is what is typed at a question for one. */
  note(direction: TraceDirection, message: string): void {
    if (this.#over) return;
    const { redaction, clock } = this.#terms;
    const typed = direction === 'request' && this.#prompt.asks ? hiding(redaction.replacement) : undefined;
    const line = hidden(message, typed, redaction);
    this.#file.write(lineOf({ timestampMicros: Math.round(clock.wall() * 1000), direction, line }));
  }

  stop(): Promise<void> {
    this.#end();
    return this.#file.close();
  }

  done(): Promise<void> {
    return Promise.resolve();
  }

  #end(): void {
    if (this.#over) return;
    this.#unfollow();
    this.#over = true;
  }

  #unfollow(): void {
    this.#leave();
    this.#leave = () => {};
    this.#frames?.end();
    this.#frames = undefined;
  }
}

type Replace = (key: string, value: unknown) => unknown;

/** Letters that come one by one as keys are hidden, keys with a name are not. */
const hiding =
  (replacement: string): Replace =>
  (key, value) =>
    typeof value === 'string' && (key === 'text' || (key === 'key' && value.length === 1))
      ? replacement
      : value;

/** By its values, so that it can be read afterwards; what is no JSON is one text. */
function hidden(message: string, replace: Replace | undefined, redaction: Redaction): string {
  try {
    return JSON.stringify(redaction.value(JSON.parse(message)), replace);
  } catch {
    return redaction.text(message);
  }
}
