/** Records the output of a program with times and markers, and maintains the screen that results. */

import { StringDecoder } from 'node:string_decoder';
import { limits } from '#limits.ts';
import type { ProgramExit, ScreenContext } from '#matchers/sessionView.ts';
import type { Clock } from '#platform/clock.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { CastWriter, formatCastSize } from '#recording/asciicast.ts';
import { type Redaction, SpanReplacer } from '#redaction/redaction.ts';
import { SimulatedSession } from './scenes.ts';

interface RecordedEntry {
  readonly ms: number;
  readonly code: 'o' | 'r' | 'm';
  text: string;
}

export class SceneRecorder {
  readonly #clock: Clock;
  readonly #began: number;
  readonly #size: GridSize;
  readonly #session: SimulatedSession;
  readonly #entries: RecordedEntry[] = [];
  readonly #decoder = new StringDecoder('utf8');
  #chars = 0;
  #exit: ProgramExit | null = null;
  /** True when the recording reached `limits.pictureBytes` and later entries were dropped. */
  full = false;
  marks = 0;

  constructor(size: GridSize, clock: Clock) {
    this.#clock = clock;
    this.#began = clock.now();
    this.#size = size;
    this.#session = new SimulatedSession(size);
  }

  output(bytes: Uint8Array): void {
    this.#advance().write(bytes);
    this.#add('o', this.#decoder.write(Buffer.from(bytes)));
  }

  resize({ rows, cols }: GridSize): void {
    this.#advance().resize({ rows, cols });
    this.#add('r', formatCastSize({ rows, cols }));
  }

  end(exit: ProgramExit): void {
    this.#exit = exit;
    this.#advance().end(exit);
  }

  /** Adds a marker at which the plugin is asked. The returned function fills in the state once it is known. */
  mark(): (state: string) => void {
    this.marks += 1;
    this.#session.markPosition();
    const entry = this.#add('m', 'state: unknown');
    const facts = this.#exit ? ` ${JSON.stringify({ exit: toExitField(this.#exit) })}` : '';
    return (state) => {
      entry.text = `state: ${state}${facts}`;
    };
  }

  screenContext(redaction?: Redaction): ScreenContext {
    return this.#advance().screenContext(redaction);
  }

  /** Formats the recording as asciicast v2. Secrets are redacted even when they are split over several outputs. */
  text(redaction: Redaction): string {
    const cast = new CastWriter({ version: 2, size: this.#size });
    const whole = this.#entries.flatMap(({ code, text }) => (code === 'o' ? [text] : [])).join('');
    const hidden = new SpanReplacer(redaction.spans(whole), redaction.replacement);
    const lines = this.#entries.map(({ ms, code, text }) =>
      cast.event(ms, code, code === 'o' ? hidden.replaceNext(text) : text),
    );
    return [cast.header(), ...lines].join('');
  }

  close(): void {
    this.#session.close();
  }

  #advance(): SimulatedSession {
    return this.#session.advanceTo(this.#clock.now() - this.#began);
  }

  #add(code: RecordedEntry['code'], text: string): RecordedEntry {
    const entry = { ms: this.#clock.now() - this.#began, code, text };
    this.#chars += text.length;
    // Once full, all later entries are dropped. A gap in the middle would produce screens that never existed.
    if (this.#chars * bytesPerChar > limits.pictureBytes) this.full = true;
    if (!this.full && text !== '') this.#entries.push(entry);
    return entry;
  }
}

const toExitField = ({ exitCode, signal }: ProgramExit) =>
  exitCode === null ? { signal } : { exit_code: exitCode };

/** Upper bound for one character in a JSON file. */
const bytesPerChar = 6;
