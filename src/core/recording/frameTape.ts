/**
 * A recording as frames: what the screen showed, at most so many times a second, whole or as the rows that changed.
 * The lines are those of a trace of JSON-RPC, so that calls can stand between them.
 */
import type { Disarm } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import { masked } from '../screen/masked.ts';
import type { Screen } from '../screen/screen.ts';
import type { Sighting } from '../session/onlookers.ts';
import { hidingUnfinishedToo } from '../viewer/unfinished.ts';
import { lineOf } from './castLines.ts';
import type { Tape, TapeTerms } from './tape.ts';

export interface FrameTapeTerms extends TapeTerms {
  readonly screen: () => Screen;
  readonly intervalMs: number;
}

export type TraceDirection = 'request' | 'response' | 'notification' | 'frame' | 'frame-delta';

export class FrameTape implements Tape {
  readonly #terms: FrameTapeTerms;
  #rows: readonly string[] = [];
  #framed = Number.NEGATIVE_INFINITY;
  #keyed = Number.NEGATIVE_INFINITY;
  #disarm: Disarm | undefined;

  constructor(terms: FrameTapeTerms) {
    this.#terms = terms;
  }

  begin(): void {
    this.#frame();
  }

  see(sighting: Sighting): void {
    if (sighting.kind === 'changed') this.#changed();
    else if (sighting.kind === 'marked') this.mark(sighting.label);
    else if (sighting.kind === 'exited') {
      const { exitCode, signal } = sighting.exit;
      this.#settle();
      this.note('notification', JSON.stringify({ exit: { exit_code: exitCode, signal } }));
    }
  }

  mark(label: string): void {
    this.#settle();
    this.note('notification', JSON.stringify({ mark: label }));
  }

  end(): void {
    this.#settle();
  }

  /** A line of the trace that is no frame. */
  note(direction: TraceDirection, text: string): void {
    this.#write(direction, this.#terms.redaction.text(text));
  }

  #changed(): void {
    const due = this.#framed + this.#terms.intervalMs;
    const now = this.#terms.clock.now();
    if (now >= due) this.#frame();
    else this.#disarm ??= this.#terms.clock.after(due - now, () => this.#frame());
  }

  /** What the screen shows by now is told before what comes next. */
  #settle(): void {
    if (this.#disarm) this.#frame();
  }

  #frame(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    const { clock, redaction, screen } = this.#terms;
    const shown = screen();
    // A frame that has half of a secret would have told it, though the next one hides the whole.
    const hides = hidingUnfinishedToo(shown, redaction);
    const rows = masked(shown, hides).texts.map((text) => text.trimEnd());
    const now = clock.now();
    const changed = rows.flatMap((text, at) => (text === this.#rows[at] ? [] : [[at, text] as const]));
    if (changed.length === 0 && rows.length === this.#rows.length) return;
    const whole = now - this.#keyed >= limits.recordingKeyframeMs || rows.length !== this.#rows.length;
    this.#rows = rows;
    this.#framed = now;
    if (whole) this.#keyed = now;
    this.#write(whole ? 'frame' : 'frame-delta', whole ? rows.join('\n') : JSON.stringify(changed));
  }

  #write(direction: TraceDirection, line: string): void {
    const timestampMicros = Math.round(this.#terms.clock.wall() * 1000);
    this.#terms.write(lineOf({ timestampMicros, direction, line }));
  }
}
