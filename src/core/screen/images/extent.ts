/** How large an image is: what its head says, and numbers as programs write them. */
import { limits } from '../../limits.ts';

export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** A number of pixels or cells; nothing where it is none or nobody's. */
export const countOf = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^\d{1,5}$/.test(text)) return undefined;
  return Number(text) <= limits.maxPixels ? Number(text) || undefined : undefined;
};

export function extentOf(width: number | undefined, height: number | undefined): Extent | undefined {
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** What the first bytes of a PNG or a GIF say; other kinds say it too far inside. */
export function extentOfHead(base64: string): Extent | undefined {
  const head = Buffer.from(base64.slice(0, headChars), 'base64');
  if (head.length >= 24 && head.toString('latin1', 1, 4) === 'PNG')
    return within(head.readUInt32BE(16), head.readUInt32BE(20));
  if (head.length >= 10 && head.toString('latin1', 0, 3) === 'GIF')
    return within(head.readUInt16LE(6), head.readUInt16LE(8));
  return undefined;
}

const headChars = 32;

const within = (width: number, height: number) => extentOf(countOf(`${width}`), countOf(`${height}`));
