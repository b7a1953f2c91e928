import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failureOf, openFunction, openInstance } from './instances.ts';

describe('a plugin', () => {
  it('lists the functions that it exports', async () => {
    const { instance } = openInstance('return { classify = function() end, version = 3, wait = print }');
    expect(await instance.exports()).toEqual(['classify', 'wait']);
  });

  it('gets parameters, and returns JSON', async () => {
    const { ask } = openFunction('return { told = params, count = #params.words, half = params.number / 4 }');
    const params = { words: ['a', 'ü', ''], number: 2, flag: false, nested: { empty: [] } };
    expect(await ask('run', params)).toEqual({ told: params, count: 3, half: 0.5 });
  });

  it('loads the modules in its folder, each once', async () => {
    const { ask } = openInstance(
      "local one, other = require 'words', require 'words'; return { run = function() return { one.text, one == other } end }",
      { words: "return { text = 'from words' }" },
    );
    expect(await ask('run')).toEqual(['from words', true]);
  });

  it('loads shared modules, which no file of it replaces', async () => {
    const { ask } = openInstance(
      "return { run = function() return type(require('lib/agent').describe) end, other = function() return require 'lib/other' end }",
      { agent: 'return {}', lib: 'return {}' },
    );
    expect(await ask('run')).toBe('function');
    expect((await failureOf(ask('other'))).message).toMatch(/^main\.lua:1: no lib\/other\.lua found/);
  });

  it('answers calls one at a time, in order', async () => {
    const { ask } = openInstance(
      'local seen = {}; return { run = function(params) seen[#seen + 1] = params.number; return seen end }',
    );
    const answers = await Promise.all([1, 2, 3].map((number) => ask('run', { number })));
    expect(answers).toEqual([[1], [1, 2], [1, 2, 3]]);
  });
});

describe('a plugin that is reset', () => {
  it('loses its state, and runs in the same worker', async () => {
    const { instance, ask } = openInstance(
      'local count = 0; return { next = function() count = count + 1; return count end }',
    );
    expect([await ask('next'), await ask('next')]).toEqual([1, 2]);
    const threads = () => (process.platform === 'linux' ? readdirSync('/proc/self/task') : []);
    const before = threads();
    instance.reset();
    expect(await ask('next')).toBe(1);
    expect(before).toEqual(expect.arrayContaining(threads()));
  });
});

describe('a second instance of the same plugin, which need not be compiled', () => {
  const main = `local count = 0
local words = require 'words'
return {
  run = function() count = count + 1; words.seen = (words.seen or 0) + 1; return { count, words.seen } end,
  breaks = function() return words.nothing.here end,
}`;
  const modules = { words: 'return {}' };

  it('shares no state with the first', async () => {
    const first = openInstance(main, modules);
    expect(await first.ask('run')).toEqual([1, 1]);
    expect(await first.ask('run')).toEqual([2, 2]);
    const second = openInstance(main, modules);
    expect(await second.ask('run')).toEqual([1, 1]);
    expect(await first.ask('run')).toEqual([3, 3]);
  });

  it('names the same lines and variables in its errors', async () => {
    const failures = [];
    for (const instance of [openInstance(main, modules), openInstance(main, modules)])
      failures.push(await failureOf(instance.ask('breaks')));
    const [first, second] = failures as [Error & { calls?: string }, Error & { calls?: string }];
    expect(first.message).toBe("main.lua:5: attempt to index a nil value (field 'nothing')");
    expect(second.message).toBe(first.message);
    expect(second.calls).toBe(first.calls);
  });
});

describe('a failure', () => {
  it('names file and line, and the call stack', async () => {
    const { ask } = openInstance(
      'local function inner(x)\n  return x.field\nend\nreturn { run = function() inner(nil) end }',
    );
    const failure = await failureOf(ask('run'));
    expect(failure).toMatchObject({ name: 'PluginFailure', reason: 'error', function: 'run' });
    expect(failure.message).toBe("main.lua:2: attempt to index a nil value (local 'x')");
    expect(failure.calls).toContain('main.lua:4: in');
  });

  it('names the file of a shared module', async () => {
    const { ask } = openInstance("return { run = function() require('lib/agent').describe(nil) end }");
    expect((await failureOf(ask('run'))).message).toMatch(/^lib\/agent\.lua:\d+: attempt to index/);
  });

  it('is logged as a warning, and a refusal is not', async () => {
    const { ask, logged } = openInstance(
      'return { refuses = function() error("no dialog is open", 0) end, breaks = function() error("broken") end }',
    );
    expect((await failureOf(ask('refuses'))).message).toBe('no dialog is open');
    expect(logged).toEqual([
      { level: 'debug', line: 'no dialog is open', facts: { plugin: 'sample', function: 'refuses' } },
    ]);
    await failureOf(ask('breaks'));
    expect(logged.at(-1)).toMatchObject({ level: 'warn', line: 'main.lua:1: broken' });
  });

  it('keeps the state of the plugin', async () => {
    const { ask } = openInstance(
      'local count = 0; return { run = function() count = count + 1; if count == 1 then error("first") end; return count end }',
    );
    expect((await failureOf(ask('run'))).message).toBe('main.lua:1: first');
    expect(await ask('run')).toBe(2);
  });

  it('of the main file fails all pending calls, and the next call loads the file again', async () => {
    const { instance, ask } = openInstance('return {');
    const failures = await Promise.all([failureOf(ask('run')), failureOf(instance.exports())]);
    for (const { reason, message } of failures) {
      expect(reason).toBe('load');
      expect(message).toBe('main.lua:1: unexpected symbol near <eof>');
    }
    expect((await failureOf(ask('run'))).reason).toBe('load');
  });

  it('of shape names the path in the value', async () => {
    const { ask } = openFunction('return { actions = { { type = print } } }');
    expect(await failureOf(ask('run'))).toMatchObject({
      reason: 'shape',
      message: 'actions[1].type is a function',
    });
  });

  it('is raised for a function that is not exported', async () => {
    const { ask } = openFunction('return 1');
    expect((await failureOf(ask('absent'))).message).toBe('the plugin exports no function absent');
  });
});

describe('a worker that was terminated', () => {
  it('is replaced by a new worker, which answers queued calls', async () => {
    const { ask } = openInstance(
      'local count = 0; return { loop = function() while true do end end, run = function() count = count + 1; return count end }',
    );
    expect(await ask('run')).toBe(1);
    const [looped, answered] = [failureOf(ask('loop')), ask('run')];
    expect(await looped).toMatchObject({ reason: 'deadline', function: 'loop' });
    expect((await looped).message).toMatch(/^main\.lua:1: stopped/);
    expect(await answered).toBe(1);
  });
});

describe('closing', () => {
  it('fails pending and later calls', async () => {
    const { instance, ask } = openFunction('while true do end');
    await instance.exports();
    const failures = [failureOf(ask('run')), failureOf(ask('run'))];
    await instance.close();
    for (const failure of await Promise.all(failures)) expect(failure.reason).toBe('closed');
    expect((await failureOf(ask('run'))).reason).toBe('closed');
  });

  it('works before the worker has started', async () => {
    const { instance, ask } = openFunction('return 1');
    const failure = failureOf(ask('run'));
    await instance.close();
    expect((await failure).reason).toBe('closed');
  });
});

describe('the log of a plugin', () => {
  it('contains level and plugin name, and is limited for each call', async () => {
    const { ask, logged } = openFunction('print("number", 7); for i = 1, 1000 do print(i) end');
    await ask('run');
    expect(logged[0]).toEqual({ level: 'info', line: 'number\t7', facts: { plugin: 'sample' } });
    expect(logged).toHaveLength(64);
    expect(logged.at(-1)!.line).toContain('log limit');
    await ask('run');
    expect(logged).toHaveLength(128);
  });
});

describe('a rule trace', () => {
  it('is returned with the answer on request, up to the limit', async () => {
    const { instance } = openFunction(
      'for i = 1, 1000 do ptywright.rule(("r"):rep(1000), i == 1, { rows = { 1, 2 }, why = ("w"):rep(5000) }) end return 1',
    );
    const requested = { function: 'run', args: 'params' } as const;
    expect((await instance.call(requested)).trace).toEqual([]);
    const { trace } = await instance.call({ ...requested, trace: true });
    expect(trace).toHaveLength(512);
    expect(trace[0]).toMatchObject({ matched: true, rows: [1, 2] });
    expect(trace[0]!.rule.length).toBeLessThan(200);
  });
});
