import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { ResizeQueue } from '#session/outputPump.ts';

const size = (cols: number) => ({ rows: 24, cols, pixelWidth: 0, pixelHeight: 0 });

/** A resize queue with a manual clock. */
function aResizing() {
  const applied: number[] = [];
  let now = 0;
  let alarm: { at: number; due: () => void } | undefined;
  const clock = {
    now: () => now,
    wall: () => now,
    after: (ms: number, due: () => void) => {
      alarm = { at: now + ms, due };
      const dispose = () => {
        alarm = undefined;
      };
      return { dispose };
    },
  };
  const pass = (ms: number) => {
    now += ms;
    if (alarm && alarm.at <= now) alarm.due();
  };
  return { resizing: new ResizeQueue(clock, ({ cols }) => applied.push(cols)), applied, pass };
}

describe('sizes', () => {
  it('are taken at once when they come now and then', () => {
    const { resizing, applied, pass } = aResizing();
    resizing.request(size(80));
    pass(limits.resizeMs);
    resizing.request(size(81));
    expect(applied).toEqual([80, 81]);
  });

  it('are joined to the last one when they come fast', () => {
    const { resizing, applied, pass } = aResizing();
    for (const cols of [80, 81, 82, 83]) resizing.request(size(cols));
    expect(applied).toEqual([80]);
    pass(limits.resizeMs);
    expect(applied).toEqual([80, 83]);
    pass(limits.resizeMs);
    expect(applied).toEqual([80, 83]);
  });

  it('are applied before a read', () => {
    const { resizing, applied } = aResizing();
    for (const cols of [80, 81, 82]) resizing.request(size(cols));
    resizing.flush();
    resizing.flush();
    expect(applied).toEqual([80, 82]);
  });
});
