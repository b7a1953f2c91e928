/** A recording on its way: where it is, how much of it is drawn, and what is to be drawn next to come there. */
import type { Cast, Piece } from './cast.ts';

/** Above this a pause is only waited for as long, unless pauses are kept. */
export const shortPauseMs = 1500;

/** The same recording with long pauses made short. */
export function withoutPauses(cast: Cast): Cast {
  let cut = 0;
  let last = 0;
  const pieces = cast.pieces.map((piece) => {
    cut += Math.max(0, piece.ms - last - shortPauseMs);
    last = piece.ms;
    return { ...piece, ms: piece.ms - cut };
  });
  cut += Math.max(0, cast.lengthMs - last - shortPauseMs);
  return { ...cast, pieces, lengthMs: Math.max(0, cast.lengthMs - cut) };
}

export interface Stretch {
  /** The terminal has to begin anew: it goes back. */
  readonly anew: boolean;
  readonly pieces: readonly Piece[];
}

export class Tape {
  readonly cast: Cast;
  #at = 0;
  /** How many pieces have happened by then. */
  #happened = 0;
  /** How many pieces are drawn. */
  #drawn = 0;
  #anew: boolean;

  /** `anew`: what the terminal shows is something else. */
  constructor(cast: Cast, anew = false) {
    this.cast = cast;
    this.#anew = anew;
    this.moveTo(0);
  }

  get at(): number {
    return this.#at;
  }

  get ended(): boolean {
    return this.#at >= this.cast.lengthMs;
  }

  moveTo(ms: number): void {
    this.#at = Math.max(0, Math.min(ms, this.cast.lengthMs));
    this.#happened = firstAfter(this.cast.pieces, this.#at);
  }

  /** What comes next on the way there, so much of it that it holds `most` characters; undefined when all is drawn. */
  next(most: number): Stretch | undefined {
    const anew = this.#anew || this.#happened < this.#drawn;
    const from = anew ? 0 : this.#drawn;
    if (!anew && from === this.#happened) return undefined;
    const { pieces } = this.cast;
    let to = from;
    for (let chars = 0; to < this.#happened && chars < most; to++) chars += pieces[to]!.text.length;
    this.#anew = false;
    this.#drawn = to;
    return { anew, pieces: pieces.slice(from, to) };
  }
}

/** They are in the order of their times. */
function firstAfter(pieces: readonly Piece[], ms: number): number {
  let from = 0;
  let to = pieces.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (pieces[middle]!.ms > ms) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** How much happened in each of so many equal parts, from 0 to 1: for the picture under the time line. */
export function busyness({ pieces, lengthMs }: Cast, parts: number): readonly number[] {
  const counts = new Array<number>(parts).fill(0);
  for (const { ms, kind, text } of pieces)
    if (kind === 'output')
      counts[Math.min(parts - 1, Math.floor((ms / (lengthMs || 1)) * parts))]! += text.length;
  const most = Math.max(1, ...counts.map(Math.sqrt));
  return counts.map((count) => Math.sqrt(count) / most);
}
