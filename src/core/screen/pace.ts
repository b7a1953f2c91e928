import type { Clock } from '../../platform/clock.ts';
import type { Screen } from './screen.ts';

/** Counts the changes of a screen, and when it last looked different. */
export class Pace {
  sequence = 0;
  lastVisibleChange: number;
  readonly #clock: Clock;
  readonly #screen: Screen;
  #shown: Shown;

  constructor(clock: Clock, screen: Screen) {
    this.#clock = clock;
    this.#screen = screen;
    this.lastVisibleChange = clock.now();
    this.#shown = look(screen);
  }

  /** After output was parsed. */
  step(cellsChanged: boolean): void {
    const before = this.#shown;
    const now = look(this.#screen);
    this.#shown = now;
    const visible =
      cellsChanged ||
      now.x !== before.x ||
      now.y !== before.y ||
      now.hidden !== before.hidden ||
      now.alternate !== before.alternate;
    if (visible) this.lastVisibleChange = this.#clock.now();
    if (visible || saysMore(now, before)) this.sequence++;
  }

  /** After a resize, which may have been to the same size. */
  resized(different: boolean): void {
    if (!different) return;
    this.#shown = look(this.#screen);
    this.lastVisibleChange = this.#clock.now();
    this.sequence++;
  }
}

interface Shown {
  readonly x: number;
  readonly y: number;
  readonly hidden: boolean;
  readonly alternate: boolean;
  readonly applicationCursor: boolean;
  readonly applicationKeypad: boolean;
  readonly title: string | null;
  readonly bells: number;
}

function look(screen: Screen): Shown {
  const { buffers, coreService } = screen.emulator.core;
  const { active, alt } = buffers;
  return {
    x: Math.min(active.x, screen.size.cols - 1),
    y: Math.min(active.y, screen.size.rows - 1),
    hidden: coreService.isCursorHidden,
    alternate: active === alt,
    applicationCursor: coreService.decPrivateModes.applicationCursorKeys,
    applicationKeypad: coreService.decPrivateModes.applicationKeypad,
    title: screen.title,
    bells: screen.bells,
  };
}

const saysMore = (now: Shown, before: Shown) =>
  now.title !== before.title ||
  now.bells !== before.bells ||
  now.applicationCursor !== before.applicationCursor ||
  now.applicationKeypad !== before.applicationKeypad;
