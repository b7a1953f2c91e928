import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Keeps this thread busy. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('calls after input that arrived while this thread was busy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  const path = join(folder, 'fifo');
  spawnSync('mkfifo', [path]);
  const fd = openSync(path, 'r+');
  const reader = new net.Socket({ fd, readable: true, writable: false });
  const order: string[] = [];
  const read = new Promise<void>((resolve) => reader.once('data', () => resolve(void order.push('input'))));
  const called = new Promise<void>((resolve) => {
    setImmediate(() => {
      systemClock.after(5, () => resolve(void order.push('call')));
      writeSync(fd, 'x');
      block(20);
    });
  });
  await Promise.all([read, called]);
  expect(order).toEqual(['input', 'call']);
  reader.destroy();
  rmSync(folder, { recursive: true });
});
