/** Videos of recordings, requested over the protocol. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordingFormats } from '#recording/recordingFile.ts';
import { videoFormats } from '#recording/videoFile.ts';
import { aServer, type Calls, faultOf, obeying } from '../session/driven.ts';

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

/** Width, height and number of frames. */
function gifIn(path: string): readonly [width: number, height: number, pictures: number] {
  const bytes = readFileSync(path);
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
  const pictures = bytes.toString('latin1').split('\x21\xf9\x04').length - 1;
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8), pictures];
}

describe('recording.film', () => {
  it.each([
    ['in memory', {}],
    ['in a file', { path: at('one.cast') }],
    ['in a file of version 3', { path: at('two.cast'), format: 'asciicast-v3' }],
  ] as const)('renders a film of a recording %s that continues', async (name, how) => {
    const server = aServer();
    const { show, recording } = await startRecording(server, how);
    await show('\x1b[41mred\x1b[m');
    const path = at(`${name}.gif`);
    const made = await server.calls.recording.film({ recording, path, font_size: 10 });
    const [width, height, pictures] = gifIn(path);
    expect(made).toEqual({
      path,
      frames: pictures,
      width,
      height,
      bytes: statSync(path).size,
      duration_ms: expect.any(Number),
      cut: null,
    });
    expect([width, height]).toEqual([120, 36]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await show('\r\nand more');
    expect((await server.calls.recording.list({})).recordings).toMatchObject([{ recording, ended: null }]);
  });

  it('fails if the file exists or cannot be created', async () => {
    const server = aServer();
    const { recording } = await startRecording(server);
    symlinkSync('/nowhere', at('link.gif'));
    mkdirSync(at('folder.gif'));
    for (const [path, reason] of [
      [at('link.gif'), 'EEXIST'],
      [at('folder.gif'), 'EEXIST'],
      [at('nowhere/a.gif'), 'ENOENT'],
    ] as const)
      expect(await faultOf(server.calls.recording.film({ recording, path }), 'FileRefused')).toEqual({
        path: 'path',
        file: path,
        reason,
      });
    expect(existsSync('/nowhere')).toBe(false);
  });

  it.each([
    ['one.avi', undefined],
    ['one', undefined],
    ['one.mp4.', undefined],
    ['gif', undefined],
    ['one', 'gif'],
    ['one.txt', 'gif'],
    ['one.mp4', 'gif'],
    ['one.gif', 'webm'],
  ] as const)('is refused if the path is %s and the format %s', async (name, format) => {
    const server = aServer();
    const { recording } = await startRecording(server);
    const film = server.calls.recording.film({ recording, path: at(name), ...(format && { format }) });
    const { path, reason } = await faultOf(film, 'Invalid');
    expect(path).toBe('path');
    for (const ending of videoFormats) expect(reason).toContain(`.${ending}`);
    expect(existsSync(at(name))).toBe(false);
  });

  it.each(recordingFormats.filter((format) => !format.startsWith('asciicast')))(
    'is refused for %s',
    async (format) => {
      const server = aServer();
      const { recording } = await startRecording(server, { format });
      const film = server.calls.recording.film({ recording, path: at('none.gif') });
      expect(await faultOf(film, 'Invalid')).toMatchObject({ path: 'recording', got: format });
    },
  );

  it('uses an installed font, or lists the installed fonts', async () => {
    const server = aServer();
    const { recording } = await startRecording(server);
    const film = (font: string) =>
      server.calls.recording.film({ recording, path: at('font.gif'), font_size: 10, font });
    expect(await faultOf(film('Comic'), 'Invalid')).toMatchObject({ path: 'font' });
    expect(await film('NanumGothicCoding')).toMatchObject({ width: 100 });
  });
});
