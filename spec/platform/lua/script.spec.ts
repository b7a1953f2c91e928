/** Lua scripts: error positions, the limit on strings, and print. */
import { describe, expect, it } from 'vitest';
import { errorOf, open, run } from './scripts.ts';

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
  it('is passed to the owner of the script', () => {
    const { script, printed } = open('print("a", 1, nil, true, { } ~= nil)');
    errorOf(() => script.load());
    expect(printed).toEqual(['a\t1\tnil\ttrue\ttrue']);
  });
});
