/** `ptywright convert`: videos of a recording. */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { runCommand } from '../../inProcess.ts';
import { freshHome } from '../../ptywright.ts';

const filmed = `{"version":2,"width":20,"height":3}
[0.5,"o","\\u001b[31mred\\u001b[0m"]
[1,"r","10x2"]
[2,"o"," 日本"]
`;

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Reads the blocks of a GIF: its size, and the duration of each frame. */
function gifOf(bytes: Buffer): { readonly size: readonly number[]; readonly delays: readonly number[] } {
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
  expect(bytes.at(-1)).toBe(0x3b);
  const delays: number[] = [];
  const control = Buffer.from([0x21, 0xf9, 0x04]);
  for (let at = bytes.indexOf(control); at >= 0; at = bytes.indexOf(control, at + 1))
    delays.push(bytes.readUInt16LE(at + 4) * 10);
  return { size: [bytes.readUInt16LE(6), bytes.readUInt16LE(8)], delays };
}

describe('a film', () => {
  it('is a GIF with a picture for each change, for its duration', async () => {
    const cwd = freshHome();
    writeFileSync(join(cwd, 'a.cast'), filmed);
    const made = await runCommand(['convert', '--font-size', '10', 'a.cast', 'a.gif'], { cwd });
    expect([made.status, made.stderr]).toEqual([0, '']);
    const { size, delays } = gifOf(readFileSync(join(cwd, 'a.gif')));
    expect(size).toEqual([20 * 6, 3 * 12]);
    expect(delays).toEqual([500, 500, 1000, 2000]);
  });

  it('has the requested font, if it is installed', async () => {
    const cwd = freshHome();
    writeFileSync(join(cwd, 'a.cast'), filmed);
    const film = (font: string) =>
      runCommand(['convert', '--font-size', '10', '--font', font, 'a.cast', 'a.gif'], { cwd });
    const refused = await film('Comic');
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('NanumGothicCoding')]);
    expect((await film('NanumGothicCoding')).status).toBe(0);
    expect(gifOf(readFileSync(join(cwd, 'a.gif'))).size).toEqual([20 * 5, 3 * 12]);
  });

  it.skipIf(!hasFfmpeg).each(['mp4', 'webm'])('is an %s by ffmpeg (needs it)', async (kind) => {
    const cwd = freshHome();
    writeFileSync(join(cwd, 'a.cast'), filmed);
    const made = await runCommand(['convert', 'a.cast', `a.${kind}`], { cwd });
    expect([made.status, made.stderr]).toEqual([0, '']);
    const probeOptions = ['-show_entries', 'format=duration:stream=width,height', '-of', 'json'];
    const probe = spawnSync('ffprobe', ['-loglevel', 'error', ...probeOptions, `a.${kind}`], {
      cwd,
      encoding: 'utf8',
    });
    const { format, streams } = JSON.parse(probe.stdout) as {
      format: { duration: string };
      streams: { width: number; height: number }[];
    };
    expect(Number(format.duration)).toBeCloseTo(4, 0);
    expect(streams).toEqual([{ width: 180, height: 54 }]);
    const again = await runCommand(['convert', 'a.cast', `a.${kind}`], { cwd });
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);
  });

  it.each(['b.gif', 'b.cast'])('can be read only by its owner, and follows no link: %s', async (to) => {
    const cwd = freshHome();
    writeFileSync(join(cwd, 'a.cast'), filmed);
    const link = join(cwd, to);
    symlinkSync('elsewhere', link);
    expect((await runCommand(['convert', 'a.cast', link], { cwd })).stderr).toContain('already exists');
    expect((await runCommand(['convert', '--force', 'a.cast', link], { cwd })).status).toBe(0);
    expect(lstatSync(link).mode & 0o170777).toBe(0o100600);
    expect(readdirSync(cwd).sort()).toEqual(['a.cast', to]);
  });

  it('leaves no file after a failure', async () => {
    const cwd = freshHome();
    const programs = freshHome();
    writeFileSync(join(cwd, 'a.cast'), filmed);
    const fails =
      '#!/bin/sh\nfor path; do :; done\nprintf half > "$(echo "$path" | cut -c6-)"\necho broken >&2\nexit 3\n';
    writeFileSync(join(programs, 'ffmpeg'), fails, { mode: 0o700 });
    const { status, stderr } = await runCommand(['convert', 'a.cast', 'a.mp4'], {
      cwd,
      env: { PATH: `${programs}:${process.env.PATH}` },
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('ffmpeg exited with 3: broken')]);
    expect(readdirSync(cwd)).toEqual(['a.cast']);
  });

  it('leaves no file after an interruption', async () => {
    const cwd = freshHome();
    const programs = freshHome();
    writeFileSync(join(cwd, 'a.cast'), filmed);
    const script = '#!/bin/sh\nkill -TERM $PPID\nexec tail -f /dev/null\n';
    writeFileSync(join(programs, 'ffmpeg'), script, { mode: 0o700 });
    const env = { PATH: `${programs}:${process.env.PATH}` };
    const { status, stderr } = await runCommand(['convert', 'a.cast', 'a.mp4'], { cwd, env });
    expect([status, stderr, readdirSync(cwd)]).toEqual([143, '', ['a.cast']]);
  });

  it('replaces only regular files', async () => {
    const cwd = freshHome();
    writeFileSync(join(cwd, 'a.cast'), filmed);
    mkdirSync(join(cwd, 'b.cast'));
    const { status, stderr } = await runCommand(['convert', '--force', 'a.cast', 'b.cast'], { cwd });
    expect([status, stderr]).toEqual([1, expect.stringContaining('b.cast is not a regular file')]);
  });

  it('requires ffmpeg for formats other than GIF, and reports that', async () => {
    const cwd = freshHome();
    writeFileSync(join(cwd, 'a.cast'), filmed);
    const env = { PATH: cwd };
    const { status, stderr } = await runCommand(['convert', 'a.cast', 'a.mp4'], { cwd, env });
    expect([status, stderr]).toEqual([1, expect.stringContaining('ffmpeg is not installed')]);
  });

  it('is scaled down if its frames would be too large', async () => {
    const cwd = freshHome();
    writeFileSync(join(cwd, 'a.cast'), '{"version":2,"width":500,"height":200}\n[0,"o","x"]\n');
    const { status, stderr } = await runCommand(['convert', '--font-size', '96', 'a.cast', 'a.gif'], { cwd });
    expect([status, stderr]).toEqual([0, '']);
    const { size } = gifOf(readFileSync(join(cwd, 'a.gif')));
    expect(size[0]! * size[1]!).toBeLessThanOrEqual(limits.screenshotPixels);
    expect(size[0]).toBeGreaterThan(500 * 5);
  });
});
