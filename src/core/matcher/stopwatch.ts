/** How long the patterns of one wait may look at one moment: they look in the turn of the output, which is everybody's. */
import { type Clock, systemClock } from '../../platform/clock.ts';
import type { Pattern } from '../../platform/regex.ts';
import { limits } from '../limits.ts';

/** The look was given up. `path` is the pattern that it had come to. */
export class LookTooLong extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path}: patterns that take longer than ${limits.lookMs} ms at one look`);
    this.path = path;
  }
}

export class Stopwatch {
  readonly #clock: Clock;
  #due = Number.POSITIVE_INFINITY;

  constructor(clock = systemClock) {
    this.#clock = clock;
  }

  begin(): void {
    this.#due = this.#clock.now() + limits.lookMs;
  }

  /** The same pattern, which is not asked any more once the time of the look is over. */
  timed(pattern: Pattern, path: string): Pattern {
    const check = () => {
      if (this.#clock.now() > this.#due) throw new LookTooLong(path);
    };
    const checked =
      <Out>(ask: (text: string) => Out) =>
      (text: string): Out => {
        check();
        return ask(text);
      };
    return {
      ...pattern,
      test: checked(pattern.test),
      find: checked(pattern.find),
      all: checked(pattern.all),
      *each(text) {
        check();
        for (const found of pattern.each(text)) {
          yield found;
          check();
        }
      },
    };
  }
}
