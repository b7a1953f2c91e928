/** Worker thread of the PNG renderer: receives a tile map and sends a PNG. */
import { allFontFiles } from '#platform/picture/fonts.ts';
import { encodePng } from '#platform/picture/png.ts';
import { paintTiles, type TiledPicture } from '#platform/picture/rasterizer.ts';
import { openWorkerPort } from '#platform/workerThread.ts';

/** `why` is for the log only: it may contain local file names. */
export type PngResult = { readonly png: Uint8Array } | { readonly why: string };

const parentThread = openWorkerPort();

parentThread.onMessage((tiles) => parentThread.post(renderPng(tiles as TiledPicture)));

function renderPng(tiles: TiledPicture): PngResult {
  try {
    const { width, height, rgb } = paintTiles(tiles, allFontFiles());
    return { png: encodePng(width, height, rgb) };
  } catch (problem) {
    return { why: String((problem as Error).stack ?? problem) };
  }
}
