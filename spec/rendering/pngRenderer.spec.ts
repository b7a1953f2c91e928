import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { TiledPicture } from '#platform/picture/rasterizer.ts';
import { PngRenderer } from '#rendering/pngRenderer.ts';

const folder = mkdtempSync(join(tmpdir(), 'ptywright-painter-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = (name: string, text: string) => {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text);
  return file;
};

const silent = program(
  'silent',
  "import { workerData } from 'node:worker_threads'; workerData.on('message', () => {});",
);
const throws = program(
  'throws',
  "import { workerData } from 'node:worker_threads'; workerData.on('message', () => { throw new Error('no'); });",
);
const cannot = program(
  'cannot',
  "import { workerData } from 'node:worker_threads'; workerData.on('message', () => workerData.postMessage({ why: 'no binary' }));",
);

const mosaic: TiledPicture = {
  rows: 1,
  cols: 1,
  cell: { width: 9, height: 18 },
  font: { family: 'DejaVu Sans Mono', size: 15, files: [] },
  backgrounds: Uint32Array.of(0x112233),
  tiles: [],
  laid: new Uint32Array(),
};

/** A renderer with a clock whose timers a spec fires. */
function aPainter(options: { readonly workerFile?: string } = {}) {
  const alarms = new Set<() => void>();
  const logged: string[] = [];
  const clock: Clock = {
    now: () => 0,
    wall: () => 0,
    after: (ms, due) => {
      expect(ms).toBe(limits.screenshotMs);
      alarms.add(due);
      return { dispose: () => void alarms.delete(due) };
    },
  };
  const painter = new PngRenderer({ clock, log: (line) => logged.push(line), ...options });
  return { painter, logged, ring: () => [...alarms][0]!(), alarms };
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('the PNG renderer', () => {
  it('renders one picture after the other, and leaves no timer behind', async () => {
    const { painter, alarms, logged } = aPainter();
    const pictures = await Promise.all([painter.render(mosaic), painter.render(mosaic)]);
    for (const png of pictures) expect(Buffer.from(png).subarray(0, 4)).toEqual(signature);
    expect(alarms.size).toBe(0);
    await painter.close();
    expect(logged).toEqual([]);
  });

  it('ends a picture that takes too long, and renders the next one', async () => {
    const { painter, ring } = aPainter({ workerFile: silent });
    const late = painter.render(mosaic);
    const next = painter.render(mosaic);
    ring();
    await expect(late).rejects.toMatchObject({ name: 'Busy', data: { limit: 'screenshotMs' } });
    ring();
    await expect(next).rejects.toMatchObject({ name: 'Busy' });
    await painter.close();
  });

  it('bounds the number of queued pictures', async () => {
    const { painter } = aPainter({ workerFile: silent });
    const taken = Array.from({ length: limits.screenshots + 1 }, () => painter.render(mosaic));
    const ends = Promise.allSettled(taken);
    expect(() => painter.render(mosaic)).toThrow(expect.objectContaining({ name: 'Busy' }));
    await painter.close();
    for (const end of await ends)
      expect(end).toMatchObject({ status: 'rejected', reason: { name: 'Cancelled' } });
    expect(() => painter.render(mosaic)).toThrow(expect.objectContaining({ name: 'Cancelled' }));
  });

  it('reports a missing rasterizer, and logs the reason', async () => {
    const { painter, logged } = aPainter({ workerFile: cannot });
    const problem = await painter.render(mosaic).catch((fault: unknown) => fault);
    expect(problem).toMatchObject({ name: 'Unsupported' });
    expect(JSON.stringify(problem)).not.toContain('binary');
    expect(logged.join()).toContain('no binary');
    await painter.close();
  });

  it('continues after a crash of its thread', async () => {
    const { painter, logged } = aPainter({ workerFile: throws });
    for (const picture of [painter.render(mosaic), painter.render(mosaic)])
      await expect(picture).rejects.toMatchObject({ name: 'Busy' });
    expect(logged).toHaveLength(2);
    await painter.close();
  });

  it('has no thread until the first picture', async () => {
    const { painter, alarms } = aPainter({ workerFile: join(folder, 'is-not-there.mjs') });
    await painter.close();
    expect(alarms.size).toBe(0);
  });
});
