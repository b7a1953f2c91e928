/** Recordings, from their start to their delivery. */
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasFfmpeg } from '#platform/ffmpeg.ts';
import { type Client, type Wright, wright } from './running.ts';

let server: Wright;
let client: Client;

beforeEach(async () => {
  server = await wright();
  client = await server.connect();
});

afterEach(() => server.close());

const secret = `ghp_${'a1B2'.repeat(9)}`;

describe('a recording of a session', () => {
  it('is an asciicast that starts with the current screen', async () => {
    const sessionId = await client.session("printf 'before\\r\\n'; read -r line; printf 'got it'; read -r _");
    await client.shows(sessionId, 'before');
    const { recordingId } = await client.call('Recording.startSession', { sessionId, includeInput: true });
    await client.call('Input.sendText', { sessionId, text: 'word\n' });
    await client.shows(sessionId, 'got it');
    const { format, data, duration, events } = await client.call('Recording.stopSession', { recordingId });
    const [head, ...lines] = data
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    expect([format, head]).toMatchObject(['asciicast-v2', { version: 2, width: 80, height: 24 }]);
    expect(lines).toHaveLength(events);
    const readOutput = (code: string) =>
      lines
        .filter((line: [number, string, string]) => line[1] === code)
        .map((line: [number, string, string]) => line[2])
        .join('');
    expect(readOutput('o')).toMatch(/before[\s\S]*got it/);
    expect(readOutput('i')).toBe('word\n');
    expect(lines.at(-1)[0]).toBeLessThanOrEqual(duration);
  });

  it('hides secrets, and omits input unless requested', async () => {
    const sessionId = await client.session('printf ready; cat');
    await client.shows(sessionId, 'ready');
    const { recordingId } = await client.call('Recording.startSession', { sessionId });
    await client.call('Input.sendText', { sessionId, text: `${secret}\n` });
    await client.shows(sessionId, 'a1B2');
    await client.call('Session.destroy', { sessionId });
    const { data } = await client.call('Recording.stopSession', { recordingId });
    expect(data).toContain('[REDACTED]');
    expect(data).not.toMatch(/ghp_|a1B2|, ?"i"/);
  });

  it('is returned once, and only to a request of its kind', async () => {
    const sessionId = await client.session('cat');
    const { recordingId } = await client.call('Recording.startSession', { sessionId });
    expect(await client.code('Recording.stopActions', { recordingId })).toBe(-32602);
    await client.call('Recording.stopSession', { recordingId });
    expect(await client.code('Recording.stopSession', { recordingId })).toBe(-32602);
    expect(await client.code('Recording.stopSession', { recordingId: 'rec_009' })).toBe(-32602);
  });
});

describe('a film', () => {
  async function filmed(format: string) {
    const sessionId = await client.session("printf one; read -r _; printf '\\033[2Jtwo'; read -r _");
    await client.shows(sessionId, 'one');
    const began = performance.now();
    const { recordingId } = await client.call('Recording.startVideo', { sessionId, format, fps: 10 });
    await client.call('Input.sendText', { sessionId, text: '\n' });
    await client.shows(sessionId, 'two');
    const made = await client.call('Recording.stopVideo', { recordingId });
    const took = (performance.now() - began) / 1000;
    const bytes = readFileSync(made.path);
    rmSync(dirname(made.path), { recursive: true });
    expect([made.format, made.size]).toEqual([format, bytes.length]);
    return { ...made, bytes, took };
  }

  it('is a gif without ffmpeg', async () => {
    const { bytes, frames, width, height, duration, took } = await filmed('gif');
    const visible = [...bytes.toString('latin1').matchAll(/\x21\xf9\x04.(..)/gs)].map(([, delay]) =>
      Buffer.from(delay!, 'latin1').readUInt16LE(),
    );
    expect(Math.abs(duration - visible.reduce((sum, delay) => sum + delay, 0) / 100)).toBeLessThan(0.02);
    expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
    expect([bytes.readUInt16LE(6), bytes.readUInt16LE(8)]).toEqual([width, height]);
    expect(frames).toBeGreaterThan(0);
    // The video ends when it was stopped. Its last frame lasts a tenth of a second.
    expect(duration).toBeLessThanOrEqual(took + 0.1);
  });

  it.skipIf(!hasFfmpeg()).each(['mp4', 'webm'])('is an %s by ffmpeg (needs it)', async (format) => {
    const { bytes, frames, duration } = await filmed(format);
    expect(duration).toBe(frames / 10);
    expect(bytes.includes(format === 'mp4' ? 'ftyp' : 'webm')).toBe(true);
    expect(frames).toBeGreaterThan(0);
  });

  it('requires ffmpeg unless it is a gif, and fails at its start', async () => {
    const sessionId = await client.session('cat');
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      const { error } = await client.ask('Recording.startVideo', { sessionId });
      expect(error).toMatchObject({
        code: 1006,
        message: expect.stringContaining('ffmpeg is not installed'),
      });
    } finally {
      process.env.PATH = path;
    }
  });

  it('is rendered once at a time, without blocking others', async () => {
    const sessionId = await client.session("printf one; read -r _; printf '\\033[2Jtwo'");
    await client.shows(sessionId, 'one');
    const { recordingId } = await client.call('Recording.startVideo', { sessionId, format: 'gif' });
    const answered: string[] = [];
    const stopped = client.call('Recording.stopVideo', { recordingId }).then((made) => {
      answered.push('film');
      return made;
    });
    const other = await server.connect();
    await other.call('Wrightty.getInfo', {});
    expect(await client.code('Recording.stopVideo', { recordingId })).toBe(-32602);
    answered.push('others');
    const { path } = await stopped;
    rmSync(dirname(path), { recursive: true });
    expect(answered).toEqual(['others', 'film']);
  });

  it('reports why it ended before it was stopped', async () => {
    const sessionId = await client.session('read -r _');
    const { recordingId } = await client.call('Recording.startVideo', { sessionId, format: 'gif' });
    await client.call('Events.subscribe', { sessionId, events: ['Session.exited'] });
    await client.call('Input.sendText', { sessionId, text: '\n' });
    await client.event('Session.exited');
    const { ended, path } = await client.call('Recording.stopVideo', { recordingId });
    rmSync(dirname(path), { recursive: true });
    expect(ended).toBe('exited');
  });

  it.skipIf(!hasFfmpeg())('is kept if the rendering failed (needs ffmpeg)', async () => {
    const sessionId = await client.session('printf one; read -r _');
    await client.shows(sessionId, 'one');
    const { recordingId } = await client.call('Recording.startVideo', { sessionId });
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      expect(await client.code('Recording.stopVideo', { recordingId })).toBe(1006);
    } finally {
      process.env.PATH = path;
    }
    const made = await client.call('Recording.stopVideo', { recordingId });
    rmSync(dirname(made.path), { recursive: true });
    expect([made.ended, made.frames]).toEqual([null, expect.any(Number)]);
    expect(await client.code('Recording.stopVideo', { recordingId })).toBe(-32602);
  });

  it('cannot be stopped as an asciicast, nor an asciicast as a film', async () => {
    const sessionId = await client.session('cat');
    const video = await client.call('Recording.startVideo', { sessionId, format: 'gif' });
    expect(await client.code('Recording.stopSession', video)).toBe(-32602);
    const session = await client.call('Recording.startSession', { sessionId });
    expect(await client.code('Recording.stopVideo', session)).toBe(-32602);
    expect(await client.code('Recording.stopVideo', { recordingId: 'rec_003' })).toBe(-32602);
    for (const wrong of [{ fps: 0 }, { fps: 1000 }, { fps: 'many' }, { format: 'avi' }])
      expect(await client.code('Recording.startVideo', { sessionId, ...wrong })).toBe(-32602);
  });
});

describe('a recording of actions', () => {
  async function recorded(format: string, operations: (sessionId: string) => Promise<unknown>) {
    const sessionId = await client.session("printf '\\033[?1003;1006hready'; cat");
    await client.shows(sessionId, 'ready');
    const { recordingId } = await client.call('Recording.startActions', { sessionId, format });
    await operations(sessionId);
    return client.call('Recording.stopActions', { recordingId });
  }

  it('contains every method of this dialect, with its time', async () => {
    const { data, actions, duration } = await recorded('json', async (sessionId) => {
      await client.call('Input.sendKeys', { sessionId, keys: ['a', { key: 'F', n: 5 }, 'Enter'] });
      await client.call('Screen.waitForText', { sessionId, pattern: 'r.ady', isRegex: true });
      await client.call('Screen.waitForCursor', { sessionId, col: null });
      await client.call('Terminal.resize', { sessionId, cols: 100, rows: 30 });
      await client.call('Input.sendMouse', {
        sessionId,
        event: 'scroll',
        button: 'scrollUp',
        row: 1,
        col: 2,
      });
      await client.call('Input.sendMouse', { sessionId, event: 'move', button: 'left', row: 1, col: 2 });
    });
    expect(data).toEqual([
      { time: expect.any(Number), method: 'Input.sendKeys', params: { keys: ['a', 'F5', 'Enter'] } },
      {
        time: expect.any(Number),
        method: 'Screen.waitForText',
        params: { pattern: 'r.ady', isRegex: true },
      },
      { time: expect.any(Number), method: 'Screen.waitForCursor', params: {} },
      { time: expect.any(Number), method: 'Terminal.resize', params: { cols: 100, rows: 30 } },
      {
        time: expect.any(Number),
        method: 'Input.sendMouse',
        params: { event: 'scroll', button: 'scrollUp', row: 1, col: 2 },
      },
      {
        time: expect.any(Number),
        method: 'Input.sendMouse',
        params: { event: 'move', button: 'left', row: 1, col: 2 },
      },
    ]);
    expect([actions, duration >= data.at(-1).time]).toEqual([6, true]);
  });

  it('quotes text, and hides secrets', async () => {
    const { data } = await recorded('python', async (sessionId) => {
      await client.call('Input.sendText', { sessionId, text: "it's \\ \u001b\n" });
      await client.call('Input.sendText', { sessionId, text: `${secret}\n` });
    });
    expect(data).toContain("term.send_text('it\\'s \\\\ \\x1b\\n')\n");
    expect(data).toContain("term.send_text('[REDACTED]\\n')\n");
    expect(data).not.toContain('a1B2');
  });

  it('is a script for a shell', async () => {
    const { data } = await recorded('cli', async (sessionId) => {
      await client.call('Input.sendText', { sessionId, text: "it's" });
      await client.call('Screen.waitForText', { sessionId, pattern: '^r', isRegex: true });
    });
    expect(data).toBe("wrightty send-text 'it\\'\\''s'\nwrightty wait-for '^r' --regex\n");
  });
});
