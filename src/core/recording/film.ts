/** A cast as screens: what a terminal would have shown, at the moments at which something had changed. */
import type { Clock } from '../../platform/clock.ts';
import { Screen } from '../screen/screen.ts';
import type { Cast, CastEvent } from './readCast.ts';

export interface Moment {
  readonly ms: number;
  readonly screen: Screen;
}

/** A terminal whose time is told to it. */
export class Stage {
  readonly clock: Clock = { now: () => this.#now, wall: () => this.#now, after: () => () => {} };
  readonly screen: Screen;
  #now = 0;

  constructor({ size }: Pick<Cast, 'size'>) {
    this.screen = new Screen({
      size: { ...size, pixelWidth: 0, pixelHeight: 0 },
      scrollback: 1,
      clock: this.clock,
      replies: false,
      reply: () => {},
    });
  }

  happen({ ms, code, text, size }: CastEvent): void {
    this.#now = Math.max(this.#now, ms);
    if (code === 'o') this.screen.feed(Buffer.from(text));
    if (size) this.screen.resize({ ...size, pixelWidth: 0, pixelHeight: 0 });
  }
}

/**
 * The screen as it was after everything that happened within `intervalMs`, with the time at which that began, wherever
 * it looks different from the one before. It is to be read before the next one is asked for.
 */
export function* filmOf(cast: Cast, intervalMs: number): Generator<Moment> {
  const stage = new Stage(cast);
  const { screen } = stage;
  let shown = -1;
  let began = 0;
  try {
    for (const event of cast.events) {
      if (event.ms >= began + intervalMs) {
        if (screen.sequence !== shown) yield { ms: began, screen };
        shown = screen.sequence;
        began = event.ms;
      }
      stage.happen(event);
    }
    if (screen.sequence !== shown) yield { ms: began, screen };
  } finally {
    screen.dispose();
  }
}

/** It goes on to a moment at which nothing happens any more. */
export function until(cast: Cast, endMs: number): Cast {
  return { ...cast, events: withEnd(cast.events, endMs) };
}

function* withEnd(events: Iterable<CastEvent>, endMs: number): Generator<CastEvent> {
  let ms = endMs;
  for (const event of events) {
    ms = Math.max(endMs, event.ms);
    yield event;
  }
  yield { ms, code: 'end', text: '', line: 0 };
}

/** Pauses are cut to `mostMs`. */
export function shortened(cast: Cast, mostMs: number): Cast {
  return { ...cast, events: withoutPauses(cast.events, mostMs) };
}

function* withoutPauses(events: Iterable<CastEvent>, mostMs: number): Generator<CastEvent> {
  let before = 0;
  let left = 0;
  for (const event of events) {
    left += Math.max(0, event.ms - before - mostMs);
    before = event.ms;
    yield { ...event, ms: event.ms - left };
  }
}
