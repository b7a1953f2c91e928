/** Selectors on a real screen: their matches, ambiguity and redaction. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSelector } from '#matchers/selector.ts';
import { runInProcess } from '../../harness/server.ts';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const lines = ['name: one', 'name: two', '日本 name', `key ${token}`, '\\033[1;32mEND\\033[m'].join('\\r\\n');
const printing = { program: '/bin/sh', args: ['-c', `printf '${lines}'; exec cat`] };
const exact = (text: string) => ({ type: 'exact', text }) as const;
const area = { row: 1, col: 0, rows: 1, cols: 80 };

describe('session.find', () => {
  const { client, close } = runInProcess();
  let session = '';
  beforeAll(async () => {
    ({ session } = await client.calls.session.create(printing));
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'END' } });
  });
  afterAll(close);
  const found = async (selector: object, more: object = {}) =>
    // biome-ignore lint/suspicious/noExplicitAny: some of these are wrong on purpose
    (await client.calls.session.find({ session, selector, timeout_ms: 0, ...more } as any)).found;

  it.each([
    [exact('two'), [1, 6]],
    [{ type: 'regex', pattern: '(?m)t[wx]o$' }, [1, 6]],
    [{ type: 'at', row: 1, col: 6 }, [1, 6]],
    [{ type: 'within', area, selector: exact('name') }, [1, 0]],
    [{ type: 'nth', index: 2, selector: exact('name') }, [2, 5]],
    [{ type: 'within', area, selector: { type: 'nth', index: 0, selector: exact('n') } }, [1, 0]],
    [
      {
        type: 'nth',
        index: 1,
        selector: { type: 'within', area, selector: { type: 'regex', pattern: '\\w+' } },
      },
      [1, 6],
    ],
    [{ type: 'nth', index: -1, selector: exact('name') }, [2, 5]],
    [{ type: 'relative', direction: 'after', to: exact('one'), selector: exact('name') }, [1, 0], 'first'],
    [{ type: 'relative', direction: 'before', to: exact('two'), selector: exact('name') }, [1, 0], 'last'],
    [{ type: 'relative', direction: 'right', to: exact('日本'), selector: exact('n') }, [2, 5]],
    [{ type: 'relative', direction: 'left', to: exact('two'), selector: exact('name') }, [1, 0]],
    [{ type: 'relative', direction: 'below', to: exact('one'), selector: exact('t') }, [1, 6]],
    [{ type: 'relative', direction: 'above', to: exact('two'), selector: exact('o') }, [0, 6]],
    [{ type: 'styled', style: { fg: 2, bold: true }, selector: exact('END') }, [4, 0]],
  ] as const)('%j', async (selector, [row, col], ambiguity: string = 'fail') => {
    expect(await found(selector, { ambiguity })).toMatchObject([{ row, col }]);
  });

  it.each([
    { type: 'nth', index: -4, selector: exact('name') },
    { type: 'relative', direction: 'right', to: exact('one'), selector: exact('two') },
    { type: 'relative', direction: 'after', to: exact('absent'), selector: exact('two') },
    { type: 'styled', style: { fg: 2, bold: false }, selector: exact('END') },
    { type: 'styled', style: { italic: false }, selector: exact(' ') },
  ])('does not match: %j', async (selector) => {
    await expect(found(selector)).rejects.toMatchObject({ data: { fault: 'Timeout' } });
  });

  it('is a matcher too, which can wait until there is no match', async () => {
    const matcher = { type: 'selector', value: exact('two') } as const;
    const { session } = await client.calls.session.create(printing);
    const { hit } = await client.calls.session.wait({ session, matcher });
    expect(hit).toMatchObject({ kind: 'selector', text: 'two', row: 1, col: 6 });
    const gone = client.calls.session.wait({ session, matcher: { type: 'not', value: matcher } });
    await client.calls.session.input({ session, action: { type: 'text', value: '\x1b[2J\n' } });
    expect((await gone).hit).toEqual({ kind: 'not' });
    await expect(
      client.calls.session.wait({ session, matcher: { ...matcher, value: { type: 'regex', pattern: '(' } } }),
    ).rejects.toMatchObject({ data: { fault: 'Invalid', path: 'matcher.value' } });
  });

  it('returns one or all of several matches, as requested', async () => {
    const ambiguous = { selector: exact('name') };
    await expect(found(ambiguous.selector)).rejects.toMatchObject({
      code: -32009,
      data: { matched: 3, candidates: [{ row: 0, col: 0, text: 'name' }, { row: 1 }, { row: 2, col: 5 }] },
    });
    expect(await found(ambiguous.selector, { ambiguity: 'first' })).toMatchObject([{ row: 0 }]);
    expect(await found(ambiguous.selector, { ambiguity: 'last' })).toMatchObject([{ row: 2 }]);
    expect(await found(ambiguous.selector, { ambiguity: 'all' })).toHaveLength(3);
  });

  it('returns the cells of wide and wrapped text', async () => {
    expect(await found(exact('日本'))).toEqual([
      { row: 2, col: 0, end: { row: 2, col: 2 }, cell: { row: 2, col: 1 }, text: '日本' },
    ]);
    expect(await found(exact('one\nname'))).toMatchObject([
      { row: 0, col: 6, end: { row: 1, col: 3 }, cell: { row: 0, col: 6 } },
    ]);
  });

  it('ignores empty matches of a pattern', async () => {
    await expect(found({ type: 'regex', pattern: 'q*' })).rejects.toMatchObject({ code: -32001 });
  });

  it('waits for a match', async () => {
    const coming = client.calls.session.find({ session, selector: exact('typed') });
    await client.calls.session.input({ session, action: { type: 'text', value: 'typed' } });
    expect((await coming).found[0]).toMatchObject({ row: 4, col: 3 });
  });

  it('redacts its reply and its candidates', async () => {
    expect((await found({ type: 'regex', pattern: 'key .*' }))[0]!.text).not.toContain('a1B2c3D4');
    expect((await found({ type: 'regex', pattern: 'key .*' }, { redact: false }))[0]!.text).toContain(token);
    await expect(found({ type: 'regex', pattern: 'key|(?:a1B2c3D4e5F6)+' })).rejects.toMatchObject({
      message: expect.not.stringContaining('a1B2c3D4'),
      data: { candidates: expect.not.arrayContaining([expect.objectContaining({ text: /a1B2c3/ })]) },
    });
  });

  it('finds no secret if redaction is enforced', async () => {
    const enforced = runInProcess('ndjson', { redactionEnforced: true });
    try {
      const { calls } = enforced.client;
      const opened = await calls.session.create(printing);
      await calls.session.wait({ ...opened, matcher: { type: 'contains_text', value: 'END' } });
      const { session } = opened;
      await expect(
        calls.session.find({ session, selector: { type: 'regex', pattern: 'a1B2' }, timeout_ms: 0 }),
      ).rejects.toMatchObject({ code: -32001 });
      expect((await calls.session.find({ session, selector: exact('key') })).found).toHaveLength(1);
    } finally {
      await enforced.close();
    }
  });

  it('refuses an invalid selector with its path', async () => {
    await expect(found({ type: 'regex', pattern: '(' })).rejects.toMatchObject({
      code: -32602,
      data: { path: 'selector', reason: expect.stringContaining('invalid pattern') },
    });
    await expect(found({ type: 'nth', index: 0, selector: { type: 'exact' } })).rejects.toMatchObject({
      data: { path: 'selector.selector.text' },
    });
    let deep: object = exact('x');
    for (let level = 0; level < 8; level++) deep = { type: 'nth', index: 0, selector: deep };
    await expect(found(deep)).rejects.toMatchObject({ data: { reason: 'nested deeper than 8' } });
  });
});

it('finds nothing for a selector outside of another', () => {
  const find = compileSelector({
    type: 'within',
    area: { row: 0, col: 0, rows: 1, cols: 1 },
    selector: { type: 'at', row: 5, col: 5 },
  });
  expect(find({ screen: () => expect.fail('there is nothing to look at') } as never)).toEqual([]);
});
