/** Plays a tape on a terminal, in its own time or faster. Time is asked of the clock; each picture is drawn once. */
import { systemClock } from '../../platform/clock.ts';
import type { Screen } from '../terminal/terminal.ts';
import { type Cast, type Piece, sizeIn } from './cast.ts';
import { type Stretch, Tape, withoutPauses } from './tape.ts';

/** Between two moves of the handle on the time line. */
const frameMs = 40;

export class Player {
  readonly #screen: Screen;
  readonly #whole: Cast;
  readonly #moved: () => void;
  #tape: Tape;
  #disarm: (() => void) | undefined;
  #speed = 1;

  constructor(screen: Screen, cast: Cast, moved: () => void) {
    this.#screen = screen;
    this.#whole = cast;
    this.#moved = moved;
    this.#tape = new Tape(withoutPauses(cast));
    this.moveTo(0);
  }

  get cast(): Cast {
    return this.#tape.cast;
  }

  get at(): number {
    return this.#tape.at;
  }

  get plays(): boolean {
    return this.#disarm !== undefined;
  }

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = speed;
    this.#moved();
  }

  /** From the beginning: times are other ones now. */
  keepPauses(keep: boolean): void {
    this.pause();
    this.#tape = new Tape(keep ? this.#whole : withoutPauses(this.#whole));
    this.#draw({ anew: true, pieces: this.#tape.moveTo(0).pieces });
  }

  play(): void {
    if (this.plays) return;
    if (this.#tape.ended) this.moveTo(0);
    this.#step(systemClock.now());
    this.#moved();
  }

  pause(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#moved();
  }

  moveTo(ms: number): void {
    this.#draw(this.#tape.moveTo(ms));
  }

  #step(then: number): void {
    this.#disarm = systemClock.after(frameMs, () => {
      const now = systemClock.now();
      this.moveTo(this.#tape.at + (now - then) * this.#speed);
      if (this.#tape.ended) this.pause();
      else this.#step(now);
    });
  }

  #draw({ anew, pieces }: Stretch): void {
    if (anew) {
      this.#screen.terminal.reset();
      this.#screen.resize(this.#whole);
    }
    let output = '';
    for (const piece of pieces) {
      if (piece.kind === 'output') output += piece.text;
      if (piece.kind !== 'size') continue;
      void this.#screen.write(output);
      output = '';
      this.#resize(piece);
    }
    if (output) void this.#screen.write(output);
    this.#moved();
  }

  #resize({ text }: Piece): void {
    const size = sizeIn(text);
    if (size) this.#screen.resize(size);
  }
}
