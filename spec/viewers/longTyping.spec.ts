/** Large input: other clients are served, the order is kept, and a client that does not read it stays connected. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { runInProcess, runOnSocket } from '../harness/server.ts';
import { rawOnSocket } from '../server/rawLine.ts';
import { outcomeOf, readySession } from '../server/sessions.ts';
import { Person } from './screens.ts';

const swallower = ['-c', 'stty raw -echo; echo ready; exec cat >/dev/null'];
const shower = ['-c', 'stty raw -echo; echo ready; exec cat -v'];

describe('long typed input', () => {
  let served: Awaited<ReturnType<typeof runOnSocket>>;
  let session: string;
  const opened = async (args: string[]) => {
    const made = await served.client.calls.session.create({ program: '/bin/sh', args });
    await served.client.calls.session.wait({ ...made, matcher: { type: 'contains_text', value: 'ready' } });
    return made.session;
  };
  beforeEach(async () => {
    served = await runOnSocket();
    session = await opened(swallower);
  });
  afterEach(() => served.close());

  it('is not split by input of others, nor by later typing', async () => {
    const visible = await opened(shower);
    const person = await Person.attached(served.client, visible, { size: { rows: 24, cols: 80 } });
    const other = await served.connect();
    const [first, second] = ['a'.repeat(100_000), 'c'.repeat(100)];
    await Promise.all([
      person.type(first),
      other.calls.session.input({ session: visible, action: { type: 'text', value: 'B'.repeat(100) } }),
      person.type(second),
    ]);
    await person.type('END');
    await person.sees('END');
    const { text } = await other.calls.session.transcript({ session: visible, max_chars: 1_000_000 });
    expect(text.replaceAll(/\s/g, '')).toMatch(/^ready(B{100})?a{100000}(B{100})?c{100}(B{100})?END$/);
  });

  it('is sent to the holder of the input until a limit; the connection of the sender stays open', async () => {
    const holder = await rawOnSocket(served.path);
    await holder.ask(1, 'session.capture_input', { session, name: 'agent' });
    holder.stream.pause();
    const person = await Person.attached(served.client, session);
    const refusals: unknown[] = [];
    while (refusals.length < 3) {
      const { data } = await outcomeOf(person.type('\r'.repeat(150_000)));
      if (data) refusals.push(data);
    }
    expect(refusals[0]).toMatchObject({ fault: 'Busy', limit: 'outboxPauseBytes' });
    holder.stream.resume();
    holder.say({ id: 2, method: 'session.release_input', params: { session } });
    let received = await holder.reply();
    while (received.id !== 2) received = await holder.reply();
    expect(received.result).toEqual({ released: true });
    await holder.close();
  });

  it('is not sent to a holder that has released the input', async () => {
    const holder = await Person.attached(await served.connect(), session);
    const person = await Person.attached(served.client, session);
    const { calls } = holder.client;
    for (let round = 0; round < 3; round++) {
      await calls.session.capture_input({ session });
      await person.type('x');
      await calls.session.release_input({ session });
      await person.type('y');
    }
    await calls.session.capture_input({ session });
    await person.type('z');
    const typed = () => holder.events.filter((event) => 'session.typed' in event);
    await holder.until(() => JSON.stringify(typed()).includes('"z"'));
    expect(typed()).toHaveLength(4);
  });

  it('has no effect on closed sessions', async () => {
    const { calls } = served.client;
    await calls.session.capture_input({ session });
    await calls.session.close({ session });
    const next = await readySession(served.client, 'echoes-raw');
    await calls.session.capture_input({ session: next });
    expect(await calls.session.release_input({ session: next })).toEqual({ released: true });
  });
});

describe('half a million', () => {
  it.each([
    ['characters', 'x'],
    ['returns', '\r'],
    ['arrows', '\x1b[A'],
    ['escapes', '\x1b'],
  ])('%s leave a turn to others after each slice', async (_, key) => {
    const served = runInProcess();
    const { session } = await served.client.calls.session.create({ program: '/bin/sh', args: swallower });
    await served.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    const { viewers, redaction } = served.server.world.sessions.get(session);
    const listener = { owner: {}, onFrameDue: () => {}, onDismissed: () => {} };
    const viewer = viewers.attach({ ...listener, readOnly: false, redaction, resizes: false });
    const data = key.repeat(Math.floor(500_000 / key.length));
    let [turns, over] = [0, false];
    const typing = Promise.resolve(viewer.type(data));
    const received = typing.finally(() => {
      over = true;
    });
    while (!over) {
      await new Promise(setImmediate);
      turns += 1;
    }
    expect(await received).toEqual({ bytes: data.length, captured: false });
    expect(turns).toBeGreaterThan(data.length / limits.sliceBytes / 2);
    await served.close();
  });
});

describe('the possible beginning of a key', () => {
  it('is a complete key if nothing follows', async () => {
    const served = await runOnSocket();
    const { client } = served;
    const { session } = await client.calls.session.create({ program: '/bin/sh', args: shower });
    const person = await Person.attached(client, session);
    await person.sees('ready');
    await person.type('\x1bO');
    await person.sees('^[O');
    await person.type('\x1b[');
    await person.sees('^[O^[[');
    await person.type('\x1b[', true);
    await person.type('A');
    await person.sees('^[O^[[^[[A');
    await served.close();
  });
});
