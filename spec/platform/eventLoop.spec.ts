/** The CPU time of a thread. */
import { describe, expect, it } from 'vitest';
import { currentThreadId, threadCpuMs } from '#platform/eventLoop.ts';

const work = (ms: number) => {
  const { user, system } = process.cpuUsage();
  for (;;) {
    const now = process.cpuUsage();
    if (now.user + now.system - user - system > ms * 1000) return;
  }
};

describe.runIf(process.platform === 'linux')('the time of a thread', () => {
  it('increases while it works', () => {
    const thread = currentThreadId()!;
    const before = threadCpuMs(thread)!;
    work(100);
    const ran = threadCpuMs(thread)! - before;
    expect(ran).toBeGreaterThan(50);
    expect(ran).toBeLessThan(150);
  });

  it('is unknown for a missing thread', () => {
    expect(threadCpuMs(2 ** 22 + 1)).toBeUndefined();
  });
});

it('can be read without an error on every system', () => {
  expect(() => threadCpuMs(currentThreadId() ?? 0)).not.toThrow();
});
