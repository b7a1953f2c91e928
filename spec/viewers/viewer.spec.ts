/** Attached viewers: what they see, in which part, at which size, and how it ends. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { runInProcess } from '../harness/server.ts';
import { readySession } from '../server/sessions.ts';
import { Person, runsOn } from './screens.ts';

describe('a viewer of a session', () => {
  let served: ReturnType<typeof runInProcess>;
  beforeEach(() => {
    served = runInProcess();
  });
  afterEach(() => served.close());

  const screenOf = (id: string) => served.server.world.sessions.get(id).screen;

  it('sees the screen, and the effect of typed input', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const person = await Person.attached(served.client, session);
    expect(person.text).toContain('ready');
    expect(await person.type('hello')).toEqual({ bytes: 5, captured: false });
    await person.sees('hello');
    expect(runsOn(person.screen)).toEqual(runsOn(screenOf(session)));
    expect(person.screen.cursor).toEqual(screenOf(session).cursor);
  });

  it('gets the end of the program with its last frame, and stays until the session is closed', async () => {
    const args = ['-c', 'printf "name? "; read -r name; echo "hello $name"'];
    const { session } = await served.client.calls.session.create({ program: '/bin/sh', args });
    const person = await Person.attached(await served.connect(), session);
    await person.type('ada\r');
    await person.until(({ events }) => events.length > 0);
    expect(person.events).toEqual([{ exit: { exit_code: 0, signal: null } }]);
    expect(person.text).toContain('hello ada');
    await served.client.calls.session.close({ session });
    await person.until(({ events }) => events.length > 1);
    expect(person.events[1]).toEqual({
      'session.detached': { session, viewer: person.viewer, reason: 'closed' },
    });
  });

  it('gets the part with the cursor if its terminal is smaller', async () => {
    const { session } = await served.client.calls.session.create(program('echoes-raw'));
    const person = await Person.attached(served.client, session, { size: { rows: 5, cols: 20 } });
    await person.sees('ready');
    await person.type(`\x1b[12;41Hhere\x1b[13;1H日本語 ${'x'.repeat(70)}`);
    await person.until(() => person.text.includes('xxxx'));
    expect(person.screen.cursor).toEqual({ row: 4, col: 19, visible: true });
    expect(person.screen.row(4).text).toBe('x'.repeat(19));
  });

  it('gets the top left part if no cursor is visible', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const person = await Person.attached(served.client, session, { size: { rows: 5, cols: 20 } });
    await person.type('\x1b[?25l\x1b[H\x1b[2Jtop\x1b[20;60H');
    await person.sees('top');
    await person.type('\x1b[?25hend');
    await person.sees('end');
    expect(person.text).not.toContain('top');
  });

  it('has a name that no other viewer of the server has', async () => {
    const [one, other] = [
      await readySession(served.client, 'echoes-raw'),
      await readySession(served.client, 'echoes-raw'),
    ];
    const people = await Promise.all([one, one, other].map((id) => Person.attached(served.client, id)));
    expect(new Set(people.map(({ viewer }) => viewer)).size).toBe(3);
    const elsewhere = { session: other, viewer: people[0]!.viewer };
    await expect(served.client.calls.session.detach(elsewhere)).rejects.toMatchObject({
      data: { fault: 'ViewerUnknown' },
    });
  });

  it('may resize the session to its terminal, and restores the size when it detaches', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const [first, second] = [
      await Person.attached(served.client, session, { size: { rows: 30, cols: 90 }, resize: true }),
      await Person.attached(served.client, session, { size: { rows: 10, cols: 40 }, resize: true }),
    ];
    expect(screenOf(session).size).toMatchObject({ rows: 10, cols: 40 });
    const { calls } = served.client;
    await calls.session.view({ session, viewer: first.viewer, size: { rows: 31, cols: 91 } });
    expect(screenOf(session).size).toMatchObject({ rows: 31, cols: 91 });
    await calls.session.detach({ session, viewer: first.viewer });
    expect(screenOf(session).size).toMatchObject({ rows: 10, cols: 40 });
    await calls.session.detach({ session, viewer: second.viewer });
    expect(screenOf(session).size).toMatchObject({ rows: 24, cols: 80 });
  });

  it('keeps a size that was set by a later resize', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const { calls } = served.client;
    const person = await Person.attached(served.client, session, {
      size: { rows: 30, cols: 90 },
      resize: true,
    });
    await calls.session.resize({ session, rows: 50, cols: 132 });
    await calls.session.detach({ session, viewer: person.viewer });
    expect(screenOf(session).size).toMatchObject({ rows: 50, cols: 132 });
  });

  it('is listed in the session with its name until its connection ends', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const other = await served.connect();
    await Person.attached(other, session, { name: 'ada', read_only: true });
    const { viewers } = await served.client.calls.session.info({ session });
    expect(viewers).toEqual([
      { viewer: `${session}.v1`, name: 'ada', read_only: true, size: null, resize: false },
    ]);
    await other.close();
    const after = await served.client.calls.session.info({ session });
    expect(after.viewers).toEqual([]);
  });

  it('cannot type if it is read-only', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const person = await Person.attached(served.client, session, { read_only: true });
    await expect(person.type('x')).rejects.toMatchObject({ data: { fault: 'PermissionDenied' } });
  });

  it('is detached with all other viewers', async () => {
    const session = await readySession(served.client, 'echoes-raw');
    const people = await Promise.all(
      [1, 2, 3].map(async () => Person.attached(await served.connect(), session)),
    );
    expect(await served.client.calls.session.detach_all({ session })).toEqual({ detached: 3 });
    for (const person of people) {
      await person.until(({ events }) => events.length > 0);
      expect(person.events).toEqual([
        { 'session.detached': { session, viewer: person.viewer, reason: 'detached' } },
      ]);
    }
  });
});
