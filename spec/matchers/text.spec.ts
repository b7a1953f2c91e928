/** Text that the terminal wrapped because a row was full. */
import { describe, expect, it } from 'vitest';
import { aServer, faultOf, type MatcherSent, obeying } from '../session/driven.ts';

async function showing(text: string, size = { rows: 6, cols: 10 }) {
  const server = aServer();
  const { session, show, said } = await obeying(server, size);
  await show(`\x1b[2J\x1b[H${text}`);
  const wait = (matcher: MatcherSent) =>
    server.calls.session.wait({ session, matcher, timeout_ms: 0, evidence: 'text' });
  return { wait, show, said, session, ...server };
}

const contains = (value: string, narrowing: object = {}) =>
  ({ type: 'contains_text', value, ...narrowing }) as MatcherSent;

describe('contains_text', () => {
  it.each([
    ['a word', 'see /usr/local/bin here', '/usr/local', { text: '/usr/l\nocal', row: 0, col: 4 }],
    [
      'over three rows',
      '0123456789abcdefghijKLMNO',
      '9abcdefghijK',
      { text: '9\nabcdefghij\nK', row: 0, col: 9 },
    ],
    ['a blank at the end of a row', '123456789 next', '9 next', { row: 0, col: 8 }],
    ['blanks at the end of a row', '12345678  next', '8  next', { row: 0, col: 7 }],
    ['a wide character that had no room', '123456789漢字', '9漢字', { row: 0, col: 8 }],
    ['a blank before a wide character', '123456789 漢字', '9 漢字', { row: 0, col: 8 }],
    ['what stands on the second row', '0123456789abc', 'abc', { text: 'abc', row: 1, col: 0 }],
    ['what ends with the row', '0123456789abc', '789', { text: '789', row: 0, col: 7 }],
  ])('finds %s', async (_, text, value, hit) => {
    const { wait } = await showing(text);
    expect((await wait(contains(value))).hit).toMatchObject({ kind: 'contains_text', ...hit });
  });

  it('joins only wrapped rows, not a full row and the next one', async () => {
    const { wait } = await showing('0123456789\r\nabc');
    await faultOf(wait(contains('89abc')), 'Timeout');
    expect((await wait(contains('89\nabc'))).hit).toMatchObject({ row: 0, col: 8 });
  });

  it('finds it with its line feed as well, and within rows', async () => {
    const { wait } = await showing('top\r\n0123456789abc');
    for (const value of ['89\nabc', '89abc', 'top\n0123456789abc'])
      expect((await wait(contains(value))).hit).toMatchObject({ kind: 'contains_text' });
    expect((await wait(contains('89abc', { rows: { from: 1, count: 2 } }))).hit).toMatchObject({ row: 1 });
    await faultOf(wait(contains('89abc', { rows: { from: 1, count: 1 } })), 'Timeout');
    await faultOf(wait(contains('89abc', { region: { row: 1, col: 0, rows: 2, cols: 10 } })), 'Timeout');
  });

  it('is compared literally, and text from before an input does not count', async () => {
    const { wait, session, calls, said } = await showing('0123456789abc');
    expect((await wait(contains('89abc'))).hit).toMatchObject({ row: 0, col: 8 });
    const act = (text: string, timeout_ms?: number) =>
      calls.session.act({ session, actions: [said(text)], matcher: contains('89abc'), timeout_ms });
    await faultOf(act('\x1b[5;1Hx', 100), 'Timeout');
    const { hit } = await act('\x1b[4;1H0123456789abc');
    expect(hit).toMatchObject({ text: '89\nabc', row: 3, col: 8 });
  });

  it('reveals no secret that a wrap hides', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { wait } = await showing(`token ${secret} end`, { rows: 6, cols: 20 });
    const reply = await wait(contains(secret.slice(8, 30)));
    expect(JSON.stringify(reply)).not.toContain('a1B2');
  });
});
