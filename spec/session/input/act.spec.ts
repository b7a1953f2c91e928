/** session.act: input and the wait for its effect. Earlier screen content must not match. */
import { describe, expect, it } from 'vitest';
import { permissionNames } from '#permissions.ts';
import { systemClock } from '#platform/clock.ts';
import { aServer, faultOf, type MatcherSent, obeying } from '../driven.ts';

/** Longer than a spec may take, so that a match at the time-out fails the spec. */
const noTimeout = 600_000;
const contains = (value: string): MatcherSent => ({ type: 'contains_text', value });

describe('the old prompt', () => {
  const later = 'still there\x1b[9;9H';
  it.each<[string, MatcherSent, string, string]>([
    ['text', contains('prompt>'), 'prompt>', later],
    ['a pattern', { type: 'screen_regex', value: '(?m)prompt>$' }, 'prompt>\r\n', later],
    ['text of the transcript', { type: 'transcript_contains', value: 'prompt>' }, 'prompt>', later],
    ['a pattern of the transcript', { type: 'transcript_regex', value: 'prompt.' }, 'prompt>', later],
    ['a title', { type: 'title', value: { equals: 'prompt>' } }, '\x1b]2;prompt>\x07', later],
    ['the bell', { type: 'bell' }, '\x07', later],
    ['any', { type: 'any', value: [contains('prompt>'), contains('never')] }, 'prompt>', later],
    ['all', { type: 'all', value: [contains('mpt'), contains('pro')] }, 'prompt>', later],
  ])('does not count: %s', async (_, matcher, before, after) => {
    const server = aServer();
    const { session, show, said } = await obeying(server);
    await show(before);
    const act = server.calls.session.act({ session, actions: [said(after)], matcher, timeout_ms: 150 });
    await faultOf(act, 'Timeout');
    const again = server.calls.session.act({ session, actions: [said(`\x1b[4;1H${before}`)], matcher });
    const { hit } = await again;
    expect(hit).toMatchObject({ kind: matcher.type });
    if (matcher.type === 'contains_text') expect(hit).toMatchObject({ row: 3, col: 0 });
  });

  it.each([
    ['the screen is cleared and it is printed again', '\x1b[2J\x1b[Hprompt> '],
    ['it is printed over itself', '\rprompt> '],
    ['it is printed again below', '\r\nprompt> '],
    ['all scrolls away', `${'\r\n'.repeat(9)}prompt> `],
    ['the terminal is reset', '\x1bcprompt> '],
    ['a part of it is', '\x1b[1;6Ht'],
  ])('counts when %s', async (_, text) => {
    const server = aServer();
    const { session, show, said } = await obeying(server, { rows: 6, cols: 40 });
    await show('\x1b[Hprompt> ');
    for (let round = 0; round < 5; round++) {
      const { transcript_cursor } = await server.calls.session.info({ session });
      await server.calls.session.act({
        session,
        actions: [said(text)],
        matcher: { type: 'screen_regex', value: 'prompt> *$' },
        timeout_ms: noTimeout,
      });
      expect((await server.calls.session.info({ session })).transcript_cursor).toBeGreaterThan(
        transcript_cursor,
      );
    }
  });

  it('does not count when it only moved', async () => {
    const server = aServer();
    const { session, show, said } = await obeying(server, { rows: 6, cols: 40 });
    await show('\r\n\r\n\r\nprompt>\r\n\r\n');
    for (const moved of ['\r\n', '\x1b[L', '\x1b[2;1H\x1b[M', '\x1b[S', '\x1b[?1049h\x1b[?1049l'])
      await faultOf(
        server.calls.session.act({
          session,
          actions: [said(moved)],
          matcher: contains('prompt>'),
          timeout_ms: 60,
        }),
        'Timeout',
      );
  });
});

describe('states', () => {
  it.each<[string, string, string, MatcherSent]>([
    [
      'the cursor, where it is again',
      '\x1b[2;2H',
      '\x1b[5;5H\x1b[2;2H',
      { type: 'cursor_at', value: { row: 1, col: 1 } },
    ],
    ['the screen that is on', '\x1b[?1049h', '\x1b[Hx', { type: 'alternate_screen' }],
    ['the same title', '\x1b]2;sh\x07', '\x1b]2;sh\x07', { type: 'title', value: { equals: 'sh' } }],
    ['what is not there', 'x', 'x', { type: 'not', value: contains('never') }],
  ])('count once the program has answered: %s', async (_, before, answer, matcher) => {
    const server = aServer();
    const { session, show, said } = await obeying(server);
    await show(before);
    const mute = server.calls.session.act({ session, actions: [said('')], matcher, timeout_ms: 100 });
    await faultOf(mute, 'Timeout');
    const answered = { session, actions: [said(answer)], matcher, timeout_ms: noTimeout };
    const reply = await server.calls.session.act(answered);
    expect(reply.hit).toMatchObject({ kind: matcher.type });
  });

  it('a match on the current screen makes `not` wait', async () => {
    const server = aServer();
    const { session, show, said } = await obeying(server);
    await show('busy');
    const gone: MatcherSent = { type: 'not', value: contains('busy') };
    const still = server.calls.session.act({
      session,
      actions: [said('\x1b[5;1Hx')],
      matcher: gone,
      timeout_ms: 80,
    });
    await faultOf(still, 'Timeout');
    await server.calls.session.act({ session, actions: [said('\x1b[2J')], matcher: gone });
  });

  it('quiet counts from the input', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('x');
    const stable = (min_ms: number): MatcherSent => ({ type: 'screen_stable', value: { min_ms } });
    const idle = (min_ms: number): MatcherSent => ({ type: 'idle', value: { min_ms } });
    await server.calls.session.wait({ session, matcher: stable(120) });
    for (const matcher of [stable(120), idle(120)]) {
      const { elapsed_ms } = await server.calls.session.act({
        session,
        actions: [{ type: 'mark_transcript', value: { label: 'here' } }],
        matcher,
      });
      expect(elapsed_ms).toBeGreaterThanOrEqual(119);
    }
  });
});

describe('actions', () => {
  it('are all refused when one is not granted, before any is done', async () => {
    const grants = new Set(permissionNames.filter((name) => name !== 'session.kill'));
    const server = aServer({ grants });
    const { session } = await obeying(server);
    const before = await server.calls.session.info({ session });
    const act = server.calls.session.act({
      session,
      actions: [
        { type: 'mark_transcript', value: { label: 'half' } },
        { type: 'text', value: 'half' },
        { type: 'resize', value: { rows: 10, cols: 10 } },
        { type: 'kill' },
      ],
      matcher: contains('half'),
    });
    expect(await faultOf(act, 'PermissionDenied')).toEqual({
      method: 'session.act',
      required_permission: 'session.kill',
      reason: 'action kill',
    });
    const { last_change_ms: _, ...after } = await server.calls.session.info({ session });
    expect(before).toMatchObject(after);
    expect((await server.calls.session.transcript({ session })).markers).toEqual({});
  });

  it('with pauses are done in their order, and the wait counts from the last', async () => {
    const server = aServer();
    const { session } = await server.calls.session.create({
      program: 'sh',
      args: ['-c', 'stty raw -echo; printf ready; while :; do dd bs=1 count=1 2>/dev/null; done'],
    });
    await server.calls.session.wait({ session, matcher: contains('ready') });
    const answered = await server.calls.session.act({
      session,
      actions: [
        { type: 'stream_text', value: { text: 'one two three ', chunk_chars: 4, delay_ms: 15 } },
        { type: 'keys', value: { chords: 'f o u r', delay_ms: 15 } },
        { type: 'text', value: '!' },
      ],
      matcher: contains('!'),
    });
    expect(answered.hit).toMatchObject({ text: '!' });
    expect(answered.snapshot?.plain_text).toBe('readyone two three four!');
  });

  it('are checked for likely mistakes', async () => {
    const server = aServer();
    const { session } = await obeying(server);
    const { warnings } = await server.calls.session.act({
      session,
      actions: [
        { type: 'bracketed_paste', value: 'a\x1bb' },
        { type: 'key', value: 'enter' },
      ],
      matcher: { type: 'changed' },
    });
    expect(warnings).toHaveLength(2);
  });

  it('that fail midway name the failed action; earlier input stays written', async () => {
    const server = aServer();
    const { session, said } = await obeying(server);
    const act = server.calls.session.act({
      session,
      actions: [said('written'), { type: 'focus', value: { focused: true } }],
      matcher: contains('x'),
    });
    expect(await faultOf(act, 'ModeOff')).toMatchObject({ action: 'focus' });
    await server.calls.session.wait({ session, matcher: contains('written') });
    const off = server.calls.session.act({
      session,
      actions: [
        said('\x1b[?1000h\x1b[?1006hmouse on'),
        { type: 'mouse', value: { event: 'click', row: 99, col: 0 } },
      ],
      matcher: contains('x'),
    });
    await faultOf(off, 'ModeOff');
    await server.calls.session.wait({ session, matcher: contains('mouse on') });
    const { path } = await faultOf(
      server.calls.session.act({
        session,
        actions: [said(''), { type: 'mouse', value: { event: 'click', row: 99, col: 0 } }],
        matcher: contains('x'),
      }),
      'Invalid',
    );
    expect(path).toBe('actions.1.value.row');
  });

  it('have what is left of the timeout when they pause, counted from the start of the call', async () => {
    let passed = 0;
    const delays: number[] = [];
    const clock = {
      ...systemClock,
      now: () => systemClock.now() + passed,
      after: (ms: number, due: () => void) => {
        delays.push(ms);
        return systemClock.after(ms, due);
      },
    };
    const server = aServer({ clock });
    const { session, said } = await obeying(server);
    const live = server.server.world.sessions.get(session);
    const handleEvent = ({ kind }: { kind: string }) => {
      if (kind === 'typed' && passed === 0) passed = 400_000;
    };
    live.observers.add({ handleEvent, done: () => Promise.resolve() });
    await server.calls.session.act({
      session,
      actions: [said('first'), { type: 'keys', value: { chords: 'd o n e enter', delay_ms: 1 } }],
      matcher: contains('done'),
      timeout_ms: 460_000,
    });
    const left = 460_000 - passed;
    expect(delays.filter((ms) => ms > left)).toEqual([]);
    expect(delays.some((ms) => ms > left - 30_000)).toBe(true);
  });
});
