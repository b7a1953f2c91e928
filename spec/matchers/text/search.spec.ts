import { describe, expect, it } from 'vitest';
import { aServer, faultOf, type MatcherSent, obeying } from '../../session/driven.ts';

async function aScreenful(rows: readonly string[], size = { rows: 6, cols: 20 }) {
  const server = aServer();
  const { session, show } = await obeying(server, size);
  await show(rows.join('\r\n'));
  return {
    show,
    hit: async (matcher: MatcherSent) =>
      (await server.calls.session.wait({ session, matcher, timeout_ms: 0 })).hit,
    missed: (matcher: MatcherSent) =>
      faultOf(server.calls.session.wait({ session, matcher, timeout_ms: 0 }), 'Timeout'),
  };
}

const contains = (value: string, narrowing: object) =>
  ({ type: 'contains_text', value, ...narrowing }) as MatcherSent;

describe('rows', () => {
  it('count from the top, and negative ones from the bottom', async () => {
    const { hit, missed } = await aScreenful(['ok', 'no', '', '', '', 'ok']);
    expect(await hit(contains('ok', {}))).toMatchObject({ row: 0, col: 0 });
    expect(await hit(contains('ok', { rows: { from: 1, count: 5 } }))).toMatchObject({ row: 5, col: 0 });
    expect(await hit(contains('ok', { rows: { from: -1 } }))).toMatchObject({ row: 5 });
    expect(await hit(contains('ok', { rows: { from: -500, count: 500 } }))).toMatchObject({ row: 0 });
    await missed(contains('ok', { rows: { from: 1, count: 4 } }));
    await missed(contains('ok', { rows: { from: 1 } }));
    await missed(contains('ok', { rows: { from: 6, count: 3 } }));
  });

  it('are where `^` and `$` begin and end', async () => {
    const { hit, missed } = await aScreenful(['$ make', 'done', '$']);
    const regex = (rows: object | undefined) =>
      ({ type: 'screen_regex', value: '^\\$$', ...(rows && { rows }) }) as MatcherSent;
    await missed(regex(undefined));
    expect(await hit(regex({ from: 2 }))).toMatchObject({ text: '$', row: 2, col: 0 });
  });
});

describe('a region', () => {
  it('is cut by columns, also through wide characters before it', async () => {
    const { hit, missed } = await aScreenful(['漢字 name: ada', 'name: bob']);
    const region = (row: number, col: number, rows: number, cols: number) => ({
      region: { row, col, rows, cols },
    });
    expect(await hit(contains('ada', region(0, 11, 1, 3)))).toMatchObject({ text: 'ada', row: 0, col: 11 });
    await missed(contains('ada', region(0, 11, 1, 2)));
    await missed(contains('ada', region(0, 12, 1, 8)));
    await missed(contains('ada', region(1, 0, 5, 20)));
    expect(await hit(contains('name', region(0, 0, 6, 4)))).toMatchObject({ row: 1, col: 0 });
    await missed(contains('ada', region(5, 19, 1, 1)));
    await missed(contains('ada', region(400, 400, 1, 1)));
  });

  it('adjusts to new output', async () => {
    const { show, hit, missed } = await aScreenful(['x']);
    const box = contains('in', { region: { row: 2, col: 5, rows: 1, cols: 4 } });
    await show('\x1b[3;5Hin');
    await missed(box);
    await show('\x1b[3;6Hin');
    expect(await hit(box)).toMatchObject({ row: 2, col: 5 });
  });
});
