/** `ptywright attach` and `run --share` on a real terminal: what a person sees, and how the terminal is left. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseSession } from '#cli/attach/attach.ts';
import { type Running, runOnSocket, runOnSocketInProcess } from '../../harness/server.ts';
import { withProgram } from '../../harness/withProgram.ts';
import { readySession } from '../../server/sessions.ts';
import { runsOn } from '../../viewers/screens.ts';
import { Desk } from '../desk.ts';

const prefix = '\x1d';

describe('ptywright attach', () => {
  let served: Running & { path: string };
  beforeEach(async () => {
    served = await runOnSocketInProcess();
  });
  afterEach(() => served.close());

  const attached = async (words = '', size?: { rows: number; cols: number }, { path } = served) => {
    const desk = new Desk(`attach --socket ${path} ${words}`, size);
    await desk.shows('ctrl+] d');
    return desk;
  };
  const over = async (desk: Desk, status: number) => {
    await desk.shows(`status ${status} mode same`);
    expect(desk.isOrdinary).toBe(true);
  };
  const echoes = () => readySession(served.client, 'echoes-raw');
  const input = (session: string, value: string) =>
    served.client.calls.session.input({ session, action: { type: 'text', value } });

  it('shows the session, sends keys to it, and restores the terminal', async () => {
    await echoes();
    const desk = await attached();
    expect(desk.text).toContain('ready');
    desk.type('hello \x1b[31mred');
    await desk.shows('hello red');
    expect(runsOn(desk.screen)[1]).toContainEqual(expect.objectContaining({ text: 'red', fg: 1 }));
    desk.type(`${prefix}d`);
    await over(desk, 0);
    expect(desk.text.replaceAll('\n', '')).toContain(
      `[detached from s1; reattach with: ptywright attach --socket ${served.path} s1]`,
    );
    expect(desk.text).not.toContain('hello');
  });

  it('shows the holder of the input, takes it over and returns it', async () => {
    const session = await echoes();
    await served.client.calls.session.capture_input({ session, name: 'agent' });
    const desk = await attached();
    expect(desk.lastRow).toContain('agent has the input');
    desk.type('x');
    await desk.shows('agent got the keys');
    desk.type(`${prefix}t`);
    await desk.shows('you have the input');
    await expect(input(session, 'no')).rejects.toMatchObject({ data: { fault: 'InputHeld', holder: 'ada' } });
    desk.type('mine');
    await desk.shows('mine');
    desk.type(`${prefix}g`);
    await desk.shows('everyone can type');
    await input(session, ' theirs');
    await desk.shows('mine theirs');
    desk.type(`${prefix}?`);
    await desk.shows('t take, g give, [ scroll, r size, twice: ^]');
    desk.type(`${prefix}d`);
    await over(desk, 0);
  });

  it('types nothing in read-only mode', async () => {
    const session = await echoes();
    const desk = await attached('--read-only');
    expect(desk.lastRow).toContain('read-only');
    desk.type('nothing');
    desk.type(`${prefix}t`);
    await desk.shows('this viewer cannot take the input');
    await input(session, 'theirs');
    await desk.shows('theirs');
    expect(desk.text).not.toContain('nothing');
    desk.type(`${prefix}d`);
    await over(desk, 0);
  });

  it('follows the size of the terminal, or lets the session follow it', async () => {
    const session = await echoes();
    const sized = async () => (await served.client.calls.session.info({ session })).size;
    const desk = await attached();
    desk.resize(10, 70);
    await desk.until(() => desk.lastRow.includes('ctrl+] d'));
    expect(await sized()).toMatchObject({ rows: 24, cols: 80 });
    desk.type(`${prefix}r`);
    await desk.shows('has this size');
    expect(await sized()).toMatchObject({ rows: 9, cols: 70 });
    desk.resize(20, 60);
    await desk.until(() => desk.screen.size.rows === 20 && desk.lastRow.includes('has this size'));
    expect(await sized()).toMatchObject({ rows: 19, cols: 60 });
    desk.type(`${prefix}d`);
    await over(desk, 0);
    expect(await sized()).toMatchObject({ rows: 24, cols: 80 });
  });

  it('reports that it requests its size while the session has that of another terminal', async () => {
    await echoes();
    const desk = await attached('--resize');
    await desk.shows('has this size');
    const other = await attached('--resize', { rows: 20, cols: 70 });
    await other.shows('has this size');
    await desk.shows('wants this size');
    desk.type(`${prefix}r`);
    await desk.until(() => !desk.lastRow.includes('this size'));
    desk.type(`${prefix}r`);
    await desk.shows('has this size');
    await other.shows('wants this size');
    desk.type(`${prefix}d`);
    await over(desk, 0);
    await other.shows('has this size');
    other.type(`${prefix}d`);
    await over(other, 0);
  });

  it.each([
    ['knows no size', 'rows 0 cols 0'],
    ['is narrower than any session', 'rows 10 cols 1'],
    ['is larger than any session', 'rows 600 cols 1200'],
  ])('shows the session on a terminal that %s', async (_, SIZE) => {
    await echoes();
    const desk = new Desk(`attach --socket ${served.path}`, { rows: 25, cols: 80 }, { SIZE });
    await desk.until(({ screen }) => screen.modes.alternateScreen && screen.cursor.row === 1);
    desk.type(`${prefix}d`);
    await over(desk, 0);
  });

  it.each([
    [
      'the session is closed',
      1,
      () => served.client.calls.session.close({ session: 's1' }),
      's1: session closed',
    ],
    [
      'the program ends',
      143,
      () => served.client.calls.session.input({ session: 's1', action: { type: 'signal', value: 'term' } }),
      'the program was killed by SIGTERM',
    ],
    [
      'all are disconnected',
      0,
      () => served.client.calls.session.detach_all({ session: 's1' }),
      'disconnected from s1',
    ],
  ] as const)('restores the terminal when %s', async (_, status, end, told) => {
    await served.client.calls.session.create({ program: 'cat' });
    const desk = await attached();
    void Promise.resolve(end()).catch(() => {});
    await over(desk, status);
    expect(desk.text).toContain(told);
  });

  it('restores the terminal when the server is killed', async () => {
    const built = await runOnSocket();
    await built.client.calls.session.create({ program: 'cat' });
    const desk = await attached('', undefined, built);
    built.process.kill('SIGKILL');
    await over(desk, 1);
    expect(desk.text).toContain('the server closed the connection');
    await built.close();
  });

  it('stays with the last screen of a program that had ended before, until the session is closed', async () => {
    const { session } = await served.client.calls.session.create({ program: 'echo', args: ['bye'] });
    await served.client.calls.session.wait({ session, matcher: { type: 'process_exited' } });
    const desk = await attached();
    expect(desk.lastRow).toContain('the program exited with status 0');
    expect(desk.text).toContain('bye');
    await served.client.calls.session.close({ session });
    await over(desk, 1);
    expect(desk.text).toContain('s1: session closed');
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('restores the terminal after %s', async (name, status) => {
    await asking();
    const desk = await attached();
    await desk.until(({ screen }) => screen.modes.mouseTracking === 'any');
    desk.signal(name);
    await over(desk, status);
  });

  /** A program that turns on every mode. */
  const asking = () => {
    const modes = ['[?1h', '=', '[?2004h', '[?25l', '[=1u', '[?1003h'].map((mode) => `\\033${mode}`).join('');
    return served.client.calls.session.create({
      program: '/bin/sh',
      args: ['-c', `printf '${modes}'; exec cat`],
    });
  };

  describe('a program that requests every key event', () => {
    const eager = async () => {
      const session = await readySession(served.client, 'wants-all-keys');
      const desk = await attached();
      await desk.until(({ screen }) => screen.modes.kittyKeyboard === 31 && screen.modes.bracketedPaste);
      return { session, desk };
    };

    it('gets them as the terminal reports them', async () => {
      const { desk } = await eager();
      expect(desk.screen.modes).toMatchObject({ mouseTracking: 'any', mouseEncoding: 'sgr' });
      for (const key of [
        '[97;;97u',
        '[97;1:3u',
        '[97:65;2;65u',
        '[1089::99;5u',
        '[A',
        '[1;1:3A',
        '[1;5:2D',
        '[3;2~',
        '[15~',
        '[13;1:3~',
        '[57441;2u',
        '[57441;1:3u',
        '[27u',
        '[<35;4;5M',
        '[<0;6;7m',
        '[200~two\x1dd words^[[93;5u^[[100u^[[201~',
      ]) {
        desk.type(`\x1b${key.replaceAll('^[', '\x1b')}`);
        await desk.until(() => heard(desk).endsWith(`^[${key.replaceAll('\x1d', '^]')}`));
      }
      desk.type('\x1b[57442;5u\x1b[93;5u\x1b[93;5:3u\x1b[57442;1:3u\x1b[100;;100u');
      await over(desk, 0);
    });

    it('has its locks on after a detach, and never gets our keys', async () => {
      const { session, desk } = await eager();
      desk.type('\x1b[93;133u\x1b[93;133:3u\x1b[47:63;130;63u\x1b[47;129:3u');
      await desk.shows('t take, g give, [ scroll, r size, twice: ^]');
      desk.type('\x1b[93;69u\x1b[93;69u');
      await desk.until(() => heard(desk) === 'ready:^[[93;69u');
      desk.type('\x1b[93;69u\x1b[93;69:3u\x1b[100;65;68u');
      await over(desk, 0);
      const snapshot = await served.client.calls.session.snapshot({ session });
      expect(snapshot).toMatchObject({ plain_text: expect.stringMatching(/^ready:\^\[\[93;69u\s*$/) });
    });

    /** Without the status line. */
    const heard = (desk: Desk) => desk.text.split('\n').slice(0, -1).join('').trimEnd();
  });

  withProgram('vim', 'is edited in, by mouse and by key', async () => {
    const { client } = served;
    const { session } = await client.calls.session.create({
      program: 'vim',
      args: ['-u', 'NONE', '-nN', '-c', 'set mouse=a ttymouse=sgr'],
    });
    const desk = await attached();
    desk.type('ihello\rworld\x1b');
    await desk.shows('world');
    desk.type('\x1b[<0;3;1M\x1b[<0;3;1m');
    await desk.until(() => desk.screen.cursor.row === 0 && desk.screen.cursor.col === 2);
    desk.type('x:q!\r');
    await over(desk, 0);
    expect((await client.calls.session.snapshot({ session })) as object).toMatchObject({
      alternate_screen: false,
    });
  });

  withProgram('htop', 'is watched, and left', async () => {
    await served.client.calls.session.create({ program: 'htop', args: [] });
    const desk = await attached('', { rows: 25, cols: 80 });
    await desk.shows('Load average');
    desk.type('q');
    await over(desk, 0);
  });
});

describe('the selected session', () => {
  const all = [
    { session: 's1', name: null },
    { session: 's12', name: 'agent' },
    { session: 's2', name: 'agent-two' },
  ];
  it.each([
    ['s1', 's1'],
    ['s12', 's12'],
    ['agent', 's12'],
    ['agent-', 's2'],
    ['s2', 's2'],
  ])('%s', (word, session) => {
    expect(chooseSession(all, word)).toMatchObject({ session });
  });

  it.each([
    ['s', 's: several sessions match: s1, s12 (agent), s2 (agent-two)'],
    ['x', 'x: no such session: s1, s12 (agent), s2 (agent-two)'],
    [undefined, 'several sessions; expected one of: s1, s12 (agent), s2 (agent-two)'],
  ])('%s is refused', (word, told) => {
    expect(() => chooseSession(all, word)).toThrow(told);
  });

  it('is named with its server if two are running', () => {
    const both = ['/a', '/b'].map((socket) => ({ session: 's1', name: null, socket }));
    expect(() => chooseSession(both, 's1')).toThrow('match: s1 on --socket /a, s1 on --socket /b');
  });

  it('is the only one, without a message', () => {
    expect(chooseSession(all.slice(0, 1), undefined)).toMatchObject({ session: 's1' });
  });
});
