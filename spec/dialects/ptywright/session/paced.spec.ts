/** Frames of a viewer that says when each is drawn, and of one whose session gets another size. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Person } from '../../../core/viewer/screens.ts';
import { runInProcess } from '../../../harness/server.ts';
import { readySession } from '../../../serve/sessions.ts';

let served: ReturnType<typeof runInProcess>;
beforeEach(() => {
  served = runInProcess();
});
afterEach(() => served.close());

it('is told one frame for each that it has drawn, and then all that has changed meanwhile', async () => {
  const { client } = served;
  const session = await readySession(client, 'echoes-raw');
  const { viewer } = await client.calls.session.attach({ session, paced: true });
  const frames: string[] = [];
  client.news.session.frame((told) => {
    if (told.viewer === viewer) frames.push(told.data);
  });
  // Told in the order in which they came: what this one sees, the other was told before.
  const witness = await Person.attached(client, session);
  const shown = async (text: string) => {
    await witness.type(text);
    await witness.sees(text);
    return frames.splice(0);
  };
  const drawn = async () => {
    await client.calls.session.drawn({ session, viewer });
    // What came of it was told before the next answer.
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

it('is told the size of the whole with a frame, when it is another one', async () => {
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
  // A panel takes its rows from the program; the whole is as it was.
  const grown = sized();
  await client.calls.panel.create({ session, position: 'top', height: 2 });
  await client.calls.session.resize({ session, rows: 40, cols: 90 });
  expect(await grown).toEqual({ rows: 40, cols: 90 });
});
