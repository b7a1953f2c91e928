/** Rules: the first match wins, and each rule that was tried is traced. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { inLua, picture } from './shown.ts';

const look = picture('Overwrite? [y/n]');

const rules = `
return ptywright.rules({
  { name = 'exited', when = function(ctx) return ctx.process_exited end },
  { name = 'not_here', when = function() return { matched = false, rows = { 5 }, why = 'no such row' } end },
  { name = 'question', state = 'waiting', evidence = 'a question', confidence = 0.7, when = function(ctx)
    local found = ptywright.screen.find('[y/n]')
    return found and { rows = { found.row }, metadata = { choices = ptywright.json.array(), row = ptywright.json.null } }
  end },
  { name = 'never asked', when = function() error('asked') end },
}, ctx)`;

describe('rules', () => {
  it('are tried in order until one matches, whose evidence becomes part of the state', () => {
    const { value, traced } = inLua(rules, { look });
    expect(value).toEqual({
      state: 'waiting',
      confidence: 0.7,
      evidence: 'a question',
      metadata: { choices: [], row: null },
    });
    expect(traced).toEqual([
      { rule: 'exited', matched: false, rows: [] },
      { rule: 'not_here', matched: false, rows: [5], why: 'no such row' },
      { rule: 'question', matched: true, rows: [0], why: 'a question' },
    ]);
  });

  it('may say more of the state than the rule does', () => {
    const when = "function() return { evidence = 'seen', confidence = 0.2, recheck_ms = 100 } end";
    expect(
      inLua(`return ptywright.rules({ { name = 'a', confidence = 1, when = ${when} } }, ctx)`).value,
    ).toEqual({
      state: 'a',
      evidence: 'seen',
      confidence: 0.2,
      recheck_ms: 100,
    });
  });

  it('share one context', () => {
    const same = "{ name = 'a', when = function(given) ctx.seen = given == ctx end }";
    expect(inLua(`ptywright.rules({ ${same} }, ctx) return ctx.seen`, { look }).value).toBe(true);
  });

  it('return a new table for each state, because the receiver may change it', () => {
    const rule =
      "{ name = 'a', metadata = { seen = {}, empty = ptywright.json.array() }, when = function() return true end }";
    const twice = `local list = { ${rule} }
local first = ptywright.rules(list, ctx)
first.metadata.seen.changed = true
return ptywright.rules(list, ctx)`;
    expect(inLua(twice).value).toEqual({
      state: 'a',
      evidence: 'a',
      confidence: 1,
      metadata: { seen: {}, empty: [] },
    });
  });

  it('match the same without a trace, and then record nothing', () => {
    const { value } = inLua(rules, { look });
    const quiet = inLua(rules, { look, trace: false });
    expect(quiet).toEqual({ value, traced: [], logged: [] });
  });

  it('do not fit where they answer null', () => {
    const rule = "{ name = 'a', when = function() return ptywright.json.null end }";
    expect(inLua(`return ptywright.rules({ ${rule} }, ctx)`)).toMatchObject({
      value: undefined,
      traced: [{ rule: 'a', matched: false }],
    });
  });

  it('return nothing if none matches', () => {
    expect(
      inLua("return ptywright.rules({ { name = 'a', when = function() end } }, ctx)").value,
    ).toBeUndefined();
    expect(inLua('return ptywright.rules({}, ctx)').value).toBeUndefined();
  });

  it('pass errors on, with the line of the rule', () => {
    expect(() =>
      inLua("ptywright.rules({\n{ name = 'a', when = function() error('oh') end } }, ctx)"),
    ).toThrow('main.lua:3: oh');
  });

  it('record only values that can be sent: numeric rows and bounded texts', () => {
    const long = `('x'):rep(100000)`;
    const { traced } = inLua(`ptywright.rule('a', true, { rows = { 1, 2 }, why = ${long} })
ptywright.rule('b', false, { rows = 3 })
ptywright.rule(${long})`);
    expect(traced.map(({ rows }) => rows)).toEqual([[1, 2], [3], []]);
    for (const { rule, why = '' } of traced)
      expect(Math.max(rule.length, why.length)).toBeLessThanOrEqual(limits.pluginMessageChars);
  });
});

describe('the log', () => {
  it('has levels, and print', () => {
    const { logged } = inLua("ptywright.log.warn('a')\nptywright.log.debug('b')\nprint('c', 1)");
    expect(logged).toEqual([
      ['warn', 'a'],
      ['debug', 'b'],
      ['info', 'c\t1'],
    ]);
  });
});

describe('JSON', () => {
  it('is preserved in both directions', () => {
    const text = '{"a":[1,2.5,"x",null,true],"b":{},"c":[],"d":null}';
    expect(
      inLua('return ptywright.json.encode(ptywright.json.decode(ctx.params))', { params: text }).value,
    ).toBe(text);
  });

  it('has null at the top, too', () => {
    expect(inLua("return ptywright.json.decode('null') == ptywright.json.null").value).toBe(true);
    expect(inLua('return ptywright.json.encode(ptywright.json.null)').value).toBe('null');
  });

  it('is made of a context as well', () => {
    const encoded = inLua('return ptywright.json.encode({ ctx = ctx })', { look }).value as string;
    expect(JSON.parse(encoded)).toMatchObject({ ctx: { screen: 'Overwrite? [y/n]', size: { rows: 24 } } });
  });

  it('may be written over several lines', () => {
    expect(inLua('return ptywright.json.encode({ 1 }, true)').value).toBe('[\n  1\n]');
  });
});
