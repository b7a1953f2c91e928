/** Overlays and panels over running programs: what clients see, and what the programs notice. */
import { describe, expect, it } from 'vitest';
import { program } from '../../../harness/programs.ts';
import { withProgram } from '../../../harness/withProgram.ts';
import { aServer, obeying } from '../../../session/driven.ts';

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const seen = { type: 'contains_text' } as const;

type Server = ReturnType<typeof aServer>;

const textOf = async ({ calls }: Server, session: string, how: object = {}) =>
  ((await calls.session.snapshot({ session, ...how })) as { plain_text: string }).plain_text;

describe('the screen of a program', () => {
  it('is all that snapshots and matchers see, unless a read includes layers', async () => {
    const server = aServer();
    const { calls } = server;
    const { session, show } = await obeying(server, { rows: 5, cols: 20 });
    await show('program');
    const { overlay } = await calls.overlay.create({ session, x: 2, y: 1, spans: [{ text: 'OVER', fg: 1 }] });
    await calls.panel.create({ session, position: 'top', height: 1, spans: [{ text: 'PANEL' }] });
    expect(await textOf(server, session)).toBe('program');
    expect(await textOf(server, session, { layers: true })).toBe('PANEL\nprOVERm');
    const render = (value: string) =>
      calls.session.wait({ session, matcher: { ...seen, value }, timeout_ms: 0 }).then(
        () => 'seen',
        () => 'not seen',
      );
    expect([await render('program'), await render('OVER'), await render('PANEL')]).toEqual([
      'seen',
      'not seen',
      'not seen',
    ]);
    const picture = (how: object) => calls.session.screenshot({ session, format: 'text', ...how });
    expect(await picture({})).toMatchObject({ data: 'program', height: 4 });
    expect(await picture({ layers: true })).toMatchObject({ data: 'PANEL\nprOVERm', height: 5, width: 20 });
    await calls.overlay.delete({ session, overlay });
    expect(await textOf(server, session, { layers: true })).toBe('PANEL\nprogram');
  });

  it('includes its layers in every format', async () => {
    const server = aServer();
    const { calls } = server;
    const { session, show } = await obeying(server, { rows: 3, cols: 10 });
    await show('漢字abc');
    await calls.overlay.create({ session, x: 3, y: 0, spans: [{ text: '!', fg: 2 }] });
    const runs = await calls.session.snapshot({ session, layers: true, cells: 'runs' });
    expect(runs).toMatchObject({
      size: { rows: 3, cols: 10 },
      plain_text: '漢 !abc',
      cells: [
        [
          [0, 3, 0, '漢 '],
          [3, 1, 1, '!'],
          [4, 3, 0, 'abc'],
        ],
        [],
        [],
      ],
      styles: [{}, { fg: 2 }],
    });
    const region = { row: 0, col: 2, rows: 1, cols: 3 };
    expect(await calls.session.snapshot({ session, layers: true, cells: 'full', region })).toMatchObject({
      plain_text: ' !a',
      cells: [[{ char: ' ' }, { char: '!', fg: 2 }, { char: 'a', fg: null }]],
    });
    const shot = async (how: object) =>
      (await calls.session.screenshot({ session, layers: true, ...how })).data;
    expect(await shot({ format: 'ansi' })).toBe('漢 \x1b[32m!\x1b[0mabc');
    expect(await shot({ format: 'svg' })).toContain('>!<');
    expect(JSON.parse(await shot({ format: 'json', region }))).toMatchObject({ plain_text: ' !a' });
    expect(
      Buffer.from(await shot({}), 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('has a sequence that counts layers only in reads with layers', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('asks-name'));
    await calls.session.wait({ session, matcher: { ...seen, value: 'name?' } });
    const read = (layers: boolean, since?: number) =>
      calls.session.snapshot({ session, layers, ...(since !== undefined && { if_changed_since: since }) });
    const [bare, laid] = [await read(false), await read(true)];
    await calls.overlay.create({ session, x: 0, y: 0, spans: [{ text: 'over' }] });
    expect(await read(false, bare.sequence)).toMatchObject({ unchanged: true });
    const changed = await read(true, laid.sequence);
    expect(changed).toMatchObject({ plain_text: 'over?' });
    expect(await read(true, changed.sequence)).toMatchObject({ unchanged: true });
  });
});

describe('the content of layers', () => {
  it('is redacted in every read, and raw only with permission', async () => {
    const server = aServer();
    const { calls } = server;
    const { session } = await calls.session.create({ ...program('waits-silently'), cols: 60 });
    const halves = [{ text: secret.slice(0, 10) }, { id: 'rest', text: secret.slice(10) }];
    const { overlay } = await calls.overlay.create({ session, x: 0, y: 0, spans: halves });
    const { panel } = await calls.panel.create({ session, position: 'top', height: 1 });
    for (let at = 0; at < secret.length; at += 8)
      await calls.panel.change({
        session,
        panel,
        writes: [{ row: 0, col: at, text: secret.slice(at, at + 8) }],
      });
    const reads = async (how: object) =>
      JSON.stringify([
        await calls.overlay.list({ session, ...how }),
        await calls.overlay.get({ session, overlay, ...how }),
        await calls.panel.list({ session, ...how }),
        await calls.panel.get({ session, panel, ...how }),
        await calls.session.snapshot({ session, layers: true, cells: 'runs', ...how }),
        await calls.session.snapshot({ session, layers: true, cells: 'full', ...how }),
        await calls.session.screenshot({ session, layers: true, format: 'ansi', ...how }),
        await calls.session.screenshot({ session, layers: true, format: 'svg', ...how }),
      ]);
    const reply = await reads({});
    for (const part of [secret.slice(0, 10), secret.slice(10), secret.slice(8, 16)])
      expect(reply).not.toContain(part);
    expect(await reads({ redact: false })).toContain(secret.slice(10));
    expect(await textOf(server, session, { layers: true, redact: false })).toContain(secret);
  });

  it('is returned as requested, with its writes', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create(program('waits-silently'));
    const spans = [{ id: 'a', text: 'abc', fg: 1, underline: 'double' as const }, { text: 'd\te\n' }];
    const { overlay } = await calls.overlay.create({
      session,
      x: 3,
      y: 4,
      z: 7,
      width: 9,
      spans,
      focusable: true,
    });
    const writes = [
      { row: 2, col: 1, text: 'xy', bold: true },
      { row: 2, col: 3, text: 'z', bold: true },
      { row: 0, col: 9, text: '漢', bg: '#102030' },
    ];
    await calls.overlay.change({ session, overlay, writes, background: 4 });
    expect(await calls.overlay.get({ session, overlay })).toEqual({
      overlay,
      x: 3,
      y: 4,
      z: 7,
      width: 9,
      height: null,
      background: 4,
      focusable: true,
      mode: 'normal',
      shown: true,
      spans,
      writes: [
        { row: 0, col: 9, text: '漢', bg: '#102030' },
        { row: 2, col: 1, text: 'xyz', bold: true },
      ],
    });
    await calls.overlay.change({ session, overlay, width: null, background: null });
    expect(await calls.overlay.get({ session, overlay })).toMatchObject({ width: null, background: null });
  });
});

describe('a program under panels', () => {
  it('gets the remaining rows after each change of the panels', async () => {
    const { calls } = aServer();
    const { session } = await calls.session.create({ ...program('tells-size'), rows: 24, cols: 80 });
    const matches = (value: string) =>
      calls.session.wait({ session, matcher: { type: 'screen_regex', value: `(?m)^${value}$` } });
    await matches('24 80');
    const { panel } = await calls.panel.create({ session, position: 'bottom', height: 3 });
    await matches('21 80');
    await calls.panel.create({ session, position: 'top', height: 2 });
    await matches('19 80');
    await calls.panel.change({ session, panel, height: 1 });
    await matches('21 80');
    await calls.session.resize({ session, rows: 40, cols: 100 });
    await matches('37 100');
    await calls.layer.set_mode({ session, mode: 'alternate' });
    await matches('40 100');
    expect(await calls.panel.get({ session, panel })).toMatchObject({ shown: false, row: null });
    await calls.layer.set_mode({ session, mode: 'normal' });
    expect(await calls.panel.get({ session, panel })).toMatchObject({ shown: true, row: 39 });
    await calls.session.input({ session, action: { type: 'resize', value: { rows: 3, cols: 50 } } });
    // On a screen of one row the printed line scrolls off at once, so the transcript is checked.
    await calls.session.wait({ session, matcher: { type: 'transcript_contains', value: '\n1 50\r' } });
    expect(await calls.panel.get({ session, panel })).toMatchObject({ shown: false });
    expect(await calls.layer.state({ session })).toMatchObject({
      size: { rows: 3, cols: 50 },
      program: { row: 2, rows: 1, cols: 50 },
    });
    await calls.panel.clear({ session });
    await matches('3 50');
  });

  withProgram(
    'vim',
    'draws what is left to it, and again when the panel grows, and when it goes',
    async () => {
      const server = aServer();
      const { calls } = server;
      const { session } = await calls.session.create({
        program: 'vim',
        args: ['-u', 'NONE', '-i', 'NONE', '-n', '--not-a-term', '-c', 'set nomore noruler laststatus=2'],
        rows: 12,
        cols: 40,
        env: { TERM: 'xterm-256color' },
      });
      const status = (row: number) =>
        calls.session.wait({
          session,
          matcher: {
            type: 'screen_regex',
            value: '\\[No Name\\]',
            region: { row, rows: 1, col: 0, cols: 40 },
          },
        });
      await status(10);
      const { panel } = await calls.panel.create({
        session,
        position: 'bottom',
        height: 2,
        background: 4,
        spans: [{ text: 'tests: ' }, { id: 'tests', text: '12 of 40', fg: 2 }],
      });
      await status(8);
      await calls.session.act({
        session,
        actions: [{ type: 'text', value: 'ihello' }],
        matcher: { ...seen, value: 'hello' },
      });
      const rows = async () => (await textOf(server, session, { layers: true })).split('\n');
      expect([(await rows())[0], (await rows())[10]]).toEqual(['hello', 'tests: 12 of 40']);
      await calls.panel.change({ session, panel, height: 5, set_spans: [{ id: 'tests', text: '40 of 40' }] });
      await status(5);
      expect((await rows())[7]).toBe('tests: 40 of 40');
      await calls.panel.delete({ session, panel });
      await status(10);
      expect((await rows()).join('\n')).not.toContain('tests');
    },
  );

  withProgram('less', 'scrolls by what is left to it', async () => {
    const server = aServer();
    const { calls } = server;
    const { session } = await calls.session.create({
      program: 'sh',
      args: ['-c', 'seq 1 500 | less'],
      rows: 10,
      cols: 40,
      env: { LESS: '', LESSHISTFILE: '-', TERM: 'xterm-256color' },
    });
    const shows = (first: number, last: number) =>
      calls.session.wait({
        session,
        matcher: { type: 'screen_regex', value: `\\A${first}\\n[\\d\\n]*\\n${last}\\n:\\z` },
      });
    await shows(1, 9);
    await calls.panel.create({ session, position: 'top', height: 4, spans: [{ text: 'a page of five' }] });
    // less handles a SIGWINCH that arrives just before a read only with the next key.
    await calls.session.input({ session, action: { type: 'text', value: 'r' } });
    await shows(1, 5);
    await calls.session.input({ session, action: { type: 'text', value: ' ' } });
    await shows(6, 10);
    const page = await textOf(server, session, { layers: true });
    expect(page).toBe('a page of five\n\n\n\n6\n7\n8\n9\n10\n:');
    await calls.session.input({ session, action: { type: 'text', value: 'q' } });
  });
});

describe('permissions', () => {
  it('are required to change layers', async () => {
    const { calls, client } = aServer({ grants: new Set(['session.spawn', 'screen.read', 'session.kill']) });
    const { session } = await calls.session.create(program('waits-silently'));
    for (const [method, params] of [
      ['overlay.create', { x: 0, y: 0 }],
      ['panel.create', { position: 'top', height: 1 }],
      ['layer.set_mode', { mode: 'alternate' }],
      ['layer.focus', { layer: null }],
      ['layer.batch', { changes: [] }],
    ] as const)
      await expect(client.send(method, { session, ...params } as never)).rejects.toMatchObject({
        code: -32004,
      });
    expect(await calls.layer.state({ session })).toMatchObject({ mode: 'normal' });
    expect(await calls.overlay.list({ session })).toEqual({ overlays: [] });
  });
});
