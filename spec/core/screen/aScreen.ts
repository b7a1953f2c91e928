import { createRedaction } from '../../../src/core/redact/policy.ts';
import type { Redaction } from '../../../src/core/redact/redaction.ts';
import { Screen, type ScreenOptions } from '../../../src/core/screen/screen.ts';
import type { Clock } from '../../../src/platform/clock.ts';

/** A clock that stands still until it is told. */
export class HandClock implements Clock {
  ms = 0;
  now = () => this.ms;
  wall = () => this.ms;
  after = () => () => {};
}

export const sized = (rows: number, cols: number) => ({ rows, cols, pixelWidth: 0, pixelHeight: 0 });

export function aScreen(rows = 6, cols = 20, options: Partial<ScreenOptions> = {}) {
  const clock = new HandClock();
  const replies: string[] = [];
  const screen = new Screen({
    size: sized(rows, cols),
    scrollback: 100,
    clock,
    replies: true,
    reply: (bytes) => replies.push(bytes),
    ...options,
  });
  const encoder = new TextEncoder();
  const feed = (...texts: string[]) => {
    for (const text of texts) screen.feed(encoder.encode(text));
  };
  return { screen, clock, replies, feed };
}

/** Hides what a pattern matches, besides what is hidden anyway. */
export const hides = (pattern: RegExp, replacement = '[secret]'): Redaction =>
  createRedaction({ enabled: true, replacement, extraLiterals: [], extraRegexes: [pattern.source] });
