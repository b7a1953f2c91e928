/** Conversion of values between JavaScript and Lua. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonNull, LuaList } from '#platform/lua/hostValues.ts';
import { errorOf, run } from './scripts.ts';

/** Excludes what Lua cannot represent: null is nil, a nil field does not exist, and `__proto__` is dropped. */
const json = fc
  .jsonValue({ maxDepth: 5 })
  .filter((value) => !/null|"__proto__"/.test(JSON.stringify(value)))
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

describe('a value', () => {
  it('is returned unchanged', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(run('return ...', [value])).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  it('that is text of any length is unchanged by the texts after it', () => {
    const lengths = [0, 1, 16, 17, 256, 257, 682, 683, 1024, 4097];
    const texts = Array.from({ length: 100 }, (_, at) =>
      String.fromCharCode(0x61 + (at % 26), 0x4e00 + at).repeat(lengths[at % lengths.length]!),
    );
    expect(run('return ...', [texts])).toEqual(texts);
    const cut = 'local cut = {} for at, text in ipairs(...) do cut[at] = text:sub(2, -4) end return cut';
    expect(run(cut, [texts])).toEqual(texts.map((text) => text.slice(1, -1)));
  });

  it.each([
    ['an integer', 'return math.type(...)', [3], 'integer'],
    ['the largest integer', 'return math.type(...)', [2 ** 31 - 1], 'integer'],
    ['a larger number', 'return math.type(...)', [2 ** 31], 'float'],
    ['a fraction', 'return math.type(...)', [0.5], 'float'],
    ['nothing', 'return ... == nil', [undefined], true],
    ['null', 'return ... == nil', [null], true],
    ['text', 'return #...', ['ü'], 2],
    ['half a surrogate', 'return ...', ['\ud800'], '\ufffd'],
    ['a byte order mark', 'return ...', ['\ufeffx'], '\ufeffx'],
    ['a zero byte', 'return #...', ['a\0b'], 3],
  ])('that is %s', (_, body, args, result) => {
    expect(run(body, args)).toBe(result);
  });

  it('that is a list is counted from 1', () => {
    expect(run('local list = ... return { list[1], #list }', [['a', 'b']])).toEqual(['a', 2]);
  });

  it('that is an empty table is an object, unless it was or is marked as a list', () => {
    expect(run('return { {}, ... }', [[]])).toEqual([{}, []]);
    expect(run('return list()', [], { list: () => new LuaList([]) })).toEqual([]);
    expect(run('local t = list() t[1] = 1 return t', [], { list: () => new LuaList([]) })).toEqual([1]);
  });

  it('that is JSON null stays null', () => {
    const globals = { null: jsonNull };
    expect(run('return { a = null, b = { null } }', [], globals)).toEqual({ a: null, b: [null] });
    expect(run('return { null == null, null == nil, type(null) }', [], globals)).toEqual([
      true,
      false,
      'userdata',
    ]);
  });

  it('with names of JavaScript properties has no side effect', () => {
    const value = run('return { ["__proto__"] = { x = 1 }, constructor = 2, ["toString"] = 3 }') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['constructor', 'toString']);
    expect(run('local t = ... return t["__proto__"].x', [JSON.parse('{"__proto__":{"x":1}}')])).toBe(1);
  });

  it.each([
    ['deeper than 32', 'local t = 1 for i = 1, 33 do t = { t } end return t', 'nested deeper than 32'],
    ['a function below', 'return { a = { print } }', 'a[1] is a function'],
    ['itself below', 'local t = {} t.a = { t } return t', 'a[1] contains itself'],
    ['a number that is none', 'return { 0 / 0 }', '[1] is a number that JSON cannot represent'],
  ])('that is %s is refused', (_, body, message) => {
    const problem = errorOf(() => run(body));
    expect(problem.reason).toBe('shape');
    expect(problem.message).toContain(message);
  });

  it('of depth 32 is accepted', () => {
    expect(JSON.stringify(run('local t = 1 for i = 1, 32 do t = { t } end return t'))).toHaveLength(65);
  });
});

describe('names of a table', () => {
  it('are distinct for any bytes', () => {
    expect(
      run('local t = { ["\\1\\35"] = 1, ["\\18\\3"] = 2 } return { t["\\1\\35"], t["\\18\\3"] }'),
    ).toEqual([1, 2]);
  });

  it('are sorted by bytes', () => {
    const body =
      'local t = { "\\n", "a", "\\255", "B", "", "aa", "\\17" } table.sort(t) return { t[2] == "\\n", t[3] == "\\17", t[4], t[5], t[6] }';
    expect(run(body)).toEqual([true, true, 'B', 'a', 'aa']);
  });
});

class Fields {
  readonly requested: string[] = [];
  readonly keys = ['rows', 'title', 'size'];
  get(key: string): unknown {
    this.requested.push(key);
    if (key === 'rows') return ['one', 'two'];
    return key === 'title' ? 'a title' : key === 'size' ? { rows: 2 } : undefined;
  }
}

describe('a lazy table', () => {
  it('computes each field once, when it is read', () => {
    const fields = new Fields();
    expect(run('local ctx = ... return ctx.title .. ctx.title', [fields])).toBe('a titlea title');
    expect(fields.requested).toEqual(['title']);
  });

  it('returns nil for an unknown field', () => {
    expect(run('local ctx = ... return ctx.absent == nil and ctx[1] == nil', [new Fields()])).toBe(true);
  });

  it('can be iterated, changed and returned', () => {
    const walk =
      'local ctx, names = ..., {} for name in pairs(ctx) do names[#names + 1] = name end table.sort(names) return names';
    expect(run(walk, [new Fields()])).toEqual(['rows', 'size', 'title']);
    expect(run('local ctx = ... ctx.title = "mine" return ctx.title', [new Fields()])).toBe('mine');
    expect(run('return ...', [new Fields()])).toEqual({
      rows: ['one', 'two'],
      title: 'a title',
      size: { rows: 2 },
    });
  });

  it('hides and keeps its metatable', () => {
    expect(run('return getmetatable(...)', [new Fields()])).toBe('context');
    const problem = errorOf(() => run('setmetatable(..., {})', [new Fields()]));
    expect(problem.message).toContain('cannot change a protected metatable');
  });

  it('is passed to a host function unchanged', () => {
    const fields = new Fields();
    expect(run('return same(...)', [fields], { same: (one: unknown) => one === fields })).toBe(true);
    expect(fields.requested).toEqual([]);
  });
});

describe('a function of the host', () => {
  it('takes and returns values', () => {
    const globals = { host: { join: (...words: unknown[]) => words.map(String).join('+') } };
    expect(run('return host.join(1, "a", true, nil)', [], globals)).toBe('1+a+true+undefined');
  });

  it('raises a Lua error with message and position', () => {
    const globals = {
      refuse: () => {
        throw new Error('not granted');
      },
    };
    expect(run('return { pcall(refuse) }', [], globals)).toEqual([false, 'main.lua:1: not granted']);
    expect(errorOf(() => run('\nrefuse()', [], globals)).message).toBe('main.lua:2: not granted');
  });

  it('can call Lua functions that it gets as arguments', () => {
    const globals = {
      each: (list: unknown, take: unknown) =>
        (list as number[]).map((item) => (take as (item: number) => unknown)(item)),
    };
    expect(run('return each({ 1, 2 }, function(n) return n * 10 end)', [], globals)).toEqual([10, 20]);
    expect(run('return { pcall(each, { 1 }, function() error("inner", 0) end) }', [], globals)).toEqual([
      false,
      'inner',
    ]);
  });
});
