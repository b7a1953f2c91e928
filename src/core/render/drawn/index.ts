/** Characters that are drawn to the edges of their cells, not taken from a font: what is built of them has no gaps. */
import type { Metrics } from '../metrics.ts';
import { drawBlocks } from './blocks.ts';
import { drawBraille } from './braille.ts';
import type { Ink } from './ink.ts';
import { drawLines } from './lines.ts';
import { drawSigns } from './signs.ts';

export type { Ink } from './ink.ts';

const first = 0x23ba;

export function drawnInk(codePoint: number, metrics: Metrics): Ink | undefined {
  if (codePoint < first) return undefined;
  return (
    drawLines(codePoint, metrics) ??
    drawBlocks(codePoint, metrics) ??
    drawBraille(codePoint, metrics) ??
    drawSigns(codePoint, metrics)
  );
}
