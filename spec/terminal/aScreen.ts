/** A screen without a session, for specs. */
import type { Clock } from '#platform/clock.ts';
import { createRedaction } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { Screen, type ScreenOptions } from '#terminal/screen.ts';

/** A clock that advances only when a spec sets `ms`. */
export class HandClock implements Clock {
  ms = 0;
  now = () => this.ms;
  wall = () => this.ms;
  after = () => ({ dispose() {} });
}

export const sized = (rows: number, cols: number) => ({ rows, cols, pixelWidth: 0, pixelHeight: 0 });

export function aScreen(rows = 6, cols = 20, options: Partial<ScreenOptions> = {}) {
  const clock = new HandClock();
  const replies: string[] = [];
  const screen = new Screen({
    size: sized(rows, cols),
    scrollback: 100,
    clock,
    replies: {
      send: (bytes, taken) => {
        replies.push(bytes);
        taken();
      },
      onUnblocked: () => {},
    },
    ...options,
  });
  const encoder = new TextEncoder();
  const feed = (...texts: string[]) => {
    for (const text of texts) screen.feed(encoder.encode(text));
  };
  return { screen, clock, replies, feed };
}

/** Redaction with the default rules and one more pattern. */
export const hides = (pattern: RegExp, replacement = '[secret]'): Redaction =>
  createRedaction({ enabled: true, replacement, extraLiterals: [], extraRegexes: [pattern.source] });
