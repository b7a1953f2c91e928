import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import { Resizing } from '../../../src/core/session/resizing.ts';

const size = (cols: number) => ({ rows: 24, cols, pixelWidth: 0, pixelHeight: 0 });

/** A clock that goes on command. */
function aResizing() {
  const applied: number[] = [];
  let now = 0;
  let alarm: { at: number; due: () => void } | undefined;
  const clock = {
    now: () => now,
    wall: () => now,
    after: (ms: number, due: () => void) => {
      alarm = { at: now + ms, due };
      return () => {
        alarm = undefined;
      };
    },
  };
  const pass = (ms: number) => {
    now += ms;
    if (alarm && alarm.at <= now) alarm.due();
  };
  return { resizing: new Resizing(clock, ({ cols }) => applied.push(cols)), applied, pass };
}

describe('sizes', () => {
  it('are taken at once when they come now and then', () => {
    const { resizing, applied, pass } = aResizing();
    resizing.ask(size(80));
    pass(limits.resizeMs);
    resizing.ask(size(81));
    expect(applied).toEqual([80, 81]);
  });

  it('are joined to the last one when they come fast', () => {
    const { resizing, applied, pass } = aResizing();
    for (const cols of [80, 81, 82, 83]) resizing.ask(size(cols));
    expect(applied).toEqual([80]);
    pass(limits.resizeMs);
    expect(applied).toEqual([80, 83]);
    pass(limits.resizeMs);
    expect(applied).toEqual([80, 83]);
  });

  it('are taken when somebody looks', () => {
    const { resizing, applied } = aResizing();
    for (const cols of [80, 81, 82]) resizing.ask(size(cols));
    resizing.settle();
    resizing.settle();
    expect(applied).toEqual([80, 82]);
  });
});
