/** Behaviour beyond the document that the clients shipped with wrightty rely on. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Wright, wright } from './running.ts';

const open: Wright[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function shell(wire: 'document' | 'client' = 'client') {
  const server = await wright({ wire });
  open.push(server);
  const client = await server.connect();
  const { sessionId } = await client.call('Session.create', { shell: 'bash', args: ['--norc', '-i'] });
  await client.call('Screen.waitForText', { sessionId, pattern: '[$#] $', isRegex: true });
  return { server, client, sessionId };
}

describe('a video', () => {
  it('is an asciicast, with the id and the reply of the released server', async () => {
    const { client, sessionId } = await shell();
    const { recordingId } = await client.call('Recording.startVideo', { sessionId, intervalMs: 100 });
    expect(recordingId).toMatch(/^vid-\d+$/);
    await client.call('Input.sendText', { sessionId, text: 'echo $((6*7))\n' });
    await client.call('Screen.waitForText', { sessionId, pattern: '(?m)^42$', isRegex: true });
    const made = await client.call('Recording.stopVideo', { recordingId });
    const [header, ...events] = made.data
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect(header).toMatchObject({ version: 2, width: 80, height: 24 });
    expect(events.map(([, , text]: [number, string, string]) => text).join('')).toContain('42');
    expect(made).toMatchObject({ format: 'asciicast', frameCount: events.length });
  });

  it.each(['vid-99', 'r1', 'nothing'])('of id %s is unknown', async (recordingId) => {
    const { client } = await shell();
    expect(await client.code('Recording.stopVideo', { recordingId })).toBe(-32001);
  });

  it('is stopped once', async () => {
    const { client, sessionId } = await shell();
    const { recordingId } = await client.call('Recording.startVideo', { sessionId });
    await client.call('Recording.stopVideo', { recordingId });
    expect(await client.code('Recording.stopVideo', { recordingId })).toBe(-32001);
  });
});

describe('Session.destroy', () => {
  // A foreground job receives the signal of the terminal; the shell does not.
  it.each([
    ['client', 'SIGKILL'],
    ['client', 'SIGHUP'],
    ['document', 'SIGKILL'],
    ['document', 'SIGHUP'],
  ] as const)(
    'on the wire of the %s, %s ends the shell and its job without waiting',
    async (wire, signal) => {
      const { server, client, sessionId } = await shell(wire);
      await client.call('Input.sendText', { sessionId, text: 'echo job $$ starts; sleep 1000\n' });
      await client.call('Screen.waitForText', {
        sessionId,
        pattern: '(?m)^job [0-9]+ starts',
        isRegex: true,
      });
      const [session] = server.server.world.sessions.all();
      const waited: number[] = [];
      const { clock } = session!;
      const after = clock.after.bind(clock);
      Object.assign(clock, {
        after: (ms: number, due: () => void) => {
          waited.push(ms);
          return after(ms, due);
        },
      });
      await client.call('Session.destroy', { sessionId, signal });
      Object.assign(clock, { after });
      expect(() => process.kill(session!.pty.pid, 0)).toThrow('ESRCH');
      expect(waited.filter((ms) => ms >= 5000)).toEqual([]);
    },
  );
});

describe('a large message', () => {
  it('of 10 MiB of text is typed', async () => {
    const { client } = await shell();
    const sink = await client.call('Session.create', {
      shell: '/bin/sh',
      args: ['-c', 'stty raw -echo; printf READY; exec cat >/dev/null'],
    });
    await client.call('Screen.waitForText', { ...sink, pattern: 'READY' });
    const text = 'x'.repeat(10 * 1024 * 1024);
    expect(await client.call('Input.sendText', { ...sink, text })).toEqual({});
  });

  it('that is longer is refused with its id, and the connection continues', async () => {
    const { client, sessionId } = await shell();
    const { error } = await client.ask('Input.sendText', { sessionId, text: 'x'.repeat(12 * 1024 * 1024) });
    expect(error?.message).toContain('too long');
    expect(await client.call('Terminal.getSize', { sessionId })).toMatchObject({ cols: 80 });
  });
});
