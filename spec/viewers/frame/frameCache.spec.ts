/** Many viewers of a flooding session: each ends with the right screen, and slow readers delay no one. */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NotingClient } from '../../harness/connection.ts';
import { type Running, runOnSocket } from '../../harness/server.ts';
import { measureUntil } from '../../server/measureUntil.ts';
import { rawOnSocket } from '../../server/rawLine.ts';
import { residentBytes } from '../../server/residentBytes.ts';
import { times } from '../../soak/scale.ts';
import { feed, freshScreen, Person, runsOn } from '../screens.ts';

type RawLine = Awaited<ReturnType<typeof rawOnSocket>>;

const MiB = 1024 * 1024;
const viewers = times(32, 64);
const printer = (bytes: number) => ({
  program: process.execPath,
  args: [new URL('../../programs/prints-lines.mjs', import.meta.url).pathname, String(bytes), 'line'],
});

describe('viewers of one flooding session', () => {
  let served: Running & { process: { pid?: number }; path: string };
  beforeEach(async () => {
    served = await runOnSocket();
  });
  afterEach(() => served.close());

  const flooding = async (bytes: number) => {
    const { session } = await served.client.calls.session.create(printer(bytes));
    await served.client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    return session;
  };
  const flood = (session: string) =>
    served.client.calls.session.act({
      session,
      actions: [{ type: 'key', value: 'enter' }],
      matcher: { type: 'process_exited' },
      timeout_ms: 300_000,
      evidence: 'none',
    });
  const ended = (person: Person) => person.until(({ events }) => events.some((event) => 'exit' in event));

  it(`${viewers} of them, at terminals of any size, end with the screen of the session, cell by cell`, async () => {
    const session = await flooding(times(2, 50) * 1_000_000);
    const people = await Promise.all(
      Array.from({ length: viewers }, async (_, at) =>
        Person.attached(
          await served.connect(),
          session,
          at % 2 === 0 ? {} : { size: { rows: 24, cols: 80 } },
        ),
      ),
    );
    await flood(session);
    const reference = freshScreen({ rows: 24, cols: 80 });
    await Promise.all(people.map(ended));
    const late = await Person.attached(served.client, session);
    feed(reference, late.frames.join(''));
    expect(reference.text()).toMatch(/the end$/);
    for (const { screen } of people) expect(runsOn(screen)).toEqual(runsOn(reference));
    // One frame for each change would be thousands.
    for (const { frames } of people) expect(frames.length).toBeLessThan(2000);
  });

  /** A viewer that never reads its frames. */
  async function deafViewer(session: string): Promise<RawLine> {
    const line = await rawOnSocket(served.path);
    await line.ask('look', 'session.attach', { session });
    line.stream.pause();
    return line;
  }

  it('that do not read use little memory, block no one, and see the end when they resume', async () => {
    const session = await flooding(times(6, 100) * 1_000_000);
    const deaf = await Promise.all(Array.from({ length: 32 }, () => deafViewer(session)));
    const reader = await Person.attached(await served.connect(), session);
    const before = residentBytes(served.process.pid!);
    const { mostBytes, waitMs } = await measureUntil(served, flood(session));
    await ended(reader);
    expect(mostBytes - before).toBeLessThan(64 * MiB);
    expect(waitMs).toBeLessThan(100);
    const [first] = deaf;
    first!.stream.resume();
    const screen = freshScreen({ rows: 24, cols: 80 });
    feed(screen, await lastOf(first!));
    expect(screen.text()).toMatch(/the end$/);
    for (const { stream } of deaf) stream.destroy();
  });

  /** The data of all frames up to the exit. The first frame came with the reply and is not included. */
  async function lastOf(line: RawLine): Promise<string> {
    let all = '';
    for (;;) {
      const { method, params } = await line.reply();
      if (method !== 'session.frame') continue;
      all += params!.data;
      if (params!.exit) return all;
    }
  }

  it('that are slow get the newest screen, not every frame', async () => {
    const session = await flooding(times(4, 50) * 1_000_000);
    const socket = createConnection(served.path);
    await once(socket, 'connect');
    const person = await Person.attached(new NotingClient({ input: socket, output: socket }), session);
    const quick = await Person.attached(await served.connect(), session);
    socket.pause();
    await flood(session);
    await ended(quick);
    socket.resume();
    await ended(person);
    expect(runsOn(person.screen)).toEqual(runsOn(quick.screen));
  });
});
