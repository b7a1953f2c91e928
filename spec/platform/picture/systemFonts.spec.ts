/** Finds monospaced fonts that are shipped or installed. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TypefaceRegistry } from '#platform/picture/systemFonts.ts';

const { resolve } = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'ptywright-fonts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const shipped = (name: string) => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
const inUtf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** Copies a font under another name of the same length. */
function renamed(name: string, to: string, file: string): void {
  const font = readFileSync(shipped(name));
  const [from, other] = [inUtf16('DejaVu Sans Mono'), inUtf16(to)];
  for (let at = font.indexOf(from); at >= 0; at = font.indexOf(from)) other.copy(font, at);
  for (
    let at = font.indexOf('DejaVu Sans Mono', 'latin1');
    at >= 0;
    at = font.indexOf('DejaVu Sans Mono', 'latin1')
  )
    font.write(to, at, 'latin1');
  writeFileSync(join(folder, file), font);
}

mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
renamed('DejaVuSansMono', 'A Person’s Mono!'.slice(0, 16), 'unwritable.ttf');
renamed('DejaVuSansMono-BoldOblique', 'Somebodys Own 1p', 'deep/a.ttf');
renamed('DejaVuSansMono-Bold', 'Somebodys Own 1p', 'deep/b.ttf');
renamed('DejaVuSansMono', 'Somebodys Own 1p', 'deep/er/c.TTF');
copyFileSync(shipped('DejaVuSans'), join(folder, 'wide.ttf'));
writeFileSync(join(folder, 'none.ttf'), 'this is no font');
writeFileSync(join(folder, 'empty.otf'), '');
symlinkSync(folder, join(folder, 'deep', 'circle'));
symlinkSync('/nowhere', join(folder, 'broken.ttf'));

const typefaces = new TypefaceRegistry(() => [join(folder, 'nowhere'), folder]);

describe('fonts of one width', () => {
  it('are the included ones and those of the folders, without invalid files and proportional fonts', async () => {
    expect(await typefaces.list()).toEqual(['DejaVu Sans Mono', 'NanumGothicCoding', 'Somebodys Own 1p']);
  });

  it('are known by their name in letters of any size, with a face for each style', async () => {
    const font = await typefaces.find(' somebodys OWN 1P');
    expect(font).toMatchObject({ family: 'Somebodys Own 1p', advance: 1233 / 2048 });
    expect(font!.files.map((file) => file.slice(folder.length + 1))).toEqual([
      'deep/er/c.TTF',
      'deep/b.ttf',
      'deep/a.ttf',
    ]);
    expect([font!.ascent, font!.descent].map((em) => em.toFixed(2))).toEqual(['0.93', '0.24']);
    expect([font!.has(0x61), font!.has(0x6f22)]).toEqual([true, false]);
  });

  it('are unknown by any other name', async () => {
    for (const name of ['DejaVu Sans', 'Somebodys', '', '../deep/a.ttf'])
      expect(await typefaces.find(name), name).toBeUndefined();
  });
});
