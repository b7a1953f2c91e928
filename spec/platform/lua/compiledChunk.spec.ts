/** Compiled Lua files: a script that was loaded from them does the same as one that was loaded from text. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { writeChunk } from '#platform/lua/compiledChunk.ts';
import { auxiliary } from '#platform/lua/fengari.ts';
import { onMemoryExceeded, toBytes } from '#platform/lua/memory.ts';
import { errorOf, open } from './scripts.ts';

/** Loads a script from text, then another from what the first has compiled. */
function openTwice(main: string, modules: Readonly<Record<string, string>> = {}) {
  const { script: first } = open(main, modules);
  first.load();
  const compiled = first.takeCompiled();
  const { script: second } = open(main, modules, {}, systemClock, compiled);
  second.load();
  return { first, second, compiled };
}

const inFunction = (body: string) =>
  `local outer, counted = 'outer', 0\nreturn { run = function(...)\n${body}\nend }`;

describe('a script that is loaded from compiled files', () => {
  it.each([
    [
      'constants',
      'return { 7, -7, 2.5, 1e300, 2^53, 0x7fffffff, true, false, "text", "ü\\0\\255x" == "ü\\0\\255x", nil == false }',
    ],
    ['integers, which stay integers', 'return { 7 // 2, math.type(3), math.type(3.0), 10 / 2 }'],
    [
      'long strings',
      `return #"${'x'.repeat(300)}" .. [[two
lines]]`,
    ],
    [
      'variables of outer functions',
      'counted = counted + 1\nlocal function add(by) counted = counted + by return counted end\nreturn { outer, add(2), add(3) }',
    ],
    [
      'variable arguments',
      'local function rest(_, ...) return select("#", ...), ... end\nreturn { rest(1, 2, 3) }',
    ],
    [
      'loops, jumps and closures',
      'local made = {}\nfor i = 1, 3 do made[i] = function() i = i * 10 return i end end\nlocal n = 0\n::again:: n = n + 1\nif n < 5 then goto again end\nfor k, f in ipairs(made) do n = n + k * f() end\nwhile true do n = n + 1 if n % 7 == 0 then break end end\nrepeat local done = n > 100 n = n + 50 until done\nreturn n',
    ],
    [
      'methods and metatables',
      'local point = setmetatable({ x = 2 }, { __index = { twice = function(self) return self.x * 2 end } })\nreturn point:twice()',
    ],
    [
      'a table of more than fifty items',
      `local list = { ${Array.from({ length: 120 }, (_, at) => at).join(', ')} }\nreturn { #list, list[1], list[51], list[120] }`,
    ],
  ])('has the same %s', (_, body) => {
    const { first, second } = openTwice(inFunction(body));
    const expected = first.call('run', [1, 2]);
    expect(expected).toBeDefined();
    expect(second.call('run', [1, 2])).toEqual(expected);
  });

  it('names file, line, variable and calls in an error', () => {
    const { first, second } = openTwice(
      'local deep = require "deep"\nreturn { run = function()\n  deep.fail({})\nend }',
      {
        deep: 'local deep = {}\nfunction deep.fail(given)\n  local inner = given.missing\n  return inner.field\nend\nreturn deep',
      },
    );
    const expected = errorOf(() => first.call('run', []));
    const problem = errorOf(() => second.call('run', []));
    expect(problem.message).toBe("deep.lua:4: attempt to index a nil value (local 'inner')");
    expect(problem.calls).toBe(expected.calls);
  });

  it('compiles nothing again', () => {
    const { compiled, second } = openTwice('require "words" return {}', {
      words: 'return 1',
      unused: 'return 2',
    });
    expect(Object.keys(compiled).toSorted()).toEqual(['main', 'words']);
    expect(second.takeCompiled()).toEqual({});
  });

  it('compiles a file that the first has not required', () => {
    const { second } = openTwice('return { run = function(name) return require(name) end }', {
      constructor: 'return 2',
    });
    expect(second.call('run', ['constructor'])).toBe(2);
  });
});

it('a text that begins like a compiled file is refused', () => {
  const { compiled } = openTwice('return {}');
  const text = Buffer.from(compiled.main!).toString('latin1');
  expect(errorOf(() => open(text).script.load()).message).toBe(
    "main.lua: attempt to load a binary chunk (mode is 't')",
  );
});

describe('the compiled form of the plugin', () => {
  // The scripts of other specs in this thread have an account of its memory.
  beforeEach(() => onMemoryExceeded(() => {}));

  it.each(['lib', 'shell'])('%s is the same after it was read', (plugin) => {
    const files = readdirSync(`plugins/${plugin}`).filter((name) => name.endsWith('.lua'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const compile = (bytes: Uint8Array, mode: string) => {
        const L = auxiliary.luaL_newstate();
        expect(
          auxiliary.luaL_loadbufferx(L, bytes, bytes.length, toBytes(`=${file}`), toBytes(mode)),
          file,
        ).toBe(0);
        return writeChunk(L);
      };
      const compiled = compile(readFileSync(`plugins/${plugin}/${file}`), 't');
      expect(compile(compiled, 'b'), file).toEqual(compiled);
    }
  });
});
