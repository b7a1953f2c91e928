/** Plays recordings: the position, the output up to it, and the clock. */

import { systemClock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { type PlayerCast, type PlayerEvent, parseSize } from './cast.ts';
import type { TerminalView } from './terminal.ts';

/** Longer pauses are shortened to this, unless pauses are kept. */
export const maxPauseMs = 1500;

/** The same recording with long pauses shortened. */
export function shortenPauses(cast: PlayerCast): PlayerCast {
  let cut = 0;
  let last = 0;
  const pieces = cast.events.map((piece) => {
    cut += Math.max(0, piece.ms - last - maxPauseMs);
    last = piece.ms;
    return { ...piece, ms: piece.ms - cut };
  });
  cut += Math.max(0, cast.lengthMs - last - maxPauseMs);
  return { ...cast, events: pieces, lengthMs: Math.max(0, cast.lengthMs - cut) };
}

export interface CastChunk {
  /** Reset the terminal first, because the position moved back. */
  readonly reset: boolean;
  readonly events: readonly PlayerEvent[];
}

export class CastCursor {
  readonly cast: PlayerCast;
  #at = 0;
  /** Number of events up to the position. */
  #due = 0;
  /** Number of events that were written. */
  #written = 0;
  #reset: boolean;

  /** `reset`: the terminal has other content, so it is reset first. */
  constructor(cast: PlayerCast, anew = false) {
    this.cast = cast;
    this.#reset = anew;
    this.seek(0);
  }

  get at(): number {
    return this.#at;
  }

  get ended(): boolean {
    return this.#at >= this.cast.lengthMs;
  }

  seek(ms: number): void {
    this.#at = Math.max(0, Math.min(ms, this.cast.lengthMs));
    this.#due = firstAfter(this.cast.events, this.#at);
  }

  /** The next events towards the position, until they have `most` characters; undefined when all are written. */
  next(most: number): CastChunk | undefined {
    const anew = this.#reset || this.#due < this.#written;
    const from = anew ? 0 : this.#written;
    if (!anew && from === this.#due) return undefined;
    const { events } = this.cast;
    let to = from;
    for (let chars = 0; to < this.#due && chars < most; to++) chars += events[to]!.text.length;
    this.#reset = false;
    this.#written = to;
    return { reset: anew, events: events.slice(from, to) };
  }
}

/** The index of the first event after `ms`. Events are sorted by time. */
function firstAfter(pieces: readonly PlayerEvent[], ms: number): number {
  let from = 0;
  let to = pieces.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (pieces[middle]!.ms > ms) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The activity in each of `parts` equal periods, from 0 to 1, for the timeline. */
export function activityLevels({ events, lengthMs }: PlayerCast, parts: number): readonly number[] {
  const counts = new Array<number>(parts).fill(0);
  for (const { ms, kind, text } of events)
    if (kind === 'output')
      counts[Math.min(parts - 1, Math.floor((ms / (lengthMs || 1)) * parts))]! += text.length;
  const most = Math.max(1, ...counts.map(Math.sqrt));
  return counts.map((count) => Math.sqrt(count) / most);
}

/** Between two updates of the position. */
const frameMs = 40;
/** Characters that are written before the position is checked again. */
const maxWriteChars = 200_000;

export type PlayerScreen = Pick<TerminalView, 'write' | 'resize' | 'reset'>;

/** Plays a recording on a terminal, at a selectable speed. Each event is written once. */
export class Player {
  speed = 1;
  readonly #screen: PlayerScreen;
  readonly #original: PlayerCast;
  readonly #onChange: (player: Player) => void;
  #cursor: CastCursor;
  #timer: Disposable | undefined;
  #rendering = false;
  #closed = false;

  constructor(screen: PlayerScreen, cast: PlayerCast, moved: (player: Player) => void) {
    this.#screen = screen;
    this.#original = cast;
    this.#onChange = moved;
    this.#cursor = new CastCursor(shortenPauses(cast));
    void this.#render();
  }

  get cast(): PlayerCast {
    return this.#cursor.cast;
  }

  /** The duration with all pauses. */
  get totalMs(): number {
    return this.#original.lengthMs;
  }

  get at(): number {
    return this.#cursor.at;
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  /** Whether the terminal does not show the current position yet. */
  get isRendering(): boolean {
    return this.#rendering;
  }

  /** Restarts at the beginning, because the times of all events change. */
  keepPauses(keep: boolean): void {
    this.pause();
    this.#cursor = new CastCursor(keep ? this.#original : shortenPauses(this.#original), true);
    void this.#render();
  }

  play(): void {
    if (this.isPlaying) return;
    if (this.#cursor.ended) this.seek(0);
    this.#tick(systemClock.now());
    this.#onChange(this);
  }

  pause(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#onChange(this);
  }

  close(): void {
    this.#closed = true;
    this.pause();
  }

  seek(ms: number): void {
    this.#cursor.seek(ms);
    this.#onChange(this);
    void this.#render();
  }

  #tick(then: number): void {
    this.#timer = systemClock.after(frameMs, () => {
      const now = systemClock.now();
      this.seek(this.#cursor.at + (now - then) * this.speed);
      if (this.#cursor.ended) this.pause();
      else this.#tick(now);
    });
  }

  /**
   * Runs once at a time, always towards the latest position. After a move back, it skips output that is no longer
   * needed.
   */
  async #render(): Promise<void> {
    if (this.#rendering) return;
    this.#rendering = true;
    for (let next = this.#nextChunk(); next; next = this.#nextChunk()) await this.#showChunk(next);
    this.#rendering = false;
    this.#onChange(this);
  }

  #nextChunk(): CastChunk | undefined {
    return this.#closed ? undefined : this.#cursor.next(maxWriteChars);
  }

  async #showChunk({ reset, events }: CastChunk): Promise<void> {
    if (reset) {
      this.#screen.reset();
      this.#screen.resize(this.#original);
    }
    let output = '';
    for (const { kind, text } of events) {
      if (kind === 'output') output += text;
      const size = kind === 'size' ? parseSize(text) : undefined;
      if (!size) continue;
      await this.#write(output);
      output = '';
      this.#screen.resize(size);
    }
    await this.#write(output);
  }

  /** The emulator accepts only a limited amount of unparsed data. */
  async #write(output: string): Promise<void> {
    for (let at = 0; at < output.length; at += maxWriteChars)
      await this.#screen.write(output.slice(at, at + maxWriteChars));
  }
}
