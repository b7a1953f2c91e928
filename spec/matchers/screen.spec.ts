/** Quiet matchers, the only ones that time alone can satisfy. */
import { describe, expect, it } from 'vitest';
import { aServer, faultOf, type MatcherSent, obeying } from '../session/driven.ts';

const stable = (min_ms: number): MatcherSent => ({ type: 'screen_stable', value: { min_ms } });
const idle = (min_ms: number): MatcherSent => ({ type: 'idle', value: { min_ms } });

describe('screen_stable', () => {
  it('counts from the last visible change, so a quiet screen answers at once', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('still');
    const first = await server.calls.session.wait({ session, matcher: stable(80) });
    expect(first).toMatchObject({ hit: { kind: 'screen_stable', min_ms: 80 } });
    const again = await server.calls.session.wait({ session, matcher: stable(80), timeout_ms: 0 });
    expect(again).toMatchObject({ hit: { kind: 'screen_stable' }, elapsed_ms: 0 });
  });

  it('is not put off by a repaint of the same, by a title or by the bell; idle is', async () => {
    const server = aServer();
    const { session, show, said } = await obeying(server);
    await show('\x1b[2J\x1b[Hsame\x1b[1;31mred\x1b[m');
    await server.calls.session.wait({ session, matcher: stable(400) });
    const written = { type: 'transcript_contains', value: '!' } as const;
    await server.calls.session.act({
      session,
      actions: [said('\x1b[Hsame\x1b[1;31mred\x1b[m\x07\x1b]2;other!\x07')],
      matcher: written,
    });
    await server.calls.session.wait({ session, matcher: stable(400), timeout_ms: 0 });
    await faultOf(server.calls.session.wait({ session, matcher: idle(400), timeout_ms: 0 }), 'Timeout');
    expect(await server.calls.session.wait({ session, matcher: idle(400) })).toMatchObject({
      hit: { kind: 'idle', min_ms: 400 },
    });
  });

  it.each([
    ['text', 'x'],
    ['a colour alone', '\x1b[H\x1b[32msame'],
    ['the cursor', '\x1b[5;5H'],
    ['the other screen', '\x1b[?1049h'],
  ])('is put off by %s', async (_, change) => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('same');
    await server.calls.session.wait({ session, matcher: stable(300) });
    await show(change);
    await faultOf(server.calls.session.wait({ session, matcher: stable(300), timeout_ms: 0 }), 'Timeout');
    const pending = server.calls.session.wait({ session, matcher: stable(300) });
    await show('again');
    expect((await pending).elapsed_ms).toBeGreaterThan(100);
  });

  it('continues after the program has ended, unlike matchers that need a program', async () => {
    const server = aServer();
    const { calls } = server;
    const { session } = await calls.session.create({ program: 'sh', args: ['-c', 'read -r x; printf bye'] });
    const text = { type: 'contains_text', value: 'absent' } as const;
    const waits = {
      text: calls.session.wait({ session, matcher: text }),
      either: calls.session.wait({ session, matcher: { type: 'any', value: [text, stable(100)] } }),
      both: calls.session.wait({ session, matcher: { type: 'all', value: [text, stable(100)] } }),
      seen: calls.session.wait({ session, matcher: { type: 'contains_text', value: 'bye' } }),
      quiet: calls.session.wait({ session, matcher: stable(100) }),
    };
    const closed = [faultOf(waits.text, 'SessionClosed'), faultOf(waits.both, 'SessionClosed')];
    await calls.session.input({ session, action: { type: 'key', value: 'enter' } });
    expect(await waits.seen).toMatchObject({ hit: { text: 'bye' } });
    for (const one of await Promise.all(closed))
      expect(one).toMatchObject({ session, exit: { exit_code: 0, signal: null } });
    expect(await waits.either).toMatchObject({ hit: { kind: 'any', matched: { kind: 'screen_stable' } } });
    expect(await waits.quiet).toMatchObject({ hit: { kind: 'screen_stable' } });
    expect(await calls.session.wait({ session, matcher: stable(100) })).toMatchObject({ matched: true });
    expect(
      await calls.session.wait({ session, matcher: stable(60_000), timeout_ms: 20 }).catch((it) => it.code),
    ).toBe(-32001);
  });
});

describe('not', () => {
  it('of a quiet period matches during changes', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('x');
    const busy = { type: 'not', value: stable(10_000) } as const;
    expect(await server.calls.session.wait({ session, matcher: busy, timeout_ms: 0 })).toMatchObject({
      hit: { kind: 'not' },
    });
  });
});
