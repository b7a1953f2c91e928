/** A recording on its way: where it is, how fast it goes, and what is to be drawn to come from one moment to another. */
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
  /** How many pieces are drawn. */
  #drawn = 0;

  constructor(cast: Cast) {
    this.cast = cast;
  }

  get at(): number {
    return this.#at;
  }

  get ended(): boolean {
    return this.#at >= this.cast.lengthMs;
  }

  moveTo(ms: number): Stretch {
    const { pieces, lengthMs } = this.cast;
    const to = Math.max(0, Math.min(ms, lengthMs));
    const anew = to < this.#at;
    const from = anew ? 0 : this.#drawn;
    const next = pieces.findIndex((piece, at) => at >= from && piece.ms > to);
    this.#at = to;
    this.#drawn = next < 0 ? pieces.length : next;
    return { anew, pieces: pieces.slice(from, this.#drawn) };
  }

  /** When there is something to draw again. */
  get nextMs(): number | undefined {
    return this.cast.pieces[this.#drawn]?.ms;
  }
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
