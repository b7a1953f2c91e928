/** A prompt leaves the cursor after a blank. The text before the cursor is part of the row. */
import { describe, expect, it } from 'vitest';
import { aServer, faultOf, type MatcherSent, obeying } from '../session/driven.ts';

async function showing(text: string) {
  const server = aServer();
  const { session, show, said } = await obeying(server, { rows: 6, cols: 20 });
  await show(`\x1b[2J\x1b[H${text}`);
  const wait = async (matcher: MatcherSent, timeout_ms = 0) =>
    (await server.calls.session.wait({ session, matcher, timeout_ms, evidence: 'text' })).hit;
  return { wait, show, said, session, ...server };
}

const shows = (value: string, narrowing: object = {}) =>
  ({ type: 'contains_text', value, ...narrowing }) as MatcherSent;
const fits = (value: string, narrowing: object = {}) =>
  ({ type: 'screen_regex', value, ...narrowing }) as MatcherSent;

describe('a prompt with the cursor after its blank', () => {
  it('is found with the blank and without', async () => {
    const { wait } = await showing('done\r\nname? ');
    expect(await wait(shows('name? '))).toMatchObject({ text: 'name? ', row: 1, col: 0 });
    expect(await wait(shows('name?'))).toMatchObject({ text: 'name?' });
    expect(await wait(fits('\\? $'))).toMatchObject({ text: '? ', row: 1, col: 4 });
    expect(await wait(fits('\\?$'))).toMatchObject({ text: '?' });
    expect(await wait(fits('\\?\\s*$'))).toMatchObject({ text: '? ' });
    await faultOf(wait(shows('name?  ')), 'Timeout');
    await faultOf(wait(shows('done ')), 'Timeout');
    await faultOf(wait({ type: 'not', value: shows('name? ') } as MatcherSent), 'Timeout');
  });

  it('is found in a row of several, and where only a part is looked at', async () => {
    const { wait } = await showing('a 0\r\nb $ \r\nend\x1b[2;5H');
    expect(await wait(shows('$ \nend'))).toMatchObject({ row: 1, col: 2 });
    expect(await wait(shows('$ ', { rows: { from: 1, count: 1 } }))).toMatchObject({
      text: '$ ',
      row: 1,
      col: 2,
    });
    expect(await wait(shows('$ ', { region: { row: 0, col: 2, rows: 2, cols: 9 } }))).toMatchObject({
      row: 1,
      col: 2,
    });
    await faultOf(wait(shows('$ ', { region: { row: 0, col: 2, rows: 2, cols: 1 } })), 'Timeout');
    await faultOf(wait(shows('$ ', { rows: { from: 0, count: 1 } })), 'Timeout');
  });

  it('is found after wide characters, and hides its secret', async () => {
    const { wait } = await showing('漢字 ghp_123450 ');
    expect(await wait(shows('0 '))).toMatchObject({ row: 0, col: 14 });
    const secret = await showing('password=hunter22 ');
    expect(await secret.wait(fits('pass.*$'))).toMatchObject({ text: 'password=[REDACTED] ' });
  });

  it('is found where the terminal has wrapped it, before the blank or at it', async () => {
    for (const path of [
      '/a/very/long/path/dir',
      '/a/very/long/dir',
      '/a/very/long/di',
      '/a/very/long/dirs',
    ]) {
      const { wait } = await showing(`in ${path}$ `);
      expect(await wait(shows(`${path.slice(-3)}$ `))).toMatchObject({ kind: 'contains_text' });
    }
  });

  it('is not found above the screen', async () => {
    const { wait } = await showing('a\r\nb');
    await faultOf(wait(shows('b', { rows: { from: -8, count: 2 } })), 'Timeout');
    expect(await wait(shows('b', { rows: { from: -8, count: 4 } }))).toMatchObject({ row: 1 });
  });

  it.each([
    ['the whole screen', {}],
    ['a row', { rows: { from: 0, count: 1 } }],
  ])('matches only after its blank was printed, on %s', async (_, narrowing) => {
    const { wait, show } = await showing('>');
    const waiting = wait(shows('> ', narrowing), 60_000);
    await show(' ', { type: 'cursor_at', value: { row: 0, col: 2 } } as MatcherSent);
    expect(await waiting).toMatchObject({ text: '> ', row: 0, col: 0 });
  });

  it('counts after an input only when it was written again', async () => {
    const { session, said, calls } = await showing('$ ');
    const act = (text: string) =>
      calls.session.act({
        session,
        actions: [said(text)],
        matcher: shows('$ '),
        evidence: 'text',
      });
    expect((await act('\r\n$ ')).hit).toMatchObject({ row: 1 });
    await faultOf(
      calls.session.act({
        session,
        actions: [said('\x1b[5;1Hx\x1b[2;3H')],
        matcher: { type: 'all', value: [shows('$ '), shows('x')] } as MatcherSent,
        timeout_ms: 300,
      }),
      'Timeout',
    );
  });
});
