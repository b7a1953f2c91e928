import type { Redaction, Span } from '../../../src/core/redact/redaction.ts';
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

/** Hides what a pattern matches, on rows that are joined where one runs into the next. */
export function hides(pattern: RegExp, replacement = '[secret]'): Redaction {
  const spans = (text: string): Span[] =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map((found) => ({
      start: found.index,
      end: found.index + found[0].length,
    }));
  return {
    replacement,
    spans,
    text: (text) => text.replaceAll(new RegExp(pattern, 'g'), replacement),
    value: (json) => json,
    rows: (rows) => {
      const starts: number[] = [];
      let joined = '';
      for (const [at, { text, wrapped }] of rows.entries()) {
        if (at > 0 && !wrapped && !rows[at - 1]!.full) joined += '\n';
        starts.push(joined.length);
        joined += text;
      }
      const found = spans(joined);
      return rows.map(({ text }, at) =>
        found
          .map(({ start, end }) => ({
            start: Math.max(0, start - starts[at]!),
            end: Math.min(text.length, end - starts[at]!),
          }))
          .filter(({ start, end }) => start < end),
      );
    },
  };
}

export const hidesNothing = hides(/(?!)/);
