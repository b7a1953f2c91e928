import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { errorOf, open, run } from './scripts.ts';

describe('a library function that takes long', () => {
  it('is still named as Lua names it', () => {
    expect(errorOf(() => run('("x"):find({})')).message).toBe(
      "main.lua:1: bad argument #1 to 'find' (string expected, got table)",
    );
  });
});

it.skipIf(process.platform !== 'linux')(
  'a call without processor time is reported as such (needs Linux)',
  () => {
    let now = 0;
    const slow = {
      ...systemClock,
      now: () => {
        now += limits.pluginWaitMs + 1;
        return now;
      },
    };
    const { script } = open('return { run = function() while true do end end }', {}, {}, slow);
    script.load();
    expect(errorOf(() => script.call('run', [])).message).toContain(
      `stopped: it did not end within ${limits.pluginWaitMs} ms`,
    );
  },
);
