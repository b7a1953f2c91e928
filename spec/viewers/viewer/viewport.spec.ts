/** A viewer scrolls into the scrollback, and to parts of a session that its terminal is too small for. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program } from '../../harness/programs.ts';
import { runInProcess } from '../../harness/server.ts';
import { readySession } from '../../server/sessions.ts';
import { Person } from '../screens.ts';

describe('a scrolled viewer', () => {
  let served: ReturnType<typeof runInProcess>;
  let session = '';
  let person: Person;
  beforeEach(async () => {
    served = runInProcess();
    session = await readySession(served.client, 'echoes-raw');
  });
  afterEach(() => served.close());

  const attached = async (rows = 5, cols = 20) => {
    person = await Person.attached(served.client, session, { size: { rows, cols } });
  };
  const look = (steps: { down?: number; right?: number; from?: 'here' | 'oldest' | 'newest' | 'cursor' }) =>
    served.client.calls.session.look({ session, viewer: person.viewer, ...steps });
  /** Prints each on a line. The cursor stays after the last one. */
  const print = (from: number, to: number) =>
    person.type(Array.from({ length: to - from + 1 }, (_, at) => `\r\nline ${from + at}`).join(''));
  const rows = () => person.screen.rows().map(({ text }) => text.trimEnd());
  const first = (line: string) => person.until(() => rows()[0] === line);

  it('sees rows that have scrolled off, which stay during new output, and returns', async () => {
    await attached();
    await print(1, 100);
    await person.sees('line 100');
    const { beyond } = await look({ down: -50 });
    // 78 rows have scrolled off and 24 are on the screen. The viewer saw the last five of these 102.
    expect(beyond).toEqual({ above: 47, below: 50, left: 0, right: 60 });
    await first('line 46');
    expect(rows()).toEqual(['line 46', 'line 47', 'line 48', 'line 49', 'line 50']);
    expect(person.screen.cursor.visible).toBe(false);
    const { client } = served;
    await client.calls.session.input({ session, action: { type: 'text', value: '\r\nmore\r\nand more' } });
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'and more' } });
    expect((await look({ down: 1 })).beyond).toMatchObject({ above: 48, below: 51 });
    await first('line 47');
    expect((await look({ from: 'oldest', down: -3 })).beyond).toMatchObject({ above: 0 });
    await first('ready');
    expect((await look({ from: 'newest', down: 7 })).beyond).toMatchObject({ below: 0 });
    await person.until(() => rows()[4] === 'and more');
    await look({ from: 'oldest' });
    expect(await look({ from: 'cursor' })).toEqual({ beyond: null });
    await person.until(({ screen }) => rows()[4] === 'and more' && screen.cursor.visible);
  });

  it('keeps its rows while the oldest ones are dropped, and ends at the oldest kept row', async () => {
    const { client } = served;
    ({ session } = await client.calls.session.create({ ...program('echoes-raw'), scrollback: 50 }));
    await attached();
    await person.sees('ready');
    await print(1, 100);
    await person.sees('line 100');
    await look({ down: -20 });
    await first('line 76');
    await client.calls.session.input({ session, action: { type: 'text', value: '\r\nx'.repeat(40) } });
    await client.calls.session.wait({
      session,
      matcher: { type: 'contains_text', value: `${'x\n'.repeat(23)}x` },
    });
    expect((await look({})).beyond).toMatchObject({ above: 9 });
    expect(rows()[0]).toBe('line 76');
    await client.calls.session.input({
      session,
      action: { type: 'text', value: `${'\r\ny'.repeat(40)}end` },
    });
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'yend' } });
    expect((await look({})).beyond).toMatchObject({ above: 0 });
    await first('x');
  });

  it('sees the other parts of a session that is larger than its terminal', async () => {
    await attached();
    await person.type('\x1b[?1049h\x1b[2;41Hright\x1b[20;1Hbelow\x1b[H');
    await person.until(() => person.text === '');
    expect((await look({ right: 35 })).beyond).toEqual({ above: 0, below: 19, left: 35, right: 25 });
    await person.until(() => person.screen.row(1).text === '     right');
    expect((await look({ right: 500, down: 15 })).beyond).toEqual({
      above: 15,
      below: 4,
      left: 60,
      right: 0,
    });
    await look({ right: -500 });
    await person.sees('below');
    // Output in the visible part appears as it arrives.
    await served.client.calls.session.input({
      session,
      action: { type: 'text', value: '\x1b[20;1Hhere too' },
    });
    await person.sees('here too');
    expect(person.screen.cursor).toMatchObject({ visible: true });
  });

  it('types where the cursor is, and follows it again', async () => {
    await attached();
    await print(1, 40);
    await person.sees('line 40');
    await look({ from: 'oldest' });
    await first('ready');
    await person.type('typed');
    await person.sees('line 40typed');
  });

  it('has a terminal without the modes of the program', async () => {
    await attached();
    await person.type('\x1b[?1003h\x1b[?1h\x1b[?2004h\x1b[=31u');
    await person.until(({ screen }) => screen.modes.mouseTracking === 'any');
    await look({ down: -1 });
    await person.until(({ screen }) => screen.modes.mouseTracking === 'none');
    expect(person.screen.modes).toMatchObject({ applicationCursor: false, kittyKeyboard: 0 });
    await look({ from: 'cursor' });
    await person.until(({ screen }) => screen.modes.kittyKeyboard === 31);
    expect(person.screen.modes).toMatchObject({ mouseTracking: 'any', bracketedPaste: true });
  });

  it('sees no secrets there', async () => {
    await attached(5, 80);
    const key = `sk-ant-api03-${'a1B2'.repeat(24)}`;
    await person.type(`\r\n${key}`);
    await print(1, 60);
    await person.sees('line 60');
    await look({ from: 'oldest' });
    await person.sees('[REDACTED]');
    expect(person.frames.join('')).not.toContain('a1B2');
  });

  it('sees panels and overlays below the rows that have scrolled off', async () => {
    await attached(30, 40);
    const { calls } = served.client;
    await calls.panel.create({ session, position: 'top', height: 2, spans: [{ text: 'a panel' }] });
    await print(1, 60);
    await person.sees('line 60');
    const { beyond } = await look({ down: -10 });
    expect(beyond).toMatchObject({ below: 4 });
    await person.until(() => rows()[0] !== 'a panel');
    expect(rows().indexOf('a panel')).toBe(10);
  });
});
