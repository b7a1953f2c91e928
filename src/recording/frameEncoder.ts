/**
 * Encodes a recording as frames (`jsonl-frames`): the screen at a limited rate, whole or as changed rows. The lines
 * have the format of a JSON-RPC trace, so messages can be written between frames.
 */
import { limits } from '#limits.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { SessionEvent } from '#session/session.ts';
import type { Screen } from '#terminal/screen.ts';
import { alsoHideUnfinished, redactScreen } from '#terminal/screenRedaction.ts';
import { toJsonLine } from './asciicast.ts';
import type { EncoderOptions, RecordingEncoder } from './encoder.ts';

interface FrameEncoderOptions extends EncoderOptions {
  readonly screen: () => Screen;
  readonly intervalMs: number;
}

export type TraceDirection = 'request' | 'response' | 'notification' | 'frame' | 'frame-delta';

export class FrameEncoder implements RecordingEncoder {
  readonly #options: FrameEncoderOptions;
  #rows: readonly string[] = [];
  #lastFrameAt = Number.NEGATIVE_INFINITY;
  #lastKeyframeAt = Number.NEGATIVE_INFINITY;
  #timer: Disposable | undefined;

  constructor(options: FrameEncoderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#recordFrame();
  }

  handleEvent(event: SessionEvent): void {
    if (event.kind === 'changed') this.#scheduleFrame();
    else if (event.kind === 'marked') this.mark(event.label);
    else if (event.kind === 'exited') {
      const { exitCode, signal } = event.exit;
      this.#flush();
      this.record('notification', JSON.stringify({ exit: { exit_code: exitCode, signal } }));
    }
  }

  mark(label: string): void {
    this.#flush();
    this.record('notification', JSON.stringify({ mark: label }));
  }

  end(): void {
    this.#flush();
  }

  /** Writes a line that is not a frame. */
  record(direction: TraceDirection, text: string): void {
    this.#writeLine(direction, this.#options.redaction.text(text));
  }

  #scheduleFrame(): void {
    const due = this.#lastFrameAt + this.#options.intervalMs;
    const now = this.#options.clock.now();
    if (now >= due) this.#recordFrame();
    else this.#timer ??= this.#options.clock.after(due - now, () => this.#recordFrame());
  }

  /** Writes a pending frame before the next line. */
  #flush(): void {
    if (this.#timer) this.#recordFrame();
  }

  #recordFrame(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    const { clock, redaction, screen } = this.#options;
    const current = screen();
    // Hides unfinished secrets too: a frame with half of a secret would reveal it.
    const hides = alsoHideUnfinished(current, redaction);
    const rows = redactScreen(current, hides).texts.map((text) => text.trimEnd());
    const now = clock.now();
    const changed = rows.flatMap((text, at) => (text === this.#rows[at] ? [] : [[at, text] as const]));
    if (changed.length === 0 && rows.length === this.#rows.length) return;
    const whole =
      now - this.#lastKeyframeAt >= limits.recordingKeyframeMs || rows.length !== this.#rows.length;
    this.#rows = rows;
    this.#lastFrameAt = now;
    if (whole) this.#lastKeyframeAt = now;
    this.#writeLine(whole ? 'frame' : 'frame-delta', whole ? rows.join('\n') : JSON.stringify(changed));
  }

  #writeLine(direction: TraceDirection, line: string): void {
    const timestampMicros = Math.round(this.#options.clock.wall() * 1000);
    this.#options.write(toJsonLine({ timestampMicros, direction, line }));
  }
}
