import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasFfmpeg } from '#platform/ffmpeg.ts';
import { videoFormats } from '#recording/videoFile.ts';
import { aServer, type Calls, obeying } from '../session/driven.ts';

const folder = mkdtempSync(join(tmpdir(), 'ptywright-films-'));

afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

const size = { rows: 3, cols: 20 };

type Start = Partial<Parameters<Calls['recording']['start']>[0]>;

async function filming(server: { calls: Calls }, how: Start = {}) {
  const { session, show } = await obeying(server, size);
  const { recording } = await server.calls.recording.start({ session, ...how });
  return { session, show, recording };
}

/** The file type, from its first bytes. */
function kindOf(path: string): string | undefined {
  const head = readFileSync(path).subarray(0, 12).toString('latin1');
  const heads = { gif: /^GIF89a/, mp4: /^.{4}ftyp/s, webm: /^\x1a\x45\xdf\xa3/ };
  return Object.entries(heads).find(([, known]) => known.test(head))?.[0];
}

describe('recording.film', () => {
  const makable = videoFormats.filter((format) => format === 'gif' || hasFfmpeg());
  it.each(makable)('uses the format of the file extension: %s (all but gif need ffmpeg)', async (format) => {
    const server = aServer();
    const { show, recording } = await filming(server);
    await show('one');
    const path = at(`ends.${format.toUpperCase()}`);
    await server.calls.recording.film({ recording, path, font_size: 10, idle_ms: 0 });
    expect(kindOf(path)).toBe(format);
    await server.calls.recording.film({ recording, path: at(`both.${format}`), format, idle_ms: 0 });
    expect(kindOf(at(`both.${format}`))).toBe(format);
  });
});
