/** Mouse gestures on a selector's match. The position is resolved when the bytes are written. */
import { afterAll, describe, expect, it } from 'vitest';
import { program } from '../../harness/programs.ts';
import { runInProcess } from '../../harness/server.ts';

const ok = { type: 'exact', text: '[ OK ]' } as const;

describe('session.mouse', () => {
  const { client, close } = runInProcess();
  afterAll(close);
  const { calls } = client;
  const readScreen = (session: string, value: string) =>
    calls.session.wait({ session, matcher: { type: 'contains_text', value } });

  it('performs gestures on the middle of the match', async () => {
    const { session } = await calls.session.create(program('offers-buttons'));
    expect(await calls.session.mouse({ session, selector: ok })).toMatchObject({
      selected: { row: 1, col: 2, text: '[ OK ]' },
    });
    await readScreen(session, '^[[<0;5;2M^[[<0;5;2m');
    const gesture = { event: 'scroll' as const, direction: 'down' as const, modifiers: ['ctrl' as const] };
    await calls.session.mouse({ session, selector: { type: 'regex', pattern: 'Cancel' }, gesture });
    await readScreen(session, '^[[<81;15;2M');
  });

  it('writes nothing if several match, or if nothing matches in time', async () => {
    const { session } = await calls.session.create(program('offers-buttons'));
    const several = { session, selector: { type: 'exact', text: 'line' } } as const;
    await expect(calls.session.mouse(several)).rejects.toMatchObject({ data: { matched: 2 } });
    const absent = { session, selector: { type: 'exact', text: 'absent' }, timeout_ms: 10 } as const;
    await expect(calls.session.mouse(absent)).rejects.toMatchObject({ data: { fault: 'Timeout' } });
    await calls.session.mouse({ session, selector: ok });
    await readScreen(session, '^[[<0;5;2m');
    expect((await calls.session.screenshot({ session, format: 'text' })).data).toMatch(
      /\n\^\[\[<0;5;2M\^\[\[<0;5;2m$/,
    );
  });

  it('hits a match at its new position if it moved', async () => {
    const { session } = await calls.session.create(program('moves-a-button'));
    await readScreen(session, '[ OK ]');
    const typed = calls.session.input({
      session,
      action: { type: 'stream_text', value: { text: 'mm', chunk_chars: 1, delay_ms: 100 } },
    });
    const hit = calls.session.mouse({ session, selector: ok });
    await typed;
    expect((await hit).selected).toMatchObject({ row: 4, col: 10 });
    await readScreen(session, '^[[<0;13;5M');
  });

  it('waits for its turn no longer than its timeout', async () => {
    const { session } = await calls.session.create(program('offers-buttons'));
    await readScreen(session, '[ OK ]');
    const typed = calls.session.input({
      session,
      action: { type: 'stream_text', value: { text: 'mmmmmmmm', chunk_chars: 1, delay_ms: 100 } },
    });
    await expect(calls.session.mouse({ session, selector: ok, timeout_ms: 50 })).rejects.toMatchObject({
      data: { fault: 'Timeout' },
    });
    await typed;
    expect((await calls.session.screenshot({ session, format: 'text' })).data).not.toContain('^[[<0');
  });

  it('is recorded as an action', async () => {
    const { session } = await calls.session.create(program('offers-buttons'));
    await readScreen(session, '[ OK ]');
    const { recording } = await calls.recording.start({ session, format: 'actions-json' });
    await calls.session.mouse({ session, selector: ok });
    const { text = '' } = await calls.recording.stop({ recording });
    expect(text).toContain('"actions":[{"type":"mouse","value":{"event":"click"');
  });
});
