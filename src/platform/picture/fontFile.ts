/** What the file of a font says of itself. Its outlines are not read, so that looking through a thousand files is quick. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { limits } from '../../core/limits.ts';

export interface FontFile {
  readonly file: string;
  readonly family: string;
  /** 400 is what is called regular, 700 bold. */
  readonly weight: number;
  readonly italic: boolean;
  /** Neither condensed nor expanded. */
  readonly normal: boolean;
  /** Every character has one width. */
  readonly fixed: boolean;
}

const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** Undefined where it is no font, or does not say what it is called. */
export async function readFontFile(file: string): Promise<FontFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, O_RDONLY | O_NONBLOCK);
    return (await handle.stat()).size > limits.fontBytes ? undefined : await factsOf(file, handle);
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

/** Names and tables that are longer are nobody's. */
const most = { tables: 64, nameBytes: 64 * 1024 };

async function factsOf(file: string, handle: FileHandle): Promise<FontFile | undefined> {
  const part = async (at: number, bytes: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, at);
    return buffer.subarray(0, bytesRead);
  };
  const first = await part(0, 16);
  // A collection holds several; the first one stands for it.
  const start = first.toString('latin1', 0, 4) === 'ttcf' ? first.readUInt32BE(12) : 0;
  const count = (await part(start + 4, 2)).readUInt16BE(0);
  if (count > most.tables) return undefined;
  const directory = await part(start + 12, 16 * count);
  const tables = new Map(
    Array.from({ length: count }, (_, index) => [
      directory.toString('latin1', 16 * index, 16 * index + 4),
      { at: directory.readUInt32BE(16 * index + 8), bytes: directory.readUInt32BE(16 * index + 12) },
    ]),
  );
  const table = (name: string, bytes = most.nameBytes): Promise<Buffer> => {
    const { at, bytes: all } = tables.get(name)!;
    return part(at, Math.min(all, bytes));
  };
  const [style, post, names] = [await table('OS/2', 64), await table('post', 16), await table('name')];
  const family = familyIn(names);
  const italic = (style.readUInt16BE(62) & 1) === 1;
  // Some that add wide symbols do not call themselves fixed, but their proportion still is.
  const fixed = post.readUInt32BE(12) !== 0 || style[35] === monospaced;
  const [weight, width] = [style.readUInt16BE(4), style.readUInt16BE(6)];
  return family === undefined ? undefined : { file, family, weight, italic, normal: width === 5, fixed };
}

const monospaced = 9;

/** Others would have to be escaped wherever a picture names its font. */
const plain = /^[\p{L}\p{N}][\p{L}\p{N} ._+-]{0,126}$/u;

/** Of all faces together where the font says that, else of the few that styles tell apart; in English if it can be. */
function familyIn(names: Buffer): string | undefined {
  const strings = names.readUInt16BE(4);
  const all = Array.from({ length: names.readUInt16BE(2) }, (_, index) => {
    const [platform, , language, id, bytes, at] = [0, 2, 4, 6, 8, 10].map((field) =>
      names.readUInt16BE(6 + 12 * index + field),
    ) as [number, number, number, number, number, number];
    return {
      platform,
      language,
      id,
      text: textOf(platform, names.subarray(strings + at, strings + at + bytes)),
    };
  });
  const known = all.filter(({ id, text }) => (id === 16 || id === 1) && plain.test(text));
  const rank = ({ id, platform, language }: (typeof all)[number]): number =>
    (id === 16 ? 0 : 2) + (platform === 1 || language === english ? 0 : 1);
  return known.sort((a, b) => rank(a) - rank(b))[0]?.text;
}

const english = 0x409;
const utf16 = new TextDecoder('utf-16be');

const textOf = (platform: number, bytes: Buffer): string =>
  platform === 1 ? bytes.toString('latin1') : utf16.decode(bytes);
