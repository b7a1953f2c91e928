import { describe, expect, it } from 'vitest';
import { failureOf, openInstance } from '../../adapters/instances.ts';

const many = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at));

describe('a main file', () => {
  it.each<[string, string, string, string | RegExp]>([
    ['loops', 'while true do end', 'deadline', /^main\.lua:1: stopped: it ran longer/],
    ['swallows its stop', 'while true do pcall(function() while true do end end) end', 'deadline', 'stopped'],
    [
      'stays in a pattern',
      '\n("a"):rep(1920):find(".-.-.-.-b")',
      'deadline',
      /^main\.lua:2: stopped: no answer/,
    ],
    [
      'grows',
      'local t, s = {}, ("x"):rep(2 ^ 19) while true do t[#t + 1] = s .. s end',
      'memory',
      'stopped: it uses more than',
    ],
    ['is bytecode', '\u001bLua\u0053\u0000', 'load', 'main.lua: attempt to load a binary chunk'],
    ['is no Lua', 'import fs from "fs"', 'load', /^main\.lua:1: /],
    ['returns nothing', 'local x = 1', 'shape', 'main.lua does not return a table of functions'],
    ['throws a table', 'error({})', 'load', 'an error that is a table'],
    ['nests parentheses', `return ${'('.repeat(100_000)}1`, 'load', 'too many JS levels'],
    ['nests tables', `return ${'{'.repeat(100_000)}`, 'load', 'too many JS levels'],
    ['nests functions', 'return function() '.repeat(10_000), 'load', 'too many JS levels'],
    ['has a long string', `return "${'x'.repeat(2 ** 21)}"`, 'load', 'more than 1048576 bytes'],
    [
      'has many locals',
      many(300, (at) => `local a${at} = ${at}`).join(' '),
      'load',
      'too many local variables',
    ],
    [
      'has many upvalues',
      `${many(190, (at) => `local a${at}`).join(' ')} return { f = function() return ${many(190, (at) => `a${at}`).join(' ')} end }`,
      'load',
      /^main\.lua:1: /,
    ],
    [
      'exports too many',
      'local t = {} for i = 1, 300 do t["f" .. i] = print end return t',
      'shape',
      'more than 256 functions',
    ],
    ['exports long names', 'return { [("x"):rep(1000)] = print }', 'shape', 'a name that is too long'],
  ])('that %s is refused', async (_, main, reason, says) => {
    const { ask } = openInstance(main);
    const failure = await failureOf(ask('run'));
    expect(failure.reason).toBe(reason);
    expect(failure.message).toMatch(says);
    expect(failure.message.length).toBeLessThan(5000);
  });

  it('that failed is loaded again', async () => {
    const { ask } = openInstance('if math.random() < 2 then error("not yet") end');
    for (let run = 0; run < 3; run++) expect((await failureOf(ask('run'))).reason).toBe('load');
  });

  it('whose result has metamethods runs none of them', async () => {
    const loop = 'function() while true do end end';
    const { instance } = openInstance(
      `return setmetatable({ f = print }, { __index = ${loop}, __pairs = ${loop}, __len = ${loop} })`,
    );
    expect(await instance.exports()).toEqual(['f']);
  });
});
