/** The program of the painter's worker: a mosaic comes in, a PNG goes out. */
import { fontFiles } from '../../platform/picture/fonts.ts';
import { paint } from '../../platform/picture/paint.ts';
import { pngOf } from '../../platform/picture/png.ts';
import { workerSide } from '../../platform/workerSide.ts';
import type { Mosaic } from './mosaic.ts';

/** `why` is for the log: it may name files of this machine. */
export type Painted = { readonly png: Uint8Array } | { readonly why: string };

const side = workerSide();

side.onMessage((mosaic) => side.post(painted(mosaic as Mosaic)));

function painted(mosaic: Mosaic): Painted {
  try {
    const { width, height, rgb } = paint(mosaic, fontFiles());
    return { png: pngOf(width, height, rgb) };
  } catch (problem) {
    return { why: String((problem as Error).stack ?? problem) };
  }
}
