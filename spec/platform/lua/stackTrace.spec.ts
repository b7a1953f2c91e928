import { describe, expect, it } from 'vitest';
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

  it('in a module cause it to be loaded again', () => {
    const { script } = open(
      'return { run = function() return { pcall(require, "broken"), pcall(require, "broken") } end }',
      {
        broken: 'error("each time", 0)',
      },
    );
    script.load();
    expect(script.call('run', [])).toEqual([false, false, 'each time']);
  });

  it('of a result that is not a table of functions', () => {
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
