/** Lua scripts: error positions, the limit on strings, and print. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { systemClock } from '#platform/clock.ts';
import { errorOf, open, run } from './scripts.ts';

describe('errors', () => {
  it('name the file, the line and the calls', () => {
    const { script } = open('local deep = require "deep"\nreturn { run = function()\n  deep.fail()\nend }', {
      deep: 'local deep = {}\nfunction deep.fail()\n  error("no")\nend\nreturn deep',
    });
    script.load();
    const problem = errorOf(() => script.call('run', []));
    expect(problem.message).toBe('deep.lua:3: no');
    expect(problem.calls).toContain('deep.lua:3: in');
    expect(problem.calls).toContain('main.lua:3: in');
  });

  it('of syntax name file and line, in a module as well', () => {
    expect(errorOf(() => open('x = = 1').script.load()).message).toBe(
      "main.lua:1: unexpected symbol near '='",
    );
    const { script } = open('require "broken"', { broken: '\n\nend' });
    expect(errorOf(() => script.load()).message).toBe("broken.lua:3: <eof> expected near 'end'");
  });

  it('in a module leave it to be required again', () => {
    const { script } = open(
      'return { run = function() return { pcall(require, "broken"), pcall(require, "broken") } end }',
      {
        broken: 'error("each time", 0)',
      },
    );
    script.load();
    expect(script.call('run', [])).toEqual([false, false, 'each time']);
  });

  it('of what is no table of functions', () => {
    const problem = errorOf(() => open('return 7').script.load());
    expect(problem).toMatchObject({
      reason: 'shape',
      message: 'main.lua does not return a table of functions',
    });
  });

  it('of a stack that is full can be handled', () => {
    expect(
      run(
        'local function f() return 1 + f() end local ok, why = pcall(f) return { ok, why:match("stack overflow") }',
      ),
    ).toEqual([false, 'stack overflow']);
  });
});

describe('strings', () => {
  it('are as long as a mebibyte', () => {
    expect(run('return #("x"):rep(2 ^ 20)')).toBe(2 ** 20);
  });

  it.each([
    ['rep', '("x"):rep(2 ^ 20 + 1)'],
    ['..', '("x"):rep(2 ^ 19) .. ("x"):rep(2 ^ 19) .. "x"'],
    ['concat', 'table.concat({ ("x"):rep(2 ^ 20), "x" })'],
    ['gsub', '(("x"):rep(2 ^ 19):gsub("x", "123"))'],
    ['format', '("%s%s"):format(("x"):rep(2 ^ 20), "x")'],
  ])('are refused when they would be longer, by %s', (_, expression) => {
    expect(run(`return { pcall(function() return ${expression} end) }`)).toEqual([
      false,
      'main.lua:1: a string of more than 1048576 bytes',
    ]);
  });
});

describe('print', () => {
  it('goes to whoever opened the script', () => {
    const { script, printed } = open('print("a", 1, nil, true, { } ~= nil)');
    errorOf(() => script.load());
    expect(printed).toEqual(['a\t1\tnil\ttrue\ttrue']);
  });
});

describe('a library function that takes long', () => {
  it('is still named as Lua names it', () => {
    expect(errorOf(() => run('("x"):find({})')).message).toBe(
      "main.lua:1: bad argument #1 to 'find' (string expected, got table)",
    );
  });
});

it.skipIf(process.platform !== 'linux')('a call that gets no processor says so (needs Linux)', () => {
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
});
