import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';

it.each([0, 0.4, 1.2, 7.9, 20.5])('calls after %d ms, and never earlier', async (ms) => {
  const early: number[] = [];
  for (let round = 0; round < 10; round++) {
    const begun = systemClock.now();
    await new Promise<void>((resolve) => systemClock.after(ms, resolve));
    const passed = systemClock.now() - begun;
    if (passed < ms) early.push(passed);
  }
  expect(early).toEqual([]);
});

it('does not call once it is disposed', async () => {
  const called: string[] = [];
  const one = systemClock.after(1, () => called.push('disposed'));
  one.dispose();
  await new Promise<void>((resolve) => systemClock.after(5, resolve));
  expect(called).toEqual([]);
});
