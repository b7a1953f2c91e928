/** The durations of GIF frames, read from its blocks. */
import { describe, expect, it } from 'vitest';
import { GifWriter } from '#platform/picture/gif.ts';

const picture = (shade: number) => ({ width: 2, height: 1, rgb: new Uint8Array(6).fill(shade) });

/** In hundredths of a second. */
function delaysOf(bytes: Uint8Array): readonly number[] {
  const held = Buffer.from(bytes);
  const control = Buffer.from([0x21, 0xf9, 0x04]);
  const delays: number[] = [];
  for (let at = held.indexOf(control); at >= 0; at = held.indexOf(control, at + 1))
    delays.push(held.readUInt16LE(at + 4));
  return delays;
}

function made(...times: readonly number[]): readonly number[] {
  const gif = new GifWriter();
  for (const [index, ms] of times.entries()) gif.add(picture(index), ms);
  return delaysOf(gif.finish());
}

describe('a GIF', () => {
  it('compensates for rounding', () => {
    const delays = made(...Array.from({ length: 60 }, () => 1000 / 60));
    expect(delays.reduce((sum, delay) => sum + delay)).toBe(100);
    expect(new Set(delays)).toEqual(new Set([1, 2]));
  });

  it('repeats a picture whose duration exceeds the maximum of a frame', () => {
    expect(made(100, 1_500_000, 200)).toEqual([10, 65_535, 65_535, 150_000 - 2 * 65_535, 20]);
  });
});
