/** Lines of a stretch of text: under it in five styles, through it and over it. */

import { box, fixed, type Ink } from './drawn/ink.ts';
import type { Look } from './looks.ts';
import type { Metrics } from './metrics.ts';

export type UnderlineStyle = NonNullable<Look['underline']>;

/** From the first to behind the last pixel of the stretch. Patterns begin anew in each cell, so that stretches join. */
export function underline(style: UnderlineStyle, from: number, to: number, metrics: Metrics): Ink {
  const { height, baseline, line } = metrics;
  const y = Math.min(baseline + 1 + line, height - line);
  if (style === 'double') {
    const second = Math.min(y + 2 * line, height - line);
    return { path: box(from, second - 2 * line, to, second - line) + box(from, second, to, second + line) };
  }
  if (style === 'curly') return wave(from, to, metrics);
  if (style === 'dotted') return dashes(from, to, y, line, 2 * line, line);
  if (style === 'dashed') return dashes(from, to, y, Math.ceil(metrics.width / 2), metrics.width, line);
  return { path: box(from, y, to, y + line) };
}

function dashes(from: number, to: number, y: number, long: number, every: number, line: number): Ink {
  let path = '';
  for (let x = from; x < to; x += every) path += box(x, y, Math.min(x + long, to), y + line);
  return { path };
}

/** One wave a cell. */
function wave(from: number, to: number, { width, height, baseline, line }: Metrics): Ink {
  const swing = Math.max(1, Math.min(1.5 * line, (height - baseline) / 3));
  const y = fixed(Math.min(baseline + 1 + line + swing / 2, height - swing - line / 2));
  let path = `M${from} ${y}`;
  for (let x = from; x < to; x += width)
    path += `q${width / 4} ${fixed(-2 * swing)} ${width / 2} 0t${width / 2} 0`;
  return { path, stroke: line, soft: true };
}

export function strikethrough(from: number, to: number, { baseline, fontSize, line }: Metrics): Ink {
  const y = Math.round(baseline - 0.28 * fontSize);
  return { path: box(from, y, to, y + line) };
}

export const overline = (from: number, to: number, { line }: Metrics): Ink => ({
  path: box(from, 0, to, line),
});
