/** Snapshots and scrollback of running programs, rapid resizes, and program exits. */
import { describe, expect, it } from 'vitest';
import { program } from '../../../harness/programs.ts';
import { aServer, faultOf, obeying } from '../../../session/driven.ts';

describe('session.snapshot', () => {
  it('returns a part of the screen with its cells', async () => {
    const server = aServer();
    const { session, show } = await obeying(server, { rows: 4, cols: 12 });
    await show('abc\x1b[1;31mdef\x1b[m\r\n終わりghi');
    const region = { row: 0, col: 2, rows: 2, cols: 4 };
    const part = await server.calls.session.snapshot({ session, region, cells: 'runs' });
    expect(part).toMatchObject({ plain_text: 'cdef\nわり', size: { rows: 4, cols: 12 } });
    expect(part).toMatchObject({
      cells: [[[3, 3, 1]], [[2, 4, 0, 'わり']]],
      styles: [{}, { fg: 1, bold: true }],
    });
    const whole = await server.calls.session.snapshot({ session, cells: 'full' });
    const cells = (whole as { cells: { char: string }[][] }).cells;
    expect(cells).toHaveLength(4);
    expect(cells[0]).toHaveLength(12);
    expect(cells[0]![3]).toMatchObject({ bold: true });
  });

  it('returns `unchanged` if the screen has not changed', async () => {
    const server = aServer();
    const { session, show } = await obeying(server);
    const { sequence } = await show('x');
    const since = (value: number) => server.calls.session.snapshot({ session, if_changed_since: value });
    expect(await since(sequence)).toEqual({ sequence, unchanged: true });
    expect(await since(sequence - 1)).toMatchObject({ sequence, plain_text: 'x' });
    const next = await show('\x1b[5;5H');
    expect(next.sequence).toBeGreaterThan(sequence);
    expect(await since(sequence)).toMatchObject({ cursor: { row: 4, col: 4 } });
  });
});

describe('session.scrollback', () => {
  it('returns the kept rows above the screen', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create({
      program: 'sh',
      args: ['-c', 'seq 1 100; read -r end'],
      rows: 10,
      scrollback: 50,
    });
    await calls.session.wait({ session, matcher: { type: 'screen_regex', value: '(?m)^100$' } });
    const read = (how: object = {}) => calls.session.scrollback({ session, ...how });
    const numbers = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);
    expect(await read()).toEqual({ lines: numbers(42, 91), start: 0, total: 50 });
    expect(await read({ start: -3 })).toEqual({ lines: numbers(89, 91), start: 47, total: 50 });
    expect(await read({ start: 0, count: 2 })).toEqual({ lines: numbers(42, 43), start: 0, total: 50 });
    expect(await read({ start: 50 })).toEqual({ lines: [], start: 50, total: 50 });
  });
});

describe('many resizes', () => {
  it('5000 during output end with the last size', async () => {
    const server = aServer();
    const { calls } = server;
    const { session } = await calls.session.create({
      program: 'bash',
      args: ['-c', 'trap "stty size" USR1; while sleep 0.01; do echo "$RANDOM some output"; done'],
    });
    for (let sent = 0; sent < 5000; sent += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          calls.session.resize({ session, rows: 10 + ((sent + at) % 50), cols: 20 + ((sent + at) % 180) }),
        ),
      );
    await calls.session.resize({ session, rows: 31, cols: 97 });
    await calls.session.act({
      session,
      actions: [{ type: 'signal', value: 'user1' }],
      matcher: { type: 'contains_text', value: '31 97' },
    });
    const snapshot = await calls.session.snapshot({ session });
    expect(snapshot).toMatchObject({ size: { rows: 31, cols: 97 } });
    expect((await calls.session.info({ session })).size).toMatchObject({ rows: 31, cols: 97 });
  });
});

describe('the exit of a program', () => {
  it.each([
    ['exit 0', { exit_code: 0, signal: null }],
    ['exit 255', { exit_code: 255, signal: null }],
    ['kill -SEGV $$', { exit_code: null, signal: 'SIGSEGV' }],
    ['kill -HUP $$', { exit_code: null, signal: 'SIGHUP' }],
  ])('%s is reported to subscribers and in replies', async (script, exit) => {
    const server = aServer();
    const notified = new Promise((resolve) => server.client.on('session.exited', resolve));
    await server.calls.server.set_notifications({ enabled: true });
    const { session } = await server.calls.session.create({ program: 'sh', args: ['-c', script] });
    expect(await notified).toMatchObject({ session, ...exit });
    expect(await server.calls.session.info({ session })).toMatchObject({ running: false, exit });
  });

  it('by session.kill keeps the last screen, also when repeated or forced', async () => {
    const { calls } = aServer();
    for (const force of [false, true]) {
      const { session } = await calls.session.create(program('prints-ready'));
      await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
      expect(await calls.session.kill({ session, force })).toEqual({ killed: true });
      expect(await calls.session.kill({ session, force })).toEqual({ killed: true });
      expect(await calls.session.snapshot({ session })).toMatchObject({ plain_text: 'ready' });
      expect((await calls.session.info({ session })).exit).toEqual({
        exit_code: null,
        signal: force ? 'SIGKILL' : 'SIGHUP',
      });
      await calls.session.resize({ session, rows: 5, cols: 10 });
      expect(await calls.session.close({ session })).toEqual({ closed: true });
      await faultOf(calls.session.snapshot({ session }), 'SessionUnknown');
    }
  });

  it('during other requests leaves none of them pending', async () => {
    const { calls } = aServer();
    const outcomes = new Set<number | string>();
    for (let round = 0; round < 60; round++) {
      const { session } = await calls.session.create({ program: 'true' });
      const requested = [
        calls.session.resize({ session, rows: 10, cols: 20 }),
        calls.session.input({ session, action: { type: 'text', value: 'x' } }),
        calls.session.wait({ session, matcher: { type: 'contains_text', value: 'never' } }),
        calls.session.act({
          session,
          actions: [{ type: 'stream_text', value: { text: 'abc', chunk_chars: 1 } }],
          matcher: { type: 'contains_text', value: 'never' },
        }),
        calls.session.kill({ session, force: round % 2 === 0 }),
        calls.session.wait({ session, matcher: { type: 'process_exited' } }),
      ];
      for (const outcome of await Promise.allSettled(requested))
        outcomes.add(outcome.status === 'fulfilled' ? 'done' : (outcome.reason.code as number));
      await calls.session.close({ session });
    }
    expect([...outcomes].sort()).toEqual([-32002, 'done']);
    expect((await calls.session.list({})).sessions).toEqual([]);
  });
});
