/** Plays a cast into an emulated screen and returns the changed screens. */
import type { Clock } from '#platform/clock.ts';
import { Screen } from '#terminal/screen.ts';
import type { Cast, CastEvent } from './asciicast.ts';

interface CastFrame {
  readonly ms: number;
  readonly screen: Screen;
}

/** A screen whose clock follows the events. */
export class CastPlayer {
  readonly clock: Clock = {
    now: () => this.#now,
    wall: () => this.#now,
    after: () => ({ dispose: () => {} }),
  };
  readonly screen: Screen;
  #now = 0;

  constructor({ size }: Pick<Cast, 'size'>) {
    this.screen = new Screen({
      size: { ...size, pixelWidth: 0, pixelHeight: 0 },
      scrollback: 1,
      clock: this.clock,
    });
  }

  play({ ms, code, text, size }: CastEvent): void {
    this.#now = Math.max(this.#now, ms);
    if (code === 'o') this.screen.feed(Buffer.from(text));
    if (size) this.screen.resize({ ...size, pixelWidth: 0, pixelHeight: 0 });
  }
}

/**
 * Yields the screen after the events of each interval of `intervalMs`, with the start time of the interval. Skips
 * unchanged screens. The screen must be read before the next one is requested.
 */
export function* castFrames(cast: Cast, intervalMs: number): Generator<CastFrame> {
  const session = new CastPlayer(cast);
  const { screen } = session;
  let lastSequence = -1;
  let began = 0;
  try {
    for (const event of cast.events) {
      if (event.ms >= began + intervalMs) {
        if (screen.sequence !== lastSequence) yield { ms: began, screen };
        lastSequence = screen.sequence;
        began = event.ms;
      }
      session.play(event);
    }
    if (screen.sequence !== lastSequence) yield { ms: began, screen };
  } finally {
    screen.dispose();
  }
}

/** Extends a cast to `endMs` with an empty event. */
export function extendCast(cast: Cast, endMs: number): Cast {
  return { ...cast, events: appendEnd(cast.events, endMs) };
}

function* appendEnd(events: Iterable<CastEvent>, endMs: number): Generator<CastEvent> {
  let ms = endMs;
  for (const event of events) {
    ms = Math.max(endMs, event.ms);
    yield event;
  }
  yield { ms, code: 'end', text: '', line: 0 };
}

/** Shortens pauses to `mostMs`. */
export function limitPauses(cast: Cast, mostMs: number): Cast {
  return { ...cast, events: shortenPauses(cast.events, mostMs) };
}

function* shortenPauses(events: Iterable<CastEvent>, mostMs: number): Generator<CastEvent> {
  let before = 0;
  let left = 0;
  for (const event of events) {
    left += Math.max(0, event.ms - before - mostMs);
    before = event.ms;
    yield { ...event, ms: event.ms - left };
  }
}
