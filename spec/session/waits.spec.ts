/** Waits through the protocol: their evidence, how they end, and many of them at once. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { aServer, faultOf, type MatcherSent, obeying } from './driven.ts';

const contains = (value: string): MatcherSent => ({ type: 'contains_text', value });

describe('evidence', () => {
  it('is the screen and the end of the transcript, the text, or nothing', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    await show('\x1b[1mready\x1b[m\r\n');
    const wait = (evidence?: 'full' | 'text' | 'none') =>
      server.calls.session.wait({ session, matcher: contains('ready'), evidence });
    const full = await wait();
    expect(Object.keys(full).sort()).toEqual(
      ['elapsed_ms', 'hit', 'matched', 'sequence', 'snapshot', 'transcript_tail'].sort(),
    );
    expect(full).toMatchObject({
      matched: true,
      hit: { kind: 'contains_text', text: 'ready', row: 0, col: 0 },
      snapshot: { plain_text: 'ready', cells: [], sequence: full.sequence, title: 'obeys' },
    });
    expect(full.transcript_tail).toContain('\x1b[1mready\x1b[m\r\r\n');
    const { snapshot, transcript_tail, ...rest } = full;
    expect(await wait('text')).toMatchObject({ ...rest, elapsed_ms: 0, plain_text: 'ready' });
    const none = await wait('none');
    expect(none).toEqual({ matched: true, sequence: full.sequence, elapsed_ms: none.elapsed_ms });
  });

  it('of a timeout is the last screen', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    const { sequence } = await show('still loading');
    const began = performance.now();
    const wait = server.calls.session.wait({ session, matcher: contains('absent'), timeout_ms: 30 });
    const { elapsed_ms, ...data } = await faultOf(wait, 'Timeout');
    expect(data).toEqual({ session, timeout_ms: 30, sequence, screen: 'still loading' });
    expect(elapsed_ms).toBeGreaterThanOrEqual(29);
    expect(elapsed_ms).toBeLessThanOrEqual(Math.ceil(performance.now() - began));
  });
});

describe('the end of the program', () => {
  it('is handled after its last output was evaluated', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create({
      program: 'sh',
      args: ['-c', 'read -r go; yes filler | head -2000; printf "last words"'],
    });
    const seen = calls.session.wait({ session, matcher: contains('last words') });
    const never = faultOf(calls.session.wait({ session, matcher: contains('absent') }), 'SessionClosed');
    await calls.session.input({ session, action: { type: 'key', value: 'enter' } });
    expect(await seen).toMatchObject({ hit: { text: 'last words' } });
    expect(await never).toEqual({
      session,
      exit: { exit_code: 0, signal: null },
      screen: expect.stringMatching(/filler\nlast words$/),
    });
  });

  it('still matches the final screen, and refuses waits for new output', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create({ program: 'sh', args: ['-c', 'printf done; exit 3'] });
    await calls.session.wait({ session, matcher: { type: 'process_exited' } });
    expect(await calls.session.wait({ session, matcher: contains('done') })).toMatchObject({ matched: true });
    const exit = { exit_code: 3, signal: null };
    expect(
      await faultOf(calls.session.wait({ session, matcher: contains('more') }), 'SessionClosed'),
    ).toEqual({
      session,
      exit,
      screen: 'done',
    });
    const input = calls.session.input({ session, action: { type: 'text', value: 'x' } });
    expect(await faultOf(input, 'SessionClosed')).toEqual({ session, exit });
    const act = calls.session.act({
      session,
      actions: [{ type: 'text', value: 'x' }],
      matcher: contains('done'),
    });
    await faultOf(act, 'SessionClosed');
  });

  it('by session.close ends the waits of everybody', async () => {
    const server = aServer();
    const { session } = await obeying(server);
    const other = await server.connect();
    const waits = [server.client, other].map((client) =>
      faultOf(client.calls.session.wait({ session, matcher: contains('never') }), 'SessionClosed'),
    );
    // Requests of a connection are answered in order, so both waits have begun.
    await Promise.all([server.calls.session.list({}), other.calls.session.list({})]);
    await server.calls.session.close({ session });
    for (const received of await Promise.all(waits))
      expect(received).toEqual({ session, exit: null, screen: '' });
    await faultOf(server.calls.session.wait({ session, matcher: contains('x') }), 'SessionUnknown');
  });
});

describe('a wait with a name', () => {
  it('is cancelled from anywhere, all that have the name at once, once', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    const other = await server.connect();
    const wait = () =>
      faultOf(server.calls.session.wait({ session, matcher: contains('never'), wait_id: 'w' }), 'Cancelled');
    const two = [wait(), wait()];
    const kept = server.calls.session.wait({ session, matcher: contains('go on'), wait_id: 'kept' });
    expect((await server.calls.session.info({ session })).pending_waits).toBe(3);
    expect(await other.calls.session.cancel_wait({ wait_id: 'w' })).toEqual({
      cancelled: true,
      wait_id: 'w',
    });
    expect(await Promise.all(two)).toEqual([{ reason: 'wait_id' }, { reason: 'wait_id' }]);
    expect(await other.calls.session.cancel_wait({ wait_id: 'w' })).toEqual({
      cancelled: false,
      wait_id: 'w',
    });
    await show('go on');
    expect(await kept).toMatchObject({ matched: true, wait_id: 'kept' });
    expect(await server.calls.session.cancel_wait({ wait_id: 'kept' })).toMatchObject({ cancelled: false });
    expect((await server.calls.session.info({ session })).pending_waits).toBe(0);
  });

  it('has one outcome, for either order of match and cancel', async () => {
    const server = aServer();
    const { session, say } = await obeying(server);
    const outcomes = new Set<string>();
    for (let round = 0; round < 100; round++) {
      const wait_id = `w${round}`;
      const wait = server.calls.session
        .wait({ session, matcher: contains(`round ${round}.`), wait_id, evidence: 'none' })
        .then(
          () => 'matched',
          (problem) => problem.data.reason,
        );
      const cancel = () => server.calls.session.cancel_wait({ wait_id });
      const early = round % 3 === 0 && (await cancel());
      const said = say(`\x1b[Hround ${round}.`);
      if (round % 3 === 1) await said;
      const { cancelled } = early || (await cancel());
      const outcome = await wait;
      expect(outcome).toBe(cancelled ? 'wait_id' : 'matched');
      outcomes.add(outcome);
      await said;
    }
    expect((await server.calls.session.info({ session })).pending_waits).toBe(0);
    // Every third round cancels first, so its outcome is certain. The other rounds may end either way.
    expect(outcomes.has('wait_id')).toBe(true);
  });
});

describe('many waits', () => {
  it('on one session are each satisfied by their own reason', async () => {
    const server = aServer();
    const { session, show } = await obeying(server, { rows: 5, cols: 400 });
    const waits = Array.from({ length: 200 }, (_, at) =>
      server.calls.session.wait({ session, matcher: contains(`<${at}>`), evidence: 'text' }),
    );
    for (let row = 0; row < 4; row++) {
      const numbers = Array.from({ length: 50 }, (_, at) => `<${row * 50 + at}>`);
      await show(`\x1b[2J\x1b[H${numbers.join(' ')}`, contains(numbers.at(-1)!));
    }
    for (const [at, one] of (await Promise.all(waits)).entries())
      expect(one.hit).toMatchObject({ text: `<${at}>` });
  });

  it('that never began, because their input was refused, take no room', async () => {
    const server = aServer();
    const { session } = await obeying(server);
    const refused = () =>
      server.calls.session
        .act({
          session,
          actions: [{ type: 'focus', value: { focused: true } }],
          matcher: contains('x'),
        })
        .catch(({ data }) => data.mode);
    for (let sent = 0; sent <= limits.pendingWaits; sent += 128)
      for (const mode of await Promise.all(Array.from({ length: 128 }, refused)))
        expect(mode).toContain('focus_events');
  });

  it('are refused beyond the bound of the server, and are counted out', async () => {
    const server = aServer();
    const { session } = await obeying(server);
    const clients = await Promise.all(Array.from({ length: 8 }, () => server.connect()));
    const waits = clients.flatMap((client) =>
      Array.from({ length: limits.pendingWaits / clients.length }, () =>
        client.calls.session
          .wait({ session, matcher: contains('never'), wait_id: 'all' })
          .catch((problem) => problem.data),
      ),
    );
    // Requests of a connection are answered in order, so its waits have begun.
    await Promise.all(clients.map((client) => client.calls.session.list({})));
    const { pending_waits } = await server.calls.session.info({ session });
    expect(pending_waits).toBe(limits.pendingWaits);
    const busy = await faultOf(server.calls.session.wait({ session, matcher: contains('x') }), 'Busy');
    expect(busy).toEqual({ reason: 'busy', limit: 'pendingWaits', max: limits.pendingWaits });
    await server.calls.session.cancel_wait({ wait_id: 'all' });
    expect(new Set((await Promise.all(waits)).map(({ reason }) => reason))).toEqual(new Set(['wait_id']));
    await faultOf(server.calls.session.wait({ session, matcher: contains('x'), timeout_ms: 0 }), 'Timeout');
  });
});
