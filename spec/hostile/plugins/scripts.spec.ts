import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import { openInstance, startInstance } from '../../core/plugin/instances.ts';
import { median } from '../../house/sizes.ts';
import { type Ending, groups, modules, type Script } from './scripts.ts';

const mainOf = (lua: string) =>
  `return { run = function() ${lua} end, fine = function(params) return { told = params } end }`;

/** An innocent plugin that works about as long as a hostile one may. */
const innocent = `return {
  long = function() local sum = 0 for i = 1, 1e6 do sum = sum + i % 7 end return sum end,
  short = function(params) return params.number * 2 end,
}`;

const resolution = 5;
const lags = { calm: [] as number[], hostile: [] as number[] };
const residentBefore = process.memoryUsage().rss;

/** The longest time in which the main loop did not come to its turn while something was going on. */
async function lagDuring(kept: number[], work: () => Promise<unknown>): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  await work();
  delays.disable();
  // Nothing was measured in what took less than one interval.
  if (delays.max > 0) kept.push(Math.max(0, delays.max / 1e6 - resolution));
}

/** Called while the others do what they do. */
const bystander = startInstance(innocent);

beforeAll(async () => {
  for (let run = 0; run < 20; run++) await lagDuring(lags.calm, () => bystander.ask('long'));
});

afterAll(() => bystander.instance.close());

describe.each(groups)('%s', (_, scripts) => {
  it.each(scripts.map((script) => [script.name, script] as const))('%s', async (_name, script) => {
    const hostile = openInstance(mainOf(script.lua), modules);

    let used = Number.POSITIVE_INFINITY;
    // The least of three: the engine collects garbage in threads of its own, when it likes.
    for (let run = 0; run < 3 && used > mostMs; run++) {
      await hostile.instance.exports();
      const before = process.cpuUsage();
      const began = performance.now();
      const asked = endingOf(hostile.ask('run'));
      const stopped = asked.then(() => ({ cpu: process.cpuUsage(before), ms: performance.now() - began }));
      await lagDuring(lags.hostile, async () => {
        for (let number = 1; number <= 3; number++)
          expect(await bystander.ask('short', { number })).toBe(number * 2);
        await asked;
      });
      judge(script, await asked);
      const { cpu, ms } = await stopped;
      expect(ms).toBeLessThan(limits.pluginWaitMs + slackMs);
      used = Math.min(used, (cpu.user + cpu.system) / 1000);
    }
    expect(used).toBeLessThan(mostMs);
    expect(await hostile.ask('fine', { number: 7 })).toEqual({ told: { number: 7 } });
  });
});

describe('all of them together', () => {
  it('keep the main loop no longer than an innocent plugin does', () => {
    expect(lags.hostile.length).toBeGreaterThan(20);
    expect(median(lags.hostile) - median(lags.calm)).toBeLessThan(20);
  });

  it('add less than 256 MiB to the process at any time', () => {
    const peak = process.resourceUsage().maxRSS * 1024;
    expect(peak - residentBefore).toBeLessThan(256 * 1024 * 1024);
  });
});

/** For the alarm to be heard, the thread to be gone, and what all others did in the meantime. */
const slackMs = 400;
const mostMs = limits.pluginStopMs + slackMs;

function judge(script: Script, { ending, said }: Ended): void {
  expect(script.ends, said).toContain(ending);
  if (script.says && ending === script.ends[0]) expect(said).toMatch(script.says);
  expect(said.length).toBeLessThan(limits.pluginValueBytes);
}

interface Ended {
  readonly ending: Ending;
  readonly said: string;
}

const endingOf = (asked: Promise<unknown>): Promise<Ended> =>
  asked.then(
    (value) => ({ ending: 'answer', said: JSON.stringify(value) ?? 'nil' }),
    ({ reason, message }: { reason: Ending; message: string }) => ({ ending: reason, said: message }),
  );
