import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '#limits.ts';
import { failureOf, openInstance, startInstance } from '../../adapters/instances.ts';
import { times } from '../../soak/scale.ts';

describe('two instances of one plugin', () => {
  it('share no state', async () => {
    const main = `
      local remembered = 'nothing'
      return {
        poison = function()
          remembered = 'mine'
          shared = 'mine'
          string.find = function() return 'mine' end
          math.huge = 'mine'
          ptywright.plugin.name = 'mine'
          table.insert(package and {} or ptywright.plugin.permissions, 'everything')
        end,
        look = function()
          return { remembered, shared == nil, ('x'):find('x'), math.huge ~= 'mine', ptywright.plugin.name, #ptywright.plugin.permissions }
        end,
      }`;
    const [one, other] = [openInstance(main), openInstance(main)];
    const before = await other.ask('look');
    await one.ask('poison');
    expect(await one.ask('look')).not.toEqual(before);
    expect(await other.ask('look')).toEqual(before);
  });
});

describe('a plugin that was stopped', () => {
  it('starts again without its state', async () => {
    const { ask } = openInstance(
      'local count = 0 return { next = function() count = count + 1 return count end, loop = function() while true do end end }',
    );
    expect([await ask('next'), await ask('next')]).toEqual([1, 2]);
    expect((await failureOf(ask('loop'))).reason).toBe('deadline');
    expect(await ask('next')).toBe(1);
  });

  it('can be called again, each time it was stopped', async () => {
    const { ask } = openInstance(
      'return { fine = function() return 1 end, grow = function() local t = {} while true do t = { t, t } end end }',
    );
    for (let run = 0; run < times(3, 100); run++) {
      expect(['memory', 'deadline']).toContain((await failureOf(ask('grow'))).reason);
      expect(await ask('fine')).toBe(1);
    }
  });

  it('answers the calls that were queued', async () => {
    const { ask } = openInstance(
      'return { loop = function() while true do end end, number = function(p) return p.number end }',
    );
    const requested = [
      ask('number', { number: 1 }),
      failureOf(ask('loop')),
      failureOf(ask('loop')),
      ask('number', { number: 2 }),
    ];
    const [first, looped, again, last] = await Promise.all(requested);
    expect([first, last]).toEqual([1, 2]);
    for (const failure of [looped, again]) expect(failure).toMatchObject({ reason: 'deadline' });
  });
});

describe('a well-behaved plugin', () => {
  it('is not stopped for garbage that each call creates', async () => {
    const { ask } = openInstance(
      'return { run = function() local s = ("x"):rep(2 ^ 18) for i = 1, 20000 do local t = { i, { i } } end for i = 1, 40 do s:reverse() end return 1 end }',
    );
    for (let run = 0; run < times(12, 100); run++) expect(await ask('run')).toBe(1);
  });

  it('is not stopped for delays of the main loop', async () => {
    const { instance, ask } = openInstance('return { run = function(p) return p.number end }');
    await instance.exports();
    for (let number = 1; number <= 2; number++) {
      const requested = ask('run', { number });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * limits.pluginStopMs);
      expect(await requested).toBe(number);
    }
  });
});

describe.runIf(process.platform === 'linux')('on an overloaded machine, a plugin', () => {
  /** Starts enough threads that each waits several times as long as it runs. */
  async function clients(): Promise<void> {
    const spinners = Array.from({ length: 6 }, () => new Worker('for (;;) {}', { eval: true }));
    onTestFinished(async () => {
      await Promise.all(spinners.map((spinner) => spinner.terminate()));
    });
    await Promise.all(spinners.map((spinner) => new Promise((up) => spinner.once('online', up))));
  }

  it('is not stopped after a tenth of a second of work', async () => {
    const { instance, ask } = openInstance(
      'return { run = function(p) local sum = 0 for i = 1, p.turns do sum = sum + i % 7 end return sum > 0 end }',
    );
    await instance.exports();
    let fastest = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 5; run++) {
      const before = process.cpuUsage();
      await ask('run', { turns: 1e5 });
      fastest = Math.min(fastest, process.cpuUsage(before).user / 1000);
    }
    const turns = Math.round((1e5 * 100) / fastest);
    await clients();
    for (let run = 0; run < 2; run++) expect(await ask('run', { turns })).toBe(true);
  });

  it.each([
    ['loops', 'while true do end'],
    ['stays in a pattern', 'return (("a"):rep(1920)):find(".-.-.-.-b")'],
  ])('that %s is stopped all the same', async (_, lua) => {
    const { instance, ask } = openInstance(`return { run = function() ${lua} end }`);
    await instance.exports();
    await clients();
    expect((await failureOf(ask('run'))).reason).toBe('deadline');
  });
});

describe('an idle instance', () => {
  it('keeps no process alive', async () => {
    const holding = () =>
      process.getActiveResourcesInfo().filter((kind) => /port|worker|pipe|message/i.test(kind));
    const before = holding();
    const { instance, ask } = openInstance('return { run = function() return 1 end }');
    await instance.exports();
    await ask('run');
    expect(holding()).toEqual(before);
  });
});

/** Resident memory of the process. A worker returns its memory as a whole. */
const residentMiB = () => process.memoryUsage().rss / (1024 * 1024);

describe('instances that are created and closed', () => {
  it('leave memory unchanged', async () => {
    const main = `local rows = {} for i = 1, 1000 do rows[i] = ('row'):rep(i % 20) end
      return { run = function(p) return #rows + p.number end }`;
    const cycle = async (number: number) => {
      const { instance, ask } = startInstance(main);
      expect(await ask('run', { number })).toBe(1000 + number);
      await instance.close();
    };
    for (let number = 0; number < 20; number++) await cycle(number);
    const before = residentMiB();
    const cycles = times(20, 1000);
    for (let number = 0; number < cycles; number++) await cycle(number);
    // One worker takes 13 MiB, and no worker may stay.
    expect(residentMiB() - before).toBeLessThan(48);
  });
});
