import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { openInstance, startInstance } from '../../adapters/instances.ts';
import { median } from '../../bench/statistics.ts';
import { mainThreadMs } from '../../server/mainThreadMs.ts';
import { type Ending, groups, modules, type Script } from './scripts.ts';

const mainOf = (lua: string) =>
  `return { run = function() ${lua} end, fine = function(params) return { received = params } end }`;

/** A well-behaved plugin that runs about as long as the longest hostile script. */
const innocent = `return {
  long = function() local sum = 0 for i = 1, 1e6 do sum = sum + i % 7 end return sum end,
  short = function(params) return params.number * 2 end,
}`;

const mainThreadTimes = { innocent: [] as number[], hostile: [] as number[] };
const residentBefore = process.memoryUsage().rss;

/** On Linux, `maxRSS` also counts the process that forked this one. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024;
}

/** Measures the CPU time of the main thread during `work`, which is how long it can delay other clients. */
async function measureMainThread(kept: number[], work: () => Promise<unknown>): Promise<void> {
  const before = mainThreadMs(process.pid);
  await work();
  kept.push(mainThreadMs(process.pid) - before);
}

/** Called while the hostile scripts run. */
const bystander = startInstance(innocent);

beforeAll(async () => {
  for (let run = 0; run < 7; run++)
    await measureMainThread(mainThreadTimes.innocent, () => bystander.ask('long'));
});

afterAll(() => bystander.instance.close());

describe.each(groups)('%s', (_, scripts) => {
  it.each(scripts.map((script) => [script.name, script] as const))('%s', async (_name, script) => {
    const hostile = openInstance(mainOf(script.lua), modules);

    let used = Number.POSITIVE_INFINITY;
    // The shortest of three runs, because V8 collects garbage in other threads at any time.
    for (let run = 0; run < 3 && used > maxCpuMs; run++) {
      await hostile.instance.exports();
      const before = process.cpuUsage();
      const result = resultOf(hostile.ask('run'));
      const cpuTime = result.then(() => process.cpuUsage(before));
      await measureMainThread(mainThreadTimes.hostile, async () => {
        for (let number = 1; number <= 3; number++)
          expect(await bystander.ask('short', { number })).toBe(number * 2);
        await result;
      });
      checkResult(script, await result);
      const cpu = await cpuTime;
      used = Math.min(used, (cpu.user + cpu.system) / 1000);
    }
    expect(used).toBeLessThan(maxCpuMs);
    expect(await hostile.ask('fine', { number: 7 })).toEqual({ received: { number: 7 } });
  });
});

describe('all hostile scripts together', () => {
  it('block the main thread no longer than a well-behaved plugin', () => {
    expect(mainThreadTimes.hostile.length).toBeGreaterThan(20);
    expect(median(mainThreadTimes.hostile) - median(mainThreadTimes.innocent)).toBeLessThan(20);
  });

  it('add less than 448 MiB to the process at any time', () => {
    expect(peakBytes() - residentBefore).toBeLessThan(448 * 1024 * 1024);
  });
});

/** Time for the deadline to fire, the thread to end, the garbage collector, and everything else that runs meanwhile. */
const slackMs = 600;
const maxCpuMs = limits.pluginStopMs + slackMs;

function checkResult(script: Script, { ending, output }: Result): void {
  expect(script.endings, output).toContain(ending);
  if (script.message && ending === script.endings[0]) expect(output).toMatch(script.message);
  expect(output.length).toBeLessThan(limits.pluginValueBytes);
}

interface Result {
  readonly ending: Ending;
  readonly output: string;
}

const resultOf = (requested: Promise<unknown>): Promise<Result> =>
  requested.then(
    (value) => ({ ending: 'answer', output: JSON.stringify(value) ?? 'nil' }),
    ({ reason, message }: { reason: Ending; message: string }) => ({ ending: reason, output: message }),
  );
