/** Selectors of tuispec, and what they match. */
import { describe, expect, it } from 'vitest';
import { exact, showing } from './running.ts';

describe('selectors', () => {
  const text = 'one two\\r\\none\\r\\nEND';
  it.each([
    [exact('two'), true],
    [exact('absent'), false],
    [exact('one'), false],
    [{ type: 'regex', pattern: 'two|nothing' }, true],
    [{ type: 'at', col: 5, row: 1 }, true],
    [{ type: 'at', col: 4, row: 1 }, false],
    [{ type: 'at', col: 0, row: 1 }, false],
    [{ type: 'nth', index: 1, selector: exact('one') }, true],
    [{ type: 'nth', index: 2, selector: exact('one') }, false],
    [{ type: 'within', rect: { col: 1, row: 2, width: 3, height: 1 }, selector: exact('one') }, true],
    [{ type: 'within', rect: { col: 2, row: 2, width: 9, height: 1 }, selector: exact('one') }, false],
  ])('%j', async (selector, found) => {
    const { client } = await showing(text);
    const { error } = await client.ask('waitForText', { selector, timeoutMs: 200 });
    expect(error === undefined).toBe(found);
    if (selector.type !== 'at' && !found) expect(error?.code).toBe(-32004);
  });

  it('have types in any case, as for the released server', async () => {
    const { client } = await showing(text);
    const selector = { type: 'Nth', index: 1, selector: { type: 'EXACT', text: 'one' } };
    expect(await client.call('expectVisible', { selector })).toEqual({ ok: true });
    const line = { text: 'x', expectAfter: { type: 'Regex', pattern: '(?m)^x$' } };
    expect(await client.call('sendLine', line)).toEqual({ ok: true });
    const { error } = await client.ask('expectVisible', { selector: { type: 'Exakt', text: 'one' } });
    expect(error?.data).toMatchObject({ path: 'selector.type', got: 'string "Exakt"' });
  });

  it('with several matches may select one', async () => {
    const { client } = await showing(text, {}, '?ambiguity=last-visible');
    expect(await client.call('expectVisible', { selector: exact('one') })).toEqual({ ok: true });
    const strict = { selector: exact('one'), ambiguityMode: 'fail' };
    expect((await client.ask('waitForText', strict)).error?.message).toContain('matched 2 elements');
    expect(await client.call('expectNotVisible', { selector: exact('absent') })).toEqual({ ok: true });
  });
});
