/** What a person's terminal has sent, as the program wants it told: as it is, in another form, or not at all. */

import type { Modes } from '../input/modes.ts';
import { motion, noButton } from '../input/mouse/gesture.ts';
import { encodings, middle } from '../input/mouse/report.ts';
import type { Size } from '../size.ts';
import { isPaste, pasted } from './sequences.ts';

export interface Facing {
  readonly modes: Modes;
  readonly size: Size;
  /** Which row and column of the screen the viewer's first ones are. */
  readonly row: number;
  readonly col: number;
}

const focus = ['\x1b[I', '\x1b[O'];
const sgrReport = /^\x1b\[<(\d{1,5});(\d{1,5});(\d{1,5})([Mm])$/;
const oldReport = /^\x1b\[M/;
const wheel = 64;

export function forProgram(key: string, facing: Facing): Buffer {
  const { modes } = facing;
  if (focus.includes(key)) return Buffer.from(modes.focusEvents ? key : '');
  if (oldReport.test(key)) return Buffer.from('');
  const report = sgrReport.exec(key);
  if (report) return ofMouse(report, facing);
  if (isPaste(key) && !modes.bracketedPaste) return Buffer.from(pasted(key));
  return Buffer.from(key);
}

function ofMouse([, number, x, y, final]: readonly string[], facing: Facing): Buffer {
  const { modes, size } = facing;
  const code = Number(number);
  const released = final === 'm';
  const col = Number(x) - 1 + facing.col;
  const row = Number(y) - 1 + facing.row;
  const { encode, furthest, charset } = encodings[modes.mouseEncoding];
  const inside = row >= 0 && col >= 0 && row < size.rows && col < size.cols && Math.max(row, col) < furthest;
  if (!inside || !isWanted(code, released, modes.mouseTracking)) return Buffer.from('');
  if (modes.mouseEncoding !== 'sgr_pixels')
    return Buffer.from(encode({ code, released }, col + 1, row + 1), charset);
  if (size.pixelWidth === 0 || size.pixelHeight === 0) return Buffer.from('');
  const place = [middle(col, size.cols, size.pixelWidth), middle(row, size.rows, size.pixelHeight)] as const;
  return Buffer.from(encode({ code, released }, ...place), charset);
}

/** A terminal that was told of the program's wish a moment ago may still report by the one before. */
function isWanted(code: number, released: boolean, tracking: Modes['mouseTracking']): boolean {
  if (tracking === 'none' || tracking === 'any') return tracking === 'any';
  if (code & motion) return tracking === 'drag' && (code & noButton) !== noButton;
  return tracking !== 'x10' || (!released && code < wheel);
}
