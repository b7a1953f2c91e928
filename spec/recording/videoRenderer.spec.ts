/** Videos, rendered by the real worker or by one that does not reply. ffmpeg is a script that reports its input. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { type VideoJob, VideoRenderer } from '#recording/videoRenderer.ts';
import { inProcessServer } from '../harness/server.ts';
import { mainThreadMs } from '../server/mainThreadMs.ts';

const folder = mkdtempSync(join(tmpdir(), 'ptywright-films-'));
const path = process.env.PATH;
afterAll(() => rmSync(folder, { recursive: true }));

let alarms: Set<() => void>;
let logged: string[];
let made = 0;
const file = () => join(folder, `film-${++made}`);

beforeEach(() => {
  alarms = new Set();
  logged = [];
});

afterEach(() => {
  process.env.PATH = path;
  expect([...alarms, ...logged]).toEqual([]);
});

const clock: Clock = {
  now: () => 0,
  wall: () => 0,
  after: (ms, due) => {
    expect(ms).toBe(limits.filmMs);
    alarms.add(due);
    return { dispose: () => void alarms.delete(due) };
  },
};
const films = (program?: string) =>
  new VideoRenderer({ clock, log: (line) => logged.push(line), ...(program && { program }) });

const silent = join(folder, 'silent.mjs');
writeFileSync(
  silent,
  "import { workerData } from 'node:worker_threads'; workerData.on('message', () => {});",
);

const castOf = (events: readonly (readonly unknown[])[], size = { width: 2, height: 1 }) =>
  [{ version: 2, ...size }, ...events].map((line) => `${JSON.stringify(line)}\n`).join('');

function film(text: string, more: Partial<VideoJob> = {}): VideoJob {
  const refuse = (line: number, reason: string): never => {
    throw new Error(`line ${line}: ${reason}`);
  };
  return {
    text,
    torn: false,
    refuse,
    style: { fps: 10, fontSize: 15, theme: 'dark' },
    format: 'gif',
    ...more,
  };
}

function withFfmpeg(script: string): void {
  const programs = mkdtempSync(join(folder, 'bin-'));
  writeFileSync(join(programs, 'ffmpeg'), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  process.env.PATH = `${programs}:${path}`;
}

describe('a film', () => {
  it('is rendered without blocking the main thread', async () => {
    const events = Array.from({ length: 40 }, (_, at) => [at / 10, 'o', `\x1b[H${`${at} `.repeat(900)}`]);
    const [before, here] = [process.cpuUsage(), mainThreadMs(process.pid)];
    const { frames, cut } = await films().render(film(castOf(events, { width: 120, height: 40 })), file());
    expect([frames, cut]).toEqual([40, null]);
    const { user, system } = process.cpuUsage(before);
    expect((mainThreadMs(process.pid) - here) / ((user + system) / 1000)).toBeLessThan(0.5);
  });

  it('can be read only by its owner', async () => {
    const path = file();
    await films().render(film(castOf([[0, 'o', 'a']])), path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('shows a frame for at most a minute, and counts every frame', async () => {
    withFfmpeg('exec cat > "$PTYWRIGHT_FILMED"');
    const text = castOf([
      [0, 'o', 'a'],
      [2_000_000, 'o', 'b'],
    ]);
    process.env.PTYWRIGHT_FILMED = join(folder, 'filmed');
    const { frames, width, height } = await films().render(film(text, { format: 'mp4' }), file());
    const bytes = statSync(process.env.PTYWRIGHT_FILMED).size;
    delete process.env.PTYWRIGHT_FILMED;
    expect([frames, bytes]).toEqual([620, 620 * 3 * width * height]);
  });

  it('reports the size of the video: most formats need even numbers', async () => {
    withFfmpeg('exec cat > /dev/null');
    const text = castOf([[0, 'o', 'a']], { width: 3, height: 1 });
    const reply = await films().render(film(text, { format: 'webm' }), file());
    expect([reply.width, reply.height, reply.ms]).toEqual([28, 18, 2000]);
    expect(await films().render(film(text), file())).toMatchObject({ width: 27, height: 18, ms: 2000 });
  });

  it.each([
    ['shows its last picture to its end', [[0.2, 'o', 'b']], { endMs: 5200 }, 5200],
    ['is as long where nothing happens at all', [], { endMs: 3000 }, 3000],
    ['shows what comes last in one picture at least', [[0.2, 'o', 'b']], { endMs: 200 }, 300],
    ['shows nothing for longer than a minute', [[0.2, 'o', 'b']], { endMs: 200_000 }, 60_200],
    ['cuts the pause at its end as any other', [[0.2, 'o', 'b']], { endMs: 5200, idleMs: 500 }, 700],
    ['is followed by a pause without an exit event', [[0.2, 'o', 'b']], {}, 2200],
  ] as const)('%s', async (_, more, how, ms) => {
    const text = castOf([[0, 'o', 'a'], ...more]);
    expect((await films().render(film(text, how), file())).ms).toBe(ms);
  });

  it('ends at its limit, and reports that', async () => {
    withFfmpeg('exec cat > /dev/null');
    const events = Array.from({ length: 12 }, (_, at) => [at * 60, 'o', `\x1b[H${at % 10}`]);
    const style = { fps: 60, fontSize: 4, theme: 'dark' } as const;
    const reply = await films().render(film(castOf(events), { format: 'mp4', style }), file());
    expect([reply.frames, reply.cut]).toEqual([limits.filmFrames, 'filmFrames']);
  });

  it('reports the line of an invalid recording', async () => {
    const text = `${castOf([[0, 'o', 'a']])}[1,"o"\n`;
    await expect(films().render(film(text), file())).rejects.toThrow('line 3: not JSON');
  });

  it('leaves no ffmpeg running after it was aborted', async () => {
    withFfmpeg(`echo $$ > ${folder}/begun; mv ${folder}/begun ${folder}/pid; exec tail -f /dev/null`);
    const seen = watch(folder);
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const rendered = films().render(film(castOf([[0, 'o', 'a']]), { format: 'mp4', signal }), file());
    while (!existsSync(join(folder, 'pid'))) await once(seen, 'change');
    seen.close();
    cancelled.abort('request');
    await expect(rendered).rejects.toMatchObject({ name: 'Cancelled', data: { reason: 'request' } });
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('films', () => {
  it('are rendered a few at a time', async () => {
    const rendering = films(silent);
    const all = Array.from({ length: limits.films }, () => rendering.render(film(castOf([])), file()));
    const ended = Promise.allSettled(all);
    await expect(rendering.render(film(castOf([])), file())).rejects.toMatchObject({
      name: 'Busy',
      data: { limit: 'films', max: limits.films },
    });
    await rendering.close();
    for (const { reason } of (await ended) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ name: 'Cancelled', data: { reason: 'shutdown' } });
    await expect(rendering.render(film(castOf([])), file())).rejects.toMatchObject({ name: 'Cancelled' });
  });

  it('are cancelled when the server ends', async () => {
    const server = inProcessServer();
    const events = Array.from({ length: 5000 }, (_, at) => [at, 'o', `\x1b[H${at}`]);
    const rendered = server.world.videoRenderer.render(
      film(castOf(events, { width: 120, height: 40 })),
      file(),
    );
    const givenUp = expect(rendered).rejects.toMatchObject({
      name: 'Cancelled',
      data: { reason: 'shutdown' },
    });
    await server.close();
    await givenUp;
  });

  it('are stopped at the time limit', async () => {
    const rendered = films(silent).render(film(castOf([])), file());
    for (const ring of alarms) ring();
    await expect(rendered).rejects.toMatchObject({ name: 'Busy', data: { limit: 'filmMs' } });
  });
});
