import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aServer, type Calls, faultOf, obeying, tallied } from '../session/driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'ptywright-films-'));

afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

const size = { rows: 3, cols: 20 };

type Start = Partial<Parameters<Calls['recording']['start']>[0]>;

async function startRecording(server: { calls: Calls }, how: Start = {}) {
  const { session, show } = await obeying(server, size);
  const { recording } = await server.calls.recording.start({ session, ...how });
  return { session, show, recording };
}

describe('recording.film', () => {
  it('reports progress before its reply', async () => {
    const server = aServer();
    const received = tallied<{ recording: string; of_ms: number; pictures: number }>();
    server.client.on('recording.progress', (progress) => received.add(progress));
    const { show, recording } = await startRecording(server);
    await show('one');
    const path = at('progress.gif');
    await server.calls.recording.film({ recording, path, progress: true });
    expect(received.all[0]).toMatchObject({ recording, path, pictures: 1 });
    const before = received.all.length;
    await server.calls.recording.film({ recording, path: at('untold.gif') });
    expect(received.all).toHaveLength(before);
  });

  it('leaves no file if it is cancelled, and can be called again', async () => {
    const server = aServer();
    const { show, recording } = await startRecording(server);
    await show('one');
    const path = at('cancelled.gif');
    const before = readdirSync(folder);
    const film = server.client.send('recording.film', { recording, path }, { signal: AbortSignal.abort() });
    expect(await faultOf(film, 'Cancelled')).toEqual({ reason: 'request' });
    expect(readdirSync(folder)).toEqual(before);
    expect(await server.calls.recording.film({ recording, path })).toMatchObject({ cut: null });
  });
});
