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
  client.news.session.frame((event) => {
    if (event.viewer === viewer) frames.push(event.data);
  });
  // Frames are sent in order. When the witness sees a text, the paced viewer has already received its frames.
  const observer = await Person.attached(client, session);
  const readScreen = async (text: string) => {
    await observer.type(text);
    await observer.sees(text);
    return frames.splice(0);
  };
  const nextFrame = async () => {
    await client.calls.session.drawn({ session, viewer });
    // Frames that follow from `drawn` are sent before the next reply.
    await client.calls.session.info({ session });
    return frames.splice(0);
  };
  expect(await readScreen('one')).toEqual([]);
  expect(await readScreen('two')).toEqual([]);
  expect(await nextFrame()).toEqual([expect.stringContaining('onetwo')]);
  expect(await readScreen('three')).toEqual([]);
  expect(await nextFrame()).toEqual([expect.stringContaining('three')]);
  expect(await nextFrame()).toEqual([]);
  expect(await readScreen('four')).toEqual([expect.stringContaining('four')]);
  expect(await readScreen('five')).toEqual([]);
});

it('gets a new total size with a frame', async () => {
  const { client } = served;
  const session = await readySession(client, 'echoes-raw');
  const { size, viewer } = await client.calls.session.attach({ session });
  expect(size).toEqual({ rows: 24, cols: 80 });
  const sized = () =>
    new Promise((resolve) => {
      const deaf = client.news.session.frame((event) => {
        if (event.viewer !== viewer || !event.size) return;
        deaf();
        resolve(event.size);
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
