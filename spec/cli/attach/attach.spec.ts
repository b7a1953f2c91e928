/** `ptywright attach` and `run --share` on a real terminal: what a person sees, and how the terminal is left. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseSession } from '#cli/attach/attach.ts';
import { type Running, runOnSocket, runOnSocketInProcess } from '../../harness/server.ts';
import { withProgram } from '../../harness/withProgram.ts';
import { readySession } from '../../server/sessions.ts';
import { runsOn } from '../../viewers/screens.ts';
import { TestTerminal } from '../testTerminal.ts';

const prefix = '\x1d';

describe('ptywright attach', () => {
  let served: Running & { path: string };
  beforeEach(async () => {
    served = await runOnSocketInProcess();
  });
  afterEach(() => served.close());

  const attached = async (words = '', size?: { rows: number; cols: number }, { path } = served) => {
    const terminal = new TestTerminal(`attach --socket ${path} ${words}`, size);
    await terminal.shows('ctrl+] d');
    return terminal;
  };
  const over = async (terminal: TestTerminal, status: number) => {
    await terminal.shows(`status ${status} mode same`);
    expect(terminal.isOrdinary).toBe(true);
  };
  const echoes = () => readySession(served.client, 'echoes-raw');
  const input = (session: string, value: string) =>
    served.client.calls.session.input({ session, action: { type: 'text', value } });

  it('shows the session, sends keys to it, and restores the terminal', async () => {
    await echoes();
    const terminal = await attached();
    expect(terminal.text).toContain('ready');
    terminal.type('hello \x1b[31mred');
    await terminal.shows('hello red');
    expect(runsOn(terminal.screen)[1]).toContainEqual(expect.objectContaining({ text: 'red', fg: 1 }));
    terminal.type(`${prefix}d`);
    await over(terminal, 0);
    expect(terminal.text.replaceAll('\n', '')).toContain(
      `[detached from s1; reattach with: ptywright attach --socket ${served.path} s1]`,
    );
    expect(terminal.text).not.toContain('hello');
  });

  it('shows the holder of the input, takes it over and returns it', async () => {
    const session = await echoes();
    await served.client.calls.session.capture_input({ session, name: 'agent' });
    const terminal = await attached();
    expect(terminal.lastRow).toContain('agent has the input');
    terminal.type('x');
    await terminal.shows('agent got the keys');
    terminal.type(`${prefix}t`);
    await terminal.shows('you have the input');
    await expect(input(session, 'no')).rejects.toMatchObject({ data: { fault: 'InputHeld', holder: 'ada' } });
    terminal.type('mine');
    await terminal.shows('mine');
    terminal.type(`${prefix}g`);
    await terminal.shows('everyone can type');
    await input(session, ' theirs');
    await terminal.shows('mine theirs');
    terminal.type(`${prefix}?`);
    await terminal.shows('t take, g give, [ scroll, r size, twice: ^]');
    terminal.type(`${prefix}d`);
    await over(terminal, 0);
  });

  it('types nothing in read-only mode', async () => {
    const session = await echoes();
    const terminal = await attached('--read-only');
    expect(terminal.lastRow).toContain('read-only');
    terminal.type('nothing');
    terminal.type(`${prefix}t`);
    await terminal.shows('this viewer cannot take the input');
    await input(session, 'theirs');
    await terminal.shows('theirs');
    expect(terminal.text).not.toContain('nothing');
    terminal.type(`${prefix}d`);
    await over(terminal, 0);
  });

  it('follows the size of the terminal, or lets the session follow it', async () => {
    const session = await echoes();
    const sized = async () => (await served.client.calls.session.info({ session })).size;
    const terminal = await attached();
    terminal.resize(10, 70);
    await terminal.until(() => terminal.lastRow.includes('ctrl+] d'));
    expect(await sized()).toMatchObject({ rows: 24, cols: 80 });
    terminal.type(`${prefix}r`);
    await terminal.shows('has this size');
    expect(await sized()).toMatchObject({ rows: 9, cols: 70 });
    terminal.resize(20, 60);
    await terminal.until(
      () => terminal.screen.size.rows === 20 && terminal.lastRow.includes('has this size'),
    );
    expect(await sized()).toMatchObject({ rows: 19, cols: 60 });
    terminal.type(`${prefix}d`);
    await over(terminal, 0);
    expect(await sized()).toMatchObject({ rows: 24, cols: 80 });
  });

  it('reports that it requests its size while the session has that of another terminal', async () => {
    await echoes();
    const terminal = await attached('--resize');
    await terminal.shows('has this size');
    const other = await attached('--resize', { rows: 20, cols: 70 });
    await other.shows('has this size');
    await terminal.shows('wants this size');
    terminal.type(`${prefix}r`);
    await terminal.until(() => !terminal.lastRow.includes('this size'));
    terminal.type(`${prefix}r`);
    await terminal.shows('has this size');
    await other.shows('wants this size');
    terminal.type(`${prefix}d`);
    await over(terminal, 0);
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
    const terminal = new TestTerminal(`attach --socket ${served.path}`, { rows: 25, cols: 80 }, { SIZE });
    await terminal.until(({ screen }) => screen.modes.alternateScreen && screen.cursor.row === 1);
    terminal.type(`${prefix}d`);
    await over(terminal, 0);
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
  ] as const)('restores the terminal when %s', async (_, status, end, message) => {
    await served.client.calls.session.create({ program: 'cat' });
    const terminal = await attached();
    void Promise.resolve(end()).catch(() => {});
    await over(terminal, status);
    expect(terminal.text).toContain(message);
  });

  it('restores the terminal when the server is killed', async () => {
    const built = await runOnSocket();
    await built.client.calls.session.create({ program: 'cat' });
    const terminal = await attached('', undefined, built);
    built.process.kill('SIGKILL');
    await over(terminal, 1);
    expect(terminal.text).toContain('the server closed the connection');
    await built.close();
  });

  it('stays with the last screen of a program that had ended before, until the session is closed', async () => {
    const { session } = await served.client.calls.session.create({ program: 'echo', args: ['bye'] });
    await served.client.calls.session.wait({ session, matcher: { type: 'process_exited' } });
    const terminal = await attached();
    expect(terminal.lastRow).toContain('the program exited with status 0');
    expect(terminal.text).toContain('bye');
    await served.client.calls.session.close({ session });
    await over(terminal, 1);
    expect(terminal.text).toContain('s1: session closed');
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('restores the terminal after %s', async (name, status) => {
    await asking();
    const terminal = await attached();
    await terminal.until(({ screen }) => screen.modes.mouseTracking === 'any');
    terminal.signal(name);
    await over(terminal, status);
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
      const terminal = await attached();
      await terminal.until(({ screen }) => screen.modes.kittyKeyboard === 31 && screen.modes.bracketedPaste);
      return { session, terminal };
    };

    it('gets them as the terminal reports them', async () => {
      const { terminal } = await eager();
      expect(terminal.screen.modes).toMatchObject({ mouseTracking: 'any', mouseEncoding: 'sgr' });
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
        terminal.type(`\x1b${key.replaceAll('^[', '\x1b')}`);
        await terminal.until(() => readMessages(terminal).endsWith(`^[${key.replaceAll('\x1d', '^]')}`));
      }
      terminal.type('\x1b[57442;5u\x1b[93;5u\x1b[93;5:3u\x1b[57442;1:3u\x1b[100;;100u');
      await over(terminal, 0);
    });

    it('has its locks on after a detach, and never gets our keys', async () => {
      const { session, terminal } = await eager();
      terminal.type('\x1b[93;133u\x1b[93;133:3u\x1b[47:63;130;63u\x1b[47;129:3u');
      await terminal.shows('t take, g give, [ scroll, r size, twice: ^]');
      terminal.type('\x1b[93;69u\x1b[93;69u');
      await terminal.until(() => readMessages(terminal) === 'ready:^[[93;69u');
      terminal.type('\x1b[93;69u\x1b[93;69:3u\x1b[100;65;68u');
      await over(terminal, 0);
      const snapshot = await served.client.calls.session.snapshot({ session });
      expect(snapshot).toMatchObject({ plain_text: expect.stringMatching(/^ready:\^\[\[93;69u\s*$/) });
    });

    /** Without the status line. */
    const readMessages = (terminal: TestTerminal) =>
      terminal.text.split('\n').slice(0, -1).join('').trimEnd();
  });

  withProgram('vim', 'is edited in, by mouse and by key', async () => {
    const { client } = served;
    const { session } = await client.calls.session.create({
      program: 'vim',
      args: ['-u', 'NONE', '-nN', '-c', 'set mouse=a ttymouse=sgr'],
    });
    const terminal = await attached();
    terminal.type('ihello\rworld\x1b');
    await terminal.shows('world');
    terminal.type('\x1b[<0;3;1M\x1b[<0;3;1m');
    await terminal.until(() => terminal.screen.cursor.row === 0 && terminal.screen.cursor.col === 2);
    terminal.type('x:q!\r');
    await over(terminal, 0);
    expect((await client.calls.session.snapshot({ session })) as object).toMatchObject({
      alternate_screen: false,
    });
  });

  withProgram('htop', 'is watched, and left', async () => {
    await served.client.calls.session.create({ program: 'htop', args: [] });
    const terminal = await attached('', { rows: 25, cols: 80 });
    await terminal.shows('Load average');
    terminal.type('q');
    await over(terminal, 0);
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
  ])('%s is refused', (word, message) => {
    expect(() => chooseSession(all, word)).toThrow(message);
  });

  it('is named with its server if two are running', () => {
    const both = ['/a', '/b'].map((socket) => ({ session: 's1', name: null, socket }));
    expect(() => chooseSession(both, 's1')).toThrow('match: s1 on --socket /a, s1 on --socket /b');
  });

  it('is the only one, without a message', () => {
    expect(chooseSession(all.slice(0, 1), undefined)).toMatchObject({ session: 's1' });
  });
});
