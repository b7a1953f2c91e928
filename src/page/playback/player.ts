/** Plays a tape on a terminal, in its own time or faster. Time is asked of the clock; each picture is drawn once. */
import { systemClock } from '../../platform/clock.ts';
import type { Extent } from '../terminal/terminal.ts';
import { type Cast, sizeIn } from './cast.ts';
import { type Stretch, Tape, withoutPauses } from './tape.ts';

/** Between two moves of the handle on the time line. */
const frameMs = 40;
/** Written at once; then it is looked where the handle is. */
const mostChars = 200_000;

/** What a recording is played on. */
export interface Stand {
  /** Kept when it is read. */
  write(data: string): Promise<void>;
  resize(extent: Extent): void;
  /** As it was before anything was written. */
  reset(): void;
}

export class Player {
  readonly #screen: Stand;
  readonly #whole: Cast;
  readonly #moved: () => void;
  #tape: Tape;
  #disarm: (() => void) | undefined;
  #speed = 1;
  #draws = false;
  #closed = false;

  constructor(screen: Stand, cast: Cast, moved: () => void) {
    this.#screen = screen;
    this.#whole = cast;
    this.#moved = moved;
    this.#tape = new Tape(withoutPauses(cast));
    void this.#draw();
  }

  get cast(): Cast {
    return this.#tape.cast;
  }

  /** With all its pauses. */
  get wholeMs(): number {
    return this.#whole.lengthMs;
  }

  get at(): number {
    return this.#tape.at;
  }

  get plays(): boolean {
    return this.#disarm !== undefined;
  }

  /** It shows another moment than where it is, and is on its way there. */
  get behind(): boolean {
    return this.#draws;
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
    this.#tape = new Tape(keep ? this.#whole : withoutPauses(this.#whole), true);
    void this.#draw();
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

  close(): void {
    this.#closed = true;
    this.pause();
  }

  moveTo(ms: number): void {
    this.#tape.moveTo(ms);
    this.#moved();
    void this.#draw();
  }

  #step(then: number): void {
    this.#disarm = systemClock.after(frameMs, () => {
      const now = systemClock.now();
      this.moveTo(this.#tape.at + (now - then) * this.#speed);
      if (this.#tape.ended) this.pause();
      else this.#step(now);
    });
  }

  /** One at a time, and always towards where the handle is by then: who moves it back waits for nothing that is gone. */
  async #draw(): Promise<void> {
    if (this.#draws) return;
    this.#draws = true;
    for (let next = this.#next(); next; next = this.#next()) await this.#show(next);
    this.#draws = false;
    this.#moved();
  }

  #next(): Stretch | undefined {
    return this.#closed ? undefined : this.#tape.next(mostChars);
  }

  async #show({ anew, pieces }: Stretch): Promise<void> {
    if (anew) {
      this.#screen.reset();
      this.#screen.resize(this.#whole);
    }
    let output = '';
    for (const { kind, text } of pieces) {
      if (kind === 'output') output += text;
      const size = kind === 'size' ? sizeIn(text) : undefined;
      if (!size) continue;
      await this.#write(output);
      output = '';
      this.#screen.resize(size);
    }
    await this.#write(output);
  }

  /** An emulator takes only so much before it has read it. */
  async #write(output: string): Promise<void> {
    for (let at = 0; at < output.length; at += mostChars)
      await this.#screen.write(output.slice(at, at + mostChars));
  }
}
