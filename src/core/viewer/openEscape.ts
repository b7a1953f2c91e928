/**
 * An escape behind which nothing has come yet is a key, or the beginning of one. The program gets it at once: whoever
 * presses Escape does not wait. It costs the others a moment, for which they do not write, and has no name as long.
 */
import type { Clock } from '../../platform/clock.ts';
import { limits } from '../limits.ts';
import type { Cancellation } from './subject.ts';
import { both, type Typing } from './typing.ts';

export interface Hands {
  readonly clock: Clock;
  readonly turns: { take<T>(deed: () => Promise<T>, cancellation: Cancellation): T | Promise<T> };
  /** In our turn; the program has the first `written` characters. */
  readonly type: (pieces: readonly string[], written: number) => Typing | Promise<Typing>;
  /** Bytes that the program has got, without a word of them to anybody else. */
  readonly write: (escapes: string) => number;
  /** Nothing has come in time. */
  readonly lapsed: () => void;
}

export class OpenEscape {
  readonly escapes: string;
  /** Kept once what came before it is typed, and it is with the program. */
  readonly written: Promise<Typing>;
  readonly #ended: Promise<Typing>;
  #goOn!: (pieces: readonly string[]) => void;

  constructor(before: readonly string[], escapes: string, hands: Hands, cancellation: Cancellation) {
    this.escapes = escapes;
    const rest = new Promise<readonly string[]>((resolve) => {
      this.#goOn = resolve;
    });
    let tell!: (typing: Typing) => void;
    const told = new Promise<Typing>((resolve) => {
      tell = resolve;
    });
    const turn = async () => {
      const typing = await hands.type(before, 0);
      const written = hands.write(escapes);
      tell(both(typing, { bytes: written, captured: false }));
      const disarm = hands.clock.after(limits.typedEscapeMs, hands.lapsed);
      const pieces = await rest;
      disarm();
      return await hands.type(pieces, written);
    };
    this.#ended = Promise.resolve(hands.turns.take(turn, cancellation));
    this.written = Promise.race([told, this.#ended]);
  }

  /** What it was, and what follows: the first of them begins with it. Then it is the turn of others. */
  close(pieces: readonly string[]): Promise<Typing> {
    this.#goOn(pieces);
    return this.#ended;
  }
}
