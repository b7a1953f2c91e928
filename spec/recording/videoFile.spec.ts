/** Videos of recordings, requested over the protocol. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { permissionNames } from '#permissions.ts';
import { hasFfmpeg } from '#platform/ffmpeg.ts';
import { recordingFormats } from '#recording/recordingFile.ts';
import { videoFormats } from '#recording/videoFile.ts';
import { secretSamples } from '../redaction/samples.ts';
import { aServer, type Calls, faultOf, obeying, tallied } from '../session/driven.ts';

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

/** Width, height and number of frames. */
function gifIn(path: string): readonly [width: number, height: number, pictures: number] {
  const bytes = readFileSync(path);
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
  const pictures = bytes.toString('latin1').split('\x21\xf9\x04').length - 1;
  return [bytes.readUInt16LE(6), bytes.readUInt16LE(8), pictures];
}

/** The file type, from its first bytes. */
function kindOf(path: string): string | undefined {
  const head = readFileSync(path).subarray(0, 12).toString('latin1');
  const heads = { gif: /^GIF89a/, mp4: /^.{4}ftyp/s, webm: /^\x1a\x45\xdf\xa3/ };
  return Object.entries(heads).find(([, known]) => known.test(head))?.[0];
}

describe('recording.film', () => {
  it.each([
    ['in memory', {}],
    ['in a file', { path: at('one.cast') }],
    ['in a file of version 3', { path: at('two.cast'), format: 'asciicast-v3' }],
  ] as const)('renders a film of a recording %s that continues', async (name, how) => {
    const server = aServer();
    const { show, recording } = await filming(server, how);
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

  it('reports progress before its reply', async () => {
    const server = aServer();
    const told = tallied<{ recording: string; of_ms: number; pictures: number }>();
    server.client.on('recording.progress', (progress) => told.add(progress));
    const { show, recording } = await filming(server);
    await show('one');
    const path = at('told.gif');
    await server.calls.recording.film({ recording, path, progress: true });
    expect(told.all[0]).toMatchObject({ recording, path, pictures: 1 });
    const before = told.all.length;
    await server.calls.recording.film({ recording, path: at('untold.gif') });
    expect(told.all).toHaveLength(before);
  });

  it('leaves no file if it is cancelled, and can be called again', async () => {
    const server = aServer();
    const { show, recording } = await filming(server);
    await show('one');
    const path = at('cancelled.gif');
    const before = readdirSync(folder);
    const film = server.client.send('recording.film', { recording, path }, { signal: AbortSignal.abort() });
    expect(await faultOf(film, 'Cancelled')).toEqual({ reason: 'request' });
    expect(readdirSync(folder)).toEqual(before);
    expect(await server.calls.recording.film({ recording, path })).toMatchObject({ cut: null });
  });

  it('fails if the file exists or cannot be created', async () => {
    const server = aServer();
    const { recording } = await filming(server);
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
    const { recording } = await filming(server);
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
      const { recording } = await filming(server, { format });
      const film = server.calls.recording.film({ recording, path: at('none.gif') });
      expect(await faultOf(film, 'Invalid')).toMatchObject({ path: 'recording', got: format });
    },
  );

  it('uses an installed font, or lists the installed fonts', async () => {
    const server = aServer();
    const { recording } = await filming(server);
    const film = (font: string) =>
      server.calls.recording.film({ recording, path: at('font.gif'), font_size: 10, font });
    expect(await faultOf(film('Comic'), 'Invalid')).toMatchObject({ path: 'font' });
    expect(await film('NanumGothicCoding')).toMatchObject({ width: 100 });
  });

  it('requires file.write, and shows no secret that the recording hides', async () => {
    const denied = aServer({ grants: new Set(permissionNames.filter((name) => name !== 'file.write')) });
    const film = denied.calls.recording.film({ recording: 'r1', path: at('denied.gif') });
    expect(await faultOf(film, 'PermissionDenied')).toMatchObject({ required_permission: 'file.write' });
    const of = async (how: Start = {}) => {
      const films = ['hunter22-hunter', 'swordfish-sword'].map((secret) => filmed(secret, how));
      const [one, other] = await Promise.all(films);
      return one!.equals(other!);
    };
    expect([await of(), await of({ redact: false })]).toEqual([true, false]);
  });

  it('hides a secret that a program has wrapped, as a screenshot does', async () => {
    const token = secretSamples.find(({ kind }) => kind === 'github_token')!;
    const wrapped = (seed: number) => token.make(seed).replace(/.{20}/g, '$&\r\n');
    const films = [3, 4].map((seed) => filmed(wrapped(seed), {}, 25));
    const [one, other] = await Promise.all(films);
    expect(one!.equals(other!)).toBe(true);
  });
});

/** Records a session that prints `secret` in two parts, and returns the GIF of the recording. */
async function filmed(secret: string, how: Start, first = 5): Promise<Buffer> {
  const server = aServer();
  const redaction = { enabled: true, extra_literals: [secret] };
  const { show, recording } = await filming(server, { redaction, ...how });
  await show(`\x1b[2J\x1b[H${secret.slice(0, first)}`);
  await show(secret.slice(first));
  const path = at(`${secret.replace(/\W/g, '')}-${how.redact}.gif`);
  await server.calls.recording.film({ recording, path, idle_ms: 0 });
  return readFileSync(path);
}
