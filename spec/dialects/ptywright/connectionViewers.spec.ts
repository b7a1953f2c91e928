/** Frames for a viewer that acknowledges them, and for one whose session is resized. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runInProcess } from '../../harness/server.ts';
import { readySession } from '../../server/sessions.ts';
import { Person } from '../../viewers/screens.ts';

let served: ReturnType<typeof runInProcess>;
beforeEach(() => {
  served = runInProcess();
});
afterEach(() => served.close());

it('gets one frame per acknowledgement, with all changes since', async () => {
  const { client } = served;
  const session = await readySession(client, 'echoes-raw');
  const { viewer } = await client.calls.session.attach({ session, paced: true });
  const frames: string[] = [];
  client.news.session.frame((told) => {
    if (told.viewer === viewer) frames.push(told.data);
  });
  // Frames are sent in order. When the witness sees a text, the paced viewer has already received its frames.
  const witness = await Person.attached(client, session);
  const shown = async (text: string) => {
    await witness.type(text);
    await witness.sees(text);
    return frames.splice(0);
  };
  const drawn = async () => {
    await client.calls.session.drawn({ session, viewer });
    // Frames that follow from `drawn` are sent before the next reply.
    await client.calls.session.info({ session });
    return frames.splice(0);
  };
  expect(await shown('one')).toEqual([]);
  expect(await shown('two')).toEqual([]);
  expect(await drawn()).toEqual([expect.stringContaining('onetwo')]);
  expect(await shown('three')).toEqual([]);
  expect(await drawn()).toEqual([expect.stringContaining('three')]);
  expect(await drawn()).toEqual([]);
  expect(await shown('four')).toEqual([expect.stringContaining('four')]);
  expect(await shown('five')).toEqual([]);
});

it('gets a new total size with a frame', async () => {
  const { client } = served;
  const session = await readySession(client, 'echoes-raw');
  const { size, viewer } = await client.calls.session.attach({ session });
  expect(size).toEqual({ rows: 24, cols: 80 });
  const sized = () =>
    new Promise((resolve) => {
      const deaf = client.news.session.frame((told) => {
        if (told.viewer !== viewer || !told.size) return;
        deaf();
        resolve(told.size);
      });
    });
  const resized = sized();
  await client.calls.session.resize({ session, rows: 30, cols: 100 });
  expect(await resized).toEqual({ rows: 30, cols: 100 });
  // A panel takes rows from the program, but the full size does not change.
  const grown = sized();
  await client.calls.panel.create({ session, position: 'top', height: 2 });
  await client.calls.session.resize({ session, rows: 40, cols: 90 });
  expect(await grown).toEqual({ rows: 40, cols: 90 });
});
